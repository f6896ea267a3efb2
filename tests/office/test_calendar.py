"""The calendar against dated examples, an independent statement of both holiday laws, and properties.

Every line of a table ends with what it proves.
"""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from office.calendar import (
    EASTERN,
    Calendar,
    Counted,
    Roll,
    Unit,
    count_hours,
    days_after,
    hours_say,
    months_after,
    spoken,
    year_end,
    years_after,
)
from office.legal_holidays import RI_INDEPENDENCE, OutsideCalendar, election_day, legal_holidays

SNOW = {
    date(2026, 1, 26): "Snow emergency",
    date(2026, 1, 27): "Snow emergency",
    date(2026, 8, 1): "Street fair",  # a Saturday
    date(2026, 11, 27): "Day after Thanksgiving",
    date(2026, 12, 24): "",
}
CALENDARS = {
    "MA": Calendar("MA"),
    "RI": Calendar("RI"),
    "RI shut May 4": Calendar("RI", worked=frozenset()),
    "MA snow": Calendar("MA", SNOW),
}
ROLLS = {"": Roll.NONE, "working": Roll.NEXT_WORKING_DAY, "statute": Roll.STATUTE, "open": Roll.NEXT_OPEN_DAY}

# calendar | start | period | roll | due | what the line proves
COUNTS = """
MA | 2025-12-15 | +30 days |  | 2026-01-14 | 30-day dumpster permit over the year end: day 30 is good
MA | 2028-01-30 | +30 days |  | 2028-02-29 | 30-day dumpster permit ends on the leap day
MA | 2027-01-30 | +30 days |  | 2027-03-01 | the same permit in a common year
MA | 2026-05-11 | +21 days |  | 2026-06-01 | the first day is not counted; Memorial Day is
MA | 2026-05-14 | +15 days |  | 2026-05-29 | a citation is mailed within 15 days of the violation
MA | 2026-12-31 | +0 days |  | 2026-12-31 | no days is the day itself
MA | 2026-12-31 | +1 days |  | 2027-01-01 | a year end; without a roll a holiday is kept
MA | 2026-06-20 | +0 days | working | 2026-06-22 | no days from a Saturday still roll
MA | 2028-02-28 | +1 days |  | 2028-02-29 | leap year
MA | 2027-02-28 | +1 days |  | 2027-03-01 | common year
MA | 2028-02-28 | +2 days |  | 2028-03-01 | over the leap day
MA | 2000-02-28 | +1 days |  | 2000-02-29 | 2000 was a leap year
MA | 2100-02-28 | +1 days |  | 2100-03-01 | 2100 is not
MA | 2028-01-01 | +365 days |  | 2028-12-31 | a leap year has 366 days
MA | 2027-01-01 | +365 days |  | 2028-01-01 | a common year has 365
MA | 2028-02-29 | +365 days |  | 2029-02-28 | a year of days from the leap day
MA | 2026-03-07 | +1 days |  | 2026-03-08 | the night clocks go forward is one day
MA | 2026-10-31 | +1 days |  | 2026-11-01 | the night clocks go back is one day
MA | 2026-03-01 | +14 days |  | 2026-03-15 | a fortnight over a clock change
MA | 2026-06-01 | +90 days |  | 2026-08-30 | 90-day septic upgrade ends on a Sunday
MA | 2026-06-01 | +90 days | working | 2026-08-31 | … and rolls to Monday
MA | 2026-06-09 | +90 days |  | 2026-09-07 | 90 days end on Labor Day
MA | 2026-06-09 | +90 days | working | 2026-09-08 | … rolls to Tuesday
MA | 2026-06-09 | +90 days | statute | 2026-09-08 | … also under c.4 s.9
MA | 2026-06-07 | +90 days | working | 2026-09-08 | Saturday, Sunday and Labor Day in one roll
MA | 2026-06-07 | +90 days | statute | 2026-09-05 | c.4 s.9 leaves the Saturday alone, Monday a holiday
MA | 2026-06-08 | +90 days | statute | 2026-09-08 | Sunday rolls onto Labor Day and on
MA | 2026-06-10 | +90 days | working | 2026-09-08 | a working day does not roll
MA | 2026-07-03 | +15 days | statute | 2026-07-18 | citation: a Saturday stays
MA | 2026-07-03 | +15 days | working | 2026-07-20 | the other roll moves the same Saturday
MA | 2026-07-04 | +15 days | statute | 2026-07-20 | a Sunday rolls under the statute
MA | 2023-12-11 | +21 days | statute | 2024-01-02 | answer to a citation: January 1 is a holiday
MA | 2023-12-11 | +21 days |  | 2024-01-01 | the same without a roll
MA | 2026-06-13 | +21 days | statute | 2026-07-06 | a Saturday holiday rolls as a holiday, then over Sunday
MA | 2026-06-12 | +21 days | working | 2026-07-03 | no Friday is given for a holiday on Saturday
MA | 2026-06-15 | +21 days | working | 2026-07-06 | nor a Monday
MA | 2023-10-20 | +21 days | working | 2023-11-10 | Veterans Day on Saturday: Friday is a working day
MA | 2026-03-30 | +21 days | statute | 2026-04-21 | Patriots' Day
RI | 2026-03-30 | +21 days | statute | 2026-04-20 | … is no holiday in Rhode Island
MA | 2026-05-27 | +21 days | statute | 2026-06-17 | Bunker Hill Day is Suffolk County's only
MA | 2026-02-24 | +21 days | statute | 2026-03-17 | so is Evacuation Day
MA | 2026-05-29 | +21 days | statute | 2026-06-20 | Juneteenth on Friday rolls to a Saturday, which stays
MA | 2026-05-29 | +21 days | working | 2026-06-22 | … or to Monday
MA | 2020-05-29 | +21 days | working | 2020-06-19 | no Juneteenth before the law of July 2020
MA | 2023-05-29 | +21 days | working | 2023-06-20 | Juneteenth, Massachusetts 2023
RI | 2023-05-29 | +21 days | working | 2023-06-19 | none in Rhode Island before 2024
RI | 2024-05-29 | +21 days | working | 2024-06-20 | Rhode Island's first Juneteenth
MA | 2022-05-30 | +21 days | working | 2022-06-21 | Juneteenth on Sunday is kept on Monday
RI | 2022-05-30 | +21 days | working | 2022-06-20 | … not in Rhode Island in 2022
MA | 2021-06-14 | +21 days | statute | 2021-07-06 | July 4 on Sunday is kept on Monday
RI | 2021-06-14 | +21 days | working | 2021-07-06 | … in Rhode Island too
MA | 2022-12-04 | +21 days | statute | 2022-12-27 | Christmas on Sunday rolls over its Monday
MA | 2022-12-05 | +21 days | working | 2022-12-27 | the Monday kept for Christmas
MA | 2022-12-12 | +21 days | working | 2023-01-03 | the Monday kept for New Year's Day
RI | 2021-12-03 | +21 days | working | 2021-12-24 | Christmas on Saturday gives no Friday in Rhode Island
RI | 2021-12-10 | +21 days | working | 2021-12-31 | nor does New Year's Day
RI | 2026-06-12 | +21 days | working | 2026-07-03 | nor does July 4
RI | 2026-06-15 | +21 days | working | 2026-07-06 | the Monday is for state employees, not for a town
RI | 2026-07-20 | +21 days | working | 2026-08-11 | Victory Day
MA | 2026-07-20 | +21 days | working | 2026-08-10 | … is Rhode Island's only
RI | 2026-10-13 | +21 days | working | 2026-11-04 | general election 2026
MA | 2026-10-13 | +21 days | working | 2026-11-03 | … is no holiday in Massachusetts
RI | 2025-10-14 | +21 days | working | 2025-11-04 | no general election in an odd year
RI | 2022-10-18 | +21 days | working | 2022-11-09 | November 8, 2022: Tuesday after the first Monday
RI | 2028-10-17 | +21 days | statute | 2028-11-08 | general election 2028
RI | 2026-09-21 | +21 days | working | 2026-10-13 | Columbus Day in Rhode Island
RI | 2026-04-13 | +21 days | working | 2026-05-04 | May 4: a legal holiday on which offices work
RI | 2026-04-13 | +21 days | statute | 2026-05-05 | … a legal holiday all the same
RI shut May 4 | 2026-04-13 | +21 days | working | 2026-05-05 | … closed where the town says so
RI shut May 4 | 2025-04-14 | +21 days | working | 2025-05-06 | May 4 on Sunday is kept on Monday
RI | 2025-04-14 | +21 days | open | 2025-05-05 | … on which offices work too
MA | 2026-04-13 | +21 days | statute | 2026-05-04 | May 4 is nothing in Massachusetts
MA | 2026-11-05 | +21 days | working | 2026-11-27 | Thanksgiving
MA snow | 2026-11-05 | +21 days | working | 2026-11-27 | the day after is a working day of the law
MA snow | 2026-11-05 | +21 days | open | 2026-11-30 | … but the office is closed
MA snow | 2026-01-06 | +21 days |  | 2026-01-27 | without a roll a snow day is kept
MA snow | 2026-01-06 | +21 days | statute | 2026-01-27 | c.4 s.9 knows no snow days
MA snow | 2026-01-06 | +21 days | open | 2026-01-28 | the next open day
MA snow | 2026-01-03 | +21 days | open | 2026-01-28 | a week-end and two snow days in one roll
MA | 2026-01-06 | +21 days | open | 2026-01-27 | the same day where nobody closed
MA snow | 2026-12-03 | +21 days | open | 2026-12-28 | Christmas Eve closure, Christmas, week-end
RI | 2026-06-08 | +7 days | working | 2026-06-15 | discharge: 7 calendar days
RI | 2026-06-08 | +10 days | working | 2026-06-18 | restoration: 10 calendar days
RI | 2026-06-08 | +120 days |  | 2026-10-06 | existing uses: 120 days
RI | 2026-06-08 | +14 days | working | 2026-06-22 | BMP: 14 calendar days
MA | 2026-06-01 | +60 days |  | 2026-07-31 | food certification after a change of ownership
MA | 2026-06-01 | +10 days |  | 2026-06-11 | quarantine
MA | 2026-06-01 | +5 working days |  | 2026-06-08 | one week-end
MA | 2026-05-22 | +1 working days |  | 2026-05-26 | next working day over Memorial Day
RI | 2026-05-21 | +5 working days |  | 2026-05-29 | copies of an erosion plan over Memorial Day
RI | 2026-10-27 | +5 working days |  | 2026-11-04 | … over the general election
MA | 2026-10-27 | +5 working days |  | 2026-11-03 | … which Massachusetts works through
RI | 2026-08-07 | +1 working days |  | 2026-08-11 | next business day over Victory Day
MA | 2026-08-07 | +1 working days |  | 2026-08-10 | … a plain Monday in Massachusetts
RI | 2026-05-01 | +1 working days |  | 2026-05-04 | May 4 worked
RI shut May 4 | 2026-05-01 | +1 working days |  | 2026-05-05 | May 4 not worked
MA | 2026-04-17 | +1 working days |  | 2026-04-21 | over Patriots' Day
RI | 2026-04-17 | +1 working days |  | 2026-04-20 | … not in Rhode Island
MA | 2026-06-06 | +1 working days |  | 2026-06-08 | from a Saturday
MA | 2026-06-07 | +1 working days |  | 2026-06-08 | from a Sunday: the same Monday
MA | 2026-05-25 | +1 working days |  | 2026-05-26 | from a holiday
MA | 2026-06-06 | +0 working days |  | 2026-06-06 | no working days from a Saturday
MA | 2026-06-06 | +0 working days | working | 2026-06-08 | … roll to Monday when the clock says so
MA | 2026-07-02 | +1 working days |  | 2026-07-03 | the Friday before a Saturday July 4
MA | 2026-07-02 | +2 working days |  | 2026-07-06 | … and the Monday after it
MA | 2025-12-31 | +1 working days |  | 2026-01-02 | over New Year's Day
RI | 2021-12-30 | +1 working days |  | 2021-12-31 | New Year's Day on Saturday takes no Friday
RI | 2021-12-30 | +2 working days |  | 2022-01-03 | … and no Monday
MA | 2022-12-30 | +1 working days |  | 2023-01-03 | New Year's Day on Sunday takes the Monday
MA | 2026-12-24 | +1 working days |  | 2026-12-28 | over Christmas and a week-end
MA | 2026-11-25 | +1 working days |  | 2026-11-27 | over Thanksgiving
MA | 2028-02-28 | +1 working days |  | 2028-02-29 | the leap day is worked
MA | 2026-06-18 | +1 working days |  | 2026-06-22 | over Juneteenth and a week-end
MA | 2020-06-18 | +1 working days |  | 2020-06-19 | June 19, 2020 was worked
MA | 2026-03-06 | +1 working days |  | 2026-03-09 | over a clock change
MA | 2026-06-15 | +10 working days |  | 2026-06-30 | ten over Juneteenth
MA | 2026-12-21 | +10 working days |  | 2027-01-06 | ten over Christmas and New Year's Day
MA snow | 2026-01-23 | +5 working days |  | 2026-01-30 | snow days are working days of the law
MA snow | 2026-01-23 | +2 working days | open | 2026-01-28 | … though the last may roll to an open day
MA | 2026-09-15 | -10 working days |  | 2026-08-31 | dock construction notice over Labor Day
MA | 2026-09-15 | -5 working days |  | 2026-09-08 | conservation notice, just short of Labor Day
MA | 2026-09-14 | -5 working days |  | 2026-09-04 | … a day earlier it lies over it
MA | 2026-09-08 | -1 working days |  | 2026-09-04 | back over Labor Day
MA | 2026-06-01 | -5 working days |  | 2026-05-22 | back over Memorial Day
MA | 2027-01-04 | -10 working days |  | 2026-12-17 | back over two holidays and the year end
MA | 2026-09-12 | -1 working days |  | 2026-09-11 | back from a Saturday
MA | 2026-09-13 | -1 working days |  | 2026-09-11 | back from a Sunday: the same Friday
MA snow | 2026-01-28 | -1 working days |  | 2026-01-27 | back onto a snow day
RI | 2026-11-10 | -10 working days |  | 2026-10-26 | back over the general election
MA | 2026-06-16 | -21 days |  | 2026-05-26 | stakes 21 days before the hearing
MA | 2026-06-15 | -21 days |  | 2026-05-25 | a backward period stays on a holiday
MA | 2026-06-14 | -21 days |  | 2026-05-24 | … and on a Sunday
MA | 2028-03-21 | -21 days |  | 2028-02-29 | back to the leap day
MA | 2027-03-21 | -21 days |  | 2027-02-28 | the same in a common year
RI | 2027-01-15 | -30 days |  | 2026-12-16 | extension asked 30 days before the end, over the year end
MA | 2026-01-01 | -1 days |  | 2025-12-31 | back over the year end
MA | 2026-03-09 | -1 days |  | 2026-03-08 | back onto the day of a clock change
MA | 2026-01-31 | +1 months |  | 2026-02-28 | January 31 + 1 month, common year
MA | 2028-01-31 | +1 months |  | 2028-02-29 | January 31 + 1 month, leap year
MA | 2026-01-29 | +1 months |  | 2026-02-28 | the month is too short by one day
MA | 2026-01-28 | +1 months |  | 2026-02-28 | … and just long enough
MA | 2026-02-28 | +1 months |  | 2026-03-28 | the last day of a month is not remembered
MA | 2026-03-31 | +1 months |  | 2026-04-30 | a month of 30 days
MA | 2026-12-15 | +1 months |  | 2027-01-15 | a month over the year end
MA | 2026-11-30 | +3 months |  | 2027-02-28 | three months are not three times one
MA | 2026-12-31 | +2 months |  | 2027-02-28 | over the year end into a short month
MA | 2026-08-31 | +6 months |  | 2027-02-28 | half a year
RI | 2028-02-29 | +12 months |  | 2029-02-28 | bond of 12 months from the leap day
RI | 2025-08-10 | +12 months | working | 2026-08-11 | 12 months end on Victory Day
MA | 2026-01-31 | +1 months | working | 2026-03-02 | a shortened month then rolls off a Saturday
MA | 2026-01-31 | +1 months | statute | 2026-02-28 | … which the statute leaves alone
MA | 2026-03-31 | -1 months |  | 2026-02-28 | a month back into a short one
MA | 2028-03-31 | -1 months |  | 2028-02-29 | … in a leap year
MA | 2026-01-31 | -2 months |  | 2025-11-30 | back over the year end
MA | 2028-02-29 | +1 years |  | 2029-02-28 | February 29 + 1 year
MA | 2028-02-29 | +4 years |  | 2032-02-29 | … + 4 years
MA | 2096-02-29 | +4 years |  | 2100-02-28 | 2100 has no February 29
MA | 2027-02-28 | +1 years |  | 2028-02-28 | an anniversary, not the end of the month
MA | 2024-02-29 | +2 years |  | 2026-02-28 | an inspection report is valid for 2 years
MA | 2026-06-19 | +2 years |  | 2028-06-19 | an anniversary on a holiday is kept
MA | 2026-06-19 | +2 years | working | 2028-06-20 | … or rolls
RI | 2025-07-10 | +3 years |  | 2028-07-10 | records kept 3 years
RI | 2026-06-08 | +5 days | working | 2026-06-15 | temporary correction: a Saturday rolls in Rhode Island too
RI | 2026-10-04 | +30 days | working | 2026-11-04 | permanent correction ends on election day
RI | 2026-07-27 | +14 days | working | 2026-08-11 | BMP: day 14 is Victory Day
RI | 2026-07-14 | +120 days | working | 2026-11-12 | existing uses end on Veterans Day
RI | 2026-06-30 | -30 days |  | 2026-05-31 | extension: back onto a Sunday, which stays
RI | 2025-08-10 | +12 months |  | 2026-08-10 | a bond's 12 months stay on Victory Day
RI | 2028-11-03 | +2 working days |  | 2028-11-08 | over a week-end and the general election
MA | 2026-05-30 | +21 days | statute | 2026-06-20 | citation: the 21st day is a Saturday and stays
MA | 2026-05-22 | +1 working days |  | 2026-05-26 | court copy over Memorial Day
MA | 2026-12-24 | +4 working days |  | 2026-12-31 | the last week of a year
MA | 2027-12-01 | +90 days | working | 2028-02-29 | 90 days end on a leap day
MA snow | 2026-01-27 | +0 days | open | 2026-01-28 | no days from a closed day roll to an open one
MA snow | 2026-11-26 | +0 days | open | 2026-11-30 | Thanksgiving, the closed Friday and a week-end
MA | 2026-11-01 | -1 days |  | 2026-10-31 | back over the night clocks go back
MA | 2028-02-29 | -1 years |  | 2027-02-28 | a year back from the leap day
"""


def example(line: str) -> tuple[str, date, int, Unit, bool, Roll, date]:
    calendar, start, period, roll, due, _ = (cell.strip() for cell in line.split("|", 5))
    n, unit = period[1:].split(" ", 1)
    first, last = date.fromisoformat(start), date.fromisoformat(due)
    return calendar, first, int(n), Unit(unit), period[0] == "-", ROLLS[roll], last


LINES = [line for line in COUNTS.splitlines() if line]


@pytest.mark.parametrize("line", LINES, ids=[line.split("|")[-1].strip() for line in LINES])
def test_dated_example(line: str) -> None:
    calendar, start, n, unit, before, roll, due = example(line)
    counted = CALENDARS[calendar].count(start, n, unit, before=before, roll=roll)
    assert counted.due == due, counted.says
    assert CALENDARS[calendar].roll(counted.unrolled, roll) == due


# --- Legal holidays --------------------------------------------------------------------------------------

HOLIDAYS = [
    ("MA", date(2026, 1, 19), "Martin Luther King Jr. Day", "third Monday of January"),
    ("MA", date(2026, 2, 16), "Presidents' Day", "third Monday of February, by its name here"),
    ("MA", date(2026, 4, 20), "Patriots' Day", "third Monday of April"),
    ("MA", date(2024, 4, 15), "Patriots' Day", "its earliest day"),
    ("MA", date(2026, 5, 25), "Memorial Day", "last Monday of May"),
    ("MA", date(2020, 6, 19), "", "the law of July 2020 came after it"),
    ("MA", date(2021, 6, 19), "Juneteenth", "the first one, on a Saturday"),
    ("MA", date(2021, 6, 18), "", "… and no Friday for it"),
    ("MA", date(2022, 6, 20), "Juneteenth (observed)", "Sunday kept on Monday"),
    ("MA", date(2026, 7, 4), "Independence Day", "a Saturday holiday stays on Saturday"),
    ("MA", date(2026, 7, 3), "", "… state offices open on Friday"),
    ("MA", date(2026, 10, 12), "Columbus Day", "second Monday of October"),
    ("MA", date(2026, 11, 26), "Thanksgiving Day", "fourth Thursday of November"),
    ("MA", date(2023, 1, 2), "New Year's Day (observed)", "Sunday kept on Monday"),
    ("MA", date(2026, 3, 17), "", "Evacuation Day is Suffolk County's"),
    ("MA", date(2026, 6, 17), "", "Bunker Hill Day is Suffolk County's"),
    ("MA", date(2029, 6, 18), "", "… also when it was Sunday the day before"),
    ("MA", date(2026, 11, 3), "", "election day is no holiday in Massachusetts"),
    ("MA", date(2026, 8, 10), "", "nor Victory Day"),
    ("MA", date(2018, 12, 5), "", "a federal day of mourning is none"),
    ("RI", date(2026, 2, 16), "Washington's Birthday", "third Monday of February, by its name here"),
    ("RI", date(2026, 4, 20), "", "no Patriots' Day"),
    ("RI", date(2026, 5, 4), "Rhode Island Independence Day", "May 4"),
    ("RI", date(2025, 5, 5), "Rhode Island Independence Day (observed)", "Sunday kept on Monday"),
    ("RI", date(2023, 6, 19), "", "no Juneteenth before 2024"),
    ("RI", date(2024, 6, 19), "Juneteenth", "the first one"),
    ("RI", date(2033, 6, 20), "Juneteenth (observed)", "Sunday kept on Monday"),
    ("RI", date(2026, 7, 3), "", "no Friday for a Saturday holiday"),
    ("RI", date(2020, 7, 6), "", "the Monday after one is for state employees"),
    ("RI", date(2026, 8, 10), "Victory Day", "second Monday of August"),
    ("RI", date(2026, 10, 12), "Columbus Day", "by the name in §25-1-1"),
    ("RI", date(2026, 11, 3), "Election Day", "Tuesday after the first Monday"),
    ("RI", date(2022, 11, 8), "Election Day", "its latest day"),
    ("RI", date(2032, 11, 2), "Election Day", "its earliest day"),
    ("RI", date(2022, 11, 1), "", "November 1 is never election day"),
    ("RI", date(2025, 11, 4), "", "no general election in an odd year"),
    ("RI", date(2026, 11, 26), "Thanksgiving Day", "an appointed day"),
    ("RI", date(2021, 12, 31), "", "no Friday for New Year's Day"),
]


@pytest.mark.parametrize(
    ("state", "day", "name", "proves"), HOLIDAYS, ids=[f"{h[0]} {h[3]}" for h in HOLIDAYS]
)
def test_holiday(state: str, day: date, name: str, proves: str) -> None:
    assert legal_holidays(state).get(day, "") == name, proves
    assert (day in legal_holidays(state)) is bool(name)


def nth(n: int, weekday: int, month: int, year: int) -> date:
    """The nth `weekday` (0 Monday) of a month; n = -1 the last."""
    days = [date(year, month, 1) + timedelta(i) for i in range(31)]
    return [d for d in days if d.month == month and d.weekday() == weekday][n - 1 if n > 0 else n]


def written_law(state: str, year: int) -> set[date]:
    """Both states' lists, written down here without the library (state-law reference, part 7)."""
    fixed = {date(year, 1, 1), date(year, 7, 4), date(year, 11, 11), date(year, 12, 25)}
    if year >= {"MA": 2021, "RI": 2024}[state]:
        fixed.add(date(year, 6, 19))
    if state == "RI":
        fixed.add(date(year, 5, 4))
    mondays = {nth(3, 0, 2, year), nth(-1, 0, 5, year), nth(1, 0, 9, year), nth(2, 0, 10, year)}
    mondays.add(nth(3, 0, 4, year) if state == "MA" else nth(2, 0, 8, year))
    if year >= 1986:
        mondays.add(nth(3, 0, 1, year))
    others = {nth(4, 3, 11, year)}
    if state == "RI" and year % 2 == 0:
        others.add(nth(1, 0, 11, year) + timedelta(1))
    return fixed | {d + timedelta(1) for d in fixed if d.weekday() == 6} | mondays | others


@pytest.mark.parametrize("state", ["MA", "RI"])
def test_every_year_is_as_the_law_is_written(state: str) -> None:
    for year in range(1980, 2101):
        assert set(legal_holidays(state).in_year(year)) == written_law(state, year), year


def test_holidays_are_a_mapping_in_order() -> None:
    everything = legal_holidays("RI")
    assert list(everything) == sorted(everything)
    assert len(everything) == len(list(everything))
    assert everything is legal_holidays("RI")
    assert min(everything) == date(1980, 1, 1)
    assert max(everything) == date(2100, 12, 25)


@pytest.mark.parametrize("day", [date(1979, 12, 31), date(2101, 1, 3)])
def test_no_answer_outside_the_years_known(day: date) -> None:
    with pytest.raises(OutsideCalendar, match=rf"year {day.year} lies outside.*1980 through 2100\."):
        Calendar().is_working(day)
    with pytest.raises(OutsideCalendar):
        legal_holidays("MA").get(day)


def test_first_and_last_day_known() -> None:
    assert not Calendar().is_working(date(1980, 1, 1))
    assert Calendar().is_working(date(2100, 12, 31))


def test_a_state_without_holidays_is_refused() -> None:
    with pytest.raises(ValueError, match="No legal holidays are known for 'CT'; use MA or RI"):
        Calendar("CT")


# --- Open and closed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calendar", "day", "working", "open_", "why"),
    [
        ("MA", date(2026, 6, 1), True, True, ""),
        ("MA", date(2026, 6, 6), False, False, "Saturday"),
        ("MA", date(2026, 6, 7), False, False, "Sunday"),
        ("MA", date(2026, 6, 19), False, False, "Juneteenth"),
        ("MA", date(2026, 7, 4), False, False, "Independence Day"),
        ("MA snow", date(2026, 1, 26), True, False, "Snow emergency"),
        ("MA snow", date(2026, 8, 1), False, False, "Saturday"),
        ("MA snow", date(2026, 12, 24), True, False, "Office closed"),
        ("MA snow", date(2026, 12, 25), False, False, "Christmas Day"),
        ("RI", date(2026, 5, 4), True, True, ""),
        ("RI", date(2024, 5, 4), False, False, "Saturday"),
        ("RI shut May 4", date(2026, 5, 4), False, False, RI_INDEPENDENCE),
        ("RI", date(2026, 11, 3), False, False, "Election Day"),
    ],
)
def test_working_and_open(calendar: str, day: date, working: bool, open_: bool, why: str) -> None:
    shown = CALENDARS[calendar]
    assert (shown.is_working(day), shown.is_open(day), shown.closed_because(day)) == (working, open_, why)


def test_closed_days_of_a_span_with_both_ends() -> None:
    snow = CALENDARS["MA snow"]
    assert snow.closed_days(date(2026, 1, 24), date(2026, 1, 28)) == (
        (date(2026, 1, 24), "Saturday"),
        (date(2026, 1, 25), "Sunday"),
        (date(2026, 1, 26), "Snow emergency"),
        (date(2026, 1, 27), "Snow emergency"),
    )
    assert snow.closed_days(date(2026, 1, 27), date(2026, 1, 27)) == ((date(2026, 1, 27), "Snow emergency"),)
    assert snow.closed_days(date(2026, 1, 28), date(2026, 1, 27)) == ()


def test_closing_the_office_moves_only_what_rolls_to_an_open_day() -> None:
    before = Calendar()
    after = before.closing({date(2026, 6, 1): "Burst pipe"})
    moved = {
        roll: after.count(date(2026, 5, 11), 21, Unit.DAYS, roll=roll).due
        != before.count(date(2026, 5, 11), 21, Unit.DAYS, roll=roll).due
        for roll in Roll
    }
    assert [roll for roll, did in moved.items() if did] == [Roll.NEXT_OPEN_DAY]
    assert before.is_open(date(2026, 6, 1))
    assert not after.is_open(date(2026, 6, 1))
    assert after.closing({date(2026, 6, 2): "Burst pipe"}).roll(date(2026, 6, 1), Roll.NEXT_OPEN_DAY) == date(
        2026, 6, 3
    )


@pytest.mark.parametrize(
    ("first", "last", "before", "n", "proves"),
    [
        (date(2026, 8, 31), date(2026, 9, 15), True, 10, "a dock notice given in time"),
        (date(2026, 9, 1), date(2026, 9, 15), True, 9, "… and a day late"),
        (date(2026, 9, 7), date(2026, 9, 12), True, 4, "back from a Saturday, that day not counted"),
        (date(2026, 9, 7), date(2026, 9, 12), False, 4, "forward from a holiday, that day not counted"),
        (date(2026, 9, 8), date(2026, 9, 12), True, 4, "back: the first day counts"),
        (date(2026, 9, 8), date(2026, 9, 12), False, 3, "forward: it does not"),
        (date(2026, 6, 1), date(2026, 6, 1), False, 0, "the same day"),
        (date(2026, 6, 8), date(2026, 6, 1), False, -5, "backward is negative"),
        (date(2026, 9, 12), date(2026, 9, 8), False, -4, "… from a Saturday, that day not counted"),
        (date(2026, 9, 12), date(2026, 9, 8), True, -3, "… or the other end not counted"),
    ],
)
def test_working_days_between(first: date, last: date, before: bool, n: int, proves: str) -> None:
    assert Calendar().working_days_between(first, last, before=before) == n, proves


# --- Terms -----------------------------------------------------------------------------------------------


def test_terms() -> None:
    assert year_end(date(2026, 1, 1)) == date(2026, 12, 31)
    assert year_end(date(2026, 12, 31)) == date(2026, 12, 31), "issued on December 31: valid that day only"
    assert days_after(date(2025, 12, 15), 30) == date(2026, 1, 14)
    assert days_after(date(2028, 1, 30), 30) == date(2028, 2, 29)
    assert months_after(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert months_after(date(2026, 1, 31), -1) == date(2025, 12, 31)
    assert years_after(date(2028, 2, 29), 1) == date(2029, 2, 28)
    assert years_after(date(2028, 2, 29), -4) == date(2024, 2, 29)
    assert election_day(2026) == date(2026, 11, 3)


# --- The sentence and the working ------------------------------------------------------------------------

SENTENCES = [
    (
        Calendar().count(date(2026, 5, 11), 21, Unit.DAYS),
        "Mon May 11, 2026 + 21 calendar days = Mon June 1, 2026; Memorial Day counted; no roll",
    ),
    (
        Calendar().count(date(2023, 12, 11), 21, Unit.DAYS, roll=Roll.STATUTE),
        "Mon December 11, 2023 + 21 calendar days = Mon January 1, 2024; Christmas Day counted; "
        "rolls past New Year's Day to Tue January 2, 2024",
    ),
    (
        Calendar().count(date(2026, 7, 3), 15, Unit.DAYS, roll=Roll.STATUTE),
        "Fri July 3, 2026 + 15 calendar days = Sat July 18, 2026; Independence Day counted; "
        "no roll, a Saturday stays",
    ),
    (
        Calendar().count(date(2026, 9, 15), 10, Unit.WORKING_DAYS, before=True),
        "Tue September 15, 2026 − 10 working days = Mon August 31, 2026; "
        "4 weekend days and Labor Day not counted; no roll",
    ),
    (
        Calendar().count(date(2026, 6, 7), 90, Unit.DAYS, roll=Roll.NEXT_WORKING_DAY),
        "Sun June 7, 2026 + 90 calendar days = Sat September 5, 2026; "
        "Juneteenth and Independence Day counted; "
        "rolls past 2 weekend days and Labor Day to Tue September 8, 2026",
    ),
    (
        Calendar().count(date(2026, 6, 6), 1, Unit.WORKING_DAYS),
        "Sat June 6, 2026 + 1 working day = Mon June 8, 2026; Sunday not counted; no roll",
    ),
    (
        CALENDARS["MA snow"].count(date(2026, 1, 23), 5, Unit.WORKING_DAYS),
        "Fri January 23, 2026 + 5 working days = Fri January 30, 2026; 2 weekend days not counted; "
        "Snow emergency (2 days) counted; no roll",
    ),
    (
        CALENDARS["RI"].count(date(2026, 5, 1), 1, Unit.WORKING_DAYS),
        "Fri May 1, 2026 + 1 working day = Mon May 4, 2026; 2 weekend days not counted; "
        "Rhode Island Independence Day counted; no roll",
    ),
    (
        Calendar().count(date(2026, 1, 31), 1, Unit.MONTHS),
        "Sat January 31, 2026 + 1 month = Sat February 28, 2026; February 2026 has no day 31; no roll",
    ),
    (
        Calendar().count(date(2026, 6, 15), 2, Unit.YEARS),
        "Mon June 15, 2026 + 2 years = Thu June 15, 2028; no roll",
    ),
    (
        Calendar().count(date(2026, 1, 2), 365, Unit.DAYS),
        "Fri January 2, 2026 + 365 calendar days = Sat January 2, 2027; "
        "12 holidays and closings counted; no roll",
    ),
]


@pytest.mark.parametrize(("counted", "sentence"), SENTENCES, ids=[s[1][:48] for s in SENTENCES])
def test_sentence(counted: Counted, sentence: str) -> None:
    assert counted.says == sentence


def test_the_fields_of_a_count() -> None:
    counted = Calendar().count(date(2026, 9, 4), 1, Unit.WORKING_DAYS, roll=Roll.NEXT_WORKING_DAY)
    assert counted.skipped == (
        (date(2026, 9, 5), "Saturday"),
        (date(2026, 9, 6), "Sunday"),
        (date(2026, 9, 7), "Labor Day"),
    )
    assert (counted.unrolled, counted.due, counted.rolled_over) == (date(2026, 9, 8), date(2026, 9, 8), ())
    rolled = Calendar().count(date(2026, 9, 4), 1, Unit.DAYS, roll=Roll.NEXT_WORKING_DAY)
    assert (rolled.unrolled, rolled.due) == (date(2026, 9, 5), date(2026, 9, 8))
    assert [why for _, why in rolled.rolled_over] == ["Saturday", "Sunday", "Labor Day"]


def test_a_holiday_or_closing_on_the_first_day_is_not_in_the_period() -> None:
    snow = CALENDARS["MA snow"]
    assert snow.count(date(2026, 5, 25), 1, Unit.DAYS).counted == ()
    assert snow.count(date(2026, 5, 25), 1, Unit.DAYS, before=True).counted == ()
    both = ((date(2026, 1, 26), "Snow emergency"), (date(2026, 1, 27), "Snow emergency"))
    assert snow.count(date(2026, 1, 25), 2, Unit.DAYS).counted == both
    assert snow.count(date(2026, 1, 28), 2, Unit.DAYS, before=True).counted == both


def test_the_working_is_plain_json() -> None:
    counted = Calendar().count(date(2026, 6, 7), 90, Unit.DAYS, roll=Roll.NEXT_WORKING_DAY)
    working = counted.working()
    assert json.loads(json.dumps(working)) == working
    assert working["due"] == "2026-09-08"
    assert working["unrolled"] == "2026-09-05"
    assert (working["unit"], working["roll"], working["n"]) == ("days", "next working day", 90)
    assert working["rolled_over"][-1] == ["2026-09-07", "Labor Day"]
    assert working["says"] == counted.says


# --- What is refused -------------------------------------------------------------------------------------


NAIVE = datetime(2026, 6, 1, 12, tzinfo=EASTERN).replace(tzinfo=None)


def test_refusals_say_what_to_do() -> None:
    calendar, day = Calendar(), date(2026, 6, 1)
    with pytest.raises(ValueError, match="never rolls; leave the roll out"):
        calendar.count(day, 10, Unit.DAYS, before=True, roll=Roll.NEXT_WORKING_DAY)
    with pytest.raises(ValueError, match="give 3 with before=True"):
        calendar.count(day, -3, Unit.DAYS)
    for unit in (Unit.HOURS, Unit.WORKING_HOURS):
        with pytest.raises(ValueError, match="use count_hours"):
            calendar.count(day, 24, unit)
    with pytest.raises(TypeError, match="take the local date of the moment first"):
        calendar.count(datetime(2026, 6, 1, 12, tzinfo=EASTERN), 3, Unit.DAYS)
    with pytest.raises(ValueError, match="knows its time zone"):
        count_hours(NAIVE, 24)
    with pytest.raises(ValueError, match="knows its time zone"):
        calendar.latest_posting(NAIVE)


# --- Hours -----------------------------------------------------------------------------------------------


def local(text: str) -> datetime:
    """2026-03-07 14:30, in New York; a trailing ' again' is the second pass of the hour clocks go back."""
    moment = datetime.fromisoformat(text.removesuffix(" again")).replace(tzinfo=EASTERN)
    return moment.replace(fold=1) if text.endswith(" again") else moment


@pytest.mark.parametrize(
    ("start", "n", "before", "end", "proves"),
    [
        ("2026-06-01 14:30", 24, False, "2026-06-02 14:30", "an ordinary day"),
        ("2026-05-23 09:00", 24, False, "2026-05-24 09:00", "a week-end counts"),
        ("2026-12-31 16:00", 24, False, "2027-01-01 16:00", "a year end and a holiday count"),
        ("2028-02-28 12:00", 24, False, "2028-02-29 12:00", "the leap day"),
        ("2026-03-07 14:30", 24, False, "2026-03-08 15:30", "clocks forward: an hour later on the wall"),
        ("2026-10-31 14:30", 24, False, "2026-11-01 13:30", "clocks back: an hour earlier on the wall"),
        ("2026-03-08 01:30", 1, False, "2026-03-08 03:30", "2:30 am did not exist"),
        ("2026-11-01 01:30", 1, False, "2026-11-01 01:30 again", "1:30 am came twice"),
        ("2026-11-01 01:30", 2, False, "2026-11-01 02:30", "… and then 2:30"),
        ("2026-11-02 18:00", 48, True, "2026-10-31 19:00", "back over a clock change"),
        ("2026-06-01 14:30", 0, False, "2026-06-01 14:30", "no hours"),
        ("2026-06-01 14:30", 72, False, "2026-06-04 14:30", "three days"),
    ],
)
def test_hours(start: str, n: int, before: bool, end: str, proves: str) -> None:
    found = count_hours(local(start), n, before=before)
    assert (found, found.fold) == (local(end), local(end).fold), proves
    assert abs(found.astimezone(UTC) - local(start).astimezone(UTC)) == timedelta(hours=n)
    assert found.tzinfo is EASTERN


def test_hours_from_another_zone_end_in_local_time() -> None:
    start = datetime(2026, 6, 1, 18, 30, tzinfo=UTC)
    assert count_hours(start, 24).isoformat() == "2026-06-02T14:30:00-04:00"


@pytest.mark.parametrize(
    ("start", "n", "before", "sentence"),
    [
        ("2026-06-01 14:30", 24, False, "Mon June 1, 2026, 2:30 pm + 24 hours = Tue June 2, 2026, 2:30 pm"),
        (
            "2026-03-07 14:30",
            24,
            False,
            "Sat March 7, 2026, 2:30 pm + 24 hours = Sun March 8, 2026, 3:30 pm; "
            "clocks went forward an hour in between",
        ),
        (
            "2026-11-02 18:00",
            48,
            True,
            "Mon November 2, 2026, 6:00 pm − 48 hours = Sat October 31, 2026, 7:00 pm; "
            "clocks went back an hour in between",
        ),
        ("2026-06-01 12:05", 1, False, "Mon June 1, 2026, 12:05 pm + 1 hour = Mon June 1, 2026, 1:05 pm"),
        ("2026-06-01 23:05", 1, False, "Mon June 1, 2026, 11:05 pm + 1 hour = Tue June 2, 2026, 12:05 am"),
    ],
)
def test_hours_say(start: str, n: int, before: bool, sentence: str) -> None:
    assert hours_say(local(start), n, before=before) == sentence


@pytest.mark.parametrize(
    ("calendar", "meeting", "posted", "proves"),
    [
        ("MA", "2026-06-15 18:00", "2026-06-11 18:00", "Monday 6 pm: Thursday 6 pm"),
        ("MA", "2026-06-16 18:00", "2026-06-12 18:00", "Tuesday: Friday"),
        ("MA", "2026-06-17 09:30", "2026-06-15 09:30", "Wednesday: Monday, 48 plain hours"),
        ("MA", "2026-06-22 18:00", "2026-06-17 18:00", "Juneteenth on the Friday between"),
        ("MA", "2026-05-26 18:00", "2026-05-21 18:00", "Memorial Day between"),
        ("MA", "2026-07-06 18:00", "2026-07-02 18:00", "July 4 on Saturday costs no Friday"),
        ("MA", "2026-06-13 10:00", "2026-06-11 00:00", "a Saturday meeting: its own hours do not count"),
        ("MA", "2026-06-14 10:00", "2026-06-11 00:00", "a Sunday meeting likewise"),
        ("MA", "2026-04-20 18:00", "2026-04-16 00:00", "a meeting on Patriots' Day"),
        ("RI", "2026-04-20 18:00", "2026-04-16 18:00", "… a plain Monday in Rhode Island"),
        ("RI", "2026-11-04 18:00", "2026-10-30 18:00", "election day between"),
        ("RI", "2026-05-05 18:00", "2026-04-30 18:00", "May 4 is a legal holiday, worked or not"),
        ("MA snow", "2026-01-29 18:00", "2026-01-27 18:00", "a snow day counts"),
        ("MA", "2026-03-09 19:00", "2026-03-05 19:00", "clocks forward on the Sunday, not counted"),
        ("MA", "2026-11-02 19:00", "2026-10-29 19:00", "clocks back on the Sunday, not counted"),
        ("MA", "2027-01-04 18:00", "2026-12-30 18:00", "over the year end"),
        ("MA", "2026-06-17 00:00", "2026-06-15 00:00", "midnight"),
    ],
)
def test_latest_posting(calendar: str, meeting: str, posted: str, proves: str) -> None:
    assert CALENDARS[calendar].latest_posting(local(meeting)) == local(posted), proves
    assert CALENDARS[calendar].latest_posting(local(meeting).astimezone(UTC)) == local(posted)


@pytest.mark.parametrize(
    ("meeting", "n", "begins", "sentence"),
    [
        ("2026-06-17 09:30", 24, "2026-06-16 09:30", ""),
        ("2026-06-15 10:00", 1, "2026-06-15 09:00", ""),
        ("2026-06-15 10:00", 10, "2026-06-15 00:00", ""),
        ("2026-06-15 10:00", 11, "2026-06-12 23:00", "2 weekend days"),
        ("2026-06-22 10:00", 24, "2026-06-18 10:00", "2 weekend days and Juneteenth"),
        ("2026-06-15 10:00", 0, "2026-06-15 10:00", ""),
    ],
)
def test_working_hours_before(meeting: str, n: int, begins: str, sentence: str) -> None:
    calendar = CALENDARS["MA"]
    assert calendar.working_hours_before(local(meeting), n) == local(begins)
    says = calendar.working_hours_say(local(meeting), n)
    assert says.endswith(f"; {sentence} not counted") if sentence else "not counted" not in says


# --- Properties ------------------------------------------------------------------------------------------

days = st.dates(date(1985, 1, 1), date(2035, 12, 31))
near = st.dates(date(2024, 1, 1), date(2029, 12, 31))
units = st.sampled_from([Unit.DAYS, Unit.WORKING_DAYS, Unit.MONTHS, Unit.YEARS])
lengths = st.integers(0, 60).map(lambda n: n // 12 if n % 2 else n)
rolls = st.sampled_from(list(Roll))
closings = st.dictionaries(near, st.sampled_from(["Snow", "Flood", ""]), max_size=40)
calendars = st.sampled_from(list(CALENDARS.values())) | st.builds(
    Calendar, st.sampled_from(["MA", "RI"]), closings
)


@given(calendars, near | days, st.integers(0, 40), lengths, units, rolls)
def test_a_later_start_is_never_due_earlier(
    calendar: Calendar, start: date, later: int, n: int, unit: Unit, roll: Roll
) -> None:
    first = calendar.count(start, n, unit, roll=roll).due
    assert first <= calendar.count(start + timedelta(later), n, unit, roll=roll).due


@given(calendars, near | days, st.integers(0, 40), lengths, units)
def test_a_later_start_never_counts_back_further(
    calendar: Calendar, start: date, later: int, n: int, unit: Unit
) -> None:
    first = calendar.count(start, n, unit, before=True).due
    assert first <= calendar.count(start + timedelta(later), n, unit, before=True).due


@given(calendars, near | days, lengths, units, rolls)
def test_one_more_is_never_earlier(calendar: Calendar, start: date, n: int, unit: Unit, roll: Roll) -> None:
    due, more = (calendar.count(start, length, unit, roll=roll).due for length in (n, n + 1))
    assert start <= due <= more
    back, further = (calendar.count(start, length, unit, before=True).due for length in (n, n + 1))
    assert further < back <= start


@given(calendars, near | days, st.integers(0, 400))
def test_calendar_days_there_and_back(calendar: Calendar, start: date, n: int) -> None:
    there = calendar.count(start, n, Unit.DAYS).due
    assert calendar.count(there, n, Unit.DAYS, before=True).due == start
    assert (there - start).days == n


@given(calendars, near | days, st.integers(0, 60))
def test_working_days_there_and_back(calendar: Calendar, day: date, n: int) -> None:
    start = calendar.roll(day, Roll.NEXT_WORKING_DAY)
    there = calendar.count(start, n, Unit.WORKING_DAYS).due
    assert calendar.count(there, n, Unit.WORKING_DAYS, before=True).due == start
    assert calendar.working_days_between(start, there) == n
    assert calendar.working_days_between(start, there, before=True) == n
    assert calendar.working_days_between(there, start) == -n


@given(calendars, near | days, st.integers(1, 60), st.booleans())
def test_working_days_against_a_plain_walk(calendar: Calendar, start: date, n: int, before: bool) -> None:
    holidays, worked = legal_holidays(calendar.state), {(5, 4), (5, 5)} if calendar.worked else set()
    walk = [start + timedelta(-i if before else i) for i in range(1, 140)]
    plain = [
        d
        for d in walk
        if d.weekday() < 5
        and (d not in holidays or ((d.month, d.day) in worked and holidays[d].startswith(RI_INDEPENDENCE)))
    ]
    counted = calendar.count(start, n, Unit.WORKING_DAYS, before=before)
    assert counted.due == plain[n - 1]
    assert abs((counted.due - start).days) == n + len(counted.skipped)


@given(calendars, near | days, st.integers(0, 60), st.booleans())
def test_the_working_names_every_holiday_and_closing_in_the_period(
    calendar: Calendar, start: date, n: int, before: bool
) -> None:
    counted = calendar.count(start, n, Unit.DAYS, before=before)
    period = sorted(start + timedelta(-i if before else i) for i in range(1, n + 1))
    shut = [(day, calendar.holiday(day) or calendar.closed_because(day)) for day in period]
    assert list(counted.counted) == [(day, why) for day, why in shut if why not in ("", "Saturday", "Sunday")]


@given(near | days, st.integers(0, 120))
def test_months_there_and_back_through_day_28(start: date, n: int) -> None:
    day = start.replace(day=min(start.day, 28))
    assert months_after(months_after(day, n), -n) == day
    assert months_after(start, n).day in (start.day, 28, 29, 30)
    assert months_after(start, 12 * n) == years_after(start, n)


@given(calendars, near | days, lengths, units, rolls)
def test_a_roll_never_ends_on_a_day_of_rest(
    calendar: Calendar, start: date, n: int, unit: Unit, roll: Roll
) -> None:
    counted = calendar.count(start, n, unit, roll=roll)
    due = counted.due
    if roll is Roll.NONE:
        assert due == counted.unrolled
    if roll is Roll.NEXT_WORKING_DAY:
        assert calendar.is_working(due)
    if roll is Roll.STATUTE:
        assert due.weekday() != 6
        assert not calendar.holiday(due)
    if roll is Roll.NEXT_OPEN_DAY:
        assert calendar.is_open(due)
        assert calendar.closed_because(due) == ""
    passed = [counted.unrolled + timedelta(i) for i in range((due - counted.unrolled).days)]
    assert [day for day, _ in counted.rolled_over] == passed, "every day rolled past has its reason"
    assert all(why for _, why in counted.rolled_over + counted.skipped + counted.counted)


def read_day(text: str) -> date:
    """June 1, 2026"""
    return datetime.strptime(text, "%B %d, %Y").replace(tzinfo=UTC).date()


@given(calendars, near | days, lengths, units, st.booleans(), rolls)
@settings(max_examples=300)
def test_the_sentence_counts_again_to_the_same_day(
    calendar: Calendar, start: date, n: int, unit: Unit, before: bool, roll: Roll
) -> None:
    counted = calendar.count(start, n, unit, before=before, roll=Roll.NONE if before else roll)
    read = re.match(
        r"\w{3} (\w+ \d+, \d+) ([+−]) (\d+) (calendar day|working day|month|year)s?"
        r" = \w{3} (\w+ \d+, \d+);",
        counted.says,
    )
    assert read
    first, sign, length, word, last = read.groups()
    again = calendar.count(
        read_day(first),
        int(length),
        Unit(word.removeprefix("calendar ") + "s"),
        before=sign == "−",
        roll=counted.roll,
    )
    assert again == counted
    assert read_day(last) == counted.unrolled
    assert counted.says.endswith((f" to {spoken(counted.due)}", "no roll", "no roll, a Saturday stays"))
    assert (" to " in counted.says) is (counted.due != counted.unrolled)


@given(calendars, near, st.integers(0, 24 * 7), st.integers(8, 21))
def test_posting_leaves_48_counted_hours(calendar: Calendar, day: date, shift: int, hour: int) -> None:
    meeting = datetime(day.year, day.month, day.day, hour, tzinfo=EASTERN)
    posted = calendar.latest_posting(meeting)
    hours = [posted.replace(tzinfo=None) + timedelta(hours=i) for i in range(24 * 12)]
    counted = [
        h
        for h in hours
        if h < meeting.replace(tzinfo=None) and h.weekday() < 5 and not calendar.holiday(h.date())
    ]
    assert len(counted) == 48
    later = count_hours(meeting, shift)
    assert posted <= calendar.latest_posting(later), "a later meeting is never posted earlier"


@given(near, st.integers(0, 23), st.integers(0, 200))
def test_hours_there_and_back(day: date, hour: int, n: int) -> None:
    start = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    assert count_hours(count_hours(start, n), n, before=True) == start


def test_ten_thousand_counts_take_well_under_a_second() -> None:
    calendar = Calendar(closures={date(2020, 1, 1) + timedelta(9 * i): "Snow" for i in range(300)})
    began = time.process_time()
    for i in range(10_000):
        unit = Unit.WORKING_DAYS if i % 2 else Unit.DAYS
        calendar.count(date(2020, 1, 1) + timedelta(i % 3000), 5 + i % 30, unit, roll=Roll.NEXT_OPEN_DAY)
    assert time.process_time() - began < 1.0
