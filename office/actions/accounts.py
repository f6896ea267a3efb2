"""What happens to accounts: people on file join them, sessions end, a lost second step is taken away.

django-allauth keeps the accounts themselves: addresses and whether they are verified, passwords, codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import structlog
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models.functions import Lower

from office.actions.errors import NotAllowed, WrongRole
from office.models import Membership, Party, User
from office.permissions import boards_of, roles_of

log = structlog.get_logger(__name__)


@transaction.atomic
def link_parties(user: Any, *, on: date) -> list[Party]:
    """Make the people on file who have the user's verified address theirs; those that were not before.

    An address that a clerk typed proves nothing of who reads its mail. So a party is joined to an account
    only when (1) the account has shown that it reads that address, by the code mailed there; (2) the party's
    address is the very same, upper and lower case apart; (3) no other account has it, which stays so until
    somebody of the office changes it. Neither a name nor a telephone number joins anything, and an address
    that was changed on the way, or is only the account's wish, counts for nothing. Whoever serves a board is
    joined to nobody: clerks write their own address for people who have none.

    The office itself does it at each sign-in and when an address is verified; the party's history says so.
    """
    if boards_of(user):
        return []
    mine = [each.lower() for each in verified_addresses(user)]
    if not mine:
        return []
    found = Party.objects.annotate(address=Lower("email")).filter(address__in=mine, user__isnull=True)
    joined: list[Any] = list(found.select_for_update().order_by("pk"))
    for party in joined:
        party.user = user
        party._history_user = None
        party._change_reason = f"Joined to the account of its verified address, {on:%B} {on.day}, {on.year}"
        party.save(update_fields=["user"])
        log.info("party_joined", party=party.pk, user=user.pk)
    return joined


def verified_addresses(user: Any) -> list[str]:
    """The addresses of which the user has shown that they read their mail. The account's own e-mail field may
    hold one that was never verified: it gives no rights."""
    return list(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True))


def end_sessions(user: Any, *, but: str | None = None, only: Iterable[int] | None = None) -> int:
    """Sign the user out everywhere but in the session with the key `but`, or of the rows `only`; how many."""
    rows = UserSession.objects.filter(user=user).exclude(session_key=but or "")
    if only is not None:
        rows = rows.filter(pk__in=list(only))
    ended = 0
    for row in rows:
        row.end()
        ended += 1
    if ended:
        log.info("sessions_ended", user=user.pk, sessions=ended)
    return ended


def forget_second_step(session: Any) -> None:
    """From now on this session has shown no second step: the authenticator app it showed is gone."""
    shown = session.get(AUTHENTICATION_METHODS_SESSION_KEY, [])
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [each for each in shown if each["method"] != "mfa"]


@transaction.atomic
def take_away_second_step(user: User, *, by: Any) -> None:
    """Forget the user's authenticator app and recovery codes, both lost: they set up new ones at once.

    For an administrator of every board the user serves, or a superuser; never for oneself. Whoever does it
    has made sure by other means who is asking. Raises WrongRole, NotAllowed.
    """
    if by.pk == user.pk:
        raise NotAllowed("Ask another administrator: nobody takes away their own second step here.")
    theirs = {board for board, roles in roles_of(by).items() if Membership.Role.ADMINISTRATOR in roles}
    above = user.is_superuser or not theirs or not set(boards_of(user)) <= theirs
    if above and not by.is_superuser:
        raise WrongRole("Only an administrator of every board this person serves may do that.")
    Authenticator.objects.filter(user=user).delete()
    end_sessions(user)
    log.info("second_step_taken_away", user=user.pk, by=by.pk)
