"""Signing in by password, by a mailed code, with a new account; what joins it; how often, and where from."""

from __future__ import annotations

import re
from datetime import timedelta
from unittest import mock

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.test import Client, TestCase, override_settings
from django.urls import get_resolver, reverse
from django.utils.timezone import now

from office.actions import accounts
from office.models import Party, User
from tests import people
from tests.test_permission_table import ours
from tests.world import DAY

ADDRESS = "jo@example.org"
CODE = re.compile(r"^    ([A-Z]{4}-[A-Z]{4})$", re.M)
NO_MATCH = "This name and password do not match. Type both again, or have a code e-mailed to you."
WRONG_CODE = "This code is not the one we expect. Type the newest one, or ask for another."
TOO_OFTEN = "That was tried too often. Wait five minutes, then try again, or call the office."


def applicant(address: str = ADDRESS, *, verified: bool = True, username: str = "jo") -> User:
    """Somebody with an account for that address."""
    user = User.objects.create_user(username, password=people.PASSWORD, email=address, first_name="Jo Sample")
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return user


def code_of(letter: mail.EmailMessage) -> str:
    found = CODE.search(str(letter.body))
    assert found is not None, letter.body
    return found[1]


def who(client: Client) -> str | None:
    """The primary key of whoever is signed in."""
    return client.session.get("_auth_user_id")


class TestPassword(TestCase):
    def test_by_user_name_or_by_address(self) -> None:
        jo = applicant()
        for name in ("jo", "JO@example.org"):
            client = Client()
            came = client.post("/sign-in/", {"username": name, "password": people.PASSWORD})
            assert came.status_code == 302, name
            assert who(client) == str(jo.pk)

    def test_staff_come_to_the_worklist_administrators_to_their_tables_others_to_their_cases(self) -> None:
        people.clerk()
        User.objects.create_superuser("root-of-all", password=people.PASSWORD)
        applicant()
        home = "/my/" if "my-cases" in get_resolver().reverse_dict else "/"
        for name, place in (("clerk-tisbury-health", "/worklist/"), ("root-of-all", "/admin/"), ("jo", home)):
            came = Client().post("/sign-in/", {"username": name, "password": people.PASSWORD})
            assert came["Location"] == place, name

    def test_and_to_the_page_they_asked_for(self) -> None:
        people.clerk()
        client = Client()
        led = client.get("/worklist/overdue/")
        assert led["Location"] == "/sign-in/?next=/worklist/overdue/"
        page = client.get(led["Location"])
        self.assertContains(page, '<input type="hidden" name="next" value="/worklist/overdue/">')
        said = {"username": "clerk-tisbury-health", "password": people.PASSWORD, "next": "/worklist/overdue/"}
        assert client.post("/sign-in/", said)["Location"] == "/worklist/overdue/"

    def test_a_wrong_password_and_an_unknown_name_are_answered_alike(self) -> None:
        applicant()
        for name in ("jo", ADDRESS, "nobody", "nobody@example.org"):
            came = Client().post("/sign-in/", {"username": name, "password": "not the one"})
            self.assertContains(came, NO_MATCH, status_code=422)
            assert "not the one" not in came.content.decode()
        came = Client().post("/sign-in/", {})
        self.assertContains(came, "Enter your user name or e-mail address.", 2, 422)
        self.assertContains(came, "Enter your password.", 2, 422)

    def test_a_closed_account_is_told_so(self) -> None:
        jo = applicant()
        User.objects.filter(pk=jo.pk).update(is_active=False)
        client = Client()
        came = client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD}, follow=True)
        assert came.redirect_chain == [("/account/closed/", 302)]
        self.assertContains(came, "The office has closed this account")
        assert who(client) is None

    def test_an_address_that_was_never_confirmed_is_confirmed_first(self) -> None:
        jo = applicant(verified=False)
        client = Client()
        came = client.post("/sign-in/", {"username": ADDRESS, "password": people.PASSWORD})
        assert came["Location"] == "/account/confirm/"
        assert who(client) is None
        (letter,) = mail.outbox
        client.post("/account/confirm/", {"code": code_of(letter)})
        assert who(client) == str(jo.pk)

    def test_staff_without_an_address_sign_in_all_the_same(self) -> None:
        clerk = people.clerk()
        client = Client()
        client.post("/sign-in/", {"username": clerk.username, "password": people.PASSWORD})
        assert who(client) == str(clerk.pk)
        assert mail.outbox == []

    def test_the_page_says_where_no_second_step_is_asked_for(self) -> None:
        off = "For trying out: staff sign in without a second step here."
        self.assertContains(Client().get("/sign-in/"), off)
        with override_settings(STAFF_MFA=True):
            self.assertNotContains(Client().get("/sign-in/"), off)


class TestCode(TestCase):
    def asked(self, address: str) -> Client:
        client = Client()
        came = client.post("/sign-in/code/", {"email": address, "next": "/register/"})
        assert came["Location"] == "/sign-in/code/enter/?next=%2Fregister%2F"
        return client

    def test_the_code_in_the_mail_signs_in_once(self) -> None:
        jo = applicant()
        client = self.asked("Jo@Example.org")
        (letter,) = mail.outbox
        assert letter.to == [ADDRESS]
        assert letter.subject == "Your code for Permit office"
        assert letter.content_subtype == "plain"
        client.post("/sign-in/code/enter/", {"code": "wrong", "next": "/register/"})
        came = client.post("/sign-in/code/enter/", {"code": code_of(letter).lower(), "next": "/register/"})
        assert came["Location"] == "/register/"
        assert who(client) == str(jo.pk)
        other = self.asked(ADDRESS)
        came = other.post("/sign-in/code/enter/", {"code": code_of(letter)})
        self.assertContains(came, WRONG_CODE, status_code=422)

    def test_an_address_nobody_has_is_answered_like_one_that_somebody_has(self) -> None:
        applicant()
        pages = []
        for address in (ADDRESS, "no@example.org"):
            client = self.asked(address)
            page = client.get("/sign-in/code/enter/").content.decode()
            wrong = client.post("/sign-in/code/enter/", {"code": "BCDF-GHJK"})
            assert wrong.status_code == 422
            shown = page + wrong.content.decode()
            pages.append(re.sub(r'value="\w{64}"', "", shown.replace(address, "")))
        assert pages[0] == pages[1]
        assert mail.outbox[1].subject == "No account for this address at Permit office"
        assert CODE.search(str(mail.outbox[1].body)) is None

    def test_three_wrong_codes_end_it(self) -> None:
        applicant()
        client = self.asked(ADDRESS)
        right = code_of(mail.outbox[0])
        for status in (422, 422, 302):
            assert client.post("/sign-in/code/enter/", {"code": "BCDF-GHJK"}).status_code == status
        client.post("/sign-in/code/enter/", {"code": right})
        assert who(client) is None

    def test_after_ten_minutes_it_is_of_no_use(self) -> None:
        applicant()
        client = self.asked(ADDRESS)
        with time_machine.travel(now() + timedelta(minutes=10, seconds=5)):
            client.post("/sign-in/code/enter/", {"code": code_of(mail.outbox[0])})
        assert who(client) is None

    def test_another_code_takes_the_place_of_the_first(self) -> None:
        jo = applicant()
        client = self.asked(ADDRESS)
        client.post("/sign-in/code/enter/", {"action": "resend"})
        first, second = map(code_of, mail.outbox)
        assert client.post("/sign-in/code/enter/", {"code": first}).status_code == 422
        client.post("/sign-in/code/enter/", {"code": second})
        assert who(client) == str(jo.pk)

    def test_the_outbox_of_the_office_holds_no_codes(self) -> None:
        applicant()
        with mock.patch("office.actions.messages.tell") as tell:
            self.asked(ADDRESS)
        assert not tell.called
        assert len(mail.outbox) == 1

    def test_a_mail_server_that_does_not_answer_is_said(self) -> None:
        applicant()
        for address in (ADDRESS, "no@example.org"):
            with mock.patch("django.core.mail.EmailMessage.send", side_effect=ConnectionRefusedError):
                came = Client().post("/sign-in/code/", {"email": address})
            self.assertContains(came, "The mail server does not answer just now.", status_code=503)


class TestNewAccount(TestCase):
    def test_a_name_and_an_address_then_the_code(self) -> None:
        client = Client()
        said = {"first_name": " Jo  de la Sample ", "email": "Jo@Example.org", "password1": "hunter2-hunter2"}
        assert client.post("/account/new/", said)["Location"] == "/account/confirm/"
        assert who(client) is None
        jo = User.objects.get(email=ADDRESS)
        assert jo.get_full_name() == "Jo de la Sample"
        assert not jo.has_usable_password(), "whoever wrote the form could come in by it later"
        assert not EmailAddress.objects.get().verified
        assert client.post("/account/confirm/", {"code": "BCDF-GHJK"}).status_code == 422
        client.post("/account/confirm/", {"code": code_of(mail.outbox[0])})
        assert who(client) == str(jo.pk)
        assert EmailAddress.objects.get().verified

    def test_an_address_that_has_an_account_gets_no_second_one_and_only_its_owner_learns_of_it(self) -> None:
        applicant()
        pages = []
        for address in (ADDRESS, "no@example.org"):
            client = Client()
            came = client.post("/account/new/", {"first_name": "Jo", "email": address}, follow=True)
            assert came.redirect_chain == [("/account/confirm/", 302)]
            pages.append(re.sub(r'value="\w{64}"', "", came.content.decode().replace(address, "")))
        assert pages[0] == pages[1]
        assert User.objects.count() == 2
        assert mail.outbox[0].subject == "You have an account at Permit office"
        assert CODE.search(str(mail.outbox[0].body)) is None

    def test_what_is_missing_is_said(self) -> None:
        came = Client().post("/account/new/", {"email": "jo"})
        self.assertContains(came, "Enter your name.", 2, 422)
        self.assertContains(came, "Write the e-mail address like name@example.org.", 2, 422)
        came = Client().post("/account/new/", {"first_name": "Jo", "email": ADDRESS, "website": "spam"})
        self.assertContains(came, "it is there to catch programs, not people", 2, 422)
        assert not User.objects.exists()


class TestJoining(TestCase):
    """Cases of people on file come to an account by its verified address, and by nothing else."""

    def test_only_once_the_address_is_verified(self) -> None:
        party = people.party("Jo Sample", email=ADDRESS)
        client = Client()
        client.post("/account/new/", {"first_name": "Jo Sample", "email": ADDRESS})
        assert Party.objects.get(pk=party.pk).user is None
        client.post("/account/confirm/", {"code": code_of(mail.outbox[0])})
        party.refresh_from_db()
        assert party.user == User.objects.get()
        row = party.history.latest()
        assert row.history_user is None
        assert row.history_change_reason.startswith("Joined to the account of its verified address, ")

    def test_the_very_same_address_and_nobody_elses_party(self) -> None:
        jo, other = applicant(), applicant("other@example.org", username="other")
        same = people.party("Written in capitals", email="JO@EXAMPLE.ORG")
        for name, address in (("Like it", "jo@example.org.uk"), ("Around", "xjo@example.org"), ("None", ""),
                              ("Jo Sample", "jo.sample@example.org")):  # fmt: skip
            people.party(name, email=address)
        theirs = people.party("Taken", email=ADDRESS, user=other)
        assert accounts.link_parties(jo, on=DAY) == [same]
        assert accounts.link_parties(jo, on=DAY) == []
        assert list(Party.objects.filter(user=jo)) == [same]
        theirs.refresh_from_db()
        assert theirs.user == other
        assert same.history.latest().history_change_reason == (
            "Joined to the account of its verified address, June 1, 2026"
        )

    def test_an_address_of_the_account_that_was_not_verified_joins_nothing(self) -> None:
        jo = applicant(verified=False)
        people.party("Jo Sample", email=ADDRESS)
        assert accounts.link_parties(jo, on=DAY) == []
        client = Client()  # by password alone: the address is asked for first
        client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        assert not Party.objects.filter(user=jo).exists()

    def test_clerks_are_joined_to_nobody(self) -> None:
        clerk = people.clerk()
        EmailAddress.objects.create(user=clerk, email="clerk@example.org", verified=True, primary=True)
        people.party("Somebody without mail", email="clerk@example.org")
        assert accounts.link_parties(clerk, on=DAY) == []

    def test_a_later_party_is_joined_at_the_next_sign_in(self) -> None:
        jo = applicant()
        people.party("Jo Sample", email=ADDRESS)
        Client().post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        assert Party.objects.get().user == jo

    def test_a_changed_address_joins_when_its_code_came_back(self) -> None:
        jo, new = applicant(), "new@example.org"
        people.party("Jo Sample", email=new)
        client = Client()
        client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        client.post("/account/email/", {"email": new, "action_add": ""})
        assert not Party.objects.filter(user=jo).exists()
        assert accounts.verified_addresses(jo) == [ADDRESS]
        (letter,) = mail.outbox
        assert letter.to == [new]
        client.post("/account/confirm/", {"code": code_of(letter)})
        assert Party.objects.get().user == jo
        assert accounts.verified_addresses(jo) == [new]
        jo.refresh_from_db()
        assert jo.email == new
        assert mail.outbox[-1].to == [ADDRESS], "the old address learns of it"
        assert "The e-mail address of your account was changed." in mail.outbox[-1].body

    def test_whether_a_new_address_is_taken_is_told_to_its_owner_only(self) -> None:
        jo = applicant()
        applicant("other@example.org", username="other")
        client = Client()
        client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        came = client.post("/account/email/", {"email": "other@example.org", "action_add": ""})
        assert came["Location"] == "/account/confirm/"
        assert accounts.verified_addresses(jo) == [ADDRESS]


class TestPasswords(TestCase):
    def test_a_forgotten_one_is_replaced_by_a_code_and_all_other_browsers_are_signed_out(self) -> None:
        jo, new = applicant(), "harbor-and-heron-7"
        old = Client()
        old.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        client = Client()
        client.post("/account/password/forgotten/", {"email": ADDRESS})
        came = client.post("/account/password/forgotten/code/", {"code": code_of(mail.outbox[0])})
        assert came["Location"] == "/account/password/forgotten/new/"
        came = client.post(came["Location"], {"password1": new, "password2": "another-one-7"})
        self.assertContains(came, "The two passwords differ. Type the same one twice.", 2, 422)
        came = client.post("/account/password/forgotten/new/", {"password1": new, "password2": new})
        assert came["Location"] == "/account/password/forgotten/done/"
        self.assertContains(client.get(came["Location"]), "Your new password is saved")
        jo.refresh_from_db()
        assert jo.check_password(new)
        assert who(client) is None, "a code in the mail alone opens nothing that has a second step"
        assert old.get("/account/").status_code == 302
        assert not UserSession.objects.filter(user=jo).exists()
        assert "was replaced by a new one" in mail.outbox[-1].body

    def test_an_unknown_address_is_answered_alike(self) -> None:
        came = Client().post("/account/password/forgotten/", {"email": "no@example.org"})
        assert came["Location"] == "/account/password/forgotten/code/"
        assert mail.outbox[0].subject == "No account for this address at Permit office"

    def test_it_is_changed_by_who_knows_it(self) -> None:
        jo, new = applicant(), "harbor-and-heron-7"
        client = Client()
        client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        said = {"oldpassword": "not this", "password1": new, "password2": new}
        came = client.post("/account/password/", said)
        self.assertContains(came, "This is not your password. Type the one you sign in with now.", 2, 422)
        came = client.post("/account/password/", said | {"oldpassword": people.PASSWORD}, follow=True)
        self.assertContains(came, "Your new password is saved.")
        jo.refresh_from_db()
        assert jo.check_password(new)
        assert who(client) == str(jo.pk)
        assert "The password of your account was changed." in mail.outbox[-1].body


class TestSessions(TestCase):
    def browser(self, agent: str) -> Client:
        client = Client(headers={"User-Agent": agent})
        client.post("/sign-in/", {"username": "jo", "password": people.PASSWORD})
        return client

    def test_they_are_listed_and_each_can_be_ended(self) -> None:
        applicant()
        here = self.browser("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
        phone = self.browser("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1")
        third = self.browser("odd")
        page = here.get("/account/")
        for words in ("Firefox, Linux", "Safari, iPhone", "Another browser", "127.0.0.1", "This browser"):
            self.assertContains(page, words)
        row = UserSession.objects.get(user_agent__contains="iPhone")
        came = here.post(reverse("end-session", args=[row.pk]), follow=True)
        self.assertContains(came, "That browser is signed out.")
        assert phone.get("/account/").status_code == 302
        assert third.get("/account/").status_code == 200
        here.post("/account/sessions/end-others/")
        assert third.get("/account/").status_code == 302
        self.assertContains(here.get("/account/"), "This browser")

    def test_nobody_elses_can_be(self) -> None:
        applicant()
        here = self.browser("odd")
        applicant("other@example.org", username="other")
        other = Client()
        other.post("/sign-in/", {"username": "other", "password": people.PASSWORD})
        row = UserSession.objects.get(user__username="jo")
        assert other.post(reverse("end-session", args=[row.pk])).status_code == 404
        assert here.get("/account/").status_code == 200


class TestLimits(TestCase):
    """As in production; each test has the cache to itself."""

    def setUp(self) -> None:
        from django.conf import settings

        cache.clear()
        self.addCleanup(cache.clear)
        self.enterContext(override_settings(ACCOUNT_RATE_LIMITS=settings.SIGN_IN_LIMITS))

    def test_five_wrong_passwords_for_one_name_and_the_right_one_waits_too(self) -> None:
        applicant()
        said = {"username": "jo", "password": people.PASSWORD}
        for _ in range(5):
            Client().post("/sign-in/", said | {"password": "not the one"})
        self.assertContains(Client().post("/sign-in/", said), TOO_OFTEN, status_code=422)
        with time_machine.travel(now() + timedelta(minutes=5, seconds=5)):
            assert Client().post("/sign-in/", said).status_code == 302

    def test_three_codes_a_minute_for_one_address_whether_it_has_an_account_or_not(self) -> None:
        applicant()
        for address in (ADDRESS, "no@example.org"):
            for _ in range(3):
                assert Client().post("/sign-in/code/", {"email": address}).status_code == 302
            came = Client().post("/sign-in/code/", {"email": address})
            self.assertContains(came, TOO_OFTEN, status_code=422)

    def test_twenty_new_accounts_an_hour_from_one_network(self) -> None:
        for _ in range(20):
            assert Client().post("/account/new/", {}).status_code == 422
        came = Client().post("/account/new/", {})
        self.assertContains(came, "This was tried too often from here", status_code=429)
        assert Client(REMOTE_ADDR="203.0.113.5").post("/account/new/", {}).status_code == 422


@pytest.mark.django_db
def test_of_django_allauth_only_these_pages_have_an_address() -> None:
    theirs = {
        pattern.name
        for pattern in ours(get_resolver().url_patterns)
        if str(pattern.name).startswith(("account_", "mfa_", "usersessions", "socialaccount", "headless"))
    }
    assert theirs == {
        "account_login", "account_request_login_code", "account_confirm_login_code", "mfa_authenticate",
        "account_signup", "account_email_verification_sent", "account_inactive", "account_email",
        "account_change_password", "account_set_password", "account_reset_password",
        "account_confirm_password_reset_code", "account_complete_password_reset",
        "account_password_reset_completed", "account_reauthenticate",
        "account_request_reauthentication_code", "account_confirm_reauthentication_code",
        "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes", "mfa_download_recovery_codes",
    }  # fmt: skip
    assert not apps.is_installed("allauth"), "its stock pages would be shown where one of ours is missing"
