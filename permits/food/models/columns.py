"""The columns that the food kinds share in shape."""

from __future__ import annotations

from typing import Any

from django.db import models


def yes_no(question: str, help_text: str = "") -> models.BooleanField[Any, Any]:
    """Yes, no, or not known yet."""
    return models.BooleanField(question, null=True, blank=True, help_text=help_text)


def day(label: str, help_text: str = "") -> models.DateField[Any, Any]:
    """A day, or not known yet."""
    return models.DateField(label, null=True, blank=True, help_text=help_text)


def line(label: str, help_text: str = "", *, most: int = 200) -> models.CharField[Any, Any]:
    """A short answer in one's own words."""
    return models.CharField(label, max_length=most, blank=True, help_text=help_text)


class AsksForWaiver(models.Model):
    """What the policy on food fees asks of a yearly permit (09.5)."""

    non_profit = yes_no("is it a non-profit?")
    waiver_wanted = yes_no("do you ask for a fee waiver?")
    waiver_asked_on = day("day on which the waiver is asked for", "Considered from October 1 of a year on.")
    sells_retail = yes_no("does the non-profit sell to the public?")
    rents_kitchen = yes_no("does it rent out its licensed kitchen for money?")
    occasional_benefit = yes_no("is it for an occasional benefit for a specific cause?")
    free_or_at_cost = yes_no("does the non-profit serve all its food free or at cost?")

    class Meta:
        abstract = True


WAIVER = (
    "non_profit", "waiver_wanted", "waiver_asked_on", "sells_retail", "rents_kitchen", "occasional_benefit",
    "free_or_at_cost",
)  # fmt: skip
WAIVER_CITES = {
    **dict.fromkeys(WAIVER, "Tisbury 09.5 policy"), "free_or_at_cost": "Massachusetts c.94 §328",
}  # fmt: skip
