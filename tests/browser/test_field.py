"""An inspector's phone: 390 px wide, with the network cut in the middle, an empty battery, a lost answer."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localdate
from PIL import Image
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from enforcement.models import Citation, FieldItem, FieldPicture, ReservedNumber
from office.models import Case, Party, User
from tests import people
from tests.browser.hands import Keyboard
from tests.conftest import PHONE, answered
from tests.enforcement.cast import cited, offender, schedule

pytestmark = pytest.mark.django_db(transaction=True)

NEW, DAY_PAGE, SEND = "/citations/new/", "/field/", "**/field/send/"
TAP, KEYSTROKE, LOOK = 1.2, 0.35, 2.0  # seconds: a thumb, a letter, and reading the page between two taps


def photo() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(made, "JPEG")
    return made.getvalue()


class Phone:
    """A phone in the hand of an officer, who may lose the signal and close the page."""

    def __init__(self, page: Page, sign_in: Callable[[Page, User], None], user: User) -> None:
        self.page, self.context, self._sign_in = page, page.context, sign_in
        self.sign_in(user)

    def sign_in(self, user: User) -> None:
        self._sign_in(self.page, user)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("[data-ready=yes]").first.wait_for(state="attached")

    def signal(self, there: bool) -> None:
        self.context.set_offline(not there)
        if not there:
            expect(self.page.locator("#using-copy")).to_be_visible()  # it moves what stands below it

    def battery_dies(self) -> None:
        """The page is closed at once; the next one is another."""
        self.page.close()
        self.page = self.context.new_page()

    def choose(self, question: str, answer: str) -> None:
        self.page.get_by_role("group", name=question).get_by_label(answer).first.check()

    def write(self, *, name: str = "", place: str = "", mailed: bool = False) -> None:
        """A citation for a dumpster, handed over or mailed; to somebody new or the keeper of a place."""
        self.choose("Offense", "Dumpster violation")
        if place:
            self.page.get_by_label("Find a person, business, place or lot").press_sequentially(place)
            self.choose("Where", place)
        if name:
            self.page.locator("#found summary").click()
            field = self.page.get_by_label("Name", exact=True)
            expect(field).to_be_visible()
            field.press_sequentially(name)
        self.choose("The notice is", "To be mailed" if mailed else "Handed over")
        if not mailed:
            self.choose("If handed over", "Would not sign")

    def finish(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).tap()

    @property
    def unsent(self) -> Any:
        return self.page.locator("#unsent > li")


@pytest.fixture
def phone(new_page: Callable[..., Page], sign_in: Any) -> Phone:
    schedule()
    people.dumpster_bin("Sample Wharf")
    zone = {"timezone_id": "America/New_York"}
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, **zone)
    return Phone(page, sign_in, people.inspector())


def lose_the_answer(route: Route) -> None:
    """The office gets it, and its answer is lost on the way back."""
    route.fetch()
    route.abort()


def test_the_network_is_cut_the_battery_dies_and_it_is_sent_once(
    phone: Phone, axe: Callable[[Page], None]
) -> None:
    phone.open(NEW)
    phone.choose("Offense", "Dumpster violation")
    phone.signal(False)
    phone.write(name="Sample Newcomer")
    expect(phone.page.locator("#so-far")).to_contain_text("Number C-")
    number = phone.page.locator("#so-far").inner_text().partition("Number ")[2].split(".")[0]
    phone.page.get_by_label("What was seen").press_sequentially("Lids open")

    phone.battery_dies()
    phone.open(NEW)
    expect(phone.page.get_by_label("Name", exact=True)).to_have_value("Sample Newcomer")
    expect(phone.page.get_by_label("What was seen")).to_have_value("Lids open")
    expect(phone.page.locator("#so-far")).to_contain_text(f"Number {number}.")
    axe(phone.page)
    phone.finish("Keep citation for $25.00")
    expect(phone.unsent).to_contain_text([f"Not sent {number} Dumpster violation, Sample Newcomer, $25.00."])
    axe(phone.page)
    assert not Citation.objects.exists()

    phone.battery_dies()
    phone.open(DAY_PAGE)
    expect(phone.unsent).to_contain_text(["Worked out from the"])
    expect(phone.page.get_by_text("1 not sent")).to_be_visible()
    phone.signal(True)
    expect(phone.unsent).to_contain_text([f"Sent {number}"])
    row = Citation.objects.get()
    assert (row.case.number, row.name, row.seen) == (number, "Sample Newcomer", "Lids open")
    assert ReservedNumber.objects.get(number=number).case == row.case
    phone.page.get_by_role("link", name=number).tap()
    phone.page.wait_for_url(f"**/citations/{number}/")


def test_a_press_before_anything_is_chosen_is_answered_early_and_late(
    phone: Phone, axe: Callable[[Page], None]
) -> None:
    page = phone.page
    press = page.get_by_role("button", name="Look at the amount", exact=True)
    summary = page.locator("#error-summary")

    def hold(route: Route) -> None:
        page.wait_for_timeout(300)  # a slow network: the page is not ready when the thumb comes down
        route.continue_()

    page.route("**/field/copy.json", hold)
    page.goto(NEW, wait_until="commit")
    press.tap()
    expect(summary).to_contain_text("Choose the offense")
    expect(summary).to_be_focused()
    axe(page)

    page.unroute("**/field/copy.json")
    phone.open(NEW)
    press.tap()
    expect(summary).to_contain_text("Choose the offense")
    expect(summary).to_be_focused()
    phone.choose("Offense", "Dumpster violation")
    press.tap()
    expect(summary).to_contain_text("Choose who")
    expect(page.get_by_label("Dumpster violation").first).to_be_checked()
    page.locator("[data-ready=yes]").first.wait_for(state="attached")  # nothing of the page goes on after it
    assert not Citation.objects.exists()


def test_one_to_be_mailed_waits_at_the_mail_desk_and_its_notice_is_printed(phone: Phone) -> None:
    Party.objects.update(street="1 Sample Street", city="Tisbury", state="MA", zip_code="02568")
    phone.open(NEW)
    phone.signal(False)
    phone.write(place="Sample Wharf", mailed=True)
    phone.finish("Keep citation for $25.00")
    expect(phone.unsent).to_have_count(1)
    phone.signal(True)
    expect(phone.unsent).to_contain_text(["Sent C-"])
    phone.context.close()
    answered()  # it had gone on to fetch the day's copy
    notice = Citation.objects.get().case.notices.get()
    clerk = Client()
    clerk.force_login(people.clerk())
    assert notice.to_name in clerk.get("/mail/").content.decode()
    printed = PdfReader(io.BytesIO(clerk.get(f"/notices/{notice.pk}/letter.pdf").content))
    words = "".join(page.extract_text() for page in printed.pages)
    assert notice.case.number in words
    assert "$25.00" in words


def test_a_lost_answer_is_asked_for_again_and_nothing_is_doubled(phone: Phone) -> None:
    taken = photo()
    phone.open(NEW)
    phone.write(place="Sample Wharf")
    phone.page.get_by_label("Photo", exact=True).set_input_files(
        {"name": "lids.jpg", "mimeType": "image/jpeg", "buffer": taken}
    )
    expect(phone.page.locator("#pictures")).to_contain_text(hashlib.sha256(taken).hexdigest()[:12])
    answers: list[str] = []
    phone.page.on("requestfailed", lambda lost: answers.append(f"lost {lost.url}"))
    phone.page.on("requestfinished", lambda came: answers.append(f"came {came.url}"))
    phone.page.route(SEND, lose_the_answer, times=1)
    phone.finish("Issue citation for $25.00")
    phone.page.wait_for_url("**/field/#unsent-part")  # it goes on as if there were no signal, and tries again
    expect(phone.unsent).to_contain_text(["Sent C-"])
    assert [each.split()[0] for each in answers if each.endswith("/field/send/")] == ["lost", "came"]
    number = Citation.objects.get().case.number
    assert (Citation.objects.count(), FieldItem.objects.count()) == (1, 1)
    kept = FieldPicture.objects.get()
    assert (kept.sha256, kept.document.sha256) == (hashlib.sha256(taken).hexdigest(),) * 2
    assert kept.document.case.number == number


def test_what_is_not_sent_holds_back_the_sign_out_which_then_clears_the_phone(phone: Phone) -> None:
    phone.open(NEW)
    phone.signal(False)
    for name, amount in (("Sample Newcomer", "$25.00"), ("Sample Neighbor", "$25.00")):
        phone.write(name=name)
        phone.finish(f"Keep citation for {amount}")
        phone.page.wait_for_url("**/field/#unsent-part")
        phone.open(NEW)
    phone.page.route(SEND, lambda route: route.abort())
    phone.signal(True)
    phone.page.goto("/worklist/")
    expect(phone.page.get_by_text("2 not sent")).to_be_visible()
    phone.page.get_by_role("button", name="Sign out").tap()
    expect(phone.page.get_by_role("alert").filter(has_text="not signed out yet")).to_be_visible()
    expect(phone.unsent).to_have_count(2)
    phone.page.evaluate("officeOutbox.sendAll()")  # until what the page tried by itself has come to its end
    phone.page.unroute(SEND)
    phone.page.get_by_role("button", name="Send now").tap()
    expect(phone.unsent.filter(has_text="Came in")).to_have_count(2, timeout=15_000)
    assert Citation.objects.count() == 2
    phone.page.get_by_role("button", name="Sign out").tap()
    expect(phone.page.get_by_role("link", name="Sign in")).to_be_visible()
    assert phone.page.evaluate("caches.keys()") == []
    held = ReservedNumber.objects.filter(state="held")
    assert not held.exists()
    assert ReservedNumber.objects.filter(state="used").count() == 2


def test_another_amount_comes_back_and_the_officer_decides(phone: Phone, axe: Callable[[Page], None]) -> None:
    keeper = people.party()
    phone.open(NEW)
    phone.signal(False)
    phone.write(place="Sample Wharf")
    phone.finish("Keep citation for $25.00")
    by_hand = {"served": "in-hand", "receipt": "signed"}
    cited(14, localdate() - timedelta(days=3), offender=keeper, **by_hand)  # the copy does not know it
    phone.signal(True)
    expect(phone.unsent).to_contain_text(["The offender was told $25.00; the office works out $50.00."])
    axe(phone.page)
    assert Citation.objects.count() == 1
    phone.page.get_by_role("button", name="Issue for $50.00").tap()
    expect(phone.unsent).to_contain_text(["Sent C-"])
    assert [str(row.amount) for row in Citation.objects.order_by("pk")] == ["25.00", "50.00"]


def test_another_officer_on_the_phone_neither_sees_nor_sends_it(phone: Phone) -> None:
    phone.open(NEW)
    phone.signal(False)
    phone.write(name="Sample Newcomer")
    phone.finish("Keep citation for $25.00")
    phone.page.wait_for_url("**/field/#unsent-part")
    phone.context.clear_cookies()
    phone.signal(True)
    expect(phone.page.locator("#signed-out")).to_be_visible()
    phone.sign_in(people.clerk())
    phone.open(DAY_PAGE)
    expect(phone.unsent).to_have_count(0)
    expect(phone.page.locator("#not-sent")).to_be_hidden()
    assert not Citation.objects.exists()
    phone.sign_in(people.inspector())
    phone.open(DAY_PAGE)
    expect(phone.unsent).to_contain_text(["Sent C-"])
    assert FieldItem.objects.get().by == people.inspector()


def test_under_a_minute_of_interaction(phone: Phone, axe: Callable[[Page], None]) -> None:
    """Six taps and five letters: counted and weighed by what a thumb takes, however fast this machine is."""
    taps = letters = 0
    phone.open(NEW)
    page = phone.page

    def tap(target: Any) -> None:
        nonlocal taps
        target.first.tap()
        taps += 1

    tap(page.get_by_label("Dumpster violation"))
    find = page.get_by_label("Find a person, business, place or lot")
    tap(find)
    for letter in "wharf":
        find.press_sequentially(letter)
        letters += 1
    tap(page.get_by_role("group", name="Where").get_by_label("Sample Wharf"))
    tap(page.get_by_label("Handed over"))
    tap(page.get_by_label("Signed for it"))
    expect(page.locator("#so-far")).to_contain_text("First offense: $25.00, none on record before it.")
    axe(page)
    tap(page.get_by_role("button", name="Issue citation for $25.00"))
    page.wait_for_url("**/citations/C-*/")
    assert (taps, letters) == (6, 5)
    assert taps * (TAP + LOOK) + letters * KEYSTROKE < 60
    row = Citation.objects.get()
    assert (row.name, row.place, row.receipt) == ("Sample Harbor Cafe", "Sample Wharf", "signed")


def test_a_signature_and_the_place_of_the_phone_go_with_it(phone: Phone) -> None:
    phone.context.grant_permissions(["geolocation"])
    phone.context.set_geolocation({"latitude": 41.4521, "longitude": -70.6131, "accuracy": 12})
    phone.open(NEW)
    phone.write(place="Sample Wharf")
    phone.page.get_by_role("button", name="Use where I am").tap()
    expect(phone.page.get_by_text("Kept: 41.452100, -70.613100, within 12 m.")).to_be_visible()
    phone.page.get_by_text("Sign on this screen").tap()
    frame = phone.page.locator("#sign").bounding_box()
    assert frame is not None
    phone.page.mouse.move(frame["x"] + 20, frame["y"] + 20)
    phone.page.mouse.down()
    phone.page.mouse.move(frame["x"] + 120, frame["y"] + 60, steps=4)
    phone.page.mouse.up()
    phone.page.get_by_role("button", name="Keep the signature").tap()
    expect(phone.page.locator("#pictures")).to_contain_text("Signature")
    phone.finish("Issue citation for $25.00")
    phone.page.wait_for_url("**/citations/C-*/")
    item = FieldItem.objects.get()
    assert (str(item.latitude), item.accuracy_m) == ("41.452100", 12)
    kept = item.pictures.get()
    assert (kept.sort, kept.document.content_type, kept.document.confidential) == (
        "signature",
        "image/png",
        True,
    )


def test_what_the_office_refuses_comes_back_to_the_page_with_every_answer(phone: Phone) -> None:
    phone.open(NEW)
    phone.signal(False)
    phone.write(name="Sample Newcomer")
    phone.finish("Keep citation for $25.00")
    phone.page.wait_for_url("**/field/#unsent-part")
    offender("Sample Newcomer")  # a clerk put them on file meanwhile
    phone.signal(True)
    expect(phone.unsent).to_contain_text(["Sample Newcomer is on file already."])
    phone.page.get_by_role("button", name="Change it").tap()
    expect(phone.page.get_by_role("heading", name="Not issued yet")).to_be_visible()
    expect(phone.page.get_by_label("Name", exact=True)).to_have_value("Sample Newcomer")
    phone.page.get_by_label("This is another person of the same name").check()
    expect(phone.page.get_by_role("button", name="Issue citation for $25.00")).to_be_visible()
    phone.finish("Issue citation for $25.00")
    phone.page.wait_for_url("**/citations/C-*/")
    assert Citation.objects.count() == 1


def test_by_keyboard_alone_without_signal(new_page: Callable[..., Page], sign_in: Any) -> None:
    schedule()
    page = new_page(timezone_id="America/New_York")
    sign_in(page, people.inspector())
    page.goto(NEW)
    page.locator("#cite[data-ready=yes]").wait_for()
    page.context.set_offline(True)
    hands = Keyboard(page)
    hands.choose("Offense", "Dumpster violation: $25.00, then $50.00")
    hands.unfold("Somebody who is not on file")
    hands.write("Name", "Sample Newcomer")
    hands.choose("The notice is", "Handed over")
    hands.choose("If handed over", "Was not there")
    hands.button("Keep citation for $25.00")
    expect(page.locator("#unsent > li")).to_contain_text(["Not sent C-"])


def test_without_a_script_the_page_works_with_signal(new_page: Callable[..., Page], sign_in: Any) -> None:
    schedule()
    people.dumpster_bin("Sample Wharf")
    page = new_page(viewport=PHONE, java_script_enabled=False)
    sign_in(page, people.inspector())
    page.goto(DAY_PAGE)
    expect(page.get_by_role("heading", name="Stops")).to_be_visible()
    expect(page.get_by_role("heading", name="Not sent")).to_be_hidden()
    page.get_by_role("link", name="New citation").last.click()
    page.get_by_label("Dumpster violation").first.check()
    page.get_by_label("Find a person, business, place or lot").fill("wharf")
    page.get_by_role("button", name="Look up").click()
    page.get_by_role("group", name="Where").get_by_label("Sample Wharf").check()
    page.get_by_label("Handed over").check()
    page.get_by_label("Signed for it").check()
    page.get_by_role("button", name="Look at the amount").click()
    page.get_by_role("button", name="Issue citation for $25.00").click()
    expect(page.get_by_text("was issued.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    assert Case.objects.filter(kind="citation").count() == 1
