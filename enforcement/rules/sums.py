"""What a fine comes to: figure × days × permits or boats, said line by line.

Days run from a first through a last one, both counted. Where an order, a notice or a due day must have come
first, the first day that may be fined is the day after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from enforcement.rules.fines import Fine, LookBack, Prior, Rung, Unit
from enforcement.rules.ladder import Ladder, word
from office.pricing import cents, counted, dollars
from office.schedules import Problem, named

ZERO = Decimal("0.00")
ONE_DAY = timedelta(days=1)
ORDER_HOURS = timedelta(hours=24)  # Tisbury 09.4.8
SLIPS_DUE_DAY = 15  # Tisbury 09.6.2
TICKET_CEILING = Decimal("300.00")  # Massachusetts c.40 §21D, not confirmed in the text

AFTER = {
    Prior.WRITTEN_ORDER: "the written order's due day",
    Prior.ORDER_24H: "the 24-hour order",
    Prior.QUARANTINE: "the first quarantine of the calendar year",
    Prior.SLIPS_DUE: "the day on which the slips were due",
    Prior.NOTICE: "the day on which the notice was received",
}


@dataclass(frozen=True)
class Offense:
    """What the officer tells of an offense: when, what came first, how many, and a chosen amount.

    `last` is the last day of a continuing offense; `units` the permits or boats. `prior_on` is the day of
    what came first; of a 24-hour order `given_at` is the moment, and `seen_at` when it was found not obeyed.
    """

    first: date
    last: date | None = None
    units: int = 1
    prior_on: date | None = None
    given_at: datetime | None = None
    seen_at: datetime | None = None
    chosen: Decimal | None = None
    reason: str = ""

    @property
    def through(self) -> date:
        return self.last or self.first


@dataclass(frozen=True)
class Sum:
    """The amount of a citation and the lines that lead to it; nothing and the reason for a warning."""

    amount: Decimal
    lines: tuple[str, ...]


def days(first: date, last: date) -> int:
    """How many days from `first` through `last`, both counted; 0 or less when `last` is before `first`."""
    return (last - first).days + 1


def first_fined(fine: Fine, offense: Offense) -> date | None:
    """The first day that may be fined: the day after what must come first; None when nothing must."""
    if fine.prior in (Prior.WRITTEN_ORDER, Prior.SLIPS_DUE, Prior.NOTICE) and offense.prior_on:
        return offense.prior_on + ONE_DAY
    return None


def periods(given_at: datetime, seen_at: datetime) -> int:
    """How many periods of 24 hours had begun, once the 24-hour order of `given_at` lapsed, by `seen_at`.

    Corrected at the 24th hour to the minute is in time: 0. Hours are counted by the clock, over a change to
    or from summer time. Both moments bear their zone.
    """
    lapsed = given_at.astimezone(UTC) + ORDER_HOURS
    over = seen_at.astimezone(UTC) - lapsed
    return -(-over // ORDER_HOURS) if over > timedelta(0) else 0


def prior_met(fine: Fine, offense: Offense) -> bool:
    """Whether what must come first is on file and, for a 24-hour order, has lapsed."""
    if fine.prior is Prior.ORDER_24H:
        given, seen = offense.given_at, offense.seen_at
        return given is not None and seen is not None and periods(given, seen) > 0
    return offense.prior_on is not None


def wrong(fine: Fine, offense: Offense, place: Ladder) -> list[Problem]:
    """What keeps the offense from being fined by this line, each at the answer that must change."""
    said = []
    if offense.last and offense.last < offense.first:
        says = f"The last day, {named(offense.last)}, is before the first, {named(offense.first)}. Swap them."
        said.append(Problem("last", says))
    if fine.unit.counted and offense.units < 1:
        says = f"A fine by the {fine.unit.counted} needs at least one. Enter how many. ({fine.cite})"
        said.append(Problem("units", says))
    said += _prior_wrong(fine, offense, place)
    said += _range_wrong(fine, offense)
    return said


def _prior_wrong(fine: Fine, offense: Offense, place: Ladder) -> list[Problem]:
    if fine.prior is Prior.ORDER_24H:
        return _order_wrong(fine, offense)
    if fine.prior is Prior.NOTHING:
        return []
    if offense.prior_on is None:
        if fine.prior is Prior.QUARANTINE and place.rung is Rung.SERVICE_FEE:
            says = (
                f"The first quarantine of a calendar year is a service fee of {dollars(fine.first or ZERO)}, "
                "billed and not ticketed. Enter the day of the first one, if this is the second. "
                f"({fine.cite})"
            )
        else:
            says = f"Enter {AFTER[fine.prior]}: no fine comes before it. ({fine.cite})"
        return [Problem("prior_on", says)]
    said = []
    if fine.prior is Prior.SLIPS_DUE and offense.prior_on.day != SLIPS_DUE_DAY:
        says = f"Slips are due on the 15th of a month, not on {named(offense.prior_on)}. ({fine.cite})"
        said.append(Problem("prior_on", says))
    if fine.prior is Prior.QUARANTINE:
        if offense.prior_on > offense.first:
            says = f"The first quarantine, {named(offense.prior_on)}, is after this one. Correct the day."
            said.append(Problem("prior_on", says))
        elif fine.look_back is LookBack.CALENDAR_YEAR and offense.prior_on.year != offense.first.year:
            says = (
                f"The first quarantine was in {offense.prior_on.year}, another calendar year: this one is a "
                f"first one, billed as a service fee. ({fine.cite})"
            )
            said.append(Problem("prior_on", says))
    earliest = first_fined(fine, offense)
    if earliest and offense.first < earliest:
        says = (
            f"The first day that may be fined is {named(earliest)}, the day after {AFTER[fine.prior]}. "
            f"Start there, not on {named(offense.first)}. ({fine.cite})"
        )
        said.append(Problem("first", says))
    return said


def _order_wrong(fine: Fine, offense: Offense) -> list[Problem]:
    """A 24-hour order may be missing: then a warning with one is what is written."""
    if offense.given_at is None:
        return []
    if offense.seen_at is None:
        says = f"Enter when it was found not corrected: the order leaves 24 hours. ({fine.cite})"
        return [Problem("seen_at", says)]
    if periods(offense.given_at, offense.seen_at) == 0:
        says = f"The order had not lapsed yet: it leaves 24 hours from when it was given. ({fine.cite})"
        return [Problem("seen_at", says)]
    return []


def _range_wrong(fine: Fine, offense: Offense) -> list[Problem]:
    if fine.most is None:
        return []
    lowest = fine.least if fine.least is not None else Decimal("0.01")
    if offense.chosen is None:
        return [Problem("chosen", f"Choose an amount: {fine.ladder_says}. ({fine.cite})")]
    said = []
    if not lowest <= offense.chosen <= fine.most:
        bounds = f"{dollars(lowest)} to {dollars(fine.most)}"
        says = f"{dollars(offense.chosen)} is outside the range. Enter {bounds}. ({fine.cite})"
        said.append(Problem("chosen", says))
    if not offense.reason.strip():
        said.append(Problem("reason", "Say in one sentence why this amount; it stays with the citation."))
    return said


def reckon(fine: Fine, place: Ladder, offense: Offense) -> Sum:
    """What the citation comes to. ValueError for an offense that `wrong` finds something in."""
    if problems := wrong(fine, offense, place):
        raise ValueError(problems[0].says)
    if place.rung is Rung.WARNING:
        return Sum(ZERO, (f"{place.says} A warning costs nothing. ({fine.cite})",))
    figure = offense.chosen if fine.in_range else place.figure
    if figure is None:
        raise ValueError(f"Line {fine.line} has no figure for the {word(place.ordinal)} offense.")
    lines = [_figure_says(fine, place, offense, figure)]
    if fine.unit is Unit.OFFENSE:
        return Sum(cents(figure), tuple(lines))
    factors = [figure]
    if fine.unit is Unit.PERIOD:
        assert offense.given_at is not None
        assert offense.seen_at is not None
        n = periods(offense.given_at, offense.seen_at)
        lines.append(f"{counted(Decimal(n), 'period')} of 24 hours begun after the order lapsed")
        factors.append(Decimal(n))
    else:
        n = days(offense.first, offense.through)
        lines.append(_days_say(fine, offense, n))
        factors.append(Decimal(n))
    if fine.unit.counted:
        lines.append(counted(Decimal(offense.units), fine.unit.counted))
        factors.append(Decimal(offense.units))
    total = Decimal(1)
    for factor in factors:
        total *= factor
    product = " × ".join([dollars(figure), *(str(factor) for factor in factors[1:])])
    lines.append(f"{product} = {dollars(total)}")
    return Sum(cents(total), tuple(lines))


def _figure_says(fine: Fine, place: Ladder, offense: Offense, figure: Decimal) -> str:
    if fine.in_range:
        why = offense.reason.strip()
        return f"{dollars(figure)}{fine.each}, chosen from {fine.ladder_says}: {why} ({fine.cite})"
    if fine.each_matter:
        return f"{dollars(figure)}{fine.each}. {place.says} ({fine.cite})"
    return f"{place.says} ({fine.cite})"


def _days_say(fine: Fine, offense: Offense, n: int) -> str:
    after = f", from the day after {AFTER[fine.prior]}" if first_fined(fine, offense) == offense.first else ""
    if n == 1:
        return f"1 day, {named(offense.first)}{after}"
    return f"{n} days, {named(offense.first)} through {named(offense.through)}, both counted{after}"
