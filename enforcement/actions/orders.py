"""Issuing orders and serving them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.db import transaction

from enforcement.actions.citations import Unfit, Written, put_on_file
from enforcement.actions.order_life import WRITERS, set_hearing
from enforcement.models import LegalFigure, Order, OrderItem
from enforcement.models.orders import ORDER
from enforcement.rules import orders as rules
from enforcement.rules.orders import Asked, Basis, Sort
from office import kinds
from office.actions import mailing, notices
from office.actions.cases import open_case, record
from office.actions.errors import WrongRole
from office.calendar import EASTERN
from office.models import Board, Case, Facility, Notice, Parcel, Party
from office.permissions import may
from office.schedules import Problem, named

LETTER = {
    Sort.CORRECT: "order",
    Sort.STOP_WORK: "stop-work",
    Sort.SUSPENSION: "suspension",
    Sort.LATE_PLAN: "late-plan",
}
STEP = {
    Sort.CORRECT: "order-issued",
    Sort.STOP_WORK: "stop-work-ordered",
    Sort.SUSPENSION: "suspension-ordered",
    Sort.SHOW_CAUSE: "show-cause-called",
    Sort.LATE_PLAN: "late-plan-noticed",
}
OF_PERMITS = (Sort.SUSPENSION, Sort.SHOW_CAUSE)
DECIDERS = ("clerk", "member")


@dataclass(frozen=True)
class Told:
    """What the officer tells of an order. Somebody new has no key yet and is put on file.

    `given_on` and `given_at` are when an order handed over was given, in local time; `took` is who took it.
    `parent` is what it came of: an inspection, a complaint, the permit that is suspended.
    """

    sort: Sort
    offender: Party
    found: str
    found_on: date
    served: str
    basis: Basis | None = None
    section: str = ""
    items: Sequence[Asked] = ()
    given_on: date | None = None
    given_at: time | None = None
    took: str = ""
    parcel: Parcel | None = None
    facility: Facility | None = None
    place: str = ""
    due_on: date | None = None
    daily: Any = None
    reason: str = ""
    hearing_on: date | None = None
    hearing_where: str = ""
    parent: Case | None = None
    corrections: Sequence[Asked] = field(init=False)

    def __post_init__(self) -> None:
        said = [rules.timed(self.basis, item) for item in self.items] if self.basis else list(self.items)
        object.__setattr__(self, "corrections", said)

    @property
    def by_hours(self) -> bool:
        return any(item.hours for item in self.corrections)

    @property
    def moment(self) -> datetime | None:
        if self.given_on is None or self.given_at is None:
            return None
        return datetime.combine(self.given_on, self.given_at, EASTERN)


def wrong(board: Board, told: Told, *, on: date) -> list[Problem]:
    """What keeps the order from being issued on the day `on`, each at the answer to change."""
    said = []
    if told.found_on > on:
        said.append(Problem("found_on", f"{named(told.found_on)} lies ahead. Enter the day it was found."))
    if not told.found.strip():
        said.append(Problem("found", "Write what was found; it is printed in the order."))
    if told.parcel is not None and told.parcel.town != board.town:
        says = f"{told.parcel} lies in {told.parcel.town}. Choose a lot in {board.town}."
        said.append(Problem("parcel", says))
    if told.sort is Sort.CORRECT:
        said += _correct_wrong(board, told)
    elif not told.section.strip():
        said.append(Problem("section", "Name the section the order rests on."))
    if told.sort in OF_PERMITS:
        said += _permit_wrong(told)
    if told.sort is Sort.LATE_PLAN:
        said += _late_wrong(board, told, on)
    if told.sort is Sort.SHOW_CAUSE:
        said += _hearing_wrong(told, on)
    if told.served == Notice.Channel.IN_HAND:
        said += _given_wrong(told, on)
    elif _lacks_address(told.offender):
        says = "There is no whole mailing address. Add street, town and ZIP code, or hand the order over."
        said.append(Problem("served", says))
    return said


def _given_wrong(told: Told, on: date) -> list[Problem]:
    """What is wrong with an order that is handed over."""
    said = []
    if not told.took.strip():
        said.append(Problem("took", "Write who took it; it is the proof of receipt."))
    if told.given_on is None:
        said.append(Problem("given_on", "Enter the day on which the order is given."))
    elif told.given_on > on:
        said.append(Problem("given_on", f"{named(told.given_on)} lies ahead. Enter the day it was given."))
    elif told.found_on > told.given_on:
        says = f"It was given before it was found, {named(told.found_on)}. Correct one of the days."
        said.append(Problem("given_on", says))
    return said


def _lacks_address(party: Party) -> bool:
    return not all(line.strip() for line in (party.street, party.city, party.zip_code))


def _correct_wrong(board: Board, told: Told) -> list[Problem]:
    if told.basis is None or told.basis.town != board.town:
        return [Problem("basis", "Choose what the order rests on.")]
    if not told.items:
        return [Problem("items", "Write at least one correction.")]
    said = []
    for number, item in enumerate(told.items, start=1):
        for problem in rules.item_wrong(told.basis, item, number):
            said.append(Problem(f"item-{number}-{problem.field}", problem.says))
    said += rules.served_wrong(told.basis, told.served, told.by_hours)
    if told.by_hours and told.served == Notice.Channel.IN_HAND and told.moment is None:
        says = f"Enter the time at which the order is given: hours are counted from it. ({told.basis.cite})"
        said.append(Problem("given_at", says))
    return said


def _permit_wrong(told: Told) -> list[Problem]:
    permit = told.parent
    if permit is None or permit.starts_on is None:
        return [Problem("parent", "Choose the permit: open this page from its case.")]
    allowed = ("issued",) if told.sort is Sort.SUSPENSION else ("issued", "suspended")
    if permit.status not in allowed:
        return [
            Problem("parent", f"{permit.number} is {permit.status}. Only a permit in force can be called.")
        ]
    return []


def _late_wrong(board: Board, told: Told, on: date) -> list[Problem]:
    if told.due_on is None:
        return [Problem("due_on", "Enter the day by which the determination asked for the plan.")]
    said = []
    if told.due_on >= on:
        says = f"The plan is not late yet: {named(told.due_on)} is in time. (Jamestown 22-233(b))"
        said.append(Problem("due_on", says))
    figure = LegalFigure.objects.on(board, LegalFigure.What.LATE_PLAN, told.due_on)
    if figure is None:
        says = "No highest amount for a day holds on that day. An administrator adds one in the admin."
        return [*said, Problem("daily", says)]
    said += rules.daily_wrong(told.daily, figure.dollars, figure.cite)
    if not told.reason.strip():
        said.append(Problem("reason", "Say in one sentence why this amount; it stays with the notice."))
    return said


def _hearing_wrong(told: Told, on: date) -> list[Problem]:
    said = []
    if told.hearing_on is None or told.hearing_on < on:
        said.append(Problem("hearing_on", "Enter the day of the hearing, today or later."))
    if not told.hearing_where.strip():
        said.append(Problem("hearing_where", "Write time and place; they are printed in the notice."))
    return said


# ---------------------------------------------------------------------------------------------- issuing
@transaction.atomic
def issue(board: Board, told: Told, *, on: date, now: datetime, by: Any, key: str) -> Case:
    """Issue an order, once for each `key`, and write its paper.

    An order handed over is received at once and bears the day on which it was given; one that goes by
    certified mail runs from its receipt. To suspend moves the permit too. Raises WrongRole, Unfit at the
    answers to change, NotAllowed.
    """
    roles = DECIDERS if told.sort in OF_PERMITS else WRITERS
    if not may(by, board, *roles):
        raise WrongRole(f"This is issued by a {' or '.join(roles)} of {board}.")
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)  # two presses of one form take turns
    if earlier := Case.objects.filter(filing_key=key, kind=ORDER).first():
        return earlier
    problems = wrong(board, told, on=on)
    if told.moment is not None and told.moment > now:
        says = "This time has not come yet. Write the time at which the order was given."
        problems.append(Problem("given_at", says))
    if problems:
        raise Unfit(problems)
    if told.served == Notice.Channel.IN_HAND and told.given_on is not None:
        on = told.given_on  # recorded the next morning it is still an order of that day
    if told.offender.pk is None:
        put_on_file(told.offender, on=on, by=by)
    case = open_case(
        kind=ORDER, on=on, by=by, board=board, intake=Written(kinds.get(ORDER), _details(told)), key=key,
        parcels=_lots(told), facility=told.facility or (told.parent.facility if told.parent else None),
        people=[(told.offender, "subject")], parent=told.parent,
    )  # fmt: skip
    items = _items(case, told)
    event = record(case, STEP[told.sort], on=on, by=by, note=told.found.strip())
    if told.sort is Sort.CORRECT:
        _order(case, told, items, on=on, by=by)
    if told.sort is Sort.SUSPENSION:
        assert told.parent is not None
        record(told.parent, "suspended", on=on, by=by, note=f"{told.found.strip()} ({case.number})")
    if told.sort is Sort.SHOW_CAUSE:
        assert told.hearing_on is not None
        set_hearing(case, on=told.hearing_on, where=told.hearing_where, by=by, now=now)
    else:
        _serve(case, told, LETTER[told.sort], event, on=on, now=now, by=by)
    case.refresh_from_db()
    return case


def _details(told: Told) -> Order:
    late = told.sort is Sort.LATE_PLAN
    section = told.section.strip() or (told.basis.cite if told.basis else "")
    return Order(
        sort=told.sort.value, basis=told.basis.slug if told.basis else "", section=section,
        name=told.offender.name, mail_to=told.offender.mailing_address, place=told.place or _place(told),
        found=told.found.strip(), found_on=told.found_on, served=told.served,
        given_at=told.moment if told.served == Notice.Channel.IN_HAND else None,
        due_on=told.due_on if late else None, daily=told.daily if late else None,
        reason=told.reason.strip() if late else "",
    )  # fmt: skip


def _lots(told: Told) -> list[Parcel]:
    """The lot that was chosen, or those of what it came of."""
    if told.parcel is not None:
        return [told.parcel]
    if told.facility is not None:
        return [told.facility.parcel] if told.facility.parcel else []
    return list(told.parent.parcels.all()) if told.parent else []


def _place(told: Told) -> str:
    if told.facility is not None:
        return told.facility.name
    if told.parcel is not None:
        return str(told.parcel)
    return told.parent.place if told.parent else ""


def _items(case: Case, told: Told) -> list[OrderItem]:
    return OrderItem.objects.bulk_create(
        OrderItem(
            order=case.details, number=number, what=item.what.strip(), section=item.section.strip(),
            mend=item.mend.value, days=item.days, hours=item.hours, critical=item.critical,
        )
        for number, item in enumerate(told.corrections, start=1)
    )  # fmt: skip


def starting(basis: Basis, item: OrderItem) -> str:
    """The event that starts the clock of this correction."""
    if basis.hours:
        return "facility-order-given"
    if item.hours:
        return f"ordered-{item.hours}-hours"
    both = len(basis.days) > 1
    return f"{basis.slug}-{item.mend}-ordered" if both else f"{basis.slug}-ordered"


def _order(case: Case, told: Told, items: Sequence[OrderItem], *, on: date, by: Any) -> None:
    """What an order to correct records: how grave it is, and each correction with its time."""
    basis = told.basis
    assert basis is not None
    sort = "correction-order"
    if basis.slug == "food":
        sort = "critical-order" if any(item.critical for item in items) else "non-critical-order"
    record(case, sort, on=on, by=by, note=f"{basis.label} ({basis.cite})")
    for item in items:
        said: dict[str, Any] = {"by": by, "subject": item.subject, "note": item.label}
        if item.hours:
            record(case, starting(basis, item), on=told.given_on or on, at=told.given_at, **said)
        else:
            until = on + (item.days or 0) * rules.ONE_DAY
            record(case, starting(basis, item), on=on, until_on=until, **said)


def _serve(case: Case, told: Told, letter: str, event: Any, *, on: date, now: datetime, by: Any) -> None:
    """Write the paper; one handed over is recorded as received, by the office where no clerk wrote it."""
    (notice,) = notices.write(case, letter=letter, on=on, now=now, by=by, event=event, channel=told.served)
    if told.served == Notice.Channel.IN_HAND and notice.status == Notice.Status.TO_MAIL:
        giver = by.get_full_name() or by.get_username() if by else "the office"
        clerk = by if may(by, case, "clerk") else None
        mailing.hand_over(notice, on=told.given_on or on, by=clerk, to=f"{told.took.strip()}, by {giver}")
