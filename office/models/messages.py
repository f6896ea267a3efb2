"""The outbox of e-mail: what is to be sent, to whom, and how it went."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

from office.models.boards import Board
from office.models.cases import Case
from office.models.notices import Notice


class MessageQuerySet(models.QuerySet["Message"]):
    def of_boards(self, boards: Any) -> MessageQuerySet:
        return self.filter(board__in=list(boards))

    def waiting(self) -> MessageQuerySet:
        return self.filter(state=Message.State.WAITING)

    def due(self, now: datetime) -> MessageQuerySet:
        """What a worker may take at `now`, the longest due first: the hold is over, or the pause after a
        failure, or the time in which whoever took it before had to be done.
        """
        open_ = [Message.State.WAITING, Message.State.SENDING]
        return self.filter(state__in=open_, not_before__lte=now).order_by("not_before", "id")

    def in_doubt(self) -> MessageQuerySet:
        return self.filter(in_doubt=True)

    def failed(self) -> MessageQuerySet:
        """The dead letters: those no further attempt is made for."""
        return self.filter(state=Message.State.FAILED)

    def done(self) -> MessageQuerySet:
        """What was sent or stopped, the newest first."""
        return self.filter(state__in=[Message.State.SENT, Message.State.STOPPED]).order_by("-id")


class Message(models.Model):
    """One e-mail to one person. What happens to them meanwhile joins it as a line, until it is first tried.

    Its Message-ID is given once: should it go out twice after all, the mail programs see one message.
    `in_doubt` says that it was cut off while being sent, so that it may have arrived twice. `not_before` is
    when a worker may take it; while one has it, when another may.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        SENDING = "sending", "Being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Could not be sent"
        STOPPED = "stopped", "Stopped"

    to_email = models.EmailField()
    to_name = models.CharField(max_length=200, blank=True)
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, help_text="In which its reader is addressed."
    )
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="messages")
    about = models.CharField(max_length=60, help_text="What its lines have in common: a case, a night.")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    written_at = models.DateTimeField()
    not_before = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)
    in_doubt = models.BooleanField(default=False)
    message_id = models.CharField(max_length=120, unique=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["state", "not_before"], name="message_due"),
            # What a further line may join, asked for each line of a night.
            models.Index(fields=["to_email", "about"], name="message_open"),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk}, {self.state}"


class MessageLine(models.Model):
    """One thing a message tells. Its key makes it once per person and event, whoever writes it twice."""

    message = models.ForeignKey(Message, models.PROTECT, related_name="lines")
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=160)
    text = models.TextField()
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="+")
    notice = models.OneToOneField(Notice, models.PROTECT, null=True, related_name="message_line")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]


def subject_of(lines: Iterable[MessageLine]) -> str:
    """The subject of a message with these lines: the first one's, and how many others there are."""
    subjects = list(dict.fromkeys(line.subject for line in lines))
    more = len(subjects) - 1
    if more <= 0:
        return "".join(subjects)
    return gettext("%(subject)s and %(more)s more") % {"subject": subjects[0], "more": more}
