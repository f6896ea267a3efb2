"""The scheduler and its tasks: each night's work once, whatever its clocks do, and mail every minute."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery.schedules import maybe_schedule
from django.core import mail
from django.db import OperationalError
from django.utils.timezone import get_current_timezone, localtime

from office import tasks
from office.actions import delivery
from office.actions.messages import tell
from office.models import NightRun
from tests import people
from tisbury_boh.celery import app

pytestmark = pytest.mark.database  # its processes ask one

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
LOCAL = get_current_timezone()
SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)  # 2 am is left out; 1 am comes twice


def local(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=LOCAL)


def pass_time(
    start: datetime, end: datetime, *, off: tuple[datetime, datetime] | None = None
) -> list[datetime]:
    """Let the scheduler see every minute from `start` to `end`, and do what it asks for by night.

    During `off` neither scheduler nor worker runs. Returns when the task was sent.
    """
    schedule = maybe_schedule(app.conf.beat_schedule["night"]["schedule"], app=app)
    now, last, asked = start.astimezone(UTC), start.astimezone(UTC), []
    while now < end:
        with time_machine.travel(now, tick=False):
            if not (off and off[0] <= now < off[1]) and schedule.is_due(last).is_due:
                last = now
                asked.append(localtime(now))
                tasks.night()
        now += MINUTE
    return asked


def nights() -> list[tuple[date, str]]:
    """Of each run, the oldest first: for which day, and when by the clock on the wall."""
    return [(run.on, f"{localtime(run.started_at):%H:%M}") for run in NightRun.objects.order_by("pk")]


@pytest.mark.django_db
@pytest.mark.parametrize(("day", "at"), [(SPRING, "03:10"), (AUTUMN, "02:10"), (date(2026, 6, 1), "02:10")])
def test_each_night_is_done_once_whatever_its_clocks_do(day: date, at: str) -> None:
    yesterday, tomorrow = day - timedelta(days=1), day + timedelta(days=1)
    NightRun.objects.create(
        on=yesterday, started_at=local(yesterday, 2, 10), finished_at=local(yesterday, 2, 11)
    )
    asked = pass_time(local(yesterday, 22, 30), local(tomorrow, 4))
    assert nights()[1:] == [(day, at), (tomorrow, "02:10")]
    assert NightRun.objects.finished().count() == 3
    assert len(asked) > 24, "asked about every hour, and seldom has anything to do"


@pytest.mark.django_db
def test_a_night_on_which_nothing_ran_is_made_up_for_when_the_office_wakes() -> None:
    day = date(2026, 6, 2)
    before = day - timedelta(days=1)
    NightRun.objects.create(on=before, started_at=local(before, 2, 10), finished_at=local(before, 2, 11))
    pass_time(local(day, 0), local(day, 12), off=(local(day, 0, 30), local(day, 8, 45)))
    assert len(nights()) == 2
    on, at = nights()[-1]
    assert on == day
    assert "08:45" <= at <= "09:10"


@pytest.mark.django_db
def test_a_night_that_was_cut_short_is_done_an_hour_later_and_one_at_work_is_left_alone() -> None:
    day = date(2026, 6, 2)
    NightRun.objects.create(on=day, started_at=local(day, 2, 10))
    for minutes, runs in ((5, 1), (54, 1), (60, 2), (61, 2)):
        with time_machine.travel(local(day, 2, 10) + minutes * MINUTE, tick=False):
            tasks.night()
        assert NightRun.objects.count() == runs, minutes
    assert NightRun.objects.done(day)


@pytest.mark.django_db
def test_somebody_may_ask_for_the_night_at_any_time() -> None:
    with time_machine.travel(local(date(2026, 6, 2), 15), tick=False):
        tasks.night_now(people.clerk().pk)
        tasks.night_now(people.clerk().pk)
    assert [(run.on, run.by) for run in NightRun.objects.all()] == [(date(2026, 6, 2), people.clerk())] * 2


@pytest.mark.django_db
def test_the_mail_task_sends_what_is_due() -> None:
    now = local(date(2026, 6, 2), 12)
    tell(
        key="k", to_email="ada@example.org", to_name="Ada", board=people.health(), subject="Plan",
        text="Yes.", now=now, about="plan",
    )  # fmt: skip
    for minutes, count in ((9, 0), (10, 1), (11, 1)):
        with time_machine.travel(now + minutes * MINUTE, tick=False):
            tasks.send_mail()
        assert len(mail.outbox) == count


@pytest.mark.django_db
def test_one_part_of_the_sweep_that_fails_keeps_no_other_from_its_turn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []

    def broken(**_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(tasks.notices, "make_missing", broken)
    monkeypatch.setattr(tasks.documents, "settle_files", lambda **_: done.append("files"))
    tasks.sweep()
    assert done == ["files"]
    assert "sweep_failed" in caplog.text


def test_every_scheduled_task_is_there_and_dropped_when_it_comes_too_late() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert 0 < entry["options"]["expires"] <= HOUR.total_seconds()
    assert str(app.timezone) == "America/New_York"


def test_a_task_is_acknowledged_late_put_back_when_its_worker_dies_and_tried_again_for_the_database() -> None:
    for name, task in app.tasks.items():
        if name.startswith("office.tasks."):
            assert task.acks_late, name
            assert task.reject_on_worker_lost, name
            assert task.ignore_result, name
            assert OperationalError in task.autoretry_for, name
            assert (task.time_limit or app.conf.task_time_limit) > (
                task.soft_time_limit or app.conf.task_soft_time_limit
            )
    assert app.conf.result_backend is None
    assert delivery.BUDGET.total_seconds() < app.conf.task_soft_time_limit


def test_redis_hands_nothing_out_twice_while_a_task_may_still_run() -> None:
    longest = max(
        task.time_limit or app.conf.task_time_limit
        for name, task in app.tasks.items()
        if name.startswith("office.tasks.")
    )
    options = app.conf.broker_transport_options
    if app.conf.broker_url.startswith("redis"):
        assert options["visibility_timeout"] > longest
