"""Letters are written, stopped, sent another way, and made into paper.

A letter is written in the transaction of what it tells, once for each person and event, and waits ten
minutes, in which it may be stopped. Its paper is made after the commit and kept; what the letter lacks is
said on the case and is somebody's task.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext

from office import letters, spoken, uploads
from office.actions import messages
from office.actions.clocks import finish_task, raise_task
from office.actions.documents import written
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record
from office.kinds import Letter, Step
from office.models import Case, Document, Event, Message, MessageLine, Notice, Party
from office.paper import LetterRefused
from office.permissions import may
from office.schedules import named
from office.spoken import say

log = structlog.get_logger(__name__)

WRITERS = ("clerk", "inspector", "member")
NOBODY = "nobody"  # stands for the person in the key of a letter that has none
Channel, Status = Notice.Channel, Notice.Status
ADDRESS = ("to_name", "to_street", "to_city", "to_state", "to_zip", "to_email")
SENT_SAFELY = (Channel.CERTIFIED, Channel.IN_HAND)


@dataclass(frozen=True)
class Addressee:
    """Somebody who is written to without being a person of the case. `key` is theirs alone."""

    key: str
    name: str
    street: str
    city: str
    state: str
    zip_code: str


# ---------------------------------------------------------------------------------------------- writing
@transaction.atomic
def write(
    case: Case,
    *,
    letter: str,
    on: date,
    now: datetime,
    by: Any,
    event: Event | None = None,
    parties: Sequence[Party] | None = None,
    channel: str = "",
    about: Mapping[str, Any] | None = None,
    subject: str = "",
    key: str = "",
) -> list[Notice]:
    """Write a letter to each of its people, or to `parties`: one notice each, whatever their parts are.

    `about` are values of this letter alone; `channel` takes the place of the letter's own. Once per event or
    `key`, person and channel: asked again, the same notices are returned. One that lacks something is kept as
    not made, and is a task of the office. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not may(by, locked, *WRITERS):
        raise WrongRole(f"Letters are written by the {' or '.join(WRITERS)} of {locked.board}.")
    declared = declared_letter(locked, letter)
    channel = _checked(declared, channel or declared.channel)
    key = key or (f"event-{event.pk}" if event else "")
    if not key:
        raise ValueError("A letter for no event needs a key, or pressing twice would write it twice.")
    people: Iterable[Party | None] = recipients(locked, declared) if parties is None else parties
    said = letters.gathered(locked, declared, on=on, event=event, given=about)
    found = []
    for party in list(dict.fromkeys(people)) or [None]:
        own = f"{key}/{letter}/{party.pk if party else NOBODY}/{channel}"
        notice = Notice.objects.filter(key=own).first()
        if notice is None:
            notice = _drafted(locked, declared, party, channel=channel, on=on, by=by, said=said)
            notice.event, notice.subject, notice.key = event, subject, own
            notice.hold_until = now + messages.HOLD
            _send(notice, declared, on=on, now=now)
        elif notice.case_id != locked.pk:
            raise NotAllowed("This form was already used for another case. Open the page again.")
        found.append(notice)
    return found


@transaction.atomic
def write_to(
    case: Case,
    *,
    letter: str,
    to: Sequence[Addressee],
    on: date,
    now: datetime,
    by: Any,
    key: str,
    channel: str = "",
    about: Mapping[str, Any] | None = None,
) -> list[Notice]:
    """Write a letter to people who have no part in the case, as `write` does: once per `key` and addressee.

    The notices come in the order of `to`. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    if not may(by, locked, *WRITERS):
        raise WrongRole(f"Letters are written by the {' or '.join(WRITERS)} of {locked.board}.")
    declared = declared_letter(locked, letter)
    channel = _checked(declared, channel or declared.channel)
    said = letters.gathered(locked, declared, on=on, given=about)
    own = {each.key: f"{key}/{letter}/{each.key}/{channel}" for each in to}
    there = {notice.key: notice for notice in Notice.objects.filter(case=locked, letter=letter)}
    found: list[Notice] = []
    whole = False
    for each in to:
        notice = there.get(own[each.key])
        if notice is None:
            notice = _drafted(locked, declared, None, channel=channel, on=on, by=by, said=said)
            notice.to_name, notice.to_street, notice.to_city = each.name, each.street, each.city
            notice.to_state, notice.to_zip = each.state, each.zip_code
            notice.key, notice.hold_until = own[each.key], now + messages.HOLD
            _send(notice, declared, on=on, now=now, whole=whole)
            whole = whole or notice.status != Status.REFUSED
        found.append(notice)
    return found


def declared_letter(case: Case, slug: str) -> Letter:
    """The letter of this case's kind; NotAllowed when it sends none of that name."""
    found = next((each for each in case.casekind.letters if each.slug == slug and each.words), None)
    if found is None:
        raise NotAllowed(f"{case.casekind.label} sends no letter called {slug!r}.")
    return found


def recipients(case: Case, letter: Letter) -> list[Party]:
    """Who gets the letter: the people in its parts, each once, in that order."""
    rows = list(case.people.select_related("party"))
    found: dict[Party, None] = {}
    for part in letter.to:
        if part == "holder" and case.facility and case.facility.holder:
            found[case.facility.holder] = None
        found |= dict.fromkeys(row.party for row in rows if row.role == part)
    return list(found)


def write_for_step(case: Case, event: Event, *, now: datetime, by: Any) -> list[Notice]:
    """Write the letter that belongs to a recorded step; nothing for a step or a kind without one."""
    slug = case.casekind.lifecycle.step(event.slug).letter
    if not any(letter.slug == slug and letter.words for letter in case.casekind.letters):
        return []
    return write(case, letter=slug, on=localtime(now).date(), now=now, by=by, event=event)


def would_write(case: Case, step: Step) -> list[Notice]:
    """The letters that recording this step would write, unsaved: to whom, how, and `why` one cannot go."""
    letter = next((each for each in case.casekind.letters if each.slug == step.letter and each.words), None)
    if letter is None:
        return []
    found = [
        Notice(case=case, label=letter.label, party=party, channel=letter.channel)
        for party in recipients(case, letter)
    ]
    for notice in found:
        _address(notice)
        notice.why = lacks_address(notice)
    return found


def _send(notice: Notice, letter: Letter, *, on: date, now: datetime, whole: bool = False) -> None:
    """Save the letter with its person's address of today, and send it on its way or say what it lacks.

    `whole`: another of the same words was made up already, and lacked nothing.
    """
    _address(notice)
    why = lacks_address(notice) if whole and notice.to_name else lacks(notice, letter)
    notice.status, notice.why = (Status.REFUSED, why[:300]) if why else (Status.TO_MAIL, "")
    notice.save()
    if not notice.subject:
        notice.subject = f"letter-{notice.pk}"
        notice.save(update_fields=["subject"])
    if why:
        _raise(notice, on)
        return
    if notice.channel == Channel.EMAIL:
        _tell(notice, now)
    _wake(notice)


def _wake(notice: Notice) -> None:
    """Have the paper made after the commit; if the message is lost, the sweep finds the letter."""
    wake = partial(current_app.send_task, "office.tasks.make_notice", [notice.pk])
    transaction.on_commit(wake, robust=True)


def _address(notice: Notice) -> None:
    party = notice.party
    if party is None:
        return
    notice.to_name, notice.to_street, notice.to_city = party.name, party.street, party.city
    notice.to_state, notice.to_zip = party.state, party.zip_code
    notice.to_email = party.email or (party.user.email if party.user else "")
    notice.language = party.language
    if notice.channel == Channel.EMAIL and not notice.to_email:
        notice.channel = Channel.FIRST_CLASS


def drafted(
    case: Case, *, letter: str, party: Party | None, channel: str, on: date, by: Any
) -> tuple[Notice, str]:
    """The letter as `write` would write it, without writing it; and what it lacks, if anything."""
    declared = declared_letter(case, letter)
    said = letters.gathered(case, declared, on=on)
    channel = _checked(declared, channel or declared.channel)
    notice = _drafted(case, declared, party, channel=channel, on=on, by=by, said=said)
    _address(notice)
    return notice, lacks(notice, declared)


def _drafted(
    case: Case, letter: Letter, party: Party | None, *, channel: str, on: date, by: Any, said: dict[str, Any]
) -> Notice:
    return Notice(
        case=case, board=case.board, letter=letter.slug, label=letter.label, about=letters.kept(said),
        party=party, channel=channel, written_on=on, by=by,
    )  # fmt: skip


def lacks(notice: Notice, letter: Letter) -> str:
    """What keeps this letter from being made and sent, with the remedy; nothing when it is whole."""
    if notice.party is None and not notice.to_name:
        parts = " or ".join(letter.to)
        return f"The case names nobody to write to ({parts}). Add them to the case, then make it again."
    if why := lacks_address(notice):
        return why
    try:
        letters.page(notice)
    except LetterRefused as refused:
        return str(refused)
    return ""


def lacks_address(notice: Notice) -> str:
    """What is missing of the address to which this letter is mailed, with the remedy."""
    needed = {"street address": notice.to_street, "town": notice.to_city, "ZIP code": notice.to_zip}
    absent = [name for name, value in needed.items() if not value.strip()]
    if notice.channel not in (Channel.FIRST_CLASS, Channel.CERTIFIED) or not absent:
        return ""
    words = f"{', '.join(absent[:-1])} or {absent[-1]}" if len(absent) > 1 else absent[0]
    return f"{notice.to_name} has no {words}. Enter the address, or send the letter another way."


def _tell(notice: Notice, now: datetime) -> None:
    values = letters.values_of(notice)
    due = values.get("reply_by") or values.get("due_on")
    number = notice.case.number
    with translation.override(notice.language):
        subject = f"{say(notice.label)}: {number}"
        if isinstance(due, date) and due >= notice.written_on:
            by_then = {"day": spoken.month_and_day(due), "number": number}
            subject = gettext("[Your move by %(day)s] %(number)s") % by_then
    messages.tell(
        key=f"letter-{notice.pk}", to_email=notice.to_email, to_name=notice.to_name, board=notice.board,
        subject=subject, text=letters.text(notice), now=now, about=number, case=notice.case,
        notice=notice, by=notice.by, language=notice.language,
    )  # fmt: skip


# -------------------------------------------------------------------------------- what could not be made
def _raise(notice: Notice, on: date) -> None:
    whom = f" to {notice.to_name}" if notice.to_name else ""
    raise_task(
        notice.case, what=f"“{notice.label}”{whom} was not made. {notice.why}", due_on=on, on=on, by=None,
        key=_task(notice),
    )  # fmt: skip


def _task(notice: Notice) -> str:
    return f"letter-{notice.pk}"


def _settle(notice: Notice, on: date) -> None:
    """The task about this letter is done, if there was one."""
    if notice.case.clocks.filter(clock="task", subject=_task(notice), ended_on=None).exists():
        finish_task(notice.case, key=_task(notice), on=on, by=None, note=f"“{notice.label}” was settled.")


@transaction.atomic
def make_again(notice: Notice, *, on: date, by: Any, now: datetime) -> list[Notice]:
    """Write a letter that could not be made anew, with what the case and its people say by now.

    Returns what became of it; the letter says what it still lacks. Raises NotAllowed, WrongRole.
    """
    fresh = _locked(notice, by)
    if fresh.status != Status.REFUSED:
        raise NotAllowed("This letter was made. Only one that lacked something is made again.")
    letter = declared_letter(fresh.case, fresh.letter)
    if fresh.party is None and not fresh.to_name:
        people = recipients(fresh.case, letter)
        if not people:
            raise NotAllowed(fresh.why)
        fresh.status, fresh.why = Status.STOPPED, "Written anew, to the people the case names by now."
        fresh.save(update_fields=["status", "why"])
        _settle(fresh, on)
        key = fresh.key.partition("/")[0]
        return write(
            fresh.case, letter=fresh.letter, on=on, now=now, by=by, event=fresh.event, parties=people,
            channel=fresh.channel, about=_told(fresh), subject=fresh.subject, key=key,
        )  # fmt: skip
    fresh.about = letters.kept(
        letters.gathered(fresh.case, letter, on=on, event=fresh.event, given=_told(fresh))
    )
    fresh.written_on, fresh.hold_until = on, now + messages.HOLD
    fresh.channel = fresh.key.rpartition("/")[2]  # as it was asked for; there may be an e-mail address by now
    _send(fresh, letter, on=on, now=now)
    if fresh.status == Status.REFUSED:
        raise NotAllowed(fresh.why)
    _settle(fresh, on)
    _bring_up_to_date(notice, fresh)
    return [fresh]


def _told(notice: Notice) -> dict[str, Any]:
    """What the letter knew already; what was missing is asked for anew."""
    return {name: held for name, held in letters.read(notice.about).items() if held is not None}


def _locked(notice: Notice, by: Any, *roles: str) -> Notice:
    case = lock(notice.case)
    fresh = Notice.objects.select_for_update(of=("self",)).get(pk=notice.pk)
    fresh.case = case
    if not may(by, case, *(roles or WRITERS)):
        raise WrongRole(f"This is for the {' or '.join(roles or WRITERS)} of {case.board}.")
    return fresh


def _bring_up_to_date(notice: Notice, fresh: Notice) -> None:
    for name in (*ADDRESS, "status", "why", "channel", "hold_until", "written_on", "about", "document_id"):
        setattr(notice, name, getattr(fresh, name))


# ------------------------------------------------------------------------------- stopping, another way
def line_of(notice: Notice) -> MessageLine | None:
    """The line of the outbox that carries this letter."""
    return getattr(notice, "message_line", None)


def why_not_stopped(notice: Notice) -> str:
    """Why this letter can no longer be stopped; nothing while it can."""
    if notice.status == Status.STOPPED:
        return "This letter was already stopped."
    if notice.status not in (Status.TO_MAIL, Status.REFUSED):
        return f"This letter left on {named(notice.mailed_on or notice.written_on)}. It cannot be stopped."
    line = line_of(notice) if notice.channel == Channel.EMAIL else None
    if line and line.message.state in (Message.State.SENDING, Message.State.SENT):
        return "The e-mail has left. Write to them again instead."
    return ""


@transaction.atomic
def stop(notice: Notice, *, on: date, by: Any, now: datetime, why: str) -> Notice:
    """Keep a letter from leaving: an e-mail until it is sent, paper until it is recorded as mailed."""
    fresh = _locked(notice, by)
    if refusal := why_not_stopped(fresh):
        raise NotAllowed(refusal)
    _take_back(fresh, by=by, now=now)
    fresh.status, fresh.why = Status.STOPPED, why.strip()[:300] or "Stopped before it left."
    fresh.save(update_fields=["status", "why"])
    whom = f" to {fresh.to_name}" if fresh.to_name else ""
    record(
        fresh.case, "letter-stopped", on=on, by=by, subject=fresh.subject,
        note=f"“{fresh.label}”{whom}: {fresh.why}",
    )  # fmt: skip
    _settle(fresh, on)
    _bring_up_to_date(notice, fresh)
    return fresh


def _take_back(notice: Notice, *, by: Any, now: datetime) -> None:
    """Take the letter out of the outbox: its message stays for what else it tells."""
    line = line_of(notice)
    if line is None:
        return
    message = Message.objects.select_for_update().get(pk=line.message_id)
    others = message.lines.exclude(pk=line.pk).exclude(notice__status=Status.STOPPED).exists()
    if message.state == Message.State.SENDING:
        raise NotAllowed("The e-mail is leaving at this moment. Write to them again instead.")
    if message.state == Message.State.WAITING and not others:
        messages.stop(message, by=None, now=now)


def _checked(letter: Letter, channel: str) -> str:
    """A channel this letter may go by; NotAllowed says why not."""
    if channel not in Channel.values:
        raise NotAllowed("Choose how the letter goes: e-mail, first class, certified or in hand.")
    if letter.channel == Channel.CERTIFIED and channel not in SENT_SAFELY:
        raise NotAllowed(f"“{letter.label}” goes by certified mail or in hand ({letter.section}).")
    if letter.serves and channel == Channel.EMAIL:
        raise NotAllowed(f"“{letter.label}” is served by mail or in hand, not by e-mail ({letter.section}).")
    return channel


@transaction.atomic
def change_channel(notice: Notice, *, channel: str, on: date, by: Any, now: datetime | None = None) -> Notice:
    """Send a letter that has not left another way, to the address its person has by now.

    To send it by e-mail the moment `now` is needed, from which it waits. Raises NotAllowed, WrongRole.
    """
    fresh = _locked(notice, by)
    letter = declared_letter(fresh.case, fresh.letter)
    _checked(letter, channel)
    if refusal := why_not_stopped(fresh):
        raise NotAllowed(refusal)
    line = line_of(fresh)
    if channel == Channel.EMAIL and (line or now is None):
        raise NotAllowed("This letter was taken out of the e-mail. Write it again to send it by e-mail.")
    before = [getattr(fresh, name) for name in ADDRESS]
    _address(fresh)
    if channel == Channel.EMAIL and not fresh.to_email:
        raise NotAllowed(f"{fresh.to_name} has no e-mail address. Enter it, or choose another way.")
    fresh.channel = channel
    if why := lacks(fresh, letter):
        raise NotAllowed(why)
    if line:
        _take_back(fresh, by=by, now=now or fresh.hold_until)
    if fresh.document_id and before != [getattr(fresh, name) for name in ADDRESS]:
        # The paper bears the old address; the new one takes its place on file.
        fresh.about = {**fresh.about, "in_place_of": fresh.document_id}
        fresh.document = None
    fresh.status, fresh.why = Status.TO_MAIL, ""
    fresh.save()
    if channel == Channel.EMAIL and now is not None:
        fresh.hold_until = now + messages.HOLD
        fresh.save(update_fields=["hold_until"])
        _tell(fresh, now)
    _settle(fresh, on)
    _wake(fresh)
    _bring_up_to_date(notice, fresh)
    return fresh


# ---------------------------------------------------------------------------------------------- paper
def make(notice: Notice, *, on: date) -> Document:
    """The letter's paper: rendered outside any transaction and put on file once, however many ask.

    Raises NotAllowed for a letter that was stopped, LetterRefused for one that lacks something; that is then
    said on the case too.
    """
    fresh = Notice.objects.select_related("case__board", "board", "by", "document").get(pk=notice.pk)
    if fresh.document is not None:
        return fresh.document
    if fresh.status in (Status.STOPPED, Status.REFUSED):
        raise NotAllowed(f"“{fresh.label}” was not made: {fresh.why}")
    try:
        pdf = letters.pdf(fresh)
    except LetterRefused as refused:
        _refuse(fresh, str(refused), on)
        raise
    content = ContentFile(pdf, name=f"{fresh.case.number}-{fresh.letter}.pdf")
    found = uploads.inspect(content, len(pdf))
    with written(content) as name, transaction.atomic():
        case = lock(fresh.case)
        again = Notice.objects.select_for_update(of=("self",)).get(pk=fresh.pk)
        if again.document is not None:
            return again.document  # another worker was faster; theirs is the paper
        earlier = Document.objects.filter(pk=again.about.get("in_place_of"), case=case).current().first()
        document = Document.objects.create(
            case=case, label=f"{again.label}, to {again.to_name}"[:120], source=Document.Source.PAPER,
            letter=again.letter, file=name, replaces=earlier, added_on=on, by=again.by, size=found.size,
            sha256=found.sha256, content_type=found.content_type, safe_name=found.safe_name,
            shown_name=found.shown_name,
        )  # fmt: skip
        again.document = document
        again.save(update_fields=["document"])
        record(
            case, "document-added", on=on, by=again.by, subject=f"document-{document.pk}", note=document.label
        )
    notice.document = document
    return document


@transaction.atomic
def _refuse(notice: Notice, why: str, on: date) -> None:
    fresh = _locked(notice, None)
    if fresh.status != Status.TO_MAIL:
        return
    fresh.status, fresh.why = Status.REFUSED, why[:300]
    fresh.save(update_fields=["status", "why"])
    _raise(fresh, on)


def make_missing(*, on: date, most: int = 50) -> int:
    """Make the papers that are still missing, the oldest first; one that cannot be made holds up nobody."""
    made = 0
    for notice in Notice.objects.filter(status=Status.TO_MAIL, document__isnull=True).order_by("pk")[:most]:
        try:
            make(notice, on=on)
            made += 1
        except (LetterRefused, NotAllowed):
            continue  # it says so on the case
        except Exception:  # whatever is wrong with one letter, the others are made
            log.exception("letter_not_made", notice=notice.pk)
    return made
