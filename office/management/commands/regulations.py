"""manage.py regulations: every section of the books, and what enforces it."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from office.regulations import (
    BOOKS,
    STANDINGS,
    Book,
    Citation,
    Section,
    catalogue,
    check,
    citations,
    enforcers,
    standing,
)

WIDTH = 100
Enforced = Mapping[str, list[Citation]]


class Command(BaseCommand):
    help = "List every section of the regulations with what enforces it, and what is pending."
    # A listing of what the code says: it must also work where there is no database yet.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="print the counts and the problems; exit 1 if there are any"
        )
        parser.add_argument("--book", choices=BOOKS, help="list this book only")
        parser.add_argument("--pending", action="store_true", help="list only what later slices will enforce")

    def handle(self, *args: Any, **options: Any) -> None:
        books, cited = catalogue(), citations()
        enforced = enforcers(books, cited)
        for book in books.books:
            if options["book"] in (None, book.slug):
                self._write(summary(book, enforced))
                if not options["check"]:
                    self._write(listing(book, enforced, only_pending=options["pending"]))
        problems = check(books, cited)
        if options["check"] and problems:
            for problem in problems:
                self.stderr.write("\n".join(textwrap.wrap(problem, WIDTH, subsequent_indent="  ")))
            raise CommandError(f"{count(len(problems), 'problem')} in the regulations.")
        if options["check"]:
            self.stdout.write(
                "Every citation resolves; every operative section of a complete book is enforced or pending."
            )

    def _write(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.stdout.write(line)


def count(number: int, word: str) -> str:
    """ "1 problem", "2 problems"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def summary(book: Book, enforced: Enforced) -> list[str]:
    """The head of a book: its name and how many sections stand how."""
    stand = [standing(section, enforced) for section in book.sections]
    counted = [f"{stand.count(word)} {word}" for word in dict.fromkeys(sorted(stand, key=STANDINGS.index))]
    says = f"{count(len(book.sections), 'section')}: {', '.join(counted)}."
    if not book.complete:
        says += " Headings for now; later slices complete them."
    return ["", f"{book.name}: {book.title}", *textwrap.wrap(says, WIDTH)]


def listing(book: Book, enforced: Enforced, *, only_pending: bool = False) -> list[str]:
    """Every section of a book in groups: enforced, pending by slice, not enforced, not operative by reason.

    A section that is partly enforced stands twice: with what enforces it, and with the slice to come.
    """
    column = 4 + max(len(section.number) for section in book.sections)
    groups: dict[str, list[list[str]]] = {}

    def add(group: str, section: Section, says: str, cited: Iterable[Citation] = ()) -> None:
        lead = f"  {section.number}".ljust(column)
        says += "" if section.verified else " (text not read)"
        entry = textwrap.wrap(says, WIDTH, initial_indent=lead, subsequent_indent=" " * column)
        groups.setdefault(group, []).append(entry + _by_whom(cited, " " * (column + 2)))

    for section in book.sections:
        stand = standing(section, enforced)
        if stand in ("enforced", "partly enforced"):
            add("Enforced", section, section.title, enforced[section.cite])
        if stand == "partly enforced":
            add(f"Pending: {section.pending_also}", section, f"{section.title} (the rest of it)")
        if stand == "pending":
            add(f"Pending: {section.pending or section.pending_also}", section, section.title)
        if stand == "not enforced":
            add("Not enforced", section, section.title)
        if stand == "not operative":
            add(f"Not operative: {section.why_not}", section, section.title)
    pending = sorted(group for group in groups if group.startswith("Pending: "))
    idle = [group for group in groups if group.startswith("Not operative: ")]
    text: list[str] = []
    for group in pending if only_pending else ["Enforced", *pending, "Not enforced", *idle]:
        if group in groups:
            text += ["", *textwrap.wrap(f"{group} ({len(groups[group])})", WIDTH)]
            text += [line for entry in groups[group] for line in entry]
    return text


def _by_whom(cited: Iterable[Citation], indent: str) -> list[str]:
    """One wrapped line for each kind or app: "dumpster: rule location, field lot_line_ft"."""
    hows: dict[str, list[str]] = {}
    for citation in cited:
        hows.setdefault(citation.by, []).append(citation.how)
    lines: list[str] = []
    for by, ways in hows.items():
        lines += textwrap.wrap(
            f"{by}: {', '.join(ways)}", WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  "
        )
    return lines
