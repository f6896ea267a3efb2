"""What somebody does on a case that is their own affair: hand in, answer, withdraw.

Whoever has a part in the case on that day may, and nobody else; steps go through the lifecycle's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from office import uploads
from office.actions import conversations, documents, steps
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.kinds import Step
from office.models import Case, Document, Event
from office.permissions import APPLICANT, has_part

ANSWERED, WITHDRAWN = "answered", "withdrawn"
MOST_FILES = 60  # that the people of a case hand in after filing
MOST_MEGABYTES = 300  # of all of these


def open_to_them(case: Case, slug: str) -> Step | None:
    """The step of this name, while the people of the case may record it; None when they may not."""
    moves = case.casekind.lifecycle.moves(case.status)
    return next((step for step in moves if step.slug == slug and APPLICANT in step.roles), None)


def _need_part(case: Case, by: Any, on: date) -> None:
    if not has_part(by, case, on):
        raise WrongRole(_("This is for the people of %(number)s.") % {"number": case.number})


@transaction.atomic
def hand_in(
    case: Case, *, files: Sequence[Any], on: date, by: Any, item: str = "", label: str = ""
) -> list[Document]:
    """Put files on the case, all or none; `item` ticks that line of its checklist, `label` names others.

    Raises NotAllowed when the case is closed or has too many already, UploadRefused, WrongRole.
    """
    locked = lock(case)
    _need_part(locked, by, on)
    if not locked.is_open:
        raise NotAllowed(
            _("%(number)s is closed; nothing more is handed in. Call the office.") % {"number": case.number}
        )
    already = list(Document.objects.filter(case=locked, by=by).current().values_list("size", flat=True))
    total = sum(already) + sum(file.size for file in files)
    if len(already) + len(files) > MOST_FILES or total > MOST_MEGABYTES * uploads.MEGABYTE:
        raise NotAllowed(
            _("A case takes %(files)s files from you, %(size)s MB in all. Bring the rest to the office.")
            % {"files": MOST_FILES, "size": MOST_MEGABYTES}
        )
    return [documents.attach(locked, file=file, label=label, item=item, on=on, by=by) for file in files]


@transaction.atomic
def answer(
    case: Case,
    *,
    files: Sequence[tuple[str, str, Any]],
    text: str,
    key: str,
    version: int,
    on: date,
    now: datetime,
    by: Any,
) -> Event:
    """Answer what the office asked for: files as (checklist item, label, file), words, or both, all or none.

    It records the lifecycle's own step, so that the applicant's count ends and the move is the office's.
    Pressing twice with the same `key` answers once. Raises NotAllowed, UploadRefused, WrongRole.
    """
    locked = lock(case)
    _need_part(locked, by, on)
    if earlier := Event.objects.filter(key=f"answer:{key}", case=locked).first():
        case.refresh_from_db()
        return earlier
    if not files and not text.strip():
        raise NotAllowed(_("Add a file, or write your answer. The office needs something to look at."))
    if open_to_them(locked, ANSWERED) is None:
        raise NotAllowed(
            _("The office asks for nothing now: %(number)s is no longer incomplete. Write a message instead.")
            % {"number": locked.number}
        )
    if version != locked.version:
        raise NotAllowed(
            _("%(number)s changed while you had it open. Look at what the office asks now, then send again.")
            % {"number": locked.number}
        )
    for item, label, file in files:
        hand_in(locked, files=[file], item=item, label=label, on=on, by=by)
    if text.strip():
        conversations.write(locked, text=text, key=f"answer:{key}", on=on, now=now, by=by, from_office=False)
    event = steps.record(locked, ANSWERED, on=on, by=by, now=now, key=f"answer:{key}")
    case.refresh_from_db()
    return event


def withdraw(case: Case, *, reason: str, key: str, version: int, on: date, now: datetime, by: Any) -> Event:
    """Withdraw the application, with the reason. Pressing twice withdraws once. Raises NotAllowed."""
    return steps.record(
        case, WITHDRAWN, on=on, by=by, now=now, note=reason.strip(), key=f"withdraw:{key}", version=version
    )
