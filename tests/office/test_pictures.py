"""What a kind draws: beside the findings, on the check page and in the case file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from office import kinds
from office.actions import drafts
from office.intake import Filing
from office.kinds import CaseKind, Figure, Picture
from tests import people
from tests.office.rafts import FILED, RAFT, file_raft, raft_kind, raft_tables  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("raft_tables")]


def pictures(filing: Filing, on: date) -> Sequence[Picture]:
    """A plank for each plank, and a second picture."""
    name = escape(str(filing.answers.get("name") or ""))
    long = filing.answers.get("overall_length_ft")
    svg = f'<svg class="drawing raft" role="img"><title>{name}</title></svg>'
    missing = () if long is not None else ("Enter the length of the raft.",)
    figures = (Figure("Length", f"{long} ft", "20 ft", "6 ft to spare", "Toys 5", "met", "From end to end"),)
    return (
        Picture("top", "The raft from above", svg, (f"As of {on:%Y-%m-%d}.",), missing, figures),
        Picture("side", "The raft from the side", '<svg class="drawing side" role="img"></svg>'),
    )


@pytest.fixture
def drawing_kind() -> Iterator[CaseKind]:
    kind = replace(RAFT, pictures=pictures)
    kinds.registry[kind.slug] = kind
    yield kind
    del kinds.registry[kind.slug]


def clerk_reads(address: str) -> str:
    client = Client()
    client.force_login(people.clerk())
    return client.get(address).content.decode()


def test_the_case_file_shows_them_with_their_figures(drawing_kind: CaseKind) -> None:
    case = file_raft(name='<b>"Sample"')
    page = clerk_reads(f"/cases/{case.number}/")
    assert '<svg class="drawing raft" role="img"><title>&lt;b&gt;&quot;Sample&quot;</title></svg>' in page
    assert 'role="region" tabindex="0" aria-label="The raft from above"' in page
    assert "6 ft to spare" in page
    assert "css/drawings.css" in page
    assert page.count("<figure") == 2


def test_a_kind_that_draws_nothing_has_no_word_of_them(raft_kind: CaseKind) -> None:  # noqa: F811
    page = clerk_reads(f"/cases/{file_raft().number}/")
    assert "<figure" not in page
    assert 'href="#drawings"' not in page
    assert "css/drawings.css" not in page
    assert Filing(raft_kind, {}).pictures(FILED) == []
    assert not raft_kind.draws


def begun() -> str:
    """The address of a draft begun online."""
    raft, board = kinds.get("raft"), people.health()
    _, token = drafts.begin(kind=raft, board=board, on=timezone.localdate(), now=timezone.now())
    return f"/drafts/{token}"


def test_a_draft_shows_them_beside_the_findings_and_before_it_is_filed(drawing_kind: CaseKind) -> None:
    client = Client()
    draft = begun()
    page = client.get(f"{draft}/raft/").content.decode()
    assert "Enter the length of the raft." in page
    assert page.index("<figure") < page.index("More drawings") < page.rindex("<figure")
    answer: dict[str, Any] = {"name": "<i>", "overall_length_ft": "14", "version": "0"}
    swapped = client.post(f"{draft}/raft/", answer, headers={"HX-Request": "true"}).content.decode()
    assert "<title>&lt;i&gt;</title>" in swapped
    assert "Enter the length of the raft." not in swapped
    assert "<figure" in client.get(f"{draft}/check/").content.decode()


def test_the_counter_shows_them_as_well(drawing_kind: CaseKind) -> None:
    assert "<figure" in clerk_reads("/counter/raft/")


def test_they_are_drawn_under_the_law_of_the_day(drawing_kind: CaseKind) -> None:
    filing = Filing.of_case(file_raft())
    assert filing.pictures(FILED)[0].says == ("As of 2026-06-01.",)
    assert filing.pictures(FILED)[0].missing == ()
