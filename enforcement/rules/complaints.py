"""What a complaint is checked against: the hours of the Tisbury dumpster rules, 09.2.4 and 09.2.6."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

from office.law import Facts, Finding, Weight, does_not_apply, holds, rule

SEVEN, ELEVEN_PM = time(7), time(23)
LOADING, EMPTYING = "dumpster-loading", "dumpster-emptying"
RESIDENTIAL = "residential"
TISBURY = "Tisbury"


@dataclass(frozen=True)
class ComplaintFacts(Facts):
    """What was seen, the local time of day, and the town and district of the place."""

    about: str
    seen_at: time
    town: str
    district: str


@rule("loading-hours", cite="Tisbury 09.2.4(1)", weight=Weight.NOTE)
def loading_hours(facts: ComplaintFacts, on: date) -> Finding:
    """In a residential district nobody loads a dumpster from 11:00 pm until 7:00 am."""
    if facts.about != LOADING:
        return does_not_apply("The complaint is not about loading a dumpster.")
    if facts.town != TISBURY:
        return does_not_apply("The hours are those of the Tisbury book.")
    if facts.district != RESIDENTIAL:
        return does_not_apply("The hours bind in residential districts.")
    # From 11:00 pm up to, not including, 7:00 am (reading, 09.2.4(1)).
    return holds(
        SEVEN <= facts.seen_at < ELEVEN_PM,
        says=f"Seen at {facts.seen_at:%H:%M}, within the allowed hours.",
        otherwise=f"Seen at {facts.seen_at:%H:%M}: loading is barred from 11:00 pm until 7:00 am.",
    )


@rule("emptying-hours", cite="Tisbury 09.2.6(2)", weight=Weight.NOTE)
def emptying_hours(facts: ComplaintFacts, on: date) -> Finding:
    """In a residential area a contractor empties no dumpster before 7:00 am or after 11:00 pm."""
    if facts.about != EMPTYING:
        return does_not_apply("The complaint is not about emptying a dumpster.")
    if facts.town != TISBURY:
        return does_not_apply("The hours are those of the Tisbury book.")
    if facts.district != RESIDENTIAL:
        return does_not_apply("The hours bind in residential areas.")
    # 7:00 am and 11:00 pm themselves are allowed.
    return holds(
        SEVEN <= facts.seen_at <= ELEVEN_PM,
        says=f"Seen at {facts.seen_at:%H:%M}, within the allowed hours.",
        otherwise=f"Seen at {facts.seen_at:%H:%M}: emptying is barred before 7:00 am and after 11:00 pm.",
    )


RULES = (loading_hours, emptying_hours)
