"""What is known of a dock: the facts that chapter 703 is measured against.

Distances run along the line of the pier from the shore, which is mean high water (a reading, 703-4(J)(1)),
in feet; drafts and clearances are in inches; `None` is not known yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from office.law import Facts, Unknown

T = TypeVar("T")

INCHES_PER_FOOT = Decimal(12)

# What is proposed (703-3(A)).
NEW, ALTERATION, EXTENSION = "new", "alteration", "extension"
TO_SEASONAL, TO_PERMANENT = "to-seasonal", "to-permanent"
LIFT, DREDGING = "lift", "dredging"

# Whose structure it is (703-1(A), 703-2): the chapter is for the first three.
RESIDENTIAL, SHARED, ASSOCIATION = "residential", "shared", "association"
COMMERCIAL, GOVERNMENTAL, MOORED_FLOAT = "commercial", "governmental", "moored-float"

SALT, FRESH = "salt", "fresh"

# Components (703-2): all of them are the dock.
WALKWAY, RAMP, PIER, FLOAT = "walkway", "ramp", "pier", "float"
DOLPHIN, TIE_OFF_PILE, OUTHAUL_POST = "dolphin", "tie-off-pile", "outhaul-post"
BULKHEAD, STAIRS = "bulkhead", "stairs"

# Where a sounding was taken (703-4(M), 703-3(E)(3)): on the pier's line from the shore to the berth, at the
# berth, on the way out from it, or elsewhere around the dock.
LINE, BERTH, WAY_OUT, AROUND = "line", "berth", "way-out", "around"
TO_CHANNEL, TO_OPEN_WATER = "channel", "open-water"  # where the way out ends (703-4(M)(4))

# From what a tide height is measured.
MLW, MLLW, NGVD29, NAVD88, OTHER_DATUM = "mlw", "mllw", "ngvd29", "navd88", "other"

# Drives (703-2 draft, 703-4(M)(3)).
OUTBOARD, STERNDRIVE, INBOARD, JET, OTHER_DRIVE, NO_MOTOR = (
    "outboard", "sterndrive", "inboard", "jet", "other", "none",
)  # fmt: skip
UNCONVENTIONAL = (JET, OTHER_DRIVE)

# What lets people pass along the shore (703-4(E)); where things winter (703-4(G)).
PASSAGE_STAIRS, PASSAGE_OTHER, PASSAGE_NONE = "stairs", "other", "none"
MARSH, DUNE, BANK, PERMITTED_AREA, OUTSIDE = "marsh", "dune", "bank", "permitted", "outside"

# Where CCA wood stands in the structure (703-4(C)).
CCA_PILES, CCA_STRUCTURAL, CCA_BOTH, CCA_ELSEWHERE = "pile", "structural", "pile-and-structural", "other"

# In what the survey's areas are told (703-3(D)(6)).
SQUARE_FEET, SQUARE_METERS = "sqft", "sqm"

# Why a lift (703-4(Q)) and what the boat's bottom is painted with.
ACCESS, EXTRAORDINARY, NEITHER = "handicapped-access", "extraordinary", "neither"
NO_PAINT, NON_TOXIC, OTHER_PAINT = "none", "non-toxic", "other"

# Dredging (703-4(R)).
NO_DREDGING, MAINTENANCE, IMPROVEMENT = "none", "maintenance", "improvement"
NEW_SITE, EXISTING_PIER = "new-site", "existing-pier"
NOURISHED_DRIFT, LARGE_SHIPS = "nourished-drift", "large-ships"


class Row(Facts):
    """One row of a notice. A cell that is not known is None and reads as such: a rule goes through all rows
    before it answers, so that an unknown cell never hides another row that already fails. What a finding
    names as read is the set of rows.
    """

    if not TYPE_CHECKING:
        __getattribute__ = object.__getattribute__


@dataclass(frozen=True)
class Part(Row):
    """One component of the structure.

    `from_shore_ft` is where its near end stands on the pier's line. Along the line it reaches `length_ft`
    further; an ell or a tee lies `across` it and reaches its width. A post or pile has no length (0).
    The light is asked of a part over marsh, the depth of a float; of others nobody asks them.
    """

    kind: str
    length_ft: Decimal
    width_ft: Decimal
    from_shore_ft: Decimal
    across: bool
    over_marsh: bool
    light_percent: Decimal  # 703-4(I): light that passes to the salt marsh under it
    depth_under_in: Decimal  # 703-4(H): least water under a float at mean low water


@dataclass(frozen=True)
class Sounding(Row):
    """One depth as measured: feet of water down to the top of soft sediments, and the tide at that time.

    `tide_ft` is the height of the water then, above `datum`.
    """

    distance_ft: Decimal
    depth_ft: Decimal
    tide_ft: Decimal
    datum: str
    place: str


@dataclass(frozen=True)
class Vessel(Row):
    """A boat that is to lie there. The draft is loaded to the maker's most, the drive at its lowest."""

    name: str
    length_ft: Decimal
    beam_ft: Decimal
    draft_in: Decimal
    drive: str
    horsepower: Decimal


@dataclass(frozen=True)
class Light(Row):
    """One light on the dock, or several alike (703-4(D))."""

    count: int
    incandescent: bool  # another lamp is for the Commission to accept (a reading)
    watts: Decimal
    lumens: Decimal
    height_ft: Decimal  # above the walking surface
    apart_ft: Decimal  # to the nearest other light; of a single light nobody asks it
    shaded_down: bool
    timer: bool


@dataclass(frozen=True)
class DockFacts(Facts):
    """A notice of intent as the rules see it. The last block is looked up, never asked."""

    # The proposal.
    work: str
    use: str
    water: str
    makes_larger: bool  # of work on a dock that stands: is any of it longer, wider or more than before?
    earlier_order: str  # number and day of the order by which a dock that stands was permitted
    seasonal: bool  # the whole structure comes out (703-2)
    in_on: date  # the day of the year it is put in, of a seasonal one
    out_on: date  # the day by which it is out again
    # The land (703-4(A), (B), (J)(1), (L), (N)).
    contiguous: bool
    contiguous_reason: str
    occupancy_on: date
    no_occupancy_reason: str
    in_acec: bool
    frontage_ft: Decimal
    second_frontage_ft: Decimal
    lots_adjoin: bool
    agreement_registered: bool
    agreement_at: str  # book and page, or certificate
    centre_offset_ft: Decimal
    angle_degrees: Decimal  # off the perpendicular
    placing_comment: str  # why there, why so
    # The water.
    mlw_ft: Decimal  # from the shore to mean low water
    has_channel: bool
    channel_ft: Decimal  # from the shore to the nearer edge
    linear_waterway: bool
    waterway_width_ft: Decimal  # at mean low water
    way_out_to: str  # the channel or open water (703-4(M)(4)), whichever is nearer on the boat's way
    affects_navigation: bool  # 703-1(I)
    navigation_comment: str  # what is left open for boats and other uses (703-4(J)(4), (K))
    recreation_comment: str  # long-standing public uses here (703-4(O))
    barnstable_harbor: bool
    datum: str  # in which the three elevations below are told
    datum_method: str
    mhw_elevation_ft: Decimal
    mlw_elevation_ft: Decimal
    spring_tide_elevation_ft: Decimal
    # The structure.
    parts: tuple[Part, ...]
    overall_length_ft: Decimal  # along the line, from the nearest part's shore end to the outermost point
    plank_gap_in: Decimal
    single_pile: bool
    pile_centers_ft: Decimal
    deck_width_ft: Decimal
    passage_means: str  # stairs, another way or none (703-4(E))
    public_passage: str  # what it is and where
    passage_signs: bool
    dep_number_shown: bool  # 703-4(F): a place for it, visible from seaward
    storage_site: str
    storage_class: str
    cca_wood: bool
    cca_where: str
    cca_thickness_in: Decimal  # of the thinnest piece
    lead_caps: bool
    creosote: bool
    has_lights: bool
    lights: tuple[Light, ...]
    switched_both_ends: bool
    lights_hinder_navigation: bool
    # Boats and depths.
    vessels: tuple[Vessel, ...]
    berth_from_ft: Decimal  # from the shore to the near end of where the boat lies, along the line
    berth_to_ft: Decimal  # to its far end
    soundings: tuple[Sounding, ...]
    shellfish_habitat: bool  # shellfish, or habitat of shellfish, on this land (703-1(I), 703-2)
    shellfish_rating: int  # Natural Resources Division's, on maps or reports filed with the Town Clerk
    relay_area: bool
    drive_narrative: str  # 703-4(M)(3)
    # The shellfish survey (703-3(D)(6)).
    project_length_ft: Decimal
    survey_radius_ft: Decimal
    survey_unit: str  # square feet or square meters, of the two areas below
    survey_area: Decimal
    sampled_area: Decimal
    # A lift (703-4(Q)).
    has_lift: bool
    lift_basis: str
    lift_circumstances: str  # wind, tides, currents or wakes here, and what proves them
    lift_usual_means_fail: str  # why whips, dolphins or tie-off piles cannot hold the boat
    lift_hydraulic: bool
    lift_neutral_color: bool  # or anodized
    lift_hull_above_mhw_in: Decimal
    lift_extreme_tide_height_in: Decimal  # a greater height that the Commission set
    lift_vessel: str  # the name of the one boat, as among the vessels
    lift_hull_neutral: bool
    lift_bottom_paint: str
    lift_paint_specs_given: bool
    # Dredging (703-4(R)).
    dredging: str
    dredging_at: str
    dredging_ground: str  # nourished drift, large ships, or neither
    dredge_to_ft: Decimal  # depth at mean low water asked for
    permitted_depth_ft: Decimal  # at mean low water when the dock was permitted
    # Looked up.
    fresh_water_found: bool  # 703-1(B): the Commission found the rules applicable
    high_value_habitat: bool  # 703-4(M)(1): by rating, relay area, or the Commission's finding
    beam_in_channel_margin: bool  # 703-4(J)(2): the office reads that the beam lies inside the 35 ft
    cca_note_in_force: bool  # 703-4(C): the Commission has found no suitable alternatives yet
    dock_permitted: bool  # an earlier dock here that was permitted (703-4(Q)(2), (R)(2))
    survey_excused: str  # 703-3(G): why the item of the shellfish survey was said not to apply


def inches(feet: Decimal) -> Decimal:
    """Feet as inches, exactly."""
    return feet * INCHES_PER_FOOT


def known(read: Callable[[], T]) -> T | None:
    """What `read` reads, or None when it is not known; the finding still names the fact it looked at."""
    try:
        return read()
    except Unknown:
        return None


def plain(number: Decimal) -> str:
    """A number as people write it: no exponent, no zeros at the end."""
    written = f"{number:f}"
    return written.rstrip("0").rstrip(".") if "." in written else written
