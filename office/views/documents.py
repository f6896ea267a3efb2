"""The papers of a case: its checklist, the files that came, and the permit itself."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from office import forms_acts as forms
from office import paper, uploads
from office.actions import casework, documents
from office.models import ChecklistRow, Document
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

UPLOAD_LIMIT = f"PDF, JPEG, PNG, HEIC or TIFF, up to {settings.UPLOAD_LIMIT_MB} MB"


def _files(request: HttpRequest) -> Any:
    return request.FILES if request.method == "POST" else None


@staff_required
@get_or_post
def checklist_item(request: HttpRequest, number: str, item: str) -> HttpResponse:
    """Say where one checklist item stands, with its file when there is one."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk", "inspector")
    row = get_object_or_404(ChecklistRow, case=case, item=item)
    declared = next((each for each in case.casekind.checklist if each.slug == item), None)
    form = forms.ChecklistForm(
        posted(request), _files(request), today=day, upload_limit=UPLOAD_LIMIT,
        initial={"state": ChecklistRow.State.SUPPLIED, "reason": row.reason},
    )  # fmt: skip

    def run(data: dict[str, Any]) -> None:
        if data.get("file"):
            documents.attach(
                case, file=data["file"], label=row.label, item=item, on=data["on"], by=request.user,
                confidential=bool(declared and declared.confidential),
            )  # fmt: skip
        else:
            casework.tick(
                case, item=item, state=data["state"], reason=data["reason"], on=data["on"], by=request.user
            )

    return act_page(
        request, case, form, run, title=row.label, primary="Record", done=f"{row.label}: recorded.",
        anchor="checklist", lead=declared.hint if declared else "", cite=declared.cite if declared else "",
    )  # fmt: skip


@staff_required
@get_or_post
def add_document(request: HttpRequest, number: str) -> HttpResponse:
    """Add a file to the case."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk", "inspector")
    form = forms.DocumentForm(posted(request), _files(request), today=day, upload_limit=UPLOAD_LIMIT)

    def run(data: dict[str, Any]) -> None:
        documents.attach(
            case, file=data["file"], label=data["label"], confidential=data["confidential"], on=data["on"],
            by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title="Add a document", primary="Add document", done="Document added.",
        anchor="documents",
    )  # fmt: skip


def _document_or_404(request: HttpRequest, pk: int) -> Document:
    document = get_object_or_404(Document.objects.select_related("case"), pk=pk)
    case_or_404(request, document.case.number)
    return document


@staff_required
@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A document of a case this person may see."""
    return uploads.serve(_document_or_404(request, pk), inline="save" not in request.GET)


@staff_required
@get_or_post
def remove_document(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a document out of the file, with a reason; its history stays."""
    found = _document_or_404(request, pk)
    case = case_or_404(request, found.case.number)
    need_role(request, case, "clerk")
    form = forms.ReasonForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        documents.remove(found, reason=data["reason"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title=f"Remove {found.label}", primary="Remove document",
        done="Document removed; the history keeps it.", anchor="documents", lead=found.shown_name,
    )  # fmt: skip


@staff_required
@require_safe
def permit_paper(request: HttpRequest, number: str) -> HttpResponseBase:
    """The permit as it was issued, as a PDF: the paper on file, or the same made now while none is.

    Looking writes nothing; a worker puts the paper on file.
    """
    case = case_or_404(request, number)
    issued = paper.issue_of(case) if paper.has_permit_paper(case) else None
    if issued is None:
        raise Http404
    if stored := documents.stored_permit(issued):
        return uploads.serve(stored, inline=True)
    try:
        return show_pdf(paper.permit_pdf(case, issued.on), f"{case.number}.pdf")
    except paper.LetterRefused as refused:
        messages.error(request, str(refused))
        return redirect(case_url(case))
