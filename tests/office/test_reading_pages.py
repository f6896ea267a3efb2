"""Readings as people meet them: an administrator answers; the case file and the public pages tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.timezone import get_current_timezone

from office.actions import agendas, cases, meetings, votes
from office.actions.readings import add_reading, vote_problem
from office.models import ReadingRow, Vote
from tests import people
from tests.office.toys import READ, registered

pytestmark = pytest.mark.django_db

DAY, LATER = date(2026, 6, 1), date(2026, 7, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
ADD = "/admin/office/readingrow/add/"


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), registered(READ):
        people.health()
        yield


def browser(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def said(**more: Any) -> dict[str, Any]:
    return {
        "board": people.health().pk, "slug": "most-length-in", "value": "12", "since": "2026-06-01",
        "until": "", "source": "Sample vote", "vote": "", "doubt": "",
    } | more  # fmt: skip


def read(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_first_the_question_is_chosen_each_with_what_counts_today() -> None:
    desk = browser(people.administrator())
    page = read(desk.get(ADD))
    assert "How long may a toy be? Toys 5 10 in Nobody yet Not confirmed: The text says no figure." in page
    assert "Barnstable" not in page.partition("What counts today")[2]
    form = desk.get(f"{ADD}?board={people.health().pk}&slug=bows-count").content.decode()
    assert "With its bow" in form
    assert '<option value="false">Without it</option>' in form
    assert "Until the town decides: With its bow." in form


def test_the_preview_counts_findings_before_and_after_and_saves_nothing() -> None:
    opened = [cases.open_case(kind="read-toy", on=DAY, by=people.clerk()) for _ in range(3)]
    desk = browser(people.administrator())
    page = read(desk.post(ADD, said()))
    assert "The findings of 3 of 3 open cases change." in page
    assert "A toy is no longer than the town says. (Toys 5) 0 3 3 0" in page
    assert all(case.number in page for case in opened)
    assert "Until then: 10 in, which nobody has confirmed" in page
    assert not ReadingRow.objects.exists()
    assert desk.post(ADD, said(_confirmed="1")).status_code == 302
    row = ReadingRow.objects.get()
    assert (row.value, row.added_by, row.added_on) == ("12", people.administrator(), DAY)


def test_an_answer_that_changes_no_finding_says_so() -> None:
    desk = browser(people.administrator())
    assert "Nothing changes: no open case goes by this question." in read(desk.post(ADD, said()))
    cases.open_case(kind="read-toy", on=DAY, by=people.clerk())
    assert "No finding of 1 open case changes." in read(desk.post(ADD, said(value="10.0")))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"value": "long"}, "“long” is no number. Enter the number of in, 0 or more."),
        ({"value": ""}, "The answer is missing. Give it."),
        ({"since": "2026-05-31"}, "before today, Monday, June 1, 2026. Start it today or later"),
        ({"slug": "bows-count", "value": "maybe"}, "That is none of the answers. Choose one that is listed."),
        ({"slug": "nothing"}, "That question is not asked here. Choose one that is listed."),
        ({"source": ""}, "Source is missing. Enter it."),
    ],
)
def test_what_does_not_fit_is_said_with_its_remedy(given: dict[str, Any], why: str) -> None:
    page = read(browser(people.administrator()).post(ADD, said(**given)))
    assert why in page
    assert not ReadingRow.objects.exists()


def test_a_row_is_read_only_and_of_another_board_unseen() -> None:
    row = add_reading(people.health(), slug="most-length-in", value="12", since=LATER, source="Sample vote",
                      on=DAY, by=None)  # fmt: skip
    at = reverse("admin:office_readingrow_change", args=[row.pk])
    desk = browser(people.administrator())
    assert "How long may a toy be?" in read(desk.get(reverse("admin:office_readingrow_changelist")))
    assert desk.get(at).status_code == 200
    assert desk.post(at, said()).status_code == 403
    assert browser(people.administrator(people.docks())).get(at).status_code == 302
    gone = reverse("admin:office_readingrow_delete", args=[row.pk])
    assert "set by Sample vote. Nothing was found by it." in read(desk.get(gone))
    assert desk.post(gone, {"post": "yes"}).status_code == 302
    assert not ReadingRow.objects.exists()


def a_vote(*, ballots: tuple[str, ...] = ("yes", "yes", "yes")) -> Vote:
    board, clerk = people.health(), people.clerk()
    seats = [people.member()] + [
        people.user(f"member{n}", first_name="Sample", last_name=f"Member {n}") for n in (2, 3)
    ]
    for person in seats[1:]:
        person.memberships.get_or_create(board=board, role="member")
    meeting = meetings.set_meeting(board=board, day=date(2026, 6, 8), at=time(18), place="Town Hall", on=DAY,
                                   now=NOON, by=clerk)  # fmt: skip
    item = agendas.add_item(
        meeting, sort="discussion", text="How long a toy may be", on=DAY, now=NOON, by=clerk
    )
    meetings.post(meeting, posted_at=NOON, on=DAY, now=NOON, by=clerk)
    later = datetime(2026, 6, 8, 19, tzinfo=get_current_timezone())
    meetings.take_attendance(meeting, present=[seat.pk for seat in seats], on=later.date(), by=clerk)
    return votes.record_vote(
        item, motion="That a toy may be 12 inches long.", mover=seats[0].pk, second=seats[1].pk,
        ballots={person.pk: ballot for person, ballot in zip(seats, ballots, strict=True)},
        on=later.date(), now=later, by=clerk,
    )  # fmt: skip


def test_a_vote_that_failed_or_is_of_another_board_bears_no_answer() -> None:
    carried = a_vote()
    assert vote_problem(carried, people.health()) == ""
    assert "is not of Barnstable" in vote_problem(carried, people.docks())
    next_day = date(2026, 6, 9)
    row = add_reading(
        people.health(), slug="most-length-in", value="12", since=next_day, vote=carried,
        source="Vote of June 8, 2026", on=next_day, by=people.administrator(),
    )  # fmt: skip
    with time_machine.travel(datetime(2026, 6, 9, 12, tzinfo=get_current_timezone()), tick=False):
        page = Client().get("/rules/open-questions/read-toy/").content.decode()
    assert f'<a href="/meetings/{carried.item.meeting.slug}/">Vote of June 8, 2026</a>' in page
    votes.take_back(carried, why="Counted wrongly", on=row.since, now=NOON + timedelta(9), by=people.clerk())
    assert "was taken back on Tuesday, June 9" in vote_problem(Vote.objects.get(), people.health())


def test_a_motion_that_failed_bears_no_answer() -> None:
    failed = a_vote(ballots=("yes", "no", "no"))
    assert vote_problem(failed, people.health()) == "That motion failed. Choose a vote that carried."
    # Nor is it offered; and one that is posted all the same is refused.
    page = read(browser(people.administrator()).post(ADD, said(vote=failed.pk)))
    assert "Select a valid choice" in page or "Choose" in page
    assert not ReadingRow.objects.exists()


def test_the_case_file_lists_the_readings_and_which_findings_went_by_them() -> None:
    case = cases.open_case(kind="read-toy", on=DAY, by=people.clerk())
    page = read(browser(people.clerk()).get(f"/cases/{case.number}/"))
    assert "How the law was read" in page
    assert "How long may a toy be? Toys 5 10 in Goes by it: Toys 5 Not confirmed" in page
    assert "The text says no figure." in page


def test_the_public_reads_what_is_open_and_that_it_is_not_confirmed() -> None:
    page = read(Client().get("/rules/open-questions/read-toy/"))
    assert "How long may a toy be? Toys 5 10 in Not confirmed" in page
    add_reading(people.health(), slug="most-length-in", value="12", since=DAY, source="Sample vote of June 1",
                on=DAY, by=None)  # fmt: skip
    page = read(Client().get("/rules/open-questions/read-toy/"))
    assert "How long may a toy be? Toys 5 12 in Confirmed Sample vote of June 1, from Monday" in page
    assert Client().get("/rules/open-questions/dumpster/").status_code == 404
    assert Client().get("/rules/open-questions/nothing/").status_code == 404
