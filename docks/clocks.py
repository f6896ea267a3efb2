"""The clocks of private docks: chapter 703, and the state's law that gives it hearing, order and term.

Marked “not verified” are figures of the state's regulation that nobody has read in its own text: the town's
answer takes their place, they remind, and nothing is refused by them. What counts back never rolls.
"""

from office.calendar import Roll
from office.clockwork import TERM_ENDS, Clock, Mover
from office.kinds import HEARING, HEARING_CLOSED

# Statute roll: c.131 §40 sets the days, from the day on which the notice was complete. A hearing that is set
# ends it, with the day it is set for.
HEARING_BY = Clock(
    slug="hearing-by",
    says="Hold the hearing",
    cite="Massachusetts c.131 §40",
    starts="accepted",
    stops=(HEARING,),
    days=21,
    roll=Roll.STATUTE,
    remind=(14, 7),
    mover=Mover.OFFICE,
)

# No roll: the window ends when the hearing opens. From 21 days before it the marks are asked for; marks that
# were set sooner and still stand are good (a reading). A hearing that is continued takes the window along.
STAKING = Clock(
    slug="staking",
    says="Stake the dock, or buoy its end, before the hearing opens",
    cite="Barnstable 703-3(C)",
    starts=HEARING,
    stops=("staked",),
    before=True,
    days=0,
    opens=21,
    early=True,
    remind=(21, 3),
    mover=Mover.APPLICANT,
)

# Statute roll: c.131 §40 sets the days, from the day the hearing ended. Only what leaves the office ends it:
# a vote alone does not.
ORDER_BY = Clock(
    slug="order-by",
    says="Issue the order of conditions, or the denial",
    cite="Massachusetts c.131 §40",
    starts=HEARING_CLOSED,
    stops=("issued", "denied", "dismissed"),
    days=21,
    roll=Roll.STATUTE,
    remind=(14, 7, 2),
    mover=Mover.BOARD,
)

# No roll: a count of business days ends on one. When it has passed the night says so; an appeal ends it.
APPEAL = Clock(
    slug="appeal",
    says="The order may be appealed; nothing is recorded or built before",
    cite="Massachusetts c.131 §40",
    starts="issued",
    stops=("appealed",),
    working_days=10,
    lapses="appeal-over",
    mover=Mover.NOBODY,
)

# No roll: it counts back from the end of the order. Asked for within the half year before it: so an earlier
# extension does not answer for the next.
ASK_EXTENSION = Clock(
    slug="ask-extension",
    says="Ask for an extension if the work is not finished (how far ahead is not verified)",
    cite="Massachusetts 310 CMR 10.05",
    starts=TERM_ENDS,
    stops=("extension-asked", "completed"),
    before=True,
    days=30,
    reading="dock-extension-days",
    opens=180,
    remind=(30, 7),
    mover=Mover.APPLICANT,
)

# No roll: the last day of the order is its last day, whatever day of the week it is.
ORDER_ENDS = Clock(
    slug="order-ends",
    says="Finish the work: the order of conditions ends",
    cite="Massachusetts c.131 §40",
    starts=TERM_ENDS,
    stops=("completed",),
    before=True,
    days=0,
    remind=(60, 14),
    mover=Mover.APPLICANT,
)

# No roll: moved forward it would shorten the time the shellfish crew is promised. The day of the start is not
# counted, and exactly 10 working days are enough (a reading).
TELL_NATURAL_RESOURCES = Clock(
    slug="tell-natural-resources",
    says="Tell Natural Resources in writing before construction starts",
    cite="Barnstable 703-6(A)",
    starts="construction-starts",
    stops=("natural-resources-told",),
    before=True,
    working_days=10,
    remind=(7, 1),
    mover=Mover.APPLICANT,
)

# No roll, and counted alike: the section's business days are working days.
TELL_COMMISSION = Clock(
    slug="tell-commission",
    says="Tell the Conservation Commission in writing before construction starts",
    cite="Barnstable 703-6(B)",
    starts="construction-starts",
    stops=("commission-told",),
    before=True,
    working_days=5,
    remind=(7, 1),
    mover=Mover.APPLICANT,
)

# No roll: whether a later day would do is known of no text that was read.
CERTIFICATE = Clock(
    slug="certificate",
    says="Decide on the certificate of compliance (the days are not verified)",
    cite="Massachusetts 310 CMR 10.05",
    starts="certificate-asked",
    stops=("certified", "certificate-refused"),
    days=21,
    reading="dock-certificate-days",
    remind=(7,),
)

# No roll: April 1 is April 1. The office looks that nothing stands there sooner; that the dock was put in
# answers it too. What is recorded from March 1 on is of that spring.
SEASON_IN = Clock(
    slug="season-in",
    says="Nothing may stand in the water before April 1: record that it was looked at, or put in",
    cite="Barnstable 703-2",
    starts="season-kept",
    stops=("season-looked-at", "put-in"),
    each=((4, 1),),
    opens=31,
    remind=(7,),
)

# No roll: on November 1 it must be gone, so October 31 is the last good day. What is recorded from April 1 on
# is of that season.
SEASON_OUT = Clock(
    slug="season-out",
    says="Take out the seasonal dock, all of it",
    cite="Barnstable 703-2",
    starts="season-kept",
    stops=("taken-out",),
    each=((10, 31),),
    opens=213,
    remind=(16, 0),
    mover=Mover.APPLICANT,
)

# No roll: the section gives no time, so it is due on the day the need ends or the property passes, with the
# days of grace the town sets (none until it does; a reading).
LIFT_REMOVAL = Clock(
    slug="lift-removal",
    says="Remove the boat lift and tell the Conservation Division",
    cite="Barnstable 703-4(Q)(1)",
    starts="lift-removal-due",
    stops=("lift-removed",),
    given=True,
    remind=(0,),
    mover=Mover.APPLICANT,
)

CLOCKS = (
    HEARING_BY, STAKING, ORDER_BY, APPEAL, ASK_EXTENSION, ORDER_ENDS, TELL_NATURAL_RESOURCES, TELL_COMMISSION,
    CERTIFICATE, SEASON_IN, SEASON_OUT, LIFT_REMOVAL,
)  # fmt: skip
