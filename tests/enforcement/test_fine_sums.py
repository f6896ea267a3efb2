"""What a fine comes to: figure × days × permits or boats, and what keeps an offense from being fined."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enforcement.rules.fines import Fine, Unit
from enforcement.rules.ladder import Earlier, ladder
from enforcement.rules.sums import Offense, days, periods, prior_met, reckon, wrong
from office.calendar import EASTERN
from tests.enforcement.lines import LINES

DAY = date(2026, 6, 16)  # a Tuesday
YESTERDAY = DAY - timedelta(days=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=EASTERN)


# ---- The sum
def summed(line: int, offense: Offense, *found: Earlier) -> tuple[str, tuple[str, ...]]:
    fine = LINES[line]
    place = ladder(fine, found, offense.first, prior=prior_met(fine, offense))
    total = reckon(fine, place, offense)
    return str(total.amount), total.lines


def refused(line: int, offense: Offense) -> dict[str, str]:
    fine = LINES[line]
    place = ladder(fine, (), offense.first, prior=prior_met(fine, offense))
    found = {problem.field: problem.says for problem in wrong(fine, offense, place)}
    if found:
        with pytest.raises(ValueError, match=r".+"):
            reckon(fine, place, offense)
    return found


def test_a_single_offense_costs_its_figure() -> None:
    assert summed(14, Offense(DAY)) == (
        "25.00", ("First offense: $25.00, none on record before it. (Tisbury 09.2.4)",),
    )  # fmt: skip


def test_five_slips_twelve_days_late_come_to_600_dollars() -> None:
    late = Offense(DAY, date(2026, 6, 27), units=5, prior_on=date(2026, 6, 15))
    assert summed(22, late) == (
        "600.00",
        (
            "First offense: $10.00 a permit and day, none on record before it. (Tisbury 09.6.2)",
            "12 days, Tuesday, June 16, 2026 through Saturday, June 27, 2026, both counted, from the day "
            "after the day on which the slips were due",
            "5 permits",
            "$10.00 × 12 × 5 = $600.00",
        ),
    )


def test_slips_are_due_on_the_15th_and_late_from_the_16th_on() -> None:
    assert refused(22, Offense(DAY, units=1, prior_on=date(2026, 6, 15))) == {}
    early = refused(22, Offense(date(2026, 6, 15), units=1, prior_on=date(2026, 6, 15)))
    assert early == {
        "first": "The first day that may be fined is Tuesday, June 16, 2026, the day after the day on which "
        "the slips were due. Start there, not on Monday, June 15, 2026. (Tisbury 09.6.2)"
    }
    assert "15th of a month" in refused(22, Offense(DAY, prior_on=date(2026, 6, 14)))["prior_on"]
    assert "no fine comes before it" in refused(22, Offense(DAY))["prior_on"]
    assert "at least one" in refused(22, Offense(DAY, units=0, prior_on=date(2026, 6, 15)))["units"]


def test_a_junkyard_is_fined_from_the_day_after_the_orders_due_day() -> None:
    order = date(2026, 6, 15)
    assert summed(15, Offense(DAY, date(2026, 6, 18), prior_on=order))[0] == "300.00"
    assert summed(15, Offense(DAY, prior_on=order))[0] == "100.00"
    assert set(refused(15, Offense(order, prior_on=order))) == {"first"}
    assert set(refused(15, Offense(DAY))) == {"prior_on"}


def test_the_last_day_is_not_before_the_first() -> None:
    assert set(refused(18, Offense(DAY, YESTERDAY))) == {"last"}
    assert summed(18, Offense(DAY, DAY))[0] == "200.00"


@pytest.mark.parametrize(
    ("chosen", "fits"),
    [("99", False), ("99.99", False), ("100", True), ("300", True), ("300.01", False), ("301", False)],
)
def test_a_range_holds_both_its_ends(chosen: str, fits: bool) -> None:
    found = refused(23, Offense(DAY, units=1, chosen=Decimal(chosen), reason="A night in a full marina."))
    assert found == ({} if fits else {"chosen": found.get("chosen", "")})


def test_a_range_needs_an_amount_and_its_reason_and_is_charged_by_boat_and_day() -> None:
    assert set(refused(23, Offense(DAY))) == {"chosen"}
    assert set(refused(23, Offense(DAY, chosen=Decimal(150)))) == {"reason"}
    two = Offense(DAY, date(2026, 6, 18), units=2, chosen=Decimal(150), reason="Told twice")
    amount, lines = summed(23, two)
    assert amount == "900.00"
    assert lines[0] == (
        "$150.00 a boat and day, chosen from $100.00 to $300.00 a boat and day: Told twice (Tisbury 09.4.10)"
    )
    assert lines[-1] == "$150.00 × 3 × 2 = $900.00"


@pytest.mark.parametrize(
    ("given_at", "seen_at", "begun"),
    [
        ("2026-06-15 09:00", "2026-06-16 08:59", 0),
        ("2026-06-15 09:00", "2026-06-16 09:00", 0),  # 24 h 0 min: corrected in time
        ("2026-06-15 09:00", "2026-06-16 09:01", 1),
        ("2026-06-15 09:00", "2026-06-17 09:00", 1),
        ("2026-06-15 09:00", "2026-06-17 09:01", 2),
        ("2026-03-07 14:30", "2026-03-08 15:30", 0),  # clocks forward: 24 hours by the clock
        ("2026-03-07 14:30", "2026-03-08 15:31", 1),
        ("2026-10-31 14:30", "2026-11-01 13:30", 0),  # clocks back
        ("2026-10-31 14:30", "2026-11-01 13:31", 1),
    ],
)
def test_a_24_hour_order_lapses_after_24_hours_and_not_at_them(
    given_at: str, seen_at: str, begun: int
) -> None:
    assert periods(at(given_at), at(seen_at)) == begun
    said = refused(16, Offense(at(seen_at).date(), given_at=at(given_at), seen_at=at(seen_at)))
    assert set(said) == (set() if begun else {"seen_at"})


def test_a_lapsed_order_is_fined_for_each_24_hours_begun() -> None:
    lapsed = Offense(date(2026, 6, 18), given_at=at("2026-06-15 09:00"), seen_at=at("2026-06-18 10:00"))
    amount, lines = summed(16, lapsed)
    assert amount == "150.00"
    assert lines == (
        "$50.00 for each 24 hours. The 24-hour order lapsed: the fine follows it. (Tisbury 09.4.8)",
        "3 periods of 24 hours begun after the order lapsed",
        "$50.00 × 3 = $150.00",
    )
    assert summed(16, Offense(DAY)) == (
        "0.00",
        (
            "Every new matter begins with a warning and a 24-hour order. A warning costs nothing. "
            "(Tisbury 09.4.8)",
        ),
    )
    assert set(refused(16, Offense(DAY, given_at=at("2026-06-15 09:00")))) == {"seen_at"}


def test_the_first_quarantine_is_a_fee_and_the_second_of_the_year_a_ticket() -> None:
    first = refused(10, Offense(DAY))
    assert first["prior_on"].startswith("The first quarantine of a calendar year is a service fee of $10.00")
    assert summed(10, Offense(DAY, prior_on=date(2026, 1, 1)))[0] == "25.00"
    assert "another calendar year" in refused(10, Offense(DAY, prior_on=date(2025, 12, 31)))["prior_on"]
    assert "is after this one" in refused(10, Offense(DAY, prior_on=DAY + timedelta(days=1)))["prior_on"]


def test_a_court_fines_by_the_day_from_the_day_after_notice() -> None:
    court = Offense(DAY, date(2026, 6, 17), prior_on=YESTERDAY, chosen=Decimal(500), reason="Twice told")
    assert summed(24, court)[0] == "1000.00"
    assert set(refused(24, Offense(YESTERDAY, prior_on=YESTERDAY, chosen=Decimal(1), reason="x"))) == {
        "first"
    }


# ---- What always holds
AMOUNTS = st.decimals(min_value=Decimal("0.01"), max_value=Decimal(1000), places=2)
SPANS = st.tuples(st.dates(date(1990, 1, 1), date(2090, 1, 1)), st.integers(0, 400))


@given(figure=AMOUNTS, span=SPANS, units=st.integers(1, 200))
def test_a_sum_is_figure_times_days_times_units_to_the_cent(
    figure: Decimal, span: tuple[date, int], units: int
) -> None:
    fine = Fine(1, "Sample", "", "Tisbury 09.6.2", first=figure, unit=Unit.PERMIT_DAY)
    first, more = span
    offense = Offense(first, first + timedelta(days=more), units)
    total = reckon(fine, ladder(fine, (), first), offense)
    assert total.amount == figure * (more + 1) * units
    assert days(offense.first, offense.through) == more + 1
