"""The form of a determination, with what was measured for the Coastal District."""

from __future__ import annotations

from dataclasses import fields as columns
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms

from districts.models import Determination
from districts.rules import coastal
from districts.rules.overlays import COASTAL
from office.fields import DayField

# Label and hint of each measure of `coastal.Land`, in the order of the limbs (a) to (d).
MEASURES = {
    "lowest_ft": ("Lowest elevation, in feet", "Above mean sea level."),
    "highest_ft": ("Highest elevation, in feet", "Above mean sea level."),
    "water_acres": ("Largest coastal water within 500 ft, in acres", "Write 0 when there is none."),
    "mhw_nearest_ft": ("Nearest point to mean high water, in feet", ""),
    "mhw_farthest_ft": ("Farthest point from mean high water, in feet", ""),
    "rise_ft": ("The slope's rise, in feet", "Only of a slope: how far up …"),
    "run_ft": ("The slope's run, in feet", "… in how far along."),
    "crest_nearest_ft": ("Nearest point to the crest, in feet", ""),
    "crest_farthest_ft": ("Farthest point from the crest, in feet", ""),
    "acres": ("The whole lot, in acres", ""),
    "wetland_acres": ("Its wetlands, in acres", "Write 0 when there are none."),
    "acres_below": ("Its land below the 20-ft elevation, in acres", ""),
    "wetland_acres_below": ("Wetlands among that, in acres", "Write 0 when there are none."),
}
LANDFORM_CHOICES = [
    ("", "Not known"), ("none", "None of these"), ("dune", "A dune"), ("bank", "A bank"),
    ("cliff", "A cliff"), ("ravine", "A ravine"), ("slope", "Another slope"),
]  # fmt: skip
TOO_LONG = 300
DECIMAL = {"inputmode": "decimal", "class": "short", "autocomplete": "off"}


def _sentence(label: str, missing: str, hint: str = "", need: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=hint, required=need, max_length=TOO_LONG,
        widget=forms.Textarea(attrs={"rows": 2}), error_messages={"required": missing},
    )  # fmt: skip


class DeterminationForm(forms.Form):
    """How the lot lies in one district, why, and what it rests on."""

    use_required_attribute = False
    extent = forms.ChoiceField(
        label="How the lot lies", choices=Determination.Lies.choices, widget=forms.RadioSelect,
        error_messages={"required": "Say whether the lot lies wholly inside, partly inside, or outside."},
    )  # fmt: skip
    where = _sentence("Which part is inside", "", "Only when it lies partly inside.", need=False)
    reason = _sentence("Reason", "Write the reason in one sentence.")
    rests_on = _sentence(
        "What it rests on", "Name what it rests on.", "A survey and its date, the assessor's map, a vote."
    )

    def __init__(self, *args: Any, today: date, district: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.measured: list[str] = []
        if district == COASTAL:
            self._ask_measures()
        on = DayField(label="It holds from", initial=today)
        on.today = today
        self.fields["on"] = on

    def _ask_measures(self) -> None:
        for column in columns(coastal.Land):
            if column.name == "landform":
                self.fields["landform"] = forms.ChoiceField(
                    label="What the 20-ft contour runs along", choices=LANDFORM_CHOICES, required=False
                )
            else:
                label, hint = MEASURES[column.name]
                self.fields[column.name] = forms.DecimalField(
                    label=label, help_text=hint, required=False, max_digits=9, decimal_places=2,
                    min_value=None if column.name in ("lowest_ft", "highest_ft") else Decimal(0),
                    widget=forms.TextInput(attrs=dict(DECIMAL)),
                    error_messages={
                        "invalid": "Write a number in digits, such as 12.5.",
                        "min_value": "Write 0 or more. (09.9.1(1))",
                    },
                )  # fmt: skip
            self.measured.append(column.name)

    def clean_on(self) -> date:
        on: date = self.cleaned_data["on"]
        if on > self.fields["on"].today:  # type: ignore[attr-defined]
            raise forms.ValidationError("This day has not come yet. Write today or an earlier day.")
        return on

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if said.get("extent") == "part" and not said.get("where", "").strip():
            self.add_error("where", "Say which part of the lot is inside, such as “below the 10-ft contour”.")
        pairs = (
            ("lowest_ft", "highest_ft"), ("mhw_nearest_ft", "mhw_farthest_ft"),
            ("crest_nearest_ft", "crest_farthest_ft"), ("acres_below", "acres"), ("wetland_acres", "acres"),
            ("wetland_acres_below", "wetland_acres"), ("wetland_acres_below", "acres_below"),
        )  # fmt: skip
        for less, more in pairs:
            low, high = said.get(less), said.get(more)
            if low is not None and high is not None and low > high:
                words = str(self.fields[more].label)
                self.add_error(less, f"This is more than “{words}”. Correct one of the two. (09.9.1(1))")
        return said

    @property
    def measures(self) -> dict[str, Any]:
        """What was measured and can be read so far."""
        said = getattr(self, "cleaned_data", {})
        return {name: said[name] for name in self.measured if said.get(name) not in (None, "")}

    @property
    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in ("extent", "where", "reason", "rests_on", "on")]

    @property
    def asked_measures(self) -> list[forms.BoundField]:
        return [self[name] for name in self.measured]
