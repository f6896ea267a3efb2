"""The checklists of inspections in the Django admin. A dated row is previewed, then added; never edited."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localdate

from enforcement.actions.checklists import withdraw_wording, wording_problems
from enforcement.models import Checklist, ChecklistItem, ItemWording
from office.admin_boards import Kept, ShownFilter
from office.admin_dated import DatedForm, DatedRows, said_plainly
from office.schedules import Problem


class PlainForm(forms.ModelForm):
    """A form whose errors say what is missing in the office's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)


# -------------------------------------------------------------------------------------- checklists, items
@admin.register(Checklist)
class ChecklistAdmin(Kept):
    """A programme that is inspected. Its items are rows of their own."""

    form = PlainForm
    list_display = ("label", "facility", "remark")
    list_filter = (("board", ShownFilter),)
    search_fields = ("label", "slug")
    fields = ("board", "slug", "label", "facility", "rights", "remark", "position", "rows")
    readonly_fields = ("rows",)
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj is None else ("board", "slug", *self.readonly_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        has_items = obj is not None and obj.items.exists()
        return not has_items and super().has_delete_permission(request, obj)

    @admin.display(description="Items")
    def rows(self, checklist: Checklist) -> str:
        """The items with the words in force today, and the way to another."""
        if checklist.pk is None:
            return "Save the checklist first."
        said = {
            row.item_id: row
            for row in ItemWording.objects.in_force(localdate()).filter(item__checklist=checklist)
        }
        listed = (
            (
                item.group,
                reverse("admin:enforcement_checklistitem_change", args=[item.pk]),
                said[item.pk].text if item.pk in said else f"{item.slug}, not asked today",
            )
            for item in checklist.items.order_by("position", "pk")
        )
        return format_html(
            '<a href="{}?checklist={}">Add an item</a><ul>{}</ul>',
            reverse("admin:enforcement_checklistitem_add"),
            checklist.pk,
            format_html_join("", '<li>{}: <a href="{}">{}</a></li>', listed),
        )


@admin.register(ChecklistItem)
class ChecklistItemAdmin(Kept):
    """An item of a checklist. Its words, section and days to correct are dated rows."""

    board_path = "checklist__board"
    form = PlainForm
    list_display = ("slug", "checklist", "group", "position")
    list_filter = (("checklist", ShownFilter),)
    list_select_related = ("checklist",)
    search_fields = ("slug", "group", "wordings__text")
    fields = ("checklist", "slug", "group", "position", "rows")
    readonly_fields = ("rows",)
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Repeats are counted by checklist and short name: what was found must stay findable.
        return self.readonly_fields if obj is None else ("checklist", "slug", *self.readonly_fields)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        said = obj is not None and obj.wordings.exists()
        return not said and super().has_delete_permission(request, obj)

    @admin.display(description="Words")
    def rows(self, item: ChecklistItem) -> str:
        """The dated rows, the latest first, and the way to another."""
        if item.pk is None:
            return "Save the item first."
        listed = (
            (
                reverse("admin:enforcement_itemwording_change", args=[row.pk]),
                row,
                says(row),
                row.vote,
            )
            for row in item.wordings.select_related("item__checklist").order_by("-since")
        )
        return format_html(
            '<a href="{}?item={}">Add a row</a><ul>{}</ul>',
            reverse("admin:enforcement_itemwording_add"),
            item.pk,
            format_html_join("", '<li><a href="{}">{}</a>: {}. {}</li>', listed),
        )


def says(row: ItemWording) -> str:
    """A row in a line: words, section, critical, days."""
    if not row.asked:
        return "Not asked"
    said = [row.text.rstrip("."), row.basis, "critical" if row.critical else "not critical"]
    said.append("at once" if row.days == 0 else f"{row.days} calendar day{'' if row.days == 1 else 's'}")
    return ", ".join(said)


# -------------------------------------------------------------------------------------------- dated rows
class ItemWordingForm(DatedForm):
    """A dated row. What is wrong with its days, words or section is said at the field."""

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("item")) and super().may_be_judged(given)

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        return wording_problems(ItemWording(**{name: given[name] for name in self.fields}), today=today)


@admin.register(ItemWording)
class ItemWordingAdmin(DatedRows):
    """Add a row, see what it changes, save it. A row that has begun stands; one that lies ahead may go."""

    withdraw = staticmethod(withdraw_wording)
    board_path = "item__checklist__board"
    belongs_to = "item"
    form = ItemWordingForm
    preview_template = "admin/enforcement/itemwording/preview.html"
    lead = "Choose an item and its words from a day on."
    nobody = "Nothing was inspected by it."
    fields = (
        "item", "asked", "text", "cite", "critical", "days", "since", "until", "recorded_vote", "vote",
        "doubt",
    )  # fmt: skip
    list_display = ("item", "text", "cite", "critical", "days", "since", "until", "vote", "doubt")
    list_filter = (("item__checklist", ShownFilter), "critical")
    list_select_related = ("item__checklist",)
    search_fields = ("text", "cite")
    ordering = ("item__checklist", "item__position", "-since")

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if field is not None and db_field.name == "item":
            field.queryset = field.queryset.select_related("checklist")  # each is named with its checklist
        return field

    def preview_of(self, request: HttpRequest, row: ItemWording) -> dict[str, Any]:
        before = ItemWording.objects.filter(item=row.item, since__lt=row.since).order_by("-since").first()
        return {
            "title": f"{row.item}: what changes",
            "before": before,
            "was": says(before) if before else "Not asked",
            "becomes": says(row),
        }
