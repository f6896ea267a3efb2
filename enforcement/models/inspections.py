"""Inspections: the visit, what was said of each item, and what was found there before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from enforcement.models.checklists import Checklist, ChecklistItem, ItemWording
from enforcement.rules import inspections as rules
from office.intake import Filing
from office.models import Board, Case, Document
from office.schedules import named

INSPECTION, REPORT = "inspection", "inspection-report"
UNFINISHED = ("begun", "withdrawn")  # what was found there is not known, or does not count


class Inspection(models.Model):
    """One visit by a checklist. Its day and checklist are set when it is begun; its items are the answers."""

    class Sort(models.TextChoices):
        ROUTINE = rules.Sort.ROUTINE.value, "Routine"
        RE_INSPECTION = rules.Sort.RE_INSPECTION.value, "Re-inspection"
        PREVENTIVE = rules.Sort.PREVENTIVE.value, "Extra visit to prevent trouble"
        COMPLAINT = rules.Sort.COMPLAINT.value, "On a complaint"
        BEFORE_OPENING = rules.Sort.BEFORE_OPENING.value, "Before opening"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    checklist = models.ForeignKey(Checklist, models.PROTECT, related_name="+", verbose_name="programme")
    sort = models.CharField("why", max_length=20, choices=Sort)
    inspected_on = models.DateField("day of the inspection")
    place = models.CharField("where exactly", max_length=200, blank=True)
    met_with = models.CharField("met with", max_length=120, blank=True)
    remarks = models.TextField(max_length=2000, blank=True)

    CITES: Mapping[str, str] = {}
    PUBLIC = ()
    # What the case file shows; no form of the counter asks it.
    SECTIONS = (
        ("visit", "Visit", ("checklist", "sort", "inspected_on", "place", "met_with", "remarks")),
    )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.checklist}, {named(self.inspected_on)}"

    @property
    def inspected(self) -> str:
        """What was inspected, in a few words."""
        case = self.case
        return case.facility.name if case.facility else self.place or case.place or str(self.checklist)


class InspectionItem(models.Model):
    """What was said of one item. An item is never taken out: an inspection keeps the list it began with.

    `version` counts the saves, so that a save over somebody else's is seen.
    """

    class Answer(models.TextChoices):
        YES = rules.Answer.YES.value, "Yes"
        NO = rules.Answer.NO.value, "No"
        NOT_SEEN = rules.Answer.NOT_SEEN.value, "Not seen"
        DOES_NOT_APPLY = rules.Answer.DOES_NOT_APPLY.value, "Does not apply"

    inspection = models.ForeignKey(Inspection, models.PROTECT, related_name="items")
    item = models.ForeignKey(ChecklistItem, models.PROTECT, related_name="+")
    wording = models.ForeignKey(ItemWording, models.PROTECT, related_name="+")
    answer = models.CharField(max_length=10, choices=Answer, blank=True)
    note = models.CharField("what was seen", max_length=500, blank=True)
    days = models.PositiveSmallIntegerField("calendar days to correct", null=True, blank=True)
    photos = models.ManyToManyField(Document, related_name="+", blank=True)
    version = models.PositiveIntegerField(default=0)
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["item__position", "item_id"]
        constraints = [models.UniqueConstraint(fields=["inspection", "item"], name="inspection_item_once")]
        # The repeats of a place: what was not met of these items at its earlier inspections.
        indexes = [models.Index(fields=["item", "answer"], name="inspection_item_answer")]

    def __str__(self) -> str:
        return self.wording.text

    @property
    def due_in(self) -> int:
        """The calendar days to correct: the inspector's, or else the default of the item."""
        return self.wording.days if self.days is None else self.days

    @property
    def due_on(self) -> date:
        """The last good day to correct it, counted from the day of the inspection."""
        return rules.last_day(self.inspection.inspected_on, self.due_in)

    @property
    def time_says(self) -> str:
        """How that day came about."""
        return rules.time_says(self.due_in, self.inspection.inspected_on)

    def found(self) -> rules.Found:
        """The item as the rules see it. Fetch it with `item` and `wording` to ask nothing more."""
        row = self.wording
        return rules.Found(
            self.item.slug, row.text, row.cite, row.critical, self.answer or None,
            self.due_in if self.answer == self.Answer.NO else None,
        )  # fmt: skip


def items_of(inspection: Inspection) -> list[InspectionItem]:
    """The items in the order of the checklist, with words and photos; two queries."""
    rows = inspection.items.select_related("item", "wording", "saved_by").prefetch_related("photos")
    found = list(rows.order_by("item__position", "item_id"))
    for row in found:
        row.inspection = inspection
    return found


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """The items with what was said of each; unknown where no inspection is begun."""
    rows = InspectionItem.objects.filter(inspection__case=filing.case) if filing.case else None
    if rows is None:
        return {"items": None}
    listed = rows.select_related("item", "wording").order_by("item__position", "item_id")
    return {"items": [row.found() for row in listed] or None}


# ------------------------------------------------------------------------------------------------ before
def visits(board: Board) -> models.QuerySet[Inspection]:
    """The finished inspections of the board, the latest first."""
    rows = Inspection.objects.filter(case__board=board).exclude(case__status__in=UNFINISHED)
    return rows.select_related("case", "checklist").order_by("-inspected_on", "-case_id")


def earlier_at(case: Case, inspection: Inspection) -> models.QuerySet[Inspection]:
    """The finished inspections of the same facility before this one, the latest first.

    Of a case without a facility those of the same lot, which have none either.
    """
    rows = visits(case.board).exclude(case=case)
    if case.facility_id:
        rows = rows.filter(case__facility=case.facility_id)
    else:
        lots = [lot.pk for lot in case.parcels.all()]
        here = Case.parcels.through.objects.filter(parcel__in=lots).values("case")
        rows = rows.filter(case__facility=None, case__in=here) if lots else rows.none()
    before = Q(inspected_on=inspection.inspected_on, case__lt=case.pk)
    return rows.filter(before | Q(inspected_on__lt=inspection.inspected_on))


def repeats(earlier: Iterable[Inspection], items: Iterable[InspectionItem]) -> Counter[int]:
    """How often each item was not met at the `earlier` inspections: {key of the item: times}; one query."""
    rows = InspectionItem.objects.filter(
        inspection__in=[each.pk for each in earlier], item__in=[each.item_id for each in items],
        answer=InspectionItem.Answer.NO,
    )  # fmt: skip
    return Counter(rows.values_list("item", flat=True))


# ---------------------------------------------------------------------------------------------- the report
def report_rows(items: Iterable[InspectionItem]) -> list[dict[str, str]]:
    """The items not met as the report lists them: what, section, note, time, last good day."""
    return [
        {
            "what": row.wording.text,
            "cite": row.wording.basis,
            "note": row.note,
            "time": row.time_says,
            "due": named(row.due_on),
        }
        for row in items
        if row.answer == InspectionItem.Answer.NO
    ]


def result_says(items: Iterable[InspectionItem]) -> str:
    """The outcome in a sentence: "2 items are not met, 1 was not seen."."""
    answers = Counter(row.answer for row in items)
    unmet, unseen = answers[InspectionItem.Answer.NO], answers[InspectionItem.Answer.NOT_SEEN]
    met = "Every item that applies is met" if not unmet and not unseen else ""
    said = [met, _says(unmet, "item is not met", "items are not met")]
    said.append(_says(unseen, "item was not seen", "items were not seen"))
    return f"{', '.join(part for part in said if part)}."


def _says(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}" if n else ""


def letter_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the letter with the report says beyond what every letter knows."""
    inspection = case.details
    if inspection is None:
        return {}
    items = items_of(inspection)
    return {
        "inspected_on": inspection.inspected_on,
        "inspected": inspection.inspected,
        "programme": inspection.checklist.label,
        "result": result_says(items),
        "rights": inspection.checklist.rights,
        "unmet": report_rows(items),
    }
