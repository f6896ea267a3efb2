"""Sample changes of the regulations, told through the actions: one before its notice, one announced."""

from __future__ import annotations

from datetime import timedelta

from office.demo_data import Stage
from office.models import Case
from permits.rulemaking import actions
from permits.rulemaking.actions import Told

LOADING = Told(
    title="Sample change: hours of loading",
    sort="amend",
    summary="Sample: in residential districts loading would begin an hour later in the morning.",
    text="Sample text. Nobody shall load a dumpster in a residential district between 11:00 pm and 8:00 am.",
    sections=("09.2.4(1)",),
)
LIDS = Told(
    title="Sample change: locks on lids",
    sort="adopt",
    summary="Sample: a dumpster that stands beside a sidewalk would be locked at all times.",
    text="Sample text. The lids of a dumpster beside a public sidewalk shall be locked at all times.",
    added=("09.2.10",),
)


def tell(stage: Stage) -> list[Case]:
    """A draft, and a change whose hearing was announced for next week. None is for copying."""
    board, clerk = stage.boards["tisbury-health"], stage.users["clerk"]
    actions.open_change(board, LIDS, on=stage.back(3), by=clerk, key=stage.key("change-lids"))
    if stage.told("change-loading") is None:
        on = stage.back(12)
        case = actions.open_change(board, LOADING, on=on, by=clerk, key=stage.key("change-loading"))
        actions.give_notice(
            case, how="newspaper", place="Sample Gazette", proof="Sample page B7", on=stage.back(9),
            names=stage.today + timedelta(days=7), today=stage.back(9), by=clerk,
        )  # fmt: skip
    return []
