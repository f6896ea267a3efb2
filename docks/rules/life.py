"""The life of a dock case in figures and words: service, staking, start of work, season, looking at it.

Pure Python. Days are calendar days; every sentence says what is wrong and how to put it right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from office.calendar import Calendar, Unit
from office.law import Reading
from office.schedules import named

# The offices of the town that get word of a dock.
BIOLOGIST, HARBORMASTER, WATERWAYS = "biologist", "harbormaster", "waterways"
NATURAL_RESOURCES, COMMISSION = "natural-resources", "commission"
TO_SERVE = (BIOLOGIST, HARBORMASTER, WATERWAYS)  # 703-3(B)(1) to (3)
OFFICES = {
    BIOLOGIST: "Shellfish Biologist",
    HARBORMASTER: "Harbormaster",
    WATERWAYS: "Waterways Committee",
    NATURAL_RESOURCES: "Natural Resources",
    COMMISSION: "Conservation Commission",
}
CERTIFIED, HAND = "certified", "hand"  # the two ways of 703-3(B)

STAKED_DAYS = 21  # 703-3(C): three weeks before the hearing
RESOURCES_DAYS, COMMISSION_DAYS = 10, 5  # working days, 703-6(A) and (B)
SEASON_OPENS, SEASON_CLOSES = (4, 1), (10, 31)  # 703-2: not before April 1, gone before November 1
RADIUS_MI = Decimal("0.5")  # 703-5(A): half a mile, or another area agreed upon

# 703-4(Q) says that the lift goes, and not when: the town says how many days it leaves.
LIFT_GRACE = Reading(
    "lift-removal-grace",
    "Barnstable 703-4(Q)(1)",
    "How many days may a lift stay after the need has ended or the property has passed?",
    unit="days",
    whole=True,
    default="0",
    doubt="The section gives no time. It may also mean a reasonable time after that day.",
)

# Two figures of the state's regulation that nobody has read in its own text: the town's answer takes their
# place, and the clocks of the same names count by it.
CERTIFICATE_DAYS = Reading(
    "dock-certificate-days",
    "Massachusetts 310 CMR 10.05",
    "Within how many days of the request does the Commission decide on a certificate of compliance?",
    unit="days",
    whole=True,
    default="21",
    doubt="The text of 310 CMR 10.05 was not opened; 21 days is what is said of it.",
)
EXTENSION_DAYS = Reading(
    "dock-extension-days",
    "Massachusetts 310 CMR 10.05",
    "How many days before its end is the extension of an order asked for?",
    unit="days",
    whole=True,
    default="30",
    doubt="The text of 310 CMR 10.05 was not opened; 30 days is what is said of it. A later request is not "
    "refused.",
)
READINGS = (LIFT_GRACE, CERTIFICATE_DAYS, EXTENSION_DAYS)


@dataclass(frozen=True)
class Named:
    """Something the chapter names, with its section."""

    slug: str
    label: str
    cite: str


# The interests and harms of the preamble, which a decision finds on.
VALUES = (
    Named("fisheries", "Fisheries, fin and shell", "Barnstable 703-1(C)"),
    Named("wildlife", "Habitat for wildlife", "Barnstable 703-1(C)"),
    Named("erosion", "Control of erosion and sediment", "Barnstable 703-1(C)"),
    Named("storm-damage", "Prevention of storm damage", "Barnstable 703-1(C)"),
    Named("recreation", "Recreation", "Barnstable 703-1(C)"),
    Named("turbidity", "Turbidity and dredging by propellers", "Barnstable 703-1"),
    Named("nutrients", "Nutrients in the water", "Barnstable 703-1"),
    Named("marsh-shading", "Shading of the marsh", "Barnstable 703-1"),
    Named("eelgrass", "Eelgrass", "Barnstable 703-1"),
    Named("cumulative", "Cumulative impact", "Barnstable 703-1"),
    Named("water-quality", "The marsh's part in water quality", "Barnstable 703-1(H)"),
    Named("shellfish", "Shellfish and their harvest", "Barnstable 703-1(I)"),
    Named("navigation", "Navigation, and passing along the shore", "Barnstable 703-1(J)"),
    Named("lights", "Light at night", "Barnstable 703-1(J)"),
)
VALUE_BY_SLUG = {each.slug: each for each in VALUES}

# What is looked at once the dock stands.
SEEN = (
    Named(
        "dep-number", "The DEP file number is shown, permanent, and seen from seaward", "Barnstable 703-4(F)"
    ),
    Named("stairs", "Stairs or other means let people pass along the shore", "Barnstable 703-4(E)"),
    Named("signs", "Signs tell the public of its right of access", "Barnstable 703-4(E)"),
    Named("lights", "Lights are as allowed: strength, height, spacing, shading", "Barnstable 703-4(D)"),
    Named("materials", "Materials are as allowed: no creosote, no lead caps", "Barnstable 703-4(C)"),
    Named("storage", "Floats and boats are stored where allowed", "Barnstable 703-4(G)"),
    Named("plan", "It is built as the plan of record shows", "Barnstable 703-6(C)"),
)
SEEN_BY_SLUG = {each.slug: each for each in SEEN}


# ------------------------------------------------------------------------------------------------ service
@dataclass(frozen=True)
class Served:
    """An office served with a copy: how, the article number or receipt, and on which day."""

    part: str
    method: str
    proof: str
    on: date


def service_problems(served: Mapping[str, Served], filed_on: date) -> list[str]:
    """What keeps the notice from being accepted: an office not served, without proof, or after the filing.

    On the filing day or before it is in time (703-3(B), a reading).
    """
    said = []
    for part in TO_SERVE:
        row, office = served.get(part), OFFICES[part]
        if row is None:
            said.append(
                f"The {office} was not served. Record the copy, how it went and its proof "
                "(Barnstable 703-3(B))."
            )
        elif wrong := one_service_problem(row, filed_on):
            said.append(wrong)
    return said


def one_service_problem(row: Served, filed_on: date) -> str:
    """What is wrong with one service; "" when nothing is."""
    office = OFFICES[row.part]
    if not row.proof.strip():
        what = "article number" if row.method == CERTIFIED else "receipt"
        return f"The {office}: the {what} is missing. Enter it; it is the proof (Barnstable 703-3(C))."
    if row.on > filed_on:
        return (
            f"The {office} was served on {named(row.on)}, after the filing on {named(filed_on)}. Serve again "
            "and file again, or correct the day (Barnstable 703-3(B))."
        )
    return ""


# ------------------------------------------------------------------------------------------------ staking
def stake_window(hearing_on: date) -> tuple[date, date]:
    """The first and the last day of the window in which the marks are asked for (703-3(C))."""
    return hearing_on - timedelta(days=STAKED_DAYS), hearing_on


# ----------------------------------------------------------------------------------------- start of work
def latest_notice(start: date, working_days: int, calendar: Calendar) -> date:
    """The last day on which a notice still comes so many working days before the start (703-6).

    The day of the start is not counted, and exactly so many days are enough (a reading).
    """
    return calendar.count(start, working_days, Unit.WORKING_DAYS, before=True).due


@dataclass(frozen=True)
class Start:
    """What the start of work hangs on, as the file shows it; None is not recorded.

    `appeal_through` is the last day of the appeal; `appealed` that one was taken and has not ended.
    `occupancy_on` is the day of the dwelling's occupancy certificate, `no_dwelling` why there is none.
    """

    issued_on: date | None
    recorded_on: date | None
    appeal_through: date | None
    appealed: bool
    occupancy_on: date | None
    no_dwelling: str
    resources_told_on: date | None
    commission_told_on: date | None


def start_problems(
    start: date, known: Start, calendar: Calendar, *, told_by: date | None = None
) -> list[str]:
    """Why work may not start on the day `start`; nothing when it may.

    With `told_by`, the day is only being planned: a notice that is still to come is taken as given that day,
    and what is still to be recorded is no reason yet.
    """
    planned, said = told_by is not None, []
    if known.issued_on is None:
        said.append(
            "The order of conditions is not issued. Nothing is built before it (Barnstable 703-6(C))."
        )
    if known.appealed:
        said.append("The order was appealed, and the appeal has not ended (Massachusetts c.131 §40).")
    if known.appeal_through is not None and start <= known.appeal_through:
        said.append(
            f"The order may be appealed through {named(known.appeal_through)}. Start after that day "
            "(Massachusetts c.131 §40)."
        )
    if known.recorded_on is None and not planned:
        said.append(
            "The order is not recorded at the Registry. Record book and page (Massachusetts c.131 §40)."
        )
    elif known.recorded_on is not None and known.recorded_on > start:
        said.append(
            f"The order was recorded at the Registry on {named(known.recorded_on)}. Start on that day or "
            "later (Massachusetts c.131 §40)."
        )
    said += _occupancy_problems(start, known, planned)
    for office, told_on, days, cite in (
        (NATURAL_RESOURCES, known.resources_told_on, RESOURCES_DAYS, "Barnstable 703-6(A)"),
        (COMMISSION, known.commission_told_on, COMMISSION_DAYS, "Barnstable 703-6(B)"),
    ):
        said += _notice_problems(start, OFFICES[office], told_on or told_by, days, cite, calendar)
    return said


def _occupancy_problems(start: date, known: Start, planned: bool) -> list[str]:
    if known.occupancy_on is None and not known.no_dwelling.strip() and not planned:
        return [
            "The occupancy certificate of the dwelling has no date. Enter it, or say why no dwelling is "
            "served (Barnstable 703-4(B))."
        ]
    if known.occupancy_on is not None and known.occupancy_on > start:
        return [
            f"The dwelling may be occupied from {named(known.occupancy_on)}. Start on that day or later "
            "(Barnstable 703-4(B))."
        ]
    return []


def _notice_problems(
    start: date, office: str, told_on: date | None, days: int, cite: str, calendar: Calendar
) -> list[str]:
    last = latest_notice(start, days, calendar)
    kind = "business" if days == COMMISSION_DAYS else "working"
    if told_on is None:
        return [
            f"{office} was not told in writing. It is told by {named(last)}, {days} {kind} days before "
            f"({cite})."
        ]
    if told_on > last:
        return [
            f"{office} told on {named(told_on)} is less than {days} {kind} days before {named(start)}. Start "
            f"on {named(first_start(told_on, days, calendar))} or later ({cite})."
        ]
    return []


def first_start(told_on: date, working_days: int, calendar: Calendar) -> date:
    """The first working day on which work may start after a notice of the day `told_on`."""
    day = told_on
    while not calendar.is_working(day) or latest_notice(day, working_days, calendar) < told_on:
        day += timedelta(days=1)
    return day


# ------------------------------------------------------------------------------------------------- season
def in_season(day: date) -> bool:
    """Whether a seasonal dock may stand on that day: from April 1 through October 31 (703-2)."""
    return SEASON_OPENS <= (day.month, day.day) <= SEASON_CLOSES


def season_problem(day: date, *, put_in: bool) -> str:
    """What is to be said of a seasonal dock put in, or taken out, on that day; "" when it was in time."""
    if put_in and not in_season(day):
        return (
            f"Put in on {named(day)}: nothing stands there before April 1 or after October 31 "
            "(Barnstable 703-2)."
        )
    if not put_in and not in_season(day):
        return f"Taken out on {named(day)}: it was to be gone before November 1 (Barnstable 703-2)."
    return ""


# ------------------------------------------------------------------------------------ changes and visits
def alteration_problem(built_on: date | None, approved_on: Sequence[date]) -> str:
    """Why work that differs from the plan of record may not be accepted as built; "" when it may.

    `built_on` is the day the altered part was first built; `approved_on` when revised plans were approved.
    """
    if built_on is None:
        return "Say on which day the altered part was first built (Barnstable 703-6(C))."
    if not any(day <= built_on for day in approved_on):
        return (
            f"No revised plans were approved by {named(built_on)}, when the altered part was built. Nothing "
            "is altered before that; bring it before the Commission (Barnstable 703-6(C))."
        )
    return ""
