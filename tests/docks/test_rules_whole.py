"""The law of chapter 703 as a whole: what is unknown is never met, citations resolve, two presumptions."""

from __future__ import annotations

import dataclasses as dc
from collections.abc import Iterator
from typing import Any

import pytest

from docks.rules import READINGS, RULES, DockFacts, figures, judgment, presumption
from office.law import Dated, Facts, Finding, Ruling, State, Weight, judge
from office.regulations import resolve
from tests.docks.facts import DAY, LIGHTS, PARTS, VESSELS, complete, with_row

OTHERS: dict[str, dict[str, Any]] = {
    "the complete dock": {},
    "no motor": {"vessels": with_row(VESSELS, 0, drive="none")},
    "jet drive": {"vessels": with_row(VESSELS, 0, drive="jet"), "drive_narrative": "The intake is up."},
    "open water": {"has_channel": False, "linear_waterway": False, "way_out_to": "open-water"},
    "lesser habitat": {"high_value_habitat": False, "shellfish_rating": 3},
    "fresh water": {"water": "fresh", "fresh_water_found": True},
    "permanent": {"seasonal": False, "in_on": None, "out_on": None},
    "single piles": {"single_pile": True, "deck_width_ft": "4"},
    "two lots": {
        "use": "shared", "second_frontage_ft": "90", "lots_adjoin": True, "agreement_registered": True,
        "agreement_at": "Book 1, page 1 (sample)",
    },
    "larger, in a critical area": {"work": "extension", "in_acec": True},
    "a lift for access": {
        "work": "lift", "dock_permitted": True, "has_lift": True, "lift_basis": "handicapped-access",
        "lift_hydraulic": False, "lift_neutral_color": True, "lift_hull_above_mhw_in": "14",
        "lift_extreme_tide_height_in": "16", "lift_vessel": "Sample Skiff", "lift_hull_neutral": True,
        "lift_bottom_paint": "non-toxic", "lift_paint_specs_given": True,
    },
    "dredging by waiver": {
        "work": "dredging", "dredging": "improvement", "dredging_at": "existing-pier", "dock_permitted": True,
        "dredging_ground": "large-ships", "dredge_to_ft": "4", "permitted_depth_ft": "4",
    },
}  # fmt: skip


def blanked(facts: DockFacts) -> Iterator[tuple[str, DockFacts]]:
    """The facts with each of them unknown in turn, and each cell of each row."""
    for column in dc.fields(facts):
        value = getattr(facts, column.name)
        if value is not None:
            yield column.name, dc.replace(facts, **{column.name: None})
        if isinstance(value, tuple):
            for at, row in enumerate(value):
                for cell in dc.fields(row):
                    rows = (*value[:at], dc.replace(row, **{cell.name: None}), *value[at + 1 :])
                    yield f"{column.name}[{at}].{cell.name}", dc.replace(facts, **{column.name: rows})


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not_known_never_makes_a_rule_met(name: str) -> None:
    facts = complete(**OTHERS[name])
    before = {rule.slug: rule(facts, DAY) for rule in RULES}
    for what, fewer in blanked(facts):
        for rule in RULES:
            after = rule(fewer, DAY)
            if after.state == State.MET:
                assert before[rule.slug].state == State.MET, f"{rule.slug} is met because nobody knows {what}"


def test_of_a_dock_of_which_nothing_is_known_no_rule_is_met() -> None:
    for found in judge(RULES, DockFacts.build({}), DAY):
        assert found.state == State.UNKNOWN, found.rule
        assert found.says


def test_the_complete_dock_keeps_every_measured_rule() -> None:
    found = judge(RULES, complete(), DAY)
    assert [each.rule for each in found if each.weight == Weight.BLOCKS and each.state == State.UNMET] == []
    assert [each.rule for each in found if each.weight == Weight.BLOCKS and each.state == State.UNKNOWN] == []


def test_every_rule_cites_a_section_that_is_there_and_says_what_it_asks() -> None:
    assert len({rule.slug for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert resolve(rule.cite).book == "Barnstable"
        assert rule.says.endswith(".")
    for reading in READINGS:
        assert resolve(reading.cite)
        assert reading.fact in DockFacts.__dataclass_fields__
    sections = [value for value in vars(figures).values() if isinstance(value, Dated)]
    assert len(sections) > 20
    for dated in sections:
        assert all(resolve(cite) for _, _, cite in dated.rows)


def test_the_rules_stand_in_the_order_of_the_chapter() -> None:
    assert [rule.cite for rule in RULES] == sorted(rule.cite for rule in RULES)


def test_every_lettered_rule_of_the_chapter_has_a_function() -> None:
    cited = {rule.cite.removeprefix("Barnstable 703-") for rule in RULES}
    letters = {f"4({letter})" for letter in "ABCDEFGHIKLNOP"}
    reach = {f"4(J)({number})" for number in range(1, 5)}
    depth = {f"4(M)({number})" for number in range(1, 5)}
    lift = {"4(Q)(1)", "4(Q)(2)(a)", "4(Q)(2)(b)", *(f"4(Q)(3)({letter})" for letter in "abcd")}
    dredging = {f"4(R)({number})" for number in range(1, 4)}
    assert letters | reach | depth | lift | dredging | {"1(B)", "2", "3(A)", "3(D)(6)"} <= cited


# --------------------------------------------------------------------------------- what the Commission weighs
@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        (judgment.float_area_for_site, {}, "unknown"),
        (judgment.float_area_for_site, {"parts": PARTS[:3]}, "n/a"),
        (judgment.open_water, {}, "unknown"),
        (judgment.unobstructed, {"navigation_comment": ""}, "unknown"),
        (judgment.center_line, {"centre_offset_ft": None}, "unknown"),
        (judgment.perpendicular, {}, "unknown"),
        (judgment.recreation, {}, "unknown"),
        (judgment.old_dock, {}, "n/a"),
        (judgment.old_dock, {"work": "extension"}, "unknown"),
        (judgment.old_dock, {"work": "alteration", "makes_larger": False}, "n/a"),
        (judgment.old_dock, {"work": "alteration", "makes_larger": None}, "unknown"),
        (judgment.shellfish_and_recreation, {}, "unmet"),
        (judgment.shellfish_and_recreation, {"shellfish_habitat": False}, "met"),
        (judgment.shellfish_and_recreation, {"shellfish_habitat": False, "relay_area": True}, "unmet"),
        (judgment.shellfish_and_recreation, {"shellfish_habitat": False, "relay_area": None}, "unknown"),
        (judgment.shellfish_and_recreation, {"shellfish_habitat": None}, "unknown"),
        (judgment.navigation_and_recreation, {}, "met"),
        (judgment.navigation_and_recreation, {"affects_navigation": True}, "unmet"),
        (judgment.navigation_and_recreation, {"affects_navigation": None}, "unknown"),
    ],
)
def test_judgment(rule: Any, answers: dict[str, Any], state: str) -> None:
    found = rule(complete(**answers), DAY)
    assert found.state == state
    assert not found.stops_issuing


def test_the_board_reads_what_the_applicant_says_of_it() -> None:
    found = judgment.recreation(complete(), DAY)
    assert "The applicant says: “No landing within 300 ft.”" in found.says
    silent = judgment.recreation(complete(recreation_comment=""), DAY)
    assert "has said nothing on it yet" in silent.says
    placed = judgment.center_line(complete(), DAY)
    assert "3 ft off the lot's center line" in placed.says


def test_the_board_speaks_on_what_it_weighs() -> None:
    spoken = [
        Ruling("recreation", "met", "No use was shown."),
        Ruling("unobstructed", "unmet", "Sailors tack."),
    ]
    found = {each.rule: each for each in judge(RULES, complete(), DAY, spoken)}
    assert found["recreation"].state == State.MET
    assert found["unobstructed"].state == State.UNMET


# ------------------------------------------------------------------------------------------- presumptions
def judged(*rulings: Ruling, **changes: Any) -> list[Finding]:
    return judge(RULES, complete(**changes), DAY, rulings)


def test_every_rule_met_is_a_presumption_and_never_an_approval() -> None:
    found = presumption(judged(), seasonal=True)
    assert (found.state, found.cite) == (State.MET, "Barnstable 703-1(K)")
    assert found.says == "Every rule that can be measured is met. The dock may be presumed to minimize harm."
    assert "pprove" not in found.says
    # The presumption against it always stands beside.
    assert "preponderance of evidence" in found.harm
    assert "may deny a dock that keeps every rule" in found.harm
    assert found.seasonal
    assert found.merits
    assert [each.rule for each in found.beside] == ["shellfish-recreation"]


def test_a_permanent_dock_has_no_easier_presumption() -> None:
    assert presumption(judged(), seasonal=False).seasonal == ""
    assert presumption(judged()).seasonal == ""


def test_a_rule_not_met_or_varied_or_open_raises_no_presumption() -> None:
    unmet = presumption(judged(frontage_ft="100"))
    # At half of 100 ft the depth cannot be had either.
    assert (unmet.state, unmet.says) == (
        State.UNMET, "Not presumed to minimize harm: 2 rules are not met."
    )  # fmt: skip
    varied = presumption(judged(Ruling("plank-gap", "varied", "Sample vote"), plank_gap_in="0.5"))
    assert (varied.state, varied.says) == (
        State.UNMET, "Not presumed to minimize harm: 1 rule is varied, not met."
    )  # fmt: skip
    unknown = presumption(judged(plank_gap_in=None))
    assert (unknown.state, unknown.says) == (
        State.UNKNOWN, "Not known yet whether every rule is met: 1 rule is open."
    )  # fmt: skip
    assert all("preponderance" in each.harm for each in (unmet, varied, unknown))


def test_outside_the_chapter_nothing_is_presumed() -> None:
    assert presumption(judged(use="commercial")).state == State.NOT_APPLICABLE
    assert presumption(judged(water="fresh", fresh_water_found=False)).state == State.NOT_APPLICABLE
    assert presumption([]).state == State.UNKNOWN


def test_what_the_commission_weighs_does_not_change_the_presumption() -> None:
    against = presumption(judged(Ruling("recreation", "unmet", "A launching place.")))
    assert against.state == State.MET


def test_a_jet_drive_waits_for_the_commission() -> None:
    jet = OTHERS["jet drive"]
    assert presumption(judged(**jet)).state == State.UNKNOWN
    assert presumption(judged(Ruling("drive-narrative", "met", "Shown."), **jet)).state == State.MET


def test_a_variance_reaches_as_far_as_the_board_said() -> None:
    long = {"parts": with_row(PARTS, 3, width_ft="10.2")}  # 204 sq ft of floats
    to_204 = Ruling("float-area", "varied", "Sample vote", limit=204)  # type: ignore[arg-type]
    found = {each.rule: each.state for each in judged(to_204, **long)}
    assert found["float-area"] == State.VARIED
    more = {"parts": with_row(PARTS, 3, width_ft="11")}  # 220 sq ft
    found = {each.rule: each.state for each in judged(to_204, **more)}
    assert found["float-area"] == State.UNMET


def test_a_row_reads_its_unknown_cells_as_none_and_the_finding_names_the_row_set() -> None:
    facts = complete(lights=with_row(LIGHTS, 0, watts=None))
    found = next(each for each in judge(RULES, facts, DAY) if each.rule == "light-watts")
    assert "lights" in found.reads
    assert set(found.reads) <= set(DockFacts.__dataclass_fields__)
    assert issubclass(type(facts.lights[0]), Facts)
