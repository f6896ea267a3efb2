"""What the nights did: the last runs, what each reminded of and recorded, and what it could not deal with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery import current_app
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from office.clocks import OF_MEETINGS
from office.clockwork import LAPSED, MISSED
from office.models import Case, ClockRow, Meeting, MeetingClock, MeetingReminder, NightRun, Reminder
from office.permissions import boards_of, roles_of
from office.views.common import staff_required

RUNS = 14
SHOWN = 200
LONGEST = timedelta(hours=2)  # a run that began longer ago and has no end was cut short


@staff_required
@require_http_methods(["GET", "POST"])
def nights(request: HttpRequest) -> HttpResponse:
    """The last runs and one of them in full, for all who serve a board; POST, a clerk's, starts one."""
    may_start = "clerk" in set().union(*roles_of(request.user).values())
    if request.method == "POST":
        if not may_start:
            raise PermissionDenied
        return _start(request)
    now = timezone.now()
    runs = list(NightRun.objects.select_related("by")[:RUNS])
    chosen = _chosen(request, runs)
    latest = runs[0].pk if runs else 0
    context: dict[str, Any] = {
        "runs": runs,
        "run": chosen,
        "may_start": may_start,
        "missed": NightRun.objects.missed_since(now),
        # Asked for a moment ago, and no worker has begun yet.
        "waiting": request.GET.get("since") == str(latest),
    }
    if chosen is not None:
        context |= _shown(request.user, chosen, running=_running(chosen, latest, now))
    return render(request, "office/nights.html", context)


def _start(request: HttpRequest) -> HttpResponse:
    latest = NightRun.objects.values_list("pk", flat=True).first() or 0
    try:
        current_app.send_task("office.tasks.night_now", args=[request.user.pk])
    except Exception:  # whatever a broker raises; the page says what to do instead
        messages.error(
            request, "The worker cannot be reached. On the office's machine, type: manage.py nightly"
        )
        return redirect("nightly")
    return redirect(f"{reverse('nightly')}?since={latest}")


def _chosen(request: HttpRequest, runs: list[NightRun]) -> NightRun | None:
    """The run asked for, or the last; Http404 for one there is not."""
    asked = request.GET.get("run", "")
    if not asked:
        return runs[0] if runs else None
    found = next((run for run in runs if str(run.pk) == asked), None)
    if found is None and asked.isascii() and asked.isdigit() and len(asked) < 18:
        found = NightRun.objects.select_related("by").filter(pk=int(asked)).first()
    if found is None:
        raise Http404
    return found


def _running(run: NightRun, latest: int, now: Any) -> bool:
    return run.finished_at is None and run.pk == latest and now - run.started_at < LONGEST


def _shown(user: Any, run: NightRun, *, running: bool) -> dict[str, Any]:
    """A run in full, of what this person may see."""
    visible = Case.objects.visible_to(user)
    numbers = visible.filter(number__in=[row["case"] for row in run.failed]).values_list("number", flat=True)
    own = boards_of(user)
    slugs = [row["meeting"] for row in run.failed if row.get("meeting")]
    here = set(Meeting.objects.filter(slug__in=slugs, board__in=own).values_list("slug", flat=True))
    known = set(numbers)
    failed = [row for row in run.failed if row["case"] in known or row.get("meeting") in here]
    of_meetings = MeetingReminder.objects.filter(sent_on=run.on, meeting__board__in=own)
    reminders = list(
        Reminder.objects.filter(sent_on=run.on, case__in=visible)
        .select_related("case")
        .order_by("-pk")[: SHOWN + 1]
    )
    labels = {
        (row.case_id, row.clock, row.subject): row.label
        for row in ClockRow.objects.filter(case__in={reminder.case_id for reminder in reminders})
    }
    return {
        "running": running,
        "left": sum(rows.for_the_night(run.on).count() for rows in (ClockRow.objects, MeetingClock.objects))
        if run.finished_at is None
        else 0,
        "took": run.finished_at - run.started_at if run.finished_at else None,
        "failed": failed,
        "elsewhere": len(run.failed) - len(failed),
        "lines": [_line(reminder, labels) for reminder in reminders[:SHOWN]],
        "meeting_lines": [
            _meeting_line(row) for row in of_meetings.select_related("meeting__board").order_by("-pk")[:SHOWN]
        ],
        "most": SHOWN if len(reminders) > SHOWN else 0,
    }


def _meeting_line(reminder: MeetingReminder) -> dict[str, Any]:
    declared = {clock.slug: clock.says for clock in OF_MEETINGS[reminder.meeting.board.state]}
    return {
        "meeting": reminder.meeting,
        "label": declared.get(reminder.clock, reminder.clock),
        "due": reminder.due_on,
        "passed": reminder.days_before == LAPSED,
        "days": reminder.days_before,
        "over": reminder.passed_over,
        "lapse": "",
    }


def _line(reminder: Reminder, labels: dict[tuple[int, str, str], str]) -> dict[str, Any]:
    label = labels.get((reminder.case_id, reminder.clock, reminder.subject), "")
    lapse = ""
    try:
        clock = reminder.case.casekind.clock(reminder.clock)
        label = label or clock.says
        slug = clock.lapses or (MISSED if clock.each else "")
        if reminder.days_before == LAPSED and slug:
            lapse = reminder.case.casekind.lifecycle.step(slug).done
    except LookupError:  # declared no more; what was done then stays readable
        label = label or reminder.clock
    return {
        "case": reminder.case,
        "label": label,
        "due": reminder.due_on,
        "passed": reminder.days_before == LAPSED,
        "days": reminder.days_before,
        "over": reminder.passed_over,
        "lapse": lapse,
    }
