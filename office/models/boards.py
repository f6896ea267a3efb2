"""Boards, the people who serve them, and the days on which a town's offices are closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from office.calendar import Calendar, Figure


class User(AbstractUser):
    """Somebody who signs in: staff, a board member, an applicant.

    `language` is the one they chose for the public pages; blank while they chose none.
    """

    language = models.CharField(max_length=10, blank=True, default="")


class Board(models.Model):
    """A board or office of a town that decides cases."""

    class State(models.TextChoices):
        MASSACHUSETTS = "MA", "Massachusetts"
        RHODE_ISLAND = "RI", "Rhode Island"

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=100)
    town = models.CharField(max_length=40)
    state = models.CharField(max_length=2, choices=State)
    address = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=30, blank=True)
    email = models.EmailField(blank=True)
    hours = models.CharField(max_length=100, blank=True, help_text="Office hours in words.")
    is_sample = models.BooleanField(default=False, help_text="Sample data: papers and pages say so.")
    history = HistoricalRecords()

    class Meta:
        ordering = ["town", "name"]

    def __str__(self) -> str:
        return f"{self.town} {self.name}"

    def calendar(self) -> Calendar:
        """The board's calendar: its state's legal holidays and its town's closures."""
        closures = Closure.objects.standing().filter(town=self.town).values_list("on", "reason")
        return Calendar(self.state, dict(closures), figures=self.figures())

    def figures(self) -> Callable[[str], Sequence[Figure]]:
        """The lengths this board sets itself, by name; read at once when the first is asked for."""
        read: dict[str, list[Figure]] = {}
        asked: list[bool] = []

        def named(name: str) -> Sequence[Figure]:
            if not asked:
                asked.append(True)
                for row in self.abutter_rules.order_by("since", "pk"):
                    for key, figure in row.figures():
                        read.setdefault(key, []).append(figure)
            return read.get(name, ())

        return named


class Membership(models.Model):
    """A person's role on a board."""

    class Role(models.TextChoices):
        CLERK = "clerk", "Clerk"
        INSPECTOR = "inspector", "Inspector"
        MEMBER = "member", "Board member"
        ADMINISTRATOR = "administrator", "Administrator"
        REVIEWER = "reviewer", "Reviewer"
        SOLICITOR = "solicitor", "Solicitor"
        DIRECTOR = "director", "Director"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    board = models.ForeignKey(Board, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "board", "role"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}, {self.board}"


class ClosureQuerySet(models.QuerySet["Closure"]):
    def standing(self) -> ClosureQuerySet:
        """Those that were not entered by mistake."""
        return self.filter(reopened_on__isnull=True)

    def unsettled(self) -> ClosureQuerySet:
        """Closed or opened again without every case looked at yet."""
        return self.filter(settled_on__isnull=True)


class Closure(models.Model):
    """A day on which a town's offices are closed beyond the legal holidays, and why.

    One that was entered by mistake is opened again and stays readable. It is settled when every case it
    touches has been looked at; what was cut short goes on from there.
    """

    town = models.CharField(max_length=40)
    on = models.DateField()
    reason = models.CharField(max_length=100)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    settled_on = models.DateField(null=True)
    reopened_on = models.DateField(null=True)
    reopened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reopened_why = models.CharField(max_length=200, blank=True)

    objects = ClosureQuerySet.as_manager()

    class Meta:
        ordering = ["-on"]
        constraints = [
            models.UniqueConstraint(
                fields=["town", "on"], condition=Q(reopened_on__isnull=True), name="closure_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.town} closed {self.on}: {self.reason}"


class Feed(models.Model):
    """A private calendar feed of somebody who serves a board; only a hash of its address is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="feeds")
    label = models.CharField(max_length=60)
    token_sha256 = models.CharField(max_length=64, unique=True)
    made_on = models.DateField()
    revoked_on = models.DateField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label
