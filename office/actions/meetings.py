"""Setting, moving and posting a board's meetings, and who was there. Agendas and votes are beside it.

A hearing on the agenda is an appointed day of its case: whatever moves the meeting moves the hearing through
the one door by which anything is recorded, and every clock that hangs on it follows with its working.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction

from office.actions import steps
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import in_place
from office.actions.hearings import hearing_moved
from office.actions.meeting_clocks import lock_meeting, project
from office.calendar import DAY, EASTERN, Calendar
from office.clocks import OF_MEETINGS
from office.kinds import HEARING
from office.models import (
    AgendaItem,
    Board,
    Case,
    Event,
    Meeting,
    MeetingEntry,
    Membership,
    User,
    clocks_of,
)
from office.permissions import may
from office.planning import Matter, PlannedDay, days_of, too_late
from office.schedules import named

What = MeetingEntry.What


# ------------------------------------------------------------------------------------------- asking
def members_of(board: Board) -> list[User]:
    """The members of the board, by name."""
    users = User.objects.filter(memberships__board=board, memberships__role=Membership.Role.MEMBER)
    return sorted(users, key=lambda user: (user.last_name, user.first_name, user.pk))


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()


def at_time(moment: datetime) -> str:
    """Thursday, June 4, 2026, 6 pm: local. Midnight, which could be of two days, is the end of the first."""
    local = moment.astimezone(EASTERN)
    if local.time() == time():
        return f"the end of {named(local.date() - DAY)}"
    minutes = f":{local:%M}" if local.minute else ""
    return f"{named(local.date())}, {local.hour % 12 or 12}{minutes} {'am' if local.hour < 12 else 'pm'}"


def matters_of(items: Iterable[AgendaItem]) -> list[Matter]:
    """The cases of these agenda items with what happened on them. Two queries, however many there are."""
    heard: dict[int, bool] = {}
    cases: dict[int, Case] = {}
    for item in items:
        if item.case is not None:
            cases[item.case.pk] = item.case
            heard[item.case.pk] = heard.get(item.case.pk, False) or item.hearing_of is not None
    events: dict[int, list[Event]] = {pk: [] for pk in cases}
    for event in Event.objects.filter(case__in=cases).order_by("pk"):
        events[event.case_id].append(event)
    return [_matter(case, events[pk], heard=heard[pk]) for pk, case in cases.items()]


def _matter(case: Case, events: Sequence[Event], *, heard: bool) -> Matter:
    told = [event.happened() for event in in_place(events)]
    kind = case.casekind
    return Matter(case.number, clocks_of(case.board, kind), (*told, *kind.lifecycle.follows(told)), heard)


def days_until(meeting: Meeting, moment: datetime, matters: Sequence[Matter]) -> list[PlannedDay]:
    """The days that hang on the meeting if it begins at `moment`; at another one it must be posted anew."""
    return days_on(meeting.board.calendar(), meeting, moment, matters)


def days_on(
    calendar: Calendar, meeting: Meeting, moment: datetime, matters: Sequence[Matter]
) -> list[PlannedDay]:
    """The same, counted on the board's calendar that was read already."""
    # A notice and a packet that went out name the meeting's own day.
    posted, sent = (meeting.posted_at, meeting.packet_sent_at) if moment == meeting.moment else (None, None)
    return days_of(moment, OF_MEETINGS[meeting.board.state], matters, calendar, posted, sent)


def why_too_soon(meeting: Meeting, moment: datetime, days: Iterable[PlannedDay], now: datetime) -> str:
    """Why the board cannot lawfully meet at `moment`, in words; "" if it can.

    An emergency meeting is posted as soon as it can be (c.30A §20), so its posting is never too late.
    """
    day = named(moment.astimezone(EASTERN).date())
    if moment <= now:
        return f"{day} has passed. Choose a day ahead."
    late = [each for each in too_late(days, now) if each.of or not meeting.is_emergency]
    if not late:
        return ""
    first = late[0]
    if first.of:
        return (
            f"{day} is too soon for {first.of}: “{first.what}” was due through {named(first.due_on)} "
            f"({first.cite}). Choose a later day."
        )
    assert first.due_at is not None
    return (
        f"{day} is too soon: it had to be posted by {at_time(first.due_at)} ({first.cite}). Choose a later "
        "day, or call an emergency meeting and say why."
    )


# ------------------------------------------------------------------------------------------- inside
def need_clerk(by: Any, board: Board, *also: str) -> None:
    """WrongRole unless `by` is a clerk of the board, or holds one of the roles `also` named."""
    roles = (Membership.Role.CLERK.value, *also)
    if not may(by, board, *roles):
        raise WrongRole(f"This is for the {' or '.join(roles)} of {board}.")


def write(meeting: Meeting, what: str, *, on: date, by: Any, note: str = "", address: str = "") -> None:
    MeetingEntry.objects.create(meeting=meeting, what=what, on=on, by=by, note=note, address=address)


def standing(meeting: Meeting) -> None:
    if meeting.cancelled_on is not None:
        raise NotAllowed(f"The meeting was cancelled on {named(meeting.cancelled_on)}. Set another one.")


def _address(board: Board, day: date, besides: Meeting | None = None) -> str:
    """2026-06-02-health: the day and the board's own word; more of its name, or a number, where taken."""
    own = board.slug.partition("-")[2] or board.slug
    wanted = [f"{day}-{own}", f"{day}-{board.slug}", *(f"{day}-{board.slug}-{n}" for n in range(2, 100))]
    used = Meeting.objects.filter(slug__in=wanted)
    taken = set((used.exclude(pk=besides.pk) if besides else used).values_list("slug", flat=True))
    # An address that once was another meeting's stays that meeting's.
    former = MeetingEntry.objects.filter(address__in=wanted)
    taken |= set((former.exclude(meeting=besides) if besides else former).values_list("address", flat=True))
    return next(slug for slug in wanted if slug not in taken)


def live_items(meeting: Meeting) -> list[AgendaItem]:
    """What stands on the agenda, in order: not what was taken off it."""
    rows = meeting.items.filter(removed_on__isnull=True)
    return list(rows.select_related("case__board", "case__facility", "continued_to__meeting"))


def hear(case: Case, meeting: Meeting, *, by: Any, now: datetime, announced: bool = False) -> None:
    """Set the case's hearing for the meeting; a day it had before is replaced.

    Notices that told of the day before are needed anew, unless the new one was `announced` at the hearing.
    """
    slug = case.casekind.lifecycle.hearing(case.status)
    note = f"{meeting.title}."
    if slug != HEARING:
        # The kind's own hearing has a notice, which prints when and where.
        note = f"{meeting.at:%I:%M %p}".lstrip("0").lower() + f", {meeting.place or meeting.link}"
        if case.events.live().filter(slug=slug, on=meeting.on, note=note).exists():
            return  # called for that very hour already: nothing is to be written again
    before = case.events.live().filter(slug=slug).order_by("pk").last()
    steps.record(case, slug, on=meeting.on, at=meeting.at, by=by, now=now, note=note, cleared=True)
    if before and not announced and (before.on, before.at) != (meeting.on, meeting.at):
        hearing_moved(case, to=f"moved to {at_time(meeting.moment)}", by=by, now=now)


def unhear(case: Case, meeting: Meeting, *, by: Any, now: datetime, why: str) -> None:
    hearings = case.casekind.lifecycle.hearings
    event = case.events.live().filter(slug__in=hearings, on=meeting.on).last()
    if event is not None:
        steps.strike(event, by=by, now=now, note=why, cleared=True)
        hearing_moved(case, to=f"taken off {at_time(meeting.moment)}", by=by, now=now)


def _refuse_twin(meeting: Meeting, day: date, at: time) -> None:
    others = Meeting.objects.standing().filter(board=meeting.board, on=day, at=at)
    if twin := others.exclude(pk=meeting.pk).first():
        raise NotAllowed(f"The board meets then already ({twin.slug}). Choose another time.")


# --------------------------------------------------------------------------------- set, move, post, cancel
@transaction.atomic
def set_meeting(
    *,
    board: Board,
    day: date,
    at: time,
    on: date,
    now: datetime,
    by: Any,
    place: str = "",
    link: str = "",
    sort: str = Meeting.Sort.REGULAR,
    reason: str = "",
    key: str | None = None,
) -> Meeting:
    """Set a meeting of the board for `day` at the local time `at`. `key` makes pressing twice one meeting.

    Raises NotAllowed when it can no longer be posted in time (c.30A §20), unless it is an emergency.
    """
    need_clerk(by, board)
    if key and (earlier := Meeting.objects.filter(key=key).first()):
        return earlier
    if not place.strip() and not link.strip():
        raise NotAllowed("Say where the board meets: a place, a link, or both. The notice names it.")
    if sort == Meeting.Sort.EMERGENCY and not reason.strip():
        raise NotAllowed("An emergency meeting needs its reason in one sentence (c.30A §20).")
    meeting = Meeting(
        board=board, slug="", on=day, at=at, place=place.strip(), link=link.strip(), sort=sort,
        reason=reason.strip() if sort == Meeting.Sort.EMERGENCY else "", key=key,
    )  # fmt: skip
    _refuse_twin(meeting, day, at)
    if refusal := why_too_soon(meeting, meeting.moment, days_until(meeting, meeting.moment, []), now):
        raise NotAllowed(refusal)
    meeting.slug = _address(board, day)
    meeting.save()
    project(meeting, on=on)
    write(meeting, What.SET, on=on, by=by, note=at_time(meeting.moment))
    return meeting


@transaction.atomic
def move(
    meeting: Meeting, *, day: date, at: time, on: date, now: datetime, by: Any, why: str = ""
) -> Meeting:
    """Move the meeting; every hearing on its agenda moves along, and each clock that hangs on one.

    A notice that was posted named another day, so the meeting must be posted anew. Raises NotAllowed when a
    day that a section sets before it has passed.
    """
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board)
    standing(locked)
    _refuse_held(locked, "moved")
    if (day, at) == (locked.on, locked.at):
        raise NotAllowed(f"The meeting is set for {at_time(locked.moment)} already.")
    _refuse_twin(locked, day, at)
    moment, items = datetime.combine(day, at, EASTERN), live_items(locked)
    if refusal := why_too_soon(locked, moment, days_until(locked, moment, matters_of(items)), now):
        raise NotAllowed(refusal)
    was, address = at_time(locked.moment), locked.slug
    locked.on, locked.at, locked.posted_at, locked.packet_sent_at = day, at, None, None
    locked.slug = _address(locked.board, day, besides=locked)
    locked.save()
    project(locked, on=on)
    AgendaItem.objects.filter(meeting=locked).update(after_posting=False)
    for item in items:
        if item.hearing_of and item.hearing_of.is_open:
            hear(item.hearing_of, locked, by=by, now=now)
    note = f"From {was} to {at_time(locked.moment)}. {why}".strip()
    write(locked, What.MOVED, on=on, by=by, note=note, address=address)
    return locked


def _refuse_held(meeting: Meeting, done: str) -> None:
    if meeting.attended_on is not None or meeting.items.filter(votes__isnull=False).exists():
        raise NotAllowed(f"The meeting of {named(meeting.on)} was held and cannot be {done}.")


@transaction.atomic
def post(meeting: Meeting, *, posted_at: datetime, on: date, now: datetime, by: Any) -> Meeting:
    """Record when the notice with its topics was posted. That it was late is recorded all the same."""
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board)
    standing(locked)
    if posted_at > now:
        raise NotAllowed("This time has not come yet. Write when the notice was posted.")
    if posted_at >= locked.moment:
        raise NotAllowed(f"The meeting began {at_time(locked.moment)}; a notice is posted before it.")
    if not live_items(locked):
        raise NotAllowed("The notice lists the topics, and the agenda has none. Add them first (c.30A §20).")
    locked.posted_at = posted_at
    locked.save(update_fields=["posted_at"])
    project(locked, on=on)
    AgendaItem.objects.filter(meeting=locked).update(after_posting=False)
    write(locked, What.POSTED, on=on, by=by, note=at_time(posted_at))
    return locked


@transaction.atomic
def cancel(meeting: Meeting, *, why: str, on: date, now: datetime, by: Any) -> Meeting:
    """Cancel the meeting; the hearings on its agenda are no longer set."""
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board)
    standing(locked)
    _refuse_held(locked, "cancelled")
    if not why.strip():
        raise NotAllowed("Say why the meeting is cancelled, in one sentence. Everybody reads it.")
    for item in live_items(locked):
        if item.hearing_of:
            unhear(item.hearing_of, locked, by=by, now=now, why=f"The meeting was cancelled. {why.strip()}")
    locked.cancelled_on, locked.cancelled_why = on, why.strip()
    locked.save(update_fields=["cancelled_on", "cancelled_why"])
    project(locked, on=on)
    write(locked, What.CANCELLED, on=on, by=by, note=why.strip())
    return locked


# ------------------------------------------------------------------------------------------ attendance
@transaction.atomic
def take_attendance(meeting: Meeting, *, present: Collection[int], on: date, by: Any) -> Meeting:
    """Record which members (by key) were there. It may be taken again while nobody has voted otherwise."""
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board, Membership.Role.MEMBER)
    standing(locked)
    if on < locked.on:
        raise NotAllowed(f"The board meets on {named(locked.on)}. Take the attendance then.")
    members = {member.pk: member for member in members_of(locked.board)}
    if not set(present) <= set(members):
        raise NotAllowed("Somebody chosen is no member of the board. Open the page again.")
    locked.present.set([members[pk] for pk in present])
    locked.attended_on = on
    locked.save(update_fields=["attended_on"])
    project(locked, on=on)
    here = [name_of(member) for pk, member in members.items() if pk in present]
    write(locked, What.ATTENDANCE, on=on, by=by, note=f"Present: {', '.join(here) or 'nobody'}")
    return locked


def next_meetings(board: Board, after: Meeting) -> list[Meeting]:
    """The later meetings of the board to which an item may be continued."""
    later = Meeting.objects.standing().filter(board=board, attended_on__isnull=True, on__gte=after.on)
    return [each for each in later.exclude(pk=after.pk) if each.moment > after.moment]


def three_dates(meeting: Meeting, now: datetime) -> list[date]:
    """The days first put side by side: the meeting's own, then the same day of the next two weeks."""
    first = meeting.on
    while datetime.combine(first, meeting.at, EASTERN) <= now:
        first += timedelta(weeks=1)
    return [first + timedelta(weeks=n) for n in range(3)]
