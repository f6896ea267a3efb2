"""A dumpster permit applied for online start to finish with no account: by finger on a phone, by keyboard
at a desk, with no script, and gone on with in a second browser by the mailed link. axe-core looks at each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from threading import Event, Lock
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Page, expect

from office import kinds, renewals
from office.actions import drafts
from office.models import Case, MessageLine
from tests import people
from tests.browser.hands import Finger, Hands, Keyboard
from tests.browser.test_pages import SCHEMES, WEARS, WIDTHS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def town(live_server: Any) -> Iterator[None]:
    """A board and one lot; Monday, June 1, 2026, 10 in the morning."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        people.clerk()
        people.parcel()
        yield


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """A photograph of the location sketch, as a phone takes it."""
    photo = tmp_path / "sketch.heic"
    Image.new("RGB", (640, 480), "white").save(photo, "HEIF")
    return photo


class Applicant:
    """Somebody who applies. Every page passed is looked at by axe-core and scrolls in one direction only."""

    def __init__(self, hands: Hands, axe: Callable[[Page], None], sketch: Path) -> None:
        self.hands, self.page, self.axe, self.sketch = hands, hands.page, axe, sketch

    def look(self, heading: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url
        if self.axe:
            self.axe(self.page)
            if self.page.locator("#error-summary").count():
                self.look_at_errors()

    def look_at_errors(self) -> None:
        """What is wrong is shown in both colors, on a desk and on the narrowest screen."""
        size = self.page.viewport_size
        assert size is not None
        dark = self.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                self.page.set_viewport_size({"width": width, "height": size["height"]})
                self.page.wait_for_function(WEARS, arg=scheme)
                self.axe(self.page)
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.page.set_viewport_size(size)

    def start(self) -> None:
        self.page.goto("/permits/dumpster/")
        self.hands.follow("Start application")
        self.look("Apply for a dumpster permit")
        self.hands.button("Start application")

    def say_who(self) -> None:
        self.look("Section 1 of 6: You")
        self.hands.button("Save and continue")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.look("Section 1 of 6: You")
        self.hands.write("Your name, or the name of the business", "Maureen O'Brien")
        self.hands.write("E-mail", "maureen@example.org")
        self.hands.button("Save and continue")

    def say_where(self) -> None:
        self.look("Section 2 of 6: The place")
        self.hands.write("Address or lot number", "sample")
        self.hands.button("Look up")
        self.hands.choose("Which lot", "10 Sample Street (29-A-3)")
        self.look("Section 2 of 6: The place")
        self.hands.button("Save and continue")

    def describe(self) -> None:
        self.look("Section 3 of 6: The dumpster")
        self.hands.write("Size in cubic yards", "six")
        self.hands.button("Save and continue")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.look("Section 3 of 6: The dumpster")
        self.hands.write("Size in cubic yards", "6")
        self.hands.pick("Use", "Commercial")
        self.hands.button("Save and continue")
        self.look("Section 4 of 6: Where it stands")
        self.hands.write("Distance to the nearest lot line in feet", "12.5")
        self.hands.choose("Is the sight of traffic clear?", "Yes")

    def go_on(self) -> None:
        self.hands.button("Save and continue")
        self.look("Section 5 of 6: Who empties it")
        self.hands.button("Save and continue")

    def hand_in(self) -> None:
        self.look("Section 6 of 6: Papers")
        self.hands.attach("Add files: Location sketch", self.sketch)
        self.hands.button("Add the chosen files")
        expect(self.page.get_by_text("sketch.pdf").first).to_be_visible()
        self.look("Section 6 of 6: Papers")
        self.hands.button("Save and continue")

    def file(self) -> None:
        self.look("Check your answers")
        self.hands.button("File application")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.look("Check your answers")
        self.hands.press(
            self.page.get_by_label("I declare that what I wrote here is true, as far as I know.")
        )
        self.hands.button("File application")
        self.look("Filed")
        expect(self.page.get_by_role("heading", level=1)).to_be_focused()
        expect(self.page.get_by_text("DU-2026-001").first).to_be_visible()


def filed() -> Case:
    case = Case.objects.get()
    assert case.details.size_cubic_yards == 6
    assert case.documents.get().shown_name == "sketch.pdf"
    assert [str(lot) for lot in case.parcels.all()] == ["10 Sample Street (29-A-3)"]
    return case


def test_by_finger_on_a_phone_the_findings_follow_and_the_focus_stays(
    phone: Page, town: None, axe: Callable[[Page], None], sketch: Path
) -> None:
    somebody = Applicant(Finger(phone), axe, sketch)
    somebody.start()
    somebody.say_who()
    somebody.say_where()
    somebody.describe()
    expect(phone.locator("#so-far-sum")).to_have_text("1 met, 4 not known yet")
    expect(
        phone.get_by_role("group", name="Is the sight of traffic clear?").get_by_label("Yes")
    ).to_be_focused()
    phone.locator("summary").filter(has_text="Show what was found").tap()
    somebody.look("Section 4 of 6: Where it stands")
    somebody.go_on()
    somebody.hand_in()
    somebody.file()
    filed()


class Typist(Keyboard):
    """Space ticks a box, which Enter does not."""

    def press(self, target: Any) -> None:
        self.reach(target)
        box = target.evaluate("element => element.type === 'checkbox'")
        self.page.keyboard.press("Space" if box else "Enter")


def test_by_keyboard_alone_on_a_desk(
    new_page: Callable[..., Page], town: None, axe: Callable[[Page], None], sketch: Path
) -> None:
    somebody = Applicant(Typist(new_page(color_scheme="dark")), axe, sketch)
    somebody.start()
    somebody.say_who()
    somebody.say_where()
    somebody.describe()
    somebody.go_on()
    somebody.hand_in()
    somebody.file()
    filed()


class Plain(Finger):
    """A mouse where no script runs."""

    def press(self, target: Any) -> None:
        target.click()


def test_with_no_script_and_gone_on_with_elsewhere_by_the_mailed_link(
    new_page: Callable[..., Page], town: None, axe: Callable[[Page], None], sketch: Path
) -> None:
    page = new_page(java_script_enabled=False)
    somebody = Applicant(Plain(page), axe, sketch)
    somebody.axe = None  # type: ignore[assignment]
    page.goto("/apply/dumpster/")
    somebody.hands.button("Start application")
    somebody.hands.write("Your name, or the name of the business", "Maureen O'Brien")
    somebody.hands.write("E-mail", "maureen@example.org")
    somebody.hands.button("Save and continue")
    somebody.hands.write("Address or lot number", "sample")
    somebody.hands.button("Look up")
    somebody.hands.choose("Which lot", "10 Sample Street (29-A-3)")
    somebody.hands.button("Save and continue")
    somebody.hands.write("Size in cubic yards", "6")
    somebody.hands.button("Save and continue")
    somebody.hands.choose("Is the sight of traffic clear?", "Yes")
    somebody.hands.button("Check")
    expect(page.locator("#so-far-sum")).to_have_text("1 met, 4 not known yet")
    somebody.hands.button("Save and finish later")
    expect(page.get_by_label("E-mail")).to_have_value("maureen@example.org")
    somebody.hands.button("Mail me a link")
    expect(page.get_by_text("We mailed a link to maureen@example.org.")).to_be_visible()

    found = re.search(r"(/drafts/[\w-]+/)", MessageLine.objects.get().text)
    assert found
    elsewhere = new_page()
    again = Applicant(Plain(elsewhere), axe, sketch)
    elsewhere.goto(found[1])
    again.look("Section 5 of 6: Who empties it")
    elsewhere.goto(f"{found[1]}where/")
    expect(
        elsewhere.get_by_role("group", name="Is the sight of traffic clear?").get_by_label("Yes")
    ).to_be_checked()
    elsewhere.goto(f"{found[1]}papers/")
    again.hand_in()
    again.look("Check your answers")

    page.reload()  # the first browser's address works as before, still with no script
    page.goto(page.url.replace("/later/", "/check/"))
    page.get_by_label("I declare that what I wrote here is true, as far as I know.").check()
    somebody.hands.button("File application")
    expect(page.get_by_role("heading", level=1)).to_have_text("Filed")
    filed()
    elsewhere.get_by_label("I declare that what I wrote here is true, as far as I know.").check()
    again.hands.button("File application")  # a press too many lands on the same page
    again.look("Filed")
    filed()


# --------------------------------------------------------------------------------- in a hurry, or late
def begun() -> str:
    """The check page of an application of which only the first section was saved."""
    moment = datetime(2026, 6, 1, 10, tzinfo=ZoneInfo("America/New_York"))
    kind, day = kinds.get("dumpster"), moment.date()
    draft, token = drafts.begin(kind=kind, board=people.health(), on=day, now=moment)
    you = {"name": "Maureen O'Brien", "kind": "person", "email": "maureen@example.org", "acts": "owner"}
    raw = {name: [said] for name, said in you.items()}
    drafts.save_section(draft, section="you", raw=raw, version=0, on=day, now=moment)
    return f"/drafts/{token}/check/"


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_a_second_press_while_the_first_is_on_its_way_files_once(
    new_page: Callable[..., Page], town: None, monkeypatch: pytest.MonkeyPatch, script: bool
) -> None:
    """A double-click, and one more press while the server still works on the first."""
    pressed: list[str] = []
    one_at_a_time, pressed_again, file = Lock(), Event(), drafts.file

    def slowly(*args: Any, **said: Any) -> Case:
        pressed.append("File application")
        with one_at_a_time:  # the threads of the test's server share one connection
            pressed_again.wait(10)
            return file(*args, **said)

    monkeypatch.setattr(drafts, "file", slowly)
    page = new_page(java_script_enabled=script)
    page.goto(begun())
    page.get_by_label("I declare that what I wrote here is true, as far as I know.").check()
    button = page.get_by_role("button", name="File application")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = (box["x"] + 9, box["y"] + 9)  # a mouse, unlike a locator, waits for no page
    page.mouse.dblclick(*at)
    while not pressed:
        page.wait_for_timeout(50)
    page.mouse.click(*at)
    page.wait_for_timeout(500)
    pressed_again.set()
    expect(page.get_by_role("heading", level=1)).to_have_text("Filed", timeout=15_000)
    expect(page.get_by_text("DU-2026-001").first).to_be_visible()
    assert len(pressed) == 1 if script else len(pressed) > 1
    assert Case.objects.count() == 1


def test_a_session_that_died_at_the_last_step_files_with_one_more_press(
    phone: Page, town: None, axe: Callable[[Page], None]
) -> None:
    phone.goto(begun())
    phone.get_by_label("I declare that what I wrote here is true, as far as I know.").check()
    phone.context.clear_cookies()
    phone.get_by_role("button", name="File application").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Not saved: this page was open too long")
    axe(phone)
    phone.get_by_role("button", name="Send it once more").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Filed")
    assert Case.objects.count() == 1


def test_a_renewal_by_the_mailed_link_is_a_few_presses(
    phone: Page, town: None, axe: Callable[[Page], None], sketch: Path
) -> None:
    old = people.issued_dumpster(date(2026, 6, 1))
    somebody = Applicant(Finger(phone), axe, sketch)
    phone.goto(f"/renew/{old.number}/{renewals.code_of(old)}/")
    somebody.look(f"Renew {old.number}")
    somebody.hands.button("Start renewal")
    somebody.look("Section 1 of 5: You")
    expect(phone.get_by_label("Your name, or the name of the business")).to_have_value("Sample Harbor Cafe")
    somebody.hands.write("E-mail", "cafe@example.org")
    somebody.hands.button("Save and continue")
    somebody.hands.write("Size in cubic yards", "8")
    somebody.hands.button("Save and continue")
    somebody.look("Section 3 of 5: Where it stands")
    for _ in range(3):
        somebody.hands.button("Save and continue")
    somebody.look("Check your answers")
    expect(phone.get_by_text("Size in cubic yards: 6 until now, 8 from now on.")).to_be_visible()
    somebody.hands.press(phone.get_by_label("I declare that what I wrote here is true, as far as I know."))
    somebody.hands.button("File application")
    somebody.look("Filed")
    assert Case.objects.get(renews=old).checklist.get().state == "supplied"
