"""A complaint: a second kind with its own life, several boards, and the hours of 09.2.4 and 09.2.6."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest

from enforcement.rules import complaints as rules
from enforcement.rules.complaints import EMPTYING, LOADING, ComplaintFacts
from office import kinds
from office.actions.cases import open_case, record
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Filing, Intake
from office.law import Finding, Rule, State, Weight
from office.models import Board, Case, Snapshot
from tests import people

DAY = date(2026, 6, 1)


# ---- The hours
HOURS = [(rules.loading_hours, LOADING), (rules.emptying_hours, EMPTYING)]


def found(
    rule: Rule, about: str, at: str | None, district: str = "residential", town: str = "Tisbury"
) -> Finding:
    answers = {"about": about, "seen_at": at, "district": district, "town": town}
    return rule(ComplaintFacts.build(answers), DAY)


@pytest.mark.parametrize(
    ("at", "loading", "emptying"),
    [
        ("22:59", "met", "met"),
        ("23:00", "unmet", "met"),  # 11:00 pm itself: loading barred, emptying allowed
        ("23:01", "unmet", "unmet"),
        ("00:00", "unmet", "unmet"),
        ("06:59", "unmet", "unmet"),
        ("07:00", "met", "met"),
        ("12:00", "met", "met"),
    ],
)
def test_the_hours_differ_at_their_edges(at: str, loading: str, emptying: str) -> None:
    assert found(rules.loading_hours, LOADING, at).state == loading
    assert found(rules.emptying_hours, EMPTYING, at).state == emptying


def test_the_finding_tells_the_time_and_the_section_and_only_informs() -> None:
    barred = found(rules.loading_hours, LOADING, "23:00")
    assert barred.says == "Seen at 23:00: loading is barred from 11:00 pm until 7:00 am."
    assert (barred.cite, barred.weight) == ("Tisbury 09.2.4(1)", Weight.NOTE)
    assert found(rules.emptying_hours, EMPTYING, "06:59").cite == "Tisbury 09.2.6(2)"


@pytest.mark.parametrize(("rule", "about"), HOURS)
def test_the_hours_bind_in_residential_districts_of_tisbury_alone(rule: Rule, about: str) -> None:
    assert found(rule, about, "23:30").state == State.UNMET
    assert found(rule, about, "23:30", "commercial").state == State.NOT_APPLICABLE
    assert found(rule, about, "23:30", town="Jamestown").state == State.NOT_APPLICABLE


@pytest.mark.parametrize(("rule", "about"), HOURS)
def test_time_place_and_matter_may_be_unknown(rule: Rule, about: str) -> None:
    assert found(rule, about, None).state == State.UNKNOWN
    assert found(rule, about, "23:30", "").state == State.UNKNOWN
    assert found(rule, "", "23:30").state == State.UNKNOWN
    assert found(rule, "nuisance", None, "").state == State.NOT_APPLICABLE


def test_each_rule_looks_only_at_its_own_act() -> None:
    assert found(rules.loading_hours, EMPTYING, "23:30").state == State.NOT_APPLICABLE
    assert found(rules.emptying_hours, LOADING, "23:30").state == State.NOT_APPLICABLE


# ---- The case
def complaint(board: Board | None = None, **more: Any) -> Case:
    board = board or people.health()
    answers = {
        "about": LOADING,
        "described": "Noise",
        "seen_on": "2026-05-30",
        "seen_at": "23:00",
        "anonymous": "true",
    }
    intake = Intake(kinds.get("complaint"), answers)
    said = {"kind": "complaint", "on": DAY, "by": people.clerk(board), "board": board, "intake": intake}
    return open_case(**(said | more))


@pytest.mark.django_db
def test_a_complaint_with_a_lot_is_judged_by_its_district() -> None:
    homes = people.parcel(lot="4", zoning="residential")
    case = complaint(parcels=[homes])
    assert case.details.seen_at == time(23)
    states = {each.rule: each.state for each in Filing.of_case(case).findings(DAY)}
    assert states == {"loading-hours": "unmet", "emptying-hours": "n/a"}


@pytest.mark.django_db
def test_a_complaint_without_a_lot_leaves_the_hours_open() -> None:
    states = {each.rule: each.state for each in Filing.of_case(complaint()).findings(DAY)}
    assert states["loading-hours"] == State.UNKNOWN


@pytest.mark.django_db
def test_several_boards_take_complaints_and_each_counts_in_the_same_series() -> None:
    numbers = [complaint(board).number for board in (people.health(), people.docks(), people.works())]
    assert numbers == ["CO-2026-001", "CO-2026-002", "CO-2026-003"]


@pytest.mark.django_db
def test_a_complaint_goes_its_own_way_and_can_be_opened_again() -> None:
    case, inspector = complaint(), people.inspector()
    record(case, "looked-into", on=DAY, by=inspector)
    assert (case.status, case.is_open) == ("looking into", True)
    with pytest.raises(NotAllowed, match="needs a reason"):
        record(case, "unfounded", on=DAY, by=inspector)
    record(case, "unfounded", on=DAY, by=inspector, note="Nobody there.")
    record(case, "closed", on=DAY, by=inspector, note="Nothing more to do.")
    assert (case.status, case.is_open, case.mover) == ("closed", False, "nobody")
    record(case, "reopened", on=DAY, by=inspector, note="Seen again.")
    assert (case.status, case.is_open, case.mover) == ("open", True, "office")


@pytest.mark.django_db
def test_a_member_of_the_board_moves_no_complaint() -> None:
    with pytest.raises(WrongRole):
        record(complaint(), "looked-into", on=DAY, by=people.member())


@pytest.mark.django_db
def test_finding_it_valid_keeps_the_facts_and_findings_of_the_day() -> None:
    case = complaint(parcels=[people.parcel(lot="4", zoning="residential")])
    event = record(case, "validated", on=DAY, by=people.inspector(), note="Seen by the inspector.")
    kept = Snapshot.objects.get(event=event)
    assert kept.facts["seen_at"] == "23:00:00"
    assert {row.rule: row.state for row in kept.findings.all()}["loading-hours"] == "unmet"
