"""What a fee charges, in exact dollars and with its working; and what is wrong with a bad schedule."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office.pricing import (
    Late,
    Line,
    Multiplier,
    Schedule,
    Shape,
    Tier,
    counted,
    dollars,
    lines,
    number,
    plural,
    tier_of,
)
from office.schedules import Span, date_problems, gap_left, schedule_problems, tier_problems

FLAT = Schedule("shed", "Shed permit", Shape.FLAT, Decimal("50.00"), section="09.2.5(1)", source=7)
EACH = Schedule("shed", "Shed permit", Shape.PER_UNIT, Decimal("50.00"), unit="dumpster", measure="dumpsters")


def tier(at_least: object, through: object, amount: object = 1) -> Tier:
    upper = None if through is None else Decimal(str(through))
    return Tier(Decimal(str(at_least)), upper, Decimal(str(amount)))


SEATS = Schedule(
    "food",
    "Food permit",
    Shape.TIERED,
    unit="seat",
    measure="seats",
    tiers=(tier(0, 50, 100), tier(51, 199, 200), tier(200, None, 300)),
)
LEACHING = Schedule(
    "septic",
    "Disposal works permit",
    Shape.TIERED,
    unit="gallon",
    measure="capacity_gal",
    tiers=(tier(0, 499, 75), tier(500, 999, 125), tier(1000, None, 250)),
)
EARLY = Multiplier("begun_early", "work begun without a permit", Decimal(4))


def only(bill: list[Line]) -> Line:
    (line,) = bill
    return line


# ------------------------------------------------------------------------------------------------ words
@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("0", "$0.00"),
        ("1250", "$1,250.00"),
        ("50.5", "$50.50"),
        ("83.325", "$83.325"),
        ("-50", "refund of $50.00"),
    ],
)
def test_dollars_are_written_as_people_write_them(amount: str, says: str) -> None:
    assert dollars(Decimal(amount)) == says


def test_counts_carry_their_unit_in_the_right_number() -> None:
    said = [counted(Decimal(n), "dumpster") for n in ("0", "1", "3", "1.50", "1000")]
    assert said == ["0 dumpsters", "1 dumpster", "3 dumpsters", "1.5 dumpsters", "1,000 dumpsters"]
    assert [plural(word) for word in ("box", "property", "day", "bus")] == [
        "boxes",
        "properties",
        "days",
        "buses",
    ]
    assert (number(Decimal("100")), number(Decimal("1E+3")), counted(Decimal(2), "")) == ("100", "1,000", "2")


# ------------------------------------------------------------------------------------------------ shapes
def test_without_a_schedule_the_office_will_confirm_the_fee() -> None:
    line = only(lines(None, {}, code="shed", label="Shed permit", account="deposit"))
    assert line == Line("shed", "Shed permit", None, "The office will confirm the fee.", account="deposit")


def test_a_flat_fee_is_its_amount_whatever_was_answered() -> None:
    line = only(lines(FLAT, {"dumpsters": None}))
    assert line == Line("shed", "Shed permit", Decimal("50.00"), "Flat fee $50.00", "09.2.5(1)", "revenue", 7)


def test_a_fee_for_each_unit_shows_the_multiplication() -> None:
    line = only(lines(EACH, {"dumpsters": 3}))
    assert (line.amount, line.working) == (Decimal("150.00"), "3 dumpsters × $50.00 = $150.00")
    assert only(lines(EACH, {"dumpsters": 1})).working == "1 dumpster × $50.00 = $50.00"
    assert only(lines(EACH, {"dumpsters": 0})).amount == 0


def test_rows_of_an_answer_are_counted() -> None:
    assert only(lines(EACH, {"dumpsters": [{"size": 2}, {"size": 4}]})).amount == Decimal("100.00")


@pytest.mark.parametrize(("hours", "amount"), [(0, "0"), (3, "0"), (4, "25"), ("3.5", "12.50"), (5, "50")])
def test_each_hour_after_the_third(hours: object, amount: str) -> None:
    schedule = replace(EACH, amount=Decimal(25), unit="hour", measure="hours", included=3)
    assert only(lines(schedule, {"hours": hours})).amount == Decimal(amount)


def test_included_units_are_shown() -> None:
    schedule = replace(EACH, amount=Decimal(25), unit="hour", measure="hours", included=3)
    assert only(lines(schedule, {"hours": 5})).working == "5 hours, 3 included: 2 × $25.00 = $50.00"


@pytest.mark.parametrize(
    ("seats", "amount"), [(0, 100), (50, 100), (51, 200), (199, 200), (200, 300), (10_000, 300)]
)
def test_both_sides_of_every_tier_of_seats(seats: int, amount: int) -> None:
    assert only(lines(SEATS, {"seats": seats})).amount == amount


@pytest.mark.parametrize(
    ("gallons", "amount"),
    [
        ("0", 75),
        ("499", 75),
        ("499.5", 75),
        ("499.99", 75),
        ("500", 125),
        ("999", 125),
        ("999.9", 125),
        ("1000", 250),
    ],
)
def test_a_measured_figure_belongs_to_the_tier_below_the_next_bound(gallons: str, amount: int) -> None:
    assert only(lines(LEACHING, {"capacity_gal": Decimal(gallons)})).amount == amount


def test_the_working_of_a_tier_names_measure_and_tier() -> None:
    assert only(lines(SEATS, {"seats": 120})).working == "120 seats, tier 51–199: $200.00"
    assert only(lines(SEATS, {"seats": 200})).working == "200 seats, tier 200 and up: $300.00"


def test_a_figure_below_the_first_tier_has_no_amount() -> None:
    line = only(lines(SEATS, {"seats": -1}))
    assert (line.amount, line.working) == (None, "No tier covers -1 seats. The office will confirm the fee.")


def test_an_answer_nobody_gave_leaves_the_amount_open_and_is_named() -> None:
    line = only(lines(LEACHING, {"capacity_gal": None}))
    assert (line.amount, line.working) == (
        None,
        "Capacity gal is not known yet. The office will confirm the fee.",
    )
    named = only(lines(LEACHING, {}, labels={"capacity_gal": "leaching capacity"}))
    assert named.working == "Leaching capacity is not known yet. The office will confirm the fee."
    assert only(lines(SEATS, {"seats": 0})).amount == 100  # nought is an answer


# ------------------------------------------------------------------------- multipliers, late fees, samples
def test_a_multiplier_stands_in_the_working() -> None:
    line = only(lines(replace(EACH, multipliers=(EARLY,)), {"dumpsters": 3, "begun_early": True}))
    assert line.amount == Decimal("600.00")
    assert line.working == "3 dumpsters × $50.00 = $150.00, × 4 work begun without a permit = $600.00"


def test_a_multiplier_whose_condition_is_no_does_nothing() -> None:
    line = only(lines(replace(FLAT, multipliers=(EARLY,)), {"begun_early": False}))
    assert (line.amount, line.working) == (Decimal("50.00"), "Flat fee $50.00")


def test_a_condition_nobody_answered_leaves_the_amount_open() -> None:
    line = only(lines(replace(FLAT, multipliers=(EARLY,)), {}))
    assert (line.amount, line.working) == (
        None,
        "Begun early is not known yet. The office will confirm the fee.",
    )


def test_multipliers_follow_one_another_and_round_once() -> None:
    half = Multiplier("nonprofit", "nonprofit", Decimal("0.5"))
    schedule = replace(FLAT, amount=Decimal("0.25"), multipliers=(half, EARLY))
    line = only(lines(schedule, {"nonprofit": True, "begun_early": True}))
    # Rounding after each step would charge 0.13 × 4 = $0.52.
    assert line.amount == Decimal("0.50")
    assert line.working == (
        "Flat fee $0.25, × 0.5 nonprofit = $0.125, × 4 work begun without a permit = $0.50"
    )


@pytest.mark.parametrize(("days", "late"), [(0, None), (1, "10"), (30, "10"), (31, "25"), (32, "25")])
def test_the_last_late_fee_reached_counts_alone(days: int, late: str | None) -> None:
    steps = (Late(30, percent=Decimal(50), says="a month or more"), Late(0, amount=Decimal(10)))
    bill = lines(replace(FLAT, late=steps), {}, days)
    assert [line.amount for line in bill] == [Decimal("50.00"), *([Decimal(late)] if late else [])]


def test_late_fees_say_how_late_and_of_what() -> None:
    flat, percent = (
        Late(0, amount=Decimal(10)),
        Late(0, percent=Decimal("12.5"), says="renewal after the term"),
    )
    assert lines(replace(FLAT, late=(flat,)), {}, 1)[1].working == "Filed 1 day late: $10.00"
    line = lines(replace(FLAT, late=(percent,)), {}, 3)[1]
    assert (line.code, line.label) == ("shed-late", "Shed permit, late fee")
    assert line.working == "Filed 3 days late (renewal after the term): 12.5% of $50.00 = $6.25"


def test_a_percentage_is_taken_of_the_fee_with_its_multipliers() -> None:
    schedule = replace(FLAT, multipliers=(EARLY,), late=(Late(0, percent=Decimal(50)),))
    assert [line.amount for line in lines(schedule, {"begun_early": True}, 1)] == [Decimal(200), Decimal(100)]


def test_the_late_fee_waits_while_the_fee_is_open() -> None:
    schedule = replace(SEATS, late=(Late(0, amount=Decimal(10)),))
    assert only(lines(schedule, {}, 5)).amount is None


def test_half_a_cent_rounds_up_once_at_the_line() -> None:
    schedule = replace(EACH, amount=Decimal("33.33"), unit="hour", measure="hours")
    line = only(lines(schedule, {"hours": Decimal("2.5")}))
    assert (line.amount, line.working) == (
        Decimal("83.33"),
        "2.5 hours × $33.33 = $83.325, rounded to $83.33",
    )
    assert only(
        lines(replace(schedule, amount=Decimal("0.01")), {"hours": Decimal("0.5")})
    ).amount == Decimal("0.01")
    assert only(lines(replace(schedule, amount=Decimal("0.01")), {"hours": Decimal("0.49")})).amount == 0


def test_sample_amounts_say_so() -> None:
    assert only(lines(replace(FLAT, sample=True), {})).working == "Flat fee $50.00 (sample amount)"


def test_a_schedule_without_its_amount_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="a per-unit schedule carries an amount"):
        lines(replace(EACH, amount=None), {"dumpsters": 1})


# ------------------------------------------------------------------------------------------ properties
cents = st.integers(0, 10_000_000).map(lambda n: Decimal(n) / 100)
measures = st.decimals(0, 1_000_000, places=2)
factors = st.decimals("0.01", 100, places=2)


@given(cents, measures, factors)
def test_the_amount_is_the_exact_product_rounded_half_up(
    amount: Decimal, units: Decimal, factor: Decimal
) -> None:
    schedule = replace(EACH, amount=amount, multipliers=(Multiplier("yes", "yes", factor),))
    line = only(lines(schedule, {"dumpsters": units, "yes": True}))
    exact = Fraction(amount) * Fraction(units) * Fraction(factor) * 100
    assert line.amount is not None
    assert line.amount * 100 == (exact + Fraction(1, 2)).__floor__()


@given(
    st.lists(st.integers(1, 500), min_size=1, max_size=6),
    st.lists(cents, min_size=7, max_size=7),
    measures,
    measures,
)
def test_rising_tiers_never_charge_less_for_more(
    widths: list[int], amounts: list[Decimal], one: Decimal, other: Decimal
) -> None:
    bounds = [sum(widths[:n]) for n in range(len(widths) + 1)]
    ends: list[Decimal | None] = [Decimal(bound - 1) for bound in bounds[1:]]
    rows = zip(bounds, [*ends, None], sorted(amounts), strict=False)
    tiers = tuple(Tier(Decimal(low), high, amount) for low, high, amount in rows)
    assert tier_problems(tiers) == []
    schedule = replace(SEATS, tiers=tiers)
    low, high = (only(lines(schedule, {"seats": n})).amount for n in sorted((one, other)))
    assert low is not None
    assert high is not None
    assert low <= high


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=8, unique=True), measures)
def test_tiers_without_a_problem_cover_every_figure_once(starts: list[int], measured: Decimal) -> None:
    bounds = sorted({0, *starts})
    tiers = [Tier(Decimal(a), Decimal(b - 1), Decimal(a)) for a, b in pairwise(bounds)]
    tiers.append(Tier(Decimal(bounds[-1]), None, Decimal(bounds[-1])))
    assert tier_problems(tiers) == []
    found = tier_of(tiers, measured)
    assert found is not None
    assert found.at_least == max(bound for bound in bounds if bound <= measured)


@given(st.lists(st.tuples(cents, st.integers(0, 50)), max_size=20))
def test_a_bill_is_the_sum_of_its_lines(items: list[tuple[Decimal, int]]) -> None:
    bill = [
        line
        for amount, days in items
        for line in lines(replace(FLAT, amount=amount, late=(Late(10, percent=Decimal("33.3")),)), {}, days)
    ]
    total = sum((line.amount for line in bill if line.amount is not None), Decimal(0))
    assert total * 100 == sum(int(line.amount * 100) for line in bill if line.amount is not None)


# ------------------------------------------------------------------------------------------ bad tiers
def tiers(*rows: tuple[object, object]) -> list[Tier]:
    return [tier(*row) for row in rows]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([], "A tiered fee has no tiers. Add the first one, from 0."),
        ([(1, None)], "The first tier starts at 1. Start it at 0."),
        ([(0, 50), (52, None)], "Nothing covers 51. End the lower tier at 51, or start the next at 51."),
        ([(0, 50), (60, None)], "Nothing covers 51–59. End the lower tier at 59, or start the next at 51."),
        ([(0, 50), (50, None)], "Two tiers cover 50. End the lower one at 49."),
        ([(0, 60), (51, None)], "Two tiers cover 51–60. End the lower one at 50."),
        (
            [(0, 50), (51, 199)],
            "Nothing covers figures above 199. Leave the upper end of the last tier empty.",
        ),
        ([(0, None), (51, None)], "The tier from 0 has no upper end, yet one from 51 follows. End it at 50."),
        ([(0, 50), (0, None)], "Two tiers start at 0. Keep one of them."),
    ],
)
def test_tiers_with_a_hole_or_an_overlap_are_refused(rows: list[tuple[object, object]], says: str) -> None:
    assert tier_problems(tiers(*rows)) == [says]


def test_tiers_out_of_order_are_refused() -> None:
    said = tier_problems(tiers((51, None), (0, 50)))
    assert "The tier from 0 stands after the tier from 51. List the lowest tier first." in said


def test_a_tier_that_ends_before_it_starts_is_refused() -> None:
    said = tier_problems(tiers((0, 50), (51, 40), (41, None)))
    assert said[0] == "The tier from 51 ends at 40, before it starts. Correct one of the two."


def test_every_problem_of_the_tiers_is_named_at_once() -> None:
    assert len(tier_problems(tiers((1, 50), (52, 60), (60, 99)))) == 4


@pytest.mark.parametrize(
    "rows", [[(0, None)], [(0, 50), (51, 199), (200, None)], [("0", "0.49"), ("0.5", None)]]
)
def test_tiers_that_meet_are_accepted(rows: list[tuple[object, object]]) -> None:
    assert tier_problems(tiers(*rows)) == []


# ------------------------------------------------------------------------------------------ bad schedules
@pytest.mark.parametrize(
    ("schedule", "field", "says"),
    [
        (replace(FLAT, amount=None), "amount", "The amount is missing"),
        (replace(FLAT, amount=Decimal(-1)), "amount", "below $0.00"),
        (replace(FLAT, measure="seats"), "measure", "A flat fee counts nothing"),
        (replace(FLAT, unit="seat"), "unit", "A flat fee counts nothing"),
        (replace(FLAT, included=2), "included", "A flat fee counts nothing"),
        (replace(FLAT, tiers=SEATS.tiers), "tiers", "Only a tiered fee has tiers"),
        (replace(EACH, measure=""), "measure", "A per-unit fee counts something"),
        (replace(EACH, measure="doors"), "measure", "No kind with this fee asks “doors”"),
        (replace(EACH, unit=""), "unit", "The unit has no name"),
        (replace(SEATS, measure=""), "measure", "A tiered fee counts something"),
        (replace(SEATS, amount=Decimal(1)), "amount", "has its amounts in the tiers"),
        (replace(SEATS, included=1), "included", "includes no units"),
        (replace(SEATS, tiers=()), "tiers", "has no tiers"),
        (replace(SEATS, tiers=(Tier(Decimal(0), None, Decimal(-1)),)), "tiers", "below $0.00"),
        (replace(FLAT, multipliers=(replace(EARLY, condition="raining"),)), "multipliers", "asks “raining”"),
        (replace(FLAT, multipliers=(EARLY, EARLY)), "multipliers", "multiplies the fee twice"),
        (replace(FLAT, multipliers=(replace(EARLY, factor=Decimal(0)),)), "multipliers", "not above 0"),
        (replace(FLAT, late=(Late(0),)), "late", "Enter one of the two"),
        (replace(FLAT, late=(Late(0, Decimal(1), Decimal(1)),)), "late", "Enter one of the two"),
        (replace(FLAT, late=(Late(0, percent=Decimal(-1)),)), "late", "below 0"),
        (replace(FLAT, late=(Late(5, Decimal(1)), Late(5, Decimal(2)))), "late", "begin after 5 days"),
    ],
)
def test_what_does_not_belong_to_a_shape_is_named_at_its_field(
    schedule: Schedule, field: str, says: str
) -> None:
    ((where, said),) = schedule_problems(schedule, ["dumpsters", "seats"], ["begun_early"])
    assert where == field
    assert says in said


def test_whole_schedules_have_no_problem() -> None:
    late = (Late(0, Decimal(0)), Late(30, percent=Decimal(0)))
    for schedule in (FLAT, EACH, SEATS, replace(FLAT, amount=Decimal(0), multipliers=(EARLY,), late=late)):
        assert schedule_problems(schedule, ["dumpsters", "seats"], ["begun_early"]) == []
    assert schedule_problems(replace(EACH, measure="doors")) == []  # nothing to compare with


# ------------------------------------------------------------------------------------------ bad days
TODAY = date(2026, 6, 1)
JULY, LAST = date(2026, 7, 1), date(2026, 12, 31)


def said(rows: list[Span], new: Span, **more: bool) -> list[str]:
    return [problem.says for problem in date_problems(rows, new, TODAY, **more)]


def test_a_row_may_start_today_and_not_yesterday() -> None:
    assert said([], Span(TODAY)) == []
    (says,) = said([], Span(TODAY - timedelta(1)))
    assert says.startswith("The row would start on Sunday, May 31, 2026, before today, Monday, June 1, 2026.")


def test_the_demo_may_backdate() -> None:
    assert said([], Span(date(2020, 1, 1)), allow_past=True) == []


def test_a_row_may_last_one_day_and_not_less() -> None:
    assert said([], Span(JULY, JULY)) == []
    (says,) = said([], Span(JULY, JULY - timedelta(1)))
    assert says.startswith(
        "The row would end on Tuesday, June 30, 2026, before it starts on Wednesday, July 1, 2026."
    )


def test_a_row_follows_one_that_is_still_open() -> None:
    assert said([Span(date(2020, 1, 1))], Span(JULY)) == []


def test_two_rows_never_start_on_one_day() -> None:
    (says,) = said([Span(JULY)], Span(JULY))
    assert says.startswith("Another row starts on Wednesday, July 1, 2026 already.")


def test_a_row_starts_on_the_very_day_after_one_that_ends() -> None:
    ended = [Span(date(2026, 1, 1), LAST)]
    assert said(ended, Span(date(2027, 1, 1))) == []
    (overlap,) = said(ended, Span(LAST))
    assert overlap == (
        "The row from Thursday, January 1, 2026 runs through Thursday, December 31, 2026, so two rows would "
        "cover Thursday, December 31, 2026. Start this one on Friday, January 1, 2027."
    )
    (gap,) = said(ended, Span(date(2027, 1, 2)))
    assert gap == (
        "The row before ends on Thursday, December 31, 2026, so no fee would cover Friday, January 1, 2027. "
        "Start this one on Friday, January 1, 2027."
    )


def test_a_row_that_ends_meets_the_next_one() -> None:
    later = [Span(date(2027, 1, 1))]
    assert said(later, Span(JULY, LAST)) == []
    assert said(later, Span(JULY)) == []
    (overlap,) = said(later, Span(JULY, date(2027, 1, 1)))
    assert "two rows would cover that day. End this one on Thursday, December 31, 2026" in overlap
    (gap,) = said(later, Span(JULY, date(2026, 12, 29)))
    assert "no fee would cover Wednesday, December 30, 2026 through Thursday, December 31, 2026." in gap


def test_withdrawing_a_row_leaves_no_gap_behind_it() -> None:
    first, second, third = (
        Span(date(2026, 1, 1), LAST),
        Span(date(2027, 1, 1), date(2027, 12, 31)),
        Span(date(2028, 1, 1)),
    )
    assert gap_left([first, third], second).startswith(
        "Without this row no fee would cover Friday, January 1, 2027"
    )
    assert gap_left([first, second], third) == ""
    assert gap_left([second, third], first) == ""
    assert gap_left([Span(first.since), third], second) == ""


def test_errors_are_written_calmly() -> None:
    everything = [
        problem.says for problem in schedule_problems(replace(SEATS, tiers=(), measure="", amount=Decimal(1)))
    ]
    for says in everything:
        assert not {"please", "sorry", "invalid", "required"} & set(says.lower().replace(".", "").split())
