"""The ten sample docks as they are seen: on a phone and a desk, light and dark, on paper, while filing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
import time_machine
from playwright.sync_api import Page, expect

from docks.forms.rows import ROW_SETS
from docks.management.demo import file
from docks.management.samples import RIVER, SAMPLES
from office import kinds
from office.actions import drafts
from office.forms import as_sent
from office.models import Case, User
from tests import people
from tests.world import DAY, NOON

pytestmark = pytest.mark.django_db(transaction=True)

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# What stands where once the browser's own type is set: each text's box, and what it lies over or beyond.
CLASHES = """() => [...document.querySelectorAll("svg.drawing")].flatMap(svg => {
    const texts = [...svg.querySelectorAll("text")].map(text => [text.textContent, text.getBBox()]);
    const over = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
        && a.y < b.y + b.height && b.y < a.y + a.height;
    const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const solid = [...svg.querySelectorAll("polygon")].map(it => [it.getAttribute("class"), it.getBBox()]);
    return texts.flatMap(([said, box], at) => [
        ...texts.slice(at + 1).filter(other => over(box, other[1])).map(other => said + " over " + other[0]),
        ...solid.filter(shape => over(box, shape[1])).map(shape => said + " over " + shape[0]),
        ...(box.x < 0 || box.x + box.width > wide || box.y + box.height > high ? [said + " leaves"] : []),
    ]);
})"""
OVER = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def clerk(live_server: Any) -> Iterator[User]:
    """The docks' clerk on June 1, 2026 at noon, with the ten notices filed."""
    with time_machine.travel(NOON, tick=True):
        user = people.clerk(people.docks())
        for sample in SAMPLES:
            file(sample, on=DAY, by=user)
        yield user


def addresses() -> list[str]:
    numbers = Case.objects.filter(kind="dock").order_by("pk").values_list("number", flat=True)
    return [f"/docks/{number}/" for number in numbers]


def sent(names: tuple[str, ...]) -> dict[str, list[str]]:
    """The river dock's answers to these questions, as a browser sends them."""
    tables = {row_set.name: row_set for row_set in ROW_SETS}
    raw: dict[str, list[str]] = {}
    for name in names:
        if name in tables:
            raw |= as_sent(tables[name], RIVER.raw.get(name, []))
        else:
            raw[name] = [RIVER.raw.get(name, "")]
    return raw


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_ten_are_seen_whole_in_every_width_and_color(
    clerk: User, new_page: Callable[..., Page], sign_in: Any, axe: Callable[[Page], None], scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    sign_in(page, clerk)
    found = addresses()
    assert len(found) == 10
    for address in found:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(address)
        assert page.locator("svg.drawing").count() == 3
        assert page.evaluate(CLASHES) == [], address
        axe(page)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(OVER) <= 0, f"{address} scrolls sideways at 390 px"
        berth = page.get_by_role("region", name="The berth in detail").bounding_box()
        side = page.get_by_role("region", name="Side view of the dock").bounding_box()
        assert berth is not None
        assert side is not None
        assert berth["y"] < side["y"], "the berth comes first"
        axe(page)


def test_the_side_view_scrolls_in_its_own_region_by_keyboard(
    clerk: User, new_page: Callable[..., Page], sign_in: Any
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    sign_in(page, clerk)
    page.goto(addresses()[0])
    region = page.get_by_role("region", name="Side view of the dock")
    assert region.evaluate("region => region.scrollWidth > region.clientWidth")
    region.focus()
    expect(region).to_be_focused()
    page.keyboard.press("End")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('figure.side .drawing-region').scrollLeft > 0")
    # Shrunk, nobody could read it: a letter keeps its 15 px.
    assert page.locator("svg.drawing.side").evaluate("svg => svg.getBoundingClientRect().width") == 1000


def test_on_paper_it_is_black_on_white_and_no_wider_than_the_page(
    clerk: User, new_page: Callable[..., Page], sign_in: Any
) -> None:
    page = new_page(color_scheme="dark", viewport={"width": 700, "height": 900})
    sign_in(page, clerk)
    page.goto(addresses()[0])
    page.emulate_media(media="print", color_scheme="dark")
    fill = "element => getComputedStyle(element).fill"
    assert page.locator("svg.side .water").first.evaluate(fill) == "rgb(255, 255, 255)"
    assert page.locator("svg.side text").first.evaluate(fill) == "rgb(0, 0, 0)"
    assert page.locator("svg.side").evaluate("svg => svg.getBoundingClientRect().width") <= 700


def test_the_case_file_and_the_check_page_show_the_dock_as_well(
    clerk: User, new_page: Callable[..., Page], sign_in: Any, axe: Callable[[Page], None]
) -> None:
    page = new_page(viewport={"width": 1280, "height": 900})
    sign_in(page, clerk)
    page.goto(f"/cases/{Case.objects.filter(kind='dock').order_by('pk')[0].number}/")
    assert page.locator("#drawings svg.drawing").count() == 3
    axe(page)


def test_an_engineer_sees_the_dock_drawn_while_answering(
    clerk: User, new_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    kind = kinds.get("dock")
    draft, token = drafts.begin(kind=kind, board=people.docks(), on=DAY, now=NOON)
    for slug, _, names in kind.form.sections:
        drafts.save_section(draft, section=slug, raw=sent(names), version=0, on=DAY, now=NOON)
        draft.refresh_from_db()
    page = new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"/drafts/{token}/land/")
    side = page.locator("#so-far svg.drawing.berth")
    expect(side).to_be_visible()
    page.get_by_text("More drawings").click()
    expect(page.locator("#so-far svg.drawing.side")).to_contain_text("85 ft of 86 ft allowed")
    # Half of 150 ft is 75 ft: the drawing follows the answer, and says by how much the dock is too long.
    page.get_by_label("Water frontage in feet").fill("150")
    page.get_by_label("Water frontage in feet").press("Tab")
    expect(page.locator("#so-far svg.drawing.side")).to_contain_text("85 ft of 75 ft allowed")
    axe(page)
    page.goto(f"/drafts/{token}/check/")
    expect(page.locator("svg.drawing.side")).to_be_visible()
    assert page.evaluate(OVER) <= 0
    axe(page)
