"""Land: the assessor's parcels."""

from __future__ import annotations

from typing import Any

from django.db import models
from simple_history.models import HistoricalRecords

from office.search import fold


class Parcel(models.Model):
    """A lot on the assessor's map of a town."""

    class Zoning(models.TextChoices):
        RESIDENTIAL = "residential", "Residential"
        COMMERCIAL = "commercial", "Commercial or business"
        INDUSTRIAL = "industrial", "Industrial"

    class Overlay(models.TextChoices):
        # A town's own overlay districts are determined lot by lot, with a reason: they are no tick here.
        FLOOD_HAZARD = "flood-hazard", "Flood hazard area"

    town = models.CharField(max_length=40)
    map_no = models.CharField("map", max_length=10)
    block = models.CharField(max_length=10, blank=True)
    lot = models.CharField(max_length=20)
    street_number = models.CharField("number", max_length=20, blank=True)
    street = models.CharField(max_length=100, blank=True)
    zoning = models.CharField(max_length=12, choices=Zoning, default=Zoning.RESIDENTIAL)
    overlays = models.JSONField(default=list, blank=True)
    search = models.CharField(max_length=300, editable=False, default="")
    history = HistoricalRecords(excluded_fields=["search"])

    class Meta:
        ordering = ["town", "map_no", "block", "lot"]
        constraints = [
            models.UniqueConstraint(fields=["town", "map_no", "block", "lot"], name="parcel_once"),
        ]

    def __str__(self) -> str:
        return f"{self.address} ({self.label})" if self.address else self.label

    @property
    def label(self) -> str:
        """Map, block and lot as the assessor writes them: 29-A-3."""
        return "-".join(part for part in (self.map_no, self.block, self.lot) if part)

    @property
    def address(self) -> str:
        return f"{self.street_number} {self.street}".strip()

    def folded(self) -> str:
        return fold(self.label, self.address)[:300]

    def save(self, *args: Any, **kwargs: Any) -> None:
        # A folded copy of the row's own columns, kept beside them in the one place every writer passes.
        self.search = self.folded()
        super().save(*args, **kwargs)
