"""What the clerk prepares for the board: draft motions and proposed conditions of an agenda item."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import UniqueConstraint

from office.models.meetings import AgendaItem


class DraftMotion(models.Model):
    """The words of a motion as the clerk wrote them for the packet; without a row the office words it itself.

    `step` is what the motion would do to the case, "" of a topic in words. A draft decides nothing: what was
    moved and voted is a Vote.
    """

    item = models.ForeignKey(AgendaItem, models.CASCADE, related_name="drafts")
    step = models.SlugField(max_length=40, blank=True)
    text = models.TextField()
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [UniqueConstraint(fields=["item", "step"], name="draft_motion_once")]

    def __str__(self) -> str:
        return f"{self.item_id}: {self.step or 'in words'}"


class ProposedCondition(models.Model):
    """A condition proposed with the approval of an item. It binds nobody until the board votes it."""

    item = models.ForeignKey(AgendaItem, models.CASCADE, related_name="proposed")
    text = models.TextField()
    due_on = models.DateField(null=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.text[:60]
