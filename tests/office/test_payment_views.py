"""Paying, the receipt, voiding it, setting a fee, explaining an amount, reversing a charge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from office.actions import money
from office.models import Case, Charge, FeeAmount, Payment
from office.models.money import Fee
from tests import casts, people

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 1)

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(TODAY), at="2026-06-01 10:00 -0400")


@pytest.fixture(autouse=True)
def _today() -> Iterator[None]:
    with time_machine.travel("2026-06-01 10:00 -0400", tick=False):
        yield


@pytest.fixture
def clerk() -> Client:
    return signed_in(people.clerk())


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def case() -> Case:
    """A dumpster application on which $50.00 is due by the fee row."""
    fee, _ = Fee.objects.get_or_create(
        code="dumpster", defaults={"label": "Dumpster permit", "board": people.health()}
    )
    FeeAmount.objects.create(
        fee=fee, shape="flat", amount=Decimal(50), since=date(2026, 1, 1), vote="Sample vote of January 5",
        section="Tisbury 09.2.5", added_on=date(2026, 1, 1),
    )  # fmt: skip
    return people.ready_dumpster(TODAY)


@pytest.fixture
def unset() -> Case:
    """A dumpster application whose fee no row knows."""
    return people.ready_dumpster(TODAY)


def text(response: HttpResponse) -> str:
    html = response.content.decode().replace("&#x27;", "'")
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def charged(case: Case, label: str, amount: str) -> Charge:
    return money.add_charge(case, label=label, amount=amount, reason="Test", on=TODAY, by=people.clerk())


def paid(case: Case, key: str = "k", **changes: Any) -> Payment:
    said = {"amount": money.balance(case), "tender": "cash", "given": "60", **changes}
    return money.pay(case, key=key, on=TODAY, by=people.clerk(), **said)


def parts(client: Client, case: Case, **said: Any) -> HttpResponse:
    """What htmx gets for these answers."""
    return client.post(f"/cases/{case.number}/pay/", said, headers={"HX-Request": "true"})


def sent(client: Client, case: Case, **changes: Any) -> dict[str, Any]:
    """What a browser sends from the payment page as it comes, with these changes."""
    html = client.get(f"/cases/{case.number}/pay/").content.decode()
    key = re.search(r'name="key" value="([^"]+)"', html)
    amount = re.search(r'name="amount" value="([^"]*)"', html)
    assert key is not None
    assert amount is not None
    ticked = re.findall(r'name="charges" value="(\d+)"[^>]*checked', html)
    return {"key": key[1], "amount": amount[1], "charges": ticked, "tender": "cash", **changes}


# ------------------------------------------------------------------------------------------- who may
PAGES = (
    "/cases/{case}/pay/", "/cases/{case}/fee/", "/receipts/{receipt}/void/", "/charges/{charge}/reverse/",
)  # fmt: skip
READABLE = ("/receipts/{receipt}/", "/receipts/{receipt}/receipt.pdf", "/charges/{charge}/why/")


@pytest.mark.parametrize("address", [*PAGES, *READABLE])
def test_strangers_and_other_boards_find_nothing_visitors_sign_in(case: Case, address: str) -> None:
    receipt, charge = paid(case), case.charges.get()
    there = address.format(case=case.number, receipt=receipt.number, charge=charge.pk)
    assert Client().get(there).status_code == 302
    assert signed_in(people.stranger()).get(there).status_code == 404
    assert signed_in(people.clerk(people.docks())).get(there).status_code == 404
    assert signed_in(people.clerk()).get(there).status_code == 200


@pytest.mark.parametrize("address", PAGES)
def test_colleagues_who_are_not_clerks_may_not_act(case: Case, address: str) -> None:
    receipt, charge = paid(case), case.charges.get()
    there = address.format(case=case.number, receipt=receipt.number, charge=charge.pk)
    for somebody in (people.inspector(), people.member()):
        client = signed_in(somebody)
        assert client.get(there).status_code == 403
        assert client.post(there, {"reason": "x"}).status_code == 403


@pytest.mark.parametrize("address", READABLE)
def test_colleagues_may_read(case: Case, address: str) -> None:
    receipt, charge = paid(case), case.charges.get()
    there = address.format(receipt=receipt.number, charge=charge.pk)
    response = signed_in(people.inspector()).get(there)
    assert response.status_code == 200
    assert b"/void/" not in response.content
    assert b"/reverse/" not in response.content


@pytest.mark.parametrize(
    "address",
    ["/receipts/R-1999-0001/", "/charges/999999/why/", "/charges/0/reverse/", "/cases/DU-1999-001/pay/"],
)
def test_what_is_not_there_is_404(clerk: Client, address: str) -> None:
    assert clerk.get(address).status_code == 404


# ------------------------------------------------------------------------------------------------ pay
def test_charges_are_ticked_oldest_first_and_the_amount_is_their_total(clerk: Client, case: Case) -> None:
    late = charged(case, "Late fee", "12.50")
    html = clerk.get(f"/cases/{case.number}/pay/").content.decode()
    first = case.charges.earliest("pk")
    assert re.findall(r'name="charges" value="(\d+)"[^>]*checked', html) == [str(first.pk), str(late.pk)]
    assert 'name="amount" value="62.50"' in html
    assert "Record payment of $62.50" in html


def test_a_payment_is_recorded_and_its_receipt_shows_the_change(clerk: Client, case: Case) -> None:
    response = clerk.post(f"/cases/{case.number}/pay/", sent(clerk, case, given="60"))
    (payment,) = money.payments_of(case)
    assert response["Location"] == f"/receipts/{payment.number}/"
    assert (payment.amount, payment.by, payment.paid_on) == (Decimal(50), people.clerk(), TODAY)
    shown = text(clerk.get(response["Location"]))
    assert "Change due: $10.00" in shown
    assert "Payment of $50.00 recorded." in shown


def test_only_what_is_ticked_is_paid(clerk: Client, case: Case) -> None:
    late = charged(case, "Late fee", "12.50")
    clerk.post(f"/cases/{case.number}/pay/", sent(clerk, case, charges=[late.pk], amount="12.50"))
    assert money.payments_of(case)[0].allocations.get().charge == late
    assert money.balance(case) == 50


def test_pressing_twice_gives_the_same_receipt(clerk: Client, case: Case) -> None:
    said = sent(clerk, case)
    places = {clerk.post(f"/cases/{case.number}/pay/", said)["Location"] for _ in range(2)}
    assert len(places) == 1
    assert len(money.payments_of(case)) == 1


def test_a_page_used_again_for_another_amount_names_its_receipt(clerk: Client, case: Case) -> None:
    said = sent(clerk, case, amount="20")
    clerk.post(f"/cases/{case.number}/pay/", said)
    response = clerk.post(f"/cases/{case.number}/pay/", {**said, "amount": "30"})
    assert response.status_code == 422
    (payment,) = money.payments_of(case)
    assert f"This form already made receipt {payment.number} for $20.00." in text(response)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"amount": "60"}, "You entered $60.00; $50.00 is due. Enter $50.00 or tick another charge."),
        ({"amount": "rubbish"}, "“rubbish” is not an amount we can read."),
        ({"amount": ""}, "Write the amount that is paid."),
        ({"amount": "-5"}, "An amount cannot be below zero."),
        ({"amount": "0"}, "is too little"),
        ({"tender": ""}, "Choose cash, check or card terminal."),
        ({"tender": "seashells"}, "not one of those shown"),
        ({"tender": "check"}, "Write the number printed on the check."),
        ({"tender": "card"}, "Write the reference on the card terminal's slip."),
        ({"given": "40"}, "$40.00 does not cover $50.00."),
        ({"tender": "check", "reference": "12", "given": "60"}, "Only cash gives change."),
        ({"charges": []}, "Tick at least one charge."),
        ({"charges": ["999999"]}, "A ticked charge is not one of this case."),
        ({"key": ""}, "This page lost its key."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_recorded(
    clerk: Client, case: Case, changes: dict[str, Any], says: str
) -> None:
    said = sent(clerk, case, **{"reference": "", "given": "", **changes})
    response = clerk.post(f"/cases/{case.number}/pay/", said)
    assert response.status_code == 422
    assert "<title>Error: " in response.content.decode()
    assert says in text(response)
    assert not money.payments_of(case)
    for kept in ("amount", "given", "reference"):
        if said[kept]:
            assert f'name="{kept}" value="{said[kept]}"' in response.content.decode()


def test_the_overpayment_leads_to_the_amount(clerk: Client, case: Case) -> None:
    response = clerk.post(f"/cases/{case.number}/pay/", sent(clerk, case, amount="60"))
    assert '<a href="#id_amount">You entered $60.00; $50.00 is due.' in response.content.decode()


def test_nothing_due_says_so(clerk: Client, case: Case) -> None:
    paid(case)
    response = clerk.get(f"/cases/{case.number}/pay/")
    assert "Nothing due." in text(response)
    assert b'name="tender"' not in response.content


def test_paid_meanwhile_by_a_colleague_is_refused(clerk: Client, case: Case) -> None:
    said = sent(clerk, case)
    paid(case)
    response = clerk.post(f"/cases/{case.number}/pay/", said)
    assert response.status_code == 422
    assert f"Nothing is due on the ticked charges of {case.number}." in text(response)


def test_add_up_follows_the_ticks_and_records_nothing(clerk: Client, case: Case) -> None:
    late = charged(case, "Late fee", "12.50")
    said = sent(clerk, case, charges=[late.pk], check="ticks", given="20")
    whole = clerk.post(f"/cases/{case.number}/pay/", said)
    assert whole.status_code == 200
    assert 'name="amount" value="12.50"' in whole.content.decode()
    assert "Change due: $7.50" in text(whole)
    assert parts(clerk, case, **said).content.decode().strip().startswith('<div id="pay-amount"')
    five = {**said, "amount": "5"}
    assert text(parts(clerk, case, **{**five, "check": "change"})) == "Change due: $15.00"
    assert text(parts(clerk, case, **{**five, "check": "amount"})) == "Record payment of $5.00"
    assert not money.payments_of(case)


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_the_number_of_queries_is_the_same_however_many_charges(clerk: Client, case: Case) -> None:
    first = paid(case, amount="5", given="")
    addresses = [
        f"/cases/{case.number}/pay/", f"/receipts/{first.number}/", f"/charges/{case.charges.get().pk}/why/",
    ]  # fmt: skip
    few = [_queries(clerk, address) for address in addresses]
    for n in range(12):
        charged(case, f"Copy {n}", "1")
    big = paid(case, key="big", given="")
    charged(case, "Last", "1")
    addresses[1] = f"/receipts/{big.number}/"
    assert [_queries(clerk, address) for address in addresses] == few
    assert max(few) <= 15


# -------------------------------------------------------------------------------------------- receipt
def test_the_receipt_says_what_was_paid_for_why_how_and_by_whom(clerk: Client, case: Case) -> None:
    payment = paid(case, tender="check", reference="1024", given="")
    response = clerk.get(f"/receipts/{payment.number}/")
    shown = text(response)
    for said in (
        payment.number, "Monday, June 1, 2026", "Flat fee $50.00", "Check 1024", "Sample Harbor Cafe",
        "Tisbury Clerk", case.number, "$0.00",
    ):  # fmt: skip
        assert said in shown
    assert "Change due" not in shown
    assert f'href="/receipts/{payment.number}/receipt.pdf"' in response.content.decode()
    assert 'href="/counter/"' in response.content.decode()


def test_the_receipt_is_a_pdf_too(clerk: Client, case: Case) -> None:
    payment = paid(case)
    response = clerk.get(f"/receipts/{payment.number}/receipt.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{payment.number}.pdf"'
    assert "no-store" in response["Cache-Control"]
    assert payment.number in PdfReader(BytesIO(response.content)).pages[0].extract_text()


def test_reading_by_post_is_refused(clerk: Client, case: Case) -> None:
    payment = paid(case)
    assert clerk.post(f"/receipts/{payment.number}/").status_code == 405
    assert clerk.post(f"/charges/{case.charges.get().pk}/why/").status_code == 405


# ----------------------------------------------------------------------------------------------- void
def test_a_void_keeps_its_number_and_reason_and_the_fee_is_due_again(clerk: Client, case: Case) -> None:
    payment = paid(case)
    response = clerk.post(f"/receipts/{payment.number}/void/", {"reason": "Check bounced", "on": "6/1/2026"})
    assert response["Location"] == f"/receipts/{payment.number}/"
    shown = clerk.get(response["Location"])
    assert "Void since Monday, June 1, 2026 Check bounced" in text(shown)
    assert "Change due" not in text(shown)
    assert "Void this receipt" not in text(shown)
    assert money.balance(case) == 50


@pytest.mark.parametrize(
    ("reason", "on", "says"),
    [
        ("", "6/1/2026", "Write the reason in one sentence."),
        ("Bounced", "5/29/2026", "void it on that day or later"),
        ("Bounced", "6/2/2026", "This day has not come yet."),
        ("Bounced", "soon", "is not a date we can read"),
    ],
)
def test_a_void_needs_a_reason_and_a_day(clerk: Client, case: Case, reason: str, on: str, says: str) -> None:
    payment = paid(case)
    response = clerk.post(f"/receipts/{payment.number}/void/", {"reason": reason, "on": on})
    assert response.status_code == 422
    assert says in text(response)
    assert money.balance(case) == 0


def test_voiding_twice_is_refused_with_the_first_reason(clerk: Client, case: Case) -> None:
    payment = paid(case)
    said = {"reason": "Check bounced", "on": "6/1/2026"}
    clerk.post(f"/receipts/{payment.number}/void/", said)
    assert "Check bounced" in text(clerk.get(f"/receipts/{payment.number}/void/"))
    again = clerk.post(f"/receipts/{payment.number}/void/", {**said, "reason": "Other"})
    assert again.status_code == 422
    assert "was already voided on Monday, June 1, 2026: Check bounced" in text(again)


# ---------------------------------------------------------------------------------------- set the fee
def test_a_fee_without_a_row_is_set_with_a_reason(clerk: Client, unset: Case) -> None:
    assert "The office will confirm the fee" in text(clerk.get(f"/cases/{unset.number}/fee/"))
    said = {"amount": "45", "reason": "Vote of May 28", "on": "6/1/2026"}
    response = clerk.post(f"/cases/{unset.number}/fee/", said)
    assert response["Location"] == f"/cases/{unset.number}/#money"
    assert money.balance(unset) == 45


def test_zero_waives_the_fee(clerk: Client, unset: Case) -> None:
    said = {"amount": "0", "reason": "Town's own dumpster", "on": "6/1/2026"}
    clerk.post(f"/cases/{unset.number}/fee/", said)
    assert [owed.state for owed in money.charges_of(unset)] == ["Waived"]
    assert not money.fee_unknown(unset, TODAY)


@pytest.mark.parametrize(
    ("amount", "reason", "says"),
    [
        ("", "Vote", "Enter an amount"),
        ("much", "Vote", "is not an amount we can read"),
        ("45", "", "Write how the office came to this amount."),
    ],
)
def test_a_fee_needs_an_amount_and_a_reason(
    clerk: Client, unset: Case, amount: str, reason: str, says: str
) -> None:
    said = {"amount": amount, "reason": reason, "on": "6/1/2026"}
    response = clerk.post(f"/cases/{unset.number}/fee/", said)
    assert response.status_code == 422
    assert says in text(response)
    assert not unset.charges.exists()


def test_when_every_fee_is_set_another_charge_can_be_added(clerk: Client, case: Case) -> None:
    assert "Every fee of this case is set." in text(clerk.get(f"/cases/{case.number}/fee/"))
    said = {"label": "Copies", "amount": "3.50", "reason": "Seven pages", "on": "6/1/2026"}
    assert clerk.post(f"/cases/{case.number}/fee/", {**said, "label": ""}).status_code == 422
    clerk.post(f"/cases/{case.number}/fee/", said)
    assert money.balance(case) == Decimal("53.50")


# ---------------------------------------------------------------------------------- explain, reverse
def test_a_charge_explains_itself_with_its_sources(clerk: Client, case: Case) -> None:
    charge = case.charges.get()
    shown = text(clerk.get(f"/charges/{charge.pk}/why/"))
    for said in (
        "Why $50.00?", "Flat fee $50.00.", "Tisbury 09.2.5", "Sample vote of January 5",
        "from Thursday, January 1, 2026", "Revenue", "Is this wrong?",
    ):  # fmt: skip
        assert said in shown


def test_htmx_gets_the_explanation_alone(clerk: Client, case: Case) -> None:
    address = f"/charges/{case.charges.get().pk}/why/"
    part = clerk.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Flat fee $50.00." in part
    assert "<html" not in part
    assert "<h1" not in part


def test_a_fee_set_by_hand_shows_its_reason_and_its_receipt(clerk: Client, unset: Case) -> None:
    charge = money.set_fee(unset, amount="45", reason="Vote of May 28", on=TODAY, by=people.clerk())
    payment = paid(unset)
    shown = text(clerk.get(f"/charges/{charge.pk}/why/"))
    assert "Set by the office at $45.00: Vote of May 28." in shown
    assert payment.number in shown


def test_a_charge_is_reversed_with_a_reason(clerk: Client, case: Case) -> None:
    charge = case.charges.get()
    address = f"/charges/{charge.pk}/reverse/"
    assert clerk.post(address, {"reason": "", "on": "6/1/2026"}).status_code == 422
    response = clerk.post(address, {"reason": "Charged twice", "on": "6/1/2026"})
    assert response["Location"] == f"/cases/{case.number}/#money"
    assert money.balance(case) == 0
    shown = text(clerk.get(f"/charges/{charge.pk}/why/"))
    assert "Reversed Monday, June 1, 2026: Charged twice" in shown
    again = clerk.post(address, {"reason": "Again", "on": "6/1/2026"})
    assert again.status_code == 422
    assert "was already reversed" in text(again)


def test_a_paid_charge_is_not_reversed(clerk: Client, case: Case) -> None:
    payment = paid(case)
    response = clerk.post(f"/charges/{case.charges.get().pk}/reverse/", {"reason": "Wrong", "on": "6/1/2026"})
    assert response.status_code == 422
    assert f"is paid by receipt {payment.number}. Void that receipt first." in text(response)
