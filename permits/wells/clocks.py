"""The clocks of private wells: Tisbury 09.3.1(4)."""

from office.clockwork import Clock, Mover

# No roll: the meter is read where it hangs, on any day of the half month the section names, and the half
# month ends on the 15th whatever day that is. A reading outside both is late for the one before it.
METER_READING = Clock(
    slug="meter-reading",
    says="Read the well meter",
    cite="Tisbury 09.3.1(4)",
    starts="meter-installed",
    stops=("meter-read",),
    each=((5, 15), (11, 15)),
    opens=14,
    remind=(14, 3),
    mover=Mover.APPLICANT,
)

# No roll: the section names no day; December 31 is the end of the year that is reported (a default), and a
# letter may be mailed on it whether or not the office is open.
ANNUAL_LETTER = Clock(
    slug="annual-letter",
    says="Report the year's metered volumes by letter",
    cite="Tisbury 09.3.1(4)",
    starts="meter-installed",
    stops=("annual-letter-received",),
    each=((12, 31),),
    remind=(30,),
    mover=Mover.APPLICANT,
)

CLOCKS = (METER_READING, ANNUAL_LETTER)
