"""What happens to a board's rulings when the case that granted them, or the vote behind it, falls."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction

from office.actions import steps
from office.actions.errors import NotAllowed
from office.actions.events import live_events, lock
from office.kinds import APPROVE
from office.models import Case, Event, Ruling


@transaction.atomic
def fall(case: Case, event: Event, *, on: date, by: Any, now: datetime, note: str) -> None:
    """Strike what was recorded after a vote's `event` and falls with it, latest first, and its variances.

    Raises NotAllowed when something rests on a variance.
    """
    steps_of = case.casekind.lifecycle.step
    after = [each for each in live_events(case) if each.pk > event.pk and steps_of(each.slug).falls]
    if not after:
        return
    withdraw_granted(case, on=on, by=by, why=note)
    for each in reversed(after):
        steps.strike(each, by=by, now=now, note=note, cleared=True)
    case.refresh_from_db()


@transaction.atomic
def withdraw_granted(case: Case, *, on: date, by: Any, why: str) -> list[Ruling]:
    """Strike the variances that the case granted on others. Returns them.

    Raises NotAllowed when a decision on one of those was recorded since: it rests on the variance.
    """
    granted = list(Ruling.objects.live().filter(granted_by=case).select_related("case", "event"))
    for ruling in granted:
        if rests := resting_on(ruling):
            raise NotAllowed(
                f"“{rests.done}” of {ruling.case.number} rests on this variance. Take that back first, in "
                "its history."
            )
    for ruling in granted:
        lock(ruling.case)
        # Struck like a ruling whose grounds changed: nothing of the case's own status hangs on it.
        Event.objects.create(
            case=ruling.case, slug="ruling", on=on, by=by, subject=ruling.rule, note=why,
            corrects=ruling.event, void=True,
        )  # fmt: skip
    return granted


def resting_on(ruling: Ruling) -> Event | None:
    """The first thing decided on the ruling's case since: it was issued, or what it asks was granted."""
    step = ruling.case.casekind.lifecycle.step
    return next(
        (
            each
            for each in live_events(ruling.case)
            if each.pk > ruling.event_id and (step(each.slug).gate or step(each.slug).vote == APPROVE)
        ),
        None,
    )
