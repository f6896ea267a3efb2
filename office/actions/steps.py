"""What a person records on a case, with the letters it writes: steps, and the corrections of steps."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.timezone import localtime

from office.actions import cases, notices
from office.actions.clocks import raise_task
from office.models import Case, Event, Notice
from office.schedules import named


@transaction.atomic
def record(case: Case, slug: str, *, on: date, by: Any, now: datetime, **more: Any) -> Event:
    """Record a step as `cases.record` does, and write its letter with it. Pressing twice writes it once."""
    event = cases.record(case, slug, on=on, by=by, **more)
    if event.corrects is not None:  # an appointed day that moved
        _take_back(event.corrects, by=by, now=now)
    notices.write_for_step(case, event, now=now, by=by)
    if case.casekind.lifecycle.step(slug).term == "cuts":
        _look_at_what_it_varied(case, event)
    return event


def _look_at_what_it_varied(case: Case, event: Event) -> None:
    """Put it on each open case whose rule this one varied: the variance is over, and the rule holds again."""
    for ruling in case.rulings_granted.live().select_related("case").filter(case__is_open=True):
        what = (
            f"{case.number} is {case.status}, so it varies “{ruling.rule}” no longer. Look whether the rule "
            "is met now."
        )
        key = f"varied-{ruling.pk}-{event.pk}"
        raise_task(ruling.case, what=what, due_on=event.on, on=event.on, by=None, key=key)


@transaction.atomic
def correct(
    event: Event,
    *,
    on: date,
    by: Any,
    now: datetime,
    note: str,
    until_on: date | None = None,
    at: time | None = None,
) -> Event:
    """Record that a step happened on another day; its letters that have not left are written anew."""
    new = cases.correct(event, on=on, by=by, note=note, until_on=until_on, at=at)
    if _take_back(event, by=by, now=now):
        notices.write_for_step(event.case, new, now=now, by=by)
    return new


@transaction.atomic
def strike(event: Event, *, by: Any, now: datetime, note: str, cleared: bool = False) -> Event:
    """Record that a step did not happen; its letters that have not left are stopped.

    `cleared` as for `cases.strike`.
    """
    new = cases.strike(event, by=by, note=note, cleared=cleared)
    _take_back(event, by=by, now=now)
    return new


def _take_back(event: Event, *, by: Any, now: datetime) -> bool:
    """Stop the letters of an entry that no longer stands; whether there were some and none had left.

    About each that left, somebody is told to write again.
    """
    today = localtime(now).date()
    standing = list(event.notices.exclude(status=Notice.Status.STOPPED))
    left = []
    for notice in standing:
        if notices.why_not_stopped(notice):
            left.append(notice)
        else:
            why = f"“{event.done}” of {named(event.on)} was corrected."
            notices.stop(notice, on=today, by=by, now=now, why=why)
    for notice in left:
        went = named(notice.mailed_on or notice.written_on)
        what = (
            f"“{notice.label}” went to {notice.to_name} on {went}, and “{event.done}” of "
            f"{named(event.on)} was corrected since. Write to them again."
        )
        raise_task(event.case, what=what, due_on=today, on=today, by=None, key=f"sent-{notice.pk}")
    return bool(standing) and not left
