"""Surcharges at renewal: the two tables of Tisbury 09.1.4 and 09.5.1, weighed."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enforcement.rules.surcharges import Happening, Level, Surcharge, weigh, with_surcharge

FOOD_CITE, SEPTAGE_CITE = "Tisbury 09.5.1", "Tisbury 09.1.4"
AFTER, THROUGH = date(2025, 12, 31), date(2026, 12, 31)
ONE_DAY = timedelta(days=1)


def levels(cite: str, table: str) -> tuple[Level, ...]:
    rows = [line.split() for line in table.strip().splitlines()]
    return tuple(
        Level(sort, sort.replace("-", " ").capitalize(), Decimal(percent), cite, int(least))
        for sort, percent, least in rows
    )


FOOD = levels(FOOD_CITE, """
    complaint 25 1
    trash 25 1
    smoking 25 1
    late-renewal 50 1
    no-permit 50 1
    illness 50 1
    order-non-critical 50 1
    re-inspection 75 2
    preventive-visit 75 1
    order-critical 100 1
    show-cause 150 1
    suspension 200 1
    revocation 200 1
""")  # fmt: skip
SEPTAGE = levels(SEPTAGE_CITE, """
    complaint 25 1
    late-renewal 50 1
    no-permit 50 1
    order 100 1
    show-cause 150 1
    suspension 200 1
    revocation 200 1
""")  # fmt: skip


def happened(*sorts: str, on: date = date(2026, 6, 1), **more: Any) -> list[Happening]:
    return [Happening(sort, on, f"X-2026-{n:03}", **more) for n, sort in enumerate(sorts, start=1)]


def weighed(table: tuple[Level, ...], *found: Happening) -> Surcharge:
    return weigh(table, found, after=AFTER, through=THROUGH)


@pytest.mark.parametrize("level", [row for row in FOOD if row.at_least == 1], ids=lambda row: row.sort)
def test_each_row_of_the_food_table_calls_for_its_level_alone(level: Level) -> None:
    assert weighed(FOOD, *happened(level.sort)).percent == level.percent


@pytest.mark.parametrize("level", SEPTAGE, ids=lambda row: row.sort)
def test_each_row_of_the_septage_table_calls_for_its_level_alone(level: Level) -> None:
    assert weighed(SEPTAGE, *happened(level.sort)).percent == level.percent


def test_the_two_tables_differ() -> None:
    assert weighed(SEPTAGE, *happened("re-inspection", "re-inspection")).percent == 0
    assert weighed(SEPTAGE, *happened("order")).percent == 100
    assert weighed(FOOD, *happened("order")).percent == 0


@pytest.mark.parametrize(("visits", "percent"), [(0, 0), (1, 0), (2, 75), (3, 75)])
def test_one_re_inspection_is_none_and_two_are(visits: int, percent: int) -> None:
    assert weighed(FOOD, *happened(*["re-inspection"] * visits)).percent == percent


def test_an_event_that_is_not_enough_for_its_level_is_not_said_to_be_outweighed() -> None:
    found = weighed(FOOD, *happened("re-inspection", "complaint"))
    assert (found.percent, [why for _, why in found.left_out]) == (
        25, ["there are too few of them for its level"],
    )  # fmt: skip
    assert "Not added" not in found.says


def test_an_event_that_two_rows_are_about_is_told_once_under_the_row_that_decides_or_the_higher() -> None:
    low, high, top = (
        Level(sort, sort, Decimal(percent), FOOD_CITE) for sort, percent in (("a", 25), ("b", 50), ("c", 75))
    )
    both = [Happening("a", AFTER + ONE_DAY, "X-1", "7"), Happening("b", AFTER + ONE_DAY, "X-1", "7")]
    alone = weigh((low, high), both, after=AFTER, through=THROUGH)
    assert (alone.percent, [each.sort for each in alone.deciding], alone.left_out) == (50, ["b"], ())
    other = Happening("c", THROUGH, "X-2", "8")
    outweighed = weigh((low, high, top), [*both, other], after=AFTER, through=THROUGH)
    assert [each.sort for each, _ in outweighed.left_out] == ["b"]
    assert outweighed.says.endswith("Not added, because only the highest level counts: b 50% (X-1).")


def test_a_percentage_with_a_fraction_is_shown_whole() -> None:
    found = weigh((Level("a", "A", Decimal("12.5"), FOOD_CITE),), happened("a"), after=AFTER, through=THROUGH)
    assert with_surcharge(Decimal("100.00"), found)[2].startswith("$100.00 × 1.125 = $112.50. A: 12.5%")


@pytest.mark.parametrize(
    ("sorts", "factor", "total"),
    [
        (("complaint", "late-renewal", "order-critical"), "2.00", "200.00"),
        (("show-cause", "complaint"), "2.50", "250.00"),
        (("revocation", "show-cause", "order-critical"), "3.00", "300.00"),
        (("complaint",), "1.25", "125.00"),
        ((), "1.00", "100.00"),
    ],
)
def test_the_highest_level_counts_and_never_the_sum(sorts: tuple[str, ...], factor: str, total: str) -> None:
    found = weighed(FOOD, *happened(*sorts))
    _, sum_, working = with_surcharge(Decimal("100.00"), found)
    assert sum_ == Decimal(total)
    assert working.startswith(f"$100.00 × {factor} = ${total}. ")


def test_the_working_names_what_decides_and_what_was_not_added() -> None:
    found = weighed(FOOD, *happened("complaint", "late-renewal", "show-cause"))
    assert found.says == (
        "Show cause: 150% (Tisbury 09.5.1), by X-2026-003 of Monday, June 1, 2026. Not added, because only "
        "the highest level counts: Complaint 25% (X-2026-001); Late renewal 50% (X-2026-002)."
    )
    assert [why for _, why in found.left_out] == ["only the highest level counts (Tisbury 09.5.1)"] * 2


@pytest.mark.parametrize(
    ("on", "counts"),
    [
        (AFTER, False),  # the last renewal was charged up to and with that day
        (AFTER + timedelta(days=1), True),
        (THROUGH, True),  # a late renewal counts its own lateness
        (THROUGH + timedelta(days=1), False),
    ],
)
def test_the_time_that_counts_runs_from_the_day_after_the_last_charge_through_the_renewal(
    on: date, counts: bool
) -> None:
    found = weighed(FOOD, *happened("late-renewal", on=on))
    assert found.percent == (50 if counts else 0)
    assert len(found.left_out) == (0 if counts else 1)


def test_an_event_that_was_used_or_set_aside_is_left_out_with_its_reason() -> None:
    used = happened("show-cause", used_by="FE-2025-004")
    aside = happened("complaint", not_counted="Reported in error")
    found = weighed(FOOD, *used, *aside)
    assert found.percent == 0
    assert sorted(why for _, why in found.left_out) == [
        "is not counted: Reported in error",
        "was charged with FE-2025-004; one event is used once",
    ]
    assert found.says == (
        "Nothing between Wednesday, December 31, 2025 and Thursday, December 31, 2026 calls for a surcharge."
    )


@pytest.mark.parametrize(
    ("base", "sort", "added", "total"),
    [
        ("33.33", "complaint", "8.33", "41.66"),  # 8.3325
        ("33.30", "complaint", "8.33", "41.63"),  # 8.325, half up
        ("0.02", "complaint", "0.01", "0.03"),  # 0.005, half up
        ("85.10", "order-critical", "85.10", "170.20"),
    ],
)
def test_cents_are_exact_and_rounded_half_up_once(base: str, sort: str, added: str, total: str) -> None:
    got = with_surcharge(Decimal(base), weighed(FOOD, *happened(sort)))
    assert got[:2] == (Decimal(added), Decimal(total))


@given(st.lists(st.tuples(st.sampled_from([row.sort for row in FOOD]), st.integers(-30, 400)), max_size=15))
def test_more_events_never_lower_the_level_and_each_is_told_once(rows: list[tuple[str, int]]) -> None:
    found = [
        Happening(sort, AFTER + timedelta(days=days), f"X-2026-{n:03}", str(n))
        for n, (sort, days) in enumerate(rows)
    ]
    before = Decimal(0)
    for n in range(len(found) + 1):
        now = weighed(FOOD, *found[:n])
        assert now.percent >= before
        before = now.percent
        told = [*now.deciding, *(each for each, _ in now.left_out)]
        assert sorted(each.ref for each in told) == sorted(each.ref for each in found[:n])
