"""Sending what waits in the outbox: claimed, handed to the mail server outside any transaction, recorded.

Between the server's acceptance and our record lies a gap no program can close. A message caught in it goes
out again with the same Message-ID, and is listed as one that may have arrived twice.
"""

from __future__ import annotations

import contextlib
import smtplib
import textwrap
import time
import traceback
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext

from office.actions import mailing, messages, notices
from office.actions.errors import NotAllowed
from office.models import Membership, Message, MessageLine, Notice
from office.models.messages import subject_of
from office.paper import LetterRefused

log = structlog.get_logger(__name__)

LEASE = timedelta(minutes=10)  # how long a worker has a message before another may take it
BUDGET = timedelta(minutes=5)  # how long one run takes new ones: less than the lease
PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60))  # after each failure
LINES_AT_MOST = 100
WIDTH = 72
State = Message.State


class Unsendable(Exception):
    """The message cannot be sent, now or later; says why in plain words."""


class Unreachable(Exception):
    """No mail server takes anything from us just now, whatever the message; says why in plain words."""


def send_due(*, now: datetime, most: int = 200) -> int:
    """Send what is due at `now`, the longest due first; how many the server accepted.

    Any number of workers may do so at once. A server that cannot be reached ends the run, with one attempt
    counted on the message that met it. Raises RuntimeError inside a transaction.
    """
    began, sent = time.monotonic(), 0
    server = _Server()
    due = list(Message.objects.due(now).values_list("pk", "state", "not_before")[:most])
    try:
        for pk, state, not_before in due:
            passed = timedelta(seconds=time.monotonic() - began)
            if passed > BUDGET:
                break
            message = _claim(pk, State(state), not_before, now + passed)
            if message is not None:  # else another worker has it, or it was stopped
                sent += _send(message, server, now + passed)
    except Unreachable:
        pass
    finally:
        server.close()
    return sent


# ------------------------------------------------------------------------------------------ one message
def _claim(pk: int, state: State, not_before: datetime, now: datetime) -> Message | None:
    """Take the message if it is still as it was seen; None when it is not.

    One that somebody had and never finished may have been accepted by the server: it is in doubt. The attempt
    is counted before it is made, so that a message that kills its worker is not tried for ever.
    """
    with transaction.atomic(durable=True):  # and so inside no other: it is sent after the commit
        taken: dict[str, Any] = {"state": State.SENDING, "claimed_at": now, "not_before": now + LEASE}
        if state == State.SENDING:
            taken["in_doubt"] = True
        seen = Message.objects.filter(pk=pk, state=state, not_before=not_before)
        if not seen.update(**taken, attempts=F("attempts") + 1):
            return None
        return Message.objects.select_related("board", "case").get(pk=pk)


def _send(message: Message, server: _Server, now: datetime) -> bool:
    """Send a claimed message and record what came of it; whether the server accepted it.

    Raises Unreachable, after it is recorded.
    """
    if message.attempts > len(PAUSES) + 1:
        _fail(message, "The office was cut off each time it sent this. Tell whoever runs the computer.")
        return False
    try:
        lines = _lines(message)
        mail = _composed(message, lines, now) if lines else None
    except Unsendable as refused:
        _fail(message, str(refused))
        return False
    except Exception as broken:  # whatever is wrong with one message, the others are sent
        _log("message_not_written", broken, message=message.pk)
        _retry(message, f"The office could not put the message together ({type(broken).__name__}).", now)
        return False
    if mail is None:
        _put_back(message, state=State.STOPPED)
        return False
    try:
        server.send(mail)
    except Unreachable as away:
        _retry(message, str(away), now)
        raise
    except Exception as broken:
        server.close()
        _not_accepted(message, broken, now)
        return False
    _accepted(message, now)
    mark_mailed(message, now=now)
    return True


def _accepted(message: Message, now: datetime) -> None:
    # Whoever else may hold it by now: the server has accepted it.
    Message.objects.filter(pk=message.pk).exclude(state=State.SENT).update(
        state=State.SENT, sent_at=now, error=""
    )
    message.sent_at = now
    log.info("message_sent", message=message.pk, attempts=message.attempts)


def _not_accepted(message: Message, broken: Exception, now: datetime) -> None:
    """Record why: what the server refuses for good is not tried again, all else is.

    Without an answer of the server nobody knows whether it took the message.
    """
    code: int
    said: Any
    match broken:
        case smtplib.SMTPRecipientsRefused():
            code, said = next(iter(broken.recipients.values()))
            words = "The mail server takes no mail for this address"
        case smtplib.SMTPDataError():
            code, said = broken.smtp_code, broken.smtp_error
            words = "The mail server refused the message"
        case smtplib.SMTPResponseException():  # it refuses the office, which can be put right
            _retry(message, _turned_away(broken), now)
            return
        case _:
            _log("message_cut_off", broken, message=message.pk)
            words = f"The connection broke while the message was sent ({type(broken).__name__})."
            _retry(message, words, now, in_doubt=True)
            return
    if 500 <= code < 600:
        _fail(message, f"{words}: {_quoted(code, said)}")
    else:
        _retry(message, f"{words}: {_quoted(code, said)}", now)


def _retry(message: Message, words: str, now: datetime, *, in_doubt: bool = False) -> None:
    """Put the message back for a later attempt, or among the dead letters after the last."""
    if message.attempts > len(PAUSES):
        _fail(message, words, in_doubt=in_doubt)
        return
    later = now + PAUSES[message.attempts - 1]
    _put_back(message, in_doubt=in_doubt, state=State.WAITING, not_before=later, error=words[:300])
    log.warning("message_put_back", message=message.pk, attempts=message.attempts)


def _fail(message: Message, words: str, *, in_doubt: bool = False) -> None:
    _put_back(message, in_doubt=in_doubt, state=State.FAILED, error=words[:300])
    log.warning("message_failed", message=message.pk, attempts=message.attempts)


def _put_back(message: Message, *, in_doubt: bool = False, **columns: Any) -> None:
    """Write what became of the message, unless another worker took it up meanwhile."""
    if in_doubt:
        columns["in_doubt"] = True  # what was once in doubt stays so
    held = Message.objects.filter(pk=message.pk, state=State.SENDING, claimed_at=message.claimed_at)
    held.update(**columns)


def _turned_away(refused: smtplib.SMTPResponseException) -> str:
    said = _quoted(refused.smtp_code, refused.smtp_error)
    return f"The mail server turned the office away: {said}"


def _quoted(code: int, said: Any) -> str:
    """The server's own words, on one line."""
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    return f"{code} {' '.join(text.split())}"


def _log(event: str, broken: Exception, **which: int) -> None:
    """Say where it broke. Never the error's own text, which may quote the address or what was written."""
    last = traceback.extract_tb(broken.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    log.warning(event, error=type(broken).__name__, where=where, **which)


class _Server:
    """The mail server of one run: connected to when first needed, and anew after it broke."""

    def __init__(self) -> None:
        self.connection: Any = None

    def send(self, mail: EmailMessage) -> None:
        if self.connection is None:
            connection = get_connection()
            try:
                connection.open()
            except smtplib.SMTPResponseException as refused:
                raise Unreachable(_turned_away(refused)) from refused
            except OSError as away:  # which smtplib's other errors are too
                reason = type(away).__name__
                raise Unreachable(f"The mail server could not be reached ({reason}).") from away
            self.connection = connection
        self.connection.send_messages([mail])

    def close(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(OSError):  # it is gone, which is what was asked for
                connection.close()


# --------------------------------------------------------------------------------------- what it says
def _lines(message: Message) -> list[MessageLine]:
    """What the message tells, without letters that were stopped or now leave another way."""
    rows = message.lines.select_related("case", "notice__case", "notice__board", "notice__document")
    return [row for row in rows if row.notice is None or _by_mail(row.notice)]


def _by_mail(notice: Notice) -> bool:
    gone = notice.status in (Notice.Status.STOPPED, Notice.Status.RETURNED)
    return not gone and notice.channel == Notice.Channel.EMAIL


def _composed(message: Message, lines: list[MessageLine], now: datetime) -> EmailMessage:
    """The e-mail, with the letters it carries. Raises Unsendable, saying why."""
    try:
        validate_email(message.to_email)
    except ValidationError:
        raise Unsendable("This is no e-mail address. Correct it, then resend.") from None
    board = message.board
    with translation.override(message.language):
        subject = subject_of(lines)
    mail = EmailMessage(
        subject=subject,
        body=body_of(message, lines),
        from_email=formataddr((str(board), parseaddr(settings.DEFAULT_FROM_EMAIL)[1])),
        to=[formataddr((message.to_name, message.to_email))],
        reply_to=[formataddr((str(board), board.email))] if board.email else None,
        headers={"Message-ID": message.message_id, "Auto-Submitted": "auto-generated"},
    )
    for line in lines:
        if line.notice is not None:
            mail.attach(*_letter(line.notice, now))
    return mail


def _letter(notice: Notice, now: datetime) -> tuple[str, bytes, str]:
    """Name, content and type of the letter's PDF, which is made now if it was not before."""
    try:
        document = notice.document or notices.make(notice, on=localtime(now).date())
    except (LetterRefused, NotAllowed) as refused:
        raise Unsendable(str(refused)) from refused
    with document.file.open("rb") as file:
        return document.safe_name, file.read(), document.content_type


def body_of(message: Message, lines: list[MessageLine]) -> str:
    """The text: one line as it is, several as a list, then whose message it is and how to see the case."""
    with translation.override(message.language):
        return _body(message, lines)


def _body(message: Message, lines: list[MessageLine]) -> str:
    staff = _is_staff(message)
    shown = lines[:LINES_AT_MOST]
    if len(lines) == 1:
        parts = [_wrapped(lines[0].text)]
    else:
        # What the subject of the message says already is not said again.
        alike = len({line.subject for line in lines}) == 1
        texts = [line.text if alike else f"{line.subject}\n{line.text}".rstrip() for line in shown]
        parts = [_wrapped(text, first=f"{number}. ", indent="   ") for number, text in enumerate(texts, 1)]
    if more := len(lines) - len(shown):
        where = f" See your worklist: {_address('worklist')}" if staff else ""
        parts.append(gettext("And %(more)s more.") % {"more": more} + where)
    parts.append(_footer(message, lines, staff=staff))
    return "\n\n".join(parts) + "\n"


def _wrapped(text: str, *, first: str = "", indent: str = "") -> str:
    """Paragraphs and line ends as they are written; what is too wide for a mail program goes on below."""
    filled = [
        textwrap.fill(
            line, WIDTH, initial_indent=indent if at or not first else first, subsequent_indent=indent,
            break_long_words=False, break_on_hyphens=False,
        )
        for at, line in enumerate(text.splitlines() or [""])
    ]  # fmt: skip
    return "\n".join(filled)


def _is_staff(message: Message) -> bool:
    """Whether who gets it may open the office's pages: somebody of the board, or the board's own box."""
    board = message.board
    if board.email.lower() == message.to_email.lower():
        return True
    return Membership.objects.filter(board=board, user__email__iexact=message.to_email).exists()


def _footer(message: Message, lines: list[MessageLine], *, staff: bool) -> str:
    board = message.board
    numbers = list(dict.fromkeys(line.case.number for line in lines if line.case is not None))
    said = [str(board), *filter(None, (board.phone, board.hours))]
    if len(numbers) == 1 and staff:
        said.append(f"See the case: {_address('case', numbers[0])}")
    elif staff:
        said.append(f"See your worklist: {_address('worklist')}")
    elif numbers:
        which = numbers[0] if len(numbers) == 1 else gettext("the number of the case")
        hear = gettext("To hear where the case stands, call %(phone)s and say %(which)s.")
        if not board.phone:
            hear = gettext("To hear where the case stands, call or visit the office and say %(which)s.")
        said.append(hear % {"phone": board.phone, "which": which})
    if board.is_sample:
        said.append(gettext("Sample data: this is no real matter."))
    return "\n".join(["-- ", *said])


def _address(name: str, *arguments: Any) -> str:
    return f"{settings.SITE_ADDRESS}{reverse(name, args=arguments)}"


# ----------------------------------------------------------------------------------- letters that left
def mark_mailed(message: Message, *, now: datetime) -> None:
    """Record of each letter the message carried that it left on the local day of `now`; once."""
    for line in message.lines.filter(notice__isnull=False).select_related("notice__case__board"):
        assert line.notice is not None
        if line.notice.status != Notice.Status.TO_MAIL or not _by_mail(line.notice):
            continue
        try:
            mailing.mail(line.notice, on=localtime(message.sent_at or now).date(), by=None)
        except Exception as broken:  # the message is sent all the same; the sweep comes back to the letter
            _log("letter_not_marked", broken, notice=line.notice.pk)


def mark_left_over(*, now: datetime, most: int = 50) -> int:
    """The sweep: letters that were sent and not yet marked, because a worker died in between."""
    unmarked = MessageLine.objects.filter(
        message=OuterRef("pk"), notice__status=Notice.Status.TO_MAIL, notice__channel=Notice.Channel.EMAIL
    )
    found: Iterable[Message] = Message.objects.filter(Exists(unmarked), state=State.SENT)[:most]
    count = 0
    for message in found:
        mark_mailed(message, now=now)
        count += 1
    return count


@transaction.atomic
def stop(message: Message, *, on: date, by: Any, now: datetime) -> None:
    """Stop a message and the letters it would have carried. Raises NotAllowed once it left, WrongRole."""
    for line in message.lines.filter(notice__isnull=False).select_related("notice__case__board"):
        assert line.notice is not None
        if _by_mail(line.notice):
            notices.stop(line.notice, on=on, by=by, now=now, why="Stopped in the outbox.")
    messages.stop(message, by=by, now=now)
