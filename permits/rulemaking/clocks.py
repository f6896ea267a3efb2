"""The deadline of a change of a regulation: notice before its hearing, Tisbury 09.0.4."""

from __future__ import annotations

from office.clockwork import Clock

# The book asks for notice and names no number of days: this is the default of the reading
# "notice-days-before-hearing", which the town has not confirmed.
NOTICE_DAYS = 5

GIVE_NOTICE = Clock(
    slug="notice-of-hearing", says="Give notice of the hearing", cite="Tisbury 09.0.4", starts="hearing",
    stops=("notice-given",), before=True, days=NOTICE_DAYS, remind=(7,), reading="notice-days-before-hearing",
)  # fmt: skip
