"""What the boards decided, for everybody: each standing vote that decided a case people apply for.

An allow-list, the same as the register's: no other kind of case appears, and nothing that anybody typed but
the conditions, which the permit itself prints.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop

from office.models import Board, Meeting, Vote
from office.views.common import today
from office.views.public import for_everybody, permit_kinds
from office.views.register import address_of, page_of

# What everybody reads beside the names, so each is marked for translation.
BALLOTS = (
    ("yes", gettext_noop("Yes")), ("no", gettext_noop("No")), ("abstain", gettext_noop("Abstained")),
    ("recused", gettext_noop("Recused")), ("absent", gettext_noop("Absent")),
)  # fmt: skip
FIRST_YEAR = 1900  # nothing is asked of the years before


def decided() -> QuerySet[Vote]:
    """The votes that decided a case people apply for, at meetings that were posted, the newest first."""
    kinds = [kind.slug for kind in permit_kinds()]
    posted = Meeting.objects.filter(posted_at__isnull=False)
    rows: QuerySet[Vote] = Vote.objects.standing().filter(
        event__isnull=False, event__void=False, event__corrected_by__isnull=True, item__case__kind__in=kinds,
        item__meeting__in=posted,
    )  # fmt: skip
    return rows.order_by("-item__meeting__on", "-pk")


@for_everybody
def decisions(request: HttpRequest) -> HttpResponse:
    """The decisions, by board and year; a page at a time, without counting them all."""
    boards = list(Board.objects.order_by("pk"))
    asked = request.GET.get("board", "")
    board = next((each for each in boards if each.slug == asked), None)
    year = _year(request.GET.get("year", ""))
    rows = decided()
    if board is not None:
        rows = rows.filter(item__meeting__board=board)
    if year is not None:
        rows = rows.filter(item__meeting__on__range=(date(year, 1, 1), date(year, 12, 31)))
    rows = rows.select_related("item__meeting__board", "item__case", "event__case").prefetch_related(
        "ballots", "conditions", "item__case__parcels"
    )
    page = page_of(rows, request.GET.get("page", ""))
    context = {
        "boards": boards,
        "board": board,
        "year": year,
        "years": _years(year),
        "page": page,
        "lines": [_line(vote) for vote in page.rows],
        "filtered": board is not None or year is not None,
    }
    return render(request, "meetings/decisions.html", context)


def _year(text: str) -> int | None:
    if not (text.isascii() and text.isdecimal() and len(text) == 4):
        return None
    year = int(text)
    return year if year >= FIRST_YEAR else None


def _years(chosen: int | None) -> list[int]:
    """The years to choose from: from the first decision on, and whichever was asked for."""
    first = decided().order_by("item__meeting__on").values_list("item__meeting__on", flat=True).first()
    now = today().year
    years = set(range(first.year if first else now, now + 1))
    return sorted(years | ({chosen} if chosen is not None else set()), reverse=True)


def _line(vote: Vote) -> dict[str, Any]:
    """A decision in public words: what, which case, how each member voted."""
    assert vote.event is not None
    assert vote.item.case is not None
    case, said = vote.item.case, list(vote.ballots.all())
    registered = case.starts_on is not None
    return {
        "on": vote.item.meeting.on,
        "meeting": vote.item.meeting,
        "anchor": vote.anchor,
        "board": vote.item.meeting.board,
        "decision": vote.event.done,
        "kind": case.casekind.label,
        "number": case.number,
        "registered": registered,
        "where": address_of(case) if registered else "",
        "ballots": [
            (word, [each.name for each in said if each.ballot == ballot])
            for ballot, word in BALLOTS
            if any(each.ballot == ballot for each in said)
        ],
        "conditions": [{"text": each.text, "due_on": each.due_on} for each in vote.conditions.all()],
    }
