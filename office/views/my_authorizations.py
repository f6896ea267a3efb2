"""Who may act for whom: an owner sees and ends it, an agent asks, and an owner answers by a mailed link."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from office.actions import authorizations
from office.actions.errors import NotAllowed
from office.forms_my import AskForm, EndForm
from office.models import Authorization, Board, Case, Party
from office.permissions import cases_of
from office.views.apply import keyed
from office.views.common import get_or_post, posted, today
from office.views.my import person, signed_in

MOST = 50


@signed_in
@require_safe
def my_authorizations(request: HttpRequest) -> HttpResponse:
    """Who may act for me, for whom I may act, and what was filed in my name by others."""
    day, user = today(), person(request)
    rows = Authorization.objects.select_related("owner", "agent", "board", "document")
    given = list(rows.filter(owner__user=user)[:MOST])
    held = list(rows.filter(agent__user=user)[:MOST])
    context = {
        "given": [{"row": row, "holds": row.holds_on(day)} for row in given],
        "held": [
            {"row": row, "holds": row.holds_on(day), "asked": authorizations.open_on(row, day)}
            for row in held
        ],
        "filed": _filed_for_me(request),
        "may_ask": _own_party(user) is not None,
    }
    return render(request, "office/my_authorizations.html", context)


def _filed_for_me(request: HttpRequest) -> list[Case]:
    """Cases in my name as owner that somebody else applied for, the newest first."""
    user = person(request)
    mine = cases_of(user, today()).filter(people__party__user=user, people__role="owner")
    others = Q(people__party__user=user, people__role="applicant")
    own = Case.objects.filter(others).values("pk")
    return list(mine.exclude(pk__in=own).distinct().order_by("-id")[:MOST])


def _own_party(user: Any) -> Party | None:
    """As whom the user asks: the first on file who is them."""
    return Party.objects.filter(user=user).order_by("pk").first()


@signed_in
@get_or_post
def ask(request: HttpRequest) -> HttpResponse:
    """Ask an owner, by mail, to let me act for them."""
    agent = _own_party(request.user)
    if agent is None:
        raise Http404
    boards = [board for board in Board.objects.order_by("pk") if authorizations.kinds_before(board)]
    form = AskForm(posted(request), boards=boards, initial={"key": uuid4().hex})
    if form.is_bound and form.is_valid():
        board, kind = form.chosen
        said = form.cleaned_data
        try:
            authorizations.ask(
                agent=agent, owner_name=said["owner_name"], owner_email=said["owner_email"], board=board,
                kind=kind, on=today(), now=now(), by=request.user,
            )  # fmt: skip
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("We mailed the owner a link. It holds once they say yes."))
            return redirect("my-authorizations")
    context = {
        "form": form, "title": _("Ask an owner"), "primary": _("Mail the owner"),
        "lead": _("You file and follow applications for an owner once they let you. A signed paper at the "
                  "counter does as well."),
    }  # fmt: skip
    return render(request, "office/my_authorization_act.html", context, status=422 if form.errors else 200)


@signed_in
@get_or_post
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End what I let somebody do for me."""
    made = get_object_or_404(
        Authorization.objects.select_related("agent", "board", "owner"), pk=pk, owner__user=request.user
    )
    form = EndForm(posted(request), initial={"key": uuid4().hex})
    if form.is_bound and form.is_valid():
        authorizations.revoke(made, why=form.cleaned_data["why"], on=today(), by=request.user)
        messages.success(
            request, _("Ended. From today %(agent)s does not act for you.") % {"agent": made.agent.name}
        )
        return redirect("my-authorizations")
    context = {
        "form": form, "title": _("End this authorization"), "primary": _("End it"),
        "lead": _("%(agent)s then neither sees nor files anything for you with the %(board)s. What was filed "
                  "before stays filed.") % {"agent": made.agent.name, "board": made.board},
    }  # fmt: skip
    return render(request, "office/my_authorization_act.html", context, status=422 if form.errors else 200)


@keyed
@get_or_post
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Where the mailed link leads: who asks, for what; yes or no. Whoever reads that mail is the owner."""
    made = authorizations.of_token(token)
    if made is None:
        raise Http404
    day, wrong = today(), ""
    if request.method == "POST":
        try:
            if "yes" in request.POST:
                authorizations.confirm(made, on=day)
                return redirect("authorization", token)
            if "no" in request.POST:
                authorizations.refuse(made, on=day)
                return redirect("authorization", token)
            wrong = _("Press one of the two buttons.")
        except NotAllowed as refused:
            wrong = str(refused)
    context = {
        "made": made, "board": made.board, "holds": made.holds_on(day), "wrong": wrong,
        "open": authorizations.open_on(made, day), "has_errors": bool(wrong),
        "last": made.recorded_on + timedelta(days=authorizations.LINK_DAYS),
    }  # fmt: skip
    return render(request, "office/authorization.html", context, status=422 if wrong else 200)
