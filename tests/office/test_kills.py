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
CELERY_KILLS = int(os.environ.get("PERMIT_KILLS") or 3)
STEP = min(12, 360 // CELERY_KILLS)  # minutes by which the clock of each worker is ahead of the one before
LIMIT = 300 + REMINDERS * 0.4  # seconds, on a machine that has much else to do


class Office:
    """The workers of one office: some that do the night, and one that sends."""

    def __init__(self, place: Place) -> None:
        self.folder = place.folder
        self.minutes = 0
        self.started: Counter[str] = Counter()
        self.server = place.start("-m", "tests.office.night_worker", "serve", str(self.folder))

    def start(self, sort: str, on: date = ON, *, minutes: int = 60) -> int:
        """A worker, so many minutes after the one before: after an hour all it had in hand is free."""
        self.minutes += minutes
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
def place(tmp_path: Path, sink: Sink, django_db_setup: None) -> Iterator[Place]:
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


def each_was_reminded_once(place: Place, sink: Sink, *, mail_kills: int) -> str:
    """Nothing is lost and nothing recorded twice; returns what was found in a sentence."""
    shown: dict[str, Any] = json.loads(place.run("-m", "tests.office.night_worker", "show"))
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
    assert len(doubted) <= mail_kills
    return (
        f"\n{REMINDERS} reminders and {LAPSES} lapses on {connection.vendor}: {shown['runs']} runs of the "
        f"night, {shown['finished']} finished; {len(messages)} messages, {len(doubted)} in doubt, "
        f"{len(twice)} of them arrived twice."
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Workers are forked, and this system cannot.")
def test_workers_of_celery_are_killed_anywhere_and_each_is_reminded_once(
    place: Place, office: Office, sink: Sink
) -> None:
    """Two workers as in production, woken as by the scheduler.

    The clock of each is some minutes after that of the one before, so that letters held back, and what a dead
    one had in hand, come due.
    """
    sink.order(at="stored", wait=0.004)
    chance = random.Random(20261130)
    deadline = time.monotonic() + 2 * LIMIT
    working = [office.start("celery", minutes=0), office.start("celery", minutes=0)]
    kills = 0
    while kills < CELERY_KILLS and time.monotonic() < deadline:
        office.start("wake", minutes=0)
        time.sleep(chance.uniform(0.2, 3))
        os.kill(working.pop(chance.randrange(2)), signal.SIGKILL)
        kills += 1
        working.append(office.start("celery", minutes=STEP))
    did, quiet = None, 0
    while time.monotonic() < deadline:
        office.start("wake", minutes=0)
        time.sleep(2)
        shown = json.loads(place.run("-m", "tests.office.night_worker", "show"))
        if shown["finished"] and {row["state"] for row in shown["messages"]} == {"sent"}:
            break
        now = (len(sink.files()), len(shown["reminders"]), len(shown["deemed"]), len(shown["lines"]))
        did, quiet = now, quiet + 1 if now == did else 0
        if quiet < 3:
            continue
        quiet = 0
        # A night that was cut short is taken up again after an hour, a message in hand after ten minutes.
        os.kill(working.pop(0), signal.SIGTERM)
        working.append(office.start("celery", minutes=60))
        assert office.minutes < 20 * 60, "The clock of the workers ran into the next night."
    for pid in working:
        os.kill(pid, signal.SIGTERM)
    for pid in working:
        wait_for(pid, deadline)
    assert office.failures() == []
    print(each_was_reminded_once(place, sink, mail_kills=kills), f"{kills} kills of Celery.")  # noqa: T201


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Workers are forked, and this system cannot.")
def test_killed_anywhere_each_is_reminded_once_and_nothing_is_lost(
    place: Place, office: Office, sink: Sink
) -> None:
    # The server takes a moment to answer: the gap no program can close.
    sink.order(at="stored", wait=0.004)
    kills = killed(office, sink, seed=20260623)
    assert office.failures() == []
    # The kills fell into the work.
    assert sum(kills.values()) >= KILLS * 0.8, kills
    assert office.night_is_done
    print(each_was_reminded_once(place, sink, mail_kills=kills["mail"]), dict(kills))  # noqa: T201

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
