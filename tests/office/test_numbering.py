"""Numbers without gaps, and what happens when two people act at the same moment.

What needs two connections at once runs on PostgreSQL; on SQLite, where a writer waits for the other from
its first statement, the same is shown over a file of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import chain
from pathlib import Path
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, connections, transaction

from office import kinds
from office.actions.cases import issue, open_case
from office.actions.errors import NotAllowed
from office.intake import Intake
from office.models import Case, Counter, Membership
from office.numbering import next_number
from tests import people

DAY = date(2026, 3, 2)
PARALLEL, AT_ONCE = 200, 20

on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="Two connections at once need PostgreSQL: set DATABASE_URL. The SQLite variant runs instead.",
)
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="The PostgreSQL variant runs instead.")


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What these acts answer, or the NotAllowed they raise, each in a thread of its own, started together."""
    ready = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        ready.wait(timeout=30)
        try:
            return act()
        except NotAllowed as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def take(series: str = "DU", year: int = 2026, **more: Any) -> str:
    with transaction.atomic():
        return next_number(series, year, **more)


# ---- One after the other
@pytest.mark.django_db
def test_numbers_are_consecutive_within_their_series_and_year() -> None:
    assert [take() for _ in range(3)] == ["DU-2026-001", "DU-2026-002", "DU-2026-003"]
    assert take("TD") == "TD-2026-001"
    assert take(year=2027) == "DU-2027-001"
    assert take() == "DU-2026-004"


@pytest.mark.django_db
def test_past_999_a_number_grows_and_a_width_is_a_least_width() -> None:
    Counter.objects.create(series="DU-2026", last=998)
    assert [take() for _ in range(3)] == ["DU-2026-999", "DU-2026-1000", "DU-2026-1001"]
    assert take("R", width=4) == "R-2026-0001"


@pytest.mark.django_db
def test_a_number_that_is_rolled_back_is_given_again() -> None:
    assert take() == "DU-2026-001"
    with transaction.atomic():
        assert next_number("DU", 2026) == "DU-2026-002"
        transaction.set_rollback(True)
    assert take() == "DU-2026-002"


@pytest.mark.django_db
def test_a_refused_filing_leaves_no_gap() -> None:
    old = people.issued_dumpster(DAY)

    def renew() -> Case:
        return open_case(
            kind="dumpster", on=date(2026, 12, 1), by=people.clerk(), facility=old.facility, renews=old,
            intake=Intake(kinds.get("dumpster"), {}),
        )  # fmt: skip

    assert renew().number == "DU-2026-002"
    with pytest.raises(NotAllowed):
        renew()
    assert people.ready_dumpster(DAY).number == "DU-2026-003"


@pytest.mark.django_db(transaction=True)
def test_a_number_is_taken_inside_a_transaction() -> None:
    with pytest.raises(RuntimeError, match="inside the transaction"):
        next_number("DU", 2026)
    assert not Counter.objects.exists()


# ---- At once, on SQLite
@pytest.fixture
def counters_in_a_file(tmp_path: Path) -> Iterator[None]:
    """New connections go to a file that holds nothing but counters: a database in memory knows no waiting."""
    said = connections.settings["default"]
    before = said["NAME"]
    said["NAME"] = str(tmp_path / "counters.sqlite3")

    def make() -> None:
        with connection.constraint_checks_disabled(), connection.schema_editor() as schema:
            schema.create_model(Counter)

    try:
        at_once(make)
        yield
    finally:
        said["NAME"] = before


@on_sqlite
@pytest.mark.usefixtures("counters_in_a_file")
@pytest.mark.django_db(transaction=True)
def test_parallel_numbers_on_sqlite_are_distinct_and_consecutive() -> None:
    def five() -> list[str]:
        return [take() for _ in range(5)]

    def one_that_fails() -> list[str]:
        with transaction.atomic():
            next_number("DU", 2026)
            transaction.set_rollback(True)
        return []

    taken = at_once(*[five] * 6, *[one_that_fails] * 2)
    assert sorted(chain.from_iterable(taken)) == [f"DU-2026-{n:03d}" for n in range(1, 31)]


# ---- At once, on PostgreSQL
@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_200_parallel_filings_give_200_distinct_consecutive_numbers() -> None:
    clerk, board = people.clerk(), people.health()

    def several() -> list[str]:
        opened = []
        for n in range(PARALLEL // AT_ONCE):
            if n % 3 == 0:  # now and then one fails after its number was taken
                with transaction.atomic():
                    open_case(kind="complaint", on=DAY, by=clerk, board=board)
                    transaction.set_rollback(True)
            opened.append(open_case(kind="complaint", on=DAY, by=clerk, board=board).number)
        return opened

    numbers = chain.from_iterable(at_once(*[several] * AT_ONCE))
    assert sorted(numbers) == [f"CO-2026-{n:03d}" for n in range(1, PARALLEL + 1)]
    assert Case.objects.count() == PARALLEL


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_two_clerks_issuing_the_same_dumpster_at_once_make_one_permit() -> None:
    facility = people.dumpster_bin()
    both = [people.ready_dumpster(DAY, facility=facility) for _ in range(2)]
    for case in both:
        people.settle(case, DAY, people.clerk())
    clerks = [people.clerk(), people.user("second")]
    Membership.objects.create(user=clerks[1], board=people.health(), role="clerk")

    answers = at_once(
        lambda: issue(both[0], on=DAY, by=clerks[0]), lambda: issue(both[1], on=DAY, by=clerks[1])
    )
    refused = [answer for answer in answers if isinstance(answer, NotAllowed)]
    assert len(refused) == 1
    issued = Case.objects.of_kind("dumpster").get(status="issued")
    assert f"already has {issued.number}" in str(refused[0])


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_one_case_issued_by_two_clerks_at_once_is_issued_once() -> None:
    case = people.ready_dumpster(DAY)
    people.settle(case, DAY, people.clerk())
    clerk = people.clerk()
    answers = at_once(*[lambda: issue(Case.objects.get(pk=case.pk), on=DAY, by=clerk)] * 2)
    refused = [answer for answer in answers if isinstance(answer, NotAllowed)]
    assert [str(answer) for answer in refused] == [f"Issue is not open while {case.number} is issued."]
    assert case.events.filter(slug="issued").count() == 1


class Held:
    """The first of two acts keeps its transaction open until the second has had time to run into it."""

    def __init__(self) -> None:
        self.done, self.go_on = Event(), Event()

    def first(self, act: Callable[[], Any]) -> Any:
        with transaction.atomic():
            answer = act()
            self.done.set()
            self.go_on.wait(timeout=1)
            return answer

    def second(self, act: Callable[[], Any]) -> Any:
        assert self.done.wait(timeout=30)
        return act()


def race(act: Callable[[], Any]) -> list[Any]:
    held = Held()
    return at_once(lambda: held.first(act), lambda: held.second(act))


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_renewal_asked_twice_at_once_reaches_the_database_and_is_refused_with_the_other_number() -> None:
    old, clerk = people.issued_dumpster(DAY), people.clerk()

    def renew() -> Case:
        return open_case(
            kind="dumpster", on=date(2026, 12, 1), by=clerk, facility=old.facility, renews=old,
            intake=Intake(kinds.get("dumpster"), {}),
        )  # fmt: skip

    first, second = race(renew)
    assert str(second) == f"{old.number} was already renewed by {first.number}. Open that case instead."
    assert Case.objects.of_kind("dumpster").count() == 2
    assert people.ready_dumpster(DAY).number == "DU-2026-003", "the second left no gap"


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_one_form_pressed_twice_at_once_is_one_case_and_one_number() -> None:
    clerk, board = people.clerk(), people.health()
    first, second = race(lambda: open_case(kind="complaint", on=DAY, by=clerk, board=board, key="page-1"))
    assert first == second
    assert Counter.objects.get(series="CO-2026").last == 1
