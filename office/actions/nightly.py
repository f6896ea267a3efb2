"""The night: what came due is reminded of or lapses; once, however often and by however many it is run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef, Q

from office.actions import meeting_clocks, meetings
from office.actions.due_rows import DueRows, OfCases, OfMeetings
from office.actions.errors import NotAllowed
from office.actions.events import lock, rewind
from office.actions.reminding import Telling
from office.clockwork import LAPSED, Clock
from office.models import Case, ClockRow, NightRun
from office.models.clocks import DueRow

log = structlog.get_logger(__name__)

BATCH = 500
SAID_EVERY = 50
TURN = 0.005  # seconds
DAY = timedelta(days=1)

Say = Callable[[str], None]
Key = tuple[int, date, int]  # of a row: its own key, the day it came due, what it hangs on


def night(*, on: date, now: datetime, by: Any = None, say: Say | None = None) -> NightRun:
    """Deal with every clock that has something to do by `on`, and return what was done.

    A day missed long ago is dealt with as if it were its own: what lapses bears its legal day. A clock that
    cannot be dealt with is named in the run's `failed`, keeps nobody waiting, and comes again next night.
    `now` is the moment the work began; `say` is told how far it is.
    """
    return _Night(on, now, by, say or _to_nobody).work()


def _to_nobody(_: str) -> None:
    pass


class _Night:
    """One run. Rows are claimed one by one, each in a transaction of its own, so it may die anywhere."""

    def __init__(self, on: date, now: datetime, by: Any, say: Say) -> None:
        self.on, self.now, self.by, self.say = on, now, by, say
        self.begun = time.monotonic()
        self.run = NightRun(on=on, started_at=now, by=by)
        self.failed: dict[tuple[str, int], dict[str, Any]] = {}
        telling = Telling(on, self.moment)
        self.sorts: tuple[DueRows, ...] = (OfCases(on, self.moment, telling), OfMeetings(telling))

    def moment(self) -> datetime:
        """Now, by the time that passed since the moment we were given."""
        return self.now + timedelta(seconds=time.monotonic() - self.begun)

    def work(self) -> NightRun:
        self.look_at_meetings()
        total = sum(sort.rows.for_the_night(self.on).count() for sort in self.sorts)
        self.run.save()
        wait = False
        # Again, for a lapse may start a clock that has lapsed itself, and a row may have been in use.
        while self.sweep(total, wait=wait):
            wait = True
        self.run.finished_at = self.moment()
        self.keep_count()
        return self.run

    def look_at_meetings(self) -> None:
        """Put right first what is missing or over of the meetings' days."""
        for meeting, wrong in meeting_clocks.project_all(on=self.on):
            why = f"The program failed ({type(wrong).__name__}). Its log says where."
            self.failed["look", meeting.pk] = {
                "case": "", "meeting": meeting.slug, "title": meetings.at_time(meeting.moment), "clock": "",
                "label": "Days of the meeting", "due_on": meeting.on.isoformat(), "why": why,
            }  # fmt: skip

    def sweep(self, total: int, *, wait: bool) -> bool:
        """Go once through the rows that are due; whether there was any that has not failed tonight.

        Rows that another worker has in hand are passed by, unless told to `wait` for them.
        """
        found = False
        for sort, key in self.keys():
            if (sort.owner, key[0]) in self.failed:
                continue
            found = True
            if self.deal(sort, key, wait=wait) and self.run.looked_at % SAID_EVERY == 0:
                self.keep_count()
                self.say(f"{self.run.looked_at:,} of {max(total, self.run.looked_at):,} dates")
            if not connection.features.has_select_for_update:
                time.sleep(TURN)  # SQLite has one lock and no queue: without a gap, nobody else gets it
        return found

    def keys(self) -> Iterator[tuple[DueRows, Key]]:
        """What is due by this day, of one sort after the other."""
        for sort in self.sorts:
            for key in _keys(sort, self.on):
                yield sort, key

    def keep_count(self) -> None:
        self.run.failed = list(self.failed.values())
        self.run.save(update_fields=["finished_at", "looked_at", "reminded", "lapsed", "failed"])

    def deal(self, sort: DueRows, key: Key, *, wait: bool) -> bool:
        """Deal with one row, and whatever happens go on; whether it was ours."""
        try:
            days = self.claim(sort, key, wait=wait)
        except OperationalError as busy:  # a deadlock, or a lock that did not come in time
            if not wait:
                return False
            return self.fail(sort, key, busy)
        except SoftTimeLimitExceeded:
            raise  # the worker's time is up, not the row's fault
        except Exception as wrong:
            return self.fail(sort, key, wrong)
        if days is None:
            return False
        self.run.looked_at += 1
        self.run.lapsed += LAPSED in days
        self.run.reminded += any(day != LAPSED for day in days)
        return True

    def fail(self, sort: DueRows, key: Key, wrong: Exception) -> bool:
        row = sort.rows.filter(pk=key[0]).select_related(sort.owner).first()
        if row is None:
            return False
        of = sort.named(row)
        if isinstance(wrong, NotAllowed) or type(wrong) is LookupError:
            why = str(wrong)
            log.warning("clock_not_dealt_with", **of, clock=row.clock, why=why)
        else:
            why = f"The program failed ({type(wrong).__name__}). Its log says where."
            log.error("clock_not_dealt_with", **of, clock=row.clock, exc_info=wrong)
        self.failed[sort.owner, row.pk] = {
            **of, "clock": row.clock, "label": row.label, "due_on": row.due_on.isoformat(), "why": why,
        }  # fmt: skip
        self.run.looked_at += 1
        return True

    @transaction.atomic
    def claim(self, sort: DueRows, key: Key, *, wait: bool) -> tuple[int, ...] | None:
        """Do what the row asks for by tonight; of how many days before somebody was told (-1: it passed).

        None when another worker has it or had it. All of it is done or nothing.
        """
        pk, seen, of = key
        # 1. What it hangs on, for whatever else happens to its clocks happens under the same lock.
        passing_by = not wait and connection.features.has_select_for_update_skip_locked
        owner = sort.lock(of, skip_locked=passing_by)
        row = owner.clocks.filter(pk=pk, next_on=seen).first() if owner is not None else None
        if owner is None or row is None:
            return None
        # 2. What is owed, and the claim.
        clock, run = sort.clock(owner, row), row.run()
        about = sort.about(row)
        reminded = frozenset(owner.reminders.filter(**about).values_list("days_before", flat=True))
        lapses = run.lapsed(self.on)
        owed = _owed(clock, row, reminded, self.on)
        next_on = clock.next_on(run, reminded | frozenset(owed))
        if not owner.clocks.filter(pk=pk, next_on=seen).update(next_on=next_on):
            return None
        # 3. One reminder goes out, the nearest; the others were passed over, and so are all that come late.
        late = bool(reminded) and bool(owed) and min(reminded) < min(owed)
        reminders = sort.reminders.bulk_create(
            sort.reminders.model(
                days_before=days, sent_on=self.on, passed_over=late or days != min(owed),
                **{sort.owner: owner}, **about,
            )
            for days in owed
        )  # fmt: skip
        # 4. What the lapse brings about, on its own day.
        done = sort.lapse(owner, clock, row) if lapses else ""
        for reminder in reminders:
            if not reminder.passed_over:
                sort.tell(owner, row, reminder, recorded=done)
        if done and LAPSED not in owed:
            return (LAPSED,)  # a lapse recorded anew, of which they were told before
        return tuple(reminder.days_before for reminder in reminders if not reminder.passed_over)


def _keys(sort: DueRows, on: date) -> Iterator[Key]:
    """What is due by `on`, a batch at a time through the index of the night; read as it goes."""
    due = sort.rows.for_the_night(on).values_list("pk", "next_on", f"{sort.owner}_id")
    rest = due
    while batch := list(rest[:BATCH]):
        yield from batch
        pk, day, _ = batch[-1]
        rest = due.filter(Q(next_on__gt=day) | Q(pk__gt=pk), next_on__gte=day)


def _owed(clock: Clock, row: DueRow, reminded: frozenset[int], on: date) -> list[int]:
    """The days before its due day that came by `on` and of which nobody was told."""
    if row.ended_on is not None or row.paused_on is not None:
        return []
    return [
        days for days in (*clock.remind, LAPSED) if days not in reminded and row.due_on - days * DAY <= on
    ]


# ----------------------------------------------------------------------------------------------- rebuilding
def rebuild(*, on: date, after: str = "", say: Say | None = None) -> list[dict[str, str]]:
    """Compute the clocks of every case that may still have one running anew: after declarations changed.

    Nobody is told of anything; the next night sees to that. May be cut short: `after` is the number of the
    last case that was done, as `say` was told. Returns the cases that could not be computed, each with why.
    LookupError for a number no case has.
    """
    running = ClockRow.objects.open().filter(case=OuterRef("pk"))
    cases = Case.objects.filter(Q(is_open=True) | Exists(running)).order_by("pk")
    if after:
        last = Case.objects.filter(number=after).values_list("pk", flat=True).first()
        if last is None:
            raise LookupError(f"There is no case {after}. Give the number that was printed last.")
        cases = cases.filter(pk__gt=last)
    total, done = cases.count(), 0
    failed: list[dict[str, str]] = []
    rest = cases
    while batch := list(rest.only("pk", "number")[:BATCH]):
        for case in batch:
            try:
                with transaction.atomic():
                    rewind(lock(case), on=on)
            except Exception as wrong:  # whatever is wrong with one case, the others are computed
                log.exception("clocks_not_rebuilt", case=case.number)
                failed.append({"case": case.number, "why": str(wrong) or type(wrong).__name__})
            done += 1
            if say and (done % SAID_EVERY == 0 or done == total):
                say(f"{done:,} of {total:,} cases, through {case.number}")
        rest = cases.filter(pk__gt=batch[-1].pk)
    return failed
