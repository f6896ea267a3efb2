"""Food served for the days of an event (09.5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models

from office.intake import Filing
from office.models import Case, Facility
from office.models.columns import day, line, yes_no

ESTABLISHMENT = "food-establishment"


class TemporaryFood(models.Model):
    """Temporary food service at one event (09.5.3)."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    event = line("event")
    first_on = day("first day")
    last_on = day("last day")
    serves = line("what is served", most=400)
    sources = line(
        "where the food comes from", "Wholesome products from approved sources (09.5.3).", most=400
    )
    non_profit = yes_no("is it a non-profit?")
    in_town = yes_no("is the business in Tisbury?")
    establishment = models.ForeignKey(
        Facility, models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name="food establishment of the business",
    )  # fmt: skip
    no_establishment = yes_no("is it without a food permit?")

    CITES = {
        "first_on": "Tisbury 09.5.3",
        "last_on": "Tisbury 09.5.3",
        "sources": "Tisbury 09.5.3",
        "non_profit": "Tisbury 09.5.3",
        "in_town": "Tisbury 09.5.3",
        "establishment": "Tisbury 09.5.3",
    }
    PUBLIC: tuple[str, ...] = ("event", "first_on", "last_on")


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """Whether the business holds a food permit that is valid on the first day of the event."""
    place, first = filing.answers.get("establishment"), filing.answers.get("first_on")
    if place and first:
        valid = Case.objects.of_kind(ESTABLISHMENT).filter(facility=place).in_force(first).exists()
        return {"valid_permit": valid}
    return {"valid_permit": False if filing.answers.get("no_establishment") and not place else None}
