"""A food fee charged by quarters: Tisbury 09.5 policy."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from office.pricing import cents, dollars
from permits.food.rules.establishment import QUARTERS

# All four quarters are the whole fee: then nothing is waived.
WORDS = {0: "nothing", 1: "one quarter", 2: "two quarters", 3: "three quarters"}


def suggested_quarters(on: date) -> int:
    """The calendar quarters of the year that are left, this one with them: 1 from October on (a reading)."""
    return QUARTERS - (on.month - 1) // 3


def by_quarters(base: Decimal, quarters: int) -> Decimal:
    """`base` dollars a year for so many quarters of it, half up at the cent."""
    return cents(base * quarters / QUARTERS)


def working(base: Decimal, quarters: int) -> str:
    """$150.00 × 1/4 = $37.50."""
    return f"{dollars(base)} × {quarters}/{QUARTERS} = {dollars(by_quarters(base, quarters))}"
