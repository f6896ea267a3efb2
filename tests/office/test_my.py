"""My cases: who sees which, whose move it is in plain words, answering, withdrawing, what stays hidden."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office import kinds
from office.actions import applicants, cases, casework, documents, draft_owners, drafts, money, steps
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import record
from office.models import Case, Document, Draft, Event, Message
from office.permissions import cases_of, documents_of, has_part
from office.views.my_words import usual_way, way
from tests import people
from tests.office.my_cast import ASKED, DAY, NOON, SKETCH, field, filed, known, words
from tests.world import pdf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def monday() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def case() -> Case:
    """A case whose applicant signs in as "ada"."""
    return filed((known("ada", "ada@example.org")[1], "applicant"))


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(people.user(name))
    return client


def incomplete(case: Case) -> None:
    steps.record(case, "incomplete", on=DAY, by=people.clerk(), now=NOON, note=ASKED)


# ------------------------------------------------------------------------------------------- who sees what
def test_each_part_but_complaining_and_being_complained_of_makes_a_case_ones_own() -> None:
    seen = {}
    for role in ("applicant", "owner", "agent", "complainant", "subject"):
        user, party = known(role)
        case = filed((people.party(), "applicant"), (party, role))
        seen[role] = list(cases_of(user, DAY)) == [case]
    assert seen == {"applicant": True, "owner": True, "agent": True, "complainant": False, "subject": False}


def test_a_stranger_and_a_visitor_find_nothing(case: Case) -> None:
    address = f"/my/cases/{case.number}/"
    assert Client().get(address)["Location"] == f"/sign-in/?next={address}"
    known("bob")
    for end in ("", "reply/", "documents/new/", "messages/read/", "withdraw/", "dispute/", "permit.pdf"):
        client = signed_in("bob")
        assert client.get(address + end).status_code in (404, 405), end
        assert client.post(address + end).status_code in (404, 405), end
    assert case.number not in words(signed_in("bob").get("/my/"))


def test_the_list_puts_what_waits_for_me_first_and_says_by_when(case: Case) -> None:
    (party,) = (row.party for row in case.people.all())
    newer = filed((party, "applicant"))
    incomplete(case)
    page = words(signed_in("ada").get("/my/"))
    assert page.index(case.number) < page.index(newer.number)
    assert "Your move: Send what is missing. By Monday, June 15, 2026." in page
    assert "The office’s move: look at what you filed." in page


def test_nobody_with_no_case_reads_why_and_what_next() -> None:
    known("bob")
    assert "No case is in your name yet." in words(signed_in("bob").get("/my/"))


def test_the_list_asks_no_more_for_twenty_cases_than_for_two() -> None:
    _, party = known("ada")
    client = signed_in("ada")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/my/").status_code == 200
        return len(queries)

    for _ in range(2):
        filed((party, "applicant"))
    few = asked()
    for _ in range(6):
        incomplete(filed((party, "applicant")))
    assert asked() == few


# ------------------------------------------------------------------------------------------ the case page
def test_the_page_says_whose_move_what_to_do_what_it_costs_and_what_happened(case: Case) -> None:
    money.set_fee(case, amount="50.00", reason="Sample", on=DAY, by=people.clerk())
    incomplete(case)
    page = words(signed_in("ada").get(f"/my/cases/{case.number}/"))
    for said in (
        f"Your move: {ASKED} By Monday, June 15, 2026.",
        "Answer what the office asked, by Monday, June 15, 2026 Answer now",
        "Location sketch Tisbury 09.2.3(1) Add it",
        "Still due $50.00",
        "Pay at the counter, or mail a check that names",
        f"Asked for what is missing: {ASKED} the office",
        "Filed the office",
    ):
        assert said in page, said


def test_the_way_is_passed_stage_by_stage_and_a_detour_stands_in_it(case: Case) -> None:
    def told() -> list[tuple[str, str]]:
        return [tuple(stage) for stage in way(case, list(case.events.order_by("pk")))]

    assert usual_way(case.casekind.lifecycle) == ["filed", "in review", "approved", "issued"]
    assert told() == [
        ("Filed", "current"), ("In review", "next"), ("Approved", "next"), ("Issued", "next"),
    ]  # fmt: skip
    incomplete(case)
    assert told()[:3] == [("Filed", "done"), ("Incomplete", "current"), ("In review", "next")]
    record(case, "withdrawn", on=DAY, by=people.clerk(), note="Sample")
    assert told() == [("Filed", "done"), ("Withdrawn", "current")]


def test_what_the_office_keeps_to_itself_is_on_no_page_of_theirs(case: Case) -> None:
    clerk = people.clerk()
    casework.note(case, text="secret-note", on=DAY, by=clerk)
    casework.assign(case, to=clerk, on=DAY, by=clerk)
    casework.refer(case, board=people.works(), why="secret-why", on=DAY, by=clerk)
    hold = casework.place_hold(
        case, level="soft", reason="Open citation", lifted_by_role="clerk", on=DAY, by=clerk
    )
    casework.lift_hold(case, hold=hold, reason="secret-lift", on=DAY, by=clerk)
    documents.attach(case, file=pdf("secret-file.pdf"), label="secret-label", on=DAY, by=clerk)
    page = signed_in("ada").get(f"/my/cases/{case.number}/").content.decode()
    assert "secret-" not in page
    assert "Open citation" in page, "the reason of a hold is for the applicant"


def test_a_corrected_entry_stands_struck_beside_its_correction(case: Case) -> None:
    event = record(case, "complete", on=DAY, by=people.clerk())
    cases.correct(event, on=DAY + timedelta(days=1), by=people.clerk(), note="secret-how")
    page = words(signed_in("ada").get(f"/my/cases/{case.number}/"))
    assert "Tue Jun 2 Accepted as complete (first recorded for Mon Jun 1) the office" in page
    assert "Mon Jun 1 Accepted as complete (corrected) the office" in page
    cases.strike(Event.objects.get(corrects=event), by=people.clerk(), note="secret-why")
    page = words(signed_in("ada").get(f"/my/cases/{case.number}/"))
    assert "Accepted as complete (taken back: it did not happen)" in page
    assert "secret-" not in page


def test_a_receipt_and_the_permit_are_open_to_its_people_alone(case: Case) -> None:
    case = people.ready_dumpster(DAY, facility=people.dumpster_bin(holder=known("ada")[1]))
    people.settle(case, DAY, people.clerk())
    cases.issue(case, on=DAY, by=people.clerk())
    (paid,) = money.payments_of(case)
    for end in (f"receipts/{paid.number}/receipt.pdf", "permit.pdf"):
        came = signed_in("ada").get(f"/my/cases/{case.number}/{end}")
        assert (came.status_code, came["Content-Type"]) == (200, "application/pdf")
        assert "no-store" in came["Cache-Control"]
        known("bob")
        assert signed_in("bob").get(f"/my/cases/{case.number}/{end}").status_code == 404
    other = filed((known("ada")[1], "applicant"))
    address = f"/my/cases/{other.number}/receipts/{paid.number}/receipt.pdf"
    assert signed_in("ada").get(address).status_code == 404


# ------------------------------------------------------------------------------------------------ answering
def test_answering_ends_the_applicants_time_and_makes_it_the_offices_move(case: Case) -> None:
    incomplete(case)
    assert case.clocks.get(clock="reply").ended_on is None
    client = signed_in("ada")
    address = f"/my/cases/{case.number}/reply/"
    page = client.get(address)
    assert ASKED in words(page)
    said = {"key": field(page, "key"), "version": field(page, "version"), "text": "Here it is."}
    came = client.post(address, {**said, f"file-{SKETCH}": pdf("sketch.pdf")}, follow=True)
    assert "It is the office’s move now." in words(came)
    case.refresh_from_db()
    assert (case.status, case.mover) == ("filed", "office")
    assert case.clocks.get(clock="reply").ended_on == DAY
    assert case.checklist.get(item=SKETCH).state == "supplied"
    assert [message.text for message in case.conversation.all()] == ["Here it is."]
    # Pressed twice: one answer, one file, one message.
    assert client.post(address, {**said, f"file-{SKETCH}": pdf("sketch.pdf")}).status_code == 302
    assert case.events.filter(slug="answered").count() == 1
    assert (case.conversation.count(), Document.objects.filter(case=case).count()) == (1, 1)


def test_an_empty_answer_and_a_bad_file_are_said_and_nothing_is_kept_by_half(case: Case) -> None:
    incomplete(case)
    client = signed_in("ada")
    address = f"/my/cases/{case.number}/reply/"
    page = client.get(address)
    said = {"key": field(page, "key"), "version": field(page, "version")}
    came = client.post(address, said)
    assert came.status_code == 422
    assert "Add a file, or write your answer." in words(came)
    bad = pdf("sketch.pdf")
    bad.size = 0
    bad.file.truncate(0)
    sent = {f"file-{SKETCH}": bad, "file-other": pdf("a.pdf")}
    came = client.post(address, {**said, "text": "Kept words", **sent})
    assert came.status_code == 422
    assert "Kept words" in words(came)
    assert "sketch.pdf" in words(came)
    case.refresh_from_db()
    assert (case.status, Document.objects.filter(case=case).count()) == ("incomplete", 0)


def test_an_answer_to_what_the_office_no_longer_asks_is_refused_with_its_words_kept(case: Case) -> None:
    incomplete(case)
    client = signed_in("ada")
    page = client.get(f"/my/cases/{case.number}/reply/")
    said = {"key": field(page, "key"), "version": field(page, "version"), "text": "Kept words"}
    record(case, "complete", on=DAY, by=people.clerk())
    came = client.post(f"/my/cases/{case.number}/reply/", said)
    assert came.status_code == 422
    assert "The office asks for nothing now" in words(came)
    assert "Kept words" in words(came)
    assert client.get(f"/my/cases/{case.number}/reply/").status_code == 404


def test_only_who_has_a_part_records_the_applicants_steps(case: Case) -> None:
    incomplete(case)
    stranger, _ = known("bob")
    inspector = people.inspector()
    for by in (stranger, inspector):
        with pytest.raises(WrongRole):
            record(case, "answered", on=DAY, by=by)
        with pytest.raises(WrongRole):
            applicants.hand_in(case, files=[pdf("a.pdf")], label="a", on=DAY, by=by)
    with pytest.raises(WrongRole):
        record(case, "complete", on=DAY, by=people.user("ada"))
    record(case, "answered", on=DAY, by=people.clerk())
    assert case.status == "filed", "a clerk records an answer that came on paper"


# ------------------------------------------------------------------------------------------- handing in
def test_files_are_added_to_an_item_or_with_a_name_and_open_to_the_people_of_the_case(case: Case) -> None:
    _, owner = known("olga")
    case.people.create(party=owner, role="owner")
    client = signed_in("ada")
    address = f"/my/cases/{case.number}/documents/new/"
    page = client.get(f"{address}?item={SKETCH}")
    assert 'value="location-sketch"' in page.content.decode()
    key = field(page, "key")
    came = client.post(address, {"key": key, "item": "other", "papers": [pdf("a.pdf")]})
    assert came.status_code == 422
    assert "Say in a few words what it is" in words(came)
    for said in (
        {"item": SKETCH, "papers": [pdf("s.pdf"), pdf("t.pdf")]},
        {"item": "other", "label": "Fence", "papers": [pdf("f.pdf")]},
    ):
        assert client.post(address, {"key": key, **said}).status_code == 302
    # Two files of the same bytes for one item are one document.
    assert [row.label for row in Document.objects.filter(case=case)] == ["Location sketch", "Fence"]
    for row in Document.objects.filter(case=case):
        assert signed_in("olga").get(f"/my/cases/{case.number}/documents/{row.pk}/").status_code == 200
        assert signed_in("bob").get(f"/my/cases/{case.number}/documents/{row.pk}/").status_code == 404


def test_the_offices_papers_open_when_shared_and_a_confidential_one_only_to_who_added_it(case: Case) -> None:
    _, owner = known("olga")
    case.people.create(party=owner, role="owner")
    clerk, ada, olga = people.clerk(), people.user("ada"), people.user("olga")
    memo = documents.attach(case, file=pdf("memo.pdf"), label="Memo", on=DAY, by=clerk)
    medical = documents.attach(
        case, file=pdf("medical.pdf"), label="Medical", confidential=True, item=SKETCH, on=DAY, by=ada
    )
    assert list(documents_of(ada, case)) == [medical]
    assert list(documents_of(olga, case)) == []
    assert "Medical" not in signed_in("olga").get(f"/my/cases/{case.number}/").content.decode()
    documents.share(memo, on=DAY, by=clerk)
    assert list(documents_of(olga, case)) == [memo]
    page = words(signed_in("olga").get(f"/my/cases/{case.number}/"))
    assert "The office shared a document: Memo" in page
    with pytest.raises(NotAllowed, match="is confidential"):
        documents.share(medical, on=DAY, by=clerk)
    with pytest.raises(WrongRole):
        documents.share(memo, on=DAY, by=ada)


# ------------------------------------------------------------------------------------------ withdrawing
def test_withdrawing_needs_a_reason_and_closes_the_case(case: Case) -> None:
    client = signed_in("ada")
    address = f"/my/cases/{case.number}/withdraw/"
    page = client.get(address)
    said = {"key": field(page, "key"), "version": field(page, "version")}
    came = client.post(address, said)
    assert came.status_code == 422
    assert "Write the reason in one sentence." in words(came)
    for _ in range(2):
        assert client.post(address, {**said, "reason": "We moved."}).status_code == 302
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("withdrawn", False)
    (event,) = case.events.filter(slug="withdrawn")
    assert (event.note, event.by) == ("We moved.", people.user("ada"))
    page = words(client.get(f"/my/cases/{case.number}/"))
    assert "Withdrawn: We moved. you" in page
    assert client.get(address).status_code == 404


def test_a_permit_that_is_issued_is_not_withdrawn_here() -> None:
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=known("ada")[1]))
    client = signed_in("ada")
    assert "Withdraw this application" not in words(client.get(f"/my/cases/{case.number}/"))
    assert client.get(f"/my/cases/{case.number}/withdraw/").status_code == 404


# ------------------------------------------------------------------------------------------------ drafts
def test_a_draft_is_mine_when_begun_signed_in_or_kept_by_its_link() -> None:
    ada, _ = known("ada")
    begun = {"kind": kinds.get("dumpster"), "board": people.health(), "on": DAY, "now": NOON}
    mine, _ = drafts.begin(**begun, user=ada)
    nobodys, token = drafts.begin(**begun)
    client = signed_in("ada")
    assert words(client.get("/my/")).count("Saved Monday, June 1, 2026, noon.") == 1
    assert "Keep it with my cases" in words(client.get(f"/drafts/{token}/later/"))
    assert client.post(f"/drafts/{token}/keep/")["Location"] == "/my/"
    nobodys.refresh_from_db()
    assert nobodys.user == ada
    known("bob")
    came = signed_in("bob").post(f"/drafts/{token}/keep/", follow=True)
    assert "Somebody else keeps this draft" in came.content.decode()
    assert Draft.objects.get(pk=nobodys.pk).user == ada
    # Going on makes a new link; another's draft is not found, and nothing happens by looking.
    went = client.post(f"/my/drafts/{mine.pk}/")
    assert drafts.of_token(went["Location"].split("/")[2]) == mine
    assert signed_in("bob").post(f"/my/drafts/{mine.pk}/").status_code == 404
    assert client.get(f"/my/drafts/{mine.pk}/").status_code == 405
    with pytest.raises(LookupError):
        draft_owners.adopt("no-such-link", on=DAY, by=ada)


def test_a_draft_that_is_over_is_not_taken_up_again(monday: Any) -> None:
    ada, _ = known("ada")
    mine, token = drafts.begin(kind=kinds.get("dumpster"), board=people.health(), on=DAY, now=NOON, user=ada)
    monday.move_to(NOON + timedelta(days=drafts.KEPT_DAYS + 1))
    client = signed_in("ada")
    assert "None." in words(client.get("/my/"))
    came = client.post(f"/my/drafts/{mine.pk}/", follow=True)
    assert "This draft was kept through" in words(came)
    assert signed_in("ada").post(f"/drafts/{token}/keep/").status_code == 302


def test_a_part_is_of_that_day_and_mail_is_not_sent_by_looking(case: Case) -> None:
    ada = people.user("ada")
    assert has_part(ada, case, date(2026, 6, 1))
    before = Message.objects.count()
    signed_in("ada").get("/my/")
    signed_in("ada").get(f"/my/cases/{case.number}/")
    assert Message.objects.count() == before
