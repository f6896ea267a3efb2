"""The notice of intent for a dock (703-3): what an engineer says of it, in the order of the work."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from docks.models.cites import CITES
from docks.models.columns import choice, elevation, feet, inches, number, words
from docks.rules import facts as f
from office.models import Case
from office.models.columns import line, yes_no


class Datum(models.TextChoices):
    """From what heights are measured (703-3(E)(4))."""

    MLW = f.MLW, "Mean low water"
    MLLW = f.MLLW, "Mean lower low water"
    NAVD88 = f.NAVD88, "NAVD 88"
    NGVD29 = f.NGVD29, "NGVD 29"
    OTHER = f.OTHER_DATUM, "Another datum"


class DockNotice(models.Model):
    """A notice of intent. Distances run along the pier's line from mean high water, in feet."""

    class Work(models.TextChoices):
        NEW = f.NEW, "A new dock"
        ALTERATION = f.ALTERATION, "A substantial alteration"
        EXTENSION = f.EXTENSION, "An extension"
        TO_SEASONAL = f.TO_SEASONAL, "Permanent made seasonal"
        TO_PERMANENT = f.TO_PERMANENT, "Seasonal made permanent"
        LIFT = f.LIFT, "A boat lift"
        DREDGING = f.DREDGING, "Dredging"

    class Use(models.TextChoices):
        RESIDENTIAL = f.RESIDENTIAL, "One dwelling"
        SHARED = f.SHARED, "Two adjoining lots together"
        ASSOCIATION = f.ASSOCIATION, "A yacht club, association or community"
        COMMERCIAL = f.COMMERCIAL, "Commercial"
        GOVERNMENTAL = f.GOVERNMENTAL, "Governmental"
        MOORED_FLOAT = f.MOORED_FLOAT, "A float at a mooring, not connected to shore"

    class Water(models.TextChoices):
        SALT = f.SALT, "Salt or tidal water"
        FRESH = f.FRESH, "Fresh water"

    class WayOut(models.TextChoices):
        CHANNEL = f.TO_CHANNEL, "The nearest navigable channel"
        OPEN_WATER = f.TO_OPEN_WATER, "Open water"

    class Passage(models.TextChoices):
        STAIRS = f.PASSAGE_STAIRS, "Stairs at or near mean high water"
        OTHER = f.PASSAGE_OTHER, "Another way to pass"
        NONE = f.PASSAGE_NONE, "None"

    class Storage(models.TextChoices):
        PERMITTED = f.PERMITTED_AREA, "A permitted area reached without damage"
        OUTSIDE = f.OUTSIDE, "Outside the Commission’s jurisdiction"
        MARSH = f.MARSH, "On a marsh"
        DUNE = f.DUNE, "On a dune"
        BANK = f.BANK, "On a coastal bank"

    class CcaPlace(models.TextChoices):
        PILES = f.CCA_PILES, "Piles"
        STRUCTURAL = f.CCA_STRUCTURAL, "Structural timber"
        BOTH = f.CCA_BOTH, "Piles and structural timber"
        ELSEWHERE = f.CCA_ELSEWHERE, "Decking or elsewhere"

    class AreaUnit(models.TextChoices):
        SQUARE_FEET = f.SQUARE_FEET, "Square feet"
        SQUARE_METERS = f.SQUARE_METERS, "Square meters"

    class LiftBasis(models.TextChoices):
        ACCESS = f.ACCESS, "Handicapped access of a resident"
        EXTRAORDINARY = f.EXTRAORDINARY, "Extraordinary circumstances"
        NEITHER = f.NEITHER, "Neither"

    class Paint(models.TextChoices):
        NONE = f.NO_PAINT, "No bottom paint"
        NON_TOXIC = f.NON_TOXIC, "Non-toxic paint"
        OTHER = f.OTHER_PAINT, "Another paint"

    class Dredging(models.TextChoices):
        NONE = f.NO_DREDGING, "None"
        MAINTENANCE = f.MAINTENANCE, "Maintenance"
        IMPROVEMENT = f.IMPROVEMENT, "Improvement"

    class DredgingSite(models.TextChoices):
        NEW = f.NEW_SITE, "At a new site"
        EXISTING = f.EXISTING_PIER, "At a permitted pier, or on the way from it to the channel"

    class DredgingGround(models.TextChoices):
        DRIFT = f.NOURISHED_DRIFT, "Drift from nourished beaches, dunes or banks"
        SHIPS = f.LARGE_SHIPS, "Large ferries or ships passing in the channel"
        NEITHER = f.NEITHER, "Neither"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")

    # ---- The proposal
    work = choice("what is proposed", Work)
    use = choice("whose dock it is", Use)
    water = choice(
        "which water it stands in", Water,
        "A dock in fresh water is judged by these rules only once the Commission has found so.",
    )  # fmt: skip
    resource_areas = line(
        "resource areas it stands on",
        "Such as land under the ocean, coastal beach below mean high water, salt marsh.", most=300,
    )  # fmt: skip
    makes_larger = yes_no(
        "is any part longer, wider or more than before?", "Only of work on a dock that stands."
    )
    earlier_order = line(
        "order under which the standing dock was permitted", "Number and day. Only of a dock that stands."
    )
    seasonal = yes_no(
        "does the whole dock come out each winter?", "Supports and floats too: then it is seasonal."
    )
    in_on = models.DateField(
        "day it is put in", null=True, blank=True, help_text="Of a seasonal dock: the first year’s day."
    )
    out_on = models.DateField(
        "day by which it is out again", null=True, blank=True,
        help_text="Of a seasonal dock: the first year’s day.",
    )  # fmt: skip

    # ---- The land
    contiguous = yes_no(
        "does the land adjoin the dwelling served?", "No also where a road lies between dwelling and shore."
    )
    contiguous_reason = line(
        "why a dock on land that does not adjoin", "What has been so for long and is unusual.", most=400
    )
    occupancy_on = models.DateField(
        "day of the occupancy permit", null=True, blank=True, help_text="Of the dwelling served."
    )
    no_occupancy_reason = line("why there is no occupancy permit", most=300)
    deed_at = line("deed at the Registry", "Book and page, or the number of the certificate.", most=80)
    in_acec = yes_no("is it in an area of critical environmental concern?")
    frontage_ft = feet(
        "water frontage in feet", "703-4(J)(1)", "A straight line between the lot’s waterfront corners."
    )
    second_frontage_ft = feet(
        "water frontage of the second lot in feet", "703-4(J)(1)", "Only of a dock that two lots share."
    )
    lots_adjoin = yes_no("do the two lots adjoin?", "Only of a dock that two lots share.")
    agreement_registered = yes_no(
        "is the agreement registered in perpetuity?", "Only of a dock that two lots share."
    )
    agreement_at = line(
        "agreement at the Registry of Deeds", "Book and page, or the number of the certificate.", most=80
    )
    centre_offset_ft = feet(
        "base of the dock off the lot’s center line, in feet", "703-4(L)", "0 when it stands on it."
    )
    angle_degrees = number(
        "angle off the perpendicular to the shore, in degrees", "703-4(L)", least=0, most=90,
        unit="degrees", help_text="0 when it runs straight out.",
    )  # fmt: skip
    placing_comment = words("why it is placed so")

    # ---- The water
    mlw_ft = feet(
        "mean high water to mean low water in feet", "703-4(J)(3)", "Along the pier’s line.",
    )  # fmt: skip
    has_channel = yes_no("is there a channel the public uses?", "Marked or historic.")
    channel_ft = feet(
        "shore to the nearer edge of the channel, in feet", "703-4(J)(2)", "Along the pier’s line.",
    )  # fmt: skip
    linear_waterway = yes_no("is the water a linear waterway?", "A river, a narrow estuary and the like.")
    waterway_width_ft = feet("width of the waterway at mean low water, in feet", "703-4(J)(4)")
    way_out_to = choice("where the boat’s way out ends", WayOut, "The nearer of the two.")
    affects_navigation = yes_no("does the dock affect navigation?")
    navigation_comment = words("what stays open for boats and other uses")
    recreation_comment = words(
        "what the public has long done here", "Sailing, fishing, a way to the water; and how it goes on."
    )
    barnstable_harbor = yes_no("is it in Barnstable Harbor?")
    datum = choice("datum of the elevations below", Datum)
    datum_method = words(
        "how mean low and mean high water were found",
        "From another datum than mean low water: with the calculation.",
    )  # fmt: skip
    mhw_elevation_ft = elevation("mean high water in that datum, in feet", "703-3(E)(4)")
    mlw_elevation_ft = elevation("mean low water in that datum, in feet", "703-3(E)(4)")
    spring_tide_elevation_ft = elevation("spring tide line in that datum, in feet", "703-4(Q)(3)(c)")

    # ---- The structure
    overall_length_ft = feet(
        "overall length in feet", "703-4(J)(3)",
        "Along the line, from the shore end of the first part to the outermost point. It must agree with "
        "the parts.",
    )  # fmt: skip
    plank_gap_in = inches("space between planks, in inches", "703-4(I)", most=48)
    single_pile = yes_no("is it built on single piles?")
    pile_centers_ft = feet("width from pile center to pile center, in feet", "703-4(I)")
    deck_width_ft = feet("deck width in feet", "703-4(I)", "Only of a dock on single piles.")
    passage_means = choice("how the public passes along the shore", Passage)
    public_passage = words("what it is, and where")
    passage_signs = yes_no("do signs tell the public of its right of access?")
    dep_number_shown = yes_no(
        "has the DEP number a place of its own?", "Permanent, conspicuous, and visible from seaward."
    )

    # ---- Boats
    berth_from_ft = feet(
        "shore to the near end of the berth, in feet", "703-4(M)(4)", "Along the pier’s line."
    )
    berth_to_ft = feet("shore to the far end of the berth, in feet", "703-4(M)(4)", "Along the pier’s line.")
    drive_narrative = words(
        "how the depth protects the shore from an unconventional drive", "Only of jets and the like."
    )

    # ---- Depths
    sounded_on = models.DateField("day of the soundings", null=True, blank=True)
    sounded_at = models.TimeField("time of the soundings", null=True, blank=True)
    sounding_conditions = line("weather and tide at the soundings", most=300)

    # ---- The shellfish survey
    shellfish_habitat = yes_no(
        "is there shellfish, or habitat of shellfish?",
        "That none was found does not decide it by itself: numbers rise and fall.",
    )  # fmt: skip
    shellfish_rating = models.IntegerField(
        "rating of the Natural Resources Division", null=True, blank=True,
        help_text="On its maps or reports filed with the Town Clerk.",
        validators=[
            MinValueValidator(0, "Write the rating as the map has it, from 0 to 100. (703-4(M)(1))"),
            MaxValueValidator(100, "Write the rating as the map has it, from 0 to 100. (703-4(M)(1))"),
        ],
    )  # fmt: skip
    relay_area = yes_no("is it an area for relaying shellfish?")
    surveyors = line("who made the survey", "Résumés go with the papers.", most=300)
    survey_on = models.DateField("day of the survey", null=True, blank=True)
    survey_at = models.TimeField("time of the survey", null=True, blank=True)
    survey_tide = line("tide at the survey")
    survey_method = words(
        "method and equipment of the survey", "With place and number of transects or quadrats."
    )
    survey_results = words("results, observations and conclusions")
    project_length_ft = feet("length of the project surveyed around, in feet", "703-3(D)(6)")
    survey_radius_ft = feet("survey reaches around the project, in feet", "703-3(D)(6)")
    survey_unit = choice("unit of the two areas below", AreaUnit)
    survey_area = number("area surveyed", "703-3(D)(6)", least=0, most=900_000, places=2)
    sampled_area = number("area of all samples together", "703-3(D)(6)", least=0, most=900_000, places=2)

    # ---- A lift
    has_lift = yes_no("is there to be a boat lift, elevator or davit?")
    lift_basis = choice("why a lift", LiftBasis)
    lift_circumstances = words(
        "what makes the circumstances extraordinary", "Wind, tides, currents or wakes, and what proves them."
    )
    lift_usual_means_fail = words("why whips, dolphins or tie-off piles cannot hold the boat")
    lift_hydraulic = yes_no("does the lift hold hydraulic fluid?")
    lift_neutral_color = yes_no("is the lift of a neutral color, or anodized?")
    lift_hull_above_mhw_in = inches("hull above mean high water, in inches", "703-4(Q)(3)(c)", least=-240)
    lift_extreme_tide_height_in = inches(
        "greater height the Commission set, in inches above mean high water", "703-4(Q)(3)(c)",
        "Only where it set one for extreme tides.",
    )  # fmt: skip
    lift_vessel = line("the one boat it lifts", "By its name among the boats.", most=80)
    lift_hull_neutral = yes_no("is that boat’s hull of a neutral color?")
    lift_bottom_paint = choice("bottom paint of that boat", Paint)
    lift_paint_specs_given = yes_no("did staff get the paint’s specifications?")

    # ---- Dredging
    dredging = choice("dredging", Dredging)
    dredging_at = choice("where it is dredged", DredgingSite)
    dredging_ground = choice("what filled it in", DredgingGround, "The two grounds for a waiver.")
    dredge_to_ft = number(
        "depth to dredge to, in feet at mean low water", "703-4(R)(3)", least=0, most=500, unit="feet"
    )
    permitted_depth_ft = number(
        "depth when the dock was permitted, in feet at mean low water", "703-4(R)(3)", least=0, most=500,
        unit="feet",
    )  # fmt: skip

    # ---- Materials, building, storage
    cca_wood = yes_no("is there wood treated with CCA?")
    cca_where = choice("where that wood is", CcaPlace)
    cca_thickness_in = inches("thinnest piece of that wood, in inches", "703-4(C)", most=120)
    lead_caps = yes_no("are there lead caps?")
    creosote = yes_no("is there creosote?")
    construction_method = words("materials, and how it is built", "With the way piles are set.")
    equipment_precautions = words(
        "how barge and equipment are kept from damage", "Near habitat of shellfish."
    )
    storage_site = line("where floats and boats are stored in winter", most=300)
    hauling_method = line("how they are hauled there", most=300)
    storage_class = choice("what that place is", Storage)

    # ---- Lights
    has_lights = yes_no("are there lights on the dock?")
    switched_both_ends = yes_no("can they be switched at both ends of the dock?")
    lights_hinder_navigation = yes_no("do they interfere with safe navigation?")

    CITES = CITES
    # Nothing of a person, a boat's name or why somebody needs a lift.
    PUBLIC: tuple[str, ...] = (
        "work", "use", "water", "seasonal", "overall_length_ft", "parts", "has_lift", "dredging",
    )  # fmt: skip

    def __str__(self) -> str:
        return f"Notice of intent {self.case.number}"
