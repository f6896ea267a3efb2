"""The fine schedule as the book prints it: its lines, and the rows of figures since its adoption."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from enforcement.actions.fines import add_fine_amount
from enforcement.management import checklists, figures, surcharges
from enforcement.models import FineAmount, FineLine
from office.demo_data import Say
from office.models import Board

SCHEDULE = Path(settings.BASE_DIR) / "fixtures" / "fines" / "tisbury.yaml"


def add(say: Say) -> None:
    """Add the lines that are missing, each with its first row; what exists stays as it is."""
    book = yaml.safe_load(SCHEDULE.read_text(encoding="utf-8"))
    board = Board.objects.get(slug=book["board"])
    known = set(FineLine.objects.filter(board=board).values_list("number", flat=True))
    for entry in book["lines"]:
        if entry["line"] not in known:
            _add_line(board, entry, since=book["since"], vote=book["vote"])
            say(f"fine line {entry['line']}, {entry['what']}")
    checklists.add(say)
    figures.add(say)
    surcharges.add(say)


def _add_line(board: Board, entry: dict[str, Any], *, since: date, vote: str) -> None:
    doubled = entry.get("doubles")
    line = FineLine.objects.create(
        board=board, number=entry["line"], what=entry["what"], words=entry.get("words", ""),
        printed=entry["printed"], cite=entry["cite"], ticket=entry.get("ticket", True),
        usual=entry.get("usual"), remark=entry.get("remark", ""),
        doubles=FineLine.objects.get(board=board, number=doubled) if doubled else None,
    )  # fmt: skip
    add_fine_amount(
        line, since=since, vote=vote, doubt=entry.get("doubt", ""), on=since, by=None, **ladder_of(entry)
    )


def ladder_of(entry: dict[str, Any]) -> dict[str, Any]:
    """The figures of a line of the file, as the columns of a row hold them."""
    columns = {column.name: column for column in FineAmount._meta.concrete_fields}
    return {name: columns[name].to_python(value) for name, value in entry["ladder"].items()}
