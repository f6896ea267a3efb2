"""An office of its own for workers that are processes and may be killed: a database and a folder."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests import databases


class Place:
    """A migrated database beside that of the tests, on the same server or, with SQLite, in `folder`.

    It is a copy (tests/databases.py): who makes a place asks for the fixture `django_db_setup` first.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.created = folder, ""
        file = folder / "office.sqlite3"
        url = f"sqlite:///{file}"
        if connection.vendor == "postgresql":
            self.created = f"test_place_{uuid.uuid4().hex[:12]}"
            databases.to_server(self.created)
            databases.forgetful(self.created)  # workers are killed, and the server is not
            base, _, _ = os.environ["DATABASE_URL"].rpartition("/")
            url = f"{base}/{self.created}"
        else:
            databases.to_file(file)
        self.environment = dict(os.environ) | {
            "DEBUG": "1", "VAR_DIR": str(folder), "DATABASE_URL": url, "LOG_LEVEL": "ERROR", **environment,
        }  # fmt: skip

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
            databases.server(f"DROP DATABASE {self.created} WITH (FORCE)")
