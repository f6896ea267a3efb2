"""What stands in the calendar between two days, and for whom.

Everybody reads which hearings are set and when offices are closed; who serves a board reads its due days too.
A feed leaves the office's walls, so it says only words that nobody typed: labels and numbers, never a name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from office.actions.closures import appointed_steps
from office.calendar import EASTERN, Calendar
from office.feeds import CLOSED, DUE, MEETING, Entry
from office.legal_holidays import legal_holidays
from office.models import Board, ClockRow, Closure, Event, Meeting, MeetingEntry
from office.permissions import boards_of
from office.views.public import applied_for

SHOWN_A_DAY = 10  # due days of one clock on one day; the rest of a crowded day is told as a number
MOST_IN_A_FEED = 3000


def entries(
    first: date,
    last: date,
    *,
    boards: Sequence[Board],
    today: date,
    user: Any = None,
    what: str = "",
    mine: bool = False,
    feed: bool = False,
) -> list[Entry]:
    """The dates from `first` through `last` of these boards, in order, as `user` may read them.

    `what` leaves only one sort; `mine` only the cases assigned to the user; `feed` gives no typed words, and
    with each date when its case last changed. Asks a fixed number of queries.
    """
    own = set(boards_of(user)) if user is not None else set()
    found: list[Entry] = []
    if what in ("", CLOSED):
        found += closed(first, last, boards)
    if what in ("", MEETING):
        found += _meetings(first, last, boards, own, today, user if mine else None, feed)
        if not mine:
            found += _of_boards(first, last, boards, own)
    if what in ("", DUE) and (serving := [board for board in boards if board.pk in own]):
        found += _due(first, last, serving, user if mine else None, feed)
    order = {CLOSED: 0, MEETING: 1, DUE: 2}
    return sorted(found, key=lambda entry: (entry.on, order[entry.what], _moment(entry)))


def _moment(entry: Entry) -> str:
    return entry.at.isoformat() if entry.at else ""


# ------------------------------------------------------------------------------------- holidays and closures
def closed(first: date, last: date, boards: Iterable[Board]) -> Iterator[Entry]:
    """The legal holidays and the days on which these boards' offices are closed."""
    states = {board.town: board.state for board in boards}
    towns_of: dict[tuple[date, str], list[str]] = defaultdict(list)
    open_all_the_same: set[tuple[date, str]] = set()
    for town, state in states.items():
        calendar = Calendar(state)
        for year in range(first.year, last.year + 1):
            for day, name in legal_holidays(state).in_year(year).items():
                if first <= day <= last:
                    towns_of[day, name].append(town)
                    if calendar.is_working(day):
                        open_all_the_same.add((day, name))
    rows = Closure.objects.standing().filter(town__in=states, on__range=(first, last)).order_by("town")
    for row in rows:
        towns_of[row.on, row.reason].append(row.town)
    for (day, name), towns in sorted(towns_of.items()):
        named = " and ".join(towns) if len(towns) < 3 else f"{', '.join(towns[:-1])} and {towns[-1]}"
        detail = f"offices closed in {named}"
        if (day, name) in open_all_the_same:
            detail = f"a legal holiday; offices are open in {named}"
        yield Entry(f"closed/{day}/{name}", CLOSED, day, name, detail=detail)


# -------------------------------------------------------------------------------------- meetings and hearings
def _meetings(
    first: date, last: date, boards: Sequence[Board], own: set[int], today: date, user: Any, feed: bool
) -> Iterator[Entry]:
    steps = appointed_steps()
    rows = Event.objects.live().filter(
        Q(on__lt=today) | Q(case__is_open=True), on__range=(first, last), case__board__in=boards,
        slug__in={slug for slugs in steps.values() for slug in slugs},
    )  # fmt: skip
    if user is not None:
        rows = rows.filter(case__assigned_to=user)
    rows = rows.select_related("case__board").order_by("on", "at", "pk")
    for event in (_stamped(rows, "case") if feed else rows)[:MOST_IN_A_FEED]:
        if event.slug in steps.get(event.case.kind, ()):
            yield _meeting(event, event.case.board_id in own)


def _meeting(event: Event, inside: bool) -> Entry:
    """A hearing. Outside its board it names the case only when people apply for that kind of thing."""
    case = event.case
    public = applied_for(case.casekind)
    noun = event.slug.replace("-", " ").capitalize()
    named = f": {case.casekind.label} {case.number}" if inside or public else ""
    href = ""
    if inside:
        href = reverse("case", args=[case.number])
    elif public and case.starts_on is not None:
        href = reverse("register-case", args=[case.number])
    return Entry(
        f"appointed/{case.number}/{event.slug}/{event.subject}",
        MEETING,
        event.on,
        f"{noun}{named}",
        detail=str(case.board),
        at=datetime.combine(event.on, event.at, EASTERN) if event.at else None,
        board=case.board,
        case=case if inside else None,
        href=href,
        changed_at=getattr(event, "changed_at", None),
        sequence=getattr(event, "happened_times", 0),
    )


def _of_boards(first: date, last: date, boards: Sequence[Board], own: set[int]) -> Iterator[Entry]:
    """The meetings themselves: what is posted, and of one's own boards what is not yet."""
    rows = Meeting.objects.standing().filter(on__range=(first, last), board__in=boards)
    rows = rows.filter(Q(posted_at__isnull=False) | Q(board__in=own))
    for row in _of_meetings(rows)[:MOST_IN_A_FEED]:
        yield _sitting(row)


def _of_meetings(rows: Any) -> Any:
    """The meetings with how often anything was done about them, and when it last was."""
    entries = MeetingEntry.objects.filter(meeting=OuterRef("pk")).order_by().values("meeting")
    return rows.select_related("board").annotate(
        happened_times=Subquery(entries.annotate(n=Count("pk")).values("n")),
        changed_at=Subquery(entries.annotate(at=Max("recorded_at")).values("at")),
    )


def one_meeting(pk: int) -> Entry:
    """One meeting as a calendar program gets it."""
    return _sitting(_of_meetings(Meeting.objects.filter(pk=pk)).get())


def _sitting(row: Any) -> Entry:
    return Entry(
        f"meeting/{row.pk}", MEETING, row.on, row.title, detail=str(row.board), at=row.moment,
        board=row.board, href=reverse("meeting", args=[row.slug]), changed_at=row.changed_at,
        sequence=row.happened_times or 0, cancelled=row.cancelled_on is not None,
        # The one thing that was typed and leaves the house: the notice that was posted says it to everybody.
        place=(row.place or row.link) if row.posted_at else "",
    )  # fmt: skip


# ----------------------------------------------------------------------------------------------- due days
def _due(first: date, last: date, boards: Sequence[Board], user: Any, feed: bool) -> Iterator[Entry]:
    rows: Any = ClockRow.objects.open().of_boards(boards).filter(due_on__range=(first, last))
    if user is not None:
        rows = rows.filter(case__assigned_to=user)
    rows = rows.select_related("case__board")
    if feed:
        for row in _stamped(rows.order_by("due_on", "pk"), "case")[:MOST_IN_A_FEED]:
            yield due_day(row)
        return
    same_day = [F("due_on"), F("clock")]
    rows = rows.annotate(
        nth=Window(RowNumber(), partition_by=same_day, order_by=F("pk").asc()),
        in_all=Window(Count("*"), partition_by=same_day),
    )
    for row in rows.filter(nth__lte=SHOWN_A_DAY).order_by("due_on", "clock", "nth"):
        more = row.in_all - SHOWN_A_DAY if row.nth == SHOWN_A_DAY else 0
        yield Entry(
            _key(row), DUE, row.due_on, row.label, cite=row.cite, at=row.due_at, board=row.case.board,
            case=row.case, href=reverse("case", args=[row.case.number]), more=more,
        )  # fmt: skip


def _key(row: ClockRow) -> str:
    return f"clock/{row.case.number}/{row.clock}/{row.subject}"


def due_day(row: ClockRow) -> Entry:
    """The due day as a calendar program gets it: the clock's declared words and the number of the case.

    The label of a row may hold what somebody typed.
    """
    try:
        words = row.case.casekind.clock(row.clock).says
    except LookupError:
        words = "Due day"
    return Entry(
        _key(row),
        DUE,
        row.due_on,
        f"{row.case.number}: {words}",
        detail=f"{row.case.casekind.label}, {row.case.board}. Due through this day.",
        cite=row.cite,
        at=row.due_at,
        board=row.case.board,
        href=reverse("case", args=[row.case.number]),
        changed_at=getattr(row, "changed_at", None),
        sequence=getattr(row, "happened_times", 0),
    )


def _stamped(rows: Any, path: str) -> Any:
    """The rows with how many times anything happened on their case, and when it last did."""
    events = Event.objects.filter(case=OuterRef(path)).order_by().values("case")
    return rows.annotate(
        happened_times=Subquery(events.annotate(n=Count("pk")).values("n")),
        changed_at=Subquery(events.annotate(at=Max("recorded_at")).values("at")),
    )


def stamped_clock(pk: int, cases: Any) -> ClockRow | None:
    """One clock row of these cases, ready for `due_day`."""
    rows = ClockRow.objects.filter(pk=pk, case__in=cases).select_related("case__board")
    found: ClockRow | None = _stamped(rows, "case").first()
    return found
