"""The questions of a waiver, and the forms of what is done with one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms

from office.fields import DayField
from office.forms import DetailsForm, answer_field
from office.forms_acts import ActForm
from permits.waivers.models import Waiver

_WHERE = ("where", "The place and its owner", ("locus", "below_10_ft", "owner_name", "owner_address"))
_RULE = ("rule", "The rule", ("sort", "page_no", "section", "sentence", "words"))
_WAIVER = ("waiver", "The waiver", ("wanted", "figure_wanted", "why", "for_case", "construction"))
_SECTIONS = (_RULE, _WAIVER, _WHERE)
_LONG = ("locus", "words", "wanted", "why")


class WaiverForm(DetailsForm):
    """The application for a waiver or variance."""

    sections = _SECTIONS

    class Meta:
        model = Waiver
        fields = [name for _, _, names in _SECTIONS for name in names]
        formfield_callback = answer_field

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _LONG:
            self.fields[name].widget.attrs["rows"] = 3


def _text(label: str, missing: str, hint: str = "", most: int = 2000, need: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=hint, required=need, max_length=most,
        widget=forms.Textarea(attrs={"rows": 4}), error_messages={"required": missing},
    )  # fmt: skip


def _figure(label: str, hint: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, help_text=hint, required=False, max_digits=12, decimal_places=3,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "short", "autocomplete": "off"}),
        error_messages={"invalid": "Write a number in digits, such as 204."},
    )  # fmt: skip


class WriteForm(ActForm):
    """The waiver as it is put in writing, with its limits."""

    day_label = "Day written"
    text = _text(
        "The waiver in words", "Write what is waived, for what, and up to where.",
        "What the members sign and the certificate prints. Name every limit the Board set.",
    )  # fmt: skip
    limit = _figure("Up to the figure", "Only when the rule is a figure; in its own unit.")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        until = DayField(label="Last day", required=False, help_text="Left open, it has none.")
        until.today = today
        self.fields["until_on"] = until
        self.order_fields(["text", "limit", "until_on", "on"])


class SignForm(forms.Form):
    """A member signs on their own screen."""

    use_required_attribute = False
    mark_optional = False
    read = forms.BooleanField(
        label="I have read this waiver, and I sign it as a member of the Board.",
        error_messages={"required": "Tick the box to sign. Your name and today's date are recorded."},
    )  # fmt: skip
    version = forms.IntegerField(widget=forms.HiddenInput)


class PaperSignatureForm(ActForm):
    """A signature on paper, with its scan."""

    day_label = "Day signed"
    member = forms.ChoiceField(
        label="Who signed", error_messages={"required": "Choose the member who signed."}
    )

    def __init__(
        self, *args: Any, members: Sequence[tuple[int, str]], upload_limit: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        member = self.fields["member"]
        assert isinstance(member, forms.ChoiceField)
        member.choices = [("", "Choose a member"), *((str(pk), name) for pk, name in members)]
        self.fields["file"] = forms.FileField(
            label="Scan of the signed waiver", allow_empty_file=True,
            error_messages={"required": "Add the scan: it is what the signature rests on."},
        )  # fmt: skip
        self.fields["file"].limit_says = upload_limit  # type: ignore[attr-defined]


class AimForm(ActForm):
    """The case, and the rule of it, that the waiver is for."""

    day_label = "Day recorded"
    number = forms.CharField(
        label="Case", max_length=20, help_text="Its number, such as DU-2026-014.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Enter the number of the case whose rule is to be waived."},
    )  # fmt: skip
    rule = forms.ChoiceField(
        label="Which rule of it", required=False, widget=forms.RadioSelect,
        help_text="Only a rule of the section the waiver names.",
    )  # fmt: skip

    def __init__(self, *args: Any, rules: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rule = self.fields["rule"]
        assert isinstance(rule, forms.ChoiceField)
        rule.choices = list(rules)
        if not rules:
            del self.fields["rule"]
        self.order_fields(["number", "rule", "on"])


class StateForm(ActForm):
    """That the state allows what the Board endorsed."""

    day_label = "Day of the answer"
    department = forms.CharField(
        label="Department", max_length=120,
        error_messages={"required": "Name the department that answered."},
    )  # fmt: skip
    reference = forms.CharField(
        label="Its number or letter", max_length=120,
        error_messages={"required": "Write the number or date of its answer."},
    )  # fmt: skip
    text = _text("What it allows", "Write what the state allows, and up to where.")
    limit = _figure("Up to the figure", "Only when the rule is a figure; in its own unit.")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        until = DayField(label="Last day", required=False, help_text="Left open, it has none.")
        until.today = today
        self.fields["until_on"] = until
        self.order_fields(["department", "reference", "text", "limit", "until_on", "on"])


class StrikeForm(forms.Form):
    """Why something recorded wrongly is taken back."""

    use_required_attribute = False
    why = _text("What was recorded wrongly", "Write in one sentence what was recorded wrongly.", most=300)


class BeginForm(ActForm):
    """The day a waiver was handed in for a case on file, and the key that makes pressing twice one."""

    day_label = "Day received"
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
