"""Clocks over what happened: which day, for whom, since when, until when."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from office.calendar import EASTERN, Calendar, Roll, Unit
from office.clockwork import (
    CASE_CLOSED,
    LAPSED,
    MISSED,
    Clock,
    Ended,
    Happened,
    Mover,
    Run,
    monthly,
    recount,
    runs,
    undue,
)
from tests.office import toys

CALENDAR = Calendar("MA", {date(2026, 6, 11): "Snow in June"})


def clock(slug: str = "answer", **more: Any) -> Clock:
    said: dict[str, Any] = {"says": "Answer", "cite": "Sheds 1", "starts": "asked", "stops": ("answered",)}
    return Clock(slug=slug, **(said | ({} if set(more) & LENGTHS else {"days": 10}) | more))


LENGTHS = {"days", "working_days", "months", "years", "hours", "working_hours", "each", "given"}


def happened(slug: str, month: int, day: int, subject: str = "", **more: Any) -> Happened:
    return Happened(slug, date(2026, month, day), subject, **more)


def run(declared: Clock, *events: Happened) -> Run:
    (found,) = runs([declared], events, CALENDAR)
    return found


# ---- The declaration
@pytest.mark.parametrize("lengths", [{"days": None}, {"days": 10, "months": 1}, {"months": 1, "years": 1}])
def test_a_clock_has_exactly_one_length(lengths: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="exactly one of days"):
        clock(**lengths)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"before": True, "roll": Roll.NEXT_WORKING_DAY}, "a backward period does not roll"),
        ({"working_hours": 48}, "only counted back"),
        ({"before": True, "pauses": ("held",), "resumes": ("back",)}, "neither pauses nor recurs"),
        ({"before": True, "each": ((5, 15),)}, "neither pauses nor recurs"),
        ({"before": True, "given": True}, "neither pauses nor recurs"),
        ({"pauses": ("held",)}, "must also resume"),
        ({"resumes": ("back",)}, "must also resume"),
        ({"starts": Ended("review"), "hours": 24}, "a clock ends on a day"),
        ({"hours": 24, "pauses": ("held",), "resumes": ("back",)}, "can stand still"),
        ({"given": True, "pauses": ("held",), "resumes": ("back",)}, "can stand still"),
        ({"each": ((5, 15),), "pauses": ("held",), "resumes": ("back",)}, "can stand still"),
        ({"hours": 24, "roll": Roll.STATUTE}, "nor do hours"),
        ({"given": True, "roll": Roll.STATUTE}, "does not roll"),
        ({"awaits": "got", "before": True}, "from what is awaited"),
        ({"awaits": "got", "each": ((5, 15),)}, "from what is awaited"),
        ({"awaits": "got", "hours": 24}, "from what is awaited"),
        ({"awaits": "got", "starts": Ended("review")}, "from what is awaited"),
        ({"days": -1}, "not negative"),
        ({"opens": -1}, "not negative"),
        ({"remind": (3, -1)}, "not negative"),
        ({"each": ((2, 30),)}, "day"),
        ({"each": ((13, 1),)}, "month"),
    ],
)
def test_a_declaration_that_says_nothing_countable_is_refused(said: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        clock(**said)


def test_a_recurrence_or_a_given_day_has_no_length() -> None:
    for declared in (clock(given=True), clock(each=((5, 15),))):
        with pytest.raises(ValueError, match="no length of its own"):
            _ = declared.length


@pytest.mark.parametrize(
    ("lengths", "length"),
    [
        ({"days": 0}, (0, Unit.DAYS)),
        ({"working_days": 7}, (7, Unit.WORKING_DAYS)),
        ({"months": 6}, (6, Unit.MONTHS)),
        ({"years": 2}, (2, Unit.YEARS)),
    ],
)
def test_the_length_and_its_unit(lengths: dict[str, int], length: tuple[int, Unit]) -> None:
    assert clock(**lengths).length == length


def test_names_are_everything_it_hangs_on() -> None:
    assert clock().names == ("asked", "answered")
    assert clock(starts=("asked", "ordered"), stops=()).names == ("asked", "ordered")
    assert clock(starts=Ended("review")).names == ("answered",)
    assert clock().mover == Mover.OFFICE


# ---- Running
def test_nothing_runs_before_it_starts() -> None:
    assert runs([clock()], [happened("answered", 6, 1)], CALENDAR) == []


def test_what_is_awaited_begins_the_count() -> None:
    waits = clock(awaits="got", days=10)
    assert waits.names == ("asked", "answered", "got")
    asked, got, again = happened("asked", 6, 1), happened("got", 6, 5), happened("got", 6, 9)
    assert runs([waits], [asked], CALENDAR) == []
    assert runs([waits], [got], CALENDAR) == []
    found = run(waits, asked, again, got)
    assert (found.started_on, found.due_on, found.ended_on) == (date(2026, 6, 5), date(2026, 6, 15), None)
    assert recount(found.working, CALENDAR) == found.due_on
    # What was asked after the receipt counts from its own day; an answer before the receipt ends it too.
    assert run(waits, got, happened("asked", 6, 8)).started_on == date(2026, 6, 8)
    assert run(waits, asked, happened("answered", 6, 3), got).ended_on == date(2026, 6, 3)


def test_a_given_day_that_awaits_keeps_its_distance_and_may_roll() -> None:
    waits = clock(awaits="got", given=True, roll=Roll.NEXT_WORKING_DAY)
    asked = Happened("asked", date(2026, 6, 1), until_on=date(2026, 6, 8), note="Mend the roof")
    found = run(waits, asked, happened("got", 6, 6))
    assert (found.label, found.due_on) == ("Mend the roof", date(2026, 6, 15))  # 7 days: a Saturday rolls
    assert recount(found.working, CALENDAR) == found.due_on


def test_the_first_day_is_not_counted_and_the_row_tells_its_working() -> None:
    found = run(clock(), happened("asked", 6, 1))
    assert (found.started_on, found.due_on, found.ended_on) == (date(2026, 6, 1), date(2026, 6, 11), None)
    assert found.says == (
        "Answer: Mon June 1, 2026 + 10 calendar days = Thu June 11, 2026; Snow in June counted; no roll "
        "(Sheds 1)"
    )


def test_working_days_pass_over_weekends_and_legal_holidays_and_count_a_closed_office() -> None:
    found = run(clock(working_days=10), happened("asked", 6, 8))
    # June 11 is only a closed office, June 19 is Juneteenth: June 9, 10, 11, 12, 15–18, 22, 23.
    assert found.due_on == date(2026, 6, 23)
    assert [day for day, _ in found.skipped] == [
        date(2026, 6, 13), date(2026, 6, 14), date(2026, 6, 19), date(2026, 6, 20), date(2026, 6, 21),
    ]  # fmt: skip
    assert dict(found.skipped)[date(2026, 6, 19)] == "Juneteenth"


@pytest.mark.parametrize(
    ("roll", "due"),
    [
        (Roll.NONE, date(2026, 6, 20)),
        (Roll.STATUTE, date(2026, 6, 20)),  # a Saturday stays
        (Roll.NEXT_WORKING_DAY, date(2026, 6, 22)),
    ],
)
def test_the_last_day_rolls_as_declared(roll: Roll, due: date) -> None:
    assert run(clock(roll=roll), happened("asked", 6, 10)).due_on == due


def test_an_office_closed_on_the_last_day_moves_what_rolls_to_the_next_open_day() -> None:
    assert run(clock(roll=Roll.NEXT_OPEN_DAY), happened("asked", 6, 1)).due_on == date(2026, 6, 12)


def test_months_end_with_the_month() -> None:
    assert run(clock(months=1), happened("asked", 1, 31)).due_on == date(2026, 2, 28)


@pytest.mark.parametrize(("day", "ended"), [(31, None), (1, date(2026, 6, 1)), (30, date(2026, 6, 30))])
def test_what_happens_on_the_first_day_or_after_ends_it_and_what_came_before_does_not(
    day: int, ended: date | None
) -> None:
    answer = happened("answered", 5 if day == 31 else 6, day)
    assert run(clock(), happened("asked", 6, 1), answer).ended_on == ended


def test_the_first_answer_ends_it() -> None:
    found = run(clock(), happened("asked", 6, 1), happened("answered", 6, 9), happened("answered", 6, 3))
    assert found.ended_on == date(2026, 6, 3)


def test_asking_again_starts_anew() -> None:
    found = run(clock(), happened("asked", 6, 1), happened("answered", 6, 3), happened("asked", 6, 5))
    assert (found.started_on, found.due_on, found.ended_on) == (date(2026, 6, 5), date(2026, 6, 15), None)


def test_any_of_several_starts_counts() -> None:
    two = clock(starts=("asked", "ordered"))
    assert run(two, happened("ordered", 6, 2)).started_on == date(2026, 6, 2)


@pytest.mark.parametrize("turn", [1, -1])
def test_the_latest_of_several_starts_counts_in_whatever_order_they_were_entered(turn: int) -> None:
    told = [happened("asked", 6, 2), happened("ordered", 6, 5)][::turn]
    assert run(clock(starts=("asked", "ordered")), *told).started_on == date(2026, 6, 5)


@pytest.mark.parametrize("turn", [1, -1])
def test_the_earliest_counts_where_the_first_stays(turn: int) -> None:
    told = [happened("asked", 6, 2), happened("ordered", 6, 5)][::turn]
    found = run(clock(starts=("asked", "ordered"), first=True), *told, happened("answered", 6, 4))
    assert (found.started_on, found.ended_on) == (date(2026, 6, 2), date(2026, 6, 4))


def test_what_starts_a_clock_does_not_end_it_even_where_it_ends_the_one_before() -> None:
    renewing = clock(stops=("asked",))
    assert run(renewing, happened("asked", 6, 1)).ended_on is None
    assert run(renewing, happened("asked", 6, 1), happened("asked", 6, 5)).due_on == date(2026, 6, 15)


def test_an_answer_ends_nothing_that_was_asked_anew_later_on_the_same_day() -> None:
    asked, answered = happened("asked", 6, 1), happened("answered", 6, 1)
    assert run(clock(), asked, answered).ended_on == date(2026, 6, 1)
    assert run(clock(), answered, asked).ended_on == date(2026, 6, 1), "entered first, of the same day"
    assert run(clock(), asked, answered, happened("asked", 6, 1)).ended_on is None


def test_the_end_of_the_case_ends_what_does_not_outlive_it() -> None:
    told = [happened("asked", 6, 1), happened(CASE_CLOSED, 6, 5)]
    assert run(clock(), *told).ended_on == date(2026, 6, 5)
    assert run(clock(outlives=True), *told).ended_on is None


# ---- Subjects
def test_each_subject_has_a_row_and_an_answer_ends_only_its_own() -> None:
    found = runs(
        [clock()],
        [happened("asked", 6, 1, "a"), happened("asked", 6, 2, "b"), happened("answered", 6, 4, "b")],
        CALENDAR,
    )
    assert [(row.subject, row.due_on, row.ended_on) for row in found] == [
        ("a", date(2026, 6, 11), None),
        ("b", date(2026, 6, 12), date(2026, 6, 4)),
    ]


def test_an_answer_for_nobody_in_particular_ends_every_row() -> None:
    events = [happened("asked", 6, 1, "a"), happened("asked", 6, 2, "b"), happened("answered", 6, 4)]
    assert {row.ended_on for row in runs([clock()], events, CALENDAR)} == {date(2026, 6, 4)}


# ---- Extensions
def test_an_extension_moves_the_day_of_its_clock_and_subject_alone() -> None:
    until = date(2026, 7, 1)
    found = runs(
        [clock(), clock("other")],
        [
            happened("asked", 6, 1, "a"),
            happened("asked", 6, 1, "b"),
            happened("extended", 6, 9, "a", clock="answer", until_on=until),
        ],
        CALENDAR,
    )
    assert {(row.clock, row.subject): row.due_on for row in found} == {
        ("answer", "a"): until,
        ("answer", "b"): date(2026, 6, 11),
        ("other", "a"): date(2026, 6, 11),
        ("other", "b"): date(2026, 6, 11),
    }
    assert found[0].says.endswith("; extended through Wed July 1, 2026 (Sheds 1)")
    assert found[0].working["extended"] == {"on": "2026-06-09", "until": "2026-07-01", "why": ""}


def extended(month: int, day: int, until_on: date | None, subject: str = "") -> Happened:
    return happened("extended", month, day, subject, clock="answer", until_on=until_on)


def test_an_extension_brings_nothing_forward() -> None:
    found = run(clock(), happened("asked", 6, 1), extended(6, 2, date(2026, 6, 5)))
    assert (found.due_on, "extended" in found.working) == (date(2026, 6, 11), False)


def test_an_extension_belongs_to_the_run_it_was_given_to() -> None:
    again = [happened("asked", 6, 1), extended(6, 2, date(2026, 9, 1)), happened("asked", 6, 5)]
    assert run(clock(), *again).due_on == date(2026, 6, 15)
    # A start that was only entered later is the same run's.
    late = [extended(6, 2, date(2026, 9, 1)), happened("asked", 6, 1)]
    assert run(clock(), *late).due_on == date(2026, 9, 1)


def test_an_extended_clock_of_hours_has_the_whole_of_its_new_day() -> None:
    found = run(ORDER, ordered(6, 1, "14:30"), extended(6, 1, date(2026, 6, 5)))
    assert (found.due_on, found.due_at) == (date(2026, 6, 5), None)


def test_the_last_extension_counts_and_one_without_a_day_moves_nothing() -> None:
    first, second = extended(6, 9, date(2026, 8, 1)), extended(7, 9, date(2026, 7, 20))
    assert run(clock(), happened("asked", 6, 1), first, second).due_on == date(2026, 7, 20)
    assert run(clock(), happened("asked", 6, 1), extended(6, 9, None)).due_on == date(2026, 6, 11)


# ---- Counting back from an appointed day
NOTICE = clock("notice", starts="hearing", stops=("posted",), before=True, days=14)


def test_a_backward_clock_counts_back_and_what_came_first_ends_it() -> None:
    found = run(NOTICE, happened("posted", 6, 2), happened("hearing", 6, 24))
    assert (found.due_on, found.ended_on) == (date(2026, 6, 10), date(2026, 6, 2))


def test_a_hearing_that_moves_takes_its_days_along() -> None:
    found = run(NOTICE, happened("hearing", 6, 24), happened("hearing", 7, 1))
    assert (found.started_on, found.due_on) == (date(2026, 7, 1), date(2026, 6, 17))


def test_working_days_before_a_hearing_pass_over_a_holiday() -> None:
    backward = clock(starts="hearing", before=True, working_days=3)
    assert run(backward, happened("hearing", 6, 23)).due_on == date(2026, 6, 17)  # 22, 18, 17; not the 19th


# ---- Windows
@pytest.mark.parametrize(("day", "ended"), [(9, None), (10, date(2026, 6, 10)), (17, date(2026, 6, 17))])
def test_only_what_happens_inside_the_window_counts(day: int, ended: date | None) -> None:
    stakes = clock(starts="hearing", stops=("staked",), before=True, days=7, opens=7)
    found = run(stakes, happened("hearing", 6, 24), happened("staked", 6, day))
    assert (found.opens_on, found.due_on) == (date(2026, 6, 10), date(2026, 6, 17))
    assert found.ended_on == ended


def test_an_early_window_only_says_from_when_to_mind_the_clock() -> None:
    renew = clock(starts="hearing", stops=("staked",), before=True, days=7, opens=7, early=True)
    found = run(renew, happened("hearing", 6, 24), happened("staked", 1, 2))
    assert (found.opens_on, found.ended_on) == (date(2026, 6, 10), date(2026, 1, 2))


def test_a_window_follows_an_extension() -> None:
    found = run(
        clock(opens=3),
        happened("asked", 6, 1),
        happened("extended", 6, 2, clock="answer", until_on=date(2026, 6, 30)),
    )
    assert found.opens_on == date(2026, 6, 27)


# ---- Waiting for others to end
def test_a_clock_waits_until_every_run_of_another_has_ended() -> None:
    decide = clock("decide", starts=Ended("answer"), stops=("decided",), days=21)
    asked = [happened("asked", 6, 1, "a"), happened("asked", 6, 1, "b"), happened("answered", 6, 3, "a")]
    assert [row.clock for row in runs([clock(), decide], asked, CALENDAR)] == ["answer", "answer"]

    found = runs([clock(), decide], [*asked, happened("answered", 6, 8, "b")], CALENDAR)
    assert (found[-1].clock, found[-1].subject) == ("decide", "")
    assert (found[-1].started_on, found[-1].due_on) == (date(2026, 6, 8), date(2026, 6, 29))


def test_a_clock_that_waits_for_one_that_never_ran_does_not_run() -> None:
    assert runs([clock(), clock("decide", starts=Ended("answer"))], [], CALENDAR) == []


# ---- Hours
ORDER = clock(starts="ordered", hours=24)
POSTING = clock("posting", starts="meeting", stops=("posted",), before=True, working_hours=48)


def ordered(month: int, day: int, at: str, slug: str = "ordered") -> Happened:
    return happened(slug, month, day, at=time.fromisoformat(at))


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=EASTERN)


@pytest.mark.parametrize(
    ("month", "day", "at", "due", "proves"),
    [
        (6, 1, "14:30", "2026-06-02 14:30", "an ordinary day"),
        (3, 7, "14:30", "2026-03-08 15:30", "clocks forward: an hour later on the wall"),
        (10, 31, "14:30", "2026-11-01 13:30", "clocks back: an hour earlier on the wall"),
        (12, 31, "16:00", "2027-01-01 16:00", "a holiday counts"),
        (6, 11, "09:00", "2026-06-12 09:00", "a closed office too"),
    ],
)
def test_hours_run_by_the_clock(month: int, day: int, at: str, due: str, proves: str) -> None:
    found = run(ORDER, ordered(month, day, at))
    assert (found.due_at, found.due_on) == (local(due), local(due).date()), proves
    assert found.working["due_at"] == local(due).isoformat()


def test_hours_tell_their_working() -> None:
    assert run(ORDER, ordered(3, 7, "14:30")).says == (
        "Answer: Sat March 7, 2026, 2:30 pm + 24 hours = Sun March 8, 2026, 3:30 pm; "
        "clocks went forward an hour in between (Sheds 1)"
    )


def test_hours_need_the_time_of_day() -> None:
    with pytest.raises(ValueError, match="says no time"):
        run(ORDER, happened("ordered", 6, 1))


def test_hours_before_a_moment_may_be_plain_ones() -> None:
    found = run(clock(starts="meeting", before=True, hours=48), ordered(11, 2, "18:00", "meeting"))
    assert found.due_at == local("2026-10-31 19:00")


@pytest.mark.parametrize(
    ("month", "day", "at", "due"),
    [
        (6, 15, "18:00", "2026-06-11 18:00"),  # Monday: Thursday, the closed office counts
        (6, 22, "18:00", "2026-06-17 18:00"),  # Juneteenth between
        (11, 2, "19:00", "2026-10-29 19:00"),  # clocks go back on the Sunday, which does not count
    ],
)
def test_working_hours_back_from_a_meeting(month: int, day: int, at: str, due: str) -> None:
    found = run(POSTING, ordered(month, day, at, "meeting"), happened("posted", 6, 1))
    assert (found.due_at, found.ended_on) == (local(due), date(2026, 6, 1))
    assert "not counted" in found.says


def test_a_meeting_that_moves_takes_its_posting_along() -> None:
    found = run(POSTING, ordered(6, 15, "18:00", "meeting"), ordered(6, 17, "09:30", "meeting"))
    assert found.due_at == local("2026-06-15 09:30")


# ---- A day that was given
TASK = clock("task", says="Task", starts="raised", stops=("done",), given=True)


def test_a_given_day_is_due_as_it_was_set_with_its_own_words() -> None:
    raised = happened("raised", 6, 1, "call", until_on=date(2026, 6, 14), note="  Call the owner. ")
    found = run(TASK, raised)
    assert (found.due_on, found.label) == (date(2026, 6, 14), "Call the owner.")
    assert found.says == (
        "Call the owner.: Sun June 14, 2026, the day that was set on Mon June 1, 2026 (Sheds 1)"
    )
    assert run(TASK, raised, happened("done", 6, 3, "call")).ended_on == date(2026, 6, 3)
    assert run(TASK, raised, happened("done", 6, 3, "write")).ended_on is None


def test_an_event_that_gives_no_day_starts_nothing_and_one_without_words_has_the_clocks() -> None:
    assert runs([TASK], [happened("raised", 6, 1)], CALENDAR) == []
    assert run(TASK, happened("raised", 6, 1, until_on=date(2026, 6, 9))).label == "Task"


# ---- Recurring
METER = clock("meter", says="Read", starts="hung", stops=("read",), each=((5, 15), (11, 15)), opens=14)
SLIPS = clock(
    "slips", says="Send", starts="issued", stops=("sent",), each=monthly(15), roll=Roll.NEXT_OPEN_DAY
)


def missed(of: Clock, subject: str) -> Happened:
    return Happened(MISSED, date.fromisoformat(subject.split("/")[-1]), subject, of.slug)


def rows(declared: Clock, *events: Happened) -> list[tuple[str, date, date | None]]:
    return [(found.subject, found.due_on, found.ended_on) for found in runs([declared], events, CALENDAR)]


def test_it_falls_due_again_and_again_each_time_with_its_own_row() -> None:
    found = run(METER, happened("hung", 3, 2))
    assert (found.subject, found.opens_on, found.due_on) == (
        "2026-05-15", date(2026, 5, 1), date(2026, 5, 15),
    )  # fmt: skip
    assert found.says == ("Read: Fri May 1, 2026 through Fri May 15, 2026, every year on that day (Sheds 1)")
    assert rows(METER, happened("hung", 3, 2), happened("read", 5, 3)) == [
        ("2026-05-15", date(2026, 5, 15), date(2026, 5, 3)),
        ("2026-11-15", date(2026, 11, 15), None),
    ]


@pytest.mark.parametrize(
    ("read", "ended"),
    [
        ((4, 30), None),  # before the window
        ((5, 1), date(2026, 5, 1)),
        ((5, 15), date(2026, 5, 15)),
        ((5, 16), date(2026, 5, 16)),  # late
        ((10, 31), date(2026, 10, 31)),  # very late
        ((11, 1), None),  # the next window's
    ],
)
def test_a_reading_counts_for_the_window_that_opened_last(read: tuple[int, int], ended: date | None) -> None:
    told = [happened("hung", 3, 2), missed(METER, "2026-05-15"), happened("read", *read)]
    first, second, *_ = rows(METER, *told)
    assert first == ("2026-05-15", date(2026, 5, 15), ended)
    assert second[2] == (date(2026, 11, 1) if read == (11, 1) else None)


def test_without_a_window_what_comes_counts_for_the_earliest_that_is_owed() -> None:
    told = [happened("issued", 4, 20), missed(SLIPS, "2026-05-15"), happened("sent", 6, 10)]
    assert rows(SLIPS, *told) == [
        ("2026-05-15", date(2026, 5, 15), date(2026, 6, 10)),
        ("2026-06-15", date(2026, 6, 15), None),
    ]


def test_what_says_which_one_it_is_for_counts_for_that_one() -> None:
    told = [happened("issued", 4, 20), missed(SLIPS, "2026-05-15"), happened("sent", 6, 10, "2026-06-15")]
    assert rows(SLIPS, *told)[:2] == [
        ("2026-05-15", date(2026, 5, 15), None),
        ("2026-06-15", date(2026, 6, 15), date(2026, 6, 10)),
    ]


def test_a_day_that_rolls_keeps_its_name() -> None:
    found = run(SLIPS, happened("issued", 8, 1))
    assert (found.subject, found.due_on) == ("2026-08-15", date(2026, 8, 17))
    assert found.says == (
        "Send: Sun August 2, 2026 through Sat August 15, 2026, every month on that day; "
        "rolls past Saturday, Sunday to Mon August 17, 2026 (Sheds 1)"
    )
    storm = Calendar("MA", {date(2026, 8, 17): "Storm"})
    (later,) = runs([SLIPS], [happened("issued", 8, 1)], storm)
    assert (later.subject, later.due_on) == ("2026-08-15", date(2026, 8, 18))


def test_each_day_that_was_missed_stays_owed_beside_the_next() -> None:
    told = [happened("issued", 4, 20), missed(SLIPS, "2026-05-15"), missed(SLIPS, "2026-06-15")]
    assert [(subject, ended) for subject, _, ended in rows(SLIPS, *told)] == [
        ("2026-05-15", None), ("2026-06-15", None), ("2026-07-15", None),
    ]  # fmt: skip


def test_a_recurrence_ends_with_its_case() -> None:
    told = [happened("issued", 4, 20), missed(SLIPS, "2026-05-15"), happened(CASE_CLOSED, 6, 20)]
    assert rows(SLIPS, *told) == [
        ("2026-05-15", date(2026, 5, 15), date(2026, 6, 20)),
        ("2026-06-15", date(2026, 6, 15), date(2026, 6, 20)),
        ("2026-07-15", date(2026, 7, 15), date(2026, 6, 20)),
    ]
    assert rows(replace(SLIPS, outlives=True), *told)[-1][2] is None


def test_each_subject_recurs_by_itself() -> None:
    told = [happened("hung", 3, 2, "a"), happened("hung", 3, 2, "b"), happened("read", 5, 2, "b")]
    assert [(subject, ended) for subject, _, ended in rows(METER, *told)] == [
        ("a/2026-05-15", None), ("b/2026-05-15", date(2026, 5, 2)), ("b/2026-11-15", None),
    ]  # fmt: skip


def test_an_early_window_of_a_recurrence_only_says_from_when_to_mind_it() -> None:
    early = replace(METER, early=True)
    assert rows(early, happened("hung", 3, 2), happened("read", 3, 9))[0][2] == date(2026, 3, 9)


def test_a_leap_day_falls_due_in_leap_years_only() -> None:
    leap = clock(starts="hung", stops=("read",), each=((2, 29),))
    assert run(leap, happened("hung", 3, 2)).due_on == date(2028, 2, 29)


def test_the_day_of_the_start_is_not_the_first_one() -> None:
    assert run(SLIPS, happened("issued", 5, 15)).subject == "2026-06-15"
    assert run(SLIPS, happened("issued", 5, 14)).subject == "2026-05-15"


@pytest.mark.parametrize("day", [0, 29, 31])
def test_monthly_wants_a_day_every_month_has(day: int) -> None:
    with pytest.raises(ValueError, match="1 to 28"):
        monthly(day)
    assert monthly(28)[1] == (2, 28)


# ---- Standing still
HELD = clock(pauses=("held",), resumes=("brought",))


def due(declared: Clock, *events: Happened) -> date:
    return run(declared, happened("asked", 6, 1), *events).due_on


def test_a_pause_keeps_the_days_that_were_left() -> None:
    held, brought = happened("held", 6, 4), happened("brought", 6, 20)
    found = run(HELD, happened("asked", 6, 1), held, brought)
    assert (found.due_on, found.paused_on) == (date(2026, 6, 27), None)  # 3 of 10 had passed; June 20 + 7
    assert found.says == (
        "Answer: 3 of 10 calendar days passed by Thu June 4, 2026, when it was paused; then "
        "Sat June 20, 2026 + 7 calendar days = Sat June 27, 2026; no roll (Sheds 1)"
    )


def test_while_it_stands_still_nothing_is_due_and_the_day_is_as_if_it_went_on() -> None:
    found = run(HELD, happened("asked", 6, 1), happened("held", 6, 4))
    assert (found.due_on, found.paused_on) == (date(2026, 6, 11), date(2026, 6, 4))
    assert not found.lapsed(date(2026, 12, 31))
    assert HELD.next_on(found, frozenset()) is None
    assert "paused since Thu June 4, 2026" in found.says


@pytest.mark.parametrize(
    ("first", "due_on", "paused"),
    [
        ((6, 1), date(2026, 7, 11), date(2026, 6, 1)),  # on the day of the start: all ten are left
        ((6, 11), date(2026, 7, 1), date(2026, 6, 11)),  # on the last day: none is left
        ((6, 12), date(2026, 6, 11), None),  # after it: nothing changes
    ],
)
def test_a_pause_counts_through_the_last_day(
    first: tuple[int, int], due_on: date, paused: date | None
) -> None:
    held = happened("held", *first)
    assert run(HELD, happened("asked", 6, 1), held).paused_on == paused
    assert due(HELD, held, happened("brought", 7, 1)) == due_on


def test_several_pauses_add_up() -> None:
    told = [
        happened("held", 6, 3),
        happened("brought", 6, 5),
        happened("held", 6, 8),
        happened("brought", 6, 10),
    ]
    assert due(HELD, *told) == date(2026, 6, 15)
    assert due(HELD, *told[::-1]) == date(2026, 6, 15), "in whatever order they were entered"
    twice = [told[0], happened("held", 6, 4), *told[1:]]
    assert due(HELD, *twice) == date(2026, 6, 15), "who waits already does not wait again"
    assert due(HELD, happened("brought", 6, 3)) == date(2026, 6, 11), "and who runs does not go on"


def test_a_pause_and_its_end_on_one_day_change_nothing() -> None:
    assert due(HELD, happened("held", 6, 4), happened("brought", 6, 4)) == date(2026, 6, 11)


def test_a_clock_that_starts_while_all_waits_waits_too() -> None:
    found = run(HELD, happened("held", 5, 20), happened("asked", 6, 1))
    assert found.paused_on == date(2026, 6, 1)
    told = [happened("held", 5, 20), happened("asked", 6, 1), happened("brought", 6, 8)]
    assert run(HELD, *told).due_on == date(2026, 6, 18)
    before = [happened("held", 5, 20), happened("brought", 5, 25), happened("asked", 6, 1)]
    assert run(HELD, *before).due_on == date(2026, 6, 11)


def test_working_days_stand_still_and_the_passed_over_are_told_once() -> None:
    working = clock(working_days=10, pauses=("held",), resumes=("brought",))
    found = run(working, happened("asked", 6, 8), happened("held", 6, 16), happened("brought", 6, 24))
    # June 9, 10, 11, 12, 15, 16 passed; four are left: 25, 26, 29, 30.
    assert found.due_on == date(2026, 6, 30)
    assert [day.day for day, _ in found.skipped] == [13, 14, 27, 28]
    assert [day for day, _ in found.working["skipped"]] == [
        "2026-06-13", "2026-06-14", "2026-06-27", "2026-06-28",
    ]  # fmt: skip


def test_months_grow_by_the_days_they_stood_still_and_then_roll() -> None:
    months = clock(months=1, pauses=("held",), resumes=("brought",), roll=Roll.NEXT_WORKING_DAY)
    assert due(months, happened("held", 6, 10), happened("brought", 6, 20)) == date(
        2026, 7, 13
    )  # 11th: Saturday
    found = run(months, happened("asked", 6, 1), happened("held", 6, 10), happened("brought", 6, 20))
    assert found.says == (
        "Answer: Mon June 1, 2026 + 1 month = Wed July 1, 2026; stood still 10 calendar days from "
        "Wed June 10, 2026, so Sat July 11, 2026; rolls to Mon July 13, 2026 (Sheds 1)"
    )
    assert [why for _, why in found.working["rolled_over"]] == ["Saturday", "Sunday"]
    # Without the pause July 5 would have been a Sunday; what it grew to is a Monday and stays.
    asked = happened("asked", 6, 5)
    stays = run(months, asked, happened("held", 6, 10), happened("brought", 6, 11))
    assert (stays.due_on, stays.working["rolled_over"], "rolls" in stays.says) == (
        date(2026, 7, 6),
        [],
        False,
    )
    years = clock(years=1, pauses=("held",), resumes=("brought",))
    assert due(years, happened("held", 6, 10), happened("brought", 6, 11)) == date(2027, 6, 2)


def test_what_stops_a_paused_clock_ends_it() -> None:
    found = run(HELD, happened("asked", 6, 1), happened("held", 6, 4), happened("answered", 6, 9))
    assert found.ended_on == date(2026, 6, 9)


def kernel(slug: str, month: int, day: int, subject: str = "", of: str = "answer") -> Happened:
    return happened(slug, month, day, subject, clock=of)


def test_the_offices_own_pause_is_of_one_clock_and_one_subject() -> None:
    found = runs(
        [clock(), clock("other")],
        [
            happened("asked", 6, 1, "a"),
            happened("asked", 6, 1, "b"),
            kernel("paused", 6, 3, "a"),
            kernel("resumed", 6, 5, "b"),
        ],
        CALENDAR,
    )
    assert {(row.clock, row.subject): row.paused_on for row in found} == {
        ("answer", "a"): date(2026, 6, 3), ("answer", "b"): None, ("other", "a"): None, ("other", "b"): None,
    }  # fmt: skip


def test_two_hands_hold_a_clock_until_both_let_go() -> None:
    told = [happened("held", 6, 3), kernel("paused", 6, 4), happened("brought", 6, 6)]
    assert run(HELD, happened("asked", 6, 1), *told).paused_on == date(2026, 6, 3)
    assert due(HELD, *told, kernel("resumed", 6, 8)) == date(2026, 6, 16)


def test_a_run_that_began_anew_does_not_stand_still_for_the_old_ones_pause() -> None:
    again = [happened("asked", 6, 1), kernel("paused", 6, 5), happened("asked", 6, 5)]
    assert run(clock(), *again).paused_on is None


@pytest.mark.parametrize("declared", [NOTICE, ORDER, TASK], ids=["backward", "hours", "given"])
def test_what_has_no_count_of_days_does_not_stand_still(declared: Clock) -> None:
    (start,) = declared.starting
    begun = happened(start, 6, 1, at=time(9), until_on=date(2026, 6, 20))
    assert run(declared, begun, kernel("paused", 6, 1, of=declared.slug)).paused_on is None


# ---- Lapsing
REVIEW = clock("review", stops=("opined",), days=21, lapses="silent")
WEIGH = clock("weigh", starts=Ended("review"), stops=("decided",), days=10)
SILENT = happened("silent", 6, 22, "a", clock="review")


def test_a_lapse_ends_its_run_and_what_comes_later_no_longer_does() -> None:
    asked = happened("asked", 6, 1, "a")
    assert run(REVIEW, asked, SILENT).ended_on == date(2026, 6, 22)
    assert run(REVIEW, asked, happened("opined", 6, 22, "a")).ended_on == date(2026, 6, 22), "in time"
    late = run(REVIEW, asked, happened("opined", 6, 23, "a"))
    assert (late.ended_on, late.lapsed(date(2026, 6, 23))) == (None, True), "the night records the silence"
    assert not late.lapsed(date(2026, 6, 22)), "the last day is a good one"
    assert run(REVIEW, asked, SILENT, happened("opined", 6, 23, "a")).ended_on == date(2026, 6, 22)
    assert run(REVIEW, asked, happened(CASE_CLOSED, 7, 9)).ended_on == date(2026, 7, 9)


def test_the_minute_tells_what_came_late_where_hours_lapse() -> None:
    order = clock(starts="ordered", stops=("corrected",), hours=24, lapses="uncorrected")
    begun = ordered(6, 1, "14:30")
    assert run(order, begun, ordered(6, 2, "14:30", "corrected")).ended_on == date(2026, 6, 2)
    assert run(order, begun, ordered(6, 2, "14:31", "corrected")).ended_on is None
    assert run(order, begun, happened("corrected", 6, 2)).ended_on == date(2026, 6, 2), "no time was told"


def test_what_waits_for_reviews_counts_from_the_last_one_in_or_deemed() -> None:
    both = [happened("asked", 6, 1, "a"), happened("asked", 6, 3, "b"), happened("opined", 6, 9, "b")]
    assert len(runs([REVIEW, WEIGH], both, CALENDAR)) == 2
    found = runs([REVIEW, WEIGH], [*both, SILENT], CALENDAR)[-1]
    assert (found.clock, found.started_on, found.due_on) == ("weigh", date(2026, 6, 22), date(2026, 7, 2))
    assert found.working["event"] == "review-ended"


@pytest.mark.parametrize(
    ("more", "stands"),
    [
        ([], True),
        ([happened("opined", 6, 22, "a")], False),  # an answer on the last day
        ([happened("opined", 6, 23, "a")], True),  # a day late
        ([happened("opined", 6, 22, "b")], True),  # another's
        ([happened("asked", 6, 2, "a")], False),  # the day moved
        ([happened("extended", 6, 9, "a", clock="review", until_on=date(2026, 6, 30))], False),
        ([happened("paused", 6, 22, "a", clock="review")], False),
        ([happened("paused", 6, 23, "a", clock="review")], True),
        ([happened(CASE_CLOSED, 6, 22)], False),
        ([happened(CASE_CLOSED, 6, 23)], True),
    ],
)
def test_a_lapse_is_undue_when_its_day_moved_or_something_came_in_time(
    more: list[Happened], stands: bool
) -> None:
    told = [happened("asked", 6, 1, "a"), SILENT, *more]
    assert undue([REVIEW], told, CALENDAR) == ([] if stands else [SILENT])


def test_a_lapse_without_its_start_is_undue_and_so_is_the_second_of_two() -> None:
    assert undue([REVIEW], [SILENT], CALENDAR) == [SILENT]
    again = replace(SILENT)
    fallen = undue([REVIEW], [happened("asked", 6, 1, "a"), SILENT, again], CALENDAR)
    assert len(fallen) == 1


def test_a_lapse_that_falls_takes_along_what_rested_on_it() -> None:
    weigh = replace(WEIGH, lapses="overdue")
    overdue = happened("overdue", 7, 2, clock="weigh")
    told = [overdue, happened("asked", 6, 1, "a"), SILENT]
    assert undue([REVIEW, weigh], told, CALENDAR) == []
    fallen = undue([REVIEW, weigh], [*told, happened("opined", 6, 5, "a")], CALENDAR)
    assert {event.slug for event in fallen} == {"silent", "overdue"}


def test_a_lapse_that_closes_its_case_does_not_undo_itself() -> None:
    told = [happened("asked", 6, 1, "a"), SILENT]

    def follows(events: Any) -> list[Happened]:
        return [happened(CASE_CLOSED, 6, 22)] if any(event.slug == "silent" for event in events) else []

    assert undue([REVIEW], [*told, *follows(told)], CALENDAR, follows) == []


@pytest.mark.parametrize(("read", "stands"), [(None, True), (15, False), (16, True)])
def test_a_missed_day_is_undue_when_it_was_done_in_time(read: int | None, stands: bool) -> None:
    gone = missed(METER, "2026-05-15")
    told = [happened("hung", 3, 2), gone, *([happened("read", 5, read)] if read else [])]
    assert undue([METER], told, CALENDAR) == ([] if stands else [gone])


# ---- What the night has to do
def test_the_night_comes_for_each_reminder_and_for_the_day_after() -> None:
    reminding = clock(remind=(7, 1))
    found = run(reminding, happened("asked", 6, 1))
    asked = {
        frozenset(): date(2026, 6, 4),
        frozenset({7}): date(2026, 6, 10),
        frozenset({7, 1}): date(2026, 6, 12),
        frozenset({7, 1, LAPSED}): None,
        frozenset({LAPSED}): None,
    }
    assert {told: reminding.next_on(found, told) for told in asked} == asked


def test_the_night_has_nothing_to_do_about_what_ended() -> None:
    assert (
        clock().next_on(run(clock(), happened("asked", 6, 1), happened("answered", 6, 2)), frozenset())
        is None
    )


def test_a_lapse_that_was_struck_and_is_warranted_again_is_recorded_again_though_all_were_told() -> None:
    open_again = run(REVIEW, happened("asked", 6, 1, "a"))
    assert REVIEW.next_on(open_again, frozenset({LAPSED})) == date(2026, 6, 23)


def test_what_is_owed_since_it_was_missed_is_no_longer_the_nights() -> None:
    first = runs([METER], [happened("hung", 3, 2), missed(METER, "2026-05-15")], CALENDAR)[0]
    assert METER.next_on(first, frozenset({LAPSED})) is None
    fresh = run(METER, happened("hung", 3, 2))
    assert METER.next_on(fresh, frozenset({LAPSED})) == date(2026, 5, 16)


# ---- Properties
FIRST = date(2026, 1, 1)
near = st.integers(0, 150).map(lambda n: FIRST + timedelta(days=n))
rolls = st.sampled_from(list(Roll))
LENGTH = st.one_of(
    st.integers(0, 60).map(lambda n: {"days": n}),
    st.integers(0, 30).map(lambda n: {"working_days": n}),
    st.integers(0, 14).map(lambda n: {"months": n}),
    st.integers(0, 2).map(lambda n: {"years": n}),
)
closings = st.dictionaries(st.integers(0, 300).map(lambda n: FIRST + timedelta(days=n)), st.just("Storm"))
holds = st.lists(st.tuples(st.sampled_from(["held", "brought", "paused", "resumed"]), near), max_size=6)


def told(holding: list[tuple[str, date]]) -> list[Happened]:
    return [
        Happened(slug, on, clock="answer" if slug[-3:] == "sed" or slug == "resumed" else "")
        for slug, on in holding
    ]


@given(LENGTH, rolls, near, holds, closings)
def test_a_pause_never_brings_a_day_forward(
    length: dict[str, int], roll: Roll, start: date, holding: list[tuple[str, date]], closed: dict[date, str]
) -> None:
    declared = clock(**length, roll=roll, pauses=("held",), resumes=("brought",))
    calendar = Calendar("MA", closed)
    (plain,) = runs([declared], [Happened("asked", start)], calendar)
    (held,) = runs([declared], [Happened("asked", start), *told(holding)], calendar)
    assert held.due_on >= plain.due_on
    assert held.paused_on is None or start <= held.paused_on <= held.due_on


@given(LENGTH, rolls, near, st.integers(0, 40), closings)
def test_a_later_start_is_never_due_earlier_nor_a_longer_time_sooner(
    length: dict[str, int], roll: Roll, start: date, later: int, closed: dict[date, str]
) -> None:
    calendar = Calendar("MA", closed)
    (name, n) = next(iter(length.items()))

    def day(on: date, more: int = 0) -> date:
        (found,) = runs([clock(**{name: n + more}, roll=roll)], [Happened("asked", on)], calendar)
        return found.due_on

    assert start <= day(start) <= day(start + timedelta(later))
    assert day(start) <= day(start, 1)


DECLARED = st.one_of(
    st.builds(
        lambda length, roll: clock(**length, roll=roll, pauses=("held",), resumes=("brought",)), LENGTH, rolls
    ),
    st.builds(lambda length: clock(**length, before=True), LENGTH),
    st.builds(lambda n: clock(hours=n), st.integers(0, 100)),
    st.builds(lambda n: clock(working_hours=n, before=True), st.integers(0, 100)),
    st.builds(lambda roll: clock(each=((2, 1), (5, 15)), roll=roll), rolls),
    st.just(clock(given=True)),
)


@given(DECLARED, near, holds, st.none() | near, closings, closings)
def test_the_stored_working_counts_again_to_the_same_day(
    declared: Clock,
    start: date,
    holding: list[tuple[str, date]],
    longer: date | None,
    closed: dict[date, str],
    storm: dict[date, str],
) -> None:
    begun = Happened("asked", start, at=time(17, 45), until_on=start + timedelta(9))
    events = [begun, *told(holding)]
    if longer:
        events.append(Happened("extended", start, clock="answer", until_on=longer))
    for calendar in (Calendar("MA", closed), Calendar("RI", closed)):
        for found in runs([declared], events, calendar):
            stored = json.loads(json.dumps(found.working))
            assert recount(stored, calendar) == found.due_on
            # And what the day would become if the office closed.
            stormy = calendar.closing(storm)
            (again,) = (row for row in runs([declared], events, stormy) if row.subject == found.subject)
            assert recount(stored, stormy) == again.due_on


# What people tell of the toys, in any order, and nights among it.
STEPS = [step.slug for step in toys.LIFE.steps if step.by_hand and step.slug != "revoked"]
days = st.integers(0, 60).map(lambda n: date(2026, 6, 1) + timedelta(days=n))
subjects = st.sampled_from(["", "a", "b"])
counted = st.sampled_from(["answer", "notice", "decide", "opinion", "weigh"])
steps = st.builds(
    lambda slug, on, subject: Happened(
        slug, on, subject, until_on=on + timedelta(200) if slug == "granted" else None
    ),
    st.sampled_from([*STEPS, "sent", "sent", "opined", "held", "brought", "watched", "visited", "returned"]),
    days,
    subjects,
)
extensions = st.builds(
    lambda of, on, subject: Happened("extended", date(2026, 6, 1), subject, of, until_on=on + timedelta(30)),
    counted,
    days,
    subjects,
)
pauses = st.builds(
    lambda slug, on, subject, of: Happened(slug, on, subject, of),
    st.sampled_from(["paused", "resumed"]),
    days,
    subjects,
    counted,
)
nights = st.integers(0, 120).map(lambda n: date(2026, 6, 1) + timedelta(days=n))
strikes = st.integers(0, 20)
STORY = st.lists(st.one_of(steps, steps, steps, extensions, pauses, nights, strikes), max_size=14)
MA = Calendar("MA")


def all_of(events: list[Happened]) -> list[Happened]:
    return [*events, *toys.LIFE.follows(events)]


def settled(events: list[Happened]) -> list[Happened]:
    """The events without the lapses nothing warrants any more."""
    wrong = undue(toys.CLOCKS, all_of(events), MA, toys.LIFE.follows)
    left = [event for event in events if not any(event is fallen for fallen in wrong)]
    assert undue(toys.CLOCKS, all_of(left), MA, toys.LIFE.follows) == [], "what is left stands"
    return left


def after_the_night(events: list[Happened], on: date) -> list[Happened]:
    """What is recorded once the night of `on` has dealt with everything."""
    lapse = {declared.slug: declared.lapse for declared in toys.CLOCKS}
    while True:
        found = runs(toys.CLOCKS, all_of(events), MA)
        lapsed = [row for row in found if lapse[row.clock] and row.lapsed(on) and "missed" not in row.working]
        if not lapsed:
            return events
        row = min(lapsed, key=lambda row: row.due_on)
        events = settled([*events, Happened(lapse[row.clock], row.due_on, row.subject, row.clock)])


@settings(deadline=None)
@given(STORY)
def test_whenever_the_nights_came_they_leave_the_same_rows(story: list[Happened | date | int]) -> None:
    events: list[Happened] = []
    people: list[Happened] = []
    for each in story:
        if isinstance(each, date):
            events = after_the_night(events, each)
        elif isinstance(each, Happened):
            people.append(each)
            events = settled([*events, each])
        elif people:
            struck = people.pop(each % len(people))
            events = settled([event for event in events if event is not struck])
    last = date(2026, 10, 1)
    one, many = (
        runs(toys.CLOCKS, all_of(after_the_night(recorded, last)), MA) for recorded in (people, events)
    )
    assert set(one) == set(many)


# ---- A length that the town reads
ASKED = Clock(slug="notice", says="Give notice", cite="Toys 2", starts="hearing", stops=("posted",),
              before=True, days=5, reading="notice-days")  # fmt: skip


@pytest.mark.parametrize(
    ("day", "due"),
    [
        (date(2026, 6, 30), date(2026, 6, 25)),  # the default, before any answer
        (date(2026, 7, 1), date(2026, 6, 17)),  # 14 from July 1
        (date(2026, 7, 31), date(2026, 7, 17)),
        (date(2026, 8, 1), date(2026, 7, 27)),  # that answer has ended: the default again
        (date(2026, 9, 1), date(2026, 8, 11)),  # 21 from September 1
    ],
)
def test_a_length_is_that_of_the_day_it_is_counted_from(day: date, due: date) -> None:
    answers = ((date(2026, 7, 1), date(2026, 7, 31), 14), (date(2026, 9, 1), None, 21))
    (run,) = runs([replace(ASKED, answers=answers)], [Happened("hearing", day)], Calendar("MA"))
    assert run.due_on == due
    assert recount(run.working, Calendar("MA")) == due


def test_a_day_that_is_set_is_no_reading() -> None:
    with pytest.raises(ValueError, match="only a length can be a reading"):
        Clock(slug="x", says="X", cite="Toys 1", starts="asked", given=True, reading="days")
