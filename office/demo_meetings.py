"""Sample meetings of the Board of Health: one that was held, and one ahead with a posted agenda."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from office.actions import agendas, meetings, packets, votes
from office.calendar import EASTERN
from office.demo_data import Stage
from office.kinds import APPROVE
from office.models import AgendaItem, Case, Meeting, Membership, User

BOARD = "tisbury-health"
SIX = time(18)
MEMBERS = ("member-two", "member-three")  # beside the one who signs in; they cannot


def tell_meetings(stage: Stage) -> None:
    """Add the sample members and meetings, once. No sample case is moved by them."""
    board = stage.boards[BOARD]
    if Meeting.objects.filter(board=board).exists():
        return
    for n, username in enumerate(MEMBERS, start=2):
        user, new = User.objects.get_or_create(
            username=username, defaults={"first_name": "Sample", "last_name": f"Member {n}"}
        )
        if new:
            user.set_unusable_password()
            user.save()
        Membership.objects.get_or_create(user=user, board=board, role=Membership.Role.MEMBER)
    _held(stage)
    _ahead(stage)


def _set(stage: Stage, days: int) -> Meeting:
    """A meeting that many days from today, set three weeks before it."""
    day = stage.today + timedelta(days=days)
    told = day - timedelta(days=21)
    return meetings.set_meeting(
        board=stage.boards[BOARD], day=day, at=SIX, place="Sample Town Hall, room 2", on=told,
        now=stage.morning(told), by=stage.users["clerk"],
    )  # fmt: skip


def _put(
    meeting: Meeting, stage: Stage, sort: str, *, case: Case | None = None, text: str = ""
) -> AgendaItem:
    told = meeting.on - timedelta(days=21)
    return agendas.add_item(
        meeting, sort=sort, case=case, text=text, on=told, now=stage.morning(told), by=stage.users["clerk"]
    )


def _post(meeting: Meeting, stage: Stage) -> None:
    on = min(meeting.on - timedelta(days=7), stage.today - timedelta(days=1))
    moment = datetime.combine(on, time(10), EASTERN)
    meetings.post(meeting, posted_at=moment, on=on, now=moment, by=stage.users["clerk"])


def _held(stage: Stage) -> None:
    meeting, clerk = _set(stage, -14), stage.users["clerk"]
    topic = _put(meeting, stage, "discussion", text="Sample topic: hours of the office in summer")
    _post(meeting, stage)
    on, members = meeting.on, meetings.members_of(meeting.board)
    meetings.take_attendance(meeting, present=[member.pk for member in members], on=on, by=clerk)
    first, second, *others = members
    votes.record_vote(
        topic, motion="Keep the sample hours as they are.", mover=first.pk, second=second.pk,
        ballots={first.pk: "yes", second.pk: "yes"} | {other.pk: "abstain" for other in others}, on=on,
        now=datetime.combine(on, time(19), EASTERN), by=clerk,
    )  # fmt: skip


def _draft(item: AgendaItem, stage: Stage) -> None:
    """A condition proposed with the approval; the motions stay in the office's own words."""
    packets.draft(
        item, texts={}, worded={}, conditions=[("Sample condition: keep the lids closed.", None)],
        before=packets.seen(item), on=item.added_on, by=stage.users["clerk"],
    )  # fmt: skip


def _ahead(stage: Stage) -> None:
    meeting = _set(stage, 7)
    rows = Case.objects.open().filter(board=meeting.board).select_related("board").order_by("pk")
    for case in rows:
        if any(step.vote == APPROVE for step in case.casekind.lifecycle.votable(case.status)):
            _draft(_put(meeting, stage, "decision", case=case), stage)
            break
    _put(meeting, stage, "discussion", text="Sample topic: signs at the beach")
    _post(meeting, stage)
