"""The form with which anybody reports a problem."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy

from office import uploads
from office.fields import EmptyField
from office.forms_counter import UPLOAD_LIMIT, one_line, page_key
from office.models import Board
from office.spoken import say

KEY = re.compile(r"[0-9a-f]{32}")


class ReportForm(forms.Form):
    """Which town, where, who, and a photo; the questions of the kind stand on the page beside it."""

    use_required_attribute = False

    board = forms.ChoiceField(
        label=gettext_lazy("Which office"), widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"),
            gettext_lazy("Choose the town, so that the report reaches its office."),
        ),
    )  # fmt: skip
    place = one_line(
        gettext_lazy("Where it is"),
        200,
        gettext_lazy("The street address if there is one, or words that lead there."),
        autocomplete="off",
    )
    name = one_line(gettext_lazy("Your name"), 200, autocomplete="name")
    email = forms.EmailField(
        label=gettext_lazy("E-mail"), max_length=254, required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "invalid": gettext_lazy("Write the e-mail address with an @ sign, such as name@example.org.")
        },
    )  # fmt: skip
    phone = one_line(gettext_lazy("Phone"), 40, autocomplete="tel", inputmode="tel")
    file = forms.FileField(
        label=gettext_lazy("Photo or paper"), required=False, allow_empty_file=True,
        help_text=gettext_lazy("One file. Only the office sees it."),
    )  # fmt: skip
    website = EmptyField()
    key = page_key()

    def __init__(self, data: Any, files: Any, *, boards: Sequence[Board], key: str) -> None:
        super().__init__(data, files, prefix="problem")
        self.fields["key"].initial = key
        self.boards = {board.slug: board for board in boards}
        board = self.fields["board"]
        assert isinstance(board, forms.ChoiceField)
        board.choices = [(each.slug, str(each)) for each in boards]
        if len(boards) == 1:
            board.initial = boards[0].slug
        self.fields["file"].limit_says = UPLOAD_LIMIT  # type: ignore[attr-defined]
        for field in ("place", "name", "email", "phone"):
            self.fields[field].error_messages["max_length"] = gettext("This is too long. Shorten it.")

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"]
        if not KEY.fullmatch(key):
            raise forms.ValidationError(self.fields["key"].error_messages["required"])
        return key

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is not None:
            try:
                uploads.inspect(file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
            except uploads.UploadRefused as refused:
                raise forms.ValidationError(say(str(refused))) from None
        return file

    @property
    def chosen(self) -> Board | None:
        return self.boards.get(self.cleaned_data.get("board", ""))
