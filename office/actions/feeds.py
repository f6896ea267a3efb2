"""Private calendar feeds: made, shown once, revoked."""

from __future__ import annotations

import secrets
from datetime import date
from hashlib import sha256
from typing import Any

from django.db import transaction

from office.actions.errors import NotAllowed, WrongRole
from office.models import Feed, User
from office.permissions import boards_of

MOST = 10
LONGEST_TOKEN = 100


def hashed(token: str) -> str:
    """What is kept of a feed's address."""
    return sha256(token.encode()).hexdigest()


@transaction.atomic
def make(*, label: str, on: date, by: Any) -> tuple[Feed, str]:
    """A new feed and the secret of its address, which nobody can read again. Raises NotAllowed, WrongRole."""
    if not boards_of(by):
        raise WrongRole("A private feed is for those who serve a board.")
    label = label.strip()
    if not label:
        raise NotAllowed("Name the feed after where you will use it, such as “Phone”.")
    User.objects.select_for_update().get(pk=by.pk)  # two presses take turns
    live = Feed.objects.filter(user=by, revoked_on__isnull=True)
    if live.filter(label=label).exists():
        raise NotAllowed(f"You have a feed called “{label}”. Revoke it first, or choose another name.")
    if live.count() >= MOST:
        raise NotAllowed(f"You have {MOST} feeds. Revoke one that you no longer use.")
    token = secrets.token_urlsafe(32)
    return Feed.objects.create(user=by, label=label, token_sha256=hashed(token), made_on=on), token


@transaction.atomic
def revoke(feed: Feed, *, on: date, by: Any) -> Feed:
    """End a feed: its address answers as if it had never been. Pressing twice changes nothing."""
    locked = Feed.objects.select_for_update().get(pk=feed.pk)
    if locked.user_id != by.pk:
        raise WrongRole("A feed is revoked by the person it belongs to.")
    if locked.revoked_on is None:
        locked.revoked_on = on
        locked.save(update_fields=["revoked_on"])
    return locked


def of_token(token: str) -> Feed | None:
    """The live feed with this address, of a person who still signs in and serves a board; else None."""
    if len(token) > LONGEST_TOKEN:
        return None
    feed = (
        Feed.objects.select_related("user")
        .filter(token_sha256=hashed(token), revoked_on__isnull=True, user__is_active=True)
        .first()
    )
    return feed if feed and boards_of(feed.user) else None
