"""What an inspection found: unknown is never met, outcomes, last days, repeats in words."""

from __future__ import annotations

from datetime import date

import pytest

from enforcement.rules import inspections as rules
from enforcement.rules.inspections import Found, InspectionFacts
from office.law import State
from tests.enforcement.inspection_cast import DAY, TUESDAY


def found(*answers: str | None, critical: bool = False) -> tuple[Found, ...]:
    return tuple(
        Found(f"item-{n}", f"Item {n} is so.", "Tisbury 09.2.4(1)", critical, answer)
        for n, answer in enumerate(answers, start=1)
    )


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        (("yes", "yes"), State.MET),
        (("yes", "n/a"), State.MET),
        (("n/a", "n/a"), State.NOT_APPLICABLE),
        (("yes", "not-seen"), State.UNKNOWN),
        (("yes", None), State.UNKNOWN),
        (("no", "not-seen"), State.UNMET),
        ((), State.NOT_APPLICABLE),
    ],
)
def test_what_was_not_seen_is_unknown_and_never_met(answers: tuple[str | None, ...], state: State) -> None:
    plain = InspectionFacts(items=found(*answers))
    assert rules.other_items(plain, DAY).state == state
    assert rules.critical_items(plain, DAY).state == State.NOT_APPLICABLE
    critical = InspectionFacts(items=found(*answers, critical=True))
    assert rules.critical_items(critical, DAY).state == state
    assert rules.other_items(critical, DAY).state == State.NOT_APPLICABLE


def test_a_long_finding_names_the_first_three_and_counts_the_rest() -> None:
    says = rules.other_items(InspectionFacts(items=found(*["no"] * 5)), DAY).says
    assert says == "Not met: Item 1 is so; Item 2 is so; Item 3 is so; and 2 more."


@pytest.mark.parametrize(
    ("answers", "proposed", "refused"),
    [
        (("yes", "n/a"), "passed", {"correction-needed", "partly-seen"}),
        (("yes", "not-seen"), "partly-seen", {"passed", "correction-needed"}),
        (("no", "not-seen"), "correction-needed", {"passed", "partly-seen"}),
    ],
)
def test_the_answers_allow_only_some_outcomes(
    answers: tuple[str, ...], proposed: str, refused: set[str]
) -> None:
    items = found(*answers)
    assert rules.proposed(items) == proposed
    assert {outcome for outcome in rules.Outcome if rules.why_not(outcome, items)} == refused


@pytest.mark.parametrize(
    ("days", "last", "says"),
    [
        (0, DAY, "at once, on Monday, June 1, 2026"),
        (1, TUESDAY, "1 calendar day from Monday, June 1, 2026"),
        (5, date(2026, 6, 6), "5 calendar days from Monday, June 1, 2026"),  # a Saturday stays
        (365, date(2027, 6, 1), "365 calendar days from Monday, June 1, 2026"),
    ],
)
def test_the_last_day_is_counted_in_calendar_days_and_does_not_roll(days: int, last: date, says: str) -> None:
    assert rules.last_day(DAY, days) == last
    assert rules.time_says(days, DAY) == says


@pytest.mark.parametrize(
    ("days", "wrong"), [(None, False), (0, False), (365, False), (366, True), (-1, True)]
)
def test_a_time_to_correct_has_its_ends(days: int | None, wrong: bool) -> None:
    assert bool(rules.days_problem(days)) is wrong


@pytest.mark.parametrize(
    ("earlier", "word"), [(0, ""), (1, "Second time"), (2, "Third time"), (9, "Tenth time"), (10, "11 times")]
)
def test_repeats_are_told_in_words(earlier: int, word: str) -> None:
    assert rules.time_word(earlier) == word
