"""Orders: on what they rest, how long they leave, and what follows when they lapse.

Tisbury 09.4.8, 09.4.9, 09.5.4, 09.6.4 and 09.0.7(B); Jamestown 22-201, 22-233 and 22-264. Where a section
fixes the days or hours they stand here; elsewhere the officer gives them, item by item.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from office.pricing import cents, counted, dollars
from office.schedules import Problem, named

ONE_DAY = timedelta(days=1)
HOURS = (24, 48, 72)  # what an officer may give by the hour; 24 is Tisbury 09.4.8, the others office practice
MOST_DAYS = 365


class Sort(StrEnum):
    """What an order is."""

    CORRECT = "correct"
    STOP_WORK = "stop-work"
    SUSPENSION = "suspension"
    SHOW_CAUSE = "show-cause"
    LATE_PLAN = "late-plan"


class Mend(StrEnum):
    """Whether a correction is for the time being or for good."""

    TEMPORARY = "temporary"
    PERMANENT = "permanent"


@dataclass(frozen=True)
class Basis:
    """A section on which an order to correct rests.

    `town` is whose. `days` are those the section fixes for a temporary and a permanent correction, `hours`
    the hours it fixes; without either the officer gives them. `certified`: the notice goes by certified mail
    only. `critical`: critical items are told from others. `follows` is what may follow when an item lapses,
    `rights` what the order must say of hearing and appeal, `line` the line of the fine schedule that a lapse
    opens, `lien` whether the town may do the work and put its cost on the property.
    """

    slug: str
    town: str
    label: str
    cite: str
    follows: str
    days: tuple[tuple[Mend, int], ...] = ()
    hours: int = 0
    certified: bool = False
    critical: bool = False
    rights: tuple[str, ...] = ()
    line: int = 0
    lien: bool = False

    @property
    def fixed(self) -> dict[Mend, int]:
        return dict(self.days)


_WORK = (
    "The town may then do the work and put a lien on the property for its cost, with legal interest from the "
    "day the lien is recorded"
)
_LIEN = f"{_WORK}; a fine may follow under §1-15."
_FIVE_THIRTY = ((Mend.TEMPORARY, 5), (Mend.PERMANENT, 30))

BASES = (
    Basis(
        "habitation", "Tisbury", "Housing code, 105 CMR 410", "Tisbury 09.4.9",
        "What is not corrected in time may be cited under the fine schedule, and the Board may go to court.",
        critical=True,
        rights=(
            "You have a right to a hearing before the Board of Health (105 CMR 410.850).",
            "You have a right to appeal (105 CMR 410.860).",
        ),
        line=5,
    ),
    Basis(
        "food", "Tisbury", "Food code, 105 CMR 590", "Tisbury 09.5.4",
        "What is not corrected in time may be cited under the fine schedule, and the Board may go to court. "
        "An order adds to the fee of the next renewal (09.5.1).",
        critical=True,
        rights=(
            "You have a right to a hearing (105 CMR 590; the Board’s regulations print it as 590.056(a)).",
        ),
        line=6,
    ),
    Basis(
        "public-facility", "Tisbury", "Unsanitary public facility or access", "Tisbury 09.4.8",
        "A fine follows for each 24 hours begun after the order lapsed.",
        hours=24, line=16,
    ),
    Basis(
        "junkyard", "Tisbury", "Licensed junkyard", "Tisbury 09.6.4",
        "A fine may follow for each day after the day on which the correction was due.",
        line=15,
    ),
    Basis(
        "other", "Tisbury", "Another regulation of the Board", "Tisbury 09.0.7(B)",
        "A court may fine each violation; each day after this notice is another.",
        line=24,
    ),
    Basis(
        "discharge", "Jamestown", "Illicit discharge", "Jamestown 22-201(a)", _LIEN,
        days=((Mend.PERMANENT, 7),), lien=True,
    ),
    Basis(
        "waste", "Jamestown", "Waste in the storm sewer", "Jamestown 22-201(b)",
        "The town may require its removal and charge the cost of removal and damage; a fine may follow under "
        "§1-15.",
        days=((Mend.PERMANENT, 10),),
    ),
    Basis(
        "erosion", "Jamestown", "Work not according to the erosion plan", "Jamestown 22-233(b)",
        f"{_WORK}. A failure to correct is a violation, and a bond may be called in default (22-233(a)).",
        days=_FIVE_THIRTY, certified=True, lien=True,
    ),
    Basis(
        "stormwater", "Jamestown", "Failure to comply with the stormwater rules", "Jamestown 22-264(a)",
        _LIEN, days=_FIVE_THIRTY, certified=True, lien=True,
    ),
    Basis(
        "practice", "Jamestown", "Stormwater practice that is dangerous or not maintained",
        "Jamestown 22-264(a)", _LIEN, days=((Mend.PERMANENT, 14),), certified=True, lien=True,
    ),
)  # fmt: skip
BY_SLUG = {basis.slug: basis for basis in BASES}

# On what the other sorts of order rest, by town; an empty one is named by the officer.
GROUNDS = {
    (Sort.STOP_WORK, "Jamestown"): "Jamestown 22-233(b)",
    (Sort.SUSPENSION, "Jamestown"): "Jamestown 22-233(b)",
    (Sort.LATE_PLAN, "Jamestown"): "Jamestown 22-233(b)",
    (Sort.STOP_WORK, "Tisbury"): "",
    (Sort.SUSPENSION, "Tisbury"): "",
    (Sort.SHOW_CAUSE, "Tisbury"): "Tisbury 09.5.1",
}


@dataclass(frozen=True)
class Asked:
    """One correction as the officer writes it; `days` or `hours`, unless the section fixes its time."""

    what: str
    section: str = ""
    mend: Mend = Mend.PERMANENT
    days: int | None = None
    hours: int | None = None
    critical: bool = False


def timed(basis: Basis, item: Asked) -> Asked:
    """The item with the time its section fixes, whatever was written; unchanged where none is fixed."""
    if basis.hours:
        return Asked(item.what, item.section, item.mend, None, basis.hours, item.critical)
    if basis.days and item.mend in basis.fixed:
        return Asked(item.what, item.section, item.mend, basis.fixed[item.mend], None, item.critical)
    return item


def item_wrong(basis: Basis, item: Asked, number: int) -> list[Problem]:
    """What is wrong with one correction, the `number`th; fields are `what`, `mend` and `time`."""
    said = []
    if not item.what.strip():
        said.append(Problem("what", f"Correction {number} says nothing. Write what is to be corrected."))
    if basis.days and item.mend not in basis.fixed:
        says = f"This section knows no {item.mend} correction. Choose the other. ({basis.cite})"
        return [*said, Problem("mend", says)]
    if basis.days or basis.hours:
        return said
    if (item.days is None) == (item.hours is None):
        says = f"Say how long is left for correction {number}: days from receipt, or hours from its giving."
        said.append(Problem("time", says))
    elif item.days is not None and not 1 <= item.days <= MOST_DAYS:
        said.append(Problem("time", f"Write between 1 and {MOST_DAYS} days."))
    elif item.hours is not None and item.hours not in HOURS:
        said.append(
            Problem("time", f"By the hour an order leaves {_or(HOURS)} hours. Write one of them, or days.")
        )
    return said


def served_wrong(basis: Basis, served: str, hours: bool) -> list[Problem]:
    """What is wrong with how the order goes out: "certified" or "in-hand"."""
    if basis.certified and served != "certified":
        return [Problem("served", f"This notice goes by certified mail. Choose that. ({basis.cite})")]
    if hours and served != "in-hand":
        says = "Hours run from when the order is given. Hand it over, or give days instead."
        return [Problem("served", f"{says} ({basis.cite})")]
    return []


def _or(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


def lapses_at(given_at: datetime, hours: int) -> datetime:
    """The last good moment of an order that leaves `hours`, by the clock, over a change to summer time."""
    return (given_at.astimezone(UTC) + timedelta(hours=hours)).astimezone(given_at.tzinfo)


def lapsed(given_at: datetime, hours: int, seen_at: datetime) -> bool:
    """Whether the hours had passed by `seen_at`: at the last of them to the minute they had not."""
    return seen_at.astimezone(UTC) > given_at.astimezone(UTC) + timedelta(hours=hours)


@dataclass(frozen=True)
class Stands:
    """How one item of an order stands: its last good day (None: waits for receipt) and its correction."""

    mend: Mend
    due_on: date | None
    corrected_on: date | None = None

    def late(self, on: date) -> bool:
        """Whether the last good day passed without a correction by `on`."""
        until = self.corrected_on if self.corrected_on is not None else on
        return self.due_on is not None and until > self.due_on


def town_may_act(basis: Basis, items: Sequence[Stands], on: date) -> bool:
    """Whether the town may do the work and put its cost on the property.

    Once a permanent correction is late and not made. A missed temporary one alone is a violation and opens
    no lien (reading, 22-233(b): the text joins the two with "and").
    """
    return basis.lien and any(
        item.mend is Mend.PERMANENT and item.corrected_on is None and item.late(on) for item in items
    )


# --------------------------------------------------------------------------------- a plan handed in late
def days_late(due_on: date, handed_in: date) -> int:
    """Days after the due day up to the one on which it was handed in; on the due day it is in time: 0."""
    return max((handed_in - due_on).days, 0)


def daily_wrong(daily: Decimal | None, most: Decimal, cite: str) -> list[Problem]:
    """What is wrong with the amount chosen for each day."""
    if daily is None or not Decimal(0) < daily <= most:
        chosen = f"{dollars(daily)} is outside the range. " if daily is not None else ""
        return [Problem("daily", f"{chosen}Enter more than $0.00 and up to {dollars(most)} a day. ({cite})")]
    return []


def late_plan(due_on: date, handed_in: date, daily: Decimal) -> tuple[Decimal, tuple[str, ...]]:
    """What a plan handed in on that day comes to at `daily` dollars, and the working.

    Every day from the day after the due day until the plan is handed in counts (reading, 22-233(b)).
    """
    n = days_late(due_on, handed_in)
    if n == 0:
        return Decimal("0.00"), (f"Handed in by {named(due_on)}, the day on which it was due: nothing.",)
    total = cents(n * daily)
    first = named(due_on + ONE_DAY)
    span = first if n == 1 else f"{first} through {named(handed_in)}"
    return total, (
        f"{counted(Decimal(n), 'day')} late: {span}, both counted. (Jamestown 22-233(b))",
        f"{dollars(daily)} × {n} = {dollars(total)}",
    )
