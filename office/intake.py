"""From raw answers to typed rows, and the one shape in which rules, look-ups and fees see an application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import models
from django.forms import ModelForm

from office import kinds
from office.forms_rows import RowsField, row_fields
from office.law import Facts, Finding, Ruling, judge
from office.models import Board, Case, Facility, Parcel, Party, Read, read_on
from office.models.rows import AnswerRow, Rows, replace_rows, row_models, rows_of
from office.pricing import Line
from office.schedules import named


class Intake:
    """A kind's details form bound to raw answers.

    `data` is a mapping of raw answers (a QueryDict or a dict) or None for an empty form; `details` is the
    row being amended; `initial` fills an unbound form (last year's answers). Rows of a row set are in `data`
    as a list per column ("parts-length_ft"), as browsers send them, or as a list of dicts under its name.
    """

    def __init__(
        self,
        kind: kinds.CaseKind,
        data: Any = None,
        *,
        details: Any = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.form: ModelForm | None = None
        if kind.form is not None:
            self.form = kind.form(data, instance=details, initial=initial)

    def is_valid(self) -> bool:
        return self.form is None or self.form.is_valid()

    def answers(self) -> dict[str, Any]:
        """Name -> value of every answer that can be read so far; an unreadable one is simply absent.

        A row with an unreadable cell is there, with that value not known.
        """
        if self.form is None or not self.form.is_bound:
            return {}
        self.form.is_valid()
        return {**{name: field.read(self.form[name].value()).rows for name, field in self.rows},
                **self.form.cleaned_data}  # fmt: skip

    @property
    def rows(self) -> list[tuple[str, RowsField]]:
        """The questions whose answer is a table."""
        return row_fields(self.form) if self.form is not None else []

    def save(self, case: Case) -> Any:
        """Write the details row of `case`. The form must be valid: an action checks that first."""
        if self.form is None:
            return None
        if not self.form.is_valid():
            raise ValueError("The answers cannot be saved while one of them cannot be read.")
        self.form.instance.case = case
        details = self.form.save()
        for name, _ in self.rows:
            replace_rows(details, name, self.form.cleaned_data[name] or ())
        return details


def answers_of(details: Any) -> dict[str, Any]:
    """The answers of a details row by field name, without its keys: rows as a tuple of dicts, or None."""
    if details is None:
        return {}
    columns = {
        column.name: getattr(details, column.name)
        for column in details._meta.concrete_fields
        if column.name not in ("id", "case")
    }
    return columns | rows_of(details)


@dataclass(frozen=True)
class Table:
    """Rows as a person reads them: the words over the columns, and the cells in words or days."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    numeric: tuple[bool, ...]

    is_table = True

    @property
    def is_wide(self) -> bool:
        """Whether it may be wider than a page that is not narrow enough for cards."""
        return len(self.columns) > 6

    @property
    def cells(self) -> list[list[tuple[str, Any, bool]]]:
        """Each row's cells with the label of the column, and whether it holds numbers."""
        return [list(zip(self.columns, row, self.numeric, strict=True)) for row in self.rows]

    def __str__(self) -> str:
        """The table on one line, where no table can stand."""
        lines = (
            ", ".join(
                f"{label.lower()} {named(cell) if isinstance(cell, date) else cell}"
                for label, cell in told
                if cell
            )
            for told in (zip(self.columns, row, strict=True) for row in self.rows)
        )
        return "; ".join(f"{n}. {line}" for n, line in enumerate(lines, start=1))


def in_table(model: type[AnswerRow], rows: Rows | None, columns: Sequence[str] | None = None) -> Table | None:
    """Rows (column -> value, or the text as it was typed) as a table; None for none.

    `columns` are the names of those to show, all of them by default.
    """
    shown = [each for each in model.columns() if columns is None or each.name in columns]
    if not rows or not shown:
        return None
    words = [{str(value): str(said) for value, said in each.flatchoices} for each in shown]
    labels = (str(each.verbose_name) for each in shown)
    return Table(
        str(model._meta.verbose_name_plural).capitalize(),
        tuple(f"{label[:1].upper()}{label[1:]}" for label in labels),
        tuple(
            tuple(_cell(row.get(each.name), said) for each, said in zip(shown, words, strict=True))
            for row in rows
        ),
        tuple(isinstance(each, models.DecimalField | models.IntegerField) for each in shown),
    )


_YES_OR_NO = {True: "Yes", False: "No", "true": "Yes", "false": "No"}


def _cell(value: Any, words: Mapping[str, str]) -> Any:
    """The cell in words; a day stays one, for the page to write it as its reader does."""
    if value is None or value == "":
        return ""
    if isinstance(value, date):
        return value
    if isinstance(value, bool) or value in ("true", "false"):
        return _YES_OR_NO[value]
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return words.get(str(value), str(value))


def answer(details: Any, name: str, *, public: bool = False) -> tuple[str, Any]:
    """The label and the value of one answer: a choice by its words, rows as a table, an open one as None.

    `public`: of rows only the columns that the register may show.
    """
    if (model := row_models(details.__class__).get(name)) is not None:
        label = str(model._meta.verbose_name_plural)
        table = in_table(model, rows_of(details)[name], model.PUBLIC if public else None)
        return f"{label[:1].upper()}{label[1:]}", table
    label = str(details._meta.get_field(name).verbose_name)
    chosen = getattr(details, f"get_{name}_display", None)
    value = chosen() if chosen else getattr(details, name)
    if isinstance(value, Decimal):
        value = f"{value.normalize():f}"
    return f"{label[:1].upper()}{label[1:]}", None if value == "" else value


def in_words(kind: kinds.CaseKind, details: Any) -> list[tuple[str, list[tuple[str, Any, str]]]]:
    """The answers as a person reads them: (section title, [(label, value, citation)])."""
    if details is None:
        return []
    cites = getattr(details, "CITES", {})
    # What no form asks is shown as the details row itself says.
    sections = kind.form.sections if kind.form is not None else getattr(details, "SECTIONS", ())
    return [
        (title, [(*answer(details, name), cites.get(name, "")) for name in names])
        for _, title, names in sections
    ]


@dataclass
class Filing:
    """An application as rules, look-ups and fees see it, filed or not yet."""

    kind: kinds.CaseKind
    answers: Mapping[str, Any]
    parcels: Sequence[Parcel] = ()
    facility: Facility | None = None
    holder: Party | None = None
    case: Case | None = None
    renews: Case | None = None
    _looked_up: dict[date, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    _read: dict[date, dict[str, Read]] = field(default_factory=dict, repr=False)

    @classmethod
    def of_case(cls, case: Case) -> Filing:
        """The filing of a case as it stands now."""
        return cls(
            kind=case.casekind,
            answers=answers_of(case.details),
            parcels=list(case.parcels.all()),
            facility=case.facility,
            holder=case.facility.holder if case.facility else None,
            case=case,
            renews=case.renews,
        )

    def readings(self, on: date) -> dict[str, Read]:
        """How the board reads on the day `on` what the kind's law leaves open, by slug."""
        if self.kind.readings and on not in self._read:
            board = self.case.board if self.case else Board.objects.get(slug=self.kind.boards[0])
            self._read[on] = read_on(board, self.kind.readings, on)
        return self._read.get(on, {})

    def facts(self, on: date) -> Facts | None:
        """The facts on the day `on`; None without a law.

        They are what was answered, how the board reads what the law leaves open, and what the kind looks up.
        """
        law = self.kind.law
        if law is None:
            return None
        if on not in self._looked_up:
            self._looked_up[on] = law.lookup(self, on) if law.lookup else {}
        read = {each.reading.fact: each.value for each in self.readings(on).values()}
        return law.facts.build({**self.answers, **read, **self._looked_up[on]})

    def findings(self, on: date, rulings: Sequence[Ruling] = ()) -> list[Finding]:
        facts = self.facts(on)
        if facts is None or self.kind.law is None:
            return []
        return judge(self.kind.law.rules, facts, on, rulings)

    def pictures(self, on: date) -> list[kinds.Picture]:
        """What the kind draws of it under the law of the day `on`; nothing for a kind that draws nothing."""
        return list(self.kind.pictures(self, on)) if self.kind.pictures else []

    def fees(self, on: date) -> list[Line]:
        return self.kind.fees(self, on) if self.kind.fees else []
