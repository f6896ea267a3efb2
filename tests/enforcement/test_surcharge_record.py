"""From the office events of a facility to the surcharge of its renewal: 09.5.1 and 09.1.4, end to end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from enforcement.actions.citation_life import withdraw
from enforcement.actions.surcharges import add_surcharge_level, count_again, leave_out
from enforcement.models import EventMark, EventUse, SurchargeLevel
from enforcement.surcharges import assess, begins
from office.actions import cases, money
from office.actions.cases import correct, record, strike
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Filing
from office.models import Case, Charge, Facility
from office.models.events import AppendOnly
from office.pricing import Late
from tests import casts, people
from tests.enforcement import cafes
from tests.enforcement.cafes import CAFE, CARTER, costs, happens, permit
from tests.enforcement.cast import cited, schedule

pytestmark = pytest.mark.django_db

AFTER, THROUGH = date(2025, 12, 1), date(2026, 12, 1)
MAY, JUNE = date(2026, 5, 4), date(2026, 6, 1)
ONE_DAY = timedelta(days=1)


def _cast() -> Facility:
    with cafes.open_for_business(CAFE, CARTER):
        cafes.levels()
        schedule()
        people.clerk()
        return cafes.establishment()


cast = casts.shared(_cast)


@pytest.fixture(autouse=True)
def _open_for_business() -> Iterator[None]:
    with cafes.open_for_business(CAFE, CARTER):
        yield


@pytest.fixture
def place(cast: Facility) -> Facility:
    return Facility.objects.get(pk=cast.pk)


def percent(
    place: Facility, programme: str = "food", after: date = AFTER, through: date = THROUGH
) -> Decimal:
    return assess(place, programme, after, through).percent


def lines(case: Case) -> dict[str, Decimal]:
    """What the case was charged and still stands, by code."""
    return dict(case.charges.live().values_list("code", "amount"))


# ------------------------------------------------------------------------------ each row of both tables
EVENTS = [
    ("complaint/validated", 25, 25),
    ("order/non-critical-order", 50, 100),
    ("order/critical-order", 100, 100),
    ("order/correction-order", 0, 100),  # no order under the food code
    ("order/show-cause-held", 150, 150),
    ("inspection/preventive-visit", 75, 0),
    ("inspection/re-inspected", 0, 0),  # one alone; two: below
    ("inspection/routine-inspection", 0, 0),
    ("complaint/unfounded", 0, 0),
]


@pytest.mark.parametrize(("sort", "food", "septage"), EVENTS)
def test_what_one_event_calls_for(place: Facility, sort: str, food: int, septage: int) -> None:
    happens(place, sort, MAY)
    assert (percent(place), percent(place, "septage")) == (food, septage)


def test_two_re_inspections_are_75_percent_whichever_visit_they_follow(place: Facility) -> None:
    happens(place, "inspection/re-inspected", MAY)
    happens(place, "inspection/re-inspected", JUNE)
    found = assess(place, "food", AFTER, THROUGH)
    assert (found.percent, len(found.deciding)) == (75, 2)
    assert percent(place, "septage") == 0  # that table has no such level


@pytest.mark.parametrize(
    ("line", "food", "septage"),
    [(14, 25, 0), (3, 25, 0), (11, 50, 0), (17, 50, 50), (20, 50, 50), (9, 0, 0)],
)
def test_a_citation_counts_by_its_line(place: Facility, line: int, food: int, septage: int) -> None:
    cited(line, MAY, facility=place)
    assert (percent(place), percent(place, "septage")) == (food, septage)


@pytest.mark.parametrize(("kind", "programme"), [(CAFE, "food"), (CARTER, "septage")])
@pytest.mark.parametrize("step", ["suspended", "revoked"])
def test_a_suspension_or_revocation_is_200_percent(
    place: Facility, kind: Any, programme: str, step: str
) -> None:
    costs("100.00", kind)
    case = permit(place, date(2026, 1, 5), kind=kind)
    record(case, step, on=MAY, by=people.clerk(), note="Sample reason")
    assert percent(place, programme) == 200
    other = "septage" if programme == "food" else "food"
    assert percent(place, other) == 0  # the permit of the other programme was not touched


@pytest.mark.parametrize(("kind", "programme"), [(CAFE, "food"), (CARTER, "septage")])
@pytest.mark.parametrize(("day", "late"), [(date(2026, 12, 31), 0), (date(2027, 1, 1), 50)])
def test_a_renewal_is_late_on_the_day_after_the_term(
    place: Facility, kind: Any, programme: str, day: date, late: int
) -> None:
    costs("100.00", kind)
    old = permit(place, date(2026, 1, 5), kind=kind)
    new = permit(place, day, kind=kind, renews=old, issued=False)
    assert lines(new).get(f"{programme}-surcharge", 0) == late


def test_every_row_of_the_book_counts_or_says_what_it_waits_for() -> None:
    idle = {(row.programme, row.says) for row in SurchargeLevel.objects.all() if row.missing}
    assert idle == {("food", "Smoking violation")}


# ---------------------------------------------------------------------------------- what a renewal costs
def test_complaint_late_renewal_and_critical_order_pay_the_fee_twice(place: Facility) -> None:
    costs("150.00")
    old = permit(place, date(2026, 1, 5))
    happens(place, "complaint/validated", MAY)
    happens(place, "order/critical-order", JUNE)
    new = permit(place, date(2027, 1, 2), renews=old, issued=False)
    assert lines(new) == {"cafe": Decimal("150.00"), "food-surcharge": Decimal("150.00")}
    charge = new.charges.get(code="food-surcharge")
    assert charge.section == "Tisbury 09.5.1"
    assert charge.working == (
        "100% of $150.00 = $150.00; $150.00 × 2.00 = $300.00. Order for critical violations of the food "
        "code: 100% (Tisbury 09.5.1), by O-2026-001 of Monday, June 1, 2026. Not added, because only the "
        f"highest level counts: Validated complaint 25% (CO-2026-001); Late renewal 50% ({new.number})"
    )


@pytest.mark.parametrize(
    ("sort", "fee", "total"),
    [
        ("order/show-cause-held", "150.00", "375.00"),  # × 2.50
        ("order/show-cause-held", "33.33", "83.33"),  # 49.995, half up
        ("complaint/validated", "33.30", "41.63"),  # 8.325, half up
        ("complaint/validated", "0.02", "0.03"),  # 0.005, half up
    ],
)
def test_the_fee_with_its_surcharge_is_exact_to_the_cent(
    place: Facility, sort: str, fee: str, total: str
) -> None:
    costs(fee)
    old = permit(place, date(2026, 1, 5))
    happens(place, sort, MAY)
    new = permit(place, THROUGH, renews=old, issued=False)
    assert sum(lines(new).values()) == Decimal(total)


def test_a_revocation_pays_three_times_the_fee_at_the_next_renewal(place: Facility) -> None:
    costs("100.00")
    old = permit(place, date(2026, 1, 5))
    record(old, "revoked", on=MAY, by=people.clerk(), note="Sample reason")
    # What was revoked is not renewed; the new permit's first renewal counts the past year, and so that.
    new = permit(place, date(2026, 7, 6))
    assert lines(new) == {"cafe": Decimal("100.00")}
    renewed = permit(place, THROUGH, renews=new, issued=False)
    assert sum(lines(renewed).values()) == Decimal("300.00")


def test_a_suspension_pays_three_times_the_fee(place: Facility) -> None:
    costs("100.00")
    old = permit(place, date(2026, 1, 5))
    record(old, "suspended", on=MAY, by=people.clerk(), note="Sample reason")
    record(old, "reinstated", on=JUNE, by=people.clerk(), note="Sample reason")
    assert sum(lines(permit(place, THROUGH, renews=old, issued=False)).values()) == Decimal("300.00")


def test_a_first_permit_and_a_renewal_without_events_pay_no_surcharge(place: Facility) -> None:
    costs("100.00")
    happens(place, "complaint/validated", date(2026, 1, 4))
    first = permit(place, date(2026, 1, 5))
    other = permit(cafes.establishment("Sample Bakery"), date(2026, 1, 5))
    assert lines(first) == lines(other) == {"cafe": Decimal("100.00")}
    assert lines(permit(other.facility, THROUGH, renews=other)) == {"cafe": Decimal("100.00")}  # type: ignore[arg-type]


def test_a_late_fee_of_the_town_is_no_part_of_the_basic_charge(place: Facility) -> None:
    costs("100.00", late=(Late(0, amount=Decimal("40.00")),))
    old = permit(place, date(2026, 1, 5))
    new = permit(place, date(2027, 1, 2), renews=old, issued=False)
    assert lines(new) == {
        "cafe": Decimal("100.00"), "cafe-late": Decimal("40.00"), "food-surcharge": Decimal("50.00"),
    }  # fmt: skip


def test_where_no_row_sets_the_fee_the_surcharge_waits_for_it(place: Facility) -> None:
    old = permit(place, date(2026, 1, 5))
    happens(place, "order/critical-order", MAY)
    new = permit(place, THROUGH, renews=old, issued=False)
    assert lines(new) == {}
    waiting = {line.code: line for line in money.unset_fees(new, THROUGH)}
    assert "The fee that it goes by is not known yet." in waiting["food-surcharge"].working
    money.set_fee(new, amount="60.00", reason="Sample reason", on=THROUGH, by=people.clerk(), code="cafe")
    assert lines(new) == {"cafe": Decimal("60.00"), "food-surcharge": Decimal("60.00")}
    assert EventUse.objects.count() == 1


def test_before_it_is_filed_a_late_renewal_shows_its_own_lateness(place: Facility) -> None:
    costs("100.00")
    old = permit(place, date(2026, 1, 5))
    filing = Filing(CAFE, {}, facility=place, renews=old)
    assert [line.code for line in filing.fees(date(2026, 12, 31))] == ["cafe"]
    surcharge = filing.fees(date(2027, 1, 1))[-1]
    assert surcharge.amount == Decimal("50.00")
    assert "by this renewal of Friday, January 1, 2027" in surcharge.working


# --------------------------------------------------------------------------------- one event, one renewal
def test_an_event_is_charged_once_over_three_years_and_no_december_is_lost(place: Facility) -> None:
    costs("100.00")
    first = permit(place, date(2026, 1, 5))
    happens(place, "order/critical-order", date(2026, 11, 10))
    second = permit(place, date(2026, 11, 20), renews=first)
    assert lines(second)["food-surcharge"] == Decimal("100.00")
    happens(place, "complaint/validated", date(2026, 12, 15))  # after that renewal, in the old year
    third = permit(place, date(2027, 11, 20), renews=second)
    assert lines(third)["food-surcharge"] == Decimal("25.00")
    fourth = permit(place, date(2028, 11, 20), renews=third)
    assert lines(fourth) == {"cafe": Decimal("100.00")}


def test_what_was_charged_says_with_which_renewal_and_is_free_again_when_it_is_taken_back(
    place: Facility,
) -> None:
    costs("100.00")
    old = permit(place, date(2026, 1, 5))
    event = happens(place, "order/critical-order", MAY)
    new = permit(place, THROUGH, renews=old, issued=False)
    charge = new.charges.get(code="food-surcharge")
    assert [use.event for use in EventUse.objects.filter(charge=charge)] == [event]
    found = assess(place, "food", AFTER, THROUGH)
    assert found.percent == 0
    assert [why for _, why in found.left_out] == [f"was charged with {new.number}; one event is used once"]
    assert [line.code for line in money.unset_fees(new, THROUGH)] == []
    with pytest.raises(NotAllowed, match=f"{new.number} was charged with that event. Reverse the surcharge"):
        leave_out(event, reason="Sample", on=THROUGH, by=people.administrator())
    money.reverse_charge(charge, reason="Sample reason", on=THROUGH, by=people.clerk())
    assert percent(place) == 100
    # Charged anew, the event has a second use; the database knows each turn once.
    money.charge_fees(new, on=THROUGH, by=people.clerk())
    assert list(EventUse.objects.filter(event=event).values_list("turn", flat=True)) == [0, 1]
    with pytest.raises(IntegrityError), transaction.atomic():
        EventUse.objects.create(event=event, charge=charge, turn=1)
    with pytest.raises(AppendOnly):
        EventUse.objects.all().delete()


def test_lower_events_of_the_time_are_used_up_too(place: Facility) -> None:
    costs("100.00")
    old = permit(place, date(2026, 1, 5))
    happens(place, "order/critical-order", MAY)
    happens(place, "complaint/validated", JUNE)
    permit(place, THROUGH, renews=old, issued=False)
    assert EventUse.objects.count() == 2
    assert percent(place) == 0


def test_a_surcharge_that_is_waived_uses_no_event(place: Facility) -> None:
    old = permit(place, date(2026, 1, 5))
    happens(place, "order/critical-order", MAY)
    new = permit(place, THROUGH, renews=old, issued=False)
    said = {"amount": "0", "reason": "Waived by the Board", "on": THROUGH, "by": people.clerk()}
    money.set_fee(new, code="food-surcharge", **said)
    assert not EventUse.objects.exists()
    assert Charge.objects.get(case=new, code="food-surcharge").amount == 0


# ------------------------------------------------------------------------------------ the time that counts
@pytest.mark.parametrize(
    ("on", "counts"), [(AFTER, 0), (AFTER + ONE_DAY, 25), (THROUGH, 25), (THROUGH + ONE_DAY, 0)]
)
def test_both_edges_of_the_time_that_counts(place: Facility, on: date, counts: int) -> None:
    happens(place, "complaint/validated", on)
    assert percent(place) == counts


def test_time_begins_with_the_last_renewal_and_at_first_with_the_past_year(place: Facility) -> None:
    costs("100.00")
    first = permit(place, date(2026, 3, 2))
    assert begins(first, date(2026, 12, 1)) == date(2025, 12, 1)  # the past year
    assert begins(first, date(2028, 2, 29)) == date(2026, 3, 2)  # or since the first application
    second = permit(place, date(2026, 12, 1), renews=first)
    assert begins(second, date(2027, 12, 20)) == date(2026, 12, 1)


def test_operating_without_a_permit_before_the_first_one_counts_at_its_first_renewal(place: Facility) -> None:
    costs("100.00")
    cited(11, date(2026, 2, 2), facility=place)
    first = permit(place, date(2026, 3, 2))
    assert lines(permit(place, THROUGH, renews=first))["food-surcharge"] == Decimal("50.00")


# ------------------------------------------------------------------------------------- what does not count
def test_an_event_that_is_left_out_is_not_counted_until_it_is_counted_again(place: Facility) -> None:
    event = happens(place, "order/show-cause-held", MAY)
    happens(place, "complaint/validated", JUNE)
    by = people.administrator()
    leave_out(event, reason="Held by mistake.", on=JUNE, by=by)
    found = assess(place, "food", AFTER, THROUGH)
    assert (found.percent, [why for _, why in found.left_out]) == (25, ["is not counted: Held by mistake."])
    note = event.case.events.get(slug="note")
    assert "Not counted for the surcharge: “Hearing to show cause held”" in note.note
    assert note.by == by
    with pytest.raises(NotAllowed, match="left out already"):
        leave_out(event, reason="Again", on=JUNE, by=by)
    count_again(event, reason="It was held after all.", on=JUNE, by=by)
    assert percent(place) == 150
    assert [mark.counts for mark in EventMark.objects.all()] == [False, True]
    with pytest.raises(NotAllowed, match="counts already"):
        count_again(event, reason="Again", on=JUNE, by=by)


@pytest.mark.parametrize("who", [people.clerk, people.inspector, people.member])
def test_only_an_administrator_leaves_an_event_out_and_with_a_reason(place: Facility, who: Any) -> None:
    event = happens(place, "complaint/validated", MAY)
    with pytest.raises(WrongRole):
        leave_out(event, reason="Sample", on=MAY, by=who())
    with pytest.raises(NotAllowed, match="Say why"):
        leave_out(event, reason="  ", on=MAY, by=people.administrator())
    assert percent(place) == 25


def test_what_takes_an_event_back_on_its_case_takes_it_out(place: Facility) -> None:
    event = happens(place, "complaint/validated", MAY)
    case, clerk = event.case, people.clerk()
    record(case, "reopened", on=JUNE, by=clerk, note="New facts")
    found = assess(place, "food", AFTER, THROUGH)
    assert (found.percent, found.left_out[0][1]) == (
        0, "was taken back: “Opened again” on Monday, June 1, 2026",
    )  # fmt: skip
    record(case, "validated", on=JUNE, by=clerk, note="Found valid again")
    assert percent(place) == 25


def test_a_citation_that_was_withdrawn_counts_no_more(place: Facility) -> None:
    case = cited(11, MAY, facility=place)
    assert percent(place) == 50
    withdraw(case, why="Wrong place", on=JUNE, by=people.inspector())
    assert percent(place) == 0


def test_a_struck_event_is_gone_and_a_corrected_one_keeps_what_was_said_of_it(place: Facility) -> None:
    event = happens(place, "complaint/validated", MAY)
    leave_out(event, reason="Sample reason", on=MAY, by=people.administrator())
    moved = correct(event, on=JUNE, by=people.clerk(), note="The day was wrong.")
    ((told, why),) = assess(place, "food", AFTER, THROUGH).left_out
    assert (told.on, told.ref, why) == (JUNE, str(event.pk), "is not counted: Sample reason")
    count_again(moved, reason="Sample reason", on=JUNE, by=people.administrator())
    assert percent(place) == 25
    strike(moved, by=people.clerk(), note="It was another place.")
    found = assess(place, "food", AFTER, THROUGH)
    assert (found.percent, found.left_out) == (0, ())


def test_events_of_other_places_boards_and_permits_do_not_count(place: Facility) -> None:
    other = cafes.establishment("Sample Bakery")
    happens(other, "order/critical-order", MAY)
    cases.open_case(kind="complaint", on=MAY, by=None, facility=place, board=people.docks())
    foreign = Case.objects.get(board=people.docks())
    record(foreign, "validated", on=MAY, by=None, note="Sample")
    assert percent(place) == 0
    assert percent(other) == 100


# ---------------------------------------------------------------------------------------------- dated rows
def test_a_renewal_is_charged_by_the_rows_of_its_own_day(place: Facility) -> None:
    costs("100.00")
    happens(place, "complaint/validated", MAY)
    add_surcharge_level(
        people.health(), programme="food", kind="complaint", event="validated", says="Validated complaint",
        percent=Decimal("30.5"), cite="Tisbury 09.5.1", since=date(2026, 12, 2), vote="Sample vote",
        on=JUNE, by=people.administrator(), undone_by="unfounded, reopened",
    )  # fmt: skip
    assert percent(place) == 25
    assert percent(place, through=THROUGH + ONE_DAY) == Decimal("30.5")
    assert percent(place, "septage", through=THROUGH + ONE_DAY) == 25
    add_surcharge_level(
        people.health(), programme="food", kind="complaint", event="validated", says="Validated complaint",
        percent=Decimal(0), cite="Tisbury 09.5.1", since=date(2027, 1, 1), vote="Sample vote",
        on=JUNE, by=people.administrator(),
    )  # fmt: skip
    assert percent(place, through=date(2027, 1, 1)) == 0


def test_no_row_holds_before_the_book(place: Facility) -> None:
    assert SurchargeLevel.objects.in_force(date(2006, 4, 10)).filter(programme="food").count() == 0
    assert SurchargeLevel.objects.in_force(date(2006, 4, 11)).filter(programme="food").count() == 13
    assert SurchargeLevel.objects.in_force(date(1990, 7, 23)).count() == 0
    assert SurchargeLevel.objects.in_force(date(1990, 7, 24)).filter(programme="septage").count() == 9


def test_another_programme_is_a_matter_of_rows(place: Facility) -> None:
    add_surcharge_level(
        people.health(), programme="pools", kind="complaint", event="validated", says="Validated complaint",
        percent=Decimal(10), cite="Tisbury 09.4", since=MAY, vote="Sample vote", on=MAY, by=None,
    )  # fmt: skip
    happens(place, "complaint/validated", JUNE)
    assert percent(place, "pools") == 10


# ----------------------------------------------------------------------------------------------- and cost
def test_as_many_queries_however_many_events(place: Facility) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assess(place, "food", AFTER, THROUGH)
        return len(queries)

    none = asked()
    happens(place, "complaint/validated", MAY)
    cited(11, MAY, facility=place)
    few = asked()
    for n in range(5):
        happens(place, "complaint/validated", MAY + n * ONE_DAY)
        happens(place, "order/critical-order", MAY + n * ONE_DAY)
    assert (none, few, asked()) == (5, 5, 5)
