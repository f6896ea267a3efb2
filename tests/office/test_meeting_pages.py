"""The pages of meetings: what the board works on, what everybody reads, and what each form answers."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

import icalendar
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from office.actions import agendas, cases, meetings, votes
from office.calendar import EASTERN
from office.models import AgendaItem, Case, Meeting, Membership, User, Vote, VotingRule
from tests import casts, people
from tests.office import toys

NOW = datetime(2026, 6, 1, 12, tzinfo=EASTERN)  # a Monday
TODAY = NOW.date()
SET = NOW - timedelta(days=28)
SIX = time(18)
pytestmark = pytest.mark.django_db


@dataclass
class Cast:
    clerk: User
    members: list[User]
    case: Case
    held: Meeting  # this morning, posted, all there
    ahead: Meeting  # in two weeks, not posted


def _member(name: str) -> User:
    person = people.user(name, first_name="Sample", last_name=name.capitalize())
    Membership.objects.get_or_create(user=person, board=people.health(), role="member")
    return person


def _set(day: date, hour: time, **more: Any) -> Meeting:
    said = {"on": SET.date(), "now": SET, "by": people.clerk(), "place": "Town Hall", **more}
    return meetings.set_meeting(board=people.health(), day=day, at=hour, **said)


def _put(meeting: Meeting, case: Case | None, sort: str = "decision", text: str = "") -> AgendaItem:
    said = {"on": SET.date(), "now": SET, "by": people.clerk()}
    return agendas.add_item(meeting, sort=sort, case=case, text=text, **said)


def _cast() -> Cast:
    members = [_member(name) for name in ("anna", "bert", "cora")]
    case = people.ready_dumpster(SET.date())
    held, ahead = _set(TODAY, time(10)), _set(date(2026, 6, 15), SIX)
    _put(held, case)
    _put(held, None, "discussion", "Beach signs")
    posted = NOW - timedelta(days=14)
    held = meetings.post(held, posted_at=posted, on=posted.date(), now=posted, by=people.clerk())
    present = [member.pk for member in members]
    held = meetings.take_attendance(held, present=present, on=TODAY, by=people.clerk())
    return Cast(people.clerk(), members, case, held, ahead)


cast = casts.shared(_cast, at=NOW)


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def desk(cast: Cast) -> Client:
    return browser(cast.clerk)


def said(response: Any) -> str:
    """The words of the page's main part, in one line."""
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))).strip()


def url(meeting: Meeting, rest: str = "") -> str:
    return f"/meetings/{meeting.slug}/{rest}"


def roll(cast: Cast, *ballots: str) -> dict[str, str]:
    return {f"ballot-{user.pk}": ballot for user, ballot in zip(cast.members, ballots, strict=True)}


def motion(cast: Cast, *ballots: str, **more: Any) -> dict[str, Any]:
    first, second, _ = cast.members
    return {
        "step": "approved", "motion": "Approve the permit.", "mover": first.pk, "second": second.pk,
        "key": "k1", **roll(cast, *ballots), **more,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------ everybody
def test_everybody_reads_posted_meetings_and_no_other(cast: Cast) -> None:
    page = said(browser().get("/meetings/"))
    assert "Monday, June 1, 2026, 10 am: Tisbury Board of Health" in page
    assert "June 15" not in page
    assert browser().get(url(cast.ahead)).status_code == 404
    assert browser(people.clerk(people.docks())).get(url(cast.ahead)).status_code == 404
    assert browser(people.inspector()).get(url(cast.ahead)).status_code == 200


def test_nothing_posted_says_what_comes_next(cast: Cast) -> None:
    Meeting.objects.update(posted_at=None)
    page = said(browser().get("/meetings/"))
    assert "No meetings are posted. A meeting is listed here as soon as its notice is posted." in page


def test_the_public_page_names_what_people_apply_for_and_nobody(cast: Cast) -> None:
    page = said(browser().get(url(cast.held)))
    assert f"Decision : Dumpster permit, {cast.case.number}" in page
    assert "Discussion : Beach signs" in page
    assert "Town Hall" in page
    assert "Posted Monday, May 18, 2026, noon" in page
    for name in ("Anna", "Bert", people.party().name, "Sample Street"):
        assert name not in page


def test_a_matter_nobody_applies_for_goes_without_its_number(cast: Cast) -> None:
    with toys.registered(replace(toys.TOY, term=None)):
        unnamed = cases.open_case(kind="toy", on=SET.date(), by=cast.clerk, board=people.health())
        meeting = _set(date(2026, 6, 22), SIX)
        _put(meeting, unnamed, "show-cause", "A matter of the harbor")
        meetings.post(meeting, posted_at=NOW, on=TODAY, now=NOW, by=cast.clerk)
        page = said(browser().get(url(meeting)))
    assert "Show-cause hearing : Toy permit: A matter of the harbor" in page
    assert unnamed.number not in page


def test_the_decision_is_read_after_the_vote_and_its_motion_is_not(cast: Cast, desk: Client) -> None:
    before = said(browser().get(url(cast.held)))
    assert "Decided" not in before
    desk.post(url(cast.held, f"votes/{cast.case.number}/"), motion(cast, "yes", "yes", "no"))
    page = said(browser().get(url(cast.held)))
    assert "Decided: Approved , 2 yes and 1 no" in page
    assert "Approve the permit" not in page


def test_a_meeting_goes_into_ones_own_calendar(cast: Cast) -> None:
    file = icalendar.Calendar.from_ical(browser().get(url(cast.held, "meeting.ics")).content)
    (event,) = file.walk("VEVENT")
    assert str(event["SUMMARY"]) == "Regular meeting"
    assert event.decoded("DTSTART") == cast.held.moment
    assert str(event["DESCRIPTION"]) == "Tisbury Board of Health"
    assert browser().get(url(cast.ahead, "meeting.ics")).status_code == 404


def test_it_stands_in_the_calendar_and_its_feed_once_it_is_posted(cast: Cast, desk: Client) -> None:
    for client, there in ((browser(), False), (desk, True)):
        page = said(client.get("/calendar/"))
        assert "10 am Regular meeting , Tisbury Board of Health" in page
        assert ("6 pm Regular meeting" in page) is there
    feed = browser().get("/calendar/tisbury-health.ics").content.decode()
    assert feed.count("SUMMARY:Regular meeting") == 1
    meetings.cancel(cast.ahead, why="Snow.", on=TODAY, now=NOW, by=cast.clerk)
    assert "6 pm Regular meeting" not in said(desk.get("/calendar/"))


def test_a_hearing_stands_in_the_calendar_by_itself(cast: Cast, desk: Client) -> None:
    _put(cast.ahead, cast.case, "hearing")
    assert f"6 pm Hearing: Dumpster permit {cast.case.number}" in said(browser().get("/calendar/"))


def test_an_old_address_leads_to_where_the_meeting_went(cast: Cast, desk: Client) -> None:
    was = url(cast.ahead)
    meetings.move(cast.ahead, day=date(2026, 6, 22), at=SIX, on=TODAY, now=NOW, by=cast.clerk)
    assert desk.get(was).headers["Location"] == "/meetings/2026-06-22-health/"
    assert browser().get(was).status_code == 404  # it is not posted: nobody else knows of it


# ------------------------------------------------------------------------------------------ the board's
def test_the_list_says_until_when_to_post(cast: Cast, desk: Client) -> None:
    page = said(desk.get("/meetings/"))
    assert "Mon Jun 15, 6 pm" in page
    assert "Not posted by Thu Jun 11, 6 pm" in page


def test_a_meeting_has_a_place(desk: Client) -> None:
    form = {"board": people.health().pk, "on": "6/3", "at": "six", "sort": "regular", "key": "k"}
    came = desk.post("/meetings/new/", form)
    assert came.status_code == 422
    assert "Say where the board meets: a place, a link below, or both." in said(came)
    assert "This is not a time we can read. Write it like 6 pm or 18:00." in said(came)


def test_wednesday_may_be_set_on_monday_and_tuesday_may_not(desk: Client) -> None:
    form = {
        "board": people.health().pk, "at": "6 pm", "sort": "regular", "key": "k", "place": "Town Hall",
    }  # fmt: skip
    came = desk.post("/meetings/new/", form | {"on": "6/2"})
    assert came.status_code == 422
    assert "it had to be posted by Friday, May 29, 2026, 6 pm (Massachusetts c.30A §20)" in said(came)
    assert "Town Hall" in came.content.decode()
    came = desk.post("/meetings/new/", form | {"on": "6/2", "sort": "emergency"})
    assert "Write the reason of the emergency in one sentence" in said(came)
    came = desk.post("/meetings/new/", form | {"on": "6/3"}, follow=True)
    assert "Regular meeting set for Wednesday, June 3, 2026, 6 pm." in said(came)


def test_putting_a_case_on_the_agenda_takes_its_number_in_any_form(cast: Cast, desk: Client) -> None:
    add = url(cast.ahead, "items/new/")
    came = desk.post(add, {"number": "DU-1999-1", "sort": "decision"})
    assert "No one case is called “DU-1999-1”." in said(came)
    assert "Enter the number of a case, or write the topic below." in said(
        desk.post(add, {"sort": "decision"})
    )
    _, year, number = cast.case.number.split("-")
    came = desk.post(add, {"number": f"du {year} {int(number)}", "sort": "hearing"}, follow=True)
    assert "It is on the agenda." in said(came)
    assert cast.case.events.live().get(slug="hearing").on == date(2026, 6, 15)


def test_posting_needs_topics_and_says_until_when(cast: Cast, desk: Client) -> None:
    post = url(cast.ahead, "post/")
    assert "Post it by Thursday, June 11, 2026, 6 pm" in said(desk.get(post))
    assert "the agenda has none" in said(desk.post(post, {"on": "today", "at": "11 am"}))
    _put(cast.ahead, cast.case)
    assert "not come yet" in said(desk.post(post, {"on": "today", "at": "1 pm"}))
    came = desk.post(post, {"on": "today", "at": "11 am"}, follow=True)
    assert "Posting recorded" in said(came)
    assert browser().get(url(cast.ahead)).status_code == 200


def test_a_late_notice_says_so(cast: Cast, desk: Client) -> None:
    late = datetime(2026, 5, 30, 9, tzinfo=EASTERN)  # for Monday, June 1, 10 am: by Thursday, 10 am
    Meeting.objects.filter(pk=cast.held.pk).update(posted_at=late)
    assert (
        "The notice was late Posted Saturday, May 30, 2026, 9 am. It had to be posted by Thursday, May 28, "
        "2026, 10 am (Massachusetts c.30A §20)."
    ) in said(desk.get(url(cast.held)))


def test_who_may_not_act_is_shown_no_act(cast: Cast) -> None:
    page = browser(people.inspector()).get(url(cast.ahead)).content.decode()
    for act in ("post/", "cancel/", "items/new/", "attendance/", "votes/"):
        assert act not in page


# ------------------------------------------------------------------------------------------ the planner
def test_the_planner_puts_three_dates_side_by_side(cast: Cast, desk: Client) -> None:
    page = said(desk.get(url(cast.ahead, "plan/")))
    for words in (
        "Monday, June 15, 2026 Set now", "Monday, June 22, 2026", "Monday, June 29, 2026",
        "by Thu Jun 11, 6 pm", "by Wed Jun 17, 6 pm",  # Juneteenth lies between
        "Set June 22", "Set June 29", "Quorum: 2 of 3 members must sit.",
    ):  # fmt: skip
        assert words in page
    assert "Set June 15" not in page


def test_it_says_in_words_why_a_date_cannot_be(cast: Cast, desk: Client) -> None:
    page = said(desk.get(url(cast.ahead, "plan/?on=2026-06-02&on=2026-05-04&on=2026-07-03")))
    assert (
        "Cannot be set. Tuesday, June 2, 2026 is too soon: it had to be posted by Friday, May 29, 2026, 6 pm"
    ) in page
    assert "Monday, May 4, 2026 has passed." in page
    assert "Set June 2" not in page
    assert "Set July 3" in page


def test_it_names_closed_days_other_meetings_and_days_that_would_pass(cast: Cast, desk: Client) -> None:
    _set(date(2026, 6, 22), time(19))
    with toys.registered():
        case = cases.open_case(kind="toy", on=SET.date(), by=cast.clerk, board=people.health())
        cases.record(case, "asked", on=date(2026, 6, 8), by=cast.clerk)  # 7 working days: June 17
        _put(cast.ahead, case)
        page = said(desk.get(url(cast.ahead, "plan/?on=2026-06-19&on=2026-06-22&on=2026-06-17")))
    assert "The office is closed: Juneteenth" in page
    assert "The board meets that day already, 7 pm." in page
    assert page.count(f"{case.number}: “Answer” is due through Wednesday, June 17, 2026") == 2


def test_a_typed_day_takes_the_last_place_and_weeks_shift_one(cast: Cast, desk: Client) -> None:
    plan = url(cast.ahead, "plan/")
    asked = "?on=2026-06-15&on=2026-06-22&on=2026-06-29"
    came = desk.get(f"{plan}{asked}&day=7/6")
    assert came.headers["Location"] == f"{plan}?on=2026-06-15&on=2026-06-22&on=2026-07-06"
    page = unescape(desk.get(f"{plan}{asked}").content.decode())
    assert 'href="?on=2026-06-15&on=2026-06-15&on=2026-06-29"' in page  # the second, a week earlier
    assert 'href="?on=2026-06-15&on=2026-06-22&on=2026-07-06"' in page  # the third, a week later
    wrong = desk.get(f"{plan}{asked}&day=13/45")
    assert wrong.status_code == 422
    assert "13/45 is not in the calendar" in said(wrong)


def test_setting_a_date_moves_the_hearing_and_what_hangs_on_it(cast: Cast, desk: Client) -> None:
    with toys.registered():
        case = cases.open_case(kind="toy", on=SET.date(), by=cast.clerk, board=people.health())
        _put(cast.ahead, case, "hearing")
        plan = url(cast.ahead, "plan/")
        page = said(desk.get(f"{plan}?on=2026-06-22"))
        assert f"{case.number}: Post the notice Toys 2 from Mon Jun 1 through Mon Jun 8" in page
        came = desk.post(f"{plan}?on=2026-06-22", {"set": "2026-06-22"}, follow=True)
        assert "One hearing moved along, with every day that hangs on it. Post it anew." in said(came)
        assert case.clocks.get(clock="notice").due_on == date(2026, 6, 8)
        # June 1 less 14 days is May 18, two weeks ago.
        plan = url(Meeting.objects.get(pk=cast.ahead.pk), "plan/")
        came = desk.post(plan, {"set": "2026-06-10"})
        assert came.status_code == 422
        assert f"Wednesday, June 10, 2026 is too soon for {case.number}: “Post the notice” was due" in said(
            came
        )


def test_only_a_clerk_sets_the_date(cast: Cast) -> None:
    member = browser(cast.members[0])
    assert "Set June 22" not in said(member.get(url(cast.ahead, "plan/")))
    assert member.post(url(cast.ahead, "plan/"), {"set": "2026-06-22"}).status_code == 403


# ------------------------------------------------------------------------------------------ votes
def test_a_vote_is_recorded_and_read(cast: Cast, desk: Client) -> None:
    page = url(cast.held, f"votes/{cast.case.number}/")
    form = motion(cast, "yes", "yes", "recused", **{"condition-1": "Plant a hedge.", "due-1": "+30"})
    came = desk.post(page, form, follow=True)
    assert "Vote recorded: 2–0, one recused: carries. Approved." in said(came)
    case = Case.objects.get(pk=cast.case.pk)
    assert case.status == "approved"
    assert case.clocks.get(clock="condition").due_on == date(2026, 7, 1)
    shown = said(desk.get(page))
    assert "Majority of all 3 seats: 2 yes needed; 2 cast." in shown
    assert "Sample Cora Recused" in shown
    desk.post(page, form)
    assert Vote.objects.count() == 1  # pressed twice


def test_what_is_wrong_with_a_vote_is_said_where_it_is(cast: Cast, desk: Client) -> None:
    page = url(cast.held, f"votes/{cast.case.number}/")
    first = cast.members[0]
    came = desk.post(page, motion(cast, "yes", "yes", "absent", second=first.pk))
    assert came.status_code == 422
    assert 'href="#id_second"' in came.content.decode()
    assert "Sample Anna made the motion; another member seconds it. Choose who." in said(came)
    came = desk.post(page, motion(cast, "yes", "absent", "absent"))
    assert "One present; quorum is two." in said(came)
    came = desk.post(page, motion(cast, "yes", "yes", "") | {"motion": ""})
    assert "Say how Sample Cora voted." in said(came)
    assert "Write the motion as it was put." in said(came)
    came = desk.post(page, motion(cast, "yes", "yes", "yes", **{"due-2": "+5"}))
    assert "Write the condition that is to be done by this day." in said(came)
    assert not Vote.objects.exists()
    assert Case.objects.get(pk=cast.case.pk).status == "filed"


def test_a_failed_motion_to_approve_denies(cast: Cast, desk: Client) -> None:
    came = desk.post(
        url(cast.held, f"votes/{cast.case.number}/"), motion(cast, "yes", "no", "absent"), follow=True
    )
    assert "1–1, one absent: fails. Denied: the motion to approve failed." in said(came)
    assert Case.objects.get(pk=cast.case.pk).status == "denied"
    assert "Decided: Denied , 1 yes and 1 no" in said(browser().get(url(cast.held)))


def test_an_absent_member_has_no_other_answer(cast: Cast) -> None:
    member = cast.members[1]
    meetings.take_attendance(cast.held, present=[cast.members[0].pk, member.pk], on=TODAY, by=cast.clerk)
    page = browser(member).get(url(cast.held, f"votes/{cast.case.number}/")).content.decode()
    absent = cast.members[2].pk
    assert re.findall(rf'name="ballot-{absent}" value="(\w+)"', page) == ["absent"]
    assert f'<option value="{absent}"' not in page  # nor moves or seconds


def test_a_topic_in_words_has_its_page_and_its_public_result(cast: Cast, desk: Client) -> None:
    topic = cast.held.items.get(case=None)
    form = motion(cast, "yes", "no", "no", motion="Buy signs.")
    came = desk.post(url(cast.held, f"votes/item-{topic.pk}/"), form, follow=True)
    assert "Vote recorded: 1–2: fails." in said(came)
    assert "The motion failed, 1 yes and 2 no" in said(browser().get(url(cast.held)))


def test_before_the_meeting_there_is_nothing_to_record(cast: Cast, desk: Client) -> None:
    item = _put(cast.ahead, cast.case)
    page = said(desk.get(url(cast.ahead, f"votes/{item.address}/")))
    assert "The board meets Monday, June 15, 2026, 6 pm. Record the vote then." in page
    assert "Roll call" not in page
    assert desk.get(url(cast.ahead, "votes/DU-1999-001/")).status_code == 404


def test_how_the_board_votes_stands_on_the_page(cast: Cast, desk: Client) -> None:
    page = url(cast.held, f"votes/{cast.case.number}/")
    assert "3 seats, the members on file; the town has not confirmed the number of seats." in said(
        desk.get(page)
    )
    VotingRule.objects.create(
        board=people.health(), since=SET.date(), seats=5, section="Tisbury 09.0.3(3)", confirmed=True
    )
    assert (
        "A majority is of all seats (Tisbury 09.0.3(3)); 5 seats, as set from Monday, May 4, 2026."
        in said(desk.get(page))
    )


def test_a_vote_is_taken_back_and_recorded_anew(cast: Cast, desk: Client) -> None:
    page = url(cast.held, f"votes/{cast.case.number}/")
    desk.post(page, motion(cast, "yes", "yes", "yes"))
    vote = Vote.objects.get()
    back = url(cast.held, f"votes/{vote.pk}/take-back/")
    assert "Write the reason in one sentence." in said(desk.post(back, {}))
    desk.post(back, {"why": "Cora voted no."})
    assert Case.objects.get(pk=cast.case.pk).status == "filed"
    assert "Taken back Monday, June 1, 2026: Cora voted no." in said(desk.get(page))
    came = desk.post(page, motion(cast, "yes", "yes", "no", key="k2"), follow=True)
    assert "2–1: carries" in said(came)
    assert "Decided: Approved , 2 yes and 1 no" in said(browser().get(url(cast.held)))


def test_an_item_is_continued_from_its_page(cast: Cast, desk: Client) -> None:
    item = cast.held.items.get(case=cast.case)
    page = url(cast.held, f"items/{item.pk}/continue/")
    assert "Monday, June 15, 2026, 6 pm" in said(desk.get(page))
    assert "Choose the meeting." in said(desk.post(page, {}))
    came = desk.post(page, {"to": cast.ahead.pk, "why": "No quorum."}, follow=True)
    assert "Continued to Monday, June 15, 2026" in said(came)
    assert "Continued from Monday, June 1, 2026" in said(desk.get(url(cast.ahead)))
    assert "Continued to Monday, June 15, 2026" in said(browser().get(url(cast.held)))


def test_where_nothing_is_set_it_says_so(cast: Cast, desk: Client) -> None:
    meetings.cancel(cast.ahead, why="Snow.", on=TODAY, now=NOW, by=cast.clerk)
    item = cast.held.items.get(case=cast.case)
    page = said(desk.get(url(cast.held, f"items/{item.pk}/continue/")))
    assert "No later meeting of the board is set. Set it first, then continue this." in page


# ------------------------------------------------------------------------------------------ minutes
def test_minutes_are_drafted_from_the_record(cast: Cast, desk: Client) -> None:
    desk.post(
        url(cast.held, f"votes/{cast.case.number}/"),
        motion(cast, "yes", "yes", "recused", **{"condition-1": "Plant a hedge.", "due-1": "+30"}),
    )
    words = [
        "Sample Anna, Sample Bert, Sample Cora",
        f"1. Decision: {cast.case.number}",
        "Sample Anna moved, and Sample Bert seconded: Approve the permit.",
        "Sample Anna: yes; Sample Bert: yes; Sample Cora: recused.",
        "Plant a hedge. By Wednesday, July 1, 2026.",
        "No vote is recorded.",
    ]
    page = said(desk.get(url(cast.held, "minutes/")))
    pdf = PdfReader(io.BytesIO(desk.get(url(cast.held, "minutes.pdf")).content))
    printed = re.sub(r"\s+", " ", " ".join(sheet.extract_text() for sheet in pdf.pages))
    for line in words:
        assert line in page
        assert line in printed
    assert "Draft, not approved by the board" in printed
    assert pdf.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Draft minutes of Monday, June 1, 2026, Tisbury Board of Health"


# ------------------------------------------------------------------------------------------ queries, admin
def asked(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_a_long_agenda_asks_no_more_than_a_short_one(cast: Cast, desk: Client) -> None:
    _put(cast.ahead, cast.case, "hearing")
    meeting = cast.ahead

    def counted() -> list[int]:
        pages = [
            (desk, url(meeting)), (desk, url(meeting, "plan/")), (desk, "/meetings/"),
            (desk, url(cast.held, "minutes/")), (browser(), url(cast.held)), (browser(), "/meetings/"),
        ]  # fmt: skip
        return [asked(client, address) for client, address in pages]

    def lengthen(n: int) -> None:
        other = people.ready_dumpster(SET.date(), facility=people.dumpster_bin(f"Long {n}"))
        _put(meeting, other, "hearing")
        _put(_set(date(2026, 7, 6 + 7 * n), SIX), None, "discussion", "Words")
        topic = cast.held.items.get(case=None)
        first_member, second, third = cast.members
        votes.record_vote(
            topic, motion=f"Motion {n}", mover=first_member.pk, second=second.pk, on=TODAY, now=NOW,
            by=cast.clerk,
            ballots={first_member.pk: "yes", second.pk: "yes", third.pk: "no"},
        )  # fmt: skip

    lengthen(0)
    first = counted()
    for n in (1, 2, 3):
        lengthen(n)
    assert counted() == first


def test_an_administrator_adds_how_the_board_votes_and_edits_no_row(cast: Cast) -> None:
    desk, add = browser(people.administrator()), "/admin/office/votingrule/add/"
    form = {"board": people.health().pk, "since": "2026-05-04", "seats": "3", "majority": "seats"}
    came = desk.post(add, form | {"quorum": "4"})
    assert "Enter a number from 1 to 3, the seats, or leave it open." in came.content.decode()
    assert desk.post(add, form).status_code == 302  # the first may reach back
    row = VotingRule.objects.get()
    assert "A row starts on that day already." in desk.post(add, form).content.decode()
    came = desk.post(add, form | {"since": "2026-05-31"})
    assert "Sunday, May 31, 2026 has passed. Start the row today or later" in came.content.decode()
    assert desk.post(add, form | {"since": "2026-06-01", "majority": "voting"}).status_code == 302
    change = f"/admin/office/votingrule/{row.pk}/change/"
    assert desk.post(change, form | {"seats": "5"}).status_code == 403
    assert desk.post(f"/admin/office/votingrule/{row.pk}/delete/", {"post": "yes"}).status_code == 403
