"""The small forms of a clerk's acts on a case."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.timezone import localtime

from office.fields import DayField
from office.models import Board, Case, ChecklistRow, Facility, Hold, Membership, Ruling, User


class ActForm(forms.Form):
    """An act bears a day; it is today's unless the clerk says otherwise. `ahead`: it may lie ahead."""

    use_required_attribute = False
    day_label = "Day"

    def __init__(self, *args: Any, today: date, ahead: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ahead = ahead
        self.fields["on"] = DayField(label=self.day_label, initial=today)
        self.fields["on"].today = today  # type: ignore[attr-defined]

    def clean_on(self) -> date:
        on: date = self.cleaned_data["on"]
        if not self.ahead and on > self.fields["on"].today:  # type: ignore[attr-defined]
            raise forms.ValidationError("This day has not come yet. Write today or the day it happened.")
        return on


class TimedForm(ActForm):
    """An act that may bear a time of day too: with `now`, the moment it is asked, it does."""

    def __init__(self, *args: Any, now: datetime | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now
        if now is not None:
            self.fields["at"] = forms.TimeField(
                label="Time", input_formats=TIMES, help_text="Such as 2:30 pm. Hours are counted from it.",
                widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
                error_messages={
                    "required": "Enter the time of day, for example 2:30 pm.",
                    "invalid": "This is not a time we can read. Write it like 2:30 pm or 14:30.",
                },
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        on, at = cleaned.get("on"), cleaned.get("at")
        if self.now is not None and not self.ahead and on and at:
            here = localtime(self.now)
            if (on, at) > (here.date(), here.time()):
                self.add_error("at", "This time has not come yet. Write the time at which it happened.")
        return cleaned

    @property
    def at(self) -> time | None:
        return self.cleaned_data.get("at")


# 2:30 pm, 2:30pm, 2 pm, 2pm, 14:30
TIMES = ["%I:%M %p", "%I:%M%p", "%I %p", "%I%p", "%H:%M"]


def _text(label: str, hint: str = "", rows: int = 3, need: bool = True, most: int = 1000) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        required=need,
        max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class MoveForm(TimedForm):
    """A step of the lifecycle: the day, the time where hours hang on it, a reason where one is needed."""

    def __init__(self, *args: Any, needs_reason: bool, soft_holds: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["version"] = forms.IntegerField(widget=forms.HiddenInput)
        self.fields["key"] = forms.CharField(max_length=80, widget=forms.HiddenInput)
        if needs_reason:
            self.fields["note"] = _text("Reason", "It is kept with the case and read by the applicant.")
            self.fields["note"].error_messages["required"] = "Write the reason in one sentence."
        if soft_holds:
            self.fields["override"] = _text(
                "Why pass the soft hold", "It stays visible with the permit's history.", need=False
            )


class RulingForm(ActForm):
    """The board's word on one rule."""

    day_label = "Day of the vote"
    says = forms.ChoiceField(
        label="What the board said", choices=Ruling.Says.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose what the board said."},
    )  # fmt: skip
    vote = forms.CharField(
        label="The vote", max_length=200, help_text="Such as “Meeting of June 2, 2026, 3–0”.",
        error_messages={"required": "Name the vote the ruling rests on."},
    )  # fmt: skip
    why = _text("The board's reason")

    def __init__(self, *args: Any, limit_unit: str | None, waivable: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"].error_messages["required"] = "Write the board's reason in one sentence."
        if not waivable:
            says = self.fields["says"]
            assert isinstance(says, forms.ChoiceField)
            says.choices = [choice for choice in Ruling.Says.choices if choice[0] != Ruling.Says.VARIED]
        if limit_unit is not None and waivable:
            self.fields["limit"] = forms.DecimalField(
                label=f"Variance up to ({limit_unit})", required=False, max_digits=12, decimal_places=3,
                widget=forms.TextInput(attrs={"inputmode": "decimal"}),
                help_text="Left open, the variance has no limit of its own.",
            )  # fmt: skip

    @property
    def limit(self) -> Decimal | None:
        return self.cleaned_data.get("limit")


class ChecklistForm(ActForm):
    """Where one item of the checklist stands; a file can come with it."""

    state = forms.ChoiceField(
        label="Where it stands", choices=ChecklistRow.State.choices, widget=forms.RadioSelect
    )
    reason = _text(
        "Why it does not apply", "Needed only when it does not apply.", rows=2, need=False, most=300
    )

    def __init__(self, *args: Any, upload_limit: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = forms.FileField(label="File", required=False, allow_empty_file=True)
        self.fields["file"].limit_says = upload_limit  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (
            cleaned.get("state") == ChecklistRow.State.DOES_NOT_APPLY
            and not cleaned.get("reason", "").strip()
        ):
            self.add_error("reason", "Say why it does not apply; the reason stays with the case.")
        return cleaned


class DocumentForm(ActForm):
    """A file for the case."""

    day_label = "Day received"
    label = forms.CharField(
        label="What it is",
        max_length=120,
        error_messages={"required": "Say what the file is, such as “Site plan”."},
    )
    confidential = forms.BooleanField(label="Keep it confidential", required=False)

    def __init__(self, *args: Any, upload_limit: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = forms.FileField(
            label="File", allow_empty_file=True, error_messages={"required": "Choose the file to add."}
        )
        self.fields["file"].limit_says = upload_limit  # type: ignore[attr-defined]


class ReasonForm(ActForm):
    """A day and a reason."""

    reason = _text("Reason", most=300)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].error_messages["required"] = "Write the reason in one sentence."


class FacilityForm(ActForm):
    """Which facility a matter is about, of those on its lots."""

    facility = forms.ModelChoiceField(
        Facility.objects.none(), label="It is about", widget=forms.RadioSelect, empty_label=None,
        error_messages={
            "required": "Choose what it is about.",
            "invalid_choice": "That one does not stand on the lot of this case. Choose one that is listed.",
        },
    )  # fmt: skip

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here = Facility.objects.filter(parcel__in=case.parcels.all(), ended_on__isnull=True)
        field = self.fields["facility"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = here.exclude(pk=case.facility_id) if case.facility_id else here
        field.label_from_instance = lambda obj: f"{obj.name} ({obj.kind})"  # type: ignore[method-assign]


class PauseForm(ReasonForm):
    """The last day that counts, and what the count waits for."""

    day_label = "Last day that counts"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = "What it waits for"
        self.fields["reason"].error_messages["required"] = "Say what the count waits for, in one sentence."


class ResumeForm(ActForm):
    """The day from which the count goes on."""

    day_label = "Goes on from"
    reason = _text("What came", need=False, rows=2, most=300)


class ExtendForm(ReasonForm):
    """A later last day, what it rests on, and why."""

    day_label = "Day it was granted"
    authority = forms.CharField(
        label="What it rests on", max_length=200,
        help_text="The section, vote or agreement, such as “Vote of June 2, 2026, 3–0”.",
        error_messages={"required": "Name the section, vote or agreement it rests on."},
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        until = DayField(label="Due through")
        until.today = today
        until.error_messages["required"] = "Enter the new last day, for example 6/1/2026."
        self.fields["until"] = until
        self.order_fields(["until", "authority", "reason", "on"])


class TaskForm(forms.Form):
    """Something to do on the case, by a day. It is raised when it is written."""

    use_required_attribute = False
    what = forms.CharField(
        label="What to do", max_length=200, error_messages={"required": "Write what is to be done."}
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        due_on = DayField(label="By", help_text="A date, or +14 for 14 days from today.")
        due_on.today = today
        due_on.error_messages["required"] = "Enter the day it is to be done by, for example 6/1/2026."
        self.fields["due_on"] = due_on


class DoneForm(ActForm):
    """The day a task was done, and a word on it."""

    day_label = "Done on"
    note = _text("Note", need=False, rows=2, most=300)


class HoldForm(ActForm):
    """A hold on the case, or on everything about its facility."""

    level = forms.ChoiceField(label="How strong", choices=Hold.Level.choices, widget=forms.RadioSelect)
    reason = _text("Reason", "The applicant reads it.", most=300)
    lifted_by_role = forms.ChoiceField(
        label="Who may lift it",
        choices=[
            (role.value, role.label)
            for role in (Membership.Role.CLERK, Membership.Role.INSPECTOR, Membership.Role.MEMBER)
        ],
        initial=Membership.Role.CLERK,
    )
    whole_facility = forms.BooleanField(label="For every case about the same facility", required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].error_messages["required"] = "Choose how strong the hold is."
        self.fields["reason"].error_messages["required"] = "Write the reason in one sentence."
        if case.facility_id is None:
            del self.fields["whole_facility"]


class ConditionForm(ActForm):
    """A condition the holder must keep."""

    text = _text("Condition", "One sentence the holder can follow. It is printed on the permit.")
    cite = forms.CharField(label="Section or vote", max_length=100, required=False)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        self.fields["text"].error_messages["required"] = "Write the condition first."
        self.fields["due_on"] = DayField(label="To be done by", required=False)
        self.fields["due_on"].today = today  # type: ignore[attr-defined]


class ReferForm(ActForm):
    """Another board that must see the case."""

    board = forms.ModelChoiceField(
        Board.objects.none(), label="Board", error_messages={"required": "Choose the board."}
    )
    why = forms.CharField(label="What they are asked", max_length=200, required=False)

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        board = self.fields["board"]
        assert isinstance(board, forms.ModelChoiceField)
        board.queryset = Board.objects.exclude(pk=case.board_id)


class AssignForm(ActForm):
    """Who works on the case."""

    to = forms.ModelChoiceField(
        User.objects.none(), label="Assigned to", required=False, empty_label="Nobody"
    )

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = self.fields["to"]
        assert isinstance(to, forms.ModelChoiceField)
        workers = ("clerk", "inspector", "administrator", "reviewer")
        to.queryset = User.objects.filter(
            memberships__board=case.board_id, memberships__role__in=workers, is_active=True
        ).distinct()
        to.label_from_instance = lambda user: user.get_full_name() or user.get_username()  # type: ignore[assignment,method-assign]


class NoteForm(ActForm):
    """A line for the history."""

    text = _text("Note", "Everybody who may see the case can read it.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].error_messages["required"] = "Write the note first."


class CorrectionForm(TimedForm):
    """Another day or time for something in the history, or that it did not happen."""

    day_label = "The right day"
    strike = forms.BooleanField(label="It did not happen at all", required=False)
    note = _text("How you know")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].error_messages["required"] = "Write in one sentence how you know."
