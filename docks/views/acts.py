"""A step of a dock with what hangs on it: one small page each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import lazy
from django.utils.timezone import now

from docks.actions import after, decision, notice, work
from docks.forms import life as forms
from docks.models.life import PlanRevision, services_of
from docks.rules import life as rules
from docks.views.common import dock_or_404
from office.actions import steps
from office.forms_acts import ActForm
from office.forms_counter import UPLOAD_LIMIT
from office.kinds import HEARING
from office.models import Case
from office.schedules import named
from office.views.common import act_page, get_or_post, need_role, posted, staff_required, today

# Steps whose page asks a day and perhaps a word, and nothing else.
PLAIN = {
    "dep-numbered": forms.DepForm, "order-recorded": forms.RegistryForm, "order-extended": forms.ExtendForm,
    "natural-resources-told": forms.ToldForm, "commission-told": forms.ToldForm, "work-started": ActForm,
    "completed": forms.CompleteForm, "certified": forms.NoteForm, "put-in": ActForm, "taken-out": ActForm,
    "property-transferred": forms.NoteForm, "lift-need-ended": forms.NoteForm,
    "dock-visited": forms.VisitForm, "refiled": forms.RefileForm, "stakes-standing": forms.StandingForm,
}  # fmt: skip
WITH_FILE = {"staked": forms.StakeForm, "plans-revised": forms.RevisionForm}


@staff_required
@get_or_post
def serve(request: HttpRequest, number: str, part: str) -> HttpResponse:
    """Record the copy that one of the three offices got."""
    case, day = dock_or_404(request, number), today()
    if part not in rules.TO_SERVE:
        raise Http404
    need_role(request, case, "clerk")
    form = forms.ServeForm(
        posted(request), _files(request), today=day, upload_limit=UPLOAD_LIMIT, initial={"on": case.filed_on}
    )
    office = rules.OFFICES[part]
    before = services_of(case).get(part)

    def run(said: dict[str, Any]) -> None:
        notice.serve(
            case, part=part, method=said["method"], proof=said["proof"], served_on=said["on"],
            file=said["file"], on=day, by=request.user,
        )  # fmt: skip

    return _back(
        act_page(
            request, case, form, run, title=f"Copy to the {office}", primary="Record the copy",
            done=f"The copy to the {office} is recorded.", cite="Barnstable 703-3(B)",
            lead=f"By certified mail or by hand, with a receipt, by the filing day, {named(case.filed_on)}. "
            + (f"On record: {before}. A new entry takes its place." if before else ""),
        ),
        case,
    )  # fmt: skip


@staff_required
@get_or_post
def dock_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """One step of a notice of intent that has a page of its own."""
    case = dock_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day = today()
    form = _form(request, case, slug, day)
    done = {"says": f"{case.number}: {step.done[:1].lower()}{step.done[1:]}."}

    def run(said: dict[str, Any]) -> None:
        done["says"] = _run(case, slug, form, said, request, day) or done["says"]

    open_now = not step.from_ or case.status in step.from_
    lead = _lead(case, slug, day) if open_now else f"{step.label} is not open while it is {case.status}."
    answer = act_page(
        request, case, form, run, title=f"{step.label}, {case.number}", primary=step.label,
        done=_said(done), lead=lead, cite=step.cite if lead else "", template="docks/act.html",
        stops=_stops(case, slug, day) if open_now else [],
    )  # fmt: skip
    return _back(answer, case)


def _said(done: dict[str, str]) -> str:
    """What is said once the act is done: some acts say what came of them."""
    said: str = lazy(lambda: done["says"], str)()
    return said


def _back(answer: HttpResponse, case: Case) -> HttpResponse:
    """To the page of the dock's life instead of the case file."""
    return redirect("dock-life", case.number) if answer.status_code == 302 else answer


def _files(request: HttpRequest) -> Any:
    return request.FILES if request.method == "POST" else None


# ------------------------------------------------------------------------------------------------- the form
def _form(request: HttpRequest, case: Case, slug: str, day: date) -> ActForm:
    data = posted(request)
    if slug in WITH_FILE:
        return WITH_FILE[slug](data, _files(request), today=day, upload_limit=UPLOAD_LIMIT)
    if slug == "accepted":
        last = case.events.live().filter(slug="answered").order_by("pk").last()
        return forms.AcceptForm(data, today=day, initial={"on": last.on if last else case.filed_on})
    if slug == "incomplete":
        said = [each for each in notice.missing_for_acceptance(case) if "703-3(G)" not in each]
        return forms.MissingForm(
            data, today=day, initial={"reason": " ".join(said) or "The items listed below are missing."}
        )
    if slug == "construction-starts":
        return forms.PlannedForm(data, today=day, ahead=True, initial={"on": None})
    if slug == "plans-approved":
        rows = list(PlanRevision.objects.filter(case=case))
        return forms.ApprovalForm(data, today=day, revisions=rows)
    if slug == "vessel-changed":
        boats = after.boats_now(case, work.facts_of(case, day))
        return forms.BoatForm(data, today=day, boats=[boat.name or "" for boat in boats])
    if slug == "stakes-standing":
        hearing = case.events.live().filter(slug=HEARING).last()
        return forms.StandingForm(data, today=day, initial={"on": hearing.on} if hearing else None)
    made = PLAIN.get(slug)
    if made is None:
        raise Http404
    form: ActForm = made(data, today=day)
    return form


# -------------------------------------------------------------------------------------------- what it does
def _run(case: Case, slug: str, form: ActForm, said: dict[str, Any], request: HttpRequest, day: date) -> str:
    """Call the action of the step; what to say when it is more than that the step was recorded."""
    by: dict[str, Any] = {"on": said["on"], "by": request.user}
    acts: dict[str, Callable[[], Any]] = {
        "accepted": lambda: notice.accept(case, complete_on=said["on"], on=day, by=request.user, now=now()),
        "incomplete": lambda: steps.record(case, slug, note=said["reason"], now=now(), **by),
        "refiled": lambda: notice.take_up_again(case, earlier=said["earlier"], **by),
        "staked": lambda: notice.stake(case, marks=said["marks"], photo=said["file"], recorded_on=day, **by),
        "stakes-standing": lambda: notice.check_stakes(
            case, standing=said["standing"] == "yes", note=said["note"], **by
        ),
        "dep-numbered": lambda: decision.give_number(case, number=said["number"], **by),
        "order-recorded": lambda: decision.record_at_registry(
            case, book=said["book"], page=said["page"], certificate=said["certificate"], **by
        ),
        "order-extended": lambda: decision.extend(
            case, until=said["until"], why=said["reason"], now=now(), **by
        ),
        "construction-starts": lambda: work.plan_start(case, start=said["on"], today=day, by=request.user),
        "natural-resources-told": lambda: work.tell(
            case, office=rules.NATURAL_RESOURCES, note=said["note"], **by
        ),
        "commission-told": lambda: work.tell(case, office=rules.COMMISSION, note=said["note"], **by),
        "work-started": lambda: work.start(case, **by),
        "plans-revised": lambda: work.revise(case, what=said["what"], plans=said["file"], **by),
        "plans-approved": lambda: work.approve_plans(
            case, number=int(said["number"]), why=said["reason"], **by
        ),
        "completed": lambda: work.complete(
            case, altered=said["altered"] == "yes", built_on=said["built_on"], **by
        ),
        "certified": lambda: work.certify(case, note=said["note"], now=now(), **by),
        "put-in": lambda: after.season(case, put_in=True, **by),
        "taken-out": lambda: after.season(case, put_in=False, **by),
        "property-transferred": lambda: _lift_says(after.end_lift(case, slug, note=said["note"], **by)),
        "lift-need-ended": lambda: _lift_says(after.end_lift(case, slug, note=said["note"], **by)),
        "vessel-changed": lambda: _boat_says(after.change_boat(case, _boat(said), **by)),
        "dock-visited": lambda: after.visit(case, form.seen, **by),  # type: ignore[attr-defined]
    }
    told = acts[slug]()
    return told if isinstance(told, str) else ""


def _boat(said: dict[str, Any]) -> after.Boat:
    return after.Boat(
        said["name"], said["length_ft"], said["beam_ft"], said["draft_in"], said["drive"], said["horsepower"],
        said.get("replaces") or "",
    )  # fmt: skip


def _lift_says(due: date | None) -> str:
    return f"The lift is to be removed through {named(due)}." if due else "No lift has to go."


def _boat_says(amiss: list[Any]) -> str:
    if not amiss:
        return "The boat is recorded. Every rule that depends on boats is met."
    return "The boat is recorded. Not met or not known: " + " ".join(found.says for found in amiss)


# ----------------------------------------------------------------------------------------- what it says first
def _lead(case: Case, slug: str, day: date) -> str:
    calendar = case.board.calendar()
    if slug == "staked" or slug == "stakes-standing":
        hearing = case.events.live().filter(slug=HEARING).last()
        if hearing is None:
            return "No hearing is set yet. The marks are asked for in the three weeks before it."
        first, last = rules.stake_window(hearing.on)
        return f"Asked for from {named(first)} until the hearing opens on {named(last)}."
    if slug in ("natural-resources-told", "commission-told"):
        start = case.events.live().filter(slug="construction-starts").last()
        if start is None:
            return "No start of work is planned yet."
        days = rules.RESOURCES_DAYS if slug == "natural-resources-told" else rules.COMMISSION_DAYS
        last = rules.latest_notice(start.on, days, calendar)
        return f"Work is to start on {named(start.on)}; the last good day of the notice is {named(last)}."
    if slug == "accepted":
        return "From that day the hearing is due within 21 calendar days."
    return ""


def _stops(case: Case, slug: str, day: date) -> list[str]:
    """Why the step would be refused today, where that can be told before the form is sent."""
    if slug == "accepted":
        return notice.missing_for_acceptance(case)
    if slug == "work-started":
        return rules.start_problems(day, work.known_of(case, day), case.board.calendar())
    if slug == "plans-approved" and not PlanRevision.objects.filter(case=case).exists():
        return ["No revised plans are on file. Put them on file first (Barnstable 703-6(C))."]
    return []


__all__ = ["dock_act", "serve"]
