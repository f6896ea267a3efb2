"""The land a dock stands on: 703-4(A), (B), (N), and two frontages counted together, 703-4(J)(1)."""

from __future__ import annotations

from datetime import date

from docks.rules import facts as f
from docks.rules.facts import DockFacts, known, plain
from docks.rules.reach import frontages_together
from office.calendar import spoken
from office.law import Finding, State, Weight, does_not_apply, for_the_board, holds, rule


@rule("contiguous", cite="Barnstable 703-4(A)")
def contiguous(d: DockFacts, on: date) -> Finding:
    """The dock stands on land contiguous to the dwelling it serves, long-standing exceptions aside."""
    if d.contiguous:
        return holds(True, says="The land is contiguous to the dwelling that the dock serves.")
    return for_the_board(
        "The land is not contiguous to the dwelling. The Commission finds whether long-standing unusual "
        f"circumstances excuse it: “{d.contiguous_reason}”"
    )


@rule("occupancy", cite="Barnstable 703-4(B)")
def occupancy(d: DockFacts, on: date) -> Finding:
    """The dwelling has its occupancy permit before there is a dock for it."""
    issued = known(lambda: d.occupancy_on)
    reason = known(lambda: d.no_occupancy_reason)
    if issued is None and reason:
        return for_the_board(
            f"No occupancy permit is named. The Commission finds whether one is asked for here: “{reason}”"
        )
    if issued is None:
        return Finding(State.UNKNOWN, "Not known yet: the day of the occupancy permit.")
    return holds(
        issued <= on,
        says=f"The occupancy permit was issued on {spoken(issued)}.",
        otherwise=f"The occupancy permit is dated {spoken(issued)}, a day still to come. No dock before it.",
    )


# "No new dock and no expansion": the text has no word of an exception.
@rule("critical-area", cite="Barnstable 703-4(N)", waivable=False)
def critical_area(d: DockFacts, on: date) -> Finding:
    """There is no new dock and no expansion in an area of critical environmental concern."""
    if not d.in_acec:
        return holds(True, says="The site lies in no area of critical environmental concern.")
    if d.work == f.NEW:
        return Finding(
            State.UNMET,
            "The site lies in an area of critical environmental concern, where there is no new dock.",
        )
    return holds(
        d.work != f.EXTENSION and not d.makes_larger,
        says="The site lies in an area of critical environmental concern, and the dock does not grow.",
        otherwise="The site lies in an area of critical environmental concern, where no dock is expanded.",
    )


@rule("two-frontages", cite="Barnstable 703-4(J)(1)", weight=Weight.NOTE, waivable=False)
def two_frontages(d: DockFacts, on: date) -> Finding:
    """Two frontages count together only of adjoining lots, on an agreement registered in perpetuity."""
    if d.use != f.SHARED:
        return does_not_apply("The dock belongs to one lot.")
    together, why = frontages_together(d)
    if together is None:
        return Finding(State.UNKNOWN, f"Not known yet: {why}.")
    if not together:
        return Finding(
            State.UNMET,
            f"Only the first lot's frontage of {plain(d.frontage_ft)} ft counts: {why}.",
        )
    return holds(True, says=f"Both frontages count; the agreement is registered at {d.agreement_at}.")


RULES = (contiguous, occupancy, critical_area, two_frontages)
