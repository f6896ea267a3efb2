"""A hearing to show cause before the board: set by the agenda, decided by a vote, and the permit follows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

import pytest
from django.test import Client

from enforcement.actions import order_life
from enforcement.rules.orders import Sort
from office.actions import agendas, meetings, steps, votes
from office.actions.errors import NotAllowed
from office.models import AgendaItem, Case, Meeting, Membership, User, Vote
from tests import casts, people
from tests.enforcement.orders_cast import DAY, noon, ordered

JUNE_16 = date(2026, 6, 16)
SIX = time(18)
pytestmark = pytest.mark.django_db


@dataclass
class Cast:
    members: list[User]
    permit: Case
    order: Case


def _member(name: str) -> User:
    person = people.user(name, first_name="Sample", last_name=name.capitalize())
    Membership.objects.get_or_create(user=person, board=people.health(), role="member")
    return person


def _cast() -> Cast:
    permit = people.issued_dumpster(DAY)
    order = ordered(
        sort=Sort.SHOW_CAUSE, section="Tisbury 09.5.1", parent=permit, hearing_on=JUNE_16,
        hearing_where="6:00 pm, Town Hall",
    )  # fmt: skip
    return Cast([_member(name) for name in ("anna", "bert", "cora")], permit, order)


cast = casts.shared(_cast, at=noon())


def fresh(case: Case) -> Case:
    return Case.objects.get(pk=case.pk)


def a_meeting(day: date = JUNE_16) -> Meeting:
    return meetings.set_meeting(
        board=people.health(), day=day, at=SIX, place="Town Hall", on=DAY, now=noon(), by=people.clerk()
    )


def put(meeting: Meeting, case: Case, sort: str = "show-cause") -> AgendaItem:
    return agendas.add_item(meeting, sort=sort, case=fresh(case), on=DAY, now=noon(), by=people.clerk())


def decide(cast: Cast, item: AgendaItem, step: str, *ballots: str) -> Vote:
    present = [each.pk for each in cast.members]
    meetings.take_attendance(item.meeting, present=present, on=item.meeting.on, by=people.clerk())
    return votes.record_vote(
        item, motion="The lids stood open again.", step=step, mover=present[0], second=present[1],
        ballots=dict(zip(present, ballots or ("yes", "yes", "no"), strict=True)), on=item.meeting.on,
        now=noon(item.meeting.on), by=people.clerk(),
    )  # fmt: skip


def test_the_agenda_sets_the_hearing_and_its_notice_names_when_and_where(cast: Cast) -> None:
    item = put(a_meeting(date(2026, 6, 23)), cast.order)
    hearing = cast.order.events.live().get(slug="show-cause-hearing")
    assert (hearing.on, hearing.at, hearing.note) == (date(2026, 6, 23), SIX, "6:00 pm, Town Hall")
    assert not cast.order.events.live().filter(slug="hearing").exists()
    # The notice of the first day is stopped, and one of the new day is written.
    assert sorted(cast.order.notices.values_list("status", flat=True)) == ["stopped", "to-mail"]
    agendas.remove_item(item, why="Sample", on=DAY, now=noon(), by=people.clerk())
    assert not cast.order.events.live().filter(slug="show-cause-hearing").exists()


def test_a_hearing_called_for_that_very_hour_is_not_written_of_twice(cast: Cast) -> None:
    put(a_meeting(), cast.order)
    assert [*cast.order.notices.values_list("status", flat=True)] == ["to-mail"]


@pytest.mark.parametrize(
    ("step", "comes_to", "order", "permit"),
    [
        ("show-cause-dismissed", "Cause shown, dismissed", "dismissed", "issued"),
        ("show-cause-suspended", "Permit suspended after the hearing", "decided", "suspended"),
        ("show-cause-revoked", "Permit revoked after the hearing", "decided", "revoked"),
        ("show-cause-conditions", "Conditions set after the hearing", "decided", "issued"),
    ],
)
def test_the_vote_decides_and_the_permit_follows(
    cast: Cast, step: str, comes_to: str, order: str, permit: str
) -> None:
    vote = decide(cast, put(a_meeting(), cast.order), step)
    assert vote.comes_to == comes_to
    assert vote.event is not None
    assert vote.event.slug == step
    assert "Vote of Tuesday, June 16, 2026, 2–1: carries" in vote.event.note
    assert (fresh(cast.order).status, fresh(cast.permit).status) == (order, permit)
    assert cast.order.events.live().get(slug="show-cause-held").on == JUNE_16
    if permit in ("suspended", "revoked"):
        assert not fresh(cast.permit).valid_on(JUNE_16)
        assert fresh(cast.permit).valid_on(date(2026, 6, 15))


def test_a_motion_that_fails_changes_nothing(cast: Cast) -> None:
    vote = decide(cast, put(a_meeting(), cast.order), "show-cause-revoked", "yes", "no", "no")
    assert vote.comes_to == "Not permit revoked after the hearing: the motion failed"
    assert (fresh(cast.order).status, fresh(cast.permit).status) == ("to be heard", "issued")


def test_without_a_hearing_on_that_day_the_board_decides_nothing(cast: Cast) -> None:
    """Put on the agenda of an earlier day as a discussion, its hearing still lies ahead."""
    item = put(a_meeting(date(2026, 6, 9)), cast.order, "discussion")
    with pytest.raises(NotAllowed, match="The hearing is set for Tuesday, June 16, 2026"):
        decide(cast, item, "show-cause-suspended")
    assert not Vote.objects.exists()
    assert fresh(cast.permit).status == "issued"


@pytest.mark.parametrize("step", ["show-cause-suspended", "show-cause-revoked", "show-cause-conditions"])
def test_a_vote_recorded_wrongly_is_taken_back_with_what_it_did(cast: Cast, step: str) -> None:
    vote = decide(cast, put(a_meeting(), cast.order), step)
    votes.take_back(vote, why="Two said no.", on=JUNE_16, now=noon(JUNE_16), by=people.clerk())
    assert (fresh(cast.order).status, fresh(cast.permit).status) == ("to be heard", "issued")
    assert fresh(cast.permit).valid_on(JUNE_16)
    assert not cast.order.events.live().filter(slug="show-cause-held").exists()
    again = votes.record_vote(
        vote.item, motion="Dismiss.", step="show-cause-dismissed", mover=cast.members[0].pk,
        second=cast.members[1].pk, ballots={each.pk: "yes" for each in cast.members}, on=JUNE_16,
        now=noon(JUNE_16), by=people.clerk(),
    )  # fmt: skip
    assert again.comes_to == "Cause shown, dismissed"


def test_a_vote_whose_effect_was_corrected_since_stays(cast: Cast) -> None:
    vote = decide(cast, put(a_meeting(), cast.order), "show-cause-suspended")
    entry = fresh(cast.permit).events.live().get(slug="suspended")
    steps.strike(entry, by=people.clerk(), now=noon(JUNE_16), note="Sample correction.")
    with pytest.raises(NotAllowed, match=f"What the vote did to {cast.permit.number} was corrected since"):
        votes.take_back(
            Vote.objects.get(pk=vote.pk), why="x", on=JUNE_16, now=noon(JUNE_16), by=people.clerk()
        )
    assert fresh(cast.order).status == "decided"


def test_lifting_a_suspension_by_vote_brings_the_permit_back(cast: Cast) -> None:
    held = people.issued_dumpster(DAY)
    order = ordered(sort=Sort.SUSPENSION, section="Tisbury 09.2.5(4)", parent=held)
    assert fresh(held).status == "suspended"
    vote = decide(cast, put(a_meeting(), order, "decision"), "lifted")
    assert (fresh(order).status, fresh(held).status) == ("lifted", "issued")
    votes.take_back(vote, why="Wrong.", on=JUNE_16, now=noon(JUNE_16), by=people.clerk())
    assert (fresh(order).status, fresh(held).status) == ("suspended", "suspended")


def test_the_packet_words_each_way_the_hearing_may_end(cast: Cast) -> None:
    meeting = a_meeting()
    put(meeting, cast.order)
    client = Client()
    client.force_login(cast.members[0])
    page = client.get(f"/meetings/{meeting.slug}/packet/").content.decode()
    assert f"Suspend after the hearing: the order {cast.order.number}" in page
    assert f"Dismiss after the hearing: the order {cast.order.number}" in page
    assert page.count("[write the reason]") == 4


def test_everybody_reads_nothing_of_the_order_among_the_decisions(cast: Cast) -> None:
    item = put(a_meeting(), cast.order)
    before = noon(date(2026, 6, 8))
    meetings.post(item.meeting, posted_at=before, on=before.date(), now=before, by=people.clerk())
    decide(cast, AgendaItem.objects.get(pk=item.pk), "show-cause-suspended")
    assert cast.order.number not in Client().get("/decisions/").content.decode()


def test_the_outcomes_are_those_of_the_page() -> None:
    """What a vote may bring about is what the page of the hearing may."""
    life = ordered(key="sample").casekind.lifecycle
    votable = {step.slug for step in life.votable("to be heard")}
    assert votable == set(order_life.OUTCOMES)
