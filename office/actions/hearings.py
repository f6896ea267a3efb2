"""What hangs on a hearing beside its clocks: the notices that told of its day, and that it was closed.

A notice told of one day and hour. When the meeting moves, or the item is continued before the hearing was
opened, it told the wrong one: what was recorded of it is struck, and the notices are needed anew. A
continuance that is announced at the hearing itself needs none (office practice, as the letter says): who came
heard the new day.
"""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.timezone import localtime

from office.actions import notices, steps
from office.actions.clocks import finish_task, raise_task
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import strike
from office.kinds import HEARING_CLOSED, HEARING_NOTICE, CaseKind
from office.models import AgendaItem, Case, Event, Membership, Notice
from office.permissions import may
from office.planning import HEARING_NOTICES
from office.schedules import named

TELL_ANEW = "tell-anew-"


def counts_from_its_end(kind: CaseKind) -> bool:
    """Whether a clock of the kind runs from the end of its hearing."""
    return any(HEARING_CLOSED in clock.names for clock in kind.every_clock)


def closed(case: Case) -> Event | None:
    """The entry that says the hearing of the case was closed."""
    return case.events.live().filter(slug=HEARING_CLOSED).order_by("pk").last()


def hearing_moved(case: Case, *, to: str, by: Any, now: datetime) -> None:
    """Take back what was recorded of notices that told of another day. `to` is what became of it, in words.

    Letters that have not left are stopped; when some had, or a newspaper printed it, somebody is told to
    write anew. Nothing happens on a case of which nobody was told.
    """
    today = localtime(now).date()
    waiting = Notice.objects.filter(case=case, letter=HEARING_NOTICE, status=Notice.Status.TO_MAIL)
    for notice in waiting.order_by("pk"):
        notices.stop(notice, on=today, by=None, now=now, why=f"The hearing was {to}.")
    told = list(case.events.live().filter(slug__in=HEARING_NOTICES).order_by("pk"))
    for event in told:
        strike(event, by=None, note=f"It told of another day: the hearing was {to}.", cleared=True)
    if told:
        what = f"The hearing was {to}. Tell the abutters, and print the notice, anew."
        raise_task(
            case, what=what, due_on=today, on=today, by=None, key=f"{TELL_ANEW}{told[-1].pk}"
        )  # fmt: skip


def told_anew(case: Case, *, on: date) -> None:
    """The tasks to tell people anew are done."""
    rows = case.clocks.filter(clock="task", subject__startswith=TELL_ANEW, ended_on=None)
    for row in list(rows):
        finish_task(case, key=row.subject, on=on, by=None, note="The notices of the new day went out.")


# ---------------------------------------------------------------------------------------------- closing
@transaction.atomic
def close_hearing(item: AgendaItem, *, at: time, on: date, now: datetime, by: Any) -> Event:
    """Record that the board closed the hearing at this meeting, at the local time `at`.

    What counts from its end starts. Raises NotAllowed, WrongRole.
    """
    fresh = _heard(item, by=by)
    case, meeting = fresh.case, fresh.meeting
    assert case is not None
    if fresh.goes_on:
        raise NotAllowed("It was continued. The hearing is closed at the meeting at which it ends.")
    if on < meeting.on:
        raise NotAllowed(f"The board meets on {named(meeting.on)}. The hearing is closed then.")
    if not case.is_open:
        raise NotAllowed(f"{case.number} is {case.status}; its hearing needs no closing.")
    if not counts_from_its_end(case.casekind):
        raise NotAllowed(
            f"Nothing of a {case.casekind.label.lower()} is counted from the end of its hearing."
        )
    if before := closed(case):
        raise NotAllowed(f"The hearing was closed on {named(before.on)} already.")
    if at < meeting.at:
        raise NotAllowed("The hearing cannot end before the meeting began. Correct the time.")
    return steps.record(
        case, HEARING_CLOSED, on=meeting.on, at=at, by=by, now=now, note=f"{meeting.title}.", cleared=True
    )


@transaction.atomic
def reopen_hearing(item: AgendaItem, *, why: str, now: datetime, by: Any) -> Event:
    """Record that the hearing was not closed after all: what counted from its end does not run."""
    fresh = _heard(item, by=by)
    assert fresh.case is not None
    event = closed(fresh.case)
    if event is None:
        raise NotAllowed("The hearing is not closed.")
    if not why.strip():
        raise NotAllowed("Say in one sentence why the hearing is open again.")
    return steps.strike(event, by=by, now=now, note=why.strip(), cleared=True)


def _heard(item: AgendaItem, *, by: Any) -> AgendaItem:
    """The item, fresh, if a case is heard by it and this person may say so."""
    rows = AgendaItem.objects.select_related("case__board", "meeting__board", "continued_to__meeting")
    fresh = rows.get(pk=item.pk)
    roles = (Membership.Role.CLERK.value, Membership.Role.MEMBER.value)
    if not may(by, fresh.meeting.board, *roles):
        raise WrongRole(f"This is for the {' or '.join(roles)} of {fresh.meeting.board}.")
    if fresh.meeting.cancelled_on is not None:
        raise NotAllowed(f"The meeting was cancelled on {named(fresh.meeting.cancelled_on)}.")
    if fresh.removed_on is not None or fresh.case is None or fresh.sort not in AgendaItem.HEARD:
        raise NotAllowed("No case is heard by this item.")
    return fresh
