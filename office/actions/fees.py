"""Adding a dated row to a fee, and withdrawing one before its first day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from office.actions.errors import NotAllowed, WrongRole
from office.actions.recorded import set_by, vote_problems
from office.fees import row_problems
from office.models import Fee, FeeAmount, FeeMultiplier, FeeTier, LateFee, Vote
from office.permissions import may
from office.pricing import Late, Multiplier, Schedule, Shape, Tier
from office.schedules import gap_left, named


@transaction.atomic
def add_fee_amount(
    fee: Fee,
    *,
    since: date,
    on: date,
    by: Any,
    vote: str = "",
    recorded_vote: Vote | None = None,
    amount: Decimal | None = None,
    shape: str = Shape.FLAT,
    unit: str = "",
    included: int = 0,
    measure: str = "",
    tiers: Sequence[Tier] = (),
    multipliers: Sequence[Multiplier] = (),
    late: Sequence[Late] = (),
    until: date | None = None,
    section: str = "",
    sample: bool = False,
    allow_past: bool = False,
) -> FeeAmount:
    """Add a dated row to a fee, checked as the admin checks it. Raises NotAllowed with all that is wrong.

    `recorded_vote` is the vote that set it; without its own words the row then speaks by those of the vote.

    `allow_past` is for the seed and the demo alone: it lets a row begin before the day `on`.
    """
    new = Schedule(
        code=fee.code, label=fee.label, shape=Shape(shape), amount=amount, unit=unit, included=included,
        measure=measure, tiers=tuple(tiers), multipliers=tuple(multipliers), late=tuple(late), since=since,
    )  # fmt: skip
    Fee.objects.select_for_update().get(pk=fee.pk)
    problems = row_problems(fee, new, until, today=on, allow_past=allow_past)
    if problems := [*problems, *vote_problems(recorded_vote, fee.board, since)]:
        raise NotAllowed(" ".join(problem.says for problem in problems))
    row = FeeAmount.objects.create(
        fee=fee, shape=shape, amount=amount, unit=unit, included=included, measure=measure, since=since,
        until=until, vote=set_by(recorded_vote, vote), recorded_vote=recorded_vote, section=section,
        sample=sample, added_by=by, added_on=on,
    )  # fmt: skip
    FeeTier.objects.bulk_create(
        FeeTier(row=row, at_least=t.at_least, through=t.through, amount=t.amount) for t in tiers
    )
    FeeMultiplier.objects.bulk_create(
        FeeMultiplier(row=row, condition=m.condition, says=m.says, factor=m.factor) for m in multipliers
    )
    LateFee.objects.bulk_create(
        LateFee(row=row, after_days=x.after_days, amount=x.amount, percent=x.percent, says=x.says)
        for x in late
    )
    return row


@transaction.atomic
def withdraw_fee_amount(row: FeeAmount, *, on: date, by: Any) -> None:
    """Take back a row whose first day lies ahead: nobody was charged by it. Raises NotAllowed, WrongRole."""
    fee = Fee.objects.select_for_update().get(pk=row.fee_id)
    if not may(by, fee.board, "administrator"):
        raise WrongRole(f"Fees are changed by an administrator of {fee.board}.")
    if row.since <= on:
        raise NotAllowed(
            f"This row has been in force since {named(row.since)}. Add a row with another amount instead."
        )
    others = FeeAmount.objects.filter(fee=fee).exclude(pk=row.pk)
    if gap := gap_left([other.span for other in others], row.span):
        raise NotAllowed(gap)
    # The rows refuse deletion by themselves; this is the one place where it is meant.
    QuerySet(FeeAmount).filter(pk=row.pk).delete()
