"""The forms of a meeting: setting it, its agenda, who was there, and a vote."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.db.models import TextChoices

from office.calendar import EASTERN
from office.fields import DayField
from office.forms_acts import TIMES
from office.kinds import Step
from office.models import AgendaItem, Board, Meeting, User, VoteOfMember
from office.motions import GAP, has_gap

CONDITIONS = 4  # as many can be written with one vote, or those proposed; more are added on the case
LONGEST = 4000  # of a motion, in characters: a denial names every finding it rests on


def _time(label: str, hint: str = "Such as 6 pm.") -> forms.TimeField:
    return forms.TimeField(
        label=label, input_formats=TIMES, help_text=hint,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        error_messages={
            "required": "Enter the time of day, for example 6 pm.",
            "invalid": "This is not a time we can read. Write it like 6 pm or 18:00.",
        },
    )  # fmt: skip


def _sentence(label: str, missing: str, hint: str = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=300, help_text=hint, widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": missing},
    )  # fmt: skip


def _choice(label: str, choices: type[TextChoices], missing: str, **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices.choices, widget=forms.RadioSelect, error_messages={"required": missing},
        **more,
    )  # fmt: skip


class MeetingForm(forms.Form):
    """When and where the board meets."""

    use_required_attribute = False
    board = forms.ModelChoiceField(
        Board.objects.none(), label="Board", empty_label=None,
        error_messages={"required": "Choose the board."},
    )  # fmt: skip
    on = DayField(label="Day")
    at = _time("Time")
    place = forms.CharField(label="Place", max_length=200, required=False, help_text="Building and room.")
    link = forms.URLField(
        label="Link", max_length=300, required=False, assume_scheme="https",
        help_text="To take part from elsewhere.",
        error_messages={"invalid": "This is not a link we can read. Write it whole: https://…"},
    )  # fmt: skip
    sort = _choice("What sort of meeting", Meeting.Sort, "Choose what sort of meeting it is.")
    reason = forms.CharField(
        label="Why it is an emergency", max_length=300, required=False,
        widget=forms.Textarea(attrs={"rows": 2}), help_text="Only for an emergency meeting.",
    )  # fmt: skip
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(self, *args: Any, boards: Sequence[Board], today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of = self.fields["board"]
        assert isinstance(of, forms.ModelChoiceField)
        of.queryset = Board.objects.filter(pk__in=[board.pk for board in boards])
        of.initial = boards[0]
        if len(boards) == 1:
            of.widget = forms.HiddenInput()
        self.fields["on"].today = today  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if said.get("sort") == Meeting.Sort.EMERGENCY and not said.get("reason", "").strip():
            self.add_error("reason", "Write the reason of the emergency in one sentence (c.30A §20).")
        if "link" in said and not said.get("place", "").strip() and not said["link"]:
            self.add_error("place", "Say where the board meets: a place, a link below, or both.")
        return said


class TryForm(forms.Form):
    """One more day for the planner."""

    use_required_attribute = False
    day = DayField(label="Try another day", help_text="Such as 6/16, or +14 for 14 days from today.")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].today = today  # type: ignore[attr-defined]


class PostForm(forms.Form):
    """When the notice was posted."""

    use_required_attribute = False
    on = DayField(label="Day posted")
    at = _time("Time posted", "Such as 2:30 pm.")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"].today = today  # type: ignore[attr-defined]

    @property
    def moment(self) -> datetime:
        return datetime.combine(self.cleaned_data["on"], self.cleaned_data["at"], EASTERN)


class ItemForm(forms.Form):
    """A case, or a topic in words."""

    use_required_attribute = False
    number = forms.CharField(
        label="Case", max_length=20, required=False, help_text="Its number, such as DU-2026-014.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    text = forms.CharField(
        label="Topic in words", max_length=300, required=False,
        help_text="Everybody reads it on the posted agenda. Leave out names of private people.",
    )  # fmt: skip
    sort = _choice("What the board does with it", AgendaItem.Sort, "Choose what the board does with it.")

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if not said.get("number", "").strip() and not said.get("text", "").strip():
            self.add_error("number", "Enter the number of a case, or write the topic below.")
        return said


class WhyForm(forms.Form):
    """A reason."""

    use_required_attribute = False
    why = _sentence("Reason", "Write the reason in one sentence.")

    def __init__(self, *args: Any, hint: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"].help_text = hint


class ContinueForm(forms.Form):
    """To which meeting, and why."""

    use_required_attribute = False
    to = forms.ChoiceField(
        label="To which meeting", widget=forms.RadioSelect,
        error_messages={"required": "Choose the meeting.", "invalid_choice": "Choose a meeting listed here."},
    )  # fmt: skip
    why = forms.CharField(
        label="Why", max_length=300, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = self.fields["to"]
        assert isinstance(to, forms.ChoiceField)
        to.choices = list(choices)


class AttendanceForm(forms.Form):
    """Which members were there."""

    use_required_attribute = False
    mark_optional = False
    present = forms.MultipleChoiceField(
        label="Members present", required=False, widget=forms.CheckboxSelectMultiple,
        help_text="Those who sit, in the room or by the link.",
    )  # fmt: skip

    def __init__(self, *args: Any, members: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        present = self.fields["present"]
        assert isinstance(present, forms.MultipleChoiceField)
        present.choices = [(str(pk), name) for pk, name in members]

    @property
    def members_present(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data["present"]]


class VoteForm(forms.Form):
    """The motion, what it does, the roll call, and the conditions that go with it."""

    use_required_attribute = False
    step = forms.ChoiceField(
        label="What the motion does", widget=forms.RadioSelect,
        error_messages={"required": "Choose what the motion does."},
    )  # fmt: skip
    motion = forms.CharField(
        label="The motion as it was put", max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Of a denial it is the reason, which the letter prints.",
        error_messages={"required": "Write the motion as it was put."},
    )  # fmt: skip
    mover = forms.ChoiceField(
        label="Moved by", error_messages={"required": "Choose the member who moved it."}
    )
    second = forms.ChoiceField(
        label="Seconded by", error_messages={"required": "Choose the member who seconded it."}
    )
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, members: Sequence[User], names: Sequence[str], present: set[int],
        steps: Sequence[Step], of_case: bool, today: date, conditions: int = CONDITIONS, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.rows = max(CONDITIONS, conditions)
        self.members = list(members)
        people = [(str(member.pk), name) for member, name in zip(members, names, strict=True)]
        here = [pair for pair in people if int(pair[0]) in present]
        for name in ("mover", "second"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "Choose a member"), *here]
        step = self.fields["step"]
        assert isinstance(step, forms.ChoiceField)
        if of_case:
            step.choices = [*((each.slug, each.label) for each in steps), ("words", "Nothing by itself")]
        else:
            del self.fields["step"]
        for pk, name in people:
            there = int(pk) in present
            ballots = VoteOfMember.Ballot
            self.fields[f"ballot-{pk}"] = forms.ChoiceField(
                label=name, choices=ballots.choices if there else [(ballots.ABSENT, ballots.ABSENT.label)],
                widget=forms.RadioSelect, initial=None if there else ballots.ABSENT,
                error_messages={"required": f"Say how {name} voted."},
            )  # fmt: skip
        self.may_condition = any(each.vote == "approve" for each in steps)
        for n in self._numbers():
            self.fields[f"condition-{n}"] = forms.CharField(
                label=f"Condition {n}", max_length=1000, required=False,
                widget=forms.Textarea(attrs={"rows": 2}),
            )  # fmt: skip
            due = DayField(label=f"Condition {n}: to be done by", required=False)
            due.today = today
            self.fields[f"due-{n}"] = due

    def clean_motion(self) -> str:
        motion: str = self.cleaned_data["motion"]
        if has_gap(motion):
            raise forms.ValidationError(f"The draft leaves “{GAP}” open. Write the reason in its place.")
        return motion

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        for n in self._numbers():
            if said.get(f"due-{n}") and not said.get(f"condition-{n}", "").strip():
                self.add_error(f"condition-{n}", "Write the condition that is to be done by this day.")
        return said

    def _numbers(self) -> range:
        return range(1, self.rows + 1) if self.may_condition else range(0)

    @property
    def first(self) -> list[Any]:
        """The fields before the roll."""
        return [self[name] for name in ("step", "motion", "mover", "second") if name in self.fields]

    @property
    def roll(self) -> list[Any]:
        return [self[f"ballot-{member.pk}"] for member in self.members]

    @property
    def conditions_asked(self) -> list[Any]:
        return [self[name] for n in self._numbers() for name in (f"condition-{n}", f"due-{n}")]

    @property
    def proposes(self) -> str:
        step: str = self.cleaned_data.get("step", "")
        return "" if step == "words" else step

    @property
    def ballots(self) -> dict[int, str]:
        return {member.pk: self.cleaned_data[f"ballot-{member.pk}"] for member in self.members}

    @property
    def conditions(self) -> list[tuple[str, date | None]]:
        said = self.cleaned_data
        return [
            (text, said.get(f"due-{n}"))
            for n in self._numbers()
            if (text := said.get(f"condition-{n}", "").strip())
        ]
