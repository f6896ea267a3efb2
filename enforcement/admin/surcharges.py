"""The surcharge tables in the Django admin. A dated row is previewed, then added; it is never edited."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode

from enforcement.actions.surcharges import SORT, row_problems, withdraw_surcharge_level
from enforcement.models import SurchargeLevel
from enforcement.rules.surcharges import MOST
from office.admin_boards import ShownFilter
from office.admin_dated import DatedForm, DatedRows
from office.pricing import cents, dollars
from office.schedules import Problem

EXAMPLES = (Decimal("50.00"), Decimal("150.00"))  # fees to show what a percentage makes of them, named so
WRITTEN = (*SORT, "undone_by", "says", "percent", "at_least", "cite")


class SurchargeLevelForm(DatedForm):
    """A dated row. What is wrong with its days, figures, section or programme is said at the field."""

    def may_be_judged(self, given: dict[str, Any]) -> bool:
        return bool(given.get("board")) and super().may_be_judged(given)

    def row_problems(self, given: dict[str, Any], today: date) -> list[Problem]:
        return row_problems(SurchargeLevel(**{name: given[name] for name in self.fields}), today=today)


@admin.register(SurchargeLevel)
class SurchargeLevelAdmin(DatedRows):
    """What an event adds to the next renewal, from a day on. One of 0% ends the surcharge of its sort."""

    withdraw = staticmethod(withdraw_surcharge_level)
    belongs_to = "board"
    form = SurchargeLevelForm
    preview_template = "admin/enforcement/surchargelevel/preview.html"
    lead = "Say which event adds what to the next renewal, from a day on."
    fields = (*WRITTEN, "since", "recorded_vote", "vote", "doubt")
    list_display = ("programme", "says", "level", "counts_by", "since", "is_verified", "stands")
    list_display_links = ("says",)
    list_filter = ("programme", ("board", ShownFilter))
    list_select_related = ("board",)
    search_fields = ("says", "kind", "event", "cite")
    ordering = ("programme", "percent", "says", "-since")
    actions = None

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj is None else (*self.fields, "follows")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else ("follows",)

    @admin.display(description="level", ordering="percent")
    def level(self, row: SurchargeLevel) -> str:
        return row.level_says

    @admin.display(description="event")
    def counts_by(self, row: SurchargeLevel) -> str:
        return row.sort

    @admin.display(description="verified", boolean=True)
    def is_verified(self, row: SurchargeLevel) -> bool:
        return row.verified

    @admin.display(description="counts")
    def stands(self, row: SurchargeLevel) -> str:
        return row.missing or "Yes"

    @admin.display(description="another row")
    def follows(self, row: SurchargeLevel) -> str:
        """The way to the next row of the same sort, filled in from this one."""
        said = {name: getattr(row, "board_id" if name == "board" else name) for name in WRITTEN}
        return format_html(
            '<a href="{}?{}">Add a row that follows this one</a>',
            reverse("admin:enforcement_surchargelevel_add"), urlencode(said),
        )  # fmt: skip

    def preview_of(self, request: HttpRequest, row: SurchargeLevel) -> dict[str, Any]:
        earlier = SurchargeLevel.objects.filter(**row.same_sort(), since__lt=row.since)
        before = earlier.order_by("-since").first()
        others = SurchargeLevel.objects.in_force(row.since).filter(programme=row.programme, percent__gt=0)
        return {
            "title": f"{row.says}: what changes",
            "before": before,
            "missing": row.missing,
            "examples": [(dollars(fee), _costs(fee, before), _costs(fee, row)) for fee in EXAMPLES],
            "levels": [(other.level_says, other.says, other.pk == row.pk) for other in others],
        }


def _costs(fee: Decimal, row: SurchargeLevel | None) -> str:
    """A fee with the surcharge of that row alone."""
    if row is None or row.percent > MOST:
        return dollars(fee)
    return dollars(fee + cents(fee * row.percent / 100))
