"""What if the board met then: each day that hangs on a meeting, counted by the clocks that count it for good.

Pure Python, no Django. Nothing here counts a day: the clocks of the meeting and of the cases on its agenda
are run over what happened, with the hearing put on the day that is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from office.calendar import DAY, EASTERN, Calendar
from office.clockwork import Clock, Ended, Happened, Mover, Run, runs
from office.kinds import (
    ABUTTERS_TOLD,
    HEARING,
    HEARING_CLOSED,
    NEWSPAPER_PRINTED,
    OFFICE_PRACTICE,
)

MEETING, POSTED, SENT = "meeting", "meeting-posted", "packet-sent"
HEARING_NOTICES = (ABUTTERS_TOLD, NEWSPAPER_PRINTED)


@dataclass(frozen=True)
class Matter:
    """A case on the agenda: its clocks, its live events, and whether it is heard at the meeting."""

    number: str
    clocks: tuple[Clock, ...]
    events: tuple[Happened, ...]
    heard: bool = False


@dataclass(frozen=True)
class PlannedDay:
    """A day that follows from the meeting. `of` is the number of its case, "" for the meeting's own.

    `before` says that it leads up to the meeting; `binds` that a section, and no practice of the office, sets
    it. `due_on` is the last good day, `opens_on` the day a window opens, if one does.
    """

    clock: str
    of: str
    what: str
    cite: str
    before: bool
    binds: bool
    due_on: date
    due_at: datetime | None
    opens_on: date | None
    ended_on: date | None
    says: str

    @property
    def ended_day(self) -> date | None:
        """The day at whose end it is due, when that is the very moment: midnight names two days."""
        midnight = self.due_at is not None and self.due_at.astimezone(EASTERN).time() == time()
        return self.due_on - DAY if midnight else None

    def passed(self, now: datetime) -> bool:
        """Whether it lies before `now` and nothing was done about it."""
        if self.ended_on is not None:
            return False
        if self.due_at is not None:
            return self.due_at < now
        return self.due_on < now.astimezone(EASTERN).date()


@dataclass(frozen=True)
class Overtaken:
    """A day of a case on the agenda, for the office or the board, that lies before the meeting."""

    of: str
    what: str
    cite: str
    due_on: date


def days_of(
    moment: datetime,
    clocks: Iterable[Clock],
    matters: Sequence[Matter],
    calendar: Calendar,
    posted_at: datetime | None = None,
    packet_sent_at: datetime | None = None,
) -> list[PlannedDay]:
    """The days that follow from a meeting that begins at `moment`, an aware local time, in order.

    `clocks` are those of meetings in that state; `posted_at` and `packet_sent_at` are when it was posted and
    its packet sent, if they were.
    """
    local = moment.astimezone(EASTERN)
    of_meetings = {clock.slug: clock for clock in clocks}
    found = [
        _planned(of_meetings[run.clock], run, "")
        for run in runs(of_meetings.values(), told_of(moment, posted_at, packet_sent_at), calendar)
    ]
    for matter in matters:
        if matter.heard:
            found += _of_matter(local, matter, calendar)
    return sorted(found, key=lambda day: (day.due_on, day.of, day.clock))


def told_of(
    moment: datetime, posted_at: datetime | None = None, packet_sent_at: datetime | None = None
) -> list[Happened]:
    """What happened with a meeting, as its clocks are told."""
    said = ((MEETING, moment), (POSTED, posted_at), (SENT, packet_sent_at))
    there = ((slug, at.astimezone(EASTERN)) for slug, at in said if at is not None)
    return [Happened(slug, local.date(), at=local.time()) for slug, local in there]


def _of_matter(local: datetime, matter: Matter, calendar: Calendar) -> list[PlannedDay]:
    hanging = dependents(matter.clocks)
    found = runs(matter.clocks, _with_hearing(local, matter), calendar)
    by_slug = {clock.slug: clock for clock in matter.clocks}
    return [_planned(by_slug[run.clock], run, matter.number) for run in found if run.clock in hanging]


def _with_hearing(local: datetime, matter: Matter) -> list[Happened]:
    """What happened on the case, had its hearing been set for that moment and ended that day.

    Notices that told of another day told of none.
    """
    as_set = any(
        event.slug == HEARING and (event.on, event.at) == (local.date(), local.time())
        for event in matter.events
    )
    gone = {HEARING} if as_set else {HEARING, *HEARING_NOTICES}
    told = [event for event in matter.events if event.slug not in gone]
    told.append(Happened(HEARING, local.date(), at=local.time()))
    if all(event.slug != HEARING_CLOSED for event in told):
        told.append(Happened(HEARING_CLOSED, local.date(), at=local.time()))
    return told


def dependents(clocks: Iterable[Clock]) -> set[str]:
    """The clocks that hang on the hearing: started by it or by its end, or by the end of one that is."""
    hanging: set[str] = set()
    for clock in clocks:  # declared in order: what waits for another comes after it
        if isinstance(clock.starts, Ended):
            if clock.starts.clock in hanging:
                hanging.add(clock.slug)
        elif {HEARING, HEARING_CLOSED}.intersection(clock.starting):
            hanging.add(clock.slug)
    return hanging


def _planned(clock: Clock, run: Run, of: str) -> PlannedDay:
    cite = run.cite or clock.cite
    return PlannedDay(
        clock.slug, of, run.label, cite, clock.before, cite != OFFICE_PRACTICE, run.due_on, run.due_at,
        run.opens_on, run.ended_on, run.says,
    )  # fmt: skip


def overtaken(moment: datetime, matters: Sequence[Matter], calendar: Calendar) -> list[Overtaken]:
    """The days for the office or the board that would have passed before the meeting, of every case on it."""
    day, found = moment.astimezone(EASTERN).date(), []
    for matter in matters:
        hanging = dependents(matter.clocks)
        movers = {clock.slug: clock.mover for clock in matter.clocks}
        for run in runs(matter.clocks, matter.events, calendar):
            waits = run.ended_on is None and run.paused_on is None and run.clock not in hanging
            if waits and run.due_on < day and movers[run.clock] in (Mover.OFFICE, Mover.BOARD):
                cite = next(clock.cite for clock in matter.clocks if clock.slug == run.clock)
                found.append(Overtaken(matter.number, run.label, cite, run.due_on))
    return sorted(found, key=lambda each: (each.due_on, each.of))


def too_late(days: Iterable[PlannedDay], now: datetime) -> list[PlannedDay]:
    """Of these days the ones that lead up to the meeting, that a section sets, and that have passed."""
    return [day for day in days if day.before and day.binds and day.passed(now)]
