"""The clerk's whole job: counter, payment, ruling, sketch, issue, print, verify, renew, suspend.

Once by keyboard alone on a desk screen, once by finger on a phone. axe-core looks at every page passed, also
where errors are shown.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from office.models import Case, Fee, FeeAmount
from tests import people
from tests.browser.hands import Finger, Hands, Keyboard

pytestmark = pytest.mark.django_db(transaction=True)

LOT = {"Map": "29", "Block": "A", "Lot": "3", "Number": "10", "Street": "Sample Street"}


@pytest.fixture
def town(live_server: Any) -> Iterator[time_machine.Traveller]:
    """A clerk, a fee of $50.00, and a hauler with a permit; no person, lot or dumpster of the story.

    It is Monday, June 1, 2026, 10 in the morning, for the live server too; `move_to` takes it further.
    """
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True) as traveller:
        people.clerk()
        fee = Fee.objects.create(code="dumpster", label="Dumpster permit", board=people.health())
        FeeAmount.objects.create(
            fee=fee, shape="flat", amount=Decimal("50.00"), since=date(2026, 1, 1), added_on=date(2026, 1, 1),
            vote="Sample vote of December 9, 2025",
        )  # fmt: skip
        people.hauler_with_permit(date(2026, 6, 1))
        yield traveller


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """A photograph of the location sketch."""
    photo = tmp_path / "location sketch.jpg"
    Image.new("RGB", (640, 480), "white").save(photo)
    return photo


class Job:
    """The clerk at work. Every step ends on the page it leads to, which axe-core has looked at."""

    def __init__(self, hands: Hands, axe: Callable[[Page], None], sketch: Path) -> None:
        self.hands, self.page, self.axe, self.sketch = hands, hands.page, axe, sketch

    def look(self, heading: str | re.Pattern[str]) -> None:
        """The page with this h1 is there, and axe-core finds nothing on it."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)
        self.axe(self.page)

    def refused(self, *says: str) -> None:
        """The page came back unsaved: its title says so, and the summary has the focus and the words."""
        summary = self.page.locator("#error-summary")
        expect(summary).to_be_focused()
        expect(self.page).to_have_title(re.compile("^Error: "))
        for words in says:
            expect(summary.get_by_text(words, exact=True)).to_be_visible()
        self.axe(self.page)

    # ------------------------------------------------------------------------------------- signing in
    def sign_in(self) -> None:
        self.page.goto("/")
        self.look("What do you need to do?")
        self.hands.follow("Sign in")
        self.look("Sign in")
        self.hands.write("User name or e-mail address", people.clerk().username)
        self.hands.button("Sign in")
        expect(self.page.locator("#error-summary")).to_be_focused()
        self.axe(self.page)
        self.hands.write("Password", people.PASSWORD)
        self.hands.button("Sign in")
        self.look("Worklist")

    # ------------------------------------------------------------------------------------- the counter
    def find_nobody(self) -> None:
        """The one box has the focus; what it does not find goes along as a new person."""
        self.hands.follow("Counter")
        self.look("Counter")
        expect(self.page.get_by_label("Who or what is it?")).to_be_focused()
        self.page.keyboard.type("Maria Silva")
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_text("Nothing on file matches every word.")).to_be_visible()
        self.look("Counter")
        self.hands.follow("New person")
        self.look("Counter")
        self.hands.pick("What is it about?", "Dumpster permit")
        self.hands.button("Start")
        self.look("Dumpster permit")

    def take_in(self) -> None:
        """A new person, lot and dumpster, the kind's questions, and a check; the sketch follows later."""
        hands = self.hands
        hands.write("Name", "")
        hands.write("Phone", "508-555-0102")
        hands.unfold("New lot")
        for label, text in LOT.items():
            hands.write(label, text)
        hands.pick("Zoning", "Commercial or business")
        hands.write("Name of the new dumpster", "Behind the kitchen")
        hands.write("Size in cubic yards", "6")
        hands.pick("Use", "Commercial")
        hands.choose("Was it put in place before the permit?", "No")
        hands.pick("Zoning district", "Commercial or business")
        hands.write("Distance to the nearest lot line in feet", "12.5")
        hands.choose("Is the sight of traffic clear?", "Yes")
        hands.choose("Did the board ask for screening?", "No")
        hands.choose("Can children reach it?", "No")
        hands.pick("Hauler", "Sample Hauling")
        expect(self.page.get_by_role("status").filter(has_text="2 met, 1 not known yet")).to_be_visible()
        hands.write("Day received", "Juneish")
        hands.write("Amount", "60.00")
        hands.choose("Paid by", "Check")
        hands.write("Check number or card reference", "1024")
        hands.button("File and record payment of $60.00")
        self.refused(
            "Write the name of the person or business.",
            "“Juneish” is not a date we can read. Write month, day and year: 6/1/2026.",
            "You entered $60.00; $50.00 is due. Enter $50.00.",
        )
        assert not Case.objects.of_kind("dumpster").exists()

    def file(self) -> None:
        """What was wrong is put right; nothing else has to be written again."""
        hands = self.hands
        hands.follow("Write the name of the person or business.")
        expect(self.page.get_by_label("Name", exact=True)).to_be_focused()
        self.page.keyboard.type("Maria Silva")
        hands.write("Day received", "6/1")
        hands.write("Amount", "50.00")
        hands.button("File and record payment of $50.00")
        self.look("Receipt R-2026-0002 Paid")  # the first went to the hauler
        expect(self.page.get_by_text("DU-2026-001 filed. Payment of $50.00 recorded.")).to_be_visible()
        case = self.case
        assert [(charge.amount, charge.label) for charge in case.charges.all()] == [
            (Decimal("50.00"), "Dumpster permit")
        ]
        hands.press(self.page.get_by_role("link", name="DU-2026-001").first)
        self.look("DU-2026-001 Filed")

    @property
    def case(self) -> Case:
        return Case.objects.of_kind("dumpster").latest("id")

    # ------------------------------------------------------------------------------------ the decision
    def rule_on_the_location(self) -> None:
        self.hands.unfold("Record the board's ruling")
        self.hands.follow("Tisbury 09.2.3(1): location")
        self.look("Record the board's ruling")
        self.hands.button("Record ruling")
        self.refused("Name the vote the ruling rests on.", "Write the board's reason in one sentence.")
        self.hands.choose("What the board said", "Found met")
        self.hands.write("The vote", "Meeting of June 1, 2026, 3–0")
        self.hands.write("The board's reason", "Far enough from the lot line.")
        self.hands.button("Record ruling")
        expect(self.page.get_by_text("Ruling recorded.")).to_be_visible()
        self.look(f"{self.case} Filed")

    def add_the_sketch(self) -> None:
        """A checklist item, by an upload."""
        self.hands.follow("Record Location sketch")
        self.look("Location sketch")
        self.hands.attach("File", self.sketch)
        self.hands.button("Record")
        expect(self.page.get_by_text("Location sketch: recorded.")).to_be_visible()
        self.look(f"{self.case} Filed")
        assert self.case.documents.filter(item="location-sketch").count() == 1

    def issue(self, first: str, last: str) -> None:
        case = self.case
        self.hands.follow("Issue")
        self.look(f"Issue {case}")
        term = f"Issued today it is valid from {first} through {last}."
        expect(self.page.get_by_text(term)).to_be_visible()
        self.hands.button(f"Issue {case}")
        self.look(f"{case} Issued")

    # ----------------------------------------------------------------------------------------- paper
    def print_it(self, *says: str) -> None:
        """The permit opens as a PDF that a screen reader can read."""
        viewer = self.page.evaluate("navigator.pdfViewerEnabled")  # Chromium's shell without windows has none
        with self.page.expect_response("**/permit.pdf") as got:
            self.hands.follow("Print the permit")
        assert (got.value.status, got.value.header_value("content-type")) == (200, "application/pdf")
        if viewer:
            self.page.wait_for_url("**/permit.pdf")
        assert (got.value.header_value("content-disposition") or "").startswith("inline")
        self.page.goto(f"/cases/{self.case}/")
        paper = self.page.request.get(got.value.url).body()
        assert paper.startswith(b"%PDF-")
        pdf = PdfReader(io.BytesIO(paper))
        assert pdf.trailer["/Root"]["/MarkInfo"]["/Marked"]
        assert pdf.trailer["/Root"]["/StructTreeRoot"]
        printed = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
        assert all(words in printed for words in says), printed

    def verify(self, verdict: str) -> None:
        """The page behind the code, and back to the case."""
        case = self.case
        self.hands.press(self.page.locator(f"a[href='/verify/{case.code}/']"))
        self.look(verdict)
        self.page.goto(f"/cases/{case}/")

    # --------------------------------------------------------------------------------- the year after
    def renew(self) -> None:
        """Last year's answers stand filled in; one changes and is marked; the fee waits."""
        self.find("DU-2026-001")
        self.look("DU-2026-001 Issued")
        self.hands.follow("Renew")
        self.look("Renew DU-2026-001")
        hauler = self.page.get_by_label("Hauler", exact=True).locator("option:checked")
        expect(hauler).to_have_text("Sample Hauling")
        expect(self.page.get_by_label("Size in cubic yards")).to_have_value("6")
        expect(self.page.get_by_label("Distance to the nearest lot line in feet")).to_have_value("12.5")
        self.hands.write("Size in cubic yards", "8")
        self.hands.attach("Location sketch", self.sketch)
        expect(self.page.get_by_text("Changed since DU-2026-001")).to_be_visible()
        self.axe(self.page)
        self.hands.choose("When is it paid?", "Later")
        self.hands.button("File")
        self.look("DU-2026-002 Filed")

    def find(self, number: str) -> None:
        """The find box of the frame; a single hit opens."""
        self.hands.write("Find a case number, name, address or phone", number)
        self.hands.button("Find")

    def pay(self) -> None:
        """Too much is refused in the words of the office, then the check is taken."""
        self.hands.follow("Record payment of $50.00")
        self.look("Record payment")
        expect(self.page.get_by_label("Amount")).to_have_value("50.00")
        self.hands.write("Amount", "60.00")
        self.hands.choose("Paid by", "Check")
        self.hands.write("Check number or card reference", "1188")
        self.hands.button("Record payment of $60.00")
        self.refused("You entered $60.00; $50.00 is due. Enter $50.00 or tick another charge.")
        self.hands.write("Amount", "50.00")
        self.hands.button("Record payment of $50.00")
        self.look(re.compile("^Receipt R-2026-0003"))
        self.hands.press(self.page.get_by_role("link", name="DU-2026-002").first)
        self.look("DU-2026-002 Filed")

    def suspend(self, why: str) -> None:
        case = self.case
        self.hands.unfold("Other steps")
        self.hands.follow("Suspend")
        self.look(f"Suspend {case}")
        self.hands.button(f"Suspend {case}")
        self.refused("Write the reason in one sentence.")
        self.hands.write("Reason", why)
        self.hands.button(f"Suspend {case}")
        self.look(f"{case} Suspended")
        expect(self.page.get_by_text(why).first).to_be_visible()


def work(
    hands: Hands, town: time_machine.Traveller, axe: Callable[[Page], None], sign_in: Any, sketch: Path
) -> None:
    """From the front door in June to a suspension in January."""
    job = Job(hands, axe, sketch)
    job.sign_in()
    job.find_nobody()
    job.take_in()
    job.file()
    job.rule_on_the_location()
    job.add_the_sketch()
    job.issue("Monday, June 1, 2026", "Thursday, December 31, 2026")
    job.print_it("DU-2026-001", "Maria Silva", "Thursday, December 31, 2026")
    job.verify("Valid today")

    town.move_to("2026-12-10 10:00 -0500")
    sign_in(hands.page, people.clerk())  # a session lasts one working day
    hands.page.goto("/worklist/")
    job.renew()
    job.pay()
    job.rule_on_the_location()
    job.issue("Friday, January 1, 2027", "Friday, December 31, 2027")
    job.verify("Not valid today")

    town.move_to("2027-01-04 10:00 -0500")
    sign_in(hands.page, people.clerk())
    hands.page.goto(f"/cases/{job.case}/")
    job.verify("Valid today")
    job.suspend("Found overflowing twice (09.2.4(2)).")
    job.verify("Not valid today")


def test_by_keyboard_alone_on_a_desk_screen(
    page: Page, town: time_machine.Traveller, axe: Any, sign_in: Any, sketch: Path
) -> None:
    work(Keyboard(page), town, axe, sign_in, sketch)


def test_by_finger_on_a_phone(
    phone: Page, town: time_machine.Traveller, axe: Any, sign_in: Any, sketch: Path
) -> None:
    work(Finger(phone), town, axe, sign_in, sketch)
