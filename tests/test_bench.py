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

from office.bench import Spread
from office.demo_copies import keeper_name

pytestmark = pytest.mark.database  # its processes ask one

PAGES = [
    "Worklist",
    "Worklist, our move",
    "Case file, issued",
    "Register",
    "Register, a word of all",
    "Register, a seldom name with an accent",
    "Register, a rare name with an apostrophe",
    "Register, a lot",
    "Register, a number",
    "Register, a number without its year",
    "Register, nothing like it",
    "Find box, a word of all",
    "Find box, a telephone nobody has",
    "Counter, nothing like it",
    "Verify a code",
]
OURS = ("DEBUG", "SECRET_KEY", "SITE_ADDRESS", "VAR_DIR", "TMPDIR")


def test_it_prints_every_page_and_leaves_nothing_behind(tmp_path: Path, db: None) -> None:
    var, temporary = tmp_path / "var", tmp_path / "tmp"
    var.mkdir()
    temporary.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    bench = subprocess.Popen(
        [sys.executable, "manage.py", "bench", "--cases", "100", "150", "--rounds", "2"],
        env=kept | {"DEBUG": "1", "VAR_DIR": str(var), "TMPDIR": str(temporary)},
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    printed, complained = bench.communicate(timeout=300)
    assert bench.returncode == 0, complained
    for name in PAGES:
        assert re.search(rf"^{re.escape(name)}(?: +\d+\.\d){{6}}$", printed, re.M), f"{name}\n{printed}"
    assert re.search(r"^The empty view +1\.0 ", printed, re.M)
    assert re.findall(r"(\d+) sample cases", printed) == ["100", "150"]
    first, second = re.findall(r"(\d+) of \1 generated cases", printed)
    assert int(second) - int(first) == 50
    vendor = "SQLite" if connection.vendor == "sqlite" else "PostgreSQL"
    slowest = r"Register, [^;]+: \d+ ms; Find box, [^;]+: \d+ ms; Counter, [^;]+: \d+ ms\."
    assert re.search(rf"The slowest searches of 150 cases on {vendor}, p95: {slowest}", printed), printed
    assert re.search(r"^A permit as PDF ÷ a bare WeasyPrint page: \d+\.\d ", printed, re.M)
    assert list(temporary.iterdir()) == []
    assert [path.name for path in var.rglob("*") if path.is_file()] == ["secret-key"]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_database WHERE datname = %s", [f"bench_office_{bench.pid}"]
            )
            assert cursor.fetchone() == (0,)


@pytest.mark.parametrize(
    ("taken", "spread"),
    [
        ([5.0], (5.0, 5.0)),
        ([3.0, 1.0, 2.0], (2.0, 3.0)),
        ([float(n) for n in range(20, 0, -1)], (10.5, 19.0)),
        ([float(n) for n in range(1, 101)], (50.5, 95.0)),
    ],
)
def test_p95_is_the_time_within_which_95_in_100_were_done(
    taken: list[float], spread: tuple[float, float]
) -> None:
    assert Spread.of(taken) == Spread(*spread)


def test_a_small_crowd_has_some_of_each_name_and_a_large_one_few() -> None:
    names = [keeper_name(n) for n in range(1, 100_001)]
    assert names[7] == "Sample Keeper 8 O'Brien 李"
    assert names[8] == "Sample Keeper 9 Müller"
    assert names[9] == "Sample Keeper 10"
    assert sum("Müller" in name for name in names) == 316
    assert sum("O'Brien" in name for name in names) == 46


def test_too_few_cases_are_refused() -> None:
    with pytest.raises(CommandError, match="Measure at 90 cases or more"):
        call_command("bench", cases=[10])
