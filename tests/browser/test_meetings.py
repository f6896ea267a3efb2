"""A clerk plans and posts a meeting on a phone; a member takes the roll and records the vote on one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import agendas, meetings
from office.calendar import EASTERN
from office.models import Case, Meeting, Membership, User
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
        person = people.user(name, first_name="Sample", last_name=name.capitalize())
        Membership.objects.get_or_create(user=person, board=people.health(), role="member")
        found.append(person)
    return found


def _on_the_agenda(case: Case, day: date, sort: str) -> Meeting:
    """A meeting of that day at 10 am, set four weeks before with the case on its agenda."""
    then = MONDAY - timedelta(days=28)
    said: dict[str, Any] = {"on": then.date(), "now": then, "by": people.clerk()}
    meeting = meetings.set_meeting(board=people.health(), day=day, at=time(10), place="Town Hall", **said)
    agendas.add_item(meeting, sort=sort, case=case, **said)
    return meeting


def test_a_clerk_plans_sets_and_posts_on_a_phone(
    noon: None, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28))
    meeting = _on_the_agenda(case, date(2026, 6, 15), "hearing")
    sign_in(phone, people.clerk())
    phone.goto("/meetings/")
    phone.get_by_role("link", name="Plan Mon Jun 15").click()
    expect(phone.get_by_role("button", name="Show this day")).to_be_visible()
    axe(phone)
    # A day that comes too soon is refused in words; the other is set.
    phone.get_by_label("Try another day").fill("6/2")
    phone.get_by_role("button", name="Show this day").click()
    soon = phone.get_by_role("region", name="Tuesday, June 2, 2026")
    expect(soon).to_contain_text("it had to be posted by Friday, May 29, 2026, 10 am")
    expect(soon.get_by_role("button", name="Set June 2")).to_have_count(0)
    axe(phone)
    later = phone.get_by_role("region", name="Monday, June 22, 2026")
    expect(later).to_contain_text("by Wed Jun 17, 10 am")  # Juneteenth lies between
    later.get_by_role("button", name="Set June 22").click()
    expect(phone.locator(".notice.good")).to_contain_text("One hearing moved along")
    assert case.events.live().get(slug="hearing").on == date(2026, 6, 22)
    phone.get_by_role("link", name="Record posting").click()
    phone.get_by_role("button", name="Record posting").click()
    expect(phone.locator(".notice.good")).to_contain_text("The public sees it now.")
    assert Meeting.objects.get(pk=meeting.pk).posted_at is not None
    axe(phone)


def test_a_member_takes_the_roll_and_records_the_vote_on_a_phone(
    noon: None, phone: Page, sign_in: Any, axe: Callable[[Page], None]
) -> None:
    anna, _, _ = _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28))
    meeting = _on_the_agenda(case, MONDAY.date(), "decision")
    sign_in(phone, anna)
    phone.goto(f"/meetings/{meeting.slug}/")
    phone.get_by_role("link", name="Take the attendance", exact=True).click()
    for name in ("Sample Anna", "Sample Bert", "Sample Cora"):
        phone.get_by_label(name).check()
    phone.get_by_role("button", name="Record attendance").click()
    phone.get_by_role("link", name=f"Record vote on Decision: {case.number}").click()
    expect(phone.get_by_role("button", name="Record vote")).to_be_visible()
    axe(phone)

    def says(member: str, ballot: str) -> None:
        phone.get_by_role("group", name=member).get_by_label(ballot, exact=True).check()

    phone.get_by_role("group", name="What the motion does").get_by_label("Approve").check()
    phone.get_by_label("The motion as it was put").fill("Approve the permit.")
    phone.get_by_label("Moved by").select_option(label="Sample Anna")
    phone.get_by_label("Seconded by").select_option(label="Sample Bert")
    says("Sample Anna", "Yes")
    says("Sample Bert", "Absent")
    says("Sample Cora", "Absent")
    phone.get_by_role("button", name="Record vote").click()
    summary = phone.locator("#error-summary")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("One present; quorum is two.")
    axe(phone)
    # What was typed is kept.
    expect(phone.get_by_label("The motion as it was put")).to_have_value("Approve the permit.")
    says("Sample Bert", "Yes")
    says("Sample Cora", "Recused")
    phone.get_by_label("Condition 1", exact=False).first.fill("Plant a hedge.")
    phone.get_by_label("Condition 1: to be done by").fill("+30")
    phone.get_by_role("button", name="Record vote").click()
    expect(phone.locator(".notice.good")).to_contain_text("2–0, one recused: carries. Approved.")
    case = Case.objects.get(pk=case.pk)
    assert case.status == "approved"
    assert case.clocks.get(clock="condition").due_on == date(2026, 7, 1)
    axe(phone)


def test_the_vote_is_recorded_with_the_keyboard_alone(noon: None, page: Page, sign_in: Any) -> None:
    """A row of answers for each member: Tab goes to the row, the arrows choose in it."""
    anna, bert, cora = _members()
    case = people.ready_dumpster(MONDAY.date() - timedelta(days=28))
    meeting = _on_the_agenda(case, MONDAY.date(), "decision")
    present = [anna.pk, bert.pk, cora.pk]
    meetings.take_attendance(meeting, present=present, on=MONDAY.date(), by=people.clerk())
    sign_in(page, people.clerk())
    page.goto(f"/meetings/{meeting.slug}/votes/{case.number}/")
    page.get_by_role("radio", name="Deny").focus()
    page.keyboard.press("Space")
    for typed in ("Tab", "Deny the permit.", "Tab", "Sample Anna", "Tab", "Sample Bert"):
        page.keyboard.press(typed) if typed == "Tab" else page.keyboard.type(typed)
    for presses in (0, 0, 1):  # yes, yes, no
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".notice.good")).to_contain_text("2–1: carries. Denied.")
    assert Case.objects.get(pk=case.pk).status == "denied"
