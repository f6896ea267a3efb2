"""The tables of a notice: parts, boats, soundings, lights."""

from __future__ import annotations

from docks.models import DockLight, DockPart, DockSounding, DockVessel
from office.forms import RowForm, RowSet


class PartForm(RowForm):
    parent = "notice"

    class Meta(RowForm.Meta):
        model = DockPart
        fields = (
            "kind", "length_ft", "width_ft", "from_shore_ft", "across", "over_marsh", "light_percent",
            "depth_under_in",
        )  # fmt: skip


class SoundingForm(RowForm):
    parent = "notice"

    class Meta(RowForm.Meta):
        model = DockSounding
        fields = ("distance_ft", "depth_ft", "tide_ft", "datum", "place")


class VesselForm(RowForm):
    parent = "notice"

    class Meta(RowForm.Meta):
        model = DockVessel
        fields = ("name", "type", "length_ft", "beam_ft", "draft_in", "drive", "horsepower")


class LightForm(RowForm):
    parent = "notice"

    class Meta(RowForm.Meta):
        model = DockLight
        fields = (
            "count", "incandescent", "watts", "lumens", "height_ft", "apart_ft", "shaded_down", "timer",
        )  # fmt: skip


PARTS = RowSet(
    "parts", PartForm, "Parts of the dock", "part",
    "Everything counts: walkway, ramp, pier, floats, dolphins, piles and posts. For a lift or dredging "
    "alone, list the parts that stand.", most=40,
)  # fmt: skip
SOUNDINGS = RowSet(
    "soundings", SoundingForm, "Soundings", "sounding",
    "Within 100 ft all around the dock, and along the way out to the nearest channel.",
    pasted=True, most=500,
)  # fmt: skip
VESSELS = RowSet(
    "vessels", VesselForm, "Boats", "boat", "Each boat that is to lie at the dock.", most=20
)  # fmt: skip
LIGHTS = RowSet("lights", LightForm, "Lights", "light", "Each light, or several alike.", most=20)
ROW_SETS = (PARTS, VESSELS, SOUNDINGS, LIGHTS)
