"""The clocks of a waiver, Tisbury 09.0.3. The book sets no days; what is counted is the office's practice."""

from office.calendar import Roll
from office.clockwork import Clock, Mover
from office.kinds import OFFICE_PRACTICE

# A limited waiver ends with the day the Board set; that day does not roll.
ENDS = Clock(
    slug="ends",
    says="The waiver ends",
    cite="Tisbury 09.0.3",
    starts="term-ends",
    before=True,
    days=0,
    lapses="expired",
    remind=(30,),
    mover=Mover.APPLICANT,
)

SIGN = Clock(
    slug="sign",
    says="Two members sign the waiver",
    cite=OFFICE_PRACTICE,
    starts="written",
    stops=("effective",),
    days=14,
    roll=Roll.NEXT_OPEN_DAY,
    mover=Mover.BOARD,
)

LOOK_AT_SITE = Clock(
    slug="look-at-site",
    says="Look whether the waiver is posted at the site",
    cite=OFFICE_PRACTICE,
    starts="construction-begun",
    stops=("seen-posted", "construction-ended", "revoked", "expired", "closed"),
    days=14,
    roll=Roll.NEXT_OPEN_DAY,
)
