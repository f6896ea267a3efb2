"""A person, a lot or a facility under a new name is found by it, and no longer by the old one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from office.actions import people as adding
from office.actions.cases import open_case
from office.actions.events import folded, rewind
from office.models import Case, CaseParty, Facility, Parcel, Party
from tests import people
from tests.office import toys

pytestmark = pytest.mark.django_db

JUNE_1 = date(2026, 6, 1)

OLD = {"name": "Old Harbor Cafe", "kind": "organization", "language": "en-us"}


@pytest.fixture
def case() -> Case:
    """An application about the facility "Kitchen bin" of "Old Harbor Cafe" at 10 Sample Street."""
    party = people.party("Old Harbor Cafe")
    return people.ready_dumpster(JUNE_1, facility=people.dumpster_bin("Kitchen bin", holder=party))


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(people.administrator())
    return client


def found(words: str) -> set[Any]:
    """The cases and facilities that these words find."""
    facilities = Facility.objects.all()
    for term in words.split():
        facilities = facilities.filter(search__contains=term)
    return {*Case.objects.matching(words), *facilities}


def renamed(row: Any, **columns: str) -> None:
    """Saved under the new name, and refolded."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()
    adding.refold(row)


def untouched() -> Case:
    """A case elsewhere, of other people."""
    other = people.parcel(lot="44", street="Other Road", street_number="9")
    bin_ = people.dumpster_bin("Yard bin", parcel=other, holder=people.party("Sample Other"))
    return people.ready_dumpster(JUNE_1, facility=bin_)


# ------------------------------------------------------------------------------------------- who shows it
def test_a_party_renamed_is_found_by_its_new_name(case: Case) -> None:
    renamed(people.party("Old Harbor Cafe"), name="Lagoon Grill")
    assert found("lagoon grill") == {case, case.facility}
    assert found("old harbor") == set()
    assert found("kitchen sample") == {case, case.facility}


def test_a_lot_readdressed_is_found_by_its_new_street(case: Case) -> None:
    other = untouched()
    renamed(people.parcel(), street="Lagoon Road", lot="5")
    assert found("lagoon") == found("29a5") == {case, case.facility}
    assert found("29a3") == set()
    assert found("29a44") == {other, other.facility}


def test_a_facility_renamed_leads_to_its_cases(case: Case) -> None:
    assert case.facility
    renamed(case.facility, name="Alley bin")
    assert found("alley") == {case, case.facility}
    assert found("kitchen") == set()


def test_somebody_with_two_parts_in_a_case_stands_in_it_under_one_name(case: Case) -> None:
    party = people.party("Old Harbor Cafe")
    CaseParty.objects.create(case=case, party=party, role="agent")
    renamed(party, name="Lagoon Grill")
    case.refresh_from_db()
    assert case.search.count("lagoon") == 1


def test_only_a_search_that_shows_it_is_written_anew(case: Case) -> None:
    other = untouched()
    Case.objects.filter(pk=other.pk).update(search="as it was")
    renamed(people.party("Old Harbor Cafe"), name="Lagoon Grill")
    other.refresh_from_db()
    assert other.search == "as it was"


def test_a_copy_is_what_a_new_projection_would_write(case: Case) -> None:
    version = case.version
    renamed(people.party("Old Harbor Cafe"), name="Lagoon Grill")
    renamed(people.parcel(), street="Lagoon Road")
    case.refresh_from_db()
    assert case.version == version
    copied = case.search
    assert copied == folded(case)
    rewind(Case.objects.get(pk=case.pk))
    assert Case.objects.get(pk=case.pk).search == copied
    facility = Facility.objects.get(pk=case.facility_id)
    assert facility.search == facility.folded()
    assert facility.history.count() == 1  # nobody changed the facility itself


def test_a_new_holder_finds_the_facility(case: Case) -> None:
    new = people.party("Lagoon Grill")
    adding.change_holder(case.facility, holder=new, on=JUNE_1, by=people.clerk())  # type: ignore[arg-type]
    assert found("lagoon") == {case.facility}
    # Who applied for the case stays who applied.
    assert found("old harbor") == {case}


# --------------------------------------------------------------------------------------------- in the admin
def change(desk: Client, row: Any, **columns: Any) -> None:
    """Save the row in the admin with these columns changed."""
    address = reverse(f"admin:office_{row._meta.model_name}_change", args=[row.pk])
    form = desk.get(address).context["adminform"].form
    now = {name: value for name in form.fields if (value := form[name].value()) is not None}
    answer = desk.post(address, now | columns)
    assert answer.status_code == 302, answer.context["errors"]


@pytest.mark.parametrize(
    ("of", "columns"),
    [
        (lambda case: case.people.get().party, {"name": "Lagoon Grill"}),
        (lambda case: case.parcels.get(), {"street": "Lagoon Road"}),
        (lambda case: case.facility, {"name": "Lagoon bin"}),
    ],
)
def test_a_name_changed_in_the_admin_is_found_at_once(
    desk: Client, case: Case, of: Callable[[Case], Any], columns: dict[str, str]
) -> None:
    row = of(case)
    change(desk, row, **columns)
    assert found("lagoon") == {case, case.facility}
    assert row.history.latest().history_user == people.administrator()


def test_the_administrator_of_another_board_renames_what_is_shared(case: Case) -> None:
    neighbor = Client()
    neighbor.force_login(people.administrator(people.docks()))
    change(neighbor, case.people.get().party, name="Lagoon Grill")
    change(neighbor, case.facility, name="Alley bin")
    assert found("lagoon alley") == {case, case.facility}


def test_a_name_brought_back_from_the_history_is_found(desk: Client, case: Case) -> None:
    party = people.party("Old Harbor Cafe")
    change(desk, party, name="Lagoon Grill")
    before = party.history.earliest()
    address = reverse("admin:office_party_simple_history", args=[party.pk, before.pk])
    assert desk.post(address, OLD).status_code == 302
    assert found("old harbor") == {case, case.facility}
    assert found("lagoon") == set()


def test_a_change_of_which_the_copies_fail_is_not_made(
    desk: Client, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the disk is full")

    party = people.party("Old Harbor Cafe")
    before = party.history.latest()
    renamed(party, name="Lagoon Grill")
    monkeypatch.setattr(adding, "_written_anew", fails)
    with pytest.raises(RuntimeError):
        change(desk, party, name="Quay Diner")
    address = reverse("admin:office_party_simple_history", args=[party.pk, before.pk])
    with pytest.raises(RuntimeError):
        desk.post(address, OLD)
    party.refresh_from_db()
    assert party.name == "Lagoon Grill"
    assert found("lagoon") == {case, case.facility}


# ------------------------------------------------------------------------------------------------- how many
def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as seen:
        act()
    return len(seen)


@pytest.mark.parametrize(
    ("model", "column"),
    [(Party, "name"), (Parcel, "street"), (Facility, "name")],
    ids=["party", "lot", "facility"],
)
def test_many_cases_take_as_many_queries_as_one(model: Any, column: str) -> None:
    party, parcel, facility = people.party(), people.parcel(), people.dumpster_bin()
    rows: dict[Any, Any] = {Party: party, Parcel: parcel, Facility: facility}

    def case() -> None:
        if model is not Facility:
            people.dumpster_bin()
        open_case(
            kind="toy", on=JUNE_1, by=people.clerk(), board=people.health(), parcels=[parcel],
            facility=facility, people=[(party, "applicant"), (people.party("Sample Agent"), "agent")],
        )  # fmt: skip

    with toys.registered():
        case()
        one = queries(lambda: renamed(rows[model], **{column: "Lagoon"}))
        for _ in range(5):
            case()
        assert queries(lambda: renamed(rows[model], **{column: "Alley"})) == one
        assert Case.objects.matching("alley").count() == 6


def test_more_than_a_batch_is_written_to_the_last(monkeypatch: pytest.MonkeyPatch, case: Case) -> None:
    monkeypatch.setattr(adding, "BATCH", 2)
    for _ in range(4):
        people.dumpster_bin(holder=people.party("Old Harbor Cafe"))
    renamed(people.party("Old Harbor Cafe"), name="Lagoon Grill")
    assert len(found("lagoon")) == 6


def test_what_did_not_change_is_not_written(case: Case) -> None:
    party = people.party("Old Harbor Cafe")
    party.email = "sample@example.org"
    party.save()
    with CaptureQueriesContext(connection) as seen:
        adding.refold(party)
    assert not [asked["sql"] for asked in seen if asked["sql"].startswith("UPDATE")]
