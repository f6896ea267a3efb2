"""The clocks of a case: why their days, and what a person does to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from office import forms_acts as forms
from office.actions import clocks
from office.models import Case, ClockRow, Event
from office.permissions import may
from office.templatetags.office_tags import day as in_full
from office.views.common import act_page, case_or_404, get_or_post, need_role, posted, staff_required, today
from office.views.why import Why, why


@dataclass(frozen=True)
class Told:
    """A clock as a page shows it: its row, why its day, whether its window is open, and what may be done."""

    row: ClockRow
    why: Why
    begun: bool
    acts: list[tuple[str, str]]


def told(row: ClockRow, case: Case, events: Sequence[Event], user: Any, moment: datetime) -> Told:
    """The clock at the aware `moment`, for this person."""
    return Told(row, why(row, case, events, moment), row.begun(localdate(moment)), acts_of(row, case, user))


def acts_of(row: ClockRow, case: Case, user: Any) -> list[tuple[str, str]]:
    """What this person may do to a clock now: address names with the words of their links."""
    declared = next((clock for clock in case.casekind.every_clock if clock.slug == row.clock), None)
    if declared is None or row.ended_on is not None:
        return []
    clerk, paused = may(user, case, "clerk"), row.paused_on is not None
    fixed = paused or bool(row.working.get("extended"))
    offered = (
        ("clock-done", "Task done", clerk and row.clock == clocks.TASK),
        ("clock-resume", "Resume", clerk and paused),
        ("clock-pause", "Pause", clerk and clocks.pausable(declared) and not fixed),
        (
            "clock-extend",
            "Extend",
            may(user, case, "clerk", "member") and clocks.extendable(declared) and not paused,
        ),
    )
    return [(name, words) for name, words, open_now in offered if open_now]


def _row_or_404(request: HttpRequest, pk: int) -> tuple[ClockRow, Case]:
    row = get_object_or_404(ClockRow.objects.select_related("case"), pk=pk)
    return row, case_or_404(request, row.case.number)


@staff_required
@require_safe
def clock_why(request: HttpRequest, pk: int) -> HttpResponse:
    """Why this day: the working of one clock, as a page that prints."""
    row, case = _row_or_404(request, pk)
    events = list(case.events.select_related("by"))
    for event in events:
        event.case = case
    context = {
        "clock": told(row, case, events, request.user, now()),
        "case": case,
        "roles": {"clerk": may(request.user, case, "clerk")},
    }
    return render(request, "office/clock_why.html", context)


@staff_required
@get_or_post
def pause_clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop the count of a clock while the office waits for something."""
    row, case = _row_or_404(request, pk)
    need_role(request, case, "clerk")
    form = forms.PauseForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        clocks.pause(
            case, clock=row.clock, subject=row.subject, on=data["on"], by=request.user, reason=data["reason"]
        )

    return act_page(
        request, case, form, run, title="Pause the count", primary="Pause", anchor="clocks",
        done="Paused. The days that are left are kept.", lead=_says(row), cite=row.cite,
    )  # fmt: skip


@staff_required
@get_or_post
def resume_clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a paused count go on."""
    row, case = _row_or_404(request, pk)
    need_role(request, case, "clerk")
    form = forms.ResumeForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        clocks.resume(
            case, clock=row.clock, subject=row.subject, on=data["on"], by=request.user, reason=data["reason"]
        )

    return act_page(
        request, case, form, run, title="Resume the count", primary="Resume", anchor="clocks",
        done="The count goes on with the days that were left.", lead=_says(row), cite=row.cite,
    )  # fmt: skip


@staff_required
@get_or_post
def extend_clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Give more time, on the authority of something."""
    row, case = _row_or_404(request, pk)
    need_role(request, case, "clerk", "member")
    form = forms.ExtendForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        clocks.extend(
            case, clock=row.clock, subject=row.subject, until=data["until"], authority=data["authority"],
            reason=data["reason"], on=data["on"], by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title="Extend the time", primary="Extend", anchor="clocks",
        done="Extended; reminders follow the new day.", lead=_says(row), cite=row.cite,
    )  # fmt: skip


@staff_required
@get_or_post
def finish_task(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that a task is done."""
    row, case = _row_or_404(request, pk)
    if row.clock != clocks.TASK:
        raise Http404
    need_role(request, case, "clerk")
    form = forms.DoneForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        clocks.finish_task(case, key=row.subject, on=data["on"], by=request.user, note=data["note"])

    return act_page(
        request, case, form, run, title="Record the task as done", primary="Record as done",
        done="Task done.", anchor="clocks", lead=_says(row),
    )  # fmt: skip


@staff_required
@get_or_post
def raise_task(request: HttpRequest, number: str) -> HttpResponse:
    """Put something to do on the case, by a day."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk")
    form = forms.TaskForm(posted(request), today=day)

    def run(data: dict[str, Any]) -> None:
        clocks.raise_task(case, what=data["what"], due_on=data["due_on"], on=day, by=request.user)

    return act_page(
        request, case, form, run, title="Add a task", primary="Add task", done="Task added.", anchor="clocks"
    )


@staff_required
@get_or_post
def take_back(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Take back a pause, a resumption or an extension that was recorded by mistake."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    event = get_object_or_404(Event.objects.live(), case=case, pk=pk, slug__in=clocks.TAKEN_BACK)
    form = forms.ReasonForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        clocks.take_back(case, event=event, on=data["on"], by=request.user, note=data["reason"])

    return act_page(
        request, case, form, run, title=f"Take back “{event.done}”", primary="Take back", anchor="clocks",
        done="Taken back; the day was counted anew.", lead=event.note,
    )  # fmt: skip


def _says(row: ClockRow) -> str:
    """What the act is about, in a line."""
    paused = f", paused since {in_full(row.paused_on)}" if row.paused_on else ""
    return f"{row.label}, due through {in_full(row.due_on)}{paused}."
