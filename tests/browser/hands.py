"""Two ways to work a page, with the same words: the keyboard alone, or a finger on a phone."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

MOST_STOPS = 120

# Where the focus is: whether at the element sought, and whether anything shows it. Two places show nothing by
# design: the page before the first Tab, and its main part, where the skip link leads.
STOP = """target => {
    const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
    const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const ring = (outline || style.boxShadow !== "none") && box.width > 0 && box.height > 0;
    return {
        there: at === target,
        shown: ring || at.matches("body, main"),
        html: at.outerHTML.slice(0, 200),
    };
}"""


class Hands(ABC):
    """What a person does on `page`. Controls go by the names a screen reader would say."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, target: Locator) -> None:
        """Press a link, a button, or what opens a fold."""

    @abstractmethod
    def write_in(self, target: Locator, text: str) -> None:
        """Replace what stands in that field, and leave it."""

    @abstractmethod
    def choose(self, question: str, answer: str) -> None:
        """Choose a radio button in the group of that question."""

    @abstractmethod
    def pick(self, label: str, option: str) -> None:
        """Choose an option of a list."""

    @abstractmethod
    def attach(self, label: str, file: Path) -> None:
        """Choose a file."""

    # ---- the same for both, by the words on the control
    def write(self, label: str, text: str) -> None:
        self.write_in(self._field(label), text)

    def follow(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def unfold(self, words: str) -> None:
        self.press(self.page.locator("summary").filter(has_text=re.compile(f"^{re.escape(words)}$")))

    def _group(self, question: str) -> Locator:
        return self.page.get_by_role("group", name=question)

    def _field(self, label: str) -> Locator:
        """The control of that label; "(optional)" may stand behind it."""
        return self.page.get_by_label(re.compile(rf"^{re.escape(label)}(\s+\(optional\))?$"))


class Keyboard(Hands):
    """Tab, arrows, Space, Enter and typing; no mouse. The focus must be seen at every stop."""

    def reach(self, target: Locator) -> None:
        """Go to `target` stop by stop; fails after MOST_STOPS, or at a stop where no ring is seen."""
        expect(target).to_be_visible()
        for _ in range(MOST_STOPS):
            stop: dict[str, Any] = target.evaluate(STOP)
            if not stop["shown"]:
                pytest.fail(f"Nothing shows the focus on {self.page.url} at {stop['html']}")
            if stop["there"]:
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"{target} is not reached on {self.page.url} within {MOST_STOPS} stops.")

    def press(self, target: Locator) -> None:
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write_in(self, target: Locator, text: str) -> None:
        self.reach(target)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Tab")  # the page takes in what was written when it is left

    def choose(self, question: str, answer: str) -> None:
        """Tab leads to the chosen button of the group, or to its first; arrows go on from there."""
        group = self._group(question)
        wanted = group.get_by_role("radio", name=answer, exact=True)
        chosen = group.locator("input[type=radio]:checked")
        first = chosen if chosen.count() else group.get_by_role("radio").first
        self.reach(first)
        if not chosen.count():
            self.page.keyboard.press("Space")
        for _ in range(group.get_by_role("radio").count()):
            if wanted.is_checked():
                break
            self.page.keyboard.press("ArrowDown")
        expect(wanted).to_be_checked()
        expect(wanted).to_be_focused()

    def pick(self, label: str, option: str) -> None:
        listed = self._field(label)
        self.reach(listed)
        self.page.keyboard.type(option)
        expect(listed.locator("option:checked")).to_have_text(option)

    def attach(self, label: str, file: Path) -> None:
        with self.page.expect_file_chooser() as chooser:  # asked for early: it takes the browser a moment
            self.reach(self._field(label))
            self.page.keyboard.press("Enter")
        chooser.value.set_files(file)


class Finger(Hands):
    """Taps on a phone."""

    def press(self, target: Locator) -> None:
        target.tap()

    def write_in(self, target: Locator, text: str) -> None:
        target.fill(text)
        target.blur()

    def choose(self, question: str, answer: str) -> None:
        self._group(question).get_by_label(answer, exact=True).check()

    def pick(self, label: str, option: str) -> None:
        self._field(label).select_option(label=option)

    def attach(self, label: str, file: Path) -> None:
        self._field(label).set_input_files(file)
