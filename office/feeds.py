"""Dates as iCalendar files (RFC 5545): the feeds of the calendar, and one due day for somebody's own.

The same dates give the same bytes. What identifies an entry is built from what it is about and not from the
row it stands in, so a date that moves is the same entry in every calendar program; its SEQUENCE only grows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

import icalendar
from django.conf import settings
from icalendar import vText

from office.calendar import EASTERN

if TYPE_CHECKING:
    from office.models import Board, Case

MEETING, DUE, CLOSED = "meetings", "due", "closed"  # what a date in the calendar is
REFRESH = timedelta(hours=12)
LAG = "Calendar programs fetch these dates a few times a day, so they may lag a day behind the office."
MAKER = "-//Permit office//Calendar//EN"


@dataclass(frozen=True)
class Entry:
    """A date in the calendar. `key` says what it is about and stays the same when the date moves.

    `at` is its moment, where it has one. `more` is how many like it fall on the same day and are not shown.
    `changed_at` and `sequence` are when, and how many times, anything happened on its case. `place` is where,
    as a posted notice names it; `cancelled` says that it does not take place.
    """

    key: str
    what: str
    on: date
    title: str
    detail: str = ""
    cite: str = ""
    at: datetime | None = None
    board: Board | None = None
    case: Case | None = None
    href: str = ""
    more: int = 0
    changed_at: datetime | None = None
    sequence: int = 0
    place: str = ""
    cancelled: bool = False


def calendar_file(name: str, entries: Iterable[Entry]) -> bytes:
    """The entries as an iCalendar file called `name`."""
    entries = list(entries)
    file = icalendar.Calendar()
    file.add("prodid", MAKER)
    file.add("version", "2.0")
    file.add("calscale", "GREGORIAN")
    file.add("method", "PUBLISH")
    for words in ("name", "x-wr-calname"):
        file.add(words, vText(name))
    for words in ("description", "x-wr-caldesc"):
        file.add(words, vText(LAG))
    file.add("x-wr-timezone", vText(EASTERN.key))
    file.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", vText("PT12H"))
    for entry in entries:
        file.add_component(_event(entry))
    timed = [entry.at for entry in entries if entry.at]
    if timed:
        first, last = min(timed), max(timed)
        file.add_missing_timezones(date(first.year, 1, 1), date(last.year + 1, 1, 1))
    written: bytes = file.to_ical()
    return written


def _event(entry: Entry) -> icalendar.Event:
    event = icalendar.Event()
    event.add("uid", str(uuid5(NAMESPACE_URL, f"{settings.SITE_ADDRESS}/{entry.key}")))
    changed = entry.changed_at or datetime.combine(entry.on, time(), UTC)
    event.add("dtstamp", changed.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", changed.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", entry.sequence)
    event.add("summary", entry.title)
    event.add("categories", [{MEETING: "Meeting", DUE: "Due", CLOSED: "Closed"}[entry.what]])
    if entry.at:
        event.add("dtstart", _written(entry.at))
    else:
        event.add("dtstart", entry.on)
        event.add("dtend", entry.on + timedelta(days=1))
    if entry.place:
        event.add("location", entry.place)
    if entry.cancelled:
        event.add("status", "CANCELLED")
    # A date to remember takes nobody's time.
    event.add("transp", "TRANSPARENT")
    says = [entry.detail[:1].upper() + entry.detail[1:], f"({entry.cite})" if entry.cite else ""]
    if any(says):
        event.add("description", " ".join(filter(None, says)))
    if entry.href:
        event.add("url", f"{settings.SITE_ADDRESS}{entry.href}")
    return event


def _written(moment: datetime) -> datetime:
    """The moment in local time; in UTC in the hour that comes twice, which local time cannot tell apart."""
    local = moment.astimezone(EASTERN)
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return moment.astimezone(UTC) if twice else local
