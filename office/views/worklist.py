"""The worklist: everything that waits, by whose move it is and by when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from office.clockwork import Mover
from office.models import Case, ClockRow
from office.permissions import boards_of
from office.search import terms
from office.views.common import staff_required, today

PAGE = 50
SOON = timedelta(days=7)


@dataclass(frozen=True)
class Queue:
    """One queue of the worklist: its words, whether it lists clocks, and what it says when empty."""

    slug: str
    label: str
    clocks: bool
    caption: str
    empty: str
    trouble: bool = False


QUEUES = (
    Queue("overdue", "Overdue", True, "Overdue, oldest first", "Nothing is overdue.", trouble=True),
    Queue(
        "due-soon", "Due in 7 days", True, "Due in the next 7 days", "Nothing falls due in the next 7 days."
    ),
    Queue("our-move", "Our move", False, "The office's move, oldest first", "Nothing waits for the office."),
    Queue("waiting", "Waiting", False, "Waiting on others, oldest first", "Nobody keeps the office waiting."),
    Queue("unassigned", "Unassigned", False, "Nobody's yet, oldest first", "Every case has somebody."),
)


def rows_of(queue: Queue, boards: list[int], day: date) -> QuerySet[Any]:
    """The rows of a queue for these boards on `day`, in the order they should be taken."""
    if queue.clocks:
        rows = ClockRow.objects.open().of_boards(boards)
        if queue.slug == "overdue":
            return rows.filter(due_on__lt=day).order_by("due_on", "id")
        return rows.begun_by(day).filter(due_on__range=(day, day + SOON)).order_by("due_on", "id")
    cases = Case.objects.open().filter(board__in=boards)
    if queue.slug == "our-move":
        cases = cases.filter(mover__in=(Mover.OFFICE, Mover.BOARD))
    elif queue.slug == "waiting":
        cases = cases.filter(mover__in=(Mover.APPLICANT, Mover.REVIEWER))
    else:
        # Named one by one, for an index finds what is and not what is not.
        somebody = [mover for mover in Mover if mover != Mover.NOBODY]
        cases = cases.filter(assigned_to__isnull=True, mover__in=somebody)
    return cases.order_by("filed_on", "id")


@staff_required
@require_safe
def worklist(request: HttpRequest, queue: str = "") -> HttpResponse:
    """A queue of the worklist; without a name, the first that holds anything."""
    day, boards = today(), boards_of(request.user)
    counts = {each.slug: rows_of(each, boards, day).count() for each in QUEUES}
    chosen = next((each for each in QUEUES if each.slug == queue), None)
    if queue and chosen is None:
        raise Http404
    if chosen is None:
        chosen = next((each for each in QUEUES if counts[each.slug]), QUEUES[0])
    rows = rows_of(chosen, boards, day)
    # Keys first: a queue may hold thousands, and only the page's fifty are worth joining.
    paginator = Paginator(rows.values_list("pk", flat=True), PAGE)
    paginator.count = counts[chosen.slug]
    page = paginator.get_page(request.GET.get("page"))
    of = "case__" if chosen.clocks else ""
    shown = rows.filter(pk__in=list(page)).select_related(f"{of}facility", f"{of}assigned_to")
    shown = shown.prefetch_related(f"{of}parcels")
    queues = [
        {
            "label": each.label,
            "href": reverse("worklist-queue", args=[each.slug]),
            "count": counts[each.slug],
            "current": each is chosen,
            "trouble": each.trouble,
        }
        for each in QUEUES
    ]
    lines = [_line(row, chosen.clocks, day) for row in shown]
    context = {
        "queues": queues,
        "chosen": chosen,
        "page": page,
        "lines": lines,
        "next_up": _next_up(boards, day),
    }
    return render(request, "office/worklist.html", context)


def _line(row: Any, is_clock: bool, day: date) -> dict[str, Any]:
    case = row.case if is_clock else row
    if is_clock:
        due, to_do, cite = row.due_on, row.label, row.cite
        late = (day - due).days
    else:
        life = case.casekind.lifecycle
        due, cite, late = None, "", 0
        # Whether a permit may be issued is for its own page to say; looking at each here would cost too much.
        next_step = life.usual(case.status) or next(iter(life.moves(case.status)), None)
        to_do = next_step.label if next_step else ""
        if case.mover == Mover.APPLICANT:
            to_do = "Wait for the applicant"
    return {"case": case, "due": due, "late": late, "to_do": to_do, "cite": cite, "since": case.filed_on}


def _next_up(boards: list[int], day: date) -> ClockRow | None:
    """The next day on which anything falls due, for the words of an empty queue."""
    return ClockRow.objects.open().of_boards(boards).filter(due_on__gt=day).order_by("due_on").first()


@staff_required
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Cases by number, name, address, lot or phone; a single hit opens."""
    query = request.GET.get("q", "").strip()
    hits: list[Case] = []
    if terms(query):
        visible = Case.objects.visible_to(request.user).matching(query)
        digits = "".join(c for c in query if c.isdigit())
        if len(digits) >= 7 and not any(c.isalpha() for c in query):
            by_phone = Q(people__party__search__contains=digits)
            visible = Case.objects.visible_to(request.user).filter(by_phone).distinct()
        hits = list(
            visible.select_related("facility", "board").prefetch_related("parcels").order_by("-id")[:PAGE]
        )
    if len(hits) == 1:
        return redirect("case", hits[0].number)
    return render(request, "office/find.html", {"query": query, "hits": hits, "most": PAGE})
