"""Putting documents on file and taking them off; the permit's paper, made once for each issue.

A file is written before the transaction that names it, for a disk knows no rollback. Beside it stands an
empty mark, and the mark is the list of what is not settled: committing takes the mark away, failing takes
both away, and what a killed process or an outer transaction left behind `settle_files` clears later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.db import transaction

from office import paper, uploads
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record
from office.models import Case, ChecklistRow, Document, DraftFile, Event, MailBatch
from office.models.documents import private_storage, stored_name
from office.permissions import has_part, may

STAFF = ("clerk", "inspector", "member", "administrator")
MARKS = "unsettled"


def attach(
    case: Case,
    *,
    file: Any,
    label: str,
    on: date,
    by: Any,
    item: str = "",
    confidential: bool = False,
    replaces: Document | None = None,
) -> Document:
    """Put an uploaded file on the case; `item` ticks that line of the checklist as supplied.

    The same bytes for the same item and label are one document: pressing twice returns the first.
    Raises UploadRefused for a file the office does not take, NotAllowed, WrongRole.
    """
    if not may(by, case, *STAFF) and not has_part(by, case, on):
        raise WrongRole(f"Documents are attached by the staff of {case.board}, or by people of the case.")
    found = uploads.inspect(file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
    with written(file) as name, transaction.atomic():
        locked = lock(case)
        if replaces is not None:
            item, label = item or replaces.item, label.strip() or replaces.label
            confidential = confidential or replaces.confidential
        row = _checklist_row(locked, item)
        label = label.strip() or (row.label if row else "")
        if not label:
            raise NotAllowed("Say in a few words what the document is, such as “Location sketch”.")
        same = locked.documents.current().filter(sha256=found.sha256, item=item, label=label).first()
        if same is not None:
            return same
        if replaces is not None:
            _check_replaced(locked, replaces)
        document = Document.objects.create(
            case=locked, label=label, item=item, file=name, replaces=replaces, added_on=on, by=by,
            confidential=confidential or _is_confidential(locked, item), size=found.size,
            sha256=found.sha256, content_type=found.content_type, safe_name=found.safe_name,
            shown_name=found.shown_name,
        )  # fmt: skip
        _supplied(row)
        words = f"{label}, in place of an earlier one" if replaces else label
        record(case, "document-added", on=on, by=by, subject=f"document-{document.pk}", note=words)
    return document


@transaction.atomic
def attach_stored(
    case: Case,
    *,
    columns: Mapping[str, Any],
    label: str,
    on: date,
    by: Any,
    item: str = "",
    replaces: Document | None = None,
) -> Document:
    """Put a file that is stored already on the case, as its applicant handed it in; `item` is ticked.

    `columns` are those of the file: its names, type, size, SHA-256 and where it is stored. `by` is the
    person who signed in, or None; `replaces` what they had handed in before it. Raises NotAllowed for an
    item the kind does not have.
    """
    locked = lock(case)
    row = _checklist_row(locked, item)
    document = Document.objects.create(
        case=locked, label=label, item=item, added_on=on, by=by, confidential=_is_confidential(locked, item),
        replaces=replaces, **columns,
    )  # fmt: skip
    _supplied(row)
    words = f"{label}, in place of an earlier one" if replaces else label
    record(case, "document-added", on=on, by=by, subject=f"document-{document.pk}", note=words)
    return document


def _is_confidential(case: Case, item: str) -> bool:
    """Whether the kind declares that only the office sees this item."""
    return any(each.confidential for each in case.casekind.checklist if each.slug == item)


def _supplied(row: ChecklistRow | None) -> None:
    if row is not None:
        row.state, row.reason = ChecklistRow.State.SUPPLIED, ""
        row.save(update_fields=["state", "reason"])


def _checklist_row(case: Case, item: str) -> ChecklistRow | None:
    if not item:
        return None
    row = case.checklist.filter(item=item).first()
    if row is None:
        raise NotAllowed(f"{case.casekind.label} has no checklist item called {item!r}.")
    return row


def _check_replaced(case: Case, old: Document) -> None:
    old = Document.objects.get(pk=old.pk)
    if old.case_id != case.pk:
        raise NotAllowed(f"That document belongs to another case. Choose one of {case.number}.")
    if old.source == Document.Source.PAPER:
        raise NotAllowed("A paper the office made is not replaced by an upload. Attach the file beside it.")
    if not old.is_current:
        raise NotAllowed(f"“{old.label}” was already replaced or removed. Replace the newest one.")


@transaction.atomic
def remove(document: Document, *, reason: str, on: date, by: Any) -> Document:
    """Take an upload off the file. It stays on disk and in the history, with who, when and why.

    Its checklist item is missing again unless another document supplies it. Raises NotAllowed, WrongRole.
    """
    case = lock(document.case)
    document = Document.objects.get(pk=document.pk)
    if not may(by, case, "clerk", "administrator"):
        raise WrongRole(f"Documents are removed by a clerk of {case.board}.")
    if document.removed_on is not None:
        return document
    if document.source == Document.Source.PAPER:
        raise NotAllowed("This is the paper as the office issued it. It stays on file.")
    if not document.is_current:
        raise NotAllowed(f"“{document.label}” was replaced and no longer counts. Remove the newest one.")
    if not reason.strip():
        raise NotAllowed("Say why the document is removed; the reason stays with the case.")
    document.removed_on, document.removed_by, document.removal_reason = on, by, reason.strip()[:300]
    document.save(update_fields=["removed_on", "removed_by", "removal_reason"])
    if document.item and not case.documents.current().filter(item=document.item).exists():
        supplied = case.checklist.filter(item=document.item, state=ChecklistRow.State.SUPPLIED)
        supplied.update(state=ChecklistRow.State.MISSING)
    record(
        case, "document-removed", on=on, by=by, subject=f"document-{document.pk}",
        note=f"{document.label}: {document.removal_reason}",
    )  # fmt: skip
    return document


@transaction.atomic
def share(document: Document, *, on: date, by: Any) -> Document:
    """Let the people of the case open a document of the office. Pressing twice shares it once.

    Raises NotAllowed for one that is confidential or no longer counts, WrongRole.
    """
    case = lock(document.case)
    document = Document.objects.get(pk=document.pk)
    if not may(by, case, "clerk", "inspector"):
        raise WrongRole(f"Documents are shared by a clerk or inspector of {case.board}.")
    if document.shared_on is not None:
        return document
    if document.confidential:
        raise NotAllowed(f"“{document.label}” is confidential: only who added it and the staff read it.")
    if not document.is_current:
        raise NotAllowed(f"“{document.label}” was replaced or removed and no longer counts.")
    document.shared_on = on
    document.save(update_fields=["shared_on"])
    record(case, "document-shared", on=on, by=by, subject=f"document-{document.pk}", note=document.label)
    return document


# ------------------------------------------------------------------------------------ the permit's paper
def stored_permit(issued: Event) -> Document | None:
    """The paper of this issue as it was put on file; None while no worker has made it."""
    return Document.objects.filter(event=issued, letter=paper.PERMIT).first()


def store_permit(case: Case, *, on: date, by: Any = None) -> Document:
    """Render the permit and keep it: once for each issue, however many ask at once.

    `on` is the day it is put on file; the paper itself says the day of issue. Raises NotAllowed when the
    case was not issued or its kind prints no permit, LetterRefused when the paper lacks something.
    """
    issued = _issued(case)
    if stored := stored_permit(issued):
        return stored
    pdf = paper.permit_pdf(case, issued.on)  # outside any transaction: it takes a quarter of a second
    content = ContentFile(pdf, name=f"{case.number}.pdf")
    found = uploads.inspect(content, len(pdf))
    with written(content) as name, transaction.atomic():
        locked = lock(case)
        if stored := stored_permit(issued):
            return stored  # another worker was faster; theirs is the paper
        earlier = locked.documents.current().filter(letter=paper.PERMIT).order_by("pk").last()
        document = Document.objects.create(
            case=locked, label=case.casekind.letter(paper.PERMIT).label, source=Document.Source.PAPER,
            letter=paper.PERMIT, event=issued, file=name, replaces=earlier, added_on=on, by=by,
            size=found.size, sha256=found.sha256, content_type=found.content_type,
            safe_name=found.safe_name, shown_name=found.shown_name,
        )  # fmt: skip
        subject = f"document-{document.pk}"
        record(case, "document-added", on=on, by=by, subject=subject, note=document.label)
    return document


def _issued(case: Case) -> Event:
    if not paper.has_permit_paper(case):
        raise NotAllowed(f"{case.casekind.label} has no paper to print.")
    issued = paper.issue_of(case)
    if issued is None:
        raise NotAllowed(f"{case.number} has not been issued. Issue it first, then print it.")
    return issued


# -------------------------------------------------------------------------------------- files on disk
@contextmanager
def written(content: File) -> Iterator[str]:
    """Write a file and yield the name it is stored under; it stays only if a committed row names it."""
    storage = private_storage()
    name = stored_name()
    mark = f"{MARKS}/{name.rpartition('/')[2]}"
    storage.save(mark, ContentFile(b""))
    try:
        storage.save(name, content)
        yield name
    except BaseException:
        storage.delete(name)
        storage.delete(mark)
        raise
    transaction.on_commit(lambda: _settle(mark), robust=True)


def _settle(mark: str) -> bool:
    """Take the mark away, and the file too when no row names it. Returns whether the file was dropped."""
    storage = private_storage()
    random = mark.rpartition("/")[2]
    name = f"{random[:2]}/{random}"
    orphan = not any(rows.objects.filter(file=name).exists() for rows in (Document, DraftFile, MailBatch))
    if orphan:
        storage.delete(name)
    storage.delete(mark)
    return orphan


def settle_files(*, before: datetime, most: int = 500) -> int:
    """Settle what was marked before a time by which its transaction must have ended; the files dropped."""
    storage = private_storage()
    if not storage.exists(MARKS):
        return 0
    marks = sorted(f"{MARKS}/{random}" for random in storage.listdir(MARKS)[1])[:most]
    return sum(_settle(mark) for mark in marks if storage.get_modified_time(mark) < before)
