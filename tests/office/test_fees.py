"""A fee's dated rows: which one counts, what is refused, and what a new one would change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from office.actions import cases
from office.actions.errors import NotAllowed, WrongRole
from office.actions.fees import add_fee_amount, withdraw_fee_amount
from office.fee_preview import Preview, preview
from office.fees import conditions_of, measures_of
from office.models import Case, Draft, Fee, FeeAmount, LateFee
from office.pricing import Late, Multiplier, Tier
from tests import people
from tests.office.sheds import FILED, JANUARY, file_shed, row, shed_fee, shed_kind, shed_table

__all__ = ["shed_fee", "shed_kind", "shed_table"]  # fixtures

JULY = date(2026, 7, 1)
ONE_DAY = timedelta(days=1)


def refused(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(NotAllowed) as error:
        act(*args, **more)
    return str(error.value)


# ------------------------------------------------------------------------------------------- dated rows
def test_the_row_of_the_day_counts(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    row(shed_fee, "60.00", date(2026, 7, 1))
    found = [
        FeeAmount.objects.on("shed", day)
        for day in (date(2025, 12, 31), JANUARY, date(2026, 6, 30), date(2026, 7, 1))
    ]
    assert [each and each.amount for each in found] == [None, Decimal(50), Decimal(50), Decimal(60)]
    assert FeeAmount.objects.on("shed", JANUARY, people.docks()) is None
    assert FeeAmount.objects.on("shed", JANUARY, people.health()) is not None


def test_a_row_with_a_last_day_ends_on_it(shed_fee: Fee) -> None:
    row(shed_fee, until=date(2026, 12, 31))
    assert FeeAmount.objects.on("shed", date(2026, 12, 31)) is not None
    assert FeeAmount.objects.on("shed", date(2027, 1, 1)) is None


def test_a_whole_schedule_is_read_in_four_queries(shed_fee: Fee, django_assert_num_queries: Any) -> None:
    tiers = [Tier(Decimal(0), Decimal(499), Decimal(75)), Tier(Decimal(500), None, Decimal(125))]
    row(
        shed_fee, None, shape="tiered", measure="capacity_gal", unit="gallon", tiers=tiers,
        multipliers=[Multiplier("begun_early", "work begun without a permit", Decimal(4))],
        late=[Late(0, amount=Decimal(10)), Late(30, percent=Decimal("12.50"))],
    )  # fmt: skip
    with django_assert_num_queries(4):
        found = FeeAmount.objects.on("shed", FILED)
        assert found is not None
        read = found.schedule()
    assert read.tiers == tuple(tiers)
    assert read.multipliers == (Multiplier("begun_early", "work begun without a permit", Decimal(4)),)
    assert [late.percent for late in read.late] == [None, Decimal("12.50")]
    assert (read.code, read.label, read.since, read.source) == ("shed", "Shed permit", JANUARY, found.pk)


def test_a_row_is_checked_when_it_is_added(shed_fee: Fee) -> None:
    row(shed_fee)
    today = JANUARY + ONE_DAY
    common = {"vote": "v", "on": today, "by": None}
    assert "before today" in refused(add_fee_amount, shed_fee, since=JANUARY, amount=Decimal(1), **common)
    said = refused(add_fee_amount, shed_fee, since=JANUARY, amount=Decimal(1), allow_past=True, **common)
    assert said.startswith("Another row starts on Thursday, January 1, 2026 already.")
    said = refused(
        add_fee_amount, shed_fee, since=today, shape="per-unit", unit="window", measure="windows", **common
    )
    assert "The amount is missing." in said
    assert "No kind with this fee asks “windows”." in said
    past = add_fee_amount(shed_fee, since=date(2020, 1, 1), amount=Decimal(9), allow_past=True, **common)
    assert past.added_on == today


def test_only_a_row_ahead_is_withdrawn(shed_fee: Fee) -> None:
    now, later = row(shed_fee), row(shed_fee, "60.00", date(2026, 7, 1))
    admin, day_before = people.administrator(), date(2026, 6, 30)
    assert "has been in force since" in refused(withdraw_fee_amount, now, on=day_before, by=admin)
    assert "has been in force since" in refused(withdraw_fee_amount, later, on=date(2026, 7, 1), by=admin)
    with pytest.raises(WrongRole):
        withdraw_fee_amount(later, on=day_before, by=people.clerk())
    withdraw_fee_amount(later, on=day_before, by=admin)
    assert list(FeeAmount.objects.all()) == [now]


def test_withdrawing_takes_the_parts_along_and_leaves_no_gap(shed_fee: Fee) -> None:
    row(shed_fee, until=date(2026, 6, 30))
    tiers = [Tier(Decimal(0), None, Decimal(75))]
    middle = row(
        shed_fee,
        None,
        date(2026, 7, 1),
        shape="tiered",
        measure="doors",
        tiers=tiers,
        until=date(2026, 12, 31),
    )
    last = row(shed_fee, "80.00", date(2027, 1, 1))
    said = refused(withdraw_fee_amount, middle, on=FILED, by=people.administrator())
    assert "Withdraw the row from Friday, January 1, 2027 first." in said
    withdraw_fee_amount(last, on=FILED, by=people.administrator())
    withdraw_fee_amount(middle, on=FILED, by=people.administrator())
    assert FeeAmount.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": None},
        {"amount": Decimal("-0.01")},
        {"shape": "tiered"},
        {"until": JANUARY - ONE_DAY},
    ],
)
def test_the_database_refuses_a_bad_row(shed_fee: Fee, wrong: dict[str, Any]) -> None:
    good = {"fee": shed_fee, "amount": Decimal(1), "since": JANUARY, "vote": "v", "added_on": JANUARY}
    with pytest.raises(IntegrityError), transaction.atomic():
        FeeAmount.objects.create(**good | wrong)


@pytest.mark.parametrize(
    "wrong", [{}, {"amount": Decimal(1), "percent": Decimal(1)}, {"percent": Decimal(-1)}]
)
def test_the_database_refuses_a_bad_late_fee(shed_fee: Fee, wrong: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        LateFee.objects.create(row=row(shed_fee), **wrong)


def test_a_fee_with_amounts_is_not_deleted(shed_fee: Fee) -> None:
    row(shed_fee)
    with pytest.raises(ProtectedError):
        shed_fee.delete()


def test_a_fee_may_go_by_any_number_or_yes_or_no_the_kind_asks(shed_kind: Any) -> None:
    assert measures_of("shed") == [("doors", "Number of doors"), ("capacity_gal", "Leaching capacity")]
    assert conditions_of("shed") == [("begun_early", "Work begun early")]
    assert measures_of("another") == []


# ------------------------------------------------------------------------------------------- the preview
def issued_shed(on: date = FILED, *, renews: Case | None = None, **answers: Any) -> Case:
    """A shed permit in force through December 31."""
    case = file_shed(on, renews=renews, **answers)
    people.settle(case, on, people.clerk())
    cases.issue(case, on=on, by=people.clerk())
    return case


def changes(new: FeeAmount, today: date = FILED) -> Preview:
    return preview(new, today)


def totals(shown: Preview) -> list[tuple[int, int, Decimal | None, Decimal]]:
    return [(effect.count, effect.changed, effect.old, effect.new) for effect in shown.effects]


def test_open_cases_and_renewals_are_counted_apart(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    file_shed()
    for _ in range(2):
        issued_shed()
    shown = changes(row(shed_fee, "60.00", JULY))
    assert totals(shown) == [(1, 1, Decimal(50), Decimal(60)), (2, 2, Decimal(100), Decimal(120))]
    assert shown.headline == ("1 open case and 2 renewals change by $30.00, from $150.00 to $180.00.")
    assert [effect.difference_in_words for effect in shown.effects] == ["$10.00 more", "$20.00 more"]
    (example,) = shown.examples
    assert (example.says, example.old.working, example.new.working) == (
        "Any case", "Flat fee $50.00", "Flat fee $60.00",
    )  # fmt: skip


def test_a_lower_fee_and_one_renewal_are_said_as_such(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    issued_shed()
    shown = changes(row(shed_fee, "45.50", JULY))
    assert shown.headline == "1 renewal changes by −$4.50, from $50.00 to $45.50."
    assert shown.effects[1].difference_in_words == "$4.50 less"


def test_the_same_amount_changes_nothing(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    issued_shed()
    shown = changes(row(shed_fee, "50.00", JULY))
    assert shown.headline == "Nothing changes: every case pays what it would pay now."
    assert shown.effects[1].difference_in_words == "None"


def test_without_cases_nothing_changes(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    shown = changes(row(shed_fee, "60.00", JULY))
    assert shown.headline == "Nothing changes: no open case, no renewal and no draft goes by this row."
    assert len(shown.examples) == 1


def test_the_first_row_of_a_fee_gives_cases_an_amount(shed_fee: Fee) -> None:
    issued_shed()
    shown = changes(row(shed_fee, "60.00", JULY))
    assert shown.headline == "1 renewal gets an amount, $60.00 in all. No row is in force yet."
    assert shown.effects[1].difference_in_words == "Not known"
    assert shown.examples[0].old.working == "The office will confirm the fee."


@pytest.mark.parametrize(
    ("since", "counted"),
    [
        (date(2026, 12, 31), 1),
        (date(2027, 1, 1), 1),  # the renewal falls on January 1, the day after the old term
        (date(2027, 1, 2), 0),
    ],
)
def test_a_renewal_counts_when_its_day_falls_on_the_first_day_or_later(
    shed_fee: Fee, since: date, counted: int
) -> None:
    row(shed_fee, "50.00")
    issued_shed()
    assert changes(row(shed_fee, "60.00", since)).effects[1].count == counted


@pytest.mark.parametrize(("until", "counted"), [(date(2026, 12, 31), 0), (date(2027, 1, 1), 1)])
def test_renewals_after_the_last_day_of_the_row_do_not_count(
    shed_fee: Fee, until: date, counted: int
) -> None:
    row(shed_fee, "50.00")
    issued_shed()
    assert changes(row(shed_fee, "60.00", JULY, until=until)).effects[1].count == counted


def test_renewals_after_the_next_row_do_not_count(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    issued_shed()
    row(shed_fee, "70.00", date(2027, 1, 1))
    assert changes(row(shed_fee, "60.00", JULY)).effects[1].count == 0


def test_a_permit_that_was_renewed_closed_or_has_run_out_does_not_count(shed_fee: Fee) -> None:
    row(shed_fee, "50.00")
    renewed, closed = issued_shed(), issued_shed()
    renewal = file_shed(renews=renewed)
    cases.record(closed, "closed", on=FILED, by=people.clerk(), note="Removed")
    new = row(shed_fee, "60.00", JULY)
    assert [effect.count for effect in changes(new).effects] == [1, 0]
    people.settle(renewal, FILED, people.clerk())
    cases.issue(renewal, on=FILED, by=people.clerk())
    assert [effect.count for effect in changes(new).effects] == [0, 1]
    assert [effect.count for effect in changes(new, today=date(2028, 1, 1)).effects] == [0, 0]


def test_the_preview_works_the_answers_of_the_cases(shed_fee: Fee) -> None:
    early = [Multiplier("begun_early", "work begun without a permit", Decimal(4))]
    row(shed_fee, "50.00", shape="per-unit", unit="door", measure="doors")
    for doors in ("3", "3", "2", "5"):
        file_shed(doors=doors)
    file_shed(doors="1", begun_early="true")
    file_shed(doors="")
    shown = changes(
        row(shed_fee, "60.00", JULY, shape="per-unit", unit="door", measure="doors", multipliers=early)
    )
    waiting = shown.effects[0]
    assert (waiting.count, waiting.changed, waiting.unknown) == (6, 5, 1)
    # 3 + 3 + 2 + 5 + 1 doors at $50; 13 doors at $60 and one at four times $60.
    assert (waiting.old, waiting.new) == (Decimal(700), Decimal(1020))
    first, second = shown.examples
    assert (first.says, first.old.amount, first.new.amount) == ("3 doors", Decimal(150), Decimal(180))
    assert second.new.working != first.new.working


def test_examples_are_made_up_when_no_case_shows_the_fee(shed_fee: Fee) -> None:
    tiers = [Tier(Decimal(0), Decimal(499), Decimal(75)), Tier(Decimal(500), None, Decimal(125))]
    tiered = row(shed_fee, None, shape="tiered", unit="gallon", measure="capacity_gal", tiers=tiers)
    shown = [example.new.working for example in changes(tiered).examples]
    assert shown == ["499 gallons, tier 0–499: $75.00", "500 gallons, tier 500 and up: $125.00"]
    early = [Multiplier("begun_early", "work begun without a permit", Decimal(4))]
    flat = row(shed_fee, "50.00", JULY, multipliers=early)
    assert [example.says for example in changes(flat).examples] == ["Any case", "work begun without a permit"]
    hourly = row(
        shed_fee, "25.00", date(2027, 1, 1), shape="per-unit", unit="door", measure="doors", included=3
    )
    assert [example.says for example in changes(hourly).examples] == ["4 doors", "6 doors"]


def test_drafts_begun_online_are_counted_and_told_what_they_will_pay(shed_fee: Fee) -> None:
    row(shed_fee, "50.00", shape="per-unit", unit="door", measure="doors")
    new = row(shed_fee, "60.00", JULY, shape="per-unit", unit="door", measure="doors")
    assert changes(new).of_drafts == ""
    begun = {
        "kind": "shed", "board": people.health(), "begun_on": FILED, "expires_on": JULY,
        "saved_at": datetime(2026, 6, 1, 12, tzinfo=UTC),
    }  # fmt: skip
    for doors in ("3", "2", "several"):
        Draft.objects.create(answers={"shed": {"doors": [doors]}}, **begun)
    Draft.objects.create(**begun | {"expires_on": FILED - ONE_DAY})
    Draft.objects.create(renews=issued_shed(doors="1"), answers={"shed": {"doors": ["9"]}}, **begun)
    shown = changes(new)
    assert totals(shown)[2] == (3, 2, Decimal(250), Decimal(300))
    assert shown.effects[2].unknown == 1
    assert shown.headline == "1 renewal and 2 drafts change by $60.00, from $300.00 to $360.00."
    assert shown.of_drafts == (
        "3 drafts begun online pay the fee of the day of filing: by this row from Wednesday, July 1, 2026. "
        "The page before filing then shows the old fee, the new one and the vote."
    )


def test_the_preview_asks_as_much_for_thousands_of_cases_as_for_one(
    shed_fee: Fee, django_assert_num_queries: Any
) -> None:
    row(shed_fee, "50.00", shape="per-unit", unit="door", measure="doors")
    new = row(shed_fee, "60.00", JULY, shape="per-unit", unit="door", measure="doors")
    case = file_shed()
    details = type(case.details)
    copies = [
        Case(number=f"COPY-{n}", kind="shed", board=case.board, filed_on=FILED, status="filed", is_open=True)
        for n in range(3000)
    ]
    Case.objects.bulk_create(copies, batch_size=500)
    many = Case.objects.filter(number__startswith="COPY-").values_list("pk", flat=True)
    details.objects.bulk_create([details(case_id=pk, doors=pk % 7) for pk in many], batch_size=500)
    with django_assert_num_queries(12):
        shown = preview(new, FILED)
    assert shown.effects[0].count == 3001
