"""The clocks of every board's own doings."""

from office.clockwork import Clock
from office.kinds import OFFICE_PRACTICE

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
    remind=(2, 1),
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
