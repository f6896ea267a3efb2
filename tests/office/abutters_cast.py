"""A toy beside which others own land, its rule, its hearing, and what the clerk does about its abutters."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from office.actions import abutter_notices, abutters, agendas, cases, mailing, meetings
from office.calendar import EASTERN
from office.models import AbutterList, AbutterRule, AgendaItem, Case, ClockRow, Event, Meeting, Notice
from tests import people
from tests.office import toys

MAY_1 = date(2026, 5, 1)  # a Friday
JUNE_9, JUNE_16, JUNE_30 = date(2026, 6, 9), date(2026, 6, 16), date(2026, 6, 30)  # Tuesdays
CITE = "Tisbury 09.0.8(13)"
SIX = time(18)
OWNERS = [
    {"owner": "Sample Neighbor East", "street": "12 Sample Street", "city": "Tisbury", "state": "MA",
     "zip_code": "02568", "lot": "29-A-4", "note": ""},
    {"owner": "Sample Neighbor West", "street": "PO Box 8", "city": "Boston", "state": "MA",
     "zip_code": "02108", "lot": "29-A-2", "note": ""},
]  # fmt: skip


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=EASTERN)


def a_rule(**columns: Any) -> AbutterRule:
    """14 calendar days for the letters, 5 working days for the newspaper, confirmed."""
    said = {
        "board": people.health(), "slug": "toys", "label": "Toys by the water", "since": date(2026, 1, 1),
        "reach": "within", "feet": 100, "days": 14, "newspaper_days": 5, "newspaper_working": True,
        "section": CITE, "confirmed": True, **columns,
    }  # fmt: skip
    return AbutterRule.objects.create(**said)


@pytest.fixture
def toy_rule() -> AbutterRule:
    return a_rule()


@pytest.fixture
def beside(toy_rule: AbutterRule) -> Iterator[Case]:
    with toys.registered(toys.BESIDE):
        yield cases.open_case(
            kind="beside-toy", on=MAY_1, by=people.clerk(), board=people.health(),
            parcels=[people.parcel()], people=[(people.party(), "applicant")],
        )  # fmt: skip


def a_meeting(day: date, on: date = MAY_1) -> Meeting:
    return meetings.set_meeting(
        board=people.health(), day=day, at=SIX, place="Sample Town Hall", on=on, now=at(on), by=people.clerk()
    )


def heard(case: Case, day: date = JUNE_16, on: date = MAY_1) -> AgendaItem:
    """The case on the agenda of a meeting of that day, as a hearing."""
    return agendas.add_item(
        a_meeting(day, on), sort="hearing", case=case, on=on, now=at(on), by=people.clerk()
    )


def listed(case: Case, rows: list[dict[str, str]] = OWNERS, on: date = MAY_1) -> AbutterList:
    of = abutters.start_list(case, assessors_on=on - timedelta(days=5), on=on, by=people.clerk())
    abutters.add_rows(of, rows=rows, by=people.clerk())
    return of


def written(case: Case, on: date = date(2026, 5, 20), **more: Any) -> list[Notice]:
    return abutter_notices.write_notices(
        case, see_at="Sample Town Hall, weekdays 9 am to 4 pm", on=on, now=at(on), by=people.clerk(), **more
    )


def mailed(notice: Notice, on: date, n: int = 1) -> Notice:
    return mailing.mail(
        notice, on=on, by=people.clerk(), article_no=f"SAMPLE{notice.pk:06}{n:04}", as_is=True,
        now=at(on, 15),
    )  # fmt: skip


def clock(case: Case, slug: str) -> ClockRow:
    return case.clocks.get(clock=slug)


def live(case: Case, slug: str) -> list[Event]:
    return list(case.events.live().filter(slug=slug))


def told(case: Case) -> AgendaItem:
    item = heard(case)
    listed(case)
    for note in written(case):
        mailed(note, date(2026, 5, 21))
    abutter_notices.record_print(
        case, paper="Sample Gazette", printed_on=date(2026, 5, 28), on=date(2026, 5, 28), by=people.clerk()
    )
    return item
