"""What hangs on a hearing: notices that told of its day when it moves, and what counts from its end."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from office.actions import agendas, cases, hearings, mailing, meetings
from office.actions.errors import NotAllowed, WrongRole
from office.actions.nightly import night
from office.calendar import EASTERN
from office.kinds import ABUTTERS_TOLD, HEARING_CLOSED, NEWSPAPER_PRINTED
from office.models import Case, Notice
from tests import people
from tests.office.abutters_cast import (
    CITE,
    JUNE_9,
    JUNE_16,
    JUNE_30,
    MAY_1,
    SIX,
    a_meeting,
    at,
    beside,
    clock,
    heard,
    listed,
    live,
    mailed,
    told,
    toy_rule,
    written,
)
from tests.office.admin_pages import browser

__all__ = ["beside", "toy_rule"]  # fixtures

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------------------------ the hearing moves
def test_a_meeting_that_moves_asks_for_new_notices(beside: Case) -> None:
    item = told(beside)
    now = at(date(2026, 5, 29))
    meetings.move(item.meeting, day=JUNE_30, at=SIX, on=now.date(), now=now, by=people.clerk())
    assert live(beside, ABUTTERS_TOLD) == live(beside, NEWSPAPER_PRINTED) == []
    row = clock(beside, "abutters-toys")
    assert (row.due_on, row.ended_on) == (JUNE_16, None)
    task = clock(beside, "task")
    assert "Tell the abutters, and print the notice, anew" in task.label
    again = written(beside, on=date(2026, 6, 1))
    assert len(again) == 2
    for note in again:
        mailed(note, date(2026, 6, 2))
    assert clock(beside, "abutters-toys").ended_on == date(2026, 6, 2)
    assert clock(beside, "task").ended_on == date(2026, 6, 2)
    # The letters of the first day say nothing any more.
    mailing.undo(Notice.objects.order_by("pk")[0], by=people.clerk())
    assert len(live(beside, ABUTTERS_TOLD)) == 1


def test_the_night_reminds_of_the_notices_and_the_working_is_told(beside: Case) -> None:
    heard(beside)
    clerk = people.clerk()
    clerk.email = "clerk@example.org"
    clerk.save()
    day = date(2026, 5, 26)  # seven days before June 2
    run = night(on=day, now=at(day, 3))
    assert run.failed == []
    reminded = beside.reminders.values_list("clock", "due_on", "days_before")
    assert ("abutters-toys", date(2026, 6, 2), 7) in reminded
    row = clock(beside, "abutters-toys")
    page = browser(clerk).get(f"/clocks/{row.pk}/why/").content.decode()
    assert "14 calendar days" in page
    assert CITE in page


def test_letters_that_have_not_left_are_stopped_when_the_meeting_moves(beside: Case) -> None:
    item = heard(beside)
    listed(beside)
    written(beside)
    now = at(date(2026, 5, 21))
    meetings.move(item.meeting, day=JUNE_30, at=SIX, on=now.date(), now=now, by=people.clerk())
    assert set(Notice.objects.values_list("status", flat=True)) == {"stopped"}
    assert not beside.clocks.filter(clock="task").exists()
    assert len(written(beside, on=now.date())) == 2


def test_the_planner_counts_on_no_notice_that_told_of_another_day(beside: Case) -> None:
    item = told(beside)
    items = meetings.live_items(item.meeting)
    matters = meetings.matters_of(items)

    def day(of: date) -> Any:
        planned = meetings.days_until(item.meeting, datetime.combine(of, SIX, EASTERN), matters)
        return next(each for each in planned if each.clock == "abutters-toys")

    assert day(JUNE_16).ended_on == date(2026, 5, 21)
    assert day(JUNE_9).ended_on is None
    assert day(JUNE_9).passed(at(date(2026, 5, 27)))


def test_a_continuance_said_at_the_hearing_needs_no_new_notices(beside: Case) -> None:
    item = told(beside)
    later = a_meeting(JUNE_30)
    now = at(JUNE_16, 19)
    agendas.continue_item(item, to=later, on=JUNE_16, now=now, by=people.member())
    assert len(live(beside, ABUTTERS_TOLD)) == len(live(beside, NEWSPAPER_PRINTED)) == 1
    assert clock(beside, "abutters-toys").ended_on == date(2026, 5, 21)
    assert live(beside, "hearing")[0].on == JUNE_30


def test_a_continuance_before_the_day_needs_them(beside: Case) -> None:
    item = told(beside)
    later = a_meeting(JUNE_30)
    agendas.continue_item(item, to=later, on=JUNE_9, now=at(JUNE_9), by=people.member())
    assert live(beside, ABUTTERS_TOLD) == []


def test_a_meeting_that_is_cancelled_takes_the_notices_back(beside: Case) -> None:
    item = told(beside)
    now = at(date(2026, 6, 1))
    meetings.cancel(item.meeting, why="No quorum.", on=now.date(), now=now, by=people.clerk())
    assert live(beside, ABUTTERS_TOLD) == live(beside, "hearing") == []
    assert clock(beside, "task").ended_on is None


# ---------------------------------------------------------------------------------------- the hearing ends
def test_the_decision_counts_from_the_end_of_the_hearing(beside: Case) -> None:
    item = heard(beside)
    said: dict[str, Any] = {"on": JUNE_16, "now": at(JUNE_16, 20), "by": people.member()}
    with pytest.raises(NotAllowed, match="before the meeting began"):
        hearings.close_hearing(item, at=time(17, 59), **said)
    event = hearings.close_hearing(item, at=time(19, 15), **said)
    assert (event.on, event.at) == (JUNE_16, time(19, 15))
    assert clock(beside, "decide").due_on == date(2026, 7, 7)
    word = clock(beside, "word")
    assert word.due_at is not None
    assert word.due_at.astimezone(EASTERN) == datetime(2026, 6, 18, 19, 15, tzinfo=EASTERN)
    with pytest.raises(NotAllowed, match="closed on Tuesday, June 16, 2026 already"):
        hearings.close_hearing(item, at=time(19, 15), **said)


def test_it_is_closed_at_the_meeting_to_which_it_was_continued(beside: Case) -> None:
    item, later = heard(beside), a_meeting(JUNE_30)
    clerk = people.clerk()
    new = agendas.continue_item(item, to=later, on=JUNE_16, now=at(JUNE_16, 19), by=clerk)
    with pytest.raises(NotAllowed, match="It was continued"):
        hearings.close_hearing(item, at=SIX, on=JUNE_16, now=at(JUNE_16, 19), by=clerk)
    with pytest.raises(NotAllowed, match="The hearing is closed then"):
        hearings.close_hearing(new, at=SIX, on=JUNE_16, now=at(JUNE_16, 19), by=clerk)
    hearings.close_hearing(new, at=SIX, on=JUNE_30, now=at(JUNE_30, 19), by=clerk)
    assert clock(beside, "decide").due_on == date(2026, 7, 21)
    third = a_meeting(date(2026, 7, 14))
    with pytest.raises(NotAllowed, match="The hearing was closed on Tuesday, June 30, 2026"):
        agendas.continue_item(new, to=third, on=JUNE_30, now=at(JUNE_30, 19), by=clerk)
    with pytest.raises(NotAllowed, match="What was held stays"):
        agendas.remove_item(new, why="Mistake", on=JUNE_30, now=at(JUNE_30, 19), by=clerk)
    hearings.reopen_hearing(new, why="Pressed on the wrong item.", now=at(JUNE_30, 20), by=clerk)
    assert not beside.clocks.filter(clock="decide").exists()
    agendas.continue_item(new, to=third, on=JUNE_30, now=at(JUNE_30, 20), by=clerk)


def test_closing_is_recorded_only_where_something_counts_from_it() -> None:
    case = people.ready_dumpster(MAY_1)
    item = heard(case)
    with pytest.raises(NotAllowed, match="Nothing of a dumpster permit is counted"):
        hearings.close_hearing(item, at=SIX, on=JUNE_16, now=at(JUNE_16, 19), by=people.clerk())
    with pytest.raises(NotAllowed, match="page of the case"):
        cases.record(case, HEARING_CLOSED, on=JUNE_16, by=people.clerk(), at=SIX)


def test_the_planner_counts_the_decision_from_the_day_it_tries(beside: Case) -> None:
    item = heard(beside)
    matters = meetings.matters_of(meetings.live_items(item.meeting))
    planned = meetings.days_until(item.meeting, datetime.combine(JUNE_9, SIX, EASTERN), matters)
    by_clock = {each.clock: each for each in planned}
    assert by_clock["decide"].due_on == JUNE_30
    assert "June 9, 2026 + 21 calendar days" in by_clock["decide"].says
    assert by_clock["newspaper-toys"].due_on == date(2026, 6, 2)


def test_a_stranger_and_an_inspector_close_no_hearing(beside: Case) -> None:
    item = heard(beside)
    for person in (people.inspector(), people.stranger(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            hearings.close_hearing(item, at=SIX, on=JUNE_16, now=at(JUNE_16, 19), by=person)
