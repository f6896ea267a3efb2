"""The Django admin over a permit with a row in every table: what is shown, to whom, and that it stays.

What an administrator keeps and may do is in test_admin.py.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from docks.models import TownOffice
from enforcement.actions import field
from enforcement.models import (
    Checklist,
    ChecklistItem,
    FineAmount,
    FineLine,
    ItemWording,
    LegalFigure,
    SurchargeLevel,
)
from office import kinds
from office.actions import casework, closures, documents
from office.actions.fees import add_fee_amount
from office.actions.readings import add_reading
from office.models import (
    AbutterRule,
    Board,
    Case,
    Charge,
    ClockRow,
    Document,
    Event,
    Fee,
    FeeAmount,
    Hold,
    LetterWording,
    Membership,
    Payment,
    ReadingRow,
    Snapshot,
    User,
    VotingRule,
)
from tests import casts, people
from tests.enforcement.cafes import levels
from tests.enforcement.cast import schedule
from tests.enforcement.inspection_cast import shipped
from tests.enforcement.orders_cast import ceiling
from tests.office.admin_pages import KEPT, OF_A_BOARD, WRITTEN_BY_ACTIONS, browser, listed, page

pytestmark = pytest.mark.django_db

JUNE_1 = date(2026, 6, 1)


@pytest.fixture
def desk() -> Client:
    """The browser of a signed-in administrator."""
    return browser(people.administrator())


@pytest.fixture
def neighbor() -> Client:
    """The browser of the administrator of another board, in another town."""
    return browser(people.administrator(people.docks()))


def png() -> bytes:
    """A small picture."""
    out = BytesIO()
    Image.new("RGB", (8, 8), "white").save(out, "PNG")
    return out.getvalue()


def _permit() -> Case:
    """An issued permit with a row in every table that actions write."""
    case = people.issued_dumpster(JUNE_1)
    casework.place_hold(
        case, level="soft", reason="Sketch is faint", lifted_by_role="clerk", on=JUNE_1, by=people.clerk()
    )
    sketch = SimpleUploadedFile("sketch.png", png(), content_type="image/png")
    documents.attach(case, file=sketch, label="Photo", on=JUNE_1, by=people.clerk())
    closures.close("Tisbury", first=JUNE_1, reason="Sample storm", on=JUNE_1, by=people.clerk())
    field.reserve(people.health(), device="0" * 16, keep=(), on=JUNE_1, by=people.inspector())
    return case


permit = casts.shared(_permit)


@pytest.fixture
def issued(permit: Case) -> Case:
    return Case.objects.get(pk=permit.pk)


def answered(since: date) -> ReadingRow:
    """An answer to the first question that the Board of Health is asked."""
    reading = next(iter(kinds.readings_of("tisbury-health").values()))
    return add_reading(
        people.health(), slug=reading.slug, value=reading.default, since=since, source="Sample vote",
        on=since, by=None,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------- every page opens
def test_every_table_opens_for_an_administrator(desk: Client, issued: Case) -> None:
    Fee.objects.create(code="sample", label="Sample", board=people.health())
    TownOffice.objects.create(board=people.health(), part="commission", name="Sample office")
    shipped()
    schedule()
    levels()
    ceiling()
    answered(JUNE_1)
    seen = []
    for model in admin.site._registry:
        if model in (Group, AbutterRule, FeeAmount, LetterWording, VotingRule):  # tests of their own
            continue
        row = model._default_manager.first()
        assert row is not None, f"no {model.__name__} row to open"
        assert desk.get(page(model, "changelist")).status_code == 200, model
        assert desk.get(page(model, "changelist"), {"q": "sample du 2026"}).status_code == 200, model
        assert desk.get(page(model, "change", row.pk)).status_code == 200, model
        seen.append(model)
    dated = {
        Checklist, ChecklistItem, ItemWording, FineLine, FineAmount, LegalFigure, ReadingRow, SurchargeLevel,
    }  # fmt: skip
    assert set(seen) == {*WRITTEN_BY_ACTIONS, *KEPT, *dated, TownOffice}
    index = desk.get(reverse("admin:index")).content.decode()
    assert "Permit office" in index


@pytest.mark.parametrize("model", WRITTEN_BY_ACTIONS)
def test_what_actions_write_can_only_be_read(desk: Client, issued: Case, model: Any) -> None:
    row = model._default_manager.first()
    shown = desk.get(page(model, "change", row.pk)).content.decode()
    assert 'name="_save"' not in shown
    assert "deletelink" not in shown
    assert desk.get(page(model, "add")).status_code == 403
    assert desk.post(page(model, "change", row.pk), {}).status_code == 403
    assert desk.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    # A superuser is refused too.
    desk.force_login(User.objects.create_superuser("root"))
    assert desk.get(page(model, "add")).status_code == 403
    assert desk.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model._default_manager.filter(pk=row.pk).exists()


def test_a_case_and_what_hangs_on_it_are_found_by_number_and_place(desk: Client, issued: Case) -> None:
    other = people.ready_dumpster(JUNE_1, facility=people.dumpster_bin("Second"))
    for query in (issued.number, issued.number.lower()):
        for model in (Case, Event, Snapshot, Charge):
            found = desk.get(page(model, "changelist"), {"q": query}).content.decode()
            assert issued.number in found, (model, query)
            assert other.number not in found, (model, query)


def test_the_file_of_a_document_has_no_address_here(desk: Client, issued: Case) -> None:
    document = Document.objects.get(label="Photo")
    shown = desk.get(page(Document, "change", document.pk)).content.decode()
    assert document.sha256 in shown
    assert document.file.name not in shown


def test_a_case_leads_to_its_file(desk: Client, issued: Case) -> None:
    shown = desk.get(page(Case, "change", issued.pk)).content.decode()
    assert f'href="{reverse("case", args=[issued.number])}"' in shown


# ----------------------------------------------------------------------------- one board's or another's
@pytest.fixture
def of_tisbury(issued: Case) -> Case:
    """A row of Tisbury's in every table that belongs to boards."""
    fee = Fee.objects.create(code="sample", label="Sample fee", board=people.health())
    add_fee_amount(
        fee, since=JUNE_1, amount=Decimal("50.00"), vote="Sample vote", on=JUNE_1, by=people.administrator()
    )
    LetterWording.objects.create(
        board=people.health(),
        letter="reminder",
        from_on=JUNE_1,
        text="About {{ number }}.",
        vote="Sample vote",
    )
    VotingRule.objects.create(board=people.health(), since=JUNE_1, seats=3)
    answered(JUNE_1)
    AbutterRule.objects.create(
        board=people.health(), slug="sample", label="Sample", since=JUNE_1, reach="touching",
        section="Tisbury 09.0.8(13)",
    )  # fmt: skip
    return issued


def one_of(model: Any) -> Any:
    """Tisbury's row of the table."""
    tisbury = {Board: {"town": "Tisbury"}, Membership: {"board__town": "Tisbury"}}
    return model._default_manager.filter(**tisbury.get(model, {})).first()


def like_nothing(answer: Any) -> tuple[int, str]:
    """How the admin answers, without the key that was asked for."""
    return answer.status_code, re.sub(r"\d+", "N", answer.headers.get("Location", ""))


@pytest.mark.parametrize("model", OF_A_BOARD)
def test_a_list_shows_the_rows_of_ones_own_board(
    desk: Client, neighbor: Client, of_tisbury: Case, model: Any
) -> None:
    row = one_of(model)
    assert row in listed(desk, model)
    assert row not in listed(neighbor, model)
    assert row not in listed(neighbor, model, q="sample")
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    assert listed(root, model) == set(model._default_manager.all())


@pytest.mark.parametrize("model", OF_A_BOARD)
def test_the_row_of_another_board_answers_like_none(neighbor: Client, of_tisbury: Case, model: Any) -> None:
    row = one_of(model)
    for what in ("change", "delete", "history"):
        foreign, none = page(model, what, row.pk), page(model, what, 999_999)
        assert like_nothing(neighbor.get(foreign)) == like_nothing(neighbor.get(none)), what
        if what != "history":
            posted = {"post": "yes"}
            assert like_nothing(neighbor.post(foreign, posted)) == like_nothing(neighbor.post(none, posted))
    assert model._default_manager.filter(pk=row.pk).exists()


def test_deleting_several_rows_passes_by_those_of_another_board(neighbor: Client, of_tisbury: Case) -> None:
    role = people.clerk().memberships.get()
    action = {"action": "delete_selected", "_selected_action": [role.pk], "post": "yes"}
    neighbor.post(page(Membership, "changelist"), action)
    assert people.clerk().memberships.get() == role


@pytest.mark.parametrize("model", [Case, ClockRow, Payment, Membership, Fee, FeeAmount])
def test_a_list_is_not_filtered_by_another_board(neighbor: Client, of_tisbury: Case, model: Any) -> None:
    people.clerk(people.docks())
    Board.objects.create(slug="sample", name="Sample Board", town="Barnstable", state="MA")
    Membership.objects.create(
        user=people.administrator(people.docks()),
        board=Board.objects.get(slug="sample"),
        role="administrator",
    )
    for code in ("a", "b"):
        Fee.objects.create(code=code, label=f"Docks {code}", board=people.docks())
    shown = neighbor.get(page(model, "changelist")).content.decode()
    assert ("Docks b" if model is FeeAmount else "Barnstable Sample Board") in shown
    assert "Sample fee" not in shown
    assert "Tisbury Board of Health" not in shown


def test_what_stands_in_the_way_of_deleting_is_not_told_by_its_number(neighbor: Client, issued: Case) -> None:
    both = people.clerk(people.docks())
    Membership.objects.create(user=both, board=people.health(), role="clerk")
    for row in (issued.facility, issued.people.get().party, both):
        picked = {"action": "delete_selected", "_selected_action": [row.pk]}
        asked = [neighbor.post(page(type(row), "changelist"), picked)]
        if row is not both:
            asked.append(neighbor.get(page(type(row), "delete", row.pk)))
        for answer in asked:
            told = answer.content.decode()
            assert "Cannot delete" in told
            assert issued.number not in told
            assert "Tisbury Board of Health" not in told
        neighbor.post(page(type(row), "delete", row.pk), {"post": "yes"})
        neighbor.post(page(type(row), "changelist"), picked | {"post": "yes"})
        assert type(row).objects.filter(pk=row.pk).exists()


def test_a_hold_on_what_is_shared_is_seen_by_every_board(neighbor: Client, issued: Case) -> None:
    on_firm = Hold.objects.create(party=people.party(), level="hard", reason="Sample debt", placed_on=JUNE_1)
    assert listed(neighbor, Hold) == {on_firm}


def test_another_role_on_a_board_opens_nothing_of_it(neighbor: Client, issued: Case) -> None:
    me = people.administrator(people.docks())
    Membership.objects.create(user=me, board=people.health(), role="clerk")
    assert listed(neighbor, Case) == set()
    assert listed(neighbor, Board) == {people.docks()}
