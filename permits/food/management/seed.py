"""The two amounts of temporary food service that the book itself sets (09.5.3)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from office.actions.fees import add_fee_amount
from office.demo_data import Say
from office.models import Fee, FeeAmount
from permits.food.rules import temporary as rules

BOOK = date(2006, 4, 11)  # the section bears no date of its own: that of the book
AMOUNTS = {rules.IN_TOWN_WITHOUT: Decimal(20), rules.OUT_OF_TOWN: Decimal(35)}


def add(say: Say) -> None:
    """Add the row of each fee that has none; what exists stays as it is."""
    for code, amount in AMOUNTS.items():
        if FeeAmount.objects.filter(fee__code=code).exists():
            continue
        add_fee_amount(
            Fee.objects.get(code=code), since=BOOK, amount=amount, section="Tisbury 09.5.3",
            vote="Board of Health, book of April 11, 2006", on=BOOK, by=None,
        )  # fmt: skip
        say(f"fee {code}, from {BOOK}")
