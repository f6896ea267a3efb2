"""The clerk's work beside the decision: checklist, holds, conditions, referrals, assignment, notes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from office.actions import casework
from office.actions.cases import in_the_way, open_case, record
from office.actions.errors import NotAllowed, WrongRole
from office.actions.money import balance
from office.models import Board, Case, Condition, Hold
from tests import casts, people

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
LATER = date(2026, 3, 9)


filed = casts.shared(lambda: people.ready_dumpster(DAY))


@pytest.fixture
def case(filed: Case) -> Case:
    return Case.objects.get(pk=filed.pk)


def last(case: Case) -> tuple[str, str, str]:
    event = case.events.latest("pk")
    return event.slug, event.subject, event.note


# ---- Checklist
def tick(case: Case, **more: Any) -> Any:
    said: dict[str, Any] = {"item": "location-sketch", "state": "supplied", "on": LATER, "by": people.clerk()}
    return casework.tick(case, **(said | more))


def test_an_item_is_supplied_missing_or_does_not_apply_for_a_reason(case: Case) -> None:
    tick(case, state="missing")
    assert last(case) == ("checklist", "location-sketch", "Location sketch: missing.")
    assert "Location sketch is missing." in [each.says for each in in_the_way(case, LATER)]
    tick(case, state="n/a", reason="  Stands on the lot's only drive. ")
    row = case.checklist.get()
    assert (row.state, row.reason) == ("n/a", "Stands on the lot's only drive.")
    assert last(case)[2].startswith("Location sketch: does not apply. Stands on")
    assert [each.what for each in in_the_way(case, LATER)] == ["fee"]


@pytest.mark.parametrize("reason", ["", "  "])
def test_does_not_apply_needs_a_reason(case: Case, reason: str) -> None:
    with pytest.raises(NotAllowed, match="Say why “Location sketch” does not apply"):
        tick(case, state="n/a", reason=reason)
    assert case.checklist.get().state == "supplied"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"item": "blood-test"}, "has no checklist item called 'blood-test'"),
        ({"state": "perhaps"}, "supplied, missing, or does not apply"),
    ],
)
def test_an_unknown_item_or_state_is_refused(case: Case, more: dict[str, str], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        tick(case, **more)


def test_clerks_and_inspectors_tick(case: Case) -> None:
    tick(case, by=people.inspector())
    for person in (people.member(), people.administrator(), people.clerk(people.docks())):
        with pytest.raises(WrongRole, match="clerk or inspector of Tisbury"):
            tick(case, by=person)


# ---- Holds
def place(case: Case, **more: Any) -> Hold:
    said: dict[str, Any] = {
        "level": "hard", "reason": "Unpaid fine.", "lifted_by_role": "member", "on": LATER,
        "by": people.clerk(),
    }  # fmt: skip
    return casework.place_hold(case, **(said | more))


def test_a_hold_is_placed_with_its_reason_section_and_who_lifts_it(case: Case) -> None:
    hold = place(case, cite="Tisbury 09.2.5(4)", by=people.inspector())
    assert (hold.case, hold.placed_on, hold.placed_by) == (case, LATER, people.inspector())
    assert last(case) == ("hold-placed", str(hold.pk), "Unpaid fine.")
    told = in_the_way(case, LATER)[-1]
    assert (told.says, told.cite, told.who, told.overridable) == (
        "Unpaid fine.",
        "Tisbury 09.2.5(4)",
        "The board member may lift it",
        False,
    )


def test_only_the_role_a_hold_names_lifts_it_and_says_why(case: Case) -> None:
    hold = place(case)
    with pytest.raises(WrongRole, match="for the member of Tisbury"):
        casework.lift_hold(case, hold=hold, reason="Paid.", on=LATER, by=people.clerk())
    with pytest.raises(NotAllowed, match="Say why the hold is lifted"):
        casework.lift_hold(case, hold=hold, reason=" ", on=LATER, by=people.member())
    lifted = casework.lift_hold(case, hold=hold, reason="Paid.", on=LATER, by=people.member())
    assert (lifted.lifted_on, lifted.lifted_by, lifted.lift_reason) == (LATER, people.member(), "Paid.")
    assert last(case) == ("hold-lifted", str(hold.pk), "Unpaid fine. Lifted: Paid.")
    assert not Hold.objects.standing().on_case(case).exists()
    with pytest.raises(NotAllowed, match="already lifted"):
        casework.lift_hold(case, hold=hold, reason="Paid.", on=LATER, by=people.member())


def test_a_hold_on_the_dumpster_stands_in_the_way_of_every_case_about_it(case: Case) -> None:
    place(case, whole_facility=True, level="soft")
    sibling = people.ready_dumpster(LATER, facility=case.facility)
    stranger = people.ready_dumpster(LATER)
    assert "hold" in [each.what for each in in_the_way(sibling, LATER)]
    assert "hold" not in [each.what for each in in_the_way(stranger, LATER)]


def test_a_hold_on_a_person_stands_in_the_way_of_their_cases(case: Case) -> None:
    Hold.objects.create(party=people.party(), level="hard", reason="Owes from last year.", placed_on=DAY)
    assert "Owes from last year." in [each.says for each in in_the_way(case, LATER)]


def test_a_hold_is_lifted_on_a_case_it_stands_on(case: Case) -> None:
    other = people.ready_dumpster(DAY)
    with pytest.raises(NotAllowed, match=f"does not stand on {other.number}"):
        casework.lift_hold(other, hold=place(case), reason="Paid.", on=LATER, by=people.member())


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"level": "firm"}, "a hold, a soft hold or a warning"),
        ({"reason": "  "}, "A hold needs a reason"),
        ({"lifted_by_role": "mayor"}, "Say who may lift the hold"),
    ],
)
def test_a_hold_that_lacks_something_is_refused(case: Case, more: dict[str, str], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        place(case, **more)
    assert not Hold.objects.exists()


def test_a_hold_on_a_facility_needs_one() -> None:
    complaint = open_case(kind="complaint", on=DAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="is not about a facility"):
        place(complaint, whole_facility=True)


def test_members_place_no_hold(case: Case) -> None:
    with pytest.raises(WrongRole):
        place(case, by=people.member())


# ---- Conditions
def add(case: Case, **more: Any) -> Condition:
    said: dict[str, Any] = {"text": "Keep the lane free.", "on": LATER, "by": people.member()}
    return casework.add_condition(case, **(said | more))


def test_conditions_stand_in_the_order_they_were_set_and_are_met_once(case: Case) -> None:
    first, second = add(case, cite="Vote 7", due_on=LATER), add(case, text=" Paint it green. ")
    assert [(row.position, row.text) for row in case.conditions.all()] == [
        (1, "Keep the lane free."),
        (2, "Paint it green."),
    ]
    assert (first.cite, first.due_on) == ("Vote 7", LATER)
    assert last(case) == ("condition-added", str(second.pk), "Paint it green")
    casework.meet_condition(case, condition=second, on=LATER, by=people.inspector())
    assert case.conditions.get(pk=second.pk).met_on == LATER
    assert last(case) == ("condition-met", str(second.pk), "Paint it green.")
    with pytest.raises(NotAllowed, match="already recorded as met"):
        casework.meet_condition(case, condition=second, on=LATER, by=people.inspector())


def test_an_issued_permit_keeps_its_conditions_and_they_can_still_be_met() -> None:
    case = people.issued_dumpster(DAY)
    with pytest.raises(NotAllowed, match="conditions stand as they were printed"):
        add(case)
    casework.meet_condition(case, condition=case.conditions.all()[0], on=LATER, by=people.clerk())


def test_a_closed_case_takes_no_condition(case: Case) -> None:
    record(case, "denied", on=LATER, by=people.clerk(), note="No room.")
    with pytest.raises(NotAllowed, match="is denied"):
        add(case)


def test_an_empty_condition_and_the_wrong_role_are_refused(case: Case) -> None:
    with pytest.raises(NotAllowed, match="as one sentence"):
        add(case, text="  ")
    with pytest.raises(WrongRole):
        add(case, by=people.inspector())
    with pytest.raises(WrongRole):
        casework.meet_condition(case, condition=add(case), on=LATER, by=people.member())


# ---- Referral, assignment, notes
def test_a_referral_stands_once_and_is_told_once(case: Case) -> None:
    other = people.docks()
    first = casework.refer(case, board=other, why="Near the shore.", on=LATER, by=people.clerk())
    assert last(case) == ("referred", other.slug, "Barnstable Conservation Commission. Near the shore.")
    assert casework.refer(case, board=other, on=LATER, by=people.clerk()) == first
    assert case.events.filter(slug="referred").count() == 1
    assert case in Case.objects.visible_to(people.clerk(other))


def test_a_case_is_not_referred_to_its_own_board_or_by_another_role(case: Case) -> None:
    with pytest.raises(NotAllowed, match="already before the Tisbury Board of Health"):
        casework.refer(case, board=people.health(), on=LATER, by=people.clerk())
    with pytest.raises(WrongRole):
        casework.refer(case, board=people.docks(), on=LATER, by=people.inspector())


def test_the_board_a_case_was_referred_to_sees_and_does_not_act(case: Case) -> None:
    casework.refer(case, board=people.docks(), on=LATER, by=people.clerk())
    with pytest.raises(WrongRole):
        casework.note(case, text="Ours now.", on=LATER, by=people.clerk(people.docks()))


def test_a_case_is_given_to_somebody_who_works_for_its_board(case: Case) -> None:
    inspector = people.inspector()
    casework.assign(case, to=inspector, on=LATER, by=people.clerk())
    assert Case.objects.get(pk=case.pk).assigned_to == case.assigned_to == inspector
    assert last(case) == ("assigned", "", "Assigned to Tisbury Inspector")
    casework.assign(case, to=None, on=LATER, by=people.clerk())
    assert Case.objects.get(pk=case.pk).assigned_to is None
    assert last(case)[2] == "Assigned to nobody"


@pytest.mark.parametrize(
    "who", [people.stranger, people.member, lambda: people.clerk(people.docks())]
)  # members decide, they do not work cases
def test_nobody_else_is_given_a_case(case: Case, who: Callable[[], Any]) -> None:
    with pytest.raises(NotAllowed, match="does not work for Tisbury Board of Health"):
        casework.assign(case, to=who(), on=LATER, by=people.clerk())


def test_only_a_clerk_assigns(case: Case) -> None:
    with pytest.raises(WrongRole):
        casework.assign(case, to=people.inspector(), on=LATER, by=people.inspector())


def test_a_note_is_kept_as_written(case: Case) -> None:
    casework.note(case, text="  Called back. ", on=LATER, by=people.member())
    assert last(case) == ("note", "", "Called back.")
    with pytest.raises(NotAllowed, match="Write the note first"):
        casework.note(case, text=" ", on=LATER, by=people.member())


def every_act(case: Case, board: Board, on: date) -> list[Callable[[], Any]]:
    clerk = people.clerk()
    return [
        lambda: tick(case, on=on),
        lambda: place(case, on=on),
        lambda: add(case, on=on),
        lambda: casework.refer(case, board=board, on=on, by=clerk),
        lambda: casework.assign(case, to=clerk, on=on, by=clerk),
        lambda: casework.note(case, text="Called.", on=on, by=clerk),
    ]


def test_nothing_is_written_before_the_case_was_filed(case: Case) -> None:
    before = case.events.count()
    for act in every_act(case, people.docks(), date(2026, 3, 1)):
        with pytest.raises(NotAllowed, match="before the case was filed"):
            act()
    assert case.events.count() == before
    assert (case.checklist.get().state, case.conditions.count(), Hold.objects.count()) == ("supplied", 0, 0)
    assert Case.objects.get(pk=case.pk).assigned_to is None


def test_no_act_of_casework_moves_the_case_or_its_money(case: Case) -> None:
    before = (case.status, case.version, balance(case))
    for act in every_act(case, people.docks(), LATER):
        act()
    fresh = Case.objects.get(pk=case.pk)
    assert (fresh.status, fresh.version, balance(fresh)) == before


# ------------------------------------------------------------------------------------ what it is about
def test_a_complaint_is_laid_to_a_facility_of_its_lot_and_belongs_to_its_record() -> None:
    bin_, elsewhere = people.dumpster_bin(), people.dumpster_bin("Far bin", parcel=people.parcel(lot="99"))
    case = open_case(kind="complaint", on=DAY, by=people.clerk(), parcels=[people.parcel()])
    said = {"on": DAY, "by": people.inspector()}
    with pytest.raises(NotAllowed, match="does not stand on the lot of"):
        casework.name_facility(case, facility=elsewhere, **said)
    with pytest.raises(WrongRole):
        casework.name_facility(case, facility=bin_, on=DAY, by=people.member())
    assert casework.name_facility(case, facility=bin_, **said).note == f"About {bin_.name} (dumpster)."
    case.refresh_from_db()
    assert case.facility == bin_
    assert Case.objects.matching(bin_.name).filter(pk=case.pk).exists()
    with pytest.raises(NotAllowed, match="already"):
        casework.name_facility(case, facility=bin_, **said)


def test_a_permit_is_about_one_facility_from_the_start() -> None:
    case = people.ready_dumpster(DAY)
    with pytest.raises(NotAllowed, match="from the start"):
        casework.name_facility(case, facility=people.dumpster_bin(), on=DAY, by=people.clerk())


def test_the_page_offers_what_stands_on_the_lot(client: Client) -> None:
    bin_ = people.dumpster_bin("Near bin")
    people.dumpster_bin("Far bin", parcel=people.parcel(lot="99"))
    case = open_case(kind="complaint", on=DAY, by=people.clerk(), parcels=[people.parcel()])
    client.force_login(people.clerk())
    page = f"/cases/{case.number}/facility/"
    assert page in client.get(f"/cases/{case.number}/").content.decode()
    shown = client.get(page).content.decode()
    assert "Near bin (dumpster)" in shown
    assert "Far bin" not in shown
    empty = client.post(page, {"on": "6/1/2026"})
    assert empty.status_code == 422
    assert "Choose what it is about." in empty.content.decode()
    assert client.post(page, {"on": f"{DAY:%m/%d/%Y}", "facility": bin_.pk}).status_code == 302
    assert Case.objects.get(pk=case.pk).facility == bin_
