"""The office's side: reading and answering what people write, sharing papers, recording who acts for whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import now

from office import forms_acts, forms_conversations
from office.actions import authorizations, conversations, documents
from office.actions.errors import NotAllowed
from office.models import Authorization, Case, CaseMessage, CaseParty, Document
from office.permissions import PARTS, may
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


def shown(case: Case) -> list[CaseMessage]:
    """The messages of a case for its file, the oldest first; one query."""
    return list(case.conversation.select_related("by", "read_by"))


def acting(case: Case, people: Sequence[CaseParty], day: date) -> list[dict[str, Any]]:
    """What is recorded of who acts for the people of the case before its board; one query."""
    parties = [row.party_id for row in people if row.role in PARTS]
    rows = Authorization.objects.filter(owner__in=parties, board=case.board_id, since__isnull=False)
    rows = rows.for_kind(case.kind).select_related("owner", "agent", "document")
    return [{"row": row, "holds": row.holds_on(day)} for row in rows]


def may_share(user: Any, case: Case, papers: Sequence[Document], people: Sequence[CaseParty]) -> set[int]:
    """Keys of the documents this person may share: what the office itself added and is not confidential."""
    if not may(user, case, "clerk", "inspector"):
        return set()
    theirs = {None, *(row.party.user_id for row in people)}
    return {
        paper.pk
        for paper in papers
        if paper.source == Document.Source.UPLOAD and not paper.confidential and paper.by_id not in theirs
    }


@staff_required
@get_or_post
def write(request: HttpRequest, number: str) -> HttpResponse:
    """Write to the people of a case. Whoever of them signs in reads it there."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, *conversations.WRITERS)
    form = forms_conversations.MessageForm(posted(request), initial={"key": uuid4().hex})
    readers = conversations.readers(case, day)

    def run(data: dict[str, Any]) -> None:
        conversations.write(
            case, text=data["text"], key=f"office:{data['key']}", on=day, now=now(), by=request.user,
            from_office=True,
        )  # fmt: skip

    if readers:
        names = ", ".join(party.name for party in readers)
        lead = f"{names} can read it by signing in, and is told so by e-mail, without its words."
    else:
        lead = "Nobody of this case signs in yet, so nobody would read it now. Write a letter instead."
    return act_page(
        request, case, form, run, title="Write a message", primary="Send message", done="Message sent.",
        anchor="messages", lead=lead,
    )  # fmt: skip


@staff_required
def read(request: HttpRequest, number: str) -> HttpResponse:
    """Say that what the people of a case wrote was read and needs no answer."""
    case = case_or_404(request, number)
    need_role(request, case, *conversations.WRITERS)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    conversations.mark_read(case, on=today(), now=now(), by=request.user, of_office=False)
    messages.success(request, "Marked as read.")
    return redirect(case_url(case, "messages"))


@staff_required
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the people of the case open a document of the office."""
    found = get_object_or_404(Document.objects.select_related("case"), pk=pk)
    case = case_or_404(request, found.case.number)
    need_role(request, case, "clerk", "inspector")
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        documents.share(found, on=today(), by=request.user)
    except NotAllowed as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"“{found.label}” is shared with the people of {case.number}.")
    return redirect(case_url(case, "documents"))


@staff_required
@get_or_post
def authorize(request: HttpRequest, number: str) -> HttpResponse:
    """Record that somebody may act for the owner, on a signed paper or a document on file."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk")
    people = list(case.people.filter(role__in=PARTS).select_related("party"))
    papers = list(Document.objects.filter(case=case, source=Document.Source.UPLOAD).current())
    form = forms_conversations.AuthorizationForm(
        posted(request), today=day, parties=list(dict.fromkeys(row.party for row in people)), papers=papers
    )

    def run(data: dict[str, Any]) -> None:
        authorizations.record_paper(
            case, owner=form.owner, agent=form.agent, every_kind=data["reach"] == "every",
            since=data["since"], until=data["until"], rests_on=data["rests_on"], document=form.document,
            on=data["on"], by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title="Record who acts for the owner", primary="Record authorization",
        done="Recorded.", anchor="people",
        lead="Whoever acts for an owner sees the owner’s cases of that kind before this board.",
    )  # fmt: skip


@staff_required
@get_or_post
def end_authorization(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """End an authorization because its owner told the office."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    parties = case.people.values("party")
    made = get_object_or_404(
        Authorization.objects.select_related("agent", "owner"), pk=pk, board=case.board_id, owner__in=parties
    )
    form = forms_acts.ReasonForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        authorizations.revoke(made, why=data["reason"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title="End this authorization", primary="End authorization",
        done="Ended.", anchor="people", lead=f"{made.agent} acts for {made.owner}.",
    )  # fmt: skip
