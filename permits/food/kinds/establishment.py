"""The yearly food permit, and the plan review before it."""

from __future__ import annotations

from dataclasses import replace

from office.application import (
    APPLICATION,
    APPLICATION_LETTERS,
    DECISION,
    INCOMPLETE,
    REMINDER,
    calendar_year,
)
from office.clockwork import Mover
from office.kinds import CaseKind, Duty, Item, Law, Letter, NavLink, Need, Step
from permits.food import clocks, fees
from permits.food.forms import EstablishmentForm, PlanForm
from permits.food.models import ESTABLISHMENT, FoodEstablishment, FoodPlan
from permits.food.rules import establishment as rules

HEALTH = ("tisbury-health",)
STAFF = ("clerk", "inspector", "member", "administrator")
UNDECIDED = ("filed", "incomplete", "in review", "approved")
LETTERS = (Letter("permit", "Permit", "letters/permit.html"), *APPLICATION_LETTERS)
CONDUCT = (NavLink("Conduct and surcharge", "conduct", "scale", STAFF),)
PLACE = "establishment"  # what a permit, a plan and an investigation are about

FEE_WAIVED = Step(
    "fee-waived", "Charge the fee by quarters", "Fee charged by quarters", from_=UNDECIDED, page="food-act",
    guarded=True, cite="Tisbury 09.5 policy",
)  # fmt: skip
WAIVES_FEE = (FEE_WAIVED,)
POTLUCK = Need("It is a potluck meal: that needs no food permit.", "Massachusetts c.94 §328A")

_HELD = ("issued", "suspended")
_OF_A_PERMIT = (
    FEE_WAIVED,
    Step("ownership-changed", "Record a change of ownership", "Ownership changed", from_=_HELD,
         cite="Tisbury 09.5.2"),
    Step("certified-person-recorded", "Record that a certified person is employed",
         "Certified person employed", from_=_HELD, cite="Tisbury 09.5.2"),
    Step("certificate-runs-out", "Record when a certificate runs out", "Certificate runs out",
         appointed=True),
)  # fmt: skip

PERMIT = CaseKind(
    slug=ESTABLISHMENT,
    label="Food establishment permit",
    series="FE",
    boards=HEALTH,
    lifecycle=APPLICATION + _OF_A_PERMIT,
    section="Tisbury 09.5.2",
    about="A place that prepares food for individual portions, through December 31.",
    needed=(
        Need("You prepare food for individual portions, on or off the premises, charged or not.",
             "Tisbury 09.5.2"),
        Need("The place where such food is served counts too.", "Tisbury 09.5.2"),
    ),
    not_needed=(
        Need("You serve food only for the days of an event: it needs the temporary permit.",
             "Tisbury 09.5.3"),
        Need("You feed or lodge the public in your own home: you need the license of a home kitchen.",
             "Tisbury 09.5.5"),
        POTLUCK,
    ),
    details=FoodEstablishment,
    form=EstablishmentForm,
    law=Law(facts=rules.EstablishmentFacts, rules=rules.RULES),
    clocks=(clocks.CERTIFIED_PERSON, clocks.CERTIFICATE, clocks.RENEW, clocks.LOOK),
    checklist=(
        Item("certificates", "Certificates of the certified people", "Tisbury 09.5.2",
             hint="A copy of each certificate of the Board’s program.", shows=("certified",)),
    ),
    duties=(
        Duty("One full-time equivalent or more who owns, operates or manages the establishment stays "
             "certified by the Board’s program. A new owner has at most 60 days.", "Tisbury 09.5.2"),
    ),
    fees=fees.ESTABLISHMENT,
    term=calendar_year,
    facility=PLACE,
    letters=LETTERS,
    online=True,
    facility_pages=CONDUCT,
)  # fmt: skip

# A plan is decided and not issued: the establishment's permit comes after the work.
_OF_A_PLAN = ("complete", "incomplete", "answered", "approved", "denied", "withdrawn")
PLAN_LIFE = replace(
    APPLICATION,
    steps=(
        *(step for step in APPLICATION.steps if step.slug in _OF_A_PLAN),
        Step("deemed-approved", "", "Approved by silence", by_hand=False,
             from_=("filed", "incomplete", "in review"), to="approved", snapshot=True),
        Step("closed", "Close", "Closed", from_=("approved",), to="closed", reason=True),
    ),
    closed=("denied", "withdrawn", "closed"),
    movers={"incomplete": Mover.APPLICANT, "approved": Mover.APPLICANT},
)  # fmt: skip
assert INCOMPLETE.asks is not None
_REPLY = replace(INCOMPLETE.asks, stops=("answered", "complete", "approved"))

PLAN = CaseKind(
    slug="food-plan",
    label="Plan review of a food establishment",
    series="FP",
    boards=HEALTH,
    lifecycle=PLAN_LIFE,
    section="Massachusetts 105 CMR 590.008",
    about="The plan of a kitchen to be built, changed or taken into use; decided within 30 days.",
    needed=(
        Need("You build a food establishment, change one, or make other rooms into one.",
             "Massachusetts 105 CMR 590.008"),
    ),
    details=FoodPlan,
    form=PlanForm,
    clocks=(clocks.PLAN_DECISION,),
    checklist=(
        Item("plan", "Floor plan with the equipment", "Massachusetts 105 CMR 590.008",
             hint="To scale, with sinks, stoves, cold storage, drains and toilets."),
        Item("menu", "Menu", "Massachusetts 105 CMR 590.008", hint="What is to be served, as far as known."),
    ),
    fees=fees.PLAN,
    facility=PLACE,
    letters=(replace(INCOMPLETE, asks=_REPLY), DECISION, REMINDER),
    online=True,
)  # fmt: skip
