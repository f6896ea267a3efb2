"""Who may act for an owner before a board: what was recorded, from when, until when, and on what it rests."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from office import kinds
from office.models.boards import Board
from office.models.documents import Document
from office.models.people import Party


class AuthorizationQuerySet(models.QuerySet["Authorization"]):
    def in_force(self, day: date) -> AuthorizationQuerySet:
        """Those that hold on `day`: begun, not run out, and not revoked by then."""
        lasting = Q(until__isnull=True) | Q(until__gte=day)
        standing = Q(revoked_on__isnull=True) | Q(revoked_on__gt=day)
        return self.filter(lasting, standing, since__lte=day)

    def for_kind(self, slug: str) -> AuthorizationQuerySet:
        return self.filter(kind__in=("", slug))


class Authorization(models.Model):
    """An owner lets an agent act for them before a board, in one kind of case or in all.

    `since` is None while the owner has not confirmed what an agent asked for; of the link that was mailed
    for it only a hash is kept. A day on which it is revoked no longer counts.
    """

    class How(models.TextChoices):
        PAPER = "paper", _("A signed paper")
        UPLOAD = "upload", _("A document on file")
        CONFIRMED = "confirmed", _("Confirmed by the owner through a mailed link")

    owner = models.ForeignKey(Party, models.PROTECT, null=True, related_name="authorizations_given")
    agent = models.ForeignKey(Party, models.PROTECT, related_name="authorizations_held")
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    kind = models.SlugField(max_length=40, blank=True, help_text="Left open: every kind of case.")
    how = models.CharField(max_length=10, choices=How)
    document = models.ForeignKey(Document, models.PROTECT, null=True, related_name="authorizations")
    rests_on = models.CharField(max_length=200, blank=True, help_text="Where the paper is, and its day.")
    since = models.DateField(null=True)
    until = models.DateField(null=True, help_text="Its last day.")
    recorded_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    owner_name = models.CharField(max_length=200, blank=True)
    owner_email = models.EmailField(blank=True)
    token_sha256 = models.CharField(max_length=64, unique=True, null=True)
    refused_on = models.DateField(null=True)
    revoked_on = models.DateField(null=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    revoked_why = models.CharField(max_length=300, blank=True)

    objects = AuthorizationQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(since__isnull=True) | Q(owner__isnull=False), name="authorization_has_owner"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(since__isnull=True) | Q(until__gte=F("since")),
                name="authorization_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.agent} for {self.owner or self.owner_name}"

    @property
    def what(self) -> str:
        """The kind it reaches to, in words; "" for every kind."""
        return kinds.get(self.kind).label if self.kind else ""

    def holds_on(self, day: date) -> bool:
        """Whether it is in force on `day`."""
        begun = self.since is not None and self.since <= day
        ended = self.until is not None and self.until < day
        return begun and not ended and not (self.revoked_on is not None and self.revoked_on <= day)
