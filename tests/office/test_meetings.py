"""Meetings: when they are posted, what moves with them, and what a vote does to a case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from office.actions import agendas, cases, casework, closures, meetings, votes
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import EASTERN, Calendar
from office.clocks import OF_MEETINGS
from office.clockwork import Clock, Ended, Happened, Mover
from office.models import (
    AgendaItem,
    Case,
    ClockRow,
    Meeting,
    MeetingEntry,
    Membership,
    User,
    Vote,
    VotingRule,
)
from office.planning import Matter, days_of, dependents, overtaken, too_late
from tests import casts, people
from tests.office import toys

MAY_1 = date(2026, 5, 1)  # a Friday
SIX = time(18)
DUE = "Tisbury 09.0.8(13)"


def at(day: date, hour: int = 12, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=EASTERN)


def of_board(name: str) -> User:
    person = people.user(name, first_name="Sample", last_name=name.capitalize())
    Membership.objects.get_or_create(user=person, board=people.health(), role="member")
    return person


@dataclass
class Cast:
    anna: User
    bert: User
    cora: User
    filed: Case
    other: Case


def _cast() -> Cast:
    return Cast(
        of_board("anna"), of_board("bert"), of_board("cora"),
        people.ready_dumpster(MAY_1), people.ready_dumpster(MAY_1),
    )  # fmt: skip


cast = casts.shared(_cast)
pytestmark = pytest.mark.django_db


@pytest.fixture
def toy() -> Iterator[Case]:
    """A case with a notice 14 days before its hearing, in a window of 7 days."""
    with toys.registered():
        yield cases.open_case(kind="toy", on=MAY_1, by=people.clerk(), board=people.health())


def a_meeting(day: date = date(2026, 6, 1), hour: time = SIX, **more: Any) -> Meeting:
    """A meeting of the Tisbury Board of Health, set on May 1 at noon."""
    said = {"place": "Town Hall", "on": MAY_1, "now": at(MAY_1), "by": people.clerk(), **more}
    return meetings.set_meeting(board=people.health(), day=day, at=hour, **said)


def put(meeting: Meeting, case: Case | None, sort: str = "decision", text: str = "") -> AgendaItem:
    return agendas.add_item(
        meeting, sort=sort, case=case, text=text, on=MAY_1, now=at(MAY_1), by=people.clerk()
    )


NOON_OF_MAY_1 = at(MAY_1)


def moved(meeting: Meeting, day: date, now: datetime = NOON_OF_MAY_1) -> Meeting:
    return meetings.move(meeting, day=day, at=SIX, on=now.date(), now=now, by=people.clerk())


def held(meeting: Meeting, *present: User) -> Meeting:
    return meetings.take_attendance(
        meeting, present=[user.pk for user in present], on=meeting.on, by=people.clerk()
    )


def voted(item: AgendaItem, roll: dict[User, str], step: str = "approved", **more: Any) -> Vote:
    first, second, *_ = roll
    said = {
        "motion": "Sample motion.", "mover": first.pk, "second": second.pk, "on": item.meeting.on,
        "now": at(item.meeting.on, 19), "by": people.clerk(), "step": step, **more,
    }  # fmt: skip
    return votes.record_vote(item, ballots={user.pk: ballot for user, ballot in roll.items()}, **said)


# ------------------------------------------------------------------------------------------ when to post
@pytest.mark.parametrize(
    ("day", "hour", "posted_by"),
    [
        (date(2026, 6, 15), SIX, at(date(2026, 6, 11), 18)),  # Monday 6 pm: Thursday 6 pm
        (date(2026, 6, 16), SIX, at(date(2026, 6, 12), 18)),  # Tuesday: Friday
        (date(2026, 6, 17), SIX, at(date(2026, 6, 15), 18)),  # Wednesday: Monday
        (date(2026, 6, 22), SIX, at(date(2026, 6, 17), 18)),  # Juneteenth is a Friday
        (date(2026, 5, 26), SIX, at(date(2026, 5, 21), 18)),  # after Memorial Day
        (date(2026, 7, 6), SIX, at(date(2026, 7, 2), 18)),  # Independence Day is a Saturday
        (date(2026, 9, 8), time(9, 30), at(date(2026, 9, 3), 9, 30)),  # after Labor Day
        (date(2026, 11, 12), SIX, at(date(2026, 11, 9), 18)),  # Veterans Day between
        (date(2026, 11, 2), time(19), at(date(2026, 10, 29), 19)),  # the clock change falls into a Sunday
    ],
)  # fmt: skip
def test_a_meeting_is_posted_48_hours_ahead(day: date, hour: time, posted_by: datetime) -> None:
    moment = datetime.combine(day, hour, EASTERN)
    planned = {each.clock: each for each in days_of(moment, OF_MEETINGS["MA"], [], Calendar("MA"))}
    assert planned["meeting-posting"].due_at == posted_by
    assert planned["meeting-posting"].cite == "Massachusetts c.30A §20"
    assert planned["packet"].binds is False


def test_rhode_island_is_asked_for_nothing_that_was_not_read() -> None:
    planned = days_of(at(date(2026, 6, 15), 18), OF_MEETINGS["RI"], [], Calendar("RI"))
    assert [each.clock for each in planned] == ["packet"]


def test_posting_is_in_time_to_the_minute() -> None:
    """Monday, June 15 at 6 pm may be set until Thursday, June 11 at 6 pm, and not a minute later."""
    last = at(date(2026, 6, 11), 18)
    day = date(2026, 6, 15)
    a_meeting(day, now=last, on=last.date())
    with pytest.raises(NotAllowed) as refused:
        a_meeting(day, time(18, 0, 1), now=last + timedelta(minutes=1), on=last.date())
    assert str(refused.value) == (
        "Monday, June 15, 2026 is too soon: it had to be posted by Thursday, June 11, 2026, 6 pm "
        "(Massachusetts c.30A §20). Choose a later day, or call an emergency meeting and say why."
    )


def test_an_emergency_needs_its_reason_and_no_48_hours() -> None:
    day = date(2026, 5, 2)
    with pytest.raises(NotAllowed, match="needs its reason"):
        a_meeting(day, sort="emergency")
    meeting = a_meeting(day, sort="emergency", reason="A well is contaminated.")
    assert meeting.reason == "A well is contaminated."


def test_a_meeting_has_a_place_a_future_and_no_twin() -> None:
    with pytest.raises(NotAllowed, match="a place, a link, or both"):
        a_meeting(place=" ")
    with pytest.raises(NotAllowed, match=r"April 30, 2026 has passed"):
        a_meeting(date(2026, 4, 30), sort="emergency", reason="Late.")
    first = a_meeting()
    with pytest.raises(NotAllowed, match="meets then already"):
        a_meeting()
    assert a_meeting(hour=time(20)).slug == "2026-06-01-tisbury-health"
    assert first.slug == "2026-06-01-health"


def test_pressing_twice_sets_one_meeting() -> None:
    assert a_meeting(key="once").pk == a_meeting(key="once").pk


def test_only_a_clerk_of_the_board_sets_it(cast: Cast) -> None:
    for by in (people.inspector(), cast.anna, people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            a_meeting(by=by)


# ------------------------------------------------------------------------------------------ the notice
def test_a_notice_lists_its_topics_and_is_kept_when_it_was_late(cast: Cast) -> None:
    meeting = a_meeting()
    before = at(date(2026, 5, 31))
    late = at(date(2026, 5, 29), 9)  # Friday; it had to be Thursday, May 28, 6 pm

    def post(when: datetime, now: datetime = before) -> Meeting:
        return meetings.post(meeting, posted_at=when, on=now.date(), now=now, by=people.clerk())

    with pytest.raises(NotAllowed, match="the agenda has none"):
        post(late)
    item = put(meeting, cast.filed)
    with pytest.raises(NotAllowed, match="not come yet"):
        post(late, now=at(date(2026, 5, 28)))
    with pytest.raises(NotAllowed, match="a notice is posted before it"):
        post(at(date(2026, 6, 1), 18), now=at(date(2026, 6, 1), 20))
    assert post(late).posted_at == late
    assert not item.after_posting
    assert put(meeting, None, "discussion", "Beach signs").after_posting
    (row,) = (
        each
        for each in meetings.days_until(post(late), meeting.moment, [])
        if each.clock == "meeting-posting"
    )
    assert row.due_at == at(date(2026, 5, 28), 18)
    assert row.ended_on == date(2026, 5, 29)


def test_moving_takes_the_notice_back_and_keeps_the_old_address(cast: Cast) -> None:
    meeting = a_meeting()
    put(meeting, cast.filed)
    now = at(date(2026, 5, 20))
    meetings.post(meeting, posted_at=now, on=now.date(), now=now, by=people.clerk())
    later = moved(meeting, date(2026, 6, 8), now)
    assert (later.posted_at, later.slug) == (None, "2026-06-08-health")
    assert MeetingEntry.objects.get(what="moved").address == "2026-06-01-health"
    # Another meeting on that day gets another address: the old one leads here.
    assert a_meeting(hour=time(20)).slug == "2026-06-01-tisbury-health"
    assert moved(later, date(2026, 6, 1), now).slug == "2026-06-01-health"


def test_a_meeting_that_was_held_neither_moves_nor_is_cancelled(cast: Cast) -> None:
    meeting = a_meeting()
    held(meeting, cast.anna)
    for act in (
        lambda: moved(meeting, date(2026, 6, 8)),
        lambda: meetings.cancel(meeting, why="Snow", on=MAY_1, now=at(MAY_1), by=people.clerk()),
    ):
        with pytest.raises(NotAllowed, match="was held"):
            act()


# ----------------------------------------------------------------------- hearings, and what hangs on them
def clock(case: Case, slug: str = "notice") -> ClockRow:
    return case.clocks.get(clock=slug)


def test_a_hearing_on_the_agenda_starts_what_hangs_on_it(toy: Case) -> None:
    put(a_meeting(), toy, "hearing")
    event = toy.events.live().get(slug="hearing")
    assert (event.on, event.at) == (date(2026, 6, 1), SIX)
    assert (clock(toy).due_on, clock(toy).opens_on) == (date(2026, 5, 18), date(2026, 5, 11))


def test_a_decision_appoints_no_day(toy: Case) -> None:
    put(a_meeting(), toy, "decision")
    assert not toy.events.filter(slug="hearing").exists()
    assert not toy.clocks.filter(clock="notice").exists()


def test_moving_across_a_holiday_recounts_everything_with_its_working(toy: Case) -> None:
    meeting = a_meeting(date(2026, 5, 20))
    put(meeting, toy, "hearing")
    assert clock(toy).due_on == date(2026, 5, 6)
    moved(meeting, date(2026, 6, 3))
    row = clock(toy)
    assert (row.due_on, row.opens_on) == (date(2026, 5, 20), date(2026, 5, 13))
    counted = "Wed June 3, 2026 − 14 calendar days = Wed May 20, 2026; Memorial Day counted; no roll"
    assert row.says == f"Post the notice: {counted} (Toys 2)"
    assert toy.events.live().filter(slug="hearing").count() == 1
    assert toy.events.filter(slug="hearing").count() == 2  # the first stays readable


def test_what_the_planner_shows_is_what_setting_the_day_does(toy: Case) -> None:
    meeting = a_meeting(date(2026, 5, 20))
    put(meeting, toy, "hearing")
    day = date(2026, 6, 24)  # Juneteenth falls between
    matters = meetings.matters_of(meetings.live_items(meeting))
    shown = meetings.days_until(meeting, datetime.combine(day, SIX, EASTERN), matters)
    moved(meeting, day)
    rows = {row.clock: (row.due_on, row.opens_on, row.says) for row in toy.clocks.filter(ended_on=None)}
    told = {each.clock: (each.due_on, each.opens_on, each.says) for each in shown if each.of}
    assert told == {slug: row for slug, row in rows.items() if slug in told}
    assert set(told) == {"notice"}


def test_a_day_that_a_section_sets_and_that_has_passed_is_refused(toy: Case) -> None:
    meeting = a_meeting(date(2026, 6, 15))
    put(meeting, toy, "hearing")
    now = at(date(2026, 5, 26))
    assert moved(meeting, date(2026, 6, 9), now).on == date(2026, 6, 9)  # due May 26, today
    with pytest.raises(NotAllowed) as refused:
        moved(meeting, date(2026, 6, 8), now)
    assert str(refused.value) == (
        f"Monday, June 8, 2026 is too soon for {toy.number}: “Post the notice” was due through Monday, May "
        "25, 2026 (Toys 2). Choose a later day."
    )


def test_the_same_day_binds_when_the_case_is_put_on_the_agenda(toy: Case) -> None:
    """May 14 is 13 days ahead of May 1; May 15 is 14."""
    with pytest.raises(NotAllowed, match="is too soon for"):
        put(a_meeting(date(2026, 5, 14)), toy, "hearing")
    put(a_meeting(date(2026, 5, 15)), toy, "hearing")


def test_a_continued_hearing_takes_its_days_along(toy: Case) -> None:
    first, second = a_meeting(), a_meeting(date(2026, 6, 15))
    item = put(first, toy, "hearing")
    on = first.on
    new = agendas.continue_item(item, to=second, on=on, now=at(on, 19), by=people.clerk())
    assert new.continued_from == item
    assert toy.events.live().get(slug="hearing").on == date(2026, 6, 15)
    assert clock(toy).due_on == date(2026, 6, 1)
    with pytest.raises(NotAllowed, match="continued or taken off"):
        agendas.continue_item(item, to=second, on=on, now=at(on, 19), by=people.clerk())
    third = a_meeting(date(2026, 6, 29))
    agendas.continue_item(new, to=third, on=on, now=at(on, 19), by=people.clerk())
    assert clock(toy).due_on == date(2026, 6, 15)
    # The first meeting may move: what was continued away from it stays where it is.
    moved(second, date(2026, 6, 16))
    assert toy.events.live().get(slug="hearing").on == date(2026, 6, 29)


def test_the_history_moves_no_hearing_that_hangs_on_an_agenda(cast: Cast) -> None:
    put(a_meeting(), cast.filed, "hearing")
    event = cast.filed.events.live().get(slug="hearing")
    said = {"by": people.clerk(), "note": "A slip."}
    with pytest.raises(NotAllowed):
        cases.correct(event, on=date(2026, 6, 2), **said)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        cases.strike(event, **said)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        cases.record(cast.filed, "hearing", on=date(2026, 6, 2), by=people.clerk(), at=SIX)
    moved(Meeting.objects.get(), date(2026, 6, 8))
    assert cast.filed.events.live().get(slug="hearing").on == date(2026, 6, 8)


def test_it_is_continued_to_a_later_meeting_of_the_board_alone(cast: Cast) -> None:
    first, second = a_meeting(), a_meeting(date(2026, 6, 15))
    item = put(second, cast.filed)
    with pytest.raises(NotAllowed, match="later meeting of the same board"):
        agendas.continue_item(item, to=first, on=MAY_1, now=at(MAY_1), by=people.clerk())


def test_a_case_has_one_hearing_ahead(cast: Cast) -> None:
    put(a_meeting(), cast.filed, "hearing")
    with pytest.raises(NotAllowed, match=r"has its hearing on Monday, June 1, 2026"):
        put(a_meeting(date(2026, 6, 15)), cast.filed, "show-cause")


def test_taking_it_off_or_cancelling_takes_the_hearing_back(toy: Case, cast: Cast) -> None:
    meeting = a_meeting()
    item = put(meeting, toy, "hearing")
    put(meeting, cast.filed, "show-cause")
    said = {"on": MAY_1, "now": at(MAY_1), "by": people.clerk()}
    with pytest.raises(NotAllowed, match="Say why"):
        agendas.remove_item(item, why=" ", **said)  # type: ignore[arg-type]
    agendas.remove_item(item, why="The applicant asked.", **said)  # type: ignore[arg-type]
    assert not toy.events.live().filter(slug="hearing").exists()
    assert not toy.clocks.filter(clock="notice").exists()
    assert cast.filed.events.live().filter(slug="hearing").exists()
    meetings.cancel(meeting, why="Snow.", **said)  # type: ignore[arg-type]
    assert not cast.filed.events.live().filter(slug="hearing").exists()
    with pytest.raises(NotAllowed, match="was cancelled"):
        put(meeting, cast.other)


def test_an_agenda_takes_open_cases_of_its_board_once(cast: Cast) -> None:
    meeting = a_meeting()
    put(meeting, cast.filed)
    with pytest.raises(NotAllowed, match="on this agenda already"):
        put(meeting, cast.filed)
    with pytest.raises(NotAllowed, match="Name a case, or write the topic"):
        put(meeting, None)
    closed = Case.objects.get(pk=cast.other.pk)
    cases.record(closed, "withdrawn", on=MAY_1, by=people.clerk(), note="Asked.")
    with pytest.raises(NotAllowed, match="Only an open case"):
        put(meeting, closed)
    with toys.registered():
        far = cases.open_case(kind="toy", on=MAY_1, by=people.clerk(people.docks()), board=people.docks())
        with pytest.raises(NotAllowed, match="is before the Barnstable"):
            put(meeting, far)


# --------------------------------------------------------------------------------- the planner's own words
STAKES = Clock(slug="stakes", says="Stake", cite="Toys 1", starts="hearing", stops=("staked",), before=True,
               days=0, opens=21, early=True)  # fmt: skip
DECIDE = Clock(slug="decide", says="Decide", cite="Toys 2", starts="hearing-closed", stops=("granted",),
               days=21, mover=Mover.BOARD)  # fmt: skip
RECORD = Clock(slug="record", says="Record it", cite="Toys 3", starts=Ended("decide"), days=10)
REPLY = Clock(slug="reply", says="Reply", cite="Toys 4", starts="asked", days=20, mover=Mover.APPLICANT)
REVIEW = Clock(slug="review", says="Review", cite="Toys 5", starts="asked", days=30)


def test_stakes_and_the_decision_follow_the_day_that_is_tried() -> None:
    told = (Happened("asked", date(2026, 5, 11)), Happened("hearing", date(2026, 5, 26), at=SIX))
    matter = Matter("TY-1", (STAKES, DECIDE, RECORD, REPLY, REVIEW), told, heard=True)
    assert dependents(matter.clocks) == {"stakes", "decide", "record"}
    moment = at(date(2026, 6, 16), 18)
    found = {each.clock: each for each in days_of(moment, (), [matter], Calendar("MA"))}
    assert found["stakes"].opens_on == date(2026, 5, 26)
    assert found["stakes"].due_on == date(2026, 6, 16)
    assert found["decide"].due_on == date(2026, 7, 7)  # had the hearing closed that day
    assert set(found) == {"stakes", "decide"}
    (late,) = overtaken(moment, [matter], Calendar("MA"))  # the applicant's own day is no conflict
    assert (late.what, late.due_on) == ("Review", date(2026, 6, 10))
    assert overtaken(at(date(2026, 6, 10), 18), [matter], Calendar("MA")) == []


def test_what_was_done_in_time_is_never_too_late() -> None:
    before = Clock(slug="mail", says="Mail", cite="Toys 1", starts="hearing", stops=("mailed",), before=True,
                   days=14)  # fmt: skip
    moment, now = at(date(2026, 6, 15), 18), at(date(2026, 6, 5))
    for told, late in (((), 1), ((Happened("mailed", date(2026, 5, 20)),), 0)):
        matter = Matter("TY-1", (before,), told, heard=True)
        assert len(too_late(days_of(moment, (), [matter], Calendar("MA")), now)) == late


# ------------------------------------------------------------------------------------------------ votes
def fresh(case: Case) -> Case:
    return Case.objects.get(pk=case.pk)


@pytest.fixture
def item(cast: Cast) -> AgendaItem:
    """The application on the agenda of June 1, with all three members there."""
    meeting = a_meeting()
    found = put(meeting, fresh(cast.filed))
    held(meeting, cast.anna, cast.bert, cast.cora)
    return AgendaItem.objects.select_related("meeting__board", "case__board").get(pk=found.pk)


def test_a_motion_that_carries_approves_with_its_conditions(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "recused"}
    vote = voted(
        item, roll, conditions=[("Keep the lid closed.", None), ("Plant a hedge.", date(2026, 7, 1))]
    )
    assert (vote.carries, vote.says, vote.comes_to) == (True, "2–0, one recused: carries", "Approved")
    case = fresh(cast.filed)
    assert case.status == "approved"
    assert vote.event is not None
    assert vote.event.on == date(2026, 6, 1)
    assert "Vote of Monday, June 1, 2026, 2–0, one recused: carries" in vote.event.note
    row = case.clocks.get(clock="condition", label="Plant a hedge")
    assert row.due_on == date(2026, 7, 1)
    assert [each.cite for each in case.conditions.all()] == ["Vote of Monday, June 1, 2026"] * 2
    assert vote.working["lines"][-1] == (
        "A majority is of all seats; 3 seats, the members on file; the town has not confirmed the number of "
        "seats."
    )
    assert [(each.name, each.ballot) for each in vote.ballots.all()] == [
        ("Sample Anna", "yes"), ("Sample Bert", "yes"), ("Sample Cora", "recused"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "status", "comes_to"),
    [
        (("yes", "no", "absent"), "denied", "Denied: the motion to approve failed"),  # a tie
        (("no", "no", "yes"), "denied", "Denied: the motion to approve failed"),
        (("yes", "abstain", "recused"), "denied", "Denied: the motion to approve failed"),  # 1 of 3 seats
        (("yes", "yes", "absent"), "approved", "Approved"),  # two of three members
    ],
)
def test_a_motion_to_approve_that_fails_is_a_denial(
    cast: Cast, item: AgendaItem, said: tuple[str, ...], status: str, comes_to: str
) -> None:
    roll = dict(zip((cast.anna, cast.bert, cast.cora), said, strict=True))
    vote = voted(item, roll, conditions=[("Plant a hedge.", date(2026, 7, 1))])
    assert fresh(cast.filed).status == status
    assert vote.comes_to == comes_to
    assert fresh(cast.filed).conditions.count() == (1 if status == "approved" else 0)
    if status == "denied":
        assert vote.event is not None
        assert vote.event.note.startswith("The motion to approve failed. (Vote of Monday, June 1, 2026, ")


def test_the_other_reading_is_a_setting(cast: Cast, item: AgendaItem) -> None:
    """One yes, one abstaining: no majority of three seats, and one of those present and voting."""
    VotingRule.objects.create(
        board=people.health(), since=MAY_1, seats=3, majority="voting", section="Tisbury 09.0.3(3)"
    )
    vote = voted(item, {cast.anna: "yes", cast.bert: "abstain", cast.cora: "absent"})
    assert vote.comes_to == "Approved"
    assert vote.section == "Tisbury 09.0.3(3)"
    assert vote.working["lines"][-1] == (
        "A majority is of the members present and voting (Tisbury 09.0.3(3)); 3 seats, as set from Friday, "
        "May 1, 2026; the town has not confirmed it."
    )


def test_a_vote_is_under_the_rule_of_the_meetings_day(cast: Cast, item: AgendaItem) -> None:
    for since, seats in ((MAY_1, 3), (date(2026, 6, 2), 5)):
        VotingRule.objects.create(board=people.health(), since=since, seats=seats)
    assert votes.practice_of(people.health(), date(2026, 6, 1)).law.seats == 3
    assert votes.practice_of(people.health(), date(2026, 6, 2)).law.seats == 5
    assert voted(item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "absent"}).carries


def test_a_motion_to_deny_that_fails_moves_nothing(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "no", cast.cora: "no"}
    vote = voted(item, roll, step="denied")
    assert (vote.event, vote.comes_to) == (None, "Not denied: the motion failed")
    assert fresh(cast.filed).status == "filed"
    # The matter is still before the board: another motion follows.
    assert voted(item, {cast.bert: "yes", cast.cora: "yes", cast.anna: "no"}).comes_to == "Approved"


def test_a_motion_to_deny_gives_its_words_as_the_reason(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "no"}
    vote = voted(item, roll, step="denied", motion="Deny: the lot line is too near.")
    assert fresh(cast.filed).status == "denied"
    assert vote.event is not None
    assert vote.event.note.startswith("Deny: the lot line is too near. (Vote of")


def test_a_vote_in_words_alone_moves_nothing(cast: Cast, item: AgendaItem) -> None:
    vote = voted(item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}, step="")
    assert (vote.event, vote.comes_to, vote.carries) == (None, "", True)


def refused(item: AgendaItem, roll: dict[User, str], **more: Any) -> str:
    before = Vote.objects.count()
    with pytest.raises(NotAllowed) as said:
        voted(item, roll, **more)
    assert Vote.objects.count() == before
    assert item.case is None or fresh(item.case).status == "filed"
    return str(said.value)


def test_no_quorum_no_vote(cast: Cast, item: AgendaItem) -> None:
    said = refused(item, {cast.anna: "yes", cast.bert: "absent", cast.cora: "absent"})
    assert said.startswith("One present; quorum is two. Continue the matter to a meeting")


def test_a_recused_member_counts_toward_no_quorum(cast: Cast, item: AgendaItem) -> None:
    said = refused(item, {cast.anna: "yes", cast.bert: "recused", cast.cora: "absent"})
    assert "One present without one recused; quorum is two." in said


def test_who_was_not_there_does_not_vote(cast: Cast, item: AgendaItem) -> None:
    held(item.meeting, cast.anna, cast.bert)
    said = refused(item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"})
    assert said.startswith("Sample Cora is not marked as present.")
    assert voted(item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "absent"}).carries


def test_the_whole_roll_is_called(cast: Cast, item: AgendaItem) -> None:
    assert "Say how Sample Cora voted" in refused(item, {cast.anna: "yes", cast.bert: "yes"})
    stranger = people.stranger()
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes", stranger: "yes"}
    assert "Only members of the board vote" in refused(item, roll)


def test_what_a_motion_may_propose(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    assert "No motion leads to 'closed'" in refused(item, roll, step="closed")
    assert "is not open while" in refused(item, roll, step="suspended")
    conditions = [("Plant a hedge.", None)]
    assert "go with a motion to approve" in refused(item, roll, step="denied", conditions=conditions)
    assert "Write the motion" in refused(item, roll, motion=" ")


def test_a_vote_is_taken_at_the_meeting_and_after_the_roll(cast: Cast) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    meeting = a_meeting()
    topic = put(meeting, None, "discussion", "Beach signs")
    assert "Record the vote then" in refused(topic, roll, step="", on=date(2026, 5, 31))
    assert "Take the attendance first" in refused(topic, roll, step="")
    with pytest.raises(NotAllowed, match="Take the attendance then"):
        meetings.take_attendance(meeting, present=[], on=date(2026, 5, 31), by=people.clerk())
    held(meeting, *roll)
    assert voted(topic, roll, step="").says == "3–0: carries"
    assert "moves none" in refused(topic, roll, step="approved")


def test_a_continued_item_is_voted_on_where_it_went(cast: Cast, item: AgendaItem) -> None:
    later = a_meeting(date(2026, 6, 15))
    agendas.continue_item(item, to=later, on=item.meeting.on, now=at(item.meeting.on, 19), by=cast.anna)
    assert "It was continued to Monday, June 15, 2026" in refused(
        item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    )


def test_members_and_clerks_record_and_nobody_else(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    for by in (people.inspector(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            voted(item, roll, by=by)
    assert voted(item, roll, by=cast.anna).by == cast.anna


def test_pressing_twice_records_one_vote(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    first = voted(item, roll, key="vote-1")
    assert voted(item, roll, key="vote-1") == first
    assert Vote.objects.count() == 1


def test_a_vote_recorded_wrongly_is_taken_back_with_what_it_did(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    vote = voted(item, roll, conditions=[("Plant a hedge.", date(2026, 7, 1))])
    on = date(2026, 6, 2)
    said = {"on": on, "now": at(on), "by": people.clerk()}
    with pytest.raises(NotAllowed, match="Say what was recorded wrongly"):
        votes.take_back(vote, why=" ", **said)  # type: ignore[arg-type]
    votes.take_back(vote, why="Cora voted no.", **said)  # type: ignore[arg-type]
    case = fresh(cast.filed)
    assert (case.status, case.conditions.count()) == ("filed", 0)
    assert not case.clocks.filter(clock="condition").exists()
    assert not Vote.objects.standing().exists()  # type: ignore[attr-defined]
    with pytest.raises(NotAllowed, match="taken back already"):
        votes.take_back(vote, why="Again.", **said)  # type: ignore[arg-type]
    assert voted(item, {cast.anna: "yes", cast.bert: "yes", cast.cora: "no"}).comes_to == "Approved"


def test_a_met_condition_keeps_its_vote(cast: Cast, item: AgendaItem) -> None:
    roll = {cast.anna: "yes", cast.bert: "yes", cast.cora: "yes"}
    vote = voted(item, roll, conditions=[("Plant a hedge.", date(2026, 7, 1))])
    case, on = fresh(cast.filed), date(2026, 6, 2)
    casework.meet_condition(case, condition=case.conditions.get(), on=on, by=people.clerk())
    with pytest.raises(NotAllowed, match="was met since"):
        votes.take_back(vote, why="Wrong.", on=on, now=at(on), by=people.clerk())


def test_a_closed_day_is_a_conflict_and_moves_nothing(toy: Case) -> None:
    """A hearing never moves by itself when the office closes: the calendar of closures says so."""
    put(a_meeting(), toy, "hearing")
    closures.close("Tisbury", first=date(2026, 6, 1), reason="Storm", on=MAY_1, by=people.clerk())
    assert toy.events.live().get(slug="hearing").on == date(2026, 6, 1)
    assert people.health().calendar().closed_because(date(2026, 6, 1)) == "Storm"
