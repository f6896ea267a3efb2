"""`manage.py bench` runs, prints its table, and leaves nothing behind. Nothing here is timed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.database  # its processes ask one

OURS = ("DEBUG", "SECRET_KEY", "SITE_ADDRESS", "VAR_DIR", "TMPDIR")


def test_it_prints_every_page_and_leaves_nothing_behind(tmp_path: Path, db: None) -> None:
    var, temporary = tmp_path / "var", tmp_path / "tmp"
    var.mkdir()
    temporary.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    bench = subprocess.Popen(
        [sys.executable, "manage.py", "bench", "--cases", "50", "100", "--rounds", "2"],
        env=kept | {"DEBUG": "1", "VAR_DIR": str(var), "TMPDIR": str(temporary)},
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    printed, complained = bench.communicate(timeout=300)
    assert bench.returncode == 0, complained
    for name in ("Worklist", "Case file, issued", "Register", "Find by name", "Counter", "Verify a code"):
        assert re.search(rf"^{name} +\d+\.\d +\d+\.\d +\d+\.\d +\d+\.\d$", printed, re.M), printed
    assert re.search(r"^The empty view +1\.0 ", printed, re.M)
    assert re.search(r"^A permit as PDF ÷ a bare WeasyPrint page: \d+\.\d ", printed, re.M)
    assert list(temporary.iterdir()) == []
    assert [path.name for path in var.rglob("*") if path.is_file()] == ["secret-key"]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_database WHERE datname = %s", [f"bench_office_{bench.pid}"]
            )
            assert cursor.fetchone() == (0,)


def test_too_few_cases_are_refused() -> None:
    with pytest.raises(CommandError, match="Measure at 40 cases or more"):
        call_command("bench", cases=[10])
