"""A made-up kind for tests of the night, with a clock of every sort it must deal with; and its cast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any

from django.utils.timezone import make_aware

from office.actions.cases import open_case
from office.actions.nightly import night
from office.clockwork import Clock, Mover, monthly
from office.kinds import CaseKind, Lifecycle, Step
from office.models import Board, Case, NightRun, Party, User
from tests import people
from tests.office import toys

LIFE = Lifecycle(
    first="open",
    steps=(
        Step("asked", "Ask", "Asked"),
        Step("answered", "Answer", "Answered"),
        Step("sent", "Send to the reviewer", "Sent to the reviewer"),
        Step("opinion", "Record the opinion", "Opinion recorded"),
        Step("deemed", "", "No objection (deemed)", by_hand=False, to="reviewed"),
        Step("decided", "Decide", "Decided"),
        Step("default", "", "Granted by default", by_hand=False),
        Step("hooked", "Hook up", "Hooked up"),
        Step("slip", "Record the slip", "Slip recorded"),
        Step("posted", "Post", "Posted", timed=True),
        Step("stuck", "Get stuck", "Got stuck"),
        Step("never", "", "Never", by_hand=False, from_=("nowhere",), to="nowhere"),
        Step("closed", "Close", "Closed", to="closed"),
    ),
    closed=("closed",),
)
ANSWER = Clock(slug="answer", says="Send the plan", cite="Nights 1", starts="asked", stops=("answered",),
               days=30, remind=(14, 7, 1), mover=Mover.APPLICANT)  # fmt: skip
OPINION = Clock(slug="opinion", says="Give an opinion", cite="Nights 2", starts="sent",
                stops=("opinion",), days=21, remind=(5,), lapses="deemed", mover=Mover.REVIEWER)  # fmt: skip
DECIDE = Clock(slug="decide", says="Decide", cite="Nights 3", starts=("opinion", "deemed"),
               stops=("decided",), days=10, remind=(3,), lapses="default", mover=Mover.BOARD)  # fmt: skip
SLIP = Clock(slug="slip", says="Hand in the slip", cite="Nights 4", starts="hooked", stops=("slip",),
             each=monthly(15), remind=(3,))  # fmt: skip
LEAVE = Clock(slug="leave-up", says="Take the notice down", cite="Nights 5", starts="posted", hours=48,
              remind=(1,))  # fmt: skip
STUCK = Clock(slug="stuck", says="Get unstuck", cite="Nights 6", starts="stuck", days=5,
              lapses="never")  # fmt: skip

KIND = CaseKind(
    slug="night-toy", label="Night toy", series="NT", boards=("tisbury-health",), lifecycle=LIFE,
    section="Nights 1", about="A toy for the night.",
    clocks=(ANSWER, OPINION, DECIDE, SLIP, LEAVE, STUCK),
)  # fmt: skip

FILED = date(2026, 6, 1)


@contextmanager
def registered() -> Iterator[CaseKind]:
    with toys.registered(KIND) as kind:
        yield kind


def two_am(day: date) -> datetime:
    return make_aware(datetime.combine(day, time(2, 5)))


def run(on: date, **more: Any) -> NightRun:
    """The night of that day, at 2:05 am."""
    return night(on=on, now=more.pop("now", two_am(on)), **more)


def clerk(board: Board | None = None) -> User:
    """A clerk who can be written to."""
    person = people.clerk(board)
    if not person.email:
        person.email = f"{person.username}@example.org"
        person.save(update_fields=["email"])
    return person


def applicant(name: str = "Sample Tester", **columns: Any) -> Party:
    email = f"{name.lower().replace(' ', '.')}@example.org"
    return people.party(name, **({"email": email} | columns))


def toy(*parties: Party, **more: Any) -> Case:
    """A new case of these applicants, filed June 1, 2026."""
    with_them = [(party, "applicant") for party in parties]
    return open_case(**({"kind": KIND.slug, "on": FILED, "by": clerk(), "people": with_them} | more))
