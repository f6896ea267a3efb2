"""A facility's conduct: what it adds to the next renewal, event by event, and what is not counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from enforcement.actions import surcharges as actions
from enforcement.forms.surcharges import ConductForm
from enforcement.models.surcharges import SurchargeLevel, permits_of
from enforcement.rules.surcharges import Happening, with_surcharge
from enforcement.surcharges import Conduct, WithSurcharge, begins, conduct
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import years_after
from office.forms_acts import ReasonForm
from office.intake import Filing, answers_of
from office.models import Case, Event, Facility
from office.permissions import boards_of, may
from office.schedules import named
from office.views.common import get_or_post, posted, staff_required, today


@dataclass(frozen=True)
class EventRow:
    """One event on the page: under which row, why it is left out unless it decides, and what may be done.

    `act` are the words of the way to leave it out or to count it again.
    """

    event: Happening
    level: SurchargeLevel
    why: str
    act: str

    @property
    def filed(self) -> bool:
        """Whether it stands on a case; the renewal that is yet to come does not."""
        return self.event.ref.isdecimal()


def _facility_or_404(request: HttpRequest, pk: int) -> tuple[Facility, list[int]]:
    """The facility, and those boards of this person that have a case about it; 404 when none has."""
    facility = get_object_or_404(Facility.objects.select_related("holder", "parcel"), pk=pk)
    mine = Case.objects.filter(facility=facility, board__in=boards_of(request.user))
    boards = sorted(set(mine.values_list("board", flat=True)))
    if not boards:
        raise Http404
    return facility, boards


@staff_required
@require_safe
def facility_conduct(request: HttpRequest, pk: int) -> HttpResponse:
    """What the record of a facility adds to a renewal: the level, its working, every event and its reason."""
    facility, boards = _facility_or_404(request, pk)
    of_boards = SurchargeLevel.objects.filter(board__in=boards).order_by("programme")
    programmes = list(of_boards.values_list("programme", flat=True).distinct())
    if not programmes:
        raise Http404
    day = today()
    form = ConductForm(request.GET, programmes=programmes, today=day)
    page: dict[str, Any] = {"facility": facility, "form": form}
    if not form.is_valid():
        return render(request, "enforcement/conduct.html", page, status=422)
    said = form.cleaned_data
    permits = {programme: _permit(facility, programme) for programme in programmes}
    held = [programme for programme in programmes if permits[programme]]
    programme = said["programme"] or (held or programmes)[0]
    permit, through = permits[programme], said["through"] or day
    after = said["after"] or (begins(permit, through) if permit else years_after(through, -1))
    if after >= through and said["after"]:
        form.add_error(
            "after", f"The time would end on {named(through)}, before it begins. Write an earlier day."
        )
        return render(request, "enforcement/conduct.html", page, status=422)
    if after >= through:
        after = years_after(through, -1)  # a look at a time before that permit
    late = permit is not None and _would_be_late(permit, through)
    found = conduct(facility, programme, after, through, filing_late=late)
    base = said["base"] if said["base"] is not None else _base(permit, facility, through)
    page |= {
        "programme": programme, "after": after, "through": through, "found": found, "base": base,
        "permit": permit, "events": _events(request, found),
        "working": _working(base, found), "by_rows": said["base"] is None and base is not None,
        "form": ConductForm(
            programmes=programmes, today=day,
            initial={"programme": programme, "after": after, "through": through, "base": base},
        ),
    }  # fmt: skip
    return render(request, "enforcement/conduct.html", page)


def _permit(facility: Facility, programme: str) -> Case | None:
    """The facility's latest permit whose renewal this programme is charged with."""
    permits = Case.objects.of_kind(*permits_of(programme)).filter(facility=facility, starts_on__isnull=False)
    return permits.order_by("-pk").first()


def _would_be_late(permit: Case, on: date) -> bool:
    """Whether a renewal filed on `on` would be late; once one is filed its own event says so."""
    late = permit.ends_on is not None and on > permit.ends_on
    return late and not Case.objects.filter(renews=permit).exists()


def _base(permit: Case | None, facility: Facility, on: date) -> Decimal | None:
    """What the renewal of the permit costs without the surcharge, by the fee rows of the day."""
    fees = permit.casekind.fees if permit else None
    if permit is None or not isinstance(fees, WithSurcharge):
        return None
    filing = Filing(
        permit.casekind, answers_of(permit.details), parcels=list(permit.parcels.all()), facility=facility,
        holder=facility.holder, renews=permit,
    )  # fmt: skip
    return fees.base(filing, fees.fees(filing, on))


def _working(base: Decimal | None, found: Conduct) -> list[str]:
    """How the fee comes about, in sentences."""
    surcharge = found.surcharge
    if surcharge.level is None:
        return [surcharge.says]
    if base is None:
        factor = 1 + surcharge.percent / 100
        return [f"The fee × {factor:.2f}, for one percentage counts and they never add up.", surcharge.says]
    _, _, working = with_surcharge(base, surcharge)
    sum_, _, rest = working.partition(". ")
    return [f"{sum_}.", rest]


def _events(request: HttpRequest, found: Conduct) -> list[EventRow]:
    """Every event the rows know, the latest first."""
    told = [(each, "") for each in found.surcharge.deciding] + list(found.surcharge.left_out)
    may_mark = bool(found.levels) and may(request.user, found.levels[0].board, *actions.MAY_LEAVE_OUT)
    rows = [EventRow(each, found.level_of(each), why, _act(each) if may_mark else "") for each, why in told]
    return sorted(rows, key=lambda row: (row.event.on, row.event.number, row.event.ref), reverse=True)


def _act(each: Happening) -> str:
    if not each.ref.isdecimal() or each.used_by or each.undone:
        return ""
    return "Count it again" if each.not_counted else "Do not count"


@staff_required
@get_or_post
def conduct_mark(request: HttpRequest, pk: int, event: int) -> HttpResponse:
    """Leave an event out of the surcharge with the reason, or count it again."""
    facility, boards = _facility_or_404(request, pk)
    events = Event.objects.filter(case__facility=facility, case__board__in=boards).select_related("case")
    row = get_object_or_404(events.filter(corrects__isnull=True), pk=event)
    known = SurchargeLevel.objects.filter(board=row.case.board_id, event=row.slug)
    if not any(row.case.kind in level.row().kinds for level in known):
        raise Http404
    if not may(request.user, row.case, *actions.MAY_LEAVE_OUT):
        raise PermissionDenied
    again = actions.is_left_out(row)
    form = ReasonForm(posted(request), today=today())
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    back = f"{reverse('conduct', args=[pk])}{query}"
    if request.method == "POST" and form.is_valid():
        said = {"reason": form.cleaned_data["reason"], "on": form.cleaned_data["on"], "by": request.user}
        try:
            if again:
                actions.count_again(row, **said)
            else:
                actions.leave_out(row, **said)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except NotAllowed as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, "It counts again." if again else "It is not counted.")
            return redirect(back)
    page = {"facility": facility, "row": row, "form": form, "again": again, "back": back}
    page["act"] = "Count it again" if again else "Do not count"
    return render(request, "enforcement/conduct_mark.html", page, status=422 if form.errors else 200)


__all__ = ["conduct_mark", "facility_conduct"]
