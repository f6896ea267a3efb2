"""Legal interest on a lien, and what a court may fine: pure arithmetic."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from enforcement.rules.interest import NoRate, Rate, lines
from enforcement.rules.orders import days_late, late_plan
from enforcement.rules.prosecutions import exposure, violations

TWELVE = [Rate(date(2005, 12, 6), Decimal(12), "§6-26-1")]
RECORDED = date(2026, 6, 1)


def amounts(owed: str, through: date, rates: list[Rate] = TWELVE, **more: object) -> list[str]:
    paid = more.get("paid", [])
    found = lines(Decimal(owed), paid, rates, more.get("recorded", RECORDED), through)  # type: ignore[arg-type]
    return [f"{line.days}: {line.amount}" for line in found]


@pytest.mark.parametrize(
    ("through", "expected"),
    [
        (date(2026, 6, 1), []),  # the day of recording bears nothing
        (date(2026, 6, 2), ["1: 0.33"]),  # 1000 × 12% / 365 = 0.3288
        (date(2026, 7, 1), ["30: 9.86"]),  # 9.8630
        (date(2027, 6, 1), ["365: 120.00"]),
    ],
)
def test_simple_interest_runs_from_the_day_after_the_recording(through: date, expected: list[str]) -> None:
    assert amounts("1000.00", through) == expected


def test_a_leap_day_is_a_day_and_the_divisor_stays_365() -> None:
    year = {"recorded": date(2027, 6, 1)}
    assert amounts("1000.00", date(2028, 2, 28), **year) == ["272: 89.42"]
    assert amounts("1000.00", date(2028, 2, 29), **year) == ["273: 89.75"]
    assert amounts("1000.00", date(2028, 3, 1), **year) == ["274: 90.08"]
    assert amounts("1000.00", date(2028, 6, 1), **year) == ["366: 120.33"]


def test_a_new_rate_counts_from_its_own_day() -> None:
    rates = [*TWELVE, Rate(date(2026, 7, 1), Decimal("9.5"))]
    assert amounts("1000.00", date(2026, 6, 30), rates) == ["29: 9.53"]
    assert amounts("1000.00", date(2026, 7, 1), rates) == ["29: 9.53", "1: 0.26"]
    assert amounts("1000.00", date(2026, 7, 31), rates) == ["29: 9.53", "31: 8.07"]
    # One that begins on the first day that counts leaves no day at the old rate; one after the last, none.
    assert amounts("1000.00", date(2026, 6, 3), [*TWELVE, Rate(date(2026, 6, 2), Decimal(6))]) == ["2: 0.33"]
    assert amounts("1000.00", date(2026, 6, 3), [*TWELVE, Rate(date(2026, 6, 4), Decimal(6))]) == ["2: 0.66"]


def test_a_payment_lowers_the_principal_from_the_next_day_on() -> None:
    paid = [(date(2026, 6, 11), Decimal("400.00"))]
    assert amounts("1000.00", date(2026, 6, 11), paid=paid) == ["10: 3.29"]
    assert amounts("1000.00", date(2026, 6, 21), paid=paid) == ["10: 3.29", "10: 1.97"]
    all_of_it = [(date(2026, 6, 11), Decimal("1000.00"))]
    assert amounts("1000.00", date(2026, 12, 31), paid=all_of_it) == ["10: 3.29"]


def test_each_line_is_rounded_once_half_up() -> None:
    # 182.50 × 10% × 1/365 is five cents exactly; 18.25 × 10% × 1/365 is half a cent.
    ten = [Rate(date(2020, 1, 1), Decimal(10))]
    assert amounts("182.50", date(2026, 6, 2), ten) == ["1: 0.05"]
    assert amounts("18.25", date(2026, 6, 2), ten) == ["1: 0.01"]
    assert amounts("18.24", date(2026, 6, 2), ten) == ["1: 0.00"]


def test_the_working_stands_in_the_line() -> None:
    (line,) = lines(Decimal("1000.00"), [], TWELVE, RECORDED, date(2026, 7, 1))
    assert line.says == (
        "$1,000.00 × 12% × 30/365 = $9.86 (30 days, Tuesday, June 2, 2026 through Wednesday, July 1, 2026)"
    )


def test_a_day_without_a_rate_has_no_interest() -> None:
    with pytest.raises(NoRate, match="No rate of legal interest holds on Tuesday, June 2, 2026"):
        amounts("1000.00", date(2026, 6, 2), [Rate(date(2027, 1, 1), Decimal(12))])


@pytest.mark.parametrize(
    ("through", "days", "most"),
    [(date(2026, 6, 1), 0, "0.00"), (date(2026, 6, 2), 1, "500.00"), (date(2026, 6, 11), 10, "5000.00")],
)
def test_each_day_after_the_notice_is_another_violation(through: date, days: int, most: str) -> None:
    assert violations(RECORDED, through) == days
    found = exposure(RECORDED, through, Decimal("500.00"), "Tisbury 09.0.7(B)")
    assert (found.days, found.most) == (days, Decimal(most))
    assert "Tisbury 09.0.7(B)" in found.lines[0]


@pytest.mark.parametrize(
    ("handed_in", "days", "amount"),
    [(date(2026, 6, 1), 0, "0.00"), (date(2026, 6, 2), 1, "250.00"), (date(2026, 6, 13), 12, "3000.00")],
)
def test_a_plan_on_the_due_day_is_in_time_and_each_day_after_it_costs(
    handed_in: date, days: int, amount: str
) -> None:
    assert days_late(RECORDED, handed_in) == days
    assert late_plan(RECORDED, handed_in, Decimal("250.00"))[0] == Decimal(amount)
