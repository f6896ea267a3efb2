"""The ten sample notices: filed as a form takes them, found as they state, and drawn clean."""

from __future__ import annotations

import io
from datetime import date

import pytest
from django.core.management import call_command

from docks.drawings import drawn
from docks.management.demo import file, tell
from docks.management.samples import POND, RIVER, SAMPLES, Sample
from docks.models.life import Service
from docks.rules import DockFacts
from office import kinds
from office.demo_data import Stage
from office.intake import Filing, Intake
from office.law import State, Weight
from office.models import Case, ChecklistRow
from tests import people
from tests.docks.measuring import Picture

DAY = date(2026, 6, 1)
BY_SLUG = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.slug for sample in SAMPLES])


def stopping(case: Case, state: State) -> set[str]:
    found = Filing.of_case(case).findings(DAY)
    return {each.rule for each in found if each.weight == Weight.BLOCKS and each.state == state}


def test_there_are_ten_of_every_sort() -> None:
    assert len({sample.slug for sample in SAMPLES}) == 10
    assert {sample.raw["work"] for sample in SAMPLES} == {"new", "extension", "dredging"}
    assert {boat["drive"] for sample in SAMPLES for boat in sample.raw["vessels"]} >= {"jet", "none"}
    for sample in SAMPLES:
        for name in (sample.holder, sample.lot[3], *(boat["name"] for boat in sample.raw["vessels"])):
            assert name.startswith("Sample "), name


@BY_SLUG
@pytest.mark.django_db
def test_it_is_filed_and_gives_the_findings_it_states(sample: Sample) -> None:
    intake = Intake(kinds.get("dock"), sample.raw)
    assert intake.is_valid(), intake.form and intake.form.errors
    case = file(sample, on=DAY, by=people.clerk(people.docks()))
    assert case.status == "filed"
    assert stopping(case, State.UNMET) == set(sample.unmet)
    assert stopping(case, State.UNKNOWN) == set(sample.unknown)


@BY_SLUG
@pytest.mark.django_db
def test_what_was_filed_is_drawn_true_and_nothing_overlaps(sample: Sample) -> None:
    case = file(sample, on=DAY, by=people.clerk(people.docks()))
    facts = Filing.of_case(case).facts(DAY)
    assert isinstance(facts, DockFacts)
    for wide in (1000.0, 760.0):  # a screen, a page
        sheet = drawn(facts, DAY, wide)
        for drawing in sheet.drawings:
            seen = Picture.of(drawing.svg())
            assert seen.clashes() == []
            assert drawing.missing == ()
            assert drawing.wide <= wide
        side = Picture.of(sheet.side.svg())
        assert sheet.measures.reach is not None
        assert abs(side.long("reach") - float(sheet.measures.reach) * side.px_per_ft) <= 0.02


@pytest.mark.django_db
def test_the_filing_has_its_own_pictures() -> None:
    case = file(RIVER, on=DAY, by=people.clerk(people.docks()))
    assert [each.slug for each in Filing.of_case(case).pictures(DAY)] == ["berth", "side", "plan"]
    assert Filing(kinds.get("dock"), {}).pictures(DAY) == [], "nothing is drawn of nothing"


@pytest.mark.django_db
def test_a_pond_waits_for_the_commission() -> None:
    case = file(POND, on=DAY, by=people.clerk(people.docks()))
    assert stopping(case, State.UNKNOWN) == {"fresh-water"}


@pytest.mark.django_db
def test_the_demo_files_all_ten_once() -> None:
    call_command("seed", stdout=io.StringIO())
    stage = Stage(DAY, {"docks-clerk": people.clerk(people.docks())})
    for _ in range(2):
        assert tell(stage) == [], "none of them may be copied"
        assert Case.objects.filter(kind="dock").count() == 10
    served = Service.objects.values_list("case__filing_key", flat=True)
    assert sorted(served) == ["sample-dock-river"] * 3 + ["sample-dock-shared"] * 3
    complete = Case.objects.get(filing_key="sample-dock-river")
    assert not complete.checklist.filter(state=ChecklistRow.State.MISSING).exists()
