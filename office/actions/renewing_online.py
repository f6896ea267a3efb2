"""Renewing a permit online: why one cannot, one draft for each permit, and the renewal code by mail."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from office import kinds, renewals, spoken
from office.actions import draft_nights, drafts
from office.actions.errors import NotAllowed
from office.actions.events import lock
from office.actions.messages import tell
from office.forms_rows import RowsField
from office.forms_rows import as_sent as rows_as_sent
from office.intake import answers_of
from office.models import Case, CaseParty, Draft, Party
from office.spoken import ENGLISH, say

ASKED = (CaseParty.Role.APPLICANT, CaseParty.Role.AGENT)  # who is written to about a renewal


def why_not(old: Case) -> str:
    """Why this permit cannot be renewed online, with its section and what to do; "" when it can."""
    kind = old.casekind
    new = Case.objects.filter(renews=old).first()
    if not kind.renewable:
        why = gettext("A %(kind)s does not run out, so there is nothing to renew. (%(section)s)")
    elif not kind.online:
        why = gettext("A %(kind)s is renewed at the counter or by mail. (%(section)s)")
    elif old.starts_on is None:
        why = gettext("%(number)s was not issued, so there is no permit to renew. (%(section)s)")
    elif not old.is_open:
        why = gettext("%(number)s is %(status)s, so it is not renewed. File a new application. (%(section)s)")
    elif new is None:
        return ""
    elif new.is_open:
        why = gettext("The renewal of %(number)s was filed on %(day)s: %(new)s. (%(section)s)")
    else:
        why = gettext(
            "The renewal of %(number)s was filed on %(day)s and is %(new_status)s: %(new)s. Call the office, "
            "or file a new application. (%(section)s)"
        )
    return why % {
        "kind": str(say(kind.label)).lower(), "section": kind.section, "number": old.number,
        "status": say(old.status), "day": spoken.day(new.filed_on) if new else "",
        "new": new.number if new else "", "new_status": say(new.status) if new else "",
    }  # fmt: skip


def begun(old: Case, on: date) -> Draft | None:
    """The renewal that somebody has begun online and not filed; None while there is none."""
    return Draft.objects.open(on).filter(renews=old).first()


def filed_online(old: Case) -> Draft | None:
    """The draft with which the renewal was filed online; None when it was not."""
    return Draft.objects.filter(renews=old, case__isnull=False).first()


@transaction.atomic
def begin(
    old: Case, *, on: date, now: datetime, user: Any = None, language: str = ENGLISH
) -> tuple[Draft, str]:
    """Begin the renewal of a permit, or go on with the one that was begun: its draft, and one more link.

    However many press, a permit has one draft, and so one renewal. It is filled with the permit's answers;
    `user` is who signed in. Raises NotAllowed with the reason of `why_not`.
    """
    locked = lock(old)
    if why := why_not(locked):
        raise NotAllowed(why)
    known = Draft.objects.filter(renews=locked, case__isnull=True, emptied_on__isnull=True).first()
    if known is not None and known.expires_on >= on:
        return known, drafts.link(known, now=now)
    if known is not None:
        draft_nights.empty(known, on=on)
    return drafts.begin(
        kind=locked.casekind, board=locked.board, on=on, now=now, user=user, renews=locked,
        answers=as_sent(locked.casekind, answers_of(locked.details)), language=language,
    )  # fmt: skip


def as_sent(kind: kinds.CaseKind, answers: dict[str, Any]) -> dict[str, dict[str, list[str]]]:
    """Answers as a browser would send them, by section; what nobody answered is left out."""
    if kind.form is None or not answers:
        return {}
    form = kind.form(initial=answers)
    sent: dict[str, dict[str, list[str]]] = {}
    for slug, _, names in form.sections:
        for name in names:
            if isinstance(field := form.fields[name], RowsField):
                rows = rows_as_sent(field.row_set, answers.get(name) or ())
                sent.setdefault(slug, {}).update({key: texts for key, texts in rows.items() if texts})
                continue
            value = form[name].value()
            shown = form.fields[name].widget.format_value(value) if value not in (None, "", []) else None
            texts = [str(each) for each in (shown if isinstance(shown, list | tuple) else [shown])]
            if shown not in (None, "", [], ()):
                sent.setdefault(slug, {})[name] = texts
    return sent


def applicant_of(old: Case) -> Party | None:
    """Who applied for the permit: the applicant, else the agent, else the owner, else the holder."""
    parts = list(old.people.select_related("party"))
    for role in (*ASKED, CaseParty.Role.OWNER):
        for part in parts:
            if part.role == role:
                return part.party
    return old.facility.holder if old.facility else None


def owner_of(old: Case) -> Party | None:
    """The owner for whom somebody else applied; None when the owner applied, or is not on file."""
    owners = old.people.filter(role=CaseParty.Role.OWNER).select_related("party")
    mine = applicant_of(old)
    return next((part.party for part in owners if part.party != mine), None)


@transaction.atomic
def mail_code(old: Case, *, now: datetime) -> None:
    """Mail those who applied where they renew; once an hour for a permit, however often somebody asks.

    Nothing tells the caller whether an address is on file.
    """
    people = old.people.filter(role__in=ASKED).select_related("party__user").order_by("pk")
    for party in {part.party_id: part.party for part in people}.values():
        email = party.email or (party.user.email if party.user else "")
        if email:
            with translation.override(party.language):
                subject = gettext("Renew %(number)s") % {"number": old.number}
                text = gettext(
                    "Renew your %(kind)s %(number)s here: %(link)s\n\n"
                    "Whoever has this link can begin the renewal and read what you wrote in it. If you did "
                    "not ask for it, do nothing."
                ) % {
                    "kind": str(say(old.casekind.label)).lower(), "number": old.number,
                    "link": renewals.address(old),
                }  # fmt: skip
            tell(
                key=f"renewal-code:{old.pk}:{party.pk}:{now:%Y%m%d%H}", to_email=email, to_name=party.name,
                board=old.board, subject=subject, about=f"renewal-{old.pk}", case=old, now=now,
                hold=timedelta(0), text=text, language=party.language,
            )  # fmt: skip
