"""The administrator adds a dated row to the fine schedule: preview first, then save; never an edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client

from enforcement.actions.fines import add_fine_amount, withdraw_fine_amount
from enforcement.management.seed import add
from enforcement.models import FineAmount, FineLine
from office.actions.errors import NotAllowed, WrongRole
from office.models.events import AppendOnly
from tests import people
from tests.enforcement.cast import line, schedule

pytestmark = pytest.mark.django_db

ADD = "/admin/enforcement/fineamount/add/"
TODAY = date(2026, 6, 1)


@pytest.fixture(autouse=True)
def _on_june_1() -> Iterator[None]:
    with time_machine.travel("2026-06-01 12:00 -0400", tick=False):
        schedule()
        yield


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(people.administrator())
    return client


def posted(**columns: Any) -> dict[str, Any]:
    """What the add form sends: $40, then $80 for line 14 from July 1, unless `columns` say otherwise."""
    said = {
        "line": line(14).pk, "opening": "fine", "first": "40.00", "later": "80.00", "unit": "offense",
        "look_back": "", "prior": "", "route": "c40-21d", "since": "2026-07-01",
        "vote": "Board of Health, May 26, 2026",
    }  # fmt: skip
    return said | columns


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_a_row_is_previewed_then_saved_and_the_old_one_stands_until_its_day(admin: Client) -> None:
    shown = admin.post(ADD, posted())
    said = text(shown)
    assert "14. Dumpster violation: $40.00, then $80.00" in said
    assert "First offense $25.00 $40.00 Second and later $50.00 $80.00" in said
    assert "A violation is fined by the row of its own day" in said
    assert FineAmount.objects.filter(line=line(14)).count() == 1
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', shown.content.decode()))
    assert admin.post(ADD, hidden | {"_confirmed": "Save"}).status_code == 302
    old, new = FineAmount.objects.filter(line=line(14)).order_by("since")
    assert (new.fine().ladder_says, new.added_by, new.added_on) == (
        "$40.00, then $80.00", people.administrator(), TODAY,
    )  # fmt: skip
    june = FineAmount.objects.in_force(date(2026, 6, 30)).get(line=line(14))
    july = FineAmount.objects.in_force(date(2026, 7, 1)).get(line=line(14))
    assert (june, july) == (old, new)
    assert FineAmount.objects.in_force(TODAY).count() == 24
    assert not FineAmount.objects.in_force(date(2006, 4, 10)).exists()


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"since": "2026-05-31"}, "before today"),
        ({"first": ""}, "The amount is missing. Enter dollars and cents, such as 50.00."),
        ({"opening": "warning"}, "A warning costs nothing."),
        ({"first": "", "later": "", "least": "300", "most": "100"}, "below its start"),
        ({"unit": "period"}, "Periods of 24 hours are counted after a 24-hour order."),
        ({"vote": ""}, "Vote is missing. Enter it."),
    ],
)
def test_a_wrong_row_is_refused_in_plain_words(admin: Client, columns: dict[str, Any], says: str) -> None:
    said = text(admin.post(ADD, posted(**columns)))
    assert says in said
    assert "What an offense costs" not in said
    assert FineAmount.objects.filter(line=line(14)).count() == 1


def test_a_row_that_lies_ahead_may_be_withdrawn_and_one_in_force_may_not(admin: Client) -> None:
    by = people.administrator()
    ahead = add_fine_amount(
        line(14), since=date(2026, 7, 1), vote="Sample vote", on=TODAY, by=by, first=40, later=80
    )
    with pytest.raises(WrongRole):
        withdraw_fine_amount(ahead, on=TODAY, by=people.clerk())
    page = f"/admin/enforcement/fineamount/{ahead.pk}/delete/"
    assert "Nobody was fined by it." in text(admin.get(page))
    assert admin.post(page, {"post": "yes"}).status_code == 302
    assert FineAmount.objects.filter(line=line(14)).count() == 1
    in_force = FineAmount.objects.get(line=line(14))
    with pytest.raises(NotAllowed, match="has been in force since Tuesday, April 11, 2006"):
        withdraw_fine_amount(in_force, on=TODAY, by=by)
    with pytest.raises(AppendOnly):
        in_force.save()


def test_a_line_names_a_section_of_the_catalogue_and_doubles_only_a_first_one(admin: Client) -> None:
    page = f"/admin/enforcement/fineline/{line(12).pk}/change/"
    said = {"what": "Sample", "words": "", "printed": "BOH 09.6.1", "cite": "Tisbury 99.9", "ticket": "on"}
    assert "is in the catalogue" in text(admin.post(page, said))
    said |= {"cite": "Tisbury 09.6.1", "doubles": line(20).pk}
    assert "Choose the first line that says the same" in text(admin.post(page, said))
    assert admin.post(page, said | {"doubles": ""}).status_code == 302
    assert FineLine.objects.get(number=12).what == "Sample"


def test_an_administrator_of_another_board_sees_nothing_of_it() -> None:
    client = Client()
    client.force_login(people.administrator(people.docks()))
    assert "Dumpster violation" not in text(client.get("/admin/enforcement/fineline/"))
    assert client.get(f"/admin/enforcement/fineline/{line(14).pk}/change/").status_code == 302


def test_the_seed_adds_each_line_once_and_changes_none() -> None:
    FineLine.objects.filter(number=12).update(what="Sample")
    people.docks(), people.works()
    add(lambda line: None)  # the other tables of enforcement
    said: list[str] = []
    add(said.append)
    assert said == []
    QuerySet(FineAmount).filter(line__number=24).delete()
    FineLine.objects.filter(number=24).delete()
    add(said.append)
    assert said == ["fine line 24, A regulation that is not in the schedule"]
    assert (FineLine.objects.count(), FineAmount.objects.count()) == (24, 24)
    assert FineLine.objects.get(number=12).what == "Sample"
    court = FineAmount.objects.select_related("line__doubles").get(line=line(24))
    assert (court.since, court.fine().ladder_says) == (date(2006, 4, 11), "up to $500.00 a day")
    assert "$1,000" in court.doubt
    usual = FineLine.objects.filter(usual__isnull=False).order_by("usual")
    assert list(usual.values_list("number", flat=True)) == [14, 2, 1, 3, 6, 9]
