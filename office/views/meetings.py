"""Meetings: the list, one meeting as everybody and as its board reads it, setting, posting, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localtime, now
from django.views.decorators.http import require_safe

from office.actions import coming, hearings, meetings
from office.actions.errors import NotAllowed, WrongRole
from office.feeds import calendar_file
from office.forms_meetings import MeetingForm, PostForm, WhyForm
from office.kinds import HEARING_CLOSED
from office.models import AgendaItem, Board, Event, Meeting, MeetingEntry, Membership, Vote
from office.permissions import boards_of, may
from office.views import agenda
from office.views.common import get_or_post, posted, staff_required, today
from office.views.public import applied_for, for_everybody

BACK = timedelta(days=120)  # how long a meeting stays in the list
CLERK, MEMBER = Membership.Role.CLERK, Membership.Role.MEMBER


# ------------------------------------------------------------------------------------------- reading
def mine_or_404(request: HttpRequest, slug: str) -> Meeting:
    """The meeting, for who serves its board; nobody else knows of these pages."""
    rows = Meeting.objects.filter(board__in=boards_of(request.user)).select_related("board")
    return get_object_or_404(rows, slug=slug)


def need(request: HttpRequest, meeting: Meeting, *roles: str) -> None:
    """403 for a colleague who may read it but not do this."""
    if not may(request.user, meeting.board, *roles):
        raise PermissionDenied


@for_everybody
def meeting_list(request: HttpRequest) -> HttpResponse:
    """The meetings ahead, and those of the last months."""
    day = today()
    rows = Meeting.objects.visible_to(request.user).select_related("board").filter(on__gte=day - BACK)
    every = list(rows)
    serving = set(boards_of(request.user))
    page: dict[str, Any] = {
        "ahead": [each for each in every if each.on >= day],
        "past": [each for each in reversed(every) if each.on < day],
    }
    if not serving:
        return render(request, "meetings/meetings.html", page)
    page |= {
        "post_by": _post_by([each for each in page["ahead"] if each.board_id in serving]),
        "may_set": any(may(request.user, board, CLERK) for board in Board.objects.filter(pk__in=serving)),
        "serving": serving,
    }
    page["rows"] = [(each, page["post_by"].get(each.pk)) for each in page["ahead"]]
    return render(request, "meetings/meetings_staff.html", page)


def _post_by(ahead: list[Meeting]) -> dict[int, Any]:
    """By meeting that is not posted yet: the day that says until when it must be."""
    found = {}
    calendars = {each.board_id: each.board for each in ahead if each.posted_at is None}
    counted = {pk: board.calendar() for pk, board in calendars.items()}
    for each in ahead:
        if each.posted_at is None and each.cancelled_on is None:
            days = meetings.days_on(counted[each.board_id], each, each.moment, [])
            found[each.pk] = next((day for day in days if day.binds), None)
    return found


def _items(meeting: Meeting) -> list[AgendaItem]:
    """The agenda with what was voted, in a fixed number of queries."""
    standing = Vote.objects.standing().select_related("mover", "second", "event__case")
    votes = Prefetch("votes", standing.prefetch_related("ballots"), to_attr="taken")
    rows = meeting.items.filter(removed_on__isnull=True).prefetch_related(votes)
    rows = rows.select_related(
        "case__board", "case__facility", "continued_to__meeting", "continued_from__meeting"
    )
    return list(rows)


@for_everybody
def meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """One meeting: as its board works on it, or as everybody may read it once it is posted."""
    found = Meeting.objects.visible_to(request.user).select_related("board").filter(slug=slug).first()
    if found is None:
        return redirect("meeting", _moved_to(request, slug).slug)
    if found.board_id in boards_of(request.user):
        return render(request, "meetings/meeting_staff.html", _for_its_board(request, found))
    page = {"meeting": found, "items": [_public(item) for item in _items(found)]}
    return render(request, "meetings/meeting.html", page)


def _moved_to(request: HttpRequest, slug: str) -> Meeting:
    """The meeting that had this address before it moved."""
    rows = Meeting.objects.visible_to(request.user)
    entry = MeetingEntry.objects.filter(address=slug, meeting__in=rows).select_related("meeting").last()
    if entry is None:
        raise Http404
    return entry.meeting


def _public(item: AgendaItem) -> dict[str, Any]:
    """What everybody may read of an item: labels, the numbers of what people apply for, words for the notice.

    What the board decided is told by the word of the case's history and by the count, never by typed words.
    """
    case = item.case
    votes = []
    for vote in item.taken:  # type: ignore[attr-defined]
        said = [each.ballot for each in vote.ballots.all()]
        votes.append({
            "anchor": vote.anchor,
            "decision": vote.event.done if vote.event else "",
            "carries": vote.carries,
            "yes": said.count("yes"), "no": said.count("no"),
        })  # fmt: skip
    return {
        "sort": item.get_sort_display(),
        "kind": case.casekind.label if case else "",
        "number": case.number if case and applied_for(case.casekind) else "",
        "registered": bool(case and applied_for(case.casekind) and case.starts_on),
        "text": item.text,
        "continued_to": item.continued_to.meeting if item.goes_on else None,
        "votes": votes,
    }


def _for_its_board(request: HttpRequest, found: Meeting) -> dict[str, Any]:
    items, day = _items(found), today()
    matters = meetings.matters_of(items)
    roles = {role: may(request.user, found.board, role) for role in (CLERK, MEMBER)}
    _mark_closings(items)
    begun = found.on <= day and found.cancelled_on is None
    return {
        "meeting": found,
        "items": items,
        "days": meetings.days_until(found, found.moment, matters),
        "present": sorted(found.present.all(), key=lambda user: (user.last_name, user.first_name)),
        "entries": list(found.entries.select_related("by")),
        "may_set": roles[CLERK] and found.cancelled_on is None,
        "may_vote": begun and any(roles.values()),
        "late": _late(found, matters),
        "expected": coming.expected(found, items) if found.attended_on is None else None,
        "may_say": found.attended_on is None and found.cancelled_on is None and any(roles.values()),
        "today": day,
    }


def _mark_closings(items: list[AgendaItem]) -> None:
    """Say on each item whether a clock runs from the end of its hearing (`closes`), and that it was closed.

    One query, or none where nothing counts from a hearing's end.
    """
    heard = []
    for item in items:
        item.closes = bool(item.hearing_of and hearings.counts_from_its_end(item.hearing_of.casekind))  # type: ignore[attr-defined]
        item.closing = None  # type: ignore[attr-defined]
        heard += [item] if item.closes else []  # type: ignore[attr-defined]
    if heard:
        rows = Event.objects.live().filter(case__in=[item.case_id for item in heard], slug=HEARING_CLOSED)
        last = {event.case_id: event for event in rows.order_by("pk")}
        for item in heard:
            item.closing = last.get(item.case_id or 0)  # type: ignore[attr-defined]


def _late(found: Meeting, matters: Any) -> str:
    """That the notice came later than it had to, in words; "" when it did not."""
    if found.posted_at is None or found.is_emergency:
        return ""
    for day in meetings.days_until(found, found.moment, []):
        if day.binds and day.due_at and found.posted_at > day.due_at:
            return (
                f"Posted {meetings.at_time(found.posted_at)}. It had to be posted by "
                f"{meetings.at_time(day.due_at)} ({day.cite})."
            )
    return ""


@require_safe
def meeting_day(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The meeting as an iCalendar file, for somebody's own calendar."""
    found = get_object_or_404(Meeting.objects.visible_to(request.user), slug=slug)
    entry = agenda.one_meeting(found.pk)
    response = HttpResponse(
        calendar_file(str(found.board), [entry]), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = f'inline; filename="{found.slug}.ics"'
    return response


# ------------------------------------------------------------------------------------------- acts
def meeting_act(
    request: HttpRequest,
    found: Meeting,
    form: Form,
    run: Callable[[], Meeting | Any],
    *,
    title: str,
    primary: str,
    done: str,
    template: str = "meetings/act.html",
    **context: Any,
) -> HttpResponse:
    """One act on a meeting: its form; on POST `run`, then back to the meeting, wherever it went.

    What the action refuses is shown as an error of the form, with everything typed still in it.
    """
    if request.method == "POST" and form.is_valid():
        try:
            run()
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, done)
            return redirect("meeting", Meeting.objects.get(pk=found.pk).slug)
    page = {"meeting": found, "form": form, "title": title, "primary": primary, **context}
    return render(request, template, page, status=422 if form.errors else 200)


@staff_required
@get_or_post
def new_meeting(request: HttpRequest) -> HttpResponse:
    """Set a meeting, then plan its day."""
    boards = [
        board
        for board in Board.objects.filter(pk__in=boards_of(request.user)).order_by("pk")
        if may(request.user, board, CLERK)
    ]
    if not boards:
        raise PermissionDenied
    day = today()
    initial = {"key": uuid4().hex, "sort": Meeting.Sort.REGULAR, **_as_last_time(boards[0])}
    form = MeetingForm(posted(request), boards=boards, today=day, initial=initial)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            made = meetings.set_meeting(
                board=said["board"], day=said["on"], at=said["at"], place=said["place"], link=said["link"],
                sort=said["sort"], reason=said["reason"], key=said["key"], on=day, now=now(), by=request.user,
            )  # fmt: skip
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{made.title} set for {meetings.at_time(made.moment)}.")
            return redirect("meeting", made.slug)
    return render(request, "meetings/new.html", {"form": form}, status=422 if form.errors else 200)


def _as_last_time(board: Board) -> dict[str, Any]:
    """Time, place and link of the board's last meeting."""
    last = Meeting.objects.standing().filter(board=board).order_by("on").last()
    if last is None:
        return {}
    return {"at": last.at.strftime("%I:%M %p").lstrip("0").lower(), "place": last.place, "link": last.link}


@staff_required
@get_or_post
def post_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """Record when the notice was posted."""
    found, day = mine_or_404(request, slug), today()
    need(request, found, CLERK)
    here = localtime(now())
    form = PostForm(
        posted(request), today=day,
        initial={"on": day, "at": here.strftime("%I:%M %p").lstrip("0").lower()},
    )  # fmt: skip
    return meeting_act(
        request, found, form,
        lambda: meetings.post(found, posted_at=form.moment, on=day, now=now(), by=request.user),
        title="Record that it was posted", primary="Record posting",
        done="Posting recorded. The public sees it now.",
        lead="The notice names the day, the time, the place and every topic of the agenda.",
        post_by=next((each for each in meetings.days_until(found, found.moment, []) if each.binds), None),
    )  # fmt: skip


@staff_required
@get_or_post
def cancel_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel the meeting."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK)
    form = WhyForm(posted(request), hint="Everybody reads it.")
    return meeting_act(
        request, found, form,
        lambda: meetings.cancel(
            found, why=form.cleaned_data["why"], on=today(), now=now(), by=request.user
        ),
        title="Cancel the meeting", primary="Cancel the meeting", done="The meeting is cancelled.",
        lead="The hearings on its agenda are no longer set, and what hangs on them stops.",
    )  # fmt: skip
