"""Orders: to correct, to stop work, suspensions, hearings to show cause, and notices that a plan is late.

The surcharges count these events of a facility (rows name kind `order` and the event): `critical-order` and
`non-critical-order` are orders under the food code with and without a critical item, `correction-order` any
other order to correct; `show-cause-held` is a hearing to show cause. A permit that is suspended or revoked
has its own events, `suspended` and `revoked`, on the permit's case. Each is recorded once.
"""

from __future__ import annotations

from datetime import date

from enforcement import clocks
from enforcement.actions import order_life
from enforcement.kinds.staff import STAFF
from enforcement.models.orders import ORDER, Order, letter_values
from office.clockwork import Mover
from office.kinds import ORDER as ORDERED
from office.kinds import Blank, ByVote, CaseKind, Letter, Lifecycle, NavLink, Step

BOARDS = ("tisbury-health", "jamestown-public-works")
DECIDE = ("clerk", "member")  # who suspends a permit and hears why it should not be
_ACT = "order-act"  # the page that does with the step what hangs on it
# What the board decides by a vote: the permit follows it (Tisbury 09.5.1, 09.2.5(4)).
_BY_VOTE = ByVote(do=order_life.by_vote, undo=order_life.undo_vote)
_RUNNING = ("issued", "work stopped", "suspended", "plan late")


def _told(slug: str, done: str, *, timed: bool = False) -> Step:
    """What the action that issues or decides records; never a button."""
    return Step(slug, "", done, by_hand=False, timed=timed)


_ITEMS = tuple(
    _told(name, "Correction ordered", timed=clock.of_hours)
    for clock in clocks.ORDER_CLOCKS
    for name in clock.starting
)

ORDER_LIFE = Lifecycle(
    first="draft",
    steps=(
        Step("order-issued", "Issue the order", "Order to correct issued", STAFF, ("draft",), "issued",
             cite="Jamestown 22-233(a)", page=_ACT),
        Step("stop-work-ordered", "Order the work to stop", "Stop-work order issued", STAFF, ("draft",),
             "work stopped", reason=True, cite="Jamestown 22-233(b)", page=_ACT),
        Step("suspension-ordered", "Suspend the permit", "Suspension ordered", DECIDE, ("draft",),
             "suspended", reason=True, cite="Massachusetts 105 CMR 590.014", page=_ACT),
        Step("show-cause-called", "Call to show cause", "Called to show cause", DECIDE, ("draft",),
             "to be heard", reason=True, page=_ACT),
        Step("late-plan-noticed", "Give notice that the plan is late", "Notice that the plan is late", STAFF,
             ("draft",), "plan late", cite="Jamestown 22-233(b)", page=_ACT),
        _told("critical-order", "Critical items ordered corrected"),
        _told("non-critical-order", "Non-critical items ordered corrected"),
        _told("correction-order", "Ordered to correct"),
        *_ITEMS,
        Step("corrected", "Record a correction", "Corrected", STAFF, ("issued",), page=_ACT),
        _told("found-uncorrected", "Found not corrected", timed=True),
        Step("complied", "Close: all is corrected", "All corrected", STAFF, ("issued",), "complied",
             page=_ACT),
        Step("hearing-requested", "Record that a hearing was asked for", "Hearing asked for", STAFF, _RUNNING,
             cite="Massachusetts 105 CMR 590.015"),
        Step("hearing", "Set the hearing", "Hearing set", STAFF, _RUNNING, appointed=True,
             letter="hearing-notice", page=_ACT),
        Step("upheld", "Record that the order stands after the hearing", "Order stands after the hearing",
             DECIDE, _RUNNING, reason=True, vote=ORDERED),
        Step("show-cause-hearing", "Set the hearing to show cause", "Hearing to show cause set", DECIDE,
             ("to be heard",), appointed=True, letter="show-cause", page=_ACT, heard=True),
        _told("show-cause-held", "Hearing to show cause held"),
        Step("show-cause-dismissed", "Dismiss after the hearing", "Cause shown, dismissed", DECIDE,
             ("to be heard",), "dismissed", reason=True, page=_ACT, vote=ORDERED, by_vote=_BY_VOTE),
        Step("show-cause-suspended", "Suspend after the hearing", "Permit suspended after the hearing",
             DECIDE, ("to be heard",), "decided", reason=True, page=_ACT, vote=ORDERED, by_vote=_BY_VOTE),
        Step("show-cause-revoked", "Revoke after the hearing", "Permit revoked after the hearing", DECIDE,
             ("to be heard",), "decided", reason=True, page=_ACT, vote=ORDERED, by_vote=_BY_VOTE),
        Step("show-cause-conditions", "Set conditions after the hearing", "Conditions set after the hearing",
             DECIDE, ("to be heard",), "decided", reason=True, page=_ACT, vote=ORDERED, by_vote=_BY_VOTE),
        Step("lifted", "Lift", "Lifted", DECIDE, ("work stopped", "suspended"), "lifted", reason=True,
             page=_ACT, vote=ORDERED, by_vote=_BY_VOTE),
        Step("plan-handed-in", "Record that the plan was handed in", "Plan handed in", STAFF, ("plan late",),
             "plan in", cite="Jamestown 22-233(b)", page=_ACT),
        Step("settled", "Close", "Closed", STAFF, ("plan in",), "settled"),
        Step("left", "Close though it is not corrected", "Closed, not corrected", STAFF, ("issued",),
             "closed", reason=True),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("issued", "work stopped", "to be heard",
             "plan late"), "withdrawn", reason=True),
    ),
    closed=("complied", "dismissed", "decided", "lifted", "settled", "closed", "withdrawn"),
    movers={"issued": Mover.APPLICANT, "work stopped": Mover.APPLICANT, "suspended": Mover.APPLICANT,
            "plan late": Mover.APPLICANT, "to be heard": Mover.BOARD},
)  # fmt: skip


def _words(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)


_FOUND = Blank("found", "What was found", "The lids stand open and waste lies beside the dumpster.")
_FOUND_ON = Blank("found_on", "The day it was found", date(2026, 5, 29))
_SECTION = Blank("section", "The section the order rests on", "Tisbury 09.6.4")
_RIGHTS = Blank("rights", "What it says of hearing and appeal, a list; empty where the section gives none",
                ["You have a right to a hearing before the Board of Health (105 CMR 410.850)."])  # fmt: skip
_PERMIT = Blank("permit", "The permit it is about", "dumpster permit DU-2026-014")
_HEARING = (
    Blank("hearing_on", "The day of the hearing", date(2026, 6, 16)),
    Blank("hearing_where", "Its time and place", "6:00 pm, Town Hall"),
)


def _letter(
    slug: str, label: str, words: str, *blanks: Blank, template: str = "letters/letter.html"
) -> Letter:
    """A paper of an order: certified mail or in hand, to whom it binds."""
    return Letter(
        slug, label, template, words=words, to=("subject",), channel="certified", values=letter_values,
        blanks=blanks,
    )  # fmt: skip


ORDER_LETTER = _letter(
    "order",
    "Order to correct",
    _words(
        "On {{ found_on }} the office found, at the place named above: {{ found }}",
        "**You are ordered to correct what is listed below, each item by its time.** {{ time_says }} "
        "({{ section }})",
        "{{ follows }}",
        "{{ rights }}",
        "When you have corrected it, tell the office, so that it can look again.",
    ),
    _FOUND, _FOUND_ON, _SECTION, _RIGHTS,
    Blank("time_says", "From when the time is counted",
          "Days are counted from the day on which you receive this order; that day is not counted."),
    Blank("follows", "What may follow",
          "A fine may follow for each day after the day on which the correction was due."),
    Blank("corrections", "What is to be corrected; listed below the words by itself",
          [{"number": 1, "what": "Put up the fence", "section": "Tisbury 09.6.4", "mend": "",
            "time": "14 days from receipt", "critical": False}]),
    template="letters/order.html",
)  # fmt: skip

LETTERS = (
    ORDER_LETTER,
    _letter(
        "stop-work",
        "Stop-work order",
        _words(
            "On {{ found_on }} the office found, at the place named above: {{ found }}",
            "**All work there stops from the day you receive this order, until the office lifts it in "
            "writing.** ({{ section }})",
            "{{ rights }}",
        ),
        _FOUND, _FOUND_ON, _SECTION, _RIGHTS,
    ),
    _letter(
        "suspension",
        "Your permit is suspended",
        _words(
            "Your {{ permit }} is **suspended from {{ written_on }}**. From that day you may not use it, "
            "until the office lifts the suspension.",
            "The reason: {{ found }} ({{ section }})",
            "{{ rights }}",
        ),
        _FOUND, _SECTION, _RIGHTS, _PERMIT,
    ),
    _letter(
        "show-cause",
        "Notice of a hearing to show cause",
        _words(
            "The {{ board }} asks you to **show cause on {{ hearing_on }}, {{ hearing_where }}**, why your "
            "{{ permit }} should not be suspended or revoked.",
            "What was found on {{ found_on }}: {{ found }}",
            "Come yourself or send somebody, and bring what speaks for you. The Board may decide in your "
            "absence.",
        ),
        _FOUND, _FOUND_ON, _PERMIT, *_HEARING,
    ),
    _letter(
        "hearing-notice",
        "Notice of a hearing",
        _words(
            "You are heard about {{ number }} on **{{ hearing_on }}, {{ hearing_where }}**. Come yourself or "
            "send somebody, and bring what speaks for you."
        ),
        *_HEARING,
    ),
    _letter(
        "late-plan",
        "Your plan is late",
        _words(
            "Your plan was due on {{ due_on }} by the determination of applicability, and is not handed in.",
            "**{{ daily }} is owed for each day from the day after that day until the plan is handed in.** "
            "(22-233(b)) Other penalties of the code may come beside it.",
            "{{ found }}",
        ),
        _FOUND,
        Blank("due_on", "The day on which the plan was due", date(2026, 6, 1)),
        Blank("daily", "The amount for each day", "$100.00"),
    ),
)  # fmt: skip

ORDER_KIND = CaseKind(
    slug=ORDER,
    label="Order",
    series="O",
    boards=BOARDS,
    lifecycle=ORDER_LIFE,
    section="Tisbury 09.4.9",
    about="To correct what was found, to stop work, to suspend a permit, or to show why it should stay.",
    details=Order,
    roles=("subject",),
    clocks=clocks.ORDER_CLOCKS,
    letters=LETTERS,
    openers=(*STAFF, "member"),
    page="order",
    nav=(NavLink("New order", "new-order", "file-exclamation-point", STAFF),),
)
