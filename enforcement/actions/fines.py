"""Adding a dated row to a line of the fine schedule, and withdrawing one before its first day."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from enforcement.models import FineAmount, FineLine
from enforcement.rules import fines
from office.actions.errors import NotAllowed, WrongRole
from office.actions.recorded import set_by, vote_problems
from office.permissions import may
from office.schedules import Problem, Span, date_problems, gap_left, named


def row_problems(row: FineAmount, *, today: date, allow_past: bool = False) -> list[Problem]:
    """What keeps the unsaved `row` from joining the others of its line: its days and its figures."""
    others = [Span(*days) for days in FineAmount.objects.filter(line=row.line).values_list("since", "until")]
    said = date_problems(others, row.span, today, allow_past=allow_past) + fines.problems(row.fine())
    return said + vote_problems(row.recorded_vote, row.line.board, row.since)


@transaction.atomic
def add_fine_amount(
    line: FineLine, *, since: date, on: date, by: Any, vote: str = "", **columns: Any
) -> FineAmount:
    """Add a dated row to a line, checked as the admin checks it. Raises NotAllowed with all that is wrong.

    `columns` are those of the row: opening, first, later, least, most, unit, look_back, prior, recorded_vote,
    ... Without its own words (`vote`) the row speaks by those of the recorded vote.
    """
    FineLine.objects.select_for_update().get(pk=line.pk)
    if by is not None and not may(by, line.board, "administrator"):
        raise WrongRole(f"Fines are set by an administrator of {line.board}.")
    vote = set_by(columns.get("recorded_vote"), vote)
    row = FineAmount(line=line, since=since, vote=vote, added_by=by, added_on=on, **columns)
    if problems := row_problems(row, today=on):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row.save()
    return row


@transaction.atomic
def withdraw_fine_amount(row: FineAmount, *, on: date, by: Any) -> None:
    """Take back a row whose first day lies ahead: nobody was fined by it. Raises NotAllowed, WrongRole."""
    line = FineLine.objects.select_for_update().get(pk=row.line_id)
    if not may(by, line.board, "administrator"):
        raise WrongRole(f"Fines are changed by an administrator of {line.board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with other figures instead."
        )
    others = FineAmount.objects.filter(line=line).exclude(pk=row.pk)
    if gap := gap_left([other.span for other in others], row.span):
        raise NotAllowed(gap)
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(FineAmount).filter(pk=row.pk).delete()
