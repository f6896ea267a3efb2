"""How far out a dock may go, Barnstable 703-4(J) and (K): five limits, the governing one, every margin."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docks.rules import length, reach
from docks.rules.facts import plain
from office.law import State
from tests.docks.facts import COMPLETE, DAY, PARTS, SOUNDINGS, VESSELS, complete, sounding, with_row

D = Decimal
TEE = (
    *PARTS[:3],
    {"kind": "float", "length_ft": "20", "width_ft": "8", "from_shore_ft": "65", "across": True,
     "over_marsh": False, "light_percent": None, "depth_under_in": "40"},
)  # fmt: skip
OUTHAUL = {"kind": "outhaul-post", "length_ft": "0", "width_ft": "1", "across": False, "over_marsh": False,
           "light_percent": None, "depth_under_in": None}  # fmt: skip
NO_BEAM = with_row(VESSELS, 0, beam_ft=None)
NO_LENGTH = with_row(PARTS, 3, length_ft=None)


def reaching(feet: str) -> tuple[dict[str, Any], ...]:
    """The parts with a post as their outermost point."""
    return (*PARTS[:3], OUTHAUL | {"from_shore_ft": feet})


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        # (J)(1): half the frontage; 180 ft of it allow 90
        (length.half_frontage, {}, "met"),
        (length.half_frontage, {"parts": reaching("90")}, "met"),
        (length.half_frontage, {"parts": reaching("90.01")}, "unmet"),
        (length.half_frontage, {"frontage_ft": "170"}, "met"),
        (length.half_frontage, {"frontage_ft": "169.99"}, "unmet"),
        (length.half_frontage, {"frontage_ft": None}, "unknown"),
        (length.half_frontage, {"parts": None}, "unknown"),
        (length.half_frontage, {"parts": ()}, "unknown"),
        (length.half_frontage, {"parts": NO_LENGTH}, "unknown"),
        # a part whose length nobody knows hides no part that is already too far out
        (length.half_frontage, {"parts": (*NO_LENGTH, OUTHAUL | {"from_shore_ft": "91"})}, "unmet"),
        (length.half_frontage, {"parts": with_row(PARTS, 4, from_shore_ft=None)}, "unknown"),
        (length.half_frontage, {"parts": with_row(PARTS, 4, across=None)}, "unknown"),
        # a lift or dredging alone brings no parts
        (length.half_frontage, {"parts": (), "work": "dredging"}, "n/a"),
        (length.half_frontage, {"parts": (), "work": "lift"}, "n/a"),
        # (J)(2): 160 ft less 35 ft less a beam of 8 ft allow 117
        (length.channel, {"parts": reaching("117")}, "met"),
        (length.channel, {"parts": reaching("117.01")}, "unmet"),
        (length.channel, {"parts": reaching("125"), "beam_in_channel_margin": True}, "met"),
        (length.channel, {"parts": reaching("125.01"), "beam_in_channel_margin": True}, "unmet"),
        (length.channel, {"parts": reaching("117"), "beam_in_channel_margin": None}, "unknown"),
        (length.channel, {"parts": reaching("125"), "beam_in_channel_margin": None}, "unknown"),
        (length.channel, {"parts": reaching("125.01"), "beam_in_channel_margin": None}, "unmet"),
        (length.channel, {"has_channel": False, "channel_ft": None}, "n/a"),
        (length.channel, {"has_channel": None}, "unknown"),
        (length.channel, {"channel_ft": None}, "unknown"),
        (length.channel, {"vessels": None}, "unknown"),
        (length.channel, {"vessels": NO_BEAM}, "unknown"),
        # without the beam: what exceeds 125 ft is too far whatever the beam is
        (length.channel, {"parts": reaching("125.01"), "vessels": NO_BEAM}, "unmet"),
        (length.channel, {"parts": reaching("125"), "vessels": ()}, "met"),
        # (J)(3): mean low water at 20 ft allows 120 ft
        (length.hundred_feet, {"parts": reaching("120")}, "met"),
        (length.hundred_feet, {"parts": reaching("120.01")}, "unmet"),
        (length.hundred_feet, {"mlw_ft": None}, "unknown"),
        (length.hundred_feet, {"parts": None}, "unknown"),
        # and along the structure: to 65 ft and 20 ft of tee are 65 ft beyond mean low water
        (length.hundred_feet_along, {"parts": TEE}, "met"),
        (length.hundred_feet_along, {"parts": with_row(TEE, 3, length_ft="55")}, "met"),
        (length.hundred_feet_along, {"parts": with_row(TEE, 3, length_ft="55.01")}, "unmet"),
        (length.hundred_feet_along, {"parts": with_row(TEE, 3, length_ft=None)}, "unknown"),
        (length.hundred_feet_along, {"parts": reaching("120")}, "met"),
        (length.hundred_feet_along, {"parts": reaching("120.01")}, "unmet"),
        (length.hundred_feet_along, {"mlw_ft": None}, "unknown"),
        # (J)(4): 20 ft to mean low water and 20 percent of 400 ft less a beam of 8 ft allow 92
        (length.narrow_water, {"parts": reaching("92")}, "met"),
        (length.narrow_water, {"parts": reaching("92.01")}, "unmet"),
        (length.narrow_water, {"linear_waterway": False, "waterway_width_ft": None}, "n/a"),
        (length.narrow_water, {"linear_waterway": None}, "unknown"),
        (length.narrow_water, {"waterway_width_ft": None}, "unknown"),
        (length.narrow_water, {"mlw_ft": None}, "unknown"),
        (length.narrow_water, {"vessels": NO_BEAM}, "unknown"),
        # (K): the depth begins at 66 ft, and 20 ft of dock go along the boat
        (length.needed_length, {}, "met"),
        (length.needed_length, {"parts": (*PARTS, OUTHAUL | {"from_shore_ft": "88"})}, "met"),
        (length.needed_length, {"parts": (*PARTS, OUTHAUL | {"from_shore_ft": "88.01"})}, "unmet"),
        (length.needed_length, {"vessels": with_row(VESSELS, 0, drive="none")}, "n/a"),
        (length.needed_length, {"soundings": None}, "unknown"),
        (length.needed_length, {"soundings": ()}, "unknown"),
        (length.needed_length, {"berth_from_ft": None}, "unknown"),
        (length.needed_length, {"high_value_habitat": None}, "unknown"),
        (length.needed_length, {"vessels": with_row(VESSELS, 0, length_ft=None)}, "unknown"),
        (length.needed_length, {"work": "dredging"}, "n/a"),
        (length.depth_attainable, {"work": "dredging"}, "n/a"),
        (length.depth_attainable, {}, "met"),
        (length.depth_attainable, {"vessels": with_row(VESSELS, 0, drive="none")}, "n/a"),
        (length.depth_attainable, {"frontage_ft": "132"}, "met"),  # the 66 ft at which the depth begins
        (length.depth_attainable, {"frontage_ft": "131.98"}, "unmet"),
        (length.depth_attainable, {"frontage_ft": "131.98", "channel_ft": None}, "unmet"),
        (length.depth_attainable, {"channel_ft": None}, "unknown"),
        (length.depth_attainable, {"work": None}, "unknown"),
        (length.depth_attainable, {"frontage_ft": None}, "unknown"),
        (length.depth_attainable, {"soundings": None}, "unknown"),
        # the overall length is 85 ft by the parts
        (length.overall_length, {}, "met"),
        (length.overall_length, {"overall_length_ft": "85.01"}, "unmet"),
        (length.overall_length, {"overall_length_ft": "84.99"}, "unmet"),
        (length.overall_length, {"overall_length_ft": None}, "unknown"),
        (length.overall_length, {"parts": NO_LENGTH}, "unknown"),
        (length.overall_length, {"parts": (), "work": "lift"}, "n/a"),
    ],
)
def test_rule(rule: Any, answers: dict[str, Any], state: str) -> None:
    assert rule(complete(**answers), DAY).state == state


def test_the_needed_length_ends_where_the_boat_does() -> None:
    def beyond(feet: str) -> Any:
        return length.needed_length(complete(parts=(*PARTS, OUTHAUL | {"from_shore_ft": feet})), DAY)

    # Depth from 66 ft, berth from 65 to 87 ft: 22 ft of dock along the boat, so 88 ft are needed at most.
    assert (beyond("88").state, beyond("88").limit) == (State.MET, 88)
    assert (beyond("88.01").state, beyond("88.01").limit) == (State.UNMET, 88)
    assert beyond("150").limit == 88
    # A berth that is told as longer than the boat does not make a longer dock needed.
    told = complete(berth_to_ft="300", parts=(*PARTS, OUTHAUL | {"from_shore_ft": "150"}))
    assert length.needed_length(told, DAY).limit == 88


def test_a_boat_on_the_outer_face_needs_the_dock_only_to_where_the_depth_begins() -> None:
    outside = complete(berth_from_ft="85", berth_to_ft="93")
    assert length.needed_length(outside, DAY).limit == 66
    assert length.needed_length(outside, DAY).state == State.UNMET


def test_a_bar_further_out_moves_the_beginning_of_the_depth_beyond_it() -> None:
    barred = complete(soundings=(*SOUNDINGS, sounding("100", "5", "way-out")))
    sheet = reach.worksheet(barred, DAY)
    assert sheet.limits[4].value == 120 + 20
    assert sheet.attainable == State.UNMET
    assert "Depth not attainable for this boat" in sheet.attainable_says


def test_soundings_that_never_show_the_depth_tell_that_it_cannot_be_had() -> None:
    shoal = [row | {"depth_ft": "5"} for row in SOUNDINGS]
    assert reach.worksheet(complete(soundings=shoal), DAY).attainable == State.UNMET
    # As long as they end short of the reach allowed, it may still be there further out.
    short = [row for row in shoal if D(row["distance_ft"]) < 86]
    assert reach.worksheet(complete(soundings=short), DAY).attainable == State.UNKNOWN


def test_two_soundings_at_one_place_count_as_the_shallower() -> None:
    twice = complete(soundings=(*SOUNDINGS, sounding("66", "5", "line")))
    assert reach.worksheet(twice, DAY).limits[4].value == 75 + 20


def test_a_sounding_nobody_can_place_leaves_the_needed_length_open() -> None:
    for change in ({"distance_ft": None}, {"depth_ft": None}, {"tide_ft": None}, {"datum": None}):
        told = complete(soundings=with_row(SOUNDINGS, 5, **change))
        assert length.needed_length(told, DAY).state == State.UNKNOWN, change


# ------------------------------------------------------------------------------------- two lots, one dock
SHARED = {"use": "shared", "second_frontage_ft": "120", "lots_adjoin": True, "agreement_registered": True,
          "agreement_at": "Book 1, page 1 (sample)"}  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "allowed"),
    [
        (SHARED, "150"),
        (SHARED | {"lots_adjoin": False}, "90"),
        (SHARED | {"agreement_registered": False}, "90"),
        (SHARED | {"lots_adjoin": None}, None),
        (SHARED | {"agreement_registered": None}, None),
        (SHARED | {"second_frontage_ft": None}, None),
        (SHARED | {"use": "residential"}, "90"),  # nobody asked to count the second lot
    ],
)
def test_two_frontages_count_only_of_adjoining_lots_with_an_agreement_in_perpetuity(
    answers: dict[str, Any], allowed: str | None
) -> None:
    limit = reach.worksheet(complete(**answers), DAY).limits[0]
    assert limit.value == (None if allowed is None else D(allowed))


def test_a_shared_dock_beyond_both_frontages_is_unmet_whatever_the_agreement_says() -> None:
    far = complete(**SHARED | {"agreement_registered": None, "parts": reaching("150.01")})
    assert length.half_frontage(far, DAY).state == State.UNMET


# ------------------------------------------------------------------------------------------- the worksheet
def test_the_worksheet_tells_every_limit_its_margin_and_the_other_readings() -> None:
    sheet = reach.worksheet(complete(), DAY)
    told = {each.slug: (each.value, each.margin) for each in (*sheet.limits, *sheet.beside)}
    assert told == {
        "half-frontage": (90, 5), "channel": (117, 32), "hundred-feet": (120, 35), "narrow-water": (92, 7),
        "needed-length": (86, 1), "channel-otherwise": (125, 40), "hundred-feet-along": (100, 35),
        "narrow-from-shore": (72, -13),
    }  # fmt: skip
    assert sheet.governing is not None
    assert (sheet.governing.slug, sheet.allowed, sheet.complete) == ("needed-length", 86, True)
    assert [each.counts for each in sheet.beside] == [False, True, False]


def test_the_office_setting_changes_which_reading_of_the_beam_counts() -> None:
    inside = reach.worksheet(complete(beam_in_channel_margin=True), DAY)
    assert inside.limits[1].value == 125
    assert next(each for each in inside.beside if each.slug == "channel-otherwise").value == 117


def test_an_incomplete_worksheet_allows_nothing_yet() -> None:
    sheet = reach.worksheet(complete(frontage_ft=None), DAY)
    assert (sheet.complete, sheet.allowed) == (False, None)
    assert sheet.limits[0].why == "the water frontage"
    assert sheet.governing is not None  # the least of those that are known
    empty = reach.worksheet(type(complete()).build({}), DAY)
    assert (empty.governing, empty.measured.value) == (None, None)


# ------------------------------------------------------------------------------------- whatever the figures
feet = st.decimals("0", "400", places=2)
water = st.fixed_dictionaries(
    {
        "frontage_ft": feet, "channel_ft": feet, "mlw_ft": feet, "waterway_width_ft": feet,
        "has_channel": st.booleans(), "linear_waterway": st.booleans(),
        "beam_in_channel_margin": st.booleans(), "berth_from_ft": feet, "berth_to_ft": feet,
    }
)  # fmt: skip
soundings = st.lists(
    st.builds(
        sounding, feet.map(str), st.decimals("0", "12", places=1).map(str),
        st.sampled_from(["line", "berth", "way-out", "around"]),
    ),
    max_size=8,
)  # fmt: skip
parts = st.lists(
    st.builds(
        lambda start, length, width, across: OUTHAUL
        | {"from_shore_ft": start, "length_ft": length, "width_ft": width, "across": across},
        feet, feet, feet, st.booleans(),
    ),
    min_size=1, max_size=5,
)  # fmt: skip
REACH = (
    length.half_frontage, length.channel, length.hundred_feet, length.hundred_feet_along, length.narrow_water,
    length.needed_length,
)  # fmt: skip


@given(water, soundings, parts, st.integers(0, 4), feet)
def test_lengthening_a_dock_never_turns_an_unmet_reach_met(
    answers: dict[str, Any], depths: list[Any], rows: list[Any], at: int, more: Decimal
) -> None:
    longer = [dict(row) for row in rows]
    changed = longer[at % len(longer)]
    changed["length_ft"] += more
    changed["width_ft"] += more
    before = complete(**answers, soundings=depths, parts=rows)
    after = complete(**answers, soundings=depths, parts=longer)
    for rule in REACH:
        if rule(before, DAY).state == State.UNMET:
            assert rule(after, DAY).state == State.UNMET, rule.slug


@given(water, soundings, parts)
def test_the_governing_limit_is_the_least_and_met_means_within_it(
    answers: dict[str, Any], depths: list[Any], rows: list[Any]
) -> None:
    facts = complete(**answers, soundings=depths, parts=rows)
    sheet = reach.worksheet(facts, DAY)
    known = [each.value for each in sheet.limits if each.value is not None]
    assert sheet.governing is not None
    assert sheet.governing.value == min(known)
    for limit in sheet.limits:
        found = next(rule for rule in REACH if rule.slug == limit.slug)(facts, DAY)
        if limit.margin is not None:
            assert found.state == (State.MET if limit.margin >= 0 else State.UNMET)
            assert (found.measured, found.limit) == (sheet.measured.value, limit.value)
    if all(rule(facts, DAY).state in (State.MET, State.NOT_APPLICABLE) for rule in REACH):
        assert sheet.complete
        assert sheet.measured.value is not None
        assert sheet.measured.value <= min(known)


@given(parts)
def test_the_structure_is_as_long_as_it_is_told_in_any_order(rows: list[Any]) -> None:
    one, other = complete(parts=rows), complete(parts=rows[::-1])
    for rule in (length.half_frontage, length.hundred_feet_along, length.overall_length):
        assert rule(one, DAY) == rule(other, DAY)


def test_numbers_are_written_plainly() -> None:
    assert [plain(D(each)) for each in ("100", "90.0", "0.50", "1E+2")] == ["100", "90", "0.5", "100"]


def test_the_sample_says_all_there_is_to_say() -> None:
    assert set(COMPLETE) == set(type(complete()).__dataclass_fields__)
