"""The office and the people of a case write to one another; what is new goes out as a short e-mail."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from office.actions.clocks import finish_task, raise_task
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.actions.messages import tell
from office.calendar import Roll, days_after
from office.models import Authorization, Case, CaseMessage, Party
from office.permissions import PARTS, has_part, may

WRITERS = ("clerk", "inspector", "member")
LONGEST = 5_000  # characters of one message
MOST_A_DAY = 20  # messages of one person about one case
ANSWER_DAYS = 3  # office practice: by then somebody looks at what an applicant wrote
TASK = "messages"  # the subject of the one task that says there is something to read


@transaction.atomic
def write(
    case: Case, *, text: str, key: str, on: date, now: datetime, by: Any, from_office: bool
) -> CaseMessage:
    """Write a message about the case. `key` makes pressing twice one message.

    What the other side wrote counts as read: somebody answers it. From the office, the people of the case
    are told by e-mail that there is something to read; from them, it becomes a task of the office. Raises
    NotAllowed, WrongRole.
    """
    locked = lock(case)
    _need_side(locked, by, on, from_office)
    if earlier := CaseMessage.objects.filter(key=key).first():
        if (earlier.case_id, earlier.by_id, earlier.from_office) != (case.pk, by.pk, from_office):
            raise NotAllowed(_("This form was already used for something else. Open the page again."))
        return earlier
    text = text.replace("\0", "").strip()
    if not text:
        raise NotAllowed(_("Write your message first."))
    if len(text) > LONGEST:
        raise NotAllowed(_("Your message is too long. Write less, or send the rest as a document."))
    if not from_office:
        lately = locked.conversation.filter(by=by, written_at__gt=now - timedelta(days=1))
        if lately.count() >= MOST_A_DAY:
            raise NotAllowed(
                _("You wrote many messages about this case today. Call the office, or go on tomorrow.")
            )
    message = CaseMessage.objects.create(
        case=locked, by=by, from_office=from_office, text=text, written_at=now, key=key
    )
    _read(locked, of_office=not from_office, on=on, now=now, by=by)
    if from_office:
        notify(locked, message, on=on, now=now)
    else:
        _put_on_the_worklist(locked, on=on)
    return message


def _need_side(case: Case, by: Any, on: date, from_office: bool) -> None:
    if from_office and not may(by, case, *WRITERS):
        raise WrongRole(f"Messages are written by the {' or '.join(WRITERS)} of {case.board}.")
    if not from_office and not has_part(by, case, on):
        raise WrongRole(f"Messages about {case.number} are written by its people.")


def _put_on_the_worklist(case: Case, *, on: date) -> None:
    """One task for all that is unread: it falls due when the first of it does."""
    if _open_tasks(case):
        return
    due = case.board.calendar().roll(days_after(on, ANSWER_DAYS), Roll.NEXT_OPEN_DAY)
    key = f"{TASK}-{case.events.filter(slug='task-raised', subject__startswith=TASK).count() + 1}"
    raise_task(case, what="Read the applicant’s message", due_on=due, on=on, by=None, key=key)


def _open_tasks(case: Case) -> list[str]:
    rows = case.clocks.running().filter(clock="task", subject__startswith=f"{TASK}-")
    return list(rows.values_list("subject", flat=True))


@transaction.atomic
def mark_read(case: Case, *, on: date, now: datetime, by: Any, of_office: bool) -> int:
    """Say that what the other side wrote was read; how many messages that were. `of_office`: by whom."""
    locked = lock(case)
    _need_side(locked, by, on, from_office=not of_office)
    return _read(locked, of_office=of_office, on=on, now=now, by=by)


def _read(case: Case, *, of_office: bool, on: date, now: datetime, by: Any) -> int:
    """Mark what the office (`of_office`) or the people of the case wrote as read by the other side."""
    count = case.conversation.unread(from_office=of_office).update(read_at=now, read_by=by)
    if not of_office:
        for subject in _open_tasks(case):
            finish_task(case, key=subject, on=on, by=None, note="Read.")
    return count


def readers(case: Case, on: date) -> list[Party]:
    """Who can sign in and read what the office writes: people of the case, and who acts for them."""
    people = set(case.people.filter(role__in=PARTS).values_list("party", flat=True))
    held = Authorization.objects.in_force(on).for_kind(case.kind).filter(board=case.board_id)
    acting = set(held.filter(owner__in=people).values_list("agent", flat=True))
    found = Party.objects.filter(pk__in=people | acting, user__isnull=False)
    return list(found.select_related("user").order_by("pk"))


def notify(case: Case, message: CaseMessage, *, on: date, now: datetime) -> int:
    """Mail each reader that the office wrote, and where to read it; nothing of what it says. How many."""
    told = 0
    for party in readers(case, on):
        email = party.email or (party.user.email if party.user else "")
        if not email or party.user_id == message.by_id:
            continue
        with override(party.language):
            subject = _("[New message] %(number)s") % {"number": case.number}
            text = _(
                "The office wrote to you about %(number)s. Sign in to read the message and to answer it: "
                "%(address)s\n\nDo not answer this e-mail. Nobody reads replies to it; the office reads what "
                "you write on that page."
            ) % {"number": case.number, "address": address_of(case)}
        line = tell(
            key=f"case-message:{message.pk}:{email.lower()}"[:160], to_email=email, to_name=party.name,
            board=case.board, case=case, subject=subject, text=text, now=now,
            about=f"{case.number}-messages", language=party.language,
        )  # fmt: skip
        told += line is not None
    return told


def address_of(case: Case) -> str:
    """Where its people read the messages of a case, once they signed in."""
    return f"{settings.SITE_ADDRESS}/my/cases/{case.number}/#messages"
