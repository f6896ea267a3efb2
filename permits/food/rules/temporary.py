"""Temporary food service, 09.5.3: the days of the event, and which of four fees is charged."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from office.law import Facts, Finding, holds, rule

NON_PROFIT = "non-profit"
IN_TOWN_WITH_PERMIT = "in-town-with-permit"
IN_TOWN_WITHOUT = "temporary-food-in-town"
OUT_OF_TOWN = "temporary-food-out-of-town"
FREE = {
    NON_PROFIT: "A non-profit pays nothing for it.",
    IN_TOWN_WITH_PERMIT: "An in-town business with a valid food permit pays nothing for it.",
}  # fmt: skip


@dataclass(frozen=True)
class TemporaryFacts(Facts):
    """What the rules and the fee read. `valid_permit`: the business holds a food permit valid that day."""

    first_on: date
    last_on: date
    non_profit: bool
    in_town: bool
    valid_permit: bool


@rule("event-days", cite="Tisbury 09.5.3")
def event_days(facts: TemporaryFacts, on: date) -> Finding:
    """The permit is for one event, whose first and last day are known and not over."""
    if facts.last_on < facts.first_on:
        return holds(False, otherwise="The last day of the event lies before its first. Correct one of them.")
    return holds(facts.last_on >= on, otherwise="The event is over. A permit is for an event to come.")


def fee_class(non_profit: bool | None, in_town: bool | None, valid_permit: bool | None) -> str:
    """Which line of the table of 09.5.3 it is; "" while an answer that decides it is not known."""
    if non_profit:
        return NON_PROFIT
    if non_profit is None or in_town is None:
        return ""
    if not in_town:
        return OUT_OF_TOWN
    if valid_permit is None:
        return ""
    return IN_TOWN_WITH_PERMIT if valid_permit else IN_TOWN_WITHOUT


RULES = (event_days,)
