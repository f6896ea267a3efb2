"""What everything costs on any day: every fee of every board, with its working and the vote that set it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from office.fields import DayField
from office.models import Board, Fee, FeeAmount
from office.pricing import in_words
from office.views.common import today
from office.views.public import for_everybody, working


class DayForm(forms.Form):
    """The day for which the fees are asked."""

    use_required_attribute = False
    mark_optional = False
    on = DayField(
        label=gettext_lazy("Fees on this day"),
        required=False,
        help_text=gettext_lazy("A past day, today or one to come, such as 7/1/2026."),
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        on = self.fields["on"]
        assert isinstance(on, DayField)
        on.today = today
        on.widget.attrs["class"] = "short"


@dataclass(frozen=True)
class Price:
    """A fee on a day: in words, with its working; `price` is None while nobody has set it."""

    fee: Fee
    price: str | None
    why: list[str]
    section: str = ""
    since: date | None = None
    sample: bool = False
    row: FeeAmount | None = None


@dataclass(frozen=True)
class Group:
    """The fees of a board on a day, and what was announced for later."""

    board: Board
    prices: list[Price]
    ahead: list[Price]


@for_everybody
def fee_schedule(request: HttpRequest) -> HttpResponse:
    """Every fee in force on a day, by board, and the changes announced after it."""
    asked = request.GET if request.GET.get("on", "").strip() else None
    form = DayForm(asked, today=today(), initial={"on": today()})
    if form.is_bound and not form.is_valid():
        return render(request, "office/fee_schedule.html", {"form": form}, status=422)
    day = form.cleaned_data["on"] if form.is_bound else today()
    return render(request, "office/fee_schedule.html", {"form": form, "day": day, "groups": fees_on(day)})


def fees_on(day: date) -> list[Group]:
    """Every fee by board and label; five queries, however many there are."""
    rows: dict[int, list[FeeAmount]] = {}
    for row in FeeAmount.objects.with_parts().order_by("since"):
        rows.setdefault(row.fee_id, []).append(row)
    groups: dict[int, Group] = {}
    for fee in Fee.objects.select_related("board").order_by("board_id", "label"):
        group = groups.setdefault(fee.board_id, Group(fee.board, [], []))
        begun = [row for row in rows.get(fee.pk, ()) if row.since <= day]
        current = begun[-1] if begun and (begun[-1].until is None or begun[-1].until >= day) else None
        group.prices.append(_price(fee, current))
        group.ahead.extend(_price(fee, row) for row in rows.get(fee.pk, ()) if row.since > day)
    for group in groups.values():
        group.ahead.sort(key=lambda price: (price.since or day, price.fee.label))
    return list(groups.values())


def _price(fee: Fee, row: FeeAmount | None) -> Price:
    if row is None:
        return Price(fee, None, [])
    schedule = row.schedule()
    why = list(working(schedule))
    return Price(fee, in_words(schedule), why, schedule.section, row.since, row.sample, row)
