"""The administrator adds a dated row to a surcharge table: preview first, then save; never an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client

from enforcement.actions.surcharges import add_surcharge_level, row_problems, withdraw_surcharge_level
from enforcement.management import surcharges as tables
from enforcement.models import SurchargeLevel
from office import kinds
from office.actions.errors import NotAllowed, WrongRole
from office.models.events import AppendOnly
from tests import casts, people
from tests.enforcement import cafes

pytestmark = pytest.mark.django_db

ADD = "/admin/enforcement/surchargelevel/add/"
TODAY, JULY = date(2026, 6, 1), date(2026, 7, 1)
NOON = "2026-06-01 12:00 -0400"


def _cast() -> None:
    cafes.levels()
    people.administrator()


cast = casts.shared(_cast, at=NOON)


@pytest.fixture(autouse=True)
def _on_june_1() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(people.administrator())
    return client


def columns(**more: Any) -> dict[str, Any]:
    """A row of the food table for validated complaints, unless `more` say otherwise."""
    said = {
        "programme": "food", "kind": "complaint", "event": "validated", "fact": "", "value": "",
        "undone_by": "unfounded, reopened", "says": "Validated complaint", "percent": Decimal("30"),
        "at_least": 1, "cite": "Tisbury 09.5.1",
    }  # fmt: skip
    return said | more


def posted(**more: Any) -> dict[str, Any]:
    """What the add form sends: 30% for a validated complaint from July 1, unless `more` say otherwise."""
    days = {"since": "2026-07-01", "vote": "Board of Health, May 26, 2026", "doubt": ""}
    return columns(board=people.health().pk, percent="30", **days) | more


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def complaints() -> QuerySet[SurchargeLevel]:
    return SurchargeLevel.objects.filter(programme="food", kind="complaint").order_by("since")


def test_a_row_is_previewed_then_saved_and_the_old_one_stands_until_its_day(admin: Client) -> None:
    shown = admin.post(ADD, posted())
    said = text(shown)
    assert "food, Validated complaint: 30%" in said
    assert "Until then the row from Tuesday, April 11, 2006 holds: 25%" in said
    assert "$50.00 $62.50 $65.00 $150.00 $187.50 $195.00" in said
    assert "Validated complaint (this row) 30%" in said
    assert complaints().count() == 1
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', shown.content.decode()))
    assert admin.post(ADD, hidden | {"_confirmed": "Save"}).status_code == 302
    old, new = complaints()
    assert (new.percent, new.added_by, new.added_on) == (30, people.administrator(), TODAY)
    assert complaints().in_force(date(2026, 6, 30)).get() == old  # type: ignore[attr-defined]
    assert complaints().in_force(JULY).get() == new  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"since": "2026-05-31"}, "before today"),
        ({"percent": ""}, "Percent is missing. Enter it."),
        ({"percent": "-1"}, "The percentage is missing or below 0."),
        ({"percent": "1001"}, "1,001% is above 1,000%."),
        ({"at_least": "0"}, "A level needs at least one event. Enter 1 or more."),
        ({"fact": "about"}, "Say which value the fact must have"),
        ({"value": "dumpster"}, "Say which fact must have this value"),
        ({"cite": "Tisbury 99.9"}, "is in the catalogue"),
        ({"vote": ""}, "Vote is missing. Enter it."),
        ({"says": ""}, "In words is missing. Enter it."),
    ],
)
def test_a_wrong_row_is_refused_in_plain_words(admin: Client, more: dict[str, Any], says: str) -> None:
    said = text(admin.post(ADD, posted(**more)))
    assert says in said
    assert "What a renewal costs" not in said
    assert complaints().count() == 1


@pytest.mark.parametrize(("percent", "fits"), [("0", True), ("1000", True)])
def test_the_edges_of_a_percentage_are_taken(admin: Client, percent: str, fits: bool) -> None:
    assert ("What a renewal costs" in text(admin.post(ADD, posted(percent=percent)))) is fits


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"kind": "no-such-kind"}, "There is no kind of case called “no-such-kind” yet."),
        ({"event": "no-such-event"}, "Complaint has no event called “no-such-event”."),
        ({"fact": "no_such", "value": "x"}, "Complaint has no answer called “no_such”."),
        (
            {"kind": "", "event": "suspended", "programme": "septage", "cite": "Tisbury 09.1.4"},
            "No kind of permit is charged with the surcharges of “septage” yet.",
        ),
    ],
)
def test_a_row_for_what_no_kind_has_yet_is_told_and_may_be_saved(
    admin: Client, more: dict[str, Any], says: str
) -> None:
    said = text(admin.post(ADD, posted(**more)))
    assert f"Not yet: {says} The row counts nothing until then." in said
    assert "Save from July 1, 2026" in admin.post(ADD, posted(**more)).content.decode()


def test_a_row_that_lies_ahead_may_be_withdrawn_and_one_in_force_may_not(admin: Client) -> None:
    by = people.administrator()
    ahead = add_surcharge_level(people.health(), since=JULY, vote="Vote", on=TODAY, by=by, **columns())
    with pytest.raises(WrongRole):
        withdraw_surcharge_level(ahead, on=TODAY, by=people.clerk())
    page = f"/admin/enforcement/surchargelevel/{ahead.pk}/delete/"
    assert "Nobody was charged by it." in text(admin.get(page))
    assert admin.post(page, {"post": "yes"}).status_code == 302
    in_force = complaints().get()
    with pytest.raises(NotAllowed, match="has been in force since Tuesday, April 11, 2006"):
        withdraw_surcharge_level(in_force, on=TODAY, by=by)
    for change in (in_force.save, in_force.delete, complaints().delete):
        with pytest.raises(AppendOnly):
            change()


def test_only_an_administrator_of_the_board_adds_a_row_and_only_from_today_on() -> None:
    said: dict[str, Any] = columns(since=TODAY, vote="Vote", on=TODAY)
    for person in (people.clerk(), people.administrator(people.docks())):
        with pytest.raises(WrongRole):
            add_surcharge_level(people.health(), by=person, **said)
    with pytest.raises(NotAllowed, match="before today"):
        add_surcharge_level(people.health(), by=people.administrator(), **said | {"since": date(2026, 5, 31)})
    with pytest.raises(NotAllowed, match="“food” is a programme of"):
        add_surcharge_level(people.docks(), by=people.administrator(people.docks()), **said)
    add_surcharge_level(people.health(), by=people.administrator(), **said)
    with pytest.raises(NotAllowed, match="Another row starts on Monday, June 1, 2026 already"):
        add_surcharge_level(people.health(), by=people.administrator(), **said)


def test_the_list_and_a_row_say_what_counts_and_what_is_not_verified(admin: Client) -> None:
    said = text(admin.get("/admin/enforcement/surchargelevel/"))
    assert "citation/filed/line__number=11, 17, 20" in said
    assert "75% from 2 on" in said
    assert "There is no kind of case called “tobacco-check” yet." in said
    row = complaints().get()
    page = admin.get(f"/admin/enforcement/surchargelevel/{row.pk}/change/").content.decode()
    assert 'name="percent"' not in page
    link = re.search(r'href="([^"]+)">Add a row that follows this one', page)
    assert link
    form = admin.get(unescape(link[1])).content.decode()
    assert 'value="Validated complaint"' in form
    assert 'value="25.00"' in form


def test_an_administrator_of_another_board_sees_nothing_of_it() -> None:
    client = Client()
    client.force_login(people.administrator(people.docks()))
    assert "Validated complaint" not in text(client.get("/admin/enforcement/surchargelevel/"))
    page = f"/admin/enforcement/surchargelevel/{complaints().get().pk}/change/"
    assert client.get(page).status_code == 302


# ------------------------------------------------------------------------------------------------ the seed
def test_the_seed_adds_each_row_once_and_changes_none() -> None:
    said: list[str] = []
    tables.add(said.append)
    assert said == []
    rows = SurchargeLevel.objects.filter(programme="septage", percent=150)
    QuerySet(SurchargeLevel).filter(pk__in=rows.values("pk")).delete()
    tables.add(said.append)
    assert said == ["surcharge septage, Hearing to show cause: 150%"]
    assert SurchargeLevel.objects.count() == 22


def test_the_seeded_rows_are_those_of_the_two_sections() -> None:
    found: dict[str, list[tuple[int, int, str]]] = {}
    for row in SurchargeLevel.objects.order_by("percent", "pk"):
        found.setdefault(row.programme, []).append((int(row.percent), row.at_least, row.says))
    assert found == {
        "food": [
            (25, 1, "Validated complaint"),
            (25, 1, "Trash violation"),
            (25, 1, "Smoking violation"),
            (50, 1, "Late renewal"),
            (50, 1, "Operating without a permit"),
            (50, 1, "Found responsible for a food-borne illness"),
            (50, 1, "Order for non-critical violations of the food code"),
            (75, 2, "Re-inspections after routine ones"),
            (75, 1, "Extra preventive visit"),
            (100, 1, "Order for critical violations of the food code"),
            (150, 1, "Hearing to show cause"),
            (200, 1, "Suspension"),
            (200, 1, "Revocation"),
        ],
        "septage": [
            (25, 1, "Validated complaint"),
            (50, 1, "Late renewal"),
            (50, 1, "Operating without a permit"),
            (100, 1, "Order to correct"),
            (100, 1, "Order to correct critical items"),
            (100, 1, "Order to correct non-critical items"),
            (150, 1, "Hearing to show cause"),
            (200, 1, "Suspension"),
            (200, 1, "Revocation"),
        ],
    }
    cites = SurchargeLevel.objects.order_by("cite").values_list("programme", "cite").distinct()
    assert list(cites) == [("septage", "Tisbury 09.1.4"), ("food", "Tisbury 09.5.1")]


def test_every_seeded_row_would_be_taken_by_the_admin() -> None:
    for row in tables.rows():
        QuerySet(SurchargeLevel).filter(**row.same_sort()).delete()
        assert row_problems(row, today=row.since) == [], row.sort
        row.full_clean(exclude=["added_by"])


PENDING = {"permits/food", "permits/septic", "permits/tobacco"}


def test_every_seeded_row_names_a_kind_and_an_event_or_the_slice_that_will_bring_them() -> None:
    """A slice that brings them takes its `pending` mark out of the file."""
    for row, (_, entry) in zip(tables.rows(), tables.entries(), strict=True):
        assert bool(row.missing) == ("pending" in entry), f"{row.sort}: {row.missing or 'is there by now'}"
        assert entry.get("pending", "permits/food") in PENDING
        if row.kind in kinds.registry:
            steps = {step.slug for step in kinds.get(row.kind).lifecycle.steps}
            assert {word.strip() for word in row.undone_by.split(",") if word.strip()} <= steps, row.sort
