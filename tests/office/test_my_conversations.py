"""The people of a case and the office write to one another; what goes out by e-mail says nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from office.actions import conversations
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, CaseMessage, MessageLine
from tests import people
from tests.office.my_cast import DAY, NOON, field, filed, known, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def monday() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def case() -> Case:
    return filed((known("ada", "ada@example.org")[1], "applicant"))


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(people.user(name))
    return client


def say(case: Case, text: str, key: str, *, office: bool = False, by: Any = None) -> CaseMessage:
    by = by or (people.clerk() if office else people.user("ada"))
    return conversations.write(case, text=text, key=key, on=DAY, now=NOON, by=by, from_office=office)


def test_a_question_is_a_task_of_the_office_until_it_is_answered(case: Case) -> None:
    client = signed_in("ada")
    page = client.get(f"/my/cases/{case.number}/")
    said = {"key": field(page, "key"), "text": "Which side is the front?"}
    for _ in range(2):
        assert client.post(f"/my/cases/{case.number}/messages/", said).status_code == 302
    say(case, "And how far?", "second")
    assert case.conversation.count() == 2, "pressed twice is written once"
    (task,) = case.clocks.filter(clock="task")
    assert task.label == "Read the applicant’s message"
    assert (task.due_on, task.ended_on) == (date(2026, 6, 4), None)
    clerk = Client()
    clerk.force_login(people.clerk())
    page = words(clerk.get(f"/cases/{case.number}/"))
    assert "Messages 2 new" in page
    assert "Which side is the front?" in page
    address = f"/cases/{case.number}/messages/new/"
    form = clerk.get(address)
    assert "Sample Ada can read it by signing in" in words(form)
    assert clerk.post(address, {"key": field(form, "key"), "text": "The north side."}).status_code == 302
    task.refresh_from_db()
    assert task.ended_on == DAY
    assert not case.conversation.unread(from_office=False).exists()
    page = words(client.get(f"/my/cases/{case.number}/"))
    assert "The north side." in page
    assert "New" in page
    assert "Which side is the front?" in page
    assert "1 new message from the office" in words(client.get("/my/"))


def test_the_mail_says_where_to_read_it_and_that_replies_are_not_and_nothing_of_the_words(case: Case) -> None:
    message = say(case, "Private words", "one", office=True)
    (line,) = MessageLine.objects.filter(key__startswith=f"case-message:{message.pk}")
    assert (line.message.to_email, line.subject) == ("ada@example.org", f"[New message] {case.number}")
    assert "Private" not in line.text
    assert f"/my/cases/{case.number}/#messages" in line.text
    assert "Do not answer this e-mail. Nobody reads replies to it" in line.text


def test_nobody_is_mailed_who_could_not_sign_in_to_read_it(case: Case) -> None:
    case.people.create(party=people.party(email="cafe@example.org"), role="owner")
    say(case, "Hello", "one", office=True)
    assert list(MessageLine.objects.values_list("message__to_email", flat=True)) == ["ada@example.org"]
    lonely = filed((people.party("Sample Nobody", email="nobody@example.org"), "applicant"))
    clerk = Client()
    clerk.force_login(people.clerk())
    assert "Write a letter instead." in words(clerk.get(f"/cases/{lonely.number}/messages/new/"))


def test_reading_is_said_by_pressing_and_never_by_looking(case: Case) -> None:
    say(case, "From the office", "one", office=True)
    client = signed_in("ada")
    client.get(f"/my/cases/{case.number}/")
    assert case.conversation.unread(from_office=True).count() == 1
    assert client.post(f"/my/cases/{case.number}/messages/read/").status_code == 302
    message = case.conversation.get()
    assert (message.read_at, message.read_by) == (NOON, people.user("ada"))
    say(case, "From me", "two")
    clerk = Client()
    clerk.force_login(people.clerk())
    assert clerk.post(f"/cases/{case.number}/messages/read/").status_code == 302
    assert not case.conversation.unread(from_office=False).exists()
    assert case.clocks.get(clock="task").ended_on == DAY
    say(case, "Once more", "three")
    assert case.clocks.filter(clock="task", ended_on__isnull=True).count() == 1


def test_an_empty_or_endless_message_is_refused_with_what_was_typed(case: Case) -> None:
    client = signed_in("ada")
    address = f"/my/cases/{case.number}/messages/"
    key = field(client.get(f"/my/cases/{case.number}/"), "key")
    came = client.post(address, {"key": key, "text": "  "})
    assert came.status_code == 422
    assert "Write your message first." in words(came)
    came = client.post(address, {"key": key, "text": "x" * 5001})
    assert came.status_code == 422
    assert "This is too long: 5001 characters, and 5000 are the most." in words(came)
    assert not case.conversation.exists()


def test_somebody_writes_so_many_a_day_and_only_with_a_part(case: Case) -> None:
    for n in range(conversations.MOST_A_DAY):
        say(case, "Hello", f"n{n}")
    with pytest.raises(NotAllowed, match="You wrote many messages about this case today"):
        say(case, "Hello", "more")
    stranger, _ = known("bob")
    with pytest.raises(WrongRole):
        say(case, "Hello", "other", by=stranger)
    with pytest.raises(WrongRole):
        say(case, "Hello", "as-office", office=True, by=people.user("ada"))
    with pytest.raises(NotAllowed, match="already used"):
        say(case, "Hello", "n0", office=True)
    tomorrow = NOON + timedelta(days=1)
    conversations.write(
        case, text="Hello", key="next", on=DAY + timedelta(days=1), now=tomorrow, by=people.user("ada"),
        from_office=False,
    )  # fmt: skip


def test_words_are_shown_as_they_were_typed_and_never_as_markup(case: Case) -> None:
    say(case, "<b>bold</b>\n\nO'Brien & Müller 李", "one")
    body = signed_in("ada").get(f"/my/cases/{case.number}/").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt;" in body
    assert "O&#x27;Brien &amp; Müller 李" in body
