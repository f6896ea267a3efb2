"""What the mail desk prints: letters, labels, the mailing book; and how far a print is."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from office import forms_mail as forms
from office.actions import batches, mailing
from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, MailBatch, Notice
from office.views import mail
from office.views.common import show_pdf, staff_required, today
from office.views.counter import desks

Status, Channel = Notice.Status, Notice.Channel

# -------------------------------------------------------------------------------------------- printing
PRINTS = {"letters": MailBatch.Kind.LETTERS, "labels": MailBatch.Kind.LABELS}


@staff_required
@require_POST
def print_mail(request: HttpRequest) -> HttpResponse:
    """Letters or labels of what was ticked, or the ticked first-class letters marked as mailed today."""
    boards = desks(request)
    form = forms.PrintForm(request.POST)
    keys = [key for text in request.POST.getlist("notices") if (key := mail.row_key(text)) is not None]
    rows = mail.rows_of(mail.TO_MAIL, boards, today()).select_related("case", "board")
    chosen = list(rows if "all" in request.POST else rows.filter(pk__in=keys[:1000]))
    what = request.POST.get("do", "")
    if form.is_valid():
        try:
            if not chosen:
                raise NotAllowed("No letter is ticked. Tick the ones you mean, or “Every letter to mail”.")
            if what == "mailed":
                return _mark_mailed(request, chosen, mail.TO_MAIL.url)
            if what in PRINTS:
                start = form.cleaned_data["label_start"] or 1
                return _start(request, boards, PRINTS[what], chosen, label_start=start)
            raise NotAllowed("Press what is to be done with the ticked letters.")
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
    ticked = {letter.pk for letter in chosen}
    return mail.page(request, mail.TO_MAIL, boards, printing=form, ticked=ticked, every="all" in request.POST)


@staff_required
@require_POST
def print_book(request: HttpRequest) -> HttpResponse:
    """The mailing book of a day: its certified letters, for the post office to sign."""
    boards = desks(request)
    out = mail.QUEUES[1]
    form = forms.BookForm(request.POST, today=today())
    if form.is_valid():
        day = form.cleaned_data["mailed_on"]
        sent = Notice.objects.of_boards(boards).filter(channel=Channel.CERTIFIED, mailed_on=day)
        try:
            if not (chosen := list(sent.select_related("case", "board"))):
                raise NotAllowed("No certified letter was mailed on that day. Write another day.")
            return _start(request, boards, MailBatch.Kind.BOOK, chosen)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error("mailed_on", str(refused))
    return mail.page(request, out, boards, book=form)


def _start(
    request: HttpRequest, boards: list[Board], kind: str, chosen: list[Notice], label_start: int = 1
) -> HttpResponse:
    """A batch for each board the letters are of; the first one's page opens."""
    started = []
    for board in boards:
        if ours := [letter for letter in chosen if letter.board_id == board.pk]:
            started.append(
                batches.start_batch(
                    board=board, kind=kind, notices=ours, on=today(), by=request.user, now=timezone.now(),
                    label_start=label_start,
                )
            )  # fmt: skip
    if len(started) > 1:
        messages.success(request, f"{len(started)} prints were started, one for each board.")
        return redirect("mail")
    return redirect("mail-batch", started[0].pk)


def _mark_mailed(request: HttpRequest, chosen: list[Notice], back: str) -> HttpResponse:
    """Mark first-class letters as mailed today; those that are not, or may not, are named."""
    ours = [letter for letter in chosen if letter.channel == Channel.FIRST_CLASS]
    if not ours:
        raise NotAllowed("None of these goes first class. Scan certified letters; hand over those in hand.")
    came = mailing.mail_all(ours, on=today(), by=request.user, now=timezone.now())
    if came.done:
        count = len(came.done)
        messages.success(
            request, f"{count} first-class letter{'s' if count > 1 else ''} marked as mailed today."
        )
    for _, why in came.refused:
        messages.warning(request, why)
    return redirect(back)


# -------------------------------------------------------------------------------------------- batches
def _batch_or_404(request: HttpRequest, pk: int) -> MailBatch:
    return get_object_or_404(MailBatch.objects.select_related("board", "by"), pk=pk, board__in=desks(request))


@staff_required
@require_safe
def batch(request: HttpRequest, pk: int) -> HttpResponse:
    """How far a print is; htmx asks for its middle alone every two seconds."""
    found = _batch_or_404(request, pk)
    page = {"batch": found, "unmailed": _unmailed(found).count()}
    part = request.headers.get("HX-Request")
    return render(request, "office/mail_batch_progress.html" if part else "office/mail_batch.html", page)


def _unmailed(batch: MailBatch) -> QuerySet[Notice]:
    """The first-class letters of a finished print of letters that are not marked as mailed."""
    waiting = Notice.objects.filter(batches=batch, status=Status.TO_MAIL, channel=Channel.FIRST_CLASS)
    if batch.kind != MailBatch.Kind.LETTERS or batch.finished_at is None:
        return waiting.none()
    return waiting.exclude(pk__in=[row["notice"] for row in batch.refused])


@staff_required
@require_safe
def batch_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The one PDF of a finished print."""
    found = _batch_or_404(request, pk)
    if not found.file:
        raise Http404
    with found.file.open("rb") as stored:
        return show_pdf(stored.read(), f"{found.kind}-{found.made_on.isoformat()}-{found.pk}.pdf")


@staff_required
def batch_mailed(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark the first-class letters of a print as mailed today; only pressed."""
    found = _batch_or_404(request, pk)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        chosen = list(_unmailed(found).select_related("case", "board"))
        return _mark_mailed(request, chosen, reverse("mail-batch", args=[found.pk]))
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed:
        messages.warning(request, "No first-class letter of this print waits to be mailed.")
        return redirect("mail-batch", found.pk)
