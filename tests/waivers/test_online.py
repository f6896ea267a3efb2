"""A waiver applied for online, at the counter, and for a case on file; and its public pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from office.actions.cases import amend
from office.actions.errors import NotAllowed
from office.intake import Filing, Intake
from office.law import State
from office.models import Case
from permits.waivers.models import WAIVER
from tests import people
from tests.waivers.cast import ASKED, DAY, in_effect, lot, voted, waiver

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 15, 12, tzinfo=ZoneInfo("America/New_York"))
YOU = {"name": "Maureen O'Brien", "kind": "person", "email": "maureen@example.org", "acts": "owner"}
SECTIONS = {
    "rule": ("sort", "page_no", "section", "sentence", "words"),
    "waiver": ("wanted", "why", "construction"),
    "where": ("locus", "owner_name", "owner_address"),
}


@pytest.fixture(autouse=True)
def _office() -> Iterator[None]:
    cache.clear()
    people.health()
    with time_machine.travel(NOON, tick=False):
        yield


def version(page: Any) -> str:
    found = re.search(r'name="version" value="([^"]*)"', page.content.decode())
    assert found
    return found[1]


def test_anybody_applies_online_and_sees_what_cannot_be_waived() -> None:
    lot("31-B-13.1")
    client = Client()
    base = str(client.post(f"/apply/{WAIVER}/")["Location"]).removesuffix("you/")

    def save(slug: str, **said: str) -> Any:
        return client.post(f"{base}{slug}/", {"version": version(client.get(f"{base}{slug}/")), **said})

    asked = {**ASKED, "section": "09.9.7(6)"}
    assert save("you", **YOU).status_code == 302
    assert save("place", find="31-B-13.1").status_code == 302
    for section, names in SECTIONS.items():
        assert save(section, **{name: asked[name] for name in names}).status_code == 302, section
    check = client.get(f"{base}check/").content.decode()
    assert "where 09.9.7(6) cannot be waived" in check
    assert client.post(f"{base}check/", {"declared": "on"}).status_code == 302, (
        "a finding never stops a filing"
    )
    case = Case.objects.get(kind=WAIVER)
    assert (case.number, case.status) == ("WV-2026-001", "filed")
    found = {each.rule: each.state for each in Filing.of_case(case).findings(DAY)}
    assert (found["barrier-beach"], found["lot"], found["exact-rule"]) == (State.UNMET, State.MET, State.MET)


def test_the_kind_page_and_the_register_say_what_everybody_may_know() -> None:
    case = in_effect(waiver())
    public = Client()
    page = public.get(f"/permits/{WAIVER}/").content.decode()
    assert "A statute or a by-law of the town stands in the way" in page
    assert "What the text leaves open" in page
    shown = public.get(reverse("register-case", args=[case.number])).content.decode()
    assert "09.2.3(2)" in shown
    for private in (ASKED["owner_name"], ASKED["why"], ASKED["wanted"]):
        assert private not in shown
    assert "Valid today" in public.get(reverse("verify-code", args=[case.code])).content.decode()


def test_a_clerk_begins_one_from_a_rule_of_a_case() -> None:
    facility = people.dumpster_bin("Corner bin", parcel=lot())
    parent = people.ready_dumpster(DAY, facility=facility, sight_line_clear="false")
    client = Client()
    client.force_login(people.clerk())
    address = reverse("new-waiver")
    chosen = client.get(f"{address}?parent={parent.number}").content.decode()
    assert "rule=sight-line" in chosen
    begun = client.get(f"{address}?parent={parent.number}&rule=sight-line")
    assert 'value="09.2.3(2)"' in begun.content.decode()
    key = re.search(r'name="key" value="([^"]*)"', begun.content.decode())
    assert key
    said = {**ASKED, "key": key[1], "on": "6/15/2026"}
    # Another section than that of the rule is refused, and nothing is filed.
    wrong = client.post(f"{address}?parent={parent.number}&rule=sight-line", {**said, "section": "09.2.3(1)"})
    assert wrong.status_code == 422
    assert "reaches only the rule it names" in wrong.content.decode()
    assert not Case.objects.filter(kind=WAIVER).exists()
    for _ in range(2):  # pressing twice files one
        assert client.post(f"{address}?parent={parent.number}&rule=sight-line", said).status_code == 302
    case = Case.objects.get(kind=WAIVER)
    assert (case.parent, case.details.rule, list(case.parcels.all())) == (parent, "sight-line", [lot()])
    client.force_login(people.member())
    assert client.get(f"{address}?parent={parent.number}").status_code == 403


def test_what_the_board_voted_on_is_not_changed_after_its_vote() -> None:
    case = waiver()
    voted(case)
    intake = Intake(case.casekind, {**ASKED, "section": "09.2.3(1)"}, details=case.details)
    with pytest.raises(NotAllowed, match="The board voted on these answers"):
        amend(case, intake=intake, on=date(2026, 6, 9), by=people.clerk(), version=case.version)


def test_a_clerk_says_for_which_case_it_is() -> None:
    parent = people.ready_dumpster(DAY, facility=people.dumpster_bin("Corner bin", parcel=lot()))
    case = waiver()
    client = Client()
    client.force_login(people.clerk())
    address = reverse("waiver-case", args=[case.number])
    unknown = client.post(address, {"number": "DU-1999-001", "on": "6/15/2026"})
    assert unknown.status_code == 422
    assert "No one case is called" in unknown.content.decode()
    said = {"number": parent.number, "on": "6/15/2026", "rule": "sight-line"}
    assert client.post(address, said).status_code == 302
    case.refresh_from_db()
    assert case.parent == parent
