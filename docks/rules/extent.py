"""How far a dock reaches, told by its parts: floats, dolphins and outer piles count (703-2, 703-4(J))."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from docks.rules import facts as f
from docks.rules.facts import DockFacts, Part, known, plain

NAMES = {
    f.WALKWAY: "walkway", f.RAMP: "ramp", f.PIER: "pier", f.FLOAT: "float", f.DOLPHIN: "dolphin",
    f.TIE_OFF_PILE: "tie-off pile", f.OUTHAUL_POST: "outhaul post", f.BULKHEAD: "bulkhead",
    f.STAIRS: "stairs",
}  # fmt: skip


@dataclass(frozen=True)
class Measure:
    """A measured figure, as far as it is known. While something is `missing` the true one is no less.

    `value` is None when nothing of it is known; `applies` is false when there is nothing to measure.
    """

    value: Decimal | None
    missing: str = ""
    applies: bool = True


def name_of(part: Part) -> str:
    """A part in words: "float at 60 ft"."""
    start: Decimal | None = part.from_shore_ft
    kind: str | None = part.kind
    named = NAMES.get(kind or "", "part")
    return named if start is None else f"{named} at {plain(start)} ft"


def parts_of(d: DockFacts) -> tuple[Part, ...] | Measure:
    """The parts, or the measure that stands for their absence.

    A lift or dredging alone may bring no parts; anything else has at least one.
    """
    parts = known(lambda: d.parts)
    if parts is None:
        return Measure(None, "the parts of the dock")
    if not parts:
        if known(lambda: d.work) in (f.LIFT, f.DREDGING):
            return Measure(None, applies=False)
        return Measure(None, "the parts of the dock; list at least one")
    return parts


def end_of(part: Part) -> tuple[Decimal | None, str]:
    """How far from the shore a part reaches, feet, as far as known; and what is missing for it."""
    start: Decimal | None = part.from_shore_ft
    across: bool | None = part.across
    if start is None:
        return None, f"the distance from shore of the {name_of(part)}"
    if across is None:
        return start, f"whether the {name_of(part)} lies across the line"
    extent: Decimal | None = part.width_ft if across else part.length_ft
    if extent is None:
        return start, f"the {'width' if across else 'length'} of the {name_of(part)}"
    return start + extent, ""


def outermost(d: DockFacts) -> Measure:
    """The distance from the shore to the outermost point of the structure, in feet."""
    parts = parts_of(d)
    return parts if isinstance(parts, Measure) else _largest(end_of(part) for part in parts)


def span(d: DockFacts) -> Measure:
    """From the shore end of the nearest part to the outermost point, along the line, in feet."""
    parts = parts_of(d)
    if isinstance(parts, Measure):
        return parts
    starts = [part.from_shore_ft for part in parts if part.from_shore_ft is not None]
    out = _largest(end_of(part) for part in parts)
    if out.value is None or not starts:
        return out
    return Measure(out.value - min(starts), out.missing)


def along_beyond(d: DockFacts, mlw_ft: Decimal) -> Measure:
    """The length of the structure beyond mean low water, ells and tees included, in feet (703-4(J)(3)).

    Along the line to its last part, and from there along every ell or tee that lies beyond mean low water,
    each with its whole length: the stricter of two readings.
    """
    parts = parts_of(d)
    if isinstance(parts, Measure):
        return parts
    line, ells, missing = mlw_ft, Decimal(0), ""
    for part in parts:
        end, lacking = end_of(part)
        start: Decimal | None = part.from_shore_ft
        across: bool | None = part.across
        length: Decimal | None = part.length_ft
        missing = missing or lacking
        if start is None or end is None:
            continue
        if not across:
            line = max(line, start if across is None else end)
            continue
        line = max(line, start)
        if end > mlw_ft:
            if length is None:
                missing = missing or f"the length of the {name_of(part)}"
            else:
                ells += length
    return Measure(line - mlw_ft + ells, missing)


def _largest(ends: Iterable[tuple[Decimal | None, str]]) -> Measure:
    far: Decimal | None = None
    missing = ""
    for end, lacking in ends:
        missing = missing or lacking
        if end is not None and (far is None or end > far):
            far = end
    return Measure(far, missing)
