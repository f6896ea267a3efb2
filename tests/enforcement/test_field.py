"""What a phone sends: taken in once, numbered once, its pictures verified, its numbers explained."""

from __future__ import annotations

import hashlib
import io
import json
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, TestCase
from django.utils.timezone import now
from PIL import Image

from enforcement.actions import citation_life, field
from enforcement.models import Citation, FieldItem, FieldPicture
from enforcement.views.field_copy import field_copy, stops
from office.actions.casework import assign
from office.actions.errors import WrongRole
from office.models import Case, Document, Party, User
from tests import people
from tests.enforcement.cast import DAY, cited, line, offender, schedule

SEND, NUMBERS, COPY = "/field/send/", "/field/numbers/", "/field/copy.json"
KEY = "cite:" + "0" * 31 + "1"
PHONE = "11111111-2222-3333-4444-555555555555"


def photo(color: str = "red") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (8, 8), color).save(made, "JPEG")
    return made.getvalue()


def listed(content: bytes, sort: str = "photo") -> dict[str, str]:
    taken = "2026-06-16T15:58:00Z"
    return {"sha256": hashlib.sha256(content).hexdigest(), "taken_at": taken, "sort": sort}


class Field(TestCase):
    """June 16, 2026 at noon, an inspector with a phone."""

    by: User
    person: Party

    @classmethod
    def setUpTestData(cls) -> None:
        cls.enterClassContext(time_machine.travel("2026-06-16 12:00 -0400", tick=False))
        schedule()
        cls.person, cls.by = offender(), people.inspector()

    def setUp(self) -> None:
        self.client = Client()
        self.client.force_login(self.by)

    def item(self, row: int = 14, **more: Any) -> dict[str, Any]:
        """What the phone says of a citation by line `row`, unless `more` says otherwise."""
        told = {
            "line": str(line(row).pk),
            "first": "6/16/2026",
            "who": str(self.person.pk),
            "served": "mail",
        }
        told |= more.pop("told", {})
        said = {
            "officer": str(self.by.pk), "key": KEY, "agreed": "25.00", "number": "", "spot": None,
            "written_at": "2026-06-16T15:59:00Z", "pictures": [],
            "told": [list(pair) for pair in told.items()],
        }  # fmt: skip
        return said | more

    def send(self, said: Any = None, *files: bytes, **more: Any) -> Any:
        said = said if said is not None else self.item(**more)
        body = {"item": said if isinstance(said, str) else json.dumps(said)}
        names = ((f"picture{place}", content) for place, content in enumerate(files))
        body |= {name: SimpleUploadedFile(f"{name}.jpg", content) for name, content in names}
        return self.client.post(SEND, body)


class SendingTests(Field):
    def test_it_is_issued_as_it_was_written_and_answered_with_a_receipt(self) -> None:
        came = self.send()
        assert came.status_code == 200
        assert came.json() == {
            "number": "C-2026-001", "at": "Tue Jun 16, noon", "url": "/citations/C-2026-001/", "pictures": []
        }  # fmt: skip
        row = Citation.objects.get()
        assert (row.amount, row.dated_on, row.name) == (Decimal("25.00"), DAY, "Sample Offender")
        said = [event.note for event in row.case.events.filter(slug="note")]
        assert said == [
            "Written on a phone, Tuesday, June 16, 2026, 11:59 am; came in Tuesday, June 16, 2026, noon."
        ]

    def test_sent_again_it_is_answered_the_same_and_nothing_is_doubled(self) -> None:
        first, again = self.send(), self.send()
        assert first.json() == again.json()
        assert (Case.objects.filter(kind="citation").count(), FieldItem.objects.count()) == (1, 1)
        assert Case.objects.get(kind="citation").charges.count() == 1

    def test_one_issued_on_the_page_under_the_same_key_is_the_same_citation(self) -> None:
        cited(key=KEY)
        assert self.send().json()["number"] == "C-2026-001"
        assert Citation.objects.count() == 1

    def test_it_bears_the_day_it_was_written_when_it_comes_in_days_later(self) -> None:
        with time_machine.travel("2026-06-19 09:00 -0400", tick=False):
            self.client.force_login(self.by)
            assert self.send().status_code == 200
        row = Citation.objects.get()
        assert row.dated_on == row.case.filed_on == DAY
        assert FieldItem.objects.get().received_at.date() == date(2026, 6, 19)

    def test_the_clock_of_a_phone_is_believed_within_bounds(self) -> None:
        for written, status in (
            ("2026-06-16T16:10:00Z", 200),  # ten minutes ahead
            ("2026-06-16T16:10:01Z", 422),
            ("2026-05-16T16:00:00Z", 200),  # 31 days ago
            ("2026-05-16T15:59:59Z", 422),
        ):
            with self.subTest(written):
                key = "cite:" + hashlib.md5(written.encode()).hexdigest()
                came = self.send(key=key, written_at=written, told={"first": written[:10]})
                assert came.status_code == status, came.content

    def test_another_amount_than_was_told_is_never_taken_over_unseen(self) -> None:
        cited(14, date(2026, 5, 1))
        came = self.send(agreed="25.00")
        assert came.status_code == 409
        assert came.json()["differs"] == {"told": "25.00", "now": "50.00"}
        assert "The offender was told $25.00; the office works out $50.00." in came.json()["says"]
        assert Citation.objects.count() == 1
        agreed = self.send(agreed="50.00")  # the officer looked at it
        assert agreed.status_code == 200
        assert Citation.objects.order_by("pk").last().amount == Decimal("50.00")
        assert FieldItem.objects.get().told == Decimal("50.00")

    def test_a_citation_where_the_ladder_begins_with_a_warning_comes_back_too(self) -> None:
        came = self.send(self.item(13, told={"line": "other", "other": str(line(13).pk)}, agreed="25.00"))
        assert came.json()["differs"] == {"told": "25.00", "now": "0.00"}
        assert "works out a warning" in came.json()["says"]

    def test_what_is_wrong_is_said_at_its_field(self) -> None:
        came = self.send(told={"served": "", "first": "yesterday-ish"})
        assert came.status_code == 422
        assert {each["field"] for each in came.json()["problems"]} == {"served", "first"}
        harbor = {"line": "other", "other": str(line(23).pk), "marina": "harbor", "chosen": "100",
                  "reason": "Told.", "units": "1"}  # fmt: skip
        barred = self.send(told=harbor, agreed="100.00")
        assert barred.status_code == 422
        assert "Harbor marinas are exempt" in barred.json()["says"]
        assert not Citation.objects.exists()

    def test_where_the_phone_was_is_kept_when_it_is_told(self) -> None:
        spot = {"latitude": "41.4521", "longitude": "-70.613100", "accuracy_m": 12}
        assert self.send(spot=spot).status_code == 200
        item = FieldItem.objects.get()
        assert (item.latitude, item.longitude, item.accuracy_m) == (
            Decimal("41.452100"), Decimal("-70.613100"), 12,
        )  # fmt: skip
        assert (
            "The phone was at 41.452100, -70.613100, within 12 m." in item.case.events.get(slug="note").note
        )

    def test_what_our_page_does_not_send_is_refused(self) -> None:
        fine = self.item()
        for wrong in (
            "", "[]", "{", "x" * 70_000,
            fine | {"key": "other"}, fine | {"written_at": "2026-06-16T12:00:00"}, fine | {"written_at": 5},
            fine | {"told": [["status", "paid"]]}, fine | {"told": [["key", KEY]]}, fine | {"told": "x"},
            fine | {"told": [["line"]]}, fine | {"agreed": 25}, fine | {"agreed": "NaN"},
            fine | {"number": "1; drop"}, fine | {"spot": {"latitude": "91", "longitude": "0"}},
            fine | {"spot": 5}, fine | {"spot": {"latitude": "1", "longitude": "1", "accuracy_m": -1}},
            fine | {"pictures": [listed(b"")]}, fine | {"pictures": [5]},
        ):  # fmt: skip
            with self.subTest(str(wrong)[:60]):
                came = self.send(wrong)
                assert came.status_code == 400
                assert came.json()["says"]
        assert not Case.objects.exists()

    def test_another_officer_on_the_phone_does_not_send_it(self) -> None:
        self.client.force_login(people.clerk())
        came = self.send()
        assert came.status_code == 409
        assert "Another officer wrote this" in came.json()["says"]
        assert not Case.objects.exists()

    def test_a_right_that_ended_meanwhile_is_asked_when_it_is_sent(self) -> None:
        self.by.memberships.all().delete()
        self.client.force_login(User.objects.get(pk=self.by.pk))
        assert self.send().status_code == 404
        with pytest.raises(WrongRole):
            field.reserve(people.health(), device=PHONE, keep=[], on=DAY, by=people.member())

    def test_too_much_within_an_hour_waits(self) -> None:
        with self.settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}):
            answers = {self.send("x").status_code for _ in range(240)}
            assert answers == {400}
            late = self.send()
        assert late.status_code == 429
        assert "It is sent again after 1 pm." in late.json()["says"]

    def test_without_the_token_of_the_page_nothing_is_taken_in(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(self.by)
        for address in (SEND, NUMBERS, "/field/numbers/void/"):
            assert strict.post(address, {"item": json.dumps(self.item())}).status_code == 403
        assert not Case.objects.exists()


class PictureTests(Field):
    def test_pictures_are_kept_as_documents_with_the_phones_time_and_fingerprint(self) -> None:
        seen, signed = photo(), photo("blue")
        came = self.send(self.item(pictures=[listed(seen), listed(signed, "signature")]), seen, signed)
        assert came.status_code == 200
        shown, hand = Document.objects.order_by("pk")
        assert shown.label == "Photo, Tuesday, June 16, 2026, 11:58 am"
        assert (shown.sha256, shown.confidential) == (hashlib.sha256(seen).hexdigest(), False)
        assert hand.confidential
        kept = FieldPicture.objects.get(document=shown)
        assert kept.taken_at.isoformat() == "2026-06-16T15:58:00+00:00"
        assert kept.item.case.number == came.json()["number"]
        assert came.json()["pictures"] == [shown.sha256, hand.sha256]

    def test_a_picture_that_did_not_arrive_as_it_was_taken_is_refused_and_nothing_is_issued(self) -> None:
        came = self.send(self.item(pictures=[listed(photo())]), photo("blue"))
        assert came.status_code == 422
        assert came.json()["problems"][0]["field"] == "pictures"
        assert "did not arrive as it was taken" in came.json()["says"]
        assert not Case.objects.exists()

    def test_what_is_no_picture_is_refused(self) -> None:
        page = b"<!doctype html><p>Not a photo"
        came = self.send(self.item(pictures=[listed(page)]), page)
        assert came.status_code == 422
        assert not Case.objects.exists()

    def test_sent_again_a_picture_is_not_doubled_and_a_missing_one_is_added(self) -> None:
        one, two = photo(), photo("blue")
        self.send(self.item(pictures=[listed(one)]), one)
        came = self.send(self.item(pictures=[listed(one), listed(two)]), one, two)
        assert len(came.json()["pictures"]) == 2
        assert Document.objects.count() == 2


class DayTests(Field):
    def test_what_is_due_by_today_and_what_is_assigned_are_the_stops(self) -> None:
        due = cited(14, DAY - timedelta(days=15))  # mailed by today
        later = cited(2, DAY)
        theirs = cited(1, DAY - timedelta(days=16), offender=offender("Another Offender"))
        assign(theirs, to=people.clerk(), on=DAY, by=people.clerk())
        mine = people.ready_dumpster(DAY)
        assign(mine, to=self.by, on=DAY, by=people.clerk())
        found = stops(self.by, people.health(), now())
        assert [stop.case for stop in found] == [due, mine]
        page = self.client.get("/field/").content.decode()
        assert page.index(f'id="stop-{due.number}"') < page.index(f'id="stop-{mine.number}"')
        violations = page[page.index("Open violations") :]
        assert later.number in violations
        assert theirs.number in violations
        assert due.number not in violations

    def test_without_stops_it_says_so(self) -> None:
        page = self.client.get("/field/").content.decode()
        assert "No stops." in page
        assert "None is open." in page

    def test_the_copy_holds_the_ladder_and_no_address_telephone_or_private_name(self) -> None:
        person = offender("Private Holder", phone="508-555-0142", email="p@example.org")
        kept = people.dumpster_bin("Private bin", holder=person)
        shop, by_hand = people.dumpster_bin("Shop bin"), {"served": "in-hand", "receipt": "signed"}
        gone = cited(14, date(2026, 5, 1), offender=shop.holder, **by_hand)
        citation_life.withdraw(gone, why="Wrong.", on=DAY, by=self.by)
        cited(14, date(2026, 5, 2), offender=shop.holder, **by_hand)
        copy = field_copy(people.health(), self.by, now())
        text = json.dumps(copy)
        for private in ("Private Holder", "508-555-0142", "p@example.org", "1 Sample Street", "02568"):
            assert private not in text
        assert {"id": f"f{kept.pk}", "name": "Private bin (dumpster)"} in copy["places"]
        holder = str(shop.holder_id)
        assert {"id": f"f{shop.pk}", "name": "Shop bin (dumpster)", "holder": holder} in copy["places"]
        assert copy["earlier"][holder] == [{"number": "C-2026-002", "counts_as": 14, "on": "2026-05-02"}]
        fourteen = next(each for each in copy["lines"] if each["id"] == str(line(14).pk))
        assert (fourteen["first"], fourteen["later"], fourteen["asks"]) == ("25.00", "50.00", [])
        assert copy["officer"] == str(self.by.pk)
        assert self.client.get(COPY).json()["lines"] == copy["lines"]

    def test_a_stop_brings_the_name_of_who_is_cited_there(self) -> None:
        cited(14, DAY - timedelta(days=15))
        copy = field_copy(people.health(), self.by, now())
        assert {"id": str(self.person.pk), "name": "Sample Offender"} in copy["people"]

    def test_the_page_may_be_installed_and_its_worker_serves_two_pages(self) -> None:
        page = self.client.get("/field/")
        assert "geolocation=(self)" in page["Permissions-Policy"]
        assert "manifest-src 'self'" in page["Content-Security-Policy"]
        assert "geolocation=()" in self.client.get("/worklist/")["Permissions-Policy"]
        assert page["Cache-Control"] == "private, no-store"
        said = self.client.get("/field/field.webmanifest")
        assert said.json()["start_url"] == "/field/"
        assert said["Content-Type"] == "application/manifest+json"
        worker = self.client.get("/field/worker.js")
        assert worker["Content-Type"].startswith("text/javascript")
        assert 'const PAGES = ["/field/", "/citations/new/"];' in worker.content.decode()

    def test_the_other_boards_and_strangers(self) -> None:
        for person, status in (
            (people.member(), 403),
            (people.clerk(people.docks()), 403),
            (people.stranger(), 404),
        ):
            self.client.force_login(person)
            assert self.client.get("/field/").status_code == status
            assert self.client.get(COPY).status_code == status
            assert self.send().status_code == status


class RefusedOnThePhoneTests(Field):
    def test_the_page_says_why_the_phone_was_refused_and_issues_nothing(self) -> None:
        said = {"key": KEY, "first": "6/16/2026", "who": self.person.pk, "served": "mail",
                "line": line(14).pk, "agreed": "25.00", "check": "said"}  # fmt: skip
        page = self.client.post("/citations/new/", said)
        assert page.status_code == 200
        wrong = self.client.post("/citations/new/", said | {"served": ""})
        assert "Choose whether it is handed over or mailed." in wrong.content.decode()
        ahead = self.client.post("/citations/new/", said | {"first": "6/17/2026"})
        assert ahead.status_code == 422
        assert "lies ahead" in ahead.content.decode()
        assert not Citation.objects.exists()
