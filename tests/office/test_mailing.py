"""The mail desk's actions: letters leave, cards come back, scans are undone; batches, labels and the book."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import SimpleTestCase
from pypdf import PdfReader

from office import postal, tasks
from office.actions import batches, mailing, notices
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import record
from office.models import Case, ClockRow, Document, MailBatch, Notice
from tests import people
from tests.office import letters_cast as cast
from tests.office.letters_cast import JUNE_1, NOW, WRITTEN, article, card, letter, mailed
from tests.office.test_paper import structure, tags, text_of

JUNE_3, JUNE_8 = date(2026, 6, 3), date(2026, 6, 8)
LATER = NOW + timedelta(days=30)


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    with cast.posted():
        yield


def mail(notice: Notice, n: int = 1, **more: Any) -> Notice:
    said = {
        "on": JUNE_1, "by": people.clerk(), "now": NOW, "article_no": article(n), "card_code": card(n),
    } | more  # fmt: skip
    return mailing.mail(notice, **said)


def refused(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(NotAllowed) as said:
        act(*args, **more)
    return str(said.value)


def told(case: Case) -> list[tuple[str, date, str]]:
    """The live events of the case's letters: what, when, of which letter."""
    rows = case.events.live().exclude(slug__in=("filed", "document-added")).order_by("pk")
    return [(row.slug, row.on, row.subject) for row in rows]


def running(case: Case) -> list[tuple[str, str]]:
    return list(case.clocks.filter(ended_on=None).order_by("pk").values_list("clock", "subject"))


# ------------------------------------------------------------------------------------------- numbers
class TestNumbers(SimpleTestCase):
    def test_spaces_hyphens_and_a_scanners_marks_are_no_part_of_a_number(self) -> None:
        for typed in (
            "9407 1000 0000 0000 0000 09",
            "9407-1000-0000-0000-0000-09",
            "\x1d9407100000000000000009 ",
        ):
            assert postal.squeezed(typed) == "9407100000000000000009"

    def test_the_zip_code_before_a_number_is_no_part_of_it(self) -> None:
        for zip_code in ("02568", "025681234"):
            assert postal.squeezed(f"420{zip_code}9407100000000000000009") == "9407100000000000000009"
        assert postal.squeezed("42002568940710000000") == "42002568940710000000", "too short to hold both"

    def test_a_misread_digit_is_noticed(self) -> None:
        right = article(7)
        assert postal.doubt(right) == ""
        for at in range(4, 22):
            wrong = right[:at] + str((int(right[at]) + 1) % 10) + right[at + 1 :]
            assert "does not fit the others" in postal.doubt(wrong)

    def test_a_length_that_no_article_number_has_is_noticed(self) -> None:
        right = article(7)
        assert "21 characters" not in postal.doubt("7" * 21)
        for count in (19, 23):
            assert f"has {count} characters" in postal.doubt((right + right)[:count])

    def test_older_and_foreign_numbers_pass(self) -> None:
        for number in ("70123456789012345678", "71123456789123456787", "RR123456785US"):
            assert postal.doubt(number) == "", number

    def test_a_letters_own_number(self) -> None:
        assert [postal.letter_key(text) for text in ("L-12", "l12", " L-7 ", "12", "940710", "L-", "")] == [
            12, 12, 7, None, None, None, None,
        ]  # fmt: skip
        assert postal.letter_key("12", bare=True) == 12
        assert postal.letter_key(article(1), bare=True) is None


# ------------------------------------------------------------------------------------------- mailing
@pytest.mark.django_db
class TestMail:
    def test_a_certified_letter_leaves_with_both_numbers(self) -> None:
        notice = letter()
        mail(notice, 5, article_no="9407 1" + article(5)[5:])
        kept = Notice.objects.get(pk=notice.pk)
        assert (kept.status, kept.mailed_on) == ("mailed", JUNE_1)
        assert (kept.article_no, kept.card_code) == (article(5), card(5))
        assert (notice.status, notice.article_no) == (kept.status, kept.article_no), "the caller's copy too"
        assert told(notice.case) == [("mend-order-mailed", JUNE_1, notice.subject)]
        assert running(notice.case) == [("mend-order-receipt", notice.subject)]

    def test_it_needs_its_article_number(self) -> None:
        says = refused(mail, letter(), article_no="")
        assert "goes certified. Scan or type the article number" in says

    def test_it_may_leave_without_a_cards_code(self) -> None:
        assert mail(letter(), card_code="").card_code == ""

    def test_a_number_that_looks_misread_is_asked_about_once(self) -> None:
        notice, wrong = letter(), article(1)[:-1] + str((int(article(1)[-1]) + 1) % 10)
        with pytest.raises(
            mailing.Doubtful, match=r"one was misread\. Scan or type it again, or enter it as it is"
        ):
            mail(notice, article_no=wrong)
        assert mail(notice, article_no=wrong, as_is=True).article_no == wrong

    def test_what_is_no_number_is_refused_even_as_it_is(self) -> None:
        assert "too short" in refused(mail, letter(), article_no="9407100", as_is=True)
        assert "run together" in refused(mail, letter(), article_no=article(1) * 2, as_is=True)

    def test_a_number_of_another_letter_names_it(self) -> None:
        first, second = letter(to=cast.addressee("Sample Market")), letter()
        mail(first, 1)
        for numbers in (
            {"article_no": article(1)}, {"article_no": card(1), "as_is": True}, {"card_code": card(1)},
            {"card_code": article(1)},
        ):  # fmt: skip
            says = refused(mail, second, 2, **numbers)
            assert (
                f"“Order to mend” to Sample Market, {first.case.number}, mailed Monday, June 1, 2026" in says
            )
        assert Notice.objects.get(pk=second.pk).status == "to-mail"

    def test_a_number_of_another_boards_letter_names_nobody(self) -> None:
        far = letter(cast.case(board=people.docks()), to=cast.addressee("Far Away Pier"))
        mailing.mail(far, on=JUNE_1, by=people.clerk(people.docks()), article_no=article(1))
        says = refused(mail, letter(), 1)
        assert "another board" in says
        assert "Far Away" not in says

    def test_the_article_number_is_not_the_cards_code(self) -> None:
        assert "article number again" in refused(mail, letter(), 1, card_code=article(1))

    def test_pressing_twice_is_once(self) -> None:
        notice = letter()
        mail(notice)
        mail(notice)
        assert len(told(notice.case)) == 1
        assert "was already mailed on Monday, June 1, 2026" in refused(mail, notice, 2)

    def test_nobody_mails_what_may_still_be_stopped(self) -> None:
        notice = letter()
        held = WRITTEN + timedelta(minutes=9, seconds=59)
        assert "waits until 9:10 am" in refused(mail, notice, now=held)
        mail(notice, now=WRITTEN + timedelta(minutes=10))

    def test_neither_before_it_was_written_nor_ahead(self) -> None:
        notice = letter()
        assert "cannot leave before" in refused(mail, notice, on=JUNE_1 - timedelta(days=1))
        assert "has not come yet" in refused(mail, notice, on=JUNE_1 + timedelta(days=1))
        mail(notice, on=JUNE_1)

    def test_a_stopped_letter_stays(self) -> None:
        notice = letter()
        notices.stop(notice, on=JUNE_1, by=people.clerk(), now=NOW, why="Wrong person.")
        assert "was stopped" in refused(mail, notice)

    def test_first_class_has_no_number(self) -> None:
        notice = letter(slug="word")
        assert "goes first class and has no article number" in refused(mail, notice)
        mail(notice, article_no="", card_code="")
        assert told(notice.case) == [("word-mailed", JUNE_1, notice.subject)]

    def test_only_a_clerk_of_its_board(self) -> None:
        notice = letter()
        for person in (people.inspector(), people.clerk(people.docks())):
            with pytest.raises(WrongRole):
                mail(notice, by=person)

    def test_many_first_class_letters_at_once(self) -> None:
        good, held = [letter(slug="word") for _ in range(3)], letter(slug="word", now=NOW)
        came = mailing.mail_all([*good, held, letter()], on=JUNE_1, by=people.clerk(), now=NOW)
        assert [notice.pk for notice in came.done] == [notice.pk for notice in good]
        assert ["waits until 12:10 pm" in came.refused[0][1], "goes certified" in came.refused[1][1]] == [
            True
        ] * 2


# ------------------------------------------------------------------------------------------- receipt
@pytest.mark.django_db
class TestReceipt:
    def test_a_receipt_starts_its_own_clock_and_ends_its_own_wait(self) -> None:
        case = cast.case()
        ours, theirs = letter(case), letter(case, to=cast.addressee("Sample Market"))
        mailed(1, notice=ours)
        mailed(2, notice=theirs)
        mailing.receive(ours, on=JUNE_3, by=people.clerk(), now=LATER)
        assert (ours.status, ours.received_on) == ("received", JUNE_3)
        assert Notice.objects.get(pk=theirs.pk).status == "mailed"
        assert sorted(running(case)) == [("mend", ours.subject), ("mend-order-receipt", theirs.subject)]
        due = ClockRow.objects.get(case=case, clock="mend").due_on
        assert due == JUNE_3 + timedelta(days=5)

    def test_not_before_it_was_mailed_and_not_ahead(self) -> None:
        notice = letter()
        assert "has not been mailed yet" in refused(mailing.receive, notice, on=JUNE_3, by=people.clerk())
        mailed(1, notice=notice, on=JUNE_3)
        early = {"on": JUNE_3 - timedelta(days=1), "by": people.clerk()}
        assert "cannot be received before" in refused(mailing.receive, notice, **early)
        ahead = {"on": JUNE_8, "by": people.clerk(), "now": NOW}
        assert "has not come yet" in refused(mailing.receive, notice, **ahead)
        mailing.receive(notice, on=JUNE_3, by=people.clerk(), now=LATER)

    def test_only_once(self) -> None:
        notice = mailed(1)
        mailing.receive(notice, on=JUNE_3, by=people.clerk())
        says = refused(mailing.receive, notice, on=JUNE_3, by=people.clerk())
        assert (
            says == "The card of “Order to mend” to Sample Harbor Cafe came back on Wednesday, June 3, 2026."
        )
        assert "came back on" in refused(
            mailing.come_back, notice, on=JUNE_3, by=people.clerk(), why="Refused"
        )

    def test_a_letter_that_came_back_ends_the_wait_and_starts_nothing(self) -> None:
        notice = mailed(1)
        assert "as the envelope says" in refused(
            mailing.come_back, notice, on=JUNE_8, by=people.clerk(), why=" "
        )
        mailing.come_back(notice, on=JUNE_8, by=people.clerk(), why="Unclaimed")
        assert (notice.status, notice.returned_on, notice.why) == ("returned", JUNE_8, "Unclaimed")
        assert running(notice.case) == []
        assert "itself came back" in refused(mailing.receive, notice, on=JUNE_8, by=people.clerk())

    def test_a_letter_in_hand_is_mailed_and_received_at_once(self) -> None:
        notice = letter(slug="summons")
        assert "goes in hand" in refused(mail, notice, article_no="", card_code="")
        said: dict[str, Any] = {"on": JUNE_1, "by": people.clerk(), "now": NOW}
        assert "Write who took the letter" in refused(mailing.hand_over, notice, to=" ", **said)
        mailing.hand_over(notice, to="Sample Owner", **said)
        assert [slug for slug, _, _ in told(notice.case)] == ["summons-mailed", "summons-received"]
        assert (notice.status, notice.received_on) == ("received", JUNE_1)
        assert notice.case.events.last().note == "Handed to Sample Owner"
        assert "goes certified" in refused(mailing.hand_over, letter(), to="Sample Owner", **said)

    def test_a_closed_case_still_takes_the_card(self) -> None:
        notice = mailed(1)
        record(notice.case, "put-away", on=JUNE_3, by=people.clerk())
        mailing.receive(notice, on=JUNE_3, by=people.clerk())
        assert Notice.objects.get(pk=notice.pk).status == "received"


# ---------------------------------------------------------------------------------------------- undo
@pytest.mark.django_db
class TestUndo:
    def test_a_mistaken_card_takes_its_clock_along(self) -> None:
        notice = mailed(1)
        mailing.receive(notice, on=JUNE_3, by=people.clerk())
        mailing.undo(notice, by=people.clerk(), why="The card was another one.")
        assert (notice.status, notice.received_on) == ("mailed", None)
        assert running(notice.case) == [("mend-order-receipt", notice.subject)]
        struck = notice.case.events.filter(void=True).get()
        assert (struck.slug, struck.note, struck.by) == (
            "mend-order-received", "The card was another one.", people.clerk(),
        )  # fmt: skip
        mailing.receive(notice, on=JUNE_8, by=people.clerk())
        assert ClockRow.objects.get(case=notice.case, clock="mend").started_on == JUNE_8

    def test_a_mistaken_mailing_gives_its_numbers_free(self) -> None:
        wrong, right = letter(), letter()
        mail(wrong)
        mailing.undo(wrong, by=people.clerk())
        assert (wrong.status, wrong.article_no, wrong.card_code, wrong.mailed_on) == ("to-mail", "", "", None)
        assert (told(wrong.case), running(wrong.case)) == ([], [])
        mail(right)
        mail(wrong, 2)

    def test_one_letters_undoing_leaves_the_others(self) -> None:
        case = cast.case()
        ours, theirs = mailed(1, of=case), mailed(2, of=case)
        mailing.undo(ours, by=people.clerk())
        assert told(case) == [("mend-order-mailed", JUNE_1, theirs.subject)]

    def test_a_letter_that_came_back_after_all(self) -> None:
        notice = mailed(1)
        mailing.come_back(notice, on=JUNE_8, by=people.clerk(), why="Unclaimed")
        mailing.undo(notice, by=people.clerk())
        assert (notice.status, notice.returned_on, notice.why) == ("mailed", None, "")
        assert running(notice.case) == [("mend-order-receipt", notice.subject)]

    def test_a_letter_in_hand_is_taken_back_whole(self) -> None:
        notice = letter(slug="summons")
        mailing.hand_over(notice, on=JUNE_1, by=people.clerk(), to="Sample Owner")
        mailing.undo(notice, by=people.clerk())
        assert (notice.status, told(notice.case)) == ("to-mail", [])

    def test_not_without_a_reason_nor_by_another(self) -> None:
        notice = mailed(1)
        assert "why it is taken back" in refused(mailing.undo, notice, by=people.clerk(), why=" ")
        with pytest.raises(WrongRole):
            mailing.undo(notice, by=people.inspector())
        assert "Nothing was recorded" in refused(mailing.undo, letter(), by=people.clerk())

    def test_an_e_mail_stays_sent(self) -> None:
        notice = letter(slug="word", to=cast.addressee(email="sample@example.org"), channel="email")
        assert "goes by e-mail" in refused(mail, notice, article_no="", card_code="")
        mailing.mail(notice, on=JUNE_1, by=None)
        assert notice.status == "mailed"
        assert "what was sent stays sent" in refused(mailing.undo, notice, by=people.clerk())

    def test_the_history_itself_does_not_strike_a_letters_step(self) -> None:
        """Only the desk does, for it keeps the letter in step with its events."""
        from office.actions.events import strike, unscan

        notice = mailed(1)
        event = notice.case.events.get(slug="mend-order-mailed")
        assert "corrected where it was made" in refused(strike, event, by=people.clerk(), note="No.")
        filed = notice.case.events.get(slug="filed")
        assert "no step of a letter" in refused(unscan, filed, by=people.clerk(), note="No.")


# ------------------------------------------------------------------------------------------- batches
def batch(kind: str, chosen: list[Notice], now: datetime = NOW, **more: Any) -> MailBatch:
    return batches.start_batch(
        board=people.health(), kind=kind, notices=chosen, on=JUNE_1, by=people.clerk(), now=now, **more
    )


def printed(found: MailBatch) -> PdfReader:
    batches.work_on(found, now=NOW)
    with found.file.open("rb") as stored:
        return PdfReader(io.BytesIO(stored.read()))


def three() -> list[Notice]:
    """Letters whose order in the pile is another one than that of their writing."""
    return [
        letter(to=cast.addressee("Zoe Sample", "02539")), letter(to=cast.addressee("Ann Sample", "02568")),
        letter(slug="word", to=cast.addressee("Bea Sample", "02539")),
    ]  # fmt: skip


@pytest.mark.django_db
class TestLetters:
    def test_one_pdf_by_zip_code_and_name_with_bookmarks(self) -> None:
        found = batch("letters", three())
        assert (found.total, found.done, found.finished_at) == (3, 0, None)
        reader = printed(found)
        assert (found.done, found.finished_at, found.refused) == (3, NOW, [])
        titles = [mark["/Title"] for mark in reader.outline]
        assert [" ".join(title.split(", ")[:2]) for title in titles] == [
            "02539 Bea Sample", "02539 Zoe Sample", "02568 Ann Sample",
        ]  # fmt: skip
        assert [reader.get_destination_page_number(mark) for mark in reader.outline] == [0, 1, 2]
        assert "Bea Sample" in reader.pages[0].extract_text()

    def test_each_letters_own_pdf_is_kept_and_used(self) -> None:
        chosen = three()
        own = notices.make(chosen[1], on=JUNE_1)
        printed(batch("letters", chosen))
        assert Document.objects.filter(letter__in=("mend-order", "word")).count() == 3
        assert Notice.objects.get(pk=chosen[1].pk).document == own

    def test_a_letter_that_cannot_be_made_is_named_and_the_rest_proceed(self) -> None:
        good = three()[:2]
        bad = letter(slug="call", to=cast.addressee("Cut Short"), about={"come_on": JUNE_8})
        Notice.objects.filter(pk=bad.pk).update(about={})
        found = batch("letters", [*good, bad])
        assert len(printed(found).outline) == 2
        (named,) = found.refused
        assert (named["to"], named["case"]) == ("Cut Short", bad.case.number)
        assert "“come_on”" in named["why"]

    def test_what_was_stopped_meanwhile_is_named_printed_or_not(self) -> None:
        chosen = three()
        notices.make(chosen[0], on=JUNE_1)
        found = batch("letters", chosen)
        for notice in chosen[:2]:
            notices.stop(notice, on=JUNE_1, by=people.clerk(), now=NOW, why="Wrong person.")
        assert len(printed(found).outline) == 1
        assert [row["why"] for row in found.refused] == ["It was stopped."] * 2
        assert found.done == 3

    def test_a_paper_that_is_gone_from_the_disk_is_named(self) -> None:
        chosen = three()
        gone = notices.make(chosen[0], on=JUNE_1)
        gone.file.storage.delete(gone.file.name)
        found = batch("letters", chosen)
        assert len(printed(found).outline) == 2
        assert "could not be read" in found.refused[0]["why"]

    def test_what_may_still_be_stopped_is_left_out_and_named(self) -> None:
        held = letter(now=NOW)
        assert "does not wait any more" in refused(batch, "letters", [held])
        found = batch("letters", [letter(), held])
        printed(found)
        assert (found.total, found.done, len(found.refused)) == (2, 2, 1)
        assert "waits until 12:10 pm" in found.refused[0]["why"]

    def test_cut_short_it_goes_on_where_it_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The worker dies at the second letter; the sweep takes the batch up and makes no letter twice."""
        found, real, made = batch("letters", three()), notices.make, []

        def dies(notice: Notice, *, on: date) -> Document:
            if len(made) == 1:
                raise KeyboardInterrupt
            made.append(notice.pk)
            return real(notice, on=on)

        with monkeypatch.context() as patched:
            patched.setattr(notices, "make", dies)
            with pytest.raises(KeyboardInterrupt):
                batches.work_on(found, now=NOW)
        found = MailBatch.objects.get(pk=found.pk)
        assert (found.done, found.finished_at) == (1, None)
        tasks.sweep()
        found.refresh_from_db()
        assert found.finished_at is not None
        assert found.done == 3
        assert Document.objects.filter(letter__in=("mend-order", "word")).count() == 3
        assert batches.unfinished() == []

    def test_working_on_it_again_changes_nothing(self) -> None:
        found = batch("letters", three())
        printed(found)
        before = (found.file.name, found.sha256)
        batches.work_on(found, now=LATER)
        assert (found.file.name, found.sha256, found.finished_at) == (*before, NOW)

    def test_what_is_asked_must_make_sense(self) -> None:
        far = letter(cast.case(board=people.docks()))
        assert "not all of Tisbury" in refused(batch, "letters", [letter(), far])
        assert "Tick at least one" in refused(batch, "letters", [])
        with pytest.raises(WrongRole):
            batches.start_batch(
                board=people.health(), kind="letters", notices=[letter()], on=JUNE_1, by=people.inspector(),
                now=NOW,
            )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_make_each_letter_once_and_the_file_once(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    """The second comes while the first is at its first letter, and is done before it."""
    settings.PRIVATE_ROOT = tmp_path
    found, real, files = batch("letters", three()), notices.make, []

    def overtaken(notice: Notice, *, on: date) -> Document:
        monkeypatch.setattr(notices, "make", real)
        second = MailBatch.objects.get(pk=found.pk)
        batches.work_on(second, now=LATER)
        files.append(second.file.name)
        return real(notice, on=on)

    monkeypatch.setattr(notices, "make", overtaken)
    batches.work_on(found, now=NOW)
    assert (found.file.name, found.finished_at, found.done) == (files[0], LATER, 3)
    papers = Document.objects.filter(letter__in=("mend-order", "word"))
    assert papers.count() == 3
    named = {paper.file.name for paper in papers} | {found.file.name}
    stored = {str(path.relative_to(tmp_path / "documents")) for path in tmp_path.rglob("*") if path.is_file()}
    assert stored == named, "what the slower one wrote is gone"


@pytest.mark.django_db
class TestLabels:
    @pytest.mark.parametrize(("start", "sheets"), [(1, 1), (28, 1), (29, 2), (30, 2)])
    def test_they_start_where_the_sheet_is_free(self, start: int, sheets: int) -> None:
        reader = printed(batch("labels", three(), label_start=start))
        assert len(reader.pages) == sheets
        assert all((page.mediabox.width, page.mediabox.height) == (612, 792) for page in reader.pages)

    def test_there_is_no_label_before_the_first_nor_after_the_thirtieth(self) -> None:
        for start in (0, 31):
            assert "labels 1 to 30" in refused(batch, "labels", three(), label_start=start)

    def test_each_stands_on_its_label(self) -> None:
        """The first on label 5: second row, second column; measured on the page in points."""
        reader = printed(batch("labels", three(), label_start=5))
        at: dict[str, tuple[float, float]] = {}

        def seen(text: str, page: list[float], line: list[float], *_: Any) -> None:
            if text.strip():
                x, y = line[4], line[5]
                on_page = (page[0] * x + page[2] * y + page[4], page[1] * x + page[3] * y + page[5])
                at.setdefault(text.strip().split()[0], on_page)

        reader.pages[0].extract_text(visitor_text=seen)
        for name, row, column in (("Bea", 1, 1), ("Zoe", 1, 2), ("Ann", 2, 0)):
            left, top = 72 * (0.1875 + 2.75 * column), 792 - 72 * (0.5 + row)
            x, y = at[name]
            assert left < x < left + 72 * 2.625, name
            assert top - 72 < y < top, name

    def test_they_are_tagged_and_long_names_stay_on_their_label(self) -> None:
        long = letter(
            to=cast.addressee("The Sample Society for the Preservation of Very Long Names of Tisbury")
        )
        reader = printed(batch("labels", [*three(), long]))
        assert reader.root_object["/MarkInfo"]["/Marked"]
        assert reader.root_object["/Lang"] == "en-US"
        assert {"/L", "/LI"} <= set(tags(reader))
        assert "Names of Tisbury 12 Beach Road Tisbury, MA 02568" in text_of(reader)

    def test_a_letter_without_an_address_is_named(self) -> None:
        bare = letter(slug="summons", to=people.party("No Address"))
        found = batch("labels", [*three(), bare])
        assert "No Address" not in text_of(printed(found))
        assert found.refused[0]["to"] == "No Address"


@pytest.mark.django_db
class TestBook:
    def test_the_book_says_what_left_and_sums_up(self) -> None:
        for n in range(1, 18):
            mailed(n, to=cast.addressee(f"Sample {n:02}"))
        found = batch("book", list(Notice.objects.all()))
        reader = printed(found)
        says = text_of(reader)
        assert reader.metadata
        assert reader.metadata.title == "Mailing book, Tisbury Board of Health"
        assert len(reader.pages) == 2
        for words in (
            "Certified mail, 17 pieces", postal.spaced(article(17)), "12 Beach Road, Tisbury, MA 02568",
            "Pieces on this sheet: 12", "Pieces on this sheet: 5. Pieces in all: 17", "Mon Jun 1",
            "Pieces counted, postal employee", "Page 2 of 2",
        ):  # fmt: skip
            assert words in says, f"{words!r} not in {says}"

    def test_it_is_a_table_for_a_screen_reader(self) -> None:
        mailed(1)
        reader = printed(batch("book", list(Notice.objects.all())))
        assert {"/Table", "/TR", "/TH", "/TD", "/H1", "/H2"} <= set(tags(reader))
        assert b"pdfuaid:part" in reader.root_object["/Metadata"].get_data()
        assert sum(element["/S"] == "/TH" for element in structure(reader)) >= 8
