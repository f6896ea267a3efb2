"""Examples of a rule: made-up facts under which it is met and not met, found by trying.

Facts that a rule does not read are left out. Nothing here is about any case.
"""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal

from office.kinds import CaseKind
from office.law import Facts, Finding, Rule, State

MOST_TRIES = 400
SHOWN = (State.MET, State.UNMET, State.NOT_APPLICABLE)
FREE_TEXT = "an example"
NUMBERS = (0, 1, 5, 10, 25, 50, 100, 250, 1000)
TIMES = (time(12), time(23), time(3), time(7))


@dataclass(frozen=True)
class Example:
    """Facts in words, and what the rule says of them."""

    state: State
    facts: tuple[tuple[str, str], ...]
    says: str


def examples(kind: CaseKind, rule: Rule, on: date) -> list[Example]:
    """At most one example for each of: met, not met, does not apply. Few facts come before many."""
    if kind.law is None:
        return []
    found: dict[State, Example] = {}
    for facts, finding in _tried(kind.law.facts, rule, on, _choices(kind)):
        if finding.state in SHOWN and finding.state not in found:
            told = tuple((_label(kind, name), _value(kind, name, facts[name])) for name in finding.reads)
            quoted = FREE_TEXT in facts.values()
            found[finding.state] = Example(finding.state, told, rule.says if quoted else finding.says)
        if len(found) == len(SHOWN):
            break
    return [found[state] for state in SHOWN if state in found]


def _tried(
    declared: type[Facts], rule: Rule, on: date, choices: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[dict[str, t.Any], Finding]]:
    """Facts that settle the rule: each fact it turns out to read is tried with each likely value in turn."""
    hints = t.get_type_hints(declared)
    waiting: list[dict[str, t.Any]] = [{}]
    for _ in range(MOST_TRIES):
        if not waiting:
            return
        given = waiting.pop(0)
        try:
            finding = rule(declared.build(given), on)
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
            continue  # the rule was never meant for such values
        missing = next((name for name in finding.reads if name not in given), None)
        if missing is None:
            yield given, finding
        else:
            values = choices.get(missing) or _values(hints[missing])
            waiting += [{**given, missing: value} for value in values]


def _values(hint: t.Any) -> tuple[t.Any, ...]:
    if hint is bool:
        return (True, False)
    if hint is Decimal:
        return tuple(map(Decimal, NUMBERS))
    if hint is int:
        return NUMBERS
    if hint is str:
        return (FREE_TEXT,)
    return TIMES if hint is time else ()


# -------------------------------------------------------------------------------------- a kind's own words
def _columns(kind: CaseKind) -> dict[str, t.Any]:
    return {column.name: column for column in kind.details._meta.concrete_fields} if kind.details else {}


def _choices(kind: CaseKind) -> dict[str, tuple[str, ...]]:
    """The choices of each answer that has some."""
    return {
        name: tuple(str(value) for value, _ in column.choices)
        for name, column in _columns(kind).items()
        if column.choices
    }


def _label(kind: CaseKind, name: str) -> str:
    """What is asked, ready for the answer to follow: "Is the sight of traffic clear?", "Use:"."""
    column = _columns(kind).get(name)
    words = str(column.verbose_name) if column is not None else name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('?') else ':'}"


def _value(kind: CaseKind, name: str, value: t.Any) -> str:
    column = _columns(kind).get(name)
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, time):
        return f"{value.hour % 12 or 12}:{value.minute:02} {'am' if value.hour < 12 else 'pm'}"
    if value == FREE_TEXT:
        return "given"
    if column is not None and column.choices:
        return str(dict(column.flatchoices).get(value, value))
    return str(value)
