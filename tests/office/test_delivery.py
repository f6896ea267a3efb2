"""Mail on its way to a real server in its own process: once; again after a failure; twice only in doubt."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.test import Client
from django.utils.timezone import get_current_timezone
from pypdf import PdfReader

from office import tasks
from office.actions import delivery, notices
from office.actions.delivery import BUDGET, LEASE, PAUSES
from office.actions.messages import resend, tell
from office.models import LetterWording, Message, MessageLine, Notice
from tests import people
from tests.places import Place
from tests.smtp_sink import Sink

pytestmark = pytest.mark.database  # its processes ask one

NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
TO = "zebulon@example.org"
BUSY, NOBODY = "450 4.2.1 Mailbox busy", "550 5.1.1 No such person"
State = Message.State


@pytest.fixture
def sink(tmp_path: Path, settings: Any) -> Iterator[Sink]:
    """The mail server, which the office's settings name."""
    with Sink(tmp_path / "sink", seconds=120) as server:
        for name, value in server.settings().items():
            setattr(settings, name, value)
        yield server


def told(key: str = "k", **more: Any) -> Message:
    """A message that is due at noon."""
    said: dict[str, Any] = {
        "to_email": TO, "to_name": "Zebulon Quahog", "board": people.health(), "subject": "Plan-subject-xq",
        "text": "Plan-text-xq", "about": key, "now": NOON, "hold": timedelta(0),
    }  # fmt: skip
    line = tell(key=key, **(said | more))
    assert line
    return line.message


def fresh(message: Message) -> Message:
    return Message.objects.get(pk=message.pk)


def send(after: timedelta = timedelta(0)) -> int:
    return delivery.send_due(now=NOON + after)


# ------------------------------------------------------------------------------------------- it arrives
@pytest.mark.django_db
def test_a_message_arrives_once(sink: Sink) -> None:
    message = told()
    assert (send(), send(), send(MINUTE)) == (1, 0, 0)
    (mail,) = sink.mails()
    assert mail.message_id == message.message_id
    assert mail.to == [TO]
    assert mail.subject == "Plan-subject-xq"
    assert mail.text.startswith("Plan-text-xq\n")
    assert mail.attachments == {}
    message = fresh(message)
    assert (message.state, message.attempts, message.in_doubt) == (State.SENT, 1, False)
    assert message.sent_at is not None
    assert NOON <= message.sent_at < NOON + MINUTE


@pytest.mark.django_db
def test_many_messages_pass_over_one_connection_and_one_refusal_stops_none(sink: Sink) -> None:
    sink.order(at="connect", reply="421 4.7.0 One at a time", times=None)
    sink.no_orders()
    for number in range(5):
        told(f"k-{number}", to_email=f"person-{number}@example.org")
    sink.order(at="rcpt", reply=NOBODY, to="person-1@")
    sink.order(at="body", reply="451 4.3.0 Later", to="person-3@")
    assert send() == 3
    assert [mail.to for mail in sink.mails()] == [[f"person-{number}@example.org"] for number in (0, 2, 4)]


@pytest.mark.django_db
def test_a_run_takes_no_more_than_it_was_told_and_the_longest_due_first(sink: Sink) -> None:
    told("second")
    told("first", now=NOON - MINUTE, to_email="first@example.org")
    assert delivery.send_due(now=NOON, most=1) == 1
    assert sink.mails()[0].to == ["first@example.org"]
    assert BUDGET + MINUTE < LEASE, "a run must be over before another worker may take what it holds"


# --------------------------------------------------------------------------------------- it is tried again
@pytest.mark.django_db
def test_a_busy_server_is_asked_again_later_each_time(sink: Sink) -> None:
    message = told()
    sink.order(at="rcpt", reply=BUSY, times=2)
    assert send() == 0
    waits = fresh(message)
    assert (waits.state, waits.attempts) == (State.WAITING, 1)
    assert waits.error == "The mail server takes no mail for this address: 450 4.2.1 Mailbox busy"
    assert send(MINUTE - SECOND) == 0
    assert fresh(message).attempts == 1
    assert send(MINUTE + SECOND) == 0
    assert send(6 * MINUTE) == 0
    assert fresh(message).attempts == 2
    assert send(6 * MINUTE + 2 * SECOND) == 1
    assert (fresh(message).state, fresh(message).error, fresh(message).in_doubt) == (State.SENT, "", False)
    assert sink.message_ids() == [message.message_id]


@pytest.mark.django_db
def test_after_the_last_attempt_it_is_a_dead_letter_which_a_clerk_resends(sink: Sink) -> None:
    message = told()
    sink.order(at="body", reply="451 4.3.0 Try later")
    at = timedelta(0)
    for number, pause in enumerate(PAUSES, 1):
        assert send(at) == 0
        assert (fresh(message).state, fresh(message).attempts) == (State.WAITING, number)
        at += pause + MINUTE
    assert at > timedelta(days=1, hours=17)
    assert send(at) == 0
    dead = fresh(message)
    assert (dead.state, dead.attempts) == (State.FAILED, 8)
    assert dead.error == "The mail server refused the message: 451 4.3.0 Try later"
    sink.no_orders()
    assert send(at + timedelta(days=30)) == 0, "nobody tries a dead letter"
    resend(dead, by=people.clerk(), now=NOON)
    assert send() == 1
    assert sink.message_ids() == [message.message_id]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stage", "reply", "words"),
    [
        ("rcpt", NOBODY, "The mail server takes no mail for this address: 550 5.1.1 No such person"),
        ("body", "554 5.7.1 Spam", "The mail server refused the message: 554 5.7.1 Spam"),
    ],
)
def test_what_the_server_refuses_for_good_is_a_dead_letter_at_once(
    sink: Sink, stage: str, reply: str, words: str
) -> None:
    message = told()
    sink.order(at=stage, reply=reply)
    send()
    assert (fresh(message).state, fresh(message).error, fresh(message).in_doubt) == (
        State.FAILED,
        words,
        False,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("stage", ["connect", "mail"])
def test_a_server_that_refuses_the_office_is_asked_again(sink: Sink, stage: str) -> None:
    message = told()
    sink.order(at=stage, reply="530 5.7.0 Sign in first", times=1)
    assert send() == 0
    waits = fresh(message)
    assert (waits.state, waits.in_doubt) == (State.WAITING, False)
    assert waits.error == "The mail server turned the office away: 530 5.7.0 Sign in first"
    assert send(2 * MINUTE) == 1


@pytest.mark.django_db
def test_a_server_that_is_away_costs_one_message_an_attempt_and_loses_none(sink: Sink) -> None:
    every = [told(f"k-{number}", to_email=f"person-{number}@example.org") for number in range(3)]
    sink.stop()
    assert send() == 0
    assert [fresh(message).attempts for message in every] == [1, 0, 0]
    assert fresh(every[0]).error == "The mail server could not be reached (ConnectionRefusedError)."
    assert not Message.objects.in_doubt().exists()
    sink.start()
    assert send(2 * MINUTE) == 3
    assert len(set(sink.message_ids())) == len(sink.message_ids()) == 3


# ---------------------------------------------------------------------------------------------- in doubt
@pytest.mark.django_db
def test_a_line_that_breaks_after_the_server_accepted_leaves_a_message_in_doubt(sink: Sink) -> None:
    message, other = told(), told("other", to_email="other@example.org")
    sink.order(at="stored", drop=True, times=1)
    assert send() == 1, "the other, over a new connection"
    doubtful = fresh(message)
    assert (doubtful.state, doubtful.in_doubt) == (State.WAITING, True)
    assert "The connection broke while the message was sent" in doubtful.error
    assert send(2 * MINUTE) == 1
    assert Counter(sink.message_ids()) == {message.message_id: 2, other.message_id: 1}
    client = Client()
    client.force_login(people.clerk())
    page = client.get("/mail/outbox/").content.decode()
    listed = page[page.index("May have arrived twice") : page.index('id="done-h"')]
    assert TO in listed
    assert "other@example.org" not in listed


@pytest.mark.django_db
def test_what_a_worker_never_finished_is_taken_up_after_ten_minutes_and_not_before(sink: Sink) -> None:
    message = told()
    Message.objects.update(
        state=State.SENDING, claimed_at=NOON, not_before=NOON + LEASE, attempts=1
    )  # as a worker leaves it that was killed
    assert send(LEASE - SECOND) == 0
    assert send(LEASE) == 1
    assert (fresh(message).attempts, fresh(message).in_doubt) == (2, True)


@pytest.mark.django_db
def test_a_message_that_ends_every_worker_is_not_tried_for_ever(sink: Sink) -> None:
    message = told()
    for number in range(1, len(PAUSES) + 2):
        Message.objects.update(state=State.SENDING, claimed_at=NOON, not_before=NOON, attempts=number)
    assert send() == 0
    dead = fresh(message)
    assert (dead.state, dead.in_doubt) == (State.FAILED, True)
    assert dead.error.startswith("The office was cut off each time it sent this.")
    assert sink.message_ids() == []


# --------------------------------------------------------------------------------------------- the letters
def a_letter(**about: Any) -> Notice:
    """A letter by e-mail about a dumpster permit that is suspended no more."""
    day = NOON.date()
    holder = people.party("Zebulon Quahog", email=TO, street="77 Hidden Lane", city="Vineyard Haven",
                          state="MA", zip_code="02568")  # fmt: skip
    case = people.ready_dumpster(day, facility=people.dumpster_bin(holder=holder))
    given = {"reason": "The lid was mended.", "from_on": day} | about
    (notice,) = notices.write(
        case, letter="reinstated", on=day, now=NOON, by=people.clerk(), parties=[holder], channel="email",
        about=given, key="letter-of-a-test",
    )  # fmt: skip
    assert notice.status == Notice.Status.TO_MAIL, notice.why
    return notice


@pytest.mark.django_db
def test_a_letter_goes_along_as_pdf_and_is_marked_mailed(sink: Sink) -> None:
    notice = a_letter()
    assert send(10 * MINUTE - SECOND) == 0
    assert send(10 * MINUTE) == 1
    (mail,) = sink.mails()
    ((name, pdf),) = mail.attachments.items()
    assert name.endswith(".pdf")
    (sink.folder / "letter.pdf").write_bytes(pdf)
    assert "The lid was mended." in PdfReader(sink.folder / "letter.pdf").pages[0].extract_text()
    notice.refresh_from_db()
    assert (notice.status, notice.mailed_on) == (Notice.Status.MAILED, date(2026, 6, 1))
    assert notice.case.events.filter(slug="reinstated-mailed", subject=notice.subject).count() == 1
    delivery.mark_left_over(now=NOON)
    assert notice.case.events.filter(slug="reinstated-mailed").count() == 1


@pytest.mark.django_db
def test_a_letter_whose_worker_died_before_marking_it_is_marked_by_the_sweep(sink: Sink) -> None:
    notice = a_letter()
    Message.objects.update(state=State.SENT, sent_at=NOON + 10 * MINUTE)
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        tasks.sweep()
    notice.refresh_from_db()
    assert (notice.status, notice.mailed_on) == (Notice.Status.MAILED, date(2026, 6, 1)), "the day it left"


@pytest.mark.django_db
def test_a_letter_that_is_stopped_does_not_leave(sink: Sink) -> None:
    notice = a_letter()
    notices.stop(notice, on=NOON.date(), by=people.clerk(), now=NOON, why="Wrong person.")
    assert send(10 * MINUTE) == 0
    assert sink.message_ids() == []


@pytest.mark.django_db
def test_stopping_the_message_stops_its_letter(sink: Sink) -> None:
    notice = a_letter()
    message = MessageLine.objects.get(notice=notice).message
    delivery.stop(message, on=NOON.date(), by=people.clerk(), now=NOON)
    notice.refresh_from_db()
    assert (notice.status, fresh(message).state) == (Notice.Status.STOPPED, State.STOPPED)
    assert send(10 * MINUTE) == 0


@pytest.mark.django_db
def test_what_else_a_message_tells_leaves_without_the_stopped_letter(sink: Sink) -> None:
    notice = a_letter()
    told("fee", about=notice.case.number, subject="Fee due", text="Pay the fee.")
    notices.stop(notice, on=NOON.date(), by=people.clerk(), now=NOON, why="Wrong person.")
    assert send(30 * MINUTE) == 1
    (mail,) = sink.mails()
    assert (mail.subject, mail.attachments) == ("Fee due", {})


@pytest.mark.django_db
def test_a_letter_that_cannot_be_made_is_a_dead_letter_and_says_why(sink: Sink) -> None:
    notice = a_letter()
    LetterWording.objects.create(
        board=notice.board, letter="reinstated", from_on=NOON.date(), text="{{ bogus }} is back.",
        vote="Sample vote", by=None,
    )  # fmt: skip
    assert send(10 * MINUTE) == 0
    dead = Message.objects.get()
    assert dead.state == State.FAILED
    assert "bogus" in dead.error
    assert sink.message_ids() == []


# -------------------------------------------------------------------------------------------------- logs
@pytest.mark.django_db
def test_the_log_names_nobody_and_quotes_nothing(sink: Sink, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    sink.order(at="rcpt", reply=f"550 5.1.1 <{TO}> unknown", to="zebulon", times=1)
    sink.order(at="rcpt", reply=f"451 4.3.0 <{TO}> busy", to="zebulon", times=1)
    sink.order(at="body", drop=True, times=1)
    sink.order(at="mail", reply=f"530 {TO}", times=1)
    for number in range(5):
        told(f"k-{number}", to_name="Zebulon Quahog")
    told("bad", to_email="quahog at nowhere")
    send()
    resend(Message.objects.failed().earliest("pk"), by=people.clerk(), now=NOON)
    send(MINUTE)
    said = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    events = ("message_sent", "message_put_back", "message_failed", "message_cut_off", "message_resent")
    assert not [event for event in events if event not in said]
    assert not [word for word in ("zebulon", "quahog", "-xq") if word in said.lower()]


# --------------------------------------------------------------- processes that are killed, or run at once
class MailOffice(Place):
    """A database of its own beside the mail server, for workers that are processes."""

    def worker(self, *words: str) -> subprocess.Popen[str]:
        return self.start("-m", "tests.office.mail_worker", *words)

    def work(self, *words: str) -> list[Any]:
        """What a worker prints that does all of this."""
        return [json.loads(line) for line in self.run("-m", "tests.office.mail_worker", *words).splitlines()]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[MailOffice]:
    place = MailOffice(tmp_path_factory.mktemp("place"))
    try:
        yield place
    finally:
        place.leave()


@pytest.fixture
def place(database: MailOffice, tmp_path: Path) -> Iterator[tuple[MailOffice, Sink]]:
    """The database, and a mail server of the test's own."""
    with Sink(tmp_path / "sink", seconds=300) as server:
        database.environment |= server.environment()
        yield database, server


def test_a_worker_killed_between_acceptance_and_record_doubles_the_mail_with_one_message_id(
    place: tuple[MailOffice, Sink],
) -> None:
    office, sink = place
    office.work("write-3")
    sink.order(at="stored", wait=60, to="person-1@")
    worker = office.worker("send")
    sink.wait_for(2, within=60)  # the second is accepted, and the server has not answered yet
    worker.kill()
    worker.communicate(timeout=10)
    sink.no_orders()
    before, now, later, again, after = office.work("show", "send", "send-later", "send-later", "show")
    assert {row["to_email"]: (row["state"], row["in_doubt"]) for row in before["messages"]} == {
        "person-0@example.org": ("sent", False),
        "person-1@example.org": ("sending", False),
        "person-2@example.org": ("waiting", False),
    }
    assert now == 1, "the third alone: the second may still be in hand"
    assert (later, again) == (1, 0)
    rows = {row["to_email"]: row for row in after["messages"]}
    assert {row["state"] for row in rows.values()} == {"sent"}
    assert [name for name, row in rows.items() if row["in_doubt"]] == ["person-1@example.org"]
    arrived = Counter((mail.to[0], mail.message_id) for mail in sink.mails())
    assert arrived == {(name, row["message_id"]): 2 if row["in_doubt"] else 1 for name, row in rows.items()}


def test_workers_at_once_send_each_message_once(place: tuple[MailOffice, Sink]) -> None:
    office, sink = place
    office.work("write-60")
    sink.order(at="data", wait=0.05)  # slow enough that they meet
    workers = [office.worker("send") for _ in range(3)]
    counts = [int(worker.communicate(timeout=120)[0]) for worker in workers]
    assert sum(counts) == 60
    assert len(sink.message_ids()) == len(set(sink.message_ids())) == 60
    (after,) = office.work("show")
    assert not [row for row in after["messages"] if row["state"] != "sent" or row["in_doubt"]]


def test_two_that_tell_the_same_at_once_write_it_once(place: tuple[MailOffice, Sink]) -> None:
    office, _ = place
    office.work("write-1")  # so that the board is there
    workers = [office.worker("tell-40") for _ in range(2)]
    for worker in workers:
        worker.communicate(timeout=120)
        assert worker.returncode == 0
    (after,) = office.work("show")
    assert after["lines"] == 41


def test_the_server_of_these_tests_ends_with_them(tmp_path: Path) -> None:
    """By itself when its time is over, and when whoever started it is gone."""
    short = Sink(tmp_path / "short", seconds=0.5).start()
    assert short.process is not None
    assert short.process.wait(10) == 0
    starts = (
        "import sys; from tests.smtp_sink import Sink; s = Sink(sys.argv[1]).start();"
        "print(s.process.pid, flush=True); import os; os._exit(0)"
    )
    command = [sys.executable, "-c", starts, str(tmp_path / "orphan")]
    ran = subprocess.run(command, cwd=django_settings.BASE_DIR, stdout=subprocess.PIPE, text=True, timeout=30)
    pid, deadline = int(ran.stdout), time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and sys.platform == "linux":
        assert time.monotonic() < deadline, "The server outlived its test."
        time.sleep(0.1)
