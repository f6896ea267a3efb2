"""What a fee charges, line by line and with its working. Pure Python.

From a day on a town charges a flat amount, so much for each unit, or by tiers over something measured;
perhaps multiplied ("work begun without a permit × 4"), perhaps with late fees. `lines` turns such a schedule
and the answers of a filing into lines a person can follow. Amounts are `Decimal` dollars: nothing is rounded
on the way, and the product is rounded half up to the cent once, at the line. `office.schedules` says what is
wrong with a schedule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from typing import Any

CENT = Decimal("0.01")
DIGITS = 60  # more than any product of an amount, a measure and its factors can have
CONFIRM = "The office will confirm the fee."


class Shape(StrEnum):
    """How a schedule finds its amount."""

    FLAT = "flat"
    PER_UNIT = "per-unit"
    TIERED = "tiered"


@dataclass(frozen=True)
class Tier:
    """From `at_least` on, `amount`. `through` is the last figure as the town prints it; None is "and up"."""

    at_least: Decimal
    through: Decimal | None
    amount: Decimal


@dataclass(frozen=True)
class Multiplier:
    """When the answer `condition` is yes, the fee is `factor` times as much; `says` says why."""

    condition: str
    says: str
    factor: Decimal


@dataclass(frozen=True)
class Late:
    """More than `after_days` days late: a flat `amount`, or `percent` of the fee. Never both."""

    after_days: int
    amount: Decimal | None = None
    percent: Decimal | None = None
    says: str = ""


@dataclass(frozen=True)
class Schedule:
    """One fee as it stands from the day `since`; `source` is the id of its dated row.

    `measure` names the answer that is counted or measured, `unit` its word in the singular. "Each hour after
    the third" is 3 `included`. A part of a unit is charged as that part. `sample` amounts were never voted.
    """

    code: str
    label: str
    shape: Shape
    amount: Decimal | None = None
    unit: str = ""
    included: int = 0
    measure: str = ""
    tiers: tuple[Tier, ...] = ()
    multipliers: tuple[Multiplier, ...] = ()
    late: tuple[Late, ...] = ()
    account: str = "revenue"
    since: date | None = None
    vote: str = ""
    section: str = ""
    sample: bool = False
    source: int | None = None


@dataclass(frozen=True)
class Line:
    """One line of a bill: `amount` None means the office has yet to confirm it, and `working` says why."""

    code: str
    label: str
    amount: Decimal | None
    working: str
    section: str = ""
    account: str = "revenue"
    source: int | None = None


class Unknown(Exception):
    """The schedule needs an answer that nobody has given yet; the message says which."""


# ------------------------------------------------------------------------------------------------ words
def cents(amount: Decimal) -> Decimal:
    """`amount` rounded half up to the cent. Only a line may round, and once."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def dollars(amount: Decimal) -> str:
    """$1,250.00; further decimals are shown when there are any; a negative is a "refund of"."""
    return f"{'refund of ' if amount < 0 else ''}${abs(amount):,.{max(2, places(amount))}f}"


def number(value: Decimal) -> str:
    """A count or measure as people write it: 3, 2.5, 1,000."""
    return f"{value:,.{places(value)}f}"


def counted(n: Decimal, unit: str) -> str:
    """1 dumpster, 3 dumpsters, 2 boxes, 4 properties."""
    return f"{number(n)} {unit if n == 1 else plural(unit)}" if unit else number(n)


def plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def late_code(code: str) -> str:
    """The code of the late fee that goes with the fee `code`."""
    return f"{code}-late"


def places(value: Decimal) -> int:
    """How many decimals `value` really has: 0 for 50.00, 1 for 2.50."""
    return max(0, -int(value.normalize().as_tuple().exponent))


def in_words(schedule: Schedule) -> str:
    """The schedule in a few words: "$50.00 for each dumpster", "3 tiers, from $100.00"."""
    if schedule.shape is Shape.TIERED:
        least = min((tier.amount for tier in schedule.tiers), default=Decimal(0))
        return f"{counted(Decimal(len(schedule.tiers)), 'tier')}, from {dollars(least)}"
    if schedule.shape is Shape.FLAT:
        return dollars(_given(schedule))
    after = f" after the first {schedule.included}" if schedule.included else ""
    return f"{dollars(_given(schedule))} for each {schedule.unit}{after}"


# ------------------------------------------------------------------------------------------------ lines
def unconfirmed(code: str, label: str, account: str = "revenue", why: str = "", section: str = "") -> Line:
    """The line of a fee whose amount is not known yet."""
    return Line(code, label, None, f"{why} {CONFIRM}".strip(), section, account)


def lines(
    schedule: Schedule | None,
    answers: Mapping[str, Any],
    days_late: int = 0,
    *,
    labels: Mapping[str, str] | None = None,
    code: str = "",
    label: str = "Fee",
    account: str = "revenue",
) -> list[Line]:
    """The lines `schedule` charges for these answers, filed `days_late` calendar days late.

    The fee and its multipliers make one line, the late fee another (the last step reached, not their sum).
    Without a schedule, or while an answer it needs is None, there is one line without an amount; the late fee
    waits with it. `labels` gives the screen's words for answers; `code`, `label` and `account` are those of a
    fee without a schedule.
    """
    if schedule is None:
        return [unconfirmed(code, label, account)]
    with localcontext(prec=DIGITS):
        try:
            amount, working = _base(schedule, answers, labels or {})
            amount, working = _multiplied(schedule, answers, labels or {}, amount, working)
        except Unknown as missing:
            return [_waiting(schedule, str(missing))]
        return _bill(schedule, amount, working, days_late)


def _waiting(schedule: Schedule, why: str) -> Line:
    return unconfirmed(schedule.code, schedule.label, schedule.account, why, schedule.section)


def _bill(schedule: Schedule, amount: Decimal, working: str, days_late: int) -> list[Line]:
    bill = [_line(schedule, schedule.code, schedule.label, amount, working)]
    reached = [late for late in schedule.late if days_late > late.after_days]
    if reached:
        late = max(reached, key=lambda each: each.after_days)
        extra, working = _late(late, cents(amount), days_late)
        bill.append(_line(schedule, late_code(schedule.code), f"{schedule.label}, late fee", extra, working))
    return bill


def _line(schedule: Schedule, code: str, label: str, exact: Decimal, working: str) -> Line:
    amount = cents(exact)
    if amount != exact:
        working += f", rounded to {dollars(amount)}"
    if schedule.sample:
        working += " (sample amount)"
    return Line(code, label, amount, working, schedule.section, schedule.account, schedule.source)


def _base(schedule: Schedule, answers: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[Decimal, str]:
    if schedule.shape is Shape.FLAT:
        return _given(schedule), f"Flat fee {dollars(_given(schedule))}"
    measured = _measured(schedule.measure, answers, labels)
    says = counted(measured, schedule.unit)
    if schedule.shape is Shape.TIERED:
        tier = tier_of(schedule.tiers, measured)
        if tier is None:
            raise Unknown(f"No tier covers {says}.")
        upper = f"–{number(tier.through)}" if tier.through is not None else " and up"
        return (tier.amount, f"{says}, tier {number(tier.at_least)}{upper}: {dollars(tier.amount)}")
    each = _given(schedule)
    billed = max(Decimal(0), measured - schedule.included)
    if schedule.included:
        says = f"{says}, {schedule.included} included: {number(billed)}"
    return billed * each, f"{says} × {dollars(each)} = {dollars(billed * each)}"


def _multiplied(
    schedule: Schedule, answers: Mapping[str, Any], labels: Mapping[str, str], amount: Decimal, working: str
) -> tuple[Decimal, str]:
    for times in schedule.multipliers:
        answer = answers.get(times.condition)
        if answer is None:
            raise Unknown(_missing(times.condition, labels))
        if answer:
            amount *= times.factor
            working += f", × {number(times.factor)} {times.says} = {dollars(amount)}"
    return amount, working


def _late(late: Late, fee: Decimal, days: int) -> tuple[Decimal, str]:
    says = f" ({late.says})" if late.says else ""
    when = f"Filed {counted(Decimal(days), 'day')} late{says}"
    if late.percent is None:
        amount = late.amount or Decimal(0)
        return amount, f"{when}: {dollars(amount)}"
    extra = fee * late.percent / 100
    return (extra, f"{when}: {number(late.percent)}% of {dollars(fee)} = {dollars(extra)}")


def tier_of(tiers: Sequence[Tier], measured: Decimal) -> Tier | None:
    """The tier that covers `measured`: from its lower bound up to the next one's, so 499.5 is in 0–499."""
    covering = [tier for tier in tiers if tier.at_least <= measured]
    return max(covering, key=lambda tier: tier.at_least) if covering else None


def _given(schedule: Schedule) -> Decimal:
    if schedule.amount is None:
        raise ValueError(f"{schedule.code}: a {schedule.shape} schedule carries an amount.")
    return schedule.amount


def _measured(name: str, answers: Mapping[str, Any], labels: Mapping[str, str]) -> Decimal:
    """The answer as an exact number; a list of rows counts its rows."""
    answer = answers.get(name)
    if answer is None:
        raise Unknown(_missing(name, labels))
    if isinstance(answer, list | tuple):
        return Decimal(len(answer))
    return answer if isinstance(answer, Decimal) else Decimal(str(answer))


def _missing(name: str, labels: Mapping[str, str]) -> str:
    words = labels.get(name) or name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]} is not known yet."
