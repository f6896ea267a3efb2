"""What a dock is made of, 703-4(C): no CCA wood but where its note allows it, no lead caps, no creosote."""

from __future__ import annotations

from datetime import date

from docks.rules import facts as f
from docks.rules import figures
from docks.rules.facts import DockFacts, plain
from office.law import Finding, State, at_least, does_not_apply, holds, rule


@rule("cca-place", cite="Barnstable 703-4(C)")
def cca_place(d: DockFacts, on: date) -> Finding:
    """CCA wood is used nowhere but in piles and structural timber, and only while the note allows it."""
    # The ban and the note contradict each other: the note is an exception while it is in force (a reading).
    if not d.cca_wood:
        return holds(True, says="No CCA wood is used.")
    if d.cca_where == f.CCA_ELSEWHERE:
        return Finding(
            State.UNMET,
            "CCA wood is used elsewhere than in piles and structural timber. Choose another material there.",
        )
    return holds(
        d.cca_note_in_force,
        says="CCA wood is used in piles or structural timber only, which the note to 703-4(C) allows today.",
        otherwise="The Commission has found suitable alternatives, so no CCA wood is used any more. Choose "
        "another material.",
    )


@rule("cca-thickness", cite="Barnstable 703-4(C)")
def cca_thickness(d: DockFacts, on: date) -> Finding:
    """CCA piles and structural timber are at least 3 inches thick."""
    # Three inches are asked of piles too (a reading).
    if not d.cca_wood:
        return does_not_apply("No CCA wood is used.")
    return at_least(
        d.cca_thickness_in, figures.CCA_THICKNESS_IN.on(on), "in",
        f"The thinnest piece of CCA wood has {plain(d.cca_thickness_in)} in.; 3 in. are needed.",
    )  # fmt: skip


@rule("lead-caps", cite="Barnstable 703-4(C)")
def lead_caps(d: DockFacts, on: date) -> Finding:
    """No lead caps are used."""
    return holds(not d.lead_caps, otherwise="Lead caps are planned. Choose caps without lead.")


@rule("creosote", cite="Barnstable 703-4(C)")
def creosote(d: DockFacts, on: date) -> Finding:
    """No creosote is used."""
    return holds(not d.creosote, otherwise="Creosote is planned. Choose a material without it.")


RULES = (cca_place, cca_thickness, lead_caps, creosote)
