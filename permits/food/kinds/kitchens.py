"""The yearly license of a home kitchen (09.5.5)."""

from __future__ import annotations

from office.application import APPLICATION, calendar_year
from office.kinds import CaseKind, Duty, Law, Need
from permits.food import clocks, fees
from permits.food.forms import KitchenForm
from permits.food.kinds.establishment import CONDUCT, HEALTH, LETTERS, WAIVES_FEE
from permits.food.models import ResidentialKitchen
from permits.food.models.kitchens import lookup
from permits.food.rules import kitchens as rules

KITCHEN = CaseKind(
    slug="residential-kitchen",
    label="Home kitchen license",
    series="RK",
    boards=HEALTH,
    lifecycle=APPLICATION + WAIVES_FEE,
    section="Tisbury 09.5.5",
    about="A home kitchen that gives the public breakfast or a bed for the night, through December 31.",
    needed=(
        Need("Your home gives the public breakfast or a bed for the night, and is no lodging by definition.",
             "Tisbury 09.5.5"),
    ),
    not_needed=(
        Need("It is by definition a bed-and-breakfast home, an inn or a lodging house: those are licensed "
             "otherwise.", "Tisbury 09.5.5"),
    ),
    details=ResidentialKitchen,
    form=KitchenForm,
    law=Law(facts=rules.KitchenFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.RENEW_KITCHEN, clocks.LOOK),
    duties=(
        Duty("Only foods that are not potentially hazardous are made for the public.", "Tisbury 09.5.5"),
        Duty("Private food is stored apart or labeled private, and not served to the public.",
             "Tisbury 09.5.5"),
        Duty("Pets stay out, and laundry equipment rests, while food is prepared and served.",
             "Tisbury 09.5.5"),
        Duty("Guests do not use the cooking facilities.", "Tisbury 09.5.5"),
    ),
    fees=fees.KITCHEN,
    term=calendar_year,
    facility="home-kitchen",
    letters=LETTERS,
    online=True,
    facility_pages=CONDUCT,
)  # fmt: skip
