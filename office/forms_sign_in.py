"""The forms of signing in and of one's account: django-allauth's, in the office's words.

Which fields there are, and what makes an answer wrong, is django-allauth's; labels, hints and what is said of
a wrong answer are here. How they look is `bootstrap5/field.html`, as for every form.
"""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from office.fields import EmptyField

NO_ADDRESS = _("Write the e-mail address like name@example.org.")
CODE = _("Capital or small letters, with or without the dash.")
SIX_DIGITS = _("Six digits. They change every half minute.")
TWICE = _("The two passwords differ. Type the same one twice.")
# What AUTH_PASSWORD_VALIDATORS ask for, in one line.
RULES = _("At least 10 characters: not only digits, not your name, and none that many people use.")


class InOurWords(forms.Form):
    """Words for the fields of the form it is mixed into: label, hint, and what is said if it is left out."""

    use_required_attribute = False
    words: dict[str, tuple[Any, Any, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text, missing = self.words[name]
                field.error_messages |= {"required": missing}
            if isinstance(field, forms.EmailField):
                field.error_messages |= {"invalid": NO_ADDRESS}
                for validator in field.validators:
                    if hasattr(validator, "allowlist"):
                        validator.message = NO_ADDRESS  # type: ignore[attr-defined]


class TwiceTheSame(forms.Form):
    """Two boxes for a new password."""

    def add_error(self, field: str | None, error: Any) -> None:
        """The only thing django-allauth itself finds wrong with the second box: it differs."""
        theirs = field == "password2" and isinstance(error, str | type(TWICE))
        super().add_error(field, TWICE if theirs else error)


PASSWORDS = {
    "password1": (_("New password"), RULES, _("Type the new password.")),
    "password2": (_("New password again"), "", _("Type the new password once more.")),
}


class SignInForm(InOurWords, account.LoginForm):
    """A user name or an address, and a password."""

    words = {
        "login": (_("User name or e-mail address"), "", _("Enter your user name or e-mail address.")),
        "password": (_("Password"), "", _("Enter your password.")),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username", "autocapitalize": "none", "spellcheck": "false",
        }  # fmt: skip

    def add_prefix(self, field_name: str) -> str:
        """`username` is the name by which browsers know what to fill in."""
        return super().add_prefix("username" if field_name == "login" else field_name)

    def _setup_password_field(self) -> None:
        """Accounts made without a password may get one later: the field stays."""


class CodeRequestForm(InOurWords, account.RequestLoginCodeForm):
    words = {"email": (_("E-mail address"), "", _("Enter your e-mail address."))}


class SignUpForm(InOurWords, account.SignupForm):
    """A name and an address, no password: whoever makes an account for an address they do not read could
    otherwise come in by that password once its owner has confirmed it.

    The whole name goes into the column of the first: where it divides is nobody's business.
    """

    first_name = forms.CharField(max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    website = EmptyField()
    field_order = ["first_name", "email", "website"]
    words = {
        "first_name": (_("Your name"), "", _("Enter your name.")),
        "email": (_("E-mail address"), _("We e-mail a code there, and later our news of your cases."),
                  _("Enter your e-mail address.")),
    }  # fmt: skip

    def clean_first_name(self) -> str:
        return " ".join(self.cleaned_data["first_name"].split())


class CodeForm(InOurWords):
    words = {"code": (_("Code"), CODE, _("Enter the code from the e-mail."))}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}


class ConfirmSignInForm(CodeForm, account.ConfirmLoginCodeForm):
    pass


class ConfirmAddressForm(CodeForm, account.ConfirmEmailVerificationCodeForm):
    pass


class ConfirmResetForm(CodeForm, account.ConfirmPasswordResetCodeForm):
    pass


class ConfirmAgainForm(CodeForm, account.ConfirmReauthenticationCodeForm):
    pass


class ResetForm(InOurWords, account.ResetPasswordForm):
    words = {"email": (_("E-mail address"), "", _("Enter your e-mail address."))}


class NewPasswordForm(InOurWords, TwiceTheSame, account.ResetPasswordKeyForm):
    words = PASSWORDS


class ChangePasswordForm(InOurWords, TwiceTheSame, account.ChangePasswordForm):
    words = {
        "oldpassword": (_("Password now"), "", _("Enter the password you sign in with now.")),
        **PASSWORDS,
    }


class SetPasswordForm(InOurWords, TwiceTheSame, account.SetPasswordForm):
    words = PASSWORDS


class AddressForm(InOurWords, account.AddEmailForm):
    words = {
        "email": (_("New e-mail address"), _("We e-mail a code there. Entering it changes the address."),
                  _("Enter the new e-mail address.")),
    }  # fmt: skip


class PasswordAgainForm(InOurWords, account.ReauthenticateForm):
    words = {"password": (_("Password"), "", _("Enter your password."))}


class CodeAgainForm(InOurWords, account.RequestReauthenticationCodeForm):
    words = {"recipient": (_("E-mail the code to"), "", _("Choose an address."))}


APP_CODE = {
    "code": (_("Code"), format_lazy("{} {}", SIX_DIGITS, _("A recovery code serves too.")),
             _("Enter the code your authenticator app shows.")),
}  # fmt: skip


class SecondStepForm(InOurWords, mfa.AuthenticateForm):
    words = APP_CODE


class SecondStepAgainForm(InOurWords, mfa.ReauthenticateForm):
    words = APP_CODE


class SetUpForm(InOurWords, totp.ActivateTOTPForm):
    words = {"code": (_("Code"), SIX_DIGITS, _("Enter the code your authenticator app shows."))}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric"}
