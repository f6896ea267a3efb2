"""The legal holidays of Massachusetts and Rhode Island, year by year. Pure Python, no Django."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache

import holidays

FIRST_YEAR, LAST_YEAR = 1980, 2100
ONE_DAY = timedelta(days=1)


class OutsideCalendar(ValueError):
    """A day before or after the years whose holidays are known."""


RI_INDEPENDENCE = "Rhode Island Independence Day"
# The library speaks of the federal names; these are the words of the two states' own lists.
NAMES = {
    "Washington's Birthday": {"MA": "Presidents' Day"},
    "Juneteenth National Independence Day": {"MA": "Juneteenth", "RI": "Juneteenth"},
    "Indigenous Peoples' Day / Columbus Day": {"RI": "Columbus Day"},
}


class LegalHolidays(Mapping[date, str]):
    """A state's legal holidays by day, from 1980 through 2100; a year is worked out when first asked for.

    Massachusetts: M.G.L. c.4 §7 cl. 18th, without March 17 and June 17 (Suffolk County only).
    Rhode Island: R.I. Gen. Laws §25-1-1, without its "every Sunday", which every count knows anyway.
    Martin Luther King Jr. Day is known from 1986, as the library has it.
    Raises OutsideCalendar for other years: no answer is better than a wrong one.
    """

    def __init__(self, state: str) -> None:
        if state not in ("MA", "RI"):
            raise ValueError(f"No legal holidays are known for {state!r}; use MA or RI.")
        self.state = state
        self._years: dict[int, dict[date, str]] = {}

    def in_year(self, year: int) -> Mapping[date, str]:
        """The holidays of one year in the order of their days."""
        if year not in self._years:
            self._years[year] = self._work_out(year)
        return self._years[year]

    def _work_out(self, year: int) -> dict[date, str]:
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise OutsideCalendar(
                f"The year {year} lies outside the calendar, which knows the legal holidays of "
                f"{FIRST_YEAR} through {LAST_YEAR}. Correct the year."
            )
        # observed=False: the library gives Rhode Island the federal Friday for a Saturday holiday, and
        # neither state has it. Massachusetts offices open that Friday. In Rhode Island §25-1-1 gives the
        # Monday to state employees only; a town that takes it enters a closure.
        found = holidays.country_holidays(
            "US", subdiv=self.state, years=year, observed=False, language="en_US"
        )
        days = {day: NAMES.get(name, {}).get(self.state, name) for day, name in found.items()}
        if self.state == "RI":
            if year < 2024:
                days.pop(date(year, 6, 19), None)  # the library's is federal; the state's act is of 2023
            days[date(year, 5, 4)] = RI_INDEPENDENCE  # §25-1-1; the library leaves it out
            if year % 2 == 0:  # state officers are elected in even years; the library leaves it out
                days[election_day(year)] = "Election Day"
        # c.4 §7 and §25-1-1 alike: a holiday on a Sunday is kept on the day after.
        for day in [day for day in days if day.weekday() == 6]:
            days.setdefault(day + ONE_DAY, f"{days[day]} (observed)")
        return dict(sorted(days.items()))

    def __getitem__(self, day: date) -> str:
        return self.in_year(day.year)[day]

    def __iter__(self) -> Iterator[date]:
        for year in range(FIRST_YEAR, LAST_YEAR + 1):
            yield from self.in_year(year)

    def __len__(self) -> int:
        return sum(len(self.in_year(year)) for year in range(FIRST_YEAR, LAST_YEAR + 1))


@cache
def legal_holidays(state: str) -> LegalHolidays:
    """The legal holidays of "MA" or "RI", day → name, filled year by year as they are asked for."""
    return LegalHolidays(state)


@cache
def days_off(state: str, year: int, worked: frozenset[str]) -> frozenset[date]:
    """The legal holidays of `year` except those named in `worked`; cached, every count asks it."""
    return frozenset(
        day
        for day, name in legal_holidays(state).in_year(year).items()
        if name.removesuffix(" (observed)") not in worked
    )


def election_day(year: int) -> date:
    """The Tuesday after the first Monday of November."""
    return date(year, 11, 2) + (1 - date(year, 11, 2).weekday()) % 7 * ONE_DAY
