"""The questions of a notice of intent, in the order in which an engineer works."""

from __future__ import annotations

from docks.forms.rows import ROW_SETS
from docks.models import DockNotice
from office.forms import DetailsForm

SECTIONS = (
    ("proposal", "The proposal", (
        "work", "use", "water", "resource_areas", "makes_larger", "earlier_order", "seasonal", "in_on",
        "out_on",
    )),
    ("land", "The land", (
        "contiguous", "contiguous_reason", "occupancy_on", "no_occupancy_reason", "deed_at", "in_acec",
        "frontage_ft", "second_frontage_ft", "lots_adjoin", "agreement_registered", "agreement_at",
        "centre_offset_ft", "angle_degrees", "placing_comment",
    )),
    ("water", "The water", (
        "mlw_ft", "has_channel", "channel_ft", "linear_waterway", "waterway_width_ft", "way_out_to",
        "affects_navigation", "navigation_comment", "recreation_comment", "barnstable_harbor", "datum",
        "mhw_elevation_ft", "mlw_elevation_ft", "spring_tide_elevation_ft", "datum_method",
    )),
    ("structure", "The structure", (
        "parts", "overall_length_ft", "plank_gap_in", "single_pile", "pile_centers_ft", "deck_width_ft",
        "passage_means", "public_passage", "passage_signs", "dep_number_shown",
    )),
    ("boats", "The boats", ("vessels", "berth_from_ft", "berth_to_ft", "drive_narrative")),
    ("depths", "Depths", ("sounded_on", "sounded_at", "sounding_conditions", "soundings")),
    ("shellfish", "The shellfish survey", (
        "shellfish_habitat", "shellfish_rating", "relay_area", "surveyors", "survey_on", "survey_at",
        "survey_tide", "survey_method", "survey_results", "project_length_ft", "survey_radius_ft",
        "survey_unit", "survey_area", "sampled_area",
    )),
    ("lift", "A boat lift", (
        "has_lift", "lift_basis", "lift_circumstances", "lift_usual_means_fail", "lift_hydraulic",
        "lift_neutral_color", "lift_hull_above_mhw_in", "lift_extreme_tide_height_in", "lift_vessel",
        "lift_hull_neutral", "lift_bottom_paint", "lift_paint_specs_given",
    )),
    ("dredging", "Dredging", (
        "dredging", "dredging_at", "dredging_ground", "dredge_to_ft", "permitted_depth_ft",
    )),
    ("building", "Materials, building and storage", (
        "cca_wood", "cca_where", "cca_thickness_in", "lead_caps", "creosote", "construction_method",
        "equipment_precautions", "storage_site", "hauling_method", "storage_class",
    )),
    ("lights", "The lights", ("has_lights", "lights", "switched_both_ends", "lights_hinder_navigation")),
)  # fmt: skip
_TABLES = {row_set.name for row_set in ROW_SETS}


class NoticeForm(DetailsForm):
    """A notice of intent. What does not apply is said by its first question: no lift, no channel."""

    sections = SECTIONS
    row_sets = ROW_SETS

    class Meta(DetailsForm.Meta):
        model = DockNotice
        fields = [name for _, _, names in SECTIONS for name in names if name not in _TABLES]
