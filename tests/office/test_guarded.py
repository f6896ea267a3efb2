"""Steps that carry more than their entry along, what a payment settles, what a letter's leaving serves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from office import kinds
from office.actions import mailing, money, notices
from office.actions.cases import correct, record, strike
from office.actions.errors import NotAllowed
from office.kinds import CaseKind, Lifecycle, Step
from office.models import Case
from office.pricing import Line
from tests import people
from tests.office import letters_cast as cast
from tests.office.letters_cast import JUNE_1, MAY_18

pytestmark = pytest.mark.django_db

LIFE = Lifecycle(
    first="open",
    steps=(
        Step("taken", "Take it", "Taken", from_=("open",), to="taken"),
        Step("served", "Serve it", "Served", from_=("open",), to="served"),
        Step("wiped", "Wipe it", "Wiped", from_=("open", "served"), to="wiped", guarded=True),
        Step("settled", "Settle it", "Settled", from_=("open", "served"), to="settled", guarded=True),
    ),
    closed=("wiped", "settled"),
    settled="settled",
)
KIND = replace(
    cast.POSTED,
    lifecycle=LIFE,
    clocks=(),
    letters=(replace(cast.ORDER, serves="served"), replace(cast.WORD, serves="served")),
)


@pytest.fixture(autouse=True)
def _kind() -> Iterator[CaseKind]:
    with cast.toys.registered(KIND) as kind:
        yield kind


def owing(amount: str = "20.00") -> Case:
    case = cast.case()
    money.charge(case, Line("toy", "A toy", Decimal(amount), "Sample"), on=MAY_18, by=people.clerk())
    return case


def pay(case: Case, amount: str) -> Any:
    said = {"tender": "cash", "key": f"pay-{amount}", "on": JUNE_1, "by": people.clerk()}
    return money.pay(case, amount=amount, **said)


# ---- Guarded
def test_a_guarded_step_is_recorded_and_taken_back_by_its_own_action_alone() -> None:
    case, clerk = cast.case(), people.clerk()
    with pytest.raises(NotAllowed, match="“Wiped” carries more than the entry along"):
        record(case, "wiped", on=JUNE_1, by=clerk)
    event = record(case, "wiped", on=JUNE_1, by=clerk, cleared=True)
    for act in (
        lambda: correct(event, on=MAY_18, by=clerk, note="Earlier."),
        lambda: strike(event, by=clerk, note="It was not."),
    ):
        with pytest.raises(NotAllowed, match="on the page of the case"):
            act()
    strike(event, by=clerk, note="It was not.", cleared=True)
    case.refresh_from_db()
    assert case.status == "open"


def test_the_history_offers_no_correction_of_one(client: Any) -> None:
    case, clerk = cast.case(), people.clerk()
    plain = record(case, "served", on=JUNE_1, by=clerk)
    guarded = record(case, "wiped", on=JUNE_1, by=clerk, cleared=True)
    client.force_login(clerk)
    page = client.get(f"/cases/{case.number}/").content.decode()
    offered = [event for event in (plain, guarded) if f"/history/{event.pk}/correct/" in page]
    assert offered == [plain]


# ---- Settled
def test_a_payment_that_leaves_nothing_due_settles_and_a_void_receipt_unsettles() -> None:
    case = owing()
    pay(case, "5.00")
    assert case.status == "open", "a part settles nothing"
    last = pay(case, "15.00")
    assert (case.status, case.is_open) == ("settled", False)
    assert case.events.live().get(slug="settled").note == f"Receipt {last.number}"
    money.void_payment(last, reason="The check came back.", on=date(2026, 6, 2), by=people.clerk())
    case.refresh_from_db()
    assert (case.status, case.is_open, money.balance(case)) == ("open", True, Decimal(15))


def test_where_the_step_is_not_open_a_payment_settles_nothing() -> None:
    case = owing()
    record(case, "taken", on=JUNE_1, by=people.clerk())
    pay(case, "20.00")
    assert case.status == "taken"


# ---- Served
def test_a_letter_that_leaves_serves_once_and_undone_it_did_not() -> None:
    case, clerk = cast.case(), people.clerk()
    first, second = cast.letter(case, "word"), cast.letter(case, "word", cast.addressee("Another"))
    mailing.mail(first, on=JUNE_1, by=clerk)
    mailing.mail(second, on=JUNE_1, by=clerk)
    case.refresh_from_db()
    served = case.events.live().get(slug="served")
    assert (case.status, served.on) == ("served", JUNE_1)
    assert served.note == "“Word of thanks” to Sample Harbor Cafe, first class."
    with pytest.raises(NotAllowed, match="corrected where it was made"):
        correct(served, on=date(2026, 6, 2), by=clerk, note="The next day.")
    mailing.undo(second, by=clerk)
    assert case.events.live().filter(slug="served").exists(), "the other one served it"
    mailing.undo(first, by=clerk)
    case.refresh_from_db()
    assert case.status == "open"


def test_what_serves_goes_by_no_e_mail() -> None:
    letter = cast.letter(cast.case(), "word", cast.addressee(email="sample@example.org"))
    with pytest.raises(NotAllowed, match="is served by mail or in hand, not by e-mail"):
        notices.change_channel(letter, channel="email", on=JUNE_1, by=people.clerk(), now=cast.NOW)
    changed = notices.change_channel(letter, channel="certified", on=JUNE_1, by=people.clerk())
    assert changed.channel == "certified"


@pytest.mark.parametrize(
    "wrong",
    [
        {"lifecycle": replace(LIFE, settled="nowhere")},
        {"letters": (replace(cast.WORD, serves="nowhere"),)},
    ],
)
def test_a_kind_that_names_no_step_is_refused(wrong: dict[str, Any]) -> None:
    kind = replace(KIND, slug="wrong-toy", series="WT", **wrong)
    with pytest.raises(ValueError, match="there is no step called 'nowhere'"):
        kinds.register(kind)
    assert "wrong-toy" not in kinds.registry
