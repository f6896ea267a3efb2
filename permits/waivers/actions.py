"""What is done with a waiver: aimed at a case, put in writing, signed, and so put into effect (09.0.3)."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction

from office import regulations
from office.actions import documents, steps
from office.actions.cases import fresh_code, in_the_way, issue, open_case, rule_on
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import live_events, lock, record
from office.actions.meetings import members_of, name_of
from office.actions.rulings import withdraw_granted
from office.intake import Intake
from office.law import Rule, State
from office.models import Case, Event, Ruling, User, Vote, reading_on
from office.permissions import PARTS, may
from office.schedules import named
from permits.waivers.models import (
    EFFECTIVE,
    SIGNED,
    WAIVER,
    WRITTEN,
    Instrument,
    Signature,
    StateAnswer,
    Waiver,
    granting_vote,
    instrument_of,
    section_of,
    signatures_of,
    state_answer_of,
)
from permits.waivers.rules import EFFECT_READING, ON_VOTE, SIGNATURES

TO_SIGN, IN_EFFECT = "to be signed", "in effect"


def _need(by: Any, case: Case, *roles: str) -> None:
    if not may(by, case, *roles):
        raise WrongRole(f"This is for a {' or '.join(roles)} of {case.board}.")


# -------------------------------------------------------------------------- for which case, which rule
@transaction.atomic
def open_for(parent: Case, *, rule: str, intake: Intake, on: date, by: Any, key: str) -> Case:
    """File a waiver of one rule of a case on file, for the people and the lots of that case.

    `key` makes pressing twice one waiver. Raises NotAllowed, WrongRole.
    """
    if earlier := Case.objects.filter(filing_key=key, kind=WAIVER).first():
        return earlier
    people = [(row.party, row.role) for row in parent.people.filter(role__in=PARTS).select_related("party")]
    case = open_case(
        kind=WAIVER, on=on, by=by, board=parent.board, intake=intake, parcels=list(parent.parcels.all()),
        people=people, parent=parent, key=key,
    )  # fmt: skip
    aim(case, parent=parent, rule=rule, on=on, by=by)
    return case


def target(case: Case, parent: Case, rule: str) -> Rule:
    """The rule of `parent` that the waiver may vary. Raises NotAllowed when the waiver names another."""
    if parent.board_id != case.board_id:
        raise NotAllowed(f"{parent.number} is before {parent.board}, which does not decide this waiver.")
    law = parent.casekind.law
    declared = next((each for each in law.rules if each.slug == rule), None) if law else None
    if declared is None:
        raise NotAllowed(f"{parent.casekind.label} has no rule called {rule!r}.")
    if not declared.waivable:
        raise NotAllowed(f"{declared.cite} cannot be waived. The application must meet it.")
    named_section = section_of(case.details.section)
    if named_section is None or named_section.cite != regulations.resolve(declared.cite).cite:
        raise NotAllowed(
            f"The waiver names “{case.details.section}”, and that rule of {parent.number} stands in "
            f"{declared.cite}. A waiver reaches only the rule it names (09.0.3(3))."
        )
    here, there = ({lot.pk for lot in each.parcels.all()} for each in (case, parent))
    if here and there and not here & there:
        raise NotAllowed(f"{parent.number} is about another lot than this waiver.")
    return declared


def rules_named(case: Case, parent: Case) -> list[Rule]:
    """The rules of `parent` that stand in the section the waiver names."""
    section, law = section_of(case.details.section), parent.casekind.law
    if section is None or law is None:
        return []
    return [rule for rule in law.rules if regulations.resolve(rule.cite).cite == section.cite]


@transaction.atomic
def aim(case: Case, *, parent: Case, rule: str, on: date, by: Any) -> None:
    """Say of which case, and of which rule of it, the waiver is. One that is in effect varies it at once.

    Raises NotAllowed when the rule is not the one the waiver names, or it varies another already.
    """
    locked = lock(case)
    _need(by, locked, "clerk")
    if not locked.is_open:
        raise NotAllowed(f"{locked.number} is {locked.status}.")
    declared = target(locked, parent, rule)
    varied = Ruling.objects.live().filter(granted_by=locked).select_related("case").first()
    if varied is not None and (varied.case_id, varied.rule) != (parent.pk, rule):
        raise NotAllowed(f"It varies {varied.case.number} already. For another case file another waiver.")
    locked.parent = parent
    locked.save(update_fields=["parent"])
    details = locked.details
    details.rule, details.for_case = rule, parent.number
    details.save(update_fields=["rule", "for_case"])
    record(locked, "aimed", on=on, by=by, note=f"{parent.number}: {declared.says} ({declared.cite})")
    if locked.status == IN_EFFECT:
        _vary(locked, on=on, by=by)
    case.refresh_from_db()
    case.forget_details()


def _vary(case: Case, *, on: date, by: Any) -> None:
    """Write the variance on the rule of the case it is for, in place of an earlier one of this waiver."""
    details: Waiver = case.details
    if case.parent is None or not details.rule:
        return
    withdraw_granted(case, on=on, by=by, why=f"Granted anew by {case.number}.")
    text, limit, vote = _granted(case)
    started = case.starts_on or on
    rule_on(
        case.parent, rule=details.rule, says=State.VARIED, why=text, vote=vote, limit=limit,
        on=max(started, case.parent.filed_on), effective_on=started, by=by, granted_by=case,
    )  # fmt: skip


def _granted(case: Case) -> tuple[str, Decimal | None, str]:
    """What was granted: its words, the figure it reaches to, and the vote or answer it rests on."""
    answer = state_answer_of(case)
    if answer is not None:
        return answer.text, answer.limit, f"{answer.department}, {answer.reference}"
    instrument, vote = instrument_of(case), granting_vote(case)
    assert instrument is not None
    assert vote is not None
    return instrument.text, instrument.limit, vote_in_words(vote)


def vote_in_words(vote: Vote) -> str:
    """ "Vote of Monday, June 8, 2026, 3–0: carries"."""
    return f"Vote of {named(vote.item.meeting.on)}, {vote.says}"


# ------------------------------------------------------------------------------------------- in writing
@transaction.atomic
def write(
    case: Case,
    *,
    text: str,
    on: date,
    by: Any,
    limit: Decimal | None = None,
    until_on: date | None = None,
) -> Instrument:
    """Put the waiver that was voted in writing, for members to sign. Written anew, it is unsigned again.

    `limit` is the figure it reaches to in the rule's own unit, `until_on` its last day. Raises NotAllowed
    without a vote that stands, or when the last day comes before the first.
    """
    locked = lock(case)
    _need(by, locked, "clerk")
    vote = granting_vote(locked)
    if vote is None:
        raise NotAllowed(
            "No vote of the Board that grants it is recorded. Record the vote at its meeting (09.0.3(3))."
        )
    if not text.strip():
        raise NotAllowed("Write what is waived, for what, and up to where (09.0.3).")
    if on < vote.item.meeting.on:
        raise NotAllowed(
            f"The Board voted on {named(vote.item.meeting.on)}. Put it in writing then, or later."
        )
    if until_on is not None and until_on < on:
        raise NotAllowed("Its last day comes before the day it is written. Correct one of the two.")
    for event in live_events(locked):
        if event.slug == SIGNED:
            _void(event, note="Written anew.", by=by)
    event = record(locked, WRITTEN, on=on, by=by, note=text.strip(), cleared=True)
    case.refresh_from_db()
    return Instrument.objects.create(
        case=locked, event=event, text=text.strip(), limit=limit, until_on=until_on, written_on=on, by=by
    )


def _void(event: Event, *, note: str, by: Any) -> None:
    """Strike an entry that nothing of the status hangs on."""
    Event.objects.create(
        case_id=event.case_id, slug=event.slug, on=event.on, by=by, subject=event.subject, note=note,
        corrects=event, void=True,
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------- signing
@transaction.atomic
def sign(case: Case, *, on: date, by: Any, version: int) -> Signature:
    """The member `by` signs what is written, on the day `on`. The second signature puts it into effect.

    `version` is the case as the member read it: what was written anew since is not signed unread. Raises
    NotAllowed, WrongRole.
    """
    locked = lock(case)
    _need(by, locked, "member")
    if version != locked.version:
        raise NotAllowed("The waiver changed while you had it open. Read it again, then sign.")
    signed = _sign(locked, by, signed_on=on, way=Signature.Way.SCREEN, by=by)
    put_into_effect(locked, by=by)
    case.refresh_from_db()
    return signed


@transaction.atomic
def sign_on_paper(case: Case, *, member: User, signed_on: date, file: Any, on: date, by: Any) -> Signature:
    """A clerk records that a member signed on paper, with the scan. Raises NotAllowed, UploadRefused."""
    locked = lock(case)
    _need(by, locked, "clerk")
    if all(member.pk != each.pk for each in members_of(locked.board)):
        raise NotAllowed("Only members of the Board sign a waiver (09.0.3).")
    _check_signature(locked, member, signed_on)
    scan = documents.attach(
        locked, file=file, label=f"Signed waiver, {name_of(member)}", on=max(on, signed_on), by=by
    )
    signed = _sign(locked, member, signed_on=signed_on, way=Signature.Way.PAPER, by=by, document=scan)
    put_into_effect(locked, by=by)
    case.refresh_from_db()
    return signed


def _check_signature(case: Case, member: User, signed_on: date) -> Instrument:
    """What is signed; NotAllowed when this member cannot sign it on that day."""
    instrument = instrument_of(case)
    if instrument is None or case.status not in (TO_SIGN, IN_EFFECT):
        raise NotAllowed(f"{case.number} is {case.status}: nothing is written that could be signed.")
    signed = signatures_of(instrument)
    if any(each.member_id == member.pk for each in signed):
        raise NotAllowed(f"{name_of(member)} has signed it already.")
    if signed_on < instrument.written_on:
        raise NotAllowed(f"It was put in writing on {named(instrument.written_on)}. Nobody signed it before.")
    if instrument.until_on is not None and signed_on > instrument.until_on:
        raise NotAllowed(f"Its last day, {named(instrument.until_on)}, has passed. Write it anew.")
    if case.status == IN_EFFECT and signed_on < signed[SIGNATURES - 1].signed_on:
        raise NotAllowed(
            f"It took effect with the signature of {named(signed[SIGNATURES - 1].signed_on)}. An earlier one "
            "would move that day: take that signature back first, then record both."
        )
    return instrument


def _sign(case: Case, member: User, *, signed_on: date, way: str, by: Any, document: Any = None) -> Signature:
    instrument = _check_signature(case, member, signed_on)
    event = record(
        case, SIGNED, on=signed_on, by=by, subject=f"member-{member.pk}", note=name_of(member), cleared=True
    )
    return Signature.objects.create(
        instrument=instrument, event=event, member=member, name=name_of(member), signed_on=signed_on, way=way,
        document=document, by=by,
    )  # fmt: skip


def effect_day(case: Case) -> date | None:
    """From which day the waiver is in effect as it stands; None while two have not signed, or no vote stands.

    The day of the second signature; or that of the vote, as the town reads it (09.0.3).
    """
    signed, vote = signatures_of(instrument_of(case)), granting_vote(case)
    if len(signed) < SIGNATURES or vote is None:
        return None
    second = signed[SIGNATURES - 1].signed_on
    voted: date = vote.item.meeting.on
    return voted if reading_on(case.board, EFFECT_READING, second) == ON_VOTE else second


@transaction.atomic
def put_into_effect(case: Case, *, by: Any) -> bool:
    """Put it into effect if it is written and signed by two, and nothing stands in the way; whether it was.

    Once in effect it varies the rule of the case it is for.
    """
    locked = lock(case)
    day = effect_day(locked)
    if locked.status != TO_SIGN or day is None or in_the_way(locked, day):
        return False
    instrument = instrument_of(locked)
    assert instrument is not None
    issue(locked, on=day, by=by, until_on=instrument.until_on)
    _vary(locked, on=day, by=by)
    case.refresh_from_db()
    return True


@transaction.atomic
def take_back_signature(signature: Signature, *, why: str, on: date, now: datetime, by: Any) -> None:
    """Say that a signature was recorded wrongly. With fewer than two left the waiver is not in effect.

    Raises NotAllowed when something rests on the variance it granted.
    """
    case = lock(signature.instrument.case)
    _need(by, case, "clerk")
    if not why.strip():
        raise NotAllowed("Say what was recorded wrongly, in one sentence.")
    standing = {each.pk for each in signatures_of(instrument_of(case))}
    if signature.pk not in standing:
        raise NotAllowed("This signature no longer counts. Open the page again.")
    note = f"Signature of {signature.name} taken back. {why.strip()}"
    if case.status == IN_EFFECT:
        effect = next(each for each in reversed(live_events(case)) if each.slug == EFFECTIVE)
        withdraw_granted(case, on=on, by=by, why=note)
        steps.strike(effect, by=by, now=now, note=note, cleared=True)
    _void(signature.event, note=note, by=by)
    put_into_effect(case, by=by)


# --------------------------------------------------------------------------------------- the state's answer
@transaction.atomic
def state_allows(
    case: Case,
    *,
    department: str,
    reference: str,
    text: str,
    on: date,
    by: Any,
    limit: Decimal | None = None,
    until_on: date | None = None,
) -> StateAnswer:
    """Record that the state allows what the Board endorsed, on the day `on` (09.0.3(2)).

    It varies the rule of the case it is for from that day. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    _need(by, locked, "clerk")
    if not (department.strip() and reference.strip() and text.strip()):
        raise NotAllowed("Name the department, its letter or number, and what it allows (09.0.3(2)).")
    if until_on is not None and until_on < on:
        raise NotAllowed("Its last day comes before the day of the answer. Correct one of the two.")
    locked.code = locked.code or fresh_code()
    locked.save(update_fields=["code"])
    event = record(
        locked, "state-allowed", on=on, by=by, note=f"{department.strip()}, {reference.strip()}",
        from_on=on, until_on=until_on, cleared=True,
    )  # fmt: skip
    answer = StateAnswer.objects.create(
        case=locked, event=event, department=department.strip(), reference=reference.strip(),
        text=text.strip(), limit=limit, until_on=until_on, answered_on=on, by=by,
    )  # fmt: skip
    _vary(locked, on=on, by=by)
    case.refresh_from_db()
    return answer
