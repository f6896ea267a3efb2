"""Orders: issued, served, lapsed, corrected; hearings to show cause; late plans."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal

import pytest

from enforcement.actions import order_life, orders
from enforcement.actions.citations import Unfit
from enforcement.models.orders import before_fine
from enforcement.rules.orders import Asked, Mend, Sort, town_may_act
from office.actions import clocks, mailing, money
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, Facility
from tests import casts, people
from tests.enforcement.orders_cast import (
    DAY,
    PERMANENT,
    TEMPORARY,
    by_hand,
    figures,
    noon,
    ordered,
    owner,
    received,
    told,
)

pytestmark = pytest.mark.django_db


def _cast() -> None:
    figures()


cast = casts.shared(_cast)


def jamestown(basis: str = "erosion", *items: Asked, **more: object) -> Case:
    items = items or (TEMPORARY, PERMANENT)
    return ordered(basis, *items, board=people.works(), **more)  # type: ignore[arg-type]


def due(case: Case) -> dict[str, date]:
    return dict(case.clocks.filter(subject__startswith="item-").values_list("subject", "due_on"))


# ---------------------------------------------------------------------------------- issuing and receipt
def test_an_order_runs_from_its_receipt_and_from_nothing_before_it() -> None:
    case = ordered("habitation", Asked("Mend the window", "105 CMR 410", days=7), Asked("Heat", days=3))
    assert case.number.startswith("O-2026-")
    assert case.status == "issued"
    assert due(case) == {}
    mailing.mail(case.notices.get(), on=DAY, by=people.clerk(), article_no="9407100000000000000016")
    assert due(case) == {}
    mailing.receive(case.notices.get(), on=date(2026, 6, 3), by=people.clerk())
    # June 10, a Wednesday; June 6, a Saturday, rolls to Monday.
    assert due(case) == {"item-1": date(2026, 6, 10), "item-2": date(2026, 6, 8)}
    row = case.clocks.get(subject="item-1")
    assert row.label == "Mend the window (105 CMR 410)"
    assert row.started_on == date(2026, 6, 3)
    assert row.cite == "Tisbury 09.4.9"


def test_a_receipt_starts_only_the_clocks_of_its_own_order() -> None:
    one, two = ordered(), ordered(offender=owner("Other Owner"))
    received(one, date(2026, 6, 2))
    assert due(one)
    assert due(two) == {}


def test_no_receipt_after_ten_days_is_somebodys_task() -> None:
    case = ordered()
    mailing.mail(case.notices.get(), on=DAY, by=people.clerk(), article_no="9407100000000000000016")
    row = case.clocks.get(clock="order-receipt")
    assert (row.due_on, row.ended_on) == (date(2026, 6, 11), None)
    mailing.receive(case.notices.get(), on=date(2026, 6, 4), by=people.clerk())
    row.refresh_from_db()
    assert row.ended_on == date(2026, 6, 4)


def test_an_undone_receipt_takes_its_days_along() -> None:
    case = ordered()
    notice = received(case, date(2026, 6, 3))
    mailing.undo(notice, by=people.clerk())
    assert due(case) == {}


def test_one_handed_over_by_an_inspector_is_received_at_once() -> None:
    case = by_hand("junkyard", Asked("Put up the fence", days=14), by=people.inspector())
    assert due(case) == {"item-1": date(2026, 6, 15)}
    mark = case.events.get(slug="order-received")
    assert "Handed to Sample Owner, by Tisbury Inspector" in mark.note


def test_pressing_twice_issues_one_order() -> None:
    first, again = ordered(key="once"), ordered(key="once")
    assert first == again
    assert first.notices.count() == 1


def test_a_corrected_receipt_moves_the_days() -> None:
    case = ordered()
    notice = received(case, date(2026, 6, 3))
    mailing.undo(notice, by=people.clerk())
    mailing.receive(notice, on=date(2026, 6, 4), by=people.clerk())
    assert due(case) == {"item-1": date(2026, 6, 11)}


def test_more_time_is_given_with_authority_and_reason() -> None:
    case = ordered()
    received(case, date(2026, 6, 3))
    clocks.extend(
        case, clock="habitation", subject="item-1", until=date(2026, 6, 24), authority="Vote of June 9, 2026",
        reason="The glazier comes on the 20th.", on=date(2026, 6, 9), by=people.clerk(),
    )  # fmt: skip
    assert due(case) == {"item-1": date(2026, 6, 24)}


# ------------------------------------------------------------------------------------------- corrections
def test_corrections_are_told_one_by_one_and_the_last_closes_the_order() -> None:
    case = ordered("food", Asked("Repair the cooler", days=3, critical=True), Asked("Label", days=10))
    received(case, date(2026, 6, 2))
    said = {"on": date(2026, 6, 4), "at": time(10), "by": people.inspector()}
    order_life.look_again(case, corrected=[1], uncorrected=[2], **said)
    case.refresh_from_db()
    assert case.status == "issued"
    assert case.clocks.get(subject="item-1").ended_on == date(2026, 6, 4)
    assert case.clocks.get(subject="item-2").ended_on is None
    with pytest.raises(NotAllowed, match="Correction 1 was recorded as made on Thursday, June 4, 2026"):
        order_life.look_again(case, corrected=[1], uncorrected=[], **said)
    with pytest.raises(NotAllowed, match="Not corrected yet: Label"):
        order_life.comply(case, on=DAY, by=people.inspector())
    order_life.look_again(case, corrected=[2], uncorrected=[], **said | {"on": date(2026, 6, 12)})
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("complied", False)


def test_one_corrected_before_its_receipt_does_not_run_on() -> None:
    case = ordered("food", Asked("One", days=3), Asked("Two", days=3))
    said = {"at": time(10), "by": people.inspector(), "uncorrected": []}
    order_life.look_again(case, corrected=[1], on=date(2026, 6, 2), **said)
    received(case, date(2026, 6, 3), mailed=DAY)
    assert case.clocks.get(subject="item-1").ended_on == date(2026, 6, 2)
    assert case.clocks.get(subject="item-2").ended_on is None


@pytest.mark.parametrize(
    ("items", "event"),
    [
        ((Asked("One", days=3, critical=True), Asked("Two", days=3)), "critical-order"),
        ((Asked("One", days=3), Asked("Two", days=3)), "non-critical-order"),
    ],
)
def test_a_food_order_says_for_the_surcharge_whether_it_is_critical(
    items: tuple[Asked, ...], event: str
) -> None:
    told_of = ordered("food", *items).events.filter(slug__endswith="-order").values_list("slug", flat=True)
    assert list(told_of) == [event]


# ----------------------------------------------------------------------------------- 24 hours, 09.4.8
def test_a_24_hour_order_runs_by_the_clock_from_when_it_is_given() -> None:
    case = by_hand(at=time(9, 30))
    row = case.clocks.get(clock="facility-order")
    assert row.due_at.isoformat() == "2026-06-02T13:30:00+00:00"  # 9:30 in the morning
    assert "24 hours" in case.details.items.get().time_says


@pytest.mark.parametrize(("seen", "lapsed"), [(time(9, 30), 0), (time(9, 31), 1)])
def test_it_lapses_after_24_hours_0_minutes_and_then_opens_line_16(seen: time, lapsed: int) -> None:
    case = by_hand(at=time(9, 30))
    tuesday = date(2026, 6, 2)
    order_life.look_again(case, corrected=[], uncorrected=[1], on=tuesday, at=seen, by=people.inspector())
    found = before_fine(people.health(), 16, offender=owner(), on=tuesday)
    assert len(found) == lapsed
    if found:
        assert found[0].given_at.isoformat() == "2026-06-01T09:30:00-04:00"
        assert found[0].seen_at.time() == seen


def test_one_recorded_the_next_morning_is_an_order_of_its_own_day() -> None:
    case = by_hand(at=time(16, 45), on=date(2026, 6, 2))
    assert case.filed_on == DAY
    assert case.clocks.get(clock="facility-order").due_on == date(2026, 6, 2)
    with pytest.raises(Unfit, match="This time has not come yet"):
        by_hand(at=time(12, 1))
    with pytest.raises(Unfit, match="given before it was found"):
        by_hand(found_on=date(2026, 6, 2), on=date(2026, 6, 2))


def test_what_is_mailed_cannot_leave_hours() -> None:
    with pytest.raises(Unfit, match="Hours run from when the order is given"):
        ordered("public-facility", Asked("Clean it"))
    with pytest.raises(Unfit, match="Enter the time at which the order is given"):
        by_hand(given_at=None)


# ------------------------------------------------------------------------------------ junkyards, 09.6.4
@pytest.mark.parametrize(("on", "found"), [(date(2026, 6, 16), 0), (date(2026, 6, 17), 1)])
def test_a_written_order_opens_line_15_the_day_after_it_fell_due(on: date, found: int) -> None:
    place = people.dumpster_bin("Sample yard")
    case = ordered("junkyard", Asked("Put up the fence", days=14), facility=place)
    received(case, date(2026, 6, 2))
    assert due(case) == {"item-1": date(2026, 6, 16)}
    by_place = before_fine(people.health(), 15, facility=Facility.objects.get(pk=place.pk), on=on)
    assert [each.due_on for each in by_place] == [date(2026, 6, 16)] * found
    assert before_fine(people.health(), 16, facility=place, on=on) == []
    assert len(before_fine(people.health(), 15, on=on, number=case.number)) == found


# ------------------------------------------------------------------------------------------- Jamestown
@pytest.mark.parametrize(
    ("basis", "items", "received_on", "days"),
    [
        ("erosion", (TEMPORARY, PERMANENT), date(2026, 6, 2), [date(2026, 6, 8), date(2026, 7, 2)]),
        ("stormwater", (TEMPORARY, PERMANENT), date(2026, 6, 8), [date(2026, 6, 15), date(2026, 7, 8)]),
        ("practice", (PERMANENT,), date(2026, 7, 27), [date(2026, 8, 11)]),  # past Victory Day
        ("discharge", (PERMANENT,), date(2026, 6, 2), [date(2026, 6, 9)]),
        ("waste", (PERMANENT,), date(2026, 6, 2), [date(2026, 6, 12)]),
    ],
)
def test_the_days_of_jamestown_are_those_of_the_code(
    basis: str, items: tuple[Asked, ...], received_on: date, days: list[date]
) -> None:
    case = jamestown(basis, *items)
    received(case, received_on, mailed=DAY)
    assert list(due(case).values()) == days


def test_certified_mail_is_what_the_code_asks_for() -> None:
    with pytest.raises(Unfit, match=r"goes by certified mail.*\(Jamestown 22-233\(b\)\)"):
        jamestown(served="in-hand", took="Sample", given_on=DAY)
    assert jamestown("discharge", PERMANENT, served="in-hand", took="Sample", given_on=DAY)


def test_a_correction_the_section_does_not_know_is_refused() -> None:
    with pytest.raises(Unfit, match="knows no temporary correction"):
        jamestown("practice", TEMPORARY)


@pytest.mark.parametrize(("on", "may"), [(date(2026, 7, 2), False), (date(2026, 7, 3), True)])
def test_the_town_acts_when_the_permanent_correction_is_late_and_not_for_the_temporary_one(
    on: date, may: bool
) -> None:
    case = jamestown()
    received(case, date(2026, 6, 2), mailed=DAY)
    assert town_may_act(case.details.grounds, order_life.stands(case), on) is may


def test_a_stop_work_order_stands_until_it_is_lifted() -> None:
    case = ordered(sort=Sort.STOP_WORK, section="Jamestown 22-233(b)", board=people.works())
    assert (case.status, case.notices.get().label) == ("work stopped", "Stop-work order")
    order_life.lift(case, why="The fence stands.", on=DAY, now=noon(), by=people.clerk(people.works()))
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("lifted", False)


# --------------------------------------------------------------------------------------- the late plan
def late(**more: object) -> Case:
    said = {"due_on": date(2026, 5, 28), "daily": Decimal("100.00"), "reason": "Third reminder."} | more
    return ordered(
        sort=Sort.LATE_PLAN, section="Jamestown 22-233(b)", board=people.works(), **said  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("daily", "ok"), [("0.00", False), ("0.01", True), ("250.00", True), ("250.01", False)]
)
def test_a_day_costs_up_to_250_dollars(daily: str, ok: bool) -> None:
    if ok:
        assert late(daily=Decimal(daily)).status == "plan late"
    else:
        with pytest.raises(Unfit, match=r"up to \$250\.00 a day"):
            late(daily=Decimal(daily))


def test_a_plan_on_its_due_day_is_not_late() -> None:
    with pytest.raises(Unfit, match="in time"):
        late(due_on=DAY)
    assert late(due_on=date(2026, 5, 31)).status == "plan late"


def test_the_days_are_charged_when_the_plan_comes_in() -> None:
    case = late()
    order_life.hand_in(case, on=date(2026, 6, 3), by=people.clerk(people.works()))
    (owed,) = money.charges_of(case)
    assert owed.due == Decimal("600.00")  # May 29 through June 3
    assert "$100.00 × 6 = $600.00" in owed.charge.working


# -------------------------------------------------------------------------- suspensions and show cause
def permit() -> Case:
    return people.issued_dumpster(DAY)


def test_a_suspension_moves_the_permit_and_lifting_brings_it_back() -> None:
    held = permit()
    case = ordered(sort=Sort.SUSPENSION, section="Tisbury 09.2.5(4)", parent=held)
    held.refresh_from_db()
    assert (held.status, case.status) == ("suspended", "suspended")
    assert not held.valid_on(DAY)
    order_life.lift(case, why="Cleaned.", on=date(2026, 6, 3), now=noon(), by=people.clerk())
    held.refresh_from_db()
    assert held.status == "issued"
    assert held.valid_on(date(2026, 6, 3))
    assert not held.valid_on(date(2026, 6, 2))


def test_an_inspector_suspends_nothing() -> None:
    with pytest.raises(WrongRole):
        ordered(sort=Sort.SUSPENSION, section="Tisbury 09.2.5(4)", parent=permit(), by=people.inspector())


def called(held: Case) -> Case:
    return ordered(
        sort=Sort.SHOW_CAUSE, section="Tisbury 09.5.1", parent=held, hearing_on=date(2026, 6, 16),
        hearing_where="6:00 pm, Town Hall",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "status", "permits"),
    [
        ("show-cause-dismissed", "dismissed", "issued"),
        ("show-cause-suspended", "decided", "suspended"),
        ("show-cause-revoked", "decided", "revoked"),
        ("show-cause-conditions", "decided", "issued"),
    ],
)
def test_a_hearing_to_show_cause_ends_one_of_four_ways(slug: str, status: str, permits: str) -> None:
    held = permit()
    case = called(held)
    assert case.notices.get().label == "Notice of a hearing to show cause"
    said = {"why": "Heard.", "now": noon(), "by": people.member()}
    with pytest.raises(NotAllowed, match="The hearing is set for Tuesday, June 16, 2026"):
        order_life.decide(case, slug, on=date(2026, 6, 15), **said)
    order_life.decide(case, slug, on=date(2026, 6, 16), **said)
    case.refresh_from_db()
    held.refresh_from_db()
    assert (case.status, held.status) == (status, permits)
    assert case.events.live().get(slug="show-cause-held").on == date(2026, 6, 16)


def test_another_day_takes_the_place_of_the_first_and_is_mailed_anew() -> None:
    case = called(permit())
    order_life.set_hearing(
        case, on=date(2026, 6, 23), where="6:00 pm, Town Hall", by=people.clerk(), now=noon()
    )
    assert case.events.live().get(slug="show-cause-hearing").on == date(2026, 6, 23)
    assert sorted(case.notices.values_list("status", flat=True)) == ["stopped", "to-mail"]


# ------------------------------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"found": " "}, "Write what was found"),
        ({"found_on": date(2026, 6, 2)}, "lies ahead"),
        ({"offender": owner}, "no whole mailing address"),
        ({"items": ()}, "at least one correction"),
        ({"items": (Asked("", days=3),)}, "Correction 1 says nothing"),
        ({"items": (Asked("Mend it"),)}, "Say how long is left for correction 1"),
        ({"items": (Asked("Mend it", days=0),)}, "between 1 and 365 days"),
        ({"items": (Asked("Mend it", hours=12),)}, "24, 48 or 72 hours"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(more: dict[str, object], why: str) -> None:
    if "offender" in more:
        more = {"offender": owner("No Address", street="", city="", zip_code="")}
    problems = orders.wrong(people.health(), told(**{"items": (Asked("Mend", days=3),)} | more), on=DAY)
    assert why in " ".join(problem.says for problem in problems)


def test_who_serves_another_board_issues_nothing_here() -> None:
    for person in (people.clerk(people.works()), people.inspector(people.works()), people.stranger()):
        with pytest.raises(WrongRole):
            ordered(by=person)
    assert Mend("temporary") is Mend.TEMPORARY
