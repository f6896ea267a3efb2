"""Letters of a case: written by hand, looked at, stopped, sent another way, made again."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import forms_letters as forms
from office import letters, uploads
from office.actions import notices
from office.actions.errors import NotAllowed
from office.models import Case, Message, Notice
from office.paper import LetterRefused
from office.views.common import (
    act_page,
    case_or_404,
    case_url,
    get_or_post,
    need_role,
    posted,
    show_pdf,
    staff_required,
    today,
)

WRITING = {"title": "Write a letter", "primary": "Write letter"}


def shown(case: Case) -> list[dict[str, Any]]:
    """The letters of a case for its page, newest first; one query, however many there are."""
    rows = case.notices.select_related("message_line__message").order_by("-pk")
    return [_shown(notice) for notice in rows]


def _shown(notice: Notice) -> dict[str, Any]:
    status, color = str(notice.get_status_display()), ""
    line = notices.line_of(notice)
    if notice.channel == Notice.Channel.EMAIL and line is not None:
        words = {Notice.Status.TO_MAIL: "Waiting", Notice.Status.MAILED: "Sent"}
        status = words.get(Notice.Status(notice.status), status)
        color = "tide" if status == "Sent" else ""
        if notice.status == Notice.Status.TO_MAIL and line.message.state == Message.State.FAILED:
            status, color = "Could not be sent", "cranberry"
    return {
        "notice": notice,
        "status": status,
        "color": "cranberry" if notice.status == Notice.Status.REFUSED else color,
        "open": not notices.why_not_stopped(notice),
        "held": notice.held(now()),
        "refused": notice.status == Notice.Status.REFUSED,
        "readable": notice.document_id or notice.status == Notice.Status.TO_MAIL,
    }


@staff_required
@get_or_post
def new_letter(request: HttpRequest, number: str) -> HttpResponseBase:
    """Write a letter by hand: choose it, its people and how it goes; look at it first."""
    case = case_or_404(request, number)
    need_role(request, case, *notices.WRITERS)
    form = forms.LetterForm(posted(request), case=case, initial={"key": uuid4().hex, "channel": ""})
    written = [each for each in case.casekind.letters if each.words and each.to]
    context: dict[str, Any] = {"sent_letters": written}
    looking = {"preview", "pdf"} & set(request.POST)
    if looking:
        # Only looked at: nothing is written, and the form stays as it was filled in.
        try:
            said = _preview(request, case, form.cleaned_data) if form.is_valid() else None
        except (NotAllowed, LetterRefused) as refused:
            form.add_error(None, str(refused))
            said = None
        if said and "pdf" in looking:
            return show_pdf(letters.pdf(said), f"{case.number}.pdf")
        context |= {"case": case, "form": form, **WRITING}
        if said:
            context |= {"preview": letters.context_of(said), "channel": said.get_channel_display()}
        return render(request, "office/new_letter.html", context, status=422 if form.errors else 200)

    def run(data: dict[str, Any]) -> None:
        notices.write(
            case, letter=data["letter"], parties=list(data["to"]), channel=data["channel"], on=today(),
            now=now(), by=request.user, key=f"hand-{data['key']}",
        )  # fmt: skip

    return act_page(
        request, case, form, run, done="Letter written. For ten minutes it waits and can be stopped.",
        anchor="notices", template="office/new_letter.html", **WRITING, **context,
    )  # fmt: skip


def _preview(request: HttpRequest, case: Case, data: dict[str, Any]) -> Notice:
    """The letter to the first of its people, not written. Raises LetterRefused with what it lacks."""
    notice, why = notices.drafted(
        case, letter=data["letter"], party=data["to"][0], channel=data["channel"], on=today(),
        by=request.user,
    )  # fmt: skip
    if why:
        raise LetterRefused(why)
    return notice


def _notice_or_404(request: HttpRequest, pk: int) -> Notice:
    notice = get_object_or_404(
        Notice.objects.select_related("case", "board", "party", "by", "document", "message_line__message"),
        pk=pk,
    )
    notice.case = case_or_404(request, notice.case.number)
    return notice


@staff_required
@require_safe
def notice_letter(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The letter as a PDF: the paper on file, or the same made now while none is. Looking writes nothing."""
    notice = _notice_or_404(request, pk)
    if notice.document is not None:
        return uploads.serve(notice.document, inline=True)
    try:
        return show_pdf(letters.pdf(notice), f"{notice.case.number}-{notice.letter}.pdf")
    except LetterRefused as refused:
        messages.error(request, str(refused))
        return redirect(case_url(notice.case, "notices"))


@staff_required
@get_or_post
def stop_notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep a letter from leaving."""
    notice = _notice_or_404(request, pk)
    need_role(request, notice.case, *notices.WRITERS)
    form = forms.StopForm(posted(request))

    def run(data: dict[str, Any]) -> None:
        notices.stop(notice, on=today(), by=request.user, now=now(), why=data["why"])

    return act_page(
        request, notice.case, form, run, title=f"Stop “{notice.label}”", primary="Stop letter",
        done="The letter was stopped.", anchor="notices", lead=_called(notice),
    )  # fmt: skip


@staff_required
@get_or_post
def notice_channel(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a letter another way."""
    notice = _notice_or_404(request, pk)
    need_role(request, notice.case, *notices.WRITERS)
    form = forms.ChannelForm(posted(request), initial={"channel": notice.channel})

    def run(data: dict[str, Any]) -> None:
        notices.change_channel(notice, channel=data["channel"], on=today(), by=request.user, now=now())

    return act_page(
        request, notice.case, form, run, title=f"How “{notice.label}” goes", primary="Send it this way",
        done="Recorded how the letter goes.", anchor="notices", lead=_called(notice),
    )  # fmt: skip


@staff_required
@get_or_post
def make_notice_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a letter that could not be made anew, now that the case was mended."""
    notice = _notice_or_404(request, pk)
    need_role(request, notice.case, *notices.WRITERS)
    form = forms.AgainForm(posted(request))

    def run(data: dict[str, Any]) -> None:
        notices.make_again(notice, on=today(), by=request.user, now=now())

    return act_page(
        request, notice.case, form, run, title=f"Make “{notice.label}” again", primary="Make again",
        done="The letter was written.", anchor="notices", lead=notice.why or _called(notice),
    )  # fmt: skip


def _called(notice: Notice) -> str:
    whom = f"To {notice.to_name}" if notice.to_name else "To nobody yet"
    return f"{whom}, {notice.get_channel_display().lower()}."
