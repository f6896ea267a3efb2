"""Citations and warnings, from the violation to the end of the ticket (Tisbury 09.0.6, c.40 §21D)."""

from __future__ import annotations

from enforcement import clocks
from enforcement.kinds.staff import HEALTH, STAFF
from enforcement.models import Citation
from enforcement.models.citations import CITATION, WARNING, lookup
from enforcement.rules import citations as rules
from office.clockwork import Mover
from office.kinds import CaseKind, Law, Lifecycle, Step

_C40 = "Massachusetts c.40 §21D"


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
             STAFF, ("unserved",), "open", cite=_C40),
        Step("court-copy-sent", "Record that the court has its copy", "Court's copy sent", STAFF, cite=_C40),
        Step("citation-paid", "Record as paid in full", "Paid in full", ("clerk",), _OWED, "paid", cite=_C40,
             page=_ACT),
        Step("hearing-requested", "Record that a hearing was asked for", "Hearing asked for", STAFF,
             ("open", "unanswered"), "hearing asked", cite=_C40),
        Step("hearing", "Set the hearing", "Hearing set", STAFF, ("hearing asked",), appointed=True),
        Step("unanswered", "Record that nobody answered", "Not answered in time", STAFF, ("open",),
             "unanswered", cite=_C40),
        Step("complaint-applied", "Record that a criminal complaint was asked for",
             "Criminal complaint asked for", STAFF, ("unanswered", "responsible"), "at court", reason=True,
             cite=_C40),
        Step("found-responsible", "Record: found responsible", "Found responsible", STAFF, _HEARD,
             "responsible", reason=True, page=_ACT),
        Step("found-not-responsible", "Record: found not responsible", "Found not responsible", STAFF,
             _HEARD, "not responsible", reason=True, page=_ACT),
        Step("left", "Close without a complaint", "Closed without a complaint", STAFF, ("unanswered",),
             "closed", reason=True),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("unserved", *_OWED), "withdrawn", reason=True,
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
    law=Law(facts=rules.CitationFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.CITATION_NOTICE, clocks.CITATION_ANSWER, clocks.LITTERING_ANSWER, clocks.COURT_COPY),
    openers=STAFF,
    page="citation",
)

WARNING_LIFE = Lifecycle(
    first="given",
    steps=(
        _told("violation", "Violation", earlier=True),
        _told("facility-order-given", "24-hour order given", timed=True),
        Step("corrected", "Record as corrected", "Corrected", STAFF, ("given",), "corrected"),
        Step("noted", "Close", "Closed", STAFF, ("given",), "closed"),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("given", "corrected", "closed"), "withdrawn",
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
    openers=STAFF,
    page="citation",
)
