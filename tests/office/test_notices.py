"""Letters are written once with their step, wait, can be stopped, go another way, and become paper once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.timezone import get_current_timezone

from office.actions import cases, delivery, mailing, notices, steps
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, CaseParty, Document, Event, LetterWording, Message, Notice, Party, User
from office.paper import LetterRefused
from office.tasks import make_notice
from tests import casts, people

JUNE_1, JUNE_2 = date(2026, 6, 1), date(2026, 6, 2)
NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
MINUTE = timedelta(minutes=1)
HERE = {"street": "12 Beach Road", "city": "Tisbury", "state": "MA", "zip_code": "02568"}

pytestmark = pytest.mark.django_db
Status, Channel = Notice.Status, Notice.Channel

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(JUNE_1), at=NOON)


@pytest.fixture(autouse=True)
def at_noon() -> Iterator[None]:
    """It is noon on Monday, June 1, 2026."""
    with time_machine.travel(NOON, tick=False):
        yield


def holder(**columns: Any) -> Party:
    return Party.objects.create(**{"name": "Sample Keeper", **HERE, **columns})


def filed(keeper: Party) -> Case:
    return people.ready_dumpster(JUNE_1, facility=people.dumpster_bin(holder=keeper))


def permit(keeper: Party) -> Case:
    return people.issued_dumpster(JUNE_1, facility=people.dumpster_bin(holder=keeper))


def step(case: Case, slug: str, **more: Any) -> Event:
    said = {"on": JUNE_1, "by": people.clerk(), "now": NOON, "note": "The sketch shows no distance.", **more}
    return steps.record(case, slug, **said)


def tasks(case: Case) -> list[str]:
    open_ = case.clocks.filter(clock="task", ended_on=None)
    return [label.rstrip(".") for label in open_.values_list("label", flat=True)]


# ---------------------------------------------------------------------------------------------- writing
def test_a_step_writes_its_letter_by_e_mail_and_it_waits_ten_minutes() -> None:
    case = filed(holder(email="keeper@example.org"))
    notice = step(case, "incomplete").notices.get()
    assert (notice.status, notice.channel, notice.written_on) == (Status.TO_MAIL, Channel.EMAIL, JUNE_1)
    assert (notice.to_name, notice.to_email) == ("Sample Keeper", "keeper@example.org")
    assert notice.held(NOON + 9 * MINUTE)
    assert not notice.held(NOON + 10 * MINUTE)
    line = notice.message_line
    assert line.subject == f"[Your move by June 15] {case.number}"
    assert "Send what is missing by Monday, June 15, 2026." in line.text
    assert line.message.not_before == NOON + 10 * MINUTE
    assert line.message.state == Message.State.WAITING


def test_without_e_mail_it_goes_first_class_and_nobody_is_written_to_by_e_mail() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    assert (notice.channel, notice.status) == (Channel.FIRST_CLASS, Status.TO_MAIL)
    assert notice.address_lines == ["Sample Keeper", "12 Beach Road", "Tisbury, MA 02568"]
    assert not Message.objects.exists()
    assert list(Notice.objects.to_mail()) == [notice]


def test_the_e_mail_of_a_persons_own_account_counts() -> None:
    keeper = holder(user=people.user("keeper", email="own@example.org"))
    assert step(filed(keeper), "incomplete").notices.get().to_email == "own@example.org"


def test_two_parts_of_one_person_are_one_letter_and_two_people_two() -> None:
    keeper = holder()
    case = permit(keeper)
    for role in ("owner", "agent"):
        CaseParty.objects.create(case=case, party=keeper, role=role)
    other = holder(name="Sample Owner")
    CaseParty.objects.create(case=case, party=other, role="owner")
    written = step(case, "suspended", by=people.member()).notices.all()
    assert [notice.to_name for notice in written] == ["Sample Keeper", "Sample Owner"]
    assert len({notice.subject for notice in written}) == 2, "a receipt is of one letter alone"


def test_pressing_twice_writes_once() -> None:
    case = filed(holder(email="keeper@example.org"))
    first = step(case, "incomplete", key="move:1")
    assert step(case, "incomplete", key="move:1") == first
    assert notices.write_for_step(case, first, now=NOON, by=people.clerk()) == [first.notices.get()]
    assert Notice.objects.count() == Message.objects.count() == 1


def test_a_step_without_a_letter_and_a_record_by_the_office_write_none() -> None:
    case = filed(holder())
    step(case, "complete")
    cases.record(case, "denied", on=JUNE_1, by=people.clerk(), note="No.")
    assert not Notice.objects.exists()


def test_the_letter_bears_the_day_it_is_written_and_says_the_day_that_holds() -> None:
    case = permit(holder())
    later = NOON + timedelta(days=1)
    notice = step(case, "suspended", by=people.member(), now=later).notices.get()
    assert (notice.written_on, notice.about["from_on"]) == (JUNE_2, "2026-06-01")


def test_only_those_who_work_on_the_case_write() -> None:
    case = filed(holder())
    for by in (people.stranger(), people.applicant(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            notices.write(case, letter="reminder", on=JUNE_1, now=NOON, by=by, key="x")


def test_unknown_letters_and_channels_are_refused_by_name() -> None:
    case = filed(holder())
    said: dict[str, Any] = {"on": JUNE_1, "now": NOON, "by": people.clerk(), "key": "x"}
    for letter in ("permit", "summons"):
        with pytest.raises(NotAllowed, match="sends no letter"):
            notices.write(case, letter=letter, **said)
    with pytest.raises(NotAllowed, match="Choose how the letter goes"):
        notices.write(case, letter="reminder", channel="pigeon", **said)
    with pytest.raises(ValueError, match="needs a key"):
        notices.write(case, letter="reminder", **(said | {"key": ""}))


def test_a_form_that_was_used_for_another_case_writes_nothing() -> None:
    keeper = holder()
    said: dict[str, Any] = {
        "letter": "reminder",
        "on": JUNE_1,
        "now": NOON,
        "by": people.clerk(),
        "key": "one",
    }
    notices.write(permit(keeper), **said)
    with pytest.raises(NotAllowed, match="already used for another case"):
        notices.write(permit(keeper), **said)


# -------------------------------------------------------------------------- what is refused, and mended
@pytest.mark.parametrize(
    ("lost", "says"),
    [
        ({"street": ""}, "no street address"),
        ({"city": "", "zip_code": ""}, "no town or ZIP code"),
        ({"street": " "}, "no street address"),
    ],
)
def test_without_an_address_it_is_not_made_and_is_a_task(lost: dict[str, str], says: str) -> None:
    case = filed(holder(**lost))
    notice = step(case, "incomplete").notices.get()
    assert notice.status == Status.REFUSED
    assert says in notice.why
    assert tasks(case) == [
        f"“What we still need from you” to Sample Keeper was not made. {notice.why}".rstrip(".")
    ]
    assert not Notice.objects.to_mail().exists()
    with pytest.raises(NotAllowed, match=says):
        notices.make(notice, on=JUNE_1)


def test_once_the_address_is_entered_it_is_made_again_and_the_task_is_done() -> None:
    keeper = holder(street="")
    case = filed(keeper)
    notice = step(case, "incomplete").notices.get()
    said: dict[str, Any] = {"on": JUNE_2, "by": people.clerk(), "now": NOON + timedelta(days=1)}
    with pytest.raises(NotAllowed, match="no street address"):
        notices.make_again(notice, **said)
    keeper.street = "12 Beach Road"
    keeper.save()
    [again] = notices.make_again(Notice.objects.get(pk=notice.pk), **said)
    assert (again.pk, again.status, again.why) == (notice.pk, Status.TO_MAIL, "")
    assert (again.to_street, again.written_on) == ("12 Beach Road", JUNE_2)
    assert tasks(case) == []
    with pytest.raises(NotAllowed, match="This letter was made"):
        notices.make_again(again, **said)


def test_a_letter_to_nobody_is_not_lost_and_goes_to_whom_is_added() -> None:
    case = filed(holder())
    case.people.all().delete()
    event = step(case, "incomplete")
    notice = event.notices.get()
    assert notice.status == Status.REFUSED
    assert "names nobody to write to (applicant)" in notice.why
    said: dict[str, Any] = {"on": JUNE_1, "by": people.clerk(), "now": NOON}
    with pytest.raises(NotAllowed, match="names nobody"):
        notices.make_again(notice, **said)
    CaseParty.objects.create(case=case, party=holder(name="Sample Late"), role="applicant")
    [written] = notices.make_again(notice, **said)
    assert (written.to_name, written.event, written.status) == ("Sample Late", event, Status.TO_MAIL)
    assert Notice.objects.get(pk=notice.pk).status == Status.STOPPED
    assert tasks(case) == []


def test_a_missing_day_refuses_the_letter_and_names_it() -> None:
    case = filed(holder())
    # Nothing asked for an answer, so there is no day by which it is due.
    [notice] = notices.write(
        case,
        letter="incomplete",
        on=JUNE_1,
        now=NOON,
        by=people.clerk(),
        key="x",
        about={"reason": "The plan."},
    )
    assert (notice.status, "“reply_by”" in notice.why) == (Status.REFUSED, True)


# --------------------------------------------------------------------------------------------- stopping
def stop(notice: Notice, **more: Any) -> Notice:
    said = {"on": JUNE_1, "by": people.clerk(), "now": NOON, "why": "Wrong reason."} | more
    return notices.stop(notice, **said)


def test_within_the_hold_an_e_mail_is_stopped_and_never_sent() -> None:
    case = filed(holder(email="keeper@example.org"))
    notice = step(case, "incomplete").notices.get()
    stop(notice, now=NOON + 9 * MINUTE)
    assert (notice.status, notice.why) == (Status.STOPPED, "Wrong reason.")
    assert Message.objects.get().state == Message.State.STOPPED
    told = case.events.get(slug="letter-stopped")
    assert told.note == "“What we still need from you” to Sample Keeper: Wrong reason."
    assert told.subject == notice.subject
    assert delivery.send_due(now=NOON + 60 * MINUTE) == 0
    with pytest.raises(NotAllowed, match="already stopped"):
        stop(notice)


def test_other_lines_of_the_same_message_still_go() -> None:
    case = filed(holder(email="keeper@example.org"))
    first = step(case, "incomplete").notices.get()
    step(case, "complete")
    second = step(case, "denied").notices.get()
    assert first.message_line.message_id == second.message_line.message_id, "they wait together"
    stop(first)
    assert Message.objects.get().state == Message.State.WAITING
    stop(second)
    assert Message.objects.get().state == Message.State.STOPPED


def test_what_was_sent_or_mailed_cannot_be_stopped(mailoutbox: list[Any]) -> None:
    e_mail = step(filed(holder(email="keeper@example.org")), "incomplete").notices.get()
    assert delivery.send_due(now=NOON + 11 * MINUTE) == 1
    assert [sent.to for sent in mailoutbox] == [["Sample Keeper <keeper@example.org>"]]
    e_mail = Notice.objects.get(pk=e_mail.pk)
    assert e_mail.status == Status.MAILED
    paper = step(filed(holder(name="Sample Two")), "incomplete").notices.get()
    mailing.mail(paper, on=JUNE_1, by=people.clerk(), now=NOON + 11 * MINUTE)
    for notice in (e_mail, Notice.objects.get(pk=paper.pk)):
        with pytest.raises(NotAllowed, match=r"left on Monday, June 1, 2026\. It cannot be stopped"):
            stop(notice)


def test_paper_can_be_stopped_until_it_is_recorded_as_mailed() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    stop(notice, now=NOON + timedelta(days=1), why="")
    assert (notice.status, notice.why) == (Status.STOPPED, "Stopped before it left.")


def test_stopping_one_that_was_not_made_settles_its_task() -> None:
    case = filed(holder(street=""))
    stop(step(case, "incomplete").notices.get())
    assert tasks(case) == []


def test_a_stranger_stops_nothing() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    with pytest.raises(WrongRole):
        stop(notice, by=people.clerk(people.docks()))


# ------------------------------------------------------------------------------------------ corrections
def test_a_struck_step_stops_its_letter_while_it_has_not_left() -> None:
    case = filed(holder(email="keeper@example.org"))
    event = step(case, "incomplete")
    steps.strike(event, by=people.clerk(), now=NOON + 5 * MINUTE, note="Wrong case.")
    notice = event.notices.get()
    assert notice.status == Status.STOPPED
    assert notice.why == "“Asked for what is missing” of Monday, June 1, 2026 was corrected."
    assert tasks(case) == []


def test_a_corrected_day_writes_the_letter_anew() -> None:
    case = permit(holder())
    event = step(case, "suspended", by=people.member())
    tomorrow = NOON + timedelta(days=1)
    new = steps.correct(event, on=JUNE_2, by=people.clerk(), now=tomorrow, note="It began a day later.")
    assert event.notices.get().status == Status.STOPPED
    fresh = new.notices.get()
    assert (fresh.status, fresh.about["from_on"]) == (Status.TO_MAIL, "2026-06-02")


def test_a_corrected_step_keeps_its_own_reason_in_the_letter() -> None:
    """The note of a correction says how it is known, not why the permit was suspended."""
    case = permit(holder())
    event = step(case, "suspended", by=people.member(), note="Lids open.")
    new = steps.correct(event, on=JUNE_1, by=people.clerk(), now=NOON, note="Seen in the log book.")
    assert new.notices.get().about["reason"] == "Lids open."


def test_what_had_left_stays_and_somebody_is_told_to_write_again() -> None:
    case = permit(holder())
    event = step(case, "suspended", by=people.member())
    mailing.mail(event.notices.get(), on=JUNE_1, by=people.clerk(), now=NOON + 11 * MINUTE)
    new = steps.correct(event, on=JUNE_2, by=people.clerk(), now=NOON + timedelta(days=1), note="Day later.")
    assert event.notices.get().status == Status.MAILED
    assert not new.notices.exists()
    assert tasks(case) == [
        "“Your permit is suspended” went to Sample Keeper on Monday, June 1, 2026, and “Suspended” of "
        "Monday, June 1, 2026 was corrected since. Write to them again"
    ]


# --------------------------------------------------------------------------------------- another way
def change(notice: Notice, channel: str, **more: Any) -> Notice:
    return notices.change_channel(
        notice, **{"channel": channel, "on": JUNE_1, "by": people.clerk(), "now": NOON} | more
    )


def test_from_e_mail_to_paper_nothing_is_sent() -> None:
    notice = step(filed(holder(email="keeper@example.org")), "incomplete").notices.get()
    change(notice, "first-class")
    assert (notice.channel, notice.status) == (Channel.FIRST_CLASS, Status.TO_MAIL)
    assert Message.objects.get().state == Message.State.STOPPED
    assert delivery.send_due(now=NOON + 60 * MINUTE) == 0
    with pytest.raises(NotAllowed, match="Write it again to send it by e-mail"):
        change(notice, "email")


def test_from_paper_to_e_mail_it_waits_from_now() -> None:
    keeper = holder()
    notice = step(filed(keeper), "incomplete").notices.get()
    with pytest.raises(NotAllowed, match="has no e-mail address"):
        change(notice, "email")
    keeper.email = "keeper@example.org"
    keeper.save()
    hour = NOON + 60 * MINUTE
    change(notice, "email", now=hour)
    notice = Notice.objects.get(pk=notice.pk)
    assert (notice.channel, notice.hold_until) == (Channel.EMAIL, hour + 10 * MINUTE)
    assert notice.message_line.message.not_before == hour + 10 * MINUTE


def test_one_that_was_not_made_may_go_in_hand() -> None:
    case = filed(holder(street=""))
    notice = step(case, "incomplete").notices.get()
    with pytest.raises(NotAllowed, match="no street address"):
        change(notice, "certified")
    change(notice, "in-hand")
    assert (notice.status, notice.why, tasks(case)) == (Status.TO_MAIL, "", [])


def test_what_has_left_goes_no_other_way() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    mailing.mail(notice, on=JUNE_1, by=people.clerk(), now=NOON + 11 * MINUTE)
    with pytest.raises(NotAllowed, match="cannot be"):
        change(notice, "in-hand")


def test_a_new_address_makes_a_new_paper_in_place_of_the_old() -> None:
    keeper = holder()
    notice = step(filed(keeper), "incomplete").notices.get()
    old = notices.make(notice, on=JUNE_1)
    keeper.street = "14 Beach Road"
    keeper.save()
    change(notice, "certified")
    new = notices.make(notice, on=JUNE_2)
    assert new.replaces == old
    assert new.sha256 != old.sha256
    assert Notice.objects.get(pk=notice.pk).document == new


# ----------------------------------------------------------------------------------------------- paper
def test_the_paper_is_made_once_and_kept_with_its_hash() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    make_notice(notice.pk)
    document = Notice.objects.get(pk=notice.pk).document
    assert document is not None
    with document.file.open("rb") as file:
        content = file.read()
    assert content.startswith(b"%PDF-1.7")
    assert document.sha256 == hashlib.sha256(content).hexdigest()
    assert (document.source, document.letter, document.event) == ("paper", "incomplete", None)
    assert document.label == "What we still need from you, to Sample Keeper"
    assert notices.make(notice, on=JUNE_2) == document
    assert Document.objects.filter(letter="incomplete").count() == 1
    assert notices.letters.pdf(Notice.objects.get(pk=notice.pk)) == content, "made again, the same bytes"


def test_one_person_or_several_each_letter_has_its_own_paper() -> None:
    case = permit(holder())
    CaseParty.objects.create(case=case, party=holder(name="Sample Owner"), role="owner")
    step(case, "revoked", by=people.member())
    assert notices.make_missing(on=JUNE_1) == 2
    assert notices.make_missing(on=JUNE_1) == 0
    assert Document.objects.filter(letter="revoked").count() == 2


def test_a_stopped_letter_gets_no_paper() -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    stop(notice)
    make_notice(notice.pk)
    assert notices.make_missing(on=JUNE_1) == 0
    assert not Document.objects.filter(letter="incomplete").exists()


def test_what_turns_out_to_lack_something_is_a_task_and_keeps_no_other_waiting() -> None:
    case = filed(holder())
    broken = step(case, "incomplete").notices.get()
    Notice.objects.filter(pk=broken.pk).update(about={"reason": "x"})
    whole = step(filed(holder(name="Sample Two")), "incomplete").notices.get()
    assert notices.make_missing(on=JUNE_1) == 1
    assert Notice.objects.get(pk=whole.pk).document
    broken = Notice.objects.get(pk=broken.pk)
    assert broken.status == Status.REFUSED
    assert "reply_by" in broken.why
    assert len(tasks(case)) == 1
    Notice.objects.filter(pk=broken.pk).update(status=Status.TO_MAIL)
    with pytest.raises(LetterRefused, match="reply_by"):
        notices.make(broken, on=JUNE_1)


# ----------------------------------------------------------------------------------------------- pages
@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(people.clerk())
    return client


def text(response: Any, status: int = 200) -> str:
    """What a person reads on the page."""
    assert response.status_code == status
    page = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_recording_a_step_says_to_whom_it_writes_and_the_case_lists_the_letter(desk: Client) -> None:
    case = filed(holder(email="keeper@example.org"))
    address = reverse("move", args=[case.number, "incomplete"])
    page = desk.get(address)
    assert "writes “What we still need from you” to Sample Keeper (e-mail)" in text(page)
    data = {name: page.context["form"][name].value() for name in ("version", "key")}
    desk.post(address, data | {"on": "6/1/2026", "note": "The sketch shows no distance."})
    said = text(desk.get(reverse("case", args=[case.number])))
    assert "What we still need from you to Sample Keeper, PDF Mon Jun 1 Sample Keeper E-mail Waiting" in said
    assert "waits until 12:10 pm" in said
    assert "Stop What we still need from you, Sample Keeper" in said


def test_a_case_without_letters_says_what_writes_them(desk: Client) -> None:
    said = text(desk.get(reverse("case", args=[filed(holder()).number])))
    assert "No letter was written yet. A step that needs one writes it." in said


def test_the_letter_opens_as_a_pdf_before_and_after_it_is_on_file(desk: Client) -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    address = reverse("notice-letter", args=[notice.pk])
    made = desk.get(address)
    assert made["Content-Type"] == "application/pdf"
    assert not Document.objects.filter(letter="incomplete").exists(), "looking writes nothing"
    notices.make(notice, on=JUNE_1)
    assert b"".join(desk.get(address).streaming_content) == made.content


def test_stop_and_another_way_from_the_case(desk: Client) -> None:
    case = filed(holder(email="keeper@example.org"))
    notice = step(case, "incomplete").notices.get()
    answer = desk.post(reverse("notice-channel", args=[notice.pk]), {"channel": "in-hand"}, follow=True)
    assert "Sample Keeper In hand To mail" in text(answer)
    assert "Say in a few words why" in text(desk.post(reverse("stop-notice", args=[notice.pk]), {}), 422)
    answer = desk.post(reverse("stop-notice", args=[notice.pk]), {"why": "Came by."}, follow=True)
    assert "Stopped Came by." in text(answer)
    again = desk.post(reverse("stop-notice", args=[notice.pk]), {"why": "Came by."})
    assert "This letter was already stopped." in text(again, 422)


def test_make_again_from_the_case(desk: Client) -> None:
    keeper = holder(street="")
    case = filed(keeper)
    notice = step(case, "incomplete").notices.get()
    said = text(desk.get(reverse("case", args=[case.number])))
    assert "Not made Sample Keeper has no street address. Enter the address, or" in said
    address = reverse("make-notice-again", args=[notice.pk])
    assert "no street address" in text(desk.post(address, {}), 422)
    keeper.street = "12 Beach Road"
    keeper.save()
    assert desk.post(address, {}).status_code == 302
    assert Notice.objects.get(pk=notice.pk).status == Status.TO_MAIL


def by_hand(desk: Client, case: Case, **data: Any) -> Any:
    address = reverse("new-letter", args=[case.number])
    key = desk.get(address).context["form"]["key"].value()
    return desk.post(address, {"key": key, "channel": ""} | data)


def test_a_letter_by_hand_is_looked_at_and_then_written(desk: Client) -> None:
    keeper = holder()
    case = permit(keeper)
    said: dict[str, Any] = {"letter": "reminder", "to": [keeper.pk]}
    shown = text(by_hand(desk, case, **said, preview="1"))
    assert "Renew the permit by Thursday, December 31, 2026." in shown
    assert "First class. Monday, June 1, 2026 Sample Keeper 12 Beach Road Tisbury, MA 02568" in shown
    made = by_hand(desk, case, **said, pdf="1")
    assert made.content.startswith(b"%PDF-1.7")
    assert not Notice.objects.exists()
    address = reverse("new-letter", args=[case.number])
    data = said | {"key": "pressed-twice", "channel": "certified"}
    for _ in range(2):
        assert desk.post(address, data).status_code == 302
    assert Notice.objects.get().channel == Channel.CERTIFIED


def test_a_letter_by_hand_that_lacks_something_says_so_first(desk: Client) -> None:
    keeper = holder(street="")
    case = permit(keeper)
    shown = text(by_hand(desk, case, letter="reminder", to=[keeper.pk], preview="1"), 422)
    assert "Sample Keeper has no street address" in shown
    shown = text(by_hand(desk, case, letter="decision", to=[keeper.pk], channel="in-hand", preview="1"), 422)
    assert "“reason”" in shown or "“from_on”" in shown


def test_bad_answers_are_named(desk: Client) -> None:
    case = permit(holder())
    shown = text(by_hand(desk, case), 422)
    assert "Choose the letter." in shown
    assert "Choose at least one person." in shown
    other = holder(name="Sample Somebody")
    assert by_hand(desk, case, letter="reminder", to=[other.pk]).status_code == 422
    assert by_hand(desk, case, letter="permit", to=[other.pk]).status_code == 422


def test_others_find_no_letter_and_the_wrong_role_may_not(desk: Client) -> None:
    notice = step(filed(holder()), "incomplete").notices.get()
    addresses = [
        reverse(name, args=[notice.pk]) for name in ("notice-letter", "stop-notice", "notice-channel")
    ]
    for who, status in ((people.clerk(people.docks()), 404), (people.stranger(), 404)):
        client = Client()
        client.force_login(who)
        assert {client.get(address).status_code for address in addresses} == {status}
    client = Client()
    client.force_login(people.administrator())
    assert [client.get(address).status_code for address in addresses] == [200, 403, 403]


# ---------------------------------------------------------------------------------- wording in the admin
ADD = "/admin/office/letterwording/add/"


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(people.administrator())
    return client


def posted(**columns: Any) -> dict[str, Any]:
    return {
        "board": people.health().pk, "letter": "incomplete", "from_on": "2026-06-01",
        "text": "Send {{ number }} by **{{ reply_by }}**.\n\n{{ reason }}", "vote": "Meeting of May 26, 2026",
    } | columns  # fmt: skip


def test_other_words_are_looked_at_and_then_saved(admin: Client) -> None:
    case = filed(holder())
    shown = admin.post(ADD, posted())
    said = text(shown)
    assert "Sample. Number, place and filing day are those of " + case.number in said
    assert f"Send {case.number} by Monday, June 15, 2026 ." in said
    assert "Written from Monday, June 1, 2026 on, set by Meeting of May 26, 2026." in said
    assert 'value="Save from June 1, 2026"' in shown.content.decode()
    assert not LetterWording.objects.exists(), "a preview saves nothing"
    pdf = admin.post("/admin/office/letterwording/preview.pdf", posted())
    assert pdf.content.startswith(b"%PDF-1.7")
    saved = admin.post(ADD, posted(_confirmed="Save"))
    assert saved.status_code == 302
    row = LetterWording.objects.get()
    assert (row.by, row.vote, row.from_on) == (people.administrator(), "Meeting of May 26, 2026", JUNE_1)
    said = text(admin.get("/admin/office/letterwording/"))
    assert "What we still need from you" in said


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"text": "{{ repy_by }}"}, "no value called “repy_by”. Did you mean {{ reply_by }}?"),
        ({"text": "{{ due_on }}"}, "no value called “due_on”"),  # another letter's
        ({"text": "Send it {{ reason }."}, "A brace is missing or too many"),
        ({"text": "{% load x %}"}, "does nothing in a letter"),
        ({"text": "**Send it"}, "Two stars have no partner"),
        ({"text": " "}, "Text is missing. Enter it."),
        ({"from_on": "2026-05-31"}, "before today. Choose today or later"),
        ({"from_on": "soon"}, "From cannot be read"),
        ({"vote": ""}, "Vote is missing"),
        ({"letter": "permit"}, "Select a valid choice"),
    ],
)
def test_words_that_would_go_wrong_are_refused(admin: Client, columns: dict[str, Any], says: str) -> None:
    said = text(admin.post(ADD, posted(**columns, _confirmed="Save")))
    assert says in said
    assert "Nothing was saved." in said
    assert not LetterWording.objects.exists()


def test_a_day_has_one_wording_and_none_is_edited_or_removed(admin: Client) -> None:
    admin.post(ADD, posted(_confirmed="Save"))
    assert "has words from that day already" in text(admin.post(ADD, posted(_confirmed="Save")))
    assert admin.post(ADD, posted(from_on="2026-06-02", _confirmed="Save")).status_code == 302
    row = LetterWording.objects.earliest("pk")
    assert admin.post(f"/admin/office/letterwording/{row.pk}/change/", posted()).status_code == 403
    assert admin.post(f"/admin/office/letterwording/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert LetterWording.objects.count() == 2


def test_the_form_lists_what_each_letter_may_speak_of_and_begins_with_its_words(admin: Client) -> None:
    said = text(admin.get(ADD))
    assert "{{ reply_by }} The last good day for the answer" in said
    page = admin.get(ADD, {"board": people.health().pk, "letter": "revoked"}).content.decode()
    assert "is **revoked from {{ from_on }}**" in page


def test_coming_back_from_the_preview_nothing_typed_is_lost(admin: Client) -> None:
    page = admin.post(ADD, posted(text="My own {{ reason }}", _back="1"))
    assert "My own {{ reason }}" in page.content.decode()
    assert "Meeting of May 26, 2026" in page.content.decode()
    assert not LetterWording.objects.exists()


def test_an_administrator_has_their_own_boards_letters_only(admin: Client) -> None:
    assert "Choose one that is listed" in text(admin.post(ADD, posted(board=people.docks().pk)))
    LetterWording.objects.create(
        board=people.docks(), letter="incomplete", from_on=JUNE_1, text="Docks.", vote="x"
    )
    assert "0 letter wordings" in text(admin.get("/admin/office/letterwording/"))
    foreign = User.objects.get(pk=people.administrator(people.docks()).pk)
    client = Client()
    client.force_login(foreign)
    assert client.post("/admin/office/letterwording/preview.pdf", posted()).status_code == 403
