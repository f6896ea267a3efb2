"""Liens and criminal complaints: costs, recording, payoff and discharge; what the court did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from enforcement.actions.citations import Unfit, Written, put_on_file
from enforcement.models import FineLine, LegalFigure, Lien, Order, Prosecution
from enforcement.models.figures import rates
from enforcement.models.liens import COST, INTEREST, LIEN, PROSECUTION
from enforcement.rules import interest, prosecutions
from enforcement.rules.orders import BY_SLUG
from office import kinds
from office.actions import money
from office.actions.cases import open_case, record
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.models import Board, Case, Facility, Parcel, Party
from office.permissions import may
from office.pricing import Line, dollars
from office.schedules import Problem, named


# ------------------------------------------------------------------------------------------------- liens
@transaction.atomic
def open_lien(order: Case, *, what: str, on: date, by: Any, key: str) -> Case:
    """Open the cost ledger of a lien, of the order that was not obeyed. Raises NotAllowed, WrongRole."""
    if not may(by, order, "clerk"):
        raise WrongRole(f"Liens are kept by a clerk of {order.board}.")
    details = order.details
    if not isinstance(details, Order):
        raise NotAllowed("A lien is opened from the order that was not obeyed. Open it there.")
    basis = details.grounds
    if basis is None or not basis.lien:
        raise NotAllowed(f"{details.cite or 'This order'} opens no lien.")
    if not what.strip():
        raise NotAllowed("Write what the town does or did in the owner’s place.")
    people = [(row.party, "owner") for row in order.people.filter(role="subject").select_related("party")]
    row = Lien(basis=basis.slug, name=details.name, what=what.strip())
    return open_case(
        kind=LIEN, on=on, by=by, board=order.board, intake=Written(kinds.get(LIEN), row), key=key,
        parcels=list(order.parcels.all()), facility=order.facility, people=people, parent=order,
    )  # fmt: skip


@transaction.atomic
def enter_cost(case: Case, *, what: str, amount: Any, on: date, by: Any) -> None:
    """Add a cost to the ledger of a lien that is not recorded yet; a mistake is reversed, never changed."""
    cite = BY_SLUG[case.details.basis].cite
    if not what.strip():
        raise NotAllowed("Write what the cost is for, such as the contractor and the invoice.")
    if amount is None or amount <= 0:
        raise NotAllowed("A cost is above $0.00. To take one back, reverse its charge.")
    record(case, "cost-entered", on=on, by=by, note=f"{what.strip()}: {dollars(amount)}")
    line = Line(COST, what.strip()[:120], amount, f"Cost of the town, {dollars(amount)}", cite)
    money.charge(case, line, on=on, by=by)


@transaction.atomic
def record_lien(case: Case, *, book: str, page: str, on: date, by: Any) -> None:
    """Record the lien's book and page; from the day of recording it bears legal interest."""
    row: Lien = case.details
    _need_book(book, page)
    if principal(case) <= 0:
        raise NotAllowed("No cost is entered. Enter what the town spent first.")
    last = max(owed.charge.charged_on for owed in money.charges_of(case) if owed.state != "Void")
    if on < last:
        raise NotAllowed(f"A cost is of {named(last)}, after {named(on)}. Correct the day of recording.")
    try:
        interest.rate_on(rates(case.board), on)
    except interest.NoRate as missing:
        raise NotAllowed(str(missing)) from None
    record(case, "recorded", on=on, by=by, note=f"Book {book.strip()}, page {page.strip()}")
    row.recorded_on, row.book, row.page = on, book.strip(), page.strip()
    row.save()


def _need_book(book: str, page: str) -> None:
    if not book.strip() or not page.strip():
        raise NotAllowed("Enter book and page of the land evidence records.")


def principal(case: Case) -> Decimal:
    """The costs that stand on the ledger."""
    rows = case.charges.live().filter(code=COST)
    return sum((row.amount for row in rows), Decimal("0.00"))


@dataclass(frozen=True)
class Payoff:
    """What frees the property on a day: the costs, the interest line by line, what was paid, what is due."""

    on: date
    principal: Decimal
    lines: tuple[interest.Line, ...]
    interest: Decimal
    paid: Decimal

    @property
    def due(self) -> Decimal:
        return self.principal + self.interest - self.paid


def payoff(case: Case, on: date) -> Payoff:
    """What is to be paid on the day `on`. NotAllowed before the lien is recorded, or without a rate.

    What was paid toward the costs before lowers the principal from the next day on.
    """
    row: Lien = case.details
    if row.recorded_on is None:
        raise NotAllowed(f"{case.number} is not recorded yet: it bears no interest. Record it first.")
    if on < row.recorded_on:
        raise NotAllowed(
            f"{case.number} was recorded on {named(row.recorded_on)}, after {named(on)}. Ask for a later day."
        )
    paid: list[tuple[date, Decimal]] = []
    total = Decimal("0.00")
    for charge in case.charges.live().filter(code__in=(COST, INTEREST)):
        parts = charge.allocations.filter(payment__void__isnull=True, payment__paid_on__lte=on)
        for part in parts.select_related("payment"):
            total += part.amount
            if charge.code == COST:
                paid.append((part.payment.paid_on, part.amount))
    owed = principal(case)
    try:
        found = interest.lines(owed, paid, rates(case.board), row.recorded_on, on)
    except interest.NoRate as missing:
        raise NotAllowed(str(missing)) from None
    return Payoff(on, owed, tuple(found), sum((line.amount for line in found), Decimal("0.00")), total)


@transaction.atomic
def pay_off(case: Case, *, tender: str, reference: str, on: date, by: Any, key: str) -> None:
    """Charge the interest through the day `on` and take the payoff in, all at once. Raises NotAllowed."""
    due = payoff(case, on)
    if case.status != "recorded":
        raise NotAllowed(f"{case.number} is {case.status}. Only a recorded lien is paid off.")
    cite = BY_SLUG[case.details.basis].cite
    for n, line in enumerate(due.lines, start=1):
        label = f"Legal interest, {n} of {len(due.lines)}"
        money.charge(case, Line(INTEREST, label, line.amount, line.says, cite), on=on, by=by)
    if due.due > 0:
        money.pay(case, amount=due.due, tender=tender, reference=reference, key=key, on=on, by=by)
    record(case, "paid-off", on=on, by=by, note=f"{dollars(due.principal + due.interest)} in all")


@transaction.atomic
def discharge(case: Case, *, book: str, page: str, on: date, by: Any) -> None:
    """Record the release of a lien that is paid off."""
    row: Lien = case.details
    _need_book(book, page)
    if (left := money.balance(case)) > 0:
        raise NotAllowed(f"{dollars(left)} is still due. Record the payment first.")
    record(case, "discharged", on=on, by=by, note=f"Book {book.strip()}, page {page.strip()}")
    row.released_on, row.release_book, row.release_page = on, book.strip(), page.strip()
    row.save()


@transaction.atomic
def withdraw_lien(case: Case, *, why: str, on: date, by: Any) -> None:
    """Give up a lien that was not recorded; its costs are taken back."""
    record(case, "withdrawn", on=on, by=by, note=why)
    for owed in money.charges_of(case):
        if owed.state != "Void":
            money.reverse_charge(owed.charge, reason=f"Withdrawn: {why}", on=on, by=by)


# -------------------------------------------------------------------------------- criminal complaints
@dataclass(frozen=True)
class Charged:
    """What a criminal complaint is about. A `line` names the offense of the schedule; else it is written."""

    offense: str
    section: str
    defendant: Party
    notice_on: date
    last_on: date
    line: FineLine | None = None
    seen: str = ""
    parcel: Parcel | None = None
    facility: Facility | None = None
    place: str = ""
    parent: Case | None = None


def ceiling(board: Board, day: date) -> LegalFigure | None:
    """The most a court may fine for each violation, by the row of the notice's day."""
    return LegalFigure.objects.on(board, LegalFigure.What.CONVICTION, day)


def charge_wrong(board: Board, told: Charged, *, on: date) -> list[Problem]:
    """What keeps the file from being opened, each at the answer to change."""
    said = []
    if not told.offense.strip():
        said.append(Problem("offense", "Write what the offense is."))
    if not told.section.strip():
        said.append(Problem("section", "Name the section that was broken."))
    if told.parcel is not None and told.parcel.town != board.town:
        says = f"{told.parcel} lies in {told.parcel.town}. Choose a lot in {board.town}."
        said.append(Problem("parcel", says))
    figure = ceiling(board, told.notice_on)
    if figure is None:
        says = "No highest fine holds on the day of the notice. An administrator adds one in the admin."
        return [*said, Problem("notice_on", says)]
    return said + prosecutions.days_wrong(told.notice_on, told.last_on, on, figure.cite)


@transaction.atomic
def open_prosecution(board: Board, told: Charged, *, on: date, by: Any, key: str) -> Case:
    """Open the file of a criminal complaint, once for each `key`. Raises Unfit, WrongRole, NotAllowed."""
    if not may(by, board, "clerk", "inspector"):
        raise WrongRole(f"Complaints are prepared by a clerk or inspector of {board}.")
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)  # two presses of one form take turns
    if earlier := Case.objects.filter(filing_key=key, kind=PROSECUTION).first():
        return earlier
    if problems := charge_wrong(board, told, on=on):
        raise Unfit(problems)
    figure = ceiling(board, told.notice_on)
    assert figure is not None
    if told.defendant.pk is None:
        put_on_file(told.defendant, on=on, by=by)
    most = prosecutions.exposure(told.notice_on, told.last_on, figure.dollars, figure.cite)
    place = told.place or (told.facility.name if told.facility else str(told.parcel or ""))
    row = Prosecution(
        line=told.line, offense=told.offense.strip(), section=told.section.strip(), name=told.defendant.name,
        mail_to=told.defendant.mailing_address, place=place, seen=told.seen.strip(),
        notice_on=told.notice_on, last_on=told.last_on, ceiling=figure.dollars,
        working="\n".join(most.lines), doubt=figure.doubt,
    )  # fmt: skip
    return open_case(
        kind=PROSECUTION, on=on, by=by, board=board, intake=Written(kinds.get(PROSECUTION), row), key=key,
        parcels=[told.parcel] if told.parcel else [], facility=told.facility,
        people=[(told.defendant, "subject")], parent=told.parent, note=told.offense.strip(),
    )  # fmt: skip


@transaction.atomic
def apply_for_complaint(case: Case, *, last_on: date, on: date, by: Any) -> None:
    """Apply to the court for the complaint, with the days through `last_on` counted anew."""
    row: Prosecution = case.details
    if problems := prosecutions.days_wrong(row.notice_on, last_on, on, case.casekind.section):
        raise NotAllowed(" ".join(problem.says for problem in problems))
    figure = ceiling(case.board, row.notice_on)
    cite = figure.cite if figure else case.casekind.section
    row.last_on = last_on
    row.working = "\n".join(prosecutions.exposure(row.notice_on, last_on, row.ceiling, cite).lines)
    row.save()
    case.forget_details()
    record(case, "complaint-applied", on=on, by=by)


@transaction.atomic
def complaint_issued(case: Case, *, docket: str, on: date, by: Any) -> None:
    """Record that the court issued the complaint, under its docket number."""
    if not docket.strip():
        raise NotAllowed("Enter the docket number, as the court’s paper has it.")
    record(case, "complaint-issued", on=on, by=by, note=f"Docket {docket.strip()}")
    locked = lock(case)
    row: Prosecution = locked.details
    row.docket = docket.strip()
    row.save()
    case.forget_details()


@transaction.atomic
def disposed(
    case: Case, *, outcome: str, why: str, on: date, by: Any, amount: Decimal | None, costs: Decimal | None
) -> None:
    """Record what the court decided, with its own sum. The court collects it: the ledger is not touched."""
    if outcome not in Prosecution.Outcome.values:
        raise NotAllowed("Say what the court decided.")
    if outcome != Prosecution.Outcome.CONVICTED and amount:
        raise NotAllowed("A sum follows a conviction alone. Leave it empty.")
    record(case, "disposed", on=on, by=by, note=why)
    row: Prosecution = lock(case).details
    row.outcome, row.court_sum, row.costs = outcome, amount, costs
    row.save()
    case.forget_details()


def above_ceiling(row: Prosecution) -> bool:
    """Whether the court's sum is above the ceiling of all violations charged: somebody looks again."""
    n = prosecutions.violations(row.notice_on, row.last_on)
    return row.court_sum is not None and row.court_sum > n * row.ceiling
