"""Orders and what each asks to be corrected; and the orders that must come before a fine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import models
from django.db.models import Q

from enforcement.rules import orders as rules
from enforcement.rules.orders import BY_SLUG, Basis, Mend, Sort
from office.calendar import EASTERN
from office.models import Board, Case, ClockRow, Event, Facility, Notice, Parcel, Party
from office.models.cents import Cents
from office.models.events import AppendOnlyModel
from office.pricing import dollars
from office.schedules import named

ORDER = "order"
RECEIVED = "order-received"  # from it the days of an order to correct are counted


class Order(models.Model):
    """What an order rests on, whom it binds and what was found. Written whole when it is issued."""

    class Sorts(models.TextChoices):
        CORRECT = Sort.CORRECT.value, "Order to correct"
        STOP_WORK = Sort.STOP_WORK.value, "Stop-work order"
        SUSPENSION = Sort.SUSPENSION.value, "Suspension of a permit"
        SHOW_CAUSE = Sort.SHOW_CAUSE.value, "Notice to show cause"
        LATE_PLAN = Sort.LATE_PLAN.value, "Notice that a plan is late"

    class Served(models.TextChoices):
        CERTIFIED = Notice.Channel.CERTIFIED.value, "By certified mail"
        IN_HAND = Notice.Channel.IN_HAND.value, "Handed over now"

    case = models.OneToOneField(Case, models.PROTECT, related_name="+")
    sort = models.CharField("what it is", max_length=12, choices=Sorts)
    basis = models.CharField(max_length=20, blank=True, choices=[(b.slug, b.label) for b in rules.BASES])
    section = models.CharField(max_length=120, blank=True)
    name = models.CharField("issued to", max_length=200)
    mail_to = models.CharField("address", max_length=300, blank=True)
    place = models.CharField("where", max_length=200, blank=True)
    found = models.TextField("what was found", max_length=2000)
    found_on = models.DateField("day it was found")
    served = models.CharField("how it goes out", max_length=12, choices=Served)
    given_at = models.DateTimeField("given", null=True, blank=True)
    due_on = models.DateField("day on which the plan was due", null=True, blank=True)
    daily = Cents("for each day", null=True, blank=True)
    reason = models.CharField("why this amount", max_length=300, blank=True)

    CITES = {
        "given_at": "Tisbury 09.4.8",
        "basis": "Tisbury 09.5.4",
        "found_on": "Jamestown 22-201(a)",
        "served": "Jamestown 22-233(a)",
        "due_on": "Jamestown 22-233(b)",
        "daily": "Jamestown 22-233(b)",
    }
    PUBLIC = ()
    # What the case file shows; no form asks it.
    SECTIONS = (
        ("order", "Order", ("sort", "basis", "section", "name", "mail_to", "place", "found", "found_on",
                            "served", "given_at")),
        ("late", "Late plan", ("due_on", "daily", "reason")),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(sort=Sort.LATE_PLAN.value) | Q(due_on__isnull=False, daily__isnull=False),
                name="order_late_plan_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_sort_display()}, {self.name}"

    @property
    def grounds(self) -> Basis | None:
        return BY_SLUG.get(self.basis)

    @property
    def cite(self) -> str:
        """The section it rests on."""
        return self.section or (self.grounds.cite if self.grounds else "")


class OrderItem(AppendOnlyModel):
    """One correction an order asks for, with the days from its receipt or the hours from its giving."""

    class Mends(models.TextChoices):
        TEMPORARY = Mend.TEMPORARY.value, "For the time being"
        PERMANENT = Mend.PERMANENT.value, "For good"

    order = models.ForeignKey(Order, models.PROTECT, related_name="items")
    number = models.PositiveSmallIntegerField()
    what = models.CharField("what is to be corrected", max_length=150)
    section = models.CharField(max_length=40, blank=True)
    mend = models.CharField("for how long", max_length=10, choices=Mends, default=Mends.PERMANENT)
    days = models.PositiveSmallIntegerField("days from receipt", null=True)
    hours = models.PositiveSmallIntegerField("hours from when it is given", null=True)
    critical = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["order", "number"], name="order_item_once"),
            models.CheckConstraint(
                condition=Q(days__isnull=False, hours__isnull=True)
                | Q(days__isnull=True, hours__isnull=False),
                name="order_item_days_or_hours",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def subject(self) -> str:
        """What its events and its clock bear."""
        return f"item-{self.number}"

    @property
    def label(self) -> str:
        """What its clock is called: the correction and its section."""
        said = self.what.strip().removesuffix(".")
        return f"{said} ({self.section})" if self.section else said

    @property
    def time_says(self) -> str:
        if self.hours:
            return f"{self.hours} hours from when it is given"
        return f"{self.days} day{'' if self.days == 1 else 's'} from receipt"


# ----------------------------------------------------------------------- what must come before a fine
@dataclass(frozen=True)
class Before:
    """An order that lapsed, as the citation asks for it: its due day, or the moment it was given.

    `seen_at` is when an inspector found it not corrected, if that was recorded.
    """

    number: str
    what: str
    due_on: date
    given_at: datetime | None = None
    seen_at: datetime | None = None


def before_fine(
    board: Board,
    line: int,
    *,
    offender: Party | None = None,
    parcel: Parcel | None = None,
    facility: Facility | None = None,
    on: date,
    number: str = "",
) -> list[Before]:
    """The lapsed corrections of this board that open line `line` of its fine schedule, newest first.

    Found by the person the order went to or by the place; or those of the order `number` alone. Four
    queries. Lines 15 (a written order that fell due) and 16 (a 24-hour order) ask for one.
    """
    slugs = [basis.slug for basis in rules.BASES if basis.line == line]
    rows = Order.objects.filter(case__board=board, sort=Sort.CORRECT.value, basis__in=slugs)
    rows = rows.exclude(case__status__in=("draft", "withdrawn"))
    if number:
        rows = rows.filter(case__number=number)
    else:
        match = Q(pk__in=[])
        if offender is not None and offender.pk:
            match |= Q(case__people__party=offender, case__people__role="subject")
        if parcel is not None:
            match |= Q(case__parcels=parcel)
        if facility is not None:
            match |= Q(case__facility=facility)
        rows = rows.filter(match)
    orders = list(
        rows.select_related("case")
        .prefetch_related("items")
        .distinct()
        .order_by("-case__filed_on", "-pk")[:20]
    )
    return list(_lapsed(orders, on))


def _lapsed(orders: list[Order], on: date) -> Iterable[Before]:
    keys = [order.case_id for order in orders]
    rows = ClockRow.objects.filter(case__in=keys, subject__startswith="item-")
    runs = {(row.case_id, row.subject): row for row in rows}
    seen: dict[tuple[int, str], datetime] = {}
    found = Event.objects.live().filter(case__in=keys, slug="found-uncorrected")
    for event in found.order_by("on", "at"):
        if event.at is not None:
            seen[event.case_id, event.subject] = datetime.combine(event.on, event.at, EASTERN)
    for order in orders:
        for item in order.items.all():
            key = (order.case_id, item.subject)
            row = runs.get(key)
            if row is not None and _passed(row, seen.get(key), on):
                given = order.given_at.astimezone(EASTERN) if item.hours and order.given_at else None
                yield Before(order.case.number, item.what, row.due_on, given, seen.get(key))


def _passed(row: ClockRow, seen: datetime | None, on: date) -> bool:
    """Whether the last good day, or moment, went by without a correction."""
    if row.due_at is not None and seen is not None and seen > row.due_at:
        return True
    until = row.ended_on or on
    return row.due_on < until


# ---------------------------------------------------------------------------------- what its letters say
def letter_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the letters of an order say beyond what every letter knows; None what the case does not hold."""
    order: Order | None = case.details
    if order is None:
        return {}
    basis, items = order.grounds, list(order.items.all())
    hearing = case.events.live().filter(slug__in=("show-cause-hearing", "hearing")).last()
    return {
        "found": order.found,
        "found_on": order.found_on,
        "section": order.cite,
        "time_says": _time_says(order, items),
        "follows": basis.follows if basis else "",
        "rights": list(basis.rights) if basis else [],
        "permit": f"{case.parent.casekind.label.lower()} {case.parent.number}" if case.parent else None,
        "hearing_on": hearing.on if hearing else None,
        "hearing_where": hearing.note if hearing else None,
        "due_on": order.due_on,
        "daily": dollars(order.daily) if order.daily is not None else None,
        "corrections": [
            {
                "number": item.number,
                "what": item.what,
                "section": item.section or order.cite,
                "mend": item.get_mend_display() if basis and basis.days else "",
                "time": item.time_says,
                "critical": item.critical,
            }
            for item in items
        ],
    }


def _time_says(order: Order, items: list[OrderItem]) -> str:
    if order.given_at is not None and any(item.hours for item in items):
        at = order.given_at.astimezone(EASTERN)
        hour = f"{at:%I:%M %p}".lstrip("0").lower()
        return f"Hours are counted from {hour} on {named(at.date())}, when this order is given."
    return "Days are counted from the day on which you receive this order; that day is not counted."
