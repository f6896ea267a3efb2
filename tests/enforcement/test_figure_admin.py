"""The administrator adds a dated figure of the law: preview first, then save; never an edit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from enforcement.actions.figures import add_figure
from enforcement.models import LegalFigure
from tests import casts, people
from tests.enforcement.orders_cast import figures, noon

pytestmark = pytest.mark.django_db
ADD = "/admin/enforcement/legalfigure/add/"

cast = casts.shared(figures, noon())


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


def browser(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def said(**more: Any) -> dict[str, Any]:
    return {
        "board": people.works().pk, "what": "interest", "value": "9.5", "cite": "Rhode Island G.L. §6-26-1",
        "since": "2026-07-01", "until": "", "source": "Sample act", "doubt": "",
    } | more  # fmt: skip


def test_a_row_is_previewed_then_saved() -> None:
    client = browser(people.administrator(people.works()))
    shown = client.post(ADD, said())
    assert "Until then the row from Tuesday, December 6, 2005 holds: 12" in shown.content.decode()
    assert LegalFigure.objects.filter(what="interest").count() == 1
    assert client.post(ADD, said(_confirmed="1")).status_code == 302
    row = LegalFigure.objects.get(value="9.5")
    assert (row.added_by, row.doubt) == (people.administrator(people.works()), "")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"since": "2026-05-31"}, "before today"),
        ({"value": "0"}, "not above 0"),
        ({"cite": "Nowhere 1"}, "No section"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(more: dict[str, Any], why: str) -> None:
    answer = browser(people.administrator(people.works())).post(ADD, said(**more))
    assert why in " ".join(w for words in answer.context["adminform"].form.errors.values() for w in words)
    assert LegalFigure.objects.filter(what="interest").count() == 1


def test_a_row_is_never_edited_and_another_board_sees_none() -> None:
    row = LegalFigure.objects.get(what="interest")
    at = f"/admin/enforcement/legalfigure/{row.pk}/change/"
    mine = browser(people.administrator(people.works()))
    assert mine.get(at).status_code == 200
    assert mine.post(at, said()).status_code == 403
    assert browser(people.administrator()).get(at).status_code == 302


def test_a_row_that_was_followed_does_not_come_back_when_its_follower_ends() -> None:
    board, what = people.works(), LegalFigure.What.INTEREST
    add_figure(board, what=what, value="9", cite="Rhode Island G.L. §6-26-1", since=date(2026, 7, 1),
               until=date(2026, 7, 31), source="Sample act", on=date(2026, 6, 1), by=None)  # fmt: skip
    held = [LegalFigure.objects.on(board, what, day) for day in (date(2026, 6, 30), date(2026, 7, 31))]
    assert [row and int(row.value) for row in held] == [12, 9]
    assert LegalFigure.objects.on(board, what, date(2026, 8, 1)) is None
