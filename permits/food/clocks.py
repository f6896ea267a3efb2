"""The clocks of food permits: Tisbury 09.5.1 and 09.5.2, and 105 CMR 590.008."""

from office.application import look_whether, renew_by_year_end
from office.clockwork import Clock, Mover
from office.kinds import OFFICE_PRACTICE

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

# No roll: it counts back from the certificate's own last day. The book gives certificates no end; the office
# minds those that bear one.
CERTIFICATE = Clock(
    slug="certificate",
    says="Renew the certificate, or employ another certified person",
    cite=OFFICE_PRACTICE,
    starts="certificate-runs-out",
    stops=("certified-person-recorded",),
    before=True,
    days=0,
    remind=(60, 30, 7),
    mover=Mover.APPLICANT,
)

# The book calls the renewal yearly (09.5.1) and names no day: that it is the end of the year is a default.
RENEW = renew_by_year_end("Tisbury 09.5.1")
RENEW_KITCHEN = renew_by_year_end("Tisbury 09.5.5")
LOOK = look_whether("Find out whether food is served on without a permit, or close the case", 14)

# No roll: silence approves the plan on that day whether or not the office is open. Who waits longer has
# approved it.
PLAN_DECISION = Clock(
    slug="plan-decision",
    says="Decide on the plan, or it counts as approved",
    cite="Massachusetts 105 CMR 590.008",
    starts="filed",
    stops=("approved", "denied", "withdrawn"),
    days=30,
    lapses="deemed-approved",
    remind=(10, 3),
)

CLOCKS = (CERTIFIED_PERSON, CERTIFICATE, RENEW, LOOK, PLAN_DECISION)
