"""The printed papers of a dock, made when they are opened; nothing is written by looking."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from docks.models.papers import addressed, paper_values
from docks.rules import life as rules
from docks.views.common import dock_or_404
from office import paper
from office.models import Case
from office.views.common import show_pdf, staff_required, today

# The address's last part: the letter it prints, and of a notice of construction to whom it goes.
PAPERS = {
    "completeness": ("completeness", ""),
    "service-log": ("service-log", ""),
    "access-sign": ("access-sign", ""),
    "construction-natural-resources": ("construction-notice", rules.NATURAL_RESOURCES),
    "construction-commission": ("construction-notice", rules.COMMISSION),
}


@staff_required
@require_safe
def dock_paper(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """One of the papers as a PDF."""
    case = dock_or_404(request, number)
    if slug not in PAPERS:
        raise Http404
    try:
        return show_pdf(printed(case, slug), f"{case.number}-{slug}.pdf")
    except paper.LetterRefused as refused:
        messages.error(request, str(refused))
        return redirect("dock-life", case.number)


def printed(case: Case, slug: str) -> bytes:
    """The PDF of one of the papers. LetterRefused when the file lacks what it says."""
    letter, part = PAPERS[slug]
    template = case.casekind.letter(letter).template
    return paper.render(template, values(case, part))


def values(case: Case, part: str) -> dict[str, Any]:
    """What a printed paper speaks of."""
    day = today()
    people = {row.get_role_display(): row.party.name for row in case.people.select_related("party")}
    told: dict[str, Any] = {
        "board": paper.board_values(case.board), "number": case.number, "kind": case.casekind.label,
        "place": case.place, "lots": [lot.label for lot in case.parcels.all()], "filed_on": case.filed_on,
        "written_on": day, "people": [{"role": role, "name": name} for role, name in people.items()],
        **{name: "" if value is None else value for name, value in paper_values(case, day).items()},
    }  # fmt: skip
    if part:
        told |= _of_construction(case, part)
    return told


def _of_construction(case: Case, part: str) -> dict[str, Any]:
    """The notice that construction starts, to one of its two recipients (703-6(A), (B))."""
    start = case.events.live().filter(slug="construction-starts").last()
    if start is None:
        raise paper.LetterRefused("No start of work is planned. Set its day first, then print the notice.")
    resources = part == rules.NATURAL_RESOURCES
    days = rules.RESOURCES_DAYS if resources else rules.COMMISSION_DAYS
    return {
        "to": addressed(case, part),
        "starts_on": start.on,
        "last_on": rules.latest_notice(start.on, days, case.board.calendar()),
        "days": f"{days} {'working' if resources else 'business'} days",
        "cite": "Barnstable 703-6(A)" if resources else "Barnstable 703-6(B)",
        "resources": resources,
    }
