"""What outlives cases: a dumpster, an establishment, a septic system, a well, a pier."""

from __future__ import annotations

from typing import Any

from django.db import models
from simple_history.models import HistoricalRecords

from office.models.parcels import Parcel
from office.models.people import Party
from office.search import fold


class Facility(models.Model):
    """A lasting thing that permits are about. It has a place, a holder and dates, and no clocks."""

    kind = models.SlugField(max_length=40)
    name = models.CharField(max_length=200)
    parcel = models.ForeignKey(Parcel, models.PROTECT, null=True, blank=True, related_name="facilities")
    holder = models.ForeignKey(Party, models.PROTECT, null=True, blank=True, related_name="facilities")
    started_on = models.DateField(null=True, blank=True)
    ended_on = models.DateField(null=True, blank=True)
    search = models.CharField(max_length=500, editable=False, default="")
    history = HistoricalRecords(excluded_fields=["search"])

    class Meta:
        verbose_name_plural = "facilities"
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def folded(self) -> str:
        place = (self.parcel.label, self.parcel.address) if self.parcel else ()
        return fold(self.name, *place, self.holder.name if self.holder else "")[:500]

    def save(self, *args: Any, **kwargs: Any) -> None:
        # A folded copy of the row's own columns, kept beside them in the one place every writer passes.
        self.search = self.folded()
        super().save(*args, **kwargs)
