"""Work in the background. Each task is a line around a function that may be run again at any time.

The database is the queue: `sweep` finds what is left to do, and a message only wakes it sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef
from django.utils import timezone

from office import kinds, paper
from office.actions import batches, closures, delivery, documents, draft_nights, nightly, notices
from office.actions.errors import NotAllowed
from office.models import Case, Document, Event, MailBatch, NightRun, Notice, User
from office.models.clocks import day_of_work
from office.paper import LetterRefused

log = structlog.get_logger(__name__)

BATCH = 50
SETTLED_AFTER = timedelta(hours=1)  # no request lives that long
BEGUN = timedelta(minutes=55)  # a night that began longer ago and has no end was cut short
NIGHT_TAKES = 2 * 60 * 60  # seconds, at most

# A database that does not answer just now is asked again, later each time. Nothing else is: what a task
# left undone stays in the database, and the sweep comes anyway.
task = partial(
    shared_task,
    ignore_result=True,
    autoretry_for=(OperationalError, InterfaceError),
    max_retries=5,
    retry_backoff=5,
    retry_backoff_max=5 * 60,
)


# ----------------------------------------------------------------------------------------------- mail
@task
def send_mail() -> None:
    """Send what waits in the outbox and is due."""
    delivery.send_due(now=timezone.now())


@task
def make_notice(notice_id: int) -> None:
    """Make and keep the paper of a letter that was just written."""
    try:
        notices.make(Notice.objects.get(pk=notice_id), on=timezone.localdate())
    except (LetterRefused, NotAllowed):  # it says so on the case; or it was stopped meanwhile
        log.info("letter_refused", notice=notice_id)


@task
def work_on_batch(batch_id: int) -> None:
    """Print many letters as one PDF; goes on where it was cut short."""
    batches.work_on(MailBatch.objects.get(pk=batch_id), now=timezone.now())


# ---------------------------------------------------------------------------------------------- nights
@task(soft_time_limit=NIGHT_TAKES - 60, time_limit=NIGHT_TAKES)
def night() -> None:
    """Look at this day's dates unless that was done. Asked every hour, so a missed night is made up for."""
    now = timezone.now()
    day = day_of_work(now)
    under_way = NightRun.objects.filter(finished_at__isnull=True, started_at__gt=now - BEGUN)
    if not NightRun.objects.done(day) and not under_way.exists():
        nightly.night(on=day, now=now)


@task(soft_time_limit=NIGHT_TAKES - 60, time_limit=NIGHT_TAKES)
def night_now(user_id: int) -> None:
    """Look at today's dates because somebody asked for it."""
    now = timezone.now()
    nightly.night(on=timezone.localdate(now), now=now, by=User.objects.get(pk=user_id))


# ---------------------------------------------------------------------------------------------- papers
@task
def store_paper(case_id: int) -> None:
    """Make and keep the paper of a permit that was just issued."""
    documents.store_permit(Case.objects.get(pk=case_id), on=timezone.localdate())


@task
def sweep() -> None:
    """Do what no message came for: papers, letters and batches that are missing, letters that left unmarked,
    closings that were cut short, files whose transaction never ended well, drafts whose days are over.

    What goes wrong with one of these keeps no other from its turn.
    """
    now = timezone.now()
    each: dict[str, Callable[[], Any]] = {
        "papers": store_missing_papers,
        "letters": lambda: notices.make_missing(on=timezone.localdate(now)),
        "batches": lambda: work_on_batches(now),
        "mailed": lambda: delivery.mark_left_over(now=now),
        "closures": lambda: closures.settle_all(on=timezone.localdate(now), most=BATCH),
        "files": lambda: documents.settle_files(before=now - SETTLED_AFTER),
        "drafts": lambda: end_drafts(now),
    }
    for name, work in each.items():
        try:
            work()
        except (OperationalError, InterfaceError):
            raise  # the whole task is tried again
        except Exception:
            log.exception("sweep_failed", part=name)


def end_drafts(now: datetime) -> None:
    """Tell of drafts whose days are nearly over, and empty those whose last day has passed."""
    draft_nights.warn(on=timezone.localdate(now), now=now)
    draft_nights.expire(on=timezone.localdate(now))


def work_on_batches(now: datetime) -> None:
    """Go on with batches whose message was lost."""
    for batch in batches.unfinished():
        batches.work_on(batch, now=now)


def unprinted(most: int = BATCH) -> list[Case]:
    """Cases in force or ahead whose live issue has no paper yet, the newest issue first."""
    printing = [kind for kind in kinds.registry.values() if any(x.slug == paper.PERMIT for x in kind.letters)]
    starts = {step.slug for kind in printing for step in kind.lifecycle.steps if step.term == "starts"}
    stored = Document.objects.filter(event=OuterRef("pk"), letter=paper.PERMIT)
    issues = Event.objects.live().filter(
        ~Exists(stored), slug__in=starts, case__is_open=True, case__kind__in=[kind.slug for kind in printing]
    )
    return [issue.case for issue in issues.select_related("case__board").order_by("-pk")[:most]]


def store_missing_papers() -> int:
    """Make every missing paper of a batch; one that cannot be made is logged and keeps nobody waiting."""
    made = 0
    for case in unprinted():
        try:
            documents.store_permit(case, on=timezone.localdate())
            made += 1
        except Exception:  # whatever is wrong with one paper, the others are made
            log.exception("paper_not_made", case=case.number)
    return made
