"""The pages of changes: what everybody reads and when, and the clerk's way from draft to certificate."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pypdf import PdfReader

from office.actions import votes
from office.models import Case
from permits.rulemaking import actions
from permits.rulemaking.models import Adoption, HearingNotice
from tests import people
from tests.rulemaking.cast import (
    HEARD,
    NOTICE,
    OPENED,
    adopted,
    announced,
    at,
    decided,
    drafted,
    held,
    met,
    voted,
)

pytestmark = pytest.mark.django_db

SAID = {
    "key": "k1", "title": "Hours of loading", "sort": "amend", "sections": "09.2.4(1)\n", "added": "",
    "summary": "An hour later.", "text": "Nobody loads before 8:00 am.", "effective_on": "",
    "emergency": "false", "emergency_reason": "", "emergency_statute": "",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(at(HEARD + timedelta(1)), tick=False):
        people.health()
        yield


def browser(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def read(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def words(response: Any) -> str:
    assert response.status_code == 200
    pages = PdfReader(io.BytesIO(response.content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


# --------------------------------------------------------------------------------------------- for everybody
def test_a_draft_is_the_offices_own_until_its_hearing_is_announced() -> None:
    case, anybody = drafted(), Client()
    address = f"/regulation-changes/{case.number}/"
    assert anybody.get(address).status_code == 404
    assert "No change was proposed or adopted here yet." in read(anybody.get("/regulation-changes/"))
    announced(case)
    page = read(anybody.get(address))
    assert "Proposed" in page
    assert "between 11:00 pm and 8:00 am" in page
    assert "Sample Gazette" in page
    assert "Hours of loading a dumpster RC-2026-001" in read(anybody.get("/regulation-changes/"))


def test_everybody_reads_when_it_holds_and_by_which_vote() -> None:
    case = adopted(effective_on=date(2026, 7, 5))
    page = read(Client().get(f"/regulation-changes/{case.number}/"))
    assert "Adopted, not in force yet" in page
    assert "Adopted Tuesday, June 16, 2026, 3 yes and 0 no" in page
    assert "In force from Sunday, July 5, 2026 Tisbury 09.0.4" in page
    meeting = Adoption.objects.get().vote.item.meeting
    assert (
        f'href="/meetings/{meeting.slug}/"'
        in Client().get(f"/regulation-changes/{case.number}/").content.decode()
    )


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("6/15/2026", "On Monday, June 15, 2026 no change made here was in force."),
        ("6/16/2026", "Tisbury 09.2.4(1) Hours of loading a dumpster Tuesday, June 16, 2026"),
        ("12/31/2030", "Tisbury 09.2.4(1) Hours of loading a dumpster Tuesday, June 16, 2026"),
    ],
)
def test_what_was_in_force_is_told_for_any_day(asked: str, says: str) -> None:
    adopted()
    assert says in read(Client().get("/regulation-changes/", {"on": asked}))


def test_a_day_that_cannot_be_read_is_said_with_its_remedy() -> None:
    page = read(Client().get("/regulation-changes/", {"on": "the ides"}), 422)
    assert "“the ides” is not a date we can read" in page


def test_what_was_replaced_says_so_and_keeps_its_page() -> None:
    first = adopted()
    with time_machine.travel(at(date(2026, 9, 16)), tick=False):
        second = adopted(date(2026, 9, 15), title="Again", text="At 9:00 am.")
        old, new = (read(Client().get(f"/regulation-changes/{each.number}/")) for each in (first, second))
    assert "Replaced by a later change" in old
    assert "between 11:00 pm and 8:00 am" in old
    assert "Stands In force" in new


def test_what_lost_its_vote_is_not_shown_as_adopted() -> None:
    case = adopted()
    votes.take_back(Adoption.objects.get().vote, why="Slip", on=HEARD, now=at(HEARD, 20), by=people.clerk())
    assert "Stands Proposed" in read(Client().get(f"/regulation-changes/{case.number}/"))
    assert Client().get(f"/regulation-changes/{case.number}/adopted.pdf").status_code == 404
    page = read(browser(people.clerk()).get(f"/regulation-changes/{case.number}/file/"))
    assert "The vote behind this adoption was taken back" in page
    assert "Take the adoption back" in page


def test_the_certificate_bears_the_days_and_the_words() -> None:
    case = adopted(effective_on=date(2026, 7, 5))
    said = words(Client().get(f"/regulation-changes/{case.number}/adopted.pdf"))
    assert "Adopted Tuesday, June 16, 2026. In force from Sunday, July 5, 2026." in said
    assert "between 11:00 pm and 8:00 am" in said
    assert "In a newspaper, Sample Gazette" in said


# ---------------------------------------------------------------------------------------------- the office
def test_a_clerk_drafts_and_what_is_wrong_is_said_with_all_answers_kept() -> None:
    desk = browser(people.clerk())
    page = desk.post("/regulation-changes/new/", {**SAID, "sections": "99.9"})
    assert "No section 99.9 stands in the book" in read(page, 422)
    assert "Nobody loads before 8:00 am." in page.content.decode()
    assert not Case.objects.exists()
    assert desk.post("/regulation-changes/new/", SAID).status_code == 302
    desk.post("/regulation-changes/new/", SAID)  # pressed twice
    case = Case.objects.get()
    assert case.details.cites == ["Tisbury 09.2.4(1)"]
    assert "2 yes" not in read(desk.get(f"/regulation-changes/{case.number}/file/"))


def test_the_page_says_what_keeps_it_a_draft_and_adopting_is_refused_with_the_section() -> None:
    case, desk = drafted(), browser(people.clerk())
    page = read(desk.get(f"/regulation-changes/{case.number}/file/"))
    assert "It stays a draft" in page
    assert "No notice of the hearing was given. Publish or post it, and record it. Tisbury 09.0.4" in page
    assert "Record the adoption" not in page
    refused = read(desk.post(f"/regulation-changes/{case.number}/record/adopted/", {"effective_on": ""}), 422)
    assert "It stays a draft. No notice of the hearing was given." in refused
    assert "(Tisbury 09.0.4)" in refused


def test_from_notice_to_certificate_by_hand() -> None:
    case, desk = drafted(), browser(people.clerk())
    at_file = f"/regulation-changes/{case.number}"
    clipping = SimpleUploadedFile("clip.pdf", _pdf(), content_type="application/pdf")
    given = {"how": "newspaper", "place": "Sample Gazette", "on": "6/3/2026", "names": "6/16/2026",
             "proof": "", "file": clipping}  # fmt: skip
    assert desk.post(f"{at_file}/record/notice-given/", given).status_code == 302
    row = HearingNotice.objects.get()
    assert (row.on, row.names, row.document.label) == (NOTICE, HEARD, "Notice of the hearing")
    voted(held(met(case)), case)
    assert "Notice, hearing and vote are in order." in read(desk.get(f"{at_file}/file/"))
    early = desk.post(f"{at_file}/record/adopted/", {"effective_on": "6/15/2026"})
    assert "before its adoption on June 16, 2026" in read(early, 422)
    assert desk.post(f"{at_file}/record/adopted/", {"effective_on": ""}).status_code == 302
    assert (
        desk.post(f"{at_file}/record/published/", {"place": "Sample Gazette", "on": "6/17/2026"}).status_code
        == 302
    )
    assert Case.objects.get(pk=case.pk).status == "published"
    assert "Summary published Wednesday, June 17, 2026, Sample Gazette" in read(Client().get(f"{at_file}/"))


def _pdf() -> bytes:
    from tests.world import pdf

    return pdf("clip.pdf").read()


def test_the_notice_to_publish_names_day_place_and_words() -> None:
    case, desk = drafted(date(2026, 6, 17)), browser(people.clerk())
    assert desk.get(f"/regulation-changes/{case.number}/notice.pdf").status_code == 404  # no hearing is set
    met(case, date(2026, 7, 14), told=date(2026, 6, 17))
    said = words(desk.get(f"/regulation-changes/{case.number}/notice.pdf"))
    assert "Hearing on Tuesday, July 14, 2026, 6:00 pm, Sample Town Hall." in said
    assert "between 11:00 pm and 8:00 am" in said


def test_taking_an_adoption_back_needs_its_reason() -> None:
    case, desk = adopted(), browser(people.clerk())
    address = f"/regulation-changes/{case.number}/take-back/"
    assert "Say what was recorded wrongly" in read(desk.post(address, {"why": ""}), 422)
    assert desk.post(address, {"why": "Wrong case"}).status_code == 302
    assert Case.objects.get(pk=case.pk).status == "draft"


def test_a_colleague_reads_the_work_and_only_a_clerk_does_it() -> None:
    case = drafted()
    member, stranger = browser(people.member()), browser(people.clerk(people.docks()))
    assert member.get(f"/regulation-changes/{case.number}/file/").status_code == 200
    for path in ("record/notice-given/", "record/revised/", "record/adopted/", "take-back/"):
        assert member.get(f"/regulation-changes/{case.number}/{path}").status_code == 403
        assert stranger.get(f"/regulation-changes/{case.number}/{path}").status_code == 404
    assert member.get("/regulation-changes/new/").status_code == 403
    assert browser(people.clerk()).get(f"/regulation-changes/{case.number}/record/voted/").status_code == 404


def test_a_stale_draft_is_refused_and_nothing_typed_is_lost() -> None:
    case, desk = drafted(OPENED), browser(people.clerk())
    address = f"/regulation-changes/{case.number}/record/revised/"
    seen = case.version
    assert desk.post(address, {**SAID, "version": seen}).status_code == 302
    page = desk.post(address, {**SAID, "version": seen, "text": "Other words."})
    assert "changed while you had it open" in read(page, 422)
    assert "Other words." in page.content.decode()


def test_the_rules_lead_to_the_changes_and_the_questions_the_book_leaves_open() -> None:
    assert 'href="/regulation-changes/"' in Client().get("/rules/").content.decode()
    page = read(Client().get("/rules/open-questions/regulation-change/"))
    assert "How many days before the hearing on a regulation is notice given? Tisbury 09.0.4 5 days" in page
    assert "Not confirmed" in page
    case = drafted()
    decided(case)
    filing, day = actions.judged(case, HEARD + timedelta(9))
    assert (actions.in_the_way(filing.findings(day)), day) == ([], HEARD)
