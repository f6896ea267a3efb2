"""Inspecting on the page: begin, answer, finish, follow; the report, and the checklists in the admin."""

from __future__ import annotations

import io
import re
from datetime import date
from html import unescape
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now
from PIL import Image
from pypdf import PdfReader

from enforcement.actions import inspections
from enforcement.actions.inspections import Said
from enforcement.models.inspections import items_of
from office import letters
from office.actions import notices
from office.actions.cases import record
from office.models import Case, Document
from tests import casts, people
from tests.enforcement.inspection_cast import (
    DAY,
    TUESDAY,
    answered,
    begun,
    checklist,
    finished,
    item,
    shipped,
    the_bin,
)

pytestmark = pytest.mark.django_db

NEW = "/inspections/new/"
NOON = "2026-06-01 12:00 -0400"
office = casts.shared(lambda: (shipped(), the_bin()))


@pytest.fixture(autouse=True)
def _on_june_1() -> Any:
    with time_machine.travel(NOON, tick=False):
        yield


def browser(person: Any = None) -> Client:
    client = Client()
    client.force_login(person or people.inspector())
    return client


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def at(case: Case, more: str = "") -> str:
    return f"/inspections/{case.number}/{more}"


def told(**more: Any) -> dict[str, Any]:
    """What the page of a new inspection sends, unless `more` say otherwise."""
    return {
        "key": "inspect:1", "where": f"f{the_bin().pk}", "checklist": checklist().pk, "sort": "routine",
        "inspected_on": "6/1/2026",
    } | more  # fmt: skip


def said(case: Case, rest: str = "yes", **by_slug: Any) -> dict[str, Any]:
    """What the page of the items sends: everything, as a browser without a script would."""
    sent: dict[str, Any] = {}
    for row in items_of(case.details):
        lead, own = f"i{row.pk}", by_slug.get(row.item.slug.replace("-", "_"), {})
        own = {"answer": own} if isinstance(own, str) else own
        whole = {"answer": rest, "note": "", "days": row.wording.days, "version": row.version} | own
        sent |= {f"{lead}-{name}": value for name, value in whole.items() if value is not None}
    return sent


def photo(name: str = "lids.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue())


# ---- Beginning
def test_it_is_begun_on_one_page_and_once() -> None:
    client = browser()
    shown = text(client.get(NEW))
    for label in ("Food establishment", "Dumpster", "Residential kitchen", "Human habitation", "Campground",
                  "Junkyard", "Septic installation", "Body art"):  # fmt: skip
        assert label in shown
    for _ in range(2):
        answer = client.post(NEW, told())
        assert answer["Location"] == "/inspections/I-2026-001/"
    assert Case.objects.filter(kind="inspection").count() == 1


def test_what_is_missing_is_said_at_its_field_and_nothing_typed_is_lost() -> None:
    client = browser()
    empty = client.post(NEW, {"key": "k", "find": "sample", "sort": "", "inspected_on": "", "place": "Dock"})
    assert empty.status_code == 422
    for words in ("Choose the checklist.", "Choose why you inspect.", "Enter a date"):
        assert words in text(empty)
    assert 'value="Dock"' in empty.content.decode()
    nowhere = client.post(NEW, told(where=""))
    assert "Find and choose the place, or write where it is." in text(nowhere)
    ahead = client.post(NEW, told(inspected_on="6/2/2026"))
    assert "Tuesday, June 2, 2026 lies ahead." in text(ahead)
    alone = client.post(NEW, told(sort="re-inspection"))
    assert "A re-inspection follows an inspection." in text(alone)
    assert not Case.objects.filter(kind="inspection").exists()


def test_a_few_letters_find_a_place_a_lot_and_a_case() -> None:
    case, client = finished(lids="no"), browser()
    headers = {"HX-Request": "true", "HX-Target": "found"}
    found = text(client.post(NEW, told(find="sample bin", where=""), headers=headers))
    assert "Sample bin (dumpster)" in found
    assert "10 Sample Street (29-A-3)" in text(client.post(NEW, told(find="29a3"), headers=headers))
    part = client.post(NEW, told(find=case.number.lower(), where=""), headers=headers)
    assert f"{case.number}, Sample bin: inspection, needs correction" in text(part)
    chosen = text(client.post(NEW, told(), headers=headers))
    assert f"Last visit: {case.number}, Monday, June 1, 2026, needs correction" in chosen
    assert "Not met then: Lids are kept closed." in chosen
    assert "<html" not in part.content.decode()


def test_the_case_file_leads_to_an_inspection_made_for_it_and_names_those() -> None:
    permit = people.ready_dumpster(DAY, facility=the_bin())
    client = browser()
    page = client.get(f"/cases/{permit.number}/").content.decode()
    link = f"{NEW}?parent={permit.number}"
    assert link in page
    shown = client.get(link).content.decode()
    chosen = re.findall(r'name="(\w+)" value="(\w+)"[^>]*checked', shown)
    assert {("where", f"c{permit.pk}"), ("checklist", str(checklist().pk))} <= set(chosen)
    answer = client.post(NEW, told(where=f"c{permit.pk}"))
    case = Case.objects.get(number=answer["Location"].split("/")[2])
    assert (case.parent, case.facility) == (permit, the_bin())
    assert f"Made for this case: {case.number} inspection, begun" in text(
        client.get(f"/cases/{permit.number}/")
    )
    # Who opens none is offered none.
    assert link not in browser(people.member()).get(f"/cases/{permit.number}/").content.decode()


def test_a_re_inspection_is_begun_from_the_inspection_before_it() -> None:
    before, client = finished(lids="no"), browser()
    shown = client.get(f"{NEW}?parent={before.number}").content.decode()
    chosen = dict(re.findall(r'name="(\w+)" value="([\w-]+)"[^>]*checked', shown))
    assert chosen == {
        "where": f"c{before.pk}", "checklist": str(checklist().pk), "sort": "re-inspection"
    }  # fmt: skip
    assert client.get(f"{NEW}?parent=I-2020-999").status_code == 404


# ---- Item by item
def test_each_answer_is_saved_as_you_go() -> None:
    case, client = begun(), browser()
    row = item(case, "lids")
    headers = {"HX-Request": "true", "HX-Target": f"state-{row.pk}"}
    sent = said(case, "") | {f"i{row.pk}-answer": "no", f"i{row.pk}-note": "Both open."}
    part = client.post(at(case), sent, headers=headers)
    assert part.status_code == 200
    assert "Saved: no, to be corrected at once." in text(part)
    assert "1 of 11, saved" in text(part)
    assert f'name="i{row.pk}-version" value="1"' in part.content.decode()
    assert (item(case, "lids").answer, item(case, "lids").note) == ("no", "Both open.")
    assert "1 of 11, saved" in text(client.get(at(case)))


def test_without_a_script_one_button_saves_all_and_nothing_is_lost() -> None:
    case, client = begun(), browser()
    page = client.post(at(case), said(case, "", lids="no", area={"answer": "no", "days": "3"}), follow=True)
    assert "2 of 11, saved." in text(page)
    wrong = client.post(at(case), said(case, "yes", area={"answer": "no", "note": "Debris", "days": "soon"}))
    assert wrong.status_code == 422
    assert "Write the calendar days as a whole number, 0 for at once, up to 365." in text(wrong)
    assert 'value="soon"' in wrong.content.decode()
    assert 'value="Debris"' in wrong.content.decode()
    assert item(case, "lids").answer == "yes"
    assert item(case, "area").days == 3


def test_a_stale_save_shows_both_versions_and_saving_again_keeps_yours() -> None:
    case, client = begun(), browser()
    mine = said(case, "", lids={"answer": "no", "note": "Open"})
    row = item(case, "lids")
    inspections.save_items(case, {row.pk: Said("yes", version=0)}, by=people.clerk())
    shown = client.post(at(case), mine)
    assert shown.status_code == 422
    words = text(shown)
    assert "Not saved: Tisbury Clerk saved this item meanwhile" in words
    assert "Answer: yours “No”, saved “Yes”" in words
    assert "What was seen: yours “Open”, saved “no answer”" in words
    assert item(case, "lids").answer == "yes"
    again = mine | {f"i{row.pk}-version": "1"}
    assert client.post(at(case), again).status_code == 302
    assert (item(case, "lids").answer, item(case, "lids").note) == ("no", "Open")


def test_a_photo_goes_on_file_with_its_hash_and_the_same_one_once() -> None:
    case, client = begun(), browser()
    row = item(case, "lids")
    headers = {"HX-Request": "true", "HX-Target": f"state-{row.pk}"}
    for _ in range(2):
        sent = said(case, "", lids="no") | {f"i{row.pk}-photo": photo()}
        part = client.post(at(case), sent, headers=headers)
    kept = Document.objects.get(case=case)
    assert (kept.label, list(item(case, "lids").photos.all())) == ("Photo: Lids are kept closed.", [kept])
    assert f"1 photo: lids.jpg , Monday, June 1, 2026, SHA-256 {kept.sha256[:12]}" in text(part)
    refused = client.post(
        at(case), said(case, "", lids="no") | {f"i{row.pk}-photo": SimpleUploadedFile("x.exe", b"MZ")},
        headers=headers,
    )  # fmt: skip
    assert refused.status_code == 422
    assert "x.exe" in text(refused)


def test_the_third_time_is_told_on_the_item() -> None:
    for day in (date(2026, 3, 2), date(2026, 4, 6)):
        finished(day, lids="no")
    page = text(browser().get(at(begun())))
    assert page.count("Third time") == 1
    assert "4. Lids are kept closed. Third time" in page
    assert "Last visit: I-2026-002, Monday, April 6, 2026, needs correction" in page


def test_the_first_visit_says_that_there_was_none_before() -> None:
    assert "No earlier visit is on file." in text(browser().get(at(begun())))


# ---- Finishing
def test_finishing_lists_the_items_left_first() -> None:
    case, client = begun(), browser()
    sent = said(case, lids="", area="")
    led = client.post(at(case), sent | {"go": "finish"}, follow=True)
    assert led.redirect_chain[-1][0] == f"{at(case)}?left=yes"
    words = text(led)
    assert "Answer these first 4. Lids are kept closed. 8. The area is free of odors" in words
    assert f'href="#item-{item(case, "lids").pk}"' in led.content.decode()
    # The same for who comes by the steps of the case file.
    assert client.get(at(case, "record/passed/"))["Location"] == f"{at(case)}?left=yes"


def test_it_is_finished_with_what_the_answers_speak_for() -> None:
    case, client = begun(), browser()
    led = client.post(at(case), said(case, lids="no", sight="not-seen") | {"go": "finish"})
    assert led["Location"] == at(case, "record/correction-needed/")
    page = client.get(led["Location"])
    assert "Lids are kept closed. Tisbury 09.2.4(1) At once, on Monday, June 1, 2026." in text(page)
    version = re.search(r'name="version" value="(\d+)"', page.content.decode())
    assert version
    sent = {"outcome": "passed", "version": version[1], "met_with": "Sample Keeper", "remarks": "Windy."}
    wrong = client.post(led["Location"], sent)
    assert wrong.status_code == 422
    assert "1 item is not met. Choose that corrections are needed." in text(wrong)
    assert 'value="Sample Keeper"' in wrong.content.decode()
    reasonless = client.post(led["Location"], sent | {"outcome": "failed"})
    assert "Write in one sentence why it failed." in text(reasonless)
    done = client.post(led["Location"], sent | {"outcome": "correction-needed"}, follow=True)
    words = text(done)
    assert "I-2026-001 is finished: needs correction." in words
    assert "1 item is not met, 1 item was not seen. Met with Sample Keeper." in words
    assert "Lids are kept closed. Tisbury 09.2.4(1) Monday, June 1, 2026 Why?" in words
    again = client.post(at(case), said(case))
    assert again.status_code == 422
    assert "its answers stand as they were" in text(again)


def test_the_steps_after_it_are_done_on_its_own_pages() -> None:
    case, client = finished(lids="no", area="no"), browser()
    led = client.get(f"/cases/{case.number}/record/item-corrected/")
    assert led["Location"] == at(case, "record/item-corrected/")
    missing = client.post(led["Location"], {"on": "6/1/2026"})
    assert "Choose the item that was corrected." in text(missing)
    client.post(led["Location"], {"on": "6/1/2026", "item": "lids", "note": "Seen shut."})
    case.refresh_from_db()
    assert case.status == "needs correction"
    client.post(led["Location"], {"on": "6/1/2026", "item": "area"})
    case.refresh_from_db()
    assert case.status == "corrected"
    record(case, "closed", on=DAY, by=people.clerk())
    assert client.get(at(case, "reopen/")).status_code == 403
    closed = browser(people.clerk()).post(at(case, "reopen/"), {"why": "Wrong."})
    assert "strike what came later in the history first" in text(closed)


def test_a_clerk_takes_the_end_back() -> None:
    case, client = finished(), browser(people.clerk())
    assert "Write the reason in one sentence." in text(client.post(at(case, "reopen/"), {"why": ""}))
    client.post(at(case, "reopen/"), {"why": "Wrong bin."})
    case.refresh_from_db()
    assert case.status == "begun"
    assert "11 of 11, saved" in text(client.get(at(case)))


# ---- The report
def printed(case: Case) -> tuple[PdfReader, str]:
    pdf = browser().get(at(case, "report.pdf"))
    reader = PdfReader(io.BytesIO(pdf.content))
    return reader, " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_the_report_says_what_to_correct_by_when_and_is_tagged() -> None:
    case = answered(begun(), location="no", sight="not-seen")
    inspections.finish(case, outcome="correction-needed", by=people.inspector(), remarks="Windy.")
    reader, words = printed(case)
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    for said_there in (
        "Inspection report", "I-2026-001", "Sample bin", "Tisbury 09.2.3(1)", "Windy.",
        "Thursday, June 11, 2026", "10 calendar days from Monday, June 1, 2026", "What was not seen",
    ):  # fmt: skip
        assert said_there in words, said_there
    assert "Your rights" not in words, "no section gives any for a dumpster"


def test_the_rights_of_the_section_are_printed_where_it_gives_some() -> None:
    case = answered(begun(checklist=checklist("habitation")), "no")
    inspections.finish(case, outcome="correction-needed", by=people.inspector())
    words = printed(case)[1]
    assert "Your rights" in words
    assert "410.850" in words
    assert "410.860" in words


def test_there_is_no_report_before_the_end() -> None:
    assert browser().get(at(begun(), "report.pdf")).status_code == 404


def test_the_report_goes_out_as_a_letter_to_who_keeps_the_place() -> None:
    case = finished(lids="no")
    (letter,) = notices.write(
        case, letter="inspection-report", on=DAY, now=now(), by=people.inspector(), key="report"
    )
    assert letter.to_name == the_bin().holder.name
    words = " ".join(re.sub(r"<[^>]+>", " ", letters.page(letter)).split())
    assert "1 item is not met." in words
    assert "Lids are kept closed." in words
    assert "Monday, June 1, 2026: at once" in words


# ---- Lists, rights, queries
def test_the_list_is_of_the_board_or_of_one_place() -> None:
    here, other = finished(lids="no"), begun(facility=people.dumpster_bin("Other bin"))
    client = browser()
    words = text(client.get("/inspections/"))
    assert here.number in words
    assert other.number in words
    one = text(client.get(f"/inspections/?facility={the_bin().pk}"))
    assert f"{here.number} " in one
    assert other.number not in one
    assert client.get("/inspections/?facility=0").status_code == 404
    assert "Inspections" in text(client.get("/worklist/"))


def test_nobody_else_inspects_and_other_boards_see_nothing() -> None:
    case = begun()
    for person, new, seen, sent in (
        (people.member(), 403, 200, 403),
        (people.clerk(people.docks()), 403, 404, 404),
        (people.stranger(), 404, 404, 404),
    ):
        client = browser(person)
        assert client.get(NEW).status_code == new
        assert client.get("/inspections/").status_code == new
        assert client.get(at(case)).status_code == seen
        assert client.post(at(case), said(case)).status_code == sent
    assert 'type="radio"' not in browser(people.member()).get(at(case)).content.decode()
    permit = people.ready_dumpster(DAY, facility=the_bin())
    assert browser().get(f"/inspections/{permit.number}/").status_code == 404


def queries(address: str) -> int:
    client = browser()
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_a_long_checklist_asks_no_more_than_a_short_one() -> None:
    """23 items of a campground, 1 of a dwelling; begun and finished; with repeats."""
    for slug in ("habitation", "campground"):
        finished_one = answered(begun(DAY, checklist=checklist(slug)), "no")
        inspections.finish(finished_one, outcome="correction-needed", by=people.inspector())
    short, long = (
        begun(TUESDAY, checklist=checklist(slug), today=TUESDAY) for slug in ("habitation", "campground")
    )
    assert queries(at(short)) == queries(at(long))
    for case in (short, long):
        answered(case, "no")
        inspections.finish(case, outcome="correction-needed", by=people.inspector())
    assert queries(at(short)) == queries(at(long))
    assert queries("/inspections/") == queries(f"/inspections/?facility={the_bin().pk}") - 1
