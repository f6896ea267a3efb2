"""The overlay districts of a lot: how it stands to each, what was determined, and a new determination."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from districts.actions import ROLES, board_of_districts, determine
from districts.forms import DeterminationForm
from districts.models import land_of, standings, town_reads
from districts.rules import coastal
from districts.rules.overlays import COASTAL, DISTRICTS, TOWN
from districts.rules.readings import WETLANDS
from office.actions.errors import NotAllowed, WrongRole
from office.models import Board, Parcel
from office.permissions import boards_of, may
from office.views.common import get_or_post, posted, staff_required, today


def _lot_or_404(request: HttpRequest, pk: int) -> Parcel:
    """The lot, for who serves a board of its town; the districts are Tisbury's alone."""
    towns = Board.objects.filter(pk__in=boards_of(request.user), town=TOWN).values("town")
    return get_object_or_404(Parcel, pk=pk, town__in=towns)


@staff_required
@require_safe
def parcel_districts(request: HttpRequest, pk: int) -> HttpResponse:
    """How the lot stands to each overlay district today, and everything that was determined."""
    lot, day, board = _lot_or_404(request, pk), today(), board_of_districts()
    context = {
        "lot": lot,
        "standings": standings(lot, day),
        "history": list(lot.determinations.select_related("by").order_by("-on", "-id")),
        "may_determine": may(request.user, board, *ROLES),
        "may_clerk": may(request.user, board, "clerk"),
        "today": day,
    }
    return render(request, "districts/lot.html", context)


@staff_required
@get_or_post
def new_determination(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Record how the lot lies in one district; what was measured for the Coastal District is worked out."""
    lot, day = _lot_or_404(request, pk), today()
    district = next((each for each in DISTRICTS if each.slug == slug), None)
    if district is None:
        raise Http404
    if not may(request.user, board_of_districts(), *ROLES):
        raise PermissionDenied
    now = next(each for each in standings(lot, day) if each.district == slug)
    initial = dict(now.determination.measures) if now.determination else {}
    form = DeterminationForm(posted(request), today=day, district=slug, initial=initial)
    only_work_out = slug == COASTAL and request.POST.get("act") == "work-out"
    if request.method == "POST" and form.is_valid() and not only_work_out:
        said = form.cleaned_data
        try:
            determine(
                lot, district=slug, extent=said["extent"], where=said["where"], reason=said["reason"],
                rests_on=said["rests_on"], measures=form.measures, on=said["on"], by=request.user,
            )  # fmt: skip
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"Recorded: {district.name}.")
            return redirect("parcel-districts", lot.pk)
    worked = _worked(form) if slug == COASTAL and request.method == "POST" else None
    shown: dict[str, Any] = {
        "lot": lot, "district": district, "now": now, "form": form, "worked": worked, "quiet": only_work_out,
    }  # fmt: skip
    if only_work_out:
        # Working it out records nothing, so only what cannot be read is an error.
        for name in list(form.errors):
            if name not in form.measured:
                del form.errors[name]
    return render(request, "districts/determine.html", shown, status=422 if form.errors else 200)


def _worked(form: DeterminationForm) -> coastal.Worked:
    form.is_valid()
    return coastal.work_out(land_of(form.measures), wetlands=town_reads(today())[WETLANDS.slug])
