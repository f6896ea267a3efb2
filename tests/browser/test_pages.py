"""Every page that a role can open, light and dark, 1280 and 320 px wide: axe-core, title, h1, scroll."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
import time_machine
from django.core.management import call_command
from playwright.sync_api import ConsoleMessage, Page, expect

from office.models import Case, Facility
from tests import world
from tests.test_permission_table import rows
from tests.world import NOON, ROLES, World

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (1280, 320)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# Asked by plain evaluation, which is much cheaper on each new page than Playwright's locators and waits are.
SHOWS = '() => ({title: document.title, headings: document.querySelectorAll("h1").length})'
OVER = "document.documentElement.scrollWidth - innerWidth"
WEARS = """scheme => new Promise((worn, late) => {
    const until = performance.now() + 15000;
    const look = () => {
        if (document.documentElement.dataset.bsTheme === scheme) worn();
        else if (performance.now() > until) late(new Error("The page does not become " + scheme + "."));
        else requestAnimationFrame(look);
    };
    look();
})"""

# Beside the table of tests/test_permission_table.py: the same pages with other things on them.
MORE = {
    "visitor": (
        "/permits/hauler/", "/permits/temporary-dumpster/", "/register/?q=sample", "/register/?q=smaple",
        "/verify/?code=short", "/verify/K7QM2XPD/", "/no-such-page/", "/fees/?on=soon",
        "/fees/?on=2026-07-01",
        "/rules/massachusetts/", "/rules/dumpster/location/", "/rules/dumpster/screening/",
    ),
    "clerk": (
        "/worklist/due-soon/", "/worklist/our-move/", "/worklist/waiting/", "/worklist/unassigned/",
        "/find/?q=sample", "/find/?q=zzz", "/counter/?q=sample", "/counter/?q=zzz", "/counter/?name=Zoe",
        "/counter/?party={party}", "/counter/?parcel={parcel}", "/counter/dumpster/?facility={facility}",
        "/counter/temporary-dumpster/", "/counter/hauler/", "/cases/{incomplete}/", "/cases/{denied}/",
        "/cases/{suspended}/", "/cases/{today}/", "/cases/{today}/record/issued/", "/cases/{fair}/",
        "/cases/{done}/record/denied/", "/cases/{done}/pay/", "/cases/{done}/fee/", "/cases/{old}/renew/",
        "/no-such-page/",
    ),
    "inspect": ("/counter/",),
}  # fmt: skip
FILES = (
    ".pdf", ".ics", ".json", ".js", ".webmanifest", "/documents/{file}/", "/documents/{shown}/",
    "/files/{drafted}/",
)  # fmt: skip


@pytest.fixture
def outskirts(live_server: Any) -> Iterator[World]:
    """The world of the permission table: June 1, 2026 at noon."""
    with time_machine.travel(NOON, tick=True):
        yield world.built()


@pytest.fixture
def town(outskirts: World) -> World:
    """The world of the permission table, and the demo beside it."""
    call_command("demo", force=True, stdout=io.StringIO())
    facility = Facility.objects.get(name="Sample Market dumpster")
    assert facility.parcel
    assert facility.holder
    outskirts.names |= {
        "facility": facility.pk, "parcel": facility.parcel.pk, "party": facility.holder.pk,
    }  # fmt: skip
    for name in ("incomplete", "denied", "suspended", "today", "fair", "old"):
        outskirts.names[name] = Case.objects.get(filing_key=f"sample-{name}")
    return outskirts


def addresses(town: World, role: str) -> list[str]:
    """What this role can open, by the table, and what MORE adds."""
    opened = [row.address for row in rows() if row.cells[role][0] == 200 and not row.address.endswith(FILES)]
    ours = [address for address in opened if not address.startswith("/admin/")]  # the admin is Django's
    return [address.format(**town.names) for address in (*ours, *MORE.get(role, ()))]


def reads(town: World, role: str, address: str) -> str:
    """The main part of the page without its tokens and keys, which are others each time."""
    page = town.client(role).get(address).content.decode()
    return re.sub(r'value="[\w:-]{32,}"', "", page[page.index("<main") : page.index("</main>")])


def to_look_at(town: World, *roles: str) -> dict[str, list[str]]:
    """By role: the first page, for its frame, and each whose main part no role before reads the same.

    Of these roles, and of those before the last of them.
    """
    seen: set[str] = set()
    chosen: dict[str, list[str]] = {}
    for role in ROLES[: max(map(ROLES.index, roles)) + 1]:
        for address in addresses(town, role):
            main = reads(town, role, address)
            if role not in chosen or main not in seen:
                chosen.setdefault(role, []).append(address)
            seen.add(main)
    return chosen


def walk(town: World, page_of: Callable[[str], Page], axe: Callable[[Page], None], *roles: str) -> int:
    """Look at every page of these roles, and say how many there were."""
    chosen = to_look_at(town, *roles)
    wrong = [
        f"{role} {address}: {says}"
        for role in roles
        for page in [page_of(role)]
        for address in chosen[role]
        for says in look(page, address, axe)
    ]
    assert not wrong, "\n".join(wrong)
    return sum(len(chosen[role]) for role in roles)


@pytest.fixture
def page_of(new_page: Callable[..., Page], town: World, sign_in: Any) -> Callable[[str], Page]:
    """`page_of(role)`: a page in which that person is signed in."""

    def made(role: str) -> Page:
        page = new_page(color_scheme=SCHEMES[0])
        person = town.users[role]
        if person is not None:
            sign_in(page, person)
        return page

    return made


# Two classes, so that two processes can share the work.
class TestPagesOfTheClerk:
    def test_every_page(
        self, town: World, page_of: Callable[[str], Page], axe: Callable[[Page], None]
    ) -> None:
        assert walk(town, page_of, axe, "clerk") > 50


class TestPagesOfEverybodyElse:
    def test_every_page(
        self, town: World, page_of: Callable[[str], Page], axe: Callable[[Page], None]
    ) -> None:
        assert walk(town, page_of, axe, *(role for role in ROLES if role != "clerk")) > 50


def look(page: Page, address: str, axe: Callable[[Page], None]) -> Iterator[str]:
    """What is wrong with the page at this address, in words."""
    errors: list[str] = []

    def heard(line: ConsoleMessage) -> None:
        if line.type == "error":
            errors.append(line.text)

    page.on("console", heard)
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    came = page.goto(address)
    assert came is not None
    page.remove_listener("console", heard)
    # The browser reports as an error that a page is a 403, 404 or 422.
    yield from (text for text in errors if came.ok or str(came.status) not in text)
    if came.status >= 500:
        yield f"status {came.status}"
    shows: dict[str, Any] = page.evaluate(SHOWS)
    if not re.fullmatch(r"\S.* \| \S.*", shows["title"]):
        yield f"the title is “{shows['title']}”"
    if shows["headings"] != 1:
        yield f"{shows['headings']} headings of the first level"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if (over := page.evaluate(OVER)) > 0:
            yield f"{over} px to scroll sideways at {width} px"
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate(WEARS, scheme)
            try:
                axe(page)
            except AssertionError as found:
                yield f"at {width} px, {scheme}: {found}"


def test_a_stale_save_shows_both_versions_and_takes_the_focus(
    page: Page, phone: Page, outskirts: World, axe: Callable[[Page], None], sign_in: Any
) -> None:
    for each, size in ((page, "8"), (phone, "10")):
        sign_in(each, outskirts.users["clerk"])
        each.goto(f"/cases/{outskirts.names['open']}/answers/")
        each.get_by_label("Size in cubic yards").fill(size)
    page.get_by_role("button", name="Save answers").click()
    expect(page.get_by_text("Answers saved.")).to_be_visible()
    phone.get_by_role("button", name="Save answers").click()
    expect(phone.locator("#stale-save")).to_be_focused()
    row = phone.get_by_role("row", name="Size in cubic yards")
    expect(row.get_by_role("cell")).to_have_text(["10", "8.0"])
    axe(phone)
    phone.get_by_role("button", name="Save answers").click()
    expect(phone.get_by_text("Answers saved.")).to_be_visible()
