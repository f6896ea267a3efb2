"""A question whose answer is a table: rows of cells, added one by one or pasted, read cell by cell.

A row set is a form field like any other, so drafts, counter, amendments and renewals carry it as they carry
an answer. Its rows travel as one list per column ("parts-length_ft" = ["40", "12"]), so no count of rows
comes from outside that could lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from office.forms_answers import FeetField, row_field
from office.models.rows import AnswerRow, Rows
from office.pasted import Column, read, write
from office.spoken import say

ADD, PASTED = "add-row", "pasted"
EMPTY_ROWS = 3  # shown while nobody wrote any
LONG = 40  # rows beyond this many of a pasted set are changed as the text they are, not cell by cell
MOST_CHARACTERS = 60_000  # of a pasted text; what is kept of one answer, see actions.drafts
MOST_SAID = 20  # errors of one set said one by one


class RowForm(forms.ModelForm):
    """The cells of one row. Each is read by itself; the rules judge what they say together.

    `parent` is the name of the row's ForeignKey to the details row.
    """

    parent: ClassVar[str] = "details"

    class Meta:
        formfield_callback = row_field


@dataclass(frozen=True)
class RowSet:
    """A table of answers: `name` is the fact and the related_name on the details, `one` what a row is called.

    With `pasted`, a table may be pasted from a spreadsheet beside it. At most `most` rows are kept.
    """

    name: str
    form: type[RowForm]
    title: str
    one: str
    hint: str = ""
    pasted: bool = False
    most: int = 60

    @property
    def model(self) -> type[AnswerRow]:
        model: type[AnswerRow] = self.form._meta.model
        return model

    @property
    def raw_names(self) -> list[str]:
        """The names under which a browser sends it."""
        names = [*self.form.base_fields, *([PASTED] if self.pasted else [])]
        return [f"{self.name}-{name}" for name in names]

    @property
    def columns(self) -> list[Column]:
        """The columns as pasting knows them, in the reader's language."""
        return [
            Column(name, str(say(cell.label)), {str(say(said)): str(value) for value, said in _choices(cell)})
            for name, cell in self.form.base_fields.items()
        ]


def _choices(cell: forms.Field) -> list[tuple[Any, Any]]:
    """The answers among which a cell's is chosen; none for what is written."""
    return [(value, said) for value, said in getattr(cell.widget, "choices", ()) if value not in ("", None)]


class CellError(NamedTuple):
    """What is wrong with one cell: its row, from 0, its column, and the words."""

    row: int
    column: str
    says: str


@dataclass
class Raw:
    """Rows as they were typed, empty ones too; `text` is what was pasted, `lines` each row's line in it."""

    rows: list[dict[str, str]] = field(default_factory=list)
    text: str = ""
    lines: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    read: Read | None = None  # once it was read

    @property
    def stays_text(self) -> bool:
        """Whether what was pasted is changed as a text: too long for cells, or not read into them."""
        return len(self.rows) > LONG or bool(self.problems)

    def __bool__(self) -> bool:
        return bool(self.text.strip()) or any(map(_written, self.rows))


class Read(NamedTuple):
    """What the cells say: the rows with what can be read (None else), and what cannot."""

    rows: Rows | None
    errors: list[CellError]


def _written(row: Mapping[str, str]) -> bool:
    return any(cell.strip() for cell in row.values())


class RowsWidget(forms.Widget):
    """Finds the rows among what was sent. It draws nothing: the template does, cell by cell."""

    def __init__(self, row_set: RowSet) -> None:
        super().__init__()
        self.row_set = row_set

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Raw:
        """`data` holds a list per column, or, from Python, the rows themselves under the set's own name."""
        given = data.get(name) if not isinstance(data, MultiValueDict) else None
        if given is not None:
            return Raw([as_text(self.row_set, row) for row in given])
        cells = {column: _listed(data, f"{name}-{column}") for column in self.row_set.form.base_fields}
        # One more than is kept is enough to know that there are too many.
        many = min(max(map(len, cells.values()), default=0), self.row_set.most + 1)
        rows = [
            {column: texts[n] if n < len(texts) else "" for column, texts in cells.items()}
            for n in range(many)
        ]
        text = next(iter(_listed(data, f"{name}-{PASTED}")), "") if self.row_set.pasted else ""
        if not text.strip():
            return Raw(rows)
        if len(text) >= MOST_CHARACTERS:
            says = _("This text is longer than %(most)s characters. Paste fewer rows, or only our columns.")
            return Raw(text=text, problems=[says % {"most": f"{MOST_CHARACTERS - 1:,}"}])
        found = read(text, self.row_set.columns)
        return Raw(
            [line.cells for line in found.lines], text, [line.number for line in found.lines], found.problems
        )

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data and not any(each in data for each in self.row_set.raw_names)


def _listed(data: Any, name: str) -> list[str]:
    if isinstance(data, MultiValueDict):
        return list(data.getlist(name))
    value = data.get(name)
    return [] if value is None else [str(each) for each in value] if isinstance(value, list) else [str(value)]


def as_text(row_set: RowSet, row: Mapping[str, Any]) -> dict[str, str]:
    """A row's values as a person would type them."""
    return {name: _text(cell, row.get(name)) for name, cell in row_set.form.base_fields.items()}


def _text(cell: forms.Field, value: Any) -> str:
    if isinstance(value, Decimal):
        value = f"{value.normalize():f}" if value.is_finite() else str(value)
    shown = cell.prepare_value(value)
    if isinstance(shown, bool):
        return "true" if shown else "false"
    shown = cell.widget.format_value(shown)
    if isinstance(shown, list):  # of a list to choose from
        shown = next(iter(shown), "")
    return "" if shown is None else str(shown)


def as_sent(row_set: RowSet, rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Rows as a browser sends them: one list per column."""
    texts = [as_text(row_set, row) for row in rows]
    return {f"{row_set.name}-{name}": [row[name] for row in texts] for name in row_set.form.base_fields}


def with_row_added(row_set: RowSet, sent: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """What was sent, with one more empty row in the set, as long as it takes one."""
    raw = RowsWidget(row_set).value_from_datadict(MultiValueDict(sent), None, row_set.name)
    if raw.text or len(raw.rows) >= row_set.most:
        return dict(sent)
    rows = [*raw.rows, dict.fromkeys(row_set.form.base_fields, "")]
    columns = {name: [row[name] for row in rows] for name in row_set.form.base_fields}
    return {**sent, **{f"{row_set.name}-{name}": cells for name, cells in columns.items()}}


class RowsField(forms.Field):
    """A whole row set. Value: a tuple of rows (column -> value), or None, not known, when there is none.

    A row of which nothing is written is no row. That there is nothing to tell, such as no lights at all, is
    the answer to a question of its own.
    """

    is_rows = True

    def __init__(self, row_set: RowSet) -> None:
        super().__init__(
            required=False, label=row_set.title, help_text=row_set.hint, widget=RowsWidget(row_set)
        )
        self.row_set = row_set

    def prepare_value(self, value: Any) -> Raw:
        """What the page shows: the rows as they were typed, or the rows on file as one would type them."""
        if isinstance(value, Raw):
            return value
        return Raw([as_text(self.row_set, row) for row in value or ()])

    def read(self, raw: Raw) -> Read:
        """The rows as far as they can be read; an unreadable cell is a row with that value not known."""
        if raw.read is None:
            raw.read = self._read(raw)
        return raw.read

    def _read(self, raw: Raw) -> Read:
        columns = {column.name: column for column in self.row_set.model.columns()}
        # The same few texts stand in most cells of a long column, so each is read once.
        known: dict[str, dict[str, tuple[Any, list[str]]]] = {name: {} for name in columns}
        rows: list[dict[str, Any]] = []
        errors: list[CellError] = []
        for n, row in enumerate(raw.rows):
            if not _written(row):
                continue
            said: dict[str, Any] = {}
            for name, cell in self.row_set.form.base_fields.items():
                text, of_column = row.get(name, ""), known[name]
                if text not in of_column:
                    of_column[text] = _cell_read(cell, columns[name], text)
                said[name], wrong = of_column[text]
                errors += [CellError(n, name, words) for words in wrong]
            rows.append(said)
        return Read(tuple(rows) or None, errors)

    def clean(self, value: Any) -> Rows | None:
        raw = value if isinstance(value, Raw) else self.prepare_value(value)
        found = self.read(raw)
        told = [*self.of_the_whole(raw), *(self.named(raw, each) for each in found.errors)]
        if told:
            raise ValidationError(told)
        return found.rows

    def of_the_whole(self, raw: Raw) -> list[str]:
        """What is wrong with no single cell."""
        many = sum(map(_written, raw.rows))
        if many <= self.row_set.most:
            return list(raw.problems)
        says = _("There are %(many)s rows here; at most %(most)s are taken. Leave some out.")
        counted = many if raw.text else _("more than %(most)s") % {"most": self.row_set.most}
        return [*raw.problems, says % {"many": counted, "most": self.row_set.most}]

    def named(self, raw: Raw, error: CellError) -> str:
        """An error with its place: "Part 3, length in feet: Write a number ...", or its line in a text."""
        label = say(self.row_set.form.base_fields[error.column].label)
        if raw.lines and raw.stays_text:
            says, n = _("Line %(n)s, %(column)s: %(says)s"), raw.lines[error.row]
        else:
            says, n = _("%(one)s %(n)s, %(column)s: %(says)s"), error.row + 1
        one = str(say(self.row_set.one))
        return says % {
            "n": n, "one": f"{one[:1].upper()}{one[1:]}", "column": str(label).lower(), "says": error.says,
        }  # fmt: skip

    def has_changed(self, initial: Any, data: Any) -> bool:
        raw = data if isinstance(data, Raw) else self.prepare_value(data)
        found = self.read(raw)
        return bool(found.errors or raw.problems) or found.rows != (tuple(initial) if initial else None)

    def get_bound_field(self, form: Any, field_name: str) -> BoundRows:
        return BoundRows(form, self, field_name)


def _cell_read(cell: forms.Field, column: Any, text: str) -> tuple[Any, list[str]]:
    """What one cell says (None when it cannot be read), and what is wrong with it."""
    try:
        value = cell.clean(text)
        if value not in column.empty_values:
            column.run_validators(value)
    except ValidationError as wrong:
        return None, [str(words) for words in wrong.messages]
    return value, []


def row_fields(form: forms.BaseForm) -> list[tuple[str, RowsField]]:
    """The questions of a form whose answer is a table, by name."""
    return [(name, each) for name, each in form.fields.items() if isinstance(each, RowsField)]


def added_to(form: forms.BaseForm | None, sent: Any) -> RowSet | None:
    """The row set for which "Add row" was pressed, if it is one of the form's."""
    asked = sent.get(ADD, "")
    rows = row_fields(form) if form is not None else []
    return next((each.row_set for name, each in rows if name == asked), None)


def one_more(row_set: RowSet, sent: Any) -> Any:
    """What a browser sent (a QueryDict), with one more empty row in the set."""
    data = sent.copy()
    for name, texts in with_row_added(row_set, dict(sent.lists())).items():
        data.setlist(name, texts)
    return data


class Cell(NamedTuple):
    """One cell as the page shows it."""

    id: str
    label: str
    control: SafeString
    says: list[str]
    read_as: str


class Row(NamedTuple):
    """One row as the page shows it: its number from 1 (a mark in the pattern of new rows), and its cells."""

    number: Any
    id: str
    cells: list[Cell]


class BoundRows(forms.BoundField):
    """A row set on a page: its rows with a control for each cell, or its text when it is long."""

    field: RowsField
    is_rows = True
    use_fieldset = False

    @property
    def row_set(self) -> RowSet:
        return self.field.row_set

    @cached_property
    def data(self) -> Any:
        """What was sent, found and parted into cells once however often it is asked for."""
        return super().data

    @cached_property
    def raw(self) -> Raw:
        raw: Raw = self.value()
        return raw

    @cached_property
    def cell_errors(self) -> list[CellError]:
        return self.field.read(self.raw).errors if self.form.is_bound else []

    @property
    def is_text(self) -> bool:
        """Whether it is changed as one text: too long to be changed cell by cell, or not read into cells."""
        return self.row_set.pasted and self.raw.stays_text

    @property
    def text(self) -> str:
        """The text to change; empty while the rows stand below it."""
        if not self.is_text:
            return ""
        return self.raw.text or write(self.raw.rows, self.row_set.columns)

    @property
    def text_lines(self) -> int:
        return min(max(self.text.count("\n") + 2, 4), 16)

    @property
    def rows(self) -> list[Row]:
        """The rows to show, and empty ones to write into."""
        if self.is_text:
            return []
        rows = self.raw.rows
        sent = self.form.is_bound and bool(rows) and not self.raw.text
        spare = 0 if sent else 1 if rows else EMPTY_ROWS
        empty = dict.fromkeys(self.row_set.form.base_fields, "")
        shown = [*rows, *[empty] * spare][: max(self.row_set.most, len(rows))]
        wrong: dict[tuple[int, str], list[str]] = {}
        for error in self.cell_errors:
            wrong.setdefault((error.row, error.column), []).append(error.says)
        return [self._row(n, row, wrong) for n, row in enumerate(shown)]

    @property
    def pattern(self) -> Row:
        """What a new row looks like, for the script that adds one."""
        return self._row("__n__", {}, {})

    def _row(self, n: Any, row: Mapping[str, str], wrong: Mapping[tuple[int, str], list[str]]) -> Row:
        cells = [
            self._cell(n, name, cell, row.get(name, ""), wrong.get((n, name), []))
            for name, cell in self.row_set.form.base_fields.items()
        ]
        return Row(n + 1 if isinstance(n, int) else n, f"{self.auto_id}-{n}", cells)

    def _cell(self, n: Any, name: str, cell: forms.Field, text: str, says: list[str]) -> Cell:
        at, widget = f"{self.auto_id}-{n}-{name}", cell.widget
        select = isinstance(widget, forms.Select)
        attrs: dict[str, Any] = {
            "id": at, "class": "form-select" if select else "form-control", **cell.widget_attrs(widget),
        }  # fmt: skip
        described = {f"{self.auto_id}-hint-{name}": cell.help_text, f"{at}-e": says}
        if any(described.values()):
            attrs["aria-describedby"] = " ".join(each for each, there in described.items() if there)
        if says:
            attrs["aria-invalid"] = "true"
            attrs["class"] += " is-invalid"
        if isinstance(widget, forms.Select):
            words = [(value, say(label)) for value, label in widget.choices]
            if text and text not in {str(value) for value, _ in words}:
                words.append((text, text))  # kept as it was typed
            widget = type(widget)(attrs=widget.attrs, choices=words)
        control = widget.render(f"{self.html_name}-{name}", text, attrs)
        read_as = cell.read_as(text) if isinstance(cell, FeetField) else ""
        return Cell(at, str(cell.label), control, says, read_as)

    @property
    def hints(self) -> Iterator[tuple[str, str, str]]:
        """Id, label and hint of each column that has one; said once for all rows."""
        for name, cell in self.row_set.form.base_fields.items():
            if cell.help_text:
                yield f"{self.auto_id}-hint-{name}", str(cell.label), str(cell.help_text)

    @property
    def order(self) -> list[str]:
        """The columns in the order in which a table is pasted."""
        return [column.label for column in self.row_set.columns]

    @property
    def words(self) -> list[tuple[str, list[str]]]:
        """The columns in which one of a few words stands, with those words."""
        return [(column.label, list(column.choices)) for column in self.row_set.columns if column.choices]

    @property
    def whole_errors(self) -> list[str]:
        """What is said above the rows: what concerns no single cell; of a text, its first errors too."""
        if not self.form.is_bound:
            return []
        told = self.field.of_the_whole(self.raw)
        if self.is_text:
            named = [self.field.named(self.raw, each) for each in self.cell_errors]
            told += named[:MOST_SAID]
            if len(named) > MOST_SAID:
                told.append(_("And %(n)s cells more.") % {"n": len(named) - MOST_SAID})
        return told

    @property
    def error_links(self) -> list[tuple[str, str]]:
        """For the summary of errors: the control each leads to, and its words with row and column."""
        if not self.form.is_bound or not self.errors:
            return []
        if self.is_text:
            return [(f"{self.auto_id}-{PASTED}", says) for says in self.whole_errors]
        whole = [(self.auto_id, says) for says in self.whole_errors]
        return whole + [
            (f"{self.auto_id}-{each.row}-{each.column}", self.field.named(self.raw, each))
            for each in self.cell_errors
        ]
