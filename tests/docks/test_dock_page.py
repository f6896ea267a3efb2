"""The page of a dock and its staff report: what they say, who may read them, what they cost."""

from __future__ import annotations

import io
import re
from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from docks.management.commands.bench_dock import large
from docks.management.demo import file
from docks.management.samples import EXTENSION, RIVER, SAMPLES, Sample
from docks.views.dock import Seen
from docks.views.report import drawn_on_paper, report_values
from office.actions import cases
from office.models import Case
from tests import people
from tests.office.test_paper import assert_accessible, structure, text_of

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 1)


def filed(sample: Sample = RIVER, **answers: Any) -> Case:
    """The notice of a sample with these answers in place of its own."""
    changed = Sample(sample.slug, sample.title, sample.lot, sample.holder, sample.raw | answers)
    return file(changed, on=DAY, by=people.clerk(people.docks()))


def opened(address: str, user: Any = None) -> Any:
    client = Client()
    client.force_login(user or people.clerk(people.docks()))
    return client.get(address)


def page(case: Case) -> str:
    response = opened(f"/docks/{case.number}/")
    assert response.status_code == 200
    found: str = response.content.decode()
    return found


def report(case: Case) -> bytes:
    response = opened(f"/docks/{case.number}/report.pdf")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    found: bytes = b"".join(response) if response.streaming else response.content
    return found


# ------------------------------------------------------------------------------------------------ the page
def test_it_shows_the_drawings_berth_first_and_the_tables() -> None:
    found = page(filed())
    order = [
        found.index(each)
        for each in ('class="drawing berth"', 'class="drawing side"', 'class="drawing plan"')
    ]
    assert order == sorted(order)
    assert "33 in. clear" in found
    assert "85 ft of 86 ft allowed" in found
    assert "Half of 180 ft of frontage" in found
    assert "5 ft to spare" in found
    assert 'role="region" tabindex="0" aria-label="Side view of the dock"' in found
    assert "style=" not in found


def test_a_dock_within_the_rules_is_presumed_to_minimize_harm_and_never_approved() -> None:
    found = page(filed())
    assert "May be presumed to minimize harm" in found
    assert "Barnstable 703-1(K)" in found
    assert "Barnstable 703-5(A)" in found
    assert "Approved" not in found


def test_a_depth_that_cannot_be_had_is_said_first() -> None:
    found = page(filed(EXTENSION))
    assert found.index("Depth not attainable for this boat") < found.index('class="drawing berth"')
    assert "Depth not attainable" not in page(filed())


def test_what_nobody_entered_is_asked_for() -> None:
    case = filed(soundings=[], vessels=[], parts=[], frontage_ft="")
    found = page(case)
    for says in ("Enter soundings", "Enter the parts of the dock", "Enter the water frontage of the lot."):
        assert says in found
    assert "not known yet" in found
    assert report(case), "what is not known does not stop the paper"


def test_a_name_with_markup_is_text() -> None:
    boats = [RIVER.raw["vessels"][0] | {"name": "</svg><script>alert(1)</script>"}]
    found = page(filed(vessels=boats))
    assert "<script>alert" not in found
    assert "&lt;/svg&gt;" in found


def test_every_sample_has_its_page() -> None:
    for sample in SAMPLES:
        case = filed(sample)
        assert "<figure" in page(case)


def test_a_decided_notice_is_shown_as_it_was_decided() -> None:
    case = filed()
    cases.record(case, "withdrawn", on=DAY, by=people.clerk(people.docks()), note="Sample reason.")
    case.refresh_from_db()
    assert not case.is_open
    found = page(case)
    assert "As it stood on" in found
    assert "May be presumed to minimize harm" in found


def test_other_boards_and_other_cases_are_not_found() -> None:
    case = filed()
    assert opened(f"/docks/{case.number}/", people.clerk()).status_code == 404
    assert opened(f"/docks/{case.number}/report.pdf", people.clerk()).status_code == 404
    other = people.ready_dumpster(DAY, people.clerk())
    assert opened(f"/docks/{other.number}/", people.clerk()).status_code == 404


# ----------------------------------------------------------------------------------------------- the report
def test_the_report_is_an_accessible_paper_with_alternatives() -> None:
    case = filed()
    reader = assert_accessible(
        report(case), f"Staff report on {case.number}, Barnstable Conservation Commission"
    )
    told = [str(node.get("/Alt", "")) for node in structure(reader) if node.get("/S") == "/Figure"]
    assert len(told) == 3
    assert told[0].startswith("The berth in detail. Sample Skiff: draft 24 in.")
    assert "Reach from mean high water: 85 ft of 86 ft allowed" in told[1]


def test_the_report_tells_both_ways_with_sections() -> None:
    text = " ".join(text_of(PdfReader(io.BytesIO(report(filed(EXTENSION))))).split())
    assert "Not presumed to minimize harm: 4 rules are not met." in text
    assert "Depth not attainable for this boat" in text
    assert "The floats cover 240 sq ft, 200 at most." in text
    assert "Barnstable 703-4(H)" in text
    assert "Met: " in text
    assert "No creosote is used." in text
    assert "Barnstable 703-5(A)" in text
    assert "Comments on each guideline" in text
    assert "Missing" in text


def test_the_worksheet_of_the_report_is_that_of_the_rules() -> None:
    case = filed()
    values = report_values(case, DAY)
    half = next(row for row in values["reach"] if row["what"].startswith("Half the frontage"))
    assert half == {
        "what": "Half the frontage", "formula": "Half of 180 ft of frontage",
        "cite": "Barnstable 703-4(J)(1)", "measured": "85 ft", "limit": "90 ft",
        "margin": "5 ft to spare", "state": "Met",
    }  # fmt: skip
    other = next(row for row in values["reach"] if "another reading" in row["what"])
    assert other["state"] == "", "a reading beside is never found"
    drawing = drawn_on_paper(Seen.of(case, DAY).sheet.side)
    assert drawing["src"].startswith("data:image/svg+xml;base64,")


# --------------------------------------------------------------------------------------------- what it costs
def test_it_asks_as_much_of_the_database_whatever_the_rows() -> None:
    client = Client()
    client.force_login(people.clerk(people.docks()))
    counts = []
    for case in (filed(), filed(**large())):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/docks/{case.number}/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_findings_and_drawings_of_a_very_large_dock_take_less_than_150_ms() -> None:
    said = io.StringIO()
    call_command("bench_dock", rounds=5, stdout=said)
    (took,) = re.findall(r"together +([\d.]+) ms, 20 parts and 500 soundings", said.getvalue())
    assert float(took) < 150, said.getvalue()
