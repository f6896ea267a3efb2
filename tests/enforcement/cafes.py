"""Kinds of permit with the surcharge turned on, and what may happen to who holds one: for tests alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any

from enforcement.actions.surcharges import charged
from enforcement.management import surcharges as tables
from enforcement.models import SurchargeLevel
from office import application, kinds
from office.actions import cases
from office.actions.cases import record
from office.actions.fees import add_fee_amount
from office.fees import schedule
from office.intake import Intake
from office.models import Case, Event, Facility, Fee
from tests import people

STAFF = ("clerk", "inspector", "member", "administrator")


def permit_kind(programme: str, slug: str, series: str) -> kinds.CaseKind:
    return kinds.CaseKind(
        slug=slug, label=f"{slug.capitalize()} permit", series=series, boards=("tisbury-health",),
        lifecycle=application.APPLICATION, section="Tisbury 09.6.1", about="For the tests.",
        fees=charged(schedule(slug), programme), term=application.calendar_year, facility="establishment",
        facility_pages=(kinds.NavLink("Conduct and surcharge", "conduct", "scale", STAFF),),
    )  # fmt: skip


CAFE = permit_kind("food", "cafe", "CAFE")
CARTER = permit_kind("septage", "carter", "CART")


@contextmanager
def open_for_business(*permits: kinds.CaseKind) -> Iterator[None]:
    """The kinds in the registry for the time being."""
    for kind in permits:
        kinds.register(kind)
    try:
        yield
    finally:
        for kind in permits:
            del kinds.registry[kind.slug]


def levels() -> None:
    """The two tables of the book."""
    people.health()
    SurchargeLevel.objects.bulk_create(tables.rows())


def costs(amount: str, kind: kinds.CaseKind = CAFE, *, since: date = date(2020, 1, 1), **more: Any) -> Fee:
    """The fee of the kind at `amount` dollars."""
    fee, _ = Fee.objects.get_or_create(
        code=kind.slug, defaults={"label": kind.label, "board": people.health()}
    )
    add_fee_amount(fee, since=since, amount=Decimal(amount), vote="Sample vote", on=since, by=None, **more)
    return fee


def establishment(name: str = "Sample Harbor Cafe") -> Facility:
    return Facility.objects.create(
        kind="establishment", name=name, parcel=people.parcel(), holder=people.party()
    )


def permit(
    place: Facility, on: date, *, kind: kinds.CaseKind = CAFE, renews: Case | None = None, issued: bool = True
) -> Case:
    """A permit of the place, or its renewal, filed on `on`; settled and issued unless it is to wait."""
    people_in = [(people.party(), "applicant")]
    case = cases.open_case(
        kind=kind.slug, on=on, by=people.clerk(), facility=place, people=people_in, renews=renews
    )
    if issued:
        people.settle(case, on, people.clerk())
        cases.issue(case, on=on, by=people.clerk())
    return case


def happens(place: Facility, sort: str, on: date) -> Event:
    """Something happens to the place: `sort` is the kind of case and the event: "order/critical-order".

    The case is opened on that very day. What the actions of a kind record is recorded as they do.
    """
    kind, _, event = sort.partition("/")
    given = {"about": "nuisance", "described": "Sample"}
    intake = Intake(kinds.get(kind), given) if kind == "complaint" else None
    case = cases.open_case(kind=kind, on=on, by=None, facility=place, intake=intake)
    return record(case, event, on=on, by=None, note="Sample reason")
