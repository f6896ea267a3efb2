"""Adding a dated row to a figure of the law, and withdrawing one before its first day."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from enforcement.models import LegalFigure
from office import regulations
from office.actions.errors import NotAllowed, WrongRole
from office.actions.recorded import set_by, vote_problems
from office.models import Board, Vote
from office.permissions import may
from office.schedules import Problem, Span, date_problems, gap_left, named

MOST_PERCENT = Decimal(100)


def figure_problems(row: LegalFigure, *, today: date, allow_past: bool = False) -> list[Problem]:
    """What keeps the unsaved `row` from joining the others of its figure: days, value, section."""
    rows = LegalFigure.objects.filter(board=row.board, what=row.what)
    others = [Span(*days) for days in rows.values_list("since", "until")]
    said = date_problems(others, row.span, today, allow_past=allow_past)
    if row.value is None or row.value <= 0:
        said.append(Problem("value", "The figure is not above 0. Enter the amount or the percentage."))
    elif row.what == LegalFigure.What.INTEREST and row.value >= MOST_PERCENT:
        said.append(Problem("value", f"{row.value}% a year looks like a slip. Enter a rate below 100."))
    elif row.what != LegalFigure.What.INTEREST and row.value != round(row.value, 2):
        said.append(Problem("value", "An amount ends at the cent, such as 500.00."))
    try:
        regulations.resolve(row.cite)
    except LookupError as unknown:
        said.append(Problem("cite", str(unknown)))
    return said + vote_problems(row.recorded_vote, row.board, row.since)


@transaction.atomic
def add_figure(
    board: Board,
    *,
    what: str,
    value: Any,
    cite: str,
    since: date,
    on: date,
    by: Any,
    source: str = "",
    recorded_vote: Vote | None = None,
    until: date | None = None,
    doubt: str = "",
) -> LegalFigure:
    """Add a dated row, checked as the admin checks it. Raises NotAllowed with what is wrong, WrongRole."""
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    if by is not None and not may(by, board, "administrator"):
        raise WrongRole(f"Figures of the law are set by an administrator of {board}.")
    row = LegalFigure(
        board=board, what=what, value=Decimal(str(value)), cite=cite, since=since, until=until,
        source=set_by(recorded_vote, source), recorded_vote=recorded_vote, doubt=doubt, added_by=by,
        added_on=on,
    )  # fmt: skip
    if problems := figure_problems(row, today=on):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row.save()
    return row


@transaction.atomic
def withdraw_figure(row: LegalFigure, *, on: date, by: Any) -> None:
    """Take back a row whose first day lies ahead: nothing was counted by it. Raises NotAllowed, WrongRole."""
    Board.objects.select_for_update(no_key=True).get(pk=row.board_id)
    if not may(by, row.board, "administrator"):
        raise WrongRole(f"Figures of the law are changed by an administrator of {row.board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with another figure instead."
        )
    others = LegalFigure.objects.filter(board=row.board, what=row.what).exclude(pk=row.pk)
    if gap := gap_left([other.span for other in others], row.span):
        raise NotAllowed(gap)
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(LegalFigure).filter(pk=row.pk).delete()
