"""Complaints: somebody tells the office of something."""

from __future__ import annotations

from enforcement.forms import ComplaintForm
from enforcement.kinds.staff import STAFF
from enforcement.models import Complaint, lookup
from enforcement.rules import complaints as rules
from office.clockwork import Mover
from office.kinds import CaseKind, Law, Lifecycle, Report, Step

COMPLAINT_LIFE = Lifecycle(
    first="open",
    steps=(
        Step("looked-into", "Start looking into it", "Being looked into", STAFF, ("open",), "looking into",
             snapshot=True),
        Step("validated", "Find it valid", "Found valid", STAFF, ("open", "looking into"), "valid",
             reason=True, snapshot=True),
        Step("unfounded", "Find it not supported", "Found not supported", STAFF, ("open", "looking into"),
             "not supported", reason=True, snapshot=True),
        Step("closed", "Close", "Closed", STAFF, ("valid", "not supported"), "closed", reason=True),
        Step("reopened", "Open again", "Opened again", STAFF, ("valid", "not supported", "closed"), "open",
             reason=True),
    ),
    closed=("closed",),
    movers={"closed": Mover.NOBODY},
)  # fmt: skip

COMPLAINT = CaseKind(
    slug="complaint",
    label="Complaint",
    series="CO",
    boards=("tisbury-health", "barnstable-conservation", "jamestown-public-works"),
    lifecycle=COMPLAINT_LIFE,
    section="Tisbury 09.4",
    about="Somebody tells the office of something that may break a rule.",
    details=Complaint,
    form=ComplaintForm,
    roles=("complainant", "owner", "subject"),
    law=Law(facts=rules.ComplaintFacts, rules=rules.RULES, lookup=lookup),
    report=Report(asks=("about", "described", "seen_on", "seen_at"), tells="described", unnamed="anonymous"),
)
