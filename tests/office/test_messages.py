"""The outbox: what is written to people waits, is joined by what follows, may be stopped, resent and read."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils.timezone import get_current_timezone

from office.actions import delivery
from office.actions.errors import NotAllowed, WrongRole
from office.actions.messages import resend, stop, tell
from office.models import Message, MessageLine, User
from tests import people

NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
TO = "zebulon@example.org"

pytestmark = pytest.mark.django_db


def told(key: str = "k", at: datetime = NOON, **more: Any) -> MessageLine | None:
    said: dict[str, Any] = {
        "to_email": TO, "to_name": "Zebulon Quahog", "board": people.health(),
        "subject": "[Your move by June 8] SC-2026-014", "text": "Send the plan.", "about": "SC-2026-014",
    }  # fmt: skip
    return tell(key=key, now=at, **(said | more))


def sent(at: datetime = NOON + 30 * MINUTE) -> list[Any]:
    """What goes out at that moment."""
    before = len(mail.outbox)
    delivery.send_due(now=at)
    return mail.outbox[before:]


# -------------------------------------------------------------------------------------------- writing
def test_a_key_is_written_once_whoever_writes_it_twice() -> None:
    assert told("reminder-1")
    assert told("reminder-1", text="Other words.", to_email="other@example.org") is None
    assert MessageLine.objects.get().text == "Send the plan."
    assert Message.objects.count() == 1


def test_it_exists_only_when_what_it_tells_does() -> None:
    with transaction.atomic():
        told()
        transaction.set_rollback(True)
    assert not Message.objects.exists()


def test_what_follows_joins_and_the_hold_starts_anew() -> None:
    first = told("a")
    second = told("b", NOON + 9 * MINUTE)
    assert first
    assert second
    assert first.message_id == second.message_id
    assert Message.objects.get().not_before == NOON + 19 * MINUTE
    assert sent(NOON + 19 * MINUTE - SECOND) == []
    assert len(sent(NOON + 19 * MINUTE)) == 1


def test_however_much_joins_it_leaves_after_half_an_hour() -> None:
    for minute in (0, 9, 18, 20, 21, 27, 29):
        told(f"at-{minute}", NOON + minute * MINUTE)
        latest = min(minute + 10, 30)
        assert Message.objects.get().not_before == NOON + latest * MINUTE
    assert sent(NOON + 30 * MINUTE - SECOND) == []
    assert len(sent(NOON + 30 * MINUTE)) == 1


def test_something_urgent_shortens_nobody_elses_hold() -> None:
    told("a")
    told("b", NOON + MINUTE, hold=timedelta(0))
    assert Message.objects.get().not_before == NOON + 10 * MINUTE


@pytest.mark.parametrize(
    "other", [{"about": "SC-2026-015"}, {"to_email": "other@example.org"}, {"board": "docks"}]
)
def test_only_the_same_about_the_same_for_the_same_joins(other: dict[str, Any]) -> None:
    told("a")
    told("b", **(other if "board" not in other else {"board": people.docks()}))
    assert Message.objects.count() == 2


def test_nothing_joins_a_message_that_was_tried() -> None:
    """It may have arrived as it was, and the mail program would hide a second of the same Message-ID."""
    told("a", to_email="no address")
    sent()
    message = Message.objects.get()
    resend(message, by=people.clerk(), now=NOON, to_email=TO)
    told("b")
    assert Message.objects.count() == 2


def test_a_message_about_several_cases_is_of_none() -> None:
    one, two = people.ready_dumpster(NOON.date()), people.ready_dumpster(NOON.date())
    told("a", about="night", case=one)
    assert Message.objects.get().case == one
    told("b", about="night", case=two)
    assert Message.objects.get().case is None


def test_a_line_break_in_a_subject_or_a_name_is_a_space() -> None:
    told("a", subject="Plan\r\nBcc: all@example.org", to_name="Zebulon\nQuahog")
    (message,) = sent()
    assert message.subject == "Plan Bcc: all@example.org"
    assert message.to == [f"Zebulon Quahog <{TO}>"]
    assert message.recipients() == [f"Zebulon Quahog <{TO}>"]


@pytest.mark.parametrize("wrong", [{"to_email": " "}, {"key": ""}, {"key": "k" * 161}, {"about": "a" * 61}])
def test_a_message_to_nobody_or_with_a_key_too_long_is_a_mistake_of_the_program(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"address|characters"):
        told(**wrong)


def test_longest_key_and_about_are_taken() -> None:
    assert told("k" * 160, about="a" * 60)


def test_the_message_id_is_ours(settings: Any) -> None:
    settings.SITE_ADDRESS = "https://permits.example.gov"
    told("a")
    told("b", about="other")
    ids = set(Message.objects.values_list("message_id", flat=True))
    assert len(ids) == 2
    assert all(each.startswith("<") and each.endswith("@permits.example.gov>") for each in ids)


def test_a_worker_is_woken_only_for_what_does_not_wait(django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks() as woken:
        told("a")
    assert woken == []
    with django_capture_on_commit_callbacks() as woken:
        told("b", about="other", hold=timedelta(0))
    assert len(woken) == 1


# ------------------------------------------------------------------------------------------ what it says
def test_one_line_is_its_text_with_whose_it_is_and_whom_to_call() -> None:
    board = people.health()
    board.phone, board.email, board.hours = "508-555-0100", "health@example.org", "Monday to Friday, 9 to 4"
    board.save()
    case = people.ready_dumpster(NOON.date())
    told(case=case, text="Send the plan.\n\nThe board meets on June 16.")
    (message,) = sent()
    assert message.body == (
        "Send the plan.\n\nThe board meets on June 16.\n\n-- \nTisbury Board of Health\n508-555-0100\n"
        f"Monday to Friday, 9 to 4\nTo hear where the case stands, call 508-555-0100 and say {case.number}.\n"
    )
    assert message.subject == "[Your move by June 8] SC-2026-014"
    assert message.from_email == "Tisbury Board of Health <permits@localhost>"
    assert message.reply_to == ["Tisbury Board of Health <health@example.org>"]
    assert message.message().get_content_type() == "text/plain"


def test_staff_are_led_to_the_case_and_the_worklist(settings: Any) -> None:
    settings.SITE_ADDRESS = "https://permits.example.gov"
    clerk = people.clerk()
    User.objects.filter(pk=clerk.pk).update(email="clerk@example.org")
    case = people.ready_dumpster(NOON.date())
    told("a", to_email="Clerk@Example.org", case=case)
    told("b", to_email="clerk@example.org", case=case, about="night")
    told("c", to_email="clerk@example.org", about="night")
    one, several = (message.body for message in sent())
    assert f"See the case: https://permits.example.gov/cases/{case.number}/" in one
    assert "See the case" in several, "the second line is about no case"
    assert "call" not in one


def test_several_lines_are_a_list_under_the_first_subject() -> None:
    told("a", subject="Plan received", text="Thank you.")
    told("b", subject="Hearing set", text="On June 16, 2026.")
    told("c", subject="Hearing set", text="")
    (message,) = sent()
    assert message.subject == "Plan received and 1 more"
    assert message.body.startswith(
        "1. Plan received\n   Thank you.\n\n2. Hearing set\n   On June 16, 2026.\n\n3. Hearing set\n\n-- \n"
    )


def test_lines_that_share_their_subject_do_not_repeat_it() -> None:
    told("a", subject="Dates of June 1", text="SC-2026-014: send the plan.")
    told("b", subject="Dates of June 1", text="SC-2026-015: pay the fee.\nIt is $50.00.")
    (message,) = sent()
    assert message.subject == "Dates of June 1"
    assert message.body.startswith(
        "1. SC-2026-014: send the plan.\n\n2. SC-2026-015: pay the fee.\n   It is $50.00.\n\n-- \n"
    )


@pytest.mark.parametrize(("lines", "more"), [(100, ""), (101, "And 1 more."), (130, "And 30 more.")])
def test_a_long_list_ends_with_how_many_more(lines: int, more: str) -> None:
    board = people.health()
    board.email = "health@example.org"
    board.save()
    for number in range(lines):
        told(f"line-{number}", to_email="health@example.org", text=f"Date {number}", about="night")
    (message,) = sent()
    assert "\n\n100. Date 99\n" in message.body
    assert "101. " not in message.body
    assert ("more." in message.body) == bool(more)
    assert not more or f"{more} See your worklist: http://localhost:8000/worklist/" in message.body


def test_no_line_is_too_wide_for_a_mail_program_but_an_address_stays_whole() -> None:
    address = f"http://localhost:8000/{'x' * 90}/"
    told("a", text="Long words. " * 20 + f"\n{address}")
    told("b", text="Long words. " * 20)
    (message,) = sent()
    wide = [line for line in message.body.splitlines() if len(line) > 72]
    assert [line.strip() for line in wide] == [address]


def test_sample_data_says_so() -> None:
    board = people.health()
    board.is_sample = True
    board.save()
    told()
    assert "Sample data" in sent()[0].body


# ------------------------------------------------------------------------------------- stop and resend
def test_a_message_is_stopped_before_it_leaves_and_not_after() -> None:
    line = told()
    assert line
    stop(line.message, by=people.clerk(), now=NOON)
    stop(line.message, by=people.clerk(), now=NOON)  # pressed twice
    assert sent() == []
    assert told("later"), "what follows is a message of its own"
    (message,) = sent()
    late = Message.objects.get(message_id=message.extra_headers["Message-ID"])
    with pytest.raises(NotAllowed, match="too late to stop this message: it was sent"):
        stop(late, by=people.clerk(), now=NOON)


def test_stopping_and_resending_are_for_the_clerks_of_the_board() -> None:
    line = told()
    assert line
    for person in (people.inspector(), people.clerk(people.docks()), people.stranger()):
        with pytest.raises(WrongRole, match="for its clerks"):
            stop(line.message, by=person, now=NOON)
        with pytest.raises(WrongRole, match="for its clerks"):
            resend(line.message, by=person, now=NOON)
    assert Message.objects.get().state == Message.State.WAITING


def test_only_what_could_not_be_sent_is_resent_and_to_an_address() -> None:
    line = told(to_email="no address")
    assert line
    with pytest.raises(NotAllowed, match="needs no resending: it waits to be sent"):
        resend(line.message, by=people.clerk(), now=NOON, to_email=TO)
    sent()
    message = Message.objects.get()
    assert (message.state, message.attempts) == (Message.State.FAILED, 1)
    with pytest.raises(NotAllowed, match="“no address” is no e-mail address"):
        resend(message, by=people.clerk(), now=NOON)
    before = message.message_id
    resend(message, by=people.clerk(), now=NOON, to_email=f" {TO} ")
    (again,) = sent(NOON)
    assert again.extra_headers["Message-ID"] == before
    assert again.to == [f"Zebulon Quahog <{TO}>"]


# ---------------------------------------------------------------------------------------------- the page
def page_of(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_the_page_shows_a_clerk_what_waits_what_failed_what_is_in_doubt_and_what_left() -> None:
    told("gone", subject="Plan received")
    sent()
    told("bad", subject="Hearing set", to_email="no address")
    sent()
    told("doubt", subject="Fee due", about="fee")
    Message.objects.filter(about="fee").update(state=Message.State.SENT, sent_at=NOON, in_doubt=True)
    told("wait", subject="Keep the lid closed", about="lid")
    with time_machine.travel(NOON, tick=False):
        page = page_of(people.clerk()).get("/mail/outbox/").content.decode()
    sections = [page.index(f">{heading}</h2>") for heading in (
        "Could not be sent", "Waiting", "May have arrived twice", "Sent")]  # fmt: skip
    assert sections == sorted(sections)
    failed, waiting, doubt, done = (
        page[start:end] for start, end in zip(sections, [*sections[1:], len(page)], strict=True)
    )
    assert "Hearing set" in failed
    assert "This is no e-mail address. Correct it, then resend." in failed
    assert "Mon Jun 1, 12:10 pm" in waiting
    assert "Keep the lid closed" in waiting
    assert "Stop <" in waiting
    assert "Fee due" in doubt
    assert "Plan received" in done
    other = page_of(people.clerk(people.docks())).get("/mail/outbox/").content.decode()
    assert TO not in other
    assert "No message waits." in other


def test_a_clerk_stops_and_resends_on_the_page() -> None:
    told("a")
    told("b", to_email="no address", about="bad")
    delivery.send_due(now=NOON + 10 * MINUTE)
    waiting = told("c")
    assert waiting
    client = page_of(people.clerk())
    answer = client.post(f"/mail/outbox/{waiting.message_id}/stop/", follow=True)
    assert f"Stopped: the message to {TO} is not sent." in answer.content.decode()
    late = Message.objects.get(state=Message.State.SENT)
    answer = client.post(f"/mail/outbox/{late.pk}/stop/", follow=True)
    assert "It is too late to stop this message: it was sent." in answer.content.decode()
    bad = Message.objects.get(state=Message.State.FAILED)
    answer = client.post(f"/mail/outbox/{bad.pk}/resend/", {"to_email": "still no address"})
    assert answer.status_code == 422
    assert (
        "“still no address” is no e-mail address. Write it like name@example.org." in answer.content.decode()
    )
    assert 'value="still no address"' in answer.content.decode()
    answer = client.post(f"/mail/outbox/{bad.pk}/resend/", {"to_email": "right@example.org"}, follow=True)
    assert "The message to right@example.org goes out again within a minute." in answer.content.decode()
    answer = client.post(f"/mail/outbox/{bad.pk}/resend/", {"to_email": "right@example.org"}, follow=True)
    assert "This message needs no resending: it waits to be sent." in answer.content.decode()


def test_the_page_asks_as_much_of_the_database_for_many_as_for_few(
    django_assert_max_num_queries: Any,
) -> None:
    client = page_of(people.clerk())
    for number in range(40):
        told(f"k-{number}", about=f"case-{number % 20}", to_email=f"person-{number}@example.org")
    with django_assert_max_num_queries(12):
        client.get("/mail/outbox/")
