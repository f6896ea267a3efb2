"""Closing a town's offices for days beyond the legal holidays: what it would move, doing it, undoing it.

A closed office moves only the last days that roll to the next day the office is open, and changes no count
of working days. The closure is written first, then each case in a transaction of its own, so that nobody
waits long for the database; a closure stays unsettled until the last case has been looked at, and what was
cut short goes on from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from office import kinds
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import foreseen, lock, record
from office.calendar import DAY, Calendar, Roll, spoken
from office.clockwork import Clock, Run
from office.models import Board, Case, ClockRow, Closure, Event, Membership
from office.schedules import named

FARTHEST_BACK = timedelta(days=14)  # later than that, letters have gone out on the days as they were
FARTHEST_AHEAD = timedelta(days=731)
LONGEST = 31
AT_ONCE = 100  # cases looked at before a page answers; the rest goes on by itself

STAYS = {
    Roll.NONE: "no roll, its last day is the last day whatever day that is",
    Roll.NEXT_WORKING_DAY: "it rolls off Saturdays, Sundays and legal holidays only",
    Roll.STATUTE: "it rolls off Sundays and legal holidays only",
    Roll.NEXT_OPEN_DAY: "its last day is the same however it is counted",
}


@dataclass(frozen=True)
class Change:
    """A due day that a closed office touches: where it goes, or, when it `becomes` the same, why it stays."""

    case: Case
    clock: str
    subject: str
    label: str
    cite: str
    due_on: date
    becomes: date
    says: str


@dataclass
class Preview:
    """What closing the office on `days` would do; `anyway` are days of the span that are closed already."""

    town: str
    days: dict[date, str] = field(default_factory=dict)
    anyway: dict[date, str] = field(default_factory=dict)
    rolls: list[Change] = field(default_factory=list)
    stays: list[Change] = field(default_factory=list)
    struck: list[Event] = field(default_factory=list)
    appointed: list[Event] = field(default_factory=list)

    def add(self, changes: Iterable[Change], struck: Iterable[Event]) -> None:
        for change in changes:
            (self.stays if change.becomes == change.due_on else self.rolls).append(change)
        self.struck += struck


# -------------------------------------------------------------------------------------------- who and when
def towns_of(user: Any) -> list[str]:
    """The towns whose offices this person may close: those of the boards they are a clerk of."""
    desks = Membership.objects.filter(user=user, role=Membership.Role.CLERK)
    return sorted(set(desks.values_list("board__town", flat=True)))


def _need_clerk(by: Any, town: str) -> None:
    if by is not None and town not in towns_of(by):
        raise WrongRole(f"Only a clerk of a board of {town} closes its offices.")


def calendar_of(town: str) -> Calendar:
    """The calendar all boards of the town share; NotAllowed for a town without a board."""
    board = Board.objects.filter(town=town).first()
    if board is None:
        raise NotAllowed(f"{town} has no board here. Choose a town whose office this is.")
    return board.calendar()


def span(calendar: Calendar, first: date, last: date, on: date) -> tuple[list[date], dict[date, str]]:
    """The days from `first` through `last` on which the office would be open, and those it is closed anyway.

    Raises NotAllowed when the span is turned round, too long, or too far from `on`.
    """
    if last < first:
        raise NotAllowed(f"The last day, {named(last)}, comes before the first. Correct one of the two.")
    if (last - first).days >= LONGEST:
        raise NotAllowed(f"That is more than {LONGEST} days. Close the office for a month at most at a time.")
    if first < on - FARTHEST_BACK:
        raise NotAllowed(
            f"{named(first)} is more than {FARTHEST_BACK.days} days ago; too much has rested on its dates "
            "since. Extend the time of each case that it touches."
        )
    if last > on + FARTHEST_AHEAD:
        raise NotAllowed(f"{named(last)} is more than two years ahead. Check the year.")
    anyway = dict(calendar.closed_days(first, last))
    every = [first + n * DAY for n in range((last - first).days + 1)]
    return [day for day in every if day not in anyway], anyway


# ------------------------------------------------------------------------------------------- looking ahead
def preview(town: str, *, first: date, last: date | None = None, reason: str, on: date) -> Preview:
    """What closing would move and what not. Writes nothing.

    Raises NotAllowed for a span that cannot be closed, and when every day of it is closed already.
    """
    calendar = calendar_of(town)
    days, anyway = span(calendar, first, last or first, on)
    if not days:
        closed = "; ".join(f"{named(day)} ({why})" for day, why in anyway.items())
        raise NotAllowed(f"The office is closed anyway: {closed}. Choose another day.")
    found = Preview(town, dict.fromkeys(days, reason), anyway)
    _foresee(found, _due_on(town, days), calendar.closing(found.days))
    found.appointed = appointed(town, days)
    return found


def preview_reopening(closure: Closure) -> Preview:
    """What would go back if the office had not been closed that day. Writes nothing."""
    calendar = calendar_of(closure.town)
    found = Preview(closure.town, {closure.on: closure.reason})
    without = {day: why for day, why in calendar.closures.items() if day != closure.on}
    back = replace(calendar, closures=without)
    _foresee(found, _rolled_over(closure, calendar), back)
    return found


def _foresee(found: Preview, touched: Iterable[ClockRow], calendar: Calendar) -> None:
    """Add to `found` what becomes of the cases of the `touched` rows on another calendar."""
    of_case: dict[int, list[ClockRow]] = defaultdict(list)
    for row in touched:
        of_case[row.case_id].append(row)
    cases = Case.objects.filter(pk__in=of_case).select_related("board", "facility").order_by("pk")
    rows, events = _by_case(ClockRow.objects, of_case), _by_case(Event.objects.order_by("pk"), of_case)
    of_board: dict[int, Calendar] = {}  # what each board sets itself beside the town's calendar
    for case in cases:
        for event in events[case.pk]:
            event.case = case
        if case.board_id not in of_board:
            of_board[case.board_id] = replace(calendar, figures=case.board.figures())
        runs, struck = foreseen(case, events[case.pk], of_board[case.board_id])
        found.add(_changes(case, rows[case.pk], of_case[case.pk], runs), struck)
    found.rolls.sort(key=lambda change: (change.due_on, change.case.pk))
    found.stays.sort(key=lambda change: (change.due_on, change.case.pk))


def _by_case(rows: Any, cases: Iterable[int]) -> dict[int, list[Any]]:
    kept: dict[int, list[Any]] = defaultdict(list)
    for row in rows.filter(case__in=list(cases)):
        kept[row.case_id].append(row)
    return kept


def _changes(
    case: Case, rows: Iterable[ClockRow], touched: Iterable[ClockRow], runs: Iterable[Run]
) -> Iterator[Change]:
    """The due days of the case that move, and of the `touched` those that stay, each with why."""
    before = {(row.clock, row.subject): row for row in rows}
    keys = {(row.clock, row.subject) for row in touched}
    for run in runs:
        key = (run.clock, run.subject)
        row = before.get(key)
        if row is None:
            continue
        if run.due_on != row.due_on and run.ended_on is None:
            says = run.says
        elif run.due_on == row.due_on and key in keys:
            says = _why_it_stays(case.casekind.clock(run.clock), run)
        else:
            continue
        yield Change(case, run.clock, run.subject, run.label, row.cite, row.due_on, run.due_on, says)


def _why_it_stays(clock: Clock, run: Run) -> str:
    """Why a closed office does not move this day; a part of a sentence."""
    if "extended" in run.working:
        return f"it was extended through {spoken(run.due_on)}; extend it again if it should move"
    if clock.given and not clock.awaits:
        return "the day was set by name; set another if it should move"
    if clock.of_hours:
        return "it runs by the hour, and the hours of a closed day count"
    if clock.each:
        return "it falls due on this day of the calendar"
    if clock.before:
        return f"it is counted back from {spoken(run.started_on)}, and a backward period never rolls"
    return STAYS[clock.roll]


def appointed_steps() -> dict[str, set[str]]:
    """The steps with an appointed day (a hearing), by kind."""
    named_days = {
        kind.slug: {step.slug for step in (*kind.lifecycle.steps, *kinds.KERNEL_STEPS) if step.appointed}
        for kind in kinds.registry.values()
    }
    return {kind: steps for kind, steps in named_days.items() if steps}


def appointed(town: str, days: Iterable[date]) -> list[Event]:
    """The hearings and the like of open cases that are set for one of these days; nothing moves them."""
    steps = appointed_steps()
    events = Event.objects.live().filter(
        slug__in={slug for slugs in steps.values() for slug in slugs}, on__in=list(days),
        case__board__town=town, case__is_open=True,
    )  # fmt: skip
    rows = events.select_related("case__board", "case__facility").order_by("on", "at", "pk")
    return [row for row in rows if row.slug in steps.get(row.case.kind, ())]


def _awaited(rows: Any) -> Any:
    """Of these rows the open ones, and those that ended by a lapse on their last day: it may be undue."""
    lapse = Event.objects.live().filter(
        case=OuterRef("case"), clock=OuterRef("clock"), subject=OuterRef("subject"), on=OuterRef("due_on")
    )
    lapse = lapse.exclude(slug__in=("paused", "resumed", "extended"))
    return rows.filter(Q(ended_on__isnull=True) | Q(Exists(lapse)))


def _due_on(town: str, days: Iterable[date]) -> Any:
    """The rows of the town's boards that wait for one of these days."""
    return _awaited(ClockRow.objects.filter(board__town=town, due_on__in=list(days))).order_by("case", "pk")


def _rolled_over(closure: Closure, calendar: Calendar) -> list[ClockRow]:
    """The rows that rolled past the closed day: due on the first open day after it, by their working."""
    past = calendar.closing({closure.on: closure.reason}).roll(closure.on, Roll.NEXT_OPEN_DAY)
    rows = _due_on(closure.town, [past])
    day = closure.on.isoformat()
    return [row for row in rows if any(each == day for each, _ in row.working.get("rolled_over", ()))]


# ------------------------------------------------------------------------------------------ closing, opening
def close(
    town: str, *, first: date, last: date | None = None, reason: str, on: date, by: Any, most: int = AT_ONCE
) -> list[Closure]:
    """Close the town's offices and look at the first `most` cases; `settle` does what is left.

    Returns the closures of the span; pressed twice, those that stand already. Days that are closed anyway get
    none. Raises NotAllowed, WrongRole.
    """
    _need_clerk(by, town)
    if not reason.strip():
        raise NotAllowed("Say why the office is closed, such as “Snow”: it is printed beside each date.")
    with transaction.atomic():
        calendar = calendar_of(town)
        days, anyway = span(calendar, first, last or first, on)
        for day in days:
            Closure.objects.get_or_create(
                town=town, on=day, reopened_on=None, defaults={"reason": reason.strip(), "by": by}
            )
        closures = list(Closure.objects.standing().filter(town=town, on__in=[*days, *anyway]).order_by("on"))
        if not closures:
            closed = "; ".join(f"{named(day)} ({why})" for day, why in anyway.items())
            raise NotAllowed(f"The office is closed anyway: {closed}. Choose another day.")
    settle(town, on=on, most=most)
    for closure in closures:
        closure.refresh_from_db()
    return closures


def reopen(closure: Closure, *, reason: str, on: date, by: Any, most: int = AT_ONCE) -> Closure:
    """Say that the office was open that day after all; what had moved goes back.

    Raises NotAllowed, WrongRole.
    """
    _need_clerk(by, closure.town)
    if not reason.strip():
        raise NotAllowed("Say why the office is open after all; the reason stays with each case.")
    if closure.on < on - FARTHEST_BACK:
        raise NotAllowed(
            f"{named(closure.on)} is more than {FARTHEST_BACK.days} days ago; too much has rested on its "
            "dates since. Correct each case that it touches."
        )
    with transaction.atomic():
        locked = Closure.objects.select_for_update().get(pk=closure.pk)
        if locked.reopened_on is None:
            locked.reopened_on, locked.reopened_by, locked.reopened_why = on, by, reason.strip()
            locked.settled_on = None
            locked.save()
    settle(closure.town, on=on, most=most)
    closure.refresh_from_db()
    return closure


def settle(town: str, *, on: date, most: int = AT_ONCE) -> int:
    """Look at the next `most` cases that the town's unsettled closures touch; how many are left.

    May run at any time, twice at once, and again after it was cut short.
    """
    unsettled = list(Closure.objects.unsettled().filter(town=town).order_by("pk"))
    if not unsettled:
        return 0
    waiting = _waiting(town, unsettled)
    for case in waiting[:most]:
        _look_at(case, unsettled, on)
    if len(waiting) > most:
        return len(waiting) - most
    for closure in unsettled:
        # Guarded: one that was opened again meanwhile is not settled by this.
        Closure.objects.filter(
            pk=closure.pk, settled_on__isnull=True, reopened_on=closure.reopened_on
        ).update(settled_on=on)
    return 0


def settle_all(*, on: date, most: int = AT_ONCE) -> int:
    """Go on with every town's unsettled closures; how many cases are left."""
    towns = Closure.objects.unsettled().order_by("town").values_list("town", flat=True).distinct()
    return sum(settle(town, on=on, most=most) for town in list(towns))


def left(town: str) -> int:
    """How many cases the town's unsettled closures have not looked at."""
    unsettled = list(Closure.objects.unsettled().filter(town=town))
    return len(_waiting(town, unsettled)) if unsettled else 0


def _closed_key(closure: int, case: int) -> str:
    return f"closed:{closure}:{case}"


def _reopened_key(closure: int, case: int) -> str:
    return f"reopened:{closure}:{case}"


def _waiting(town: str, closures: Sequence[Closure]) -> list[int]:
    """The cases these closures touch and whose history does not say so yet, in the order of their filing."""
    closed = {closure.on: closure.pk for closure in closures if closure.reopened_on is None}
    rows = _due_on(town, closed).values_list("case", "due_on") if closed else ()
    keys = {_closed_key(closed[day], case): case for case, day in rows}
    for closure in closures:
        if closure.reopened_on is not None:
            told = _told_of(closure).values_list("case", flat=True)
            cases = {*told, *(row.case_id for row in _rolled_over(closure, calendar_of(town)))}
            keys |= {_reopened_key(closure.pk, case): case for case in cases}
    done: set[str] = set()
    wanted = list(keys)
    for at in range(0, len(wanted), 500):
        done.update(Event.objects.filter(key__in=wanted[at : at + 500]).values_list("key", flat=True))
    return sorted({case for key, case in keys.items() if key not in done})


def _told_of(closure: Closure) -> Any:
    """The entries in the history of cases that say the office was closed that day."""
    return Event.objects.live().filter(
        slug="office-closed", case__board__town=closure.town, from_on__lte=closure.on,
        until_on__gte=closure.on, key__startswith="closed:",
    )  # fmt: skip


@transaction.atomic
def _look_at(pk: int, closures: Sequence[Closure], on: date) -> None:
    """Project one case anew and write into its history what moved and what stayed."""
    case = lock(Case(pk=pk))
    # Locked, so that nobody opens the office again between the calendar's reading and the entry.
    fresh = list(
        Closure.objects.select_for_update()
        .filter(pk__in=[closure.pk for closure in closures], settled_on__isnull=True)
        .order_by("on", "pk")
    )
    calendar = case.board.calendar()
    closed = {closure.on: closure for closure in fresh if closure.reopened_on is None}
    for day, closure in closed.items():
        # Asked anew for each day: the first entry took along what moved off the others.
        waiting = list(_due_on(closure.town, closed).filter(case=case))
        touched = [row for row in waiting if row.due_on == day]
        key = _closed_key(closure.pk, pk)
        if touched and not Event.objects.filter(key=key).exists():
            days = {row.due_on: closed[row.due_on].reason for row in waiting}
            _write(case, "office-closed", key, days, touched, calendar, on=on, by=closure.by)
    for closure in fresh:
        if closure.reopened_on is not None:
            rolled = [row for row in _rolled_over(closure, calendar) if row.case_id == pk]
            key = _reopened_key(closure.pk, pk)
            if rolled or _told_of(closure).filter(case=case).exists():
                days = {closure.on: closure.reopened_why}
                _write(case, "office-reopened", key, days, rolled, calendar, on=on, by=closure.reopened_by)


def _write(
    case: Case, slug: str, key: str, days: Mapping[date, str], touched: Sequence[ClockRow],
    calendar: Calendar, *, on: date, by: Any,
) -> None:  # fmt: skip
    """Record the entry, which projects the case anew, with what moves in its note."""
    events = list(case.events.order_by("pk"))
    for event in events:
        event.case = case
    runs, struck = foreseen(case, events, calendar)
    changes = list(_changes(case, case.clocks.all(), touched, runs))
    record(
        case, slug, on=on, by=by, key=key, from_on=min(days), until_on=max(days),
        note=in_words(days, changes, struck),
    )  # fmt: skip


def in_words(days: Mapping[date, str], changes: Iterable[Change], struck: Iterable[Event]) -> str:
    """The note of the history: the days with why, then each date that moves and each that stays."""
    head = "; ".join(f"{named(day)}: {why.rstrip('.')}" for day, why in sorted(days.items())) + "."
    said = []
    for change in changes:
        due = spoken(change.due_on)
        if change.becomes == change.due_on:
            said.append(f"“{change.label}” stays due {due}: {change.says}.")
        else:
            said.append(f"“{change.label}” moves from {due} to {spoken(change.becomes)} ({change.cite}).")
    said += [f"“{lapse.done}” of {named(lapse.on)} no longer stands." for lapse in struck]
    return " ".join([head, *(said or ["No date moves."])])
