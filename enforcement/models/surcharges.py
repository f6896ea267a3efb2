"""Surcharges at renewal: which events call for which level, as dated rows; and what became of an event."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.core.exceptions import FieldError
from django.db import models
from django.db.models import Q

from enforcement.rules import surcharges as rules
from office import kinds
from office.models import Board, Charge, Event, SetByVote
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.pricing import number
from office.schedules import Span, named

SORT = ("board", "programme", "kind", "event", "fact", "value")  # what makes two rows the same sort


def permits_of(programme: str) -> list[str]:
    """The kinds whose renewal the surcharges of this programme are charged with, by their slugs."""
    return [slug for slug, kind in kinds.registry.items() if getattr(kind.fees, "programme", "") == programme]


def words(text: str) -> frozenset[str]:
    """The words between the commas: "17, 20" is 17 and 20."""
    return frozenset(word for part in text.split(",") if (word := part.strip()))


class SurchargeLevelQuerySet(AppendOnlyQuerySet):
    def in_force(self, day: date) -> SurchargeLevelQuerySet:
        """The rows that hold on `day`, one a sort, the lowest level first; one query."""
        same = {name: models.OuterRef(name) for name in SORT}
        begun = SurchargeLevel.objects.filter(since__lte=day, **same).order_by("-since")
        rows = self.filter(pk=models.Subquery(begun.values("pk")[:1]))
        return rows.select_related(
            "board", "recorded_vote__item__meeting", "recorded_vote__taken_back"
        ).order_by("percent", "pk")


class SurchargeLevel(SetByVote, AppendOnlyModel):
    """What one sort of event adds to the renewal from a day on, by the vote that set it. The next row of the
    same sort ends it; one of 0% ends the surcharge of that sort.

    Written once. Only a row whose first day lies ahead may be withdrawn. A renewal is charged by the rows of
    its own day (a reading: no section says whether that day or the event's).
    """

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    programme = models.SlugField(max_length=40, help_text="Whose renewals it is for: food, septage.")
    kind = models.SlugField(
        "kind of case", max_length=40, blank=True,
        help_text="Such as complaint. Empty: the permits of the programme themselves.",
    )  # fmt: skip
    event = models.SlugField(max_length=40, help_text="As the history of the case records it: validated.")
    fact = models.CharField(
        max_length=60, blank=True,
        help_text="An answer of the case that must have a certain value; “late” is that of a renewal filed "
        "after its term. Empty: every such event counts.",
    )  # fmt: skip
    value = models.CharField(
        max_length=80, blank=True, help_text="The value it must have; several are separated by commas."
    )
    undone_by = models.CharField(
        "taken back by", max_length=120, blank=True,
        help_text="Events that, recorded later on the same case, take it back: withdrawn. Several are "
        "separated by commas.",
    )  # fmt: skip
    says = models.CharField("in words", max_length=120, help_text="Such as: Validated complaint.")
    percent = models.DecimalField(max_digits=6, decimal_places=2)
    at_least = models.PositiveSmallIntegerField(
        "from how many on", default=1, help_text="2: one alone calls for nothing."
    )
    cite = models.CharField("section", max_length=80, help_text="As the catalogue has it: Tisbury 09.5.1.")
    since = models.DateField("first day", db_index=True)
    vote = models.CharField(max_length=200, help_text="Who set it and when: “Board of Health, June 9, 2026”.")
    doubt = models.CharField(
        "to be verified", max_length=300, blank=True,
        help_text="What counsel or the board has yet to confirm.",
    )  # fmt: skip
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    objects = SurchargeLevelQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        verbose_name = "surcharge level"
        ordering = ["programme", "percent", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=[*SORT, "since"],
                name="surcharge_level_one_a_day",
                violation_error_message="Another row of this sort starts on that day. Choose another day.",
            ),
            models.CheckConstraint(condition=Q(percent__gte=0), name="surcharge_level_not_negative"),
            models.CheckConstraint(condition=Q(at_least__gte=1), name="surcharge_level_needs_one"),
            models.CheckConstraint(
                condition=Q(fact="", value="") | (~Q(fact="") & ~Q(value="")),
                name="surcharge_level_fact_has_value",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.programme}: {self.says}, from {self.since:%B} {self.since.day}, {self.since.year}"

    @property
    def span(self) -> Span:
        return Span(self.since)

    @property
    def verified(self) -> bool:
        return not self.doubt

    @property
    def sort(self) -> str:
        """What tells this sort of event from the others of the programme."""
        where = f"{self.kind or 'permit'}/{self.event}"
        return f"{where}/{self.fact}={self.value}" if self.fact else where

    @property
    def level_says(self) -> str:
        """25%; 75% from 2 on."""
        few = f" from {self.at_least} on" if self.at_least > 1 else ""
        return f"{number(self.percent)}%{few}"

    def same_sort(self) -> dict[str, Any]:
        """What to filter the rows of this sort by."""
        return {name: getattr(self, name) for name in SORT}

    @property
    def missing(self) -> str:
        """What the row speaks of and no kind of case has, in a sentence; nothing counts by it until then."""
        if not self.kind and not permits_of(self.programme):
            return f"No kind of permit is charged with the surcharges of “{self.programme}” yet."
        slugs = [self.kind] if self.kind else permits_of(self.programme)
        known = [kinds.registry[slug] for slug in slugs if slug in kinds.registry]
        if not known:
            return f"There is no kind of case called “{self.kind}” yet."
        steps = {step.slug for kind in known for step in (*kind.lifecycle.steps, *kinds.KERNEL_STEPS)}
        if self.event not in steps:
            return f"{known[0].label} has no event called “{self.event}”."
        if self.fact and self.fact != rules.LATE and not all(has_fact(kind, self.fact) for kind in known):
            return f"{known[0].label} has no answer called “{self.fact}”."
        return ""

    def row(self) -> rules.Row:
        """The row as the rules read it."""
        slugs = [self.kind] if self.kind else permits_of(self.programme)
        level = rules.Level(self.sort, self.says, self.percent, self.cite, self.at_least)
        return rules.Row(
            level, frozenset(slugs), self.event, self.fact, words(self.value), words(self.undone_by)
        )


def has_fact(kind: kinds.CaseKind, fact: str) -> bool:
    """Whether the details of the kind lead to an answer by this name, such as `about` or `line__number`."""
    if kind.details is None:
        return False
    try:
        kind.details.objects.values(fact)
    except FieldError:
        return False
    return True


def facts_of(kind: kinds.CaseKind, facts: list[str], facility: Any) -> dict[int, dict[str, str]]:
    """By case, these answers of the facility's cases of the kind, as rows write them; one query."""
    found = {}
    for row in kind.details.objects.filter(case__facility=facility).values("case_id", *facts):
        found[row.pop("case_id")] = {name: _written(value) for name, value in row.items()}
    return found


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return rules.YES if value else rules.NO
    return "" if value is None else str(value)


class EventMark(AppendOnlyModel):
    """That an event is not counted for the surcharge, and why; or counts after all. The last one holds."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    counts = models.BooleanField()
    reason = models.CharField(max_length=300)
    marked_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="event_mark_has_reason")]

    def __str__(self) -> str:
        return f"{'Counted' if self.counts else 'Not counted'} since {named(self.marked_on)}: {self.reason}"


class EventUse(AppendOnlyModel):
    """That a renewal was charged with a surcharge because of an event: one event is used for one renewal.

    It stands while its charge does. `turn` is how often the event was used before by charges that were taken
    back since; an event has one use of each turn, so of two renewals at once only one can have it.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="+")
    charge = models.ForeignKey(Charge, models.PROTECT, related_name="+")
    turn = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "turn"], name="event_use_once")]

    def __str__(self) -> str:
        return f"{self.event} in {self.charge}"
