"""What is on file for a case: uploads, and the papers the office made. Kept privately, never by name."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.db import models

from office.models.cases import Case
from office.models.events import Event


class PrivateStorage(FileSystemStorage):
    """Files under `PRIVATE_ROOT`: no address serves them, and only the server's own user may read them."""

    @property
    def base_location(self) -> Path:  # read each time: a field keeps its storage
        return Path(settings.PRIVATE_ROOT) / "documents"

    @property
    def location(self) -> str:
        return str(self.base_location.absolute())


def private_storage() -> PrivateStorage:
    return PrivateStorage(file_permissions_mode=0o600, directory_permissions_mode=0o700)


def stored_name(document: Any = None, filename: str = "") -> str:
    """Where a file is put: a random id in one of 256 folders. Nothing of its own name."""
    random = uuid.uuid4().hex
    return f"{random[:2]}/{random}"


class DocumentQuerySet(models.QuerySet["Document"]):
    def current(self) -> DocumentQuerySet:
        """What counts today: neither removed nor replaced."""
        return self.filter(removed_on__isnull=True, replaced_by__isnull=True)

    def in_order(self) -> DocumentQuerySet:
        """Oldest first, with what a list shows."""
        return self.select_related("by", "removed_by", "replaced_by").order_by("added_on", "id")


class Document(models.Model):
    """One file of a case. It is never changed: a newer one `replaces` it, or it is removed with a reason.

    A removed or replaced document stays on disk, as the record of what the office had before it.
    """

    class Source(models.TextChoices):
        UPLOAD = "upload", "Uploaded"
        PAPER = "paper", "Made by the office"

    case = models.ForeignKey(Case, models.PROTECT, related_name="documents")
    label = models.CharField(max_length=120)
    item = models.SlugField("checklist item", max_length=40, blank=True)
    source = models.CharField(max_length=10, choices=Source, default=Source.UPLOAD)
    letter = models.SlugField(max_length=40, blank=True, help_text="Of a paper: which letter it is.")
    event = models.ForeignKey(
        Event, models.PROTECT, null=True, related_name="papers", help_text="Of a paper: what it was made for."
    )
    shown_name = models.CharField("name", max_length=255)
    safe_name = models.CharField(max_length=120)
    content_type = models.CharField(max_length=50)
    size = models.PositiveBigIntegerField(help_text="In bytes.")
    sha256 = models.CharField("SHA-256", max_length=64)
    file = models.FileField(storage=private_storage, upload_to=stored_name, max_length=100)
    confidential = models.BooleanField(default=False)
    shared_on = models.DateField(null=True, help_text="Since when the people of the case may open it.")
    added_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    replaces = models.OneToOneField("self", models.PROTECT, null=True, related_name="replaced_by")
    removed_on = models.DateField(null=True)
    removed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    removal_reason = models.CharField(max_length=300, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["added_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(removed_on__isnull=True) | ~models.Q(removal_reason=""),
                name="document_removal_needs_reason",
            ),
            # A letter is made once for an event: two workers at once meet here.
            models.UniqueConstraint(fields=["event", "letter"], name="document_paper_once"),
        ]

    def __str__(self) -> str:
        return f"{self.label} ({self.shown_name})"

    @property
    def is_current(self) -> bool:
        return self.removed_on is None and not hasattr(self, "replaced_by")
