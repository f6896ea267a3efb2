"""What a court may fine: Tisbury 09.0.7(B) with M.G.L. c.111 §31, and Jamestown's general penalty.

Each day after the notice was received is another violation (09.0.7(B); the day after it is the first, a
reading). The ceiling is that of each violation and holds upon conviction: the court sets its own sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from office.law import Facts, Finding, Weight, holds, rule
from office.pricing import cents, counted, dollars
from office.schedules import Problem, named

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Exposure:
    """The most a court may fine: how many violations, the sum, and the lines that lead to it."""

    days: int
    most: Decimal
    lines: tuple[str, ...]


def violations(notice_on: date, through: date) -> int:
    """Days after the notice up to and with `through`; on the day of the notice itself there is none."""
    return max((through - notice_on).days, 0)


def exposure(notice_on: date, through: date, ceiling: Decimal, cite: str) -> Exposure:
    """The most a conviction could cost for the days after the notice, each at the `ceiling`."""
    n = violations(notice_on, through)
    if n == 0:
        return Exposure(0, Decimal("0.00"), (f"No day after the notice of {named(notice_on)} yet. ({cite})",))
    total = cents(n * ceiling)
    first = named(notice_on + ONE_DAY)
    span = first if n == 1 else f"{first} through {named(through)}"
    return Exposure(
        n,
        total,
        (
            f"{counted(Decimal(n), 'violation')}: each day after the notice of {named(notice_on)}, {span}. "
            f"({cite})",
            f"At most {dollars(ceiling)} each, upon conviction: {n} × {dollars(ceiling)} = {dollars(total)}",
        ),
    )


def days_wrong(notice_on: date, through: date, today: date, cite: str) -> list[Problem]:
    """What is wrong with the day of the notice and the last day charged."""
    said = []
    if notice_on > today:
        said.append(Problem("notice_on", f"{named(notice_on)} lies ahead. Enter the day it was received."))
    if through > today:
        said.append(Problem("last_on", f"{named(through)} lies ahead. Enter the last day so far."))
    if through <= notice_on:
        says = (
            f"The first day that counts is {named(notice_on + ONE_DAY)}, the day after the notice. Enter "
            f"that day or a later one. ({cite})"
        )
        said.append(Problem("last_on", says))
    return said


@dataclass(frozen=True)
class ProsecutionFacts(Facts):
    """`ticket` is whether the line may be ticketed, `cited` whether a citation came before; days as told."""

    ticket: bool
    cited: bool
    notice_on: date
    last_on: date


@rule("court-alone", cite="Tisbury 09.0.7(B)", weight=Weight.NOTE, waivable=False)
def court_alone(facts: ProsecutionFacts, on: date) -> Finding:
    """What may be ticketed is usually ticketed first; a complaint follows when nobody answers."""
    if not facts.ticket:
        return holds(True, says="Only a court may fine this.")
    return holds(
        facts.cited,
        says="A citation came first.",
        otherwise="This may be ticketed instead: a citation settles it without a criminal record.",
    )


@rule("after-notice", cite="Tisbury 09.0.7(B)", waivable=False)
def after_notice(facts: ProsecutionFacts, on: date) -> Finding:
    """The first violation counted is the day after the notice was received."""
    return holds(
        facts.last_on > facts.notice_on,
        says=f"{violations(facts.notice_on, facts.last_on)} counted from the day after the notice.",
        otherwise="No day after the notice is charged yet.",
    )


RULES = (court_alone, after_notice)
