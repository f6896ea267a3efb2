"""An office of its own for workers that are processes and may be killed: a database and a folder."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg2
from django.conf import settings
from django.db import connection


class Place:
    """A migrated database beside that of the tests, on the same server or, with SQLite, in `folder`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.created = folder, ""
        url = f"sqlite:///{folder / 'office.sqlite3'}"
        if connection.vendor == "postgresql":
            self.created = f"test_place_{uuid.uuid4().hex[:12]}"
            self._server(f"CREATE DATABASE {self.created}")
            # Workers are killed and the server is not: it need not wait for its disk.
            self._server(f"ALTER DATABASE {self.created} SET synchronous_commit TO off")
            base, _, _ = os.environ["DATABASE_URL"].rpartition("/")
            url = f"{base}/{self.created}"
        self.environment = dict(os.environ) | {
            "DEBUG": "1", "VAR_DIR": str(folder), "DATABASE_URL": url, "LOG_LEVEL": "ERROR", **environment,
        }  # fmt: skip
        self.run("manage.py", "migrate", "--verbosity", "0")

    def _server(self, statement: str) -> None:
        server = psycopg2.connect(os.environ["DATABASE_URL"])
        server.autocommit = True
        server.cursor().execute(statement)
        server.close()

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Python with these words, able to be told and heard."""
        return subprocess.Popen(
            [sys.executable, *words], env=self.environment, cwd=settings.BASE_DIR, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *words: str) -> str:
        """What it prints, once it has ended well."""
        process = self.start(*words)
        said, _ = process.communicate(timeout=300)
        assert process.returncode == 0, words
        return said

    def leave(self) -> None:
        if self.created:
            self._server(f"DROP DATABASE {self.created} WITH (FORCE)")
