"""What is asked of everybody who works here, on every page: a second step at sign-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from office.permissions import boards_of

APP = [Authenticator.Type.TOTP]
# What stays open to staff without a second step, by the names of addresses: what setting it up takes.
TO_SET_UP = {
    "sign-out", "account", "mfa_activate_totp", "account_reauthenticate",
    "account_request_reauthentication_code", "account_confirm_reauthentication_code",
}  # fmt: skip
# And to staff who have one, in a session in which it was not asked for.
TO_SHOW_IT = {"sign-out", "mfa_reauthenticate"}


def works_here(user: Any) -> bool:
    """Whether the person serves a board or keeps the office's tables."""
    return bool(user.is_authenticated and (user.is_staff or boards_of(user)))


def showed_second_step(request: HttpRequest) -> bool:
    """Whether this very session saw a code of the user's authenticator app, or a recovery code."""
    user: Any = request.user
    return any(record["method"] == "mfa" for record in get_authentication_records(request, user))


class SecondStepMiddleware:
    """Leads whoever works here to their second step before any page of the site, the admin's too.

    Not only before staff pages: on many a public page staff see more than others do, and a list of those
    would be wrong one day. Off where STAFF_MFA is off, which it never is in production.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponseBase | None:
        if not settings.STAFF_MFA or not request.user.is_authenticated:
            return None
        if showed_second_step(request) or not works_here(request.user):
            return None
        has_one = is_mfa_enabled(request.user, APP)
        match = request.resolver_match
        if match is not None and match.view_name in (TO_SHOW_IT if has_one else TO_SET_UP):
            return None
        if not has_one:
            return redirect("mfa_activate_totp")
        asked = request.get_full_path() if request.method == "GET" else ""
        back = f"?{urlencode({'next': asked})}" if asked else ""
        return redirect(reverse("mfa_reauthenticate") + back)
