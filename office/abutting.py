"""A pasted list of owners, as an assessor's office gives it: read into rows, each with what is wrong with it.

Pure Python, no Django. Columns are tabs, commas or semicolons apart. A first line that names the columns may
put them in any order; without one they are owner, mailing address, town, state, ZIP code, lot, note.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

COLUMNS = ("owner", "street", "city", "state", "zip_code", "lot", "note")
LONGEST = {"owner": 200, "street": 200, "city": 80, "state": 2, "zip_code": 10, "lot": 60, "note": 200}
WORDS = {
    "owner": "owner", "street": "mailing address", "city": "town", "state": "state", "zip_code": "ZIP code",
    "lot": "lot", "note": "note",
}  # fmt: skip
MOST_ROWS = 2000

# What columns are called in lists of assessors; spaces and signs are taken out before.
HEADINGS = {
    "owner": "owner", "owner1": "owner", "ownername": "owner", "name": "owner", "owners": "owner",
    "owner2": "owner2", "coowner": "owner2", "coownername": "owner2", "co": "owner2",
    "street": "street", "address": "street", "mailingaddress": "street", "mailaddress": "street",
    "owneraddress": "street", "address1": "street", "mailingstreet": "street",
    "address2": "street2", "mailingaddress2": "street2",
    "city": "city", "town": "city", "mailingcity": "city", "mailcity": "city", "ownercity": "city",
    "cityortown": "city", "citytown": "city",
    "state": "state", "st": "state", "mailingstate": "state", "mailstate": "state", "ownerstate": "state",
    "zip": "zip_code", "zipcode": "zip_code", "mailingzip": "zip_code", "mailzip": "zip_code",
    "ownerzip": "zip_code", "postalcode": "zip_code",
    "lot": "lot", "parcel": "lot", "parcelid": "lot", "maplot": "lot", "mapblocklot": "lot", "mbl": "lot",
    "mapparcel": "lot", "note": "note", "notes": "note", "remark": "note", "remarks": "note",
}  # fmt: skip
_SIGNS = re.compile(r"[^a-z0-9]")
_ZIP = re.compile(r"\d{5}(-\d{4})?")


@dataclass(frozen=True)
class Row:
    """An owner as read from line `line`; `problems` say what keeps the row from being taken, each with its
    remedy, and `remarks` what was put right by itself or is still to be found out."""

    line: int
    owner: str = ""
    street: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""
    lot: str = ""
    note: str = ""
    problems: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, str]:
        """What is kept of it."""
        return {name: getattr(self, name) for name in COLUMNS}

    @property
    def town(self) -> str:
        return f"{', '.join(part for part in (self.city, self.state) if part)} {self.zip_code}".strip()


assert {each.name for each in fields(Row)} >= set(COLUMNS)


@dataclass(frozen=True)
class Table:
    """What was pasted: its rows, and what is wrong with the whole."""

    rows: tuple[Row, ...] = ()
    problem: str = ""
    wrong: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wrong", sum(bool(row.problems) for row in self.rows))

    @property
    def whole(self) -> bool:
        """Whether every row can be taken."""
        return bool(self.rows) and not self.problem and not self.wrong


def read_table(text: str) -> Table:
    """The owners in a pasted table. What cannot be read stays a row with its problem: nothing is lost."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip(" \t,;")]
    if not lines:
        return Table(problem="Paste the list, one owner a line.")
    if len(lines) > MOST_ROWS:
        return Table(problem=f"That is {len(lines)} lines. Paste {MOST_ROWS} at most at a time.")
    separator = _separator([line for _, line in lines])
    cells = [(n, _cells(line, separator)) for n, line in lines]
    named = _heading(cells[0][1])
    if named is not None:
        cells = cells[1:]
        if "owner" not in named:
            return Table(
                problem="The first line names columns, and none of them is “Owner”. Name that column."
            )
        if not cells:
            return Table(problem="Only the names of the columns were pasted. Paste the owners too.")
    columns = named or COLUMNS
    return Table(tuple(_row(n, held, columns) for n, held in cells))


def _separator(lines: Sequence[str]) -> str:
    if any("\t" in line for line in lines):
        return "\t"
    commas, semicolons = (sum(line.count(sign) for line in lines) for sign in ",;")
    return ";" if semicolons > commas else ","


def _cells(line: str, separator: str) -> list[str]:
    try:
        read = next(csv.reader([line], delimiter=separator, skipinitialspace=True, strict=False))
    except csv.Error:
        read = line.split(separator)
    return [" ".join(cell.replace("\x00", "").split()) for cell in read]


def _heading(cells: Sequence[str]) -> tuple[str, ...] | None:
    """The columns that the first line names; None when it is an owner already."""
    known = [HEADINGS.get(_SIGNS.sub("", cell.lower()), "") for cell in cells]
    return tuple(known) if sum(bool(name) for name in known) >= 2 else None


def _row(line: int, cells: Sequence[str], columns: Sequence[str]) -> Row:
    problems: list[str] = []
    remarks: list[str] = []
    if any(cells[len(columns) :]):
        problems.append(
            f"It has {len(cells)} columns and the list {len(columns)}. Put quotes around what holds a comma, "
            "or paste it with tabs."
        )
    held: dict[str, str] = dict.fromkeys(COLUMNS, "")
    second: dict[str, str] = {}
    for name, cell in zip(columns, cells, strict=False):
        if name in held:
            held[name] = held[name] or cell
        elif name:
            second[name] = cell
    if second.get("owner2"):
        held["owner"] = f"{held['owner']} and {second['owner2']}" if held["owner"] else second["owner2"]
    if second.get("street2"):
        held["street"] = f"{held['street']}, {second['street2']}" if held["street"] else second["street2"]
    if not held["owner"]:
        problems.append("The owner is missing. Write the name.")
    held["state"] = held["state"].upper().replace(".", "")
    problems += _too_long(held)
    if held["state"] and not re.fullmatch(r"[A-Z]{2}", held["state"]):
        problems.append(f"“{held['state'][:20]}” is no state. Write its two letters, such as MA.")
    held["zip_code"], told = zip_code(held["zip_code"])
    (remarks if held["zip_code"] else problems).extend(told)
    absent = [WORDS[name] for name in ("street", "city", "zip_code") if not held[name]]
    if absent and not told:
        remarks.append(f"No {' or '.join(absent)} yet: the notice cannot be mailed without.")
    return Row(line=line, problems=tuple(problems), remarks=tuple(remarks), **held)


def _too_long(held: dict[str, str]) -> Iterator[str]:
    for name, value in held.items():
        if name in ("state", "zip_code"):
            continue
        if len(value) > LONGEST[name]:
            yield f"The {WORDS[name]} has {len(value)} letters; {LONGEST[name]} fit. Shorten it."


def zip_code(text: str) -> tuple[str, list[str]]:
    """The ZIP code as it is kept, and what is to be said of it; "" when it cannot be read.

    A spreadsheet takes the zero before a number of New England away; it is put back.
    """
    squeezed = text.replace(" ", "")
    if not squeezed:
        return "", []
    if re.fullmatch(r"\d{9}", squeezed):
        squeezed = f"{squeezed[:5]}-{squeezed[5:]}"
    if re.fullmatch(r"\d{4}(-\d{4})?", squeezed):
        return f"0{squeezed}", [f"ZIP code {squeezed}: the zero before it was put back."]
    if _ZIP.fullmatch(squeezed):
        return squeezed, []
    return "", [f"“{text[:20]}” is no ZIP code. It has five digits, or nine."]
