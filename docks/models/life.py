"""What happens to a notice of intent: offices served, stakes, findings, revised plans, boats.

Every row is written once; a later one of the same sort takes its place, and both stay readable. What a row
carries along is an event of the case, in the same transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords

from docks.rules import life as rules
from enforcement.models import ChecklistItem, ItemWording
from office.models import Board, Case, Document, Event
from office.models.events import AppendOnlyModel
from office.schedules import named

OWN_LIST = "dock-submission"  # the checklist of 703-3(F), kept in the admin as dated rows
OFFICE_LIST = "office-list"  # the item of the kind that stands for all of it


class TownOffice(models.Model):
    """An office of the town that gets word of a dock: one record each, whatever names it goes by.

    Chapter 703 calls one and the same office Marine and Environmental Affairs, Natural Resources Division and
    Natural Resources Department: its other names are `aliases`.
    """

    class Part(models.TextChoices):
        BIOLOGIST = rules.BIOLOGIST, "Shellfish Biologist"
        HARBORMASTER = rules.HARBORMASTER, "Harbormaster"
        WATERWAYS = rules.WATERWAYS, "Waterways Committee"
        NATURAL_RESOURCES = rules.NATURAL_RESOURCES, "Natural Resources"
        COMMISSION = rules.COMMISSION, "Conservation Commission"

    board = models.ForeignKey(Board, models.PROTECT, related_name="+")
    part = models.CharField(max_length=20, choices=Part)
    name = models.CharField(max_length=120)
    aliases = models.CharField(
        "also called", max_length=200, blank=True, help_text="Several names are separated by commas."
    )
    street = models.CharField(max_length=120, blank=True)
    city = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip_code = models.CharField("ZIP code", max_length=10, blank=True)
    email = models.EmailField(blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = "town office told of docks"
        verbose_name_plural = "town offices told of docks"
        ordering = ["board", "id"]
        constraints = [models.UniqueConstraint(fields=["board", "part"], name="town_office_once")]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """Street and town on one line, as far as they are known."""
        place = " ".join(part for part in (self.state, self.zip_code) if part)
        return ", ".join(part for part in (self.street, self.city, place) if part)


class OwnItemAnswer(AppendOnlyModel):
    """Where one item of the office's own submission checklist stands for a notice (703-3(F))."""

    class State(models.TextChoices):
        MISSING = "missing", "Missing"
        SUPPLIED = "supplied", "Supplied"
        DOES_NOT_APPLY = "n/a", "Does not apply"

    case = models.ForeignKey(Case, models.PROTECT, related_name="+")
    item = models.ForeignKey(ChecklistItem, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State)
    reason = models.CharField(max_length=300, blank=True)
    on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["case", "item"], name="dock_own_item")]
        constraints = [
            models.CheckConstraint(condition=~Q(state="n/a") | ~Q(reason=""), name="dock_own_item_reason")
        ]


@dataclass(frozen=True)
class OwnItem:
    """An item of the office's own list as the notice's filing day has it, and where it stands."""

    wording: ItemWording
    state: str = OwnItemAnswer.State.MISSING
    reason: str = ""


def own_items(case: Case) -> list[OwnItem]:
    """The office's own list of the filing day, in its order; two queries (703-3(F))."""
    rows = ItemWording.objects.in_force(case.filed_on).filter(
        item__checklist__board=case.board_id, item__checklist__slug=OWN_LIST
    )
    said = {row.item_id: row for row in OwnItemAnswer.objects.filter(case=case).order_by("pk")}
    found = []
    for row in rows:
        answer = said.get(row.item_id)
        found.append(OwnItem(row, answer.state, answer.reason) if answer else OwnItem(row))
    return found


class Service(AppendOnlyModel):
    """One office served with a copy of the notice, and the proof (703-3(B), (C))."""

    class Method(models.TextChoices):
        CERTIFIED = rules.CERTIFIED, "Certified mail"
        HAND = rules.HAND, "Delivered by hand"

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_services")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    part = models.CharField("office", max_length=20, choices=TownOffice.Part)
    name = models.CharField("office, as it was called", max_length=120)
    method = models.CharField(max_length=10, choices=Method)
    proof = models.CharField("article number or receipt", max_length=80)
    on = models.DateField("day")
    evidence = models.ForeignKey(Document, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.get_method_display().lower()} {self.proof}, {named(self.on)}"

    def told(self) -> rules.Served:
        return rules.Served(self.part, self.method, self.proof, self.on)


def services_of(case: Case) -> dict[str, Service]:
    """The service on each office that counts, by its part: the last one recorded; one query."""
    rows = Service.objects.filter(case=case).select_related("evidence", "event").order_by("pk")
    return {row.part: row for row in rows}


class Staking(AppendOnlyModel):
    """The site staked, or buoyed at the pier's end, with a photo (703-3(C))."""

    class Marks(models.TextChoices):
        STAKES = "stakes", "Stakes"
        BUOY = "buoy", "Buoy at the pier's end"

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_stakings")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    marks = models.CharField(max_length=10, choices=Marks)
    on = models.DateField("day")
    photo = models.ForeignKey(Document, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["id"]


# ------------------------------------------------------------------------------- what the Commission found
class Findings(AppendOnlyModel):
    """What the Commission found before it voted: presumption, evidence, season, cumulative effect (703-5).

    The presumption of harm always applies; `overcome` says whether the evidence, by its preponderance,
    overcame it. That every measured rule is met decides nothing here: it is shown beside it.
    """

    class Season(models.TextChoices):
        EASIER = "easier", "Seasonal: the presumption was more easily overcome"
        NOT = "not", "Seasonal, and it made no difference"
        PERMANENT = "permanent", "Not seasonal"

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_findings")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    on = models.DateField("day")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    overcome = models.BooleanField("was the presumption of harm overcome?")
    why = models.TextField("why", max_length=2000)
    season = models.CharField("season", max_length=10, choices=Season)
    season_why = models.CharField("what the season changed", max_length=500, blank=True)
    study_required = models.BooleanField("was a drawing of all possible docks required?")
    radius_mi = models.DecimalField(
        "within, in miles", max_digits=4, decimal_places=2, null=True, validators=[MinValueValidator(0)]
    )
    existing = models.PositiveSmallIntegerField("docks there", null=True)
    pending = models.PositiveSmallIntegerField("docks applied for", null=True)
    possible = models.PositiveSmallIntegerField("docks possible", null=True)
    cumulative = models.TextField("what the cumulative effect is", max_length=2000, blank=True)
    merits = models.TextField("on the merits of this site", max_length=2000, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            # A drawing that was required has its area and its counts.
            models.CheckConstraint(
                condition=Q(study_required=False)
                | Q(radius_mi__isnull=False, existing__isnull=False, pending__isnull=False,
                    possible__isnull=False),
                name="dock_findings_study_counts",
            )
        ]  # fmt: skip

    @property
    def docks_counted(self) -> int | None:
        """All docks the study counted: there, applied for and possible."""
        counts = (self.existing, self.pending, self.possible)
        return None if None in counts else sum(count or 0 for count in counts)


class Evidence(AppendOnlyModel):
    """One piece of evidence the Commission weighed, for or against overcoming the presumption (703-5(A))."""

    class Side(models.TextChoices):
        FOR = "for", "For the dock"
        AGAINST = "against", "Against it"

    findings = models.ForeignKey(Findings, models.PROTECT, related_name="evidence")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=10, choices=Side)
    what = models.CharField("what it shows", max_length=500)
    document = models.ForeignKey(Document, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["findings", "number"], name="dock_evidence_once")]


class ValueFinding(AppendOnlyModel):
    """What the Commission found of one interest or harm that 703-1 names."""

    class Says(models.TextChoices):
        HARMED = "harmed", "Harmed"
        SAFE = "safe", "Kept safe"

    findings = models.ForeignKey(Findings, models.PROTECT, related_name="values")
    number = models.PositiveSmallIntegerField()
    value = models.CharField(max_length=30, choices=[(each.slug, each.label) for each in rules.VALUES])
    says = models.CharField(max_length=10, choices=Says)
    why = models.CharField(max_length=500)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["findings", "value"], name="dock_value_once")]

    @property
    def cite(self) -> str:
        return rules.VALUE_BY_SLUG[self.value].cite


# ----------------------------------------------------------------------------------------------- afterwards
class PlanRevision(AppendOnlyModel):
    """Revised plans handed in after the order; approved by an event of the same subject (703-6(C))."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_revisions")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    what = models.CharField("what changes", max_length=300)
    on = models.DateField("day received")
    plans = models.ForeignKey(Document, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["case", "number"], name="dock_revision_once")]

    def __str__(self) -> str:
        return f"Revision {self.number}: {self.what}"

    @property
    def subject(self) -> str:
        """What its events bear."""
        return f"plans-{self.number}"


class VesselChange(AppendOnlyModel):
    """A boat that came to lie at a dock that was decided: the depth rule holds for it too (703-4(M))."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_vessels")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    on = models.DateField("from")
    replaces = models.CharField("in place of", max_length=80, blank=True)
    name = models.CharField(max_length=80)
    length_ft = models.DecimalField("length in feet", max_digits=5, decimal_places=2, null=True)
    beam_ft = models.DecimalField("beam in feet", max_digits=5, decimal_places=2, null=True)
    draft_in = models.DecimalField("draft in inches", max_digits=5, decimal_places=1, null=True)
    drive = models.CharField(max_length=12, blank=True)
    horsepower = models.DecimalField(max_digits=6, decimal_places=1, null=True)

    class Meta:
        ordering = ["id"]


class Visit(AppendOnlyModel):
    """A look at the built dock by the office's list: number, stairs, signs, lights, materials, storage."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="dock_visits")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    on = models.DateField("day")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["id"]


class VisitItem(AppendOnlyModel):
    """What was seen of one item of the list."""

    class Says(models.TextChoices):
        YES = "yes", "As it should be"
        NO = "no", "Not as it should be"
        NOT_SEEN = "not-seen", "Not seen"
        DOES_NOT_APPLY = "n/a", "Does not apply"

    visit = models.ForeignKey(Visit, models.PROTECT, related_name="items")
    number = models.PositiveSmallIntegerField()
    item = models.CharField(max_length=30, choices=[(each.slug, each.label) for each in rules.SEEN])
    says = models.CharField(max_length=10, choices=Says)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["visit", "item"], name="dock_visit_item_once")]

    @property
    def cite(self) -> str:
        return rules.SEEN_BY_SLUG[self.item].cite


def last_findings(case: Case, on: date | None = None) -> Findings | None:
    """The Commission's findings that count: the last made, or the last made by the day `on`."""
    rows = Findings.objects.filter(case=case, event__void=False, event__corrected_by__isnull=True)
    rows = rows.filter(on__lte=on) if on else rows
    return rows.prefetch_related("evidence__document", "values").order_by("pk").last()


# ------------------------------------------------------------------------------------------- what was told
def dep_number(case: Case) -> str:
    """The file number of MassDEP; "" while none is recorded. One query."""
    event = case.events.live().filter(slug="dep-numbered").order_by("pk").last()
    return event.note.strip() if event else ""


def registry_of(case: Case) -> str:
    """Where the order is recorded at the Registry; "" while it is not. One query."""
    event = case.events.live().filter(slug="order-recorded").order_by("pk").last()
    return event.note if event else ""


def offices_of(case: Case) -> dict[str, TownOffice]:
    """The town's offices that get word of docks, by part; one query."""
    return {row.part: row for row in TownOffice.objects.filter(board=case.board_id)}
