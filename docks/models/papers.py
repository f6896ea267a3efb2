"""What the papers of a dock say beyond what every paper knows; plain values, read from the file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from docks.models.life import (
    OFFICE_LIST,
    Findings,
    dep_number,
    last_findings,
    offices_of,
    own_items,
    registry_of,
    services_of,
)
from docks.rules import life as rules
from office.kinds import HEARING
from office.models import Case, ChecklistRow
from office.schedules import named

NO_NUMBER = "not assigned yet"
LASTING = [
    "The depth under the boats, for every boat that lies there (Barnstable 703-4(M)).",
    "The DEP file number and the signs of public access, shown (Barnstable 703-4(E), (F)).",
    "Storage only where it is allowed (Barnstable 703-4(G)).",
]


def order_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the order of conditions says of file number, hearing and findings."""
    return _decided(case) | {
        "dep_number": dep_number(case) or NO_NUMBER,
        "hearing_on": _hearing(case) or "",
        "parts": _parts(case),
    }


def _parts(case: Case) -> list[dict[str, str]]:
    """The parts of the structure, with their measures in feet; "" where one is not known."""
    details = case.details
    rows = details.parts.all() if details is not None else ()
    return [
        {
            "what": row.get_kind_display() or "Part",
            "length": _feet(row.length_ft),
            "width": _feet(row.width_ft),
            "from_shore": _feet(row.from_shore_ft),
        }
        for row in rows
    ]


def _feet(value: Decimal | None) -> str:
    return "" if value is None else f"{value.normalize():f} ft"


def paper_values(case: Case, on: date) -> Mapping[str, Any]:
    """What the letters and printed papers of a dock say; None what the file does not hold."""
    due = case.clocks.filter(clock="hearing-by").values_list("due_on", flat=True).first()
    return _decided(case) | {
        "dep_number": dep_number(case) or NO_NUMBER,
        "hearing_by": due,
        "items": items_of(case),
        "services": services(case),
        "registry": registry_of(case) or "not recorded yet",
        "lasting": LASTING,
    }


def _hearing(case: Case) -> date | None:
    event = case.events.live().filter(slug=HEARING).order_by("pk").last()
    return event.on if event else None


def _decided(case: Case) -> dict[str, Any]:
    findings = last_findings(case)
    if findings is None:
        return {"presumption": "The Commission's findings are in the minutes.", "found": [], "weighed": [],
                "season": "", "cumulative": "", "merits": ""}  # fmt: skip
    over = "overcome" if findings.overcome else "not overcome"
    return {
        "presumption": f"The Commission found it {over}: {findings.why}",
        "found": [
            {"what": each.get_value_display(), "says": each.get_says_display(), "why": each.why,
             "cite": each.cite}
            for each in findings.values.all()
        ],
        "weighed": [
            {"side": each.get_side_display(), "what": each.what} for each in findings.evidence.all()
        ],
        "season": season_says(findings),
        "cumulative": cumulative_says(findings),
        "merits": findings.merits,
    }  # fmt: skip


def season_says(findings: Findings) -> str:
    """What the season did to the presumption, in a sentence (703-5(B))."""
    said = Findings.Season(findings.season).label
    return f"{said}. {findings.season_why}".strip()


def cumulative_says(findings: Findings) -> str:
    """What the drawing of all possible docks counted, and what came of it (703-5(A))."""
    if not findings.study_required or findings.radius_mi is None:
        lead = "A drawing of all possible docks was not required."
    else:
        lead = (
            f"Within {findings.radius_mi.normalize():f} miles: {findings.existing} docks there, "
            f"{findings.pending} applied for, {findings.possible} possible."
        )
    return f"{lead} {findings.cumulative}".strip()


def items_of(case: Case) -> list[dict[str, str]]:
    """Each item of notice, plan and office list: what, its section, where it stands and why."""
    declared = {item.slug: item for item in case.casekind.checklist}
    rows = {row.item: row for row in case.checklist.all()}
    found = [
        _item(item.label, item.cite, ChecklistRow.State(rows[slug].state).label, rows[slug].reason)
        for slug, item in declared.items()
        if slug in rows and slug != OFFICE_LIST
    ]
    return found + [
        _item(each.wording.text, "Barnstable 703-3(F)", ChecklistRow.State(each.state).label, each.reason)
        for each in own_items(case)
    ]


def _item(what: str, cite: str, stands: str, why: str) -> dict[str, str]:
    return {"what": what, "cite": cite, "stands": stands, "why": why}


def services(case: Case) -> list[dict[str, Any]]:
    """Each of the three offices: how it was served, the proof, the day, or that it was not."""
    rows, offices = services_of(case), offices_of(case)
    found = []
    for part in rules.TO_SERVE:
        row, office = rows.get(part), offices.get(part)
        name = row.name if row else office.name if office else rules.OFFICES[part]
        found.append(
            {
                "office": name,
                "how": row.get_method_display() if row else "Not served",
                "proof": row.proof if row else "",
                "on": named(row.on) if row else "",
                "evidence": "on file" if row and row.evidence_id else "",
                "late": bool(row and row.on > case.filed_on),
            }
        )
    return found


def addressed(case: Case, part: str) -> dict[str, str]:
    """Name and address of one of the town's offices, as a paper prints them."""
    office = offices_of(case).get(part)
    if office is None:
        return {"name": rules.OFFICES[part], "address": "", "aliases": ""}
    return {"name": office.name, "address": office.address, "aliases": office.aliases}
