"""How a dock is made: passage, number, storage, floats, planks, light and width, 703-4(E) to (I)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from docks.rules import facts as f
from docks.rules import figures
from docks.rules.extent import name_of
from docks.rules.facts import DockFacts, known, plain
from docks.rules.rows import Cell, none_below, parts_or
from office.law import Finding, State, at_least, at_most, does_not_apply, holds, rule

ON_PILES = (f.WALKWAY, f.PIER)
DECKED = (f.WALKWAY, f.PIER, f.RAMP)


# ------------------------------------------------------------------------------------------ E, F, G: conduct
@rule("passage", cite="Barnstable 703-4(E)")
def passage(d: DockFacts, on: date) -> Finding:
    """Stairs at or near mean high water, or another way, let the public pass along the shore."""
    if d.passage_means == f.PASSAGE_NONE:
        return holds(
            False,
            otherwise="Nothing lets people pass along the shore. Plan stairs at or near mean high water.",
        )
    return holds(True, says=f"People pass along the shore by: “{d.public_passage}”.")


@rule("passage-signs", cite="Barnstable 703-4(E)")
def passage_signs(d: DockFacts, on: date) -> Finding:
    """Signs on all structures tell the public of its right of free access."""
    return holds(
        d.passage_signs,
        otherwise="No signs tell the public of its right of free access. Put them on all structures.",
    )


@rule("number-shown", cite="Barnstable 703-4(F)")
def number_shown(d: DockFacts, on: date) -> Finding:
    """The state's permit number has a permanent, conspicuous place, seen from seaward."""
    return holds(
        d.dep_number_shown,
        otherwise="The state's permit number has no permanent place seen from seaward. Show one on the plan.",
    )


@rule("storage", cite="Barnstable 703-4(G)")
def storage(d: DockFacts, on: date) -> Finding:
    """Floats, seasonal parts and boats are stored on no marsh, dune or bank."""
    where = known(lambda: d.storage_class)
    if where is None and _nothing_to_store(d):
        return does_not_apply("No float, no seasonal part and no boat is to be stored.")
    return holds(
        d.storage_class in (f.PERMITTED_AREA, f.OUTSIDE),
        says=f"Floats, parts and boats are stored at: “{d.storage_site}”.",
        otherwise=f"Floats, parts and boats are to be stored on a {_WET.get(d.storage_class, '')}. Name a "
        "permitted area that is reached without damage, or a place outside the Commission's jurisdiction.",
    )


_WET = {f.MARSH: "marsh", f.DUNE: "dune", f.BANK: "coastal bank"}


def _nothing_to_store(d: DockFacts) -> bool:
    parts = parts_or(d)
    no_float = not isinstance(parts, Finding) and all(part.kind not in (None, f.FLOAT) for part in parts)
    return no_float and known(lambda: d.seasonal) is False and known(lambda: d.vessels) == ()


# ------------------------------------------------------------------------------------------------ H: floats
@rule("float-area", cite="Barnstable 703-4(H)")
def float_area(d: DockFacts, on: date) -> Finding:
    """All floats together cover at most 200 square feet."""
    parts = parts_or(d)
    if isinstance(parts, Finding):
        return parts
    area, missing, any_float = Decimal(0), "", False
    for part in parts:
        kind: str | None = part.kind
        if kind is None:
            missing = missing or f"what the {name_of(part)} is"
        if kind != f.FLOAT:
            continue
        any_float = True
        length: Decimal | None = part.length_ft
        width: Decimal | None = part.width_ft
        if length is None or width is None:
            missing = missing or f"the {'length' if length is None else 'width'} of the {name_of(part)}"
        else:
            area += length * width
    found = at_most(
        area, figures.FLOAT_AREA_SQFT.on(on), "sqft", f"The floats cover {plain(area)} sq ft, 200 at most."
    )
    if missing and found.state != State.UNMET:
        return Finding(State.UNKNOWN, f"Not known yet: {missing}.")
    return found if any_float or missing else does_not_apply("The dock has no float.")


@rule("float-depth", cite="Barnstable 703-4(H)")
def float_depth(d: DockFacts, on: date) -> Finding:
    """At mean low water at least 12 inches of water are left under every float."""
    parts = parts_or(d)
    if isinstance(parts, Finding):
        return parts
    cells: list[Cell] = [
        (part.depth_under_in, f"the water under the {name_of(part)}")
        for part in parts
        if part.kind == f.FLOAT
    ]
    cells += [(None, f"what the {name_of(part)} is") for part in parts if part.kind is None]
    if not cells:
        return does_not_apply("The dock has no float.")
    return none_below(
        cells, figures.UNDER_FLOAT_IN.on(on), "in",
        lambda figure, row: f"At mean low water {row} is {figure} in. deep; 12 in. are needed.",
    )  # fmt: skip


# ------------------------------------------------------------------------------------ I: planks, light, width
def _has(d: DockFacts, kinds: tuple[str, ...]) -> bool | Finding:
    """Whether the dock has parts of these kinds, or the finding to give when that cannot be said."""
    parts = parts_or(d)
    if isinstance(parts, Finding):
        return parts
    if any(part.kind in kinds for part in parts):
        return True
    unknown = next((part for part in parts if part.kind is None), None)
    if unknown is not None:
        return Finding(State.UNKNOWN, f"Not known yet: what the {name_of(unknown)} is.")
    return False


@rule("plank-gap", cite="Barnstable 703-4(I)")
def plank_gap(d: DockFacts, on: date) -> Finding:
    """The planks are spaced at least 3/4 inch apart."""
    decked = _has(d, DECKED)
    if isinstance(decked, Finding):
        return decked
    if not decked:
        return does_not_apply("The dock has no walkway, pier or ramp.")
    return at_least(d.plank_gap_in, figures.PLANK_GAP_IN.on(on), "in")


@rule("light-to-marsh", cite="Barnstable 703-4(I)")
def light_to_marsh(d: DockFacts, on: date) -> Finding:
    """At least 65 percent of the light passes through every part over salt marsh."""
    # Asked of the part over the marsh, on top of the spacing (a reading).
    parts = parts_or(d)
    if isinstance(parts, Finding):
        return parts
    cells: list[Cell] = [
        (part.light_percent, f"the light through the {name_of(part)}") for part in parts if part.over_marsh
    ]
    cells += [
        (None, f"whether the {name_of(part)} is over salt marsh") for part in parts if part.over_marsh is None
    ]
    if not cells:
        return does_not_apply("No part of the dock is over salt marsh.")
    return none_below(
        cells, figures.LIGHT_PERCENT.on(on), "%",
        lambda figure, row: f"Over salt marsh {row} is {figure}%; 65% are needed.",
    )  # fmt: skip


@rule("pile-centers", cite="Barnstable 703-4(I)")
def pile_centers(d: DockFacts, on: date) -> Finding:
    """The dock is at most 4 feet wide from pile center to pile center."""
    # Decking may overhang (a reading).
    piled = _has(d, ON_PILES)
    if isinstance(piled, Finding):
        return piled
    if not piled:
        return does_not_apply("No part of the dock stands on piles.")
    if d.single_pile:
        return does_not_apply("It stands on single piles; the width of its deck is measured instead.")
    return at_most(d.pile_centers_ft, figures.PILE_CENTERS_FT.on(on), "ft")


@rule("single-pile-deck", cite="Barnstable 703-4(I)")
def single_pile_deck(d: DockFacts, on: date) -> Finding:
    """On single piles the deck is at most 4 feet wide."""
    piled = _has(d, ON_PILES)
    if isinstance(piled, Finding):
        return piled
    if not piled:
        return does_not_apply("No part of the dock stands on piles.")
    if not d.single_pile:
        return does_not_apply("It does not stand on single piles.")
    return at_most(d.deck_width_ft, figures.SINGLE_PILE_DECK_FT.on(on), "ft")


RULES = (
    passage, passage_signs, number_shown, storage, float_area, float_depth, plank_gap, light_to_marsh,
    pile_centers, single_pile_deck,
)  # fmt: skip
