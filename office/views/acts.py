"""What a clerk does to a case: each act is a small page with one form, and one action behind it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from office import forms_acts as forms
from office import paper, uploads
from office.actions import casework, documents
from office.actions.cases import amend, correct, in_the_way, issue, record, rule_on, strike, term_of
from office.actions.errors import NotAllowed, StaleSave
from office.intake import Filing, Intake
from office.law import State
from office.models import ChecklistRow, Condition, Document, Event, Hold
from office.views.common import act_page, case_or_404, case_url, need_role, show_pdf, staff_required, today

get_or_post = require_http_methods(["GET", "POST"])
UPLOAD_LIMIT = f"PDF, JPEG, PNG, HEIC or TIFF, up to {settings.UPLOAD_LIMIT_MB} MB"


def _data(request: HttpRequest) -> tuple[Any, Any]:
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


@staff_required
@get_or_post
def move(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Record a step of the lifecycle: accept, ask, issue, deny, suspend, reinstate, revoke, close."""
    case, day = case_or_404(request, number), today()
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.by_hand), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    obstacles = in_the_way(case, day) if step.gate else []
    open_now = not step.from_ or case.status in step.from_
    form = forms.MoveForm(
        _data(request)[0],
        today=day,
        needs_reason=step.reason,
        soft_holds=any(obstacle.overridable for obstacle in obstacles),
        initial={"version": case.version, "key": uuid4().hex},
    )

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {
            "on": data["on"], "by": request.user, "version": data["version"], "key": f"move:{data['key']}",
        }  # fmt: skip
        if step.gate:
            issue(case, override=data.get("override", ""), **said)
        else:
            record(case, step.slug, note=data.get("note", ""), **said)

    return act_page(
        request, case, form, run,
        title=f"{step.label} {case.number}",
        primary=f"{step.label} {case.number}",
        done=f"{case.number}: {step.done.lower()}.",
        template="office/move.html",
        step=step,
        obstacles=obstacles,
        open_now=open_now,
        stuck=not open_now or not all(obstacle.overridable for obstacle in obstacles),
        term=term_of(case, day) if step.gate and open_now else None,
    )  # fmt: skip


@staff_required
@get_or_post
def rule(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Record the board's word on one rule."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk", "member")
    law = case.casekind.law
    declared = next((each for each in law.rules if each.slug == slug), None) if law else None
    if declared is None:
        raise Http404
    found = next(each for each in Filing.of_case(case).findings(day) if each.rule == slug)
    form = forms.RulingForm(
        _data(request)[0],
        today=day,
        limit_unit=found.unit or "as measured" if found.op else None,
        waivable=declared.waivable,
        initial={"says": "met" if found.state == State.UNKNOWN else None},
    )

    def run(data: dict[str, Any]) -> None:
        rule_on(
            case, rule=slug, says=data["says"], why=data["why"], vote=data["vote"], limit=form.limit,
            on=data["on"], by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title="Record the board's ruling", primary="Record ruling",
        done="Ruling recorded.", anchor="findings", lead=declared.says, cite=declared.cite, found=found,
    )  # fmt: skip


@staff_required
@get_or_post
def change_answers(request: HttpRequest, number: str) -> HttpResponse:
    """Change the answers of an undecided case; a stale save shows both versions."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk")
    if case.details is None:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    intake = Intake(case.casekind, posted, details=case.details)
    form = forms.ActForm(posted, today=day, initial={"on": day})
    version = _version(request, case.version)
    context: dict[str, Any] = {
        "case": case, "intake": intake, "form": form, "forms": [intake.form, form], "version": version,
    }  # fmt: skip
    if posted is not None:
        try:
            if form.is_valid() and intake.is_valid():
                amend(case, intake=intake, on=form.cleaned_data["on"], by=request.user, version=version)
                messages.success(request, "Answers saved.")
                return redirect(case_url(case, "answers"))
        except StaleSave as stale:
            fresh = case_or_404(request, number)
            context |= {"stale": _compared(fresh, intake, stale), "version": fresh.version}
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        return render(request, "office/change_answers.html", context, status=422)
    return render(request, "office/change_answers.html", context)


def _version(request: HttpRequest, default: int) -> int:
    given = request.POST.get("version", "")
    return int(given) if given.isascii() and given.isdigit() else default


def _compared(fresh: Any, intake: Intake, stale: StaleSave) -> list[tuple[str, Any, Any]]:
    assert intake.form is not None
    labels = {name: str(field.label or name) for name, field in intake.form.fields.items()}
    return [(labels[name], stale.yours[name], stale.theirs[name]) for name in stale.yours]


@staff_required
@get_or_post
def checklist_item(request: HttpRequest, number: str, item: str) -> HttpResponse:
    """Say where one checklist item stands, with its file when there is one."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk", "inspector")
    row = get_object_or_404(ChecklistRow, case=case, item=item)
    declared = next((each for each in case.casekind.checklist if each.slug == item), None)
    form = forms.ChecklistForm(
        *_data(request), today=day, upload_limit=UPLOAD_LIMIT,
        initial={"state": ChecklistRow.State.SUPPLIED, "reason": row.reason},
    )  # fmt: skip

    def run(data: dict[str, Any]) -> None:
        if data.get("file"):
            documents.attach(
                case, file=data["file"], label=row.label, item=item, on=data["on"], by=request.user,
                confidential=bool(declared and declared.confidential),
            )  # fmt: skip
        else:
            casework.tick(
                case, item=item, state=data["state"], reason=data["reason"], on=data["on"], by=request.user
            )

    return act_page(
        request, case, form, run, title=row.label, primary="Record", done=f"{row.label}: recorded.",
        anchor="checklist", lead=declared.hint if declared else "", cite=declared.cite if declared else "",
    )  # fmt: skip


@staff_required
@get_or_post
def add_document(request: HttpRequest, number: str) -> HttpResponse:
    """Add a file to the case."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk", "inspector")
    form = forms.DocumentForm(*_data(request), today=day, upload_limit=UPLOAD_LIMIT)

    def run(data: dict[str, Any]) -> None:
        documents.attach(
            case, file=data["file"], label=data["label"], confidential=data["confidential"], on=data["on"],
            by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title="Add a document", primary="Add document", done="Document added.",
        anchor="documents",
    )  # fmt: skip


def _document_or_404(request: HttpRequest, pk: int) -> Document:
    document = get_object_or_404(Document.objects.select_related("case"), pk=pk)
    case_or_404(request, document.case.number)
    return document


@staff_required
@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A document of a case this person may see."""
    return uploads.serve(_document_or_404(request, pk), inline="save" not in request.GET)


@staff_required
@get_or_post
def remove_document(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a document out of the file, with a reason; its history stays."""
    found = _document_or_404(request, pk)
    case = case_or_404(request, found.case.number)
    need_role(request, case, "clerk")
    form = forms.ReasonForm(_data(request)[0], today=today())

    def run(data: dict[str, Any]) -> None:
        documents.remove(found, reason=data["reason"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title=f"Remove {found.label}", primary="Remove document",
        done="Document removed; the history keeps it.", anchor="documents", lead=found.shown_name,
    )  # fmt: skip


@staff_required
@require_safe
def permit_paper(request: HttpRequest, number: str) -> HttpResponseBase:
    """The permit as it was issued, as a PDF: the paper on file, or the same made now while none is.

    Looking writes nothing; a worker puts the paper on file.
    """
    case = case_or_404(request, number)
    issued = paper.issue_of(case) if paper.has_permit_paper(case) else None
    if issued is None:
        raise Http404
    if stored := documents.stored_permit(issued):
        return uploads.serve(stored, inline=True)
    try:
        return show_pdf(paper.permit_pdf(case, issued.on), f"{case.number}.pdf")
    except paper.LetterRefused as refused:
        messages.error(request, str(refused))
        return redirect(case_url(case))


@staff_required
@get_or_post
def place_hold(request: HttpRequest, number: str) -> HttpResponse:
    """Place a hold, a soft hold or a warning."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "inspector")
    form = forms.HoldForm(_data(request)[0], today=today(), case=case)

    def run(data: dict[str, Any]) -> None:
        casework.place_hold(
            case, level=data["level"], reason=data["reason"], lifted_by_role=data["lifted_by_role"],
            whole_facility=data.get("whole_facility", False), on=data["on"], by=request.user,
        )  # fmt: skip

    return act_page(
        request,
        case,
        form,
        run,
        title="Place a hold",
        primary="Place hold",
        done="Hold placed.",
        anchor="holds",
    )


@staff_required
@get_or_post
def lift_hold(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Lift a hold, with the reason."""
    case = case_or_404(request, number)
    hold = get_object_or_404(Hold.objects.on_case(case).standing(), pk=pk)
    need_role(request, case, hold.lifted_by_role)
    form = forms.ReasonForm(_data(request)[0], today=today())

    def run(data: dict[str, Any]) -> None:
        casework.lift_hold(case, hold=hold, reason=data["reason"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="Lift the hold", primary="Lift hold", done="Hold lifted.",
        anchor="holds", lead=hold.reason, cite=hold.cite,
    )  # fmt: skip


@staff_required
@get_or_post
def add_condition(request: HttpRequest, number: str) -> HttpResponse:
    """Add a condition to be printed on the permit."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "member")
    form = forms.ConditionForm(_data(request)[0], today=today())

    def run(data: dict[str, Any]) -> None:
        casework.add_condition(
            case, text=data["text"], cite=data["cite"], due_on=data["due_on"], on=data["on"], by=request.user
        )

    return act_page(
        request, case, form, run, title="Add a condition", primary="Add condition", done="Condition added.",
        anchor="conditions",
    )  # fmt: skip


@staff_required
@get_or_post
def meet_condition(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Record that a condition was met."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "inspector")
    condition = get_object_or_404(Condition, case=case, pk=pk, met_on__isnull=True)
    form = forms.ActForm(_data(request)[0], today=today())

    def run(data: dict[str, Any]) -> None:
        casework.meet_condition(case, condition=condition, on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="Record the condition as met", primary="Record as met",
        done="Condition recorded as met.", anchor="conditions", lead=condition.text, cite=condition.cite,
    )  # fmt: skip


@staff_required
@get_or_post
def refer(request: HttpRequest, number: str) -> HttpResponse:
    """Let another board see the case."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    form = forms.ReferForm(_data(request)[0], today=today(), case=case)

    def run(data: dict[str, Any]) -> None:
        casework.refer(case, board=data["board"], why=data["why"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="Refer to another board", primary="Refer", done="Referred.",
        anchor="history",
    )  # fmt: skip


@staff_required
@get_or_post
def assign(request: HttpRequest, number: str) -> HttpResponse:
    """Give the case to somebody of its board."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    form = forms.AssignForm(
        _data(request)[0], today=today(), case=case, initial={"to": case.assigned_to_id or request.user.pk}
    )

    def run(data: dict[str, Any]) -> None:
        casework.assign(case, to=data["to"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title=f"Assign {case.number}", primary="Assign", done="Assigned.",
        anchor="history",
    )  # fmt: skip


@staff_required
@get_or_post
def add_note(request: HttpRequest, number: str) -> HttpResponse:
    """Add a line to the history."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "inspector", "member")
    form = forms.NoteForm(_data(request)[0], today=today())

    def run(data: dict[str, Any]) -> None:
        casework.note(case, text=data["text"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="Add a note", primary="Add note", done="Note added.", anchor="history"
    )


@staff_required
@get_or_post
def correct_event(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Correct the day of something in the history, or strike it."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    event = get_object_or_404(Event.objects.live(), case=case, pk=pk)
    form = forms.CorrectionForm(_data(request)[0], today=today(), initial={"on": event.on})

    def run(data: dict[str, Any]) -> None:
        if data["strike"]:
            strike(event, by=request.user, note=data["note"])
        else:
            correct(event, on=data["on"], by=request.user, note=data["note"])

    return act_page(
        request, case, form, run, title=f"Correct “{event.done}”", primary="Record correction",
        done="Corrected; everything that hung on it was counted anew.", anchor="history", lead=event.note,
    )  # fmt: skip
