"""The mail desk as a scanner types: digits and Enter, one after another, the focus always in the box.

No mouse is touched from the first letter to the last card. axe-core looks at every page that differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions import batches, mailing
from office.models import MailBatch, Notice
from tests import people
from tests.browser.hands import Keyboard
from tests.office import letters_cast as cast
from tests.office.letters_cast import JUNE_1, NOW, article, card

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pile(live_server: Any) -> Iterator[list[Notice]]:
    """Three certified letters to mail, in the order of the pile, on June 1, 2026 at noon."""
    with time_machine.travel(NOW, tick=True), cast.posted():
        yield [
            cast.letter(to=cast.addressee(name, zip_code))
            for name, zip_code in (("Ann Sample", "02539"), ("Bea Sample", "02539"), ("Zoe Sample", "02568"))
        ]


class Desk:
    """A clerk with a scanner, which is a keyboard that is fast."""

    def __init__(self, page: Page, axe: Callable[[Page], None]) -> None:
        self.page, self.axe, self.hands = page, axe, Keyboard(page)

    @property
    def box(self) -> Any:
        return self.page.locator("input[data-scan]")

    def scan(self, text: str) -> None:
        """What a scanner does: the digits at once, then Enter. Afterwards the focus is in the box again."""
        expect(self.box).to_be_focused()
        self.page.keyboard.insert_text(text[:1])
        self.page.keyboard.type(text[1:])
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        expect(self.page.locator("h1")).to_have_text("Mail")

    def says(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def go(self, name: str) -> None:
        """To a list of the desk, by its link."""
        with self.page.expect_navigation():
            self.hands.press(self.page.get_by_role("link", name=re.compile(rf"^{name} \d+$")))


def test_from_the_first_letter_to_the_last_card(
    page: Page, pile: list[Notice], axe: Callable[[Page], None], sign_in: Any
) -> None:
    desk = Desk(page, axe)
    sign_in(page, people.clerk())
    page.goto("/mail/")
    expect(page.locator("#scan-now")).to_contain_text("Ann Sample")
    axe(page)

    # The first letter: its article number misread, then read well, then its card.
    wrong = article(1)[:-1] + str((int(article(1)[-1]) + 1) % 10)
    desk.scan(wrong)
    desk.says("one was misread")
    expect(page).to_have_title(re.compile("^Error: "))
    axe(page)
    desk.scan(article(1))  # typed over what stood there
    expect(page.get_by_label("Return card’s code")).to_be_focused()
    axe(page)
    desk.scan(article(1))
    desk.says("This is the article number again.")
    desk.scan(card(1))
    desk.says("Mailed: Order to mend to Ann Sample.")
    expect(page.locator("#scan-now")).to_contain_text("Bea Sample")
    axe(page)

    # It was the wrong envelope: one key takes it back, and it is scanned again.
    desk.scan("u")
    desk.says("Undone: Order to mend to Ann Sample.")
    expect(page.locator("#scan-now")).to_contain_text("Ann Sample")
    desk.scan(article(1))
    desk.scan(card(1))

    # The second one, and the third by the number printed on it.
    desk.scan(f"L-{pile[2].pk}")
    expect(page.locator("#scan-now")).to_contain_text("Zoe Sample")
    desk.scan(article(3))
    desk.scan(card(3))
    expect(page.locator("#scan-now")).to_contain_text("Bea Sample")
    desk.scan(article(2))
    desk.scan(card(2))
    desk.says("That was the last one.")
    desk.says("Nothing to mail.")
    axe(page)

    # Their cards come back: one by its own barcode, one by the article number, one by six digits.
    desk.go("Out")
    axe(page)
    desk.scan("111111")
    desk.says("No card that is out has “111111”.")
    expect(desk.box).to_have_value("111111")
    axe(page)
    desk.scan(card(1))
    desk.says("Card back: Order to mend to Ann Sample.")
    desk.scan(article(2))
    desk.says("Card back: Order to mend to Bea Sample.")
    desk.scan(card(3)[-6:])
    desk.says("That was the last one.")
    desk.says("All cards are back.")
    axe(page)
    for notice in Notice.objects.all():
        assert (notice.status, notice.received_on) == ("received", JUNE_1), notice
        assert not notice.case.clocks.filter(clock="mend-order-receipt", ended_on=None).exists()
        assert notice.case.clocks.get(clock="mend").started_on == JUNE_1
    desk.go("Cards back")
    axe(page)


def test_two_cards_match_and_an_arrow_chooses(
    page: Page, pile: list[Notice], axe: Callable[[Page], None], sign_in: Any
) -> None:
    for n, notice in enumerate(pile[:2], start=1):
        mailing.mail(
            notice, on=JUNE_1, by=people.clerk(), article_no=article(n), card_code=f"9590{n}00123456"
        )
    desk = Desk(page, axe)
    sign_in(page, people.clerk())
    page.goto("/mail/out/")
    desk.scan("123456")
    group = page.get_by_role("group", name="Two match; choose")
    expect(group.get_by_role("radio").first).to_be_focused()
    axe(page)
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    desk.says("Card back: Order to mend to Bea Sample.")
    assert [Notice.objects.get(pk=notice.pk).status for notice in pile[:2]] == ["mailed", "received"]


def test_a_print_shows_how_far_it_is_and_then_opens(
    page: Page, pile: list[Notice], axe: Callable[[Page], None], sign_in: Any
) -> None:
    """The page looks again by itself; nothing has to be pressed."""
    thanks = cast.letter(slug="word", to=cast.addressee("Cy Sample"))
    desk = Desk(page, axe)
    sign_in(page, people.clerk())
    page.goto("/mail/")
    every = page.get_by_label(re.compile("^Every letter to mail"))
    desk.hands.reach(every)
    page.keyboard.press("Space")
    with page.expect_navigation():
        desk.hands.button("Print letters")
    expect(page.get_by_text("0 of 4 made")).to_be_visible()
    axe(page)
    batches.work_on(MailBatch.objects.get(), now=NOW)
    expect(page.get_by_role("status")).to_have_text("Finished: 4 letters.")
    axe(page)
    paper = page.request.get(str(page.get_by_role("link", name="Open the PDF").get_attribute("href")))
    assert paper.body().startswith(b"%PDF-")
    with page.expect_navigation():
        desk.hands.button("Mark this first-class letter mailed today")
    desk.says("1 first-class letter marked as mailed today.")
    assert Notice.objects.get(pk=thanks.pk).status == "mailed"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_on_a_narrow_screen(
    new_page: Callable[..., Page], pile: list[Notice], axe: Callable[[Page], None], sign_in: Any, scheme: str
) -> None:
    page = new_page(color_scheme=scheme, viewport={"width": 320, "height": 900})
    sign_in(page, people.clerk())
    cast.mailed(1, notice=pile[0])
    back = cast.mailed(2, notice=pile[1])
    mailing.come_back(back, on=JUNE_1, by=people.clerk(), why="Unclaimed")
    for address in (
        "/mail/", "/mail/out/", "/mail/returned/", f"/mail/letters/{pile[0].pk}/returned/",
        f"/mail/letters/{pile[0].pk}/undo/",
    ):  # fmt: skip
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address
        axe(page)
