"""The water under boats and floats, Barnstable 703-4(M) and (H), soundings reduced to mean low water."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docks.rules import clearance, depth
from docks.rules.facts import Sounding, inches
from docks.rules.structure import float_depth
from office.law import State
from tests.docks.facts import DAY, PARTS, SOUNDINGS, VESSELS, complete, sounding, with_row

D = Decimal
NO_MOTOR = with_row(VESSELS, 0, drive="none")
DINGHY = {"name": "Sample Dinghy", "length_ft": "9", "beam_ft": "4", "draft_in": "60", "drive": "none",
          "horsepower": None}  # fmt: skip
JET = with_row(VESSELS, 0, drive="jet")


def berth(feet: str, **cells: Any) -> list[dict[str, Any]]:
    """The soundings with the shallowest at the berth changed: 6.5 ft are 54 in. at mean low water."""
    return with_row(SOUNDINGS, 2, depth_ft=feet, **cells)


def way_out(feet: str) -> list[dict[str, Any]]:
    return with_row(SOUNDINGS, 5, depth_ft=feet)


DREDGING = {"work": "dredging", "dredging": "maintenance", "dredge_to_ft": "4.5", "soundings": berth("4")}


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        # (M)(1): a draft of 24 in. and 30 in. of clear water are 54 in., 6.5 ft as measured
        (clearance.high_value_depth, {}, "met"),
        (clearance.high_value_depth, {"soundings": berth("6.5")}, "met"),
        (clearance.high_value_depth, {"soundings": berth("6.49")}, "unmet"),
        (clearance.high_value_depth, {"vessels": with_row(VESSELS, 0, draft_in="27")}, "met"),
        (clearance.high_value_depth, {"vessels": with_row(VESSELS, 0, draft_in="27.01")}, "unmet"),
        (clearance.high_value_depth, {"high_value_habitat": False}, "n/a"),
        (clearance.high_value_depth, {"high_value_habitat": None}, "unknown"),
        (clearance.high_value_depth, {"vessels": NO_MOTOR}, "n/a"),
        (clearance.high_value_depth, {"vessels": ()}, "n/a"),
        (clearance.high_value_depth, {"vessels": None}, "unknown"),
        (clearance.high_value_depth, {"vessels": with_row(VESSELS, 0, draft_in=None)}, "unknown"),
        (clearance.high_value_depth, {"vessels": with_row(VESSELS, 0, drive=None)}, "unknown"),
        (clearance.high_value_depth, {"soundings": None}, "unknown"),
        (clearance.high_value_depth, {"soundings": SOUNDINGS[5:]}, "unknown"),  # none at the berth
        # an unknown cell makes unknown, and hides no sounding that fails
        (clearance.high_value_depth, {"soundings": berth("7", tide_ft=None)}, "unknown"),
        (clearance.high_value_depth, {"soundings": berth("7", datum=None)}, "unknown"),
        (clearance.high_value_depth, {"soundings": berth("7", place=None)}, "met"),
        (clearance.high_value_depth, {"soundings": berth("5", place=None)}, "unknown"),
        (clearance.high_value_depth, {"soundings": with_row(berth("6.49"), 3, depth_ft=None)}, "unmet"),
        (clearance.high_value_depth, {"mlw_elevation_ft": None}, "unknown"),
        (clearance.high_value_depth, {"datum": "mllw"}, "unknown"),  # no elevation in the datum of the tides
        # a boat of unknown draft may be deeper, never shallower
        (clearance.high_value_depth, {"vessels": (*VESSELS, VESSELS[0] | {"draft_in": None})}, "unknown"),
        (
            clearance.high_value_depth,
            {"vessels": (*VESSELS, VESSELS[0] | {"draft_in": None}), "soundings": berth("6.49")},
            "unmet",
        ),
        # (M)(2): 24 in. and 12 in. are 36 in., or 5 ft measured
        (clearance.other_depth, {}, "n/a"),
        (clearance.other_depth, {"high_value_habitat": False}, "met"),
        (clearance.other_depth, {"high_value_habitat": False, "soundings": berth("5")}, "met"),
        (clearance.other_depth, {"high_value_habitat": False, "soundings": berth("4.99")}, "unmet"),
        (clearance.other_depth, {"high_value_habitat": None}, "unknown"),
        # too shallow for 12 in. is too shallow for both, whatever the habitat is
        (clearance.other_depth, {"high_value_habitat": None, "soundings": berth("4.99")}, "unmet"),
        (clearance.other_depth, {"high_value_habitat": False, "vessels": NO_MOTOR}, "n/a"),
        # (M)(3)
        (clearance.unconventional_drive, {}, "n/a"),
        (clearance.unconventional_drive, {"vessels": JET}, "unknown"),
        (clearance.unconventional_drive, {"vessels": JET, "drive_narrative": "Its intake is up."}, "unknown"),
        (clearance.unconventional_drive, {"vessels": with_row(VESSELS, 0, drive="other")}, "unknown"),
        (clearance.unconventional_drive, {"vessels": with_row(VESSELS, 0, drive=None)}, "unknown"),
        (clearance.unconventional_drive, {"vessels": None}, "unknown"),
        (clearance.unconventional_drive, {"vessels": ()}, "n/a"),
        # (M)(4)
        (clearance.way_out_depth, {}, "met"),
        (clearance.way_out_depth, {"soundings": way_out("6.5")}, "met"),
        (clearance.way_out_depth, {"soundings": way_out("6.49")}, "unmet"),
        (clearance.way_out_depth, {"soundings": way_out("5"), "high_value_habitat": False}, "met"),
        (clearance.way_out_depth, {"soundings": way_out("4.99"), "high_value_habitat": False}, "unmet"),
        (clearance.way_out_depth, {"soundings": way_out("6"), "high_value_habitat": None}, "unknown"),
        (clearance.way_out_depth, {"soundings": way_out("4.99"), "high_value_habitat": None}, "unmet"),
        (clearance.way_out_depth, {"soundings": SOUNDINGS[:5]}, "unknown"),
        (clearance.way_out_depth, {"soundings": with_row(SOUNDINGS, 5, depth_ft=None)}, "unknown"),
        (clearance.way_out_depth, {"vessels": NO_MOTOR}, "n/a"),
        # 703-3(E)(3): the channel begins at 160 ft
        (clearance.soundings_reach_channel, {}, "met"),
        (clearance.soundings_reach_channel, {"channel_ft": "160.01"}, "unmet"),
        (clearance.soundings_reach_channel, {"channel_ft": None}, "unknown"),
        (clearance.soundings_reach_channel, {"has_channel": None}, "unknown"),
        (clearance.soundings_reach_channel, {"has_channel": False, "way_out_to": None}, "n/a"),
        (clearance.soundings_reach_channel, {"way_out_to": "open-water"}, "n/a"),
        (clearance.soundings_reach_channel, {"soundings": SOUNDINGS[:5]}, "unknown"),
        (clearance.soundings_reach_channel, {"vessels": NO_MOTOR}, "n/a"),
        # 703-2: mean low water below mean high water
        (clearance.tides_in_order, {}, "met"),
        (clearance.tides_in_order, {"mlw_elevation_ft": "1.5"}, "unmet"),
        (clearance.tides_in_order, {"mlw_elevation_ft": "1.49"}, "met"),
        (clearance.tides_in_order, {"mhw_elevation_ft": None}, "unknown"),
        (clearance.tides_in_order, {"water": "fresh", "mhw_elevation_ft": "-1.5"}, "n/a"),
        # dredging alone: berth and way out count at the depth asked for, 54 in. or 4.5 ft
        (clearance.high_value_depth, DREDGING, "met"),
        (clearance.high_value_depth, DREDGING | {"dredge_to_ft": "4.49"}, "unmet"),
        (clearance.high_value_depth, DREDGING | {"dredge_to_ft": None}, "unknown"),
        (clearance.high_value_depth, DREDGING | {"work": "alteration"}, "unmet"),
        (clearance.high_value_depth, DREDGING | {"work": None}, "unmet"),
        (clearance.high_value_depth, DREDGING | {"high_value_habitat": None}, "unknown"),
        (clearance.way_out_depth, DREDGING | {"soundings": way_out("4")}, "met"),
        (clearance.way_out_depth, DREDGING | {"soundings": way_out("4"), "dredge_to_ft": "4.49"}, "unmet"),
        # (M)(1): what makes the habitat of high value
        (clearance.high_value_habitat, {}, "met"),
        (clearance.high_value_habitat, {"high_value_habitat": False}, "unknown"),
        (clearance.high_value_habitat, {"high_value_habitat": None}, "unknown"),
        # (H): 12 in. under each float
        (float_depth, {}, "met"),
        (float_depth, {"parts": with_row(PARTS, 3, depth_under_in="12")}, "met"),
        (float_depth, {"parts": with_row(PARTS, 3, depth_under_in="11.99")}, "unmet"),
        (float_depth, {"parts": with_row(PARTS, 3, depth_under_in=None)}, "unknown"),
        (float_depth, {"parts": (*with_row(PARTS, 3, depth_under_in="11"), {"kind": None})}, "unmet"),
        (float_depth, {"parts": (*PARTS, {"kind": None})}, "unknown"),
        (float_depth, {"parts": PARTS[:3]}, "n/a"),
        (float_depth, {"parts": None}, "unknown"),
        (float_depth, {"parts": (), "work": "dredging"}, "n/a"),
    ],
)  # fmt: skip
def test_rule(rule: Any, answers: dict[str, Any], state: str) -> None:
    assert rule(complete(**answers), DAY).state == state


def test_the_deepest_boat_with_a_motor_counts_and_a_deeper_one_without_does_not() -> None:
    boats = complete(vessels=(*VESSELS, DINGHY, VESSELS[0] | {"name": "Sample Cutter", "draft_in": "26"}))
    assert depth.deepest(boats) == depth.Deepest(True, D(26), "Sample Cutter")


def test_a_finding_names_the_sounding_the_draft_and_what_is_needed() -> None:
    found = clearance.high_value_depth(complete(soundings=berth("6.25")), DAY)
    assert found.says == (
        "The shallowest sounding at the berth, 66 ft from shore, has 51 in. at mean low water: 27 in. clear "
        "under a draft of 24 in., 30 in. needed."
    )
    assert (found.measured, found.limit, found.unit) == (27, 30, "in")
    assert "soundings" in found.reads


def test_a_finding_on_dredging_tells_the_depth_that_is_asked_for() -> None:
    found = clearance.high_value_depth(complete(**DREDGING), DAY)
    assert found.says == (
        "Dredged to 54 in. at mean low water, at the berth: 30 in. clear under a draft of 24 in., "
        "30 in. needed."
    )
    # What is drawn and printed as the bottom is the bottom as it was sounded.
    sheet = depth.worksheet(complete(**DREDGING), DAY)
    assert sheet.berth is not None
    assert (sheet.berth.at_mlw_in, sheet.berth.ok) == (24, False)


def test_what_waits_is_named() -> None:
    assert clearance.way_out_depth(complete(soundings=SOUNDINGS[:5]), DAY).says == (
        "Not known yet: no sounding is marked as on the way out."
    )
    missing = clearance.high_value_depth(complete(soundings=berth("7", tide_ft=None)), DAY)
    assert missing.says == "Not known yet: the tide of the sounding 66 ft from shore."


def test_a_sounding_within_the_berth_counts_there_however_it_is_marked() -> None:
    # 5 ft measured, 36 in. at mean low water: too shallow for the berth, and marked as on the line.
    for place in ("line", "way-out"):
        told = complete(soundings=(*SOUNDINGS, sounding("80", "5", place)))
        assert clearance.high_value_depth(told, DAY).state == State.UNMET, place
    beside = complete(soundings=(*SOUNDINGS, sounding("80", "5", "around")))
    assert clearance.high_value_depth(beside, DAY).state == State.MET


def test_a_tide_above_mean_low_water_itself_needs_no_elevation() -> None:
    told = [row | {"datum": "mlw", "tide_ft": "2"} for row in SOUNDINGS]
    facts = complete(soundings=told, mlw_elevation_ft=None)
    assert clearance.high_value_depth(facts, DAY).measured == 33


def test_the_worksheet_shows_every_sounding_and_the_governing_ones() -> None:
    sheet = depth.worksheet(complete(), DAY)
    assert sheet.rows is not None
    assert [row.at_mlw_in for row in sheet.rows] == [0, 30, 57, 60, 66, 72, 72, 24]
    assert (sheet.clear_needed_in, sheet.needed_in) == (30, 54)
    assert sheet.berth is not None
    assert sheet.way_out is not None
    assert (sheet.berth.at_mlw_in, sheet.berth.clear_in, sheet.berth.margin_in) == (57, 33, 3)
    assert sheet.way_out.at_mlw_in == 72
    assert sheet.governing == sheet.berth
    empty = depth.worksheet(type(complete()).build({}), DAY)
    assert (empty.rows, empty.governing, empty.needed_in) == (None, None, None)


# ------------------------------------------------------------------------------------- whatever the figures
figures = st.decimals("-20", "60", places=3)
inches_of_draft = st.decimals("0", "90", places=2)


@given(figures, figures, figures)
def test_a_sounding_is_reduced_exactly_and_back(measured: Decimal, tide: Decimal, low: Decimal) -> None:
    row = Sounding(distance_ft=D(0), depth_ft=measured, tide_ft=tide, datum="navd88", place="berth")
    at_low = depth.at_mlw_in(row, low)
    assert at_low is not None
    assert at_low / 12 + (tide - low) == measured
    assert inches(measured) / 12 == measured


@given(inches_of_draft, inches_of_draft, st.booleans(), st.decimals("0", "12", places=2))
def test_a_deeper_draft_never_improves_the_depth(
    draft: Decimal, more: Decimal, high: bool, measured: Decimal
) -> None:
    def facts(inches_: Decimal) -> Any:
        return complete(
            vessels=with_row(VESSELS, 0, draft_in=inches_), high_value_habitat=high,
            soundings=berth(str(measured)),
        )  # fmt: skip

    shallow, deep = facts(draft), facts(draft + more)
    for rule in (clearance.high_value_depth, clearance.other_depth, clearance.way_out_depth):
        before, after = rule(shallow, DAY), rule(deep, DAY)
        if before.state == State.UNMET:
            assert after.state == State.UNMET
        if before.measured is not None:
            assert after.measured <= before.measured


@given(st.integers(0, 7), st.decimals("0", "12", places=2), st.decimals("0", "6", places=2))
def test_a_shallower_sounding_never_improves_the_depth(at: int, measured: Decimal, less: Decimal) -> None:
    before = complete(soundings=with_row(SOUNDINGS, at, depth_ft=measured))
    after = complete(soundings=with_row(SOUNDINGS, at, depth_ft=measured - less))
    for rule in (clearance.high_value_depth, clearance.way_out_depth):
        if rule(before, DAY).state == State.UNMET:
            assert rule(after, DAY).state == State.UNMET
