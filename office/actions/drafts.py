"""Drafts: begun by anybody, kept until their last day, filed once.

A draft is reached by a link alone. Its token is told to whoever holds it and never stored: only a hash is.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext

from office import kinds, spoken
from office.actions import people
from office.actions.authorizations import owner_named
from office.actions.cases import open_case
from office.actions.clocks import raise_task
from office.actions.documents import attach_stored
from office.actions.errors import NotAllowed
from office.actions.events import record
from office.actions.messages import tell
from office.calendar import days_after
from office.intake import Intake
from office.kinds import CaseKind
from office.models import (
    Board,
    Case,
    CaseParty,
    ChecklistRow,
    Document,
    Draft,
    DraftFile,
    DraftLink,
    Facility,
    Parcel,
    Party,
)
from office.schedules import named
from office.spoken import ENGLISH, say

KEPT_DAYS = 60  # after the last save; a setting of ours, not law
MOST_MAILED = 5  # links a day for one draft
MOST_MAILED_TO = 10  # links a day to one address, whatever the draft
LONGEST = 60_000  # characters kept of one answer


class StaleDraft(NotAllowed):
    """Another tab or device saved this section first; both versions are shown, by question."""

    def __init__(self, yours: Mapping[str, list[str]], theirs: Mapping[str, list[str]], version: int) -> None:
        self.version = version
        self.differing = sorted(
            name for name in {*yours, *theirs} if yours.get(name, [""]) != theirs.get(name, [""])
        )
        self.yours, self.theirs = dict(yours), dict(theirs)
        super().__init__(
            "These answers were saved elsewhere while you had them open. Look at both, then save again."
        )


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def of_token(token: str) -> Draft | None:
    """The draft this link leads to, filed or not; None for a link nobody made."""
    links = DraftLink.objects.select_related("draft__board", "draft__case")
    found = links.filter(token_sha256=hashed(token)).first()
    return found.draft if found else None


# --------------------------------------------------------------------------------------------- beginning
@transaction.atomic
def begin(
    *,
    kind: CaseKind,
    board: Board,
    on: date,
    now: datetime,
    user: Any = None,
    renews: Case | None = None,
    answers: Mapping[str, Mapping[str, list[str]]] | None = None,
    language: str = ENGLISH,
) -> tuple[Draft, str]:
    """Begin an application; the draft, and the token of its first link.

    `answers` fill it (last year's, for a renewal); `user` is who signed in. Raises NotAllowed for a kind
    that is not applied for online, or a board that does not decide it.
    """
    if not kind.online:
        raise NotAllowed(f"{kind.label} is not applied for online yet. Apply at the counter or by mail.")
    if board.slug not in kind.boards:
        raise NotAllowed(f"{kind.label} is not a matter of the {board}. Choose the board that decides it.")
    draft = Draft.objects.create(
        kind=kind.slug, board=board, user=user, renews=renews, language=language, answers=answers or {},
        begun_on=on, saved_at=now, expires_on=days_after(on, KEPT_DAYS),
    )  # fmt: skip
    return draft, link(draft, now=now)


@transaction.atomic
def link(draft: Draft, *, now: datetime, sent_to: str = "") -> str:
    """Make one more link to the draft; the earlier ones go on working. The token is told only here."""
    token = secrets.token_urlsafe(24)
    DraftLink.objects.create(draft=draft, token_sha256=hashed(token), sent_to=sent_to, made_at=now)
    return token


@transaction.atomic
def send_link(draft: Draft, *, email: str, on: date, now: datetime) -> None:
    """Mail a new link, to go on later or elsewhere. So many a day go out for one draft and to one address.

    Raises NotAllowed past that, or when the draft was filed or is over.
    """
    locked = unfiled(draft, on)
    lately = DraftLink.objects.filter(made_at__gte=now - timedelta(days=1)).exclude(sent_to="")
    if lately.filter(draft=locked).count() >= MOST_MAILED:
        raise NotAllowed(f"{MOST_MAILED} links were mailed today. Each of them works; open the newest one.")
    if lately.filter(sent_to__iexact=email).count() >= MOST_MAILED_TO:
        raise NotAllowed("That address was sent many links today. Open one of them, or go on tomorrow.")
    token = link(locked, now=now, sent_to=email)
    with translation.override(locked.language):
        subject = gettext("Your application, to finish later")
        text = gettext(
            "Go on with your application for a %(kind)s here: %(link)s\n\n"
            "We keep it through %(day)s. Whoever has this link can read and change it."
        ) % {"kind": kind_of(locked), "link": address(token), "day": spoken.day(locked.expires_on)}
    tell(
        key=f"draft-link:{hashed(token)[:32]}", to_email=email, to_name="", board=locked.board, now=now,
        subject=subject, about=f"draft-{locked.pk}", hold=timedelta(0), text=text, language=locked.language,
    )  # fmt: skip


def send_links_to(email: str, *, on: date, now: datetime) -> None:
    """Mail a new link to each of the newest open drafts begun with this address, or once mailed to it.

    Whoever asks learns nothing: past the day's limits nothing more goes out, and an earlier link works.
    """
    theirs = Q(answers__you__email__0__iexact=email) | Q(links__sent_to__iexact=email)
    newest = Draft.objects.open(on).filter(theirs).distinct()[:MOST_MAILED]
    for draft in newest:
        with suppress(NotAllowed):
            send_link(draft, email=email, on=on, now=now)


def kind_of(draft: Draft) -> str:
    """What is applied for, as it stands within a sentence of the reader's language."""
    return str(say(kinds.get(draft.kind).label)).lower()


def address(token: str) -> str:
    """Where a link leads."""
    return f"{settings.SITE_ADDRESS}/drafts/{token}/"


def _lock(draft: Draft) -> Draft:
    """The draft's row, fresh and locked until the transaction ends.

    The case is not joined: PostgreSQL, having waited for the row, would join what was there before.
    """
    return Draft.objects.select_for_update().get(pk=draft.pk)


def unfiled(draft: Draft, on: date) -> Draft:
    """The draft's row, fresh and locked; NotAllowed when it was filed or its last day has passed."""
    locked = _lock(draft)
    if locked.case is not None:
        raise NotAllowed(f"This application was filed as {locked.case.number}; it cannot be changed here.")
    if locked.expires_on < on:
        raise NotAllowed(f"This draft was kept through {named(locked.expires_on)}. Begin a new one.")
    return locked


# ------------------------------------------------------------------------------------------------ saving
@transaction.atomic
def save_section(
    draft: Draft,
    *,
    section: str,
    raw: Mapping[str, list[str]],
    version: int,
    on: date,
    now: datetime,
    language: str = "",
) -> Draft:
    """Keep the answers of one section as they were typed; `version` is the section as the person saw it.
    From then on they are written to in `language`, the one they read it in.

    Raises StaleDraft with both versions when another tab saved different ones first, and NotAllowed. The
    same answers again are no conflict: a button pressed twice changes nothing but the last day, which moves.
    """
    locked = unfiled(draft, on)
    if language and language != locked.language:
        locked.language = language
        locked.save(update_fields=["language"])
    kept = as_kept(raw)
    if kept == locked.raw(section):
        if locked.expires_on == days_after(on, KEPT_DAYS):
            return locked
    elif version != locked.version_of(section):
        raise StaleDraft(kept, locked.raw(section), locked.version_of(section))
    else:
        locked.answers = {**locked.answers, section: kept}
        locked.versions = {**locked.versions, section: version + 1}
    touch(locked, on, now)
    locked.save(update_fields=["answers", "versions"])
    return locked


def as_kept(raw: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Answers as they are kept: without the one character no database takes, and none endless."""
    return {name: [value.replace("\0", "")[:LONGEST] for value in values] for name, values in raw.items()}


def touch(draft: Draft, on: date, now: datetime) -> None:
    """Count the days it is kept anew."""
    draft.saved_at, draft.expires_on, draft.warned_on = now, days_after(on, KEPT_DAYS), None
    draft.save(update_fields=["saved_at", "expires_on", "warned_on"])


def drop(files: Iterable[DraftFile]) -> None:
    """Forget files that no case has, with their bytes once that is certain; what replaced another first."""
    for kept in files:
        transaction.on_commit(partial(kept.file.storage.delete, str(kept.file.name)), robust=True)
        kept.delete()


# ------------------------------------------------------------------------------------------------ filing
@dataclass(frozen=True, kw_only=True)
class OnlineApplication:
    """What a draft says when it is filed: read from its raw answers, every part readable.

    `applicant` are the columns of a person to add; `party` one on file, of somebody who signed in. `owner`
    is who they act for, when they are no owner, with `authorization`: what they declared about it. `place`
    is how they wrote the place when no lot on file was chosen. `not_applying` gives the reason for each
    checklist item that does not apply.
    """

    intake: Intake
    applicant: Mapping[str, str]
    party: Party | None = None
    owner: str = ""
    authorization: str = ""
    parcel: Parcel | None = None
    place: str = ""
    facility: Facility | None = None
    new_facility: str = ""
    not_applying: Mapping[str, str] = field(default_factory=dict)


@transaction.atomic
def file(draft: Draft, *, said: OnlineApplication, on: date, now: datetime, by: Any) -> Case:
    """File the draft: one transaction, one case, whatever the number of clicks.

    Filed before: the same case again. `by` is the applicant who signed in, or None. Raises NotAllowed.
    """
    if (case := _lock(draft).case) is not None:
        return case
    locked = unfiled(draft, on)
    kind = said.intake.kind
    party = said.party or people.add_party(
        **said.applicant, user=by, on=on, by=None, language=locked.language
    )
    known = owner_named(by, name=said.owner, board=locked.board, kind=kind.slug, on=on)
    owner = known or _owner(said.owner, locked.renews, on=on)
    parcels = [said.parcel] if said.parcel else []
    if locked.renews is not None:
        facility, parcels = locked.renews.facility, list(locked.renews.parcels.all())
    else:
        facility = _facility(kind, said, owner or party, on=on)
    case = open_case(
        kind=kind.slug, on=on, by=by, board=locked.board, intake=said.intake, parcels=parcels,
        facility=facility, people=_parts(kind, party, owner), renews=locked.renews,
        key=f"draft-{locked.pk}", online=True, note=_where(said),
    )  # fmt: skip
    _hand_to_the_office(case, said, party, recorded=known is not None, on=on)
    for item, reason in said.not_applying.items():
        case.checklist.filter(item=item).update(state=ChecklistRow.State.DOES_NOT_APPLY, reason=reason[:300])
        record(case, "checklist", on=on, by=by, subject=item, note=f"Does not apply: {reason[:300]}")
    _hand_in(case, locked, on=on, by=by)
    locked.case, locked.filed_at = case, now
    locked.save(update_fields=["case", "filed_at"])
    _confirm(locked, case, party, now=now)
    return case


def _owner(name: str, renews: Case | None, *, on: date) -> Party | None:
    """Whom they act for: of a renewal the owner on file under that name, or else somebody new."""
    if not name.strip():
        return None
    if renews is not None:
        known = renews.people.filter(role=CaseParty.Role.OWNER, party__name=" ".join(name.split()))
        if part := known.select_related("party").first():
            return part.party
    return people.add_party(name=name, on=on, by=None)


def _facility(kind: CaseKind, said: OnlineApplication, holder: Party, *, on: date) -> Facility | None:
    if said.facility is not None or not kind.facility:
        return said.facility
    name = (said.new_facility or said.place).strip() or holder.name
    return people.add_facility(
        kind=kind.facility, name=name[:200], parcel=said.parcel, holder=holder, on=on, by=None
    )


def _parts(kind: CaseKind, party: Party, owner: Party | None) -> list[tuple[Party, str]]:
    """Who has which part: who files is the applicant, and the owner too unless they act for one."""
    roles = CaseParty.Role
    parts = [(party, roles.APPLICANT), (party, roles.AGENT if owner else roles.OWNER)]
    if owner is not None:
        parts.append((owner, roles.OWNER))
    return [(who, role.value) for who, role in parts if role in kind.roles]


def _where(said: OnlineApplication) -> str:
    wrote = "" if said.parcel else " ".join(said.place.split())
    return f"Filed online. Where: {wrote[:300]}" if wrote else "Filed online."


def _hand_to_the_office(
    case: Case, said: OnlineApplication, party: Party, *, recorded: bool, on: date
) -> None:
    """What the office must know or look at of an application that came without a clerk."""
    if said.authorization.strip():
        on_record = "An authorization is on record." if recorded else "No authorization is on record."
        said_so = f"{party.name} declared: {said.authorization.strip()} {on_record}"
        record(case, "note", on=on, by=None, note=said_so)
    if said.parcel is None and said.place.strip():
        what = f"Match the place to a lot: {' '.join(said.place.split())[:150]}"
        raise_task(case, what=what, due_on=on, on=on, by=None, key="match-lot")
    if case.renews is not None and said.party is None:
        what = f"Compare the applicant with {case.renews.number}: the name or how to reach them is another"
        raise_task(case, what=what, due_on=on, on=on, by=None, key="compare-applicant")


def _hand_in(case: Case, draft: Draft, *, on: date, by: Any) -> None:
    """Put the files on the case, each with what it replaced; of those taken off only their names."""
    rows = list(draft.files.order_by("pk"))
    newer = {row.replaces_id: row for row in rows if row.replaces_id}

    def counts(row: DraftFile) -> bool:
        while row.pk in newer:
            row = newer[row.pk]
        return row.removed_at is None

    put: dict[int | None, Document] = {}
    for row in filter(counts, rows):
        put[row.pk] = attach_stored(
            case, columns=row.as_columns(), label=row.label, item=row.item, replaces=put.get(row.replaces_id),
            on=on, by=by,
        )  # fmt: skip
    gone = [row for row in rows if row.pk not in put]
    if gone:
        names = ", ".join(row.shown_name for row in gone)
        record(case, "note", on=on, by=by, note=f"Taken off before it was filed: {names[:500]}")
    drop(reversed(gone))


def _confirm(draft: Draft, case: Case, party: Party, *, now: datetime) -> None:
    """Mail whoever filed the number, and a link to the page that says so."""
    if party.email:
        token = link(draft, now=now, sent_to=party.email)
        with translation.override(draft.language):
            subject = gettext("[Filed] %(number)s") % {"number": case.number}
            text = gettext(
                "We have your application for a %(kind)s. Its number is %(number)s.\n\n"
                "What happens next, what we still need, and your copy: %(link)s"
            ) % {"kind": kind_of(draft), "number": case.number, "link": address(token)}
        tell(
            key=f"draft-filed:{draft.pk}", to_email=party.email, to_name=party.name, board=case.board,
            subject=subject, about=f"draft-{draft.pk}-filed", case=case, now=now, hold=timedelta(0),
            text=text, language=draft.language,
        )  # fmt: skip
