"""What food permits cost. Only the temporary fees stand in the book (09.5.3); the rest the Board votes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from enforcement.actions.surcharges import charged
from office.fees import Scheduled, schedule
from office.intake import Filing
from office.pricing import Line, unconfirmed
from permits.food.rules import temporary as rules

ESTABLISHMENT = charged(schedule("food-permit"), "food")
KITCHEN = charged(schedule("residential-kitchen"), "food")
PLAN = schedule("food-plan-review")
SECTION = "Tisbury 09.5.3"
LABEL = "Temporary food service"


@dataclass(frozen=True)
class Temporary:
    """The table of 09.5.3: nothing, or the row for a business in town or from out of town."""

    codes: tuple[str, ...] = (rules.IN_TOWN_WITHOUT, rules.OUT_OF_TOWN)

    def __call__(self, filing: Filing, on: date) -> list[Line]:
        facts = filing.facts(on)
        assert isinstance(facts, rules.TemporaryFacts)
        sort = rules.fee_class(facts.non_profit, facts.in_town, facts.valid_permit)
        if sort in self.codes:
            return Scheduled((sort,))(filing, on)
        if sort:
            return [Line(sort, LABEL, Decimal(0), f"{rules.FREE[sort]} ({SECTION})", SECTION)]
        why = "It goes by whether the business is a non-profit, is in town, and holds a valid food permit."
        return [unconfirmed("temporary-food", LABEL, why=why, section=SECTION)]


TEMPORARY = Temporary()
