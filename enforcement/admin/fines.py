"""The fine schedule in the Django admin. A dated row is previewed, then added; it is never edited."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from enforcement.actions.fines import row_problems, withdraw_fine_amount
from enforcement.models import FineAmount, FineLine
from enforcement.rules.fines import Fine, Rung
from office import regulations
from office.admin_boards import Kept, ShownFilter
from office.admin_dated import DatedForm, DatedRows, said_plainly
from office.pricing import dollars
from office.schedules import Problem


# ------------------------------------------------------------------------------------------- the lines
class FineLineForm(forms.ModelForm):
    """A line of the schedule; the section that is meant must be in the catalogue."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)

    def clean_cite(self) -> str:
        cite: str = self.cleaned_data["cite"]
        try:
            return regulations.resolve(cite).cite
        except LookupError as unknown:
            raise forms.ValidationError(str(unknown)) from None

    def clean_doubles(self) -> FineLine | None:
        other: FineLine | None = self.cleaned_data["doubles"]
        if other is not None and (other.pk == self.instance.pk or other.doubles_id):
            raise forms.ValidationError("Choose the first line that says the same, not one that doubles it.")
        return other


@admin.register(FineLine)
class FineLineAdmin(Kept):
    """An offense of the schedule and its sections. Its figures are dated rows."""

    form = FineLineForm
    list_display = ("number", "what", "printed", "cite", "doubles", "ticket", "usual")
    list_display_links = ("number", "what")
    list_filter = (("board", ShownFilter), "ticket")
    list_select_related = ("doubles",)
    search_fields = ("what", "words", "cite")
    fields = (
        "board", "number", "what", "words", "printed", "cite", "doubles", "ticket", "usual", "remark", "rows",
    )  # fmt: skip
    readonly_fields = ("rows",)
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Citations count by board and number: what was written must stay findable.
        return self.readonly_fields if obj is None else ("board", "number", *self.readonly_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        fined = obj is not None and obj.amounts.exists()
        return not fined and super().has_delete_permission(request, obj)

    @admin.display(description="Figures")
    def rows(self, line: FineLine) -> str:
        """The dated rows, the latest first, and the way to another."""
        if line.pk is None:
            return "Save the line first."
        known = (
            (
                reverse("admin:enforcement_fineamount_change", args=[row.pk]),
                row,
                row.fine().ladder_says,
                row.vote,
            )
            for row in line.amounts.select_related("line__doubles").order_by("-since")
        )
        return format_html(
            '<a href="{}?line={}">Add a row</a><ul>{}</ul>',
            reverse("admin:enforcement_fineamount_add"),
            line.pk,
            format_html_join("", '<li><a href="{}">{}</a>: {}. {}</li>', known),
        )


# ------------------------------------------------------------------------------------------ dated rows
class FineAmountForm(DatedForm):
    """A dated row. What is wrong with its days or figures is said at the field."""

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("line")) and super().may_be_judged(given)

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        return row_problems(FineAmount(**{name: given[name] for name in self.fields}), today=today)


@admin.register(FineAmount)
class FineAmountAdmin(DatedRows):
    """Add a row, see what it changes, save it. A row that has begun stands; one that lies ahead may go."""

    withdraw = staticmethod(withdraw_fine_amount)
    board_path = "line__board"
    belongs_to = "line"
    form = FineAmountForm
    preview_template = "admin/enforcement/fineamount/preview.html"
    lead = "Choose a line and its figures from a day on."
    nobody = "Nobody was fined by it."
    fields = (
        "line", "opening", "first", "later", "least", "most", "unit", "look_back", "prior", "each_matter",
        "route", "since", "until", "recorded_vote", "vote", "doubt",
    )  # fmt: skip
    list_display = ("line", "since", "until", "ladder", "unit", "vote", "doubt")
    list_filter = (("line", ShownFilter),)
    list_select_related = ("line__doubles",)
    ordering = ("line__number", "-since")

    @admin.display(description="ladder")
    def ladder(self, row: FineAmount) -> str:
        return row.fine().ladder_says

    def preview_of(self, request: HttpRequest, row: FineAmount) -> dict[str, Any]:
        earlier = FineAmount.objects.filter(line=row.line, since__lt=row.since).select_related(
            "line__doubles"
        )
        before = earlier.order_by("-since").first()
        return {
            "title": f"Line {row.line}: what changes",
            "before": before,
            "examples": examples(row.fine(), before.fine() if before else None),
        }


def examples(new: Fine, old: Fine | None) -> list[tuple[str, str, str]]:
    """For the preview: (which offense, what it costs until then, what it will cost)."""
    words = ((1, "First offense"), (2, "Second and later"))
    return [(says, _costs(old, ordinal), _costs(new, ordinal)) for ordinal, says in words]


def _costs(fine: Fine | None, ordinal: int) -> str:
    if fine is None:
        return "Nothing"
    figure = fine.figure(ordinal)
    if fine.in_range:
        return fine.ladder_says
    if fine.rung(ordinal) is Rung.WARNING or figure is None:
        return "A warning"
    return f"{dollars(figure)}{fine.each}{' service fee' if fine.rung(ordinal) is Rung.SERVICE_FEE else ''}"
