"""The fine schedule in the Django admin. A dated row is previewed, then added; it is never edited."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.timezone import localdate

from enforcement.actions.fines import row_problems, withdraw_fine_amount
from enforcement.models import FineAmount, FineLine
from enforcement.rules.fines import Fine, Rung
from office import regulations
from office.actions.errors import NotAllowed
from office.admin_boards import Kept, OfMyBoards, ShownFilter
from office.admin_money import BUTTONS, CONFIRMED, said_plainly
from office.pricing import dollars


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
class FineAmountForm(forms.ModelForm):
    """A dated row. What is wrong with its days or figures is said at the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("line") and given.get("since") and not self.errors:
            row = FineAmount(**{name: given[name] for name in self.fields})
            for problem in row_problems(row, today=localdate()):
                if problem.field not in self.errors:
                    self.add_error(problem.field, problem.says)
        return given


@admin.register(FineAmount)
class FineAmountAdmin(OfMyBoards, admin.ModelAdmin):
    """Add a row, see what it changes, save it. A row that has begun stands; one that lies ahead may go."""

    board_path = "line__board"
    form = FineAmountForm
    fields = (
        "line", "opening", "first", "later", "least", "most", "unit", "look_back", "prior", "each_matter",
        "route", "since", "until", "vote", "doubt",
    )  # fmt: skip
    list_display = ("line", "since", "until", "ladder", "unit", "vote", "doubt")
    list_filter = (("line", ShownFilter),)
    list_select_related = ("line__doubles",)
    ordering = ("line__number", "-since")
    actions = None

    @admin.display(description="ladder")
    def ladder(self, row: FineAmount) -> str:
        return row.fine().ladder_says

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None and obj.since > localdate() and super().has_delete_permission(request, obj)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "line":
            widget: Any = field.widget
            widget.can_add_related = widget.can_change_related = False
            widget.can_delete_related = widget.can_view_related = False
        return field

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        # Stock admin says "please" and not what; our form names every problem at its top.
        context["problems"] = [says for group in context["errors"] for says in group]
        context["errors"] = None
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.added_by, obj.added_on = request.user, localdate()
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        """First the preview: the row was saved to see what it changes, and is taken back. Then for good."""
        if CONFIRMED in request.POST:
            return super().response_add(request, obj, post_url_continue)
        page = self._preview_page(request, obj)
        transaction.set_rollback(True)
        return page

    def _preview_page(self, request: HttpRequest, row: FineAmount) -> HttpResponse:
        posted = [
            (name, value)
            for name in request.POST
            if name not in BUTTONS
            for value in request.POST.getlist(name)
        ]
        earlier = FineAmount.objects.filter(line=row.line, since__lt=row.since).select_related(
            "line__doubles"
        )
        before = earlier.order_by("-since").first()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Line {row.line}: what changes",
            "row": row,
            "before": before,
            "examples": examples(row.fine(), before.fine() if before else None),
            "posted": posted,
            "back": urlencode(posted),
        }
        # Rendered at once: outside the transaction the row is gone.
        return TemplateResponse(request, "admin/enforcement/fineamount/preview.html", context).render()

    # ---- withdrawing is deleting, while the first day lies ahead
    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        withdraw_fine_amount(obj, on=localdate(), by=request.user)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        self.message_user(request, f"Withdrawn: {obj_display}.", messages.SUCCESS)
        return redirect("admin:enforcement_fineamount_changelist")

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(
                request, object_id, {"title": "Withdraw this row?", **(extra_context or {})}
            )
        except NotAllowed as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return redirect("admin:enforcement_fineamount_change", object_id)


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
