"""Fees in the Django admin. A dated row is previewed, then added; it is never edited."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localdate

from office.actions.fees import withdraw_fee_amount
from office.actions.recorded import vote_problems
from office.admin_boards import Kept, ShownFilter, shown
from office.admin_dated import DatedForm, DatedRows, said_plainly
from office.fee_preview import preview
from office.fees import conditions_of, kinds_charging, measures_of, row_problems
from office.models import Fee, FeeAmount, FeeMultiplier, FeeTier, LateFee
from office.pricing import Late, Multiplier, Schedule, Shape, Tier, in_words
from office.schedules import Problem, schedule_problems

Names = list[tuple[str, str]]


# ------------------------------------------------------------------------------- the form of a dated row
def _offered(request: HttpRequest, of: Callable[[str], Names]) -> list[tuple[str, Any]]:
    """The answers to choose from: those of the fee in hand, else of every fee they see, under its name."""
    chosen = request.POST.get("fee") or request.GET.get("fee") or ""
    fees = shown(Fee, request)
    if chosen.isdecimal():
        fees = fees.filter(pk=chosen)
    return [("", "Nothing"), *((fee.label, names) for fee in fees if (names := of(fee.code)))]


def _choice(column: Any, request: HttpRequest, of: Callable[[str], Names], *, required: bool = True) -> Any:
    label = str(column.verbose_name).capitalize()
    choices = _offered(request, of)
    return forms.ChoiceField(choices=choices, label=label, help_text=column.help_text, required=required)


# ------------------------------------------------------------------------------------ parts of a row
class PartForm(forms.ModelForm):
    """One tier, multiplier or late fee."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)


class PartFormSet(BaseInlineFormSet):
    """The parts of one sort, checked together with the shape of their row."""

    part = ""

    def schedule(self, shape: Shape, rows: list[dict[str, Any]]) -> Schedule:
        """A schedule of that shape with these parts alone."""
        raise LookupError(f"{type(self).__name__} says nothing of its parts.")

    def clean(self) -> None:
        if any(self.errors) or self.instance.shape not in FeeAmount.Shape.values:
            return
        rows = [form.cleaned_data for form in self.forms if form.has_changed()]
        fee = Fee.objects.filter(pk=self.instance.fee_id).first()
        conditions = [name for name, _ in conditions_of(fee.code)] if fee else None
        problems = schedule_problems(self.schedule(Shape(self.instance.shape), rows), None, conditions)
        if said := [problem.says for problem in problems if problem.field == self.part]:
            raise forms.ValidationError(said)


class TierFormSet(PartFormSet):
    part = "tiers"

    def schedule(self, shape: Shape, rows: list[dict[str, Any]]) -> Schedule:
        tiers = (Tier(row["at_least"], row["through"], row["amount"]) for row in rows)
        return Schedule("", "", shape, tiers=tuple(tiers))


class MultiplierFormSet(PartFormSet):
    part = "multipliers"

    def schedule(self, shape: Shape, rows: list[dict[str, Any]]) -> Schedule:
        multipliers = (Multiplier(row["condition"], row["says"], row["factor"]) for row in rows)
        return Schedule("", "", shape, multipliers=tuple(multipliers))


class LateFormSet(PartFormSet):
    part = "late"

    def schedule(self, shape: Shape, rows: list[dict[str, Any]]) -> Schedule:
        late = (Late(row["after_days"], row["amount"], row["percent"], row["says"]) for row in rows)
        return Schedule("", "", shape, late=tuple(late))


class PartInline(admin.StackedInline):
    """Parts come and go with their row: whoever may add the row may add them."""

    form = PartForm
    extra = 1
    can_delete = False

    def get_extra(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        # Coming back from the preview, as many as were filled in.
        prefix = self.model._meta.get_field("row").related_query_name()
        back = request.GET.get(f"{prefix}-TOTAL_FORMS", "")
        return max(self.extra, min(int(back), 50)) if back.isdecimal() else self.extra

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None  # never to a row that stands

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TierInline(PartInline):
    model = FeeTier
    formset = TierFormSet
    fields = (("at_least", "through", "amount"),)
    extra = 3
    verbose_name = "tier"
    verbose_name_plural = "Tiers (from the lowest to the highest; leave the last upper end empty)"


class MultiplierInline(PartInline):
    model = FeeMultiplier
    formset = MultiplierFormSet
    fields = (("condition", "says", "factor"),)
    verbose_name = "multiplier"
    verbose_name_plural = "Multipliers"

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "condition":
            return _choice(db_field, request, conditions_of)
        return super().formfield_for_dbfield(db_field, request, **kwargs)


class LateInline(PartInline):
    model = LateFee
    formset = LateFormSet
    fields = (("after_days", "amount", "percent", "says"),)
    verbose_name_plural = "Late fees (the last step reached counts)"


# --------------------------------------------------------------------------------------- dated rows
class FeeAmountForm(DatedForm):
    """A dated row. What is wrong with its days, shape or measure is said at the field."""

    def clean_included(self) -> int:
        return self.cleaned_data["included"] or 0

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("fee") and given.get("since") and given.get("shape"))

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        said = row_problems(given["fee"], self._schedule(given), given.get("until"), today=today)
        return [*said, *vote_problems(given.get("recorded_vote"), given["fee"].board, given["since"])]

    @staticmethod
    def _schedule(given: dict[str, Any]) -> Schedule:
        fee = given["fee"]
        return Schedule(
            fee.code,
            fee.label,
            Shape(given["shape"]),
            given.get("amount"),
            given.get("unit", ""),
            given.get("included", 0),
            given.get("measure", ""),
            since=given["since"],
        )


@admin.register(FeeAmount)
class FeeAmountAdmin(DatedRows):
    """Add a row, see what it changes, save it. A row that has begun stands; one that lies ahead may go."""

    withdraw = staticmethod(withdraw_fee_amount)
    board_path = "fee__board"
    belongs_to = "fee"
    preview_template = "admin/office/feeamount/preview.html"
    lead = "Choose a fee and what it will be from a day on."
    form = FeeAmountForm
    fields = (
        "fee", "shape", "amount", "unit", "included", "measure",
        "since", "until", "recorded_vote", "vote", "section", "sample",
    )  # fmt: skip
    inlines = (TierInline, MultiplierInline, LateInline)
    list_display = ("fee", "since", "until", "charges", "vote", "sample")
    list_filter = (("fee", ShownFilter), "sample")
    ordering = ("fee__label", "-since")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: Any = super().get_queryset(request)
        return rows.with_parts()

    @admin.display(description="charges")
    def charges(self, row: FeeAmount) -> str:
        return in_words(row.schedule())

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "measure":
            return _choice(db_field, request, measures_of, required=False)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_formset_kwargs(self, request: HttpRequest, obj: Any, inline: Any, prefix: str) -> dict[str, Any]:
        kwargs = super().get_formset_kwargs(request, obj, inline, prefix)
        if request.method == "GET" and f"{prefix}-TOTAL_FORMS" in request.GET:
            kwargs["initial"] = _parts_of(request, prefix, inline.get_extra(request))
        return kwargs

    def preview_of(self, request: HttpRequest, row: FeeAmount) -> dict[str, Any]:
        return {"title": f"{row.fee}: what changes", "preview": preview(row, localdate())}


def _parts_of(request: HttpRequest, prefix: str, count: int) -> list[dict[str, str]]:
    """What was filled in for each part before the preview, from the address."""
    rows: list[dict[str, str]] = [{} for _ in range(count)]
    for name, value in request.GET.items():
        lead, _, column = name.removeprefix(f"{prefix}-").partition("-")
        if name.startswith(f"{prefix}-") and lead.isdecimal() and int(lead) < count:
            rows[int(lead)][column] = str(value)
    return rows


# --------------------------------------------------------------------------------------------- fees
@admin.register(Fee)
class FeeAdmin(Kept):
    """Something the town charges for. Kinds charge it by its code; its amounts are dated rows."""

    list_display = ("label", "code", "board", "account", "about")
    list_filter = (("board", ShownFilter), "account")
    list_select_related = ("board",)
    search_fields = ("label", "code")
    fields = ("code", "label", "board", "account", "about", "amounts")
    readonly_fields = ("amounts",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj is None else ("code", *self.readonly_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        charged = obj is not None and bool(kinds_charging(obj.code))
        return not charged and super().has_delete_permission(request, obj)

    @admin.display(description="Amounts")
    def amounts(self, fee: Fee) -> str:
        """The dated rows, the latest first, and the way to another."""
        if fee.pk is None:
            return "Save the fee first."
        rows = FeeAmount.objects.with_parts().filter(fee=fee).order_by("-since")
        known = (
            (reverse("admin:office_feeamount_change", args=[row.pk]), row, in_words(row.schedule()), row.vote)
            for row in rows
        )
        return format_html(
            '<a href="{}?fee={}">Add an amount</a><ul>{}</ul>',
            reverse("admin:office_feeamount_add"),
            fee.pk,
            format_html_join("", '<li><a href="{}">{}</a>: {}. {}</li>', known),
        )
