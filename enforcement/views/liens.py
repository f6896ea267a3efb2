"""A lien and its payoff on any day; a criminal complaint from the draft to the court's word."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from enforcement.actions import liens
from enforcement.actions.citations import Unfit
from enforcement.actions.liens import Charged
from enforcement.forms import liens as forms
from enforcement.forms.orders import begun_of
from enforcement.models import FineLine, LegalFigure, Lien, Prosecution
from enforcement.models.liens import LIEN, PROSECUTION
from enforcement.rules import prosecutions as rules
from enforcement.views.orders import asked_case, board_for, order_or_404
from office import kinds, paper
from office.actions import money
from office.actions.errors import NotAllowed, WrongRole
from office.forms_acts import ActForm, ReasonForm
from office.intake import Filing
from office.models import Case
from office.permissions import may
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


# ------------------------------------------------------------------------------------------------- liens
def lien_or_404(request: HttpRequest, number: str) -> tuple[Case, Lien]:
    """The lien, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != LIEN or case.details is None:
        raise Http404
    return case, case.details


@staff_required
@get_or_post
def new_lien(request: HttpRequest, number: str) -> HttpResponse:
    """Open the cost ledger of the order that was not obeyed."""
    order, row = order_or_404(request, number)
    need_role(request, order, "clerk")
    form = forms.LienForm(posted(request), initial={"key": f"lien:{uuid4().hex}"})
    opened: list[Case] = []

    def run(data: dict[str, Any]) -> None:
        opened.append(liens.open_lien(order, what=data["what"], on=today(), by=request.user, key=data["key"]))

    answer = act_page(
        request, order, form, run, title=f"Open a lien of {order.number}", primary="Open the lien",
        done="The cost ledger is open.", cite=row.cite,
        lead="What the town spends is entered cost by cost; the lien is recorded when the work is done.",
    )  # fmt: skip
    return redirect("lien", opened[0].number) if opened else answer


@staff_required
@require_safe
def lien(request: HttpRequest, number: str) -> HttpResponse:
    """The lien: its costs, its book and page, and the payoff on a day, line by line."""
    case, row = lien_or_404(request, number)
    day = today()
    form = forms.AsOfForm(request.GET if "on" in request.GET else None, today=day, initial={"on": day})
    asked = form.cleaned_data["on"] if form.is_bound and form.is_valid() else day
    due, why = None, ""
    if row.recorded_on is not None and case.is_open:
        try:
            due = liens.payoff(case, asked)
        except NotAllowed as refused:
            why = str(refused)
    rate = LegalFigure.objects.on(case.board, LegalFigure.What.INTEREST, asked)
    context = {
        "case": case,
        "row": row,
        "form": form,
        "asked": asked,
        "due": due,
        "why": why,
        "rate": rate,
        "charges": money.charges_of(case),
        "principal": liens.principal(case),
        "steps": [
            step
            for step in case.casekind.lifecycle.moves(case.status)
            if may(request.user, case, *step.roles)
        ],
        "parent": case.parent,
        "today": day,
    }
    return render(request, "enforcement/lien.html", context, status=422 if form.errors else 200)


@staff_required
@get_or_post
def lien_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """A cost, the recording, the payoff, the discharge, or giving the lien up."""
    case, row = lien_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day, sent, lead = today(), posted(request), ""
    form: ActForm
    if slug == "cost-entered":
        form = forms.CostForm(sent, today=day)
    elif slug in ("recorded", "discharged"):
        form = forms.BookForm(sent, today=day)
    elif slug == "paid-off":
        form = forms.PayoffForm(sent, today=day, initial={"key": f"payoff:{uuid4().hex}"})
        if row.recorded_on is not None and case.status == "recorded":
            sum_now = liens.payoff(case, day)
            lead = f"Paid today, it is ${sum_now.due:,.2f}; another day has its own sum on the lien’s page."
    else:
        form = ReasonForm(sent, today=day)

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {"on": data["on"], "by": request.user}
        if slug == "cost-entered":
            liens.enter_cost(case, what=data["what"], amount=data["amount"], **said)
        elif slug == "recorded":
            liens.record_lien(case, book=data["book"], page=data["page"], **said)
        elif slug == "paid-off":
            liens.pay_off(case, tender=data["tender"], reference=data["reference"], key=data["key"], **said)
        elif slug == "discharged":
            liens.discharge(case, book=data["book"], page=data["page"], **said)
        else:
            liens.withdraw_lien(case, why=data["reason"], **said)

    answer = act_page(
        request, case, form, run, title=f"{step.label}, {case.number}", primary=step.label,
        done=f"{case.number}: {step.done.lower()}.", lead=lead, cite=step.cite if lead else "",
    )  # fmt: skip
    return redirect("lien", case.number) if answer.status_code == 302 else answer


@staff_required
@require_safe
def lien_paper(request: HttpRequest, number: str) -> HttpResponse:
    """The statement of the payoff on a day; once discharged, the release."""
    case, row = lien_or_404(request, number)
    if row.recorded_on is None:
        raise Http404
    day = today()
    form = forms.AsOfForm(request.GET, today=day)
    asked = form.cleaned_data["on"] if form.is_valid() else day
    try:
        due = liens.payoff(case, row.released_on or asked)
    except NotAllowed:
        raise Http404 from None
    values = paper_values(case, row, due)
    pdf = paper.render("letters/lien.html", values)
    return show_pdf(pdf, f"{case.number}.pdf")


def paper_values(case: Case, row: Lien, due: liens.Payoff) -> dict[str, Any]:
    """What the template of a lien's paper speaks of."""
    rate = LegalFigure.objects.on(case.board, LegalFigure.What.INTEREST, due.on)
    costs = [
        {"what": owed.charge.label, "on": owed.charge.charged_on, "amount": owed.charge.amount}
        for owed in money.charges_of(case)
        if owed.charge.code == liens.COST and owed.state != "Void"
    ]
    return {
        "board": paper.board_values(case.board),
        "number": case.number,
        "release": row.released_on is not None,
        "on": due.on,
        "name": row.name,
        "place": case.place,
        "what": row.what,
        "section": row.get_basis_display(),
        "recorded_on": row.recorded_on,
        "book": row.book,
        "page": row.page,
        "released_on": row.released_on or "",
        "release_book": row.release_book,
        "release_page": row.release_page,
        "costs": costs,
        "principal": due.principal,
        "lines": [{"says": line.says, "amount": line.amount} for line in due.lines],
        "interest": due.interest,
        "paid": due.paid,
        "due": due.due,
        "doubt": rate.doubt if rate else "",
        "rate_cite": rate.cite if rate else "",
    }


# --------------------------------------------------------------------------------- criminal complaints
@staff_required
@get_or_post
def new_prosecution(request: HttpRequest) -> HttpResponse:
    """Open the file of a criminal complaint: the offense, the notice, the days charged."""
    of, day = asked_case(request), today()
    board = board_for(request, of, kinds.get(PROSECUTION).boards, ("clerk", "inspector"))
    begins = {"key": f"prosecution:{uuid4().hex}", "last_on": day, **begun_of(of), **_of(of)}
    asked = request.GET.get("line", "")
    if asked.isascii() and asked.isdigit() and len(asked) < 5:
        line = FineLine.objects.filter(board=board, number=int(asked)).first()
        begins |= {"line": line.pk} if line else {}
    form = forms.ProsecutionForm(posted(request), board=board, today=day, of=of, initial=begins)
    if request.headers.get("HX-Request") and request.headers.get("HX-Target") == "found":
        form.errors.clear()
        return render(request, "enforcement/order_found.html", {"form": form})
    if "check" in request.POST:
        form.errors.clear()
    elif form.is_bound and form.is_valid():
        try:
            case = liens.open_prosecution(
                board, _charged(form), on=day, by=request.user, key=form.cleaned_data["key"]
            )
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except Unfit as unfit:
            for problem in unfit.problems:
                form.add_error(problem.field if problem.field in form.fields else None, problem.says)
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{case.number} is open.")
            return redirect("prosecution", case.number)
    page = {"form": form, "board": board, "of": of, "ceiling": liens.ceiling(board, day)}
    return render(request, "enforcement/prosecution_new.html", page, status=422 if form.errors else 200)


def _of(of: Case | None) -> dict[str, Any]:
    """What the case it comes of answers: a citation its offense, an order its section and receipt."""
    row = of.details if of is not None else None
    if of is None or row is None:
        return {}
    if of.kind in ("citation", "written-warning"):
        return {"line": row.line_id, "offense": row.line.what, "section": row.line.cite, "seen": row.seen,
                "notice_on": row.dated_on}  # fmt: skip
    if of.kind == "order":
        got = of.events.live().filter(slug="order-received").order_by("on").first()
        return {"section": row.cite, "offense": row.found[:200], "seen": row.found,
                "notice_on": got.on if got else None}  # fmt: skip
    return {}


def _charged(form: forms.ProsecutionForm) -> Charged:
    said, party = form.cleaned_data, form.party
    assert party is not None
    return Charged(
        offense=said["offense"], section=said["section"], defendant=party, notice_on=said["notice_on"],
        last_on=said["last_on"], line=said.get("line"), seen=said.get("seen") or "", parcel=form.parcel,
        facility=form.chosen_facility, place=said.get("place") or "", parent=form.of,
    )  # fmt: skip


def prosecution_or_404(request: HttpRequest, number: str) -> tuple[Case, Prosecution]:
    """The criminal complaint, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != PROSECUTION or case.details is None:
        raise Http404
    return case, case.details


@staff_required
@require_safe
def prosecution(request: HttpRequest, number: str) -> HttpResponse:
    """The file: days and ceiling with their working, what comes next, what the court did."""
    case, row = prosecution_or_404(request, number)
    context = {
        "case": case,
        "row": row,
        "days": rules.violations(row.notice_on, row.last_on),
        "state": LegalFigure.objects.on(case.board, LegalFigure.What.STATE_CEILING, row.notice_on),
        "above": liens.above_ceiling(row),
        "findings": Filing.of_case(case).findings(today()),
        "steps": [
            step
            for step in case.casekind.lifecycle.moves(case.status)
            if may(request.user, case, *step.roles)
        ],
        "hearing": case.events.live().filter(slug="arraignment").last(),
        "parent": case.parent,
        "today": today(),
    }
    return render(request, "enforcement/prosecution.html", context)


@staff_required
@get_or_post
def prosecution_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Apply for the complaint, record its docket, record what the court decided."""
    case, row = prosecution_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day, sent = today(), posted(request)
    form: ActForm
    if slug == "complaint-applied":
        form = forms.ApplyForm(sent, today=day, initial={"last_on": row.last_on})
    elif slug == "complaint-issued":
        form = forms.DocketForm(sent, today=day)
    else:
        form = forms.DisposedForm(sent, today=day)

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {"on": data["on"], "by": request.user}
        if slug == "complaint-applied":
            liens.apply_for_complaint(case, last_on=data["last_on"], **said)
        elif slug == "complaint-issued":
            liens.complaint_issued(case, docket=data["docket"], **said)
        else:
            liens.disposed(
                case, outcome=data["outcome"], why=data["why"], amount=data.get("amount"),
                costs=data.get("costs"), **said,
            )  # fmt: skip

    answer = act_page(
        request, case, form, run, title=f"{step.label}, {case.number}", primary=step.label,
        done=f"{case.number}: {step.done.lower()}.",
    )  # fmt: skip
    return redirect("prosecution", case.number) if answer.status_code == 302 else answer
