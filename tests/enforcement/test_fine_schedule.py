"""The fine schedule as the book prints it, and its ladder: Tisbury 09.0.6, 09.0.7 and lines 22 to 24."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enforcement.rules.fines import Fine, Rung, Unit, problems
from enforcement.rules.ladder import Earlier, Ladder, Match, Outcome, ladder, word
from office import regulations
from tests.enforcement.lines import LINES

DAY = date(2026, 6, 16)  # a Tuesday


# ---- What is printed
def test_the_file_holds_the_21_printed_lines_and_the_three_of_section_texts() -> None:
    assert list(LINES) == list(range(1, 25))
    assert [line for line, fine in LINES.items() if not fine.ticket] == [24]
    assert {line: fine.counts_as for line, fine in LINES.items() if fine.offense} == {19: 7, 20: 17}


# line | as printed | as meant | the ladder
@pytest.mark.parametrize(
    ("line", "printed", "cite", "says"),
    [
        (1, "MGL 270.16A", "Massachusetts c.270 §16A", "$50.00, then $100.00"),
        (2, "MGL 270.16A", "Massachusetts c.270 §16A", "$50.00, then $100.00"),
        (3, "BOH 09.6.3", "Tisbury 09.6.3", "$50.00, then $100.00"),
        (4, "MGL 270.16A", "Massachusetts c.270 §16A", "$50.00, then $100.00"),
        (5, "BOH 09.4.9", "Tisbury 09.4.9", "$50.00, then $100.00"),
        (6, "BOH 09.5.4", "Tisbury 09.5.4", "$50.00, then $100.00"),
        (7, "BOH 09.9.16", "Tisbury 09.9.16", "$50.00 every time"),
        (8, "BOH 09.4.6", "Tisbury 09.4.6", "$500.00 every time"),
        (9, "BOH 09.7.1", "Tisbury 09.7.1", "$25.00, then $50.00"),
        (10, "BOH 09.7.2", "Tisbury 09.7.3", "$10.00 service fee, then $25.00"),
        (11, "BOH 09.5.1", "Tisbury 09.5.1", "$300.00 every time"),
        (12, "BOH 09.6.1", "Tisbury 09.6.1", "$100.00 every time"),
        (13, "BOH 09.9.17", "Tisbury 09.9.17", "Warning, then $100.00"),
        (14, "BOH 09.2.4", "Tisbury 09.2.4", "$25.00, then $50.00"),
        (15, "BOH 09.6.4", "Tisbury 09.6.4", "$100.00 a day every time"),
        (16, "BOH 09.4.8", "Tisbury 09.4.8", "Warning, then $50.00 for each 24 hours"),
        (17, "BOH 09.6.1", "Tisbury 09.6.1", "$100.00 every time"),
        (18, "BOH 09.4.7", "Tisbury 09.4.7", "$200.00 a day every time"),
        (19, "BOH 09.9.16", "Tisbury 09.9.16", "$50.00 every time"),
        (20, "BOH 09.6.1", "Tisbury 09.6.1", "$100.00 every time"),
        (21, "BOH 09.2.9", "Tisbury 09.2.9", "$300.00 every time"),
        (22, "09.6.2 (text)", "Tisbury 09.6.2", "$10.00 a permit and day every time"),
        (23, "09.4.10 (text)", "Tisbury 09.4.10", "$100.00 to $300.00 a boat and day"),
        (24, "09.0.7(B) (text)", "Tisbury 09.0.7(B)", "up to $500.00 a day"),
    ],
)
def test_each_line_says_its_ladder_and_its_sections(line: int, printed: str, cite: str, says: str) -> None:
    fine = LINES[line]
    assert (fine.printed, fine.cite, fine.ladder_says) == (printed, cite, says)
    assert regulations.resolve(fine.cite).cite == cite
    assert problems(fine) == []


# ---- The ladder
def earlier(number: int, on: date, line: int = 14, match: Match = Match.PERSON, **more: Any) -> Earlier:
    return Earlier(f"C-2026-{number:03}", LINES[line].counts_as, on, match, **more)


def placed(line: int, *found: Earlier, on: date = DAY, **more: Any) -> Ladder:
    return ladder(LINES[line], found, on, **more)


YESTERDAY = DAY - timedelta(days=1)


@pytest.mark.parametrize(
    ("line", "before", "ordinal", "rung", "figure"),
    [
        (14, 0, 1, "fine", "25"),
        (14, 1, 2, "fine", "50"),
        (14, 2, 3, "fine", "50"),
        (3, 4, 5, "fine", "100"),
        (8, 0, 1, "fine", "500"),
        (8, 3, 4, "fine", "500"),  # one figure only: the same every time (reading, 09.0.6)
        (13, 0, 1, "warning", None),
        (13, 1, 2, "fine", "100"),
        (13, 2, 3, "fine", "100"),
    ],
)
def test_the_second_figure_holds_from_the_second_offense_on(
    line: int, before: int, ordinal: int, rung: str, figure: str | None
) -> None:
    found = placed(line, *(earlier(n, YESTERDAY, line) for n in range(1, before + 1)))
    assert (found.ordinal, found.rung) == (ordinal, rung)
    assert found.figure == (None if figure is None else Decimal(figure))


def test_a_doubled_line_counts_as_the_line_it_doubles() -> None:
    assert placed(19, earlier(1, YESTERDAY, 7)).ordinal == 2
    assert placed(17, earlier(1, YESTERDAY, 20), earlier(2, YESTERDAY, 17)).ordinal == 3
    assert placed(17, earlier(1, YESTERDAY, 12)).ordinal == 1


@pytest.mark.parametrize(
    ("on", "ordinal", "why"),
    [
        (date(1990, 1, 1), 2, None),  # no limit of time is stated
        (YESTERDAY, 2, None),
        (DAY, 2, None),  # two offenses on one day
        (DAY + timedelta(days=1), 1, "happened after this violation"),
    ],
)
def test_an_earlier_offense_counts_without_limit_of_time_up_to_the_day_itself(
    on: date, ordinal: int, why: str | None
) -> None:
    found = placed(14, earlier(1, on))
    assert found.ordinal == ordinal
    assert [reason for _, reason in found.left_out] == ([] if why is None else [why])


@pytest.mark.parametrize(
    ("outcome", "ordinal"),
    [
        (Outcome.STANDS, 2),
        (Outcome.RESPONSIBLE, 2),
        (Outcome.NOT_RESPONSIBLE, 1),
        (Outcome.WITHDRAWN, 1),
    ],
)
def test_a_court_outcome_counts_as_the_court_decided(outcome: Outcome, ordinal: int) -> None:
    assert placed(14, earlier(1, YESTERDAY, outcome=outcome)).ordinal == ordinal


@pytest.mark.parametrize("match", [Match.PROPERTY, Match.ESTABLISHMENT])
def test_what_is_found_by_place_is_a_question_and_counts_only_once_it_is_answered(match: Match) -> None:
    one = earlier(1, YESTERDAY, match=match)
    asked = placed(14, one)
    assert (asked.ordinal, asked.questions, asked.counted) == (1, (one,), ())
    answered = placed(14, one, same_person={"C-2026-001"})
    assert (answered.ordinal, answered.questions, answered.counted) == (2, (), (one,))


def test_the_ladder_says_how_it_came_to_its_step() -> None:
    says = placed(14, earlier(7, date(2026, 5, 1)), earlier(3, date(2025, 8, 3))).says
    assert says == (
        "Third offense: $50.00, after C-2026-003 of Sunday, August 3, 2025 and C-2026-007 of "
        "Friday, May 1, 2026."
    )
    assert placed(14).says == "First offense: $25.00, none on record before it."
    assert placed(13).says == "First offense: warning, none on record before it."


@pytest.mark.parametrize(
    ("prior", "found", "ordinal"),
    [
        (False, [], 1),
        (True, [], 2),
        (True, [earlier(1, date(2026, 3, 1), 10)], 3),
        (True, [earlier(1, date(2025, 12, 31), 10)], 2),  # counted by the calendar year
        (True, [earlier(1, date(2026, 1, 1), 10)], 3),
    ],
)
def test_quarantines_are_counted_by_the_calendar_year(
    prior: bool, found: list[Earlier], ordinal: int
) -> None:
    assert placed(10, *found, prior=prior).ordinal == ordinal


def test_every_public_facility_matter_begins_with_its_own_warning() -> None:
    new = placed(16, earlier(1, YESTERDAY, 16))
    assert (new.ordinal, new.rung, new.figure) == (1, "warning", None)
    assert new.says == "Every new matter begins with a warning and a 24-hour order."
    lapsed = placed(16, prior=True)
    assert (lapsed.rung, lapsed.figure) == ("fine", Decimal(50))


@pytest.mark.parametrize(
    ("n", "said"),
    [(1, "first"), (10, "tenth"), (11, "11th"), (12, "12th"), (21, "21st"), (22, "22nd"), (113, "113th")],
)
def test_ordinals_in_words(n: int, said: str) -> None:
    assert word(n) == said


# ---- What always holds
RECORD = st.lists(
    st.tuples(st.integers(1, 30), st.integers(-800, 100), st.sampled_from(Match), st.sampled_from(Outcome)),
    max_size=12, unique_by=lambda row: row[0],
)  # fmt: skip


@given(rows=RECORD, line=st.sampled_from([9, 13, 14, 8]))
def test_each_earlier_one_is_counted_asked_or_left_out_exactly_once(rows: list[Any], line: int) -> None:
    found = [
        earlier(n, DAY + timedelta(days=ago), line, match, outcome=outcome) for n, ago, match, outcome in rows
    ]
    place = placed(line, *found)
    told = [*place.counted, *place.questions, *(each for each, _ in place.left_out)]
    assert sorted(each.number for each in told) == sorted(each.number for each in found)
    assert place.ordinal == len(place.counted) + 1
    assert all(each.match is Match.PERSON for each in place.counted)
    everyone = placed(line, *found, same_person={each.number for each in place.questions})
    assert everyone.ordinal == place.ordinal + len(place.questions)


# ---- What a row may not say
@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({}, "first"),
        ({"first": Decimal(0)}, "first"),
        ({"first": Decimal(50), "later": Decimal(0)}, "later"),
        ({"opening": Rung.WARNING}, "later"),
        ({"opening": Rung.WARNING, "first": Decimal(5), "later": Decimal(9)}, "first"),
        ({"opening": Rung.SERVICE_FEE, "first": Decimal(5)}, "later"),
        ({"least": Decimal(5)}, "most"),
        ({"least": Decimal(5), "most": Decimal(4)}, "most"),
        ({"least": Decimal(4), "most": Decimal(4), "first": Decimal(4)}, "first"),
        ({"first": Decimal(5), "unit": Unit.PERIOD}, "prior"),
    ],
)
def test_a_row_that_says_too_little_or_too_much_is_refused(columns: dict[str, Any], field: str) -> None:
    assert [problem.field for problem in problems(Fine(1, "Sample", "", "", **columns))] == [field]
