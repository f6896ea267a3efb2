"""When a solid waste permit is to be renewed: in December, and 5 days before a temporary one ends."""

from __future__ import annotations

from datetime import date

import pytest

from office.calendar import Calendar
from office.clockwork import Clock, Happened, Mover, runs
from permits.refuse import clocks

YEARLY = [clocks.RENEW_DUMPSTER, clocks.RENEW_CONTRACTOR]


def row(clock: Clock, ends: date, *renewed: date):  # type: ignore[no-untyped-def]
    events = [Happened("term-ends", ends), *(Happened("renewal-filed", day) for day in renewed)]
    (found,) = runs([clock], events, Calendar("MA"))
    return found


@pytest.mark.parametrize("clock", YEARLY)
def test_a_yearly_permit_is_renewed_in_december(clock: Clock) -> None:
    found = row(clock, date(2026, 12, 31))
    assert (found.opens_on, found.due_on, found.ended_on) == (date(2026, 12, 1), date(2026, 12, 31), None)
    assert clock.remind == (30, 10)


def test_a_temporary_permit_is_minded_five_days_before_it_ends() -> None:
    found = row(clocks.RENEW_OR_REMOVE, date(2026, 1, 14))
    assert (found.opens_on, found.due_on) == (None, date(2026, 1, 14))
    assert clocks.RENEW_OR_REMOVE.remind == (5,)


@pytest.mark.parametrize("clock", [*YEARLY, clocks.RENEW_OR_REMOVE])
@pytest.mark.parametrize("day", [date(2026, 6, 1), date(2026, 12, 1), date(2026, 12, 31)])
def test_filing_the_renewal_settles_it_early_or_on_the_last_day(clock: Clock, day: date) -> None:
    assert row(clock, date(2026, 12, 31), day).ended_on == day


@pytest.mark.parametrize("clock", [*YEARLY, clocks.RENEW_OR_REMOVE])
def test_a_day_late_the_permit_has_run_out(clock: Clock) -> None:
    assert row(clock, date(2026, 12, 31), date(2027, 1, 1)).ended_on is None
    assert clock.lapses == "not-renewed"


@pytest.mark.parametrize(
    ("clock", "due"),
    [
        (clocks.LOOK_AT_DUMPSTER, date(2027, 1, 14)),
        (clocks.LOOK_AT_CONTRACTOR, date(2027, 1, 14)),
        (clocks.LOOK_WHETHER_REMOVED, date(2027, 1, 7)),
    ],
)
def test_the_office_then_looks_whether_it_goes_on_until_it_is_renewed_after_all(
    clock: Clock, due: date
) -> None:
    ran_out = Happened("not-renewed", date(2026, 12, 31))
    (waiting,) = runs([clock], [ran_out], Calendar("MA"))
    assert (waiting.due_on, waiting.ended_on, clock.mover) == (due, None, Mover.OFFICE)
    renewed = Happened("renewal-filed", date(2027, 1, 5))
    (settled,) = runs([clock], [ran_out, renewed], Calendar("MA"))
    assert settled.ended_on == date(2027, 1, 5)


@pytest.mark.parametrize(
    ("clock", "cite"),
    [
        (clocks.RENEW_DUMPSTER, "Tisbury 09.2.5(1)"),
        (clocks.RENEW_CONTRACTOR, "Tisbury 09.2.5(2)"),
        (clocks.RENEW_OR_REMOVE, "Tisbury 09.2.5(3)"),
    ],
)
def test_each_clock_cites_its_section_and_waits_for_the_holder(clock: Clock, cite: str) -> None:
    assert (clock.cite, clock.mover) == (cite, Mover.APPLICANT)
