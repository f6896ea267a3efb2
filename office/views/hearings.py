"""What members say before a meeting, and that a hearing was closed at it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.timezone import localtime, now

from office.actions import coming, hearings, meetings
from office.forms_abutters import ClosingForm, ComingForm
from office.forms_meetings import WhyForm
from office.models import AgendaItem
from office.permissions import may
from office.views.common import get_or_post, posted, staff_required, today
from office.views.meetings import CLERK, MEMBER, meeting_act, mine_or_404, need


@staff_required
@get_or_post
def say_coming(request: HttpRequest, slug: str) -> HttpResponse:
    """Say whether one will come: a member for themselves, the clerk for anybody, one at a time."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK, MEMBER)
    items = meetings.live_items(found)
    words = {word.member.pk: word for word in coming.expected(found, items).words}
    if not may(request.user, found.board, CLERK):
        words = {pk: word for pk, word in words.items() if pk == request.user.pk}
    asked = (request.POST if request.method == "POST" else request.GET).get("member", "")
    chosen = words.get(int(asked) if asked.isdecimal() else request.user.pk or 0)
    chosen = chosen or next(iter(words.values()), None)
    form = ComingForm(
        posted(request), members=[(pk, word.name) for pk, word in words.items()],
        items=[(item.pk, item.heading) for item in items if item.case and not item.goes_on],
        initial=_as_said(chosen),
    )  # fmt: skip
    return meeting_act(
        request, found, form,
        lambda: coming.say_coming(
            found, member=int(form.cleaned_data["member"]), will=form.cleaned_data["will"],
            recused=form.items_recused, on=today(), by=request.user,
        ),
        title=f"Will {chosen.name} come?" if chosen else "Who will come", primary="Record it",
        done="Recorded. Who was there is taken at the meeting.",
        lead="It may be changed until the meeting. What a member told the office counts as their own word.",
        empty="" if words else "No member of the board is on file. An administrator adds them first.",
        template="meetings/coming_act.html", others=[word for word in words.values() if word != chosen],
    )  # fmt: skip


def _as_said(word: coming.Word | None) -> dict[str, Any]:
    if word is None:
        return {}
    return {"member": word.member.pk, "will": word.will, "recused": sorted(word.recused)}


def _item(request: HttpRequest, slug: str, pk: int) -> AgendaItem:
    found = mine_or_404(request, slug)
    rows = AgendaItem.objects.select_related("meeting__board", "case__board", "continued_to__meeting")
    return get_object_or_404(rows, meeting=found, pk=pk, case__isnull=False)


@staff_required
@get_or_post
def close_hearing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record that the board closed the hearing."""
    item = _item(request, slug, pk)
    need(request, item.meeting, CLERK, MEMBER)
    here = localtime(now())
    at = here.strftime("%I:%M %p").lstrip("0").lower() if here.date() == item.meeting.on else ""
    form = ClosingForm(posted(request), initial={"at": at})
    return meeting_act(
        request, item.meeting, form,
        lambda: hearings.close_hearing(
            item, at=form.cleaned_data["at"], on=today(), now=now(), by=request.user
        ),
        title=f"Close the hearing on {item.case.number if item.case else ''}", primary="Close the hearing",
        done="The hearing is closed. What counts from its end runs.",
        lead="Nothing more is heard on it, and the time for the decision begins.",
    )  # fmt: skip


@staff_required
@get_or_post
def reopen_hearing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record that the hearing was not closed after all."""
    item = _item(request, slug, pk)
    need(request, item.meeting, CLERK)
    form = WhyForm(posted(request), hint="Both the closing and this reason stay in the history.")
    return meeting_act(
        request, item.meeting, form,
        lambda: hearings.reopen_hearing(item, why=form.cleaned_data["why"], now=now(), by=request.user),
        title=f"Hearing on {item.case.number if item.case else ''}: still open", primary="Record it as open",
        done="The hearing is open. What counted from its end does not run.",
        lead="For a closing that was recorded by mistake.",
    )  # fmt: skip
