"""Residential kitchens, 09.5.5: who files, what may be made, and how the home is kept apart."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from office.law import Finding, Weight, does_not_apply, holds, rule
from permits.food.rules.establishment import WaiverFacts, fee_waiver, free_food


@dataclass(frozen=True)
class KitchenFacts(WaiverFacts):
    """What the rules read about a home kitchen. `inspected` is looked up."""

    gives_breakfast: bool
    gives_bed: bool
    is_lodging: bool
    only_safe_foods: bool
    private_apart: bool
    has_pets: bool
    pets_kept_out: bool
    has_laundry: bool
    laundry_rests: bool
    guests_cook: bool
    inspected: bool


def _open_to_the_public(facts: KitchenFacts) -> bool:
    return facts.gives_breakfast or facts.gives_bed


@rule("who-files", cite="Tisbury 09.5.5", weight=Weight.NOTE)
def who_files(facts: KitchenFacts, on: date) -> Finding:
    """A home that gives the public breakfast or a bed, and is no lodging by definition, files every year."""
    if not _open_to_the_public(facts):
        return does_not_apply("The home gives the public neither breakfast nor a bed.")
    if facts.is_lodging:
        return does_not_apply("It is by definition a bed-and-breakfast home, an inn or a lodging house.")
    return holds(True)


@rule("kitchen-inspected", cite="Tisbury 09.5.5")
def kitchen_inspected(facts: KitchenFacts, on: date) -> Finding:
    """The Board inspected the kitchen within the past year and found it in order."""
    if not _open_to_the_public(facts):
        return does_not_apply("The home gives the public neither breakfast nor a bed.")
    return holds(
        facts.inspected,
        otherwise="No inspection of this kitchen within the past year ended with all in order. Inspect it.",
    )


@rule("safe-foods", cite="Tisbury 09.5.5")
def safe_foods(facts: KitchenFacts, on: date) -> Finding:
    """Only foods that are not potentially hazardous are made for the public."""
    return holds(
        facts.only_safe_foods,
        otherwise="Potentially hazardous food is to be made for the public. A home kitchen may not.",
    )


@rule("private-food", cite="Tisbury 09.5.5")
def private_food(facts: KitchenFacts, on: date) -> Finding:
    """Food that is not for the public is stored apart or labeled private."""
    return holds(facts.private_apart, otherwise="Private food is neither stored apart nor labeled.")


@rule("pets", cite="Tisbury 09.5.5")
def pets(facts: KitchenFacts, on: date) -> Finding:
    """Pets are kept out of kitchen and dining room while food is prepared and served."""
    if not facts.has_pets:
        return does_not_apply("There are no pets.")
    return holds(facts.pets_kept_out, otherwise="Pets are not kept out while food is prepared and served.")


@rule("laundry", cite="Tisbury 09.5.5")
def laundry(facts: KitchenFacts, on: date) -> Finding:
    """Laundry equipment in the kitchen rests while food is prepared and served."""
    if not facts.has_laundry:
        return does_not_apply("No laundry equipment stands in the kitchen.")
    return holds(facts.laundry_rests, otherwise="The laundry equipment is used while food is prepared.")


@rule("guests", cite="Tisbury 09.5.5")
def guests(facts: KitchenFacts, on: date) -> Finding:
    """Guests do not use the cooking facilities."""
    return holds(not facts.guests_cook, otherwise="Guests use the cooking facilities. They may not.")


RULES = (who_files, kitchen_inspected, safe_foods, private_food, pets, laundry, guests, fee_waiver, free_food)
