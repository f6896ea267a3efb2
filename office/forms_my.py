"""The forms of somebody's own cases: answer, hand in, write, withdraw, dispute, let somebody act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from office import uploads
from office.actions.authorizations import kinds_before
from office.actions.conversations import LONGEST
from office.forms_counter import one_line, page_key
from office.kinds import Item
from office.models import Board
from office.spoken import say

OTHER = "other"
SENT_WITH = gettext_noop("Sent with the answer")  # kept as it stands here, and said in the reader's language


class ManyFiles(forms.FileInput):
    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        return files.getlist(name) if hasattr(files, "getlist") else []


class FilesField(forms.FileField):
    """Several files at once, each looked at by its content; photographs together become one PDF."""

    widget = ManyFiles

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=ManyFiles(attrs={"multiple": True}), **kwargs)

    @property
    def limit_says(self) -> str:
        return gettext("PDF, JPEG, PNG, HEIC or TIFF, up to %(size)s MB each") % {
            "size": settings.UPLOAD_LIMIT_MB
        }

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        sent = [file for file in (data or []) if file]
        if not sent and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        kept, wrong = uploads.as_handed_in(sent, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
        if wrong:
            raise forms.ValidationError(wrong)
        return kept


class MyForm(forms.Form):
    """A page of one's own cases: checked by the office, and pressed twice it acts once."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"] = page_key()


def words(label: Any, hint: Any = "", *, need: Any = "", rows: int = 4, most: int = 1000) -> forms.CharField:
    """Several lines of text; `need` says what to do when it is left open, and "" that it may be."""
    return forms.CharField(
        label=label, help_text=hint, required=bool(need), max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}),
        error_messages={
            "required": need,
            "max_length": _("This is too long: %(show_value)d characters, and %(limit_value)d are the most."),
        },
    )  # fmt: skip


class MessageForm(MyForm):
    """A message to the office."""

    text = words(
        _("Your message"), _("The office reads it on its working days, and answers here."),
        need=_("Write your message first."), rows=5, most=LONGEST,
    )  # fmt: skip


class VersionedForm(MyForm):
    """A step of the case, as the person saw it."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class ReplyForm(VersionedForm):
    """The answer to what the office asked: files for what is missing, words, or both."""

    def __init__(self, *args: Any, items: Sequence[Item], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.items = list(items)
        for item in self.items:
            self.fields[f"file-{item.slug}"] = FilesField(
                label=say(item.label), required=False, help_text=say(item.hint)
            )
        self.fields["file-other"] = FilesField(label=_("Other papers"), required=False)
        self.fields["text"] = words(
            _("What you want to say"),
            _("Answer the office’s question here, or say what you changed."), rows=5, most=LONGEST,
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = any(value for name, value in cleaned.items() if name.startswith("file-"))
        if not self.errors and not given and not cleaned.get("text", "").strip():
            raise forms.ValidationError(
                _("Add a file, or write your answer. The office needs something to look at.")
            )
        return cleaned

    @property
    def handed_in(self) -> list[tuple[str, str, Any]]:
        """(Checklist item, label of what is no item, file) of each; the form must be valid."""
        found = [
            (item.slug, "", file) for item in self.items for file in self.cleaned_data[f"file-{item.slug}"]
        ]
        return found + [("", SENT_WITH, file) for file in self.cleaned_data["file-other"]]


class HandInForm(MyForm):
    """Files for one line of the checklist, or for something else that is named."""

    item = forms.ChoiceField(
        label=_("What it is"), widget=forms.RadioSelect,
        error_messages={"required": _("Choose what the files are.")},
    )  # fmt: skip
    label = one_line(_("Its name, if it is something else"), 120, autocomplete="off")
    papers = FilesField(
        label=_("Files"), error_messages={"required": _("Choose the files to add.")},
        help_text=_("Several at once if you like. Photographs added together become one PDF."),
    )  # fmt: skip

    def __init__(self, *args: Any, items: Sequence[Item], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        item = self.fields["item"]
        assert isinstance(item, forms.ChoiceField)
        item.choices = [*((each.slug, say(each.label)) for each in items), (OTHER, _("Something else"))]
        if not items:
            self.fields["item"].initial = OTHER

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("item") == OTHER and not cleaned.get("label", "").strip():
            self.add_error("label", _("Say in a few words what it is, such as “Photographs of the fence”."))
        return cleaned

    @property
    def chosen(self) -> tuple[str, str]:
        """(Checklist item or "", label); the form must be valid."""
        item = self.cleaned_data["item"]
        return ("", self.cleaned_data["label"].strip()) if item == OTHER else (item, "")


class WithdrawForm(VersionedForm):
    """Why the application is withdrawn."""

    reason = words(
        _("Reason"), _("It stays with the case."), need=_("Write the reason in one sentence."), rows=3
    )


class DisputeForm(MyForm):
    """What is wrong with what was filed in one's name."""

    why = words(
        _("What is wrong"), _("Such as: I did not ask them to file this."),
        need=_("Say in a sentence what is wrong."), rows=3,
    )  # fmt: skip


class EndForm(MyForm):
    """Why an authorization ends."""

    why = words(_("Reason"), _("Whoever acted for you may read it."), rows=2, most=300)


class AskForm(MyForm):
    """Whom to ask for their word, and for what."""

    owner_name = one_line(_("Name of the owner"), 200, need=True, autocomplete="off")
    owner_email = forms.EmailField(
        label=_("The owner’s e-mail"), max_length=254,
        help_text=_("We mail them a link. Nothing holds until they say yes on that page."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Write the e-mail address with an @ sign, such as name@example.org."),
            "invalid": _("Write the e-mail address with an @ sign, such as name@example.org."),
        },
    )  # fmt: skip
    reach = forms.ChoiceField(
        label=_("What you may file for them"), widget=forms.RadioSelect,
        error_messages={"required": _("Choose what you may file for them.")},
    )  # fmt: skip

    def __init__(self, *args: Any, boards: Sequence[Board], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner_name"].error_messages["required"] = gettext("Write the name of the owner.")
        self.boards = {board.slug: board for board in boards}
        reach = self.fields["reach"]
        assert isinstance(reach, forms.ChoiceField)
        choices = []
        for board in boards:
            every = gettext("Everything before the %(board)s") % {"board": board}
            choices.append((f"{board.slug}/", every))
            choices += [(f"{board.slug}/{kind.slug}", say(kind.label)) for kind in kinds_before(board)]
        reach.choices = choices

    @property
    def chosen(self) -> tuple[Board, str]:
        """The board and the kind, or "" for every kind; the form must be valid."""
        board, _slash, kind = self.cleaned_data["reach"].partition("/")
        return self.boards[board], kind
