"""Holds: what stands in the way of issuing, and who may lift it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from office.models.boards import Membership
from office.models.cases import Case
from office.models.facilities import Facility
from office.models.people import Party


class HoldQuerySet(models.QuerySet["Hold"]):
    def standing(self) -> HoldQuerySet:
        return self.filter(lifted_on__isnull=True)

    def on_case(self, case: Case) -> HoldQuerySet:
        """Holds on the case itself, its facility, or one of its people."""
        return self.filter(
            Q(case=case)
            | Q(facility=case.facility_id, facility__isnull=False)
            | Q(party__in=case.people.values("party"))
        )


class Hold(models.Model):
    """A reason not to issue: hard (must be lifted), soft (may be overridden with a reason), warning."""

    class Level(models.TextChoices):
        HARD = "hard", "Hold"
        SOFT = "soft", "Soft hold"
        WARNING = "warning", "Warning"

    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="holds")
    party = models.ForeignKey(Party, models.PROTECT, null=True, related_name="holds")
    facility = models.ForeignKey(Facility, models.PROTECT, null=True, related_name="holds")
    level = models.CharField(max_length=10, choices=Level)
    reason = models.CharField(max_length=300)
    cite = models.CharField(max_length=100, blank=True)
    lifted_by_role = models.CharField(max_length=20, choices=Membership.Role, default=Membership.Role.CLERK)
    placed_on = models.DateField()
    placed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lifted_on = models.DateField(null=True)
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    lift_reason = models.CharField(max_length=300, blank=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(case__isnull=False, party__isnull=True, facility__isnull=True)
                | Q(case__isnull=True, party__isnull=False, facility__isnull=True)
                | Q(case__isnull=True, party__isnull=True, facility__isnull=False),
                name="hold_on_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_level_display()}: {self.reason}"
