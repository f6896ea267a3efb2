"""Clocks over what happened: which day, for whom, since when, until when."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from office.calendar import Calendar, Roll, Unit
from office.clockwork import Clock, Ended, Happened, Mover, Run, runs

CALENDAR = Calendar("MA", {date(2026, 6, 11): "Snow in June"})


def clock(slug: str = "answer", **more: Any) -> Clock:
    said: dict[str, Any] = {"says": "Answer", "cite": "Sheds 1", "starts": "asked", "stops": ("answered",)}
    return Clock(slug=slug, **(said | ({} if set(more) & LENGTHS else {"days": 10}) | more))


LENGTHS = {"days", "working_days", "months", "years"}


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


def test_a_backward_clock_does_not_roll() -> None:
    with pytest.raises(ValueError, match="does not roll"):
        clock(before=True, roll=Roll.NEXT_WORKING_DAY)


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
    assert found[0].says.endswith("; extended through Wed Jul 1, 2026 (Sheds 1)")


def test_the_last_extension_counts_and_one_without_a_day_moves_nothing() -> None:
    def extended(month: int, until_on: date | None) -> Happened:
        return happened("extended", month, 9, clock="answer", until_on=until_on)

    first, second = extended(6, date(2026, 8, 1)), extended(7, date(2026, 7, 20))
    assert run(clock(), happened("asked", 6, 1), first, second).due_on == date(2026, 7, 20)
    assert run(clock(), happened("asked", 6, 1), extended(6, None)).due_on == date(2026, 6, 11)


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
