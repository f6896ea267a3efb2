"""A board's votes: the roll, what the motion comes to, and the one step of the case that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction

from office import votes
from office.actions import casework, steps
from office.actions.errors import CannotVote, NotAllowed
from office.actions.meetings import What, lock_meeting, members_of, name_of, need_clerk, write
from office.actions.rulings import fall
from office.kinds import APPROVE, DENY, Step
from office.models import (
    AgendaItem,
    Board,
    Case,
    Event,
    Meeting,
    Membership,
    User,
    Vote,
    VoteOfMember,
    VoteTakenBack,
    VotingRule,
)
from office.schedules import named
from office.votes import Ballot, VotingLaw


@dataclass(frozen=True)
class Practice:
    """How a board votes on a day, and where that comes from, in a sentence."""

    law: VotingLaw
    says: str


def practice_of(board: Board, on: date) -> Practice:
    """The board's voting rule of that day; without one its seats are the members on file.

    Raises NotAllowed when nothing says how many seats there are.
    """
    row = VotingRule.objects.filter(board=board, since__lte=on).order_by("-since").first()
    if row is not None:
        law = row.law()
        source = f"as set from {named(row.since)}" + (
            "" if row.confirmed else "; the town has not confirmed it"
        )
    else:
        on_file = len(members_of(board))
        if not on_file:
            raise NotAllowed(f"No member of {board} is on file. An administrator adds the members first.")
        law = VotingLaw(on_file)
        source = "the members on file; the town has not confirmed the number of seats"
    of = "all seats" if law.majority is votes.Majority.SEATS else "the members present and voting"
    cite = f" ({law.section})" if law.section else ""
    seats = "seat" if law.seats == 1 else "seats"
    return Practice(law, f"A majority is of {of}{cite}; {law.seats} {seats}, {source}.")


@transaction.atomic
def record_vote(
    item: AgendaItem,
    *,
    motion: str,
    mover: int,
    second: int,
    ballots: Mapping[int, str],
    on: date,
    now: datetime,
    by: Any,
    step: str = "",
    conditions: Sequence[tuple[str, date | None]] = (),
    key: str | None = None,
) -> Vote:
    """Record a vote on an agenda item as it was taken at the meeting, and what follows from it.

    `ballots` are what each member said, by the member's key; `mover` and `second` are keys among them. `step`
    is what the motion proposes for the case. Carried, it is recorded; a motion to approve that fails is a
    recorded denial. `conditions` (words, last day or None) go with a motion to approve that carries. `key`
    makes pressing twice one vote. Raises NotAllowed with every reason: no quorum, a recused mover, …
    """
    if key and (earlier := Vote.objects.filter(key=key).first()):
        if earlier.item_id != item.pk:
            raise NotAllowed("This form was already used for something else. Open the page again.")
        return earlier
    meeting = lock_meeting(item.meeting)
    need_clerk(by, meeting.board, Membership.Role.MEMBER)
    fresh = AgendaItem.objects.select_related("case__board", "continued_to__meeting").get(pk=item.pk)
    _check_item(meeting, fresh, on=on)
    members = {member.pk: member for member in members_of(meeting.board)}
    said = _roll(meeting, members, ballots)
    if not motion.strip():
        raise NotAllowed("Write the motion as it was put.")
    names = {pk: _unlike(members, pk) for pk in members}
    law = practice_of(meeting.board, meeting.on)
    by_name = {names[pk]: ballot for pk, ballot in said.items()}
    wrong = votes.problems(law.law, by_name, names.get(mover, ""), names.get(second, ""))
    if wrong:
        raise CannotVote(wrong)
    proposed = _proposed(fresh.case, step)
    if conditions and not (proposed and proposed.vote == APPROVE):
        raise NotAllowed("Conditions go with a motion to approve. Leave them out, or choose that motion.")
    came = votes.outcome(law.law, by_name)
    event, comes_to, made = None, "", []
    if fresh.case is not None and proposed is not None:
        if came.carries:
            made = _conditions(fresh.case, meeting, came.says, conditions, on=meeting.on, by=by)
        event, comes_to = _follow(
            fresh.case, proposed, carries=came.carries, motion=motion.strip(), says=came.says,
            meeting=meeting, now=now, by=by,
        )  # fmt: skip
    vote = Vote.objects.create(
        item=fresh, motion=motion.strip(), step=step, mover=members[mover], second=members[second],
        carries=came.carries, says=came.says, comes_to=comes_to, section=law.law.section, event=event, on=on,
        by=by, key=key,
        working={"lines": [*came.working, law.says], "seats": law.law.seats, "majority": law.law.majority},
    )  # fmt: skip
    vote.conditions.set(made)
    VoteOfMember.objects.bulk_create(
        VoteOfMember(vote=vote, member=members[pk], name=name_of(members[pk]), ballot=ballot)
        for pk, ballot in said.items()
    )
    write(meeting, What.VOTE, on=on, by=by, note=f"{fresh.heading}. {came.says}")
    return vote


def _unlike(members: Mapping[int, User], pk: int) -> str:
    """The member's name; where two have the same, with the name by which they sign in."""
    name = name_of(members[pk])
    twins = sum(name_of(other) == name for other in members.values())
    return f"{name} ({members[pk].get_username()})" if twins > 1 else name


def _check_item(meeting: Meeting, item: AgendaItem, *, on: date) -> None:
    if meeting.cancelled_on is not None:
        raise NotAllowed(f"The meeting was cancelled on {named(meeting.cancelled_on)}.")
    if item.removed_on is not None:
        raise NotAllowed("It was taken off the agenda. Put it on again first.")
    if item.goes_on:
        raise NotAllowed(f"It was continued to {named(item.continued_to.meeting.on)}. Vote there.")
    if on < meeting.on:
        raise NotAllowed(f"The board meets on {named(meeting.on)}. Record the vote then.")
    if meeting.attended_on is None:
        raise NotAllowed("Take the attendance first: it says who sits.")


def _roll(meeting: Meeting, members: Mapping[int, User], ballots: Mapping[int, str]) -> dict[int, Ballot]:
    """What each member said, in the order of the roll."""
    if set(ballots) - set(members):
        raise NotAllowed("Only members of the board vote. Open the page again.")
    if silent := [name_of(member) for pk, member in members.items() if not ballots.get(pk)]:
        raise NotAllowed(f"Say how {' and '.join(silent)} voted: yes, no, abstain, recused or absent.")
    present = set(meeting.present.values_list("pk", flat=True))
    said = {pk: Ballot(ballots[pk]) for pk in members}
    for pk, ballot in said.items():
        if pk not in present and ballot is not Ballot.ABSENT:
            raise NotAllowed(
                f"{name_of(members[pk])} is not marked as present. Mark the member as absent here, or take "
                "the attendance again."
            )
    return said


def _proposed(case: Case | None, step: str) -> Step | None:
    if not step:
        return None
    if case is None:
        raise NotAllowed("This topic is no case: a motion on it moves none.")
    proposed = next((each for each in case.casekind.lifecycle.steps if each.slug == step and each.vote), None)
    if proposed is None:
        raise NotAllowed(f"No motion leads to {step!r} on a {case.casekind.label.lower()}.")
    if proposed not in case.casekind.lifecycle.votable(case.status):
        raise NotAllowed(f"{proposed.label} is not open while {case.number} is {case.status}.")
    return proposed


def _named_vote(meeting: Meeting, says: str) -> str:
    return f"Vote of {named(meeting.on)}, {says}"


def _conditions(
    case: Case, meeting: Meeting, says: str, wanted: Sequence[tuple[str, date | None]], *, on: date, by: Any
) -> list[Any]:
    cite = f"Vote of {named(meeting.on)}"
    return [
        casework.add_condition(case, text=text, due_on=due_on, cite=cite, on=on, by=by)
        for text, due_on in wanted
    ]


def _follow(
    case: Case, proposed: Step, *, carries: bool, motion: str, says: str, meeting: Meeting, now: datetime,
    by: Any,
) -> tuple[Event | None, str]:  # fmt: skip
    """What the vote records on the case, and what it comes to in words."""
    vote = _named_vote(meeting, says)
    if carries:
        note, step = f"{motion} ({vote})", proposed
        comes_to = step.done
    elif proposed.vote == APPROVE:
        refusal = next(
            (each for each in case.casekind.lifecycle.votable(case.status) if each.vote == DENY), None
        )
        if refusal is None:
            return None, f"Not {proposed.done.lower()}; nothing else is open while the case is {case.status}"
        note, step = f"The motion to {proposed.label.lower()} failed. ({vote})", refusal
        comes_to = f"{step.done}: the motion to {proposed.label.lower()} failed"
    else:
        return None, f"Not {proposed.done.lower()}: the motion failed"
    if step.by_vote is not None:
        return step.by_vote.do(case, step.slug, why=note, on=meeting.on, now=now, by=by), comes_to
    if step.gate or step.page or step.guarded:
        raise NotAllowed(f"{step.label} has a page of its own. Record the vote without it, then go there.")
    event = steps.record(
        case, step.slug, on=meeting.on, by=by, now=now, note=note, cleared=step.vote_only
    )
    return event, comes_to


@transaction.atomic
def take_back(vote: Vote, *, why: str, on: date, now: datetime, by: Any) -> VoteTakenBack:
    """Say that a vote was recorded wrongly: what it recorded on its case is struck. Then it is recorded anew.

    Conditions that came with it go too, unless one was met since; and so does what falls with the vote, such
    as a variance it granted, unless something rests on that.
    """
    meeting = lock_meeting(vote.item.meeting)
    need_clerk(by, meeting.board)
    if VoteTakenBack.objects.filter(vote=vote).exists():
        raise NotAllowed("This vote was taken back already.")
    if not why.strip():
        raise NotAllowed("Say what was recorded wrongly, in one sentence.")
    conditions = list(vote.conditions.all())
    if any(condition.met_on for condition in conditions):
        raise NotAllowed("A condition of this vote was met since. The vote stays as it is.")
    event = vote.event
    if event is not None:
        if event.void or Event.objects.filter(corrects=event).exists():
            raise NotAllowed("What the vote recorded was corrected in the history since. The vote stays.")
        case = event.case
        if case.starts_on is not None and conditions:
            raise NotAllowed(f"{case.number} was issued with the conditions of this vote. The vote stays.")
        said = f"Vote taken back. {why.strip()}"
        fall(case, event, on=on, by=by, now=now, note=said)
        step = case.casekind.lifecycle.step(event.slug)
        if step.by_vote is not None:
            step.by_vote.undo(event, why=said, on=on, now=now, by=by)
        else:
            steps.strike(event, by=by, now=now, note=said, cleared=step.vote_only)
        for condition in conditions:
            casework.withdraw_condition(case, condition=condition, on=on, by=by, why=why.strip())
    back = VoteTakenBack.objects.create(vote=vote, on=on, by=by, why=why.strip())
    write(meeting, What.TAKEN_BACK, on=on, by=by, note=f"{vote.item.heading}. {why.strip()}")
    return back
