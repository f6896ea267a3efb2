"""The packet of a meeting: what the board reads before it decides, as plain values for a page and a paper.

It is for who serves the board. It names nobody who complained, no telephone and no address of a person, and
of confidential documents only that there are some: papers are carried about and left on tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from office import minutes, motions
from office.actions import money
from office.clockwork import Mover
from office.intake import Filing, Table, in_words
from office.kinds import Picture
from office.models import (
    AgendaItem,
    Case,
    CaseMessage,
    CaseParty,
    ClockRow,
    Document,
    Event,
    Hold,
    Meeting,
    Ruling,
    Vote,
)
from office.motions import Found, drafts_of, findings_of
from office.paper import NOT_GIVEN
from office.templatetags.office_tags import by_state, day, in_sum, measure

SHOWN = (*(role for role in CaseParty.Role if role != CaseParty.Role.COMPLAINANT),)
WEIGHTS = {"blocks": "Stops issuing", "board": "For the board", "note": "To note"}
MOST_ROWS = 20  # of one table of answers; the file holds all
LAST_MESSAGES = 40  # of one case; earlier ones stand in its file


def of(meeting: Meeting, *, on: date, drawn: bool = False) -> dict[str, Any]:
    """The packet as it stands on the day `on`, under the law of that day. With `drawn` each item also holds
    the drawings of its case, for a page; a paper has their figures as tables.

    Asks a fixed number of queries, and a bounded number more for each case on the agenda.
    """
    items = items_of(meeting)
    read = _Read([item.case for item in items if item.case is not None])
    said = [_item(item, n, read, on, drawn=drawn) for n, item in enumerate(items, start=1)]
    return {**minutes.head(meeting), "made_on": on, "items": said, "count": len(said)}


def items_of(meeting: Meeting) -> list[AgendaItem]:
    """What stands on the agenda, with all that the packet reads through it."""
    rows = meeting.items.filter(removed_on__isnull=True).select_related(
        "case__board", "case__facility__holder", "case__renews", "case__parent", "continued_to__meeting",
        "continued_from__meeting",
    )  # fmt: skip
    return list(
        rows.prefetch_related(
            "drafts__by", "proposed", "case__parcels", "case__people__party", "case__checklist",
            "case__conditions", "case__referrals__board",
        )
    )  # fmt: skip


class _Read:
    """What is read for all cases of the packet at once."""

    def __init__(self, cases: Sequence[Case]) -> None:
        keys = [case.pk for case in cases]
        Case.read_details(cases)
        taken = (
            Vote.objects.standing()
            .filter(item__case__in=keys)
            .select_related("item__meeting", "mover", "second")
        )
        self.votes = _by_case(taken.prefetch_related("ballots", "conditions"), lambda vote: vote.item.case_id)
        newest = CaseMessage.objects.filter(case__in=keys).select_related("by").order_by("-id")
        self.messages = _by_case(newest)
        self.notes = _by_case(
            Event.objects.live().filter(case__in=keys, slug="note").select_related("by").order_by("pk")
        )
        self.documents = _by_case(Document.objects.filter(case__in=keys).current().order_by("added_on", "id"))
        self.rulings = _by_case(Ruling.objects.live().filter(case__in=keys))
        due = ClockRow.objects.running().filter(case__in=keys, mover__in=(Mover.OFFICE, Mover.BOARD))
        self.clocks = _by_case(due.order_by("due_on", "id"))


def _by_case(rows: Iterable[Any], key: Any = lambda row: row.case_id) -> Mapping[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _item(item: AgendaItem, n: int, read: _Read, on: date, *, drawn: bool) -> dict[str, Any]:
    said: dict[str, Any] = {
        "n": n,
        "pk": item.pk,
        "matter": item.address,
        "heading": item.heading,
        "sort": item.get_sort_display(),
        "text": item.text,
        "from_on": item.continued_from.meeting.on if item.continued_from else "",
        "to_on": item.continued_to.meeting.on if item.goes_on else "",
        "number": "",
        "findings": [],
        "case": {},
        "proposed": [{"text": each.text, "due_on": each.due_on or ""} for each in item.proposed.all()],
    }
    if item.case is None:
        return said | {"motions": drafts_of(item, ()), "votes": [], "pictures": []}
    case = item.case
    found, as_of = findings_of(case, on)
    pictures = Filing.of_case(case).pictures(on) if case.casekind.pictures else []
    if drawn:
        said["drawn"] = [_own(each, f"item-{item.pk}") for each in pictures]
    return said | {
        "pictures": [_pictured(each) for each in pictures],
        "number": case.number,
        "case": _case(case, read, found, as_of),
        "findings": _found(found),
        "motions": drafts_of(item, found),
        "votes": [
            {"on": vote.item.meeting.on, "kept": vote.item_id == item.pk, **minutes.of_vote(vote)}
            for vote in read.votes.get(case.pk, ())
        ],
    }


# ------------------------------------------------------------------------------------------ the case
def _case(case: Case, read: _Read, found: Sequence[Found], as_of: date | None) -> dict[str, Any]:
    kind, papers = case.casekind, read.documents.get(case.pk, [])
    return {
        "kind": kind.label,
        "section": kind.section,
        "about": kind.about,
        "status": case.status,
        "place": case.place,
        "filed_on": case.filed_on,
        "renews": case.renews.number if case.renews else "",
        "parent": case.parent.number if case.parent else "",
        "people": [
            {"role": row.get_role_display(), "name": row.party.name}
            for row in case.people.all()
            if row.role in SHOWN
        ],
        "facility": case.facility.name if case.facility else "",
        "lots": [
            ", ".join(part for part in (f"Lot {lot.label}", lot.address) if part)
            for lot in case.parcels.all()
        ],
        "facts": [
            {
                "title": title,
                "rows": [_answered(*row) for row in rows],
                "any": any(_there(value) for _, value, _ in rows),
                "open": "; ".join(label for label, value, _ in rows if not _there(value)),
            }
            for title, rows in in_words(kind, case.details)
        ],
        "sum": in_sum(found),  # type: ignore[arg-type]
        "as_of": as_of or "",
        "rulings": [
            {
                "says": ruling.get_says_display(),
                "why": ruling.why,
                "rule": ruling.rule,
                "vote": ruling.vote,
                "on": ruling.effective_on,
            }
            for ruling in read.rulings.get(case.pk, ())
        ],
        "checklist": _checklist(case),
        "documents": [
            {"label": paper.label, "name": paper.shown_name, "on": paper.added_on}
            for paper in papers
            if not paper.confidential
        ],
        "confidential": sum(paper.confidential for paper in papers),
        "money": _money(case),
        "holds": [
            {
                "level": hold.get_level_display(),
                "reason": hold.reason,
                "cite": hold.cite,
                "who": hold.get_lifted_by_role_display().lower(),
            }
            for hold in Hold.objects.standing().on_case(case)
        ],
        "referrals": [
            {"board": str(row.board), "why": row.why, "on": row.referred_on} for row in case.referrals.all()
        ],
        "comments": _comments(case, read),
        "conditions": [
            {"text": row.text, "cite": row.cite, "due_on": row.due_on or ""} for row in case.conditions.all()
        ],
        "days": [
            {"what": row.label, "cite": row.cite, "due_on": row.due_on}
            for row in read.clocks.get(case.pk, ())
        ],
    }


def _found(found: Sequence[Found]) -> list[dict[str, Any]]:
    """By state, not met first: both what speaks for and what speaks against, each with its section."""
    return [
        {
            "words": words,
            "cites": motions.cites(group),
            "rows": [
                {
                    "says": each.says,
                    "cite": each.cite,
                    "measured": _measured(each.measured, each.unit),
                    "limit": f"{each.op} {_measured(each.limit, each.unit)}".strip()
                    if _there(each.limit)
                    else "",
                    "weight": WEIGHTS.get(str(each.weight), "") if each.state in ("unmet", "unknown") else "",
                }
                for each in group
            ],
        }
        for words, group in by_state(found)  # type: ignore[arg-type]
    ]


def _pictured(picture: Picture) -> dict[str, Any]:
    """What a drawing shows, in words and figures."""
    return {
        "title": picture.title,
        "says": [*picture.missing, *picture.says],
        "figures": [
            {
                "what": each.what, "measured": each.measured, "limit": each.limit, "margin": each.margin,
                "cite": each.cite,
            }
            for each in picture.figures
        ],
    }  # fmt: skip


_NAMES = re.compile(
    r'(\b(?:id|aria-labelledby|aria-describedby|href|clip-path|mask|fill|marker-\w+)=")([^"]*)"'
)


def _own(picture: Picture, prefix: str) -> Picture:
    """The drawing with names of its own: a page of several cases holds each name once."""
    ids = set(re.findall(r'\bid="([^"]+)"', picture.svg))

    def renamed(found: re.Match[str]) -> str:
        words = re.sub(r"[\w-]+", lambda each: f"{prefix}-{each[0]}" if each[0] in ids else each[0], found[2])
        return f'{found[1]}{words}"'

    return replace(picture, svg=_NAMES.sub(renamed, picture.svg))


def _there(value: Any) -> bool:
    return value is not None and value != ""


def _measured(value: Any, unit: str) -> str:
    return str(measure(value, unit)) if _there(value) else ""


def _answered(label: str, value: Any, cite: str) -> dict[str, Any]:
    """An answer in words; of rows the first ones, a line each, and how many more the file holds."""
    if not isinstance(value, Table):
        return {"label": label, "value": _said(value), "lines": [], "cite": cite, "given": _there(value)}
    lines = [
        ", ".join(f"{column.lower()} {cell}" for column, cell, _ in row if cell)
        for row in value.cells[:MOST_ROWS]
    ]
    more = len(value.rows) - MOST_ROWS
    said = f"{len(value.rows)} in all" + (f"; the first {MOST_ROWS} are here" if more > 0 else "")
    return {"label": label, "value": said, "lines": lines, "cite": cite, "given": True}


def _said(value: Any) -> str:
    """An answer in words."""
    if not _there(value):
        return NOT_GIVEN
    return day(value) if isinstance(value, date) else str(measure(value))


def _checklist(case: Case) -> list[dict[str, str]]:
    declared = {item.slug: item for item in case.casekind.checklist}
    return [
        {
            "label": declared[row.item].label, "cite": declared[row.item].cite,
            "stands": row.get_state_display(), "reason": row.reason,
        }
        for row in case.checklist.all()
        if row.item in declared
    ]  # fmt: skip


def _money(case: Case) -> dict[str, Any]:
    owed = [each for each in money.charges_of(case) if not hasattr(each.charge, "reversed_by")]
    return {
        "rows": [
            {"label": each.charge.label, "amount": each.charge.amount, "due": each.due, "state": each.state}
            for each in owed
        ],
        "due": sum((each.due for each in owed), Decimal(0)),
    }


def _comments(case: Case, read: _Read) -> list[dict[str, Any]]:
    """What was written about the case: messages of its people and the office, and the office's notes."""
    from_people = [
        {
            "on": day(row.written_at),
            "who": "The office" if row.from_office else "The applicant's side",
            "text": row.text,
            "at": row.written_at.isoformat(),
        }
        for row in read.messages.get(case.pk, [])[:LAST_MESSAGES]
    ]
    notes = [
        {
            "on": day(row.on),
            "who": (row.by.get_full_name() or row.by.get_username()) if row.by else "The office",
            "text": row.note,
            "at": row.recorded_at.isoformat(),
        }
        for row in read.notes.get(case.pk, [])
    ]
    return sorted([*from_people, *notes], key=lambda each: each["at"])
