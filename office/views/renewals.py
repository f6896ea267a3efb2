"""Renewing a permit online: by the link of our mail, by number and code, or signed in as who applied.

A permit's number is public, and so is the code on its paper: neither shows anything here that the register
does not show. The renewal code, which is mailed to those who applied, opens the draft.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from office import codes, kinds, limits, renewals
from office.actions import drafts, renewing_online
from office.actions.errors import NotAllowed
from office.forms_apply import FindPermitForm
from office.intake import Filing
from office.models import Case
from office.permissions import boards_of, cases_of
from office.search import numbers_meant
from office.spoken import ENGLISH
from office.templatetags.office_tags import clock_time
from office.views.apply import MOST_BEGUN, WITHIN, applicant, keyed
from office.views.common import case_or_404, get_or_post, posted, today
from office.views.problems import client_address
from office.views.register import address_of

PRESSED = "renewal-begun"
LOOKED, MOST_LOOKED, LOOKING = "renewal", 20, timedelta(hours=1)


@get_or_post
@keyed
def find(request: HttpRequest) -> HttpResponse:
    """Number and code: the renewal code leads on, that of the permit has the way mailed to who applied."""
    form = FindPermitForm(posted(request), initial={"number": request.GET.get("number", "")[:40]})
    full = False
    if form.is_bound and form.is_valid():
        who, moment = client_address(request), now()
        if limits.has_room(LOOKED, who, most=MOST_LOOKED, within=LOOKING, now=moment):
            limits.count(LOOKED, who, within=LOOKING, now=moment)
            case = _called(form.cleaned_data["number"])
            code = form.cleaned_data["code"]
            if case is not None and renewals.opens(case, code):
                return redirect("renew-online", case.number, renewals.code_of(case))
            if case is not None and case.code and case.code == codes.clean(code):
                renewing_online.mail_code(case, now=moment)
                return render(request, "office/renew_mailed.html", {"case": case, "board": case.board})
            words = _("No permit of ours has this number together with this code. Look at both again.")
            form.add_error(None, ValidationError(words))
        else:
            full = True
            words = _("Many codes were tried from your connection within an hour. Try again after %(when)s.")
            opens = clock_time(limits.opens_again(LOOKING, moment))
            form.add_error(None, ValidationError(words % {"when": opens}))
    status = 429 if full else 422 if form.errors else 200
    return render(request, "office/renew_find.html", {"form": form}, status=status)


def _called(number: str) -> Case | None:
    """The case whose number that is; none when it may be the number of several years."""
    meant = numbers_meant(number, {kind.series for kind in kinds.registry.values()})
    cases = Case.objects.select_related("board").filter(number__in=meant)
    return cases.first() if len(meant) == 1 else None


@get_or_post
@keyed
def online(request: HttpRequest, number: str, key: str) -> HttpResponse:
    """The permit whose renewal code this is; pressing begins its renewal, or goes on with it."""
    case = get_object_or_404(Case.objects.select_related("board", "facility__holder"), number=number)
    if not renewals.opens(case, key):
        raise Http404
    return _renewal(request, case)


@get_or_post
@keyed
def mine(request: HttpRequest, number: str) -> HttpResponse:
    """The same for whoever signed in and has a part in the case; staff renew at the counter."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if boards_of(request.user):
        return redirect("renew", case_or_404(request, number).number)
    cases = cases_of(request.user, today()).select_related("board", "facility__holder")
    return _renewal(request, get_object_or_404(cases, number=number))


def _renewal(request: HttpRequest, case: Case) -> HttpResponse:
    """What is renewed and what it costs, or why it is not; a press leads to its draft or what that became."""
    day, refused, status = today(), "", 200
    filed = renewing_online.filed_online(case)
    if request.method == "POST":
        who, moment = client_address(request), now()
        if not limits.has_room(PRESSED, who, most=MOST_BEGUN, within=WITHIN, now=moment):
            words = _(
                "%(most)d applications were begun from your connection within an hour. Go on at %(when)s."
            )
            when = clock_time(limits.opens_again(WITHIN, moment))
            refused, status = words % {"most": MOST_BEGUN, "when": when}, 429
        else:
            limits.count(PRESSED, who, within=WITHIN, now=moment)
            if filed is not None:
                return redirect("draft-filed", drafts.link(filed, now=moment))
            try:
                user = applicant(request)
                _draft, token = renewing_online.begin(
                    case, on=day, now=moment, user=user, language=get_language() or ENGLISH
                )
            except NotAllowed as why:
                refused, status = str(why), 422
            else:
                return redirect("draft", token)
    context: dict[str, Any] = {
        "case": case, "kind": case.casekind, "board": case.board, "address": address_of(case),
        "why_not": renewing_online.why_not(case), "begun": renewing_online.begun(case, day), "filed": filed,
        "refused": refused, "fees": [] if filed else _fees(case), "late": _days_late(case),
        "kept_days": drafts.KEPT_DAYS,
    }  # fmt: skip
    return render(request, "office/renew_online.html", context, status=status)


def _fees(case: Case) -> list[Any]:
    """What the renewal costs today, while its answers are those of the permit."""
    old = Filing.of_case(case)
    filing = Filing(old.kind, old.answers, parcels=old.parcels, facility=old.facility, renews=case)
    return filing.fees(today())


def _days_late(case: Case) -> int:
    """By how many days the renewal is late today."""
    return max(0, (today() - case.ends_on).days) if case.ends_on else 0
