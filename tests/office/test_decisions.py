"""What the boards decided, as everybody reads it: what is there, and what never is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

import icalendar
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import agendas, cases, meetings, votes
from office.calendar import EASTERN
from office.kinds import ORDER
from office.models import Case, Meeting, Membership, User, Vote
from tests import casts, people
from tests.office import toys

NOW = datetime(2026, 6, 1, 12, tzinfo=EASTERN)  # a Monday
TODAY = NOW.date()
SET = NOW - timedelta(days=28)
pytestmark = pytest.mark.django_db


@dataclass
class Cast:
    members: list[User]
    meeting: Meeting
    approved: Case
    denied: Case


def _member(name: str) -> User:
    person = people.user(name, first_name="Sample", last_name=name.capitalize())
    Membership.objects.get_or_create(user=person, board=people.health(), role="member")
    return person


def a_meeting(hour: int = 10, day: date = TODAY) -> Meeting:
    told: dict[str, Any] = {"on": SET.date(), "now": SET, "by": people.clerk()}
    return meetings.set_meeting(board=people.health(), day=day, at=time(hour), place="Town Hall", **told)


def decide(meeting: Meeting, case: Case, members: list[User], step: str, *ballots: str, **more: Any) -> Vote:
    told: dict[str, Any] = {"on": SET.date(), "now": SET, "by": people.clerk()}
    item = agendas.add_item(meeting, sort="decision", case=case, **told)
    if meeting.attended_on is None:
        meetings.take_attendance(
            meeting, present=[each.pk for each in members], on=meeting.on, by=people.clerk()
        )
    roll = {each.pk: ballot for each, ballot in zip(members, ballots, strict=True)}
    first, second, _ = roll
    return votes.record_vote(
        item, motion="motion-xq", step=step, mover=first, second=second, ballots=roll, on=meeting.on, now=NOW,
        by=people.clerk(), **more,
    )  # fmt: skip


def posted(meeting: Meeting) -> Meeting:
    before = NOW - timedelta(days=14)
    return meetings.post(meeting, posted_at=before, on=before.date(), now=before, by=people.clerk())


def _cast() -> Cast:
    members = [_member(name) for name in ("anna", "bert", "cora")]
    approved, denied = people.ready_dumpster(SET.date()), people.ready_dumpster(SET.date())
    meeting = a_meeting()
    told: dict[str, Any] = {"on": SET.date(), "now": SET, "by": people.clerk()}
    items = [agendas.add_item(meeting, sort="decision", case=case, **told) for case in (approved, denied)]
    meeting = posted(meeting)
    present = [member.pk for member in members]
    meetings.take_attendance(meeting, present=present, on=TODAY, by=people.clerk())
    first, second, third = present
    said: dict[str, Any] = {"mover": first, "second": second, "on": TODAY, "now": NOW, "by": people.clerk()}
    votes.record_vote(
        items[0], motion="motion-xq", step="approved", ballots={first: "yes", second: "yes", third: "no"},
        conditions=[("Plant a hedge.", date(2026, 7, 1))], **said,
    )  # fmt: skip
    votes.record_vote(
        items[1], motion="motion-xq", step="denied",
        ballots={first: "yes", second: "yes", third: "recused"}, **said,
    )  # fmt: skip
    return Cast(members, meeting, approved, denied)


cast = casts.shared(_cast, at=NOW)


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def browser() -> Client:
    return Client()


def said(response: Any) -> str:
    assert response.status_code == 200
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))).strip()


def test_everybody_reads_what_was_decided_and_how_each_member_voted(cast: Cast) -> None:
    response = browser().get("/decisions/")
    page = said(response)
    assert f"Approved: Dumpster permit {cast.approved.number}" in page
    assert f"Denied: Dumpster permit {cast.denied.number}" in page
    assert "Yes: Sample Anna, Sample Bert. No: Sample Cora" in page
    assert "Yes: Sample Anna, Sample Bert. Recused: Sample Cora" in page
    assert "Plant a hedge. By Wednesday, July 1, 2026." in page
    vote = Vote.objects.get(event__slug="approved")
    assert f'href="/meetings/{cast.meeting.slug}/#vote-{vote.pk}"' in response.content.decode()


def test_what_was_typed_and_whose_it_is_stay_out(cast: Cast) -> None:
    page = browser().get("/decisions/").content.decode()
    for secret in ("motion-xq", "Sample Harbor Cafe", "10 Sample Street", "/cases/", "/register/DU"):
        assert secret not in page


def test_an_issued_permit_leads_to_the_register_and_names_its_address(cast: Cast) -> None:
    case = Case.objects.get(pk=cast.approved.pk)
    people.settle(case, TODAY, people.clerk())
    cases.issue(case, on=TODAY, by=people.clerk())
    response = browser().get("/decisions/")
    assert f'href="/register/{case.number}/"' in response.content.decode()
    assert "10 Sample Street" in said(response)


def test_a_kind_nobody_applies_for_is_never_listed(cast: Cast) -> None:
    """A complaint, an order, a citation: the posted agenda tells of them, and nothing else."""
    votable = tuple(replace(step, vote=ORDER) if step.slug == "asked" else step for step in toys.LIFE.steps)
    kind = replace(toys.TOY, term=None, lifecycle=replace(toys.LIFE, steps=votable))
    with toys.registered(kind):
        case = cases.open_case(kind="toy", on=SET.date(), by=people.clerk(), board=people.health())
        meeting = a_meeting(hour=14)
        step = "asked"
        told: dict[str, Any] = {"on": SET.date(), "now": SET, "by": people.clerk()}
        item = agendas.add_item(meeting, sort="decision", case=case, **told)
        posted(meeting)
        present = [each.pk for each in cast.members]
        meetings.take_attendance(meeting, present=present, on=TODAY, by=people.clerk())
        first, second, _ = present
        vote = votes.record_vote(
            item, motion="motion-xq", step=step, mover=first, second=second,
            ballots=dict.fromkeys(present, "yes"), on=TODAY, now=NOW, by=people.clerk(),
        )  # fmt: skip
        assert vote.event is not None
        assert case.number not in browser().get("/decisions/").content.decode()


def test_a_vote_that_decided_nothing_or_was_taken_back_is_not_listed(cast: Cast) -> None:
    vote = Vote.objects.get(event__slug="denied")
    votes.take_back(vote, why="Two said no.", on=TODAY, now=NOW, by=people.clerk())
    page = said(browser().get("/decisions/"))
    assert "Denied" not in page
    assert "Approved" in page


def test_a_meeting_that_was_not_posted_tells_nothing(cast: Cast) -> None:
    case = people.ready_dumpster(SET.date())
    decide(a_meeting(hour=16), case, cast.members, "approved", "yes", "yes", "yes")
    assert case.number not in browser().get("/decisions/").content.decode()


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("board=tisbury-health", True), ("board=barnstable-conservation", False), ("year=2026", True),
        ("year=2025", False), ("board=tisbury-health&year=2026", True),
        # What cannot be read is as if it were not asked.
        ("board=x&year=20x6&page=zz", True), ("year=0001", True),
    ],
)  # fmt: skip
def test_it_is_filtered_by_board_and_year(cast: Cast, query: str, shown: bool) -> None:
    people.docks()
    page = said(browser().get(f"/decisions/?{query}"))
    assert (cast.approved.number in page) is shown
    if not shown:
        assert "No decision of that board and year is recorded." in page


def test_a_page_past_the_end_says_so(cast: Cast) -> None:
    assert "The list ends before this page." in said(browser().get("/decisions/?page=9"))


def test_the_list_asks_the_same_however_long_it_is(cast: Cast) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert browser().get("/decisions/").status_code == 200
        return len(seen)

    few = asked()
    meeting = a_meeting(hour=17)
    told: dict[str, Any] = {"on": SET.date(), "now": SET, "by": people.clerk()}
    items = [
        agendas.add_item(meeting, sort="decision", case=people.ready_dumpster(SET.date()), **told)
        for _ in range(6)
    ]
    posted(meeting)
    present = [each.pk for each in cast.members]
    meetings.take_attendance(meeting, present=present, on=TODAY, by=people.clerk())
    for item in items:
        votes.record_vote(
            item, motion="m", step="approved", mover=present[0], second=present[1],
            ballots=dict.fromkeys(present, "yes"), on=TODAY, now=NOW, by=people.clerk(),
        )  # fmt: skip
    assert asked() == few


# --------------------------------------------------------------------------------------------- iCalendar
def event_of(address: str) -> Any:
    answer = browser().get(address)
    assert answer.status_code == 200
    (event,) = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    return event


def test_the_calendar_file_says_where_and_that_it_was_cancelled(cast: Cast) -> None:
    meeting = a_meeting(hour=18, day=date(2026, 6, 15))
    told: dict[str, Any] = {"on": TODAY, "now": NOW, "by": people.clerk()}
    agendas.add_item(meeting, sort="discussion", text="Beach signs", **told)
    meeting = meetings.post(meeting, posted_at=NOW - timedelta(hours=1), **told)
    event = event_of(f"/meetings/{meeting.slug}/meeting.ics")
    assert event["LOCATION"] == "Town Hall"
    assert "STATUS" not in event
    before = event["SEQUENCE"]
    meetings.cancel(meeting, why="Snow", **told)
    event = event_of(f"/meetings/{meeting.slug}/meeting.ics")
    assert event["STATUS"] == "CANCELLED"
    assert event["SEQUENCE"] > before
