"""The end of drafts that nobody files: told a week before, then emptied."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from office import spoken
from office.actions.drafts import address, drop, kind_of, link
from office.actions.messages import tell
from office.calendar import days_after
from office.models import Draft

WARNED_DAYS = 7  # before the last day, to whoever left an address


def warn(*, on: date, now: datetime) -> int:
    """Mail those who left an address that their draft will soon be gone; once for each last day."""
    warned = 0
    soon = Draft.objects.open(on).filter(expires_on__lte=days_after(on, WARNED_DAYS), warned_on__isnull=True)
    for draft in soon.order_by("pk").select_related("board"):
        with transaction.atomic():
            # Claimed first: of two workers one finds nothing to do.
            if not Draft.objects.open(on).filter(pk=draft.pk, warned_on__isnull=True).update(warned_on=on):
                continue
            sent_to = (
                draft.links.exclude(sent_to="").order_by("-pk").values_list("sent_to", flat=True).first()
            )
            if not sent_to:
                continue
            token = link(draft, now=now, sent_to=sent_to)
            with translation.override(draft.language):
                last = spoken.day(draft.expires_on)
                subject = gettext("Your draft is kept through %(day)s") % {"day": last}
                text = gettext(
                    "Finish your application for a %(kind)s here: %(link)s\n\n"
                    "If you do nothing, it is deleted after %(day)s."
                ) % {"kind": kind_of(draft), "link": address(token), "day": last}
            tell(
                key=f"draft-ends:{draft.pk}:{draft.expires_on}", to_email=sent_to, to_name="", now=now,
                board=draft.board, subject=subject, about=f"draft-{draft.pk}", hold=timedelta(0), text=text,
                language=draft.language,
            )  # fmt: skip
            warned += 1
    return warned


def expire(*, on: date) -> int:
    """Delete what was written and attached in drafts whose last day has passed; how many they were.

    The row and the hashes of its links stay, so that a link can say what became of it.
    """
    gone = 0
    for draft in Draft.objects.to_empty(on).order_by("pk"):
        with transaction.atomic():
            row = Draft.objects.to_empty(on).select_for_update().filter(pk=draft.pk).first()
            if row is not None:
                empty(row, on=on)
                gone += 1
    return gone


@transaction.atomic
def empty(draft: Draft, *, on: date) -> None:
    """Delete what was written and attached in a draft whose last day has passed."""
    drop(draft.files.order_by("-pk"))
    draft.links.update(sent_to="")
    draft.answers, draft.versions, draft.user, draft.emptied_on = {}, {}, None, on
    draft.save(update_fields=["answers", "versions", "user", "emptied_on"])
