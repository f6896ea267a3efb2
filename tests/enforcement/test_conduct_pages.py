"""A facility's conduct on the page: the number explained, each event with its reason, leaving one out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from enforcement.models import EventMark
from office.models import Case, Event, Facility, User
from tests import casts, people
from tests.enforcement import cafes
from tests.enforcement.cafes import CAFE, costs, happens, permit

pytestmark = pytest.mark.django_db

NOON = "2026-12-01 12:00 -0500"
MAY, JUNE = date(2026, 5, 4), date(2026, 6, 1)


@dataclass
class Cafe:
    """A café with a complaint and a hearing to show cause, its permit of the year, and another place."""

    place: Facility
    permit: Case
    complaint: Event
    hearing: Event
    bin: Facility

    @property
    def page(self) -> str:
        return f"/facilities/{self.place.pk}/conduct/"


def _cafe() -> Cafe:
    with cafes.open_for_business(CAFE):
        cafes.levels()
        costs("150.00")
        place = cafes.establishment()
        case = permit(place, date(2026, 1, 5))
        found = happens(place, "complaint/validated", MAY), happens(place, "order/show-cause-held", JUNE)
        people.administrator(), people.inspector()
        other = people.dumpster_bin("Sample bin")
        happens(other, "complaint/validated", MAY)
        return Cafe(place, case, *found, other)


cafe = casts.shared(_cafe, at=NOON)
Built = Cafe


@pytest.fixture(autouse=True)
def _december_1() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), cafes.open_for_business(CAFE):
        yield


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_number_is_explained_with_what_decides_and_what_was_not_added(cafe: Cafe) -> None:
    said = text(browser(people.clerk()).get(cafe.page))
    assert "150% is added" in said
    assert "$150.00 × 2.50 = $375.00." in said
    assert (
        "Hearing to show cause: 150% (Tisbury 09.5.1), by O-2026-001 of Monday, June 1, 2026. Not added, "
        "because only the highest level counts: Validated complaint 25% (CO-2026-001)."
    ) in said
    assert "Food: later than Monday, December 1, 2025, through Tuesday, December 1, 2026." in said
    assert f"The fee is that of the renewal of {cafe.permit.number}" in said
    assert "Monday, June 1, 2026 O-2026-001 150% Decides" in said
    assert ("Monday, May 4, 2026 CO-2026-001 25% No: only the highest level counts (Tisbury 09.5.1)") in said
    assert "There is no kind of case called “tobacco-check” yet." in said
    assert "Do not count" not in said


def test_a_renewal_filed_too_late_would_count_that_too(cafe: Cafe) -> None:
    said = text(browser(people.clerk()).get(cafe.page, {"through": "1/2/2027"}))
    assert "Late renewal 50% (this renewal)" in said
    assert "Saturday, January 2, 2027 this renewal 50% No: only the highest level counts" in said


def test_another_time_and_fee_may_be_asked_for(cafe: Cafe) -> None:
    said = text(browser(people.clerk()).get(cafe.page, {"through": "5/31/2026", "base": "33.33"}))
    assert "25% is added" in said
    assert "$33.33 × 1.25 = $41.66." in said
    assert "No: happened after Sunday, May 31, 2026; the next renewal counts it" in said
    septage = text(browser(people.clerk()).get(cafe.page, {"programme": "septage"}))
    assert "Septage: later than" in septage
    assert "The fee × 2.50" in septage


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"through": "soon"}, "“soon” is not a date we can read."),
        ({"after": "6/1/2026", "through": "6/1/2026"}, "The time ends before it begins."),
        ({"after": "12/2/2026"}, "The time would end on Tuesday, December 1, 2026, before it begins."),
        ({"base": "-1"}, "An amount cannot be below zero."),
        ({"programme": "pools"}, "There is no such programme. Choose one that is listed."),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(cafe: Cafe, asked: dict[str, str], says: str) -> None:
    answer = browser(people.clerk()).get(cafe.page, asked)
    assert answer.status_code == 422
    assert says in text(answer)
    for value in asked.values():
        if value != "pools":
            assert f'value="{value}"' in answer.content.decode()


def test_an_administrator_leaves_an_event_out_with_the_reason_and_counts_it_again(cafe: Cafe) -> None:
    client = browser(people.administrator())
    page = client.get(cafe.page, {"through": "12/1/2026"}).content.decode()
    links = [unescape(link) for link in re.findall(rf'href="({cafe.page}\d+/[^"]*)"', page)]
    assert len(links) == 2
    mark = f"{cafe.page}{cafe.hearing.pk}/?through=12%2F1%2F2026"
    assert mark in links
    empty = client.post(mark, {"on": "12/1/2026", "reason": ""})
    assert empty.status_code == 422
    assert "Write the reason in one sentence." in text(empty)
    ahead = client.post(mark, {"on": "12/2/2026", "reason": "Sample"})
    assert "This day has not come yet." in text(ahead)
    done = client.post(mark, {"on": "12/1/2026", "reason": "It was put off."}, follow=True)
    assert done.redirect_chain == [(f"{cafe.page}?through=12%2F1%2F2026", 302)]
    assert "It is not counted." in text(done)
    assert "25% is added" in text(done)
    assert "No: is not counted: It was put off. Count it again" in text(done)
    assert EventMark.objects.get().by == people.administrator()
    assert "counts for the next renewal again" in text(client.get(mark))
    back = client.post(mark, {"on": "12/1/2026", "reason": "It was held."}, follow=True)
    assert "150% is added" in text(back)


def test_an_event_that_was_charged_is_not_offered(cafe: Cafe) -> None:
    permit(cafe.place, date(2026, 11, 30), renews=Case.objects.get(pk=cafe.permit.pk), issued=False)
    client = browser(people.administrator())
    said = text(client.get(cafe.page, {"after": "12/1/2025"}))
    assert "Nothing is added" in said
    assert "No: was charged with CAFE-2026-002; one event is used once" in said
    assert "Do not count" not in said
    refused = client.post(f"{cafe.page}{cafe.hearing.pk}/", {"on": "12/1/2026", "reason": "Sample"})
    assert refused.status_code == 422
    assert "CAFE-2026-002 was charged with that event. Reverse the surcharge" in text(refused)


def test_who_may_look_and_who_may_leave_out(cafe: Cafe) -> None:
    mark = f"{cafe.page}{cafe.hearing.pk}/"
    for person, seen, marks in (
        (people.clerk(), 200, 403),
        (people.inspector(), 200, 403),
        (people.member(), 200, 403),
        (people.administrator(), 200, 200),
        (people.clerk(people.docks()), 404, 404),
        (people.administrator(people.docks()), 404, 404),
        (people.stranger(), 404, 404),
    ):
        assert browser(person).get(cafe.page).status_code == seen, person
        assert browser(person).get(mark).status_code == marks, person
    assert Client().get(cafe.page).status_code == 302


def test_only_events_of_the_place_that_a_row_is_about_have_a_page(cafe: Cafe) -> None:
    client = browser(people.administrator())
    filed = cafe.complaint.case.events.get(slug="filed")
    elsewhere = Event.objects.get(case__facility=cafe.bin, slug="validated")
    for event in (filed, elsewhere):
        assert client.get(f"{cafe.page}{event.pk}/").status_code == 404


def test_every_case_about_the_place_leads_to_its_conduct_and_a_dumpster_has_none(cafe: Cafe) -> None:
    client = browser(people.clerk())
    for case in (cafe.permit, cafe.complaint.case):
        assert f'href="{cafe.page}"' in client.get(f"/cases/{case.number}/").content.decode()
    bin_case = Case.objects.get(facility=cafe.bin)
    assert "/conduct/" not in client.get(f"/cases/{bin_case.number}/").content.decode()
    # Asked for all the same, its page says that no permit is charged with it.
    said = text(client.get(f"/facilities/{cafe.bin.pk}/conduct/"))
    assert "No permit of this place is renewed with such a surcharge" in said
    assert "25% would be added" in said


def test_the_page_asks_as_much_however_many_events(cafe: Cafe) -> None:
    client = browser(people.clerk())

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(cafe.page).status_code == 200
        return len(queries)

    few = asked()
    for _ in range(4):
        happens(cafe.place, "complaint/validated", JUNE)
    assert asked() == few
