"""The overlay districts by name, and how much of a lot lies in one. Pure Python, no Django."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

TOWN = "Tisbury"

COASTAL = "coastal-district"
BARRIER_BEACH = "barrier-beach"
SANITARY_CONTROL = "special-sanitary-control"
PLANNING_CONCERN = "district-of-critical-planning-concern"


@dataclass(frozen=True)
class District:
    """An overlay district: its slug, its name as the book prints it, and the section that makes it."""

    slug: str
    name: str
    cite: str


DISTRICTS = (
    District(COASTAL, "Coastal District", "Tisbury 09.9.1(1)"),
    District(BARRIER_BEACH, "Designated Barrier Beach", "Tisbury 09.9.2"),
    # Of these two the book prints no bounds: 09.1.2 and 09.1.2(B) point to 09.10, which is not in the source.
    District(SANITARY_CONTROL, "Special Sanitary Control District", "Tisbury 09.1.2"),
    District(PLANNING_CONCERN, "District of Critical Planning Concern", "Tisbury 09.1.2(B)"),
)


def district(slug: str) -> District:
    """The district of that slug; LookupError when there is none."""
    for each in DISTRICTS:
        if each.slug == slug:
            return each
    raise LookupError(f"There is no overlay district called {slug!r}.")


class Extent(StrEnum):
    """How much of a lot lies in a district."""

    IN = "in"
    PART = "part"
    OUT = "out"
