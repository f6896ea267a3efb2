"""A snow day from the form to the log, by keyboard; and the calendar's pages on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.models import Case, Closure
from tests import people
from tests.browser.hands import Keyboard
from tests.office.snow import MON_9, SLED, TUE_10, full_sled, record
from tests.office.toys import registered

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def winter(live_server: Any) -> Iterator[Case]:
    """Friday, February 6, 2026: a case with a clock of every sort due on Monday, and a hearing that day."""
    with registered(SLED), time_machine.travel("2026-02-06 10:00 -0500", tick=True):
        case = full_sled()
        record(case, "hearing", MON_9)
        yield case


def test_closing_the_office_on_a_snow_day_by_keyboard(
    page: Page, winter: Case, axe: Callable[[Page], None], sign_in: Any
) -> None:
    sign_in(page, people.clerk())
    hands = Keyboard(page)
    page.goto("/calendar/")
    hands.follow("Closures")
    expect(page.get_by_role("heading", level=1)).to_have_text("Closures in 2026")
    axe(page)
    hands.follow("Close the office")
    expect(page.get_by_role("heading", level=1)).to_have_text("Close the office")
    axe(page)
    hands.write("First day", "2/9")
    expect(page.get_by_text("Monday, February 9, 2026")).to_be_visible()  # every date echoes its weekday
    hands.write("Why the office is closed", "Snow")
    hands.button("Preview")

    expect(page.get_by_role("heading", level=1)).to_have_text("Close the office on Monday, February 9, 2026")
    expect(page.get_by_role("heading", name="Dates that move: 1")).to_be_visible()
    moving = page.get_by_role("table", name="Dates that move", exact=True).get_by_role("row")
    expect(moving.nth(1).get_by_role("cell").last).to_have_text("Tue Feb 10")
    hands.press(moving.nth(1).locator("summary"))
    expect(page.get_by_text("rolls past Snow to Tue February 10, 2026")).to_be_visible()
    staying = page.get_by_role("table", name="Dates that do not move")
    expect(staying.get_by_role("row")).to_have_count(1 + 6)
    expect(page.get_by_role("heading", name="Hearings to move by hand: 1")).to_be_visible()
    axe(page)
    assert not Closure.objects.exists(), "nothing is saved yet"

    hands.button("Close the office on Monday, February 9, 2026")
    expect(page.get_by_text("The office is closed on Monday, February 9, 2026.")).to_be_visible()
    log = page.get_by_role("table", name="What was written into the history of each case")
    expect(log).to_contain_text("“Answer the plan” moves from Mon February 9, 2026 to Tue February 10, 2026")
    expect(log).to_contain_text("“Keep the plan” stays due Mon February 9, 2026")
    axe(page)
    assert winter.clocks.get(clock="open").due_on == TUE_10

    hands.follow("Open the office on Monday, February 9, 2026")
    expect(page.get_by_role("heading", name="Dates that move back: 1")).to_be_visible()
    axe(page)
    hands.write("Why the office is open after all", "The storm turned out to sea")
    hands.button("Open the office on Monday, February 9, 2026")
    expect(page.get_by_text("The office is open on Monday, February 9, 2026 after all.")).to_be_visible()
    assert winter.clocks.get(clock="open").due_on == MON_9


def test_what_is_wrong_with_the_days_takes_the_focus(
    page: Page, winter: Case, axe: Callable[[Page], None], sign_in: Any
) -> None:
    sign_in(page, people.clerk())
    page.goto("/closures/new/")
    page.get_by_label("First day").fill("2/8")
    page.get_by_label("Why the office is closed").fill("Snow")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#error-summary")).to_be_focused()
    expect(page.locator("#error-summary")).to_contain_text("The office is closed anyway")
    axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_list_month_and_sheet_on_a_desk_and_on_a_phone(
    new_page: Callable[..., Page], winter: Case, axe: Callable[[Page], None], sign_in: Any, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    for person in (None, people.clerk()):
        if person is not None:
            sign_in(page, person)
        for address in (
            "/calendar/",
            "/calendar/?view=month",
            "/calendar/?sheet=week",
            "/calendar/?from=2028-01-03",
        ):
            for width in (1280, 390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                page.goto(address)
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (
                    address,
                    width,
                )
                axe(page)
    page.goto("/calendar/?view=month")
    page.set_viewport_size({"width": 1280, "height": 900})
    month = page.get_by_role("table", name="February 2026")
    expect(month.get_by_role("columnheader")).to_have_count(7)
    expect(month.get_by_role("row")).to_have_count(5)
    page.get_by_role("link", name="4 more on Monday, February 9, 2026").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("Monday, February 9, 2026")


def test_a_private_feed_is_made_shown_once_and_revoked(
    page: Page, winter: Case, axe: Callable[[Page], None], sign_in: Any
) -> None:
    sign_in(page, people.clerk())
    hands = Keyboard(page)
    page.goto("/calendar/")
    hands.follow("Make a private feed of your due days")
    expect(page.get_by_role("heading", level=1)).to_have_text("Private feeds")
    axe(page)
    hands.write("Where you will use it", "Phone")
    hands.button("Make a feed")
    address = page.get_by_label("Address", exact=True).input_value()
    axe(page)
    path = address.partition("//")[2].partition("/")[2]
    came = page.request.get(f"/{path}")
    assert came.headers["content-type"].startswith("text/calendar")
    assert f"SUMMARY:{winter.number}: Answer the plan" in came.text().replace("\r\n ", "")
    page.goto("/calendar/feeds/")
    assert path not in page.content()
    hands.press(page.get_by_role("button", name="Revoke Phone"))
    expect(page.get_by_text("“Phone” is revoked.")).to_be_visible()
    assert page.request.get(f"/{path}").status == 404


def test_next_week_prints_on_one_sheet(page: Page, winter: Case, sign_in: Any) -> None:
    import io

    from pypdf import PdfReader

    sign_in(page, people.clerk())
    page.goto("/calendar/?sheet=week")
    page.emulate_media(media="print")
    paper = PdfReader(io.BytesIO(page.pdf(format="Letter", prefer_css_page_size=True)))
    assert len(paper.pages) == 1
    said = paper.pages[0].extract_text()
    assert "Week of Monday, February 9, 2026" in said
    assert "Answer the plan" in said
    for gone in ("Show these dates", "Week after", "Worklist"):
        assert gone not in said


def test_one_deadline_is_added_to_a_calendar(page: Page, winter: Case, sign_in: Any) -> None:
    sign_in(page, people.clerk())
    row = winter.clocks.get(clock="open")
    page.goto(f"/clocks/{row.pk}/why/")
    link = page.get_by_role("link", name="Add to calendar")
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == f"{winter.number}-open.ics"
    assert date(2026, 2, 9) == row.due_on
