"""The small forms of a dock's life: one act each, checked by the action behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms

from docks.models.life import PlanRevision, Service, Staking, VisitItem
from docks.rules import facts as f
from docks.rules import life as rules
from office.fields import DayField
from office.forms_acts import ActForm
from office.forms_counter import CounterForm
from office.models import ChecklistRow

YES_NO = (("yes", "Yes"), ("no", "No"))


def text(label: str, hint: str = "", *, need: str = "", most: int = 1000, rows: int = 2) -> forms.CharField:
    """A box of a few lines; with `need` it must be filled in, and that is what is said when it is not."""
    field = forms.CharField(
        label=label, help_text=hint, required=bool(need), max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}),
    )  # fmt: skip
    if need:
        field.error_messages["required"] = need
    return field


def line(label: str, hint: str = "", *, need: str = "", most: int = 80, **attrs: str) -> forms.CharField:
    """One line."""
    field = forms.CharField(
        label=label, help_text=hint, required=bool(need), max_length=most,
        widget=forms.TextInput(attrs={"autocomplete": "off", **attrs}),
    )  # fmt: skip
    if need:
        field.error_messages["required"] = need
    return field


def choice(label: str, choices: Iterable[tuple[str, str]], *, need: str, hint: str = "") -> forms.ChoiceField:
    """One of a few, all of them shown."""
    return forms.ChoiceField(
        label=label, choices=list(choices), widget=forms.RadioSelect, help_text=hint,
        error_messages={"required": need, "invalid_choice": need},
    )  # fmt: skip


def number(label: str, hint: str = "", *, places: int = 2) -> forms.DecimalField:
    """A measure that may be left open."""
    return forms.DecimalField(
        label=label, help_text=hint, required=False, max_digits=8, decimal_places=places, min_value=0,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"invalid": "This is no number. Write it like 12 or 3.5."},
    )  # fmt: skip


def whole(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=9999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
        error_messages={"invalid": "This is no whole number. Write it like 12."},
    )  # fmt: skip


class FileForm(ActForm):
    """An act with a file."""

    file_label, file_need = "File", ""

    def __init__(self, *args: Any, upload_limit: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = forms.FileField(
            label=self.file_label, required=bool(self.file_need), allow_empty_file=True,
            error_messages={"required": self.file_need},
        )  # fmt: skip
        self.fields["file"].limit_says = upload_limit  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------------------- the notice
class AcceptForm(ActForm):
    """Since which day the notice was complete: from it the time for the hearing is counted."""

    day_label = "Complete since"


class MissingForm(ActForm):
    """What is missing, in the words of the letter."""

    reason = text("What is missing", "It is printed in the letter, above the list of open items.",
                  need="Write what is missing; it is printed in the letter.", rows=5)  # fmt: skip


class ServeForm(FileForm):
    """How one office got its copy, and the proof."""

    day_label = "Day it was mailed or handed over"
    file_label = "Scanned receipt"
    method = choice("How it went", Service.Method.choices, need="Choose certified mail or by hand.")
    proof = line("Article number, or who signed the receipt",
                 need="Enter the article number or the receipt: it is the proof.")  # fmt: skip


class RefileForm(ActForm):
    """The earlier file that this notice takes up again."""

    earlier = line("Number of the earlier file", "Such as NI-2025-004.",
                   need="Enter the number of the earlier file.", most=20)  # fmt: skip


class StakeForm(FileForm):
    """The marks, the day, and a photo."""

    day_label = "Day it was staked"
    file_label, file_need = "Photo of the marks", "Add a photo of the marks; it stays with the case."
    marks = choice("Marked by", Staking.Marks.choices, need="Choose stakes or a buoy.")


class StandingForm(ActForm):
    """Whether the marks stood when the hearing opened."""

    standing = choice("Did the marks stand when the hearing opened?", YES_NO, need="Choose yes or no.")
    note = text("What was seen", most=300)


# ----------------------------------------------------------------------------------------------- the order
class DepForm(ActForm):
    """The file number that MassDEP assigned."""

    day_label = "Day it was assigned"
    number = line("DEP file number", "Such as SE3-1234.", need="Enter the number, such as SE3-1234.")


class RegistryForm(ActForm):
    """Where the order was recorded."""

    day_label = "Day it was recorded"
    book = line("Book", most=20)
    page = line("Page", most=20)
    certificate = line("Certificate", "Of registered land, instead of book and page.", most=20)


class ExtendForm(ActForm):
    """A later last day, and the vote it rests on."""

    day_label = "Day of the vote"
    reason = text("The vote", "Such as “Vote of June 2, 2026, 3–0: one year more.”",
                  need="Name the vote it rests on, in one sentence.", most=300)  # fmt: skip

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        until = DayField(label="In force through")
        until.today = today
        until.error_messages["required"] = "Enter the new last day, for example 6/1/2029."
        self.fields["until"] = until
        self.order_fields(["until", "reason", "on"])


# ------------------------------------------------------------------------------------------------ the work
class PlannedForm(ActForm):
    """The day on which work is to start; it lies ahead."""

    day_label = "Work is to start on"


class ToldForm(ActForm):
    """When an office was told in writing."""

    day_label = "Day of the notice"
    note = line("How", "Such as letter, or e-mail.", most=200)


class RevisionForm(FileForm):
    """Revised plans as they came in."""

    day_label = "Day received"
    file_label, file_need = "Revised plans", "Add the revised plans as a file."
    what = text("What they change", need="Say what the revised plans change.", most=300)


class ApprovalForm(ActForm):
    """Which revised plans were approved, and by which vote."""

    day_label = "Day of the vote"
    reason = text("The vote", need="Name the vote they were approved by.", most=300)

    def __init__(self, *args: Any, revisions: Sequence[PlanRevision], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = choice(
            "Which plans", [(str(row.number), str(row)) for row in revisions],
            need="Choose which plans were approved.",
        )  # fmt: skip
        self.order_fields(["number", "reason", "on"])


class CompleteForm(ActForm):
    """Whether the work is as the plan of record shows."""

    day_label = "Day it was finished"
    altered = choice(
        "Is it built as the plan of record shows?",
        [("no", "Yes, as shown"), ("yes", "No, by revised plans that were approved")],
        need="Choose whether it is built as shown.",
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        built_on = DayField(label="Day the altered part was first built", required=False)
        built_on.today = today
        self.fields["built_on"] = built_on
        self.order_fields(["altered", "built_on", "on"])


class NoteForm(ActForm):
    """A day, and a word on it."""

    note = text("Note", most=300)


# ---------------------------------------------------------------------------------------------- afterwards
DRIVES = (
    (f.OUTBOARD, "Outboard"), (f.STERNDRIVE, "Sterndrive"), (f.INBOARD, "Inboard"), (f.JET, "Jet"),
    (f.OTHER_DRIVE, "Another drive"), (f.NO_MOTOR, "No motor"),
)  # fmt: skip


class BoatForm(ActForm):
    """A boat that comes to lie at the dock."""

    day_label = "From"
    name = line("Name or type of the boat", need="Name the boat.")
    drive = choice("Drive", DRIVES, need="Choose the drive: the depth under it depends on it.")
    draft_in = number("Draft in inches, drive at its lowest", places=1)
    beam_ft = number("Beam in feet")
    length_ft = number("Length in feet")
    horsepower = number("Horsepower", places=1)

    def __init__(self, *args: Any, boats: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(name, name) for name in dict.fromkeys(boats) if name]
        if named:
            self.fields["replaces"] = forms.ChoiceField(
                label="In place of", required=False, widget=forms.RadioSelect,
                choices=[("", "None: it comes in addition"), *named],
            )  # fmt: skip
        self.order_fields(
            ["name", "replaces", "drive", "draft_in", "beam_ft", "length_ft", "horsepower", "on"]
        )


class VisitForm(ActForm):
    """What was seen of each item of the list."""

    day_label = "Day of the visit"
    mark_optional = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for each in rules.SEEN:
            self.fields[f"says_{each.slug}"] = choice(
                f"{each.label} ({each.cite})", VisitItem.Says.choices, need="Choose what was seen."
            )
            self.fields[f"note_{each.slug}"] = line(f"Note on: {each.label}", most=300)
        self.order_fields([name for name in self.fields if name != "on"] + ["on"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for each in rules.SEEN:
            wrong = cleaned.get(f"says_{each.slug}") == VisitItem.Says.NO
            if wrong and not cleaned.get(f"note_{each.slug}", "").strip():
                self.add_error(f"note_{each.slug}", "Write what is wrong, in a few words.")
        return cleaned

    @property
    def seen(self) -> list[tuple[str, str, str]]:
        """Slug, what was seen, and the note of each item; call `is_valid` first."""
        said = self.cleaned_data
        return [
            (each.slug, said[f"says_{each.slug}"], said.get(f"note_{each.slug}") or "") for each in rules.SEEN
        ]


# -------------------------------------------------------------------------------------------- the checklist
class ItemForm(CounterForm):
    """Where one item of the checklist stands. All of the page are sent together."""

    mark_optional = False

    state = forms.ChoiceField(label="Where it stands", choices=ChecklistRow.State.choices)
    reason = forms.CharField(label="Why it does not apply", required=False, max_length=300)

    def __init__(self, *args: Any, what: str, cite: str, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, prefix=slug, **kwargs)
        self.what, self.cite, self.slug = what, cite, slug
        state, reason = self.fields["state"], self.fields["reason"]
        state.error_messages["required"] = f"{what}: choose where it stands."
        state.error_messages["invalid_choice"] = f"{what}: choose one of those shown."
        state.label, reason.label = f"Where “{what}” stands", f"Why “{what}” does not apply"
        reason.widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (
            cleaned.get("state") == ChecklistRow.State.DOES_NOT_APPLY
            and not cleaned.get("reason", "").strip()
        ):
            self.add_error("reason", f"Say why “{self.what}” does not apply (Barnstable 703-3(G)).")
        return cleaned

    @property
    def said(self) -> tuple[str, str]:
        return self.cleaned_data["state"], self.cleaned_data.get("reason") or ""
