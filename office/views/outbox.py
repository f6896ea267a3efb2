"""The outbox of e-mail: what waits and may be stopped, what could not be sent, what may arrive twice."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from office.actions import delivery
from office.actions.errors import NotAllowed, WrongRole
from office.actions.messages import resend
from office.models import Message, MessageLine
from office.models.messages import MessageQuerySet
from office.permissions import boards_of, roles_of
from office.views.common import staff_required, today

SHOWN = 50


@staff_required
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The e-mail of the boards this person is a clerk of."""
    return _page(request)


def _page(request: HttpRequest, **more: Any) -> HttpResponse:
    boards = [board for board, roles in roles_of(request.user).items() if "clerk" in roles]
    if not boards:
        raise PermissionDenied
    ours = _told(Message.objects.of_boards(boards))
    on_their_way = [Message.State.WAITING, Message.State.SENDING]
    context = {
        "failed": ours.failed().order_by("-id")[:SHOWN],
        "waiting": ours.filter(state__in=on_their_way).order_by("not_before", "id")[:SHOWN],
        "doubtful": ours.in_doubt().order_by("-id")[:SHOWN],
        "done": ours.done()[:SHOWN],
        "now": timezone.now(),
        "most": SHOWN,
        **more,
    }
    return render(request, "office/outbox.html", context, status=422 if more else 200)


def _told(found: MessageQuerySet) -> MessageQuerySet:
    """With the first line's subject, how many others there are, and how many letters go along."""
    first = MessageLine.objects.filter(message=OuterRef("pk")).order_by("id").values("subject")[:1]
    return found.select_related("case", "board").annotate(
        first=Subquery(first),
        others=Count("lines__subject", distinct=True) - 1,
        letters=Count("lines__notice", distinct=True),
    )


def _message_or_404(request: HttpRequest, pk: int) -> Message:
    """A message of a board this person serves."""
    found = Message.objects.of_boards(boards_of(request.user)).select_related("board")
    return get_object_or_404(found, pk=pk)


@staff_required
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a message, and the letters in it, from leaving; or give up one that could not be sent."""
    message = _message_or_404(request, pk)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        delivery.stop(message, on=today(), by=request.user, now=timezone.now())
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"Stopped: the message to {message.to_email} is not sent.")
    return redirect("outbox")


@staff_required
def resend_message(request: HttpRequest, pk: int) -> HttpResponse:
    """Try again to send a message that could not be sent, perhaps to another address."""
    message = _message_or_404(request, pk)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    typed = "".join(c for c in request.POST.get("to_email", "") if c.isprintable()).strip()
    failed = message.state == Message.State.FAILED
    try:
        resend(message, by=request.user, now=timezone.now(), to_email=typed)
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed as refused:
        if failed:  # so it is the address
            wrong = {
                "wrong": pk,
                "typed": typed,
                "errors": [(f"address-{pk}", str(refused))],
                "has_errors": True,
            }
            return _page(request, **wrong)
        messages.error(request, str(refused))
    else:
        messages.success(request, f"The message to {message.to_email} goes out again within a minute.")
    return redirect("outbox")
