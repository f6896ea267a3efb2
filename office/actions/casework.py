"""The clerk's work beside the decision: checklist, holds, conditions, referrals, assignment, notes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record, rewind
from office.models import (
    Board,
    Case,
    ChecklistRow,
    Condition,
    Event,
    Facility,
    Hold,
    Membership,
    Referral,
    User,
)
from office.permissions import may
from office.schedules import named


def _need(by: Any, case: Case, *roles: str) -> None:
    if not may(by, case, *roles):
        raise WrongRole(f"This is for the {' or '.join(roles)} of {case.board}.")


@transaction.atomic
def tick(case: Case, *, item: str, state: str, on: date, by: Any, reason: str = "") -> ChecklistRow:
    """Set one checklist item: missing, supplied, or does not apply with a reason."""
    case = lock(case)
    _need(by, case, "clerk", "inspector")
    row = case.checklist.filter(item=item).first()
    if row is None:
        raise NotAllowed(f"{case.casekind.label} has no checklist item called {item!r}.")
    if state not in ChecklistRow.State.values:
        raise NotAllowed("Say whether the item is supplied, missing, or does not apply.")
    if state == ChecklistRow.State.DOES_NOT_APPLY and not reason.strip():
        raise NotAllowed(f"Say why “{row.label}” does not apply; the reason stays with the case.")
    row.state, row.reason = state, reason.strip()
    row.save()
    words = f"{row.label}: {row.get_state_display().lower()}"
    record(case, "checklist", on=on, by=by, subject=item, note=f"{words}. {row.reason}".strip())
    return row


@transaction.atomic
def tick_many(case: Case, answers: Mapping[str, tuple[str, str]], *, on: date, by: Any) -> list[str]:
    """Set many checklist items at once, by slug: (state, reason). Returns the labels of those that changed.

    Each change is an entry of the history, as for `tick`. Raises NotAllowed, naming the item, before anything
    is written; WrongRole.
    """
    locked = lock(case)
    _need(by, locked, "clerk", "inspector")
    if on < locked.filed_on:
        raise NotAllowed(
            f"{named(on)} is before the case was filed, {named(locked.filed_on)}. Correct the day."
        )
    rows = {row.item: row for row in locked.checklist.all()}
    changed = []
    for item, (state, said) in answers.items():
        row, reason = rows.get(item), said.strip()
        if row is None:
            raise NotAllowed(f"{locked.casekind.label} has no checklist item called {item!r}.")
        row.case = locked  # its label comes from the kind
        if state not in ChecklistRow.State.values:
            raise NotAllowed(f"{row.label}: say whether it is supplied, missing, or does not apply.")
        if state == ChecklistRow.State.DOES_NOT_APPLY and not reason:
            raise NotAllowed(f"Say why “{row.label}” does not apply; the reason stays with the case.")
        if state == ChecklistRow.State.MISSING:
            reason = ""
        if (row.state, row.reason) != (state, reason):
            row.state, row.reason = state, reason
            changed.append(row)
    ChecklistRow.objects.bulk_update(changed, ["state", "reason"])
    for row in changed:
        words = f"{row.label}: {row.get_state_display().lower()}"
        Event.objects.create(
            case=locked, slug="checklist", on=on, by=by, subject=row.item,
            note=f"{words}. {row.reason}".strip(),
        )  # fmt: skip
    if changed:
        rewind(locked, on=on)
    return [row.label for row in changed]


@transaction.atomic
def place_hold(
    case: Case,
    *,
    level: str,
    reason: str,
    lifted_by_role: str,
    on: date,
    by: Any,
    cite: str = "",
    whole_facility: bool = False,
) -> Hold:
    """Place a hold on the case, or on its facility and so on every case about it."""
    case = lock(case)
    _need(by, case, "clerk", "inspector")
    if level not in Hold.Level.values:
        raise NotAllowed("Say whether this is a hold, a soft hold or a warning.")
    if not reason.strip():
        raise NotAllowed("A hold needs a reason: the applicant reads it.")
    if lifted_by_role not in Membership.Role.values:
        raise NotAllowed("Say who may lift the hold, so that it does not stand for ever.")
    if whole_facility and case.facility is None:
        raise NotAllowed(f"{case.number} is not about a facility; place the hold on the case.")
    target = {"facility": case.facility} if whole_facility else {"case": case}
    hold = Hold.objects.create(
        **target, level=level, reason=reason.strip(), cite=cite, lifted_by_role=lifted_by_role,
        placed_on=on, placed_by=by,
    )  # fmt: skip
    record(case, "hold-placed", on=on, by=by, subject=str(hold.pk), note=hold.reason)
    return hold


@transaction.atomic
def lift_hold(case: Case, *, hold: Hold, reason: str, on: date, by: Any) -> Hold:
    """Lift a standing hold; only the role it names may, and with a reason."""
    case = lock(case)
    hold = Hold.objects.select_for_update().get(pk=hold.pk)
    if not Hold.objects.on_case(case).filter(pk=hold.pk).exists():
        raise NotAllowed(f"That hold does not stand on {case.number}.")
    _need(by, case, hold.lifted_by_role)
    if hold.lifted_on is not None:
        raise NotAllowed("That hold was already lifted.")
    if not reason.strip():
        raise NotAllowed("Say why the hold is lifted; the reason stays with the case.")
    hold.lifted_on, hold.lifted_by, hold.lift_reason = on, by, reason.strip()
    hold.save()
    record(case, "hold-lifted", on=on, by=by, subject=str(hold.pk), note=f"{hold.reason} Lifted: {reason}")
    return hold


@transaction.atomic
def add_condition(
    case: Case, *, text: str, on: date, by: Any, cite: str = "", due_on: date | None = None
) -> Condition:
    """Add a condition to the permit, before it is issued."""
    case = lock(case)
    _need(by, case, "clerk", "member")
    if case.starts_on is not None or not case.is_open:
        raise NotAllowed(f"{case.number} is {case.status}; its conditions stand as they were printed.")
    if not text.strip():
        raise NotAllowed("Write the condition as one sentence the holder can follow.")
    if due_on is not None and due_on < on:
        raise NotAllowed(f"{named(due_on)} is before the condition itself, {named(on)}. Give a later day.")
    condition = Condition.objects.create(
        case=case, text=text.strip(), cite=cite, due_on=due_on, position=case.conditions.count() + 1
    )
    # Its clock goes by these words, which stand inside sentences.
    said = condition.text.removesuffix(".")
    record(case, "condition-added", on=on, by=by, subject=str(condition.pk), note=said, until_on=due_on)
    return condition


@transaction.atomic
def meet_condition(case: Case, *, condition: Condition, on: date, by: Any) -> Condition:
    """Record that the holder has done what a condition asked."""
    case = lock(case)
    _need(by, case, "clerk", "inspector")
    condition = case.conditions.get(pk=condition.pk)
    if condition.met_on is not None:
        raise NotAllowed("That condition was already recorded as met.")
    added = case.events.live().filter(slug="condition-added", subject=str(condition.pk)).last()
    if added is not None and on < added.on:
        raise NotAllowed(f"The condition was added on {named(added.on)}, after {named(on)}. Correct the day.")
    condition.met_on = on
    condition.save()
    record(case, "condition-met", on=on, by=by, subject=str(condition.pk), note=condition.text)
    return condition


@transaction.atomic
def withdraw_condition(case: Case, *, condition: Condition, on: date, by: Any, why: str) -> None:
    """Take away a condition that nobody has met, before the permit is issued; its clock goes with it."""
    case = lock(case)
    _need(by, case, "clerk", "member")
    condition = case.conditions.get(pk=condition.pk)
    if case.starts_on is not None or condition.met_on is not None:
        raise NotAllowed(f"“{condition.text}” was printed or met already. It stays.")
    added = case.events.live().filter(slug="condition-added", subject=str(condition.pk)).last()
    if added is not None:
        Event.objects.create(
            case=case, slug=added.slug, on=added.on, by=by, subject=added.subject, until_on=added.until_on,
            note=why, corrects=added, void=True,
        )  # fmt: skip
    condition.delete()
    rewind(case, on=on)


@transaction.atomic
def refer(case: Case, *, board: Board, on: date, by: Any, why: str = "") -> Referral:
    """Let another board see the case."""
    case = lock(case)
    _need(by, case, "clerk")
    if board.pk == case.board_id:
        raise NotAllowed(f"{case.number} is already before the {board}.")
    referral, new = Referral.objects.get_or_create(
        case=case, board=board, defaults={"why": why, "referred_on": on}
    )
    if new:
        record(case, "referred", on=on, by=by, subject=board.slug, note=f"{board}. {why}".strip())
    return referral


@transaction.atomic
def assign(case: Case, *, to: User | None, on: date, by: Any) -> Event:
    """Give the case to somebody of its board, or to nobody."""
    locked = lock(case)
    _need(by, locked, "clerk")
    if to is not None and not may(to, locked, "clerk", "inspector", "administrator", "reviewer"):
        raise NotAllowed(f"{to.get_full_name() or to} does not work for {locked.board}.")
    locked.assigned_to = to
    locked.save(update_fields=["assigned_to"])
    case.assigned_to = to
    name = (to.get_full_name() or to.get_username()) if to else "nobody"
    return record(locked, "assigned", on=on, by=by, note=f"Assigned to {name}")


@transaction.atomic
def note(case: Case, *, text: str, on: date, by: Any) -> Event:
    """Add a note to the history."""
    locked = lock(case)
    _need(by, locked, "clerk", "inspector", "member")
    if not text.strip():
        raise NotAllowed("Write the note first.")
    return record(locked, "note", on=on, by=by, note=text.strip())


@transaction.atomic
def name_facility(case: Case, *, facility: Facility, on: date, by: Any) -> Event:
    """Say which facility a matter is about, where its kind does not ask: a complaint, a citation.

    From then on it belongs to the record of that facility. Raises NotAllowed for a facility of another lot.
    """
    locked = lock(case)
    _need(by, locked, "clerk", "inspector")
    if locked.casekind.facility:
        raise NotAllowed(f"{locked.casekind.label} is about one {locked.casekind.facility} from the start.")
    if facility.pk == locked.facility_id:
        raise NotAllowed(f"{locked.number} is about {facility} already.")
    if not locked.parcels.filter(pk=facility.parcel_id or 0).exists():
        raise NotAllowed(f"{facility} does not stand on the lot of {locked.number}. Choose one that does.")
    locked.facility = facility
    locked.save(update_fields=["facility"])
    event = record(locked, "note", on=on, by=by, note=f"About {facility} ({facility.kind}).")
    case.refresh_from_db()
    return event
