"""The night among a great many clocks: its index finds what is due, and it touches nothing else.

A smaller crowd here, for the time it takes; the whole million:

    PERMIT_CLOCKS=1000000 pytest tests/office/test_million.py -s
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from office.actions.events import record
from office.actions.nightly import BATCH
from office.models import Case, ClockRow, Message, NightRun, Reminder
from tests.office import nights

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="Rows read are counted by PostgreSQL."),
]

CLOCKS = int(os.environ.get("PERMIT_CLOCKS") or 200_000)
PER_CASE = 20
DUE = 2_000
ON = date(2026, 6, 17)  # the 14-day reminder of a plan that was asked for on June 1


@pytest.fixture
def _crowd() -> Iterator[None]:
    """CLOCKS open clocks on CLOCKS / 20 cases; on 2,000 of the cases one reminder came on June 17.

    All are copies of one case that was told by actions. The others have theirs on the days after, so that
    whoever reads on past the day reads too much.
    """
    with nights.registered():
        case = nights.toy(nights.applicant())
        record(case, "asked", on=nights.FILED, by=nights.clerk())
        row = case.clocks.get()
        assert row.next_on == ON
        with connection.cursor() as cursor:
            # Rows of earlier tests were deleted and still stand in the indexes.
            cursor.execute("REINDEX TABLE office_clockrow")
            columns = [field.column for field in Case._meta.concrete_fields if field.column != "id"]
            cursor.execute(
                f"""INSERT INTO office_case ({", ".join(map(quoted, columns))})
                SELECT {", ".join("number || '-' || n" if c == "number" else quoted(c) for c in columns)}
                FROM office_case, generate_series(1, %s) n WHERE id = %s""",
                [CLOCKS // PER_CASE - 1, case.pk],
            )
            columns = [field.column for field in ClockRow._meta.concrete_fields if field.column != "id"]
            later = "CASE WHEN n = 1 AND c.place <= %s THEN 0 ELSE 1 + (c.id %% 700)::int END"
            other = {
                "case_id": "c.id",
                "subject": "'s' || n",
                "due_on": f"due_on + {later}",
                "next_on": f"next_on + {later}",
            }
            cursor.execute(
                f"""INSERT INTO office_clockrow ({", ".join(map(quoted, columns))})
                SELECT {", ".join(other.get(column, f"r.{quoted(column)}") for column in columns)}
                FROM office_clockrow r, generate_series(1, {PER_CASE}) n,
                (SELECT id, row_number() OVER (ORDER BY id) AS place FROM office_case) c WHERE r.id = %s""",
                [DUE, DUE, row.pk],
            )
            ClockRow.objects.filter(pk=row.pk).delete()
            cursor.execute("ANALYZE office_clockrow")
            cursor.execute("ANALYZE office_case")
        yield


class Queries:
    """How many there were; Django's own list of them is too short for a whole night."""

    number = 0

    def __call__(self, execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        self.number += 1
        return execute(sql, parameters, many, context)


def quoted(column: str) -> str:
    return connection.ops.quote_name(column)


def touched(table: str) -> dict[str, int]:
    """What this transaction read and wrote of a table so far, as the server counts it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq_tup_read, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del "
            "FROM pg_stat_xact_user_tables WHERE relname = %s",
            [table],
        )
        return dict(zip(("scanned", "fetched", "added", "changed", "gone"), cursor.fetchone(), strict=True))


def plan_of(cursor: Any, query: Any) -> dict[str, Any]:
    sql, parameters = query.query.sql_with_params()
    cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", parameters)
    (found,) = cursor.fetchone()[0]
    return found["Plan"]  # type: ignore[no-any-return]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


@pytest.mark.usefixtures("_crowd")
def test_the_night_finds_what_is_due_through_its_index_and_touches_nothing_else() -> None:
    assert ClockRow.objects.count() == CLOCKS
    due = ClockRow.objects.for_the_night(ON)
    # 1. The plan: the index of the night, and only the rows that are due.
    with connection.cursor() as cursor:
        for query in (due.values_list("pk", "next_on", "case_id"), due.values_list("pk")[:BATCH]):
            scans = [node for node in nodes(plan_of(cursor, query)) if "Relation Name" in node]
            indexes = {node.get("Index Name") for node in nodes(plan_of(cursor, query))} - {None}
            assert indexes == {"clock_sweep"}
            assert [node["Node Type"] for node in scans if "Seq" in node["Node Type"]] == []
            assert sum(node.get("Rows Removed by Filter", 0) for node in scans) == 0
            assert scans[0]["Actual Rows"] <= DUE
            buffers = scans[0]["Shared Hit Blocks"] + scans[0]["Shared Read Blocks"]
            assert buffers <= DUE * 1.1
    # 2. The night itself.
    before = {table: touched(table) for table in ("office_clockrow", "office_case", "office_reminder")}
    with connection.execute_wrapper(queries := Queries()):
        done = nights.run(ON)
    used = {
        table: {name: value - before[table][name] for name, value in touched(table).items()}
        for table in before
    }
    assert (done.looked_at, done.reminded, done.failed) == (DUE, DUE, [])
    clocks = used["office_clockrow"]
    assert (clocks["scanned"], clocks["changed"], clocks["added"], clocks["gone"]) == (0, DUE, 0, 0)
    assert clocks["fetched"] <= DUE * 6, "not even the other clocks of these cases"
    assert (used["office_case"]["scanned"], used["office_case"]["changed"]) == (0, 0)
    assert used["office_reminder"]["added"] == DUE == Reminder.objects.count()
    assert queries.number <= DUE * 24
    each = queries.number / DUE
    assert due.count() == 0
    assert Message.objects.filter(to_email=nights.clerk().email).count() == 1
    # 3. The night after: as cheap as if there were nobody.
    ClockRow.objects.filter(next_on=ON + timedelta(days=1)).update(next_on=None)
    with connection.execute_wrapper(queries := Queries()):
        nights.run(ON + timedelta(days=1))
    assert 0 < queries.number <= 7  # what is due of cases, and of meetings
    assert NightRun.objects.count() == 2
    print(  # noqa: T201
        f"\n{CLOCKS:,} open clocks, {DUE:,} due: {each:.1f} queries for each, {queries.number} when nothing "
        f"is; clock rows read {clocks['fetched']:,}, changed {clocks['changed']:,}; the night took "
        f"{(done.finished_at - done.started_at).total_seconds():.1f} s."  # type: ignore[operator]
    )
