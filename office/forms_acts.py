"""The small forms of a clerk's acts on a case."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django import forms

from office.fields import DayField
from office.models import Board, Case, ChecklistRow, Hold, Membership, Ruling, User


class ActForm(forms.Form):
    """An act bears a day; it is today's unless the clerk says otherwise."""

    use_required_attribute = False
    day_label = "Day"

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"] = DayField(label=self.day_label, initial=today)
        self.fields["on"].today = today  # type: ignore[attr-defined]

    def clean_on(self) -> date:
        on: date = self.cleaned_data["on"]
        if on > self.fields["on"].today:  # type: ignore[attr-defined]
            raise forms.ValidationError("This day has not come yet. Write today or the day it happened.")
        return on


def _text(label: str, hint: str = "", rows: int = 3, need: bool = True, most: int = 1000) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        required=need,
        max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class MoveForm(ActForm):
    """A step of the lifecycle: the day, and a reason where one is needed."""

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


class CorrectionForm(ActForm):
    """Another day for something in the history, or that it did not happen."""

    day_label = "The right day"
    strike = forms.BooleanField(label="It did not happen at all", required=False)
    note = _text("How you know")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].error_messages["required"] = "Write in one sentence how you know."
