"""The town's offices that get word of docks, in the Django admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from docks.models import TownOffice
from office.admin_boards import Kept, ShownFilter
from office.admin_dated import said_plainly


class TownOfficeForm(forms.ModelForm):
    """A form whose errors say what is missing in the office's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)


@admin.register(TownOffice)
class TownOfficeAdmin(Kept):
    """One record for each office, whatever names it goes by; papers print it as it is today."""

    form = TownOfficeForm
    list_display = ("name", "part", "aliases", "board")
    list_filter = (("board", ShownFilter),)
    list_select_related = ("board",)
    search_fields = ("name", "aliases")
    fields = ("board", "part", "name", "aliases", "street", "city", "state", "zip_code", "email")
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else ("board", "part")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
