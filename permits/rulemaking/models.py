"""A change of a regulation: what it says in each version, its notices, and its adoption."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Q

from office.intake import Filing
from office.kinds import HEARING
from office.models import AgendaItem, Case, Document, Event, Vote
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from permits.rulemaking import rules

CHANGE = "regulation-change"
VOTED, ADOPTED, PUBLISHED = "voted", "adopted", "published"


class RegulationChange(models.Model):
    """What is to be changed and why. Its text is in versions, of which the last is before the board."""

    class Sort(models.TextChoices):
        ADOPT = "adopt", "Adopts new rules"
        AMEND = "amend", "Amends rules"
        REPEAL = "repeal", "Repeals rules"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    title = models.CharField(max_length=200)
    sort = models.CharField("what it does", max_length=10, choices=Sort)
    summary = models.TextField("what it changes, in plain words", max_length=2000)
    emergency = models.BooleanField("is it an emergency regulation?", default=False)
    emergency_reason = models.CharField("why it cannot wait", max_length=300, blank=True)
    emergency_statute = models.CharField("the statute that allows it", max_length=200, blank=True)
    effective_on = models.DateField("takes effect on", null=True, blank=True)

    CITES = {
        "sort": "Tisbury 09.0.4",
        "emergency": "Tisbury 09.0.4",
        "emergency_statute": "Tisbury 09.0.4",
        "effective_on": "Tisbury 09.0.4",
    }
    PUBLIC = ()
    # What the case file shows; no form of the counter asks it.
    SECTIONS = (
        ("change", "Change", ("title", "sort", "summary", "effective_on")),
        ("emergency", "Emergency", ("emergency", "emergency_reason", "emergency_statute")),
    )

    def __str__(self) -> str:
        return self.title

    @property
    def text(self) -> TextVersion | None:
        """The version before the board."""
        return self.versions.order_by("number").last()

    @property
    def cites(self) -> list[str]:
        return [section.cite for section in self.sections.all()]


class ChangedSection(models.Model):
    """A section that the change adds, amends or repeals, as the catalogue has it or as it will be called."""

    change = models.ForeignKey(RegulationChange, models.CASCADE, related_name="sections")
    cite = models.CharField("section", max_length=80)
    is_new = models.BooleanField("is added", default=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["change", "cite"], name="changed_section_once")]

    def __str__(self) -> str:
        return self.cite


class TextVersion(AppendOnlyModel):
    """The words as they stood from a day on. An earlier version stays readable."""

    change = models.ForeignKey(RegulationChange, models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    event = models.OneToOneField(Event, models.PROTECT, null=True, related_name="+")
    on = models.DateField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["change", "number"], name="text_version_once")]

    def __str__(self) -> str:
        return f"{self.change}, version {self.number}"


class OfEventQuerySet(AppendOnlyQuerySet):
    def live(self) -> Self:
        """Those whose event stands."""
        return self.filter(event__corrected_by__isnull=True, event__void=False)


class HearingNotice(AppendOnlyModel):
    """That notice of the hearing was given: how, where, on which day, and the day of hearing it named."""

    class By(models.TextChoices):
        NEWSPAPER = rules.NEWSPAPER, "In a newspaper"
        POSTING = "posting", "Posted"

    change = models.ForeignKey(RegulationChange, models.PROTECT, related_name="notices")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    by = models.CharField("how", max_length=10, choices=By)
    place = models.CharField("where", max_length=200)
    on = models.DateField("day of the notice")
    names = models.DateField("day of hearing it named")
    proof = models.CharField(max_length=200, blank=True)
    document = models.ForeignKey(Document, models.PROTECT, null=True, related_name="+")

    objects = OfEventQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.get_by_display()}, {self.place}"

    @property
    def proved(self) -> bool:
        return bool(self.proof) or self.document_id is not None


class AdoptionQuerySet(OfEventQuerySet):
    def standing(self) -> Self:
        """Those that stand, and whose vote was not taken back."""
        return self.live().filter(vote__taken_back__isnull=True)


class Adoption(AppendOnlyModel):
    """That a version was adopted by a vote, and from which day it holds. A later one of a section ends it."""

    change = models.ForeignKey(RegulationChange, models.PROTECT, related_name="adoptions")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    version = models.ForeignKey(TextVersion, models.PROTECT, related_name="+")
    vote = models.ForeignKey(Vote, models.PROTECT, related_name="+")
    adopted_on = models.DateField()
    effective_on = models.DateField(db_index=True)

    objects = AdoptionQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["effective_on", "adopted_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(effective_on__gte=models.F("adopted_on")), name="adoption_takes_effect_no_sooner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.change}, adopted {self.adopted_on}"


# ------------------------------------------------------------------------------------------------- look-ups
@dataclass(frozen=True)
class Hearing:
    """The hearing that counts: its day, whether it is appointed at all, and whether it was held."""

    on: date | None = None
    is_set: bool = False
    held: bool = False


def last_notice(change: RegulationChange) -> HearingNotice | None:
    notice: HearingNotice | None = HearingNotice.objects.live().filter(change=change).order_by("pk").last()
    return notice


def hearing_of(case: Case, notice: HearingNotice | None) -> Hearing:
    """The hearing the notice named, if it opened on that day; else the last one held, else the one appointed.

    One that was continued opened on its first day: everybody there heard of the next.
    """
    items = AgendaItem.objects.filter(
        case=case, sort__in=AgendaItem.HEARD, removed_on__isnull=True, meeting__cancelled_on__isnull=True
    )
    days = items.order_by("meeting__on").values_list("meeting__on", "meeting__attended_on")
    held = [on for on, attended in days if attended is not None]
    if notice is not None and notice.names in held:
        return Hearing(notice.names, is_set=True, held=True)
    appointed = case.events.live().filter(slug=HEARING).order_by("on").last()
    if appointed is not None and appointed.on not in held:
        return Hearing(appointed.on, is_set=True)
    return Hearing(held[-1], is_set=True, held=True) if held else Hearing()


def published(case: Case) -> Event | None:
    """That its summary was published; the note says where."""
    event: Event | None = case.events.live().filter(slug=PUBLISHED).last()
    return event


def vote_of(case: Case) -> Vote | None:
    """The last vote to adopt that carried and stands."""
    votes = Vote.objects.standing().filter(item__case=case, step=VOTED, carries=True)
    vote: Vote | None = votes.select_related("item__meeting").order_by("item__meeting__on", "pk").last()
    return vote


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """What notices, agendas and votes say of the change."""
    case = filing.case
    change: RegulationChange | None = case.details if case is not None else None
    if case is None or change is None:
        return dict.fromkeys(_LOOKED_UP)
    notice, vote, version = last_notice(change), vote_of(case), change.text
    heard = hearing_of(case, notice)
    return {
        "text_on_file": version is not None,
        "sections_named": change.sections.count(),
        "notice_given": notice is not None,
        "notice_by": notice.by if notice else None,
        "notice_on": notice.on if notice else None,
        "notice_proved": notice.proved if notice else None,
        "notice_names": notice.names if notice else None,
        "hearing_set": heard.is_set,
        "hearing_held": heard.held,
        "hearing_on": heard.on,
        "voted": vote is not None,
        "voted_on": vote.item.meeting.on if vote else None,
        "adopted": Adoption.objects.standing().filter(change=change).exists(),
        "summary_published": published(case) is not None,
    }


_LOOKED_UP = (
    "text_on_file", "sections_named", "notice_given", "notice_by", "notice_on", "notice_proved",
    "notice_names", "hearing_set", "hearing_held", "hearing_on", "voted", "voted_on", "adopted",
    "summary_published",
)  # fmt: skip


# --------------------------------------------------------------------------------------- in force on a day
def adopted_changes() -> list[tuple[Adoption, rules.Change]]:
    """Every adoption that stands, with what the count of a day needs. Two queries, however many there are."""
    rows = Adoption.objects.standing().select_related("change__case", "version", "vote__item__meeting")
    return [
        (row, rules.Change(
            row.change.case.number, row.adopted_on, row.effective_on, tuple(row.change.cites),
            row.change.sort == RegulationChange.Sort.REPEAL,
        ))
        for row in rows.prefetch_related("change__sections")
    ]  # fmt: skip


def in_force(day: date) -> dict[str, Adoption]:
    """Of each section that was ever changed here, the adoption that holds on `day`."""
    rows = adopted_changes()
    by_number = {change.number: row for row, change in rows}
    held = rules.in_force([change for _, change in rows], day)
    return {cite: by_number[change.number] for cite, change in sorted(held.items())}


@dataclass(frozen=True)
class CarriedOut:
    """A dated row that rests on the vote: what table it is of, in its own words, and its first day."""

    what: str
    says: str
    since: date


def carried_out_by(vote: Vote) -> list[CarriedOut]:
    """The dated rows (fees, fines, readings, …) that point to this vote: whatever table has them."""
    found = []
    for model in apps.get_models():
        columns = {column.name: column for column in model._meta.concrete_fields}
        points = [name for name, column in columns.items() if column.related_model is Vote]
        if "since" not in columns or not points:
            continue
        wanted = Q()
        for name in points:
            wanted |= Q(**{name: vote})
        rows: list[Any] = list(model._default_manager.filter(wanted))
        found += [CarriedOut(str(model._meta.verbose_name), str(row), row.since) for row in rows]
    return sorted(found, key=lambda each: (each.since, each.what, each.says))
