"""Keys that save time, on the pages of the office; the skip link; and the case file on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from office.models import Case
from tests import people

pytestmark = pytest.mark.django_db(transaction=True)

JUNE_1 = date(2026, 6, 1)


@pytest.fixture
def case(live_server: Any) -> Iterator[Case]:
    """An issued dumpster permit, on Monday, June 1, 2026."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        yield people.issued_dumpster(JUNE_1)


@pytest.fixture
def clerk(page: Page, case: Case, sign_in: Any) -> Page:
    """The case file, opened by the clerk."""
    sign_in(page, people.clerk())
    page.goto(f"/cases/{case}/")
    return page


def test_a_slash_goes_to_the_find_box_and_a_single_hit_opens(clerk: Page, case: Case) -> None:
    clerk.goto("/worklist/")
    clerk.keyboard.press("/")
    expect(clerk.get_by_label("Find a case")).to_be_focused()
    clerk.keyboard.type(case.number)
    clerk.keyboard.press("Enter")
    clerk.wait_for_url(f"**/cases/{case}/")


def test_a_question_mark_shows_the_keys_and_hides_them_again(clerk: Page) -> None:
    told = clerk.get_by_role("table", name="Keys and what they do")
    expect(told).to_be_hidden()
    clerk.keyboard.press("?")
    expect(told).to_be_visible()
    expect(clerk.locator("#keys summary")).to_be_focused()
    clerk.keyboard.press("?")
    expect(told).to_be_hidden()


def test_ctrl_enter_presses_the_main_button_wherever_one_types(clerk: Page, case: Case) -> None:
    clerk.goto(f"/cases/{case}/notes/new/")
    clerk.get_by_label("Note").press("Control+Enter")
    expect(clerk.locator("#error-summary")).to_be_focused()
    clerk.get_by_label("Note").fill("Seen from the street.")
    clerk.get_by_label("Day").press("Control+Enter")
    expect(clerk.get_by_text("Note added.")).to_be_visible()
    assert case.events.filter(slug="note").count() == 1


def test_both_single_keys_can_be_switched_off_and_stay_off(clerk: Page) -> None:
    clerk.keyboard.press("?")
    clerk.get_by_label("Use the single keys").press("Space")
    for address in (clerk.url, "/worklist/"):
        clerk.goto(address)
        clerk.keyboard.press("/")
        expect(clerk.get_by_label("Find a case")).not_to_be_focused()
        clerk.keyboard.press("?")
        expect(clerk.get_by_role("table", name="Keys and what they do")).to_be_hidden()


def test_the_skip_link_is_the_first_stop_and_leads_past_the_navigation(clerk: Page) -> None:
    skip = clerk.get_by_role("link", name="Skip to main content")
    clerk.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    clerk.keyboard.press("Enter")
    clerk.keyboard.press("Tab")
    expect(clerk.get_by_role("main").locator("*:focus")).to_have_count(1)


def test_tab_follows_the_order_of_reading_and_shift_tab_leads_back(clerk: Page) -> None:
    where = "[...document.querySelectorAll('a, button, input, summary')].indexOf(document.activeElement)"

    def walk(key: str, steps: int) -> list[int]:
        stops = []
        for _ in range(steps):
            clerk.keyboard.press(key)
            stops.append(clerk.evaluate(where))
        return stops

    there = walk("Tab", 30)
    assert there == sorted(set(there))
    assert walk("Shift+Tab", 29) == there[-2::-1]


def test_the_case_file_prints_without_navigation_and_with_its_number(clerk: Page, case: Case) -> None:
    clerk.emulate_media(media="print")
    expect(clerk.get_by_role("navigation").filter(visible=True)).to_have_count(0)
    expect(clerk.get_by_role("button").filter(visible=True)).to_have_count(0)
    sheets = PdfReader(io.BytesIO(clerk.pdf(format="Letter"))).pages
    printed = [" ".join(sheet.extract_text().split()) for sheet in sheets]
    for words in ("Worklist", "Sign out", "Find a case", "On this page", "Keys that save time", "Print the"):
        assert not any(words in sheet for sheet in printed), words
    for words in (case.number, "Facts", "Findings", "Checklist", "Money", "Conditions", "History", "Clocks"):
        assert any(words in sheet for sheet in printed), words
    assert all(len(sheet) > 100 for sheet in printed), "A sheet is all but blank."
