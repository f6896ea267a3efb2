"""Who will come to a meeting: what members say before it, counted against the quorum."""

from __future__ import annotations

from datetime import date

import pytest

from office.actions import agendas, coming, meetings
from office.actions.errors import NotAllowed, WrongRole
from office.models import Coming, Meeting, MeetingEntry, User
from tests import people
from tests.office.test_meetings import MAY_1, SIX, a_meeting, at, held, of_board, put, voted

pytestmark = pytest.mark.django_db
JUNE_1 = date(2026, 6, 1)


@pytest.fixture
def members() -> list[User]:
    return [of_board(name) for name in ("anna", "bert", "cora")]


def said(meeting: Meeting, member: User, will: str, by: User | None = None, **more: object) -> Coming:
    return coming.say_coming(meeting, member=member.pk, will=will, on=MAY_1, by=by or member, **more)  # type: ignore[arg-type]


def of(meeting: Meeting) -> coming.Expected:
    meeting.refresh_from_db()
    return coming.expected(meeting, meetings.live_items(meeting))


def test_nobody_has_said_anything(members: list[User]) -> None:
    found = of(a_meeting())
    assert found.says == "Nobody has said yes yet, of three it is not known; quorum is two."
    assert found.enough is None


@pytest.mark.parametrize(
    ("words", "says", "enough"),
    [
        (("yes", "yes", "no"), "Two will come, one will not; quorum is two.", True),
        (("yes", "no", "no"), "One will come, two will not; quorum is two.", False),
        (
            ("yes", "unknown", "no"),
            "One will come, one will not, of one it is not known; quorum is two.",
            None,
        ),
        (("yes", "yes", "yes"), "Three will come; quorum is two.", True),
    ],
)
def test_what_they_said_is_counted(
    members: list[User], words: tuple[str, ...], says: str, enough: bool | None
) -> None:
    meeting = a_meeting()
    for member, will in zip(members, words, strict=True):
        said(meeting, member, will)
    assert (of(meeting).says, of(meeting).enough) == (says, enough)


def test_the_last_word_counts_and_each_is_kept(members: list[User]) -> None:
    meeting, (anna, *_) = a_meeting(), members
    said(meeting, anna, "yes")
    said(meeting, anna, "no", by=people.clerk())
    assert [word.will for word in of(meeting).words] == ["no", "unknown", "unknown"]
    assert Coming.objects.count() == 2
    notes = MeetingEntry.objects.filter(meeting=meeting, what="coming").values_list("note", flat=True)
    assert list(notes) == ["Sample Anna: will come", "Sample Anna: will not come"]


def test_a_member_speaks_for_nobody_else(members: list[User]) -> None:
    meeting, (anna, bert, _) = a_meeting(), members
    for by in (bert, people.inspector(), people.stranger(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            said(meeting, anna, "yes", by=by)
    said(meeting, anna, "yes", by=people.clerk())
    with pytest.raises(NotAllowed, match="no member"):
        said(meeting, people.stranger(), "yes", by=people.clerk())
    with pytest.raises(NotAllowed, match="Choose one"):
        said(meeting, anna, "perhaps")


def test_another_day_is_asked_anew(members: list[User]) -> None:
    meeting, (anna, bert, _) = a_meeting(JUNE_1), members
    said(meeting, anna, "yes")
    said(meeting, bert, "yes")
    moved = meetings.move(meeting, day=date(2026, 6, 8), at=SIX, on=MAY_1, now=at(MAY_1), by=people.clerk())
    assert {word.will for word in of(moved).words} == {"unknown"}


def test_once_it_was_held_the_attendance_says_who_was_there(members: list[User]) -> None:
    meeting, (anna, bert, _) = a_meeting(JUNE_1), members
    held(meeting, anna, bert)
    with pytest.raises(NotAllowed, match="was held"):
        said(meeting, anna, "yes")


def test_a_recusal_that_was_said_ahead_may_break_the_quorum_of_one_item(members: list[User]) -> None:
    meeting, (anna, bert, cora) = a_meeting(), members
    case = people.ready_dumpster(MAY_1)
    item, topic = put(meeting, case), put(meeting, None, "discussion", "Beach signs")
    said(meeting, anna, "yes", recused=[item.pk])
    assert of(meeting).short == ()  # two others may come
    said(meeting, bert, "no")
    found = of(meeting)
    assert found.short == (f"Decision: {case.number}: Sample Anna recused. One can sit; quorum is two.",)
    said(meeting, cora, "yes")
    assert of(meeting).enough is True
    assert len(of(meeting).short) == 1
    agendas.remove_item(topic, why="Mistake.", on=MAY_1, now=at(MAY_1), by=people.clerk())
    with pytest.raises(NotAllowed, match="agenda changed"):
        said(meeting, cora, "yes", recused=[topic.pk])


def test_who_recused_themselves_before_is_taken_to_do_so_again(members: list[User]) -> None:
    anna, bert, cora = members
    case = people.ready_dumpster(MAY_1)
    first = a_meeting(JUNE_1)
    item = put(first, case)
    held(first, anna, bert, cora)
    voted(item, {anna: "yes", bert: "yes", cora: "recused"}, step="")
    second = a_meeting(date(2026, 6, 15))
    again = put(second, case, "discussion")
    words = {word.name: word.recused for word in of(second).words}
    assert words == {"Sample Anna": set(), "Sample Bert": set(), "Sample Cora": {again.pk}}


def test_a_board_without_members_says_so() -> None:
    found = coming.expected(a_meeting(), [])
    assert found.enough is None
    assert "No member of Tisbury Board of Health is on file" in found.says
