"""Construction by the order: its planned day, the two notices, the start, revised plans, the certificate."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction

from docks.actions.decision import appeal_of
from docks.models.life import PlanRevision
from docks.rules import life as rules
from docks.rules.facts import DockFacts
from office.actions import documents, steps
from office.actions.cases import record
from office.actions.errors import NotAllowed
from office.actions.events import lock
from office.intake import Filing
from office.models import Case, Event
from office.schedules import named

TOLD = {rules.NATURAL_RESOURCES: "natural-resources-told", rules.COMMISSION: "commission-told"}


def facts_of(case: Case, on: date) -> DockFacts:
    """What is known of the dock on the day `on`."""
    facts = Filing.of_case(case).facts(on)
    assert isinstance(facts, DockFacts)
    return facts


def known_of(case: Case, on: date) -> rules.Start:
    """What the start of work hangs on, as the file shows it by the day `on`."""
    facts, appeal = facts_of(case, on), appeal_of(case)
    slugs = ("issued", "order-recorded", *TOLD.values())
    last = dict(case.events.live().filter(slug__in=slugs).order_by("pk").values_list("slug", "on"))
    return rules.Start(
        issued_on=last.get("issued"), recorded_on=last.get("order-recorded"),
        appeal_through=appeal.through, appealed=appeal.pending, occupancy_on=facts.occupancy_on,
        no_dwelling=facts.no_occupancy_reason or "",
        resources_told_on=last.get(TOLD[rules.NATURAL_RESOURCES]),
        commission_told_on=last.get(TOLD[rules.COMMISSION]),
    )  # fmt: skip


@transaction.atomic
def plan_start(case: Case, *, start: date, today: date, by: Any) -> Event:
    """Set the day on which construction is to start; another day takes its place, and the notices move along.

    Refused when a notice sent today would come too late for it, or the order does not let it start then.
    """
    locked = lock(case)
    if start < today:
        raise NotAllowed(f"{named(start)} has passed. Enter the day on which work is to start.")
    if problems := rules.start_problems(
        start, known_of(locked, today), locked.board.calendar(), told_by=today
    ):
        raise NotAllowed(" ".join(problems))
    return record(case, "construction-starts", on=start, by=by, cleared=True)


@transaction.atomic
def tell(case: Case, *, office: str, on: date, by: Any, note: str = "") -> Event:
    """Record that Natural Resources, or the Commission, was told of the start in writing (703-6(A), (B))."""
    if office not in TOLD:
        raise NotAllowed("Say who was told: Natural Resources or the Conservation Commission.")
    return record(case, TOLD[office], on=on, by=by, note=note.strip())


@transaction.atomic
def start(case: Case, *, on: date, by: Any) -> Event:
    """Record that work started on the day `on`. Raises NotAllowed with everything it came too soon for.

    A seasonal dock has its seasons from then on.
    """
    locked = lock(case)
    if problems := rules.start_problems(on, known_of(locked, on), locked.board.calendar()):
        raise NotAllowed(" ".join(problems))
    event = record(case, "work-started", on=on, by=by, cleared=True)
    if facts_of(locked, on).seasonal and not locked.events.live().filter(slug="season-kept").exists():
        record(case, "season-kept", on=on, by=by, cleared=True)
    return event


@transaction.atomic
def revise(case: Case, *, what: str, plans: Any, on: date, by: Any) -> PlanRevision:
    """Put revised plans on file; nothing is altered by them before they are approved (703-6(C))."""
    if not what.strip():
        raise NotAllowed("Say what the revised plans change, in one sentence (Barnstable 703-6(C)).")
    if plans is None:
        raise NotAllowed("Add the revised plans as a file (Barnstable 703-6(C)).")
    locked = lock(case)
    number = PlanRevision.objects.filter(case=locked).count() + 1
    event = record(
        case, "plans-revised", on=on, by=by, subject=f"plans-{number}", note=what.strip(), cleared=True
    )
    file = documents.attach(locked, file=plans, label=f"Revised plans {number}", on=on, by=by)
    return PlanRevision.objects.create(
        case=locked, event=event, number=number, what=what.strip(), on=on, plans=file
    )


@transaction.atomic
def approve_plans(case: Case, *, number: int, why: str, on: date, by: Any) -> Event:
    """Record that revised plans were approved, by the vote that `why` names (703-6(C))."""
    locked = lock(case)
    revision = PlanRevision.objects.filter(case=locked, number=number).first()
    if revision is None:
        raise NotAllowed(f"{locked.number} has no revised plans {number}. Put them on file first.")
    if on < revision.on:
        raise NotAllowed(f"They were received on {named(revision.on)}, after {named(on)}. Correct the day.")
    if not why.strip():
        raise NotAllowed("Name the vote they were approved by, in one sentence.")
    if locked.events.live().filter(slug="plans-approved", subject=revision.subject).exists():
        raise NotAllowed(f"Revised plans {number} were approved already.")
    return record(
        case, "plans-approved", on=on, by=by, subject=revision.subject, note=why.strip(), cleared=True
    )


@transaction.atomic
def complete(case: Case, *, altered: bool, built_on: date | None, on: date, by: Any) -> Event:
    """Record that the work is finished: as the plan of record shows, or `altered` by approved plans.

    `built_on` is the day on which the altered part was first built. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    started = locked.events.live().filter(slug="work-started").last()
    if started is None:
        raise NotAllowed("The start of work was not recorded. Record it first (Barnstable 703-6).")
    if on < started.on:
        raise NotAllowed(f"Work started on {named(started.on)}, after {named(on)}. Correct the day.")
    said = "As the plan of record shows"
    if altered:
        approved = list(locked.events.live().filter(slug="plans-approved").values_list("on", flat=True))
        if problem := rules.alteration_problem(built_on, approved):
            raise NotAllowed(problem)
        assert built_on is not None
        said = f"Altered by approved plans, first built on {named(built_on)}"
    return record(case, "completed", on=on, by=by, note=said, cleared=True)


@transaction.atomic
def certify(case: Case, *, on: date, by: Any, now: datetime, note: str = "") -> Event:
    """Issue the certificate of compliance; the dock then stands without a last day.

    Raises NotAllowed while the work is not finished or nobody asked, WrongRole.
    """
    locked = lock(case)
    told = dict(
        locked.events.live()
        .filter(slug__in=("completed", "certificate-asked"))
        .order_by("pk")
        .values_list("slug", "on")
    )
    if "completed" not in told:
        raise NotAllowed("The work is not recorded as finished. Record that first (310 CMR 10.05).")
    if "certificate-asked" not in told:
        raise NotAllowed("Nobody asked for the certificate. Record the request first (310 CMR 10.05).")
    if on < max(told.values()):
        raise NotAllowed(f"{named(on)} is before the work was finished and asked for. Correct the day.")
    return steps.record(
        case, "certified", on=on, by=by, now=now, note=note.strip(), from_on=locked.starts_on, cleared=True
    )
