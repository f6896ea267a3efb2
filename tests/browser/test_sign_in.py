"""Signing in with a browser: an applicant's new account by keyboard alone, a clerk's second step.

Every page on the way is looked at with axe-core, light and dark, wide and narrow, some with an error shown.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import Page, expect

from office.models import User
from tests import people

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "jo@example.org"


def look(page: Page, axe: Callable[..., None]) -> None:
    """The page at 1280 and 320 px, light and dark: no violation, nothing to scroll sideways."""
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    page.set_viewport_size({"width": 1280, "height": 900})


def mailed_code() -> str:
    found = re.search(r"[A-Z]{4}-[A-Z]{4}", str(mail.outbox[-1].body))
    assert found is not None
    return found[0]


def typed(page: Page, *words: str) -> None:
    """Tab to each next field and type, then Ctrl+Enter: the main button."""
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")


def test_a_new_account_by_keyboard_and_the_way_back_in(page: Page, axe: Callable[..., None]) -> None:
    cache.clear()
    page.goto("/sign-in/")
    look(page, axe)
    page.get_by_role("link", name="Make an account").press("Enter")
    page.locator("#id_first_name").focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#error-summary")).to_be_focused()
    expect(page).to_have_title(re.compile("^Error: Make an account"))
    look(page, axe)
    page.locator("#id_first_name").focus()
    typed(page, "Jo Sample", ADDRESS)
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your e-mail address")
    page.locator("#id_code").focus()
    typed(page, "BCDF-GHJK")
    expect(page.locator("#error-summary")).to_contain_text("This code is not the one we expect.")
    look(page, axe)
    page.locator("#id_code").fill("")
    page.locator("#id_code").focus()
    typed(page, mailed_code().lower().replace("-", ""))
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto("/account/")
    expect(page.get_by_role("main")).to_contain_text(f"{ADDRESS} Confirmed")
    look(page, axe)
    for address in ("/account/email/", "/account/password/first/"):
        page.goto(address)
        look(page, axe)
    page.get_by_role("button", name="Sign out").press("Enter")
    page.goto("/sign-in/code/")
    look(page, axe)
    page.locator("#id_email").focus()
    typed(page, ADDRESS)
    page.locator("#id_code").focus()
    typed(page, mailed_code())
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert User.objects.get().get_full_name() == "Jo Sample"


def test_a_clerk_sets_up_the_second_step_and_signs_in_with_it(
    page: Page, new_page: Callable[..., Page], axe: Callable[..., None]
) -> None:
    cache.clear()
    clerk = people.clerk()
    with override_settings(STAFF_MFA=True):
        sign_in(page, clerk)
        expect(page.get_by_role("heading", level=1)).to_have_text("Set up your second step")
        look(page, axe)
        picture = page.locator(".qr svg").bounding_box()
        assert picture is not None
        assert picture["width"] == pytest.approx(picture["height"], abs=1)
        secret = page.locator(".secret").inner_text().replace(" ", "")
        page.locator("#id_code").fill("000000")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#error-summary")).to_be_focused()
        look(page, axe)
        page.locator("#id_code").fill(code(secret))
        page.keyboard.press("Control+Enter")
        expect(page.locator(".codes li")).to_have_count(10)
        look(page, axe)
        recovery = page.locator(".codes li").first.inner_text()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save them as a file").click()
        assert saved.value.suggested_filename == "recovery-codes.txt"
        page.get_by_role("link", name="I have kept them: go on").click()
        expect(page).to_have_url(re.compile("/worklist/$"))
        for address in ("/account/", "/account/second-step/off/", "/account/recovery-codes/new/"):
            page.goto(address)
            look(page, axe)

        other = new_page()
        sign_in(other, clerk)
        expect(other.get_by_role("heading", level=1)).to_have_text("Second step")
        look(other, axe)
        other.locator("#id_code").fill(recovery)
        other.keyboard.press("Control+Enter")
        expect(other).to_have_url(re.compile("/worklist/$"))
        other.goto("/account/recovery-codes/")
        expect(other.get_by_role("heading", level=1)).to_have_text("Is it still you?")
        look(other, axe)
        page.goto("/account/")
        page.get_by_role("button", name="Sign out all other browsers").click()
        expect(page.get_by_role("status")).to_contain_text("All other browsers are signed out.")
        other.goto("/worklist/")
        expect(other).to_have_url(re.compile(r"/sign-in/\?next=/worklist/$"))


def sign_in(page: Page, user: Any) -> None:
    page.goto("/worklist/")
    page.locator("#id_username").fill(user.username)
    page.locator("#id_password").fill(people.PASSWORD)
    page.keyboard.press("Control+Enter")


def code(secret: str) -> str:
    """What the authenticator app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))
