"""Legal interest on a lien: simple, from the day it was recorded (Jamestown 22-201(a), 22-233(b), 22-264(a)).

interest = principal × rate × days / 365, the day of recording not counted. A leap day is a day like any
other, and the divisor stays 365. Each line is rounded once, half up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from office.pricing import cents, dollars, number
from office.schedules import named

ONE_DAY = timedelta(days=1)
YEAR_DAYS = 365


class NoRate(LookupError):
    """No rate of interest holds on a day that is to be counted."""


@dataclass(frozen=True)
class Rate:
    """A yearly rate of simple interest in percent, from the day `since`."""

    since: date
    percent: Decimal
    source: str = ""


@dataclass(frozen=True)
class Line:
    """One stretch of days with one principal and one rate: both days counted."""

    first: date
    last: date
    days: int
    principal: Decimal
    percent: Decimal
    amount: Decimal
    source: str = ""

    @property
    def says(self) -> str:
        span = named(self.first) if self.days == 1 else f"{named(self.first)} through {named(self.last)}"
        days = f"{self.days} day{'' if self.days == 1 else 's'}"
        return (
            f"{dollars(self.principal)} × {number(self.percent)}% × {self.days}/{YEAR_DAYS} = "
            f"{dollars(self.amount)} ({days}, {span})"
        )


def lines(
    owed: Decimal,
    paid: Sequence[tuple[date, Decimal]],
    rates: Sequence[Rate],
    recorded_on: date,
    through: date,
) -> list[Line]:
    """The interest on `owed` dollars from the day after recording through the day `through`, line by line.

    `paid` are (day, dollars toward the principal); the day of a payment still bears interest on all. Nothing
    when `through` is no later than the recording. Raises NoRate for a day without a rate.
    """
    first = recorded_on + ONE_DAY
    if through < first:
        return []
    starts = {first}
    starts |= {rate.since for rate in rates if first < rate.since <= through}
    starts |= {on + ONE_DAY for on, _ in paid if first < on + ONE_DAY <= through}
    found = []
    ordered = sorted(starts)
    for begins, until in zip(ordered, [*ordered[1:], through + ONE_DAY], strict=True):
        last = until - ONE_DAY
        principal = owed - sum((amount for on, amount in paid if on < begins), Decimal(0))
        if principal <= 0:
            continue
        rate = rate_on(rates, begins)
        days = (last - begins).days + 1
        amount = cents(principal * rate.percent / 100 * days / YEAR_DAYS)
        found.append(Line(begins, last, days, principal, rate.percent, amount, rate.source))
    return found


def rate_on(rates: Sequence[Rate], day: date) -> Rate:
    """The rate that holds on a day; NoRate names the day."""
    held = [rate for rate in rates if rate.since <= day]
    if not held:
        raise NoRate(
            f"No rate of legal interest holds on {named(day)}. An administrator adds one in the admin."
        )
    return max(held, key=lambda rate: rate.since)
