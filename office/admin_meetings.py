"""How boards vote, in the Django admin: a dated row is added and never edited."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.timezone import localdate

from office.admin_boards import Kept, ShownFilter
from office.admin_money import said_plainly
from office.models import VotingRule
from office.schedules import named


class VotingRuleForm(forms.ModelForm):
    """Seats, quorum and majority from a day on. What is wrong is said at the field, with its remedy."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        said_plainly(self)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        seats, quorum = given.get("seats"), given.get("quorum")
        if seats == 0:
            self.add_error("seats", "A board has at least one seat. Enter how many.")
        elif seats and quorum is not None and not 1 <= quorum <= seats:
            self.add_error("quorum", f"Enter a number from 1 to {seats}, the seats, or leave it open.")
        board, since = given.get("board"), given.get("since")
        if board and since:
            self._check_day(board, since)
        return given

    def _check_day(self, board: Any, since: Any) -> None:
        """The first row may reach back, for votes entered late; a later one starts today or ahead."""
        rows = VotingRule.objects.filter(board=board)
        if rows.filter(since=since).exists():
            self.add_error("since", "A row starts on that day already. Choose another day.")
        elif rows.exists() and since < localdate():
            self.add_error(
                "since",
                f"{named(since)} has passed. Start the row today or later: votes taken stay as they were.",
            )


@admin.register(VotingRule)
class VotingRuleAdmin(Kept):
    """How many seats a board has and what its majority is counted of, by day."""

    form = VotingRuleForm
    board_path = "board"
    fields = ("board", "since", "seats", "quorum", "majority", "section", "confirmed")
    list_display = ("board", "since", "seats", "quorum", "majority", "confirmed")
    list_filter = (("board", ShownFilter),)
    list_select_related = ("board",)
    ordering = ("board", "-since")
    actions = None

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
