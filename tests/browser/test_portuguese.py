"""A dumpster permit applied for in Portuguese on a phone, start to finish. axe-core looks at each page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from office.models import Case, Message
from tests import people
from tests.browser.hands import Finger

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def town(live_server: Any) -> Iterator[None]:
    """A board and one lot; Monday, June 1, 2026, 10 in the morning."""
    with time_machine.travel("2026-06-01 10:00 -0400", tick=True):
        people.clerk()
        people.parcel()
        yield


class Dedo(Finger):
    """Taps on a phone; "(opcional)" may stand behind a label."""

    def _field(self, label: str) -> Locator:
        return self.page.get_by_label(re.compile(rf"^{re.escape(label)}(\s+\(opcional\))?$"))


def test_a_permit_is_applied_for_in_portuguese_on_a_phone(
    phone: Page, town: None, axe: Callable[[Page], None], tmp_path: Path
) -> None:
    hands = Dedo(phone)

    def look(heading: str) -> None:
        expect(phone.get_by_role("heading", level=1)).to_have_text(heading)
        assert phone.evaluate("document.documentElement.lang") == "pt-BR"
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), phone.url
        axe(phone)

    phone.goto("/permits/dumpster/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Dumpster permit")
    hands.button("Português")
    look("Licença de caçamba de lixo (Dumpster permit)")
    hands.follow("Começar o pedido")
    look("Pedir: licença de caçamba de lixo (dumpster permit)")
    hands.button("Começar o pedido")

    look("Parte 1 de 6: Você")
    hands.button("Salvar e continuar")
    expect(phone.locator("#error-summary")).to_be_focused()
    expect(phone.locator("#error-summary")).to_contain_text("Escreva o seu nome ou o nome da empresa.")
    look("Parte 1 de 6: Você")
    hands.write("Seu nome, ou o nome da empresa", "Ana Souza")
    hands.write("E-mail", "ana@example.org")
    hands.button("Salvar e continuar")

    look("Parte 2 de 6: O local")
    hands.write("Endereço ou número do lote", "sample")
    hands.button("Procurar")
    hands.choose("Qual lote", "10 Sample Street (29-A-3)")
    hands.button("Salvar e continuar")

    look("Parte 3 de 6: A caçamba")
    hands.write("Tamanho em jardas cúbicas (cubic yards)", "12,5")
    hands.button("Salvar e continuar")
    expect(phone.locator("#error-summary")).to_contain_text("Escreva um número em algarismos")
    hands.write("Tamanho em jardas cúbicas (cubic yards)", "12.5")
    hands.pick("Uso", "Comercial")
    hands.button("Salvar e continuar")

    look("Parte 4 de 6: Onde fica")
    hands.write("Distância até a divisa de lote mais próxima, em pés", "8")
    hands.choose("A visão do trânsito está livre?", "Sim")
    expect(phone.locator("#so-far-sum")).to_have_text("1 cumprida, 4 ainda não conhecidas")
    phone.locator("summary").filter(has_text="Mostrar o que foi verificado").tap()
    expect(phone.locator("#so-far")).to_contain_text("a caçamba fica a 8 pés da divisa do lote")
    look("Parte 4 de 6: Onde fica")
    hands.button("Salvar e continuar")
    look("Parte 5 de 6: Quem a esvazia")
    hands.button("Salvar e continuar")

    look("Parte 6 de 6: Documentos")
    photo = tmp_path / "croqui.heic"
    Image.new("RGB", (640, 480), "white").save(photo, "HEIF")
    hands.attach("Adicionar arquivos: Croqui do local (location sketch)", photo)
    hands.button("Adicionar os arquivos escolhidos")
    expect(phone.get_by_text("croqui.pdf").first).to_be_visible()
    look("Parte 6 de 6: Documentos")
    hands.button("Salvar e continuar")

    look("Confira as suas respostas")
    hands.press(phone.get_by_label("Declaro que o que escrevi aqui é verdade, até onde eu sei."))
    hands.button("Enviar o pedido")
    look("Enviado")
    expect(phone.get_by_text("segunda-feira, 1º de junho de 2026, 10h").first).to_be_visible()

    case = Case.objects.get()
    assert case.details.size_cubic_yards == 12.5
    assert case.details.use == "commercial"
    assert case.people.get(role="applicant").party.language == "pt-br"
    assert Message.objects.get(to_email="ana@example.org").lines.get().subject == f"[Enviado] {case.number}"
    hands.button("English")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Filed")
