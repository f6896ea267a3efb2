"""Work in the background. Each task is a line around a function that may be run again at any time.

The database is the queue: `sweep` finds what is left to do, and a message only wakes it sooner.
"""

from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.db.models import Exists, OuterRef
from django.utils import timezone

from office import kinds, paper
from office.actions import documents
from office.models import Case, Document, Event

log = structlog.get_logger(__name__)

BATCH = 50
SETTLED_AFTER = timedelta(hours=1)  # no request lives that long


@shared_task(ignore_result=True)
def store_paper(case_id: int) -> None:
    """Make and keep the paper of a permit that was just issued."""
    documents.store_permit(Case.objects.get(pk=case_id), on=timezone.localdate())


@shared_task(ignore_result=True)
def sweep() -> None:
    """Make the papers that are still missing, and clear files whose transaction never ended well."""
    store_missing_papers()
    documents.settle_files(before=timezone.now() - SETTLED_AFTER)


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
