"""Food permits as the office works them: fees, surcharge, waiver, terms, silence, what is looked up."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from enforcement.actions import inspections
from office import kinds
from office.actions import casework, money
from office.actions.cases import in_the_way, issue, open_case, record, rule_on, strike
from office.actions.errors import NotAllowed, WrongRole
from office.actions.fees import add_fee_amount
from office.actions.nightly import night
from office.calendar import EASTERN
from office.clockwork import Mover
from office.intake import Filing, Intake
from office.law import State
from office.models import Case, Facility, Fee
from permits.food import actions
from permits.food.models import ESTABLISHMENT
from tests import casts, people
from tests.enforcement import cafes, inspection_cast

DAY = date(2026, 6, 1)  # a Monday
CERTIFIED = {
    "certified-name": ["Sample Cook"], "certified-role": ["owner"], "certified-full_time_share": ["1"],
    "certified-certified_on": ["2026-01-05"], "certified-runs_out": ["false"], "certified-runs_out_on": [""],
}  # fmt: skip
RUNNING = {
    "operation": "restaurant", "seats": "40", "risk": "high", "water": "town", "sewage": "sewer",
    "ownership_changed": "false", "has_certified": "true", "non_profit": "false", "waiver_wanted": "false",
    **CERTIFIED,
}  # fmt: skip


def _office() -> None:
    call_command("seed", stdout=io.StringIO())
    for code, amount in (("food-permit", 150), ("residential-kitchen", 60), ("food-plan-review", 75)):
        add_fee_amount(
            Fee.objects.get(code=code), since=date(2020, 1, 1), amount=Decimal(amount), vote="Sample vote",
            on=date(2020, 1, 1), by=None,
        )  # fmt: skip


office = casts.shared(_office)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[Any]:
    with time_machine.travel("2026-06-01 12:00 -0400", tick=False) as moment:
        yield moment


def place(kind: str = "establishment") -> Facility:
    return Facility.objects.create(
        kind=kind, name="Sample Harbor Kitchen", parcel=people.parcel(), holder=people.party()
    )


def opened(slug: str, answers: dict[str, Any], on: date = DAY, **more: Any) -> Case:
    kind = kinds.get(slug)
    if kind.facility:
        more.setdefault("facility", place(kind.facility))
    return open_case(
        kind=slug, on=on, by=people.clerk(), parcels=[people.parcel()], intake=Intake(kind, answers),
        people=[(people.party(), "applicant")], **more,
    )  # fmt: skip


def held(on: date = DAY, **more: Any) -> Case:
    case = opened(ESTABLISHMENT, RUNNING, on, **more)
    casework.tick(case, item="certificates", state="supplied", on=on, by=people.clerk())
    people.settle(case, on, people.clerk())
    issue(case, on=on, by=people.clerk())
    return case


def findings(case: Case, on: date = DAY) -> dict[str, State]:
    return {each.rule: each.state for each in Filing.of_case(case).findings(on)}


# ------------------------------------------------------------------------------------- the yearly permit
def test_a_permit_runs_through_december_31_and_names_who_is_certified() -> None:
    case = held()
    assert (case.number, case.starts_on, case.ends_on) == ("FE-2026-001", DAY, date(2026, 12, 31))
    assert findings(case)["certified-person"] == State.MET
    assert [row.name for row in case.details.certified.all()] == ["Sample Cook"]


def test_without_a_certified_person_it_is_not_issued() -> None:
    case = opened(ESTABLISHMENT, {**RUNNING, "certified-full_time_share": ["0.999"]})
    casework.tick(case, item="certificates", state="supplied", on=DAY, by=people.clerk())
    people.settle(case, DAY, people.clerk())
    assert [obstacle.subject for obstacle in in_the_way(case, DAY)] == ["certified-person"]


def test_a_change_of_ownership_starts_sixty_days_that_a_certified_person_ends() -> None:
    case = held()
    record(case, "ownership-changed", on=date(2026, 6, 3), by=people.clerk())
    clock = case.clocks.get(clock="certified-person")
    assert (clock.due_on, clock.mover) == (date(2026, 8, 2), Mover.APPLICANT)  # a Sunday: it does not roll
    record(case, "certified-person-recorded", on=date(2026, 7, 1), by=people.clerk())
    clock.refresh_from_db()
    assert clock.ended_on == date(2026, 7, 1)


def test_a_certificate_that_runs_out_is_minded() -> None:
    case = held()
    record(case, "certificate-runs-out", on=date(2026, 9, 30), by=people.clerk())
    assert case.clocks.get(clock="certificate").due_on == date(2026, 9, 30)


# ------------------------------------------------------------------------------------------ the surcharge
def test_a_hearing_to_show_cause_makes_the_renewal_two_and_a_half_times_as_dear() -> None:
    """$150.00 × 2.50 = $375.00 (09.5.1)."""
    thing = place()
    old = held(date(2026, 1, 5), facility=thing)
    cafes.happens(thing, "order/show-cause-held", date(2026, 5, 4))
    cafes.happens(thing, "complaint/validated", date(2026, 5, 5))
    new = opened(ESTABLISHMENT, RUNNING, date(2026, 12, 1), facility=thing, renews=old)
    assert money.balance(new) == Decimal("375.00")
    surcharge = new.charges.get(code="food-surcharge")
    assert surcharge.amount == Decimal("225.00")
    assert "$150.00 × 2.50 = $375.00" in surcharge.working
    assert "Not added, because only the highest level counts" in surcharge.working


def test_a_renewal_on_january_2_counts_its_own_lateness() -> None:
    thing = place()
    old = held(date(2026, 1, 5), facility=thing)
    late = opened(ESTABLISHMENT, RUNNING, date(2027, 1, 2), facility=thing, renews=old)
    assert late.charges.get(code="food-surcharge").amount == Decimal("75.00")


def test_a_renewal_on_december_31_is_not_late() -> None:
    thing = place()
    old = held(date(2026, 1, 5), facility=thing)
    new = opened(ESTABLISHMENT, RUNNING, date(2026, 12, 31), facility=thing, renews=old)
    assert money.balance(new) == Decimal("150.00")


def test_an_illness_that_came_from_the_kitchen_counts_until_it_is_opened_again() -> None:
    thing = place()
    old = held(date(2026, 1, 5), facility=thing)
    found = opened("illness-investigation", {"described": "Three guests."}, date(2026, 5, 4), facility=thing)
    record(found, "found-responsible", on=date(2026, 5, 11), by=people.clerk(), note="Chowder kept warm.")
    new = opened(ESTABLISHMENT, RUNNING, date(2026, 12, 1), facility=thing, renews=old)
    assert money.balance(new) == Decimal("225.00")
    record(found, "reopened", on=date(2026, 5, 18), by=people.clerk(), note="The laboratory erred.")
    assert [line.amount for line in Filing.of_case(new).fees(date(2026, 12, 1))] == [Decimal("150.00")]


def test_a_suspension_of_the_permit_itself_counts_two_hundred_percent() -> None:
    thing = place()
    old = held(date(2026, 1, 5), facility=thing)
    record(old, "suspended", on=date(2026, 6, 8), by=people.clerk(), note="No water.")
    record(old, "reinstated", on=date(2026, 6, 10), by=people.clerk(), note="Water is back.")
    new = opened(ESTABLISHMENT, RUNNING, date(2026, 12, 1), facility=thing, renews=old)
    assert money.balance(new) == Decimal("450.00")


# -------------------------------------------------------------------------------------------- the waiver
def waive(case: Case, asked_on: date, quarters: int = 1, **more: Any) -> Any:
    said = {"vote": "Sample vote", "on": max(asked_on, DAY), "by": people.clerk(), **more}
    return actions.waive_fee(case, asked_on=asked_on, quarters=quarters, **said)


def test_october_1_opens_and_september_30_is_refused() -> None:
    case = opened(ESTABLISHMENT, RUNNING, date(2026, 9, 28))
    with pytest.raises(
        NotAllowed, match=r"from Thursday, October 1, 2026\. \(Tisbury 09\.5 policy\)"
    ):
        waive(case, date(2026, 9, 30))
    assert money.balance(case) == Decimal("150.00")
    event = waive(case, date(2026, 10, 1))
    assert money.balance(case) == Decimal("37.50")
    assert "$150.00 × 1/4 = $37.50" in event.note
    assert "one quarter of the year" in event.note


def test_all_four_quarters_waived_leave_nothing_due_and_a_second_decision_starts_from_the_whole_fee() -> None:
    case = opened(ESTABLISHMENT, RUNNING, date(2026, 9, 28))
    waive(case, date(2026, 10, 1), 0)
    assert money.balance(case) == 0
    waive(case, date(2026, 10, 2), 3)
    assert money.balance(case) == Decimal("112.50")


def test_a_non_profit_that_sells_gets_none_and_one_nobody_knows_of_is_asked_first() -> None:
    answers = {**RUNNING, "non_profit": "true", "sells_retail": "true", "occasional_benefit": "false"}
    sells = opened(ESTABLISHMENT, answers)
    with pytest.raises(NotAllowed, match="sells to the public"):
        waive(sells, date(2026, 10, 1))
    open_ = opened(ESTABLISHMENT, {**RUNNING, "non_profit": ""}, facility=place())
    with pytest.raises(NotAllowed, match=r"Not known yet: non profit\. \(Tisbury 09\.5 policy\)"):
        waive(open_, date(2026, 10, 1))


def test_a_paid_fee_is_not_waived_nor_by_an_inspector_nor_without_a_vote() -> None:
    case = opened(ESTABLISHMENT, RUNNING, date(2026, 10, 1))
    with pytest.raises(WrongRole):
        waive(case, date(2026, 10, 1), by=people.inspector())
    with pytest.raises(NotAllowed, match="Name the vote"):
        waive(case, date(2026, 10, 1), vote=" ")
    with pytest.raises(NotAllowed, match="0, 1, 2 or 3"):
        waive(case, date(2026, 10, 1), 4)
    with pytest.raises(NotAllowed, match="lies ahead"):
        waive(case, date(2026, 10, 2), on=date(2026, 10, 1))
    people.settle(case, date(2026, 10, 1), people.clerk())
    with pytest.raises(NotAllowed, match="Void that receipt first"):
        waive(case, date(2026, 10, 1))
    assert case.charges.count() == 1, "what was refused left nothing behind"


def test_the_page_of_the_waiver(noon: Any) -> None:
    case = opened(ESTABLISHMENT, RUNNING)
    clerk = Client()
    clerk.force_login(people.clerk())
    address = reverse("food-act", args=[case.number, "fee-waived"])
    page = clerk.get(address)
    assert page.status_code == 200
    refused = clerk.post(address, {"asked_on": "6/1/2026", "quarters": "1", "vote": "Sample vote of June"})
    assert refused.status_code == 422
    assert "Ask again from Thursday, October 1, 2026" in refused.content.decode()
    assert "Sample vote of June" in refused.content.decode(), "what was typed is kept"
    noon.move_to("2026-10-13 12:00 -0400")
    clerk.force_login(people.clerk())
    done = clerk.post(address, {"asked_on": "10/13/2026", "quarters": "1", "vote": "Sample vote"})
    assert done.status_code == 302
    assert money.balance(case) == Decimal("37.50")
    assert clerk.get(reverse("food-act", args=[case.number, "issued"])).status_code == 404


# ----------------------------------------------------------------------------------------- temporary food
EVENT = {"event": "Sample fair", "first_on": "2026-07-04", "last_on": "2026-07-05", "non_profit": "false"}


@pytest.mark.parametrize(
    ("answers", "amount"),
    [
        ({"non_profit": "true"}, "0.00"),
        ({"in_town": "true", "no_establishment": "true"}, "20.00"),
        ({"in_town": "false"}, "35.00"),
        ({"in_town": "true"}, None),
        ({"non_profit": "", "in_town": "true"}, None),
    ],
)
def test_the_fee_of_temporary_food_is_that_of_the_table(answers: dict[str, str], amount: str | None) -> None:
    case = opened("temporary-food", {**EVENT, **answers})
    (line,) = Filing.of_case(case).fees(DAY)
    assert line.amount == (None if amount is None else Decimal(amount))
    assert "09.5.3" in line.section
    assert money.fee_unknown(case, DAY) == (amount is None)


def test_a_permit_of_the_business_counts_only_if_it_is_valid_at_the_event() -> None:
    thing = place()
    permit = held(facility=thing)
    asked = {**EVENT, "in_town": "true", "establishment": str(thing.pk)}
    assert money.balance(opened("temporary-food", asked)) == 0
    record(permit, "suspended", on=date(2026, 7, 4), by=None, note="No water.")
    assert money.balance(opened("temporary-food", asked)) == Decimal("20.00")
    next_year = {**asked, "first_on": "2027-07-04", "last_on": "2027-07-04"}
    assert money.balance(opened("temporary-food", next_year)) == Decimal("20.00")


def test_it_is_valid_through_the_last_day_of_the_event_and_no_longer() -> None:
    case = opened("temporary-food", {**EVENT, "in_town": "false"})
    people.settle(case, DAY, people.clerk())
    issue(case, on=DAY, by=people.clerk())
    assert case.ends_on == date(2026, 7, 5)
    assert case.valid_on(date(2026, 7, 5))
    assert not case.valid_on(date(2026, 7, 6))


def test_for_an_event_whose_days_nobody_knows_none_is_issued_whatever_the_board_finds() -> None:
    case = opened("temporary-food", {"non_profit": "true"})
    assert [obstacle.subject for obstacle in in_the_way(case, DAY)] == ["event-days"]
    rule_on(case, rule="event-days", says="met", why="Sample.", vote="Sample vote", on=DAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="through which day"):
        issue(case, on=DAY, by=people.clerk())


# ------------------------------------------------------------------------------------------ home kitchens
HOME = {
    "gives_breakfast": "true", "gives_bed": "false", "is_lodging": "false", "only_safe_foods": "true",
    "private_apart": "true", "has_pets": "false", "has_laundry": "false", "guests_cook": "false",
    "non_profit": "false", "waiver_wanted": "false",
}  # fmt: skip


def visited(thing: Facility, on: date, checklist: str = "residential-kitchen", **answers: str) -> None:
    """An inspection of the kitchen that day, ended as its answers propose."""
    visit = inspection_cast.begun(on, facility=thing, checklist=inspection_cast.checklist(checklist))
    inspection_cast.answered(visit, **answers)
    outcome = "correction-needed" if answers else "passed"
    inspections.finish(visit, outcome=outcome, by=people.inspector())


@pytest.mark.parametrize(
    ("on", "state"),
    [
        (DAY, State.MET),
        (date(2025, 6, 2), State.MET),
        (date(2025, 6, 1), State.UNMET),  # a year ago to the day: no longer within the year
    ],
)
def test_a_home_kitchen_is_inspected_within_the_year_before_it_is_licensed(on: date, state: State) -> None:
    case = opened("residential-kitchen", HOME)
    people.settle(case, DAY, people.clerk())
    assert findings(case)["kitchen-inspected"] == State.UNMET
    assert [obstacle.subject for obstacle in in_the_way(case, DAY)] == ["kitchen-inspected"]
    visited(case.facility, on)
    assert findings(case)["kitchen-inspected"] == state
    if state == State.MET:
        issue(case, on=DAY, by=people.clerk())
        assert case.ends_on == date(2026, 12, 31)


def test_an_inspection_that_found_something_or_was_of_another_sort_is_not_enough() -> None:
    case = opened("residential-kitchen", HOME)
    visited(case.facility, DAY, pets="no")
    visited(case.facility, DAY, "food")
    assert findings(case)["kitchen-inspected"] == State.UNMET


# -------------------------------------------------------------------------------------------- plan review
def at_night(on: date) -> None:
    night(on=on, now=datetime(on.year, on.month, on.day, 2, tzinfo=EASTERN))


def test_a_plan_nobody_decides_counts_as_approved_after_thirty_days() -> None:
    case = opened("food-plan", {"work": "new"})
    assert case.clocks.get(clock="plan-decision").due_on == date(2026, 7, 1)
    at_night(date(2026, 7, 1))
    case.refresh_from_db()
    assert case.status == "filed", "the last day is still the office's"
    at_night(date(2026, 7, 2))
    case.refresh_from_db()
    assert case.status == "approved"
    (silent,) = case.events.live().filter(slug="deemed-approved")
    assert silent.on == date(2026, 7, 1)


def test_a_decision_entered_late_but_taken_in_time_takes_the_silence_back() -> None:
    case = opened("food-plan", {"work": "new"})
    at_night(date(2026, 7, 2))
    record(case, "denied", on=date(2026, 6, 30), by=people.clerk(), note="No hand sink.")
    case.refresh_from_db()
    assert case.status == "denied"


def test_a_decision_in_time_ends_the_count() -> None:
    case = opened("food-plan", {"work": "change"})
    said = record(case, "approved", on=date(2026, 7, 1), by=people.clerk())
    at_night(date(2026, 7, 6))
    case.refresh_from_db()
    assert (case.status, case.events.filter(slug="deemed-approved").count()) == ("approved", 0)
    strike(said, by=people.clerk(), note="Another case was meant.")
    case.refresh_from_db()
    assert case.status == "filed"


def test_a_day_in_a_table_is_written_like_every_other_day() -> None:
    case = held()
    clerk = Client()
    clerk.force_login(people.clerk())
    page = clerk.get(reverse("case", args=[case.number])).content.decode()
    row = page[page.index("Sample Cook") :][:600]
    assert "January 5, 2026" in row
    assert "2026-01-05" not in row
