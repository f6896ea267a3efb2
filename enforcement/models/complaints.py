"""Complaints."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models

from enforcement.rules import complaints as rules
from office.intake import Filing
from office.models import Case


class Complaint(models.Model):
    """What somebody told the office: what, where, when."""

    class About(models.TextChoices):
        LOADING = rules.LOADING, "Dumpster loaded"
        EMPTYING = rules.EMPTYING, "Dumpster emptied"
        DUMPSTER = "dumpster", "Dumpster otherwise: open, overflowing, in the way"
        NUISANCE = "nuisance", "Nuisance"
        FILTH = "filth", "Source of filth"
        DISCHARGE = "discharge", "Discharge to a drain, stream or the ground"
        SHORE = "shore", "Dock, pier or work at the shore"
        OTHER = "other", "Something else"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    about = models.CharField("what it is about", max_length=20, choices=About, blank=True)
    described = models.TextField("what was seen", max_length=4000, blank=True)
    seen_on = models.DateField("day it was seen", null=True, blank=True)
    seen_at = models.TimeField("time of day", null=True, blank=True)
    anonymous = models.BooleanField("does the caller stay unnamed?", null=True, blank=True)

    CITES = {"seen_at": "Tisbury 09.2.4(1)"}
    PUBLIC = ()


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """The town and district of the place complained of; unknown while no lot is chosen."""
    lot = filing.parcels[0] if filing.parcels else None
    return {"town": lot.town if lot else None, "district": lot.zoning if lot else None}
