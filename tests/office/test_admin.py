"""The Django admin: what an administrator keeps, what can only be read, and who may do neither.

An administrator keeps the tables of their own boards: the one of Barnstable, the neighbor, does not find what
belongs to Tisbury.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from docks.models import TownOffice
from enforcement.models import (
    Checklist,
    ChecklistItem,
    FineAmount,
    FineLine,
    ItemWording,
    LegalFigure,
    SurchargeLevel,
)
from office.admin_boards import OfMyBoards
from office.models import (
    Board,
    Case,
    Facility,
    Fee,
    FeeAmount,
    Membership,
    Parcel,
    Party,
    User,
)
from tests import people
from tests.office.admin_pages import OF_A_BOARD, WRITTEN_BY_ACTIONS, browser, listed, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    """The browser of a signed-in administrator."""
    return browser(people.administrator())


@pytest.fixture
def neighbor() -> Client:
    """The browser of the administrator of another board, in another town."""
    return browser(people.administrator(people.docks()))


# ---------------------------------------------------------------------------------------- every page opens
@pytest.mark.parametrize("model", [User, Membership, Party, Parcel, Facility, Fee, FeeAmount])
def test_an_administrator_may_add(desk: Client, model: Any) -> None:
    assert desk.get(page(model, "add")).status_code == 200


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
        "street": "Shore Road", "zoning": "commercial", "overlays": ["flood-hazard"],
    }  # fmt: skip
    assert desk.post(page(Parcel, "change", parcel.pk), answers).status_code == 302
    parcel.refresh_from_db()
    assert parcel.overlays == ["flood-hazard"]
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


def refusals(answer: Any) -> list[str]:
    """What a form that was not saved says at its fields, its inlines' included."""
    assert answer.status_code == 200
    forms = [answer.context["adminform"].form]
    forms += [form for each in answer.context["inline_admin_formsets"] for form in each.formset.forms]
    return [says for form in forms for said in form.errors.values() for says in said]


def test_every_table_says_whose_its_rows_are() -> None:
    tables = {model: shown for model, shown in admin.site._registry.items() if model is not Group}
    assert not [model for model, shown in tables.items() if not isinstance(shown, OfMyBoards)]
    shared = {model for model, shown in tables.items() if not shown.board_path}
    assert shared == {Party, Facility}
    dated = {Checklist, ChecklistItem, ItemWording, FineAmount, FineLine, LegalFigure, SurchargeLevel}
    assert set(tables) == shared | {*OF_A_BOARD, User, *dated, TownOffice}


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
    columns = {"name": "Renamed", "kind": "organization", "language": "en-us", "user": clerk.pk}
    assert neighbor.post(page(Party, "change", party.pk), columns).status_code == 302
    columns["user"] = people.inspector().pk
    assert refusals(neighbor.post(page(Party, "change", party.pk), columns)) == [f"No such user {NOT_YOURS}"]
    party.refresh_from_db()
    assert (party.name, party.user) == ("Renamed", clerk)


# ---- who is seen
def test_an_administrator_sees_who_serves_their_boards_and_who_serves_none(neighbor: Client) -> None:
    me, clerk = people.administrator(people.docks()), people.clerk(people.docks())
    foreign, stranger, applicant = people.clerk(), people.stranger(), people.applicant()
    assert listed(neighbor, User) == {me, clerk, stranger, applicant}
    assert neighbor.get(page(User, "change", foreign.pk)).status_code == 302
    assert neighbor.get(reverse("admin:auth_user_password_change", args=[foreign.pk])).status_code == 404


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
