"""Solid waste, Tisbury 09.2: what is known about a dumpster and what the book asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from office.law import Facts, Finding, Weight, does_not_apply, for_the_board, holds, rule

RESIDENTIAL = "residential"
OTHER_NEED = "other"


@dataclass(frozen=True)
class DumpsterFacts(Facts):
    """What the rules read. Size in cubic yards, distance in feet."""

    size_cubic_yards: Decimal
    use: str
    district: str
    lot_line_distance_ft: Decimal
    sight_line_clear: bool
    screening_asked: bool
    screening_provided: bool
    children_can_reach: bool
    child_prevention: str
    hauler_permit_valid: bool
    hauler_reason_given: bool
    hauler_reason: str


@rule("location", cite="Tisbury 09.2.3(1)")
def location(facts: DumpsterFacts, on: date) -> Finding:
    """The board has approved the location as far enough from the lot line."""
    # The book names no distance in feet: the board looks at the measured one.
    return for_the_board(
        f"The board approves the location; it stands {facts.lot_line_distance_ft.normalize():f} ft from the "
        "lot line."
    )


@rule("sight-line", cite="Tisbury 09.2.3(2)")
def sight_line(facts: DumpsterFacts, on: date) -> Finding:
    """The dumpster does not block the sight of traffic."""
    return holds(facts.sight_line_clear, otherwise="The dumpster blocks the sight of traffic. Move it.")


@rule("screening", cite="Tisbury 09.2.3(3)")
def screening(facts: DumpsterFacts, on: date) -> Finding:
    """Where the board asks for screening, the owner provides it."""
    if not facts.screening_asked:
        return does_not_apply("The board asked for no screening.")
    return holds(
        facts.screening_provided, otherwise="The board asked for screening, and none is provided yet."
    )


@rule("children", cite="Tisbury 09.2.4(1)")
def children(facts: DumpsterFacts, on: date) -> Finding:
    """Where children can reach the dumpster, the owner keeps them off and out of it."""
    if not facts.children_can_reach:
        return does_not_apply("Children cannot reach the dumpster.")
    return holds(
        bool(facts.child_prevention),
        says=f"Children are kept off and out of it by: {facts.child_prevention}.",
    )


@rule("hauler-permit", cite="Tisbury 09.2.5(2)")
def hauler_permit(facts: DumpsterFacts, on: date) -> Finding:
    """The contractor that serves the dumpster holds a valid hauler permit that day, or a reason is given."""
    if facts.hauler_permit_valid:
        return holds(True, says="The hauler holds a valid permit today.")
    if facts.hauler_reason_given:
        return holds(
            True, says=f"The hauler holds no valid permit today. Reason given: {facts.hauler_reason}."
        )
    return holds(
        False, otherwise="The hauler holds no valid permit today. Choose one that does, or give the reason."
    )


@dataclass(frozen=True)
class TemporaryFacts(DumpsterFacts):
    """A temporary dumpster's facts: those of a dumpster and what it is for."""

    purpose: str


@rule("temporary-purpose", cite="Tisbury 09.2.5(3)", weight=Weight.BOARD)
def temporary_purpose(facts: TemporaryFacts, on: date) -> Finding:
    """A temporary dumpster serves construction, demolition, a fair, a carnival or a similar short need."""
    if facts.purpose == OTHER_NEED:
        return for_the_board("Another need than those the book names: the board says whether it is similar.")
    return holds(True)


@dataclass(frozen=True)
class HaulerFacts(Facts):
    """What the rules read about a contractor: what stands on its dumpsters."""

    name_on_dumpsters: str
    phone_on_dumpsters: str


@rule("name-shown", cite="Tisbury 09.2.6(1)")
def name_shown(facts: HaulerFacts, on: date) -> Finding:
    """The contractor's name stands conspicuously on each dumpster."""
    return holds(bool(facts.name_on_dumpsters), says=f"The dumpsters show “{facts.name_on_dumpsters}”.")


@rule("phone-shown", cite="Tisbury 09.2.6(1)")
def phone_shown(facts: HaulerFacts, on: date) -> Finding:
    """The contractor's business telephone stands conspicuously on each dumpster."""
    return holds(bool(facts.phone_on_dumpsters), says=f"The dumpsters show {facts.phone_on_dumpsters}.")


SITING = (location, sight_line, screening, children, hauler_permit)
TEMPORARY = (temporary_purpose, *SITING)
HAULER = (name_shown, phone_shown)
