"""A kind's way from the form to the end of the permit, as steps with their days, before anybody applies.

Read off the kind's own lifecycle and clocks. Pure Python; the day is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from office.calendar import Calendar, Roll, Unit
from office.clockwork import CASE_CLOSED, FOLLOWING, TERM_ENDS, Clock, Ended, Happened, Mover, runs
from office.kinds import OFFICE_PRACTICE, CaseKind
from office.schedules import named

ONE = {
    Unit.DAYS: "calendar day",
    Unit.WORKING_DAYS: "working day",
    Unit.MONTHS: "month",
    Unit.YEARS: "year",
    Unit.HOURS: "hour",
    Unit.WORKING_HOURS: "hour of a working day",
}
MANY = {unit: f"{word}s" for unit, word in ONE.items()} | {Unit.WORKING_HOURS: "hours of working days"}
SINCE = {
    "filed": "the day you file",
    TERM_ENDS: "the last day of the permit",
    CASE_CLOSED: "the day the case is closed",
}
ROLLS = {
    Roll.NONE: "",
    Roll.NEXT_WORKING_DAY: "A last day on a Saturday, Sunday or legal holiday moves to the next working day.",
    Roll.STATUTE: "A last day on a Sunday or legal holiday moves to the next day; a Saturday stays.",
    Roll.NEXT_OPEN_DAY: "A last day on which the office is closed moves to the next day it is open.",
}
DECIDES = ("approved", "denied")
WHOSE = {
    Mover.OFFICE: "The office",
    Mover.APPLICANT: "You",
    Mover.BOARD: "The board",
    Mover.REVIEWER: "A reviewer",
    Mover.NOBODY: "Nobody",
}


@dataclass(frozen=True)
class Limit:
    """A time limit in words: what is due, whose move it is, how long, the roll, and a day for example."""

    what: str
    whose: str
    says: str
    roll: str
    cite: str
    example: str = ""


@dataclass(frozen=True)
class Timetable:
    """The limits before the decision and after it, and whether any of them tells the town to decide."""

    before: tuple[Limit, ...]
    after: tuple[Limit, ...]
    decision_by: bool


def timetable(kind: CaseKind, day: date, calendar: Calendar) -> Timetable:
    """The limits of a kind. Examples are those of an application filed and granted on `day`."""
    happened = [Happened("filed", day)]
    if kind.term:
        happened.append(Happened(TERM_ENDS, kind.term(day, None)))
    clocks = (*kind.clocks, *(letter.asks for letter in kind.letters if letter.asks))
    examples = {run.clock: _span(run.opens_on, run.due_on) for run in runs(clocks, happened, calendar)}
    later = _later(kind, clocks)
    before: list[Limit] = []
    after: list[Limit] = []
    # What the office sets itself to look after is nobody else's limit.
    for clock in (each for each in clocks if (each.mover, each.cite) != (Mover.OFFICE, OFFICE_PRACTICE)):
        told = limit(kind, clock, examples.get(clock.slug, ""))
        (after if clock.slug in later else before).append(told)
    decisions = {
        step.slug for step in kind.lifecycle.steps if step.gate or step.slug in ("approved", "denied")
    }
    decides = (Mover.OFFICE, Mover.BOARD)
    return Timetable(
        tuple(before), tuple(after),
        any(clock.mover in decides and decisions & set(clock.stops) for clock in clocks),
    )  # fmt: skip


def _span(opens: date | None, due: date) -> str:
    return f"{named(opens)} through {named(due)}" if opens else f"through {named(due)}"


def _later(kind: CaseKind, clocks: Sequence[Clock]) -> set[str]:
    """The clocks that run only once the permit is issued: what starts them can only happen then."""
    granted = [step for step in kind.lifecycle.steps if step.term == "starts"]
    held = _reached(kind, {step.to for step in granted})
    events = {*FOLLOWING, *(step.slug for step in granted)}
    events |= {step.slug for step in kind.lifecycle.steps if step.from_ and set(step.from_) <= held}
    later: set[str] = set()
    while more := {clock.slug for clock in clocks if _begun_by(clock, events, later)} - later:
        later |= more
        events |= {clock.lapses for clock in clocks if clock.slug in more and clock.lapses}
    return later


def _begun_by(clock: Clock, events: set[str], later: set[str]) -> bool:
    """Whether one of these events starts it, or the end of one of these clocks."""
    if isinstance(clock.starts, Ended):
        return clock.starts.clock in later
    return not events.isdisjoint(clock.starting)


def _reached(kind: CaseKind, statuses: set[str]) -> set[str]:
    """These statuses and those that only follow them."""
    while (
        more := {
            step.to for step in kind.lifecycle.steps if step.to and step.from_ and set(step.from_) <= statuses
        }
        - statuses
    ):
        statuses = statuses | more
    return statuses


def limit(kind: CaseKind, clock: Clock, example: str = "") -> Limit:
    """One clock in words that need no case."""
    return Limit(clock.says, WHOSE[clock.mover], _length(kind, clock), ROLLS[clock.roll], clock.cite, example)


def _length(kind: CaseKind, clock: Clock) -> str:
    since = _since(kind, clock)
    if clock.given and clock.awaits:
        return f"as many days as are named, from {since}."
    if clock.given:
        return f"by the day that is named, after {since}."
    if clock.each:
        days = " and ".join(f"{date(2000, month, day):%B} {day}" for month, day in clock.each)
        return f"every year by {days}, after {since}."
    if clock.voted:
        return f"as many days as the board sets, {'before' if clock.before else 'from'} {since}."
    n, unit = clock.length
    long = f"{n} {(ONE if n == 1 else MANY)[unit]}"
    if not clock.before:
        return f"{long} from {since}."
    says = f"{long} before {since}." if n else f"by {since}."
    if clock.opens is None:
        return says
    opens = f"{clock.opens} {(ONE if clock.opens == 1 else MANY)[Unit.DAYS]} earlier"
    if clock.early:
        return f"{says} The usual time begins {opens}."
    return f"{says} Not sooner than {opens}."


def _since(kind: CaseKind, clock: Clock) -> str:
    if isinstance(clock.starts, Ended):
        return f"the end of “{kind.clock(clock.starts.clock).says}”"
    starting = (clock.awaits,) if clock.awaits else clock.starting
    return " or ".join(
        SINCE.get(slug) or f"the day of “{kind.lifecycle.step(slug).done}”" for slug in starting
    )
