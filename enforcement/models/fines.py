"""The fine schedule: its lines, and their ladders as dated rows."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from simple_history.models import HistoricalRecords

from enforcement.rules import fines
from office.models import Board, SetByVote
from office.models.cents import Cents
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.schedules import Span


class FineLine(models.Model):
    """One line of the fine schedule: the offense and its sections. Its figures are dated rows."""

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField("line")
    what = models.CharField("offense", max_length=120)
    words = models.CharField(
        "other words", max_length=200, blank=True, help_text="What an officer may type to find the line."
    )
    printed = models.CharField("section as printed", max_length=80)
    cite = models.CharField(
        "section meant", max_length=80, help_text="As the catalogue has it: Tisbury 09.7.3."
    )
    doubles = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="+",
        help_text="The line that says the same: both count as one offense, and one act is cited once.",
    )  # fmt: skip
    ticket = models.BooleanField(
        "may be ticketed", default=True, help_text="No for what only a court may fine."
    )
    usual = models.PositiveSmallIntegerField(
        "place among the usual offenses", null=True, blank=True, help_text="Leave empty for the others."
    )
    remark = models.CharField(max_length=300, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = "line of the fine schedule"
        verbose_name_plural = "lines of the fine schedule"
        ordering = ["board", "number"]
        constraints = [models.UniqueConstraint(fields=["board", "number"], name="fine_line_once")]

    def __str__(self) -> str:
        return f"{self.number}. {self.what}"


class FineAmountQuerySet(AppendOnlyQuerySet):
    def in_force(self, day: date) -> FineAmountQuerySet:
        """The rows that hold on `day`, one a line, in the schedule's order; one query."""
        begun = FineAmount.objects.filter(line=models.OuterRef("line"), since__lte=day).order_by("-since")
        lasting = Q(until__isnull=True) | Q(until__gte=day)
        rows = self.filter(lasting, pk=models.Subquery(begun.values("pk")[:1]))
        return rows.select_related("line__doubles").order_by("line__number")


class FineAmount(SetByVote, AppendOnlyModel):
    """The ladder of a line from a day on, by the vote that set it. The next row ends it; or `until` does.

    Written once. Only a row whose first day lies ahead may be withdrawn. A violation is fined by the row of
    its own day.
    """

    class Opening(models.TextChoices):
        FINE = fines.Rung.FINE.value, "A fine"
        WARNING = fines.Rung.WARNING.value, "A warning"
        SERVICE_FEE = fines.Rung.SERVICE_FEE.value, "A service fee, billed and not ticketed"

    class Unit(models.TextChoices):
        OFFENSE = fines.Unit.OFFENSE.value, "The offense as a whole"
        DAY = fines.Unit.DAY.value, "Each day"
        PERIOD = fines.Unit.PERIOD.value, "Each 24 hours begun after the order lapsed"
        PERMIT_DAY = fines.Unit.PERMIT_DAY.value, "Each permit and day"
        BOAT_DAY = fines.Unit.BOAT_DAY.value, "Each boat and day"

    class LookBack(models.TextChoices):
        NO_LIMIT = fines.LookBack.NO_LIMIT.value, "All earlier offenses"
        CALENDAR_YEAR = fines.LookBack.CALENDAR_YEAR.value, "Those of the same calendar year"

    class Prior(models.TextChoices):
        NOTHING = fines.Prior.NOTHING.value, "Nothing"
        WRITTEN_ORDER = fines.Prior.WRITTEN_ORDER.value, "A written order that fell due"
        ORDER_24H = fines.Prior.ORDER_24H.value, "A 24-hour order that lapsed"
        QUARANTINE = fines.Prior.QUARANTINE.value, "The first quarantine of the calendar year"
        SLIPS_DUE = fines.Prior.SLIPS_DUE.value, "The 15th on which the slips were due"
        NOTICE = fines.Prior.NOTICE.value, "The receipt of a notice"

    class Route(models.TextChoices):
        C40_21D = fines.Route.C40_21D.value, "M.G.L. c.40 §21D: 21 days from the notice's date"
        C270_16A = fines.Route.C270_16A.value, "M.G.L. c.270 §16A: 21 days from the violation"

    line = models.ForeignKey(FineLine, models.PROTECT, related_name="amounts")
    opening = models.CharField("the first step is", max_length=12, choices=Opening, default=Opening.FINE)
    first = Cents("first offense", null=True, blank=True, help_text="Empty for a warning and for a range.")
    later = Cents(
        "second and later", null=True, blank=True, help_text="Empty: the first figure holds every time."
    )
    least = Cents("lowest of a range", null=True, blank=True)
    most = Cents("highest of a range", null=True, blank=True, help_text="The officer chooses an amount.")
    unit = models.CharField("charged for", max_length=12, choices=Unit, default=Unit.OFFENSE)
    look_back = models.CharField(
        "earlier offenses that count", max_length=15, choices=LookBack, default=LookBack.NO_LIMIT, blank=True
    )
    prior = models.CharField(
        "what must come first", max_length=15, choices=Prior, default=Prior.NOTHING, blank=True
    )
    each_matter = models.BooleanField("every matter begins anew", default=False)
    route = models.CharField("ticket under", max_length=10, choices=Route, default=Route.C40_21D)
    since = models.DateField("first day", db_index=True)
    until = models.DateField(
        "last day", null=True, blank=True, help_text="Leave empty: the row lasts until the next one begins."
    )
    vote = models.CharField(max_length=200, help_text="Who set it and when: “Board of Health, June 9, 2026”.")
    doubt = models.CharField(
        "to be verified",
        max_length=300,
        blank=True,
        help_text="What counsel or the board has yet to confirm.",
    )
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    objects = FineAmountQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        verbose_name = "fine"
        ordering = ["line__number", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["line", "since"],
                name="fine_amount_one_a_day",
                violation_error_message="Another row of this line starts on that day. Choose another day.",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="fine_amount_ends_after_start",
            ),
            models.CheckConstraint(
                # A comparison with NULL is not false to a database: say what is there.
                condition=Q(first__isnull=False, first__gt=0)
                | Q(first__isnull=True, later__isnull=False, later__gt=0)
                | Q(first__isnull=True, later__isnull=True, most__isnull=False, most__gt=0),
                name="fine_amount_has_a_figure",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.line}, from {self.since:%B} {self.since.day}, {self.since.year}"

    @property
    def span(self) -> Span:
        return Span(self.since, self.until)

    def fine(self) -> fines.Fine:
        """The row as the rules read it. Fetch it with `line__doubles` to ask nothing more."""
        return fines.Fine(
            line=self.line.number,
            what=self.line.what,
            printed=self.line.printed,
            cite=self.line.cite,
            first=self.first,
            later=self.later,
            opening=fines.Rung(self.opening),
            least=self.least,
            most=self.most,
            unit=fines.Unit(self.unit),
            look_back=fines.LookBack(self.look_back),
            prior=fines.Prior(self.prior),
            each_matter=self.each_matter,
            ticket=self.line.ticket,
            offense=self.line.doubles.number if self.line.doubles else 0,
            route=fines.Route(self.route),
            since=self.since,
            vote=self.vote,
            doubt=self.doubt,
            source=self.pk,
        )
