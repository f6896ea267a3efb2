"""Documents on a case: attached, replaced, removed; the permit's paper; and what is left on disk."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from pypdf import PdfReader, PdfWriter

from office import paper, tasks
from office.actions import cases, documents, events
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, ChecklistRow, Document
from office.uploads import UploadRefused
from tests import people

MAY_4 = date(2026, 5, 4)
JUNE_1 = date(2026, 6, 1)
SKETCH = "location-sketch"


def sketch(name: str = "sketch.pdf", pages: int = 1) -> SimpleUploadedFile:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(612, 792)
    out = io.BytesIO()
    writer.write(out)
    return SimpleUploadedFile(name, out.getvalue())


@pytest.fixture(autouse=True)
def private(settings: Any, tmp_path: Path) -> Path:
    """An empty private folder of the test's own."""
    settings.PRIVATE_ROOT = tmp_path
    return tmp_path / "documents"


@pytest.fixture
def case(db: None) -> Case:
    case = people.ready_dumpster(MAY_4)
    case.checklist.update(state=ChecklistRow.State.MISSING)
    return case


def attach(case: Case, file: Any = None, **more: Any) -> Document:
    more = {"label": "Sketch", "on": JUNE_1, "by": people.clerk()} | more
    return documents.attach(case, file=file or sketch(), **more)


def on_disk(private: Path) -> list[Path]:
    return [path for path in private.rglob("*") if path.is_file()] if private.exists() else []


def state(case: Case) -> str:
    return case.checklist.get(item=SKETCH).state


def last(case: Case) -> Any:
    return case.events.last()


# -------------------------------------------------------------------------------------------- attach
def test_a_document_is_kept_privately_under_a_random_name(
    case: Case, private: Path, django_capture_on_commit_callbacks: Any
) -> None:
    sent = sketch("пл ан.pdf")
    with django_capture_on_commit_callbacks(execute=True):
        document = attach(case, sent, label="  Sketch of May  ")
    sent.seek(0)
    with document.file.open() as stored:
        assert stored.read() == sent.read()
    assert document.label == "Sketch of May"
    assert (document.shown_name, document.safe_name) == ("пл ан.pdf", "пл ан.pdf")
    assert (document.content_type, document.source, document.size) == ("application/pdf", "upload", sent.size)
    (path,) = on_disk(private)
    assert path.name not in ("пл ан.pdf", str(document.pk))
    assert len(path.name) == 32
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_attaching_is_in_the_history(case: Case) -> None:
    document = attach(case)
    event = last(case)
    assert (event.slug, event.on, event.by) == ("document-added", JUNE_1, people.clerk())
    assert event.note == "Sketch"
    assert event.subject == f"document-{document.pk}"


def test_a_document_for_a_checklist_item_ticks_it(case: Case) -> None:
    case.checklist.update(state=ChecklistRow.State.DOES_NOT_APPLY, reason="Said so")
    attach(case, item=SKETCH)
    row = case.checklist.get(item=SKETCH)
    assert (row.state, row.reason) == ("supplied", "")


def test_a_document_without_an_item_ticks_nothing(case: Case) -> None:
    attach(case)
    assert state(case) == "missing"


def test_an_item_lends_its_label(case: Case) -> None:
    assert attach(case, label="", item=SKETCH).label == "Location sketch"


def test_an_unknown_item_and_a_missing_label_are_refused_and_leave_no_file(case: Case, private: Path) -> None:
    with pytest.raises(NotAllowed, match="has no checklist item called 'floor-plan'"):
        attach(case, item="floor-plan")
    with pytest.raises(NotAllowed, match="Say in a few words what the document is"):
        attach(case, label=" ")
    assert on_disk(private) == []
    assert not case.documents.exists()


def test_a_refused_file_leaves_nothing_behind(case: Case, private: Path) -> None:
    with pytest.raises(UploadRefused, match="is a program"):
        attach(case, SimpleUploadedFile("plan.pdf", b"MZ\x90\0" + bytes(200)))
    assert on_disk(private) == []
    assert state(case) == "missing"


def test_the_limit_comes_from_the_settings(case: Case, settings: Any) -> None:
    settings.UPLOAD_LIMIT_MB = 0
    with pytest.raises(UploadRefused, match=r"the limit is 0 bytes \(0 MB\)"):
        attach(case)


def test_pressing_twice_is_one_document(
    case: Case, private: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = attach(case, item=SKETCH)
        assert attach(case, item=SKETCH) == first
    assert case.documents.count() == 1
    assert case.events.filter(slug="document-added").count() == 1
    assert len(on_disk(private)) == 1, "the second copy was dropped"


def test_the_same_bytes_under_another_label_are_another_document(case: Case) -> None:
    assert attach(case) != attach(case, label="Sight lines")


def test_only_the_staff_of_the_board_attaches(case: Case, private: Path) -> None:
    for person in (people.stranger(), people.clerk(people.docks()), people.applicant()):
        with pytest.raises(WrongRole):
            attach(case, by=person)
    assert on_disk(private) == []
    assert attach(case, by=people.inspector()).by == people.inspector()


# ------------------------------------------------------------------------------------------- replace
def test_a_newer_document_replaces_an_older_one_which_stays(case: Case, private: Path) -> None:
    old = attach(case, item=SKETCH, confidential=True)
    new = attach(case, sketch(pages=2), label="", replaces=old)
    assert (new.label, new.item, new.confidential, new.replaces) == ("Sketch", SKETCH, True, old)
    assert list(case.documents.current()) == [new]
    assert not Document.objects.get(pk=old.pk).is_current
    with Document.objects.get(pk=old.pk).file.open() as stored:
        assert stored.read().startswith(b"%PDF-")
    assert last(case).note == "Sketch, in place of an earlier one"


def test_a_document_is_replaced_once_and_only_within_its_case(case: Case) -> None:
    old = attach(case)
    attach(case, sketch(pages=2), replaces=old)
    with pytest.raises(NotAllowed, match="was already replaced or removed"):
        attach(case, sketch(pages=3), replaces=old)
    with pytest.raises(NotAllowed, match="belongs to another case"):
        attach(people.ready_dumpster(MAY_4), replaces=old)


def test_the_database_refuses_a_second_replacement(case: Case) -> None:
    old = attach(case)
    attach(case, sketch(pages=2), replaces=old)
    rest = {"case": case, "label": "x", "size": 1, "added_on": JUNE_1, "file": "aa/x"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.create(replaces=old, **rest)


# -------------------------------------------------------------------------------------------- remove
def test_a_removed_document_stays_on_disk_with_who_when_and_why(case: Case) -> None:
    document = documents.remove(
        attach(case, item=SKETCH), reason=" Of another lot. ", on=JUNE_1, by=people.clerk()
    )
    assert (document.removed_on, document.removed_by) == (JUNE_1, people.clerk())
    assert document.removal_reason == "Of another lot."
    assert not case.documents.current().exists()
    with document.file.open() as stored:
        assert stored.read(5) == b"%PDF-"
    assert (last(case).slug, last(case).note) == ("document-removed", "Sketch: Of another lot.")
    assert state(case) == "missing"


def test_the_item_stays_supplied_while_another_document_supplies_it(case: Case) -> None:
    first = attach(case, item=SKETCH)
    attach(case, sketch(pages=2), item=SKETCH)
    documents.remove(first, reason="Blurred.", on=JUNE_1, by=people.clerk())
    assert state(case) == "supplied"


def test_removing_needs_a_reason_and_a_clerk(case: Case) -> None:
    document = attach(case)
    with pytest.raises(NotAllowed, match="Say why the document is removed"):
        documents.remove(document, reason="  ", on=JUNE_1, by=people.clerk())
    with pytest.raises(WrongRole):
        documents.remove(document, reason="Blurred.", on=JUNE_1, by=people.inspector())
    assert case.documents.current().count() == 1


def test_removing_twice_is_once(case: Case) -> None:
    document = attach(case)
    for _ in range(2):
        documents.remove(document, reason="Blurred.", on=JUNE_1, by=people.clerk())
    assert case.events.filter(slug="document-removed").count() == 1


# -------------------------------------------------------------------------------------- files on disk
def test_a_failing_transaction_takes_its_file_along(
    case: Case, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the disk of the database is full")

    monkeypatch.setattr(documents, "record", fail)
    with pytest.raises(RuntimeError):
        attach(case)
    assert on_disk(private) == []
    assert not case.documents.exists()


@pytest.mark.django_db(transaction=True)
def test_a_committed_file_leaves_no_mark(private: Path) -> None:
    document = attach(people.ready_dumpster(MAY_4))
    assert [path.name for path in on_disk(private)] == [Path(document.file.name).name]


@pytest.mark.django_db(transaction=True)
def test_a_file_of_an_outer_transaction_that_failed_is_cleared_by_the_sweep(private: Path) -> None:
    case = people.ready_dumpster(MAY_4)
    kept = attach(case)

    def press() -> None:
        with transaction.atomic():
            attach(case, sketch(pages=2))
            raise RuntimeError("something later in the same press failed")

    with pytest.raises(RuntimeError):
        press()
    assert len(on_disk(private)) == 3, "the kept file, the lost one and its mark"
    now = datetime.now(tz=UTC)
    assert documents.settle_files(before=now - timedelta(hours=1)) == 0, "it may still be committed"
    assert documents.settle_files(before=now + timedelta(seconds=5)) == 1
    assert [path.name for path in on_disk(private)] == [Path(kept.file.name).name]
    assert documents.settle_files(before=now + timedelta(seconds=5)) == 0


def test_a_mark_left_beside_a_kept_file_is_only_a_mark(case: Case, private: Path) -> None:
    """The process was killed between committing and taking the mark away."""
    document = attach(case)
    assert len(on_disk(private)) == 2
    assert documents.settle_files(before=datetime.now(tz=UTC) + timedelta(seconds=5)) == 0
    assert [path.name for path in on_disk(private)] == [Path(document.file.name).name]


def test_sweeping_an_empty_house_does_nothing(private: Path) -> None:
    assert documents.settle_files(before=datetime.now(tz=UTC)) == 0


# ----------------------------------------------------------------------------------- the permit's paper
@pytest.fixture
def issued(db: None) -> Case:
    return people.issued_dumpster(JUNE_1)


def test_the_paper_of_a_permit_is_stored_once(issued: Case) -> None:
    first = documents.store_permit(issued, on=JUNE_1, by=None)
    assert documents.store_permit(Case.objects.get(pk=issued.pk), on=JUNE_1, by=None) == first
    assert documents.stored_permit(first.event) == first
    assert (first.source, first.letter, first.label) == ("paper", "permit", "Permit")
    assert (first.shown_name, first.content_type) == (f"{issued.number}.pdf", "application/pdf")
    with first.file.open() as stored:
        assert stored.read() == paper.permit_pdf(issued, JUNE_1)
    assert issued.events.filter(slug="document-added", by=None).count() == 1


def test_a_paper_stored_later_says_the_day_of_issue(issued: Case) -> None:
    issue = paper.issue_of(issued)
    assert issue is not None
    assert documents.stored_permit(issue) is None
    document = documents.store_permit(issued, on=date(2026, 6, 2), by=people.clerk())
    with document.file.open() as stored:
        assert "Issued Monday, June 1, 2026" in " ".join(PdfReader(stored).pages[0].extract_text().split())
    assert document.added_on == date(2026, 6, 2)


def test_two_workers_at_once_make_one_paper(
    issued: Case, private: Path, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """While one renders, the other renders and stores."""
    render = paper.permit_pdf
    faster: list[Document] = []

    def slow(case: Case, on: date) -> bytes:
        pdf = render(case, on)
        if not faster:
            faster.append(documents.Document())  # only the first render is overtaken
            faster[0] = documents.store_permit(issued, on=JUNE_1, by=None)
        return pdf

    monkeypatch.setattr(paper, "permit_pdf", slow)
    with django_capture_on_commit_callbacks(execute=True):
        assert documents.store_permit(issued, on=JUNE_1, by=None) == faster[0]
    assert issued.documents.count() == 1
    assert len(on_disk(private)) == 1


def test_the_database_refuses_a_second_paper_of_one_issue(issued: Case) -> None:
    first = documents.store_permit(issued, on=JUNE_1, by=None)
    rest = {"case": issued, "label": "x", "size": 1, "added_on": JUNE_1, "file": "aa/x"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.create(event=first.event, letter="permit", **rest)


def test_a_permit_issued_anew_has_a_new_paper_in_place_of_the_old(issued: Case) -> None:
    old = documents.store_permit(issued, on=JUNE_1, by=None)
    struck = paper.issue_of(issued)
    assert struck is not None
    events.strike(struck, by=people.clerk(), note="Issued on the wrong day.")
    issued.refresh_from_db()
    cases.issue(issued, on=date(2026, 6, 2), by=people.clerk())
    new = documents.store_permit(issued, on=date(2026, 6, 2), by=None)
    assert new.replaces == old
    assert list(issued.documents.current()) == [new]
    assert issued.documents.count() == 2


def test_the_paper_is_neither_removed_nor_replaced_by_an_upload(issued: Case) -> None:
    document = documents.store_permit(issued, on=JUNE_1, by=None)
    with pytest.raises(NotAllowed, match="It stays on file"):
        documents.remove(document, reason="Blurred.", on=JUNE_1, by=people.clerk())
    with pytest.raises(NotAllowed, match="is not replaced by an upload"):
        attach(issued, replaces=document)


def test_a_case_that_was_not_issued_has_no_paper(case: Case) -> None:
    with pytest.raises(NotAllowed, match="has not been issued"):
        documents.store_permit(case, on=JUNE_1)


# --------------------------------------------------------------------------------------------- tasks
def test_the_task_stores_the_paper_and_may_run_again(issued: Case) -> None:
    for _ in range(2):
        tasks.store_paper(issued.pk)
    assert issued.documents.count() == 1


def test_the_sweep_finds_what_no_message_said(issued: Case) -> None:
    waiting = people.ready_dumpster(JUNE_1)
    hauler = Case.objects.get(kind="hauler", facility=issued.details.hauler)
    assert tasks.unprinted() == [issued, hauler], "the newest issue first"
    assert tasks.unprinted(most=1) == [issued]
    assert tasks.store_missing_papers() == 2
    assert tasks.unprinted() == []
    tasks.sweep()
    assert not waiting.documents.exists()


def test_one_paper_that_cannot_be_made_keeps_nobody_waiting(issued: Case) -> None:
    broken = people.issued_dumpster(JUNE_1)
    Case.objects.filter(pk=broken.pk).update(code=None)
    assert tasks.store_missing_papers() == 2
    assert tasks.unprinted() == [broken]
