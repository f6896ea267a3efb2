"""The days by which neighbors and the newspaper are told of a hearing: as the board's dated row says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime

import pytest

from office import kinds
from office.calendar import EASTERN, Calendar, Figure, Unit
from office.clocks import OF_MEETINGS, hearing_notices
from office.clockwork import Clock, Happened, Run, runs
from office.kinds import OFFICE_PRACTICE, Abutting
from office.planning import Matter, days_of, too_late
from tests.office import toys

CITE = "Tisbury 09.0.8(13)"
JUNE_9, JUNE_16 = date(2026, 6, 9), date(2026, 6, 16)  # Tuesdays


def told(*rows: Figure) -> Callable[[str], Sequence[Figure]]:
    return lambda name: rows if name.startswith("toys/") else ()


def figure(n: int | None, since: date = date(2026, 1, 1), unit: Unit = Unit.DAYS, cite: str = CITE) -> Figure:
    return Figure(since, n, unit, cite)


def counted(calendar: Calendar, *events: Happened) -> dict[str, Run]:
    return {run.clock: run for run in runs(hearing_notices("toys", CITE, newspaper=True), events, calendar)}


def test_no_day_is_named_while_no_row_gives_a_number() -> None:
    hearing = Happened("hearing", JUNE_16)
    assert counted(Calendar("MA"), hearing) == {}
    assert counted(Calendar("MA", figures=told(figure(None))), hearing) == {}


@pytest.mark.parametrize(
    ("n", "unit", "by"),
    [
        (14, Unit.DAYS, date(2026, 6, 2)),
        (21, Unit.DAYS, date(2026, 5, 26)),
        (22, Unit.DAYS, date(2026, 5, 25)),  # Memorial Day: a backward period does not roll
        (5, Unit.WORKING_DAYS, JUNE_9),
        (7, Unit.WORKING_DAYS, date(2026, 6, 5)),
        (0, Unit.DAYS, JUNE_16),
    ],
)
def test_days_are_counted_back_from_the_hearing(n: int, unit: Unit, by: date) -> None:
    run = counted(Calendar("MA", figures=told(figure(n, unit=unit))), Happened("hearing", JUNE_16))
    assert (run["abutters-toys"].due_on, run["newspaper-toys"].due_on) == (by, by)
    assert run["abutters-toys"].cite == CITE
    assert CITE in run["abutters-toys"].says


def test_the_row_of_the_day_of_the_hearing_counts() -> None:
    """From June 10 on the town says 21 days: a hearing before it keeps the 14."""
    calendar = Calendar("MA", figures=told(figure(14), figure(21, date(2026, 6, 10))))
    assert counted(calendar, Happened("hearing", JUNE_9))["abutters-toys"].due_on == date(2026, 5, 26)
    assert counted(calendar, Happened("hearing", JUNE_16))["abutters-toys"].due_on == date(2026, 5, 26)
    assert counted(calendar, Happened("hearing", date(2025, 12, 31))) == {}


def test_a_number_taken_away_again_names_no_day() -> None:
    calendar = Calendar("MA", figures=told(figure(14), figure(None, date(2026, 6, 10))))
    assert "abutters-toys" in counted(calendar, Happened("hearing", JUNE_9))
    assert counted(calendar, Happened("hearing", JUNE_16)) == {}


def test_the_planner_refuses_only_what_a_confirmed_row_sets() -> None:
    """An unconfirmed number is shown as the office's own, and no day is too soon by it."""
    matter = Matter("TY-2026-001", hearing_notices("toys", CITE), (), heard=True)
    moment, now = datetime(2026, 6, 9, 18, tzinfo=EASTERN), datetime(2026, 5, 27, 12, tzinfo=EASTERN)

    def late(cite: str) -> list[str]:
        calendar = Calendar("MA", figures=told(figure(14, cite=cite)))
        planned = days_of(moment, OF_MEETINGS["MA"], [matter], calendar)
        assert next(day for day in planned if day.of).due_on == date(2026, 5, 26)
        return [day.clock for day in too_late(planned, now)]

    assert late(CITE) == ["abutters-toys"]
    assert late(OFFICE_PRACTICE) == []


def test_a_clock_has_one_length() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        Clock(slug="x", says="X", cite=CITE, starts="hearing", days=1, voted="toys/x")


def test_a_kind_with_abutters_needs_their_letter() -> None:
    kind = replace(toys.TOY, slug="toy-2", series="T2", abutters=Abutting(rules=("toys",)))
    with pytest.raises(ValueError, match="hearing-notice"):
        kinds.register(kind)
    assert "toy-2" not in kinds.registry
