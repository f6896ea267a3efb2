"""The rows of a dock's notice: its parts, soundings, boats and lights."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from docks.models.columns import choice, depth, elevation, feet, inches, number
from docks.models.notice import Datum, DockNotice
from docks.rules import facts as f
from office.models.columns import line, yes_no
from office.models.rows import AnswerRow


class DockPart(AnswerRow):
    """One component of the structure (703-2): each of them is the dock."""

    class Kind(models.TextChoices):
        WALKWAY = f.WALKWAY, "Walkway"
        RAMP = f.RAMP, "Ramp"
        PIER = f.PIER, "Pier"
        FLOAT = f.FLOAT, "Float"
        DOLPHIN = f.DOLPHIN, "Dolphin"
        TIE_OFF_PILE = f.TIE_OFF_PILE, "Tie-off pile"
        OUTHAUL_POST = f.OUTHAUL_POST, "Outhaul post"
        BULKHEAD = f.BULKHEAD, "Bulkhead"
        STAIRS = f.STAIRS, "Stairs"

    notice = models.ForeignKey(DockNotice, models.CASCADE, related_name="parts")
    kind = choice("kind of part", Kind)
    length_ft = feet("length in feet", "703-4(J)", "The longer side; of a pile or post 0.")
    width_ft = feet("width in feet", "703-4(I)")
    from_shore_ft = feet(
        "from shore in feet", "703-4(J)",
        "From mean high water to its near end, along the pier’s line; below zero where it begins on land.",
        least=-1000,
    )  # fmt: skip
    across = yes_no("across the line", "An ell or a tee lies across the pier’s line.")
    over_marsh = yes_no("over salt marsh")
    light_percent = number(
        "light passing, in percent", "703-4(I)", least=0, most=100, unit="percent",
        help_text="Only of a part over salt marsh.",
    )  # fmt: skip
    depth_under_in = inches(
        "water under it, in inches", "703-4(H)", "Only of a float: the least at mean low water.", least=-240
    )

    PUBLIC = ("kind", "length_ft", "width_ft", "from_shore_ft")

    class Meta(AnswerRow.Meta):
        verbose_name = "part"
        verbose_name_plural = "parts of the dock"


class DockSounding(AnswerRow):
    """One depth as it was measured, down to the top of soft sediments (703-3(E)(3) and (5))."""

    class Place(models.TextChoices):
        LINE = f.LINE, "On the pier’s line"
        BERTH = f.BERTH, "At the berth"
        WAY_OUT = f.WAY_OUT, "On the way out"
        AROUND = f.AROUND, "Around the dock"

    notice = models.ForeignKey(DockNotice, models.CASCADE, related_name="soundings")
    distance_ft = feet(
        "distance from shore in feet", "703-3(E)(3)",
        "Along the pier’s line, and on along the boat’s way out.", least=-1000,
    )  # fmt: skip
    depth_ft = depth(
        "depth measured, in feet", "703-3(E)(3)", "From the surface to the top of soft sediments."
    )
    tide_ft = elevation("tide then, in feet", "703-3(E)(4)", "Height of the water above the datum beside it.")
    datum = choice("datum of the tide", Datum)
    place = choice("place", Place)

    class Meta(AnswerRow.Meta):
        verbose_name = "sounding"
        verbose_name_plural = "soundings"


class DockVessel(AnswerRow):
    """A boat that is to lie at the dock (703-3(D)(2))."""

    class Drive(models.TextChoices):
        OUTBOARD = f.OUTBOARD, "Outboard"
        STERNDRIVE = f.STERNDRIVE, "Inboard-outboard"
        INBOARD = f.INBOARD, "Inboard"
        JET = f.JET, "Jet"
        OTHER = f.OTHER_DRIVE, "Another drive"
        NONE = f.NO_MOTOR, "No motor"

    notice = models.ForeignKey(DockNotice, models.CASCADE, related_name="vessels")
    name = line("name", "A name, or what tells it from the others.", most=80)
    type = line("type", "Such as center console, sloop, kayak.", most=80)
    length_ft = feet("length in feet", "703-3(D)(2)")
    beam_ft = feet("beam in feet", "703-4(J)(2)")
    draft_in = inches("draft in inches", "703-2", "Loaded to the maker’s most, with the drive at its lowest.")
    drive = choice("drive", Drive)
    horsepower = number("horsepower", "703-3(D)(2)", least=0, most=100_000, places=1)

    class Meta(AnswerRow.Meta):
        verbose_name = "boat"
        verbose_name_plural = "boats"


class DockLight(AnswerRow):
    """A light on the dock, or several alike (703-4(D))."""

    notice = models.ForeignKey(DockNotice, models.CASCADE, related_name="lights")
    count = models.IntegerField(
        "how many", null=True, blank=True,
        validators=[
            MinValueValidator(1, "Write how many lights are alike, 1 or more. (703-4(D))"),
            MaxValueValidator(1000, "Write how many lights are alike, at most 1,000. (703-4(D))"),
        ],
    )  # fmt: skip
    incandescent = yes_no("incandescent", "Another lamp is for the Commission to accept.")
    watts = number("watts each", "703-4(D)", least=0, most=10_000, places=2, unit="watts")
    lumens = number("lumens each", "703-4(D)", least=0, most=900_000, places=1, unit="lumens")
    height_ft = feet("above the walking surface, in feet", "703-4(D)")
    apart_ft = feet("to the nearest other light, in feet", "703-4(D)", "Of a single light: leave it open.")
    shaded_down = yes_no("shaded to shine down only")
    timer = yes_no("on a timer")

    class Meta(AnswerRow.Meta):
        verbose_name = "light"
        verbose_name_plural = "lights"
