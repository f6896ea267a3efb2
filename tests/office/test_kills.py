"""Workers are killed while thousands are to be reminded: each is reminded once, and nothing is lost.

As many as fit into a test run here. The whole proof, a hundred kills while 5,000 reminders are due:

    PERMIT_KILLS=100 PERMIT_REMINDERS=5000 pytest tests/office/test_kills.py -s
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.office.night_worker import DONE, ON
from tests.places import Place
from tests.smtp_sink import Sink

pytestmark = pytest.mark.database  # its processes ask one

SERVER = connection.vendor == "postgresql"  # SQLite is written by one at a time
REMINDERS = int(os.environ.get("PERMIT_REMINDERS") or (150 if SERVER else 120))
LAPSES = REMINDERS // 10
KILLS = int(os.environ.get("PERMIT_KILLS") or (10 if SERVER else 8))
LIMIT = 300 + REMINDERS * 0.4  # seconds, on a machine that has much else to do


class Office:
    """The workers of one office: some that do the night, and one that sends."""

    def __init__(self, place: Place) -> None:
        self.folder = place.folder
        self.minutes = 0
        self.started: Counter[str] = Counter()
        self.server = place.start("-m", "tests.office.night_worker", "serve", str(self.folder))

    def start(self, sort: str, on: date = ON) -> int:
        """A worker, an hour after the one before: what that one had in hand is free by then."""
        self.minutes += 60
        self.started[sort] += 1
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(f"{sort} {on} {self.minutes}\n")
        self.server.stdin.flush()
        return int(self.server.stdout.readline())

    @property
    def night_is_done(self) -> bool:
        return (self.folder / DONE).exists()

    def failures(self) -> list[str]:
        return [file.read_text() for file in sorted(self.folder.glob("failed-*"))]

    def stop(self) -> None:
        self.server.kill()
        self.server.wait(10)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(pid: int, deadline: float) -> None:
    while alive(pid):
        assert time.monotonic() < deadline, "The work does not end."
        time.sleep(0.05)


@pytest.fixture
def sink(tmp_path: Path) -> Iterator[Sink]:
    with Sink(tmp_path / "sink", seconds=LIMIT + 120) as server:
        yield server


@pytest.fixture
def place(tmp_path: Path, sink: Sink) -> Iterator[Place]:
    found = Place(tmp_path, **sink.environment())
    try:
        found.run("-m", "tests.office.night_worker", "prepare", str(REMINDERS), str(LAPSES))
        yield found
    finally:
        found.leave()


@pytest.fixture
def office(place: Place) -> Iterator[Office]:
    found = Office(place)
    try:
        yield found
    finally:
        found.stop()


def killed(office: Office, sink: Sink, seed: int) -> Counter[str]:
    """Two do the night and one sends; one is killed and started again, KILLS times as the mails go out."""
    chance = random.Random(seed)
    deadline = time.monotonic() + LIMIT
    points = sorted(chance.uniform(0, REMINDERS * 0.9) for _ in range(KILLS))
    kills: Counter[str] = Counter()
    working = [(sort, office.start(sort)) for sort in ("night", "night", "mail")]
    for point in points:
        while len(sink.files()) < point and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.05))
        working = [(sort, pid) for sort, pid in working if alive(pid)]
        if not working:
            break
        sort, pid = working.pop(chance.randrange(len(working)))
        os.kill(pid, signal.SIGKILL)
        kills[sort] += 1
        working.append((sort, office.start(sort)))
    for _, pid in working:
        wait_for(pid, deadline)
    wait_for(office.start("mail"), deadline)  # what was in hand when the last was killed
    return kills


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Workers are forked, and this system cannot.")
def test_killed_anywhere_each_is_reminded_once_and_nothing_is_lost(
    place: Place, office: Office, sink: Sink
) -> None:
    # The server takes a moment to answer: the gap no program can close.
    sink.order(at="stored", wait=0.004)
    kills = killed(office, sink, seed=20260623)
    assert office.failures() == []
    shown: dict[str, Any] = json.loads(place.run("-m", "tests.office.night_worker", "show"))
    # The kills fell into the work.
    assert sum(kills.values()) >= KILLS * 0.8, kills
    assert office.night_is_done
    assert shown["finished"] >= 1
    # Every reminder was recorded once, every lapse on its day.
    reminders = Counter((clock, days, over) for _, clock, days, over in shown["reminders"])
    assert reminders == {
        ("answer", 14, False): REMINDERS, ("opinion", 5, True): LAPSES, ("opinion", -1, False): LAPSES,
    }  # fmt: skip
    assert (len(shown["deemed"]), sum(shown["deemed"].values())) == (LAPSES, LAPSES)
    assert shown["days"] == ["2026-06-22"]
    assert (shown["reviewed"], shown["left"]) == (LAPSES, 0)
    # Everybody was told once, in a message that went out.
    messages = {row["message_id"]: row for row in shown["messages"]}
    assert {row["state"] for row in messages.values()} == {"sent"}
    clerk = "clerk-tisbury-health@example.org"
    lines = Counter("clerk" if email == clerk else "applicant" for email, _ in shown["lines"])
    assert lines == {"applicant": REMINDERS, "clerk": REMINDERS + LAPSES}
    assert len(set(map(tuple, shown["lines"]))) == len(shown["lines"])
    # The server has each; twice at most what was in hand when its worker was killed, under one Message-ID.
    arrived = Counter(sink.message_ids())
    assert set(arrived) == set(messages)
    twice = {message_id for message_id, times in arrived.items() if times > 1}
    doubted = {message_id for message_id, row in messages.items() if row["in_doubt"]}
    assert twice <= doubted
    assert len(doubted) <= kills["mail"]
    print(  # noqa: T201
        f"\n{REMINDERS} reminders and {LAPSES} lapses on {connection.vendor}: {kills['night']} kills of the "
        f"night and {kills['mail']} of the mail; {shown['runs']} runs, {shown['finished']} finished; "
        f"{len(messages)} messages, {len(doubted)} in doubt, {len(twice)} of them arrived twice."
    )

    # The next night comes due for all who were asked, and three who do it at once share it out.
    deadline = time.monotonic() + LIMIT
    for pid in [office.start("night", ON + timedelta(days=1)) for _ in range(3)]:
        wait_for(pid, deadline)
    assert office.failures() == []
    shown = json.loads(place.run("-m", "tests.office.night_worker", "show"))
    shares = [looked_at for on, looked_at in shown["looked_at"] if on == "2026-06-24"]
    assert (len(shares), sum(shares)) == (3, REMINDERS)
    assert Counter(days for _, clock, days, _ in shown["reminders"] if clock == "answer") == {
        14: REMINDERS, 7: REMINDERS,
    }  # fmt: skip
    assert len(shown["lines"]) == 4 * REMINDERS + LAPSES
    print(f"Three at once looked at {', '.join(map(str, shares))}.")  # noqa: T201
