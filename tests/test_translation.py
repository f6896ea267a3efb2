"""Portuguese: the catalogue is whole and says what the English says; no page for the public leaks English;
and what is typed means the same in every language."""

from __future__ import annotations

import io
import re
from datetime import date, time
from decimal import Decimal
from html.parser import HTMLParser
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client, SimpleTestCase, TestCase
from django.utils import formats, translation
from pypdf import PdfReader

from office import letters, spoken
from office.actions import delivery, notices, reminding
from office.actions import people as acts
from office.fields import DayField, DollarField
from office.forms_acts import TIMES
from office.models import Case, ClockRow, Draft, Message, Party, Reminder, User
from office.templatetags import office_tags
from tests import people
from tests import translation as words
from tests.test_permission_table import rows
from tests.world import DAY, NOON, InTheWorld, ask

PORTUGUESE = "pt-br"
BLANKS = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%%")
TAGS = re.compile(r"<[^>]+>")


def said(message: Any) -> tuple[list[str], list[str]]:
    """The English of a message, and its Portuguese."""
    english = [message.id] if isinstance(message.id, str) else list(message.id)
    other = [message.string] if isinstance(message.string, str) else list(message.string)
    return english, other


class CatalogueTests(SimpleTestCase):
    def test_it_holds_every_word_of_the_public_pages_and_no_other(self) -> None:
        wanted = {words.key(message): message[1] for message in words.wanted()}
        held = {(said(each)[0][0], each.context): each.id for each in words.catalogue() if each.id}
        missing = sorted(text for text, context in wanted.keys() - held.keys())
        assert not missing, f"Run `python -m tests.translation`, then translate: {missing}"
        assert not held.keys() - wanted.keys(), sorted(text for text, _ in held.keys() - wanted.keys())
        assert {key for key, text in wanted.items() if text != held[key]} == set()

    def test_every_word_is_translated_and_none_is_in_doubt(self) -> None:
        every = [message for message in words.catalogue() if message.id]
        assert [each.id for each in every if not all(text.strip() for text in said(each)[1])] == []
        assert [each.id for each in every if each.fuzzy] == []

    def test_what_changes_in_a_sentence_and_its_links_are_the_same(self) -> None:
        pairs = [
            (said(message)[0][-1], text)
            for message in words.catalogue()
            if message.id
            for text in said(message)[1]
        ]
        assert len(pairs) > 1000
        for asked in (
            lambda text: set(BLANKS.findall(text)),
            lambda text: sorted(TAGS.findall(text)),
            lambda text: text.count("\n"),
            lambda text: re.findall(r"^\s|\s$", text),
        ):
            assert [(english, text) for english, text in pairs if asked(english) != asked(text)] == []

    def test_what_is_read_at_run_time_is_this_catalogue(self) -> None:
        assert (words.FOLDER / "django.mo").read_bytes() == words.compiled()
        assert (words.FOLDER / "django.po").read_bytes() == words.as_po(words.catalogue())


# ------------------------------------------------------------------------------------------------ templates
class Reader(HTMLParser):
    """The words of a page: its text, and what it says to a screen reader, outside what is marked English."""

    SPOKEN = ("aria-label", "alt", "title", "placeholder", "data-label")
    VOID = {"meta", "link", "input", "br", "img", "hr", "path", "circle", "rect", "line"}
    VOID |= {"polyline", "polygon", "ellipse"}

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[bool] = []  # for each open element, whether it is English or a script
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        english = (held.get("lang") or "").startswith("en") and tag != "html"
        skipped = english or tag in ("script", "style") or any(self.open)
        if not skipped:
            self.texts += [value for name in self.SPOKEN if (value := held.get(name))]
        if tag not in self.VOID:
            self.open.append(skipped)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open) and data.strip():
            self.texts.append(" ".join(data.split()))


def read(html: str) -> list[str]:
    reader = Reader()
    reader.feed(html)
    return reader.texts


# In the words of every language: names, and the two languages in their own.
ALIKE = {"English", "Português", "Ctrl", "Enter"}
_MARKED = re.compile(
    r"{% blocktranslate.*?{% endblocktranslate %}"
    r"|{% block (?:main_class|body_class|brand_url) %}.*?{% endblock %}",  # no words, but names of looks
    re.S,
)
# Words handed to a part of a page must be marked where they are handed over.
_HANDED = re.compile(
    r'\b(?:why|next|link|primary|heading|caption|label|hint|question|text|title|what|who|back_label|'
    r'total_label)="([^"]*[A-Za-z][^"]*)"'
)


# Elements whose names a template chooses.
_CHOSEN = re.compile(
    r'{{ tag\|default:"div" }}|{% if field.use_fieldset %}legend{% else %}label(?: for="{{[^"]*")?{% endif %}'
)


class TemplateTests(SimpleTestCase):
    def test_no_template_of_a_public_page_says_what_is_not_marked(self) -> None:
        found = words.public_templates()
        assert len(found) > 60
        for name in found:
            text = _MARKED.sub("", _CHOSEN.sub("div", words.source(name)))
            with self.subTest(name):
                includes = re.findall(r"{% include [^%]*%}", text)
                handed = [said for tag in includes for said in _HANDED.findall(tag)]
                bare = read(re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.S))
                assert [each for each in bare if re.search(r"[A-Za-z]{2}", each) and each not in ALIKE] == []
                assert handed == []
                assert re.findall(r'default:"[^"]*[A-Za-z]{2}[^"]*"(?!\|word)', text) == []


# -------------------------------------------------------------------------------------------------- pages
# What the world's people, towns and papers are called, and what somebody typed: it stays in their own words.
NAMES = re.compile(
    r"\b(?:Tisbury Board of Health|Barnstable Conservation Commission|Jamestown Public Works|"
    r"Board of Health|Public Works|Conservation Commission|Tisbury|Barnstable|Jamestown|10 Sample Street|"
    r"Zebulon Quahog|Ottoline Tidewater|Philomena Whistle|66 Unseen Way|ottoline@example\.org|[\w-]+\.pdf|"
    r"Keep the lid closed|Send the sketch|Sample amount for a test|M\.G\.L\.|CMR)\b"
)


def leaks(english: str, other: str) -> list[str]:
    """What a page in Portuguese says in three or more words exactly as the English page does."""
    same = set(read(english)) & set(read(other))
    return sorted(text for text in same if len(re.findall(r"[A-Za-z]{2,}", NAMES.sub("", text))) >= 3)


def portuguese(client: Client) -> Client:
    client.cookies["language"] = PORTUGUESE
    return client


class PageTests(InTheWorld):
    def test_no_page_that_anybody_or_an_applicant_opens_leaks_english(self) -> None:
        seen, found = 0, {}
        for role in ("visitor", "guest", "party"):
            for row in rows():
                if role != "visitor" and row.cells["visitor"] == row.cells[role]:
                    continue  # the same page
                if row.address.endswith((".pdf", ".ics", ".txt")) or row.address.startswith("/admin/"):
                    continue
                address = row.address.format(**self.world.names)
                for method, status in zip(("GET", "POST"), row.cells[role], strict=True):
                    if status not in (200, 422) and (status, role) != (404, "visitor"):
                        continue
                    english = ask(self.world, address, role, method)
                    if not english.headers.get("Content-Type", "").startswith("text/html"):
                        continue
                    other = ask(self.world, address, role, method, language=PORTUGUESE)
                    assert other.status == english.status, str(other)
                    assert '<html lang="pt-BR">' in other.body, str(other)
                    seen += 1
                    if leaking := leaks(english.body, other.body):
                        found[str(other)] = leaking
        assert not found, "\n".join(f"{where}: {texts}" for where, texts in found.items())
        assert seen > 40

    def test_staff_and_the_admin_stay_english(self) -> None:
        for role, address in (("clerk", "/worklist/"), ("clerk", "/"), ("admin", "/permits/")):
            page = ask(self.world, address, role, language=PORTUGUESE)
            assert page.status == 200
            assert '<html lang="en-US">' in page.body
            assert "choose-language" not in page.body
        assert "Senha" not in ask(self.world, "/admin/login/", "visitor", language=PORTUGUESE).body


# ------------------------------------------------------------------------------------ what our modules say
class SpokenTests(SimpleTestCase):
    def said(self, text: str) -> Any:
        with translation.override(PORTUGUESE):
            return spoken.say(text)

    def test_a_day_is_unmistakable(self) -> None:
        june = date(2026, 6, 1)
        assert office_tags.day(june) == "Monday, June 1, 2026"
        with translation.override(PORTUGUESE):
            assert office_tags.day(june) == "segunda-feira, 1º de junho de 2026"
            assert office_tags.day(date(2026, 12, 31)) == "quinta-feira, 31 de dezembro de 2026"
            assert office_tags.day_short(june) == "seg 1º jun 2026"
            assert office_tags.day_short(june, june) == "seg 1º jun"
            assert office_tags.month(june) == "junho de 2026"
            assert office_tags.week_and_month(june) == "seg jun"
            assert spoken.month_and_day(june) == "1º de junho"

    def test_a_time_of_day(self) -> None:
        with translation.override(PORTUGUESE):
            told = [office_tags.clock_time(time(*at)) for at in ((14, 30), (9, 0), (12, 0), (0, 0))]
        assert told == ["14h30", "9h", "meio-dia", "meia-noite"]

    def test_money_stays_as_it_is_written_here(self) -> None:
        with translation.override(PORTUGUESE):
            assert office_tags.dollars(Decimal("1250")) == "$1,250.00"
            assert office_tags.dollars(Decimal("-5")) == "devolução de $5.00"
            assert office_tags.measure(Decimal("12.50"), "ft") == "12.5 ft"

    def test_what_a_rule_says_is_found_by_its_words_and_its_blanks_are_kept(self) -> None:
        assert self.said("The board approves the location; it stands 12.5 ft from the lot line.") == (
            "O conselho aprova o local; a caçamba fica a 12.5 pés da divisa do lote."
        )
        assert self.said("Children are kept off and out of it by: a fence, {0}.") == (
            "Crianças são mantidas longe e fora dela por: a fence, {0}."
        )

    def test_what_stands_in_a_blank_is_said_too(self) -> None:
        assert self.said("Flat fee $50.00 (sample amount)") == "Taxa fixa $50.00 (valor de exemplo)"
        assert self.said("through Thursday, December 31, 2026") == "até quinta-feira, 31 de dezembro de 2026"
        assert self.said("Seen at 23:30, within the allowed hours.") == (
            "Visto às 23:30, dentro do horário permitido."
        )

    def test_what_nobody_knows_stays_and_english_is_never_touched(self) -> None:
        assert self.said("The moon is made of cheese.") == "The moon is made of cheese."
        assert spoken.say("Flat fee $50.00") == "Flat fee $50.00"
        assert self.said("") == ""

    def test_what_was_typed_is_not_taken_apart(self) -> None:
        with translation.override(PORTUGUESE):
            assert spoken.word("Flat fee $50.00") == "Flat fee $50.00"
            assert spoken.word("Commercial") == "Comercial"
            assert office_tags.tag("not-known-yet") == '<span class="tag sand">Ainda não se sabe</span>'


class TypedTests(TestCase):
    """A form reads the same in every language: 6/1/2026 is June 1, 1,250.00 has a point before the cents."""

    def test_the_month_comes_first(self) -> None:
        with translation.override(PORTUGUESE):
            assert DayField().clean("6/1/2026") == date(2026, 6, 1)
            assert DayField().widget.format_value(date(2026, 6, 1)) == "6/1/2026"
            assert forms.DateField().clean("6/1/2026") == date(2026, 6, 1)
            with pytest.raises(ValidationError) as refused:
                DayField().clean("25/6/2026")
            assert refused.value.messages == ["Não existe o mês 25. Escreva o mês primeiro: 6/25/2026."]
            assert DayField().limit_says == "Escreva o mês primeiro: 6/1/2026 é 1º de junho de 2026."
            with pytest.raises(ValidationError):
                forms.DateField().clean("25/6/2026")

    def test_beside_each_day_that_is_asked_stands_how_it_is_written(self) -> None:
        page = portuguese(Client()).get("/fees/").content.decode()
        hint = re.search(r'<div class="field-hint" id="(\w+)">(.*?)</div>', page, re.S)
        assert hint
        assert "Escreva o mês primeiro: 6/1/2026 é 1º de junho de 2026." in hint[2]
        assert f'aria-describedby="{hint[1]}"' in page

    def test_figures(self) -> None:
        with translation.override(PORTUGUESE):
            assert DollarField().clean("1,250.00") == Decimal("1250.00")
            assert forms.DecimalField(localize=True).clean("12.5") == Decimal("12.5")
            assert formats.localize(Decimal("12.5")) == "12.5"
            assert forms.TimeField(input_formats=TIMES).clean("2:30 pm") == time(14, 30)


# --------------------------------------------------------------------------------------- which language
class ChoosingTests(InTheWorld):
    def language(self, client: Client, **headers: str) -> str:
        page = client.get("/", headers=headers)
        assert {"Accept-Language", "Cookie"} <= {each.strip() for each in page["Vary"].split(",")}
        found = re.search(r'<html lang="([\w-]+)">', page.content.decode())
        assert found
        assert page["Content-Language"].lower() == found[1].lower()
        return found[1]

    def test_what_the_browser_asks_for_counts_until_somebody_chooses(self) -> None:
        visitor = Client()
        assert self.language(visitor) == "en-US"
        assert self.language(visitor, accept_language="pt-BR,pt;q=0.9,en;q=0.8") == "pt-BR"
        assert self.language(visitor, accept_language="pt-PT") == "pt-BR"
        assert self.language(visitor, accept_language="fr, en;q=0.5") == "en-US"
        came = visitor.post("/language/", {"language": "en-us", "next": "/fees/?on=7/1/2026"})
        assert came["Location"] == "/fees/?on=7/1/2026"
        assert self.language(visitor, accept_language="pt-BR") == "en-US"
        visitor.post("/language/", {"language": PORTUGUESE, "next": "/"})
        assert self.language(visitor) == "pt-BR"

    def test_the_switch_leads_nowhere_else_and_knows_only_our_languages(self) -> None:
        visitor = Client(enforce_csrf_checks=True)
        for elsewhere in ("https://example.org/", "//example.org", "javascript:alert(1)", ""):
            assert visitor.post("/language/", {"language": PORTUGUESE, "next": elsewhere})["Location"] == "/"
        refused = visitor.post("/language/", {"language": "tlh", "next": "/"})
        assert (refused.status_code, refused.content) == (400, b"Choose one of these: en-us, pt-br")

    def test_it_is_kept_with_the_account_and_the_person_on_file(self) -> None:
        client = self.world.client("party")
        client.post("/language/", {"language": PORTUGUESE, "next": "/"})
        person = self.world.users["party"]
        assert person is not None
        user = User.objects.get(pk=person.pk)
        assert user.language == PORTUGUESE
        assert set(Party.objects.filter(user=user).values_list("language", flat=True)) == {PORTUGUESE}
        changed = Party.history.filter(user=user).first()
        assert changed is not None
        assert (changed.history_user, changed.language) == (user, PORTUGUESE)
        elsewhere = self.world.client("party")
        assert self.language(elsewhere) == "pt-BR"

    def test_the_button_is_in_the_other_language_and_brings_back(self) -> None:
        page = Client().get("/fees/?on=2026-07-01").content.decode()
        assert '<input type="hidden" name="next" value="/fees/?on=2026-07-01">' in page
        assert re.search(r'name="language" value="pt-br" lang="pt-BR">.*?Português</button>', page, re.S)
        page = portuguese(Client()).get("/").content.decode()
        assert re.search(r'name="language" value="en-us" lang="en">.*?English</button>', page, re.S)


# --------------------------------------------------------------------------------------- mail and letters
class MailTests(InTheWorld):
    def test_a_draft_is_answered_in_the_language_it_was_last_read_in(self) -> None:
        client = Client()
        begun = client.post("/apply/dumpster/", {"begin-website": ""})
        token = begun["Location"].split("/")[2]
        draft = Draft.objects.latest("pk")
        assert draft.language == "en-us"
        portuguese(client).post(f"/drafts/{token}/you/", {"name": "Ana Souza", "email": "ana@example.org"})
        draft.refresh_from_db()
        assert draft.language == PORTUGUESE
        client.post(f"/drafts/{token}/later/", {"email": "ana@example.org"})
        message = Message.objects.get(to_email="ana@example.org")
        line = message.lines.get()
        assert line.subject == "O seu pedido, para terminar depois"
        begins = "Continue aqui o seu pedido de licença de caçamba de lixo (dumpster permit):"
        assert line.text.startswith(begins)
        assert "Nós o guardamos até sexta-feira, 31 de julho de 2026." in line.text
        body = delivery.body_of(message, [line])
        assert "Tisbury Board of Health" in body

    def test_who_filed_in_portuguese_is_written_to_in_portuguese(self) -> None:
        client = portuguese(Client())
        token = client.post("/apply/dumpster/", {"begin-website": ""})["Location"].split("/")[2]
        client.post(f"/drafts/{token}/you/", {
            "name": "Ana Souza", "kind": "person", "email": "ana@example.org", "acts": "owner",
            "version": "0",
        })  # fmt: skip
        client.post(f"/drafts/{token}/check/", {"declared": "on"})
        filed = client.get(f"/drafts/{token}/filed/")
        assert filed.status_code == 200
        assert "Enviado</h1>" in filed.content.decode()
        party = Party.objects.filter(name="Ana Souza").latest("pk")
        assert party.language == PORTUGUESE
        message = Message.objects.get(to_email="ana@example.org")
        line = message.lines.get()
        assert line.subject == "[Enviado] DU-2026-005"
        assert line.text.startswith("Recebemos o seu pedido de licença de caçamba de lixo (dumpster permit).")
        assert "Para saber como está o processo, ligue ou venha ao escritório e diga DU-2026-005." in (
            " ".join(delivery.body_of(message, [line]).split())
        )
        note = Case.objects.get(number="DU-2026-005").events.get(slug="filed").note
        assert note == "Filed online.", "what the office reads stays English"
        copy = client.get(f"/drafts/{token}/filed/copy.pdf")
        text = " ".join(PdfReader(io.BytesIO(copy.getvalue())).pages[0].extract_text().split())
        assert "Este documento do Tisbury Board of Health está em inglês" in text
        assert "You apply as A person" in text
        assert "Filed online on Monday, June 1, 2026, noon." in text

    def test_a_letter_has_its_cover_in_the_readers_language_and_stays_law(self) -> None:
        case = Case.objects.get(number=self.world.names["open"])
        party = case.people.get(role="applicant").party
        acts.choose_language(user=party.user, language=PORTUGUESE, on=DAY)
        letter = case.casekind.letter("suspended")
        (notice,) = notices.write(
            case, letter="suspended", on=DAY, now=NOON, by=people.clerk(), channel="email",
            about={blank.name: blank.example for blank in letter.blanks}, key="pt",
        )  # fmt: skip
        assert notice.language == PORTUGUESE
        page = letters.page(notice)
        places = [page.index(part) for part in ('<p class="dated">', 'class="cover" lang="pt-BR"', "<h1>")]
        assert places == sorted(places), "below the window of the envelope, above the letter"
        cover = [
            "Este documento do Tisbury Board of Health está em inglês, porque só as palavras em inglês têm "
            "valor legal.",
            "O que é: “A sua licença está suspensa (Your permit is suspended)”. Sobre o que é: licença de "
            "caçamba de lixo (dumpster permit), número DU-2026-001.",
            "Se você não entender, traga este documento ao escritório. O número é DU-2026-001.",
            "Procure uma data no documento e pergunte antes que esse dia passe.",
        ]
        assert letters.cover_of(notice) == cover
        assert "suspended from Monday, June 15, 2026" in re.sub(r"</?strong>", "", page)
        with translation.override(PORTUGUESE):
            assert letters.page(notice) == page, "whoever's page it is made on"
        message = Message.objects.get(lines__notice=notice)
        assert message.language == PORTUGUESE
        assert message.lines.get(notice=notice).text.startswith("\n".join(cover))

    def test_who_reads_english_gets_no_cover(self) -> None:
        case = Case.objects.get(number=self.world.names["open"])
        (notice,) = notices.write(
            case, letter="suspended", on=DAY, now=NOON, by=people.clerk(), channel="email", key="en",
            about={blank.name: blank.example for blank in case.casekind.letter("suspended").blanks},
        )  # fmt: skip
        assert notice.language == "en-us"
        assert "cover" not in letters.page(notice).partition("</style>")[2]
        assert letters.text(notice).startswith("Dear ")

    def test_a_reminder_says_the_day_in_portuguese(self) -> None:
        case = Case.objects.get(number=self.world.names["done"])
        row = ClockRow(case=case, clock="renew", label="Renew the permit", due_on=date(2026, 12, 31))
        reminder = Reminder(days_before=30, sent_on=DAY)
        with translation.override(PORTUGUESE):
            assert reminding.headline(case, row, reminder) == f"[Sua vez, até 31 de dezembro] {case.number}"
            text = reminding.for_people(case, row, reminder, "")
        assert text.startswith("Renovar a licença, até quinta-feira, 31 de dezembro de 2026.")
