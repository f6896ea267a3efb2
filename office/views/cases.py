"""The case file: one long page where everything about a case can be read, found and printed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import F, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import kinds
from office.actions import money
from office.actions.cases import in_the_way, term_of
from office.actions.clocks import TAKEN_BACK
from office.actions.errors import Obstacle
from office.actions.events import correctable, rulings_of
from office.clockwork import Mover
from office.intake import Filing, in_words
from office.kinds import CaseKind, NavLink, Step
from office.law import Finding
from office.models import Case, Condition, Document, Event, Hold, Payment, SnapshotFinding
from office.permissions import may
from office.templatetags.office_tags import day_short
from office.views import conversations, notices
from office.views.clocks import Told, told
from office.views.common import case_or_404, staff_required, today
from office.views.worklist import Place


@staff_required
@require_safe
def case_file(request: HttpRequest, number: str) -> HttpResponse:
    """The whole case on one page."""
    case, day = case_or_404(request, number), today()
    prefetch_related_objects([case], "parcels")  # the place, the facts and the fee all look at them
    events = list(case.events.select_related("by", "corrected_by").order_by("-on", "-id"))
    for event in events:
        event.case = case
    moment = now()
    clocks = [told(row, case, events, request.user, moment) for row in case.clocks.all()]
    charges = money.charges_of(case)
    steps = case.casekind.lifecycle.moves(case.status)
    mine = [step for step in steps if may(request.user, case, *step.roles) and not step.vote_only]
    gate = next((step for step in steps if step.gate), None)
    obstacles = in_the_way(case, day) if gate else []
    findings, as_of = _findings(case, day)
    # An undecided case goes by today's answers, a decided one by those of its last snapshot.
    kind = case.casekind
    filing = Filing.of_case(case) if kind.readings or kind.pictures else None
    readings = filing.readings(as_of or day) if filing else {}
    running = [each for each in clocks if each.row.ended_on is None]
    clock = _next(running)
    papers = list(Document.objects.filter(case=case).in_order())
    people = list(case.people.select_related("party"))
    conversation = conversations.shown(case)
    context = {
        "case": case,
        "address": case.place,
        "parcels": case.parcels.all(),
        "people": people,
        "acting": conversations.acting(case, people, day),
        "conversation": conversation,
        "unread": sum(1 for each in conversation if not each.from_office and each.read_at is None),
        "may_share": conversations.may_share(request.user, case, papers, people),
        "answers": in_words(case.casekind, case.details),
        "asks": case.casekind.form is not None,
        "findings": findings,
        "findings_as_of": as_of,
        "readings": list(readings.values()),
        "pictures": filing.pictures(as_of or day) if filing else [],
        "rulings": case.rulings.live().select_related("event", "granted_by"),
        "checklist": _checklist(case),
        "documents": [paper for paper in papers if paper.is_current],
        "documents_gone": [paper for paper in papers if not paper.is_current],
        "charges": charges,
        "payments": _payments(case),
        "balance": sum((owed.due for owed in charges), Decimal(0)),
        "conditions": _conditions(case, clocks),
        "notices": notices.shown(case),
        "holds": _holds(request, case),
        "clocks_open": running,
        "clocks_done": [each for each in clocks if each.row.ended_on is not None],
        "events": [_told(event) for event in events],
        "primary": _primary(mine, obstacles, gate if gate in mine else None, case),
        "others": mine,
        "gate": gate,
        "obstacles": obstacles,
        "term": term_of(case, day) if gate and case.casekind.term else None,
        "valid_today": case.valid_on(day) if case.starts_on else None,
        "clock": clock,
        "move": _move(case, clock, _to_do(case, steps, gate, obstacles, events)),
        "renewed_by": Case.objects.filter(renews=case).first(),
        "roles": _roles(request, case),
        "also_here": _also_here(request, case),
        "facility_pages": _facility_pages(request, case),
        "parcel_pages": _parcel_pages(request, case),
        "made_for_it": case.children.order_by("-id")[:6],
        "begins": _begins(request, case),
        "today": day,
        "back": _back(request, case),
    }
    return render(request, "office/case.html", context)


def _back(request: HttpRequest, case: Case) -> tuple[str, str] | None:
    """Where in the worklist this person was last: its address, at this case's row, and its words."""
    place = Place.read(request)
    return (place.href(case), f"Worklist: {place.label}") if place.queue else None


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


def _next(running: list[Told]) -> Told | None:
    """The clock the head of the page names: the next that counts, else one that opens or is paused."""
    return min(
        running,
        key=lambda each: (each.row.paused_on is not None, not each.begun, each.row.due_on, each.row.pk),
        default=None,
    )


def _move(case: Case, clock: Told | None, says: str) -> dict[str, Any]:
    """Whose move it is and what: the step that comes next, or what the next clock asks for."""
    counts = clock is not None and clock.begun and clock.row.paused_on is None
    if clock and counts and (case.mover == Mover.NOBODY or (clock.row.mover == case.mover and not says)):
        return {"who": clock.row.mover, "by_clock": True}
    return {"who": case.mover, "says": says}


def _conditions(case: Case, clocks: list[Told]) -> list[Condition]:
    """The conditions, each with the row of its clock when it has a day."""
    rows = {each.row.subject: each.row for each in clocks if each.row.clock == "condition"}
    conditions = list(case.conditions.all())
    for condition in conditions:
        condition.row = rows.get(str(condition.pk))  # type: ignore[attr-defined]
    return conditions


def _to_do(
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
    if steps and steps[0].vote_only:
        return "vote on it at a meeting"
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
        "correctable": not gone and correctable(event, step),
        "takeable": not gone and event.slug in TAKEN_BACK,
        "about": _about(event),
    }


def _about(event: Event) -> str:
    """What an entry names beside its words: a clock, a day it runs to, what that rests on."""
    parts = []
    if event.clock:
        declared = next((c for c in event.case.casekind.every_clock if c.slug == event.clock), None)
        parts.append(f"“{declared.says}”" if declared else event.clock)
    if event.slug in ("extended", "task-raised") and event.until_on:
        parts.append(f"{'through' if event.slug == 'extended' else 'by'} {day_short(event.until_on)}")
    if event.authority:
        parts.append(f"({event.authority})")
    return " ".join(parts)


def _begins(request: HttpRequest, case: Case) -> list[CaseKind]:
    """The kinds of which this person may open one that is made for this case, each on its own page."""
    return [
        kind
        for kind in kinds.registry.values()
        if kind.begins and case.board.slug in kind.boards and may(request.user, case, *kind.openers)
    ]


def _facility_pages(request: HttpRequest, case: Case) -> list[NavLink]:
    """The slices' pages about its facility that this person may open, as the kinds of such facilities say."""
    if case.facility is None:
        return []
    links = (
        link
        for kind in kinds.registry.values()
        if kind.facility == case.facility.kind and case.board.slug in kind.boards
        for link in kind.facility_pages
        if may(request.user, case, *link.roles)
    )
    return list(dict.fromkeys(links))


def _parcel_pages(request: HttpRequest, case: Case) -> list[NavLink]:
    """The slices' pages about a lot that this person may open, as the kinds of the case's board say."""
    links = (
        link
        for kind in kinds.registry.values()
        if case.board.slug in kind.boards
        for link in kind.parcel_pages
        if may(request.user, case, *link.roles)
    )
    return list(dict.fromkeys(links))


def _also_here(request: HttpRequest, case: Case) -> list[Case]:
    """Other cases about the same facility or lot, newest first."""
    others = Case.objects.visible_to(request.user).exclude(pk=case.pk)
    if case.facility_id:
        others = others.filter(facility=case.facility_id)
    else:
        parcels = [parcel.pk for parcel in case.parcels.all()]
        others = others.filter(parcels__in=parcels).distinct() if parcels else others.none()
    return list(others.order_by("-id")[:6])
