"""For which docks chapter 703 is, on which land, after which survey: 703-1(B), 703-3, 703-4(A), (B), (N)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docks.rules import land, scope, survey
from office.law import Weight
from tests.docks.facts import DAY, PARTS, complete, with_row

ACEC = {"in_acec": True}
SHARED = {"use": "shared", "lots_adjoin": True, "agreement_registered": True,
          "agreement_at": "Book 1, page 1 (sample)", "second_frontage_ft": "90"}  # fmt: skip
POINT = {"parts": (), "work": "dredging", "project_length_ft": "0"}
ELL = (*PARTS, PARTS[3] | {"across": True, "from_shore_ft": "65", "length_ft": "10"})


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        (scope.private_dock, {}, "met"),
        (scope.private_dock, {"use": "shared"}, "met"),
        (scope.private_dock, {"use": "association"}, "met"),
        (scope.private_dock, {"use": "commercial"}, "unmet"),
        (scope.private_dock, {"use": "governmental"}, "unmet"),
        (scope.private_dock, {"use": "moored-float"}, "unmet"),
        (scope.private_dock, {"use": None}, "unknown"),
        (scope.fresh_water, {}, "n/a"),
        (scope.fresh_water, {"water": "fresh"}, "unknown"),
        (scope.fresh_water, {"water": "fresh", "fresh_water_found": True}, "met"),
        (scope.fresh_water, {"water": "fresh", "fresh_water_found": False}, "unmet"),
        (scope.fresh_water, {"water": None}, "unknown"),
        *[
            (scope.notice_needed, {"work": work}, "met")
            for work in ("new", "extension", "alteration", "to-seasonal", "to-permanent", "lift", "dredging")
        ],
        (scope.notice_needed, {"work": None}, "unknown"),
        # 703-2: not before April 1, gone before November 1
        (scope.season_begins, {"in_on": date(2027, 4, 1)}, "met"),
        (scope.season_begins, {"in_on": date(2027, 3, 31)}, "unmet"),
        (scope.season_begins, {"in_on": date(2027, 10, 31)}, "met"),
        (scope.season_begins, {"in_on": date(2027, 11, 1)}, "unmet"),
        (scope.season_begins, {"in_on": None}, "unknown"),
        (scope.season_begins, {"seasonal": None}, "unknown"),
        (scope.season_begins, {"seasonal": False, "in_on": None}, "n/a"),
        (scope.season_ends, {"out_on": date(2027, 10, 31)}, "met"),
        (scope.season_ends, {"out_on": date(2027, 11, 1)}, "unmet"),
        (scope.season_ends, {"out_on": date(2028, 1, 5)}, "unmet"),
        (scope.season_ends, {"out_on": date(2027, 4, 14)}, "unmet"),  # before it goes in
        (scope.season_ends, {"out_on": date(2027, 4, 15)}, "met"),
        (scope.season_ends, {"out_on": None}, "unknown"),
        (scope.season_ends, {"seasonal": False, "out_on": None}, "n/a"),
        # 703-4(A)
        (land.contiguous, {}, "met"),
        (land.contiguous, {"contiguous": False, "contiguous_reason": "A road lies between"}, "unknown"),
        (land.contiguous, {"contiguous": False}, "unknown"),
        (land.contiguous, {"contiguous": None}, "unknown"),
        # 703-4(B)
        (land.occupancy, {"occupancy_on": DAY}, "met"),
        (land.occupancy, {"occupancy_on": date(2026, 6, 2)}, "unmet"),
        (land.occupancy, {"occupancy_on": None}, "unknown"),
        (land.occupancy, {"occupancy_on": None, "no_occupancy_reason": "Built before permits"}, "unknown"),
        # 703-4(N)
        (land.critical_area, {}, "met"),
        (land.critical_area, ACEC, "unmet"),
        (land.critical_area, ACEC | {"work": "extension", "makes_larger": False}, "unmet"),
        (land.critical_area, ACEC | {"work": "alteration"}, "unmet"),
        (land.critical_area, ACEC | {"work": "alteration", "makes_larger": False}, "met"),
        (land.critical_area, ACEC | {"work": "alteration", "makes_larger": None}, "unknown"),
        (land.critical_area, ACEC | {"work": None}, "unknown"),
        (land.critical_area, {"in_acec": None}, "unknown"),
        # 703-4(J)(1)
        (land.two_frontages, {}, "n/a"),
        (land.two_frontages, SHARED, "met"),
        (land.two_frontages, SHARED | {"lots_adjoin": False}, "unmet"),
        (land.two_frontages, SHARED | {"agreement_registered": False}, "unmet"),
        (land.two_frontages, SHARED | {"agreement_registered": None}, "unknown"),
        (land.two_frontages, SHARED | {"agreement_at": ""}, "unknown"),
        # 703-3(D)(6): 50 ft around, all of it surveyed, 0.5 percent sampled
        (survey.radius, {}, "met"),
        (survey.radius, {"survey_radius_ft": "49.99"}, "unmet"),
        (survey.radius, {"survey_radius_ft": None}, "unknown"),
        *[
            (rule, {"survey_excused": "A lift only", "survey_radius_ft": None, "survey_unit": None}, "n/a")
            for rule in survey.RULES
        ],
        (survey.surveyed_area, {}, "met"),  # 7,854 and 100 × 85 sq ft
        (survey.surveyed_area, {"survey_area": "16353.99"}, "unmet"),
        (survey.surveyed_area, {"survey_area": None}, "unknown"),
        (survey.surveyed_area, {"survey_unit": None}, "unknown"),
        (survey.surveyed_area, {"project_length_ft": None}, "unknown"),
        (survey.surveyed_area, {"survey_unit": "sqm", "survey_area": "1519.35"}, "met"),  # 16,354.09 sq ft
        (survey.surveyed_area, {"survey_unit": "sqm", "survey_area": "1519.33"}, "unmet"),  # 16,353.87
        (survey.sampled, {}, "met"),
        (survey.sampled, {"sampled_area": "81.76"}, "unmet"),
        (survey.sampled, {"sampled_area": None}, "unknown"),
        (survey.sampled, {"survey_unit": "sqm", "sampled_area": "7.6"}, "met"),  # 81.81 sq ft
        (survey.sampled, {"survey_unit": "sqm", "sampled_area": "7.59"}, "unmet"),  # 81.70 sq ft
        # a project told as shorter than its parts is as long as they are; ells add their length
        (survey.sampled, {"project_length_ft": "40"}, "met"),
        (survey.sampled, {"project_length_ft": "40", "sampled_area": "81.76"}, "unmet"),
        (survey.sampled, {"parts": ELL}, "unmet"),
        (survey.sampled, {"parts": ELL, "sampled_area": "86.77", "survey_area": "17354"}, "met"),
        (survey.sampled, {"parts": with_row(PARTS, 4, length_ft=None)}, "unknown"),
        (survey.sampled, {"parts": with_row(PARTS, 4, length_ft=None), "sampled_area": "80"}, "unmet"),
        # one point: 7,854 sq ft, 39.27 of them
        (survey.sampled, POINT | {"sampled_area": "39.27"}, "met"),
        (survey.sampled, POINT | {"sampled_area": "39.26"}, "unmet"),
    ],
)  # fmt: skip
def test_rule(rule: Any, answers: dict[str, Any], state: str) -> None:
    assert rule(complete(**answers), DAY).state == state


def test_what_is_outside_the_chapter_is_told_where_to_go_and_no_board_can_waive_that() -> None:
    float_ = scope.private_dock(complete(use="moored-float"), DAY)
    assert "ask the Harbormaster" in float_.says
    assert float_.stops_issuing
    assert "chapter 237" in scope.private_dock(complete(use="commercial"), DAY).says
    assert not scope.private_dock.waivable


def test_nobody_waives_the_rule_on_critical_areas() -> None:
    assert not land.critical_area.waivable


def test_a_second_frontage_that_does_not_count_is_told_and_stops_nothing() -> None:
    found = land.two_frontages(complete(**SHARED | {"lots_adjoin": False}), DAY)
    assert found.says == "Only the first lot's frontage of 180 ft counts: the lots do not adjoin."
    assert found.weight == Weight.NOTE


@given(st.decimals("0", "100000", places=4))
def test_areas_go_from_one_unit_to_the_other_and_back(area: Decimal) -> None:
    meters = survey.square_meters(area)
    assert survey.square_feet(area, "sqft") == area
    assert abs(survey.square_feet(meters, "sqm") - area) <= Decimal("1E-18")


@given(st.decimals("0", "2000", places=2), st.decimals("0", "500", places=2))
def test_a_longer_project_never_asks_for_less_survey(length: Decimal, more: Decimal) -> None:
    assert survey.area_sqft(length + more, DAY) >= survey.area_sqft(length, DAY) >= 7854
