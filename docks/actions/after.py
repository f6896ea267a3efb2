"""After the dock is built: seasons, lifts, boats, and visits."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction

from docks.actions.work import facts_of
from docks.models.life import VesselChange, Visit, VisitItem
from docks.rules import facts as f
from docks.rules import life as rules
from docks.rules.facts import DockFacts, Vessel
from office.actions.cases import record
from office.actions.clocks import raise_task
from office.actions.errors import NotAllowed
from office.actions.events import lock, rulings_of
from office.law import Finding, State, judge
from office.models import Case, Event, Snapshot, SnapshotFinding, reading_on
from office.schedules import named

LIFT_ENDS = ("property-transferred", "lift-need-ended")
LIFT_GOES = "Remove the boat lift and tell the Conservation Division"


# ------------------------------------------------------------------------------------------------ season
@transaction.atomic
def season(case: Case, *, put_in: bool, on: date, by: Any) -> Event:
    """Record that the seasonal dock was put in, or was taken out, on the day `on`.

    Out of season it is recorded as it was, and somebody is told to look at it (703-2).
    """
    locked = lock(case)
    if not locked.events.live().filter(slug="season-kept").exists():
        raise NotAllowed(
            f"{locked.number} has no seasons: it is no seasonal dock, or its work has not begun."
        )
    problem = rules.season_problem(on, put_in=put_in)
    event = record(case, "put-in" if put_in else "taken-out", on=on, by=by, note=problem)
    if problem:
        raise_task(
            case, what=f"Out of season. {problem}"[:200], due_on=on, on=on, by=None, key=f"season-{event.pk}"
        )
    return event


# -------------------------------------------------------------------------------------------------- lifts
@transaction.atomic
def end_lift(case: Case, slug: str, *, on: date, by: Any, note: str = "") -> date | None:
    """Record that the property passed, or that the need for the lift ended; the last day for the lift to go.

    None when no lift must go: there is none, or it rests on another ground than handicapped access (a reading
    of 703-4(Q)(2)(b)).
    """
    if slug not in LIFT_ENDS:
        raise NotAllowed("Say what happened: the property passed, or the need for the lift ended.")
    locked, facts = lock(case), facts_of(case, on)
    record(case, slug, on=on, by=by, note=note.strip(), cleared=True)
    if not facts.has_lift or facts.lift_basis != f.ACCESS:
        return None
    grace = Decimal(reading_on(locked.board, rules.LIFT_GRACE, on))
    due = on + timedelta(days=int(grace))
    record(case, "lift-removal-due", on=on, until_on=due, by=by, note=LIFT_GOES, cleared=True)
    return due


# -------------------------------------------------------------------------------------------------- boats
@dataclass(frozen=True)
class Boat:
    """A boat that comes to lie at the dock; `replaces` names the one it takes the place of, or nothing."""

    name: str
    length_ft: Decimal | None
    beam_ft: Decimal | None
    draft_in: Decimal | None
    drive: str
    horsepower: Decimal | None = None
    replaces: str = ""

    def vessel(self) -> Vessel:
        return Vessel(
            name=self.name, length_ft=self.length_ft, beam_ft=self.beam_ft, draft_in=self.draft_in,  # type: ignore[arg-type]
            drive=self.drive, horsepower=self.horsepower,  # type: ignore[arg-type]
        )  # fmt: skip


def boats_now(case: Case, facts: DockFacts) -> tuple[Vessel, ...]:
    """The boats that lie there: those of the notice, as they were changed since. One query."""
    found = list(facts.vessels or ())
    rows = VesselChange.objects.filter(case=case, event__void=False, event__corrected_by__isnull=True)
    for row in rows.order_by("pk"):
        found = [each for each in found if each.name != row.replaces] if row.replaces else found
        found.append(
            Boat(row.name, row.length_ft, row.beam_ft, row.draft_in, row.drive, row.horsepower).vessel()
        )
    return tuple(found)


@transaction.atomic
def change_boat(case: Case, boat: Boat, *, on: date, by: Any) -> list[Finding]:
    """Record a boat that comes to lie at a decided dock, and judge again what depends on boats (703-4(M)).

    The answers of the notice stay as they were decided; the new findings hang on this entry. Returns what is
    not met, which is a task of the office. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not boat.name.strip():
        raise NotAllowed("Name the boat (Barnstable 703-4(M)).")
    facts = facts_of(locked, on)
    before = boats_now(locked, facts)
    if boat.replaces and boat.replaces not in {each.name for each in before}:
        raise NotAllowed(f"No boat called {boat.replaces} lies there. Choose one that does.")
    kept = tuple(each for each in before if not boat.replaces or each.name != boat.replaces)
    facts = dataclasses.replace(facts, vessels=(*kept, boat.vessel()))
    draft = f", draft {boat.draft_in.normalize():f} in." if boat.draft_in is not None else ""
    instead = f", in place of {boat.replaces}" if boat.replaces else ""
    event = record(case, "vessel-changed", on=on, by=by, note=f"{boat.name}{draft}{instead}", cleared=True)
    VesselChange.objects.create(
        case=locked, event=event, on=on, name=boat.name.strip(), replaces=boat.replaces,
        length_ft=boat.length_ft, beam_ft=boat.beam_ft, draft_in=boat.draft_in, drive=boat.drive,
        horsepower=boat.horsepower,
    )  # fmt: skip
    law = locked.casekind.law
    assert law is not None
    findings = judge(law.rules, facts, on, rulings_of(locked, on))
    snapshot = Snapshot.objects.create(event=event, case=locked, facts=dataclasses.asdict(facts))
    SnapshotFinding.objects.bulk_create(SnapshotFinding.of(snapshot, found) for found in findings)
    amiss = [
        found
        for found in findings
        if "vessels" in found.reads and found.state in (State.UNMET, State.UNKNOWN)
    ]
    if amiss:
        cites = ", ".join(dict.fromkeys(found.cite for found in amiss))
        what = f"{boat.name} does not keep, or is not known to keep, {cites}. Write to the owner."
        raise_task(case, what=what[:200], due_on=on, on=on, by=None, key=f"boat-{event.pk}")
    return amiss


# ------------------------------------------------------------------------------------------------- visits
@transaction.atomic
def visit(case: Case, seen: Sequence[tuple[str, str, str]], *, on: date, by: Any) -> Visit:
    """Record a look at the dock: of each item (slug, what was seen, note). Raises NotAllowed, WrongRole.

    What is not as it should be needs a note, and is a task of the office.
    """
    locked = lock(case)
    if {slug for slug, _, _ in seen} != set(rules.SEEN_BY_SLUG):
        raise NotAllowed("Say of each item of the list what was seen, or that it was not seen.")
    for slug, says, note in seen:
        if says not in VisitItem.Says.values:
            raise NotAllowed(f"{rules.SEEN_BY_SLUG[slug].label}: say what was seen.")
        if says == VisitItem.Says.NO and not note.strip():
            raise NotAllowed(f"{rules.SEEN_BY_SLUG[slug].label}: write what is wrong, in a few words.")
    wrong = [rules.SEEN_BY_SLUG[slug].cite for slug, says, _ in seen if says == VisitItem.Says.NO]
    said = f"Not as it should be: {', '.join(wrong)}" if wrong else "Nothing seen that is amiss"
    event = record(case, "dock-visited", on=on, by=by, note=said, cleared=True)
    row = Visit.objects.create(case=locked, event=event, on=on, by=by)
    VisitItem.objects.bulk_create(
        VisitItem(visit=row, number=n, item=slug, says=says, note=note.strip())
        for n, (slug, says, note) in enumerate(seen, start=1)
    )
    if wrong:
        what = f"The visit of {named(on)} found amiss: {', '.join(wrong)}. Write to the owner."
        raise_task(case, what=what[:200], due_on=on, on=on, by=None, key=f"visit-{event.pk}")
    return row
