"""A clerk drafts a motion and votes with it; a member reads the packet on a phone; everybody the decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import agendas, meetings
from office.calendar import EASTERN
from office.models import Case, DraftMotion, Meeting, Membership, Message, User
from tests import people

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = datetime(2026, 6, 1, 12, tzinfo=EASTERN)


@pytest.fixture
def noon(live_server: Any) -> Iterator[None]:
    with time_machine.travel(MONDAY, tick=True):
        yield


def _members() -> list[User]:
    found = []
    for name in ("anna", "bert", "cora"):
        person = people.user(
            name, first_name="Sample", last_name=name.capitalize(), email=f"{name}@example.org"
        )
        Membership.objects.get_or_create(user=person, board=people.health(), role="member")
        found.append(person)
    return found


def _meeting(case: Case, day: date) -> Meeting:
    then = MONDAY - timedelta(days=28)
    said: dict[str, Any] = {"on": then.date(), "now": then, "by": people.clerk()}
    meeting = meetings.set_meeting(board=people.health(), day=day, at=time(10), place="Town Hall", **said)
    agendas.add_item(meeting, sort="decision", case=case, **said)
    agendas.add_item(meeting, sort="discussion", text="Beach signs", **said)
    return meetings.post(meeting, posted_at=then, **said)


def test_a_clerk_writes_a_draft_and_votes_with_it(
    noon: None, page: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    members = _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28))
    meeting = _meeting(case, MONDAY.date())
    sign_in(page, people.clerk())
    page.goto(f"/meetings/{meeting.slug}/")
    page.get_by_role("link", name="Packet", exact=True).click()
    expect(page.get_by_role("heading", name="Packet for Monday, June 1, 2026")).to_be_visible()
    axe(page)
    page.get_by_role("link", name=f"Write the draft of Decision: {case.number}").click()
    motion = page.get_by_label("Motion: Approve")
    assert motion.input_value().startswith(f"Approve the dumpster permit {case.number}, 10 Sample Street")
    axe(page)
    # What cannot be kept is said at its field, and nothing that was typed is lost.
    motion.fill("Approve it with a hedge.")
    page.get_by_label("Proposed condition 1: to be done by").fill("7/1/2026")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator("#error-summary")).to_be_focused()
    expect(page.locator("#error-summary")).to_contain_text("Write the condition that is to be done")
    expect(page.get_by_label("Motion: Approve")).to_have_value("Approve it with a hedge.")
    axe(page)
    page.get_by_label("Proposed condition 1", exact=False).first.fill("Plant a hedge.")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator(".notice.good")).to_contain_text(f"Draft of Decision: {case.number} saved.")
    assert DraftMotion.objects.get().text == "Approve it with a hedge."
    # With the draft into the vote: the motion and its condition stand there already.
    meetings.take_attendance(
        meeting, present=[each.pk for each in members], on=MONDAY.date(), by=people.clerk()
    )
    page.reload()
    page.get_by_role(
        "link", name=f"Record the vote with this motion to approve: Decision: {case.number}"
    ).click()
    expect(page.get_by_label("The motion as it was put")).to_have_value("Approve it with a hedge.")
    expect(page.get_by_role("group", name="What the motion does").get_by_label("Approve")).to_be_checked()
    expect(page.get_by_label("Condition 1", exact=False).first).to_have_value("Plant a hedge.")
    axe(page)
    page.get_by_label("Moved by").select_option(label="Sample Anna")
    page.get_by_label("Seconded by").select_option(label="Sample Bert")
    for name in ("Sample Anna", "Sample Bert", "Sample Cora"):
        page.get_by_role("group", name=name).get_by_label("Yes", exact=True).check()
    page.get_by_role("button", name="Record vote").click()
    expect(page.locator(".notice.good")).to_contain_text("3–0: carries. Approved.")
    assert [each.text for each in Case.objects.get(pk=case.pk).conditions.all()] == ["Plant a hedge."]
    # And everybody reads what was decided.
    page.goto("/decisions/")
    expect(page.get_by_role("heading", name=f"Approved: Dumpster permit {case.number}")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Yes: Sample Anna, Sample Bert, Sample Cora")
    axe(page)


def test_a_member_reads_the_packet_on_a_phone(
    noon: None, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    anna, _, _ = _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28), sight_line_clear="false")
    meeting = _meeting(case, date(2026, 6, 15))
    sign_in(phone, anna)
    phone.goto(f"/meetings/{meeting.slug}/packet/")
    item = phone.get_by_role("article", name=f"Decision: {case.number}")
    expect(item).to_contain_text("The dumpster blocks the sight of traffic.")
    expect(item).to_contain_text("Not met")
    expect(item).to_contain_text(f"Deny the dumpster permit {case.number}")
    expect(phone.get_by_role("link", name="Write the draft")).to_have_count(0)
    expect(phone.get_by_role("link", name="Send to the members")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    axe(phone)
    phone.get_by_role("link", name=f"Decision: {case.number}").first.click()
    expect(item).to_be_in_viewport()
    for name in ("As a PDF", "In large print"):
        address = phone.get_by_role("link", name=name).get_attribute("href")
        answer = phone.request.get(f"{phone.url.split('/meetings')[0]}{address}")
        assert answer.headers["content-type"] == "application/pdf"


def test_a_clerk_sends_the_packet_once_on_a_phone(
    noon: None, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28))
    meeting = _meeting(case, date(2026, 6, 15))
    sign_in(phone, people.clerk())
    phone.goto(f"/meetings/{meeting.slug}/packet/")
    phone.get_by_role("link", name="Send to the members").click()
    expect(phone.locator("main")).to_contain_text("By e-mail: Sample Anna, Sample Bert, Sample Cora.")
    axe(phone)
    other = phone.context.new_page()  # the same form in another tab
    other.goto(phone.url)
    phone.get_by_role("button", name="Send the packet").click()
    expect(phone.locator(".notice.good")).to_contain_text("Packet sent to Sample Anna")
    assert Message.objects.filter(about__startswith="packet-").count() == 3
    other.get_by_role("button", name="Send the packet").click()
    expect(other.locator(".notice.good")).to_contain_text("Nothing was sent a second time.")
    assert Message.objects.filter(about__startswith="packet-").count() == 3
