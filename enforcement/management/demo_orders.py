"""Sample orders, a lien and a criminal complaint, told through the actions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time
from decimal import Decimal
from typing import Any

from enforcement.actions import liens, orders
from enforcement.actions.orders import Told
from enforcement.rules.orders import BY_SLUG, Asked, Mend, Sort
from office.actions import mailing, people
from office.demo_data import Stage
from office.models import Case, Parcel, Party

WORKS = "jamestown-public-works"


def tell(stage: Stage) -> None:
    """One to mail, one that runs from its receipt, one by the hour; and Jamestown's way to a lien."""
    inspector, clerk = stage.users["inspector"], stage.users["clerk"]
    tenant = stage.party("Sample Landlord", by_mail=True)
    ordered(
        stage, "to-mail", tenant, days=1, by=inspector, basis="habitation", lot=stage.lot(6),
        found="Sample: a bedroom window does not open.",
        items=[Asked("Mend the bedroom window", "105 CMR 410", days=7)],
    )  # fmt: skip
    served = ordered(
        stage, "received", tenant, days=9, by=inspector, basis="junkyard", lot=stage.lot(9),
        found="Sample: the yard is seen from the street, and oil stands in open drums.",
        items=[Asked("Put up the fence", days=14), Asked("Take the oil away", days=5)],
    )  # fmt: skip
    if served is not None:
        received(served, "9407100000000000100016", mailed=stage.back(9), on=stage.back(7), by=clerk)
    ordered(
        stage, "hours", tenant, days=2, by=inspector, basis="public-facility", lot=stage.lot(3),
        found="Sample: the public restroom is not clean.", items=[Asked("Clean the restroom")],
        served="in-hand", given_at=time(9, 30), took="Sample manager",
    )  # fmt: skip
    if stage.told("complaint-file") is None:
        liens.open_prosecution(
            stage.boards["tisbury-health"],
            liens.Charged(
                "Sample: hazardous waste left out", "Tisbury 09.4.7", tenant, stage.back(12), stage.back(2),
                parcel=stage.lot(9), seen="Sample: three drums without lids.",
            ),
            on=stage.back(1), by=inspector, key=stage.key("complaint-file"),
        )  # fmt: skip
    _lien(stage)


def _lien(stage: Stage) -> None:
    """Nobody of the demo serves Jamestown: the office itself tells it."""
    lot = Parcel.objects.filter(town="Jamestown", map_no="8").first() or people.add_parcel(
        town="Jamestown", map_no="8", block="", lot="104", street_number="12", street="Sample Shore Road",
        zoning="residential", on=stage.long_ago, by=None,
    )  # fmt: skip
    order = ordered(
        stage, "slope", stage.party("Sample Builder", by_mail=True), days=80, by=None, basis="erosion",
        lot=lot,
        found="Sample: the slope lies bare and the brook runs brown.", board=WORKS,
        items=[Asked("Lay straw on the slope", mend=Mend.TEMPORARY), Asked("Seed the slope")],
    )  # fmt: skip
    if order is None:
        return
    received(order, "9407100000000000100023", mailed=stage.back(79, WORKS), on=stage.back(77, WORKS), by=None)
    lien = liens.open_lien(
        order, what="Sample: the town seeded the slope.", on=stage.back(40, WORKS), by=None,
        key=stage.key("lien"),
    )  # fmt: skip
    said: dict[str, Any] = {"on": stage.back(35, WORKS), "by": None}
    liens.enter_cost(lien, what="Sample Seeding, invoice 7", amount=Decimal("1840.50"), **said)
    liens.record_lien(lien, book="512", page="77", on=stage.back(30, WORKS), by=None)


def ordered(
    stage: Stage,
    key: str,
    party: Party,
    *,
    days: int,
    by: Any,
    basis: str,
    lot: Parcel,
    found: str,
    items: Sequence[Asked],
    board: str = "tisbury-health",
    served: str = "certified",
    given_at: time | None = None,
    took: str = "",
) -> Case | None:
    """The order under this key, issued that many days ago; None when it was told before."""
    if stage.told(f"order-{key}") is not None:
        return None
    on: date = stage.back(days, board)
    told = Told(
        sort=Sort.CORRECT, offender=party, found=found, found_on=on, served=served, basis=BY_SLUG[basis],
        items=items, given_on=on, given_at=given_at, took=took, parcel=lot,
    )  # fmt: skip
    return orders.issue(
        stage.boards[board], told, on=on, now=stage.morning(on), by=by, key=stage.key(f"order-{key}")
    )


def received(case: Case, article: str, *, mailed: date, on: date, by: Any) -> None:
    """The order left on one day, and its card is back from another."""
    notice = case.notices.get(letter="order")
    mailing.mail(notice, on=mailed, by=by, article_no=article, as_is=True)
    mailing.receive(notice, on=on, by=by)
