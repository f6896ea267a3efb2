"""Recording what was determined of a lot and an overlay district."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from districts.models import BOARD, Determination, standings
from districts.rules.overlays import BARRIER_BEACH, COASTAL, TOWN, Extent
from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, Parcel
from office.permissions import may

ROLES = ("clerk", "administrator")


def board_of_districts() -> Board:
    """The board whose regulations make the overlay districts."""
    return Board.objects.get(slug=BOARD)


@transaction.atomic
def determine(
    parcel: Parcel,
    *,
    district: str,
    extent: str,
    reason: str,
    rests_on: str,
    on: date,
    by: Any,
    where: str = "",
    measures: Mapping[str, Any] | None = None,
) -> Determination:
    """Record how the lot lies in the district from the day `on`; a later record replaces it from its own day.

    `extent` is "in", "part" or "out"; of a part `where` says which. `measures` are those of `coastal.Land`,
    kept as text. Raises WrongRole, and NotAllowed with what is missing or does not fit together.
    """
    if not may(by, board_of_districts(), *ROLES):
        raise WrongRole("A clerk or administrator of the Board of Health determines the overlay districts.")
    lot = Parcel.objects.select_for_update().get(pk=parcel.pk)
    if lot.town != TOWN:
        raise NotAllowed(f"{lot} lies in {lot.town}. The overlay districts are those of {TOWN}.")
    if district not in Determination.District.values:
        raise NotAllowed("Choose the overlay district.")
    if extent not in Determination.Lies.values:
        raise NotAllowed("Say whether the lot lies wholly inside, partly inside, or outside.")
    if extent == Extent.PART and not where.strip():
        raise NotAllowed("Say which part of the lot is inside, such as “below the 10-ft contour”.")
    if not reason.strip() or not rests_on.strip():
        raise NotAllowed("Write the reason, and what it rests on: a survey, the assessor's map, a vote.")
    _refuse_a_beach_outside(lot, district, extent, on)
    return Determination.objects.create(
        parcel=lot, district=district, extent=extent,
        where=where.strip() if extent == Extent.PART else "", on=on, reason=reason.strip(),
        rests_on=rests_on.strip(), measures={k: str(v) for k, v in (measures or {}).items() if v is not None},
        by=by,
    )  # fmt: skip


def _refuse_a_beach_outside(lot: Parcel, district: str, extent: str, on: date) -> None:
    """The Barrier Beach is wholly inside, and part of, the Coastal District (09.9.2)."""
    found = {each.district: each.extent for each in standings(lot, on)}
    found[district] = Extent(extent)
    if found[COASTAL] is Extent.OUT and found[BARRIER_BEACH] in (Extent.IN, Extent.PART):
        other = "Coastal District" if district == BARRIER_BEACH else "Barrier Beach"
        raise NotAllowed(
            "The Barrier Beach is wholly inside the Coastal District, so a lot on it cannot lie outside that "
            f"(09.9.2). Correct what stands of the {other} first."
        )
