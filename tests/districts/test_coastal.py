"""The limbs of the Coastal District (09.9.1(1)), both sides of every figure; and the strictest demand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from districts.rules.coastal import WETLANDS_TOTAL, Land, share_below, work_out
from districts.rules.overlays import Extent
from districts.rules.strictest import AT_LEAST, AT_MOST, Demand, strictest

IN, PART, OUT = Extent.IN, Extent.PART, Extent.OUT

# A lot that every limb puts outside.
OUTSIDE = Land(
    lowest_ft=Decimal(30), highest_ft=Decimal(45), water_acres=Decimal(200), mhw_nearest_ft=Decimal(900),
    mhw_farthest_ft=Decimal(1200), landform="none", acres=Decimal(2), wetland_acres=Decimal(0),
    acres_below=Decimal(0), wetland_acres_below=Decimal(0),
)  # fmt: skip


def lot(**measures: Any) -> Land:
    return replace(
        OUTSIDE,
        **{name: Decimal(str(v)) if isinstance(v, int | float) else v for name, v in measures.items()},
    )


def limb(letter: str, **measures: Any) -> Extent | None:
    return next(each.extent for each in work_out(lot(**measures)).limbs if each.letter == letter)


def test_a_lot_that_no_limb_takes_in_is_outside() -> None:
    assert work_out(OUTSIDE).extent is OUT


@pytest.mark.parametrize(
    ("lowest", "highest", "extent"),
    [(5, 19.99, IN), (5, 20, PART), (19.99, 45, PART), (20, 45, OUT), (5, None, None), (None, 19, IN)],
)
def test_below_the_20_ft_elevation(lowest: Any, highest: Any, extent: Extent | None) -> None:
    assert limb("a", lowest_ft=lowest, highest_ft=highest) is extent


@pytest.mark.parametrize(
    ("nearest", "farthest", "extent"),
    [(0, 500, IN), (0, 500.01, PART), (500, 900, PART), (500.01, 900, OUT), (100, None, None)],
)
def test_within_500_ft_of_mean_high_water(nearest: Any, farthest: Any, extent: Extent | None) -> None:
    assert limb("b", mhw_nearest_ft=nearest, mhw_farthest_ft=farthest) is extent


@pytest.mark.parametrize(("acres", "extent"), [(10, OUT), (10.01, IN), (None, None)])
def test_only_coastal_waters_larger_than_10_acres_count(acres: Any, extent: Extent | None) -> None:
    assert limb("b", mhw_nearest_ft=0, mhw_farthest_ft=100, water_acres=acres) is extent


@pytest.mark.parametrize("landform", ["dune", "bank", "cliff", "ravine"])
def test_along_a_dune_bank_cliff_or_ravine_it_reaches_100_ft_from_the_crest(landform: str) -> None:
    assert limb("c", landform=landform, crest_nearest_ft=0, crest_farthest_ft=100) is IN
    assert limb("c", landform=landform, crest_nearest_ft=100, crest_farthest_ft=100.01) is PART
    assert limb("c", landform=landform, crest_nearest_ft=100.01, crest_farthest_ft=200) is OUT


@pytest.mark.parametrize(
    ("rise", "run", "extent"), [(10, 30, OUT), (10.01, 30, IN), (10, 29.99, IN), (None, 30, None)]
)
def test_a_slope_is_steep_strictly_over_1_in_3(rise: Any, run: Any, extent: Extent | None) -> None:
    said = {"landform": "slope", "crest_nearest_ft": 0, "crest_farthest_ft": 50}
    assert limb("c", **said, rise_ft=rise, run_ft=run) is extent


@pytest.mark.parametrize(("below", "extent"), [(0.99, OUT), (1, IN), (1.01, IN)])
def test_half_of_the_acreage_or_more_makes_the_whole_property_coastal(below: float, extent: Extent) -> None:
    assert limb("d", acres=2, acres_below=below) is extent
    assert work_out(lot(acres=2, acres_below=1)).extent is IN


def test_wetlands_are_left_out_of_both_sides_or_of_the_total() -> None:
    land = lot(acres=4, wetland_acres=2, acres_below=1.5, wetland_acres_below=1)
    assert share_below(land) == 25  # 0.5 of 2
    assert share_below(land, wetlands=WETLANDS_TOTAL) == 75  # 1.5 of 2
    assert work_out(land, wetlands=WETLANDS_TOTAL).extent is IN
    assert share_below(lot(acres=2, wetland_acres=2)) is None, "a lot that is all wetland has no share"


def test_a_lot_partly_inside_by_one_limb_is_partly_inside() -> None:
    assert work_out(lot(lowest_ft=10, acres_below=0.4)).extent is PART


def test_what_is_not_measured_is_not_known_unless_a_limb_takes_in_the_whole_lot() -> None:
    assert work_out(Land()).extent is None
    assert work_out(replace(OUTSIDE, landform=None)).extent is None
    assert work_out(Land(highest_ft=Decimal(8))).extent is IN
    assert work_out(lot(lowest_ft=10, landform=None)).extent is None, "it may yet be all inside"


def demand(by: str, figure: str, op: str = AT_LEAST) -> Demand:
    return Demand(by, Decimal(figure), op, "Tisbury 09.9.7(6)")


def test_the_strictest_demand_governs_and_says_which_it_was() -> None:
    state = Demand("The state code", Decimal(50), AT_LEAST, "Massachusetts 310 CMR 15.211")
    found = strictest([state, None, demand("The Barrier Beach", "200"), demand("The district", "100")], "ft")
    assert found.demand.figure == 200
    assert found.says == (
        "The Barrier Beach governs: at least 200 ft (Tisbury 09.9.7(6)). The state code asks 50 ft "
        "(Massachusetts 310 CMR 15.211); The district asks 100 ft (Tisbury 09.9.7(6))."
    )
    assert strictest([demand("A", "20", AT_MOST), demand("B", "10", AT_MOST)]).demand.by == "B"
    assert strictest([demand("A", "20"), demand("B", "20")]).demand.by == "A"


def test_two_limits_are_not_one() -> None:
    with pytest.raises(ValueError, match="two limits"):
        strictest([demand("A", "20"), demand("B", "10", AT_MOST)])
    with pytest.raises(ValueError, match="no demand"):
        strictest([None])
    with pytest.raises(ValueError, match="at least"):
        Demand("A", Decimal(1), "about", "Tisbury 09.9.1")
