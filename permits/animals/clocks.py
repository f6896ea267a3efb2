"""The clocks of animals: Tisbury 09.7.3."""

from office.clockwork import Clock

# No roll: ten days are the least an animal is kept apart, and it may be seen and released on any day. The day
# it began is not counted (a reading). A release before the tenth day does not end the quarantine.
QUARANTINE = Clock(
    slug="quarantine",
    says="See the quarantined animal and release it, on this day at the earliest",
    cite="Tisbury 09.7.3",
    starts="quarantined",
    stops=("released",),
    days=10,
    opens=0,
    remind=(0,),
)

CLOCKS = (QUARANTINE,)
