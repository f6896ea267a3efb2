"""Whom boards tell of a hearing, in the Django admin: a dated row is added and never edited."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.timezone import localdate

from office import kinds
from office.actions import abutters
from office.admin_boards import Kept, ShownFilter
from office.admin_money import said_plainly
from office.models import AbutterRule
from office.regulations import resolve
from office.schedules import named


class AbutterRuleForm(forms.ModelForm):
    """Who counts and by when, from a day on. What is wrong is said at the field, with its remedy."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        within, feet = given.get("reach") == AbutterRule.Reach.WITHIN, given.get("feet")
        if within and not feet:
            self.add_error("feet", "Enter the distance in feet, of at least 1.")
        elif given.get("reach") and not within and feet:
            self.add_error("feet", "Owners who touch the place need no distance. Leave it open.")
        if given.get("section"):
            try:
                resolve(given["section"])
            except LookupError as unknown:
                self.add_error("section", f"{unknown} Write it as the rules pages do.")
        if given.get("slug") and given.get("board"):
            if given.get("since"):
                self._check_day(given["board"], given["slug"], given["since"])
            self._check_slug(given["slug"], given["board"])
        return given

    def _check_slug(self, slug: str, board: Any) -> None:
        known = {
            rule
            for kind in kinds.registry.values()
            if kind.abutters and board.slug in kind.boards
            for rule in kind.abutters.rules
        }
        known |= set(AbutterRule.objects.filter(board=board).values_list("slug", flat=True))
        if known and slug not in known:
            names = ", ".join(sorted(known))
            self.add_error("slug", f"No kind of case of this board asks for “{slug}”. It asks for: {names}.")

    def _check_day(self, board: Any, slug: str, since: Any) -> None:
        """The first row may reach back; a later one starts today or ahead, so that no day moves behind us."""
        rows = AbutterRule.objects.filter(board=board, slug=slug)
        if rows.filter(since=since).exists():
            self.add_error("since", "A row starts on that day already. Choose another day.")
        elif rows.exists() and since < localdate():
            self.add_error("since", f"{named(since)} has passed. Start the row today or later.")


@admin.register(AbutterRule)
class AbutterRuleAdmin(Kept):
    """Whom a board tells of a hearing, and by when, by day."""

    form = AbutterRuleForm
    board_path = "board"
    fields = (
        "board", "slug", "label", "since", "reach", "feet", "also", "days", "working", "newspaper_days",
        "newspaper_working", "list_days", "section", "confirmed", "doubt",
    )  # fmt: skip
    list_display = ("board", "label", "since", "reach", "feet", "days", "newspaper_days", "confirmed")
    list_filter = (("board", ShownFilter),)
    list_select_related = ("board",)
    ordering = ("board", "slug", "-since")
    actions = None

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        abutters.recount(obj, on=localdate())

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
