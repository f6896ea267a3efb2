"""The packet of a meeting: its page, its PDF, the draft motions, and sending it to the members."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import packet, paper
from office.actions import meetings, packets
from office.actions.errors import NotAllowed, WrongRole
from office.forms_packets import DraftForm, SendForm
from office.kinds import APPROVE
from office.models import AgendaItem
from office.motions import drafted, findings_of, steps_open
from office.permissions import may
from office.uploads import show_pdf
from office.views.common import get_or_post, posted, staff_required, today
from office.views.meeting_acts import matter_or_404
from office.views.meetings import CLERK, MEMBER, mine_or_404, need


@staff_required
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The packet on one page, for who serves the board."""
    found, day = mine_or_404(request, slug), today()
    begun = found.on <= day and found.cancelled_on is None
    context = {
        "meeting": found,
        "packet": packet.of(found, on=day, drawn=True),
        "may_draft": may(request.user, found.board, CLERK) and found.cancelled_on is None,
        "may_vote": begun and may(request.user, found.board, CLERK, MEMBER),
        "today": day,
    }
    return render(request, "meetings/packet.html", context)


@staff_required
@require_safe
def pdf(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The same as a tagged PDF; with `?large=1` in large print."""
    found, large = mine_or_404(request, slug), request.GET.get("large") == "1"
    values: dict[str, Any] = {
        "board": paper.board_values(found.board), "large": large, **packet.of(found, on=today()),
    }  # fmt: skip
    name = f"packet-{found.slug}{'-large' if large else ''}.pdf"
    return show_pdf(paper.render("letters/packet.html", values), name)


# -------------------------------------------------------------------------------------- draft motions
@staff_required
@get_or_post
def item(request: HttpRequest, slug: str, matter: str) -> HttpResponse:
    """Write the draft motions of one item, and the conditions proposed with it."""
    chosen, day = matter_or_404(request, slug, matter), today()
    need(request, chosen.meeting, CLERK)
    worded = _worded(chosen)
    kept = {draft.step: draft for draft in chosen.drafts.all()}
    labels = {step.slug: step.label for step in steps_open(chosen.case)} or {"": "Motion"}
    proposed = [(row.text, row.due_on) for row in chosen.proposed.all()]
    form = DraftForm(
        posted(request), today=day, proposed=proposed,
        drafts=[
            (step, label, kept[step].text if step in kept else worded.get(step, ""))
            for step, label in labels.items()
        ],
        conditions=any(step.vote == APPROVE for step in steps_open(chosen.case)),
        initial={"before": packets.seen(chosen)},
    )  # fmt: skip
    if request.method == "POST" and form.is_valid():
        try:
            packets.draft(
                chosen, texts=form.texts, worded=worded, conditions=form.conditions,
                before=form.cleaned_data["before"], on=day, by=request.user,
            )  # fmt: skip
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"Draft of {chosen.heading} saved.")
            return redirect(f"{reverse('packet', args=[slug])}#item-{chosen.pk}")
    page = {"meeting": chosen.meeting, "item": chosen, "form": form}
    return render(request, "meetings/packet_item.html", page, status=422 if form.errors else 200)


def _worded(item: AgendaItem) -> dict[str, str]:
    """The office's own words of each motion today."""
    if item.case is None:
        return {}
    found, _ = findings_of(item.case, today())
    return {step.slug: drafted(step, item.case, found) for step in steps_open(item.case)}


# --------------------------------------------------------------------------------------------- sending
@staff_required
@get_or_post
def send(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell the members by e-mail where the packet is."""
    found = mine_or_404(request, slug)
    need(request, found, CLERK)
    members = meetings.members_of(found.board)
    form = SendForm(posted(request), initial={"before": packets.times_sent(found)})
    if request.method == "POST" and form.is_valid():
        try:
            sent = packets.send(
                found, before=form.cleaned_data["before"], on=today(), now=now(), by=request.user
            )
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _said(sent))
            return redirect("meeting", found.slug)
    page = {
        "meeting": found,
        "form": form,
        "reached": [meetings.name_of(user) for user in members if user.email and user.is_active],
        "unreached": [meetings.name_of(user) for user in members if not (user.email and user.is_active)],
        "count": len(meetings.live_items(found)),
        "last": found.packet_sent_at,
    }
    return render(request, "meetings/packet_send.html", page, status=422 if form.errors else 200)


def _said(sent: packets.Sent) -> str:
    if sent.again:
        return "The packet had gone out already. Nothing was sent a second time."
    told = ", ".join(meetings.name_of(user) for user in sent.told)
    words = f"Packet sent to {told}." if told else "Recorded as sent. Nobody was told by e-mail."
    if sent.unreached:
        names = ", ".join(meetings.name_of(user) for user in sent.unreached)
        words += f" No e-mail address on file: {names}. Print it for them."
    return words
