"""A table pasted from a spreadsheet or written line by line: from its text to cells, nothing guessed."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from office.search import fold

# "12,5 3,4": commas inside numbers, and blanks between them.
_DECIMAL_COMMAS = re.compile(r"(?:^|\s)[-−+]?\d+,\d+(?=\s+[-−+]?\d|\s*$)")
_BREAKS = re.compile(r"[\t\r\n]+")
_LINES = re.compile(r"\r\n|\r|\n")
_UNIT = re.compile(r"\(.*?\)")


class Column(NamedTuple):
    """A column as pasting knows it: its name, its label, and the words of its choices with their values."""

    name: str
    label: str
    choices: Mapping[str, str] = {}


class Line(NamedTuple):
    """A line of the text that is a row: its number in the text, from 1, and its cells by column."""

    number: int
    cells: dict[str, str]


class Pasted(NamedTuple):
    """What a text gave: its rows, and what is wrong with whole lines of it."""

    lines: list[Line]
    problems: list[str]


def read(text: str, columns: Sequence[Column]) -> Pasted:
    """The rows of a pasted text.

    Cells are parted by tabs, else semicolons, else commas, else blanks, the same in every line. Blank lines
    are skipped. A first line without any digit is a header: where it names our columns it sets their order.
    A line with fewer cells leaves the last ones open; one with more, a header that names only some of ours,
    or decimal commas between blanks are problems, and the line is not read.
    """
    written = [(n, line) for n, line in enumerate(_LINES.split(text), start=1) if line.strip()]
    if not written:
        return Pasted([], [])
    separator = _separator([line for _, line in written])
    if separator == "," and (wrong := [n for n, line in written if _DECIMAL_COMMAS.search(line)]):
        says = _("Line %(line)s has decimal commas. Write 12.5, not 12,5, and paste the table again.")
        return Pasted([], [says % {"line": wrong[0]}])
    first = _cells(written[0][1], separator)
    order = list(columns)
    problems: list[str] = []
    if not any(c.isdigit() for c in written[0][1]) or all(_named(cell, columns) for cell in first):
        order, problems = _header(first, columns)
        del written[0]
    lines = []
    chosen = {each.name: _by_words(each) for each in columns}
    for number, line in written:
        cells = _cells(line, separator)
        if len(cells) > len(order):
            says = _("Line %(line)s has %(cells)s cells; there are %(columns)s columns: %(names)s.")
            problems.append(says % {
                "line": number, "cells": len(cells), "columns": len(order), "names": _names(order),
            })  # fmt: skip
            continue
        given = dict(zip((column.name for column in order), cells, strict=False))
        lines.append(Line(number, {
            each.name: _chosen(chosen[each.name], given.get(each.name, "")) for each in columns
        }))  # fmt: skip
    return Pasted(lines, problems)


def write(rows: Iterable[Mapping[str, str]], columns: Sequence[Column]) -> str:
    """Rows as a text that `read` takes, with tabs and a header; choices by their words."""
    words = {each.name: {value: word for word, value in each.choices.items()} for each in columns}
    lines = ["\t".join(each.label for each in columns)]
    for row in rows:
        cells = (row.get(each.name, "") for each in columns)
        said = (words[each.name].get(cell, cell) for each, cell in zip(columns, cells, strict=True))
        lines.append("\t".join(map(_as_cell, said)))
    return "\n".join(lines)


def _separator(lines: Sequence[str]) -> str:
    return next((each for each in "\t;," if any(each in line for line in lines)), " ")


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line; empty ones at the end of a line of a spreadsheet are none."""
    parts = line.split() if separator == " " else next(csv.reader([line], delimiter=separator))
    cells = [part.strip() for part in parts]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _as_cell(text: str) -> str:
    """A cell as it stands in a line: on one line, and quoted where a quotation mark would begin it."""
    plain = _BREAKS.sub(" ", text).strip()
    return '"' + plain.replace('"', '""') + '"' if plain.startswith('"') else plain


def _header(cells: Sequence[str], columns: Sequence[Column]) -> tuple[list[Column], list[str]]:
    """The columns in the order that a header names, and what is wrong with it.

    A header in words of its own says nothing of the order, so ours stands; one that names some of our columns
    and something else besides could put a number into the wrong column, so it is refused.
    """
    found = [_named(cell, columns) for cell in cells]
    known = [column for column in found if column is not None]
    if not known:
        return list(columns), []
    if len(known) < len(found) or len({column.name for column in known}) < len(known):
        wrong = next(
            cell for n, (cell, column) in enumerate(zip(cells, found, strict=True))
            if column is None or column in found[:n]
        )  # fmt: skip
        says = _("The header “%(cell)s” is none of our columns, or stands twice. The columns are: %(names)s.")
        return list(columns), [says % {"cell": wrong[:40], "names": _names(columns)}]
    return known, []


def _named(cell: str, columns: Sequence[Column]) -> Column | None:
    """The one column that a header cell names: by name, by label, or by how its label alone begins."""
    told = fold(_UNIT.sub("", cell)).strip()
    if not told:
        return None
    labels = {column.name: fold(_UNIT.sub("", column.label)).strip() for column in columns}
    exact = [each for each in columns if told in (labels[each.name], fold(each.name).strip())]
    near = exact or [each for each in columns if labels[each.name].startswith(told)]
    return near[0] if len(near) == 1 else None


def _by_words(column: Column) -> dict[str, str]:
    """The values of a column's choices by their words and by themselves, folded."""
    values = {fold(value): value for value in column.choices.values()}
    return values | {fold(word): value for word, value in column.choices.items()}


def _chosen(by_words: dict[str, str], cell: str) -> str:
    """The value of a choice that is written in words, or the cell as it is."""
    return by_words.get(fold(cell), cell) if by_words and cell else cell


def _names(columns: Sequence[Column]) -> str:
    return "; ".join(column.label for column in columns)
