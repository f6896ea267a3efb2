"""Whose a draft is: one begun while signed in is theirs; any other is taken over by its link alone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from office.actions import drafts
from office.actions.errors import NotAllowed
from office.models import Draft


@transaction.atomic
def adopt(token: str, *, on: date, by: Any) -> Draft:
    """Keep the draft of this link with one's own cases. Whoever has a link may go on with it all the same.

    LookupError for a link nobody made; NotAllowed when it is somebody else's, filed, or over.
    """
    draft = drafts.of_token(token)
    if draft is None:
        raise LookupError("There is no draft with that link.")
    locked = drafts.unfiled(draft, on)
    if locked.user_id not in (None, by.pk):
        raise NotAllowed(_("Somebody else keeps this draft with their cases. You can go on with its link."))
    locked.user = by
    locked.save(update_fields=["user"])
    return locked


@transaction.atomic
def reopen(draft: Draft, *, on: date, now: datetime, by: Any) -> str:
    """The token of a new link to one's own draft, to go on with it. Raises NotAllowed, also for another's."""
    locked = drafts.unfiled(draft, on)
    if locked.user_id != by.pk:
        raise NotAllowed(_("This draft is not yours."))
    return drafts.link(locked, now=now)
