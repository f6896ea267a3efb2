"""How a town reads what its books leave open, as dated rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from office import kinds
from office.clockwork import Clock
from office.law import Reading
from office.models.boards import Board
from office.models.events import AppendOnlyModel
from office.models.meetings import Vote
from office.schedules import Span


class ReadingRow(AppendOnlyModel):
    """A board's answer to one question from a day on, with who gave it. The next row ends it.

    Written once. `doubt` says what the town has yet to confirm; pages that go by the row say so too.
    """

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    slug = models.SlugField("question", max_length=60)
    value = models.CharField("answer", max_length=60)
    since = models.DateField("first day", db_index=True)
    until = models.DateField(
        "last day", null=True, blank=True, help_text="Leave empty: the row lasts until the next one begins."
    )
    source = models.CharField(max_length=200, help_text="Who said so and when, or where it was read.")
    vote = models.ForeignKey(
        Vote, models.PROTECT, null=True, blank=True, related_name="+",
        help_text="The recorded vote it rests on, where there is one.",
    )  # fmt: skip
    doubt = models.CharField(
        "to be confirmed",
        max_length=300,
        blank=True,
        help_text="What counsel or the town has yet to confirm.",
    )
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    class Meta:
        verbose_name = "reading of the law"
        verbose_name_plural = "readings of the law"
        ordering = ["board", "slug", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "slug", "since"],
                name="reading_one_a_day",
                violation_error_message="Another answer to it starts on that day. Choose another day.",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="reading_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        since = f"{self.since:%B} {self.since.day}, {self.since.year}"
        reading = kinds.readings_of(self.board.slug).get(self.slug)
        if reading is None or reading.problem(self.value):
            return f"{self.slug}: {self.value}, {self.board}, from {since}"  # declared no longer
        return f"{reading.asks} {reading.says(self.value)}, {self.board}, from {since}"

    @property
    def span(self) -> Span:
        return Span(self.since, self.until)


@dataclass(frozen=True)
class Read:
    """How a question counts on a day: the row that answers it, or the default of its declaration."""

    reading: Reading
    row: ReadingRow | None = None

    @property
    def value(self) -> str:
        return self.row.value if self.row else self.reading.plain(self.reading.default)

    @property
    def says(self) -> str:
        """The answer in words."""
        return self.reading.says(self.value)

    @property
    def confirmed(self) -> bool:
        """Whether the town has said so, without a doubt left."""
        return self.row is not None and not self.row.doubt

    @property
    def doubt(self) -> str:
        """What has yet to be confirmed, in words; "" where nothing more is known."""
        return self.row.doubt if self.row else self.reading.doubt


def read_on(board: Board, readings: Iterable[Reading], day: date) -> dict[str, Read]:
    """How each of these questions counts before the board on `day`, by slug. One query; none without any."""
    declared = {reading.slug: reading for reading in readings}
    if not declared:
        return {}
    rows = ReadingRow.objects.filter(board=board, slug__in=declared, since__lte=day)
    # The last to begin ended those before it, and counts while it has not ended itself.
    rows = rows.select_related("vote__item__meeting").order_by("since")
    latest: dict[str, ReadingRow] = {row.slug: row for row in rows}
    counts = {slug: row for slug, row in latest.items() if row.until is None or row.until >= day}
    return {slug: Read(reading, counts.get(slug)) for slug, reading in declared.items()}


def readings_on(board: Board, slugs: Collection[str] | None, day: date) -> dict[str, Read]:
    """The same by slugs, or for all the board is asked if None. LookupError names one it is not asked."""
    declared = kinds.readings_of(board.slug)
    if slugs is None:
        return read_on(board, declared.values(), day)
    for slug in slugs:
        if slug not in declared:
            raise LookupError(f"{board} is not asked {slug!r}: no kind of its declares such a reading.")
    return read_on(board, [declared[slug] for slug in slugs], day)


def clocks_of(board: Board, kind: kinds.CaseKind) -> tuple[Clock, ...]:
    """The kind's clocks as the board counts them: lengths that the text leaves open as it reads them by day.

    One query; none for a kind whose clocks all have the length that is declared.
    """
    asked = {clock.reading for clock in kind.every_clock if clock.reading}
    if not asked:
        return kind.every_clock
    said: dict[str, list[tuple[date, date | None, int]]] = {slug: [] for slug in asked}
    rows = ReadingRow.objects.filter(board=board, slug__in=asked).order_by("since")
    for slug, since, until, value in rows.values_list("slug", "since", "until", "value"):
        said[slug].append((since, until, int(value)))
    return tuple(
        replace(clock, answers=tuple(said[clock.reading])) if clock.reading else clock
        for clock in kind.every_clock
    )


def reading_on(board: Board, reading: Reading | str, day: date) -> str:
    """The answer that counts before the board on `day`: of its dated row, else the declaration's default."""
    if isinstance(reading, str):
        return readings_on(board, [reading], day)[reading].value
    return read_on(board, [reading], day)[reading.slug].value
