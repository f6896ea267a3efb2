"""Sample complaints, told through the actions; beside them sample citations."""

from __future__ import annotations

from typing import Any

from enforcement.management import demo_citations, demo_inspections, demo_orders
from office import kinds
from office.actions import cases
from office.demo_data import Stage
from office.intake import Intake
from office.models import Case, Parcel, User


def tell(stage: Stage) -> list[Case]:
    """Three complaints: one just in, one found valid, one before another board. None is for copying."""
    opened(
        stage, "night", stage.users["clerk"], days=1, lots=[stage.lot(6)], about="dumpster-loading",
        described="A dumpster was being loaded late at night.", seen_at="23:30", anonymous="false",
    )  # fmt: skip
    if not stage.told("complaint-full"):
        case = opened(
            stage, "full", stage.users["clerk"], days=8, lots=[stage.lot(3)], about="dumpster",
            described="The dumpster overflows and its lids stand open.", seen_at="09:15", anonymous="true",
        )  # fmt: skip
        inspector = stage.users["inspector"]
        cases.record(case, "looked-into", on=stage.back(7), by=inspector)
        seen = "Seen overflowing with open lids (09.2.4(2))."
        cases.record(case, "validated", on=stage.back(6), by=inspector, note=seen)
    opened(
        stage, "shore", stage.users["docks-clerk"], days=4, board="barnstable-conservation", about="shore",
        described="A float lies on the bottom at low water.", anonymous="true",
    )  # fmt: skip
    demo_citations.tell(stage)
    demo_orders.tell(stage)
    demo_inspections.tell(stage)
    return []


def opened(
    stage: Stage,
    key: str,
    by: User,
    *,
    days: int,
    board: str = "tisbury-health",
    lots: list[Parcel] | None = None,
    **answers: Any,
) -> Case:
    """The complaint under this key, taken in that many days ago about something seen the day before."""
    on = stage.back(days, board)
    answers["seen_on"] = stage.exactly(days + 1).isoformat()
    neighbor = stage.party("Sample Neighbor", kind="person")
    people = [(neighbor, "complainant")] if answers["anonymous"] == "false" else []
    return cases.open_case(
        kind="complaint", board=stage.boards[board], on=on, by=by, key=stage.key(f"complaint-{key}"),
        parcels=lots or [], people=people, intake=Intake(kinds.get("complaint"), answers),
    )  # fmt: skip
