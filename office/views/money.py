"""Money at the counter: take it in, show the receipt, void it, set a fee, explain an amount, reverse it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from office import paper
from office.actions import money
from office.actions.errors import NotAllowed, WrongRole
from office.forms_acts import ReasonForm
from office.forms_money import AddChargeForm, PayForm, SetFeeForm
from office.models import Case, Charge, Payment
from office.permissions import may
from office.pricing import dollars
from office.views.common import act_page, case_or_404, need_role, show_pdf, staff_required, today

PARTS = {"change": "office/counter_change.html", "amount": "office/counter_primary.html"}
get_or_post = require_http_methods(["GET", "POST"])


@staff_required
@get_or_post
def pay(request: HttpRequest, number: str) -> HttpResponse:
    """Take money in on a case: the charges ticked, oldest first."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    form = PayForm(_data(request), owed=money.charges_of(case), initial={"key": f"pay:{uuid4().hex}"})
    if request.method == "POST" and "check" in request.POST:
        return _added_up(request, case, form)
    if form.is_bound and form.is_valid():
        ticked = [owed.charge for owed in form.ticked]
        try:
            payment = money.pay(
                case, **form.paid, key=form.cleaned_data["key"], charges=ticked, on=today(), by=request.user
            )
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error("amount", str(refused))
        else:
            messages.success(request, f"Payment of {dollars(payment.amount)} recorded.")
            return redirect("receipt", payment.number)
    status = 422 if form.errors else 200
    return render(request, "office/pay.html", {"case": case, "form": form}, status=status)


def _added_up(request: HttpRequest, case: Case, form: PayForm) -> HttpResponse:
    """The page again with the ticked charges added up as the amount; nothing is recorded."""
    in_place = bool(request.headers.get("HX-Request"))
    if in_place and request.POST["check"] in PARTS:
        form.errors.clear()
        return render(request, PARTS[request.POST["check"]], {"pay": form})
    data = request.POST.copy()
    data["amount"] = f"{form.total:,.2f}"
    form = PayForm(data, owed=list(form.owed.values()))
    form.errors.clear()
    template = "office/pay_amount.html" if in_place else "office/pay.html"
    return render(request, template, {"case": case, "form": form})


def _data(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


# -------------------------------------------------------------------------------------------- receipts
def _receipt_or_404(request: HttpRequest, number: str) -> tuple[Payment, Case]:
    """A receipt and its case, for somebody who may see the case."""
    payments = Payment.objects.select_related("board", "by", "void__by")
    payment = get_object_or_404(payments, number=number)
    return payment, case_or_404(request, payment.case.number)


@staff_required
@require_safe
def receipt(request: HttpRequest, number: str) -> HttpResponse:
    """A receipt: what was paid for what, and the change."""
    payment, case = _receipt_or_404(request, number)
    lines = payment.allocations.select_related("charge__case")
    page = {
        "payment": payment,
        "case": case,
        "lines": lines,
        "payer": case.people.select_related("party").first(),
        "void": payment.void if payment.is_void else None,
        "balance": money.balance(case),
        "may_void": may(request.user, case, "clerk"),
    }
    return render(request, "office/receipt.html", page)


@staff_required
@require_safe
def receipt_pdf(request: HttpRequest, number: str) -> HttpResponse:
    """The receipt as a PDF, to print or send."""
    payment, _ = _receipt_or_404(request, number)
    return show_pdf(paper.receipt_pdf(payment), f"{payment.number}.pdf")


@staff_required
@get_or_post
def void(request: HttpRequest, number: str) -> HttpResponse:
    """Say that a receipt does not count after all, and why."""
    payment, case = _receipt_or_404(request, number)
    need_role(request, case, "clerk")
    form = ReasonForm(_data(request), today=today())
    if form.is_bound and form.is_valid():
        try:
            money.void_payment(
                payment, reason=form.cleaned_data["reason"], on=form.cleaned_data["on"], by=request.user
            )
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{payment.number} is void; {dollars(payment.amount)} is due again.")
            return redirect("receipt", payment.number)
    page = {"payment": payment, "case": case, "form": form}
    return render(request, "office/void.html", page, status=422 if form.errors else 200)


# --------------------------------------------------------------------------------------------- charges
@staff_required
@get_or_post
def set_fee(request: HttpRequest, number: str) -> HttpResponse:
    """Set a fee that no row knows, with the reason; when every fee is set, add another charge."""
    case, day = case_or_404(request, number), today()
    need_role(request, case, "clerk")
    unset = money.unset_fees(case, day)
    if not unset:
        return _add_charge(request, case)
    form = SetFeeForm(_data(request), today=day, unset=unset)

    def run(data: dict[str, Any]) -> None:
        money.set_fee(
            case, amount=data["amount"], reason=data["reason"], code=data.get("code", ""), on=data["on"],
            by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title=f"Set the fee of {case}", primary="Set the fee", done="Fee set.",
        anchor="money", template="office/set_fee.html", unset=unset,
    )  # fmt: skip


def _add_charge(request: HttpRequest, case: Case) -> HttpResponse:
    form = AddChargeForm(_data(request), today=today())

    def run(data: dict[str, Any]) -> None:
        money.add_charge(
            case, label=data["label"], amount=data["amount"], reason=data["reason"], on=data["on"],
            by=request.user,
        )  # fmt: skip

    return act_page(
        request, case, form, run, title=f"Add a charge to {case}", primary="Add the charge",
        done="Charge added.", anchor="money", template="office/set_fee.html",
    )  # fmt: skip


def _charge_or_404(request: HttpRequest, pk: int) -> tuple[Charge, Case]:
    charges = Charge.objects.select_related("case", "by", "source__fee", "reversed_by__by")
    charge = get_object_or_404(charges, pk=pk)
    return charge, case_or_404(request, charge.case.number)


@staff_required
@require_safe
def charge_why(request: HttpRequest, pk: int) -> HttpResponse:
    """Why this amount: sentence, arithmetic, sources. A page that prints; htmx gets its middle alone."""
    charge, case = _charge_or_404(request, pk)
    paid = charge.allocations.select_related("payment__void").order_by("id")
    page = {
        "charge": charge,
        "case": case,
        "paid": paid,
        "reversal": getattr(charge, "reversed_by", None),
        "may_reverse": may(request.user, case, "clerk") and charge.reverses_id is None,
    }
    part = request.headers.get("HX-Request")
    return render(request, "office/charge_why_body.html" if part else "office/charge_why.html", page)


@staff_required
@get_or_post
def reverse_charge(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a charge back, with the reason."""
    charge, case = _charge_or_404(request, pk)
    need_role(request, case, "clerk")
    form = ReasonForm(_data(request), today=today())

    def run(data: dict[str, Any]) -> None:
        money.reverse_charge(charge, reason=data["reason"], on=data["on"], by=request.user)

    return act_page(
        request, case, form, run, title=f"Reverse {charge.label}, {dollars(charge.amount)}",
        primary=f"Reverse {dollars(charge.amount)}", done=f"{charge.label} reversed.", anchor="money",
        template="office/reverse_charge.html", charge=charge,
    )  # fmt: skip
