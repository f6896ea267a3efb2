"""What is asked to open a lien or a criminal complaint, and to follow them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from enforcement.forms.orders import WhoWhereForm
from enforcement.models import FineLine, Prosecution
from office.fields import DayField, DollarField
from office.forms_acts import ActForm
from office.forms_counter import one_line, page_key
from office.models import Payment


# ------------------------------------------------------------------------------------------------- liens
class LienForm(forms.Form):
    """What the town does in the owner's place."""

    use_required_attribute = False
    key = page_key()
    what = forms.CharField(
        label="What the town does or did", max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Write what the town does or did in the owner’s place."},
    )  # fmt: skip


class CostForm(ActForm):
    """One cost of the town."""

    day_label = "Day of the cost"
    what = forms.CharField(
        label="What it is for", max_length=120, help_text="Such as the contractor and the invoice.",
        error_messages={"required": "Write what the cost is for, such as the contractor and the invoice."},
    )  # fmt: skip
    amount = DollarField(label="Amount", error_messages={"required": "Enter the amount, such as 250.00."})
    field_order = ("what", "amount", "on")


class BookForm(ActForm):
    """Where the paper stands in the land evidence records."""

    day_label = "Day of recording"
    book = forms.CharField(
        max_length=20, widget=forms.TextInput(attrs={"class": "short"}),
        error_messages={"required": "Enter the book of the land evidence records."},
    )  # fmt: skip
    page = forms.CharField(
        max_length=20, widget=forms.TextInput(attrs={"class": "short"}),
        error_messages={"required": "Enter the page of the land evidence records."},
    )  # fmt: skip


class PayoffForm(ActForm):
    """The day of the payment and how it was paid; the sum follows from the day."""

    day_label = "Day of the payment"
    key = page_key()
    tender = forms.ChoiceField(
        label="Paid by", choices=Payment.Tender.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose how it was paid."},
    )  # fmt: skip
    reference = forms.CharField(
        label="Check number or terminal reference", required=False, max_length=40,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
    )  # fmt: skip


class AsOfForm(forms.Form):
    """The day for which a payoff is asked; it may lie ahead."""

    use_required_attribute = False

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"] = DayField(label="Payoff on", today=today)


# --------------------------------------------------------------------------------- criminal complaints
class ProsecutionForm(WhoWhereForm):
    """The offense, the notice that came before, and the days charged."""

    who_label = "Defendant"

    line = forms.ModelChoiceField(
        FineLine.objects.none(), label="Line of the fine schedule", required=False,
        empty_label="Not in the schedule",
    )  # fmt: skip
    offense = one_line("Offense", 200, "What was done or left undone.", autocomplete="off")
    section = one_line("Section that was broken", 80, "Such as 09.4.7.", autocomplete="off")
    notice_on = DayField(label="Day on which the notice was received")
    last_on = DayField(label="Last day charged so far")
    seen = forms.CharField(
        label="What was seen", required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        line = self.fields["line"]
        assert isinstance(line, forms.ModelChoiceField)
        line.queryset = FineLine.objects.filter(board=self.board)
        if not line.queryset.exists():
            del self.fields["line"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        line = cleaned.get("line")
        if line is not None and line.ticket:
            cleaned["offense"] = cleaned.get("offense") or line.what
            cleaned["section"] = cleaned.get("section") or line.cite
        return cleaned


class ApplyForm(ActForm):
    """The day of the application and the last day charged."""

    day_label = "Day of the application"

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        self.fields["last_on"] = DayField(label="Last day charged", today=today)
        self.order_fields(["last_on", "on"])


class DocketForm(ActForm):
    """The court's number of the complaint."""

    day_label = "Day it was issued"
    docket = forms.CharField(
        label="Docket number", max_length=40,
        error_messages={"required": "Enter the docket number, as the court’s paper has it."},
    )  # fmt: skip


class DisposedForm(ActForm):
    """What the court decided, with its own sum."""

    day_label = "Day of the decision"
    outcome = forms.ChoiceField(
        label="Outcome", choices=Prosecution.Outcome, widget=forms.RadioSelect,
        error_messages={"required": "Choose what the court decided."},
    )  # fmt: skip
    amount = DollarField(label="Sum the court set", required=False, help_text="Only upon conviction.")
    costs = DollarField(label="Costs", required=False, help_text="Apart from the sum.")
    why = forms.CharField(
        label="What the court said", max_length=300,
        error_messages={"required": "Write in one sentence what the court said."},
    )  # fmt: skip
