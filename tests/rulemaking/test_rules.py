"""What 09.0.4 asks of a change, met, not met and not known; and what is in force on any day. No database."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office.law import State, Weight, judge
from permits.rulemaking import clocks, rules
from permits.rulemaking.rules import Change, ChangeFacts, effective_day, in_force

DAY = date(2026, 6, 16)


def facts(**changes: Any) -> ChangeFacts:
    """A change in order: notice 13 days ahead, heard and voted on June 16."""
    whole = ChangeFacts(
        text_on_file=True, sections_named=1, emergency=False, emergency_reason="", emergency_statute="",
        notice_given=True, notice_by="newspaper", notice_on=date(2026, 6, 3), notice_proved=True,
        notice_names=DAY, notice_days_before_hearing=5, notice_medium="either", hearing_set=True,
        hearing_held=True, hearing_on=DAY, voted=True, voted_on=DAY, adopted=False,
        summary_is_published=True, summary_published=False,
    )  # fmt: skip
    return replace(whole, **changes)


def state(slug: str, **changes: Any) -> State:
    found = {each.rule: each for each in judge(rules.RULES, facts(**changes), DAY)}
    return found[slug].state


def unmet(**changes: Any) -> set[str]:
    return {
        each.rule
        for each in judge(rules.ADOPTING, facts(**changes), DAY)
        if each.state not in (State.MET, State.NOT_APPLICABLE)
    }


def test_a_change_in_order_lacks_nothing() -> None:
    assert unmet() == set()
    assert all(rule.cite == "Tisbury 09.0.4" and not rule.waivable for rule in rules.ADOPTING)
    assert all(rule.weight == Weight.BLOCKS for rule in rules.ADOPTING)


@pytest.mark.parametrize(
    ("changes", "lacks"),
    [
        ({"text_on_file": False}, {"text"}),
        ({"sections_named": 0}, {"text"}),
        ({"notice_given": False, "notice_on": None, "notice_names": None, "notice_by": None,
          "notice_proved": None}, {"notice", "notice-before-hearing", "notice-names-hearing"}),
        ({"notice_proved": False}, {"notice"}),
        ({"notice_by": "posting", "notice_medium": "newspaper"}, {"notice"}),
        ({"notice_by": "posting"}, set()),
        ({"notice_names": date(2026, 6, 17)}, {"notice-names-hearing"}),
        ({"hearing_held": False}, {"hearing"}),
        ({"hearing_held": False, "hearing_set": False, "hearing_on": None},
         {"hearing", "notice-before-hearing", "notice-names-hearing"}),
        ({"voted": False, "voted_on": None}, {"vote"}),
        ({"voted_on": date(2026, 6, 15)}, {"vote"}),
    ],
)  # fmt: skip
def test_what_is_lacking_keeps_it_a_draft(changes: dict[str, Any], lacks: set[str]) -> None:
    assert unmet(**changes) == lacks


@pytest.mark.parametrize(
    ("notice_on", "in_time"),
    [(date(2026, 6, 11), True), (date(2026, 6, 12), False), (DAY, False), (date(2026, 6, 20), False)],
)
def test_notice_comes_five_days_before_the_hearing_and_never_after_it(notice_on: date, in_time: bool) -> None:
    assert (state("notice-before-hearing", notice_on=notice_on) == State.MET) is in_time


def test_notice_of_the_day_itself_is_none_even_where_the_town_asks_no_days() -> None:
    nothing = {"notice_days_before_hearing": 0}
    assert state("notice-before-hearing", notice_on=DAY, **nothing) == State.UNMET
    assert state("notice-before-hearing", notice_on=DAY - timedelta(1), **nothing) == State.MET


def test_an_emergency_skips_notice_and_hearing_but_names_its_statute() -> None:
    nothing = {
        "emergency": True, "notice_given": False, "notice_on": None, "notice_names": None, "notice_by": None,
        "notice_proved": None, "hearing_set": False, "hearing_held": False, "hearing_on": None,
    }  # fmt: skip
    reason = {"emergency_reason": "Wells are fouled.", "emergency_statute": "c.111 §31"}
    assert unmet(**nothing, **reason) == set()
    assert unmet(**nothing) == {"emergency"}
    assert unmet(**nothing, emergency_reason="Wells are fouled.") == {"emergency"}
    assert unmet(**nothing, **reason, voted=False) == {"vote"}
    assert state("emergency") == State.NOT_APPLICABLE


def test_the_summary_is_only_noted() -> None:
    assert state("summary") == State.NOT_APPLICABLE
    assert state("summary", adopted=True) == State.UNMET
    assert state("summary", adopted=True, summary_published=True) == State.MET
    assert state("summary", adopted=True, summary_is_published=False) == State.NOT_APPLICABLE
    assert rules.summary.weight == Weight.NOTE


@pytest.mark.parametrize("name", [each.name for each in fields(ChangeFacts)])
def test_what_nobody_knows_is_never_met(name: str) -> None:
    before = {each.rule: each.state for each in judge(rules.RULES, facts(), DAY)}
    for found in judge(rules.RULES, facts(**{name: None}), DAY):
        assert found.state != State.MET or before[found.rule] == State.MET
        if name in found.reads:
            assert found.state == State.UNKNOWN


def test_the_clock_counts_by_the_default_of_the_reading() -> None:
    assert str(clocks.GIVE_NOTICE.days) == rules.NOTICE_DAYS.default
    assert clocks.GIVE_NOTICE.reading == rules.NOTICE_DAYS.slug


# --------------------------------------------------------------------------------------- the day of effect
@pytest.mark.parametrize(
    ("asked", "day"),
    [
        (None, DAY),  # the day of adoption, where it says nothing else
        (DAY, DAY),
        (date(2026, 7, 5), date(2026, 7, 5)),  # a Sunday
        (date(2026, 7, 4), date(2026, 7, 4)),  # a legal holiday, and a Saturday
        (date(2026, 12, 25), date(2026, 12, 25)),
    ],
)
def test_the_day_of_effect_never_rolls(asked: date | None, day: date) -> None:
    assert effective_day(DAY, asked) == day


def test_nothing_takes_effect_before_its_adoption() -> None:
    with pytest.raises(ValueError, match=r"June 15, 2026, before its adoption on June 16, 2026.*09\.0\.4"):
        effective_day(DAY, date(2026, 6, 15))


# --------------------------------------------------------------------------------------- in force on a day
FIRST = Change("RC-2026-001", DAY, DAY, ("Tisbury 09.2.4(1)", "Tisbury 09.2.10"))
SECOND = Change("RC-2026-002", date(2026, 9, 1), date(2027, 1, 1), ("Tisbury 09.2.4(1)",))
THIRD = Change("RC-2027-001", date(2027, 3, 2), date(2027, 3, 2), ("Tisbury 09.2.10",), repeals=True)


@pytest.mark.parametrize(
    ("day", "held"),
    [
        (date(2026, 6, 15), {}),
        (DAY, {"Tisbury 09.2.4(1)": FIRST, "Tisbury 09.2.10": FIRST}),
        (date(2026, 12, 31), {"Tisbury 09.2.4(1)": FIRST, "Tisbury 09.2.10": FIRST}),
        (date(2027, 1, 1), {"Tisbury 09.2.4(1)": SECOND, "Tisbury 09.2.10": FIRST}),
        (date(2027, 3, 2), {"Tisbury 09.2.4(1)": SECOND, "Tisbury 09.2.10": THIRD}),
    ],
)
def test_what_was_amended_twice_is_told_right_for_any_day(day: date, held: dict[str, Change]) -> None:
    assert in_force([THIRD, FIRST, SECOND], day) == held


def test_of_two_that_begin_on_one_day_the_later_adopted_counts() -> None:
    earlier = replace(SECOND, number="RC-2026-009", adopted_on=date(2026, 8, 4))
    day = date(2027, 1, 1)
    for order in ([earlier, SECOND], [SECOND, earlier]):
        assert in_force(order, day)["Tisbury 09.2.4(1)"] == SECOND


DAYS = st.integers(0, 60).map(lambda n: DAY + timedelta(n))
CHANGES = st.lists(
    st.tuples(DAYS, st.integers(0, 30), st.sets(st.sampled_from("abc"), min_size=1), st.booleans()),
    max_size=8,
)


@given(CHANGES, st.randoms())
def test_each_section_has_one_change_a_day_whatever_the_order(told: list[Any], chance: Any) -> None:
    changes = [
        Change(f"RC-2026-{n:03}", on, on + timedelta(later), tuple(sorted(sections)), repeals)
        for n, (on, later, sections, repeals) in enumerate(told, start=1)
    ]
    mixed = list(changes)
    chance.shuffle(mixed)
    for offset in range(0, 100, 7):
        day = DAY + timedelta(offset)
        held = in_force(changes, day)
        assert in_force(mixed, day) == held
        for section, change in held.items():
            rivals = [each for each in changes if section in each.sections and each.effective_on <= day]
            assert change in rivals
            assert all(each.effective_on <= change.effective_on for each in rivals)
