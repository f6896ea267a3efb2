"""The administrator adds a dated fee row: preview first, then save; bad rows are refused in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from office.models import Fee, FeeAmount, FeeTier, User
from tests import people
from tests.office.sheds import FILED, file_shed, row, shed_fee, shed_kind, shed_table

__all__ = ["shed_fee", "shed_kind", "shed_table"]  # fixtures

ADD = "/admin/office/feeamount/add/"
PARTS = ("tiers", "multipliers", "late_fees")


@pytest.fixture(autouse=True)
def on_june_1() -> Iterator[None]:
    """Today is Monday, June 1, 2026."""
    with time_machine.travel("2026-06-01 12:00 -0400", tick=False):
        yield


@pytest.fixture
def admin(shed_fee: Fee) -> Client:
    """An administrator's browser."""
    client = Client()
    client.force_login(people.administrator())
    return client


def posted(fee: Fee, *tiers: tuple[Any, Any, Any], **columns: Any) -> dict[str, Any]:
    """What the add form sends: $60.00 from July 1, unless `columns` say otherwise."""
    data: dict[str, Any] = {
        "fee": fee.pk, "shape": "flat", "amount": "60.00", "included": "0", "since": "2026-07-01",
        "vote": "Board of Health, June 9, 2026",
    }  # fmt: skip
    for part in PARTS:
        data |= {f"{part}-TOTAL_FORMS": "3", f"{part}-INITIAL_FORMS": "0"}
    data |= {f"late_fees-{n}-after_days": "0" for n in range(3)}
    for n, values in enumerate(tiers):
        named = zip(("at_least", "through", "amount"), values, strict=True)
        data |= {f"tiers-{n}-{name}": value for name, value in named}
    return data | columns


def tiered(**columns: Any) -> dict[str, Any]:
    return {"shape": "tiered", "amount": "", "measure": "doors", "unit": "door", **columns}


def text(response: Any) -> str:
    """What a person reads on the page."""
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def hidden(response: Any) -> dict[str, str]:
    """What the preview's form sends when it is confirmed."""
    page = response.content.decode()
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in found} | {"_confirmed": "Save"}


def refusal(client: Client, data: dict[str, Any]) -> str:
    said = text(client.post(ADD, data))
    assert "Worked examples" not in said
    assert FeeAmount.objects.filter(vote__startswith="Board of Health").count() == 0
    return said


# ------------------------------------------------------------------------------------------- preview
def test_a_flat_change_is_previewed_and_then_saved(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    for _ in range(2):
        file_shed()
    shown = admin.post(ADD, posted(shed_fee))
    said = text(shown)
    assert "2 open cases change by $20.00, from $100.00 to $120.00." in said
    assert "In force from Wednesday, July 1, 2026, set by Board of Health, June 9, 2026." in said
    assert "Flat fee $50.00 Flat fee $60.00" in said
    assert 'value="Save from July 1, 2026"' in shown.content.decode()
    assert FeeAmount.objects.count() == 1  # a preview saves nothing

    saved = admin.post(ADD, hidden(shown))
    assert saved.status_code == 302
    new = FeeAmount.objects.on("shed", date(2026, 7, 1))
    assert new is not None
    assert (str(new.amount), new.vote, new.since) == (
        "60.00",
        "Board of Health, June 9, 2026",
        date(2026, 7, 1),
    )
    assert (new.added_by, new.added_on) == (people.administrator(), FILED)
    assert str(file_shed(date(2026, 7, 1)).charges.get().amount) == "60.00"


def test_the_same_amount_changes_nothing(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, "60.00")
    file_shed()
    assert "Nothing changes: every case pays what it would pay now." in text(
        admin.post(ADD, posted(shed_fee))
    )


def test_a_whole_schedule_is_built_without_a_developer(admin: Client, shed_fee: Fee) -> None:
    early = {
        "multipliers-0-condition": "begun_early",
        "multipliers-0-says": "work begun without a permit",
        "multipliers-0-factor": "4",
        "late_fees-0-after_days": "30",
        "late_fees-0-percent": "50",
    }
    file_shed(doors="120", begun_early="true")
    data = posted(shed_fee, (0, 50, 100), (51, 199, 200), (200, "", 300), **tiered(), **early)
    shown = admin.post(ADD, data)
    assert "120 doors, tier 51–199: $200.00, × 4 work begun without a permit = $800.00" in text(shown)
    admin.post(ADD, hidden(shown))
    schedule = FeeAmount.objects.with_parts().get().schedule()
    assert [(int(tier.at_least), tier.through and int(tier.through)) for tier in schedule.tiers] == [
        (0, 50), (51, 199), (200, None),
    ]  # fmt: skip
    assert (schedule.multipliers[0].factor, schedule.late[0].percent) == (4, 50)


def test_coming_back_from_the_preview_keeps_every_answer(admin: Client, shed_fee: Fee) -> None:
    data = posted(shed_fee, (0, 50, 100), (51, "", 200), **tiered())
    page = admin.post(ADD, data).content.decode()
    (back,) = re.findall(r'<a href="([^"]+)" class="closelink">Change something first', page)
    address = urlsplit(unescape(back))
    form = admin.get(f"{address.path}?{address.query}").content.decode()
    for value in ("2026-07-01", "Board of Health, June 9, 2026", "51", "200"):
        assert f'value="{value}"' in form
    assert '<option value="tiered" selected>' in form
    assert '<option value="doors" selected>' in form
    assert FeeTier.objects.count() == 0


def test_measures_and_conditions_are_chosen_from_what_the_kinds_ask(admin: Client, shed_fee: Fee) -> None:
    form = admin.get(ADD, {"fee": shed_fee.pk}).content.decode()
    for name, label in (("doors", "Number of doors"), ("capacity_gal", "Leaching capacity")):
        assert f'<option value="{name}">{label}</option>' in form
    assert '<option value="begun_early">Work begun early</option>' in form
    assert '<optgroup label="Shed permit">' in admin.get(ADD).content.decode()


# ------------------------------------------------------------------------------------------- refusals
def test_a_hole_between_tiers_is_refused(admin: Client, shed_fee: Fee) -> None:
    said = refusal(admin, posted(shed_fee, (0, 50, 100), (60, "", 200), **tiered()))
    assert "Nothing covers 51–59. End the lower tier at 59, or start the next at 51." in said


def test_an_overlap_and_a_wrong_order_of_tiers_are_refused(admin: Client, shed_fee: Fee) -> None:
    said = refusal(admin, posted(shed_fee, (0, 60, 100), (51, "", 200), **tiered()))
    assert "Two tiers cover 51–60. End the lower one at 50." in said
    said = refusal(admin, posted(shed_fee, (51, "", 200), (0, 50, 100), **tiered()))
    assert "The tier from 0 stands after the tier from 51. List the lowest tier first." in said


def test_a_tiered_row_without_tiers_or_measure_is_refused(admin: Client, shed_fee: Fee) -> None:
    said = refusal(admin, posted(shed_fee, **tiered(measure="")))
    assert "A tiered fee counts something. Choose which answer it goes by." in said
    assert "A tiered fee has no tiers. Add the first one, from 0." in said


def test_tiers_on_a_flat_row_are_refused(admin: Client, shed_fee: Fee) -> None:
    said = refusal(admin, posted(shed_fee, (0, "", 100)))
    assert "Only a tiered fee has tiers. Remove them, or choose the tiered shape." in said


def test_a_measure_no_kind_asks_is_refused(admin: Client, shed_fee: Fee) -> None:
    said = refusal(admin, posted(shed_fee, shape="per-unit", unit="window", measure="windows"))
    assert "windows is not one of the available choices" in said


@pytest.mark.parametrize(
    ("since", "says"), [("2026-05-31", "before today, Monday, June 1, 2026"), ("2026-06-01", "")]
)
def test_backdating_is_refused_and_today_is_not(admin: Client, shed_fee: Fee, since: str, says: str) -> None:
    if says:
        assert says in refusal(admin, posted(shed_fee, since=since))
    else:
        assert "Nothing changes" in text(admin.post(ADD, posted(shed_fee, since=since)))


def test_a_gap_is_refused(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, until=date(2026, 6, 29))
    said = refusal(admin, posted(shed_fee))
    assert "so no fee would cover Tuesday, June 30, 2026. Start this one on Tuesday, June 30, 2026." in said


def test_an_overlap_of_rows_is_refused(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, until=date(2026, 12, 31))
    said = refusal(admin, posted(shed_fee))
    assert (
        "so two rows would cover Wednesday, July 1, 2026. Start this one on Friday, January 1, 2027." in said
    )
    FeeAmount._base_manager.filter(fee=shed_fee).delete()
    row(shed_fee, since=date(2026, 7, 1))
    assert "Another row starts on Wednesday, July 1, 2026 already." in refusal(admin, posted(shed_fee))


def test_a_row_refused_on_confirming_is_not_saved(admin: Client, shed_fee: Fee) -> None:
    shown = admin.post(ADD, posted(shed_fee))
    row(shed_fee, "70.00", date(2026, 7, 1))  # somebody was quicker
    assert "Another row starts on Wednesday, July 1, 2026 already." in refusal(admin, hidden(shown))


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"amount": ""}, "The amount is missing."),
        ({"amount": "-1"}, "below $0.00"),
        ({"amount": "1.005"}, "no more than 2 decimal places"),
        ({"vote": ""}, "Vote is missing. Enter it."),
        ({"since": ""}, "First day is missing. Enter it."),
        ({"since": "tomorrow"}, "First day cannot be read."),
        ({"until": "2026-06-30"}, "before it starts on Wednesday, July 1, 2026"),
        ({"included": "2"}, "A flat fee counts nothing."),
        ({"late_fees-0-after_days": "10"}, "Enter one of the two."),
        ({"multipliers-0-says": "x", "multipliers-0-factor": "2"}, "Condition is missing."),
    ],
)
def test_each_answer_says_what_is_wrong_with_it(
    admin: Client, shed_fee: Fee, columns: dict[str, str], says: str
) -> None:
    assert says in refusal(admin, posted(shed_fee, **columns))


# ------------------------------------------------------------------------------------------- after saving
def test_a_row_is_never_edited(admin: Client, shed_fee: Fee) -> None:
    saved = row(shed_fee)
    address = reverse("admin:office_feeamount_change", args=[saved.pk])
    page = admin.get(address).content.decode()
    assert 'name="amount"' not in page
    assert 'name="_save"' not in page
    assert admin.post(address, posted(shed_fee)).status_code == 403
    assert str(FeeAmount.objects.get().amount) == "50.00"


def test_only_a_row_ahead_is_withdrawn(admin: Client, shed_fee: Fee) -> None:
    begun, ahead = row(shed_fee), row(shed_fee, "60.00", date(2026, 7, 1))
    assert admin.post(f"/admin/office/feeamount/{begun.pk}/delete/", {"post": "yes"}).status_code == 403
    asked = text(admin.get(f"/admin/office/feeamount/{ahead.pk}/delete/"))
    assert "Nobody was charged by it. The row before it stays in force." in asked
    assert admin.post(f"/admin/office/feeamount/{ahead.pk}/delete/", {"post": "yes"}).status_code == 302
    assert list(FeeAmount.objects.all()) == [begun]


def test_withdrawing_that_would_leave_a_gap_is_refused(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, until=date(2026, 6, 30))
    middle = row(shed_fee, "60.00", date(2026, 7, 1), until=date(2026, 12, 31))
    row(shed_fee, "70.00", date(2027, 1, 1))
    answer = admin.post(f"/admin/office/feeamount/{middle.pk}/delete/", {"post": "yes"}, follow=True)
    assert "Withdraw the row from Friday, January 1, 2027 first." in text(answer)
    assert FeeAmount.objects.count() == 3


def test_lists_show_the_rows_in_words(admin: Client, shed_fee: Fee) -> None:
    row(shed_fee, "50.00", shape="per-unit", unit="door", measure="doors", included=3)
    assert "$50.00 for each door after the first 3" in text(admin.get("/admin/office/feeamount/"))
    fee = admin.get(f"/admin/office/fee/{shed_fee.pk}/change/")
    assert "$50.00 for each door after the first 3" in text(fee)
    assert f'href="{ADD}?fee={shed_fee.pk}"' in fee.content.decode()


@pytest.mark.parametrize("who", [people.clerk, people.member, people.stranger])
def test_nobody_else_changes_a_fee(shed_fee: Fee, who: Any) -> None:
    client = Client()
    client.force_login(who())
    assert client.post(ADD, posted(shed_fee)).status_code in (302, 403)
    assert not FeeAmount.objects.exists()


# --------------------------------------------------------------------------------------- another board's
@pytest.fixture
def neighbor(shed_fee: Fee) -> Client:
    """The browser of another board's administrator; that board charges a fee for docks."""
    Fee.objects.create(code="dock", label="Dock permit", board=people.docks())
    client = Client()
    client.force_login(people.administrator(people.docks()))
    return client


def test_the_fees_to_choose_from_are_those_of_ones_own_boards(
    admin: Client, neighbor: Client, shed_fee: Fee
) -> None:
    for client, own, foreign in (
        (admin, "Shed permit", "Dock permit"),
        (neighbor, "Dock permit", "Shed permit"),
    ):
        form = client.get(ADD).content.decode()
        assert f">{own}</option>" in form
        assert foreign not in form
    admin.force_login(User.objects.create_superuser("root"))
    form = admin.get(ADD).content.decode()
    assert ">Shed permit</option>" in form
    assert ">Dock permit</option>" in form


def test_a_form_that_starts_with_the_fee_of_another_board_starts_like_one_of_no_fee(
    neighbor: Client, shed_fee: Fee
) -> None:
    options = re.compile(r"<option[^>]*>[^<]*")
    started, none = (neighbor.get(ADD, {"fee": key}).content.decode() for key in (shed_fee.pk, 999_999))
    assert options.findall(started) == options.findall(none)
    for told in ("Shed permit", "Number of doors", "Work begun early"):
        assert told not in started


@pytest.mark.parametrize("button", ["_preview", "_confirmed"])
def test_the_fee_of_another_board_is_neither_previewed_nor_changed(
    neighbor: Client, shed_fee: Fee, button: str
) -> None:
    row(shed_fee, "50.00")
    said = refusal(neighbor, posted(shed_fee, **{button: "Save"}))
    assert "No such fee is among those of your boards. Choose one that is listed." in said
    assert "Shed permit" not in said
    assert str(FeeAmount.objects.get().amount) == "50.00"


def test_a_row_ahead_of_another_board_is_not_withdrawn(neighbor: Client, shed_fee: Fee) -> None:
    ahead = row(shed_fee, since=date(2026, 7, 1))
    foreign, none = (
        neighbor.post(f"/admin/office/feeamount/{key}/delete/", {"post": "yes"}).status_code
        for key in (ahead.pk, 999_999)
    )
    assert foreign == none == 403
    assert FeeAmount.objects.get() == ahead


def test_an_administrator_changes_the_fee_of_their_own_board(neighbor: Client) -> None:
    dock = Fee.objects.get(code="dock")
    shown = neighbor.post(ADD, posted(dock, vote="Board of Docks"))
    assert "Dock permit: what changes" in text(shown)
    assert neighbor.post(ADD, hidden(shown)).status_code == 302
    assert FeeAmount.objects.get().fee == dock
