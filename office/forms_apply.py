"""The forms of an application filed online: who applies, the place, the papers, the declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from office.fields import EmptyField
from office.forms_counter import MOST, UPLOAD_LIMIT, CounterForm, matching, one_line
from office.kinds import CaseKind, Item
from office.models import Board, DraftFile, Parcel, Party
from office.search import fold
from office.spoken import Words, say

TOO_LONG = gettext_lazy("This has %(show_value)d characters; the office keeps %(limit_value)d. Shorten it.")
OWN, AGENT = "owner", "agent"
NONE = "none"
OTHER = Item(
    "other", gettext_noop("Other papers"), "",
    hint=gettext_noop("Whatever else helps the office, such as photographs."),
)  # fmt: skip


def _email(label: Words, needed: bool, hint: Words = "") -> forms.EmailField:
    says = gettext_lazy("Write the e-mail address with an @ sign, such as name@example.org.")
    return forms.EmailField(
        label=label, max_length=254, required=needed, help_text=hint,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={"invalid": says, "required": says},
    )  # fmt: skip


class ApplicationForm(CounterForm):
    """A part of an application: what cannot be kept is said in the office's words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["max_length"] = TOO_LONG


# ------------------------------------------------------------------------------------------- beginning
class BeginForm(ApplicationForm):
    """The board when several decide the kind, and a box that only programs fill in."""

    board = forms.ChoiceField(
        label=gettext_lazy("Which office"), widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the office that decides it.")},
    )  # fmt: skip
    website = EmptyField()

    def __init__(self, data: Any, *, boards: Sequence[Board]) -> None:
        super().__init__(data, prefix="begin")
        self.boards = {board.slug: board for board in boards}
        board = self.fields["board"]
        assert isinstance(board, forms.ChoiceField)
        board.choices = [(each.slug, str(each)) for each in boards]
        if len(boards) == 1:
            del self.fields["board"]

    @property
    def chosen(self) -> Board:
        """The board; the form must be valid."""
        if "board" in self.fields:
            return self.boards[self.cleaned_data["board"]]
        return next(iter(self.boards.values()))


# ------------------------------------------------------------------------------------------------- who
class YouForm(ApplicationForm):
    """Who applies, how the office reaches them, and whether they own it or act for the owner."""

    name = one_line(
        gettext_lazy("Your name, or the name of the business"), 200, need=True, autocomplete="name"
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("You apply as"),
        choices=[
            (Party.Kind.PERSON, gettext_lazy("A person")),
            (Party.Kind.ORGANIZATION, gettext_lazy("A business or organization")),
        ],
        initial=Party.Kind.PERSON, widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "The register shows the name of a business that holds a permit, never that of a person."
        ),
    )  # fmt: skip
    email = _email(
        gettext_lazy("E-mail"), False,
        gettext_lazy("We write to this address. Without one, write a mailing address below."),
    )  # fmt: skip
    phone = one_line(gettext_lazy("Phone"), 40, autocomplete="tel", inputmode="tel")
    street = one_line(
        gettext_lazy("Mailing address"), 200, gettext_lazy("Street and number, or post office box."),
        autocomplete="address-line1",
    )  # fmt: skip
    city = one_line(gettext_lazy("Town or city"), 80, autocomplete="address-level2")
    state = forms.CharField(
        label=gettext_lazy("State"), max_length=2, min_length=2, required=False,
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "address-level1"}),
    )  # fmt: skip
    zip_code = forms.RegexField(
        r"^\d{5}(-\d{4})?$", label=gettext_lazy("ZIP code"), required=False,
        widget=forms.TextInput(
            attrs={"class": "short", "inputmode": "numeric", "autocomplete": "postal-code"}
        ),
        error_messages={"invalid": gettext_lazy("Write the ZIP code with five digits, such as 02568.")},
    )  # fmt: skip
    acts = forms.ChoiceField(
        label=gettext_lazy("You are"),
        choices=[(OWN, gettext_lazy("The owner")), (AGENT, gettext_lazy("Acting for the owner"))],
        initial=OWN,
        widget=forms.RadioSelect,
    )  # fmt: skip
    owner = one_line(
        gettext_lazy("Name of the owner"), 200, gettext_lazy("Only if you act for the owner."),
        autocomplete="off",
    )  # fmt: skip
    authorized = forms.BooleanField(
        label=gettext_lazy("The owner authorized me to file this application."), required=False,
        help_text=gettext_lazy("Only if you act for the owner. It is recorded with your name."),
    )  # fmt: skip

    COLUMNS = ("name", "kind", "phone", "email", "street", "city", "state", "zip_code")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["required"] = _("Write your name, or the name of the business.")
        two = _("Write the state with two letters: MA.")
        self.fields["state"].error_messages |= {"min_length": two, "max_length": two}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        unread = self.errors.keys() & {"email", "street"}
        if not cleaned.get("email") and not cleaned.get("street") and not unread:
            self.add_error(
                "email", _("Write an e-mail address or a mailing address, so that we can answer you.")
            )
        if cleaned.get("acts") == AGENT:
            if not cleaned.get("owner") and "owner" not in self.errors:
                self.add_error("owner", _("Write the name of the owner you act for."))
            if not cleaned.get("authorized"):
                self.add_error(
                    "authorized", _("Tick this if the owner authorized you. Otherwise the owner applies.")
                )
        return cleaned

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the person to add; the form must be valid."""
        return {name: self.cleaned_data[name] for name in self.COLUMNS}

    @property
    def for_owner(self) -> str:
        """The name of the owner they act for, or ""."""
        return str(self.cleaned_data["owner"]) if self.cleaned_data["acts"] == AGENT else ""

    @property
    def declared(self) -> str:
        """The recorded authorization, or ""."""
        if not self.for_owner:
            return ""
        return f"{self.for_owner}, the owner, authorized me to file this application."


# ----------------------------------------------------------------------------------------------- where
class PlaceForm(ApplicationForm):
    """The place, looked up on the town's list of lots, or as it was written; and what the case is about.

    `final` is said when the page is left: then a lot must be chosen where some match.
    """

    mark_optional = False
    unchosen = gettext_lazy("Choose your lot, or say that it is none of these.")

    find = one_line(
        gettext_lazy("Address or lot number"), 200,
        gettext_lazy("Such as 10 Main Street, or 29-A-3. We look it up on the town’s list of lots."),
        autocomplete="off",
    )  # fmt: skip
    lot = forms.ChoiceField(label=gettext_lazy("Which lot"), widget=forms.RadioSelect, required=False)
    thing = one_line(gettext_lazy("Name"), 200, autocomplete="off")

    def __init__(self, data: Any, *, kind: CaseKind, town: str, final: bool) -> None:
        wrote = data.get("find", "") if data is not None else ""
        lots = Parcel.objects.filter(town=town)
        self.found: list[Parcel] = matching(lots, wrote)
        many = len(self.found) == MOST
        chosen = data.get("lot", "") if data is not None else ""
        if many and chosen.isascii() and chosen.isdigit() and len(chosen) < 19:
            # It stays chosen, however many others match by now.
            self.found += [lot for lot in matching(lots.filter(pk=chosen), wrote) if lot not in self.found]
        exact = [lot for lot in self.found if fold(wrote) in (fold(lot.address), fold(lot.label))]
        if data is not None and not data.get("lot") and len(exact) == 1:
            data = MultiValueDict({**dict(data.lists()), "lot": [str(exact[0].pk)]})
        super().__init__(data)
        self.final, self.looked_up = final, bool(wrote.strip())
        lot, thing = self.fields["lot"], self.fields["thing"]
        assert isinstance(lot, forms.ChoiceField)
        lot.choices = [(str(each.pk), str(each)) for each in self.found]
        lot.choices = [*lot.choices, (NONE, _("None of these. Keep the address as I wrote it"))]
        lot.error_messages["invalid_choice"] = self.unchosen
        if many:
            lot.help_text = _("Not all that match are shown. Write more of the address to find others.")
        if not self.found:
            del self.fields["lot"]
        if kind.facility:
            thing.label = _("Name of the %(thing)s") % {"thing": say(kind.facility.replace("-", " "))}
            thing.help_text = _(
                "What tells it from others, such as “Behind the kitchen” or the business name."
            )
        else:
            del self.fields["thing"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.final and "lot" in self.fields and not cleaned.get("lot") and "lot" not in self.errors:
            self.add_error("lot", self.unchosen)
        return cleaned

    @property
    def parcel(self) -> Parcel | None:
        """The lot that is chosen, as far as it can be read."""
        chosen = self.data.get("lot") if self.is_bound else None
        return next((lot for lot in self.found if str(lot.pk) == chosen), None)


# ---------------------------------------------------------------------------------------------- papers
class ManyFiles(forms.FileInput):
    allow_multiple_selected = True


class PapersForm(ApplicationForm):
    """For each item of the checklist: files, or why it does not apply, or nothing yet.

    `files` are those attached already: each may be replaced by another.
    """

    mark_optional = False

    def __init__(self, data: Any, *, items: Sequence[Item], files: Sequence[DraftFile] = ()) -> None:
        super().__init__(data)
        self.items = (*items, OTHER)
        for item in self.items:
            file = forms.FileField(
                label=_("Add files: %(item)s") % {"item": say(item.label)}, required=False,
                help_text=gettext_lazy("Several at once if you like."),
                widget=ManyFiles(attrs={"multiple": True}),
            )  # fmt: skip
            file.limit_says = UPLOAD_LIMIT  # type: ignore[attr-defined]
            self.fields[f"file-{item.slug}"] = file
        for item in items:
            self.fields[f"na-{item.slug}"] = forms.BooleanField(
                label=_("%(item)s: does not apply") % {"item": say(item.label)}, required=False
            )
            why = one_line(_("Why it does not apply"), 300, autocomplete="off")
            why.error_messages["max_length"] = TOO_LONG
            self.fields[f"why-{item.slug}"] = why
        for attached in files:
            label = _("Replace %(name)s by") % {"name": attached.shown_name}
            newer = forms.FileField(label=label, required=False)
            newer.limit_says = UPLOAD_LIMIT  # type: ignore[attr-defined]
            self.fields[f"replace-{attached.pk}"] = newer

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for item in self.items:
            ticked, why = cleaned.get(f"na-{item.slug}"), f"why-{item.slug}"
            if ticked and not cleaned.get(why) and why not in self.errors:
                says = _("Say why “%(item)s” does not apply, or take the tick away.")
                self.add_error(why, says % {"item": say(item.label)})
        return cleaned

    @property
    def answers(self) -> list[str]:
        """The names of what is kept as an answer: all but the files."""
        return [name for name in self.fields if not name.startswith(("file-", "replace-"))]

    def why_not(self, item: Item) -> str:
        """Why the item does not apply, or ""."""
        if not self.is_bound or not self.data.get(f"na-{item.slug}"):
            return ""
        return str(self.data.get(f"why-{item.slug}", "")).strip()


# ------------------------------------------------------------------------------------------- the end
class DeclareForm(ApplicationForm):
    """What whoever files must declare."""

    declared = forms.BooleanField(
        label=gettext_lazy("I declare that what I wrote here is true, as far as I know."),
        error_messages={
            "required": gettext_lazy("Tick the declaration, so that the office can take your application in.")
        },
    )


class LaterForm(ApplicationForm):
    """Where the link to go on later is mailed."""

    email = _email(gettext_lazy("E-mail"), True)


class ResumeForm(ApplicationForm):
    """With which address an application was begun whose link is lost."""

    email = _email(gettext_lazy("E-mail"), True, gettext_lazy("The one you wrote in the application."))
    website = EmptyField()


# ------------------------------------------------------------------------------------------ renewing
class FindPermitForm(ApplicationForm):
    """Which permit is renewed, and the code that shows that it is one's own."""

    number = forms.CharField(
        label=gettext_lazy("Number of the permit"), max_length=40,
        help_text=gettext_lazy("As on its paper, such as DU-2026-014."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Write the number that stands on the permit.")},
    )  # fmt: skip
    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=40,
        help_text=gettext_lazy(
            "The renewal code of our letter has twelve letters and digits. With the eight of the permit "
            "itself we mail you the way, to the e-mail address you gave us."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Write the code of our letter, or of the permit.")},
    )  # fmt: skip
    website = EmptyField()
