"""The two surcharge tables as the book prints them: septage handlers (09.1.4) and food (09.5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from enforcement.models import SurchargeLevel
from office.demo_data import Say
from office.models import Board

TABLES = Path(settings.BASE_DIR) / "fixtures" / "surcharges" / "tisbury.yaml"
COLUMNS = ("kind", "event", "fact", "value", "undone_by", "says", "percent", "at_least", "doubt")


def add(say: Say) -> None:
    """Add the rows of the sorts that are missing; what exists stays as it is. Three queries in all."""
    known = {(row.programme, row.sort) for row in SurchargeLevel.objects.all()}
    new = [row for row in rows() if (row.programme, row.sort) not in known]
    SurchargeLevel.objects.bulk_create(new)
    for row in new:
        say(f"surcharge {row.programme}, {row.says}: {row.level_says}")


def entries() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Every row of the file with the table it stands in."""
    for table in yaml.safe_load(TABLES.read_text(encoding="utf-8"))["programmes"]:
        for entry in table["rows"]:
            yield table, entry


def rows() -> list[SurchargeLevel]:
    """The rows of the file, not saved yet; a test asks of each what the admin would ask."""
    book = yaml.safe_load(TABLES.read_text(encoding="utf-8"))
    board = Board.objects.get(slug=book["board"])
    columns = {column.name: column for column in SurchargeLevel._meta.concrete_fields}
    return [
        SurchargeLevel(
            board=board, programme=table["programme"], cite=table["cite"], since=table["since"],
            vote=table["vote"], added_on=table["since"],
            **{name: columns[name].to_python(entry[name]) for name in COLUMNS if name in entry},
        )
        for table, entry in entries()
    ]  # fmt: skip
