"""Owners of land beside a place, who are told of a hearing about it; and the notice in the newspaper."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint
from simple_history.models import HistoricalRecords

from office.calendar import Figure, Unit
from office.kinds import OFFICE_PRACTICE
from office.models.boards import Board
from office.models.cases import Case
from office.models.documents import Document
from office.models.events import AppendOnlyModel, Event
from office.models.notices import Notice
from office.models.parcels import Parcel


class AbutterRule(models.Model):
    """Whom a board tells of a hearing, and by when, from a day on: a dated row, added and never edited.

    `slug` is the name by which kinds call the rule. Until the town `confirmed` the row its numbers are the
    office's own, and bind nobody; `doubt` says what of it was not read in the law. `days` left open: the law
    of the board says no number, and no day is computed.
    """

    class Reach(models.TextChoices):
        TOUCHING = "touching", "Owners whose land touches the place"
        WITHIN = "within", "Owners within a distance of the property line"

    board = models.ForeignKey(Board, models.PROTECT, related_name="abutter_rules")
    slug = models.SlugField("rule", max_length=40, help_text="Kinds of cases call the rule by this name.")
    label = models.CharField(max_length=80, help_text="What it is called, in a few words.")
    since = models.DateField("from")
    reach = models.CharField("who counts", max_length=10, choices=Reach)
    feet = models.PositiveIntegerField(
        "distance in feet", null=True, blank=True, help_text="From the property line, of owners within it."
    )
    also = models.CharField(
        "who counts too", max_length=200, blank=True, help_text="Such as all owners on the shore of a pond."
    )
    days = models.PositiveSmallIntegerField(
        "days before the hearing", null=True, blank=True,
        help_text="By when the notices are mailed. Left open when nothing says so.",
    )  # fmt: skip
    working = models.BooleanField("working days", default=False, help_text="Calendar days otherwise.")
    newspaper_days = models.PositiveSmallIntegerField(
        "newspaper: days before the hearing", null=True, blank=True,
        help_text="By when the newspaper prints the notice. Left open when nothing says so.",
    )  # fmt: skip
    newspaper_working = models.BooleanField("newspaper: working days", default=False)
    list_days = models.PositiveSmallIntegerField(
        "assessors’ list: days it is good for", null=True, blank=True,
        help_text="An older list is warned about. Left open, none is.",
    )  # fmt: skip
    section = models.CharField(max_length=80, help_text="What asks for the notice.")
    confirmed = models.BooleanField(
        default=False, help_text="The town has looked at it. Until then pages say that it is not confirmed."
    )
    doubt = models.CharField(
        "what is doubtful", max_length=300, blank=True, help_text="What of it was not read in the law."
    )
    history = HistoricalRecords()

    class Meta:
        ordering = ["board", "slug", "-since"]
        constraints = [
            UniqueConstraint(fields=["board", "slug", "since"], name="abutter_rule_once"),
            models.CheckConstraint(
                condition=Q(reach="touching", feet__isnull=True) | Q(reach="within", feet__gte=1),
                name="abutter_rule_has_its_distance",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board}, {self.label}, from {self.since}"

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """The lengths it sets, each under the name by which a clock asks for it."""
        cite = self.section if self.confirmed else OFFICE_PRACTICE
        said = (
            ("abutters", self.days, self.working),
            ("newspaper", self.newspaper_days, self.newspaper_working),
        )
        for what, n, working in said:
            unit = Unit.WORKING_DAYS if working else Unit.DAYS
            yield f"{self.slug}/{what}", Figure(self.since, n, unit, cite)

    @property
    def counts(self) -> str:
        """Who counts, in words."""
        who = "owners whose land touches the place"
        if self.reach == self.Reach.WITHIN:
            who = f"owners within {self.feet} ft of the property line"
        return f"{who}, and {self.also}" if self.also else who


class AbutterList(models.Model):
    """The owners to be told of a case's hearing, as the assessors' list of a day names them.

    `frozen_on` is when the notices were written by it: from then on no row of it changes. A newer list of the
    case takes the place of an older one, which stays readable.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="abutter_lists")
    assessors_on = models.DateField("date of the assessors’ list")
    certified_by = models.CharField(max_length=120, blank=True, help_text="Who at the assessors’ office.")
    made_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    frozen_on = models.DateField(null=True)
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    key = models.CharField(max_length=80, unique=True, null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"Abutters of {self.case.number}, assessors’ list of {self.assessors_on}"

    def age(self, on: date) -> int:
        """How many days old the assessors' list is on that day."""
        return (on - self.assessors_on).days


class Abutter(models.Model):
    """An owner on a list, with the address to which the notice goes."""

    of = models.ForeignKey(AbutterList, models.PROTECT, related_name="abutters")
    owner = models.CharField(max_length=200)
    street = models.CharField("mailing address", max_length=200, blank=True)
    city = models.CharField("town or city", max_length=80, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip_code = models.CharField("ZIP code", max_length=10, blank=True)
    parcel = models.ForeignKey(Parcel, models.PROTECT, null=True, related_name="+")
    lot = models.CharField(max_length=60, blank=True, help_text="Map, block and lot of the land.")
    note = models.CharField(max_length=200, blank=True)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.owner

    @property
    def address(self) -> str:
        """Where the notice goes, on one line."""
        town = ", ".join(part for part in (self.city, self.state) if part)
        return ", ".join(part for part in (self.street, f"{town} {self.zip_code}".strip()) if part)

    @property
    def lacks(self) -> str:
        """What of its address is missing, in words; "" when it is whole."""
        needed = {"mailing address": self.street, "town": self.city, "ZIP code": self.zip_code}
        return " or ".join(name for name, held in needed.items() if not held.strip())


class AbutterNotice(AppendOnlyModel):
    """That an owner is written to about the hearing of that day: which letter it is.

    Who owns several lots of a list gets one letter for all of them.
    """

    abutter = models.ForeignKey(Abutter, models.PROTECT, related_name="told")
    notice = models.ForeignKey(Notice, models.PROTECT, related_name="abutters")
    hearing = models.ForeignKey(Event, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [UniqueConstraint(fields=["abutter", "notice"], name="abutter_told_once")]


class NewspaperNotice(AppendOnlyModel):
    """That a newspaper printed the notice of a hearing, with its proof."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="newspaper_notices")
    paper = models.CharField("newspaper", max_length=120)
    printed_on = models.DateField()
    document = models.ForeignKey(Document, models.PROTECT, null=True, related_name="+")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.paper}, {self.printed_on}"
