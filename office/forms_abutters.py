"""The forms of a list of abutters, of their notices, and of what is said before and at a hearing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms

from office.abutting import LONGEST, MOST_ROWS, WORDS, Table, read_table, zip_code
from office.fields import DayField
from office.forms_acts import TIMES
from office.models import Coming, Notice

MOST_TYPED = 200_000  # letters in one pasted table


def _day(form: forms.Form, name: str, today: date) -> None:
    form.fields[name].today = today  # type: ignore[attr-defined]


class ListForm(forms.Form):
    """Of which day the assessors' list is, and who certified it."""

    use_required_attribute = False
    assessors_on = DayField(
        label="Date of the assessors’ list",
        help_text="As it stands on the list itself.",
    )
    certified_by = forms.CharField(
        label="Certified by", max_length=120, required=False,
        help_text="Who at the assessors’ office signed it.",
    )  # fmt: skip
    copy = forms.BooleanField(label="Take over the owners of the list before", required=False)
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)

    def __init__(self, *args: Any, today: date, copies: bool, begun: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _day(self, "assessors_on", today)
        if not copies:
            del self.fields["copy"]
        if begun:
            del self.fields["key"]


class PasteForm(forms.Form):
    """The pasted table; `table` is what was read of it."""

    use_required_attribute = False
    text = forms.CharField(
        label="Owners, one a line", max_length=MOST_TYPED, strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "wide"}),
        help_text=(
            "Copy the cells of the assessors’ list and paste them here: tabs, commas or semicolons. Columns: "
            "owner, mailing address, town, state, ZIP code, lot, note; or put the names of the columns into "
            f"the first line, in any order. {MOST_ROWS} lines at most."
        ),
        error_messages={
            "required": "Paste the list, one owner a line.",
            "max_length": "That is too much at once. Paste it in parts.",
        },
    )  # fmt: skip
    table = Table()

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        self.table = read_table(text)
        if self.table.problem:
            raise forms.ValidationError(self.table.problem)
        wrong = [row for row in self.table.rows if row.problems]
        for row in wrong[:20]:
            self.add_error("text", f"Line {row.line}: {' '.join(row.problems)}")
        if len(wrong) > 20:
            self.add_error("text", f"{len(wrong) - 20} more lines cannot be read. They are marked below.")
        return text


class RowForm(forms.Form):
    """One owner."""

    use_required_attribute = False
    owner = forms.CharField(
        label="Owner", max_length=LONGEST["owner"],
        help_text="As the assessors’ list names them; several with “and”.",
        error_messages={"required": "Write the name of the owner."},
    )  # fmt: skip
    street = forms.CharField(label="Mailing address", max_length=LONGEST["street"], required=False)
    city = forms.CharField(label="Town or city", max_length=LONGEST["city"], required=False)
    state = forms.CharField(
        label="State", max_length=2, required=False, widget=forms.TextInput(attrs={"class": "short"})
    )
    zip_code = forms.CharField(
        label="ZIP code", max_length=12, required=False, widget=forms.TextInput(attrs={"class": "short"})
    )
    lot = forms.CharField(
        label="Lot", max_length=LONGEST["lot"], required=False, help_text="Map, block and lot of the land."
    )
    note = forms.CharField(label="Note", max_length=LONGEST["note"], required=False)

    def clean_state(self) -> str:
        said: str = self.cleaned_data["state"].upper()
        if said and not (len(said) == 2 and said.isalpha() and said.isascii()):
            raise forms.ValidationError("Write the two letters of the state, such as MA.")
        return said

    def clean_zip_code(self) -> str:
        kept, told = zip_code(self.cleaned_data["zip_code"])
        if told and not kept:
            raise forms.ValidationError(told[0])
        return kept

    @property
    def values(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in WORDS}


class LotsForm(forms.Form):
    """Which of the lots that were found."""

    use_required_attribute = False
    lots = forms.MultipleChoiceField(
        label="Lots", widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Tick at least one lot.", "invalid_choice": "Search again, then tick the lots."
        },
    )  # fmt: skip
    mark_optional = False

    def __init__(self, *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lots = self.fields["lots"]
        assert isinstance(lots, forms.MultipleChoiceField)
        lots.choices = list(choices)


class NoticesForm(forms.Form):
    """Where the file can be seen, and how the notices go."""

    use_required_attribute = False
    see_at = forms.CharField(
        label="Where and when the application can be seen", max_length=200,
        help_text="The notice says it: “… can be seen at Town Hall, weekdays 9 am to 4 pm”.",
        error_messages={"required": "Say where the application can be seen, and when. The notice names it."},
    )  # fmt: skip
    channel = forms.ChoiceField(
        label="How they go", widget=forms.RadioSelect,
        choices=[
            (Notice.Channel.CERTIFIED.value, "Certified mail, return receipt"),
            (Notice.Channel.IN_HAND.value, "In hand: somebody takes them round"),
        ],
        help_text="A single one can go another way later.",
        error_messages={"required": "Choose how the notices go."},
    )  # fmt: skip


class SentForm(forms.Form):
    """That the applicant told them."""

    use_required_attribute = False
    sent_on = DayField(label="Day on which the last notice left")
    how = forms.ChoiceField(
        label="How", widget=forms.RadioSelect,
        choices=[("by certified mail", "Certified mail"), ("in hand", "In hand")],
        error_messages={"required": "Choose how the notices went."},
    )  # fmt: skip
    file = forms.FileField(
        label="Proof", help_text="The receipts of the mail, or who signed for it. PDF or picture.",
        error_messages={"required": "Attach the proof: the receipts of the mail, or who signed for it."},
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _day(self, "sent_on", today)


class PrintedForm(forms.Form):
    """That a newspaper printed the notice."""

    use_required_attribute = False
    paper = forms.CharField(
        label="Newspaper", max_length=120, error_messages={"required": "Name the newspaper."}
    )
    printed_on = DayField(label="Day it was printed")
    file = forms.FileField(
        label="Proof", required=False, help_text="The clipping or the publisher’s statement. PDF or picture."
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _day(self, "printed_on", today)


class ClosingForm(forms.Form):
    """When the board closed the hearing."""

    use_required_attribute = False
    at = forms.TimeField(
        label="Time", input_formats=TIMES, help_text="Such as 7:15 pm.",
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        error_messages={
            "required": "Enter the time of day, for example 7:15 pm.",
            "invalid": "This is not a time we can read. Write it like 7:15 pm or 19:15.",
        },
    )  # fmt: skip


class ComingForm(forms.Form):
    """Whether a member will come, and on which items they will not sit."""

    use_required_attribute = False
    mark_optional = False
    member = forms.ChoiceField(
        widget=forms.HiddenInput,
        error_messages={"required": "Choose the member.", "invalid_choice": "Choose a member."},
    )
    will = forms.ChoiceField(
        label="On this day", choices=Coming.Will.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose one: will come, will not come, or not known yet."},
    )  # fmt: skip
    recused = forms.MultipleChoiceField(
        label="Will not sit on", required=False, widget=forms.CheckboxSelectMultiple,
        help_text="Items of the agenda on which the member is recused.",
        error_messages={"invalid_choice": "The agenda changed. Choose again."},
    )  # fmt: skip

    def __init__(
        self, *args: Any, members: Sequence[tuple[int, str]], items: Sequence[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("member", members), ("recused", items)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(str(pk), words) for pk, words in choices]
        if not items:
            del self.fields["recused"]

    @property
    def items_recused(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data.get("recused", ())]
