"""The clocks of meetings: a projection of each meeting, dealt with by night as those of cases are."""

from __future__ import annotations

from datetime import date, time

from django.db import models
from django.db.models import Q

from office.calendar import DAY, EASTERN
from office.models.clocks import ClockRowQuerySet, DueRow
from office.models.meetings import Meeting


class MeetingClock(DueRow):
    """A day by which something must be done about a meeting: its posting, its packet."""

    meeting = models.ForeignKey(Meeting, models.CASCADE, related_name="clocks")

    objects = ClockRowQuerySet.as_manager()

    class Meta:
        ordering = ["due_on", "id"]
        constraints = [models.UniqueConstraint(fields=["meeting", "clock"], name="meeting_clock_once")]
        indexes = [
            # The worklist: what of a board's meetings is still to be done, by its day.
            models.Index(
                fields=["board", "due_on"], condition=Q(ended_on__isnull=True), name="meeting_clock_due"
            ),
            # The night: what has something to do by a day.
            models.Index(fields=["next_on"], condition=Q(next_on__isnull=False), name="meeting_clock_sweep"),
        ]

    @property
    def ended_day(self) -> date | None:
        """The day at whose end it is due, when that is the very moment: midnight names two days."""
        midnight = self.due_at is not None and self.due_at.astimezone(EASTERN).time() == time()
        return self.due_on - DAY if midnight else None


class MeetingReminder(models.Model):
    """The clerks were reminded of a day of a meeting so many days before it; -1 is "it has passed".

    Held by what it is about, as `Reminder` is: nothing goes out twice, whatever becomes of the clock's row.
    """

    meeting = models.ForeignKey(Meeting, models.PROTECT, related_name="reminders")
    clock = models.SlugField(max_length=40)
    due_on = models.DateField()
    days_before = models.SmallIntegerField()
    sent_on = models.DateField()
    passed_over = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["meeting", "clock", "due_on", "days_before"], name="meeting_reminder_once"
            ),
        ]
