"""The abutters of a case: who is told of its hearing and by when, their list, their notices."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from office import letters
from office.actions import abutter_notices, abutters
from office.actions.errors import NotAllowed, WrongRole
from office.forms_abutters import (
    ListForm,
    LotsForm,
    NoticesForm,
    PasteForm,
    PrintedForm,
    RowForm,
    SentForm,
)
from office.forms_meetings import WhyForm
from office.kinds import ABUTTERS_TOLD, HEARING, HEARING_NOTICE, NEWSPAPER_PRINTED
from office.models import Abutter, AbutterNotice, Case, Notice, Parcel
from office.paper import LetterRefused
from office.permissions import may
from office.search import terms
from office.uploads import UploadRefused, show_pdf
from office.views.common import case_or_404, get_or_post, need_role, posted, staff_required, today

MOST_LOTS = 50
TAKEN_BACK = {"mailing": ABUTTERS_TOLD, "newspaper": NEWSPAPER_PRINTED}


def _case(request: HttpRequest, number: str, *roles: str) -> Case:
    """The case, if this person may see it and abutters are told of its hearing."""
    case = case_or_404(request, number)
    if case.casekind.abutters is None:
        raise Http404
    if roles:
        need_role(request, case, *roles)
    return case


def _url(case: Case) -> str:
    return reverse("abutters", args=[case.number])


# ------------------------------------------------------------------------------------------- the page
@staff_required
@require_safe
def abutter_page(request: HttpRequest, number: str) -> HttpResponse:
    """Who is told by which rule, the days before the hearing, the list with what became of each notice."""
    case, day = _case(request, number), today()
    rules, of, hearing = abutters.rules_of(case, day), abutters.list_of(case), abutters.hearing_of(case)
    rows = _rows(of, hearing) if of else []
    events = {
        event.slug: event for event in case.events.live().filter(slug__in=TAKEN_BACK.values()).order_by("pk")
    }
    told = events.get(ABUTTERS_TOLD)
    page = {
        "case": case,
        "rules": rules,
        "hearing": hearing,
        "of": of,
        "older": list(case.abutter_lists.exclude(pk=of.pk)) if of else [],
        "rows": rows,
        "too_old": abutters.too_old(of, rules, day) if of else "",
        "unwritten": sum(row["notice"] is None for row in rows),
        "anew": sum(not row["of_this_hearing"] for row in rows),
        "bare": sum(bool(row["row"].lacks) for row in rows),
        "returned": sum(row["notice"] is not None and row["notice"].status == "returned" for row in rows),
        "days": _days(case),
        "told": told,
        "told_by_applicant": told is not None and told.by_id is not None,
        "continued": bool(told and hearing and told.pk < hearing.event.pk),
        "printed": case.newspaper_notices.filter(event=events[NEWSPAPER_PRINTED]).first()
        if NEWSPAPER_PRINTED in events
        else None,
        "may": may(request.user, case, "clerk") and case.is_open,
        "today": day,
    }
    return render(request, "abutters/abutters.html", page)


def _days(case: Case) -> list[Any]:
    """The clocks of the notices that count back from the hearing."""
    kind = case.casekind
    wanted = {
        clock.slug
        for clock in kind.every_clock
        if HEARING in clock.starting and {ABUTTERS_TOLD, NEWSPAPER_PRINTED}.intersection(clock.stops)
    }
    return list(case.clocks.filter(clock__in=wanted))


def _rows(of: Any, hearing: Any) -> list[dict[str, Any]]:
    """The owners in order, each with the last notice that was not stopped. Two queries, however many."""
    links = AbutterNotice.objects.filter(abutter__of=of).select_related("notice").order_by("pk")
    last = {}
    for link in links.exclude(notice__status=Notice.Status.STOPPED):
        last[link.abutter_id] = link
    current = hearing.event.pk if hearing else None
    found = []
    for row in of.abutters.all():
        newest = last.get(row.pk)
        found.append({
            "row": row,
            "notice": newest.notice if newest else None,
            "of_this_hearing": bool(newest and newest.hearing_id == current),
        })  # fmt: skip
    return found


# ------------------------------------------------------------------------------------------- the acts
def _act(
    request: HttpRequest, case: Case, form: Form, run: Any, *, title: str, primary: str, done: Any,
    template: str = "abutters/act.html", **context: Any,
) -> HttpResponse:  # fmt: skip
    """One act on the abutters of a case; what is refused is an error of the form, with everything kept."""
    if request.method == "POST" and form.is_valid() and not form.errors:
        try:
            came = run(form.cleaned_data)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        except UploadRefused as refused:
            form.add_error("file", str(refused))
        else:
            messages.success(request, done(came) if callable(done) else done)
            return redirect(_url(case))
    page = {"case": case, "form": form, "title": title, "primary": primary, **context}
    return render(request, template, page, status=422 if form.errors else 200)


@staff_required
@get_or_post
def start_list(request: HttpRequest, number: str) -> HttpResponse:
    """Begin a list of abutters."""
    case, day = _case(request, number, "clerk"), today()
    last = abutters.list_of(case)
    form = ListForm(
        posted(request), today=day, copies=last is not None, initial={"key": uuid4().hex, "copy": True}
    )
    return _act(
        request, case, form,
        lambda said: abutters.start_list(
            case, assessors_on=said["assessors_on"], certified_by=said["certified_by"],
            copy=said.get("copy", False), key=f"list:{said['key']}", on=day, by=request.user,
        ),
        title="Begin a list of abutters", primary="Begin the list", done="The list is begun. Add the owners.",
        rules=abutters.rules_of(case, day),
    )  # fmt: skip


def _list_or_404(case: Case) -> Any:
    of = abutters.list_of(case)
    if of is None:
        raise Http404
    of.case = case
    return of


@staff_required
@get_or_post
def certify_list(request: HttpRequest, number: str) -> HttpResponse:
    """Correct the date of the assessors' list and who certified it."""
    case, day = _case(request, number, "clerk"), today()
    of = _list_or_404(case)
    initial = {"assessors_on": of.assessors_on, "certified_by": of.certified_by}
    form = ListForm(posted(request), today=day, copies=False, begun=True, initial=initial)
    return _act(
        request, case, form,
        lambda said: abutters.certify(
            of, assessors_on=said["assessors_on"], certified_by=said["certified_by"], on=day, by=request.user
        ),
        title="Date of the assessors’ list", primary="Save the date", done="The date is saved.",
    )  # fmt: skip


@staff_required
@get_or_post
def paste(request: HttpRequest, number: str) -> HttpResponse:
    """Paste owners: first they are shown as they were read, then added."""
    case = _case(request, number, "clerk")
    of = _list_or_404(case)
    form = PasteForm(posted(request))
    adding = "add" in request.POST
    if request.method == "POST" and form.is_valid() and adding:
        try:
            added = abutters.add_rows(of, rows=[row.values for row in form.table.rows], by=request.user)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            twice = len(form.table.rows) - len(added)
            again = f" {twice} {'were' if twice > 1 else 'was'} on the list already." if twice else ""
            many = f"{len(added)} owners" if len(added) != 1 else "One owner"
            messages.success(request, f"{many} added.{again}")
            return redirect(_url(case))
    looked, n = form.is_bound and form.table.whole and not form.errors, len(form.table.rows)
    page = {
        "case": case,
        "form": form,
        "table": form.table,
        "looked": looked,
        "press": "add" if looked else "look",
        "primary": _add_words(n) if looked else "Show what was read",
        "secondary": [("look", "1", "Look again")] if looked else [],
    }
    return render(request, "abutters/paste.html", page, status=422 if form.errors else 200)


def _add_words(n: int) -> str:
    return f"Add {n} owners" if n != 1 else "Add one owner"


@staff_required
@get_or_post
def lots(request: HttpRequest, number: str) -> HttpResponse:
    """Pick lots of the town's list whose owners a case names."""
    case = _case(request, number, "clerk")
    of = _list_or_404(case)
    query = (request.POST if request.method == "POST" else request.GET).get("q", "").strip()
    found = _found(case, query)
    known = abutters.owners_of(found)
    choices = [
        (str(lot.pk), f"{lot.label}, {lot.address}: {known[lot.pk].party.name}")
        for lot in found
        if lot.pk in known
    ]
    form = LotsForm(posted(request), choices=choices)
    return _act(
        request, case, form,
        lambda said: abutters.add_lots(
            of, parcels=[lot for lot in found if str(lot.pk) in said["lots"]], by=request.user
        ),
        title="Pick lots", primary="Add the ticked lots",
        done=lambda added: f"{len(added)} {'owners' if len(added) != 1 else 'owner'} added.",
        template="abutters/lots.html", q=query, found=bool(choices), crowded=len(found) == MOST_LOTS,
        unknown=[lot for lot in found if lot.pk not in known],
    )  # fmt: skip


def _found(case: Case, query: str) -> list[Parcel]:
    """The lots of the town that hold every word; none for no word."""
    rows = Parcel.objects.filter(town=case.board.town)
    words = terms(query)
    for term in words:
        rows = rows.filter(search__contains=term)
    return list(rows[:MOST_LOTS]) if words else []


@staff_required
@get_or_post
def add_row(request: HttpRequest, number: str) -> HttpResponse:
    """Type one owner."""
    case = _case(request, number, "clerk")
    of = _list_or_404(case)
    form = RowForm(posted(request), initial={"state": case.board.state})

    def run(said: dict[str, Any]) -> Any:
        if not (added := abutters.add_rows(of, rows=[form.values], by=request.user)):
            raise NotAllowed("This owner is on the list already, with the same address and lot.")
        return added

    return _act(
        request, case, form, run, title="Add an owner", primary="Add the owner", done="The owner is added."
    )


@staff_required
@get_or_post
def change_row(request: HttpRequest, number: str, pk: int) -> HttpResponse:
    """Correct an owner, or take them off the list."""
    case = _case(request, number, "clerk")
    row = get_object_or_404(Abutter.objects.select_related("of"), pk=pk, of__case=case)
    row.of.case = case
    if "remove" in request.POST:
        form = RowForm(initial={name: getattr(row, name) for name in RowForm.base_fields})
        try:
            abutters.remove_row(row, by=request.user)
        except NotAllowed as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, f"{row.owner} is off the list.")
        return redirect(_url(case))
    form = RowForm(posted(request), initial={name: getattr(row, name) for name in RowForm.base_fields})
    return _act(
        request, case, form,
        lambda said: abutters.change_row(row, values=form.values, by=request.user),
        title="Correct the owner", primary="Save the owner", done="The owner is saved.",
        template="abutters/row.html", frozen=row.of.frozen_on,
    )  # fmt: skip


@staff_required
@get_or_post
def write_notices(request: HttpRequest, number: str) -> HttpResponseBase:
    """Freeze the list and write the notices."""
    case, day, moment = _case(request, number, "clerk"), today(), now()
    of = _list_or_404(case)
    rows = _rows(of, abutters.hearing_of(case))
    many = len({
        (row["row"].owner.casefold(), row["row"].address.casefold())
        for row in rows if not row["of_this_hearing"]
    })  # fmt: skip
    initial = {"see_at": abutters.where_to_look(case), "channel": Notice.Channel.CERTIFIED}
    form = NoticesForm(posted(request), initial=initial)
    if "look" in request.POST and form.is_valid():
        try:
            return _shown(request, case, of, form.cleaned_data["see_at"])
        except (LetterRefused, NotAllowed) as refused:
            form.add_error(None, str(refused))
    return _act(
        request, case, form,
        lambda said: abutter_notices.write_notices(
            case, see_at=said["see_at"], channel=said["channel"], on=day, now=moment, by=request.user
        ),
        title="Write the notices of the hearing",
        primary=f"Write {many} notices" if many != 1 else "Write one notice",
        done=lambda written: (
            f"{len(written)} {'notices' if len(written) != 1 else 'notice'} written, and the list is frozen. "
            "For ten minutes they wait and can be stopped; then print them at the mail desk."
        ),
        template="abutters/notices.html", of=of, many=many, secondary=[("look", "1", "Look at the notice")],
        problems=abutter_notices.problems(case, of, moment), hearing=abutters.hearing_of(case),
        too_old=abutters.too_old(of, abutters.rules_of(case, day), day),
    )  # fmt: skip


@staff_required
@require_safe
def notice_preview(request: HttpRequest, number: str) -> HttpResponseBase:
    """The notice to the first owner, as it would be written today. Looking writes nothing."""
    case = _case(request, number, "clerk")
    of, see_at = _list_or_404(case), abutters.where_to_look(case)
    if not see_at:
        messages.info(request, "Say where the application can be seen; then look at the notice.")
        return redirect("abutters-mail", case.number)
    try:
        return _shown(request, case, of, see_at)
    except (LetterRefused, NotAllowed) as refused:
        messages.error(request, str(refused))
        return redirect(_url(case))


def _shown(request: Any, case: Case, of: Any, see_at: str) -> HttpResponseBase:
    """The PDF of the notice to the first owner. Raises NotAllowed, LetterRefused with what it lacks."""
    row, hearing = of.abutters.first(), abutters.hearing_of(case)
    if row is None or hearing is None:
        raise NotAllowed("Add the owners and set the hearing first; the notice names both.")
    declared = case.casekind.letter(HEARING_NOTICE)
    notice = Notice(
        case=case, board=case.board, letter=declared.slug, label=declared.label, written_on=today(),
        by=request.user, to_name=row.owner, to_street=row.street, to_city=row.city, to_state=row.state,
        to_zip=row.zip_code, channel=declared.channel,
        about=abutter_notices.said_by_notice(case, of, hearing, see_at),
    )  # fmt: skip
    return show_pdf(letters.pdf(notice), f"{case.number}-notice.pdf")


@staff_required
@get_or_post
def by_applicant(request: HttpRequest, number: str) -> HttpResponse:
    """Record that the applicant told the abutters."""
    case, day = _case(request, number, "clerk"), today()
    _list_or_404(case)
    form = SentForm(posted(request), request.FILES or None, today=day)
    return _act(
        request, case, form,
        lambda said: abutter_notices.told_by_applicant(
            case, sent_on=said["sent_on"], how=said["how"], file=said["file"], on=day, by=request.user
        ),
        title="The applicant told the abutters", primary="Record it",
        done="Recorded, with the proof on file. The list is frozen.",
        lead="The list stays as it is from then on: the proof is held against it.",
    )  # fmt: skip


@staff_required
@get_or_post
def newspaper(request: HttpRequest, number: str) -> HttpResponse:
    """Record that a newspaper printed the notice."""
    case, day = _case(request, number, "clerk"), today()
    form = PrintedForm(posted(request), request.FILES or None, today=day)
    return _act(
        request, case, form,
        lambda said: abutter_notices.record_print(
            case, paper=said["paper"], printed_on=said["printed_on"], file=said["file"], on=day,
            by=request.user,
        ),
        title="Notice in the newspaper", primary="Record the notice", done="The notice is recorded.",
    )  # fmt: skip


@staff_required
@get_or_post
def take_back(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Take back that the applicant told the abutters, or that the newspaper printed the notice."""
    case = _case(request, number, "clerk")
    if slug not in TAKEN_BACK:
        raise Http404
    form = WhyForm(posted(request), hint="Both the entry and this reason stay in the history.")
    return _act(
        request, case, form,
        lambda said: abutter_notices.take_back(
            case, slug=TAKEN_BACK[slug], why=said["why"], by=request.user
        ),
        title="Take it back", primary="Take it back", done="Taken back. What hangs on it follows.",
    )  # fmt: skip
