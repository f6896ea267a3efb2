"""The fee schedule: what everything costs on any day, and what was announced for later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.models import Board, Fee, FeeAmount, FeeTier, LateFee
from tests import people

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 6, 15, 12, tzinfo=ZoneInfo("America/New_York")), tick=False):
        yield


def fee(code: str = "shed", label: str = "Shed permit", board: Board | None = None) -> Fee:
    return Fee.objects.get_or_create(code=code, defaults={"label": label, "board": board or people.health()})[
        0
    ]


def row(of: Fee, amount: str | None, since: date, **columns: Any) -> FeeAmount:
    return FeeAmount.objects.create(
        fee=of, amount=Decimal(amount) if amount else None, since=since, added_on=since,
        **{"vote": "Board of Health, December 9, 2025", "section": "Tisbury 09.0.4", **columns},
    )  # fmt: skip


def read(client: Client, day: str = "", status: int = 200) -> str:
    response = client.get("/fees/", {"on": day} if day else {})
    assert response.status_code == status
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    main = re.sub(r'<div id="not-saved".*?</div>\s*</div>', "", main, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_today_unless_a_day_is_asked(client: Client) -> None:
    row(fee(), "50.00", date(2026, 1, 1))
    page = read(client)
    assert "As of Monday, June 15, 2026." in page
    assert (
        "Shed permit $50.00 Set by Board of Health, December 9, 2025, from Thursday, January 1, 2026. "
        "Tisbury 09.0.4" in page
    )
    assert "Changes announced" not in page


@pytest.mark.parametrize(
    ("day", "amount"),
    [("2025-12-31", None), ("2026-01-01", "$50.00"), ("2026-06-30", "$50.00"), ("7/1/2026", "$60.00"),
     ("2027-01-31", "$60.00"), ("2027-02-01", None)],
)  # fmt: skip
def test_the_row_in_force_on_that_day_from_its_first_to_its_last(
    client: Client, day: str, amount: str | None
) -> None:
    shed = fee()
    row(shed, "50.00", date(2026, 1, 1))
    row(shed, "60.00", date(2026, 7, 1), until=date(2027, 1, 31))
    page = read(client, day).partition("Changes announced")[0]
    if amount is None:
        assert "Shed permit The office will confirm the fee No amount is set for this day." in page
        assert "$" not in page
    else:
        assert f"Shed permit {amount}" in page


def test_what_was_announced_after_that_day_stands_below(client: Client) -> None:
    shed = fee()
    row(shed, "50.00", date(2026, 1, 1))
    row(shed, "60.00", date(2026, 7, 1))
    page = read(client, "2026-06-30")
    ahead = page.partition("Changes announced after Tuesday, June 30, 2026")[2]
    assert "Wed Jul 1, 2026 Shed permit $60.00" in ahead
    assert "Changes announced" not in read(client, "2026-07-01")


def test_each_board_has_its_own_table_with_all_that_changes_a_fee(client: Client) -> None:
    tiers = row(fee(), None, date(2026, 1, 1), shape="tiered", measure="area", sample=True)
    FeeTier.objects.create(row=tiers, at_least=0, through=9, amount=Decimal("40.00"))
    FeeTier.objects.create(row=tiers, at_least=10, amount=Decimal("90.00"))
    LateFee.objects.create(row=tiers, after_days=30, percent=Decimal(25))
    row(fee("pier", "Pier", people.docks()), "200.00", date(2026, 1, 1))
    page = read(client)
    health, _, docks = page.partition("Barnstable Conservation Commission")
    for words in (
        "2 tiers, from $40.00 Sample", "0–9: $40.00.", "10 and up: $90.00.", "30 days late: 25% more.",
        "A sample amount; no board has voted it.",
    ):  # fmt: skip
        assert words in health
    assert "Pier $200.00" in docks
    assert "Pier" not in health


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ("soon", "“soon” is not a date we can read. Write month, day and year: 6/1/2026."),
        ("2026-02-30", "2026-02-30 is not in the calendar. Check the day and the month."),
        ("7/1/26", "could be two different years"),
        ("13/1/2026", "There is no month 13"),
        ("0001-01-01", "Write a year from 1900 to 2199."),
        ("²", "is not a date we can read"),
    ],
)
def test_an_unreadable_day_says_how_to_write_it(client: Client, day: str, says: str) -> None:
    row(fee(), "50.00", date(2026, 1, 1))
    page = read(client, day, 422)
    assert says in page.replace("&quot;", '"')
    assert "Shed permit" not in page
    assert "<title>Error: Fees" in client.get("/fees/", {"on": day}).content.decode()


def test_without_fees_it_says_whom_to_ask(client: Client) -> None:
    people.health()
    assert "No fee is on file yet. Call the office" in read(client)


def test_many_fees_ask_no_more_queries(client: Client) -> None:
    asked = []
    for more in (1, 20):
        for n in range(more):
            row(fee(f"shed-{more}-{n}", f"Shed {more} {n}"), "5.00", date(2026, 1, 1))
        with CaptureQueriesContext(connection) as queries:
            client.get("/fees/")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 6
