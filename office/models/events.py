"""What happened, and what the law said when it did. Events and snapshots are never edited."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from office import law
from office.clockwork import Happened
from office.models.cases import Case
from office.schedules import named


class AppendOnly(Exception):
    """Somebody tried to change a row that only ever gets a successor."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that no query may change or remove either."""

    def update(self, **kwargs: Any) -> int:
        raise AppendOnly(f"{self.model.__name__} rows are never edited; add a new one.")

    def delete(self) -> Any:
        raise AppendOnly(f"{self.model.__name__} rows are never deleted; add a new one.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> int:
        raise AppendOnly(f"{self.model.__name__} rows are never edited; add a new one.")


class AppendOnlyModel(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk and not self._state.adding:
            raise AppendOnly(f"{type(self).__name__} {self.pk} is never edited; record a correction.")
        # A new object under the key of a row that exists must not overwrite it.
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise AppendOnly(f"{type(self).__name__} {self.pk} is never deleted; record a correction.")


SERVED = "serves:"


class EventQuerySet(AppendOnlyQuerySet):
    def live(self) -> EventQuerySet:
        """Events that stand: neither corrected nor struck."""
        return self.filter(corrected_by__isnull=True, void=False)


def served_key(left: Event) -> str:
    """The key of what the mail desk recorded because a letter left, which the event `left` says."""
    return f"{SERVED}{left.pk}"


class Event(AppendOnlyModel):
    """Something that happened on a case on a day, recorded by somebody at a time.

    A correction is a new event that stands in the place of the one it `corrects`; one that is `void`
    strikes it without a successor.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="events")
    slug = models.SlugField(max_length=40)
    on = models.DateField()
    at = models.TimeField(null=True, help_text="Local time, where hours are counted from it.")
    from_on = models.DateField(null=True)
    until_on = models.DateField(null=True)
    subject = models.CharField(max_length=80, blank=True)
    clock = models.SlugField(max_length=40, blank=True)
    note = models.TextField(blank=True)
    authority = models.CharField(max_length=200, blank=True, help_text="What a longer time rests on.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=100, unique=True, null=True)
    corrects = models.OneToOneField("self", models.PROTECT, null=True, related_name="corrected_by")
    void = models.BooleanField(default=False)

    objects = EventQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["case", "slug", "on"], name="event_of_case"),
            # Surcharges and reports ask for one sort of event over a span of days.
            models.Index(fields=["slug", "on"], name="event_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.slug} {self.on}"

    @property
    def done(self) -> str:
        """The event in the history's words."""
        return self.case.casekind.lifecycle.step(self.slug).done

    @property
    def served(self) -> bool:
        """Whether the mail desk recorded it with a letter that left; only the desk takes it back."""
        return (self.key or "").startswith(SERVED)

    def happened(self) -> Happened:
        return Happened(
            self.slug, self.on, self.subject, self.clock, self.from_on, self.until_on, self.at, self.note
        )


class Snapshot(AppendOnlyModel):
    """The facts and findings as they stood when an event happened, under that day's law."""

    event = models.OneToOneField(Event, models.PROTECT, related_name="snapshot")
    case = models.ForeignKey(Case, models.PROTECT, related_name="snapshots")
    facts = models.JSONField(encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ["id"]


class SnapshotFinding(AppendOnlyModel):
    """One finding of a snapshot."""

    snapshot = models.ForeignKey(Snapshot, models.PROTECT, related_name="findings")
    rule = models.SlugField(max_length=60)
    cite = models.CharField(max_length=80)
    state = models.CharField(max_length=10)
    weight = models.CharField(max_length=10)
    says = models.TextField()
    measured = models.CharField(max_length=60, blank=True)
    limit = models.CharField(max_length=60, blank=True)
    unit = models.CharField(max_length=20, blank=True)
    op = models.CharField(max_length=10, blank=True)
    reads = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]

    @classmethod
    def of(cls, snapshot: Snapshot, found: law.Finding) -> SnapshotFinding:
        def text(value: Any) -> str:
            return "" if value is None else str(value)

        return cls(
            snapshot=snapshot,
            rule=found.rule,
            cite=found.cite,
            state=found.state,
            weight=found.weight,
            says=found.says,
            measured=text(found.measured),
            limit=text(found.limit),
            unit=found.unit,
            op=found.op,
            reads=list(found.reads),
        )


class RulingQuerySet(AppendOnlyQuerySet):
    def live(self) -> RulingQuerySet:
        """Rulings that stand: the event of none was struck."""
        return self.filter(event__corrected_by__isnull=True, event__void=False)

    def in_force(self, day: date) -> RulingQuerySet:
        """Those that count on `day`: a variance only while the case that granted it is itself in force."""
        granting = Case.objects.in_force(day).filter(pk=models.OuterRef("granted_by"))
        counts = models.Q(granted_by__isnull=True) | models.Exists(granting)
        return self.live().filter(counts, effective_on__lte=day).select_related("granted_by")


class Ruling(AppendOnlyModel):
    """The board's word on one rule of a case: found met, found unmet, or varied up to a limit.

    `granted_by` is the case that granted a variance, where it was one of its own.
    """

    class Says(models.TextChoices):
        MET = "met", "Found met"
        UNMET = "unmet", "Found not met"
        VARIED = "varied", "Variance granted"

    case = models.ForeignKey(Case, models.PROTECT, related_name="rulings")
    event = models.OneToOneField(Event, models.PROTECT, related_name="ruling")
    rule = models.SlugField(max_length=60)
    says = models.CharField(max_length=10, choices=Says)
    limit = models.DecimalField(max_digits=12, decimal_places=3, null=True)
    why = models.TextField()
    vote = models.CharField(max_length=200)
    effective_on = models.DateField()
    granted_by = models.ForeignKey(Case, models.PROTECT, null=True, related_name="rulings_granted")

    objects = RulingQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["effective_on", "id"]

    def spoken(self) -> law.Ruling:
        limit = None if self.limit is None else Decimal(self.limit)
        grant = ""
        if self.granted_by:
            grant = f"{self.granted_by.number} ({self.vote}), in effect from {named(self.effective_on)}"
        return law.Ruling(self.rule, self.says, self.why, limit, self.vote, grant)
