"""What the overlay districts enforce. They have no kind of case: whoever decides about land asks them."""

from __future__ import annotations

ENFORCES = {
    "Tisbury 09.9.1": "the strictest of several demands, and the waivers it leaves open",
    "Tisbury 09.9.1(1)": "the limbs of the Coastal District, and what was determined of a lot",
    "Tisbury 09.9.2": "the printed lots of the Barrier Beach, and what was determined of a lot",
}
