"""The numbers that were set aside for phones: each ends as a case, or void with its reason."""

from __future__ import annotations

from django.contrib import admin

from enforcement.models import ReservedNumber
from office.admin import ReadOnly


@admin.register(ReservedNumber)
class ReservedNumberAdmin(ReadOnly):
    list_display = ("number", "state", "held_by", "held_on", "ended_on", "case", "reason")
    list_filter = ("state", "year", "series")
    list_select_related = ("held_by", "case")
    search_fields = ("number",)
