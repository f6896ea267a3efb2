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
from django.utils.timezone import localtime

from office.actions import notices
from office.actions.errors import NotAllowed
from office.actions.events import lock, record, rewind
from office.actions.reminding import Telling
from office.clockwork import LAPSED, MISSED, Clock
from office.models import Case, ClockRow, NightRun, Reminder

log = structlog.get_logger(__name__)

BATCH = 500
SAID_EVERY = 50
TURN = 0.005  # seconds
DAY = timedelta(days=1)

Say = Callable[[str], None]
Key = tuple[int, date, int]  # of a row: its own key, the day it came due, its case


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
        self.failed: dict[int, dict[str, Any]] = {}
        self.telling = Telling(on, self.moment)

    def moment(self) -> datetime:
        """Now, by the time that passed since the moment we were given."""
        return self.now + timedelta(seconds=time.monotonic() - self.begun)

    def work(self) -> NightRun:
        total = ClockRow.objects.for_the_night(self.on).count()
        self.run.save()
        wait = False
        # Again, for a lapse may start a clock that has lapsed itself, and a row may have been in use.
        while self.sweep(total, wait=wait):
            wait = True
        self.run.finished_at = self.moment()
        self.keep_count()
        return self.run

    def sweep(self, total: int, *, wait: bool) -> bool:
        """Go once through the rows that are due; whether there was any that has not failed tonight.

        Rows that another worker has in hand are passed by, unless told to `wait` for them.
        """
        found = False
        for key in _keys(self.on):
            if key[0] in self.failed:
                continue
            found = True
            if self.deal(key, wait=wait) and self.run.looked_at % SAID_EVERY == 0:
                self.keep_count()
                self.say(f"{self.run.looked_at:,} of {max(total, self.run.looked_at):,} dates")
            if not connection.features.has_select_for_update:
                time.sleep(TURN)  # SQLite has one lock and no queue: without a gap, nobody else gets it
        return found

    def keep_count(self) -> None:
        self.run.failed = list(self.failed.values())
        self.run.save(update_fields=["finished_at", "looked_at", "reminded", "lapsed", "failed"])

    def deal(self, key: Key, *, wait: bool) -> bool:
        """Deal with one row, and whatever happens go on; whether it was ours."""
        try:
            days = self.claim(key, wait=wait)
        except OperationalError as busy:  # a deadlock, or a lock that did not come in time
            if not wait:
                return False
            return self.fail(key, busy)
        except SoftTimeLimitExceeded:
            raise  # the worker's time is up, not the row's fault
        except Exception as wrong:
            return self.fail(key, wrong)
        if days is None:
            return False
        self.run.looked_at += 1
        self.run.lapsed += LAPSED in days
        self.run.reminded += any(day != LAPSED for day in days)
        return True

    def fail(self, key: Key, wrong: Exception) -> bool:
        row = ClockRow.objects.filter(pk=key[0]).select_related("case").first()
        if row is None:
            return False
        if isinstance(wrong, NotAllowed) or type(wrong) is LookupError:
            why = str(wrong)
            log.warning("clock_not_dealt_with", case=row.case.number, clock=row.clock, why=why)
        else:
            why = f"The program failed ({type(wrong).__name__}). Its log says where."
            log.error("clock_not_dealt_with", case=row.case.number, clock=row.clock, exc_info=wrong)
        self.failed[row.pk] = {
            "case": row.case.number, "clock": row.clock, "label": row.label,
            "due_on": row.due_on.isoformat(), "why": why,
        }  # fmt: skip
        self.run.looked_at += 1
        return True

    @transaction.atomic
    def claim(self, key: Key, *, wait: bool) -> tuple[int, ...] | None:
        """Do what the row asks for by tonight; of how many days before somebody was told (-1: it passed).

        None when another worker has it or had it. All of it is done or nothing.
        """
        pk, seen, case_id = key
        # 1. The case, for whatever else happens to its clocks happens under the same lock.
        passing_by = not wait and connection.features.has_select_for_update_skip_locked
        case = (
            Case.objects.select_for_update(of=("self",), skip_locked=passing_by)
            .select_related("board", "assigned_to")
            .filter(pk=case_id)
            .first()
        )
        row = case.clocks.filter(pk=pk, next_on=seen).first() if case is not None else None
        if case is None or row is None:
            return None
        # 2. What is owed, and the claim.
        clock, run = case.casekind.clock(row.clock), row.run()
        about = {"clock": row.clock, "subject": row.subject, "due_on": row.due_on}
        reminded = frozenset(case.reminders.filter(**about).values_list("days_before", flat=True))
        lapses = run.lapsed(self.on)
        owed = _owed(clock, row, reminded, self.on)
        next_on = clock.next_on(run, reminded | frozenset(owed))
        if not case.clocks.filter(pk=pk, next_on=seen).update(next_on=next_on):
            return None
        # 3. One reminder goes out, the nearest; the others were passed over, and so are all that come late.
        late = bool(reminded) and bool(owed) and min(reminded) < min(owed)
        reminders = Reminder.objects.bulk_create(
            Reminder(
                case=case, days_before=days, sent_on=self.on,
                passed_over=late or days != min(owed), **about,
            )
            for days in owed
        )  # fmt: skip
        # 4. What the lapse brings about, on its own day.
        done = self.lapse(case, clock, row) if lapses else ""
        for reminder in reminders:
            if not reminder.passed_over:
                self.telling.tell(case, row, reminder, recorded=done)
        if done and LAPSED not in owed:
            return (LAPSED,)  # a lapse recorded anew, of which they were told before
        return tuple(reminder.days_before for reminder in reminders if not reminder.passed_over)

    def lapse(self, case: Case, clock: Clock, row: ClockRow) -> str:
        """Record what passing the last good day means, bearing that day; its words in the history, or ""."""
        slug = clock.lapses or (MISSED if clock.each else "")
        if not slug:
            return ""
        # No key: one that was struck is recorded anew when it is warranted again, and the claim makes it one.
        standing = case.events.live().filter(slug=slug, on=row.due_on, clock=row.clock, subject=row.subject)
        if standing.exists():
            rewind(case, on=self.on)  # the row was out of date
        else:
            event = record(
                case, slug, on=row.due_on, by=None, note=row.says, clock=row.clock, subject=row.subject,
                at=localtime(row.due_at).time() if row.due_at else None,
            )  # fmt: skip
            notices.write_for_step(case, event, now=self.moment(), by=None)
        if case.clocks.filter(pk=row.pk, due_on=row.due_on, next_on__lte=self.on).exists():
            raise NotAllowed(f"“{row.label}” is still due after its lapse was recorded.")
        return "" if slug == MISSED else case.casekind.lifecycle.step(slug).done


def _keys(on: date) -> Iterator[Key]:
    """What is due by `on`, a batch at a time through the index of the night; read as it goes."""
    due = ClockRow.objects.for_the_night(on).values_list("pk", "next_on", "case_id")
    rest = due
    while batch := list(rest[:BATCH]):
        yield from batch  # type: ignore[misc]
        pk, day, _ = batch[-1]
        rest = due.filter(Q(next_on__gt=day) | Q(pk__gt=pk), next_on__gte=day)


def _owed(clock: Clock, row: ClockRow, reminded: frozenset[int], on: date) -> list[int]:
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
