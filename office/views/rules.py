"""The rules for everybody: each in plain words, and every section of the books with how it stands here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop

from office import kinds
from office.examples import examples
from office.kinds import CaseKind
from office.law import Rule, Weight
from office.models import Board, read_on
from office.regulations import (
    STANDINGS,
    Book,
    Citation,
    Section,
    catalogue,
    citations,
    enforcers,
    resolve,
    standing,
)
from office.spoken import say
from office.views.common import today
from office.views.public import applied_for, for_everybody, for_the_public

# What the catalogue calls a standing, and what the public reads.
SAYS = {
    "enforced": gettext_noop("Checked here"),
    "partly enforced": gettext_noop("Checked here in part"),
    "pending": gettext_noop("Not checked here yet"),
    "not enforced": gettext_noop("Not checked here"),
    "not operative": gettext_noop("Nothing to check"),
}
COLORS = {"enforced": "marsh", "partly enforced": "tide", "pending": "sand"}
# What a citation calls the place that enforces a section, in public words; its first word decides.
HOW = {
    "kind": gettext_noop("the permit itself"),
    "clock": gettext_noop("a deadline"),
    "checklist": gettext_noop("a paper to bring"),
    "step": gettext_noop("a step of the office"),
    "field": gettext_noop("a question of the form"),
    "duty": gettext_noop("a condition of the permit"),
    "reading": gettext_noop("a question the text leaves open"),
}
WEIGHS = {
    Weight.BLOCKS: gettext_noop(
        "It must be met, or ruled upon by the board, before the permit is issued. You may file sooner."
    ),
    Weight.BOARD: gettext_noop(
        "The board looks at it before it decides. It does not stop the permit by itself."
    ),
    Weight.NOTE: gettext_noop("The office notes it. It stops nothing by itself."),
}


@dataclass(frozen=True)
class Link:
    """A rule on a section's row: its sentence and where its page is."""

    says: str
    kind: str
    slug: str
    english: bool  # of a kind that is not for the public, which is not translated


@dataclass(frozen=True)
class Row:
    """A section as the public reads it: nothing of how the program calls things."""

    section: Section
    stands: str
    color: str
    rules: list[Link] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)


@for_everybody
def books(request: HttpRequest) -> HttpResponse:
    """The books, and how many sections of each this program checks."""
    enforced = enforcers(catalogue(), citations())
    rows = [(book, _counted(book, enforced)) for book in catalogue().books]
    links = dict.fromkeys(link for kind in kinds.registry.values() for link in kind.public_pages)
    return render(request, "office/rule_books.html", {"rows": rows, "links": list(links)})


def _counted(book: Book, enforced: dict[str, list[Citation]]) -> list[tuple[int, str]]:
    """How many sections stand how: (3, "Checked here"), in the order of the words."""
    counts = Counter(standing(section, enforced) for section in book.sections)
    return [(counts[word], SAYS[word]) for word in STANDINGS if counts[word]]


@for_everybody
def book(request: HttpRequest, slug: str) -> HttpResponse:
    """One book, section by section: title, what it asks, and how it stands here."""
    found = next((book for book in catalogue().books if book.slug == slug), None)
    if found is None:
        raise Http404
    enforced = enforcers(catalogue(), citations())
    rows = [_row(section, enforced) for section in found.sections]
    context = {"book": found, "rows": rows, "counted": _counted(found, enforced)}
    return render(request, "office/rule_book.html", context)


def _row(section: Section, enforced: dict[str, list[Citation]]) -> Row:
    stands = standing(section, enforced)
    links: dict[str, Link] = {}
    ways: dict[str, None] = {}
    for citation in enforced.get(section.cite, ()):
        how, _, name = citation.how.partition(" ")
        kind = kinds.registry.get(citation.by)
        if how == "rule" and kind is not None:
            rule = rule_of(kind, name)
            if rule is not None:
                english = not for_the_public(kind)
                links.setdefault(rule.says, Link(rule.says, kind.slug, rule.slug, english))
        elif kind is not None and how in HOW:
            ways[f"{say(kind.label)}: {say(HOW[how])}"] = None
    return Row(section, SAYS[stands], COLORS.get(stands, "fog"), list(links.values()), list(ways))


def rule_of(kind: CaseKind, slug: str) -> Rule | None:
    """The kind's rule called `slug`, or None."""
    return next((rule for rule in kind.law.rules if rule.slug == slug), None) if kind.law else None


@for_everybody
def rule(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One rule as a kind has it: the sentence, its section, for whom, whether it may be waived, examples."""
    declared = kinds.registry.get(kind)
    found = rule_of(declared, slug) if declared else None
    if declared is None or found is None:
        raise Http404
    boards = list(Board.objects.filter(slug__in=declared.boards).order_by("pk"))
    # The same rule, not merely one of the same name: slugs are a kind's own.
    sharing = [each for each in kinds.registry.values() if rule_of(each, slug) == found]
    context: dict[str, Any] = {
        "says": found.says,
        "english": not for_the_public(declared),
        "cite": found.cite,
        "section": resolve(found.cite),
        "book": next(book for book in catalogue().books if resolve(found.cite) in book.sections),
        "waivable": found.waivable,
        "weighs": WEIGHS[found.weight],
        "kinds": [(each.label, each.slug if applied_for(each) else "") for each in sharing],
        "kind": declared,
        "boards": boards,
        "board": boards[0] if len(boards) == 1 else None,
        "examples": examples(declared, found, today()),
        # What its section leaves open; the page of the kind has all of it.
        "open": [
            (board, list(read_on(board, here, today()).values()))
            for board in boards
            if (here := [each for each in declared.readings if each.cite == found.cite])
        ],
    }
    return render(request, "office/public_rule.html", context)


@for_everybody
def open_questions(request: HttpRequest, kind: str) -> HttpResponse:
    """What the law of a kind leaves open, and how each board reads it today."""
    declared = kinds.registry.get(kind)
    if declared is None or not declared.readings:
        raise Http404
    boards = Board.objects.filter(slug__in=declared.boards).order_by("pk")
    read = [(board, list(read_on(board, declared.readings, today()).values())) for board in boards]
    context = {
        "kind": declared,
        "page_of_kind": applied_for(declared),
        "english": not for_the_public(declared),
        "read": read,
        "boards": [board for board, _ in read],
        "board": read[0][0] if len(read) == 1 else None,
    }
    return render(request, "office/open_questions.html", context)
