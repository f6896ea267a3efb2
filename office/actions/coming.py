"""Who will come to a meeting, as its members say before it. No attendance: that is taken at the meeting."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from office.actions.errors import NotAllowed, WrongRole
from office.actions.meetings import What, lock_meeting, members_of, name_of, standing, write
from office.actions.votes import practice_of
from office.models import AgendaItem, Coming, Meeting, Membership, User, VoteOfMember
from office.permissions import may
from office.schedules import named
from office.votes import in_words

Will = Coming.Will


@dataclass(frozen=True)
class Word:
    """What one member said of coming, and on which items of the agenda they will not sit."""

    member: User
    name: str
    will: str
    recused: frozenset[int] = frozenset()

    @property
    def says(self) -> str:
        return Will(self.will).label


@dataclass(frozen=True)
class Expected:
    """Who is expected. `says` counts them against the quorum; `short` are the items on which too few sit."""

    words: tuple[Word, ...]
    says: str
    enough: bool | None
    short: tuple[str, ...] = ()


def expected(meeting: Meeting, items: Sequence[AgendaItem]) -> Expected:
    """Who will come on the day for which the meeting is set, with the recusals that are known.

    A member who recused themselves in an earlier vote on a case is taken to do so again. What was said for
    another day does not count. A fixed number of queries.
    """
    words = _words(meeting, items)
    came = [word for word in words if word.will == Will.YES]
    silent = sum(word.will == Will.UNKNOWN for word in words)
    try:
        needed = practice_of(meeting.board, meeting.on).law.needed_to_sit
    except NotAllowed as unknown:
        return Expected(words, str(unknown), None)
    first = f"{in_words(len(came)).capitalize()} will come" if came else "Nobody will come"
    parts = ["Nobody has said yes yet" if silent and not came else first]
    if gone := sum(word.will == Will.NO for word in words):
        parts.append(f"{in_words(gone)} will not")
    if silent:
        parts.append(f"of {in_words(silent)} it is not known")
    says = f"{', '.join(parts)}; quorum is {in_words(needed)}."
    if len(came) >= needed:
        enough: bool | None = True
    else:
        enough = None if len(came) + silent >= needed else False
    return Expected(words, says, enough, tuple(_short(items, words, needed)))


def _short(items: Sequence[AgendaItem], words: Sequence[Word], needed: int) -> list[str]:
    """The items on which fewer than a quorum can sit, even if all come of whom it is not known."""
    found = []
    for item in items:
        able = [word for word in words if word.will != Will.NO]
        away = [word for word in able if item.pk in word.recused]
        if away and len(able) - len(away) < needed:
            who = " and ".join(word.name for word in away)
            sit = len(able) - len(away)
            can = in_words(sit).capitalize() if sit else "Nobody"
            found.append(f"{item.heading}: {who} recused. {can} can sit; quorum is {in_words(needed)}.")
    return found


def _words(meeting: Meeting, items: Sequence[AgendaItem]) -> tuple[Word, ...]:
    rows = Coming.objects.filter(meeting=meeting, meant=meeting.on).order_by("pk")
    last = {row.member_id: row for row in rows.prefetch_related("recused")}
    of_case = {item.pk: item.case_id for item in items if item.case_id}
    votes = VoteOfMember.objects.filter(
        ballot=VoteOfMember.Ballot.RECUSED, vote__taken_back__isnull=True,
        vote__item__case__in=set(of_case.values()),
    )  # fmt: skip
    before = set(votes.values_list("member", "vote__item__case"))
    found = []
    for member in members_of(meeting.board):
        row = last.get(member.pk)
        said = {item.pk for item in row.recused.all()} if row else set()
        said |= {pk for pk, case in of_case.items() if (member.pk, case) in before}
        found.append(Word(member, name_of(member), row.will if row else Will.UNKNOWN.value, frozenset(said)))
    return tuple(found)


@transaction.atomic
def say_coming(
    meeting: Meeting, *, member: int, will: str, on: date, by: Any, recused: Collection[int] = ()
) -> Coming:
    """Record whether a member (by key) will come, as they said themselves, or told the clerk.

    `recused` are keys of items of the agenda on which they will not sit. The last word counts. Raises
    NotAllowed once the meeting was held, WrongRole for somebody else.
    """
    locked = lock_meeting(meeting)
    standing(locked)
    own = by is not None and by.pk == member and may(by, locked.board, Membership.Role.MEMBER)
    if not own and not may(by, locked.board, Membership.Role.CLERK):
        raise WrongRole(f"A member of {locked.board} says so, or its clerk for them.")
    if locked.attended_on is not None:
        raise NotAllowed(f"The meeting of {named(locked.on)} was held; the attendance says who was there.")
    if will not in Will.values:
        raise NotAllowed("Choose one: will come, will not come, or not known yet.")
    members = {each.pk: each for each in members_of(locked.board)}
    if member not in members:
        raise NotAllowed("This is no member of the board. Open the page again.")
    items = locked.items.filter(pk__in=recused, removed_on__isnull=True)
    if items.count() != len(set(recused)):
        raise NotAllowed("The agenda changed while you had it open. Look at it, then choose again.")
    said = Coming.objects.create(
        meeting=locked, member=members[member], meant=locked.on, will=will, on=on, by=by
    )
    said.recused.set(items)
    name = name_of(members[member])
    write(locked, What.COMING, on=on, by=by, note=f"{name}: {Will(will).label.lower()}")
    return said
