"""The printed lots of the Barrier Beach (Tisbury 09.9.2): every entry, both sides of each bound."""

from __future__ import annotations

import pytest

from districts.rules.lots import BELOW_10_FT, PRINTED, SUBLOT_OUTSIDE, match, number_of
from districts.rules.overlays import Extent

IN, PART, OUT = Extent.IN, Extent.PART, Extent.OUT


def split(label: str) -> tuple[str, str, str]:
    map_no, block, lot = label.split("-")
    return map_no, block, lot


# Every printed line: its first and last lot, one between where there is one, and the next whole lot.
ROWS = [
    ("29-A-1", IN), ("29-A-2", IN), ("29-A-4", IN), ("29-A-5", OUT),
    ("30-A-1", IN), ("30-A-9", IN), ("30-A-10", IN), ("30-A-11", OUT),
    ("30-B-1", IN), ("30-B-3", IN), ("30-B-4", OUT),
    ("31-A-1", IN), ("31-A-6", IN), ("31-A-7", OUT),
    ("31-B-1", IN), ("31-B-13", IN), ("31-B-13.1", IN), ("31-B-14", OUT),
    ("32-A-1", IN), ("32-A-1.1", IN), ("32-A-1.2", IN), ("32-A-2", OUT),
    ("32-B-1", IN), ("32-B-2", OUT),
    ("32-C-1", IN), ("32-C-8", IN), ("32-C-8.1", IN), ("32-C-9", OUT),
    ("32-D-1", IN), ("32-D-8", IN), ("32-D-8.1", IN), ("32-D-9", OUT),
    ("59-A-1", IN), ("59-A-3", IN), ("59-A-4", OUT),
    ("59-B-1", IN), ("59-B-3", IN), ("59-B-4", OUT),
    ("30-C-1", PART), ("30-C-2", OUT),
    ("31-C-1", PART), ("31-C-2", PART), ("31-C-3", PART), ("31-C-4", OUT),
    # Blocks that are not on the list, and a lot before its first.
    ("29-B-1", OUT), ("60-A-1", OUT), ("31-D-1", OUT), ("31-B-0", OUT),
]  # fmt: skip


@pytest.mark.parametrize(("label", "extent"), ROWS)
def test_the_printed_list_decides(label: str, extent: Extent) -> None:
    assert match(*split(label)).extent is extent


def test_every_printed_line_has_its_rows() -> None:
    asked = {label.rpartition("-")[0] for label, _ in ROWS}
    assert {f"{entry.map_no}-{entry.block}" for entry in PRINTED} <= asked
    assert len(PRINTED) == 13


def test_sub_numbers_compare_as_whole_numbers() -> None:
    assert number_of("1.10") == (1, 10)
    found = match("32", "A", "1.10")  # after 1.9, so past the printed 1.2
    assert (found.extent, found.unprinted) == (IN, True)
    assert match("32", "A", "1.10", sublots=SUBLOT_OUTSIDE).extent is OUT
    assert match("32", "A", "1.2", sublots=SUBLOT_OUTSIDE).extent is IN, "printed, whatever the reading"


@pytest.mark.parametrize("label", ["31-A-6.1", "31-B-13.2", "32-B-1.1", "59-B-3.4"])
def test_an_unprinted_sub_lot_of_a_last_lot_is_inside_until_it_is_determined(label: str) -> None:
    found = match(*split(label))
    assert (found.extent, found.unprinted) == (IN, True)
    assert "read as inside until the office determines it" in found.says
    other = match(*split(label), sublots=SUBLOT_OUTSIDE)
    assert (other.extent, other.unprinted) == (OUT, True)


def test_a_sub_lot_within_the_bounds_is_simply_inside() -> None:
    found = match("31", "A", "5.3")
    assert (found.extent, found.unprinted) == (IN, False)


def test_of_two_blocks_only_the_part_below_the_contour_is_inside() -> None:
    found = match("31", "C", "2")
    assert (found.extent, found.where) == (PART, BELOW_10_FT)
    assert "only the part below the 10-ft contour" in found.says


@pytest.mark.parametrize("place", [("031", "b", "013.1"), (" 31 ", "B", " 13.1 ")])
def test_zeros_case_and_spaces_do_not_matter(place: tuple[str, str, str]) -> None:
    assert match(*place).extent is IN


@pytest.mark.parametrize("lot", ["13A", "", "4-5", "²"])
def test_a_lot_that_is_no_number_is_for_a_person_to_read(lot: str) -> None:
    assert match("31", "B", lot).extent is None
    assert match("77", "Z", lot).extent is OUT, "of a block that is not printed nothing is"
