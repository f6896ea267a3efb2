"""Changing a regulation, Tisbury 09.0.4: notice, hearing and vote, except in an emergency the statute allows.

No rule of this slice may be waived: what lacks one of them was not adopted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from office.law import Facts, Finding, Reading, Weight, does_not_apply, holds, rule

CITE = "Tisbury 09.0.4"

NOTICE_DAYS = Reading(
    "notice-days-before-hearing", CITE, "How many days before the hearing on a regulation is notice given?",
    unit="days", default="5", whole=True,
    doubt="The book asks for notice and names no number of days. Five is what the state asks before a "
          "wetlands hearing. Counsel to say what binds the board of health.",
)  # fmt: skip
NOTICE_MEDIUM = Reading(
    "notice-medium", CITE, "How is notice of the hearing on a regulation given?",
    (("either", "In a newspaper, or by posting it"), ("newspaper", "In a newspaper")), default="either",
    doubt="The book says notice and not how it is given.",
)  # fmt: skip
SUMMARY = Reading(
    "summary-is-published", "Massachusetts c.111 §31", "Is a summary published once after adoption?",
    (("true", "Yes, of every change"), ("false", "No")), default="true",
    doubt="Said of rules stricter than the state's environmental code; the statute was not read in full.",
)  # fmt: skip
READINGS = (NOTICE_DAYS, NOTICE_MEDIUM, SUMMARY)
NEWSPAPER = "newspaper"


@dataclass(frozen=True)
class ChangeFacts(Facts):
    """What is known of a change. Of several notices the last one counts; days are those of the law."""

    text_on_file: bool
    sections_named: int
    emergency: bool
    emergency_reason: str
    emergency_statute: str
    notice_given: bool
    notice_by: str
    notice_on: date
    notice_proved: bool
    notice_names: date
    notice_days_before_hearing: int
    notice_medium: str
    hearing_set: bool
    hearing_held: bool
    hearing_on: date
    voted: bool
    voted_on: date
    adopted: bool
    summary_is_published: bool
    summary_published: bool


SKIPPED = "An emergency regulation the statute allows needs no prior notice and no hearing."


def _said(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


@rule("text", cite=CITE, waivable=False)
def text(facts: ChangeFacts, on: date) -> Finding:
    """The text is on file, and the sections it changes are named."""
    if not facts.text_on_file:
        return holds(False, otherwise="No text is on file. Write it, or say which sections are repealed.")
    return holds(
        facts.sections_named > 0, otherwise="No section is named. Name what it adds, changes or ends."
    )


@rule("emergency", cite=CITE, waivable=False)
def emergency(facts: ChangeFacts, on: date) -> Finding:
    """An emergency names its reason and the statute that allows it."""
    if not facts.emergency:
        return does_not_apply("It is no emergency regulation.")
    given = bool(facts.emergency_reason and facts.emergency_statute)
    return holds(given, says=f"Emergency: {facts.emergency_reason} It rests on {facts.emergency_statute}.")


@rule("notice", cite=CITE, waivable=False)
def notice(facts: ChangeFacts, on: date) -> Finding:
    """Notice of the hearing was given, and its proof is on file."""
    if facts.emergency:
        return does_not_apply(SKIPPED)
    if not facts.notice_given:
        return holds(
            False, otherwise="No notice of the hearing was given. Publish or post it, and record it."
        )
    if facts.notice_medium == NEWSPAPER and facts.notice_by != NEWSPAPER:
        return holds(
            False, otherwise="The notice was posted only. Publish it in a newspaper, and record that."
        )
    return holds(
        facts.notice_proved,
        says=f"Notice was given on {_said(facts.notice_on)}, and its proof is on file.",
        otherwise="The notice has no proof. Record it again with the clipping or the stamped posting.",
    )


@rule("notice-before-hearing", cite=CITE, waivable=False)
def notice_before_hearing(facts: ChangeFacts, on: date) -> Finding:
    """Notice came before the hearing by as many days as the town asks."""
    if facts.emergency:
        return does_not_apply(SKIPPED)
    if not facts.notice_given:
        return holds(False, otherwise="No notice of the hearing was given, so none came before it.")
    ahead = (facts.notice_on, facts.hearing_on)
    if ahead[0] >= ahead[1]:
        return holds(
            False,
            otherwise=f"Notice of {_said(ahead[0])} did not come before the hearing of {_said(ahead[1])}. "
            "Give notice of a new hearing.",
        )
    days, asked = (ahead[1] - ahead[0]).days, facts.notice_days_before_hearing
    words = f"Notice came {days} day{'' if days == 1 else 's'} before the hearing; {asked} are asked."
    return Finding(holds(days >= asked).state, words, days, asked, "days", "at least")


@rule("notice-names-hearing", cite=CITE, waivable=False)
def notice_names_hearing(facts: ChangeFacts, on: date) -> Finding:
    """The hearing opened on the day that the notice named."""
    if facts.emergency:
        return does_not_apply(SKIPPED)
    if not facts.notice_given:
        return holds(False, otherwise="No notice of the hearing was given, so none named its day.")
    return holds(
        facts.notice_names == facts.hearing_on,
        says=f"The notice named {_said(facts.notice_names)}.",
        otherwise=f"The notice named {_said(facts.notice_names)}, the hearing is of "
        f"{_said(facts.hearing_on)}. Give notice of the day on which it is heard.",
    )


@rule("hearing", cite=CITE, waivable=False)
def hearing(facts: ChangeFacts, on: date) -> Finding:
    """A hearing was held."""
    if facts.emergency:
        return does_not_apply(SKIPPED)
    if facts.hearing_held:
        return holds(True, says=f"The hearing was held on {_said(facts.hearing_on)}.")
    if facts.hearing_set:
        return holds(
            False, otherwise=f"The hearing is set for {_said(facts.hearing_on)} and was not held yet."
        )
    return holds(False, otherwise="No hearing is set. Put it on the agenda of a meeting as a hearing.")


@rule("vote", cite=CITE, waivable=False)
def vote(facts: ChangeFacts, on: date) -> Finding:
    """The board voted to adopt it, after the hearing."""
    if not facts.voted:
        return holds(False, otherwise="No vote to adopt it is recorded. Record the vote at its meeting.")
    if not facts.emergency and facts.hearing_held and facts.voted_on < facts.hearing_on:
        return holds(
            False,
            otherwise=f"The vote of {_said(facts.voted_on)} came before the hearing of "
            f"{_said(facts.hearing_on)}. Vote again.",
        )
    return holds(True, says=f"The board voted to adopt it on {_said(facts.voted_on)}.")


@rule("summary", cite="Massachusetts c.111 §31", weight=Weight.NOTE, waivable=False)
def summary(facts: ChangeFacts, on: date) -> Finding:
    """After adoption a summary is published once."""
    if not facts.summary_is_published:
        return does_not_apply("The town does not publish a summary of this change.")
    if not facts.adopted:
        return does_not_apply("It is not adopted yet.")
    return holds(
        facts.summary_published, otherwise="Its summary is not published yet. Publish it, and record that."
    )


ADOPTING = (text, emergency, notice, notice_before_hearing, notice_names_hearing, hearing, vote)
RULES = (*ADOPTING, summary)


# --------------------------------------------------------------------------------------- in force on a day
@dataclass(frozen=True)
class Change:
    """One adopted change as the count of what is in force sees it; `repeals` ends its sections."""

    number: str
    adopted_on: date
    effective_on: date
    sections: tuple[str, ...]
    repeals: bool = False


def effective_day(adopted_on: date, asked: date | None) -> date:
    """The day on which a change takes effect: that of adoption, or the later day it names itself.

    It never rolls: a Sunday or a holiday is as good as any (09.0.4). ValueError for a day before adoption.
    """
    if asked is None:
        return adopted_on
    if asked < adopted_on:
        raise ValueError(
            f"It cannot take effect on {_said(asked)}, before its adoption on {_said(adopted_on)}. Enter "
            "that day or a later one, or leave it open (09.0.4)."
        )
    return asked


def in_force(changes: Iterable[Change], day: date) -> dict[str, Change]:
    """Of each section that was ever changed, the change that holds on `day`; one that repeals it is told too.

    Of two that take effect on one day the later adopted counts, then the later number.
    """
    begun = (each for each in changes if each.effective_on <= day)
    held: dict[str, Change] = {}
    for each in sorted(begun, key=lambda each: (each.effective_on, each.adopted_on, each.number)):
        held |= dict.fromkeys(each.sections, each)
    return held
