"""Renewing online: who may, what is filled in and carried over, one renewal, and what no stranger sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from office import codes, letters, renewals
from office.actions import cases, drafts, nightly, renewing_online
from office.models import Case, CaseParty, Draft, MessageLine, Notice, Party
from office.views.renewals import MOST_LOOKED
from tests import people
from tests.office.test_apply import field, summary, words
from tisbury_boh.logs import without_personal_data

pytestmark = pytest.mark.django_db
JUNE = date(2026, 6, 1)
DECEMBER = date(2026, 12, 10)
NOON = datetime(2026, 12, 10, 12, tzinfo=ZoneInfo("America/New_York"))
YOU = {
    "name": "Zebulon Quahog", "email": "zebulon@example.org", "phone": "508-555-0177",
    "street": "77 Hidden Lane", "city": "Quietville", "state": "MA", "zip_code": "02599",
}  # fmt: skip


@pytest.fixture(autouse=True)
def on_december_10() -> Iterator[Any]:
    """Noon of Thursday, December 10, 2026, three weeks before the permits of the year run out."""
    cache.clear()
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def old() -> Case:
    """The permit of a private person, issued in June."""
    holder = Party.objects.create(kind=Party.Kind.PERSON, **YOU)
    return people.issued_dumpster(JUNE, facility=people.dumpster_bin("Behind the kitchen", holder=holder))


class Renewer:
    """Somebody in a browser with the link of our mail."""

    def __init__(self, case: Case, client: Client | None = None) -> None:
        self.client = client or Client()
        self.door = f"/renew/{case.number}/{renewals.code_of(case)}/"

    def begin(self) -> str:
        """Press; the address of the draft that it leads to."""
        came = self.client.post(self.door)
        assert came.status_code == 302, words(came)
        self.base = str(came["Location"])
        return self.base

    def get(self, section: str) -> Any:
        return self.client.get(f"{self.base}{section}/")

    def save(self, section: str, **said: str) -> Any:
        version = field(self.get(section), "version")
        return self.client.post(f"{self.base}{section}/", {"version": version, **said})

    def file(self) -> Case:
        came = self.client.post(f"{self.base}check/", {"declared": "on"})
        assert came.status_code == 302, words(came)
        return Case.objects.latest("pk")


def draft_of(base: str) -> Draft:
    found = drafts.of_token(base.split("/")[2])
    assert found is not None
    return found


# ------------------------------------------------------------------------------------ filled in, carried over
def test_a_renewal_comes_filled_in_and_is_filed_with_what_still_stands(old: Case) -> None:
    me = Renewer(old)
    assert "Valid through Thursday, December 31, 2026." in words(me.client.get(me.door))
    me.begin()
    page = words(me.get("you"))
    assert "Section 1 of 5: You" in page
    assert "Address 10 Sample Street" in page
    assert "Renewed so far Never" in page
    for value in YOU.values():
        assert f'value="{value}"' in me.get("you").content.decode()
    assert me.get("place").status_code == 404
    assert 'value="6"' in me.get("dumpster").content.decode()
    assert "3 met, 2 do not apply" in words(me.get("where"))
    assert "On file with DU-2026-001; what it shows has not changed." in words(me.get("papers"))
    me.save("you", acts="owner", kind="person", **YOU)
    check = words(me.get("check"))
    assert "Nothing: the answers are those of the permit." in check
    assert "Not met or not known yet" not in check
    new = me.file()
    assert (new.renews, new.renewal_no, new.facility, new.filed_on) == (old, 1, old.facility, DECEMBER)
    assert list(new.parcels.all()) == list(old.parcels.all())
    assert new.details.lot_line_distance_ft == old.details.lot_line_distance_ft
    assert new.rulings.get(rule="location").says == "met"
    assert new.checklist.get().state == "supplied"
    assert {part.party for part in new.people.all()} == {part.party for part in old.people.all()}
    assert Party.objects.filter(name=YOU["name"]).count() == 1
    assert not new.clocks.filter(clock="task").exists()


def test_what_changed_is_marked_and_what_rested_on_it_is_asked_anew(old: Case) -> None:
    me = Renewer(old)
    me.begin()
    me.save("you", acts="owner", kind="person", **(YOU | {"phone": "508-555-0100"}))
    sent = draft_of(me.base).raw("where")
    me.save("where", **({name: said for name, (said,) in sent.items()} | {"lot_line_distance_ft": "3.5"}))
    assert "Changed DU-2026-001: 12.5" in words(me.get("where"))
    check = words(me.get("check"))
    assert "Distance to the nearest lot line in feet: 12.5 until now, 3.5 from now on." in check
    assert "Location sketch Tisbury 09.2.3(1) Missing" in check
    new = me.file()
    assert not new.rulings.exists()
    assert new.checklist.get().state == "missing"
    assert new.clocks.get(clock="task").label == (
        "Compare the applicant with DU-2026-001: the name or how to reach them is another"
    )
    assert Party.objects.filter(name=YOU["name"]).count() == 2


def test_who_acts_for_an_owner_declares_it_anew_and_the_owner_stays_the_same() -> None:
    holder = people.party()
    old = people.issued_dumpster(JUNE, facility=people.dumpster_bin(holder=holder))
    agent = Party.objects.create(**YOU)
    old.people.all().delete()
    for party, role in ((agent, "applicant"), (agent, "agent"), (holder, "owner")):
        CaseParty.objects.create(case=old, party=party, role=role)
    me = Renewer(old)
    me.begin()
    assert f'value="{holder.name}"' in me.get("you").content.decode()
    said = {"acts": "agent", "kind": "person", "owner": holder.name, **YOU}
    assert "Tick this if the owner authorized you" in summary(me.save("you", **said))
    me.save("you", authorized="on", **said)
    new = me.file()
    assert {(part.party, part.role) for part in new.people.all()} == {
        (agent, "applicant"), (agent, "agent"), (holder, "owner"),
    }  # fmt: skip


# -------------------------------------------------------------------------------------------------- once
def test_however_many_press_there_is_one_draft_and_one_renewal(old: Case) -> None:
    me, elsewhere = Renewer(old), Renewer(old)
    first = draft_of(me.begin())
    me.save("you", acts="owner", kind="person", **YOU)
    assert "Go on with the renewal" in words(elsewhere.client.get(elsewhere.door))
    assert draft_of(elsewhere.begin()) == draft_of(elsewhere.begin()) == first
    assert Draft.objects.count() == 1
    new = me.file()
    assert elsewhere.client.post(f"{elsewhere.base}check/", {"declared": "on"}).status_code == 302
    assert list(Case.objects.filter(renews=old)) == [new]
    page = words(elsewhere.client.get(elsewhere.door))
    assert f"The renewal of {old.number} was filed on Thursday, December 10, 2026: {new.number}." in page
    came = elsewhere.client.post(elsewhere.door, follow=True)
    assert f"Your number is {new.number}" in words(came)


def test_a_draft_whose_days_are_over_makes_room_for_another(old: Case, on_december_10: Any) -> None:
    me = Renewer(old)
    first = draft_of(me.begin())
    on_december_10.move_to(NOON + timedelta(days=drafts.KEPT_DAYS + 1))
    second = draft_of(me.begin())
    first.refresh_from_db()
    assert (second.pk != first.pk, first.answers, first.emptied_on) == (True, {}, date(2027, 2, 9))
    assert "ran out on Thursday, December 31, 2026, 40 days ago" in words(me.client.get(me.door))


def test_a_permit_renewed_at_the_counter_meanwhile_is_not_renewed_twice(old: Case) -> None:
    me = Renewer(old)
    me.begin()
    me.save("you", acts="owner", kind="person", **YOU)
    counter = cases.open_case(
        kind=old.kind, on=DECEMBER, by=people.clerk(), facility=old.facility, renews=old,
        parcels=list(old.parcels.all()),
    )  # fmt: skip
    came = me.client.post(f"{me.base}check/", {"declared": "on"})
    assert came.status_code == 422
    assert f"{old.number} was already renewed by {counter.number}." in summary(came)
    assert Case.objects.filter(renews=old).count() == 1


# ------------------------------------------------------------------------------------------- why it is not
def test_what_is_not_renewed_says_why_with_its_section(old: Case) -> None:
    door = Renewer(old)
    cases.record(old, "revoked", on=DECEMBER, by=people.clerk(), note="It stood in the road.")
    for came in (door.client.get(door.door), door.client.post(door.door)):
        assert (
            f"{old.number} is revoked, so it is not renewed. File a new application. (Tisbury 09.2.5(1))"
            in words(came)
        )
        assert "Start renewal" not in words(came)
    undecided = people.ready_dumpster(DECEMBER)
    assert "was not issued, so there is no permit to renew. (Tisbury 09.2.5(1))" in renewing_online.why_not(
        undecided
    )
    assert not Draft.objects.exists()


# --------------------------------------------------------------------------------------- who may open it
def test_number_and_code_lead_on_or_mail_the_way_and_a_number_alone_does_neither(old: Case) -> None:
    client, code = Client(), renewals.code_of(old)
    came = client.post("/renew/", {"number": "du 2026 1", "code": code.lower().replace("-", " ")})
    assert came["Location"] == f"/renew/{old.number}/{code}/"
    for wrong in ("K7QM-2XPD", "K7QM-2XPD-9F4H", old.number):
        came = client.post("/renew/", {"number": old.number, "code": wrong})
        assert came.status_code == 422
        assert "No permit of ours has this number together with this code." in summary(came)
    assert not MessageLine.objects.exists()
    assert old.code
    for _ in range(2):
        came = client.post("/renew/", {"number": old.number, "code": codes.grouped(old.code)})
        assert "Look at your mail" in words(came)
        assert not [said for said in YOU.values() if said in came.content.decode()]
    line = MessageLine.objects.get()  # once an hour
    assert (line.subject, line.message.to_email) == (f"Renew {old.number}", YOU["email"])
    assert renewals.address(old) in line.text
    assert client.get(f"/renew/{old.number}/{codes.grouped(old.code)}/").status_code == 404
    assert client.post(f"/renew/{old.number}/K7QM-2XPD-9F4H/").status_code == 404
    assert not Draft.objects.exists()


def test_programs_and_those_who_try_codes_are_turned_away(old: Case) -> None:
    client, said = Client(), {"number": old.number, "code": "K7QM-2XPD-9F4H"}
    assert client.post("/renew/", said | {"website": "x"}).status_code == 422
    for _ in range(MOST_LOOKED):
        assert client.post("/renew/", said).status_code == 422
    came = client.post("/renew/", said | {"code": renewals.code_of(old)})
    assert came.status_code == 429
    assert "Many codes were tried from your connection" in words(came)


def test_the_applicant_who_signed_in_needs_no_code_and_nobody_else_gets_in(old: Case) -> None:
    Party.objects.filter(name=YOU["name"]).update(user=people.stranger())
    address = f"/renew/{old.number}/"
    mine, other, desk = Client(), Client(), Client()
    mine.force_login(people.stranger())
    other.force_login(people.applicant())
    desk.force_login(people.clerk())
    assert Client().get(address).status_code == 302
    assert other.get(address).status_code == other.post(address).status_code == 404
    assert desk.get(address)["Location"] == f"/cases/{old.number}/renew/"
    assert "Start renewal" in words(mine.get(address))
    draft = draft_of(str(mine.post(address)["Location"]))
    assert (draft.renews, draft.user) == (old, people.stranger())


def test_the_code_is_in_no_log_and_is_another_for_another_permit(old: Case) -> None:
    other = people.issued_dumpster(JUNE)
    code = renewals.code_of(old)
    assert len(code) == 14
    assert not renewals.opens(other, code)
    said = without_personal_data(None, "", {"request": f"GET /renew/{old.number}/{code}/"})
    assert code not in str(said)


# ----------------------------------------------------------------------------------- told before it runs out
def test_the_reminder_leads_there_by_mail_and_a_letter_prints_the_code(old: Case) -> None:
    nightly.night(on=date(2026, 12, 1), now=NOON)
    line = MessageLine.objects.get(subject__contains=old.number, message__to_email=YOU["email"])
    assert f"Renew online: {renewals.address(old)}" in line.text
    Party.objects.filter(name=YOU["name"]).update(email="")
    nightly.night(on=date(2026, 12, 21), now=NOON + timedelta(days=11))
    letter = letters.page(Notice.objects.get(case=old, letter="reminder"))
    said = " ".join(re.sub(r"<[^>]+>", " ", letter).split())
    assert f"type the number {old.number} and the code {renewals.code_of(old)} ." in said
