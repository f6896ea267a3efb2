"""The clocks of septic systems and of those who pump them: Tisbury 09.0.8, 09.1.3 and 09.6.2.

None of these sections says what happens when a last day falls on a day of rest. By default a last day moves
off Saturdays, Sundays and legal holidays; what must reach the office also waits until the office is open.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover, monthly

# Rolls to a working day: contractor, inspector and office must meet on it. The earlier start stays: a failed
# system that is sold while its 90 days run gets no new 90 days from the closing (a reading). Connecting to
# the sewer within the same days settles it too, 09.0.8(14).
UPGRADE = Clock(
    slug="upgrade",
    says="Upgrade the failed septic system",
    cite="Tisbury 09.0.8(8)",
    starts=("failed", "closing"),
    first=True,
    stops=("upgraded", "sewer-connected"),
    days=90,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(60, 30, 7),
    outlives=True,
    mover=Mover.APPLICANT,
)

# Rolls to an open day: the report must reach the office, and nothing reaches it while it is closed.
INSPECTION_REPORT = Clock(
    slug="inspection-report",
    says="Hand in the septic inspection report",
    cite="Tisbury 09.0.8(4)",
    starts="inspected",
    stops=("report-received",),
    days=30,
    roll=Roll.NEXT_OPEN_DAY,
    remind=(7,),
    mover=Mover.APPLICANT,
)

# No roll: it is a time for which a paper is good, not an act for which an office must be open. The
# anniversary of the report's date is the last good day (a reading).
INSPECTION_VALID = Clock(
    slug="inspection-valid",
    says="Last day on which the septic inspection report is good",
    cite="Tisbury 09.0.8(4)",
    starts="report-dated",
    years=2,
    remind=(60,),
    mover=Mover.NOBODY,
)

# Runs from the receipt of the letter, which is its notification (a reading), and rolls to an open day: the
# report, or the wish for a hearing, must reach the office.
FAILURE_REPORT = Clock(
    slug="failure-report",
    says="File the engineer's report on the failed system or ask for the hearing",
    cite="Tisbury 09.1.3(5)",
    starts="failure-letter-received",
    stops=("engineer-report-received", "hearing-requested"),
    days=7,
    roll=Roll.NEXT_OPEN_DAY,
    remind=(2,),
    mover=Mover.APPLICANT,
)

# Rolls to an open day: the book fines each day after the 15th, and a closed office takes no slips. The slips
# of one month are due in the next (a reading); which month a return was for, its subject says.
PUMP_OUT_SLIPS = Clock(
    slug="pump-out-slips",
    says="Turn in last month's pump-out slips",
    cite="Tisbury 09.6.2",
    starts="issued",
    stops=("slips-returned",),
    each=monthly(15),
    roll=Roll.NEXT_OPEN_DAY,
    remind=(5,),
    mover=Mover.APPLICANT,
)

CLOCKS = (UPGRADE, INSPECTION_REPORT, INSPECTION_VALID, FAILURE_REPORT, PUMP_OUT_SLIPS)
