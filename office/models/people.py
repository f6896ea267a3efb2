"""People and organizations the office deals with."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from simple_history.models import HistoricalRecords

from office.search import fold


class Party(models.Model):
    """A person or organization: applicant, owner, agent, holder, contractor.

    `language` is the one in which we write to them: settings.LANGUAGES.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        ORGANIZATION = "organization", "Business or organization"

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PERSON)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    street = models.CharField("street address", max_length=200, blank=True)
    city = models.CharField("town or city", max_length=80, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip_code = models.CharField("ZIP code", max_length=10, blank=True)
    language = models.CharField(
        max_length=10, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE,
        help_text="In which they read our mail.",
    )  # fmt: skip
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    search = models.CharField(max_length=500, editable=False, default="")
    history = HistoricalRecords(excluded_fields=["search"])

    class Meta:
        verbose_name_plural = "parties"
        ordering = ["name", "id"]
        # Who of them has an address that was verified, asked at each sign-in.
        indexes = [models.Index(Lower("email"), name="party_address")]

    def __str__(self) -> str:
        return self.name

    def folded(self) -> str:
        """What the search column holds: name, phone digits, street."""
        digits = "".join(c for c in self.phone if c.isdigit())
        return fold(self.name, digits, self.street)[:500]

    def save(self, *args: Any, **kwargs: Any) -> None:
        # A folded copy of the row's own columns, kept beside them in the one place every writer passes.
        self.search = self.folded()
        super().save(*args, **kwargs)

    @property
    def mailing_address(self) -> str:
        town = " ".join(
            part
            for part in (self.city + ("," if self.city and self.state else ""), self.state, self.zip_code)
            if part
        )
        return ", ".join(part for part in (self.street, town) if part)
