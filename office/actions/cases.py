"""Opening, changing and deciding cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from office import codes, kinds
from office.actions import money
from office.actions.errors import CannotIssue, NotAllowed, Obstacle, StaleSave, WrongRole
from office.actions.events import (
    check,
    correct,
    correctable,
    lacking,
    live_events,
    lock,
    record,
    refuse_overlap,
    rewind,
    rulings_of,
    set_aside,
    strike,
    take_snapshot,
)
from office.actions.renewing import carry_over
from office.intake import Filing, Intake, answers_of
from office.models import (
    Board,
    Case,
    CaseParty,
    ChecklistRow,
    Condition,
    Event,
    Facility,
    Hold,
    Parcel,
    Party,
    Ruling,
)
from office.models.rows import rows_of
from office.numbering import next_number
from office.permissions import may
from office.pricing import dollars

__all__ = [
    "amend", "correct", "correctable", "fresh_code", "in_the_way", "issue", "open_case", "record", "rewind",
    "rule_on", "strike", "term_of",
]  # fmt: skip

ONE_DAY = timedelta(days=1)
SETTLES = "The applicant changes it, or the board rules on it"
PAYS = "The applicant pays, or a clerk reverses the charge"


@transaction.atomic
def open_case(
    *,
    kind: str,
    on: date,
    by: Any,
    intake: Intake | None = None,
    board: Board | None = None,
    parcels: Sequence[Parcel] = (),
    facility: Facility | None = None,
    people: Iterable[tuple[Party, str]] = (),
    renews: Case | None = None,
    parent: Case | None = None,
    key: str | None = None,
    note: str = "",
    online: bool = False,
    number: str = "",
) -> Case:
    """File an application or open a matter: number, people, answers, checklist, snapshot, charges.

    `intake` holds the answers and must be readable; `key` makes pressing twice one case; `note` goes
    with the filing into the history. `online`, anybody may file a kind that is applied for online; else
    only a clerk or the office itself. `number` is one that was set aside for this case before; who calls
    holds it locked. Raises NotAllowed with what is wrong and what to do.
    """
    if earlier := _filed_before(key, kind):
        return earlier
    declared = kinds.get(kind)
    board = board or Board.objects.get(slug=declared.boards[0])
    _check_filer(declared, board, by=by, online=online)
    _check_opening(declared, board, parcels=parcels, facility=facility, renews=renews)
    if intake is not None and not intake.is_valid():
        raise NotAllowed("Some answers cannot be read. Correct the marked ones; nothing was lost.")
    try:
        # The number is taken inside, so that it goes back when somebody else was first.
        with transaction.atomic():
            case = Case.objects.create(
                number=number or next_number(declared.series, on.year), kind=kind, board=board,
                facility=facility, renews=renews, renewal_no=renews.renewal_no + 1 if renews else 0,
                parent=parent, filed_on=on, filing_key=key, status=declared.lifecycle.first,
            )  # fmt: skip
    except IntegrityError:
        if earlier := _filed_before(key, kind):
            return earlier
        if renews is not None and Case.objects.filter(renews=renews).exists():
            raise NotAllowed(_already_renewed(renews)) from None
        raise
    case.parcels.set(parcels)
    for party, role in people:
        CaseParty.objects.create(case=case, party=party, role=role)
    if intake is not None:
        intake.save(case)
    ChecklistRow.objects.bulk_create(ChecklistRow(case=case, item=item.slug) for item in declared.checklist)
    record(case, "filed", on=on, by=by, note=note)
    money.charge_fees(case, on=on, by=by)
    if renews is not None:
        record(renews, "renewal-filed", on=on, by=by, note=case.number)
        # Of an application that came without a clerk the office itself brings along what still stands.
        carry_over(case, on=on, by=None if online else by)
    return case


def _filed_before(key: str | None, kind: str) -> Case | None:
    """The case an earlier press of the same form made."""
    earlier = Case.objects.filter(filing_key=key).first() if key else None
    if earlier is not None and earlier.kind != kind:
        raise NotAllowed(f"This form was already used for {earlier.number}. Open the page again.")
    return earlier


def _check_filer(declared: kinds.CaseKind, board: Board, *, by: Any, online: bool) -> None:
    if online and not declared.online:
        raise NotAllowed(f"{declared.label} is not applied for online yet. Apply at the counter or by mail.")
    if not online and not may(by, board, *declared.openers):
        roles = " or ".join(declared.openers)
        raise WrongRole(f"Only a {roles} of {board} takes in a {declared.label.lower()}.")


def _check_opening(
    declared: kinds.CaseKind,
    board: Board,
    *,
    parcels: Sequence[Parcel],
    facility: Facility | None,
    renews: Case | None,
) -> None:
    if board.slug not in declared.boards:
        raise NotAllowed(
            f"{declared.label} is not a matter of the {board}. Choose the board that decides it."
        )
    for parcel in parcels:
        if parcel.town != board.town:
            raise NotAllowed(
                f"{parcel} lies in {parcel.town}, not in {board.town}. Choose a lot in {board.town}, or file "
                f"with {parcel.town}."
            )
    if declared.facility and facility is None:
        raise NotAllowed(f"Say which {declared.facility} this is for, or add a new one ({declared.section}).")
    if facility and declared.facility and facility.kind != declared.facility:
        raise NotAllowed(f"{facility} is a {facility.kind}, not a {declared.facility}. Choose another.")
    if renews is None:
        return
    if renews.kind != declared.slug or renews.facility_id != (facility.pk if facility else None):
        raise NotAllowed(
            f"A renewal is for the same permit as {renews.number}. File a new application instead."
        )
    if not renews.is_open or renews.starts_on is None:
        raise NotAllowed(f"{renews.number} is {renews.status} and cannot be renewed. File a new application.")
    if Case.objects.filter(renews=renews).exists():
        raise NotAllowed(_already_renewed(renews))


def _already_renewed(old: Case) -> str:
    new = Case.objects.get(renews=old)
    if new.is_open:
        return f"{old.number} was already renewed by {new.number}. Open that case instead."
    return (
        f"{old.number} has a renewal, {new.number}, which is {new.status}. Strike that entry in its history "
        "to take it up again, or file a new application."
    )


@transaction.atomic
def amend(case: Case, *, intake: Intake, on: date, by: Any, version: int, note: str = "") -> Event:
    """Replace the answers of a case that is not decided yet, under a new snapshot.

    `intake` is bound to the details row and to what the person typed; `version` is the case as they saw
    it. Raises StaleSave with both versions when somebody saved first.
    """
    locked = lock(case)
    if not may(by, locked, "clerk"):
        raise WrongRole(f"Only a clerk of {locked.board} changes the answers.")
    if not locked.is_open or locked.starts_on is not None:
        raise NotAllowed(f"{locked.number} is {locked.status}; its answers stand as they were decided.")
    steps = locked.casekind.lifecycle.step
    if any(steps(event.slug).vote_only for event in live_events(locked)):
        raise NotAllowed(f"The board voted on these answers of {locked.number}. Take that vote back first.")
    if not intake.is_valid() or intake.form is None:
        raise NotAllowed("Some answers cannot be read. Correct the marked ones; nothing was lost.")
    if version != locked.version:
        yours = {name: intake.form.cleaned_data[name] for name in intake.form.fields}
        theirs = {name: value for name, value in answers_of(locked.details).items() if name in yours}
        differing = {name for name in theirs if theirs[name] != yours[name]}
        raise StaleSave({name: theirs[name] for name in differing}, {name: yours[name] for name in differing})
    facts = Filing.of_case(locked).facts(on)
    old = type(intake.form.instance).objects.filter(case=locked).first()
    before = model_to_dict(old) | rows_of(old) if old else {}
    details = intake.save(locked)
    after = model_to_dict(details) | rows_of(details)
    changed = sorted(name for name in after if before.get(name) != after[name])
    locked.version += 1
    locked.save(update_fields=["version"])
    set_aside(locked, facts, on=on, by=by)
    case.forget_details()
    labels = [str(intake.form.fields[name].label or name) for name in changed if name in intake.form.fields]
    said = "; ".join(part for part in (note, "Changed: " + ", ".join(labels) if labels else "") if part)
    event = record(case, "amended", on=on, by=by, note=said)
    # A fee that waited for an answer is charged now; one already charged stays as it is.
    money.charge_fees(case, on=on, by=by)
    return event


@transaction.atomic
def rule_on(
    case: Case,
    *,
    rule: str,
    says: str,
    why: str,
    vote: str,
    on: date,
    by: Any,
    limit: Decimal | None = None,
    effective_on: date | None = None,
    granted_by: Case | None = None,
) -> Ruling:
    """Record the board's word on one rule by its slug: met, unmet, or varied, perhaps up to `limit`.

    `vote` names the vote it rests on. It counts from `effective_on`, or else the day `on`. `granted_by` is
    the case that grants a variance; where a kind alone varies a book's rules there is no other way. Raises
    NotAllowed when the rule is not the kind's or not waivable.
    """
    locked = lock(case)
    if not may(by, locked, "clerk", "member"):
        raise WrongRole(f"Rulings are recorded by a clerk or member of {locked.board}.")
    law = locked.casekind.law
    declared = next((each for each in law.rules if each.slug == rule), None) if law else None
    if declared is None:
        raise NotAllowed(f"{locked.casekind.label} has no rule called {rule!r}.")
    if says not in Ruling.Says.values:
        raise NotAllowed("Say whether the board found the rule met, not met, or granted a variance.")
    if says == Ruling.Says.VARIED and not declared.waivable:
        raise NotAllowed(f"{declared.cite} cannot be waived. The application must meet it.")
    only = kinds.varied_by(locked.board.slug, declared.cite) if says == Ruling.Says.VARIED else None
    if only is not None and (granted_by is None or granted_by.kind != only.slug):
        raise NotAllowed(
            f"{declared.cite} is varied only by a {only.label.lower()} of its own ({only.section}). File one "
            f"for {locked.number}."
        )
    if not why.strip() or not vote.strip():
        raise NotAllowed("A ruling needs the vote it rests on and the board's reason.")
    event = record(locked, "ruling", on=on, by=by, subject=rule, note=f"{why} ({vote})")
    ruling = Ruling.objects.create(
        case=locked, event=event, rule=rule, says=says, limit=limit, why=why, vote=vote,
        effective_on=effective_on or on, granted_by=granted_by,
    )  # fmt: skip
    take_snapshot(locked, event)
    return ruling


def in_the_way(case: Case, on: date) -> list[Obstacle]:
    """Everything that stops issuing on the day `on`, and who can take it away."""
    found = [
        Obstacle("finding", finding.says, SETTLES, finding.cite, subject=finding.rule)
        for finding in Filing.of_case(case).findings(on, rulings_of(case, on))
        if finding.stops_issuing
    ]
    found += [
        Obstacle(
            "checklist",
            f"{row.label} is missing.",
            "The applicant, or a clerk with a reason",
            _cite(case, row),
            subject=row.item,
        )
        for row in case.checklist.filter(state=ChecklistRow.State.MISSING)
    ]
    gate = next((step for step in case.casekind.lifecycle.steps if step.gate), None)
    found += [
        Obstacle("step", f"“{done}” is not recorded.", "A clerk", gate.cite if gate else "", subject=slug)
        for slug, done in lacking(gate, case)
    ]
    if case.renews and not case.renews.is_open:
        says = f"{case.renews.number}, which this would renew, is {case.renews.status}."
        found.append(Obstacle("renewal", says, "Withdraw this renewal and file a new application"))
    if money.fee_unknown(case, on):
        found.append(Obstacle("fee", "The fee is not set. Enter an amount and the reason.", "A clerk"))
    due = money.balance(case)
    if due > 0:
        found.append(Obstacle("money", f"{dollars(due)} is due.", PAYS))
    for hold in Hold.objects.standing().on_case(case).exclude(level=Hold.Level.WARNING):
        found.append(
            Obstacle("hold", hold.reason, f"The {hold.get_lifted_by_role_display().lower()} may lift it",
                     hold.cite, overridable=hold.level == Hold.Level.SOFT, subject=str(hold.pk))
        )  # fmt: skip
    return found


def _cite(case: Case, row: ChecklistRow) -> str:
    return next((item.cite for item in case.casekind.checklist if item.slug == row.item), "")


def term_of(case: Case, on: date) -> tuple[date, date | None]:
    """First and last day of the term if the case were issued on `on`; no last day for a kind without a term.

    Nor for one that ends with days of its own while nobody has said them; `issue` refuses that.
    A renewal never starts before the old term has ended, and continues it when it is issued in time.
    """
    start, after = on, None
    if case.renews and case.renews.ends_on and case.renews.ends_on >= on:
        after = case.renews.ends_on
        start = after + ONE_DAY
    term, ends = case.casekind.term, case.casekind.ends
    if ends is not None:
        return start, ends(case.details)
    return start, term(start, after) if term else None


@transaction.atomic
def issue(
    case: Case, *, on: date, by: Any, override: str = "", key: str | None = None, version: int | None = None,
    until_on: date | None = None,
) -> Event:  # fmt: skip
    """Issue the permit: nothing may stand in the way, and no other permit may hold its place and term.

    `override` is the reason for passing a soft hold; it stays in the history. `until_on` is the last day that
    was set for this one. Raises CannotIssue with
    every obstacle, or NotAllowed.
    """
    locked = lock(case)
    step = next((step for step in locked.casekind.lifecycle.steps if step.gate), None)
    if step is None:
        raise NotAllowed(f"A {locked.casekind.label.lower()} is not issued.")
    if key and (earlier := Event.objects.filter(key=key, case=locked, slug=step.slug).first()):
        case.refresh_from_db()
        return earlier
    check(step, locked, on=on, by=by, note="", version=version, cleared=True)
    obstacles = in_the_way(locked, on)
    if not all(obstacle.overridable for obstacle in obstacles) or (obstacles and not override.strip()):
        raise CannotIssue(obstacles)
    start, end = term_of(locked, on)
    end = until_on or end
    if locked.casekind.ends is not None and (end is None or end < start):
        raise NotAllowed(f"Say first through which day {locked.number} is to last: today or later.")
    refuse_overlap(locked, start, end)
    note = f"Issued over a soft hold: {override.strip()}" if obstacles else ""
    locked.code = locked.code or fresh_code()
    locked.save(update_fields=["code"])
    try:
        with transaction.atomic():
            event = record(
                locked, step.slug, on=on, by=by, note=note, from_on=start, until_on=end, key=key,
                version=version, cleared=True,
            )  # fmt: skip
    except IntegrityError:
        raise NotAllowed(f"Another permit already holds {locked.facility} for this term.") from None
    _print_duties(locked, on)
    # The paper is made after the commit by a worker; if the message is lost, the sweep finds the case.
    transaction.on_commit(
        partial(current_app.send_task, "office.tasks.store_paper", [locked.pk]), robust=True
    )
    case.refresh_from_db()
    return event


def fresh_code() -> str:
    """A code to print on a case's paper, of no other case."""
    code = codes.new_code()
    while Case.objects.filter(code=code).exists():
        code = codes.new_code()
    return code


def _print_duties(case: Case, on: date) -> None:
    """Write the kind's standing duties that apply onto the permit, after the conditions the board set."""
    facts = Filing.of_case(case).facts(on)
    known = set(case.conditions.values_list("text", flat=True))
    duties = [
        duty
        for duty in case.casekind.duties
        if duty.says not in known and (duty.applies is None or duty.applies(facts))
    ]
    first = case.conditions.count() + 1
    Condition.objects.bulk_create(
        Condition(case=case, text=duty.says, cite=duty.cite, position=first + n)
        for n, duty in enumerate(duties)
    )
