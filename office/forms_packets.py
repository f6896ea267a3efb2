"""The forms of a packet: draft motions with proposed conditions, and sending it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms

from office.fields import DayField
from office.forms_meetings import CONDITIONS, LONGEST


class DraftForm(forms.Form):
    """The draft motions of an item, one for each step a motion may propose, and the conditions proposed.

    `drafts` are (step, label, the words now); "" is the step of a topic in words.
    """

    use_required_attribute = False
    before = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, drafts: Sequence[tuple[str, str, str]], proposed: Sequence[tuple[str, date | None]],
        conditions: bool, today: date, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.steps = [step for step, _, _ in drafts]
        for step, label, text in drafts:
            self.fields[f"motion-{step}"] = forms.CharField(
                label=f"Motion: {label}" if step else label, max_length=LONGEST, required=False, initial=text,
                widget=forms.Textarea(attrs={"rows": 6}),
            )  # fmt: skip
        self.numbers = range(1, max(CONDITIONS, len(proposed) + 1) + 1) if conditions else range(0)
        for n in self.numbers:
            text, due_on = proposed[n - 1] if n <= len(proposed) else ("", None)
            self.fields[f"condition-{n}"] = forms.CharField(
                label=f"Proposed condition {n}", max_length=1000, required=False, initial=text,
                widget=forms.Textarea(attrs={"rows": 2}),
            )  # fmt: skip
            due = DayField(label=f"Proposed condition {n}: to be done by", required=False, initial=due_on)
            due.today = today
            self.fields[f"due-{n}"] = due

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        for n in self.numbers:
            if said.get(f"due-{n}") and not said.get(f"condition-{n}", "").strip():
                self.add_error(f"condition-{n}", "Write the condition that is to be done by this day.")
        return said

    @property
    def motions(self) -> list[Any]:
        return [self[f"motion-{step}"] for step in self.steps]

    @property
    def conditions_asked(self) -> list[Any]:
        return [self[name] for n in self.numbers for name in (f"condition-{n}", f"due-{n}")]

    @property
    def texts(self) -> dict[str, str]:
        return {step: self.cleaned_data[f"motion-{step}"] for step in self.steps}

    @property
    def conditions(self) -> list[tuple[str, date | None]]:
        said = self.cleaned_data
        return [
            (text, said.get(f"due-{n}"))
            for n in self.numbers
            if (text := said.get(f"condition-{n}", "").strip())
        ]


class SendForm(forms.Form):
    """Sending the packet: how often it was sent when the page was opened."""

    before = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
