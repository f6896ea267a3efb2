"""The worker and the scheduler.

The database is the queue: a task finds its due rows there, and a message only wakes it. A lost message
therefore costs one period of the sweep and never a reminder.
"""

import os
from pathlib import Path
from typing import Any

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tisbury_boh.settings")

app = Celery("tisbury_boh")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def make_broker_folders() -> None:
    """Make the folders of the file broker; does nothing when the broker is a server."""
    for option, folder in settings.CELERY_BROKER_TRANSPORT_OPTIONS.items():
        if option.endswith("_folder") or option.startswith("data_folder"):
            Path(folder).mkdir(parents=True, exist_ok=True)


@signals.setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as settings.LOGGING has it; a receiver is all Celery needs to not install its own."""


@app.on_after_configure.connect
def prepare_broker(sender: Celery, **_: Any) -> None:
    """Make the broker's folders as soon as anything reads the configuration."""
    make_broker_folders()
