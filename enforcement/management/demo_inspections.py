"""Sample inspections, told through the actions: a routine one, the visit after it, and one just begun."""

from __future__ import annotations

from datetime import date
from typing import Any

from enforcement.actions import inspections
from enforcement.actions.inspections import Said, Visit
from enforcement.models import Checklist
from enforcement.models.inspections import items_of
from office.demo_data import Stage
from office.models import Case


def tell(stage: Stage) -> None:
    """A dumpster's lot inspected twice, and a third visit begun on a complaint there. Told once."""
    routine = _visit(stage, "routine", sort="routine", on=stage.back(60))
    _end(stage, routine, lids=("no", "Both lids stood open."), area=("no", "Bags beside it."))
    again = _visit(stage, "again", sort="re-inspection", on=stage.back(40), parent=routine)
    _end(stage, again, lids=("no", "One lid stood open."))
    complaint = Case.objects.filter(filing_key=stage.key("complaint-full")).first()
    _visit(stage, "begun", sort="complaint", on=stage.back(6), parent=complaint)


def _visit(stage: Stage, key: str, *, sort: str, on: date, parent: Case | None = None) -> Case:
    board = stage.boards["tisbury-health"]
    visit = Visit(
        checklist=Checklist.objects.get(board=board, slug="dumpster"), sort=sort, inspected_on=on,
        parcel=stage.lot(3), place="Behind the building", parent=parent,
    )  # fmt: skip
    by = stage.users["inspector"]
    return inspections.begin(board, visit, on=on, by=by, key=stage.key(f"inspection-{key}"))


def _end(stage: Stage, case: Case, **unmet: tuple[str, str]) -> None:
    """Answer every item "yes" but those told, and end it by what the answers speak for."""
    if case.status != "begun":
        return
    by: Any = stage.users["inspector"]
    said = {
        row.pk: Said(*unmet.get(row.item.slug, ("yes", "")), version=row.version)
        for row in items_of(case.details)
    }
    inspections.save_items(case, said, by=by)
    inspections.finish(case, outcome="correction-needed", by=by, met_with="Sample Keeper")
