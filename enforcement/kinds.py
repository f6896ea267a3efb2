"""Enforcement's kinds of case."""

from __future__ import annotations

from enforcement import clocks
from enforcement.forms import ComplaintForm
from enforcement.models import Citation, Complaint, lookup
from enforcement.models.citations import CITATION, WARNING
from enforcement.models.citations import lookup as lookup_citation
from enforcement.rules import citations as citation_rules
from enforcement.rules import complaints as rules
from office.clockwork import Mover
from office.kinds import CaseKind, Law, Lifecycle, Report, Step, register

_STAFF = ("clerk", "inspector")
_C40 = "Massachusetts c.40 §21D"
HEALTH = ("tisbury-health",)

COMPLAINT_LIFE = Lifecycle(
    first="open",
    steps=(
        Step("looked-into", "Start looking into it", "Being looked into", _STAFF, ("open",), "looking into",
             snapshot=True),
        Step("validated", "Find it valid", "Found valid", _STAFF, ("open", "looking into"), "valid",
             reason=True, snapshot=True),
        Step("unfounded", "Find it not supported", "Found not supported", _STAFF, ("open", "looking into"),
             "not supported", reason=True, snapshot=True),
        Step("closed", "Close", "Closed", _STAFF, ("valid", "not supported"), "closed", reason=True),
        Step("reopened", "Open again", "Opened again", _STAFF, ("valid", "not supported", "closed"), "open",
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


# ------------------------------------------------------------------------------- citations and warnings
def _told(slug: str, done: str, *, earlier: bool = False, timed: bool = False) -> Step:
    """What the action that issues a citation records; never a button."""
    return Step(slug, "", done, by_hand=False, earlier=earlier, timed=timed)


# A payment in full ends the matter without a criminal record (c.40 §21D, a part of it not opened).
_OWED = ("open", "hearing asked", "unanswered", "responsible", "at court")
_HEARD = ("hearing asked", "at court")
_ACT = "citation-act"  # the page that does with the step what hangs on it: the charge, the later ones

CITATION_LIFE = Lifecycle(
    first="unserved",
    steps=(
        _told("violation", "Violation", earlier=True),
        _told("littering-violation", "Violation, answered under c.270 §16A", earlier=True),
        _told("citation-dated", "Notice dated"),
        Step("citation-delivered", "Record that it was handed over or mailed", "Handed over or mailed",
             _STAFF, ("unserved",), "open", cite=_C40),
        Step("court-copy-sent", "Record that the court has its copy", "Court's copy sent", _STAFF, cite=_C40),
        Step("citation-paid", "Record as paid in full", "Paid in full", ("clerk",), _OWED, "paid", cite=_C40,
             page=_ACT),
        Step("hearing-requested", "Record that a hearing was asked for", "Hearing asked for", _STAFF,
             ("open", "unanswered"), "hearing asked", cite=_C40),
        Step("hearing", "Set the hearing", "Hearing set", _STAFF, ("hearing asked",), appointed=True),
        Step("unanswered", "Record that nobody answered", "Not answered in time", _STAFF, ("open",),
             "unanswered", cite=_C40),
        Step("complaint-applied", "Record that a criminal complaint was asked for",
             "Criminal complaint asked for", _STAFF, ("unanswered", "responsible"), "at court", reason=True,
             cite=_C40),
        Step("found-responsible", "Record: found responsible", "Found responsible", _STAFF, _HEARD,
             "responsible", reason=True, page=_ACT),
        Step("found-not-responsible", "Record: found not responsible", "Found not responsible", _STAFF,
             _HEARD, "not responsible", reason=True, page=_ACT),
        Step("left", "Close without a complaint", "Closed without a complaint", _STAFF, ("unanswered",),
             "closed", reason=True),
        Step("withdrawn", "Withdraw", "Withdrawn", _STAFF, ("unserved", *_OWED), "withdrawn", reason=True,
             page=_ACT),
    ),
    closed=("paid", "not responsible", "withdrawn", "closed"),
    movers={"open": Mover.APPLICANT, "responsible": Mover.APPLICANT, "at court": Mover.NOBODY},
)  # fmt: skip

CITATION_KIND = CaseKind(
    slug=CITATION,
    label="Citation",
    series="C",
    boards=HEALTH,
    lifecycle=CITATION_LIFE,
    section="Tisbury 09.0.6",
    about="A ticket for an offense of the fine schedule, settled without a criminal record.",
    details=Citation,
    roles=("subject",),
    law=Law(facts=citation_rules.CitationFacts, rules=citation_rules.RULES, lookup=lookup_citation),
    clocks=(clocks.CITATION_NOTICE, clocks.CITATION_ANSWER, clocks.LITTERING_ANSWER, clocks.COURT_COPY),
    openers=_STAFF,
    page="citation",
)

WARNING_LIFE = Lifecycle(
    first="given",
    steps=(
        _told("violation", "Violation", earlier=True),
        _told("facility-order-given", "24-hour order given", timed=True),
        Step("corrected", "Record as corrected", "Corrected", _STAFF, ("given",), "corrected"),
        Step("noted", "Close", "Closed", _STAFF, ("given",), "closed"),
        Step("withdrawn", "Withdraw", "Withdrawn", _STAFF, ("given", "corrected", "closed"), "withdrawn",
             reason=True, page=_ACT),
    ),
    closed=("corrected", "closed", "withdrawn"),
    movers={"given": Mover.APPLICANT},
)  # fmt: skip

WARNING_KIND = CaseKind(
    slug=WARNING,
    label="Warning",
    series="W",
    boards=HEALTH,
    lifecycle=WARNING_LIFE,
    section="Tisbury 09.0.6",
    about="With it the ladder of an offense begins; for a public facility a 24-hour order goes with it.",
    details=Citation,
    roles=("subject",),
    clocks=(clocks.FACILITY_ORDER,),
    openers=_STAFF,
    page="citation",
)

# What the fine schedule enforces: a citation is written under the section its line names.
ENFORCES = {
    section: f"line {lines} of the fine schedule"
    for section, lines in {
        "Tisbury 09.0.7": "17 to 21",
        "Tisbury 09.0.7(B)": "24",
        "Tisbury 09.4.8": "16",
        "Tisbury 09.4.9": "5",
        "Tisbury 09.4.10": "23",
        "Tisbury 09.5.4": "6",
        "Tisbury 09.6.1": "12, 17 and 20",
        "Tisbury 09.6.2": "22",
        "Tisbury 09.6.3": "3",
        "Tisbury 09.6.4": "15",
        "Tisbury 09.7.1": "9",
        "Tisbury 09.7.3": "10",
    }.items()
}

register(COMPLAINT, CITATION_KIND, WARNING_KIND)
