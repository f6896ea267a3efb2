"""A draft as its pages see it: its sections, what was said in each, and the application they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from django.forms import BaseForm, BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, gettext_noop

from office import kinds
from office.actions.drafts import OnlineApplication
from office.forms_apply import OTHER, PapersForm, PlaceForm, YouForm
from office.forms_rows import row_fields
from office.intake import Filing, Intake
from office.kinds import Item, Picture
from office.law import Finding
from office.models import ChecklistRow, Draft, DraftFile, Party
from office.pricing import Line
from office.templatetags.office_tags import ErrorLink, by_state, errors_of, field_errors
from office.views.draft_renewal import DraftRenewal
from office.views.fee_changes import FeeChange, fee_changes
from office.views.sheet import NOT_PROVIDED, said

YOU, PLACE, PAPERS = "you", "place", "papers"
BEFORE = ((YOU, gettext_noop("You")), (PLACE, gettext_noop("The place")))
AFTER = ((PAPERS, gettext_noop("Papers")),)
OURS = {YOU, PLACE, PAPERS, "check", "filed", "later"}  # no kind's section may be called so


class Section(NamedTuple):
    """One section as it stands: its answers in words, and what of it cannot be read."""

    slug: str
    title: str
    answers: list[tuple[str, Any]]
    errors: list[ErrorLink]


class DraftPages:
    """One draft on one day. `section` and `sent` are the answers just sent for that section, not saved yet.

    `final` says that a page is left or the whole is filed: what must be chosen is then asked for.
    """

    def __init__(
        self,
        draft: Draft,
        day: date,
        *,
        section: str = "",
        sent: Mapping[str, list[str]] | None = None,
        final: bool = False,
        user: Any = None,
    ) -> None:
        self.draft, self.day, self.final, self.user = draft, day, final, user
        self.section, self.sent = section, sent
        self.kind = kinds.get(draft.kind)
        self.renewal = DraftRenewal(draft.renews, self) if draft.renews is not None else None

    # ------------------------------------------------------------------------------------ the sections
    @cached_property
    def order(self) -> list[tuple[str, str]]:
        """Slug and title of every section, in order. The place of a renewal is that of the permit."""
        asked = [(slug, title) for slug, title, _ in self._questions]
        before = [each for each in BEFORE if self.renewal is None or each[0] != PLACE]
        return [*before, *asked, *AFTER]

    @property
    def _questions(self) -> Any:
        return self.kind.form.sections if self.kind.form is not None else ()

    def has(self, slug: str) -> bool:
        return any(slug == each for each, _ in self.order)

    def title(self, slug: str) -> str:
        return dict(self.order)[slug]

    def number(self, slug: str) -> int:
        return [each for each, _ in self.order].index(slug) + 1

    def after(self, slug: str) -> str:
        """The section after this one; "" after the last."""
        slugs = [each for each, _ in self.order]
        return next(iter(slugs[slugs.index(slug) + 1 :]), "")

    def before(self, slug: str) -> str:
        slugs = [each for each, _ in self.order]
        return slugs[slugs.index(slug) - 1] if slugs.index(slug) else ""

    @property
    def first_open(self) -> str:
        """The first section nobody has saved yet; "" when each was."""
        return next((slug for slug, _ in self.order if not self.draft.version_of(slug)), "")

    def names(self, slug: str) -> list[str]:
        """The names of a section's answers."""
        if slug == YOU:
            return list(YouForm.base_fields)
        if slug == PLACE:
            return list(PlaceForm.base_fields)
        if slug == PAPERS:
            return self.papers.answers
        return list(next(names for each, _, names in self._questions if each == slug))

    def sent_names(self, slug: str) -> list[str]:
        """The names under which a browser sends a section's answers: of rows, one for each column."""
        form = self.form(slug)
        raw = {name: field.row_set.raw_names for name, field in row_fields(form)} if form else {}
        return [sent for name in self.names(slug) for sent in raw.get(name, [name])]

    def raw(self, slug: str) -> MultiValueDict[str, str]:
        """What was sent or saved of a section."""
        sent = self.sent if slug == self.section and self.sent is not None else self.draft.raw(slug)
        return MultiValueDict({name: list(values) for name, values in sent.items()})

    def _bound(self, slug: str) -> MultiValueDict[str, str] | None:
        """The answers to a section as a form takes them: None while nobody answered it and nobody must."""
        raw = self.raw(slug)
        return raw if raw or self.final else None

    # --------------------------------------------------------------------------------------- the forms
    @cached_property
    def you(self) -> YouForm:
        party = self.party
        known = {name: getattr(party, name) for name in YouForm.COLUMNS} if party else {}
        if self.renewal is not None:
            known = self.renewal.known or known
        return YouForm(self._bound(YOU), initial=known)

    @cached_property
    def party(self) -> Party | None:
        """Who signed in, as the office has them on file; none of several is preferred."""
        if self.user is None:
            return None
        found = list(Party.objects.filter(user=self.user)[:2])
        return found[0] if len(found) == 1 else None

    @cached_property
    def place(self) -> PlaceForm:
        return PlaceForm(self._bound(PLACE), kind=self.kind, town=self.draft.board.town, final=self.final)

    @cached_property
    def intake(self) -> Intake:
        raw: MultiValueDict[str, str] = MultiValueDict()
        for slug, _, _ in self._questions:
            for name, values in self.raw(slug).lists():
                raw.setlist(name, values)
        return Intake(self.kind, raw, initial=self.renewal.before if self.renewal else None)

    @cached_property
    def papers(self) -> PapersForm:
        raw = self.raw(PAPERS)
        return PapersForm(raw if raw or self.final else None, items=self.kind.checklist, files=self.files)

    @cached_property
    def every_file(self) -> list[DraftFile]:
        """The files, and what was replaced or removed."""
        return list(self.draft.files.select_related("replaced_by"))

    @cached_property
    def files(self) -> list[DraftFile]:
        return [file for file in self.every_file if file.is_current]

    def files_of(self, item: Item, files: list[DraftFile] | None = None) -> list[DraftFile]:
        called = "" if item is OTHER else item.slug
        return [file for file in (self.files if files is None else files) if file.item == called]

    @property
    def items(self) -> Iterator[dict[str, Any]]:
        """Each item of the checklist, and other papers last, with its fields and files."""
        for item in self.papers.items:
            told = item is not OTHER
            yield {
                "item": item,
                "files": [(file, self.papers[f"replace-{file.pk}"]) for file in self.files_of(item)],
                "gone": [file for file in self.files_of(item, self.every_file) if not file.is_current],
                "kept": self.renewal.paper(item) if self.renewal and told else "",
                "file": self.papers[f"file-{item.slug}"],
                "na": self.papers[f"na-{item.slug}"] if told else None,
                "why": self.papers[f"why-{item.slug}"] if told else None,
                "stands": self.stands(item) if told else "",
            }

    def stands(self, item: Item) -> str:
        """Where an item stands, in the word of its tag."""
        if self.files_of(item):
            return "Supplied"
        if self.papers.why_not(item):
            return "Does not apply"
        stood = self.renewal.papers.get(item.slug) if self.renewal else None
        return str(ChecklistRow.State(stood[0]).label) if stood else "Missing"

    def form(self, slug: str) -> BaseForm | None:
        if slug in (YOU, PLACE, PAPERS):
            found: BaseForm = {YOU: self.you, PLACE: self.place, PAPERS: self.papers}[slug]
            return found
        return self.intake.form

    def fields(self, slug: str) -> list[BoundField]:
        """The bound fields of a section, in order."""
        form = self.form(slug)
        return [form[name] for name in self.names(slug) if name in form.fields] if form else []

    @property
    def with_before(self) -> list[tuple[BoundField, Any]]:
        """The fields of the section before one, each with the permit's answer where it was changed."""
        fields = self.fields(self.section)
        return [(field, self.renewal.was(field) if self.renewal else "") for field in fields]

    def errors(self, slug: str) -> list[ErrorLink]:
        """What of a section cannot be read. What concerns no single answer counts to the last questions."""
        form = self.form(slug)
        if form is None or not form.is_bound:
            return []
        if form is not self.intake.form:
            return field_errors(form)
        here = [link for field in self.fields(slug) for link in errors_of(field)]
        if slug == self._questions[-1][0]:
            here += [link for link in field_errors(form) if not link.target]
        return here

    # ------------------------------------------------------------------------------- what is known so far
    @cached_property
    def filing(self) -> Filing:
        answers, old = self.intake.answers(), self.draft.renews
        if old is not None:
            return Filing(
                self.kind, answers, parcels=list(old.parcels.all()), facility=old.facility, renews=old,
                holder=old.facility.holder if old.facility else None,
            )  # fmt: skip
        return Filing(self.kind, answers, parcels=[self.place.parcel] if self.place.parcel else [])

    @cached_property
    def findings(self) -> list[Finding]:
        return self.filing.findings(self.day, self.renewal.rulings if self.renewal else ())

    @cached_property
    def pictures(self) -> list[Picture]:
        """What the kind draws of it so far."""
        return self.filing.pictures(self.day)

    @property
    def advice(self) -> list[tuple[str, list[tuple[Finding, str, str]]]]:
        """The findings by state, each with the section and the label of the answer it rests on."""
        return [
            (words, [(each, *self._rests_on(each)) for each in group])
            for words, group in by_state(self.findings)
        ]

    def _rests_on(self, finding: Finding) -> tuple[str, str]:
        """Where the answer is that a finding read last, as the end of an address, and its label."""
        form = self.intake.form
        for name in reversed(finding.reads):
            for slug, _, names in self._questions:
                if form is not None and name in names:
                    field = form[name]
                    target = f"{field.auto_id}_0" if field.use_fieldset else field.auto_id
                    here = "" if slug == self.section else f"../{slug}/"
                    return f"{here}#{target}", str(field.label)
        return "", ""

    @property
    def stops_issuing(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.stops_issuing]

    @cached_property
    def fees(self) -> list[Line]:
        return self.filing.fees(self.day)

    @property
    def fee_changes(self) -> list[FeeChange]:
        """What the same answers cost when the draft was begun, where that is not what they cost today."""
        return fee_changes(self.filing, self.draft.begun_on, self.day)

    # -------------------------------------------------------------------------------------- the whole
    def section_now(self, slug: str) -> Section:
        """A section with its answers in words; an open one reads "Not provided"."""
        answers = self._papers_said() if slug == PAPERS else self._said(slug)
        return Section(slug, self.title(slug), answers, self.errors(slug))

    @cached_property
    def sections(self) -> list[Section]:
        return [self.section_now(slug) for slug, _ in self.order]

    def _said(self, slug: str) -> list[tuple[str, Any]]:
        form = self.form(slug)
        if form is None:
            return []
        form.is_valid()
        read = getattr(form, "cleaned_data", {})
        skipped = () if slug != YOU or self._acts_for_owner else ("owner", "authorized")
        return [
            (str(field.label), said(field, read.get(field.name, field.value() if form.is_bound else None)))
            for field in self.fields(slug)
            if field.name not in skipped
        ]

    @property
    def _acts_for_owner(self) -> bool:
        return bool(self.you.is_bound and self.you.is_valid() and self.you.for_owner)

    def _papers_said(self) -> list[tuple[str, str]]:
        told = []
        for item in self.papers.items:
            names = ", ".join(file.shown_name for file in self.files_of(item))
            why = "" if item is OTHER else self.papers.why_not(item)
            kept = self.renewal.paper(item) if self.renewal else ""
            unneeded = gettext("Does not apply: %(why)s") % {"why": why} if why else ""
            told.append((item.label, names or unneeded or kept or NOT_PROVIDED))
        return told

    @property
    def missing(self) -> list[Item]:
        """What of the checklist is neither supplied nor said not to apply."""
        return [item for item in self.kind.checklist if self.stands(item) == "Missing"]

    @property
    def unreadable(self) -> list[Section]:
        """The sections that must be changed before the whole can be filed."""
        return [section for section in self.sections if section.errors]

    def application(self) -> OnlineApplication:
        """What was said, for `actions.drafts.file`. Every section must be readable."""
        you, place = self.you, self.place if self.renewal is None else None
        known = [self.party, self.renewal.party if self.renewal else None]
        same = (
            party
            for party in known
            if party is not None and all(getattr(party, name) == you.columns[name] for name in you.COLUMNS)
        )
        read = place.cleaned_data if place else {}
        return OnlineApplication(
            intake=self.intake,
            applicant=you.columns,
            party=next(same, None),
            owner=you.for_owner,
            authorization=you.declared,
            parcel=place.parcel if place else None,
            place=read.get("find", ""),
            new_facility=read.get("thing", ""),
            not_applying={
                item.slug: why
                for item in self.kind.checklist
                if (why := self.papers.why_not(item)) and not self.files_of(item)
            },
        )
