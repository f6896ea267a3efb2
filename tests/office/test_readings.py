"""What the law leaves open: declared as a question, answered by a dated row, counted on each day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from office import kinds
from office.actions import cases
from office.actions.errors import NotAllowed, WrongRole
from office.actions.readings import add_reading, withdraw_reading
from office.clockwork import Clock
from office.intake import Filing
from office.kinds import CaseKind
from office.law import Reading, State, by_reading
from office.models import AppendOnly, Case, ReadingRow, reading_on, readings_on
from tests import people
from tests.office.toys import BOWS_COUNT, LIFE, MOST_LENGTH, READ, registered

DAY = date(2026, 6, 1)
LATER = date(2026, 7, 1)


@pytest.fixture(autouse=True)
def _read() -> Iterator[None]:
    with registered(READ):
        yield


def answer(value: str = "12", since: date = DAY, slug: str = "most-length-in", **more: Any) -> ReadingRow:
    board = people.health()
    given = {"source": "Sample vote", "on": DAY, "by": people.administrator(board), **more}
    return add_reading(board, slug=slug, value=value, since=since, **given)


# ------------------------------------------------------------------------------------------ declarations
def test_an_answer_is_an_option_or_a_number() -> None:
    assert BOWS_COUNT.problem("true") == ""
    assert "Choose one: true (With its bow); false" in BOWS_COUNT.problem("yes")
    assert MOST_LENGTH.problem("12") == MOST_LENGTH.problem("12.0") == ""
    assert "without a fraction" in MOST_LENGTH.problem("10.5")
    assert replace(MOST_LENGTH, whole=False).problem("10.5") == ""
    assert [MOST_LENGTH.plain(text) for text in ("10.0", "010", "1E1", "ten")] == ["10", "10", "10", "ten"]
    for wrong in ("", "ten", "-1", "NaN", "Infinity"):
        assert "Enter the number of in, 0 or more" in MOST_LENGTH.problem(wrong)
    assert (BOWS_COUNT.says("false"), MOST_LENGTH.says("12")) == ("Without it", "12 in")
    with pytest.raises(LookupError, match="none of the answers"):
        BOWS_COUNT.says("perhaps")


def test_a_default_that_is_no_answer_cannot_be_declared() -> None:
    with pytest.raises(ValueError, match="the default: “perhaps” is none"):
        Reading("x", "Toys 1", "?", (("true", "Yes"),), default="perhaps")


def test_kinds_may_share_a_reading_but_not_its_name() -> None:
    def toy(slug: str, series: str, reading: Reading) -> CaseKind:
        return CaseKind(slug=slug, label=slug, series=series, boards=("tisbury-health",), lifecycle=LIFE,
                        section="Toys 1", about="A toy.", readings=(reading,))  # fmt: skip

    same, other = toy("same-toy", "ST", MOST_LENGTH), toy("other-toy", "OT", Reading(
        "most-length-in", "Toys 5", "How long may it be?", unit="in", default="11"))  # fmt: skip
    try:
        kinds.register(same)
        with pytest.raises(ValueError, match="another reading is called 'most-length-in'"):
            kinds.register(other)
    finally:
        kinds.registry.pop("same-toy")
    assert kinds.readings_of("tisbury-health")["most-length-in"] == MOST_LENGTH
    assert "most-length-in" not in kinds.readings_of("barnstable-conservation")


def test_a_clock_that_goes_by_a_reading_has_its_default_for_a_length() -> None:
    clock = Clock(slug="c", says="C", cite="Toys 5", starts="asked", stops=("answered",), days=9,
                  reading="most-length-in")  # fmt: skip
    for more, why in (
        ({"readings": (MOST_LENGTH,)}, "its length is not that of 'most-length-in'"),
        ({}, "there is no reading 'most-length-in'"),
        ({"readings": (replace(MOST_LENGTH, whole=False),)}, "must be a whole number"),
    ):
        kind = CaseKind(
            slug="clock-toy", label="Clock toy", series="CT", boards=("barnstable-conservation",),
            lifecycle=LIFE, section="Toys 1", about="A toy.", clocks=(clock,), **more,
        )  # fmt: skip
        with pytest.raises(ValueError, match=why):
            kinds.register(kind)
        assert "clock-toy" not in kinds.registry


# ------------------------------------------------------------------------------------------- what counts
@pytest.mark.django_db
def test_the_default_counts_unconfirmed_until_a_row_begins() -> None:
    board = people.health()
    before = readings_on(board, ["most-length-in"], DAY)["most-length-in"]
    assert (before.value, before.says, before.confirmed) == ("10", "10 in", False)
    assert before.doubt == "The text says no figure."
    answer("12", LATER)
    assert reading_on(board, MOST_LENGTH, LATER - timedelta(1)) == "10"
    assert reading_on(board, "most-length-in", LATER) == "12"
    assert readings_on(board, None, LATER)["most-length-in"].confirmed
    answer("14.0", date(2026, 8, 1), doubt="Counsel looks at it.")
    last = readings_on(board, None, date(2026, 8, 1))["most-length-in"]
    assert (last.value, last.confirmed, last.doubt) == ("14", False, "Counsel looks at it.")
    assert reading_on(board, MOST_LENGTH, date(2026, 7, 31)) == "12"


@pytest.mark.django_db
def test_after_the_last_day_of_a_row_the_default_counts_again() -> None:
    answer("12", DAY, until=date(2026, 6, 30))
    assert [reading_on(people.health(), MOST_LENGTH, day) for day in (date(2026, 6, 30), LATER)] == [
        "12",
        "10",
    ]


@pytest.mark.django_db
def test_a_slug_nobody_declares_is_an_error() -> None:
    with pytest.raises(LookupError, match="is not asked 'most-width'"):
        reading_on(people.health(), "most-width", DAY)
    with pytest.raises(LookupError, match="is not asked 'most-length-in'"):
        reading_on(people.docks(), "most-length-in", DAY)


@pytest.mark.django_db
def test_readings_of_many_questions_are_one_query(django_assert_num_queries: Any) -> None:
    board = people.health()
    answer("12")
    answer("false", slug="bows-count")
    with django_assert_num_queries(1):
        found = readings_on(board, ["most-length-in", "bows-count"], DAY)
    assert {slug: each.value for slug, each in found.items()} == {
        "most-length-in": "12",
        "bows-count": "false",
    }
    with django_assert_num_queries(0):
        assert readings_on(board, [], DAY) == {}


@pytest.mark.django_db
def test_a_finding_goes_by_the_reading_of_its_day_and_names_it() -> None:
    case = cases.open_case(kind="read-toy", on=DAY, by=people.clerk())
    assert [found.state for found in Filing.of_case(case).findings(DAY)] == [State.UNMET, State.MET]
    answer("false", LATER, slug="bows-count")
    filing = Filing.of_case(case)
    assert filing.findings(DAY)[0].state == State.UNMET
    length = filing.findings(LATER)[0]
    assert (length.state, length.measured, length.limit) == (State.MET, 9, 10)
    assert by_reading(READ.readings, length.reads) == [MOST_LENGTH, BOWS_COUNT]
    assert by_reading(READ.readings, filing.findings(LATER)[1].reads) == []


@pytest.mark.django_db
def test_a_snapshot_keeps_the_reading_it_went_by() -> None:
    case = cases.open_case(kind="read-toy", on=DAY, by=people.clerk())
    answer("20", DAY)
    snapshot = Case.objects.get(pk=case.pk).snapshots.get()
    assert (snapshot.facts["most_length_in"], snapshot.facts["bows_count"]) == (10, True)


# ------------------------------------------------------------------------------------ adding, withdrawing
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"since": date(2026, 5, 31)}, "before today.*what was found already stays"),
        ({"value": "long"}, "is no number"),
        ({"slug": "most-width"}, "is not asked"),
        ({"until": date(2026, 5, 1)}, "Enter a later last day"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(NotAllowed, match=why):
        answer(**given)
    assert not ReadingRow.objects.exists()


@pytest.mark.django_db
def test_gaps_and_overlaps_are_refused() -> None:
    answer("12", DAY, until=date(2026, 6, 30))
    with pytest.raises(NotAllowed, match="two rows would cover Tuesday, June 30"):
        answer("13", date(2026, 6, 30))
    with pytest.raises(NotAllowed, match="no answer would cover Wednesday, July 1"):
        answer("13", date(2026, 7, 2))
    answer("13", LATER)
    with pytest.raises(NotAllowed, match="Another row starts on Wednesday, July 1"):
        answer("14", LATER)


@pytest.mark.django_db
def test_only_an_administrator_of_the_board_answers() -> None:
    for person in (people.clerk(), people.member(), people.administrator(people.docks())):
        with pytest.raises(WrongRole, match="administrator"):
            answer(by=person)
    row = answer("12", LATER)
    with pytest.raises(WrongRole):
        withdraw_reading(row, on=DAY, by=people.clerk())


@pytest.mark.django_db
def test_a_row_is_never_changed_and_goes_only_before_its_first_day() -> None:
    admin = people.administrator()
    row = answer("12", LATER)
    with pytest.raises(AppendOnly):
        ReadingRow.objects.filter(pk=row.pk).update(value="20")
    with pytest.raises(AppendOnly):
        row.delete()
    with pytest.raises(NotAllowed, match="in force since Wednesday, July 1"):
        withdraw_reading(row, on=LATER, by=admin)
    withdraw_reading(row, on=DAY, by=admin)
    assert not ReadingRow.objects.exists()


@pytest.mark.django_db
def test_the_database_keeps_two_rows_off_one_day() -> None:
    row = answer("12", LATER)
    with pytest.raises(IntegrityError), transaction.atomic():
        ReadingRow.objects.create(
            board=row.board, slug=row.slug, value="13", since=row.since, source="x", added_on=DAY
        )


OFFSETS = st.integers(0, 30)


class AnyOrder(TestCase):
    """Whatever rows are offered in whatever order: those taken never cover a day twice, and replay alike."""

    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.tuples(OFFSETS, st.none() | OFFSETS, st.integers(1, 99)), max_size=7))
    def test_a_day_has_at_most_one_row(self, offered: list[tuple[int, int | None, int]]) -> None:
        with transaction.atomic():
            board, taken = people.health(), []
            for first, lasts, value in offered:
                since = DAY + timedelta(first)
                until = None if lasts is None else since + timedelta(lasts)
                try:
                    taken.append(answer(str(value), since, until=until, by=None))
                except NotAllowed:
                    continue
            told = sorted(taken, key=lambda row: row.since)
            for offset in range(70):
                day = DAY + timedelta(offset)
                # By hand: the last to begin, unless it has ended; a later row ends an open one.
                begun = [row for row in told if row.since <= day]
                last = begun[-1] if begun else None
                counts = last.value if last and (last.until is None or day <= last.until) else "10"
                assert reading_on(board, MOST_LENGTH, day) == counts
                closed = [row for row in told if row.until and row.since <= day <= row.until]
                assert len(closed) <= 1
            transaction.set_rollback(True)
