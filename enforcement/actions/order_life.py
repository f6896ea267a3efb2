"""Following an order: corrections, hearings, what came of them, and a plan handed in late."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from django.db import transaction

from enforcement.models import EventUse, Order, OrderItem
from enforcement.rules import orders as rules
from office.actions import money, steps
from office.actions.cases import record
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, Event
from office.permissions import may
from office.pricing import Line, dollars
from office.schedules import named

WRITERS = ("clerk", "inspector")


def _item(case: Case, number: int) -> OrderItem:
    item: OrderItem | None = OrderItem.objects.filter(order__case=case, number=number).first()
    if item is None:
        raise NotAllowed(f"{case.number} has no correction {number}.")
    return item


@transaction.atomic
def look_again(
    case: Case,
    *,
    corrected: Sequence[int],
    uncorrected: Sequence[int],
    on: date,
    at: time,
    by: Any,
    note: str = "",
) -> None:
    """Record of each correction, by number, that it was made, or was found not made at that time of day.

    When the last one is made the order is complied with. Raises NotAllowed, WrongRole.
    """
    if not corrected and not uncorrected:
        raise NotAllowed("Say of at least one correction how it stands.")
    done = made(case)
    for number in corrected:
        item = _item(case, number)
        if item.subject in done:
            raise NotAllowed(f"Correction {number} was recorded as made on {named(done[item.subject])}.")
        record(
            case, "corrected", on=on, at=at, by=by, subject=item.subject, note=f"{item.label}. {note}".strip()
        )
        done[item.subject] = on
    for number in uncorrected:
        item = _item(case, number)
        if not may(by, case, *WRITERS):
            raise WrongRole(f"This is for the {' or '.join(WRITERS)} of {case.board}.")
        record(
            case, "found-uncorrected", on=on, at=at, by=by, subject=item.subject,
            note=f"{item.label}. {note}".strip(),
        )  # fmt: skip
    if all(item.subject in done for item in OrderItem.objects.filter(order__case=case)):
        record(case, "complied", on=on, by=by)


def made(case: Case) -> dict[str, date]:
    """By subject, the day each correction was recorded as made; one query."""
    rows = case.events.live().filter(slug="corrected").order_by("pk")
    return dict(rows.values_list("subject", "on"))


@transaction.atomic
def comply(case: Case, *, on: date, by: Any) -> None:
    """Close an order of which every correction is made. Raises NotAllowed naming what is not."""
    done = made(case)
    left = [item.label for item in OrderItem.objects.filter(order__case=case) if item.subject not in done]
    if left:
        raise NotAllowed(f"Not corrected yet: {'; '.join(left)}. Record the correction first.")
    record(case, "complied", on=on, by=by)


@transaction.atomic
def set_hearing(case: Case, *, on: date, where: str, by: Any, now: datetime) -> None:
    """Set the hearing, or put another day in its place, and write the notice of it."""
    if not where.strip():
        raise NotAllowed("Write time and place of the hearing; they are printed in the notice.")
    slug = "show-cause-hearing" if case.status == "to be heard" else "hearing"
    steps.record(case, slug, on=on, by=by, now=now, note=where.strip())


OUTCOMES = {
    "show-cause-dismissed": "",
    "show-cause-suspended": "suspended",
    "show-cause-revoked": "revoked",
    "show-cause-conditions": "",
}


@transaction.atomic
def decide(case: Case, slug: str, *, why: str, on: date, now: datetime, by: Any) -> Event:
    """Record that the hearing to show cause was held and what came of it; the permit follows.

    Conditions are told in `why` and noted on the permit. Raises NotAllowed, WrongRole.
    """
    if slug not in OUTCOMES:
        raise NotAllowed("Say what came of the hearing: dismissed, suspended, revoked or conditions.")
    hearing = case.events.live().filter(slug="show-cause-hearing").last()
    if hearing is None:
        raise NotAllowed("No hearing was set. Set its day first.")
    if hearing.on > on:
        raise NotAllowed(
            f"The hearing is set for {named(hearing.on)}. Record what came of it on that day, or set another."
        )
    decided = record(case, slug, on=on, by=by, note=why)
    record(case, "show-cause-held", on=hearing.on, by=by, note=case.casekind.lifecycle.step(slug).done)
    permit = case.parent
    if permit is None:
        return decided
    said = f"{why.strip()} ({case.number})"
    if OUTCOMES[slug]:
        steps.record(permit, OUTCOMES[slug], on=on, by=by, now=now, note=said)
    else:
        record(permit, "note", on=on, by=by, note=f"{case.casekind.lifecycle.step(slug).done}: {said}")
    return decided


@transaction.atomic
def lift(case: Case, *, why: str, on: date, now: datetime, by: Any) -> Event:
    """Lift a stop-work order, or a suspension and with it that of the permit."""
    suspends = case.status == "suspended"
    lifted = record(case, "lifted", on=on, by=by, note=why)
    if suspends and case.parent is not None and case.parent.status == "suspended":
        steps.record(case.parent, "reinstated", on=on, by=by, now=now, note=f"{why.strip()} ({case.number})")
    return lifted


# ------------------------------------------------------------------------------------------ by a vote
def by_vote(case: Case, slug: str, *, why: str, on: date, now: datetime, by: Any) -> Event:
    """Record what the board voted on an order, with what follows for the permit."""
    if slug == "lifted":
        return lift(case, why=why, on=on, now=now, by=by)
    return decide(case, slug, why=why, on=on, now=now, by=by)


@transaction.atomic
def undo_vote(event: Event, *, why: str, on: date, now: datetime, by: Any) -> None:
    """Strike what the board's vote recorded on an order, that the hearing was held, and the permit's entry.

    Raises NotAllowed when a renewal was charged with the hearing, or the permit's entry was corrected since.
    """
    case = event.case
    held = case.events.live().filter(slug="show-cause-held").last()
    if event.slug in OUTCOMES and held is not None:
        if EventUse.objects.filter(event=held, charge__reversed_by__isnull=True).exists():
            raise NotAllowed("A renewal was charged with this hearing. The vote stays as it is.")
        steps.strike(held, by=by, now=now, note=why, cleared=True)
    permit, wanted = case.parent, "reinstated" if event.slug == "lifted" else OUTCOMES.get(event.slug, "")
    if permit is not None and wanted:
        said = f"{event.note.strip()} ({case.number})"
        followed = permit.events.live().filter(slug=wanted, on=event.on, note=said).last()
        if followed is None and (event.slug != "lifted" or permit.events.filter(note=said).exists()):
            raise NotAllowed(f"What the vote did to {permit.number} was corrected since. The vote stays.")
        if followed is not None:
            steps.strike(followed, by=by, now=now, note=why)
    steps.strike(event, by=by, now=now, note=why, cleared=True)


@transaction.atomic
def hand_in(case: Case, *, on: date, by: Any) -> None:
    """Record the day on which a late plan came in, and charge what the days until then come to."""
    order: Order = case.details
    record(case, "plan-handed-in", on=on, by=by)
    assert order.due_on is not None
    assert order.daily is not None
    amount, working = rules.late_plan(order.due_on, on, order.daily)
    if amount:
        line = Line("late-plan", "Plan handed in late", amount, "; ".join(working), "Jamestown 22-233(b)")
        money.charge(case, line, on=on, by=by)


def counter(order: Order, on: date) -> str:
    """What a late plan comes to if it were handed in on the day `on`."""
    assert order.due_on is not None
    assert order.daily is not None
    amount, _ = rules.late_plan(order.due_on, on, order.daily)
    return dollars(amount)


def stands(case: Case) -> list[rules.Stands]:
    """How each correction of the order stands, for the rules; three queries."""
    rows = {row.subject: row for row in case.clocks.filter(subject__startswith="item-")}
    done = made(case)
    return [
        rules.Stands(
            rules.Mend(item.mend),
            rows[item.subject].due_on if item.subject in rows else None,
            done.get(item.subject),
        )
        for item in OrderItem.objects.filter(order__case=case)
    ]
