"""Applying online, with no account: a draft section by section, then filed. Its link is the right to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from office import limits, uploads
from office.actions import drafts
from office.actions.errors import NotAllowed
from office.forms_apply import OTHER, BeginForm, DeclareForm, LaterForm
from office.forms_rows import ADD, added_to, with_row_added
from office.models import Board, Draft
from office.permissions import boards_of
from office.spoken import ENGLISH, say
from office.templatetags.office_tags import clock_time
from office.views.common import View, get_or_post, posted, today
from office.views.draft_pages import PAPERS, PLACE, YOU, DraftPages
from office.views.draft_papers import file_or_404, keep_papers
from office.views.problems import client_address
from office.views.public import applied_for_or_404, fees_today

BEGUN, MAILED = "draft", "draft-link"
MOST_BEGUN, MOST_MAILED, WITHIN = 30, 20, timedelta(hours=1)


def keyed(view: View) -> View:
    """A page whose address is a key: no cache keeps it and no search engine lists it."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        return response

    return cache_control(private=True, no_store=True)(shown)


def draft_or_404(token: str) -> Draft:
    draft = drafts.of_token(token)
    if draft is None:
        raise Http404
    return draft


def of_draft(view: Callable[..., HttpResponse]) -> View:
    """The draft of a link, while it can be changed. Filed, its page follows; over, a page says so."""

    @wraps(view)
    def found(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        draft = draft_or_404(token)
        if draft.case_id:
            return redirect("draft-filed", token)
        if draft.expires_on < today():
            return over(request, draft)
        return view(request, draft, token, *args, **kwargs)

    return keyed(found)


def over(request: HttpRequest, draft: Draft) -> HttpResponse:
    """The draft was kept until a day that has passed: what to do now."""
    context = {"draft": draft, "kind": DraftPages(draft, today()).kind, "board": draft.board}
    return render(request, "office/apply_over.html", context, status=410)


def applicant(request: HttpRequest) -> Any:
    """Who signed in to apply; None for a visitor, and for staff, who are no applicants here."""
    user = request.user
    return user if user.is_authenticated and not boards_of(user) else None


# ------------------------------------------------------------------------------------------- beginning
@get_or_post
@cache_control(private=True, no_store=True)
def apply(request: HttpRequest, slug: str) -> HttpResponse:
    """What one needs and how long a draft is kept; pressing begins one."""
    kind = applied_for_or_404(slug)
    if not kind.online:
        raise Http404
    boards = list(Board.objects.filter(slug__in=kind.boards).order_by("pk"))
    form = BeginForm(posted(request), boards=boards)
    full = False
    if form.is_bound and form.is_valid():
        who, moment = client_address(request), now()
        if limits.has_room(BEGUN, who, most=MOST_BEGUN, within=WITHIN, now=moment):
            draft, token = drafts.begin(
                kind=kind, board=form.chosen, on=today(), now=moment, user=applicant(request),
                language=get_language() or ENGLISH,
            )  # fmt: skip
            limits.count(BEGUN, who, within=WITHIN, now=moment)
            return redirect("draft-section", token, DraftPages(draft, today()).order[0][0])
        form.add_error(None, ValidationError(_too_many(form.chosen)))
        full = True
    context = {
        "kind": kind, "boards": boards, "form": form, "fees": list(fees_today(kind, today())),
        "board": boards[0] if len(boards) == 1 else None, "kept_days": drafts.KEPT_DAYS,
    }  # fmt: skip
    return render(request, "office/apply.html", context, status=429 if full else 422 if form.errors else 200)


def _too_many(board: Board) -> str:
    words = gettext(
        "%(most)s applications were begun from your connection within an hour. Call the office, or go on at "
        "%(time)s."
    )
    if board.phone:
        words = gettext(
            "%(most)s applications were begun from your connection within an hour. Call the office at "
            "%(phone)s, or go on at %(time)s."
        )
    opens = clock_time(limits.opens_again(WITHIN, now()))
    return words % {"most": MOST_BEGUN, "phone": board.phone, "time": opens}


@require_safe
@of_draft
def draft(request: HttpRequest, draft: Draft, token: str) -> HttpResponse:
    """Where a link leads: to the first section that is open, or to the check of all."""
    slug = DraftPages(draft, today()).first_open
    return redirect("draft-section", token, slug) if slug else redirect("draft-check", token)


# -------------------------------------------------------------------------------------------- sections
@get_or_post
@of_draft
def section(request: HttpRequest, draft: Draft, token: str, section: str) -> HttpResponse:
    """One section: its questions, and what the rules find so far. Saving keeps what cannot be read, too."""
    pages = DraftPages(draft, today(), section=section, user=applicant(request))
    if not pages.has(section):
        raise Http404
    if request.method == "GET":
        return _page(request, pages, token)
    sent = {name: request.POST.getlist(name) for name in pages.sent_names(section) if name in request.POST}
    more = added_to(pages.form(section), request.POST)
    if more is not None:
        sent = with_row_added(more, sent)
    leaves = not request.POST.keys() & {"later", "check", "look", "attach", "remove", ADD}
    pages = DraftPages(
        draft, today(), section=section, sent=drafts.as_kept(sent), final=leaves, user=applicant(request)
    )
    if request.headers.get("HX-Request"):
        return render(request, "office/apply_preview.html", _context(request, pages, token))
    try:
        drafts.save_section(
            draft, section=section, raw=sent, version=_version(request), on=today(), now=now(),
            language=get_language() or ENGLISH,
        )  # fmt: skip
    except drafts.StaleDraft as stale:
        return _page(request, pages, token, stale=stale)
    except NotAllowed:
        return redirect("draft", token)  # filed or over by now: its page says so
    refused = keep_papers(request, pages) if section == PAPERS else []
    if leaves and not refused and not pages.errors(section):
        return redirect(_next(request, pages, token))
    if leaves or refused:
        fresh = DraftPages(draft_or_404(token), today(), section=section, final=True, user=pages.user)
        for name, says in refused:
            # What was to be replaced may be gone by now: then it is said at the last of them.
            fresh.papers.add_error(name if name in fresh.papers.fields else f"file-{OTHER.slug}", says)
        return _page(request, fresh, token)
    if "later" in request.POST:
        return redirect("draft-later", token)
    anchor = {"check": "so-far-h", "look": "lots", ADD: f"id_{more.name}-more" if more else ""}
    part = next((f"#{anchor[name]}" for name in anchor if name in request.POST and anchor[name]), "")
    return redirect(f"{reverse('draft-section', args=[token, section])}{_origin(request)}{part}")


def _version(request: HttpRequest) -> int:
    """The section as the person saw it; what is no number is as if they had seen nothing."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _from_check(request: HttpRequest) -> bool:
    return "check" in (request.GET.get("from"), request.POST.get("from"))


def _origin(request: HttpRequest) -> str:
    return "?from=check" if _from_check(request) else ""


def _next(request: HttpRequest, pages: DraftPages, token: str) -> str:
    """The section after this one; the check of all after the last, and for who came from there."""
    after = pages.after(pages.section)
    if _from_check(request) or not after:
        return reverse("draft-check", args=[token])
    return reverse("draft-section", args=[token, after])


def _context(request: HttpRequest, pages: DraftPages, token: str) -> dict[str, Any]:
    return {
        "pages": pages, "token": token, "draft": pages.draft, "board": pages.draft.board, "kind": pages.kind,
        "from_check": _from_check(request), "shows_findings": pages.section not in (YOU, PAPERS),
    }  # fmt: skip


def _page(
    request: HttpRequest, pages: DraftPages, token: str, stale: drafts.StaleDraft | None = None
) -> HttpResponse:
    slug = pages.section
    errors = [(link.target, link.message) for link in pages.errors(slug)]
    version = stale.version if stale else pages.draft.version_of(slug)
    context = _context(request, pages, token) | {
        "slug": slug, "title": pages.title(slug), "fields": pages.fields(slug), "errors": errors,
        "has_errors": bool(errors or stale), "version": version, "number": pages.number(slug),
        "before": pages.before(slug), "stale": _both(pages, stale) if stale else None,
    }  # fmt: skip
    template = {
        PLACE: "office/apply_place.html",
        PAPERS: "office/apply_papers.html",
        YOU: "office/apply_you.html",
    }
    wrong = request.method == "POST" and (errors or stale)
    return render(
        request, template.get(slug, "office/apply_section.html"), context, status=422 if wrong else 200
    )


def _both(pages: DraftPages, stale: drafts.StaleDraft) -> list[tuple[str, Any, Any]]:
    """The questions whose answers differ, with this version and the one that was saved, in words."""
    theirs = DraftPages(pages.draft, pages.day, section=pages.section, sent=stale.theirs)
    saved = dict(theirs.section_now(pages.section).answers)
    mine = pages.section_now(pages.section).answers
    return [(label, yours, saved.get(label, "")) for label, yours in mine if yours != saved.get(label)]


@require_safe
@of_draft
def draft_file(request: HttpRequest, draft: Draft, token: str, pk: int) -> HttpResponse:
    """A file of the draft, shown in the browser; whoever has the link may look at it."""
    return uploads.serve(file_or_404(draft, pk), inline="save" not in request.GET)  # type: ignore[return-value]


# --------------------------------------------------------------------------------------- going on later
@get_or_post
@of_draft
def later(request: HttpRequest, draft: Draft, token: str) -> HttpResponse:
    """Mail a link with which one goes on later, or elsewhere."""
    pages = DraftPages(draft, today())
    form = LaterForm(posted(request), initial={"email": pages.raw(YOU).get("email", "")})
    if form.is_bound and form.is_valid():
        email, who, moment = form.cleaned_data["email"], client_address(request), now()
        try:
            if not limits.has_room(MAILED, who, most=MOST_MAILED, within=WITHIN, now=moment):
                words = gettext(
                    "Many links were mailed from your connection within an hour. Keep this page’s address "
                    "instead, or try again after %(time)s."
                )
                raise NotAllowed(words % {"time": clock_time(limits.opens_again(WITHIN, moment))})
            drafts.send_link(draft, email=email, on=today(), now=moment)
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            limits.count(MAILED, who, within=WITHIN, now=moment)
            words = gettext("We mailed a link to %(email)s. Each link works until you file.")
            messages.success(request, words % {"email": email})
            return redirect("draft-later", token)
    context = {"form": form, "draft": draft, "board": draft.board, "kind": pages.kind, "token": token}
    return render(request, "office/apply_later.html", context, status=422 if form.errors else 200)


# ------------------------------------------------------------------------------------- checking, filing
@get_or_post
@of_draft
def check(request: HttpRequest, draft: Draft, token: str) -> HttpResponse:
    """Everything that was said, what is not met, the fee, who gets our mail; then it is filed."""
    user = applicant(request)
    pages = DraftPages(draft, today(), final=True, user=user)
    form = DeclareForm(posted(request))
    if form.is_bound and form.is_valid() and not pages.unreadable:
        try:
            drafts.file(draft, said=pages.application(), on=today(), now=now(), by=user)
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("draft-filed", token)
    wrong = [
        (f"part-{part.slug}", f"{say(part.title)}: {say(link.message)}")
        for part in pages.unreadable
        for link in part.errors
    ]
    context = {
        "pages": pages, "form": form, "draft": draft, "board": draft.board, "kind": pages.kind,
        "token": token, "wrong": wrong if form.is_bound else [], "unreadable": wrong,
        "has_errors": form.is_bound and bool(wrong or form.errors), "mail": _mail(pages),
        "last": pages.order[-1][0],
    }  # fmt: skip
    return render(request, "office/apply_check.html", context, status=422 if context["has_errors"] else 200)


def _mail(pages: DraftPages) -> str:
    """Who gets our mail, and how."""
    you = pages.you
    if not you.is_bound or not you.is_valid():
        return ""
    said = you.columns
    where = said["email"] or ", ".join(filter(None, (said["street"], said["city"], said["state"])))
    words = gettext("%(name)s, by mail to %(where)s")
    if said["email"]:
        words = gettext("%(name)s, by e-mail to %(where)s")
    return words % {"name": said["name"], "where": where}
