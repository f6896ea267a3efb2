"""Issuing an order on a phone, and following it: corrections, hearings, what may follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from enforcement.actions import order_life, orders
from enforcement.actions.citations import Unfit
from enforcement.actions.orders import OF_PERMITS, Told
from enforcement.forms.orders import (
    CorrectionForm,
    HearingForm,
    LookAgainForm,
    OrderForm,
    OrderReasonForm,
    begun_of,
    correction_forms,
)
from enforcement.models import FineLine, Order, OrderItem
from enforcement.models.orders import ORDER, Before, before_fine
from enforcement.rules.orders import Mend, Sort, Stands, town_may_act
from office import kinds
from office.actions.errors import NotAllowed, WrongRole
from office.forms_acts import ActForm
from office.models import Board, Case, ClockRow
from office.permissions import may, roles_of
from office.schedules import Problem
from office.views.common import (
    act_page,
    case_or_404,
    get_or_post,
    need_role,
    posted,
    staff_required,
    today,
)

TITLES = {
    Sort.CORRECT: "Order to correct",
    Sort.STOP_WORK: "Stop-work order",
    Sort.SUSPENSION: "Suspend a permit",
    Sort.SHOW_CAUSE: "Call to show cause",
    Sort.LATE_PLAN: "Notice that a plan is late",
}
ONLY = {Sort.LATE_PLAN: "Jamestown"}  # whose code alone knows it


def asked_case(request: HttpRequest) -> Case | None:
    """The case a page is opened from, by its number in the address or on the page; 404 for one unseen."""
    number = request.POST.get("of") or request.GET.get("of", "")
    number = number.replace("\0", "")
    return case_or_404(request, number) if number else None


def board_for(request: HttpRequest, of: Case | None, boards: Iterable[str], roles: Iterable[str]) -> Board:
    """The board for which this person does this: that of the case, or theirs; 403 for the wrong role."""
    wanted = set(roles)
    keys = [board for board, held in roles_of(request.user).items() if held & wanted]
    found = Board.objects.filter(pk__in=keys, slug__in=tuple(boards))
    board = (found.filter(pk=of.board_id) if of is not None else found).first()
    if board is None:
        raise PermissionDenied
    return board


# --------------------------------------------------------------------------------------------- issuing one
@staff_required
@get_or_post
def new_order(request: HttpRequest) -> HttpResponse:
    """One page: what it rests on, who and where, what is to be corrected by when, how it goes out."""
    of, day = asked_case(request), today()
    said = request.POST.get("sort") or request.GET.get("sort", "")
    sort = Sort(said) if said in {each.value for each in Sort} else Sort.CORRECT
    board = board_for(
        request, of, kinds.get(ORDER).boards, orders.DECIDERS if sort in OF_PERMITS else order_life.WRITERS
    )
    if ONLY.get(sort, board.town) != board.town or (sort in OF_PERMITS and of is None):
        raise Http404
    data = posted(request)
    begins = {"key": f"order:{uuid4().hex}", "found_on": day, "given_on": day, **begun_of(of)}
    form = OrderForm(data, board=board, today=day, sort=sort, of=of, initial=begins)
    more = "more" in request.POST
    rows = correction_forms(data, form.grounds, more) if sort is Sort.CORRECT else []
    if data is None:
        return _page(request, form, rows)
    if request.headers.get("HX-Request") and request.headers.get("HX-Target") in ("found", "items"):
        form.errors.clear()
        part = "found" if request.headers["HX-Target"] == "found" else "items"
        return render(request, f"enforcement/order_{part}.html", {"form": form, "rows": rows})
    if more or "check" in request.POST:
        form.errors.clear()
        return _page(request, form, rows)
    if not all([form.is_valid(), *[row.is_valid() for row in rows]]):
        return _page(request, form, rows)
    try:
        case = orders.issue(
            board, _told(form, rows), on=day, now=now(), by=request.user, key=form.cleaned_data["key"]
        )
    except WrongRole as refused:
        raise PermissionDenied(str(refused)) from refused
    except Unfit as unfit:
        say(form, rows, unfit.problems)
    except NotAllowed as refused:
        form.add_error(None, str(refused))
    else:
        messages.success(request, f"{case.number} was issued.")
        return redirect("order", case.number)
    return _page(request, form, rows)


def _page(request: HttpRequest, form: OrderForm, rows: list[CorrectionForm]) -> HttpResponse:
    wrong = bool(form.errors) or any(row.errors for row in rows if row.is_bound)
    others = [
        (each, title)
        for each, title in TITLES.items()
        if ONLY.get(each, form.board.town) == form.board.town
        and (form.of is not None or each not in OF_PERMITS)
        and may(request.user, form.board, *(orders.DECIDERS if each in OF_PERMITS else order_life.WRITERS))
    ]
    page = {
        "form": form, "rows": rows, "board": form.board, "of": form.of, "sort": form.sort.value,
        "title": TITLES[form.sort], "others": others, "forms": [form, *rows],
    }  # fmt: skip
    return render(request, "enforcement/order_new.html", page, status=422 if wrong else 200)


def _told(form: OrderForm, rows: list[CorrectionForm]) -> Told:
    said, party = form.cleaned_data, form.party
    assert party is not None
    return Told(
        sort=form.sort, offender=party, found=said.get("found") or "", found_on=said["found_on"],
        served=said["served"], basis=form.grounds, section=said.get("section") or "",
        items=[row.asked for row in rows if row.filled], given_on=said.get("given_on"),
        given_at=said.get("given_at"), took=said.get("took") or "", parcel=form.parcel,
        facility=form.chosen_facility, place=said.get("place") or "", due_on=said.get("due_on"),
        daily=said.get("daily"), reason=said.get("reason") or "", hearing_on=said.get("hearing_on"),
        hearing_where=said.get("hearing_where") or "", parent=form.of,
    )  # fmt: skip


def say(form: OrderForm, rows: list[CorrectionForm], problems: Iterable[Problem]) -> None:
    """Each problem at the field that asks for it, of the page or of a correction."""
    filled = [row for row in rows if row.filled]
    for problem in problems:
        head, _, rest = problem.field.partition("-")
        if head == "item" and rest:
            number, _, name = rest.partition("-")
            row = filled[int(number) - 1]
            row.add_error(name if name in row.fields else None, problem.says)
        elif problem.field == "items" and rows:
            rows[0].add_error("what", problem.says)
        else:
            form.add_error(problem.field if problem.field in form.fields else None, problem.says)


# ------------------------------------------------------------------------------------------- following it
@dataclass(frozen=True)
class Row:
    """One correction on the page: its clock, when it was made, when last found not made."""

    item: OrderItem
    clock: ClockRow | None
    corrected_on: date | None
    state: str


def order_or_404(request: HttpRequest, number: str) -> tuple[Case, Order]:
    """The order, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind != ORDER or case.details is None:
        raise Http404
    return case, case.details


@staff_required
@require_safe
def order(request: HttpRequest, number: str) -> HttpResponse:
    """The order: each correction and its day, the letters, what comes next, what may follow."""
    case, row = order_or_404(request, number)
    day = today()
    clocks = {each.subject: each for each in case.clocks.all()}
    done = order_life.made(case)
    rows = [_row(item, clocks.get(item.subject), done.get(item.subject)) for item in row.items.all()]
    steps = [
        step for step in case.casekind.lifecycle.moves(case.status) if may(request.user, case, *step.roles)
    ]
    basis = row.grounds
    context = {
        "case": case,
        "row": row,
        "basis": basis,
        "rows": rows,
        "steps": steps,
        "notices": list(case.notices.order_by("pk")),
        "waits": [each for each in clocks.values() if each.clock.endswith("-receipt") and not each.ended_on],
        "hearing": case.events.live().filter(slug__in=("hearing", "show-cause-hearing")).last(),
        "counter": order_life.counter(row, day) if row.sort == Sort.LATE_PLAN and case.is_open else "",
        "cite": _cite(request, case, row, day),
        "may_lien": bool(basis and basis.lien and town_may_act(basis, [_stands(each) for each in rows], day)
                         and may(request.user, case, "clerk")),
        "may_prosecute": may(request.user, case, "clerk", "inspector"),
        "may_extend": may(request.user, case, "clerk", "member"),
        "children": list(case.children.order_by("pk")),
        "parent": case.parent,
        "today": day,
    }  # fmt: skip
    return render(request, "enforcement/order.html", context)


def _row(item: OrderItem, clock: ClockRow | None, corrected_on: date | None) -> Row:
    if corrected_on is not None:
        late = clock is not None and corrected_on > clock.due_on
        return Row(item, clock, corrected_on, "Corrected late" if late else "Corrected")
    if clock is None:
        return Row(item, clock, None, "Waits for receipt")
    return Row(item, clock, None, clock.state(now()))


def _stands(row: Row) -> Stands:
    return Stands(Mend(row.item.mend), row.clock.due_on if row.clock else None, row.corrected_on)


def _cite(request: HttpRequest, case: Case, row: Order, day: date) -> str:
    """The address at which the citation that this order opens is written, filled in; or ""."""
    basis = row.grounds
    if basis is None or not basis.line or not may(request.user, case, "clerk", "inspector"):
        return ""
    lapsed = before_fine(case.board, basis.line, on=day, number=case.number)
    line = FineLine.objects.filter(board=case.board, number=basis.line).first()
    if not lapsed or line is None:
        return ""
    if not line.ticket:
        return f"{reverse('new-prosecution')}?{urlencode({'of': case.number})}"
    return f"{reverse('new-citation')}?{urlencode(_said(case, line, lapsed[0]))}"


def _said(case: Case, line: FineLine, lapsed: Before) -> dict[str, Any]:
    """What the citation page asks, as this order answers it; by the names of its fields."""
    said: dict[str, Any] = {"of": case.number, **begun_of(case)}
    said |= {"line": line.pk} if line.usual else {"line": "other", "other": line.pk}
    if lapsed.given_at is not None:
        said |= {"given_on": lapsed.given_at.date().isoformat(), "given_time": f"{lapsed.given_at:%H:%M}"}
        if lapsed.seen_at is not None:
            said |= {"seen_on": lapsed.seen_at.date().isoformat(), "seen_time": f"{lapsed.seen_at:%H:%M}"}
    else:
        said["prior_on"] = lapsed.due_on.isoformat()
    return said


LOOK = ("corrected", "complied")
HEARINGS = ("hearing", "show-cause-hearing")


@staff_required
@get_or_post
def order_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """A step of an order with what hangs on it."""
    case, row = order_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None or "draft" in step.from_:
        raise Http404
    need_role(request, case, *step.roles)
    day, sent = today(), posted(request)
    lead = ""
    form: ActForm
    if slug == "corrected":
        done = order_life.made(case)
        open_ones = [item for item in row.items.all() if item.subject not in done]
        form = LookAgainForm(
            sent, today=day, now=now(), items=open_ones, initial={"at": f"{now().astimezone():%H:%M}"}
        )
        lead = "" if open_ones else "Every correction is recorded as made."
    elif slug in HEARINGS:
        form = HearingForm(sent, today=day, ahead=True)
    elif slug in order_life.OUTCOMES or slug == "lifted":
        form = OrderReasonForm(sent, today=day)
    else:
        form = ActForm(sent, today=day)

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {"on": data["on"], "by": request.user}
        if isinstance(form, LookAgainForm):
            order_life.look_again(
                case, corrected=form.numbers("yes"), uncorrected=form.numbers("no"), at=data["at"],
                note=data.get("note") or "", **said,
            )  # fmt: skip
        elif slug == "complied":
            order_life.comply(case, **said)
        elif slug in HEARINGS:
            order_life.set_hearing(case, where=data["where"], now=now(), **said)
        elif slug == "lifted":
            order_life.lift(case, why=data["reason"], now=now(), **said)
        elif slug == "plan-handed-in":
            order_life.hand_in(case, **said)
        else:
            order_life.decide(case, slug, why=data["reason"], now=now(), **said)

    answer = act_page(
        request, case, form, run,
        title=f"{step.label}, {case.number}",
        primary=step.label,
        done=f"{case.number}: {step.done.lower()}.",
        lead=lead,
    )  # fmt: skip
    return redirect("order", case.number) if answer.status_code == 302 else answer


__all__ = ["asked_case", "board_for", "new_order", "order", "order_act", "order_or_404"]
