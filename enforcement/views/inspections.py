"""Inspecting on a phone: begin, answer item by item, finish, and follow what is to be corrected."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enforcement.actions import inspections
from enforcement.actions.inspections import ItemsLeft, Unfit, Visit
from enforcement.forms.inspections import (
    OUTCOMES,
    CorrectedForm,
    FinishForm,
    ReopenForm,
    VisitForm,
    begun_with,
)
from enforcement.models import Inspection, InspectionItem
from enforcement.models.inspections import (
    INSPECTION,
    items_of,
    report_rows,
    result_says,
    visits,
)
from enforcement.rules import inspections as rules
from office import kinds, paper
from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, Case, Facility
from office.permissions import roles_of
from office.views.common import (
    act_page,
    case_or_404,
    get_or_post,
    need_role,
    posted,
    show_pdf,
    staff_required,
    today,
)
from office.views.register import page_of

STAFF = ("clerk", "inspector")


def _board(request: HttpRequest) -> Board:
    """The board for which this person inspects; 403 for staff who do not."""
    keys = [board for board, roles in roles_of(request.user).items() if roles & set(STAFF)]
    board = Board.objects.filter(pk__in=keys, slug__in=kinds.get(INSPECTION).boards).first()
    if board is None:
        raise PermissionDenied
    return board


# ------------------------------------------------------------------------------------------------ the list
@staff_required
@require_safe
def inspection_list(request: HttpRequest) -> HttpResponse:
    """The inspections of the board, the latest first; with `facility`, those of one place."""
    board, asked = _board(request), request.GET.get("facility", "")
    rows = Inspection.objects.filter(case__board=board).select_related("case__facility", "checklist")
    facility = Facility.objects.filter(pk=asked).first() if asked.isdecimal() else None
    if asked and facility is None:
        raise Http404
    if facility is not None:
        rows = rows.filter(case__facility=facility)
    rows = rows.prefetch_related("case__parcels").order_by("-inspected_on", "-pk")
    page = page_of(rows, request.GET.get("page", ""))
    return render(request, "enforcement/inspections.html", {
        "page": page, "facility": facility, "today": today(), "board": board,
    })  # fmt: skip


# ------------------------------------------------------------------------------------------------ beginning
@staff_required
@get_or_post
def new_inspection(request: HttpRequest) -> HttpResponse:
    """Place or case, checklist, reason, day; begin. `parent` in the address is the case it is made for."""
    board, day = _board(request), today()
    cases = Case.objects.visible_to(request.user)
    begun: dict[str, Any] = {"key": f"inspect:{uuid4().hex}", "inspected_on": day}
    if request.method != "POST":
        begun |= _begun_with(request, board)
    form = VisitForm(posted(request), board=board, today=day, cases=cases, initial=begun)
    if request.method != "POST":
        return _new_page(request, form)
    if request.headers.get("HX-Request") and request.headers.get("HX-Target") == "found":
        form.errors.clear()
        return render(request, "enforcement/inspect_found.html", _found(form))
    if "check" in request.POST:
        form.errors.clear()
        return _new_page(request, form)
    if not form.is_valid():
        return _new_page(request, form)
    said = form.cleaned_data
    visit = Visit(
        checklist=said["checklist"], sort=said["sort"], inspected_on=said["inspected_on"],
        facility=form.facility, parcel=form.parcel, place=said["place"], parent=form.parent,
    )  # fmt: skip
    try:
        case = inspections.begin(board, visit, on=day, by=request.user, key=said["key"])
    except Unfit as unfit:
        for problem in unfit.problems:
            form.add_error(problem.field, problem.says)
        return _new_page(request, form)
    except NotAllowed as refused:
        form.add_error(None, str(refused))
        return _new_page(request, form)
    return redirect("inspection-page", case.number)


def _begun_with(request: HttpRequest, board: Board) -> dict[str, Any]:
    number, place = request.GET.get("parent", ""), request.GET.get("facility", "")
    parent = case_or_404(request, number) if number else None
    if parent is not None and parent.board_id != board.pk:
        raise PermissionDenied
    here = Facility.objects.filter(parcel__town=board.town)
    facility = here.filter(pk=place).first() if place.isdecimal() else None
    return {name: value for name, value in begun_with(parent, facility).items() if value}


def _found(form: VisitForm) -> dict[str, Any]:
    """What the find box found, and the last visit to what is chosen."""
    facility = form.facility or (form.parent.facility if form.parent else None)
    last = None
    if facility is not None:
        last = visits(form.board).filter(case__facility=facility).first()
    unmet = []
    if last is not None:
        unmet = [row for row in items_of(last) if row.answer == InspectionItem.Answer.NO]
    return {"form": form, "last": last, "unmet": unmet}


def _new_page(request: HttpRequest, form: VisitForm) -> HttpResponse:
    page = _found(form) | {"board": form.board}
    return render(request, "enforcement/inspect_new.html", page, status=422 if form.errors else 200)


def inspection_or_404(request: HttpRequest, number: str) -> tuple[Case, Inspection]:
    case = case_or_404(request, number)
    if case.kind != INSPECTION or case.details is None:
        raise Http404
    details: Inspection = case.details
    details.case = case
    return case, details


# ---------------------------------------------------------------------------------------------- its steps
@staff_required
@get_or_post
def inspection_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """The end of the inspection, or an item corrected: what hangs on each is done with it."""
    case, details = inspection_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    if slug in dict(OUTCOMES):
        return _finish(request, case, details, slug)
    day = today()
    running = case.clocks.filter(clock="correction", ended_on=None).order_by("due_on", "pk")
    items = list(running.values_list("subject", "label"))
    corrected = CorrectedForm(posted(request), today=day, items=items)
    return act_page(
        request, case, corrected,
        lambda said: inspections.item_corrected(
            case, item=said["item"], on=said["on"], note=said["note"], by=request.user
        ),
        title=f"{step.label}, {case.number}", primary=step.label, done=f"{case.number}: item corrected.",
    )  # fmt: skip


@staff_required
@get_or_post
def inspection_reopen(request: HttpRequest, number: str) -> HttpResponse:
    """Take back the end of the inspection, with the reason."""
    case, _ = inspection_or_404(request, number)
    need_role(request, case, "clerk")
    form = ReopenForm(posted(request))
    return act_page(
        request, case, form,
        lambda said: inspections.reopen(case, why=said["why"], on=today(), by=request.user),
        title=f"Take back the end of {case.number}", primary="Take back the end",
        done=f"{case.number} is open again.",
    )  # fmt: skip


def _finish(request: HttpRequest, case: Case, details: Inspection, slug: str) -> HttpResponse:
    here = reverse("inspection-page", args=[case.number])
    rows = items_of(details)
    if case.status != "begun":
        messages.info(request, f"{case.number} was finished already.")
        return redirect(here)
    if any(not row.answer for row in rows):
        return redirect(f"{here}?left=yes")
    found = [row.found() for row in rows]
    first = {
        "outcome": rules.proposed(found) if rules.why_not(slug, found) else slug,
        "version": case.version,
    }
    first |= {"met_with": details.met_with, "remarks": details.remarks}
    form = FinishForm(posted(request), initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            inspections.finish(case, by=request.user, **form.cleaned_data)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except ItemsLeft:
            return redirect(f"{here}?left=yes")
        except NotAllowed as refused:
            form.add_error("outcome", str(refused))
        else:
            messages.success(request, f"{case.number} is finished: {case.status}.")
            return redirect(here)
    page = {
        "case": case, "row": details, "form": form, "result": result_says(rows),
        "unmet": [row for row in rows if row.answer == InspectionItem.Answer.NO],
    }  # fmt: skip
    return render(request, "enforcement/inspect_finish.html", page, status=422 if form.errors else 200)


# ----------------------------------------------------------------------------------------------- the report
@staff_required
@require_safe
def inspection_report(request: HttpRequest, number: str) -> HttpResponse:
    """The report for the operator: what is not met, its section, and the last good day to correct it."""
    case, details = inspection_or_404(request, number)
    if case.status in ("begun", "withdrawn"):
        raise Http404
    pdf = paper.render("letters/inspection.html", report_values(case, details))
    return show_pdf(pdf, f"{case.number}.pdf")


def report_values(case: Case, details: Inspection) -> dict[str, Any]:
    """What the template of the report speaks of."""
    items = items_of(details)
    ended = case.events.live().filter(slug__in=dict(OUTCOMES)).select_related("by").last()
    answers = dict(InspectionItem.Answer.choices)
    return {
        "board": paper.board_values(case.board),
        "number": case.number,
        "programme": details.checklist.label,
        "sort": details.get_sort_display(),
        "inspected": details.inspected,
        "holder": case.facility.holder.name if case.facility and case.facility.holder else "",
        "places": [f"{lot.address} ({lot.label})" for lot in case.parcels.all()],
        "place": details.place,
        "inspected_on": details.inspected_on,
        "met_with": details.met_with,
        "result": result_says(items),
        "outcome": ended.done if ended else "",
        "why": ended.note if ended else "",
        "remarks": details.remarks,
        "unmet": report_rows(items),
        "unseen": [
            {"what": row.wording.text, "cite": row.wording.basis}
            for row in items
            if row.answer == InspectionItem.Answer.NOT_SEEN
        ],
        "items": [
            {"what": row.wording.text, "cite": row.wording.basis, "answer": answers.get(row.answer, "")}
            for row in items
        ],
        "rights": details.checklist.rights,
        "officer": ended.by.get_full_name() if ended and ended.by else "",
    }


__all__ = [
    "inspection_act", "inspection_list", "inspection_reopen", "inspection_report",
    "new_inspection",
]  # fmt: skip
