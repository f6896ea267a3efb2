"""What is asked to begin an inspection, of each item, and to end it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms

from enforcement.models import Checklist, Inspection, InspectionItem
from enforcement.models.inspections import INSPECTION
from enforcement.rules import inspections as rules
from office.fields import DayField
from office.forms_acts import ActForm
from office.forms_counter import CounterForm, matching, one_line, page_key
from office.models import Board, Case, Facility, Parcel
from office.models.cases import CaseQuerySet

SHOWN = 4  # of each sort under the find box: a phone shows no more at a glance


class VisitForm(CounterForm):
    """What is inspected, by which checklist, why and when. `cases` are those this person may see."""

    mark_optional = False

    key = page_key()
    find = one_line(
        "Find a place, lot or case", 80, "A few letters or a case number are enough.", autocomplete="off"
    )
    where = forms.ChoiceField(label="What is inspected", required=False, widget=forms.RadioSelect)
    place = one_line("Where exactly", 200, "If it is not on file, or to find it again.", autocomplete="off")
    checklist = forms.ModelChoiceField(
        Checklist.objects.none(), label="Checklist", empty_label=None, widget=forms.RadioSelect,
        error_messages={"required": "Choose the checklist."},
    )  # fmt: skip
    sort = forms.ChoiceField(
        label="Why", choices=Inspection.Sort.choices, widget=forms.RadioSelect,
        initial=Inspection.Sort.ROUTINE, error_messages={"required": "Choose why you inspect."},
    )  # fmt: skip
    inspected_on = DayField(label="Day")

    def __init__(self, *args: Any, board: Board, today: date, cases: CaseQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board, self.cases = board, cases.filter(board=board)
        self.fields["inspected_on"].today = today  # type: ignore[attr-defined]
        listed = self.fields["checklist"]
        assert isinstance(listed, forms.ModelChoiceField)
        listed.queryset = Checklist.objects.filter(board=board)
        self._offer_places()

    def _told(self, name: str) -> str:
        """What was sent under that name, or what the page begins with."""
        return str(self.data.get(name, "") if self.is_bound else self.initial.get(name, ""))

    def _offer_places(self) -> None:
        query = "".join(c for c in self._told("find") if c.isprintable())[:80]
        things = Facility.objects.filter(parcel__town=self.board.town).select_related("parcel", "holder")
        lots = Parcel.objects.filter(town=self.board.town)
        self.facility: Facility | None = self._chosen("f", things)
        self.parcel: Parcel | None = self._chosen("p", lots)
        about = self.cases.select_related("facility__parcel", "facility__holder", "board")
        self.parent: Case | None = self._chosen("c", about)
        offered: list[Any] = matching(things.filter(ended_on__isnull=True), query, SHOWN)
        offered += matching(lots, query, SHOWN)
        if query:
            offered += list(about.matching(query).order_by("-pk")[:SHOWN])
        offered += [each for each in (self.facility, self.parcel, self.parent) if each is not None]
        field = self.fields["where"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*dict(map(_choice, offered)).items(), ("", "A place that is not on file")]

    def _chosen(self, lead: str, rows: Any) -> Any:
        """The row whose key was chosen, or None."""
        key = self._told("where")
        if not key.startswith(lead) or not key.removeprefix(lead).isdecimal():
            return None
        return rows.filter(pk=key.removeprefix(lead)).first()


def _choice(row: Any) -> tuple[str, str]:
    if isinstance(row, Facility):
        return f"f{row.pk}", f"{row.name} ({row.kind.replace('-', ' ')})"
    if isinstance(row, Parcel):
        return f"p{row.pk}", str(row)
    where = row.facility.name if row.facility else ""
    about = f"{row.casekind.label.lower()}, {row.status}"
    return f"c{row.pk}", f"{row.number}, {where}: {about}" if where else f"{row.number}: {about}"


def begun_with(parent: Case | None, facility: Facility | None) -> dict[str, Any]:
    """What the page begins with for a case it is made for, or a place."""
    told: dict[str, Any] = {}
    if facility is not None:
        told["where"] = f"f{facility.pk}"
    if parent is not None:
        told["where"] = f"c{parent.pk}"
        facility = parent.facility
        if parent.kind == INSPECTION and parent.details is not None:
            told["sort"], told["checklist"] = Inspection.Sort.RE_INSPECTION, parent.details.checklist_id
            return told
    if facility is not None:
        fits = Checklist.objects.filter(facility=facility.kind).first()
        told["checklist"] = fits.pk if fits else None
    return told


class ItemForm(forms.Form):
    """What is said of one item; the page lays it out itself."""

    use_required_attribute = False

    answer = forms.ChoiceField(choices=InspectionItem.Answer, required=False)
    note = forms.CharField(
        max_length=500, required=False,
        error_messages={"max_length": "The note is longer than 500 letters. Shorten it."},
    )  # fmt: skip
    days = forms.IntegerField(
        required=False, min_value=0, max_value=rules.MOST_DAYS,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            f"Write the calendar days as a whole number, 0 for at once, up to {rules.MOST_DAYS}.",
        ),
    )  # fmt: skip
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    photo = forms.FileField(required=False, allow_empty_file=True)


def item_forms(rows: Iterable[InspectionItem], data: Any, files: Any) -> Mapping[int, ItemForm]:
    """The form of each item of which something was sent, by the key of its row."""
    return {
        row.pk: ItemForm(data, files, prefix=f"i{row.pk}") for row in rows if f"i{row.pk}-version" in data
    }


OUTCOMES = (
    (rules.Outcome.PASSED.value, "All is met"),
    (rules.Outcome.CORRECTION.value, "Corrections are needed"),
    (rules.Outcome.FAILED.value, "Failed"),
    (rules.Outcome.PARTLY_SEEN.value, "Not all was seen"),
)


class FinishForm(forms.Form):
    """How the inspection ends. A failure needs its reason."""

    use_required_attribute = False

    outcome = forms.ChoiceField(
        label="How it ends", choices=OUTCOMES, widget=forms.RadioSelect,
        error_messages={"required": "Choose how the inspection ends."},
    )  # fmt: skip
    met_with = one_line("Who was met there", 120, autocomplete="off")
    remarks = forms.CharField(
        label="Remarks", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="They are printed on the report.",
    )  # fmt: skip
    why = one_line("Why it failed", 300, "Needed only for a failure.", autocomplete="off")
    version = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("outcome") == rules.Outcome.FAILED and not cleaned.get("why", "").strip():
            self.add_error("why", "Write in one sentence why it failed.")
        return cleaned


class CorrectedForm(ActForm):
    """Which item was corrected, and the day on which that was seen."""

    day_label = "Day it was seen corrected"
    item = forms.ChoiceField(
        label="Item", widget=forms.RadioSelect,
        error_messages={"required": "Choose the item that was corrected."},
    )  # fmt: skip
    note = one_line("How you know", 300, autocomplete="off")

    def __init__(self, *args: Any, items: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["item"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(items)
        if len(field.choices) == 1:
            field.initial = field.choices[0][0]


class ReopenForm(CounterForm):
    """Why the end of an inspection is taken back."""

    why = one_line("Reason", 300, need=True, autocomplete="off")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"].error_messages["required"] = "Write the reason in one sentence."


__all__ = [
    "CorrectedForm", "FinishForm", "ItemForm", "ReopenForm", "VisitForm", "begun_with", "item_forms",
]  # fmt: skip
