"""The checklists as they ship, a dumpster to inspect, and inspections of it."""

from __future__ import annotations

from datetime import date
from typing import Any

from enforcement.actions import inspections
from enforcement.actions.inspections import Said, Visit
from enforcement.management import checklists
from enforcement.models import Checklist, InspectionItem
from enforcement.models.inspections import items_of
from enforcement.rules import inspections as rules
from office.models import Case, Facility
from tests import people

DAY = date(2026, 6, 1)  # a Monday
TUESDAY = date(2026, 6, 2)


def shipped() -> None:
    people.health()
    checklists.add(lambda *_: None)


def checklist(slug: str = "dumpster") -> Checklist:
    return Checklist.objects.get(board=people.health(), slug=slug)


def the_bin() -> Facility:
    found = Facility.objects.select_related("parcel", "holder").filter(name="Sample bin").first()
    return found or people.dumpster_bin("Sample bin")


def begun(on: date = DAY, sort: str = "routine", *, today: date | None = None, **more: Any) -> Case:
    """An inspection begun by the inspector; of the sample bin unless `more` say otherwise."""
    key = more.pop("key", f"inspect-{Case.objects.count()}")
    by = more.pop("by", people.inspector())
    if "parent" not in more and "facility" not in more:
        more["facility"] = the_bin()
    visit = Visit(**({"checklist": checklist(), "sort": sort, "inspected_on": on} | more))
    return inspections.begin(people.health(), visit, on=today or on, by=by, key=key)


def answered(case: Case, rest: str = "yes", **by_slug: Any) -> Case:
    """Every item of the case answered with `rest`, or as `by_slug` says: an answer, or with its days."""
    said = {}
    for row in items_of(case.details):
        told = by_slug.get(row.item.slug.replace("-", "_"), rest)
        answer, days = told if isinstance(told, tuple) else (told, None)
        said[row.pk] = Said(answer, days=days, version=row.version)
    saved = inspections.save_items(case, said, by=people.inspector())
    assert not saved.stale
    assert not saved.wrong
    return case


def finished(
    on: date = DAY, sort: str = "routine", outcome: str = "", parent: Case | None = None, **answers: Any
) -> Case:
    """An inspection with these answers and "yes" to the rest, ended as they propose."""
    case = answered(begun(on, sort, parent=parent) if parent else begun(on, sort), **answers)
    outcome = outcome or rules.proposed([row.found() for row in items_of(case.details)])
    inspections.finish(case, outcome=outcome, by=people.inspector(), why="Sample reason.")
    return case


def item(case: Case, slug: str) -> InspectionItem:
    return next(row for row in items_of(case.details) if row.item.slug == slug)
