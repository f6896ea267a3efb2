"""The second step: whoever works here has one, nobody gets around it, and a lost phone is no end of it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.test import Client, TestCase, override_settings
from django.utils.timezone import get_current_timezone

from office.actions import accounts
from office.actions.errors import NotAllowed, WrongRole
from office.models import User
from tests import people

NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
SET_UP = "/account/second-step/"
WRONG_CODE = "This code is not the one we expect. Wait for the next one in the app and type that."


def app_code(secret: str, at: datetime) -> str:
    """What the authenticator app shows at that moment."""
    return format_hotp_value(hotp_value(secret, int(at.timestamp()) // 30))


def password(user: User) -> dict[str, str]:
    return {"username": user.username, "password": people.PASSWORD}


class Staff(TestCase):
    """At noon on June 1, 2026, where the second step is asked for; a tick is a minute."""

    def setUp(self) -> None:
        cache.clear()
        self.clock = self.enterContext(time_machine.travel(NOON, tick=False))
        self.enterContext(override_settings(STAFF_MFA=True))
        self.clerk = people.clerk()

    def tick(self, minutes: int = 1) -> datetime:
        self.clock.shift(timedelta(minutes=minutes))
        return datetime.now(get_current_timezone())

    def signed_in(self, user: User) -> Client:
        client = Client()
        client.post("/sign-in/", password(user))
        return client

    def set_up(self, client: Client) -> str:
        """Add the app to the account, as far as the recovery codes; the app's secret."""
        page = client.get(SET_UP).content.decode()
        found = re.search(r'class="secret" translate="no">([A-Z2-7 ]+)<', page)
        assert found is not None
        secret = found[1].replace(" ", "")
        came = client.post(SET_UP, {"code": app_code(secret, self.tick())})
        assert came["Location"] == "/account/recovery-codes/"
        return secret

    def recovery_codes(self, client: Client) -> list[str]:
        page = client.get("/account/recovery-codes/").content.decode()
        return re.findall(r"<li>(\d{8})</li>", page)


class TestWhoNeedsOne(Staff):
    def test_staff_are_led_to_set_it_up_before_any_page(self) -> None:
        client = self.signed_in(self.clerk)
        for address in ("/worklist/", "/counter/", "/", "/register/", "/calendar/", "/account/email/"):
            assert client.get(address)["Location"] == SET_UP, address
        assert client.post("/nightly/")["Location"] == SET_UP
        page = client.get(SET_UP)
        self.assertContains(page, "Whoever works for the office signs in with a second step.")
        assert client.get("/account/").status_code == 200
        assert client.post("/sign-out/")["Location"] == "/"

    def test_every_role_the_administrator_and_who_only_keeps_the_tables(self) -> None:
        root = User.objects.create_superuser("root-of-all", password=people.PASSWORD)
        for user in (people.inspector(), people.member(), people.administrator(), root):
            client = self.signed_in(user)
            for address in ("/worklist/", "/admin/", "/admin/office/feeamount/"):
                assert client.get(address)["Location"] == SET_UP, f"{user} {address}"

    def test_applicants_are_asked_for_none_and_may_have_one(self) -> None:
        client = self.signed_in(people.applicant())
        for address in ("/", "/account/", "/register/"):
            assert client.get(address).status_code == 200
        self.set_up(client)
        again = self.signed_in(people.applicant())
        assert again.get("/account/").status_code == 302, "from now on it is asked for"

    def test_a_visitor_reads_what_is_public(self) -> None:
        assert Client().get("/").status_code == 200
        assert Client().get("/worklist/")["Location"] == "/sign-in/?next=/worklist/"

    def test_the_admin_has_no_door_of_its_own(self) -> None:
        boss = people.administrator()
        client, door = Client(), "/admin/login/?next=/admin/office/"
        for came in (client.get(door), client.post(door, password(boss))):
            assert came["Location"] == "/sign-in/?next=/admin/office/"
        assert client.session.get("_auth_user_id") is None
        assert Client().get("/admin/login/?next=//evil.example/")["Location"].startswith("/sign-in/?next=")

    def test_off_it_is_asked_of_nobody(self) -> None:
        with override_settings(STAFF_MFA=False):
            client = self.signed_in(self.clerk)
            assert client.get("/worklist/").status_code == 200
            self.assertContains(client.get("/account/"), "staff sign in without a second step here")


class TestSettingUp(Staff):
    def test_the_code_of_the_app_opens_the_pages_and_shows_the_recovery_codes_once_for_all(self) -> None:
        client = self.signed_in(self.clerk)
        other = self.signed_in(self.clerk)
        came = client.post(SET_UP, {"code": "000000"})
        self.assertContains(came, WRONG_CODE, 2, 422)
        secret = self.set_up(client)
        codes = self.recovery_codes(client)
        assert len(codes) == len(set(codes)) == 10
        assert client.get("/worklist/").status_code == 200
        file = client.get("/account/recovery-codes/codes.txt")
        assert file["Content-Disposition"] == 'attachment; filename="recovery-codes.txt"'
        assert file["Cache-Control"].count("no-store") == 1
        assert [line for line in file.content.decode().splitlines() if line.isdigit()] == codes
        assert other.get("/account/").status_code == 302, "the other browser is signed out"
        kept = Authenticator.objects.get(type="totp").data["secret"]
        assert secret not in kept, "encrypted"
        assert "seed" in Authenticator.objects.get(type="recovery_codes").data

    def test_the_key_that_encrypts_may_be_replaced(self) -> None:
        client = self.signed_in(self.clerk)
        secret = self.set_up(client)
        with override_settings(SECRET_KEY="another-key-of-fifty-characters-another-key-of-fifty"):
            from django.conf import settings

            old = settings._wrapped.default_settings.SECRET_KEY  # type: ignore[attr-defined]
            with override_settings(SECRET_KEY_FALLBACKS=[old]):
                row = Authenticator.objects.get(type="totp").wrap()
                assert row.validate_code(app_code(secret, self.tick()))

    def test_the_page_shows_the_key_as_a_picture_and_in_groups(self) -> None:
        page = self.signed_in(self.clerk).get(SET_UP).content.decode()
        assert 'role="img" aria-label="QR code for your authenticator app"><svg viewBox="' in page
        assert "data:image" not in page
        assert re.search(r">([A-Z2-7]{4} ){7}[A-Z2-7]{4}<", page)

    def test_the_owner_is_told(self) -> None:
        EmailAddress.objects.create(user=self.clerk, email="clerk@example.org", verified=True, primary=True)
        with self.captureOnCommitCallbacks(execute=True):
            self.set_up(self.signed_in(self.clerk))
        (letter,) = mail.outbox
        assert letter.to == ["clerk@example.org"]
        assert "An authenticator app was added to your account as its second step." in letter.body


class TestSigningIn(Staff):
    def setUp(self) -> None:
        super().setUp()
        self.desk = self.signed_in(self.clerk)
        self.secret = self.set_up(self.desk)
        self.tick(6)  # for five minutes one is believed without being asked again

    def test_the_password_alone_opens_nothing(self) -> None:
        client = Client()
        came = client.post("/sign-in/", password(self.clerk) | {"next": "/worklist/overdue/"})
        assert came["Location"] == "/sign-in/second-step/"
        assert client.get("/worklist/")["Location"] == "/sign-in/?next=/worklist/"
        self.assertContains(client.post("/sign-in/second-step/", {"code": "000000"}), WRONG_CODE, 2, 422)
        came = client.post("/sign-in/second-step/", {"code": app_code(self.secret, self.tick())})
        assert came["Location"] == "/worklist/overdue/"
        assert client.get("/worklist/").status_code == 200

    def test_nor_does_a_mailed_code(self) -> None:
        EmailAddress.objects.create(user=self.clerk, email="clerk@example.org", verified=True, primary=True)
        client = Client()
        client.post("/sign-in/code/", {"email": "clerk@example.org"})
        code = re.search(r"[A-Z]{4}-[A-Z]{4}", str(mail.outbox[0].body))
        assert code is not None
        came = client.post("/sign-in/code/enter/", {"code": code[0]})
        assert came["Location"] == "/sign-in/second-step/"
        assert client.get("/worklist/").status_code == 302

    def test_a_code_of_the_app_works_once(self) -> None:
        code, first, second = app_code(self.secret, self.tick()), Client(), Client()
        first.post("/sign-in/", password(self.clerk))
        first.post("/sign-in/second-step/", {"code": code})
        assert first.get("/worklist/").status_code == 200
        second.post("/sign-in/", password(self.clerk))
        assert second.post("/sign-in/second-step/", {"code": code}).status_code == 422

    def test_a_recovery_code_works_once(self) -> None:
        code = self.recovery_codes_of_desk()[0]
        for status in (200, 302):
            client = Client()
            client.post("/sign-in/", password(self.clerk))
            client.post("/sign-in/second-step/", {"code": code})
            assert client.get("/worklist/").status_code == status

    def recovery_codes_of_desk(self) -> list[str]:
        self.again(self.desk)
        return self.recovery_codes(self.desk)

    def again(self, client: Client) -> None:
        client.post("/account/again/", {"password": people.PASSWORD})

    def test_a_session_that_never_showed_it_is_asked(self) -> None:
        client = Client()
        client.force_login(self.clerk)
        came = client.get("/worklist/overdue/")
        assert came["Location"] == "/account/again/second-step/?next=%2Fworklist%2Foverdue%2F"
        for address in ("/account/", SET_UP, "/account/second-step/off/", "/account/password/"):
            assert client.get(address)["Location"].startswith("/account/again/second-step/"), address
        came = client.post(came["Location"], {"code": app_code(self.secret, self.tick())})
        assert came["Location"] == "/worklist/overdue/"
        assert client.get("/worklist/").status_code == 200

    def test_turning_it_off_asks_again_who_it_is_and_leads_staff_to_another(self) -> None:
        off = "/account/second-step/off/"
        came = self.desk.get(off)
        assert came["Location"] == f"/account/again/?next={off.replace('/', '%2F')}"
        assert self.desk.post(off).status_code == 302
        assert Authenticator.objects.filter(user=self.clerk).count() == 2
        self.again(self.desk)
        self.assertContains(self.desk.get(off), "Turn it off")
        self.desk.post(off)
        assert not Authenticator.objects.filter(user=self.clerk).exists()
        assert self.desk.get("/worklist/")["Location"] == SET_UP

    def test_new_recovery_codes_replace_the_old(self) -> None:
        old = self.recovery_codes_of_desk()
        self.desk.post("/account/recovery-codes/new/")
        new = self.recovery_codes(self.desk)
        assert len(new) == 10
        assert set(new).isdisjoint(old)

    def test_they_are_shown_to_nobody_who_just_found_the_browser_open(self) -> None:
        self.tick(30)
        for address in ("/account/recovery-codes/", "/account/recovery-codes/codes.txt"):
            assert self.desk.get(address)["Location"].startswith("/account/again/?next=")

    def test_guessing_is_stopped(self) -> None:
        from django.conf import settings

        with override_settings(ACCOUNT_RATE_LIMITS=settings.SIGN_IN_LIMITS):
            client = Client()
            client.post("/sign-in/", password(self.clerk))
            for _ in range(5):
                client.post("/sign-in/second-step/", {"code": "000000"})
            came = client.post("/sign-in/second-step/", {"code": app_code(self.secret, self.tick(0))})
            self.assertContains(came, "That was tried too often.", 2, 422)


class TestLostBoth(Staff):
    """Phone and recovery codes are gone: an administrator of the board takes the second step away."""

    def test_by_an_administrator_of_the_board_and_by_nobody_else(self) -> None:
        desk = self.signed_in(self.clerk)
        self.set_up(desk)
        for by in (people.member(), people.administrator(people.docks()), people.applicant()):
            with self.assertRaisesMessage(WrongRole, "Only an administrator of every board"):
                accounts.take_away_second_step(self.clerk, by=by)
        boss = people.administrator()
        with self.assertRaisesMessage(NotAllowed, "nobody takes away their own second step"):
            accounts.take_away_second_step(boss, by=boss)
        with override_settings(STAFF_MFA=False):
            tables = Client()
            tables.force_login(boss)
            chosen = {"action": "take_away_second_step", "_selected_action": [self.clerk.pk, boss.pk]}
            came = tables.post("/admin/office/user/", chosen, follow=True)
        self.assertContains(came, "Taken away: clerk-tisbury-health sets up a new one at the next sign-in.")
        self.assertContains(came, "nobody takes away their own second step here.")
        assert not Authenticator.objects.filter(user=self.clerk).exists()
        assert not UserSession.objects.filter(user=self.clerk).exists()
        assert desk.get("/worklist/")["Location"] == "/sign-in/?next=/worklist/"
        assert self.signed_in(self.clerk).get("/worklist/")["Location"] == SET_UP
