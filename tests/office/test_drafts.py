"""Drafts: begun by anybody, kept as typed, reached by every link, filed once, and gone after their days."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image
from pypdf import PdfReader

from office import kinds, uploads
from office.actions import cases, documents, draft_files, draft_nights, drafts, money
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Intake
from office.models import Case, Document, Draft, DraftFile, DraftLink, Fee, FeeAmount, MessageLine, Party
from office.models.documents import private_storage
from office.uploads import UploadRefused
from tests import people
from tests.world import pdf

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo("America/New_York"))
LAST = DAY + timedelta(days=drafts.KEPT_DAYS)
YOU = {"name": "Maureen O'Brien", "email": "maureen@example.org"}
DUMPSTER = kinds.get("dumpster")


def begun(slug: str = "dumpster", **more: Any) -> tuple[Draft, str]:
    return drafts.begin(kind=kinds.get(slug), board=people.health(), on=DAY, now=NOON, **more)


def save(draft: Draft, version: int = 0, section: str = "dumpster", **raw: str) -> Draft:
    sent = {name: [said] for name, said in raw.items()}
    return drafts.save_section(draft, section=section, raw=sent, version=version, on=DAY, now=NOON)


def attach(draft: Draft, name: str = "plan (1).pdf", item: str = "location-sketch") -> DraftFile:
    return draft_files.attach(draft, file=pdf(name), item=item, label="Location sketch", on=DAY, now=NOON)


def said(**more: Any) -> drafts.OnlineApplication:
    answers = {**people.DUMPSTER_ANSWERS, **more.pop("answers", {})}
    parts: dict[str, Any] = {"applicant": YOU, "parcel": people.parcel(), **more}
    return drafts.OnlineApplication(intake=Intake(DUMPSTER, answers), **parts)


def file(draft: Draft, on: date = DAY, by: Any = None, **more: Any) -> Case:
    return drafts.file(draft, said=said(**more), on=on, now=NOON, by=by)


def stored() -> int:
    """How many files lie on disk."""
    root = Path(private_storage().location)
    return sum(1 for path in root.rglob("*") if path.is_file()) if root.exists() else 0


# --------------------------------------------------------------------------------------------- beginning
def test_a_link_leads_to_the_draft_and_only_its_hash_is_kept() -> None:
    draft, token = begun()
    assert drafts.of_token(token) == draft
    assert drafts.of_token("no-such-link") is None
    assert token not in str(list(DraftLink.objects.values()))
    assert draft.expires_on == LAST


def test_only_what_is_applied_for_online_is_begun_and_only_before_its_board() -> None:
    with pytest.raises(NotAllowed, match="at the counter or by mail"):
        begun("complaint")
    with pytest.raises(NotAllowed, match="Choose the board that decides it"):
        drafts.begin(kind=DUMPSTER, board=people.docks(), on=DAY, now=NOON)


def test_only_a_clerk_files_what_is_not_online_and_anybody_what_is() -> None:
    people.health()
    bin_ = people.dumpster_bin()
    filing = {"kind": "dumpster", "on": DAY, "facility": bin_, "by": people.stranger()}
    with pytest.raises(WrongRole):
        cases.open_case(**filing)
    assert cases.open_case(**filing, online=True).status == "filed"
    with pytest.raises(NotAllowed, match="not applied for online"):
        cases.open_case(kind="complaint", on=DAY, by=None, online=True)


# ---------------------------------------------------------------------------------------------- saving
def test_answers_are_kept_as_typed_whatever_they_are() -> None:
    draft, _ = begun()
    zalgo = "\n".join("Z̷̢a̴͎l̵͠g̶o" for _ in range(12))
    save(draft, size_cubic_yards="six or so", child_prevention=zalgo, use="\0x")
    raw = Draft.objects.get().raw("dumpster")
    assert raw == {"size_cubic_yards": ["six or so"], "child_prevention": [zalgo], "use": ["x"]}


def test_no_answer_is_endless() -> None:
    draft, _ = begun()
    assert len(save(draft, use="x" * 90_000).raw("dumpster")["use"][0]) == drafts.LONGEST


def test_a_save_counts_the_days_anew_and_forgets_the_warning() -> None:
    draft, _ = begun()
    Draft.objects.update(warned_on=DAY)
    later = DAY + timedelta(days=50)
    drafts.save_section(draft, section="you", raw={"name": ["A"]}, version=0, on=later, now=NOON)
    draft.refresh_from_db()
    assert (draft.expires_on, draft.warned_on) == (later + timedelta(days=drafts.KEPT_DAYS), None)


def test_two_tabs_show_both_versions_and_nothing_is_overwritten_unseen() -> None:
    draft, _ = begun()
    save(draft, 0, use="residential", size_cubic_yards="6")
    with pytest.raises(drafts.StaleDraft) as stale:
        save(draft, 0, use="commercial", size_cubic_yards="6")
    assert stale.value.differing == ["use"]
    assert stale.value.theirs["use"] == ["residential"]
    assert Draft.objects.get().raw("dumpster")["use"] == ["residential"]
    save(draft, stale.value.version, use="commercial", size_cubic_yards="6")
    assert Draft.objects.get().raw("dumpster")["use"] == ["commercial"]


def test_the_same_answers_twice_and_other_sections_are_no_conflict() -> None:
    draft, _ = begun()
    save(draft, 0, use="residential")
    assert save(draft, 0, use="residential").version_of("dumpster") == 1
    save(draft, 0, section="where", district="commercial")
    assert set(Draft.objects.get().answers) == {"dumpster", "where"}


# ----------------------------------------------------------------------------------------------- links
def test_every_link_works_until_filing_and_then_leads_to_the_case() -> None:
    draft, first = begun()
    drafts.send_link(draft, email="a@example.org", on=DAY, now=NOON)
    text = MessageLine.objects.get().text
    found = re.search(r"/drafts/([\w-]+)/", text)
    assert found
    assert drafts.of_token(first) == drafts.of_token(found[1]) == draft
    case = file(draft)
    for token in (first, found[1]):
        again = drafts.of_token(token)
        assert again is not None
        assert again.case == case


def test_five_links_a_day_for_a_draft_and_ten_to_an_address() -> None:
    draft, _ = begun()
    for _ in range(drafts.MOST_MAILED):
        drafts.send_link(draft, email="a@example.org", on=DAY, now=NOON)
    with pytest.raises(NotAllowed, match="5 links were mailed today"):
        drafts.send_link(draft, email="b@example.org", on=DAY, now=NOON)
    drafts.send_link(draft, email="b@example.org", on=DAY, now=NOON + timedelta(days=1, minutes=1))
    for _ in range(drafts.MOST_MAILED):
        drafts.send_link(begun()[0], email="A@example.org", on=DAY, now=NOON)
    with pytest.raises(NotAllowed, match="many links today"):
        drafts.send_link(begun()[0], email="a@example.org", on=DAY, now=NOON)


# ----------------------------------------------------------------------------------------------- files
def test_a_file_pressed_twice_is_one_and_a_removed_one_is_not_filed() -> None:
    draft, _ = begun()
    kept = attach(draft)
    assert attach(draft) == kept
    gone = attach(draft, item="")
    draft_files.remove_file(draft, file=gone, on=DAY, now=NOON)
    case = file(draft)
    document = case.documents.get()
    assert (document.shown_name, document.item, document.by) == ("plan (1).pdf", "location-sketch", None)
    assert document.file.read(5) == b"%PDF-"
    assert [row.state for row in case.checklist.all()] == ["supplied"]


def test_what_was_removed_leaves_the_disk_when_the_draft_is_filed(
    django_capture_on_commit_callbacks: Any,
) -> None:
    draft, _ = begun()
    with django_capture_on_commit_callbacks(execute=True):
        gone = attach(draft)
        name = str(gone.file.name)
        draft_files.remove_file(draft, file=gone, on=DAY, now=NOON)
    assert private_storage().exists(name)
    with django_capture_on_commit_callbacks(execute=True):
        file(draft)
    assert not private_storage().exists(name)
    assert not DraftFile.objects.exists()


def test_a_kept_file_outlives_the_clearing_of_files_nobody_names(
    django_capture_on_commit_callbacks: Any,
) -> None:
    draft, _ = begun()
    kept = attach(draft)  # its transaction never ended: the mark still stands
    documents.settle_files(before=datetime(2100, 1, 1, tzinfo=ZoneInfo("UTC")))
    assert private_storage().exists(str(kept.file.name))


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("empty.pdf", b"", "is empty"),
        ("plan.pdf", b"MZ" + b"\0" * 200, "named as a PDF"),
        ("setup.exe", b"MZ" + b"\0" * 200, "the office takes"),
        ("large.pdf", b"%PDF-" + b"0" * 26 * uploads.MEGABYTE, "the limit is 25 MB"),
    ],
)
def test_a_file_that_is_not_taken_says_why_and_leaves_nothing(name: str, content: bytes, why: str) -> None:
    draft, _ = begun()
    before = stored()
    sent = SimpleUploadedFile(name, content)
    with pytest.raises(UploadRefused, match=why):
        draft_files.attach(draft, file=sent, item="", label="x", on=DAY, now=NOON)
    assert stored() == before
    assert not DraftFile.objects.exists()


def test_an_application_takes_so_many_files_and_no_more() -> None:
    draft, _ = begun()
    first = attach(draft)
    first.pk = None
    DraftFile.objects.bulk_create(
        DraftFile(
            draft=draft, label="x", size=1, sha256=str(n), file="x", added_at=NOON, content_type="x",
            safe_name="x", shown_name="x",
        )
        for n in range(draft_files.MOST_FILES - 1)
    )  # fmt: skip
    with pytest.raises(NotAllowed, match="takes 20 files"):
        attach(draft, item="")
    DraftFile.objects.filter(file="x").delete()
    DraftFile.objects.update(size=draft_files.MOST_MEGABYTES * uploads.MEGABYTE)
    with pytest.raises(NotAllowed, match="150 MB together"):
        attach(draft, item="")


def test_photographs_become_one_upright_pdf_without_their_notes_and_the_same_each_time() -> None:
    def photo(color: str, kind: str, orientation: int = 1) -> SimpleUploadedFile:
        out, notes = io.BytesIO(), Image.Exif()
        notes[0x0112], notes[0x010F] = orientation, "Secret camera"
        Image.new("RGB", (400, 200), color).save(out, kind, exif=notes)
        return SimpleUploadedFile(f"sketch.{kind.lower()}", out.getvalue())

    def joined() -> bytes:
        made = uploads.one_pdf([photo("red", "JPEG", 6), photo("blue", "HEIF")], "sketch.jpeg")
        assert made.name == "sketch.pdf"
        return made.read()

    pages = PdfReader(io.BytesIO(joined())).pages
    assert [page.mediabox.height > page.mediabox.width for page in pages] == [True, False]
    assert b"Secret camera" not in joined()
    assert joined() == joined()


# ---------------------------------------------------------------------------------------------- filing
def test_a_draft_becomes_one_case_with_people_place_answers_and_fee() -> None:
    fee = Fee.objects.create(code="dumpster", label="Dumpster permit", board=people.health())
    FeeAmount.objects.create(
        fee=fee,
        shape="flat",
        amount="50.00",
        since=date(2026, 1, 1),
        added_on=date(2026, 1, 1),
        vote="Sample",
    )
    draft, _ = begun()
    case = file(draft, new_facility="Behind the kitchen")
    assert (case.number, case.status, case.filed_on) == ("DU-2026-001", "filed", DAY)
    assert [(row.party.name, row.role) for row in case.people.all()] == [
        ("Maureen O'Brien", "applicant"), ("Maureen O'Brien", "owner"),
    ]  # fmt: skip
    assert case.facility is not None
    assert case.facility.holder is not None
    assert (case.facility.name, case.facility.holder.name) == ("Behind the kitchen", "Maureen O'Brien")
    assert list(case.parcels.all()) == [people.parcel()]
    assert case.details.lot_line_distance_ft == 12.5
    assert money.balance(case) == 50
    assert case.events.get(slug="filed").note == "Filed online."
    draft.refresh_from_db()
    assert (draft.case, draft.filed_at) == (case, NOON)


def test_an_agent_files_for_an_owner_with_a_recorded_authorization() -> None:
    draft, _ = begun()
    case = file(draft, owner="Sample Owner", authorization="Sample Owner authorized me.")
    parts = {(row.party.name, row.role) for row in case.people.all()}
    assert parts == {
        ("Maureen O'Brien", "applicant"), ("Maureen O'Brien", "agent"), ("Sample Owner", "owner"),
    }  # fmt: skip
    assert case.facility is not None
    assert str(case.facility.holder) == "Sample Owner"
    assert case.events.get(slug="note").note == (
        "Maureen O'Brien declared: Sample Owner authorized me. No authorization is on record."
    )


def test_a_place_on_no_list_is_kept_as_written_and_the_office_matches_it() -> None:
    draft, _ = begun()
    case = file(draft, parcel=None, place="The old mill\nby the creek " + "x" * 400)
    task = case.clocks.get(clock="task")
    assert task.label.startswith("Match the place to a lot: The old mill by the creek")
    assert case.events.get(slug="filed").note.startswith("Filed online. Where: The old mill by the creek")
    assert not case.parcels.exists()


def test_what_does_not_apply_says_why_on_the_checklist() -> None:
    draft, _ = begun()
    case = file(draft, not_applying={"location-sketch": "It stands indoors."})
    row = case.checklist.get()
    assert (row.state, row.reason) == ("n/a", "It stands indoors.")


def test_who_signed_in_is_found_as_that_person_again() -> None:
    draft, _ = begun(user=people.stranger())
    case = file(draft, by=people.stranger())
    assert Party.objects.get(name="Maureen O'Brien").user == people.stranger()
    assert list(Case.objects.visible_to(people.stranger())) == [case]


def test_a_mail_says_the_number_and_leads_back() -> None:
    draft, _ = begun()
    case = file(draft)
    line = MessageLine.objects.get()
    assert line.subject == f"[Filed] {case.number}"
    found = re.search(r"/drafts/([\w-]+)/", line.text)
    assert found
    assert drafts.of_token(found[1]) == draft
    assert line.message.to_email == "maureen@example.org"


def test_filed_twice_it_is_one_case_and_can_no_longer_be_changed() -> None:
    draft, _ = begun()
    assert file(draft) == file(draft)
    assert Case.objects.count() == 1
    for change in (
        lambda: save(draft, use="x"), lambda: attach(draft),
        lambda: drafts.send_link(draft, email="a@example.org", on=DAY, now=NOON),
    ):  # fmt: skip
        with pytest.raises(NotAllowed, match="was filed as DU-2026-001"):
            change()


def test_what_cannot_be_filed_leaves_nothing_behind() -> None:
    draft, _ = begun()
    with pytest.raises(NotAllowed, match="cannot be read"):
        file(draft, answers={"size_cubic_yards": "six"})
    assert not Case.objects.exists()
    assert not Party.objects.filter(name="Maureen O'Brien").exists()
    assert file(draft).number == "DU-2026-001"


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite's test database lives in one connection")
@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_are_one_case() -> None:
    draft, _ = begun()
    people.parcel()

    def press(_: int) -> str:
        try:
            return file(Draft.objects.get(pk=draft.pk)).number
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(press, range(4)))
    assert numbers == ["DU-2026-001"] * 4
    assert Case.objects.count() == 1
    assert Party.objects.filter(name="Maureen O'Brien").count() == 1


# --------------------------------------------------------------------------------------- warned and over
def test_who_left_an_address_is_warned_once_a_week_before_the_end() -> None:
    draft, _ = begun()
    begun()  # nobody knows where to write
    drafts.send_link(draft, email="a@example.org", on=DAY, now=NOON)
    week = LAST - timedelta(days=draft_nights.WARNED_DAYS)
    assert draft_nights.warn(on=week - timedelta(days=1), now=NOON) == 0
    assert draft_nights.warn(on=week, now=NOON) == 1
    assert draft_nights.warn(on=week, now=NOON) == 0
    assert MessageLine.objects.filter(subject="Your draft is kept through Friday, July 31, 2026").count() == 1


def test_a_draft_is_emptied_the_day_after_its_last(django_capture_on_commit_callbacks: Any) -> None:
    draft, token = begun()
    save(draft, section="you", name="Ottoline Tidewater")
    drafts.send_link(draft, email="a@example.org", on=DAY, now=NOON)
    with django_capture_on_commit_callbacks(execute=True):
        name = str(attach(draft).file.name)
    filed, _ = begun()
    case = file(filed)
    assert draft_nights.expire(on=LAST) == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert draft_nights.expire(on=LAST + timedelta(days=1)) == 1
    assert draft_nights.expire(on=LAST + timedelta(days=1)) == 0
    left = drafts.of_token(token)
    assert left is not None
    assert (left.answers, left.versions, left.emptied_on) == ({}, {}, LAST + timedelta(days=1))
    assert not left.links.exclude(sent_to="").exists()
    assert not private_storage().exists(name)
    assert Case.objects.get() == case


def test_the_last_day_is_good_and_the_next_is_not() -> None:
    late, over = begun()[0], begun()[0]
    assert file(late, on=LAST).filed_on == LAST
    with pytest.raises(NotAllowed, match="Begin a new one"):
        file(over, on=LAST + timedelta(days=1))
    assert not Document.objects.exists()
