"""The checklists of inspections: their items, and the words of each item as dated rows."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from simple_history.models import HistoricalRecords

from enforcement.rules import inspections as rules
from office.models import Board, SetByVote
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.schedules import Span


class Checklist(models.Model):
    """What one programme is inspected by: food, dumpster, campground. Its items have rows of their own."""

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    slug = models.SlugField(max_length=40)
    label = models.CharField("programme", max_length=80)
    facility = models.CharField(
        "sort of place", max_length=40, blank=True,
        help_text="The sort of facility it is meant for, such as dumpster. Empty: any.",
    )  # fmt: skip
    rights = models.TextField(
        "rights printed on the report", max_length=600, blank=True,
        help_text="Only what a section gives. Name the section.",
    )  # fmt: skip
    remark = models.CharField(max_length=300, blank=True)
    position = models.PositiveSmallIntegerField("place in the list", default=0)
    history = HistoricalRecords()

    class Meta:
        ordering = ["board", "position", "label"]
        constraints = [models.UniqueConstraint(fields=["board", "slug"], name="checklist_programme_once")]

    def __str__(self) -> str:
        return self.label


class ChecklistItem(models.Model):
    """One item of a checklist, the same over the years: repeats count by it. Its words are dated rows."""

    checklist = models.ForeignKey(Checklist, models.PROTECT, related_name="items")
    slug = models.SlugField(
        "short name", max_length=40, help_text="It stays when the words change, such as lids-closed."
    )
    group = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField("place in the list")
    history = HistoricalRecords()

    class Meta:
        verbose_name = "item of a checklist"
        verbose_name_plural = "items of checklists"
        ordering = ["checklist", "position", "id"]
        constraints = [models.UniqueConstraint(fields=["checklist", "slug"], name="checklist_item_once")]

    def __str__(self) -> str:
        return f"{self.checklist}: {self.slug}"


class ItemWordingQuerySet(AppendOnlyQuerySet):
    def in_force(self, day: date) -> ItemWordingQuerySet:
        """The rows that hold on `day`, one an item, in the checklist's order; one query. What is no longer
        asked on that day is left out."""
        begun = ItemWording.objects.filter(item=models.OuterRef("item"), since__lte=day).order_by("-since")
        lasting = Q(until__isnull=True) | Q(until__gte=day)
        rows = self.filter(lasting, asked=True, pk=models.Subquery(begun.values("pk")[:1]))
        return rows.select_related("item__checklist").order_by("item__position", "item_id")


class ItemWording(SetByVote, AppendOnlyModel):
    """The words of an item from a day on, by the vote that set them. The next row ends it; or `until` does.

    Written once. Only a row whose first day lies ahead may be withdrawn. An inspection goes by the row of
    its own day.
    """

    item = models.ForeignKey(ChecklistItem, models.PROTECT, related_name="wordings")
    asked = models.BooleanField("is asked", default=True, help_text="No: from this day on it is not asked.")
    text = models.CharField(
        "what is to be so", max_length=200, blank=True, help_text="One sentence: “Lids are kept closed.”"
    )
    cite = models.CharField(
        "section", max_length=80, blank=True,
        help_text="As the catalogue has it: Tisbury 09.2.4(1). Empty for an item of the office’s own.",
    )  # fmt: skip
    critical = models.BooleanField(default=False)
    days = models.PositiveSmallIntegerField(
        "calendar days to correct", default=0,
        help_text="The office’s own default, counted from the day of the inspection; 0 is at once. The "
        "inspector may set another.",
    )  # fmt: skip
    since = models.DateField("first day", db_index=True)
    until = models.DateField(
        "last day", null=True, blank=True, help_text="Leave empty: the row lasts until the next one begins."
    )
    vote = models.CharField(max_length=200, help_text="Who set it and when: “Board of Health, June 9, 2026”.")
    doubt = models.CharField(
        "to be verified", max_length=300, blank=True,
        help_text="What counsel or the board has yet to confirm.",
    )  # fmt: skip
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    objects = ItemWordingQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        verbose_name = "wording of an item"
        verbose_name_plural = "wordings of items"
        ordering = ["item", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "since"],
                name="item_wording_one_a_day",
                violation_error_message="Another row of this item starts on that day. Choose another day.",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="item_wording_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}, from {self.since:%B} {self.since.day}, {self.since.year}"

    @property
    def span(self) -> Span:
        return Span(self.since, self.until)

    @property
    def basis(self) -> str:
        """The section, or that it is the office's own."""
        return self.cite or "Office practice"

    def wording(self) -> rules.Wording:
        """The row as the rules read it."""
        return rules.Wording(self.text, self.cite, self.doubt, self.days, self.asked)
