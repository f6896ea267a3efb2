"""The catalogue of regulations: every section of the books in our own words, and who enforces what.

The books are YAML files in `fixtures/regulations/`, one per town or state; the top of `tisbury.yaml` says
what an entry holds. The program cites a section as book and number, "Tisbury 09.2.5(1)", and every citation
must resolve here. `check` fails when it does not, and when an operative section of a complete book is
neither cited by anything nor marked as pending for a slice to come. Nothing here reads the database.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from django.apps import apps
from django.utils.module_loading import module_has_submodule

from office.kinds import OFFICE_PRACTICE, CaseKind, registry

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "regulations"
# What sort of law a section is, which says who may waive it.
STATUTE, STATE_CODE, BY_LAW, REGULATION = "statute", "state code", "by-law", "regulation"
FORCES = (STATUTE, STATE_CODE, BY_LAW, REGULATION)
BOOKS = ("tisbury", "barnstable", "jamestown", "massachusetts", "rhode-island")


class BadCatalogue(ValueError):
    """A catalogue file says something it must not; the message names the file and the section."""


@dataclass(frozen=True)
class Section:
    """One section of a book. `number` is printed without the book's name, `cite` with it.

    `pending` names the slice that will enforce it while nothing does; `pending_also` the slice that brings
    the rest, whether or not something enforces a part by now. `verified` is false when nobody has read the
    text itself. `force` is what sort of law it is, one of FORCES, or its book's where it says nothing of its
    own; "" where the book says nothing either.
    """

    book: str
    number: str
    title: str
    summary: str
    operative: bool
    why_not: str = ""
    pending: str = ""
    pending_also: str = ""
    dated: tuple[date, ...] = ()
    also_printed: tuple[str, ...] = ()
    note: str = ""
    verified: bool = True
    force: str = ""

    @property
    def cite(self) -> str:
        return f"{self.book} {self.number}"


@dataclass(frozen=True)
class Book:
    """One file of the catalogue. In a book that is not `complete` a section may be left unenforced."""

    slug: str
    name: str
    title: str
    complete: bool
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Catalogue:
    """All the books, and the way from a citation to its section."""

    books: tuple[Book, ...]

    @cached_property
    def _by_citation(self) -> dict[str, Section]:
        found = {section.cite: section for book in self.books for section in book.sections}
        # A number printed elsewhere for a section never hides the section that bears it in the body.
        for book in self.books:
            for section in book.sections:
                for number in section.also_printed:
                    found.setdefault(f"{book.name} {number}", section)
        return found

    def resolve(self, citation: str) -> Section:
        """The section a citation such as "Tisbury 09.2.5(1)" names; LookupError names the citation."""
        try:
            return self._by_citation[" ".join(citation.split())]
        except KeyError:
            books = ", ".join(book.name for book in self.books)
            raise LookupError(
                f'No section "{citation}" is in the catalogue. A citation is a book ({books}) and a section '
                f"number as fixtures/regulations has it."
            ) from None


# ---------------------------------------------------------------- reading the books
def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(item, kind) for item in value)


# What each key of an entry must be: the test and the words for it.
_KEYS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "section": (_text, "a number in quotes"),
    "title": (_text, "a text"),
    "summary": (_text, "a text"),
    "operative": (lambda value: isinstance(value, bool), "true or false"),
    "why_not": (_text, "a text"),
    "pending": (_text, "the name of a slice"),
    "pending_also": (_text, "the name of a slice"),
    "dated": (_list_of(date), "a list of dates such as [1984-12-03]"),
    "also_printed": (_list_of(str), "a list of numbers in quotes"),
    "note": (_text, "a text"),
    "verified": (lambda value: isinstance(value, bool), "true or false"),
    "force": (lambda value: value in FORCES, f"one of {', '.join(FORCES)}"),
}
_ALWAYS = ("section", "title", "summary", "operative")


def _section(book: str, where: str, entry: Mapping[str, Any], force: str = "") -> Section:
    for key in _ALWAYS:
        if key not in entry:
            raise BadCatalogue(f"{where}: `{key}` is missing.")
    for key, value in entry.items():
        if key not in _KEYS:
            raise BadCatalogue(f"{where}: `{key}` is no key of a section; use one of {', '.join(_KEYS)}.")
        fits, words = _KEYS[key]
        if not fits(value):
            raise BadCatalogue(f"{where}: `{key}` must be {words}, not {value!r}.")
    if entry["operative"] and "why_not" in entry:
        raise BadCatalogue(f"{where}: an operative section has no `why_not`.")
    if not entry["operative"] and "why_not" not in entry:
        raise BadCatalogue(f"{where}: `why_not` is missing: say why there is nothing to enforce.")
    if not entry["operative"] and ("pending" in entry or "pending_also" in entry):
        raise BadCatalogue(f"{where}: only an operative section can be pending.")
    if "pending" in entry and "pending_also" in entry:
        raise BadCatalogue(f"{where}: use `pending` or `pending_also`, not both.")
    given: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    number = given.pop("section")
    return Section(**{"book": book, "number": number, "force": force, **given})


def read_book(path: Path) -> Book:
    """The book in a catalogue file; BadCatalogue names the file and the section that is wrong."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as wrong:
        raise BadCatalogue(f"{path.name}: not readable as YAML: {wrong}") from wrong
    if not isinstance(data, dict) or set(data) - {"force"} != {"book", "title", "complete", "sections"}:
        raise BadCatalogue(
            f"{path.name}: must have book, title, complete and sections, perhaps force, and nothing else."
        )
    force = data.get("force", "")
    if force and force not in FORCES:
        raise BadCatalogue(f"{path.name}: `force` must be one of {', '.join(FORCES)}, not {force!r}.")
    if not (_text(data["book"]) and _text(data["title"]) and isinstance(data["complete"], bool)):
        raise BadCatalogue(f"{path.name}: book and title are texts, complete is true or false.")
    if not isinstance(data["sections"], list):
        raise BadCatalogue(f"{path.name}: sections must be a list.")
    sections: list[Section] = []
    taken: dict[str, str] = {}
    for place, entry in enumerate(data["sections"], start=1):
        if not isinstance(entry, dict):
            raise BadCatalogue(f"{path.name}, entry {place}: must be a section with its keys.")
        section = _section(
            data["book"], f"{path.name}, section {entry.get('section', f'no. {place}')}", entry, force
        )
        if taken.get(section.number) == "section":
            raise BadCatalogue(f"{path.name}, section {section.number}: is listed twice.")
        taken[section.number] = "section"
        for number in section.also_printed:
            if number == section.number or taken.get(number) == "also":
                raise BadCatalogue(
                    f"{path.name}, section {section.number}: `also_printed` {number} is used already."
                )
            taken.setdefault(number, "also")
        sections.append(section)
    return Book(path.stem, data["book"], data["title"], data["complete"], tuple(sections))


@cache
def catalogue() -> Catalogue:
    """All the books as shipped, read once."""
    return Catalogue(tuple(read_book(FOLDER / f"{slug}.yaml") for slug in BOOKS))


def resolve(citation: str) -> Section:
    """The section of the shipped catalogue that a citation names; LookupError names the citation."""
    return catalogue().resolve(citation)


_PREFIX = re.compile(r"^(M\.?G\.?L\.?|sections?|sec\.?|§+)\s*", re.I)


def named_in(words: str, books: Sequence[str]) -> Section | None:
    """The section that somebody's own words name: "09.2.3(1)", "MGL c.111 §31", "Tisbury 09.2.3(1)(a)".

    `books` are the names of the books it may stand in without naming one, in order. A part that the catalogue
    does not list by itself is its section's. None when no section is named so.
    """
    said = _PREFIX.sub("", " ".join(words.split())).rstrip(". ")
    while said:
        for citation in (said, *(f"{book} {said}" for book in books)):
            try:
                return resolve(citation)
            except LookupError:
                continue
        whole = re.sub(r"\s*\([^()]*\)$", "", said)
        if whole == said:
            return None
        said = whole
    return None


# ---------------------------------------------------------------- who cites what
@dataclass(frozen=True)
class Citation:
    """One place of the program that enforces a section: by whom ("dumpster") and how ("rule location")."""

    cite: str
    by: str
    how: str


def cited_by(kind: CaseKind) -> Iterator[Citation]:
    """Every citation a kind makes: itself, rules, clocks, checklist, steps, fields, duties, readings."""
    yield Citation(kind.section, kind.slug, "kind")
    for rule in kind.law.rules if kind.law else ():
        yield Citation(rule.cite, kind.slug, f"rule {rule.slug}")
    for clock in kind.clocks:
        if clock.cite != OFFICE_PRACTICE:
            yield Citation(clock.cite, kind.slug, f"clock {clock.slug}")
    for item in kind.checklist:
        yield Citation(item.cite, kind.slug, f"checklist {item.slug}")
    for step in kind.lifecycle.steps:
        if step.cite:
            yield Citation(step.cite, kind.slug, f"step {step.slug}")
    for name, cite in getattr(kind.details, "CITES", {}).items():
        yield Citation(cite, kind.slug, f"field {name}")
    for duty in kind.duties:
        yield Citation(duty.cite, kind.slug, "duty on the permit")
    for reading in kind.readings:
        yield Citation(reading.cite, kind.slug, f"reading {reading.slug}")


def citations(
    kinds: Iterable[CaseKind] | None = None, enforces: Mapping[str, Mapping[str, str]] | None = None
) -> list[Citation]:
    """What the program cites, each once, in order: all registered kinds and apps unless others are given.

    `enforces` maps an app to its {citation: how}, for what an app enforces outside a kind; an installed
    app says it as `ENFORCES` in its `kinds.py`.
    """
    kinds = registry.values() if kinds is None else kinds
    enforces = _enforced_by_apps() if enforces is None else enforces
    found = [citation for kind in kinds for citation in cited_by(kind)]
    found += [Citation(cite, app, how) for app, said in enforces.items() for cite, how in said.items()]
    return list(dict.fromkeys(found))


def _enforced_by_apps() -> dict[str, Mapping[str, str]]:
    said = {}
    for app in apps.get_app_configs():
        if app.module is not None and module_has_submodule(app.module, "kinds"):
            said[app.label] = getattr(import_module(f"{app.name}.kinds"), "ENFORCES", {})
    return said


def enforcers(catalogue: Catalogue, citations: Iterable[Citation]) -> dict[str, list[Citation]]:
    """For each enforced section, by its `cite`, what enforces it. Unresolvable citations are left to `check`.

    A part does not stand for its section, nor a section for its parts.
    """
    found: dict[str, list[Citation]] = {}
    for citation in citations:
        try:
            section = catalogue.resolve(citation.cite)
        except LookupError:
            continue
        found.setdefault(section.cite, []).append(citation)
    return found


STANDINGS = ("enforced", "partly enforced", "pending", "not enforced", "not operative")


def standing(section: Section, enforced: Mapping[str, Sequence[Citation]]) -> str:
    """How a section stands: one of STANDINGS."""
    if section.cite in enforced:
        return "partly enforced" if section.pending_also else "enforced"
    if not section.operative:
        return "not operative"
    return "pending" if section.pending or section.pending_also else "not enforced"


def check(catalogue: Catalogue, citations: Iterable[Citation]) -> list[str]:
    """What is wrong between the catalogue and the program, a sentence each; empty when all is well."""
    citations = list(citations)
    problems = []
    for citation in citations:
        try:
            catalogue.resolve(citation.cite)
        except LookupError as unknown:
            problems.append(f"{citation.by}, {citation.how}: {unknown}")
    enforced = enforcers(catalogue, citations)
    for book in catalogue.books:
        for section in book.sections:
            by = enforced.get(section.cite)
            named = f"{section.cite} ({section.title})"
            if by and section.pending:
                problems.append(
                    f"{named} is marked pending, but {by[0].by} enforces it ({by[0].how}). Take the mark "
                    f"away, or write `pending_also` when the rest of it is still to come."
                )
            if (
                not by
                and book.complete
                and section.operative
                and not (section.pending or section.pending_also)
            ):
                problems.append(
                    f"{named} is operative, but nothing enforces it. Cite it from a kind, or name the slice "
                    f"that will enforce it as `pending`."
                )
    return problems
