"""The clocks of solid waste permits: Tisbury 09.2.5.

None rolls of those the law sets: each is counted back from the permit's own last day, which is good whatever
day it falls on. A permit that ran out unrenewed is over, and no longer anybody's renewal to mind; the office
then looks whether it is used on without one. The days for that are office practice, so they roll to an open
day.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover
from office.kinds import OFFICE_PRACTICE


def _renew_by_year_end(cite: str) -> Clock:
    """Permits of owners and of contractors alike run out with the year of issue."""
    return Clock(
        slug="renew",
        says="Renew the permit",
        cite=cite,
        starts="term-ends",
        stops=("renewal-filed",),
        before=True,
        days=0,
        # December is the renewal month: the window opens on December 1, but who renews sooner has renewed.
        opens=30,
        early=True,
        lapses="not-renewed",
        remind=(30, 10),
        mover=Mover.APPLICANT,
    )


RENEW_DUMPSTER = _renew_by_year_end("Tisbury 09.2.5(1)")
RENEW_CONTRACTOR = _renew_by_year_end("Tisbury 09.2.5(2)")

RENEW_OR_REMOVE = Clock(
    slug="renew-or-remove",
    says="Renew the temporary permit or remove the dumpster",
    cite="Tisbury 09.2.5(3)",
    starts="term-ends",
    stops=("renewal-filed",),
    before=True,
    days=0,
    lapses="not-renewed",
    remind=(5,),
    mover=Mover.APPLICANT,
)


def _look_whether(says: str, days: int) -> Clock:
    """The office's own look at what ran out; it rolls to the next open day, when somebody is there."""
    return Clock(
        slug="ran-out",
        says=says,
        cite=OFFICE_PRACTICE,
        starts="not-renewed",
        stops=("renewal-filed",),
        days=days,
        roll=Roll.NEXT_OPEN_DAY,
    )


LOOK_AT_DUMPSTER = _look_whether(
    "Find out whether the dumpster is used on without a permit, or close the case", 14
)
LOOK_AT_CONTRACTOR = _look_whether(
    "Find out whether the contractor works on without a permit, or close the case", 14
)
LOOK_WHETHER_REMOVED = _look_whether("Find out whether the dumpster was removed, or close the case", 7)
