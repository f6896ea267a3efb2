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

from enforcement.actions.citation_life import look_at_later, send
from enforcement.models import Citation, FineAmount, FineLine
from enforcement.models.citations import CITATION, OFFENDER, WARNING, on_record
from enforcement.rules import ladder, sums
from enforcement.rules.fines import Fine, Prior, Route, Rung
from office import kinds
from office.actions import money
from office.actions.cases import fresh_code, open_case, record
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
    """The details row of a case, worked out by the action: no form asks it."""

    def __init__(self, kind: kinds.CaseKind, details: Any) -> None:
        super().__init__(kind)
        self.details = details

    def save(self, case: Case) -> Any:
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
def issue(
    board: Board,
    told: Told,
    *,
    on: date,
    by: Any,
    key: str,
    agreed: Decimal | None = None,
    number: str = "",
) -> Case:
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
        people=[(told.offender, OFFENDER)], parent=told.parent, number=number,
        note=f"{told.line.what}. {draft.place.says}",
    )  # fmt: skip
    if not draft.warns:
        # Printed on its copies: with it whoever got one sees what is due and by when.
        case.code = fresh_code()
        case.save(update_fields=["code"])
    _record(case, draft, details, on=on, by=by)
    look_at_later(board, case, told.line, told.offender, on=on)
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
        if told.served == Citation.Served.BY_MAIL and details.mail_to:
            send(case, letter=WARNING, on=on, by=by)
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
    else:
        send(case, letter=CITATION, on=on, by=by)
