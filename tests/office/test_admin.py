"""The Django admin: what an administrator keeps, what can only be read, and who may do neither.

An administrator keeps the tables of their own boards: the one of Barnstable, the neighbor, does not find what
belongs to Tisbury.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from office.actions import casework, closures, documents
from office.actions.fees import add_fee_amount
from office.admin_boards import OfMyBoards
from office.models import (
    Board,
    Case,
    Charge,
    ClockRow,
    Closure,
    Document,
    Event,
    Facility,
    Fee,
    FeeAmount,
    Hold,
    LetterWording,
    Membership,
    Parcel,
    Party,
    Payment,
    Ruling,
    Snapshot,
    User,
)
from tests import people

pytestmark = pytest.mark.django_db

JUNE_1 = date(2026, 6, 1)
WRITTEN_BY_ACTIONS = [Case, Event, Snapshot, Ruling, ClockRow, Document, Hold, Payment, Charge, Closure]
KEPT = [User, Board, Membership, Party, Parcel, Facility, Fee]


def page(model: Any, what: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


@pytest.fixture
def desk(client: Client) -> Client:
    """The browser of a signed-in administrator."""
    client.force_login(people.administrator())
    return client


@pytest.fixture
def neighbor() -> Client:
    """The browser of the administrator of another board, in another town."""
    client = Client()
    client.force_login(people.administrator(people.docks()))
    return client


@pytest.fixture
def issued() -> Case:
    """An issued permit with a row in every table that actions write."""
    case = people.issued_dumpster(JUNE_1)
    casework.place_hold(
        case, level="soft", reason="Sketch is faint", lifted_by_role="clerk", on=JUNE_1, by=people.clerk()
    )
    sketch = SimpleUploadedFile("sketch.png", png(), content_type="image/png")
    documents.attach(case, file=sketch, label="Photo", on=JUNE_1, by=people.clerk())
    closures.close("Tisbury", first=JUNE_1, reason="Sample storm", on=JUNE_1, by=people.clerk())
    return case


def png() -> bytes:
    """A small picture."""
    out = BytesIO()
    Image.new("RGB", (8, 8), "white").save(out, "PNG")
    return out.getvalue()


# ---------------------------------------------------------------------------------------- every page opens
def test_every_table_opens_for_an_administrator(desk: Client, issued: Case) -> None:
    Fee.objects.create(code="sample", label="Sample", board=people.health())
    seen = []
    for model in admin.site._registry:
        if model in (Group, FeeAmount, LetterWording):  # the last two: tests of their own
            continue
        row = model._default_manager.first()
        assert row is not None, f"no {model.__name__} row to open"
        assert desk.get(page(model, "changelist")).status_code == 200, model
        assert desk.get(page(model, "changelist"), {"q": "sample du 2026"}).status_code == 200, model
        assert desk.get(page(model, "change", row.pk)).status_code == 200, model
        seen.append(model)
    assert set(seen) == {*WRITTEN_BY_ACTIONS, *KEPT}
    index = desk.get(reverse("admin:index")).content.decode()
    assert "Permit office" in index


@pytest.mark.parametrize("model", [User, Membership, Party, Parcel, Facility, Fee, FeeAmount])
def test_an_administrator_may_add(desk: Client, model: Any) -> None:
    assert desk.get(page(model, "add")).status_code == 200


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


@pytest.mark.parametrize(
    "who", [people.clerk, people.inspector, people.member, people.stranger, people.applicant]
)
def test_nobody_else_opens_the_admin(client: Client, who: Callable[[], User]) -> None:
    client.force_login(who())
    for address in (reverse("admin:index"), page(Fee, "changelist"), page(Case, "changelist")):
        answer = client.get(address)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("admin:login"))


# ------------------------------------------------------------------------------------------------ finding
def test_a_lot_is_found_however_it_is_written(desk: Client) -> None:
    people.parcel(lot="3")
    people.parcel(lot="44", street="Other Road", street_number="9")
    for query in ("29-A-3", "29a3", "29-a-03", "SAMPLE street"):
        found = desk.get(page(Parcel, "changelist"), {"q": query}).content.decode()
        assert "29-A-3" in found, query
        assert "29-A-44" not in found, query


def test_a_person_is_found_without_accents_and_by_telephone(desk: Client) -> None:
    people.party("José O’Brien", phone="(508) 555-0142")
    people.party("Sample Other")
    for query in ("jose obrien", "5085550142"):
        found = desk.get(page(Party, "changelist"), {"q": query}).content.decode()
        assert "José O’Brien" in found, query
        assert "Sample Other" not in found, query


def test_a_case_and_what_hangs_on_it_are_found_by_number_and_place(desk: Client, issued: Case) -> None:
    other = people.ready_dumpster(JUNE_1, facility=people.dumpster_bin("Second"))
    for query in (issued.number, issued.number.lower()):
        for model in (Case, Event, Snapshot, Charge):
            found = desk.get(page(model, "changelist"), {"q": query}).content.decode()
            assert issued.number in found, (model, query)
            assert other.number not in found, (model, query)


def test_people_are_offered_for_a_membership_as_they_are_typed(desk: Client) -> None:
    people.clerk()
    typed = {"term": "clerk", "app_label": "office", "model_name": "membership", "field_name": "user"}
    offered = desk.get(reverse("admin:autocomplete"), typed).json()
    assert [row["text"] for row in offered["results"]] == ["clerk-tisbury-health"]


# ------------------------------------------------------------------------------------------------ editing
def board_form(board: Board, **changes: str) -> dict[str, Any]:
    columns = ("name", "town", "state", "address", "phone", "email", "hours")
    inline = {f"memberships-{part}": "0" for part in ("TOTAL_FORMS", "INITIAL_FORMS")}
    return {**{name: getattr(board, name) for name in columns}, **inline, **changes}


def test_a_board_keeps_its_history_and_who_changed_it(desk: Client) -> None:
    board = people.health()
    answer = desk.post(page(Board, "change", board.pk), board_form(board, phone="508-555-0150"))
    assert answer.status_code == 302
    board.refresh_from_db()
    assert board.phone == "508-555-0150"
    latest = board.history.latest()
    assert latest.history_user == people.administrator()
    assert latest.prev_record.phone == ""
    assert desk.get(page(Board, "simple_history", board.pk, latest.pk)).status_code == 200
    history = desk.get(page(Board, "history", board.pk)).content.decode()
    assert people.administrator().username in history


def test_a_board_is_neither_added_nor_removed_nor_renamed_by_slug(desk: Client) -> None:
    board = people.health()
    assert desk.get(page(Board, "add")).status_code == 403
    assert desk.post(page(Board, "delete", board.pk), {"post": "yes"}).status_code == 403
    desk.post(page(Board, "change", board.pk), board_form(board, slug="other"))
    assert Board.objects.get(pk=board.pk).slug == "tisbury-health"


def test_the_overlay_districts_of_a_lot_are_boxes_to_tick(desk: Client) -> None:
    parcel = people.parcel()
    answers = {
        "town": "Tisbury", "map_no": "29", "block": "A", "lot": "3", "street_number": "10",
        "street": "Shore Road", "zoning": "commercial", "overlays": ["coastal-district", "flood-hazard"],
    }  # fmt: skip
    assert desk.post(page(Parcel, "change", parcel.pk), answers).status_code == 302
    parcel.refresh_from_db()
    assert parcel.overlays == ["coastal-district", "flood-hazard"]
    assert "shore" in parcel.search
    wrong = desk.post(page(Parcel, "change", parcel.pk), {**answers, "overlays": ["elsewhere"]})
    assert "elsewhere is not one of the available choices" in wrong.content.decode()


def test_a_facility_is_one_of_the_sorts_that_kinds_are_about(desk: Client) -> None:
    form = desk.get(page(Facility, "add")).content.decode()
    assert '<option value="dumpster">Dumpster</option>' in form
    answers = {"kind": "spaceship", "name": "Sample", "parcel": "", "holder": ""}
    refused = desk.post(page(Facility, "add"), answers)
    assert refused.status_code == 200
    assert not Facility.objects.exists()
    assert desk.post(page(Facility, "add"), {**answers, "kind": "dumpster"}).status_code == 302
    assert Facility.objects.get().kind == "dumpster"


def test_the_file_of_a_document_has_no_address_here(desk: Client, issued: Case) -> None:
    document = Document.objects.get(label="Photo")
    shown = desk.get(page(Document, "change", document.pk)).content.decode()
    assert document.sha256 in shown
    assert document.file.name not in shown


def test_a_case_leads_to_its_file(desk: Client, issued: Case) -> None:
    shown = desk.get(page(Case, "change", issued.pk)).content.decode()
    assert f'href="{reverse("case", args=[issued.number])}"' in shown


# ------------------------------------------------------------------------------------------------- rights
def user_form(user: User, **changes: Any) -> dict[str, Any]:
    inline = {f"memberships-{part}": "0" for part in ("TOTAL_FORMS", "INITIAL_FORMS")}
    return {"username": user.username, "first_name": "New", "is_active": "on", **inline, **changes}


def test_an_administrator_makes_nobody_a_superuser_or_an_administrator(desk: Client) -> None:
    me, clerk = people.administrator(), people.clerk()
    for user in (me, clerk):
        grabs = {"is_superuser": "on", "is_staff": "on", "groups": [Group.objects.get().pk]}
        answer = desk.post(page(User, "change", user.pk), user_form(user, **grabs))
        assert answer.status_code == 302, answer.context["errors"]
    me.refresh_from_db()
    clerk.refresh_from_db()
    assert (me.first_name, me.is_superuser, me.is_staff) == ("New", False, True)
    assert (clerk.first_name, clerk.is_superuser, clerk.is_staff) == ("New", False, False)
    assert not clerk.groups.exists()


def test_an_administrator_does_not_touch_a_superuser(desk: Client) -> None:
    root = User.objects.create_superuser("root", password="counter-and-dock-9")
    assert desk.post(page(User, "change", root.pk), user_form(root)).status_code == 403
    assert desk.post(page(User, "delete", root.pk), {"post": "yes"}).status_code == 403
    secret = {"password1": "another-word-7", "password2": "another-word-7", "usable_password": "true"}
    answer = desk.post(reverse("admin:auth_user_password_change", args=[root.pk]), secret)
    assert answer.status_code == 403
    root.refresh_from_db()
    assert root.check_password("counter-and-dock-9")
    assert not root.first_name


def test_a_superuser_says_who_is_an_administrator(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    clerk, group = people.clerk(), people.administrators()
    grants = {"is_staff": "on", "groups": [group.pk], "date_joined_0": "2026-06-01", "date_joined_1": "09:00"}
    answer = client.post(page(User, "change", clerk.pk), user_form(clerk, **grants))
    assert answer.status_code == 302, answer.context["errors"]
    clerk.refresh_from_db()
    assert clerk.is_staff
    assert list(clerk.groups.all()) == [group]


def test_the_group_of_administrators_may_not_say_who_may_what() -> None:
    codenames = set(people.administrators().permissions.values_list("codename", flat=True))
    assert not [name for name in codenames if name.endswith(("_group", "_permission"))]
    assert {"add_feeamount", "change_party", "view_case"} <= codenames
    assert not codenames & {f"change_{model._meta.model_name}" for model in WRITTEN_BY_ACTIONS}


# ----------------------------------------------------------------------------- one board's or another's
OF_A_BOARD = [*WRITTEN_BY_ACTIONS, Board, Membership, Fee, FeeAmount, LetterWording, Parcel]


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
    return issued


def one_of(model: Any) -> Any:
    """Tisbury's row of the table."""
    tisbury = {Board: {"town": "Tisbury"}, Membership: {"board__town": "Tisbury"}}
    return model._default_manager.filter(**tisbury.get(model, {})).first()


def listed(client: Client, model: Any, **asked: str) -> set[Any]:
    """The rows that a list shows."""
    answer = client.get(page(model, "changelist"), asked)
    assert answer.status_code == 200
    return set(answer.context["cl"].queryset)


def refusals(answer: Any) -> list[str]:
    """What a form that was not saved says at its fields, its inlines' included."""
    assert answer.status_code == 200
    forms = [answer.context["adminform"].form]
    forms += [form for each in answer.context["inline_admin_formsets"] for form in each.formset.forms]
    return [says for form in forms for said in form.errors.values() for says in said]


def like_nothing(answer: Any) -> tuple[int, str]:
    """How the admin answers, without the key that was asked for."""
    return answer.status_code, re.sub(r"\d+", "N", answer.headers.get("Location", ""))


def test_every_table_says_whose_its_rows_are() -> None:
    tables = {model: shown for model, shown in admin.site._registry.items() if model is not Group}
    assert not [model for model, shown in tables.items() if not isinstance(shown, OfMyBoards)]
    shared = {model for model, shown in tables.items() if not shown.board_path}
    assert shared == {Party, Facility}
    assert set(tables) == shared | {*OF_A_BOARD, User}


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


@pytest.mark.parametrize("make", [people.health, people.parcel])
def test_the_past_of_a_foreign_row_is_neither_seen_nor_brought_back(
    desk: Client, neighbor: Client, make: Callable[[], Any]
) -> None:
    row = make()
    version = page(type(row), "simple_history", row.pk, row.history.latest().pk)
    assert desk.get(version).status_code == 200
    columns = board_form(row) if isinstance(row, Board) else lot_form(row)
    assert neighbor.get(version).status_code == 404
    assert neighbor.post(version, columns | {"town": "Barnstable"}).status_code == 404
    row.refresh_from_db()
    assert row.town == "Tisbury"


def test_the_past_of_a_removed_row_is_a_superusers_to_see(desk: Client) -> None:
    parcel = people.parcel()
    address = page(Parcel, "history", parcel.pk)
    parcel.delete()
    assert desk.get(address).status_code == 404
    desk.force_login(User.objects.create_superuser("root"))
    assert desk.get(address).status_code == 200


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


@pytest.mark.parametrize(
    ("source", "field", "term", "tisbury", "barnstable"),
    [
        ("membership", "board", "", "Tisbury Board of Health", "Barnstable Conservation Commission"),
        ("membership", "user", "clerk", "clerk-tisbury-health", "clerk-barnstable-conservation"),
        ("facility", "parcel", "sample", "10 Sample Street (29-A-3)", "10 Sample Street (7-1)"),
    ],
)
def test_what_is_typed_finds_rows_of_ones_own_board(
    desk: Client, neighbor: Client, source: str, field: str, term: str, tisbury: str, barnstable: str
) -> None:
    for board in (people.health(), people.docks()):
        people.clerk(board)
    people.parcel()
    people.parcel(town="Barnstable", map_no="7", block="", lot="1")
    typed = {"term": term, "app_label": "office", "model_name": source, "field_name": field}
    for client, only in ((desk, tisbury), (neighbor, barnstable)):
        offered = client.get(reverse("admin:autocomplete"), typed).json()["results"]
        assert [row["text"] for row in offered] == [only]


# ---- what is posted for another board
NOT_YOURS = "is among those of your boards. Choose one that is listed."


def lot_form(parcel: Parcel) -> dict[str, Any]:
    columns = ("town", "map_no", "block", "lot", "street_number", "street", "zoning")
    return {name: getattr(parcel, name) for name in columns}


def inlined(*rows: dict[str, Any], kept: int = 0) -> dict[str, Any]:
    """The memberships of a form: `rows`, of which the first `kept` are there already."""
    counts = {"memberships-TOTAL_FORMS": len(rows), "memberships-INITIAL_FORMS": kept}
    return counts | {
        f"memberships-{n}-{name}": value for n, row in enumerate(rows) for name, value in row.items()
    }


def test_nobody_gets_a_role_on_a_board_one_does_not_administer(neighbor: Client) -> None:
    me, clerk = people.administrator(people.docks()), people.clerk(people.docks())
    health = people.health()
    for user in (me, clerk):
        role = {"board": health.pk, "role": "administrator"}
        says = [f"No such board {NOT_YOURS}"]
        assert refusals(neighbor.post(page(Membership, "add"), {"user": user.pk, **role})) == says
        own = user.memberships.get()
        moved = {"user": user.pk, "board": health.pk, "role": "clerk"}
        assert refusals(neighbor.post(page(Membership, "change", own.pk), moved)) == says
        grab = user_form(user, **inlined({"user": user.pk, **role}))
        assert refusals(neighbor.post(page(User, "change", user.pk), grab)) == says
    new = {"username": "new", "usable_password": "false", **inlined({"board": health.pk, "role": "clerk"})}
    assert refusals(neighbor.post(page(User, "add"), new)) == [f"No such board {NOT_YOURS}"]
    assert not health.memberships.exists()
    assert not User.objects.filter(username="new").exists()


def test_nobody_of_another_board_is_given_a_role(neighbor: Client) -> None:
    clerk, docks = people.clerk(), people.docks()
    role = {"user": clerk.pk, "board": docks.pk, "role": "clerk"}
    says = [f"No such user {NOT_YOURS}"]
    assert refusals(neighbor.post(page(Membership, "add"), role)) == says
    posted = board_form(docks, **inlined({"user": clerk.pk, "role": "clerk"}))
    assert refusals(neighbor.post(page(Board, "change", docks.pk), posted)) == says
    assert not clerk.memberships.filter(board=docks).exists()


def test_a_role_on_ones_own_board_is_given_moved_and_taken(neighbor: Client) -> None:
    stranger, docks = people.stranger(), people.docks()
    role = {"user": stranger.pk, "board": docks.pk, "role": "clerk"}
    assert neighbor.post(page(Membership, "add"), role).status_code == 302
    given = stranger.memberships.get()
    posted = {"id": given.pk, "board": docks.pk, "role": "member"}
    changed = user_form(stranger, **inlined(posted, kept=1))
    assert neighbor.post(page(User, "change", stranger.pk), changed).status_code == 302
    assert stranger.memberships.get().role == "member"
    taken = user_form(stranger, **inlined({**posted, "DELETE": "on"}, kept=1))
    assert neighbor.post(page(User, "change", stranger.pk), taken).status_code == 302
    assert not stranger.memberships.exists()


def test_an_inline_reaches_no_membership_of_another_board(neighbor: Client) -> None:
    foreign = people.clerk().memberships.get()
    mine = people.clerk(people.docks())
    posted = {"id": foreign.pk, "board": people.docks().pk, "role": "member"}
    for row in (posted, {**posted, "DELETE": "on"}):
        neighbor.post(page(User, "change", mine.pk), user_form(mine, **inlined(row, kept=1)))
        kept = Membership.objects.get(pk=foreign.pk)
        assert (kept.user, kept.board, kept.role) == (people.clerk(), people.health(), "clerk")


def test_a_fee_is_not_given_to_another_board(neighbor: Client) -> None:
    columns = {"code": "dock", "label": "Dock", "board": people.health().pk, "account": "revenue"}
    assert refusals(neighbor.post(page(Fee, "add"), columns)) == [f"No such board {NOT_YOURS}"]
    columns["board"] = people.docks().pk
    assert neighbor.post(page(Fee, "add"), columns).status_code == 302
    fee = Fee.objects.get()
    columns["board"] = people.health().pk
    assert refusals(neighbor.post(page(Fee, "change", fee.pk), columns)) == [f"No such board {NOT_YOURS}"]
    fee.refresh_from_db()
    assert fee.board == people.docks()


def test_a_town_is_one_of_ones_boards(neighbor: Client) -> None:
    says = ["You administer no board of Tisbury. Choose a town that is listed."]
    lot = {"town": "Tisbury", "map_no": "1", "lot": "1", "zoning": "commercial"}
    assert refusals(neighbor.post(page(Parcel, "add"), lot)) == says
    docks = people.docks()
    moved = board_form(docks, town="Tisbury")
    assert refusals(neighbor.post(page(Board, "change", docks.pk), moved)) == says
    assert not Parcel.objects.exists()
    assert neighbor.post(page(Parcel, "add"), lot | {"town": "Barnstable"}).status_code == 302
    docks.refresh_from_db()
    assert docks.town == "Barnstable"


def test_a_superuser_writes_any_town_and_chooses_any_board(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    lot = {"town": "Jamestown", "map_no": "1", "lot": "1", "zoning": "commercial"}
    assert client.post(page(Parcel, "add"), lot).status_code == 302
    role = {"user": people.clerk().pk, "board": people.docks().pk, "role": "clerk"}
    assert client.post(page(Membership, "add"), role).status_code == 302


def test_a_shared_facility_keeps_its_lot_and_gets_none_of_another_town(neighbor: Client) -> None:
    bin_ = people.dumpster_bin("Sample bin")
    other = people.parcel(lot="44")
    columns = {"kind": "dumpster", "name": "Renamed bin", "parcel": bin_.parcel_id, "holder": bin_.holder_id}
    assert "Sample Street" in neighbor.get(page(Facility, "change", bin_.pk)).content.decode()
    assert neighbor.post(page(Facility, "change", bin_.pk), columns).status_code == 302
    columns["parcel"] = other.pk
    says = [f"No such parcel {NOT_YOURS}"]
    assert refusals(neighbor.post(page(Facility, "change", bin_.pk), columns)) == says
    assert refusals(neighbor.post(page(Facility, "add"), columns)) == says
    bin_.refresh_from_db()
    assert (bin_.name, bin_.parcel) == ("Renamed bin", people.parcel())


def test_a_shared_party_keeps_the_user_of_another_board(neighbor: Client) -> None:
    clerk = people.clerk()
    party = people.party(user=clerk)
    columns = {"name": "Renamed", "kind": "organization", "user": clerk.pk}
    assert neighbor.post(page(Party, "change", party.pk), columns).status_code == 302
    columns["user"] = people.inspector().pk
    assert refusals(neighbor.post(page(Party, "change", party.pk), columns)) == [f"No such user {NOT_YOURS}"]
    party.refresh_from_db()
    assert (party.name, party.user) == ("Renamed", clerk)


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


# ---- who is seen
def test_an_administrator_sees_who_serves_their_boards_and_who_serves_none(neighbor: Client) -> None:
    me, clerk = people.administrator(people.docks()), people.clerk(people.docks())
    foreign, stranger, applicant = people.clerk(), people.stranger(), people.applicant()
    assert listed(neighbor, User) == {me, clerk, stranger, applicant}
    assert neighbor.get(page(User, "change", foreign.pk)).status_code == 302
    assert neighbor.get(reverse("admin:auth_user_password_change", args=[foreign.pk])).status_code == 404


def test_another_role_on_a_board_opens_nothing_of_it(neighbor: Client, issued: Case) -> None:
    me = people.administrator(people.docks())
    Membership.objects.create(user=me, board=people.health(), role="clerk")
    assert listed(neighbor, Case) == set()
    assert listed(neighbor, Board) == {people.docks()}


def test_who_serves_another_board_too_is_seen_and_left_alone(neighbor: Client) -> None:
    both = people.clerk(people.docks())
    elsewhere = Membership.objects.create(user=both, board=people.health(), role="administrator")
    shown = neighbor.get(page(User, "change", both.pk)).content.decode()
    assert 'name="_save"' not in shown
    assert both.password not in shown
    assert "Tisbury" not in shown
    assert neighbor.post(page(User, "change", both.pk), user_form(both)).status_code == 403
    assert neighbor.post(page(User, "delete", both.pk), {"post": "yes"}).status_code == 403
    secret = {"password1": "another-word-7", "password2": "another-word-7", "usable_password": "true"}
    address = reverse("admin:auth_user_password_change", args=[both.pk])
    assert neighbor.post(address, secret).status_code == 403
    both.refresh_from_db()
    assert both.check_password(people.PASSWORD)
    # Their role on one's own board is still one's own to change.
    here = both.memberships.get(board=people.docks())
    assert listed(neighbor, Membership) >= {here}
    assert elsewhere not in listed(neighbor, Membership)
    role = {"user": both.pk, "board": people.docks().pk, "role": "reviewer"}
    assert neighbor.post(page(Membership, "change", here.pk), role).status_code == 302


# ------------------------------------------------------------------------------------------- query counts
def queries(desk: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert desk.get(address).status_code == 200
    return len(seen)


@pytest.mark.parametrize(
    "model", [Case, Event, Charge, ClockRow, Facility, Membership, Parcel, Party, Payment, Ruling, Snapshot]
)
def test_a_list_asks_the_same_number_of_queries_however_long_it_is(desk: Client, model: Any) -> None:
    people.issued_dumpster(JUNE_1)
    desk.get(page(model, "changelist"))
    few = queries(desk, page(model, "changelist"))
    for n in range(3):
        people.issued_dumpster(JUNE_1, facility=people.dumpster_bin(holder=people.party(f"Sample {n}")))
        Membership.objects.create(user=people.user(f"sample-{n}"), board=people.health(), role="reviewer")
    assert queries(desk, page(model, "changelist")) == few


def test_a_long_case_asks_no_more_than_a_short_one(desk: Client) -> None:
    case = people.issued_dumpster(JUNE_1)
    desk.get(page(Case, "change", case.pk))
    few = queries(desk, page(Case, "change", case.pk))
    for n in range(5):
        casework.note(case, text=f"Note {n}", on=JUNE_1, by=people.clerk())
    assert queries(desk, page(Case, "change", case.pk)) == few


# ------------------------------------------------------------------------------------------- in a browser
@pytest.mark.django_db(transaction=True)
def test_pages_with_scripts_work_under_the_content_policy(new_page: Any, sign_in: Any) -> None:
    """`new_page` fails the test if a page tries what the policy forbids."""
    people.clerk()
    board = people.health()
    board.phone = "508-555-0150"
    board.save()
    browser = new_page()
    sign_in(browser, people.administrator())
    for address in (page(Parcel, "add"), page(Case, "changelist"), page(Board, "history", board.pk)):
        browser.goto(address)
    browser.get_by_text("nothing → 508-555-0150").wait_for()
    browser.goto(page(Membership, "add"))
    browser.locator("[aria-labelledby=select2-id_user-container]").click()
    browser.locator(".select2-search__field").fill("clerk")
    browser.get_by_role("option", name="clerk-tisbury-health").click()
    browser.locator("[aria-labelledby=select2-id_board-container]").click()
    browser.get_by_role("option", name="Tisbury Board of Health").click()
    browser.get_by_label("Role").select_option("reviewer")
    browser.get_by_role("button", name="Save", exact=True).click()
    browser.get_by_text("was added successfully").wait_for()
    assert Membership.objects.get(role="reviewer").user == people.clerk()
