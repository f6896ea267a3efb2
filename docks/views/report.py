"""The staff report on a dock, as a PDF: facts, worksheets, drawings, findings both ways, what is presumed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from docks.drawings import Drawing
from docks.drawings.ink import INK, WIDE
from docks.views.common import dock_or_404
from docks.views.dock import Seen
from office import paper
from office.intake import in_words
from office.kinds import Figure
from office.law import State
from office.models import Case
from office.templatetags.office_tags import day, measure
from office.views.common import show_pdf, staff_required, today

STATES = {
    State.MET: "Met", State.UNMET: "Not met", State.UNKNOWN: "Not known yet",
    State.VARIED: "Variance granted", State.NOT_APPLICABLE: "Does not apply",
}  # fmt: skip
# In the order in which a board reads them: what stands in the way first.
HEADINGS = (
    (State.UNMET, "Not met"), (State.UNKNOWN, "Not known yet, or for the Commission to find"),
    (State.VARIED, "Variance granted"), (State.MET, "Met"), (State.NOT_APPLICABLE, "Does not apply"),
)  # fmt: skip
MOST_ROWS = 40  # of one table of answers; more of them are counted


@staff_required
@require_safe
def dock_report(request: HttpRequest, number: str) -> HttpResponse:
    """The report as of today; nothing is written by looking."""
    case = dock_or_404(request, number)
    pdf = paper.render("letters/dock_report.html", report_values(case, today()))
    return show_pdf(pdf, f"{case.number}-report.pdf")


def report_values(case: Case, on: date) -> dict[str, Any]:
    """What the template of the report speaks of, as of the day `on`."""
    seen = Seen.of(case, on, WIDE)
    presumed = seen.presumed
    reached = seen.sheet.reached
    return {
        "board": paper.board_values(case.board),
        "number": case.number,
        "kind": case.casekind.label,
        "status": case.status,
        "place": case.place,
        "lots": [lot.label for lot in case.parcels.all()],
        "people": [
            {"role": row.get_role_display(), "name": row.party.name}
            for row in case.people.select_related("party")
        ],
        "filed_on": case.filed_on,
        "made_on": on,
        "as_of": seen.as_of or "",
        "presumed": {"says": presumed.says, "cite": presumed.cite, "met": presumed.state == State.MET},
        "harm": [
            {"says": says, "cite": cite}
            for says, cite in (
                (presumed.harm, presumed.harm_cite), (presumed.seasonal, presumed.seasonal_cite),
                (presumed.merits, presumed.merits_cite),
                *((each.says, each.cite) for each in presumed.beside),
            )
            if says
        ],
        "drawings": [drawn_on_paper(drawing) for drawing in seen.sheet.drawings],
        "reach": figures(seen.sheet.reach),
        "depth": figures(seen.sheet.depth),
        "attainable": reached.attainable_says if reached.attainable == State.UNMET else "",
        "parts": [
            {"name": name, "start": start, "end": end, "across": across}
            for name, start, end, across in seen.sheet.parts
        ],
        "findings": findings_of(seen),
        "checklist": checklist_of(case),
        "facts": facts_of(case),
    }  # fmt: skip


def drawn_on_paper(drawing: Drawing) -> dict[str, Any]:
    """A drawing for paper: the picture as an address of its own, its alternative, and how to read it."""
    svg = drawing.svg(style=INK).encode()
    return {
        "slug": drawing.slug,
        "title": drawing.title,
        "alt": f"{drawing.title}. {drawing.desc}",
        "src": f"data:image/svg+xml;base64,{b64encode(svg).decode()}",
        "says": [*drawing.missing, *drawing.says],
    }


def figures(rows: Iterable[Figure]) -> list[dict[str, str]]:
    """The rows of a worksheet."""
    return [
        {
            "what": row.what, "formula": row.formula, "cite": row.cite, "measured": row.measured,
            "limit": row.limit, "margin": row.margin,
            "state": STATES[State(row.state)] if row.state else "",
        }
        for row in rows
    ]  # fmt: skip


def findings_of(seen: Seen) -> list[dict[str, Any]]:
    """The findings both ways, by what was found. One sentence found under several sections stands once."""
    groups = []
    for state, heading in HEADINGS:
        found = [each for each in seen.findings if each.state == state]
        rows: dict[tuple[str, str, str], list[str]] = {}
        for each in found:
            limit = _said(each.limit, each.unit)
            row = (each.says, _said(each.measured, each.unit), f"{each.op} {limit}".strip() if limit else "")
            rows.setdefault(row, []).append(each.cite)
        if found:
            told = [
                {"says": says, "measured": measured, "limit": limit, "cite": ", ".join(dict.fromkeys(cites))}
                for (says, measured, limit), cites in rows.items()
            ]
            groups.append({"heading": heading, "count": len(found), "rows": told})
    return groups


def checklist_of(case: Case) -> list[dict[str, str]]:
    """Each item of the notice and its plan, and where it stands (703-3(D), (E), (G))."""
    declared = {item.slug: item for item in case.casekind.checklist}
    return [
        {
            "what": declared[row.item].label, "cite": declared[row.item].cite,
            "stands": row.get_state_display(), "why": row.reason,
        }
        for row in case.checklist.all()
        if row.item in declared
    ]  # fmt: skip


def facts_of(case: Case) -> list[dict[str, Any]]:
    """What was answered, section by section, and what was left open.

    Of a long table the first rows stand, the others are counted.
    """
    told = []
    for title, answers in in_words(case.casekind, case.details):
        lines, tables, unsaid = [], [], []
        for label, value, cite in answers:
            if getattr(value, "is_table", False):
                rows = [list(row) for row in value.rows]
                tables.append({
                    "label": label, "columns": list(value.columns), "rows": rows[:MOST_ROWS],
                    "more": max(0, len(rows) - MOST_ROWS),
                })  # fmt: skip
            elif said := _said(value, ""):
                lines.append({"label": label, "value": said, "cite": cite})
            else:
                unsaid.append(label)
        told.append({"title": title, "lines": lines, "tables": tables, "open": unsaid})
    return told


def _said(value: Any, unit: str) -> str:
    """A value in the words of a paper; "" for none."""
    if value is None or value == "":
        return ""
    if isinstance(value, date):
        return str(day(value))
    return str(measure(value if isinstance(value, Decimal | int | bool) else str(value), unit))
