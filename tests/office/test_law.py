"""Rules, findings and the board's word: what is met, not met, unknown or varied, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal
from typing import Any

import pytest

from office.law import (
    Dated,
    Facts,
    Finding,
    Rule,
    Ruling,
    State,
    Weight,
    at_least,
    at_most,
    does_not_apply,
    for_the_board,
    holds,
    judge,
    rule,
    tally,
)

DAY = date(2026, 6, 1)


@dataclass(frozen=True)
class Part(Facts):
    length_ft: Decimal


@dataclass(frozen=True)
class Shed(Facts):
    area_sqft: Decimal
    setback_ft: Decimal
    has_door: bool
    door_width_in: int
    built_on: date
    seen_at: time
    colour: str
    parts: tuple[Part, ...]
    marks: tuple[str, ...]


@rule("area", cite="Sheds 1")
def area(shed: Shed, on: date) -> Finding:
    """A shed covers no more than 200 square feet."""
    return at_most(shed.area_sqft, Decimal(200), "sq ft")


@rule("setback", cite="Sheds 2", waivable=False)
def setback(shed: Shed, on: date) -> Finding:
    """A shed stands at least 10 feet from the lot line."""
    return at_least(shed.setback_ft, 10, "ft", says="Setback of the shed.")


@rule("door", cite="Sheds 3", weight=Weight.NOTE)
def door(shed: Shed, on: date) -> Finding:
    """A door, where there is one, is at least 30 inches wide."""
    if not shed.has_door:
        return does_not_apply("There is no door.")
    return holds(shed.door_width_in >= 30, says="The door is wide enough.", otherwise="The door is narrow.")


@rule("looks", cite="Sheds 4", weight=Weight.BOARD)
def looks(shed: Shed, on: date) -> Finding:
    """The board finds that the shed fits its surroundings."""
    return for_the_board()


@rule("parts", cite="Sheds 5")
def longest_part(shed: Shed, on: date) -> Finding:
    """No part is longer than 12 feet."""
    return at_most(max(part.length_ft for part in shed.parts), 12, "ft")


def shed(**answers: Any) -> Shed:
    return Shed.build(answers)


def judged(test: Rule, facts: Shed, *rulings: Ruling) -> Finding:
    (found,) = judge([test], facts, DAY, rulings)
    return found


def spoken(rule: str, says: str, limit: int | str | None = None) -> Ruling:
    return Ruling(rule, says, "The neighbors agree.", None if limit is None else Decimal(limit))


# ---- A rule and its finding
def test_met_says_the_rule_what_was_measured_and_what_was_read() -> None:
    found = area(shed(area_sqft="120"), DAY)
    assert found == Finding(
        State.MET, "A shed covers no more than 200 square feet.", Decimal(120), Decimal(200), "sq ft",
        "at most", "area", "Sheds 1", Weight.BLOCKS, ("area_sqft",),
    )  # fmt: skip


@pytest.mark.parametrize(("measured", "state"), [("199.9", "met"), ("200", "met"), ("200.1", "unmet")])
def test_at_most_on_both_sides_of_its_edge(measured: str, state: str) -> None:
    assert area(shed(area_sqft=measured), DAY).state == state


@pytest.mark.parametrize(("measured", "state"), [("9.9", "unmet"), ("10", "met"), ("10.1", "met")])
def test_at_least_on_both_sides_of_its_edge(measured: str, state: str) -> None:
    found = setback(shed(setback_ft=measured), DAY)
    assert (found.state, found.op, found.says) == (state, "at least", "Setback of the shed.")


def test_an_unknown_fact_makes_the_finding_unknown_and_is_named() -> None:
    found = area(shed(), DAY)
    assert found.state == State.UNKNOWN
    assert found.says == "A shed covers no more than 200 square feet. Not known yet: area in square feet."
    assert found.reads == ("area_sqft",)


def test_does_not_apply_is_an_answer_and_reads_no_further() -> None:
    found = door(shed(has_door=False), DAY)
    assert (found.state, found.says, found.reads) == ("n/a", "There is no door.", ("has_door",))


@pytest.mark.parametrize(
    ("width", "state", "says"),
    [(30, "met", "The door is wide enough."), (29, "unmet", "The door is narrow.")],
)
def test_holds_says_one_sentence_or_the_other(width: int, state: str, says: str) -> None:
    found = door(shed(has_door=True, door_width_in=width), DAY)
    assert (found.state, found.says) == (state, says)


def test_holds_says_the_same_both_ways_when_given_one_sentence() -> None:
    assert holds(True, "A roof.").says == holds(False, "A roof.").says == "A roof."


@pytest.mark.parametrize(
    ("weight", "state", "stops"),
    [
        (Weight.BLOCKS, State.UNMET, True),
        (Weight.BLOCKS, State.UNKNOWN, True),
        (Weight.BLOCKS, State.MET, False),
        (Weight.BLOCKS, State.VARIED, False),
        (Weight.BLOCKS, State.NOT_APPLICABLE, False),
        (Weight.BOARD, State.UNMET, False),
        (Weight.NOTE, State.UNKNOWN, False),
    ],
)
def test_only_a_blocking_rule_that_is_not_met_or_not_known_stops_issuing(
    weight: Weight, state: State, stops: bool
) -> None:
    assert Finding(state, "", weight=weight).stops_issuing is stops


def test_facts_are_plain_values_outside_a_rule() -> None:
    facts = shed(area_sqft="120")
    assert facts.setback_ft is None
    assert area(facts, DAY).reads == ("area_sqft",)
    assert facts.area_sqft == 120


def test_a_rule_that_breaks_leaves_no_trace_for_the_next() -> None:
    @rule("broken", cite="Sheds 9")
    def broken(facts: Shed, on: date) -> Finding:
        """Divides by nothing."""
        return at_most(facts.area_sqft / 0, 1)

    with pytest.raises(ZeroDivisionError):
        broken(shed(area_sqft="1"), DAY)
    assert shed().colour is None, "no reading is noted any more"
    assert area(shed(area_sqft="1"), DAY).reads == ("area_sqft",)


# ---- Facts from answers
@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("area_sqft", "12.50", Decimal("12.50")),
        ("area_sqft", 12, Decimal(12)),
        ("area_sqft", 12.5, Decimal("12.5")),
        ("area_sqft", Decimal("0"), Decimal(0)),
        ("area_sqft", "about twelve", None),
        ("area_sqft", "NaN", None),
        ("area_sqft", Decimal("Infinity"), None),
        ("area_sqft", "", None),
        ("area_sqft", "   ", None),
        ("area_sqft", None, None),
        ("door_width_in", "30", 30),
        ("door_width_in", 30.0, 30),
        ("door_width_in", 0, 0),
        ("door_width_in", "30.5", None),
        ("door_width_in", 30.5, None),
        ("door_width_in", float("inf"), None),
        ("door_width_in", "wide", None),
        ("has_door", True, True),
        ("has_door", False, False),
        ("has_door", "true", True),
        ("has_door", "false", False),
        ("has_door", "perhaps", None),
        ("built_on", "2026-02-28", date(2026, 2, 28)),
        ("built_on", date(2026, 2, 28), date(2026, 2, 28)),
        ("built_on", "2026-02-29", None),
        ("seen_at", "22:59", time(22, 59)),
        ("seen_at", "24:01", None),
        ("colour", "red", "red"),
        ("colour", "", None),
        ("marks", ["a", "b"], ("a", "b")),
        ("marks", [], ()),
        ("marks", None, None),
        ("marks", "a, b", None),
    ],
)
def test_answers_are_read_by_annotation_and_what_cannot_be_read_is_unknown(
    name: str, given: Any, read: Any
) -> None:
    found = getattr(shed(**{name: given}), name)
    assert (found, type(found)) == (read, type(read))


def test_answers_that_are_no_facts_are_left_aside() -> None:
    assert shed(colour="red", sky="blue").colour == "red"


def test_rows_are_facts_of_their_own() -> None:
    facts = shed(parts=[{"length_ft": "11"}, {"length_ft": 12}])
    assert facts.parts == (Part(Decimal(11)), Part(Decimal(12)))
    assert longest_part(facts, DAY).state == State.MET
    over = shed(parts=[{"length_ft": "12.01"}])
    assert longest_part(over, DAY).state == State.UNMET


def test_an_unreadable_cell_of_a_row_is_unknown_by_its_name() -> None:
    found = longest_part(shed(parts=[{"length_ft": "11"}, {"length_ft": "long"}]), DAY)
    assert found.state == State.UNKNOWN
    assert found.says.endswith("Not known yet: length in feet.")
    assert found.reads == ("parts",), "what was read of a row counts as its table"


def test_no_rows_given_is_unknown_and_an_empty_list_is_none() -> None:
    assert longest_part(shed(), DAY).says.endswith("Not known yet: parts.")
    assert shed(parts=[]).parts == ()


# ---- The board's word
def test_found_met_settles_what_no_form_can() -> None:
    assert judged(looks, shed()).state == State.UNKNOWN
    found = judged(looks, shed(), spoken("looks", "met"))
    assert found.state == State.MET
    assert found.says.endswith("The board found: The neighbors agree.")


def test_found_met_settles_an_unknown_measure_and_overrules_no_measure() -> None:
    assert judged(area, shed(), spoken("area", "met")).state == State.MET
    too_large = shed(area_sqft="220")
    assert judged(area, too_large, spoken("area", "met")) == judged(area, too_large)


def test_found_unmet_overrules_a_measure() -> None:
    assert judged(area, shed(area_sqft="120"), spoken("area", "unmet")).state == State.UNMET
    assert judged(looks, shed(), spoken("looks", "unmet")).state == State.UNMET


@pytest.mark.parametrize(("measured", "state"), [("204", "varied"), ("204.1", "unmet"), ("200", "met")])
def test_a_variance_reaches_as_far_as_the_board_said(measured: str, state: str) -> None:
    found = judged(area, shed(area_sqft=measured), spoken("area", "varied", 204))
    assert found.state == state


@pytest.mark.parametrize(("measured", "state"), [("8", "varied"), ("7.9", "unmet")])
def test_a_variance_from_a_lower_limit_reaches_down(measured: str, state: str) -> None:
    waivable = replace(setback, waivable=True)
    assert judged(waivable, shed(setback_ft=measured), spoken("setback", "varied", 8)).state == state


def test_a_variance_without_a_limit_covers_any_measure() -> None:
    found = judged(area, shed(area_sqft="900"), spoken("area", "varied"))
    assert (found.state, found.says) == ("varied", "Variance granted: The neighbors agree.")
    assert not found.stops_issuing


def test_a_limit_where_nothing_is_measured_varies_nothing() -> None:
    narrow = shed(has_door=True, door_width_in=20)
    assert judged(door, narrow, spoken("door", "varied", 20)).state == State.UNMET
    assert judged(door, narrow, spoken("door", "varied")).state == State.VARIED


def test_a_rule_that_may_not_be_waived_is_not_varied() -> None:
    assert judged(setback, shed(setback_ft=5), spoken("setback", "varied", 5)).state == State.UNMET


def test_what_is_not_known_is_not_varied() -> None:
    assert judged(area, shed(), spoken("area", "varied", 204)).state == State.UNKNOWN


def test_a_later_ruling_replaces_an_earlier_one() -> None:
    no, yes = spoken("looks", "unmet"), spoken("looks", "met")
    assert judged(looks, shed(), no, yes).state == State.MET
    assert judged(looks, shed(), yes, no).state == State.UNMET


def test_a_ruling_touches_its_own_rule_alone_and_findings_keep_their_order() -> None:
    found = judge([area, looks], shed(area_sqft=1), DAY, [spoken("looks", "met")])
    assert [(each.rule, each.state) for each in found] == [("area", "met"), ("looks", "met")]


def test_the_tally_counts_what_counts() -> None:
    facts = shed(area_sqft=220, setback_ft=12, has_door=False)
    found = judge([area, setback, door, looks], facts, DAY)
    assert tally(found) == "1 met, 1 not met, 1 not known yet"
    varied = judge([area, setback, door, looks], facts, DAY, [spoken("area", "varied", 220)])
    assert tally(varied) == "1 met, 1 not known yet, 1 varied"
    assert tally([]) == tally(judge([door], facts, DAY)) == "Nothing to check yet"


# ---- Figures that change by statute
CEILING = Dated(((date(1990, 1, 1), 500, "Old act"), (date(2020, 7, 1), 1000, "New act")))


@pytest.mark.parametrize(
    ("day", "value"),
    [
        (date(1990, 1, 1), 500),
        (date(2020, 6, 30), 500),
        (date(2020, 7, 1), 1000),
        (date(2026, 1, 1), 1000),
    ],
)
def test_a_dated_figure_on_both_sides_of_its_day(day: date, value: int) -> None:
    assert CEILING.on(day) == value


def test_no_figure_is_known_before_the_first() -> None:
    with pytest.raises(LookupError, match="1989-12-31"):
        CEILING.on(date(1989, 12, 31))
