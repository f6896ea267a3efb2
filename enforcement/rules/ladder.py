"""Which step of the ladder an offense is on: first, second or later (Tisbury 09.0.6).

An offense counts by line and person. What only the place has in common is a question to the officer, and
counts once the officer has said that it was the same person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from enforcement.rules.fines import Fine, LookBack, Prior, Rung
from office.pricing import dollars
from office.schedules import named

_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Match(StrEnum):
    """By what an earlier citation was found."""

    PERSON = "person"
    PROPERTY = "property"
    ESTABLISHMENT = "establishment"


class Outcome(StrEnum):
    """What became of an earlier citation, as far as the ladder asks."""

    STANDS = "stands"  # unanswered, paid, or not decided yet
    RESPONSIBLE = "responsible"
    NOT_RESPONSIBLE = "not-responsible"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Earlier:
    """A citation or warning on file: its number, the line it counts under, its violation day and end."""

    number: str
    offense: int
    on: date
    match: Match
    outcome: Outcome = Outcome.STANDS
    says: str = ""  # its status in words


@dataclass(frozen=True)
class Ladder:
    """Where an offense stands, and why.

    `questions` were found by place alone and are not counted; `left_out` are pairs of what does not count
    and the reason.
    """

    ordinal: int
    rung: Rung
    figure: Decimal | None
    counted: tuple[Earlier, ...]
    questions: tuple[Earlier, ...]
    left_out: tuple[tuple[Earlier, str], ...]
    says: str


def word(ordinal: int) -> str:
    """first, second, ..., tenth, 11th, 12th, 13th, 21st."""
    if ordinal <= len(_WORDS):
        return _WORDS[ordinal - 1]
    last = 0 if ordinal % 100 in (11, 12, 13) else ordinal % 10
    return f"{ordinal}{({1: 'st', 2: 'nd', 3: 'rd'}).get(last, 'th')}"


def ladder(
    fine: Fine,
    earlier: Iterable[Earlier],
    on: date,
    *,
    prior: bool = False,
    same_person: Collection[str] = (),
) -> Ladder:
    """The step of a violation on the day `on`, among the `earlier` citations of person and place.

    `prior` says that what must come first is on file. `same_person` are the numbers found by place of which
    the officer said that it was the same person.
    """
    counted: list[Earlier] = []
    questions: list[Earlier] = []
    left_out: list[tuple[Earlier, str]] = []
    for each in sorted(earlier, key=lambda each: (each.on, each.number)):
        if each.offense != fine.counts_as:
            continue
        if why := _not_counted(fine, each, on):
            left_out.append((each, why))
        elif each.match is not Match.PERSON and each.number not in same_person:
            questions.append(each)
        else:
            counted.append(each)
    ordinal = _ordinal(fine, len(counted), prior)
    rung, figure = fine.rung(ordinal), fine.figure(ordinal)
    says = _says(fine, ordinal, rung, figure, counted, prior)
    return Ladder(ordinal, rung, figure, tuple(counted), tuple(questions), tuple(left_out), says)


def _not_counted(fine: Fine, each: Earlier, on: date) -> str:
    """Why an earlier citation does not count, or nothing."""
    if each.on > on:
        return "happened after this violation"
    if fine.look_back is LookBack.CALENDAR_YEAR and each.on.year != on.year:
        return "was in another calendar year"
    if each.outcome is Outcome.NOT_RESPONSIBLE:
        return "was found not responsible by the court"
    if each.outcome is Outcome.WITHDRAWN:
        return "was withdrawn"
    return ""


def _ordinal(fine: Fine, counted: int, prior: bool) -> int:
    if fine.each_matter:
        # Every new matter gets its own warning; the fine is for not heeding it (reading, 09.4.8).
        return 2 if prior else 1
    if fine.prior is Prior.QUARANTINE and prior:
        # The first quarantine of the year was billed as a fee and is no citation (reading, 09.7.3).
        counted += 1
    return counted + 1


def _says(
    fine: Fine, ordinal: int, rung: Rung, figure: Decimal | None, counted: list[Earlier], prior: bool
) -> str:
    if fine.each_matter:
        return (
            "The 24-hour order lapsed: the fine follows it."
            if prior
            else "Every new matter begins with a warning and a 24-hour order."
        )
    step = {Rung.WARNING: "warning", Rung.SERVICE_FEE: "service fee", Rung.FINE: ""}[rung]
    costs = step or (f"{dollars(figure)}{fine.each}" if figure is not None else fine.ladder_says)
    if rung is Rung.SERVICE_FEE and figure is not None:
        costs = f"{dollars(figure)} service fee"
    rest = [f"{each.number} of {named(each.on)}" for each in counted]
    if fine.prior is Prior.QUARANTINE and prior:
        rest.insert(0, "the first quarantine of the calendar year")
    why = f", after {_and(rest)}" if rest else ", none on record before it"
    return f"{word(ordinal).capitalize()} offense: {costs}{why}."


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
