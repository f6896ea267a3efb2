"""The pieces of pages as they reach the browser: fields, error summary, findings, money, the frame."""

import re
from datetime import date
from decimal import Decimal
from types import SimpleNamespace

from django import forms
from django.template import Context, Template
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory, SimpleTestCase

from office.law import Finding, State, Weight
from office.pricing import Line
from office.templatetags import office_tags as tags


class Asked(forms.Form):
    use_required_attribute = False
    holder = forms.CharField(
        label="Who holds the permit?",
        help_text="As printed.",
        error_messages={"required": "Enter who holds the permit."},
    )
    use = forms.ChoiceField(
        label="What is it used for?",
        choices=[("r", "Residential"), ("c", "Commercial")],
        widget=forms.RadioSelect,
        help_text="Decides the setback.",
        error_messages={"required": "Choose a use."},
    )
    size = forms.DecimalField(label="Size", required=False)
    clear = forms.BooleanField(label="The sight line is clear", required=False, help_text="20 ft.")
    zone = forms.ChoiceField(label="District", choices=[("b1", "B-1")], required=False)
    sketch = forms.FileField(label="Sketch", required=False)
    key = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean(self) -> None:
        if self.data.get("size") == "0":
            raise forms.ValidationError("Size and use do not go together.")


def field(form: forms.Form, name: str, **context: object) -> str:
    return render_to_string("bootstrap5/field.html", {"field": form[name], **context})


class FieldTests(SimpleTestCase):
    def test_label_hint_error_control_in_this_order(self) -> None:
        html = field(Asked({}), "holder")
        order = ["Who holds", "As printed.", "Enter who holds", "<input"]
        places = [html.index(part) for part in order]
        assert places == sorted(places)

    def test_hint_and_error_are_tied_to_the_control(self) -> None:
        html = field(Asked({}), "holder")
        assert 'aria-describedby="id_holder_helptext id_holder_error"' in html
        assert 'id="id_holder_helptext"' in html
        assert 'id="id_holder_error"' in html
        assert 'aria-invalid="true"' in html
        assert "aria-describedby" not in field(Asked(), "size")

    def test_a_group_is_a_fieldset_that_carries_hint_and_error(self) -> None:
        html = field(Asked({}), "use")
        assert '<fieldset aria-describedby="id_use_helptext id_use_error">' in html
        assert "<legend" in html
        assert 'id="id_use_0"' in html
        assert '<label class="form-check-label" for="id_use_1">Commercial' in html

    def test_a_chosen_answer_stays(self) -> None:
        html = field(Asked({"use": "c"}), "use")
        assert re.search(r'value="c"[^>]*checked', html)
        assert html.count("checked") == 1

    def test_only_optional_fields_are_marked_and_a_form_may_leave_the_mark_out(self) -> None:
        assert "(optional)" not in field(Asked(), "holder")
        assert "(optional)" in field(Asked(), "size")
        assert "(optional)" not in field(Asked(), "clear")
        form = Asked()
        form.mark_optional = False  # type: ignore[attr-defined]
        assert "(optional)" not in field(form, "size")

    def test_the_limit_of_a_file_stands_before_the_control_and_is_tied_to_it(self) -> None:
        html = render_to_string("includes/upload.html", {"field": Asked()["sketch"], "limit": "PDF, 25 MB"})
        assert html.index("PDF, 25 MB") < html.index("<input")
        assert 'aria-describedby="id_sketch_helptext"' in html

    def test_hidden_fields_stay_bare(self) -> None:
        assert field(Asked(), "key").strip() == '<input type="hidden" name="key" id="id_key">'

    def test_crispy_forms_uses_it_too(self) -> None:
        html = Template("{% load crispy_forms_tags %}{{ form|crispy }}").render(Context({"form": Asked({})}))
        assert "field-error" in html
        assert "asteriskField" not in html

    def test_text_from_outside_is_escaped(self) -> None:
        assert "<b>" not in field(Asked({"holder": "<b>"}), "holder")


class ErrorSummaryTests(SimpleTestCase):
    def test_every_error_leads_to_its_control_with_the_same_words(self) -> None:
        form = Asked({"size": "0"})
        links = tags.field_errors(form)
        assert [(link.target, link.message) for link in links] == [
            ("", "Size and use do not go together."),
            ("id_holder", "Enter who holds the permit."),
            ("id_use_0", "Choose a use."),
        ]
        html = render_to_string("includes/error_summary.html", {"form": form})
        for link in links:
            assert link.message in html
        assert 'href="#id_use_0"' in html
        page = "".join(field(form, name) for name in form.fields)
        for target in re.findall(r'href="#([^"]+)"', html):
            assert f'id="{target}"' in page

    def test_formsets_and_lists(self) -> None:
        rows = forms.formset_factory(Asked, extra=1)
        bound = rows({"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0", "form-0-size": "4"})
        targets = [link.target for link in tags.field_errors([Asked({"holder": "A", "use": "r"}), bound])]
        assert targets == ["id_form-0-holder", "id_form-0-use_0"]

    def test_nothing_wrong_shows_nothing(self) -> None:
        for form in (None, Asked(), Asked({"holder": "A", "use": "r"})):
            assert render_to_string("includes/error_summary.html", {"form": form}).strip() == ""

    def test_errors_of_no_form(self) -> None:
        html = render_to_string("includes/error_summary.html", {"errors": [("id_amount", "Enter $50.00.")]})
        assert '<a href="#id_amount">Enter $50.00.</a>' in html


class ComponentTests(SimpleTestCase):
    def test_findings(self) -> None:
        found = [
            Finding(
                State.MET, "Ten feet off the line.", Decimal("12.5"), 10, "ft", "at least", cite="09.2.3(2)"
            ),
            Finding(State.UNKNOWN, "The board approves.", weight=Weight.BOARD, cite="09.2.3(1)"),
        ]
        html = render_to_string("includes/findings.html", {"findings": found})
        assert "1 met, 1 not known yet" in html
        assert html.index("The board approves.") < html.index("Ten feet off the line.")
        for words in ("12.5 ft", "at least", "10 ft", "For the board", "09.2.3(2)"):
            assert words in html
        assert "Nothing to check yet." in render_to_string("includes/findings.html", {"findings": []})

    def test_a_stored_finding_keeps_its_measures_as_text(self) -> None:
        stored = SimpleNamespace(
            state="unmet", says="Too large.", measured="240.00", limit="200", unit="sq ft", op="at most",
            cite="703-4 H", weight="blocks",
        )  # fmt: skip
        html = render_to_string("includes/findings.html", {"findings": [stored]})
        for words in ("240 sq ft", "200 sq ft", "Stops issuing"):
            assert words in html

    def test_money_explains_itself_and_never_shows_zero_for_an_unknown_fee(self) -> None:
        lines = [
            Line("d", "Dumpster permit", Decimal("50"), "Flat fee $50.00", "09.2.5(1)"),
            Line("l", "Late fee", None, "Size is not known yet."),
        ]
        html = render_to_string(
            "includes/money_table.html",
            {"lines": lines, "total": Decimal("50"), "total_label": "Due now", "today": date(2026, 6, 1)},
        )
        for words in ("Why $50.00?", "Flat fee $50.00", "The office will confirm the fee", "Due now"):
            assert words in html
        assert "$0.00" not in html

    def test_facts_say_what_nobody_gave(self) -> None:
        html = render_to_string(
            "includes/facts.html", {"facts": [("Size", None), ("Locked", True), ("Use", 0)]}
        )
        assert html.count("Not provided") == 1
        assert '<td role="cell">Yes</td>' in html
        assert '<td role="cell">0</td>' in html

    def test_pages_keep_the_filters_and_show_no_total(self) -> None:
        request = RequestFactory().get("/register/", {"q": "beach", "page": "2"})
        page = SimpleNamespace(number=2, has_previous=True, has_next=False)
        html = render_to_string("includes/pagination.html", {"page": page}, request=request)
        assert 'href="?q=beach&amp;page=1"' in html
        assert "Next page" not in html
        alone = SimpleNamespace(number=1, has_previous=False, has_next=False)
        assert render_to_string("includes/pagination.html", {"page": alone}, request=request).strip() == ""

    def test_a_stale_save_shows_both_versions(self) -> None:
        html = render_to_string(
            "includes/stale_save.html", {"rows": [("Size", "6", None)], "who": "A. Clerk", "when": None}
        )
        assert "A. Clerk saved this case while you had it open" in html
        assert re.search(r'data-label="Yours">6</td>\s*<td role="cell" data-label="Saved">Not provided', html)


class FrameTests(SimpleTestCase):
    def test_pages_that_django_shows_without_a_context_stand_on_their_own(self) -> None:
        for name in ("500.html", "403_csrf.html"):
            html = get_template(name).render()
            assert html.count("<h1>") == 1
            assert "| Permit office</title>" in html
            assert 'href="#main"' in html

    def test_the_title_says_error_first(self) -> None:
        for context, prefix in (
            ({"form": Asked({})}, "Error: "),
            ({"has_errors": True}, "Error: "),
            ({}, ""),
        ):
            html = get_template("404.html").render(context)
            assert f"<title>{prefix}Page not found" in html

    def test_a_page_of_another_board_shows_that_board(self) -> None:
        board = SimpleNamespace(phone="508 555 0100", hours="Monday to Friday, 9 am to noon")
        html = get_template("404.html").render({"board": board})
        assert 'href="tel:5085550100"' in html
        assert "9 am to noon" in html
