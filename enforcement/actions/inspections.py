"""Inspections are begun, answered item by item, finished, and looked at again.

Until it is finished an inspection is a working paper: a save changes the row of its item, which counts its
saves, and writes no history. Finishing writes it: the snapshot, the visit, the last day of each item not met.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction

from enforcement.models import Checklist, Inspection, InspectionItem, ItemWording
from enforcement.models.inspections import INSPECTION, UNFINISHED, items_of
from enforcement.rules import inspections as rules
from office import kinds
from office.actions.cases import open_case, record, strike
from office.actions.clocks import raise_task
from office.actions.documents import attach
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.intake import Intake
from office.models import Board, Case, Document, Event, Facility, Parcel
from office.permissions import may
from office.schedules import Problem, named

STAFF = ("clerk", "inspector")
Answer, Sort = InspectionItem.Answer, Inspection.Sort
VISITS = {
    Sort.ROUTINE: "routine-inspection",
    Sort.PREVENTIVE: "preventive-visit",
    Sort.COMPLAINT: "complaint-visit",
    Sort.BEFORE_OPENING: "opening-visit",
}
AFTER_ROUTINE, AFTER_ANOTHER = "re-inspected", "follow-up-visit"
# What finishing tells, and what is struck when the end is taken back.
TOLD = (*VISITS.values(), AFTER_ROUTINE, AFTER_ANOTHER, "correction-due")


class Unfit(NotAllowed):
    """What was told cannot begin or end an inspection; `problems` says at which answer, and the remedy."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.says for problem in problems))


class ItemsLeft(NotAllowed):
    """Nothing was said yet of some items; `items` are these."""

    def __init__(self, items: Sequence[InspectionItem]) -> None:
        self.items = list(items)
        one = len(self.items) == 1
        super().__init__(
            f"{len(self.items)} {'item has' if one else 'items have'} no answer yet. Answer "
            f"{'it' if one else 'them'}; what you could not see is “Not seen”."
        )


@dataclass(frozen=True)
class Visit:
    """What is told to begin an inspection: by which checklist, why, when, and where."""

    checklist: Checklist
    sort: str
    inspected_on: date
    facility: Facility | None = None
    parcel: Parcel | None = None
    place: str = ""
    parent: Case | None = None


class _Begun(Intake):
    """The details and items of an inspection, made by the action: no form of the counter asks them."""

    def __init__(self, kind: kinds.CaseKind, details: Inspection, wordings: Sequence[ItemWording]) -> None:
        super().__init__(kind)
        self.details, self.wordings = details, wordings

    def save(self, case: Case) -> Inspection:
        self.details.case = case
        self.details.save()
        InspectionItem.objects.bulk_create(
            InspectionItem(inspection=self.details, item=row.item, wording=row) for row in self.wordings
        )
        return self.details


# ---------------------------------------------------------------------------------------------- beginning
@transaction.atomic
def begin(board: Board, visit: Visit, *, on: date, by: Any, key: str) -> Case:
    """Open an inspection by the checklist as it stood on its day: once for each `key`.

    What it is made for (`parent`) gives place and people where none is told. Raises WrongRole, Unfit.
    """
    if not may(by, board, *STAFF):
        raise WrongRole(f"Inspections are made by the inspectors and clerks of {board}.")
    if earlier := Case.objects.filter(filing_key=key).first():
        return earlier
    parent = visit.parent
    facility = visit.facility or (parent.facility if parent and not visit.parcel else None)
    lots = [visit.parcel] if visit.parcel else []
    if not lots and facility and facility.parcel:
        lots = [facility.parcel]
    if not lots and parent:
        lots = list(parent.parcels.all())
    wordings = list(ItemWording.objects.in_force(visit.inspected_on).filter(item__checklist=visit.checklist))
    if problems := _wrong(board, visit, wordings, placed=bool(facility or lots or visit.place), on=on):
        raise Unfit(problems)
    details = Inspection(
        checklist=visit.checklist, sort=visit.sort, inspected_on=visit.inspected_on,
        place=visit.place.strip(),
    )  # fmt: skip
    people = [(facility.holder, "owner")] if facility and facility.holder else []
    return open_case(
        kind=INSPECTION, on=visit.inspected_on, by=by, board=board, facility=facility, parcels=lots,
        people=people, parent=parent, key=key, note=f"{visit.checklist}, {Sort(visit.sort).label.lower()}",
        intake=_Begun(kinds.get(INSPECTION), details, wordings),
    )  # fmt: skip


def _wrong(
    board: Board, visit: Visit, wordings: Sequence[ItemWording], *, placed: bool, on: date
) -> list[Problem]:
    said, parent = [], visit.parent
    day = named(visit.inspected_on)
    if visit.inspected_on > on:
        said.append(Problem("inspected_on", f"{day} lies ahead. Enter the day of the visit."))
    elif not wordings:
        says = f"The checklist “{visit.checklist}” has no item for {day}. An administrator adds some."
        said.append(Problem("checklist", says))
    if not placed:
        said.append(Problem("where", "Find and choose the place, or write where it is."))
    if visit.parcel is not None and visit.parcel.town != board.town:
        says = f"{visit.parcel} lies in {visit.parcel.town}. Choose a lot in {board.town}."
        said.append(Problem("where", says))
    if visit.sort != Sort.RE_INSPECTION:
        return said
    before = parent.details if parent is not None and parent.kind == INSPECTION else None
    if parent is None or before is None:
        says = "A re-inspection follows an inspection. Begin it from that one, or choose another reason."
        said.append(Problem("sort", says))
    elif parent.status in UNFINISHED:
        said.append(Problem("sort", f"{parent.number} is {parent.status}. Finish it first."))
    elif before.checklist_id != visit.checklist.pk:
        says = f"{parent.number} went by the checklist “{before.checklist}”. Choose the same."
        said.append(Problem("checklist", says))
    elif visit.inspected_on < before.inspected_on:
        says = f"{parent.number} was on {named(before.inspected_on)}. A re-inspection comes after it."
        said.append(Problem("inspected_on", says))
    return said


# -------------------------------------------------------------------------------------------- item by item
@dataclass(frozen=True)
class Said:
    """What was said of one item, on a page that showed its save number `version`."""

    answer: str
    note: str = ""
    days: int | None = None
    version: int = 0


@dataclass
class Saved:
    """What a save came to: the items as they stand, those not saved because somebody else saved first with
    what this person said, and those whose time to correct cannot be."""

    items: list[InspectionItem]
    stale: list[tuple[InspectionItem, Said]] = field(default_factory=list)
    wrong: dict[int, str] = field(default_factory=dict)


@transaction.atomic
def save_items(case: Case, said: Mapping[int, Said], *, by: Any) -> Saved:
    """Save what was said of items, by the key of their rows. What can be saved is, whatever cannot.

    Raises NotAllowed when the inspection is finished, WrongRole.
    """
    locked = lock(case)
    _may_answer(locked, by)
    details = Inspection.objects.get(case=locked)
    saved = Saved(items_of(details))
    changed = []
    for row in saved.items:
        told = said.get(row.pk)
        if told is None:
            continue
        wanted = _wanted(row, told)
        if wanted == (row.answer, row.note, row.days):
            continue
        if told.version != row.version:
            saved.stale.append((row, told))
        elif wrong := rules.days_problem(told.days):
            saved.wrong[row.pk] = wrong
        else:
            row.answer, row.note, row.days = wanted
            row.version, row.saved_by = row.version + 1, by
            changed.append(row)
    InspectionItem.objects.bulk_update(changed, ["answer", "note", "days", "version", "saved_by"])
    return saved


def _wanted(row: InspectionItem, told: Said) -> tuple[str, str, int | None]:
    """The columns as they would be: the default time is not written down, so that its source stays told."""
    days = None if told.answer != Answer.NO or told.days == row.wording.days else told.days
    answer = told.answer if told.answer in Answer.values else ""
    return answer, " ".join(told.note.split())[:500], days


def _may_answer(case: Case, by: Any) -> None:
    if not may(by, case, *STAFF):
        raise WrongRole(f"Inspections are made by the inspectors and clerks of {case.board}.")
    if case.status != "begun":
        raise NotAllowed(
            f"{case.number} is {case.status}; its answers stand as they were. Begin a re-inspection, or "
            "let a clerk take its end back first."
        )


def add_photo(row: InspectionItem, *, file: Any, on: date, by: Any) -> Document:
    """Put a photo on file for an item; the same picture for it twice is one. Raises UploadRefused too."""
    case = row.inspection.case
    _may_answer(case, by)
    document = attach(case, file=file, label=f"Photo: {row.wording.text}"[:120], on=on, by=by)
    row.photos.add(document)
    return document


# ---------------------------------------------------------------------------------------------- finishing
@transaction.atomic
def finish(
    case: Case,
    *,
    outcome: str,
    by: Any,
    why: str = "",
    met_with: str = "",
    remarks: str = "",
    version: int | None = None,
) -> Event:
    """End an inspection: snapshot, visit, and the last day of each item not met, all on its own day.

    A re-inspection settles what it found corrected of the inspection before it. Raises ItemsLeft,
    NotAllowed, WrongRole.
    """
    locked = lock(case)
    _may_answer(locked, by)
    details = Inspection.objects.select_related("checklist").get(case=locked)
    items = items_of(details)
    if unsaid := [row for row in items if not row.answer]:
        raise ItemsLeft(unsaid)
    if wrong := rules.why_not(outcome, [row.found() for row in items]):
        raise NotAllowed(wrong)
    details.met_with, details.remarks = met_with.strip()[:120], remarks.strip()[:2000]
    details.save(update_fields=["met_with", "remarks"])
    day = details.inspected_on
    event = record(case, outcome, on=day, by=by, note=why.strip(), version=version, cleared=True)
    record(case, _visit(details, locked), on=day, by=by)
    for row in items:
        if row.answer == Answer.NO:
            what = row.wording.text.rstrip(".")
            note = f"Correct “{what}” ({row.wording.basis}): {row.time_says}"
            record(
                case, "correction-due", on=day, until_on=row.due_on, by=by, subject=row.item.slug, note=note
            )
    case.forget_details()
    if details.sort == Sort.RE_INSPECTION and locked.parent is not None:
        _follow_up(locked.parent, case, items, on=day, by=by)
    return event


def _visit(details: Inspection, case: Case) -> str:
    """What sort of visit it was, by the event that says so; a re-inspection by the first one it follows."""
    if details.sort != Sort.RE_INSPECTION:
        return VISITS[Sort(details.sort)]
    before, first = case.parent, details
    while before is not None and before.kind == INSPECTION and first.sort == Sort.RE_INSPECTION:
        first, before = before.details, before.parent
    return AFTER_ROUTINE if first.sort == Sort.ROUTINE else AFTER_ANOTHER


def _follow_up(before: Case, case: Case, items: Iterable[InspectionItem], *, on: date, by: Any) -> None:
    """Settle what was looked at again: what is met now is corrected there, what is not goes on here.

    The inspection before is closed once all that it left open was seen; what was not seen stays open there.
    """
    if not before.is_open or before.kind != INSPECTION:
        return
    again = {row.item_id: row.answer for row in items}
    owed = [row for row in items_of(before.details) if row.answer in (Answer.NO, Answer.NOT_SEEN)]
    running = set(before.clocks.filter(clock="correction", ended_on=None).values_list("subject", flat=True))
    for row in owed:
        if row.item.slug in running and again.get(row.item_id) in (Answer.YES, Answer.DOES_NOT_APPLY):
            seen = f"{row.wording.text} Seen at {case.number}."
            record(before, "item-corrected", on=on, by=by, subject=row.item.slug, note=seen)
    if all(again.get(row.item_id) in (Answer.YES, Answer.NO, Answer.DOES_NOT_APPLY) for row in owed):
        record(before, "followed-up", on=on, by=by, note=f"By {case.number}.")


# ---------------------------------------------------------------------------------------------- afterwards
@transaction.atomic
def item_corrected(case: Case, *, item: str, on: date, by: Any, note: str = "") -> Event:
    """Record that an item is corrected, by its short name; with the last one all is. May refuse."""
    open_items = dict(case.clocks.filter(clock="correction", ended_on=None).values_list("subject", "label"))
    if item not in open_items:
        raise NotAllowed("That item is not open. Choose one that is still to be corrected.")
    said = note.strip() or open_items[item]
    event = record(case, "item-corrected", on=on, by=by, subject=item, note=said)
    if len(open_items) == 1:
        record(case, "all-corrected", on=on, by=by)
    return event


@transaction.atomic
def reopen(case: Case, *, why: str, on: date, by: Any) -> None:
    """Take back the end of an inspection: its answers are open again, its visit and last days are struck.

    The inspection before it, which it may have settled, raises a task. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    ended = locked.events.live().filter(slug__in=list(rules.Outcome)).last()
    if ended is None or locked.casekind.lifecycle.step(ended.slug).to != locked.status:
        raise NotAllowed(
            f"{locked.number} is {locked.status}. Only the end of an inspection after which nothing was "
            "recorded is taken back; strike what came later in the history first."
        )
    strike(ended, by=by, note=why, cleared=True)
    for told in locked.events.live().filter(slug__in=TOLD):
        # By the office itself: it follows from what the clerk took back.
        strike(told, by=None, note="The end of the inspection was taken back.", cleared=True)
    if locked.parent is not None and locked.details.sort == Sort.RE_INSPECTION:
        what = f"The end of {locked.number} was taken back. Look again at what it settled here."
        raise_task(locked.parent, what=what, due_on=on, on=on, by=None, key=f"reopened-{ended.pk}")
    case.refresh_from_db()


__all__ = [
    "ItemsLeft", "Said", "Saved", "Unfit", "Visit", "add_photo", "begin", "finish", "item_corrected",
    "reopen", "save_items",
]  # fmt: skip
