"""The office by night, as processes that may be killed: `python -m tests.office.night_worker …`.

prepare N L    N applicants to be reminded and L opinions that lapse, on the night of June 23, 2026
serve FOLDER   forks a worker for each line "night DAY MINUTES" or "mail DAY MINUTES" it reads, and prints its
               process id. Each works at so many minutes after 2 am, the mail long after that; it leaves
               "night-done" or a traceback in FOLDER. Nobody is woken by a message, but of
               "celery DAY MINUTES", a worker of Celery, and "wake DAY MINUTES", which sends what beat sends
show           prints what is recorded as JSON
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import time
import traceback
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import django
from django.conf import settings

ON = date(2026, 6, 23)  # the 14-day reminder came June 17, an opinion asked for June 1 was due June 22
PR_SET_PDEATHSIG = 1  # linux/prctl.h: the signal a process gets when its parent dies
HOLD_OVER = timedelta(days=100)  # for the mail, whatever was written is due
DONE = "night-done"


def prepare(reminders: int, lapses: int) -> None:
    """One case of each sort is made by actions, and the others are copies of its rows."""
    from office.actions.events import record
    from tests.office import nights

    for slug, number in (("asked", reminders), ("sent", lapses)):
        case = nights.toy(nights.applicant(f"First {slug}"))
        record(case, slug, on=nights.FILED, by=nights.clerk())
        copy(case, slug, number - 1)


def copy(case: Any, slug: str, number: int) -> None:
    from office.models import Case, CaseParty, Party

    def copies(row: Any, **columns: Any) -> Any:
        held = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
        del held["id"]
        return type(row)(**(held | columns))

    cases = Case.objects.bulk_create(
        copies(case, number=f"{case.number}-{n}", filing_key=None) for n in range(number)
    )
    parties = Party.objects.bulk_create(
        Party(name=f"Person {n}", email=f"{slug}-{n}@example.org") for n in range(number)
    )
    CaseParty.objects.bulk_create(
        CaseParty(case=each, party=party, role="applicant")
        for each, party in zip(cases, parties, strict=True)
    )
    for row in (*case.events.order_by("pk"), *case.clocks.order_by("pk")):
        type(row).objects.bulk_create(copies(row, case_id=each.pk) for each in cases)


def serve(folder: Path) -> None:
    """Start-up is paid for once: a fork is a process of its own, with connections of its own."""
    from django.db import connections

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends is gone at once
    for line in sys.stdin:
        sort, day, minutes = line.split()
        connections.close_all()
        pid = os.fork()
        if pid == 0:
            end_with_parent()
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what it prints is not for whoever reads the ids
            try:
                work = {"night": night, "mail": mail, "celery": celery, "wake": wake}[sort]
                work(date.fromisoformat(day), timedelta(minutes=int(minutes)), folder)
            except BaseException:
                (folder / f"failed-{os.getpid()}").write_text(traceback.format_exc())
            os._exit(0)
        print(pid, flush=True)  # noqa: T201


def end_with_parent() -> None:
    """No worker outlives a test that was ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def night(on: date, later: timedelta, folder: Path) -> None:
    from tests.office import nights

    done = nights.run(on, now=nights.two_am(on) + later)
    assert not done.failed, done.failed
    (folder / DONE).touch()


def mail(on: date, later: timedelta, folder: Path) -> None:
    """Send what is due, until the night is done and nothing is."""
    from office.actions.delivery import send_due
    from tests.office import nights

    moment = nights.two_am(on) + later + HOLD_OVER
    while True:
        night_done = (folder / DONE).exists()
        if not send_due(now=moment) and night_done:
            return
        time.sleep(0.02)


def celery(on: date, later: timedelta, _folder: Path) -> None:
    """A worker of Celery as production starts it, though in one process; its clock starts at that moment."""
    import time_machine

    from tests.office import nights
    from tisbury_boh.celery import app

    app.conf.broker_url = settings.CELERY_BROKER_URL
    with time_machine.travel(nights.two_am(on) + later, tick=True):
        app.worker_main(["worker", "--pool=solo", "--without-gossip", "--without-mingle", "--loglevel=ERROR"])


def wake(_on: date, _later: timedelta, _folder: Path) -> None:
    from tisbury_boh.celery import app

    app.conf.broker_url = settings.CELERY_BROKER_URL
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"])


def show() -> None:
    from office.models import Case, ClockRow, Event, Message, MessageLine, NightRun, Reminder

    columns = ("to_email", "state", "attempts", "in_doubt", "message_id")
    reminders = Reminder.objects.values_list("case__number", "clock", "days_before", "passed_over")
    deemed = Counter(Event.objects.filter(slug="deemed").values_list("case__number", flat=True))
    found = {
        "messages": list(Message.objects.order_by("pk").values(*columns)),
        "lines": list(MessageLine.objects.values_list("message__to_email", "case__number")),
        "reminders": list(reminders),
        "deemed": deemed,
        "days": sorted({str(each.on) for each in Event.objects.filter(slug="deemed")}),
        "reviewed": Case.objects.filter(status="reviewed").count(),
        "left": ClockRow.objects.for_the_night(ON).count(),
        "runs": NightRun.objects.count(),
        "finished": NightRun.objects.finished().count(),
        "looked_at": [(str(run.on), run.looked_at) for run in NightRun.objects.order_by("pk")],
    }
    print(json.dumps(found))  # noqa: T201


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tisbury_boh.settings")
    django.setup()
    from celery import current_app

    from tests.office import nights

    current_app.conf.broker_url = "memory://"  # nobody is to be woken: the test says who works when
    word, *words = sys.argv[1:]
    with nights.registered():
        if word == "prepare":
            prepare(int(words[0]), int(words[1]))
        elif word == "serve":
            serve(Path(words[0]))
        else:
            show()


if __name__ == "__main__":
    main()
