"""What of a dock can be drawn: the measured things, each at its place, and what to enter for the rest.

Everything is in feet; heights are above mean low water, distances run from the shore along the pier's line.
Nothing is guessed: what nobody entered is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from docks.drawings.words import cut
from docks.rules import depth
from docks.rules.facts import (
    AROUND,
    BERTH,
    BULKHEAD,
    DOLPHIN,
    FLOAT,
    INCHES_PER_FOOT,
    NO_MOTOR,
    OUTHAUL_POST,
    PIER,
    RAMP,
    STAIRS,
    TIE_OFF_PILE,
    WALKWAY,
    DockFacts,
    Part,
    Vessel,
)

NAMES = {
    WALKWAY: "Walkway", RAMP: "Ramp", PIER: "Pier", FLOAT: "Float", DOLPHIN: "Dolphin", STAIRS: "Stairs",
    TIE_OFF_PILE: "Tie-off pile", OUTHAUL_POST: "Outhaul post", BULKHEAD: "Bulkhead",
}  # fmt: skip
POSTS = (DOLPHIN, TIE_OFF_PILE, OUTHAUL_POST)


@dataclass(frozen=True)
class Lying:
    """Where the boat lies along the pier's line, in feet from the shore; `lengthwise` or across the line."""

    start: Decimal
    end: Decimal
    lengthwise: bool


@dataclass(frozen=True)
class Piece:
    """A part whose place is known: where it begins and ends along the line, and how far it lies across it.

    `side` is None while nobody entered it.
    """

    number: int
    kind: str
    start: Decimal
    end: Decimal
    side: Decimal | None

    @property
    def name(self) -> str:
        return NAMES.get(self.kind, "Part")

    @property
    def is_post(self) -> bool:
        return self.kind in POSTS


@dataclass(frozen=True)
class Scene:
    """The dock as far as it can be drawn."""

    pieces: tuple[Piece, ...]
    end: Decimal | None  # where the outermost known part ends
    mlw: Decimal | None  # distance of the mean low water line from the shore
    mhw: Decimal | None  # height of mean high water
    spring: Decimal | None  # height of the spring tide line
    bed: tuple[tuple[Decimal, Decimal], ...]  # the bottom: distance and height, nearest first
    berth: tuple[tuple[Decimal, Decimal], ...]  # the soundings at the berth alone
    boat: Vessel | None  # the deepest one with a motor, else the deepest
    lying: Lying | None  # where it lies, its own size
    beam: Decimal | None  # the widest boat's
    hull: Decimal | None  # how far its keel lies below the water, in feet
    beside: int  # how many soundings lie beside the line, where no picture shows them
    missing: tuple[str, ...]

    @property
    def boat_name(self) -> str:
        return cut(self.boat.name) if self.boat and self.boat.name else "Boat"


def scene(facts: DockFacts, depths: depth.Worksheet) -> Scene:
    """The dock of these facts as far as it can be drawn, and what to enter for the rest."""
    missing: list[str] = []
    pieces, whole = _pieces(facts.parts)
    if not whole:
        missing.append("Enter each part of the dock: what it is, where it begins, and its length and width.")
    # One beside the line tells nothing of the bottom along it.
    rows = [row for row in depths.rows or () if row.place != AROUND]
    bed = _bed(rows)
    if not bed:
        missing.append("Enter soundings.")
    elif len(bed) < len(rows):
        missing.append("Some soundings cannot be drawn: enter distance, depth, tide and datum of each.")
    mhw = _above_mlw(facts, facts.mhw_elevation_ft)
    if mhw is None:
        missing.append("Enter the heights of mean high and mean low water in the plan's datum.")
    if facts.mlw_ft is None:
        missing.append("Enter the distance from the shore to mean low water.")
    boat = deepest(facts.vessels)
    beams = [boat.beam_ft for boat in facts.vessels or () if boat.beam_ft is not None]
    lying = _lying(facts, boat)
    if boat is not None and (facts.berth_from_ft is None or facts.berth_to_ft is None):
        missing.append("Enter where the boat lies: from where to where along the pier's line.")
    if facts.vessels is None or any(each.beam_ft is None or each.draft_in is None for each in facts.vessels):
        missing.append("Enter the beam and the draft of each boat.")
    draft = boat.draft_in if boat else None
    return Scene(
        pieces=pieces,
        end=max((piece.end for piece in pieces), default=None),
        mlw=facts.mlw_ft,
        mhw=mhw,
        spring=_above_mlw(facts, facts.spring_tide_elevation_ft),
        bed=_shallowest(bed),
        berth=_shallowest(_bed(rows, only=BERTH)),
        boat=boat,
        lying=lying,
        beam=max(beams, default=None),
        hull=draft / INCHES_PER_FOOT if draft is not None else None,
        beside=len(depths.rows or ()) - len(rows),
        missing=tuple(missing),
    )


def _pieces(parts: Sequence[Part] | None) -> tuple[tuple[Piece, ...], bool]:
    """The parts whose place is known, and whether that is all of them."""
    found = []
    for number, part in enumerate(parts or (), 1):
        along, across = (part.width_ft, part.length_ft) if part.across else (part.length_ft, part.width_ft)
        if part.kind in POSTS:
            along, across = along or Decimal(0), across or Decimal(0)
        if part.from_shore_ft is None or along is None:
            continue
        kind = part.kind or ""
        found.append(Piece(number, kind, part.from_shore_ft, part.from_shore_ft + along, across))
    return tuple(found), bool(parts) and len(found) == len(parts or ())


def _lying(facts: DockFacts, boat: Vessel | None) -> Lying | None:
    """Where the boat lies: in the middle of its berth, lengthwise or across as the berth's length is."""
    if boat is None or boat.beam_ft is None or facts.berth_from_ft is None or facts.berth_to_ft is None:
        return None
    berth = facts.berth_to_ft - facts.berth_from_ft
    lengthwise = boat.length_ft is not None and abs(berth - boat.length_ft) <= abs(berth - boat.beam_ft)
    size = boat.length_ft if lengthwise and boat.length_ft is not None else boat.beam_ft
    start = (facts.berth_from_ft + facts.berth_to_ft - size) / 2
    return Lying(start, start + size, lengthwise)


def _bed(rows: Iterable[depth.Row], only: str = "") -> list[tuple[Decimal, Decimal]]:
    """Distance and height of each sounding on the line that can be reduced to mean low water."""
    return [
        (row.sounding.distance_ft, -row.at_mlw_in / INCHES_PER_FOOT)
        for row in rows
        if row.at_mlw_in is not None and row.sounding.distance_ft is not None and only in ("", row.place)
    ]


def _shallowest(points: Iterable[tuple[Decimal, Decimal]]) -> tuple[tuple[Decimal, Decimal], ...]:
    """The points by distance; of several at one distance the highest bottom, which is the least water."""
    highest: dict[Decimal, Decimal] = {}
    for distance, height in points:
        highest[distance] = max(height, highest.get(distance, height))
    return tuple(sorted(highest.items()))


def _above_mlw(facts: DockFacts, elevation: Decimal | None) -> Decimal | None:
    """An elevation of the plan's datum as a height above mean low water."""
    if elevation is None or facts.mlw_elevation_ft is None:
        return None
    return elevation - facts.mlw_elevation_ft


def deepest(vessels: Sequence[Vessel] | None) -> Vessel | None:
    """The boat of the deepest draft, one with a motor before one without; None without any."""
    return max(
        vessels or (),
        key=lambda each: (each.drive != NO_MOTOR, each.draft_in if each.draft_in is not None else -1),
        default=None,
    )
