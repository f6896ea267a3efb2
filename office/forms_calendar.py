"""The forms of the calendar: which dates to show, closing the office, and private feeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from office.actions.closures import LONGEST
from office.feeds import CLOSED, DUE, MEETING
from office.fields import DayField
from office.models import Board


class CalendarForm(forms.Form):
    """Which dates to show. What cannot be read is as if it were not asked."""

    use_required_attribute = False
    mark_optional = False
    board = forms.ChoiceField(label=gettext_lazy("Board"), required=False)
    what = forms.ChoiceField(label=gettext_lazy("Dates"), required=False)

    def __init__(self, *args: Any, boards: Iterable[Board], staff: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sorts = [
            ("", gettext("All dates")),
            (MEETING, gettext("Meetings and hearings")),
            (CLOSED, gettext("Holidays and closures")),
        ]
        if staff:
            sorts.insert(2, (DUE, gettext("Due days")))
            self.fields["mine"] = forms.BooleanField(label=gettext("Only my cases"), required=False)
        every = ("", gettext("All boards"))
        self._choose("board", [every, *((board.slug, str(board)) for board in boards)])
        self._choose("what", sorts)

    def _choose(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ClosureForm(forms.Form):
    """The days on which the office is closed, and why."""

    use_required_attribute = False

    def __init__(self, *args: Any, towns: Sequence[str], today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(towns) != 1:
            self.fields["town"] = forms.ChoiceField(
                label="Town", choices=[(town, town) for town in towns],
                error_messages={
                    "required": "Choose the town.",
                    "invalid_choice": "You are no clerk of %(value)s. Choose a town that is listed.",
                },
            )  # fmt: skip
        self.fields["first"] = DayField(label="First day", today=today)
        self.fields["last"] = DayField(
            label="Last day", today=today, required=False,
            help_text=f"Only when it is more than one day; at most {LONGEST} days.",
        )  # fmt: skip
        self.fields["reason"] = forms.CharField(
            label="Why the office is closed", max_length=100,
            widget=forms.TextInput(attrs={"class": "medium"}),
            help_text="A word or two that everybody may read, such as “Snow”.",
            error_messages={
                "required": "Say why the office is closed, such as “Snow”.",
                "max_length": "That is longer than 100 characters. Shorten it to a word or two.",
            },
        )  # fmt: skip
        self.only_town = towns[0] if len(towns) == 1 else ""

    @property
    def town(self) -> str:
        return self.only_town or str(self.cleaned_data["town"])


class ReopenForm(forms.Form):
    """Why the office was open after all."""

    use_required_attribute = False
    reason = forms.CharField(
        label="Why the office is open after all", max_length=200,
        widget=forms.TextInput(attrs={"class": "medium"}),
        help_text="It is kept in the history of each case that moves back.",
        error_messages={
            "required": "Say why the office is open after all, such as “Entered for the wrong week”.",
            "max_length": "That is longer than 200 characters. Shorten it to one sentence.",
        },
    )  # fmt: skip


class FeedForm(forms.Form):
    """A name for a private feed."""

    use_required_attribute = False
    label = forms.CharField(
        label="Where you will use it", max_length=60,
        help_text="A name for yourself, such as “Phone”. Make one feed for each device.",
        widget=forms.TextInput(attrs={"class": "medium", "autocomplete": "off"}),
        error_messages={
            "required": "Name the feed after where you will use it, such as “Phone”.",
            "max_length": "That is longer than 60 characters. A word is enough.",
        },
    )  # fmt: skip
