"""Letters to people, the words an administrator gave them, and the batches they are printed in."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from office.models.boards import Board
from office.models.cases import Case
from office.models.documents import Document, private_storage, stored_name
from office.models.events import Event
from office.models.people import Party


class NoticeQuerySet(models.QuerySet["Notice"]):
    def of_boards(self, boards: Any) -> NoticeQuerySet:
        return self.filter(board__in=list(boards))

    def to_mail(self) -> NoticeQuerySet:
        """Letters on paper that wait to be mailed or handed over."""
        return self.filter(status=Notice.Status.TO_MAIL).exclude(channel=Notice.Channel.EMAIL)

    def in_pile_order(self) -> NoticeQuerySet:
        """As they lie in the printed pile: by ZIP code, then by name."""
        return self.order_by("to_zip", "to_name", "pk")

    def bearing(self, number: str) -> NoticeQuerySet:
        """The letter with this article number, or with a return card of this code."""
        return self.filter(Q(article_no=number) | Q(card_code=number))

    def ending_in(self, digits: str) -> NoticeQuerySet:
        """Letters whose article number or card's code ends in these digits."""
        return self.filter(Q(article_no__endswith=digits) | Q(card_code__endswith=digits))

    def cards_out(self) -> NoticeQuerySet:
        """Certified letters whose return card is not back."""
        return self.filter(status=Notice.Status.MAILED, channel=Notice.Channel.CERTIFIED)


class Notice(models.Model):
    """One letter to one recipient by one channel, from the outbox to its return card.

    Name, address and `language` are those of the day it was written. `subject` is what its events bear, so
    that a receipt starts the clocks of this letter alone. Until `hold_until` it may be stopped and nobody
    mails it.
    """

    class Channel(models.TextChoices):
        EMAIL = "email", "E-mail"
        FIRST_CLASS = "first-class", "First class"
        CERTIFIED = "certified", "Certified"
        IN_HAND = "in-hand", "In hand"

    class Status(models.TextChoices):
        TO_MAIL = "to-mail", "To mail"
        MAILED = "mailed", "Mailed"
        RECEIVED = "received", "Card back"
        RETURNED = "returned", "Returned"
        STOPPED = "stopped", "Stopped"
        REFUSED = "refused", "Not made"

    case = models.ForeignKey(Case, models.PROTECT, related_name="notices")
    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    letter = models.SlugField(max_length=40)
    label = models.CharField(max_length=120)
    event = models.ForeignKey(Event, models.PROTECT, null=True, related_name="notices")
    subject = models.CharField(max_length=80, blank=True)
    about = models.JSONField(default=dict, help_text="Values of this letter alone: a due day, a reason.")
    party = models.ForeignKey(Party, models.PROTECT, null=True, related_name="notices")
    to_name = models.CharField(max_length=200)
    to_street = models.CharField(max_length=200, blank=True)
    to_city = models.CharField(max_length=80, blank=True)
    to_state = models.CharField(max_length=2, blank=True)
    to_zip = models.CharField(max_length=10, blank=True)
    to_email = models.EmailField(blank=True)
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, help_text="Of the lines before the letter."
    )
    channel = models.CharField(max_length=12, choices=Channel)
    status = models.CharField(max_length=10, choices=Status, default=Status.TO_MAIL)
    written_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    hold_until = models.DateTimeField()
    article_no = models.CharField("article number", max_length=40, blank=True)
    card_code = models.CharField("return card code", max_length=40, blank=True)
    mailed_on = models.DateField(null=True)
    received_on = models.DateField(null=True)
    returned_on = models.DateField(null=True)
    why = models.CharField(
        max_length=300, blank=True, help_text="Why it came back, was stopped, or could not be made."
    )
    document = models.OneToOneField(Document, models.PROTECT, null=True, related_name="notice")
    key = models.CharField(max_length=120, unique=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["article_no"], condition=~Q(article_no=""), name="notice_article_once"
            ),
            models.UniqueConstraint(
                fields=["card_code"], condition=~Q(card_code=""), name="notice_card_once"
            ),
        ]
        indexes = [
            models.Index(fields=["board", "status", "channel"], name="notice_desk"),
        ]

    def __str__(self) -> str:
        return f"{self.label} to {self.to_name}"

    @property
    def address_lines(self) -> list[str]:
        """Name, street, and town with state and ZIP code, as an envelope has them."""
        town = ", ".join(part for part in (self.to_city, self.to_state) if part)
        return [line for line in (self.to_name, self.to_street, f"{town} {self.to_zip}".strip()) if line]

    def held(self, now: datetime) -> bool:
        """Whether it still waits, so that it may be stopped before anybody sees it."""
        return self.status == self.Status.TO_MAIL and now < self.hold_until


class LetterWording(models.Model):
    """The words of a letter of a board from a day on, in place of those it comes with."""

    board = models.ForeignKey(Board, models.PROTECT, related_name="wordings")
    letter = models.SlugField(max_length=40)
    from_on = models.DateField("from")
    text = models.TextField(help_text="Paragraphs with an empty line between; values in double braces.")
    vote = models.CharField(max_length=200, help_text="The vote or decision this rests on.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["board", "letter", "-from_on"]
        constraints = [
            models.UniqueConstraint(fields=["board", "letter", "from_on"], name="wording_once"),
        ]

    def __str__(self) -> str:
        return f"{self.letter} of {self.board} from {self.from_on}"

    @classmethod
    def on(cls, board: Board, letter: str, day: date) -> LetterWording | None:
        """The words in force on `day`; None when the letter keeps its own."""
        return cls.objects.filter(board=board, letter=letter, from_on__lte=day).order_by("-from_on").first()


class MailBatch(models.Model):
    """Letters printed together, or their labels or mailing book: one PDF, made step by step by a worker.

    What each step made is kept (a letter's own PDF), so a batch that was cut short goes on where it was.
    """

    class Kind(models.TextChoices):
        LETTERS = "letters", "Letters"
        LABELS = "labels", "Labels"
        BOOK = "book", "Mailing book"

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    notices = models.ManyToManyField(Notice, related_name="batches")
    label_start = models.PositiveSmallIntegerField(default=1, help_text="First label on the sheet, from 1.")
    made_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    refused = models.JSONField(default=list, help_text="Letters that could not be made, each with why.")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    file = models.FileField(storage=private_storage, upload_to=stored_name, max_length=100, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.made_on}"
