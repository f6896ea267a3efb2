"""Several demands on one thing: the strictest governs, and says which it was. Pure Python, no Django.

State codes are minimums, and a board may ask for more in one case (Tisbury 09.0.2(2)); of overlays the more
restrictive prevails (09.9.1, for the other overlays a reading).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

AT_LEAST, AT_MOST = "at least", "at most"


@dataclass(frozen=True)
class Demand:
    """What one rule asks of a measured thing: who asks it, the figure, which way it binds, its section."""

    by: str
    figure: Decimal
    op: str
    cite: str

    def __post_init__(self) -> None:
        if self.op not in (AT_LEAST, AT_MOST):
            raise ValueError(f"A demand is {AT_LEAST!r} or {AT_MOST!r}, not {self.op!r}.")


@dataclass(frozen=True)
class Governing:
    """The demand that governs, with the sentence that says so and those it prevails over."""

    demand: Demand
    over: tuple[Demand, ...]
    says: str


def strictest(demands: Iterable[Demand | None], unit: str = "") -> Governing:
    """The strictest of these demands, all in `unit`; None among them asks nothing here.

    Of equal ones the first governs. ValueError when there is none, or when they bind different ways.
    """
    asked = [demand for demand in demands if demand is not None]
    if not asked:
        raise ValueError("There is no demand to choose from.")
    if len({demand.op for demand in asked}) > 1:
        raise ValueError("A demand of at least and one of at most are two limits, not one.")
    pick: Any = max if asked[0].op == AT_LEAST else min
    governs: Demand = pick(asked, key=lambda demand: demand.figure)
    over = tuple(demand for demand in asked if demand is not governs)
    return Governing(governs, over, _sentence(governs, over, unit))


def _sentence(governs: Demand, over: tuple[Demand, ...], unit: str) -> str:
    says = f"{governs.by} governs: {governs.op} {_figure(governs, unit)} ({governs.cite})"
    if not over:
        return f"{says}."
    others = "; ".join(f"{each.by} asks {_figure(each, unit)} ({each.cite})" for each in over)
    return f"{says}. {others}."


def _figure(demand: Demand, unit: str) -> str:
    return f"{demand.figure.normalize():f} {unit}".strip()
