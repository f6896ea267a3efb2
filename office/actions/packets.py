"""The packet: draft motions and proposed conditions the clerk writes, and sending it to the members."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from office import motions
from office.actions import messages
from office.actions.errors import NotAllowed
from office.actions.meeting_clocks import project
from office.actions.meetings import (
    What,
    at_time,
    live_items,
    lock_meeting,
    members_of,
    name_of,
    need_clerk,
    standing,
    write,
)
from office.models import AgendaItem, DraftMotion, Meeting, MeetingEntry, ProposedCondition, User
from office.schedules import named

Conditions = Sequence[tuple[str, date | None]]


# --------------------------------------------------------------------------------------- draft motions
def seen(item: AgendaItem) -> str:
    """A mark of what is drafted on the item now; a form that bears another one is out of date."""
    kept = [*item.drafts.values_list("step", "text"), *item.proposed.values_list("text", "due_on")]
    return hashlib.sha256(repr(kept).encode()).hexdigest()[:16]


@transaction.atomic
def draft(
    item: AgendaItem,
    *,
    texts: Mapping[str, str],
    worded: Mapping[str, str],
    conditions: Conditions,
    before: str,
    on: date,
    by: Any,
) -> AgendaItem:
    """Keep the clerk's words of the motions, by step ("" of a topic), and the conditions proposed with them.

    `worded` are the office's own words: a motion left as they are, or left empty, is not kept and goes on
    following the case. `before` is the mark (`seen`) of what the clerk began from. Raises NotAllowed when it
    changed meanwhile, the item is off the agenda, or the board voted; WrongRole.
    """
    meeting = lock_meeting(item.meeting)
    need_clerk(by, meeting.board)
    standing(meeting)
    fresh = AgendaItem.objects.select_related("case", "meeting", "continued_to").get(pk=item.pk)
    if fresh.removed_on is not None or fresh.goes_on:
        raise NotAllowed("It was continued or taken off the agenda. Draft the motion where it stands now.")
    if fresh.votes.filter(taken_back__isnull=True).exists():
        raise NotAllowed("The board voted on it. What was moved stands with the vote.")
    if before != seen(fresh):
        raise NotAllowed("Somebody changed the draft meanwhile. Open it again, and write yours anew.")
    open_steps = {step.slug for step in motions.steps_open(fresh.case)} or {""}
    if unknown := set(texts) - open_steps:
        raise NotAllowed(f"No motion leads to {', '.join(sorted(unknown))} now. Open the page again.")
    kept = {
        step: text.strip()
        for step, text in texts.items()
        if text.strip() and text.strip() != worded.get(step, "").strip()
    }
    fresh.drafts.filter(step__in=set(texts) - set(kept)).delete()
    for step, text in kept.items():
        row = fresh.drafts.filter(step=step).first()
        if row is None or row.text != text:
            DraftMotion.objects.update_or_create(
                item=fresh, step=step, defaults={"text": text, "on": on, "by": by}
            )
    _propose(fresh, conditions)
    write(meeting, What.DRAFTED, on=on, by=by, note=fresh.heading)
    return fresh


def _propose(item: AgendaItem, conditions: Conditions) -> None:
    item.proposed.all().delete()
    ProposedCondition.objects.bulk_create(
        ProposedCondition(item=item, text=text, due_on=due_on, position=n)
        for n, (text, due_on) in enumerate(conditions, start=1)
    )


def carry(item: AgendaItem, to: AgendaItem) -> None:
    """Take what was drafted along to the agenda on which the item stands anew."""
    DraftMotion.objects.bulk_create(
        DraftMotion(item=to, step=row.step, text=row.text, on=row.on, by=row.by) for row in item.drafts.all()
    )
    _propose(to, [(row.text, row.due_on) for row in item.proposed.all()])


# -------------------------------------------------------------------------------------------- sending it
@dataclass
class Sent:
    """To whom the packet went, who has no e-mail address, and whether it had gone out before this press."""

    told: list[User] = field(default_factory=list)
    unreached: list[User] = field(default_factory=list)
    again: bool = False


def times_sent(meeting: Meeting) -> int:
    return meeting.entries.filter(what=What.PACKET_SENT).count()


@transaction.atomic
def send(meeting: Meeting, *, before: int, on: date, now: datetime, by: Any) -> Sent:
    """Tell every member by e-mail where the packet is; the file itself stays in the house.

    `before` is how often it was sent when the form was opened: pressing twice sends it once. Raises
    NotAllowed without a topic or a member, or once the meeting was held; WrongRole.
    """
    locked = lock_meeting(meeting)
    need_clerk(by, locked.board)
    standing(locked)
    members = members_of(locked.board)
    here = [user for user in members if user.is_active and user.email]
    sent = Sent(here, [user for user in members if user not in here])
    if times_sent(locked) != before:
        sent.again = True
        return sent
    if locked.attended_on is not None:
        raise NotAllowed(f"The meeting of {named(locked.on)} was held. Its packet is not sent any more.")
    if not members:
        raise NotAllowed(f"No member of {locked.board} is on file. An administrator adds the members first.")
    items = live_items(locked)
    if not items:
        raise NotAllowed("The agenda has no items yet. Put them on it, then send the packet.")
    locked.packet_sent_at = now
    locked.save(update_fields=["packet_sent_at"])
    who = ", ".join(name_of(user) for user in here) or "nobody by e-mail"
    write(locked, What.PACKET_SENT, on=on, by=by, note=f"To {who}")
    entry = MeetingEntry.objects.filter(meeting=locked, what=What.PACKET_SENT).latest("pk")
    for user in here:
        messages.tell(
            key=f"packet-{entry.pk}-{user.pk}", to_email=user.email, to_name=name_of(user),
            board=locked.board, subject=f"Packet for {named(locked.on)}: {locked.board}",
            text=_letter(locked, len(items)), now=now, about=f"packet-{entry.pk}", by=by,
        )  # fmt: skip
    project(locked, on=on)
    return sent


def _letter(meeting: Meeting, items: int) -> str:
    address = f"{settings.SITE_ADDRESS.rstrip('/')}{reverse('packet', args=[meeting.slug])}"
    many = "One item is" if items == 1 else f"{items} items are"
    where = meeting.place or meeting.link
    return (
        f"The packet is ready for the {meeting.title.lower()} on {at_time(meeting.moment)}, {where}. "
        f"{many} on the agenda.\n\nRead it here, after you sign in: {address}\n\nThe same page has it as a "
        "PDF, and in large print. It is for the members of the board: keep what it says of people to "
        "yourself until the meeting."
    )
