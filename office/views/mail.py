"""The mail desk: what waits to be mailed, what is out, what came back; one box for the scanner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Min, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from office import forms_mail as forms
from office import kinds, postal
from office.actions import mailing
from office.actions.errors import NotAllowed, WrongRole
from office.kinds import RECEIPT_DAYS
from office.models import Board, MailBatch, Notice
from office.views.common import staff_required, today
from office.views.counter import desks

PAGE = 50
RECENT = 5  # batches shown below the list
KEPT_DAYS = timedelta(days=30)  # how long a card that came back stays listed
HEARING_DAYS = timedelta(days=7)
UNDO = ("u", "undo")
get_or_post = require_http_methods(["GET", "POST"])
Status, Channel = Notice.Status, Notice.Channel


@dataclass(frozen=True)
class Queue:
    """One list of the desk; `scans` says what its box records: "mail", "card" or nothing."""

    slug: str
    label: str
    caption: str
    empty: str
    then: str
    scans: str = ""
    trouble: bool = False

    @property
    def url(self) -> str:
        return reverse("mail") if self is TO_MAIL else reverse("mail-queue", args=[self.slug])


TO_MAIL = Queue("to-mail", "To mail", "Letters to mail, in the order of the printed pile",
                "Nothing to mail.", "A letter comes here when it is written.", "mail")  # fmt: skip
QUEUES = (
    TO_MAIL,
    Queue("out", "Out", "Certified letters whose card is out, oldest first", "All cards are back.",
          "A letter comes here when its mailing is recorded.", "card"),
    Queue("cards-back", "Cards back", "Received in the last 30 days, newest first",
          "No card came back in the last 30 days.", "Scan a card on Out when it comes."),
    Queue("returned", "Returned", "Letters that came back, newest first", "No letter came back.",
          "Record one on Out, beside its row."),
    Queue("late", f"No card after {RECEIPT_DAYS} days", "Cards out for more than ten days, oldest first",
          "No card is out for more than ten days.", "", "card", trouble=True),
    Queue("hearing", "No card by hearing", "Cards out with a hearing in the next 7 days",
          "No card is out on a case with a hearing in the next 7 days.", "", "card", trouble=True),
)  # fmt: skip


def rows_of(queue: Queue, boards: list[Board], day: date) -> QuerySet[Notice]:
    """The letters of a list for these boards on `day`, in the order they should be taken."""
    letters = Notice.objects.of_boards(boards)
    out = letters.cards_out().order_by("mailed_on", "pk")
    if queue.slug == "to-mail":
        return letters.to_mail().order_by("channel", "to_zip", "to_name", "pk")
    if queue.slug == "cards-back":
        back = letters.filter(status=Status.RECEIVED, received_on__gte=day - KEPT_DAYS)
        return back.order_by("-received_on", "-pk")
    if queue.slug == "returned":
        return letters.filter(status=Status.RETURNED).order_by("-returned_on", "-pk")
    if queue.slug == "late":
        return out.filter(mailed_on__lt=day - timedelta(days=RECEIPT_DAYS))
    if queue.slug == "hearing":
        return _before_hearing(out, day)
    return out


def _before_hearing(out: QuerySet[Notice], day: date) -> QuerySet[Notice]:
    """Of these, the ones whose case has a day appointed in the next week, with the first such day."""
    steps = {step.slug for kind in kinds.registry.values() for step in kind.lifecycle.steps if step.appointed}
    soon = Q(
        case__events__slug__in=steps, case__events__on__range=(day, day + HEARING_DAYS),
        case__events__void=False, case__events__corrected_by__isnull=True,
    )  # fmt: skip
    return out.annotate(hearing_on=Min("case__events__on", filter=soon)).filter(hearing_on__isnull=False)


# ------------------------------------------------------------------------------------------- the desk
@staff_required
@get_or_post
def mail(request: HttpRequest, queue: str = "to-mail") -> HttpResponse:
    """A list of the desk with its scan box; a POST is one scan."""
    boards = desks(request)
    chosen = next((each for each in QUEUES if each.slug == queue), None)
    if chosen is None or (chosen is TO_MAIL and request.path != TO_MAIL.url):
        raise Http404
    if request.method != "POST":
        return page(request, chosen, boards)
    if chosen.scans == "mail":
        return _mail_scan(request, chosen, boards)
    if chosen.scans == "card":
        return _card_scan(request, chosen, boards)
    return HttpResponseNotAllowed(["GET", "HEAD"])


def page(request: HttpRequest, chosen: Queue, boards: list[Board], **more: Any) -> HttpResponse:
    """The list, its box and what belongs to it. `more` is what a scan or a press left to say."""
    day = today()
    every = {queue.slug: rows_of(queue, boards, day) for queue in QUEUES}
    counts = {slug: rows.count() for slug, rows in every.items()}
    paginator = Paginator(every[chosen.slug].select_related("case__facility", "board"), PAGE)
    paginator.count = counts[chosen.slug]
    page = paginator.get_page(request.GET.get("page"))
    letter = more.pop("letter", None) or _letter_now(request, chosen, boards)
    done = _in_reach(boards, more.pop("done", None) or request.GET.get("done"))
    context: dict[str, Any] = {
        "queues": [
            {
                "label": queue.label, "href": queue.url, "count": counts[queue.slug],
                "current": queue is chosen, "trouble": queue.trouble,
            }
            for queue in QUEUES
        ],
        "chosen": chosen,
        "page": page,
        "rows": list(page),
        "letter": letter,
        "done": done,
        "now": timezone.now(),
        "total": counts[chosen.slug],
        "form": more.pop("form", None) or _scan_form(request, chosen, letter=letter, done=done),
        "several": len(boards) > 1,
    }  # fmt: skip
    if chosen is TO_MAIL:
        context["printing"] = more.pop("printing", None) or forms.PrintForm()
        context["batches"] = MailBatch.objects.filter(board__in=boards).select_related("board")[:RECENT]
    elif chosen.slug == "out":
        context["book"] = more.pop("book", None) or forms.BookForm(today=day)
    wrong = any(context[name].errors for name in ("form", "printing", "book") if context.get(name))
    context |= {"has_errors": wrong or more.get("several_match")} | more
    return render(request, "office/mail.html", context, status=422 if context["has_errors"] else 200)


def _scan_form(
    request: HttpRequest,
    chosen: Queue,
    *,
    data: Any = None,
    letter: Notice | None = None,
    article: str = "",
    done: Notice | None = None,
    on: date | None = None,
) -> forms.ScanForm:
    """The box of a list; on the first one it asks for the article number, then for the card's code."""
    if chosen.scans == "mail":
        words = {"day_label": "Mailed on", "asks": "Article number", "hint": "From the certified-mail label."}
        if article:
            words |= {"asks": "Return card’s code", "hint": "The barcode on the green card."}
    else:
        words = {
            "day_label": "Cards of", "asks": "Card or article number",
            "hint": f"Scan either one, or type its last {postal.LAST_DIGITS} digits.",
        }  # fmt: skip
    first: dict[str, Any] = {"letter": letter and letter.pk, "article": article, "done": done and done.pk}
    if on or request.GET.get("on"):
        first["on"] = on or request.GET["on"]
    return forms.ScanForm(data, today=today(), initial=first, **words)


def _letter_now(request: HttpRequest, chosen: Queue, boards: list[Board]) -> Notice | None:
    """The letter the box is about: the one asked for, else the first certified one that does not wait."""
    if chosen.scans != "mail":
        return None
    asked = _in_reach(boards, request.GET.get("letter"))
    if asked is not None and asked.status == Status.TO_MAIL:
        return asked
    return _certified(boards).first()


def _certified(boards: list[Board]) -> QuerySet[Notice]:
    """Certified letters to mail that may leave now, in the order of the pile."""
    ready = Notice.objects.of_boards(boards).to_mail().filter(channel=Channel.CERTIFIED)
    return ready.filter(hold_until__lte=timezone.now()).select_related("case__facility").in_pile_order()


def _after(boards: list[Board], letter: Notice) -> Notice | None:
    """The next letter of the pile; after its end the first that was passed over."""
    behind = Q(to_zip=letter.to_zip) & (
        Q(to_name__gt=letter.to_name) | Q(to_name=letter.to_name, pk__gt=letter.pk)
    )
    return (
        _certified(boards).filter(Q(to_zip__gt=letter.to_zip) | behind).first() or _certified(boards).first()
    )


def _in_reach(boards: list[Board], key: Any) -> Notice | None:
    """The letter of this key, if it is one of these boards'."""
    if isinstance(key, Notice):
        return key
    letters = Notice.objects.of_boards(boards).select_related("case__facility")
    number = row_key(str(key))
    return None if number is None else letters.filter(pk=number).first()


def row_key(text: str) -> int | None:
    """A row's key out of what was sent; None when it cannot be one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _back(queue: Queue, **query: Any) -> HttpResponse:
    """To the list again, with what the next scan has to know."""
    said = {name: value for name, value in query.items() if value}
    return redirect(queue.url + (f"?{urlencode(said)}" if said else ""))


def _kept_day(on: date) -> str:
    """The day a run of scans is recorded for, when it is not today."""
    return "" if on == today() else f"{on.month}/{on.day}/{on.year}"


def _undone(
    request: HttpRequest, chosen: Queue, done: Notice | None, form: forms.ScanForm
) -> HttpResponse | None:
    """What the key "u" does: take the last scan back. None, with an error in the form, when it cannot."""
    if done is None:
        form.add_error("scan", "Nothing was scanned on this page that could be undone.")
        return None
    try:
        mailing.undo(done, by=request.user)
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed as refused:
        form.add_error("scan", str(refused))
        return None
    messages.success(request, f"Undone: {done}.")
    return _back(chosen, letter=done.pk if chosen is TO_MAIL else "")


# ------------------------------------------------------------------------------------------ a scan: out
def _mail_scan(request: HttpRequest, chosen: Queue, boards: list[Board]) -> HttpResponse:
    """One scan on "To mail": choose a letter by its own number, then its article number, then its card."""
    post = request.POST
    letter, done = _in_reach(boards, post.get("letter")), _in_reach(boards, post.get("done"))
    article = post.get("article", "").strip()
    form = _scan_form(request, chosen, data=post, article=article)
    again: dict[str, Any] = {"form": form, "letter": letter, "done": done, "article": article}
    again["as_is"] = bool(article) and "as_is" in post
    if not form.is_valid():
        return page(request, chosen, boards, **again)
    scan, on = form.cleaned_data["scan"].strip(), form.cleaned_data["on"]
    if scan.lower() in UNDO:
        return _undone(request, chosen, done, form) or page(request, chosen, boards, **again)
    if not article and (key := postal.letter_key(scan, bare=True)):
        found = _in_reach(boards, key)
        if found is not None and found.status == Status.TO_MAIL:
            return _back(chosen, letter=found.pk, on=_kept_day(on))
        form.add_error(
            "scan", f"No letter {postal.letter_no(key)} waits to be mailed. Choose one in the list."
        )
        return page(request, chosen, boards, **again)
    try:
        if letter is None:
            raise NotAllowed("No letter is chosen. Choose one in the list, then scan its article number.")
        if not article:
            return _asks_card(request, chosen, boards, letter, done, form)
        if not scan and "no_card" not in post:
            raise NotAllowed("Scan the green card, or press “Record without a card’s code”.")
        mailing.mail(
            letter,
            on=on,
            by=request.user,
            article_no=article,
            card_code=scan,
            as_is="as_is" in post,
            now=timezone.now(),
        )
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed as refused:
        form.add_error("scan", str(refused))
        again["doubtful"] = isinstance(refused, mailing.Doubtful)
        return page(request, chosen, boards, **again)
    following = _after(boards, letter)
    messages.success(request, f"Mailed: {letter}." + ("" if following else " That was the last one."))
    return _back(chosen, letter=following and following.pk, done=letter.pk, on=_kept_day(on))


def _asks_card(
    request: HttpRequest, chosen: Queue, boards: list[Board], letter: Notice, done: Notice | None,
    form: forms.ScanForm,
) -> HttpResponse:  # fmt: skip
    """The article number fits; the same page asks for the card's code. Nothing is recorded yet."""
    if letter.channel != Channel.CERTIFIED:
        how = letter.get_channel_display().lower()
        raise NotAllowed(f"{letter} goes {how} and has no article number. Choose a certified letter.")
    if letter.held(timezone.now()):
        raise NotAllowed(f"{letter} still waits, so that it can be stopped. Choose another one.")
    as_is = "as_is" in request.POST
    article = mailing.article_for(letter, form.cleaned_data["scan"], as_is=as_is)
    asked = _scan_form(request, chosen, letter=letter, article=article, done=done, on=form.cleaned_data["on"])
    return page(request, chosen, boards, form=asked, letter=letter, done=done, article=article, as_is=as_is)


# --------------------------------------------------------------------------------------- a scan: cards
def _card_scan(request: HttpRequest, chosen: Queue, boards: list[Board]) -> HttpResponse:
    """One scan on "Out": either number, the last digits, or the letter's own number closes the card."""
    post = request.POST
    done = _in_reach(boards, post.get("done"))
    form = _scan_form(request, chosen, data=post)
    if not form.is_valid():
        return page(request, chosen, boards, form=form, done=done)
    scan, on = form.cleaned_data["scan"].strip(), form.cleaned_data["on"]
    if scan.lower() in UNDO:
        return _undone(request, chosen, done, form) or page(request, chosen, boards, form=form, done=done)
    try:
        found = _of_scan(boards, scan, picked=post.get("choose"))
        if len(found) > 1:
            form.errors.clear()
            return page(request, chosen, boards, form=form, done=done, several_match=found)
        mailing.receive(found[0], on=on, by=request.user, now=timezone.now())
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except NotAllowed as refused:
        form.add_error("scan", str(refused))
        return page(request, chosen, boards, form=form, done=done)
    last = "" if rows_of(chosen, boards, today()).exists() else " That was the last one."
    messages.success(request, f"Card back: {found[0]}.{last}")
    return _back(chosen, done=found[0].pk, on=_kept_day(on))


def _of_scan(boards: list[Board], scan: str, *, picked: str | None) -> list[Notice]:
    """The letter this scan means, or the several it may mean. NotAllowed when there is none."""
    letters = Notice.objects.of_boards(boards).select_related("case__facility")
    if not scan:
        raise NotAllowed(f"Nothing was scanned. Scan the card, or type the last {postal.LAST_DIGITS} digits.")
    if (key := postal.letter_key(scan)) is not None:
        if found := letters.filter(pk=key).first():
            return [found]
        raise NotAllowed(f"There is no letter {postal.letter_no(key)}.")
    number = postal.squeezed(scan)
    if found := letters.bearing(number).first() if number else None:
        return [found]
    if len(number) < postal.LAST_DIGITS:
        raise NotAllowed(f"“{scan}” is too short to tell. Type the last {postal.LAST_DIGITS} digits.")
    several = list(letters.cards_out().ending_in(number)[:10])
    if picked:
        several = [letter for letter in several if str(letter.pk) == picked] or several
    if not several:
        raise NotAllowed(f"No card that is out has “{scan}”. Look at the number and type it again.")
    return several


# ----------------------------------------------------------------------------------- acts on one letter
@dataclass(frozen=True)
class Act:
    """One act on one letter: its words, its form, and the list it comes back to."""

    title: str
    primary: str
    done: str
    form: type[Any]
    back: str


ACTS = {
    "received": Act("Record the receipt", "Record receipt", "Received", forms.ReceivedForm, "out"),
    "returned": Act("Record that it came back", "Record return", "Came back", forms.ReturnedForm, "out"),
    "hand-over": Act("Hand over", "Record as handed over", "Handed over", forms.HandOverForm, "to-mail"),
    "undo": Act("Undo the last step", "Undo", "Undone", forms.UndoForm, "to-mail"),
}


@staff_required
@get_or_post
def letter_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Receipt, return, handing over or undoing of one letter, where no scanner helps."""
    boards = desks(request)
    if act not in ACTS:
        raise Http404
    says = ACTS[act]
    letters = Notice.objects.of_boards(boards).select_related("case__facility", "board")
    letter = get_object_or_404(letters, pk=pk)
    back = next((queue for queue in QUEUES if queue.slug == request.GET.get("from", says.back)), TO_MAIL)
    form = says.form(request.POST if request.method == "POST" else None, today=today())
    if form.is_bound and form.is_valid():
        try:
            _run(act, letter, form.cleaned_data, request.user)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{says.done}: {letter}.")
            chosen = letter.pk if act == "undo" and back is TO_MAIL else ""
            return _back(back, letter=chosen)
    page = {"letter": letter, "form": form, "act": says, "back": back, "number": postal.letter_no(letter.pk)}
    return render(request, "office/mail_act.html", page, status=422 if form.errors else 200)


def _run(act: str, letter: Notice, data: dict[str, Any], by: Any) -> None:
    now = timezone.now()
    if act == "received":
        mailing.receive(letter, on=data["on"], by=by, now=now)
    elif act == "returned":
        mailing.come_back(letter, on=data["on"], by=by, why=data["why"], now=now)
    elif act == "hand-over":
        mailing.hand_over(letter, on=data["on"], by=by, to=data["to"], now=now)
    else:
        mailing.undo(letter, by=by, why=data["why"])
