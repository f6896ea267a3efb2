"""Pages for everybody: what they say, what they never say, and what they cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from office import codes, kinds
from office.actions import cases, casework
from office.intake import Intake
from office.models import (
    Case,
    CaseParty,
    Closure,
    Fee,
    FeeAmount,
    FeeMultiplier,
    FeeTier,
    LateFee,
)
from office.regulations import resolve
from office.views.public import applied_for, permit_kinds, start_of
from tests import people

TOWN = ZoneInfo("America/New_York")
DAY = date(2026, 6, 15)  # a Monday
ONE_DAY = timedelta(days=1)
PHONE = "508-555-0101"


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=TOWN)


@pytest.fixture
def clock() -> Iterator[Any]:
    """The office's clock, standing at noon of DAY until moved: `clock.move_to(noon(day))`."""
    with time_machine.travel(noon(DAY), tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def office(db: None, clock: Any) -> None:
    board = people.health()
    board.phone, board.hours = PHONE, "Monday through Friday, 8:30 am to 4:30 pm"
    board.save()


def text(client: Client, address: str, status: int = 200) -> str:
    """The words of a page as a person reads them: no tags, spaces folded."""
    response = client.get(address)
    assert response.status_code == status, f"{address}: {response.status_code}"
    body = response.content.decode()
    main = body[body.index("<main") : body.index("</main>")]
    main = re.sub(r'<div id="not-saved".*?</div>\s*</div>', "", main, flags=re.DOTALL)  # shown by script only
    return " ".join(re.sub(r"<[^>]+>", " ", main).replace("&#x27;", "'").split())


def complaint(on: date, **answers: Any) -> Case:
    return cases.open_case(
        kind="complaint", on=on, by=people.clerk(), parcels=[people.parcel()],
        people=[(people.party("Secret Complainant", kind="person", phone="508-555-9999"), "complainant")],
        intake=Intake(kinds.get("complaint"), answers),
    )  # fmt: skip


def fee_row(amount: str | None = "50.00", *, since: date = date(2026, 1, 1), **columns: Any) -> FeeAmount:
    fee, _ = Fee.objects.get_or_create(
        code="dumpster", defaults={"label": "Dumpster permit", "board": people.health()}
    )
    return FeeAmount.objects.create(
        fee=fee, amount=Decimal(amount) if amount else None, since=since, added_on=since,
        **{"vote": "Board of Health, December 9, 2025", "section": "Tisbury 09.0.4", **columns},
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------- home
def test_the_first_page_offers_six_tasks_and_every_link_leads_somewhere(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    home = client.get("/").content.decode()
    for words in (
        "Apply",
        "Renew",
        "Check or pay",
        "Is this permit valid?",
        "Report a problem",
        "Find a meeting",
    ):
        assert f">{words}</a>" in home
    assert home.count("On paper for now") == sum(not start_of(kind) for kind in permit_kinds())
    seen, waiting = set(), {"/"}
    while waiting:
        address = waiting.pop()
        seen.add(address)
        response = client.get(address)
        assert response.status_code == 200, address
        if response.headers["Content-Type"].startswith("text/html"):
            links = re.findall(r'<a [^>]*href="(/[^"#?]*)', response.content.decode())
            waiting |= set(links) - seen
    assert reverse("register-case", args=[case.number]) in seen
    assert reverse("permit-kind", args=["dumpster"]) in seen


@pytest.mark.parametrize(
    ("day", "says"),
    [
        (date(2026, 6, 15), None),
        (date(2026, 6, 14), "Closed today (Sunday)"),
        (date(2026, 6, 19), "Closed today (Juneteenth"),
        (date(2026, 6, 16), "Closed today (Water main broken)"),
    ],
)
def test_the_first_page_says_when_an_office_is_closed_today(
    client: Client, clock: Any, day: date, says: str
) -> None:
    Closure.objects.create(town="Tisbury", on=date(2026, 6, 16), reason="Water main broken")
    clock.move_to(noon(day))
    home = text(client, "/")
    assert "Monday through Friday, 8:30 am to 4:30 pm" in home
    assert says in home if says else "Closed today" not in home


@pytest.mark.parametrize(("ahead", "shown"), [(1, True), (14, True), (15, False)])
def test_the_first_page_names_the_closed_days_of_the_next_two_weeks(
    client: Client, ahead: int, shown: bool
) -> None:
    day = DAY + timedelta(days=ahead)
    Closure.objects.create(town="Tisbury", on=day, reason="Water main broken")
    Closure.objects.create(town="Jamestown", on=DAY + ONE_DAY, reason="Another town's")
    home = text(client, "/")
    assert (f"{day:%A, %B} {day.day}, 2026 (Water main broken)" in home) == shown
    assert "Closed Friday, June 19, 2026 (Juneteenth" in home
    assert "Saturday" not in home
    assert "Another town" not in home


def test_an_office_that_gave_neither_hours_nor_phone_is_not_listed(client: Client) -> None:
    people.works()
    assert "Jamestown" not in text(client, "/")


# --------------------------------------------------------------------------------------------- permits
def test_every_kind_one_applies_for_is_listed_and_no_other(client: Client) -> None:
    page = text(client, "/permits/")
    for kind in kinds.registry.values():
        if "tisbury-health" in kind.boards:
            assert (kind.label in page) == applied_for(kind)
    assert "Complaint" not in page
    assert page.count(f"On paper for now Call {PHONE}") == sum(not start_of(kind) for kind in permit_kinds())


def test_a_kind_says_who_needs_it_what_to_bring_the_rules_and_the_term(client: Client) -> None:
    page = text(client, "/permits/dumpster/")
    kind = kinds.get("dumpster")
    assert kind.about in page
    assert "The owner or agent holds one permit for each dumpster." in page
    for item in kind.checklist:
        assert f"{item.label} {item.cite} {item.hint}" in page
    assert kind.law is not None
    for rule in kind.law.rules:
        assert f"{rule.says} {rule.cite} : {rule.says}" in page
    for duty in kind.duties:
        assert f"{duty.says} {duty.cite}" in page
    for need in (*kind.needed, *kind.not_needed):
        assert f"{need.says} {need.cite}" in page
    assert page.index("You need this if:") < page.index("You don’t need this if:")
    assert "A permit issued today is valid through Thursday, December 31, 2026" in page
    assert (
        "Renew the permit Tisbury 09.2.5(1) You: by the last day of the permit. The usual time begins 30 "
        "calendar days earlier. If it was issued today: Tuesday, December 1, 2026 through Thursday, "
        "December 31, 2026." in page
    )
    assert "Send what is missing Office practice You: 14 calendar days from the day of" in page
    assert "Find out whether" not in page  # what the office looks after by itself
    assert "The Board of Health decides The rules we know set no last day for the decision." in page
    assert f"Questions about it: Tisbury Board of Health, {PHONE}" in page


def test_the_list_of_what_to_bring_stands_alone(client: Client) -> None:
    page = text(client, "/permits/dumpster/bring-list/")
    assert "Location sketch Tisbury 09.2.3(1)" in page
    assert PHONE in page
    assert "The rules" not in page
    assert "No papers. The office fills the form in with you." in text(client, "/permits/hauler/bring-list/")
    assert client.get("/permits/complaint/bring-list/").status_code == 404


def test_words_of_who_needs_a_kind_stand_on_sections_of_the_books() -> None:
    told = [need for kind in kinds.registry.values() for need in (*kind.needed, *kind.not_needed)]
    assert told
    for need in told:
        resolve(need.cite)
        assert need.says.endswith(".")


def test_accessibility_says_whom_to_call_and_what_is_tested(client: Client) -> None:
    page = text(client, "/accessibility/")
    for words in (PHONE, "large print", "2.1, level AA", "axe-core"):
        assert words in page


def test_every_page_leads_to_fees_rules_problems_and_accessibility(client: Client) -> None:
    foot = client.get("/register/").content.decode().partition("<footer")[2]
    for address in ("/fees/", "/rules/", "/problems/new/", "/accessibility/"):
        assert f'href="{address}"' in foot


def test_the_term_is_the_kinds_own(client: Client) -> None:
    # Tisbury 09.2.5(3): 30 days, the day of issue not counted.
    assert "valid through Wednesday, July 15, 2026" in text(client, "/permits/temporary-dumpster/")


def test_without_a_fee_row_the_office_confirms_the_fee(client: Client) -> None:
    page = text(client, "/permits/dumpster/")
    assert "The office will confirm the fee" in page
    assert "$" not in page


@pytest.mark.parametrize(("day", "known"), [(DAY - ONE_DAY, False), (DAY, True)])
def test_the_fee_is_todays_with_its_vote(client: Client, clock: Any, day: date, known: bool) -> None:
    fee_row(since=DAY)
    clock.move_to(noon(day))
    page = text(client, "/permits/dumpster/")
    assert ("$50.00" in page) == known
    assert ("The office will confirm the fee" in page) != known
    if known:
        assert "Set by Board of Health, December 9, 2025, from Monday, June 15, 2026." in page
        assert "Tisbury 09.0.4" in page


def test_the_fee_says_what_changes_it(client: Client) -> None:
    row = fee_row(None, shape="tiered", measure="size_cubic_yards", sample=True)
    FeeTier.objects.create(row=row, at_least=0, through=9, amount=Decimal("40.00"))
    FeeTier.objects.create(row=row, at_least=10, amount=Decimal("90.00"))
    FeeMultiplier.objects.create(
        row=row, condition="already_placed", says="work begun before the permit", factor=4
    )
    LateFee.objects.create(row=row, after_days=30, percent=Decimal(25))
    page = text(client, "/permits/dumpster/")
    for words in (
        "2 tiers, from $40.00", "0–9: $40.00.", "10 and up: $90.00.",
        "× 4 if this is so: work begun before the permit.",
        "A renewal filed more than 30 days late: 25% more.", "A sample amount; no board has voted it.",
    ):  # fmt: skip
        assert words in page


@pytest.mark.parametrize("slug", ["complaint", "no-such-kind"])
def test_what_nobody_applies_for_has_no_page(client: Client, slug: str) -> None:
    assert client.get(f"/permits/{slug}/").status_code == 404


# -------------------------------------------------------------------------------------------- register
def test_the_register_holds_issued_permits_only_newest_first(client: Client) -> None:
    first = people.issued_dumpster(DAY)
    undecided = people.ready_dumpster(DAY)
    denied = people.ready_dumpster(DAY)
    cases.record(denied, "denied", on=DAY, by=people.clerk(), note="Too close")
    second = people.issued_dumpster(DAY)
    told = complaint(DAY)
    page = text(client, "/register/")
    assert 0 < page.index(second.number) < page.index(first.number)
    for hidden in (undecided, denied, told):
        assert hidden.number not in page
        assert client.get(f"/register/{hidden.number}/").status_code == 404
    assert "10 Sample Street Valid today Thu Dec 31" in page


def test_a_permit_whose_issue_was_struck_leaves_the_register_and_is_not_valid(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    cases.strike(case.events.get(slug="issued"), by=people.clerk(), note="Wrong case")
    case.refresh_from_db()
    assert case.number not in text(client, "/register/")
    assert client.get(f"/register/{case.number}/").status_code == 404
    assert "Not valid today" in text(client, f"/verify/{case.code}/")


def test_an_empty_register_says_so(client: Client) -> None:
    assert "No permit has been issued yet." in text(client, "/register/")


@pytest.mark.parametrize("number", ["DU-2026-999", "du", "29-a-3", "%00", "DU-2026-001%00"])
def test_unknown_numbers_are_404(client: Client, number: str) -> None:
    people.issued_dumpster(DAY)
    assert client.get(f"/register/{number}/").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "sample street",
        "SÁMPLE STR",
        "29-a-03",
        "29a3",
        "harbor cafe",
        "harbor 10",
        "DU-2026-001",
        "du 2026 1",
        "du 2026-001",
    ],
)
def test_the_search_folds_street_lot_business_and_number_and_a_single_hit_opens(
    client: Client, query: str
) -> None:
    case = people.issued_dumpster(DAY)
    elsewhere = people.parcel(map_no="7", block="", lot="88", street_number="5", street="Other Road")
    other = people.dumpster_bin(parcel=elsewhere, holder=people.party("Island Hardware"))
    people.issued_dumpster(DAY, facility=other)
    response = client.get("/register/", {"q": query})
    assert response.status_code == 302
    assert response.url == f"/register/{case.number}/"


@pytest.mark.parametrize("query", ["Jane", "Hidden", "5085557777", "jane@example.org", "Agent"])
def test_private_people_are_not_found_by_name_phone_or_home(client: Client, query: str) -> None:
    jane = people.party("Jane Hidden", kind="person", phone="508-555-7777", email="jane@example.org")
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin("Jane's bin", holder=jane))
    agent = people.party("Ada Agent", kind="person")
    CaseParty.objects.create(case=case, party=agent, role="agent")
    cases.rewind(case)
    case.refresh_from_db()
    assert "jane" in case.search  # the clerk finds it; the public does not
    assert "No permit matches" in text(client, f"/register/?q={query}")


def test_a_business_is_not_found_by_its_telephone_or_mailing_street(client: Client) -> None:
    firm = people.party("Island Hardware", phone="508-555-4321", street="9 Mailbox Lane")
    people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=firm))
    assert "No permit matches" in text(client, "/register/?q=4321")
    assert "No permit matches" in text(client, "/register/?q=mailbox")


def test_no_match_offers_the_nearest_spelling_and_the_phone(client: Client) -> None:
    jane = people.party("Sampel Streat", kind="person")
    people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=jane))
    page = client.get("/register/", {"q": "10 Sampel Streat"}).content.decode()
    assert '<a href="?q=Sample+Street">Sample Street</a>' in page
    assert f'call <a href="tel:{PHONE}">{PHONE}</a>' in page
    assert page.count("Sampel Streat") == page.count(escape("10 Sampel Streat"))  # only what was typed


@pytest.mark.parametrize("page", ["0", "-1", "abc", "", "1.5", "²", "9" * 30, "\x00"])
def test_a_page_number_that_is_none_shows_the_first_page(client: Client, page: str) -> None:
    case = people.issued_dumpster(DAY)
    assert case.number in client.get("/register/", {"page": page}).content.decode()


@pytest.mark.parametrize("query", ["\x00", "%", "_", "---", "'; drop", "x" * 5000, "a b c d e f g h i j"])
def test_odd_searches_do_no_harm(client: Client, query: str) -> None:
    people.issued_dumpster(DAY)
    assert client.get("/register/", {"q": query}).status_code in (200, 302)


def many(count: int) -> None:
    """`count` more issued permits, each on its own lot and with its own business."""
    done = Case.objects.count()
    for n in range(done, done + count):
        lot = people.parcel(map_no="40", block="", lot=str(n), street_number=str(n), street="Long Road")
        bin_ = people.dumpster_bin(f"Bin {n}", parcel=lot, holder=people.party(f"Firm {n}"))
        case = Case.objects.create(
            number=f"DU-2026-{n + 500}", kind="dumpster", board=people.health(), facility=bin_, filed_on=DAY,
            status="issued", starts_on=DAY, ends_on=date(2026, 12, 31), code=codes.new_code(),
            search=f"du2026{n + 500}", public_search=f"du2026{n + 500} 40{n} {n} long road firm {n}",
        )  # fmt: skip
        case.parcels.add(lot)


def test_pages_are_cut_at_25_without_counting(client: Client) -> None:
    many(25)
    assert "Next page" not in text(client, "/register/")
    many(1)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page = text(client, "/register/")
    assert "Next page" in page
    assert page.count("DU-2026-") == 25 + 1  # and the example beside the search
    assert not [query["sql"] for query in asked if "COUNT(" in query["sql"].upper()]
    assert text(client, "/register/?page=2").count("DU-2026-") == 1 + 1
    assert "The list ends before this page" in text(client, "/register/?page=3")


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/", 3),
        ("/permits/", 2),
        ("/permits/dumpster/", 8),
        ("/register/", 3),
        ("/register/?q=long+road", 3),
        ("/register/?q=nothing+here", 4),
        ("/permits/dumpster/bring-list/", 2),
        ("/fees/", 6),
        ("/rules/", 1),
        ("/rules/tisbury/", 1),
        ("/rules/dumpster/sight-line/", 2),
        ("/problems/new/", 2),
        ("/accessibility/", 2),
        ("/verify/", 1),
    ],
)
def test_a_page_asks_the_database_as_often_for_10_permits_as_for_60(
    client: Client, address: str, most: int
) -> None:
    fee_row()
    asked = []
    for more in (10, 50):
        many(more)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= most


def test_one_permit_and_one_verdict_cost_a_fixed_few_queries(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    many(30)
    for address, most in ((f"/register/{case.number}/", 5), (f"/verify/{case.code}/", 3)):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200
        assert len(asked) <= most, "\n".join(query["sql"] for query in asked)


# --------------------------------------------------------------------------------------- status by day
def step(case: Case, slug: str, on: date) -> None:
    cases.record(case, slug, on=on, by=people.clerk(), note="Sample reason")


def renewed(old: Case, on: date) -> Case:
    case = cases.open_case(
        kind="dumpster", on=on, by=people.clerk(), facility=old.facility, parcels=list(old.parcels.all()),
        people=[(people.party(), "applicant")], renews=old,
        intake=Intake(
            kinds.get("dumpster"), {**people.DUMPSTER_ANSWERS, "hauler": people.hauler_with_permit(on).pk}
        ),
    )  # fmt: skip
    casework.tick(case, item="location-sketch", state="supplied", on=on, by=people.clerk())
    cases.rule_on(
        case, rule="location", says="met", why="As before.", vote="Sample vote", on=on, by=people.clerk()
    )
    people.settle(case, on, people.clerk())
    cases.issue(case, on=on, by=people.clerk())
    return case


def standing(client: Client, case: Case) -> tuple[str, str]:
    """The status word on the register and the verdict of the code."""
    register = client.get(f"/register/{case.number}/").content.decode()
    word = re.search(r'class="tag \w+">([^<]+)<', register[register.index("<main") :])
    verdict = re.search(r"<h1>([^<]+)</h1>", client.get(f"/verify/{case.code}/").content.decode())
    assert word
    assert verdict
    return word[1], verdict[1]


VALID, NOT_VALID = "Valid today", "Not valid today"


def test_a_permit_is_valid_from_its_first_day_through_its_last(client: Client, clock: Any) -> None:
    case = people.issued_dumpster(DAY)
    for day, word, verdict in (
        (DAY - ONE_DAY, "Not yet started", NOT_VALID),
        (DAY, VALID, VALID),
        (date(2026, 12, 31), VALID, VALID),
        (date(2027, 1, 1), "Expired", NOT_VALID),
    ):
        clock.move_to(noon(day))
        assert standing(client, case) == (word, verdict), day


def test_a_renewal_issued_early_is_not_valid_before_the_old_term_has_ended(
    client: Client, clock: Any
) -> None:
    old = people.issued_dumpster(date(2025, 12, 1))
    new = renewed(old, date(2025, 12, 10))
    clock.move_to(noon(date(2025, 12, 31)))
    assert standing(client, old) == (VALID, VALID)
    assert standing(client, new) == ("Not yet started", NOT_VALID)
    clock.move_to(noon(date(2026, 1, 1)))
    assert standing(client, old) == ("Expired", NOT_VALID)
    assert standing(client, new) == (VALID, VALID)


def test_suspension_revocation_and_closing_are_all_just_not_valid(client: Client, clock: Any) -> None:
    suspended, revoked, closed = (people.issued_dumpster(DAY) for _ in range(3))
    clock.move_to(noon(DAY + ONE_DAY))
    step(suspended, "suspended", DAY + ONE_DAY)
    step(revoked, "revoked", DAY + ONE_DAY)
    step(closed, "closed", DAY + ONE_DAY)
    assert standing(client, suspended) == ("Suspended", NOT_VALID)
    assert standing(client, revoked) == ("Revoked", NOT_VALID)
    assert standing(client, closed) == ("Closed", NOT_VALID)
    said = {
        text(client, f"/verify/{case.code}/").replace(case.number, "")
        for case in (suspended, revoked, closed)
    }
    assert len(said) == 1
    step(suspended, "reinstated", DAY + ONE_DAY)
    assert standing(client, suspended) == (VALID, VALID)


def test_a_business_is_no_longer_named_once_the_permit_is_over(client: Client, clock: Any) -> None:
    case = people.issued_dumpster(DAY)
    assert "Holder Sample Harbor Cafe" in text(client, f"/register/{case.number}/")
    clock.move_to(noon(date(2027, 1, 1)))
    assert "Harbor Cafe" not in text(client, f"/register/{case.number}/")


def test_one_permit_shows_only_what_its_kind_lists_as_public(client: Client) -> None:
    case = people.issued_dumpster(DAY, child_prevention="A lock from Zanzibar", children_can_reach="true")
    page = text(client, f"/register/{case.number}/")
    assert (
        "Kind Dumpster permit Address 10 Sample Street Decided by Tisbury Board of Health "
        "Valid from Monday, June 15, 2026 Valid through Thursday, December 31, 2026 "
        "Holder Sample Harbor Cafe Size in cubic yards 6 Use Commercial Hauler Sample Hauling" in page
    )
    assert "Zanzibar" not in page
    assert "12.5" not in page
    assert "district" not in page


# ---------------------------------------------------------------------------------------------- verify
def test_the_verdict_says_date_number_kind_and_address_and_nothing_else(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    assert text(client, f"/verify/{case.code}/") == (
        f"Valid today Monday, June 15, 2026 The permit with this code Number {case.number} "
        "Kind Dumpster permit Address 10 Sample Street Check another"
    )


def test_a_permit_tied_to_no_place_does_not_name_its_holder(client: Client) -> None:
    hauler = people.hauler_with_permit(DAY)
    case = Case.objects.get(facility=hauler)
    page = text(client, f"/verify/{case.code}/")
    assert "Address Tied to no place" in page
    assert "Sample Hauling" not in page
    assert "Sample Hauling" in text(client, "/register/")  # a business may be named there


def test_the_code_is_read_however_it_is_typed(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    Case.objects.filter(pk=case.pk).update(code="K0128QPD")
    for typed in ("K012-8QPD", "k0128qpd", " k o i z - b q p d ", "KOLZ–BQPD"):
        response = client.get("/verify/", {"code": typed})
        assert response.status_code == 302
        assert response.url == "/verify/K0128QPD/"
        assert VALID in text(client, reverse("verify-code", args=[typed]))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type the code that is printed on the permit."),
        ("K012-8QP", "A code has eight letters and digits"),
        ("HELLO THERE", "A code has eight letters and digits"),
        ("<script>", "A code has eight letters and digits"),
        ("9" * 41, "That is longer than a code."),
    ],
)
def test_what_cannot_be_a_code_is_an_input_error_with_the_answer_kept(
    client: Client, typed: str, says: str
) -> None:
    response = client.get("/verify/", {"code": typed})
    body = response.content.decode()
    assert response.status_code == 422
    assert "<title>Error: " in body
    assert body.count(says) == 2  # in the summary and at the field
    assert f'value="{escape(typed)}"' in body or not typed


@pytest.mark.parametrize("code", ["K7QM2XPD", "garbage", "%00", "None", " "])
def test_an_unknown_code_is_404_with_words_and_the_phone(client: Client, code: str) -> None:
    people.ready_dumpster(DAY)  # has no code yet, and is not found by none
    page = text(client, f"/verify/{code}/", status=404)
    assert "We cannot confirm this permit" in page
    assert PHONE in page
    assert "DU-" not in page


# --------------------------------------------------------------------------------------------- caches
def test_caches_may_keep_public_pages_for_a_minute_but_no_verdict(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    for address in ("/", "/permits/", "/permits/dumpster/", "/register/", f"/register/{case.number}/"):
        response = client.get(address)
        assert response.headers["Cache-Control"] == "public, max-age=60"
        assert "Cookie" in response.headers["Vary"]
        assert not response.cookies
    for address in ("/verify/", f"/verify/{case.code}/", "/verify/K7QM2XPD/"):
        assert client.get(address).headers["Cache-Control"] == "no-store"
    assert client.get(f"/verify/{case.code}/").headers["X-Robots-Tag"] == "noindex"
    client.force_login(people.clerk())
    assert client.get("/register/").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("address", ["/", "/permits/", "/register/", "/verify/", "/verify/K7QM2XPD/"])
def test_public_pages_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


# -------------------------------------------------------------------------------------------- sign-in
def sign_in(client: Client, who: Any, after: str = "") -> Any:
    sent = {"username": who.username, "password": people.PASSWORD, "next": after}
    return client.post("/sign-in/", sent)


@pytest.mark.parametrize(
    ("after", "lands"),
    [
        ("", "/worklist/"),
        ("/register/", "/register/"),
        ("https://evil.example/", "/worklist/"),
        ("//evil", "/worklist/"),
    ],
)
def test_staff_land_on_the_worklist_or_where_they_were_going_here(
    client: Client, after: str, lands: str
) -> None:
    response = sign_in(client, people.clerk(), after)
    assert response.status_code == 302
    assert response.url == lands


def test_who_serves_no_board_lands_on_their_cases(client: Client) -> None:
    assert sign_in(client, people.stranger()).url == "/my/"


def test_a_wrong_password_is_an_input_error(client: Client) -> None:
    people.clerk()
    response = client.post("/sign-in/", {"username": "clerk-tisbury-health", "password": "wrong"})
    assert response.status_code == 422
    assert "do not match" in response.content.decode()


def test_signing_out_takes_a_post_and_leads_home(client: Client) -> None:
    client.force_login(people.clerk())
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/"
    assert client.get("/worklist/").url == "/sign-in/?next=/worklist/"


# ------------------------------------------------------------------------------------------ what never leaks
SECRETS = (
    "Quixote", "Dulcinea", "Rocinante", "Sancho", "508-555-6661", "5085556661", "quixote@", "Windmill",
    "Zanzibar", "Barataria", "Toboso", "Altisidora", "Clavileno", "Maritornes", "Complainant", "9999",
)  # fmt: skip


def test_nothing_confidential_stands_on_any_public_page(client: Client, clock: Any) -> None:
    clerk = people.clerk()
    holder = people.party(
        "Alonso Quixote",
        kind="person",
        phone="508-555-6661",
        email="quixote@example.org",
        street="1 Windmill Lane",
    )
    lot = people.parcel(map_no="8", block="", lot="12", street_number="4", street="Open Road")
    bin_ = people.dumpster_bin("Rocinante's dumpster", parcel=lot, holder=holder)
    case = people.ready_dumpster(
        DAY, facility=bin_, children_can_reach="true", child_prevention="A lock from Zanzibar",
        hauler_reason="Barataria is out of service",
    )  # fmt: skip
    CaseParty.objects.create(case=case, party=people.party("Sancho Panza", kind="person"), role="agent")
    CaseParty.objects.create(case=case, party=people.party("Dulcinea", kind="person"), role="complainant")
    cases.record(case, "note", on=DAY, by=clerk, note="Owner of Toboso called about it")
    casework.add_condition(case, text="Ask Altisidora for the key.", on=DAY, by=clerk)
    people.settle(case, DAY, clerk)
    cases.issue(case, on=DAY, by=clerk)
    told = complaint(DAY, about="other", described="Clavileno burned rubbish", anonymous="true")
    pending = people.ready_dumpster(
        DAY, facility=people.dumpster_bin(holder=people.party("Maritornes", kind="person"))
    )

    addresses = [
        "/", "/permits/", *(f"/permits/{slug}/" for slug in kinds.registry), "/register/", "/verify/",
        "/sign-in/", f"/register/{case.number}/", f"/register/{told.number}/", f"/register/{pending.number}/",
        f"/verify/{case.code}/", "/verify/K7QM2XPD/",
        "/register/?q=open+road", "/register/?q=road&page=2", "/register/?q=streat", "/register/?q=nobody",
    ]  # fmt: skip
    for day in (DAY, DAY + ONE_DAY, date(2027, 1, 1)):
        clock.move_to(noon(day))
        if day == DAY + ONE_DAY:
            step(case, "suspended", day)
        for address in addresses:
            response = client.get(address, follow=True)
            whole = f"{response.headers} {response.content.decode()} {response.redirect_chain}".lower()
            assert not [word for word in SECRETS if word.lower() in whole], address
        # Nor does the search betray what it knows: a secret finds nothing.
        for word in SECRETS:
            found = client.get("/register/", {"q": word})
            assert found.status_code == 200, word
            assert case.number not in found.content.decode(), word


# ---------------------------------------------------------------------------------------------- a browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("width", "colors"), [(1280, "light"), (390, "dark"), (320, "light")])
def test_public_pages_in_a_browser(
    new_page: Callable[..., Any], axe: Callable[[Any], None], width: int, colors: str
) -> None:
    fee_row()
    case = people.issued_dumpster(DAY)
    over = people.issued_dumpster(DAY)
    step(over, "revoked", DAY)
    page = new_page(viewport={"width": width, "height": 780}, color_scheme=colors)
    for address in (
        "/", "/permits/", "/permits/dumpster/", "/register/", "/register/?q=streat",
        f"/register/{case.number}/", "/verify/", "/verify/?code=hello", f"/verify/{case.code}/",
        f"/verify/{over.code}/", "/verify/K7QM2XPD/", "/sign-in/",
    ):  # fmt: skip
        page.goto(address)
        assert page.locator("h1").count() == 1, address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        axe(page)
    page.goto(f"/verify/{case.code}/")
    verdict = page.locator("h1").bounding_box()
    assert verdict["y"] + verdict["height"] < 780  # without scrolling


@pytest.mark.django_db(transaction=True)
def test_checking_a_permit_by_keyboard_alone(page: Any) -> None:
    case = people.issued_dumpster(DAY)
    page.goto("/")
    page.get_by_role("link", name="Is this permit valid?").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/verify/")
    page.get_by_label("Code on the permit").focus()
    page.keyboard.type(codes.grouped(case.code or "").lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/verify/{case.code}/")
    assert page.locator("h1").inner_text() == VALID
