"""Inspections: a visit by a checklist, what is to be corrected, and the visit after it.

The surcharges count these events of a facility (rows name the kind and the event): `re-inspected` is a visit
after a routine one, `preventive-visit` an extra one; `routine-inspection`, `complaint-visit`,
`opening-visit` and `follow-up-visit` (after a visit that was no routine one) are counted by nobody now. Each
is recorded once, when the inspection is finished.
"""

from __future__ import annotations

from datetime import date

from enforcement import clocks
from enforcement.kinds.staff import HEALTH, STAFF
from enforcement.models.inspections import INSPECTION, REPORT, Inspection, letter_values, lookup
from enforcement.rules import inspections as rules
from office.clockwork import Mover
from office.kinds import Blank, CaseKind, Law, Letter, Lifecycle, NavLink, Step

_ACT = "inspection-act"  # the page that does with the step what hangs on it
_OPEN = ("needs correction", "failed", "re-inspection asked")


def _told(slug: str, done: str) -> Step:
    """What the actions record when an inspection is finished; never a button."""
    return Step(slug, "", done, by_hand=False)


INSPECTION_LIFE = Lifecycle(
    first="begun",
    steps=(
        Step("passed", "Finish: all is met", "Finished, all met", STAFF, ("begun",), "passed",
             snapshot=True, page=_ACT, guarded=True),
        Step("correction-needed", "Finish: corrections needed", "Finished, corrections needed", STAFF,
             ("begun",), "needs correction", snapshot=True, page=_ACT, guarded=True),
        Step("failed", "Finish: failed", "Finished, failed", STAFF, ("begun",), "failed", reason=True,
             snapshot=True, page=_ACT, guarded=True),
        Step("partly-seen", "Finish: not all was seen", "Finished, not all was seen", STAFF, ("begun",),
             "partly seen", snapshot=True, page=_ACT, guarded=True),
        _told("routine-inspection", "Routine inspection"),
        _told("re-inspected", "Re-inspection after a routine one"),
        _told("follow-up-visit", "Re-inspection after another visit"),
        _told("preventive-visit", "Extra preventive visit"),
        _told("complaint-visit", "Visit on a complaint"),
        _told("opening-visit", "Visit before opening"),
        _told("correction-due", "To be corrected"),
        Step("item-corrected", "Record an item as corrected", "Corrected", STAFF, _OPEN, page=_ACT),
        Step("all-corrected", "Record that all is corrected", "All corrected", STAFF, _OPEN, "corrected"),
        Step("re-inspection-asked", "Ask for a re-inspection", "Re-inspection asked for", STAFF,
             ("needs correction", "failed", "partly seen"), "re-inspection asked"),
        Step("followed-up", "", "Looked at again", by_hand=False, to="closed",
             from_=(*_OPEN, "partly seen", "corrected")),
        Step("closed", "Close", "Closed", STAFF, ("passed", "corrected"), "closed"),
        Step("left", "Close though it is not corrected", "Closed, not corrected", STAFF,
             (*_OPEN, "partly seen"), "closed", reason=True),
        Step("withdrawn", "Withdraw", "Withdrawn", STAFF, ("begun",), "withdrawn", reason=True),
    ),
    closed=("closed", "withdrawn"),
    movers={"needs correction": Mover.APPLICANT, "failed": Mover.APPLICANT},
)  # fmt: skip

INSPECTION_KIND = CaseKind(
    slug=INSPECTION,
    label="Inspection",
    series="I",
    boards=HEALTH,
    lifecycle=INSPECTION_LIFE,
    section="Tisbury 09.0.1",
    about="A visit by a checklist: what is met, what is not, and by when it is corrected.",
    details=Inspection,
    roles=("owner", "subject"),
    law=Law(facts=rules.InspectionFacts, rules=rules.RULES, lookup=lookup),
    clocks=(clocks.CORRECTION,),
    letters=(
        Letter(
            REPORT, "Inspection report", "letters/inspection_report.html",
            "On **{{ inspected_on }}** the {{ board }} inspected **{{ inspected }}**: {{ programme }}. The "
            "items that are not met stand below, each with the last good day to correct it.\n\n"
            "{{ result }}\n\n{{ rights }}\n\n"
            "Tell the office when an item is corrected, and it is looked at again.",
            to=("holder", "owner", "subject"), channel="first-class", values=letter_values,
            blanks=(
                Blank("inspected_on", "The day of the inspection", date(2026, 6, 1)),
                Blank("inspected", "What was inspected", "Sample Harbor Cafe"),
                Blank("programme", "The checklist", "Dumpster"),
                Blank("result", "The outcome, in a sentence", "1 item is not met."),
                Blank("rights", "The rights the section gives, or nothing", ""),
                Blank("unmet", "The items not met", [
                    {"what": "Lids are kept closed.", "cite": "Tisbury 09.2.4(1)", "note": "Both stood open.",
                     "time": "at once, on Monday, June 1, 2026", "due": "Monday, June 1, 2026"},
                ]),
            ),
        ),
    ),
    openers=STAFF,
    page="inspection-page",
    begins="new-inspection",
    nav=(NavLink("Inspections", "inspections", "clipboard-check", STAFF),),
)  # fmt: skip
