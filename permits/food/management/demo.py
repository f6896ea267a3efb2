"""Sample kitchens of Tisbury: a restaurant with its record, a home kitchen, a fair, a plan."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from office import kinds
from office.actions import cases, casework, fees, money
from office.demo_data import Stage
from office.intake import Intake
from office.models import Case, Facility, Fee
from permits.food.models import ESTABLISHMENT

VOTE = "Sample amount, not voted"
AMOUNTS = {"food-permit": "150.00", "residential-kitchen": "60.00", "food-plan-review": "75.00"}
RESTAURANT = {
    "operation": "restaurant", "seats": "48", "risk": "high", "water": "town", "sewage": "sewer",
    "hours": "Daily, 11 am to 10 pm, May to October", "ownership_changed": "false", "has_certified": "true",
    "non_profit": "false", "waiver_wanted": "false",
}  # fmt: skip
HOME = {
    "gives_breakfast": "true", "gives_bed": "true", "is_lodging": "false", "foods": "Breads, jams, granola",
    "only_safe_foods": "true", "private_apart": "true", "has_pets": "true", "pets_kept_out": "true",
    "has_laundry": "false", "guests_cook": "false", "non_profit": "false", "waiver_wanted": "false",
}  # fmt: skip


def tell(stage: Stage) -> list[Case]:
    """Fees, then the kitchens; told again, it changes nothing. None of them may be copied."""
    _set_fees(stage)
    _restaurant(stage)
    _home(stage)
    _fair(stage)
    _plan(stage)
    return []


def _set_fees(stage: Stage) -> None:
    for code, amount in AMOUNTS.items():
        fee = Fee.objects.get(code=code)
        if not fee.amounts.exists():
            fees.add_fee_amount(
                fee, amount=Decimal(amount), since=stage.long_ago, vote=VOTE, sample=True, on=stage.today,
                by=stage.users["admin"], allow_past=True,
            )  # fmt: skip


def _opened(
    stage: Stage, key: str, kind: str, days: int, answers: dict[str, Any], thing: Facility | None, who: str
) -> Case:
    party = stage.party(who)
    return cases.open_case(
        kind=kind, on=stage.back(days), by=stage.users["clerk"], key=stage.key(key), facility=thing,
        parcels=[thing.parcel] if thing and thing.parcel else [stage.lot(3)], people=[(party, "applicant")],
        intake=Intake(kinds.get(kind), answers),
    )  # fmt: skip


def _place(stage: Stage, kind: str, name: str, lot: int) -> Facility:
    return stage.facility(kind, name, stage.lot(lot), stage.party(name))


def _certified(stage: Stage) -> dict[str, list[str]]:
    return {
        "certified-name": ["Sample Chef", "Sample Manager"], "certified-role": ["operator", "manager"],
        "certified-full_time_share": ["0.75", "0.5"],
        "certified-certified_on": [stage.long_ago.isoformat(), stage.long_ago.isoformat()],
        "certified-runs_out": ["false", "true"],
        "certified-runs_out_on": ["", (stage.today + timedelta(days=45)).isoformat()],
    }  # fmt: skip


def _restaurant(stage: Stage) -> None:
    """Issued this year; the certificate of one of its two certified people runs out soon."""
    if stage.told("restaurant"):
        return
    thing = _place(stage, "establishment", "Sample Harbor Grill", 4)
    answers = {**RESTAURANT, **_certified(stage)}
    case = _opened(stage, "restaurant", ESTABLISHMENT, 120, answers, thing, "Sample Harbor Grill")
    on, clerk = stage.back(118), stage.users["clerk"]
    casework.tick(case, item="certificates", state="supplied", on=on, by=clerk)
    if due := money.balance(case):
        money.pay(case, amount=due, tender="check", reference="3301", key=stage.key("grill"), on=on, by=clerk)
    cases.issue(case, on=on, by=clerk)


def _home(stage: Stage) -> None:
    """Filed, and waiting for the inspection."""
    if stage.told("home-kitchen"):
        return
    thing = _place(stage, "home-kitchen", "Sample Orchard House", 6)
    _opened(stage, "home-kitchen", "residential-kitchen", 6, HOME, thing, "Sample Orchard House")


def _fair(stage: Stage) -> None:
    """From out of town, for the next fair."""
    if stage.told("fair-food"):
        return
    first = stage.today + timedelta(days=19)
    answers = {
        "event": "Sample Harbor Fair", "first_on": first.isoformat(),
        "last_on": (first + timedelta(days=1)).isoformat(), "serves": "Clam cakes and lemonade",
        "sources": "Sample Fish Market", "non_profit": "false", "in_town": "false",
    }  # fmt: skip
    _opened(stage, "fair-food", "temporary-food", 3, answers, None, "Sample Mainland Catering")


def _plan(stage: Stage) -> None:
    """A plan that is to be decided within 30 days of its filing."""
    if stage.told("food-plan"):
        return
    thing = _place(stage, "establishment", "Sample Pier Bakery", 2)
    answers = {"work": "conversion", "described": "The shop at the pier becomes a bakery with ten seats."}
    _opened(stage, "food-plan", "food-plan", 22, answers, thing, "Sample Pier Bakery")
