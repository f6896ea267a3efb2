"""Who sees what, what is in force on a day, what the tables themselves refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.test.utils import CaptureQueriesContext

from office.actions import casework
from office.actions.cases import record
from office.models import (
    AppendOnly,
    Case,
    CaseParty,
    ChecklistRow,
    Closure,
    Event,
    Hold,
    Membership,
    Parcel,
    Ruling,
    Snapshot,
    SnapshotFinding,
    Suspension,
)
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.permissions import boards_of, may, roles_of
from tests import casts, people

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(DAY))


# ---- Roles
def test_a_role_counts_on_its_own_board_alone() -> None:
    clerk = people.clerk()
    assert may(clerk, people.health(), "clerk")
    assert may(clerk, people.health(), "inspector", "clerk")
    assert not may(clerk, people.health(), "inspector")
    assert not may(clerk, people.health())
    assert not may(clerk, people.docks(), "clerk")


def test_several_roles_on_several_boards() -> None:
    both = people.user("both")
    health, docks = people.health(), people.docks()
    for board, role in [(health, "clerk"), (health, "member"), (docks, "inspector")]:
        Membership.objects.create(user=both, board=board, role=role)
    assert roles_of(both) == {health.pk: {"clerk", "member"}, docks.pk: {"inspector"}}
    assert boards_of(both) == sorted([health.pk, docks.pk])


def test_the_office_itself_may_and_a_visitor_may_not() -> None:
    assert may(None, people.health(), "clerk")
    assert not may(AnonymousUser(), people.health(), "clerk")
    assert not may(people.stranger(), people.health(), "clerk", "inspector", "member", "administrator")


def test_a_superuser_has_no_role_by_that() -> None:
    assert not may(people.user("root", is_superuser=True, is_staff=True), people.health(), "clerk")


def test_roles_are_read_once_for_each_person(django_assert_num_queries: Any) -> None:
    clerk, board = people.clerk(), people.health()
    with django_assert_num_queries(1):
        assert may(clerk, board, "clerk")
        assert may(clerk, board, "clerk")
        assert boards_of(clerk) == [board.pk]


# ---- Who sees a case
def test_staff_see_the_cases_of_their_board_and_nobody_elses() -> None:
    case = people.ready_dumpster(DAY)
    for person in (people.clerk(), people.inspector(), people.member(), people.administrator()):
        assert case in Case.objects.visible_to(person)
    for person in (people.clerk(people.docks()), people.stranger(), AnonymousUser()):
        assert case not in Case.objects.visible_to(person)


def test_a_referral_lets_the_other_board_see_and_not_act() -> None:
    case, other = people.ready_dumpster(DAY), people.clerk(people.docks())
    casework.refer(case, board=people.docks(), on=DAY, by=people.clerk())
    assert case in Case.objects.visible_to(other)
    assert not may(other, case, "clerk")


def test_people_see_the_cases_they_have_a_part_in() -> None:
    applicant = people.applicant()
    mine, other = people.ready_dumpster(DAY), people.ready_dumpster(DAY)
    CaseParty.objects.create(case=mine, party=applicant.party_set.get(), role="agent")
    assert list(Case.objects.visible_to(applicant)) == [mine]
    assert other not in Case.objects.visible_to(applicant)


def test_seeing_asks_about_boards_or_people_and_never_joins_both(
    django_assert_num_queries: Callable[..., CaptureQueriesContext],
) -> None:
    people.ready_dumpster(DAY)
    for person, absent in [(people.clerk(), "office_caseparty"), (people.applicant(), "office_referral")]:
        with django_assert_num_queries(2) as asked:
            list(Case.objects.visible_to(person))
        assert absent not in asked.captured_queries[1]["sql"]


# ---- In force
def in_force(case: Case, *days: date) -> list[bool]:
    return [case.valid_on(day) for day in days]


def test_in_force_from_the_first_day_through_the_last() -> None:
    case = people.issued_dumpster(DAY)
    days = (date(2026, 3, 1), DAY, date(2026, 12, 31), date(2027, 1, 1))
    assert in_force(case, *days) == [False, True, True, False]


def test_a_case_without_a_term_is_never_in_force() -> None:
    assert not people.ready_dumpster(DAY).valid_on(DAY)


def test_suspended_days_are_out_of_force_and_the_days_about_them_are_not() -> None:
    case, clerk = people.issued_dumpster(DAY), people.clerk()
    record(case, "suspended", on=date(2026, 6, 10), by=clerk, note="Overflowing.")
    days = [date(2026, 6, day) for day in (9, 10, 19, 20)]
    assert in_force(case, *days) == [True, False, False, False]
    record(case, "reinstated", on=date(2026, 6, 20), by=clerk, note="Emptied.")
    assert in_force(case, *days) == [True, False, False, True]


def test_a_revoked_permit_was_in_force_until_the_day_before() -> None:
    case = people.issued_dumpster(DAY)
    record(case, "revoked", on=date(2026, 6, 10), by=people.clerk(), note="Moved without asking.")
    assert in_force(case, DAY, date(2026, 6, 9), date(2026, 6, 10)) == [True, True, False]


def test_a_permit_revoked_on_its_first_day_was_never_in_force() -> None:
    case = people.issued_dumpster(DAY)
    record(case, "revoked", on=DAY, by=people.clerk(), note="Issued by mistake.")
    assert in_force(case, date(2026, 3, 1), DAY, date(2026, 3, 3)) == [False, False, False]


def test_a_permit_without_an_end_lasts() -> None:
    case = people.issued_dumpster(DAY)
    Case.objects.filter(pk=case.pk).update(ends_on=None)
    assert in_force(case, date(2026, 3, 1), DAY, date(2099, 1, 1)) == [False, True, True]


# ---- Finding
@pytest.mark.parametrize(
    "query",
    [
        "DU-2026-001",
        "du-2026-1",
        "29-a-03",
        "029A3",
        "sample st",
        "harbor cafe",
        "CAFE 29-A-3",
        "o'brien dumpster",
    ],
)
def test_a_case_is_found_by_number_lot_street_people_and_facility(query: str) -> None:
    facility = people.dumpster_bin("O’Brien's dumpster")
    case = people.ready_dumpster(DAY, facility=facility)
    assert list(Case.objects.of_kind("dumpster").matching(query)) == [case]


def test_every_word_must_be_found_and_no_word_finds_all() -> None:
    people.ready_dumpster(DAY)
    assert not Case.objects.matching("harbor bakery").exists()
    assert Case.objects.of_kind("dumpster").matching("").count() == 1


@pytest.mark.parametrize("query", ["harbor%cafe", "har_or", "h%"])
def test_signs_of_the_database_are_no_wildcards(query: str) -> None:
    people.ready_dumpster(DAY)
    assert not Case.objects.matching(query).filter(kind="dumpster", search__contains="%").exists()
    assert Case.objects.of_kind("dumpster").matching(query).exists() is (query == "h%")


# ---- Written once
def kept_rows() -> list[AppendOnlyModel]:
    """One row of each sort that the record of a case is made of."""
    case = people.ready_dumpster(DAY)
    ruling = case.rulings.get()
    snapshot = case.snapshots.first()
    assert snapshot is not None
    finding = snapshot.findings.first()
    assert finding is not None
    return [ruling.event, snapshot, finding, ruling]


def test_what_happened_is_never_edited_or_deleted() -> None:
    for row in kept_rows():
        model = type(row)
        with pytest.raises(AppendOnly, match="never edited"):
            row.save()
        with pytest.raises(AppendOnly, match="never deleted"):
            row.delete()
        with pytest.raises(AppendOnly, match="never edited"):
            model.objects.filter(pk=row.pk).update(pk=row.pk)
        with pytest.raises(AppendOnly, match="never edited"):
            model.objects.bulk_update([row], ["id"])
        with pytest.raises(AppendOnly, match="never deleted"):
            model.objects.filter(pk=row.pk).delete()
        assert model.objects.filter(pk=row.pk).exists()


def test_a_new_row_under_an_old_key_overwrites_nothing() -> None:
    event = people.ready_dumpster(DAY).events.earliest("pk")
    forged = Event(pk=event.pk, case=event.case, slug="note", on=DAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        forged.save()
    assert Event.objects.get(pk=event.pk).slug == "filed"


@pytest.mark.parametrize("model", [Event, Snapshot, SnapshotFinding, Ruling])
def test_the_record_of_a_case_is_append_only(model: type[AppendOnlyModel]) -> None:
    assert issubclass(model, AppendOnlyModel)
    assert isinstance(model.objects.all(), AppendOnlyQuerySet)


def test_a_case_with_a_history_is_not_deleted() -> None:
    case = people.ready_dumpster(DAY)
    with pytest.raises(ProtectedError):
        case.delete()


# ---- What the tables refuse
def refused(make: Callable[[], object]) -> bool:
    try:
        with transaction.atomic():
            make()
    except IntegrityError:
        return True
    return False


def test_a_role_a_closure_a_lot_and_a_part_stand_once() -> None:
    clerk, board = people.clerk(), people.health()
    assert refused(lambda: Membership.objects.create(user=clerk, board=board, role="clerk"))
    Closure.objects.create(town="Tisbury", on=DAY, reason="Snow")
    assert refused(lambda: Closure.objects.create(town="Tisbury", on=DAY, reason="Ice"))
    lot = people.parcel()
    assert refused(lambda: Parcel.objects.create(town=lot.town, map_no="29", block="A", lot="3"))
    part = people.ready_dumpster(DAY).people.get()
    assert refused(lambda: CaseParty.objects.create(case=part.case, party=part.party, role=part.role))


def test_a_hold_lies_on_exactly_one_thing() -> None:
    case = people.ready_dumpster(DAY)
    said = {"level": "hard", "reason": "Unpaid fine.", "placed_on": DAY}
    assert refused(lambda: Hold.objects.create(**said))
    assert refused(lambda: Hold.objects.create(case=case, facility=case.facility, **said))
    Hold.objects.create(party=people.party(), **said)
    assert Hold.objects.standing().on_case(case).count() == 1


def test_an_item_that_does_not_apply_has_a_reason() -> None:
    row = people.ready_dumpster(DAY).checklist.get()
    of_row = ChecklistRow.objects.filter(pk=row.pk)
    assert refused(lambda: of_row.update(state="n/a"))
    assert of_row.update(state="n/a", reason="Stands in a locked yard.") == 1


def test_a_term_that_ends_has_begun() -> None:
    case = people.ready_dumpster(DAY)
    assert refused(lambda: Case.objects.filter(pk=case.pk).update(ends_on=DAY))


def test_a_permit_is_renewed_once_and_a_slot_held_once() -> None:
    old, case = people.issued_dumpster(DAY), people.ready_dumpster(DAY)
    Case.objects.filter(pk=people.ready_dumpster(DAY).pk).update(renews=old)
    assert refused(lambda: Case.objects.filter(pk=case.pk).update(renews=old))
    assert refused(lambda: Case.objects.filter(pk=case.pk).update(slot=old.slot))


# ---- Small readings
def test_a_board_counts_with_its_state_and_its_towns_closures() -> None:
    Closure.objects.create(town="Tisbury", on=date(2026, 3, 3), reason="Snow")
    assert people.health().calendar().closed_because(date(2026, 3, 3)) == "Snow"
    assert people.docks().calendar().closed_because(date(2026, 3, 3)) == ""
    patriots = date(2026, 4, 20)
    assert not people.health().calendar().is_open(patriots)
    assert people.works().calendar().is_open(patriots)


def test_the_place_of_a_case_is_its_lot_or_its_facility() -> None:
    case = people.ready_dumpster(DAY, facility=people.dumpster_bin("Back bin"))
    assert case.place == "10 Sample Street"
    case.parcels.clear()
    assert case.place == "Back bin"
    case.parcels.add(people.parcel(lot="9", street_number="", street=""))
    assert case.place == "29-A-9"


def test_details_are_read_once_until_forgotten(django_assert_num_queries: Any) -> None:
    case = Case.objects.get(pk=people.ready_dumpster(DAY).pk)
    with django_assert_num_queries(1):
        assert case.details == case.details
    case.forget_details()
    with django_assert_num_queries(1):
        assert case.details is not None


def test_days_of_suspension_belong_to_their_case() -> None:
    one, two = people.issued_dumpster(DAY), people.issued_dumpster(DAY)
    Suspension.objects.create(case=one, from_on=DAY)
    assert in_force(one, DAY) == [False]
    assert in_force(two, DAY) == [True]
