"""Report a problem: no account, no name needed, nothing lost or doubled, nothing told to others."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from office import kinds, limits
from office.actions import reports
from office.actions.errors import NotAllowed
from office.models import Case, Document, Party
from office.uploads import UploadRefused
from office.views.problems import MOST, WITHIN
from tests import people
from tests.world import pdf

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)
NOON = datetime(2026, 6, 15, 12, 5, tzinfo=ZoneInfo("America/New_York"))
NEW = "/problems/new/"


@pytest.fixture(autouse=True)
def office() -> Iterator[Any]:
    """Noon of a Monday, three boards, and nobody has reported anything yet."""
    cache.clear()
    for board in (people.health(), people.docks(), people.works()):
        board.phone = "508-555-0101"
        board.save()
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def key_of(client: Client) -> str:
    page = client.get(NEW).content.decode()
    found = re.search(r'name="problem-key" value="([0-9a-f]{32})"', page)
    assert found
    return found[1]


def send(client: Client, **said: Any) -> Any:
    """The form filled in and pressed; `problem_name` stands for problem-name."""
    answers = {"described": "The lids stand open.", "problem-board": "tisbury-health"}
    answers |= {name.replace("problem_", "problem-"): value for name, value in said.items()}
    answers.setdefault("problem-key", key_of(client))
    return client.post(NEW, answers)


def words(response: Any) -> str:
    main = response.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).replace("&#x27;", "'").split())


def the_case() -> Case:
    return Case.objects.get()


def photo(name: str = "lids.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue())


# --------------------------------------------------------------------------------------------- reported
def test_a_report_without_a_name_opens_a_case_before_the_board_chosen(client: Client) -> None:
    response = send(
        client, about="dumpster", seen_on="6/14/2026", seen_at="11:30 pm", problem_place="Behind the old mill"
    )
    case = the_case()
    assert response.status_code == 302
    assert case.board == people.health()
    assert case.status == "open"
    assert case.filed_on == DAY
    assert not case.people.exists()
    assert case.details.described == "The lids stand open."
    assert case.details.seen_on == date(2026, 6, 14)
    assert f"{case.details.seen_at:%H:%M}" == "23:30"
    assert case.details.anonymous is True
    filed = case.events.get(slug="filed")
    assert filed.by is None
    assert filed.note == "Reported online. Where: Behind the old mill"


def test_the_office_finds_it_like_any_other(client: Client) -> None:
    send(client, problem_name="Sample Neighbor", problem_phone="508-555-0142", problem_email="n@example.org")
    case = the_case()
    row = case.people.get()
    assert (row.role, row.party.name, row.party.phone) == ("complainant", "Sample Neighbor", "508-555-0142")
    assert case.details.anonymous is False
    desk = Client()
    desk.force_login(people.clerk())
    assert case.number in desk.get("/worklist/our-move/").content.decode()
    file = desk.get(f"/cases/{case.number}/").content.decode()
    assert "Sample Neighbor" in file
    assert "Reported online." in file
    other = Client()
    other.force_login(people.clerk(people.docks()))
    assert other.get(f"/cases/{case.number}/").status_code == 404


def test_a_telephone_without_a_name_is_kept_as_such(client: Client) -> None:
    send(client, problem_phone="508-555-0142")
    party = the_case().people.get().party
    assert (party.name, party.phone) == (reports.NO_NAME, "508-555-0142")
    assert the_case().details.anonymous is True


def test_who_gives_the_name_of_somebody_known_is_not_taken_for_them(client: Client) -> None:
    known = people.party("Sample Neighbor", kind="person", email="real@example.org")
    send(client, problem_name="Sample Neighbor")
    assert the_case().people.get().party != known
    assert Party.objects.filter(name="Sample Neighbor").count() == 2


@pytest.mark.parametrize("place", ["10 Sample Street", "10 SAMPLE  street", "29-A-3", "29a3"])
def test_an_address_on_file_is_taken_as_the_lot(client: Client, place: str) -> None:
    people.parcel()
    people.parcel(lot="4", street_number="12")
    send(client, problem_place=place)
    assert [lot.label for lot in the_case().parcels.all()] == ["29-A-3"]


@pytest.mark.parametrize("place", ["Sample Street", "near 10 Sample Street", "", "   ", "---"])
def test_any_other_words_stay_words(client: Client, place: str) -> None:
    people.parcel()
    people.parcel(lot="4", street_number="12")
    send(client, problem_place=place)
    assert not the_case().parcels.exists()


def test_a_lot_of_another_town_is_none(client: Client) -> None:
    people.parcel()
    send(client, problem_place="29-A-3", **{"problem-board": "jamestown-public-works"})
    assert the_case().board == people.works()
    assert not the_case().parcels.exists()


# -------------------------------------------------------------------------------------- the page after it
def test_the_page_after_it_is_permanent_and_says_number_and_nothing_of_what_was_written(
    client: Client, office: Any
) -> None:
    response = send(client, problem_name="Sample Neighbor", problem_place="Behind the old mill")
    page = client.get(response.url)
    case = the_case()
    assert response.url != reverse("problem", args=[case.number.lower()])
    for said in (case.number, "Monday, June 15, 2026", "Tisbury Board of Health", "Keep this page"):
        assert said in words(page)
    assert "no-store" in page.headers["Cache-Control"]
    assert page.headers["X-Robots-Tag"] == "noindex"
    for hidden in ("Sample Neighbor", "old mill", "lids"):
        assert hidden not in page.content.decode()
    office.shift(timedelta(days=400))
    assert Client().get(response.url).status_code == 200


@pytest.mark.parametrize("code", ["CO-2026-001", "0" * 32, "new-", "sample-open", "problem-" + "0" * 32])
def test_no_other_code_leads_anywhere(client: Client, code: str) -> None:
    send(client)
    people.issued_dumpster(DAY)
    assert client.get(f"/problems/{code}/").status_code == 404


def test_it_stands_on_no_public_page(client: Client) -> None:
    send(client, problem_place="10 Sample Street", problem_name="Sample Neighbor")
    number = the_case().number
    for address in (f"/register/?q={number}", "/register/?q=neighbor", "/register/"):
        assert f">{number}<" not in client.get(address).content.decode()
    assert client.get(f"/register/{number}/").status_code == 404


# -------------------------------------------------------------------------------------- nothing is doubled
def test_pressed_twice_it_is_one_case_and_leads_to_the_same_page(client: Client) -> None:
    key = key_of(client)
    said = {"problem_key": key, "problem_name": "Sample Neighbor", "problem_file": photo()}
    first = send(client, **said)
    again = send(client, **(said | {"problem_file": photo()}))
    assert first.url == again.url
    assert the_case().people.count() == Party.objects.filter(name="Sample Neighbor").count() == 1
    assert Document.objects.count() == 1


@pytest.mark.parametrize("key", ["", "short", "g" * 32, "../../etc", "\0" * 32])
def test_a_key_that_is_not_ours_opens_nothing(client: Client, key: str) -> None:
    response = send(client, problem_key=key)
    assert response.status_code == 422
    assert not Case.objects.exists()


# ---------------------------------------------------------------------------------------------- files
def test_a_photo_is_kept_confidential(client: Client) -> None:
    send(client, problem_file=photo())
    document = the_case().documents.get()
    assert document.confidential
    assert (document.label, document.by) == (reports.FILE, None)
    assert Client().get(f"/documents/{document.pk}/").status_code == 302


@pytest.mark.parametrize(
    "file",
    [
        SimpleUploadedFile("lids.exe", b"MZ" + b"\0" * 200),
        SimpleUploadedFile("lids.jpg", b"MZ" + b"\0" * 200),
        SimpleUploadedFile("run.sh", b"#!/bin/sh\nrm -rf /\n"),
        SimpleUploadedFile("page.html", b"<script>alert(1)</script>"),
        SimpleUploadedFile("empty.pdf", b""),
    ],
    ids=["program", "program-named-photo", "script", "web-page", "empty"],
)
def test_a_program_or_an_empty_file_is_refused_and_nothing_typed_is_lost(client: Client, file: Any) -> None:
    file.seek(0)
    response = send(client, problem_file=file, problem_name="Sample Neighbor")
    assert response.status_code == 422
    assert not Case.objects.exists()
    assert not Party.objects.filter(name="Sample Neighbor").exists()
    page = response.content.decode()
    assert 'href="#id_problem-file"' in page
    assert "Sample Neighbor" in page
    assert "The lids stand open." in page


def test_a_file_chosen_beside_another_error_must_be_chosen_again(client: Client) -> None:
    response = send(client, described="", problem_file=pdf("plan (1).pdf"))
    assert "Choose the file again: a browser does not keep it." in words(response)


# --------------------------------------------------------------------------------------- what is wrong
@pytest.mark.parametrize(
    ("said", "says", "target"),
    [
        ({"described": ""}, "Write what was seen, in a sentence or two.", "id_described"),
        ({"described": "   "}, "Write what was seen, in a sentence or two.", "id_described"),
        (
            {"problem_board": ""},
            "Choose the town, so that the report reaches its office.",
            "id_problem-board_0",
        ),
        ({"problem_board": "nowhere"}, "Choose the town, so that", "id_problem-board_0"),
        ({"seen_on": "yesterday"}, "“yesterday” is not a date we can read.", "id_seen_on"),
        (
            {"seen_at": "late"},
            "This is not a time we can read. Write it like 2:30 pm or 14:30.",
            "id_seen_at",
        ),
        ({"problem_email": "nobody"}, "Write the e-mail address with an @ sign", "id_problem-email"),
        ({"problem_name": "x" * 201}, "This is too long. Shorten it.", "id_problem-name"),
        ({"problem_website": "http://x"}, "Empty the last box", "id_problem-website"),
    ],
)
def test_every_error_says_how_to_fix_it_and_leads_to_its_field(
    client: Client, said: dict[str, str], says: str, target: str
) -> None:
    response = send(client, **said)
    assert response.status_code == 422
    assert says in words(response)
    page = response.content.decode()
    assert f'href="#{target}"' in page
    assert "<title>Error: Report a problem" in page
    assert not Case.objects.exists()


@pytest.mark.parametrize("name", ["O'Brien", "Müller", "李", "Z" + "\u0316" * 100, "<b>bold</b>"])
def test_names_of_every_sort_are_kept_as_they_are(client: Client, name: str) -> None:
    send(client, problem_name=name)
    assert the_case().people.get().party.name == name


def test_the_form_asks_the_caller_nothing_in_the_third_person(client: Client) -> None:
    page = words(client.get(NEW))
    assert "What was seen" in page
    assert "the caller" not in page


# ------------------------------------------------------------------------------------------- how often
def test_one_address_reports_so_often_an_hour_and_then_is_told_when_again(
    client: Client, office: Any
) -> None:
    for _ in range(MOST):
        assert send(client).status_code == 302
    refused = send(client, problem_name="Sample Neighbor")
    assert refused.status_code == 429
    assert "6 reports came from your connection within an hour. Call the office at 508-555-0101" in words(
        refused
    )
    assert "after 1 pm." in words(refused)
    assert "Sample Neighbor" in refused.content.decode()
    assert Case.objects.count() == MOST
    assert Client(REMOTE_ADDR="203.0.113.9").get(NEW).status_code == 200
    assert send(Client(REMOTE_ADDR="203.0.113.9")).status_code == 302
    office.shift(WITHIN)
    assert send(client).status_code == 302


def test_what_is_refused_or_pressed_again_does_not_count(client: Client) -> None:
    key = key_of(client)
    for _ in range(MOST + 2):
        assert send(client, described="").status_code == 422
        assert send(client, problem_key=key).status_code == 302
    assert Case.objects.count() == 1


def test_the_last_press_of_a_full_hour_still_leads_to_its_page(client: Client) -> None:
    keys = [key_of(client) for _ in range(MOST)]
    for key in keys:
        send(client, problem_key=key)
    assert send(client, problem_key=keys[-1]).status_code == 302


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("", "not an address", True),
    ],
)
def test_an_address_of_version_6_counts_as_its_network(one: str, other: str, same: bool) -> None:
    limits.count("knock", one, within=WITHIN, now=NOON)
    assert limits.has_room("knock", other, most=1, within=WITHIN, now=NOON) is not same


def test_behind_a_proxy_the_address_it_adds_counts_and_none_a_visitor_writes(
    client: Client, settings: Any
) -> None:
    settings.BEHIND_PROXY = True
    for n in range(MOST + 1):
        visitor = Client(HTTP_X_FORWARDED_FOR=f"198.51.100.{n}, 203.0.113.7")
        assert send(visitor).status_code == (302 if n < MOST else 429)
    assert send(Client(HTTP_X_FORWARDED_FOR="203.0.113.7, 198.51.100.1")).status_code == 302


def test_what_is_counted_holds_no_address(settings: Any, client: Client) -> None:
    send(client)
    kept = list(settings.CACHES["default"]["LOCATION"].iterdir())
    assert kept
    assert not [file for file in kept if b"127.0.0.1" in file.read_bytes() or "127.0.0.1" in file.name]


# --------------------------------------------------------------------------------------------- the action
def test_a_kind_nobody_may_report_is_refused() -> None:
    with pytest.raises(NotAllowed, match="is not reported online"):
        reports.report(kind=kinds.get("dumpster"), board=people.health(), answers={}, key="problem-x", on=DAY)


def test_only_what_the_kind_asks_the_public_is_taken() -> None:
    case = reports.report(
        kind=kinds.get("complaint"), board=people.health(), key="problem-x", on=DAY,
        answers={"described": "Lids open.", "anonymous": "false", "case": "1", "id": "7"},
    )  # fmt: skip
    assert case.details.anonymous is True


def test_a_report_that_fails_leaves_nothing() -> None:
    with pytest.raises(UploadRefused):
        reports.report(
            kind=kinds.get("complaint"), board=people.health(), key="problem-x", on=DAY,
            answers={"described": "Lids open."}, name="Sample Neighbor",
            file=SimpleUploadedFile("lids.exe", b"MZ" + b"\0" * 200),
        )  # fmt: skip
    assert not Case.objects.exists()
    assert not Party.objects.filter(name="Sample Neighbor").exists()
