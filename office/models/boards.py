"""Boards, the people who serve them, and the days on which a town's offices are closed."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from simple_history.models import HistoricalRecords

from office.calendar import Calendar


class User(AbstractUser):
    """Somebody who signs in: staff, a board member, an applicant."""


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
        closures = Closure.objects.filter(town=self.town).values_list("on", "reason")
        return Calendar(self.state, dict(closures))


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


class Closure(models.Model):
    """A day on which a town's offices are closed beyond the legal holidays, and why."""

    town = models.CharField(max_length=40)
    on = models.DateField()
    reason = models.CharField(max_length=100)

    class Meta:
        ordering = ["-on"]
        constraints = [models.UniqueConstraint(fields=["town", "on"], name="closure_once")]

    def __str__(self) -> str:
        return f"{self.town} closed {self.on}: {self.reason}"
