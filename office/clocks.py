"""The clocks of every board's own doings."""

from office.clockwork import Clock

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

CLOCKS = (MEETING_POSTING,)
