"""The life of a dock on one page: what stands in the way, what was recorded, what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from docks.actions.after import boats_now
from docks.models.life import (
    OFFICE_LIST,
    PlanRevision,
    Service,
    Staking,
    VesselChange,
    Visit,
    last_findings,
    own_items,
    services_of,
)
from docks.models.papers import cumulative_says, season_says
from docks.rules import DockFacts, presumption
from docks.rules import life as rules
from docks.views.common import dock_or_404
from office.actions.events import rulings_of
from office.intake import Filing
from office.kinds import HEARING, Step
from office.models import AgendaItem, Case, ChecklistRow, Event
from office.permissions import may
from office.views.common import staff_required, today

BEFORE = ("filed", "incomplete", "in review")
# The steps of each part of the page, in the order in which they come.
NOTICE = ("accepted", "incomplete", "answered", "refiled", "dismissed", "withdrawn")
STAKES = ("staked", "stakes-standing")
DECIDE = ("approved", "denied")
ORDER = ("dep-numbered", "issued", "appealed", "appeal-ended", "order-recorded", "extension-asked",
         "order-extended")  # fmt: skip
WORK = ("construction-starts", "natural-resources-told", "commission-told", "work-started", "plans-revised",
        "plans-approved", "completed", "certificate-asked", "certified", "certificate-refused")  # fmt: skip
AFTER = ("put-in", "season-looked-at", "taken-out", "property-transferred", "lift-need-ended", "lift-removed",
         "vessel-changed", "dock-visited", "closed")  # fmt: skip


@dataclass(frozen=True)
class Served:
    """One of the three offices on the page: its name, the copy it got, and what is wrong with it."""

    part: str
    office: str
    row: Service | None
    wrong: str


@dataclass(frozen=True)
class Revised:
    """Revised plans on the page, with the day they were approved."""

    row: PlanRevision
    approved: Event | None


@staff_required
@require_safe
def life(request: HttpRequest, number: str) -> HttpResponse:
    """Where the dock stands, part by part; the queries do not grow with what was recorded."""
    case, day = dock_or_404(request, number), today()
    events = list(case.events.live().order_by("on", "pk"))
    last = {event.slug: event for event in events}
    clocks = {row.clock: row for row in case.clocks.order_by("due_on")}
    filing = Filing.of_case(case)
    facts = filing.facts(day)
    assert isinstance(facts, DockFacts)
    steps = {
        step.slug: step
        for step in case.casekind.lifecycle.moves(case.status)
        if may(request.user, case, *step.roles) and _fits(step.slug, last, facts)
    }
    hearing = last.get(HEARING)
    hearing_by = clocks.get("hearing-by")
    found = last_findings(case)
    missing, counted = _checklist(case)
    context = {
        "case": case,
        "drawing": reverse("dock", args=[case.number]),
        "today": day,
        "told": {slug.replace("-", "_"): event for slug, event in last.items()},
        "clocks": clocks,
        "open_clocks": [(row, row.state(now())) for row in clocks.values() if row.ended_on is None],
        "missing": missing,
        "counted": counted,
        "served": _served(case),
        "before": case.status in BEFORE,
        "may_tick": may(request.user, case, "clerk", "inspector"),
        "may_clerk": may(request.user, case, "clerk"),
        "may_find": bool(
            may(request.user, case, "clerk", "member")
            and case.status == "in review"
            and hearing
            and hearing.on <= day
        ),
        "late_hearing": hearing_by if hearing and hearing_by and hearing.on > hearing_by.due_on else None,
        "hearing": hearing,
        "window": rules.stake_window(hearing.on) if hearing else None,
        "stakings": list(Staking.objects.filter(case=case).select_related("photo")),
        "presumed": presumption(_judged(filing, case, day), facts.seasonal),
        "found": found,
        "season": season_says(found) if found else "",
        "cumulative": cumulative_says(found) if found else "",
        "meeting": _meeting(case),
        "start_stops": _start_stops(case, last, clocks, facts, day),
        "told_by": _told_by(case, last),
        "revised": _revised(case, events),
        "boats": boats_now(case, facts) if case.starts_on else facts.vessels or (),
        "changes": list(VesselChange.objects.filter(case=case).select_related("event")),
        "visits": list(Visit.objects.filter(case=case).prefetch_related("items").order_by("-pk")),
        "seasonal": facts.seasonal,
        "seasons": [event for event in events if event.slug in ("put-in", "taken-out", "season-looked-at")],
        "facts": facts,
        "parent": case.parent,
        "children": list(case.children.order_by("pk")),
        "groups": {
            name: [steps[slug] for slug in slugs if slug in steps]
            for name, slugs in (
                ("notice", NOTICE), ("stakes", STAKES), ("decide", DECIDE), ("order", ORDER), ("work", WORK),
                ("after", AFTER),
            )
        },
        "primary": _primary(case, steps, last, missing),
    }  # fmt: skip
    return render(request, "docks/life.html", context)


# Steps that make sense once something else was recorded: what, and after what.
_AFTER = {
    "appeal-ended": "appealed", "order-extended": "extension-asked", "natural-resources-told":
    "construction-starts", "commission-told": "construction-starts", "plans-revised": "order-recorded",
    "plans-approved": "plans-revised", "work-started": "construction-starts", "completed": "work-started",
    "certificate-asked": "completed", "certified": "certificate-asked",
    "certificate-refused": "certificate-asked", "put-in": "season-kept", "taken-out": "season-kept",
    "season-looked-at": "season-kept", "lift-removed": "lift-removal-due", "stakes-standing": HEARING,
    "approved": "findings-made", "denied": "findings-made", "vessel-changed": "completed",
    "dock-visited": "work-started",
}  # fmt: skip
# What was recorded is not asked again.
_ONCE = ("order-recorded", "work-started", "completed")


def _fits(slug: str, last: dict[str, Event], facts: DockFacts) -> bool:
    """Whether the page offers the step now. The case file offers each that the table allows."""
    if slug in ("property-transferred", "lift-need-ended") and not facts.has_lift:
        return False
    if slug in _ONCE and slug in last:
        return False
    return slug not in _AFTER or _AFTER[slug] in last


def _judged(filing: Filing, case: Case, day: date) -> list[Any]:
    """What the rules find: live while the case is undecided, then as it stood at the last snapshot."""
    if case.is_open and case.starts_on is None:
        return list(filing.findings(day, rulings_of(case, day)))
    last = case.snapshots.order_by("-pk").first()
    return list(last.findings.all()) if last else []


def _checklist(case: Case) -> tuple[list[str], dict[str, int]]:
    """What is missing, and how many items are supplied, do not apply, or are missing; three queries."""
    states: list[str] = []
    missing = []
    for row in case.checklist.all():
        if row.item == OFFICE_LIST:
            continue
        row.case = case
        states.append(row.state)
        if row.state == ChecklistRow.State.MISSING:
            missing.append(row.label)
    for each in own_items(case):
        states.append(each.state)
        if each.state == ChecklistRow.State.MISSING:
            missing.append(each.wording.text.removesuffix("."))
    counted = {
        "supplied": states.count("supplied"), "not_applicable": states.count("n/a"), "missing": len(missing),
        "all": len(states),
    }  # fmt: skip
    return missing, counted


def _served(case: Case) -> list[Served]:
    rows = services_of(case)
    found = []
    for part in rules.TO_SERVE:
        row = rows.get(part)
        wrong = rules.one_service_problem(row.told(), case.filed_on) if row else ""
        found.append(Served(part, row.name if row else rules.OFFICES[part], row, wrong))
    return found


def _meeting(case: Case) -> AgendaItem | None:
    """The place on an agenda at which the board hears or decides it: the last that stands."""
    items = AgendaItem.objects.filter(case=case, removed_on__isnull=True, continued_to__isnull=True)
    return items.select_related("meeting").order_by("pk").last()


def _start_stops(
    case: Case, last: dict[str, Event], clocks: dict[str, Any], facts: DockFacts, day: date
) -> list[str]:
    """Why work may not start today, of an order that was issued and whose work has not begun."""
    if case.status != "issued" or "work-started" in last:
        return []
    appeal = clocks.get("appeal")
    pending = "appealed" in last and not (
        "appeal-ended" in last and last["appeal-ended"].pk > last["appealed"].pk
    )
    known = rules.Start(
        issued_on=_on(last, "issued"), recorded_on=_on(last, "order-recorded"),
        appeal_through=appeal.due_on if appeal else None, appealed=pending,
        occupancy_on=facts.occupancy_on, no_dwelling=facts.no_occupancy_reason or "",
        resources_told_on=_on(last, "natural-resources-told"),
        commission_told_on=_on(last, "commission-told"),
    )  # fmt: skip
    start = last.get("construction-starts")
    return rules.start_problems(max(start.on, day) if start else day, known, case.board.calendar())


def _on(last: dict[str, Event], slug: str) -> date | None:
    return last[slug].on if slug in last else None


def _told_by(case: Case, last: dict[str, Event]) -> list[tuple[str, date, date | None]]:
    """Each of the two offices to be told of the planned start: name, last good day, the day it was told."""
    start = last.get("construction-starts")
    if start is None:
        return []
    calendar = case.board.calendar()
    return [
        (rules.OFFICES[office], rules.latest_notice(start.on, days, calendar), _on(last, slug))
        for office, days, slug in (
            (rules.NATURAL_RESOURCES, rules.RESOURCES_DAYS, "natural-resources-told"),
            (rules.COMMISSION, rules.COMMISSION_DAYS, "commission-told"),
        )
    ]


def _revised(case: Case, events: list[Event]) -> list[Revised]:
    approved = {event.subject: event for event in events if event.slug == "plans-approved"}
    rows = PlanRevision.objects.filter(case=case).select_related("plans")
    return [Revised(row, approved.get(row.subject)) for row in rows]


def _primary(case: Case, steps: dict[str, Step], last: dict[str, Event], missing: list[str]) -> str:
    """The slug of the step that comes next when all goes well, or ""."""
    if case.status in ("filed", "incomplete"):
        return "" if missing else "accepted"
    if case.status == "approved":
        return "issued" if "dep-numbered" in last else "dep-numbered"
    if case.status == "issued":
        for slug in ("order-recorded", "construction-starts", "natural-resources-told", "commission-told",
                     "work-started", "completed", "certificate-asked", "certified"):  # fmt: skip
            if slug not in last and slug in steps:
                return slug
    return ""
