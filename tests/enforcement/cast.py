"""The fine schedule of the book, an offender, and a citation of theirs."""

from __future__ import annotations

from datetime import date
from typing import Any

import yaml

from enforcement.actions import citations
from enforcement.management.seed import SCHEDULE, ladder_of
from enforcement.models import FineAmount, FineLine
from enforcement.rules.sums import Offense
from office.models import Case, Party
from tests import people

DAY = date(2026, 6, 16)  # a Tuesday
COLUMNS = ("what", "printed", "cite", "ticket", "usual")


def schedule() -> None:
    board, book = people.health(), yaml.safe_load(SCHEDULE.read_text(encoding="utf-8"))
    made: dict[int, FineLine] = {}
    for entry in book["lines"]:
        columns = {name: entry[name] for name in COLUMNS if name in entry}
        made[entry["line"]] = FineLine(board=board, number=entry["line"], **columns)
    FineLine.objects.bulk_create(made.values())
    for entry in book["lines"]:
        if "doubles" in entry:
            made[entry["line"]].doubles = made[entry["doubles"]]
    FineLine.objects.bulk_update(made.values(), ["doubles"])
    since, vote = book["since"], book["vote"]
    FineAmount.objects.bulk_create(
        FineAmount(line=made[entry["line"]], since=since, vote=vote, added_on=since, **ladder_of(entry))
        for entry in book["lines"]
    )


def line(number: int) -> FineLine:
    return FineLine.objects.get(board=people.health(), number=number)


def offender(name: str = "Sample Offender", **columns: Any) -> Party:
    said = {"kind": "person", "street": "1 Sample Street", "city": "Tisbury", "state": "MA"}
    said["zip_code"] = "02568"
    return people.party(name, **(said | columns))


def told(number: int = 14, first: date = DAY, **more: Any) -> citations.Told:
    """An offense by line `number` on the day `first`; `more` is of the offense or of what is told."""
    of_offense = {name: more.pop(name) for name in Offense.__dataclass_fields__ if name in more}
    said = {"offender": offender(), "served": "mail"} | more
    return citations.Told(line=line(number), offense=Offense(first, **of_offense), **said)


def cited(number: int = 14, first: date = DAY, *, on: date | None = None, key: str = "", **more: Any) -> Case:
    """A citation or warning issued on `on`, or on the day of the violation."""
    key = key or f"cite-{Case.objects.count()}"
    said = told(number, first, **more)
    return citations.issue(people.health(), said, on=on or first, by=people.inspector(), key=key)
