"""The clocks of citations and orders: M.G.L. c.40 §21D and c.270 §16A, Tisbury 09.4.8.

A citation rolls as a statute of Massachusetts does, c.4 §9: a last day moves off Sundays and legal holidays
and not off Saturdays.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover

# Handed over on the spot or mailed; mailing is notice enough. Statute roll: c.40 §21D sets the days.
CITATION_NOTICE = Clock(
    slug="citation-notice",
    says="Hand over or mail the citation",
    cite="Massachusetts c.40 §21D",
    starts="violation",
    stops=("citation-delivered",),
    days=15,
    roll=Roll.STATUTE,
    remind=(5, 1),
)

# From the date the notice bears, not from its receipt. Statute roll: c.40 §21D sets the days.
CITATION_ANSWER = Clock(
    slug="citation-answer",
    says="Pay the citation or ask for a hearing",
    cite="Massachusetts c.40 §21D",
    starts="citation-dated",
    stops=("citation-paid", "hearing-requested"),
    days=21,
    roll=Roll.STATUTE,
    mover=Mover.APPLICANT,
)

# The littering form has its own 21 days, from the violation. Statute roll: c.270 §16A sets the days.
LITTERING_ANSWER = Clock(
    slug="littering-answer",
    says="Answer the littering citation",
    cite="Massachusetts c.270 §16A",
    starts="littering-violation",
    stops=("citation-paid", "hearing-requested"),
    days=21,
    roll=Roll.STATUTE,
    mover=Mover.APPLICANT,
)

# No roll: a count of court days ends on one. Courts sit on the days that are working days here.
COURT_COPY = Clock(
    slug="court-copy",
    says="Send the court's copy of the citation",
    cite="Massachusetts c.40 §21D",
    starts="citation-delivered",
    stops=("court-copy-sent",),
    working_days=1,
    remind=(0,),
)

# No roll: an order for 24 hours leaves 24 hours by the clock, over nights, Sundays and a change of the clocks
# (a reading: not business time). It lives with the orders: it binds any public place, permit or none.
FACILITY_ORDER = Clock(
    slug="facility-order",
    says="Correct what the 24-hour order names",
    cite="Tisbury 09.4.8",
    starts="facility-order-given",
    stops=("corrected",),
    hours=24,
    mover=Mover.APPLICANT,
)

CLOCKS = (CITATION_NOTICE, CITATION_ANSWER, LITTERING_ANSWER, COURT_COPY, FACILITY_ORDER)
