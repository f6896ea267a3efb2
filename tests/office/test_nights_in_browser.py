"""The page of the nights as people see it: wide and narrow, light and dark, and while a run goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Page, expect

from office.actions.events import record
from office.calendar import EASTERN
from office.models import NightRun
from tests.office import nights
from tests.office.nights import FILED, applicant, clerk, run, toy

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 6, 24, 12, tzinfo=EASTERN)


@pytest.fixture
def _nights(live_server: Any) -> Iterator[None]:
    """A week with a reminder, lapses, and something that cannot be dealt with."""
    with nights.registered(), time_machine.travel(NOON, tick=True):
        for slug in ("asked", "sent", "hooked", "stuck"):
            record(toy(applicant()), slug, on=FILED, by=clerk())
        run(date(2026, 6, 17))
        run(date(2026, 6, 24))
        yield


def photograph(page: Page, name: str) -> None:
    """Kept where PERMIT_PICTURES says, for somebody to look at."""
    if folder := os.environ.get("PERMIT_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.usefixtures("_nights")
def test_the_page_reads_well_at_any_width(page: Page, sign_in: Any, axe: Any) -> None:
    sign_in(page, clerk())
    page.goto("/nightly/")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.get_by_role("heading", level=1)).to_have_text("Nightly check")
        expect(page.get_by_text("Never is not open while NT-2026-004 is open.")).to_be_visible()
        expect(page.get_by_text("Recorded: No objection (deemed)")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            axe(page)
            photograph(page, f"nightly-{width}-{scheme}")


@pytest.mark.usefixtures("_nights")
def test_run_now_follows_the_run_without_a_press(page: Page, sign_in: Any, axe: Any) -> None:
    sign_in(page, clerk())
    page.goto("/nightly/")
    page.get_by_role("button", name="Run now").click()
    expect(page.get_by_role("heading", name="Starting")).to_be_visible()
    begun = NightRun.objects.create(on=date(2026, 6, 24), started_at=NOON, looked_at=7)
    expect(page.get_by_text("7 done, 1 to go.")).to_be_visible(timeout=10_000)
    axe(page)
    photograph(page, "nightly-running")
    NightRun.objects.filter(pk=begun.pk).update(finished_at=NOON, looked_at=8)
    expect(page.get_by_text("7 done, 1 to go.")).to_be_hidden(timeout=10_000)
    expect(page.get_by_role("heading", name="Dates of Wednesday, June 24, 2026")).to_be_visible()
