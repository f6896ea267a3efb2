"""Whether a lot lies in a district: as determined, else as the printed lots say, else not known."""

from __future__ import annotations

from datetime import date, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.urls import reverse

from districts.actions import determine
from districts.models import Determination, any_in_district, in_district, standing
from districts.rules.overlays import BARRIER_BEACH, COASTAL, SANITARY_CONTROL, Extent
from office.actions.errors import NotAllowed, WrongRole
from office.models import AppendOnly, Parcel
from tests import people

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 1)


def lot(label: str, **columns: Any) -> Parcel:
    map_no, block, number = label.split("-")
    return people.parcel(map_no=map_no, block=block, lot=number, street="Shore Road", **columns)


def determined(parcel: Parcel, district: str, extent: str, **said: Any) -> Determination:
    said = {"reason": "Seen on the survey.", "rests_on": "Sample survey", "on": DAY, **said}
    return determine(parcel, district=district, extent=extent, by=people.clerk(), **said)


def test_a_printed_lot_is_on_the_beach_and_so_in_the_coastal_district() -> None:
    parcel = lot("31-B-13.1")
    assert in_district(parcel, BARRIER_BEACH, DAY) is True
    assert in_district(parcel, COASTAL, DAY) is True
    assert in_district(parcel, SANITARY_CONTROL, DAY) is None


def test_another_lot_is_off_the_beach_and_otherwise_not_known() -> None:
    parcel = lot("31-B-14")
    assert in_district(parcel, BARRIER_BEACH, DAY) is False
    assert in_district(parcel, COASTAL, DAY) is None
    assert standing(parcel, COASTAL, DAY).source == "unknown"


def test_on_a_partial_lot_the_place_of_the_work_decides() -> None:
    parcel = lot("30-C-1")
    assert in_district(parcel, BARRIER_BEACH, DAY) is None
    assert in_district(parcel, BARRIER_BEACH, DAY, at=True) is True
    assert in_district(parcel, BARRIER_BEACH, DAY, at=False) is False


def test_a_lot_of_another_town_is_in_none() -> None:
    assert in_district(lot("31-B-13", town="Barnstable"), BARRIER_BEACH, DAY) is False


def test_several_lots_are_inside_when_one_is_and_outside_when_all_are() -> None:
    inside, outside = lot("31-B-1"), lot("31-B-14")
    assert any_in_district([outside, inside], BARRIER_BEACH, DAY) is True
    assert any_in_district([outside], BARRIER_BEACH, DAY) is False
    assert any_in_district([], BARRIER_BEACH, DAY) is None


def test_a_determination_replaces_the_list_from_its_own_day() -> None:
    parcel = lot("31-A-6.1")
    determined(parcel, BARRIER_BEACH, "out")
    assert in_district(parcel, BARRIER_BEACH, DAY - timedelta(days=1)) is True
    assert in_district(parcel, BARRIER_BEACH, DAY) is False


def test_a_later_one_replaces_an_earlier_and_both_stay() -> None:
    parcel = lot("77-C-1")
    determined(parcel, COASTAL, "in")
    determined(parcel, COASTAL, "part", where="below the bank", on=DAY + timedelta(days=9))
    assert in_district(parcel, COASTAL, DAY + timedelta(days=8)) is True
    assert standing(parcel, COASTAL, DAY + timedelta(days=9)).extent is Extent.PART
    determined(parcel, COASTAL, "out", on=DAY + timedelta(days=9))  # the same day, corrected
    assert in_district(parcel, COASTAL, DAY + timedelta(days=9)) is False
    assert parcel.determinations.count() == 3
    with pytest.raises(AppendOnly):
        parcel.determinations.first().delete()  # type: ignore[union-attr]


def test_a_lot_on_the_beach_cannot_lie_outside_the_coastal_district() -> None:
    with pytest.raises(NotAllowed, match="wholly inside the Coastal District"):
        determined(lot("31-B-2"), COASTAL, "out")
    parcel = lot("77-C-2")
    determined(parcel, COASTAL, "out")
    with pytest.raises(NotAllowed, match="Coastal District first"):
        determined(parcel, BARRIER_BEACH, "in")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"extent": "part"}, "which part"),
        ({"extent": "nowhere"}, "wholly inside, partly inside, or outside"),
        ({"district": "elsewhere"}, "Choose the overlay district"),
        ({"reason": " "}, "the reason"),
        ({"rests_on": ""}, "what it rests on"),
    ],
)
def test_what_is_missing_is_said(said: dict[str, Any], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        determined(lot("77-C-3"), **{"district": COASTAL, "extent": "in", **said})


def test_only_a_clerk_or_administrator_determines() -> None:
    said = {"district": COASTAL, "extent": "in", "reason": "R.", "rests_on": "S.", "on": DAY}
    with pytest.raises(WrongRole):
        determine(lot("77-C-4"), by=people.member(), **said)
    assert determine(lot("77-C-4"), by=people.administrator(), **said).pk
    with pytest.raises(NotAllowed, match="lies in Barnstable"):
        determine(lot("77-C-4", town="Barnstable"), by=people.clerk(), **said)


def test_what_was_ticked_on_a_lot_becomes_a_determination() -> None:
    parcel, elsewhere = lot("77-C-5"), lot("77-C-5", town="Jamestown")
    for each in (parcel, elsewhere):
        each.overlays = ["flood-hazard", COASTAL]
        each.save()
    import_module("districts.migrations.0002_marks_of_lots").determine(apps, None)
    parcel.refresh_from_db()
    elsewhere.refresh_from_db()
    assert parcel.overlays == elsewhere.overlays == ["flood-hazard"]
    assert in_district(parcel, COASTAL, DAY) is True
    assert not elsewhere.determinations.exists()


# ---- Its pages
@pytest.fixture
def desk() -> Any:
    people.health()
    client = Client()
    client.force_login(people.clerk())
    with time_machine.travel(f"{DAY} 16:00Z"):
        yield client


def test_a_clerk_works_out_the_coastal_district_and_records_it(desk: Client) -> None:
    parcel = lot("77-C-6")
    address = reverse("determine-district", args=[parcel.pk, COASTAL])
    measures = {"lowest_ft": "8", "highest_ft": "19.5"}
    tried = desk.post(address, {**measures, "act": "work-out"})
    assert tried.status_code == 200
    assert "By these measures the lot lies <strong>wholly inside</strong>" in tried.content.decode()
    assert not parcel.determinations.exists()
    wrong = desk.post(address, {**measures, "extent": "in", "on": "6/1/2026"})
    assert wrong.status_code == 422
    assert "Write the reason in one sentence." in wrong.content.decode()
    said = {"extent": "in", "reason": "All of it is low.", "rests_on": "Sample survey", "on": "6/1/2026"}
    assert desk.post(address, {**measures, **said}).status_code == 302
    row = parcel.determinations.get()
    assert (row.extent, row.measures, row.by) == ("in", measures, people.clerk())
    shown = desk.get(reverse("parcel-districts", args=[parcel.pk])).content.decode()
    assert "All of it is low." in shown


def test_a_measure_that_cannot_be_is_said(desk: Client) -> None:
    address = reverse("determine-district", args=[lot("77-C-7").pk, COASTAL])
    tried = desk.post(address, {"lowest_ft": "30", "highest_ft": "20", "acres": "-1", "act": "work-out"})
    assert tried.status_code == 422
    said = tried.content.decode()
    assert "This is more than “Highest elevation, in feet”." in said
    assert "Write 0 or more. (09.9.1(1))" in said


def test_the_pages_are_of_tisbury_and_of_known_districts(desk: Client) -> None:
    other = lot("77-C-8", town="Barnstable")
    assert desk.get(reverse("parcel-districts", args=[other.pk])).status_code == 404
    here = lot("77-C-8")
    assert desk.get(reverse("determine-district", args=[here.pk, "nowhere"])).status_code == 404
    desk.force_login(people.inspector())
    assert desk.get(reverse("parcel-districts", args=[here.pk])).status_code == 200
    assert desk.get(reverse("determine-district", args=[here.pk, COASTAL])).status_code == 403
