"""The one door through which anything is recorded on a case, and the projection of what was recorded."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from datetime import date, time
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects

from office import clockwork, law
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import Calendar
from office.clockwork import Happened, Run
from office.intake import Filing
from office.kinds import Standing, Step
from office.models import (
    Case,
    ChecklistRow,
    ClockRow,
    Event,
    Facility,
    Party,
    Snapshot,
    SnapshotFinding,
    Suspension,
    clocks_of,
)
from office.permissions import APPLICANT, has_part, may
from office.schedules import named
from office.search import fold

_OWN_PAGE = "Record it, or take it back, on the page of the case."


def lock(case: Case) -> Case:
    """The case's row, fresh and locked until the transaction ends."""
    return (
        Case.objects.select_for_update(of=("self",))
        .select_related("board", "facility__holder", "renews")
        .get(pk=case.pk)
    )


@transaction.atomic
def record(
    case: Case,
    slug: str,
    *,
    on: date,
    by: Any,
    subject: str = "",
    note: str = "",
    clock: str = "",
    from_on: date | None = None,
    until_on: date | None = None,
    at: time | None = None,
    authority: str = "",
    key: str | None = None,
    version: int | None = None,
    cleared: bool = False,
) -> Event:
    """Append an event, then project status, term and clocks anew. The case instance is brought up to date.

    `by` is the person, or None for the office itself. `key` makes pressing twice one event. `version` is
    the case as the person saw it. `cleared` is said only by the action that looked for what stands in the
    way of a gate. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if key and (earlier := Event.objects.filter(key=key).first()):
        if (earlier.case_id, earlier.slug) != (case.pk, slug):
            raise NotAllowed("This form was already used for something else. Open the page again.")
        _bring_up_to_date(case, locked)
        return earlier
    step = _step(locked, slug)
    check(step, locked, on=on, by=by, note=note, version=version, cleared=cleared)
    if step.timed and at is None:
        raise NotAllowed(f"{step.label} needs the time of day: hours are counted from it.")
    replaced = None
    if step.appointed:
        replaced = locked.events.live().filter(slug=slug, subject=subject).last()
    event = Event.objects.create(
        case=locked, slug=slug, on=on, by=by, subject=subject, note=note, clock=clock, from_on=from_on,
        until_on=until_on, at=at, authority=authority, key=key, corrects=replaced,
    )  # fmt: skip
    if step.to:
        locked.version += 1
    rewind(locked, on=on)
    if step.snapshot:
        take_snapshot(locked, event)
    _bring_up_to_date(case, locked)
    return event


def _step(case: Case, slug: str) -> Step:
    try:
        return case.casekind.lifecycle.step(slug)
    except LookupError as unknown:
        raise NotAllowed(str(unknown)) from None


def check(
    step: Step, case: Case, *, on: date, by: Any, note: str, version: int | None, cleared: bool
) -> None:
    """Whether this person may record this step on the case as it stands; raises NotAllowed, WrongRole."""
    if step.by_hand and not may(by, case, *step.roles) and not _is_theirs(step, case, by, on):
        raise WrongRole(f"{step.label} is for the {' or '.join(step.roles)} of {case.board}.")
    if version is not None and version != case.version:
        raise NotAllowed(
            f"{case.number} changed while you had it open. Look at what changed, then press again."
        )
    if step.from_ and case.status not in step.from_:
        raise NotAllowed(f"{step.label or step.done} is not open while {case.number} is {case.status}.")
    if step.gate and not cleared:
        raise NotAllowed(f"{step.label} goes through the check of what stands in the way.")
    if step.guarded and not cleared:
        raise NotAllowed(f"“{step.done}” carries more than the entry along. {_OWN_PAGE}")
    if step.vote_only and not cleared:
        raise NotAllowed(f"{step.label} follows from a vote of the board. Record the vote at its meeting.")
    if step.reason and not note.strip():
        raise NotAllowed(
            f"{step.label} needs a reason. Write it in one sentence; it is printed in the letter."
        )
    if not cleared:
        _check_before(step, case)
    if step.barred_by:
        _check_bars(step, case, on)
    _check_day(step, case, on)


def lacking(step: Step | None, case: Case) -> list[tuple[str, str]]:
    """What the step needs before it and nobody has recorded, as (slug, words). No query for no needs."""
    if step is None or not step.needs:
        return []
    told = set(case.events.live().filter(slug__in=step.needs).values_list("slug", flat=True))
    return [(slug, case.casekind.lifecycle.step(slug).done) for slug in step.needs if slug not in told]


def _check_before(step: Step, case: Case) -> None:
    """What must have been recorded, or handed in, before this step."""
    if absent := lacking(step, case):
        words = " and ".join(f"“{done}”" for _, done in absent)
        cite = f" ({step.cite})" if step.cite else ""
        raise NotAllowed(f"{step.label} comes after {words}. Record that first.{cite}")
    if step.whole:
        missing = [row.label for row in case.checklist.filter(state=ChecklistRow.State.MISSING)]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            raise NotAllowed(
                f"Not complete yet: {'; '.join(missing[:3])}{more}. Record each as supplied, or say why it "
                "does not apply."
            )


def _check_bars(step: Step, case: Case, on: date) -> None:
    """The rules that forbid this step whoever decides; what is not known yet does not."""
    case.forget_details()
    for found in Filing.of_case(case).findings(on, rulings_of(case, on)):
        if found.rule in step.barred_by and found.state == law.State.UNMET:
            raise NotAllowed(f"{step.label} is not open: {found.says} ({found.cite})")


def _is_theirs(step: Step, case: Case, by: Any, on: date) -> bool:
    return APPLICANT in step.roles and has_part(by, case, on)


def _check_day(step: Step, case: Case, on: date) -> None:
    if not (step.appointed or step.earlier) and on < case.filed_on:
        raise NotAllowed(
            f"{step.done} on {named(on)} would be before the case was filed on {named(case.filed_on)}. "
            "Correct the day."
        )
    if step.term == "resumes":
        suspended = case.suspensions.filter(until_on__isnull=True, from_on__gt=on).first()
        if suspended:
            raise NotAllowed(
                f"{step.done} on {named(on)} would be before the suspension began on "
                f"{named(suspended.from_on)}. Correct the day."
            )


@transaction.atomic
def correct(
    event: Event, *, on: date, by: Any, note: str, until_on: date | None = None, at: time | None = None
) -> Event:
    """Record that the event happened on another day; everything that hung on it follows.

    The corrected event stays readable. Raises NotAllowed without a note or when it was already corrected.
    """
    return _replace(event, on=on, by=by, note=note, until_on=until_on, at=at, void=False)


@transaction.atomic
def strike(event: Event, *, by: Any, note: str, cleared: bool = False) -> Event:
    """Record that the event did not happen; everything that hung on it follows.

    `cleared` is said only by the action that takes back what a guarded step carried along.
    """
    return _replace(
        event, on=event.on, by=by, note=note, until_on=event.until_on, at=event.at, void=True, cleared=cleared
    )


@transaction.atomic
def unscan(event: Event, *, by: Any, note: str) -> Event:
    """Record that what the mail desk recorded of a letter did not happen; everything that hung on it follows.

    Only for the steps of letters, and only through the desk, which keeps the letter itself in step.
    """
    steps = {step.slug for letter in event.case.casekind.letters for step in letter.steps}
    if event.slug not in steps and not event.served:
        raise NotAllowed(f"{event.done} is no step of a letter. Correct it where it was made.")
    return _replace(
        event, on=event.on, by=by, note=note, until_on=event.until_on, at=event.at, void=True, desk=True
    )


def _replace(
    event: Event,
    *,
    on: date,
    by: Any,
    note: str,
    until_on: date | None,
    at: time | None,
    void: bool,
    desk: bool = False,
    cleared: bool = False,
) -> Event:
    case = lock(event.case)
    step = _step(case, event.slug)
    if step.guarded and not cleared:
        raise NotAllowed(f"“{step.done}” carries more than the entry along. {_OWN_PAGE}")
    if not (desk or cleared or correctable(event, step)):
        raise NotAllowed(f"{step.done} is corrected where it was made, not in the history.")
    if step.vote and not cleared and _fell_not(case, event):
        raise NotAllowed("More was made of it since. Take the vote back on the page of its meeting instead.")
    if step.gate and not void:
        raise NotAllowed(f"To change the day, strike this entry and {step.label.lower()} again.")
    if not may(by, case, "clerk"):
        raise WrongRole(f"Only a clerk of {case.board} corrects the history.")
    if not note.strip():
        raise NotAllowed("A correction needs a reason. Write in one sentence how you know.")
    if Event.objects.filter(corrects=event).exists() or event.void:
        raise NotAllowed("This entry was already corrected. Correct the entry that replaced it.")
    _check_day(step, case, on)
    new = Event.objects.create(
        case=case, slug=event.slug, on=on, by=by, subject=event.subject, note=note, clock=event.clock,
        from_on=event.from_on, until_on=until_on or event.until_on, at=at or event.at, corrects=event,
        void=void,
    )  # fmt: skip
    case.version += 1
    standing = case.casekind.lifecycle.fold([event.happened() for event in live_events(case)])
    if standing.starts_on and not (standing.ends_on and standing.ends_on < standing.starts_on):
        # A permit that comes back, or lasted longer, may meet one that was issued meanwhile.
        refuse_overlap(case, standing.starts_on, standing.ends_on)
    rewind(case, on=max(on, event.on))
    _bring_up_to_date(event.case, case)
    return new


def _fell_not(case: Case, event: Event) -> bool:
    """Whether something that falls with this entry was recorded after it and stands."""
    step = case.casekind.lifecycle.step
    return any(each.pk > event.pk and step(each.slug).falls for each in live_events(case))


def correctable(event: Event, step: Step) -> bool:
    """Whether the history itself may move or strike this entry; else it is put right where it was made."""
    by_hand = (step.by_hand or step.appointed) and not step.vote_only
    return by_hand and not step.guarded and not event.served


def live_events(case: Case) -> list[Event]:
    """The events that stand, each in the place of the one it corrects."""
    return in_place(case.events.order_by("pk"))


def in_place(events: Iterable[Event]) -> list[Event]:
    """Those of one case's `events`, oldest first, that stand, each in the place of the one it corrects."""
    every = {event.pk: event for event in events}
    replaced = {event.corrects_id for event in every.values()}

    def place(event: Event) -> int:
        return event.pk if event.corrects_id is None else place(every[event.corrects_id])

    return sorted((e for e in every.values() if e.pk not in replaced and not e.void), key=place)


def rewind(case: Case, *, on: date | None = None) -> None:
    """Project the live events onto status, term, suspensions and clock rows. May run at any time.

    A lapse that nothing warrants any more is struck, and what a person did since raises a task; both bear
    the day `on` of what brought this about, or that of the lapse.
    """
    calendar = case.board.calendar()
    standing, happened = _told(case)
    while wrong := _strike_undue(case, happened, calendar, on):
        standing, happened = _told(case)
        for lapse in wrong:
            _look_again(case, lapse, on)
        standing, happened = _told(case)
    kind = case.casekind
    case.status, case.is_open = standing.status, standing.is_open
    case.starts_on, case.ends_on = standing.starts_on, standing.ends_on
    case.mover = kind.lifecycle.mover(standing.status)
    case.slot = _slot(case)
    case.search, case.public_search = folded(case), publicly_folded(case)
    case.save()
    _project_suspensions(case, standing)
    _project_clocks(case, [told for _, told in happened], calendar)


def foreseen(case: Case, events: Iterable[Event], calendar: Calendar) -> tuple[list[Run], list[Event]]:
    """What `rewind` would make of the case if its calendar were this one: its runs, and the lapses struck.

    `events` are all of the case's, oldest first. Writes nothing, and asks the database nothing but how the
    board reads a length, where the kind leaves one open.
    """
    clocks, standing, struck = clocks_of(case.board, case.casekind), in_place(events), []
    _, happened = _told(case, standing)
    follows = case.casekind.lifecycle.follows
    while undue := clockwork.undue(clocks, [told for _, told in happened], calendar, follows):
        wrong = [row for row, told in happened if row is not None and any(told is each for each in undue)]
        struck += wrong
        standing = [row for row in standing if row not in wrong]
        _, happened = _told(case, standing)
    return clockwork.runs(clocks, [told for _, told in happened], calendar), struck


def _told(
    case: Case, events: Iterable[Event] | None = None
) -> tuple[Standing, list[tuple[Event | None, Happened]]]:
    """Where the case stands, and its live events with what follows from them without being recorded."""
    rows = live_events(case) if events is None else events
    happened: list[tuple[Event | None, Happened]] = [(row, row.happened()) for row in rows]
    lifecycle, told = case.casekind.lifecycle, [told for _, told in happened]
    happened += [(None, follows) for follows in lifecycle.follows(told)]
    return lifecycle.fold(told), happened


def _strike_undue(
    case: Case, happened: list[tuple[Event | None, Happened]], calendar: Calendar, on: date | None
) -> list[Event]:
    """Strike the lapses that nothing warrants any more."""
    kind = case.casekind
    told = [told for _, told in happened]
    undue = clockwork.undue(clocks_of(case.board, kind), told, calendar, kind.lifecycle.follows)
    struck = [row for row, told in happened if row is not None and any(told is each for each in undue)]
    for row in struck:
        Event.objects.create(
            case=case, slug=row.slug, on=row.on, by=None, subject=row.subject, clock=row.clock,
            note="Struck by itself: its day moved, or an answer was in time.", corrects=row, void=True,
        )  # fmt: skip
    return struck


def _look_again(case: Case, lapse: Event, on: date | None) -> None:
    """Raise a task when a person acted after a lapse that no longer stands; what they did stands too.

    What the clock itself hangs on (the late entry of an answer that was in time) rests on no lapse.
    """
    steps, own = case.casekind.lifecycle.step, case.casekind.clock(lapse.clock).names
    since = [
        row
        for row in live_events(case)
        if row.pk > lapse.pk and row.by_id and steps(row.slug).by_hand and row.slug not in own
    ]
    if not since:
        return
    day = on or lapse.on
    acts = ", ".join(f"“{row.done}” of {named(row.on)}" for row in since[:3])
    Event.objects.create(
        case=case, slug="task-raised", on=day, until_on=day, by=None, subject=f"undue-{lapse.pk}",
        key=f"undue:{lapse.pk}",
        note=f"“{lapse.done}” of {named(lapse.on)} no longer stands. Look again at {acts}.",
    )  # fmt: skip


def refuse_overlap(case: Case, start: date, end: date | None) -> None:
    """Raise NotAllowed when another permit of the kind has this facility on any day from `start` to `end`.

    The facility's row stays locked until the transaction ends, so two clerks take turns.
    """
    if case.facility_id is None or case.casekind.works:
        return
    Facility.objects.select_for_update().get(pk=case.facility_id)
    others = Case.objects.of_kind(case.kind).filter(facility=case.facility_id, starts_on__isnull=False)
    others = others.exclude(pk=case.pk).exclude(ends_on__lt=start)
    if end is not None:
        others = others.filter(starts_on__lte=end)
    other = others.first()
    if other is not None:
        through = f" through {named(other.ends_on)}" if other.ends_on else ""
        remedy = "Renew that permit, or close it first" if other.is_open else "Choose a later day"
        raise NotAllowed(
            f"{case.facility} already has {other.number}, valid{through}. {remedy} ({case.casekind.section})."
        )


def _slot(case: Case) -> str | None:
    """What only one case may hold: the permit for this facility and term."""
    if case.facility_id and case.starts_on and case.is_open and not case.casekind.works:
        return f"{case.kind}/{case.facility_id}/{case.ends_on or 'lasting'}"
    return None


def folded(case: Case) -> str:
    """What the case is found by: number, facility, lots, people. No query for what was prefetched."""
    rows = list(case.people.all())
    prefetch_related_objects(rows, "party")
    people = [row.party.name for row in rows]
    places = [f"{parcel.label} {parcel.address}" for parcel in case.parcels.all()]
    name = case.facility.name if case.facility else ""
    return fold(case.number, name, *places, *people)[:600]


def publicly_folded(case: Case) -> str:
    """What anybody may find the case by: number, lots, and the holder's name when it is a business.

    A list of what is allowed: no private person's name, telephone or mailing address can come in. No query
    for what was prefetched.
    """
    places = [f"{parcel.label} {parcel.address}" for parcel in case.parcels.all()]
    holder = case.facility.holder if case.facility else None
    firm = holder.name if holder and holder.kind == Party.Kind.ORGANIZATION else ""
    return fold(case.number, *places, firm)[:600]


def _project_suspensions(case: Case, standing: Standing) -> None:
    wanted = list(standing.suspended)
    if wanted != list(case.suspensions.order_by("from_on").values_list("from_on", "until_on")):
        case.suspensions.all().delete()
        Suspension.objects.bulk_create(
            Suspension(case=case, from_on=first, until_on=last) for first, last in wanted
        )


def _project_clocks(case: Case, happened: list[Happened], calendar: Calendar) -> None:
    kind = case.casekind
    rows = {(row.clock, row.subject): row for row in case.clocks.all()}
    found = clockwork.runs(clocks_of(case.board, kind), happened, calendar)
    reminded = _reminded(case) if any(run.ended_on is None for run in found) else {}
    for run in found:
        clock = kind.clock(run.clock)
        row = rows.pop((run.clock, run.subject), None)
        wanted = columns_of(clock, run, reminded.get((run.clock, run.subject, run.due_on), frozenset()))
        if row is None:
            ClockRow.objects.create(
                case=case, board_id=case.board_id, clock=run.clock, subject=run.subject, **wanted
            )
        elif any(getattr(row, name) != value for name, value in wanted.items()):
            # A clock that recurs has a row for every time it fell due: only what changed is written.
            for name, value in wanted.items():
                setattr(row, name, value)
            row.save()
    # What is left hung on an event that no longer stands.
    if rows:
        ClockRow.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()


def columns_of(clock: clockwork.Clock, run: Run, reminded: frozenset[int]) -> dict[str, Any]:
    """What a row keeps of a run; `reminded` are the days before its due day of which somebody was told."""
    return {
        "mover": clock.mover, "label": run.label, "cite": run.cite or clock.cite,
        "started_on": run.started_on, "opens_on": run.opens_on, "due_on": run.due_on, "due_at": run.due_at,
        "paused_on": run.paused_on,
        "ended_on": run.ended_on, "says": run.says, "working": run.working,
        "next_on": clock.next_on(run, reminded),
    }  # fmt: skip


def _reminded(case: Case) -> dict[tuple[str, str, date], frozenset[int]]:
    """By clock, subject and due day: how many days before it somebody was reminded."""
    found: dict[tuple[str, str, date], frozenset[int]] = {}
    for clock, subject, due, days in case.reminders.values_list("clock", "subject", "due_on", "days_before"):
        found[clock, subject, due] = found.get((clock, subject, due), frozenset()) | {days}
    return found


def _bring_up_to_date(case: Case, locked: Case) -> None:
    for name in (
        "status", "is_open", "mover", "starts_on", "ends_on", "slot", "code", "version", "search",
        "public_search",
    ):  # fmt: skip
        setattr(case, name, getattr(locked, name))


def rulings_of(case: Case, on: date) -> list[law.Ruling]:
    """What the board has said on the case's rules by the day `on`, oldest first."""
    return [ruling.spoken() for ruling in case.rulings.in_force(on)]


def same_grounds(rule: law.Rule, before: law.Facts, now: law.Facts, on: date) -> bool:
    """Whether every fact the rule reads is the same in both, so that a word on the one fits the other."""
    # What a row was asked for stands among them, too; the rows themselves are what is compared.
    facts = {each.name for each in dataclasses.fields(now)}  # type: ignore[arg-type]
    reads = {*rule(before, on).reads, *rule(now, on).reads} & facts
    return all(getattr(before, fact) == getattr(now, fact) for fact in reads)


def set_aside(case: Case, before: law.Facts | None, *, on: date, by: Any) -> None:
    """Strike the rulings whose grounds changed since the facts were `before`; the board looks again.

    A variance with a limit stands: it reaches as far as its limit whatever the measure.
    """
    case.forget_details()
    declared, now = case.casekind.law, Filing.of_case(case).facts(on)
    if declared is None or before is None or now is None:
        return
    rules = {rule.slug: rule for rule in declared.rules}
    for ruling in case.rulings.live().select_related("event"):
        rule = rules.get(ruling.rule)
        if rule is None or ruling.limit is not None or same_grounds(rule, before, now, on):
            continue
        why = "Set aside: the answers it rested on changed."
        Event.objects.create(
            case=case, slug="ruling", on=on, by=by, subject=ruling.rule, note=why, corrects=ruling.event,
            void=True,
        )  # fmt: skip


def take_snapshot(case: Case, event: Event) -> Snapshot | None:
    """Keep the facts and findings of the event's day beside it; None for a kind without a law."""
    case.forget_details()
    filing = Filing.of_case(case)
    facts = filing.facts(event.on)
    if facts is None:
        return None
    snapshot = Snapshot.objects.create(event=event, case=case, facts=dataclasses.asdict(facts))  # type: ignore[call-overload]
    findings = filing.findings(event.on, rulings_of(case, event.on))
    SnapshotFinding.objects.bulk_create(SnapshotFinding.of(snapshot, found) for found in findings)
    return snapshot
