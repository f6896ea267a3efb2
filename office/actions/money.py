"""Charging, taking money in, and putting mistakes right by adding rows; the case is locked meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record, strike
from office.intake import Filing
from office.models import Allocation, Case, Charge, Payment, PaymentVoid
from office.models.cents import exact
from office.models.money import Account
from office.numbering import next_number
from office.permissions import may
from office.pricing import Line, dollars, late_code
from office.schedules import named

ZERO = Decimal(0)
BY_HAND = "added"  # the code of a charge that no schedule knows


# ---------------------------------------------------------------------------------------- what is due
@dataclass(frozen=True)
class Owed:
    """One charge of a case: what was paid toward it, what is still due, and its state in words."""

    charge: Charge
    paid: Decimal
    due: Decimal
    state: str


def charges_of(case: Case) -> list[Owed]:
    """Every charge of the case, oldest first, reversed ones too; one query."""
    rows = (
        case.charges.filter(reverses__isnull=True)
        .with_paid()
        .oldest_first()
        .select_related("by", "source", "reversed_by", "reversed_by__by")
    )
    return [_owed(charge) for charge in rows]


def _owed(charge: Charge) -> Owed:
    paid: Decimal = charge.paid  # type: ignore[attr-defined]
    if hasattr(charge, "reversed_by"):
        return Owed(charge, paid, ZERO, "Void")
    due = charge.amount - paid
    if charge.amount == 0 and charge.reason:
        return Owed(charge, paid, due, "Waived")
    return Owed(charge, paid, due, "Paid" if due == 0 else "Part paid" if paid else "Due")


def balance(case: Case) -> Decimal:
    """What is still due on the case, in dollars; one query."""
    return sum((owed.due for owed in charges_of(case)), ZERO)


def payments_of(case: Case) -> list[Payment]:
    """Every payment taken in for the case, oldest first, voided ones too; one query."""
    rows = Payment.objects.filter(allocations__charge__case=case).distinct()
    return list(rows.select_related("void__by", "by", "board").order_by("paid_on", "id"))


def fee_unknown(case: Case, on: date) -> bool:
    """Whether a fee of the case has yet to be set, as asked on the day `on`."""
    return bool(unset_fees(case, on))


def unset_fees(case: Case, on: date) -> list[Line]:
    """The lines of the case's fees that no standing charge answers; reversing a late fee forgives it.

    Fees go by the day of filing, so a row voted since does not change what the applicant was told.
    """
    late = {late_code(code) for code in getattr(case.casekind.fees, "codes", ())}
    charged = case.charges.filter(reverses__isnull=True).values_list("code", "reversed_by")
    settled = {code for code, reversal in charged if reversal is None or code in late}
    return [line for line in _lines(case, on) if line.code not in settled]


def _lines(case: Case, on: date) -> list[Line]:
    return Filing.of_case(case).fees(min(on, case.filed_on))


# ---------------------------------------------------------------------------------------- charging
@transaction.atomic
def charge_fees(case: Case, *, on: date, by: Any) -> list[Charge]:
    """Charge what the kind's schedule says; a fee already charged, or not known yet, makes no charge.

    Called when a case is filed, and again when its answers change.
    """
    locked = lock(case)
    lines = [line for line in unset_fees(locked, on) if line.amount is not None]
    return [_charge(locked, line, on=on, by=by) for line in lines]


@transaction.atomic
def charge(case: Case, line: Line, *, on: date, by: Any) -> Charge:
    """Charge what an action of a slice worked out and answers for, such as a fine. `line` has an amount."""
    return _charge(lock(case), line, on=on, by=by)


def _charge(case: Case, line: Line, *, on: date, by: Any, reason: str = "") -> Charge:
    charge = Charge.objects.create(
        case=case, code=line.code, label=line.label, amount=line.amount, working=line.working, reason=reason,
        section=line.section, account=line.account, source_id=line.source, charged_on=on, by=by,
    )  # fmt: skip
    record(case, "charged", on=on, by=by, subject=f"charge-{charge.pk}", note=f"{charge}. {line.working}")
    # Fees that rest on something which may be charged once mark it in the same transaction.
    if use_up := getattr(case.casekind.fees, "use_up", None):
        use_up(charge)
    return charge


@transaction.atomic
def set_fee(case: Case, *, amount: Any, reason: str, on: date, by: Any, code: str = "") -> Charge:
    """Set a fee that no row knows, with the reason. $0.00 waives it.

    With several unset fees, `code` says which; the first otherwise. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    _need_clerk(by, locked)
    open_lines = unset_fees(locked, on)
    unset = [line for line in open_lines if code in ("", line.code)]
    if not unset:
        raise NotAllowed(f"The fee of {locked.number} is set. Reverse that charge first, then set another.")
    dollars_and_cents = _amount(amount)
    if dollars_and_cents < 0:
        raise NotAllowed("A fee is not below $0.00. Enter 0 to waive it, or the amount.")
    if not reason.strip():
        raise NotAllowed("Say how the office came to this amount; the reason stays with the charge.")
    line = unset[0]
    said = f"Set by the office at {dollars(dollars_and_cents)}: {reason.strip()}"
    settled = Line(line.code, line.label, dollars_and_cents, said, line.section, line.account)
    charge = _charge(locked, settled, on=on, by=by, reason=reason.strip())
    # What goes by that fee could not be charged before it was known.
    waited = {other.code for other in open_lines if other.amount is None}
    for other in unset_fees(locked, on):
        if other.code in waited and other.amount is not None:
            _charge(locked, other, on=on, by=by)
    return charge


@transaction.atomic
def add_charge(
    case: Case,
    *,
    label: str,
    amount: Any,
    reason: str,
    on: date,
    by: Any,
    section: str = "",
    account: str = Account.REVENUE,
) -> Charge:
    """Charge something else by hand, with the reason. Raises NotAllowed, WrongRole."""
    locked = lock(case)
    _need_clerk(by, locked)
    value = _amount(amount)
    if value <= 0:
        raise NotAllowed("A charge is above $0.00. To take a charge back, reverse it.")
    if not label.strip() or not reason.strip():
        raise NotAllowed("Say what the charge is for and why; both stay with it.")
    said = f"Set by the office at {dollars(value)}: {reason.strip()}"
    line = Line(BY_HAND, label.strip(), value, said, section, account)
    return _charge(locked, line, on=on, by=by, reason=reason.strip())


@transaction.atomic
def reverse_charge(charge: Charge, *, reason: str, on: date, by: Any) -> Charge:
    """Take a charge back by a second, negative row. Refused while money is put toward it."""
    locked = lock(charge.case)
    _need_clerk(by, locked)
    if charge.reverses_id or Charge.objects.filter(reverses=charge).exists():
        raise NotAllowed(f"{charge.label} was already reversed.")
    if not reason.strip():
        raise NotAllowed("Say why the charge is reversed; the reason stays with it.")
    paid = charge.allocations.filter(payment__void__isnull=True).select_related("payment")
    if numbers := ", ".join(part.payment.number for part in paid):
        raise NotAllowed(f"{charge.label} is paid by receipt {numbers}. Void that receipt first.")
    reversal = Charge.objects.create(
        case=locked, code=charge.code, label=f"{charge.label}, reversed", amount=-charge.amount,
        reverses=charge, working=f"Takes back {dollars(charge.amount)} charged on {named(charge.charged_on)}",
        section=charge.section, account=charge.account, charged_on=on, by=by, reason=reason.strip(),
    )  # fmt: skip
    subject = f"charge-{charge.pk}"
    record(locked, "charge-reversed", on=on, by=by, subject=subject, note=f"{charge}. {reason.strip()}")
    return reversal


# ---------------------------------------------------------------------------------------- paying
@transaction.atomic
def pay(
    case: Case,
    *,
    amount: Any,
    tender: str,
    key: str,
    on: date,
    by: Any,
    reference: str = "",
    given: Any = None,
    charges: Collection[Charge] | None = None,
) -> Payment:
    """Take money in toward the ticked `charges` (all that are due when None), oldest first.

    `reference` is the check number or the terminal's reference; `given` the cash handed over. Pressing twice
    with the same `key` gives the same receipt. Raises NotAllowed, WrongRole.
    """
    locked = lock(case)
    _need_clerk(by, locked)
    value, handed = _amount(amount), None if given in (None, "") else _amount(given)
    reference = reference.strip()
    if earlier := Payment.objects.filter(key=key).first():
        return _the_same(earlier, locked, value, tender, reference, handed)
    owed = _ticked(locked, charges)
    _check_payment(locked, value, sum((each.due for each in owed), ZERO), tender, reference, handed)
    payment = Payment.objects.create(
        number=next_number("R", on.year, width=4), board=locked.board, amount=value, tender=tender,
        reference=reference, given=handed, paid_on=on, by=by, key=key,
    )  # fmt: skip
    left = value
    for each in owed:
        part = min(each.due, left)
        if part > 0:
            Allocation.objects.create(payment=payment, charge=each.charge, amount=part)
            left -= part
    note = f"{dollars(value)}, {payment.how}, receipt {payment.number}"
    record(locked, "paid", on=on, by=by, subject=payment.number, note=note)
    _settle(case, payment, on=on, by=by)
    return payment


def _settle(case: Case, payment: Payment, *, on: date, by: Any) -> None:
    """Record that nothing is due any more, where the lifecycle has a step for it."""
    lifecycle = case.casekind.lifecycle
    if not (settled := lifecycle.settled):
        return
    case.refresh_from_db(fields=["status"])
    if case.status in lifecycle.step(settled).from_ and balance(case) == ZERO:
        record(case, settled, on=on, by=by, note=f"Receipt {payment.number}", cleared=True)


def _the_same(
    earlier: Payment, case: Case, value: Decimal, tender: str, reference: str, given: Decimal | None
) -> Payment:
    was = (earlier.case.pk, earlier.amount, earlier.tender, earlier.reference, earlier.given)
    if was != (case.pk, value, tender, reference, given):
        raise NotAllowed(
            f"This form already made receipt {earlier.number} for {dollars(earlier.amount)}. Open that "
            "receipt, or open the payment page anew to record another payment."
        )
    return earlier


def _ticked(case: Case, charges: Collection[Charge] | None) -> list[Owed]:
    rows = charges_of(case)
    if charges is not None:
        chosen = {charge.pk for charge in charges}
        if chosen - {row.charge.pk for row in rows}:
            raise NotAllowed(f"A ticked charge is not one of {case.number}. Open the payment page anew.")
        rows = [row for row in rows if row.charge.pk in chosen]
    return [row for row in rows if row.due > 0]


def _check_payment(
    case: Case, value: Decimal, due: Decimal, tender: str, reference: str, given: Decimal | None
) -> None:
    if due == 0:
        raise NotAllowed(f"Nothing is due on the ticked charges of {case.number}.")
    if value <= 0:
        raise NotAllowed(
            f"You entered {dollars(value)}; {dollars(due)} is due. Enter the amount you took in."
        )
    if value > due:
        raise NotAllowed(
            f"You entered {dollars(value)}; {dollars(due)} is due. Enter {dollars(due)} or tick another "
            "charge."
        )
    if tender not in Payment.Tender.values:
        raise NotAllowed("Say how it was paid: cash, check or card terminal.")
    if tender == Payment.Tender.CHECK and not reference:
        raise NotAllowed("The check has no number here. Enter the number printed on the check.")
    if tender == Payment.Tender.CARD and not reference:
        raise NotAllowed("The card payment has no reference here. Enter the one on the terminal's slip.")
    if given is not None and tender != Payment.Tender.CASH:
        raise NotAllowed("Only cash gives change. Leave the cash handed over empty.")
    if given is not None and given < value:
        raise NotAllowed(
            f"You were handed {dollars(given)} for a payment of {dollars(value)}. Enter what was handed "
            "over, or a smaller payment."
        )


@transaction.atomic
def void_payment(payment: Payment, *, reason: str, on: date, by: Any) -> PaymentVoid:
    """Say that a payment does not count after all. The receipt keeps its number and shows the reason."""
    locked = lock(payment.case)
    _need_clerk(by, locked)
    if earlier := PaymentVoid.objects.filter(payment=payment).first():
        raise NotAllowed(
            f"{payment.number} was already voided on {named(earlier.voided_on)}: {earlier.reason}"
        )
    if not reason.strip():
        raise NotAllowed("Say why the receipt is voided; the reason is printed on it.")
    if on < payment.paid_on:
        raise NotAllowed(
            f"{payment.number} was paid on {named(payment.paid_on)}; void it on that day or later."
        )
    void = PaymentVoid.objects.create(payment=payment, reason=reason.strip(), voided_on=on, by=by)
    note = f"{payment.number}, {dollars(payment.amount)}. {void.reason}"
    record(locked, "payment-voided", on=on, by=by, subject=payment.number, note=note)
    settled = locked.casekind.lifecycle.settled
    if settled and (event := locked.events.live().filter(slug=settled).last()) and balance(locked) > ZERO:
        strike(event, by=by, note=f"Receipt {payment.number} was voided.", cleared=True)
    return void


def _need_clerk(by: Any, case: Case) -> None:
    if not may(by, case, "clerk"):
        raise WrongRole(f"Money is handled by a clerk of {case.board}.")


def _amount(value: Any) -> Decimal:
    try:
        return exact(value)
    except ValueError as wrong:
        raise NotAllowed(str(wrong)) from None
