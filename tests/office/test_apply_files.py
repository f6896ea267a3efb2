"""The files of a draft: looked at, replaced, removed, counted, and what of them the office gets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from office.actions import draft_files
from office.actions.errors import NotAllowed
from office.models import Case, Document, DraftFile
from office.views.draft_papers import MOST_ATTACHED
from tests import people
from tests.office.test_apply import DAY, NOON, Applicant, heic, office, photo, send, somebody, summary, words
from tests.world import pdf

__all__ = ["office", "somebody"]  # fixtures
pytestmark = pytest.mark.django_db


def replace(somebody: Applicant, old: DraftFile, *files: SimpleUploadedFile) -> Any:
    return somebody.save("papers", "attach", **{f"replace-{old.pk}": list(files)})


def the_file(somebody: Applicant) -> DraftFile:
    return somebody.draft.files.current().get()


# ------------------------------------------------------------------------------------------- looked at
def test_a_file_is_looked_at_with_the_link_alone_and_can_run_nothing(somebody: Applicant) -> None:
    send(somebody, pdf("../../plan (1)\u202efdp.pdf"))
    file = the_file(somebody)
    assert f'href="{somebody.at(f"files/{file.pk}/")}"' in somebody.get("papers/").content.decode()
    came = Client().get(somebody.at(f"files/{file.pk}/"))
    assert came.getvalue().startswith(b"%PDF-")
    assert came["Content-Disposition"] == 'inline; filename="plan (1)fdp.pdf"'
    assert came["X-Content-Type-Options"] == "nosniff"
    assert came["Content-Security-Policy"].startswith("default-src 'none'")
    assert ("no-store" in came["Cache-Control"], came["X-Robots-Tag"]) == (True, "noindex")
    saved = Client().get(somebody.at(f"files/{file.pk}/?save"))
    assert saved["Content-Disposition"].startswith("attachment; ")
    other = Applicant()
    for address in (other.at(f"files/{file.pk}/"), somebody.at("files/999999/")):
        assert Client().get(address).status_code == 404
    assert somebody.client.post(somebody.at(f"files/{file.pk}/")).status_code == 405


def test_a_removed_file_is_not_looked_at_and_a_filed_one_only_by_its_case(somebody: Applicant) -> None:
    send(somebody, pdf("plan.pdf"))
    file = the_file(somebody)
    somebody.client.post(somebody.at("papers/"), {"version": 0, "remove": file.pk})
    assert somebody.get(f"files/{file.pk}/").status_code == 404
    send(somebody, photo("sketch.jpg"))
    somebody.save("you", name="Maureen O'Brien", kind="person", email="maureen@example.org", acts="owner")
    somebody.file()
    assert somebody.get(f"files/{the_file(somebody).pk}/")["Location"] == somebody.at("filed/")


# ----------------------------------------------------------------------------------- replaced and removed
def test_what_was_replaced_or_removed_is_struck_through_and_the_office_sees_it(somebody: Applicant) -> None:
    send(somebody, pdf("plan (1).pdf"))
    replace(somebody, the_file(somebody), photo("better.jpg"))
    replace(somebody, the_file(somebody), heic())
    send(somebody, photo("secret.jpg"), item="other")
    gone = somebody.draft.files.get(shown_name="secret.jpg")
    somebody.client.post(somebody.at("papers/"), {"version": 0, "remove": gone.pk})
    page = words(somebody.get("papers/"))
    assert "plan (1).pdf replaced 2:14 pm, Monday, June 1, 2026 by better.jpg" in page
    assert "better.jpg replaced 2:14 pm, Monday, June 1, 2026 by sketch.pdf" in page
    assert "secret.jpg removed 2:14 pm, Monday, June 1, 2026" in page
    assert "Location sketch sketch.pdf" in words(somebody.get("check/"))
    somebody.answer_all()
    somebody.file()
    case = Case.objects.get()
    first, second, third = case.documents.order_by("pk")
    assert (first.replaced_by, second.replaced_by, third.is_current) == (second, third, True)
    assert case.events.get(note__startswith="Taken off").note == "Taken off before it was filed: secret.jpg"
    assert not Document.objects.filter(shown_name="secret.jpg").exists()
    desk = Client()
    desk.force_login(people.clerk())
    page = words(desk.get(f"/cases/{case.number}/"))
    assert "Replaced or removed: 2" in page
    assert "plan (1).pdf , added Monday, June 1, 2026, replaced Monday, June 1, 2026 by better.jpg" in page


def test_a_file_replaced_in_another_tab_is_not_lost_in_silence(somebody: Applicant) -> None:
    send(somebody, pdf("plan.pdf"))
    old = the_file(somebody)
    replace(somebody, old, photo("one.jpg"))
    came = replace(somebody, old, heic())
    assert came.status_code == 422
    assert "“plan.pdf” was replaced or removed elsewhere while you had it open." in summary(came)
    assert the_file(somebody).shown_name == "one.jpg"
    assert replace(somebody, the_file(somebody), photo("one.jpg")).status_code == 302  # pressed twice
    assert somebody.draft.files.count() == 2


def test_removing_what_replaced_another_takes_both_off(somebody: Applicant) -> None:
    send(somebody, pdf("plan.pdf"))
    replace(somebody, the_file(somebody), photo("one.jpg"))
    somebody.client.post(somebody.at("papers/"), {"version": 0, "remove": the_file(somebody).pk})
    assert "Location sketch Missing" in words(somebody.get("papers/"))
    somebody.answer_all()
    somebody.file()
    assert not Document.objects.exists()
    assert not DraftFile.objects.exists()


def test_a_refused_replacement_says_why_and_the_old_file_stays(somebody: Applicant) -> None:
    send(somebody, pdf("plan.pdf"))
    old = the_file(somebody)
    came = replace(somebody, old, SimpleUploadedFile("photo.jpg", b"MZ" + b"\0" * 300))
    assert came.status_code == 422
    assert "“photo.jpg” is a program" in summary(came)
    assert f'href="#id_replace-{old.pk}"' in came.content.decode()
    assert the_file(somebody) == old


# ------------------------------------------------------------------------------------------------ limits
def test_so_many_files_an_hour_from_one_connection(somebody: Applicant, monkeypatch: Any) -> None:
    monkeypatch.setattr("office.views.draft_papers.MOST_ATTACHED", 1)
    send(somebody, pdf("one.pdf"))
    came = send(Applicant(), photo("two.jpg"))
    assert came.status_code == 422
    assert "1 files came from your connection within an hour. Add this one after 3 pm." in summary(came)
    cache.clear()
    assert send(Applicant(), photo("two.jpg")).status_code == 302
    assert MOST_ATTACHED >= 2 * draft_files.MOST_FILES


def test_removing_and_adding_again_does_not_fill_the_disk(somebody: Applicant) -> None:
    send(somebody, pdf("plan.pdf"))
    DraftFile.objects.update(removed_at=NOON, size=draft_files.MOST_KEPT_MEGABYTES * 1024 * 1024)
    with pytest.raises(NotAllowed, match="Too many files were replaced or removed here"):
        draft_files.attach(somebody.draft, file=photo("x.jpg"), item="", label="x", on=DAY, now=NOON)


def test_every_name_comes_back_as_the_uploaders_own(somebody: Applicant) -> None:
    zalgo = "Z̷̢a̴͎l̵͠g̶o" * 12
    send(somebody, pdf("Müller 李 O'Brien.pdf"), photo(f"{zalgo}.jpg"))
    names = {file.shown_name for file in somebody.draft.files.current()}
    assert "Müller 李 O'Brien.pdf" in names
    for file in somebody.draft.files.current():
        header = somebody.get(f"files/{file.pk}/")["Content-Disposition"]
        assert re.fullmatch(r"inline; filename\*=utf-8''[\w%.'~-]+\.(pdf|jpg)", header), header
