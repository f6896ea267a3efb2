"""What somebody does on their own case: answer, hand in, write, withdraw, dispute. Each is one small page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from office.actions import applicants, authorizations, conversations
from office.actions.errors import NotAllowed, WrongRole
from office.forms_my import DisputeForm, HandInForm, MessageForm, MyForm, ReplyForm, WithdrawForm
from office.kinds import Item
from office.models import Case, ChecklistRow
from office.uploads import UploadRefused
from office.views import my_case
from office.views.common import get_or_post, posted, today
from office.views.my import of_my_case


def _files(request: HttpRequest) -> Any:
    return request.FILES if request.method == "POST" else None


def _fresh(case: Case) -> dict[str, Any]:
    return {"key": uuid4().hex, "version": case.version}


def _act(
    request: HttpRequest,
    case: Case,
    form: MyForm,
    run: Callable[[], Any],
    *,
    done: str,
    anchor: str = "",
    template: str = "office/my_act.html",
    **context: Any,
) -> HttpResponse:
    """Show the form; on POST act and return to the case. What is refused stands in the form, all kept."""
    if form.is_bound and form.is_valid():
        try:
            run()
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except (NotAllowed, UploadRefused) as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, done)
            return redirect(reverse("my-case", args=[case.number]) + (f"#{anchor}" if anchor else ""))
    page = {"case": case, "board": case.board, "form": form, **context}
    return render(request, template, page, status=422 if form.errors else 200)


def _items(case: Case, *states: str) -> list[Item]:
    """The checklist's items that stand so."""
    rows = set(case.checklist.filter(state__in=states).values_list("item", flat=True))
    return [item for item in case.casekind.checklist if item.slug in rows]


@of_my_case
@get_or_post
def reply(request: HttpRequest, case: Case) -> HttpResponse:
    """Answer what the office asked for; the move is then the office's."""
    said = posted(request)
    missing = _items(case, ChecklistRow.State.MISSING)
    form = ReplyForm(said, _files(request), items=missing, initial=_fresh(case))
    if applicants.open_to_them(case, applicants.ANSWERED) is None and said is None:
        raise Http404

    def run() -> None:
        applicants.answer(
            case, files=form.handed_in, text=form.cleaned_data["text"], key=form.cleaned_data["key"],
            version=form.cleaned_data["version"], on=today(), now=now(), by=request.user,
        )  # fmt: skip

    events = list(case.events.select_related("corrected_by").order_by("-on", "-id"))
    return _act(
        request, case, form, run, done=_("Your answer is with the office. It is the office’s move now."),
        template="office/my_reply.html", primary=_("Send the answer"), asked=my_case.asked_for(case, events),
        clock=case.clocks.running().filter(clock="reply").first(),
    )  # fmt: skip


@of_my_case
@get_or_post
def hand_in(request: HttpRequest, case: Case) -> HttpResponse:
    """Add files to the case: for the checklist, or others."""
    if not case.is_open:
        raise Http404
    items = list(case.casekind.checklist)
    missing = [item.slug for item in _items(case, ChecklistRow.State.MISSING)]
    asked = request.GET.get("item", "")
    chosen = asked if any(asked == item.slug for item in items) else next(iter(missing), None)
    form = HandInForm(posted(request), _files(request), items=items, initial={**_fresh(case), "item": chosen})

    def run() -> None:
        item, label = form.chosen
        applicants.hand_in(
            case, files=form.cleaned_data["papers"], item=item, label=label, on=today(), by=request.user
        )

    return _act(
        request, case, form, run, done=_("Added. The office has it now."), anchor="documents",
        title=_("Add documents"), primary=_("Add the files"),
        lead=_("Only you, the people of this case and the office can open them."),
    )  # fmt: skip


@of_my_case
@require_POST
def write(request: HttpRequest, case: Case) -> HttpResponse:
    """Write to the office about the case."""
    form = MessageForm(request.POST)
    if form.is_valid():
        try:
            conversations.write(
                case, text=form.cleaned_data["text"], key=f"my:{form.cleaned_data['key']}", on=today(),
                now=now(), by=request.user, from_office=False,
            )  # fmt: skip
        except NotAllowed as refused:
            form.add_error("text", str(refused))
        else:
            messages.success(request, _("Sent. The office answers here, and mails you when it does."))
            return redirect(reverse("my-case", args=[case.number]) + "#messages")
    return my_case.page(request, case, form)


@of_my_case
@require_POST
def read(request: HttpRequest, case: Case) -> HttpResponse:
    """Say that I have read what the office wrote."""
    conversations.mark_read(case, on=today(), now=now(), by=request.user, of_office=True)
    return redirect(reverse("my-case", args=[case.number]) + "#messages")


@of_my_case
@get_or_post
def withdraw(request: HttpRequest, case: Case) -> HttpResponse:
    """Withdraw the application, with a reason."""
    form = WithdrawForm(posted(request), initial=_fresh(case))
    if applicants.open_to_them(case, applicants.WITHDRAWN) is None and not form.is_bound:
        raise Http404

    def run() -> None:
        applicants.withdraw(
            case, reason=form.cleaned_data["reason"], key=form.cleaned_data["key"],
            version=form.cleaned_data["version"], on=today(), now=now(), by=request.user,
        )  # fmt: skip

    return _act(
        request, case, form, run, done=_("Withdrawn. The office decides nothing more on it."),
        title=_("Withdraw this application"), primary=_("Withdraw %(number)s") % {"number": case.number},
        lead=_("The office then decides nothing on it. What was paid is not paid back by itself: call the "
               "office. To apply again, file a new application."),
    )  # fmt: skip


@of_my_case
@get_or_post
def dispute(request: HttpRequest, case: Case) -> HttpResponse:
    """Say that this was filed in my name against my will."""
    if not authorizations.owns(request.user, case, today()):
        raise Http404
    form = DisputeForm(posted(request), initial={"key": uuid4().hex})

    def run() -> None:
        authorizations.dispute(
            case, why=form.cleaned_data["why"], key=form.cleaned_data["key"], on=today(), by=request.user
        )

    return _act(
        request, case, form, run, done=_("The office knows now, and will talk to you."), anchor="history",
        title=_("This was filed against my will"), primary=_("Tell the office"),
        lead=_("The office looks at it and talks to you and to whoever filed. Nothing is decided by this "
               "alone. To stop somebody from acting for you, end their authorization."),
    )  # fmt: skip
