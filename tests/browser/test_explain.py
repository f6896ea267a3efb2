"""Every date says why: the panel opens in place, the page prints, and the acts stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import cases, casework, clocks
from office.models import Case
from tests import people
from tests.browser.hands import Keyboard
from tests.office import toys
from tests.office.trial import TRIAL

pytestmark = pytest.mark.django_db(transaction=True)

JUNE_1 = date(2026, 6, 1)


@pytest.fixture
def case(live_server: Any) -> Iterator[Case]:
    """Asked on Monday, June 1; answered by June 10, in seven working days. It is Wednesday, June 3."""
    with toys.registered(TRIAL), time_machine.travel("2026-06-03 10:00 -0400", tick=True):
        clerk = people.clerk()
        case = cases.open_case(kind="trial", on=JUNE_1, by=clerk)
        casework.add_condition(case, text="Plant a hedge.", due_on=date(2026, 6, 20), on=JUNE_1, by=clerk)
        cases.record(case, "asked", on=JUNE_1, by=clerk)
        clocks.raise_task(case, what="Call the agent", due_on=date(2026, 6, 2), on=JUNE_1, by=clerk)
        yield case


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_working_opens_in_place_by_keyboard(
    new_page: Callable[..., Page],
    sign_in: Any,
    axe: Callable[[Page], None],
    case: Case,
    width: int,
    scheme: Any,
) -> None:
    page = new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    sign_in(page, people.clerk())
    page.goto(f"/cases/{case}/")
    hands = Keyboard(page)
    answer = page.locator(".clock", has_text="Answer").first
    told = answer.locator("details.why")
    hands.press(told.locator("summary"))
    expect(told.get_by_role("table", name="How the day was counted: Answer")).to_be_visible()
    expect(told).to_contain_text("Count on 7 working days")
    expect(told).to_contain_text("Wednesday, June 10, 2026.")
    expect(told.locator("summary")).to_be_focused()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Enter")  # the same key folds it
    expect(told.get_by_role("table").first).to_be_hidden()
    page.keyboard.press("Enter")
    hands.press(told.get_by_role("link", name="On a page of its own, to print Answer"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Why Wednesday, June 10, 2026?")
    axe(page)
    hands.follow("In the history Asked")
    page.wait_for_url(f"**/cases/{case}/#event-{case.events.get(slug='asked').pk}")


def test_the_page_of_a_day_prints_without_navigation(page: Page, sign_in: Any, case: Case) -> None:
    sign_in(page, people.clerk())
    page.goto(f"/clocks/{case.clocks.get(clock='answer').pk}/why/")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation").filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("link", name="Pause Answer")).to_be_hidden()
    expect(page.get_by_text("Off Saturdays, Sundays and legal holidays.")).to_be_visible()


def test_the_clerk_pauses_extends_and_finishes_by_keyboard(
    page: Page, sign_in: Any, axe: Callable[[Page], None], case: Case
) -> None:
    sign_in(page, people.clerk())
    page.goto("/worklist/overdue/")
    hands = Keyboard(page)
    hands.follow(f"Open next: {case}")
    hands.follow("Task done Call the agent")
    hands.button("Record as done")
    expect(page.get_by_text("Task done.")).to_be_visible()
    hands.follow("Pause Answer")
    hands.button("Pause")
    expect(page.locator("#error-summary")).to_be_focused()
    axe(page)
    hands.write("What it waits for", "The plan is missing.")
    hands.button("Pause")
    expect(page.get_by_text("Paused since Wed Jun 3", exact=True)).to_be_visible()
    hands.follow("Resume Answer")
    hands.button("Resume")
    hands.follow("Extend Answer")
    expect(page.get_by_role("heading", name="Extend the time")).to_be_visible()
    axe(page)
    hands.write("Due through", "6/30")
    hands.write("What it rests on", "Sample vote of June 2")
    hands.write("Reason", "The agent is away.")
    hands.button("Extend")
    expect(page.locator(".clock", has_text="Answer").first).to_contain_text("through Tue Jun 30")
    axe(page)
    hands.follow("Worklist: Overdue")
    expect(page.get_by_text("That was the last one.")).to_be_visible()
    axe(page)
