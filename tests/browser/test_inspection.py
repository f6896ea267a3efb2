"""An inspection on a phone, 390 px wide: begun, answered, left in the middle, taken up again, finished.

Once by finger, once by keyboard alone. axe-core looks at every page passed, also where something is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from enforcement.models import InspectionItem
from office.models import Case
from tests import people
from tests.browser.hands import Finger, Hands, Keyboard
from tests.enforcement.inspection_cast import finished, shipped, the_bin

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 10_000  # ms


@pytest.fixture
def town(live_server: Any) -> Iterator[None]:
    """June 1, 2026, 10 in the morning: a dumpster whose lids stood open twice this spring."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        shipped()
        the_bin()
        for day in (date(2026, 3, 2), date(2026, 4, 6)):
            finished(day, lids="no")
        yield


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    lids = tmp_path / "lids.jpg"
    Image.new("RGB", (640, 480), "white").save(lids)
    return lids


class Visit:
    """The inspector at work. Every step ends on what it leads to, which axe-core has looked at."""

    def __init__(self, hands: Hands, axe: Callable[[Page], None]) -> None:
        self.hands, self.page, self.axe = hands, hands.page, axe

    def look(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing scrolls sideways"
        self.axe(self.page)

    def item(self, words: str) -> Locator:
        return self.page.get_by_role("group", name=words)

    def answer(self, words: str, answer: str) -> None:
        """Choose an answer; it is saved by itself."""
        self.hands.choose(words, answer)
        said = self.item(words).get_by_text(re.compile(f"^Saved: {answer.lower()}"))
        expect(said).to_be_visible(timeout=SOON)

    def begin(self) -> None:
        self.page.goto("/inspections/")
        self.look("Inspections")
        self.hands.follow("Begin an inspection")
        self.look("Begin an inspection")
        self.hands.button("Begin inspection")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.axe(self.page)
        self.hands.write("Find a place, lot or case", "sample bin")
        expect(self.page.get_by_label("Sample bin (dumpster)")).to_be_visible(timeout=SOON)
        self.hands.choose("What is inspected", "Sample bin (dumpster)")
        expect(self.page.get_by_text("Last visit: I-2026-002")).to_be_visible(timeout=SOON)
        self.hands.choose("Checklist", "Dumpster")
        self.hands.choose("Why", "Routine")
        self.hands.button("Begin inspection")
        self.look("I-2026-003")

    def answer_all_but_the_last(self, photo: Path) -> None:
        expect(self.page.get_by_role("status").filter(has_text="0 of 11")).to_be_visible()
        lids = "4. Lids are kept closed."
        for number in range(1, 11):
            words = (
                self.page.locator("fieldset.item legend").nth(number - 1).inner_text().split("\n")[0].strip()
            )
            self.answer(words, "No" if words.startswith("4.") else "Yes")
        expect(self.page.get_by_role("status").filter(has_text="10 of 11, saved")).to_be_visible()
        expect(self.item(lids)).to_contain_text("Third time")
        self.hands.write_in(self.item(lids).get_by_label("What was seen"), "Both stood open.")
        self.hands.write_in(self.item(lids).get_by_label("Calendar days to correct"), "soon")
        expect(self.item(lids).get_by_text("Write the calendar days as a whole number")).to_be_visible()
        self.axe(self.page)
        self.hands.write_in(self.item(lids).get_by_label("Calendar days to correct"), "2")
        expect(self.item(lids).get_by_text("through Wednesday, June 3, 2026")).to_be_visible(timeout=SOON)
        self.item(lids).get_by_label("Photo").set_input_files(photo)
        expect(self.item(lids).get_by_role("link", name="lids.jpg")).to_be_visible(timeout=SOON)
        self.axe(self.page)

    def go_away_and_come_back(self) -> None:
        """The browser is closed, as when a battery is empty; all that was said is there again."""
        self.page.goto("about:blank")
        self.page.goto("/inspections/I-2026-003/")
        expect(self.page.get_by_role("status").filter(has_text="10 of 11, saved")).to_be_visible()
        lids = self.item("4. Lids are kept closed.")
        expect(lids.get_by_label("No", exact=True)).to_be_checked()
        expect(lids.get_by_label("What was seen")).to_have_value("Both stood open.")

    def finish(self) -> None:
        last = "11. It is deodorized when emptied"
        self.hands.button("Finish inspection")
        summary = self.page.locator("#error-summary")
        expect(summary).to_be_focused()
        expect(summary.get_by_role("link")).to_have_text([re.compile("^11. It is deodorized")])
        self.axe(self.page)
        self.answer(last, "Not seen")
        self.hands.button("Finish inspection")
        self.look("Finish I-2026-003")
        self.hands.choose("How it ends", "All is met")
        self.hands.button("Finish inspection")
        expect(self.page.locator("#error-summary")).to_contain_text("1 item is not met.")
        self.axe(self.page)
        self.hands.choose("How it ends", "Corrections are needed")
        self.hands.button("Finish inspection")
        self.look("I-2026-003")
        expect(self.page.get_by_text("1 item is not met, 1 item was not seen.")).to_be_visible()
        expect(self.page.get_by_role("link", name="Print the report")).to_be_visible()


def work(hands: Hands, axe: Any, photo: Path) -> None:
    visit = Visit(hands, axe)
    visit.begin()
    visit.answer_all_but_the_last(photo)
    visit.go_away_and_come_back()
    visit.finish()
    case = Case.objects.get(number="I-2026-003")
    assert case.status == "needs correction"
    assert case.clocks.get(clock="correction").due_on == date(2026, 6, 3)
    lids = InspectionItem.objects.get(inspection__case=case, item__slug="lids")
    assert (lids.note, lids.days, lids.photos.count()) == ("Both stood open.", 2, 1)


def test_by_finger(phone: Page, town: None, axe: Any, sign_in: Any, photo: Path) -> None:
    sign_in(phone, people.inspector())
    work(Finger(phone), axe, photo)


def test_by_keyboard_alone(phone: Page, town: None, axe: Any, sign_in: Any, photo: Path) -> None:
    sign_in(phone, people.inspector())
    work(Keyboard(phone), axe, photo)
