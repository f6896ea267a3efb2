"""Changes of the town's own regulations, Tisbury 09.0.4: the slice's table of contents."""

from __future__ import annotations

from office.clockwork import Mover
from office.kinds import APPROVE, DENY, CaseKind, Law, Lifecycle, NavLink, Step, register
from permits.rulemaking import clocks, rules
from permits.rulemaking.models import ADOPTED, CHANGE, PUBLISHED, VOTED, RegulationChange, lookup

CLERK = ("clerk",)
BOARD = ("clerk", "member")
_ACT = "rulemaking-act"

# A change whose notice is defective stays a draft, whatever was voted: notice and hearing are held anew.
LIFE = Lifecycle(
    first="draft",
    steps=(
        Step("notice-given", "Record the notice of the hearing", "Notice of the hearing given", CLERK,
             ("draft",), cite=rules.CITE, page=_ACT, guarded=True),
        Step("revised", "Change the draft", "Draft changed", CLERK, ("draft",), page=_ACT),
        Step(VOTED, "Adopt", "Voted to adopt", BOARD, ("draft",), snapshot=True, cite=rules.CITE,
             vote=APPROVE),
        Step(ADOPTED, "Record the adoption", "Adopted", CLERK, ("draft",), "adopted", snapshot=True,
             cite=rules.CITE, page=_ACT, guarded=True),
        Step("rejected", "Do not adopt", "Not adopted", BOARD, ("draft",), "not adopted", reason=True,
             snapshot=True, vote=DENY),
        Step("withdrawn", "Withdraw", "Withdrawn", CLERK, ("draft",), "withdrawn", reason=True),
        Step(PUBLISHED, "Record that the summary was published", "Summary published", CLERK, ("adopted",),
             "published", cite="Massachusetts c.111 §31", page=_ACT),
        Step("left", "Close without publishing", "Closed, no summary published", CLERK, ("adopted",),
             "closed", reason=True),
    ),
    closed=("not adopted", "withdrawn", "published", "closed"),
    movers={"draft": Mover.OFFICE, "adopted": Mover.OFFICE},
)  # fmt: skip

REGULATION_CHANGE = CaseKind(
    slug=CHANGE,
    label="Regulation change",
    series="RC",
    boards=("tisbury-health",),
    lifecycle=LIFE,
    section=rules.CITE,
    about="A change of the board’s own regulations, by notice, hearing and vote.",
    details=RegulationChange,
    law=Law(facts=rules.ChangeFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.GIVE_NOTICE,),
    openers=CLERK,
    page="rulemaking-file",
    nav=(NavLink("Regulation changes", "regulation-changes", "scroll-text", BOARD),),
    public_pages=(NavLink("Changes of the regulations", "regulation-changes", "scroll-text", ()),),
    readings=rules.READINGS,
)

register(REGULATION_CHANGE)
