"""Recording who may act for an owner: on paper at the counter, or by the owner's word through a mailed link.

An owner may end it at any time, and may dispute what was filed in their name; the office then looks at it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from office import kinds
from office.actions import people
from office.actions.clocks import raise_task
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record
from office.actions.messages import tell
from office.models import Authorization, Board, Case, CaseParty, Document, Event, Party
from office.permissions import has_part, may
from office.schedules import named
from office.search import fold
from office.spoken import say

LINK_DAYS = 30  # so long an owner may confirm by the link that was mailed
MOST_ASKED = 5  # links one agent has mailed within a day
How = Authorization.How


@transaction.atomic
def record_paper(
    case: Case,
    *,
    owner: Party,
    agent: Party,
    every_kind: bool,
    since: date,
    until: date | None,
    rests_on: str,
    on: date,
    by: Any,
    document: Document | None = None,
) -> Authorization:
    """Record what a paper or a document on file says: `agent` acts for `owner` before the case's board.

    `rests_on` says where the paper is. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not may(by, locked, "clerk"):
        raise WrongRole(f"Authorizations are recorded by a clerk of {locked.board}.")
    if owner.pk == agent.pk:
        raise NotAllowed("Owner and agent are the same. Nobody needs an authorization to act for themselves.")
    if document is None and not rests_on.strip():
        raise NotAllowed("Say where the signed paper is, or choose the document on file.")
    if document is not None and document.case_id != locked.pk:
        raise NotAllowed(f"That document belongs to another case. Choose one of {locked.number}.")
    if until is not None and until < since:
        raise NotAllowed(f"It would end on {named(until)}, before it begins on {named(since)}.")
    made = Authorization.objects.create(
        owner=owner, agent=agent, board=locked.board, kind="" if every_kind else locked.kind,
        how=How.UPLOAD if document else How.PAPER, document=document, rests_on=rests_on.strip()[:200],
        since=since, until=until, recorded_on=on, by=by,
    )  # fmt: skip
    record(
        locked, "authorization", on=on, by=by, subject=f"authorization-{made.pk}",
        note=f"{agent.name} acts for {owner.name}, {_reach(made)}",
    )  # fmt: skip
    return made


def _reach(made: Authorization) -> str:
    what = made.what.lower() or "every kind of case"
    begins = f" from {named(made.since)}" if made.since else ""
    return f"{what},{begins}" + (f" through {named(made.until)}" if made.until else "")


# ------------------------------------------------------------------------------- by the owner's own word
@transaction.atomic
def ask(
    *, agent: Party, owner_name: str, owner_email: str, board: Board, kind: str, on: date, now: datetime,
    by: Any,
) -> tuple[Authorization, str]:  # fmt: skip
    """Ask an owner, by a link mailed to them, to let the agent act for them. Until they do, nothing holds.

    Returns what was asked, and the token of the link, which is told only here and in the mail. Whether that
    address is on file is told to nobody. Raises NotAllowed.
    """
    if by is None or agent.user_id != by.pk:
        raise NotAllowed(_("You can ask only for yourself."))
    if not owner_name.strip() or not owner_email.strip():
        raise NotAllowed(_("Write the owner’s name and e-mail address."))
    if agent.email and fold(agent.email) == fold(owner_email):
        raise NotAllowed(_("That is your own address. Write the owner’s."))
    asked = Authorization.objects.filter(
        agent__user=by, how=How.CONFIRMED, recorded_on__gte=on - timedelta(days=1)
    )
    if asked.count() >= MOST_ASKED:
        raise NotAllowed(_("You asked several owners today. Go on tomorrow, or bring a signed paper."))
    token = secrets.token_urlsafe(24)
    made = Authorization.objects.create(
        agent=agent, board=board, kind=kind, how=How.CONFIRMED, owner_name=" ".join(owner_name.split())[:200],
        owner_email=owner_email.strip(), recorded_on=on, by=by, token_sha256=_hashed(token),
    )  # fmt: skip
    reader = Party.objects.filter(email__iexact=made.owner_email).order_by("pk").first()
    language = reader.language if reader else settings.LANGUAGE_CODE
    with override(language):
        what = say(made.what) or _("every kind of permit")
        text = _(
            "%(agent)s asks to file applications in your name with the %(board)s: %(what)s.\n\n"
            "Open this page to let them, or to refuse: %(address)s\n\n"
            "If you do nothing, nothing changes. If you do not know them, refuse, and tell the office."
        ) % {"agent": agent.name, "board": board, "what": what,
             "address": f"{settings.SITE_ADDRESS}/authorizations/{token}/"}  # fmt: skip
        subject = _("May %(agent)s act for you?") % {"agent": agent.name}
    tell(
        key=f"authorization:{made.pk}", to_email=made.owner_email, to_name=made.owner_name, board=board,
        subject=subject, text=text, now=now, about=f"authorization-{made.pk}", hold=timedelta(0),
        language=language,
    )  # fmt: skip
    return made, token


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def of_token(token: str) -> Authorization | None:
    """What the mailed link is about; None for a link nobody made."""
    rows = Authorization.objects.select_related("agent", "board", "owner")
    return rows.filter(token_sha256=_hashed(token)).first()


def open_on(made: Authorization, day: date) -> bool:
    """Whether its owner may still say yes or no by the link."""
    unsaid = made.since is None and made.refused_on is None
    return unsaid and day <= made.recorded_on + timedelta(days=LINK_DAYS)


@transaction.atomic
def confirm(made: Authorization, *, on: date) -> Authorization:
    """The owner says yes through the link: it holds from that day. Pressing twice says it once.

    The owner is who is on file with the address the link went to; with none, they are put on file.
    """
    made = Authorization.objects.select_for_update(of=("self",)).get(pk=made.pk)
    if made.since is not None:
        return made
    if not open_on(made, on):
        raise NotAllowed(_("This link is over. Ask for a new one, or bring a signed paper to the office."))
    known = list(Party.objects.filter(email__iexact=made.owner_email).order_by("pk"))
    same = [party for party in known if fold(party.name) == fold(made.owner_name)]
    made.owner = next(iter(same or known), None) or people.add_party(
        name=made.owner_name, email=made.owner_email, on=on, by=None
    )
    made.since = on
    made.save(update_fields=["owner", "since"])
    return made


@transaction.atomic
def refuse(made: Authorization, *, on: date) -> Authorization:
    """The owner says no through the link, or ends what they let somebody do."""
    made = Authorization.objects.select_for_update(of=("self",)).get(pk=made.pk)
    if made.since is not None:
        return _revoke(made, why="Ended by the owner through the mailed link", on=on, by=None)
    if made.refused_on is None:
        made.refused_on = on
        made.save(update_fields=["refused_on"])
    return made


# ------------------------------------------------------------------------------------- ending, disputing
@transaction.atomic
def revoke(made: Authorization, *, why: str, on: date, by: Any) -> Authorization:
    """End an authorization: its owner, or a clerk whom they told. That day no longer counts.

    Raises NotAllowed, WrongRole.
    """
    made = (
        Authorization.objects.select_for_update(of=("self",)).select_related("board", "owner").get(pk=made.pk)
    )
    owns = made.owner is not None and by is not None and made.owner.user_id == by.pk
    if not owns and not may(by, made.board, "clerk"):
        raise WrongRole(_("An authorization is ended by its owner, or by a clerk whom the owner told."))
    return _revoke(made, why=why, on=on, by=by)


def _revoke(made: Authorization, *, why: str, on: date, by: Any) -> Authorization:
    if made.revoked_on is None:
        made.revoked_on, made.revoked_by, made.revoked_why = on, by, why.strip()[:300]
        made.save(update_fields=["revoked_on", "revoked_by", "revoked_why"])
    return made


@transaction.atomic
def dispute(case: Case, *, why: str, key: str, on: date, by: Any) -> Event:
    """An owner says that a case was filed in their name against their will. The office looks at it.

    Nothing is decided by it. Pressing twice says it once. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not owns(by, locked, on):
        raise WrongRole(_("Only its owner disputes what was filed."))
    if not why.strip():
        raise NotAllowed(_("Say in a sentence what is wrong."))
    event = record(locked, "disputed", on=on, by=by, note=why.strip()[:1000], key=f"dispute:{key}")
    raise_task(
        locked, what="The owner disputes this filing. Talk to both", due_on=on, on=on, by=None,
        key=f"dispute-{event.pk}",
    )  # fmt: skip
    case.refresh_from_db()
    return event


def owns(user: Any, case: Case, on: date) -> bool:
    """Whether the case is in the user's name as owner while somebody else applied."""
    mine = case.people.filter(party__user=user)
    others = case.people.filter(role=CaseParty.Role.APPLICANT).exclude(party__user=user)
    return has_part(user, case, on) and mine.filter(role=CaseParty.Role.OWNER).exists() and others.exists()


# ---------------------------------------------------------------------------------------------- filing
def owner_named(user: Any, *, name: str, board: Board, kind: str, on: date) -> Party | None:
    """The owner of this name who lets the user act for them that day; None when no such word is recorded."""
    if user is None or not fold(name):
        return None
    held = Authorization.objects.in_force(on).for_kind(kind).filter(agent__user=user, board=board)
    owners = (each.owner for each in held.select_related("owner").order_by("pk"))
    return next((owner for owner in owners if owner is not None and fold(owner.name) == fold(name)), None)


def kinds_before(board: Board) -> list[kinds.CaseKind]:
    """The kinds that are applied for online before this board."""
    return [kind for kind in kinds.registry.values() if kind.online and board.slug in kind.boards]
