"""The mail desk's pages: its lists, one scan after another, printing; no script is needed for any of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import batches, mailing
from office.actions.events import record
from office.models import MailBatch, Notice
from tests import people
from tests.office import letters_cast as cast
from tests.office.letters_cast import JUNE_1, NOW, article, card, letter, mailed

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _kind() -> Iterator[None]:
    with cast.posted(), time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(people.clerk())
    return client


def words(response: HttpResponse) -> str:
    """What the page says, without its tags."""
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def hidden(response: HttpResponse, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found, name
    return found[1]


def boxed(response: HttpResponse) -> str:
    """What stands in the scan box."""
    page = response.content.decode()
    box = re.search(r'<input[^>]*name="scan"[^>]*>', page)
    assert box
    assert "autofocus" in box[0], "the focus is in the box"
    value = re.search(r'value="([^"]*)"', box[0])
    return value[1] if value else ""


def scan(desk: Client, page: HttpResponse, text: str, *, at: str = "/mail/", **more: str) -> HttpResponse:
    """Type into the box of that page and press Enter; the page that follows."""
    names = ("letter", "article", "done") if at == "/mail/" else ("done",)
    data = {name: hidden(page, name) for name in names} | {"scan": text, "on": "6/1/2026"} | more
    return desk.post(at, data, follow=True)


def status(notice: Notice) -> str:
    return Notice.objects.get(pk=notice.pk).status


# ------------------------------------------------------------------------------------------ the lists
class TestLists:
    def shown(self, desk: Client, address: str) -> list[int]:
        page = desk.get(address)
        assert page.status_code == 200, address
        return [int(key) for key in re.findall(r'<tr role="row" id="L-(\d+)"', page.content.decode())]

    def test_each_letter_stands_where_it_is(self, desk: Client) -> None:
        waiting, out, back, returned = letter(), mailed(1), mailed(2), mailed(3)
        first = letter(slug="word")
        mailing.receive(back, on=JUNE_1, by=people.clerk())
        mailing.come_back(returned, on=JUNE_1, by=people.clerk(), why="Unclaimed")
        assert self.shown(desk, "/mail/") == [waiting.pk, first.pk]
        assert self.shown(desk, "/mail/out/") == [out.pk]
        assert self.shown(desk, "/mail/cards-back/") == [back.pk]
        assert self.shown(desk, "/mail/returned/") == [returned.pk]
        assert (
            "To mail 2 Out 1 Cards back 1 Returned 1 No card after 10 days 0 No card by hearing 0"
            in words(desk.get("/mail/"))
        )

    def test_no_card_after_ten_days(self, desk: Client) -> None:
        ten, eleven = letter(on=cast.MAY_18), letter(on=cast.MAY_18)
        mailed(1, notice=ten, on=JUNE_1 - 10 * DAY)
        mailed(2, notice=eleven, on=JUNE_1 - 11 * DAY)
        assert self.shown(desk, "/mail/late/") == [eleven.pk]

    def test_no_card_by_hearing(self, desk: Client) -> None:
        ahead = {}
        for n, days in enumerate((-1, 0, 7, 8)):
            ahead[days] = mailed(n)
            record(ahead[days].case, "toy-hearing", on=JUNE_1 + days * DAY, by=people.clerk())
        moved = mailed(9)
        for days in (3, 20):
            record(moved.case, "toy-hearing", on=JUNE_1 + days * DAY, by=people.clerk())
        assert self.shown(desk, "/mail/hearing/") == [ahead[0].pk, ahead[7].pk]

    def test_cards_of_the_last_thirty_days(self, desk: Client) -> None:
        early = letter(cast.case(on=cast.MAY_18 - 60 * DAY), on=cast.MAY_18 - 30 * DAY)
        late = letter(cast.case(on=cast.MAY_18 - 60 * DAY), on=cast.MAY_18 - 30 * DAY)
        for n, notice in enumerate((early, late)):
            mailed(n, notice=notice, on=JUNE_1 - 40 * DAY)
            mailing.receive(notice, on=JUNE_1 - (31 - n) * DAY, by=people.clerk())
        assert self.shown(desk, "/mail/cards-back/") == [late.pk]

    def test_another_boards_letters_are_not_shown(self, desk: Client) -> None:
        far = letter(cast.case(board=people.docks()), to=cast.addressee("Far Away Pier"))
        assert "Far Away" not in words(desk.get("/mail/"))
        assert desk.get(f"/mail/letters/{far.pk}/undo/").status_code == 404
        letter()
        page = scan(desk, desk.get(f"/mail/?letter={far.pk}"), f"L-{far.pk}")
        assert f"No letter L-{far.pk} waits" in words(page)
        assert "Far Away" not in words(page)

    def test_an_empty_list_says_why(self, desk: Client) -> None:
        for address, says in (
            ("/mail/", "Nothing to mail."), ("/mail/out/", "All cards are back."),
            ("/mail/late/", "No card is out for more than ten days."),
        ):  # fmt: skip
            assert says in words(desk.get(address))

    def test_only_clerks_have_a_mail_desk(self, client: Client) -> None:
        client.force_login(people.inspector())
        assert client.get("/mail/").status_code == 403
        assert "/mail/" not in client.get("/worklist/").content.decode()
        client.force_login(people.clerk())
        assert 'href="/mail/"' in client.get("/worklist/").content.decode()
        assert client.get("/mail/nowhere/").status_code == 404
        assert client.post("/mail/returned/").status_code == 405

    @pytest.mark.parametrize("address", ["/mail/", "/mail/out/", "/mail/late/", "/mail/hearing/"])
    def test_sixty_letters_ask_no_more_than_one(self, desk: Client, address: str) -> None:
        def some(start: int, stop: int) -> None:
            for n in range(start, stop):
                letter(on=cast.MAY_18, slug="word")
                notice = mailed(n, notice=letter(on=cast.MAY_18), on=cast.MAY_18)
                record(notice.case, "toy-hearing", on=JUNE_1, by=people.clerk())

        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(address).status_code == 200
            return len(queries)

        some(0, 1)
        few = asked()
        some(1, 8)
        assert asked() == few
        assert few <= 17


# -------------------------------------------------------------------------------------- mailing, scanned
class TestMailing:
    def test_one_letter_after_another(self, desk: Client) -> None:
        last = letter(to=cast.addressee("Zoe Sample", "02568"))
        first = letter(to=cast.addressee("Ann Sample", "02539"))
        page = desk.get("/mail/")
        assert hidden(page, "letter") == str(first.pk), "the first of the pile is in the box"
        page = scan(desk, page, article(1))
        assert page.status_code == 200
        assert "Return card’s code" in words(page)
        assert status(first) == "to-mail", "nothing is recorded yet"
        page = scan(desk, page, card(1))
        assert "Mailed: Order to mend to Ann Sample." in words(page)
        assert hidden(page, "letter") == str(last.pk), "and then the next"
        page = scan(desk, scan(desk, page, article(2)), card(2))
        assert "That was the last one." in words(page)
        kept = Notice.objects.get(pk=first.pk)
        assert (kept.status, kept.article_no, kept.card_code) == ("mailed", article(1), card(1))
        assert status(last) == "mailed"

    def test_the_letters_own_number_chooses_it(self, desk: Client) -> None:
        letter(to=cast.addressee("Ann Sample", "02539"))
        wanted = letter(to=cast.addressee("Zoe Sample", "02568"))
        for typed in (f"L-{wanted.pk}", str(wanted.pk)):
            page = scan(desk, desk.get("/mail/"), typed)
            assert hidden(page, "letter") == str(wanted.pk)
        page = scan(desk, page, "L-999999")
        assert page.status_code == 422
        assert "No letter L-999999 waits to be mailed." in words(page)

    def test_a_misread_number_is_asked_about_and_kept(self, desk: Client) -> None:
        notice, wrong = letter(), article(1)[:-1] + str((int(article(1)[-1]) + 1) % 10)
        page = scan(desk, desk.get("/mail/"), wrong)
        assert page.status_code == 422
        assert "Error:" in page.content.decode()
        assert "one was misread" in words(page)
        assert boxed(page) == wrong
        page = scan(desk, page, wrong, as_is="1")
        assert "Return card’s code" in words(page)
        scan(desk, page, card(1), as_is=hidden(page, "as_is"))
        assert Notice.objects.get(pk=notice.pk).article_no == wrong

    def test_no_card_takes_a_press_not_a_mere_enter(self, desk: Client) -> None:
        notice = letter()
        page = scan(desk, scan(desk, desk.get("/mail/"), article(1)), "")
        assert "Scan the green card" in words(page)
        assert hidden(page, "article") == article(1), "the article number is still known"
        scan(desk, page, "", no_card="1")
        assert (status(notice), Notice.objects.get(pk=notice.pk).card_code) == ("mailed", "")

    def test_a_number_in_use_names_the_other_letter(self, desk: Client) -> None:
        mailed(1, to=cast.addressee("Sample Market"))
        letter()
        page = scan(desk, desk.get("/mail/"), article(1))
        assert page.status_code == 422
        assert "is on “Order to mend” to Sample Market" in words(page)

    def test_a_waiting_letter_is_passed_over(self, desk: Client) -> None:
        held = letter(to=cast.addressee("Ann Sample", "01001"), now=NOW)
        ready = letter()
        page = desk.get("/mail/")
        assert hidden(page, "letter") == str(ready.pk)
        assert "Waits until 12:10 pm" in words(page)
        page = scan(desk, desk.get(f"/mail/?letter={held.pk}"), article(1))
        assert "still waits, so that it can be stopped" in words(page)

    def test_a_day_before_today_is_kept_for_the_next_scan(self, desk: Client) -> None:
        notice = letter(on=cast.MAY_18)
        letter(on=cast.MAY_18)
        page = scan(desk, desk.get("/mail/"), article(1), on="5/29/2026")
        page = scan(desk, page, card(1), on="5/29/2026")
        assert Notice.objects.get(pk=notice.pk).mailed_on == JUNE_1 - 3 * DAY
        assert 'value="5/29/2026"' in page.content.decode()
        page = scan(desk, page, article(2), on="6/2/2026")
        assert "This day has not come yet." in words(page)

    def test_a_mistaken_scan_is_undone_from_the_box(self, desk: Client) -> None:
        notice = letter()
        page = scan(desk, scan(desk, desk.get("/mail/"), article(1)), card(1))
        page = scan(desk, page, "u")
        assert "Undone: Order to mend to Sample Harbor Cafe." in words(page)
        assert status(notice) == "to-mail"
        assert hidden(page, "letter") == str(notice.pk), "it is in the box again"
        page = scan(desk, page, "u")
        assert "Nothing was scanned on this page" in words(page)

    def test_and_by_its_button(self, desk: Client) -> None:
        notice = letter()
        scan(desk, scan(desk, desk.get("/mail/"), article(1)), card(1))
        page = desk.post(
            f"/mail/letters/{notice.pk}/undo/?from=to-mail", {"why": "Scanned by mistake."}, follow=True
        )
        assert "Undone" in words(page)
        assert status(notice) == "to-mail"

    def test_bad_input_is_said_not_raised(self, desk: Client) -> None:
        notice = letter()
        for data in (
            {}, {"scan": article(1), "on": "6/1", "letter": "x"}, {"scan": "9" * 500, "on": "6/1"},
            {"scan": "<b>", "on": "6/1", "letter": str(notice.pk)}, {"scan": article(1), "on": "Juneish"},
            {"scan": card(1), "on": "6/1", "letter": str(notice.pk), "article": "nonsense"},
            {"scan": "٣" * 22, "on": "6/1", "letter": "9" * 30, "done": "-1"},
        ):  # fmt: skip
            assert desk.post("/mail/", data).status_code == 422, data
        assert status(notice) == "to-mail"


# --------------------------------------------------------------------------------------------- cards
class TestCards:
    def test_either_number_closes_the_card(self, desk: Client) -> None:
        first, second = mailed(1), mailed(2)
        page = scan(desk, desk.get("/mail/out/"), card(1), at="/mail/out/")
        assert "Card back: Order to mend to Sample Harbor Cafe." in words(page)
        page = scan(desk, page, article(2), at="/mail/out/")
        assert "That was the last one." in words(page)
        assert [status(first), status(second)] == ["received", "received"]

    def test_the_last_six_digits_do(self, desk: Client) -> None:
        notice, other = mailed(123_456), mailed(654_321)
        scan(desk, desk.get("/mail/out/"), card(123_456)[-6:], at="/mail/out/")
        assert [status(notice), status(other)] == ["received", "mailed"]

    def test_two_match_and_the_clerk_chooses(self, desk: Client) -> None:
        first, second = mailed(1_123_456), mailed(2_123_456)
        page = scan(desk, desk.get("/mail/out/"), "123456", at="/mail/out/")
        assert "Two match; choose" in words(page)
        assert [status(first), status(second)] == ["mailed", "mailed"]
        page = scan(desk, page, "123456", at="/mail/out/", choose=str(second.pk))
        assert [status(first), status(second)] == ["mailed", "received"]

    def test_none_matches_and_the_digits_stay(self, desk: Client) -> None:
        mailed(1)
        page = scan(desk, desk.get("/mail/out/"), "999 888", at="/mail/out/")
        assert page.status_code == 422
        assert "No card that is out has “999 888”." in words(page)
        assert boxed(page) == "999 888"
        assert "Type the last 6 digits" in words(scan(desk, page, "99988", at="/mail/out/"))

    def test_a_card_scanned_twice_says_when_it_came(self, desk: Client) -> None:
        mailed(1)
        mailed(2)
        page = scan(desk, desk.get("/mail/out/"), card(1), at="/mail/out/")
        page = scan(desk, page, card(1), at="/mail/out/")
        assert "came back on Monday, June 1, 2026" in words(page)

    def test_cards_of_last_friday(self, desk: Client) -> None:
        notice = mailed(1, notice=letter(on=cast.MAY_18), on=cast.MAY_18)
        mailed(2)
        page = scan(desk, desk.get("/mail/out/"), card(1), at="/mail/out/", on="5/29/2026")
        assert Notice.objects.get(pk=notice.pk).received_on == JUNE_1 - 3 * DAY
        assert 'value="5/29/2026"' in page.content.decode(), "the day is kept for the next card"
        page = scan(desk, page, card(2), at="/mail/out/", on="5/29/2026")
        assert "was mailed on Monday, June 1, 2026 and cannot be received before" in words(page)

    def test_another_boards_card_closes_nothing(self, desk: Client) -> None:
        far = letter(cast.case(board=people.docks()))
        mailed(1, notice=far)
        page = desk.post("/mail/out/", {"scan": card(1), "on": "6/1/2026"})
        assert "No card that is out has" in words(page)
        assert status(far) == "mailed"

    def test_what_no_scanner_reads_is_written_by_hand(self, desk: Client) -> None:
        first, second = mailed(1), mailed(2)
        desk.post(f"/mail/letters/{first.pk}/received/", {"on": "6/1/2026"})
        page = desk.post(f"/mail/letters/{second.pk}/returned/", {"on": "6/1/2026", "why": ""})
        assert "Write why it came back" in words(page)
        desk.post(f"/mail/letters/{second.pk}/returned/", {"on": "6/1/2026", "why": "Unclaimed"})
        assert [status(first), status(second)] == ["received", "returned"]
        third = letter(slug="summons")
        desk.post(f"/mail/letters/{third.pk}/hand-over/", {"on": "6/1/2026", "to": "Sample Owner"})
        assert status(third) == "received"
        assert desk.get(f"/mail/letters/{third.pk}/nothing/").status_code == 404


# ------------------------------------------------------------------------------------------- printing
class TestPrinting:
    def test_what_is_ticked_is_printed(self, desk: Client) -> None:
        ticked, _ = letter(), letter()
        page = desk.post("/mail/print/", {"do": "letters", "notices": [ticked.pk]}, follow=True)
        found = MailBatch.objects.get()
        assert list(found.notices.all()) == [ticked]
        assert "0 of 1 made" in words(page)
        assert 'hx-trigger="every 2s"' in page.content.decode()
        batches.work_on(found, now=NOW)
        part = desk.get(f"/mail/batches/{found.pk}/", headers={"HX-Request": "true"}).content.decode()
        assert "Finished: 1 letter." in part
        assert "hx-trigger" not in part
        assert "<html" not in part
        paper = desk.get(f"/mail/batches/{found.pk}/print.pdf")
        assert paper["Content-Type"] == "application/pdf"
        assert paper.content.startswith(b"%PDF-")

    def test_or_every_letter(self, desk: Client) -> None:
        for _ in range(3):
            letter()
        desk.post("/mail/print/", {"do": "labels", "all": "1", "label_start": "7"})
        found = MailBatch.objects.get()
        assert (found.kind, found.total, found.label_start) == ("labels", 3, 7)

    def test_what_cannot_be_printed_is_said(self, desk: Client) -> None:
        notice = letter()
        for data, says in (
            ({"do": "letters"}, "No letter is ticked."),
            ({"do": "labels", "notices": [notice.pk], "label_start": "31"}, "A sheet has 30 labels."),
            ({"do": "mailed", "notices": [notice.pk]}, "None of these goes first class."),
            ({"do": "dance", "notices": [notice.pk]}, "Press what is to be done"),
            ({"do": "letters", "notices": ["x", "٣", "-1"]}, "No letter is ticked."),
        ):  # fmt: skip
            page = desk.post("/mail/print/", data)
            assert page.status_code == 422
            assert says in words(page)
        assert not MailBatch.objects.exists()

    def test_a_clerk_of_two_boards_gets_a_print_for_each(self, desk: Client) -> None:
        people.docks().memberships.create(user=people.clerk(), role="clerk")
        letter()
        letter(cast.case(board=people.docks()))
        page = desk.post("/mail/print/", {"do": "letters", "all": "1"}, follow=True)
        assert "2 prints were started, one for each board." in words(page)
        assert MailBatch.objects.count() == 2

    def test_first_class_letters_are_marked_together(self, desk: Client) -> None:
        ours = [letter(slug="word") for _ in range(3)]
        certified = letter()
        page = desk.post("/mail/print/", {"do": "mailed", "all": "1"}, follow=True)
        assert "3 first-class letters marked as mailed today." in words(page)
        assert {status(notice) for notice in ours} == {"mailed"}
        assert status(certified) == "to-mail"

    def test_after_printing_its_first_class_letters_are_marked(self, desk: Client) -> None:
        ours, other = [letter(slug="word") for _ in range(2)], letter(slug="word")
        desk.post("/mail/print/", {"do": "letters", "notices": [notice.pk for notice in ours]})
        found = MailBatch.objects.get()
        assert "mailed today" not in words(desk.get(f"/mail/batches/{found.pk}/")), "not before it is printed"
        batches.work_on(found, now=NOW)
        assert "Mark these 2 first-class letters mailed today" in words(
            desk.get(f"/mail/batches/{found.pk}/")
        )
        page = desk.post(f"/mail/batches/{found.pk}/mailed/", follow=True)
        assert "2 first-class letters marked as mailed today." in words(page)
        assert status(other) == "to-mail"
        page = desk.post(f"/mail/batches/{found.pk}/mailed/", follow=True)
        assert "No first-class letter of this print waits" in words(page)

    def test_the_mailing_book_of_a_day(self, desk: Client) -> None:
        notice = mailed(1)
        page = desk.post("/mail/book/", {"mailed_on": "5/29/2026"})
        assert page.status_code == 422
        assert "No certified letter was mailed on that day." in words(page)
        desk.post("/mail/book/", {"mailed_on": "6/1/2026"})
        found = MailBatch.objects.get()
        assert (found.kind, list(found.notices.all())) == ("book", [notice])

    def test_another_boards_print_is_not_found(self, desk: Client) -> None:
        far: Any = batches.start_batch(
            board=people.docks(), kind="letters", notices=[letter(cast.case(board=people.docks()))],
            on=JUNE_1, by=people.clerk(people.docks()), now=NOW,
        )  # fmt: skip
        for address in ("", "print.pdf"):
            assert desk.get(f"/mail/batches/{far.pk}/{address}").status_code == 404
        assert desk.post(f"/mail/batches/{far.pk}/mailed/").status_code == 404
