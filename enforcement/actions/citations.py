"""Issuing citations and warnings. The amount and its working are frozen at issue."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from enforcement.models import Citation, FineAmount, FineLine
from enforcement.models.citations import CITATION, OFFENDER, WARNING, notice_through, on_record
from enforcement.rules import ladder, sums
from enforcement.rules.fines import Fine, Prior, Route, Rung
from office import kinds
from office.actions import money
from office.actions.cases import open_case, record
from office.actions.clocks import raise_task
from office.actions.errors import CannotIssue, NotAllowed, Obstacle, WrongRole
from office.intake import Filing, Intake, answers_of
from office.law import Finding
from office.models import Board, Case, Facility, Parcel, Party
from office.permissions import may
from office.pricing import Line, dollars
from office.schedules import Problem, named

SETTLES = "The officer corrects the answer"


class Unfit(NotAllowed):
    """What was told cannot be cited; `problems` says at which answer, and how to put it right."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.says for problem in problems))


@dataclass(frozen=True)
class Told:
    """What the officer tells: the line, the offender, what happened, and how the notice goes out.

    An `offender` without a key is somebody new, put on file when the citation is issued.

    `order_at` is the time of day at which a 24-hour order is given with a warning. `same_person` are the
    numbers found by place of which the officer said that it was the same person; `separate` is why another
    citation for the same days is for an act of its own.
    """

    line: FineLine
    offender: Party
    offense: sums.Offense
    served: str
    seen: str = ""
    receipt: str = ""
    parcel: Parcel | None = None
    facility: Facility | None = None
    place: str = ""
    violated_at: time | None = None
    order_at: time | None = None
    marina: str = ""
    same_person: Collection[str] = field(default_factory=tuple)
    separate: str = ""
    parent: Case | None = None


@dataclass(frozen=True)
class Draft:
    """A citation worked out and not yet written: the row, the step, the sum, the findings, what is wrong."""

    told: Told
    row: FineAmount
    fine: Fine
    place: ladder.Ladder
    problems: list[Problem]
    details: Citation | None = None
    findings: Sequence[Finding] = ()

    @property
    def warns(self) -> bool:
        return self.place.rung is Rung.WARNING


class Written(Intake):
    """The details row of a citation, worked out by the action: no form asks it."""

    def __init__(self, kind: kinds.CaseKind, details: Citation) -> None:
        super().__init__(kind)
        self.details = details

    def save(self, case: Case) -> Citation:
        self.details.case = case
        self.details.save()
        return self.details


# ------------------------------------------------------------------------------------------ working out
def work_out(board: Board, told: Told, *, on: date) -> Draft:
    """What a citation of this would be on the day `on`; writes nothing. LookupError without a row.

    The row of the violation's own day counts, whenever the citation is written.
    """
    row = FineAmount.objects.in_force(told.offense.first).filter(line=told.line).first()
    if row is None:
        day = named(told.offense.first)
        raise LookupError(
            f"Line {told.line} has no figure for {day}. An administrator adds one in the admin."
        )
    fine, offense = row.fine(), told.offense
    known = told.offender if told.offender.pk else None
    found = on_record(board, told.line, offender=known, parcel=told.parcel, facility=told.facility)
    prior = sums.prior_met(fine, offense)
    place = ladder.ladder(fine, found, offense.first, prior=prior, same_person=told.same_person)
    problems = _told_wrong(board, told, on) + sums.wrong(fine, offense, place)
    if place.rung is Rung.WARNING and fine.prior is Prior.ORDER_24H and told.order_at is None:
        says = f"Enter the time at which the order is given: 24 hours are counted from it. ({fine.cite})"
        problems.append(Problem("order_at", says))
    if problems:
        return Draft(told, row, fine, place, problems)
    total = sums.reckon(fine, place, offense)
    details = _details(told, row, place, total, on)
    kind = kinds.get(WARNING if place.rung is Rung.WARNING else CITATION)
    findings = Filing(kind, answers_of(details)).findings(on)
    return Draft(told, row, fine, place, [], details, findings)


def _details(told: Told, row: FineAmount, place: ladder.Ladder, total: sums.Sum, on: date) -> Citation:
    offense = told.offense
    return Citation(
        line=told.line, source=row, name=told.offender.name, mail_to=told.offender.mailing_address,
        place=told.place or _place(told), seen=told.seen, violated_on=offense.first,
        violated_at=told.violated_at, last_on=offense.last if offense.through > offense.first else None,
        units=offense.units, prior_on=offense.prior_on, given_at=offense.given_at, seen_at=offense.seen_at,
        marina=told.marina, chosen=offense.chosen, reason=offense.reason.strip(),
        separate=told.separate.strip(), ordinal=place.ordinal, rung=place.rung, amount=total.amount,
        working="\n".join(total.lines), counted=[each.number for each in place.counted],
        confirmed=sorted(told.same_person), dated_on=on, served=told.served, receipt=told.receipt,
    )  # fmt: skip


def _place(told: Told) -> str:
    if told.facility is not None:
        return told.facility.name
    return str(told.parcel) if told.parcel is not None else ""


def _told_wrong(board: Board, told: Told, on: date) -> list[Problem]:
    """What is wrong with the day, the place or a second citation for the same act."""
    said, offense = [], told.offense
    if offense.first > on:
        said.append(Problem("first", f"{named(offense.first)} lies ahead. Enter the day it happened."))
    elif offense.through > on:
        said.append(Problem("last", f"{named(offense.through)} lies ahead. Enter the last day so far."))
    if told.parcel is not None and told.parcel.town != board.town:
        says = f"{told.parcel} lies in {told.parcel.town}. Choose a lot in {board.town}."
        said.append(Problem("parcel", says))
    twin = _twin(board, told)
    if twin is not None and not told.separate.strip():
        says = (
            f"{twin.case.number} cites {told.offender} for this offense on {named(twin.violated_on)} "
            "already: one act is cited once, under one line. Say why this is a separate act, or open that "
            "citation."
        )
        said.append(Problem("separate", says))
    return said


def _twin(board: Board, told: Told) -> Citation | None:
    """A standing citation of this person for the same offense on a day of this one; doubled lines are one."""
    if told.offender.pk is None:
        return None
    lines = FineLine.objects.filter(board=board)
    first = told.line.doubles_id or told.line.pk
    same = lines.filter(pk=first) | lines.filter(doubles=first)
    return (
        Citation.objects.alias(through=Coalesce("last_on", F("violated_on")))
        .filter(
            line__in=same, case__people__party=told.offender, case__people__role=OFFENDER,
            violated_on__lte=told.offense.through, through__gte=told.offense.first,
        )
        .exclude(case__status__in=("withdrawn", "not responsible"))
        .select_related("case")
        .order_by("pk")
        .first()
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- issuing
@transaction.atomic
def issue(board: Board, told: Told, *, on: date, by: Any, key: str, agreed: Decimal | None = None) -> Case:
    """Write the citation, or the warning where the ladder begins with one: once for each `key`.

    `agreed` is the amount the officer was shown; when another citation came between and changed it, nothing
    is written. Raises WrongRole, Unfit at the answers to change, CannotIssue for findings, NotAllowed.
    """
    if not may(by, board, "clerk", "inspector"):
        raise WrongRole(f"Citations are written by the inspectors and clerks of {board}.")
    if told.offender.pk:
        # Of two written at once for one person the second waits here, and then counts the first.
        Party.objects.select_for_update(no_key=True).get(pk=told.offender.pk)
    else:
        # Somebody new has no row to wait at: of two presses of one form the second waits at the board's.
        Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    if earlier := Case.objects.filter(filing_key=key).first():
        return earlier
    try:
        draft = work_out(board, told, on=on)
    except LookupError as missing:
        raise NotAllowed(str(missing)) from None
    if draft.problems:
        raise Unfit(draft.problems)
    details = draft.details
    assert details is not None
    if agreed is not None and agreed != details.amount:
        raise NotAllowed(
            f"The amount was {dollars(agreed)} and is {dollars(details.amount)} now: {draft.place.says} "
            "Look at it, then issue it again."
        )
    if stops := [found for found in draft.findings if found.stops_issuing]:
        raise CannotIssue(
            [Obstacle("finding", each.says, SETTLES, each.cite, subject=each.rule) for each in stops]
        )
    if told.offender.pk is None:
        put_on_file(told.offender, on=on, by=by)
    kind = kinds.get(WARNING if draft.warns else CITATION)
    case = open_case(
        kind=kind.slug, on=on, by=by, board=board, intake=Written(kind, details), key=key,
        parcels=[told.parcel] if told.parcel else [], facility=told.facility,
        people=[(told.offender, OFFENDER)], parent=told.parent, note=f"{told.line.what}. {draft.place.says}",
    )  # fmt: skip
    _record(case, draft, details, on=on, by=by)
    _recount(board, case, draft, on=on)
    return case


def put_on_file(offender: Party, *, on: date, by: Any) -> None:
    """Put somebody new on file: the officer in the field has no clerk beside them."""
    offender._history_user = by  # type: ignore[attr-defined]
    offender._change_reason = f"Cited, {on:%B} {on.day}, {on.year}"  # type: ignore[attr-defined]
    offender.save()


def _record(case: Case, draft: Draft, details: Citation, *, on: date, by: Any) -> None:
    """What happened, as the clocks read it, and what it costs."""
    told = draft.told
    record(case, "violation", on=details.violated_on, by=by, note=told.seen)
    if draft.warns:
        if draft.fine.prior is Prior.ORDER_24H:
            record(case, "facility-order-given", on=on, at=told.order_at, by=by)
        else:
            record(case, "noted", on=on, by=by, note="Nothing more is due: the next offense is fined.")
        return
    if draft.fine.route is Route.C270_16A:
        record(case, "littering-violation", on=details.violated_on, by=by)
    else:
        record(case, "citation-dated", on=details.dated_on, by=by)
    label = f"Citation: {told.line.what}"[:120]
    working = "; ".join(details.lines)
    line = Line(f"fine-{told.line.number}", label, details.amount, working, draft.fine.cite)
    money.charge(case, line, on=on, by=by)
    if told.served == Citation.Served.IN_HAND:
        said = details.get_receipt_display()
        record(case, "citation-delivered", on=on, by=by, note=f"Handed over. {said}".strip())


# ------------------------------------------------------------------------------------------- afterwards
@transaction.atomic
def paid_in_full(case: Case, *, on: date, by: Any) -> None:
    """Record that nothing is due any more. Raises NotAllowed while something is, WrongRole."""
    due = money.balance(case)
    if due > 0:
        raise NotAllowed(f"{dollars(due)} is still due. Record the payment first.")
    record(case, "citation-paid", on=on, by=by)


@transaction.atomic
def decided(
    case: Case,
    *,
    responsible: bool,
    why: str,
    on: date,
    by: Any,
    amount: Decimal | None = None,
    costs: Decimal | None = None,
) -> None:
    """Record what the court decided; `amount` is its own sum where it set one, `costs` are apart.

    The frozen amount stays on the citation; the ledger follows the court. Later citations that counted this
    one raise a task when it counts no longer. Raises NotAllowed, WrongRole.
    """  # fmt: skip
    record(case, "found-responsible" if responsible else "found-not-responsible", on=on, by=by, note=why)
    if not responsible:
        _take_back(case, f"Found not responsible: {why}", on=on)
        _look_again(case, "was found not responsible", on=on)
        return
    if amount is not None and amount != case.details.amount:
        _take_back(case, f"The court set {dollars(amount)}: {why}", on=on)
        if amount > 0:
            said = f"Set by the court at {dollars(amount)}: {why}"
            line = Line("court-sum", "Sum set by the court", amount, said, case.casekind.section)
            money.charge(case, line, on=on, by=by)
    if costs:
        said = f"Costs set by the court at {dollars(costs)}: {why}"
        money.charge(case, Line("court-costs", "Court costs", costs, said), on=on, by=by)


@transaction.atomic
def withdraw(case: Case, *, why: str, on: date, by: Any) -> None:
    """Withdraw a citation or warning, with the reason; what it charged is taken back."""
    record(case, "withdrawn", on=on, by=by, note=why)
    _take_back(case, f"Withdrawn: {why}", on=on)
    _look_again(case, "was withdrawn", on=on)


def _take_back(case: Case, why: str, *, on: date) -> None:
    """Reverse what stands; money already taken in stays, and somebody is told to see to it."""
    for owed in money.charges_of(case):
        if owed.state == "Void":
            continue
        if owed.paid:
            what = f"{dollars(owed.paid)} was paid toward {owed.charge.label}. {why} Decide on a refund."
            raise_task(case, what=what, due_on=on, on=on, by=None, key=f"refund-{owed.charge.pk}")
        else:
            # By the office itself: it follows from what the person recorded, who need not be a clerk.
            money.reverse_charge(owed.charge, reason=why, on=on, by=None)


# ------------------------------------------------------------------------- a recount changes nothing
def _recount(board: Board, case: Case, draft: Draft, *, on: date) -> None:
    """Citations of later violations did not count this one, which was written after them: a task for each."""
    for row in _later(board, case, draft.told.line, draft.told.offender):
        if case.number not in row.counted:
            _tell(row, f"{case.number} of {named(draft.told.offense.first)} was written after it", on=on)


def _look_again(case: Case, why: str, *, on: date) -> None:
    """Citations that counted this one, which counts no longer: a task for each."""
    for row in Citation.objects.filter(case__board=case.board, case__is_open=True).select_related("case"):
        if case.number in row.counted:
            _tell(row, f"{case.number} {why}", on=on)


def _later(board: Board, case: Case, line: FineLine, offender: Party) -> list[Citation]:
    found = on_record(board, line, offender=offender, but=case)
    violated = case.details.violated_on
    numbers = [each.number for each in found if each.on > violated]
    return list(Citation.objects.filter(case__number__in=numbers, case__is_open=True).select_related("case"))


def _tell(row: Citation, why: str, *, on: date) -> None:
    what = (
        f"{why}. This citation stands at {dollars(row.amount)} as it was served: look whether its step still "
        "fits, and whether to withdraw it."
    )
    raise_task(row.case, what=what, due_on=on, on=on, by=None, key=f"recount-{why.split()[0]}")


__all__ = [
    "Draft",
    "Told",
    "Unfit",
    "decided",
    "issue",
    "notice_through",
    "paid_in_full",
    "withdraw",
    "work_out",
]
