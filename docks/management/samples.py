"""Ten sample notices of intent, as an engineer would fill them in: raw answers, rows included.

Each is another sort of dock, some within every rule and some not; what the rules find of each is stated with
it. Places, people and boats are made up and say so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

Answers = dict[str, Any]
YES, NO = "true", "false"

# What most of them answer; a sample names only what is different.
COMMON: Answers = {
    "work": "new", "use": "residential", "water": "salt", "seasonal": NO,
    "resource_areas": "Land under the ocean; coastal beach below mean high water",
    "contiguous": YES, "occupancy_on": "2019-05-02", "deed_at": "Sample book 100, page 1", "in_acec": NO,
    "centre_offset_ft": "3", "angle_degrees": "2", "placing_comment": "The path to the house ends here.",
    "has_channel": YES, "linear_waterway": NO, "way_out_to": "channel", "affects_navigation": NO,
    "navigation_comment": "The water beyond the dock stays open.",
    "recreation_comment": "No landing and no mooring field within 300 ft.", "barnstable_harbor": NO,
    "datum": "navd88", "datum_method": "Sample tide gauge, read over the 19-year cycle",
    "mhw_elevation_ft": "1.5", "mlw_elevation_ft": "-1.5", "spring_tide_elevation_ft": "2.25",
    "plank_gap_in": "0.75", "single_pile": NO, "pile_centers_ft": "4", "passage_means": "stairs",
    "public_passage": "Stairs on both sides at mean high water", "passage_signs": YES,
    "dep_number_shown": YES, "sounded_on": "2026-04-20", "sounded_at": "10:30",
    "sounding_conditions": "Calm, clear, falling tide",
    "shellfish_habitat": YES, "shellfish_rating": "7", "relay_area": NO,
    "surveyors": "Sample Shore Survey", "survey_on": "2026-04-20", "survey_at": "09:15",
    "survey_tide": "Low water at 9:40 am", "survey_method": "Rake and quadrats along four transects",
    "survey_results": "Scattered quahogs; firm sand", "survey_radius_ft": "50", "survey_unit": "sqft",
    "has_lift": NO, "dredging": "none", "cca_wood": YES, "cca_where": "pile", "cca_thickness_in": "10",
    "lead_caps": NO, "creosote": NO, "construction_method": "Piles driven from a barge at high water",
    "equipment_precautions": "The barge floats at all times and carries no fuel over the habitat.",
    "storage_site": "The yard behind the house", "storage_class": "outside",
    "hauling_method": "By barge to the town landing, then by trailer", "has_lights": NO,
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """One notice: who files it and where, its answers, and the rules that are then not met or not known.

    `unmet` and `unknown` are the slugs of the rules that stop an order.
    """

    slug: str
    title: str
    lot: tuple[str, str, str, str]  # map, lot, number, street
    holder: str
    answers: Answers
    unmet: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    raw: Answers = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "raw", COMMON | self.answers)


def part(
    kind: str, start: str, length: str, width: str = "4", *, across: bool = False, **more: str
) -> Answers:
    """One part: `start` is feet from shore, then length and width in feet."""
    return {
        "kind": kind, "from_shore_ft": start, "length_ft": length, "width_ft": width,
        "across": YES if across else NO, "over_marsh": NO,
    } | more  # fmt: skip


def boat(name: str, kind: str, length: str, beam: str, draft: str, drive: str, power: str = "") -> Answers:
    """One boat: length and beam in feet, draft in inches."""
    return {
        "name": name, "type": kind, "length_ft": length, "beam_ft": beam, "draft_in": draft, "drive": drive,
        "horsepower": power,
    }  # fmt: skip


def sounded(*depths: tuple[int, int, str], tide: str = "0.5", low: str = "-1.5") -> list[Answers]:
    """Soundings from (feet from shore, inches at mean low water, place), as they were read at that tide.

    `tide` and `low`, the mean low water, are elevations in NAVD 88, in feet.
    """
    above = Decimal(tide) - Decimal(low)
    return [
        {
            "distance_ft": str(distance), "depth_ft": f"{Decimal(inches) / 12 + above:.2f}", "tide_ft": tide,
            "datum": "navd88", "place": place,
        }
        for distance, inches, place in depths
    ]  # fmt: skip


def _survey(length: str, *, sampled: str) -> Answers:
    """A survey of 50 ft around a straight project of that length: 7,854 + 100 × length, rounded up."""
    area = int(7854 + 100 * Decimal(length)) + 1
    return {"project_length_ft": length, "survey_area": str(area), "sampled_area": sampled}


RIVER = Sample(
    "river", "A river dock within every rule", ("R1", "11", "11", "Sample River Road"), "Sample Heron Family",
    {
        "parts": [
            part("stairs", "0", "5"),
            part("pier", "5", "45", over_marsh=YES, light_percent="70"),
            part("ramp", "50", "15", "3"),
            part("float", "65", "20", "8", depth_under_in="57"),
            part("tie-off-pile", "85", "0", "1"),
        ],
        "overall_length_ft": "85", "frontage_ft": "180", "mlw_ft": "20", "channel_ft": "160",
        "linear_waterway": YES, "waterway_width_ft": "400",
        "vessels": [boat("Sample Skiff", "Center console", "22", "8", "24", "outboard", "150")],
        "berth_from_ft": "65", "berth_to_ft": "87",
        "soundings": sounded(
            (20, 0, "line"), (32, 15, "line"), (45, 30, "line"), (58, 48, "line"), (66, 57, "berth"),
            (75, 60, "berth"), (86, 66, "berth"), (105, 69, "way-out"), (120, 72, "way-out"),
            (140, 78, "way-out"), (160, 90, "way-out"), (60, 24, "around"),
        ),
        "has_lights": YES, "switched_both_ends": YES, "lights_hinder_navigation": NO,
        "lights": [{
            "count": "2", "incandescent": YES, "watts": "25", "lumens": "200", "height_ft": "2",
            "apart_ft": "12", "shaded_down": YES, "timer": NO,
        }],
        **_survey("85", sampled="82"),
    },
)  # fmt: skip

HARBOR = Sample(
    "harbor", "A harbor dock longer than half the frontage", ("H2", "4", "40", "Sample Harbor Lane"),
    "Sample Osprey Family",
    {
        "barnstable_harbor": YES, "mhw_elevation_ft": "4.7", "mlw_elevation_ft": "-4.8",
        "spring_tide_elevation_ft": "5.9", "shellfish_rating": "3",
        "parts": [
            part("stairs", "0", "6"),
            part("pier", "6", "64", over_marsh=YES, light_percent="68"),
            part("ramp", "70", "20", "3"),
            part("float", "90", "22", "8", depth_under_in="42"),
            part("dolphin", "112", "0", "2"),
        ],
        "overall_length_ft": "112", "frontage_ft": "200", "mlw_ft": "58", "channel_ft": "265",
        "vessels": [boat("Sample Tern", "Cuddy cabin", "24", "9", "30", "sterndrive", "220")],
        "berth_from_ft": "89", "berth_to_ft": "113",
        "soundings": sounded(
            (58, 0, "line"), (70, 15, "line"), (82, 30, "line"), (92, 45, "berth"), (102, 54, "berth"),
            (112, 60, "berth"), (140, 72, "way-out"), (180, 84, "way-out"), (225, 96, "way-out"),
            (265, 120, "way-out"), tide="1", low="-4.8",
        ),
        **_survey("112", sampled="100"),
    },
    unmet=("half-frontage",),
)  # fmt: skip

POND = Sample(
    "pond", "A seasonal pond dock, fresh water", ("P7", "19", "7", "Sample Pond Lane"), "Sample Loon Family",
    {
        "water": "fresh", "seasonal": YES, "in_on": "2027-05-01", "out_on": "2027-10-15",
        "resource_areas": "Land under a pond; inland bank", "has_channel": NO, "way_out_to": "open-water",
        "mhw_elevation_ft": "31.2", "mlw_elevation_ft": "30.7", "spring_tide_elevation_ft": "",
        "shellfish_habitat": NO, "shellfish_rating": "0", "survey_results": "No shellfish; soft silt",
        "survey_tide": "No tide", "cca_wood": NO, "cca_where": "", "cca_thickness_in": "",
        "parts": [
            part("walkway", "-6", "6"),
            part("pier", "0", "18"),
            part("float", "18", "10", "8", depth_under_in="30"),
        ],
        "overall_length_ft": "34", "frontage_ft": "110", "mlw_ft": "3",
        "vessels": [boat("Sample Loon", "Daysailer", "14", "5", "8", "none")],
        "berth_from_ft": "18", "berth_to_ft": "32",
        "soundings": sounded(
            (3, 0, "line"), (8, 12, "line"), (14, 24, "line"), (20, 33, "berth"), (28, 42, "berth"),
            (40, 54, "way-out"), (60, 72, "way-out"), tide="31", low="30.7",
        ),
        **_survey("34", sampled="57"),
    },
    unknown=("fresh-water",),
)  # fmt: skip

SHARED = Sample(
    "shared", "One pier for two adjoining lots", ("B3", "8", "21", "Sample Bay Street"),
    "Sample Neighbors of Bay Street",
    {
        "use": "shared", "frontage_ft": "70", "second_frontage_ft": "68", "lots_adjoin": YES,
        "agreement_registered": YES, "agreement_at": "Sample book 200, page 14",
        "parts": [
            part("stairs", "0", "4"),
            part("pier", "4", "36"),
            part("ramp", "40", "12", "3"),
            part("float", "52", "8", "6", depth_under_in="60"),
            part("float", "60", "24", "6", across=True, depth_under_in="69"),
        ],
        "overall_length_ft": "66", "mlw_ft": "22", "channel_ft": "150",
        "vessels": [
            boat("Sample Plover", "Bowrider", "20", "8", "30", "sterndrive", "190"),
            boat("Sample Wren", "Skiff", "16", "6", "18", "outboard", "40"),
        ],
        "berth_from_ft": "66", "berth_to_ft": "74",
        "soundings": sounded(
            (22, 0, "line"), (34, 21, "line"), (46, 39, "line"), (56, 51, "line"), (64, 57, "line"),
            (67, 63, "berth"), (74, 69, "berth"), (90, 75, "way-out"), (120, 84, "way-out"),
            (150, 96, "way-out"),
        ),
        **_survey("90", sampled="85"),
    },
)  # fmt: skip

SEASONAL = Sample(
    "seasonal", "A seasonal dock put in too early and out too late", ("C5", "30", "3", "Sample Cove Road"),
    "Sample Sandpiper Family",
    {
        "seasonal": YES, "in_on": "2027-03-20", "out_on": "2027-11-06", "cca_wood": NO, "cca_where": "",
        "cca_thickness_in": "", "shellfish_rating": "4",
        "parts": [
            part("walkway", "-10", "20"),
            part("ramp", "10", "12", "3"),
            part("float", "22", "20", "8", depth_under_in="36"),
            part("outhaul-post", "50", "0", "1"),
        ],
        "overall_length_ft": "60", "frontage_ft": "120", "mlw_ft": "14", "channel_ft": "125",
        "vessels": [boat("Sample Dory", "Skiff", "15", "6", "20", "outboard", "25")],
        "berth_from_ft": "24", "berth_to_ft": "39",
        "soundings": sounded(
            (14, 0, "line"), (19, 18, "line"), (23, 30, "line"), (25, 36, "berth"), (32, 42, "berth"),
            (39, 45, "berth"), (60, 54, "way-out"), (90, 60, "way-out"), (125, 84, "way-out"),
        ),
        **_survey("60", sampled="70"),
    },
    unmet=("needed-length", "season-begins", "season-ends"),
)  # fmt: skip

LIFT = Sample(
    "lift", "A new dock with a lift for a resident's access", ("A2", "6", "18", "Sample Channel Way"),
    "Sample Gull Family",
    {
        "parts": [
            part("pier", "0", "48"),
            part("ramp", "48", "14", "4"),
            part("float", "62", "18", "8", depth_under_in="60"),
            part("tie-off-pile", "66", "0", "1"),
            part("tie-off-pile", "80", "0", "1"),
        ],
        "overall_length_ft": "80", "frontage_ft": "170", "mlw_ft": "24", "channel_ft": "170",
        "vessels": [boat("Sample Gull", "Pontoon boat", "20", "8", "18", "outboard", "90")],
        "berth_from_ft": "62", "berth_to_ft": "82",
        "soundings": sounded(
            (24, 0, "line"), (40, 24, "line"), (54, 42, "line"), (60, 45, "line"), (63, 51, "berth"),
            (72, 57, "berth"), (81, 60, "berth"), (110, 72, "way-out"), (140, 84, "way-out"),
            (170, 96, "way-out"),
        ),
        "has_lift": YES, "lift_basis": "handicapped-access", "lift_hydraulic": NO,
        "lift_neutral_color": YES, "lift_hull_above_mhw_in": "10", "lift_vessel": "Sample Gull",
        "lift_hull_neutral": YES, "lift_bottom_paint": "none", "lift_paint_specs_given": YES,
        **_survey("80", sampled="80"),
    },
    unknown=("lift-at-new-dock",),
)  # fmt: skip

DREDGE = Sample(
    "dredge", "Dredging at a pier that silted up", ("D9", "2", "55", "Sample Inlet Road"),
    "Sample Cormorant Family",
    {
        "work": "dredging", "makes_larger": NO, "earlier_order": "Sample order 12, June 3, 1999",
        "parts": [
            part("pier", "0", "50"),
            part("ramp", "50", "14", "3"),
            part("float", "64", "20", "10", depth_under_in="30"),
        ],
        "overall_length_ft": "84", "frontage_ft": "175", "mlw_ft": "26", "channel_ft": "190",
        "vessels": [boat("Sample Shag", "Sloop with an auxiliary", "26", "8.5", "36", "inboard", "15")],
        "berth_from_ft": "62", "berth_to_ft": "88",
        "soundings": sounded(
            (26, 0, "line"), (45, 18, "line"), (60, 27, "line"), (66, 33, "berth"), (76, 36, "berth"),
            (86, 39, "berth"), (110, 45, "way-out"), (140, 54, "way-out"), (165, 69, "way-out"),
            (190, 96, "way-out"),
        ),
        "dredging": "improvement", "dredging_at": "existing-pier", "dredging_ground": "nourished-drift",
        "dredge_to_ft": "5.5", "permitted_depth_ft": "5.5",
        **_survey("84", sampled="82"),
    },
    unknown=("dock-permitted", "dredging-new-site", "dredging-existing"),
)  # fmt: skip

JET = Sample(
    "jet", "A jet boat over ground of low rating", ("J4", "17", "9", "Sample Point Road"),
    "Sample Kingfisher Family",
    {
        "shellfish_rating": "4", "shellfish_habitat": NO,
        "parts": [
            part("stairs", "0", "5"),
            part("pier", "5", "35"),
            part("ramp", "40", "16", "3"),
            part("float", "56", "18", "8", depth_under_in="30"),
        ],
        "overall_length_ft": "74", "frontage_ft": "160", "mlw_ft": "18", "channel_ft": "155",
        "vessels": [boat("Sample Comet", "Jet boat", "18", "8", "15", "jet", "180")],
        "berth_from_ft": "56", "berth_to_ft": "74",
        "drive_narrative": "The boat idles within 200 ft of shore; the intake is 40 in. over the bottom.",
        "soundings": sounded(
            (18, 0, "line"), (34, 12, "line"), (48, 21, "line"), (55, 24, "line"), (57, 30, "berth"),
            (66, 39, "berth"), (73, 45, "berth"), (100, 60, "way-out"), (130, 72, "way-out"),
            (155, 90, "way-out"),
        ),
        **_survey("74", sampled="77"),
    },
    unknown=("drive-narrative",),
)  # fmt: skip

PADDLE = Sample(
    "paddle", "A landing for a kayak and a rowing dinghy", ("K6", "12", "2", "Sample Creek Road"),
    "Sample Egret Family",
    {
        "has_channel": NO, "way_out_to": "open-water", "linear_waterway": YES, "waterway_width_ft": "150",
        "parts": [
            part("walkway", "-30", "30", over_marsh=YES, light_percent="66"),
            part("ramp", "0", "12", "3"),
            part("float", "12", "12", "6", depth_under_in="14"),
        ],
        "overall_length_ft": "54", "frontage_ft": "95", "mlw_ft": "8",
        "vessels": [
            boat("Sample Reed", "Kayak", "14", "2.25", "5", "none"),
            boat("Sample Oar", "Rowing dinghy", "12", "4", "6", "none"),
        ],
        "berth_from_ft": "12", "berth_to_ft": "24",
        "soundings": sounded(
            (8, 0, "line"), (13, 15, "berth"), (18, 21, "berth"), (24, 27, "berth"), (40, 36, "way-out"),
        ),
        **_survey("54", sampled="67"),
    },
)  # fmt: skip

EXTENSION = Sample(
    "extension", "An extension with too much float and too little depth",
    ("E8", "25", "31", "Sample Neck Road"), "Sample Eider Family",
    {
        "work": "extension", "makes_larger": YES, "earlier_order": "Sample order 31, May 9, 2006",
        "parts": [
            part("stairs", "0", "6"),
            part("pier", "6", "40"),
            part("ramp", "46", "14", "3"),
            part("float", "60", "20", "8", depth_under_in="45"),
            part("float", "80", "16", "5", across=True, depth_under_in="48"),
            part("dolphin", "85", "0", "2"),
        ],
        "overall_length_ft": "85", "frontage_ft": "190", "mlw_ft": "20", "channel_ft": "135",
        "vessels": [boat("Sample Eider", "Express cruiser", "30", "10.5", "33", "inboard", "300")],
        "berth_from_ft": "85", "berth_to_ft": "95.5", "lead_caps": YES,
        "soundings": sounded(
            (20, 0, "line"), (40, 21, "line"), (60, 39, "line"), (78, 48, "line"), (86, 54, "berth"),
            (95, 57, "berth"), (115, 66, "way-out"), (135, 84, "way-out"),
        ),
        **_survey("101", sampled=""),
    },
    unmet=("lead-caps", "float-area", "depth-high-value", "depth-attainable"),
    unknown=("survey-sampled",),
)  # fmt: skip

SAMPLES = (RIVER, HARBOR, POND, SHARED, SEASONAL, LIFT, DREDGE, JET, PADDLE, EXTENSION)
