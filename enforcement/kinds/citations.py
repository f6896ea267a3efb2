"""Citations and warnings, from the violation to the end of the ticket (Tisbury 09.0.6, c.40 §21D)."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext_noop

from enforcement import clocks
from enforcement.kinds.staff import HEALTH, STAFF
from enforcement.models import Citation
from enforcement.models.citations import CITATION, WARNING, lookup
from enforcement.models.papers import notice_values
from enforcement.rules import citations as rules
from office.clockwork import Mover
from office.kinds import Blank, CaseKind, Law, Letter, Lifecycle, NavLink, Step

_C40 = "Massachusetts c.40 §21D"


def _told(slug: str, done: str, *, earlier: bool = False, timed: bool = False) -> Step:
    """What the action that issues a citation records; never a button."""
    return Step(slug, "", done, by_hand=False, earlier=earlier, timed=timed)


# A payment in full ends the matter without a criminal record (c.40 §21D, a part of it not opened). Somebody
# who pays before the notice left knows of it in another way.
_OWED = ("unserved", "open", "hearing asked", "unanswered", "responsible", "at court")
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
             page=_ACT, guarded=True),
        Step("hearing-requested", "Record that a hearing was asked for", "Hearing asked for", STAFF,
             ("open", "unanswered"), "hearing asked", cite=_C40),
        Step("hearing", "Set the hearing", "Hearing set", STAFF, ("hearing asked",), appointed=True),
        Step("unanswered", "Record that nobody answered", "Not answered in time", STAFF, ("open",),
             "unanswered", cite=_C40, page=_ACT, guarded=True),
        Step("complaint-applied", "Record that a criminal complaint was asked for",
             "Criminal complaint asked for", STAFF, ("unanswered", "responsible"), "at court", reason=True,
             cite=_C40),
        Step("found-responsible", "Record: found responsible", "Found responsible", STAFF, _HEARD,
             "responsible", reason=True, page=_ACT, guarded=True),
        Step("found-not-responsible", "Record: found not responsible", "Found not responsible", STAFF,
             _HEARD, "not responsible", reason=True, page=_ACT, guarded=True),
        Step("left", "Close without a complaint", "Closed without a complaint", STAFF, ("unanswered",),
             "closed", reason=True),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, _OWED, "withdrawn", reason=True, page=_ACT,
             guarded=True),
    ),
    closed=("paid", "not responsible", "withdrawn", "closed"),
    movers={"open": Mover.APPLICANT, "responsible": Mover.APPLICANT, "at court": Mover.NOBODY},
    settled="citation-paid",
)  # fmt: skip

_DAY = date(2026, 6, 16)
# What the copy that is mailed says. Its days are gathered once, with the notice, and stay as they were.
_BLANKS = (
    Blank("warning", "Whether it is a warning", False),
    Blank("name", "Who is cited", "Sample Offender"),
    Blank("address", "Their last known address", "1 Sample Street, Tisbury, MA 02568"),
    Blank("offense", "The offense", "Dumpster violation"),
    Blank("section", "Its section", "Tisbury 09.2.4"),
    Blank("printed", "The section as the book prints it", "BOH 09.2.4"),
    Blank("place", "Where it happened, or nothing", "10 Sample Street"),
    Blank("violated_on", "The day of the violation", _DAY),
    Blank("violated_at", "Its time of day, or nothing", "9:05 am"),
    Blank("last_on", "The last day of a violation that lasted, or nothing", ""),
    Blank("seen", "What was seen, or nothing", "The lids stood open."),
    Blank("amount", "The fine", "$25.00"),
    Blank("lines", "How it came about", ["First offense: $25.00, none on record before. (Tisbury 09.2.4)"]),
    Blank("dated_on", "The date of the notice", _DAY),
    Blank("answer_by", "The last day to pay or to ask for a hearing", date(2026, 7, 7)),
    Blank("from_violation", "Whether the 21 days run from the violation (c.270 §16A)", False),
    Blank("order_says", "Through when a 24-hour order runs, or nothing", ""),
    Blank("receipt", "Whether the offender signed, or nothing", ""),
    Blank("by_mail", "Whether it is mailed", True),
    Blank("officer", "Who wrote it", "Sample Inspector"),
    Blank("code", "The code under which it can be looked up", "K7QM-2XPD"),
    Blank("look_at", "Where the code is typed", "www.example.org/verify"),
    Blank("code_address", "The page the code opens", "https://www.example.org/verify/K7QM2XPD/"),
)  # fmt: skip

# Mailing is notice enough, so its leaving serves it; by certified mail where the desk chooses so (c.40 §21D).
CITATION_LETTER = Letter(
    slug=CITATION,
    label=gettext_noop("Notice of violation"),
    template="letters/citation_mailed.html",
    words="You are cited for the offense named below.",
    to=("subject",),
    channel="first-class",
    section=_C40,
    values=notice_values,
    blanks=_BLANKS,
    serves="citation-delivered",
)
WARNING_LETTER = Letter(
    slug=WARNING,
    label=gettext_noop("Warning"),
    template="letters/citation_mailed.html",
    words="You are warned of the offense named below.",
    to=("subject",),
    channel="first-class",
    section="Tisbury 09.0.6",
    values=notice_values,
    blanks=_BLANKS,
)

CITATION_KIND = CaseKind(
    slug=CITATION,
    label=gettext_noop("Citation"),
    series="C",
    boards=HEALTH,
    lifecycle=CITATION_LIFE,
    section="Tisbury 09.0.6",
    about="A ticket for an offense of the fine schedule, settled without a criminal record.",
    details=Citation,
    roles=("subject",),
    law=Law(facts=rules.CitationFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.CITATION_NOTICE, clocks.CITATION_ANSWER, clocks.LITTERING_ANSWER, clocks.COURT_COPY),
    letters=(CITATION_LETTER,),
    openers=STAFF,
    page="citation",
    code_page="citation-by-code",
    nav=(NavLink("Field", "field", "map-pin", STAFF),),  # it leads on to the others
)

WARNING_LIFE = Lifecycle(
    first="given",
    steps=(
        _told("violation", "Violation", earlier=True),
        _told("facility-order-given", "24-hour order given", timed=True),
        Step("corrected", "Record as corrected", "Corrected", STAFF, ("given",), "corrected"),
        Step("noted", "Close", "Closed", STAFF, ("given",), "closed"),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("given", "corrected", "closed"), "withdrawn",
             reason=True, page=_ACT, guarded=True),
    ),
    closed=("corrected", "closed", "withdrawn"),
    movers={"given": Mover.APPLICANT},
)  # fmt: skip

WARNING_KIND = CaseKind(
    slug=WARNING,
    label=gettext_noop("Warning"),
    series="W",
    boards=HEALTH,
    lifecycle=WARNING_LIFE,
    section="Tisbury 09.0.6",
    about="With it the ladder of an offense begins; for a public facility a 24-hour order goes with it.",
    details=Citation,
    roles=("subject",),
    clocks=(clocks.FACILITY_ORDER,),
    letters=(WARNING_LETTER,),
    openers=STAFF,
    page="citation",
)
