"""An illness that may have come from food. What is found counts at the next renewal (09.5.1)."""

from __future__ import annotations

from office.clockwork import Mover
from office.kinds import CaseKind, Lifecycle, Step
from permits.food.forms import IllnessForm
from permits.food.kinds.establishment import HEALTH, PLACE
from permits.food.models import IllnessInvestigation

_STAFF = ("clerk", "inspector")
_OPEN, _FOUND = ("open", "looking into"), ("responsible", "not responsible")

ILLNESS = CaseKind(
    slug="illness-investigation",
    label="Investigation of a food-borne illness",
    series="FI",
    boards=HEALTH,
    lifecycle=Lifecycle(
        first="open",
        steps=(
            Step("looked-into", "Start looking into it", "Being looked into", _STAFF, ("open",),
                 "looking into"),
            Step("found-responsible", "Find the establishment responsible", "Found responsible", _STAFF,
                 _OPEN, "responsible", reason=True, cite="Tisbury 09.5.1"),
            Step("found-not-responsible", "Find it not responsible", "Found not responsible", _STAFF, _OPEN,
                 "not responsible", reason=True),
            Step("reopened", "Open again", "Opened again", _STAFF, (*_FOUND, "closed"), "open", reason=True),
            Step("closed", "Close", "Closed", _STAFF, _FOUND, "closed", reason=True),
        ),
        closed=("closed",),
        movers={"closed": Mover.NOBODY},
    ),
    section="Tisbury 09.5.1",
    about="Somebody fell ill, perhaps from food; whether the establishment is responsible is looked into.",
    details=IllnessInvestigation,
    form=IllnessForm,
    facility=PLACE,
    roles=("complainant", "owner", "subject"),
    openers=_STAFF,
)  # fmt: skip
