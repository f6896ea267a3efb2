"""What a kind charges by the town's dated fee rows, and which of its answers a fee may go by.

A kind says `fees=schedule("dumpster")`; everything else about the fee is rows an administrator adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import models

from office import kinds
from office.intake import Filing
from office.models import Fee, FeeAmount
from office.models.cents import Cents
from office.models.money import Account
from office.pricing import Line, Schedule, lines
from office.schedules import Problem, Span, date_problems, schedule_problems


@dataclass(frozen=True)
class Scheduled:
    """The `fees` of a kind: `(filing, on) -> lines`, by the rows in force on the day `on`."""

    codes: tuple[str, ...]

    def __call__(self, filing: Filing, on: date) -> list[Line]:
        words = labels(filing.kind)
        late = days_late(filing, on)
        bill = []
        for code in self.codes:
            row = FeeAmount.objects.on(code, on)
            fee = row.fee if row else Fee.objects.filter(code=code).first()
            bill += lines(
                row.schedule() if row else None,
                filing.answers,
                late,
                labels=words,
                code=code,
                label=fee.label if fee else filing.kind.label,
                account=fee.account if fee else Account.REVENUE,
            )
        return bill


def schedule(*codes: str) -> Scheduled:
    """Charge the fees with these codes, each by the row in force on the day of filing."""
    return Scheduled(codes)


def days_late(filing: Filing, on: date) -> int:
    """Calendar days by which a renewal filed on `on` is late: 1 on the day after the old term's last day."""
    last = filing.renews.ends_on if filing.renews else None
    return max(0, (on - last).days) if last else 0


# ------------------------------------------------------------------------- what a fee may go by
def kinds_charging(code: str) -> list[kinds.CaseKind]:
    """The registered kinds that charge the fee, in their order."""
    return [kind for kind in kinds.registry.values() if code in getattr(kind.fees, "codes", ())]


def measures_of(code: str) -> list[tuple[str, str]]:
    """(name, label) of every number the kinds with this fee ask for: what it may count or measure."""
    return _choices(code, models.IntegerField, models.DecimalField, models.FloatField, Cents)


def conditions_of(code: str) -> list[tuple[str, str]]:
    """(name, label) of every yes-or-no the kinds with this fee ask for: what may multiply it."""
    return _choices(code, models.BooleanField)


def labels(kind: kinds.CaseKind) -> dict[str, str]:
    """The screen's words for the answers of a kind."""
    return {column.name: _label(column) for column in _columns(kind)}


def _choices(code: str, *types: type[models.Field[Any, Any]]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for kind in kinds_charging(code):
        for column in _columns(kind):
            if isinstance(column, types):
                found.setdefault(column.name, _label(column))
    return list(found.items())


def _columns(kind: kinds.CaseKind) -> Iterator[models.Field[Any, Any]]:
    if kind.details is not None:
        for column in kind.details._meta.concrete_fields:
            if not column.primary_key and not column.is_relation:
                yield column


def _label(column: models.Field[Any, Any]) -> str:
    words = str(column.verbose_name)
    return f"{words[:1].upper()}{words[1:]}"


# ------------------------------------------------------------------------- may this row be added
def row_problems(
    fee: Fee, new: Schedule, until: date | None, *, today: date, allow_past: bool = False
) -> list[Problem]:
    """What keeps the dated row `new` from joining the others of its fee: days, shape, measure, tiers."""
    if new.since is None:
        return [Problem("since", "The first day is missing. Enter the day from which the fee is charged.")]
    others = [Span(*days) for days in FeeAmount.objects.filter(fee=fee).values_list("since", "until")]
    said = date_problems(others, Span(new.since, until), today, allow_past=allow_past)
    measures = [name for name, _ in measures_of(fee.code)]
    conditions = [name for name, _ in conditions_of(fee.code)]
    return said + schedule_problems(new, measures, conditions)
