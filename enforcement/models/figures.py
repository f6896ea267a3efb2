"""Figures of the law that enforcement counts by and no fine schedule holds, as dated rows."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from enforcement.rules.interest import Rate
from office.models import Board, SetByVote
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.schedules import Span


class LegalFigureQuerySet(AppendOnlyQuerySet):
    def on(self, board: Board, what: str, day: date) -> LegalFigure | None:
        """The row of this board that holds on `day`, or None."""
        # The last to begin ended those before it: when it has ended too, none of them comes back.
        begun: LegalFigure | None = (
            self.filter(board=board, what=what, since__lte=day).order_by("-since").first()
        )
        return begun if begun and (begun.until is None or begun.until >= day) else None


class LegalFigure(SetByVote, AppendOnlyModel):
    """One figure of a board from a day on, with the source that gives it. The next row ends it.

    Written once. `doubt` says what counsel or the town has yet to confirm; a page that uses the figure says
    so too.
    """

    class What(models.TextChoices):
        CONVICTION = "conviction", "Most a court may fine for each violation, in dollars"
        STATE_CEILING = "state-ceiling", "Most the state's law lets a regulation set, in dollars"
        LATE_PLAN = "late-plan", "Most for each day a plan is late, in dollars"
        INTEREST = "interest", "Legal interest on liens, in percent a year"

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    what = models.CharField("figure", max_length=15, choices=What)
    value = models.DecimalField(max_digits=10, decimal_places=3)
    cite = models.CharField("section", max_length=80, help_text="As the catalogue has it: Tisbury 09.0.7(B).")
    since = models.DateField("first day", db_index=True)
    until = models.DateField(
        "last day", null=True, blank=True, help_text="Leave empty: the row lasts until the next one begins."
    )
    source = models.CharField(max_length=200, help_text="Who set it and when, or where it was read.")
    doubt = models.CharField(
        "to be verified", max_length=300, blank=True, help_text="What counsel or the town has yet to confirm."
    )
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    objects = LegalFigureQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        verbose_name = "figure of the law"
        verbose_name_plural = "figures of the law"
        ordering = ["board", "what", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "what", "since"],
                name="legal_figure_one_a_day",
                violation_error_message="Another row of this figure starts on that day. Choose another day.",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="legal_figure_ends_after_start",
            ),
            models.CheckConstraint(condition=Q(value__gt=0), name="legal_figure_above_zero"),
        ]

    def __str__(self) -> str:
        since = f"{self.since:%B} {self.since.day}, {self.since.year}"
        return f"{self.get_what_display()}, {self.board}, from {since}"

    @property
    def span(self) -> Span:
        return Span(self.since, self.until)

    @property
    def dollars(self) -> Decimal:
        """The figure as an amount to the cent."""
        return Decimal(self.value).quantize(Decimal("0.01"))


def rates(board: Board) -> list[Rate]:
    """The board's rates of legal interest, oldest first; one query."""
    rows = LegalFigure.objects.filter(board=board, what=LegalFigure.What.INTEREST).order_by("since")
    return [Rate(row.since, Decimal(row.value), row.cite) for row in rows]
