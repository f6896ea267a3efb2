"""Adding a board's answer to a question the law leaves open, and withdrawing one before its first day."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from office import kinds
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, rewind
from office.models import Board, Case, ClockRow, ReadingRow, Vote
from office.permissions import may
from office.schedules import Problem, Span, date_problems, gap_left, named

OF = "answer"


def reading_problems(row: ReadingRow, *, today: date, allow_past: bool = False) -> list[Problem]:
    """What keeps the unsaved `row` from joining the other answers to its question: question, answer, days."""
    reading = kinds.readings_of(row.board.slug).get(row.slug)
    if reading is None:
        return [Problem("slug", f"{row.board} is not asked {row.slug!r}. Choose one of its questions.")]
    rows = ReadingRow.objects.filter(board=row.board, slug=row.slug)
    others = [Span(*days) for days in rows.values_list("since", "until")]
    said = date_problems(others, row.span, today, allow_past=allow_past, of=OF, stays="found")
    if wrong := reading.problem(row.value):
        said.append(Problem("value", wrong))
    if row.vote is not None and (wrong := vote_problem(row.vote, row.board)):
        said.append(Problem("vote", wrong))
    return said


def vote_problem(vote: Vote, board: Board) -> str:
    """Why a dated row of the board cannot rest on this vote; "" when it can."""
    if vote.item.meeting.board_id != board.pk:
        return f"That vote is not of {board}. Choose one of its own."
    if hasattr(vote, "taken_back"):
        return f"That vote was taken back on {named(vote.taken_back.on)}. Choose the one that stands."
    return "" if vote.carries else "That motion failed. Choose a vote that carried."


@transaction.atomic
def add_reading(
    board: Board,
    *,
    slug: str,
    value: str,
    since: date,
    source: str,
    on: date,
    by: Any,
    until: date | None = None,
    vote: Vote | None = None,
    doubt: str = "",
    allow_past: bool = False,
) -> ReadingRow:
    """Add a dated answer, checked as the admin checks it. Raises NotAllowed with what is wrong, WrongRole.

    `allow_past` is for the seed and the demo alone: it lets a row begin before the day `on`.
    """
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    if by is not None and not may(by, board, "administrator"):
        raise WrongRole(f"How the law is read is set by an administrator of {board}.")
    reading = kinds.readings_of(board.slug).get(slug)
    row = ReadingRow(
        board=board, slug=slug, value=reading.plain(value) if reading else value, since=since, until=until,
        source=source, vote=vote, doubt=doubt, added_by=by, added_on=on,
    )  # fmt: skip
    if problems := reading_problems(row, today=on, allow_past=allow_past):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row.save()
    recount(row, on=on)
    return row


def recount(row: ReadingRow, *, on: date) -> int:
    """Count anew the clocks whose length this row answers, of open cases from its first day on.

    Returns how many cases they are of. It runs in the transaction that adds the row or takes it away.
    """
    clocks = {
        (kind.slug, clock.slug)
        for kind in kinds.registry.values()
        for clock in kind.every_clock
        if clock.reading == row.slug
    }
    if not clocks:
        return 0
    running = ClockRow.objects.filter(clock__in={slug for _, slug in clocks}, started_on__gte=row.since)
    cases = Case.objects.open().filter(board=row.board, kind__in={slug for slug, _ in clocks})
    hit = list(cases.filter(pk__in=running.values("case")).order_by("pk"))
    for case in hit:
        rewind(lock(case), on=on)
    return len(hit)


@transaction.atomic
def withdraw_reading(row: ReadingRow, *, on: date, by: Any) -> None:
    """Take back an answer whose first day lies ahead: nothing was found by it.

    Raises NotAllowed, WrongRole.
    """
    Board.objects.select_for_update(no_key=True).get(pk=row.board_id)
    if not may(by, row.board, "administrator"):
        raise WrongRole(f"How the law is read is changed by an administrator of {row.board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with another answer instead."
        )
    others = ReadingRow.objects.filter(board=row.board, slug=row.slug).exclude(pk=row.pk)
    if gap := gap_left([other.span for other in others], row.span, of=OF):
        raise NotAllowed(gap)
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(ReadingRow).filter(pk=row.pk).delete()
    recount(row, on=on)
