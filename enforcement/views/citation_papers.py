"""The papers of a citation: its copies, the certificate of service, what goes to the court."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from enforcement.actions import citation_life as life
from enforcement.forms import CourtCopiesForm
from enforcement.models import papers
from enforcement.models.citations import CITATION
from enforcement.views.citations import ASKS_COURT, citation_or_404
from office import kinds, paper
from office.models import Board, Case, ClockRow
from office.permissions import roles_of
from office.views.common import get_or_post, posted, show_pdf, staff_required, today


def _pdf(letter: str, values: dict[str, Any], name: str) -> HttpResponse:
    return show_pdf(paper.render(f"letters/{letter}.html", values), f"{name}.pdf")


@staff_required
@require_safe
def citation_paper(request: HttpRequest, number: str) -> HttpResponse:
    """The citation in three copies, or the warning in two."""
    case, row = citation_or_404(request, number)
    return _pdf("citation", papers.copies_values(case, row), case.number)


@staff_required
@require_safe
def certificate(request: HttpRequest, number: str) -> HttpResponse:
    """The certificate of mailing, or of delivery; 404 before it is served."""
    case, row = citation_or_404(request, number)
    values = papers.certificate_page(case, row)
    if values is None:
        raise Http404
    return _pdf("citation_certificate", values, f"{case.number}-certificate")


@staff_required
@require_safe
def court_packet(request: HttpRequest, number: str) -> HttpResponse:
    """The court's copy with its certificate and the list for the clerk of the district court."""
    case, _ = citation_or_404(request, number)
    values = papers.court_values(case.board, [case], today())
    if case.kind != CITATION or not values["rows"]:
        raise Http404
    return _pdf("citation_court", values, f"{case.number}-court")


@staff_required
@require_safe
def complaint_application(request: HttpRequest, number: str) -> HttpResponse:
    """The application for a criminal complaint; 404 while none may be asked for."""
    case, row = citation_or_404(request, number)
    if case.status not in ASKS_COURT:
        raise Http404
    values = papers.complaint_values(case, row, today())
    return _pdf("citation_complaint", values, f"{case.number}-complaint")


# ------------------------------------------------------------------------------- copies the court is owed
def _board(request: HttpRequest) -> Board:
    """The board whose citations this person follows; 403 for staff of none."""
    keys = [board for board, roles in roles_of(request.user).items() if roles & set(life.PEOPLE)]
    board = Board.objects.filter(pk__in=keys, slug__in=kinds.get(CITATION).boards).first()
    if board is None:
        raise PermissionDenied
    return board


def _owed(board: Board) -> list[ClockRow]:
    """The running clocks of court copies, the first due first."""
    rows = ClockRow.objects.filter(board=board, clock="court-copy", ended_on=None)
    return list(rows.select_related("case__board").order_by("due_on", "case__number"))


def _details(rows: list[ClockRow]) -> list[tuple[ClockRow, Any]]:
    """Each clock with its citation, in one query."""
    model = kinds.get(CITATION).details
    found = {
        row.case_id: row
        for row in model.objects.select_related("line").filter(case__in=[each.case_id for each in rows])
    }
    return [(row, found[row.case_id]) for row in rows]


@staff_required
@get_or_post
def court_copies(request: HttpRequest) -> HttpResponse:
    """Which copies the court is owed, by day; ticked ones are recorded as sent."""
    board, day = _board(request), today()
    rows = _owed(board)
    numbers = [row.case.number for row in rows]
    form = CourtCopiesForm(posted(request), today=day, numbers=numbers)
    if request.method == "POST" and form.is_valid():
        chosen = [row.case for row in rows if row.case.number in form.cleaned_data["sent"]]
        done = life.court_copies_sent(chosen, on=form.cleaned_data["on"], by=request.user)
        copies = "copy" if len(done) == 1 else "copies"
        messages.success(request, f"Recorded: the court has {len(done)} {copies}.")
        return redirect("court-copies")
    due = [row.case.number for row in rows if row.due_on <= day]
    ticked = request.POST.getlist("sent") if form.is_bound else due
    context = {
        "board": board, "form": form, "lines": _details(rows), "ticked": ticked, "today": day,
        "through": max((row.due_on for row in rows), default=day),
    }  # fmt: skip
    return render(request, "enforcement/court_copies.html", context, status=422 if form.errors else 200)


@staff_required
@require_safe
def court_packets(request: HttpRequest) -> HttpResponse:
    """One PDF: the list for the clerk of the district court and every court copy that is owed through a day.

    `?by=` is that day, today when it is not said; 404 when nothing is owed by then.
    """
    board, day = _board(request), today()
    by = _day(request.GET.get("by", "")) or day
    cases: list[Case] = [row.case for row in _owed(board) if row.due_on <= by]
    values = papers.court_values(board, cases, day)
    if not values["rows"]:
        raise Http404
    return _pdf("citation_court", values, f"court-copies-{by}")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
