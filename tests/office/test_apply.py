"""Applying online: every page, with and without errors, odd input, two tabs, and what nobody else reads."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from pypdf import PdfReader

from office import kinds, uploads
from office.actions import cases, draft_nights, drafts
from office.models import Case, Draft, Fee, FeeAmount, MessageLine, Party
from office.views.apply import MOST_BEGUN
from office.views.draft_pages import OURS
from tests import people
from tests.world import pdf
from tisbury_boh.logs import without_personal_data

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 1)
NOON = datetime(2026, 6, 1, 14, 14, tzinfo=ZoneInfo("America/New_York"))
YOU = {"name": "Maureen O'Brien", "kind": "person", "email": "maureen@example.org", "acts": "owner"}
DUMPSTER = ("size_cubic_yards", "use", "already_placed")
WHERE = (
    "district", "lot_line_distance_ft", "sight_line_clear", "screening_asked", "children_can_reach",
)  # fmt: skip


@pytest.fixture(autouse=True)
def office() -> Iterator[Any]:
    """2:14 in the afternoon of Monday, June 1, 2026; one lot on file, and nobody has begun anything."""
    cache.clear()
    board = people.health()
    board.phone = "508-555-0101"
    board.save()
    people.parcel()
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


class Applicant:
    """Somebody in a browser, with a draft of a dumpster permit."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client()
        came = self.client.post("/apply/dumpster/")
        assert came.status_code == 302
        self.base = str(came["Location"]).removesuffix("you/")

    def at(self, section: str) -> str:
        return f"{self.base}{section}"

    def get(self, section: str = "") -> Any:
        return self.client.get(self.at(section))

    def save(self, section: str, button: str = "", version: int | None = None, **said: Any) -> Any:
        """Fill the page in and press: the button named, or Save and continue."""
        if version is None:
            version = int(field(self.client.get(self.at(f"{section}/")), "version"))
        press = {button: "1"} if button else {}
        return self.client.post(self.at(f"{section}/"), {"version": version, **press, **said})

    def answer_all(self) -> None:
        self.save("you", **YOU)
        self.save("place", find="10 sample street", thing="Behind the kitchen")
        self.save("dumpster", **{name: people.DUMPSTER_ANSWERS[name] for name in DUMPSTER})
        self.save("where", **{name: people.DUMPSTER_ANSWERS[name] for name in WHERE})
        self.save("hauler", hauler_reason="Sample reason")
        self.save("papers")

    def file(self) -> Any:
        return self.client.post(self.at("check/"), {"declared": "on"})

    @property
    def draft(self) -> Draft:
        found = drafts.of_token(self.base.split("/")[2])
        assert found is not None
        return found


@pytest.fixture
def somebody() -> Applicant:
    return Applicant()


def field(response: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found, name
    return unescape(found[1])


def words(response: Any) -> str:
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def summary(response: Any) -> str:
    body = response.content.decode().partition('id="error-summary"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


# --------------------------------------------------------------------------------------------- beginning
def test_the_kind_page_leads_to_the_start_and_the_start_to_the_first_section(client: Client) -> None:
    assert 'href="/apply/dumpster/"' in client.get("/permits/dumpster/").content.decode()
    start = words(client.get("/apply/dumpster/"))
    for said in ("Location sketch", "60 days", "No account needed", "Start application"):
        assert said in start
    assert words(Applicant(client).get("you/")).find("Section 1 of 6: You") > 0
    assert not Draft.objects.get().versions


def test_looking_begins_nothing_and_what_is_on_paper_is_not_begun(client: Client) -> None:
    client.get("/apply/dumpster/")
    assert not Draft.objects.exists()
    for address in ("/apply/complaint/", "/apply/no-such-kind/", "/drafts/no-such-draft/"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code in (404, 405)


def test_programs_and_too_many_beginnings_are_turned_away(client: Client) -> None:
    assert client.post("/apply/dumpster/", {"begin-website": "x"}).status_code == 422
    for _ in range(MOST_BEGUN):
        Applicant(client)
    came = client.post("/apply/dumpster/")
    assert came.status_code == 429
    assert "Call the office at 508-555-0101, or go on at 3 pm." in words(came)
    assert Draft.objects.count() == MOST_BEGUN


def test_no_cache_keeps_a_page_of_a_draft_and_no_search_engine_lists_it(somebody: Applicant) -> None:
    somebody.answer_all()
    pages = [somebody.get(slug) for slug in ("", "you/", "place/", "papers/", "later/", "check/")]
    somebody.file()
    for came in [*pages, somebody.get("filed/"), somebody.get("filed/copy.pdf"), somebody.get("you/")]:
        assert "no-store" in came["Cache-Control"]
        assert came["X-Robots-Tag"] == "noindex"
        assert came["Referrer-Policy"] == "same-origin"


def test_no_section_of_a_kind_is_called_like_one_of_ours() -> None:
    for kind in kinds.registry.values():
        if kind.form is not None:
            assert not OURS & {slug for slug, _, _ in kind.form.sections}, kind.slug


# ---------------------------------------------------------------------------------------------- sections
def test_a_section_says_where_one_is_and_when_it_was_saved(somebody: Applicant) -> None:
    assert "Saved" not in words(somebody.get("you/"))
    came = somebody.save("you", **YOU)
    assert (came.status_code, came["Location"]) == (302, somebody.at("place/"))
    page = words(somebody.get("dumpster/"))
    assert "Section 3 of 6: The dumpster" in page
    assert "Saved 2:14 pm" in page
    assert "5 not known yet" in page


def test_what_was_saved_on_another_day_says_the_day(somebody: Applicant, office: Any) -> None:
    somebody.save("you", **YOU)
    office.move_to(NOON + timedelta(days=3))
    assert "Saved 2:14 pm on Monday, June 1, 2026" in words(somebody.get("place/"))


def test_an_unreadable_answer_stops_its_page_and_is_kept_as_typed(somebody: Applicant) -> None:
    came = somebody.save("dumpster", size_cubic_yards="six", use="commercial")
    assert came.status_code == 422
    assert "<title>Error: " in came.content.decode()
    assert summary(came).endswith("Write a number in digits, such as 12.5.")
    assert 'href="#id_size_cubic_yards"' in came.content.decode()
    assert somebody.draft.raw("dumpster")["size_cubic_yards"] == ["six"]
    assert 'value="six"' in somebody.get("dumpster/").content.decode()
    assert somebody.save("where", district="commercial").status_code == 302  # only that page


@pytest.mark.parametrize("name", ["O'Brien", "Müller", "李", "Z̷̢a̴͎l̵͠g̶o " * 8, "x" * 200])
def test_any_name_is_a_name(somebody: Applicant, name: str) -> None:
    assert somebody.save("you", **{**YOU, "name": name}).status_code == 302
    somebody.answer_all()
    somebody.save("you", **{**YOU, "name": name})
    assert somebody.file().status_code == 302
    assert Party.objects.get(email=YOU["email"]).name == " ".join(name.split())


def test_an_address_of_400_characters_is_kept_and_told_to_be_shorter(somebody: Applicant) -> None:
    came = somebody.save("you", **YOU, street="x" * 400)
    assert came.status_code == 422
    assert "This has 400 characters; the office keeps 200. Shorten it." in summary(came)
    assert somebody.draft.raw("you")["street"] == ["x" * 400]
    assert "x" * 400 in came.content.decode()


def test_who_applies_must_be_reachable_and_an_agent_authorized(somebody: Applicant) -> None:
    said = summary(somebody.save("you", name="", acts="agent"))
    for needed in ("Write your name", "an e-mail address or a mailing address", "name of the owner", "Tick"):
        assert needed in said
    assert somebody.save("you", **{**YOU, "email": "", "street": "1 Sample Lane"}).status_code == 302
    agent = {"acts": "agent", "owner": "Sample Owner", "authorized": "on"}
    assert somebody.save("you", **{**YOU, **agent}).status_code == 302


def test_a_lot_is_looked_up_without_script_or_kept_as_written(somebody: Applicant) -> None:
    people.parcel(lot="4", street_number="12")
    came = somebody.save("place", "look", find="sample street")
    assert came["Location"] == f"{somebody.at('place/')}#lots"
    page = words(somebody.get("place/"))
    assert "10 Sample Street (29-A-3)" in page
    assert "12 Sample Street (29-A-4)" in page
    assert "Choose your lot" not in page
    assert "Choose your lot" in summary(somebody.save("place", find="sample street"))
    assert somebody.save("place", find="sample street", lot="none").status_code == 302
    assert somebody.save("place", find="29a3").status_code == 302  # exactly one: no need to ask
    assert "10 Sample Street (29-A-3)" in words(somebody.get("check/"))
    somebody.save("place", "look", find="The old mill")
    assert "No lot on the town’s list matches" in words(somebody.get("place/"))
    assert somebody.save("place", find="The old mill").status_code == 302


def test_of_many_lots_the_chosen_one_stays_chosen(somebody: Applicant) -> None:
    last = [people.parcel(lot=str(n), street_number=str(n)) for n in range(20, 40)][-1]
    somebody.save("place", find="39 sample street")
    assert somebody.save("place", find="sample street", lot=str(last.pk)).status_code == 302
    assert str(last) in words(somebody.get("check/"))
    assert "Not all that match are shown" in words(somebody.get("place/"))


def test_the_findings_follow_the_answers_without_saving_or_ever_stopping(somebody: Applicant) -> None:
    answers = {name: people.DUMPSTER_ANSWERS[name] for name in WHERE} | {"sight_line_clear": "false"}
    came = somebody.client.post(
        somebody.at("where/"), {"version": 0, **answers}, headers={"HX-Request": "true"}
    )
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", came.content.decode())).split())
    assert "The dumpster blocks the sight of traffic. Move it. (" not in said  # the section stands in a span
    assert "The dumpster blocks the sight of traffic. Move it. Tisbury 09.2.3(2)" in said
    assert 'hx-swap-oob="innerHTML:#so-far-sum"' in came.content.decode()
    assert "<form" not in came.content.decode()
    assert not somebody.draft.versions
    assert somebody.save("where", **answers).status_code == 302


def test_the_check_button_saves_and_shows_the_findings_without_script(somebody: Applicant) -> None:
    came = somebody.save("where", "check", sight_line_clear="true")
    assert came["Location"] == f"{somebody.at('where/')}#so-far-h"
    assert "1 met, 4 not known yet" in words(somebody.get("where/"))


def test_two_tabs_are_shown_both_by_question_and_saving_again_is_a_choice(somebody: Applicant) -> None:
    somebody.save("dumpster", size_cubic_yards="6", use="residential")
    came = somebody.save("dumpster", version=0, size_cubic_yards="8", use="residential")
    assert came.status_code == 422
    page = words(came)
    assert "another tab or device saved this section" in page
    assert "Size in cubic yards 8 6" in page
    assert "Use Residential" not in page.partition("Section")[2].partition("Size in cubic yards 8")[2][:40]
    assert 'value="8"' in came.content.decode()
    assert somebody.draft.raw("dumpster")["size_cubic_yards"] == ["6"]
    again = somebody.save(
        "dumpster", version=int(field(came, "version")), size_cubic_yards="8", use="residential"
    )
    assert again.status_code == 302
    assert somebody.draft.raw("dumpster")["size_cubic_yards"] == ["8"]


# ------------------------------------------------------------------------------------------------ papers
def heic() -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (300, 200), "blue").save(out, "HEIF")
    return SimpleUploadedFile("sketch.heic", out.getvalue())


def send(somebody: Applicant, *files: SimpleUploadedFile, button: str = "attach", item: str = "") -> Any:
    return somebody.save("papers", button, **{f"file-{item or 'location-sketch'}": list(files)})


def test_files_are_tied_to_their_item_and_can_be_removed(somebody: Applicant) -> None:
    assert "Location sketch Missing" in words(somebody.get("papers/"))
    assert send(somebody, pdf("plan (1).pdf"), pdf("plan (2).pdf")).status_code == 302
    page = words(somebody.get("papers/"))
    assert "Location sketch Supplied" in page
    assert "plan (1).pdf" in page
    assert somebody.draft.files.count() == 1  # the same bytes twice are one paper
    file = somebody.draft.files.get()
    somebody.client.post(somebody.at("papers/"), {"version": 0, "remove": file.pk})
    assert "Location sketch Missing" in words(somebody.get("papers/"))


def test_phone_photographs_become_one_pdf(somebody: Applicant) -> None:
    send(somebody, heic())
    assert [(file.shown_name, file.content_type) for file in somebody.draft.files.all()] == [
        ("sketch.pdf", "application/pdf")
    ]
    other = Applicant()
    send(other, heic(), photo("a.jpg"), pdf("plan.pdf"))
    assert [file.shown_name for file in other.draft.files.order_by("shown_name")] == [
        "plan.pdf",
        "sketch.pdf",
    ]
    pages = PdfReader(other.draft.files.get(shown_name="sketch.pdf").file).pages
    assert len(pages) == 2


def photo(name: str) -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue())


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (SimpleUploadedFile("empty.pdf", b""), "“empty.pdf” is empty (0 bytes)."),
        (SimpleUploadedFile("plan.pdf", b"MZ" + b"\0" * 300), "“plan.pdf” is named as a PDF but is"),
        (SimpleUploadedFile("big.pdf", b"%PDF-" + b"0" * 26 * uploads.MEGABYTE), "the limit is 25 MB"),
    ],
)
def test_a_file_not_taken_says_why_and_the_others_stay(
    somebody: Applicant, file: SimpleUploadedFile, says: str
) -> None:
    file.seek(0)
    came = send(somebody, file, photo("good.jpg"), button="")
    assert came.status_code == 422
    assert says in summary(came)
    assert [kept.shown_name for kept in somebody.draft.files.all()] == ["good.jpg"]
    assert "good.jpg" in words(came)


def test_an_item_that_does_not_apply_needs_a_reason(somebody: Applicant) -> None:
    na = {"na-location-sketch": "on"}
    assert "Say why “Location sketch” does not apply" in summary(somebody.save("papers", **na))
    came = somebody.save("papers", **na, **{"why-location-sketch": "It stands indoors."})
    assert came["Location"] == somebody.at("check/")
    assert "Location sketch Does not apply: It stands indoors." in words(somebody.get("check/"))


# ------------------------------------------------------------------------------------------- going on later
def test_a_mailed_link_opens_elsewhere_where_one_left_off(somebody: Applicant) -> None:
    assert somebody.save("you", "later", **YOU)["Location"] == somebody.at("later/")
    page = somebody.get("later/")
    assert "through Friday, July 31, 2026" in words(page)
    assert 'value="maureen@example.org"' in page.content.decode()
    assert somebody.client.post(somebody.at("later/"), {"email": "no address"}).status_code == 422
    came = somebody.client.post(somebody.at("later/"), {"email": "maureen@example.org"}, follow=True)
    assert "We mailed a link to maureen@example.org." in words(came)
    found = re.search(r"(/drafts/[\w-]+/)", MessageLine.objects.get().text)
    assert found
    elsewhere = Client()
    opened = elsewhere.get(found[1], follow=True)
    assert opened.redirect_chain[-1][0] == f"{found[1]}place/"
    assert 'value="Maureen O&#x27;Brien"' in elsewhere.get(f"{found[1]}you/").content.decode()
    assert somebody.get("you/").status_code == 200


def test_a_lost_link_is_mailed_anew_to_the_address_it_was_begun_with(somebody: Applicant) -> None:
    somebody.save("you", **YOU | {"email": "Maureen@example.org"})
    drafts.send_link(drafts.begin(kind=kinds.get("dumpster"), board=people.health(), on=DAY, now=NOON)[0],
                     email="maureen@example.org", on=DAY, now=NOON)  # fmt: skip
    filed, _ = drafts.begin(kind=kinds.get("dumpster"), board=people.health(), on=DAY, now=NOON)
    Draft.objects.filter(pk=filed.pk).update(
        answers={"you": {"email": ["maureen@example.org"]}}, expires_on=DAY - timedelta(days=1)
    )
    MessageLine.objects.all().delete()
    visitor = Client()
    asked = [visitor.post("/resume/", {"email": email}) for email in ("maureen@example.org", "b@example.org")]
    assert [came.status_code for came in asked] == [200, 200]
    assert words(asked[0]) == words(asked[1])
    texts = list(MessageLine.objects.values_list("text", flat=True))
    assert len(texts) == 2  # the one begun with it and the one once mailed to it, not what is over
    found = [re.search(r"/drafts/([\w-]+)/", text) for text in texts]
    assert {link and drafts.of_token(link[1]) for link in found} == set(Draft.objects.open(DAY))


def test_asking_for_links_all_day_or_with_no_address_mails_nothing(monkeypatch: Any) -> None:
    monkeypatch.setattr("office.views.resume.MOST_ASKED", 1)
    visitor = Client()
    assert visitor.post("/resume/", {"email": "maureen"}).status_code == 422
    assert visitor.post("/resume/", {"email": "a@example.org", "website": "x"}).status_code == 422
    assert visitor.post("/resume/", {"email": "a@example.org"}).status_code == 200
    came = visitor.post("/resume/", {"email": "a@example.org"})
    assert came.status_code == 429
    assert "Many links were asked for from your connection within an hour." in came.content.decode()
    assert not MessageLine.objects.exists()


def test_over_a_draft_says_so_and_what_to_do(somebody: Applicant, office: Any) -> None:
    somebody.save("you", **YOU)
    for emptied in (False, True):
        office.move_to(NOON + timedelta(days=61))
        if emptied:
            draft_nights.expire(on=DAY + timedelta(days=61))
        for section in ("", "you/", "check/", "later/"):
            came = somebody.get(section)
            assert came.status_code == 410
            assert "kept through Friday, July 31, 2026" in words(came)
            assert "Start a new application" in words(came)
            assert "Maureen" not in came.content.decode()
    assert somebody.client.post(somebody.at("you/"), {"version": "1"}).status_code == 410


# ------------------------------------------------------------------------------------------- check and file
def test_the_check_tells_everything_and_what_was_skipped(somebody: Applicant) -> None:
    somebody.answer_all()
    page = words(somebody.get("check/"))
    for said in (
        "Your name, or the name of the business Maureen O'Brien", "Phone Not provided", "Use Commercial",
        "Is the sight of traffic clear? Yes", "Location sketch Not provided", "You may still file.",
        "We cannot issue until this changes or the board grants a variance", "will confirm the fee",
        "Maureen O'Brien, by e-mail to maureen@example.org", "Change the answers under “Where it stands”",
    ):  # fmt: skip
        assert said in page, said
    assert "Name of the owner" not in page


def test_change_leads_back_to_the_check(somebody: Applicant) -> None:
    somebody.answer_all()
    page = somebody.client.get(somebody.at("where/?from=check"))
    assert 'name="from" value="check"' in page.content.decode()
    came = somebody.save("where", **{"from": "check", "district": "commercial"})
    assert came["Location"] == somebody.at("check/")


def test_without_the_declaration_or_with_unreadable_answers_nothing_is_filed(somebody: Applicant) -> None:
    somebody.answer_all()
    came = somebody.client.post(somebody.at("check/"))
    assert came.status_code == 422
    assert "Tick the declaration" in summary(came)
    somebody.save("dumpster", size_cubic_yards="six")
    came = somebody.file()
    assert came.status_code == 422
    assert "The dumpster: Write a number in digits" in summary(came)
    assert 'href="#part-dumpster"' in came.content.decode()
    assert "six" in words(came)
    assert not Case.objects.exists()


def test_an_empty_draft_says_what_is_still_open_and_is_not_filed(somebody: Applicant) -> None:
    assert somebody.get("check/").status_code == 200
    assert "You: Write your name" in summary(somebody.file())


def test_the_fee_changed_since_it_was_begun_old_new_and_why(somebody: Applicant, office: Any) -> None:
    fee = Fee.objects.create(code="dumpster", label="Dumpster permit", board=people.health())
    for since, amount in ((date(2026, 1, 1), "50.00"), (date(2026, 6, 15), "75.00")):
        FeeAmount.objects.create(
            fee=fee, shape="flat", amount=amount, since=since, added_on=date(2026, 1, 1), vote="Sample vote"
        )
    somebody.answer_all()
    assert "The fee changed" not in words(somebody.get("check/"))
    office.move_to(NOON + timedelta(days=20))
    page = words(somebody.get("check/"))
    assert "Dumpster permit: $50.00 on Monday, June 1, 2026, now $75.00." in page
    somebody.file()
    assert "$75.00 is due." in words(somebody.get("filed/"))


def test_filed_stays_says_what_comes_and_what_is_still_needed(somebody: Applicant) -> None:
    somebody.answer_all()
    came = somebody.file()
    assert came["Location"] == somebody.at("filed/")
    page = words(somebody.get("filed/"))
    for said in (
        "Your number is DU-2026-001", "Monday, June 1, 2026, 2:14 pm", "What happens next", "Location sketch",
        "The board approves the location; it stands 12.5 ft from the lot line.", "will confirm the fee",
        "Download your copy", "We mail its link to maureen@example.org",
    ):  # fmt: skip
        assert said in page, said
    assert "Add to calendar" not in page  # no clock runs yet
    assert somebody.get("filed/day.ics").status_code == 404
    for section in ("", "you/", "check/", "later/"):
        assert somebody.get(section)["Location"] == somebody.at("filed/")


def test_a_clock_that_runs_is_dated_and_goes_into_a_calendar(somebody: Applicant) -> None:
    somebody.answer_all()
    somebody.file()
    case = Case.objects.get()
    cases.record(case, "incomplete", on=DAY, by=people.clerk(), note="The sketch is missing.")
    page = words(somebody.get("filed/"))
    assert "Send what is missing: through Monday, June 15, 2026" in page
    assert "Add to calendar" in page
    body = somebody.get("filed/day.ics").content.decode()
    assert "SUMMARY:DU-2026-001: Send what is missing" in body
    assert "DTSTART;VALUE=DATE:20260615" in body
    assert "/cases/" not in body
    assert "Maureen" not in body


def test_the_copy_is_a_tagged_pdf_of_what_was_sent(somebody: Applicant) -> None:
    somebody.answer_all()
    somebody.file()
    came = somebody.get("filed/copy.pdf")
    assert came["Content-Type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(came.getvalue()))
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for said in ("DU-2026-001", "Maureen O'Brien", "10 Sample Street (29-A-3)", "2:14 pm", "Not provided"):
        assert said in text, said
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_a_second_press_lands_on_the_same_page(somebody: Applicant) -> None:
    somebody.answer_all()
    assert somebody.file()["Location"] == somebody.file()["Location"] == somebody.at("filed/")
    assert Case.objects.count() == 1


def test_a_dead_session_loses_nothing(somebody: Applicant) -> None:
    somebody.client.force_login(people.stranger())
    somebody.answer_all()
    somebody.client.logout()
    assert somebody.file().status_code == 302
    assert Case.objects.count() == 1


def test_who_signed_in_has_the_case_and_a_clerk_never_becomes_the_applicant() -> None:
    for person in (people.stranger(), people.clerk()):
        client = Client()
        client.force_login(person)
        somebody = Applicant(client)
        somebody.answer_all()
        somebody.file()
    first, second = Case.objects.order_by("pk")
    assert [row.party.user for row in first.people.all()] == [people.stranger()] * 2
    assert [row.party.user for row in second.people.all()] == [None] * 2
    assert second.events.get(slug="filed").by is None


def test_nothing_of_a_draft_stands_on_a_public_page(somebody: Applicant) -> None:
    somebody.save("you", **{**YOU, "name": "Ottoline Tidewater", "email": "ottoline@example.org"})
    for address in ("/", "/permits/dumpster/", "/apply/dumpster/", "/register/?q=ottoline", "/calendar/"):
        page = Client().get(address).content.decode().replace('value="ottoline"', "")
        assert "Tidewater" not in page
        assert "ottoline@" not in page
        assert somebody.base not in page


def test_the_log_holds_no_link() -> None:
    said = {"request": "GET /drafts/secret-token/you/", "event": '"GET /drafts/secret-token/check/ HTTP/1.1"'}
    assert "secret-token" not in str(without_personal_data(None, "", dict(said)))
    assert "/drafts/…/you/" in str(without_personal_data(None, "", dict(said)))


def test_every_online_kind_is_filed_with_a_name_alone() -> None:
    for board in (people.docks, people.works):
        board()
    for kind in kinds.registry.values():
        if not kind.online:
            continue
        client = Client()
        base = client.post(f"/apply/{kind.slug}/")["Location"].removesuffix("you/")
        client.post(f"{base}you/", {"version": "0", **YOU})
        came = client.post(f"{base}check/", {"declared": "on"}, follow=True)
        assert "Filed" in words(came), kind.slug
        assert Case.objects.filter(kind=kind.slug).count() == 1
