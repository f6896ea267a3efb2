"""The agenda of a meeting: what is put on it, continued to another day, and taken off it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction

from office.actions import packets
from office.actions.errors import NotAllowed
from office.actions.hearings import closed
from office.actions.meetings import (
    What,
    at_time,
    days_until,
    hear,
    lock_meeting,
    matters_of,
    need_clerk,
    standing,
    unhear,
    why_too_soon,
    write,
)
from office.models import AgendaItem, Case, Meeting, Membership
from office.schedules import named


@transaction.atomic
def add_item(
    meeting: Meeting,
    *,
    sort: str,
    on: date,
    now: datetime,
    by: Any,
    case: Case | None = None,
    text: str = "",
) -> AgendaItem:
    """Put a case, or a topic in words, on the agenda. A hearing of a case becomes its appointed day."""
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board)
    standing(locked)
    if locked.attended_on is not None:
        raise NotAllowed(f"The meeting of {named(locked.on)} was held. Put it on the next agenda.")
    if case is None and not text.strip():
        raise NotAllowed("Name a case, or write the topic. The notice lists what will be discussed.")
    if sort not in AgendaItem.Sort.values:
        raise NotAllowed("Choose what the board does with it: hearing, decision, discussion and so on.")
    if case is not None:
        _check_case(locked, case, sort)
    item = _placed(locked, sort=sort, case=case, text=text.strip(), on=on)
    if item.hearing_of:
        _refuse_too_late(locked, item, now)
        hear(item.hearing_of, locked, by=by, now=now)
    write(locked, What.ITEM_ADDED, on=on, by=by, note=item.heading)
    return item


def _placed(
    meeting: Meeting, *, sort: str, case: Case | None, text: str, on: date, after: AgendaItem | None = None
) -> AgendaItem:
    last = meeting.items.order_by("position").last()
    return AgendaItem.objects.create(
        meeting=meeting, case=case, sort=sort, text=text, position=last.position + 1 if last else 1,
        added_on=on, after_posting=meeting.posted_at is not None, continued_from=after,
    )  # fmt: skip


def _check_case(meeting: Meeting, case: Case, sort: str) -> None:
    if case.board_id != meeting.board_id:
        raise NotAllowed(f"{case.number} is before the {case.board}. Put it on that board's agenda.")
    if not case.is_open:
        raise NotAllowed(f"{case.number} is {case.status}. Only an open case goes on an agenda.")
    if meeting.items.filter(case=case, sort=sort, removed_on__isnull=True).exists():
        raise NotAllowed(f"{case.number} is on this agenda already.")
    if sort in AgendaItem.HEARD:
        if meeting.items.filter(case=case, sort__in=AgendaItem.HEARD, removed_on__isnull=True).exists():
            raise NotAllowed(f"A hearing of {case.number} is on this agenda already.")
        _refuse_elsewhere(case, besides=meeting)


def _refuse_elsewhere(case: Case, *, besides: Meeting) -> None:
    """NotAllowed when a hearing of the case is on the agenda of another meeting that was not held yet."""
    others = AgendaItem.objects.filter(
        case=case, sort__in=AgendaItem.HEARD, removed_on__isnull=True, continued_to__isnull=True,
        meeting__cancelled_on__isnull=True, meeting__attended_on__isnull=True,
    )  # fmt: skip
    if other := others.exclude(meeting=besides).select_related("meeting").first():
        raise NotAllowed(
            f"{case.number} has its hearing on {named(other.meeting.on)}. Continue it from that meeting, or "
            "take it off that agenda first."
        )


def _refuse_too_late(meeting: Meeting, item: AgendaItem, now: datetime) -> None:
    of_case = [day for day in days_until(meeting, meeting.moment, matters_of([item])) if day.of]
    if refusal := why_too_soon(meeting, meeting.moment, of_case, now):
        raise NotAllowed(refusal)


@transaction.atomic
def continue_item(
    item: AgendaItem, *, to: Meeting, on: date, now: datetime, by: Any, why: str = ""
) -> AgendaItem:
    """Continue the item to a later meeting of the board, at which it stands anew; its hearing moves along.

    On the day of the hearing or later the new day was announced at it, and its notices stand (see
    actions.hearings); before that day nobody heard it, and they are needed anew.
    """
    first, second = sorted((item.meeting, to), key=lambda each: each.pk)  # always locked in this order
    locked = {meeting.pk: lock_meeting(meeting) for meeting in (first, second)}
    here, there = locked[item.meeting_id], locked[to.pk]
    need_clerk(by, here.board, Membership.Role.MEMBER)
    standing(here)
    standing(there)
    if there.board_id != here.board_id or there.moment <= here.moment:
        raise NotAllowed("Continue it to a later meeting of the same board.")
    if there.attended_on is not None:
        raise NotAllowed(f"The meeting of {named(there.on)} was held. Choose a later one.")
    fresh = AgendaItem.objects.select_related("case__board", "continued_to").get(pk=item.pk)
    if fresh.removed_on is not None or fresh.goes_on:
        raise NotAllowed("It was continued or taken off the agenda already.")
    case = fresh.case
    if case is not None:
        _check_open(case)
        if fresh.hearing_of and (closing := closed(case)):
            raise NotAllowed(
                f"The hearing was closed on {named(closing.on)}. Say that it is open again, then continue it."
            )
    new = _placed(there, sort=fresh.sort, case=case, text=fresh.text, on=on, after=fresh)
    packets.carry(fresh, new)
    if new.hearing_of:
        hear(new.hearing_of, there, by=by, now=now, announced=on >= here.on)
    write(here, What.ITEM_CONTINUED, on=on, by=by, note=f"{fresh.heading}, to {at_time(there.moment)}. {why}")
    write(there, What.ITEM_ADDED, on=on, by=by, note=f"{new.heading}, continued from {named(here.on)}")
    return new


def _check_open(case: Case) -> None:
    if not case.is_open:
        raise NotAllowed(f"{case.number} is {case.status}; there is nothing left to continue.")


@transaction.atomic
def remove_item(item: AgendaItem, *, why: str, on: date, now: datetime, by: Any) -> AgendaItem:
    """Take the item off the agenda; a hearing that hung on it is no longer set."""
    meeting = lock_meeting(item.meeting)
    need_clerk(by, meeting.board)
    fresh = AgendaItem.objects.select_related("case__board", "meeting", "continued_to").get(pk=item.pk)
    if fresh.removed_on is not None or fresh.goes_on:
        raise NotAllowed("It was continued or taken off the agenda already.")
    if fresh.votes.exists():
        raise NotAllowed("The board voted on it. What was decided stays on the agenda.")
    if not why.strip():
        raise NotAllowed("Say why it is taken off, in one sentence.")
    if fresh.hearing_of and (closing := closed(fresh.hearing_of)):
        raise NotAllowed(f"The hearing was closed on {named(closing.on)}. What was held stays on the agenda.")
    if fresh.hearing_of:
        unhear(fresh.hearing_of, meeting, by=by, now=now, why=f"Taken off the agenda. {why.strip()}")
    fresh.removed_on = on
    fresh.save(update_fields=["removed_on"])
    write(meeting, What.ITEM_REMOVED, on=on, by=by, note=f"{fresh.heading}. {why.strip()}")
    return fresh
