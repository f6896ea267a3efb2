"""Report a problem: anybody tells the office of something, and keeps a page that says what became of it."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from office import kinds, limits
from office.actions.errors import NotAllowed
from office.actions.reports import report
from office.forms_report import KEY, ReportForm
from office.intake import Intake
from office.kinds import CaseKind
from office.models import Board, Case
from office.spoken import ENGLISH, say
from office.templatetags.office_tags import clock_time
from office.uploads import UploadRefused
from office.views.common import get_or_post, posted, today

WHAT = "problem"
MOST, WITHIN = 6, timedelta(hours=1)


def reportable() -> CaseKind:
    """The kind anybody may report; 404 while no slice has one."""
    kind = next((kind for kind in kinds.registry.values() if kind.report), None)
    if kind is None:
        raise Http404
    return kind


@get_or_post
@cache_control(no_store=True)
def new_problem(request: HttpRequest) -> HttpResponse:
    """The form. Pressed twice it opens one case, and leads to that case's page both times."""
    kind = reportable()
    boards = list(Board.objects.filter(slug__in=kind.boards).order_by("pk"))
    form = ReportForm(posted(request), request.FILES or None, boards=boards, key=uuid4().hex)
    questions = Intake(kind, posted(request)).form
    assert questions is not None
    assert kind.report is not None
    if form.is_bound:
        if questions.is_valid() and not questions.cleaned_data.get(kind.report.tells):
            label = str(say(str(questions.fields[kind.report.tells].label))).lower()
            words = gettext("Write %(label)s, in a sentence or two.") % {"label": label}
            questions.add_error(kind.report.tells, words)
        if form.is_valid() and questions.is_valid():
            answer = _reported(request, kind, form)
            if answer is not None:
                return answer
        if form.files and not form.errors.get("file"):
            form.add_error("file", gettext("Choose the file again: a browser does not keep it."))
    wrong = bool(form.errors or questions.errors)
    full = form.is_bound and form.has_error(NON_FIELD_ERRORS, code="full")
    context = {
        "form": form, "questions": questions, "asks": kind.report.asks, "both": [questions, form],
        "has_errors": wrong,
    }  # fmt: skip
    return render(request, "office/new_problem.html", context, status=429 if full else 422 if wrong else 200)


def _reported(request: HttpRequest, kind: CaseKind, form: ReportForm) -> HttpResponse | None:
    """The way to the page of what was reported; None, with the form saying why, when it was not."""
    said = form.cleaned_data
    code, board, moment = said["key"], form.chosen, now()
    assert board is not None
    again = Case.objects.filter(filing_key=_filing_key(code)).exists()
    who = client_address(request)
    if not again and not limits.has_room(WHAT, who, most=MOST, within=WITHIN, now=moment):
        words = gettext(
            "%(most)s reports came from your connection within an hour. Call the office, or send this one "
            "after %(time)s."
        )
        if board.phone:
            words = gettext(
                "%(most)s reports came from your connection within an hour. Call the office at %(phone)s, or "
                "send this one after %(time)s."
            )
        opens = clock_time(limits.opens_again(WITHIN, moment))
        words %= {"most": MOST, "phone": board.phone, "time": opens}
        form.add_error(None, ValidationError(words, code="full"))
        return None
    try:
        report(
            kind=kind, board=board, answers=request.POST, key=_filing_key(code), on=today(),
            language=get_language() or ENGLISH,
            **{name: said[name] for name in ("place", "name", "email", "phone", "file")},
        )  # fmt: skip
    except UploadRefused as refused:
        form.add_error("file", say(str(refused)))
        return None
    except NotAllowed as refused:
        form.add_error(None, say(str(refused)))
        return None
    if not again:
        limits.count(WHAT, who, within=WITHIN, now=moment)
    return redirect("problem", code)


@require_safe
@cache_control(no_store=True)
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """What was reported under a code that nobody can guess: number, day, office, and what happens next."""
    if not KEY.fullmatch(code):
        raise Http404
    case = get_object_or_404(Case.objects.select_related("board"), filing_key=_filing_key(code))
    context = {"case": case, "board": case.board}
    response = render(request, "office/problem.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _filing_key(code: str) -> str:
    return f"problem-{code}"


def client_address(request: HttpRequest) -> str:
    """Where the request comes from: behind our proxy, the last address it was forwarded for."""
    if settings.BEHIND_PROXY and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
