"""The frame and its script in a real browser: keys, colors, dates, buttons in flight, axe-core over all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from playwright.sync_api import Page, expect

import office.urls
from office.fields import DayField, DollarField
from office.law import Finding, State
from office.templatetags.office_tags import day

TODAY = date(2026, 5, 14)
PAGE = """{% extends "staff.html" %}
{% block title %}Pieces{% endblock %}{% block heading %}Pieces{% endblock %}
{% block main_class %}narrow{% endblock %}
{% block content %}
{% include "includes/error_summary.html" with form=form only %}
{% include "includes/findings.html" with findings=findings only %}
{% include "includes/why.html" with question="Why $50.00?" text="Flat fee $50.00" only %}
<form method="post" novalidate>{% csrf_token %}
{% include "includes/fields.html" with form=form only %}
{% include "includes/form_actions.html" with primary="Record payment" back_url="/" back_label="Back" only %}
</form>
{% endblock %}"""


class Pieces(forms.Form):
    use_required_attribute = False
    on = DayField(label="Received on", today=TODAY)
    amount = DollarField(label="Amount")
    by = forms.ChoiceField(
        label="Paid by",
        choices=[("cash", "Cash"), ("check", "Check")],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how it was paid."},
    )


def pieces(request: HttpRequest) -> HttpResponse:
    form = Pieces(request.POST or None)
    findings = [
        Finding(state, f"A rule that is {state}.", 4, 3, "ft", "at most", cite="09.2.3") for state in State
    ]
    html = engines["django"].from_string(PAGE).render({"form": form, "findings": findings}, request)
    return HttpResponse(html, status=422 if form.errors else 200)


urlpatterns = [path("pieces/", pieces), *office.urls.urlpatterns]  # the frame leads to our pages
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]


@pytest.fixture
def opened(page: Page) -> Page:
    page.goto("/pieces/")
    return page


def test_axe_finds_nothing_and_nothing_scrolls_sideways(page: Page, axe: Callable[[Page], None]) -> None:
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto("/pieces/")
            page.get_by_text("Why $50.00?").click()
            page.get_by_text("Keys that save time").click()
            axe(page)
            page.get_by_role("button", name="Record payment").click()
            expect(page.locator("#error-summary")).to_be_focused()
            axe(page)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_an_error_leads_to_its_field(opened: Page) -> None:
    opened.get_by_role("button", name="Record payment").click()
    expect(opened).to_have_title("Error: Pieces | Permit office")
    opened.get_by_role("link", name="Choose how it was paid.").click()
    expect(opened.get_by_label("Cash")).to_be_focused()


def test_single_keys_and_how_to_switch_them_off(opened: Page) -> None:
    opened.keyboard.press("/")
    expect(opened.get_by_label("Find a case")).to_be_focused()
    opened.keyboard.type("1/2?")
    expect(opened.get_by_label("Find a case")).to_have_value("1/2?")
    opened.get_by_role("heading", level=1).click()
    opened.keyboard.press("?")
    expect(opened.get_by_text("Go to the find box")).to_be_visible()
    opened.get_by_label("Use the single keys").uncheck()
    opened.reload()
    opened.keyboard.press("/")
    expect(opened.get_by_label("Find a case")).not_to_be_focused()
    opened.keyboard.press("?")
    expect(opened.get_by_text("Go to the find box")).to_be_hidden()


def test_ctrl_enter_presses_the_main_button(opened: Page) -> None:
    opened.get_by_label("Amount").press("Control+Enter")
    expect(opened.locator("#error-summary")).to_be_focused()


def test_a_saved_choice_of_colors_wins_over_the_device(new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="dark")
    page.goto("/pieces/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-bs-theme", "dark")
    page.get_by_role("button", name="Light").click()
    page.reload()
    expect(html).to_have_attribute("data-bs-theme", "light")
    page.get_by_role("button", name="As my device").click()
    expect(html).to_have_attribute("data-bs-theme", "dark")


def test_without_script_the_page_follows_the_device_and_shows_no_dead_controls(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(java_script_enabled=False, color_scheme="dark")
    page.goto("/pieces/")
    expect(page.locator("body")).to_have_css("background-color", "rgb(15, 24, 30)")
    expect(page.get_by_text("Keys that save time")).to_be_hidden()
    expect(page.get_by_text("As my device")).to_be_hidden()
    page.get_by_role("button", name="Record payment").click()
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible()


def test_the_echo_of_a_date_is_what_the_server_reads(opened: Page) -> None:
    field = DayField(today=TODAY)
    typed = (
        "6/1 06/01/2026 2026-06-01 2026-6-1 +14 +0 +3660 +3661 today TODAY 1/1 11/13 11/14 12/31 6/1/26 31/5 "
    )
    typed += "2/29 2/29/2028 2/30/2026 1/1/1899 1/1/1900 12/31/2199 1/1/2200 0/0 + -3 June 6/1/0226"
    for text in [*typed.split(" "), "+ 14", " 6/1 ", ""]:
        try:
            expected = day(field.clean(text))
        except ValidationError:
            expected = ""
        opened.get_by_label("Received on").fill(text)
        expect(opened.locator("#id_on_echo")).to_have_text(expected)


def test_a_second_press_while_saving_sends_nothing_until_the_page_is_shown_again(opened: Page) -> None:
    sent, busy, again = opened.evaluate(
        """() => {
            const button = document.querySelector("[data-primary]");
            let sent = 0;
            // Stands in for the network: counts what office.js lets through, and stays on the page.
            window.addEventListener("submit", (event) => {
                sent += event.defaultPrevented ? 0 : 1;
                event.preventDefault();
            });
            button.click();
            const busy = button.getAttribute("aria-disabled");
            button.click();
            window.dispatchEvent(new Event("pageshow"));
            return [sent, busy, button.getAttribute("aria-disabled")];
        }"""
    )
    assert (sent, busy, again) == (1, "true", None)


def test_print_leaves_the_navigation_out(opened: Page) -> None:
    opened.emulate_media(media="print")
    expect(opened.locator("nav.main-nav")).to_have_count(1)
    expect(opened.locator("nav.main-nav")).to_be_hidden()
    expect(opened.get_by_role("search")).to_be_hidden()
    expect(opened.locator("footer.footing")).to_be_hidden()
    expect(opened.get_by_role("heading", level=1)).to_be_visible()
