"""What no form asks about a dock: what the Commission found, and whether a dock here was permitted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from docks.rules import facts as f
from docks.rules import figures
from office.intake import Filing
from office.law import State
from office.models import ChecklistRow, Event

DOCK = "dock"  # the kind whose order of conditions permits a dock
ORDER_ISSUED = "issued"

# The board's word on these rules is a fact of others.
FOUND = {"fresh-water": "fresh_water_found", "high-value-habitat": "high_value_habitat"}
PERMITTED = "dock-permitted"
SURVEY = "n9-shellfish-survey"  # the item of the checklist


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """The facts of the last block of DockFacts on the day `on`; None what is not known.

    At most three queries: the rulings of the case, its item of the survey, and the orders of its lots.
    """
    found = _found(filing, on)
    facts: dict[str, Any] = {fact: found.get(rule) for rule, fact in FOUND.items()}
    if facts["high_value_habitat"] is None:
        facts["high_value_habitat"] = _presumed(filing.answers, on)
    facts["dock_permitted"] = found[PERMITTED] if PERMITTED in found else _permitted(filing, on)
    facts["survey_excused"] = _excused(filing)
    return facts


def _found(filing: Filing, on: date) -> dict[str, bool]:
    """What the board found by name on this case, the last word on each."""
    if filing.case is None:
        return {}
    rulings = filing.case.rulings.live().filter(
        rule__in=(*FOUND, PERMITTED), says__in=(State.MET, State.UNMET), effective_on__lte=on
    )
    return {ruling.rule: ruling.says == State.MET for ruling in rulings}


def _presumed(answers: Mapping[str, Any], on: date) -> bool | None:
    """Whether the habitat is presumed of high value: rated 6 or more, or a relay area (703-2, 703-4(M)(1)).

    None while neither is known: a site that nobody rated is not taken for a poor one.
    """
    rating, relay = answers.get("shellfish_rating"), answers.get("relay_area")
    if relay or (rating is not None and rating >= figures.HIGH_VALUE_RATING.on(on)):
        return True
    return None if rating is None or relay is None else False


def _excused(filing: Filing) -> str | None:
    """Why the item of the shellfish survey does not apply, where the office let it be said (703-3(G))."""
    if filing.case is None:
        return None
    rows = filing.case.checklist.filter(item=SURVEY, state=ChecklistRow.State.DOES_NOT_APPLY)
    return rows.values_list("reason", flat=True).first()


def _permitted(filing: Filing, on: date) -> bool | None:
    """Whether the dock that stands was permitted; None when the office has no order of it.

    A new dock is none that was permitted. The office knows its own orders only: without one, the applicant
    names the order, and the Commission rules.
    """
    work = filing.answers.get("work")
    if work == f.NEW:
        return False
    if not work or not filing.parcels:
        return None
    orders = Event.objects.live().filter(
        slug=ORDER_ISSUED, on__lte=on, case__kind=DOCK, case__parcels__in=list(filing.parcels)
    )
    if filing.case is not None:
        orders = orders.exclude(case=filing.case)
    return True if orders.exists() else None
