"""Writing a citation on a phone in under a minute, and following it to its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enforcement.actions import citations
from enforcement.actions.citations import Draft, Told, Unfit
from enforcement.forms import CiteForm, DecidedForm, WhyForm
from enforcement.models import Citation
from enforcement.models.citations import CITATION, WARNING, notice_through
from enforcement.rules.fines import Fine, Rung
from office import kinds, paper
from office.actions import money
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.calendar import Roll
from office.forms_acts import ActForm
from office.law import State
from office.models import Board, Case
from office.permissions import may, roles_of
from office.pricing import dollars
from office.schedules import named
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

ANSWER_DAYS = timedelta(days=21)  # Massachusetts c.40 §21D and c.270 §16A
FRAGMENTS = {  # what htmx asks for, by the id it will replace
    "found": "enforcement/cite_found.html",
    "asked": "enforcement/cite_asked.html",
    "so-far": "enforcement/cite_so_far.html",
}


# ------------------------------------------------------------------------------------------- writing one
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


def _field_board(request: HttpRequest) -> Board:
    """The board for which this person writes citations; 403 for staff who write none."""
    keys = [board for board, roles in roles_of(request.user).items() if roles & {"clerk", "inspector"}]
    board = Board.objects.filter(pk__in=keys, slug__in=kinds.get(CITATION).boards).first()
    if board is None:
        raise PermissionDenied
    return board


@staff_required
@get_or_post
def new_citation(request: HttpRequest) -> HttpResponse:
    """One page: offense, who and where, when, how it goes out; the amount with its working; issue."""
    board, day = _field_board(request), today()
    first = {"key": f"cite:{uuid4().hex}", "first": day}
    form = CiteForm(posted(request), board=board, today=day, initial=first)
    if request.method != "POST":
        return _page(request, form, Preview())
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
    if "check" in request.POST:
        form.errors.clear()
        return _page(request, form, preview)
    if not ready:
        return _page(request, form, preview)
    agreed = form.cleaned_data["agreed"]
    if preview.amount is not None and agreed is None:
        return _page(request, form, preview)  # nobody issues a sum they were not shown
    told = _told(form)
    assert told is not None
    try:
        case = citations.issue(
            board, told, on=day, by=request.user, key=form.cleaned_data["key"], agreed=agreed
        )
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except Unfit as unfit:
        _say(form, unfit)
    except CannotIssue as stopped:
        for obstacle in stopped.obstacles:
            form.add_error(None, obstacle.says)
    except NotAllowed as refused:
        form.add_error(None, str(refused))
    else:
        messages.success(request, f"{case.number} was issued.")
        return redirect("citation", case.number)
    return _page(request, form, preview)


def _led_to(request: HttpRequest, case: Case) -> HttpResponse:
    """On to the citation; htmx is told to go there instead of putting the page into a part of this one."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": reverse("citation", args=[case.number])})
    return redirect("citation", case.number)


def _page(request: HttpRequest, form: CiteForm, preview: Preview) -> HttpResponse:
    brought = request.POST.get("check") == "kept"
    page = {"form": form, "preview": preview, "board": form.board, "brought": brought}
    return render(request, "enforcement/cite.html", page, status=422 if form.errors else 200)


FIELD_OF = {"given_at": "given_on", "seen_at": "seen_on"}


def _say(form: CiteForm, unfit: Unfit) -> None:
    """Each problem at the field that asks for it."""
    for problem in unfit.problems:
        name = FIELD_OF.get(problem.field, problem.field)
        form.add_error(name if name in form.fields else None, problem.says)


def _told(form: CiteForm) -> Told | None:
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
        separate=said.get("separate") or "",
    )  # fmt: skip


def _preview(form: CiteForm, board: Board, day: date) -> Preview:
    told, fine = _told(form), form.fine
    if told is None:
        missing = "Choose the offense." if fine is None else "Choose who is cited."
        return Preview(fine, says=missing)
    draft = citations.work_out(board, told, on=day)
    return Preview(fine, draft, mail_by=notice_through(board, told.offense.first))


# ------------------------------------------------------------------------------------------- following it
def _citation_or_404(request: HttpRequest, number: str) -> tuple[Case, Citation]:
    case = case_or_404(request, number)
    if case.kind not in (CITATION, WARNING) or case.details is None:
        raise Http404
    return case, case.details


@staff_required
@require_safe
def citation(request: HttpRequest, number: str) -> HttpResponse:
    """The citation: its amount and why, the days that count, what comes next, the paper."""
    case, row = _citation_or_404(request, number)
    steps = case.casekind.lifecycle.moves(case.status)
    calendar = case.board.calendar()
    charges = money.charges_of(case)
    context = {
        "case": case,
        "row": row,
        "warning": row.rung == Rung.WARNING,
        "clocks": list(case.clocks.order_by("ended_on", "due_on")),
        "by_notice": calendar.roll(row.dated_on + ANSWER_DAYS, Roll.STATUTE),
        "by_violation": calendar.roll(row.violated_on + ANSWER_DAYS, Roll.STATUTE),
        "steps": [step for step in steps if may(request.user, case, *step.roles)],
        "balance": sum((owed.due for owed in charges), Decimal(0)),
        "writes": may(request.user, case, "clerk", "inspector"),
        "may_take_money": may(request.user, case, "clerk"),
        "today": today(),
    }
    return render(request, "enforcement/citation.html", context)


@staff_required
@get_or_post
def citation_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """What the court decided, a withdrawal, or payment in full, with what hangs on each."""
    case, row = _citation_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day, sent = today(), posted(request)
    form: ActForm
    if slug == "withdrawn":
        form = WhyForm(sent, today=day)
    elif slug == "citation-paid":
        form = ActForm(sent, today=day)
    else:
        form = DecidedForm(sent, today=day, responsible=slug == "found-responsible", amount=row.amount)

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {"on": data["on"], "by": request.user}
        if slug == "withdrawn":
            citations.withdraw(case, why=data["why"], **said)
        elif slug == "citation-paid":
            citations.paid_in_full(case, **said)
        else:
            citations.decided(
                case, responsible=slug == "found-responsible", why=data["why"], amount=data.get("amount"),
                costs=data.get("costs"), **said,
            )  # fmt: skip

    return act_page(
        request, case, form, run,
        title=f"{step.label}, {case.number}",
        primary=step.label,
        done=f"{case.number}: {step.done.lower()}.",
    )  # fmt: skip


# --------------------------------------------------------------------------------------------- the paper
COPIES = ("Offender’s copy", "Department’s copy", "Court’s copy")


@staff_required
@require_safe
def citation_paper(request: HttpRequest, number: str) -> HttpResponse:
    """The citation in three copies, or the warning in two."""
    case, row = _citation_or_404(request, number)
    pdf = paper.render("letters/citation.html", paper_values(case, row))
    return show_pdf(pdf, f"{case.number}.pdf")


def paper_values(case: Case, row: Citation) -> dict[str, Any]:
    """What the template of the citation speaks of."""
    warning = row.rung == Rung.WARNING
    litter = case.clocks.filter(clock="littering-answer").first()
    answer = litter or case.clocks.filter(clock="citation-answer").first()
    order = case.clocks.filter(clock="facility-order").first()
    issued = case.events.filter(slug="filed").select_related("by").first()
    officer = issued.by.get_full_name() if issued and issued.by else ""
    return {
        "board": paper.board_values(case.board),
        "number": case.number,
        "warning": warning,
        "copies": COPIES[:2] if warning else COPIES,
        "name": row.name,
        "address": row.mail_to,
        "offense": row.line.what,
        "printed": row.line.printed,
        "section": row.line.cite,
        "place": row.place,
        "violated_on": row.violated_on,
        "violated_at": f"{row.violated_at:%I:%M %p}".lstrip("0").lower() if row.violated_at else "",
        "last_on": row.last_on or "",
        "seen": row.seen,
        "amount": row.amount,
        "lines": row.lines,
        "dated_on": row.dated_on,
        "answer_by": answer.due_on if answer else "",
        "from_violation": litter is not None,
        "order_says": f"{named(order.due_on)}" if order else "",
        "receipt": row.get_receipt_display() if row.receipt else "",
        "by_mail": row.served == Citation.Served.BY_MAIL,
        "officer": officer,
    }


__all__ = ["citation", "citation_act", "citation_paper", "new_citation"]
