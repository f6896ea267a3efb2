"""What the docks' office begins with: the offices told of docks, and its own submission checklist."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from docks.models import TownOffice
from docks.models.life import OWN_LIST
from enforcement.models import Checklist, ChecklistItem, ItemWording
from office.demo_data import Say
from office.models import Board

FILE = Path(settings.BASE_DIR) / "fixtures" / "docks" / "offices.yaml"


def add(say: Say) -> None:
    """Add the offices and the items of the list that are missing; what exists stays as it is."""
    book: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    board = Board.objects.get(slug=book["board"])
    for entry in book["offices"]:
        row, new = TownOffice.objects.get_or_create(
            board=board, part=entry["part"],
            defaults={"name": entry["name"], "aliases": entry.get("aliases", "")},
        )  # fmt: skip
        if new:
            say(f"town office {row.name}")
    _add_list(board, book["list"], say)


def _add_list(board: Board, told: dict[str, Any], say: Say) -> None:
    checklist, new = Checklist.objects.get_or_create(
        board=board, slug=OWN_LIST, defaults={"label": told["label"], "remark": told["remark"]}
    )
    have = set(checklist.items.values_list("slug", flat=True))
    for place, entry in enumerate(told["items"], start=1):
        if entry["slug"] not in have:
            item = ChecklistItem.objects.create(
                checklist=checklist, slug=entry["slug"], group=told["group"], position=place
            )
            ItemWording.objects.create(
                item=item, text=entry["text"], since=told["since"], vote=told["vote"], doubt=told["doubt"],
                added_on=told["since"],
            )  # fmt: skip
    if new:
        say(f"checklist {checklist.label}")
