"""Signing in and one's account: django-allauth's views with our forms, words and pages.

`office.urls_sign_in` says which of them have an address, and what each page is called.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from office.actions import accounts
from office.middleware import works_here
from office.views.adapter import landing
from office.views.common import View

private = cache_control(private=True, no_store=True)


def answered(view: View) -> View:
    """A form with an error answers 422, as on every page; and no such page is kept by a cache."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("form")
        if response.status_code == 200 and form is not None and form.is_bound and form.errors:
            response.status_code = 422
        return response

    return private(shown)


def form_page(view: Any, form: Any, title: Any, primary: Any, *, template: str = "", **words: Any) -> View:
    """A page with one form: its title, a `lead` before the form, and the words of its primary button."""
    return answered(
        view.as_view(
            form_class=form,
            template_name=template or "account/form.html",
            extra_context={"title": title, "primary": primary, **words},
        )
    )


class SignIn(account.LoginView):
    template_name = "account/sign_in.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"staff_mfa": settings.STAFF_MFA}


# ------------------------------------------------------------------------------------------ second step
@method_decorator(login_required, name="dispatch")
class SetUpSecondStep(totp.ActivateTOTPView):
    """Adds the authenticator app; this session has just shown it, and the others have not."""

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        user = self.request.user
        record_authentication(self.request, user, "mfa", type=Authenticator.Type.TOTP, reauthenticated=True)
        accounts.end_sessions(user, but=self.request.session.session_key)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        secret = context["form"].secret
        groups = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
        must = settings.STAFF_MFA and works_here(self.request.user)
        return context | {"secret": groups, "must": must}

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "account")


class TurnOffSecondStep(totp.DeactivateTOTPView):
    """Takes the authenticator app off; whoever works here is led to set up another."""

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        accounts.forget_second_step(self.request.session)
        return response

    def get_success_url(self) -> str:
        return reverse("account")


@method_decorator(login_required, name="dispatch")
class NewRecoveryCodes(recovery.GenerateRecoveryCodesView):
    template_name = "account/new_recovery_codes.html"


class RecoveryCodes(recovery.ViewRecoveryCodesView):
    template_name = "account/recovery_codes.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"go_on": landing(self.request.user)}


class DownloadRecoveryCodes(recovery.DownloadRecoveryCodesView):
    template_name = "account/recovery_codes.txt"
    content_type = "text/plain; charset=utf-8"


# ---------------------------------------------------------------------------------------------- account
# The first that is found: most say of themselves that they are others too.
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"),
            ("Safari", "Safari"))  # fmt: skip
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
           ("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"))  # fmt: skip


def browser(agent: str) -> str:
    """A browser as its owner knows it, "Firefox, Windows", from what it says of itself."""
    known = [next((name for mark, name in rows if mark in agent), "") for rows in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, known)) or _("Another browser")


@login_required
@private
@require_safe
def account_page(request: HttpRequest) -> HttpResponse:
    """Who one is to the office, how one signs in, and where one is signed in."""
    user: Any = request.user
    found = Authenticator.objects.filter(user=user).values_list("type", flat=True)
    alive = Session.objects.filter(expire_date__gt=now()).values("session_key")
    sessions = UserSession.objects.filter(user=user, session_key__in=alive).order_by("-created_at")
    context = {
        "addresses": sorted(accounts.verified_addresses(user)),
        "has_app": Authenticator.Type.TOTP in set(found),
        "sessions": [
            (row, browser(row.user_agent), row.session_key == request.session.session_key) for row in sessions
        ],
        "must": settings.STAFF_MFA and works_here(user),
        "demonstration": not settings.STAFF_MFA and works_here(user),
        "go_on": landing(user),
    }
    return render(request, "account/account.html", context)


@login_required
@private
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign oneself out in another browser."""
    row = get_object_or_404(UserSession, pk=pk, user=request.user)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    accounts.end_sessions(request.user, only=[row.pk])
    messages.success(request, _("That browser is signed out."))
    return redirect("account")


@login_required
@private
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign oneself out in every other browser."""
    accounts.end_sessions(request.user, but=request.session.session_key)
    messages.success(request, _("All other browsers are signed out."))
    return redirect("account")


def admin_sign_in(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """In place of the admin's own form, which knows of no second step: the one door of the office."""
    back = request.GET.get("next") or reverse("admin:index")
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    if not request.user.is_staff:
        raise PermissionDenied
    return redirect("admin:index")
