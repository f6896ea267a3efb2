"""What the solid waste book asks of a dumpster and of its contractor: 09.2.3 to 09.2.6."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from office.law import Finding, Rule, Ruling, State, Weight, judge
from permits.refuse import rules
from permits.refuse.kinds import CONTRACTOR, DUMPSTER, KEEPING, TEMPORARY
from permits.refuse.rules import DumpsterFacts, HaulerFacts, TemporaryFacts

DAY = date(2026, 6, 1)
GOOD = {
    "size_cubic_yards": "6",
    "use": "commercial",
    "district": "commercial",
    "lot_line_distance_ft": "12.5",
    "sight_line_clear": True,
    "screening_asked": True,
    "screening_provided": True,
    "children_can_reach": True,
    "child_prevention": "a locked fence",
    "hauler_permit_valid": True,
    "hauler_reason_given": False,
}


def found(rule: Rule, **answers: Any) -> Finding:
    return rule(DumpsterFacts.build(GOOD | answers), DAY)


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        # 09.2.3(1): the book names no feet, so the board always looks
        (rules.location, {}, "unknown"),
        (rules.location, {"lot_line_distance_ft": "0"}, "unknown"),
        (rules.location, {"lot_line_distance_ft": None}, "unknown"),
        # 09.2.3(2)
        (rules.sight_line, {}, "met"),
        (rules.sight_line, {"sight_line_clear": False}, "unmet"),
        (rules.sight_line, {"sight_line_clear": None}, "unknown"),
        # 09.2.3(3)
        (rules.screening, {}, "met"),
        (rules.screening, {"screening_provided": False}, "unmet"),
        (rules.screening, {"screening_provided": None}, "unknown"),
        (rules.screening, {"screening_asked": None}, "unknown"),
        (rules.screening, {"screening_asked": False, "screening_provided": None}, "n/a"),
        # 09.2.4(1)
        (rules.children, {}, "met"),
        (rules.children, {"child_prevention": ""}, "unknown"),
        (rules.children, {"children_can_reach": None}, "unknown"),
        (rules.children, {"children_can_reach": False, "child_prevention": ""}, "n/a"),
        # 09.2.5(2)
        (rules.hauler_permit, {}, "met"),
        (rules.hauler_permit, {"hauler_permit_valid": False}, "unmet"),
        (rules.hauler_permit, {"hauler_permit_valid": None}, "unknown"),
        (
            rules.hauler_permit,
            {"hauler_permit_valid": False, "hauler_reason_given": True, "hauler_reason": "Storm"},
            "met",
        ),
    ],
)
def test_each_rule_met_unmet_unknown(rule: Rule, answers: dict[str, Any], state: str) -> None:
    finding = found(rule, **answers)
    assert (finding.state, finding.weight) == (state, Weight.BLOCKS)


def test_the_board_is_told_the_distance_it_rules_on() -> None:
    assert "it stands 12.5 ft from the lot line" in found(rules.location).says
    assert "it stands 100 ft from" in found(rules.location, lot_line_distance_ft="100.0").says


def test_only_the_board_approves_a_location() -> None:
    yes = Ruling("location", "met", "Far enough from the neighbors.")
    no = Ruling("location", "unmet", "Under a bedroom window.")
    facts = DumpsterFacts.build(GOOD)
    assert judge([rules.location], facts, DAY, [yes])[0].state == State.MET
    assert judge([rules.location], facts, DAY, [yes, no])[0].state == State.UNMET


def test_the_finding_tells_the_reason_and_the_prevention() -> None:
    said = found(
        rules.hauler_permit, hauler_permit_valid=False, hauler_reason_given=True, hauler_reason="Storm"
    ).says
    assert said.endswith("Reason given: Storm.")
    assert "a locked fence" in found(rules.children).says


@pytest.mark.parametrize(
    ("purpose", "state"),
    [
        ("construction", "met"),
        ("demolition", "met"),
        ("fair", "met"),
        ("other", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_temporary_dumpster_serves_a_short_need(purpose: str, state: str) -> None:
    finding = rules.temporary_purpose(TemporaryFacts.build(GOOD | {"purpose": purpose}), DAY)
    assert (finding.state, finding.weight, finding.stops_issuing) == (state, Weight.BOARD, False)


def test_a_temporary_dumpster_meets_every_rule_of_a_lasting_one() -> None:
    assert set(rules.SITING) < set(rules.TEMPORARY)


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        (rules.name_shown, {"name_on_dumpsters": "Sample Hauling"}, "met"),
        (rules.name_shown, {"name_on_dumpsters": ""}, "unknown"),
        (rules.phone_shown, {"phone_on_dumpsters": "508-555-0100"}, "met"),
        (rules.phone_shown, {}, "unknown"),
    ],
)
def test_a_contractor_shows_name_and_business_telephone(
    rule: Rule, answers: dict[str, str], state: str
) -> None:
    assert rule(HaulerFacts.build(answers), DAY).state == state


def test_an_empty_answer_handed_in_as_such_is_not_met() -> None:
    """Facts built by hand may hold an empty text, which is an answer; `build` reads it as open."""
    assert rules.name_shown(HaulerFacts("", ""), DAY).state == State.UNMET
    assert rules.phone_shown(HaulerFacts("", ""), DAY).state == State.UNMET
    nothing = DumpsterFacts(
        Decimal(6), "", "", Decimal(1), True, True, True, True, "", True, False, ""
    )  # fmt: skip
    assert rules.children(nothing, DAY).state == State.UNMET


@pytest.mark.parametrize(
    ("district", "printed"),
    [
        ("residential", ["Nobody loads the dumpster between 11:00 pm and 7:00 am."]),
        ("commercial", ["The dumpster is closed and locked outside business hours."]),
        ("industrial", ["The dumpster is closed and locked outside business hours."]),
        ("", []),
    ],
)
def test_the_hours_printed_are_those_of_the_district(district: str, printed: list[str]) -> None:
    facts = DumpsterFacts.build(GOOD | {"district": district})
    told = [duty.says for duty in KEEPING if duty.applies and duty.applies(facts)]
    assert told == printed


def test_the_duties_of_all_districts_are_always_printed() -> None:
    always = [duty.cite for duty in KEEPING if duty.applies is None]
    assert always == ["Tisbury 09.2.4(1)", "Tisbury 09.2.4(2)", "Tisbury 09.2.4(3)"]


def test_the_three_kinds_are_created_by_their_sections() -> None:
    assert [kind.section for kind in (DUMPSTER, CONTRACTOR, TEMPORARY)] == [
        "Tisbury 09.2.5(1)",
        "Tisbury 09.2.5(2)",
        "Tisbury 09.2.5(3)",
    ]
