"""The counter: what the one box finds, and taking in a case with its money on one page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from office import kinds
from office.actions import cases, counter, money
from office.actions import people as adding
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Intake
from office.models import Case, CaseParty, Facility, FeeAmount, Parcel, Party, Payment
from office.models.money import Fee
from tests import people

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 1)
BANNED = ("please", "sorry", "invalid", "required")


@pytest.fixture(autouse=True)
def _today() -> Iterator[None]:
    with time_machine.travel("2026-06-01 10:00 -0400", tick=False):
        yield


@pytest.fixture
def clerk() -> Client:
    client = Client()
    client.force_login(people.clerk())
    return client


@pytest.fixture
def fee() -> FeeAmount:
    """The dumpster fee: $50.00."""
    return fifty()


def fifty(amount: str = "50.00", since: date = date(2026, 1, 1), **columns: Any) -> FeeAmount:
    row, _ = Fee.objects.get_or_create(
        code="dumpster", defaults={"label": "Dumpster permit", "board": people.health()}
    )
    wanted = {"shape": "flat", "amount": Decimal(amount), "vote": "Sample vote", "added_on": since, **columns}
    return FeeAmount.objects.create(fee=row, since=since, **wanted)


def page(client: Client, address: str, **query: str) -> str:
    response = client.get(address, query)
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def words(response: HttpResponse | str) -> str:
    """What a person reads: the text without its tags."""
    html = response if isinstance(response, str) else response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").split())


def filled(client: Client, address: str = "/counter/dumpster/", **changes: Any) -> dict[str, Any]:
    """What a browser would send from the page at `address`, with these changes (by name, _ for -)."""
    html = page(client, *address.split("?")[:1], **dict(p.split("=") for p in address.split("?")[1:]))
    form = html[html.index('<form id="sheet"') :]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attrs = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        sort = attrs.get("type", "text")
        if sort == "file" or (sort in ("radio", "checkbox") and "checked" not in tag):
            continue
        if "name" in attrs:
            sent[attrs["name"]] = attrs.get("value", "")
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    return {**sent, **changes}


def new_dumpster(client: Client, **changes: Any) -> dict[str, Any]:
    """A new person with a new dumpster at the lot on file, paid in cash."""
    said = {
        "who-name": "Maria Silva", "who-phone": "508-555-0102", "facility-name": "Behind the kitchen",
        "lot-parcel": str(people.parcel().pk), "pay-tender": "cash", **people.DUMPSTER_ANSWERS,
    }  # fmt: skip
    return filled(client, **{**said, **changes})


# ----------------------------------------------------------------------------------------- who may
@pytest.mark.parametrize("address", ["/counter/", "/counter/dumpster/"])
def test_a_visitor_signs_in_a_stranger_finds_nothing_and_an_inspector_may_not(address: str) -> None:
    visitor, stranger, inspector = Client(), Client(), Client()
    stranger.force_login(people.stranger())
    inspector.force_login(people.inspector())
    assert visitor.get(address).status_code == 302
    assert stranger.get(address).status_code == 404
    assert inspector.get(address).status_code == 403
    assert inspector.post(address, {}).status_code in (403, 405)


def test_an_unknown_kind_and_the_kind_of_another_board_are_404(clerk: Client) -> None:
    elsewhere = Client()
    elsewhere.force_login(people.clerk(people.docks()))
    assert clerk.get("/counter/no-such-kind/").status_code == 404
    assert elsewhere.get("/counter/dumpster/").status_code == 404
    assert elsewhere.get("/counter/complaint/").status_code == 200


def test_a_clerk_of_one_board_who_is_member_of_another_is_refused_there() -> None:
    client = Client()
    person = people.clerk(people.docks())
    people.health().memberships.create(user=person, role="member")
    client.force_login(person)
    assert client.get("/counter/dumpster/").status_code == 403


def test_looking_and_checking_write_nothing(clerk: Client, fee: FeeAmount) -> None:
    people.dumpster_bin()
    page(clerk, "/counter/", q="sample")
    said = new_dumpster(clerk)
    with CaptureQueriesContext(connection) as seen:
        page(clerk, "/counter/dumpster/")
        clerk.post("/counter/dumpster/", {**said, "check": "1"})
        clerk.post("/counter/dumpster/", said, headers={"HX-Request": "true", "HX-Target": "so-far"})
    assert not [q["sql"] for q in seen if q["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
    assert not Case.objects.exists()


# ---------------------------------------------------------------------------------------- the one box
def test_the_box_takes_the_focus_and_lists_the_kinds(clerk: Client) -> None:
    html = page(clerk, "/counter/")
    box = re.search(r"<input[^>]*name=\"q\"[^>]*id=\"desk\"[^>]*>|<input[^>]*id=\"desk\"[^>]*>", html)
    assert box is not None
    assert "autofocus" in box[0]
    assert 'href="/counter/dumpster/#who"' in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("harbor", "Sample Harbor Cafe"),
        ("HÁRBOR cafe", "Sample Harbor Cafe"),
        ("29a3", "29-A-3"),
        ("10 sample st", "10 Sample Street"),
        ("(508) 555-0101", "Sample Harbor Cafe"),
        ("kitchen", "Behind the kitchen"),
        ("du 26 001", "DU-2026-001"),
        ("temp", "Temporary dumpster permit"),
    ],
)
def test_the_box_finds_by_name_street_lot_phone_number_and_first_letters(
    clerk: Client, query: str, found: str
) -> None:
    people.party(phone="508-555-0101")
    people.ready_dumpster(TODAY, facility=people.dumpster_bin("Behind the kitchen"))
    assert found in words(page(clerk, "/counter/", q=query))


def test_a_number_opens_its_case_at_once(clerk: Client) -> None:
    case = people.ready_dumpster(TODAY)
    assert clerk.get("/counter/", {"q": case.number.lower()})["Location"] == f"/cases/{case.number}/"


def test_lots_and_facilities_of_other_towns_stay_away(clerk: Client) -> None:
    far = people.parcel(town="Barnstable", map_no="77", street="Faraway Lane")
    people.dumpster_bin("Faraway bin", parcel=far)
    assert "77-A-3" not in page(clerk, "/counter/", q="faraway")
    assert "Faraway bin" not in page(clerk, "/counter/", q="faraway")
    assert clerk.get("/counter/", {"parcel": far.pk}).status_code == 404


@pytest.mark.parametrize(
    ("typed", "link", "field"),
    [
        ("Zed Newcomer", "New person", 'value="Zed Newcomer"'),
        ("508-555-7777", "New person", 'value="508-555-7777"'),
        ("31b9", "New lot", 'value="31"'),
        ("44 Nowhere Road", "New lot", 'value="Nowhere Road"'),
        ("Rolloff at the pier", "New dumpster", 'value="Rolloff at the pier"'),
    ],
)
def test_nothing_found_offers_to_add_it_and_keeps_what_was_typed(
    clerk: Client, typed: str, link: str, field: str
) -> None:
    html = page(clerk, "/counter/", q=typed)
    assert "Nothing on file matches every word." in html
    href = re.search(rf'href="([^"]+)">{link}</a>', html)
    assert href is not None
    chosen = clerk.get(href[1].replace("&amp;", "&")).content.decode()
    start = {m[0]: m[1] for m in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', chosen)}
    begun = clerk.get("/counter/", {**start, "start": "dumpster"}, follow=True)
    assert begun.redirect_chain[0][0].startswith("/counter/dumpster/?")
    assert field in begun.content.decode()


def test_a_chosen_person_shows_what_they_hold_and_starts_a_kind(clerk: Client) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5), facility=people.dumpster_bin("Behind the kitchen"))
    html = page(clerk, "/counter/", party=str(people.party().pk))
    assert "Behind the kitchen" in html
    assert f'href="/cases/{permit.number}/renew/"' in html
    began = clerk.get("/counter/", {"party": people.party().pk, "start": "dumpster"})
    assert began["Location"] == f"/counter/dumpster/?party={people.party().pk}#who"


def test_starting_without_a_kind_says_so(clerk: Client) -> None:
    html = page(clerk, "/counter/", party=str(people.party().pk), start="")
    assert "Choose what it is about" in html


def test_odd_characters_find_nothing_and_break_nothing(clerk: Client) -> None:
    for odd in ("\x00", "%_'\"<script>", "🗑", "-", " " * 90, "a " * 90):
        assert "<script>alert" not in page(clerk, "/counter/", q=odd)
    assert clerk.post("/counter/dumpster/", {"filing-key": "\x00", "who-party": "²"}).status_code == 422


@pytest.mark.parametrize("pk", ["0", "abc", "999999", "9" * 30])
def test_a_person_not_on_file_is_404(clerk: Client, pk: str) -> None:
    assert clerk.get("/counter/", {"party": pk}).status_code == 404


def _queries(client: Client, address: str, **query: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address, query).status_code == 200
    return len(seen)


def test_the_number_of_queries_is_the_same_however_many_rows(clerk: Client, fee: FeeAmount) -> None:
    bin_ = people.dumpster_bin("Bin 0")
    people.issued_dumpster(date(2026, 1, 5), facility=bin_)
    pages = [
        ("/counter/", {"q": "sample"}),
        ("/counter/", {"party": str(people.party().pk)}),
        ("/counter/", {"parcel": str(people.parcel().pk)}),
        ("/counter/dumpster/", {"facility": str(bin_.pk)}),
    ]
    few = [_queries(clerk, address, **query) for address, query in pages]
    for n in range(12):
        people.party(f"Sample neighbor {n}")
        people.parcel(lot=f"{n + 40}")
        people.ready_dumpster(TODAY, facility=people.dumpster_bin(f"Sample bin {n}"))
    assert [_queries(clerk, address, **query) for address, query in pages] == few
    assert max(few) <= 30


# ------------------------------------------------------------------------------------------ taking in
def test_a_new_person_and_dumpster_are_filed_and_paid_in_one_step(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk, **{"pay-given": "60"})
    assert said["pay-amount"] == "50.00"
    response = clerk.post("/counter/dumpster/", said)
    case, payment = Case.objects.get(), Payment.objects.get()
    assert response["Location"] == f"/receipts/{payment.number}/"
    assert (case.kind, case.filed_on, case.facility.name) == ("dumpster", TODAY, "Behind the kitchen")
    assert case.facility.holder == Party.objects.get(name="Maria Silva")
    assert list(case.parcels.all()) == [people.parcel()]
    assert [(row.party.name, row.role) for row in case.people.all()] == [("Maria Silva", "applicant")]
    assert (payment.amount, payment.change, payment.paid_on) == (Decimal(50), Decimal(10), TODAY)
    assert money.balance(case) == 0
    assert "Change due: $10.00" in words(clerk.get(response["Location"]))


def test_the_button_says_what_it_does(clerk: Client, fee: FeeAmount) -> None:
    assert "File and record payment of $50.00" in page(clerk, "/counter/dumpster/")
    later = clerk.post("/counter/dumpster/", new_dumpster(clerk, **{"pay-when": "later", "check": "1"}))
    assert "File and record" not in later.content.decode()


def test_without_a_fee_row_nothing_is_paid_and_the_office_will_confirm(clerk: Client) -> None:
    assert "The office will confirm the fee" in page(clerk, "/counter/dumpster/")
    said = new_dumpster(clerk)
    response = clerk.post("/counter/dumpster/", said)
    case = Case.objects.get()
    assert response["Location"] == f"/cases/{case.number}/"
    assert not Payment.objects.exists()


def test_paying_later_needs_no_tender_and_leaves_the_fee_due(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk, **{"pay-when": "later", "pay-tender": "", "pay-amount": "rubbish"})
    clerk.post("/counter/dumpster/", said)
    assert money.balance(Case.objects.get()) == 50


@pytest.mark.parametrize(("tender", "reference"), [("check", "1024"), ("card", "A-17")])
def test_check_and_card_keep_their_reference(
    clerk: Client, fee: FeeAmount, tender: str, reference: str
) -> None:
    said = new_dumpster(clerk, **{"pay-tender": tender, "pay-reference": reference})
    clerk.post("/counter/dumpster/", said)
    payment = Payment.objects.get()
    assert (payment.tender, payment.reference) == (tender, reference)


def test_pressing_twice_is_one_case_one_person_and_one_receipt(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk)
    first, second = (clerk.post("/counter/dumpster/", said)["Location"] for _ in range(2))
    assert first == second
    assert (Case.objects.count(), Payment.objects.count()) == (1, 1)
    assert Party.objects.filter(name="Maria Silva").count() == 1
    assert Facility.objects.count() == 1


def test_the_action_itself_is_idempotent_too(fee: FeeAmount) -> None:
    said = _application(key="counter:twice")
    first, second = (counter.take_in(said, on=TODAY, by=people.clerk()) for _ in range(2))
    assert first.case == second.case
    assert first.payment == second.payment


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite's test database lives in one connection")
def test_two_presses_at_once_are_one_case_and_one_person() -> None:
    fifty()
    clerk, said = people.clerk(), _application(key="counter:at-once")

    def press(_: int) -> tuple[int, int]:
        try:
            intake = Intake(kinds.get("dumpster"), people.DUMPSTER_ANSWERS)
            taken = counter.take_in(replace(said, intake=intake), on=TODAY, by=clerk)
            assert taken.payment is not None
            return taken.case.pk, taken.payment.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(press, range(8)))) == 1
    assert Party.objects.filter(name="Maria Silva").count() == 1
    assert Facility.objects.count() == 1


def _application(**changes: Any) -> counter.Application:
    kind = kinds.get("dumpster")
    said = {
        "kind": kind, "board": people.health(), "intake": Intake(kind, people.DUMPSTER_ANSWERS),
        "received": TODAY, "key": "counter:1", "new_party": {"name": "Maria Silva"},
        "parcel": people.parcel(), "new_facility": "Behind the kitchen",
        "paid": {"amount": "50", "tender": "cash", "reference": "", "given": None},
    }  # fmt: skip
    return counter.Application(**{**said, **changes})


def test_what_cannot_be_paid_is_not_filed_either(fee: FeeAmount) -> None:
    said = _application(paid={"amount": "60", "tender": "cash", "reference": "", "given": None})
    with pytest.raises(NotAllowed, match=r"You entered \$60.00; \$50.00 is due"):
        counter.take_in(said, on=TODAY, by=people.clerk())
    assert not Case.objects.exists()
    assert not Party.objects.filter(name="Maria Silva").exists()
    assert not Facility.objects.exists()


def test_only_a_clerk_of_the_board_takes_in(fee: FeeAmount) -> None:
    for other in (people.inspector(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            counter.take_in(_application(), on=TODAY, by=other)


def test_an_agent_acts_for_the_owner_who_holds_the_dumpster(clerk: Client, fee: FeeAmount) -> None:
    clerk.post("/counter/dumpster/", new_dumpster(
        clerk, **{"who-role": "agent", "facility-owner": "sample HARBOR cafe", "who-name": "Ana Agent"}
    ))  # fmt: skip
    case = Case.objects.get()
    assert [(row.party.name, row.role) for row in case.people.all()] == [
        ("Ana Agent", "agent"), ("sample HARBOR cafe", "owner"),
    ]  # fmt: skip
    assert case.facility.holder.name == "sample HARBOR cafe"


def test_an_owner_already_on_file_is_not_added_again(clerk: Client, fee: FeeAmount) -> None:
    owner = people.party()
    clerk.post("/counter/dumpster/", new_dumpster(
        clerk, **{"who-role": "agent", "facility-owner": "sample harbor cafe"}
    ))  # fmt: skip
    assert Case.objects.get().facility.holder == owner


def test_a_new_lot_is_added_to_the_boards_town(clerk: Client, fee: FeeAmount) -> None:
    lot = {"map_no": "31", "block": "b", "lot": "9", "street": "Pier Road", "zoning": "residential"}
    said = new_dumpster(clerk, **{f"lot-{name}": value for name, value in lot.items()})
    del said["lot-parcel"]
    clerk.post("/counter/dumpster/", said)
    parcel = Case.objects.get().parcels.get()
    assert (parcel.label, parcel.town, parcel.zoning) == ("31-B-9", "Tisbury", "residential")
    assert parcel.history.get().history_user == people.clerk()


def test_a_sketch_comes_along_and_ticks_its_line(clerk: Client, fee: FeeAmount) -> None:
    picture = BytesIO()
    Image.new("RGB", (40, 40), "white").save(picture, "PNG")
    sketch = SimpleUploadedFile("sketch.png", picture.getvalue(), "image/png")
    clerk.post("/counter/dumpster/", new_dumpster(clerk, **{"paper-location-sketch": sketch}))
    case = Case.objects.get()
    assert case.documents.get().shown_name == "sketch.png"
    assert case.checklist.get(item="location-sketch").state == "supplied"


def test_received_on_an_earlier_day_is_filed_then_and_paid_today(clerk: Client) -> None:
    fifty("40.00", since=date(2026, 1, 1), until=date(2026, 5, 29))
    fifty("50.00", since=date(2026, 5, 30))
    said = new_dumpster(clerk, **{"filing-on": "5/29", "filing-fee_shown": "40.00", "pay-amount": "40.00"})
    clerk.post("/counter/dumpster/", said)
    assert Case.objects.get().filed_on == date(2026, 5, 29)
    assert (Payment.objects.get().amount, Payment.objects.get().paid_on) == (Decimal(40), TODAY)


def test_half_a_year_back_is_still_taken(clerk: Client) -> None:
    fifty(since=date(2025, 1, 1))
    clerk.post("/counter/dumpster/", new_dumpster(clerk, **{"filing-on": "11/30/2025", "pay-when": "later"}))
    assert Case.objects.get().number == "DU-2025-001"  # 183 days before June 1, 2026


# ------------------------------------------------------------------------------------- what is wrong
def refused(client: Client, said: dict[str, Any], address: str = "/counter/dumpster/") -> str:
    """The page that came back: 422, "Error:" in its title, nothing filed, no banned word."""
    before = Case.objects.count()
    response = client.post(address, said)
    assert response.status_code == 422, response
    html: str = response.content.decode()
    assert "<title>Error: " in html
    assert 'id="error-summary"' in html
    assert Case.objects.count() == before
    summary = html[html.index('id="error-summary"') : html.index("</section>")]
    assert not [word for word in BANNED if word in words(summary).lower()]
    return html


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("who-name", "", "Write the name of the person or business."),
        ("who-email", "maria", "Write the e-mail address with an @ sign"),
        ("who-state", "Mass", "Write the state with two letters"),
        ("who-zip_code", "256", "Write the ZIP code with five digits"),
        ("who-role", "", "Choose the person's part."),
        ("who-role", "mayor", "not one of those shown"),
        ("facility-name", "", "Name the dumpster, so that it can be told from others. (Tisbury 09.2.5(1))"),
        ("size_cubic_yards", "many", "Write a number in digits"),
        ("filing-on", "13/40/2026", "is not in the calendar"),
        ("filing-on", "+3", "This day has not come yet."),
        ("filing-on", "11/29/2025", "This day is more than half a year back. Check the year."),
        ("filing-on", "1/1/1950", "This day is more than half a year back. Check the year."),
        ("filing-on", "", "Enter a date"),
        ("filing-key", "", "This page lost its key."),
        ("pay-amount", "fifty", "is not an amount we can read"),
        ("pay-amount", "", "Write the amount that is paid."),
        ("pay-amount", "60", "You entered $60.00; $50.00 is due."),
        ("pay-tender", "", "Choose cash, check or card terminal."),
        ("pay-tender", "check", "Write the number printed on the check."),
        ("pay-tender", "card", "Write the reference on the card terminal"),
        ("pay-given", "40", "$40.00 does not cover $50.00."),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field_and_nothing_is_lost(
    clerk: Client, fee: FeeAmount, name: str, value: str, says: str
) -> None:
    html = refused(clerk, new_dumpster(clerk, **{name: value}))
    assert words(html).count(says) >= 2 or name == "filing-key"  # in the summary and at the field
    for kept in ("508-555-0102", f'name="lot-parcel" value="{people.parcel().pk}"', 'value="12.5"'):
        assert kept in html


def test_a_typed_lot_that_was_not_chosen_is_not_lost(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk, **{"lot-find": "10 sample"})
    del said["lot-parcel"]
    html = refused(clerk, said)
    assert "“10 sample” is not a lot yet." in html
    assert f'name="pick-parcel" value="{people.parcel().pk}"' in html


def test_a_new_lot_needs_map_lot_and_zoning(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk, **{"lot-street": "Pier Road"})
    del said["lot-parcel"]
    html = refused(clerk, said)
    assert "Write map and lot as the assessor does" in html
    assert "Choose the zoning of the new lot." in html
    assert re.search(r'<details class="why new-lot" open>', html)


def test_a_lot_on_file_is_not_added_again(clerk: Client, fee: FeeAmount) -> None:
    lot = people.parcel()
    again = {"map_no": "29", "block": "a", "lot": "3", "zoning": "commercial"}
    said = new_dumpster(clerk, **{f"lot-{name}": value for name, value in again.items()})
    del said["lot-parcel"]
    assert f"{lot} is already on file." in refused(clerk, said)


def test_the_lot_of_another_town_is_refused_in_the_actions_words(clerk: Client, fee: FeeAmount) -> None:
    far = people.parcel(town="Barnstable", map_no="77")
    html = refused(clerk, new_dumpster(clerk, **{"lot-parcel": str(far.pk)}))
    assert "lies in Barnstable, not in Tisbury. Choose a lot in Tisbury" in html
    assert not Party.objects.filter(name="Maria Silva").exists()


def test_a_name_already_on_file_must_be_chosen_or_told_apart(clerk: Client, fee: FeeAmount) -> None:
    known = people.party("María Silva", kind="person", street="12 Spring Street")
    html = refused(clerk, new_dumpster(clerk))
    assert "María Silva (12 Spring Street) is already on file." in html
    assert f'name="pick-party" value="{known.pk}"' in html
    clerk.post("/counter/dumpster/", new_dumpster(clerk, **{"who-other_person": "on"}))
    assert Party.objects.filter(search__startswith="maria silva").count() == 2


def test_a_file_the_office_does_not_take_is_refused_alone(clerk: Client, fee: FeeAmount) -> None:
    empty = SimpleUploadedFile("sketch.pdf", b"", "application/pdf")
    html = refused(clerk, new_dumpster(clerk, **{"paper-location-sketch": empty}))
    assert "is empty (0 bytes)" in html
    assert "Maria Silva" in html


def test_a_dumpster_given_up_meanwhile_is_refused(clerk: Client, fee: FeeAmount) -> None:
    gone = people.dumpster_bin("Gone bin")
    said = filled(clerk, f"/counter/dumpster/?facility={gone.pk}", **{"pay-when": "later"})
    Facility.objects.filter(pk=gone.pk).update(ended_on=date(2026, 5, 1))
    assert "That dumpster is no longer in use. Choose another." in words(refused(clerk, said))


def test_a_fee_that_moved_meanwhile_is_said_before_money_is_taken(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk)
    FeeAmount.objects.create(
        fee=fee.fee, shape="flat", amount=Decimal(75), since=TODAY, vote="Sample", added_on=TODAY
    )
    html = refused(clerk, said)
    assert "The fee is $75.00; it was $50.00 when this page was shown." in words(html)


def test_a_fee_known_only_now_is_looked_at_first(clerk: Client) -> None:
    said = new_dumpster(clerk)
    fifty()
    response = clerk.post("/counter/dumpster/", said)
    assert response.status_code == 422
    assert "The fee is $50.00. Choose how it is paid, then file." in words(response)
    assert not Case.objects.exists()


# ------------------------------------------------------------------------- looking up without script
def test_look_up_lists_people_and_complains_of_nothing(clerk: Client, fee: FeeAmount) -> None:
    known = people.party()
    said = filled(clerk, **{"who-name": "harbor", "check": "who"})
    response = clerk.post("/counter/dumpster/", said)
    html = response.content.decode()
    assert response.status_code == 200
    assert f'name="pick-party" value="{known.pk}"' in html
    assert "field-error" not in html


def test_picking_and_dropping_a_person_and_a_lot_keeps_the_rest(clerk: Client, fee: FeeAmount) -> None:
    known, lot = people.party(), people.parcel()
    said = filled(clerk, **{"size_cubic_yards": "7.5", "pick-party": str(known.pk)})
    picked = clerk.post("/counter/dumpster/", said).content.decode()
    assert f'name="who-party" value="{known.pk}"' in picked
    assert 'value="7.5"' in picked
    said = filled(clerk, **{"who-party": str(known.pk), "pick-parcel": str(lot.pk), "pay-tender": "check"})
    html = clerk.post("/counter/dumpster/", said).content.decode()
    assert f'name="lot-parcel" value="{lot.pk}"' in html
    assert re.search(r'value="check"[^>]*checked', html)
    dropped = clerk.post("/counter/dumpster/", {**said, "drop": "party"}).content.decode()
    assert "who-party" not in dropped


def test_check_shows_unreadable_answers_and_the_findings_so_far(clerk: Client, fee: FeeAmount) -> None:
    said = new_dumpster(clerk, **{"size_cubic_yards": "many", "who-name": "", "check": "1"})
    response = clerk.post("/counter/dumpster/", said)
    assert response.status_code == 200
    assert "Write a number in digits" in words(response)
    assert "Write the name" not in words(response)
    assert "1 met, 2 not known yet, 2 do not apply" in words(response)


@pytest.mark.parametrize(
    ("target", "has", "lacks"),
    [
        ("so-far", 'id="so-far"', "<html"),
        ("who-found", "pick-party", "<form"),
        ("lots-found", 'id="lots-found"', "<form"),
        ("payment", 'id="payment"', "<html"),
        ("change", "Change due", "<form"),
        ("file", "File and record payment of $50.00", "<"),
        ("sheet", 'id="answers"', "<html"),
    ],
)
def test_htmx_gets_the_part_it_asks_for(
    clerk: Client, fee: FeeAmount, target: str, has: str, lacks: str
) -> None:
    people.party("Maria Silva Costa")
    said = new_dumpster(clerk, **{"pay-given": "60"})
    response = clerk.post("/counter/dumpster/", said, headers={"HX-Request": "true", "HX-Target": target})
    assert response.status_code == 200
    assert has in response.content.decode()
    assert lacks not in response.content.decode()
    assert not Case.objects.exists()


def test_the_preview_speaks_once_and_shows_the_payment_only_when_the_fee_moved(
    clerk: Client, fee: FeeAmount
) -> None:
    def preview(said: dict[str, Any]) -> str:
        asked = {"HX-Request": "true", "HX-Target": "so-far"}
        return clerk.post("/counter/dumpster/", said, headers=asked).content.decode()

    said = new_dumpster(clerk)
    assert 'hx-swap-oob="innerHTML:#so-far-sum"' in preview(said)
    assert 'role="status"' not in preview(said)
    assert 'id="payment"' not in preview(said)
    moved = preview({**said, "filing-fee_shown": "40.00", "pay-amount": "40.00"})
    assert 'id="payment" hx-swap-oob="true"' in moved
    assert 'value="50.00"' in moved


def test_only_the_summary_of_the_findings_is_a_live_region(clerk: Client, fee: FeeAmount) -> None:
    html = page(clerk, "/counter/dumpster/")
    assert re.findall(r'<(\w+) id="([^"]+)" role="status"', html) == [("p", "so-far-sum")]


# --------------------------------------------------------------------------- last year's answers, twins
def test_a_facility_brings_its_lot_its_holder_and_last_times_answers(clerk: Client, fee: FeeAmount) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5), size_cubic_yards="8")
    said = filled(clerk, f"/counter/dumpster/?facility={permit.facility.pk}")
    assert said["size_cubic_yards"] == "8"
    assert said["who-party"] == str(people.party().pk)
    assert said["lot-parcel"] == str(people.parcel().pk)
    html = page(clerk, "/counter/dumpster/", facility=str(permit.facility.pk))
    assert f"Filled in from {permit.number}" in html
    assert f'href="/cases/{permit.number}/renew/"' in html
    assert "valid through Thursday, December 31, 2026" in html


def test_what_changed_since_is_marked(clerk: Client, fee: FeeAmount) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5), size_cubic_yards="8")
    changed = {"size_cubic_yards": "10", "children_can_reach": "true", "check": "1"}
    said = filled(clerk, f"/counter/dumpster/?facility={permit.facility.pk}", **changed)
    text = words(clerk.post("/counter/dumpster/", said))
    assert f"Changed since {permit.number}" in text
    assert "Answer Before Now Size in cubic yards 8 10" in text
    assert "Can children reach it? No Yes" in text
    assert f"Changed {permit.number}: 8" in text


def test_choosing_a_facility_fills_untouched_answers_and_leaves_written_ones(
    clerk: Client, fee: FeeAmount
) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5), size_cubic_yards="8")
    said = filled(clerk, f"/counter/dumpster/?party={people.party().pk}")
    said |= {"facility-facility": str(permit.facility.pk), "check": "which"}
    assert 'value="8"' in clerk.post("/counter/dumpster/", said).content.decode()
    written = clerk.post("/counter/dumpster/", {**said, "size_cubic_yards": "3"}).content.decode()
    assert 'value="3"' in written
    assert 'value="8"' not in written


def test_answers_only_now_filled_in_are_looked_over_before_filing(clerk: Client, fee: FeeAmount) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5))
    said = filled(clerk, f"/counter/dumpster/?party={people.party().pk}", **{"pay-tender": "cash"})
    response = clerk.post("/counter/dumpster/", {**said, "facility-facility": str(permit.facility.pk)})
    assert response.status_code == 422
    assert f"The answers of {permit.number} were filled in. Look them over, then file." in words(response)
    assert Case.objects.of_kind("dumpster").count() == 1


def test_a_new_dumpster_does_not_keep_the_old_ones_answers(clerk: Client, fee: FeeAmount) -> None:
    permit = people.issued_dumpster(date(2026, 1, 5), size_cubic_yards="8")
    said = filled(clerk, f"/counter/dumpster/?facility={permit.facility.pk}")
    html = clerk.post("/counter/dumpster/", {**said, "facility-facility": "new", "check": "which"})
    assert 'value="8"' not in html.content.decode()


def test_a_second_filing_the_same_day_asks_why_there_are_two(clerk: Client, fee: FeeAmount) -> None:
    first = people.ready_dumpster(TODAY)
    said = filled(clerk, f"/counter/dumpster/?facility={first.facility.pk}", **{"pay-tender": "cash"})
    html = refused(clerk, said)
    says = f"{first.number} was filed today for this dumpster. Open it or say why there are two."
    assert says in words(html)
    assert 'href="#id_filing-why_two"' in html
    assert f'href="/cases/{first.number}/"' in html
    response = clerk.post("/counter/dumpster/", {**said, "filing-why_two": "One for each side of the lot"})
    assert response.status_code == 302
    second = Case.objects.of_kind("dumpster").latest("pk")
    note = second.events.get(slug="note").note
    assert note == f"Filed beside {first.number}: One for each side of the lot"


def test_an_undecided_one_of_an_earlier_day_counts_a_withdrawn_one_does_not(
    clerk: Client, fee: FeeAmount
) -> None:
    first = people.ready_dumpster(date(2026, 5, 4))
    said = filled(clerk, f"/counter/dumpster/?facility={first.facility.pk}", **{"pay-when": "later"})
    says = f"{first.number} was filed on Monday, May 4, 2026 for this dumpster and is not decided yet."
    assert says in words(refused(clerk, said))
    cases.record(first, "withdrawn", on=TODAY, by=people.clerk(), note="Changed their mind")
    assert clerk.post("/counter/dumpster/", said).status_code == 302


def test_the_holder_changes_only_when_ticked(clerk: Client, fee: FeeAmount) -> None:
    bin_ = people.dumpster_bin()
    buyer = people.party("Sample Buyer")
    said = filled(
        clerk, f"/counter/dumpster/?facility={bin_.pk}",
        **{"who-party": str(buyer.pk), "pay-when": "later"}, **people.DUMPSTER_ANSWERS,
    )  # fmt: skip
    shown = clerk.post("/counter/dumpster/", {**said, "check": "1"}).content.decode()
    assert "Sample Buyer now holds it, not Sample Harbor Cafe" in shown
    clerk.post("/counter/dumpster/", said)
    bin_.refresh_from_db()
    assert bin_.holder == people.party()
    again = filled(
        clerk, f"/counter/dumpster/?facility={bin_.pk}",
        **{
            "who-party": str(buyer.pk), "pay-when": "later", "filing-why_two": "New owner",
            "facility-new_holder": "on",
        },
    )  # fmt: skip
    clerk.post("/counter/dumpster/", again)
    bin_.refresh_from_db()
    assert bin_.holder == buyer


# ------------------------------------------------------------------------------------ other kinds
def test_every_kind_of_the_board_opens(clerk: Client) -> None:
    for slug in re.findall(r'href="/counter/([\w-]+)/#who"', page(clerk, "/counter/")):
        assert page(clerk, f"/counter/{slug}/")


def test_a_complaint_needs_nobody_and_no_money(clerk: Client) -> None:
    said = filled(clerk, "/counter/complaint/", about="nuisance", described="Smell at the harbor")
    assert not [name for name in said if name.startswith("pay-")]
    response = clerk.post("/counter/complaint/", said)
    case = Case.objects.get()
    assert response["Location"] == f"/cases/{case.number}/"
    assert not case.people.exists()
    assert said["who-role"] == CaseParty.Role.COMPLAINANT


def test_a_clerk_of_two_boards_says_which() -> None:
    person = people.clerk()
    people.docks().memberships.create(user=person, role="clerk")
    client = Client()
    client.force_login(person)
    said = filled(client, "/counter/complaint/", about="shore", **{"filing-board": "barnstable-conservation"})
    client.post("/counter/complaint/", said)
    assert Case.objects.get().board == people.docks()


# ---------------------------------------------------------------------------------------------- renew
@pytest.fixture
def permit(fee: FeeAmount) -> Case:
    return people.issued_dumpster(date(2026, 1, 5), size_cubic_yards="8")


def renewal(client: Client, permit: Case, **changes: Any) -> dict[str, Any]:
    return filled(client, f"/cases/{permit.number}/renew/", **changes)


def test_a_renewal_carries_everything_and_marks_what_changes(clerk: Client, permit: Case) -> None:
    said = renewal(clerk, permit)
    assert said["size_cubic_yards"] == "8"
    address = f"/cases/{permit.number}/renew/"
    assert f"Nothing changed since {permit.number}." in words(clerk.post(address, {**said, "check": "1"}))
    said |= {"size_cubic_yards": "10", "pay-tender": "cash"}
    assert "Size in cubic yards 8 10" in words(clerk.post(address, {**said, "check": "1"}))
    response = clerk.post(address, said)
    new = Case.objects.latest("pk")
    assert response["Location"] == f"/receipts/{Payment.objects.latest('pk').number}/"
    assert (new.renews, new.facility, new.details.size_cubic_yards) == (permit, permit.facility, 10)
    assert [row.party for row in new.people.all()] == [row.party for row in permit.people.all()]
    assert list(new.parcels.all()) == list(permit.parcels.all())


def test_a_renewal_pressed_twice_is_one(clerk: Client, permit: Case) -> None:
    said = renewal(clerk, permit, **{"pay-tender": "cash"})
    places = {clerk.post(f"/cases/{permit.number}/renew/", said)["Location"] for _ in range(2)}
    assert len(places) == 1
    assert Case.objects.filter(renews=permit).count() == 1


def test_a_second_renewal_is_refused_and_leads_to_the_first(clerk: Client, permit: Case) -> None:
    address = f"/cases/{permit.number}/renew/"
    other_page = renewal(clerk, permit, **{"pay-tender": "cash"})
    clerk.post(address, renewal(clerk, permit, **{"pay-tender": "cash"}))
    first = Case.objects.get(renews=permit)
    html = page(clerk, address)
    assert f'href="/cases/{first.number}/"' in html
    assert '<form id="sheet"' not in html
    says = f"{permit.number} was already renewed by {first.number}."
    assert says in words(refused(clerk, other_page, address))


def test_what_cannot_be_renewed_is_refused_in_the_actions_words(clerk: Client, fee: FeeAmount) -> None:
    filed = people.ready_dumpster(TODAY)
    said = renewal(clerk, filed, **{"pay-when": "later"})
    assert "cannot be renewed. File a new application." in words(
        refused(clerk, said, f"/cases/{filed.number}/renew/")
    )


def test_renewing_is_for_the_clerks_of_the_board(permit: Case) -> None:
    for somebody, status in (
        (people.stranger(), 404), (people.clerk(people.docks()), 404), (people.inspector(), 403),
    ):  # fmt: skip
        client = Client()
        client.force_login(somebody)
        assert client.get(f"/cases/{permit.number}/renew/").status_code == status
    client = Client()
    client.force_login(people.clerk())
    assert client.get("/cases/DU-1999-001/renew/").status_code == 404


# -------------------------------------------------------------------------------------------- adding
def test_people_lots_and_facilities_are_added_by_clerks_only() -> None:
    tries: list[Callable[[Any], Any]] = [
        lambda by: adding.add_party(name="A. Body", on=TODAY, by=by),
        lambda by: adding.add_parcel(town="Tisbury", map_no="1", lot="2", on=TODAY, by=by),
        lambda by: adding.add_facility(kind="dumpster", name="Bin", on=TODAY, by=by),
        lambda by: adding.change_holder(people.dumpster_bin(), holder=people.party(), on=TODAY, by=by),
    ]
    for act in tries:
        with pytest.raises(WrongRole):
            act(people.inspector())
        assert act(people.clerk())


def test_a_clerk_of_another_town_adds_no_lot_here() -> None:
    with pytest.raises(WrongRole):
        adding.add_parcel(town="Tisbury", map_no="1", lot="2", on=TODAY, by=people.clerk(people.docks()))


def test_nameless_people_and_numberless_lots_are_refused() -> None:
    with pytest.raises(NotAllowed, match="Write the name"):
        adding.add_party(name="  ", on=TODAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="Write the map and the lot"):
        adding.add_parcel(town="Tisbury", map_no="", lot="2", on=TODAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="Name the dumpster"):
        adding.add_facility(kind="dumpster", name=" ", on=TODAY, by=people.clerk())
    lot = people.parcel()
    with pytest.raises(NotAllowed, match="already on file"):
        adding.add_parcel(town="Tisbury", map_no="29", block="a", lot="3", on=TODAY, by=people.clerk())
    assert Parcel.objects.get() == lot
