"""The surcharge of an annual renewal: Tisbury 09.1.4 (septage) and 09.5.1 (food).

The single highest level that the past year called for counts, never the sum of several (reading, 09.5.1).
Which events call for which level are dated rows; here is only how they are weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from office.pricing import cents, dollars, number
from office.schedules import named


@dataclass(frozen=True)
class Level:
    """One row of a table: the sort of event, from how many of them on, and its percentage."""

    sort: str
    says: str
    percent: Decimal
    cite: str
    at_least: int = 1


@dataclass(frozen=True)
class Happening:
    """An event of a facility: its sort, its day, the case it stands in. `ref` tells it from all others.

    `not_counted` is the reason an authorised person gave; `used_by` the renewal that was charged by it.
    """

    sort: str
    on: date
    number: str
    ref: str = ""
    not_counted: str = ""
    used_by: str = ""


@dataclass(frozen=True)
class Surcharge:
    """The outcome: percent, the events that decide it, those left out with the reason, and the sentence."""

    percent: Decimal
    level: Level | None
    deciding: tuple[Happening, ...]
    left_out: tuple[tuple[Happening, str], ...]
    says: str


def weigh(
    levels: Sequence[Level], happenings: Iterable[Happening], *, after: date, through: date
) -> Surcharge:
    """The highest level called for by what happened later than `after` and no later than `through`.

    `after` is the day up to which events were charged before; `through` the day of the renewal, so that a
    late renewal counts its own lateness. An event that no row knows is not weighed.
    """
    known = {level.sort for level in levels}
    counting: list[Happening] = []
    left_out: list[tuple[Happening, str]] = []
    for each in sorted(happenings, key=lambda each: (each.on, each.number, each.ref)):
        if each.sort not in known:
            continue
        if why := _left_out(each, after, through):
            left_out.append((each, why))
        else:
            counting.append(each)
    reached: list[tuple[Level, tuple[Happening, ...]]] = []
    for level in levels:
        of_sort = tuple(each for each in counting if each.sort == level.sort)
        if len(of_sort) >= level.at_least:
            reached.append((level, of_sort))
    if not reached:
        left_out += [(each, "there are too few of them for its level") for each in counting]
        says = f"Nothing between {named(after)} and {named(through)} calls for a surcharge."
        return Surcharge(Decimal(0), None, (), tuple(left_out), says)
    level, deciding = max(reached, key=lambda found: found[0].percent)
    left_out += [
        (each, f"only the highest level counts ({level.cite})") for each in counting if each not in deciding
    ]
    return Surcharge(level.percent, level, deciding, tuple(left_out), _says(level, deciding, left_out))


def _left_out(each: Happening, after: date, through: date) -> str:
    if each.on <= after:
        return f"happened by {named(after)}, before the time that counts"
    if each.on > through:
        return f"happened after {named(through)}; the next renewal counts it"
    if each.not_counted:
        return f"is not counted: {each.not_counted}"
    if each.used_by:
        return f"was charged with {each.used_by}; one event is used once"
    return ""


def _says(level: Level, deciding: tuple[Happening, ...], left_out: Sequence[tuple[Happening, str]]) -> str:
    cases = ", ".join(f"{each.number} of {named(each.on)}" for each in deciding)
    rest = "" if not left_out else f" Not added: {', '.join(dict.fromkeys(e.number for e, _ in left_out))}."
    return f"{level.says}: {number(level.percent)}% ({level.cite}), by {cases}.{rest}"


def with_surcharge(base: Decimal, surcharge: Surcharge) -> tuple[Decimal, Decimal, str]:
    """The surcharge, the fee with it, and the working: base × (1 + percent / 100), half up at the cent."""
    added = cents(base * surcharge.percent / 100)
    total = cents(base) + added
    factor = 1 + surcharge.percent / 100
    return added, total, f"{dollars(base)} × {factor:.2f} = {dollars(total)}. {surcharge.says}"
