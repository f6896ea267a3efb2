"""What only solid waste permits ask, and what they look up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from office.intake import Filing
from office.models import Case, Facility, Parcel

HAULER = "hauler"


class Siting(models.Model):
    """Where a dumpster stands and how it is kept safe (09.2.3, 09.2.4)."""

    class Use(models.TextChoices):
        RESIDENTIAL = "residential", "Residential"
        COMMERCIAL = "commercial", "Commercial"
        INDUSTRIAL = "industrial", "Industrial"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    size_cubic_yards = models.DecimalField(
        "size in cubic yards", max_digits=5, decimal_places=1, null=True, blank=True,
        validators=[
            MinValueValidator(Decimal("0.5"), "Enter the size in cubic yards, at least 0.5. (09.2.4(2))"),
            MaxValueValidator(Decimal("100"), "Enter the size in cubic yards, at most 100. (09.2.4(2))"),
        ],
    )  # fmt: skip
    use = models.CharField(max_length=12, choices=Use, blank=True)
    district = models.CharField("zoning district", max_length=12, choices=Parcel.Zoning, blank=True)
    lot_line_distance_ft = models.DecimalField(
        "distance to the nearest lot line in feet", max_digits=6, decimal_places=1, null=True, blank=True,
        validators=[MinValueValidator(Decimal(0), "Enter the distance in feet, 0 or more. (09.2.3(1))")],
    )  # fmt: skip
    sight_line_clear = models.BooleanField("is the sight of traffic clear?", null=True, blank=True)
    screening_asked = models.BooleanField("did the board ask for screening?", null=True, blank=True)
    screening_provided = models.BooleanField("is the screening in place?", null=True, blank=True)
    children_can_reach = models.BooleanField("can children reach it?", null=True, blank=True)
    child_prevention = models.CharField("what keeps children off and out", max_length=200, blank=True)
    hauler = models.ForeignKey(Facility, models.PROTECT, null=True, blank=True, related_name="+")
    hauler_reason = models.CharField("why a hauler without a valid permit", max_length=300, blank=True)
    already_placed = models.BooleanField("was it put in place before the permit?", null=True, blank=True)

    CITES = {
        "size_cubic_yards": "Tisbury 09.2.4(2)",
        "use": "Tisbury 09.2.7",
        "lot_line_distance_ft": "Tisbury 09.2.3(1)",
        "sight_line_clear": "Tisbury 09.2.3(2)",
        "screening_asked": "Tisbury 09.2.3(3)",
        "screening_provided": "Tisbury 09.2.3(3)",
        "children_can_reach": "Tisbury 09.2.4(1)",
        "child_prevention": "Tisbury 09.2.4(1)",
        "hauler": "Tisbury 09.2.5(2)",
    }
    PUBLIC: tuple[str, ...] = ("size_cubic_yards", "use", "hauler")

    class Meta:
        abstract = True


class Dumpster(Siting):
    """The yearly permit for one dumpster (09.2.5(1))."""


class TemporaryDumpster(Siting):
    """A roll-off or gondola for a short need, 30 days at a time (09.2.5(3))."""

    class Purpose(models.TextChoices):
        CONSTRUCTION = "construction", "Construction"
        DEMOLITION = "demolition", "Demolition"
        FAIR = "fair", "Fair or carnival"
        OTHER = "other", "Another short need"

    purpose = models.CharField("what it is for", max_length=12, choices=Purpose, blank=True)

    CITES = {**Siting.CITES, "purpose": "Tisbury 09.2.5(3)"}
    PUBLIC = (*Siting.PUBLIC, "purpose")


class Hauler(models.Model):
    """A contractor that supplies dumpster service (09.2.5(2), 09.2.6)."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    name_on_dumpsters = models.CharField("name shown on the dumpsters", max_length=100, blank=True)
    phone_on_dumpsters = models.CharField("business telephone shown on them", max_length=40, blank=True)
    area = models.CharField("where it works", max_length=200, blank=True)

    CITES = {
        "name_on_dumpsters": "Tisbury 09.2.6(1)",
        "phone_on_dumpsters": "Tisbury 09.2.6(1)",
    }
    PUBLIC = ("name_on_dumpsters", "phone_on_dumpsters")


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """What no form asks about a dumpster: its hauler's permit on the day, and the lot's own zoning."""
    hauler, reason = filing.answers.get("hauler"), filing.answers.get("hauler_reason")
    valid = None
    if hauler:
        valid = Case.objects.of_kind(HAULER).filter(facility=hauler).in_force(on).exists()
    elif reason:
        valid = False  # a contractor the office has on no list, and the reason why
    return {"hauler_permit_valid": valid, "hauler_reason_given": bool(reason)}
