"""The outbox: what is written to people by e-mail waits here, and may be stopped, until a worker sends it.

Everything is said within the caller's transaction, so that a message exists exactly when what it tells does.
`office.actions.delivery` sends.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import structlog
from celery import current_app
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, Case, Message, MessageLine, Notice
from office.permissions import may
from office.spoken import ENGLISH

log = structlog.get_logger(__name__)

HOLD = timedelta(minutes=10)
HOLD_AT_MOST = timedelta(minutes=30)  # however often something joins
LETTERS_AT_MOST = 10  # in one message: mail servers refuse large ones
State = Message.State


def tell(
    *,
    key: str,
    to_email: str,
    to_name: str,
    board: Board,
    subject: str,
    text: str,
    now: datetime,
    about: str,
    case: Case | None = None,
    notice: Notice | None = None,
    by: Any = None,
    hold: timedelta = HOLD,
    language: str = ENGLISH,
) -> MessageLine | None:
    """Write one line to somebody, once per `key`: None, and nothing written, when the key was used before.
    `language` is that of `subject` and `text`.

    It joins what waits for the same address about the same, whose hold then starts anew, up to
    HOLD_AT_MOST in all; else it is a new message. Without a `hold` a worker is woken on commit. Runs in the
    caller's transaction. ValueError without an address, or with a key or `about` too long for its column.
    """
    to_email, to_name = to_email.strip(), " ".join(to_name.split())
    if not to_email:
        raise ValueError("There is no address to write to.")
    for name, said, most in (("key", key, 160), ("about", about, 60)):
        if not 0 < len(said) <= most:
            raise ValueError(f"The {name} of a message has 1 to {most} characters, this one {len(said)}.")
    if MessageLine.objects.filter(key=key).exists():
        return None
    try:
        with transaction.atomic():
            message = _open_message(to_email, board, about, language, with_letter=notice is not None)
            if message is None:
                message = Message.objects.create(
                    to_email=to_email, to_name=to_name[:200], language=language, board=board, case=case,
                    about=about, written_at=now, not_before=now + hold, message_id=_new_message_id(),
                )  # fmt: skip
            else:
                latest = min(now + hold, message.written_at + HOLD_AT_MOST)
                message.not_before = max(message.not_before, latest)
                if message.case_id != (case.pk if case else None):
                    message.case = None  # by now it is about several
                message.save(update_fields=["not_before", "case"])
            line = MessageLine.objects.create(
                message=message, key=key, subject=" ".join(subject.split())[:160], text=text.strip(),
                case=case, notice=notice, by=by,
            )  # fmt: skip
    except IntegrityError:
        if MessageLine.objects.filter(key=key).exists():
            return None  # another worker was faster
        raise
    if hold <= timedelta(0):
        transaction.on_commit(partial(current_app.send_task, "office.tasks.send_mail"), robust=True)
    return line


def _open_message(
    to_email: str, board: Board, about: str, language: str, *, with_letter: bool
) -> Message | None:
    """A message that still takes lines, locked. None joins what was tried and may have arrived."""
    found: QuerySet[Message] = Message.objects.waiting().filter(
        to_email=to_email, board=board, about=about, language=language, attempts=0, claimed_at__isnull=True
    )
    message = found.select_for_update().order_by("id").last()
    if message and with_letter and message.lines.filter(notice__isnull=False).count() >= LETTERS_AT_MOST:
        return None
    return message


def _new_message_id() -> str:
    return f"<{uuid.uuid4().hex}@{urlsplit(settings.SITE_ADDRESS).hostname}>"


def stop(message: Message, *, by: Any, now: datetime) -> None:
    """Keep a message that waits from being sent, or give up one that could not be.

    Letters it carries are not its own to stop: `delivery.stop` does both. Raises WrongRole, and NotAllowed
    once a worker has it.
    """
    _need_clerk(message, by)
    here = Message.objects.filter(pk=message.pk, state__in=[State.WAITING, State.FAILED])
    if not here.update(state=State.STOPPED, not_before=now):
        message.refresh_from_db()
        if message.state != State.STOPPED:
            raise NotAllowed(f"It is too late to stop this message: {_where(message)}.")
    message.refresh_from_db()
    log.info("message_stopped", message=message.pk, by=by and by.pk)


def resend(message: Message, *, by: Any, now: datetime, to_email: str = "") -> None:
    """Put a message that could not be sent back into the outbox, to a corrected address if one is given.

    It keeps its Message-ID; its attempts are counted anew. Raises WrongRole, and NotAllowed for a message
    that is not on the list of dead letters, or an address that is none.
    """
    _need_clerk(message, by)
    to_email = to_email.strip() or message.to_email
    try:
        validate_email(to_email)
    except ValidationError:
        raise NotAllowed(f"“{to_email}” is no e-mail address. Write it like name@example.org.") from None
    failed = Message.objects.failed().filter(pk=message.pk)
    if not failed.update(state=State.WAITING, to_email=to_email, not_before=now, attempts=0, error=""):
        message.refresh_from_db()
        raise NotAllowed(f"This message needs no resending: {_where(message)}.")
    message.refresh_from_db()
    log.info("message_resent", message=message.pk, by=by and by.pk)
    transaction.on_commit(partial(current_app.send_task, "office.tasks.send_mail"), robust=True)


def _need_clerk(message: Message, by: Any) -> None:
    if not may(by, message.board, "clerk"):
        raise WrongRole(f"The mail of {message.board} is for its clerks.")


def _where(message: Message) -> str:
    said = {
        State.WAITING: "it waits to be sent",
        State.SENDING: "it is being sent",
        State.SENT: "it was sent",
        State.FAILED: "it could not be sent",
        State.STOPPED: "it was stopped",
    }
    return said[State(message.state)]
