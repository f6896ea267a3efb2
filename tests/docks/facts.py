"""A complete and lawful dock, from which every test departs by what it is about.

A river dock of 85 ft: a pier over marsh, a ramp, a float 65 to 85 ft from shore, one outboard boat with a
draft of 24 inches along it, 57 to 72 inches of water at mean low water, high-value habitat. Sample data.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from docks.rules.facts import DockFacts

DAY = date(2026, 6, 1)

PARTS = (
    {"kind": "stairs", "length_ft": "5", "width_ft": "4", "from_shore_ft": "0", "across": False,
     "over_marsh": False, "light_percent": None, "depth_under_in": None},
    {"kind": "pier", "length_ft": "45", "width_ft": "4", "from_shore_ft": "5", "across": False,
     "over_marsh": True, "light_percent": "70", "depth_under_in": None},
    {"kind": "ramp", "length_ft": "15", "width_ft": "3", "from_shore_ft": "50", "across": False,
     "over_marsh": False, "light_percent": None, "depth_under_in": None},
    {"kind": "float", "length_ft": "20", "width_ft": "8", "from_shore_ft": "65", "across": False,
     "over_marsh": False, "light_percent": None, "depth_under_in": "40"},
    {"kind": "tie-off-pile", "length_ft": "0", "width_ft": "1", "from_shore_ft": "85", "across": False,
     "over_marsh": False, "light_percent": None, "depth_under_in": None},
)  # fmt: skip


def sounding(
    distance: str, depth: str, place: str, tide: str = "0.5", datum: str = "navd88"
) -> dict[str, Any]:
    """One sounding; with the tide at 0.5 ft NAVD88 and mean low water at −1.5 ft, 2 ft come off the depth."""
    return {"distance_ft": distance, "depth_ft": depth, "tide_ft": tide, "datum": datum, "place": place}


# Reduced, inches: 0, 30, then 57, 60, 66 at the berth, 72 and 72 on the way out, 24 beside the dock.
SOUNDINGS = (
    sounding("20", "2", "line"),
    sounding("45", "4.5", "line"),
    sounding("66", "6.75", "berth"),
    sounding("75", "7", "berth"),
    sounding("86", "7.5", "berth"),
    sounding("120", "8", "way-out"),
    sounding("160", "8", "way-out"),
    sounding("60", "4", "around"),
)
VESSELS = (
    {"name": "Sample Skiff", "length_ft": "22", "beam_ft": "8", "draft_in": "24", "drive": "outboard",
     "horsepower": "150"},
)  # fmt: skip
LIGHTS = (
    {"count": 2, "incandescent": True, "watts": "25", "lumens": "200", "height_ft": "2", "apart_ft": "12",
     "shaded_down": True, "timer": False},
)  # fmt: skip

COMPLETE: dict[str, Any] = {
    "work": "new", "use": "residential", "water": "salt", "makes_larger": True, "earlier_order": "",
    "seasonal": True, "in_on": date(2027, 4, 15), "out_on": date(2027, 10, 15),
    "contiguous": True, "contiguous_reason": "", "occupancy_on": date(2019, 5, 2), "no_occupancy_reason": "",
    "in_acec": False, "frontage_ft": "180", "second_frontage_ft": None, "lots_adjoin": None,
    "agreement_registered": None, "agreement_at": "", "centre_offset_ft": "3", "angle_degrees": "2",
    "placing_comment": "The path to the house ends here.",
    "mlw_ft": "20", "has_channel": True, "channel_ft": "160", "linear_waterway": True,
    "waterway_width_ft": "400", "way_out_to": "channel", "affects_navigation": False,
    "navigation_comment": "315 ft of water stay open.", "recreation_comment": "No landing within 300 ft.",
    "barnstable_harbor": False, "datum": "navd88", "datum_method": "Tide gauge, sample record",
    "mhw_elevation_ft": "1.5", "mlw_elevation_ft": "-1.5", "spring_tide_elevation_ft": "2.5",
    "parts": PARTS, "overall_length_ft": "85", "plank_gap_in": "0.75", "single_pile": False,
    "pile_centers_ft": "4", "deck_width_ft": None, "passage_means": "stairs",
    "public_passage": "Stairs on both sides at mean high water", "passage_signs": True,
    "dep_number_shown": True, "storage_site": "The yard behind the house", "storage_class": "outside",
    "cca_wood": True, "cca_where": "pile", "cca_thickness_in": "3", "lead_caps": False, "creosote": False,
    "has_lights": True, "lights": LIGHTS, "switched_both_ends": True, "lights_hinder_navigation": False,
    "vessels": VESSELS, "berth_from_ft": "65", "berth_to_ft": "87", "soundings": SOUNDINGS,
    "shellfish_habitat": True, "shellfish_rating": 7, "relay_area": False, "drive_narrative": "",
    "project_length_ft": "85", "survey_radius_ft": "50", "survey_unit": "sqft", "survey_area": "16354",
    "sampled_area": "81.77",
    "has_lift": False, "lift_basis": "", "lift_circumstances": "", "lift_usual_means_fail": "",
    "lift_hydraulic": None, "lift_neutral_color": None, "lift_hull_above_mhw_in": None,
    "lift_extreme_tide_height_in": None, "lift_vessel": "", "lift_hull_neutral": None,
    "lift_bottom_paint": "", "lift_paint_specs_given": None,
    "dredging": "none", "dredging_at": "", "dredging_ground": "", "dredge_to_ft": None,
    "permitted_depth_ft": None,
    "fresh_water_found": None, "high_value_habitat": True, "beam_in_channel_margin": False,
    "cca_note_in_force": True, "dock_permitted": False, "survey_excused": "",
}  # fmt: skip


def complete(**changes: Any) -> DockFacts:
    """The complete dock's facts with these answers in place of its own; a row set is a sequence of dicts."""
    unknown = set(changes) - set(COMPLETE)
    assert not unknown, f"No such fact: {', '.join(sorted(unknown))}."
    return DockFacts.build(COMPLETE | changes)


def with_row(rows: tuple[dict[str, Any], ...], at: int, **changes: Any) -> list[dict[str, Any]]:
    """The rows with some cells of one of them changed."""
    return [row | changes if place == at else row for place, row in enumerate(rows)]
