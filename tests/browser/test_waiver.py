"""A clerk files a waiver and puts it in writing; members vote and sign on a phone; the rule is varied."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from office.actions import agendas, meetings
from office.calendar import EASTERN
from office.models import Case
from tests import people
from tests.waivers.cast import lot, members, voted, waiver, written
from tests.world import pdf

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = datetime(2026, 6, 8, 12, tzinfo=EASTERN)
BEFORE = date(2026, 6, 1)


@pytest.fixture
def noon(live_server: Any) -> Iterator[None]:
    with time_machine.travel(MONDAY, tick=True):
        yield


def _text(page: Page, address: str) -> str:
    """The text of a PDF that whoever is signed in on this page may open."""
    body = page.request.get(address).body()
    return " ".join(found.extract_text() for found in PdfReader(io.BytesIO(body)).pages)


def test_a_waiver_from_the_rule_to_the_certificate(
    noon: None, page: Page, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    anna, bert, cora = members()
    facility = people.dumpster_bin("Corner bin", parcel=lot())
    parent = people.ready_dumpster(BEFORE, facility=facility, sight_line_clear="false")

    # The clerk begins it from the finding that stands in the way.
    sign_in(page, people.clerk())
    page.goto(f"/cases/{parent.number}/rules/sight-line/")
    expect(page.get_by_label("Variance granted")).to_have_count(0)
    page.get_by_role("link", name="Begin one for this rule").click()
    expect(page.get_by_role("button", name="File waiver")).to_be_visible()
    axe(page)
    page.get_by_label("Page of the book").fill("17")
    page.get_by_label("Which sentence").fill("first sentence")
    page.get_by_label("The very words or figures of the rule").fill("shall not block the sight of traffic")
    page.get_by_label("The waiver wanted").fill("The dumpster may stand at the corner.")
    page.get_by_label("Why it is wanted").fill("There is no other place on the lot.")
    page.get_by_label("Name of the owner").fill("Sample Owner")
    page.get_by_label("Address of the owner").fill("10 Sample Street")
    page.get_by_role("button", name="File waiver").click()
    expect(page.locator(".notice.good")).to_contain_text(f"filed for {parent.number}")
    case = Case.objects.get(parent=parent)
    axe(page)

    # The Board votes this morning; a member takes the roll on a phone.
    then = MONDAY - timedelta(days=7)
    said: dict[str, Any] = {"on": then.date(), "now": then, "by": people.clerk()}
    meeting = meetings.set_meeting(
        board=people.health(), day=MONDAY.date(), at=time(10), place="Town Hall", **said
    )
    agendas.add_item(meeting, sort="waiver", case=case, **said)
    present = [anna.pk, bert.pk, cora.pk]
    meetings.take_attendance(meeting, present=present, on=MONDAY.date(), by=people.clerk())
    sign_in(phone, anna)
    phone.goto(f"/meetings/{meeting.slug}/votes/{case.number}/")
    phone.get_by_role("group", name="What the motion does").get_by_label("Grant the waiver").check()
    phone.get_by_label("The motion as it was put").fill("Grant it, with a mirror.")
    phone.get_by_label("Moved by").select_option(label="Sample Anna")
    phone.get_by_label("Seconded by").select_option(label="Sample Bert")
    for name in ("Sample Anna", "Sample Bert", "Sample Cora"):
        phone.get_by_role("group", name=name).get_by_label("Yes", exact=True).check()
    phone.get_by_label("Condition 1", exact=False).first.fill("Put up a mirror.")
    phone.get_by_role("button", name="Record vote").click()
    expect(phone.locator(".notice.good")).to_contain_text("without effect until it is written and signed")

    # The clerk puts it in writing.
    page.goto(f"/waivers/{case.number}/")
    expect(page.get_by_text("No effect yet.")).to_be_visible()
    page.get_by_role("link", name="Put it in writing").click()
    page.get_by_label("The waiver in words").fill("The dumpster may stand at the corner, with a mirror.")
    page.get_by_role("button", name="Put it in writing").click()
    expect(page.get_by_text("Two members must sign it.")).to_be_visible()
    axe(page)

    # Two members sign, each on their own phone.
    phone.goto(f"/waivers/{case.number}/")
    axe(phone)
    phone.get_by_role("link", name="Read and sign").click()
    expect(phone.get_by_text("Put up a mirror.")).to_be_visible()
    phone.get_by_role("button", name="Sign the waiver").click()
    expect(phone.locator("#error-summary")).to_contain_text("Tick the box to sign.")
    axe(phone)
    phone.get_by_label("I have read this waiver").check()
    phone.get_by_role("button", name="Sign the waiver").click()
    expect(phone.locator(".notice.good")).to_contain_text("no effect until another member signs")
    expect(phone.get_by_role("link", name="Read and sign")).to_have_count(0)
    sign_in(phone, bert)
    phone.goto(f"/waivers/{case.number}/sign/")
    phone.get_by_label("I have read this waiver").check()
    phone.get_by_role("button", name="Sign the waiver").click()
    expect(phone.locator(".notice.good")).to_contain_text("is in effect")
    axe(phone)

    # It varies the rule, and its papers say so.
    page.goto(f"/cases/{parent.number}/")
    expect(page.locator("#findings")).to_contain_text(f"Variance granted by {case.number}")
    certificate = _text(page, f"/cases/{case.number}/permit.pdf")
    for told in (case.number, "Sample Anna", "Sample Bert", "with a mirror", "Put up a mirror.", "3–0"):
        assert told in certificate, told
    assert "Post this copy at the site" in _text(page, f"/waivers/{case.number}/site-copy.pdf")


def test_a_clerk_records_a_paper_signature_and_takes_it_back(
    noon: None, page: Page, sign_in: Any, axe: Callable[[Page], None], tmp_path: Any
) -> None:
    case = waiver(on=BEFORE)
    voted(case, on=date(2026, 6, 4))
    written(case, on=date(2026, 6, 5))
    scan = tmp_path / "signed.pdf"
    scan.write_bytes(pdf("signed.pdf").read())
    sign_in(page, people.clerk())
    page.goto(f"/waivers/{case.number}/")
    page.get_by_role("link", name="Record a signature on paper").click()
    expect(page.get_by_role("button", name="Record signature")).to_be_visible()
    axe(page)
    page.get_by_label("Who signed").select_option(label="Sample Cora")
    page.get_by_role("button", name="Record signature").click()
    expect(page.locator("#error-summary")).to_contain_text("Add the scan")
    page.get_by_label("Scan of the signed waiver").set_input_files(scan)
    page.get_by_role("button", name="Record signature").click()
    expect(page.get_by_text("One more member must sign it.")).to_be_visible()
    page.get_by_role("link", name="Take back the signature of Sample Cora").click()
    page.get_by_label("What was recorded wrongly").fill("It was another waiver.")
    page.get_by_role("button", name="Take the signature back").click()
    expect(page.get_by_text("Two members must sign it.")).to_be_visible()


def test_on_the_barrier_beach_a_coastal_rule_cannot_be_waived(
    noon: None, page: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    case = waiver(lot("31-B-13.1"), section="09.9.7(6)", on=BEFORE)
    sign_in(page, people.clerk())
    page.goto(f"/waivers/{case.number}/")
    against = page.get_by_role("region", name="May it be waived?")
    expect(against).to_contain_text("The land is on the Designated Barrier Beach, where 09.9.7(6)")
    axe(page)
    # The clerk looks at the lot, and works out the Coastal District.
    page.goto(f"/cases/{case.number}/")
    page.get_by_role("link", name="Overlay districts of 31-B-13.1").click()
    expect(page.get_by_role("table").first).to_contain_text("The list prints 31-B, lots 1 to 13.1.")
    axe(page)
    page.get_by_role("link", name="Determine the Coastal District").click()
    page.get_by_label("Lowest elevation, in feet").fill("4")
    page.get_by_label("Highest elevation, in feet").fill("12")
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator(".why-body")).to_contain_text("wholly inside")
    axe(page)
