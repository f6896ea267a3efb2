"""The night minds the days of meetings as it minds those of cases: each is told of once, at its time."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import agendas, meetings, packets
from office.actions.nightly import night
from office.calendar import EASTERN
from office.clockwork import LAPSED
from office.models import (
    Board,
    Meeting,
    MeetingClock,
    MeetingReminder,
    Membership,
    MessageLine,
    NightRun,
    User,
)
from tests import people

MAY_1 = date(2026, 5, 1)
JUNE_15 = date(2026, 6, 15)  # a Monday; at 6 pm it is posted by Thursday, June 11, 6 pm
pytestmark = pytest.mark.django_db


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=EASTERN)


def clerk(board: Board | None = None) -> User:
    person = people.clerk(board)
    User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
    return User.objects.get(pk=person.pk)


def a_meeting(day: date = JUNE_15, board: Board | None = None, **more: Any) -> Meeting:
    board = board or people.health()
    said: dict[str, Any] = {"on": MAY_1, "now": at(MAY_1), "by": clerk(board), "place": "Town Hall", **more}
    return meetings.set_meeting(board=board, day=day, at=time(18), **said)


def topic(meeting: Meeting, on: date = MAY_1) -> None:
    agendas.add_item(
        meeting, sort="discussion", text="Beach signs", on=on, now=at(on), by=clerk(meeting.board)
    )


def run(*days: date) -> NightRun:
    for day in days:
        done = night(on=day, now=at(day, 2))
    return done


def june(*days: int) -> list[date]:
    return [date(2026, 6, day) for day in days]


def told(clock: str = "meeting-posting") -> list[tuple[int, date, bool]]:
    """How many days before, on which night, and whether it was passed over."""
    rows = MeetingReminder.objects.filter(clock=clock).order_by("pk")
    return list(rows.values_list("days_before", "sent_on", "passed_over"))


def lines(words: str = "Post the meeting") -> list[str]:
    return [line.text for line in MessageLine.objects.filter(text__contains=words).order_by("pk")]


def test_a_meeting_has_its_days_as_rows_with_their_working() -> None:
    meeting = a_meeting()
    rows = {row.clock: row for row in meeting.clocks.all()}
    assert rows["meeting-posting"].due_at == at(date(2026, 6, 11), 18)
    assert rows["meeting-posting"].cite == "Massachusetts c.30A §20"
    assert rows["meeting-posting"].says == (
        "Post the meeting with its topics: Mon June 15, 2026, 6:00 pm − 48 hours = Thu June 11, 2026, "
        "6:00 pm; 2 weekend days not counted (Massachusetts c.30A §20)"
    )
    assert rows["packet"].due_on == date(2026, 6, 8)
    assert {row.board_id for row in rows.values()} == {people.health().pk}


def test_rhode_island_is_reminded_of_no_posting_that_was_not_read() -> None:
    meeting = a_meeting(board=people.works())
    assert [row.clock for row in meeting.clocks.all()] == ["packet"]


def test_the_clerks_are_reminded_on_each_day_once() -> None:
    a_meeting()
    run(*june(5, 6))
    assert told() == []
    run(*june(7, 7, 8, 9, 9, 10, 10, 11))
    assert told() == [
        (4, date(2026, 6, 7), False),
        (2, date(2026, 6, 9), False),
        (1, date(2026, 6, 10), False),
    ]
    said = lines()
    assert len(said) == 3
    assert "Post the meeting with its topics, before 6:00 pm on Thursday, June 11, 2026." in said[0]
    assert "Regular meeting of Monday, June 15, 2026 at Town Hall" in said[0]
    assert "(Massachusetts c.30A §20)" in said[0]
    assert "/meetings/2026-06-15-health/" in said[0]


@pytest.mark.parametrize("day", [date(2026, 6, n) for n in range(8, 27) if date(2026, 6, n).weekday() < 5])
def test_at_least_one_reminder_comes_on_a_working_day_before_it_is_due(day: date) -> None:
    """Whatever weekday the meeting is on, and across Juneteenth (Friday, June 19)."""
    meeting = a_meeting(day)
    due = meeting.clocks.get(clock="meeting-posting").due_on
    calendar = people.health().calendar()
    nights = [due - timedelta(days=n) for n in range(6, 0, -1)]
    run(*nights)
    assert any(calendar.is_working(sent_on) for _, sent_on, over in told() if not over)


def test_what_is_posted_is_reminded_of_no_more() -> None:
    meeting = a_meeting()
    topic(meeting)
    run(*june(7))
    meetings.post(meeting, posted_at=at(date(2026, 6, 8), 10), on=date(2026, 6, 8), now=at(date(2026, 6, 8)),
                  by=clerk())  # fmt: skip
    run(*june(9, 10, 11, 12, 13))
    assert told() == [(4, date(2026, 6, 7), False)]
    assert meeting.clocks.get(clock="meeting-posting").ended_on == date(2026, 6, 8)


def test_that_the_time_has_passed_is_told_once() -> None:
    a_meeting()
    run(*june(7, 9, 10, 11, 12, 12, 13, 14))
    assert told()[-1] == (LAPSED, date(2026, 6, 12), False)
    assert len(told()) == 4
    assert "It has passed. Look at the meeting." in lines()[-1]


def test_after_missed_nights_the_nearest_goes_out_and_the_others_are_passed_over() -> None:
    a_meeting()
    run(*june(5, 10))
    assert told() == [
        (4, date(2026, 6, 10), True),
        (2, date(2026, 6, 10), True),
        (1, date(2026, 6, 10), False),
    ]
    assert len(lines()) == 1


def test_two_runs_of_one_night_tell_once() -> None:
    """As two workers would: the second finds nothing to claim."""
    a_meeting()
    first, second = run(date(2026, 6, 9)), run(date(2026, 6, 9))
    assert (first.reminded, first.lapsed) == (1, 1)  # of the posting; and the packet was due the day before
    assert (second.looked_at, second.reminded, second.lapsed) == (0, 0, 0)
    assert len(lines()) == 1


def test_a_moved_meeting_is_reminded_of_anew_for_its_new_day() -> None:
    meeting = a_meeting()
    topic(meeting)
    posted = {"posted_at": at(date(2026, 6, 2), 10), "on": date(2026, 6, 2), "now": at(date(2026, 6, 2))}
    meetings.post(meeting, by=clerk(), **posted)  # type: ignore[arg-type]
    meetings.move(
        meeting, day=date(2026, 6, 29), at=time(18), on=date(2026, 6, 3), now=at(date(2026, 6, 3)), by=clerk()
    )
    run(*june(10, 21, 23, 24))
    assert [days for days, _, over in told() if not over] == [4, 2, 1]
    assert "Thursday, June 25, 2026" in lines()[0]


@pytest.mark.parametrize("end", ["cancelled", "held", "emergency"])
def test_a_meeting_with_nothing_left_to_post_is_left_alone(end: str) -> None:
    if end == "emergency":
        a_meeting(
            date(2026, 6, 15), sort="emergency", reason="A sample spill", on=date(2026, 6, 14),
            now=at(date(2026, 6, 14)),
        )  # fmt: skip
        run(*june(14, 15))
        assert told() == []
        return
    meeting = a_meeting()
    if end == "cancelled":
        meetings.cancel(meeting, why="Snow", on=MAY_1, now=at(MAY_1), by=clerk())
    else:
        meetings.take_attendance(meeting, present=[], on=JUNE_15, by=clerk())
    assert not meeting.clocks.exists()
    run(*june(7, 9, 10, 12))
    assert told() == []


def test_a_meeting_that_is_over_leaves_the_worklist_by_the_next_night() -> None:
    meeting = a_meeting()
    run(*june(7, 9, 10, 12, 15))
    assert meeting.clocks.filter(clock="meeting-posting").exists()
    run(*june(16))
    assert not MeetingClock.objects.exists()


def test_rows_that_are_missing_come_back_by_night() -> None:
    """Meetings set before there were rows have none until the first night."""
    meeting = a_meeting()
    MeetingClock.objects.all().delete()
    run(date(2026, 6, 7))
    assert meeting.clocks.count() == 2
    assert told() == [(4, date(2026, 6, 7), False)]


def test_the_packet_is_reminded_of_until_it_is_sent() -> None:
    meeting = a_meeting()
    topic(meeting)
    member = people.user("anna", email="anna@example.org")
    Membership.objects.get_or_create(user=member, board=people.health(), role="member")
    run(*june(6))
    assert told("packet") == [(2, date(2026, 6, 6), False)]
    on = date(2026, 6, 8)
    packets.send(meeting, before=0, on=on, now=at(on), by=clerk())
    run(*june(9, 10))
    assert len(told("packet")) == 1


def test_only_the_boards_own_clerks_hear_of_it() -> None:
    clerk(people.docks())
    a_meeting()
    run(date(2026, 6, 9))
    assert set(MessageLine.objects.values_list("message__to_email", flat=True)) == {
        "clerk-tisbury-health@example.org"
    }


def test_one_meeting_that_cannot_be_computed_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, fine = a_meeting(), a_meeting(date(2026, 6, 16))
    from office.actions import meeting_clocks

    real = meeting_clocks.project

    def project(meeting: Meeting, **more: Any) -> None:
        if meeting.pk == broken.pk:
            raise ValueError("Sample trouble")
        real(meeting, **more)

    monkeypatch.setattr(meeting_clocks, "project", project)
    done = run(date(2026, 6, 10))
    assert [row["meeting"] for row in done.failed] == [broken.slug]
    assert fine.reminders.exists()
    with time_machine.travel(at(date(2026, 6, 10), 9), tick=False):
        page = text(browser(clerk()).get("/nightly/"))
    assert "Meeting of Monday, June 15, 2026, 6 pm" in page


# ------------------------------------------------------------------------------------------- where it is seen
def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def text(response: Any) -> str:
    assert response.status_code == 200
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))).strip()


def test_the_worklist_says_what_is_to_be_done_about_a_meeting() -> None:
    a_meeting()
    for day, said in ((5, "Due soon"), (12, "Overdue")):
        with time_machine.travel(at(date(2026, 6, day), 9), tick=False):
            page = text(browser(clerk()).get("/worklist/"))
            assert f"{said} Post the meeting with its topics by Thu Jun 11, 6 pm : Regular meeting" in page
            other = text(browser(clerk(people.docks())).get("/worklist/"))
            assert "Post the meeting" not in other
    with time_machine.travel(at(date(2026, 5, 20), 9), tick=False):
        assert "Post the meeting" not in text(browser(clerk()).get("/worklist/"))


def test_the_nights_page_tells_of_meetings_too() -> None:
    a_meeting()
    run(date(2026, 6, 9))
    with time_machine.travel(at(date(2026, 6, 9), 9), tick=False):
        page = text(browser(clerk()).get("/nightly/"))
        assert (
            "Meeting of Mon Jun 15 Post the meeting with its topics Thu Jun 11 Reminded, 2 days before"
            in page
        )
        assert "Meeting of Mon Jun 15" not in text(browser(clerk(people.docks())).get("/nightly/"))


def test_the_worklist_asks_the_same_for_many_meetings() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            browser(clerk()).get("/worklist/")
        return len(seen)

    with time_machine.travel(at(date(2026, 6, 9), 9), tick=False):
        a_meeting()
        one = asked()
        for day in (16, 17, 18):
            a_meeting(date(2026, 6, day))
        assert asked() == one
