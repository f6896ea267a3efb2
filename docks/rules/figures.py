"""Every figure of chapter 703 that a rule measures against, with its section and the day it began.

The chapter was adopted on October 26, 2004; boat lifts and dredging (703-4(Q), (R)) came on February 6, 2018.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from office.law import Dated

ADOPTED = date(2004, 10, 26)
LIFTS_AND_DREDGING = date(2018, 2, 6)


def _figure(value: str, section: str, since: date = ADOPTED) -> Dated:
    return Dated(((since, Decimal(value), f"Barnstable {section}"),))


# Reach (703-4(J)), feet and shares.
SHARE_OF_FRONTAGE = _figure("0.5", "703-4(J)(1)")
OFF_CHANNEL_FT = _figure("35", "703-4(J)(2)")
BEYOND_MLW_FT = _figure("100", "703-4(J)(3)")
SHARE_OF_WIDTH = _figure("0.2", "703-4(J)(4)")

# Depth (703-4(M), (H)), inches of water at mean low water.
CLEAR_HIGH_VALUE_IN = _figure("30", "703-4(M)(1)")
CLEAR_OTHER_IN = _figure("12", "703-4(M)(2)")
HIGH_VALUE_RATING = _figure("6", "703-4(M)(1)")
UNDER_FLOAT_IN = _figure("12", "703-4(H)")

# Structure (703-4(H), (I)).
FLOAT_AREA_SQFT = _figure("200", "703-4(H)")
PLANK_GAP_IN = _figure("0.75", "703-4(I)")
LIGHT_PERCENT = _figure("65", "703-4(I)")
PILE_CENTERS_FT = _figure("4", "703-4(I)")
SINGLE_PILE_DECK_FT = _figure("4", "703-4(I)")

# Materials (703-4(C)) and lights (703-4(D)).
CCA_THICKNESS_IN = _figure("3", "703-4(C)")
LIGHT_WATTS = _figure("25", "703-4(D)")
LIGHTS_APART_FT = _figure("12", "703-4(D)")
LIGHT_HEIGHT_FT = _figure("2", "703-4(D)")

# The shellfish survey (703-3(D)(6)).
SURVEY_RADIUS_FT = _figure("50", "703-3(D)(6)")
SAMPLED_SHARE = _figure("0.005", "703-3(D)(6)")

# Lifts (703-4(Q)(3)(c)).
HULL_ABOVE_MHW_IN = _figure("12", "703-4(Q)(3)(c)", LIFTS_AND_DREDGING)

# Seasonal use (703-2), month and day: nothing there before the first, nothing left after the last.
FIRST_SEASONAL_DAY = Dated(((ADOPTED, (4, 1), "Barnstable 703-2"),))
LAST_SEASONAL_DAY = Dated(((ADOPTED, (10, 31), "Barnstable 703-2"),))

# Not law but arithmetic: pi rounded up at the fourth place, so that an area is a plain decimal and never too
# small; 50 ft around a point come to 7,854 sq ft, as the reading of 703-3(D)(6) has it.
PI = Decimal("3.1416")
# Square meters in one square foot: 0.3048 × 0.3048, exact by the definition of the foot.
SQM_PER_SQFT = Decimal("0.09290304")
