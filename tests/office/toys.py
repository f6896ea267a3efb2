"""Made-up kinds for tests of the kernel.

TOY leaves every step open in every status, so any order of events can be told; it has an appointed hearing
and clocks of every sort, some that lapse, stand still or recur. MEASURED has two rules over measures it looks
up, one that no vote may waive. READ goes by two readings of the town.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date

from office import kinds
from office.application import NOTICE_OF_HEARING, calendar_year
from office.calendar import Roll
from office.clocks import hearing_notices
from office.clockwork import Clock, Ended, Mover, monthly
from office.kinds import HEARING_CLOSED, Abutting, CaseKind, Law, Lifecycle, Step
from office.law import Facts, Finding, Reading, at_most, rule

LIFE = Lifecycle(
    first="open",
    steps=(
        Step("asked", "Ask", "Asked", to="waiting"),
        Step("answered", "Answer", "Answered", to="open"),
        Step("hearing", "Set the hearing", "Hearing set", appointed=True),
        Step("posted", "Post the notice", "Notice posted"),
        Step("granted", "Grant", "Granted", to="granted", term="starts"),
        Step("suspended", "Suspend", "Suspended", to="suspended", term="suspends"),
        Step("reinstated", "Reinstate", "Reinstated", to="granted", term="resumes"),
        Step("revoked", "Revoke", "Revoked", to="revoked", term="cuts"),
        Step("sent", "Send for an opinion", "Sent for an opinion"),
        Step("opined", "Record the opinion", "Opinion given"),
        Step("silent", "", "Silence taken as consent", by_hand=False),
        Step("held", "Wait for the applicant", "Waiting for the applicant"),
        Step("brought", "Go on", "Brought what was missing"),
        Step("watched", "Watch it", "Watched from now on"),
        Step("visited", "Record the visit", "Visited"),
        Step("returned", "Record the return", "Return received"),
    ),
    closed=("revoked",),
)

CLOCKS = (
    Clock(slug="answer", says="Answer", cite="Toys 1", starts="asked", stops=("answered",), working_days=7,
          roll=Roll.NEXT_WORKING_DAY),
    Clock(slug="notice", says="Post the notice", cite="Toys 2", starts="hearing", stops=("posted",),
          before=True, days=14, opens=7),
    Clock(slug="decide", says="Decide", cite="Toys 3", starts=Ended("answer"), stops=("granted",), months=1),
    Clock(slug="renew", says="Renew", cite="Toys 4", starts="term-ends", before=True, days=0),
    Clock(slug="opinion", says="Give an opinion", cite="Toys 7", starts="sent", stops=("opined",), days=21,
          roll=Roll.NEXT_OPEN_DAY, lapses="silent", pauses=("held",), resumes=("brought",), remind=(7,)),
    Clock(slug="weigh", says="Weigh the opinions", cite="Toys 8", starts=Ended("opinion"),
          stops=("granted",), working_days=10, pauses=("held",), resumes=("brought",)),
    Clock(slug="visit", says="Visit", cite="Toys 9", starts="watched", stops=("visited",),
          each=((6, 15), (7, 1), (7, 15)), opens=5, remind=(5,)),
    Clock(slug="return", says="Send the return", cite="Toys 10", starts="watched", stops=("returned",),
          each=monthly(12), roll=Roll.NEXT_WORKING_DAY),
)  # fmt: skip

TOY = CaseKind(
    slug="toy", label="Toy permit", series="TY", boards=("tisbury-health", "barnstable-conservation"),
    lifecycle=LIFE, section="Toys 1", about="A toy.", clocks=CLOCKS, term=calendar_year,
)  # fmt: skip

# Issued through the check of what stands in the way.
GATED = Lifecycle(
    first="open",
    steps=(
        Step("issued", "Issue", "Issued", from_=("open",), to="issued", gate=True, term="starts"),
        Step("revoked", "Revoke", "Revoked", from_=("issued",), to="revoked", term="cuts"),
        Step("asked", "Ask", "Asked"),
        Step("answered", "Answer", "Answered"),
        Step("hearing", "Set the hearing", "Hearing set", appointed=True),
        Step("posted", "Post the notice", "Notice posted"),
        Step("granted", "Grant", "Granted"),
    ),
    closed=("revoked",),
)


@dataclass(frozen=True)
class Measures(Facts):
    length_in: int
    weight_lb: int


@rule("length", cite="Toys 5")
def length(facts: Measures, on: date) -> Finding:
    """A toy is no longer than 10 inches."""
    return at_most(facts.length_in, 10, "in")


@rule("weight", cite="Toys 6", waivable=False)
def weight(facts: Measures, on: date) -> Finding:
    """A toy weighs no more than 5 pounds."""
    return at_most(facts.weight_lb, 5, "lb")


MEASURED = CaseKind(
    slug="measured-toy", label="Measured toy", series="MT", boards=("tisbury-health",), lifecycle=GATED,
    section="Toys 1", about="A toy that is measured.",
    law=Law(Measures, (length, weight), lambda filing, on: {"length_in": 12, "weight_lb": 4}),
)  # fmt: skip

MOST_LENGTH = Reading(
    "most-length-in", "Toys 5", "How long may a toy be?", unit="in", default="10", whole=True,
    doubt="The text says no figure.",
)  # fmt: skip
BOWS_COUNT = Reading(
    "bows-count", "Toys 5", "Does a bow count?", (("true", "With its bow"), ("false", "Without it")),
    default="true",
)  # fmt: skip


@dataclass(frozen=True)
class ReadMeasures(Facts):
    length_in: int
    bow_in: int
    most_length_in: int
    bows_count: bool
    weight_lb: int


@rule("read-length", cite="Toys 5")
def read_length(facts: ReadMeasures, on: date) -> Finding:
    """A toy is no longer than the town says."""
    bow = facts.bow_in if facts.bows_count else 0
    return at_most(facts.length_in + bow, facts.most_length_in, "in")


READ = CaseKind(
    slug="read-toy", label="Read toy", series="RD", boards=("tisbury-health",), lifecycle=GATED,
    section="Toys 1", about="A toy that is measured as the town reads it.",
    readings=(MOST_LENGTH, BOWS_COUNT),
    law=Law(
        ReadMeasures, (read_length, weight),
        lambda filing, on: {"length_in": 9, "bow_in": 2, "weight_lb": 4},
    ),
)  # fmt: skip


# Whose neighbors are told of its hearing, and whose decision counts from the end of it.
BESIDE = CaseKind(
    slug="beside-toy", label="Toy by the water", series="BT", boards=("tisbury-health",),
    lifecycle=Lifecycle(
        first="open",
        steps=(
            Step("granted", "Grant", "Granted", ("clerk", "member"), ("open",), "granted"),
            Step("refused", "Refuse", "Refused", ("clerk", "member"), ("open",), "refused"),
        ),
        closed=("granted", "refused"),
    ),
    section="Toys 1", about="A toy beside which others own land.",
    clocks=(
        *hearing_notices("toys", "Tisbury 09.0.8(13)", newspaper=True),
        Clock(slug="decide", says="Decide", cite="Toys 3", starts=HEARING_CLOSED,
              stops=("granted", "refused"), days=21, roll=Roll.NEXT_WORKING_DAY, mover=Mover.BOARD),
        Clock(slug="word", says="Say so in writing", cite="Toys 4", starts=HEARING_CLOSED,
              stops=("granted",), hours=48),
    ),
    letters=(NOTICE_OF_HEARING,), abutters=Abutting(rules=("toys",)),
)  # fmt: skip


@contextmanager
def registered(kind: CaseKind = TOY) -> Iterator[CaseKind]:
    """`kind` in the registry for the time being."""
    kinds.registry[kind.slug] = kind
    try:
        yield kind
    finally:
        del kinds.registry[kind.slug]
