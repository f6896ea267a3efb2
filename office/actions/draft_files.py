"""The files of a draft: attached, replaced and removed until it is filed. Nothing is overwritten."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from office import uploads
from office.actions.documents import written
from office.actions.drafts import touch, unfiled
from office.actions.errors import NotAllowed
from office.models import Draft, DraftFile

MOST_FILES = 20
MOST_MEGABYTES = 150  # of all files of one draft
# With what was removed or replaced, which stays on disk until the draft is filed or over.
MOST_KEPT_FILES = 60
MOST_KEPT_MEGABYTES = 300


def attach(
    draft: Draft,
    *,
    file: Any,
    item: str,
    label: str,
    on: date,
    now: datetime,
    replaces: DraftFile | None = None,
) -> DraftFile:
    """Keep a file with the draft, perhaps in place of another. The same bytes for the same item are one file.

    Raises UploadRefused for a file the office does not take, NotAllowed past the limits of one draft, or
    when the other was replaced or removed already.
    """
    found = uploads.inspect(file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
    with written(file) as name, transaction.atomic():
        locked = unfiled(draft, on)
        rows = list(locked.files.select_related("replaced_by"))
        current = [row for row in rows if row.is_current]
        same = next((row for row in current if (row.sha256, row.item) == (found.sha256, item)), None)
        if same is not None:
            return same
        _check_replaced(replaces, current)
        _check_room(rows, [row for row in current if row != replaces], found.size)
        touch(locked, on, now)
        return DraftFile.objects.create(
            draft=locked, item=item, label=label[:120], file=name, added_at=now, replaces=replaces,
            size=found.size, sha256=found.sha256, content_type=found.content_type, safe_name=found.safe_name,
            shown_name=found.shown_name,
        )  # fmt: skip


def _check_replaced(replaces: DraftFile | None, current: list[DraftFile]) -> None:
    if replaces is not None and replaces not in current:
        raise NotAllowed(
            f"“{replaces.shown_name}” was replaced or removed elsewhere while you had it open. Look at what "
            "is there now, then add the new file."
        )


def _check_room(rows: list[DraftFile], current: list[DraftFile], size: int) -> None:
    if len(current) >= MOST_FILES:
        raise NotAllowed(f"An application takes {MOST_FILES} files. Put several pages into one PDF.")
    if sum(row.size for row in current) + size > MOST_MEGABYTES * uploads.MEGABYTE:
        raise NotAllowed(
            f"The files of one application may have {MOST_MEGABYTES} MB together. Scan at 200 dots per "
            "inch, or bring the largest to the office."
        )
    kept = sum(row.size for row in rows) + size
    if len(rows) >= MOST_KEPT_FILES or kept > MOST_KEPT_MEGABYTES * uploads.MEGABYTE:
        raise NotAllowed(
            "Too many files were replaced or removed here. File the application with what is there now, and "
            "bring or mail the rest to the office."
        )


@transaction.atomic
def remove_file(draft: Draft, *, file: DraftFile, on: date, now: datetime) -> None:
    """Take a file off the draft. Its row and bytes stay until the draft is filed or its days are over."""
    locked = unfiled(draft, on)
    if locked.files.current().filter(pk=file.pk).update(removed_at=now):
        touch(locked, on, now)
