"""The meeting planner: what if the board met on another day? Up to three days side by side."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now

from office.actions import coming, meetings
from office.actions.errors import NotAllowed, WrongRole
from office.actions.votes import practice_of
from office.calendar import EASTERN, Calendar
from office.forms_meetings import TryForm
from office.models import Meeting
from office.permissions import may
from office.planning import Matter, overtaken
from office.schedules import named
from office.views.common import get_or_post, staff_required, today
from office.views.meetings import CLERK, mine_or_404

MOST = 3
WEEK = timedelta(weeks=1)
FAR = timedelta(days=3 * 366)


@staff_required
@get_or_post
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The days that hang on the meeting for each date asked (`on`, three at most); POST sets one of them."""
    found = mine_or_404(request, slug)
    day, moment = today(), now()
    dates = _asked(request, found)
    form = TryForm(request.GET if "day" in request.GET else None, today=day)
    if form.is_bound and form.is_valid():
        dates = _with(dates, form.cleaned_data["day"])
        return redirect(f"{request.path}?{_query(dates)}")
    refusal = ""
    if request.method == "POST":
        chosen = _day(request.POST.get("set", ""), day)
        if not may(request.user, found.board, CLERK):
            raise PermissionDenied
        if chosen is None:
            refusal = "Choose one of the dates below."
        else:
            try:
                moved = meetings.move(
                    found, day=chosen, at=found.at, on=day, now=moment, by=request.user,
                    why=request.POST.get("why", "")[:200],
                )  # fmt: skip
            except WrongRole as refused:
                raise PermissionDenied(str(refused)) from refused
            except NotAllowed as refused:
                refusal = str(refused)
            else:
                messages.success(request, _said(moved))
                return redirect("meeting", moved.slug)
    page = {
        "meeting": found,
        "columns": list(_columns(found, dates, moment)),
        "form": form,
        "dates": dates,
        "may_set": may(request.user, found.board, CLERK) and found.cancelled_on is None,
        "held": found.attended_on is not None,
        "quorum": _quorum(found),
        "expected": coming.expected(found, meetings.live_items(found)) if found.attended_on is None else None,
        "errors": [("", refusal)] if refusal else [],
        "has_errors": bool(refusal or form.errors),
    }
    return render(request, "meetings/plan.html", page, status=422 if page["has_errors"] else 200)


def _said(moved: Meeting) -> str:
    cases = [item for item in meetings.live_items(moved) if item.hearing_of]
    words = f"The meeting is set for {meetings.at_time(moved.moment)}."
    if cases:
        many = f"{len(cases)} hearings" if len(cases) > 1 else "One hearing"
        words += f" {many} moved along, with every day that hangs on it."
    return f"{words} Post it anew."


def _asked(request: HttpRequest, found: Meeting) -> list[date]:
    """The dates in the address, the first three that can be read; without any, the meeting's and two more."""
    day = today()
    read = [each for text in request.GET.getlist("on")[:MOST] if (each := _day(text, day))]
    return list(dict.fromkeys(read)) or meetings.three_dates(found, now())


def _day(text: str, day: date) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if abs(found - day) <= FAR else None


def _with(dates: list[date], more: date) -> list[date]:
    """The dates with one more, in the place of the last when there are three."""
    if more in dates:
        return dates
    return [*dates[: MOST - 1], more]


def _query(dates: Iterable[date]) -> str:
    return urlencode([("on", each.isoformat()) for each in dates])


def _columns(found: Meeting, dates: list[date], moment: datetime) -> Iterable[dict[str, Any]]:
    """What each date would mean. A fixed number of queries, however many cases are on the agenda."""
    items = meetings.live_items(found)
    matters, calendar = meetings.matters_of(items), found.board.calendar()
    others = list(
        Meeting.objects.standing().filter(board__town=found.board.town, on__in=dates).exclude(pk=found.pk)
        .select_related("board")
    )  # fmt: skip
    for at, each in enumerate(dates):
        start = datetime.combine(each, found.at, EASTERN)
        days = meetings.days_on(calendar, found, start, matters)

        def shifted(by: timedelta, at: int = at, each: date = each) -> str:
            return f"?{_query(each + by if n == at else other for n, other in enumerate(dates))}"

        yield {
            "day": each,
            "now_set": each == found.on,
            "days": days,
            "conflicts": list(_conflicts(found, start, matters, calendar, others)),
            "refusal": meetings.why_too_soon(found, start, days, moment) if each != found.on else "",
            "set": f"Set {each:%B} {each.day}",
            "earlier": shifted(-WEEK),
            "later": shifted(WEEK),
        }


def _conflicts(
    found: Meeting, start: datetime, matters: list[Matter], calendar: Calendar, others: list[Meeting]
) -> Iterable[str]:
    day = start.date()
    if why := calendar.closed_because(day):
        yield f"The office is closed: {why}."
    for other in others:
        if other.on == day:
            whose = "The board" if other.board_id == found.board_id else f"The {other.board}"
            yield f"{whose} meets that day already, {meetings.at_time(other.moment).rpartition(', ')[2]}."
    for late in overtaken(start, matters, calendar):
        yield f"{late.of}: “{late.what}” is due through {named(late.due_on)}, before this date ({late.cite})."


def _quorum(found: Meeting) -> str:
    try:
        practice = practice_of(found.board, found.on)
    except NotAllowed as unknown:
        return str(unknown)
    law = practice.law
    return f"{law.needed_to_sit} of {law.seats} members must sit. {practice.says}"
