"""The calendar: a list first, a month second, a week on one sheet; and its feeds."""

from __future__ import annotations

from calendar import SUNDAY
from calendar import Calendar as Grid
from datetime import date, timedelta
from hashlib import sha256
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from office.actions import feeds
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import DAY
from office.feeds import LAG, MEETING, Entry, calendar_file
from office.forms_calendar import CalendarForm, FeedForm
from office.models import Board, Case, Feed
from office.permissions import boards_of
from office.spoken import weekday
from office.views import agenda
from office.views.common import staff_required, today
from office.views.public import for_everybody

WEEK = 7 * DAY
SPAN = 6 * WEEK
YEARS = timedelta(days=5 * 365)  # how far from today the calendar opens
IN_A_CELL = 4
BEFORE, AHEAD = timedelta(days=60), timedelta(days=400)  # what a feed holds
FEED_SECONDS = 15 * 60


def _asked_day(asked: str, day: date) -> date | None:
    """The day of an ISO text, unless it cannot be read or lies too far off."""
    try:
        found = date.fromisoformat(asked)
    except ValueError:
        return None
    return found if abs(found - day) <= YEARS else None


@for_everybody
def calendar(request: HttpRequest) -> HttpResponse:
    """Six weeks as a list; `?view=month` as a month; `?sheet=week` next week on one page."""
    day, every = today(), list(Board.objects.order_by("town", "name"))
    staff = bool(boards_of(request.user))
    form = CalendarForm(request.GET, boards=every, staff=staff)
    form.is_valid()  # what cannot be read is as if it were not asked
    asked = form.cleaned_data
    boards = [board for board in every if board.slug == asked.get("board")] or every
    reading: dict[str, Any] = {
        "boards": boards, "today": day, "user": request.user if staff else None,
        "what": asked.get("what", ""), "mine": bool(asked.get("mine")),
    }  # fmt: skip
    kept = {name: value for name, value in asked.items() if value}
    context: dict[str, Any] = {
        "layout": "staff.html" if staff else "public.html",
        "staff": staff,
        "filters": CalendarForm(initial=asked, boards=every, staff=staff),
        "boards": every,
        "kept": urlencode(kept),
        "no_meetings": asked.get("what", "") in ("", MEETING),
    }
    if request.GET.get("sheet") == "week":
        return render(request, "office/calendar_week.html", context | _week(request, reading, day, kept))
    if request.GET.get("view") == "month":
        return render(request, "office/calendar_month.html", context | _month(request, reading, day, kept))
    return render(request, "office/calendar.html", context | _list(request, reading, day, kept))


def _days(found: list[Entry]) -> list[tuple[date, list[Entry]]]:
    return [(day, list(group)) for day, group in groupby(found, key=lambda entry: entry.on)]


def _link(kept: dict[str, Any], **asked: str) -> str:
    return f"?{urlencode(kept | asked)}"


def _list(request: HttpRequest, reading: dict[str, Any], day: date, kept: dict[str, Any]) -> dict[str, Any]:
    first = _asked_day(request.GET.get("from", ""), day) or day
    last = first + SPAN - DAY
    found = agenda.entries(first, last, **reading)
    return {
        "first": first,
        "last": last,
        "days": _days(found),
        "meetings": any(entry.what == MEETING for entry in found),
        "earlier": _link(kept, **{"from": (first - SPAN).isoformat()}),
        "later": _link(kept, **{"from": (first + SPAN).isoformat()}),
        "as_month": _link(kept, view="month", month=f"{first:%Y-%m}"),
    }


def _month(request: HttpRequest, reading: dict[str, Any], day: date, kept: dict[str, Any]) -> dict[str, Any]:
    """The weeks of a month, Sunday first, each day with its first few dates."""
    of = (_asked_day(f"{request.GET.get('month', '')}-01", day) or day).replace(day=1)
    weeks = Grid(SUNDAY).monthdatescalendar(of.year, of.month)
    found = agenda.entries(weeks[0][0], weeks[-1][-1], **reading)
    on = dict(_days(found))

    def cell(each: date) -> dict[str, Any]:
        dates = on.get(each, [])
        return {
            "day": each,
            "inside": each.month == of.month,
            "bare": each.month != of.month or not dates,
            "dates": dates[:IN_A_CELL],
            "more": len(dates) - IN_A_CELL,
            "list": _link(kept, **{"from": each.isoformat()}),
        }

    rows = [[cell(each) for each in week] for week in weeks]
    return {
        "month": of,
        # On a phone only the days that hold anything are shown: which weeks have one.
        "weeks": [(week, all(each["bare"] for each in week)) for week in rows],
        "bare": all(each["bare"] for week in rows for each in week),
        "weekdays": [weekday(each) for each in weeks[0]],
        "meetings": any(entry.what == MEETING for entry in found),
        "earlier": _link(kept, view="month", month=f"{of - DAY:%Y-%m}"),
        "later": _link(kept, view="month", month=f"{of + 31 * DAY:%Y-%m}"),
        "as_list": _link(kept, **{"from": of.isoformat()}),
    }


def _week(request: HttpRequest, reading: dict[str, Any], day: date, kept: dict[str, Any]) -> dict[str, Any]:
    """The week after this one, or that of the day asked for, Monday first."""
    chosen = _asked_day(request.GET.get("from", ""), day) or day + WEEK
    monday = chosen - chosen.weekday() * DAY
    on = dict(_days(agenda.entries(monday, monday + 6 * DAY, **reading)))
    return {
        "monday": monday,
        "sunday": monday + 6 * DAY,
        "week": [(each, on.get(each, [])) for each in (monday + n * DAY for n in range(7))],
        "meetings": any(entry.what == MEETING for dates in on.values() for entry in dates),
        "earlier": _link(kept, sheet="week", **{"from": (monday - WEEK).isoformat()}),
        "later": _link(kept, sheet="week", **{"from": (monday + WEEK).isoformat()}),
        "as_list": _link(kept, **{"from": monday.isoformat()}),
    }


# -------------------------------------------------------------------------------------------------- feeds
def _file(request: HttpRequest, name: str, entries: list[Entry], saved_as: str) -> HttpResponseBase:
    """The entries as an iCalendar file; "not modified" for who has these very bytes."""
    body = calendar_file(name, entries)
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{saved_as}"'
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response


def _span(day: date) -> tuple[date, date]:
    return day - BEFORE, day + AHEAD


@require_safe
def board_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What everybody may read of a board's calendar, whoever asks."""
    board, day = get_object_or_404(Board, slug=slug), today()
    found = agenda.entries(*_span(day), boards=[board], today=day, feed=True)
    response = _file(request, str(board), found, f"{board.slug}.ics")
    patch_cache_control(response, public=True, max_age=FEED_SECONDS)
    return response


@require_safe
def private_feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """The due days and hearings of the boards that the owner of this address serves."""
    feed = feeds.of_token(token)
    if feed is None:
        raise Http404
    day, boards = today(), list(Board.objects.filter(pk__in=boards_of(feed.user)).order_by("pk"))
    found = agenda.entries(*_span(day), boards=boards, today=day, user=feed.user, feed=True)
    response = _file(request, f"Due days: {' and '.join(map(str, boards))}", found, "due-days.ics")
    patch_cache_control(response, private=True, no_cache=True)
    response["X-Robots-Tag"] = "noindex"
    return response


@staff_required
@require_safe
def clock_day(request: HttpRequest, pk: int) -> HttpResponseBase:
    """One due day, to be added to a calendar of one's own."""
    row = agenda.stamped_clock(pk, Case.objects.visible_to(request.user))
    if row is None:
        raise Http404
    response = _file(
        request, f"{row.case.number}", [agenda.due_day(row)], f"{row.case.number}-{row.clock}.ics"
    )
    patch_cache_control(response, private=True, no_cache=True)
    return response


@staff_required
@require_http_methods(["GET", "POST"])
def feed_list(request: HttpRequest) -> HttpResponse:
    """One's private feeds; a new one's address is shown this once."""
    form = FeedForm(request.POST if request.method == "POST" else None)
    made: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            feed, token = feeds.make(label=form.cleaned_data["label"], on=today(), by=request.user)
        except NotAllowed as refused:
            form.add_error("label", str(refused))
        else:
            address = settings.SITE_ADDRESS + reverse("private-feed", args=[token])
            made = {"made": feed, "address": address, "webcal": f"webcal:{address.partition(':')[2]}"}
            form = FeedForm()
    context = {
        "form": form,
        "feeds": Feed.objects.filter(user=request.user.pk).order_by("revoked_on", "-pk"),
        "boards": Board.objects.filter(pk__in=boards_of(request.user)).order_by("pk"),
        "lag": LAG,
        **made,
    }
    response = render(request, "office/calendar_feeds.html", context, status=422 if form.errors else 200)
    patch_cache_control(response, private=True, no_store=True)
    return response


@staff_required
def revoke_feed(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's feeds; only pressed."""
    feed = get_object_or_404(Feed, pk=pk, user=request.user)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        feeds.revoke(feed, on=today(), by=request.user)
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    messages.success(request, f"“{feed.label}” is revoked. Its address shows nothing any more.")
    return redirect("calendar-feeds")
