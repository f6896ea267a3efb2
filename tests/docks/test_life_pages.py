"""The pages of a dock's life: what each shows, refuses and records; its papers as PDFs."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, datetime
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from docks.actions import after
from docks.models.life import last_findings, own_items, services_of
from docks.rules import life as rules
from docks.views.papers import PAPERS
from office import paper
from office.actions import cases
from office.calendar import EASTERN
from office.models import Case
from tests import people
from tests.docks import life_cast as cast
from tests.docks.life_cast import FILED, HEARD, START, clerk, member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 6, 16, 12, tzinfo=EASTERN), tick=False):
        yield


def browser(person: Any = None) -> Client:
    client = Client()
    client.force_login(person or clerk())
    return client


def shown(client: Client, name: str, *args: Any, status: int = 200) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == status, answer.status_code
    return text(answer)


def text(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def act(client: Client, case: Case, slug: str, **said: Any) -> Any:
    return client.post(reverse("dock-act", args=[case.number, slug]), said)


def test_the_page_says_what_is_missing_and_leads_to_the_checklist() -> None:
    case = cast.filed()
    page = shown(browser(), "dock-life", case.number)
    assert "0 of 32 items supplied" in page
    assert "32 missing" in page
    assert page.count("Not served") == 3
    assert "No hearing is set" in page
    for other in (people.clerk(), people.stranger()):
        shown(browser(other), "dock-life", case.number, status=404)


def test_the_checklist_is_saved_at_once_and_keeps_what_was_typed_when_a_reason_is_missing() -> None:
    case, client = cast.filed(), browser()
    at = reverse("dock-checklist", args=[case.number])
    own = [each.wording.item_id for each in own_items(case)]
    said = {f"{item.slug}-state": "supplied" for item in case.casekind.checklist}
    said |= {f"own-{key}-state": "supplied" for key in own}
    wrong = client.post(at, said | {"p10-eelgrass-state": "n/a", "n1-guidelines-state": "missing"})
    assert wrong.status_code == 422
    assert "Say why “Eelgrass within 200 feet” does not apply (Barnstable 703-3(G))" in text(wrong)
    assert set(case.checklist.values_list("state", flat=True)) == {"missing"}
    saved = client.post(at, said | {"p10-eelgrass-state": "n/a", "p10-eelgrass-reason": "None is mapped."})
    assert saved.status_code == 302
    assert set(case.checklist.values_list("state", flat=True)) == {"supplied", "n/a"}
    assert "31 of 32 items supplied, 1 does not apply, 0 missing" in shown(client, "dock-life", case.number)


def test_a_copy_is_recorded_with_its_scan_and_a_late_one_says_so() -> None:
    case, client = cast.filed(), browser()
    at = reverse("dock-serve", args=[case.number, "harbormaster"])
    assert client.get(reverse("dock-serve", args=[case.number, "commission"])).status_code == 404
    assert "Enter the article number" in text(client.post(at, {"on": "5/4/2026", "method": "certified"}))
    said = {"on": "5/5/2026", "method": "hand", "proof": "Sample receipt", "file": cast.photo("receipt.png")}
    assert client.post(at, said).status_code == 302
    page = shown(client, "dock-life", case.number)
    assert "Too late" in page
    assert "after the filing on Monday, May 4, 2026" in page
    assert services_of(case)["harbormaster"].evidence is not None


def test_accepting_shows_every_reason_first_and_then_accepts() -> None:
    case, client = cast.filed(), browser()
    page = shown(client, "dock-act", case.number, "accepted")
    assert "35 things stand in the way" in page
    refused = act(client, case, "accepted", on="6/1/2026")
    assert refused.status_code == 422
    assert "The Harbormaster was not served" in text(refused)
    cast.serve_all(case)
    cast.tick_all(case, HEARD)
    assert act(client, case, "accepted", on="6/1/2026").status_code == 302
    case.refresh_from_db()
    assert case.status == "in review"
    assert "Hold the hearing" in shown(client, "dock-life", case.number)


def test_asking_for_what_is_missing_begins_with_the_copies_that_are() -> None:
    case, client = cast.filed(), browser()
    cast.tick_all(case, FILED)
    page = client.get(reverse("dock-act", args=[case.number, "incomplete"])).content.decode()
    assert "The Harbormaster was not served." in page
    assert (
        act(client, case, "incomplete", on="6/1/2026", reason="The Harbormaster was not served.").status_code
        == 302
    )
    assert case.notices.get(letter="incomplete").why == ""


def test_the_window_of_the_stakes_is_shown_and_the_staking_needs_a_photo() -> None:
    case, _ = cast.scheduled()
    client = browser()
    page = shown(client, "dock-life", case.number)
    assert "from Tuesday, May 26, 2026 until the hearing opens on Tuesday, June 16, 2026" in page
    refused = act(client, case, "staked", on="6/1/2026", marks="stakes")
    assert "Add a photo of the marks" in text(refused)
    done = act(client, case, "staked", on="6/1/2026", marks="stakes", file=cast.photo())
    assert done.status_code == 302
    assert (
        act(client, case, "stakes-standing", on="6/16/2026", standing="no", note="One lies.").status_code
        == 302
    )
    assert "Did not stand" in shown(client, "dock-life", case.number)


FOUND = {
    "on": "6/16/2026", "overcome": "yes", "why": "No bed.", "season": "easier", "study_required": "yes",
    "radius_mi": "0.5", "existing": "4", "pending": "1", "possible": "9", "merits": "Sheltered.", "rows": "2",
    "evidence-1-side": "for", "evidence-1-what": "The survey", "value-shellfish-says": "safe",
    "value-shellfish-why": "Rated 3.",
}  # fmt: skip


def test_findings_are_written_down_and_a_met_rule_book_is_no_approval() -> None:
    case, _ = cast.scheduled()
    client, at = browser(member()), reverse("dock-findings", args=[case.number])
    page = shown(client, "dock-findings", case.number)
    assert "The applicant carries the burden" in page
    assert "703-1(K)" in page
    more = client.post(at, FOUND | {"more": "1"})
    assert more.status_code == 200
    assert 'name="evidence-3-what"' in more.content.decode()
    wrong = client.post(at, FOUND | {"possible": "", "value-lights-says": "harmed"})
    assert wrong.status_code == 422
    assert "Count the docks that are possible (Barnstable 703-5(A))" in text(wrong)
    assert "Give the reason (Barnstable 703-1(J))" in text(wrong)
    assert "No bed." in wrong.content.decode()
    none = client.post(at, FOUND | {"evidence-1-side": "", "evidence-1-what": ""})
    assert "at least one piece of evidence" in text(none)
    assert last_findings(case) is None
    assert client.post(at, FOUND).status_code == 302
    case.refresh_from_db()
    assert case.status == "in review"
    page = shown(client, "dock-life", case.number)
    for said in (
        "Presumption of harm overcome",
        "Within 0.5 miles: 4 docks there, 1 applied for, 9 possible",
    ):
        assert said in page
    assert "Record the vote" in page
    assert "No bed." in client.get(at).content.decode(), "the next findings begin with these"


def test_the_construction_part_says_why_work_may_not_start() -> None:
    case = cast.recorded()
    with time_machine.travel(datetime(2026, 8, 3, 12, tzinfo=EASTERN), tick=False):
        client = browser()
        soon = act(client, case, "construction-starts", on="8/10/2026")
        assert soon.status_code == 422
        assert "less than 10 working days before Monday, August 10, 2026" in text(soon)
        assert act(client, case, "construction-starts", on="9/15/2026").status_code == 302
        page = shown(client, "dock-life", case.number)
        assert "Work is to start on Tuesday, September 15, 2026" in page
        assert "Monday, August 31, 2026" in page
        assert "Work may not start: 2 reasons" in page
        lead = shown(client, "dock-act", case.number, "natural-resources-told")
        assert "the last good day of the notice is Monday, August 31, 2026" in lead
        assert act(client, case, "natural-resources-told", on="8/3/2026").status_code == 302
        assert act(client, case, "commission-told", on="8/3/2026").status_code == 302
        assert "Work may not start" not in shown(client, "dock-life", case.number)


def test_every_act_of_a_built_dock_is_reached_from_its_page() -> None:
    case = cast.finished()
    with time_machine.travel(datetime(2027, 5, 3, 12, tzinfo=EASTERN), tick=False):
        client = browser()
        boat = {"on": "5/3/2027", "name": "Sample sloop", "drive": "inboard", "draft_in": "36"}
        answer = client.post(reverse("dock-act", args=[case.number, "vessel-changed"]), boat, follow=True)
        assert "The boat is recorded. Not met or not known" in text(answer)
        assert "draft 36 in." in text(answer)
        said = {f"says_{each.slug}": "yes" for each in rules.SEEN} | {"on": "5/3/2027"}
        wrong = act(client, case, "dock-visited", **(said | {"says_signs": "no"}))
        assert "Write what is wrong" in text(wrong)
        assert act(client, case, "dock-visited", **said).status_code == 302
        assert act(client, case, "put-in", on="4/1/2027").status_code == 302
        passed = client.post(
            reverse("dock-act", args=[case.number, "property-transferred"]), {"on": "5/3/2027"}, follow=True
        )
        assert "No lift has to go." in text(passed)
        assert act(client, case, "no-such-step").status_code == 404
        assert act(client, case, "closed", on="5/3/2027").status_code == 404, (
            "the kernel's own page records it"
        )


def test_a_long_life_asks_no_more_than_a_short_one() -> None:
    case, client = cast.finished(), browser()
    day, seen = date(2027, 5, 3), [(each.slug, "yes", "") for each in rules.SEEN]

    def more(n: int) -> None:
        after.visit(case, seen, on=day, by=clerk())
        after.change_boat(case, after.Boat(f"Sample boat {n}", None, None, None, "none"), on=day, by=clerk())

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            shown(client, "dock-life", case.number)
        return len(queries)

    more(0)
    asked()
    few = asked()
    for n in range(1, 4):
        more(n)
    assert asked() == few


@pytest.mark.parametrize(
    ("who", "status"), [(lambda: people.clerk(), 404), (people.stranger, 404), (lambda: member(), 403)]
)
def test_others_record_nothing(who: Any, status: int) -> None:
    case = cast.filed()
    client = browser(who())
    for name, *rest in (("dock-act", "accepted"), ("dock-serve", "harbormaster"), ("dock-checklist",)):
        assert client.post(reverse(name, args=[case.number, *rest]), {}).status_code == status


# ------------------------------------------------------------------------------------------------- papers
def printed(answer: Any) -> str:
    pages = PdfReader(io.BytesIO(answer.getvalue())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_each_paper_prints_what_the_file_holds() -> None:
    case = cast.recorded()
    client = browser()
    expected = {
        "completeness": ("Completeness sheet", "Does not apply", "No mooring area lies within 200 feet."),
        "service-log": ("Log of service", "9407 101", "Monday, May 4, 2026"),
        "access-sign": ("PUBLIC WAY", "SE3-0000"),
    }
    for slug, words in expected.items():
        found = printed(client.get(reverse("dock-paper", args=[case.number, slug])))
        for word in (case.number, *words):
            assert word in found, (slug, word)
    early = client.get(reverse("dock-paper", args=[case.number, "construction-commission"]))
    assert early.status_code == 302, "no start is planned yet, and the page says so"
    assert client.get(reverse("dock-paper", args=[case.number, "no-such-paper"])).status_code == 404
    assert set(expected) < set(PAPERS)


def test_the_two_construction_notices_name_their_offices_and_last_days() -> None:
    case = cast.recorded()
    cases.record(case, "construction-starts", on=START, by=clerk(), cleared=True)
    client = browser()
    for slug, words in (
        ("construction-natural-resources", ("To: Natural Resources Department", "10 working days", "703-6(A)",
                                            "Monday, August 31, 2026", "Book 1000, page 10")),
        ("construction-commission", ("To: Conservation Commission", "5 business days", "703-6(B)",
                                     "Tuesday, September 8, 2026")),
    ):  # fmt: skip
        found = printed(client.get(reverse("dock-paper", args=[case.number, slug])))
        for word in words:
            assert word in found, (slug, word)


def test_the_order_of_conditions_prints_number_findings_and_conditions() -> None:
    case = cast.issued()
    pdf = paper.permit_pdf(case, date(2026, 6, 23))
    found = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
    for word in (
        "Order of conditions", "SE3-0000", "The Commission found it overcome", "Kept safe",
        "Nothing of the dock stands there before April 1", "Saturday, June 23, 2029", "10 business days",
    ):  # fmt: skip
        assert word in found, word
