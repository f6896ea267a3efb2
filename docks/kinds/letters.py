"""The papers of a dock: order, letters of acceptance, denial, dismissal and certificate, logs and notices."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from docks.models.papers import order_values, paper_values
from office.application import INCOMPLETE, REMINDER
from office.kinds import OFFICE_PRACTICE, Blank, Letter

_PARTS = ("applicant", "owner", "agent")
_WPA = "Massachusetts c.131 §40"


def _words(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)


_REASON = Blank("reason", "The reason, as it was recorded", "The evidence did not overcome the presumption.")
_FROM = Blank("from_on", "The day from which it holds", date(2026, 6, 16))
_DEP = Blank("dep_number", "The DEP file number, or that none is assigned yet", "SE3-0000")
_FOUND = Blank("found", "What the Commission found, listed below the words by itself",
               ({"what": "Shellfish and their harvest", "says": "Kept safe", "why": "Rated 3.",
                 "cite": "Barnstable 703-1(I)"},))  # fmt: skip

ORDER = Letter("permit", "Order of conditions", "letters/dock_order.html", section=_WPA, values=order_values)

ACCEPTANCE = Letter(
    slug="acceptance",
    label="Your notice of intent is accepted as complete",
    template="letters/dock_acceptance.html",
    words=_words(
        "The {{ board }} **accepted your notice of intent as complete on {{ from_on }}**. The hearing is due "
        "within 21 calendar days, by {{ hearing_by }}; you get the day in a notice of its own.",
        "**Stake the dock, or buoy the end of the pier, within the three weeks before the hearing**, and "
        "leave the marks standing until it opens. Send the office a photo. (703-3(C))",
        "That the notice is complete says nothing of how it will be decided. What you handed in, and what "
        "does not apply, stands below.",
    ),
    to=_PARTS,
    section="Barnstable 703-3(G)",
    values=paper_values,
    blanks=(
        _FROM,
        Blank("hearing_by", "The last good day for the hearing", date(2026, 7, 7)),
        Blank("items", "Each item of notice and plan, and where it stands; listed by itself",
              ({"what": "Boats: length, draft and type", "cite": "Barnstable 703-3(D)(2)",
                "stands": "Supplied", "why": ""},)),
        Blank("services", "The offices served; listed by itself",
              ({"office": "Harbormaster", "how": "Certified mail", "proof": "9407 1",
                "on": "Monday, June 1, 2026"},)),
    ),
)  # fmt: skip

NOT_ACCEPTED = replace(
    INCOMPLETE,
    label="Your notice of intent cannot be accepted yet",
    words=_words(
        "The office has looked at your notice of intent, received on {{ filed_on }}. It **cannot be accepted "
        "yet**, because something is missing (703-3(G)).",
        "{{ reason }}",
        "**Send what is missing by {{ reply_by }}.** If an item does not apply to your dock, say so and why. "
        "The time for the hearing begins when the notice is complete.",
    ),
    to=_PARTS,
    section="Barnstable 703-3(G)",
    asks=replace(INCOMPLETE.asks, cite=OFFICE_PRACTICE, stops=("answered", "accepted"))
    if INCOMPLETE.asks
    else None,
)

DENIAL = Letter(
    slug="decision",
    label="Your notice of intent is denied",
    template="letters/dock_decision.html",
    words=_words(
        "The {{ board }} **denied your notice of intent** for a dock on {{ from_on }}. Nothing may be built.",
        "The reason: {{ reason }}",
        "A dock is presumed to harm the values of chapter 237, and the evidence must overcome that "
        "(703-5(A)). {{ presumption }}",
        "You may appeal within 10 business days. If you change what stood in its way, you may file again; "
        "name {{ number }} then.",
    ),
    to=_PARTS,
    channel="certified",
    section="Barnstable 703-5",
    values=paper_values,
    blanks=(
        _REASON, _FROM, _FOUND,
        Blank("presumption", "Whether the presumption was overcome, and why",
              "The Commission found it not overcome: the survey shows a dense bed."),
    ),
)  # fmt: skip

DISMISSAL = Letter(
    slug="dismissal",
    label="Your notice of intent is dismissed without prejudice",
    template="letters/letter.html",
    words=_words(
        "The {{ board }} **dismissed your notice of intent without prejudice** on {{ from_on }}. Nothing was "
        "decided about the dock itself, and nothing may be built.",
        "The reason: {{ reason }}",
        "You may file again at any time. Name {{ number }} then, so that the office finds what you handed "
        "in.",
    ),
    to=_PARTS,
    channel="first-class",
    blanks=(_REASON, _FROM),
)

CERTIFICATE = Letter(
    slug="certificate",
    label="Certificate of compliance",
    template="letters/dock_certificate.html",
    words=_words(
        "The {{ board }} certifies that the dock allowed by the order of conditions {{ number }}, DEP file "
        "{{ dep_number }}, was **built in compliance with that order**. The certificate is issued on "
        "{{ from_on }}.",
        "Record this certificate at the Registry of Deeds, as the order was: {{ registry }}.",
        "What the order asks for as long as the dock stands goes on: {{ lasting }}",
    ),
    to=_PARTS,
    channel="certified",
    section="Massachusetts 310 CMR 10.05",
    values=paper_values,
    blanks=(
        _FROM, _DEP,
        Blank("registry", "Where the order is recorded", "Book 1000, page 10"),
        Blank("lasting", "The conditions that last", ["Depth under the boats, for every boat (703-4(M))."]),
    ),
)  # fmt: skip

# Papers that are printed and not sent by the mail desk.
PRINTED = (
    Letter("completeness", "Completeness sheet", "letters/dock_completeness.html", values=paper_values),
    Letter("service-log", "Log of service", "letters/dock_service_log.html", values=paper_values),
    Letter("construction-notice", "Notice of the start of construction", "letters/dock_construction.html",
           values=paper_values),
    Letter("access-sign", "Sign of public access", "letters/dock_sign.html", values=paper_values),
)  # fmt: skip

LETTERS = (ORDER, ACCEPTANCE, NOT_ACCEPTED, DENIAL, DISMISSAL, CERTIFICATE, REMINDER, *PRINTED)
