"""The commands that fill a new office: seed, demo and kinds."""

from __future__ import annotations

import dataclasses
import io
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client, TestCase
from django.utils.timezone import get_current_timezone

from office import kinds
from office.actions import cases, fees, money
from office.actions.events import rewind
from office.demo_data import LOTS
from office.demo_meetings import MEMBERS
from office.management.commands.demo import CAST, DEMO_USERS
from office.management.commands.seed import ADMINISTRATORS, administrators
from office.models import (
    Board,
    Case,
    Event,
    Facility,
    Fee,
    FeeAmount,
    Membership,
    Parcel,
    Party,
    Payment,
    SnapshotFinding,
    User,
)
from tests import people

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 6, 1)


def run(name: str, *args: str, **options: Any) -> str:
    """What the command prints."""
    out = io.StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


def told(on: date, **options: Any) -> str:
    """The demo, told at noon of that day."""
    noon = datetime(on.year, on.month, on.day, 12, tzinfo=get_current_timezone())
    with time_machine.travel(noon, tick=False):
        return run("demo", force=True, **options)


def sample(name: str) -> Case:
    return Case.objects.get(filing_key=f"sample-{name}")


# ------------------------------------------------------------------------------------------------- seed
def test_seed_adds_boards_fees_without_amounts_and_the_group() -> None:
    says = run("seed")
    assert {(b.slug, b.town, b.state) for b in Board.objects.all()} == {
        ("tisbury-health", "Tisbury", "MA"),
        ("barnstable-conservation", "Barnstable", "MA"),
        ("jamestown-public-works", "Jamestown", "RI"),
    }
    assert not [b for b in Board.objects.all() if b.phone or b.email or b.address or b.hours or b.is_sample]
    assert set(Fee.objects.values_list("code", flat=True)) >= {
        "dumpster", "dumpster-hauler", "temporary-dumpster",
    }  # fmt: skip
    # The one amount that a book itself sets: temporary food service (09.5.3).
    amounts = FeeAmount.objects.values_list("fee__code", "amount", "section")
    assert set(amounts) == {
        ("temporary-food-in-town", Decimal(20), "Tisbury 09.5.3"),
        ("temporary-food-out-of-town", Decimal(35), "Tisbury 09.5.3"),
    }  # fmt: skip
    assert "added    fee dumpster\n" in says
    assert "added    board Tisbury Board of Health\n" in says


def test_seed_gives_every_fee_a_kind_charges_its_row() -> None:
    run("seed")
    charged = {code for kind in kinds.registry.values() for code in getattr(kind.fees, "codes", ())}
    assert charged == set(Fee.objects.values_list("code", flat=True))


def test_seed_again_changes_nothing_an_administrator_changed() -> None:
    run("seed")
    Board.objects.filter(slug="tisbury-health").update(name="Health Department", phone="508-555-0123")
    Fee.objects.filter(code="dumpster").update(label="Dumpster, yearly")
    administrators().permissions.clear()
    says = run("seed")
    assert "added" not in says
    assert "present  fee dumpster\n" in says
    assert Board.objects.get(slug="tisbury-health").name == "Health Department"
    assert Board.objects.get(slug="tisbury-health").phone == "508-555-0123"
    assert Fee.objects.get(code="dumpster").label == "Dumpster, yearly"
    assert not administrators().permissions.exists()
    assert Board.objects.count() == 3


# ------------------------------------------------------------------------------------------------- demo
def test_demo_refuses_where_debug_is_off_and_says_why(settings: Any) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError) as refused:
        run("demo")
    assert "DEBUG is off" in str(refused.value)
    assert "demo --force" in str(refused.value)
    assert not User.objects.exists()


def test_demo_runs_without_force_where_debug_is_on(settings: Any) -> None:
    settings.DEBUG = True
    run("demo")
    assert User.objects.count() == len(DEMO_USERS) + len(MEMBERS)


class TestDemo(TestCase):
    """The demo told on Monday, June 1, 2026."""

    @classmethod
    def setUpTestData(cls) -> None:
        told(MONDAY)

    def test_demo_people_sign_in_and_hold_their_roles(self) -> None:
        assert [row[0] for row in DEMO_USERS] == [*(row[0] for row in CAST), "applicant"]
        for username, password, _ in DEMO_USERS:
            assert Client().login(username=username, password=password), username
        held = set(Membership.objects.values_list("user__username", "board__slug", "role"))
        silent = {(username, "tisbury-health", "member") for username in MEMBERS}  # nobody signs in as them
        assert held == {(username, board, role) for username, _, role, board in CAST} | silent
        assert not any(user.has_usable_password() for user in User.objects.filter(username__in=MEMBERS))
        admin = User.objects.get(username="admin")
        assert admin.is_staff
        assert not admin.is_superuser
        assert [group.name for group in admin.groups.all()] == [ADMINISTRATORS]
        assert not User.objects.filter(is_staff=True).exclude(pk=admin.pk).exists()

    def test_everything_in_the_demo_calls_itself_a_sample(self) -> None:
        assert all(Board.objects.values_list("is_sample", flat=True))
        assert all(name.startswith("Sample ") for name in Party.objects.values_list("name", flat=True))
        assert all(name.startswith("Sample ") for name in Facility.objects.values_list("name", flat=True))
        assert all(street.startswith("Sample ") for street in Parcel.objects.values_list("street", flat=True))
        assert all(name == "Sample" for name in User.objects.values_list("first_name", flat=True))
        for row in FeeAmount.objects.exclude(section="Tisbury 09.5.3"):
            assert (row.sample, row.section, row.vote) == (True, "", "Sample amount, not voted")
        assert set(Fee.objects.values_list("code", flat=True)) == {
            row.fee.code for row in FeeAmount.objects.select_related("fee")
        }

    def test_demo_shows_cases_in_every_state_a_clerk_meets(self) -> None:
        assert Parcel.objects.filter(town="Tisbury").count() == len(LOTS) == 12
        states = {(case.kind, case.status) for case in Case.objects.all()}
        assert states >= {
            ("dumpster", "filed"), ("dumpster", "incomplete"), ("dumpster", "in review"),
            ("dumpster", "denied"), ("dumpster", "issued"), ("dumpster", "suspended"), ("hauler", "issued"),
            ("temporary-dumpster", "issued"), ("temporary-dumpster", "filed"), ("complaint", "open"),
            ("complaint", "valid"),
        }  # fmt: skip
        assert sample("today").filed_on == MONDAY
        assert sample("expired").ends_on == date(2025, 12, 31)
        assert not Case.objects.filter(renews=sample("expired")).exists()
        assert sample("renewed").renews == sample("old")
        assert sample("renewed").starts_on == date(2026, 1, 1)
        assert sample("issued").valid_on(MONDAY)
        assert not sample("suspended").valid_on(MONDAY)
        assert "09.2.3(2)" in sample("denied").events.get(slug="denied").note
        assert Case.objects.filter(board__slug="barnstable-conservation").exists()

    def test_demo_in_review_waits_only_for_the_fee(self) -> None:
        assert {obstacle.what for obstacle in cases.in_the_way(sample("review"), MONDAY)} == {"money"}

    def test_demo_filed_today_has_something_met_not_met_and_not_known(self) -> None:
        snapshot = sample("today").snapshots.get()
        assert set(snapshot.findings.values_list("state", flat=True)) >= {"met", "unmet", "unknown"}

    def test_demo_temporary_permits_end_in_four_days_and_are_renewed(self) -> None:
        ending, second = sample("ending"), sample("twice-renewed")
        assert ending.ends_on == MONDAY + timedelta(days=4)
        assert ending.clocks.get().due_on == ending.ends_on
        assert second.renews == sample("twice")
        assert second.starts_on == sample("twice").ends_on + timedelta(days=1)  # type: ignore[operator]
        assert second.ends_on == sample("twice").ends_on + timedelta(days=30)  # type: ignore[operator]
        # The renewal was filed in time, so the first permit's clock has ended.
        assert sample("twice").clocks.get().ended_on is not None

    def test_demo_told_again_adds_nothing(self) -> None:
        before = {
            model: model.objects.count() for model in (Case, Event, Payment, Party, Facility, FeeAmount, User)
        }
        Membership.objects.filter(user__username="member").delete()
        User.objects.filter(username="clerk").update(last_name="Somebody Else")
        told(MONDAY + timedelta(days=1))
        assert before == {model: model.objects.count() for model in before}
        assert User.objects.get(username="clerk").last_name == "Somebody Else"
        assert not Membership.objects.filter(user__username="member").exists()


def test_demo_leaves_an_amount_the_town_added() -> None:
    run("seed")
    on = MONDAY
    fee = Fee.objects.get(code="dumpster")
    fees.add_fee_amount(fee, amount=75, since=on, vote="Board of Health, May 12, 2026", on=on, by=None)  # type: ignore[arg-type]
    money_before = list(FeeAmount.objects.filter(fee=fee).values_list("amount", "sample"))
    told(date(2026, 6, 2))
    assert list(FeeAmount.objects.filter(fee=fee).values_list("amount", "sample")) == money_before


@pytest.mark.parametrize(
    "on",
    [
        date(2026, 1, 1),  # this year's permits are a day old at most
        date(2028, 2, 29),
        date(2026, 7, 4),  # a holiday, on a Saturday
        date(2026, 12, 31),  # this year's permits end today
    ],
)
def test_demo_is_alive_on_any_day(on: date) -> None:
    told(on)
    assert sample("issued").valid_on(on)
    assert sample("renewed").valid_on(on)
    assert sample("ending").ends_on == on + timedelta(days=4)
    assert not Event.objects.filter(on__gt=on).exists()


# ---------------------------------------------------------------------------------------- --cases N
COLUMNS = [column.attname for column in Case._meta.concrete_fields]


def standing(case: Case) -> dict[str, Any]:
    """Every column of the case, its clock rows and its suspensions."""
    case = Case.objects.get(pk=case.pk)
    clocks = list(case.clocks.order_by("pk").values())
    return {**{name: getattr(case, name) for name in COLUMNS}, "clocks": clocks,
            "suspensions": list(case.suspensions.values_list("from_on", "until_on"))}  # fmt: skip


def rows_of(case: Case) -> dict[str, Any]:
    """What hangs on the case, without keys, names and numbers of its own."""
    own = {"id", "case_id", "event_id", "snapshot_id", "subject", "note", "recorded_at"}

    def plain(rows: Any) -> list[dict[str, Any]]:
        return [{name: value for name, value in row.items() if name not in own} for row in rows.values()]

    findings = SnapshotFinding.objects.filter(snapshot__case=case).order_by("pk")
    details: Model = case.details
    return {
        "events": plain(case.events.order_by("pk")),
        "findings": plain(findings),
        "rulings": plain(case.rulings.order_by("pk")),
        "clocks": plain(case.clocks.order_by("pk")),
        "checklist": plain(case.checklist.order_by("pk")),
        "conditions": plain(case.conditions.order_by("pk")),
        "charges": plain(case.charges.order_by("pk")),
        "roles": list(case.people.values_list("role", flat=True)),
        "details": plain(type(details)._default_manager.filter(pk=details.pk)),
    }


class TestGenerated(TestCase):
    """Twelve generated cases: each plain story twice."""

    copies: list[Case]

    @classmethod
    def setUpTestData(cls) -> None:
        told(MONDAY)
        last = Case.objects.latest("pk").pk
        assert "12 of 12 generated cases" in told(MONDAY, cases=12)
        cls.copies = list(Case.objects.filter(pk__gt=last).order_by("pk"))

    def test_cut_short_it_goes_on_and_whole_it_adds_nothing(self) -> None:
        before = Case.objects.count()
        assert "generated" not in told(MONDAY, cases=12)
        assert Case.objects.count() == before
        assert "14 of 14 generated cases" in told(MONDAY, cases=14)
        assert Case.objects.count() == before + 2

    def test_rewinding_a_generated_case_changes_nothing(self) -> None:
        assert len(self.copies) == 12
        assert {case.status for case in self.copies} == {"issued", "filed", "in review"}
        for case in self.copies:
            before = standing(case)
            rewind(Case.objects.select_related("board", "facility").get(pk=case.pk))
            assert standing(case) == before

    def test_a_generated_case_has_every_row_of_the_one_it_copies(self) -> None:
        names = ("issued", "filed", "issued-too", "expired", "issued", "review")
        for copy, name in zip(self.copies, names * 2, strict=True):
            assert rows_of(copy) == rows_of(sample(name))
            assert money.balance(copy) == money.balance(sample(name))

    def test_generated_cases_have_numbers_and_things_of_their_own(self) -> None:
        for column in ("number", "facility_id", "search"):
            assert len({getattr(case, column) for case in self.copies}) == len(self.copies)
        issued = [case for case in self.copies if case.starts_on]
        assert len({case.code for case in issued}) == len({case.slot for case in issued}) == len(issued)
        # What an event is about is the copy's own receipt and charge.
        for case in issued:
            paid = case.events.get(slug="paid")
            receipt = Payment.objects.get(number=paid.subject)
            assert receipt.case == case
            assert receipt.number in paid.note
            assert case.events.get(slug="charged").subject == f"charge-{case.charges.get().pk}"
        # The next case takes the number after them.
        last = max(case.number for case in self.copies if case.number.startswith("DU-2026"))
        opened = people.ready_dumpster(MONDAY, User.objects.get(username="clerk"))
        assert opened.number == f"DU-2026-{int(last.rpartition('-')[2]) + 1:03d}"

    def test_an_action_carries_on_with_a_generated_case(self) -> None:
        clerk, on = User.objects.get(username="clerk"), MONDAY
        review = next(case for case in self.copies if case.status == "in review")
        money.pay(review, amount=money.balance(review), tender="cash", key="counter", on=on, by=clerk)
        cases.issue(review, on=on, by=clerk)
        assert review.valid_on(on)


# ------------------------------------------------------------------------------------------------ kinds
def test_kinds_lists_every_kind_within_100_columns() -> None:
    says = run("kinds")
    assert max(len(line) for line in says.splitlines()) <= 100
    for kind in kinds.registry.values():
        assert f"{kind.label} ({kind.slug})\n" in says
        assert f"{kind.series}-2026-001" in says


def test_kinds_says_what_a_kind_declares() -> None:
    says = " ".join(run("kinds", "dumpster").split())
    for part in (
        "Boards tisbury-health",
        "Fees dumpster",
        "issued Issue: filed, in review, approved → issued; clerk; gate; starts the term",
        "location The board has approved the location as far enough from the lot line. "
        "Tisbury 09.2.3(1) (blocks)",
        "stopped by renewal-filed; opens 30 days before it is due",
        "location-sketch Location sketch. Tisbury 09.2.3(1)",
        "Term The term that runs out with the calendar year",
    ):
        assert part in says
    assert "(hauler)" not in says


def test_kinds_marks_what_holds_only_sometimes() -> None:
    says = " ".join(run("kinds", "dumpster").split())
    applies = [duty for duty in kinds.get("dumpster").duties if duty.applies]
    assert applies
    for duty in applies:
        assert f"{duty.says} {duty.cite} (where it applies)" in says


def test_kinds_names_an_unknown_kind_and_the_known_ones() -> None:
    with pytest.raises(CommandError, match=r"no kind of case called 'dumster'\. There are: .*dumpster"):
        run("kinds", "dumster")


def test_the_field_of_kinds_are_all_shown() -> None:
    """A field added to CaseKind must be added to the listing too, or to what it leaves out on purpose."""
    shown = {
        "slug", "label", "series", "boards", "lifecycle", "section", "about", "form", "law", "clocks",
        "checklist", "duties", "fees", "term", "ends", "facility", "roles", "letters", "details",
        "needed", "not_needed", "report", "online", "openers", "begins", "page",
        "nav", "code_page", "facility_pages", "parcel_pages", "public_pages", "readings", "pictures",
        "varies", "abutters", "works",
    }  # fmt: skip
    assert {field.name for field in dataclasses.fields(kinds.CaseKind)} == shown
