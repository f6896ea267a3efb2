"""Letters: what their words may say, what refuses them, and the PDFs every kind sends."""

from __future__ import annotations

import io
import shutil
import subprocess
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import SimpleTestCase
from django.utils.timezone import get_current_timezone
from pypdf import PdfReader

from office import application, kinds, letters, paper
from office.actions import cases, notices, steps
from office.application import APPLICATION_LETTERS
from office.kinds import Blank, CaseKind, Letter
from office.models import Board, Case, LetterWording, Notice
from office.paper import LetterRefused
from tests import casts, people
from tests.office.test_paper import assert_accessible, structure, tags, text_of

JUNE_1 = date(2026, 6, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(JUNE_1))
KNOWN = {blank.name: blank for blank in (*letters.EVERY, Blank("reason", "Why", "Open lids"))}
_SENT = [(kind, letter) for kind in kinds.registry.values() for letter in kind.letters if letter.words]
# Kinds may share a letter: each is looked at once, by the first that sends it.
SENT = [
    pytest.param(kind, letter, id=f"{kind.slug}-{letter.slug}")
    for n, (kind, letter) in enumerate(_SENT)
    if all(letter is not earlier for _, earlier in _SENT[:n])
]


def plain(text: str, **values: Any) -> list[str]:
    """The filled paragraphs as text, with bold between stars and items behind dashes."""
    return [
        "; ".join(f"- {item}" for item in paragraph["items"])
        or "".join(f"*{part['text']}*" if part["bold"] else part["text"] for part in paragraph["parts"])
        for paragraph in letters.filled(text, values)
    ]


# ----------------------------------------------------------------------------------------------- words
class Words(SimpleTestCase):
    """Paragraphs, names in double braces, bold between stars; nothing else means anything."""

    def test_days_are_spoken_in_full_and_lists_joined(self) -> None:
        said = plain("By {{ due }}, {{ what }}.", due=JUNE_1, what=["sketch", "fee", "plan"])
        assert said == ["By Monday, June 1, 2026, sketch, fee and plan."]

    def test_numbers_and_yes_or_no(self) -> None:
        assert plain("{{ a }} {{ b }} {{ c }}", a=1200, b=Decimal("2.50"), c=True) == ["1,200 2.5 yes"]

    def test_an_empty_line_parts_paragraphs_and_a_line_end_does_not(self) -> None:
        assert plain("One\ntwo.\r\n\r\nThree.\n \n\nFour.") == ["One two.", "Three.", "Four."]

    def test_stars_are_bold_and_those_of_a_value_are_not(self) -> None:
        assert plain("**Send {{ it }}** now.", it="**all**") == ["*Send **all*** now."]

    def test_braces_in_a_value_are_only_text(self) -> None:
        assert plain("Why: {{ reason }}", reason="{{ number }} {% if %}") == ["Why: {{ number }} {% if %}"]

    def test_a_value_alone_may_be_empty_and_is_then_left_out(self) -> None:
        assert plain("One.\n\n{{ extra }}\n\nTwo.", extra="") == ["One.", "Two."]

    def test_a_list_alone_is_a_list(self) -> None:
        assert plain("{{ missing }}", missing=[{"what": "Sketch", "cite": "x"}, {"what": "Fee"}]) == [
            "- Sketch; - Fee"
        ]

    def test_a_hole_in_a_sentence_refuses_the_letter_and_names_it(self) -> None:
        for empty in ("", "  ", []):
            with pytest.raises(LetterRefused, match="lacks “place”"):
                letters.filled("At {{ place }}, the lids.", {"place": empty})

    def test_a_missing_day_refuses_the_letter_and_names_it(self) -> None:
        for words in ("Send it by {{ reply_by }}.", "{{ reply_by }}"):
            with pytest.raises(LetterRefused, match="lacks “reply_by”"):
                letters.filled(words, {"reply_by": None})

    def test_an_unknown_name_refuses_the_letter_and_names_it(self) -> None:
        with pytest.raises(LetterRefused, match="speaks of “hearing_on”"):
            letters.filled("On {{ hearing_on }}.", {})


class Problems(SimpleTestCase):
    """What an administrator's words are refused for, before anybody gets them."""

    def said(self, text: str) -> str:
        return " ".join(letters.problems(text, KNOWN))

    def test_good_words_have_none(self) -> None:
        assert letters.problems("Your {{ kind }} {{number}}: **{{ reason }}**, 50 % {see}"[:-6], KNOWN) == []

    def test_an_unknown_name_is_said_with_the_nearest_known_one(self) -> None:
        assert self.said("Why: {{ resaon }}") == (
            "This letter knows no value called “resaon”. Did you mean {{ reason }}?"
        )

    def test_a_name_like_none_is_said_without_a_guess(self) -> None:
        assert "no value called “xyzzy”. Choose one from the list." in self.said("{{ xyzzy }}")

    def test_each_unknown_name_is_said_once(self) -> None:
        assert len(letters.problems("{{ aaa }} {{ aaa }} {{ bbb }}", KNOWN)) == 2

    def test_braces_that_do_not_match(self) -> None:
        for text in ("{{ reason }", "{ reason }}", "{reason}", "reason }}", "{{ reason", "{{{ reason }}}"):
            assert "brace is missing or too many" in self.said(text), text

    def test_tags_and_filters_are_refused(self) -> None:
        assert "“{% if reason %}” does nothing in a letter." in self.said("{% if reason %}")
        assert "“{{ reason|upper }}” is no name of a value." in self.said("{{ reason|upper }}")
        assert "“{{ board.name }}” is no name of a value." in self.said("{{ board.name }}")

    def test_stars_without_partner(self) -> None:
        assert "Two stars have no partner" in self.said("**Send it.")

    def test_no_words(self) -> None:
        assert "has no words" in self.said(" \n ")


def test_the_house_letters_speak_only_of_what_they_know() -> None:
    for letter in APPLICATION_LETTERS:
        assert letters.problems(letter.words, letters.blanks_of(letter)) == [], letter.slug


# ------------------------------------------------------------------------------------------ every letter
@pytest.fixture
def board(db: None) -> Board:
    board = people.health()
    board.address, board.phone = "10 Sample Street, Tisbury, MA 02568", "508-555-0100"
    board.hours, board.email = "Monday to Friday, 8 am to 4 pm", "health@example.org"
    board.save()
    return board


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "letter"), SENT)
def test_every_letter_of_every_kind_is_accessible(kind: CaseKind, letter: Letter) -> None:
    board = Board(
        slug=kind.boards[0], name="Board of Samples", town="Sampletown", state="MA", phone="508-555-0100"
    )
    assert letters.problems(letter.words, letters.blanks_of(letter)) == []
    pdf = paper.pdf_of(letters.sample_page(letter, board, letter.words))
    number = letters.EVERY[0].example
    reader = assert_accessible(pdf, f"{letter.label}: {number}, Sampletown Board of Samples")
    found = tags(reader)
    assert {"/H1", "/P", "/Table", "/TH", "/TD"} <= set(found)
    # The picture is the code that opens the case; who has no part in it gets none.
    assert ("/Figure" in found) == (letter.template != "letters/hearing_notice.html")
    # Scopes become, for each cell, the names of its headers.
    headers = {element["/ID"] for element in structure(reader) if element["/S"] == "/TH"}
    for cell in (element for element in structure(reader) if element["/S"] == "/TD"):
        named = cell["/A"]["/Headers"]
        assert named
        assert set(named) <= headers
    assert "Sample: this letter was never sent." in text_of(reader)


@pytest.mark.django_db
def test_other_tools_find_nothing_wrong_with_a_letter(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "letter.pdf"
    letter = application.INCOMPLETE
    file.write_bytes(paper.pdf_of(letters.sample_page(letter, board, letter.words)))
    ran = 0
    for tool, wanted in ((["qpdf", "--check"], ""), (["pdfinfo", "-struct"], "H1")):
        if shutil.which(tool[0]):
            done = subprocess.run([*tool, str(file)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            assert wanted in done.stdout
            ran += 1
    if not ran:
        pytest.skip("Neither qpdf nor pdfinfo is installed here.")


# ------------------------------------------------------------------------------- what real letters say
def asked(case: Case, note: str = "The sketch is missing.") -> Notice:
    """The letter that asks for what is missing, as the step writes it."""
    event = steps.record(case, "incomplete", on=JUNE_1, by=people.clerk(), now=NOON, note=note)
    return Notice.objects.get(event=event)


@pytest.fixture
def case(board: Board) -> Case:
    holder = people.party(
        street="12 Beach Road", city="Tisbury", state="MA", zip_code="02568", email="cafe@example.org"
    )
    return people.ready_dumpster(JUNE_1, facility=people.dumpster_bin(holder=holder))


def printed(notice: Notice) -> str:
    return text_of(PdfReader(io.BytesIO(letters.pdf(notice))))


def test_a_request_says_what_is_missing_and_by_when(case: Case) -> None:
    case.checklist.update(state="missing")
    says = printed(asked(case))
    for words in (
        "Town of Tisbury, Massachusetts Board of Health",
        "Sample Harbor Cafe 12 Beach Road Tisbury, MA 02568 Monday, June 1, 2026",
        "What we still need from you",
        f"Re: Dumpster permit {case.number}",
        "Place: 10 Sample Street, Tisbury",
        "Dear Sample Harbor Cafe:",
        "your application for a dumpster permit, received on Monday, June 1, 2026.",
        "The sketch is missing.",
        "Send what is missing by Monday, June 15, 2026.",
        "Location sketch Not handed in Tisbury 09.2.3(1)",
        "Tisbury Clerk, for the Board of Health",
        "Call 508-555-0100",
        "Write to health@example.org",
        "Come to 10 Sample Street, Tisbury, MA 02568",
        "Monday to Friday, 8 am to 4 pm",
        "Page 1 of 1",
    ):
        assert words in says, f"{words!r} not in {says}"
    assert "Sample" not in says.replace("Sample Harbor", "").replace("Sample Street", "")


def test_what_is_unanswered_or_broken_is_listed_and_what_waits_for_the_board_is_not(case: Case) -> None:
    case.details.__class__.objects.update(sight_line_clear=None, lot_line_distance_ft=None)
    rows = {row["stands"] for row in asked(case).about["missing"]}
    assert rows == {"Not answered"}
    other = people.ready_dumpster(JUNE_1, sight_line_clear="false")
    broken = asked(other).about["missing"]
    assert [(row["stands"], row["cite"]) for row in broken] == [("Not met", "Tisbury 09.2.3(2)")]


def test_the_reply_day_is_a_clock_that_can_be_explained_and_rolls(case: Case) -> None:
    asked(case)
    row = case.clocks.get(clock="reply")
    assert (row.due_on, row.mover, row.cite) == (date(2026, 6, 15), "applicant", "Office practice")
    cases.record(case, "complete", on=JUNE_1, by=people.clerk())
    assert case.clocks.get(clock="reply").ended_on == JUNE_1
    # Fourteen days from Friday, June 5 are Friday, June 19, a legal holiday.
    later = people.ready_dumpster(JUNE_1)
    friday = datetime(2026, 6, 5, 12, tzinfo=get_current_timezone())
    steps.record(later, "incomplete", on=date(2026, 6, 5), by=people.clerk(), now=friday, note="The plan.")
    assert later.clocks.get(clock="reply").due_on == date(2026, 6, 22)


def test_the_address_stands_in_the_window_and_the_day_beside_it(case: Case) -> None:
    cm: list[tuple[str, float, float]] = []

    def place(text: str, at: list[float], matrix: list[float], *_: Any) -> None:
        if text.strip():
            x = at[0] * matrix[4] + at[2] * matrix[5] + at[4]
            y = at[1] * matrix[4] + at[3] * matrix[5] + at[5]
            cm.append((text.strip(), x / 72, (792 - y) / 72))

    PdfReader(io.BytesIO(letters.pdf(asked(case)))).pages[0].extract_text(visitor_text=place)
    window = [(text, x, y) for text, x, y in cm if 2.1 < y < 3.6 and x < 5.4]
    assert [text for text, _, _ in window] == ["Sample Harbor Cafe", "12 Beach Road", "Tisbury, MA 02568"]
    # A no. 10 envelope's window shows these on the folded sheet wherever it slides: measured in inches.
    assert all(0.9 < x < 1.2 and 2.5 < y < 3.2 for _, x, y in window), window


def test_suspension_and_reinstatement_say_since_when_and_why(board: Board) -> None:
    case = people.issued_dumpster(JUNE_1)
    people.party().__class__.objects.update(
        street="12 Beach Road", city="Tisbury", state="MA", zip_code="02568"
    )
    for slug, words in (
        ("suspended", "is suspended from Monday, June 1, 2026."),
        ("reinstated", "is in force again from Monday, June 1, 2026."),
        ("revoked", "is revoked from Monday, June 1, 2026."),
    ):
        event = steps.record(case, slug, on=JUNE_1, by=people.member(), now=NOON, note=f"Why {slug}.")
        says = printed(event.notices.get())
        assert f"Your dumpster permit {case.number} {words}" in says
        assert f"The reason: Why {slug}." in says
        assert "Tisbury Member, for the Board of Health" in says


def test_a_denial_says_what_was_denied_and_why(case: Case) -> None:
    event = steps.record(case, "denied", on=JUNE_1, by=people.clerk(), now=NOON, note="It blocks the sight.")
    says = printed(event.notices.get())
    assert "Your application is denied" in says
    assert (
        "The Board of Health denied your application for a dumpster permit on Monday, June 1, 2026." in says
    )
    assert "The reason: It blocks the sight." in says


@pytest.mark.parametrize(
    ("due", "says"),
    [
        (date(2026, 6, 1), "Keep it shut by Monday, June 1, 2026."),
        (date(2026, 5, 31), "Keep it shut was due by Sunday, May 31, 2026, and that day has passed."),
    ],
)
def test_a_reminder_knows_whether_the_day_has_passed(case: Case, due: date, says: str) -> None:
    told = {"what": "Keep it shut", "due_on": due.isoformat(), "says": "As set.", "cite": "Vote"}
    [notice] = notices.write(
        case, letter="reminder", on=JUNE_1, now=NOON, by=None, about=told, key="night", subject="s"
    )
    assert says in printed(notice)
    assert ("call before that day" in printed(notice)) == (due >= JUNE_1)


def test_a_reminder_by_hand_is_about_the_next_clock_that_runs(board: Board) -> None:
    case = people.issued_dumpster(JUNE_1)
    row = case.clocks.filter(ended_on=None).earliest("due_on")
    [notice] = notices.write(case, letter="reminder", on=JUNE_1, now=NOON, by=people.clerk(), key="by-hand")
    says = (
        printed(notice)
        if notice.status != Notice.Status.REFUSED
        else " ".join(map(str, notice.about.values()))
    )
    assert row.label in says
    assert "Thursday, December 31, 2026" in says


def test_what_happens_later_changes_no_letter_that_was_written(case: Case) -> None:
    notice = asked(case)
    before = letters.pdf(notice)
    cases.record(case, "complete", on=JUNE_1, by=people.clerk())
    case.checklist.update(state="missing")
    LetterWording.objects.create(
        board=case.board, letter="incomplete", from_on=date(2026, 6, 2), text="Other.", vote="x"
    )
    assert letters.pdf(Notice.objects.get(pk=notice.pk)) == before


def test_an_administrators_words_hold_from_their_day(case: Case) -> None:
    for day, text in ((date(2026, 5, 1), "May words."), (JUNE_1, "June words: {{ reason }}"),
                      (date(2026, 6, 2), "Later.")):  # fmt: skip
        LetterWording.objects.create(board=case.board, letter="incomplete", from_on=day, text=text, vote="x")
    says = printed(asked(case))
    assert "June words: The sketch is missing." in says
    assert "May words" not in says
    assert "Later." not in says


def test_markup_and_other_scripts_in_names_and_reasons_are_printed_as_they_are(case: Case) -> None:
    says = printed(asked(case, note="Žižka & <b>Sons</b> {{ number }} **x**"))
    assert "Žižka & <b>Sons</b> {{ number }} **x**" in says


def test_the_code_opens_the_case(case: Case, settings: Any) -> None:
    settings.SITE_ADDRESS = "https://permits.example"
    context = letters.context_of(asked(case))
    assert context["case_at"] == f"permits.example/cases/{case.number}"
    assert context["qr"] == paper.qr_code(f"https://permits.example/cases/{case.number}/")


def test_the_plain_text_says_the_same(case: Case) -> None:
    case.checklist.update(state="missing")
    says = letters.text(asked(case))
    assert says.startswith("Dear Sample Harbor Cafe:\n\nThe office has looked at your application")
    assert "Send what is missing by Monday, June 15, 2026." in says
    assert "- Not handed in: Location sketch (Tisbury 09.2.3(1))" in says
