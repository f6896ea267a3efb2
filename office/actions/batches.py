"""Mail in one piece: many letters as one PDF, their labels, the mailing book. Made by a worker, step by step.

What each step made is kept, a letter's own PDF, so a batch that was cut short goes on where it was; two
workers at once make each letter once and the batch's file once.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.timezone import localtime
from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError

from office import paper, postal
from office.actions import notices as letters
from office.actions.documents import written
from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, MailBatch, Notice
from office.paper import LetterRefused
from office.permissions import may
from office.templatetags.office_tags import clock_time

log = structlog.get_logger(__name__)

LABELS = 30  # on a sheet: three across, ten down
BOOK_ROWS = 12  # on a page of the mailing book, each of two lines
LONG_LINE = 34  # characters; a longer line makes its whole label small
Kind = MailBatch.Kind


@transaction.atomic
def start_batch(
    *,
    board: Board,
    kind: str,
    notices: Iterable[Notice],
    on: date,
    by: Any,
    now: datetime,
    label_start: int = 1,
) -> MailBatch:
    """Put these letters of one board together and wake a worker. `label_start` is the first label, from 1.

    A letter that may still be stopped at `now` is left out and named. Raises NotAllowed, WrongRole.
    """
    if not may(by, board, "clerk"):
        raise WrongRole(f"Mail is printed by a clerk of {board}.")
    chosen = list({notice.pk: notice for notice in notices}.values())
    if any(notice.board_id != board.pk for notice in chosen):
        raise NotAllowed(f"These letters are not all of {board}. Print each board's by itself.")
    if not 1 <= label_start <= LABELS:
        raise NotAllowed(f"A sheet has labels 1 to {LABELS}. Write the number of the first free one.")
    held = [notice for notice in chosen if notice.held(now)]
    if not chosen or len(held) == len(chosen):
        raise NotAllowed("No letter to print. Tick at least one that does not wait any more.")
    refused = [
        _refusal(notice, f"It waits until {clock_time(notice.hold_until)}, so that it can still be stopped.")
        for notice in held
    ]
    batch = MailBatch.objects.create(
        board=board, kind=kind, label_start=label_start, made_on=on, by=by, total=len(chosen),
        done=len(refused), refused=refused,
    )  # fmt: skip
    batch.notices.set(chosen)
    # If the message is lost, the sweep finds the batch.
    transaction.on_commit(
        partial(current_app.send_task, "office.tasks.work_on_batch", [batch.pk]), robust=True
    )
    return batch


def unfinished(most: int = 5) -> list[MailBatch]:
    """Batches that no worker has finished, the oldest first."""
    return list(MailBatch.objects.filter(finished_at__isnull=True).order_by("pk")[:most])


def work_on(batch: MailBatch, *, now: datetime) -> None:
    """Make what is missing of the batch, then its one file. May be cut short and run again at any time."""
    batch.refresh_from_db()
    if batch.finished_at is not None:
        return
    MailBatch.objects.filter(pk=batch.pk, started_at__isnull=True).update(started_at=now)
    if batch.kind == Kind.LETTERS:
        _make_letters(batch, localtime(now).date())
    pdf = _MADE[Kind(batch.kind)](batch)
    waiting = MailBatch.objects.filter(pk=batch.pk, finished_at__isnull=True)
    said = {"finished_at": now, "done": batch.total, "refused": batch.refused}
    if not pdf:
        waiting.update(**said)
    else:
        with written(ContentFile(pdf, name=f"batch-{batch.pk}.pdf")) as name, transaction.atomic():
            # Another worker may have been faster; then nothing names this file and it is dropped.
            waiting.update(file=name, sha256=hashlib.sha256(pdf).hexdigest(), **said)
    batch.refresh_from_db()


def sorted_notices(batch: MailBatch) -> list[Notice]:
    """The letters of the batch that were not refused, in the order of the pile: by ZIP code, then by name."""
    refused = {row["notice"] for row in batch.refused}
    found = Notice.objects.filter(batches=batch).select_related("document", "case").in_pile_order()
    return [notice for notice in found if notice.pk not in refused]


def _refusal(notice: Notice, why: str) -> dict[str, Any]:
    return {
        "notice": notice.pk,
        "label": notice.label,
        "to": notice.to_name,
        "case": notice.case.number,
        "why": why,
    }


def _refuse(batch: MailBatch, notice: Notice, why: str) -> None:
    batch.refused = [*batch.refused, _refusal(notice, why)]


# ------------------------------------------------------------------------------------------- letters
def _make_letters(batch: MailBatch, on: date) -> None:
    """Make each letter that has no PDF yet; after each the page can say how many are done."""
    chosen = sorted_notices(batch)
    stopped = Notice.Status.STOPPED
    open_still = [notice for notice in chosen if notice.document is None or notice.status == stopped]
    batch.done = batch.total - len(open_still)
    for notice in open_still:
        if notice.status == stopped:
            _refuse(batch, notice, "It was stopped.")
        else:
            _make(batch, notice, on)
        batch.done += 1
        batch.save(update_fields=["done", "refused"])


def _make(batch: MailBatch, notice: Notice, on: date) -> None:
    """Make one letter, or say in the batch why it could not be made."""
    try:
        letters.make(notice, on=on)
    except (LetterRefused, NotAllowed) as refused:
        _refuse(batch, notice, str(refused))
    except Exception:  # whatever is wrong with one letter, the others are made
        log.exception("letter_not_made", notice=notice.pk)
        _refuse(batch, notice, "The office's computer could not make it. Try it again by itself.")


def _letters_pdf(batch: MailBatch) -> bytes:
    """Every letter's own PDF one after another, each with its bookmark; nothing when none was made."""
    writer = PdfWriter()
    for notice in sorted_notices(batch):
        if notice.document is None:
            continue
        mark = ", ".join(
            part for part in (notice.to_zip, notice.to_name, notice.label, notice.case.number) if part
        )
        try:
            with notice.document.file.open("rb") as stored:
                pages = PdfReader(io.BytesIO(stored.read()))
            # Its own bookmarks would stand among ours.
            writer.append(pages, outline_item=mark, import_outline=False)
        except (OSError, PyPdfError):
            log.exception("letter_not_read", notice=notice.pk)
            _refuse(batch, notice, "Its paper could not be read from the disk. Tell who looks after it.")
    if not writer.pages:
        return b""
    writer.add_metadata({"/Title": f"Letters of {batch.board}, {batch.made_on.isoformat()}"})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


# ------------------------------------------------------------------------------------ labels and book
def _labels_pdf(batch: MailBatch) -> bytes:
    for notice in sorted_notices(batch):
        if not (notice.to_street and notice.to_zip):
            _refuse(batch, notice, "Its address lacks the street or the ZIP code, so it has no label.")
    cells = [
        {"lines": notice.address_lines, "small": max(map(len, notice.address_lines)) > LONG_LINE}
        for notice in sorted_notices(batch)
    ]
    if not cells:
        return b""
    skipped = batch.label_start - 1
    sheets: list[list[dict[str, Any]]] = []
    for at, cell in enumerate(cells, start=skipped):
        if at == skipped or at % LABELS == 0:
            sheets.append([])
        row, column = divmod(at % LABELS, 3)
        sheets[-1].append(cell | {"row": row, "column": column})
    return paper.render("letters/labels.html", _heading(batch) | {"sheets": sheets})


def _book_pdf(batch: MailBatch) -> bytes:
    rows = [
        {
            "no": no,
            "mailed_on": notice.mailed_on or "",
            "article": postal.spaced(notice.article_no),
            "name": notice.to_name,
            "address": ", ".join(notice.address_lines[1:]),
            "case": notice.case.number,
            "label": notice.label,
        }
        for no, notice in enumerate(sorted_notices(batch), start=1)
    ]
    pages = [rows[at : at + BOOK_ROWS] for at in range(0, len(rows), BOOK_ROWS)]
    return paper.render("letters/mailing_book.html", _heading(batch) | {"pages": pages, "pieces": len(rows)})


def _heading(batch: MailBatch) -> dict[str, Any]:
    board = batch.board
    return {
        "board": {
            "name": board.name, "town": board.town, "state": board.state, "address": board.address,
            "sample": board.is_sample,
        },
        "made_on": batch.made_on,
    }  # fmt: skip


_MADE: dict[MailBatch.Kind, Callable[[MailBatch], bytes]] = {
    Kind.LETTERS: _letters_pdf,
    Kind.LABELS: _labels_pdf,
    Kind.BOOK: _book_pdf,
}
