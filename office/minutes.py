"""The minutes of a meeting, drafted from what was recorded: plain values for a page and for a paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from office.calendar import EASTERN
from office.models import AgendaItem, Meeting, Vote


def of(meeting: Meeting) -> dict[str, Any]:
    """Day, place, who was there, and per item what was moved and how each member voted. Four queries."""
    present = sorted(meeting.present.all(), key=lambda user: (user.last_name, user.first_name, user.pk))
    return {
        **head(meeting),
        "taken": meeting.attended_on is not None,
        "present": [user.get_full_name() or user.get_username() for user in present],
        "items": list(_items(meeting)),
    }


def head(meeting: Meeting) -> dict[str, Any]:
    """What the head of a paper about the meeting says of it. No query."""
    posted = meeting.posted_at.astimezone(EASTERN) if meeting.posted_at else None
    return {
        "title": meeting.title,
        "on": meeting.on,
        "at": _clock(meeting.at.hour, meeting.at.minute),
        "place": meeting.place,
        "link": meeting.link,
        "reason": meeting.reason,
        "posted_on": posted.date() if posted else "",
        "posted_at": _clock(posted.hour, posted.minute) if posted else "",
        "cancelled": meeting.cancelled_why,
    }


def _clock(hour: int, minute: int) -> str:
    minutes = f":{minute:02}" if minute else ""
    return f"{hour % 12 or 12}{minutes} {'am' if hour < 12 else 'pm'}"


def _items(meeting: Meeting) -> Iterator[dict[str, Any]]:
    rows = meeting.items.filter(removed_on__isnull=True)
    rows = rows.select_related("case__facility", "continued_to__meeting", "continued_from__meeting")
    votes: dict[int, list[Vote]] = {}
    taken = Vote.objects.filter(item__meeting=meeting, taken_back__isnull=True)
    for vote in taken.select_related("mover", "second").prefetch_related("ballots", "conditions"):
        votes.setdefault(vote.item_id, []).append(vote)
    for item in rows:
        yield {
            "heading": item.heading,
            "about": _about(item),
            "from": item.continued_from.meeting.on if item.continued_from else "",
            "to": item.continued_to.meeting.on if item.goes_on else "",
            "votes": [of_vote(vote) for vote in votes.get(item.pk, [])],
        }


def _about(item: AgendaItem) -> str:
    if item.case is None:
        return ""
    named = item.case.casekind.label
    place = item.case.facility.name if item.case.facility else ""
    return ", ".join(part for part in (named, place, item.text) if part)


def of_vote(vote: Vote) -> dict[str, Any]:
    """A vote as it was taken. Fetch it with mover, second, ballots and conditions."""
    return {
        "motion": vote.motion,
        "mover": vote.mover.get_full_name() or vote.mover.get_username(),
        "second": vote.second.get_full_name() or vote.second.get_username(),
        "ballots": [
            {"name": each.name, "said": each.get_ballot_display()} for each in vote.ballots.all()
        ],
        "says": vote.says,
        "comes_to": vote.comes_to,
        "lines": list(vote.working["lines"]),
        "conditions": [
            {"text": each.text, "due_on": each.due_on or ""} for each in vote.conditions.all()
        ],
    }  # fmt: skip
