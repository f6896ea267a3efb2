"""The tables that say what the drawings show: rule, measured, limit, margin, section.

A drawing is never the only place of a figure: whoever cannot see it reads the same here.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from docks.drawings.measures import Measures
from docks.drawings.scene import POSTS, Scene
from docks.drawings.words import ft, inches
from docks.rules import depth, reach
from docks.rules.facts import DockFacts
from office.kinds import Figure

OPEN = "not known yet"
NONE = "does not apply"


def reach_figures(reached: reach.Worksheet) -> tuple[Figure, ...]:
    """The limits of the reach in the order of the text, each with what is left of it, readings after them."""
    rows = [_limit(limit, "governs" if limit is reached.governing else "") for limit in reached.limits]
    rows += [_limit(limit, "" if limit.counts else "another reading") for limit in reached.beside]
    return tuple(rows)


def _limit(limit: reach.Limit, aside: str) -> Figure:
    measured = limit.measured
    name = f"{limit.name} ({aside})" if aside else limit.name
    told = "" if measured.value is None else ft(measured.value)
    told = f"at least {told}" if told and measured.missing else told or OPEN
    if not limit.applies:
        return Figure(name, told, NONE, limit.why, limit.cite, "n/a", limit.formula)
    # What is known so far may already be too much, whatever the rest turns out to be.
    bound = limit.ceiling if limit.value is None else limit.value
    over = measured.value is not None and bound is not None and measured.value > bound
    state, allowed = "unmet" if over else "unknown", OPEN if limit.value is None else ft(limit.value)
    margin = f"{OPEN}: {limit.why or measured.missing}".removesuffix(": ")
    if limit.margin is not None:
        state, margin = "unmet" if over else "met", _margin(limit.margin, ft, "too much")
    if not limit.counts:
        state = ""  # shown beside, never found
    return Figure(name, told, allowed, margin, limit.cite, state, limit.formula)


def depth_figures(depths: depth.Worksheet) -> tuple[Figure, ...]:
    """The shallowest sounding at the berth and on the way out, each with what is clear under the draft."""
    if depths.deepest.motors is False:
        return (
            Figure("Depth under the boat", NONE, NONE, depth.NO_MOTOR_BOAT, "Barnstable 703-4(M)", "n/a"),
        )
    cite = {True: "Barnstable 703-4(M)(1)", False: "Barnstable 703-4(M)(2)", None: "Barnstable 703-4(M)"}
    return (
        _depth("Clear under the boat at the berth", depths.berth, depths, cite[depths.high_value]),
        _depth("Clear under the boat on the way out", depths.way_out, depths, "Barnstable 703-4(M)(4)"),
    )


def _depth(name: str, row: depth.Row | None, depths: depth.Worksheet, cite: str) -> Figure:
    needed = OPEN if depths.clear_needed_in is None else f"at least {inches(depths.clear_needed_in)}"
    if row is None or row.clear_in is None or row.at_mlw_in is None:
        return Figure(name, OPEN, needed, OPEN, cite, "unknown")
    draft = depths.deepest.draft_in or Decimal(0)
    formula = f"{inches(row.at_mlw_in)} of water at mean low water less {inches(draft)} of draft"
    if row.sounding.distance_ft is not None:
        formula += f", {ft(row.sounding.distance_ft)} from shore"
    state = {True: "met", False: "unmet", None: "unknown"}[row.ok]
    margin = OPEN if row.margin_in is None else _margin(row.margin_in, inches, "too little")
    return Figure(name, inches(row.clear_in), needed, margin, cite, state, formula)


def place_figures(facts: DockFacts, measures: Measures) -> tuple[Figure, ...]:
    """Where the dock stands: frontage, low water, channel, center line and angle."""
    frontage = OPEN if measures.frontage is None else ft(measures.frontage)
    rows = [Figure("Water frontage", frontage, "", "", "Barnstable 703-4(J)(1)")]
    low = OPEN if facts.mlw_ft is None else ft(facts.mlw_ft)
    rows.append(Figure("Shore to mean low water", low, "", "", "Barnstable 703-4(J)(3)"))
    if facts.has_channel:
        edge = OPEN if facts.channel_ft is None else ft(facts.channel_ft)
        rows.append(Figure("Shore to the channel", edge, "", "", "Barnstable 703-4(J)(2)"))
    offset = OPEN if facts.centre_offset_ft is None else ft(facts.centre_offset_ft)
    rows.append(Figure("Off the lot's center line", offset, "", "for the board", "Barnstable 703-4(L)"))
    angle = OPEN if facts.angle_degrees is None else f"{facts.angle_degrees.normalize():f}°"
    rows.append(
        Figure("Off the perpendicular to the shore", angle, "", "for the board", "Barnstable 703-4(L)")
    )
    return tuple(rows)


def part_rows(scene: Scene) -> tuple[tuple[str, str, str, str], ...]:
    """Each part that is drawn, by the number it has in the pictures: name, from, to, across."""
    return tuple(
        (
            f"{piece.number} {piece.name}",
            ft(piece.start),
            ft(piece.end),
            "" if piece.kind in POSTS and not piece.side else OPEN if piece.side is None else ft(piece.side),
        )
        for piece in scene.pieces
    )


def _margin(margin: Decimal, unit: Callable[[Decimal], str], over: str) -> str:
    if margin == 0:
        return "none to spare"
    return f"{unit(margin)} to spare" if margin > 0 else f"{unit(-margin)} {over}"
