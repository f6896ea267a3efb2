"""What officers do with orders and inspections, through their own actions, reaches the surcharge."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from enforcement.actions import inspections, order_life
from enforcement.rules.orders import Asked, Sort
from enforcement.surcharges import assess
from office.models import Case, Facility
from tests import casts, people
from tests.enforcement import cafes
from tests.enforcement.cafes import CAFE, costs, permit
from tests.enforcement.inspection_cast import answered, begun, shipped
from tests.enforcement.orders_cast import noon, ordered

pytestmark = pytest.mark.django_db

AFTER, THROUGH = date(2026, 1, 5), date(2026, 12, 1)
MAY, JUNE, JULY, AUGUST = date(2026, 5, 4), date(2026, 6, 1), date(2026, 7, 6), date(2026, 8, 3)


def _cast() -> Case:
    with cafes.open_for_business(CAFE):
        cafes.levels()
        shipped()
        costs("100.00")
        return permit(cafes.establishment(), AFTER)


cast = casts.shared(_cast)


@pytest.fixture(autouse=True)
def _open_for_business() -> Iterator[None]:
    with cafes.open_for_business(CAFE):
        yield


@pytest.fixture
def held(cast: Case) -> Case:
    return Case.objects.get(pk=cast.pk)


def percent(held: Case) -> Decimal:
    assert held.facility is not None
    return assess(held.facility, "food", AFTER, THROUGH).percent


@pytest.mark.parametrize(("critical", "level"), [(False, 50), (True, 100)])
def test_an_order_under_the_food_code_counts_by_its_gravest_item(
    held: Case, critical: bool, level: int
) -> None:
    items = (Asked("Cool the food", days=3, critical=critical), Asked("Mend the floor", days=30))
    ordered("food", *items, facility=held.facility, on=JUNE)
    assert percent(held) == level


def visit(place: Facility | None, on: date, sort: str, parent: Case | None = None) -> Case:
    """An inspection of the place that found something to correct, finished."""
    more = {"parent": parent} if parent else {"facility": place}
    case = answered(begun(on, sort, **more), "no")
    inspections.finish(case, outcome="correction-needed", by=people.inspector())
    return case


def test_two_re_inspections_after_routine_ones_count_and_the_routine_ones_do_not(held: Case) -> None:
    first = visit(held.facility, MAY, "routine")
    visit(held.facility, JUNE, "re-inspection", first)
    assert percent(held) == 0
    visit(held.facility, JULY, "re-inspection", visit(held.facility, JUNE, "routine"))
    assert percent(held) == 75


def test_one_extra_preventive_visit_counts(held: Case) -> None:
    visit(held.facility, JUNE, "preventive")
    assert percent(held) == 75


def test_a_hearing_to_show_cause_counts_once_it_was_held_and_a_revocation_more(held: Case) -> None:
    board = people.member()
    said = {"sort": Sort.SHOW_CAUSE, "section": "Tisbury 09.5.1", "parent": held, "by": board}
    said["hearing_where"] = "6:00 pm, Town Hall"
    called = ordered("food", on=JUNE, hearing_on=JULY, **said)
    assert percent(held) == 0
    heard = {"why": "Sample reason", "by": board}
    order_life.decide(called, "show-cause-conditions", on=JULY, now=noon(JULY), **heard)
    assert percent(held) == 150
    again = ordered("food", on=JULY, hearing_on=AUGUST, **said)
    order_life.decide(again, "show-cause-revoked", on=AUGUST, now=noon(AUGUST), **heard)
    held.refresh_from_db()
    assert (held.status, percent(held)) == ("revoked", 200)
