"""How a dock is made and lit, Barnstable 703-4(C) to (I): both sides of every figure."""

from __future__ import annotations

from typing import Any

import pytest

from docks.rules import lights, materials, structure
from office.law import Weight
from tests.docks.facts import DAY, LIGHTS, PARTS, VESSELS, complete, with_row

SECOND_FLOAT = PARTS[3] | {"from_shore_ft": "85"}
NO_FLOAT = PARTS[:3]
FLOATS_ONLY = PARTS[3:4]
BARE = {"storage_class": None, "parts": NO_FLOAT, "seasonal": False, "vessels": ()}
SINGLE = {"single_pile": True, "pile_centers_ft": None, "deck_width_ft": "4"}
LED = with_row(LIGHTS, 0, incandescent=False)


def light(**cells: Any) -> dict[str, Any]:
    return {"lights": with_row(LIGHTS, 0, **cells)}


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        # (E)
        (structure.passage, {}, "met"),
        (structure.passage, {"passage_means": "other", "public_passage": "A path behind the bank"}, "met"),
        (structure.passage, {"passage_means": "other", "public_passage": ""}, "unknown"),
        (structure.passage, {"passage_means": "none"}, "unmet"),
        (structure.passage, {"passage_means": None}, "unknown"),
        (structure.passage_signs, {}, "met"),
        (structure.passage_signs, {"passage_signs": False}, "unmet"),
        (structure.passage_signs, {"passage_signs": None}, "unknown"),
        # (F)
        (structure.number_shown, {}, "met"),
        (structure.number_shown, {"dep_number_shown": False}, "unmet"),
        (structure.number_shown, {"dep_number_shown": None}, "unknown"),
        # (G)
        (structure.storage, {}, "met"),
        (structure.storage, {"storage_class": "permitted"}, "met"),
        (structure.storage, {"storage_class": "marsh"}, "unmet"),
        (structure.storage, {"storage_class": "dune"}, "unmet"),
        (structure.storage, {"storage_class": "bank"}, "unmet"),
        (structure.storage, {"storage_class": None}, "unknown"),
        (structure.storage, {"storage_site": ""}, "unknown"),
        (structure.storage, BARE, "n/a"),
        (structure.storage, BARE | {"vessels": VESSELS}, "unknown"),
        (structure.storage, BARE | {"seasonal": True}, "unknown"),
        # (H): 200 sq ft of floats
        (structure.float_area, {}, "met"),
        (structure.float_area, {"parts": with_row(PARTS, 3, width_ft="10")}, "met"),
        (structure.float_area, {"parts": with_row(PARTS, 3, width_ft="10.01")}, "unmet"),
        (structure.float_area, {"parts": (*PARTS, SECOND_FLOAT | {"length_ft": "5"})}, "met"),
        (structure.float_area, {"parts": (*PARTS, SECOND_FLOAT | {"length_ft": "5.01"})}, "unmet"),
        (structure.float_area, {"parts": with_row(PARTS, 3, width_ft=None)}, "unknown"),
        (structure.float_area, {"parts": (*PARTS, SECOND_FLOAT, {"kind": "float"})}, "unmet"),
        (structure.float_area, {"parts": (*PARTS, SECOND_FLOAT | {"kind": None})}, "unknown"),
        (structure.float_area, {"parts": NO_FLOAT}, "n/a"),
        (structure.float_area, {"parts": None}, "unknown"),
        (structure.float_area, {"parts": ()}, "unknown"),
        (structure.float_area, {"parts": (), "work": "lift"}, "n/a"),
        # (I): 3/4 in. between planks
        (structure.plank_gap, {}, "met"),
        (structure.plank_gap, {"plank_gap_in": "0.7499"}, "unmet"),
        (structure.plank_gap, {"plank_gap_in": None}, "unknown"),
        (structure.plank_gap, {"parts": FLOATS_ONLY, "plank_gap_in": None}, "n/a"),
        (structure.plank_gap, {"parts": (*FLOATS_ONLY, {"kind": None})}, "unknown"),
        # (I): 65 percent of the light over marsh, for every part over it
        (structure.light_to_marsh, {}, "met"),
        (structure.light_to_marsh, {"parts": with_row(PARTS, 1, light_percent="65")}, "met"),
        (structure.light_to_marsh, {"parts": with_row(PARTS, 1, light_percent="64.99")}, "unmet"),
        (structure.light_to_marsh, {"parts": with_row(PARTS, 1, light_percent=None)}, "unknown"),
        (structure.light_to_marsh, {"parts": with_row(PARTS, 1, over_marsh=None)}, "unknown"),
        (structure.light_to_marsh, {"parts": with_row(PARTS, 1, over_marsh=False)}, "n/a"),
        (
            structure.light_to_marsh,
            {"parts": with_row(with_row(PARTS, 0, over_marsh=None), 1, light_percent="64")},
            "unmet",
        ),
        # (I): 4 ft from pile center to pile center
        (structure.pile_centers, {}, "met"),
        (structure.pile_centers, {"pile_centers_ft": "4.01"}, "unmet"),
        (structure.pile_centers, {"pile_centers_ft": None}, "unknown"),
        (structure.pile_centers, {"single_pile": None}, "unknown"),
        (structure.pile_centers, SINGLE, "n/a"),
        (structure.pile_centers, {"parts": FLOATS_ONLY}, "n/a"),
        # (I): on single piles the deck, 4 ft
        (structure.single_pile_deck, {}, "n/a"),
        (structure.single_pile_deck, SINGLE, "met"),
        (structure.single_pile_deck, SINGLE | {"deck_width_ft": "4.01"}, "unmet"),
        (structure.single_pile_deck, SINGLE | {"deck_width_ft": None}, "unknown"),
        (structure.single_pile_deck, {"single_pile": None}, "unknown"),
        (structure.single_pile_deck, {"parts": FLOATS_ONLY}, "n/a"),
        # (C): CCA wood in piles and structural timber, 3 in. thick, while the note stands
        (materials.cca_place, {}, "met"),
        (materials.cca_place, {"cca_wood": False, "cca_where": None}, "met"),
        (materials.cca_place, {"cca_where": "pile-and-structural"}, "met"),
        (materials.cca_place, {"cca_where": "other"}, "unmet"),
        (materials.cca_place, {"cca_where": "other", "cca_note_in_force": None}, "unmet"),
        (materials.cca_place, {"cca_note_in_force": False}, "unmet"),
        (materials.cca_place, {"cca_note_in_force": None}, "unknown"),
        (materials.cca_place, {"cca_wood": None}, "unknown"),
        (materials.cca_thickness, {}, "met"),
        (materials.cca_thickness, {"cca_thickness_in": "2.99"}, "unmet"),
        (materials.cca_thickness, {"cca_thickness_in": None}, "unknown"),
        (materials.cca_thickness, {"cca_wood": False, "cca_thickness_in": None}, "n/a"),
        (materials.lead_caps, {}, "met"),
        (materials.lead_caps, {"lead_caps": True}, "unmet"),
        (materials.lead_caps, {"lead_caps": None}, "unknown"),
        (materials.creosote, {}, "met"),
        (materials.creosote, {"creosote": True}, "unmet"),
        (materials.creosote, {"creosote": None}, "unknown"),
        # (D): 25 watts
        (lights.watts, {}, "met"),
        (lights.watts, light(watts="25.01"), "unmet"),
        (lights.watts, light(watts=None), "unknown"),
        (lights.watts, {"lights": (*LIGHTS, {"watts": "26"}, {"watts": None})}, "unmet"),
        (lights.watts, {"has_lights": False, "lights": None}, "n/a"),
        (lights.watts, {"lights": ()}, "unknown"),
        (lights.watts, {"has_lights": None}, "unknown"),
        # another lamp than an incandescent one is the Commission's to accept
        (lights.lamp, {}, "met"),
        (lights.lamp, {"lights": LED}, "unknown"),
        (lights.lamp, light(incandescent=None), "unknown"),
        (lights.lamp, {"has_lights": False}, "n/a"),
        # 12 ft apart
        (lights.apart, {}, "met"),
        (lights.apart, light(apart_ft="11.99"), "unmet"),
        (lights.apart, light(apart_ft=None), "unknown"),
        (lights.apart, light(apart_ft=None, count=1), "n/a"),
        (lights.apart, light(apart_ft=None, count=None), "unknown"),
        (lights.apart, {"has_lights": False}, "n/a"),
        # 2 ft above the walking surface
        (lights.height, {}, "met"),
        (lights.height, light(height_ft="2.01"), "unmet"),
        (lights.height, light(height_ft=None), "unknown"),
        (lights.height, {"has_lights": False}, "n/a"),
        (lights.shaded, {}, "met"),
        (lights.shaded, light(shaded_down=False), "unmet"),
        (lights.shaded, light(shaded_down=None), "unknown"),
        (lights.shaded, {"has_lights": False}, "n/a"),
        (lights.no_timer, {}, "met"),
        (lights.no_timer, light(timer=True), "unmet"),
        (lights.no_timer, light(timer=None), "unknown"),
        (lights.no_timer, {"lights": (*LIGHTS, {"timer": True}, {"timer": None})}, "unmet"),
        (lights.no_timer, {"has_lights": False}, "n/a"),
        (lights.switched, {}, "met"),
        (lights.switched, {"switched_both_ends": False}, "unmet"),
        (lights.switched, {"switched_both_ends": None}, "unknown"),
        (lights.switched, {"has_lights": False}, "n/a"),
        (lights.navigation, {}, "met"),
        (lights.navigation, {"lights_hinder_navigation": True}, "unmet"),
        (lights.navigation, {"lights_hinder_navigation": None}, "unknown"),
        (lights.navigation, {"has_lights": False}, "n/a"),
    ],
)  # fmt: skip
def test_rule(rule: Any, answers: dict[str, Any], state: str) -> None:
    assert rule(complete(**answers), DAY).state == state


def test_the_switch_at_both_ends_is_advice_and_stops_nothing() -> None:
    found = lights.switched(complete(switched_both_ends=False), DAY)
    assert (found.weight, found.stops_issuing) == (Weight.NOTE, False)
    assert [rule.slug for rule in lights.RULES if rule.weight == Weight.NOTE] == ["lights-switched"]


def test_a_finding_on_floats_names_the_float() -> None:
    found = structure.float_area(complete(parts=with_row(PARTS, 3, width_ft=None)), DAY)
    assert found.says == "Not known yet: the width of the float at 65 ft."
    shallow = structure.float_depth(complete(parts=with_row(PARTS, 3, depth_under_in="9")), DAY)
    assert (
        shallow.says
        == "At mean low water the water under the float at 65 ft is 9 in. deep; 12 in. are needed."
    )


def test_storage_says_where_instead() -> None:
    told = structure.storage(complete(storage_class="bank"), DAY)
    assert told.says.startswith(
        "Floats, parts and boats are to be stored on a coastal bank. Name a permitted area"
    )
