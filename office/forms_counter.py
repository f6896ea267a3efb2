"""The forms of the counter's intake page: who, where, which one, the day, the papers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from office import uploads
from office.actions.people import known_as
from office.fields import HALF_A_YEAR, DayField
from office.kinds import CaseKind, Item
from office.models import Board, CaseParty, Facility, Parcel, Party
from office.search import terms
from office.spoken import Words

UPLOAD_LIMIT = format_lazy(
    gettext_lazy("PDF, JPEG, PNG, HEIC or TIFF, up to {limit} MB"), limit=settings.UPLOAD_LIMIT_MB
)
NEW = "new"
MOST = 8  # matches shown under a box


def is_permit(kind: CaseKind) -> bool:
    """Whether somebody applies for something with a term: then there is an applicant."""
    return kind.term is not None


def one_line(
    label: Words, most: int, hint: Words = "", need: bool = False, **attrs: str
) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=most, help_text=hint, required=need, widget=forms.TextInput(attrs=attrs)
    )


def page_key() -> forms.CharField:
    """What makes pressing twice one act."""
    return forms.CharField(
        label="Key of the page", max_length=80, widget=forms.HiddenInput,
        error_messages={
            "required": gettext_lazy("This page lost its key. Open it anew and fill it in again.")
        },
    )  # fmt: skip


class CounterForm(forms.Form):
    """A part of a page of the counter: checked by the office, not the browser, and in the office's words."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            said = field.error_messages
            if said["required"] == forms.Field.default_error_messages["required"]:
                still_open = gettext("%(label)s is still open. Choose or write an answer.")
                said["required"] = still_open % {"label": field.label}
            if said.get("invalid_choice") == forms.ChoiceField.default_error_messages["invalid_choice"]:
                said["invalid_choice"] = gettext("That answer is not one of those shown. Choose one.")


# ------------------------------------------------------------------------------------------------- who
class WhoForm(CounterForm):
    """The person at the counter: somebody on file (then only their part is asked) or somebody new."""

    name = one_line("Name", 200, "People on file appear below as you type.", autocomplete="off")
    other_person = forms.BooleanField(label="This is another person of the same name", required=False)
    kind = forms.ChoiceField(
        label="Person or business", choices=Party.Kind.choices, initial=Party.Kind.PERSON,
        widget=forms.RadioSelect,
    )  # fmt: skip
    phone = one_line("Phone", 40, autocomplete="off", inputmode="tel")
    email = forms.EmailField(
        label="E-mail", max_length=254, required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": "Write the e-mail address with an @ sign, such as name@example.org."},
    )  # fmt: skip
    street = one_line("Mailing address", 200, autocomplete="off")
    city = one_line("Town or city", 80, autocomplete="off")
    state = forms.CharField(
        label="State", min_length=2, max_length=2, required=False,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("min_length", "max_length"), "Write the state with two letters: MA."),
    )  # fmt: skip
    zip_code = forms.RegexField(
        r"^\d{5}(-\d{4})?$", label="ZIP code", required=False,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": "Write the ZIP code with five digits, such as 02568."},
    )  # fmt: skip
    role = forms.ChoiceField(label="Their part", widget=forms.RadioSelect)

    COLUMNS = ("name", "kind", "phone", "email", "street", "city", "state", "zip_code")

    def __init__(self, *args: Any, kind: CaseKind, party: Party | None, **kwargs: Any) -> None:
        super().__init__(*args, prefix="who", **kwargs)
        self.party, self.needed = party, is_permit(kind)
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        roles = [CaseParty.Role(role) for role in kind.roles]
        role.choices = [(each.value, each.label) for each in roles]
        role.initial = roles[0]
        role.error_messages["required"] = "Choose the person's part."
        self.fields["name"].required = self.needed
        self.fields["name"].error_messages["required"] = "Write the name of the person or business."
        if party is not None:
            for name in (*self.COLUMNS, "other_person"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        name = cleaned.get("name", "")
        if name and not cleaned.get("other_person") and (same := known_as(name)):
            where = f" ({same[0].mailing_address})" if same[0].mailing_address else ""
            self.add_error("name", (
                f"{same[0].name}{where} is already on file. Choose that entry below, or tick that this is "
                "another person."
            ))  # fmt: skip
        return cleaned

    @property
    def columns(self) -> dict[str, str] | None:
        """The columns of a person to add; None when one was chosen or nobody was named."""
        if self.party is not None or not self.cleaned_data.get("name"):
            return None
        return {name: self.cleaned_data[name] for name in self.COLUMNS}


def people_matching(query: str) -> list[Party]:
    """The first people whose name, street or phone match; a phone number reads the same however written."""
    digits = "".join(c for c in query if c.isdigit())
    by_phone = len(digits) >= 4 and not any(c.isalpha() for c in query)
    return matching(Party.objects.all(), digits if by_phone else query)


def matching(rows: QuerySet[Any], query: str, most: int = MOST) -> list[Any]:
    """The first rows whose search column holds every word of the query; none for an empty one."""
    words = terms(query)
    for word in words:
        rows = rows.filter(search__contains=word)
    # Keys first: a common word matches a whole table, and only the few that are shown are worth joining.
    keys = rows.select_related(None).values("pk")[:most]
    return list(rows.filter(pk__in=keys)) if words else []


# ----------------------------------------------------------------------------------------------- where
class WhereForm(CounterForm):
    """The lot: one on file, looked up by lot or street, or a new one as the assessor numbers it."""

    mark_optional = False  # the heading says so once

    find = one_line(
        "Lot or street", 80, "Such as 29-A-3 or 12 Spring. Lots on file appear below.", autocomplete="off"
    )
    map_no = one_line("Map", 10, autocomplete="off")
    block = one_line("Block", 10, autocomplete="off")
    lot = one_line("Lot", 20, autocomplete="off")
    street_number = one_line("Number", 20, autocomplete="off")
    street = one_line("Street", 100, autocomplete="off")
    zoning = forms.ChoiceField(
        label="Zoning", choices=[("", "Not chosen"), *Parcel.Zoning.choices], required=False
    )

    COLUMNS = ("map_no", "block", "lot", "street_number", "street", "zoning")

    def __init__(self, *args: Any, parcel: Parcel | None, town: str, **kwargs: Any) -> None:
        super().__init__(*args, prefix="lot", **kwargs)
        self.parcel, self.town = parcel, town
        if parcel is not None:
            self.fields.clear()

    @property
    def is_new(self) -> bool:
        """Whether anything of a new lot was written: its part of the page then stands open."""
        return any(self[name].value() for name in self.COLUMNS if name in self.fields)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.parcel is not None:
            return cleaned
        if not any(cleaned.get(name) for name in self.COLUMNS):
            if cleaned.get("find"):
                words = f"“{cleaned['find']}” is not a lot yet. Choose one below, or fill in a new lot."
                self.add_error("find", words)
            return cleaned
        for name in ("map_no", "lot"):
            if not cleaned.get(name):
                self.add_error(name, "Write map and lot as the assessor does: map 29, block A, lot 3.")
        if not cleaned.get("zoning"):
            self.add_error("zoning", "Choose the zoning of the new lot.")
        number = {f"{name}__iexact": cleaned.get(name, "") for name in ("map_no", "block", "lot")}
        if same := Parcel.objects.filter(town=self.town, **number).first():
            self.add_error("map_no", f"{same} is already on file. Look it up above and choose it.")
        return cleaned

    @property
    def columns(self) -> dict[str, str] | None:
        """The columns of a lot to add; None when one was chosen or none was named."""
        if self.parcel is not None or not self.cleaned_data.get("map_no"):
            return None
        return {name: self.cleaned_data[name] for name in self.COLUMNS}


# ----------------------------------------------------------------------------------------------- which
class WhichForm(CounterForm):
    """The facility the case is about: one on file, or a new one by a name that tells it apart."""

    mark_optional = False

    facility = forms.ChoiceField(label="Which one", widget=forms.RadioSelect, required=False)
    name = one_line("Name of the new one", 200, autocomplete="off")
    owner = one_line(
        "Owner, when an agent applies", 200,
        "Somebody already on file under exactly this name is taken; otherwise the owner is added.",
        autocomplete="off",
    )  # fmt: skip
    new_holder = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, kind: CaseKind, facilities: Sequence[Facility], party: Party | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, prefix="facility", **kwargs)
        self.kind, self.facilities = kind, {str(each.pk): each for each in facilities}
        choice = self.fields["facility"]
        assert isinstance(choice, forms.ChoiceField)
        choice.label = f"Which {kind.facility}"
        choice.choices = [(pk, _told(each)) for pk, each in self.facilities.items()]
        choice.choices = [*choice.choices, (NEW, f"A new {kind.facility}")]
        choice.error_messages["invalid_choice"] = f"That {kind.facility} is no longer in use. Choose another."
        self.fields["name"].label = f"Name of the new {kind.facility}"
        self.fields["name"].help_text = "What tells it from others, such as “Behind the kitchen”."
        if not is_permit(kind):
            del self.fields["owner"]
        if not self.facilities and not self["facility"].value():
            del self.fields["facility"]
            self.fields["name"].required = True
            self.fields["name"].error_messages["required"] = self._unnamed
        chosen = self.chosen
        if chosen and chosen.holder and party is not None and chosen.holder != party:
            self.fields["new_holder"].label = f"{party.name} now holds it, not {chosen.holder.name}"
        else:
            del self.fields["new_holder"]

    @property
    def _unnamed(self) -> str:
        return f"Name the {self.kind.facility}, so that it can be told from others. ({self.kind.section})"

    @property
    def chosen(self) -> Facility | None:
        """The facility on file that is chosen, as far as the page says."""
        return self.facilities.get(str(self["facility"].value())) if "facility" in self.fields else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "facility" not in self.fields or self.chosen is not None or "facility" in self.errors:
            return cleaned
        if not cleaned.get("name"):
            if cleaned.get("facility") == NEW:
                self.add_error("name", self._unnamed)
            else:
                words = f"Choose the {self.kind.facility}, or name a new one. ({self.kind.section})"
                self.add_error("facility", words)
        return cleaned


def _told(facility: Facility) -> str:
    place = facility.parcel.address or facility.parcel.label if facility.parcel else ""
    holder = f"held by {facility.holder.name}" if facility.holder else ""
    return ", ".join(part for part in (facility.name, place, holder) if part)


# --------------------------------------------------------------------------------- the day, the papers
class FilingForm(CounterForm):
    """The day it came in, the board when several decide it, and why there are two when there are."""

    mark_optional = False
    key = page_key()
    board = forms.ChoiceField(label="Which board", widget=forms.RadioSelect)
    on = DayField(label="Day received")
    why_two = forms.CharField(
        label="Why there are two", max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It goes into the case's history.",
    )  # fmt: skip

    def __init__(self, *args: Any, today: date, boards: Sequence[Board], twin: bool, **kwargs: Any) -> None:
        super().__init__(*args, prefix="filing", **kwargs)
        self.today = today
        on = self.fields["on"]
        assert isinstance(on, DayField)
        on.today, on.initial = today, today
        board = self.fields["board"]
        assert isinstance(board, forms.ChoiceField)
        board.choices = [(each.slug, str(each)) for each in boards]
        board.error_messages["required"] = "Choose the board that decides it."
        if len(boards) == 1:
            del self.fields["board"]
        if not twin:
            del self.fields["why_two"]

    def clean_on(self) -> date:
        on: date = self.cleaned_data["on"]
        if on > self.today:
            raise ValidationError("This day has not come yet. Write today or the day it was received.")
        if on < self.today - HALF_A_YEAR:
            # The number, the fee and every clock go by this day: a wrong year would be wrong for good.
            raise ValidationError("This day is more than half a year back. Check the year.")
        return on


class PapersForm(CounterForm):
    """A file for each item of the kind's checklist; each may also follow later."""

    def __init__(self, *args: Any, items: Sequence[Item], **kwargs: Any) -> None:
        super().__init__(*args, prefix="paper", **kwargs)
        for item in items:
            field = forms.FileField(
                label=item.label, required=False, allow_empty_file=True,
                help_text=f"{item.hint} ({item.cite})".strip(),
                # A page swapped in place keeps the file already chosen.
                widget=forms.FileInput(attrs={"hx-preserve": "true"}),
            )  # fmt: skip
            field.limit_says = UPLOAD_LIMIT  # type: ignore[attr-defined]
            self.fields[item.slug] = field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, file in list(cleaned.items()):
            if file is not None:
                try:
                    uploads.inspect(file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
                except uploads.UploadRefused as refused:
                    self.add_error(name, str(refused))
        return cleaned

    @property
    def given(self) -> dict[str, Any]:
        return {item: file for item, file in self.cleaned_data.items() if file is not None}
