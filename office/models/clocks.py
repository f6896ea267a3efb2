"""Clock rows, a projection of events: one per case, clock and subject; and what the nights did about them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.timezone import localtime, make_aware

from office.clockwork import Run
from office.models.boards import Board
from office.models.cases import Case

SOON = timedelta(days=7)
RUNNING = Q(ended_on__isnull=True, paused_on__isnull=True)


class ClockRowQuerySet(models.QuerySet["ClockRow"]):
    def open(self) -> ClockRowQuerySet:
        return self.filter(ended_on__isnull=True)

    def running(self) -> ClockRowQuerySet:
        """Open rows whose count goes on."""
        return self.open().filter(paused_on__isnull=True)

    def overdue(self, now: datetime) -> ClockRowQuerySet:
        """Running rows whose last good day, or moment, had passed by the aware `now`."""
        day = localtime(now).date()
        # The range first: it is what the index answers.
        passed = Q(due_on__lt=day) | Q(due_at__lt=now)
        return self.running().filter(passed, due_on__lte=day)

    def due_by(self, day: date) -> ClockRowQuerySet:
        return self.filter(due_on__lte=day)

    def begun_by(self, day: date) -> ClockRowQuerySet:
        """Rows whose window, if they have one, has opened by `day`."""
        return self.filter(Q(opens_on__isnull=True) | Q(opens_on__lte=day))

    def of_boards(self, boards: Iterable[Any]) -> ClockRowQuerySet:
        return self.filter(board__in=list(boards))

    def for_the_night(self, day: date) -> ClockRowQuerySet:
        """Rows with something to do by `day`, in the order in which they came due."""
        return self.filter(next_on__lte=day).order_by("next_on", "pk")


class DueRow(models.Model):
    """A day by which something must be done, with the working that says why that day."""

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    clock = models.SlugField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    mover = models.CharField(max_length=10)
    label = models.CharField(max_length=200)
    cite = models.CharField(max_length=100)
    started_on = models.DateField()
    opens_on = models.DateField(null=True)
    due_on = models.DateField()
    due_at = models.DateTimeField(null=True, help_text="Of a clock of hours: the moment.")
    paused_on = models.DateField(null=True)
    ended_on = models.DateField(null=True)
    says = models.TextField()
    working = models.JSONField(default=dict)
    next_on = models.DateField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.label}: {self.due_on}"

    def run(self) -> Run:
        """The row as the engine computed it."""
        return Run(
            clock=self.clock, subject=self.subject, started_on=self.started_on, opens_on=self.opens_on,
            due_on=self.due_on, ended_on=self.ended_on, label=self.label, says=self.says,
            due_at=self.due_at, paused_on=self.paused_on, working=self.working,
        )  # fmt: skip

    def state(self, now: datetime) -> str:
        """How it stands at the aware moment `now`, in the word of its tag."""
        day = localtime(now).date()
        if self.ended_on is not None:
            return "Done"
        if self.paused_on is not None:
            return "Paused"
        if self.due_on < day or (self.due_at is not None and self.due_at < now):
            return "Overdue"
        return "Due soon" if self.due_on <= day + SOON else "Running"

    def begun(self, day: date) -> bool:
        """Whether its window, if it has one, has opened by `day`."""
        return self.opens_on is None or self.opens_on <= day


class ClockRow(DueRow):
    """A day by which something must be done on a case."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="clocks")

    objects = ClockRowQuerySet.as_manager()

    class Meta:
        ordering = ["due_on", "id"]
        constraints = [
            models.UniqueConstraint(fields=["case", "clock", "subject"], name="clock_once"),
        ]
        indexes = [
            # The worklist: everything of a board that is still running, by its day.
            models.Index(fields=["board", "due_on"], condition=Q(ended_on__isnull=True), name="clock_due"),
            # How many are overdue, whose move they are, and which wait paused: told by the index alone.
            models.Index(fields=["board", "due_on", "due_at"], condition=RUNNING, name="clock_overdue"),
            models.Index(fields=["board", "mover", "opens_on", "case"], condition=RUNNING, name="clock_move"),
            models.Index(
                fields=["board", "case"],
                condition=Q(ended_on__isnull=True, paused_on__isnull=False),
                name="clock_paused",
            ),
            # The night: what has something to do by a day.
            models.Index(fields=["next_on"], condition=Q(next_on__isnull=False), name="clock_sweep"),
        ]


class Reminder(models.Model):
    """Somebody was reminded of a due day so many days before it; -1 (clockwork.LAPSED) is "it has passed".

    Held by what it is about and not by the clock's row, which may be projected anew: nothing goes out twice.
    One that was `passed_over` was not sent, because a nearer one of the same due day went out that night.
    """

    LAPSED = -1

    case = models.ForeignKey(Case, models.PROTECT, related_name="reminders")
    clock = models.SlugField(max_length=40)
    subject = models.CharField(max_length=80, blank=True)
    due_on = models.DateField()
    days_before = models.SmallIntegerField()
    sent_on = models.DateField()
    passed_over = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "clock", "subject", "due_on", "days_before"], name="reminder_once"
            ),
        ]


NIGHT = time(2)  # from then on the night's work is that of the new day
NOTICED = time(3)  # when a night that did not come is seen


def day_of_work(now: datetime, since: time = NIGHT) -> date:
    """The day whose dates must have been looked at by `now`: until `since`, still yesterday.

    Read from the local clock, so that a night without a 2 am, or with two of 1 am, is one night.
    """
    local = localtime(now)
    return local.date() if local.time() >= since else local.date() - timedelta(days=1)


class NightRunQuerySet(models.QuerySet["NightRun"]):
    def finished(self) -> NightRunQuerySet:
        return self.filter(finished_at__isnull=False)

    def done(self, day: date) -> bool:
        """Whether the dates of `day` were looked at to the end, on that day or later."""
        since = make_aware(datetime.combine(day, time()))
        return self.finished().filter(on__gte=day, started_at__gte=since).exists()

    def missed_since(self, now: datetime) -> NightRun | None:
        """When no night of today was finished by 3 am: the last that was. None when all is well.

        Before the first night ever, one that was never saved and has no end.
        """
        day = day_of_work(now, NOTICED)
        if self.done(day):
            return None
        return self.finished().first() or NightRun(on=day)


class NightRun(models.Model):
    """One run of the nightly work: for which day, and what it did. One without an end was cut short."""

    on = models.DateField(help_text="The day the work was done for.")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    looked_at = models.PositiveIntegerField(default=0)
    reminded = models.PositiveIntegerField(default=0)
    lapsed = models.PositiveIntegerField(default=0)
    failed = models.JSONField(
        default=list, help_text="Per clock that could not be dealt with: which, and why."
    )

    objects = NightRunQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
