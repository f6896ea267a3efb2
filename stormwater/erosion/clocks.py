"""The clocks of erosion and sediment control: Jamestown 22-229 to 22-233.

Rhode Island's law says nothing of a last day (G.L. §43-3-13), nor does the chapter. By default a last day
that is counted in calendar days moves off Saturdays, Sundays and legal holidays.
"""

from office.calendar import Roll
from office.clockwork import Clock, Ended, Mover

# No roll: a count of working days ends on one.
ROUTE_COPIES = Clock(
    slug="route-copies",
    says="Send copies of the completed plan to the review authorities",
    cite="Jamestown 22-229(c)(1)",
    starts="plan-complete",
    stops=("copies-sent",),
    working_days=5,
    remind=(1,),
)

# One for each review authority, from its own receipt; who is only sent a copy starts none (a reading). Rolls
# to a working day: the authorities are offices, closed on the days it moves off. An answer on the last day is
# in time; after it silence is no objection, as of that day, whenever the night finds it.
REVIEW = Clock(
    slug="review",
    says="Give an opinion on the plan",
    cite="Jamestown 22-229(c)(1)",
    starts="copy-received",
    stops=("opinion-received",),
    days=21,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(7, 1),
    lapses="deemed-no-objection",
    mover=Mover.REVIEWER,
)

# From the last opinion, in or deemed (a reading). Rolls to a working day: the official acts in writing.
DECIDE = Clock(
    slug="decide",
    says="Approve or disapprove the plan in writing",
    cite="Jamestown 22-229(d)(1)",
    starts=Ended("review"),
    stops=("approved", "disapproved"),
    days=10,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(3, 1),
)

# Rolls to a working day: plan or proof is handed in at an office.
EXISTING_USE = Clock(
    slug="existing-use",
    says="Hand in the plan, or proof that the running operation meets the aims",
    cite="Jamestown 22-230(d)(1)",
    starts="determined-applicable",
    stops=("plan-received", "evidence-accepted"),
    days=120,
    roll=Roll.NEXT_WORKING_DAY,
    remind=(30, 10),
    mover=Mover.APPLICANT,
)

# No roll: it is the least time the bond stays in force, not an act that is due. From the later of completion
# and approved final inspection (a reading): the later start counts.
BOND_RELEASE = Clock(
    slug="bond-release",
    says="The bond may be released at the owner's request, on this day at the earliest",
    cite="Jamestown 22-231(a)",
    starts=("completed", "final-inspection-approved"),
    stops=("bond-released",),
    months=12,
    opens=0,
    remind=(0,),
    outlives=True,
    mover=Mover.APPLICANT,
)

# No roll: it counts back from the end of the approval.
EXTENSION_REQUEST = Clock(
    slug="extension-request",
    says="Ask in writing for an extension of the approval",
    cite="Jamestown 22-231(b)",
    starts="term-ends",
    stops=("extension-requested",),
    before=True,
    days=30,
    remind=(30, 7),
    mover=Mover.APPLICANT,
)


def _correction(slug: str, says: str, days: int, *stops: str) -> Clock:
    """From the receipt of the certified notice, in calendar days (a reading). Rolls to a working day."""
    return Clock(
        slug=slug,
        says=says,
        cite="Jamestown 22-233(b)",
        starts="correction-notice-received",
        stops=stops,
        days=days,
        roll=Roll.NEXT_WORKING_DAY,
        remind=(days // 5,),
        mover=Mover.APPLICANT,
    )


CORRECT_TEMPORARILY = _correction(
    "correct-temporarily",
    "Make the temporary corrections",
    5,
    "corrected-temporarily",
    "corrected-permanently",
)
CORRECT_PERMANENTLY = _correction(
    "correct-permanently", "Make the permanent corrections", 30, "corrected-permanently"
)

CLOCKS = (
    ROUTE_COPIES,
    REVIEW,
    DECIDE,
    EXISTING_USE,
    BOND_RELEASE,
    EXTENSION_REQUEST,
    CORRECT_TEMPORARILY,
    CORRECT_PERMANENTLY,
)
