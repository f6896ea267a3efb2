"""The recorded vote behind a dated row: whether it may stand there, and its words."""

from __future__ import annotations

from datetime import date

from office.models import Board, Vote
from office.schedules import Problem, named

MOST = 200  # characters of the words a dated row keeps


def vote_problems(vote: Vote | None, board: Board, since: date) -> list[Problem]:
    """What keeps the recorded vote from standing behind a row of this board that begins on `since`.

    What a board adopts is effective on that day unless it says otherwise (Tisbury 09.0.4): never before it.
    """
    if vote is None:
        return []
    meeting, says = vote.item.meeting, ""
    if hasattr(vote, "taken_back"):
        says = f"That vote was taken back on {named(vote.taken_back.on)}. Choose the one that stands."
    elif not vote.carries:
        says = "That motion failed, so it set nothing. Choose a vote that carried."
    elif meeting.board_id != board.pk:
        says = f"That is a vote of the {meeting.board}. Choose one of the {board}."
    elif since < meeting.on:
        says = (
            f"The board voted on {named(meeting.on)}, and the row would begin before. Choose that day or a "
            "later one."
        )
    return [Problem("recorded_vote", says)] if says else []


def set_by(vote: Vote | None, words: str) -> str:
    """Who set it and when: as it was written, or else the words of the recorded vote."""
    return words.strip() or (vote.named[:MOST] if vote is not None else "")
