"""Drafts of applications: raw answers and files that wait to be filed. A draft is not a case."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.db import models

from office.models.boards import Board
from office.models.cases import Case
from office.models.documents import private_storage, stored_name


class DraftQuerySet(models.QuerySet["Draft"]):
    def open(self, day: date) -> DraftQuerySet:
        """Neither filed nor expired on `day`."""
        return self.filter(case__isnull=True, expires_on__gte=day)

    def to_empty(self, day: date) -> DraftQuerySet:
        """Those whose last day has passed before `day` and that still hold what somebody wrote."""
        return self.filter(case__isnull=True, expires_on__lt=day, emptied_on__isnull=True)


class Draft(models.Model):
    """An application somebody has begun.

    `answers` are raw, as the browser sent them, per section: {section: {name: [text, ...]}}; an unreadable
    one is kept as it was typed. `versions` count the saves of each section, so that two tabs do not
    overwrite one another unseen. Whoever holds one of its links may read and change it until it is filed.
    What was never filed is emptied after its last day; the row stays, so that its links can say so.
    """

    kind = models.SlugField(max_length=40)
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="drafts")
    renews = models.ForeignKey(Case, models.PROTECT, null=True, related_name="+")
    language = models.CharField(max_length=10, default="en-us")
    answers = models.JSONField(default=dict)
    versions = models.JSONField(default=dict)
    begun_on = models.DateField()
    saved_at = models.DateTimeField()
    expires_on = models.DateField(help_text="The last day on which it can be filed.")
    warned_on = models.DateField(null=True)
    emptied_on = models.DateField(null=True)
    case = models.OneToOneField(Case, models.PROTECT, null=True, related_name="draft")
    filed_at = models.DateTimeField(null=True)

    objects = DraftQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            # The sweep: what is to be warned of or emptied.
            models.Index(
                fields=["expires_on"],
                condition=models.Q(case__isnull=True, emptied_on__isnull=True),
                name="draft_expiring",
            ),
        ]
        constraints = [
            # A permit has one renewal begun online: however many open it, they open the same.
            models.UniqueConstraint(
                fields=["renews"],
                condition=models.Q(case__isnull=True, emptied_on__isnull=True),
                name="draft_renewal_once",
            ),
        ]

    def __str__(self) -> str:
        return f"Draft {self.pk}: {self.kind}"

    def raw(self, section: str) -> dict[str, list[str]]:
        """What was last saved of a section, as the browser sent it."""
        saved: dict[str, list[str]] = self.answers.get(section, {})
        return saved

    def version_of(self, section: str) -> int:
        return int(self.versions.get(section, 0))


class DraftLink(models.Model):
    """One address of a draft. Each that was ever made works until filing; only its hash is kept."""

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="links")
    token_sha256 = models.CharField(max_length=64, unique=True)
    sent_to = models.EmailField(blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]


class DraftFileQuerySet(models.QuerySet["DraftFile"]):
    def current(self) -> DraftFileQuerySet:
        """What will be filed: neither removed nor replaced."""
        return self.filter(removed_at__isnull=True, replaced_by__isnull=True)


class DraftFile(models.Model):
    """A file that waits with a draft; filing turns it into a document of the case.

    It is never changed: a newer one `replaces` it, or it is removed. What was replaced goes to the office
    with what took its place; what was removed does not, only its name.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="files")
    item = models.SlugField("checklist item", max_length=40, blank=True)
    label = models.CharField(max_length=120)
    shown_name = models.CharField("name", max_length=255)
    safe_name = models.CharField(max_length=120)
    content_type = models.CharField(max_length=50)
    size = models.PositiveBigIntegerField(help_text="In bytes.")
    sha256 = models.CharField("SHA-256", max_length=64)
    file = models.FileField(storage=private_storage, upload_to=stored_name, max_length=100)
    added_at = models.DateTimeField()
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    removed_at = models.DateTimeField(null=True)

    objects = DraftFileQuerySet.as_manager()

    class Meta:
        ordering = ["id"]

    @property
    def is_current(self) -> bool:
        return self.removed_at is None and not hasattr(self, "replaced_by")

    def as_columns(self) -> dict[str, Any]:
        """What a document of the same file has."""
        return {
            "shown_name": self.shown_name,
            "safe_name": self.safe_name,
            "content_type": self.content_type,
            "size": self.size,
            "sha256": self.sha256,
            "file": self.file.name,
        }
