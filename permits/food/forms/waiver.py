"""How a fee waiver that the Board decided is entered."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from office.fields import DayField
from office.forms_counter import CounterForm, one_line
from permits.food.rules.waivers import WORDS


class WaiverForm(CounterForm):
    """For how many quarters the fee is charged, when that was asked for, and the Board's vote."""

    mark_optional = False

    asked_on = DayField(label="Day on which the waiver was asked for")
    quarters = forms.TypedChoiceField(
        label="Charge the fee for", coerce=int, widget=forms.RadioSelect,
        choices=[(n, f"{words.capitalize()} of the year" if n else "Nothing") for n, words in WORDS.items()],
        error_messages={"required": "Say for how many quarters the fee is charged. (Tisbury 09.5 policy)"},
    )  # fmt: skip
    vote = one_line("Vote of the Board", 200, "Such as Board of Health, October 13, 2026.", need=True)

    def __init__(self, data: Any, *, today: date, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["asked_on"].today = today  # type: ignore[attr-defined]
        self.fields["vote"].error_messages["required"] = "Name the vote that the waiver rests on."
