"""Liens for the town's cost, and the files of criminal complaints."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models
from django.db.models import F, Q

from enforcement.models.citations import CITATION
from enforcement.models.fines import FineLine
from enforcement.rules.orders import BASES
from office.intake import Filing
from office.models import Case
from office.models.cents import Cents

LIEN, PROSECUTION = "lien", "prosecution"
COST, INTEREST = "lien-cost", "lien-interest"  # the codes of its charges


class Lien(models.Model):
    """A lien on a property for what its cure cost the town. The costs are charges of its case."""

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    basis = models.CharField(
        max_length=20, choices=[(b.slug, f"{b.label}, {b.cite}") for b in BASES if b.lien]
    )
    name = models.CharField("owner", max_length=200)
    what = models.TextField("what the town did", max_length=2000)
    recorded_on = models.DateField("day of recording", null=True, blank=True)
    book = models.CharField(max_length=20, blank=True)
    page = models.CharField(max_length=20, blank=True)
    released_on = models.DateField("day of the release", null=True, blank=True)
    release_book = models.CharField("book of the release", max_length=20, blank=True)
    release_page = models.CharField("page of the release", max_length=20, blank=True)

    CITES = {
        "what": "Jamestown 22-201(a)",
        "recorded_on": "Jamestown 22-233(b)",
        "book": "Jamestown 22-264(a)",
    }
    PUBLIC = ()
    SECTIONS = (
        ("lien", "Lien", ("basis", "name", "what")),
        ("record", "Land evidence records", ("recorded_on", "book", "page", "released_on", "release_book",
                                             "release_page")),
    )  # fmt: skip

    class Meta:
        constraints = [
            # A book and page hold one lien of a town's records.
            models.CheckConstraint(
                condition=Q(recorded_on__isnull=True) | ~Q(book="") & ~Q(page=""),
                name="lien_recorded_in_book_and_page",
            ),
            models.CheckConstraint(
                condition=Q(released_on__isnull=True)
                | Q(recorded_on__isnull=False, released_on__gte=F("recorded_on")),
                name="lien_released_after_recording",
            ),
        ]

    def __str__(self) -> str:
        return f"Lien, {self.name}"


class Prosecution(models.Model):
    """The file of a criminal complaint: the offense, its notice, the days charged, what the court did.

    Ceiling and working are those of the notice's day; the court sets its own sum.
    """

    class Outcome(models.TextChoices):
        CONVICTED = "convicted", "Convicted"
        ACQUITTED = "acquitted", "Found not guilty"
        DISMISSED = "dismissed", "Dismissed"
        OTHERWISE = "otherwise", "Disposed of otherwise"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    line = models.ForeignKey(
        FineLine, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="line of the schedule"
    )
    offense = models.CharField(max_length=200)
    section = models.CharField(max_length=80)
    name = models.CharField("defendant", max_length=200)
    mail_to = models.CharField("last known address", max_length=300, blank=True)
    place = models.CharField("where", max_length=200, blank=True)
    seen = models.TextField("what was seen", max_length=2000, blank=True)
    notice_on = models.DateField("day the notice was received")
    last_on = models.DateField("last day charged")
    ceiling = Cents("most for each violation")
    working = models.TextField()
    doubt = models.CharField("to be verified", max_length=300, blank=True)
    docket = models.CharField("docket number", max_length=40, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    court_sum = Cents("sum the court set", null=True, blank=True)
    costs = Cents("costs", null=True, blank=True)

    CITES = {
        "notice_on": "Tisbury 09.0.7(B)",
        "last_on": "Tisbury 09.0.7(B)",
        "ceiling": "Tisbury 09.0.7(B)",
    }
    PUBLIC = ()
    SECTIONS = (
        ("offense", "Offense", ("line", "offense", "section", "name", "mail_to", "place", "seen")),
        ("days", "Days charged", ("notice_on", "last_on", "doubt")),
        ("court", "Court", ("docket", "outcome", "court_sum", "costs")),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(last_on__gt=F("notice_on")), name="prosecution_after_notice"),
        ]

    def __str__(self) -> str:
        return f"{self.offense}, {self.name}"

    @property
    def lines(self) -> list[str]:
        """The working, line by line."""
        return self.working.splitlines()


def prosecution_lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """Whether the line may be ticketed, and whether a citation came before."""
    line = filing.answers.get("line")
    parent = filing.case.parent if filing.case else None
    known = bool(filing.answers.get("offense"))
    return {
        "ticket": line.ticket if line else (False if known else None),
        "cited": (parent is not None and parent.kind == CITATION) if known else None,
    }
