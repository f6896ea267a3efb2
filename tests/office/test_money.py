"""Charging, paying and putting mistakes right: exact to the cent, added to and never edited."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.serializers import deserialize, serialize
from django.db import IntegrityError, connection, transaction
from django.db.models import Avg, ExpressionWrapper, F, Sum
from hypothesis import given
from hypothesis import strategies as st

from office.actions import cases, money
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Intake
from office.models import Allocation, AppendOnly, Case, Charge, Event, Fee, FeeAmount, Payment, PaymentVoid
from office.models.cents import Cents, exact
from office.pricing import Late
from tests import people
from tests.office.sheds import FILED, SHED, file_shed, row, shed_fee, shed_kind, shed_table

__all__ = ["shed_fee", "shed_kind", "shed_table"]  # fixtures

ONE_DAY = timedelta(days=1)


@pytest.fixture
def shed(shed_fee: Fee) -> Case:
    """A case on which $50.00 is due."""
    row(shed_fee)
    return file_shed()


def pay(case: Case, amount: Any = "50.00", *, key: str = "k", tender: str = "cash", **more: Any) -> Payment:
    return money.pay(
        case, **{"amount": amount, "tender": tender, "key": key, "on": FILED, "by": people.clerk(), **more}
    )


def refused(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(NotAllowed) as error:
        act(*args, **more)
    return str(error.value)


# ------------------------------------------------------------------------------------------------ cents
@pytest.mark.parametrize(
    ("value", "amount"),
    [
        ("50", "50.00"),
        (50, "50.00"),
        (0.1, "0.10"),
        ("1.50", "1.50"),
        (Decimal("-3"), "-3.00"),
        ("1E+2", "100.00"),
    ],
)
def test_an_amount_is_read_exactly(value: Any, amount: str) -> None:
    assert str(exact(value)) == amount


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("0.001", "finer than a cent"),
        (0.1 + 0.2, "finer than a cent"),
        ("fifty", "“fifty” is not an amount. Enter dollars and cents, such as 50.00."),
        (None, "is not an amount"),
        ("NaN", "too large"),
        ("1e15", "too large"),
    ],
)
def test_what_is_no_exact_amount_is_refused(value: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        exact(value)


@given(st.integers(-(10**13), 10**13))
def test_an_amount_survives_the_way_to_the_database_and_back(cents: int) -> None:
    amount = Decimal(cents) / 100
    stored = Cents().get_prep_value(amount)
    assert stored == cents
    assert Cents().from_db_value(stored, None, None) == amount


def test_the_field_reads_forms_and_fixtures() -> None:
    field = Cents()
    assert field.to_python("") is None
    assert field.to_python("7.5") == Decimal("7.50")
    with pytest.raises(ValidationError, match="finer than a cent"):
        field.to_python("7.555")
    control = field.formfield()
    assert control.clean("7.50") == Decimal("7.50")
    with pytest.raises(ValidationError):
        control.clean("7.555")


def test_sums_are_exact_in_the_database(shed: Case) -> None:
    many = (
        Charge(
            case=shed,
            code="dime",
            label="Dime",
            amount=Decimal("0.10"),
            working="ten cents",
            charged_on=FILED,
        )
        for _ in range(1000)
    )
    Charge.objects.bulk_create(many)
    dimes = Charge.objects.filter(code="dime")
    total = dimes.aggregate(total=Sum("amount"))["total"]
    assert total == Decimal("100.00")
    assert isinstance(total, Decimal)
    assert dimes.filter(amount=Decimal("0.10")).count() == 1000
    assert dimes.filter(amount__gt=Decimal("0.09")).filter(amount__lt=Decimal("0.11")).count() == 1000
    twice = F("amount") + F("amount")
    assert dimes.annotate(twice=ExpressionWrapper(twice, Cents())).first().twice == Decimal("0.20")
    assert money.balance(shed) == Decimal("150.00")


def test_a_fraction_of_a_cent_never_comes_out_silently(shed: Case) -> None:
    for amount in ("0.01", "0.02"):
        Charge.objects.create(
            case=shed, code="odd", label="Odd", amount=Decimal(amount), working="", charged_on=FILED
        )
    with pytest.raises(ValueError, match="whole number of cents"):
        Charge.objects.filter(code="odd").aggregate(mean=Avg("amount", output_field=Cents()))


def test_charges_survive_a_fixture(shed: Case) -> None:
    text = serialize("json", shed.charges.all())
    assert '"amount": "50.00"' in text
    (again,) = deserialize("json", text)
    assert again.object.amount == Decimal("50.00")


# ------------------------------------------------------------------------------------------- charging
def test_filing_charges_the_fee_of_the_day(shed_fee: Fee) -> None:
    old = row(shed_fee, shape="per-unit", unit="door", measure="doors", section="09.2.5(1)")
    row(shed_fee, "60.00", FILED + ONE_DAY)
    charge = file_shed().charges.get()
    assert (charge.amount, charge.working) == (Decimal("150.00"), "3 doors × $50.00 = $150.00")
    assert (charge.code, charge.label, charge.section, charge.account) == (
        "shed",
        "Shed permit",
        "09.2.5(1)",
        "revenue",
    )
    assert (charge.charged_on, charge.source, charge.by) == (FILED, old, people.clerk())
    assert file_shed(FILED + ONE_DAY).charges.get().amount == Decimal("60.00")


def test_a_charge_stands_in_the_history(shed: Case) -> None:
    event = shed.events.get(slug="charged")
    assert event.note == "Shed permit $50.00. Flat fee $50.00"
    assert event.subject == f"charge-{shed.charges.get().pk}"


def test_charging_twice_charges_once(shed: Case) -> None:
    assert money.charge_fees(shed, on=FILED, by=None) == []
    assert shed.charges.count() == 1


def test_a_deposit_is_charged_to_its_account(shed_fee: Fee) -> None:
    shed_fee.account = "deposit"
    shed_fee.save()
    row(shed_fee)
    assert file_shed().charges.get().account == "deposit"


def test_an_answer_that_comes_later_is_charged_at_the_rate_of_the_filing_day(shed_fee: Fee) -> None:
    row(shed_fee, shape="per-unit", unit="door", measure="doors")
    row(shed_fee, "90.00", FILED + ONE_DAY, shape="per-unit", unit="door", measure="doors")
    case = file_shed(doors="")
    assert case.charges.count() == 0
    assert money.fee_unknown(case, FILED)
    (line,) = money.unset_fees(case, FILED)
    assert line.working == "Number of doors is not known yet. The office will confirm the fee."
    case.details.doors = 2
    case.details.save()
    (charge,) = money.charge_fees(Case.objects.get(pk=case.pk), on=FILED + ONE_DAY, by=None)
    assert (charge.amount, charge.charged_on) == (Decimal("100.00"), FILED + ONE_DAY)
    assert not money.fee_unknown(case, FILED)


@pytest.mark.parametrize(("after", "late"), [(0, 0), (1, 1), (30, 1), (31, 1)])
def test_a_renewal_filed_after_the_old_term_is_late(shed_fee: Fee, after: int, late: int) -> None:
    row(shed_fee, late=[Late(0, amount=Decimal(10)), Late(30, percent=Decimal(50))])
    case = file_shed()
    pay(case)
    cases.issue(case, on=FILED, by=people.clerk())
    renewal = file_shed(date(2026, 12, 31) + timedelta(days=after), renews=case)
    bill = [charge.amount for charge in renewal.charges.oldest_first()]
    assert bill == [Decimal(50), *([Decimal(25 if after > 30 else 10)] * late)]
    assert not money.fee_unknown(renewal, date(2027, 3, 1))  # issuing later makes it no later


# ------------------------------------------------------------------------------------------- setting
def test_without_a_row_the_office_sets_the_fee_with_a_reason(shed_fee: Fee) -> None:
    case, clerk = file_shed(), people.clerk()
    assert money.fee_unknown(case, FILED)
    assert "Say how the office came to this amount" in refused(
        money.set_fee, case, amount="45", reason=" ", on=FILED, by=clerk
    )
    charge = money.set_fee(case, amount="45.00", reason="As in 2025", on=FILED, by=clerk)
    assert (charge.amount, charge.label, charge.reason) == (Decimal("45.00"), "Shed permit", "As in 2025")
    assert charge.working == "Set by the office at $45.00: As in 2025"
    assert not money.fee_unknown(case, FILED)
    said = refused(money.set_fee, case, amount="45", reason="again", on=FILED, by=clerk)
    assert said == f"The fee of {case.number} is set. Reverse that charge first, then set another."


def test_nought_with_a_reason_waives_the_fee(shed_fee: Fee) -> None:
    case = file_shed()
    money.set_fee(case, amount="0", reason="Town property", on=FILED, by=people.clerk())
    (owed,) = money.charges_of(case)
    assert (owed.state, owed.due) == ("Waived", 0)
    assert not money.fee_unknown(case, FILED)


@pytest.mark.parametrize(
    ("amount", "says"),
    [("-0.01", "not below $0.00"), ("1.005", "finer than a cent"), ("x", "“x” is not an amount")],
)
def test_a_fee_is_an_amount_from_nought_up(shed_fee: Fee, amount: str, says: str) -> None:
    case = file_shed()
    assert says in refused(money.set_fee, case, amount=amount, reason="why", on=FILED, by=people.clerk())


def test_a_reversed_fee_must_be_set_again_and_a_reversed_late_fee_is_forgiven(shed_fee: Fee) -> None:
    row(shed_fee, late=[Late(0, amount=Decimal(10))])
    old = file_shed()
    pay(old)
    cases.issue(old, on=FILED, by=people.clerk())
    on = date(2027, 1, 4)
    renewal = file_shed(on, renews=old)
    fee, late = renewal.charges.oldest_first()
    money.reverse_charge(late, reason="Mail was delayed", on=on, by=people.clerk())
    assert not money.fee_unknown(renewal, on)
    money.reverse_charge(fee, reason="Wrong amount", on=on, by=people.clerk())
    assert [line.code for line in money.unset_fees(renewal, on)] == ["shed"]


def test_something_else_is_charged_by_hand(shed: Case) -> None:
    clerk = people.clerk()
    common = {"on": FILED, "by": clerk}
    charge = money.add_charge(
        shed, label="Copies", amount="2.50", reason="25 pages", section="09.0.5", **common
    )
    assert (charge.amount, charge.section, charge.source) == (Decimal("2.50"), "09.0.5", None)
    assert money.balance(shed) == Decimal("52.50")
    assert "above $0.00" in refused(money.add_charge, shed, label="x", amount="0", reason="y", **common)
    assert "what the charge is for" in refused(
        money.add_charge, shed, label="", amount="1", reason="y", **common
    )
    assert "what the charge is for" in refused(
        money.add_charge, shed, label="x", amount="1", reason="", **common
    )


def test_a_charge_is_taken_back_by_a_second_row(shed: Case) -> None:
    charge = shed.charges.get()
    assert "Say why" in refused(money.reverse_charge, charge, reason="", on=FILED, by=people.clerk())
    reversal = money.reverse_charge(charge, reason="Filed in error", on=FILED, by=people.clerk())
    assert (reversal.amount, reversal.reverses, reversal.working) == (
        Decimal("-50.00"), charge, "Takes back $50.00 charged on Monday, June 1, 2026",
    )  # fmt: skip
    assert shed.charges.aggregate(total=Sum("amount"))["total"] == 0
    assert [(owed.state, owed.due) for owed in money.charges_of(shed)] == [("Void", 0)]
    assert shed.events.get(slug="charge-reversed").note == "Shed permit $50.00. Filed in error"
    for again in (charge, reversal):
        assert "already reversed" in refused(
            money.reverse_charge, again, reason="x", on=FILED, by=people.clerk()
        )


def test_a_charge_with_money_on_it_is_not_reversed(shed: Case) -> None:
    charge, payment = shed.charges.get(), pay(shed, "10")
    said = refused(money.reverse_charge, charge, reason="x", on=FILED, by=people.clerk())
    assert said == "Shed permit is paid by receipt R-2026-0001. Void that receipt first."
    money.void_payment(payment, reason="x", on=FILED, by=people.clerk())
    assert money.reverse_charge(charge, reason="x", on=FILED, by=people.clerk()).amount == Decimal("-50.00")


# ------------------------------------------------------------------------------------------- paying
def test_a_payment_makes_a_receipt_and_settles_the_charge(shed: Case) -> None:
    payment = pay(shed, given="60")
    assert (payment.number, payment.amount, payment.change, payment.how) == (
        "R-2026-0001", Decimal("50.00"), Decimal("10.00"), "Cash",
    )  # fmt: skip
    assert (payment.board, payment.case, payment.paid_on) == (shed.board, shed, FILED)
    assert money.balance(shed) == 0
    assert shed.events.get(slug="paid").note == "$50.00, Cash, receipt R-2026-0001"


def test_paying_in_parts_goes_from_due_over_part_paid_to_paid(shed: Case) -> None:
    states = [money.charges_of(shed)[0].state]
    for key in ("a", "b"):
        pay(shed, "25.00", key=key)
        states.append(money.charges_of(shed)[0].state)
    assert states == ["Due", "Part paid", "Paid"]


def test_the_oldest_charge_is_paid_first(shed: Case) -> None:
    for label, days in (("Later", 2), ("Sooner", 1)):
        money.add_charge(
            shed, label=label, amount="20", reason="r", on=FILED + timedelta(days=days), by=people.clerk()
        )
    pay(shed, "75.00")
    assert [(owed.charge.label, owed.due) for owed in money.charges_of(shed)] == [
        ("Shed permit", 0), ("Sooner", 0), ("Later", Decimal("15.00")),
    ]  # fmt: skip


def test_only_ticked_charges_are_paid(shed: Case) -> None:
    copies = money.add_charge(shed, label="Copies", amount="20", reason="r", on=FILED, by=people.clerk())
    said = refused(pay, shed, "20.01", charges=[copies])
    assert said == "You entered $20.01; $20.00 is due. Enter $20.00 or tick another charge."
    pay(shed, "20.00", charges=[copies])
    assert [owed.due for owed in money.charges_of(shed)] == [Decimal("50.00"), 0]
    assert "Nothing is due" in refused(pay, shed, "1", key="n", charges=[copies])
    assert "Nothing is due" in refused(pay, shed, "1", key="n", charges=[])
    assert "not one of" in refused(pay, shed, "1", key="n", charges=[file_shed().charges.get()])


def test_more_than_is_due_is_refused_in_these_words(shed: Case) -> None:
    said = refused(pay, shed, "60")
    assert said == "You entered $60.00; $50.00 is due. Enter $50.00 or tick another charge."
    assert "$50.01; $50.00 is due" in refused(pay, shed, "50.01")
    assert not Payment.objects.exists()


@pytest.mark.parametrize("amount", ["0", "-5"])
def test_a_payment_is_above_nought(shed: Case, amount: str) -> None:
    assert "Enter the amount you took in." in refused(pay, shed, amount)


def test_a_check_has_its_number_and_a_card_its_reference(shed: Case) -> None:
    assert refused(pay, shed, tender="check", reference=" ").startswith("The check has no number here.")
    assert refused(pay, shed, tender="card").startswith("The card payment has no reference here.")
    assert refused(pay, shed, tender="shells") == "Say how it was paid: cash, check or card terminal."
    assert pay(shed, "20", tender="check", reference="1024", key="a").how == "Check 1024"
    assert pay(shed, "30", tender="card", reference="A-17", key="b").how == "Card terminal A-17"


def test_cash_handed_over_covers_the_payment(shed: Case) -> None:
    assert "You were handed $49.99 for a payment of $50.00." in refused(pay, shed, given="49.99")
    assert "Only cash gives change." in refused(pay, shed, tender="check", reference="1", given="50")
    assert pay(shed, given="50").change == 0


def test_a_receipt_without_cash_handed_over_shows_no_change(shed: Case) -> None:
    payment = pay(shed)
    assert (payment.given, payment.change) == (None, 0)


def test_pressing_twice_gives_the_same_receipt(shed: Case) -> None:
    first = pay(shed, "25.00", given="30")
    assert pay(shed, "25.00", given="30") == first
    assert (Payment.objects.count(), Allocation.objects.count()) == (1, 1)
    assert shed.events.filter(slug="paid").count() == 1
    assert money.balance(shed) == Decimal("25.00")


@pytest.mark.parametrize(
    "other", [{"amount": "24.00"}, {"tender": "check", "reference": "9"}, {"given": "25.00"}]
)
def test_the_same_form_with_another_content_is_refused(shed: Case, other: dict[str, Any]) -> None:
    pay(shed, "25.00")
    said = refused(pay, shed, **{"amount": "25.00", **other})
    assert said.startswith("This form already made receipt R-2026-0001 for $25.00. Open that receipt")
    assert "This form already made receipt" in refused(pay, file_shed(), "25.00")


def test_receipts_are_numbered_without_a_gap(shed: Case) -> None:
    pay(shed, "1", key="a")
    refused(pay, shed, "60", key="b")
    assert pay(shed, "1", key="c").number == "R-2026-0002"
    assert pay(shed, "1", key="d", on=date(2027, 1, 1)).number == "R-2027-0001"


def test_a_refused_payment_leaves_nothing_behind(shed: Case) -> None:
    # The history refuses a day before filing, after the receipt was written.
    assert "before the case was filed" in refused(pay, shed, on=FILED - ONE_DAY)
    assert not Payment.objects.exists()
    assert pay(shed).number == "R-2026-0001"


def test_a_voided_receipt_keeps_its_number_and_the_charge_is_due_again(shed: Case) -> None:
    payment, clerk = pay(shed, tender="check", reference="1024"), people.clerk()
    assert "Say why" in refused(money.void_payment, payment, reason="", on=FILED, by=clerk)
    assert "void it on that day or later" in refused(
        money.void_payment, payment, reason="x", on=FILED - ONE_DAY, by=clerk
    )
    void = money.void_payment(payment, reason="Check returned", on=FILED, by=clerk)
    assert (void.voided_on, void.by) == (FILED, clerk)
    kept = Payment.objects.get(pk=payment.pk)
    assert (kept.number, kept.is_void) == ("R-2026-0001", True)
    assert [(owed.state, owed.due) for owed in money.charges_of(shed)] == [("Due", Decimal("50.00"))]
    assert shed.events.get(slug="payment-voided").note == "R-2026-0001, $50.00. Check returned"
    said = refused(money.void_payment, payment, reason="again", on=FILED, by=clerk)
    assert said == "R-2026-0001 was already voided on Monday, June 1, 2026: Check returned"

    again = pay(shed, key="other")
    assert (again.number, money.balance(shed)) == ("R-2026-0002", 0)
    assert money.payments_of(shed) == [payment, again]


def test_only_a_clerk_of_the_board_handles_money(shed: Case) -> None:
    charge, payment = shed.charges.get(), pay(shed, "10")
    bare = file_shed()
    for other in (people.inspector(), people.stranger(), people.clerk(people.docks())):
        by = {"on": FILED, "by": other}
        for act, target, more in (
            (money.pay, shed, {"amount": "1", "tender": "cash", "key": "z"}),
            (money.void_payment, payment, {"reason": "x"}),
            (money.reverse_charge, charge, {"reason": "x"}),
            (money.add_charge, bare, {"label": "x", "amount": "1", "reason": "x"}),
            (money.set_fee, bare, {"amount": "1", "reason": "x"}),
        ):
            with pytest.raises(WrongRole, match="Money is handled by a clerk of"):
                act(target, **by, **more)


def test_the_bill_of_a_case_takes_one_query_however_long(shed: Case, django_assert_num_queries: Any) -> None:
    for n in range(5):
        money.add_charge(shed, label=f"Copies {n}", amount="2", reason="r", on=FILED, by=people.clerk())
        pay(shed, "3", key=str(n))
    money.reverse_charge(shed.charges.get(label="Copies 4"), reason="r", on=FILED, by=people.clerk())
    with django_assert_num_queries(1):
        bill = [(owed.state, str(owed.charge.by), owed.charge.source) for owed in money.charges_of(shed)]
    assert len(bill) == 6
    with django_assert_num_queries(1):
        assert money.balance(shed) == Decimal("43.00")
    with django_assert_num_queries(1):
        receipts = [(payment.number, payment.is_void, str(payment.by)) for payment in money.payments_of(shed)]
    assert len(receipts) == 5


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        (Payment, {"amount": Decimal(0)}),
        (Payment, {"tender": "check"}),
        (Payment, {"given": Decimal("49.99")}),
        (Payment, {"tender": "card", "reference": "1", "given": Decimal(50)}),
        (Charge, {"amount": Decimal("-0.01")}),
        (Allocation, {"amount": Decimal(0)}),
        (PaymentVoid, {"reason": ""}),
    ],
)
def test_the_database_refuses_money_that_cannot_be(shed: Case, table: Any, wrong: dict[str, Any]) -> None:
    clerk, payment = people.clerk(), pay(shed, "10")
    good: dict[Any, dict[str, Any]] = {
        Payment: {
            "number": "R-1", "board": shed.board, "amount": Decimal(50), "tender": "cash", "paid_on": FILED,
            "by": clerk, "key": "new",
        },
        Charge: {"case": shed, "code": "c", "label": "C", "amount": Decimal(1), "charged_on": FILED},
        Allocation: {"payment": payment, "charge": file_shed().charges.get(), "amount": Decimal(1)},
        PaymentVoid: {"payment": payment, "reason": "r", "voided_on": FILED, "by": clerk},
    }  # fmt: skip
    with pytest.raises(IntegrityError), transaction.atomic():
        table.objects.create(**good[table] | wrong)
    assert table.objects.create(**good[table]).pk


def test_every_movement_of_money_is_in_the_history(shed: Case) -> None:
    payment = pay(shed)
    money.void_payment(payment, reason="r", on=FILED, by=people.clerk())
    money.reverse_charge(shed.charges.get(), reason="r", on=FILED, by=people.clerk())
    told = list(Event.objects.filter(case=shed).values_list("slug", flat=True))
    assert told == ["filed", "charged", "paid", "payment-voided", "charge-reversed"]


def test_an_amended_answer_does_not_change_what_was_charged(shed: Case) -> None:
    details = shed.details
    intake = Intake(SHED, {"doors": "9", "begun_early": "true"}, details=details)
    cases.amend(shed, intake=intake, on=FILED, by=people.clerk(), version=shed.version)
    assert money.charge_fees(shed, on=FILED, by=None) == []
    assert money.balance(shed) == Decimal("50.00")


def test_rows_of_money_are_never_edited_or_deleted(shed: Case) -> None:
    payment = pay(shed)
    money.void_payment(payment, reason="Wrong case", on=FILED, by=people.clerk())
    for kept in (
        FeeAmount.objects.get(),
        shed.charges.get(),
        payment,
        payment.void,
        payment.allocations.get(),
    ):
        table = type(kept).objects
        with pytest.raises(AppendOnly):
            kept.save()
        with pytest.raises(AppendOnly):
            kept.delete()
        with pytest.raises(AppendOnly):
            table.filter(pk=kept.pk).update(pk=99)
        with pytest.raises(AppendOnly):
            table.all().delete()
        with pytest.raises(AppendOnly):
            table.bulk_update([kept], ["id"])


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_take_the_money_once(shed_fee: Fee) -> None:
    """Eight threads, four forms pressed twice each, $50.00 due: two receipts of $25.00 and no more."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets one writer in at a time; this is about PostgreSQL's row locks.")
    row(shed_fee)
    case = file_shed()

    def press(n: int) -> str:
        try:
            return pay(case, "25.00", key=f"form-{n % 4}").number
        except NotAllowed as refusal:
            return str(refusal)
        finally:
            connection.close()

    try:
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(press, range(8)))
    finally:
        type(case.details).objects.all().delete()  # of no installed app, so nobody else empties it
    numbers = sorted(answer for answer in answers if answer.startswith("R-"))
    assert numbers == ["R-2026-0001", "R-2026-0001", "R-2026-0002", "R-2026-0002"]
    assert [answer for answer in answers if answer not in numbers] == [
        f"Nothing is due on the ticked charges of {case.number}."
    ] * 4
    assert money.balance(case) == 0
