"""What every template keeps: nothing inline, tables that keep their roles, icons beside words, calm words."""

import re
from pathlib import Path

from django.test import SimpleTestCase

TEMPLATES = Path(__file__).parent.parent / "templates"
# Letters become PDF: their style sheet is their own.
PAGES = [path for path in sorted(TEMPLATES.rglob("*.html")) if "letters" not in path.parts]


def visible(text: str) -> str:
    """The template without its comments."""
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", text, flags=re.S)
    return re.sub(r"{#.*?#}", "", text)


class TemplateTests(SimpleTestCase):
    def each(self) -> list[tuple[str, str]]:
        return [(str(path.relative_to(TEMPLATES)), visible(path.read_text())) for path in PAGES]

    def test_nothing_inline(self) -> None:
        for name, text in self.each():
            with self.subTest(name):
                assert re.search(r"<style\b|\sstyle=", text) is None
                assert re.search(r"<[a-z][^>]*\son[a-z]+=", text) is None
                assert re.search(r"<script\b(?![^>]*\bsrc=)", text) is None
                assert re.search(r"""(?:src|href)=["'](?:https?:)?//""", text) is None

    def test_tables_that_become_cards_keep_their_roles(self) -> None:
        for name, text in self.each():
            for table in re.findall(r"<table[^>]*\bstack\b.*?</table>", text, flags=re.S):
                with self.subTest(name):
                    assert 'role="table"' in table.split(">")[0]
                    assert re.search(r"<(?:thead|tbody|tfoot|tr|th|td)\b(?![^>]*\srole=)", table) is None

    def test_every_table_says_what_it_is_and_scopes_its_headers(self) -> None:
        for name, text in self.each():
            for table in re.findall(r"<table\b.*?</table>", text, flags=re.S):
                with self.subTest(name):
                    assert "<caption" in table
                    assert re.search(r"<th\b(?![^>]*\sscope=)", table) is None

    def test_one_primary_button_a_form(self) -> None:
        for name, text in self.each():
            for form in re.findall(r"<form\b.*?</form>", text, flags=re.S):
                with self.subTest(name):
                    assert form.count("btn-primary") + form.count("form_actions.html") <= 1

    def test_icons_are_hidden_from_screen_readers(self) -> None:
        for name, text in self.each():
            for icon in re.findall(r"{% lucide .*?%}", text):
                with self.subTest(name):
                    assert "aria_hidden" in icon

    def test_no_banned_words(self) -> None:
        for name, text in self.each():
            shown = re.sub(r"{[{%].*?[%}]}|<[^>]*>", " ", text)
            with self.subTest(name):
                assert re.search(r"\b(?:please|sorry|invalid|required)\b", shown, flags=re.I) is None
