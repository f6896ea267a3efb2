"""My cases on a phone and at a desk: see whose move it is, answer what the office asks, write, withdraw.

By finger and by keyboard alone; axe-core looks at each page, with its errors shown, light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Page, expect

from office.actions import conversations, money, steps
from office.models import Case
from tests import people
from tests.browser.hands import Finger, Hands, Keyboard
from tests.office.my_cast import ASKED, DAY, NOON, filed, known

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def case(live_server: Any) -> Iterator[Case]:
    """Ada's application, about which the office asks for something and has written; June 1, 2026, noon."""
    with time_machine.travel(NOON, tick=True):
        made = filed((known("ada", "ada@example.org")[1], "applicant"))
        clerk = people.clerk()
        money.set_fee(made, amount="50.00", reason="Sample", on=DAY, by=clerk)
        steps.record(made, "incomplete", on=DAY, by=clerk, now=NOON, note=ASKED)
        conversations.write(
            made, text="Call if you need help.", key="one", on=DAY, now=NOON, by=clerk, from_office=True
        )
        yield made


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """A photograph of the sketch, as a phone takes it."""
    photo = tmp_path / "sketch.heic"
    Image.new("RGB", (320, 240), "white").save(photo, "HEIF")
    return photo


class Ada:
    """Ada at work; every page she passes is looked at in both colors and scrolls one way only."""

    def __init__(self, hands: Hands, axe: Callable[[Page], None], case: Case) -> None:
        self.hands, self.page, self.axe, self.case = hands, hands.page, axe, case

    def look(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            self.page.wait_for_function("s => document.documentElement.dataset.bsTheme === s", arg=scheme)
            self.axe(self.page)

    def open_the_case(self) -> None:
        self.page.goto("/my/")
        self.look("My cases")
        expect(self.page.get_by_text("1 new message from the office")).to_be_visible()
        self.hands.follow(self.case.number)
        self.look(self.case.number)
        expect(self.page.locator(".move")).to_contain_text(f"Your move: {ASKED} By Monday, June 15, 2026.")
        steps_ = self.page.locator("ol.steps li")
        expect(steps_.filter(has_text="Incomplete")).to_have_attribute("aria-current", "step")

    def answer(self, sketch: Path) -> None:
        self.hands.follow("Answer the office")
        self.look("Answer the office")
        self.hands.button("Send the answer")
        expect(self.page.locator("#error-summary")).to_be_focused()
        assert self.page.title().startswith("Error: ")
        self.look("Answer the office")
        self.hands.attach("Location sketch", sketch)
        self.hands.write("What you want to say", "The lot line is on it now.")
        self.hands.button("Send the answer")
        expect(self.page.get_by_text("Your answer is with the office.")).to_be_visible()
        self.look(self.case.number)
        expect(self.page.locator(".move")).to_contain_text("The office’s move: look at what you filed.")
        expect(self.page.get_by_role("link", name="sketch.pdf")).to_be_visible()

    def write(self) -> None:
        self.hands.button("Send the message")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.look(self.case.number)
        self.hands.write("Your message", "When do you decide?")
        self.hands.button("Send the message")
        expect(self.page.get_by_text("When do you decide?")).to_be_visible()

    def withdraw(self) -> None:
        self.hands.follow("Withdraw this application")
        self.look("Withdraw this application")
        self.hands.button(f"Withdraw {self.case.number}")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.look("Withdraw this application")
        self.hands.write("Reason", "We moved.")
        self.hands.button(f"Withdraw {self.case.number}")
        expect(self.page.get_by_text("Withdrawn. The office decides nothing more on it.")).to_be_visible()
        self.look(self.case.number)


def walk(ada: Ada, sketch: Path) -> None:
    ada.open_the_case()
    ada.answer(sketch)
    ada.write()
    ada.withdraw()
    ada.case.refresh_from_db()
    assert (ada.case.status, ada.case.conversation.count()) == ("withdrawn", 3)
    assert list(ada.case.checklist.values_list("state", flat=True)) == ["supplied"]


def test_on_a_phone(phone: Page, case: Case, sketch: Path, axe: Callable[[Page], None], sign_in: Any) -> None:
    sign_in(phone, people.user("ada"))
    walk(Ada(Finger(phone), axe, case), sketch)


def test_at_a_desk_by_keyboard(
    page: Page, case: Case, sketch: Path, axe: Callable[[Page], None], sign_in: Any
) -> None:
    sign_in(page, people.user("ada"))
    walk(Ada(Keyboard(page), axe, case), sketch)
