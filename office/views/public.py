"""Pages for everybody: the first page, what each permit needs, and the door for staff."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import wraps
from typing import Any, NamedTuple

from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from office import kinds
from office.calendar import Calendar
from office.clockwork import Happened, runs
from office.intake import Filing
from office.models import Board, Closure, Fee, FeeAmount
from office.permissions import boards_of
from office.pricing import Schedule, dollars, in_words, number
from office.regulations import resolve
from office.templatetags.office_tags import day as in_full
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
@for_everybody
def home(request: HttpRequest) -> HttpResponse:
    """What do you need to do? And who is at the counter today."""
    return render(request, "office/home.html", {"offices": list(_offices(today()))})


def _offices(day: date) -> Iterator[dict[str, Any]]:
    """The boards that say when or how to reach them, each with why it is closed on `day`, if it is."""
    closures = dict(Closure.objects.filter(on=day).values_list("town", "reason"))
    for board in Board.objects.order_by("pk"):
        if board.hours or board.phone:
            closed = {day: closures[board.town]} if board.town in closures else {}
            yield {"board": board, "closed": Calendar(board.state, closed).closed_because(day)}


class SignIn(LoginView):
    """Staff sign-in. A wrong password answers 422, as every page with an input error does."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """The worklist for who serves a board; the first page for who does not."""
        return reverse("worklist" if boards_of(self.request.user) else "home")

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


# ------------------------------------------------------------------------------------ permits one applies for
def applied_for(kind: kinds.CaseKind) -> bool:
    """Whether people apply for this kind: it has a fee or a term. A complaint has neither."""
    return kind.fees is not None or kind.term is not None


def permit_kinds() -> list[kinds.CaseKind]:
    return [kind for kind in kinds.registry.values() if applied_for(kind)]


@for_everybody
def permits(request: HttpRequest) -> HttpResponse:
    """Every kind of permit, under the board that decides it."""
    offered = permit_kinds()
    boards = Board.objects.filter(slug__in={slug for kind in offered for slug in kind.boards}).order_by("pk")
    groups = [(board, [kind for kind in offered if board.slug in kind.boards]) for board in boards]
    return render(request, "office/permits.html", {"groups": groups})


@for_everybody
def permit_kind(request: HttpRequest, slug: str) -> HttpResponse:
    """One kind before anybody applies: who needs it, fee, what to bring, rules, term."""
    kind = kinds.registry.get(slug)
    if kind is None or not applied_for(kind):
        raise Http404
    day = today()
    boards = list(Board.objects.filter(slug__in=kind.boards).order_by("pk"))
    context = {
        "kind": kind,
        "boards": boards,
        "board": boards[0] if len(boards) == 1 else None,
        "who": resolve(kind.section),
        "fees": list(fees_today(kind, day)),
        # A rule is callable, and a template calls what it can.
        "rules": [(rule.says, rule.cite) for rule in kind.law.rules] if kind.law else [],
        "last_day": kind.term(day, None) if kind.term else None,
        "dates": _dates(kind, day, boards[0].calendar()) if boards else [],
    }
    return render(request, "office/permit_kind.html", context)


def _dates(kind: kinds.CaseKind, day: date, calendar: Calendar) -> list[tuple[str, str, str]]:
    """(what, when, section) of the clocks that would run for an application filed and granted on `day`."""
    happened = [Happened("filed", day)]
    if kind.term:
        happened.append(Happened("term-ends", kind.term(day, None)))
    declared = {clock.slug: clock for clock in kind.clocks}
    found = []
    for run in runs(kind.clocks, happened, calendar):
        clock = declared[run.clock]
        opens = f"{in_full(run.opens_on)} " if run.opens_on else ""
        found.append((clock.says, f"{opens}through {in_full(run.due_on)}", clock.cite))
    return found


class FeeToday(NamedTuple):
    """A fee as the public reads it: the price in words, or None while nobody set it, and its working."""

    label: str
    price: str | None
    why: list[str]
    cite: str = ""


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
            yield FeeToday(schedule.label, in_words(schedule), list(_working(schedule)), schedule.section)


def _working(schedule: Schedule) -> Iterator[str]:
    """How the fee comes about, a sentence each: its tiers, what multiplies it, late fees, the vote."""
    for tier in schedule.tiers:
        upper = f"–{number(tier.through)}" if tier.through is not None else " and up"
        yield f"{number(tier.at_least)}{upper}: {dollars(tier.amount)}."
    for times in schedule.multipliers:
        yield f"× {number(times.factor)} if this is so: {times.says}."
    for late in schedule.late:
        more = f"{number(late.percent)}%" if late.percent is not None else dollars(late.amount or Decimal(0))
        yield f"A renewal filed more than {late.after_days} days late: {more} more."
    if schedule.sample:
        yield "A sample amount; no board has voted it."
    elif schedule.since:
        yield f"Set by {schedule.vote}, from {in_full(schedule.since)}."
