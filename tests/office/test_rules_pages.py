"""The rules for everybody: each with its section and examples, each book with how its sections stand."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from office import kinds
from office.examples import examples
from office.kinds import Law
from office.law import State
from office.regulations import catalogue, citations, enforcers, standing
from office.timetable import timetable
from office.views.rules import SAYS
from tests import people
from tests.office import toys

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


# ------------------------------------------------------------------------------------------- one rule
def test_every_rule_of_every_kind_has_its_page(client: Client) -> None:
    pages = 0
    for kind in kinds.registry.values():
        for rule in kind.law.rules if kind.law else ():
            page = read(client, reverse("public-rule", args=[kind.slug, rule.slug]))
            assert rule.says in page
            assert rule.cite in page
            assert kind.label in page
            pages += 1
    assert pages > 10


def test_a_rule_tells_its_section_for_whom_and_what_meets_it(client: Client) -> None:
    people.health()
    page = read(client, "/rules/dumpster/sight-line/")
    assert "Dumpster permit Temporary dumpster permit" in page
    assert "The board may grant a variance from it" in page
    assert "Is the sight of traffic clear? Yes Met The dumpster does not block the sight of traffic." in page
    assert (
        "Is the sight of traffic clear? No Not met The dumpster blocks the sight of traffic. Move it." in page
    )
    assert "Ask about it Tisbury Board of Health" in page


def test_what_only_the_board_can_say_has_no_example(client: Client) -> None:
    assert "No form can tell. The board looks at the place" in read(client, "/rules/dumpster/location/")


def test_a_rule_nobody_may_waive_says_so(client: Client) -> None:
    strict = [
        (kind.slug, rule.slug)
        for kind in kinds.registry.values()
        for rule in (kind.law.rules if kind.law else ())
        if not rule.waivable
    ]
    for kind, slug in strict:
        assert "Nobody may waive it." in read(client, reverse("public-rule", args=[kind, slug]))


@pytest.mark.parametrize(
    "address", ["/rules/dumpster/no-such/", "/rules/no-such/location/", "/rules/no-such/", "/rules/office/"]
)
def test_what_there_is_not_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


# ------------------------------------------------------------------------------------------- examples
def test_an_example_is_what_the_rule_says_of_its_facts() -> None:
    """Tried again with just the facts that are shown, each rule says the same."""
    for kind in kinds.registry.values():
        for rule in kind.law.rules if kind.law else ():
            found = examples(kind, rule, DAY)
            assert len({example.state for example in found}) == len(found)
            assert all(example.facts and example.says for example in found)
            assert not any("an example" in example.says for example in found)


def test_a_figure_is_tried_on_both_sides() -> None:
    kind = replace(toys.TOY, law=Law(facts=toys.Measures, rules=(toys.length, toys.weight)))
    assert [(each.state, each.facts) for each in examples(kind, toys.length, DAY)] == [
        (State.MET, (("Length in:", "0"),)), (State.UNMET, (("Length in:", "25"),)),
    ]  # fmt: skip


# -------------------------------------------------------------------------------------------- the books
def test_the_books_are_listed_with_how_many_sections_stand_how(client: Client) -> None:
    page = read(client, "/rules/")
    enforced = enforcers(catalogue(), citations())
    for book in catalogue().books:
        assert f"{book.name}: {book.title}" in page
        checked = sum(standing(section, enforced) == "enforced" for section in book.sections)
        if checked:
            assert f"Checked here: {checked}" in page


def test_a_book_lists_every_section_with_its_standing(client: Client) -> None:
    enforced = enforcers(catalogue(), citations())
    for book in catalogue().books:
        page = read(client, f"/rules/{book.slug}/")
        for section in book.sections:
            assert section.title in page
            assert " ".join(section.summary.split()) in page
        assert {SAYS[standing(section, enforced)] for section in book.sections} <= {
            words for words in SAYS.values() if words in page
        }


def test_a_section_leads_to_the_rules_that_check_it_once_each(client: Client) -> None:
    html = client.get("/rules/tisbury/").content.decode()
    assert html.count(f'href="{reverse("public-rule", args=["dumpster", "sight-line"])}"') == 1
    assert reverse("public-rule", args=["temporary-dumpster", "sight-line"]) not in html
    assert "Dumpster permit: a paper to bring" in html


def test_a_book_names_nothing_the_program_calls_its_own(client: Client) -> None:
    html = client.get("/rules/tisbury/").content.decode()
    for words in ("field ", "clock ", "lot_line_distance_ft", "checklist location", "duty on"):
        assert f">{words}" not in html
        assert f": {words}" not in html
    assert "size_cubic_yards" not in html
    notes = [s.note for book in catalogue().books for s in book.sections if s.note]
    assert notes
    assert not [note for note in notes if note in unescape(html)]


def test_a_book_is_no_heavy_page(client: Client) -> None:
    for book in catalogue().books:
        assert len(client.get(f"/rules/{book.slug}/").content) < 150_000


# ---------------------------------------------------------------------------------- the way, in words
def test_every_limit_of_every_kind_can_be_told() -> None:
    calendar = people.health().calendar()
    for kind in kinds.registry.values():
        told = timetable(kind, DAY, calendar)
        for limit in (*told.before, *told.after):
            assert limit.says.endswith(".")
            assert limit.cite
            assert "  " not in limit.says


def test_a_limit_after_the_permit_was_issued_stands_after_it() -> None:
    told = timetable(kinds.get("dumpster"), DAY, people.health().calendar())
    assert [limit.what for limit in told.before] == ["Send what is missing"]
    assert told.after[0].what == "Renew the permit"
