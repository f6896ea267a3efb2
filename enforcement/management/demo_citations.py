"""Sample citations and a warning, told through the actions."""

from __future__ import annotations

from typing import Any

from enforcement.actions import citation_life, citations
from enforcement.models import FineLine
from enforcement.rules.sums import Offense
from office.actions import cases
from office.demo_data import Stage
from office.models import Case

BOARD = "tisbury-health"


def tell(stage: Stage) -> None:
    """One to mail, one to answer, one of littering that nobody answered, and a warning."""
    inspector = stage.users["inspector"]
    cited(stage, "to-mail", 14, days=2, served="mail", seen="The lids of the dumpster stood open.", lot=3)
    cited(stage, "open", 9, days=6, served="in-hand", receipt="signed", seen="A dog’s waste was left.", lot=7)
    silent = cited(
        stage,
        "littering",
        2,
        days=30,
        served="in-hand",
        receipt="refused",
        seen="Bottles were thrown.",
        lot=8,
    )
    if silent is not None:
        citation_life.court_copies_sent([silent], on=stage.back(29), by=inspector)
        citation_life.unanswered(silent, on=stage.back(1), by=inspector)
        why = "Sample: nobody paid or asked for a hearing."
        cases.record(silent, "complaint-applied", on=stage.back(0), by=inspector, note=why)
    cited(
        stage,
        "waterfowl",
        13,
        days=4,
        served="in-hand",
        receipt="absent",
        seen="Bread for the geese.",
        lot=11,
    )


def cited(stage: Stage, key: str, number: int, *, days: int, lot: int, **told: Any) -> Case | None:
    """The citation under this key, written that many days ago; None when it was told before."""
    if stage.told(f"citation-{key}"):
        return None
    on = stage.back(days)
    said = citations.Told(
        line=FineLine.objects.get(board=stage.boards[BOARD], number=number),
        offender=stage.party(f"Sample Offender {number}", kind="person", by_mail=True),
        offense=Offense(on), parcel=stage.lot(lot), **told,
    )  # fmt: skip
    return citations.issue(
        stage.boards[BOARD], said, on=on, by=stage.users["inspector"], key=stage.key(f"citation-{key}")
    )
