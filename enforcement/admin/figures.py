"""The figures of the law in the Django admin. A dated row is previewed, then added; it is never edited."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from enforcement.actions.figures import figure_problems, withdraw_figure
from enforcement.models import LegalFigure
from office.admin_boards import ShownFilter
from office.admin_dated import DatedForm, DatedRows
from office.schedules import Problem


class LegalFigureForm(DatedForm):
    """A dated row. What is wrong with its days, its value or its section is said at the field."""

    words_of_vote = "source"

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("board")) and super().may_be_judged(given)

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        return figure_problems(LegalFigure(**{name: given[name] for name in self.fields}), today=today)


@admin.register(LegalFigure)
class LegalFigureAdmin(DatedRows):
    """A ceiling, a daily amount or a rate of interest, from a day on."""

    withdraw = staticmethod(withdraw_figure)
    belongs_to = "board"
    form = LegalFigureForm
    preview_template = "admin/enforcement/legalfigure/preview.html"
    lead = "Say which figure holds from a day on, and where it stands."
    nobody = "Nothing was counted by it."
    fields = ("board", "what", "value", "cite", "since", "until", "recorded_vote", "source", "doubt")
    list_display = ("what", "value", "board", "since", "until", "cite", "is_verified")
    list_display_links = ("what",)
    list_filter = ("what", ("board", ShownFilter))
    list_select_related = ("board",)
    search_fields = ("cite", "source")
    ordering = ("board", "what", "-since")
    actions = None

    @admin.display(description="verified", boolean=True)
    def is_verified(self, row: LegalFigure) -> bool:
        return not row.doubt

    def preview_of(self, request: HttpRequest, row: LegalFigure) -> dict[str, Any]:
        earlier = LegalFigure.objects.filter(board=row.board, what=row.what, since__lt=row.since)
        return {
            "title": f"{row.get_what_display()}: what changes",
            "before": earlier.order_by("-since").first(),
        }
