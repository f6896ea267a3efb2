"""Liens for the town's cost of a cure: Jamestown 22-201(a), 22-233(b), 22-264(a)."""

from __future__ import annotations

from enforcement.models.liens import LIEN, Lien
from office.clockwork import Mover
from office.kinds import CaseKind, Lifecycle, Step

_ACT = "lien-act"
CLERK = ("clerk",)

LIEN_LIFE = Lifecycle(
    first="cost ledger",
    steps=(
        Step("cost-entered", "Enter a cost", "Cost entered", CLERK, ("cost ledger",),
             cite="Jamestown 22-201(a)", page=_ACT),
        Step("recorded", "Record the lien", "Recorded in the land evidence records", CLERK, ("cost ledger",),
             "recorded", cite="Jamestown 22-233(b)", page=_ACT),
        Step("paid-off", "Record the payoff", "Paid off", CLERK, ("recorded",), "paid off",
             cite="Jamestown 22-264(a)", page=_ACT),
        Step("discharged", "Record the discharge", "Discharged", CLERK, ("paid off",), "discharged",
             page=_ACT),
        Step("withdrawn", "Withdraw before recording", "Withdrawn", CLERK, ("cost ledger",), "withdrawn",
             reason=True, page=_ACT),
    ),
    closed=("discharged", "withdrawn"),
    movers={"recorded": Mover.APPLICANT},
)  # fmt: skip

LIEN_KIND = CaseKind(
    slug=LIEN,
    label="Lien",
    series="L",
    boards=("jamestown-public-works",),
    lifecycle=LIEN_LIFE,
    section="Jamestown 22-201(a)",
    about="What the town spent on a cure, put on the property with legal interest from its recording.",
    details=Lien,
    roles=("owner",),
    openers=CLERK,
    page="lien",
)
