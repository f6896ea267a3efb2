"""Solid waste permits of the Tisbury Board of Health, 09.2: the slice's table of contents."""

from __future__ import annotations

from datetime import date, timedelta

from office.application import APPLICATION, APPLICATION_LETTERS, calendar_year
from office.kinds import CaseKind, Duty, Item, Law, Letter, Need, register
from permits.refuse import clocks, fees, rules
from permits.refuse.forms import DumpsterForm, HaulerForm, TemporaryDumpsterForm
from permits.refuse.models import HAULER, Dumpster, Hauler, TemporaryDumpster, lookup

HEALTH = ("tisbury-health",)
LETTERS = (Letter("permit", "Permit", "letters/permit.html"), *APPLICATION_LETTERS)
TEMPORARY_DAYS = 30  # Tisbury 09.2.5(3)


def thirty_days(start: date, after: date | None) -> date:
    """The last good day of a temporary permit: day 30 after the day of issue (09.2.5(3)).

    The day of issue is not counted (reading, 09.2.5(3)). A renewal issued in time adds 30 days to the
    day the earlier permit ends.
    """
    return (after or start) + timedelta(days=TEMPORARY_DAYS)


def _residential(facts: rules.DumpsterFacts) -> bool:
    return facts.district == rules.RESIDENTIAL


def _business(facts: rules.DumpsterFacts) -> bool:
    # Not known is neither: the permit prints no hours that may be the wrong ones.
    return facts.district not in (None, rules.RESIDENTIAL)


SKETCH = Item(
    "location-sketch", "Location sketch", "Tisbury 09.2.3(1)",
    hint="Lot lines, street, and where the dumpster stands, with the distance to the nearest lot line.",
    shows=("lot_line_distance_ft", "sight_line_clear", "screening_asked", "screening_provided"),
)  # fmt: skip

KEEPING = (
    Duty("Nobody loads the dumpster between 11:00 pm and 7:00 am.", "Tisbury 09.2.4(1)", _residential),
    Duty("The dumpster is closed and locked outside business hours.", "Tisbury 09.2.4(1)", _business),
    Duty("The lids are kept closed.", "Tisbury 09.2.4(1)"),
    Duty("The dumpster is emptied at once when it is full, and never overflows.", "Tisbury 09.2.4(2)"),
    Duty("The area around it is kept free of odor, debris, overflow and nuisance.", "Tisbury 09.2.4(3)"),
)

DUMPSTER = CaseKind(
    slug="dumpster",
    label="Dumpster permit",
    series="DU",
    boards=HEALTH,
    lifecycle=APPLICATION,
    section="Tisbury 09.2.5(1)",
    about="One dumpster, kept by an owner or the owner's agent, through December 31.",
    needed=(
        Need(
            "You own the place, or act for the owner, and a dumpster stands there: each dumpster needs one.",
            "Tisbury 09.2.5(1)",
        ),
        Need("The dumpster serves homes, a business or industry alike.", "Tisbury 09.2.7"),
    ),
    not_needed=(
        Need(
            "The dumpster is a roll-off or gondola for a short need, such as building work or a fair: it "
            "needs the temporary permit.",
            "Tisbury 09.2.5(3)",
        ),
        Need(
            "You are the contractor that supplies dumpsters: you need the hauler permit.", "Tisbury 09.2.5(2)"
        ),
    ),
    details=Dumpster,
    form=DumpsterForm,
    law=Law(facts=rules.DumpsterFacts, rules=rules.SITING, lookup=lookup),
    clocks=(clocks.RENEW_DUMPSTER, clocks.LOOK_AT_DUMPSTER),
    checklist=(SKETCH,),
    duties=KEEPING,
    fees=fees.DUMPSTER,
    term=calendar_year,
    facility="dumpster",
    letters=LETTERS,
    online=True,
)

TEMPORARY = CaseKind(
    slug="temporary-dumpster",
    label="Temporary dumpster permit",
    series="TD",
    boards=HEALTH,
    lifecycle=APPLICATION,
    section="Tisbury 09.2.5(3)",
    about="A roll-off or gondola for a short need, for 30 days at a time.",
    needed=(
        Need(
            "You own the place or act for the owner, and a roll-off or gondola is to stand there for "
            "construction, demolition, a fair, a carnival or a similar short need.",
            "Tisbury 09.2.5(3)",
        ),
    ),
    not_needed=(Need("The dumpster is there to stay: it needs the yearly permit.", "Tisbury 09.2.5(1)"),),
    details=TemporaryDumpster,
    form=TemporaryDumpsterForm,
    law=Law(facts=rules.TemporaryFacts, rules=rules.TEMPORARY, lookup=lookup),
    clocks=(clocks.RENEW_OR_REMOVE, clocks.LOOK_WHETHER_REMOVED),
    checklist=(SKETCH,),
    duties=KEEPING,
    fees=fees.TEMPORARY,
    term=thirty_days,
    facility="dumpster",
    letters=LETTERS,
    online=True,
)

CONTRACTOR = CaseKind(
    slug=HAULER,
    label="Hauler permit",
    series="HA",
    boards=HEALTH,
    lifecycle=APPLICATION,
    section="Tisbury 09.2.5(2)",
    about="A contractor that supplies dumpster service for garbage, rubbish or offal, through December 31.",
    needed=(
        Need("You supply dumpster service for garbage, rubbish, offal or the like.", "Tisbury 09.2.5(2)"),
    ),
    not_needed=(
        Need("You only keep a dumpster that a contractor supplies: you need the dumpster permit.",
             "Tisbury 09.2.5(1)"),
    ),
    details=Hauler,
    form=HaulerForm,
    law=Law(facts=rules.HaulerFacts, rules=rules.HAULER),
    clocks=(clocks.RENEW_CONTRACTOR, clocks.LOOK_AT_CONTRACTOR),
    duties=(
        Duty("The name and business telephone stand conspicuously on every dumpster.", "Tisbury 09.2.6(1)"),
        Duty("Dumpsters in residential areas are not emptied before 7:00 am or after 11:00 pm.",
             "Tisbury 09.2.6(2)"),
        Duty("Dumpsters are deodorized when emptied and washed regularly; the board's requests are met "
             "promptly.", "Tisbury 09.2.6(3)"),
    ),
    fees=fees.HAULER,
    term=calendar_year,
    facility=HAULER,
    letters=LETTERS,
    online=True,
)  # fmt: skip

# What the slice enforces otherwise than by a rule, a clock, an answer or a condition.
ENFORCES = {
    "Tisbury 09.2.5(4)": (
        "Suspend and Revoke in the lifecycle, with a reason, for owner, agent and contractor"
    ),
}

register(DUMPSTER, TEMPORARY, CONTRACTOR)
