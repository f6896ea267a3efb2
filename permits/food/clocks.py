"""The clocks of food establishments: Tisbury 09.5.2."""

from office.clockwork import Clock, Mover

# No roll: the section bounds how long a kitchen may run without a certified person, and a kitchen runs on
# Sundays and holidays. Day 60 is still lawful. It runs from the day ownership changes (a reading).
CERTIFIED_PERSON = Clock(
    slug="certified-person",
    says="Employ a certified person after the change of ownership",
    cite="Tisbury 09.5.2",
    starts="ownership-changed",
    stops=("certified-person-recorded",),
    days=60,
    remind=(30, 7),
    mover=Mover.APPLICANT,
)

CLOCKS = (CERTIFIED_PERSON,)
