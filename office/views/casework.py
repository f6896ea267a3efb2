"""The clerk's work beside the decision: holds, conditions, referrals, assignment, notes."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from office import forms_acts as forms
from office.actions import casework
from office.models import Condition, Hold
from office.views.common import (
    act_page,
    case_or_404,
    get_or_post,
    need_role,
    posted,
    staff_required,
    today,
)


@staff_required
@get_or_post
def place_hold(request: HttpRequest, number: str) -> HttpResponse:
    """Place a hold, a soft hold or a warning."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "inspector")
    form = forms.HoldForm(posted(request), today=today(), case=case)

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
    form = forms.ReasonForm(posted(request), today=today())

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
    form = forms.ConditionForm(posted(request), today=today())

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
    form = forms.ActForm(posted(request), today=today())

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
    form = forms.ReferForm(posted(request), today=today(), case=case)

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
        posted(request), today=today(), case=case, initial={"to": case.assigned_to_id or request.user.pk}
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
    form = forms.NoteForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        casework.note(case, text=data["text"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="Add a note", primary="Add note", done="Note added.", anchor="history"
    )


@staff_required
@get_or_post
def name_facility(request: HttpRequest, number: str) -> HttpResponse:
    """Say which facility a matter is about, of those on its lots."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk", "inspector")
    if case.casekind.facility:
        raise Http404
    form = forms.FacilityForm(posted(request), today=today(), case=case)

    def run(data: dict[str, Any]) -> None:
        casework.name_facility(case, facility=data["facility"], on=data["on"], by=request.user)

    offered: Any = form.fields["facility"]
    lead = "It then belongs to the record of that facility."
    if not offered.queryset.exists():
        lead = "No other facility is on file for the lot of this case. Add it at the counter or in the admin."
    return act_page(
        request, case, form, run, title=f"What {case} is about", primary="Record", done="Recorded.",
        anchor="people", lead=lead,
    )  # fmt: skip
