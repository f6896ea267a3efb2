"""What the offender sees with the code on the citation, what staff see of the days, and the court's list."""

from __future__ import annotations

import io
import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import time_machine
from django.test import Client, TestCase
from pypdf import PdfReader

from enforcement.actions import citation_life as life
from office import codes
from office.actions import mailing, money
from office.actions.cases import record
from tests import people
from tests.enforcement.cast import DAY, cited, offender, schedule


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


class Pages(TestCase):
    """June 16, 2026 at noon: a citation of $25.00 that waits to be mailed."""

    @classmethod
    def setUpTestData(cls) -> None:
        cls.enterClassContext(time_machine.travel("2026-06-16 12:00 -0400", tick=False))
        schedule()
        cls.case = cited(14, offender=offender("Zebulon Quahog"), place="77 Hidden Lane", seen="Lids open.")
        cls.clerk = people.clerk()

    def at(self, day: date) -> None:
        self.enterContext(time_machine.travel(f"{day} 12:00 -0400", tick=False))


class OffenderTests(Pages):
    def seen(self) -> str:
        response = self.client.get(f"/citations/by-code/{self.case.code}/")
        assert response["X-Robots-Tag"] == "noindex"
        assert "no-store" in response["Cache-Control"]
        return text(response)

    def test_it_shows_amount_last_day_how_and_status_and_nothing_of_the_person(self) -> None:
        page = self.seen()
        for words in ("Citation C-2026-001", "$25.00 is due through Tuesday, July 7, 2026.",
                      "Not handed over or mailed yet",
                      "21 days from the date of the notice, Massachusetts c.40 §21D", "ask in writing for a "
                      "hearing", "no criminal record"):  # fmt: skip
            assert words in page
        for secret in ("Quahog", "Hidden Lane", "Sample Street", "Lids open"):
            assert secret not in page

    def test_a_code_is_typed_loosely_where_permits_are_checked_and_leads_here(self) -> None:
        typed = codes.grouped(self.case.code or "").lower()
        led = self.client.get(f"/verify/?code={typed}", follow=True)
        assert led.redirect_chain[-1][0] == f"/citations/by-code/{self.case.code}/"
        assert self.client.get(f"/citations/by-code/{typed}/").status_code == 200

    def test_without_the_code_there_is_nothing(self) -> None:
        permit = people.ready_dumpster(DAY)
        for code in ("K7QM2XPD", "C-2026-001", "x", permit.code or "00000000"):
            assert self.client.get(f"/citations/by-code/{code}/").status_code == 404

    def test_it_follows_the_citation_to_its_end(self) -> None:
        said = {"on": DAY, "by": self.clerk}
        self.at(date(2026, 7, 8))
        assert "The last day to answer was Tuesday, July 7, 2026." in self.seen()
        record(self.case, "citation-delivered", **said)
        record(self.case, "hearing-requested", **said)
        assert "A hearing was asked for." in self.seen()
        life.decided(self.case, responsible=False, why="Heard.", **said)
        assert "You owe nothing." in self.seen()
        life.reopen(self.case, why="Misread.", **said)
        money.pay(self.case, amount="25.00", tender="cash", key="k", **said)
        assert "Paid. Nothing is left to do." in self.seen()
        assert "$25.00 is due" not in self.seen()

    def test_it_speaks_portuguese(self) -> None:
        self.client.cookies["django_language"] = "pt-br"
        page = self.client.get(f"/citations/by-code/{self.case.code}/", headers={"Accept-Language": "pt-BR"})
        assert 'lang="pt-BR"' in page.content.decode()
        assert "O que você pode fazer" in text(page)
        assert "What you may do" not in text(page)


class StaffTests(Pages):
    def setUp(self) -> None:
        self.client = Client()
        self.client.force_login(self.clerk)

    def page(self, at: date = DAY) -> str:
        self.at(at)
        self.client.force_login(self.clerk)  # who was away for a day signs in again
        return text(self.client.get(f"/citations/{self.case.number}/"))

    def test_the_days_left_to_serve_it_run_out_on_day_15(self) -> None:
        for at, says in (
            (DAY + timedelta(days=6), "Not served yet: 9 days left"),
            (DAY + timedelta(days=14), "Not served yet: 1 day left"),
            (DAY + timedelta(days=15), "Not served yet: today is the last day"),
        ):
            assert says in self.page(at)
        late = self.page(DAY + timedelta(days=16))
        assert (
            "Not served in time The last day to hand it over or mail it was Wednesday, July 1, 2026" in late
        )
        assert "Withdraw it, or ask counsel" in late

    def test_served_too_late_is_said_as_long_as_it_is_open(self) -> None:
        mailing.mail(self.case.notices.get(), on=date(2026, 7, 2), by=self.clerk)
        assert "Served too late It was handed over or mailed on Thursday, July 2, 2026" in self.page(
            date(2026, 7, 3)
        )

    def test_the_papers_follow_the_citation(self) -> None:
        page = self.page()
        assert "Certificate of" not in page
        assert "Record that the court has its copy" not in page
        for paper in ("certificate", "court", "complaint"):
            assert self.client.get(f"/citations/{self.case.number}/{paper}.pdf").status_code == 404
        mailing.mail(self.case.notices.get(), on=DAY, by=self.clerk)
        page = self.page()
        assert "Certificate of mailing Court packet" in page
        assert "Record that the court has its copy" in page
        for paper in ("certificate", "court"):
            pdf = self.client.get(f"/citations/{self.case.number}/{paper}.pdf")
            assert PdfReader(io.BytesIO(pdf.content)).trailer["/Root"]["/MarkInfo"]["/Marked"]

    def test_the_courts_copies_are_listed_printed_as_one_and_recorded(self) -> None:
        mailing.mail(self.case.notices.get(), on=DAY, by=self.clerk)
        other = cited(2, served="in-hand", receipt="signed")
        assert self.client.get("/citations/court-copies/packet.pdf").status_code == 404, "due tomorrow"
        pdf = self.client.get("/citations/court-copies/packet.pdf?by=2026-06-17")
        first = PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text()
        assert [case.number in first for case in (self.case, other)] == [True, True]
        none = self.client.post("/citations/court-copies/", {"on": "6/16/2026"})
        self.assertContains(none, "Tick the copies that went to the court.", status_code=422)
        sent = {"on": "6/16/2026", "sent": [self.case.number, other.number]}
        self.assertContains(self.client.post("/citations/court-copies/", sent, follow=True), "2 copies")
        assert "The court has every copy." in text(self.client.get("/citations/court-copies/"))

    def test_a_withdrawal_is_taken_back_on_its_page(self) -> None:
        life.withdraw(self.case, why="Wrong.", on=DAY, by=self.clerk)
        assert "Take it back, if it was recorded by mistake" in self.page()
        at = f"/citations/{self.case.number}/reopen/"
        self.assertContains(self.client.post(at, {"on": "6/16/2026"}), "Write the reason", status_code=422)
        self.client.post(at, {"on": "6/16/2026", "why": "It was them."})
        self.case.refresh_from_db()
        assert (self.case.status, money.balance(self.case)) == ("unserved", 25)

    def test_why_this_day_offers_no_correction_that_is_refused(self) -> None:
        mailing.mail(self.case.notices.get(), on=DAY, by=self.clerk)
        for row in self.case.clocks.all():
            page = self.client.get(f"/clocks/{row.pk}/why/")
            assert "Correct “" not in text(page), row.clock
            assert "/correct/" not in page.content.decode()

    def test_the_main_navigation_leads_there(self) -> None:
        assert '<a href="/field/"' in self.client.get("/worklist/").content.decode()
        page = text(self.client.get("/field/"))
        assert "New citation Court copies" in page
        self.client.force_login(people.member())
        assert '<a href="/field/"' not in self.client.get("/worklist/").content.decode()
