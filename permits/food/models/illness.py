"""An illness that may have come from food: what was reported, and what was found (09.5.1)."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models

from office.models import Case
from office.models.columns import day


class IllnessInvestigation(models.Model):
    """An investigation of a food-borne illness at an establishment. Nothing of it is public."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    reported_on = day("day of the report")
    eaten_on = day("day the food was eaten")
    people_ill = models.PositiveIntegerField(
        "people who fell ill", null=True, blank=True,
        validators=[MinValueValidator(1, "Write how many fell ill, at least 1. (Tisbury 09.5.1)")],
    )  # fmt: skip
    described = models.TextField("what was reported", max_length=4000, blank=True)

    CITES = {"described": "Tisbury 09.5.1"}
    PUBLIC: tuple[str, ...] = ()
