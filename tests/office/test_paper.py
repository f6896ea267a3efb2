"""Papers: what a letter refuses to print, and how the PDFs of permit and receipt are made."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
import segno
from django.test import SimpleTestCase
from django.utils.safestring import mark_safe
from pypdf import PdfReader

from office import codes, paper
from office.actions import cases, casework, money
from office.models import Board, Case, Payment
from office.paper import LetterRefused
from tests import people

MAY_4 = date(2026, 5, 4)
JUNE_1 = date(2026, 6, 1)


# ----------------------------------------------------------------------------------------- strictness
def rendered(source: str, **values: Any) -> str:
    """A letter of this source, as text."""
    return paper.page_of(paper._engine.from_string(source), values)


class UnknownNames(SimpleTestCase):
    """A name the letter was not given raises, whichever tag asks for it."""

    def test_known_names_print_escaped(self) -> None:
        assert (
            rendered("{{ who }} {{ board.name }}", who="A & B", board={"name": "Health"})
            == "A &amp; B Health"
        )

    def test_an_empty_text_is_an_answer(self) -> None:
        assert rendered("{% if note %}{{ note }}{% else %}none{% endif %}", note="") == "none"

    def test_unknown_names_raise_in_every_tag(self) -> None:
        for source in (
            "{{ missing }}",
            "{{ missing|default:'x' }}",
            "{{ board.missing }}",
            "{{ board.name.missing }}",
            "{% if missing %}{% endif %}",
            "{% if not missing %}{% endif %}",
            "{% if board.name and board.missing %}{% endif %}",
            "{% if missing == 'x' %}{% endif %}",
            "{% if board.name or board.missing == 'x' %}{% endif %}{{ missing }}",
            "{% if board.missing == 'x' %}{% endif %}",
            "{% if 'x' in board.missing %}{% endif %}",
            "{% if board.name == 'Health' and board.missing > 3 %}{% endif %}",
            "{% for row in missing %}{% endfor %}",
            "{% for row in board.missing %}{% endfor %}",
            "{% for row in rows %}{{ row.missing }}{% endfor %}",
            "{% with x=missing %}{% endwith %}",
            "{% with x=board.missing %}{% endwith %}",
            "{% firstof missing 'x' %}",
            "{{ board.items }}",
        ):
            with pytest.raises(LetterRefused):
                rendered(source, board={"name": "Health"}, rows=[{"text": "a"}])

    def test_the_refusal_names_what_is_missing(self) -> None:
        with pytest.raises(LetterRefused, match="“hearing_on”"):
            rendered("{% if hearing_on %}{% endif %}")

    def test_loops_work(self) -> None:
        source = "{% for row in rows %}{{ row.text }}{% if forloop.last %}.{% endif %}{% endfor %}"
        assert rendered(source, rows=[{"text": "a"}, {"text": "b"}]) == "ab."


class PlainValues(SimpleTestCase):
    """A letter holds text, numbers and days: nothing absent, nothing that could query."""

    def test_an_absent_value_is_refused_by_name(self) -> None:
        with pytest.raises(LetterRefused, match="The letter lacks “ends_on”"):
            paper.render("letters/permit.html", {"ends_on": None})

    def test_an_absent_value_further_in_is_refused(self) -> None:
        with pytest.raises(LetterRefused, match="“due_on”"):
            rendered("", rows=[{"due_on": None}])

    def test_objects_and_ready_markup_are_refused(self) -> None:
        for value in (Board(), object(), 1.5, mark_safe("<b>"), {1, 2}):
            with pytest.raises(LetterRefused, match="no plain value"):
                rendered("", it=value)


class Fetching(SimpleTestCase):
    """Nothing is fetched but what the letter itself carries."""

    def page(self, body: str) -> bytes:
        return paper.pdf_of(f'<html lang="en"><title>t</title><body>{body}</body></html>')

    def test_addresses_from_outside_are_refused(self) -> None:
        for address in ("file:///etc/passwd", "http://127.0.0.1:9/a.png", "ftp://127.0.0.1/a", "a.png"):
            with pytest.raises(LetterRefused, match="from outside"):
                self.page(f'<img src="{address}" alt="x">')
        with pytest.raises(LetterRefused, match="from outside"):
            self.page('<link rel="stylesheet" href="http://127.0.0.1:9/a.css">')
        with pytest.raises(LetterRefused, match="from outside"):
            self.page('<p style="background: url(file:///etc/passwd)">x</p>')

    def test_a_picture_inside_is_printed(self) -> None:
        assert self.page(f'<img src="{segno.make("x").svg_data_uri()}" alt="x">').startswith(b"%PDF-1.7")


# ------------------------------------------------------------------------------------------ structure
def structure(reader: PdfReader) -> Iterator[Any]:
    """Every element of the tag tree, in reading order."""

    def below(node: Any) -> Iterator[Any]:
        node = node.get_object()
        if isinstance(node, list):
            for each in node:
                yield from below(each)
        elif isinstance(node, dict):
            if "/S" in node:
                yield node
            if "/K" in node:
                yield from below(node["/K"])

    return below(reader.root_object["/StructTreeRoot"]["/K"])


def tags(reader: PdfReader) -> list[str]:
    return [element["/S"] for element in structure(reader)]


def assert_accessible(pdf: bytes, title: str) -> PdfReader:
    """PDF/UA-1 by its marks: tagged, language, title shown, headings in order, letter size, fonts inside."""
    reader = PdfReader(io.BytesIO(pdf))
    root = reader.root_object
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == title
    assert b"pdfuaid:part" in root["/Metadata"].get_data()
    found = tags(reader)
    headings = [tag for tag in found if tag in ("/H1", "/H2", "/H3")]
    assert headings[0] == "/H1"
    assert headings.count("/H1") == 1
    assert {"/Table", "/TR", "/TH", "/TD"} <= set(found)
    assert all("/Alt" in element for element in structure(reader) if element["/S"] == "/Figure")
    for page in reader.pages:
        assert (page.mediabox.width, page.mediabox.height) == (612, 792), "US letter"
        assert page["/Tabs"] == "/S"
        for font in page["/Resources"]["/Font"].values():
            below = font.get_object()["/DescendantFonts"][0].get_object()
            assert any(name.startswith("/FontFile") for name in below["/FontDescriptor"].get_object())
    return reader


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


# --------------------------------------------------------------------------------------------- permit
@pytest.fixture
def permit(db: None) -> Case:
    board = people.health()
    board.address, board.phone = "10 Sample Street, Tisbury, MA 02568", "508-555-0100"
    board.save()
    party = people.party(street="12 Beach Road", city="Tisbury", state="MA", zip_code="02568")
    case = people.ready_dumpster(
        JUNE_1, facility=people.dumpster_bin("Dumpster behind the kitchen", holder=party)
    )
    casework.add_condition(
        case, text="A gate is added to the screening.", cite="vote of May 26, 2026",
        due_on=date(2026, 7, 1), on=JUNE_1, by=people.clerk(),
    )  # fmt: skip
    people.settle(case, JUNE_1, people.clerk())
    return issued(case)


def issued(case: Case) -> Case:
    cases.issue(case, on=JUNE_1, by=people.clerk())
    case.refresh_from_db()
    return case


def test_a_permit_is_an_accessible_letter(permit: Case) -> None:
    reader = assert_accessible(
        paper.permit_pdf(permit, JUNE_1), f"Dumpster permit {permit.number}, Tisbury Board of Health"
    )
    assert tags(reader).count("/Figure") == 1
    assert {"/L", "/LI"} <= set(tags(reader)), "conditions are a list"
    assert len(reader.pages) == 1


def test_a_permit_says_all_that_it_must(permit: Case) -> None:
    says = text_of(PdfReader(io.BytesIO(paper.permit_pdf(permit, JUNE_1))))
    for words in (
        "Town of Tisbury, Massachusetts",
        "Board of Health",
        "10 Sample Street, Tisbury, MA 02568 · 508-555-0100",
        "Dumpster permit",
        f"Number {permit.number}",
        "Issued under Tisbury 09.2.5(1)",
        "Valid from Monday, June 1, 2026 through Thursday, December 31, 2026.",
        "Permit holder and applicant Sample Harbor Cafe 12 Beach Road, Tisbury, MA 02568",
        "Location 10 Sample Street, Tisbury (map-block-lot 29-A-3)",
        "Dumpster Dumpster behind the kitchen",
        "Size in cubic yards 6",
        "Use Commercial",
        "Hauler Sample Hauling",
        "A gate is added to the screening. Due by Wednesday, July 1, 2026. (vote of May 26, 2026)",
        "The lids are kept closed. (Tisbury 09.2.4(1))",
        "Issued Monday, June 1, 2026 by Tisbury Clerk for the Board of Health.",
        codes.grouped(str(permit.code)),
        "Page 1 of 1",
    ):
        assert words in says, f"{words!r} not in {says}"
    assert "Sample data" not in says


def test_the_qr_code_opens_the_check_and_says_so(permit: Case, settings: Any) -> None:
    settings.SITE_ADDRESS = "https://permits.tisbury.example"
    values = paper.permit_values(permit, JUNE_1)
    made = segno.make(f"https://permits.tisbury.example/verify/{permit.code}/", error="m", micro=False)
    assert values["qr"] == made.svg_data_uri(border=0, dark="#10242e")
    reader = PdfReader(io.BytesIO(paper.permit_pdf(permit, JUNE_1)))
    figure = next(element for element in structure(reader) if element["/S"] == "/Figure")
    assert figure["/Alt"] == (
        f"QR code that opens permits.tisbury.example/verify/{codes.grouped(str(permit.code))}, "
        "where this permit can be checked"
    )


def test_the_same_permit_gives_the_same_bytes(permit: Case) -> None:
    again = Case.objects.get(pk=permit.pk)
    assert paper.permit_pdf(permit, JUNE_1) == paper.permit_pdf(again, JUNE_1)
    other = people.issued_dumpster(JUNE_1)
    assert paper.permit_pdf(permit, JUNE_1) != paper.permit_pdf(other, JUNE_1)


def test_a_sample_board_says_so_on_the_permit(permit: Case) -> None:
    permit.board.is_sample = True
    assert "Sample data: this permit was never issued." in text_of(
        PdfReader(io.BytesIO(paper.permit_pdf(permit, JUNE_1)))
    )


def test_many_conditions_take_more_pages_and_the_foot_is_never_alone(db: None) -> None:
    permit = people.ready_dumpster(JUNE_1)
    for n in range(25):
        casework.add_condition(
            permit, text=f"Condition {n}: the holder keeps the place in good order and says so in writing.",
            on=JUNE_1, by=people.clerk(),
        )  # fmt: skip
    people.settle(permit, JUNE_1, people.clerk())
    permit = issued(permit)
    reader = assert_accessible(
        paper.permit_pdf(permit, JUNE_1), f"Dumpster permit {permit.number}, Tisbury Board of Health"
    )
    assert len(reader.pages) == 2
    last = reader.pages[-1].extract_text()
    assert "Condition 24" in last
    assert "Is it valid today?" in last
    assert f"{permit.number}, Tisbury Board of Health" in last
    assert "Page 2 of 2" in " ".join(last.split())


def test_a_name_in_another_script_or_with_markup_is_printed_as_it_is(permit: Case) -> None:
    holder = permit.facility.holder  # type: ignore[union-attr]
    holder.name = "Žižka & <b>Sons</b> – Ресторан"
    holder.save()
    assert "Žižka & <b>Sons</b> – Ресторан" in text_of(
        PdfReader(io.BytesIO(paper.permit_pdf(Case.objects.get(pk=permit.pk), JUNE_1)))
    )


def test_what_was_not_answered_is_said_to_be_so(db: None) -> None:
    case = people.issued_dumpster(JUNE_1)
    case.details.use = ""
    assert {"label": "Use", "value": "Not provided"} in paper.permit_values(case, JUNE_1)["facts"]


def test_a_case_that_was_not_issued_prints_no_permit(db: None) -> None:
    with pytest.raises(LetterRefused, match="has not been issued"):
        paper.permit_pdf(people.ready_dumpster(MAY_4), MAY_4)


def test_a_permit_keeps_the_term_it_was_issued_for(permit: Case) -> None:
    """What cuts the term later is for the check page; the paper says what was issued."""
    before = paper.permit_pdf(permit, JUNE_1)
    cases.record(permit, "revoked", on=date(2026, 7, 1), by=people.clerk(), note="Lids left open.")
    assert Case.objects.get(pk=permit.pk).ends_on == date(2026, 6, 30)
    assert paper.permit_pdf(Case.objects.get(pk=permit.pk), JUNE_1) == before


# -------------------------------------------------------------------------------------------- receipt
def paid(case: Case, amount: str, **how: Any) -> Payment:
    how = {"tender": "check", "reference": "1024"} | how
    return money.pay(case, amount=Decimal(amount), key=f"test-{amount}", on=JUNE_1, by=people.clerk(), **how)


@pytest.fixture
def owing(db: None) -> Case:
    case = people.ready_dumpster(MAY_4)
    people.settle(case, MAY_4, people.clerk())
    money.add_charge(
        case,
        label="Second inspection",
        amount="75.00",
        reason="Asked for by the holder",
        on=MAY_4,
        by=people.clerk(),
    )
    return case


def test_a_receipt_is_an_accessible_letter_that_adds_up(owing: Case) -> None:
    payment = paid(owing, "60.00")
    reader = assert_accessible(
        paper.receipt_pdf(payment), f"Receipt {payment.number}, Tisbury Board of Health"
    )
    says = text_of(reader)
    for words in (
        f"Number {payment.number}",
        "Date Monday, June 1, 2026",
        "Received from Sample Harbor Cafe",
        "Paid by Check 1024",
        "Taken by Tisbury Clerk",
        f"Second inspection, {owing.number}",
        "Total received $60.00",
        f"Still due on {owing.number} after this receipt $15.00",
    ):
        assert words in says, f"{words!r} not in {says}"
    assert "oid" not in says


def test_an_earlier_receipt_keeps_its_balance_when_more_is_paid(owing: Case) -> None:
    first = paid(owing, "60.00")
    before = paper.receipt_pdf(first)
    last = paid(owing, "15.00")
    assert paper.receipt_pdf(Payment.objects.get(pk=first.pk)) == before
    assert paper.receipt_values(last)["balance"] == 0


def test_a_cash_receipt_shows_the_change(owing: Case) -> None:
    payment = paid(owing, "60.00", tender="cash", reference="", given=Decimal("80.00"))
    says = text_of(PdfReader(io.BytesIO(paper.receipt_pdf(payment))))
    assert "Paid by Cash" in says
    assert "Cash handed over $80.00 Change given back $20.00" in says


def test_a_voided_receipt_says_so_with_its_reason(owing: Case) -> None:
    payment = paid(owing, "60.00")
    money.void_payment(payment, reason="The bank returned the check.", on=date(2026, 6, 3), by=people.clerk())
    payment = Payment.objects.get(pk=payment.pk)
    says = text_of(PdfReader(io.BytesIO(paper.receipt_pdf(payment))))
    assert "Void since Wednesday, June 3, 2026: The bank returned the check." in says
    assert "Void receipt" in says
    assert paper.receipt_values(payment)["balance"] == Decimal("75.00")
