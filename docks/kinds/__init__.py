"""Docks and piers of Barnstable, chapter 703: the slice's table of contents."""

from __future__ import annotations

from datetime import date

from docks import clocks, fees
from docks.drawings import pictures
from docks.forms import NoticeForm
from docks.kinds.checklist import CHECKLIST
from docks.kinds.letters import LETTERS
from docks.kinds.life import LIFE
from docks.models import DockNotice
from docks.models.lookups import DOCK, lookup
from docks.rules import READINGS, RULES, DockFacts
from docks.rules import facts as f
from docks.rules.life import READINGS as LIFE_READINGS
from office.application import NOTICE_OF_HEARING
from office.calendar import years_after
from office.clocks import hearing_notices
from office.kinds import Abutting, CaseKind, Duty, Law, Need, register

VALID_YEARS = 3  # Massachusetts c.131 §40


def three_years(start: date, after: date | None) -> date:
    """The last good day of an order of conditions: three years after its issue, which is not counted.

    Massachusetts c.131 §40; an anniversary is the last good day, as for every count of years.
    """
    return years_after(start, VALID_YEARS)


def _seasonal(facts: DockFacts) -> bool:
    return bool(facts.seasonal)


def _lit(facts: DockFacts) -> bool:
    return bool(facts.has_lights)


def _lift(facts: DockFacts) -> bool:
    return bool(facts.has_lift)


def _lift_for_access(facts: DockFacts) -> bool:
    return bool(facts.has_lift) and facts.lift_basis == f.ACCESS


DUTIES = (
    Duty("The order is recorded at the Registry of Deeds before any work begins, and not before the time to "
         "appeal has passed.", "Massachusetts c.131 §40"),
    Duty("Natural Resources is told in writing at least 10 working days before construction starts.",
         "Barnstable 703-6(A)"),
    Duty("The Conservation Commission is told in writing at least 5 business days before construction "
         "starts.",
         "Barnstable 703-6(B)"),
    Duty("The dock is built as the plan of record shows. Nothing is altered unless revised plans were "
         "approved before it is built.", "Barnstable 703-6(C)"),
    Duty("The DEP file number is shown on the dock, permanent and conspicuous, to be seen from seaward.",
         "Barnstable 703-4(F)"),
    Duty("Signs tell the public of its right to pass along the shore, and nothing hinders it.",
         "Barnstable 703-4(E)"),
    Duty("The depth under the boats is kept at all times. Another boat may lie there only if it keeps it "
         "too; the office is told first.", "Barnstable 703-4(M)"),
    Duty("No float, seasonal part or boat is stored on a marsh, a dune or a coastal bank.",
         "Barnstable 703-4(G)"),
    Duty("Each light is of at most 25 watts incandescent, shaded downward, and without a timer.",
         "Barnstable 703-4(D)", _lit),
    Duty("Nothing of the dock stands there before April 1, and all of it is gone before November 1.",
         "Barnstable 703-2", _seasonal),
    Duty("The lift carries the one boat that the notice names.", "Barnstable 703-4(Q)(3)(d)", _lift),
    Duty("When the need for the lift ends, or the property is sold or passes, the lift is removed and the "
         "Conservation Division is told.", "Barnstable 703-4(Q)(1)", _lift_for_access),
)  # fmt: skip

NOTICE = CaseKind(
    slug=DOCK,
    label="Notice of intent for a dock",
    series="NI",
    boards=("barnstable-conservation",),
    lifecycle=LIFE,
    section="Barnstable 703-3(A)",
    about="To build, alter or extend a private dock or pier, with its floats, lift and dredging.",
    needed=(
        Need("You want to build a new dock or pier, fixed or floating, for good or for the season.",
             "Barnstable 703-3(A)"),
        Need("You want to alter or extend one, put a lift on it, or dredge for it.", "Barnstable 703-3(A)"),
    ),
    not_needed=(
        Need("It is a swimming or work float at a mooring with the Harbormaster's permit, not connected to "
             "the shore.", "Barnstable 703-2"),
        Need("It is a commercial or governmental pier: chapter 703 is for private ones.", "Barnstable 703-2"),
        Need("It is in fresh water, unless the Commission finds the rules applicable.",
             "Barnstable 703-1(B)"),
    ),
    details=DockNotice,
    form=NoticeForm,
    law=Law(facts=DockFacts, rules=RULES, lookup=lookup),
    clocks=(
        *clocks.CLOCKS,
        *hearing_notices("wetlands-act", "Massachusetts c.131 §40", newspaper=True),
        *hearing_notices("chapter-237", "Barnstable 703-1(A)"),
    ),
    checklist=CHECKLIST,
    duties=DUTIES,
    fees=fees.NOTICE,
    term=three_years,
    works=True,
    facility="dock",
    letters=(*LETTERS, NOTICE_OF_HEARING),
    online=True,
    page="dock-life",
    readings=(*READINGS, *LIFE_READINGS),
    abutters=Abutting(rules=("wetlands-act", "chapter-237")),
    pictures=pictures,
)  # fmt: skip

# What the slice enforces otherwise than by a rule, a clock, an answer, an item or a condition.
ENFORCES = {
    "Barnstable 703-1(K)": "the presumption for a dock within the rules, shown beside the findings",
    "Barnstable 703-3(B)": "three services with their proof, without which a notice is not accepted",
    "Barnstable 703-5(B)": "the season on the Commission's findings",
    "Barnstable 703-5(C)": "the merits on the Commission's findings, without which nothing is voted",
}

register(NOTICE)
