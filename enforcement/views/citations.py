"""Following a citation to its end: its page, and what is recorded there with all that hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from enforcement.actions import citation_life as life
from enforcement.forms import DecidedForm, WhyForm
from enforcement.models import Citation
from enforcement.models.citations import CITATION, WARNING
from enforcement.rules.fines import Rung
from office.actions import money
from office.calendar import Roll
from office.forms_acts import ActForm
from office.models import Case, ClockRow, Event, Notice
from office.permissions import may
from office.views.common import act_page, case_or_404, get_or_post, need_role, posted, staff_required, today

ANSWER_DAYS = timedelta(days=21)  # Massachusetts c.40 §21D and c.270 §16A
ASKS_COURT = ("unanswered", "responsible", "at court")  # where a complaint may be asked for, or was


def citation_or_404(request: HttpRequest, number: str) -> tuple[Case, Citation]:
    """The citation or warning, if this person may see it; 404 for any other case."""
    case = case_or_404(request, number)
    if case.kind not in (CITATION, WARNING) or case.details is None:
        raise Http404
    return case, case.details


@dataclass(frozen=True)
class Service:
    """Whether the notice reached the offender in time: handed over or mailed within 15 days (c.40 §21D).

    `served_on` is None before; `left` the days through the last good one, below 0 when it has passed.
    """

    last: date
    served_on: date | None
    left: int

    @property
    def missed(self) -> bool:
        """Whether the last day went by, unserved or served too late."""
        return self.served_on > self.last if self.served_on else self.left < 0


def _service(clocks: Sequence[ClockRow], events: Sequence[Event], day: date) -> Service | None:
    row = next((each for each in clocks if each.clock == "citation-notice"), None)
    if row is None:
        return None
    served = [event.on for event in events if event.slug == "citation-delivered"]
    return Service(row.due_on, served[-1] if served else None, (row.due_on - day).days)


@staff_required
@require_safe
def citation(request: HttpRequest, number: str) -> HttpResponse:
    """The citation: its amount and why, the days that count, what comes next, the papers."""
    case, row = citation_or_404(request, number)
    day = today()
    clocks = list(case.clocks.order_by(F("ended_on").asc(nulls_first=True), "due_on"))
    events = list(case.events.live())
    charges = money.charges_of(case)
    balance = sum((owed.due for owed in charges), Decimal(0))
    paid = any(owed.paid for owed in charges)
    moves = case.casekind.lifecycle.moves(case.status)
    steps = [step for step in moves if may(request.user, case, *step.roles)]
    # A payment in full records itself, and there is no copy to send before the notice went out or twice.
    owed = any(row.clock == "court-copy" and row.ended_on is None for row in clocks)
    idle = {"citation-paid"} if balance > 0 else set()
    idle |= set() if owed else {"court-copy-sent"}
    steps = [step for step in steps if step.slug not in idle]
    clerk = may(request.user, case, "clerk")
    calendar = case.board.calendar()
    context = {
        "case": case,
        "row": row,
        "warning": row.rung == Rung.WARNING,
        "clocks": clocks,
        "service": _service(clocks, events, day),
        "served": any(event.slug == "citation-delivered" for event in events),
        "letters": [each for each in case.notices.all() if each.status != Notice.Status.STOPPED],
        "by_notice": calendar.roll(row.dated_on + ANSWER_DAYS, Roll.STATUTE),
        "by_violation": calendar.roll(row.violated_on + ANSWER_DAYS, Roll.STATUTE),
        "steps": steps,
        "charges": charges,
        "balance": balance,
        "asks_court": case.status in ASKS_COURT,
        "writes": may(request.user, case, *life.PEOPLE),
        "clerk": clerk,
        # What a receipt paid is taken back by voiding that receipt.
        "reopens": clerk and life.may_reopen(case) and not (case.status == "paid" and paid and balance == 0),
        "today": day,
    }
    return render(request, "enforcement/citation.html", context)


@staff_required
@get_or_post
def citation_act(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """What the court decided, a withdrawal, silence, or payment in full, with what hangs on each."""
    case, row = citation_or_404(request, number)
    step = next((each for each in case.casekind.lifecycle.steps if each.slug == slug and each.page), None)
    if step is None:
        raise Http404
    need_role(request, case, *step.roles)
    day, sent = today(), posted(request)
    responsible = slug == "found-responsible"
    form: ActForm
    if slug == "withdrawn":
        form = WhyForm(sent, today=day)
    elif slug in ("citation-paid", "unanswered"):
        form = ActForm(sent, today=day)
    else:
        form = DecidedForm(sent, today=day, responsible=responsible, amount=row.amount)

    def run(data: dict[str, Any]) -> None:
        said: dict[str, Any] = {"on": data["on"], "by": request.user}
        if slug == "withdrawn":
            life.withdraw(case, why=data["why"], **said)
        elif slug == "citation-paid":
            life.paid_in_full(case, **said)
        elif slug == "unanswered":
            life.unanswered(case, **said)
        else:
            life.decided(
                case, responsible=responsible, why=data["why"], amount=data.get("amount"),
                costs=data.get("costs"), **said,
            )  # fmt: skip

    return act_page(
        request, case, form, run,
        title=f"{step.label}, {case.number}",
        primary=step.label,
        done=f"{case.number}: {step.done.lower()}.",
    )  # fmt: skip


@staff_required
@get_or_post
def citation_reopen(request: HttpRequest, number: str) -> HttpResponse:
    """Take back a withdrawal, a decision of the court or a payment in full that was recorded by mistake."""
    case, _ = citation_or_404(request, number)
    need_role(request, case, "clerk")
    slug = life.may_reopen(case)
    if not slug:
        raise Http404  # it has not come to anything that can be taken back
    done = case.casekind.lifecycle.step(slug).done
    form = WhyForm(posted(request), today=today())

    def run(data: dict[str, Any]) -> None:
        life.reopen(case, why=data["why"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run,
        title=f"Take back “{done}”, {case.number}",
        primary=f"Take back “{done}”",
        done=f"{case.number}: “{done}” was taken back.",
        lead="What it did to the charges is undone, and the history keeps both entries.",
    )  # fmt: skip
