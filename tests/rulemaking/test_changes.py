"""A change from draft to adoption: what it lacks keeps it a draft, and every earlier word stays readable."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from enforcement.actions.citations import Unfit
from office.actions import agendas, meetings, votes
from office.actions.errors import CannotIssue, NotAllowed, StaleSave, WrongRole
from office.actions.events import rewind
from office.actions.readings import add_reading, withdraw_reading
from office.models import AppendOnly, Case, ReadingRow
from permits.rulemaking import actions
from permits.rulemaking.models import Adoption, HearingNotice, carried_out_by, in_force
from tests import people
from tests.rulemaking.cast import (
    HEARD,
    NOTICE,
    OPENED,
    SIX,
    adopted,
    announced,
    at,
    decided,
    drafted,
    held,
    met,
    voted,
)

pytestmark = pytest.mark.django_db
CITE = "Tisbury 09.2.4(1)"


def adopt(case: Case, effective_on: date | None = None, on: date = HEARD) -> Adoption:
    return actions.adopt(case, by=people.clerk(), on=on, effective_on=effective_on)


def lacking(case: Case) -> list[str]:
    """What keeps it a draft, by rule; the refusal names each with its section."""
    with pytest.raises(CannotIssue) as stays:
        adopt(case)
    assert {each.cite for each in stays.value.obstacles} == {"Tisbury 09.0.4"}
    assert not Adoption.objects.exists()
    assert Case.objects.get(pk=case.pk).status == "draft"
    return [each.subject for each in stays.value.obstacles]


# ------------------------------------------------------------------------------------------- the whole way
def test_notice_hearing_and_vote_make_a_regulation_of_the_day_of_the_vote() -> None:
    case = drafted()
    vote = decided(case)
    assert vote.comes_to == "Voted to adopt"
    assert Case.objects.get(pk=case.pk).status == "draft"  # a vote alone adopts nothing
    row = adopt(case, on=HEARD + timedelta(3))
    assert (row.adopted_on, row.effective_on, row.vote) == (HEARD, HEARD, vote)
    case = Case.objects.get(pk=case.pk)
    assert (case.status, case.is_open) == ("adopted", True)
    event = row.event
    assert (event.slug, event.on, event.from_on) == ("adopted", HEARD, HEARD)
    assert event.snapshot.facts["notice_days_before_hearing"] == 5
    actions.publish(case, place="Sample Gazette", on=HEARD + timedelta(9), by=people.clerk())
    assert Case.objects.get(pk=case.pk).status == "published"


@pytest.mark.parametrize("day", [date(2026, 7, 5), date(2026, 7, 4), date(2026, 12, 25)])
def test_a_later_day_of_effect_stays_on_a_sunday_and_a_holiday(day: date) -> None:
    case = adopted(effective_on=day)
    assert Adoption.objects.get().effective_on == day
    assert in_force(day - timedelta(1)) == {}
    assert in_force(day)[CITE].change.case == case


def test_the_day_of_effect_that_the_draft_names_counts_unless_another_is_told() -> None:
    adopted()
    assert Adoption.objects.get().effective_on == HEARD
    case = drafted(effective_on=date(2026, 9, 1), title="Later")
    decided(case, date(2026, 7, 14), notice=date(2026, 7, 1), told=date(2026, 6, 29))
    assert adopt(case, on=date(2026, 7, 14)).effective_on == date(2026, 9, 1)


def test_it_cannot_take_effect_before_its_adoption() -> None:
    case = drafted()
    decided(case)
    with pytest.raises(NotAllowed, match=r"before its adoption on June 16, 2026.*09\.0\.4"):
        adopt(case, HEARD - timedelta(1))
    assert Case.objects.get(pk=case.pk).status == "draft"


# ------------------------------------------------------------------------------------------ what is lacking
def test_without_notice_it_stays_a_draft_though_the_board_voted() -> None:
    case = drafted()
    decided(case, notice=None)
    assert lacking(case) == ["notice", "notice-before-hearing", "notice-names-hearing"]


def test_notice_after_the_hearing_is_none_and_too_late_is_too_few_days() -> None:
    case = drafted()
    decided(case, notice=None)
    announced(case, on=HEARD + timedelta(1))
    assert lacking(case) == ["notice-before-hearing"]
    late = drafted(title="Late")
    announced(late, on=date(2026, 6, 26), names=date(2026, 6, 30))
    voted(held(met(late, date(2026, 6, 30), told=date(2026, 6, 2))), late)
    assert lacking(late) == ["notice-before-hearing"]


def test_notice_without_proof_does_not_count() -> None:
    case = drafted()
    announced(case, proof="")
    voted(held(met(case)), case)
    assert lacking(case) == ["notice"]
    announced(case, proof="page B7")
    adopt(case)


def test_without_a_hearing_it_stays_a_draft() -> None:
    case = drafted()
    announced(case)
    voted(held(met(case, sort="decision")), case)
    assert lacking(case) == ["notice-before-hearing", "notice-names-hearing", "hearing"]


def test_without_a_vote_it_stays_a_draft() -> None:
    case = drafted()
    announced(case)
    held(met(case))
    assert lacking(case) == ["vote"]


def test_a_defective_notice_is_mended_by_a_new_hearing_and_a_new_vote() -> None:
    case = drafted()
    decided(case, notice=HEARD - timedelta(1))
    assert lacking(case) == ["notice-before-hearing"]
    again = date(2026, 7, 14)
    announced(case, on=date(2026, 6, 25), names=again)
    # The old vote came before the new hearing, which is not held yet.
    meeting = met(case, again, told=date(2026, 6, 25))
    assert lacking(case) == ["hearing"]
    voted(held(meeting), case)
    row = adopt(case, on=again)
    assert (row.adopted_on, row.effective_on) == (again, again)


def test_a_hearing_that_was_continued_opened_on_the_day_the_notice_named() -> None:
    case = drafted()
    announced(case)
    first, later = held(met(case)), date(2026, 7, 14)
    second = meetings.set_meeting(board=case.board, day=later, at=SIX, place="Sample Town Hall", on=HEARD,
                                  now=at(HEARD, 20), by=people.clerk())  # fmt: skip
    item = first.items.get(case=case)
    agendas.continue_item(item, to=second, on=HEARD, now=at(HEARD, 20), by=people.clerk())
    meetings.post(second, posted_at=at(HEARD, 21), on=HEARD, now=at(HEARD, 21), by=people.clerk())
    voted(held(second), case)
    assert adopt(case, on=later).adopted_on == later


def test_the_town_may_ask_more_days_from_a_day_on() -> None:
    add_reading(people.health(), slug="notice-days-before-hearing", value="21", since=date(2026, 7, 1),
                source="Sample vote", on=OPENED, by=None)  # fmt: skip
    case = drafted()
    decided(case)  # thirteen days, heard and voted in June
    adopt(case)
    july = drafted(title="July")
    decided(july, date(2026, 7, 14), notice=date(2026, 7, 1), told=OPENED)
    with pytest.raises(CannotIssue, match="Notice came 13 days before the hearing; 21 are asked"):
        adopt(july, on=date(2026, 7, 14))


def test_a_failed_motion_ends_it() -> None:
    case = drafted()
    announced(case)
    vote = voted(held(met(case)), case, ballots=("yes", "no", "no"))
    assert vote.comes_to.startswith("Not adopted")
    assert Case.objects.get(pk=case.pk).status == "not adopted"
    with pytest.raises((CannotIssue, NotAllowed)):
        adopt(case)


# ------------------------------------------------------------------------------------------------ emergency
def test_an_emergency_is_adopted_by_a_vote_alone_where_a_statute_allows_it() -> None:
    case = drafted(emergency=True, emergency_reason="Wells are fouled.")
    voted(held(met(case, sort="decision")), case)
    assert lacking(case) == ["emergency"]
    clean = drafted(title="Wells", emergency=True, emergency_reason="Wells are fouled.",
                    emergency_statute="M.G.L. c.111 §31")  # fmt: skip
    voted(held(met(clean, date(2026, 6, 23), sort="decision")), clean)
    assert adopt(clean, on=date(2026, 6, 23)).effective_on == date(2026, 6, 23)


# ------------------------------------------------------------------------------------- versions, taking back
def test_other_words_are_a_new_version_and_the_old_ones_stay() -> None:
    case = drafted()
    told = actions.Told(**{**actions_of(case), "text": "Nobody loads before 9:00 am."})
    actions.revise(case, told, on=NOTICE, by=people.clerk(), version=case.version)
    change = Case.objects.get(pk=case.pk).details
    assert [(row.number, row.text[:20], row.on) for row in change.versions.all()] == [
        (1, "Nobody shall load a ", OPENED),
        (2, "Nobody loads before ", NOTICE),
    ]
    with pytest.raises(AppendOnly):
        change.versions.first().delete()
    fresh = Case.objects.get(pk=case.pk)
    actions.revise(fresh, actions.Told(**{**actions_of(fresh), "title": "Hours"}), on=NOTICE,
                   by=people.clerk(), version=fresh.version)  # fmt: skip
    assert change.versions.count() == 2  # another title is no other text
    with pytest.raises((NotAllowed, StaleSave), match="changed while you had it open"):
        actions.revise(fresh, told, on=NOTICE, by=people.clerk(), version=case.version - 1)


def actions_of(case: Case) -> dict[str, object]:
    change = case.details
    return {
        "title": change.title, "sort": change.sort, "summary": change.summary, "text": change.text.text,
        "sections": ("09.2.4(1)",), "emergency": change.emergency,
    }  # fmt: skip


def test_the_words_the_board_voted_on_stay_as_they_are() -> None:
    case = drafted()
    decided(case)
    told = actions.Told(**{**actions_of(case), "text": "Something else."})
    with pytest.raises(NotAllowed, match="The board voted on these words"):
        actions.revise(case, told, on=HEARD, by=people.clerk(), version=case.version)
    assert case.details.versions.count() == 1


def test_an_adoption_recorded_wrongly_is_a_draft_again_and_is_in_force_no_more() -> None:
    case = adopted()
    row = Adoption.objects.get()
    with pytest.raises(NotAllowed, match="sentence"):
        actions.take_adoption_back(case, why=" ", now=at(HEARD), by=people.clerk())
    with pytest.raises(WrongRole):
        actions.take_adoption_back(case, why="Slip", now=at(HEARD), by=people.member())
    actions.take_adoption_back(case, why="Recorded on the wrong case", now=at(HEARD), by=people.clerk())
    assert case.status == "draft"
    assert in_force(HEARD) == {}
    assert Adoption.objects.get() == row  # it stays readable
    assert adopt(case).pk != row.pk


def test_a_vote_taken_back_takes_the_change_out_of_force() -> None:
    adopted()
    votes.take_back(Adoption.objects.get().vote, why="Counted wrongly", on=HEARD, now=at(HEARD, 20),
                    by=people.clerk())  # fmt: skip
    assert in_force(HEARD) == {}
    assert not Adoption.objects.standing().exists()


# --------------------------------------------------------------------------------------- in force on a day
def test_a_section_amended_twice_reads_right_on_every_day() -> None:
    first = adopted()
    second = adopted(date(2026, 9, 15), effective_on=date(2027, 1, 1), title="Again", text="At 9:00 am.")
    third = adopted(date(2026, 11, 17), title="Away", sort="repeal", text="09.2.4(1) is repealed.")
    days = {
        date(2026, 6, 15): None, HEARD: first, date(2026, 11, 16): first, date(2026, 11, 17): third,
        date(2026, 12, 31): third, date(2027, 1, 1): second,
    }  # fmt: skip
    for day, case in days.items():
        held_by = in_force(day).get(CITE)
        assert (held_by.change.case if held_by else None) == case, day


def test_a_section_that_a_change_added_can_be_amended_by_the_next() -> None:
    adopted(sections=(), added=("09.2.10",), sort="adopt")
    case = drafted(date(2026, 8, 3), sections=("09.2.10",), title="Again")
    assert case.details.cites == ["Tisbury 09.2.10"]
    with pytest.raises(Unfit, match=r"Section 09\.2\.10 stands in the book already"):
        drafted(date(2026, 8, 3), sections=(), added=("09.2.10",), title="Once more")


def test_rows_that_rest_on_its_vote_are_what_it_carries_out() -> None:
    case = adopted()
    vote, admin = Adoption.objects.get().vote, people.administrator()
    assert carried_out_by(vote) == []
    add_reading(people.health(), slug="notice-days-before-hearing", value="7", since=HEARD + timedelta(1),
                source="Vote of June 16, 2026", vote=vote, on=HEARD + timedelta(1), by=admin)  # fmt: skip
    (row,) = carried_out_by(vote)
    assert (row.what, row.since) == (ReadingRow._meta.verbose_name, HEARD + timedelta(1))
    assert case.status == "adopted"


# ---------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"title": " "}, "Give it a title"),
        ({"text": ""}, "Write the words the board votes on"),
        ({"sections": ()}, "Name at least one section"),
        ({"sections": ("99.9",)}, "No section 99.9 stands in the book"),
        ({"added": ("09.2.4(1)",), "sections": ()}, "stands in the book already"),
        ({"sections": ("09.2.4(1)", "Tisbury 09.2.4(1)")}, "is named twice"),
        ({"sort": "repeal", "added": ("09.2.11",)}, "A repeal adds no section"),
        ({"sort": "other"}, "Choose whether it adopts"),
    ],
)
def test_a_draft_that_cannot_stand_is_refused_at_its_answer(other: dict[str, object], why: str) -> None:
    with pytest.raises(Unfit, match=why):
        drafted(**other)
    assert not Case.objects.exists()


def test_pressed_twice_it_is_one_draft_and_only_a_clerk_opens_one() -> None:
    assert drafted(key="once") == drafted(key="once")
    assert Case.objects.get().details.versions.count() == 1
    with pytest.raises(WrongRole):
        actions.open_change(people.health(), actions.Told(**actions_of(Case.objects.get())), on=OPENED,
                            by=people.member(), key="other")  # fmt: skip


def test_the_clock_goes_by_what_the_town_asks_on_the_day_of_the_hearing() -> None:
    june, july = drafted(), drafted(title="July")
    met(june)
    met(july, date(2026, 7, 14))

    def due(case: Case) -> date:
        return case.clocks.get(clock="notice-of-hearing").due_on

    assert (due(june), due(july)) == (date(2026, 6, 11), date(2026, 7, 9))
    admin = people.administrator()
    row = add_reading(people.health(), slug="notice-days-before-hearing", value="21", since=date(2026, 7, 1),
                      source="Sample vote", on=OPENED, by=admin)  # fmt: skip
    assert (due(june), due(july)) == (date(2026, 6, 11), date(2026, 6, 23))
    rewind(june)
    rewind(july)
    assert (due(june), due(july)) == (date(2026, 6, 11), date(2026, 6, 23))
    assert july.clocks.get(clock="notice-of-hearing").working["whole"] == 21
    withdraw_reading(row, on=OPENED, by=admin)
    assert due(july) == date(2026, 7, 9)


def test_the_clock_of_the_notice_hangs_on_the_hearing() -> None:
    case = drafted()
    met(case)
    row = case.clocks.get(clock="notice-of-hearing")
    assert (row.due_on, row.ended_on) == (date(2026, 6, 11), None)
    announced(case)
    assert case.clocks.get(clock="notice-of-hearing").ended_on == NOTICE
    assert HearingNotice.objects.live().count() == 1
