"""Citations and warnings: what was seen, what it came to, and what is on record of person and place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db import models

from enforcement.clocks import CITATION_NOTICE
from enforcement.models.fines import FineAmount, FineLine
from enforcement.rules import citations as rules
from enforcement.rules import fines, ladder
from office.clockwork import Happened, runs
from office.intake import Filing
from office.models import Board, Case, Facility, Parcel, Party
from office.models.cents import Cents

CITATION, WARNING = "citation", "written-warning"
OFFENDER = "subject"
OUTCOMES = {
    "withdrawn": ladder.Outcome.WITHDRAWN,
    "not responsible": ladder.Outcome.NOT_RESPONSIBLE,
    "responsible": ladder.Outcome.RESPONSIBLE,
}


class Citation(models.Model):
    """One citation or warning. Amount and working are frozen at issue; a later recount makes a task."""

    class Served(models.TextChoices):
        IN_HAND = rules.IN_HAND, "Handed over"
        BY_MAIL = rules.BY_MAIL, "To be mailed"

    class Receipt(models.TextChoices):
        SIGNED = "signed", "Signed for it"
        REFUSED = "refused", "Would not sign"
        ABSENT = "absent", "Was not there"

    class Marina(models.TextChoices):
        POND = rules.POND, "On a pond or lake of the town"
        HARBOR = rules.HARBOR, "In the harbor"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    line = models.ForeignKey(FineLine, models.PROTECT, related_name="+", verbose_name="offense")
    source = models.ForeignKey(
        FineAmount, models.PROTECT, related_name="+", verbose_name="row of the schedule"
    )
    name = models.CharField("offender", max_length=200)
    mail_to = models.CharField("last known address", max_length=300, blank=True)
    place = models.CharField("where", max_length=200, blank=True)
    seen = models.TextField("what was seen", max_length=2000, blank=True)
    violated_on = models.DateField("day of the violation")
    violated_at = models.TimeField("time of day", null=True, blank=True)
    last_on = models.DateField("last day", null=True, blank=True)
    units = models.PositiveIntegerField("how many", default=1)
    prior_on = models.DateField("day of what came first", null=True, blank=True)
    given_at = models.DateTimeField("order given", null=True, blank=True)
    seen_at = models.DateTimeField("found not corrected", null=True, blank=True)
    marina = models.CharField(max_length=10, choices=Marina, blank=True)
    chosen = Cents("amount chosen", null=True, blank=True)
    reason = models.CharField("why this amount", max_length=300, blank=True)
    separate = models.CharField("why a separate act", max_length=300, blank=True)
    ordinal = models.PositiveSmallIntegerField("offense number")
    rung = models.CharField("step", max_length=12, choices=FineAmount.Opening)
    amount = Cents()
    working = models.TextField()
    counted = models.JSONField("earlier ones counted", default=list)
    confirmed = models.JSONField("said to be the same person", default=list)
    dated_on = models.DateField("date of the notice")
    served = models.CharField("how it goes out", max_length=10, choices=Served)
    receipt = models.CharField(max_length=10, choices=Receipt, blank=True)

    CITES = {
        "line": "Tisbury 09.0.6",
        "amount": "Tisbury 09.0.7",
        "violated_on": "Massachusetts c.40 §21D",
        "mail_to": "Massachusetts c.40 §21D",
        "receipt": "Massachusetts c.40 §21D",
        "marina": "Tisbury 09.4.10",
    }
    PUBLIC = ()
    # What the case file shows; no form asks it.
    SECTIONS = (
        ("offense", "Offense", ("line", "name", "mail_to", "place", "violated_on", "violated_at", "last_on",
                                "units", "prior_on", "marina", "seen")),
        ("sum", "Amount", ("ordinal", "rung", "reason", "separate")),
        ("notice", "Notice", ("dated_on", "served", "receipt")),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="citation_amount_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.line.what}, {self.name}"

    @property
    def littering(self) -> bool:
        """Whether the line is one of c.270 §16A, for which two statutes give their own 21 days."""
        return "c.270" in self.line.cite or self.from_violation

    @property
    def from_violation(self) -> bool:
        """Whether its 21 days run from the violation (c.270 §16A), and not from the notice (c.40 §21D)."""
        return self.source.route == FineAmount.Route.C270_16A

    @property
    def lines(self) -> list[str]:
        """The working, line by line."""
        return self.working.splitlines()


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """Whether the line may be ticketed, what it is charged for, and the last day for the notice."""
    line, source = filing.answers.get("line"), filing.answers.get("source")
    violated_on = filing.answers.get("violated_on")
    through = None
    if violated_on is not None:
        board = filing.case.board if filing.case else Board.objects.get(slug=filing.kind.boards[0])
        through = notice_through(board, violated_on)
    return {
        "ticket": line.ticket if line else None,
        "unit": source.unit if source else None,
        "notice_through": through,
    }


def notice_through(board: Board, violated_on: date) -> date:
    """The last day to hand over or mail the citation of a violation on that day (c.40 §21D)."""
    (run,) = runs([CITATION_NOTICE], [Happened("violation", violated_on)], board.calendar())
    return run.due_on


# ------------------------------------------------------------------------------------ what is on record
def on_record(
    board: Board,
    line: FineLine,
    *,
    offender: Party | None,
    parcel: Parcel | None = None,
    facility: Facility | None = None,
    but: Case | None = None,
) -> list[ladder.Earlier]:
    """The citations and warnings of this board that count under the same line, by person or place.

    One found in several ways is told once, by the person first. At most three queries.
    """
    base = Citation.objects.filter(case__board=board, case__kind__in=(CITATION, WARNING)).filter(
        models.Q(line=line.doubles_id or line.pk) | models.Q(line__doubles=line.doubles_id or line.pk)
    )
    if but is not None:
        base = base.exclude(case=but)
    base = base.select_related("case", "line__doubles").order_by("violated_on", "pk")
    found: dict[str, ladder.Earlier] = {}
    if offender is not None:
        _tell(
            found, base.filter(case__people__party=offender, case__people__role=OFFENDER), ladder.Match.PERSON
        )
    if facility is not None:
        _tell(found, base.filter(case__facility=facility), ladder.Match.ESTABLISHMENT)
    if parcel is not None:
        _tell(found, base.filter(case__parcels=parcel), ladder.Match.PROPERTY)
    return list(found.values())


def _tell(found: dict[str, ladder.Earlier], rows: Iterable[Citation], match: ladder.Match) -> None:
    for row in rows:
        outcome = OUTCOMES.get(row.case.status, ladder.Outcome.STANDS)
        says = "a warning" if row.rung == fines.Rung.WARNING else row.case.status
        line = row.line.doubles or row.line
        earlier = ladder.Earlier(row.case.number, line.number, row.violated_on, match, outcome, says)
        found.setdefault(row.case.number, earlier)
