"""What the Commission found, as its clerk or a member writes it down before the vote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from docks.forms.life import YES_NO, choice, line, number, text, whole
from docks.models.life import Evidence, Findings, ValueFinding
from docks.rules import life as rules
from office.forms_acts import ActForm
from office.forms_counter import CounterForm
from office.models import Document

ROWS, MOST_ROWS = 3, 30


class FindingsForm(ActForm):
    """Presumption, season, cumulative effect and merits (703-5)."""

    day_label = "Day it was found"
    overcome = choice(
        "Is the presumption of harm overcome by a preponderance of evidence?", YES_NO,
        need="Choose yes or no (Barnstable 703-5(A)).",
    )  # fmt: skip
    why = text("Why", need="Say why it is overcome, or is not (Barnstable 703-5(A)).", most=2000, rows=3)
    season = choice("The season", Findings.Season.choices,
                    need="Choose what the season means here (Barnstable 703-5(B)).")  # fmt: skip
    season_why = line("What the season changed", most=500)
    study_required = choice(
        "Was a drawing of all possible docks required?",
        YES_NO,
        need="Choose yes or no (Barnstable 703-5(A)).",
    )
    radius_mi = number("Within, in miles")
    existing, pending, possible = whole("Docks there"), whole("Docks applied for"), whole("Docks possible")
    cumulative = text("The cumulative effect", most=2000, rows=3)
    merits = text("The merits of this site", need="Say what the decision on the merits rests on (Barnstable "
                  "703-5(C)).", most=2000, rows=3)  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("study_required") == "yes":
            for name, says in (
                ("radius_mi", "Say within how many miles (Barnstable 703-5(A))."),
                ("existing", "Count the docks that are there (Barnstable 703-5(A))."),
                ("pending", "Count the docks applied for (Barnstable 703-5(A))."),
                ("possible", "Count the docks that are possible (Barnstable 703-5(A))."),
            ):
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, says)
        return cleaned


class EvidenceForm(CounterForm):
    """One piece of evidence; a row left empty is none."""

    mark_optional = False

    side = forms.ChoiceField(
        label="It speaks", choices=[("", "Choose"), *Evidence.Side.choices], required=False
    )
    what = line("What it shows", most=500)
    document = forms.ChoiceField(label="On file as", required=False)

    def __init__(self, *args: Any, row: int, documents: Sequence[Document], **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"evidence-{row}", **kwargs)
        self.row = row
        for name, label in (("side", "Side"), ("what", "What it shows"), ("document", "On file as")):
            self.fields[name].label = f"{label}, evidence {row}"
        self.on_file = {str(each.pk): each for each in documents}
        field = self.fields["document"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "Not on file"), *((key, each.label) for key, each in self.on_file.items())]

    def clean_document(self) -> Document | None:
        return self.on_file.get(self.cleaned_data["document"])

    @property
    def filled(self) -> bool:
        said = self.cleaned_data
        return any(said.get(name) for name in ("side", "what", "document"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("what") and not cleaned.get("side"):
            self.add_error("side", "Choose whether it speaks for the dock or against it.")
        if (cleaned.get("side") or cleaned.get("document")) and not (cleaned.get("what") or "").strip():
            self.add_error("what", "Say what it shows.")
        return cleaned


class ValueForm(CounterForm):
    """What was found of one interest that 703-1 names; left open, nothing is found of it."""

    mark_optional = False

    says = forms.ChoiceField(choices=[("", "Nothing found"), *ValueFinding.Says.choices], required=False)
    why = line("Why", most=500)

    def __init__(self, *args: Any, value: rules.Named, **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"value-{value.slug}", **kwargs)
        self.value = value
        self.fields["says"].label = f"{value.label}: what was found"
        self.fields["why"].label = f"{value.label}: why"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("says") and not (cleaned.get("why") or "").strip():
            self.add_error("why", f"Give the reason ({self.value.cite}).")
        if cleaned.get("why") and not cleaned.get("says"):
            self.add_error("says", "Choose harmed or kept safe, or empty the reason.")
        return cleaned


def evidence_forms(
    data: Any, *, documents: Sequence[Document], before: Sequence[Evidence] = (), more: bool = False
) -> list[EvidenceForm]:
    """The rows of the page: as many as were sent, one more when asked; on a fresh page those of before."""
    sent = str(data.get("rows", "")) if data is not None else ""
    count = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 3 else max(ROWS, len(before) + 1)
    count = max(1, min(count + more, MOST_ROWS))
    said = {n: {"side": row.side, "what": row.what, "document": row.document_id}
            for n, row in enumerate(before, start=1)}  # fmt: skip
    return [EvidenceForm(data, row=n, documents=documents, initial=said.get(n)) for n in range(1, count + 1)]


def value_forms(data: Any, before: Sequence[ValueFinding] = ()) -> list[ValueForm]:
    """A row for each interest of the menu."""
    said = {row.value: {"says": row.says, "why": row.why} for row in before}
    return [ValueForm(data, value=each, initial=said.get(each.slug)) for each in rules.VALUES]
