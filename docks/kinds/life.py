"""Everything that may be recorded on a notice of intent for a dock, from its filing to its last season."""

from __future__ import annotations

from typing import Any

from office.clockwork import Mover
from office.kinds import APPROVE, DENY, HEARING_CLOSED, ORDER, Lifecycle, Step

_ACT = "dock-act"  # the page that does with the step what hangs on it
_WPA = "Massachusetts c.131 §40"
_BEFORE = ("filed", "incomplete", "in review")
_OPEN = (*_BEFORE, "approved", "issued", "certified")
_ISSUED = ("issued",)
_BUILT = ("issued", "certified")
_DECIDES = ("clerk", "member")
_LOOKS = ("clerk", "inspector")


def _told(slug: str, done: str, **more: Any) -> Step:
    """What an action records by itself; never a button."""
    return Step(slug, "", done, by_hand=False, guarded=True, **more)


LIFE = Lifecycle(
    first="filed",
    steps=(
        # ---- the notice
        Step("accepted", "Accept as complete", "Accepted as complete", from_=("filed", "incomplete"),
             to="in review", page=_ACT, guarded=True, cite="Barnstable 703-3(G)", letter="acceptance"),
        Step("staked", "Record the staking", "Staked", _LOOKS, _BEFORE, page=_ACT, earlier=True,
             cite="Barnstable 703-3(C)"),
        Step("stakes-standing", "Record whether the stakes stood at the hearing",
             "Stakes stood when the hearing opened", _DECIDES, ("in review",), page=_ACT,
             cite="Barnstable 703-3(C)"),
        Step("stakes-not-standing", "", "Stakes did not stand when the hearing opened", by_hand=False),
        Step("incomplete", "Ask for what is missing", "Not accepted, incomplete",
             from_=("filed", "in review"), to="incomplete", reason=True, page=_ACT,
             cite="Barnstable 703-3(G)", letter="incomplete"),
        Step("answered", "Record the answer", "Answer received", ("clerk", "applicant"), ("incomplete",),
             "filed"),
        _told("office-served", "Copy served"),
        # ---- the decision
        _told("findings-made", "Findings made", from_=("in review",), snapshot=True),
        Step("approved", "Approve with conditions", "Approved with conditions", _DECIDES, ("in review",),
             "approved", snapshot=True, vote=APPROVE, needs=("findings-made", HEARING_CLOSED), whole=True,
             cite="Barnstable 703-3(G)"),
        Step("denied", "Deny", "Denied", _DECIDES, ("in review", "approved"), "denied", reason=True,
             snapshot=True, letter="decision", vote=DENY, needs=("findings-made", HEARING_CLOSED),
             cite="Barnstable 703-5(A)"),
        Step("dismissed", "Dismiss without prejudice", "Dismissed without prejudice", _DECIDES, _BEFORE,
             "dismissed", reason=True, letter="dismissal", vote=ORDER),
        Step("withdrawn", "Withdraw", "Withdrawn", ("clerk", "applicant"), (*_BEFORE, "approved"),
             "withdrawn", reason=True),
        # ---- the order
        Step("dep-numbered", "Record the DEP file number", "DEP file number", from_=_OPEN, page=_ACT,
             cite="Barnstable 703-4(F)"),
        Step("issued", "Issue the order of conditions", "Order of conditions issued", from_=("approved",),
             to="issued", gate=True, term="starts", snapshot=True, needs=("dep-numbered",), cite=_WPA),
        Step("appealed", "Record an appeal", "Appealed", from_=_ISSUED, cite=_WPA),
        Step("appeal-ended", "Record that the appeal ended", "Appeal ended", from_=_ISSUED, reason=True),
        Step("appeal-over", "", "Nobody appealed in time", by_hand=False),
        Step("order-recorded", "Record the order at the Registry", "Order recorded at the Registry",
             from_=_ISSUED, page=_ACT, guarded=True, cite=_WPA),
        Step("extension-asked", "Record the request for an extension", "Extension asked for",
             ("clerk", "applicant"), _ISSUED, cite="Massachusetts 310 CMR 10.05"),
        Step("order-extended", "Extend the order", "Order extended", _DECIDES, _ISSUED, reason=True,
             page=_ACT, guarded=True, term="starts", cite=_WPA),
        # ---- the work
        Step("construction-starts", "Set the planned start of work", "Planned start of work", from_=_ISSUED,
             appointed=True, page=_ACT, guarded=True, cite="Barnstable 703-6"),
        Step("natural-resources-told", "Record that Natural Resources was told", "Natural Resources told",
             from_=_ISSUED, page=_ACT, cite="Barnstable 703-6(A)"),
        Step("commission-told", "Record that the Commission was told", "Conservation Commission told",
             from_=_ISSUED, page=_ACT, cite="Barnstable 703-6(B)"),
        Step("work-started", "Record the start of work", "Work started", _LOOKS, _ISSUED, page=_ACT,
             guarded=True, cite="Barnstable 703-6"),
        Step("plans-revised", "Put revised plans on file", "Revised plans received", from_=_ISSUED, page=_ACT,
             guarded=True, cite="Barnstable 703-6(C)"),
        Step("plans-approved", "Approve revised plans", "Revised plans approved", _DECIDES, _ISSUED,
             page=_ACT, guarded=True, reason=True, cite="Barnstable 703-6(C)"),
        Step("completed", "Record that the work is finished", "Work finished", _LOOKS, _ISSUED, page=_ACT,
             guarded=True, cite="Barnstable 703-6(C)"),
        Step("certificate-asked", "Record the request for a certificate",
             "Certificate of compliance asked for", ("clerk", "applicant"), _ISSUED,
             cite="Massachusetts 310 CMR 10.05"),
        Step("certificate-refused", "Refuse the certificate", "Certificate of compliance refused", _DECIDES,
             _ISSUED, reason=True),
        Step("certified", "Issue the certificate of compliance", "Certificate of compliance issued",
             _DECIDES, _ISSUED, "certified", page=_ACT, guarded=True, term="starts", letter="certificate",
             cite="Massachusetts 310 CMR 10.05"),
        # ---- afterwards
        _told("season-kept", "A seasonal dock stands here"),
        Step("put-in", "Record that it was put in", "Put in for the season", _LOOKS, _BUILT, page=_ACT,
             cite="Barnstable 703-2"),
        Step("season-looked-at", "Record that nothing stood before April 1", "Looked at before the season",
             _LOOKS, _BUILT, cite="Barnstable 703-2"),
        Step("taken-out", "Record that it was taken out", "Taken out for the winter", _LOOKS, _BUILT,
             page=_ACT, cite="Barnstable 703-2"),
        Step("property-transferred", "Record that the property passed", "Property sold or transferred",
             from_=_BUILT, page=_ACT, guarded=True, cite="Barnstable 703-4(Q)(1)"),
        Step("lift-need-ended", "Record that the need for the lift ended", "Need for the lift ended",
             from_=_BUILT, page=_ACT, guarded=True, cite="Barnstable 703-4(Q)(1)"),
        _told("lift-removal-due", "Boat lift to be removed"),
        Step("lift-removed", "Record that the lift was removed", "Boat lift removed", _LOOKS, _BUILT,
             cite="Barnstable 703-4(Q)(1)"),
        Step("vessel-changed", "Record another boat", "Another boat", from_=_BUILT, page=_ACT, guarded=True,
             cite="Barnstable 703-4(M)"),
        Step("dock-visited", "Record a visit", "Visited", _LOOKS, _BUILT, page=_ACT, guarded=True,
             cite="Barnstable 703-6(C)"),
        Step("refiled", "Name the file it takes up again", "Takes up an earlier file", from_=_BEFORE,
             page=_ACT, guarded=True),
        Step("closed", "Close", "Closed", from_=_BUILT, to="closed", reason=True, term="cuts"),
    ),
    closed=("denied", "dismissed", "withdrawn", "closed"),
    movers={"incomplete": Mover.APPLICANT, "in review": Mover.BOARD, "issued": Mover.APPLICANT,
            "certified": Mover.NOBODY},
)  # fmt: skip
