"""Clocks of the law: what is declared, and the rows that follow from what happened.

A clock is declared beside its slice's rules; its rows are a projection of a case's live events, computed
anew whenever the events change. Pure Python, no Django: the database only stores the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from office.calendar import Calendar, Roll, Unit


class Mover(StrEnum):
    """Whose move it is."""

    OFFICE = "office"
    APPLICANT = "applicant"
    BOARD = "board"
    REVIEWER = "reviewer"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Ended:
    """The start of a clock that waits until every run of another clock of the case has ended."""

    clock: str


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A period the law or the office sets.

    Exactly one of `days`, `working_days`, `months`, `years` is its length; `before` counts back from an
    appointed day (a hearing, the end of a term), and then nothing rolls. `opens` days before the due day
    a window opens and only what happens inside it counts; unless `early`, when the window only says from
    when to mind the clock. `remind` are calendar days before the due day.
    """

    slug: str
    says: str
    cite: str
    starts: str | tuple[str, ...] | Ended
    stops: tuple[str, ...] = ()
    days: int | None = None
    working_days: int | None = None
    months: int | None = None
    years: int | None = None
    before: bool = False
    opens: int | None = None
    early: bool = False
    roll: Roll = Roll.NONE
    remind: tuple[int, ...] = ()
    mover: Mover = Mover.OFFICE

    def __post_init__(self) -> None:
        lengths = (self.days, self.working_days, self.months, self.years)
        if sum(length is not None for length in lengths) != 1:
            raise ValueError(f"Clock {self.slug}: give exactly one of days, working_days, months, years.")
        if self.before and self.roll != Roll.NONE:
            raise ValueError(f"Clock {self.slug}: a backward period does not roll.")

    @property
    def length(self) -> tuple[int, Unit]:
        if self.days is not None:
            return self.days, Unit.DAYS
        if self.working_days is not None:
            return self.working_days, Unit.WORKING_DAYS
        if self.months is not None:
            return self.months, Unit.MONTHS
        assert self.years is not None
        return self.years, Unit.YEARS

    @property
    def names(self) -> tuple[str, ...]:
        """Every event slug this clock hangs on."""
        if isinstance(self.starts, Ended):
            return self.stops
        return ((self.starts,) if isinstance(self.starts, str) else self.starts) + self.stops


@dataclass(frozen=True)
class Happened:
    """An event as the engine sees it: in force, in its place, with the day it bears."""

    slug: str
    on: date
    subject: str = ""
    clock: str = ""
    from_on: date | None = None
    until_on: date | None = None


@dataclass(frozen=True)
class Run:
    """One row: a clock of a case for one subject, with its working."""

    clock: str
    subject: str
    started_on: date
    opens_on: date | None
    due_on: date
    ended_on: date | None
    says: str
    skipped: tuple[tuple[date, str], ...] = ()


def runs(clocks: Iterable[Clock], events: Sequence[Happened], calendar: Calendar) -> list[Run]:
    """The rows of a case: `clocks` in declared order over its live `events`, counted on `calendar`.

    The latest live start of each subject counts, so a hearing that moves takes its windows along.
    A clock that starts when another has `Ended` must be declared after it.
    """
    found: list[Run] = []
    for clock in clocks:
        found += [
            _run(clock, subject, start, events, calendar)
            for subject, start in _starts(clock, events, found).items()
        ]
    return found


def _starts(clock: Clock, events: Sequence[Happened], found: list[Run]) -> dict[str, date]:
    if isinstance(clock.starts, Ended):
        ends = [run.ended_on for run in found if run.clock == clock.starts.clock]
        return {"": max(end for end in ends if end)} if ends and all(ends) else {}
    names = (clock.starts,) if isinstance(clock.starts, str) else clock.starts
    return {event.subject: event.on for event in events if event.slug in names}


def _run(clock: Clock, subject: str, start: date, events: Sequence[Happened], calendar: Calendar) -> Run:
    n, unit = clock.length
    counted = calendar.count(start, n, unit, before=clock.before, roll=clock.roll)
    due, says = counted.due, counted.says
    for event in events:
        its_own = event.clock == clock.slug and event.subject == subject
        if event.slug == "extended" and its_own and event.until_on:
            due = event.until_on
            says = f"{counted.says}; extended through {due:%a %b} {due.day}, {due.year}"
    opens = due - timedelta(days=clock.opens) if clock.opens is not None else None
    ends = [
        event.on
        for event in events
        if event.slug in clock.stops
        and event.subject in ("", subject)
        and (clock.before or event.on >= start)
        and (opens is None or clock.early or event.on >= opens)
    ]
    return Run(
        clock=clock.slug,
        subject=subject,
        started_on=start,
        opens_on=opens,
        due_on=due,
        ended_on=min(ends, default=None),
        says=f"{clock.says}: {says} ({clock.cite})",
        skipped=tuple(counted.skipped),
    )
