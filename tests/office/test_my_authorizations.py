"""Agents act for owners with a recorded authorization: on paper, or by the owner's word through a link."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from office import kinds
from office.actions import authorizations, drafts
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Intake
from office.models import Authorization, Case, Document, MessageLine, Party
from office.permissions import cases_of
from tests import people
from tests.office.my_cast import DAY, NOON, field, filed, known, words
from tests.world import pdf

pytestmark = pytest.mark.django_db
ONE_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def monday() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def case() -> Case:
    """A case of the owner olga; the engineer ed has no part in it."""
    known("ed", "ed@example.org")
    return filed((known("olga", "olga@example.org")[1], "applicant"))


def party(name: str) -> Party:
    return Party.objects.get(user=people.user(name))


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(people.user(name))
    return client


def recorded(case: Case, **other: Any) -> Authorization:
    said: dict[str, Any] = {
        "owner": party("olga"), "agent": party("ed"), "every_kind": False, "since": DAY, "until": None,
        "rests_on": "Letter of June 1", "on": DAY, "by": people.clerk(), **other,
    }  # fmt: skip
    return authorizations.record_paper(case, **said)


# ------------------------------------------------------------------------------------------ what it gives
def test_an_agent_sees_the_owners_cases_from_its_first_day_through_its_last(case: Case) -> None:
    ed = people.user("ed")
    assert not cases_of(ed, DAY).exists()
    recorded(case, since=DAY, until=DAY + 9 * ONE_DAY)
    days = [DAY - ONE_DAY, DAY, DAY + 9 * ONE_DAY, DAY + 10 * ONE_DAY]
    assert [cases_of(ed, day).exists() for day in days] == [False, True, True, False]
    assert case.number in words(signed_in("ed").get("/my/"))
    assert signed_in("ed").get(f"/my/cases/{case.number}/reply/").status_code == 404, "nothing is asked"


def test_it_reaches_to_its_kind_its_board_and_its_owner_alone(case: Case) -> None:
    other = filed((people.party("Sample Somebody"), "applicant"))
    made = recorded(case)
    ed = people.user("ed")
    assert list(cases_of(ed, DAY)) == [case]
    assert other not in cases_of(ed, DAY)
    for change in ({"kind": "hauler"}, {"board": people.docks()}):
        Authorization.objects.filter(pk=made.pk).update(**change)
        assert not cases_of(ed, DAY).exists(), change
        Authorization.objects.filter(pk=made.pk).update(kind=made.kind, board=made.board)
    Authorization.objects.filter(pk=made.pk).update(kind="")
    assert list(cases_of(ed, DAY)) == [case], "every kind"


def test_the_owner_ends_it_and_from_that_day_the_agent_finds_nothing(case: Case) -> None:
    made = recorded(case)
    assert "Sample Ed" in words(signed_in("olga").get("/my/authorizations/"))
    address = f"/my/authorizations/{made.pk}/end/"
    assert signed_in("ed").post(address, {"key": "x"}).status_code == 404, "not the agent's to end"
    came = signed_in("olga").post(address, {"key": "x", "why": "Done"}, follow=True)
    assert "Ended. From today Sample Ed does not act for you." in words(came)
    made.refresh_from_db()
    assert (made.revoked_on, made.revoked_by, made.revoked_why) == (DAY, people.user("olga"), "Done")
    assert signed_in("ed").get(f"/my/cases/{case.number}/").status_code == 404
    with pytest.raises(WrongRole):
        authorizations.revoke(made, why="", on=DAY, by=people.user("ed"))


# -------------------------------------------------------------------------------------------- at the counter
def test_a_clerk_records_a_paper_or_a_document_on_file_and_ends_it(case: Case) -> None:
    case.people.create(party=party("ed"), role="agent")
    letter = people_document(case)
    clerk = Client()
    clerk.force_login(people.clerk())
    address = f"/cases/{case.number}/authorizations/new/"
    said = {
        "owner_pk": party("olga").pk, "agent_pk": party("ed").pk, "reach": "every", "since": "6/1/2026",
        "until": "12/31/2026", "on": "6/1/2026",
    }  # fmt: skip
    came = clerk.post(address, said)
    assert came.status_code == 422
    assert "Say where the signed paper is, or choose the document on file." in words(came)
    assert clerk.post(address, {**said, "paper": letter.pk}).status_code == 302
    made = Authorization.objects.get()
    assert (made.how, made.document, made.kind, made.holds_on(DAY)) == ("upload", letter, "", True)
    assert "Sample Ed acts for Sample Olga, every kind In force" in words(clerk.get(f"/cases/{case.number}/"))
    (event,) = case.events.filter(slug="authorization")
    assert event.note == (
        "Sample Ed acts for Sample Olga, every kind of case, from Monday, June 1, 2026 through "
        "Thursday, December 31, 2026"
    )
    came = clerk.post(
        f"/cases/{case.number}/authorizations/{made.pk}/end/", {"on": "6/1/2026", "reason": "Owner called"}
    )
    assert came.status_code == 302
    assert not Authorization.objects.in_force(DAY).exists()
    for wrong, words_ in (
        ({"agent": party("olga")}, "the same"), ({"rests_on": " "}, "signed paper"),
        ({"until": DAY - ONE_DAY}, "before it begins"),
    ):  # fmt: skip
        with pytest.raises(NotAllowed, match=words_):
            recorded(case, **wrong)
    with pytest.raises(WrongRole):
        recorded(case, by=people.inspector())


def people_document(case: Case) -> Document:
    from office.actions import documents

    return documents.attach(case, file=pdf("letter.pdf"), label="Letter", on=DAY, by=people.clerk())


# -------------------------------------------------------------------------------------- by a mailed link
def asked(case: Case) -> str:
    """ed asks olga; the address the mail names."""
    client = signed_in("ed")
    page = client.get("/my/authorizations/ask/")
    said = {"key": field(page, "key"), "owner_name": "Sample Olga", "owner_email": "OLGA@example.org"}
    came = client.post("/my/authorizations/ask/", said)
    assert came.status_code == 422
    assert "Choose what you may file for them." in words(came)
    came = client.post("/my/authorizations/ask/", {**said, "reach": "tisbury-health/dumpster"}, follow=True)
    assert "We mailed the owner a link." in words(came)
    assert "Waiting" in words(came)
    (line,) = MessageLine.objects.filter(key__startswith="authorization:")
    assert line.message.to_email == "OLGA@example.org"
    return line.text.partition("refuse: ")[2].split()[0].partition("/authorizations/")[2]


def test_an_owner_says_yes_by_the_mailed_link_and_may_end_it_there(case: Case) -> None:
    token = asked(case)
    ed = people.user("ed")
    assert not cases_of(ed, DAY).exists(), "asking gives nothing"
    somebody = Client()
    address = f"/authorizations/{token}"
    assert "May Sample Ed act for you?" in words(somebody.get(address))
    assert somebody.post(address).status_code == 422
    for _ in range(2):
        assert somebody.post(address, {"yes": "1"}).status_code == 302
    made = Authorization.objects.get()
    assert (made.owner, made.since, made.how) == (party("olga"), DAY, "confirmed")
    assert list(cases_of(ed, DAY)) == [case]
    assert somebody.post(address, {"no": "1"}).status_code == 302
    assert "Ended on Monday, June 1, 2026." in words(somebody.get(address))
    assert not cases_of(ed, DAY).exists()
    assert Client().get("/authorizations/no-such-link/").status_code == 404


def test_a_name_typed_by_the_agent_opens_nothing_of_an_owner_with_another_address(case: Case) -> None:
    """Whoever reads the mail at an address speaks for who is on file with it, and for nobody else."""
    made, _ = authorizations.ask(
        agent=party("ed"), owner_name="Sample Olga", owner_email="mallory@example.org", board=people.health(),
        kind="", on=DAY, now=NOON, by=people.user("ed"),
    )  # fmt: skip
    made = authorizations.confirm(made, on=DAY)
    assert made.owner not in (None, party("olga"))
    assert not cases_of(people.user("ed"), DAY).exists()


def test_no_is_no_and_a_link_is_over_after_thirty_days(case: Case, monday: Any) -> None:
    token = asked(case)
    monday.move_to(NOON + timedelta(days=31))
    assert "This link is over." in words(Client().get(f"/authorizations/{token}"))
    came = Client().post(f"/authorizations/{token}", {"yes": "1"})
    assert came.status_code == 422
    monday.move_to(NOON + timedelta(days=30))
    assert Client().post(f"/authorizations/{token}", {"no": "1"}).status_code == 302
    assert "You refused on" in words(Client().get(f"/authorizations/{token}"))
    assert Client().post(f"/authorizations/{token}", {"yes": "1"}).status_code == 422
    assert not Authorization.objects.filter(since__isnull=False).exists()


def test_asking_is_for_oneself_and_a_few_a_day(case: Case) -> None:
    said: dict[str, Any] = {
        "agent": party("ed"), "owner_name": "O", "board": people.health(), "kind": "", "on": DAY, "now": NOON,
    }  # fmt: skip
    for n in range(authorizations.MOST_ASKED):
        authorizations.ask(**said, owner_email=f"o{n}@example.org", by=people.user("ed"))
    with pytest.raises(NotAllowed, match="several owners today"):
        authorizations.ask(**said, owner_email="more@example.org", by=people.user("ed"))
    with pytest.raises(NotAllowed, match="only for yourself"):
        authorizations.ask(**said, owner_email="x@example.org", by=people.user("olga"))
    with pytest.raises(NotAllowed, match="your own address"):
        authorizations.ask(
            **said | {"on": DAY + 3 * ONE_DAY}, owner_email="ED@example.org", by=people.user("ed")
        )


# ---------------------------------------------------------------------------------- filing for an owner
def file_for(owner: str) -> Case:
    """ed files online and says whom for."""
    kind, ed = kinds.get("dumpster"), people.user("ed")
    draft, _ = drafts.begin(kind=kind, board=people.health(), on=DAY, now=NOON, user=ed)
    said = drafts.OnlineApplication(
        intake=Intake(kind, people.DUMPSTER_ANSWERS), applicant={}, party=party("ed"), owner=owner,
        authorization=f"{owner}, the owner, authorized me to file this application.", parcel=people.parcel(),
    )  # fmt: skip
    return drafts.file(draft, said=said, on=DAY, now=NOON, by=ed)


def test_what_is_filed_for_a_recorded_owner_is_theirs_and_they_see_and_dispute_it(case: Case) -> None:
    recorded(case)
    new = file_for("sample olga")
    owner = new.people.get(role="owner").party
    assert owner == party("olga"), "no second Olga is put on file"
    assert "An authorization is on record." in new.events.get(slug="note").note
    olga = signed_in("olga")
    assert new.number in words(olga.get("/my/authorizations/"))
    assert "Somebody else filed this in your name." in words(olga.get(f"/my/cases/{new.number}/"))
    page = olga.get(f"/my/cases/{new.number}/dispute/")
    came = olga.post(f"/my/cases/{new.number}/dispute/", {"key": field(page, "key")})
    assert came.status_code == 422
    for _ in range(2):
        said = {"key": field(page, "key"), "why": "I never asked for it."}
        assert olga.post(f"/my/cases/{new.number}/dispute/", said).status_code == 302
    assert new.events.filter(slug="disputed").count() == 1
    task = new.clocks.get(clock="task")
    assert (task.label, task.mover) == ("The owner disputes this filing. Talk to both", "office")
    page = words(olga.get(f"/my/cases/{new.number}/"))
    assert "The owner disputes this filing: I never asked for it." in page
    page = words(signed_in("ed").get(f"/my/cases/{new.number}/"))
    assert "The owner disputes this filing" in page
    assert "I never asked" not in page
    new.refresh_from_db()
    assert new.status == "filed", "nothing is decided by it"
    assert signed_in("ed").get(f"/my/cases/{new.number}/dispute/").status_code == 404
    assert olga.get(f"/my/cases/{case.number}/dispute/").status_code == 404, "her own filing"


def test_filing_without_a_record_is_no_wall_and_the_office_reads_that_there_is_none(case: Case) -> None:
    new = file_for("Sample Olga")
    assert new.people.get(role="owner").party != party("olga")
    assert "No authorization is on record." in new.events.get(slug="note").note
