"""Dredging for a dock, 703-4(R), of February 6, 2018.

Improvement dredging is barred but for a waiver on two grounds; maintenance dredging is not barred here and
needs an order of conditions like any other work.
"""

from __future__ import annotations

from datetime import date

from docks.rules import facts as f
from docks.rules.facts import DockFacts, plain
from office.law import Finding, State, at_most, does_not_apply, for_the_board, rule

GROUNDS = {
    f.NOURISHED_DRIFT: "drift of sand from artificially nourished beaches, dunes or banks",
    f.LARGE_SHIPS: "large ferries or other large ships that pass and repass in the nearest channel",
}


def _not_barred(d: DockFacts) -> str:
    """Why 703-4(R) asks nothing here, or "" when it does."""
    if d.dredging == f.NO_DREDGING:
        return "No dredging is planned."
    if d.dredging == f.MAINTENANCE:
        return "Maintenance dredging is not barred; it needs an order of conditions."
    return ""


# Prohibited outright: the text gives a waiver to (R)(2) alone.
@rule("dredging-new-site", cite="Barnstable 703-4(R)(1)", waivable=False)
def new_site(d: DockFacts, on: date) -> Finding:
    """No improvement dredging reaches the depth for a dock or deepens a site fit for a dinghy."""
    if why := _not_barred(d):
        return does_not_apply(why)
    if d.dredging_at == f.EXISTING_PIER and d.dock_permitted:
        return does_not_apply("The dredging is at a permitted pier or its fairway.")
    return Finding(
        State.UNMET,
        "Improvement dredging to reach the depth is prohibited here. Choose a boat with less draft or "
        "another site.",
    )


# The waiver is in the rule itself, on two grounds and no other: with one of them the Commission finds.
@rule("dredging-existing", cite="Barnstable 703-4(R)(2)", waivable=False)
def existing_pier(d: DockFacts, on: date) -> Finding:
    """At a permitted pier or its fairway improvement dredging needs a waiver on one of two grounds."""
    if why := _not_barred(d):
        return does_not_apply(why)
    if d.dredging_at != f.EXISTING_PIER or not d.dock_permitted:
        return does_not_apply("The dredging is not at a permitted pier.")
    if d.dredging_ground not in GROUNDS:
        return Finding(
            State.UNMET,
            "Improvement dredging at a permitted pier is prohibited: it filled in neither by drift from "
            "nourished beaches, dunes or banks nor by large ships.",
        )
    return for_the_board(
        f"The Commission finds whether to waive the prohibition, as the site filled in by "
        f"{GROUNDS[d.dredging_ground]}."
    )


# "Only" to restore: a greater depth is outside the waiver and so prohibited by (R)(2).
@rule("dredging-depth", cite="Barnstable 703-4(R)(3)", waivable=False)
def restored_depth(d: DockFacts, on: date) -> Finding:
    """Dredging under a waiver only restores the depth of the day the dock was permitted."""
    if why := _not_barred(d):
        return does_not_apply(why)
    if d.dredging_at != f.EXISTING_PIER:
        return does_not_apply("The dredging is not at a permitted pier.")
    return at_most(
        d.dredge_to_ft, d.permitted_depth_ft, "ft",
        f"{plain(d.dredge_to_ft)} ft at mean low water are asked for; {plain(d.permitted_depth_ft)} ft were "
        "there when the dock was permitted.",
    )  # fmt: skip


RULES = (new_site, existing_pier, restored_depth)
