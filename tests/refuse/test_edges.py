"""The days of solid waste permits, 09.2.5: first and last good days, renewals, suspended and revoked days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from office import kinds
from office.actions import casework
from office.actions.cases import in_the_way, issue, open_case, record, rule_on, term_of
from office.actions.errors import CannotIssue
from office.intake import Filing, Intake
from office.models import Case, Facility
from permits.refuse.kinds import thirty_days
from permits.refuse.models import Dumpster
from tests import people

pytestmark = pytest.mark.django_db


def file(kind: str, on: date, renews: Case | None = None, **answers: Any) -> Case:
    """An application with everything answered and ruled upon, paid for, ready to issue."""
    clerk = people.clerk()
    given = {**people.DUMPSTER_ANSWERS, "hauler": people.hauler_with_permit(on).pk, "purpose": "construction"}
    facility = renews.facility if renews else people.dumpster_bin()
    case = open_case(
        kind=kind, on=on, by=clerk, facility=facility, renews=renews,
        intake=Intake(kinds.get(kind), given | answers),
    )  # fmt: skip
    casework.tick(case, item="location-sketch", state="supplied", on=on, by=clerk)
    rule_on(case, rule="location", says="met", why="Far enough.", vote="Vote 1", on=on, by=clerk)
    people.settle(case, on, clerk)
    return case


def issued(kind: str, on: date, renews: Case | None = None, filed: date | None = None) -> Case:
    case = file(kind, filed or on, renews)
    people.hauler_with_permit(on)
    issue(case, on=on, by=people.clerk())
    return case


def term(case: Case) -> tuple[date | None, date | None]:
    return case.starts_on, case.ends_on


def edges(case: Case) -> list[bool]:
    """In force the day before the term, its first day, its last day, the day after."""
    start, end = case.starts_on, case.ends_on
    assert start is not None
    assert end is not None
    days = (date.fromordinal(start.toordinal() - 1), start, end, date.fromordinal(end.toordinal() + 1))
    return [case.valid_on(day) for day in days]


# ---- Temporary permits: 30 days, the day of issue not counted
@pytest.mark.parametrize(
    ("on", "last"),
    [
        (date(2025, 12, 15), date(2026, 1, 14)),  # not cut at year end
        (date(2028, 1, 30), date(2028, 2, 29)),  # through a leap day
        (date(2026, 1, 30), date(2026, 3, 1)),  # and past the end of a short February
        (date(2026, 12, 31), date(2027, 1, 30)),
        (date(2026, 6, 1), date(2026, 7, 1)),
    ],
)
def test_a_temporary_permit_runs_30_days_from_the_day_of_issue(on: date, last: date) -> None:
    case = issued("temporary-dumpster", on)
    assert term(case) == (on, last)
    assert edges(case) == [False, True, True, False]


def test_a_temporary_permit_counts_from_issue_and_not_from_filing() -> None:
    case = issued("temporary-dumpster", date(2026, 6, 10), filed=date(2026, 6, 1))
    assert term(case) == (date(2026, 6, 10), date(2026, 7, 10))


def test_a_renewal_in_time_adds_30_days_to_the_old_end_any_number_of_times() -> None:
    first = issued("temporary-dumpster", date(2025, 12, 15))
    second = issued("temporary-dumpster", date(2026, 1, 10), first)
    third = issued("temporary-dumpster", date(2026, 2, 13), second)  # the old one's last day
    assert term(second) == (date(2026, 1, 15), date(2026, 2, 13))
    assert term(third) == (date(2026, 2, 14), date(2026, 3, 15))
    for day in (date(2026, 1, 14), date(2026, 1, 15), date(2026, 2, 13), date(2026, 2, 14)):
        valid = Case.objects.of_kind("temporary-dumpster").in_force(day)
        assert valid.count() == 1, f"one permit, neither two nor none, on {day}"


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        (date(2026, 1, 14), (date(2026, 1, 15), date(2026, 2, 13))),  # the last good day: in time
        (date(2026, 1, 15), (date(2026, 1, 15), date(2026, 2, 14))),  # the day after: late
        (date(2026, 1, 20), (date(2026, 1, 20), date(2026, 2, 19))),
    ],
)
def test_a_late_renewal_counts_from_the_day_of_issue(on: date, expected: tuple[date, date]) -> None:
    first = issued("temporary-dumpster", date(2025, 12, 15))
    assert term(issued("temporary-dumpster", on, first)) == expected


def test_thirty_days_from_a_day_or_from_the_old_end() -> None:
    assert thirty_days(date(2026, 6, 1), None) == date(2026, 7, 1)
    assert thirty_days(date(2026, 7, 2), date(2026, 7, 1)) == date(2026, 7, 31)


def test_the_last_good_day_is_the_day_to_renew_by() -> None:
    row = issued("temporary-dumpster", date(2025, 12, 15)).clocks.get()
    assert (row.due_on, row.mover) == (date(2026, 1, 14), "applicant")


# ---- Yearly permits: through December 31
@pytest.mark.parametrize(
    ("on", "last"),
    [
        (date(2026, 1, 1), date(2026, 12, 31)),
        (date(2026, 6, 1), date(2026, 12, 31)),
        (date(2026, 12, 31), date(2026, 12, 31)),  # valid that one day
        (date(2028, 2, 29), date(2028, 12, 31)),
        (date(2028, 1, 1), date(2028, 12, 31)),  # 366 days
    ],
)
def test_a_yearly_permit_ends_with_the_year_of_issue(on: date, last: date) -> None:
    case = issued("dumpster", on)
    assert term(case) == (on, last)
    assert edges(case) == [False, True, True, False]


def test_a_permit_issued_on_december_31_is_valid_that_day_and_the_next_begins_on_january_1() -> None:
    old = issued("dumpster", date(2025, 12, 31))
    new = issued("dumpster", date(2025, 12, 31), old)
    assert term(new) == (date(2026, 1, 1), date(2026, 12, 31))
    assert [old.valid_on(date(2025, 12, 31)), new.valid_on(date(2025, 12, 31))] == [True, False]
    assert [old.valid_on(date(2026, 1, 1)), new.valid_on(date(2026, 1, 1))] == [False, True]


def test_filed_in_one_year_and_issued_in_the_next_it_is_a_permit_of_the_next() -> None:
    case = issued("dumpster", date(2027, 1, 2), filed=date(2026, 12, 30))
    assert case.number == "DU-2026-001"
    assert term(case) == (date(2027, 1, 2), date(2027, 12, 31))


@pytest.mark.parametrize(
    ("on", "first"),
    [
        (date(2026, 6, 2), date(2027, 1, 1)),  # months early
        (date(2026, 12, 31), date(2027, 1, 1)),
        (date(2027, 1, 1), date(2027, 1, 1)),
        (date(2027, 3, 1), date(2027, 3, 1)),  # late: not valid in between
    ],
)
def test_a_yearly_renewal_never_begins_before_the_old_year_has_ended(on: date, first: date) -> None:
    new = file("dumpster", date(2026, 6, 1), issued("dumpster", date(2026, 3, 2)))
    assert term_of(new, on) == (first, date(2027, 12, 31))


def test_a_hauler_permit_ends_with_the_year_too() -> None:
    hauler = people.hauler_with_permit(date(2026, 12, 31))
    case = Case.objects.get(facility=hauler)
    assert term(case) == (date(2026, 12, 31), date(2026, 12, 31))
    assert [case.valid_on(date(2026, 12, 31)), case.valid_on(date(2027, 1, 1))] == [True, False]


def test_one_dumpster_may_have_a_yearly_and_a_temporary_permit() -> None:
    yearly = issued("dumpster", date(2026, 3, 2))
    clerk = people.clerk()
    other = open_case(
        kind="temporary-dumpster", on=date(2026, 3, 2), by=clerk, facility=yearly.facility,
        intake=Intake(kinds.get("temporary-dumpster"), {}),
    )  # fmt: skip
    assert other.slot is None
    assert term_of(other, date(2026, 3, 2)) == (date(2026, 3, 2), date(2026, 4, 1))


# ---- Suspension and revocation, 09.2.5(4)
def test_suspended_days_stay_suspended_days_after_it_was_revoked() -> None:
    case, clerk = issued("dumpster", date(2026, 3, 2)), people.clerk()
    record(case, "suspended", on=date(2026, 4, 1), by=clerk, note="Overflowing.")
    record(case, "reinstated", on=date(2026, 4, 10), by=clerk, note="Emptied.")
    record(case, "suspended", on=date(2026, 5, 1), by=clerk, note="Again.")
    record(case, "revoked", on=date(2026, 5, 20), by=clerk, note="And again.")
    days = [(3, 1), (3, 2), (3, 31), (4, 1), (4, 9), (4, 10), (4, 30), (5, 1), (5, 19), (5, 20), (12, 31)]
    valid = [case.valid_on(date(2026, month, day)) for month, day in days]
    assert valid == [False, True, True, False, False, True, True, False, False, False, False]
    assert case.ends_on == date(2026, 5, 19)


# ---- The hauler on the day
@pytest.mark.parametrize(
    ("on", "state"), [(date(2026, 12, 31), "met"), (date(2027, 1, 1), "unmet")]
)  # the hauler's permit ends with 2026
def test_the_hauler_must_hold_a_permit_on_that_day(on: date, state: str) -> None:
    case = people.ready_dumpster(date(2026, 3, 2))
    states = {each.rule: each.state for each in Filing.of_case(case).findings(on)}
    assert states["hauler-permit"] == state


def test_a_suspended_hauler_stops_an_issue_unless_a_reason_is_given() -> None:
    day, clerk = date(2026, 3, 2), people.clerk()
    plain = file("dumpster", day)
    explained = file("dumpster", day, hauler_reason="The only one on the island.")
    permit = Case.objects.of_kind("hauler").get()
    record(permit, "suspended", on=day, by=clerk, note="Dumpsters not washed.")
    with pytest.raises(CannotIssue, match="The hauler holds no valid permit today"):
        issue(plain, on=day, by=clerk)
    issue(explained, on=day, by=clerk)
    assert explained.status == "issued"


@pytest.mark.parametrize(("reason", "state"), [("The owner hauls it.", "met"), ("", "unknown")])
def test_without_a_hauler_on_the_list_a_reason_is_enough(reason: str, state: str) -> None:
    case = people.ready_dumpster(date(2026, 3, 2), hauler="", hauler_reason=reason)
    states = {each.rule: each.state for each in Filing.of_case(case).findings(date(2026, 3, 2))}
    assert states["hauler-permit"] == state


def test_the_location_is_approved_by_the_board_before_a_permit_is_issued() -> None:
    day, clerk = date(2026, 3, 2), people.clerk()
    case = file("dumpster", day)
    rule_on(case, rule="location", says="unmet", why="Under a window.", vote="Vote 2", on=day, by=clerk)
    assert [(each.what, each.cite) for each in in_the_way(case, day)] == [("finding", "Tisbury 09.2.3(1)")]
    with pytest.raises(CannotIssue):
        issue(case, on=day, by=clerk)


# ---- What the form asks
def form(**answers: Any) -> Any:
    found = Intake(kinds.get("dumpster"), people.DUMPSTER_ANSWERS | answers).form
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "typed", "says"),
    [
        ("size_cubic_yards", "0.4", "Enter the size in cubic yards, at least 0.5. (09.2.4(2))"),
        ("size_cubic_yards", "100.1", "Enter the size in cubic yards, at most 100. (09.2.4(2))"),
        ("size_cubic_yards", "six", "Write a number in digits, such as 12.5."),
        ("lot_line_distance_ft", "-0.1", "Enter the distance in feet, 0 or more. (09.2.3(1))"),
    ],
)
def test_what_cannot_be_is_told_with_its_section(name: str, typed: str, says: str) -> None:
    assert form(**{name: typed}).errors == {name: [says]}


@pytest.mark.parametrize(
    ("name", "typed"),
    [("size_cubic_yards", "0.5"), ("size_cubic_yards", "100"), ("lot_line_distance_ft", "0")],
)
def test_the_edges_themselves_are_taken(name: str, typed: str) -> None:
    assert form(**{name: typed}).is_valid()


def test_every_question_may_be_left_open() -> None:
    assert Intake(kinds.get("dumpster"), {}).is_valid()
    assert Intake(kinds.get("temporary-dumpster"), {}).is_valid()
    assert Intake(kinds.get("hauler"), {}).is_valid()


def test_only_haulers_still_at_work_are_offered() -> None:
    gone = Facility.objects.create(kind="hauler", name="Gone Hauling", ended_on=date(2026, 1, 1))
    here = Facility.objects.create(kind="hauler", name="Sample Hauling")
    assert list(form().fields["hauler"].queryset) == [here]
    assert "hauler" in form(hauler=gone.pk).errors


def test_the_register_shows_nothing_of_where_children_or_abutters_are() -> None:
    assert set(Dumpster.PUBLIC) == {"size_cubic_yards", "use", "hauler"}
