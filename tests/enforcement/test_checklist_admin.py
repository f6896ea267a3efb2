"""The administrator adds a dated row to an item of a checklist: preview first, then save; never an edit."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
import time_machine

from enforcement.models import ChecklistItem, ItemWording
from tests import casts, people
from tests.enforcement.inspection_cast import DAY, checklist, shipped
from tests.enforcement.test_inspection_pages import browser, text

pytestmark = pytest.mark.django_db

office = casts.shared(shipped)


@pytest.fixture(autouse=True)
def _on_june_1() -> Any:
    with time_machine.travel("2026-06-01 12:00 -0400", tick=False):
        yield


ADD = "/admin/enforcement/itemwording/add/"


def columns(**more: Any) -> dict[str, Any]:
    lids = ChecklistItem.objects.get(checklist__slug="dumpster", slug="lids")
    return {
        "item": lids.pk, "asked": "on", "text": "Lids are shut tight.", "cite": "Tisbury 09.2.4(1)",
        "days": "2", "since": "2026-07-01", "vote": "Board of Health, May 26, 2026", "critical": "on",
    } | more  # fmt: skip


def test_a_row_is_previewed_then_saved_and_the_old_one_stands_until_its_day() -> None:
    client = browser(people.administrator())
    shown = client.post(ADD, columns())
    words = text(shown)
    assert "Lids are kept closed, Tisbury 09.2.4(1), not critical, at once" in words
    assert "Lids are shut tight, Tisbury 09.2.4(1), critical, 2 calendar days" in words
    assert ItemWording.objects.filter(item__slug="lids").count() == 1
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', shown.content.decode()))
    assert client.post(ADD, hidden | {"_confirmed": "Save"}).status_code == 302
    lids = ItemWording.objects.filter(item__slug="lids")
    assert [row.text for row in lids.in_force(date(2026, 6, 30))] == ["Lids are kept closed."]
    assert [row.text for row in lids.in_force(date(2026, 7, 1))] == ["Lids are shut tight."]
    row = lids.latest("since")
    assert (row.added_by, row.added_on) == (people.administrator(), DAY)
    gone = client.post(f"/admin/enforcement/itemwording/{row.pk}/delete/", {"post": "yes"})
    assert gone.status_code == 302
    assert lids.count() == 1


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"since": "2026-05-31"}, "before today"),
        ({"text": ""}, "The item has no words."),
        ({"cite": "Tisbury 99.9"}, "is in the catalogue"),
        ({"days": "366"}, "366 days cannot be set."),
        ({"vote": ""}, "Vote is missing. Enter it."),
    ],
)
def test_a_wrong_row_is_refused_in_plain_words(more: dict[str, Any], says: str) -> None:
    assert says in text(browser(people.administrator()).post(ADD, columns(**more)))


def test_a_checklist_shows_its_items_and_an_item_its_rows() -> None:
    client = browser(people.administrator())
    list_page = text(client.get(f"/admin/enforcement/checklist/{checklist().pk}/change/"))
    assert "How it is kept: Lids are kept closed." in list_page
    lids = ChecklistItem.objects.get(checklist__slug="dumpster", slug="lids")
    page = text(client.get(f"/admin/enforcement/checklistitem/{lids.pk}/change/"))
    assert "Lids are kept closed, Tisbury 09.2.4(1), not critical, at once" in page
