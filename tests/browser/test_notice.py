"""An engineer files a notice of intent at a desk: section by section with live findings, put aside, gone on
with by the mailed link, and filed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db.models import BooleanField
from playwright.sync_api import Page, expect

from docks.forms import NoticeForm
from docks.models import DockNotice
from office.models import Case, MessageLine
from tests import people
from tests.docks.notices import ANSWERS

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = {"parts": "part", "vessels": "boat", "soundings": "sounding", "lights": "light"}


@pytest.fixture
def commission(live_server: Any) -> Iterator[None]:
    """The Commission and one lot of its town; Monday, June 1, 2026, 10 in the morning."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        people.clerk(people.docks())
        people.parcel(town="Barnstable", map_no="51", block="", lot="7", street="Sample River Road")
        yield


class Engineer:
    """Somebody who fills in a notice. axe-core looks at every page, and none scrolls sideways."""

    def __init__(self, page: Page, axe: Callable[[Page], None]) -> None:
        self.page, self.axe = page, axe

    def look(self, heading: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), self.page.url
        self.axe(self.page)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def answer(self, name: str, said: str) -> None:
        """Write or choose one answer, as its column is asked for."""
        column = DockNotice._meta.get_field(name)
        if isinstance(column, BooleanField):
            self.page.locator(f"input[name={name}][value={said}]").check()
        elif column.choices:
            self.page.locator(f"#id_{name}").select_option(said)
        else:
            self.page.locator(f"#id_{name}").fill(said)

    def fill(self, section: str) -> None:
        names = next(names for slug, _, names in NoticeForm.sections if slug == section)
        for name in names:
            if name in TABLES:
                self.list_rows(name)
            elif name in ANSWERS:
                self.answer(name, ANSWERS[name])

    def list_rows(self, table: str) -> None:
        """The rows of a table; where three empty ones are too few, more are added."""
        rows = self.page.locator(f"#id_{table} [data-row-list] > [data-row]")
        for n, row in enumerate(ANSWERS.get(table, [])):
            if n == rows.count():
                self.press(f"Add {TABLES[table]}")
            for column, said in row.items():
                cell = rows.nth(n).locator(f"[name={table}-{column}]")
                if cell.evaluate("element => element.tagName === 'SELECT'"):
                    cell.select_option(said)
                else:
                    cell.fill(said)
        if pasted := ANSWERS.get(f"{table}-pasted"):
            self.page.get_by_label("Paste a table").fill(pasted)


def test_an_engineer_files_a_notice_with_live_findings_puts_it_aside_and_goes_on(
    new_page: Callable[..., Page], commission: None, axe: Callable[[Page], None]
) -> None:
    page = new_page()
    somebody = Engineer(page, axe)
    page.goto("/apply/dock/")
    somebody.press("Start application")
    page.get_by_label("Your name, or the name of the business").fill("Sample Shore Engineering")
    page.get_by_label("E-mail").fill("engineer@example.org")
    somebody.press("Save and continue")
    page.get_by_label("Address or lot number").fill("sample river")
    somebody.press("Look up")
    page.get_by_role("radio").first.check()
    somebody.press("Save and continue")

    titles = {slug: title for slug, title, _ in NoticeForm.sections}
    for section in ("proposal", "land", "water"):
        somebody.look(titles[section])
        somebody.fill(section)
        somebody.press("Save and continue")

    # While the parts are written the findings follow, with nothing pressed.
    somebody.look(titles["structure"])
    somebody.fill("structure")
    page.locator("#id_overall_length_ft").blur()
    findings = page.locator("#so-far-sum")
    expect(findings).not_to_contain_text(" not met")
    float_length = page.locator("[name=parts-length_ft]").nth(2)
    float_length.fill("21")  # across the line, so its reach stays: 21 by 10 ft are more than 200 sq ft
    float_length.blur()
    expect(findings).to_contain_text(", 1 not met,")
    somebody.look(titles["structure"])
    float_length.fill("16'")
    float_length.blur()
    expect(findings).not_to_contain_text(" not met")

    # Put aside, and gone on with in another browser by the mailed link.
    somebody.press("Save and finish later")
    somebody.press("Mail me a link")
    expect(page.get_by_text("We mailed a link to engineer@example.org.")).to_be_visible()
    found = re.search(r"(/drafts/[\w-]+/)", MessageLine.objects.get().text)
    assert found
    elsewhere = new_page(color_scheme="dark")
    somebody = Engineer(elsewhere, axe)
    elsewhere.goto(f"{found[1]}structure/")
    expect(elsewhere.locator("[name=parts-length_ft]").nth(2)).to_have_value("16'")
    expect(elsewhere.get_by_text("Read as 16 ft")).to_be_visible()
    elsewhere.goto(found[1])
    for section, title in list(titles.items())[4:]:
        somebody.look(title)
        somebody.fill(section)
        somebody.press("Save and continue")
    somebody.look("Papers")
    somebody.press("Save and continue")
    somebody.look("Check your answers")
    elsewhere.get_by_label("I declare that what I wrote here is true, as far as I know.").check()
    somebody.press("File application")
    somebody.look("Filed")

    case = Case.objects.get(kind="dock")
    details = case.details
    assert [(str(each.kind), each.length_ft) for each in details.parts.all()] == [
        ("pier", Decimal(48)), ("ramp", Decimal(14)), ("float", Decimal(16)),
    ]  # fmt: skip
    assert details.soundings.count() == 7
    assert details.vessels.get().draft_in == Decimal(20)
    for name, said in ANSWERS.items():
        if name not in TABLES and not name.endswith("-pasted"):
            assert getattr(details, name) not in (None, ""), (name, said)
