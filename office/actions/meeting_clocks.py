"""The days that hang on a meeting, kept as rows so that the night minds them and the worklist shows them."""

from __future__ import annotations

from datetime import date

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from office.actions.events import columns_of
from office.clocks import MEETING_POSTING, OF_MEETINGS
from office.clockwork import Clock, runs
from office.models import Meeting, MeetingClock
from office.planning import told_of

log = structlog.get_logger(__name__)


def lock_meeting(meeting: Meeting) -> Meeting:
    """The meeting's row, fresh and locked until the transaction ends; its board with it."""
    return Meeting.objects.select_for_update(of=("self",)).select_related("board").get(pk=meeting.pk)


def _clocks_of(meeting: Meeting) -> list[Clock]:
    """An emergency meeting is posted as soon as it can be (c.30A §20): no hour is set for that."""
    declared = OF_MEETINGS[meeting.board.state]
    return [clock for clock in declared if not (meeting.is_emergency and clock == MEETING_POSTING)]


def project(meeting: Meeting, *, on: date | None = None) -> None:
    """Compute the meeting's clock rows anew; none are left of one that was cancelled, held, or over by `on`.

    Runs under the meeting's lock. Who was reminded of a day is not told of it again.
    """
    over = meeting.cancelled_on is not None or meeting.attended_on is not None
    over = over or (on is not None and meeting.on < on)
    clocks = {} if over else {clock.slug: clock for clock in _clocks_of(meeting)}
    told = told_of(meeting.moment, meeting.posted_at, meeting.packet_sent_at)
    rows = {row.clock: row for row in meeting.clocks.all()}
    reminded: dict[tuple[str, date], set[int]] = {}
    for clock, due_on, days in meeting.reminders.values_list("clock", "due_on", "days_before"):
        reminded.setdefault((clock, due_on), set()).add(days)
    for run in runs(clocks.values(), told, meeting.board.calendar()) if clocks else ():
        known = frozenset(reminded.get((run.clock, run.due_on), ()))
        wanted = columns_of(clocks[run.clock], run, known)
        row = rows.pop(run.clock, None) or MeetingClock(meeting=meeting, clock=run.clock)
        if row.pk is None or any(getattr(row, name) != value for name, value in wanted.items()):
            row.board = meeting.board
            for name, value in wanted.items():
                setattr(row, name, value)
            row.save()
    MeetingClock.objects.filter(pk__in=[row.pk for row in rows.values()]).delete()


def project_all(*, on: date) -> list[tuple[Meeting, Exception]]:
    """Compute the clocks of every meeting that is ahead on `on` or still has one open, each by itself.

    Returns those that could not be computed, each with why; they keep no other waiting.
    """
    running = MeetingClock.objects.filter(ended_on__isnull=True, meeting=OuterRef("pk"))
    ahead = Q(on__gte=on, cancelled_on__isnull=True, attended_on__isnull=True)
    failed: list[tuple[Meeting, Exception]] = []
    for meeting in Meeting.objects.filter(ahead | Exists(running)).order_by("pk"):
        try:
            with transaction.atomic():
                project(lock_meeting(meeting), on=on)
        except Exception as wrong:
            log.exception("meeting_not_computed", meeting=meeting.slug)
            failed.append((meeting, wrong))
    return failed
