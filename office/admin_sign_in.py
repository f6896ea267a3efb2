"""Signing in, as the admin has it: an act for who lost phone and recovery codes, and no tables of secrets."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from office.actions import accounts
from office.actions.errors import NotAllowed
from office.models import User

# These tables are written by signing in, read on one's own account page, and edited nowhere.
for table in (EmailAddress, Authenticator, UserSession):
    if admin.site.is_registered(table):
        admin.site.unregister(table)


@admin.action(description="Take away the second step (phone and recovery codes lost)", permissions=["change"])
def take_away_second_step(shown: admin.ModelAdmin[User], request: HttpRequest, users: QuerySet[User]) -> None:
    """For each of the chosen people that is the administrator's to decide; says which are not."""
    by: Any = request.user
    for user in users:
        try:
            accounts.take_away_second_step(user, by=by)
        except NotAllowed as refused:
            shown.message_user(request, f"{user}: {refused}", messages.ERROR)
        else:
            shown.message_user(request, f"Taken away: {user} sets up a new one at the next sign-in.")
