"""A made-up kind whose clocks fall due together, each with another roll: what a snow day moves, what not."""

from __future__ import annotations

from datetime import date, time
from typing import Any

from office.actions import cases, casework
from office.calendar import Roll
from office.clockwork import Clock
from office.kinds import CaseKind, Lifecycle, Step
from office.models import Board, Case
from tests import people

LIFE = Lifecycle(
    first="open",
    steps=(
        Step("asked", "Ask", "Asked"),
        Step("answered", "Answer", "Answered"),
        Step("ordered", "Order", "Ordered", timed=True),
        Step("hearing", "Set the hearing", "Hearing set", appointed=True),
        Step("decided", "Decide", "Decided", to="decided"),
        Step("deemed", "Deem agreed", "Deemed agreed", by_hand=False, to="agreed"),
    ),
    closed=("decided",),
)

CLOCKS = (
    Clock(slug="open", says="Answer the plan", cite="Sleds 1", starts="asked", stops=("answered",),
          working_days=5, roll=Roll.NEXT_OPEN_DAY, remind=(2,), lapses="deemed"),
    Clock(slug="plain", says="Keep the plan", cite="Sleds 2", starts="asked", days=7),
    Clock(slug="working", says="Copy the plan", cite="Sleds 3", starts="asked", days=7,
          roll=Roll.NEXT_WORKING_DAY),
    Clock(slug="statute", says="Appeal", cite="Sleds 4", starts="asked", days=7, roll=Roll.STATUTE),
    Clock(slug="hours", says="Clear the path", cite="Sleds 5", starts="ordered", hours=24),
    Clock(slug="notice", says="Post the notice", cite="Sleds 6", starts="hearing", before=True, days=14),
    Clock(slug="report", says="Report the snow", cite="Sleds 7", starts="asked", each=((2, 9),)),
    Clock(slug="month", says="Repair the sled", cite="Sleds 8", starts="asked", months=1,
          roll=Roll.NEXT_OPEN_DAY),
)  # fmt: skip

SLED = CaseKind(
    slug="sled", label="Sled permit", series="SL",
    boards=("tisbury-health", "barnstable-conservation"), lifecycle=LIFE, section="Sleds 1",
    about="A sled.", clocks=CLOCKS, term=lambda start, after: date(start.year, 12, 31),
)  # fmt: skip

# Asked on a Monday, answered within five working days and seven calendar days: due on Monday, February 9.
MON_2, FRI_6, SUN_8, MON_9 = date(2026, 2, 2), date(2026, 2, 6), date(2026, 2, 8), date(2026, 2, 9)
TUE_10, WED_11 = date(2026, 2, 10), date(2026, 2, 11)


def sled(board: Board | None = None, *, asked: date | None = MON_2) -> Case:
    """A sled permit filed in January 2026; its clocks run from the day it was `asked` about."""
    board = board or people.health()
    case = cases.open_case(kind="sled", on=date(2026, 1, 5), by=people.clerk(board), board=board)
    if asked:
        record(case, "asked", asked)
    return case


def record(case: Case, slug: str, on: date, **more: Any) -> Any:
    return cases.record(case, slug, on=on, by=people.clerk(case.board), **more)


def full_sled(board: Board | None = None) -> Case:
    """A sled permit with one clock of every sort, all of them due on Monday, February 9."""
    case = sled(board)
    record(case, "ordered", SUN_8, at=time(14, 30))
    record(case, "hearing", date(2026, 2, 23))
    casework.add_condition(
        case, text="Sweep the lot for Philomena Whistle.", due_on=MON_9, on=MON_2, by=people.clerk(case.board)
    )
    return case


def due(case: Case) -> dict[str, date]:
    """The due day of each clock."""
    return dict(case.clocks.values_list("clock", "due_on"))
