"""Depth, Barnstable 703-4(M): the water under the boats at mean low water, at the berth and on the way out.

A sounding is reduced exactly: (measured depth − (tide − mean low water, both in the sounding's datum)) × 12
inches. Of a boat counts the deepest with a motor, loaded, its drive at the lowest (703-2). Nothing is read
between two soundings. A sounding that fails is told whatever else is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from docks.rules import facts as f
from docks.rules import figures
from docks.rules.facts import DockFacts, Sounding, inches, known, plain

NO_MOTOR_BOAT = "No boat with a motor is to lie here, so 703-4(M) asks for no depth."


@dataclass(frozen=True)
class Deepest:
    """The deepest boat with a motor. `motors` is None while nobody knows; `missing` says what is not known.

    While something is missing, `draft_in` is the deepest of those known: the true one is no less.
    """

    motors: bool | None
    draft_in: Decimal | None = None
    vessel: str = ""
    missing: str = ""


@dataclass(frozen=True)
class Row:
    """One sounding, worked out. `ok` is None while it cannot be said; `why` is what that waits for.

    `at_mlw_in` is the depth at mean low water, `clear_in` what is left under the draft (no more than that
    while a draft is missing), `margin_in` what is left above the figure asked for; all in inches.
    """

    sounding: Sounding
    place: str | None
    at_mlw_in: Decimal | None = None
    clear_in: Decimal | None = None
    margin_in: Decimal | None = None
    ok: bool | None = None
    why: str = ""


@dataclass(frozen=True)
class Worksheet:
    """The depths of a notice: the draft, the water asked for, every sounding, the governing ones.

    `clear_needed_in` is 30 or 12, None while nobody knows the habitat; `needed_in` is draft and clearance.
    `berth` and `way_out` are the shallowest known there, `governing` the shallower of the two.
    """

    deepest: Deepest
    high_value: bool | None
    clear_needed_in: Decimal | None
    needed_in: Decimal | None
    rows: tuple[Row, ...] | None
    berth: Row | None
    way_out: Row | None
    governing: Row | None

    def at(self, place: str) -> list[Row]:
        return [row for row in self.rows or () if row.place == place]

    def of_no_place(self) -> list[Row]:
        """Soundings nobody has said the place of: no proof of anything, but perhaps of trouble."""
        return [row for row in self.rows or () if row.place is None]


# ------------------------------------------------------------------------------------------- working it out
def deepest(d: DockFacts) -> Deepest:
    """The deepest boat with a motor among the vessels."""
    vessels = known(lambda: d.vessels)
    if vessels is None:
        return Deepest(None, missing="which boats are to lie here")
    motors, draft, name, missing = False, None, "", ""
    for vessel in vessels:
        drive: str | None = vessel.drive
        own: Decimal | None = vessel.draft_in
        if drive == f.NO_MOTOR:
            continue
        if drive is None:
            missing = missing or f"the drive of {_called(vessel)}"
            continue
        motors = True
        if own is None:
            missing = missing or f"the draft of {_called(vessel)}"
        elif draft is None or own > draft:
            draft, name = own, vessel.name or ""
    return Deepest(motors or (None if missing else False), draft, name, missing)


def _called(vessel: f.Vessel) -> str:
    return vessel.name or "a boat without a name"


def mlw_in(datum: str | None, d: DockFacts) -> tuple[Decimal | None, str]:
    """The height of mean low water in a datum, feet; or None and what is missing."""
    if datum is None:
        return None, "the datum of the tide"
    if datum == f.MLW:
        return Decimal(0), ""
    if known(lambda: d.datum) != datum:
        return None, "mean low water in the datum of the tide"
    elevation = known(lambda: d.mlw_elevation_ft)
    return elevation, "" if elevation is not None else "the elevation of mean low water"


def at_mlw_in(sounding: Sounding, low_water_ft: Decimal) -> Decimal | None:
    """The depth at mean low water in inches; negative where the bottom falls dry. None while not known."""
    depth: Decimal | None = sounding.depth_ft
    tide: Decimal | None = sounding.tide_ft
    if depth is None or tide is None:
        return None
    return inches(depth - (tide - low_water_ft))


def place_of(sounding: Sounding, d: DockFacts) -> str | None:
    """Where a sounding counts. One on the boat's line between the ends of its berth is at the berth."""
    place: str | None = sounding.place
    distance: Decimal | None = sounding.distance_ft
    if place in (f.LINE, f.WAY_OUT) and distance is not None:
        near, far = known(lambda: d.berth_from_ft), known(lambda: d.berth_to_ft)
        if near is not None and far is not None and near <= distance <= far:
            return f.BERTH
    return place


def worksheet(d: DockFacts, on: date) -> Worksheet:
    """Every sounding reduced and compared, under the law of the day `on`."""
    boat = deepest(d)
    high_value = known(lambda: d.high_value_habitat)
    least = figures.CLEAR_OTHER_IN.on(on)
    needed = {True: figures.CLEAR_HIGH_VALUE_IN.on(on), False: least, None: None}[high_value]
    soundings = known(lambda: d.soundings)
    if soundings is None:
        return Worksheet(boat, high_value, needed, _sum(boat, needed), None, None, None, None)
    low_water = {datum: mlw_in(datum, d) for datum in {each.datum for each in soundings}}
    rows = tuple(
        _row(each, place_of(each, d), *low_water[each.datum], boat, needed, least) for each in soundings
    )
    berth = shallowest(row for row in rows if row.place == f.BERTH)
    way_out = shallowest(row for row in rows if row.place == f.WAY_OUT)
    governing = shallowest(row for row in (berth, way_out) if row)
    return Worksheet(boat, high_value, needed, _sum(boat, needed), rows, berth, way_out, governing)


def _sum(boat: Deepest, clear: Decimal | None) -> Decimal | None:
    if boat.draft_in is None or clear is None or boat.missing:
        return None
    return boat.draft_in + clear


def _row(
    sounding: Sounding,
    place: str | None,
    low_water_ft: Decimal | None,
    no_datum: str,
    boat: Deepest,
    needed: Decimal | None,
    least: Decimal,
) -> Row:
    if low_water_ft is None:
        return Row(sounding, place, why=no_datum)
    depth = at_mlw_in(sounding, low_water_ft)
    if depth is None:
        return Row(sounding, place, why="the depth" if sounding.depth_ft is None else "the tide")
    return _judged(sounding, place, depth, depth, boat, needed, least)


def _judged(
    sounding: Sounding,
    place: str | None,
    at_low: Decimal,
    counted: Decimal,
    boat: Deepest,
    needed: Decimal | None,
    least: Decimal,
) -> Row:
    """The row of a sounding with `at_low` inches of water, and what the depth `counted` leaves of it."""
    if boat.draft_in is None:
        return Row(sounding, place, at_low, why=boat.missing)
    clear = counted - boat.draft_in
    # Too shallow for the lesser figure, or for a boat that is among those known, is too shallow for all.
    if clear < (least if needed is None else needed):
        margin = None if needed is None else clear - needed
        return Row(sounding, place, at_low, clear, margin, False)
    if needed is None or boat.missing:
        missing = boat.missing or "whether the habitat is of high value"
        return Row(sounding, place, at_low, clear, why=missing)
    return Row(sounding, place, at_low, clear, clear - needed, True)


def shallowest(rows: Iterable[Row]) -> Row | None:
    """The row with the least water at mean low water among those of which it is known."""
    deep = [(row.at_mlw_in, row) for row in rows if row.at_mlw_in is not None]
    return min(deep, key=lambda each: each[0])[1] if deep else None


def where(row: Row) -> str:
    """A sounding by its place: "60 ft from shore"."""
    distance: Decimal | None = row.sounding.distance_ft
    return "at a distance not told" if distance is None else f"{plain(distance)} ft from shore"


def as_dredged(sheet: Worksheet, d: DockFacts, on: date) -> Worksheet:
    """The sheet as the rules judge it: where the work is dredging alone, at the depth that is asked for.

    Judged as it silted up no dock could ever be dredged; whether it may be is for 703-4(R) to say. It counts
    at the berth and on the way out; while nobody knows it, a sounding that fails now is not known yet.
    """
    if sheet.rows is None or known(lambda: d.work) != f.DREDGING:
        return sheet
    asked, least = known(lambda: d.dredge_to_ft), figures.CLEAR_OTHER_IN.on(on)

    def dredged(row: Row) -> Row:
        if row.at_mlw_in is None or row.place not in (f.BERTH, f.WAY_OUT):
            return row
        if asked is not None:
            low, deep = row.at_mlw_in, max(row.at_mlw_in, inches(asked))
            return _judged(row.sounding, row.place, low, deep, sheet.deepest, sheet.clear_needed_in, least)
        return replace(row, ok=None, why="the depth to dredge to, for") if row.ok is False else row

    return replace(sheet, rows=tuple(dredged(row) for row in sheet.rows))
