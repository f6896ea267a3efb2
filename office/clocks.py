"""The clocks of every board's own doings."""

from office.clockwork import Clock
from office.kinds import ABUTTERS_TOLD, HEARING, NEWSPAPER_PRINTED, OFFICE_PRACTICE

# No roll: it counts back from the hour the meeting begins, past the hours of Saturdays, Sundays and legal
# holidays, as the section says. Days on which the town is closed count.
MEETING_POSTING = Clock(
    slug="meeting-posting",
    says="Post the meeting with its topics",
    cite="Massachusetts c.30A §20",
    starts="meeting",
    stops=("meeting-posted",),
    before=True,
    working_hours=48,
    # Four days ahead too: two and one alone may both fall on a weekend, when nobody reads them.
    remind=(4, 2, 1),
)

# No roll: it counts back. No book says when members get the papers; five working days are a default.
PACKET = Clock(
    slug="packet",
    says="Send out the packet",
    cite=OFFICE_PRACTICE,
    starts="meeting",
    stops=("packet-sent",),
    before=True,
    working_days=5,
    remind=(2,),
)

CLOCKS = (MEETING_POSTING, PACKET)

# By state. When Rhode Island wants a meeting posted stands in no source we read: nothing is said of it.
OF_MEETINGS = {"MA": (MEETING_POSTING, PACKET), "RI": (PACKET,)}


def hearing_notices(rule: str, cite: str, *, newspaper: bool = False) -> tuple[Clock, ...]:
    """The days by which abutters are written to, and the newspaper prints the notice, before a hearing.

    `rule` is the slug of the board's dated rows that say how many days, `cite` the section that asks for the
    notice. No roll: both count back from the day of the hearing, and a later day would shorten the time that
    people are given. While no row gives a number, no day is named.
    """
    mailed = Clock(
        slug=f"abutters-{rule}",
        says="Mail the notices to the abutters",
        cite=cite,
        starts=HEARING,
        stops=(ABUTTERS_TOLD,),
        voted=f"{rule}/abutters",
        before=True,
        remind=(7, 2),
    )
    printed = Clock(
        slug=f"newspaper-{rule}",
        says="Have the notice printed in the newspaper",
        cite=cite,
        starts=HEARING,
        stops=(NEWSPAPER_PRINTED,),
        voted=f"{rule}/newspaper",
        before=True,
        remind=(7, 2),
    )
    return (mailed, printed) if newspaper else (mailed,)
