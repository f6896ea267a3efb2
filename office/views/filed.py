"""What became of an application filed online: a page that stays, one's own copy, a day for one's calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from office import paper
from office.actions import money
from office.actions.events import rulings_of
from office.cover import cover
from office.feeds import calendar_file
from office.intake import Filing
from office.kinds import KERNEL_CLOCKS
from office.law import State, Weight
from office.models import Case, ChecklistRow, ClockRow, Draft
from office.spoken import ENGLISH, written
from office.templatetags.office_tags import clock_time, dollars, is_table
from office.templatetags.office_tags import day as in_full
from office.timetable import timetable
from office.uploads import show_pdf
from office.views import agenda
from office.views.apply import draft_or_404, keyed
from office.views.common import View, today
from office.views.draft_pages import DraftPages

OURS = {clock.slug for clock in KERNEL_CLOCKS}  # the office's own tasks are no news to an applicant


def of_filed(view: Callable[..., HttpResponse]) -> View:
    """The case that a link's draft became; while it is none, the draft itself."""

    @wraps(view)
    def found(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        draft = draft_or_404(token)
        if draft.case is None:
            return redirect("draft", token)
        return view(request, draft, draft.case, *args, token=token, **kwargs)

    return keyed(require_safe(found))


@of_filed
def filed(request: HttpRequest, draft: Draft, case: Case, *, token: str) -> HttpResponse:
    """Number, moment, what happens next and what we still need. Whoever has the link may read it."""
    rows = list(_days(case))
    kind, day = case.casekind, today()
    found = Filing.of_case(case).findings(day, rulings_of(case, day))
    open_rules = [each for each in found if each.state in (State.UNMET, State.UNKNOWN)]
    way = timetable(kind, case.filed_on, case.board.calendar())
    context = {
        "draft": draft, "case": case, "kind": kind, "board": case.board, "token": token,
        "email": _email(case),
        "days": [(agenda.due_day(row), kind.clock(row.clock).says) for row in rows],
        "limits": [limit for limit in way.before if limit.whose != "You"], "decision_by": way.decision_by,
        "needs": [each for each in open_rules if each.stops_issuing],
        "before_the_board": [each for each in open_rules if each.weight is Weight.BOARD],
        "missing": case.checklist.filter(state=ChecklistRow.State.MISSING),
        "fees": money.charges_of(case), "unset": money.unset_fees(case, day), "due": money.balance(case),
        "undecided": case.is_open and case.starts_on is None,
    }  # fmt: skip
    return render(request, "office/filed.html", context)


def _days(case: Case) -> Iterator[ClockRow]:
    """The clocks of the case that run, but for the office's own tasks."""
    yield from case.clocks.running().exclude(clock__in=OURS).select_related("case__board")


def _email(case: Case) -> str:
    first = case.people.select_related("party").first()
    return first.party.email if first else ""


@of_filed
def copy(request: HttpRequest, draft: Draft, case: Case, *, token: str) -> HttpResponse:
    """The application as it was filed, as a PDF."""
    with translation.override(ENGLISH):  # it says what the office reads, with a cover for its reader
        values = copy_values(draft, case)
    pdf = paper.render("letters/application.html", values)
    return show_pdf(pdf, f"{case.number}.pdf")


def copy_values(draft: Draft, case: Case) -> dict[str, Any]:
    """What the copy says: the answers as they were sent, whatever the office has changed since."""
    pages = DraftPages(draft, case.filed_on)
    moment = localtime(draft.filed_at)
    title, kind = gettext_noop("Your application"), case.casekind.label
    return {
        "board": paper.board_values(case.board),
        "cover": cover(draft.language, title=title, kind=kind, number=case.number, board=case.board),
        "cover_language": written(draft.language),
        "kind": kind,
        "section": case.casekind.section,
        "number": case.number,
        "filed_on": case.filed_on,
        "filed_at": f"{in_full(moment)}, {clock_time(moment)}",
        "parts": [
            {
                "title": part.title,
                "answers": [
                    {"label": label, "value": value} for label, value in part.answers if not is_table(value)
                ],
                "tables": [
                    {"label": label, "columns": value.columns, "rows": value.rows}
                    for label, value in part.answers
                    if is_table(value)
                ],
            }
            for part in pages.sections
        ],
        "fees": [
            {"label": row.charge.label, "amount": dollars(row.charge.amount), "working": row.charge.working}
            for row in money.charges_of(case)
            if row.charge.charged_on == case.filed_on
        ],
    }


@of_filed
def day(request: HttpRequest, draft: Draft, case: Case, *, token: str) -> HttpResponse:
    """The days that run on the case, for one's own calendar; 404 while none does."""
    stamped = [agenda.stamped_clock(row.pk, Case.objects.filter(pk=case.pk)) for row in _days(case)]
    # The case's own page is not open to whoever reads this.
    entries = [replace(agenda.due_day(row), href="") for row in stamped if row is not None]
    if not entries:
        raise Http404
    response = HttpResponse(calendar_file(case.number, entries), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{case.number}.ics"'
    return response
