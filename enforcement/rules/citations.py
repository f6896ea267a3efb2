"""What a citation is checked against before it is issued: M.G.L. c.40 §21D, Tisbury 09.0.7(B) and 09.4.10."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from enforcement.rules.fines import Unit
from enforcement.rules.sums import TICKET_CEILING
from office.law import Facts, Finding, Weight, at_most, does_not_apply, holds, rule
from office.schedules import named

BY_MAIL, IN_HAND = "mail", "in-hand"
POND, HARBOR = "pond", "harbor"


@dataclass(frozen=True)
class CitationFacts(Facts):
    """The offense and how its notice goes out.

    `ticket` is whether the line may be ticketed, `unit` what its figure is charged for; `amount` in dollars.
    `dated_on` is the day the notice bears, `notice_through` the last day to hand it over or mail it;
    `mail_to` the address it is mailed to.
    """

    ticket: bool
    unit: str
    marina: str
    amount: Decimal
    dated_on: date
    notice_through: date
    served: str
    mail_to: str


@rule("ticket-line", cite="Tisbury 09.0.7(B)", waivable=False)
def ticket_line(facts: CitationFacts, on: date) -> Finding:
    """Only an offense of the schedule, or one whose section sets its fine, is ticketed."""
    return holds(
        facts.ticket,
        otherwise="What is not in the schedule is fined by a court alone: ask for a criminal complaint.",
    )


@rule("pond-marina", cite="Tisbury 09.4.10", waivable=False)
def pond_marina(facts: CitationFacts, on: date) -> Finding:
    """Nobody is fined for a night aboard but at a marina on a pond or lake of the town."""
    if facts.unit != Unit.BOAT_DAY:
        return does_not_apply("The offense is not a night aboard a boat.")
    return holds(
        facts.marina == POND,
        says="The marina lies on a pond or lake.",
        otherwise="Harbor marinas are exempt: a night aboard there is no offense.",
    )


@rule("notice-in-time", cite="Massachusetts c.40 §21D", weight=Weight.NOTE, waivable=False)
def notice_in_time(facts: CitationFacts, on: date) -> Finding:
    """The citation is handed over or mailed within 15 days of the violation."""
    last = named(facts.notice_through)
    return holds(
        facts.dated_on <= facts.notice_through,
        says=f"It may be handed over or mailed through {last}.",
        otherwise=f"The last day to hand it over or mail it was {last}. Withdraw it, or ask counsel.",
    )


@rule("mail-address", cite="Massachusetts c.40 §21D", waivable=False)
def mail_address(facts: CitationFacts, on: date) -> Finding:
    """A citation that is not handed over is mailed or delivered to the last known address."""
    if facts.served == IN_HAND:
        return does_not_apply("It is handed over.")
    return holds(bool(facts.mail_to), says=f"It goes to {facts.mail_to}.")


@rule("ticket-sum", cite="Massachusetts c.40 §21D", weight=Weight.NOTE, waivable=False)
def ticket_sum(facts: CitationFacts, on: date) -> Finding:
    """The sum of a ticket is said to end at $300; counsel confirms a higher one."""
    return at_most(facts.amount, TICKET_CEILING, "dollars")


RULES = (ticket_line, pond_marina, notice_in_time, mail_address, ticket_sum)
