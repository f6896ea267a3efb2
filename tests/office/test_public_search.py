"""By what anybody may find a permit: number, lot, street, business. No private person comes in."""

from __future__ import annotations

import io
from datetime import date

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from office.actions import people as adding
from office.actions.cases import rewind
from office.actions.events import publicly_folded
from office.models import Case, Counter, Facility, Party
from office.views.register import on_register
from tests import people

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)


def found(words: str) -> list[str]:
    return [case.number for case in on_register().publicly_matching(words).order_by("pk")]


# What people write of the permit below: its number, its lot, its street, its holder.
NUMBERS = [
    "DU-2026-031", "du-2026-31", "du2026031", "du202631", "du2026 31", "dú 2026 31", "DU 2026 31",
    "du 31", "DU-31", "dú 31", "du31",
]  # fmt: skip
FORMS = [
    *NUMBERS, "2026-031", "2026 31",
    "29a3", "29A3", "29-A-3", "29-a-03", "029-A-3", "29 A 3", "29–A–3",
    "obrien", "O'Brien", "OBRIEN’S", "OʼBrien", "o brien", "muller", "Müller", "MU\u0308LLER",
    "cafe", "Café", "李", "sample street", "10 sample", "muller 29-a-3",
]  # fmt: skip


@pytest.fixture
def written() -> Case:
    """The permit DU-2026-031 of a business with an unusual name, among others of its year and street."""
    people.issued_dumpster(DAY)
    Counter.objects.filter(series="DU-2026").update(last=30)
    firm = people.party("O'Brien's & Müller Café 李")
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=firm))
    near = people.parcel(map_no="31", block="B", lot="31", street_number="31", street="Sample Lane")
    people.issued_dumpster(DAY, facility=people.dumpster_bin(parcel=near))
    assert case.number == "DU-2026-031"
    return case


def test_the_register_finds_a_permit_however_it_is_written(written: Case) -> None:
    lost = {typed: hits for typed in FORMS if written.number not in (hits := found(typed))}
    assert lost == {}
    for typed in (*NUMBERS, "2026-031", "obrien", "Müller", "李", "muller 29-a-3"):
        assert found(typed) == [written.number], typed


def test_the_find_box_finds_a_case_however_it_is_written(written: Case, client: Client) -> None:
    client.force_login(people.clerk())
    alone = {*NUMBERS, "2026-031", "obrien", "O'Brien", "OBRIEN’S", "OʼBrien", "muller", "Müller", "李"}
    for typed in FORMS:
        answer = client.get("/find/", {"q": typed})
        if typed in alone:
            assert answer.headers.get("Location") == f"/cases/{written.number}/", typed
        elif answer.status_code == 302:
            assert answer.headers["Location"] == f"/cases/{written.number}/", typed
        else:
            assert f'href="/cases/{written.number}/"' in answer.content.decode(), typed


def test_the_counter_finds_a_case_however_it_is_written(written: Case, client: Client) -> None:
    client.force_login(people.clerk())
    for typed in FORMS:
        answer = client.get("/counter/", {"q": typed})
        if typed in NUMBERS:
            assert answer.headers["Location"] == f"/cases/{written.number}/", typed
        else:
            assert f'href="/cases/{written.number}/"' in answer.content.decode(), typed


def test_a_number_of_two_years_finds_both_and_of_none_its_words(written: Case, client: Client) -> None:
    other = people.issued_dumpster(DAY)
    Case.objects.filter(pk=other.pk).update(number="DU-2025-031")
    assert found("du 31") == ["DU-2026-031", "DU-2025-031"]
    assert found("DU-2025-31") == ["DU-2025-031"]
    assert found("du 30") == []
    assert found("DU-2024-31") == []
    assert found("du 10") == ["DU-2026-001", written.number, "DU-2025-031"]  # of 10 Sample Street
    client.force_login(people.clerk())
    assert client.get("/counter/", {"q": "du 31"}).status_code == 200


def test_a_lot_of_digits_alone_is_not_taken_for_a_telephone(client: Client) -> None:
    lot = people.parcel(map_no="0290", block="", lot="0031")
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin(parcel=lot))
    people.issued_dumpster(DAY)
    client.force_login(people.clerk())
    for typed in ("0290-0031", "290 0031 ", "0290 0031"):
        assert client.get("/find/", {"q": typed}).headers.get("Location") == f"/cases/{case.number}/", typed


def test_the_column_holds_what_is_allowed_and_nothing_else() -> None:
    firm = people.party("Island Hardware", phone="508-555-4321", street="9 Mailbox Lane")
    bin_ = people.dumpster_bin("Jane Hidden's bin", holder=firm)
    case = people.issued_dumpster(DAY, facility=bin_)
    assert case.public_search == "du20261 du2026001 29a3 10 sample street island hardware"


def test_a_private_holder_is_not_in_it_until_it_is_a_business() -> None:
    jane = people.party("Jane Hidden", kind="person")
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin("Front", holder=jane))
    assert "jane" in case.search
    assert "jane" not in case.public_search
    jane.kind = Party.Kind.ORGANIZATION
    jane.save()
    adding.refold(jane)
    assert found("jane hidden") == [case.number]
    jane.kind = Party.Kind.PERSON
    jane.save()
    adding.refold(jane)
    assert found("jane hidden") == []


def test_a_holder_with_no_part_in_the_case_is_followed_by_name_and_change() -> None:
    case = people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=people.party("Old Harbor Cafe")))
    new = people.party("Lagoon Grill")
    assert case.facility
    adding.change_holder(case.facility, holder=new, on=DAY, by=people.clerk())
    assert found("lagoon") == [case.number]
    new.name = "Quay Diner"
    new.save()
    adding.refold(new)
    assert found("quay") == [case.number]
    assert found("lagoon") == found("old harbor") == []


def test_a_copy_is_what_a_new_projection_would_write() -> None:
    case = people.issued_dumpster(DAY)
    Case.objects.update(public_search="")
    rewind(case)
    case.refresh_from_db()
    assert case.public_search == publicly_folded(case) != ""


def test_a_whole_number_finds_that_permit_alone(client: Client) -> None:
    case = people.issued_dumpster(DAY)
    people.issued_dumpster(DAY)
    Case.objects.exclude(pk=case.pk).filter(kind=case.kind).update(
        number="DU-2026-0010", public_search="du202610 du20260010 29a3"
    )
    assert client.get("/register/", {"q": "du 2026 1"}).url == f"/register/{case.number}/"  # type: ignore[attr-defined]


# --------------------------------------------------------------------------------- filling it afterwards
def refold(*words: str) -> str:
    out = io.StringIO()
    call_command("refold", *words, stdout=out)
    return out.getvalue()


def unfold(count: int) -> None:
    """So many permits that no projection has written since the column came."""
    for _ in range(count):
        people.issued_dumpster(DAY)
    Case.objects.update(public_search="")


def test_refold_fills_what_is_open_and_says_how_much() -> None:
    unfold(2)
    total = Case.objects.count()
    assert refold() == f"{total} cases folded\n"
    assert all(case.public_search == publicly_folded(case) for case in Case.objects.all())
    assert refold() == "Every case is folded.\n"


def test_refold_stopped_half_way_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    unfold(3)
    total = Case.objects.count()
    monkeypatch.setattr(adding, "BATCH", 2)
    assert next(adding.refold_cases()) == 2
    assert Case.objects.filter(public_search="").count() == total - 2
    assert list(adding.refold_cases())[-1] == total - 2
    assert not Case.objects.filter(public_search="").exists()


def test_refold_of_all_mends_what_is_wrong_and_writes_nothing_else() -> None:
    case = people.issued_dumpster(DAY)
    Case.objects.filter(pk=case.pk).update(public_search="as it was")
    assert refold() == "Every case is folded.\n"
    with CaptureQueriesContext(connection) as asked:
        refold("--all")
    assert found("29a3") == [case.number]
    assert len([1 for each in asked if each["sql"].startswith("UPDATE")]) == 1


def test_seed_fills_it_too() -> None:
    unfold(1)
    call_command("seed", stdout=io.StringIO())
    assert not Case.objects.filter(public_search="").exists()


# ------------------------------------------------------------------------------------- nearest spellings
def test_only_what_is_on_the_register_is_offered(client: Client) -> None:
    people.issued_dumpster(DAY)
    people.ready_dumpster(DAY, facility=people.dumpster_bin(
        holder=people.party("Zanzibar Imports"), parcel=people.parcel(lot="9", street="Quayside"),
    ))  # fmt: skip
    for typed in ("Zanzibat Imports", "Quaysite"):
        assert "Did you mean" not in client.get("/register/", {"q": typed}).content.decode()
    assert "Sample Harbor Cafe" in client.get("/register/", {"q": "Sampel Habor Caffe"}).content.decode()


def test_the_nearest_is_found_among_many_that_share_its_letters(client: Client) -> None:
    people.issued_dumpster(DAY, facility=people.dumpster_bin(holder=people.party("Sample Lighthouse")))
    for n in range(200):
        Facility.objects.create(kind="dumpster", name=f"Bin {n}", holder=people.party(f"Sample Keeper {n}"))
    assert "Sample Lighthouse" in client.get("/register/", {"q": "Sampel Lighthose"}).content.decode()
