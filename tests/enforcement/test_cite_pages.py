"""Writing a citation on the page, following it, and its paper."""

from __future__ import annotations

import io
import re
from datetime import date, time
from decimal import Decimal
from html import unescape
from typing import Any

import time_machine
from django.test import Client, TestCase
from pypdf import PdfReader

from enforcement.models import Citation
from office.actions.cases import record
from office.models import Case, Party
from tests import people
from tests.enforcement.cast import DAY, cited, line, offender, schedule

NEW = "/citations/new/"


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


class Pages(TestCase):
    """June 16, 2026 at noon, an inspector with a phone."""

    @classmethod
    def setUpTestData(cls) -> None:
        cls.enterClassContext(time_machine.travel("2026-06-16 12:00 -0400", tick=False))
        schedule()
        cls.person, cls.bin = offender(), people.dumpster_bin()
        cls.by = people.inspector()

    def setUp(self) -> None:
        self.client = Client()
        self.client.force_login(self.by)

    def said(self, number: int = 14, **more: Any) -> dict[str, Any]:
        """What the page sends for line `number`, unless `more` say otherwise."""
        row = line(number)
        chosen = {"line": row.pk} if row.usual else {"line": "other", "other": row.pk}
        return {
            "key": "cite:1", "first": "6/16/2026", "who": self.person.pk, "served": "mail", **chosen,
        } | more  # fmt: skip

    def part(self, target: str, **said: Any) -> Any:
        headers = {"HX-Request": "true", "HX-Target": target}
        return self.client.post(NEW, self.said(**said), headers=headers)


class WritingTests(Pages):
    def test_it_is_shown_with_its_ladder_and_then_issued_for_what_was_shown(self) -> None:
        shown = self.client.post(NEW, self.said())
        assert shown.status_code == 200
        assert "$25.00 First offense: $25.00, none on record before it." in text(shown)
        assert "Issue citation for $25.00" in text(shown)
        assert "mail it by Wednesday, July 1, 2026" in text(shown)
        assert not Case.objects.filter(kind="citation").exists()
        issued = self.client.post(NEW, self.said(agreed="25.00"), follow=True)
        self.assertRedirects(issued, "/citations/C-2026-001/")
        assert "C-2026-001 was issued." in text(issued)
        again = self.client.post(NEW, self.said(agreed="25.00"), follow=True)
        assert "C-2026-001 was issued already, once." in text(again)
        assert Citation.objects.count() == 1

    def test_six_usual_offenses_come_first_and_the_others_in_a_list(self) -> None:
        page = self.client.get(NEW).content.decode()
        radios = re.findall(r'type="radio" name="line" value="(\w+)"', page)
        assert radios == [*(str(line(n).pk) for n in (14, 2, 1, 3, 6, 9)), "other"]
        assert page.count("<option") == 19  # 18 others and "not chosen yet"

    def test_what_is_missing_is_said_at_its_field_and_nothing_typed_is_lost(self) -> None:
        empty = self.client.post(NEW, {"key": "k", "seen": "Lids open.", "first": ""})
        assert empty.status_code == 422
        for words in ("Choose the offense.", "Choose who is cited, or write the name", "Enter a date",
                      "Choose whether it is handed over or mailed."):  # fmt: skip
            assert words in text(empty)
        self.assertContains(empty, "Lids open.", status_code=422)

    def test_a_place_brings_its_holder_and_asks_about_what_happened_there(self) -> None:
        cited(14, date(2026, 5, 1), facility=self.bin, offender=offender("Earlier Holder"))
        shown = text(self.part("so-far", who="", where=f"f{self.bin.pk}"))
        assert "First offense: $25.00" in shown
        assert "Was this the same person?" in shown
        assert "C-2026-001, Friday, May 1, 2026, unserved (same establishment)" in shown
        ticked = text(self.part("so-far", who="", where=f"f{self.bin.pk}", same_person="C-2026-001"))
        assert "$50.00 Second offense: $50.00, after C-2026-001 of Friday, May 1, 2026." in ticked

    def test_a_few_letters_find_people_places_and_lots(self) -> None:
        found = text(self.part("found", find="sample", who=""))
        assert "Sample Offender, 1 Sample Street, Tisbury, MA 02568" in found
        assert f"{self.bin.name} (dumpster)" in text(self.part("found", find=self.bin.name, who=""))
        assert "10 Sample Street (29-A-3)" in found
        assert "Sample Offender" not in text(self.part("found", find="zzz", who=""))

    def test_somebody_new_is_put_on_file_and_somebody_known_is_not_doubled(self) -> None:
        new = {"who": "new", "name": "Sample Newcomer", "street": "2 Sample Street", "city": "Tisbury"}
        self.client.post(NEW, self.said(agreed="25.00", **new))
        made = Party.objects.get(name="Sample Newcomer")
        assert made.history.get().history_user == self.by
        assert Citation.objects.get().mail_to == "2 Sample Street, Tisbury"
        twice = self.client.post(NEW, self.said(key="k", agreed="50.00", **new))
        assert "Sample Newcomer is on file already." in text(twice)
        assert Party.objects.filter(name="Sample Newcomer").count() == 1

    def test_a_line_asks_what_it_needs_and_no_more(self) -> None:
        for number, asked in (
            (14, []),
            (22, ["prior_on", "last", "units"]),
            (15, ["prior_on", "last"]),
            (23, ["last", "units", "marina", "chosen", "reason"]),
            (16, ["order_at", "given_on", "given_time", "seen_on", "seen_time"]),
        ):
            with self.subTest(number):
                part = self.part("asked", number=number).content.decode()
                names = re.findall(r'name="(\w+)"', part.partition('id="so-far"')[0])
                assert list(dict.fromkeys(names)) == asked

    def test_a_range_is_refused_outside_its_ends_at_its_own_field(self) -> None:
        night = {"number": 23, "marina": "pond", "reason": "Told twice.", "units": "1", "agreed": "301"}
        refused = self.client.post(NEW, self.said(chosen="301", **night))
        self.assertContains(refused, "id_chosen_error", status_code=422)
        assert "$301.00 is outside the range. Enter $100.00 to $300.00." in text(refused)
        kept = self.client.post(NEW, self.said(chosen="300", **night | {"agreed": "300.00"}))
        assert kept.status_code == 302

    def test_a_warning_is_issued_where_the_ladder_begins_with_one(self) -> None:
        shown = self.client.post(NEW, self.said(13))
        assert "Issue the warning" in text(shown)
        self.client.post(NEW, self.said(13, agreed="0.00"))
        assert Case.objects.get(kind="written-warning").number == "W-2026-001"

    def test_what_the_law_bars_is_said_before_anything_is_issued(self) -> None:
        harbor = {"number": 23, "marina": "harbor", "chosen": "100", "reason": "Told.", "units": "1"}
        assert "Harbor marinas are exempt" in text(self.part("so-far", **harbor))
        refused = self.client.post(NEW, self.said(agreed="100.00", **harbor))
        assert refused.status_code == 422
        assert not Citation.objects.exists()

    def test_what_only_a_court_may_fine_leads_to_the_file_of_a_criminal_complaint(self) -> None:
        shown = self.part("so-far", number=24, prior_on="6/1/2026")
        assert "/prosecutions/new/?line=24" in shown.content.decode()
        assert "/prosecutions/new/" not in self.part("so-far").content.decode()

    def test_another_page_fills_it_in_and_the_citation_bears_what_it_comes_of(self) -> None:
        case = people.issued_dumpster(DAY)
        asked = {"of": case.number, "line": line(14).pk, "who": self.person.pk, "first": "2026-06-15"}
        page = self.client.get(NEW, asked)
        assert page.status_code == 200
        assert f"It comes of {case.number}" in text(page)
        assert "Issue citation for $25.00" in text(page)
        said = self.said(of=case.number, agreed="25.00")
        self.client.post(NEW, said)
        assert Case.objects.get(kind="citation").parent == case
        assert self.client.get(NEW, {"of": "NO-1", "line": "x", "first": "soon"}).status_code == 200
        assert self.client.get(NEW, {"of": "a\0b"}).status_code == 200
        refused = self.client.post(NEW, self.said(of="NO-1", agreed="25.00", key="cite:2"))
        assert "No case of the Tisbury Board of Health has the number NO-1." in text(refused)

    def test_others_of_the_board_write_none_and_other_boards_see_none(self) -> None:
        cited()
        for person, new, seen in (
            (people.member(), 403, 200),
            (people.clerk(people.docks()), 403, 404),
            (people.stranger(), 404, 404),
        ):
            self.client.force_login(person)
            assert self.client.get(NEW).status_code == new
            assert self.client.get("/citations/C-2026-001/").status_code == seen


class FollowingTests(Pages):
    def test_the_page_shows_the_amount_the_days_and_what_comes_next(self) -> None:
        case = cited(2, served="in-hand", receipt="signed")
        page = text(self.client.get(f"/citations/{case.number}/"))
        assert "$50.00" in page
        assert "Answer the littering citation Massachusetts c.270 §16A Tuesday, July 7, 2026" in page
        assert "Send the court's copy of the citation Massachusetts c.40 §21D Wednesday, June 17" in page
        assert "From the violation c.270 §16A through Tuesday, July 7, 2026 This one" in page
        assert "From the date of the notice c.40 §21D through Tuesday, July 7, 2026 The row" in page
        assert "by one statute or the other, as counsel confirms" in page
        assert "Record that a hearing was asked for" in page
        assert self.client.get(f"/citations/{people.ready_dumpster(DAY).number}/").status_code == 404

    def test_the_case_file_shows_what_no_form_asked(self) -> None:
        case = cited()
        page = text(self.client.get(f"/cases/{case.number}/"))
        assert "14. Dumpster violation Offender Sample Offender" in page
        assert "Last known address" in page
        assert "Change the answers" not in page
        assert "Citation page" in page

    def test_a_step_with_more_to_it_leads_to_its_own_page(self) -> None:
        case = cited(served="in-hand", receipt="signed")
        led = self.client.get(f"/cases/{case.number}/record/withdrawn/")
        self.assertRedirects(led, f"/citations/{case.number}/record/withdrawn/")
        missing = self.client.post(led["Location"], {"on": "6/16/2026", "why": ""})
        self.assertContains(missing, "Write the reason in one sentence.", status_code=422)
        self.client.post(led["Location"], {"on": "6/16/2026", "why": "Wrong person."})
        case.refresh_from_db()
        assert case.status == "withdrawn"

    def test_the_court_decides_on_its_page(self) -> None:
        case = cited(served="in-hand", receipt="signed")
        record(case, "hearing-requested", on=DAY, by=self.by)
        act = f"/citations/{case.number}/record/found-responsible/"
        self.assertContains(self.client.get(act), "Sum the court set")
        said = {"on": "6/16/2026", "why": "Heard.", "amount": "10.00", "costs": "5.00"}
        assert self.client.post(act, said).status_code == 302
        standing = case.charges.live().order_by("pk")
        assert [row.amount for row in standing] == [Decimal("10.00"), Decimal("5.00")]

    def test_the_paper_is_three_copies_with_rights_and_a_certificate_of_mailing(self) -> None:
        case = cited(seen="Lids open.", violated_at=time(9, 5))
        pdf = self.client.get(f"/citations/{case.number}/citation.pdf")
        reader = PdfReader(io.BytesIO(pdf.content))
        assert len(reader.pages) == 3
        assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
        pages = [" ".join(page.extract_text().split()) for page in reader.pages]
        for page, copy in zip(pages, ("Offender’s copy", "Department’s copy", "Court’s copy"), strict=True):
            assert copy in page
            for words in ("C-2026-001", "$25.00", "Tuesday, July 7, 2026", "Ask for a hearing", "9:05 am",
                          "Sample Offender", "Tisbury 09.2.4"):  # fmt: skip
                assert words in page
        assert ["Certificate of mailing" in page for page in pages] == [False, True, True]

    def test_a_warning_prints_two_copies_and_asks_for_no_money(self) -> None:
        case = cited(16, order_at=time(9))
        pdf = self.client.get(f"/citations/{case.number}/citation.pdf")
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages]
        assert len(pages) == 2
        assert "within 24 hours" in " ".join(pages[0].split())
        assert "Fine" not in pages[0].split("Order to correct")[0].replace("fine", "")
