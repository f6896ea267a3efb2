"""What is done at a meeting: its agenda, who is there, the votes, and the minutes drafted from the record."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import minutes, motions, paper
from office.actions import agendas, meetings, votes
from office.actions.errors import CannotVote, NotAllowed, WrongRole
from office.forms_meetings import AttendanceForm, ContinueForm, ItemForm, VoteForm, WhyForm
from office.kinds import APPROVE, Step
from office.models import AgendaItem, Case, Meeting, Vote
from office.permissions import may
from office.uploads import show_pdf
from office.views.common import get_or_post, posted, staff_required, today
from office.views.meetings import CLERK, MEMBER, meeting_act, mine_or_404, need


# -------------------------------------------------------------------------------------------- agenda
@staff_required
@get_or_post
def add_item(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a case or a topic on the agenda."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK)
    form = ItemForm(posted(request), initial={"number": request.GET.get("case", "")})

    def run() -> None:
        said = form.cleaned_data
        agendas.add_item(
            found, sort=said["sort"], case=_case(request, said["number"]), text=said["text"], on=today(),
            now=now(), by=request.user,
        )  # fmt: skip

    return meeting_act(
        request, found, form, run, title="Put on the agenda", primary="Put on the agenda",
        done="It is on the agenda.",
        lead="A hearing of a case is set for the day of the meeting, and every day that hangs on it follows.",
    )  # fmt: skip


def _case(request: HttpRequest, number: str) -> Case | None:
    """The one case that the number means, in any form it is written; NotAllowed names what was not found."""
    if not number.strip():
        return None
    cases = list(Case.objects.visible_to(request.user).select_related("board").numbered(number)[:2])
    if len(cases) != 1:
        raise NotAllowed(f"No one case is called “{number.strip()}”. Write its number, such as DU-2026-014.")
    return cases[0]


def _item_or_404(request: HttpRequest, slug: str, pk: int) -> AgendaItem:
    found = mine_or_404(request, slug)
    rows = AgendaItem.objects.select_related("meeting__board", "case__board", "continued_to__meeting")
    return get_object_or_404(rows, meeting=found, pk=pk)


@staff_required
@get_or_post
def continue_item(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Continue an item to a later meeting."""
    item = _item_or_404(request, slug, pk)
    need(request, item.meeting, CLERK, MEMBER)
    later = {str(each.pk): each for each in meetings.next_meetings(item.meeting.board, item.meeting)}
    choices = [(pk, meetings.at_time(each.moment)) for pk, each in later.items()]
    form = ContinueForm(posted(request), choices=choices)

    def run() -> None:
        agendas.continue_item(
            item, to=later[form.cleaned_data["to"]], why=form.cleaned_data["why"], on=today(), now=now(),
            by=request.user,
        )  # fmt: skip

    return meeting_act(
        request, item.meeting, form, run, title=f"Continue: {item.heading}", primary="Continue it",
        done="Continued. It stands on the agenda of the later meeting.",
        empty="" if choices else "No later meeting of the board is set. Set it first, then continue this.",
        lead="A hearing that is continued takes the days that hang on it along.",
    )  # fmt: skip


@staff_required
@get_or_post
def remove_item(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an item off the agenda."""
    item = _item_or_404(request, slug, pk)
    need(request, item.meeting, CLERK)
    form = WhyForm(posted(request))
    return meeting_act(
        request, item.meeting, form,
        lambda: agendas.remove_item(
            item, why=form.cleaned_data["why"], on=today(), now=now(), by=request.user
        ),
        title=f"Take off the agenda: {item.heading}", primary="Take it off", done="It is off the agenda.",
    )  # fmt: skip


# -------------------------------------------------------------------------------------------- the roll
@staff_required
@get_or_post
def attendance(request: HttpRequest, slug: str) -> HttpResponse:
    """Who was there."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK, MEMBER)
    members = meetings.members_of(found.board)
    form = AttendanceForm(
        posted(request), members=[(member.pk, meetings.name_of(member)) for member in members],
        initial={"present": [str(pk) for pk in found.present.values_list("pk", flat=True)]},
    )  # fmt: skip
    return meeting_act(
        request, found, form,
        lambda: meetings.take_attendance(
            found, present=form.members_present, on=today(), by=request.user
        ),
        title="Take the attendance", primary="Record attendance", done="Attendance recorded.",
        empty="" if members else "No member of the board is on file. An administrator adds the members.",
    )  # fmt: skip


def matter_or_404(request: HttpRequest, slug: str, matter: str) -> AgendaItem:
    """The item of that address: the number of its case, the last one on this agenda, or its key."""
    found = mine_or_404(request, slug)
    rows = AgendaItem.objects.filter(meeting=found, removed_on__isnull=True).select_related(
        "meeting__board", "case__board", "case__facility", "continued_to__meeting"
    )
    key = matter.removeprefix("item-")
    if matter.startswith("item-") and key.isdecimal():
        return get_object_or_404(rows, pk=int(key))
    item = rows.filter(case__number=matter).order_by("pk").last()
    if item is None:
        raise Http404
    return item


@staff_required
@get_or_post
def vote(request: HttpRequest, slug: str, matter: str) -> HttpResponse:
    """The motion and the roll call; each member a row of answers."""
    item = matter_or_404(request, slug, matter)
    found = item.meeting
    need(request, found, CLERK, MEMBER)
    members = meetings.members_of(found.board)
    steps = item.case.casekind.lifecycle.votable(item.case.status) if item.case else []
    drafts = motions.drafts_now(item, on=today())
    chosen = _chosen(request, drafts)
    proposed = [(row.text, row.due_on) for row in item.proposed.all()]
    form = VoteForm(
        posted(request), members=members, names=[meetings.name_of(member) for member in members],
        present=set(found.present.values_list("pk", flat=True)), steps=steps, of_case=item.case is not None,
        today=today(), conditions=len(proposed),
        initial={"key": uuid4().hex, **_as_drafted(chosen, steps, proposed)},
    )  # fmt: skip
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            taken = votes.record_vote(
                item, motion=said["motion"], step=form.proposes, mover=int(said["mover"]),
                second=int(said["second"]), ballots=form.ballots, conditions=form.conditions,
                key=f"vote:{said['key']}", on=today(), now=now(), by=request.user,
            )  # fmt: skip
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except CannotVote as refused:
            for problem in refused.problems:
                form.add_error(problem.what if problem.what in form.fields else None, problem.says)
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            came = f" {taken.comes_to}." if taken.comes_to else ""
            messages.success(request, f"Vote recorded: {taken.says}.{came}")
            return redirect("meeting", found.slug)
    page = {
        "meeting": found,
        "item": item,
        "form": form,
        "obstacle": _not_yet(found, item),
        "practice": _practice(found),
        "drafts": [draft for draft in drafts if draft["text"]],
        "chosen": chosen,
        "taken": list(item.votes.select_related("mover", "second", "taken_back").prefetch_related("ballots")),
        "may_take_back": may(request.user, found.board, CLERK),
    }
    return render(request, "meetings/vote.html", page, status=422 if form.errors else 200)


def _chosen(request: HttpRequest, drafts: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The draft motion that the form begins with, as the address says by its step."""
    asked = request.GET.get("draft")
    return next((draft for draft in drafts if draft["text"] and draft["step"] == asked), None)


def _as_drafted(
    chosen: dict[str, Any] | None, steps: list[Step], proposed: list[tuple[str, date | None]]
) -> dict[str, Any]:
    """What the form begins with: the draft, and with a motion to approve the conditions proposed."""
    if chosen is None:
        return {}
    initial: dict[str, Any] = {"motion": chosen["text"], "step": chosen["step"]}
    if any(step.vote == APPROVE and step.slug == chosen["step"] for step in steps):
        for n, (text, due_on) in enumerate(proposed, start=1):
            initial |= {f"condition-{n}": text, f"due-{n}": due_on}
    return initial


def _practice(found: Meeting) -> str:
    try:
        return votes.practice_of(found.board, found.on).says
    except NotAllowed as unknown:
        return str(unknown)


def _not_yet(found: Meeting, item: AgendaItem) -> str:
    """Why there is no vote to record now, in words."""
    if found.cancelled_on is not None:
        return "The meeting was cancelled."
    if item.goes_on:
        return f"Continued to {meetings.at_time(item.continued_to.meeting.moment)}. Vote there."
    if today() < found.on:
        return f"The board meets {meetings.at_time(found.moment)}. Record the vote then."
    if found.attended_on is None:
        return "Take the attendance first: it says who sits."
    return ""


@staff_required
@get_or_post
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say that a vote was recorded wrongly."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK)
    rows = Vote.objects.filter(item__meeting=found).select_related(
        "item__meeting", "item__case", "event__case"
    )
    chosen = get_object_or_404(rows, pk=pk)
    form = WhyForm(posted(request), hint="Both the vote and this reason stay readable.")
    return meeting_act(
        request, found, form,
        lambda: votes.take_back(
            chosen, why=form.cleaned_data["why"], on=today(), now=now(), by=request.user
        ),
        title=f"Take back the vote on {chosen.item.heading}", primary="Take the vote back",
        done="The vote is taken back, and what it recorded is struck. Record it anew.",
        lead=f"{chosen.says}. What it recorded on the case is struck, and so are its conditions.",
    )  # fmt: skip


# -------------------------------------------------------------------------------------------- minutes
@staff_required
@require_safe
def draft_minutes(request: HttpRequest, slug: str) -> HttpResponse:
    """The minutes, drafted from the record."""
    found = mine_or_404(request, slug)
    return render(request, "meetings/minutes.html", {"meeting": found, "draft": minutes.of(found)})


@staff_required
@require_safe
def minutes_pdf(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same as a tagged PDF."""
    found = mine_or_404(request, slug)
    values: dict[str, Any] = {"board": paper.board_values(found.board), **minutes.of(found)}
    return show_pdf(paper.render("letters/minutes.html", values), f"minutes-{found.slug}.pdf")
