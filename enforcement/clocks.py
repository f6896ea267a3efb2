"""The clocks of citations and orders: M.G.L. c.40 §21D and c.270 §16A, Tisbury 09.4.8.

A citation rolls as a statute of Massachusetts does, c.4 §9: a last day moves off Sundays and legal holidays
and not off Saturdays.
"""

from office.calendar import Roll
from office.clockwork import Clock, Mover
from office.kinds import OFFICE_PRACTICE

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
    stops=("citation-paid", "hearing-requested", "unanswered"),
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
    stops=("citation-paid", "hearing-requested", "unanswered"),
    days=21,
    roll=Roll.STATUTE,
    mover=Mover.APPLICANT,
)

# No roll: a count of court days ends on one. Courts sit on the days that are working days here. It runs on
# when the citation is paid, withdrawn or closed meanwhile: c.40 §21D owes the clerk of the court the copy of
# every notice by the next court day after its delivery or mailing, and knows no exception for a settled one.
COURT_COPY = Clock(
    slug="court-copy",
    says="Send the court's copy of the citation",
    cite="Massachusetts c.40 §21D",
    starts="citation-delivered",
    stops=("court-copy-sent",),
    working_days=1,
    remind=(0,),
    outlives=True,
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

# No roll: the office sets the day, item by item, and no section does. Of each item not met, by its name.
CORRECTION = Clock(
    slug="correction",
    says="Correct what the inspection found",
    cite=OFFICE_PRACTICE,
    starts="correction-due",
    stops=("item-corrected", "all-corrected"),
    given=True,
    remind=(0,),
    mover=Mover.APPLICANT,
)

# ------------------------------------------------------------------------------------- orders to correct
ORDER_RECEIVED = "order-received"


def _ordered(slug: str, cite: str, says: str, days: int | None = None, remind: int = 1) -> Clock:
    """One correction of an order, counted from the receipt of the order and from nothing before it.

    `days` are those the section fixes; without them the order names them, item by item. Rolls to a working
    day, by default: neither book says where a last day goes (state-law.md §8).
    """
    return Clock(
        slug=slug,
        says=says,
        cite=cite,
        starts=f"{slug}-ordered",
        stops=("corrected",),
        awaits=ORDER_RECEIVED,
        days=days,
        given=days is None,
        roll=Roll.NEXT_WORKING_DAY,
        remind=(remind,),
        mover=Mover.APPLICANT,
    )


HABITATION = _ordered("habitation", "Tisbury 09.4.9", "Correct what the housing order names")
FOOD = _ordered("food", "Tisbury 09.5.4", "Correct what the food order names")
JUNKYARD = _ordered("junkyard", "Tisbury 09.6.4", "Correct what the junkyard order names")
OTHER = _ordered("other", "Tisbury 09.0.7(B)", "Correct what the order names")
DISCHARGE = _ordered("discharge", "Jamestown 22-201(a)", "Cease the illicit discharge", 7, 2)
WASTE = _ordered("waste", "Jamestown 22-201(b)", "Remove the waste from the storm sewer", 10, 3)
EROSION_TEMPORARY = _ordered(
    "erosion-temporary", "Jamestown 22-233(b)", "Make the temporary correction", 5
)
EROSION_PERMANENT = _ordered(
    "erosion-permanent", "Jamestown 22-233(b)", "Make the permanent correction", 30, 6
)
STORMWATER_TEMPORARY = _ordered(
    "stormwater-temporary", "Jamestown 22-264(a)", "Correct the failure for the time being", 5
)
STORMWATER_PERMANENT = _ordered(
    "stormwater-permanent", "Jamestown 22-264(a)", "Correct the failure for good", 30, 6
)
PRACTICE = _ordered("practice", "Jamestown 22-264(a)", "Repair or maintain the stormwater practice", 14, 2)


def _by_the_hour(hours: int) -> Clock:
    """Hours an officer gives where no section sets them. No roll: hours run on by the clock on the wall."""
    return Clock(
        slug=f"order-{hours}-hours",
        says=f"Correct within {hours} hours what the order names",
        cite=OFFICE_PRACTICE,
        starts=f"ordered-{hours}-hours",
        stops=("corrected",),
        hours=hours,
        mover=Mover.APPLICANT,
    )


ORDER_24_HOURS, ORDER_48_HOURS, ORDER_72_HOURS = (_by_the_hour(hours) for hours in (24, 48, 72))
ORDER_CLOCKS = (
    FACILITY_ORDER,
    HABITATION,
    FOOD,
    JUNKYARD,
    OTHER,
    DISCHARGE,
    WASTE,
    EROSION_TEMPORARY,
    EROSION_PERMANENT,
    STORMWATER_TEMPORARY,
    STORMWATER_PERMANENT,
    PRACTICE,
    ORDER_24_HOURS,
    ORDER_48_HOURS,
    ORDER_72_HOURS,
)

CLOCKS = (CITATION_NOTICE, CITATION_ANSWER, LITTERING_ANSWER, COURT_COPY, CORRECTION, *ORDER_CLOCKS)
