"""Applying when something goes wrong: a dead session, a fee that changed, too much at once, odd answers."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from office.actions.fees import add_fee_amount
from office.models import Case, Fee, MessageLine, Party
from tests import people
from tests.office.test_apply import (
    DAY,
    NOON,
    WHERE,
    YOU,
    Applicant,
    field,
    office,
    photo,
    send,
    somebody,
    summary,
    words,
)

__all__ = ["office", "somebody"]  # fixtures
pytestmark = pytest.mark.django_db
HERE = {"Origin": "http://testserver"}


# --------------------------------------------------------------------------------------- a dead session
def again(client: Client, came: Any, address: str) -> Any:
    """Press the one button of the page that says it was open too long."""
    page = came.content.decode()
    sent = {
        name: unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    }
    assert f'action="{address}"' in page
    return client.post(address, sent, headers=HERE)


def test_a_session_that_died_at_the_last_step_loses_nothing() -> None:
    browser = Client(enforce_csrf_checks=True)
    opened = browser.get("/apply/dumpster/")
    key = {"csrfmiddlewaretoken": field(opened, "csrfmiddlewaretoken")}
    base = str(browser.post("/apply/dumpster/", key)["Location"]).removesuffix("you/")
    browser.cookies.clear()
    came = browser.post(f"{base}you/", {"version": "0", **YOU} | key, headers=HERE)
    assert came.status_code == 403
    assert "Nothing you wrote is lost." in words(came)
    assert again(browser, came, f"{base}you/")["Location"] == f"{base}place/"
    browser.cookies.clear()
    came = browser.post(f"{base}check/", {"declared": "on"}, headers=HERE)
    assert not Case.objects.exists()
    assert again(browser, came, f"{base}check/")["Location"] == f"{base}filed/"
    assert Case.objects.get().people.get(role="applicant").party.name == YOU["name"]


def test_what_comes_from_elsewhere_is_never_offered_to_be_sent_again(somebody: Applicant) -> None:
    browser = Client(enforce_csrf_checks=True)
    for headers in ({}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}):
        came = browser.post(somebody.at("you/"), {"name": "planted"}, headers=headers)
        assert came.status_code == 403
        assert "planted" not in came.content.decode()
    came = browser.post("/problems/new/", {"name": "planted"}, headers=HERE)
    assert (came.status_code, "planted" in came.content.decode()) == (403, False)


# --------------------------------------------------------------------------------------- a fee that changed
def test_an_administrators_new_row_shows_old_new_and_why_before_filing(
    somebody: Applicant, office: Any
) -> None:
    fee = Fee.objects.create(code="dumpster", label="Dumpster permit", board=people.health())
    row: dict[str, Any] = {"section": "Tisbury 09.2.5(1)", "by": people.administrator()}
    add_fee_amount(fee, since=DAY, amount=Decimal(50), vote="Vote of May 12", on=DAY, **row)
    somebody.answer_all()
    add_fee_amount(fee, since=date(2026, 6, 15), amount=Decimal(75), vote="Vote of June 9", on=DAY, **row)
    assert "The fee changed" not in words(somebody.get("check/"))
    office.move_to(NOON + timedelta(days=14))
    assert (
        "The fee changed since you began Dumpster permit: $50.00 on Monday, June 1, 2026, now $75.00. "
        "Flat fee $75.00. Set by Vote of June 9, from Monday, June 15, 2026. Tisbury 09.2.5(1)"
    ) in words(somebody.get("check/"))
    somebody.file()
    assert str(Case.objects.get().charges.get().amount) == "75.00"


# ----------------------------------------------------------------------------------------------- too much
def test_so_many_links_an_hour_from_one_connection(somebody: Applicant, monkeypatch: Any) -> None:
    monkeypatch.setattr("office.views.apply.MOST_MAILED", 1)
    for status in (302, 422):
        came = somebody.client.post(somebody.at("later/"), {"email": "maureen@example.org"})
        assert came.status_code == status
    assert "Many links were mailed from your connection within an hour." in summary(came)
    assert MessageLine.objects.count() == 1


def test_more_files_at_once_than_are_taken_say_so(somebody: Applicant) -> None:
    many = [photo(f"{n}.jpg") for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)]
    came = somebody.client.post(somebody.at("papers/"), {"version": 0, "file-other": many})
    assert came.status_code == 400
    assert f"choose at most {settings.DATA_UPLOAD_MAX_NUMBER_FILES} at a time" in words(came)
    assert not somebody.draft.files.exists()


# -------------------------------------------------------------------------------------------- odd answers
def test_zalgo_apostrophes_and_other_scripts_reach_the_office_as_typed(somebody: Applicant) -> None:
    zalgo = "\n".join("Z̷̢a̴͎l̵͠g̶o" for _ in range(12))
    somebody.answer_all()
    somebody.save("you", **YOU | {"name": "Müller & O'Brien 李", "city": zalgo[:80]})
    sent = {name: said for name, (said,) in somebody.draft.raw("where").items()}
    assert set(sent) == set(WHERE)
    came = somebody.save("where", **sent, child_prevention=zalgo)
    assert came.status_code == 302
    send(somebody, photo("李.jpg"), button="")
    somebody.file()
    case = Case.objects.get()
    assert case.details.child_prevention == zalgo
    assert Party.objects.get(email=YOU["email"]).name == "Müller & O'Brien 李"
    assert case.documents.get().shown_name == "李.jpg"
    desk = Client()
    desk.force_login(people.clerk())
    assert "Müller &amp; O&#x27;Brien 李" in desk.get(f"/cases/{case.number}/").content.decode()
