"""A clerk lists abutters, writes to them and mails, and a member closes the hearing on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import cases
from office.calendar import EASTERN
from office.models import Abutter, Notice
from tests import people
from tests.office import toys
from tests.office.abutters_cast import a_rule, clock, heard, mailed
from tests.office.abutters_cast import told as told_of
from tests.office.test_meetings import of_board

pytestmark = pytest.mark.django_db(transaction=True)

WEDNESDAY = datetime(2026, 5, 20, 12, tzinfo=EASTERN)
PASTED = """Parcel ID\tOwner 1\tMailing Address\tMail City\tMail State\tMail Zip
29-A-4\tSample Neighbor East\t12 Sample Street\tTisbury\tMA\t2568
29-A-2\tSample Neighbor West\tPO Box 8\tBoston\tMA\t02108"""


@pytest.fixture
def kind() -> Iterator[None]:
    with toys.registered(toys.BESIDE):
        yield


def a_case() -> Any:
    a_rule()
    return cases.open_case(
        kind="beside-toy", on=date(2026, 5, 1), by=people.clerk(), board=people.health(),
        parcels=[people.parcel()], people=[(people.party(), "applicant")],
    )  # fmt: skip


@pytest.mark.parametrize("screen", ["page", "phone"])
def test_a_clerk_lists_the_abutters_and_writes_to_each(
    kind: None, live_server: Any, request: pytest.FixtureRequest, screen: str, sign_in: Any,
    axe: Callable[[Page], None],
) -> None:  # fmt: skip
    with time_machine.travel(WEDNESDAY, tick=True):
        page: Page = request.getfixturevalue(screen)
        case = a_case()
        heard(case)
        sign_in(page, people.clerk())
        page.goto(f"/cases/{case.number}/")
        page.get_by_role("link", name="Who is told of the hearing, and whether they were").click()
        expect(page.get_by_role("heading", name="Abutters", exact=True)).to_be_visible()
        axe(page)
        page.get_by_role("link", name="Begin a list").click()
        expect(page.get_by_role("button", name="Begin the list")).to_be_visible()
        page.wait_for_load_state()
        page.get_by_label("Date of the assessors’ list").fill("5/15/2026")
        page.get_by_role("button", name="Begin the list").click()
        expect(page.get_by_role("main")).to_contain_text("The list is begun. Add the owners.")
        page.get_by_role("link", name="Paste owners").click()
        # A line that cannot be read is named, and nothing is lost.
        page.get_by_label("Owners, one a line").fill(f"{PASTED}\n29-B-1\t\tx\ty\tMA\t02568")
        page.get_by_role("button", name="Show what was read").click()
        expect(page.locator("#error-summary")).to_contain_text("Line 4: The owner is missing.")
        expect(page.locator("#error-summary")).to_be_focused()
        assert page.get_by_label("Owners, one a line").input_value().startswith("Parcel ID\tOwner 1")
        axe(page)
        page.get_by_label("Owners, one a line").fill(PASTED)
        page.get_by_role("button", name="Show what was read").click()
        expect(page.get_by_role("heading", name="As it was read: 2 owners")).to_be_visible()
        axe(page)
        page.get_by_role("button", name="Add 2 owners").click()
        expect(page.locator(".notice.good")).to_contain_text("2 owners added.")
        axe(page)
        page.get_by_role("link", name="Write the notices").click()
        expect(page.get_by_role("button", name="Write 2 notices")).to_be_visible()
        axe(page)
        page.get_by_role("button", name="Write 2 notices").click()
        expect(page.locator("#error-summary")).to_contain_text("Say where the application can be seen")
        page.get_by_label("Where and when the application can be seen").fill("Sample Town Hall, weekdays")
        page.get_by_role("button", name="Write 2 notices").click()
        expect(page.locator(".notice.good")).to_contain_text("the list is frozen")
        assert Abutter.objects.filter(of__frozen_on=date(2026, 5, 20)).count() == 2
        later = WEDNESDAY + timedelta(hours=1)
    with time_machine.travel(later, tick=True):
        for note in Notice.objects.order_by("pk"):
            mailed(note, date(2026, 5, 20))
        page.reload()
        by_when = page.get_by_role("region", name="By when")
        expect(by_when).to_contain_text("2 letters; the last left that day.")
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert clock(case, "abutters-toys").ended_on == date(2026, 5, 20)


def test_a_member_says_that_they_come_and_closes_the_hearing_on_a_phone(
    kind: None, live_server: Any, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    with time_machine.travel(WEDNESDAY, tick=True):
        anna, *_ = [of_board(name) for name in ("anna", "bert", "cora")]
        case = a_case()
        item = told_of(case)
        sign_in(phone, anna)
        phone.goto(f"/meetings/{item.meeting.slug}/")
        phone.get_by_role("link", name="Say who will come").click()
        phone.get_by_label("Will come", exact=True).check()
        axe(phone)
        phone.get_by_role("button", name="Record it").click()
        expect(phone.get_by_role("region", name="Who will come")).to_contain_text(
            "One will come, of two it is not known; quorum is two."
        )
        axe(phone)
    with time_machine.travel(datetime(2026, 6, 16, 19, tzinfo=EASTERN), tick=True):
        sign_in(phone, anna)
        phone.goto(f"/meetings/{item.meeting.slug}/")
        phone.get_by_role("link", name="Close the hearing").click()
        phone.get_by_label("Time").fill("7:15 pm")
        axe(phone)
        phone.get_by_role("button", name="Close the hearing").click()
        agenda = phone.locator(".agenda-items")
        expect(agenda).to_contain_text("Hearing closed Tuesday, June 16, 2026, 7:15 pm")
        axe(phone)
        assert clock(case, "decide").due_on == date(2026, 7, 7)
