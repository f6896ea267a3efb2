"""Clocks of the law: what is declared, and the rows that follow from what happened.

A clock is declared beside its slice's rules; its rows are a projection of a case's live events, computed
anew whenever the events change. Pure Python, no Django: the database only stores the answer.
"""

from __future__ import annotations

from calendar import isleap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Any

from office.calendar import DAY, EASTERN, Calendar, Roll, Unit, count_hours, hours_say, spoken


class Mover(StrEnum):
    """Whose move it is."""

    OFFICE = "office"
    APPLICANT = "applicant"
    BOARD = "board"
    REVIEWER = "reviewer"
    NOBODY = "nobody"


CASE_CLOSED = "case-closed"  # never recorded: it follows from the status
TERM_ENDS = "term-ends"  # never recorded: it follows from the issue and moves with it
FOLLOWING = (CASE_CLOSED, TERM_ENDS)
MISSED = "missed"  # one occurrence of a recurring clock went by; what it asked for is still owed
LAPSED = -1  # "so many days before": the last good day has passed
LAST_YEAR = 2099  # holidays are known that far; a recurrence goes no further


@dataclass(frozen=True)
class Ended:
    """The start of a clock that waits until every run of another clock of the case has ended."""

    clock: str


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A period the law or the office sets.

    Exactly one of `days`, `working_days`, `months`, `years`, `hours`, `working_hours`, `each`, `given`,
    `voted` says how long it is. `before` counts back from an appointed day or moment (a hearing, the end of
    a term), and then nothing rolls. `hours` run from a moment; `working_hours` pass over Saturdays, Sundays
    and legal holidays and only run back. `each` are the (month, day) on which it falls due every year.
    `given` takes the day from the event that starts it (an order that names its own last day); its note says
    what is due.
    `voted` names a setting of the board: its dated row says how many days, as it holds on the day that starts
    the clock, and what that number rests on. While none is set, nothing runs.

    `opens` days before the due day a window opens and only what happens inside it counts; unless `early`,
    when the window only says from when to mind the clock. `remind` are calendar days before the due day.
    `lapses` is what the night records when the last good day has passed, bearing that day; then what comes
    later no longer ends it, the lapse did. `pauses` and `resumes` are events that stop and start the count.
    `first`: of several starts the earliest counts and a later one changes nothing; otherwise the latest
    begins it anew. `outlives`: it runs on after the case is closed. `awaits` is an event (the receipt of an
    order) from whose day the count begins, the first of them; until then nothing runs. What would have ended
    it after its start ends it all the same. A `given` day is then as many days from there as it was from the
    start, and may roll. `reading` names the question whose answer is its length, of which the declared one is
    the default: that of the day the count starts from, as `answers` (first day, last day or None, how many)
    tell them, which whoever counts for a board fills in.
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
    hours: int | None = None
    working_hours: int | None = None
    each: tuple[tuple[int, int], ...] = ()
    given: bool = False
    voted: str = ""
    before: bool = False
    opens: int | None = None
    early: bool = False
    roll: Roll = Roll.NONE
    remind: tuple[int, ...] = ()
    lapses: str = ""
    pauses: tuple[str, ...] = ()
    resumes: tuple[str, ...] = ()
    first: bool = False
    outlives: bool = False
    awaits: str = ""
    mover: Mover = Mover.OFFICE
    reading: str = ""
    answers: tuple[tuple[date, date | None, int], ...] = ()

    def __post_init__(self) -> None:
        lengths = (self.days, self.working_days, self.months, self.years, self.hours, self.working_hours)
        others = bool(self.each) + self.given + bool(self.voted)
        if sum(length is not None for length in lengths) + others != 1:
            raise ValueError(
                f"Clock {self.slug}: give exactly one of days, working_days, months, years, hours, "
                "working_hours, each, given, voted."
            )
        if self.voted and self.awaits:
            raise ValueError(f"Clock {self.slug}: a length that is voted counts from the start.")
        if self.before and self.roll != Roll.NONE:
            raise ValueError(f"Clock {self.slug}: a backward period does not roll.")
        if self.working_hours is not None and not self.before:
            raise ValueError(f"Clock {self.slug}: working hours are only counted back (before=True).")
        if self.before and (self.pauses or self.each or self.given):
            raise ValueError(f"Clock {self.slug}: a backward period neither pauses nor recurs.")
        if self.pauses and (self.each or self.given or self.of_hours):
            raise ValueError(f"Clock {self.slug}: only days, months and years can stand still.")
        if self.awaits and (self.before or self.each or self.of_hours or isinstance(self.starts, Ended)):
            raise ValueError(f"Clock {self.slug}: only days, months and years count from what is awaited.")
        if self.roll != Roll.NONE and ((self.given and not self.awaits) or self.of_hours):
            raise ValueError(f"Clock {self.slug}: a day that is set does not roll, nor do hours.")
        if any(length is not None and length < 0 for length in (*lengths, self.opens, *self.remind)):
            raise ValueError(f"Clock {self.slug}: lengths, windows and reminders are not negative.")
        for month, day in self.each:
            date(2000, month, day)  # a leap year; ValueError for a day that no year has
        if bool(self.pauses) != bool(self.resumes):
            raise ValueError(f"Clock {self.slug}: what pauses must also resume.")
        if self.reading and (self.each or self.given):
            raise ValueError(f"Clock {self.slug}: only a length can be a reading of the town.")
        if isinstance(self.starts, Ended) and self.of_hours:
            raise ValueError(f"Clock {self.slug}: hours run from a moment, and a clock ends on a day.")

    @property
    def of_hours(self) -> bool:
        """Whether it runs from a moment, so that what starts it must say its time."""
        return self.hours is not None or self.working_hours is not None

    @property
    def length(self) -> tuple[int, Unit]:
        """How many of what; ValueError for a clock whose day is given or recurs."""
        for n, unit in (
            (self.days, Unit.DAYS),
            (self.working_days, Unit.WORKING_DAYS),
            (self.months, Unit.MONTHS),
            (self.years, Unit.YEARS),
            (self.hours, Unit.HOURS),
            (self.working_hours, Unit.WORKING_HOURS),
        ):
            if n is not None:
                return n, unit
        raise ValueError(f"Clock {self.slug} has no length of its own.")

    def sized(self, day: date, calendar: Calendar) -> Clock | None:
        """The clock as it counts from `day`: with the length set for that day; None while none is set."""
        if not self.voted:
            return self
        figure = calendar.figure(self.voted, day)
        if figure is None or figure.n is None:
            return None
        length: dict[str, Any] = {figure.unit.name.lower(): figure.n}
        return replace(self, voted="", cite=figure.cite, **length)

    def length_from(self, day: date) -> tuple[int, Unit]:
        """How many of what, counted from `day`: as the town reads it on that day, else as it is declared."""
        n, unit = self.length
        begun = [answer for answer in self.answers if answer[0] <= day]
        _, until, said = max(begun, key=lambda answer: answer[0], default=(day, None, n))
        return (said if until is None or day <= until else n), unit

    @property
    def starting(self) -> tuple[str, ...]:
        """The events that start it; none when it waits for another clock."""
        if isinstance(self.starts, Ended):
            return ()
        return (self.starts,) if isinstance(self.starts, str) else self.starts

    @property
    def ending(self) -> tuple[str, ...]:
        """The events that end it, a lapse among them."""
        return self.stops + ((self.lapses,) if self.lapses else ())

    @property
    def lapse(self) -> str:
        """What the night records when the last good day has passed; "" when it only reminds."""
        return self.lapses or (MISSED if self.each else "")

    def next_on(self, run: Run, reminded: frozenset[int]) -> date | None:
        """The next day on which the night has something to do about `run`; None when nothing is left.

        `reminded` are the days before this due day of which somebody was told already.
        """
        if run.ended_on or run.paused_on:
            return None
        if LAPSED in reminded:
            # Still open though its lapse was recorded: that was struck, and is warranted again. Nobody is
            # told twice, but it is recorded anew.
            again = self.lapse and not run.working.get("missed")
            return run.due_on + DAY if again else None
        ahead = [run.due_on - days * DAY for days in self.remind if days not in reminded]
        return min([*ahead, run.due_on + DAY])

    @property
    def names(self) -> tuple[str, ...]:
        """Every event slug this clock hangs on."""
        return self.starting + self.ending + self.pauses + self.resumes + ((self.awaits,) * bool(self.awaits))


@dataclass(frozen=True)
class Happened:
    """An event as the engine sees it: in force, in its place, with the day it bears."""

    slug: str
    on: date
    subject: str = ""
    clock: str = ""
    from_on: date | None = None
    until_on: date | None = None
    at: time | None = None
    note: str = ""

    @property
    def moment(self) -> datetime:
        """Local time, in the hour that comes twice the first; ValueError when the event says no time."""
        if self.at is None:
            raise ValueError(f"“{self.slug}” on {self.on} says no time, and hours are counted from it.")
        return datetime.combine(self.on, self.at, EASTERN)


@dataclass(frozen=True)
class Run:
    """One row: a clock of a case for one subject, with its working.

    `due_on` is the last good day; of a clock of hours the local day of `due_at`. While the count is
    `paused_on`, the due day is what it would be if it went on at once. `working` is plain JSON.
    `cite` is what its length rests on.
    """

    clock: str
    subject: str
    started_on: date
    opens_on: date | None
    due_on: date
    ended_on: date | None
    label: str
    says: str
    due_at: datetime | None = None
    paused_on: date | None = None
    skipped: tuple[tuple[date, str], ...] = ()
    working: dict[str, Any] = field(default_factory=dict, compare=False, hash=False)
    cite: str = ""

    def lapsed(self, on: date) -> bool:
        """Whether its last good day had passed by `on` and nothing had ended or stopped it."""
        return self.ended_on is None and self.paused_on is None and self.due_on < on


def runs(clocks: Iterable[Clock], events: Sequence[Happened], calendar: Calendar) -> list[Run]:
    """The rows of a case: `clocks` in declared order over its live `events`, counted on `calendar`.

    Of several live starts of a subject the latest by its day counts, so a hearing that moves takes its
    windows along; of a clock that says `first`, the earliest. A clock that starts when another has `Ended`
    must be declared after it.
    """
    found: list[Run] = []
    for clock in clocks:
        for begin in _begins(clock, events, found):
            if clock.each:
                found += _occurrences(clock, begin, events, calendar)
            elif sized := clock.sized(begin.event.on, calendar):
                found.append(_run(sized, begin, events, calendar))
    return found


@dataclass(frozen=True)
class _Begin:
    """What a run starts from: the event, its place in the story, and the places of its other starts.

    `awaited_on` is the day of what it awaited, from which it counts.
    """

    event: Happened
    place: int = -1
    others: tuple[int, ...] = ()
    awaited_on: date | None = None

    @property
    def counts_from(self) -> date:
        return self.awaited_on or self.event.on

    def owns(self, place: int) -> bool:
        """Whether what stands at `place` is told of this run, and not of one before it that began anew."""
        return place > self.place or not any(other < place for other in self.others)


def _begins(clock: Clock, events: Sequence[Happened], found: list[Run]) -> list[_Begin]:
    if isinstance(clock.starts, Ended):
        ends = [run.ended_on for run in found if run.clock == clock.starts.clock]
        last = max((end for end in ends if end), default=None)
        return [_Begin(Happened(f"{clock.starts.clock}-ended", last))] if last and all(ends) else []
    awaited_on = None
    if clock.awaits:
        awaited_on = min((event.on for event in events if event.slug == clock.awaits), default=None)
        if awaited_on is None:
            return []
    started: dict[str, list[tuple[date, int]]] = {}
    for place, event in enumerate(events):
        if event.slug in clock.starting and (event.until_on or not clock.given):
            started.setdefault(event.subject, []).append((event.on, place))
    begins = []
    for places in started.values():
        _, place = min(places) if clock.first else max(places)
        # Of one that says `first` no start begins it anew, so no earlier run claims anything.
        others = () if clock.first else tuple(other for _, other in places if other != place)
        # What was ordered after the receipt (a matter added by hand) counts from its own day.
        since = awaited_on and max(awaited_on, events[place].on)
        begins.append(_Begin(events[place], place, others, since))
    return begins


# ------------------------------------------------------------------------------------------------ one run
def _run(clock: Clock, begin: _Begin, events: Sequence[Happened], calendar: Calendar) -> Run:
    start, subject = begin.event, begin.event.subject
    counted = _reckon(clock, begin, events, calendar)
    due, due_at, says, working = counted.due, counted.due_at, counted.says, counted.working
    working = {"event": clock.awaits or start.slug, "started_on": begin.counts_from.isoformat()} | working
    longer = _extension(clock, begin, events)
    if longer is not None and longer.until_on and longer.until_on > due:
        due, due_at = longer.until_on, None
        says = f"{says}; extended through {spoken(due)}"
        working["extended"] = {"on": longer.on.isoformat(), "until": due.isoformat(), "why": longer.note}
    opens = due - timedelta(days=clock.opens) if clock.opens is not None else None
    named = (clock.given or clock.awaits) and start.note.strip()
    label = start.note.strip()[:200] if named else clock.says
    ends = [
        event.on
        for place, event in enumerate(events)
        if _ends(clock, event, place, begin, opens) and not (clock.lapses and _late(event, due, due_at))
    ]
    return Run(
        clock=clock.slug,
        subject=subject,
        started_on=begin.counts_from,
        opens_on=opens,
        due_on=due,
        ended_on=min(ends, default=None),
        label=label,
        says=f"{label}: {says} ({clock.cite})",
        due_at=due_at,
        paused_on=counted.paused_on,
        skipped=counted.skipped,
        working=working,
        cite=clock.cite,
    )


def _is_of(event: Happened, clock: Clock, subject: str) -> bool:
    """Whether an event that names a clock means this run."""
    return event.clock == clock.slug and event.subject == subject


def _extension(clock: Clock, begin: _Begin, events: Sequence[Happened]) -> Happened | None:
    """The last extension of this run. It sets a day: no pause moves it, and it brings nothing forward."""
    given = [
        event
        for place, event in enumerate(events)
        if event.slug == "extended"
        and event.until_on
        and _is_of(event, clock, begin.event.subject)
        and begin.owns(place)
    ]
    return given[-1] if given else None


def _ends(clock: Clock, event: Happened, place: int, begin: _Begin, opens: date | None) -> bool:
    if event.slug == CASE_CLOSED:
        return not clock.outlives
    if event.slug not in clock.ending or event.subject not in ("", begin.event.subject):
        return False
    if place == begin.place:
        return False  # a new report both ends what the old one began and begins its own time
    if opens is not None and not clock.early and event.on < opens:
        return False
    if clock.before or event.on > begin.event.on:
        return True
    # What came on the day of the start counts, unless it answered an earlier start that came before it.
    return event.on == begin.event.on and begin.owns(place)


def _late(event: Happened, due: date, due_at: datetime | None) -> bool:
    """Whether it came when the last good day, or moment, had passed. The end of the case is never late."""
    if event.slug == CASE_CLOSED:
        return False
    if event.on == due and due_at is not None and event.at is not None:
        return event.moment > due_at
    return event.on > due


# --------------------------------------------------------------------------------------- the due day itself
@dataclass(frozen=True)
class _Reckoned:
    due: date
    says: str
    working: dict[str, Any]
    due_at: datetime | None = None
    skipped: tuple[tuple[date, str], ...] = ()
    paused_on: date | None = None


Stood = Sequence[tuple[date, date | None]]


def _reckon(clock: Clock, begin: _Begin, events: Sequence[Happened], calendar: Calendar) -> _Reckoned:
    start = begin.event
    if clock.given and not clock.awaits:
        return _set(start.on, start.until_on or start.on)
    if clock.given:
        n, unit = ((start.until_on or start.on) - start.on).days, Unit.DAYS
    else:
        n, unit = clock.length_from(begin.counts_from)
    if clock.of_hours:
        return _hours(start.moment, n, unit, clock.before, calendar)
    stood = _stretches(clock, begin, events)
    return _counted(begin.counts_from, n, unit, clock.before, clock.roll, stood, calendar)


def recount(working: Mapping[str, Any], calendar: Calendar) -> date:
    """The due day counted again from the stored `working` of a run and nothing else.

    On another `calendar` (the office closes on a snow day) it is the day the run would then be due.
    """
    day = date.fromisoformat
    started_on = day(working["started_on"])
    if "set_for" in working:
        due = day(working["set_for"])
    elif "falls_on" in working:
        due = calendar.roll(day(working["falls_on"]), Roll(working["roll"]))
    elif "moment" in working:
        moment = datetime.fromisoformat(working["moment"])
        due = _hours(moment, working["whole"], Unit(working["unit"]), working["before"], calendar).due
    else:
        stood = [(day(first), day(again) if again else None) for first, again in working["stood"]]
        due = _counted(
            started_on, working["whole"], Unit(working["unit"]), working["before"], Roll(working["roll"]),
            stood, calendar,
        ).due  # fmt: skip
    longer = working.get("extended")
    return max(due, day(longer["until"])) if longer else due


def _set(on: date, due: date) -> _Reckoned:
    says = f"{spoken(due)}, the day that was set on {spoken(on)}"
    return _Reckoned(due, says, {"set_for": due.isoformat(), "due": due.isoformat(), "says": says})


def _hours(moment: datetime, n: int, unit: Unit, before: bool, calendar: Calendar) -> _Reckoned:
    if unit is Unit.WORKING_HOURS:
        due_at = calendar.working_hours_before(moment, n)
        says = calendar.working_hours_say(moment, n)
    else:
        due_at = count_hours(moment, n, before=before)
        says = hours_say(moment, n, before=before)
    working = {
        "moment": moment.isoformat(), "whole": n, "unit": str(unit), "before": before,
        "due": due_at.date().isoformat(), "due_at": due_at.isoformat(), "says": says,
    }  # fmt: skip
    return _Reckoned(due_at.date(), says, working, due_at)


def _stretches(clock: Clock, begin: _Begin, events: Sequence[Happened]) -> list[tuple[date, date | None]]:
    """The stretches (first day, day the count went on or None) in which the count stood still.

    Two hands may hold it, the events the clock declares and the office's own pause: it goes on when both
    have let go. What the clock declares may hold it from before its start; the office's pause is of a run.
    """
    start, subject = begin.counts_from, begin.event.subject
    marks = []
    for place, event in enumerate(events):
        if event.slug in (*clock.pauses, *clock.resumes) and event.subject in ("", subject):
            marks.append((event.on, place, "declared", event.slug in clock.pauses))
        elif (
            event.slug in ("paused", "resumed")
            and not (clock.before or clock.of_hours or clock.given)
            and _is_of(event, clock, subject)
            and event.on >= start
            and begin.owns(place)
        ):
            marks.append((event.on, place, "office", event.slug == "paused"))
    stood: list[tuple[date, date | None]] = []
    held: set[str] = set()
    for on, _, hand, stops in sorted(marks):
        was_held = bool(held)
        held = held | {hand} if stops else held - {hand}
        if held and not was_held:
            stood.append((max(on, start), None))
        elif was_held and not held:
            first, _ = stood.pop()
            if on > first:
                stood.append((first, on))
    return stood


def _counted(
    start: date, n: int, unit: Unit, before: bool, roll: Roll, stood: Stood, calendar: Calendar
) -> _Reckoned:
    """The due day: counted to a pause, then on from the day it resumed with what was left.

    The day of the pause counts, the day it goes on does not. A period of months or years grows by the
    calendar days it stood still. What pauses after the last day changes nothing. While it stands still, the
    day is what it would be if it went on at once.
    """
    at, left, grown = start, n, 0
    paused_on = None
    parts: list[str] = []
    skipped: list[tuple[date, str]] = []
    for first, again in stood:
        so_far = calendar.count(at, left, unit, before=before, roll=roll)
        if first > calendar.roll(so_far.unrolled + grown * DAY, roll):
            break
        if again is None:
            paused_on = first
            break
        if unit in (Unit.MONTHS, Unit.YEARS):
            grown += (again - first).days
            parts.append(f"stood still {_days((again - first).days)} from {spoken(first)}")
            continue
        used = _used(at, first, left, unit, calendar)
        parts.append(f"{used} of {_units(left, unit)} passed by {spoken(first)}, when it was paused")
        skipped += [(day, why) for day, why in so_far.skipped if day <= first]
        at, left = again, left - used
    last = calendar.count(at, left, unit, before=before, roll=Roll.NONE if grown else roll)
    due, says, rolled_over = last.due, "; then ".join([*parts, last.says]), last.rolled_over
    if grown:
        # Only what it has grown to is a last day, so only that rolls.
        end = calendar.count(last.due, grown, Unit.DAYS, roll=roll)
        due, rolled_over = end.due, end.rolled_over
        rolled = f"; rolls to {spoken(due)}" if rolled_over else ""
        says = f"{last.says.removesuffix('; no roll')}; {'; '.join(parts)}, so {spoken(end.unrolled)}{rolled}"
    if paused_on:
        says += f"; paused since {spoken(paused_on)}"
    passed_over = (*skipped, *last.skipped)
    working = last.working() | {
        "roll": str(roll),
        "due": due.isoformat(),
        "skipped": _plain(passed_over),
        "rolled_over": _plain(rolled_over),
        "says": says,
        "whole": n,
        "stood": [[first.isoformat(), again and again.isoformat()] for first, again in stood],
    }
    return _Reckoned(due, says, working, skipped=passed_over, paused_on=paused_on)


def _plain(reasons: Iterable[tuple[date, str]]) -> list[list[str]]:
    return [[day.isoformat(), why] for day, why in reasons]


def _used(at: date, until: date, left: int, unit: Unit, calendar: Calendar) -> int:
    """How many days of the period had passed when it was paused on `until`, that day among them."""
    passed = (until - at).days if unit is Unit.DAYS else calendar.working_days_between(at, until)
    return min(max(passed, 0), left)


def _units(n: int, unit: Unit) -> str:
    return _days(n) if unit is Unit.DAYS else f"{n} {str(unit).removesuffix('s') if n == 1 else unit}"


def _days(n: int) -> str:
    return f"{n} calendar day{'' if n == 1 else 's'}"


# -------------------------------------------------------------------------------------------- recurrence
def _occurrences(
    clock: Clock, begin: _Begin, events: Sequence[Happened], calendar: Calendar
) -> Iterator[Run]:
    """A run for every time it fell due, through the first that is still ahead: neither done nor missed.

    The subject of a run is the day it falls on before any roll, after the subject of what started it; what
    stops it may name that subject. Otherwise it counts by its day: where a window opens, for the window
    that opened last; without one, for the earliest that is open since the day after the one before. An
    occurrence that was missed stays owed until then.
    """
    start = begin.event
    closed = min((e.on for e in events if e.slug == CASE_CLOSED and not clock.outlives), default=None)
    gone = {e.subject for e in events if e.slug == clock.lapse and e.clock == clock.slug}
    stops = sorted((e.on, e.subject) for e in events if e.slug in clock.stops and e.on >= start.on)
    windows = clock.opens is not None and not clock.early
    rhythm = "every month on that day" if len(clock.each) == 12 else "every year on that day"
    before = start.on
    for falls_on, following in pairwise(_days_of(clock, start.on)):
        own = f"{start.subject}/{falls_on.isoformat()}" if start.subject else falls_on.isoformat()
        due = calendar.roll(falls_on, clock.roll)
        opens = falls_on - timedelta(days=clock.opens or 0)
        begins = opens if windows else before + DAY
        until = following - timedelta(days=clock.opens or 0) if windows else date.max
        done = next(
            (
                stop
                for stop in stops
                if stop[1] == own or (stop[1] in ("", start.subject) and begins <= stop[0] < until)
            ),
            None,
        )
        if done is not None:
            stops.remove(done)
        ended_on = min((day for day in (done and done[0], closed) if day), default=None)
        says = f"{spoken(begins)} through {spoken(falls_on)}, {rhythm}"
        if rolled_over := calendar.count(falls_on, 0, Unit.DAYS, roll=clock.roll).rolled_over:
            says += f"; rolls past {', '.join(why for _, why in rolled_over)} to {spoken(due)}"
        working = {
            "event": start.slug, "started_on": start.on.isoformat(), "opens": begins.isoformat(),
            "falls_on": falls_on.isoformat(), "roll": str(clock.roll), "due": due.isoformat(), "says": says,
        } | ({"missed": True} if own in gone else {})  # fmt: skip
        yield Run(
            clock=clock.slug,
            subject=own,
            started_on=before,
            opens_on=opens if clock.opens is not None else None,
            due_on=due,
            ended_on=ended_on,
            label=clock.says,
            says=f"{clock.says}: {says} ({clock.cite})",
            working=working,
        )
        if (own not in gone and ended_on is None) or (closed is not None and due >= closed):
            return
        before = falls_on


def _days_of(clock: Clock, start: date) -> Iterator[date]:
    """The days it falls on after `start`, in order; February 29 in leap years only."""
    for year in range(start.year, LAST_YEAR + 1):
        for month, day in sorted(clock.each):
            if (month, day) == (2, 29) and not isleap(year):
                continue
            if (due := date(year, month, day)) > start:
                yield due


# ------------------------------------------------------------------------------------------------- lapses
def undue(
    clocks: Iterable[Clock],
    events: Sequence[Happened],
    calendar: Calendar,
    follows: Callable[[Sequence[Happened]], Sequence[Happened]] | None = None,
) -> list[Happened]:
    """The lapses among `events` that nothing warrants any more: the due day moved, or an answer was in time.

    A lapse is warranted while its run, counted without it, is due on the very day the lapse bears and
    nothing ended it by then. `follows` tells what follows from events without being recorded (the end of
    the term, the end of the case), so that a lapse which closes its case does not do away with itself.
    """
    clocks = list(clocks)
    lapse_of = {clock.slug: clock.lapse for clock in clocks if clock.lapse}
    standing, wrong = list(events), []

    def warranted(lapse: Happened) -> bool:
        without = [event for event in standing if event is not lapse]
        if follows is not None:
            without = [event for event in without if event.slug not in FOLLOWING]
            without += follows(without)
        return any(
            run.due_on == lapse.on
            and run.paused_on is None
            and (run.ended_on is None or run.ended_on > run.due_on)
            for run in runs(clocks, without, calendar)
            if (run.clock, run.subject) == (lapse.clock, lapse.subject)
        )

    # One that falls may take others along that rested on it.
    while fallen := next(
        (event for event in standing if lapse_of.get(event.clock) == event.slug and not warranted(event)),
        None,
    ):
        wrong.append(fallen)
        standing = [event for event in standing if event is not fallen]
    return wrong


def monthly(day: int) -> tuple[tuple[int, int], ...]:
    """The same `day` of each month, for `each`; a day that every month has."""
    if not 1 <= day <= 28:
        raise ValueError("Every month has the days 1 to 28 only.")
    return tuple((month, day) for month in range(1, 13))
