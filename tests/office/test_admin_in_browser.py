"""Pages of the Django admin with scripts, in a browser."""

from __future__ import annotations

from typing import Any

import pytest

from office.models import Board, Case, Membership, Parcel
from tests import people
from tests.office.admin_pages import page


@pytest.mark.django_db(transaction=True)
def test_pages_with_scripts_work_under_the_content_policy(new_page: Any, sign_in: Any) -> None:
    """`new_page` fails the test if a page tries what the policy forbids."""
    people.clerk()
    board = people.health()
    board.phone = "508-555-0150"
    board.save()
    browser = new_page()
    sign_in(browser, people.administrator())
    for address in (page(Parcel, "add"), page(Case, "changelist"), page(Board, "history", board.pk)):
        browser.goto(address)
    browser.get_by_text("nothing → 508-555-0150").wait_for()
    browser.goto(page(Membership, "add"))
    browser.locator("[aria-labelledby=select2-id_user-container]").click()
    browser.locator(".select2-search__field").fill("clerk")
    browser.get_by_role("option", name="clerk-tisbury-health").click()
    browser.locator("[aria-labelledby=select2-id_board-container]").click()
    browser.get_by_role("option", name="Tisbury Board of Health").click()
    browser.get_by_label("Role").select_option("reviewer")
    browser.get_by_role("button", name="Save", exact=True).click()
    browser.get_by_text("was added successfully").wait_for()
    assert Membership.objects.get(role="reviewer").user == people.clerk()
