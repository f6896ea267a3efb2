"""Waivers and variances of the Tisbury Board of Health, 09.0.3: the slice's table of contents."""

from __future__ import annotations

from dataclasses import replace

from districts.rules.readings import READINGS
from office.application import DECISION, INCOMPLETE, REMINDER, REVOKED
from office.clockwork import Mover
from office.kinds import (
    APPROVE,
    DENY,
    ORDER,
    CaseKind,
    Duty,
    Law,
    Letter,
    Lifecycle,
    NavLink,
    Need,
    Step,
    register,
)
from permits.waivers import clocks, rules
from permits.waivers.forms import WaiverForm
from permits.waivers.models import (
    EFFECTIVE,
    ENDORSED,
    GRANTED,
    SIGNED,
    WAIVER,
    WRITTEN,
    Waiver,
    certificate_values,
    lookup,
)

_ACT = "waiver-act"  # the page that does with the step what hangs on it
BOARD = ("clerk", "member")
SITE = ("clerk", "inspector")
_ASKED = ("filed", "in review")
_FORBID = tuple(rule.slug for rule in rules.FORBIDS)

WAIVER_LIFE = Lifecycle(
    first="filed",
    steps=(
        Step("complete", "Accept as complete", "Accepted as complete", from_=("filed", "incomplete"),
             to="in review"),
        # Forbidden whoever decides: statutes, by-laws, state codes, coastal rules on the Barrier Beach.
        Step(GRANTED, "Grant the waiver", "Waiver granted, without effect until it is written and signed",
             BOARD, _ASKED, "granted", snapshot=True, cite="Tisbury 09.0.3(3)", vote=APPROVE,
             vote_only=True, barred_by=_FORBID),
        Step(ENDORSED, "Endorse the request to the state", "Request to the state endorsed", BOARD, _ASKED,
             "endorsed", snapshot=True, cite="Tisbury 09.0.3(2)", vote=APPROVE,
             vote_only=True, barred_by=("statute",)),
        Step(WRITTEN, "Put it in writing", "Put in writing", ("clerk",), ("granted", "to be signed"),
             "to be signed", cite="Tisbury 09.0.3", page=_ACT, guarded=True, falls=True),
        Step(SIGNED, "", "Signed", by_hand=False, falls=True),
        Step(EFFECTIVE, "Put it into effect", "Took effect", BOARD, ("to be signed",), "in effect",
             gate=True, term="starts", snapshot=True, cite="Tisbury 09.0.3", page=_ACT, falls=True),
        Step("sent-to-state", "Record that it was sent to the state", "Sent to the state", ("clerk",),
             ("endorsed",), "with the state", cite="Tisbury 09.0.3(2)", falls=True),
        Step("state-allowed", "Record that the state allows it", "Allowed by the state", ("clerk",),
             ("with the state",), "in effect", term="starts", snapshot=True, cite="Tisbury 09.0.3(2)",
             page=_ACT, guarded=True, falls=True),
        Step("state-refused", "Record that the state refuses it", "Refused by the state", ("clerk",),
             ("with the state",), "refused by the state", reason=True, cite="Tisbury 09.0.3(2)", falls=True),
        Step("incomplete", "Ask for what is missing", "Asked for what is missing", from_=_ASKED,
             to="incomplete", reason=True, letter="incomplete"),
        Step("answered", "Record the answer", "Answer received", ("clerk", "applicant"), ("incomplete",),
             "filed"),
        Step("aimed", "", "Named the case it is for", by_hand=False),
        Step("denied", "Deny", "Denied", BOARD, (*_ASKED, "granted"), "denied", reason=True, snapshot=True,
             letter="decision", vote=DENY),
        Step("construction-begun", "Record that construction began", "Construction began", SITE,
             ("in effect",), cite="Tisbury 09.0.3"),
        Step("seen-posted", "Record that it is posted at the site", "Seen posted at the site", SITE,
             ("in effect",), cite="Tisbury 09.0.3"),
        Step("construction-ended", "Record that construction ended", "Construction ended", SITE,
             ("in effect",)),
        Step("revoked", "Revoke", "Revoked", BOARD, ("in effect",), "revoked", reason=True, term="cuts",
             letter="revoked", vote=ORDER),
        Step("expired", "", "Ended with its last day", by_hand=False, from_=("in effect",), to="closed"),
        Step("withdrawn", "Withdraw", "Withdrawn", ("clerk", "applicant"),
             (*_ASKED, "incomplete", "granted", "to be signed", "endorsed", "with the state"), "withdrawn",
             reason=True),
        Step("closed", "Close", "Closed", from_=("in effect",), to="closed", reason=True, term="cuts"),
    ),
    closed=("denied", "revoked", "withdrawn", "refused by the state", "closed"),
    movers={"incomplete": Mover.APPLICANT, "in review": Mover.BOARD, "to be signed": Mover.BOARD,
            "with the state": Mover.REVIEWER, "in effect": Mover.NOBODY},
)  # fmt: skip

_REPLY = INCOMPLETE.asks
assert _REPLY is not None
LETTERS = (
    Letter("permit", "Certificate of waiver", "letters/waiver.html", values=certificate_values),
    Letter("site-copy", "Copy to post at the site", "letters/waiver_site.html"),
    replace(INCOMPLETE, asks=replace(_REPLY, stops=("answered", "complete", GRANTED, ENDORSED))),
    DECISION,
    REMINDER,
    replace(
        REVOKED,
        label="Your waiver is revoked",
        words=REVOKED.words.replace("you may not do what it allowed", "the rule it waived holds again")
        .replace("To do it again you need a new permit.", "To depart from the rule you need a new waiver."),
    ),
)  # fmt: skip

WAIVER_KIND = CaseKind(
    slug=WAIVER,
    label="Waiver or variance",
    series="WV",
    boards=("tisbury-health",),
    lifecycle=WAIVER_LIFE,
    section="Tisbury 09.0.3",
    about="Leave to depart from one exact rule of the Board of Health, up to a limit, at one place.",
    needed=(
        Need("A rule of the Board of Health stands in the way of what you plan, and there is good reason to "
             "depart from its very words.", "Tisbury 09.0.3(3)"),
        Need("A state health code stands in the way: the Board can endorse your request to the state.",
             "Tisbury 09.0.3(2)"),
    ),
    not_needed=(
        Need("A statute or a by-law of the town stands in the way: the Board can never waive it.",
             "Tisbury 09.0.3(1)"),
        Need("It is a rule of the Coastal District and the land is on the Barrier Beach: there it cannot be "
             "waived.", "Tisbury 09.9.1"),
    ),
    details=Waiver,
    form=WaiverForm,
    law=Law(facts=rules.WaiverFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.ENDS, clocks.SIGN, clocks.LOOK_AT_SITE),
    duties=(
        Duty("A copy of this waiver is posted at the site during construction.", "Tisbury 09.0.3"),
        Duty("It is shown on demand to any officer, inspector or agent.", "Tisbury 09.0.3"),
    ),
    letters=LETTERS,
    online=True,
    page="waiver",
    begins="new-waiver",
    readings=(rules.BEACH_READING, rules.EFFECT_READING, *READINGS),
    parcel_pages=(
        NavLink("Overlay districts", "parcel-districts", "map",
                ("clerk", "inspector", "member", "administrator")),
    ),
    varies=("Tisbury",),
)  # fmt: skip

register(WAIVER_KIND)
