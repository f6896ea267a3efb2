"""The clocks of private docks: Barnstable 703-3(C) and 703-6. All count back, so none rolls."""

from office.clockwork import Clock, Mover

# No roll: the window ends when the hearing opens. From 21 days before it the marks are asked for; marks that
# were set sooner and still stand are good (a reading). A hearing that is continued takes the window along.
STAKING = Clock(
    slug="staking",
    says="Stake the dock, or buoy its end, before the hearing opens",
    cite="Barnstable 703-3(C)",
    starts="hearing",
    stops=("staked",),
    before=True,
    days=0,
    opens=21,
    early=True,
    remind=(21, 3),
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

CLOCKS = (STAKING, TELL_NATURAL_RESOURCES, TELL_COMMISSION)
