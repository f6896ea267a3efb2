"""Addresses of signing in and of one's account.

Nothing else of django-allauth has an address. The names that begin with `account_` and `mfa_` are those by
which it leads from one page to the next.
"""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from django.contrib.auth.views import LogoutView
from django.urls import path
from django.utils.translation import gettext_lazy as _

from office import forms_sign_in as forms
from office.views import sign_in
from office.views.sign_in import answered, form_page

CODE = "account/code.html"
AGAIN = "account/again.html"
SIGN_IN = _("Sign in")
MAIL_IT = _("E-mail me a code")
ENTER = _("Enter the code")
IS_IT_YOU = _("Is it still you?")
SAVE_PASSWORD = _("Save the new password")

urlpatterns = [
    path(
        "sign-in/",
        form_page(sign_in.SignIn, forms.SignInForm, SIGN_IN, SIGN_IN, template="account/sign_in.html"),
        name="account_login",
    ),
    path(
        "sign-in/code/",
        form_page(
            account.RequestLoginCodeView, forms.CodeRequestForm, _("Sign in with a code"), MAIL_IT,
            lead=_("We e-mail you a code. It works once, within ten minutes, in this browser."),
        ),
        name="account_request_login_code",
    ),
    path(
        "sign-in/code/enter/",
        form_page(account.ConfirmLoginCodeView, forms.ConfirmSignInForm, ENTER, SIGN_IN, template=CODE),
        name="account_confirm_login_code",
    ),
    path(
        "sign-in/second-step/",
        form_page(
            mfa.AuthenticateView, forms.SecondStepForm, _("Second step"), SIGN_IN,
            template="account/second_step.html",
        ),
        name="mfa_authenticate",
    ),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/", sign_in.account_page, name="account"),
    path(
        "account/new/",
        form_page(
            account.SignupView, forms.SignUpForm, _("Make an account"), MAIL_IT,
            template="account/sign_up.html",
        ),
        name="account_signup",
    ),
    path(
        "account/confirm/",
        form_page(
            account.ConfirmEmailVerificationCodeView, forms.ConfirmAddressForm,
            _("Confirm your e-mail address"), _("Confirm"), template=CODE,
        ),
        name="account_email_verification_sent",
    ),
    path(
        "account/closed/",
        account.AccountInactiveView.as_view(template_name="account/closed.html"),
        name="account_inactive",
    ),
    path(
        "account/email/",
        form_page(
            account.EmailView, forms.AddressForm, _("Change your e-mail address"), MAIL_IT,
            primary_name="action_add",
        ),
        name="account_email",
    ),
    path(
        "account/password/",
        form_page(
            account.PasswordChangeView, forms.ChangePasswordForm, _("Change your password"), SAVE_PASSWORD
        ),
        name="account_change_password",
    ),
    path(
        "account/password/first/",
        form_page(
            account.PasswordSetView, forms.SetPasswordForm, _("Set a password"), SAVE_PASSWORD,
            lead=_("A password is your choice: you can go on signing in with codes by e-mail."),
        ),
        name="account_set_password",
    ),
    path(
        "account/password/forgotten/",
        form_page(
            account.PasswordResetView, forms.ResetForm, _("Forgotten password"), MAIL_IT,
            lead=_("We e-mail you a code. With it you choose a new password."),
        ),
        name="account_reset_password",
    ),
    path(
        "account/password/forgotten/code/",
        form_page(
            account.ConfirmPasswordResetCodeView, forms.ConfirmResetForm, ENTER, _("Go on"), template=CODE
        ),
        name="account_confirm_password_reset_code",
    ),
    path(
        "account/password/forgotten/new/",
        form_page(
            account.CompletePasswordResetView, forms.NewPasswordForm,
            _("Choose a new password"), SAVE_PASSWORD,
        ),
        name="account_complete_password_reset",
    ),
    path(
        "account/password/forgotten/done/",
        account.PasswordResetFromKeyDoneView.as_view(template_name="account/password_saved.html"),
        name="account_password_reset_completed",
    ),
    path(
        "account/again/",
        form_page(account.ReauthenticateView, forms.PasswordAgainForm, IS_IT_YOU, _("Go on"), template=AGAIN),
        name="account_reauthenticate",
    ),
    path(
        "account/again/code/",
        form_page(
            account.RequestReauthenticationCodeView, forms.CodeAgainForm, IS_IT_YOU, MAIL_IT, template=AGAIN
        ),
        name="account_request_reauthentication_code",
    ),
    path(
        "account/again/code/enter/",
        form_page(
            account.ConfirmReauthenticationCodeView, forms.ConfirmAgainForm, ENTER, _("Go on"), template=CODE
        ),
        name="account_confirm_reauthentication_code",
    ),
    path(
        "account/again/second-step/",
        form_page(mfa.ReauthenticateView, forms.SecondStepAgainForm, IS_IT_YOU, _("Go on"), template=AGAIN),
        name="mfa_reauthenticate",
    ),
    path(
        "account/second-step/",
        form_page(
            sign_in.SetUpSecondStep, forms.SetUpForm, _("Set up your second step"), _("Turn it on"),
            template="account/set_up.html",
        ),
        name="mfa_activate_totp",
    ),
    path(
        "account/second-step/off/",
        answered(sign_in.TurnOffSecondStep.as_view(template_name="account/turn_off.html")),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/recovery-codes/",
        answered(sign_in.RecoveryCodes.as_view()),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/recovery-codes/new/",
        answered(sign_in.NewRecoveryCodes.as_view()),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/recovery-codes/codes.txt",
        answered(sign_in.DownloadRecoveryCodes.as_view()),
        name="mfa_download_recovery_codes",
    ),
    path("account/sessions/<int:pk>/end/", sign_in.end_session, name="end-session"),
    path("account/sessions/end-others/", sign_in.end_other_sessions, name="end-other-sessions"),
]  # fmt: skip
