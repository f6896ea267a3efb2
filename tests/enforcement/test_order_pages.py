"""Issuing an order on the page and following it; liens and criminal complaints on theirs; their papers."""

from __future__ import annotations

import io
import re
from datetime import date
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from enforcement.actions import liens, order_life
from enforcement.rules.orders import Asked, Sort
from office import letters
from office.models import Case
from tests import casts, people
from tests.enforcement import cast as citations
from tests.enforcement.orders_cast import (
    DAY,
    PERMANENT,
    TEMPORARY,
    by_hand,
    figures,
    noon,
    ordered,
    owner,
    received,
)

pytestmark = pytest.mark.django_db
NEW, CHARGE = "/orders/new/", "/prosecutions/new/"


def _cast() -> None:
    figures()
    citations.schedule()
    owner()
    people.dumpster_bin()


cast = casts.shared(_cast, noon())


@pytest.fixture(autouse=True)
def _noon() -> Any:
    with time_machine.travel(noon(), tick=False):
        yield


def browser(person: Any = None) -> Client:
    client = Client()
    client.force_login(person or people.inspector())
    return client


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def said(**more: Any) -> dict[str, Any]:
    """What the page sends for an order to mend a window within seven days, unless `more` say otherwise."""
    return {
        "key": "order:1", "sort": "correct", "basis": "habitation", "who": owner().pk, "rows": "2",
        "found": "The window is broken.", "found_on": "6/1/2026", "served": "certified",
        "item-1-what": "Mend the window", "item-1-time": "7", "item-1-unit": "days",
    } | more  # fmt: skip


def printed(pdf: bytes) -> str:
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


# ---------------------------------------------------------------------------------------- issuing one
def test_an_order_is_issued_once_from_the_page() -> None:
    client = browser()
    issued = client.post(NEW, said(), follow=True)
    assert issued.redirect_chain == [("/orders/O-2026-001/", 302)]
    assert "O-2026-001 was issued." in text(issued)
    assert "Mend the window" in text(issued)
    assert "Waits for receipt" in text(issued)
    client.post(NEW, said())
    assert Case.objects.filter(kind="order").count() == 1


def test_what_is_missing_is_said_at_its_field_and_nothing_is_lost() -> None:
    empty = browser().post(NEW, {"key": "k", "sort": "correct", "item-1-what": "Kept words"})
    assert empty.status_code == 422
    for words in ("Choose who it is, or write the name", "Choose whether it is mailed or handed over.",
                  "Enter a date"):  # fmt: skip
        assert words in text(empty)
    assert "Kept words" in empty.content.decode()
    wrong = browser().post(NEW, said(**{"item-1-time": "", "basis": "", "found": ""}))
    assert wrong.status_code == 422
    for words in ("Choose what the order rests on.", "Write what was found"):
        assert words in text(wrong)
    untimed = browser().post(NEW, said(**{"item-1-time": ""}))
    assert "Say how long is left for correction 1" in text(untimed)


def test_another_row_is_added_without_losing_what_was_typed() -> None:
    more = browser().post(NEW, said(more="1"))
    assert more.status_code == 200
    assert more.content.decode().count("<legend>Correction") == 3
    assert "Mend the window" in more.content.decode()
    assert not Case.objects.filter(kind="order").exists()


def test_what_a_row_asks_follows_from_the_section() -> None:
    client, part = browser(), {"HX-Request": "true", "HX-Target": "items"}
    hours = client.post(NEW, said(basis="public-facility"), headers=part)
    assert "24 hours from when it is given" in text(hours)
    assert "item-1-time" not in hours.content.decode()
    works = browser(people.inspector(people.works()))
    both = works.post(NEW, said(basis="erosion"), headers=part)
    assert "For the time being: 5 days from receipt" in text(both)
    found = client.post(NEW, said(find="sample owner"), headers={**part, "HX-Target": "found"})
    assert "Sample Owner, 1 Sample Street" in text(found)


def test_each_role_and_board_gets_what_is_theirs() -> None:
    case = ordered()
    for person, new, seen in (
        (people.inspector(), 200, 200),
        (people.member(), 403, 200),
        (people.inspector(people.works()), 200, 404),
        (people.clerk(people.docks()), 403, 404),
        (people.stranger(), 404, 404),
    ):
        client = browser(person)
        assert client.get(NEW).status_code == new
        assert client.get(f"/orders/{case.number}/").status_code == seen
    assert browser(people.inspector()).get(f"{NEW}?sort=suspension").status_code == 403
    assert browser(people.clerk()).get(f"{NEW}?sort=suspension").status_code == 404
    assert browser(people.clerk()).get(f"{NEW}?sort=late-plan").status_code == 404
    assert browser().get(f"{NEW}?of=O-1999-001").status_code == 404


def test_a_suspension_is_written_from_its_permit() -> None:
    permit, client = people.issued_dumpster(DAY), browser(people.clerk())
    page = client.get(f"{NEW}?sort=suspension&of={permit.number}")
    assert f"dumpster permit {permit.number}" in text(page)
    holder = permit.facility.holder
    sent = {
        "key": "k", "sort": "suspension", "of": permit.number, "who": holder.pk, "found": "Rats.",
        "found_on": "6/1/2026", "section": "Tisbury 09.2.5(4)", "served": "in-hand", "took": "Sample",
        "given_on": "6/1/2026",
    }  # fmt: skip
    done = client.post(NEW, sent, follow=True)
    assert done.status_code == 200
    permit.refresh_from_db()
    assert permit.status == "suspended"
    assert "Lift" in text(done)


# ----------------------------------------------------------------------------------------- following it
def test_corrections_are_recorded_on_one_page() -> None:
    case, client = by_hand("junkyard", Asked("Fence", days=14), Asked("Drain oil", days=7)), browser()
    act = f"/orders/{case.number}/record/corrected/"
    assert client.get(f"/cases/{case.number}/record/corrected/")["Location"] == act
    page = client.get(act)
    assert "1. Fence" in text(page)
    nothing = client.post(act, {"on": "6/1/2026", "at": "11:00", "item_1": "", "item_2": ""})
    assert "Say of at least one correction how it stands." in text(nothing)
    client.post(act, {"on": "6/1/2026", "at": "11:00", "item_1": "yes", "item_2": "no"})
    after = text(client.get(f"/orders/{case.number}/"))
    assert "Corrected Mon Jun 1" in after
    assert "Close: all is corrected" in after
    assert client.get(f"/orders/{case.number}/record/order-issued/").status_code == 404


def test_a_lapsed_order_offers_the_citation_filled_in() -> None:
    case = by_hand()
    assert "Write the citation" not in text(browser().get(f"/orders/{case.number}/"))
    order_life.look_again(
        case, corrected=[], uncorrected=[1], on=date(2026, 6, 2), at=noon().time(), by=people.inspector()
    )
    with time_machine.travel(noon(date(2026, 6, 3)), tick=False):
        page = browser().get(f"/orders/{case.number}/")
        (link,) = re.findall(r'href="(/citations/new/[?][^"]*)"', page.content.decode())
    link = unescape(link)
    assert "given_on=2026-06-01&given_time=09%3A00&seen_on=2026-06-02&seen_time=12%3A00" in link
    assert f"of={case.number}" in link
    assert "other=" in link


def test_an_order_under_another_rule_leads_to_the_criminal_complaint() -> None:
    case = by_hand("other", Asked("Stop it", days=1))
    with time_machine.travel(noon(date(2026, 6, 4)), tick=False):
        page = browser().get(f"/orders/{case.number}/").content.decode()
        assert f"{CHARGE}?of={case.number}" in page
        opened = browser().get(f"{CHARGE}?of={case.number}")
        assert 'value="6/1/2026"' in opened.content.decode()


def test_the_hearing_to_show_cause_is_set_and_decided_on_its_pages() -> None:
    case = ordered(
        sort=Sort.SHOW_CAUSE, section="Tisbury 09.5.1", parent=people.issued_dumpster(DAY),
        hearing_on=DAY, hearing_where="6:00 pm, Town Hall",
    )  # fmt: skip
    client, at = browser(people.clerk()), f"/orders/{case.number}/record"
    client.post(f"{at}/show-cause-hearing/", {"on": "6/1/2026", "where": "7:00 pm, Town Hall"})
    assert "7:00 pm, Town Hall" in text(client.get(f"/orders/{case.number}/"))
    refused = client.post(f"{at}/show-cause-revoked/", {"on": "6/1/2026", "reason": ""})
    assert "Write the reason in one sentence." in text(refused)
    client.post(f"{at}/show-cause-dismissed/", {"on": "6/1/2026", "reason": "All is clean."})
    case.refresh_from_db()
    assert case.status == "dismissed"
    assert browser(people.inspector()).get(f"{at}/show-cause-dismissed/").status_code == 403


# ------------------------------------------------------------------------------------------- the papers
def test_the_order_prints_each_correction_its_time_and_the_rights() -> None:
    case = ordered("habitation", Asked("Mend the window", "105 CMR 410", days=7), Asked("Heat", hours=24),
                   served="in-hand", took="Sample", given_on=DAY, given_at=noon().time())  # fmt: skip
    words = printed(letters.pdf(case.notices.get()))
    for said_so in ("Order to correct", "Mend the window (105 CMR 410)", "7 days from receipt",
                    "24 hours from when it is given",
                    "Hours are counted from 12:00 pm on Monday, June 1, 2026",
                    "right to a hearing before the Board of Health (105 CMR 410.850)",
                    "right to appeal (105 CMR 410.860)", case.number):  # fmt: skip
        assert said_so in words, said_so


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        (Sort.SHOW_CAUSE, "show cause on Tuesday, June 16, 2026, 6:00 pm, Town Hall"),
        (Sort.SUSPENSION, "suspended from Monday, June 1, 2026"),
    ],
)
def test_the_papers_about_a_permit_name_it(sort: Sort, words: str) -> None:
    permit = people.issued_dumpster(DAY)
    case = ordered(
        sort=sort, section="Tisbury 09.2.5(4)", parent=permit, hearing_on=date(2026, 6, 16),
        hearing_where="6:00 pm, Town Hall",
    )  # fmt: skip
    said_so = printed(letters.pdf(case.notices.get()))
    assert words in said_so
    assert permit.number in said_so


def test_the_stop_work_order_and_the_late_plan_print() -> None:
    stop = ordered(sort=Sort.STOP_WORK, section="Jamestown 22-233(b)", board=people.works())
    assert "All work there stops" in printed(letters.pdf(stop.notices.get()))
    late = ordered(sort=Sort.LATE_PLAN, section="Jamestown 22-233(b)", board=people.works(),
                   due_on=date(2026, 5, 29), daily=Decimal("50.00"), reason="First time.")  # fmt: skip
    assert "$50.00 is owed for each day" in printed(letters.pdf(late.notices.get()))
    page = text(browser(people.inspector(people.works())).get(f"/orders/{late.number}/"))
    assert "$150.00 if the plan came in today" in page


# -------------------------------------------------------------------------------------------- the lien
def test_a_lien_is_opened_filled_recorded_paid_off_and_released_on_its_pages() -> None:
    clerk = people.clerk(people.works())
    order = ordered(
        "erosion", TEMPORARY, PERMANENT, board=people.works(), on=date(2026, 4, 1), found_on=date(2026, 4, 1)
    )
    received(order, date(2026, 4, 2))
    client = browser(clerk)
    assert f"/orders/{order.number}/lien/" in client.get(f"/orders/{order.number}/").content.decode()
    opened = client.post(
        f"/orders/{order.number}/lien/", {"key": "l", "what": "Seeded the slope."}, follow=True
    )
    lien = Case.objects.get(kind="lien")
    assert opened.redirect_chain[-1][0] == f"/liens/{lien.number}/"
    at = f"/liens/{lien.number}/record"
    assert "Enter the amount" in text(client.post(f"{at}/cost-entered/", {"on": "6/1/2026", "what": "Seed"}))
    client.post(
        f"{at}/cost-entered/", {"on": "6/1/2026", "what": "Sample Seeding, invoice 7", "amount": "1,000.00"}
    )
    assert "Enter the page" in text(client.post(f"{at}/recorded/", {"on": "6/1/2026", "book": "512"}))
    client.post(f"{at}/recorded/", {"on": "6/1/2026", "book": "512", "page": "77"})
    page = text(client.get(f"/liens/{lien.number}/?on=7/1/2026"))
    assert "$1,009.86 on Wednesday, July 1, 2026" in page
    assert "$1,000.00 × 12% × 30/365 = $9.86" in page
    assert "To be verified: Confirm the rate in force" in page
    assert client.get(f"/liens/{lien.number}/?on=never").status_code == 422
    statement = printed(client.get(f"/liens/{lien.number}/statement.pdf?on=2026-07-01").content)
    assert "Statement of payoff" in statement
    assert "$1,009.86" in statement
    with time_machine.travel(noon(date(2026, 7, 1)), tick=False):
        client = browser(clerk)
        assert "$1,009.86" in text(client.get(f"{at}/paid-off/"))
        client.post(f"{at}/paid-off/", {"on": "7/1/2026", "key": "p", "tender": "cash"})
        client.post(f"{at}/discharged/", {"on": "7/1/2026", "book": "515", "page": "3"})
        release = printed(client.get(f"/liens/{lien.number}/statement.pdf").content)
    assert "Release of lien" in release
    assert "book 515, page 3" in release
    lien.refresh_from_db()
    assert lien.status == "discharged"
    for person in (people.clerk(), people.stranger()):
        assert browser(person).get(f"/liens/{lien.number}/").status_code == 404
    assert browser(people.inspector(people.works())).get(f"{at}/discharged/").status_code == 403


# ------------------------------------------------------------------------------- criminal complaints
def test_a_complaint_of_line_24_is_opened_and_followed_on_its_pages() -> None:
    client = browser()
    page = client.get(f"{CHARGE}?line=24")
    assert "at most $500.00 for each violation" in text(page)
    sent = {
        "key": "cc", "line": citations.line(24).pk, "offense": "Waste left out", "section": "09.4.7",
        "who": owner().pk, "notice_on": "5/28/2026", "last_on": "5/28/2026",
    }  # fmt: skip
    refused = client.post(CHARGE, sent)
    assert refused.status_code == 422
    assert "The first day that counts is Friday, May 29, 2026" in text(refused)
    opened = client.post(CHARGE, sent | {"last_on": "6/1/2026"}, follow=True)
    number = Case.objects.get(kind="prosecution").number
    assert opened.redirect_chain[-1][0] == f"/prosecutions/{number}/"
    assert "4 violations" in text(opened)
    assert "up to $1,000.00" in text(opened)
    at = f"/prosecutions/{number}/record"
    client.post(f"{at}/complaint-applied/", {"on": "6/1/2026", "last_on": "6/1/2026"})
    client.post(f"{at}/complaint-issued/", {"on": "6/1/2026", "docket": "Sample 1"})
    done = client.post(
        f"{at}/disposed/",
        {"on": "6/1/2026", "outcome": "convicted", "amount": "2500.00", "why": "Heard."}, follow=True,
    )  # fmt: skip
    assert "Convicted: $2,500.00" in text(done)
    assert "above the ceiling of all violations charged" in text(done)
    assert browser(people.inspector(people.works())).get(f"/prosecutions/{number}/").status_code == 404


def test_an_unanswered_citation_brings_its_offense_along() -> None:
    case = citations.cited(14, date(2026, 5, 1))
    page = browser().get(f"{CHARGE}?of={case.number}").content.decode()
    assert 'value="Dumpster violation' in page
    filed = liens.open_prosecution(
        people.health(),
        liens.Charged("Dumpster", "Tisbury 09.2.4", owner(), date(2026, 5, 1), DAY, parent=case),
        on=DAY, by=people.inspector(), key="of",
    )  # fmt: skip
    assert f"Of citation {case.number}" in text(browser().get(f"/prosecutions/{filed.number}/"))
