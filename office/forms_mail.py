"""The forms of the mail desk: the scan box, an act on one letter, what is printed."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from office.actions.batches import LABELS
from office.fields import DayField
from office.forms_acts import ActForm

BACK = "As the envelope says: unclaimed, refused, moved, no such address."


class ScanForm(ActForm):
    """One box for whatever the scanner reads, and the day it is recorded for."""

    mark_optional = False
    letter = forms.IntegerField(required=False, widget=forms.HiddenInput)
    article = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    done = forms.IntegerField(required=False, widget=forms.HiddenInput)
    scan = forms.CharField(
        required=False,
        max_length=120,
        error_messages={"max_length": "Two scans ran together. Empty the box and scan again."},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off", "spellcheck": "false", "inputmode": "numeric", "data-scan": "",
                "autofocus": True,
            }
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, day_label: str, asks: str, hint: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"].label = day_label
        self.fields["scan"].label, self.fields["scan"].help_text = asks, hint

    def said(self, name: str) -> Any:
        """What was sent in this field, when it could be read."""
        return self.cleaned_data.get(name) if self.is_bound and hasattr(self, "cleaned_data") else None


class ReceivedForm(ActForm):
    """The day a letter was received."""

    day_label = "Day it was received"


class ReturnedForm(ActForm):
    """The day a letter came back, and why."""

    day_label = "Day it came back"
    why = forms.CharField(
        label="Why it came back", max_length=300, help_text=BACK,
        error_messages={"required": "Write why it came back, as the envelope says."},
        widget=forms.TextInput(attrs={"class": "medium"}),
    )  # fmt: skip


class HandOverForm(ActForm):
    """Who took a letter, and when."""

    day_label = "Day it was handed over"
    to = forms.CharField(
        label="Who took it", max_length=200,
        error_messages={"required": "Write who took the letter; it is the proof of receipt."},
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
    )  # fmt: skip


class UndoForm(forms.Form):
    """Why a step is taken back."""

    use_required_attribute = False
    why = forms.CharField(
        label="Reason", max_length=300, initial="Recorded by mistake.",
        error_messages={"required": "Write in one sentence why it is taken back."},
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class PrintForm(forms.Form):
    """Which letters, and where on the sheet their labels start."""

    use_required_attribute = False
    mark_optional = False
    label_start = forms.IntegerField(
        label="First free label on the sheet", required=False, min_value=1, max_value=LABELS, initial=1,
        help_text=f"1 to {LABELS}, counted along the rows.",
        error_messages={
            "invalid": f"Write a number from 1 to {LABELS}.",
            "min_value": f"Labels are counted from 1 to {LABELS}.",
            "max_value": f"A sheet has {LABELS} labels. Write a number from 1 to {LABELS}.",
        },
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip


class BookForm(forms.Form):
    """The day whose certified letters go into the mailing book."""

    use_required_attribute = False

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mailed_on"] = DayField(label="Mailed on", initial=today)
        self.fields["mailed_on"].today = today  # type: ignore[attr-defined]
