"""The items of an inspection on a phone: answer, save as you go, see what is left and what was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from enforcement.actions import inspections
from enforcement.actions.inspections import Said, Saved
from enforcement.forms.inspections import item_forms
from enforcement.models import Inspection, InspectionItem
from enforcement.models.inspections import earlier_at, items_of, repeats, result_says
from enforcement.rules import inspections as rules
from enforcement.views.inspections import STAFF, inspection_or_404
from office.actions.errors import NotAllowed
from office.models import Case
from office.permissions import may
from office.uploads import UploadRefused
from office.views.common import get_or_post, need_role, staff_required, today

ENDS = ("passed", "needs correction", "failed", "partly seen")


@dataclass
class Line:
    """One item as the page shows it: what stands or was just typed, and what is to be said of it."""

    row: InspectionItem
    number: int
    repeat: str = ""
    answer: str = ""
    note: str = ""
    days: Any = None
    errors: list[str] = field(default_factory=list)
    stale: list[tuple[str, Any, Any]] = field(default_factory=list)
    by: str = ""
    saved: bool = False
    clock: Any = None


@staff_required
@get_or_post
def inspection(request: HttpRequest, number: str) -> HttpResponse:
    """The checklist: answer, save as you go, finish. Once it is finished, the result and what is left."""
    case, details = inspection_or_404(request, number)
    if request.method != "POST":
        lines = _lines(case, details, items_of(details))
        return _page(request, case, details, lines, listing="left" in request.GET)
    need_role(request, case, *STAFF)
    rows = items_of(details)
    only = request.headers.get("HX-Target", "").removeprefix("state-")
    forms = item_forms(rows, request.POST, request.FILES)
    if request.headers.get("HX-Request") and only.isdecimal():
        forms = {key: form for key, form in forms.items() if key == int(only)}
    said = {
        key: Said(
            form.cleaned_data["answer"], form.cleaned_data["note"], form.cleaned_data["days"],
            form.cleaned_data["version"] or 0,
        )
        for key, form in forms.items()
        if form.is_valid()
    }  # fmt: skip
    try:
        saved = inspections.save_items(case, said, by=request.user)
    except NotAllowed as refused:
        lines = _lines(case, details, rows, forms=forms)
        return _page(request, case, details, lines, refused=str(refused))
    refused_photos = _photos(request, saved, forms)
    lines = _lines(case, details, saved.items, saved=saved, forms=forms, photos=refused_photos)
    if request.headers.get("HX-Request") and only.isdecimal():
        line = next((each for each in lines if each.row.pk == int(only)), None)
        if line is None:
            raise Http404
        wrong = line.errors or line.stale
        page = _context(request, case, details, lines) | {"line": line, "in_place": True}
        return render(request, "enforcement/inspect_state.html", page, status=422 if wrong else 200)
    if any(line.errors or line.stale for line in lines):
        return _page(request, case, details, lines)
    here = reverse("inspection-page", args=[case.number])
    if request.POST.get("go") == "finish":
        if any(not line.row.answer for line in lines):
            return redirect(f"{here}?left=yes")
        return redirect("inspection-act", case.number, rules.proposed([line.row.found() for line in lines]))
    messages.success(request, f"{_progress(lines)}.")
    return redirect(here)


def _photos(request: HttpRequest, saved: Saved, forms: Any) -> dict[int, str]:
    """Put the photos on file; what was refused by the key of its item."""
    refused = {}
    for row in saved.items:
        form = forms.get(row.pk)
        photo = form.files.get(f"{form.prefix}-photo") if form is not None else None
        if photo is None:
            continue
        try:
            inspections.add_photo(row, file=photo, on=today(), by=request.user)
        except (UploadRefused, NotAllowed) as wrong:
            refused[row.pk] = str(wrong)
    return refused


def _lines(
    case: Case,
    details: Inspection,
    rows: Sequence[InspectionItem],
    *,
    saved: Saved | None = None,
    forms: Any = None,
    photos: dict[int, str] | None = None,
) -> list[Line]:
    earlier = list(earlier_at(case, details))
    times = repeats(earlier, rows) if earlier else {}
    forms, photos = forms or {}, photos or {}
    stale = {row.pk: told for row, told in saved.stale} if saved else {}
    lines = []
    for place, row in enumerate(rows, start=1):
        line = Line(row, place, rules.time_word(times.get(row.item_id, 0)), row.answer, row.note, row.days)
        form = forms.get(row.pk)
        if form is not None and not form.is_valid():
            line.answer, line.note = form["answer"].value() or "", form["note"].value() or ""
            line.days = form["days"].value()
            line.errors = [says for says_all in form.errors.values() for says in says_all]
        if row.pk in photos:
            line.errors.append(photos[row.pk])
        if told := stale.get(row.pk):
            line.stale, line.by = _differing(row, told), _name(row.saved_by)
            line.answer, line.note, line.days = told.answer, told.note, told.days
        line.saved = bool(row.answer) and not line.errors and not line.stale
        lines.append(line)
    return lines


def _differing(row: InspectionItem, told: Said) -> list[tuple[str, Any, Any]]:
    """What differs between what this person said and what somebody saved: (what, yours, theirs)."""
    labels = dict(InspectionItem.Answer.choices)
    found: list[tuple[str, Any, Any]] = [("Answer", labels.get(told.answer), labels.get(row.answer))]
    if told.note != row.note:
        found.append(("What was seen", told.note or None, row.note or None))
    if told.days is not None and told.days != row.due_in:
        found.append(("Days to correct", told.days, row.due_in))
    return found


def _name(user: Any) -> str:
    return (user.get_full_name() or user.get_username()) if user else "somebody"


def _progress(lines: Sequence[Line]) -> str:
    """ "14 of 22, saved"."""
    return f"{sum(1 for line in lines if line.row.answer)} of {len(lines)}, saved"


def _context(request: HttpRequest, case: Case, details: Inspection, lines: list[Line]) -> dict[str, Any]:
    return {
        "case": case,
        "row": details,
        "answers": InspectionItem.Answer.choices,
        "progress": _progress(lines),
        "answering": case.status == "begun" and may(request.user, case, *STAFF),
    }


def _page(
    request: HttpRequest,
    case: Case,
    details: Inspection,
    lines: list[Line],
    *,
    refused: str = "",
    listing: bool = False,
) -> HttpResponse:
    errors = [(f"item-{line.row.pk}", says) for line in lines for says in line.errors]
    errors += [
        (f"item-{line.row.pk}", f"{line.by} saved “{line.row.wording.text}” meanwhile: compare both below.")
        for line in lines
        if line.stale
    ]
    if refused:
        errors.append(("", refused))
    unsaid = [line for line in lines if not line.row.answer]
    if listing:
        errors += [(f"item-{line.row.pk}", f"{line.number}. {line.row.wording.text}") for line in unsaid]
    earlier = list(earlier_at(case, details)[:6])
    last_unmet = []
    if earlier:
        last_unmet = [each for each in items_of(earlier[0]) if each.answer == InspectionItem.Answer.NO]
    clocks = {each.subject: each for each in case.clocks.filter(clock="correction")}
    steps = [] if case.status == "begun" else case.casekind.lifecycle.moves(case.status)
    page = _context(request, case, details, lines) | {
        "groups": [(name, list(of)) for name, of in groupby(lines, lambda line: line.row.item.group)],
        "lines": lines,
        "unmet": [line for line in lines if line.row.answer == InspectionItem.Answer.NO],
        "unseen": [line for line in lines if line.row.answer == InspectionItem.Answer.NOT_SEEN],
        "result": result_says([line.row for line in lines]),
        "errors": errors,
        "heading": "Answer these first" if listing and not refused else "",
        "earlier": earlier,
        "last_unmet": last_unmet,
        "steps": [step for step in steps if may(request.user, case, *step.roles)],
        "writes": may(request.user, case, *STAFF),
        "may_reopen": case.status in ENDS and may(request.user, case, "clerk"),
        "today": today(),
    }
    for line in lines:
        line.clock = clocks.get(line.row.item.slug)
    status = 422 if errors and request.method == "POST" else 200
    return render(request, "enforcement/inspection.html", page, status=status)


__all__ = ["inspection"]
