"""A limit that every row of a set keeps: told as broken by one row whatever is unknown of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from docks.rules.extent import Measure, parts_of
from docks.rules.facts import DockFacts, Part
from office.law import Finding, State, at_least, at_most, does_not_apply

Cell = tuple[Decimal | None, str]  # a figure of one row, and what the row is called


def none_above(cells: Sequence[Cell], limit: Decimal, unit: str, says: Callable[[str, str], str]) -> Finding:
    """Every figure is at most `limit`; `says(figure, row)` is the sentence about the largest."""
    return _every(cells, limit, unit, says, largest=True)


def none_below(cells: Sequence[Cell], limit: Decimal, unit: str, says: Callable[[str, str], str]) -> Finding:
    """Every figure is at least `limit`; `says(figure, row)` is the sentence about the smallest."""
    return _every(cells, limit, unit, says, largest=False)


def _every(
    cells: Sequence[Cell], limit: Decimal, unit: str, says: Callable[[str, str], str], *, largest: bool
) -> Finding:
    told = [(figure, row) for figure, row in cells if figure is not None]
    if told:
        figure, row = (max if largest else min)(told, key=lambda each: each[0])
        written = f"{figure.normalize():f}"
        found = (at_most if largest else at_least)(figure, limit, unit, says(written, row))
        if found.state == State.UNMET or len(told) == len(cells):
            return found
    lacking = next((row for figure, row in cells if figure is None), "")
    return Finding(State.UNKNOWN, f"Not known yet: {lacking}.")


def parts_or(d: DockFacts) -> tuple[Part, ...] | Finding:
    """The parts of the dock, or the finding to give when there are none to look at."""
    parts = parts_of(d)
    if not isinstance(parts, Measure):
        return parts
    if not parts.applies:
        return does_not_apply("No part of the dock is built or changed.")
    return Finding(State.UNKNOWN, f"Not known yet: {parts.missing}.")
