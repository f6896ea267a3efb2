"""The papers of a citation as they print: mailed copy, certificate, the court's packet, the complaint."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import Any

import pytest
from pypdf import PdfReader

from enforcement.actions import citation_life as life
from enforcement.models import papers
from office import codes, letters, paper
from office.actions import mailing
from office.actions.cases import record
from office.models import Notice
from tests import people
from tests.enforcement.cast import DAY, cited, schedule

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=1)
ARTICLE = "9407111899223100000000"


@pytest.fixture(autouse=True)
def _schedule() -> None:
    schedule()


def printed(letter: str, values: Any) -> list[str]:
    """The pages of a paper as text; tagged, or the test fails."""
    reader = PdfReader(io.BytesIO(paper.render(f"letters/{letter}.html", values)))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_the_mailed_copy_is_the_notice_with_rights_code_and_address() -> None:
    case = cited(seen="Lids open.", place="Behind the kitchen")
    notice = case.notices.get()
    reader = PdfReader(io.BytesIO(letters.pdf(notice)))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    said = " ".join(" ".join(page.extract_text().split()) for page in reader.pages)
    for words in (
        "Sample Offender 1 Sample Street Tisbury, MA 02568",
        "$25.00",
        "through Tuesday, July 7, 2026",
        "Ask for a hearing",
        "Behind the kitchen",
        "Lids open.",
        "c.40 §21D",
        "Offender’s copy",
        codes.grouped(case.code or ""),
    ):
        assert words in said, words
    assert len(reader.pages) == 1


def test_the_certificate_says_when_how_and_whether_in_time() -> None:
    case = cited()
    assert papers.certificate_page(case, case.details) is None
    notice = case.notices.get()
    Notice.objects.filter(pk=notice.pk).update(channel="certified")
    mailing.mail(notice, on=date(2026, 7, 1), by=people.clerk(), article_no=ARTICLE, as_is=True)
    (page,) = printed("citation_certificate", papers.certificate_page(case, case.details))
    for words in (
        "Certificate of mailing",
        "Wednesday, July 1, 2026",
        "It was in time.",
        ARTICLE,
        "Sample Offender",
    ):
        assert words in page
    late = cited(14, NEXT, separate="Again.")
    mailing.mail(late.notices.get(), on=date(2026, 7, 3), by=people.clerk())
    (page,) = printed("citation_certificate", papers.certificate_page(late, late.details))
    assert "It was later than that." in page
    handed = cited(14, NEXT, separate="Once more.", served="in-hand", receipt="refused")
    (page,) = printed("citation_certificate", papers.certificate_page(handed, handed.details))
    assert "Certificate of delivery" in page
    assert "Would not sign" in page


def test_the_courts_packet_is_a_list_and_a_copy_of_each() -> None:
    first, second = cited(served="in-hand"), cited(2, served="in-hand", receipt="signed")
    unserved = cited(14, NEXT)
    values = papers.court_values(first.board, [first, second, unserved], NEXT)
    pages = printed("citation_court", values)
    assert "To the clerk of the district court" in pages[0]
    assert [number in pages[0] for number in (first.number, second.number, unserved.number)] == [
        True,
        True,
        False,
    ]
    assert sum("Court’s copy" in page for page in pages) == 2


def test_the_complaint_says_what_became_of_the_notice() -> None:
    case = cited(served="in-hand", receipt="signed")
    life.unanswered(case, on=date(2026, 7, 8), by=people.inspector())
    record(case, "complaint-applied", on=date(2026, 7, 9), by=people.inspector(), note="Nobody came.")
    (page,) = printed("citation_complaint", papers.complaint_values(case, case.details, date(2026, 7, 9)))
    for words in (
        "Application for a criminal complaint",
        "Recorded Wednesday, July 8, 2026: no payment",
        "Tuesday, July 7, 2026, 21 days from the notice",
        "Nobody came.",
        "Sample Offender",
    ):
        assert words in page
