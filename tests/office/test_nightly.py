"""The night: what came due is reminded of or lapses, once and on its true day; everybody hears of it once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localtime

from office.actions import clocks as clock_acts
from office.actions.events import correct, lock, record, rewind, strike
from office.actions.nightly import rebuild
from office.calendar import EASTERN
from office.clockwork import LAPSED, MISSED
from office.models import Case, ClockRow, Message, MessageLine, NightRun, Notice, Reminder
from office.models.clocks import day_of_work
from tests import people
from tests.office import nights
from tests.office.nights import FILED, applicant, clerk, run, toy, two_am

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    with nights.registered():
        yield


def local(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=EASTERN)  # type: ignore[arg-type,misc]


def asked(*parties: Any, **more: Any) -> Case:
    """A case whose applicant was asked on June 1: due July 1, reminders on June 17, 24 and 30."""
    case = toy(*(parties or (applicant(),)), **more)
    record(case, "asked", on=FILED, by=clerk())
    return case


def reminded(case: Case) -> list[tuple[str, int, date, bool]]:
    return [
        (row.clock, row.days_before, row.sent_on, row.passed_over) for row in case.reminders.order_by("pk")
    ]


def told(email: str = "") -> list[MessageLine]:
    lines = MessageLine.objects.select_related("message").order_by("pk")
    return list(lines.filter(message__to_email=email) if email else lines)


def lapses(case: Case) -> list[tuple[str, date]]:
    slugs = ("deemed", "default", MISSED)
    return list(case.events.live().filter(slug__in=slugs).values_list("slug", "on").order_by("pk"))


# ---- Reminders
@pytest.mark.parametrize(
    ("on", "sent"),
    [
        (date(2026, 6, 16), []),
        (date(2026, 6, 17), [14]),
        (date(2026, 6, 23), [14]),
        (date(2026, 6, 24), [14, 7]),
        (date(2026, 6, 29), [14, 7]),
        (date(2026, 6, 30), [14, 7, 1]),
        (date(2026, 7, 1), [14, 7, 1]),  # the last good day is not past
        (date(2026, 7, 2), [14, 7, 1, LAPSED]),
        (date(2026, 8, 1), [14, 7, 1, LAPSED]),
    ],
)
def test_each_night_reminds_of_what_came_and_of_nothing_else(on: date, sent: list[int]) -> None:
    case = asked()
    day = FILED
    while day <= on:
        run(day)
        day += timedelta(days=1)
    assert [(days, over) for _, days, _, over in reminded(case)] == [(days, False) for days in sent]
    assert len(told("sample.tester@example.org")) == len(sent)


def test_the_nearest_goes_out_and_what_was_slept_through_is_passed_over() -> None:
    case = asked()
    done = run(date(2026, 6, 30))
    assert reminded(case) == [
        ("answer", 14, date(2026, 6, 30), True),
        ("answer", 7, date(2026, 6, 30), True),
        ("answer", 1, date(2026, 6, 30), False),
    ]
    assert len(told("sample.tester@example.org")) == 1
    assert (done.looked_at, done.reminded, done.lapsed, done.failed) == (1, 1, 0, [])


def test_a_day_declared_later_but_farther_off_is_not_sent_after_a_nearer_one() -> None:
    case = asked()
    Reminder.objects.create(
        case=case, clock="answer", due_on=date(2026, 7, 1), days_before=7, sent_on=date(2026, 6, 20)
    )
    run(date(2026, 6, 25))
    assert [(days, over) for _, days, _, over in reminded(case)] == [(7, False), (14, True)]
    assert told() == []


def test_a_second_run_of_the_same_or_an_earlier_night_does_nothing() -> None:
    case = asked()
    run(date(2026, 6, 24))
    before, lines = reminded(case), len(told())
    for on in (date(2026, 6, 24), date(2026, 6, 17), FILED):
        again = run(on)
        assert (again.looked_at, again.reminded) == (0, 0)
    assert (reminded(case), len(told())) == (before, lines)


def test_a_moved_day_is_reminded_of_anew() -> None:
    case = asked()
    run(date(2026, 6, 24))
    clock_acts.extend(
        case, clock="answer", until=date(2026, 8, 3), authority="Vote of June 25", reason="Asked for more.",
        on=date(2026, 6, 25), by=clerk(),
    )  # fmt: skip
    run(date(2026, 6, 26))
    run(date(2026, 7, 20))
    assert [days for _, days, _, _ in reminded(case)] == [14, 7, 14]
    assert case.reminders.last().due_on == date(2026, 8, 3)  # type: ignore[union-attr]


def test_who_answered_or_is_paused_is_left_alone() -> None:
    answered, paused, closed = asked(), asked(), asked()
    record(answered, "answered", on=date(2026, 6, 5), by=clerk())
    clock_acts.pause(paused, clock="answer", on=date(2026, 6, 5), by=clerk(), reason="We wait for the map.")
    record(closed, "closed", on=date(2026, 6, 5), by=clerk())
    done = run(date(2026, 12, 1))
    assert (done.looked_at, Reminder.objects.count(), told()) == (0, 0, [])


# ---- Lapses
@pytest.mark.parametrize(("on", "deemed"), [(date(2026, 6, 22), False), (date(2026, 6, 23), True)])
def test_a_lapse_is_recorded_the_night_after_its_last_good_day(on: date, deemed: bool) -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk(), subject="engineer")
    run(on)
    assert lapses(case) == ([("deemed", date(2026, 6, 22))] if deemed else [])


def test_a_lapse_found_late_bears_its_own_day_subject_and_working_and_moves_the_case() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk(), subject="engineer")
    run(date(2026, 6, 30))
    event = case.events.get(slug="deemed")
    assert (event.on, event.subject, event.clock, event.by) == (
        date(2026, 6, 22), "engineer", "opinion", None,
    )  # fmt: skip
    assert event.note.startswith("Give an opinion: Mon June 1, 2026 + 21")
    assert Case.objects.get(pk=case.pk).status == "reviewed"
    assert case.clocks.get(clock="decide").started_on == date(2026, 6, 22)


def test_a_lapse_that_starts_a_clock_that_lapsed_itself_is_dealt_with_the_same_night() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk())
    done = run(date(2026, 9, 1))
    assert lapses(case) == [("deemed", date(2026, 6, 22)), ("default", date(2026, 7, 2))]
    assert (done.looked_at, done.lapsed, done.reminded) == (2, 2, 0)
    assert [(clock, days, over) for clock, days, _, over in reminded(case)] == [
        ("opinion", 5, True), ("opinion", LAPSED, False), ("decide", 3, True), ("decide", LAPSED, False),
    ]  # fmt: skip


def test_missed_months_come_one_by_one_and_what_was_missed_stays_owed() -> None:
    case = toy()
    record(case, "hooked", on=FILED, by=clerk(), subject="slip-7")
    done = run(date(2026, 9, 1))
    assert lapses(case) == [(MISSED, date(2026, month, 15)) for month in (6, 7, 8)]
    assert (done.lapsed, done.failed) == (3, [])
    open_rows = case.clocks.filter(ended_on=None).order_by("due_on")
    assert [(row.due_on, row.next_on) for row in open_rows] == [
        (date(2026, 6, 15), None), (date(2026, 7, 15), None), (date(2026, 8, 15), None),
        (date(2026, 9, 15), date(2026, 9, 12)),
    ]  # fmt: skip


def test_a_clock_that_records_nothing_is_only_told_of() -> None:
    case = asked()
    run(date(2026, 7, 2))
    assert lapses(case) == []
    row = case.clocks.get()
    assert (row.ended_on, row.next_on) == (None, None)
    line = told("sample.tester@example.org")[0]
    assert line.subject == f"[Was due July 1] {case.number}"
    assert "Send the plan: the time for it was through Wednesday, July 1, 2026. That has passed" in line.text


def test_an_answer_in_time_entered_late_takes_the_lapse_back_and_striking_it_brings_the_lapse_again() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk())
    run(date(2026, 6, 23))
    lines = len(told())
    answer = record(case, "opinion", on=date(2026, 6, 20), by=clerk())
    assert lapses(case) == []
    strike(answer, by=clerk(), note="It was about another case.")
    run(date(2026, 6, 24))
    assert lapses(case) == [("deemed", date(2026, 6, 22))]
    assert len(told()) == lines, "nobody is told twice"
    assert run(date(2026, 6, 25)).looked_at == 0


def test_a_month_missed_then_done_then_not_done_after_all_is_missed_again() -> None:
    case = toy()
    record(case, "hooked", on=FILED, by=clerk())
    run(date(2026, 6, 16))
    slip = record(case, "slip", on=date(2026, 6, 14), by=clerk())
    assert lapses(case) == []
    strike(slip, by=clerk(), note="It was another's.")
    run(date(2026, 6, 20))
    assert lapses(case) == [(MISSED, date(2026, 6, 15))]
    assert case.clocks.filter(due_on=date(2026, 7, 15)).exists()


def test_a_corrected_start_moves_the_lapse() -> None:
    case = toy()
    sent = record(case, "sent", on=FILED, by=clerk())
    run(date(2026, 6, 23))
    correct(sent, on=date(2026, 6, 8), by=clerk(), note="The cover letter says so.")
    assert lapses(case) == []
    run(date(2026, 6, 29))
    assert lapses(case) == []
    run(date(2026, 6, 30))
    assert lapses(case) == [("deemed", date(2026, 6, 29))]


def test_a_clock_of_hours_says_its_moment() -> None:
    case = toy()
    record(case, "posted", on=FILED, by=clerk(), at=time(14, 30))
    run(date(2026, 6, 2))
    assert "Take the notice down, before 2:30 pm on Wednesday, June 3, 2026." in told()[0].text
    run(date(2026, 6, 3))
    assert len(told()) == 1
    run(date(2026, 6, 4))
    assert "Take the notice down: Wednesday, June 3, 2026 has passed." in told()[1].text


# ---- Who is told
def test_the_applicant_reads_what_by_when_and_why() -> None:
    case = asked()
    run(date(2026, 6, 24))
    (line,) = told("sample.tester@example.org")
    assert line.subject == f"[Your move by July 1] {case.number}"
    assert line.text == (
        "Send the plan, through Wednesday, July 1, 2026.\n\n"
        f"Why that day: {case.clocks.get().says}\n\n"
        f"Night toy {case.number}"
    )
    assert line.message.to_name == "Sample Tester"


def test_a_day_of_another_year_says_its_year() -> None:
    case = toy(applicant(), on=date(2026, 12, 10))
    record(case, "asked", on=date(2026, 12, 10), by=clerk())
    run(date(2026, 12, 26))
    (line,) = told("sample.tester@example.org")
    assert line.subject == f"[Your move by January 9, 2027] {case.number}"


def test_the_clerk_gets_one_message_a_night_with_a_line_for_each() -> None:
    cases = [asked(), asked(), toy()]
    record(cases[2], "hooked", on=FILED, by=clerk())
    run(date(2026, 6, 24))
    lines = told(clerk().email)
    assert len(lines) == 3
    (message,) = {line.message for line in lines}
    assert {line.subject for line in lines} == {"Dates of June 24, 2026: Tisbury Board of Health"}
    assert message.about == "night-2026-06-24"
    assert lines[0].text.startswith(f"{cases[2].number}, Night toy\nHand in the slip: Monday, June 15, 2026")
    assert lines[1].text == (
        f"{cases[0].number}, Night toy\n"
        "Send the plan, through Wednesday, July 1, 2026. The applicant's move: told by e-mail.\n"
        f"Why that day: {cases[0].clocks.get().says}\n"
        f"http://localhost:8000/cases/{cases[0].number}/"
    )
    run(date(2026, 6, 30))
    assert Message.objects.filter(to_email=clerk().email).count() == 2, "another night, another message"


def test_two_applicants_hear_of_it_each_once_however_often_they_are_named() -> None:
    one, two = applicant("Sample One"), applicant("Sample Two", email="SAMPLE.one@example.org")
    three = applicant("Sample Three")
    case = toy(one, two, people=[(one, "applicant"), (one, "agent"), (two, "applicant"), (three, "agent")])
    record(case, "asked", on=FILED, by=clerk())
    run(date(2026, 6, 24))
    people_told = [line.message.to_email for line in told() if line.subject.startswith("[Your move")]
    assert people_told == ["sample.one@example.org", "sample.three@example.org"]


def test_an_owner_or_complainant_is_not_asked() -> None:
    case = toy(people=[(applicant("Sample Owner"), "owner")])
    record(case, "asked", on=FILED, by=clerk())
    run(date(2026, 6, 24))
    (line,) = told()
    assert "The applicant's move: nobody is on file to be told." in line.text


def test_who_signs_in_is_written_to_at_that_address() -> None:
    person = people.applicant()
    person.email = "signed.in@example.org"
    person.save()
    asked(person.party_set.get())
    run(date(2026, 6, 24))
    assert len(told("signed.in@example.org")) == 1


def test_who_has_no_email_is_the_clerks_to_call() -> None:
    case = asked(applicant("Sample Paper", email=""))
    run(date(2026, 6, 24))
    (line,) = told()
    assert line.message.to_email == clerk().email
    assert "no e-mail address is on file, so call or write" in line.text
    assert not case.notices.exists()


def test_who_has_a_mailing_address_alone_gets_the_letter_where_the_kind_has_one() -> None:
    paper = people.party("Sample Harbor Cafe", street="12 Beach Road", city="Tisbury", state="MA",
                         zip_code="02568")  # fmt: skip
    case = people.issued_dumpster(FILED, clerk(), facility=people.dumpster_bin(holder=paper))
    for on in (date(2026, 12, 1), date(2026, 12, 1), date(2027, 1, 1)):
        run(on)
    first, second = case.notices.order_by("pk")
    assert first.why == ""
    assert (first.letter, first.channel, first.to_name, first.status) == (
        "reminder", Notice.Channel.FIRST_CLASS, "Sample Harbor Cafe", Notice.Status.TO_MAIL,
    )  # fmt: skip
    assert (first.about["clock"], first.about["passed"]) == ("Renew the permit", False)
    assert second.about["passed"] is True
    lines = [line.text for line in told() if case.number in line.text]
    assert len(lines) == 2
    assert all("The applicant's move: a letter waits to be mailed." in text for text in lines)


def test_the_offices_move_is_told_to_whom_the_case_is_assigned() -> None:
    case = toy()
    inspector = people.inspector()
    inspector.email = "inspector@example.org"
    inspector.save()
    Case.objects.filter(pk=case.pk).update(assigned_to=inspector)
    record(case, "hooked", on=FILED, by=clerk())
    run(date(2026, 6, 12))
    assert [line.message.to_email for line in told()] == [clerk().email, "inspector@example.org"]
    assert "The office's move." in told()[0].text


def test_a_clerk_the_case_is_assigned_to_gets_one_line() -> None:
    case = toy()
    Case.objects.filter(pk=case.pk).update(assigned_to=clerk())
    record(case, "hooked", on=FILED, by=clerk())
    run(date(2026, 6, 12))
    assert [line.message.to_email for line in told()] == [clerk().email]


def test_the_boards_move_is_told_to_the_board_too() -> None:
    board = people.health()
    board.email = "board@example.org"
    board.save()
    case = toy()
    record(case, "opinion", on=FILED, by=clerk())
    run(date(2026, 6, 8))
    assert [line.message.to_email for line in told()] == [clerk().email, "board@example.org"]
    assert "Decide, through Thursday, June 11, 2026. The board's move." in told()[0].text


def test_without_a_clerk_who_can_be_written_to_the_board_is() -> None:
    board = people.health()
    board.email = "board@example.org"
    board.save()
    case = toy(applicant(), by=people.clerk())
    record(case, "asked", on=FILED, by=people.clerk())
    people.clerk().__class__.objects.update(email="")
    run(date(2026, 6, 24))
    assert [line.message.to_email for line in told()] == ["sample.tester@example.org", "board@example.org"]


def test_nobody_of_the_office_with_an_address_is_no_trouble() -> None:
    case = toy(applicant(), by=people.clerk())
    record(case, "asked", on=FILED, by=people.clerk())
    people.clerk().__class__.objects.update(email="")
    done = run(date(2026, 6, 24))
    assert (done.reminded, done.failed) == (1, [])
    assert len(told()) == 1


def test_the_lapse_says_what_followed() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk())
    run(date(2026, 6, 23))
    text = told(clerk().email)[0].text
    assert "Give an opinion: Monday, June 22, 2026 has passed. Recorded as of that day: No objection" in text
    assert "A reviewer's move." in text


# ---- What cannot be dealt with
def test_what_fails_is_named_keeps_nobody_waiting_and_comes_again() -> None:
    bad, good = toy(), asked()
    record(bad, "stuck", on=FILED, by=clerk())
    first = run(date(2026, 6, 24))
    (row,) = first.failed
    assert (row["case"], row["clock"], row["due_on"]) == (bad.number, "stuck", "2026-06-06")
    assert row["why"] == f"Never is not open while {bad.number} is open."
    assert [days for _, days, _, over in reminded(good) if not over] == [7]
    assert (reminded(bad), lapses(bad)) == ([], []), "all of it or nothing"
    assert first.finished_at is not None
    assert [row["case"] for row in run(date(2026, 6, 25)).failed] == [bad.number]


def test_a_clock_nobody_declares_any_more_is_named_and_taken_away_by_a_rebuild() -> None:
    case = asked()
    ClockRow.objects.filter(case=case).update(clock="forgotten")
    assert run(date(2026, 6, 24)).failed[0]["why"] == "Night toy has no clock called 'forgotten'."
    assert rebuild(on=date(2026, 6, 24)) == []
    assert [row.clock for row in case.clocks.all()] == ["answer"]
    assert run(date(2026, 6, 24)).reminded == 1


def test_a_case_whose_kind_is_no_longer_installed_is_named() -> None:
    case = asked()
    Case.objects.filter(pk=case.pk).update(kind="uninstalled")
    (row,) = run(date(2026, 6, 24)).failed
    assert row["why"] == "There is no kind of case called 'uninstalled'."


def test_an_error_of_the_program_tells_no_more_than_its_name() -> None:
    case = asked()
    ClockRow.objects.filter(case=case).update(mover="ghost")
    (row,) = run(date(2026, 6, 24)).failed
    assert row["why"] == "The program failed (ValueError). Its log says where."
    assert reminded(case) == []


# ---- Healing
def test_a_row_out_of_date_is_set_right_by_the_night_or_a_rebuild() -> None:
    early, never = asked(), asked()
    ClockRow.objects.filter(case=early).update(next_on=date(2026, 6, 2))
    ClockRow.objects.filter(case=never).update(next_on=None)
    done = run(date(2026, 6, 3))
    assert (done.looked_at, done.reminded) == (1, 0)
    assert early.clocks.get().next_on == date(2026, 6, 17)
    said: list[str] = []
    assert rebuild(on=date(2026, 6, 3), say=said.append) == []
    assert never.clocks.get().next_on == date(2026, 6, 17)
    assert said == [f"2 of 2 cases, through {never.number}"]


def test_a_rebuild_goes_on_after_the_case_it_came_to_and_looks_at_closed_ones_with_tasks() -> None:
    first, second = asked(), asked()
    record(second, "closed", on=date(2026, 6, 2), by=clerk())
    clock_acts.raise_task(second, what="Send the file back.", due_on=date(2026, 6, 9), on=date(2026, 6, 2),
                          by=clerk())  # fmt: skip
    ClockRow.objects.update(next_on=None)
    rebuild(on=date(2026, 6, 3), after=first.number)
    assert first.clocks.get().next_on is None
    assert second.clocks.get(ended_on=None).next_on == date(2026, 6, 10)
    with pytest.raises(LookupError, match="There is no case NT-1999-001"):
        rebuild(on=date(2026, 6, 3), after="NT-1999-001")


def test_a_lapse_that_is_recorded_while_its_row_says_otherwise_is_not_recorded_twice() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=clerk())
    run(date(2026, 6, 23))
    case.clocks.filter(clock="opinion").update(ended_on=None, next_on=date(2026, 6, 23))
    assert run(date(2026, 6, 24)).failed == []
    assert lapses(case) == [("deemed", date(2026, 6, 22))]
    assert case.clocks.get(clock="opinion").ended_on == date(2026, 6, 22)


def test_rewinding_after_the_night_changes_nothing() -> None:
    case = toy(applicant())
    for slug in ("asked", "sent", "hooked"):
        record(case, slug, on=FILED, by=clerk())
    run(date(2026, 6, 25))
    before = list(case.clocks.order_by("pk").values())
    rewind(lock(case), on=date(2026, 6, 26))
    assert list(case.clocks.order_by("pk").values()) == before


# ---- A week slept through, and nights on which clocks change
def everything(case: Case) -> tuple[Any, ...]:
    return (
        list(case.events.order_by("pk").values_list("slug", "on", "subject", "clock")),
        list(case.clocks.order_by("clock", "subject").values_list("clock", "due_on", "ended_on", "next_on")),
        sorted(case.reminders.values_list("clock", "due_on", "days_before")),
    )


def test_one_run_catches_up_on_a_week_as_if_every_night_had_come() -> None:
    every, once = toy(applicant()), toy(applicant())
    for case in (every, once):
        for slug in ("asked", "sent", "hooked"):
            record(case, slug, on=FILED, by=clerk())
    Case.objects.filter(pk=once.pk)
    rows = ClockRow.objects.filter(case=once)
    seen = dict(rows.values_list("pk", "next_on"))
    rows.update(next_on=None)  # one sleeps through the nights of the other
    for n in range(14, 24):
        run(FILED + timedelta(days=n))
    for pk, next_on in seen.items():
        rows.filter(pk=pk).update(next_on=next_on)
    run(FILED + timedelta(days=23))
    assert everything(once) == everything(every)
    assert ("deemed", date(2026, 6, 22), "", "opinion") in everything(once)[0]


@pytest.mark.parametrize(
    ("first", "days"),
    [(date(2026, 3, 7), 4), (date(2026, 10, 31), 4)],
    ids=["the night without a 2 am", "the night with two of 1 am"],
)
def test_an_hourly_look_does_each_night_once_when_clocks_change(first: date, days: int) -> None:
    """As the scheduler asks every hour: is the work of this day done?"""
    moment = datetime.combine(first, time(), EASTERN).astimezone(UTC)
    done: list[date] = []
    for _ in range(days * 24 + 2):
        day = day_of_work(moment)
        if not NightRun.objects.done(day):
            run(day, now=moment)
            done.append(day)
        moment += timedelta(hours=1)
    assert done == [first + timedelta(days=n) for n in range(-1, days)] or done == [
        first + timedelta(days=n) for n in range(-1, days + 1)
    ]
    assert len(set(done)) == len(done)
    for started in NightRun.objects.filter(on__gt=first - timedelta(days=1)).values_list(
        "started_at", flat=True
    ):
        assert localtime(started).hour in (2, 3)


def test_due_days_across_a_change_of_clocks_are_days_and_not_hours() -> None:
    case = toy(applicant(), on=date(2026, 2, 6))
    record(case, "asked", on=date(2026, 2, 6), by=clerk())  # due March 8, the night clocks go forward
    for on, lapsed in [(date(2026, 3, 8), False), (date(2026, 3, 9), True)]:
        run(on)
        assert case.reminders.filter(days_before=LAPSED).exists() is lapsed


@pytest.mark.parametrize(
    ("ran", "now", "missed"),
    [
        (date(2026, 6, 2), local(2026, 6, 2, 9), False),
        (date(2026, 6, 1), local(2026, 6, 2, 2, 59), False),
        (date(2026, 6, 1), local(2026, 6, 2, 3), True),
        (date(2026, 5, 31), local(2026, 6, 2, 1), True),
    ],
)
def test_a_night_that_did_not_come_is_seen_at_3_am(ran: date, now: datetime, missed: bool) -> None:
    last = run(ran)
    found = NightRun.objects.missed_since(now)
    assert found == (last if missed else None)


def test_what_never_ran_was_cut_short_or_was_for_another_day_is_seen_too() -> None:
    now = local(2026, 6, 2, 9)
    never = NightRun.objects.missed_since(now)
    assert never is not None
    assert (never.pk, never.finished_at) == (None, None)
    cut = run(date(2026, 6, 2))
    NightRun.objects.update(finished_at=None)
    assert NightRun.objects.missed_since(now).pk is None  # type: ignore[union-attr]
    run(date(2026, 6, 5), now=two_am(FILED))  # ahead of its day, before what was entered since
    assert NightRun.objects.missed_since(local(2026, 6, 5, 9)) is not None
    assert cut.pk


# ---- Cost
def queries(on: date) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        run(on)
    return len(seen)


def test_a_night_with_nothing_due_asks_a_handful_of_questions() -> None:
    # Two for cases, two for meetings, one for the meetings ahead, and the run itself.
    assert queries(FILED) <= 7
    for _ in range(5):
        asked()
    assert queries(FILED) <= 7


def test_every_reminder_costs_the_same() -> None:
    asked(), asked()
    two = queries(date(2026, 6, 17))
    asked(), asked(), asked(), asked()
    four = queries(date(2026, 6, 17))
    for _ in range(8):
        asked()
    eight = queries(date(2026, 6, 17))
    assert eight - four == 2 * (four - two)
    assert (eight - four) / 4 <= 22


def test_progress_is_told_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        asked()
    monkeypatch.setattr("office.actions.nightly.SAID_EVERY", 2)
    monkeypatch.setattr("office.actions.nightly.BATCH", 2)
    said: list[str] = []
    done = run(date(2026, 6, 17), say=said.append)
    assert said == ["2 of 3 dates"]
    assert NightRun.objects.get(pk=done.pk).looked_at == 3


# ---- The command
def nightly(*words: str) -> tuple[str, str, int]:
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("nightly", *words, stdout=out, stderr=err)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return out.getvalue(), err.getvalue(), code


def test_the_command_does_the_night_of_any_day_and_says_what_it_did() -> None:
    case = asked()
    with time_machine.travel(two_am(date(2026, 6, 24)), tick=False):
        out, err, code = nightly("--on", "2026-06-17")
        assert (err, code) == ("", 0)
        assert "Dates of Wednesday, June 17, 2026" in out
        assert "Reminded  1" in out
        assert reminded(case)[0][1:3] == (14, date(2026, 6, 17))
        out, _, _ = nightly()
        assert "Dates of Wednesday, June 24, 2026" in out
        assert nightly("--last")[0] == out
        assert NightRun.objects.count() == 2


def test_the_command_names_what_failed_and_ends_with_1() -> None:
    bad = toy()
    record(bad, "stuck", on=FILED, by=clerk())
    _, err, code = nightly("--on", "2026-06-24")
    assert code == 1
    assert err.startswith(f"{bad.number}, Get unstuck (due 2026-06-06): Never")


def test_the_command_rebuilds_first() -> None:
    case = asked()
    ClockRow.objects.update(next_on=None)
    out, _, code = nightly("--rebuild", "--on", "2026-06-17")
    assert (code, len(reminded(case))) == (0, 1)
    assert f"1 of 1 cases, through {case.number}" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--on", "tomorrow"), "“tomorrow” is no day. Write it like 2026-06-01."),
        (("--after", "NT-2026-001"), "--after goes with --rebuild."),
        (("--rebuild", "--after", "NT-1999-001"), "There is no case NT-1999-001."),
    ],
)
def test_the_command_says_what_it_cannot_read(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("nightly", *words)


def test_before_the_first_night_the_command_says_so() -> None:
    assert nightly("--last")[0] == "The dates were never looked at yet. Type: manage.py nightly\n"


# ---- The page
def page(user: Any, query: str = "") -> str:
    client = Client()
    client.force_login(user)
    response = client.get(f"/nightly/{query}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def _noon() -> Iterator[None]:
    with time_machine.travel(local(2026, 6, 24, 12), tick=False):
        yield


@pytest.mark.usefixtures("_noon")
def test_the_page_shows_what_the_last_run_did() -> None:
    case, bad = asked(), toy()
    record(bad, "stuck", on=FILED, by=clerk())
    run(date(2026, 6, 24))
    shown = page(clerk())
    assert "Dates of Wednesday, June 24, 2026" in shown
    assert f'href="/cases/{bad.number}/"' in shown
    assert "Reminded, 7 days before" in shown
    assert "14 days before: not sent, a nearer reminder went out" in shown
    assert f'href="/cases/{case.number}/"' in shown
    assert "hx-get" not in shown, "nothing runs"


@pytest.mark.usefixtures("_noon")
def test_the_page_says_when_the_night_did_not_come() -> None:
    assert "The dates were never checked here" in page(clerk())
    run(date(2026, 6, 23))
    assert "Dates last checked Tuesday 2:05 am" in page(clerk())
    run(date(2026, 6, 24))
    assert "Dates last checked" not in page(clerk())


@pytest.mark.usefixtures("_noon")
def test_the_page_follows_a_run_and_knows_one_that_was_cut_short() -> None:
    asked()
    NightRun.objects.create(on=date(2026, 6, 24), started_at=local(2026, 6, 24, 11, 59), looked_at=12)
    shown = page(clerk())
    assert "12 done, 1 to go." in shown
    assert 'hx-trigger="every 3s"' in shown
    NightRun.objects.update(started_at=local(2026, 6, 24, 2))
    shown = page(clerk())
    assert "Cut short" in shown
    assert "1 date is still to be checked" in shown
    assert "hx-get" not in shown


@pytest.mark.usefixtures("_noon")
def test_another_board_reads_the_counts_and_nothing_of_the_cases() -> None:
    case, bad = asked(), toy()
    record(bad, "stuck", on=FILED, by=clerk())
    run(date(2026, 6, 24))
    shown = page(people.clerk(people.docks()))
    assert case.number not in shown
    assert bad.number not in shown
    assert "1 of other boards" in shown


@pytest.mark.usefixtures("_noon")
def test_the_page_asks_the_same_number_of_questions_however_many_rows() -> None:
    def asks() -> int:
        with CaptureQueriesContext(connection) as seen:
            page(clerk())
        return len(seen)

    asked()
    run(date(2026, 6, 24))
    few = asks()
    for _ in range(6):
        asked()
    run(date(2026, 6, 24))
    assert asks() == few


@pytest.mark.usefixtures("_noon")
@pytest.mark.parametrize("asked_for", ["x", "0", "999999", "9" * 40, "²", "-1"])
def test_a_run_there_is_not_is_not_found(asked_for: str) -> None:
    client = Client()
    client.force_login(clerk())
    assert client.get("/nightly/", {"run": asked_for}).status_code == 404


@pytest.mark.usefixtures("_noon")
def test_pressing_run_now_asks_the_worker_and_the_page_waits_for_it() -> None:
    client = Client()
    client.force_login(clerk())
    response = client.post("/nightly/", follow=True)
    shown = response.content.decode()
    assert "The worker was told to check the dates of Wednesday, June 24, 2026." in shown
    assert 'hx-trigger="every 3s"' in shown
    run(date(2026, 6, 24))
    assert "The worker was told" not in page(clerk(), "?since=0")


@pytest.mark.parametrize("role", [people.inspector, people.member, people.administrator])
def test_only_a_clerk_starts_a_run(role: Any) -> None:
    client = Client()
    client.force_login(role())
    assert client.post("/nightly/").status_code == 403
