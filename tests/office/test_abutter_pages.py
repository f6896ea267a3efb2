"""The pages of a case's abutters: who may open them, what they say, and how many queries they ask."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import abutter_notices, agendas
from office.calendar import EASTERN
from office.kinds import ABUTTERS_TOLD, NEWSPAPER_PRINTED
from office.models import Abutter, AbutterList, AbutterNotice, AbutterRule, Board, Case, Notice, User
from tests import people
from tests.office.abutters_cast import (
    JUNE_16,
    JUNE_30,
    MAY_1,
    OWNERS,
    a_meeting,
    a_rule,
    at,
    beside,
    clock,
    heard,
    listed,
    live,
    mailed,
    told,
    toy_rule,
    written,
)
from tests.office.admin_pages import browser
from tests.world import pdf

__all__ = ["beside", "toy_rule"]  # fixtures

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 20, 12, tzinfo=EASTERN)  # a Wednesday
PASTED = "Sample Neighbor East\t12 Sample Street\tTisbury\tMA\t2568\t29-A-4"


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def desk() -> Client:
    return browser(people.clerk())


def url(case: Case, *parts: str) -> str:
    return "/".join([f"/cases/{case.number}/abutters", *parts]) + (
        "" if parts[-1:] == ("notice.pdf",) else "/"
    )


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


# ---------------------------------------------------------------------------------------------- who may
READ = ("",)
ACTS = (
    "new",
    "list",
    "paste",
    "lots",
    "owners/new",
    "notices",
    "by-applicant",
    "newspaper",
    "undo/newspaper",
)


@pytest.mark.parametrize("page", [*READ, *ACTS, "notice.pdf"])
def test_who_may_open_the_pages(beside: Case, page: str) -> None:
    Board.objects.update(address="Sample Town Hall")
    heard(beside)
    listed(beside)
    address = url(beside, page) if page else url(beside)
    expected = {
        people.clerk(): 200,
        people.inspector(): 403 if page else 200,
        people.member(): 403 if page else 200,
        people.administrator(): 403 if page else 200,
        people.clerk(people.docks()): 404,
        people.stranger(): 404,
        people.applicant(): 404,
    }
    for person, status in expected.items():
        assert browser(person).get(address).status_code == status, (person, page)
    assert Client().get(address).status_code == 302
    if page in ACTS:
        before = AbutterList.objects.count(), Abutter.objects.count(), Notice.objects.count()
        for person, status in expected.items():
            came = browser(person).post(address).status_code
            assert came == (422 if status == 200 else status), (person, page)
        assert before == (AbutterList.objects.count(), Abutter.objects.count(), Notice.objects.count())


def test_another_cases_owner_is_not_found(beside: Case, desk: Client) -> None:
    row = listed(beside).abutters.first()
    assert row is not None
    assert desk.get(url(beside, "owners", str(row.pk))).status_code == 200
    other = people.ready_dumpster(MAY_1)
    for number in (other.number, "BT-2026-099"):
        assert desk.get(f"/cases/{number}/abutters/owners/{row.pk}/").status_code == 404
    assert desk.get(url(beside, "undo", "hearing")).status_code == 404


# ----------------------------------------------------------------------------------------------- the list
def test_a_list_is_begun_pasted_looked_at_and_added(beside: Case, desk: Client) -> None:
    assert "Who is told of the hearing" in text(desk.get(f"/cases/{beside.number}/"))
    assert "No list yet." in text(desk.get(url(beside)))
    came = desk.post(
        url(beside, "new"), {"assessors_on": "5/18/2026", "certified_by": "Sample Assessor", "key": "k"}
    )
    assert came.status_code == 302
    came = desk.post(url(beside, "paste"), {"text": PASTED, "look": "1"})
    assert came.status_code == 200
    page = text(came)
    assert "As it was read: 1 owner" in page
    assert "the zero before it was put back" in page
    assert "Add one owner" in page
    assert not Abutter.objects.exists()
    came = desk.post(url(beside, "paste"), {"text": PASTED, "add": "1"}, follow=True)
    assert "One owner added." in text(came)
    again = desk.post(url(beside, "paste"), {"text": PASTED, "add": "1"}, follow=True)
    assert "0 owners added. 1 was on the list already." in text(again)
    (row,) = Abutter.objects.all()
    assert (row.owner, row.zip_code, row.lot) == ("Sample Neighbor East", "02568", "29-A-4")


def test_a_paste_with_mistakes_adds_nothing_and_keeps_everything(beside: Case, desk: Client) -> None:
    listed(beside, [])
    bad = f"{PASTED}\n\t3 Sample Street\tTisbury\tMA\t02568\n"
    came = desk.post(url(beside, "paste"), {"text": bad, "add": "1"})
    assert came.status_code == 422
    page = text(came)
    assert "Line 2: The owner is missing. Write the name." in page
    assert "3 Sample Street" in page
    assert "Show what was read" in page
    assert not Abutter.objects.exists()
    came = desk.post(url(beside, "paste"), {"text": "", "look": "1"})
    assert came.status_code == 422
    assert "Paste the list, one owner a line." in text(came)


def test_typed_words_are_shown_as_words(beside: Case, desk: Client) -> None:
    listed(beside, [])
    came = desk.post(url(beside, "paste"), {"text": "<b>Sample</b>\t<script>x", "look": "1"})
    assert "<script>x" not in came.content.decode()
    assert "&lt;b&gt;Sample" in came.content.decode()


def test_an_owner_is_typed_corrected_and_taken_off(beside: Case, desk: Client) -> None:
    listed(beside, [])
    bad = {"owner": "", "state": "Mass", "zip_code": "25"}
    page = text(desk.post(url(beside, "owners", "new"), bad))
    for says in ("Write the name of the owner.", "“25” is no ZIP code."):
        assert says in page
    desk.post(url(beside, "owners", "new"), OWNERS[0])
    assert "on the list already" in text(desk.post(url(beside, "owners", "new"), OWNERS[0]))
    row = Abutter.objects.get()
    desk.post(url(beside, "owners", str(row.pk)), OWNERS[0] | {"owner": "Sample Neighbor Trust"})
    row.refresh_from_db()
    assert row.owner == "Sample Neighbor Trust"
    came = desk.post(url(beside, "owners", str(row.pk)), {"remove": "1"}, follow=True)
    assert "Sample Neighbor Trust is off the list." in text(came)
    assert not Abutter.objects.exists()


def test_lots_are_found_by_street_and_ticked(beside: Case, desk: Client) -> None:
    listed(beside, [])
    lot = people.parcel(lot="4", street_number="12")
    other = people.ready_dumpster(MAY_1)
    other.parcels.add(lot)
    other.people.create(party=people.party("Sample Lot Owner"), role="owner")
    people.parcel(lot="5", street_number="14")
    page = text(desk.get(url(beside, "lots"), {"q": "sample street"}))
    assert "29-A-4, 12 Sample Street: Sample Lot Owner" in page
    assert "No case names the owner of" in page
    assert "29-A-5" in page
    assert "No lot of the town is called so." in text(desk.get(url(beside, "lots"), {"q": "nowhere"}))
    assert "Tick at least one lot." in text(desk.post(url(beside, "lots"), {"q": "sample street"}))
    came = desk.post(url(beside, "lots"), {"q": "sample street", "lots": [lot.pk]}, follow=True)
    assert "1 owner added." in text(came)
    assert Abutter.objects.get().parcel == lot


# -------------------------------------------------------------------------------------------- the notices
def test_what_is_missing_is_said_before_the_notices_are_written(beside: Case, desk: Client) -> None:
    listed(beside, [OWNERS[0] | {"street": ""}])
    page = text(desk.get(url(beside, "notices")))
    assert "No hearing is set." in page
    assert "Sample Neighbor East has no mailing address." in page
    assert "<button" not in page.split("What is missing first")[1].split("</main>")[0]
    came = desk.post(url(beside, "notices"), {"see_at": "Sample Town Hall", "channel": "certified"})
    assert came.status_code == 422
    assert "No hearing is set." in text(came)


def test_the_notices_are_written_and_followed(beside: Case, desk: Client) -> None:
    heard(beside)
    listed(beside)
    # Nobody said yet where the file can be seen.
    came = desk.get(url(beside, "notice.pdf"), follow=True)
    assert "Say where the application can be seen; then look at the notice." in text(came)
    look = {"see_at": "Sample Town Hall", "channel": "certified", "look": "1"}
    preview = desk.post(url(beside, "notices"), look)
    assert preview.getvalue().startswith(b"%PDF")
    assert not Notice.objects.exists()
    page = text(desk.get(url(beside, "notices")))
    assert "Write 2 notices" in page
    came = desk.post(
        url(beside, "notices"), {"see_at": "Sample Town Hall", "channel": "certified"}, follow=True
    )
    page = text(came)
    assert "2 notices written, and the list is frozen." in page
    assert page.count("To mail") == 2
    assert "Paste owners" not in page
    east, west = Notice.objects.order_by("pk")
    mailed(east, NOON.date())
    mailed(west, NOON.date())
    page = text(desk.get(url(beside)))
    assert "2 letters; the last left that day." in page
    assert "Done" in page


def test_a_late_mailing_says_that_it_was_late(beside: Case, desk: Client) -> None:
    heard(beside)
    listed(beside)
    with time_machine.travel(at(date(2026, 6, 4)), tick=False):
        for note in written(beside, on=date(2026, 6, 4)):
            mailed(note, date(2026, 6, 4))
        page = text(browser(people.clerk()).get(url(beside)))
    assert "Late" in page
    assert "It was due through Tue Jun 2." in page


def test_an_unconfirmed_rule_says_so(beside: Case, desk: Client) -> None:
    AbutterRule.objects.update(confirmed=False, doubt="No days are named in the section.")
    page = text(desk.get(url(beside)))
    assert "owners within 100 ft of the property line" in page
    assert "Not confirmed by the town" in page
    assert "No days are named in the section." in page
    AbutterRule.objects.all().delete()
    assert "The board has not said who counts as an abutter." in text(desk.get(url(beside)))


def test_a_continuance_at_the_hearing_says_why_no_new_notice_is_needed(beside: Case) -> None:
    item = told(beside)
    later = a_meeting(JUNE_30)
    agendas.continue_item(item, to=later, on=JUNE_16, now=at(JUNE_16, 19), by=people.clerk())
    with time_machine.travel(at(JUNE_16, 20), tick=False):
        page = text(browser(people.clerk()).get(url(beside)))
    assert "no new notices are needed (office practice)" in page


def test_the_newspaper_and_the_applicants_proof(beside: Case, desk: Client) -> None:
    heard(beside)
    listed(beside)
    came = desk.post(url(beside, "newspaper"), {"paper": "Sample Gazette", "printed_on": "6/20/2026"})
    assert "Correct the day." in text(came)
    said = {"paper": "Sample Gazette", "printed_on": "5/19/2026", "file": pdf("clip.pdf")}
    assert "Sample Gazette" in text(desk.post(url(beside, "newspaper"), said, follow=True))
    came = desk.post(url(beside, "by-applicant"), {"sent_on": "5/19/2026", "how": "in hand"})
    assert "Attach the proof" in text(came)
    bad = {"sent_on": "5/19/2026", "how": "in hand", "file": SimpleUploadedFile("proof.pdf", b"no document")}
    assert desk.post(url(beside, "by-applicant"), bad).status_code == 422
    good = bad | {"file": pdf("proof.pdf")}
    assert "By the applicant, in hand: 2 on the list." in text(
        desk.post(url(beside, "by-applicant"), good, follow=True)
    )
    for what, slug in (("newspaper", NEWSPAPER_PRINTED), ("mailing", ABUTTERS_TOLD)):
        assert "Write the reason in one sentence." in text(desk.post(url(beside, "undo", what)))
        desk.post(url(beside, "undo", what), {"why": "Another case was meant."})
        assert live(beside, slug) == []
    again = desk.post(url(beside, "undo", "newspaper"), {"why": "Again."})
    assert "Nothing of this was recorded." in text(again)


# ------------------------------------------------------------------------------------------------- counts
def test_a_thousand_abutters_ask_no_more_than_two(beside: Case, desk: Client) -> None:
    heard(beside)
    of = listed(beside)
    written(beside)

    def counted() -> list[int]:
        found = []
        for address in (url(beside), url(beside, "notices"), f"/cases/{beside.number}/"):
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(address).status_code == 200
            found.append(len(queries))
        return found

    few = counted()
    hearing = live(beside, "hearing")[0]
    rows = Abutter.objects.bulk_create(
        Abutter(of=of, owner=f"Sample Owner {n}", street=f"{n} Sample Street", city="Tisbury", state="MA",
                zip_code="02568", position=n)
        for n in range(3, 1001)
    )  # fmt: skip
    notices = Notice.objects.bulk_create(
        Notice(case=beside, board=beside.board, letter="hearing-notice", label="Notice", to_name=row.owner,
               channel="certified", status="mailed", written_on=MAY_1, mailed_on=MAY_1, hold_until=NOON,
               key=f"crowd-{row.pk}")
        for row in rows
    )  # fmt: skip
    AbutterNotice.objects.bulk_create(
        AbutterNotice(abutter=row, notice=note, hearing=hearing)
        for row, note in zip(rows, notices, strict=True)
    )
    assert counted() == few
    assert of.abutters.count() == 1000


# -------------------------------------------------------------------------------------------------- admin
def test_an_administrator_adds_a_rule_and_every_hearing_ahead_follows(beside: Case) -> None:
    heard(beside)
    desk, add = browser(people.administrator()), "/admin/office/abutterrule/add/"
    form = {
        "board": people.health().pk, "slug": "toys", "label": "Toys", "since": "2026-06-01",
        "reach": "within", "feet": "300", "days": "21", "section": "Tisbury 09.0.8(13)", "confirmed": "on",
    }  # fmt: skip
    for change, says in (
        ({"feet": ""}, "Enter the distance in feet"),
        ({"reach": "touching"}, "need no distance"),
        ({"section": "Tisbury 99.9"}, "Write it as the rules pages do."),
        ({"slug": "boats"}, "No kind of case of this board asks for “boats”. It asks for: toys."),
        ({"since": "2026-05-19"}, "Tuesday, May 19, 2026 has passed."),
        ({"since": "2026-01-01"}, "A row starts on that day already."),
    ):
        assert says in desk.post(add, form | change).content.decode(), says
    assert clock(beside, "abutters-toys").due_on == date(2026, 6, 2)
    assert desk.post(add, form).status_code == 302
    assert clock(beside, "abutters-toys").due_on == date(2026, 5, 26)
    row = AbutterRule.objects.get(days=21)
    assert desk.post(f"/admin/office/abutterrule/{row.pk}/change/", form).status_code == 403
    assert desk.post(f"/admin/office/abutterrule/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_the_cast_is_of_tisbury(beside: Case) -> None:
    """What another board set does not show on this one's page."""
    AbutterRule.objects.all().delete()
    a_rule(board=people.docks(), label="Another board’s rule")
    assert "Another board’s rule" not in text(browser(people.clerk()).get(url(beside)))
    assert isinstance(people.clerk(), User)
    assert abutter_notices.problems(beside, listed(beside), NOON) == [
        "No hearing is set. Put the case on the agenda of a meeting as a hearing first."
    ]
