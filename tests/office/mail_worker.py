"""The office's side of a mail test, as a process that may be killed: `python -m tests.office.mail_worker …`.

Any number of these, done one after another:

write-N        empties the outbox, then tells N people one thing each, due at once
tell-N         tells one person N things, in whatever order another process does so too
send           sends what is due now, and prints how many the server accepted
send-later     sends what is due in eleven minutes, when whoever had a message must be done with it
show           prints every message, one line of JSON
"""

from __future__ import annotations

import json
import os
import random
import sys
from datetime import timedelta

import django

NOTHING = timedelta(0)


def write(number: int) -> None:
    from django.utils import timezone

    from office.actions.messages import tell
    from office.models import Message, MessageLine
    from tests import people

    MessageLine.objects.all().delete()
    Message.objects.all().delete()
    for each in range(number):
        tell(
            key=f"key-{each}", to_email=f"person-{each}@example.org", to_name=f"Person {each}",
            board=people.health(), subject=f"Subject {each}", text=f"Text {each}", about=f"about-{each}",
            now=timezone.now(), hold=NOTHING,
        )  # fmt: skip


def tell_the_same(number: int) -> None:
    from django.db import transaction
    from django.utils import timezone

    from office.actions.messages import tell
    from tests import people

    keys = [f"same-{each}" for each in range(number)]
    random.shuffle(keys)
    for key in keys:
        with transaction.atomic():
            tell(
                key=key, to_email="person@example.org", to_name="Person", board=people.health(),
                subject="Subject", text=key, about="about", now=timezone.now(),
            )  # fmt: skip


def send(later: timedelta = NOTHING) -> None:
    from django.utils import timezone

    from office.actions.delivery import send_due

    print(send_due(now=timezone.now() + later), flush=True)  # noqa: T201


def show() -> None:
    from office.models import Message, MessageLine

    columns = ("to_email", "state", "attempts", "in_doubt", "message_id", "error")
    rows = list(Message.objects.order_by("pk").values(*columns))
    print(json.dumps({"messages": rows, "lines": MessageLine.objects.count()}))  # noqa: T201


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tisbury_boh.settings")
    django.setup()
    # Nobody is to be woken: the test says when what is sent.
    from celery import current_app

    current_app.conf.broker_url = "memory://"
    for word in sys.argv[1:]:
        match word.partition("-"):
            case ("write", _, number):
                write(int(number))
            case ("tell", _, number):
                tell_the_same(int(number))
            case ("send", _, later):
                send(timedelta(minutes=11) if later else NOTHING)
            case _:
                show()


if __name__ == "__main__":
    main()
