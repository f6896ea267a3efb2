"""The mail desk: letters leave, their cards come back, or they do; a mistaken scan is undone.

Each step records the letter's own event with the letter's own subject, so that a receipt starts the clocks of
this letter and ends the wait for no other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.timezone import localtime

from office import postal
from office.actions.abutter_notices import settle
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record, unscan
from office.models import Case, Event, Notice
from office.models.events import served_key
from office.permissions import may
from office.schedules import named
from office.templatetags.office_tags import clock_time

Status, Channel = Notice.Status, Notice.Channel
MISTAKE = "Recorded by mistake at the mail desk."


class Doubtful(NotAllowed):
    """A number that looks misread; a person may say that it is so all the same."""


@dataclass
class Mailed:
    """What came of marking many letters: those now mailed, and the others, each with why not."""

    done: list[Notice] = field(default_factory=list)
    refused: list[tuple[Notice, str]] = field(default_factory=list)


# -------------------------------------------------------------------------------------------- the steps
@transaction.atomic
def mail(
    notice: Notice,
    *,
    on: date,
    by: Any,
    article_no: str = "",
    card_code: str = "",
    as_is: bool = False,
    now: datetime | None = None,
) -> Notice:
    """Record that the letter left on `on`. A certified one with its article number and its card's code.

    `now` is the moment, against which the hold and a day ahead are refused; the outbox, which waited the hold
    out, gives none. `as_is` takes a number that looks misread. The same scan twice is one. Raises NotAllowed,
    Doubtful, WrongRole.
    """
    case, letter = _locked(notice, by)
    if _same_again(letter, on, article_no, card_code):
        return letter
    _need_to_mail(letter, on, now)
    if letter.channel == Channel.IN_HAND:
        raise NotAllowed(f"{_called(letter)} goes in hand. Hand it over, or change how it leaves.")
    if letter.channel == Channel.EMAIL and by is not None:
        raise NotAllowed(f"{_called(letter)} goes by e-mail; the outbox sends it.")
    numbers = {"article_no": "", "card_code": ""}
    if letter.channel == Channel.CERTIFIED:
        numbers["article_no"] = article_for(letter, article_no, as_is=as_is)
        numbers["card_code"] = card_for(letter, card_code, article=numbers["article_no"]) if card_code else ""
    elif article_no or card_code:
        how = letter.get_channel_display().lower()
        raise NotAllowed(f"{_called(letter)} goes {how} and has no article number. Scan a certified letter.")
    note = f"Article {postal.spaced(numbers['article_no'])}" if numbers["article_no"] else ""
    _serve(_record(case, letter, "mailed", on=on, by=by, note=note), letter, by=by)
    return _keep(notice, letter, status=Status.MAILED, mailed_on=on, **numbers)


def mail_all(notices: Iterable[Notice], *, on: date, by: Any, now: datetime) -> Mailed:
    """Record that these first-class letters left on `on`; one that cannot keeps nobody waiting."""
    came = Mailed()
    for notice in notices:
        try:
            came.done.append(mail(notice, on=on, by=by, now=now))
        except WrongRole:
            raise
        except NotAllowed as refused:
            came.refused.append((notice, str(refused)))
    return came


@transaction.atomic
def hand_over(notice: Notice, *, on: date, by: Any, to: str, now: datetime | None = None) -> Notice:
    """Record that the letter was handed to somebody: it left and was received on that day."""
    case, letter = _locked(notice, by)
    _need_to_mail(letter, on, now)
    if letter.channel != Channel.IN_HAND:
        how = letter.get_channel_display().lower()
        raise NotAllowed(f"{_called(letter)} goes {how}. Change how it leaves to in hand, then hand it over.")
    if not to.strip():
        raise NotAllowed("Write who took the letter; it is the proof of receipt.")
    note = f"Handed to {to.strip()}"
    _serve(_record(case, letter, "mailed", on=on, by=by, note=note), letter, by=by)
    _record(case, letter, "received", on=on, by=by, note=note)
    return _keep(notice, letter, status=Status.RECEIVED, mailed_on=on, received_on=on)


@transaction.atomic
def receive(notice: Notice, *, on: date, by: Any, now: datetime | None = None) -> Notice:
    """Record that the letter was received on `on`: its card is back. What counts from receipt starts."""
    case, letter = _locked(notice, by)
    _need_out(letter, "received", on, now)
    _record(case, letter, "received", on=on, by=by)
    return _keep(notice, letter, status=Status.RECEIVED, received_on=on)


@transaction.atomic
def come_back(notice: Notice, *, on: date, by: Any, why: str, now: datetime | None = None) -> Notice:
    """Record that the letter itself came back on `on`, and why: it was received by nobody."""
    case, letter = _locked(notice, by)
    _need_out(letter, "returned", on, now)
    if not why.strip():
        raise NotAllowed("Write why it came back, as the envelope says: unclaimed, refused, moved.")
    _record(case, letter, "returned", on=on, by=by, note=why.strip())
    return _keep(notice, letter, status=Status.RETURNED, returned_on=on, why=why.strip()[:300])


@transaction.atomic
def undo(notice: Notice, *, by: Any, why: str = MISTAKE) -> Notice:
    """Take back the last step of a letter, with the reason: it did not happen, and no clock counts from it.

    A letter that is back at "to mail" gives its numbers free for the one they belong to.
    """
    _, letter = _locked(notice, by)
    if letter.channel == Channel.EMAIL:
        raise NotAllowed(f"{_called(letter)} went by e-mail, and what was sent stays sent.")
    if not why.strip():
        raise NotAllowed("Write in one sentence why it is taken back; it stays with the case.")
    last = {Status.MAILED: "mailed", Status.RECEIVED: "received", Status.RETURNED: "returned"}
    step = last.get(Status(letter.status))
    if step is None:
        raise NotAllowed(f"Nothing was recorded of {_called(letter)} that could be undone.")
    unmail = step == "mailed" or letter.channel == Channel.IN_HAND
    for gone in [step, "mailed"] if unmail and step != "mailed" else [step]:
        rows = letter.case.events.live().filter(slug=f"{letter.letter}-{gone}", subject=_subject(letter))
        event = rows.last()
        if event is not None:
            if served := rows.model.objects.live().filter(key=served_key(event)).first():
                unscan(served, by=by, note=why.strip())
            unscan(event, by=by, note=why.strip())
    if unmail:
        return _keep(
            notice, letter, status=Status.TO_MAIL, mailed_on=None, received_on=None, article_no="",
            card_code="", why="",
        )  # fmt: skip
    return _keep(notice, letter, status=Status.MAILED, received_on=None, returned_on=None, why="")


# ------------------------------------------------------------------------------------------ the numbers
def article_for(notice: Notice, text: str, *, as_is: bool = False) -> str:
    """The article number in `text` as it is kept for this letter. Raises NotAllowed, Doubtful."""
    number = postal.squeezed(text)
    if not number:
        raise NotAllowed(
            f"{_called(notice)} goes certified. Scan or type the article number on its green and white label."
        )
    _need_length(number, "an article number")
    if not as_is and (doubt := postal.doubt(number)):
        raise Doubtful(f"{doubt} Scan or type it again, or enter it as it is.")
    _need_free(notice, number)
    return number


def card_for(notice: Notice, text: str, *, article: str) -> str:
    """The return card's code in `text` as it is kept for this letter, whose article number is `article`."""
    number = postal.squeezed(text)
    if number == article:
        raise NotAllowed("This is the article number again. Scan the barcode on the green card.")
    _need_length(number, "a card’s code")
    _need_free(notice, number)
    return number


def _need_length(number: str, what: str) -> None:
    if len(number) < postal.SHORTEST:
        raise NotAllowed(f"“{number}” is too short for {what}. Scan or type all of it.")
    if len(number) > postal.LONGEST:
        raise NotAllowed(
            f"“{number[:24]}…” is too long for {what}. Two scans may have run together; scan again."
        )


def _need_free(notice: Notice, number: str) -> None:
    """A number is one letter's: as its article number or as its card's code."""
    others = Notice.objects.exclude(pk=notice.pk).select_related("case")
    other = others.bearing(number).first()
    if other is None:
        return
    if other.board_id != notice.board_id:
        raise NotAllowed(
            f"{postal.spaced(number)} is on a letter of another board. Scan this letter’s own number."
        )
    mailed = f", mailed {named(other.mailed_on)}" if other.mailed_on else ""
    raise NotAllowed(
        f"{postal.spaced(number)} is on {_called(other)}, {other.case.number}{mailed}. "
        "Scan this letter’s own number."
    )


# ------------------------------------------------------------------------------------------- the guards
def _locked(notice: Notice, by: Any) -> tuple[Case, Notice]:
    """The case and the letter, fresh and locked, for a clerk of the board or the office itself."""
    case = lock(notice.case)
    letter = Notice.objects.select_for_update(of=("self",)).select_related("board").get(pk=notice.pk)
    letter.case = case
    if not may(by, case, "clerk"):
        raise WrongRole(f"Mail is recorded by a clerk of {case.board}.")
    return case, letter


def _same_again(letter: Notice, on: date, article_no: str, card_code: str) -> bool:
    """Whether this very mailing was recorded already: pressing twice is once."""
    return bool(article_no) and (letter.status, letter.mailed_on, letter.article_no, letter.card_code) == (
        Status.MAILED, on, postal.squeezed(article_no), postal.squeezed(card_code),
    )  # fmt: skip


def _need_to_mail(letter: Notice, on: date, now: datetime | None) -> None:
    if letter.status == Status.STOPPED:
        raise NotAllowed(f"{_called(letter)} was stopped. Take it out of the pile.")
    if letter.status == Status.REFUSED:
        raise NotAllowed(f"{_called(letter)} could not be made: {letter.why} Put that right first.")
    if letter.status != Status.TO_MAIL:
        raise NotAllowed(f"{_called(letter)} was already mailed on {named(letter.mailed_on or on)}.")
    if now is not None and letter.held(now):
        until = clock_time(letter.hold_until)
        raise NotAllowed(f"{_called(letter)} waits until {until}, so that it can still be stopped.")
    if on < letter.written_on:
        raise NotAllowed(
            f"{_called(letter)} was written on {named(letter.written_on)} and cannot leave before. "
            "Correct the day."
        )
    _not_ahead(on, now)


def _need_out(letter: Notice, step: str, on: date, now: datetime | None) -> None:
    """The letter is on its way, and `on` fits: neither before it was mailed nor ahead."""
    if letter.status == Status.RECEIVED:
        raise NotAllowed(f"The card of {_called(letter)} came back on {named(letter.received_on or on)}.")
    if letter.status == Status.RETURNED:
        raise NotAllowed(f"{_called(letter)} itself came back on {named(letter.returned_on or on)}.")
    if letter.status != Status.MAILED or letter.mailed_on is None:
        raise NotAllowed(f"{_called(letter)} has not been mailed yet. Record that first.")
    if on < letter.mailed_on:
        raise NotAllowed(
            f"{_called(letter)} was mailed on {named(letter.mailed_on)} and cannot be {step} before. "
            "Correct the day."
        )
    _not_ahead(on, now)


def _not_ahead(on: date, now: datetime | None) -> None:
    if now is not None and on > localtime(now).date():
        raise NotAllowed(f"{named(on)} has not come yet. Write today or the day it happened.")


# ------------------------------------------------------------------------------------------- the record
def _called(letter: Notice) -> str:
    """ "“Order to upgrade” to Sample Cafe", for a message."""
    return f"“{letter.label}” to {letter.to_name}"


def _subject(letter: Notice) -> str:
    """What its events bear. Never empty: an event without a subject would end every letter's clocks."""
    return letter.subject or f"letter-{letter.pk}"


def _record(case: Case, letter: Notice, step: str, *, on: date, by: Any, note: str = "") -> Event:
    return record(case, f"{letter.letter}-{step}", on=on, by=by, subject=_subject(letter), note=note)


def _serve(left: Event, letter: Notice, *, by: Any) -> None:
    """Record what the letter's leaving serves, unless that was recorded already: the first service counts."""
    case = left.case
    step = case.casekind.letter(letter.letter).serves
    if step and not case.events.live().filter(slug=step).exists():
        how = letter.get_channel_display().lower()
        said = f"{_called(letter)}, {how}. {left.note}".strip()
        record(case, step, on=left.on, by=by, note=said, key=served_key(left))


def _keep(notice: Notice, letter: Notice, **columns: Any) -> Notice:
    """Save the letter with these columns and bring the caller's copy up to date."""
    for name, value in columns.items():
        setattr(letter, name, value)
        setattr(notice, name, value)
    try:
        with transaction.atomic():
            letter.save(update_fields=list(columns))
    except IntegrityError:
        raise NotAllowed("Another letter took this number a moment ago. Scan this letter’s own.") from None
    settle(letter)
    return letter
