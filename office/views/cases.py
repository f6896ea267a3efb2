"""The case file: one long page where everything about a case can be read, found and printed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import F, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from office.actions import money
from office.actions.cases import in_the_way, term_of
from office.actions.errors import Obstacle
from office.actions.events import rulings_of
from office.clockwork import Mover
from office.intake import Filing, in_words
from office.kinds import Step
from office.law import Finding
from office.models import Case, ClockRow, Document, Event, Hold, Payment, SnapshotFinding
from office.permissions import may
from office.views.common import case_or_404, staff_required, today


@staff_required
@require_safe
def case_file(request: HttpRequest, number: str) -> HttpResponse:
    """The whole case on one page."""
    case, day = case_or_404(request, number), today()
    prefetch_related_objects([case], "parcels")  # the place, the facts and the fee all look at them
    events = list(case.events.select_related("by", "corrected_by").order_by("-on", "-id"))
    for event in events:
        event.case = case
    clocks = list(case.clocks.all())
    charges = money.charges_of(case)
    steps = case.casekind.lifecycle.moves(case.status)
    mine = [step for step in steps if may(request.user, case, *step.roles)]
    gate = next((step for step in steps if step.gate), None)
    obstacles = in_the_way(case, day) if gate else []
    findings, as_of = _findings(case, day)
    running = next((row for row in clocks if row.ended_on is None), None)
    context = {
        "case": case,
        "address": case.place,
        "parcels": case.parcels.all(),
        "people": case.people.select_related("party"),
        "answers": in_words(case.casekind, case.details),
        "findings": findings,
        "findings_as_of": as_of,
        "rulings": case.rulings.live().select_related("event"),
        "checklist": _checklist(case),
        "documents": list(Document.objects.filter(case=case).current().in_order()),
        "charges": charges,
        "payments": _payments(case),
        "balance": sum((owed.due for owed in charges), Decimal(0)),
        "conditions": list(case.conditions.all()),
        "holds": _holds(request, case),
        "clocks": clocks,
        "events": [_told(event) for event in events],
        "primary": _primary(mine, obstacles, gate if gate in mine else None, case),
        "others": mine,
        "gate": gate,
        "obstacles": obstacles,
        "term": term_of(case, day) if gate and case.casekind.term else None,
        "valid_today": case.valid_on(day) if case.starts_on else None,
        "clock": running,
        "move_says": _move(case, steps, gate, obstacles, events),
        "renewed_by": Case.objects.filter(renews=case).first(),
        "roles": _roles(request, case),
        "also_here": _also_here(request, case),
        "today": day,
    }
    return render(request, "office/case.html", context)


def _roles(request: HttpRequest, case: Case) -> dict[str, bool]:
    roles = ("clerk", "inspector", "member")
    return {role: may(request.user, case, role) for role in roles}


def _holds(request: HttpRequest, case: Case) -> list[Hold]:
    """The holds on the case, standing ones first, each with `may_lift`: whether this person may lift it."""
    # Said outright, for PostgreSQL puts what has no day last and SQLite first.
    holds = list(Hold.objects.on_case(case).order_by(F("lifted_on").asc(nulls_first=True), "id"))
    for hold in holds:
        hold.may_lift = may(request.user, case, hold.lifted_by_role)  # type: ignore[attr-defined]
    return holds


def _findings(case: Case, day: date) -> tuple[list[Finding] | list[SnapshotFinding], date | None]:
    """Live while the case is undecided; afterwards as they stood at the last snapshot, with its day."""
    if case.is_open and case.starts_on is None:
        return Filing.of_case(case).findings(day, rulings_of(case, day)), None
    last = case.snapshots.select_related("event").order_by("-pk").first()
    return (list(last.findings.all()), last.event.on) if last else ([], None)


def _checklist(case: Case) -> list[dict[str, Any]]:
    declared = {item.slug: item for item in case.casekind.checklist}
    return [{"row": row, "item": declared[row.item]} for row in case.checklist.all() if row.item in declared]


def _primary(steps: list[Step], obstacles: list[Obstacle], gate: Step | None, case: Case) -> Step | None:
    """The one move the page offers first: the gate when nothing stands before it, else the next step."""
    if not case.is_open or case.starts_on is not None:
        return None
    if gate and all(obstacle.overridable for obstacle in obstacles):
        return gate
    if gate and all(obstacle.what == "money" for obstacle in obstacles):
        return None  # taking the money is the first thing to do
    return case.casekind.lifecycle.usual(case.status)


def _move(
    case: Case, steps: list[Step], gate: Step | None, obstacles: list[Obstacle], events: list[Event]
) -> str:
    """What is to be done next, in the words of the person across the counter."""
    if case.mover == Mover.NOBODY:
        return ""
    if case.mover == Mover.APPLICANT:
        asked = next((event for event in events if event.slug == "incomplete" and not _gone(event)), None)
        return asked.note if asked else ""
    if gate and len(obstacles) == 1:
        return obstacles[0].says
    if gate and obstacles:
        return f"settle {len(obstacles)} things that stand in the way"
    if gate:
        return f"{gate.label.lower()} the permit"
    return steps[0].label.lower() if steps else ""


def _payments(case: Case) -> list[Payment]:
    """Receipts of the case, newest first; voided ones keep their number."""
    paid = Payment.objects.filter(allocations__charge__case=case).select_related("void").distinct()
    return list(paid.order_by("-id"))


def _gone(event: Event) -> bool:
    """Whether the event was corrected or struck."""
    return event.void or hasattr(event, "corrected_by")


def _told(event: Event) -> dict[str, Any]:
    step = event.case.casekind.lifecycle.step(event.slug)
    gone = _gone(event)
    return {
        "event": event,
        "gone": gone,
        "correctable": not gone and (step.by_hand or step.appointed),
    }


def _also_here(request: HttpRequest, case: Case) -> list[Case]:
    """Other cases about the same facility or lot, newest first."""
    others = Case.objects.visible_to(request.user).exclude(pk=case.pk)
    if case.facility_id:
        others = others.filter(facility=case.facility_id)
    else:
        parcels = [parcel.pk for parcel in case.parcels.all()]
        others = others.filter(parcels__in=parcels).distinct() if parcels else others.none()
    return list(others.order_by("-id")[:6])


@staff_required
@require_safe
def clock_why(request: HttpRequest, pk: int) -> HttpResponse:
    """Why this day: the working of one clock, as a page that prints."""
    visible = Case.objects.visible_to(request.user)
    row = get_object_or_404(ClockRow.objects.filter(case__in=visible).select_related("case__board"), pk=pk)
    return render(request, "office/clock_why.html", {"row": row, "case": row.case})
