"""What is asked of who looks at a facility's conduct."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from office.fields import DayField, DollarField


class ConductForm(forms.Form):
    """Whose renewals, the time that counts, and the fee a percentage is taken of. Each may stay open."""

    use_required_attribute = False
    mark_optional = False

    programme = forms.ChoiceField(required=False)
    after = DayField(
        label="Later than", required=False,
        help_text="The day through which events were charged before. It does not count itself.",
    )  # fmt: skip
    through = DayField(label="Through", required=False, help_text="The day of the renewal. It counts.")
    base = DollarField(label="Fee", required=False, help_text="The renewal without the surcharge.")

    def __init__(self, *args: Any, programmes: list[str], today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        listed = self.fields["programme"]
        assert isinstance(listed, forms.ChoiceField)
        listed.choices = [(each, each.capitalize()) for each in programmes]
        listed.error_messages["invalid_choice"] = "There is no such programme. Choose one that is listed."
        for name in ("after", "through"):
            day = self.fields[name]
            assert isinstance(day, DayField)
            day.today = today
        for name in ("after", "through", "base"):
            self.fields[name].widget.attrs["class"] = "short"

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        after, through = given.get("after"), given.get("through")
        if after and through and through <= after:
            self.add_error("through", "The time ends before it begins. Write a later day, or leave it empty.")
        return given
