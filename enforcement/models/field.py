"""Work without signal: numbers set aside for a phone, and the receipts of what it sent."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from office.models import Board, Case, Document
from office.models.cents import Cents


class ReservedNumber(models.Model):
    """A number of a series set aside for one officer's phone, for a ticket that is written without signal.

    It ends as the number of a case, or void with the reason; one that was given back is set aside again
    before a new one is taken. So every number of the series is explained.
    """

    class State(models.TextChoices):
        HELD = "held", "Set aside"
        USED = "used", "Used"
        BACK = "back", "Given back"
        VOID = "void", "Void"

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    series = models.CharField(max_length=8)
    year = models.PositiveSmallIntegerField()
    number = models.CharField(max_length=20, unique=True)
    held_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    device = models.CharField("phone", max_length=40, help_text="A random name the phone gave itself.")
    held_on = models.DateField("set aside on")
    state = models.CharField(max_length=5, choices=State, default=State.HELD)
    ended_on = models.DateField(null=True, blank=True)
    case = models.OneToOneField(Case, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["year", "series", "id"]
        indexes = [
            # Those a phone holds, and those that wait to be set aside again.
            models.Index(fields=["board", "state", "series", "year"], name="reserved_number_state"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="void") | ~Q(reason=""), name="reserved_number_void_reason"
            ),
            models.CheckConstraint(
                condition=Q(state="used", case__isnull=False) | ~Q(state="used") & Q(case__isnull=True),
                name="reserved_number_used_case",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class FieldItem(models.Model):
    """The receipt of one citation a phone sent: when it was written, when it came in, what was told.

    `told` is the amount the offender was told. The coordinates, in degrees, are there when the officer
    pressed for them; `accuracy_m` is what the phone said of them, in meters.
    """

    key = models.CharField(max_length=80, unique=True)
    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    received_at = models.DateTimeField()
    told = Cents("amount told")
    latitude = models.DecimalField(max_digits=8, decimal_places=6, null=True, blank=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True, blank=True)
    accuracy_m = models.PositiveIntegerField("accuracy in meters", null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(latitude__isnull=True, longitude__isnull=True)
                # A comparison with NULL is not false to a database: say what is there.
                | Q(latitude__isnull=False, longitude__isnull=False)
                & Q(latitude__range=(-90, 90), longitude__range=(-180, 180)),
                name="field_item_coordinates",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}, {self.key}"


class FieldPicture(models.Model):
    """A photo or signature that came with it: its document, and what the phone said when it was taken.

    `sha256` is the phone's; it was the file's own when it came in, or the file was refused.
    """

    class Sort(models.TextChoices):
        PHOTO = "photo", "Photo"
        SIGNATURE = "signature", "Signature"

    item = models.ForeignKey(FieldItem, models.PROTECT, related_name="pictures")
    document = models.OneToOneField(Document, models.PROTECT, related_name="+")
    sort = models.CharField(max_length=10, choices=Sort)
    taken_at = models.DateTimeField()
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.get_sort_display()} of {self.item.case}"
