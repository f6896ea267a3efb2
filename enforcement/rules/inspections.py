"""What an inspection found: answers, repeats, time to correct, and which outcome they allow.

The days to correct are what the office asks for, never a figure of law: the reference gives none that binds.
An item that was not seen is unknown, and unknown is never met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from office.law import Facts, Finding, State, Weight, does_not_apply, holds, rule
from office.schedules import Problem, named

MOST_DAYS = 365  # a year; whoever needs longer asks for it by an order


class Answer(StrEnum):
    """What the inspector said of one item."""

    YES = "yes"
    NO = "no"
    NOT_SEEN = "not-seen"
    DOES_NOT_APPLY = "n/a"


class Sort(StrEnum):
    """Why the inspector came."""

    ROUTINE = "routine"
    RE_INSPECTION = "re-inspection"
    PREVENTIVE = "preventive"
    COMPLAINT = "complaint"
    BEFORE_OPENING = "before-opening"


class Outcome(StrEnum):
    """How an inspection ends: the status it leads to is told by the kind."""

    PASSED = "passed"
    CORRECTION = "correction-needed"
    FAILED = "failed"
    PARTLY_SEEN = "partly-seen"


@dataclass(frozen=True)
class Found:
    """One item of an inspection as the rules see it. `answer` is None while nothing was said of it.

    `days` is the time to correct, in calendar days; `cite` the section, or "" for an item of the office.
    """

    item: str
    text: str
    cite: str = ""
    critical: bool = False
    answer: str | None = None
    days: int | None = None


@dataclass(frozen=True)
class InspectionFacts(Facts):
    """The items of the checklist that was in force on the day, with what was said of each."""

    items: tuple[Found, ...]


# ------------------------------------------------------------------------------------------------- rules
@rule("critical-items", cite="Tisbury 09.5.1", weight=Weight.NOTE, waivable=False)
def critical_items(facts: InspectionFacts, on: date) -> Finding:
    """Every critical item that applies was seen and is met."""
    return _judged([each for each in facts.items if each.critical], "critical item")


@rule("other-items", cite="Tisbury 09.0.1", weight=Weight.NOTE, waivable=False)
def other_items(facts: InspectionFacts, on: date) -> Finding:
    """Every item that is not critical and applies was seen and is met."""
    return _judged([each for each in facts.items if not each.critical], "item that is not critical")


def _judged(items: Sequence[Found], word: str) -> Finding:
    if not items:
        return does_not_apply(f"The checklist has no {word}.")
    unmet = [each for each in items if each.answer == Answer.NO]
    if unmet:
        return Finding(State.UNMET, f"Not met: {_listed(unmet)}.", measured=len(unmet), limit=0)
    unseen = [each for each in items if each.answer in (None, Answer.NOT_SEEN)]
    if unseen:
        return Finding(State.UNKNOWN, f"Not known yet: {_listed(unseen)}.")
    applying = [each for each in items if each.answer == Answer.YES]
    if not applying:
        return does_not_apply(f"No {word} applies here.")
    return holds(True, says=f"Met: {len(applying)} of {len(applying)}.")


def _listed(items: Sequence[Found]) -> str:
    """The first few by their words, and how many more."""
    said = "; ".join(each.text.rstrip(".") for each in items[:3])
    more = len(items) - 3
    return f"{said}; and {more} more" if more > 0 else said


RULES = (critical_items, other_items)


# ----------------------------------------------------------------------------------------------- outcome
def left(items: Iterable[Found]) -> list[Found]:
    """The items of which nothing was said yet; an inspection is finished when there are none."""
    return [each for each in items if each.answer is None]


def proposed(items: Sequence[Found]) -> Outcome:
    """The outcome the answers speak for; the inspector decides."""
    answers = {each.answer for each in items}
    if Answer.NO in answers:
        return Outcome.CORRECTION
    return Outcome.PARTLY_SEEN if Answer.NOT_SEEN in answers or None in answers else Outcome.PASSED


def why_not(outcome: str, items: Sequence[Found]) -> str:
    """What keeps the answers from ending in this outcome, with the remedy; "" when they allow it."""
    unmet = [each for each in items if each.answer == Answer.NO]
    unseen = [each for each in items if each.answer == Answer.NOT_SEEN]
    if outcome == Outcome.PASSED and unmet:
        return f"{_counted(len(unmet), 'item is', 'items are')} not met. Choose that corrections are needed."
    if outcome == Outcome.PASSED and unseen:
        return (
            f"{_counted(len(unseen), 'item was', 'items were')} not seen, and what was not seen is not met. "
            "Choose that not all was seen, or look at it now."
        )
    if outcome == Outcome.CORRECTION and not unmet:
        return "Every item that was seen is met, so nothing is to be corrected. Choose another outcome."
    if outcome == Outcome.PARTLY_SEEN and unmet:
        return f"{_counted(len(unmet), 'item is', 'items are')} not met. Choose that corrections are needed."
    if outcome == Outcome.PARTLY_SEEN and not unseen:
        return "All was seen. Choose another outcome."
    return ""


def _counted(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


# ---------------------------------------------------------------------------------------- time to correct
def last_day(inspected_on: date, days: int) -> date:
    """The last good day to correct an item: the day of the inspection and so many calendar days.

    With 0 it is the day of the inspection itself. It does not roll: the office set it, and no section.
    """
    return inspected_on + timedelta(days=days)


def time_says(days: int, inspected_on: date) -> str:
    """How the last day came about: "at once, on Monday, June 1, 2026", "10 calendar days from ..."."""
    if days == 0:
        return f"at once, on {named(inspected_on)}"
    return f"{_counted(days, 'calendar day', 'calendar days')} from {named(inspected_on)}"


def days_problem(days: int | None) -> str:
    """What is wrong with a time to correct, or nothing."""
    if days is not None and not 0 <= days <= MOST_DAYS:
        return f"{days} days cannot be set. Write 0 for at once, or up to {MOST_DAYS}."
    return ""


# ----------------------------------------------------------------------------------------------- repeats
_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


def time_word(earlier: int) -> str:
    """ "Third time" for an item that was not met at two earlier inspections; "" the first time."""
    if earlier < 1:
        return ""
    n = earlier + 1
    return f"{_ORDINALS[n - 1]} time" if n <= len(_ORDINALS) else f"{n} times"


# ------------------------------------------------------------------------------------- the dated checklist
@dataclass(frozen=True)
class Wording:
    """A row of an item as an administrator enters it. `days` is the office's own default time to correct."""

    text: str
    cite: str
    doubt: str
    days: int
    asked: bool = True


def problems(row: Wording) -> list[Problem]:
    """What is missing from a row of an item, at its field, with the remedy."""
    said = []
    if row.asked and not row.text.strip():
        said.append(Problem("text", "The item has no words. Write what is to be so, in one sentence."))
    if row.asked and not row.cite and not row.doubt.strip():
        says = (
            "An item without a section is the office's own. Say so under “to be verified”, such as “Office "
            "default”, or name the section."
        )
        said.append(Problem("doubt", says))
    if wrong := days_problem(row.days):
        said.append(Problem("days", wrong))
    return said
