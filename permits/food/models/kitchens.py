"""Home kitchens that feed or lodge the public (09.5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models

from enforcement.models import Inspection
from office.calendar import years_after
from office.intake import Filing
from office.models import Case, Event
from office.models.columns import line, yes_no
from permits.food.models.columns import WAIVER_CITES, AsksForWaiver

KITCHEN_CHECKLIST = "residential-kitchen"
IN_ORDER = ("passed", "all-corrected")


class ResidentialKitchen(AsksForWaiver):
    """The yearly license of a home kitchen (09.5.5)."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    gives_breakfast = yes_no("does the home give the public breakfast?")
    gives_bed = yes_no("does it give the public a bed for the night?")
    is_lodging = yes_no(
        "is it by definition a bed-and-breakfast home, an inn or a lodging house?",
        "Those are licensed otherwise.",
    )
    foods = line("what is made for the public", most=400)
    only_safe_foods = yes_no("is none of it potentially hazardous?")
    private_apart = yes_no("is private food stored apart or labeled private?")
    has_pets = yes_no("are there pets in the home?")
    pets_kept_out = yes_no("are they kept out while food is prepared and served?")
    has_laundry = yes_no("does laundry equipment stand in the kitchen?")
    laundry_rests = yes_no("does it rest while food is prepared and served?")
    guests_cook = yes_no("do guests use the cooking facilities?")

    CITES = {
        **WAIVER_CITES,
        **dict.fromkeys(
            ("gives_breakfast", "gives_bed", "is_lodging", "only_safe_foods", "private_apart", "has_pets",
             "pets_kept_out", "has_laundry", "laundry_rests", "guests_cook"),
            "Tisbury 09.5.5",
        ),
    }  # fmt: skip
    PUBLIC: tuple[str, ...] = ("foods",)


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """Whether an inspection of this kitchen within the year up to `on` ended with all in order.

    A year is the office's default: the section asks for an inspection and names no time.
    """
    if filing.facility is None:
        return {"inspected": None}
    ended = Event.objects.live().filter(
        slug__in=IN_ORDER, on__gt=years_after(on, -1), on__lte=on, case__facility=filing.facility,
        case__in=Inspection.objects.filter(checklist__slug=KITCHEN_CHECKLIST).values("case"),
    )  # fmt: skip
    return {"inspected": ended.exists()}
