"""The clocks of solid waste permits: Tisbury 09.2.5.

None rolls of those the law sets: each is counted back from the permit's own last day, which is good whatever
day it falls on. A permit that ran out unrenewed is over, and no longer anybody's renewal to mind; the office
then looks whether it is used on without one. The days for that are office practice, so they roll to an open
day.
"""

from office.application import look_whether, renew_by_year_end
from office.clockwork import Clock, Mover

RENEW_DUMPSTER = renew_by_year_end("Tisbury 09.2.5(1)")
RENEW_CONTRACTOR = renew_by_year_end("Tisbury 09.2.5(2)")

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


LOOK_AT_DUMPSTER = look_whether(
    "Find out whether the dumpster is used on without a permit, or close the case", 14
)
LOOK_AT_CONTRACTOR = look_whether(
    "Find out whether the contractor works on without a permit, or close the case", 14
)
LOOK_WHETHER_REMOVED = look_whether("Find out whether the dumpster was removed, or close the case", 7)
