"""Closing the office: the list of the year, the preview of what moves, the log, and opening it again."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from office.actions import closures
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import DAY
from office.forms_calendar import ClosureForm, ReopenForm
from office.models import Board, Closure, Event
from office.permissions import boards_of
from office.templatetags.office_tags import day as in_full
from office.views.agenda import closed
from office.views.common import staff_required, today

get_or_post = require_http_methods(["GET", "POST"])
SHOWN = 200  # dates of one sort in a preview; more are counted


def _my_boards(request: HttpRequest) -> list[Board]:
    return list(Board.objects.filter(pk__in=boards_of(request.user)).order_by("pk"))


def _closure_or_404(request: HttpRequest, pk: int) -> Closure:
    towns = {board.town for board in _my_boards(request)}
    rows = Closure.objects.select_related("by", "reopened_by")
    return get_object_or_404(rows.filter(town__in=towns), pk=pk)


def _need_clerk(request: HttpRequest, town: str = "") -> list[str]:
    """The towns whose offices this person may close; 403 for who may close none, or not that one."""
    towns = closures.towns_of(request.user)
    if not towns or (town and town not in towns):
        raise PermissionDenied
    return towns


def _year(request: HttpRequest, day: date) -> int:
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) == 4 else day.year
    return year if abs(year - day.year) <= 20 else day.year


@staff_required
@require_safe
def closure_list(request: HttpRequest) -> HttpResponse:
    """The year's legal holidays and closures."""
    day, boards = today(), _my_boards(request)
    year = _year(request, day)
    first, last = date(year, 1, 1), date(year, 12, 31)
    towns = sorted({board.town for board in boards})
    entered = Closure.objects.filter(town__in=towns, on__range=(first, last)).select_related("by")
    context = {
        "year": year,
        "holidays": [entry for entry in closed(first, last, boards) if not _is_closure(entry, entered)],
        "closures": sorted(entered, key=lambda closure: (closure.on, closure.pk)),
        "several": len(towns) > 1,
        "may_close": bool(closures.towns_of(request.user)),
    }
    return render(request, "office/closures.html", context)


def _is_closure(entry: Any, entered: Any) -> bool:
    return any((entry.on, entry.title) == (closure.on, closure.reason) for closure in entered)


@staff_required
@get_or_post
def close_office(request: HttpRequest) -> HttpResponse:
    """Which days and why; then what that moves; then, pressed a second time, the closing."""
    day, towns = today(), _need_clerk(request)
    form = ClosureForm(
        request.POST if request.method == "POST" else None, towns=towns, today=day,
        initial={"first": _asked_day(request)},
    )  # fmt: skip
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        said = {"first": data["first"], "last": data["last"], "reason": data["reason"], "on": day}
        try:
            if "sure" in request.POST:
                done = closures.close(form.town, by=request.user, **said)
                messages.success(request, f"The office is closed on {_days_in_words([c.on for c in done])}.")
                return redirect("closure", done[0].pk)
            found = closures.preview(form.town, **said)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            return render(request, "office/closures_preview.html", _shown(found) | {"form": form})
    return render(request, "office/closures_new.html", {"form": form}, status=422 if form.errors else 200)


def _asked_day(request: HttpRequest) -> date | None:
    try:
        return date.fromisoformat(request.GET.get("first", ""))
    except ValueError:
        return None


def _days_in_words(days: list[date]) -> str:
    """ "Monday, February 2, 2026", or the first and the last of several."""
    return in_full(days[0]) if len(days) == 1 else f"{in_full(min(days))} through {in_full(max(days))}"


def _shown(found: closures.Preview) -> dict[str, Any]:
    """A preview for its page: what moves and what stays, each to a bound, and how many there are."""
    return {
        "found": found,
        "rolls": found.rolls[:SHOWN],
        "stays": found.stays[:SHOWN],
        "more_rolls": max(0, len(found.rolls) - SHOWN),
        "more_stays": max(0, len(found.stays) - SHOWN),
        "days": _days_in_words(list(found.days)),
        "new": [day for day in found.days if day not in found.anyway],
    }


@staff_required
@require_safe
def closure(request: HttpRequest, pk: int) -> HttpResponse:
    """One closing and its log: what it wrote into the history of each case."""
    chosen = _closure_or_404(request, pk)
    together = _together(chosen)
    rows = Event.objects.filter(
        slug__in=("office-closed", "office-reopened"), case__board__in=boards_of(request.user),
        case__board__town=chosen.town, from_on__lte=together[-1].on, until_on__gte=together[0].on,
    ).select_related("case", "by").order_by("pk")  # fmt: skip
    entries = list(rows[: SHOWN + 1])
    context = {
        "closure": chosen,
        "together": together,
        "days": _days_in_words([each.on for each in together]),
        "entries": entries[:SHOWN],
        "more": len(entries) > SHOWN,
        "left": closures.left(chosen.town) if any(each.settled_on is None for each in together) else 0,
        "may_close": chosen.town in closures.towns_of(request.user),
    }
    return render(request, "office/closures_one.html", context)


def _together(chosen: Closure) -> list[Closure]:
    """The closure with those that were made with it: the same reason, and no open day between them."""
    if chosen.reopened_on is not None:
        return [chosen]
    rows = list(
        Closure.objects.standing().filter(town=chosen.town, reason=chosen.reason, by=chosen.by).order_by("on")
    )
    calendar = closures.calendar_of(chosen.town)
    at = next(place for place, row in enumerate(rows) if row.pk == chosen.pk)
    first = last = at

    def joined(before: Closure, after: Closure) -> bool:
        days = (after.on - before.on).days
        return days <= closures.LONGEST and not any(
            calendar.is_open(before.on + n * DAY) for n in range(1, days)
        )

    while first > 0 and joined(rows[first - 1], rows[first]):
        first -= 1
    while last + 1 < len(rows) and joined(rows[last], rows[last + 1]):
        last += 1
    return rows[first : last + 1]


@staff_required
def go_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at the next cases of a closing that was too large for one go, or was cut short; only pressed."""
    chosen = _closure_or_404(request, pk)
    _need_clerk(request, chosen.town)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    closures.settle(chosen.town, on=today())
    return redirect("closure", chosen.pk)


@staff_required
@get_or_post
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the office was open that day after all, with what goes back shown before."""
    chosen = _closure_or_404(request, pk)
    _need_clerk(request, chosen.town)
    form = ReopenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            closures.reopen(chosen, reason=form.cleaned_data["reason"], on=today(), by=request.user)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"The office is open on {in_full(chosen.on)} after all.")
            return redirect("closure", chosen.pk)
    context: dict[str, Any] = {"closure": chosen, "form": form}
    if chosen.reopened_on is None:
        context |= _shown(closures.preview_reopening(chosen))
    return render(request, "office/closures_reopen.html", context, status=422 if form.errors else 200)
