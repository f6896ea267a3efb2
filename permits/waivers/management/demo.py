"""Sample waivers: one that the Board may vote on, and one that nobody can grant, told through the actions."""

from __future__ import annotations

from typing import Any

from office import kinds
from office.actions import cases
from office.demo_data import Stage
from office.intake import Intake
from office.models import Case
from permits.waivers.models import WAIVER


def tell(stage: Stage) -> list[Case]:
    """Two applications; none is for copying."""
    corner = opened(
        stage, "corner", days=12, lot=6, page_no="17", section="09.2.3(2)", sentence="first sentence",
        words="must not block the sight of traffic",
        wanted="The dumpster may stand at the corner of the lot.",
        why="Ledge leaves no other level place on the lot; a mirror will be put up.",
    )  # fmt: skip
    if corner.status == "filed":
        on = stage.back(10)
        cases.record(corner, "complete", on=on, by=stage.users["clerk"])
    opened(
        stage, "beach", days=5, lot=0, page_no="88", section="09.9.7(6)", sentence="table, wetlands",
        words="200", wanted="150 ft from the wetland in place of 200.", figure_wanted="150",
        why="The lot is too narrow for 200 ft.",
    )  # fmt: skip
    return []


def opened(stage: Stage, key: str, *, days: int, lot: int, **answers: Any) -> Case:
    """The waiver under this key, taken in that many days ago for that sample lot."""
    place, owner = stage.lot(lot), stage.party("Sample Owner", kind="person")
    said = {
        "locus": f"The yard of {place.address}.", "owner_name": owner.name,
        "owner_address": owner.mailing_address, "sort": "regulation", "construction": "true", **answers,
    }  # fmt: skip
    return cases.open_case(
        kind=WAIVER, on=stage.back(days), by=stage.users["clerk"], key=stage.key(f"waiver-{key}"),
        parcels=[place], people=[(owner, "owner")], intake=Intake(kinds.get(WAIVER), said),
    )  # fmt: skip
