"""The yearly permit of a food establishment: its certified people (09.5.2), its fee waiver (09.5 policy)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from office.law import Facts, Finding, Unknown, Weight, at_least, does_not_apply, for_the_board, holds, rule
from office.schedules import named

OWNER, OPERATOR, MANAGER, OTHER = "owner", "operator", "manager", "other"
LEADING = (OWNER, OPERATOR, MANAGER)  # Tisbury 09.5.2
ONE_FULL_TIME = Decimal(1)  # full-time equivalents, Tisbury 09.5.2
DAYS_OF_A_NEW_OWNER = timedelta(days=60)  # Tisbury 09.5.2; day 60 is still lawful
FULL_TIME = "full-time people"  # equivalents; a finding's unit is short


@dataclass(frozen=True)
class CertifiedPerson(Facts):
    """Somebody who holds the Board's certificate. The share is of full time: 1 is one full-time person.

    The book states no day on which a certificate runs out; one that bears such a day counts through it.
    """

    name: str
    role: str
    full_time_share: Decimal
    certified_on: date
    runs_out: bool
    runs_out_on: date

    def share_on(self, day: date) -> Decimal:
        """The share that counts on `day`: 0 of who does not lead, or holds no certificate that day."""
        if self.role not in LEADING or self.certified_on > day:
            return Decimal(0)
        return Decimal(0) if self.runs_out and self.runs_out_on < day else self.full_time_share


@dataclass(frozen=True)
class WaiverFacts(Facts):
    """What the policy on food fees asks."""

    non_profit: bool
    waiver_wanted: bool
    waiver_asked_on: date
    sells_retail: bool
    rents_kitchen: bool
    occasional_benefit: bool
    free_or_at_cost: bool


@dataclass(frozen=True)
class EstablishmentFacts(WaiverFacts):
    """What the rules read about a food establishment."""

    has_certified: bool
    certified: tuple[CertifiedPerson, ...]
    ownership_changed: bool
    ownership_changed_on: date


def certified_share(people: Iterable[CertifiedPerson], on: date) -> tuple[Decimal, bool]:
    """The full-time equivalents known to count on that day, and whether of somebody it is not known."""
    total, unclear = Decimal(0), False
    for person in people:
        try:
            total += person.share_on(on)
        except Unknown:
            unclear = True
    return total, unclear


@rule("certified-person", cite="Tisbury 09.5.2")
def certified_person(facts: EstablishmentFacts, on: date) -> Finding:
    """A full-time equivalent or more who owns, operates or manages it is certified by the Board's program."""
    try:
        share, unclear = certified_share(facts.certified if facts.has_certified else (), on)
    except Unknown:
        share, unclear = Decimal(0), True
    if share >= ONE_FULL_TIME:
        return at_least(share, ONE_FULL_TIME, FULL_TIME)
    if facts.ownership_changed and on <= (last := facts.ownership_changed_on + DAYS_OF_A_NEW_OWNER):
        return holds(
            True,
            says=f"The ownership changed on {named(facts.ownership_changed_on)}. One full-time equivalent is "
            f"certified by {named(last)}.",
        )
    if unclear:
        raise Unknown("certified")
    return at_least(
        share, ONE_FULL_TIME, FULL_TIME,
        "Fewer than one full-time equivalent of owner, operator or manager is certified that day.",
    )  # fmt: skip


# ---------------------------------------------------------------------------------------- the fee waiver
FIRST_WAIVER_MONTH, QUARTERS = 10, 4  # October 1, that day itself open (a reading); by quarter (09.5 policy)


def waiver_opens(year: int) -> date:
    """The first day of that year on which a fee waiver is considered."""
    return date(year, FIRST_WAIVER_MONTH, 1)


@rule("fee-waiver", cite="Tisbury 09.5 policy", weight=Weight.NOTE)
def fee_waiver(facts: WaiverFacts, on: date) -> Finding:
    """A fee waiver is considered from October 1 on, and not for a non-profit that sells or rents out."""
    if not facts.waiver_wanted:
        return does_not_apply("No fee waiver is asked for.")
    asked, opens = facts.waiver_asked_on, waiver_opens(facts.waiver_asked_on.year)
    if asked < opens:
        return holds(
            False,
            otherwise=f"Fee waivers are not considered before October 1. This one was asked for on "
            f"{named(asked)}. Ask again from {named(opens)}.",
        )
    if facts.non_profit and (facts.sells_retail or facts.rents_kitchen) and not facts.occasional_benefit:
        return holds(
            False,
            otherwise="A non-profit that sells to the public or rents out its licensed kitchen gets no fee "
            "waiver, except for an occasional benefit for a specific cause.",
        )
    return for_the_board("The Board may charge the fee by quarters: it says how many.")


@rule("free-food", cite="Massachusetts c.94 §328", weight=Weight.NOTE)
def free_food(facts: WaiverFacts, on: date) -> Finding:
    """A non-profit that serves its food free or at cost pays no permit fee."""
    if not facts.non_profit:
        return does_not_apply("It is no non-profit.")
    if not facts.free_or_at_cost:
        return does_not_apply("The food is not served free or at cost.")
    return for_the_board(
        "State law asks no permit fee of a non-profit that serves free or at cost; the Board’s own policy is "
        "narrower. The office sets the fee at $0.00, or asks counsel."
    )


RULES = (certified_person, fee_waiver, free_food)
