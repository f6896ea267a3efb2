"""A clerk follows a citation to its end: mailed at the desk, heard, paid at the counter, with its receipt.

axe-core looks at every page passed, and at the offender's own on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.models import Case
from tests import people
from tests.browser.hands import Keyboard
from tests.enforcement.cast import cited, offender, schedule

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def case(live_server: Any) -> Iterator[Case]:
    """A citation of $25.00, written on June 16, 2026, that waits at the mail desk; it is that noon."""
    with time_machine.travel("2026-06-16 12:00 -0400", tick=True):
        schedule()
        people.clerk()
        yield cited(14, offender=offender("Zoe Sample"), seen="Lids open at noon.")


class Following:
    """The clerk on the citation's page and those it leads to, by keyboard alone."""

    def __init__(self, page: Page, case: Case, axe: Callable[[Page], None]) -> None:
        self.page, self.case, self.axe, self.hands = page, case, axe, Keyboard(page)

    def open(self) -> None:
        self.page.goto(f"/citations/{self.case.number}/")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(self.case.number)

    def look(self, *words: str) -> None:
        for each in words:
            expect(self.page.get_by_text(each).first).to_be_visible()
        self.axe(self.page)

    def follow(self, link: str, heading: str) -> None:
        self.hands.follow(link)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(heading))
        self.axe(self.page)

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.hands.button(name)


def test_from_the_mail_desk_to_the_receipt(
    page: Page, case: Case, axe: Callable[[Page], None], sign_in: Any
) -> None:
    job = Following(page, case, axe)
    sign_in(page, people.clerk())
    job.open()
    job.look("Not served yet: 15 days left", "$25.00 is due.")

    # Mailed first class at the desk: that serves it.
    job.follow("mail desk", "Mail")
    page.keyboard.press("Tab")
    row = page.get_by_role("row").filter(has_text="Zoe Sample")
    box = row.get_by_role("checkbox")
    job.hands.reach(box)
    page.keyboard.press("Space")
    job.press("Mark first class as mailed today")
    axe(page)
    job.open()
    job.look("Open", "Certificate of mailing", "Court packet")

    # The court gets its copy by the list.
    job.follow("Field", "Today in the field")
    job.follow("Court copies", "Court copies")
    copy = page.get_by_role("checkbox", name=f"{case.number} was sent")
    job.hands.reach(copy)
    page.keyboard.press("Space")
    job.press("Record as sent")
    job.look("The court has every copy.")

    # The offender asks for a hearing.
    job.open()
    job.follow("Record that a hearing was asked for", "Record that a hearing was asked for")
    job.press(f"Record that a hearing was asked for {case.number}")
    job.open()
    job.look("Hearing asked")

    # Found responsible; what the court said is missing at first, and nothing is lost.
    job.follow("Record: found responsible", "Record: found responsible")
    job.hands.write("Sum the court set", "15.00")
    job.hands.write("Costs", "5.00")
    job.press("Record: found responsible")
    expect(page).to_have_title(re.compile("^Error: "))
    job.look("Write in one sentence what the court said.")
    expect(page.get_by_label("Costs")).to_have_value("5.00")
    job.hands.write("What the court said", "Responsible, a first time.")
    job.press("Record: found responsible")
    job.open()
    job.look("Responsible", "$20.00 is due.", "Sum set by the court", "Court costs")

    # Paid at the counter in two parts: the first leaves it open, the second ends it with its receipt.
    for amount, says in (("12.00", "$8.00 is due."), ("8.00", "Nothing is due.")):
        job.follow("Record payment", "Record payment")
        job.hands.write("Amount", amount)
        job.hands.choose("Paid by", "Cash")
        with page.expect_navigation():
            job.hands.press(page.locator("[data-primary]"))
        expect(page.get_by_role("heading", level=1)).to_contain_text("R-2026-")
        axe(page)
        job.open()
        job.look(says)
    job.look("Paid")
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("paid", False)


def test_the_offender_looks_it_up_on_a_phone(page: Page, case: Case, axe: Callable[[Page], None]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/verify/")
    page.get_by_label("Code on the permit").fill((case.code or "").lower())
    page.get_by_role("button", name="Check this permit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Citation {case.number}")
    expect(page.get_by_text("$25.00 is due through Tuesday, July 7, 2026.")).to_be_visible()
    assert "Zoe" not in page.content()
    axe(page)
