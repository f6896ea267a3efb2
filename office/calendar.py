"""Counting days as the law counts them, each result with its working. Pure Python, no Django.

- The first day is excluded (*Bemis v. Leonard*, 118 Mass. 502; R.I. Gen. Laws §43-3-13).
- A *working day* is the law's: Monday to Friday, not a legal holiday. An *open day* is the office's: a
  working day on which the town has not closed. A snow day leaves the count of working days alone and
  moves only what rolls to the next open day.
- Months and years are those of the calendar (M.G.L. c.4 §7): the same day of the month, or its last day
  when the month is too short. January 31 + 1 month is February 28 or 29; February 29 + 1 year is
  February 28.
- A backward period counts back and never rolls; asking it to roll is refused.
- Hours are elapsed hours: 24 hours across a daylight-saving night end an hour off on the wall clock.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from office.legal_holidays import RI_INDEPENDENCE, days_off, legal_holidays

EASTERN = ZoneInfo("America/New_York")
DAY = timedelta(days=1)
WEEKEND = {5: "Saturday", 6: "Sunday"}

Reasons = tuple[tuple[date, str], ...]


class Unit(StrEnum):
    """What a period is counted in."""

    DAYS = "days"
    WORKING_DAYS = "working days"
    MONTHS = "months"
    YEARS = "years"
    HOURS = "hours"
    WORKING_HOURS = "hours of working days"


class Roll(StrEnum):
    """Where a last day goes that falls on a day of rest."""

    NONE = "none"
    NEXT_WORKING_DAY = "next working day"  # off Saturdays, Sundays and legal holidays
    STATUTE = "statute"  # M.G.L. c.4 §9: off Sundays and legal holidays, not off Saturdays
    NEXT_OPEN_DAY = "next open day"  # 801 CMR 1.01(4)(d): also off days the office is closed


# --- Terms -----------------------------------------------------------------------------------------------


def year_end(day: date) -> date:
    """December 31 of the year of `day`."""
    return date(day.year, 12, 31)


def days_after(day: date, n: int) -> date:
    """`n` calendar days after `day`, which is not counted: the last good day of an `n`-day term."""
    return day + n * DAY


def months_after(day: date, n: int) -> date:
    """The same day of the month `n` months on (back if negative), or that month's last day."""
    years, month = divmod(day.month - 1 + n, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def years_after(day: date, n: int) -> date:
    """The anniversary `n` years on (back if negative); of February 29 in a common year, February 28."""
    return months_after(day, 12 * n)


# --- The result of a count -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """A due day with its working: everything its sentence says, and enough to count it again.

    `unrolled` is the day the arithmetic ends on, `due` the day after any roll. `skipped` are the days a
    count of working days passed over; `counted` the holidays and closings that counted all the same
    (none for months and years, where no single day is counted); `rolled_over` those the last day rolled
    past. Each with its reason.
    """

    due: date
    start: date
    n: int
    unit: Unit
    before: bool
    roll: Roll
    unrolled: date
    skipped: Reasons
    rolled_over: Reasons
    counted: Reasons

    @property
    def says(self) -> str:
        """Mon May 11, 2026 + 21 calendar days = Mon June 1, 2026; Memorial Day counted; no roll"""
        unit = "calendar days" if self.unit is Unit.DAYS else str(self.unit)
        unit = unit.removesuffix("s") if self.n == 1 else unit
        sign = "−" if self.before else "+"
        parts = [f"{spoken(self.start)} {sign} {self.n} {unit} = {spoken(self.unrolled)}"]
        if self.unit in (Unit.MONTHS, Unit.YEARS) and self.unrolled.day != self.start.day:
            parts.append(f"{self.unrolled:%B} {self.unrolled.year} has no day {self.start.day}")
        if self.skipped:
            parts.append(f"{_named(self.skipped)} not counted")
        if self.counted:
            parts.append(f"{_named(self.counted)} counted")
        if self.rolled_over:
            parts.append(f"rolls past {_named(self.rolled_over)} to {spoken(self.due)}")
        elif self.roll is Roll.STATUTE and self.due.weekday() == 5:
            parts.append("no roll, a Saturday stays")
        else:
            parts.append("no roll")
        return "; ".join(parts)

    def working(self) -> dict[str, Any]:
        """The same as plain JSON, the sentence included: days as ISO text, reasons as pairs."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self) | {"says": self.says}, default=str))
        return plain


def spoken(day: date) -> str:
    """Mon June 1, 2026"""
    return f"{day:%a %B} {day.day}, {day.year}"


def _named(reasons: Reasons) -> str:
    """The reasons in one phrase: "2 weekend days and Labor Day"; past four names only how many."""
    plain = sum(reason in WEEKEND.values() for _, reason in reasons)
    times = Counter(reason for _, reason in reasons if reason not in WEEKEND.values())
    names = [name if n == 1 else f"{name} ({n} days)" for name, n in times.items()]
    if plain == 1:
        phrases = [next(reason for _, reason in reasons if reason in WEEKEND.values())]
    else:
        phrases = [f"{plain} weekend days"] if plain else []
    phrases += names if len(names) <= 4 else [f"{times.total()} holidays and closings"]
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]] if phrases[1:] else phrases)


# --- The calendar ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """How many of a unit the town says something takes, from the day `since` on; None when it says none.

    `cite` is what the number rests on: its section, or the office's own practice while nobody confirmed it.
    """

    since: date
    n: int | None
    unit: Unit
    cite: str


def no_figures(name: str) -> tuple[Figure, ...]:
    """The town set nothing."""
    return ()


@dataclass(frozen=True)
class Calendar:
    """A town's calendar: the legal holidays of its state and the days its office was closed, with reasons.

    `worked` names legal holidays on which offices work all the same. The default is May 4, which Rhode
    Island lists but its offices usually keep open (a setting): an ordinary working day, though a last
    day under Roll.STATUTE still rolls past it. `figures` tells, by the name of a setting, the lengths that
    the board sets itself, oldest first.
    """

    state: str = "MA"
    closures: Mapping[date, str] = field(default_factory=dict, hash=False)
    worked: frozenset[str] = frozenset({RI_INDEPENDENCE})
    figures: Callable[[str], Sequence[Figure]] = field(
        default=no_figures, hash=False, compare=False, repr=False
    )
    _closure_days: tuple[date, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        legal_holidays(self.state)  # refuses a state without holidays at once
        object.__setattr__(self, "_closure_days", tuple(sorted(self.closures)))

    def closing(self, closures: Mapping[date, str]) -> Calendar:
        """This calendar with more closures: what a due day would become if the office closed."""
        return replace(self, closures={**self.closures, **closures})

    def figure(self, name: str, day: date) -> Figure | None:
        """What is set under `name` on `day`; None when nothing was set by then."""
        return next((each for each in reversed(self.figures(name)) if each.since <= day), None)

    def holiday(self, day: date) -> str:
        """The name of the legal holiday on `day`, or ""."""
        return legal_holidays(self.state).in_year(day.year).get(day, "")

    def is_working(self, day: date) -> bool:
        """Monday to Friday and not a legal holiday; town closures do not matter."""
        return day.weekday() < 5 and day not in days_off(self.state, day.year, self.worked)

    def is_open(self, day: date) -> bool:
        """The office is open: a working day without a closure."""
        return self.is_working(day) and day not in self.closures

    def closed_because(self, day: date) -> str:
        """Why the office is closed on `day`: the holiday, the day of the week, the closure; "" if open."""
        return self._no_work_because(day) or (
            (self.closures[day] or "Office closed") if day in self.closures else ""
        )

    def closed_days(self, first: date, last: date) -> Reasons:
        """Every day from `first` through `last` on which the office is closed, week-ends too, with why."""
        span = (first + i * DAY for i in range((last - first).days + 1))
        return tuple((day, why) for day in span if (why := self.closed_because(day)))

    def roll(self, day: date, roll: Roll) -> date:
        """`day` itself, or the first later day on which a period may end under `roll`."""
        while self._cannot_end(day, roll):
            day += DAY
        return day

    def count(
        self, start: date, n: int, unit: Unit, *, before: bool = False, roll: Roll = Roll.NONE
    ) -> Counted:
        """The day `n` units after `start` (or before it), which is itself not counted; then rolled.

        Raises ValueError for a negative `n` (count with `before`), for hours (they run from a moment:
        `count_hours`) and for a backward period that is to roll.
        """
        if isinstance(start, datetime):
            raise TypeError("Days are counted from a date; take the local date of the moment first.")
        if n < 0:
            raise ValueError(f"A period of {n} {unit} runs backward; give {-n} with before=True.")
        if before and roll != Roll.NONE:
            raise ValueError("A backward period counts back and never rolls; leave the roll out.")
        skipped: list[tuple[date, str]] = []
        signed = -n if before else n
        match unit:
            case Unit.DAYS:
                end = days_after(start, signed)
            case Unit.WORKING_DAYS:
                end = self._working_days_on(start, signed, skipped)
            case Unit.MONTHS:
                end = months_after(start, signed)
            case Unit.YEARS:
                end = years_after(start, signed)
            case Unit.HOURS | Unit.WORKING_HOURS:
                raise ValueError("Hours run from a moment, not from a day; use count_hours.")
        rolled_over: list[tuple[date, str]] = []
        due = end
        while reason := self._cannot_end(due, roll):
            rolled_over.append((due, reason))
            due += DAY
        counted: Reasons = ()
        if unit in (Unit.DAYS, Unit.WORKING_DAYS):
            passed = {day for day, _ in skipped} | {day for day, _ in rolled_over}
            marked = self._marked(end, start - DAY) if before else self._marked(start + DAY, end)
            counted = tuple((day, name) for day, name in marked if day not in passed)
        return Counted(
            due, start, n, Unit(unit), before, Roll(roll), end, tuple(skipped), tuple(rolled_over), counted
        )

    def working_days_between(self, first: date, last: date, *, before: bool = False) -> int:
        """How many working days a period from `first` to `last` holds, the first day not counted.

        With `before` the period is counted back from `last`, so `last` is the day not counted: a notice
        given on `first` was that many working days before `last`. Negative if `last` lies earlier.
        """
        if last < first:
            return -self.working_days_between(last, first, before=not before)
        skip = 0 if before else 1
        span = (first + (i + skip) * DAY for i in range((last - first).days))
        return sum(self.is_working(day) for day in span)

    def latest_posting(self, meeting_start: datetime) -> datetime:
        """The last moment to post a meeting: 48 hours before it, M.G.L. c.30A §20. Local time in and out."""
        return self.working_hours_before(meeting_start, 48)

    def working_hours_before(self, moment: datetime, n: int) -> datetime:
        """`n` hours before the aware `moment`, without those of Saturdays, Sundays and legal holidays.

        The hours of a day on which the town is closed count. Local time in and out; daylight saving changes
        on Sundays, so every hour counted here is an ordinary one.
        """
        local = _aware(moment).astimezone(EASTERN).replace(tzinfo=None)
        left, day = timedelta(hours=n), local.date()
        hours = local - datetime.combine(day, time.min)
        while True:
            if not self._no_hours_because(day):
                if left <= hours:
                    return (datetime.combine(day, time.min) + hours - left).replace(tzinfo=EASTERN)
                left -= hours
            day, hours = day - DAY, timedelta(hours=24)

    def working_hours_say(self, moment: datetime, n: int) -> str:
        """The working of `working_hours_before`, with the days that were passed over."""
        here, end = _aware(moment).astimezone(EASTERN), self.working_hours_before(moment, n)
        span = (end.date() + i * DAY for i in range((here.date() - end.date()).days + 1))
        skipped = tuple((day, why) for day in span if (why := self._no_hours_because(day)))
        sentence = f"{_moment(here)} − {n} hour{'' if n == 1 else 's'} = {_moment(end)}"
        return f"{sentence}; {_named(skipped)} not counted" if skipped else sentence

    def _no_hours_because(self, day: date) -> str:
        return self.holiday(day) or WEEKEND.get(day.weekday(), "")

    def _working_days_on(self, start: date, n: int, skipped: list[tuple[date, str]]) -> date:
        day, step = start, DAY if n > 0 else -DAY
        left = abs(n)
        while left:
            day += step
            if self.is_working(day):
                left -= 1
            else:
                skipped.append((day, self._no_work_because(day)))
        return day

    def _no_work_because(self, day: date) -> str:
        if self.is_working(day):
            return ""
        if day in days_off(self.state, day.year, self.worked):
            return self.holiday(day)
        return WEEKEND[day.weekday()]

    def _cannot_end(self, day: date, roll: Roll) -> str:
        """Why a period may not end on `day` under `roll`; "" if it may."""
        match roll:
            case Roll.NONE:
                return ""
            case Roll.NEXT_WORKING_DAY:
                return self._no_work_because(day)
            case Roll.STATUTE:
                return self.holiday(day) or ("Sunday" if day.weekday() == 6 else "")
            case Roll.NEXT_OPEN_DAY:
                return self.closed_because(day)

    def _marked(self, first: date, last: date) -> list[tuple[date, str]]:
        """The legal holidays and closures from `first` through `last`, in order."""
        days = self._closure_days
        marked = {
            d: self.closed_because(d) for d in days[bisect_left(days, first) : bisect_right(days, last)]
        }
        for year in range(first.year, last.year + 1):
            for day, name in legal_holidays(self.state).in_year(year).items():
                if first <= day <= last:
                    marked[day] = name
        return sorted((d, name) for d, name in marked.items() if name not in WEEKEND.values())


# --- Hours -----------------------------------------------------------------------------------------------


def count_hours(start: datetime, n: int, *, before: bool = False) -> datetime:
    """`n` elapsed hours after the aware moment `start` (or before it), in local time.

    24 hours from Saturday 2:30 pm end on Sunday 3:30 pm when clocks went forward in between, 1:30 pm
    when they went back: an order for 24 hours leaves 24 hours.
    """
    elapsed = timedelta(hours=-n if before else n)
    return (_aware(start).astimezone(UTC) + elapsed).astimezone(EASTERN)


def hours_say(start: datetime, n: int, *, before: bool = False) -> str:
    """The working of `count_hours`: Sat March 7, 2026, 2:30 pm + 24 hours = Sun March 8, 2026, 3:30 pm; …"""
    here, end = _aware(start).astimezone(EASTERN), count_hours(start, n, before=before)
    sentence = f"{_moment(here)} {'−' if before else '+'} {n} hour{'' if n == 1 else 's'} = {_moment(end)}"
    shift = (end.utcoffset() or timedelta()) - (here.utcoffset() or timedelta())
    if before:
        shift = -shift
    if shift:
        sentence += f"; clocks went {'forward' if shift > timedelta() else 'back'} an hour in between"
    return sentence


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("Hours are counted from a moment that knows its time zone; this one does not.")
    return moment


def _moment(moment: datetime) -> str:
    """Sat March 7, 2026, 2:30 pm"""
    hour = moment.hour % 12 or 12
    return f"{spoken(moment.date())}, {hour}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"
