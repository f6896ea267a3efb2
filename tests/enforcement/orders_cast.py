"""Figures of the law, somebody an order binds, and orders issued through the action."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from django.utils.timezone import get_current_timezone

from enforcement.actions import orders
from enforcement.actions.figures import add_figure
from enforcement.actions.orders import Told
from enforcement.management import figures as rows
from enforcement.models import LegalFigure
from enforcement.rules.orders import BY_SLUG, Asked, Mend, Sort
from office.actions import mailing
from office.models import Board, Case, Notice, Party
from tests import people

DAY = date(2026, 6, 1)  # a Monday


def noon(day: date = DAY) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=get_current_timezone())


def figures() -> None:
    """The rows of the seed, for the two boards that issue orders."""
    assert people.health().slug != people.works().slug
    rows.add(lambda says: None)


def ceiling() -> LegalFigure:
    """What a court may fine in Tisbury, alone."""
    book = date(2006, 4, 11)
    return add_figure(
        people.health(), what="conviction", value="500", cite="Tisbury 09.0.7(B)", since=book,
        source="Sample", on=book, by=None,
    )  # fmt: skip


def owner(name: str = "Sample Owner", **columns: Any) -> Party:
    said = {"kind": "person", "street": "1 Sample Street", "city": "Tisbury", "state": "MA"}
    said["zip_code"] = "02568"
    return people.party(name, **(said | columns))


def told(basis: str = "habitation", *items: Asked, **more: Any) -> Told:
    """An order to correct on `basis`; for the other sorts name `sort` and `section`."""
    fixed = BY_SLUG.get(basis)
    said: dict[str, Any] = {
        "sort": Sort.CORRECT, "offender": owner(), "found": "Sample finding.", "found_on": DAY,
        "served": "certified", "basis": fixed, "items": items or (Asked("Mend the window", days=7),),
    }  # fmt: skip
    if more.get("sort", Sort.CORRECT) is not Sort.CORRECT:
        said |= {"basis": None, "items": ()}
    return Told(**(said | more))


def ordered(
    basis: str = "habitation",
    *items: Asked,
    board: Board | None = None,
    on: date = DAY,
    by: Any = None,
    key: str = "",
    **more: Any,
) -> Case:
    board = board or people.health()
    said = told(basis, *items, **more)
    return orders.issue(
        board,
        said,
        on=on,
        now=noon(on),
        by=by or people.clerk(board),
        key=key or f"order-{Case.objects.count()}",
    )


def by_hand(basis: str = "public-facility", *items: Asked, at: time = time(9), **more: Any) -> Case:
    """An order handed over on June 1, 2026 at `at`."""
    said = {"served": "in-hand", "given_on": DAY, "given_at": at, "took": "Sample Owner"} | more
    return ordered(basis, *(items or (Asked("Clean it"),)), **said)


def received(case: Case, on: date, *, letter: str = "order", mailed: date | None = None) -> Notice:
    """The order's letter mailed and its card back on `on`."""
    notice = case.notices.get(letter=letter)
    number = f"94071000000000000{notice.pk:05d}"
    clerk = people.clerk(case.board)
    mailing.mail(notice, on=mailed or case.filed_on, by=clerk, article_no=number, as_is=True)
    mailing.receive(notice, on=on, by=clerk)
    case.refresh_from_db()
    return notice


TEMPORARY = Asked("Lay straw on the bare slope", mend=Mend.TEMPORARY)
PERMANENT = Asked("Seed the slope", mend=Mend.PERMANENT)
