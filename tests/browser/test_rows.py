"""Rows in a browser: added, taken away and pasted, by keyboard, by finger and with no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from office.actions import drafts
from tests import people
from tests.browser.hands import Keyboard
from tests.browser.test_pages import SCHEMES, WEARS, WIDTHS
from tests.office.rafts import RAFT, raft_kind, raft_tables  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def begun(live_server: Any, raft_kind: Any) -> Iterator[str]:  # noqa: F811
    """The address of a draft of a raft; Monday, June 1, 2026, 10 in the morning."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        people.clerk()
        _, token = drafts.begin(kind=RAFT, board=people.health(), on=date(2026, 6, 1), now=now())
        yield f"/drafts/{token}"


def look(page: Page, axe: Callable[[Page], None]) -> None:
    """In both colors, on a desk and on the narrowest screen; it scrolls in one direction only."""
    size = page.viewport_size
    assert size is not None
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": size["height"]})
            page.wait_for_function(WEARS, arg=scheme)
            axe(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page.url, width)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)


def rows(page: Page) -> Any:
    return page.locator("#id_planks [data-row-list] > [data-row]")


def test_rows_are_added_and_taken_away_by_keyboard(
    page: Page, begun: str, axe: Callable[[Page], None]
) -> None:
    hands = Keyboard(page)
    page.goto(f"{begun}/raft/")
    expect(rows(page)).to_have_count(3)
    look(page, axe)
    hands.button("Add plank")
    expect(rows(page)).to_have_count(4)
    fourth = page.get_by_role("group", name="Plank 4", exact=True)
    expect(fourth.get_by_label("Wood")).to_be_focused()
    expect(page.locator("[data-row-said]").first).to_have_text("Plank 4 added")
    look(page, axe)
    hands.write_in(fourth.get_by_label("Length in feet"), "12'6\"")
    expect(page.locator("#so-far-sum")).to_have_text("1 not met, 2 not known yet")
    first = page.get_by_role("group", name="Plank 1", exact=True)
    hands.press(first.get_by_role("button", name="Remove plank 1"))
    expect(rows(page)).to_have_count(3)
    expect(page.locator("[data-row-said]").first).to_have_text("Plank 1 removed")
    expect(page.get_by_role("group", name="Plank 1", exact=True).get_by_label("Wood")).to_be_focused()
    third = page.get_by_role("group", name="Plank 3", exact=True)
    expect(third.get_by_label("Length in feet")).to_have_value("12'6\"")
    hands.press(third.get_by_role("button", name="Remove plank 3"))
    expect(page.locator("#so-far-sum")).to_have_text("3 not known yet")
    hands.button("Save and continue")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The water")


def test_enter_in_a_cell_checks_and_adds_nothing(page: Page, begun: str) -> None:
    page.goto(f"{begun}/raft/")
    cell = page.locator("#id_planks-0-length_ft")
    cell.fill("11")
    cell.press("Enter")
    page.wait_for_url("**/raft/#so-far-h")
    expect(page.locator("#so-far-sum")).to_have_text("1 met, 2 not known yet")
    expect(page.locator("#id_planks-0-length_ft")).to_have_value("11")
    expect(rows(page)).to_have_count(3)


def test_no_more_are_added_than_are_taken(page: Page, begun: str) -> None:
    page.goto(f"{begun}/raft/")
    for _ in range(7):
        page.get_by_role("button", name="Add plank").click()
    expect(rows(page)).to_have_count(10)
    page.get_by_role("button", name="Add plank").click()
    expect(rows(page)).to_have_count(10)
    expect(page.locator("[data-row-said]").first).to_have_text("No more than 10 rows are taken")


def test_500_rows_are_pasted_and_a_wrong_cell_is_named(
    page: Page, begun: str, axe: Callable[[Page], None]
) -> None:
    page.goto(f"{begun}/water/")
    look(page, axe)
    text = "\n".join(f"{n}\t{'deep' if n == 300 else '4.5'}" for n in range(500))
    page.get_by_label("Paste a table").fill(text)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator("#error-summary")).to_be_focused()
    expect(page.locator("#error-summary")).to_contain_text("Line 301, depth in feet")
    look(page, axe)
    page.locator("#error-summary a").first.click()
    table = page.get_by_label("The table, one row on a line")
    expect(table).to_be_focused()
    table.fill(text.replace("deep", "4.5"))
    page.get_by_role("button", name="Check").last.click()
    expect(page.get_by_text("500 rows read")).to_be_visible()
    expect(page.locator("#so-far-sum")).to_have_text("1 met, 2 not known yet")
    look(page, axe)
    page.goto(f"{begun}/check/")
    expect(page.locator("#part-water tbody tr")).to_have_count(500)


def test_a_short_table_becomes_cells_that_the_error_leads_to(
    phone: Page, begun: str, axe: Callable[[Page], None]
) -> None:
    phone.goto(f"{begun}/water/")
    phone.get_by_label("Paste a table").fill("Distance;Depth\n0;3,5\n10;4")
    phone.get_by_role("button", name="Save and continue").tap()
    expect(phone.locator("#error-summary")).to_contain_text("Depth 1, depth in feet")
    phone.locator("#error-summary a").first.tap()
    cell = phone.locator("#id_depths-0-depth_ft")
    expect(cell).to_be_focused()
    expect(cell).to_have_value("3,5")
    look(phone, axe)
    cell.fill("3.5")
    phone.get_by_role("button", name="Save and continue").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Papers")
    phone.goto(f"{begun}/check/")
    expect(phone.locator("#part-water")).to_contain_text("3.5")
    look(phone, axe)


def test_with_no_script_rows_are_added_by_sending_the_page(new_page: Callable[..., Page], begun: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{begun}/raft/")
    page.get_by_label("Name of the raft").fill("Sample")
    page.locator("#id_planks-2-length_ft").fill("11'3\"")
    page.get_by_role("button", name="Add plank").click()
    expect(rows(page)).to_have_count(4)
    expect(page.get_by_label("Name of the raft")).to_have_value("Sample")
    expect(page.locator("#id_planks-2-length_ft")).to_have_value("11'3\"")
    expect(page.get_by_text("Read as 11.25 ft")).to_be_visible()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
    page.locator("#id_planks-3-length_ft").fill("10")
    page.get_by_role("button", name="Save and continue").click()
    page.goto(f"{begun}/check/")
    expect(page.locator("#part-raft .answer-rows tbody tr")).to_have_count(2)
