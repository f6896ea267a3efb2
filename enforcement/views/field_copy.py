"""What an inspector has to do today, and the copy of it that a phone keeps for when there is no signal.

The copy holds what a citation needs and no more: the fine schedule of the day, the places in use, the names
(no addresses, no telephones) of who keeps the places of the day's stops, and their earlier offenses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.timezone import localdate, localtime

from enforcement.forms.citations import PRIOR_ASKED, asked_of
from enforcement.models import Citation, FineAmount
from enforcement.models.citations import CITATION, OFFENDER, WARNING
from enforcement.rules.fines import LookBack
from office import kinds
from office.clockwork import Mover
from office.models import Board, Case, ClockRow, Facility, Parcel, Party
from office.templatetags.office_tags import clock_time

MOST_STOPS = 20
MOST_OPEN = 30
MOST_PLACES = 200
NOT_COUNTED = ("withdrawn", "not responsible")


@dataclass(frozen=True)
class Stop:
    """One place to go to: the case, what to do there, and by when, if a clock says so."""

    case: Case
    to_do: str
    cite: str = ""
    due_on: date | None = None
    due_at: datetime | None = None
    state: str = ""

    @property
    def href(self) -> str:
        return href(self.case)


def href(case: Case) -> str:
    return reverse(case.casekind.page or "case", args=[case.number])


def _fields_kinds() -> list[str]:
    """The kinds of case that take an inspector out of the office: those of enforcement."""
    declared = kinds.registry.values()
    return [each.slug for each in declared if each.details and each.details._meta.app_label == "enforcement"]


def stops(user: Any, board: Board, moment: datetime) -> list[Stop]:
    """Today's stops of this person, the most pressing first: one a case; three queries.

    What the office must do by today on the matters of enforcement that are theirs or nobody's; and whatever
    else is assigned to them and is the office's move.
    """
    on = localdate(moment)
    theirs = Q(case__assigned_to=user) | Q(case__assigned_to__isnull=True, case__kind__in=_fields_kinds())
    clocks = (
        ClockRow.objects.of_boards([board.pk]).running().begun_by(on).due_by(on)
        .filter(theirs, mover=Mover.OFFICE, case__is_open=True)
        .select_related("case__facility__holder").prefetch_related("case__parcels")
        .order_by("due_on", "due_at", "id")[:MOST_STOPS]
    )  # fmt: skip
    found: dict[int, Stop] = {}
    for row in clocks:
        stop = Stop(row.case, row.label, row.cite, row.due_on, row.due_at, row.state(moment))
        found.setdefault(row.case_id, stop)
    assigned = (
        Case.objects.open().filter(board=board, assigned_to=user, mover=Mover.OFFICE)
        .select_related("facility__holder").prefetch_related("parcels")
        .order_by("filed_on", "id")[:MOST_STOPS]
    )  # fmt: skip
    for case in assigned:
        found.setdefault(case.pk, Stop(case, f"{case.casekind.label}, {case.status}"))
    return list(found.values())[:MOST_STOPS]


def open_violations(board: Board, but: Iterable[Stop]) -> list[Case]:
    """Citations, warnings and orders that are not at their end, newest first, without the day's stops."""
    slugs = [slug for slug in _fields_kinds() if slug not in ("complaint", "inspection")]
    left_out = [stop.case.pk for stop in but]
    rows = Case.objects.open().filter(board=board, kind__in=slugs).exclude(pk__in=left_out)
    return list(rows.select_related("facility").prefetch_related("parcels").order_by("-id")[:MOST_OPEN])


# -------------------------------------------------------------------------------------------- the copy
def field_copy(board: Board, user: Any, moment: datetime) -> dict[str, Any]:
    """The copy as JSON: only text, numbers, and ids by which the page names people and places."""
    day = localdate(moment)
    todays = stops(user, board, moment)
    people, places = _people_and_places(board, todays)
    return {
        "officer": str(user.pk),
        "board": str(board),
        "made_at": localtime(moment).isoformat(timespec="seconds"),
        "made": clock_time(moment),
        "day": day.isoformat(),
        "lines": [_line(row) for row in FineAmount.objects.in_force(day).filter(line__board=board)],
        "places": places,
        "people": [{"id": key, "name": name} for key, name in people.items()],
        "earlier": _earlier(board, people),
    }


def _line(row: FineAmount) -> dict[str, Any]:
    fine = row.fine()
    label, hint = PRIOR_ASKED.get(fine.prior, ("", ""))
    figures = {name: getattr(fine, name) for name in ("first", "later", "least", "most")}
    return {
        "id": str(row.line_id), "what": fine.what, "cite": fine.cite, "says": fine.ladder_says,
        "counts_as": fine.counts_as, "opening": fine.opening, "unit": fine.unit, "each": fine.each,
        "counted": fine.unit.counted, "by_days": fine.unit.by_days, "prior": fine.prior,
        "each_matter": fine.each_matter, "this_year": fine.look_back is LookBack.CALENDAR_YEAR,
        "ticket": fine.ticket, "asks": asked_of(fine), "prior_label": label, "prior_hint": hint,
        **{name: None if figure is None else str(figure) for name, figure in figures.items()},
    }  # fmt: skip


def _people_and_places(board: Board, todays: list[Stop]) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Places in use, those of the stops first, with the names of who keeps them.

    A private person is named only where a stop of the day leads to them.
    """
    people: dict[str, str] = {}
    places: dict[str, dict[str, str]] = {}
    for stop in todays:
        if stop.case.facility is not None:
            _place(places, people, stop.case.facility, stop.case.facility.holder)
        for lot in stop.case.parcels.all():
            _lot(places, lot)
    in_use = Facility.objects.filter(ended_on__isnull=True, parcel__town=board.town)
    for row in in_use.select_related("holder").order_by("name", "id")[:MOST_PLACES]:
        holder = row.holder
        known = holder if holder is not None and holder.kind == Party.Kind.ORGANIZATION else None
        _place(places, people, row, known)
    subjects = Party.objects.filter(
        part_in__case__in=[stop.case.pk for stop in todays], part_in__role=OFFENDER
    )
    people |= {str(party.pk): party.name for party in subjects}
    return people, list(places.values())


def _place(
    places: dict[str, dict[str, str]], people: dict[str, str], row: Facility, holder: Party | None
) -> None:
    key = f"f{row.pk}"
    if key in places:
        return
    places[key] = {"id": key, "name": f"{row.name} ({row.kind.replace('-', ' ')})"}
    if holder is not None:
        people[str(holder.pk)] = holder.name
        places[key]["holder"] = str(holder.pk)


def _lot(places: dict[str, dict[str, str]], lot: Parcel) -> None:
    places.setdefault(f"p{lot.pk}", {"id": f"p{lot.pk}", "name": str(lot)})


def _earlier(board: Board, people: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """By person the citations and warnings that count: number, line they count under, and day."""
    rows = (
        Citation.objects.filter(case__board=board, case__kind__in=(CITATION, WARNING))
        .exclude(case__status__in=NOT_COUNTED)
        .filter(case__people__party__in=list(people), case__people__role=OFFENDER)
        .order_by("violated_on", "pk")
        .values_list(
            "case__people__party", "case__number", "line__number", "line__doubles__number", "violated_on"
        )
    )  # fmt: skip
    found: dict[str, list[dict[str, Any]]] = {}
    for party, number, line, doubles, on in rows:
        said = {"number": number, "counts_as": doubles or line, "on": on.isoformat()}
        found.setdefault(str(party), []).append(said)
    return found


__all__ = ["Stop", "field_copy", "href", "open_violations", "stops"]
