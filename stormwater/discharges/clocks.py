"""The clocks of illicit discharges and spills: Jamestown 22-200 and 22-201.

Rhode Island's law says nothing of a last day (G.L. §43-3-13), nor does the chapter. By default a last day
that is counted in calendar days moves off Saturdays, Sundays and legal holidays.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover

# No roll: a count of business days ends on one. From knowing of the release (a reading).
SPILL_NOTICE = Clock(
    slug="spill-notice",
    says="Tell Public Works of the release",
    cite="Jamestown 22-200",
    starts="release-known",
    stops=("spill-notified",),
    working_days=1,
    mover=Mover.APPLICANT,
)

# No roll: a count of working days ends on one.
SPILL_CONFIRMATION = Clock(
    slug="spill-confirmation",
    says="Mail the written confirmation of the notice",
    cite="Jamestown 22-200",
    starts="spill-notified",
    stops=("confirmation-mailed",),
    working_days=5,
    remind=(1,),
    mover=Mover.APPLICANT,
)

# Rolls to a working day, the default. From the written notice to the owner; until there is one, from the
# detection (a reading): the later start begins it anew.
CEASE = Clock(
    slug="cease",
    says="Cease the illicit discharge",
    cite="Jamestown 22-201(a)",
    starts=("detected", "cease-notice-received"),
    stops=("ceased",),
    days=7,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(2,),
    mover=Mover.APPLICANT,
)

# Rolls to a working day, the default. From the receipt of the town's demand (a reading).
REMOVE_WASTE = Clock(
    slug="remove-waste",
    says="Remove the waste from the storm sewer",
    cite="Jamestown 22-201(b)",
    starts="removal-demand-received",
    stops=("waste-removed",),
    days=10,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(3,),
    mover=Mover.APPLICANT,
)

CLOCKS = (SPILL_NOTICE, SPILL_CONFIRMATION, CEASE, REMOVE_WASTE)
