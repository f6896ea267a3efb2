"""Enforcement's kinds of case."""

from __future__ import annotations

from enforcement.kinds.citations import CITATION_KIND, WARNING_KIND
from enforcement.kinds.complaints import COMPLAINT
from enforcement.kinds.inspections import INSPECTION_KIND
from enforcement.kinds.liens import LIEN_KIND
from enforcement.kinds.orders import ORDER_KIND
from enforcement.kinds.prosecutions import PROSECUTION_KIND
from office.kinds import register

# What the fine schedule enforces: a citation is written under the section its line names; and the surcharges.
ENFORCES = {
    section: f"line {lines} of the fine schedule"
    for section, lines in {
        "Tisbury 09.0.7": "17 to 21",
        "Tisbury 09.0.7(B)": "24",
        "Tisbury 09.4.8": "16",
        "Tisbury 09.4.9": "5",
        "Tisbury 09.4.10": "23",
        "Tisbury 09.5.4": "6",
        "Tisbury 09.6.1": "12, 17 and 20",
        "Tisbury 09.6.2": "22",
        "Tisbury 09.6.3": "3",
        "Tisbury 09.6.4": "15",
        "Tisbury 09.7.1": "9",
        "Tisbury 09.7.3": "10",
    }.items()
} | {
    # Their tables; the permits that are charged with them come with the slices of food and septic systems.
    "Tisbury 09.1.4": "surcharge levels of septage handlers",
    "Tisbury 09.5.1": "surcharge levels of food establishments",
} | {
    # What orders print and lead to, and what a court or a lien makes of them.
    "Massachusetts 105 CMR 410.850": "the right to a hearing, printed on every housing order",
    "Massachusetts 105 CMR 410.860": "the right to appeal, printed on every housing order",
    "Massachusetts 105 CMR 590.016": "criminal complaint files",
    "Jamestown 22-264(b)": "criminal complaint files, under the dated ceiling of §1-15",
    "Rhode Island G.L. §6-26-1": "the dated rate of interest on liens",
    "Rhode Island G.L. §9-21-10": "the dated rate of interest on liens",
    "Rhode Island G.L. §45-6-2": "the dated ceiling of a conviction in Jamestown",
}

register(COMPLAINT, CITATION_KIND, WARNING_KIND, INSPECTION_KIND, ORDER_KIND, LIEN_KIND, PROSECUTION_KIND)
