"""A clerk changes a regulation: draft, notice, hearing, vote, adoption; then everybody reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import meetings
from office.calendar import EASTERN
from office.models import Case
from permits.rulemaking.models import Adoption
from tests import people
from tests.browser.test_pages import WEARS
from tests.rulemaking.cast import SIX, members

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def on(month: int, day: int, hour: int = 12) -> Iterator[None]:
    with time_machine.travel(datetime(2026, month, day, hour, tzinfo=EASTERN), tick=True):
        yield


def _draft(page: Page) -> None:
    page.goto("/regulation-changes/")
    page.get_by_role("link", name="Draft a change").click()
    page.get_by_label("Title").fill("Hours of loading a dumpster")
    page.get_by_label("Amends rules").check()
    page.get_by_label("Sections it changes").fill("99.9")
    page.get_by_label("What it changes, in plain words").fill("Loading begins an hour later.")
    page.get_by_label("The words the board votes on").fill("Nobody loads before 8:00 am.")
    page.get_by_role("button", name="Open the draft").click()
    summary = page.locator("#error-summary")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("No section 99.9 stands in the book.")
    expect(page.get_by_label("Title")).to_have_value("Hours of loading a dumpster")


def test_from_draft_to_what_everybody_reads(
    live_server: Any, page: Page, new_page: Callable[..., Page], sign_in: Any, axe: Callable[[Page], None]
) -> None:
    with on(6, 1):
        board, clerk = people.health(), people.clerk()
        seats = members(board)
        meeting = meetings.set_meeting(
            board=board, day=date(2026, 6, 16), at=SIX, place="Town Hall", on=date(2026, 6, 1),
            now=datetime(2026, 6, 1, 9, tzinfo=EASTERN), by=clerk,
        )  # fmt: skip
        sign_in(page, clerk)
        _draft(page)
        axe(page)
        page.get_by_label("Sections it changes").fill("09.2.4(1)")
        page.get_by_role("button", name="Open the draft").click()
        expect(page.get_by_role("heading", name="It stays a draft")).to_be_visible()
        number = Case.objects.get().number
        axe(page)
        # The hearing: an item of a meeting.
        page.goto(f"/meetings/{meeting.slug}/items/new/")
        page.locator("main").get_by_label("Case").fill(number)
        page.get_by_label("Hearing", exact=True).check()
        page.locator("main").get_by_role("button").last.click()
        expect(page.locator(".notice.good")).to_be_visible()
        page.goto(f"/regulation-changes/{number}/file/")
        expect(
            page.get_by_text("Give notice of the hearing: through Thursday, June 11, 2026")
        ).to_be_visible()
        # The notice, with what is lacking said in words first.
        page.get_by_role("link", name="Record the notice of the hearing").click()
        page.get_by_label("In a newspaper").check()
        page.get_by_role("button", name="Record the notice of the hearing").click()
        expect(page.locator("#error-summary")).to_contain_text("Name the newspaper")
        axe(page)
        page.get_by_label("Newspaper, or where it was posted").fill("Sample Gazette")
        expect(page.get_by_label("Day of hearing that it named")).to_have_value("6/16/2026")
        page.get_by_label("Proof", exact=False).first.fill("page B7")
        page.get_by_role("button", name="Record the notice of the hearing").click()
        expect(page.locator(".notice.good")).to_contain_text("notice of the hearing given")
        visitor = new_page()
        visitor.goto(f"/regulation-changes/{number}/")
        expect(visitor.get_by_text("Proposed", exact=True)).to_be_visible()

    with on(6, 16, hour=19):
        sign_in(page, clerk)  # two weeks have passed
        page.goto(f"/meetings/{meeting.slug}/attendance/")
        for seat in seats:
            page.get_by_label(seat.get_full_name()).check()
        page.get_by_role("button", name="Record attendance").click()
        page.get_by_role("link", name=f"Record vote on Hearing: {number}").click()
        page.get_by_role("group", name="What the motion does").get_by_label("Adopt", exact=True).check()
        page.get_by_label("The motion as it was put").fill("That the change be adopted.")
        page.get_by_label("Moved by").select_option(label=seats[0].get_full_name())
        page.get_by_label("Seconded by").select_option(label=seats[1].get_full_name())
        for seat in seats:
            page.get_by_role("group", name=seat.get_full_name()).get_by_label("Yes", exact=True).check()
        page.get_by_role("button", name="Record vote").click()
        expect(page.locator(".notice.good")).to_contain_text("3–0: carries. Voted to adopt.")
        page.goto(f"/regulation-changes/{number}/file/")
        expect(page.get_by_text("Notice, hearing and vote are in order.")).to_be_visible()
        page.get_by_role("link", name="Record the adoption").click()
        page.get_by_label("Takes effect on").fill("6/15/2026")
        page.get_by_role("button", name="Record the adoption").click()
        expect(page.locator("#error-summary")).to_contain_text("before its adoption on June 16, 2026")
        axe(page)
        page.get_by_label("Takes effect on").fill("7/5/2026")  # a Sunday
        page.get_by_role("button", name="Record the adoption").click()
        expect(page.get_by_role("link", name="Certificate with the adopted text")).to_be_visible()
        axe(page)
        row = Adoption.objects.get()
        assert (row.adopted_on, row.effective_on) == (date(2026, 6, 16), date(2026, 7, 5))

    with on(7, 6):
        for width in (1280, 390):
            for scheme in ("light", "dark"):
                reader = new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                for address in (f"/regulation-changes/{number}/", "/regulation-changes/?on=7/5/2026"):
                    reader.goto(address)
                    reader.evaluate(WEARS, scheme)
                    expect(reader.get_by_text("Sunday, July 5, 2026").first).to_be_visible()
                    axe(reader)
                    over = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
                    assert not reader.evaluate(over), f"{address} is wider than {width} px"
