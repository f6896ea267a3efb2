"""The meeting's pages about a hearing: who will come, what each date asks for, and that it was closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import agendas, cases, coming
from office.calendar import EASTERN
from office.models import Case, Coming
from tests import people
from tests.office.abutters_cast import (
    JUNE_16,
    MAY_1,
    at,
    beside,
    clock,
    heard,
    toy_rule,
)
from tests.office.admin_pages import browser
from tests.office.test_meetings import of_board

__all__ = ["beside", "toy_rule"]  # fixtures

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 20, 12, tzinfo=EASTERN)  # a Wednesday
PASTED = "Sample Neighbor East\t12 Sample Street\tTisbury\tMA\t2568\t29-A-4"


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def desk() -> Client:
    return browser(people.clerk())


def url(case: Case, *parts: str) -> str:
    return "/".join([f"/cases/{case.number}/abutters", *parts]) + (
        "" if parts[-1:] == ("notice.pdf",) else "/"
    )


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


# --------------------------------------------------------------------------------- the meeting's pages
def test_members_say_whether_they_come_and_the_planner_counts(beside: Case) -> None:
    members = [of_board(name) for name in ("anna", "bert", "cora")]
    item = heard(beside)
    address = f"/meetings/{item.meeting.slug}/"
    anna = browser(members[0])
    page = text(anna.get(f"{address}coming/"))
    assert "Will Sample Anna come?" in page
    assert "Sample Bert" not in page
    said = {"member": members[0].pk, "will": "yes", "recused": [item.pk]}
    assert "Recorded." in text(anna.post(f"{address}coming/", said, follow=True))
    # Nobody speaks for another member.
    came = anna.post(f"{address}coming/", said | {"member": members[1].pk})
    assert came.status_code == 422
    assert Coming.objects.count() == 1
    clerk = browser(people.clerk())
    page = text(clerk.get(f"{address}coming/?member={members[1].pk}"))
    assert "Will Sample Bert come?" in page
    assert "Sample Anna</a>: will come" in page
    assert "checked" not in page.split("Will not sit on")[1].split("</form>")[0]
    assert clerk.post(f"{address}coming/", {"member": members[1].pk, "will": "no"}).status_code == 302
    for page in (text(clerk.get(address)), text(clerk.get(f"{address}plan/"))):
        assert "One will come, one will not, of one it is not known; quorum is two." in page
        assert f"Hearing: {beside.number}: Sample Anna recused. One can sit; quorum is two." in page
        assert "Too few" not in page
    with pytest.raises(Exception, match="no member"):
        coming.say_coming(item.meeting, member=people.clerk().pk, will="yes", on=MAY_1, by=people.clerk())


def test_the_planner_shows_what_each_date_asks_for(beside: Case, desk: Client) -> None:
    item = heard(beside)
    address = f"/meetings/{item.meeting.slug}/plan/?on=2026-06-02&on=2026-06-16&on=2026-06-30"
    page = text(desk.get(address))
    for says in (
        "June 2, 2026 is too soon for", "was due through Tuesday, May 19, 2026 (Tisbury 09.0.8(13))",
        "Mail the notices to the abutters", "Have the notice printed in the newspaper", "Decide",
        "Tue June 16, 2026 − 14 calendar days = Tue June 2, 2026", "Set June 30",
    ):  # fmt: skip
        assert says in page, says
    assert "Set June 2<" not in page
    came = desk.post(address, {"set": "2026-06-30"}, follow=True)
    assert "One hearing moved along" in text(came)
    assert clock(beside, "abutters-toys").due_on == JUNE_16
    assert clock(beside, "newspaper-toys").due_on == date(2026, 6, 23)


def test_the_hearing_is_closed_from_the_agenda(beside: Case) -> None:
    item = heard(beside)
    with time_machine.travel(at(JUNE_16, 19), tick=False):
        member = browser(people.member())
        address = f"/meetings/{item.meeting.slug}/"
        assert "Close the hearing" in text(member.get(address))
        close = f"{address}items/{item.pk}/close/"
        assert 'value="7:00 pm"' in text(member.get(close))
        assert "Enter the time of day" in text(member.post(close, {"at": ""}))
        came = member.post(close, {"at": "7:15 pm"}, follow=True)
        assert "Hearing closed Tuesday, June 16, 2026, 7:15 pm" in text(came)
        assert clock(beside, "decide").due_on == date(2026, 7, 7)
        reopen = f"{address}items/{item.pk}/reopen/"
        assert member.get(reopen).status_code == 403
        clerk = browser(people.clerk())
        came = clerk.post(reopen, {"why": "Pressed on the wrong item."}, follow=True)
        assert "Hearing closed Tuesday" not in text(came).split("History")[0]
        assert not beside.clocks.filter(clock="decide").exists()
        for person in (people.inspector(), people.administrator()):
            assert browser(person).get(close).status_code == 403
        assert browser(people.clerk(people.docks())).get(close).status_code == 404


def test_more_cases_on_the_agenda_ask_no_more_of_the_planner(beside: Case, desk: Client) -> None:
    item = heard(beside)

    def counted() -> list[int]:
        found = []
        for address in (f"/meetings/{item.meeting.slug}/", f"/meetings/{item.meeting.slug}/plan/"):
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(address).status_code == 200
            found.append(len(queries))
        return found

    few = counted()
    for _ in range(3):
        other = cases.open_case(kind="beside-toy", on=MAY_1, by=people.clerk(), board=people.health())
        agendas.add_item(item.meeting, sort="hearing", case=other, on=MAY_1, now=at(MAY_1), by=people.clerk())
    assert counted() == few
