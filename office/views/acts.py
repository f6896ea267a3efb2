"""The decisions on a case: its steps, rulings, changed answers, and corrections of its history.

Each is a small page with one form, and one action behind it.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now

from office import forms_acts as forms
from office.actions import notices, steps
from office.actions.cases import amend, in_the_way, issue, rule_on, term_of
from office.actions.errors import NotAllowed, StaleSave
from office.forms_rows import RowSet, added_to, one_more
from office.intake import Filing, Intake, in_table
from office.kinds import varied_by
from office.law import State
from office.models import Event
from office.permissions import may
from office.views.common import (
    act_page,
    case_or_404,
    case_url,
    get_or_post,
    need_role,
    posted,
    staff_required,
    today,
)


@staff_required
@get_or_post
def move(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Record a step of the lifecycle: accept, ask, issue, deny, suspend, reinstate, revoke, close."""
    case, day = case_or_404(request, number), today()
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.by_hand), None)
    if step is None or step.vote_only:
        raise Http404
    need_role(request, case, *step.roles)
    if step.page:
        return redirect(step.page, case.number, step.slug)
    obstacles = in_the_way(case, day) if step.gate else []
    open_now = not step.from_ or case.status in step.from_
    form = forms.MoveForm(
        posted(request),
        today=day,
        ahead=step.appointed,
        now=now() if step.timed else None,
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
            steps.record(case, step.slug, note=data.get("note", ""), at=form.at, now=now(), **said)

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
        letters=notices.would_write(case, step) if open_now else [],
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
    only = varied_by(case.board.slug, declared.cite)
    form = forms.RulingForm(
        posted(request),
        today=day,
        limit_unit=found.unit or "as measured" if found.op else None,
        waivable=declared.waivable and only is None,
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
        beside=only if declared.waivable else None,
        begins=only is not None and may(request.user, case, *only.openers),
    )  # fmt: skip


@staff_required
@get_or_post
def change_answers(request: HttpRequest, number: str) -> HttpResponse:
    """Change the answers of an undecided case; a stale save shows both versions."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk")
    if case.details is None or case.casekind.form is None:
        raise Http404
    said = posted(request)
    intake = Intake(case.casekind, said, details=case.details)
    form = forms.ActForm(said, today=day, initial={"on": day})
    version = _version(request, case.version)
    context: dict[str, Any] = {
        "case": case, "intake": intake, "form": form, "forms": [intake.form, form], "version": version,
    }  # fmt: skip
    if said is not None and (more := added_to(intake.form, said) or said.get("check")):
        if isinstance(more, RowSet):
            intake = Intake(case.casekind, one_more(more, said), details=case.details)
        form.errors.clear()
        context |= {"intake": intake, "forms": [intake.form]}
    elif said is not None:
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
    models = {name: field.row_set.model for name, field in intake.rows}

    def shown(name: str, value: Any) -> Any:
        return in_table(models[name], value) if name in models else value

    return [
        (labels[name], shown(name, stale.yours[name]), shown(name, stale.theirs[name]))
        for name in stale.yours
    ]


@staff_required
@get_or_post
def correct_event(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Correct the day, or the time, of something in the history, or strike it."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    event = get_object_or_404(Event.objects.live(), case=case, pk=pk)
    step = case.casekind.lifecycle.step(event.slug)
    form = forms.CorrectionForm(
        posted(request), today=today(), ahead=step.appointed, now=now() if step.timed else None,
        initial={"on": event.on, "at": f"{event.at:%H:%M}" if event.at else ""},
    )  # fmt: skip

    def run(data: dict[str, Any]) -> None:
        if data["strike"]:
            steps.strike(event, by=request.user, now=now(), note=data["note"])
        else:
            steps.correct(event, on=data["on"], at=form.at, by=request.user, now=now(), note=data["note"])

    return act_page(
        request, case, form, run, title=f"Correct “{event.done}”", primary="Record correction",
        done="Corrected; everything that hung on it was counted anew.", anchor="history", lead=event.note,
    )  # fmt: skip
