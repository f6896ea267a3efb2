"""A change of a regulation on its way: drafted, announced, heard and voted by the Board of Health."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils.timezone import get_current_timezone

from office.actions import agendas, meetings, votes
from office.models import Board, Case, Meeting, User, Vote
from permits.rulemaking import actions
from permits.rulemaking.actions import Told
from permits.rulemaking.models import HearingNotice
from tests import people

OPENED = date(2026, 6, 1)  # a Monday
NOTICE = date(2026, 6, 3)
HEARD = date(2026, 6, 16)  # a Tuesday
SIX = time(18)
TOLD = Told(
    title="Hours of loading a dumpster",
    sort="amend",
    summary="Loading would begin an hour later in the morning.",
    text="Nobody shall load a dumpster in a residential district between 11:00 pm and 8:00 am.",
    sections=("09.2.4(1)",),
)


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=get_current_timezone())


def members(board: Board) -> list[User]:
    """All members of the board, at least three."""
    people.member(board)
    for n in (2, 3):
        person = people.user(f"member{n}-{board.slug}", first_name="Sample", last_name=f"Member {n}")
        person.memberships.get_or_create(board=board, role="member")
    return meetings.members_of(board)


def drafted(on: date = OPENED, key: str = "", **other: Any) -> Case:
    """A draft that a clerk opened; `other` answers in place of the usual ones."""
    told = replace(TOLD, **other)
    key = key or f"change:{on}:{told.title}:{told.text[:20]}"
    return actions.open_change(people.health(), told, on=on, by=people.clerk(), key=key)


def announced(case: Case, on: date = NOTICE, names: date = HEARD, **other: Any) -> HearingNotice:
    given = {"how": "newspaper", "place": "Sample Gazette", "proof": "page B7", **other}
    return actions.give_notice(case, on=on, names=names, today=on, by=people.clerk(), **given)


def met(case: Case, day: date = HEARD, sort: str = "hearing", told: date = OPENED) -> Meeting:
    """A meeting with the case on its agenda, posted; one that day already takes it up too."""
    board, clerk = people.health(), people.clerk()
    meeting = Meeting.objects.filter(board=board, on=day).first()
    if meeting is None:
        meeting = meetings.set_meeting(
            board=board, day=day, at=SIX, place="Sample Town Hall", on=told, now=at(told), by=clerk
        )
    agendas.add_item(meeting, sort=sort, case=case, on=told, now=at(told), by=clerk)
    meetings.post(meeting, posted_at=at(told, 13), on=told, now=at(told, 13), by=clerk)
    return meeting


def held(meeting: Meeting) -> Meeting:
    """Its attendance taken: all members sit."""
    present = [seat.pk for seat in members(meeting.board)]
    return meetings.take_attendance(meeting, present=present, on=meeting.on, by=people.clerk())


def voted(
    meeting: Meeting, case: Case, ballots: Sequence[str] = ("yes", "yes", "yes"), step: str = "voted"
) -> Vote:
    seats = members(meeting.board)
    said = [*ballots, *["yes"] * (len(seats) - len(ballots))]
    item = meeting.items.filter(case=case, removed_on__isnull=True).order_by("position").last()
    assert item is not None
    return votes.record_vote(
        item, motion="That the change be adopted.", step=step, mover=seats[0].pk, second=seats[1].pk,
        ballots={seat.pk: ballot for seat, ballot in zip(seats, said, strict=True)}, on=meeting.on,
        now=at(meeting.on, 19), by=people.clerk(),
    )  # fmt: skip


def decided(case: Case, day: date = HEARD, notice: date | None = NOTICE, told: date = OPENED) -> Vote:
    """Announced, heard and voted on the day `day`."""
    if notice is not None:
        announced(case, on=notice, names=day)
    meeting = held(met(case, day, told=told))
    return voted(meeting, case)


def adopted(day: date = HEARD, effective_on: date | None = None, **other: Any) -> Case:
    """A change drafted, announced and adopted at a meeting on `day`."""
    opened = day - timedelta(days=15)
    case = drafted(opened, **other)
    decided(case, day, notice=day - timedelta(days=13), told=opened)
    actions.adopt(case, by=people.clerk(), on=day, effective_on=effective_on)
    return case
