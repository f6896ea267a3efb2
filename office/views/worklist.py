"""The worklist: everything that waits, by whose move it is and by when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from office.clockwork import Mover
from office.models import Case, CaseParty, ClockRow, MeetingClock, NightRun, Party
from office.models.clocks import SOON
from office.permissions import boards_of
from office.search import terms
from office.templatetags.office_tags import clock_time, day
from office.views.common import staff_required

PAGE = 50
MEETING_DAYS = 20  # shown above the queues; no board has as many in a week
PLACE = "worklist"  # the cookie that keeps where somebody was, to lead back to it


@dataclass(frozen=True)
class Queue:
    """One queue of the worklist: its words, whose move it holds, and what it says when empty.

    A queue without `movers` lists clocks; the others list cases, each with the next day of these movers.
    """

    slug: str
    label: str
    caption: str
    empty: str
    movers: tuple[Mover, ...] = ()
    trouble: bool = False


OURS, THEIRS = (Mover.OFFICE, Mover.BOARD), (Mover.APPLICANT, Mover.REVIEWER)
QUEUES = (
    Queue("overdue", "Overdue", "Overdue, oldest first", "Nothing is overdue.", trouble=True),
    Queue("due-soon", "Due in 7 days", "Due in the next 7 days", "Nothing falls due in the next 7 days."),
    Queue("our-move", "Our move", "The office's move, by due day", "Nothing waits for the office.", OURS),
    Queue("waiting", "Waiting", "Waiting on others, by due day", "Nobody keeps the office waiting.", THEIRS),
    Queue("unassigned", "Unassigned", "Nobody's yet, by due day", "Every case has somebody.", OURS + THEIRS),
)


def rows_of(queue: Queue, boards: list[int], moment: datetime) -> QuerySet[Any]:
    """The rows of a queue for these boards at the aware `moment`, in the order they should be taken."""
    clocks, on = ClockRow.objects.of_boards(boards), localdate(moment)
    if queue.slug == "overdue":
        return clocks.overdue(moment).order_by("due_on", "id")
    if queue.slug == "due-soon":
        ahead = Q(due_at__isnull=True) | Q(due_at__gte=moment)
        soon = clocks.running().begun_by(on).filter(ahead, due_on__range=(on, on + SOON))
        return soon.order_by("due_on", "id")
    # Movers are named one by one, for an index finds what is and not what is not.
    cases: QuerySet[Case] = Case.objects.open().filter(board__in=boards, mover__in=queue.movers)
    if queue.slug == "our-move":
        # An issued permit is nobody's move, and yet a task or a clock on it may be the office's.
        cases = _and_those_of(cases, clocks.running().begun_by(on).filter(mover__in=OURS))
    elif queue.slug == "waiting":
        cases = _and_those_of(cases, clocks.open().filter(paused_on__isnull=False))
    else:
        cases = cases.filter(assigned_to__isnull=True)
    mine = _next_of(queue, on).filter(case=OuterRef("pk")).order_by("due_on").values("due_on")[:1]
    return cases.order_by(Subquery(mine).asc(nulls_last=True), "filed_on", "id")


def _and_those_of(cases: QuerySet[Case], clocks: QuerySet[ClockRow]) -> QuerySet[Case]:
    keys = cases.order_by().values("pk").union(clocks.order_by().values("case"))
    return Case.objects.filter(pk__in=keys)


def _next_of(queue: Queue, on: date) -> QuerySet[ClockRow]:
    """The clocks that say when a case of the queue is due."""
    return ClockRow.objects.running().begun_by(on).filter(mover__in=queue.movers)


class Line(NamedTuple):
    """A row of the page. `first` marks the first row of its case, where one who returns lands."""

    case: Case
    clock: ClockRow | None
    state: str
    late: int
    to_do: str
    first: bool


@staff_required
@require_safe
def worklist(request: HttpRequest, queue: str = "") -> HttpResponse:
    """A queue of the worklist; without a name, the first that holds anything."""
    moment, boards = now(), boards_of(request.user)
    counts = {each.slug: rows_of(each, boards, moment).order_by().count() for each in QUEUES}
    chosen = next((each for each in QUEUES if each.slug == queue), None)
    if queue and chosen is None:
        raise Http404
    if chosen is None:
        chosen = next((each for each in QUEUES if counts[each.slug]), QUEUES[0])
    # Keys first: a queue may hold thousands, and only the page's fifty are worth joining.
    paginator = Paginator(rows_of(chosen, boards, moment).values_list("pk", flat=True), PAGE)
    paginator.count = counts[chosen.slug]
    page = paginator.get_page(request.GET.get("page"))
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
    was = Place.read(request)
    context = {
        "queues": queues,
        "chosen": chosen,
        "page": page,
        "lines": _lines(chosen, page, moment),
        "next_up": _next_up(boards, localdate(moment)),
        "missed": _missed(moment),
        "meeting_days": _meeting_days(boards, moment),
        "was_the_last": not counts[chosen.slug] and was.queue == chosen.slug and was.count > 0,
    }
    response = render(request, "office/worklist.html", context)
    Place(chosen.slug, page.number, counts[chosen.slug]).keep(response)
    return response


def _lines(queue: Queue, page: Page[Any], moment: datetime) -> list[Line]:
    """The rows of one page, in its order, each with its case and the clock that says when."""
    keys = list(page)
    clocks: Iterable[ClockRow]
    if not queue.movers:
        clocks = ClockRow.objects.filter(pk__in=keys).select_related("case__facility", "case__assigned_to")
        clocks = clocks.prefetch_related("case__parcels")
        found = {clock.pk: (clock.case, clock) for clock in clocks}
        rows: list[tuple[Case, ClockRow | None]] = [found[key] for key in keys if key in found]
    else:
        cases = Case.objects.select_related("facility", "assigned_to").prefetch_related("parcels")
        by_key = cases.in_bulk(keys)
        says = _saying_when(queue, keys, localdate(moment))
        rows = [(by_key[key], says.get(key)) for key in keys if key in by_key]
    lines: list[Line] = []
    seen: set[int] = set()
    for case, clock in rows:
        state = clock.state(moment) if clock else ""
        late = (localdate(moment) - clock.due_on).days if clock and state == "Overdue" else 0
        lines.append(
            Line(case, clock, state, late, clock.label if clock else _to_do(case), case.pk not in seen)
        )
        seen.add(case.pk)
    return lines


def _saying_when(queue: Queue, keys: list[int], on: date) -> dict[int, ClockRow]:
    """For each of these cases its next clock of the queue's movers, else one that is paused."""
    mine = Q(pk__in=_next_of(queue, on).filter(case__in=keys).values("pk"))
    paused = Q(paused_on__isnull=False) if queue.slug == "waiting" else Q(pk__in=[])
    rows = ClockRow.objects.open().filter(mine | paused, case__in=keys)
    found: dict[int, ClockRow] = {}
    for row in rows.order_by(F("paused_on").asc(nulls_first=True), "due_on", "id"):
        found.setdefault(row.case_id, row)
    return found


def _to_do(case: Case) -> str:
    """What comes next by the status alone."""
    if case.mover == Mover.APPLICANT:
        return "Wait for the applicant"
    # Whether a permit may be issued is for its own page to say; looking at each here would cost too much.
    life = case.casekind.lifecycle
    step = life.usual(case.status) or next(iter(life.moves(case.status)), None)
    return step.label if step else ""


def _next_up(boards: list[int], on: date) -> ClockRow | None:
    """The next day on which anything falls due, for the words of an empty queue."""
    running = ClockRow.objects.running().of_boards(boards)
    return running.filter(due_on__gt=on).order_by("due_on").first()


def _meeting_days(boards: list[int], moment: datetime) -> list[tuple[MeetingClock, str]]:
    """What is to be done about these boards' meetings within the week, or should have been; one query."""
    rows: Any = MeetingClock.objects.of_boards(boards).running().due_by(localdate(moment) + SOON)
    found = rows.select_related("meeting__board").order_by("due_on", "id")[:MEETING_DAYS]
    return [(row, row.state(moment)) for row in found]


def _missed(moment: datetime) -> dict[str, str] | None:
    """What to say when the last night went by without its check of the dates; None when all is well."""
    last = NightRun.objects.missed_since(moment)
    if last is None:
        return None
    try:
        href = reverse("nightly")
    except NoReverseMatch:
        href = ""
    if last.finished_at is None:
        return {
            "title": "Dates not checked yet",
            "says": "The nightly check has not run since this office began.",
            "href": href,
        }
    when = f"{day(last.finished_at)}, {clock_time(last.finished_at)}"
    return {
        "title": "Nightly check missed",
        "says": f"Dates last checked {when}. Ask who keeps the office's computer to start the nightly check.",
        "href": href,
    }


# -------------------------------------------------------------------------------------- the way back
@dataclass(frozen=True)
class Place:
    """Where somebody was in the worklist, and how many rows the queue had then."""

    queue: str = ""
    page: int = 1
    count: int = 0

    @classmethod
    def read(cls, request: HttpRequest) -> Place:
        """The place kept in this browser; the start of the worklist when there is none."""
        queue, _, rest = request.COOKIES.get(PLACE, "").partition(".")
        page, _, count = rest.partition(".")
        numbers = all(part.isascii() and part.isdigit() and len(part) < 9 for part in (page, count))
        if not numbers or not any(queue == each.slug for each in QUEUES):
            return cls()
        return cls(queue, int(page), int(count))

    def keep(self, response: HttpResponse) -> None:
        response.set_cookie(
            PLACE, f"{self.queue}.{self.page}.{self.count}", max_age=12 * 3600, httponly=True, samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )  # fmt: skip

    @property
    def label(self) -> str:
        return next((queue.label for queue in QUEUES if queue.slug == self.queue), "")

    def href(self, case: Case) -> str:
        """The page of the queue, at the row of the case."""
        page = f"?page={self.page}" if self.page > 1 else ""
        return f"{reverse('worklist-queue', args=[self.queue])}{page}#{case.number}"


@staff_required
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Cases by number, name, address, lot or phone; a single hit opens."""
    query = request.GET.get("q", "").strip()
    hits: list[Case] = []
    if terms(query):
        visible = Case.objects.visible_to(request.user)
        digits = "".join(c for c in query if c.isdigit())
        if len(digits) >= 7 and not any(c.isalpha() for c in query):
            callers = Party.objects.filter(search__contains=digits)
            hits = _newest(visible.filter(pk__in=CaseParty.objects.filter(party__in=callers).values("case")))
        # So many digits may also be a lot, or a year and a number.
        hits = hits or _newest(visible.matching(query))
    if len(hits) == 1:
        return redirect("case", hits[0].number)
    return render(request, "office/find.html", {"query": query, "hits": hits, "most": PAGE})


def _newest(cases: QuerySet[Case]) -> list[Case]:
    return list(cases.select_related("facility", "board").prefetch_related("parcels").order_by("-id")[:PAGE])
