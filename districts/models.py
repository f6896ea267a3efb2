"""What was determined of a lot and an overlay district, and the one answer whether a lot lies in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from districts.rules import coastal, lots
from districts.rules.overlays import (
    BARRIER_BEACH,
    COASTAL,
    DISTRICTS,
    TOWN,
    Extent,
    district,
)
from districts.rules.readings import PART_LOT, READINGS, SUBLOTS, WHOLE_LOT
from office.models import Board, Parcel, read_on
from office.models.events import AppendOnlyModel

BOARD = "tisbury-health"  # whose regulations make the districts, and who reads what they leave open


class Determination(AppendOnlyModel):
    """That a lot lies in an overlay district, in part of it, or outside, from a day on, and why.

    Written once: a later one replaces it from its own day. `measures` are what was measured of a lot for the
    Coastal District (09.9.1(1)), as text by the names of `coastal.Land`.
    """

    class District(models.TextChoices):
        COASTAL = "coastal-district", "Coastal District"
        BARRIER_BEACH = "barrier-beach", "Designated Barrier Beach"
        SANITARY_CONTROL = "special-sanitary-control", "Special Sanitary Control District"
        PLANNING_CONCERN = "district-of-critical-planning-concern", "District of Critical Planning Concern"

    class Lies(models.TextChoices):
        IN = Extent.IN.value, "Wholly inside"
        PART = Extent.PART.value, "Partly inside"
        OUT = Extent.OUT.value, "Outside"

    parcel = models.ForeignKey(Parcel, models.PROTECT, related_name="determinations")
    district = models.CharField(max_length=40, choices=District)
    extent = models.CharField("how it lies", max_length=4, choices=Lies)
    where = models.CharField("which part is inside", max_length=300, blank=True)
    on = models.DateField("from")
    reason = models.TextField()
    rests_on = models.CharField("what it rests on", max_length=300)
    measures = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["on", "id"]
        indexes = [models.Index(fields=["parcel", "district", "on"], name="determination_of_lot")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(extent="part") | ~Q(where=""), name="determination_part_says_where"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.parcel_id}, {self.get_district_display()}: {self.get_extent_display()}"

    @property
    def land(self) -> coastal.Land:
        """The measures as the rules read them."""
        return land_of(self.measures)


def land_of(measures: Mapping[str, Any]) -> coastal.Land:
    """Measures kept as text, as the rules read them; what is absent is not known."""
    kept: dict[str, Any] = {}
    for column in fields(coastal.Land):
        held = measures.get(column.name)
        words = column.name == "landform"
        kept[column.name] = None if held in (None, "") else held if words else Decimal(str(held))
    return coastal.Land(**kept)


@dataclass(frozen=True)
class Standing:
    """How a lot stands to one district on a day: how much is inside (None: not determined) and why.

    `where` names the part that is inside. `source` is what says so: "determined", "printed" or "unknown". The
    town reads a lot that is inside in part as inside as a `whole`, or not.
    """

    district: str
    extent: Extent | None
    says: str
    cite: str
    source: str
    where: str = ""
    unprinted: bool = False
    determination: Determination | None = None
    whole: bool = False

    @property
    def name(self) -> str:
        return district(self.district).name

    def holds(self, at: bool | None = None) -> bool | None:
        """Whether the district's rules hold there; None while nobody knows.

        On a lot that is inside in part the place of the work decides: `at` says whether that is inside.
        """
        if self.extent is Extent.PART:
            return True if self.whole else at
        return None if self.extent is None else self.extent is Extent.IN


def town_reads(day: date) -> dict[str, str]:
    """How the town reads on `day` what the book leaves open of the districts, by slug; two queries."""
    board = Board.objects.filter(slug=BOARD).first()
    if board is None:
        return {reading.slug: reading.default for reading in READINGS}
    return {slug: read.value for slug, read in read_on(board, READINGS, day).items()}


def standings(parcel: Parcel, day: date, *, reads: Mapping[str, str] | None = None) -> list[Standing]:
    """How the lot stands to each overlay district on `day`.

    What was determined comes first, then the printed lots of the Barrier Beach, else it is not known.
    `reads` is what `town_reads` says, for who asks of many lots.
    """
    reads = town_reads(day) if reads is None else reads
    latest = {row.district: row for row in parcel.determinations.filter(on__lte=day).select_related("by")}
    if parcel.town != TOWN:
        says = f"The lot lies in {parcel.town}, and the district in {TOWN}."
        return [Standing(each.slug, Extent.OUT, says, each.cite, "printed") for each in DISTRICTS]
    beach = _beach(parcel, latest.get(BARRIER_BEACH), reads[SUBLOTS.slug])
    found = []
    for each in DISTRICTS:
        if each.slug == BARRIER_BEACH:
            found.append(beach)
        elif row := latest.get(each.slug):
            whole = each.slug == COASTAL and reads[PART_LOT.slug] == WHOLE_LOT
            found.append(_determined(row, each.cite, whole=whole))
        elif each.slug == COASTAL and beach.extent is Extent.IN:
            says = "The Barrier Beach is wholly inside the Coastal District."
            found.append(Standing(COASTAL, Extent.IN, says, lots.CITE, beach.source))
        else:
            found.append(Standing(each.slug, None, "Nobody has determined it yet.", each.cite, "unknown"))
    return found


def standing(parcel: Parcel, slug: str, day: date, *, reads: Mapping[str, str] | None = None) -> Standing:
    """How the lot stands to the district of that slug on `day`. LookupError for a slug that is none."""
    district(slug)
    return next(each for each in standings(parcel, day, reads=reads) if each.district == slug)


def in_district(parcel: Parcel, slug: str, day: date, at: bool | None = None) -> bool | None:
    """Whether the rules of the district hold on this lot on `day`; None while that is not known.

    `at` is whether the place of the work is inside, where the lot is so in part.
    """
    return standing(parcel, slug, day).holds(at)


def any_in_district(parcels: Iterable[Parcel], slug: str, day: date, at: bool | None = None) -> bool | None:
    """Whether the district's rules hold on any of these lots; None while that, or the lot, is not known."""
    reads = town_reads(day)
    found = [standing(parcel, slug, day, reads=reads).holds(at) for parcel in parcels]
    if True in found:
        return True
    return None if not found or None in found else False


def _determined(row: Determination, cite: str, *, whole: bool = False) -> Standing:
    return Standing(
        row.district, Extent(row.extent), row.reason, cite, "determined", row.where, determination=row,
        whole=whole,
    )  # fmt: skip


def _beach(parcel: Parcel, row: Determination | None, sublots: str) -> Standing:
    if row is not None:
        return _determined(row, lots.CITE)
    found = lots.match(parcel.map_no, parcel.block, parcel.lot, sublots=sublots)
    source = "unknown" if found.extent is None else "printed"
    return Standing(BARRIER_BEACH, found.extent, found.says, lots.CITE, source, found.where, found.unprinted)
