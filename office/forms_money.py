"""The forms of money: paying, setting a fee, adding a charge."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from office.actions.money import Owed
from office.fields import DollarField
from office.forms_acts import ActForm
from office.forms_counter import CounterForm, one_line, page_key
from office.models import Payment
from office.pricing import Line, dollars


class TenderForm(CounterForm):
    """An amount and how it was handed over."""

    mark_optional = False
    amount = DollarField(label="Amount", error_messages={"required": "Write the amount that is paid."})
    tender = forms.ChoiceField(
        label="Paid by", choices=Payment.Tender.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose cash, check or card terminal."},
    )  # fmt: skip
    reference = one_line("Check number or card reference", 60, autocomplete="off")
    given = DollarField(label="Cash handed over", required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        tender, given, amount = cleaned.get("tender"), cleaned.get("given"), cleaned.get("amount")
        if tender == Payment.Tender.CHECK and not cleaned.get("reference"):
            self.add_error("reference", "Write the number printed on the check.")
        elif tender == Payment.Tender.CARD and not cleaned.get("reference"):
            self.add_error("reference", "Write the reference on the card terminal's slip.")
        if given is not None and tender and tender != Payment.Tender.CASH:
            self.add_error("given", "Only cash gives change. Leave this empty.")
        elif given is not None and amount is not None and given < amount:
            self.add_error("given", (
                f"{dollars(given)} does not cover {dollars(amount)}. Write what was handed over, or a "
                "smaller amount."
            ))  # fmt: skip
        return cleaned

    @property
    def taken(self) -> Decimal | None:
        """The amount as far as it can be read."""
        try:
            value: Decimal | None = self.fields["amount"].clean(self["amount"].value())
        except ValidationError:
            return None
        return value

    @property
    def change(self) -> Decimal | None:
        """What to hand back, as far as the page says; None while it cannot be told."""
        said = getattr(self, "cleaned_data", {})
        given, amount = said.get("given"), said.get("amount")
        return given - amount if given is not None and amount is not None and given >= amount else None

    @property
    def paid(self) -> dict[str, Any]:
        """The money as `actions.money.pay` asks for it."""
        return {name: self.cleaned_data.get(name) for name in ("amount", "tender", "reference", "given")}


class PayNowForm(TenderForm):
    """Paying in the step of filing, or later."""

    when = forms.ChoiceField(
        label="When is it paid?", choices=[("now", "Now"), ("later", "Later")], initial="now",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose whether the fee is paid now."},
    )  # fmt: skip
    field_order = ("when", "amount", "tender", "reference", "given")

    def __init__(self, *args: Any, total: Decimal, shown: Decimal | None, **kwargs: Any) -> None:
        super().__init__(*args, prefix="pay", **kwargs)
        self.total, self.shown = total, shown
        self.fields["amount"].initial = total

    @property
    def later(self) -> bool:
        return bool(self["when"].value() == "later")

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and self.later:
            self.errors.clear()  # what stands in the fields of a payment that is not made is not read

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        amount = cleaned.get("amount")
        if amount is not None and amount > self.total:
            due = dollars(self.total)
            self.add_error("amount", f"You entered {dollars(amount)}; {due} is due. Enter {due}.")
        elif self.shown is not None and self.shown != self.total and amount != self.total:
            self.add_error("amount", (
                f"The fee is {dollars(self.total)}; it was {dollars(self.shown)} when this page was shown. "
                f"Write {dollars(self.total)}, or pay later."
            ))  # fmt: skip
        return cleaned


class PayForm(TenderForm):
    """Paying what is due on a case: the charges ticked, oldest first."""

    charges = forms.MultipleChoiceField(
        label="Charges", widget=forms.CheckboxSelectMultiple, error_messages={
            "required": "Tick at least one charge.",
            "invalid_choice": "A ticked charge is not one of this case. Tick one of those shown.",
        },
    )  # fmt: skip
    key = page_key()
    field_order = ("key", "charges", "amount", "tender", "reference", "given")

    def __init__(self, *args: Any, owed: Sequence[Owed], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owed = {str(each.charge.pk): each for each in owed}
        charges = self.fields["charges"]
        assert isinstance(charges, forms.MultipleChoiceField)
        # Paid ones too: a second press must reach the action, which knows its receipt.
        charges.choices = [(pk, each.charge.label) for pk, each in self.owed.items()]
        charges.initial = [pk for pk, each in self.owed.items() if each.due > 0]
        self.fields["amount"].initial = self.total

    @property
    def ticked(self) -> list[Owed]:
        chosen = {str(pk) for pk in self["charges"].value() or ()}
        return [each for pk, each in self.owed.items() if pk in chosen]

    @property
    def due(self) -> list[tuple[Owed, bool]]:
        """The charges on which something is due, oldest first, each with whether it is ticked."""
        ticked = self.ticked
        return [(each, each in ticked) for each in self.owed.values() if each.due > 0]

    @property
    def total(self) -> Decimal:
        """What is due on the ticked charges."""
        return sum((each.due for each in self.ticked), Decimal(0))

    @property
    def primary(self) -> str:
        """The words of the one button."""
        return f"Record payment of {dollars(self.taken)}" if self.taken else "Record payment"


class SetFeeForm(ActForm):
    """The amount of a fee that no row knows, with the reason; $0.00 waives it."""

    amount = DollarField(label="Amount", least=Decimal(0), help_text="0 waives the fee.")
    reason = forms.CharField(
        label="Why this amount", max_length=300, widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Write how the office came to this amount."},
    )  # fmt: skip

    def __init__(self, *args: Any, unset: Sequence[Line], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(unset) > 1:
            self.fields["code"] = forms.ChoiceField(
                label="Which fee", choices=[(line.code, line.label) for line in unset],
                widget=forms.RadioSelect, error_messages={"required": "Choose which fee this sets."},
            )  # fmt: skip
        self.order_fields(["code", "amount", "reason", "on"])


class AddChargeForm(ActForm):
    """Another charge, by hand."""

    label = forms.CharField(
        label="What it is for", max_length=120, error_messages={"required": "Write what the charge is for."}
    )
    amount = DollarField(label="Amount")
    reason = forms.CharField(
        label="Why it is charged", max_length=300, widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Write why it is charged."},
    )  # fmt: skip
    field_order = ("label", "amount", "reason", "on")
