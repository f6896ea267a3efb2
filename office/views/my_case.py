"""One of my cases on one page: whose move, the way, what to do, money, documents, messages, history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import uuid4

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from office import paper, uploads
from office.actions import money
from office.actions.applicants import ANSWERED, WITHDRAWN, open_to_them
from office.actions.authorizations import owns
from office.actions.documents import stored_permit
from office.actions.events import rulings_of
from office.clockwork import Mover
from office.forms_my import MessageForm
from office.intake import Filing
from office.law import Finding, State, Weight
from office.models import Case, ChecklistRow, ClockRow, Document, Event
from office.permissions import PARTS, documents_of
from office.uploads import show_pdf
from office.views.common import today
from office.views.my import of_my_case
from office.views.my_words import OWN, Move, gone, history, move_of, way


class ToDo(NamedTuple):
    """One thing that is open: what, its section, by when, and where to do it."""

    says: str
    cite: str = ""
    by: date | None = None
    href: str = ""
    link: str = ""


@of_my_case
@require_safe
def my_case(request: HttpRequest, case: Case) -> HttpResponse:
    """The whole case, as far as it is for the people of it."""
    return page(request, case)


def page(request: HttpRequest, case: Case, form: MessageForm | None = None) -> HttpResponse:
    """The page of the case; `form` is a message that could not be kept."""
    day = today()
    prefetch_related_objects([case], "parcels")
    people = list(case.people.filter(role__in=PARTS).select_related("party"))
    events = list(case.events.select_related("corrected_by", "corrects").order_by("-on", "-id"))
    in_order = sorted(events, key=lambda event: event.pk)
    clocks = list(case.clocks.open().order_by("due_on", "id"))
    charges = money.charges_of(case)
    checklist = list(case.checklist.all())
    for row in checklist:
        row.case = case
    every = list(Document.objects.filter(case=case).only("pk", "confidential", "by"))
    open_to_me = list(documents_of(request.user, case).in_order())
    conversation = list(case.conversation.select_related("by"))
    asked = asked_for(case, events)
    move = move_of(case, clocks, day, asked=asked)
    due = sum((owed.due for owed in charges), Decimal(0))
    findings = _open_findings(case, day)
    names = {row.party.user_id: row.party.name for row in people if row.party.user_id}
    reply = reverse("my-reply", args=[case.number]) if open_to_them(case, ANSWERED) else ""
    to_do = _to_do(case, clocks, checklist, due, reply=reply, day=day)
    context = {
        "case": case, "kind": case.casekind, "board": case.board, "people": people, "move": move,
        "way": way(case, in_order), "to_do": to_do, "next_news": _next_news(clocks, move, day),
        "findings": [each for each in findings if each.stops_issuing],
        "before_the_board": [each for each in findings if each.weight is Weight.BOARD],
        "money": _lines(charges), "due": due, "unset": _unset(case, charges, day),
        "receipts": money.payments_of(case), "checklist": checklist,
        "documents": open_to_me, "mine": {row.pk for row in open_to_me if row.by_id == request.user.pk},
        "conversation": conversation, "names": names, "undecided": case.is_open and case.starts_on is None,
        "unread": sum(1 for each in conversation if each.from_office and each.read_at is None),
        "form": form or MessageForm(initial={"key": uuid4().hex}),
        "history": history(
            case, events, user=request.user, names=names,
            hidden=_hidden(every, open_to_me, names, request.user),
        ),
        "reply": reply, "withdraw": open_to_them(case, WITHDRAWN),
        "may_dispute": case.is_open and owns(request.user, case, day),
        "valid_today": case.valid_on(day) if case.starts_on else None,
        "permit": case.starts_on is not None and paper.has_permit_paper(case),
    }  # fmt: skip
    return render(request, "office/my_case.html", context, status=422 if form and form.errors else 200)


def asked_for(case: Case, events: Sequence[Event]) -> str:
    """What the office asked for last, while it waits for it."""
    if case.mover != Mover.APPLICANT:
        return ""
    step = case.casekind.lifecycle.step
    for event in events:
        told = step(event.slug)
        if told.to == case.status and told.reason and not gone(event) and not event.void:
            first = event.corrects or event  # what a correction notes is how the office knows
            return first.note
    return ""


def _open_findings(case: Case, day: date) -> list[Finding]:
    """What is not met or not known while nothing is decided."""
    if not case.is_open or case.starts_on is not None or case.casekind.law is None:
        return []
    found = Filing.of_case(case).findings(day, rulings_of(case, day))
    return [each for each in found if each.state in (State.UNMET, State.UNKNOWN)]


def _to_do(
    case: Case,
    clocks: Sequence[ClockRow],
    checklist: Sequence[ChecklistRow],
    due: Decimal,
    *,
    reply: str,
    day: date,
) -> list[ToDo]:
    """What the people of the case can do now."""
    found = []
    reply_by = next((row for row in clocks if row.mover == Mover.APPLICANT and row.clock == "reply"), None)
    if reply:
        found.append(
            ToDo(_("Answer what the office asked"), by=reply_by.due_on if reply_by else None, href=reply,
                 link=_("Answer now"))
        )  # fmt: skip
    hand_in = reverse("my-hand-in", args=[case.number])
    if case.is_open and case.starts_on is None:
        cites = {item.slug: item.cite for item in case.casekind.checklist}
        found += [
            ToDo(row.label, cites.get(row.item, ""), href=f"{hand_in}?item={row.item}", link=_("Add it"))
            for row in checklist
            if row.state == ChecklistRow.State.MISSING
        ]
    if due > 0:
        found.append(ToDo(_("Pay what is due"), href="#money", link=_("See what and how")))
    found += [
        ToDo(row.label, row.cite, row.due_on)
        for row in clocks
        if row.mover == Mover.APPLICANT and row is not reply_by and row.paused_on is None and row.begun(day)
    ]
    return found


def _next_news(clocks: Sequence[ClockRow], move: Move, day: date) -> date | None:
    """By when the other side is to act: the next day that runs for the office, the board or a reviewer."""
    days = [
        row.due_on
        for row in clocks
        if row.mover != Mover.APPLICANT and row.clock != OWN and row.paused_on is None and row.due_on >= day
    ]
    return min(days, default=None) if not move.yours else None


def _lines(charges: Sequence[money.Owed]) -> list[dict[str, Any]]:
    return [
        {
            "label": owed.charge.label, "amount": owed.charge.amount, "working": owed.charge.working,
            "section": owed.charge.section, "status": owed.state, "on": owed.charge.charged_on,
        }
        for owed in charges
    ]  # fmt: skip


def _unset(case: Case, charges: Sequence[money.Owed], day: date) -> bool:
    """Whether the office has yet to say a fee; not asked once the case is closed."""
    return case.is_open and money.fee_unknown(case, day)


def _hidden(
    every: Sequence[Document], shown: Sequence[Document], names: dict[int, str], user: Any
) -> frozenset[str]:
    """The subjects of documents this person is told nothing of: confidential ones, and the office's own."""
    open_to_me = {row.pk for row in shown}
    theirs = {None, user.pk, *names}
    return frozenset(
        f"document-{row.pk}"
        for row in every
        if row.pk not in open_to_me
        and (row.by_id not in theirs or (row.confidential and row.by_id != user.pk))
    )


# ----------------------------------------------------------------------------------------------- papers
@of_my_case
@require_safe
def my_document(request: HttpRequest, case: Case, pk: int) -> HttpResponseBase:
    """A document of my case that I may open."""
    found = get_object_or_404(documents_of(request.user, case), pk=pk)
    return uploads.serve(found, inline="save" not in request.GET)


@of_my_case
@require_safe
def my_receipt(request: HttpRequest, case: Case, receipt: str) -> HttpResponse:
    """A receipt of my case, as a PDF."""
    paid = next((each for each in money.payments_of(case) if each.number == receipt), None)
    if paid is None:
        raise Http404
    return show_pdf(paper.receipt_pdf(paid), f"{paid.number}.pdf")


@of_my_case
@require_safe
def my_permit(request: HttpRequest, case: Case) -> HttpResponseBase:
    """The permit as it was issued, as a PDF: the paper on file, or the same made now while none is."""
    issued = paper.issue_of(case) if paper.has_permit_paper(case) else None
    if issued is None:
        raise Http404
    if stored := stored_permit(issued):
        return uploads.serve(stored, inline=True)
    return show_pdf(paper.permit_pdf(case, issued.on), f"{case.number}.pdf")
