"""Closing the office: what a snow day moves, what it does not, and how both are told, done and undone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase as HypothesisTestCase

from office import kinds
from office.actions import cases, closures
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import rewind
from office.models import Case, ClockRow, Closure, Event
from tests import people
from tests.office.snow import FRI_6, MON_2, MON_9, SLED, SUN_8, TUE_10, WED_11, due, full_sled, record, sled
from tests.office.toys import registered

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def sleds() -> Iterator[None]:
    with registered(SLED):
        yield


def close(first: date = MON_9, last: date | None = None, on: date = FRI_6, **more: Any) -> list[Closure]:
    said = {"reason": "Snow", "by": people.clerk(), **more}
    return closures.close("Tisbury", first=first, last=last, on=on, **said)


def ahead(first: date = MON_9, last: date | None = None, on: date = FRI_6) -> closures.Preview:
    return closures.preview("Tisbury", first=first, last=last, reason="Snow", on=on)


def told(case: Case, slug: str = "office-closed") -> list[str]:
    return list(case.events.filter(slug=slug).order_by("pk").values_list("note", flat=True))


# ------------------------------------------------------------------------------------------------ preview
def test_the_preview_names_every_date_that_rolls_and_every_one_that_does_not() -> None:
    case = full_sled()
    assert set(due(case).values()) == {MON_9, date(2026, 3, 2)}
    found = ahead()
    assert [(change.case, change.label, change.due_on, change.becomes) for change in found.rolls] == [
        (case, "Answer the plan", MON_9, TUE_10)
    ]
    assert found.rolls[0].says == (
        "Answer the plan: Mon February 2, 2026 + 5 working days = Mon February 9, 2026; 2 weekend days not "
        "counted; rolls past Snow to Tue February 10, 2026 (Sleds 1)"
    )
    assert {change.clock: change.says for change in found.stays} == {
        "plain": "no roll, its last day is the last day whatever day that is",
        "working": "it rolls off Saturdays, Sundays and legal holidays only",
        "statute": "it rolls off Sundays and legal holidays only",
        "hours": "it runs by the hour, and the hours of a closed day count",
        "notice": "it is counted back from Mon February 23, 2026, and a backward period never rolls",
        "report": "it falls due on this day of the calendar",
        "condition": "the day was set by name; set another if it should move",
    }
    assert not found.struck
    assert not found.appointed


def test_the_preview_writes_nothing() -> None:
    case = full_sled()
    before = list(ClockRow.objects.order_by("pk").values()), Event.objects.count()
    ahead()
    assert (list(ClockRow.objects.order_by("pk").values()), Event.objects.count()) == before
    assert not Closure.objects.exists()
    assert case.events.count() == Event.objects.count()


def test_a_day_that_was_extended_by_name_stays() -> None:
    case = sled()
    cases.record(case, "extended", on=MON_2, by=people.clerk(), clock="open", until_on=WED_11)
    found = ahead(first=WED_11)
    assert {change.clock: change.says for change in found.stays} == {
        "open": "it was extended through Wed February 11, 2026; extend it again if it should move"
    }
    close(first=WED_11)
    assert due(case)["open"] == WED_11


def test_hearings_of_open_cases_are_listed_for_the_clerk_to_move() -> None:
    case, over, far = sled(), sled(), sled(people.docks())
    for each in (case, over, far):
        record(each, "hearing", MON_9)
    record(over, "decided", FRI_6)
    assert [event.case for event in ahead().appointed] == [case]
    close()
    assert case.events.live().get(slug="hearing").on == MON_9


def test_other_towns_and_finished_clocks_are_left_out() -> None:
    sled(people.docks())
    done = sled()
    record(done, "answered", FRI_6)
    found = ahead()
    assert not found.rolls
    assert {change.case for change in found.stays} == {done}
    assert "open" not in {change.clock for change in found.stays}


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        (SUN_8, None, "The office is closed anyway: Sunday, February 8, 2026 (Sunday). Choose another day."),
        (date(2026, 2, 16), None, "(Presidents' Day). Choose another day."),
        (MON_9, FRI_6, "The last day, Friday, February 6, 2026, comes before the first."),
        (MON_9, MON_9 + timedelta(days=31), "more than 31 days"),
        (FRI_6 - timedelta(days=15), None, "more than 14 days ago"),
        (FRI_6 + timedelta(days=732), None, "more than two years ahead"),
    ],
)
def test_a_span_that_cannot_be_closed_is_refused_with_what_to_do(
    first: date, last: date | None, says: str
) -> None:
    people.health()
    for act in (ahead, close):
        with pytest.raises(NotAllowed, match=says.replace("(", r"\(").replace(")", r"\)")):
            act(first=first, last=last)
    assert not Closure.objects.exists()


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (FRI_6 - timedelta(days=14), None),
        (MON_9, MON_9 + timedelta(days=30)),
        (FRI_6 + timedelta(days=731), None),
    ],
)
def test_a_span_at_the_edge_is_closed(first: date, last: date | None) -> None:
    people.health()
    assert close(first=first, last=last)


# ------------------------------------------------------------------------------------------------ closing
def test_closing_moves_and_logs_what_the_preview_said() -> None:
    case = full_sled()
    found = ahead()
    (closure,) = close()
    assert (closure.town, closure.on, closure.reason, closure.by) == (
        "Tisbury",
        MON_9,
        "Snow",
        people.clerk(),
    )
    assert closure.settled_on == FRI_6
    days = due(case)
    assert days.pop("open") == TUE_10
    assert days.pop("month") == date(2026, 3, 2)
    assert set(days.values()) == {MON_9}
    (note,) = told(case)
    assert note.startswith(
        "Monday, February 9, 2026: Snow. “Answer the plan” moves from Mon February 9, 2026 to Tue February "
        "10, 2026 (Sleds 1). “Keep the plan” stays due Mon February 9, 2026: no roll, "
    )
    assert note.count(" stays due ") == len(found.stays)
    event = case.events.get(slug="office-closed")
    assert (event.on, event.from_on, event.until_on, event.by) == (FRI_6, MON_9, MON_9, people.clerk())
    assert "rolls past Snow" in case.clocks.get(clock="open").says
    assert case.clocks.get(clock="open").next_on == date(2026, 2, 8)


def test_pressed_twice_it_is_done_once() -> None:
    case = full_sled()
    assert close() == close()
    assert Closure.objects.count() == len(told(case)) == 1
    assert closures.settle("Tisbury", on=FRI_6) == 0
    assert len(told(case)) == 1


def test_several_days_over_a_week_end_roll_to_the_next_open_one() -> None:
    case = sled(asked=date(2026, 1, 30))  # due on Friday, February 6
    assert due(case)["open"] == FRI_6
    made = close(first=FRI_6, last=TUE_10, on=date(2026, 2, 5))
    assert [closure.on for closure in made] == [FRI_6, MON_9, TUE_10], "a week-end is closed anyway"
    assert due(case)["open"] == WED_11
    assert "rolls past 2 weekend days and Snow (3 days)" in case.clocks.get(clock="open").says


def test_a_case_due_on_both_days_of_a_closing_tells_each_date_once() -> None:
    case = sled()
    record(case, "hearing", date(2026, 2, 24))  # its notice is due on Tuesday
    close(last=TUE_10)
    assert due(case)["open"] == WED_11
    notes = told(case)
    assert "".join(notes).count("“Answer the plan” moves") == 1
    assert "".join(notes).count("“Post the notice” stays due Tue February 10") == 1
    assert len(notes) == 2


def test_a_second_closing_while_the_first_is_under_way_forgets_no_date() -> None:
    case = sled()
    record(case, "hearing", date(2026, 2, 24))
    close(most=0)
    close(first=TUE_10, most=0)
    assert closures.left("Tisbury") == 1
    assert closures.settle("Tisbury", on=FRI_6) == 0
    assert due(case)["open"] == WED_11
    assert "“Post the notice” stays" in "".join(told(case))


def test_yesterday_was_a_snow_day_and_the_lapse_is_struck() -> None:
    case = sled()
    cases.record(case, "deemed", on=MON_9, by=None, clock="open", key="sample-lapse")
    assert case.status == "agreed"
    found = ahead(on=TUE_10)
    assert [(change.clock, change.becomes) for change in found.rolls] == [("open", TUE_10)]
    assert [(lapse.case, lapse.done, lapse.on) for lapse in found.struck] == [(case, "Deemed agreed", MON_9)]
    close(on=TUE_10)
    case.refresh_from_db()
    assert case.status == "open"
    row = case.clocks.get(clock="open")
    assert (row.due_on, row.ended_on) == (TUE_10, None)
    assert "“Deemed agreed” of Monday, February 9, 2026 no longer stands." in told(case)[0]


def test_an_answer_on_the_snow_day_still_counts() -> None:
    case = sled()
    record(case, "answered", MON_9)
    close(on=TUE_10)
    assert case.clocks.get(clock="open").ended_on == MON_9


@pytest.mark.parametrize("who", [people.inspector, people.member, people.administrator, people.stranger])
def test_only_a_clerk_of_the_town_closes_its_offices(who: Any) -> None:
    people.clerk()
    for by in (who(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            close(by=by)
    (closure,) = close()
    with pytest.raises(WrongRole):
        closures.reopen(closure, reason="Sample", on=FRI_6, by=people.clerk(people.docks()))


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_closing_and_an_opening_need_a_reason(reason: str) -> None:
    people.health()
    with pytest.raises(NotAllowed, match="Say why the office is closed"):
        close(reason=reason)
    (closure,) = close()
    with pytest.raises(NotAllowed, match="Say why the office is open"):
        closures.reopen(closure, reason=reason, on=FRI_6, by=people.clerk())


def test_a_town_without_a_board_has_no_office_to_close() -> None:
    with pytest.raises(NotAllowed, match="Atlantis has no board here"):
        closures.close("Atlantis", first=MON_9, reason="Flood", on=FRI_6, by=None)


# -------------------------------------------------------------------------------------------- cut short
def test_what_was_cut_short_goes_on() -> None:
    made = [sled() for _ in range(5)]
    (closure,) = close(most=2)
    assert closure.settled_on is None
    assert closures.left("Tisbury") == 3
    assert [due(case)["open"] for case in made] == [TUE_10, TUE_10, MON_9, MON_9, MON_9]
    assert closures.settle("Tisbury", on=FRI_6, most=2) == 1
    assert closures.settle_all(on=TUE_10, most=2) == 0
    closure.refresh_from_db()
    assert closure.settled_on == TUE_10
    assert [due(case)["open"] for case in made] == [TUE_10] * 5
    assert [len(told(case)) for case in made] == [1] * 5
    assert closures.settle_all(on=TUE_10) == closures.left("Tisbury") == 0


def test_one_that_dies_on_a_case_has_kept_the_ones_before(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [sled() for _ in range(3)]
    look = closures._look_at

    def die(pk: int, *args: Any) -> None:
        if pk == made[1].pk:
            raise RuntimeError("cut off")
        look(pk, *args)

    with monkeypatch.context() as patch:
        patch.setattr(closures, "_look_at", die)
        with pytest.raises(RuntimeError):
            close()
    assert [due(case)["open"] for case in made] == [TUE_10, MON_9, MON_9]
    assert Closure.objects.get().settled_on is None
    close()
    assert [due(case)["open"] for case in made] == [TUE_10] * 3
    assert [len(told(case)) for case in made] == [1] * 3


# --------------------------------------------------------------------------------------------- reopening
def test_opening_again_brings_every_date_back_and_says_so() -> None:
    case, untouched = full_sled(), sled(asked=None)
    before = due(case)
    (closure,) = close()
    late = sled()  # its clocks started after the office was closed
    assert due(late)["open"] == TUE_10
    back = closures.preview_reopening(closure)
    assert {(change.case, change.becomes) for change in back.rolls} == {(case, MON_9), (late, MON_9)}
    closures.reopen(closure, reason="Wrong week", on=FRI_6, by=people.clerk())
    assert due(case) == before
    assert due(late)["open"] == MON_9
    assert told(case, "office-reopened") == [
        "Monday, February 9, 2026: Wrong week. “Answer the plan” moves from Tue February 10, 2026 to Mon "
        "February 9, 2026 (Sleds 1)."
    ]
    assert len(told(late, "office-reopened")) == 1
    assert not told(untouched, "office-reopened")
    closure.refresh_from_db()
    assert (closure.reopened_on, closure.reopened_by, closure.reopened_why, closure.settled_on) == (
        FRI_6, people.clerk(), "Wrong week", FRI_6,
    )  # fmt: skip
    assert people.health().calendar().is_open(MON_9)


def test_a_case_whose_dates_stayed_is_told_that_the_office_is_open_after_all() -> None:
    case = sled()
    record(case, "answered", FRI_6)
    (closure,) = close()
    assert len(told(case)) == 1
    closures.reopen(closure, reason="Wrong week", on=FRI_6, by=people.clerk())
    assert told(case, "office-reopened") == ["Monday, February 9, 2026: Wrong week. No date moves."]


def test_a_day_may_be_closed_opened_and_closed_again() -> None:
    case = sled()
    for _ in range(2):
        (closure,) = close()
        assert due(case)["open"] == TUE_10
        closures.reopen(closure, reason="Wrong week", on=FRI_6, by=people.clerk())
        closures.reopen(closure, reason="Wrong week", on=FRI_6, by=people.clerk())
        assert due(case)["open"] == MON_9
    assert (len(told(case)), len(told(case, "office-reopened"))) == (2, 2)
    assert Closure.objects.count() == 2


def test_one_day_of_several_is_opened_again() -> None:
    case = sled()
    monday, tuesday = close(last=TUE_10)
    closures.reopen(tuesday, reason="The storm turned", on=FRI_6, by=people.clerk())
    assert due(case)["open"] == TUE_10
    closures.reopen(monday, reason="The storm turned", on=FRI_6, by=people.clerk())
    assert due(case)["open"] == MON_9


def test_opening_that_was_cut_short_goes_on() -> None:
    made = [sled() for _ in range(4)]
    (closure,) = close()
    closures.reopen(closure, reason="Wrong week", on=FRI_6, by=people.clerk(), most=1)
    assert closures.left("Tisbury") == 3
    assert closures.settle_all(on=FRI_6) == 0
    assert [due(case)["open"] for case in made] == [MON_9] * 4


def test_a_day_long_past_is_not_opened_again() -> None:
    people.health()
    (closure,) = close()
    with pytest.raises(NotAllowed, match="more than 14 days ago"):
        closures.reopen(closure, reason="Wrong week", on=MON_9 + timedelta(days=15), by=people.clerk())
    closures.reopen(closure, reason="Wrong week", on=MON_9 + timedelta(days=14), by=people.clerk())


# ---------------------------------------------------------------------------------------- size, and luck
@pytest.mark.parametrize("look", [ahead, lambda: closures.left("Tisbury")])
def test_the_preview_asks_as_much_for_many_cases_as_for_one(look: Any) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            look()
        return len(queries)

    full_sled()
    if look is not ahead:
        close(most=0)
    few = asked()
    for _ in range(5):
        full_sled()
    assert asked() == few


class TestAnyClosing(HypothesisTestCase):
    """Whatever is asked, closed and opened: the preview comes true, and the rows are those of a new count."""

    @settings(max_examples=25)
    @given(
        asked=st.lists(st.integers(0, 12), min_size=1, max_size=3),
        spans=st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5), st.booleans()), max_size=3),
    )
    def test_the_preview_comes_true(self, asked: list[int], spans: list[tuple[int, int, bool]]) -> None:
        made = [sled(asked=MON_2 + timedelta(days=days)) for days in asked]
        for start, length, again in spans:
            first, last = MON_2 + timedelta(days=start), MON_2 + timedelta(days=start + length)
            before = self.rows()
            try:
                found = ahead(first=first, last=last)
            except NotAllowed:
                continue
            expected = before | {
                (change.case.pk, change.clock, change.subject): change.becomes
                for change in (*found.rolls, *found.stays)
            }
            done = close(first=first, last=last)
            assert self.rows() == expected
            if again:
                mine = [closure for closure in done if closure.on in found.days]
                for closure in mine:
                    closures.reopen(closure, reason="Sample", on=FRI_6, by=people.clerk())
                assert self.rows() == before
        counted = self.rows()
        assert closures.left("Tisbury") == 0
        for case in made:
            rewind(Case.objects.get(pk=case.pk))
        assert self.rows() == counted

    def rows(self) -> dict[tuple[int, str, str], date]:
        rows = ClockRow.objects.values_list("case", "clock", "subject", "due_on")
        return {(case, clock, subject): day for case, clock, subject, day in rows}


def test_every_step_that_is_appointed_is_known_by_its_kind() -> None:
    assert closures.appointed_steps()["sled"] == {"hearing"}
    assert all(kind in kinds.registry for kind in closures.appointed_steps())
