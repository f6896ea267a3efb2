"""The questions of temporary food service."""

from __future__ import annotations

from typing import Any

from django import forms

from office.forms import DetailsForm
from office.models import Facility
from permits.food.models import TemporaryFood

TEMPORARY = (
    ("event", "The event", ("event", "first_on", "last_on")),
    ("food", "The food", ("serves", "sources")),
    ("business", "The business", ("non_profit", "in_town", "establishment", "no_establishment")),
)


class TemporaryForm(DetailsForm):
    """One event. The three last questions decide the fee (09.5.3)."""

    sections = TEMPORARY

    class Meta(DetailsForm.Meta):
        model = TemporaryFood
        fields = [name for _, _, names in TEMPORARY for name in names]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        place = self.fields["establishment"]
        assert isinstance(place, forms.ModelChoiceField)
        place.queryset = Facility.objects.filter(kind="establishment", ended_on__isnull=True)
        place.empty_label = "Not chosen yet"
        place.help_text = "Its permit is valid on the first day of the event, or it counts as none (09.5.3)."
