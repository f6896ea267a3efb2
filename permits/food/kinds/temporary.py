"""Food served for the days of an event (09.5.3)."""

from __future__ import annotations

from datetime import date

from office.application import APPLICATION
from office.kinds import CaseKind, Duty, Law, Need
from permits.food import fees
from permits.food.forms import TemporaryForm
from permits.food.kinds.establishment import HEALTH, LETTERS, POTLUCK
from permits.food.models import TemporaryFood
from permits.food.models.temporary import lookup
from permits.food.rules import temporary as rules


def last_day(details: TemporaryFood | None) -> date | None:
    """The last day of the event: the permit ends with it."""
    return details.last_on if details is not None else None


TEMPORARY = CaseKind(
    slug="temporary-food",
    label="Temporary food permit",
    series="TF",
    boards=HEALTH,
    lifecycle=APPLICATION,
    section="Tisbury 09.5.3",
    about="Food served for the days of one event.",
    needed=(Need("You serve food for the days of an event, such as a fair.", "Tisbury 09.5.3"),),
    not_needed=(
        Need("You serve food from one place all year or all season: it needs the yearly permit.",
             "Tisbury 09.5.2"),
        POTLUCK,
    ),
    details=TemporaryFood,
    form=TemporaryForm,
    law=Law(facts=rules.TemporaryFacts, rules=rules.RULES, lookup=lookup),
    duties=(
        Duty("The Board may inspect the kitchen: that it is clean and sanitary, how food is handled and "
             "transported, and that products are wholesome and from approved sources.", "Tisbury 09.5.3"),
    ),
    fees=fees.TEMPORARY,
    ends=last_day,
    letters=LETTERS,
    online=True,
)  # fmt: skip
