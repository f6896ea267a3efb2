"""The checklists the office begins with, from what the book says and, marked so, from the office itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from enforcement.models import Checklist, ChecklistItem, ItemWording
from office.demo_data import Say
from office.models import Board

CHECKLISTS = Path(settings.BASE_DIR) / "fixtures" / "checklists" / "tisbury.yaml"
COLUMNS = ("label", "facility", "rights", "remark")


def add(say: Say) -> None:
    """Add the checklists and items that are missing, each with its first row; what exists stays as it is.

    In five queries, however long they are; a test asks of every row what the admin would ask.
    """
    book = yaml.safe_load(CHECKLISTS.read_text(encoding="utf-8"))
    board = Board.objects.get(slug=book["board"])
    known = {row.slug: row for row in Checklist.objects.filter(board=board)}
    new = [
        Checklist(
            board=board, slug=entry["slug"], position=place,
            **{name: entry.get(name, "").strip() for name in COLUMNS},
        )
        for place, entry in enumerate(book["checklists"], start=1)
        if entry["slug"] not in known
    ]  # fmt: skip
    known |= {row.slug: row for row in Checklist.objects.bulk_create(new)}
    have = set(ChecklistItem.objects.filter(checklist__board=board).values_list("checklist__slug", "slug"))
    items, wordings = [], []
    for entry in book["checklists"]:
        for item, wording in rows_of(book, entry):
            if (entry["slug"], item.slug) not in have:
                item.checklist = known[entry["slug"]]
                items.append(item)
                wordings.append(wording)
    ChecklistItem.objects.bulk_create(items)
    ItemWording.objects.bulk_create(wordings)
    for row in new:
        say(f"checklist {row.label}")


def rows_of(book: dict[str, Any], entry: dict[str, Any]) -> Iterator[tuple[ChecklistItem, ItemWording]]:
    """The items of one checklist of the file, each with its first row."""
    place = 0
    for group in entry["groups"]:
        for told in group["items"]:
            place += 1
            item = ChecklistItem(slug=told["slug"], group=group["group"], position=place)
            yield item, ItemWording(
                item=item, text=told["text"], cite=told.get("cite", ""), critical=told.get("critical", False),
                days=told["days"], doubt=told.get("doubt", entry.get("doubt", book["doubt"])),
                since=book["since"], vote=book["vote"], added_on=book["since"],
            )  # fmt: skip
