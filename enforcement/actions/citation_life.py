"""What becomes of a citation once it is issued: sent, answered, heard, paid, withdrawn, taken up again.

A step that moves money or bears on later citations is recorded here and nowhere else: the kinds say that it
is guarded, so neither the case file's moves nor a correction of the history reach it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from django.db import transaction

from enforcement.models import Citation, FineLine
from enforcement.models.citations import CITATION, OFFENDER, on_record
from office.actions import money, notices
from office.actions.cases import record, strike
from office.actions.clocks import finish_task, raise_task
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock
from office.calendar import EASTERN
from office.models import Board, Case, Event, Notice, Party
from office.permissions import may
from office.pricing import Line, dollars
from office.schedules import named

COURT_SUM, COURT_COSTS = "court-sum", "court-costs"
REOPENED = {  # what may be taken back, by the status it led to
    "withdrawn": "withdrawn",
    "paid": "citation-paid",
    "responsible": "found-responsible",
    "not responsible": "found-not-responsible",
    "unanswered": "unanswered",
}
GONE = ("withdrawn", "not responsible")  # counts no longer
PEOPLE = ("clerk", "inspector")


# ------------------------------------------------------------------------------------------- by mail
def send(case: Case, *, letter: str, on: date, by: Any) -> None:
    """Put the citation's own notice in the mail desk's pile; there its leaving is recorded.

    It waits for nobody: an officer who issued it withdraws it, which stops the notice too.
    """
    now = datetime.combine(on, time.min, EASTERN)
    notices.write(case, letter=letter, on=on, now=now, by=by, key=f"issued-{case.pk}")


def _stop_notices(case: Case, why: str, *, on: date) -> None:
    """Take notices that have not left out of the pile."""
    now = datetime.combine(on, time.min, EASTERN)
    for notice in case.notices.filter(status__in=(Notice.Status.TO_MAIL, Notice.Status.REFUSED)):
        notices.stop(notice, on=on, by=None, now=now, why=why)


# ------------------------------------------------------------------------------------------- answers
@transaction.atomic
def unanswered(case: Case, *, on: date, by: Any) -> None:
    """Record that nobody paid or asked for a hearing through the last day. Raises NotAllowed, WrongRole."""
    last = _last_day(case)
    if last is not None and on <= last:
        raise NotAllowed(
            f"{case.number} may be answered through {named(last)} (21 days). Record this after that day."
        )
    record(case, "unanswered", on=on, by=by, cleared=True)


def _last_day(case: Case) -> date | None:
    rows = case.clocks.filter(clock__in=("citation-answer", "littering-answer"))
    days: list[date] = list(rows.values_list("due_on", flat=True))
    return max(days, default=None)


@transaction.atomic
def paid_in_full(case: Case, *, on: date, by: Any) -> None:
    """Record that nothing is due any more, where no payment did. Raises NotAllowed, WrongRole."""
    due = money.balance(case)
    if due > 0:
        raise NotAllowed(f"{dollars(due)} is still due. Record the payment first.")
    record(case, "citation-paid", on=on, by=by, cleared=True)
    _stop_notices(case, "The citation is paid.", on=on)


@transaction.atomic
def court_copies_sent(cases: Iterable[Case], *, on: date, by: Any) -> list[Case]:
    """Record that the court has its copies; one it had before, or that is not served, is left as it is.

    Returns those recorded now. Raises WrongRole.
    """
    done = []
    for case in cases:
        locked = lock(case)
        if not may(by, locked, *PEOPLE):
            raise WrongRole(f"This is for the {' or '.join(PEOPLE)} of {locked.board}.")
        if locked.clocks.filter(clock="court-copy", ended_on=None, started_on__lte=on).exists():
            record(case, "court-copy-sent", on=on, by=by)
            done.append(case)
    return done


# --------------------------------------------------------------------------------------- court outcomes
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
    one raise a task when it counts no longer. A court that leaves nothing to pay ends the matter. Raises
    NotAllowed, WrongRole.
    """
    cited = case.details.amount
    if not responsible or (amount is not None and amount < cited):
        _need_no_money(case)
    slug = "found-responsible" if responsible else "found-not-responsible"
    record(case, slug, on=on, by=by, note=why, cleared=True)
    if not responsible:
        _take_back(case, f"Found not responsible: {why}", on=on)
        _look_again(case, "was found not responsible", on=on)
        return
    if amount is not None and amount > cited:
        # What was paid toward the fine stays where it is: only the rest is new.
        said = f"Set by the court at {dollars(amount)}, cited at {dollars(cited)}: {why}"
        _charge(case, COURT_SUM, "Added by the court", amount - cited, said, on=on, by=by)
    elif amount is not None and amount < cited:
        _take_back(case, f"The court set {dollars(amount)}: {why}", on=on)
        if amount > 0:
            said = f"Set by the court at {dollars(amount)}: {why}"
            _charge(case, COURT_SUM, "Sum set by the court", amount, said, on=on, by=by)
    if costs:
        said = f"Costs set by the court at {dollars(costs)}: {why}"
        _charge(case, COURT_COSTS, "Court costs", costs, said, on=on, by=by)
    if money.balance(case) == 0:
        # By the office itself: it follows from what the court left to pay.
        record(case, "citation-paid", on=on, by=None, note="The court left nothing to pay.", cleared=True)


def _charge(case: Case, code: str, label: str, amount: Decimal, said: str, *, on: date, by: Any) -> None:
    money.charge(case, Line(code, label, amount, said, case.casekind.section), on=on, by=by)


@transaction.atomic
def withdraw(case: Case, *, why: str, on: date, by: Any) -> None:
    """Withdraw a citation or warning, with the reason; what it charged is taken back, its notice stopped."""
    _need_no_money(case)
    record(case, "withdrawn", on=on, by=by, note=why, cleared=True)
    _take_back(case, f"Withdrawn: {why}", on=on)
    _stop_notices(case, "The citation was withdrawn.", on=on)
    _look_again(case, "was withdrawn", on=on)


def _need_no_money(case: Case) -> None:
    """Money toward a charge that is taken back goes back first: no charge is reversed under it."""
    paid = sum((owed.paid for owed in money.charges_of(case)), Decimal(0))
    if paid:
        numbers = " and ".join(each.number for each in money.payments_of(case) if not each.is_void)
        raise NotAllowed(
            f"{dollars(paid)} was paid toward {case.number}, receipt {numbers}. A clerk voids that receipt "
            "and gives the money back; then record this. What is left to pay is taken in anew."
        )


def _take_back(case: Case, why: str, *, on: date) -> None:
    """Reverse every charge that stands."""
    for owed in money.charges_of(case):
        if owed.state == "Void":
            continue
        # By the office itself: it follows from what the person recorded, who need not be a clerk.
        money.reverse_charge(owed.charge, reason=why[:300], on=on, by=None)


# ------------------------------------------------------------------------------------------ taken back
def may_reopen(case: Case) -> str:
    """The step of this case that can be taken back, or nothing."""
    return REOPENED.get(case.status, "")


@transaction.atomic
def reopen(case: Case, *, why: str, on: date, by: Any) -> None:
    """Take back how it ended, with the reason: the entry is struck and the ledger is as it was before it.

    For a withdrawal, a decision of the court, or a payment in full that was none. A clerk does so. Raises
    NotAllowed, WrongRole.
    """
    slug = may_reopen(case)
    event = case.events.live().filter(slug=slug).last() if slug else None
    if event is None:
        raise NotAllowed(f"{case.number} is {case.status}: there is no end of it to take back.")
    if slug == "citation-paid":
        stand = any(not each.is_void for each in money.payments_of(case))
        if stand and money.balance(case) == 0:
            raise NotAllowed(
                f"Nothing is due on {case.number}. Void the receipt if the payment does not count."
            )
        if found := case.events.live().filter(slug="found-responsible", pk__lt=event.pk).last():
            strike(event, by=by, note=why, cleared=True)
            event = found
    strike(event, by=by, note=why, cleared=True)
    _undo_ledger(case, event, why, on=on)
    case.refresh_from_db()
    if slug in ("withdrawn", "found-not-responsible"):
        _counts_again(case, on=on)


def _undo_ledger(case: Case, since: Event, why: str, *, on: date) -> None:
    """Reverse what the act charged, and charge again what it took back."""
    money_rows = case.events.filter(pk__gt=since.pk, slug__in=("charged", "charge-reversed"))
    subjects = list(money_rows.values_list("slug", "subject"))
    charges = {f"charge-{owed.charge.pk}": owed for owed in money.charges_of(case)}
    for slug, subject in subjects:
        owed = charges.get(subject)
        if owed is None:
            continue
        if slug == "charged" and owed.charge.code in (COURT_SUM, COURT_COSTS) and owed.state != "Void":
            money.reverse_charge(owed.charge, reason=f"Taken back: {why}"[:300], on=on, by=None)
        elif slug == "charge-reversed" and owed.charge.code not in (COURT_SUM, COURT_COSTS):
            old = owed.charge
            line = Line(old.code, old.label, old.amount, old.working, old.section)
            money.charge(case, line, on=on, by=None)


# ------------------------------------------------------------------------- a recount changes nothing
def look_at_later(board: Board, case: Case, line: FineLine, offender: Party, *, on: date) -> None:
    """Citations of later violations did not count this one, which was written after them: a task for each."""
    violated = named(case.details.violated_on)
    for row in _later(board, case, line, offender):
        if case.number not in row.counted:
            _tell(row, case.number, f"{case.number} of {violated} was written after it", on=on)


def _look_again(case: Case, why: str, *, on: date) -> None:
    """Citations that counted this one, which counts no longer: a task for each."""
    for row in _of_same_offense(case).exclude(case__status__in=GONE):
        if case.number in row.counted:
            _tell(row, case.number, f"{case.number} {why}", on=on)


def _counts_again(case: Case, *, on: date) -> None:
    """What was told to look again need not; who did not count it while it was gone is told."""
    row = case.details
    for each in _of_same_offense(case).exclude(case__status__in=GONE):
        told = each.case.clocks.filter(clock="task", subject=_key(case.number), ended_on=None)
        if case.number in each.counted and told.exists():
            day = max(on, each.case.filed_on)
            why = f"{case.number} counts again."
            finish_task(each.case, key=_key(case.number), on=day, by=None, note=why)
    for person in case.people.filter(role=OFFENDER).select_related("party"):
        for later in _later(case.board, case, row.line, person.party):
            if case.number not in later.counted:
                _tell(later, f"{case.number}-again", f"{case.number} counts again", on=on)


def _of_same_offense(case: Case) -> Any:
    """The citations of this board under the same line; doubled lines are one."""
    line = case.details.line
    same = FineLine.objects.filter(pk=line.doubles_id or line.pk) | FineLine.objects.filter(
        doubles=line.doubles_id or line.pk
    )
    rows = Citation.objects.filter(case__board=case.board, case__kind=CITATION, line__in=same)
    return rows.exclude(case=case).select_related("case")


def _later(board: Board, case: Case, line: FineLine, offender: Party) -> list[Citation]:
    found = on_record(board, line, offender=offender, but=case)
    violated = case.details.violated_on
    numbers = [each.number for each in found if each.on > violated]
    rows = Citation.objects.filter(case__number__in=numbers, case__kind=CITATION)
    return list(rows.exclude(case__status__in=GONE).select_related("case"))


def _key(number: str) -> str:
    return f"recount-{number}"


def _tell(row: Citation, number: str, why: str, *, on: date) -> None:
    what = (
        f"{why}. This citation stands at {dollars(row.amount)} as it was served: look whether its step still "
        "fits, and whether to withdraw it."
    )
    day = max(on, row.case.filed_on)  # what bears on it may have happened before it was issued
    raise_task(row.case, what=what, due_on=day, on=day, by=None, key=_key(number))
