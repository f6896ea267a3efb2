"""A dock on one page: drawn to scale, its reach and depth worked out, what the rules find of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from docks.drawings import Sheet, drawn, picture
from docks.drawings.side import WIDE
from docks.rules import DockFacts, Presumption, presumption
from docks.views.common import dock_or_404
from office.actions.events import rulings_of
from office.intake import Filing
from office.law import Finding, State
from office.models import Case, ChecklistRow, SnapshotFinding
from office.views.common import staff_required, today


@dataclass(frozen=True)
class Seen:
    """A dock as it is seen on a day. Undecided it goes by today's law, decided by that of its last snapshot.

    `as_of` is the day of that snapshot, None while it is undecided.
    """

    case: Case
    facts: DockFacts
    sheet: Sheet
    findings: Sequence[Finding | SnapshotFinding]
    presumed: Presumption
    as_of: date | None

    @classmethod
    def of(cls, case: Case, day: date, wide: float = WIDE) -> Seen:
        filing = Filing.of_case(case)
        # A finding that was kept reads as one that is made: state, weight, words and section.
        findings: list[Any]
        as_of = None
        if case.is_open and case.starts_on is None:
            findings = filing.findings(day, rulings_of(case, day))
        else:
            last = case.snapshots.select_related("event").order_by("-pk").first()
            findings = list(last.findings.all()) if last else []
            as_of = last.event.on if last else None
        facts = filing.facts(as_of or day)
        assert isinstance(facts, DockFacts)
        sheet = drawn(facts, as_of or day, wide)
        return cls(case, facts, sheet, findings, presumption(findings, facts.seasonal), as_of)

    @property
    def open(self) -> list[Finding | SnapshotFinding]:
        """What is not met, or not known yet."""
        return [each for each in self.findings if each.state in (State.UNMET, State.UNKNOWN)]


@staff_required
@require_safe
def dock(request: HttpRequest, number: str) -> HttpResponse:
    """Berth, side view, plan, the worksheets, the presumptions and the findings."""
    case, day = dock_or_404(request, number), today()
    seen = Seen.of(case, day)
    berth, side, plan = (picture(drawing) for drawing in seen.sheet.drawings)
    rows = list(case.checklist.all())
    context = {
        "case": case, "today": day, "seen": seen, "sheet": seen.sheet,
        "berth": berth, "side": side, "plan": plan, "parts": seen.sheet.parts,
        "attainable": seen.sheet.reached.attainable, "attainable_says": seen.sheet.reached.attainable_says,
        "soundings": len(seen.facts.soundings or ()), "items": len(rows),
        "missing": sum(row.state == ChecklistRow.State.MISSING for row in rows),
    }  # fmt: skip
    return render(request, "docks/dock.html", context)
