"""Pages for everybody: the first page, and what each permit needs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import wraps
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from office import kinds
from office.calendar import WEEKEND, Calendar
from office.intake import Filing
from office.models import Board, Closure, Fee, FeeAmount
from office.pricing import Schedule, dollars, in_words, number
from office.regulations import resolve
from office.spoken import word
from office.templatetags.office_tags import day as in_full
from office.timetable import timetable
from office.views.common import View, today

SHARED_SECONDS = 60


def for_everybody(view: View) -> View:
    """Only for reading; anybody's cache may keep it for a minute, unless somebody signed in sees it."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if request.user.is_authenticated:
            patch_cache_control(response, private=True, no_store=True)
        else:
            patch_cache_control(response, public=True, max_age=SHARED_SECONDS)
        return response

    return require_safe(shown)


# --------------------------------------------------------------------------------------------- home
CLOSED_SOON_DAYS = 14


@for_everybody
def home(request: HttpRequest) -> HttpResponse:
    """What do you need to do? And who is at the counter today."""
    context = {
        "offices": list(_offices(today())),
        "kinds": [(kind, start_of(kind)) for kind in permit_kinds()],
        "soon": CLOSED_SOON_DAYS,
    }
    return render(request, "office/home.html", context)


def _offices(day: date) -> Iterator[dict[str, Any]]:
    """The boards that say when or how to reach them: why closed on `day`, and when soon on a weekday."""
    last = day + timedelta(days=CLOSED_SOON_DAYS)
    closures: dict[str, dict[date, str]] = {}
    for town, on, why in (
        Closure.objects.standing().filter(on__range=(day, last)).values_list("town", "on", "reason")
    ):
        closures.setdefault(town, {})[on] = why
    for board in Board.objects.order_by("pk"):
        if board.hours or board.phone:
            calendar = Calendar(board.state, closures.get(board.town, {}))
            ahead = calendar.closed_days(day + timedelta(days=1), last)
            soon = [(on, why) for on, why in ahead if on.weekday() not in WEEKEND]
            yield {"board": board, "closed": calendar.closed_because(day), "soon": soon}


@for_everybody
def accessibility(request: HttpRequest) -> HttpResponse:
    """How usable these pages are meant to be, how that is tested, and whom to tell when they are not."""
    return render(request, "office/accessibility.html", {"boards": Board.objects.order_by("pk")})


# ------------------------------------------------------------------------------------ permits one applies for
def applied_for(kind: kinds.CaseKind) -> bool:
    """Whether people apply for this kind: it has a fee or a term, or is filed online. A complaint is not."""
    return kind.fees is not None or kind.term is not None or kind.online


def for_the_public(kind: kinds.CaseKind) -> bool:
    """Whether anybody applies for this kind or reports it, so that its words are translated."""
    return applied_for(kind) or kind.report is not None


def start_of(kind: kinds.CaseKind) -> str:
    """Where one applies for it online, or "" while it is on paper."""
    try:
        return reverse("apply", args=[kind.slug]) if kind.online else ""
    except NoReverseMatch:
        return ""


def permit_kinds() -> list[kinds.CaseKind]:
    return [kind for kind in kinds.registry.values() if applied_for(kind)]


@for_everybody
def permits(request: HttpRequest) -> HttpResponse:
    """Every kind of permit, under the board that decides it."""
    offered = permit_kinds()
    boards = Board.objects.filter(slug__in={slug for kind in offered for slug in kind.boards}).order_by("pk")
    groups = [
        (board, [(kind, start_of(kind)) for kind in offered if board.slug in kind.boards]) for board in boards
    ]
    return render(request, "office/permits.html", {"groups": groups})


@for_everybody
def permit_kind(request: HttpRequest, slug: str) -> HttpResponse:
    """One kind before anybody applies: who needs it, fee, what to bring, how long, who decides, rules."""
    kind = applied_for_or_404(slug)
    day = today()
    boards = list(Board.objects.filter(slug__in=kind.boards).order_by("pk"))
    context = {
        "kind": kind,
        "start": start_of(kind),
        "boards": boards,
        "board": boards[0] if len(boards) == 1 else None,
        "who": resolve(kind.section),
        "fees": list(fees_today(kind, day)),
        # A rule is callable, and a template calls what it can.
        "rules": [(rule.says, rule.cite, rule.slug) for rule in kind.law.rules] if kind.law else [],
        "last_day": kind.term(day, None) if kind.term else None,
        "times": timetable(kind, day, boards[0].calendar()) if boards else None,
    }
    return render(request, "office/permit_kind.html", context)


@for_everybody
def bring_list(request: HttpRequest, slug: str) -> HttpResponse:
    """What to bring for one kind, alone on a page, to be printed and taken along."""
    kind = applied_for_or_404(slug)
    boards = list(Board.objects.filter(slug__in=kind.boards).order_by("pk"))
    board = boards[0] if len(boards) == 1 else None
    return render(request, "office/bring_list.html", {"kind": kind, "boards": boards, "board": board})


def applied_for_or_404(slug: str) -> kinds.CaseKind:
    kind = kinds.registry.get(slug)
    if kind is None or not applied_for(kind):
        raise Http404
    return kind


class FeeToday(NamedTuple):
    """A fee as the public reads it: the price in words, or None while nobody set it, and its working."""

    label: str
    price: str | None
    why: list[str]
    cite: str = ""
    row: FeeAmount | None = None


def fees_today(kind: kinds.CaseKind, day: date) -> Iterator[FeeToday]:
    """What the kind costs on `day`, before any answer is given: the rows in force, in words."""
    codes_of = getattr(kind.fees, "codes", None)
    if codes_of is None:
        for line in kind.fees(Filing(kind, {}), day) if kind.fees else ():
            price = None if line.amount is None else dollars(line.amount)
            yield FeeToday(line.label, price, [line.working] if price else [], line.section)
        return
    names = dict(Fee.objects.filter(code__in=codes_of).values_list("code", "label"))
    for code in codes_of:
        row = FeeAmount.objects.on(code, day)
        if row is None:
            yield FeeToday(names.get(code, kind.label), None, [])
        else:
            schedule = row.schedule()
            yield FeeToday(schedule.label, in_words(schedule), list(working(schedule)), schedule.section, row)


def working(schedule: Schedule) -> Iterator[str]:
    """How the fee comes about, a sentence each: its tiers, what multiplies it, late fees, the vote."""
    for tier in schedule.tiers:
        span = {"least": number(tier.at_least), "amount": dollars(tier.amount)}
        if tier.through is None:
            yield gettext("%(least)s and up: %(amount)s.") % span
        else:
            yield gettext("%(least)s–%(most)s: %(amount)s.") % (span | {"most": number(tier.through)})
    for times in schedule.multipliers:
        says = {"factor": number(times.factor), "says": word(times.says)}
        yield gettext("× %(factor)s if this is so: %(says)s.") % says
    for late in schedule.late:
        more = f"{number(late.percent)}%" if late.percent is not None else dollars(late.amount or Decimal(0))
        says = {"days": late.after_days, "more": more}
        yield gettext("A renewal filed more than %(days)s days late: %(more)s more.") % says
    if schedule.sample:
        yield gettext("A sample amount; no board has voted it.")
    elif schedule.since:
        says = {"vote": schedule.vote, "day": in_full(schedule.since)}
        yield gettext("Set by %(vote)s, from %(day)s.") % says
