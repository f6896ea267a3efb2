"""What must come before a step, the checklist ticked in one go, and permits that let something be built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from office.actions import casework
from office.actions.cases import in_the_way, issue, open_case, record, strike
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.kinds import CaseKind, Item, Lifecycle, Step, register
from office.models import Case
from tests import people
from tests.office import toys

pytestmark = pytest.mark.django_db

DAY, NEXT = date(2026, 6, 1), date(2026, 6, 2)
LIFE = Lifecycle(
    first="open",
    steps=(
        Step("weighed", "Weigh it", "Weighed"),
        Step("granted", "Grant", "Granted", from_=("open",), to="granted", needs=("weighed", "hearing"),
             whole=True, cite="Toys 3"),
        Step("numbered", "Number it", "Numbered"),
        Step("issued", "Issue", "Issued", from_=("granted",), to="issued", gate=True, term="starts",
             needs=("numbered",), cite="Toys 4"),
        Step("closed", "Close", "Closed", from_=("issued",), to="closed", term="cuts"),
    ),
    closed=("closed",),
)  # fmt: skip
KIND = replace(
    toys.TOY, slug="toy-works", lifecycle=LIFE, clocks=(), works=True, facility="dumpster",
    checklist=(Item("plan", "Plan", "Toys 1"), Item("survey", "Survey", "Toys 1")),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _kind() -> Iterator[CaseKind]:
    with toys.registered(KIND) as kind:
        yield kind


def opened() -> Case:
    thing = people.dumpster_bin()
    return open_case(kind=KIND.slug, on=DAY, by=people.clerk(), facility=thing)


def ready(case: Case) -> Case:
    casework.tick_many(
        case, {"plan": ("supplied", ""), "survey": ("n/a", "No water")}, on=DAY, by=people.clerk()
    )
    record(case, "weighed", on=DAY, by=people.clerk())
    record(case, "hearing", on=NEXT, by=people.clerk(), cleared=True)
    return case


def test_a_step_waits_for_what_it_needs_and_says_what() -> None:
    case, by = opened(), people.clerk()
    with pytest.raises(NotAllowed, match=r"Grant comes after “Weighed” and “Hearing set”.*Toys 3"):
        record(case, "granted", on=DAY, by=by)
    weighed = record(case, "weighed", on=DAY, by=by)
    with pytest.raises(NotAllowed, match="comes after “Hearing set”"):
        record(case, "granted", on=DAY, by=by)
    record(case, "hearing", on=NEXT, by=by, cleared=True)
    strike(weighed, by=by, note="Of another case.")
    with pytest.raises(NotAllowed, match="comes after “Weighed”"):
        record(case, "granted", on=NEXT, by=by)
    assert case.status == "open"


def test_a_whole_step_waits_for_the_checklist_and_names_what_is_missing() -> None:
    case, by = opened(), people.clerk()
    record(case, "weighed", on=DAY, by=by)
    record(case, "hearing", on=NEXT, by=by, cleared=True)
    with pytest.raises(NotAllowed, match="Not complete yet: Plan; Survey"):
        record(case, "granted", on=NEXT, by=by)
    casework.tick(case, item="plan", state="supplied", on=DAY, by=by)
    with pytest.raises(NotAllowed, match="Not complete yet: Survey"):
        record(case, "granted", on=NEXT, by=by)
    casework.tick(case, item="survey", state="n/a", reason="No water.", on=DAY, by=by)
    record(case, "granted", on=NEXT, by=by)
    assert case.status == "granted"


def test_many_items_are_ticked_at_once_each_with_its_entry() -> None:
    case, by = opened(), people.clerk()
    said = {"plan": ("supplied", ""), "survey": ("n/a", " No water ")}
    assert casework.tick_many(case, said, on=DAY, by=by) == ["Plan", "Survey"]
    assert casework.tick_many(case, said, on=DAY, by=by) == [], "nothing changed, nothing is written"
    notes = list(case.events.filter(slug="checklist").order_by("pk").values_list("subject", "note"))
    assert notes == [("plan", "Plan: supplied."), ("survey", "Survey: does not apply. No water")]
    assert casework.tick_many(case, {"survey": ("missing", "No water")}, on=DAY, by=by) == ["Survey"]
    assert case.checklist.get(item="survey").reason == ""


def test_what_cannot_be_ticked_is_refused_whole() -> None:
    case, by = opened(), people.clerk()
    for said, words in (
        ({"plan": ("supplied", ""), "nothing": ("supplied", "")}, "no checklist item called 'nothing'"),
        ({"plan": ("supplied", ""), "survey": ("n/a", " ")}, "Say why “Survey” does not apply"),
        ({"plan": ("supplied", ""), "survey": ("perhaps", "")}, "Survey: say whether"),
    ):
        with pytest.raises(NotAllowed, match=words):
            casework.tick_many(case, said, on=DAY, by=by)
    with pytest.raises(NotAllowed, match="before the case was filed"):
        casework.tick_many(case, {"plan": ("supplied", "")}, on=date(2026, 5, 31), by=by)
    with pytest.raises(WrongRole):
        casework.tick_many(case, {"plan": ("supplied", "")}, on=DAY, by=people.member())
    assert set(case.checklist.values_list("state", flat=True)) == {"missing"}


def test_what_the_issue_needs_stands_in_its_way_until_it_is_recorded() -> None:
    case, by = ready(opened()), people.clerk()
    record(case, "granted", on=NEXT, by=by)
    (obstacle,) = in_the_way(case, NEXT)
    assert (obstacle.what, obstacle.says, obstacle.cite) == ("step", "“Numbered” is not recorded.", "Toys 4")
    with pytest.raises(CannotIssue):
        issue(case, on=NEXT, by=by)
    record(case, "numbered", on=NEXT, by=by)
    issue(case, on=NEXT, by=by)
    assert case.status == "issued"


def test_what_lets_something_be_built_may_stand_twice_for_one_facility_and_is_not_renewed() -> None:
    first = ready(opened())
    record(first, "granted", on=NEXT, by=people.clerk())
    record(first, "numbered", on=NEXT, by=people.clerk())
    issue(first, on=NEXT, by=people.clerk())
    second = ready(
        open_case(kind=KIND.slug, on=DAY, by=people.clerk(), facility=first.facility, parent=first)
    )
    record(second, "granted", on=NEXT, by=people.clerk())
    record(second, "numbered", on=NEXT, by=people.clerk())
    issue(second, on=NEXT, by=people.clerk())
    assert (first.slot, second.slot, KIND.renewable) == (None, None, False)
    assert first.valid_on(NEXT)
    assert second.valid_on(NEXT)


def test_a_step_that_needs_what_nobody_records_is_refused_at_the_door() -> None:
    life = replace(LIFE, steps=(Step("granted", "Grant", "Granted", needs=("no-such-step",)),))
    with pytest.raises(ValueError, match="no-such-step"):
        register(replace(KIND, slug="toy-odd", series="TX", lifecycle=life))
