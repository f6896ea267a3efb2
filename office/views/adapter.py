"""How django-allauth is to behave here: its words, its mail, where it leads, who needs what.

Its e-mails go straight to the mail server, not through the outbox: a code is of no use after the ten minutes
for which the outbox holds what it sends, and what lies there can be read by whoever sees the table. They are
sent outside any transaction. When the server does not take a code, the page says so.
"""

from __future__ import annotations

import base64
import hashlib
import smtplib
import time
from functools import cache
from ipaddress import ip_address
from typing import Any

import segno
import structlog
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from office.actions import accounts
from office.middleware import works_here
from office.models import Board
from office.permissions import boards_of
from office.views.common import today
from office.views.problems import client_address

log = structlog.get_logger(__name__)

NO_MATCH = _("This name and password do not match. Type both again, or have a code e-mailed to you.")
WRONG_CODE = _("This code is not the one we expect. Type the newest one, or ask for another.")
TOO_OFTEN = _("That was tried too often. Wait five minutes, then try again, or call the office.")
TAKEN = _("This address cannot be used for this account. Give another one.")

# What may have happened to an account, by the name django-allauth has for it.
HAPPENED = {
    "account/email/password_changed": _("The password of your account was changed."),
    "account/email/password_set": _("A password was set for your account."),
    "account/email/password_reset": _("The password of your account was replaced by a new one."),
    "account/email/email_changed": _("The e-mail address of your account was changed."),
    "account/email/email_deleted": _("An e-mail address was taken off your account."),
    "mfa/email/totp_activated": _("An authenticator app was added to your account as its second step."),
    "mfa/email/totp_deactivated": _("The authenticator app was taken off your account."),
    "mfa/email/recovery_codes_generated": _("New recovery codes were made for your account."),
}
# What else it writes, and the template of each: whatever a code is for, its e-mail is the same.
MAILS = {
    "login_code": "code", "password_reset_code": "code", "email_confirmation": "code",
    "email_confirmation_signup": "code", "unknown_account": "unknown_account",
    "account_already_exists": "account_already_exists",
}  # fmt: skip


def landing(user: Any) -> str:
    """Where a person goes after signing in: the worklist, the office's tables, or their own cases."""
    if boards_of(user):
        return reverse("worklist")
    if user.is_staff:
        return reverse("admin:index")
    try:
        return reverse("my-cases")
    except NoReverseMatch:
        return reverse("home")


class AddressStage(EmailVerificationStage):
    """Asks for the code mailed to an address before the first sign-in. Not of staff, who have a second step,
    and not where there is no address: then the office itself made the account."""

    def handle(self) -> Any:
        user = self.login.user
        if user is not None and (works_here(user) or not _has_address(user)):
            return None, True
        return super().handle()


def _has_address(user: Any) -> bool:
    return bool(user.email) or EmailAddress.objects.filter(user=user).exists()


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed. Call the office to open it again."),
        "duplicate_email": _("This is the address of your account already. Give the new one."),
        "email_password_mismatch": NO_MATCH,
        "username_password_mismatch": NO_MATCH,
        "email_taken": TAKEN,
        "enter_current_password": _("This is not your password. Type the one you sign in with now."),
        "incorrect_code": WRONG_CODE,
        "incorrect_password": _("This is not your password. Type the one you sign in with."),
        "max_email_addresses": TAKEN,
        "same_as_current": _("This is the address of your account already. Give the new one."),
        "too_many_login_attempts": TOO_OFTEN,
        "rate_limited": TOO_OFTEN,
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        address = client_address(request)
        try:
            return str(ip_address(address))
        except ValueError:
            return "0.0.0.0"  # through a socket of this machine, which has none

    def get_login_stages(self) -> list[str]:
        ours = f"{AddressStage.__module__}.{AddressStage.__qualname__}"
        theirs = "allauth.account.stages.EmailVerificationStage"
        return [ours if stage == theirs else stage for stage in super().get_login_stages()]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Who signed in within the last five minutes is believed; with a second step, not by that alone."""
        user = self.request.user
        signed_in = [record["at"] for record in get_authentication_records(self.request, user)]
        fresh = signed_in and time.time() - max(signed_in) < app_settings.REAUTHENTICATION_TIMEOUT
        if fresh and not is_mfa_enabled(user):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    # ------------------------------------------------------------------------------------- where to
    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return landing(request.user)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return landing(request.user)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account")

    # ---------------------------------------------------------------------------- what else happens then
    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        accounts.link_parties(user, on=today())
        return super().post_login(request, user, **kwargs)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        confirmed: bool = super().confirm_email(request, email_address)
        if confirmed:
            accounts.link_parties(email_address.user, on=today())
        return confirmed

    def set_password(self, user: Any, password: str) -> None:
        """A new password ends every other session; Django would only stop believing them."""
        super().set_password(user, password)
        here = self.request.session.session_key if self.request.user == user else None
        accounts.end_sessions(user, but=here)

    # --------------------------------------------------------------------------------------------- mail
    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """One plain text: the first line of its template is the subject."""
        if template_prefix in HAPPENED:
            name, context = "notice", context | {"happened": HAPPENED[template_prefix]}
        else:
            name = MAILS[template_prefix.rpartition("/")[2]]
        context |= {"site": settings.SITE_ADDRESS}
        said = render_to_string(f"account/mail/{name}.txt", context, self.request)
        subject, _rest, text = said.strip().partition("\n")
        return EmailMessage(
            " ".join(subject.split()), text.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [email],
            headers={"Auto-Submitted": "auto-generated"},
        )  # fmt: skip

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send it now. A code that cannot be sent is said on the page; a mere notice of what was done is not
        worth an error, for it is done. The log holds neither address nor text."""
        message = self.render_mail(template_prefix, email, {"email": email} | context)
        try:
            message.send()
        except (OSError, smtplib.SMTPException) as error:
            log.error("sign_in_mail_failed", mail=template_prefix, error=type(error).__name__)
            if template_prefix not in HAPPENED:
                page = render(self.request, "account/mail_failed.html", status=503)
                raise ImmediateHttpResponse(page) from error


@cache
def _cipher(*keys: str) -> MultiFernet:
    return MultiFernet(
        [Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"second step {k}".encode()).digest())) for k in keys]
    )


class SecondStepAdapter(DefaultMFAAdapter):
    """The secrets of authenticator apps are stored encrypted by the SECRET_KEY. A key that was replaced still
    opens what it closed while it stands in SECRET_KEY_FALLBACKS."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _(
            "This code is not the one we expect. Wait for the next one in the app and type that."
        ),
        "cannot_generate_recovery_codes": _("Set up the authenticator app first."),
    }

    def get_totp_issuer(self) -> str:
        """What the app shows above the code: the board one serves, so that two offices are told apart."""
        served = boards_of(self.request.user)
        return str(Board.objects.get(pk=served[0]) if served else _("Permit office"))

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())

    def build_totp_svg(self, url: str) -> str:
        code: str = segno.make(url, error="m").svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
        return code

    def encrypt(self, text: str) -> str:
        return self._keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return self._keys().decrypt(encrypted_text.encode()).decode()

    def _keys(self) -> MultiFernet:
        return _cipher(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
