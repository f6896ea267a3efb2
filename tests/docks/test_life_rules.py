"""Service, staking, start of work and season: each figure on both sides of its edge."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from docks.rules import life as rules
from docks.rules.life import Served, Start
from office import regulations
from office.calendar import Calendar

MA = Calendar("MA")
FILED = date(2026, 5, 4)
SERVED = {
    part: Served(part, rules.CERTIFIED, f"9407 {n}", FILED) for n, part in enumerate(rules.TO_SERVE, start=1)
}
START = date(2026, 9, 15)  # 10 working days before it is August 31, over Labor Day; 5 is September 8
READY = Start(
    issued_on=date(2026, 7, 6), recorded_on=date(2026, 7, 21), appeal_through=date(2026, 7, 20),
    appealed=False, occupancy_on=date(2020, 5, 1), no_dwelling="", resources_told_on=date(2026, 8, 31),
    commission_told_on=date(2026, 9, 8),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ service
def test_all_three_offices_served_by_the_filing_day_is_enough() -> None:
    assert rules.service_problems(SERVED, FILED) == []
    early = {part: replace(row, on=date(2026, 5, 1)) for part, row in SERVED.items()}
    assert rules.service_problems(early, FILED) == []


@pytest.mark.parametrize("part", rules.TO_SERVE)
def test_each_office_that_was_not_served_is_named(part: str) -> None:
    left = {each: row for each, row in SERVED.items() if each != part}
    (said,) = rules.service_problems(left, FILED)
    assert said.startswith(f"The {rules.OFFICES[part]} was not served.")
    assert "703-3(B)" in said


def test_a_copy_a_day_after_the_filing_is_refused_and_one_without_proof_too() -> None:
    late = SERVED | {rules.HARBORMASTER: replace(SERVED[rules.HARBORMASTER], on=date(2026, 5, 5))}
    (said,) = rules.service_problems(late, FILED)
    assert said.startswith("The Harbormaster was served on Tuesday, May 5, 2026, after the filing")
    unproven = SERVED | {rules.WATERWAYS: replace(SERVED[rules.WATERWAYS], proof=" ", method=rules.HAND)}
    (said,) = rules.service_problems(unproven, FILED)
    assert said == (
        "The Waterways Committee: the receipt is missing. Enter it; it is the proof (Barnstable 703-3(C))."
    )
    assert len(rules.service_problems({}, FILED)) == 3


def test_the_window_of_the_stakes_is_three_weeks_and_moves_with_the_hearing() -> None:
    assert rules.stake_window(date(2026, 6, 16)) == (date(2026, 5, 26), date(2026, 6, 16))
    assert rules.stake_window(date(2026, 6, 30)) == (date(2026, 6, 9), date(2026, 6, 30))


# ------------------------------------------------------------------------------------------ start of work
def test_exactly_ten_and_five_days_are_enough_and_a_day_less_is_not() -> None:
    assert rules.start_problems(START, READY, MA) == []
    late = replace(READY, resources_told_on=date(2026, 9, 1))
    (said,) = rules.start_problems(START, late, MA)
    assert said == (
        "Natural Resources told on Tuesday, September 1, 2026 is less than 10 working days before Tuesday, "
        "September 15, 2026. Start on Wednesday, September 16, 2026 or later (Barnstable 703-6(A))."
    )
    assert rules.start_problems(date(2026, 9, 16), late, MA) == []
    (said,) = rules.start_problems(START, replace(READY, commission_told_on=date(2026, 9, 9)), MA)
    assert "less than 5 business days" in said
    assert "Wednesday, September 16, 2026 or later (Barnstable 703-6(B))" in said


def test_nobody_told_is_refused_for_both_with_the_last_day() -> None:
    said = rules.start_problems(START, replace(READY, resources_told_on=None, commission_told_on=None), MA)
    assert len(said) == 2
    assert "It is told by Monday, August 31, 2026, 10 working days before" in said[0]
    assert "It is told by Tuesday, September 8, 2026, 5 business days before" in said[1]


def test_a_plan_counts_a_notice_that_is_still_to_come_from_today() -> None:
    untold = replace(
        READY, resources_told_on=None, commission_told_on=None, recorded_on=None, occupancy_on=None
    )
    assert rules.start_problems(START, untold, MA, told_by=date(2026, 8, 31)) == []
    (said,) = rules.start_problems(START, untold, MA, told_by=date(2026, 9, 1))
    assert "less than 10 working days" in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"issued_on": None}, "not issued"),
        ({"recorded_on": None}, "not recorded at the Registry"),
        ({"recorded_on": date(2026, 9, 16)}, "recorded at the Registry on Wednesday, September 16"),
        ({"appeal_through": START}, "may be appealed through Tuesday, September 15"),
        ({"appealed": True}, "the appeal has not ended"),
        ({"occupancy_on": None}, "occupancy certificate of the dwelling has no date"),
        ({"occupancy_on": date(2026, 9, 16)}, "may be occupied from Wednesday, September 16"),
    ],
)
def test_each_thing_the_start_waits_for_is_said_alone(change: dict[str, object], words: str) -> None:
    (said,) = rules.start_problems(START, replace(READY, **change), MA)  # type: ignore[arg-type]
    assert words in said


def test_the_edges_of_what_the_start_waits_for_are_in_time() -> None:
    for change in (
        {"recorded_on": START}, {"appeal_through": date(2026, 9, 14)}, {"occupancy_on": START},
        {"occupancy_on": None, "no_dwelling": "An association's pier"},
    ):  # fmt: skip
        assert rules.start_problems(START, replace(READY, **change), MA) == []  # type: ignore[arg-type]


def test_the_first_start_after_a_notice_is_a_working_day_and_the_first_that_fits() -> None:
    for told in (date(2026, 8, 31), date(2026, 9, 4), date(2026, 12, 23)):
        first = rules.first_start(told, 10, MA)
        assert MA.is_working(first)
        assert rules.latest_notice(first, 10, MA) >= told
        assert rules.latest_notice(max_before(first), 10, MA) < told


def max_before(day: date) -> date:
    """The working day before `day`."""
    return MA.count(day, 1, rules.Unit.WORKING_DAYS, before=True).due


# ------------------------------------------------------------------------------------------------- season
@pytest.mark.parametrize(
    ("day", "stands"),
    [
        (date(2026, 3, 31), False),
        (date(2026, 4, 1), True),
        (date(2026, 10, 31), True),
        (date(2026, 11, 1), False),
    ],
)
def test_the_season_runs_from_april_1_through_october_31(day: date, stands: bool) -> None:
    assert rules.in_season(day) is stands
    for put_in in (True, False):
        assert bool(rules.season_problem(day, put_in=put_in)) is not stands


# ------------------------------------------------------------------------------------------- alterations
def test_an_altered_part_was_approved_before_it_was_built() -> None:
    built = date(2026, 10, 5)
    assert rules.alteration_problem(built, [built]) == ""
    assert rules.alteration_problem(built, [date(2026, 10, 6), date(2026, 9, 1)]) == ""
    assert "No revised plans were approved by Monday, October 5" in rules.alteration_problem(
        built, [date(2026, 10, 6)]
    )
    assert "No revised plans" in rules.alteration_problem(built, [])
    assert "on which day" in rules.alteration_problem(None, [built])


def test_what_is_found_on_and_looked_at_has_its_section_in_the_catalogue() -> None:
    for each in (*rules.VALUES, *rules.SEEN):
        assert regulations.resolve(each.cite)
    assert len(rules.VALUE_BY_SLUG) == len(rules.VALUES) == 14
    assert len(rules.SEEN_BY_SLUG) == len(rules.SEEN)
