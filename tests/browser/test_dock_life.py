"""The clerk of the docks with a notice of intent: checklist, acceptance, hearing, stakes, findings, order.

Once on a desk screen and once on a phone; axe-core looks at every page passed, also where errors are shown.
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
from playwright.sync_api import Page, expect

from office.actions import cases, meetings, nightly
from office.models import Case, Meeting
from tests.browser.hands import Finger, Hands
from tests.docks import life_cast as cast
from tests.docks.life_cast import COMPLETE, HEARD, ISSUED, at, clerk, member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shore(live_server: Any) -> Iterator[tuple[Case, time_machine.Traveller]]:
    """A notice that was served on the three offices, and a meeting on June 16. It is May 26, 2026, 10 am."""
    with time_machine.travel("2026-05-26 10:00 -0400", tick=True) as traveller:
        case = cast.filed()
        cast.serve_all(case)
        member()
        cast.meeting_on()
        yield case, traveller


@pytest.fixture
def stakes(tmp_path: Path) -> Path:
    photo = tmp_path / "stakes.jpg"
    Image.new("RGB", (640, 480), "white").save(photo)
    return photo


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_notice_goes_from_the_counter_to_its_order(
    screen: str,
    shore: tuple[Case, time_machine.Traveller],
    stakes: Path,
    new_page: Callable[..., Page],
    sign_in: Callable[[Page, Any], None],
    axe: Callable[[Page], None],
    request: pytest.FixtureRequest,
) -> None:
    case, traveller = shore
    page: Page = new_page(has_touch=True) if screen == "desk" else request.getfixturevalue("phone")
    sign_in(page, clerk())
    hands: Hands = Finger(page)
    home = f"/docks/{case.number}/life/"

    def look(heading: str) -> None:
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(heading))
        width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{page.url} scrolls sideways by {width} px"
        axe(page)

    # ---- the checklist, with one reason forgotten
    page.goto(home)
    look(f"{case.number} Filed")
    hands.follow("Go through the checklist")
    look("Checklist of the notice")
    for select in page.locator("select").all():
        select.select_option("supplied")
    page.get_by_label("Where “Eelgrass within 200 feet” stands").select_option("n/a")
    hands.button("Save the checklist")
    expect(page.locator("#error-summary")).to_be_focused()
    axe(page)
    page.get_by_label("Why “Eelgrass within 200 feet” does not apply").fill("None is mapped.")
    hands.button("Save the checklist")
    look(f"{case.number} Filed")
    expect(page.get_by_text("31 of 32 items supplied")).to_be_visible()

    # ---- accepted, and put on the agenda
    hands.follow("Accept as complete")
    look(f"Accept as complete, {case.number}")
    hands.write("Complete since", "5/26/2026")
    hands.button("Accept as complete")
    look(f"{case.number} In review")
    expect(page.get_by_role("rowheader", name="Hold the hearing")).to_be_visible()
    page.goto(f"/meetings/{Meeting.objects.get().slug}/items/new/")
    hands.write("Case", case.number)
    hands.choose("What the board does with it", "Hearing")
    page.locator("button[data-primary]").click()
    expect(page.get_by_role("link", name=re.compile(case.number)).first).to_be_visible()
    page.goto(home)
    expect(page.get_by_text("Tuesday, May 26, 2026").first).to_be_visible()
    expect(page.get_by_text("Not staked yet")).to_be_visible()

    # ---- the night reminds of the stakes, and they are recorded
    nightly.night(on=COMPLETE, now=at(COMPLETE, 3))
    assert case.reminders.filter(clock="staking", days_before=21).exists()
    hands.follow("Record the staking")
    look(f"Record the staking, {case.number}")
    hands.button("Record the staking")
    expect(page.locator("#error-summary")).to_be_focused()
    axe(page)
    hands.choose("Marked by", "Stakes")
    hands.attach("Photo of the marks", stakes)
    hands.button("Record the staking")
    look(f"{case.number} In review")
    expect(page.get_by_role("link", name="photo")).to_be_visible()

    # ---- the hearing, what was found, and the vote
    traveller.move_to("2026-06-16 20:00 -0400")
    sign_in(page, clerk())
    cast.closed_hearing(case)
    page.goto(home)
    hands.follow("Write down what was found")
    look("What the Commission found")
    hands.button("Record the findings")
    expect(page.locator("#error-summary")).to_be_focused()
    axe(page)
    page.get_by_label("Side, evidence 1").select_option("for")
    page.get_by_label("What it shows, evidence 1").fill("The shellfish survey")
    hands.choose("Is the presumption of harm overcome by a preponderance of evidence?", "Yes")
    hands.write("Why", "No bed was found.")
    hands.choose("The season", "Seasonal: the presumption was more easily overcome")
    hands.choose("Was a drawing of all possible docks required?", "No")
    hands.write("The merits of this site", "Sheltered and deep.")
    hands.button("Record the findings")
    look(f"{case.number} In review")
    expect(page.get_by_text("Presumption of harm overcome").first).to_be_visible()
    meeting = Meeting.objects.get()
    meetings.take_attendance(meeting, present=[member().pk], on=HEARD, by=clerk())
    hands.follow("Record the vote")
    look(".*")
    cases.record(case, "approved", on=HEARD, by=member(), note="Vote of June 16, 2026, 1-0.")

    # ---- the order
    traveller.move_to("2026-06-23 10:00 -0400")
    sign_in(page, clerk())
    page.goto(home)
    look(f"{case.number} Approved")
    hands.follow("Record the DEP file number")
    hands.write("DEP file number", "SE3-0000")
    hands.button("Record the DEP file number")
    look(f"{case.number} Approved")
    expect(page.get_by_role("row", name=re.compile("DEP file number.*SE3-0000"))).to_be_visible()
    fresh = Case.objects.get(pk=case.pk)
    cast.clear_rules(fresh)
    assert cases.in_the_way(fresh, ISSUED) == []
    page.goto(home)
    hands.follow("Issue the order of conditions")
    look(f"Issue the order of conditions {case.number}")
    hands.button(f"Issue the order of conditions {case.number}")
    look(f"{case.number} Issued")
    page.goto(home)
    look(f"{case.number} Issued")
    printed = page.request.get(f"/cases/{case.number}/permit.pdf")
    assert (printed.status, printed.headers["content-type"]) == (200, "application/pdf")
    for paper in ("completeness", "service-log", "access-sign"):
        assert page.request.get(f"/docks/{case.number}/papers/{paper}.pdf").status == 200
    case.refresh_from_db()
    assert (case.status, case.starts_on, case.ends_on) == ("issued", ISSUED, date(2029, 6, 23))
