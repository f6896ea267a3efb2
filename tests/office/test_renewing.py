"""A renewal brings along what rests on nothing that changed: the board's word, papers, conditions."""

from datetime import date
from decimal import Decimal

import pytest

from office import kinds
from office.actions import casework
from office.actions.cases import amend, in_the_way, issue, open_case, record, rule_on
from office.intake import Intake, answers_of
from office.models import Case, ChecklistRow
from tests import people

pytestmark = pytest.mark.django_db

IN_JUNE, IN_DECEMBER = date(2026, 6, 1), date(2026, 12, 10)


def renewed(old: Case, **changed: object) -> Case:
    """A renewal of `old` filed in December with last year's answers, some of them changed."""
    kind = old.casekind
    answers = {name: value for name, value in answers_of(old.details).items() if value is not None}
    posted = {name: getattr(value, "pk", value) for name, value in {**answers, **changed}.items()}
    return open_case(
        kind=old.kind, on=IN_DECEMBER, by=people.clerk(), intake=Intake(kind, posted), facility=old.facility,
        parcels=list(old.parcels.all()), renews=old,
    )  # fmt: skip


def stands(case: Case, item: str) -> str:
    return case.checklist.get(item=item).state


def test_unchanged_answers_bring_the_ruling_the_paper_and_the_boards_condition() -> None:
    clerk = people.clerk()
    old = people.ready_dumpster(IN_JUNE, clerk)
    casework.add_condition(old, text="Move it for the August fair.", on=IN_JUNE, by=clerk, cite="Vote")
    people.settle(old, IN_JUNE, clerk)
    issue(old, on=IN_JUNE, by=clerk)
    new = renewed(old)
    ruling = new.rulings.get(rule="location")
    assert ruling.says == "met"
    assert old.number in ruling.why
    assert stands(new, "location-sketch") == ChecklistRow.State.SUPPLIED
    assert [condition.text for condition in new.conditions.all()] == ["Move it for the August fair."]
    assert not [o for o in in_the_way(new, IN_DECEMBER) if o.what in ("finding", "checklist")]


def test_a_moved_dumpster_needs_the_board_and_a_new_sketch_again() -> None:
    old = people.issued_dumpster(IN_JUNE, people.clerk())
    new = renewed(old, lot_line_distance_ft=Decimal("3.5"))
    assert not new.rulings.exists()
    assert stands(new, "location-sketch") == ChecklistRow.State.MISSING
    assert {o.cite for o in in_the_way(new, IN_DECEMBER) if o.what in ("finding", "checklist")} == {
        "Tisbury 09.2.3(1)"
    }


def test_another_change_leaves_the_location_approved() -> None:
    old = people.issued_dumpster(IN_JUNE, people.clerk())
    new = renewed(old, size_cubic_yards=Decimal(8))
    assert new.rulings.filter(rule="location").exists()
    assert stands(new, "location-sketch") == ChecklistRow.State.SUPPLIED


def test_a_variance_is_granted_anew_and_never_carried() -> None:
    clerk = people.clerk()
    old = people.ready_dumpster(IN_JUNE, clerk)
    waiver = open_case(kind="rule-waiver", on=IN_JUNE, by=clerk, parent=old)
    said = {"why": "A mirror helps.", "vote": "2-1", "on": IN_JUNE, "by": clerk}
    rule_on(old, rule="sight-line", says="varied", granted_by=waiver, **said)
    people.settle(old, IN_JUNE, clerk)
    issue(old, on=IN_JUNE, by=clerk)
    assert not renewed(old).rulings.filter(rule="sight-line").exists()


def test_every_answer_a_paper_shows_is_asked() -> None:
    for kind in kinds.registry.values():
        for item in kind.checklist:
            assert set(item.shows) <= {column.name for column in kind.details._meta.get_fields()}


def test_the_count_of_renewals_goes_on() -> None:
    old = people.issued_dumpster(IN_JUNE, people.clerk())
    assert old.renewal_no == 0
    first = renewed(old)
    assert first.renewal_no == 1


def amended(case: Case, **changed: object) -> Case:
    posted = {
        name: getattr(value, "pk", value)
        for name, value in {**answers_of(case.details), **changed}.items()
        if value is not None
    }
    fresh = Case.objects.get(pk=case.pk)
    intake = Intake(fresh.casekind, posted, details=fresh.details)
    amend(fresh, intake=intake, on=IN_JUNE, by=people.clerk(), version=fresh.version)
    return Case.objects.get(pk=case.pk)


def test_a_ruling_is_set_aside_when_the_answers_it_rested_on_change() -> None:
    case = people.ready_dumpster(IN_JUNE, people.clerk())
    kept = amended(case, size_cubic_yards=Decimal(8))
    assert [ruling.rule for ruling in kept.rulings.live()] == ["location"]
    moved = amended(kept, lot_line_distance_ft=Decimal("3.5"))
    assert not moved.rulings.live().exists()
    assert "Tisbury 09.2.3(1)" in {o.cite for o in in_the_way(moved, IN_JUNE) if o.what == "finding"}
    assert moved.snapshots.last().findings.get(rule="location").state == "unknown"


def test_a_renewal_of_a_permit_revoked_since_is_not_issued() -> None:
    clerk = people.clerk()
    old = people.issued_dumpster(IN_JUNE, clerk)
    new = renewed(old)
    record(old, "revoked", on=IN_DECEMBER, by=clerk, note="It stood in the road.")
    new = Case.objects.get(pk=new.pk)
    said = [obstacle.says for obstacle in in_the_way(new, IN_DECEMBER)]
    assert f"{old.number}, which this would renew, is revoked." in said
