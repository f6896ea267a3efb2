"""Enforcement's kinds of case."""

from __future__ import annotations

from enforcement.kinds.citations import CITATION_KIND, WARNING_KIND
from enforcement.kinds.complaints import COMPLAINT
from office.kinds import register

# What the fine schedule enforces: a citation is written under the section its line names.
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
}

register(COMPLAINT, CITATION_KIND, WARNING_KIND)
