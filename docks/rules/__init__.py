"""Private docks and piers, Barnstable chapter 703: what is known of one, and what the chapter asks of it."""

from docks.rules import (
    clearance,
    dredging,
    judgment,
    land,
    length,
    lifts,
    lights,
    materials,
    scope,
    structure,
    survey,
)
from docks.rules.facts import DockFacts
from docks.rules.presumption import Presumption, presumption
from docks.rules.readings import READINGS

_EVERY = (
    *scope.RULES, *survey.RULES, *land.RULES, *materials.RULES, *lights.RULES, *structure.RULES,
    *length.RULES, *clearance.RULES, *judgment.RULES, *lifts.RULES, *dredging.RULES,
)  # fmt: skip

# In the order of the chapter; a letter's measures before what the board weighs of it.
RULES = tuple(sorted(_EVERY, key=lambda rule: rule.cite))

__all__ = ["READINGS", "RULES", "DockFacts", "Presumption", "presumption"]
