"""My cases: what somebody who signed in has with the office, whose move each is, and their drafts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import BooleanField, Count, ExpressionWrapper, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from office import kinds
from office.actions import draft_owners
from office.actions.errors import NotAllowed
from office.clockwork import Mover
from office.models import Case, CaseMessage, ClockRow, Draft
from office.permissions import cases_of
from office.views.apply import applicant, draft_or_404, keyed
from office.views.common import View, today
from office.views.my_words import Move, move_of

PAGE = 20
MY_MOVE = ExpressionWrapper(Q(mover=Mover.APPLICANT), output_field=BooleanField())


def signed_in(view: View) -> View:
    """Only for who signed in; no cache keeps it."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    return login_required(cache_control(private=True, no_store=True)(shown))


def person(request: HttpRequest) -> Any:
    """Who signed in."""
    return request.user


def my_case_or_404(request: HttpRequest, number: str) -> Case:
    """The case, if it is this person's own affair today."""
    cases = cases_of(request.user, today()).select_related("board", "facility__holder")
    return get_object_or_404(cases, number=number)


def of_my_case(view: View) -> View:
    """A page of one's own case."""

    @wraps(view)
    def found(request: HttpRequest, number: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, my_case_or_404(request, number), *args, **kwargs)

    return signed_in(found)


@dataclass(frozen=True)
class Line:
    """One case of the list: the case, whose move it is, and how many messages are new."""

    case: Case
    move: Move
    unread: int


@signed_in
@require_safe
def my_cases(request: HttpRequest) -> HttpResponse:
    """My cases, those that wait for me first, and the applications I have begun."""
    day, user = today(), person(request)
    rows = cases_of(user, day).order_by("-is_open", MY_MOVE.desc(), "-filed_on", "-id")
    rows = rows.select_related("board", "facility").prefetch_related("parcels")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    keys = [case.pk for case in shown]
    clocks: dict[int, list[ClockRow]] = {}
    for row in ClockRow.objects.running().begun_by(day).filter(case__in=keys).order_by("due_on", "id"):
        clocks.setdefault(row.case_id, []).append(row)
    new = CaseMessage.objects.unread(from_office=True).filter(case__in=keys).order_by()
    unread = dict(new.values("case").annotate(n=Count("id")).values_list("case", "n"))
    drafts = Draft.objects.open(day).filter(user=user).select_related("board").order_by("-saved_at")
    context = {
        "page": page,
        "lines": [
            Line(case, move_of(case, clocks.get(case.pk, []), day), unread.get(case.pk, 0)) for case in shown
        ],
        "drafts": [{"draft": draft, "kind": kinds.get(draft.kind)} for draft in drafts],
        "new": sum(unread.values()),
    }
    return render(request, "office/my_cases.html", context)


@signed_in
def go_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on with a draft of mine: a new link to it is made."""
    draft = get_object_or_404(Draft, pk=pk, user=request.user, case__isnull=True)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        return redirect("draft", draft_owners.reopen(draft, on=today(), now=now(), by=request.user))
    except NotAllowed as refused:
        messages.error(request, str(refused))
        return redirect("my-cases")


@keyed
@login_required
def keep(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the draft of this link with my cases."""
    draft_or_404(token)
    if applicant(request) is None:
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        draft_owners.adopt(token, on=today(), by=request.user)
    except NotAllowed as refused:
        messages.error(request, str(refused))
        return redirect("draft", token)
    messages.success(request, _("This draft is now with your cases. Sign in anywhere to go on with it."))
    return redirect("my-cases")
