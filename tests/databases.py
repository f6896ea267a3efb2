"""Every migration once in a run; whoever needs another migrated database gets a copy of that one.

The first process that asks for a database makes it from nothing, by every migration, and tests on it: that
is the test of the migrations. Before its first test a copy is put aside, empty but for what migrations write.
The other processes of pytest-xdist copy that copy, and `migrate` runs over theirs again and finds nothing to
do; so do the offices whose workers are killed (tests/places.py). The copy is a file with SQLite, a template
database with PostgreSQL.

What belongs to a run lies in one folder. The process that started the run makes and removes it
(tests/conftest.py); nothing is kept for the next run.

A test that commits leaves its database empty. On PostgreSQL Django truncates every table, which makes new
files for it and its indexes, however few rows it had: here the rows of those that have any are deleted.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg2
from django.db import connection
from django.db.backends.signals import connection_created

FOLDER = "OFFICE_TEST_RUN"  # the variable by which the processes of a run find its folder


# --------------------------------------------------------------------------------------------- the run
def begin() -> bool:
    """Make the folder of this run, unless the process that started this one did; says whether it was made."""
    if FOLDER in os.environ:
        return False
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="permit-office-run-")
    return True


def end() -> None:
    """Remove the folder, and on the server what it tells of."""
    if _on_server().exists():
        server(f"DROP DATABASE IF EXISTS {_on_server().read_text()} WITH (FORCE)")
    shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def _folder() -> Path:
    return Path(os.environ[FOLDER])


def _file() -> Path:
    """The copy that was put aside, with SQLite."""
    return _folder() / "migrated.sqlite3"


def _on_server() -> Path:
    """The name of the copy that was put aside, with PostgreSQL."""
    return _folder() / "migrated.postgresql"


def server(statement: str) -> None:
    """One statement to the PostgreSQL server, outside a transaction."""
    with closing(psycopg2.connect(os.environ["DATABASE_URL"])) as ours:
        ours.autocommit = True
        ours.cursor().execute(statement)


# ------------------------------------------------------------------------------------- databases of tests
@contextmanager
def or_migrated() -> Iterator[None]:
    """Around the making of the database of a process: what it makes is a copy, or is put aside as the first.

    One process at a time, so that the second finds what the first put aside.
    """
    on_server = connection.vendor == "postgresql"
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        yield from _postgresql() if on_server else _sqlite()
    if on_server:
        connection.close()
        forgetful(connection.settings_dict["NAME"])
        connection.ops.sql_flush = _sql_flush


def _postgresql() -> Iterator[None]:
    if _on_server().exists():
        connection.settings_dict["TEST"]["TEMPLATE"] = _on_server().read_text()
        yield
        return
    yield
    made, aside = connection.settings_dict["NAME"], f"test_migrated_{uuid.uuid4().hex[:12]}"
    connection.close()  # what is copied must be open to nobody
    server(f"CREATE DATABASE {aside} TEMPLATE {made}")
    _on_server().write_text(aside)


def forgetful(name: str) -> None:
    """The server need not wait for its disk when this database commits; from the next connection on."""
    server(f"ALTER DATABASE {name} SET synchronous_commit TO off")


def _sql_flush(
    style: Any, tables: Iterable[str], *, reset_sequences: bool = False, allow_cascade: bool = False
) -> list[str]:
    """Instead of Django's for PostgreSQL; foreign keys are looked at when it commits, so no order matters."""
    assert not reset_sequences, "A test that needs its numbers to begin at 1 has to truncate."
    names = {table: connection.ops.quote_name(table) for table in tables}
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}' WHERE EXISTS (SELECT FROM {name})" for table, name in names.items()
            )
        )
        return [f"DELETE FROM {names[table]}" for (table,) in cursor.fetchall()]


def _sqlite() -> Iterator[None]:
    if _file().exists():
        connection_created.connect(_fill)  # it lies in memory, and is there from the first connection on
        try:
            yield
        finally:
            connection_created.disconnect(_fill)
        return
    yield
    connection.ensure_connection()
    with closing(sqlite3.connect(_file())) as aside:
        connection.connection.backup(aside)


def _fill(connection: Any, **_: Any) -> None:
    connection_created.disconnect(_fill)
    with closing(sqlite3.connect(_file())) as aside:
        aside.backup(connection.connection)


# --------------------------------------------------------------------------------------- databases beside
def to_file(path: Path) -> None:
    """A migrated SQLite database in a file. Needs the fixture `django_db_setup`, as does the next."""
    shutil.copyfile(_file(), path)


def to_server(name: str) -> None:
    """A migrated database of that name on the PostgreSQL server."""
    server(f"CREATE DATABASE {name} TEMPLATE {_on_server().read_text()}")
