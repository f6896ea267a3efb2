"""The clocks of stormwater after construction: Jamestown 22-264(a).

Rhode Island's law says nothing of a last day (G.L. §43-3-13), nor does the chapter. By default a last day
that is counted in calendar days moves off Saturdays, Sundays and legal holidays.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover


def _from_receipt(slug: str, says: str, days: int, letter: str, *stops: str) -> Clock:
    """Calendar days from the receipt of the letter; none run while no receipt is known. Rolls as above."""
    return Clock(
        slug=slug,
        says=says,
        cite="Jamestown 22-264(a)",
        starts=f"{letter}-received",
        stops=stops,
        days=days,
        roll=Roll.NEXT_WORKING_DAY,
        remind=(max(days // 5, 1),),
        mover=Mover.APPLICANT,
    )


CORRECT_TEMPORARILY = _from_receipt(
    "correct-temporarily",
    "Correct the failure for the time being",
    5,
    "failure-notice",
    "corrected-temporarily",
    "corrected-permanently",
)
CORRECT_PERMANENTLY = _from_receipt(
    "correct-permanently", "Correct the failure for good", 30, "failure-notice", "corrected-permanently"
)
MAINTAIN_PRACTICE = _from_receipt(
    "maintain-practice",
    "Repair or maintain the stormwater practice",
    14,
    "maintenance-notice",
    "maintenance-accepted",
)

CLOCKS = (CORRECT_TEMPORARILY, CORRECT_PERMANENTLY, MAINTAIN_PRACTICE)
