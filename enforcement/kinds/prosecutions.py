"""Criminal complaints: what only a court may fine, Tisbury 09.0.7(B), and citations that nobody answered."""

from __future__ import annotations

from enforcement.kinds.staff import STAFF
from enforcement.models.liens import PROSECUTION, Prosecution, prosecution_lookup
from enforcement.rules import prosecutions as rules
from office.clockwork import Mover
from office.kinds import CaseKind, Law, Lifecycle, Step

_ACT = "prosecution-act"

PROSECUTION_LIFE = Lifecycle(
    first="draft",
    steps=(
        Step("complaint-applied", "Apply for the complaint", "Complaint applied for", STAFF, ("draft",),
             "applied for", snapshot=True, cite="Tisbury 09.0.7(B)", page=_ACT),
        Step("complaint-issued", "Record that the complaint was issued", "Complaint issued", STAFF,
             ("applied for",), "issued", page=_ACT),
        Step("complaint-refused", "Record that the court refused the complaint", "Complaint refused", STAFF,
             ("applied for",), "refused", reason=True),
        Step("arraignment", "Set the day in court", "Day in court set", STAFF, ("applied for", "issued"),
             appointed=True),
        Step("disposed", "Record what the court decided", "Disposed of by the court", STAFF, ("issued",),
             "disposed", reason=True, page=_ACT),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("draft", "applied for", "issued"), "withdrawn",
             reason=True),
    ),
    closed=("refused", "disposed", "withdrawn"),
    movers={"applied for": Mover.NOBODY, "issued": Mover.NOBODY},
)  # fmt: skip

PROSECUTION_KIND = CaseKind(
    slug=PROSECUTION,
    label="Criminal complaint",
    series="CC",
    boards=("tisbury-health", "jamestown-public-works"),
    lifecycle=PROSECUTION_LIFE,
    section="Tisbury 09.0.7(B)",
    about="An offense that only a court may fine, or a citation that nobody answered.",
    details=Prosecution,
    roles=("subject",),
    law=Law(facts=rules.ProsecutionFacts, rules=rules.RULES, lookup=prosecution_lookup),
    openers=STAFF,
    page="prosecution",
)
