"""The calendar's pages and its feeds: what stands in them, for whom, and how a calendar program reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from html import unescape
from typing import Any

import icalendar
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from office.actions import casework, closures, feeds
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import EASTERN
from office.feeds import DUE, Entry, calendar_file
from office.models import Closure, Feed
from tests import people
from tests.office.snow import FRI_6, MON_2, MON_9, SLED, TUE_10, WED_11, full_sled, record, sled
from tests.office.toys import registered

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 2, 6, 12, tzinfo=EASTERN)  # a Friday
NAMES = ("Philomena", "Sample Harbor Cafe")


@pytest.fixture(autouse=True)
def winter() -> Iterator[time_machine.Traveller]:
    with registered(SLED), time_machine.travel(NOON, tick=False) as traveller:
        people.health()
        yield traveller


def browser(user: Any = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def words(page: str) -> str:
    """The main part of a page as it is read."""
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def read(address: str, user: Any = None, **asked: str) -> str:
    answer = browser(user).get(address, asked)
    assert answer.status_code == 200
    return words(answer.content.decode())


# --------------------------------------------------------------------------------------------------- list
def test_the_list_shows_six_weeks_of_due_days_hearings_and_holidays() -> None:
    case = full_sled()
    page = read("/calendar/", people.clerk())
    assert "Friday, February 6, 2026 through Thursday, March 19, 2026" in page
    monday = page[page.index("Monday, February 9") : page.index("Monday, February 16")]
    assert f"{case.number} Answer the plan Sleds 1" in monday
    assert monday.count(case.number) == 8
    assert "Monday, February 16, 2026 Presidents' Day: offices closed in Tisbury" in page
    assert f"Hearing: Sled permit {case.number} , Tisbury Board of Health" in page
    assert "Repair the sled" in page
    assert "No meetings posted." not in page
    later = read("/calendar/", people.clerk(), **{"from": "2026-03-20"})
    assert "Repair the sled" not in later
    assert "No meetings posted." in later


def test_the_public_reads_hearings_and_closures_and_nothing_else() -> None:
    case = full_sled()
    closures.close("Tisbury", first=TUE_10, reason="Snow", on=FRI_6, by=people.clerk())
    for reader in (None, people.stranger(), people.applicant()):
        page = read("/calendar/", reader)
        assert f"Hearing: Sled permit {case.number}, Tisbury Board of Health" in page
        assert "Tuesday, February 10, 2026 Snow: offices closed in Tisbury" in page
        for inside in ("Answer the plan", "Due days", "Only my cases", "Closures", *NAMES):
            assert inside not in page.replace("Holidays and closures", ""), inside
    html = browser().get("/calendar/").content.decode()
    assert reverse("case", args=[case.number]) not in html
    assert reverse("register-case", args=[case.number]) not in html, "it is not on the register yet"


def test_a_hearing_about_what_nobody_applies_for_is_public_without_its_number() -> None:
    from dataclasses import replace

    with registered(replace(SLED, slug="report", series="SR", label="Sled report", term=None)) as kind:
        case = sled()
        type(case).objects.filter(pk=case.pk).update(kind=kind.slug)
        case.refresh_from_db()
        record(case, "hearing", MON_9)
        page = read("/calendar/")
        assert "Monday, February 9, 2026 Hearing, Tisbury Board of Health" in page
        assert case.number not in page
        assert f"Hearing: Sled report {case.number}" in read("/calendar/", people.clerk())
        assert case.number not in read("/calendar/", people.clerk(people.docks()))
        assert case.number not in browser().get("/calendar/tisbury-health.ics").content.decode()


def test_a_hearing_of_a_case_that_is_over_is_not_ahead() -> None:
    case = sled()
    record(case, "hearing", MON_9)
    record(case, "decided", FRI_6)
    assert "Hearing" not in read("/calendar/").replace("Meetings and hearings", "").replace("hearings,", "")


def test_a_hearing_that_moves_is_shown_on_its_new_day_alone(winter: time_machine.Traveller) -> None:
    case = sled()
    record(case, "hearing", MON_9)
    record(case, "hearing", TUE_10, at=time(18, 30))
    page = read("/calendar/")
    assert "Monday, February 9" not in page
    assert f"Tuesday, February 10, 2026 6:30 pm Hearing: Sled permit {case.number}" in page


def test_another_boards_due_days_are_not_shown() -> None:
    mine, far = sled(), sled(people.docks())
    page = read("/calendar/", people.clerk())
    assert mine.number in page
    assert far.number not in page


def test_filters_leave_what_was_asked_and_are_kept_in_the_links() -> None:
    case, other = full_sled(), sled()
    casework.assign(other, to=people.clerk(), on=MON_2, by=people.clerk())
    clerk = people.clerk()
    due = read("/calendar/", clerk, what="due")
    assert "Answer the plan" in due
    assert "Presidents' Day" not in due
    assert "Hearing:" not in due
    closed = read("/calendar/", clerk, what="closed")
    assert "Presidents' Day" in closed
    assert case.number not in closed
    mine = read("/calendar/", clerk, mine="on")
    assert other.number in mine
    assert case.number not in mine
    far = read("/calendar/", clerk, board=people.docks().slug)
    assert case.number not in far
    assert "offices closed in Barnstable" in far
    html = browser(clerk).get("/calendar/", {"what": "due", "mine": "on"}).content.decode()
    assert 'href="?what=due&amp;mine=True&amp;from=2026-03-20"' in html


def test_a_holiday_on_which_offices_work_says_so() -> None:
    people.works()
    page = read("/calendar/", **{"from": "2026-05-01", "board": "jamestown-public-works"})
    assert "Rhode Island Independence Day: a legal holiday; offices are open in Jamestown" in page


@pytest.mark.parametrize(
    "asked",
    [
        {"from": "yesterday"}, {"from": "9999-12-31"}, {"from": "0001-01-01"}, {"board": "a\0b"},
        {"view": "month", "month": "x"}, {"view": "month", "month": "2026-13"}, {"what": "x" * 900},
        {"sheet": "week", "from": "²"},
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_as_if_it_were_not_asked(asked: dict[str, str]) -> None:
    answer = browser(people.clerk()).get("/calendar/", asked)
    assert answer.status_code == 200
    assert "Error:" not in answer.content.decode()


def test_a_crowded_day_tells_ten_and_how_many_more() -> None:
    for _ in range(13):
        sled()
    page = read("/calendar/", people.clerk())
    assert page.count("Answer the plan") == 10
    assert "Answer the plan Sleds 1 and 3 more like it" in page


@pytest.mark.parametrize("asked", [{}, {"view": "month"}, {"sheet": "week"}])
def test_the_pages_ask_as_much_for_many_cases_as_for_one(asked: dict[str, str]) -> None:
    def count(client: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/calendar/", asked).status_code == 200
        return len(queries)

    full_sled()
    clerk, visitor = browser(people.clerk()), browser()
    few = count(clerk), count(visitor)
    for _ in range(6):
        full_sled()
    assert (count(clerk), count(visitor)) == few


# ------------------------------------------------------------------------------------------ month and week
def test_the_month_is_a_table_with_a_cell_for_each_day() -> None:
    case = full_sled()
    html = browser(people.clerk()).get("/calendar/", {"view": "month", "month": "2026-02"}).content.decode()
    assert html.count('role="columnheader"') == 7
    assert html.count('<td role="cell"') == 28
    page = words(html)
    assert "February 2026" in page
    assert f"Monday, February 9, 2026 {case.number}" in page
    assert "4 more on Monday, February 9, 2026" in page
    assert 'href="?view=month&amp;month=2026-01"' in html
    assert 'href="?view=month&amp;month=2026-03"' in html


@pytest.mark.parametrize(
    ("month", "cells"), [("2026-02", 28), ("2026-08", 42), ("2026-12", 35), ("2028-02", 35)]
)
def test_a_month_shows_whole_weeks(month: str, cells: int) -> None:
    html = browser().get("/calendar/", {"view": "month", "month": month}).content.decode()
    assert html.count('<td role="cell"') == cells


def test_the_friday_sheet_is_next_week_from_monday_to_sunday() -> None:
    case = full_sled()
    page = read("/calendar/", people.clerk(), sheet="week")
    assert "Week of Monday, February 9, 2026" in page
    assert "Through Sunday, February 15, 2026" in page
    assert f"{case.number} Answer the plan" in page
    assert "Presidents' Day" not in page
    assert "Tue Feb 10 Nothing" in page


# ----------------------------------------------------------------------------------------------- feeds
def events(body: bytes) -> dict[str, Any]:
    """The entries of a file by their summary; the file is whole and says what it is."""
    file = icalendar.Calendar.from_ical(body)
    assert (file["METHOD"], file["VERSION"]) == ("PUBLISH", "2.0")
    assert file["REFRESH-INTERVAL"].dt == timedelta(hours=12)
    assert "may lag a day" in str(file["X-WR-CALDESC"])
    assert body.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    return {str(each["SUMMARY"]): each for each in file.walk("VEVENT")}


def feed_of(board: str = "tisbury-health", **headers: str) -> Any:
    return browser().get(f"/calendar/{board}.ics", headers=headers)


def test_the_public_feed_of_a_board_holds_its_hearings_and_closures() -> None:
    case = full_sled()
    record(sled(people.docks()), "hearing", MON_9)
    closures.close("Tisbury", first=TUE_10, reason="Snow, ice; and more", on=FRI_6, by=people.clerk())
    answer = feed_of()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=900"
    found = events(answer.content)
    assert set(found) >= {f"Hearing: Sled permit {case.number}", "Snow, ice; and more", "Presidents' Day"}
    assert [name for name in found if name.startswith("Hearing")] == [f"Hearing: Sled permit {case.number}"]
    hearing = found[f"Hearing: Sled permit {case.number}"]
    assert (hearing["DTSTART"].dt, hearing["DTEND"].dt) == (date(2026, 2, 23), date(2026, 2, 24))
    assert hearing["TRANSP"] == "TRANSPARENT"
    assert "URL" not in hearing
    assert str(icalendar.Calendar.from_ical(answer.content)["X-WR-CALNAME"]) == "Tisbury Board of Health"
    assert not [name for name in (*NAMES, "Answer the plan") if name in answer.content.decode()]


def test_the_feed_is_the_same_for_a_clerk_and_byte_for_byte_the_same_again() -> None:
    full_sled()
    first = feed_of()
    assert browser(people.clerk()).get("/calendar/tisbury-health.ics").content == first.content
    again = feed_of(**{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    closures.close("Tisbury", first=TUE_10, reason="Snow", on=FRI_6, by=people.clerk())
    assert feed_of(**{"If-None-Match": first["ETag"]}).status_code == 200
    assert feed_of("no-such-board").status_code == 404


def test_a_hearing_that_moves_is_the_same_entry_with_a_higher_sequence() -> None:
    case = sled()
    record(case, "hearing", MON_9)
    name = f"Hearing: Sled permit {case.number}"
    before = events(feed_of().content)[name]
    record(case, "hearing", TUE_10, at=time(18, 30))
    after = events(feed_of().content)[name]
    assert before["UID"] == after["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["DTSTAMP"].dt >= before["DTSTAMP"].dt
    assert after["DTSTART"].dt == datetime(2026, 2, 10, 18, 30, tzinfo=EASTERN)
    assert after["DTSTART"].params["TZID"] == "America/New_York"
    assert b"BEGIN:VTIMEZONE\r\nTZID:America/New_York" in feed_of().content


def private(user: Any) -> tuple[Feed, str]:
    feed, token = feeds.make(label="Phone", on=FRI_6, by=user)
    return feed, reverse("private-feed", args=[token])


def test_a_private_feed_holds_due_days_by_label_and_number_and_no_typed_word() -> None:
    case, far = full_sled(), sled(people.docks())
    _, address = private(people.clerk())
    answer = browser().get(address)
    assert answer["Cache-Control"] == "private, no-cache"
    found = events(answer.content)
    assert f"{case.number}: Answer the plan" in found
    assert f"{case.number}: Condition" in found
    assert f"Hearing: Sled permit {case.number}" in found
    assert found[f"{case.number}: Answer the plan"]["DTSTART"].dt == MON_9
    assert str(found[f"{case.number}: Answer the plan"]["URL"]).endswith(f"/cases/{case.number}/")
    hours = found[f"{case.number}: Clear the path"]
    assert hours["DTSTART"].dt == datetime(2026, 2, 9, 14, 30, tzinfo=EASTERN)
    body = answer.content.decode()
    assert far.number not in body
    assert not [name for name in (*NAMES, "Sweep the lot") if name in body]


def test_a_due_day_that_moved_is_the_same_entry() -> None:
    case = sled()
    _, address = private(people.clerk())
    name = f"{case.number}: Answer the plan"
    before = events(browser().get(address).content)[name]
    closures.close("Tisbury", first=MON_9, reason="Snow", on=FRI_6, by=people.clerk())
    after = events(browser().get(address).content)[name]
    assert (before["UID"], before["DTSTART"].dt) == (after["UID"], MON_9)
    assert after["DTSTART"].dt == TUE_10
    assert after["SEQUENCE"] > before["SEQUENCE"]
    record(case, "answered", FRI_6)
    assert name not in events(browser().get(address).content)


def test_an_address_ends_when_it_is_revoked_or_its_owner_leaves() -> None:
    clerk = people.clerk()
    feed, address = private(clerk)
    assert browser().get(address).status_code == 200
    for wrong in (
        address.replace(".ics", "x.ics"),
        "/calendar/private/x.ics",
        f"/calendar/private/{'x' * 900}.ics",
    ):
        assert browser().get(wrong).status_code == 404
    clerk.is_active = False
    clerk.save()
    assert browser().get(address).status_code == 404
    clerk.is_active = True
    clerk.save()
    assert browser().get(address).status_code == 200
    clerk.memberships.all().delete()
    assert browser().get(address).status_code == 404
    fresh = people.clerk()
    feeds.revoke(feed, on=FRI_6, by=fresh)
    assert browser().get(address).status_code == 404


def test_only_a_hash_of_the_address_is_kept() -> None:
    feed, address = private(people.clerk())
    token = address.rpartition("/")[2].removesuffix(".ics")
    assert len(token) >= 43
    assert token not in str(Feed.objects.values().get())
    assert feed.token_sha256 == feeds.hashed(token)


def test_the_feeds_page_shows_an_address_once_and_revokes() -> None:
    clerk = browser(people.clerk())
    assert "You have no feeds." in words(clerk.get("/calendar/feeds/").content.decode())
    made = clerk.post("/calendar/feeds/", {"label": "Phone"})
    assert made["Cache-Control"] == "private, no-store"
    shown = re.search(r'value="([^"]*/calendar/private/[^"]+)"', made.content.decode())
    assert shown
    address = shown[1].partition("//")[2].partition("/")
    assert browser().get(f"/{address[2]}").status_code == 200
    again = clerk.get("/calendar/feeds/").content.decode()
    assert "/calendar/private/" not in again
    assert "Phone Fri Feb 6 Revoke Phone" in words(again)
    twice = clerk.post("/calendar/feeds/", {"label": "Phone"})
    assert twice.status_code == 422
    assert "You have a feed called “Phone”. Revoke it first, or choose another name." in words(
        twice.content.decode()
    )
    feed = Feed.objects.get()
    assert browser(people.inspector()).post(f"/calendar/feeds/{feed.pk}/revoke/").status_code == 404
    clerk.post(f"/calendar/feeds/{feed.pk}/revoke/")
    assert browser().get(f"/{address[2]}").status_code == 404
    assert clerk.post("/calendar/feeds/", {"label": "Phone"}).status_code == 200


@pytest.mark.parametrize("label", ["", "  ", "x" * 61])
def test_a_feed_without_a_fitting_name_is_not_made(label: str) -> None:
    assert browser(people.clerk()).post("/calendar/feeds/", {"label": label}).status_code == 422
    assert not Feed.objects.exists()


def test_feeds_are_for_who_serves_a_board_and_not_without_number() -> None:
    with pytest.raises(WrongRole):
        feeds.make(label="Phone", on=FRI_6, by=people.stranger())
    clerk = people.clerk()
    for n in range(feeds.MOST):
        feed, _ = feeds.make(label=f"Phone {n}", on=FRI_6, by=clerk)
    with pytest.raises(NotAllowed, match="You have 10 feeds"):
        feeds.make(label="One more", on=FRI_6, by=clerk)
    with pytest.raises(WrongRole):
        feeds.revoke(feed, on=FRI_6, by=people.inspector())
    feeds.revoke(feed, on=FRI_6, by=clerk)
    assert feeds.revoke(feed, on=TUE_10, by=clerk).revoked_on == FRI_6


def test_one_due_day_is_a_file_of_its_own() -> None:
    case = full_sled()
    row = case.clocks.get(clock="open")
    answer = browser(people.clerk()).get(f"/clocks/{row.pk}/day.ics")
    assert answer["Content-Disposition"] == f'inline; filename="{case.number}-open.ics"'
    (entry,) = events(answer.content).values()
    assert str(entry["SUMMARY"]) == f"{case.number}: Answer the plan"
    assert entry["DTSTART"].dt == MON_9
    assert "Sleds 1" in str(entry["DESCRIPTION"])
    for other in (people.clerk(people.docks()), people.stranger()):
        assert browser(other).get(f"/clocks/{row.pk}/day.ics").status_code == 404


def test_a_file_with_any_text_is_read_back_as_it_was_written() -> None:
    odd = "Snow, ice; a \\ slash, “quotes”\nand a line; é 🦪 " + "x" * 120
    entry = Entry(
        "odd", DUE, MON_9, odd, detail=odd, at=datetime(2026, 11, 1, 6, tzinfo=UTC), sequence=3,
        changed_at=datetime(2026, 1, 2, 3, 4, 5, 999, tzinfo=UTC),
    )  # fmt: skip
    body = calendar_file("Odd; name, here", [entry])
    assert body == calendar_file("Odd; name, here", [entry])
    (found,) = icalendar.Calendar.from_ical(body).walk("VEVENT")
    assert (str(found["SUMMARY"]), str(found["DESCRIPTION"]), found["SEQUENCE"]) == (odd, odd, 3)
    assert found["DTSTART"].dt.astimezone(UTC) == entry.at, "an hour that comes twice that night"
    assert found["DTSTAMP"].dt == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    for name in (b"NAME", b"X-WR-CALNAME"):
        assert b"\r\n" + name + b":Odd\\; name\\, here\r\n" in body


def test_feeds_ask_as_much_for_many_cases_as_for_one() -> None:
    _, address = private(people.clerk())

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            browser().get(address)
            feed_of()
        return len(queries)

    full_sled()
    few = count()
    for _ in range(5):
        full_sled()
    assert count() == few


# -------------------------------------------------------------------------------------- the pages of closing
def test_the_preview_page_lists_all_three_sorts_and_saves_nothing() -> None:
    case = full_sled()
    record(case, "hearing", MON_9)
    asked = {"first": "2/9/2026", "last": "", "reason": "Snow"}
    page = browser(people.clerk()).post("/closures/new/", asked)
    said = words(page.content.decode())
    assert "Dates that move: 1" in said
    assert "Tue Feb 10" in said
    assert "Counts of working days do not change" in said
    assert "Hearings to move by hand: 1 Nothing moves an appointed day but a person." in said
    assert f"{case.number} Hearing set, Monday, February 9, 2026" in said
    assert not Closure.objects.exists()
    done = browser(people.clerk()).post("/closures/new/", asked | {"sure": "1"}, follow=True)
    log = words(done.content.decode())
    assert "The office is closed on Monday, February 9, 2026." in log
    assert "“Answer the plan” moves from Mon February 9, 2026 to Tue February 10, 2026" in log
    assert "“Keep the plan” stays due" in log


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"first": "", "reason": "Snow"}, "Enter a date, for example 6/1/2026."),
        ({"first": "2/9/2026", "reason": ""}, "Say why the office is closed, such as “Snow”."),
        ({"first": "2/8/2026", "reason": "Snow"}, "The office is closed anyway"),
        ({"first": "2/9/2026", "last": "2/6/2026", "reason": "Snow"}, "comes before the first"),
        ({"first": "2/9/2026", "reason": "x" * 101}, "longer than 100 characters"),
    ],
)
def test_what_cannot_be_closed_is_said_in_the_form(asked: dict[str, str], says: str) -> None:
    for sure in ({}, {"sure": "1"}):
        page = browser(people.clerk()).post("/closures/new/", asked | sure)
        assert page.status_code == 422
        assert says in words(page.content.decode())
    assert not Closure.objects.exists()


def test_a_clerk_of_two_towns_says_which() -> None:
    clerk = people.clerk()
    people.docks().memberships.create(user=clerk, role="clerk")
    asked = {"first": "2/9/2026", "reason": "Snow", "sure": "1"}
    assert "Choose the town." in words(browser(clerk).post("/closures/new/", asked).content.decode())
    wrong = browser(clerk).post("/closures/new/", asked | {"town": "Jamestown"})
    assert "You are no clerk of Jamestown." in words(wrong.content.decode())
    browser(clerk).post("/closures/new/", asked | {"town": "Barnstable"})
    assert list(Closure.objects.values_list("town", flat=True)) == ["Barnstable"]


def test_the_list_of_the_year_and_opening_again() -> None:
    case = sled()
    first, _ = closures.close("Tisbury", first=MON_9, last=TUE_10, reason="Snow", on=FRI_6, by=people.clerk())
    clerk = browser(people.clerk())
    year = words(clerk.get("/closures/").content.decode())
    assert "Monday, February 9, 2026 Snow Tisbury Clerk Closed" in year
    assert "Presidents' Day" in year
    assert "Patriots' Day" in year
    assert "Snow" not in words(clerk.get("/closures/?year=2025").content.decode()).replace("Snow days", "")
    one = words(clerk.get(f"/closures/{first.pk}/").content.decode())
    assert "Snow, Monday, February 9, 2026 through Tuesday, February 10, 2026" in one
    assert case.clocks.get(clock="open").due_on == WED_11
    asking = words(clerk.get(f"/closures/{first.pk}/reopen/").content.decode())
    assert "Dates that move back: 1" in asking
    assert "Wed Feb 11 Mon Feb 9" in asking
    assert clerk.post(f"/closures/{first.pk}/reopen/", {"reason": ""}).status_code == 422
    done = clerk.post(f"/closures/{first.pk}/reopen/", {"reason": "The storm turned"}, follow=True)
    assert "The office is open on Monday, February 9, 2026 after all." in words(done.content.decode())
    again = words(clerk.get(f"/closures/{first.pk}/reopen/").content.decode())
    assert "The office is open that day already." in again
    assert "Open after all" in words(clerk.get("/closures/").content.decode())
    reader = words(browser(people.inspector()).get("/closures/").content.decode())
    assert "Close the office" not in reader


def test_a_large_closing_says_how_much_is_left_and_goes_on() -> None:
    for _ in range(3):
        sled()
    (closure,) = closures.close("Tisbury", first=MON_9, reason="Snow", on=FRI_6, by=people.clerk(), most=1)
    clerk = browser(people.clerk())
    assert "2 cases still to be looked at" in words(clerk.get(f"/closures/{closure.pk}/").content.decode())
    assert "Under way" in words(clerk.get("/closures/").content.decode())
    done = clerk.post(f"/closures/{closure.pk}/go-on/", follow=True)
    assert "still to be looked at" not in words(done.content.decode())
    assert words(done.content.decode()).count("Office closed") == 3
