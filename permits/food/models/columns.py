"""What the policy on food fees asks of every yearly food permit (09.5)."""

from __future__ import annotations

from django.db import models

from office.models.columns import day, yes_no


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
