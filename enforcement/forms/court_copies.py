"""Which court copies went to the court, and on which day."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms

from office.forms_acts import ActForm


class CourtCopiesForm(ActForm):
    """The copies that went together, by the numbers of their citations."""

    day_label = "Day they went to the court"

    def __init__(self, *args: Any, numbers: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sent"] = forms.MultipleChoiceField(
            label="Copies", choices=[(number, number) for number in numbers],
            widget=forms.CheckboxSelectMultiple,
            error_messages={
                "required": "Tick the copies that went to the court.",
                "invalid_choice": "%(value)s is not owed any more. Look at the list again.",
            },
        )  # fmt: skip
