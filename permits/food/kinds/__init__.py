"""Food permits of the Tisbury Board of Health, 09.5: the slice's table of contents."""

from office.kinds import register
from permits.food.kinds.establishment import PERMIT, PLAN
from permits.food.kinds.illness import ILLNESS
from permits.food.kinds.kitchens import KITCHEN
from permits.food.kinds.temporary import TEMPORARY

# What the slice enforces otherwise than by a rule, a clock, an answer or a condition.
ENFORCES = {
    "Tisbury 09.5.1": "the surcharge on every renewal of a food permit or home kitchen license",
    "Massachusetts 105 CMR 590.000": "food permits, plan reviews and inspections",
    "Massachusetts 105 CMR 590.014": "Suspend and Revoke in the lifecycle of food permits, with a reason",
}

register(PERMIT, PLAN, TEMPORARY, KITCHEN, ILLNESS)
