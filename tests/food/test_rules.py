"""The rules of food service (09.5): met, not met, not known, and both sides of each figure."""

from __future__ import annotations

import dataclasses as dc
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from office.law import Facts, Finding, Rule, State
from permits.food.rules import establishment as e
from permits.food.rules import kitchens as k
from permits.food.rules import temporary as t
from permits.food.rules import waivers

DAY = date(2026, 10, 13)


def person(share: str | None = "1", role: str | None = e.OWNER, **more: Any) -> e.CertifiedPerson:
    said = {"name": "Sample", "certified_on": date(2026, 1, 5), "runs_out": False, "runs_out_on": None}
    full = None if share is None else Decimal(share)
    return e.CertifiedPerson(**{**said, "role": role, "full_time_share": full, **more})  # type: ignore[arg-type]


def unknown(facts: type[Facts], **answers: Any) -> Any:
    return facts(**{**dict.fromkeys(f.name for f in dc.fields(facts)), **answers})  # type: ignore[arg-type]


def found(rule: Rule, facts: Facts, on: date = DAY) -> Finding:
    return rule(facts, on)


def certified(*people: e.CertifiedPerson, on: date = DAY, **more: Any) -> Finding:
    facts = unknown(e.EstablishmentFacts, has_certified=True, certified=people or None)
    return found(e.certified_person, dc.replace(facts, **{"ownership_changed": False, **more}), on)


# ---------------------------------------------------------------------------------- the certified person
@pytest.mark.parametrize(
    ("shares", "state"),
    [
        (["1"], State.MET),
        (["0.5", "0.5"], State.MET),
        (["0.334", "0.333", "0.333"], State.MET),
        (["0.333", "0.333", "0.333"], State.UNMET),
        (["0.999"], State.UNMET),
        (["0.6", "0.6"], State.MET),
        (["0"], State.UNMET),
    ],
)
def test_the_shares_together_are_one_full_time_person(shares: list[str], state: State) -> None:
    assert certified(*(person(share) for share in shares)).state == state


@pytest.mark.parametrize("role", e.LEADING)
def test_owner_operator_and_manager_count(role: str) -> None:
    assert certified(person(role=role)).state == State.MET


def test_somebody_else_does_not_count_however_certified() -> None:
    assert certified(person(role=e.OTHER)).state == State.UNMET
    assert certified(person("0.5", role=e.OTHER), person("0.5")).state == State.UNMET


def test_a_certificate_counts_from_its_day_through_its_last_good_day() -> None:
    assert certified(person(certified_on=DAY)).state == State.MET
    assert certified(person(certified_on=DAY + timedelta(days=1))).state == State.UNMET
    assert certified(person(runs_out=True, runs_out_on=DAY)).state == State.MET
    assert certified(person(runs_out=True, runs_out_on=DAY - timedelta(days=1))).state == State.UNMET


def test_what_is_not_known_of_somebody_is_never_met_but_hides_nobody_who_counts() -> None:
    for gap in ({"share": None}, {"role": None}, {"certified_on": None}, {"runs_out": None}):
        assert certified(person(**gap)).state == State.UNKNOWN
        assert certified(person(**gap), person()).state == State.MET
    assert certified(person(runs_out=True)).state == State.UNKNOWN
    assert certified().state == State.UNKNOWN
    assert certified(has_certified=None).state == State.UNKNOWN
    assert certified(has_certified=False).state == State.UNMET


@pytest.mark.parametrize(
    ("on", "state"),
    [(date(2026, 10, 13), State.MET), (date(2026, 10, 14), State.UNMET)],
)
def test_a_new_owner_has_sixty_days(on: date, state: State) -> None:
    """August 14 plus 60 days is October 13."""
    changed = {"ownership_changed": True, "ownership_changed_on": date(2026, 8, 14)}
    says = certified(has_certified=False, on=on, **changed)
    assert says.state == state
    if state == State.MET:
        assert "certified by Tuesday, October 13, 2026" in says.says


def test_a_change_of_ownership_on_a_day_nobody_knows_is_not_met() -> None:
    assert certified(has_certified=False, ownership_changed=True).state == State.UNKNOWN
    assert certified(has_certified=False, ownership_changed=None).state == State.UNKNOWN
    assert certified(person(), ownership_changed=None).state == State.MET


@given(st.lists(st.decimals("0", "1", places=3), max_size=6), st.decimals("0", "1", places=3))
def test_one_more_certified_person_never_makes_it_worse(shares: list[Decimal], more: Decimal) -> None:
    before = certified(*(person(str(share)) for share in [*shares, Decimal(0)]))
    after = certified(*(person(str(share)) for share in [*shares, Decimal(0), more]))
    assert before.state != State.MET or after.state == State.MET


# ---------------------------------------------------------------------------------------- the fee waiver
def waiver(**answers: Any) -> Finding:
    said = {
        "non_profit": False, "waiver_wanted": True, "waiver_asked_on": DAY, "sells_retail": False,
        "rents_kitchen": False, "occasional_benefit": False,
    }  # fmt: skip
    return found(e.fee_waiver, unknown(e.WaiverFacts, **{**said, **answers}))


@pytest.mark.parametrize(
    ("asked", "state"),
    [
        (date(2026, 9, 30), State.UNMET), (date(2026, 10, 1), State.UNKNOWN),
        (date(2026, 12, 31), State.UNKNOWN), (date(2027, 1, 1), State.UNMET),
    ],
)  # fmt: skip
def test_a_waiver_is_looked_at_from_october_1(asked: date, state: State) -> None:
    says = waiver(waiver_asked_on=asked)
    assert says.state == state
    assert state == State.UNKNOWN or f"from {'Thursday' if asked.year == 2026 else 'Friday'}, Oc" in says.says


def test_a_non_profit_that_sells_or_rents_out_gets_none_but_for_a_benefit() -> None:
    assert waiver(non_profit=True).state == State.UNKNOWN
    for trade in ("sells_retail", "rents_kitchen"):
        assert waiver(non_profit=True, **{trade: True}).state == State.UNMET
        assert waiver(non_profit=True, **{trade: True}, occasional_benefit=True).state == State.UNKNOWN
        assert waiver(**{trade: True}).state == State.UNKNOWN
    assert waiver(waiver_wanted=False).state == State.NOT_APPLICABLE
    for name in ("waiver_wanted", "waiver_asked_on", "non_profit"):
        assert waiver(**{name: None}).state == State.UNKNOWN


def test_state_law_asks_nothing_of_a_non_profit_that_serves_free() -> None:
    def says(**answers: Any) -> State:
        return found(e.free_food, unknown(e.WaiverFacts, **answers)).state

    assert says(non_profit=False) == State.NOT_APPLICABLE
    assert says(non_profit=True, free_or_at_cost=False) == State.NOT_APPLICABLE
    assert says(non_profit=True, free_or_at_cost=True) == State.UNKNOWN
    assert says(non_profit=True) == State.UNKNOWN


@pytest.mark.parametrize(
    ("day", "quarters"),
    [
        (date(2026, 1, 1), 4), (date(2026, 3, 31), 4), (date(2026, 4, 1), 3), (date(2026, 9, 30), 2),
        (date(2026, 10, 1), 1), (date(2026, 12, 31), 1),
    ],
)  # fmt: skip
def test_the_quarters_left_are_proposed(day: date, quarters: int) -> None:
    assert waivers.suggested_quarters(day) == quarters


def test_a_quarter_is_rounded_half_up_once() -> None:
    assert waivers.by_quarters(Decimal(150), 1) == Decimal("37.50")
    assert waivers.by_quarters(Decimal("0.02"), 1) == Decimal("0.01")
    assert waivers.by_quarters(Decimal("100.01"), 3) == Decimal("75.01")
    assert waivers.by_quarters(Decimal(150), 0) == 0
    assert waivers.working(Decimal(150), 1) == "$150.00 × 1/4 = $37.50"


# -------------------------------------------------------------------------------------- temporary food
@pytest.mark.parametrize(
    ("non_profit", "in_town", "valid", "sort"),
    [
        (True, None, None, t.NON_PROFIT), (True, False, False, t.NON_PROFIT),
        (False, True, True, t.IN_TOWN_WITH_PERMIT), (False, True, False, t.IN_TOWN_WITHOUT),
        (False, False, True, t.OUT_OF_TOWN), (False, False, None, t.OUT_OF_TOWN),
        (False, True, None, ""), (False, None, True, ""), (None, True, True, ""), (None, None, None, ""),
    ],
)  # fmt: skip
def test_three_answers_choose_the_line_of_the_table(
    non_profit: bool | None, in_town: bool | None, valid: bool | None, sort: str
) -> None:
    assert t.fee_class(non_profit, in_town, valid) == sort


@pytest.mark.parametrize(
    ("first", "last", "state"),
    [
        (DAY, DAY, State.MET), (DAY - timedelta(days=3), DAY - timedelta(days=1), State.UNMET),
        (DAY + timedelta(days=2), DAY + timedelta(days=1), State.UNMET), (None, DAY, State.UNKNOWN),
        (DAY, None, State.UNKNOWN),
    ],
)  # fmt: skip
def test_the_days_of_the_event(first: date | None, last: date | None, state: State) -> None:
    assert found(t.event_days, unknown(t.TemporaryFacts, first_on=first, last_on=last)).state == state


# ---------------------------------------------------------------------------------------- home kitchens
KITCHEN = {
    "gives_breakfast": True, "gives_bed": False, "is_lodging": False, "only_safe_foods": True,
    "private_apart": True, "has_pets": True, "pets_kept_out": True, "has_laundry": True,
    "laundry_rests": True, "guests_cook": False, "inspected": True,
}  # fmt: skip


def kitchen(rule: Rule, **answers: Any) -> State:
    return found(rule, unknown(k.KitchenFacts, **{**KITCHEN, **answers})).state


@pytest.mark.parametrize(
    ("rule", "answer", "broken"),
    [
        (k.kitchen_inspected, "inspected", False), (k.safe_foods, "only_safe_foods", False),
        (k.private_food, "private_apart", False), (k.pets, "pets_kept_out", False),
        (k.laundry, "laundry_rests", False), (k.guests, "guests_cook", True),
    ],
)  # fmt: skip
def test_each_point_is_met_not_met_or_not_known(rule: Rule, answer: str, broken: bool) -> None:
    assert kitchen(rule) == State.MET
    assert kitchen(rule, **{answer: broken}) == State.UNMET
    assert kitchen(rule, **{answer: None}) == State.UNKNOWN


def test_what_is_not_there_is_not_asked_for() -> None:
    assert kitchen(k.pets, has_pets=False, pets_kept_out=None) == State.NOT_APPLICABLE
    assert kitchen(k.laundry, has_laundry=False, laundry_rests=None) == State.NOT_APPLICABLE


def test_breakfast_or_a_bed_makes_it_a_kitchen_to_inspect() -> None:
    neither = {"gives_breakfast": False, "gives_bed": False}
    assert kitchen(k.kitchen_inspected, **neither, inspected=False) == State.NOT_APPLICABLE
    assert kitchen(k.who_files, **neither) == State.NOT_APPLICABLE
    assert kitchen(k.kitchen_inspected, gives_breakfast=False, gives_bed=True, inspected=False) == State.UNMET
    assert kitchen(k.who_files, gives_breakfast=False, gives_bed=True) == State.MET
    assert kitchen(k.who_files, is_lodging=True) == State.NOT_APPLICABLE
    assert kitchen(k.who_files, is_lodging=None) == State.UNKNOWN
    assert kitchen(k.who_files, gives_breakfast=None) == State.UNKNOWN
