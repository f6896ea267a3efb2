"""The surcharge of an annual renewal: Tisbury 09.1.4 (septage) and 09.5.1 (food).

The single highest level that the past year called for counts, never the sum of several (reading, 09.5.1).
Which events call for which level are dated rows; here is only how they are recognized and weighed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from office.pricing import cents, dollars, number, places
from office.schedules import Problem, named

LATE = "late"  # the fact that a renewal was filed after the last day of the term it continues
YES, NO = "yes", "no"
MOST = Decimal(1000)  # percent; above that a row is a slip of the hand, not a level (office practice)


@dataclass(frozen=True)
class Level:
    """One row of a table: the sort of event, from how many of them on, and its percentage."""

    sort: str
    says: str
    percent: Decimal
    cite: str
    at_least: int = 1


@dataclass(frozen=True)
class Row:
    """A level with the events it is about: of which kinds of case, which step, and with which fact.

    Without a `fact` every such event counts; with one, those whose fact has one of the `values`. What is
    recorded later on the same case and `undone_by` names takes the event back.
    """

    level: Level
    kinds: frozenset[str]
    event: str
    fact: str = ""
    values: frozenset[str] = frozenset()
    undone_by: frozenset[str] = frozenset()

    def is_about(self, told: Told) -> bool:
        if told.kind not in self.kinds or told.event != self.event:
            return False
        return not self.fact or told.facts.get(self.fact, "") in self.values


@dataclass(frozen=True)
class Told:
    """An event as it stands on a case, with the facts rows may ask for. `ref` tells it from all others.

    `done` is the event in the history's words.
    """

    kind: str
    number: str
    event: str
    on: date
    ref: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    done: str = ""


@dataclass(frozen=True)
class Happening:
    """An event of a facility: its sort, its day, the case it stands in. `ref` tells it from all others.

    `not_counted` is the reason an authorized person gave; `used_by` the renewal that was charged by it;
    `undone` what took it back on its own case.
    """

    sort: str
    on: date
    number: str
    ref: str = ""
    not_counted: str = ""
    used_by: str = ""
    undone: str = ""


@dataclass(frozen=True)
class Surcharge:
    """The outcome: percent, the events that decide it, those left out with the reason, and the sentence.

    `weighed` are all that count for this renewal, whether they decide or are outweighed: it uses them up.
    """

    percent: Decimal
    level: Level | None
    deciding: tuple[Happening, ...]
    left_out: tuple[tuple[Happening, str], ...]
    says: str
    weighed: tuple[Happening, ...] = ()


# ------------------------------------------------------------------------------------- which events count
def happenings(
    rows: Sequence[Row],
    told: Iterable[Told],
    *,
    not_counted: Mapping[str, str] | None = None,
    used_by: Mapping[str, str] | None = None,
) -> list[Happening]:
    """What the rows know among the events `told`, which come case by case, oldest first.

    An event that two rows are about is there once for each of them. `not_counted` and `used_by` give, by the
    event's `ref`, the reason why it is left out and the number of the renewal that it was charged with.
    """
    found: list[Happening] = []
    every = list(told)
    for place, each in enumerate(every):
        later = [other for other in every[place + 1 :] if other.number == each.number]
        for row in rows:
            if not row.is_about(each):
                continue
            undone = next((other for other in later if other.event in row.undone_by), None)
            found.append(
                Happening(
                    row.level.sort, each.on, each.number, each.ref,
                    not_counted=(not_counted or {}).get(each.ref, ""),
                    used_by=(used_by or {}).get(each.ref, ""),
                    undone=f"“{undone.done or undone.event}” on {named(undone.on)}" if undone else "",
                )
            )  # fmt: skip
    return found


# ---------------------------------------------------------------------------------------------- weighing
def weigh(
    levels: Sequence[Level], happenings: Iterable[Happening], *, after: date, through: date
) -> Surcharge:
    """The highest level called for by what happened later than `after` and no later than `through`.

    `after` is the day up to which events were charged before; `through` the day of the renewal, so that a
    late renewal counts its own lateness. An event that no row knows is not weighed; one that two rows know
    is told once, under the row that decides or else under the higher.
    """
    by_sort = {level.sort: level for level in levels}
    counting: list[Happening] = []
    left_out: list[tuple[Happening, str]] = []
    for each in sorted(happenings, key=lambda each: (each.on, each.number, each.ref)):
        if each.sort not in by_sort:
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
    enough = {level.sort for level, _ in reached}
    left_out += [
        (each, "there are too few of them for its level") for each in counting if each.sort not in enough
    ]
    if not reached:
        says = f"Nothing between {named(after)} and {named(through)} calls for a surcharge."
        return Surcharge(Decimal(0), None, (), _once(left_out, (), by_sort), says, tuple(counting))
    level, deciding = max(reached, key=lambda found: found[0].percent)
    only = f"only the highest level counts ({level.cite})"
    left_out += [(each, only) for each in counting if each.sort in enough and each not in deciding]
    rest = _once(left_out, deciding, by_sort)
    says = _says(level, deciding, [(by_sort[each.sort], each) for each, why in rest if why == only])
    return Surcharge(level.percent, level, deciding, rest, says, tuple(counting))


def _left_out(each: Happening, after: date, through: date) -> str:
    if each.on <= after:
        return f"happened by {named(after)}, before the time that counts"
    if each.on > through:
        return f"happened after {named(through)}; the next renewal counts it"
    if each.undone:
        return f"was taken back: {each.undone}"
    if each.not_counted:
        return f"is not counted: {each.not_counted}"
    if each.used_by:
        return f"was charged with {each.used_by}; one event is used once"
    return ""


def _once(
    left_out: Sequence[tuple[Happening, str]], deciding: Collection[Happening], by_sort: Mapping[str, Level]
) -> tuple[tuple[Happening, str], ...]:
    """Each event once: not again when it decides, and of two rows under the higher."""
    told = {each.ref for each in deciding if each.ref}
    best: dict[str, Happening] = {}
    for each, _ in left_out:
        other = best.get(each.ref)
        if other is None or by_sort[each.sort].percent > by_sort[other.sort].percent:
            best[each.ref] = each
    return tuple(
        (each, why)
        for each, why in left_out
        if not each.ref or (each.ref not in told and best[each.ref] is each)
    )


def _says(level: Level, deciding: Sequence[Happening], rest: Sequence[tuple[Level, Happening]]) -> str:
    cases = ", ".join(f"{each.number} of {named(each.on)}" for each in deciding)
    says = f"{level.says}: {number(level.percent)}% ({level.cite}), by {cases}."
    if rest:
        others = "; ".join(f"{of.says} {number(of.percent)}% ({each.number})" for of, each in rest)
        says += f" Not added, because only the highest level counts: {others}."
    return says


def with_surcharge(base: Decimal, surcharge: Surcharge) -> tuple[Decimal, Decimal, str]:
    """The surcharge, the fee with it, and the working: base × (1 + percent / 100), half up at the cent."""
    added = cents(base * surcharge.percent / 100)
    total = cents(base) + added
    factor = 1 + surcharge.percent / 100
    times = f"{factor:.{max(2, places(factor))}f}"
    return added, total, f"{dollars(base)} × {times} = {dollars(total)}. {surcharge.says}"


# ---------------------------------------------------------------------------------- may this row be added
def row_problems(percent: Decimal | None, at_least: int, fact: str, values: Collection[str]) -> list[Problem]:
    """What is wrong with the figures and the fact of a row, at the field where it is put right."""
    said = []
    if percent is None or percent < 0:
        says = "The percentage is missing or below 0. Enter it, such as 25; 0 ends the surcharge."
        said.append(Problem("percent", says))
    elif percent > MOST:
        says = f"{number(percent)}% is above {number(MOST)}%. Enter the percentage, such as 150."
        said.append(Problem("percent", says))
    if at_least < 1:
        said.append(Problem("at_least", "A level needs at least one event. Enter 1 or more."))
    if fact and not values:
        said.append(Problem("value", "Say which value the fact must have, such as critical."))
    if values and not fact:
        said.append(Problem("fact", "Say which fact must have this value, or leave the value empty."))
    return said
