"""Changes of the regulations: what everybody may read of them, and the office's work on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from enforcement.actions.citations import Unfit
from office import kinds, paper
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.models import AgendaItem, Board, Case, Meeting, Vote
from office.permissions import boards_of, may, roles_of
from office.views.common import (
    act_page,
    case_or_404,
    get_or_post,
    need_role,
    posted,
    show_pdf,
    staff_required,
    today,
)
from office.views.public import for_everybody
from permits.rulemaking import actions, forms, rules
from permits.rulemaking.actions import Told
from permits.rulemaking.models import (
    ADOPTED,
    CHANGE,
    PUBLISHED,
    VOTED,
    Adoption,
    HearingNotice,
    RegulationChange,
    carried_out_by,
    hearing_of,
    in_force,
    last_notice,
    published,
    vote_of,
)

# What a new notice mends.
NOTICES = {"notice", "notice-before-hearing", "notice-names-hearing"}


# --------------------------------------------------------------------------------------------- for everybody
def open_to_all() -> QuerySet[RegulationChange]:
    """The changes everybody may read: those whose hearing was announced, and those that were adopted."""
    announced = HearingNotice.objects.live().filter(change=OuterRef("pk"))
    adopted = Adoption.objects.standing().filter(change=OuterRef("pk"))
    rows = RegulationChange.objects.filter(Q(Exists(announced)) | Q(Exists(adopted)))
    return rows.select_related("case__board").prefetch_related("sections")


@dataclass(frozen=True)
class Held:
    """A section on a day: by which adoption it reads as it does, or that it was repealed."""

    cite: str
    adoption: Adoption
    repealed: bool


@for_everybody
def change_list(request: HttpRequest) -> HttpResponse:
    """Every change, newest first, and of each changed section what was in force on a day."""
    asked = request.GET if "on" in request.GET else None
    form = forms.OnDayForm(asked, today=today(), initial={"on": today()})
    day = form.cleaned_data["on"] if form.is_bound and form.is_valid() else today()
    adopted = {row.change_id: row for row in Adoption.objects.standing()}
    changes = list(open_to_all().order_by("-pk"))
    for change in changes:
        change.adoption = adopted.get(change.pk)  # type: ignore[attr-defined]
    held = [
        Held(cite, row, row.change.sort == RegulationChange.Sort.REPEAL)
        for cite, row in in_force(day).items()
    ]
    boards = roles_of(request.user) if request.user.is_authenticated else {}
    page = {
        "form": form, "day": day, "changes": changes, "held": held, "today": today(),
        "may_open": any("clerk" in roles for roles in boards.values())
        and Board.objects.filter(pk__in=boards, slug__in=kinds.get(CHANGE).boards).exists(),
    }  # fmt: skip
    return render(
        request, "rulemaking/changes.html", page, status=422 if form.is_bound and form.errors else 200
    )


@for_everybody
def change(request: HttpRequest, number: str) -> HttpResponse:
    """One change: what it changes, its words in every version, its notices, its vote, when it is in force."""
    found = open_to_all().filter(case__number=number).first()
    if found is None:
        raise Http404
    case, notice = found.case, last_notice(found)
    adoption = (
        Adoption.objects.standing().filter(change=found).select_related("version", "vote__item__meeting")
    )
    row = adoption.last()
    vote = row.vote if row else None
    said = [each.ballot for each in vote.ballots.all()] if vote else []
    page = {
        "change": found,
        "case": case,
        "cite": rules.CITE,
        "published": published(case),
        "adoption": row,
        "version": row.version if row else found.text,
        "versions": list(found.versions.all()),
        "notices": list(HearingNotice.objects.live().filter(change=found)),
        "hearing": hearing_of(case, notice),
        "meeting": _posted(vote.item.meeting) if vote else None,
        "votes": {"yes": said.count("yes"), "no": said.count("no")},
        "carried_out": carried_out_by(vote) if vote else [],
        "still": [cite for cite, held in in_force(today()).items() if row and held.pk == row.pk],
        "board": case.board,
        "today": today(),
        "mine": request.user.is_authenticated and case.board_id in boards_of(request.user),
    }
    return render(request, "rulemaking/change.html", page)


def _posted(meeting: Meeting) -> Meeting | None:
    return meeting if meeting.posted_at else None


@for_everybody
def certificate(request: HttpRequest, number: str) -> HttpResponse:
    """The adopted text with the days of its notice, hearing, vote, adoption and effect, as a tagged PDF."""
    rows = Adoption.objects.standing().filter(change__case__number=number)
    row = rows.select_related("change__case__board", "version", "vote__item__meeting").last()
    if row is None:
        raise Http404
    notice, case = last_notice(row.change), row.change.case
    heard = hearing_of(case, notice)
    values = {
        "board": paper.board_values(case.board),
        **_on_paper(row.change, row.version.text),
        "adopted_on": row.adopted_on,
        "effective_on": row.effective_on,
        "vote": row.vote.says,
        "notice": str(notice) if notice and not row.change.emergency else "",
        "notice_on": notice.on if notice and not row.change.emergency else "",
        "heard_on": heard.on if heard.held and heard.on and not row.change.emergency else "",
        "version": row.version.number,
    }
    return show_pdf(paper.render("letters/regulation_adopted.html", values), f"{number}-adopted.pdf")


def _on_paper(change: RegulationChange, text: str) -> dict[str, Any]:
    return {
        "number": change.case.number,
        "title": change.title,
        "does": change.get_sort_display(),
        "sections": change.cites,
        "summary": change.summary,
        "paragraphs": [part for part in text.splitlines() if part.strip()],
        "emergency_reason": change.emergency_reason if change.emergency else "",
        "emergency_statute": change.emergency_statute if change.emergency else "",
    }


# ---------------------------------------------------------------------------------------------- the office
def change_or_404(request: HttpRequest, number: str) -> tuple[Case, RegulationChange]:
    """The change, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != CHANGE or case.details is None:
        raise Http404
    return case, case.details


def _desk(request: HttpRequest) -> Board:
    """The board for which this clerk drafts; 403 for the wrong role."""
    keys = [board for board, roles in roles_of(request.user).items() if "clerk" in roles]
    board = Board.objects.filter(pk__in=keys, slug__in=kinds.get(CHANGE).boards).first()
    if board is None:
        raise PermissionDenied
    return board


def _told(said: dict[str, Any]) -> Told:
    return Told(
        title=said["title"], sort=said["sort"], summary=said["summary"], text=said["text"],
        sections=said["sections"], added=said["added"], emergency=bool(said["emergency"]),
        emergency_reason=said["emergency_reason"], emergency_statute=said["emergency_statute"],
        effective_on=said["effective_on"],
    )  # fmt: skip


def _say(form: forms.ChangeForm, unfit: Unfit) -> None:
    for problem in unfit.problems:
        form.add_error(problem.field if problem.field in form.fields else None, problem.says)


@staff_required
@get_or_post
def new_change(request: HttpRequest) -> HttpResponse:
    """Draft a change of a regulation."""
    board = _desk(request)
    begins = {"key": f"change:{uuid4().hex}", "sort": RegulationChange.Sort.AMEND, "emergency": False}
    form = forms.ChangeForm(posted(request), today=today(), initial=begins)
    if form.is_bound and form.is_valid():
        try:
            case = actions.open_change(
                board, _told(form.cleaned_data), on=today(), by=request.user, key=form.cleaned_data["key"]
            )
        except Unfit as unfit:
            _say(form, unfit)
        else:
            messages.success(request, f"{case.number} is drafted.")
            return redirect("rulemaking-file", case.number)
    return _draft_page(request, form, {"board": board, "case": None})


def _draft_page(request: HttpRequest, form: forms.ChangeForm, page: dict[str, Any]) -> HttpResponse:
    status = 422 if form.is_bound and form.errors else 200
    words = "Change the draft" if page["case"] else "Open the draft"
    return render(request, "rulemaking/draft.html", {"form": form, "primary": words, **page}, status=status)


@dataclass
class Hearing:
    """A hearing of the change on an agenda, and the votes that were taken there."""

    item: AgendaItem
    votes: list[Vote] = field(default_factory=list)


@staff_required
@require_safe
def change_file(request: HttpRequest, number: str) -> HttpResponse:
    """The work on a change: what keeps it a draft, its words, notices, hearings, votes, what comes next."""
    case, row = change_or_404(request, number)
    day = today()
    adoption = Adoption.objects.live().filter(change=row).select_related("vote").last()
    filing, law_of = actions.judged(case, day)
    findings = filing.findings(law_of)
    steps = [
        step for step in case.casekind.lifecycle.moves(case.status)
        if may(request.user, case, *step.roles) and step.slug not in (VOTED, "rejected")
    ]  # fmt: skip
    obstacles = actions.in_the_way(findings) if case.status == "draft" else []
    steps = [step for step in steps if step.slug != ADOPTED or not obstacles]
    lacks = {each.subject for each in obstacles}
    first = {ADOPTED, PUBLISHED} | ({"notice-given"} if lacks & NOTICES else set())
    page = {
        "case": case,
        "row": row,
        "published": published(case),
        "versions": list(row.versions.all()),
        "sections": list(row.sections.all()),
        "notices": list(HearingNotice.objects.live().filter(change=row).select_related("document")),
        "agenda": _on_agendas(case),
        "findings": findings,
        "readings": list(filing.readings(law_of).values()),
        "clocks": list(case.clocks.filter(ended_on__isnull=True)) if case.is_open else [],
        "obstacles": obstacles,
        "steps": steps,
        "primary": next((step.slug for step in steps if step.slug in first), ""),
        "adoption": adoption,
        "fallen": adoption is not None and hasattr(adoption.vote, "taken_back"),
        "carried_out": carried_out_by(adoption.vote) if adoption else [],
        "clerk": may(request.user, case, "clerk"),
        "open_to_all": open_to_all().filter(pk=row.pk).exists(),
        "today": day,
    }
    return render(request, "rulemaking/file.html", page)


def _on_agendas(case: Case) -> list[Hearing]:
    items = case.agenda_items.filter(removed_on__isnull=True).select_related(
        "meeting", "continued_to__meeting"
    )
    found = {item.pk: Hearing(item) for item in items.order_by("meeting__on", "pk")}
    for vote in Vote.objects.standing().filter(item__in=found).order_by("pk"):
        found[vote.item_id].votes.append(vote)
    return list(found.values())


@staff_required
@get_or_post
def change_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """A step of a change with what hangs on it."""
    case, row = change_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    if slug == "revised":
        return _revise(request, case, row)
    day, sent = today(), posted(request)
    more: dict[str, Any] = {}
    form: Any
    if slug == "notice-given":
        heard = hearing_of(case, None)
        begins = {"names": heard.on} if heard.on else {}
        files = request.FILES if request.method == "POST" else None
        form = forms.NoticeForm(sent, files, today=day, initial=begins)
        more = {
            "lead": "Record it as it was given; whether it is in time is found below the change.",
            "cite": step.cite,
        }
    elif slug == PUBLISHED:
        form = forms.PublishForm(sent, today=day)
    else:
        form = forms.AdoptForm(sent, today=day, initial={"effective_on": row.effective_on})
        vote = vote_of(case)
        if vote is not None:
            more = {"lead": f"{vote.says} The day of adoption is that of the vote.", "cite": step.cite}

    def run(said: dict[str, Any]) -> None:
        if slug == "notice-given":
            actions.give_notice(
                case, how=said["how"], place=said["place"], names=said["names"], on=said["on"], today=day,
                by=request.user, proof=said["proof"], file=said["file"],
            )  # fmt: skip
        elif slug == PUBLISHED:
            actions.publish(case, place=said["place"], on=said["on"], by=request.user)
        else:
            _adopt(request, case, said["effective_on"])

    answer = act_page(
        request, case, form, run, title=f"{step.label}, {case.number}", primary=step.label,
        done=f"{case.number}: {step.done.lower()}.", **more,
    )  # fmt: skip
    return redirect("rulemaking-file", case.number) if answer.status_code == 302 else answer


def _adopt(request: HttpRequest, case: Case, effective_on: date | None) -> None:
    try:
        actions.adopt(case, by=request.user, on=today(), effective_on=effective_on)
    except CannotIssue as stays:
        words = " ".join(f"{each.says} ({each.cite})" for each in stays.obstacles)
        raise NotAllowed(f"It stays a draft. {words}") from None


def _revise(request: HttpRequest, case: Case, row: RegulationChange) -> HttpResponse:
    begins = {
        "key": f"revise:{uuid4().hex}",
        "version": case.version,
        **forms.begun_of(row, case.board.town),
    }
    form = forms.ChangeForm(posted(request), today=today(), initial=begins)
    if form.is_bound and form.is_valid():
        seen = form.cleaned_data["version"]
        try:
            actions.revise(
                case, _told(form.cleaned_data), on=today(), by=request.user,
                version=case.version if seen is None else seen,
            )  # fmt: skip
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except Unfit as unfit:
            _say(form, unfit)
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{case.number} is changed.")
            return redirect("rulemaking-file", case.number)
    return _draft_page(request, form, {"board": case.board, "case": case})


@staff_required
@get_or_post
def take_back(request: HttpRequest, number: str) -> HttpResponse:
    """Take an adoption back that was recorded wrongly."""
    case, _ = change_or_404(request, number)
    need_role(request, case, "clerk")
    form = forms.WhyForm(posted(request))

    def run(said: dict[str, Any]) -> None:
        actions.take_adoption_back(case, why=said["why"], now=now(), by=request.user)

    answer = act_page(
        request, case, form, run, title=f"Take the adoption back, {case.number}",
        primary="Take the adoption back", done=f"{case.number} is a draft again.",
        lead="The entry stays readable in the history. The change is a draft again.",
    )  # fmt: skip
    return redirect("rulemaking-file", case.number) if answer.status_code == 302 else answer


@staff_required
@require_safe
def hearing_notice(request: HttpRequest, number: str) -> HttpResponse:
    """The notice of the hearing, to be published or posted: 404 while no hearing is set."""
    case, row = change_or_404(request, number)
    meeting = _meeting_ahead(case)
    version = row.text
    if meeting is None or version is None:
        raise Http404
    values = {
        "board": paper.board_values(case.board),
        **_on_paper(row, version.text),
        "on": meeting.on,
        "at": f"{meeting.moment:%I:%M %p}".lstrip("0").lower(),
        "place": meeting.place,
        "link": meeting.link,
        "read_at": request.build_absolute_uri("/").removesuffix("/").partition("://")[2],
        "effective_on": row.effective_on or "",
        "written_on": today(),
    }
    return show_pdf(paper.render("letters/regulation_notice.html", values), f"{number}-notice.pdf")


def _meeting_ahead(case: Case) -> Meeting | None:
    """The meeting at which the change is to be heard."""
    ahead: Iterable[AgendaItem] = case.agenda_items.filter(
        sort__in=AgendaItem.HEARD, removed_on__isnull=True, continued_to__isnull=True,
        meeting__cancelled_on__isnull=True, meeting__attended_on__isnull=True,
    ).select_related("meeting").order_by("meeting__on")  # fmt: skip
    return next((item.meeting for item in ahead), None)
