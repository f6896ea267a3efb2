"""What only food permits write: a fee that the Board charges by quarters (09.5 policy)."""

from __future__ import annotations

import dataclasses as dc
from datetime import date
from typing import Any

from django.db import transaction

from office.actions import money
from office.actions.errors import NotAllowed
from office.actions.events import lock, record
from office.intake import Filing
from office.law import State
from office.models import Case, Charge, Event
from office.pricing import dollars
from office.schedules import named
from permits.food.rules import waivers
from permits.food.rules.establishment import WaiverFacts, fee_waiver


@transaction.atomic
def waive_fee(case: Case, *, asked_on: date, quarters: int, vote: str, on: date, by: Any) -> Event:
    """Charge the yearly fee for so many quarters of the year, as the Board decided; 0 charges nothing.

    `asked_on` is the day on which the waiver was asked for. A surcharge stays as it was charged. Raises
    NotAllowed with the section when the policy bars it, the fee is not set, or it is paid; WrongRole.
    """
    locked = lock(case)
    if quarters not in waivers.WORDS:
        raise NotAllowed("Say for how many quarters the fee is charged: 0, 1, 2 or 3. (Tisbury 09.5 policy)")
    if asked_on > on:
        raise NotAllowed("The waiver was asked for on a day that lies ahead. Correct the day.")
    if not vote.strip():
        raise NotAllowed("Name the vote that the waiver rests on.")
    facts = Filing.of_case(locked).facts(on)
    assert isinstance(facts, WaiverFacts)
    facts = dc.replace(facts, waiver_wanted=True, waiver_asked_on=asked_on)
    found = fee_waiver(facts, on)
    # What the policy asks and nobody answered bars it too: not known is never met.
    if found.state == State.UNMET or any(getattr(facts, name) is None for name in found.reads):
        raise NotAllowed(f"{found.says} ({found.cite})")
    code = locked.casekind.fees.codes[0]  # type: ignore[union-attr]
    lines = Filing.of_case(locked).fees(min(on, locked.filed_on))
    base = next((line for line in lines if line.code == code), None)
    if base is None or base.amount is None:
        raise NotAllowed("The fee is not set yet. Set it first; a part of it can then be charged.")
    charge: Charge | None = locked.charges.live().filter(code=code).first()
    words = waivers.working(base.amount, quarters)
    reason = f"Fee waiver asked for on {named(asked_on)}: {words} ({vote.strip()}; Tisbury 09.5 policy)"
    if charge is not None:
        money.reverse_charge(charge, reason=reason, on=on, by=by)
    amount = waivers.by_quarters(base.amount, quarters)
    money.set_fee(locked, amount=amount, reason=reason, code=code, on=on, by=by)
    note = f"{dollars(amount)} for {waivers.WORDS[quarters]} of the year. {reason}"
    return record(locked, "fee-waived", on=on, by=by, note=note, cleared=True)
