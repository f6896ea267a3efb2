"""The notice of intent: its columns and tables, the questions, and the facts they become."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal
from typing import Any, get_args, get_type_hints

import pytest
from django.conf import settings
from django.db import models

from docks.forms import PARTS, SOUNDINGS, NoticeForm
from docks.forms.rows import ROW_SETS
from docks.models import DockLight, DockNotice, DockPart, DockSounding, DockVessel
from docks.rules import facts as f
from docks.rules.facts import DockFacts, Light, Part, Sounding, Vessel
from office import application, kinds
from office.actions.cases import open_case
from office.forms_rows import LONG
from office.intake import Filing, Intake, answers_of, in_words
from office.models import Facility
from office.models.rows import row_models
from office.regulations import resolve
from tests import people
from tests.docks.notices import ANSWERS

DAY = date(2026, 6, 1)
LOOKED_UP = {
    "fresh_water_found", "high_value_habitat", "beam_in_channel_margin", "cca_note_in_force",
    "dock_permitted", "survey_excused",
}  # fmt: skip
ROWS = {Part: DockPart, Sounding: DockSounding, Vessel: DockVessel, Light: DockLight}
# A kind of this test's own: the notice as it is asked, without what happens to it later.
NOTICE = kinds.CaseKind(
    slug="sample-notice", label="Sample notice", series="XN", boards=("barnstable-conservation",),
    lifecycle=application.APPLICATION, section="Barnstable 703-3(A)", about="A notice.", details=DockNotice,
    form=NoticeForm, law=kinds.Law(DockFacts, ()), facility="dock",
)  # fmt: skip


def answered(**changes: Any) -> Intake:
    return Intake(NOTICE, ANSWERS | changes)


def said(intake: Intake, name: str) -> list[str]:
    assert intake.form is not None
    return [str(each) for each in intake.form.errors.get(name, [])]


# ---- Each fact has its column
def test_every_fact_is_a_column_a_table_or_looked_up() -> None:
    columns = {column.name for column in DockNotice._meta.concrete_fields} | set(row_models(DockNotice))
    assert {each.name for each in fields(DockFacts)} - columns == LOOKED_UP


@pytest.mark.parametrize(("row", "model"), ROWS.items())
def test_every_fact_of_a_row_is_a_column(row: type, model: Any) -> None:
    assert {each.name for each in fields(row)} <= {column.name for column in model.columns()}


def test_columns_have_the_type_of_their_fact() -> None:
    sorts = {
        Decimal: models.DecimalField, bool: models.BooleanField, int: models.IntegerField,
        str: models.CharField | models.TextField,
    }  # fmt: skip
    for facts, model in ((DockFacts, DockNotice), *ROWS.items()):
        for name, kind in get_type_hints(facts).items():
            if name in LOOKED_UP or get_args(kind):
                continue
            column = model._meta.get_field(name)
            assert isinstance(column, sorts.get(kind, models.DateField)), name
            assert column.null or isinstance(column, sorts[str]), f"{name} may be left open"
            assert column.blank, name


def test_labels_say_the_unit_of_the_name() -> None:
    words = {"ft": "in feet", "in": "in inches", "percent": "percent", "degrees": "in degrees"}
    for model in (DockNotice, DockPart, DockSounding, DockVessel, DockLight):
        for column in model._meta.concrete_fields:
            unit = column.name.rsplit("_", 1)[-1]
            if isinstance(column, models.DecimalField) and unit in words:
                assert words[unit] in column.verbose_name, column.name


def test_every_answer_has_its_section_and_every_section_is_in_the_catalogue() -> None:
    asked = {name for _, _, names in NoticeForm.sections for name in names}
    assert set(DockNotice.CITES) == asked
    for cite in DockNotice.CITES.values():
        assert resolve(cite).cite == cite


def test_every_column_is_asked_and_every_choice_is_one_the_rules_know() -> None:
    asked = [name for _, _, names in NoticeForm.sections for name in names]
    columns = {column.name for column in DockNotice._meta.concrete_fields} - {"id", "case"}
    assert sorted(asked) == sorted(columns | set(row_models(DockNotice)))
    known = {value for name, value in vars(f).items() if name.isupper() and isinstance(value, str)}
    for model in (DockNotice, DockPart, DockSounding, DockVessel, DockLight):
        for column in model._meta.concrete_fields:
            assert {value for value, _ in column.flatchoices} <= known, column.name


def test_what_the_register_may_show_is_of_no_person() -> None:
    told = {*DockNotice.PUBLIC, *DockPart.PUBLIC}
    assert not told & {"vessels", "lift_basis", "contiguous_reason", "surveyors", "deed_at", "agreement_at"}
    assert (DockSounding.PUBLIC, DockVessel.PUBLIC, DockLight.PUBLIC) == ((), (), ())


# ---- What is written
@pytest.mark.parametrize(
    ("name", "written", "says"),
    [
        ("frontage_ft", "-1", "Write a number from 0 to 10,000 feet. (703-4(J)(1))"),
        ("frontage_ft", "10000.001", "Write a number from 0 to 10,000 feet. (703-4(J)(1))"),
        ("angle_degrees", "90.5", "Write a number from 0 to 90 degrees. (703-4(L))"),
        ("mhw_elevation_ft", "-101", "Write a number from -100 to 100 feet above the datum. (703-3(E)(4))"),
        ("shellfish_rating", "101", "Write the rating as the map has it, from 0 to 100. (703-4(M)(1))"),
        ("frontage_ft", "12.3456", "Write at most 3 digits after the point."),
        ("channel_ft", "one hundred", "Write the feet in digits: 12.5, or 12'6\"."),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_bounds_and_section(name: str, written: str, says: str) -> None:
    intake = answered(**{name: written})
    assert not intake.is_valid()
    assert said(intake, name) == [says]


def test_bounds_themselves_are_taken() -> None:
    edges = {"frontage_ft": "0", "channel_ft": "10000", "angle_degrees": "90", "mhw_elevation_ft": "-100"}
    intake = answered(**edges)
    assert intake.is_valid(), intake.form and intake.form.errors
    assert intake.answers()["mhw_elevation_ft"] == Decimal(-100)


def test_feet_and_inches_are_taken_everywhere_feet_are_asked() -> None:
    part = {"kind": "pier", "length_ft": "48'6\"", "width_ft": "3'9\"", "from_shore_ft": '-6"'}
    intake = answered(frontage_ft="180'3\"", parts=[part])
    assert intake.is_valid(), intake.form and intake.form.errors
    assert intake.answers()["frontage_ft"] == Decimal("180.25")
    row = intake.answers()["parts"][0]
    assert (row["length_ft"], row["width_ft"], row["from_shore_ft"]) == (
        Decimal("48.5"), Decimal("3.75"), Decimal("-0.5"),
    )  # fmt: skip
    refused = answered(parts=[part | {"width_ft": "3'4\""}])
    assert said(refused, "parts")[0].startswith(
        "Part 1, width in feet: 3'4\" is between 3.333 and 3.334 feet"
    )


def test_soundings_are_pasted_up_to_500_and_named_by_line() -> None:
    rows = [f"{n}\t{4 + n // 100}.{n % 100:02}\t1.2\tMLW\tAround the dock" for n in range(500)]
    rows[0] = "0\t4\t1.2\tMean low water\tAround the dock"
    text = "\n".join(row.replace("MLW", "mlw") for row in rows)
    intake = answered(**{"soundings-pasted": text})
    assert intake.is_valid(), said(intake, "soundings")[:3]
    assert len(intake.answers()["soundings"]) == 500 == SOUNDINGS.most
    wrong = answered(**{"soundings-pasted": text.replace("499\t8.99", "499\tdeep")})
    assert said(wrong, "soundings") == [
        "Line 500, depth measured, in feet: Write the feet in digits: 12.5, or 12'6\"."
    ]
    assert wrong.answers()["soundings"][-1]["depth_ft"] is None
    assert PARTS.most == 40


# ---- Facts
def test_a_complete_notice_leaves_only_what_does_not_apply_open() -> None:
    intake = answered()
    assert intake.is_valid(), intake.form and intake.form.errors
    facts = Filing(NOTICE, intake.answers()).facts(DAY)
    assert isinstance(facts, DockFacts)
    unanswered = {each.name for each in fields(DockFacts) if getattr(facts, each.name) is None} - LOOKED_UP
    asked = {name for name in ANSWERS if name != "soundings-pasted"} | {"soundings"}
    assert not unanswered & asked
    assert all(isinstance(part, Part) for part in facts.parts)
    assert facts.parts[2].across is True
    assert facts.soundings[3] == Sounding(Decimal(62), Decimal(6), Decimal(1), f.MLW, f.BERTH)
    assert facts.vessels[0].draft_in == Decimal(20)


def test_a_page_with_every_table_full_is_not_too_long_to_send() -> None:
    """What the counter sends at most: every cell of every table, every question, and its own fields."""
    cells = sum(
        len(each.form.base_fields) * min(each.most, LONG if each.pasted else each.most) for each in ROW_SETS
    )
    assert cells + len(NoticeForm.base_fields) + 150 < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


@pytest.mark.django_db
def test_it_is_kept_and_read_back_as_it_was_written() -> None:
    board = people.docks()
    kinds.registry[NOTICE.slug] = NOTICE
    try:
        facility = Facility.objects.create(kind="dock", name="Sample dock", holder=people.party())
        case = open_case(
            kind=NOTICE.slug, on=DAY, by=people.clerk(board), board=board, facility=facility,
            parcels=[people.parcel(town=board.town)], intake=answered(),
        )  # fmt: skip
        kept, given = answers_of(case.details), answered().answers()
        assert kept == given
        structure = dict(in_words(NOTICE, case.details))["The structure"]
        told = {label: str(value) for label, value, _ in structure}
        assert told["Overall length in feet"] == "72"
        assert "kind of part Float, length in feet 16" in told["Parts of the dock"]
    finally:
        del kinds.registry[NOTICE.slug]
