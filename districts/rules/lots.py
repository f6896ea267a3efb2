"""The Designated Barrier Beach by its printed lots: Tisbury 09.9.2. Pure Python, no Django.

The bounds are inclusive, and a lot's sub-numbers compare as whole numbers: 1.10 comes after 1.9. The list
decides which lots are inside; what else the section says describes such land.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from districts.rules.overlays import Extent

CITE = "Tisbury 09.9.2"
BELOW_10_FT = "the part below the 10-ft contour"

# Two readings of a sub-lot that is not printed, of the last lot of an entry (31-A-6.1).
SUBLOT_INSIDE, SUBLOT_OUTSIDE = "inside", "outside"

Number = tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """One line of the printed list: a map and block, the first and the last lot, and whether only in part."""

    map_no: str
    block: str
    first: Number
    last: Number
    part: bool = False

    @property
    def says(self) -> str:
        """ "31-B, lots 1 to 13.1": the line as it is printed."""
        one = self.first == self.last
        lots = f"lot {_dotted(self.first)}" if one else f"lots {_dotted(self.first)} to {_dotted(self.last)}"
        return f"{self.map_no}-{self.block}, {lots}"


# Tisbury 09.9.2, April 22, 1985, as amended November 27, 1990.
PRINTED = (
    Entry("29", "A", (1,), (4,)),
    Entry("30", "A", (1,), (10,)),
    Entry("30", "B", (1,), (3,)),
    Entry("31", "A", (1,), (6,)),
    Entry("31", "B", (1,), (13, 1)),
    Entry("32", "A", (1,), (1, 2)),
    Entry("32", "B", (1,), (1,)),
    Entry("32", "C", (1,), (8, 1)),
    Entry("32", "D", (1,), (8, 1)),
    Entry("59", "A", (1,), (3,)),
    Entry("59", "B", (1,), (3,)),
    Entry("30", "C", (1,), (1,), part=True),
    Entry("31", "C", (1,), (3,), part=True),
)


@dataclass(frozen=True)
class Matched:
    """What the printed list says of a lot. `extent` is None when a person has to read it.

    `where` is the part of a lot that is inside in part; `unprinted` that the lot is a sub-lot the list does
    not print, so that a reading decided.
    """

    extent: Extent | None
    says: str
    where: str = ""
    unprinted: bool = False


def _dotted(number: Number) -> str:
    return ".".join(str(part) for part in number)


def number_of(lot: str) -> Number | None:
    """A lot as whole numbers: "13.1" is (13, 1). None for one that is no such number ("13A")."""
    text = lot.strip()
    if not re.fullmatch(r"\d+(\.\d+)*", text, re.ASCII):
        return None
    return tuple(int(part) for part in text.split("."))


def match(map_no: str, block: str, lot: str, *, sublots: str = SUBLOT_INSIDE) -> Matched:
    """Whether the lot is on the printed list of the Barrier Beach, wholly or in part.

    `map_no`, `block` and `lot` are the assessor's, in either case and with or without leading zeros.
    `sublots` is the town's reading of an unprinted sub-lot of a last lot: SUBLOT_INSIDE or SUBLOT_OUTSIDE.
    """
    place = (map_no.strip().lstrip("0"), block.strip().upper())
    entry = next((each for each in PRINTED if (each.map_no, each.block) == place), None)
    if entry is None:
        return Matched(Extent.OUT, "No lot of this map and block is on the printed list.")
    number = number_of(lot)
    if number is None:
        return Matched(
            None,
            f"The list prints {entry.says}. Whether it means lot “{lot.strip()}” is for the office to "
            "determine.",
        )
    unprinted = _unprinted(entry, number)
    inside = entry.first <= number <= entry.last or (unprinted and sublots == SUBLOT_INSIDE)
    if not inside:
        why = ", and a sub-lot that it does not print is read as outside" if unprinted else ""
        return Matched(Extent.OUT, f"The list prints {entry.says}{why}.", unprinted=unprinted)
    says = f"The list prints {entry.says}"
    if unprinted:
        says += "; this sub-lot is not printed and is read as inside until the office determines it"
    if entry.part:
        return Matched(Extent.PART, f"{says}, only {BELOW_10_FT}.", BELOW_10_FT, unprinted)
    return Matched(Extent.IN, f"{says}.", unprinted=unprinted)


def _unprinted(entry: Entry, number: Number) -> bool:
    """Whether it is a sub-lot of the entry's last lot that lies past what is printed."""
    return number > entry.last and number[:1] == entry.last[:1]
