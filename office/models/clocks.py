"""Clock rows: a projection of events, one per case, clock and subject."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import models
from django.db.models import Q

from office.models.boards import Board
from office.models.cases import Case


class ClockRowQuerySet(models.QuerySet["ClockRow"]):
    def open(self) -> ClockRowQuerySet:
        return self.filter(ended_on__isnull=True)

    def due_by(self, day: date) -> ClockRowQuerySet:
        return self.filter(due_on__lte=day)

    def begun_by(self, day: date) -> ClockRowQuerySet:
        """Rows whose window, if they have one, has opened by `day`."""
        return self.filter(Q(opens_on__isnull=True) | Q(opens_on__lte=day))

    def of_boards(self, boards: Iterable[Any]) -> ClockRowQuerySet:
        return self.filter(board__in=list(boards))


class ClockRow(models.Model):
    """A day by which something must be done on a case, with the working that says why that day."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="clocks")
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    clock = models.SlugField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    mover = models.CharField(max_length=10)
    label = models.CharField(max_length=200)
    cite = models.CharField(max_length=100)
    started_on = models.DateField()
    opens_on = models.DateField(null=True)
    due_on = models.DateField()
    ended_on = models.DateField(null=True)
    says = models.TextField()
    working = models.JSONField(default=dict)
    next_on = models.DateField(null=True)

    objects = ClockRowQuerySet.as_manager()

    class Meta:
        ordering = ["due_on", "id"]
        constraints = [
            models.UniqueConstraint(fields=["case", "clock", "subject"], name="clock_once"),
        ]
        indexes = [
            # The worklist: everything of a board that is still running, by its day.
            models.Index(fields=["board", "due_on"], condition=Q(ended_on__isnull=True), name="clock_due"),
            # The night: what has something to do by a day.
            models.Index(fields=["next_on"], condition=Q(next_on__isnull=False), name="clock_sweep"),
        ]
