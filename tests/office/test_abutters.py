"""Abutters: whom a board tells of a hearing and by when, and what the case knows of it afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile

from office import letters
from office.actions import abutter_notices, abutters, mailing, meetings
from office.actions import notices as desk
from office.actions.errors import NotAllowed, WrongRole
from office.kinds import ABUTTERS_TOLD, NEWSPAPER_PRINTED, OFFICE_PRACTICE
from office.management.commands.seed import ABUTTER_RULES
from office.models import (
    Abutter,
    AbutterList,
    AbutterNotice,
    AbutterRule,
    Board,
    Case,
    CaseParty,
    Meeting,
    Notice,
)
from office.regulations import resolve
from office.uploads import UploadRefused
from tests import people
from tests.office.abutters_cast import (
    CITE,
    JUNE_9,
    JUNE_16,
    MAY_1,
    OWNERS,
    SIX,
    a_rule,
    at,
    beside,
    clock,
    heard,
    listed,
    live,
    mailed,
    told,
    toy_rule,
    written,
)
from tests.world import pdf

__all__ = ["beside", "toy_rule"]  # fixtures

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------------------------------------- rules
def test_each_shipped_rule_cites_a_section_and_is_unconfirmed() -> None:
    rows = yaml.safe_load(ABUTTER_RULES.read_text(encoding="utf-8"))
    assert {row["slug"] for row in rows} == {"wetlands-act", "chapter-237", "alternative-systems"}
    for row in rows:
        resolve(row["section"])
        board = Board.objects.filter(slug=row.pop("board")).first() or people.health()
        made = AbutterRule(board=board, **row)
        made.full_clean()
        assert not made.confirmed
        assert made.doubt
        assert {figure.cite for _, figure in made.figures()} == {OFFICE_PRACTICE}


def test_the_clock_counts_by_the_row_that_holds_on_the_day_of_the_hearing(beside: Case) -> None:
    a_rule(since=date(2026, 6, 10), days=21)
    item = heard(beside)
    assert clock(beside, "abutters-toys").due_on == date(2026, 5, 26)
    assert clock(beside, "abutters-toys").cite == CITE
    assert clock(beside, "newspaper-toys").due_on == JUNE_9
    meetings.move(item.meeting, day=JUNE_9, at=SIX, on=MAY_1, now=at(MAY_1), by=people.clerk())
    assert clock(beside, "abutters-toys").due_on == date(2026, 5, 26)  # 14 days before June 9


def test_another_boards_row_does_not_count(beside: Case, toy_rule: AbutterRule) -> None:
    AbutterRule.objects.filter(pk=toy_rule.pk).update(board=people.docks())
    heard(beside)
    assert not beside.clocks.filter(clock__in=["abutters-toys", "newspaper-toys"]).exists()
    assert abutters.rules_of(beside, MAY_1) == []


def test_a_date_too_soon_for_the_notices_is_refused_in_words(beside: Case) -> None:
    item = heard(beside)
    now = at(date(2026, 5, 27))
    says = (
        r"June 9, 2026 is too soon for BT-2026-001: “Mail the notices to the abutters” was due through "
        r"Tuesday, May 26, 2026 \(Tisbury 09\.0\.8\(13\)\)"
    )
    with pytest.raises(NotAllowed, match=says):
        meetings.move(item.meeting, day=JUNE_9, at=SIX, on=now.date(), now=now, by=people.clerk())
    assert Meeting.objects.get(pk=item.meeting.pk).on == JUNE_16


def test_a_number_the_town_has_not_confirmed_refuses_no_date(beside: Case, toy_rule: AbutterRule) -> None:
    AbutterRule.objects.filter(pk=toy_rule.pk).update(confirmed=False)
    item, now = heard(beside), at(date(2026, 5, 27))
    assert clock(beside, "abutters-toys").cite == OFFICE_PRACTICE
    meetings.move(item.meeting, day=JUNE_9, at=SIX, on=now.date(), now=now, by=people.clerk())
    assert clock(beside, "abutters-toys").due_on == date(2026, 5, 26)


# ------------------------------------------------------------------------------------------------ the list
def test_only_a_clerk_keeps_the_list(beside: Case) -> None:
    with pytest.raises(WrongRole):
        abutters.start_list(beside, assessors_on=MAY_1, on=MAY_1, by=people.member())
    of = listed(beside)
    for refused in (
        lambda: abutters.add_rows(of, rows=OWNERS, by=people.inspector()),
        lambda: abutters.remove_row(of.abutters.all()[0], by=people.member()),
    ):
        with pytest.raises(WrongRole):
            refused()


def test_a_kind_without_abutters_has_no_list() -> None:
    case = people.ready_dumpster(MAY_1)
    with pytest.raises(NotAllowed, match="No abutters are told"):
        abutters.start_list(case, assessors_on=MAY_1, on=MAY_1, by=people.clerk())


def test_pressing_twice_begins_one_list_and_adds_nobody_twice(beside: Case) -> None:
    said: dict[str, Any] = {"assessors_on": MAY_1, "on": MAY_1, "by": people.clerk(), "key": "once"}
    of = abutters.start_list(beside, **said)
    assert abutters.start_list(beside, **said) == of
    with pytest.raises(NotAllowed, match="worked on already"):
        abutters.start_list(beside, **said | {"key": "twice"})
    assert len(abutters.add_rows(of, rows=OWNERS, by=people.clerk())) == 2
    assert abutters.add_rows(of, rows=OWNERS, by=people.clerk()) == []
    other_lot = [OWNERS[0] | {"lot": "29-A-5"}]
    assert len(abutters.add_rows(of, rows=other_lot, by=people.clerk())) == 1
    assert [row.position for row in of.abutters.all()] == [1, 2, 3]


def test_a_list_of_a_day_ahead_is_refused(beside: Case) -> None:
    with pytest.raises(NotAllowed, match="has not come yet"):
        abutters.start_list(beside, assessors_on=JUNE_9, on=MAY_1, by=people.clerk())


@pytest.mark.parametrize(("days", "old"), [(30, False), (31, True)])
def test_an_old_list_is_warned_about(beside: Case, toy_rule: AbutterRule, days: int, old: bool) -> None:
    AbutterRule.objects.filter(pk=toy_rule.pk).update(list_days=30)
    of = AbutterList(case=beside, assessors_on=MAY_1 - timedelta(days=days), made_on=MAY_1)
    says = abutters.too_old(of, abutters.rules_of(beside, MAY_1), MAY_1)
    assert bool(says) is old
    if old:
        assert "31 days ago" in says
        assert CITE in says


def test_lots_are_picked_whose_owner_a_case_names(beside: Case) -> None:
    of = abutters.start_list(beside, assessors_on=MAY_1, on=MAY_1, by=people.clerk())
    known, unknown = people.parcel(lot="4"), people.parcel(lot="5")
    owner = people.party("Sample Lot Owner", street="4 Sample Street", city="Tisbury", zip_code="02568")
    other = people.ready_dumpster(MAY_1)
    other.parcels.add(known)
    CaseParty.objects.create(case=other, party=owner, role="owner")
    with pytest.raises(NotAllowed, match="No case names the owner of 29-A-5"):
        abutters.add_lots(of, parcels=[known, unknown], by=people.clerk())
    added = abutters.add_lots(of, parcels=[known], by=people.clerk())
    assert [(row.owner, row.lot, row.street) for row in added] == [
        ("Sample Lot Owner", "29-A-4", "4 Sample Street")
    ]
    assert abutters.add_lots(of, parcels=[known], by=people.clerk()) == []


# --------------------------------------------------------------------------------------------- the letters
def test_the_notices_are_written_once_and_freeze_the_list(beside: Case) -> None:
    heard(beside)
    of = listed(beside)
    letters_ = written(beside)
    assert [(note.to_name, note.channel, note.status) for note in letters_] == [
        ("Sample Neighbor East", "certified", "to-mail"), ("Sample Neighbor West", "certified", "to-mail"),
    ]  # fmt: skip
    assert written(beside) == []
    of.refresh_from_db()
    assert of.frozen_on == date(2026, 5, 20)
    row = of.abutters.first()
    assert row is not None
    for refused in (
        lambda: abutters.add_rows(of, rows=OWNERS, by=people.clerk()),
        lambda: abutters.change_row(row, values=OWNERS[0], by=people.clerk()),
        lambda: abutters.remove_row(row, by=people.clerk()),
        lambda: abutters.certify(of, assessors_on=MAY_1, certified_by="", on=MAY_1, by=people.clerk()),
    ):
        with pytest.raises(NotAllowed, match="frozen on Wednesday, May 20, 2026"):
            refused()


def test_the_notice_says_day_hour_place_and_where_to_look(beside: Case) -> None:
    heard(beside)
    listed(beside)
    text = " ".join(letters.text(written(beside)[0]).split())
    for said in (
        "Tuesday, June 16, 2026, 6 pm", "Sample Town Hall", beside.number, "toy by the water",
        "10 Sample Street", "It was filed by Sample Harbor Cafe.", "April 26, 2026",
        "weekdays 9 am to 4 pm", "Dear Sample Neighbor East",
    ):  # fmt: skip
        assert said in text


def test_who_owns_two_lots_gets_one_letter(beside: Case) -> None:
    heard(beside)
    listed(beside, [*OWNERS, OWNERS[0] | {"lot": "29-A-9"}])
    assert len(written(beside)) == 2
    assert AbutterNotice.objects.count() == 3


def test_what_is_missing_is_named_before_anything_is_written(beside: Case) -> None:
    with pytest.raises(NotAllowed, match="no list of abutters"):
        written(beside)
    of = abutters.start_list(beside, assessors_on=MAY_1, on=MAY_1, by=people.clerk())
    with pytest.raises(NotAllowed, match=r"No hearing is set\. .* The list names nobody\."):
        written(beside)
    heard(beside)
    abutters.add_rows(of, rows=[OWNERS[0] | {"zip_code": ""}], by=people.clerk())
    with pytest.raises(NotAllowed, match="Sample Neighbor East has no ZIP code"):
        written(beside)
    with pytest.raises(NotAllowed, match="where the application can be seen"):
        abutter_notices.write_notices(beside, see_at=" ", on=MAY_1, now=at(MAY_1), by=people.clerk())
    with pytest.raises(NotAllowed, match="has begun"):
        written(beside, on=date(2026, 6, 17))
    of.refresh_from_db()
    assert of.frozen_on is None
    assert not Notice.objects.exists()


def test_the_notices_go_by_no_other_way_than_certified_or_in_hand(beside: Case) -> None:
    heard(beside)
    listed(beside)
    with pytest.raises(NotAllowed, match="certified mail or in hand"):
        written(beside, channel="email")


def test_when_the_last_letter_has_left_the_abutters_are_told(beside: Case) -> None:
    heard(beside)
    listed(beside)
    east, west = written(beside)
    mailed(east, date(2026, 5, 21))
    assert live(beside, ABUTTERS_TOLD) == []
    assert clock(beside, "abutters-toys").ended_on is None
    mailed(west, date(2026, 5, 22))
    (told,) = live(beside, ABUTTERS_TOLD)
    assert told.on == date(2026, 5, 22)
    row = clock(beside, "abutters-toys")
    assert (row.due_on, row.ended_on) == (date(2026, 6, 2), date(2026, 5, 22))
    # A card that stays out is no task: the law asks for the mailing.
    assert not beside.clocks.filter(clock="hearing-notice-receipt").exists()


def test_a_mailing_undone_at_the_desk_takes_it_back_and_mailing_again_says_it_again(beside: Case) -> None:
    heard(beside)
    listed(beside)
    east, west = written(beside)
    for note in (east, west):
        mailed(note, date(2026, 5, 21))
    mailing.undo(west, by=people.clerk())
    assert live(beside, ABUTTERS_TOLD) == []
    assert clock(beside, "abutters-toys").ended_on is None
    mailed(west, date(2026, 5, 26), n=2)
    assert [event.on for event in live(beside, ABUTTERS_TOLD)] == [date(2026, 5, 26)]


def test_a_notice_in_hand_counts_with_who_took_it(beside: Case) -> None:
    heard(beside)
    listed(beside, OWNERS[:1])
    (note,) = written(beside, channel="in-hand")
    mailing.hand_over(note, on=date(2026, 5, 22), by=people.clerk(), to="Sample Neighbor East herself")
    assert [event.on for event in live(beside, ABUTTERS_TOLD)] == [date(2026, 5, 22)]


def test_a_letter_that_comes_back_stays_a_mailing(beside: Case) -> None:
    heard(beside)
    listed(beside, OWNERS[:1])
    (note,) = written(beside)
    mailed(note, date(2026, 5, 22))
    mailing.come_back(note, on=date(2026, 5, 28), by=people.clerk(), why="Unclaimed")
    assert len(live(beside, ABUTTERS_TOLD)) == 1


def test_a_stopped_letter_told_nobody_and_is_written_again(beside: Case) -> None:
    heard(beside)
    listed(beside)
    east, west = written(beside)
    desk.stop(west, on=date(2026, 5, 20), by=people.clerk(), now=at(date(2026, 5, 20)), why="Wrong name")
    mailed(east, date(2026, 5, 21))
    assert live(beside, ABUTTERS_TOLD) == []
    (again,) = written(beside)
    assert again.to_name == "Sample Neighbor West"
    mailed(again, date(2026, 5, 22))
    assert len(live(beside, ABUTTERS_TOLD)) == 1


# ------------------------------------------------------------------------- the applicant, the newspaper
def test_the_applicant_may_have_told_them(beside: Case) -> None:
    with pytest.raises(NotAllowed, match="List the owners first"):
        abutter_notices.told_by_applicant(
            beside, sent_on=MAY_1, file=pdf("proof.pdf"), on=MAY_1, by=people.clerk()
        )
    heard(beside)
    of = listed(beside)
    said: dict[str, Any] = {"on": date(2026, 5, 22), "by": people.clerk()}
    with pytest.raises(NotAllowed, match="Attach the proof"):
        abutter_notices.told_by_applicant(beside, sent_on=date(2026, 5, 20), file=None, **said)
    with pytest.raises(NotAllowed, match="Correct the day"):
        abutter_notices.told_by_applicant(beside, sent_on=date(2026, 5, 23), file=pdf("proof.pdf"), **said)
    event = abutter_notices.told_by_applicant(
        beside, sent_on=date(2026, 5, 20), file=pdf("proof.pdf"), **said
    )
    assert "By the applicant, by certified mail: 2 on the list." in event.note
    assert clock(beside, "abutters-toys").ended_on == date(2026, 5, 20)
    of.refresh_from_db()
    assert of.frozen_on == date(2026, 5, 22)
    abutter_notices.take_back(
        beside, slug=ABUTTERS_TOLD, why="The receipts are of another beside.", by=people.clerk()
    )
    assert clock(beside, "abutters-toys").ended_on is None


def test_what_the_mail_desk_says_is_undone_there(beside: Case) -> None:
    told(beside)
    with pytest.raises(NotAllowed, match="Undo the letter there"):
        abutter_notices.take_back(beside, slug=ABUTTERS_TOLD, why="Wrong.", by=people.clerk())


def test_the_newspaper_is_recorded_with_its_proof_and_taken_back(beside: Case) -> None:
    said: dict[str, Any] = {"on": date(2026, 6, 8), "by": people.clerk()}
    with pytest.raises(NotAllowed, match="No hearing is set"):
        abutter_notices.record_print(beside, paper="Sample Gazette", printed_on=date(2026, 6, 8), **said)
    heard(beside)
    for day in (date(2026, 6, 10), JUNE_16):
        with pytest.raises(NotAllowed, match="Correct the day"):
            abutter_notices.record_print(beside, paper="Sample Gazette", printed_on=day, **said)
    row = abutter_notices.record_print(
        beside, paper="Sample Gazette", printed_on=date(2026, 6, 8), file=pdf("clip.pdf"), **said
    )
    assert row.document is not None
    assert clock(beside, "newspaper-toys").ended_on == date(2026, 6, 8)
    with pytest.raises(NotAllowed, match="Take that back first"):
        abutter_notices.record_print(beside, paper="Sample Gazette", printed_on=date(2026, 6, 8), **said)
    abutter_notices.take_back(beside, slug=NEWSPAPER_PRINTED, why="Another town’s notice.", by=people.clerk())
    assert clock(beside, "newspaper-toys").ended_on is None


def test_a_proof_that_is_no_document_changes_nothing(beside: Case) -> None:
    heard(beside)
    bad = SimpleUploadedFile("proof.exe", b"MZ not a document")
    with pytest.raises(UploadRefused):
        abutter_notices.record_print(
            beside, paper="Sample Gazette", printed_on=MAY_1, file=bad, on=MAY_1, by=people.clerk()
        )
    assert live(beside, NEWSPAPER_PRINTED) == []


def test_rows_of_letters_are_never_edited(beside: Case) -> None:
    heard(beside)
    listed(beside)
    written(beside)
    link = AbutterNotice.objects.first()
    assert link is not None
    with pytest.raises(Exception, match=r"(?i)append|never"):
        link.save()
    assert Abutter.objects.count() == 2
