"""The dated rows of the surcharge tables; events that are not counted; and events that a renewal uses up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from enforcement.models.surcharges import SORT, EventMark, EventUse, SurchargeLevel, words
from enforcement.rules import surcharges as rules
from enforcement.surcharges import LABEL, Fees, WithSurcharge
from office import regulations
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record
from office.actions.recorded import set_by, vote_problems
from office.intake import Filing
from office.models import Board, Charge, Event
from office.permissions import may
from office.schedules import Problem, Span, date_problems, named

# Who may leave an event out. The reference says "an authorized user" and names nobody: an office default.
MAY_LEAVE_OUT = ("administrator",)


# ---------------------------------------------------------------------------------------------- dated rows
def row_problems(row: SurchargeLevel, *, today: date, allow_past: bool = False) -> list[Problem]:
    """What keeps the unsaved `row` from joining the others of its sort: days, figures, section, programme."""
    same = SurchargeLevel.objects.filter(**row.same_sort())
    others = [Span(since) for since in same.values_list("since", flat=True)]
    said = date_problems(others, row.span, today, allow_past=allow_past)
    said += rules.row_problems(row.percent, row.at_least, row.fact, words(row.value))
    try:
        regulations.resolve(row.cite)
    except LookupError as unknown:
        said.append(Problem("cite", str(unknown)))
    other = SurchargeLevel.objects.filter(programme=row.programme).exclude(board=row.board_id).first()
    if other is not None:
        says = f"“{row.programme}” is a programme of {other.board}. Choose another word for this one."
        said.append(Problem("programme", says))
    return said + vote_problems(row.recorded_vote, row.board, row.since)


@transaction.atomic
def add_surcharge_level(
    board: Board, *, since: date, on: date, by: Any, vote: str = "", **columns: Any
) -> SurchargeLevel:
    """Add a dated row, checked as the admin checks it. Raises NotAllowed with all that is wrong.

    `columns` are those of the row: programme, kind, event, fact, value, undone_by, says, percent, at_least,
    cite, doubt, recorded_vote.
    """
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    if by is not None and not may(by, board, "administrator"):
        raise WrongRole(f"Surcharges are set by an administrator of {board}.")
    vote = set_by(columns.get("recorded_vote"), vote)
    row = SurchargeLevel(board=board, since=since, vote=vote, added_by=by, added_on=on, **columns)
    if problems := row_problems(row, today=on):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row.save()
    return row


@transaction.atomic
def withdraw_surcharge_level(row: SurchargeLevel, *, on: date, by: Any) -> None:
    """Take back a row whose first day lies ahead: nobody was charged by it. Raises NotAllowed, WrongRole."""
    board = Board.objects.select_for_update(no_key=True).get(pk=row.board_id)
    if not may(by, board, "administrator"):
        raise WrongRole(f"Surcharges are changed by an administrator of {board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with another percentage "
            "instead; 0% ends it."
        )
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(SurchargeLevel).filter(pk=row.pk).delete()


# ------------------------------------------------------------------------------- counted, or not counted
@transaction.atomic
def leave_out(event: Event, *, reason: str, on: date, by: Any) -> EventMark:
    """Say that an event is not counted for the surcharge of the next renewal, and why.

    Raises NotAllowed when a renewal was charged with it already, or nothing of it stands; WrongRole.
    """
    return _mark(event, counts=False, reason=reason, on=on, by=by)


@transaction.atomic
def count_again(event: Event, *, reason: str, on: date, by: Any) -> EventMark:
    """Say that an event which was left out counts after all, and why. Raises NotAllowed, WrongRole."""
    return _mark(event, counts=True, reason=reason, on=on, by=by)


def _mark(event: Event, *, counts: bool, reason: str, on: date, by: Any) -> EventMark:
    case = lock(event.case)
    if not may(by, case, *MAY_LEAVE_OUT):
        raise WrongRole(f"What counts for a surcharge is said by the {' or '.join(MAY_LEAVE_OUT)}.")
    if not reason.strip():
        raise NotAllowed("Say why, in one sentence: the reason stays with the event.")
    first = first_of(event)
    if counts != is_left_out(first):
        raise NotAllowed("That event counts already." if counts else "That event is left out already.")
    use = EventUse.objects.filter(event=first, charge__reversed_by__isnull=True).first()
    if use is not None:
        number = use.charge.case.number
        raise NotAllowed(f"{number} was charged with that event. Reverse the surcharge of {number} first.")
    mark = EventMark.objects.create(event=first, counts=counts, reason=reason.strip(), marked_on=on, by=by)
    says = "Counts for the surcharge again" if counts else "Not counted for the surcharge"
    note = f"{says}: “{event.done}” of {named(event.on)}. {mark.reason}"
    record(case, "note", on=on, by=by, subject=f"event-{first.pk}", note=note)
    return mark


def is_left_out(event: Event) -> bool:
    """Whether the last word on the event, the first of its corrections, is that it is not counted."""
    last = EventMark.objects.filter(event=event).order_by("pk").last()
    return last is not None and not last.counts


def first_of(event: Event) -> Event:
    """The entry in whose place this one stands, through all corrections."""
    while event.corrects is not None:
        event = event.corrects
    return event


# --------------------------------------------------------------------------------------------- the renewal
@dataclass(frozen=True)
class Surcharged(WithSurcharge):
    """Fees with a surcharge, which uses up the events it rests on when it is charged."""

    def use_up(self, charge: Charge) -> None:
        """Mark what this charge rests on, in its transaction; NotAllowed when another renewal had it first.

        The marks stand while the charge does: reversing it sets the events free.
        """
        if charge.code != self.code or charge.amount <= Decimal(0):
            return
        case = charge.case
        found = self.conduct(Filing.of_case(case), min(charge.charged_on, case.filed_on))
        if found is None:
            return
        for ref in sorted({int(each.ref) for each in found.surcharge.weighed}):
            turn = EventUse.objects.filter(event=ref).count()
            try:
                with transaction.atomic():
                    EventUse.objects.create(event_id=ref, charge=charge, turn=turn)
            except IntegrityError:
                raise NotAllowed(
                    f"Another renewal is being charged with the same event. Charge {case.number} again."
                ) from None


def charged(fees: Fees, programme: str) -> Surcharged:
    """The `fees` of a kind, with the surcharge of this programme at every renewal (09.1.4, 09.5.1).

    `fees=charged(schedule("food-permit"), "food")`: the kind is from then on one of the programme's permits,
    whose late renewals, suspensions and revocations count.
    """
    return Surcharged(fees, programme)


__all__ = [
    "LABEL",
    "SORT",
    "Surcharged",
    "add_surcharge_level",
    "charged",
    "count_again",
    "is_left_out",
    "leave_out",
    "withdraw_surcharge_level",
]
