"""What a waiver asks, what was written and signed, and what its rules look up."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from districts.models import any_in_district
from districts.rules.overlays import BARRIER_BEACH
from office import regulations
from office.intake import Filing
from office.models import Case, Document, Event, Vote
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.regulations import Section

WAIVER = "rule-waiver"
GRANTED, ENDORSED, WRITTEN, SIGNED, EFFECTIVE = "granted", "endorsed", "written", "signed", "effective"
BOOKS = ("Tisbury", "Massachusetts")  # where a citation without a book's name is looked for


class Waiver(models.Model):
    """The application for a waiver or variance, with every part that 09.0.3(3) asks for.

    `rule` is the rule of the case it is for, by its slug, where there is such a case.
    """

    class Sort(models.TextChoices):
        REGULATION = regulations.REGULATION, "A regulation of the Board of Health"
        STATE_CODE = regulations.STATE_CODE, "A code of the state"
        STATUTE = regulations.STATUTE, "A statute of the state or the nation"
        BY_LAW = regulations.BY_LAW, "A by-law of the town"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    locus = models.TextField("the place, described fully", max_length=1000, blank=True)
    below_10_ft = models.BooleanField(
        "is the place below the 10-ft contour?", null=True, blank=True,
        help_text="Asked for lots that are on the Barrier Beach only in part (09.9.2).",
    )  # fmt: skip
    owner_name = models.CharField("name of the owner", max_length=200, blank=True)
    owner_address = models.CharField("address of the owner", max_length=300, blank=True)
    sort = models.CharField("what the rule is", max_length=12, choices=Sort, blank=True)
    page_no = models.CharField("page of the book", max_length=20, blank=True)
    section = models.CharField(
        "section and paragraph", max_length=60, blank=True, help_text="As it is printed: 09.2.3(1)."
    )
    sentence = models.CharField(
        "which sentence", max_length=120, blank=True, help_text="Such as “first sentence”."
    )
    words = models.TextField("the very words or figures of the rule", max_length=1000, blank=True)
    wanted = models.TextField("the waiver wanted", max_length=1000, blank=True)
    figure_wanted = models.DecimalField(
        "the figure you ask for", max_digits=12, decimal_places=3, null=True, blank=True,
        help_text="Only when the rule is a figure, such as 204 in place of 200.",
    )  # fmt: skip
    why = models.TextField("why it is wanted", max_length=2000, blank=True)
    for_case = models.CharField(
        "the application or permit it is for", max_length=20, blank=True,
        help_text="Its number, such as DU-2026-014, if there is one.",
    )  # fmt: skip
    construction = models.BooleanField("will anything be built under it?", null=True, blank=True)
    rule = models.SlugField(max_length=60, blank=True, editable=False)

    CITES = {
        "locus": "Tisbury 09.0.3(3)",
        "below_10_ft": "Tisbury 09.9.2",
        "owner_name": "Tisbury 09.0.3(3)",
        "owner_address": "Tisbury 09.0.3(3)",
        "sort": "Tisbury 09.0.3(1)",
        "page_no": "Tisbury 09.0.3(3)",
        "section": "Tisbury 09.0.3(3)",
        "sentence": "Tisbury 09.0.3(3)",
        "words": "Tisbury 09.0.3(3)",
        "wanted": "Tisbury 09.0.3(3)",
        "figure_wanted": "Tisbury 09.0.3(3)",
        "why": "Tisbury 09.0.3(3)",
        "construction": "Tisbury 09.0.3",
    }
    PUBLIC = ("section",)  # the rest is free text, in which anybody may be named
    PRINTED = ("page_no", "section", "sentence", "words")


class StandingQuerySet(AppendOnlyQuerySet):
    def standing(self) -> StandingQuerySet:
        """Those whose event was neither struck nor corrected."""
        return self.filter(event__void=False, event__corrected_by__isnull=True)


class Instrument(AppendOnlyModel):
    """The waiver as it was put in writing, which members sign. A later one replaces it, unsigned.

    `limit` is the figure up to which the rule is waived, in the rule's own unit; `until_on` its last day.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="+")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    text = models.TextField()
    limit = models.DecimalField(max_digits=12, decimal_places=3, null=True)
    until_on = models.DateField(null=True)
    written_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = StandingQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["id"]


class Signature(AppendOnlyModel):
    """That a member signed what is written, on a day: on the member's own screen, or on paper.

    Of a paper signature the scan is kept, and the clerk who recorded it is `by`.
    """

    class Way(models.TextChoices):
        SCREEN = "screen", "On the member's own screen"
        PAPER = "paper", "On paper"

    instrument = models.ForeignKey(Instrument, models.PROTECT, related_name="signatures")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    name = models.CharField(max_length=160)
    signed_on = models.DateField()
    way = models.CharField(max_length=8, choices=Way)
    document = models.ForeignKey(Document, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = StandingQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["signed_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(way="paper") | Q(document__isnull=False), name="waiver_paper_signature_has_scan"
            ),
        ]


class StateAnswer(AppendOnlyModel):
    """What the state department answered to a request that the Board endorsed (09.0.3(2))."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="+")
    event = models.OneToOneField(Event, models.PROTECT, related_name="+")
    department = models.CharField(max_length=120)
    reference = models.CharField(max_length=120)
    text = models.TextField()
    limit = models.DecimalField(max_digits=12, decimal_places=3, null=True)
    until_on = models.DateField(null=True)
    answered_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    objects = StandingQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["id"]


# ------------------------------------------------------------------------------------------------- asking
def section_of(words: str) -> Section | None:
    """The section of the catalogue that a waiver is aimed at; None when there is none of that name."""
    return regulations.named_in(words, BOOKS) if words.strip() else None


def instrument_of(case: Case) -> Instrument | None:
    """What is written and stands; None while nothing is."""
    return Instrument.objects.standing().filter(case=case).order_by("-pk").first()


def signatures_of(instrument: Instrument | None) -> list[Signature]:
    """The signatures that stand under it, in the order of their days."""
    if instrument is None:
        return []
    return list(
        Signature.objects.standing().filter(instrument=instrument).select_related("member", "document")
    )


def granting_vote(case: Case, step: str = GRANTED) -> Vote | None:
    """The vote that carried and that the waiver rests on; None without one that stands."""
    rows = Vote.objects.standing().filter(
        event__case=case, event__slug=step, carries=True, event__void=False, event__corrected_by__isnull=True
    )
    return rows.select_related("event", "item__meeting").order_by("-pk").first()


def lookup(filing: Filing, on: date) -> Mapping[str, Any]:
    """What no form asks: the lots, what sort of law the rule is, the land, the vote and the signatures."""
    answers, case = filing.answers, filing.case
    section = section_of(answers.get("section") or "")
    claimed = answers.get("sort") or ""
    if section is not None and section.force:
        force = section.force  # the catalogue decides, whatever the application calls it
    else:
        # Of a rule that is on no list the word of who asks is enough to refuse it, never to grant it.
        force = claimed if claimed != regulations.REGULATION else ""
    vote = granting_vote(case) if case else None
    return {
        "lots": ", ".join(parcel.label for parcel in filing.parcels) or None,
        "force": force or None,
        "cite": section.cite if section else None,
        "operative": section.operative if section else None,
        "on_barrier_beach": any_in_district(filing.parcels, BARRIER_BEACH, on, at=answers.get("below_10_ft")),
        "vote": vote.says if vote else None,
        "signatures": len(signatures_of(instrument_of(case))) if case else 0,
    }


# ----------------------------------------------------------------------------------------- what papers say
def certificate_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the certificate says beyond a permit: the rule, what is waived, who voted and who signed."""
    details = case.details
    instrument, answer = instrument_of(case), state_answer_of(case)
    granted = answer or instrument
    vote = granting_vote(case, ENDORSED if answer else GRANTED)
    section = section_of(details.section)
    return {
        "rule_cite": section.cite if section else details.section,
        "rule_title": section.title if section else "",
        "page_no": details.page_no,
        "sentence": details.sentence,
        "words": details.words,
        "granted": granted.text if granted else "",
        "limit": "" if granted is None or granted.limit is None else granted.limit,
        "state": {
            "department": answer.department, "reference": answer.reference, "on": answer.answered_on,
        } if answer else {},
        "vote": vote.says if vote else "",
        "voted_on": vote.item.meeting.on if vote else "",
        "written_on": instrument.written_on if instrument else "",
        "signatures": [
            {"name": each.name, "on": each.signed_on, "paper": each.way == Signature.Way.PAPER}
            for each in signatures_of(instrument)
        ],
        "for_case": details.for_case,
    }  # fmt: skip


def state_answer_of(case: Case) -> StateAnswer | None:
    """The state's answer that stands; None without one."""
    return StateAnswer.objects.standing().filter(case=case).order_by("-pk").first()
