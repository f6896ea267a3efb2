"""Writing a citation on a phone in under a minute."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django_permissions_policy.decorators import permissions_policy_override

from enforcement.actions import citations
from enforcement.actions.citations import Draft, Told, Unfit
from enforcement.forms import CiteForm
from enforcement.models.citations import CITATION, notice_through
from enforcement.rules.fines import Fine
from office import kinds
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.law import State
from office.models import Board, Case
from office.permissions import roles_of
from office.pricing import dollars
from office.schedules import Problem
from office.views.common import View, get_or_post, posted, staff_required, today

SAID = "said"  # what `check` says when a phone was refused: say why, and issue nothing
FRAGMENTS = {  # what htmx asks for, by the id it will replace
    "found": "enforcement/cite_found.html",
    "asked": "enforcement/cite_asked.html",
    "so-far": "enforcement/cite_so_far.html",
}


# What the page is made of: the copy a phone keeps is another one when any of it changes.
SHELL = (
    "js/outbox.js", "js/field.js", "js/cite.js", "js/cite_offline.js", "js/cite_evidence.js", "js/office.js",
    "css/cite.css", "css/field.css", "css/office.css", "css/tokens.css",
)  # fmt: skip


@cache
def shell_version() -> str:
    """A short name for the present state of the page's own files."""
    digest = hashlib.sha256()
    for name in SHELL:
        digest.update(Path(settings.BASE_DIR, "static", name).read_bytes())
    return digest.hexdigest()[:12]


def for_the_field(view: View) -> View:
    """A page that also works without signal: it may be installed, ask where the phone is, and send later."""
    policy: dict[str, str | list[str] | tuple[str]] = {**settings.PERMISSIONS_POLICY, "geolocation": ["self"]}
    allowed = csp_update({"manifest-src": [SELF], "worker-src": [SELF]})(view)
    framed: View = permissions_policy_override(policy)(ensure_csrf_cookie(allowed))
    return framed


@dataclass
class Preview:
    """What the citation comes to so far, and what it still needs."""

    fine: Fine | None = None
    draft: Draft | None = None
    says: str = ""
    mail_by: date | None = None

    @property
    def amount(self) -> Decimal | None:
        """The sum, once nothing is wrong; 0 for a warning."""
        return self.draft.details.amount if self.draft and self.draft.details else None

    @property
    def button(self) -> str:
        if self.draft is None or self.amount is None:
            return "Look at the amount"
        return "Issue the warning" if self.draft.warns else f"Issue citation for {dollars(self.amount)}"

    @property
    def stops(self) -> list[str]:
        """The findings that keep it from being issued."""
        return [each.says for each in self.draft.findings if each.stops_issuing] if self.draft else []

    @property
    def notes(self) -> list[str]:
        """The findings that only inform."""
        if self.draft is None:
            return []
        unmet = [each for each in self.draft.findings if each.state == State.UNMET and not each.stops_issuing]
        return [f"{each.says} ({each.cite})" for each in unmet]

    @property
    def asks_separate(self) -> bool:
        """Whether the same act seems cited already, or a reason was given why it is not."""
        return self.draft is not None and (
            bool(self.draft.told.separate) or any(each.field == "separate" for each in self.draft.problems)
        )


def field_board(request: HttpRequest) -> Board:
    """The board for which this person writes citations; 403 for staff who write none."""
    keys = [board for board, roles in roles_of(request.user).items() if roles & {"clerk", "inspector"}]
    board = Board.objects.filter(pk__in=keys, slug__in=kinds.get(CITATION).boards).first()
    if board is None:
        raise PermissionDenied
    return board


@for_the_field
@staff_required
@get_or_post
def new_citation(request: HttpRequest) -> HttpResponse:
    """One page: offense, who and where, when, how it goes out; the amount with its working; issue."""
    board, day = field_board(request), today()
    first = {"key": f"cite:{uuid4().hex}", "first": day}
    form = CiteForm(posted(request), board=board, today=day, initial=first)
    if request.method != "POST":
        begun = {name: request.GET[name][:80] for name in CiteForm.BEGUN if name in request.GET}
        return _begun(request, board, day, {**first, **begun}) if begun else _page(request, form, Preview())
    key = request.POST.get("key", "").replace("\0", "")
    if issued := Case.objects.visible_to(request.user).filter(filing_key=key).first():
        # Sent again after the answer was lost on the way.
        messages.success(request, f"{issued.number} was issued already, once.")
        return _led_to(request, issued)
    ready = form.is_valid()
    preview = _preview(form, board, day)
    target = request.headers.get("HX-Target", "")
    if request.headers.get("HX-Request") and target in FRAGMENTS:
        form.errors.clear()
        page = {"form": form, "preview": preview, "in_place": True}
        return render(request, FRAGMENTS[target], page)
    check = request.POST.get("check")
    if check and check != SAID:
        form.errors.clear()
    elif check and preview.draft is not None:
        say(form, preview.draft.problems)
    if check or not ready:
        return _page(request, form, preview)
    agreed = form.cleaned_data["agreed"]
    if preview.amount is not None and agreed is None:
        return _page(request, form, preview)  # nobody issues a sum they were not shown
    told = told_of(form)
    assert told is not None
    try:
        case = citations.issue(
            board, told, on=day, by=request.user, key=form.cleaned_data["key"], agreed=agreed
        )
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except Unfit as unfit:
        say(form, unfit.problems)
    except CannotIssue as stopped:
        for obstacle in stopped.obstacles:
            form.add_error(None, obstacle.says)
    except NotAllowed as refused:
        form.add_error(None, str(refused))
    else:
        messages.success(request, f"{case.number} was issued.")
        return redirect("citation", case.number)
    return _page(request, form, preview)


def _begun(request: HttpRequest, board: Board, day: date, said: Mapping[str, Any]) -> HttpResponse:
    """The page as another one filled it in; nothing is missing yet, and nothing is issued."""
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in said.items()})
    form = CiteForm(data, board=board, today=day)
    form.is_valid()
    preview = _preview(form, board, day)
    form.errors.clear()
    return _page(request, form, preview)


def _led_to(request: HttpRequest, case: Case) -> HttpResponse:
    """On to the citation; htmx is told to go there instead of putting the page into a part of this one."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": reverse("citation", args=[case.number])})
    return redirect("citation", case.number)


def _page(request: HttpRequest, form: CiteForm, preview: Preview) -> HttpResponse:
    brought = request.POST.get("check") == "kept"
    page = {
        "form": form, "preview": preview, "board": form.board, "brought": brought, "shell": shell_version()
    }  # fmt: skip
    return render(request, "enforcement/cite.html", page, status=422 if form.errors else 200)


FIELD_OF = {"given_at": "given_on", "seen_at": "seen_on"}


def say(form: CiteForm, problems: Iterable[Problem]) -> None:
    """Each problem at the field that asks for it."""
    for problem in problems:
        name = FIELD_OF.get(problem.field, problem.field)
        form.add_error(name if name in form.fields else None, problem.says)


def told_of(form: CiteForm) -> Told | None:
    """What the page tells so far; None while offense, person or day is missing."""
    offense, row, offender = form.offense(), form.row, form.offender
    if offense is None or row is None or offender is None:
        return None
    said = form.cleaned_data
    place = form.chosen_facility
    return Told(
        line=row.line, offender=offender, offense=offense, served=said.get("served") or "",
        seen=said.get("seen") or "", receipt=said.get("receipt") or "",
        parcel=form.chosen_parcel or (place.parcel if place else None), facility=place,
        place=said.get("place") or "", violated_at=said.get("violated_at"), order_at=said.get("order_at"),
        marina=said.get("marina") or "", same_person=tuple(said.get("same_person") or ()),
        separate=said.get("separate") or "", parent=form.parent,
    )  # fmt: skip


def _preview(form: CiteForm, board: Board, day: date) -> Preview:
    told, fine = told_of(form), form.fine
    if told is None:
        missing = "Choose the offense." if fine is None else "Choose who is cited."
        return Preview(fine, says=missing)
    draft = citations.work_out(board, told, on=day)
    return Preview(fine, draft, mail_by=notice_through(board, told.offense.first))
