"""What is wrong with a fee schedule, said before anyone is charged by it. Pure Python.

An administrator adds dated rows and never edits one; these checks refuse a row that would leave a day or a
figure without a fee, or give it two. The admin, the seed and the demo all use them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from office.pricing import Schedule, Shape, Tier, number, places

ONE_DAY = timedelta(days=1)


class Problem(NamedTuple):
    """What is wrong, at which field, and how to put it right."""

    field: str
    says: str


class Span(NamedTuple):
    """The days a row covers: from `since` through `until`, or until the next row begins."""

    since: date
    until: date | None = None


def _since(row: Span) -> date:
    return row.since


def named(day: date) -> str:
    """Wednesday, July 1, 2026."""
    return f"{day:%A, %B} {day.day}, {day.year}"


# ------------------------------------------------------------------------------------------------- days
def date_problems(
    rows: Iterable[Span],
    new: Span,
    today: date,
    *,
    allow_past: bool = False,
    of: str = "fee",
    stays: str = "charged",
) -> list[Problem]:
    """What keeps `new` from joining the other rows of its fee: backdating, overlaps and gaps.

    `allow_past` lets only the demo and the seed enter what was voted long ago. `of` is what the rows are, and
    what was `stays` by them stays, where they are no fees.
    """
    said = []
    if new.since < today and not allow_past:
        says = (
            f"The row would start on {named(new.since)}, before today, {named(today)}. Start it today or "
            f"later: what was {stays} already stays as it was."
        )
        said.append(Problem("since", says))
    if new.until and new.until < new.since:
        says = (
            f"The row would end on {named(new.until)}, before it starts on {named(new.since)}. Enter a later "
            "last day, or leave it empty."
        )
        return [*said, Problem("until", says)]
    others = list(rows)
    before = max((row for row in others if row.since <= new.since), key=_since, default=None)
    after = min((row for row in others if row.since > new.since), key=_since, default=None)
    if before and (wrong := _joins(before, new, of)):
        said.append(Problem("since", wrong))
    if after and new.until and (wrong := _leads_to(new.until, after, of)):
        said.append(Problem("until", wrong))
    return said


def _joins(before: Span, new: Span, of: str) -> str:
    """What is wrong where `new` follows the row `before`, or nothing."""
    if before.since == new.since:
        return (
            f"Another row starts on {named(new.since)} already. Choose another first day, or withdraw that "
            "row while its first day lies ahead."
        )
    if before.until is None:
        return ""
    follows = before.until + ONE_DAY
    if new.since < follows:
        return (
            f"The row from {named(before.since)} runs through {named(before.until)}, so two rows would cover "
            f"{named(new.since)}. Start this one on {named(follows)}."
        )
    if new.since > follows:
        return (
            f"The row before ends on {named(before.until)}, so no {of} would cover "
            f"{_days(follows, new.since)}. Start this one on {named(follows)}."
        )
    return ""


def _leads_to(until: date, after: Span, of: str) -> str:
    """What is wrong where a row that ends on `until` meets the row `after`, or nothing."""
    last = after.since - ONE_DAY
    if until > last:
        return (
            f"Another row starts on {named(after.since)}, so two rows would cover that day. End this one on "
            f"{named(last)}, or leave its last day empty."
        )
    if until < last:
        return (
            f"The next row starts on {named(after.since)}, so no {of} would cover "
            f"{_days(until + ONE_DAY, after.since)}. End this one on {named(last)}, or leave its last day "
            "empty."
        )
    return ""


def _days(first: date, end: date) -> str:
    last = end - ONE_DAY
    return named(first) if first == last else f"{named(first)} through {named(last)}"


def gap_left(rows: Iterable[Span], gone: Span, of: str = "fee") -> str:
    """The gap that withdrawing `gone` would leave between the rows around it, in words, or nothing."""
    others = list(rows)
    before = max((row for row in others if row.since < gone.since), key=_since, default=None)
    after = min((row for row in others if row.since > gone.since), key=_since, default=None)
    if before is None or after is None or before.until is None:
        return ""
    return (
        f"Without this row no {of} would cover {_days(before.until + ONE_DAY, after.since)}. Withdraw the "
        f"row from {named(after.since)} first."
    )


# ------------------------------------------------------------------------------------------------ shape
def schedule_problems(
    schedule: Schedule, measures: Iterable[str] | None = None, conditions: Iterable[str] | None = None
) -> list[Problem]:
    """What is missing from the schedule, or does not belong to its shape.

    `measures` and `conditions` are the answers the kinds with this fee ask for; None leaves that unchecked.
    """
    said = list(_tiered(schedule) if schedule.shape is Shape.TIERED else _with_amount(schedule))
    said += _measuring(schedule, None if measures is None else set(measures))
    said += _multiplying(schedule, None if conditions is None else set(conditions))
    said += _late(schedule)
    return said


def _tiered(schedule: Schedule) -> Iterator[Problem]:
    yield from (Problem("tiers", says) for says in tier_problems(schedule.tiers))
    if any(tier.amount < 0 for tier in schedule.tiers):
        yield Problem("tiers", "The amount of a tier is below $0.00. Enter 0 or more.")
    if schedule.amount is not None:
        yield Problem("amount", "A tiered fee has its amounts in the tiers. Leave this one empty.")
    if schedule.included:
        yield Problem("included", "A tiered fee includes no units. Leave this at 0.")


def _with_amount(schedule: Schedule) -> Iterator[Problem]:
    if schedule.amount is None:
        yield Problem("amount", "The amount is missing. Enter dollars and cents, such as 50.00.")
    elif schedule.amount < 0:
        yield Problem("amount", "The amount is below $0.00. Enter 0 or more.")
    if schedule.tiers:
        yield Problem("tiers", "Only a tiered fee has tiers. Remove them, or choose the tiered shape.")


def _measuring(schedule: Schedule, known: set[str] | None) -> Iterator[Problem]:
    if schedule.shape is Shape.FLAT:
        for field in ("measure", "unit", "included"):
            if getattr(schedule, field):
                yield Problem(field, "A flat fee counts nothing. Leave this empty, or choose another shape.")
        return
    if not schedule.measure:
        yield Problem("measure", f"A {schedule.shape} fee counts something. Choose which answer it goes by.")
    elif known is not None and schedule.measure not in known:
        yield Problem("measure", _unasked(schedule.measure))
    if schedule.shape is Shape.PER_UNIT and not schedule.unit:
        yield Problem("unit", "The unit has no name. Enter it in the singular, such as dumpster.")


def _multiplying(schedule: Schedule, known: set[str] | None) -> Iterator[Problem]:
    for name, rows in Counter(each.condition for each in schedule.multipliers).items():
        if known is not None and name not in known:
            yield Problem("multipliers", _unasked(name))
        if rows > 1:
            yield Problem("multipliers", f"“{name}” multiplies the fee twice. Keep one of the two.")
    for each in schedule.multipliers:
        if each.factor <= 0:
            yield Problem("multipliers", f"× {number(each.factor)} is not above 0. Enter a higher factor.")


def _late(schedule: Schedule) -> Iterator[Problem]:
    for days, rows in Counter(each.after_days for each in schedule.late).items():
        if rows > 1:
            yield Problem("late", f"Two late fees begin after {days} days. Keep one of the two.")
    for each in schedule.late:
        if (each.amount is None) == (each.percent is None):
            yield Problem("late", "A late fee is an amount or a percentage. Enter one of the two.")
        elif (each.amount or each.percent or 0) < 0:
            yield Problem("late", "A late fee is below 0. Enter 0 or more.")


def _unasked(name: str) -> str:
    return f"No kind with this fee asks “{name}”. Choose one of its answers."


def tier_problems(tiers: Sequence[Tier]) -> list[str]:
    """What keeps the tiers, in the order given, from covering every figure from 0 up exactly once."""
    if not tiers:
        return ["A tiered fee has no tiers. Add the first one, from 0."]
    said = []
    if tiers[0].at_least != 0:
        said.append(f"The first tier starts at {number(tiers[0].at_least)}. Start it at 0.")
    for tier in tiers:
        if tier.through is not None and tier.through < tier.at_least:
            said.append(
                f"The tier from {number(tier.at_least)} ends at {number(tier.through)}, before it starts. "
                "Correct one of the two."
            )
    bounds = [bound for tier in tiers for bound in (tier.at_least, tier.through) if bound is not None]
    step = Decimal(1).scaleb(-max(places(bound) for bound in bounds))
    said += [wrong for lower, upper in pairwise(tiers) if (wrong := _between(lower, upper, step))]
    if (last := tiers[-1].through) is not None:
        said.append(
            f"Nothing covers figures above {number(last)}. Leave the upper end of the last tier empty."
        )
    return said


def _between(lower: Tier, upper: Tier, step: Decimal) -> str:
    """What is wrong where two neighbors meet, or nothing; figures are as fine as `step`."""
    start, first, last = (number(lower.at_least), number(upper.at_least), number(upper.at_least - step))
    if upper.at_least < lower.at_least:
        return f"The tier from {first} stands after the tier from {start}. List the lowest tier first."
    if upper.at_least == lower.at_least:
        return f"Two tiers start at {first}. Keep one of them."
    if lower.through is None:
        return f"The tier from {start} has no upper end, yet one from {first} follows. End it at {last}."
    if upper.at_least <= lower.through:
        both = first if upper.at_least == lower.through else f"{first}–{number(lower.through)}"
        return f"Two tiers cover {both}. End the lower one at {last}."
    follows = lower.through + step
    if follows < upper.at_least:
        hole = number(follows) if follows + step == upper.at_least else f"{number(follows)}–{last}"
        return f"Nothing covers {hole}. End the lower tier at {last}, or start the next at {number(follows)}."
    return ""
