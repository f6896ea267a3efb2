"""What a person does to a clock that runs: pause it, resume it, extend it; and the tasks of a case."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction

from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record, rewind
from office.clockwork import Clock
from office.models import Case, ClockRow, Event
from office.permissions import may
from office.schedules import named

TASK = "task"
# What these acts record; nothing else may strike it, for the history corrects only steps.
TAKEN_BACK = ("paused", "resumed", "extended")


def _need(by: Any, case: Case, *roles: str) -> None:
    if not may(by, case, *roles):
        raise WrongRole(f"This is for the {' or '.join(roles)} of {case.board}.")


def _running(case: Case, clock: str, subject: str, on: date) -> tuple[ClockRow, Clock]:
    """The row and the declaration of a clock that runs on `on`; NotAllowed says why there is none."""
    try:
        declared = case.casekind.clock(clock)
    except LookupError as unknown:
        raise NotAllowed(str(unknown)) from None
    row = case.clocks.filter(clock=clock, subject=subject).first()
    if row is None:
        waits = any(name.endswith("-received") for name in (*declared.starting, declared.awaits))
        why = "it waits until the receipt of the letter is recorded" if waits else "nothing has started it"
        raise NotAllowed(f"“{declared.says}” does not run yet: {why}. There is no day to change.")
    if row.ended_on is not None:
        raise NotAllowed(f"“{row.label}” ended on {named(row.ended_on)}. There is no day left to change.")
    if on < row.started_on and not declared.before:
        raise NotAllowed(
            f"“{row.label}” started on {named(row.started_on)}, after {named(on)}. Correct the day."
        )
    return row, declared


def pausable(clock: Clock) -> bool:
    """Whether the clock counts days that can stand still."""
    return not (clock.before or clock.each or clock.given or clock.of_hours)


def extendable(clock: Clock) -> bool:
    """Whether a later last day can be given: not while the day hangs on another, or comes every year."""
    return not (clock.before or clock.each)


# ------------------------------------------------------------------------------------- pause and resume
@transaction.atomic
def pause(case: Case, *, clock: str, on: date, by: Any, reason: str, subject: str = "") -> Event:
    """Stop the count of a running clock on `on`, the last day that counts, while the office waits."""
    locked = lock(case)
    _need(by, locked, "clerk")
    row, declared = _running(locked, clock, subject, on)
    if row.paused_on is not None:
        raise NotAllowed(f"“{row.label}” has been paused since {named(row.paused_on)}. Resume it first.")
    if not pausable(declared):
        raise NotAllowed(
            f"“{row.label}” has no count to pause: {_fixed(declared)}. "
            "Extend it, or correct what it hangs on."
        )
    if row.working.get("extended"):
        raise NotAllowed(
            f"“{row.label}” was extended to a fixed day, which a pause does not move. "
            "Extend it again instead."
        )
    if row.due_on < on:
        raise NotAllowed(
            f"The last day of “{row.label}” was {named(row.due_on)}; a pause after it changes nothing. "
            "Extend it instead."
        )
    if not reason.strip():
        raise NotAllowed("Say what the count waits for; the reason stays with the case.")
    return record(case, "paused", on=on, by=by, clock=clock, subject=subject, note=reason.strip())


@transaction.atomic
def resume(case: Case, *, clock: str, on: date, by: Any, reason: str = "", subject: str = "") -> Event:
    """Let a paused count go on from `on`, which is not counted, with the days that were left."""
    locked = lock(case)
    _need(by, locked, "clerk")
    row, declared = _running(locked, clock, subject, on)
    if row.paused_on is None:
        raise NotAllowed(f"“{row.label}” is running. There is nothing to resume.")
    if on < row.paused_on:
        raise NotAllowed(
            f"“{row.label}” was paused on {named(row.paused_on)}, after {named(on)}. Correct the day."
        )
    if declared.pauses and not _paused_by_hand(locked, row):
        steps = " or ".join(f"“{locked.casekind.lifecycle.step(slug).done}”" for slug in declared.resumes)
        raise NotAllowed(f"“{row.label}” goes on by itself once {steps} is recorded. Record that instead.")
    return record(case, "resumed", on=on, by=by, clock=clock, subject=subject, note=reason.strip())


def _paused_by_hand(case: Case, row: ClockRow) -> bool:
    marks = case.events.live().filter(slug__in=("paused", "resumed"), clock=row.clock, subject=row.subject)
    last = marks.order_by("on", "pk").last()
    return last is not None and last.slug == "paused"


def _fixed(clock: Clock) -> str:
    """Why a clock has no count of days that could stand still."""
    if clock.given:
        return "its day was set"
    if clock.each:
        return "it falls due on the same days every year"
    if clock.before:
        return "it is counted back from another day"
    return "its hours run on by the clock on the wall"


# ------------------------------------------------------------------------------------------------ extend
@transaction.atomic
def extend(
    case: Case,
    *,
    clock: str,
    until: date,
    authority: str,
    reason: str,
    on: date,
    by: Any,
    subject: str = "",
) -> Event:
    """Give a running clock through `until`, on the `authority` of a section, vote or agreement."""
    locked = lock(case)
    _need(by, locked, "clerk", "member")
    row, declared = _running(locked, clock, subject, on)
    if not extendable(declared):
        raise NotAllowed(
            f"“{row.label}” cannot be extended: {_fixed(declared)}. Change the day it hangs on instead."
        )
    if row.paused_on is not None:
        raise NotAllowed(
            f"“{row.label}” has been paused since {named(row.paused_on)}. Resume it, then extend it."
        )
    if until <= row.due_on:
        raise NotAllowed(
            f"“{row.label}” is already due through {named(row.due_on)}. Give a later day than that."
        )
    if not authority.strip():
        raise NotAllowed("Name what the longer time rests on: a section, a vote or an agreement.")
    if not reason.strip():
        raise NotAllowed("Say why more time is given; the reason stays with the case.")
    return record(
        case, "extended", on=on, by=by, clock=clock, subject=subject, until_on=until,
        authority=authority.strip(), note=reason.strip(),
    )  # fmt: skip


@transaction.atomic
def take_back(case: Case, *, event: Event, on: date, by: Any, note: str) -> Event:
    """Strike a pause, a resumption or an extension that was recorded by mistake; the due day follows."""
    locked = lock(case)
    _need(by, locked, "clerk")
    if event.case_id != locked.pk or event.slug not in TAKEN_BACK:
        raise NotAllowed("Only a pause, a resumption or an extension is taken back here.")
    if event.void or Event.objects.filter(corrects=event).exists():
        raise NotAllowed("This entry was already taken back.")
    if not note.strip():
        raise NotAllowed("Say why it is taken back; the entry stays readable.")
    struck = Event.objects.create(
        case=locked, slug=event.slug, on=event.on, by=by, subject=event.subject, clock=event.clock,
        until_on=event.until_on, authority=event.authority, note=note.strip(), corrects=event, void=True,
    )  # fmt: skip
    rewind(locked, on=on)
    return struck


# ------------------------------------------------------------------------------------------------- tasks
@transaction.atomic
def raise_task(case: Case, *, what: str, due_on: date, on: date, by: Any, key: str = "") -> Event:
    """Put something to do on a case, by a day. The same `key` raises it once, whoever asks again."""
    locked = lock(case)
    _need(by, locked, "clerk")
    if not what.strip():
        raise NotAllowed("Write what is to be done, in a few words.")
    if due_on < on:
        raise NotAllowed(f"The task would be due on {named(due_on)}, before {named(on)}. Give a later day.")
    subject = key or f"task-{locked.events.filter(slug='task-raised').count() + 1}"
    said = what.strip().removesuffix(".")  # its clock goes by these words, which stand inside sentences
    return record(
        case, "task-raised", on=on, by=by, subject=subject, until_on=due_on, note=said,
        key=f"task:{locked.pk}:{subject}",
    )  # fmt: skip


@transaction.atomic
def finish_task(case: Case, *, key: str, on: date, by: Any, note: str = "") -> Event:
    """Record that a task of the case is done."""
    locked = lock(case)
    _need(by, locked, "clerk")
    _running(locked, TASK, key, on)
    return record(case, "task-done", on=on, by=by, subject=key, note=note.strip())
