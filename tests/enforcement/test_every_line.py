"""Every line of the fine schedule in one table: its first, second and third offense, its units and its edges.

Each row is what an officer would be shown: the line, what came before, what is told, and the sum or the
answer that is refused. The figures are those of Tisbury 09.0.6, 09.0.7 and of sections that set their own.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from enforcement.rules.citations import HARBOR, POND, CitationFacts, pond_marina, ticket_line
from enforcement.rules.fines import Fine, Prior, Rung, Unit
from enforcement.rules.ladder import Earlier, Ladder, Match, ladder
from enforcement.rules.sums import Offense, prior_met, reckon, wrong
from office.calendar import EASTERN
from office.law import State
from tests.enforcement.lines import LINES

DAY = date(2026, 6, 16)  # a Tuesday
LAPSED = datetime(2026, 6, 15, 9, tzinfo=EASTERN)

# line | first, second, third offense | charged for. A warning costs nothing; line 10 begins with a service
# fee that is billed and not ticketed; 23 and 24 are ranges, here at their lower and upper end.
TABLE = """
 1 |  50.00 100.00 100.00 | offense
 2 |  50.00 100.00 100.00 | offense
 3 |  50.00 100.00 100.00 | offense
 4 |  50.00 100.00 100.00 | offense
 5 |  50.00 100.00 100.00 | offense
 6 |  50.00 100.00 100.00 | offense
 7 |  50.00  50.00  50.00 | offense
 8 | 500.00 500.00 500.00 | offense
 9 |  25.00  50.00  50.00 | offense
10 |    fee  25.00  25.00 | offense
11 | 300.00 300.00 300.00 | offense
12 | 100.00 100.00 100.00 | offense
13 |   warn 100.00 100.00 | offense
14 |  25.00  50.00  50.00 | offense
15 | 100.00 100.00 100.00 | day
16 |   warn  50.00  50.00 | period
17 | 100.00 100.00 100.00 | offense
18 | 200.00 200.00 200.00 | day
19 |  50.00  50.00  50.00 | offense
20 | 100.00 100.00 100.00 | offense
21 | 300.00 300.00 300.00 | offense
22 |  10.00  10.00  10.00 | permit-day
23 | 100.00 300.00 300.00 | boat-day
24 |   1.00 500.00 500.00 | day
"""
ROWS = [
    (int(line), n, sums.split()[n], unit.strip())
    for line, sums, unit in (row.split("|") for row in TABLE.strip().splitlines())
    for n in range(3)
]


def before(fine: Fine, many: int) -> list[Earlier]:
    """So many citations of the same line and person, a day apart, the last one yesterday."""
    return [
        Earlier(f"C-2026-{n:03}", fine.counts_as, DAY - timedelta(days=many - n), Match.PERSON)
        for n in range(many)
    ]


def told(fine: Fine, n: int, chosen: str) -> Offense:
    """One day, one unit, with whatever must have come first for a fine of the line."""
    prior_on = DAY - timedelta(days=1) if fine.prior not in (Prior.NOTHING, Prior.ORDER_24H) else None
    if fine.prior is Prior.QUARANTINE:
        prior_on = date(2026, 2, 2) if n else None
    if fine.prior is Prior.SLIPS_DUE:
        prior_on = date(2026, 6, 15)
    order = fine.prior is Prior.ORDER_24H and n > 0
    return Offense(
        DAY, prior_on=prior_on, given_at=LAPSED if order else None,
        seen_at=LAPSED + timedelta(hours=24, minutes=1) if order else None,
        chosen=Decimal(chosen) if fine.in_range else None, reason="Sample reason." if fine.in_range else "",
    )  # fmt: skip


def placed(fine: Fine, offense: Offense, found: list[Earlier]) -> Ladder:
    return ladder(fine, found, offense.first, prior=prior_met(fine, offense))


@pytest.mark.parametrize(("line", "n", "sum_", "unit"), ROWS)
def test_each_step_of_each_line(line: int, n: int, sum_: str, unit: str) -> None:
    fine = LINES[line]
    offense = told(fine, n, sum_)
    # The first quarantine was billed and stands on no citation: the second is the first ticket.
    place = placed(fine, offense, before(fine, n - 1 if fine.prior is Prior.QUARANTINE and n else n))
    assert fine.unit == unit
    assert place.ordinal == (2 if fine.each_matter and n else n + 1)
    if sum_ == "fee":
        assert (place.rung, place.figure) == (Rung.SERVICE_FEE, Decimal(10))
        assert {problem.field for problem in wrong(fine, offense, place)} == {"prior_on"}, "billed, no ticket"
        return
    assert wrong(fine, offense, place) == []
    assert (place.rung is Rung.WARNING) == (sum_ == "warn")
    assert reckon(fine, place, offense).amount == (Decimal(0) if sum_ == "warn" else Decimal(sum_))


def test_the_table_holds_every_line() -> None:
    assert sorted({line for line, _, _, _ in ROWS}) == sorted(LINES) == list(range(1, 25))


@pytest.mark.parametrize(
    ("line", "days", "units", "chosen", "sum_"),
    [
        (15, 3, 1, None, "300.00"),  # $100 a day after the order fell due
        (18, 4, 1, None, "800.00"),  # $200 a day
        (22, 12, 5, None, "600.00"),  # 5 slips 12 days late at $10
        (22, 1, 1, None, "10.00"),
        (23, 1, 2, "150", "300.00"),  # two boats a night
        (23, 2, 1, "300", "600.00"),
    ],
)
def test_what_is_charged_by_the_day(line: int, days: int, units: int, chosen: str | None, sum_: str) -> None:
    fine = LINES[line]
    prior_on = None if fine.prior is Prior.NOTHING else DAY - timedelta(days=1)
    offense = Offense(
        DAY, DAY + timedelta(days=days - 1), units=units, prior_on=prior_on,
        chosen=Decimal(chosen) if chosen else None, reason="Sample reason." if chosen else "",
    )  # fmt: skip
    place = placed(fine, offense, [])
    assert wrong(fine, offense, place) == []
    assert reckon(fine, place, offense).amount == Decimal(sum_)


@pytest.mark.parametrize(
    ("chosen", "fits"), [("99", False), ("99.99", False), ("100", True), ("300", True), ("300.01", False),
                         ("301", False)]
)  # fmt: skip
def test_a_night_aboard_costs_100_to_300_dollars(chosen: str, fits: bool) -> None:
    fine, offense = LINES[23], Offense(DAY, units=1, chosen=Decimal(chosen), reason="Sample reason.")
    said = {problem.field for problem in wrong(fine, offense, placed(fine, offense, []))}
    assert said == (set() if fits else {"chosen"})


@pytest.mark.parametrize(("minutes", "lapsed"), [(24 * 60 - 1, False), (24 * 60, False), (24 * 60 + 1, True)])
def test_a_24_hour_order_has_lapsed_after_24_h_0_min(minutes: int, lapsed: bool) -> None:
    fine = LINES[16]
    offense = Offense(DAY, given_at=LAPSED, seen_at=LAPSED + timedelta(minutes=minutes))
    said = {problem.field for problem in wrong(fine, offense, placed(fine, offense, []))}
    assert said == (set() if lapsed else {"seen_at"})


@pytest.mark.parametrize(("marina", "state"), [(POND, State.MET), (HARBOR, State.UNMET)])
def test_a_harbor_marina_is_refused(marina: str, state: State) -> None:
    facts = CitationFacts(
        ticket=True, unit=Unit.BOAT_DAY, marina=marina, amount=Decimal(100), dated_on=DAY,
        notice_through=DAY, served="mail", mail_to="1 Sample Street",
    )  # fmt: skip
    found = pond_marina(facts, DAY)
    assert (found.state, found.stops_issuing) == (state, state is State.UNMET)


@pytest.mark.parametrize("line", sorted(LINES))
def test_every_line_but_24_may_be_ticketed(line: int) -> None:
    facts = CitationFacts(
        ticket=LINES[line].ticket, unit=LINES[line].unit, marina="", amount=Decimal(1), dated_on=DAY,
        notice_through=DAY, served="mail", mail_to="1 Sample Street",
    )  # fmt: skip
    assert ticket_line(facts, DAY).stops_issuing == (line == 24)
