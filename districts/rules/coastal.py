"""The Coastal District by its limbs: Tisbury 09.9.1(1). Pure Python, no Django.

Limbs (a) to (c) describe land, so each takes in a lot wholly, in part or not at all; limb (d) takes in a
whole property. What is not measured is unknown, and a lot is outside only when every limb says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from districts.rules.overlays import Extent

CITE = "Tisbury 09.9.1(1)"

ELEVATION_FT = Decimal(20)  # limb (a): land below it, above mean sea level
WATER_ACRES = Decimal(10)  # limb (b): coastal waters larger than this
MHW_FT = Decimal(500)  # limb (b): within this distance of mean high water
CREST_FT = Decimal(100)  # limb (c): to a line this far from the crest
STEEP = Decimal(1) / Decimal(3)  # limb (c): steep is an average slope strictly over 1 up in 3 along
SHARE_PCT = Decimal(50)  # limb (d): this share of the acreage or more

# Landforms of limb (c) that need no slope of their own, and the one that does.
LANDFORMS = ("dune", "bank", "cliff", "ravine")
SLOPE, NO_LANDFORM = "slope", "none"

# Two readings of "excluding wetlands" in limb (d).
WETLANDS_BOTH, WETLANDS_TOTAL = "both", "total"


@dataclass(frozen=True)
class Land:
    """What was measured of a lot; None is not known.

    Elevations in feet above mean sea level. Distances in feet of the lot's nearest and farthest point, from
    the mean high water line of the coastal water of `water_acres`, and from the crest of the `landform` along
    which the 20-ft contour runs ("none": it runs along none). The slope is `rise_ft` up in `run_ft` along.
    Acreages are those of the lot, its wetlands, its land below 20 ft, and the wetlands below 20 ft.
    """

    lowest_ft: Decimal | None = None
    highest_ft: Decimal | None = None
    water_acres: Decimal | None = None
    mhw_nearest_ft: Decimal | None = None
    mhw_farthest_ft: Decimal | None = None
    landform: str | None = None
    rise_ft: Decimal | None = None
    run_ft: Decimal | None = None
    crest_nearest_ft: Decimal | None = None
    crest_farthest_ft: Decimal | None = None
    acres: Decimal | None = None
    wetland_acres: Decimal | None = None
    acres_below: Decimal | None = None
    wetland_acres_below: Decimal | None = None


@dataclass(frozen=True)
class Limb:
    """What one limb says of a lot: its letter, how much is inside (None: not known), and a sentence."""

    letter: str
    extent: Extent | None
    says: str


@dataclass(frozen=True)
class Worked:
    """All limbs and what they come to together; `extent` is None while that is not known."""

    extent: Extent | None
    limbs: tuple[Limb, ...]


def work_out(land: Land, *, wetlands: str = WETLANDS_BOTH) -> Worked:
    """How much of the lot is in the Coastal District. `wetlands` is the town's reading of limb (d)."""
    limbs = (_elevation(land), _water(land), _crest(land), _share(land, wetlands))
    return Worked(_together([limb.extent for limb in limbs]), limbs)


def _together(extents: Iterable[Extent | None]) -> Extent | None:
    found = list(extents)
    if Extent.IN in found:
        return Extent.IN
    if None in found:
        return None  # a limb that is not known may still take in the whole lot
    return Extent.PART if Extent.PART in found else Extent.OUT


def _span(nearest: Decimal | None, farthest: Decimal | None, within: Decimal) -> Extent | None:
    """A lot between two distances, beside a line `within` which land is inside."""
    if nearest is not None and nearest > within:
        return Extent.OUT
    if farthest is not None and farthest <= within:
        return Extent.IN
    return None if nearest is None or farthest is None else Extent.PART


def _elevation(land: Land) -> Limb:
    lowest, highest = land.lowest_ft, land.highest_ft
    extent: Extent | None
    if lowest is not None and lowest >= ELEVATION_FT:
        extent = Extent.OUT
    elif highest is not None and highest < ELEVATION_FT:
        extent = Extent.IN
    else:
        extent = None if lowest is None or highest is None else Extent.PART
    return Limb("a", extent, {
        Extent.IN: "All of it lies below the 20-ft elevation.",
        Extent.PART: "Some of it lies below the 20-ft elevation.",
        Extent.OUT: "None of it lies below the 20-ft elevation.",
        None: "Its lowest and highest elevation are not both known.",
    }[extent])  # fmt: skip


def _water(land: Land) -> Limb:
    if land.water_acres is not None and land.water_acres <= WATER_ACRES:
        return Limb("b", Extent.OUT, "No coastal water larger than 10 acres lies near it.")
    extent = _span(land.mhw_nearest_ft, land.mhw_farthest_ft, MHW_FT)
    if land.water_acres is None and extent is not Extent.OUT:
        return Limb("b", None, "How large the coastal water is, is not known.")
    return Limb("b", extent, {
        Extent.IN: "All of it lies within 500 ft of mean high water.",
        Extent.PART: "Some of it lies within 500 ft of mean high water.",
        Extent.OUT: "None of it lies within 500 ft of mean high water.",
        None: "Its distances from mean high water are not both known.",
    }[extent])  # fmt: skip


def _crest(land: Land) -> Limb:
    if land.landform is None:
        return Limb("c", None, "Whether the 20-ft contour runs along a dune, bank or slope is not known.")
    if land.landform == NO_LANDFORM:
        return Limb("c", Extent.OUT, "The 20-ft contour runs along no dune, bank, cliff, ravine or slope.")
    if land.landform == SLOPE:
        if land.rise_ft is None or land.run_ft is None:
            return Limb("c", None, "How steep the slope is, is not known.")
        # Compared crosswise: 1 in 3 itself is not steep, and no division rounds it.
        if land.rise_ft * 3 <= land.run_ft:
            return Limb("c", Extent.OUT, "The slope is not steeper than 1 up in 3 along.")
    extent = _span(land.crest_nearest_ft, land.crest_farthest_ft, CREST_FT)
    return Limb("c", extent, {
        Extent.IN: "All of it lies within 100 ft of the crest.",
        Extent.PART: "Some of it lies within 100 ft of the crest.",
        Extent.OUT: "None of it lies within 100 ft of the crest.",
        None: "Its distances from the crest are not both known.",
    }[extent])  # fmt: skip


def _share(land: Land, wetlands: str) -> Limb:
    share = share_below(land, wetlands=wetlands)
    if share is None:
        return Limb("d", None, "The share of its acreage below 20 ft is not known.")
    part = f"{share.quantize(Decimal('0.1')):f} % of its acreage, wetlands left out, lies below 20 ft"
    if share >= SHARE_PCT:
        return Limb("d", Extent.IN, f"{part}: half or more, so the whole property counts.")
    # Under half says nothing of the land itself: limbs (a) to (c) do.
    return Limb("d", Extent.OUT, f"{part}: less than half.")


def share_below(land: Land, *, wetlands: str = WETLANDS_BOTH) -> Decimal | None:
    """The share of the acreage below 20 ft in percent, wetlands left out; None while it is not known.

    WETLANDS_BOTH leaves them out of both sides of the share, WETLANDS_TOTAL out of the total only.
    """
    if land.acres is None or land.wetland_acres is None or land.acres_below is None:
        return None
    dry, below = land.acres - land.wetland_acres, land.acres_below
    if wetlands == WETLANDS_BOTH:
        if land.wetland_acres_below is None:
            return None
        below -= land.wetland_acres_below
    if dry <= 0:
        return None  # a lot that is all wetland has no share
    return min(below, dry) * 100 / dry
