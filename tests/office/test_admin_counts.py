"""How many queries a list of the Django admin asks: as many however long it is."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import casework
from office.models import (
    Case,
    Charge,
    ClockRow,
    Event,
    Facility,
    Membership,
    Parcel,
    Party,
    Payment,
    Ruling,
    Snapshot,
)
from tests import casts, people
from tests.office.admin_pages import browser, page

pytestmark = pytest.mark.django_db

JUNE_1 = date(2026, 6, 1)
LISTS = [Case, Event, Charge, ClockRow, Facility, Membership, Parcel, Party, Payment, Ruling, Snapshot]


@pytest.fixture
def desk() -> Client:
    """The browser of a signed-in administrator."""
    return browser(people.administrator())


def queries(desk: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert desk.get(address).status_code == 200
    return len(seen)


def _lengthened() -> dict[Any, int]:
    """What each list asks while there is one permit; and then three more."""
    desk = browser(people.administrator())
    people.issued_dumpster(JUNE_1)
    few = {}
    for model in LISTS:
        desk.get(page(model, "changelist"))
        few[model] = queries(desk, page(model, "changelist"))
    for n in range(3):
        people.issued_dumpster(JUNE_1, facility=people.dumpster_bin(holder=people.party(f"Sample {n}")))
        Membership.objects.create(user=people.user(f"sample-{n}"), board=people.health(), role="reviewer")
    return few


few = casts.shared(_lengthened)


@pytest.mark.parametrize("model", LISTS)
def test_a_list_asks_the_same_number_of_queries_however_long_it_is(
    desk: Client, few: dict[Any, int], model: Any
) -> None:
    assert queries(desk, page(model, "changelist")) == few[model]


def test_a_long_case_asks_no_more_than_a_short_one(desk: Client) -> None:
    case = people.issued_dumpster(JUNE_1)
    desk.get(page(Case, "change", case.pk))
    few = queries(desk, page(Case, "change", case.pk))
    for n in range(5):
        casework.note(case, text=f"Note {n}", on=JUNE_1, by=people.clerk())
    assert queries(desk, page(Case, "change", case.pk)) == few
