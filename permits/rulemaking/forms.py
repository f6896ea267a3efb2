"""What is asked to draft a change of a regulation, to record its notice, its adoption and its publishing."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from office.fields import DayField
from office.forms import YesNo
from office.forms_acts import ActForm
from office.forms_counter import one_line, page_key
from permits.rulemaking.models import HearingNotice, RegulationChange


def _words(
    label: str, hint: str = "", rows: int = 3, most: int = 2000, open_words: str = ""
) -> forms.CharField:
    """A text; with `open_words` it may not be left open, and they say so."""
    return forms.CharField(
        label=label, help_text=hint, required=bool(open_words), max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}), error_messages={"required": open_words},
    )  # fmt: skip


def numbers(typed: str) -> tuple[str, ...]:
    """The section numbers in what was typed, one a line or with commas or semicolons between them."""
    return tuple(" ".join(part.split()) for part in re.split(r"[\n;,]", typed) if part.strip())


class ChangeForm(forms.Form):
    """A draft. What 09.0.4 asks of it is found later; here only what cannot be left open is refused."""

    use_required_attribute = False
    key = page_key()
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    title = one_line("Title", 200, "Such as “Hours of loading a dumpster”.", need=True, autocomplete="off")
    sort = forms.ChoiceField(
        label="What it does", choices=RegulationChange.Sort.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose whether it adopts, amends or repeals rules."},
    )  # fmt: skip
    sections = _words("Sections it changes", "As they stand in the book, one a line: 09.2.4(1).", 2, 1000)
    added = _words("Sections it adds", "Numbers that are not in the book yet, one a line.", 2, 1000)
    summary = _words(
        "What it changes, in plain words", "Everybody reads it.",
        open_words="Say in plain words what it changes; everybody reads it.",
    )  # fmt: skip
    text = _words(
        "The words the board votes on", "The whole text as it will read.", 10, 60_000,
        open_words="Write the words the board votes on.",
    )  # fmt: skip
    effective_on = DayField(
        label="Takes effect on", required=False,
        help_text="Leave it open: it takes effect on the day of adoption. A later day may be named. (09.0.4)",
    )  # fmt: skip
    emergency = YesNo(
        required=False, label="Is it an emergency regulation?",
        help_text="One that a statute allows without prior notice and hearing. (09.0.4)",
    )  # fmt: skip
    emergency_reason = one_line("Why it cannot wait", 300, autocomplete="off")
    emergency_statute = one_line("The statute that allows it", 200, autocomplete="off")

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["effective_on"].today = today  # type: ignore[attr-defined]
        self.fields["title"].error_messages["required"] = (
            "Give it a title, such as “Hours of loading a dumpster”."
        )

    def clean_sections(self) -> tuple[str, ...]:
        return numbers(self.cleaned_data["sections"])

    def clean_added(self) -> tuple[str, ...]:
        return numbers(self.cleaned_data["added"])


def begun_of(change: RegulationChange, town: str) -> dict[str, Any]:
    """What the form of a draft begins with."""
    named = [(row.cite.removeprefix(f"{town} "), row.is_new) for row in change.sections.all()]
    version = change.text
    return {
        "title": change.title, "sort": change.sort, "summary": change.summary,
        "text": version.text if version else "",
        "sections": "\n".join(number for number, is_new in named if not is_new),
        "added": "\n".join(number for number, is_new in named if is_new),
        "effective_on": change.effective_on, "emergency": change.emergency,
        "emergency_reason": change.emergency_reason, "emergency_statute": change.emergency_statute,
    }  # fmt: skip


class NoticeForm(ActForm):
    """Notice of the hearing, and its proof."""

    day_label = "Day of the notice"
    how = forms.ChoiceField(
        label="How notice was given", choices=HearingNotice.By.choices, widget=forms.RadioSelect,
        error_messages={"required": "Say how notice was given: in a newspaper, or posted."},
    )  # fmt: skip
    place = one_line("Newspaper, or where it was posted", 200, need=True, autocomplete="off")
    names = DayField(label="Day of hearing that it named")
    proof = one_line(
        "Proof", 200, "Such as “page B7”, or who stamped it. Or add a picture below.", autocomplete="off"
    )
    file = forms.FileField(label="Clipping or stamped notice", required=False)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, today=today, **kwargs)
        self.fields["names"].today = today  # type: ignore[attr-defined]
        self.fields["place"].error_messages["required"] = (
            "Name the newspaper, or the place where it was posted."
        )
        self.fields["names"].error_messages["required"] = "Enter the day of hearing that the notice named."
        self.order_fields(["how", "place", "on", "names", "proof", "file"])


class AdoptForm(forms.Form):
    """The day on which it takes effect; the day of adoption is that of the vote."""

    use_required_attribute = False

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["effective_on"] = DayField(
            label="Takes effect on", required=False, today=today,
            help_text="Leave it open for the day of adoption. A Sunday or a holiday is as good as any day.",
        )  # fmt: skip


class PublishForm(ActForm):
    day_label = "Day it was published"
    place = one_line("Newspaper", 200, need=True, autocomplete="off")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"].error_messages["required"] = "Name the newspaper."


class WhyForm(forms.Form):
    """Why an entry is taken back."""

    use_required_attribute = False
    why = forms.CharField(
        label="What was recorded wrongly", max_length=300, widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say what was recorded wrongly, in one sentence."},
    )  # fmt: skip


class OnDayForm(forms.Form):
    """The day for which somebody asks what was in force; any day."""

    use_required_attribute = False

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"] = DayField(label=gettext_lazy("In force on"), today=today)
