"""Rows on pages: the draft online, the counter, the change of answers, the case and the register."""

from __future__ import annotations

import io
import re
from datetime import date
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import now
from pypdf import PdfReader

from office.actions import drafts, renewing_online
from office.actions.cases import issue
from office.intake import answers_of
from office.models import Case, Draft
from tests import people
from tests.office.rafts import (  # noqa: F401
    FILED,
    PLANKS,
    RAFT,
    Depth,
    file_raft,
    raft_kind,
    raft_tables,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("raft_kind")]
MOMENT = "2026-06-01 10:00 -0400"
TWO = {
    "planks-wood": ["oak", "pine", ""], "planks-length_ft": ["12", "8'6\"", ""],
    "planks-count": ["3", "", ""], "planks-tarred": ["true", "", ""], "planks-giver": ["", "", ""],
}  # fmt: skip


@pytest.fixture(autouse=True)
def monday() -> Any:
    with time_machine.travel(MOMENT, tick=False):
        yield


@pytest.fixture
def draft() -> tuple[Draft, str]:
    people.clerk()
    return drafts.begin(kind=RAFT, board=people.health(), on=date(2026, 6, 1), now=now())


def send(client: Client, token: str, section: str, **answers: Any) -> Any:
    version = Draft.objects.get().version_of(section)
    sent = {name.replace("__", "-"): value for name, value in answers.items()}
    return client.post(reverse("draft-section", args=[token, section]), {"version": version, **sent})


def page(client: Client, token: str, section: str) -> str:
    return client.get(reverse("draft-section", args=[token, section])).content.decode()


# ---- A draft
def test_a_section_keeps_its_rows_as_they_were_typed(client: Client, draft: tuple[Draft, str]) -> None:
    _, token = draft
    typed = {**TWO, "planks-length_ft": ["twelve", "8'6\"", ""]}
    answer = send(client, token, "raft", **typed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'href="#id_planks-0-length_ft"' in html
    assert "Plank 1, length in feet: Write the feet in digits" in html
    assert 'value="twelve"' in html
    assert "Read as 8.5 ft" in html
    assert Draft.objects.get().raw("raft")["planks-length_ft"] == typed["planks-length_ft"]
    assert "Plank 1, length in feet" in client.get(reverse("draft-check", args=[token])).content.decode()


def test_add_row_keeps_everything_and_comes_back_with_one_more(
    client: Client, draft: tuple[Draft, str]
) -> None:
    _, token = draft
    assert page(client, token, "raft").count('class="row-card"') == 3 + 1, "three empty rows, and the pattern"
    answer = send(client, token, "raft", **TWO, **{"add-row": "planks", "name": "Sample"})
    assert answer.status_code == 302
    assert answer["Location"].endswith("#id_planks-more")
    html = page(client, token, "raft")
    assert html.count('class="row-card"') == 4 + 1
    assert 'value="12"' in html
    assert Draft.objects.get().raw("raft")["name"] == ["Sample"]
    assert send(client, token, "raft", **TWO, **{"add-row": "of-nobody"}).status_code == 302


def test_no_more_rows_are_added_than_are_taken(client: Client, draft: tuple[Draft, str]) -> None:
    _, token = draft
    send(client, token, "raft", **{"planks-wood": ["oak"] * PLANKS.most, "add-row": "planks"})
    assert page(client, token, "raft").count('class="row-card"') == PLANKS.most + 1


def test_the_findings_follow_the_rows_while_they_are_written(
    client: Client, draft: tuple[Draft, str]
) -> None:
    _, token = draft
    url = reverse("draft-section", args=[token, "raft"])
    html = client.post(url, {"version": 0, **TWO}, headers={"HX-Request": "true"}).content.decode()
    assert "1 met" in html
    assert Draft.objects.get().raw("raft") == {}, "looking keeps nothing"
    longer = {**TWO, "planks-length_ft": ["13", "8", ""]}
    html = client.post(url, {"version": 0, **longer}, headers={"HX-Request": "true"}).content.decode()
    assert "1 not met" in html
    assert "#id_planks" in html


def test_a_pasted_table_becomes_rows_and_a_long_one_stays_a_text(
    client: Client, draft: tuple[Draft, str]
) -> None:
    _, token = draft
    send(client, token, "water", **{"depths-pasted": "Distance;Depth\n0;3.5\n10;4", "check": "1"})
    html = page(client, token, "water")
    assert 'id="id_depths-1-depth_ft"' in html
    assert "Read as" not in html
    long = "\n".join(f"{n}\t4.5" for n in range(500))
    assert send(client, token, "water", **{"depths-pasted": long}).status_code == 302
    html = page(client, token, "water")
    assert "500 rows read" in html
    assert 'class="row-card"' not in html
    wrong = long.replace("7\t4.5\n8", "7\tdeep\n8", 1)
    answer = send(client, token, "water", **{"depths-pasted": wrong})
    assert answer.status_code == 422
    assert "Line 8, depth in feet: Write the feet in digits" in answer.content.decode()
    assert "7\tdeep" in answer.content.decode()


def test_it_is_filed_with_its_rows_and_its_copy_shows_them(client: Client, draft: tuple[Draft, str]) -> None:
    _, token = draft
    send(client, token, "you", name="Sample Person", kind="person", email="sample@example.org", acts="owner")
    send(client, token, "place", find="10 Sample Street")
    send(client, token, "raft", **{**TWO, "name": "Sample", "overall_length_ft": "14'6\""})
    send(client, token, "water", **{"depths-pasted": "0 3.5\n10 4"})
    html = client.get(reverse("draft-check", args=[token])).content.decode()
    assert 'data-label="Length in feet">8.5</td>' in html
    assert client.post(reverse("draft-check", args=[token]), {"declared": "on"}).status_code == 302
    case = Case.objects.get(kind="raft")
    assert case.details.planks.count() == 2
    assert Depth.objects.count() == 2
    assert client.get(reverse("draft-filed", args=[token])).status_code == 200
    pdf = client.get(reverse("draft-copy", args=[token]))
    copy = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages)
    assert re.search(r"No\.\s+Wood\s+Length in feet", copy)
    assert re.search(r"2\s+White pine\s+8\.5", copy)


def test_two_tabs_see_both_versions_of_the_rows(client: Client, draft: tuple[Draft, str]) -> None:
    _, token = draft
    url = reverse("draft-section", args=[token, "raft"])
    client.post(url, {"version": 0, **TWO})
    html = client.post(url, {"version": 0, **TWO, "planks-length_ft": ["11", "", ""]}).content.decode()
    assert "stale-save" in html
    assert 'data-label="Length in feet">11</td>' in html
    assert 'data-label="Length in feet">12</td>' in html


# ---- The office
def counter_post(**answers: Any) -> dict[str, Any]:
    return {
        "who-name": "Sample Person", "who-kind": "person", "who-role": "applicant", "lot-find": "",
        "filing-key": "counter:1", "filing-on": "6/1/2026", **answers,
    }  # fmt: skip


def test_the_counter_takes_rows_and_adds_one_without_filing(client: Client) -> None:
    client.force_login(people.clerk())
    url = reverse("counter-kind", args=["raft"])
    html = client.post(url, counter_post(**TWO, **{"add-row": "planks"})).content.decode()
    assert html.count('class="row-card"') == 4 + 1 + 3 + 1
    assert not Case.objects.exists()
    answer = client.post(url, counter_post(**TWO))
    assert answer.status_code == 302, answer.content.decode()[:3000]
    assert Case.objects.get().details.planks.count() == 2


def test_answers_are_changed_row_by_row_and_a_stale_save_shows_both(client: Client) -> None:
    case = file_raft()
    client.force_login(people.clerk())
    url = reverse("change-answers", args=[case.number])
    html = client.get(url).content.decode()
    assert 'value="8.5"' in html
    sent = {**TWO, "depths-pasted": "0 4", "on": "6/1/2026", "version": str(case.version)}
    html = client.post(url, {**sent, "add-row": "planks"}).content.decode()
    assert html.count('class="row-card"') == 4 + 1 + 2 + 1
    assert case.details.planks.count() == 2
    stale = client.post(url, {**sent, "version": str(case.version + 7)})
    assert stale.status_code == 422
    assert "stale-save" in stale.content.decode()
    assert client.post(url, sent).status_code == 302
    case = Case.objects.get()
    assert "Changed: Depths" in case.events.get(slug="amended").note


def test_the_case_shows_all_rows_and_the_register_its_columns(client: Client) -> None:
    case = file_raft()
    client.force_login(people.clerk())
    html = client.get(reverse("case", args=[case.number])).content.decode()
    assert "Sample giver" in html
    assert "White pine" in html
    people.settle(case, FILED, people.clerk())
    issue(case, on=FILED, by=people.clerk())
    client.logout()
    html = client.get(reverse("register-case", args=[case.number])).content.decode()
    assert "White pine" in html
    assert "Sample giver" not in html
    assert "6.25" not in html, "depths are not on the register's list"


def test_the_case_page_reads_500_rows_in_as_many_queries_as_three(
    client: Client,
) -> None:
    few = file_raft()
    many = file_raft(**{"depths-pasted": "\n".join(f"{n} 4" for n in range(500))})
    client.force_login(people.clerk())
    counts = []
    for case in (few, few, many):
        with CaptureQueriesContext(
            connection,
        ) as context:
            client.get(reverse("case", args=[case.number]))
        counts.append(len(context))
    assert counts[1] == counts[2]


def test_a_renewal_comes_filled_with_the_rows_and_marks_what_changed(client: Client) -> None:
    case = file_raft()
    people.settle(case, FILED, people.clerk())
    issue(case, on=FILED, by=people.clerk())
    sent = renewing_online.as_sent(RAFT, answers_of(case.details))
    assert sent["raft"]["planks-length_ft"] == ["12", "8.5"]
    assert sent["water"]["depths-depth_ft"] == ["3.5", "4", "6.25"]
    client.force_login(people.clerk())
    url = reverse("renew", args=[case.number])
    html = client.get(url).content.decode()
    assert 'value="8.5"' in html
