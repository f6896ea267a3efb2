"""What things cost and what was paid. Rows of money are added, never edited: a mistake is reversed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce
from simple_history.models import HistoricalRecords

from office import pricing
from office.models.boards import Board
from office.models.cases import Case
from office.models.cents import Cents
from office.models.events import AppendOnlyModel, AppendOnlyQuerySet
from office.models.votes_behind import SetByVote
from office.schedules import Span

NOTHING = models.Value(Decimal(0), output_field=Cents())


class Account(models.TextChoices):
    """Where the money goes: the town's to keep, or held for somebody (a cash bond)."""

    REVENUE = "revenue", "Revenue"
    DEPOSIT = "deposit", "Deposit held"


# ------------------------------------------------------------------------------------- what it costs
class Fee(models.Model):
    """Something the town charges for, such as a dumpster permit. Its amounts are dated rows."""

    code = models.SlugField(max_length=40, unique=True)
    label = models.CharField(max_length=100)
    board = models.ForeignKey(Board, models.PROTECT, related_name="fees")
    account = models.CharField(max_length=10, choices=Account, default=Account.REVENUE)
    about = models.CharField(max_length=300, blank=True, help_text="What the fee is for, in a sentence.")
    history = HistoricalRecords()

    class Meta:
        ordering = ["label"]

    def __str__(self) -> str:
        return self.label


class FeeAmountQuerySet(AppendOnlyQuerySet):
    def with_parts(self) -> FeeAmountQuerySet:
        """With everything `schedule` reads, in four queries however many rows."""
        rows = self.select_related("fee", "recorded_vote__item__meeting", "recorded_vote__taken_back")
        return rows.prefetch_related("tiers", "multipliers", "late_fees")

    def on(self, fee_code: str, day: date, board: Board | None = None) -> FeeAmount | None:
        """The row in force on `day`, or None when the fee has none: the office will confirm the amount."""
        rows = self.filter(fee__code=fee_code, since__lte=day)
        if board is not None:
            rows = rows.filter(fee__board=board)
        row: FeeAmount | None = rows.with_parts().order_by("-since").first()
        return row if row and (row.until is None or row.until >= day) else None


class FeeAmount(SetByVote, AppendOnlyModel):
    """What a fee is from a day on, by the vote that set it. The next row ends it; or `until` does.

    Written once. Only a row whose first day lies ahead may be withdrawn (`withdraw_fee_amount`).
    """

    class Shape(models.TextChoices):
        FLAT = "flat", "Flat: one amount"
        PER_UNIT = "per-unit", "Per unit: so much for each"
        TIERED = "tiered", "Tiered: by what is measured"

    fee = models.ForeignKey(Fee, models.PROTECT, related_name="amounts")
    shape = models.CharField(max_length=10, choices=Shape, default=Shape.FLAT)
    amount = Cents(null=True, blank=True, help_text="The flat amount, or the amount for each unit.")
    unit = models.CharField(
        max_length=40, blank=True, help_text="In the singular: dumpster, job, hour, seat."
    )
    included = models.PositiveIntegerField(
        default=0, blank=True, help_text="Units without charge: “each hour after the third” is 3."
    )
    measure = models.CharField(max_length=60, blank=True, help_text="The answer that is counted or measured.")
    since = models.DateField("first day", db_index=True)
    until = models.DateField(
        "last day", null=True, blank=True, help_text="Leave empty: the row lasts until the next one begins."
    )
    vote = models.CharField(max_length=200, help_text="Who set it and when: “Board of Health, June 9, 2026”.")
    section = models.CharField(max_length=80, blank=True, help_text="The section that allows the fee.")
    sample = models.BooleanField(default=False, help_text="Sample data: never voted, and shown as a sample.")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    added_on = models.DateField()

    objects = FeeAmountQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["fee__label", "-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["fee", "since"],
                name="fee_amount_one_a_day",
                violation_error_message="Another row of this fee starts on that day. Choose another day.",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="fee_amount_ends_after_start"
            ),
            models.CheckConstraint(
                condition=Q(shape="tiered", amount__isnull=True)
                # A comparison with NULL is not false to a database: say that it is there.
                | (~Q(shape="tiered") & Q(amount__isnull=False, amount__gte=0)),
                name="fee_amount_fits_shape",
                violation_error_message="A flat or per-unit fee has an amount; a tiered one has tiers.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fee}, from {self.since:%B} {self.since.day}, {self.since.year}"

    @property
    def span(self) -> Span:
        return Span(self.since, self.until)

    def schedule(self) -> pricing.Schedule:
        """The row as `office.pricing` reads it. Fetch it `with_parts` to keep the queries few."""
        return pricing.Schedule(
            code=self.fee.code,
            label=self.fee.label,
            shape=pricing.Shape(self.shape),
            amount=self.amount,
            unit=self.unit,
            included=self.included or 0,
            measure=self.measure,
            tiers=tuple(pricing.Tier(t.at_least, t.through, t.amount) for t in self.tiers.all()),
            multipliers=tuple(
                pricing.Multiplier(m.condition, m.says, m.factor) for m in self.multipliers.all()
            ),
            late=tuple(pricing.Late(x.after_days, x.amount, x.percent, x.says) for x in self.late_fees.all()),
            account=self.fee.account,
            since=self.since,
            vote=self.vote,
            section=self.section,
            sample=self.sample,
            source=self.pk,
        )


class FeeTier(AppendOnlyModel):
    """One step of a tiered fee: from `at_least` up to the next step. `through` is the town's printed end."""

    row = models.ForeignKey(FeeAmount, models.CASCADE, related_name="tiers")
    at_least = models.DecimalField("from", max_digits=12, decimal_places=2)
    through = models.DecimalField(
        max_digits=12, decimal_places=2, null=True, blank=True, help_text="Empty: and up."
    )
    amount = Cents()

    class Meta:
        ordering = ["at_least"]
        constraints = [
            models.UniqueConstraint(fields=["row", "at_least"], name="fee_tier_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_tier_not_negative"),
        ]

    def __str__(self) -> str:
        upper = " and up" if self.through is None else f"–{pricing.number(self.through)}"
        return f"{pricing.number(self.at_least)}{upper}: {pricing.dollars(self.amount)}"


class FeeMultiplier(AppendOnlyModel):
    """A condition under which the fee is so many times as much."""

    row = models.ForeignKey(FeeAmount, models.CASCADE, related_name="multipliers")
    condition = models.CharField(max_length=60, help_text="The yes-or-no answer that decides.")
    says = models.CharField("in words", max_length=100, help_text="Such as: work begun without a permit.")
    factor = models.DecimalField("times", max_digits=6, decimal_places=2)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["row", "condition"], name="fee_multiplier_once"),
            models.CheckConstraint(condition=Q(factor__gt=0), name="fee_multiplier_above_zero"),
        ]

    def __str__(self) -> str:
        return f"× {pricing.number(self.factor)} {self.says}"


class LateFee(AppendOnlyModel):
    """What a late renewal costs more: an amount, or a percentage of the fee. The last step reached counts."""

    row = models.ForeignKey(FeeAmount, models.CASCADE, related_name="late_fees")
    after_days = models.PositiveIntegerField("more than (days late)", default=0)
    amount = Cents(null=True, blank=True)
    percent = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    says = models.CharField("in words", max_length=100, blank=True)

    class Meta:
        ordering = ["after_days"]
        constraints = [
            models.UniqueConstraint(fields=["row", "after_days"], name="late_fee_once"),
            models.CheckConstraint(
                condition=Q(amount__isnull=False, amount__gte=0, percent__isnull=True)
                | Q(amount__isnull=True, percent__isnull=False, percent__gte=0),
                name="late_fee_amount_or_percent",
                violation_error_message="A late fee is an amount or a percentage. Enter one of the two.",
            ),
        ]

    def __str__(self) -> str:
        charged = f"{self.percent}%" if self.amount is None else pricing.dollars(self.amount)
        return f"More than {self.after_days} days late: {charged}"


# ------------------------------------------------------------------------------------- what was charged
class ChargeQuerySet(AppendOnlyQuerySet):
    def live(self) -> ChargeQuerySet:
        """Charges that stand: neither reversed nor a reversal."""
        return self.filter(reverses__isnull=True, reversed_by__isnull=True)

    def with_paid(self) -> ChargeQuerySet:
        """With `paid`: what receipts that were not voided put toward each charge."""
        standing = Q(allocations__payment__void__isnull=True)
        paid = Coalesce(Sum("allocations__amount", filter=standing), NOTHING, output_field=Cents())
        return self.annotate(paid=paid)

    def oldest_first(self) -> ChargeQuerySet:
        return self.order_by("charged_on", "id")


class Charge(AppendOnlyModel):
    """An amount owed on a case, with the arithmetic that led to it. A reversal is a second row, negative."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="charges")
    code = models.SlugField(max_length=60)
    label = models.CharField(max_length=120)
    amount = Cents()
    working = models.TextField()
    section = models.CharField(max_length=80, blank=True)
    account = models.CharField(max_length=10, choices=Account, default=Account.REVENUE)
    charged_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    source = models.ForeignKey(FeeAmount, models.PROTECT, null=True, related_name="charges")
    reason = models.CharField(max_length=300, blank=True, help_text="Why a person set or reversed it.")
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")
    key = models.CharField(max_length=100, unique=True, null=True)

    objects = ChargeQuerySet.as_manager()  # type: ignore[misc]

    class Meta:
        ordering = ["charged_on", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(reverses__isnull=True, amount__gte=0)
                | (Q(reverses__isnull=False, amount__lte=0) & ~Q(reason="")),
                name="charge_sign",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} {pricing.dollars(self.amount)}"


class Payment(AppendOnlyModel):
    """Money taken in, and its receipt: the number stays even when the payment is voided."""

    class Tender(models.TextChoices):
        CASH = "cash", "Cash"
        CHECK = "check", "Check"
        CARD = "card", "Card terminal"

    number = models.CharField(max_length=20, unique=True)
    board = models.ForeignKey(Board, models.PROTECT, related_name="payments")
    amount = Cents()
    tender = models.CharField(max_length=10, choices=Tender)
    reference = models.CharField(max_length=60, blank=True, help_text="Check number or terminal reference.")
    given = Cents("cash handed over", null=True, blank=True)
    paid_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    key = models.CharField(max_length=100, unique=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            # The treasurer's turnover asks for one board's receipts over a span of days.
            models.Index(fields=["board", "paid_on"], name="payment_turnover"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_above_zero"),
            models.CheckConstraint(
                condition=Q(tender="cash") | ~Q(reference=""), name="payment_has_reference"
            ),
            models.CheckConstraint(
                condition=Q(given__isnull=True) | Q(tender="cash", given__gte=F("amount")),
                name="payment_given_covers_it",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def change(self) -> Decimal:
        """What to hand back from the cash handed over."""
        return Decimal(0) if self.given is None else self.given - self.amount

    @property
    def is_void(self) -> bool:
        return hasattr(self, "void")

    @property
    def how(self) -> str:
        """Cash; Check 1024; Card terminal A-17."""
        return f"{self.get_tender_display()} {self.reference}".strip()

    @property
    def case(self) -> Case:
        """The case it was taken in for."""
        return self.allocations.select_related("charge__case").earliest("id").charge.case


class PaymentVoid(AppendOnlyModel):
    """A payment that does not count after all (a check that bounced, a wrong case), and why."""

    payment = models.OneToOneField(Payment, models.PROTECT, related_name="void")
    reason = models.CharField(max_length=300)
    voided_on = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="payment_void_has_reason")]


class Allocation(AppendOnlyModel):
    """The part of a payment that goes toward one charge."""

    payment = models.ForeignKey(Payment, models.PROTECT, related_name="allocations")
    charge = models.ForeignKey(Charge, models.PROTECT, related_name="allocations")
    amount = Cents()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="allocation_above_zero"),
            models.UniqueConstraint(fields=["payment", "charge"], name="allocation_once"),
        ]
