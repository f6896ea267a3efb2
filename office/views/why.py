"""Why this day: the working of a clock in the words and lines of its panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from office import regulations
from office.actions.events import correctable
from office.calendar import EASTERN, Roll, Unit
from office.clockwork import Clock, Ended
from office.models import Case, ClockRow, Event
from office.templatetags.office_tags import clock_time, day, day_short

WEEKEND = ("Saturday", "Sunday")
FEW = 3  # so many days are told one by one
MOST_NAMED = 6  # more holidays and closings than that are only numbered
ROLLS = {
    Roll.NONE: "None: the last day stays where it falls, a day of rest or not.",
    Roll.NEXT_WORKING_DAY: "Off Saturdays, Sundays and legal holidays. This is a working day, so it stays.",
    Roll.STATUTE: "Off Sundays and legal holidays only. This is neither, so it stays.",
    Roll.NEXT_OPEN_DAY: "Off every day on which the office is closed. It is open on this one, so it stays.",
}


@dataclass(frozen=True)
class Line:
    """One line of the panel: what it is about and what it says; with an event, what leads to it."""

    label: str
    says: str
    event: Event | None = None


@dataclass(frozen=True)
class Why:
    """Why a clock falls due on its day. `correct` is the event whose day may be corrected by the reader."""

    row: ClockRow
    state: str
    steps: list[Line] = field(default_factory=list)
    sources: list[Line] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    wrong: str = ""
    correct: Event | None = None

    @property
    def question(self) -> str:
        return f"Why {day(self.row.due_on)}?"


def why(row: ClockRow, case: Case, events: Sequence[Event], now: datetime) -> Why:
    """The panel of one clock, from its row and all `events` of the case; asks the database nothing."""
    return _Telling(row, case, events).why(now)


class _Telling:
    """One clock being explained."""

    def __init__(self, row: ClockRow, case: Case, events: Sequence[Event]) -> None:
        self.row, self.case, self.working = row, case, row.working
        replaced = {event.corrects_id for event in events}
        self.by_pk = {event.pk: event for event in events}
        self.live = sorted(
            (event for event in events if event.pk not in replaced and not event.void), key=lambda e: e.pk
        )
        try:
            self.clock: Clock | None = case.casekind.clock(row.clock)
        except LookupError:  # a row of a clock that is declared no more
            self.clock = None
        self.start = self._start()

    def why(self, now: datetime) -> Why:
        row = self.row
        if not row.says or self.clock is None:
            return Why(row, row.state(now), sources=self.sources())
        start = self.start
        lifecycle = self.case.casekind.lifecycle
        step = lifecycle.step(start.slug) if start else None
        may = start is not None and step is not None and not step.gate and correctable(start, step)
        return Why(
            row, row.state(now), self.steps(), self.sources(), self.left_out(), self.wrong(),
            correct=start if may else None,
        )  # fmt: skip

    # -------------------------------------------------------------------------------- where it starts
    def _start(self) -> Event | None:
        """The entry of the history that started it, or that its start follows from."""
        if self.clock is None:
            return None
        subject, first = self.row.subject, self.working.get("started_on", self.row.started_on.isoformat())
        if self.clock.each:
            subject = subject.removesuffix(self.row.due_on.isoformat()).removesuffix("/")
        found = [
            event
            for event in self.live
            if event.slug in self.clock.starting
            and event.subject == subject
            and event.on.isoformat() == first
        ]
        if not found and "term-ends" in self.clock.starting:
            step = self.case.casekind.lifecycle.step
            found = [event for event in self.live if step(event.slug).term in ("starts", "cuts")]
        return found[-1] if found else None

    @property
    def _from_words(self) -> str:
        assert self.clock is not None
        if isinstance(self.clock.starts, Ended):
            other = self.case.casekind.clock(self.clock.starts.clock)
            return f"the day the last run of “{other.says}” ended"
        if "term-ends" in self.clock.starting and not self._is_recorded_start:
            return "the last day of the term"
        return f"the day of “{self.start.done}”" if self.start else "the day it started"

    @property
    def _is_recorded_start(self) -> bool:
        return bool(self.start and self.clock and self.start.slug in self.clock.starting)

    # ------------------------------------------------------------------------------------ arithmetic
    def steps(self) -> list[Line]:
        """The arithmetic, step by step."""
        assert self.clock is not None
        if "n" in self.working:
            lines = self._counted()
        elif "falls_on" in self.working:
            lines = self._recurring()
        elif "moment" in self.working:
            lines = self._hours()
        else:
            said = f"“{self.start.done}”" if self.start else "the entry that set it"
            set_for = day(self.working.get("set_for", self.row.due_on))
            lines = [Line("Set", f"Through {set_for}, by {said} of {day(self.row.started_on)}.", self.start)]
        return [*lines, *self._afterwards()]

    def _counted(self) -> list[Line]:
        w, row = self.working, self.row
        n, unit, stood = w["n"], w["unit"], [pair for pair in w.get("stood", ()) if pair[1]]
        skipping = " The day itself is not counted." if w.get("whole", n) else ""
        lines = [Line("From", f"{day(w['started_on'])}, {self._from_words}.{skipping}")]
        for first, again in stood:
            days = (date.fromisoformat(again) - date.fromisoformat(first)).days
            lines.append(
                Line("Stood still", f"From {day(first)} to {day(again)}, {_length(days, Unit.DAYS)}.")
            )
        if w["start"] != w["started_on"]:
            lines.append(Line("Went on from", f"{day(w['start'])}, with {_length(n, unit)} left."))
        if n:
            verb = "Count back" if w["before"] else "Count on"
            lines.append(Line(f"{verb} {_length(n, unit)}", f"{day(w['unrolled'])}."))
        if w["skipped"]:
            lines.append(Line("Not counted", f"{folded(w['skipped'], row.due_on)}."))
        if w["counted"]:
            lines.append(Line("Counted all the same", f"{folded(w['counted'], row.due_on)}."))
        if stood and unit in (Unit.MONTHS, Unit.YEARS):
            lines.append(Line("Added", f"The days it stood still: {day(w['due'])}."))
        return [*lines, Line("Roll", self._roll())]

    def _roll(self) -> str:
        w = self.working
        if w.get("before"):
            return "None: a day counted back stays where it falls."
        if w.get("rolled_over"):
            return f"Past {folded(w['rolled_over'], self.row.due_on)} to {day(w['due'])}."
        if w["roll"] == Roll.STATUTE and date.fromisoformat(w["due"]).weekday() == 5:
            return "Off Sundays and legal holidays only. A Saturday stays."
        return ROLLS[Roll(w["roll"])]

    def _hours(self) -> list[Line]:
        w = self.working
        start = datetime.fromisoformat(w["moment"])
        lines = [Line("From", f"{_moment(start)}, {self._from_words}.")]
        verb = "Count back" if w["before"] else "Count on"
        end = datetime.fromisoformat(w["due_at"])
        hours = _length(w["whole"], Unit.HOURS)
        lines.append(Line(f"{verb} {hours}", f"{_moment(end)}."))
        if w["unit"] == Unit.HOURS:
            return [*lines, Line("Counted all the same", "Nights, weekends and holidays. Nothing rolls.")]
        return [*lines, Line("Not counted", "The hours of Saturdays, Sundays and legal holidays.")]

    def _recurring(self) -> list[Line]:
        assert self.clock is not None
        w, days = self.working, self.clock.each
        if len(days) == 12 and len({n for _, n in days}) == 1:
            every = f"On day {days[0][1]} of every month."
        else:
            every = "On " + " and ".join(f"{date(2024, m, n):%B} {n}" for m, n in days) + " of every year."
        lines = [
            Line("Since", f"{day(w['started_on'])}, {self._from_words}."),
            Line("Falls due", every),
            Line("This time", f"From {day(w['opens'])} through {day(w['falls_on'])}."),
        ]
        if w["due"] != w["falls_on"]:
            lines.append(Line("Roll", f"To {day(w['due'])}, for the office is closed before that."))
        if w.get("missed"):
            lines.append(Line("Missed", "The day went by; what it asks for is still owed."))
        return lines

    def _afterwards(self) -> list[Line]:
        """What moved the day after it was counted, and where it stands."""
        row, lines = self.row, []
        if extended := self.working.get("extended"):
            lines.append(Line("Extended", self._extension(extended), self._extending()))
        if row.opens_on and self.clock and not self.clock.each:
            early = " Earlier counts too." if self.clock.early else " Nothing earlier counts."
            lines.append(Line("Opens", f"{day(row.opens_on)}.{early}"))
        if row.paused_on:
            lines.append(
                Line("Paused since", f"{day(row.paused_on)}. The last day moves on until the count resumes.")
            )
        due = _moment(row.due_at) if row.due_at else day(row.due_on)
        lines.append(Line("Due by" if row.due_at else "Due through", f"{due}."))
        if row.ended_on:
            lines.append(Line("Ended", f"{day(row.ended_on)}.", self._ending()))
        return lines

    def _extending(self) -> Event | None:
        mine = [
            event
            for event in self.live
            if (event.slug, event.clock, event.subject) == ("extended", self.row.clock, self.row.subject)
        ]
        return mine[-1] if mine else None

    def _extension(self, extended: dict[str, Any]) -> str:
        event = self._extending()
        rests = f" on the authority of {event.authority}" if event and event.authority else ""
        why = f": {extended['why']}" if extended.get("why") else "."
        return f"On {day(extended['on'])} through {day(extended['until'])}{rests}{why}"

    def _ending(self) -> Event | None:
        assert self.clock is not None
        ends = [e for e in self.live if e.slug in self.clock.ending and e.on == self.row.ended_on]
        return ends[-1] if ends else None

    # ---------------------------------------------------------------------------------------- sources
    def sources(self) -> list[Line]:
        """The entry it starts from and the section it rests on."""
        lines = []
        if self.start:
            who = self.start.by.get_full_name() or self.start.by.get_username() if self.start.by else ""
            lines.append(
                Line(
                    "Starts from",
                    f"{self.start.done}, {day(self.start.on)}, recorded by {who or 'the office'}",
                    self.start,
                )
            )
        lines.append(Line("Section", _section(self.row.cite)))
        return lines

    # --------------------------------------------------------------------------------------- left out
    def left_out(self) -> list[str]:
        """What one might expect to bear on the day, and why it does not."""
        assert self.clock is not None
        row, found = self.row, []
        for event in self.live:
            if event.slug not in self.clock.stops or event.subject not in ("", row.subject):
                continue
            said = f"“{event.done}” of {day_short(event.on)}"
            if not self.clock.before and event.on < row.started_on:
                found.append(f"{said} came before this clock started.")
            elif row.opens_on and not self.clock.early and event.on < row.opens_on:
                found.append(f"{said} came before its window opened.")
        if not self.working.get("extended") and (extending := self._extending()):
            found.append(f"The extension of {day_short(extending.on)} brings nothing forward.")
        if self._is_recorded_start and self.start and (first := self.by_pk.get(self.start.corrects_id or 0)):
            found.append(f"“{first.done}” was first recorded for {day_short(first.on)}; that was replaced.")
        return found

    def wrong(self) -> str:
        """What to correct when the day is not right."""
        assert self.clock is not None
        if self.row.ended_on is None and self.clock.given and not self.clock.awaits:
            return "The day was set by hand. Extend it to give more time."
        if isinstance(self.clock.starts, Ended):
            return "Correct what ended the clock it follows; this day follows by itself."
        if self.start is None:
            return "Correct the entry it starts from in the history; this day follows by itself."
        if not self._is_recorded_start:
            return f"It follows from “{self.start.done}” in the history: correct that, and it follows."
        if not correctable(self.start, self.case.casekind.lifecycle.step(self.start.slug)):
            return f"“{self.start.done}” is put right where it was made, not in the history."
        return f"Correct the day of “{self.start.done}” in the history; this day follows by itself."


# -------------------------------------------------------------------------------------------------- words
def folded(reasons: Iterable[Sequence[str]], near: date) -> str:
    """Days with their reasons in one phrase: "12 weekend days, Labor Day (Mon Sep 7)"; a few one by one."""
    reasons = sorted((on, reason) for on, reason in reasons)
    if len(reasons) <= FEW:
        said = [(day_short(on, near), "" if reason in WEEKEND else f"{reason} ") for on, reason in reasons]
        return ", ".join(f"{reason}({on})" if reason else on for on, reason in said)
    weekend = [on for on, reason in reasons if reason in WEEKEND]
    named: dict[str, list[str]] = {}
    for on, reason in reasons:
        if reason not in WEEKEND:
            named.setdefault(reason, []).append(day_short(on, near))
    phrases = []
    if weekend:
        phrases.append(f"{len(weekend)} weekend day{'' if len(weekend) == 1 else 's'}")
    if sum(map(len, named.values())) > MOST_NAMED:
        phrases.append(f"{sum(map(len, named.values()))} holidays and closings")
    else:
        phrases += [f"{reason} ({', '.join(days)})" for reason, days in named.items()]
    return ", ".join(phrases)


def _length(n: int, unit: str) -> str:
    words = "calendar days" if unit == Unit.DAYS else str(unit)
    if n != 1:
        return f"{n} {words}"
    return f"1 {words.replace('hours', 'hour') if 'hours' in words else words.removesuffix('s')}"


def _moment(at: datetime) -> str:
    here = at.astimezone(EASTERN)
    return f"{day(here)}, {clock_time(here)}"


def _section(cite: str) -> str:
    try:
        section = regulations.resolve(cite)
    except LookupError:
        return cite
    return f"{cite}, {section.title}. {section.summary}"
