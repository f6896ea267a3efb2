"""The completeness of a notice: every item of 703-3(D) and (E) and of the office's own list, on one page."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from docks.actions import notice
from docks.forms.life import ItemForm
from docks.models.life import OFFICE_LIST, own_items
from docks.views.common import dock_or_404
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case
from office.views.common import get_or_post, need_role, posted, staff_required, today

OWN = "own-"


def forms_of(case: Case, data: object) -> tuple[list[ItemForm], list[ItemForm]]:
    """A form for each item of the kind, and for each of the office's own list; four queries."""
    rows = {row.item: row for row in case.checklist.all()}
    items = [
        ItemForm(
            data, what=item.label, cite=item.cite, slug=item.slug,
            initial={"state": rows[item.slug].state, "reason": rows[item.slug].reason},
        )
        for item in case.casekind.checklist
        if item.slug in rows and item.slug != OFFICE_LIST
    ]  # fmt: skip
    own = [
        ItemForm(
            data, what=each.wording.text.removesuffix("."), cite="Barnstable 703-3(F)",
            slug=f"{OWN}{each.wording.item_id}", initial={"state": each.state, "reason": each.reason},
        )
        for each in own_items(case)
    ]  # fmt: skip
    return items, own


@staff_required
@get_or_post
def checklist(request: HttpRequest, number: str) -> HttpResponse:
    """Each item: supplied, missing, or does not apply because; saved together."""
    case = dock_or_404(request, number)
    need_role(request, case, "clerk", "inspector")
    data = posted(request)
    items, own = forms_of(case, data)
    refused = ""
    if data is not None and all([form.is_valid() for form in (*items, *own)]):
        try:
            changed = notice.check_off(
                case,
                {form.slug: form.said for form in items},
                {int(form.slug.removeprefix(OWN)): form.said for form in own},
                on=today(),
                by=request.user,
            )
        except WrongRole as wrong:
            raise PermissionDenied(str(wrong)) from wrong
        except NotAllowed as wrong:
            refused = str(wrong)
        else:
            said = (
                f"{len(changed)} item{'' if len(changed) == 1 else 's'} changed." if changed else "No change."
            )
            messages.success(request, said)
            return redirect("dock-life", case.number)
    groups = [
        ("notice", "The notice", [form for form in items if form.slug.startswith("n")]),
        ("plan", "The plan", [form for form in items if form.slug.startswith("p")]),
        ("own", "The office's own list", own),
    ]
    context = {"case": case, "groups": groups, "forms": [*items, *own], "refused": refused}
    return render(request, "docks/checklist.html", context, status=422 if data is not None else 200)
