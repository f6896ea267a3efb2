"""The figures of the law as the codes and the reference give them, each with its source and its doubt."""

from __future__ import annotations

from pathlib import Path

import yaml
from django.conf import settings

from enforcement.actions.figures import add_figure
from enforcement.models import LegalFigure
from office.demo_data import Say
from office.models import Board

FIGURES = Path(settings.BASE_DIR) / "fixtures" / "fines" / "figures.yaml"


def add(say: Say) -> None:
    """Add the first row of each figure that a board has none of; what exists stays as it is."""
    boards = Board.objects.in_bulk(field_name="slug")
    known = set(LegalFigure.objects.values_list("board__slug", "what"))
    for entry in yaml.safe_load(FIGURES.read_text(encoding="utf-8")):
        if (entry["board"], entry["what"]) in known:
            continue
        row = add_figure(
            boards[entry["board"]], what=entry["what"], value=entry["value"], cite=entry["cite"],
            since=entry["since"], source=entry["source"], doubt=entry.get("doubt", ""), on=entry["since"],
            by=None,
        )  # fmt: skip
        say(f"figure {row}")
