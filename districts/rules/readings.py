"""What the book leaves open about the overlay districts (reference of 09.9.1(1) and 09.9.2). Pure Python."""

from __future__ import annotations

from districts.rules.coastal import WETLANDS_BOTH, WETLANDS_TOTAL
from districts.rules.lots import SUBLOT_INSIDE, SUBLOT_OUTSIDE
from office.law import Reading

WORK_DECIDES, WHOLE_LOT = "work", "whole"

SUBLOTS = Reading(
    "barrier-beach-sublots",
    "Tisbury 09.9.2",
    "Is a sub-lot that the list does not print inside, when it belongs to the last lot of a line?",
    (
        (SUBLOT_INSIDE, "Inside until the office determines it"),
        (SUBLOT_OUTSIDE, "Outside, because the list names its last lot"),
    ),
    default=SUBLOT_INSIDE,
    doubt="The list prints 31-A, lots 1 to 6; nothing is said of 31-A-6.1.",
)
PART_LOT = Reading(
    "coastal-part-lot",
    "Tisbury 09.9.1(1)",
    "Of a lot that lies partly in the Coastal District, what is inside?",
    ((WORK_DECIDES, "The part in the district, judged where the work is"), (WHOLE_LOT, "The whole lot")),
    default=WORK_DECIDES,
    doubt="The section takes in a whole property from half of its acreage on; of less it speaks of land.",
)
WETLANDS = Reading(
    "coastal-wetlands",
    "Tisbury 09.9.1(1)",
    "How are wetlands left out of the share of a lot that lies below 20 ft?",
    (
        (WETLANDS_BOTH, "Out of both sides of the share"),
        (WETLANDS_TOTAL, "Out of the total only"),
    ),
    default=WETLANDS_BOTH,
    doubt="The section says only that wetlands are excluded.",
)

READINGS = (SUBLOTS, PART_LOT, WETLANDS)
