"""The lines of the fine schedule as the rules read them from its file, without a database."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import yaml

from enforcement.management.seed import SCHEDULE
from enforcement.rules.fines import Fine, LookBack, Prior, Rung, Unit


def _printed() -> dict[int, Fine]:
    """The lines of the file as the rules read them, without a database."""
    money = ("first", "later", "least", "most")
    sorts: dict[str, Any] = {"opening": Rung, "unit": Unit, "look_back": LookBack, "prior": Prior}
    found = {}
    for entry in yaml.safe_load(SCHEDULE.read_text(encoding="utf-8"))["lines"]:
        said = {
            name: Decimal(value) if name in money else sorts.get(name, lambda same: same)(value)
            for name, value in entry["ladder"].items()
        }
        found[entry["line"]] = Fine(
            line=entry["line"], what=entry["what"], printed=entry["printed"], cite=entry["cite"],
            ticket=entry.get("ticket", True), offense=entry.get("doubles", 0), **said,
        )  # fmt: skip
    return found


LINES = _printed()
