"""What the office and the people of a case write to one another about it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from office.models.cases import Case


class CaseMessageQuerySet(models.QuerySet["CaseMessage"]):
    def unread(self, *, from_office: bool) -> CaseMessageQuerySet:
        """What this side wrote and the other has not read yet."""
        return self.filter(from_office=from_office, read_at__isnull=True)


class CaseMessage(models.Model):
    """One message about a case, from somebody who has a part in it to the office, or the other way round.

    Its words are never changed. `read_at` is when somebody of the other side said so, or answered.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="conversation")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    from_office = models.BooleanField()
    text = models.TextField()
    written_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    read_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    key = models.CharField(max_length=100, unique=True)

    objects = CaseMessageQuerySet.as_manager()

    class Meta:
        verbose_name = "message about a case"
        verbose_name_plural = "messages about cases"
        ordering = ["id"]
        indexes = [
            # What is new to somebody, over all their cases.
            models.Index(
                fields=["case", "from_office"], condition=Q(read_at__isnull=True), name="case_message_unread"
            ),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk} about {self.case_id}"
