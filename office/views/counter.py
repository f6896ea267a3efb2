"""The counter: one box that finds, one page that takes in. Under a minute, without a mouse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from office import kinds
from office.actions.counter import TakenIn, Twin, filed_with, take_in
from office.actions.errors import NotAllowed, WrongRole
from office.forms_counter import MOST, matching, people_matching
from office.forms_rows import ADD
from office.kinds import CaseKind
from office.models import Board, Case, Facility, Parcel, Party
from office.permissions import boards_of, may, roles_of
from office.pricing import dollars
from office.search import fold, terms
from office.uploads import UploadRefused
from office.views.common import case_or_404, case_url, need_role, staff_required, today
from office.views.sheet import Sheet

CARRIED = (
    "party", "parcel", "facility", "name", "phone", "find", "map_no", "block", "lot", "street_number",
    "street", "facility_name",
)  # fmt: skip
FRAGMENTS = {  # what htmx asks for, by the id it will replace
    "sheet": "office/counter_sheet.html",
    "so-far": "office/counter_preview.html",
    "payment": "office/counter_payment.html",
    "change": "office/counter_change.html",
    "file": "office/counter_primary.html",
    "who-found": "office/counter_people.html",
    "lots-found": "office/counter_lots.html",
}
_LOT = re.compile(r"(\d+)[- ]?([a-z]+)[- ]?(\d[\w.]*)", re.I)
_ADDRESS = re.compile(r"(\d+\w?)\s+(.*\D.*)")


# ------------------------------------------------------------------------------------------- finding
@dataclass
class Holding:
    """A facility as the counter shows it: its latest cases, and what can be started for it."""

    facility: Facility
    latest: list[Case] = field(default_factory=list)
    renewable: list[Case] = field(default_factory=list)
    kinds: list[CaseKind] = field(default_factory=list)


def desks(request: HttpRequest) -> list[Board]:
    """The boards this person is a clerk of; 403 for staff who are not clerks."""
    keys = [board for board, roles in roles_of(request.user).items() if "clerk" in roles]
    if not keys:
        raise PermissionDenied
    return list(Board.objects.filter(pk__in=keys))


def kinds_of(boards: Iterable[Board]) -> list[CaseKind]:
    """The kinds these boards decide and take in at the counter, by label."""
    slugs = {board.slug for board in boards}
    mine = (kind for kind in kinds.registry.values() if kind.form is not None and slugs & set(kind.boards))
    return sorted(mine, key=lambda kind: kind.label)


@staff_required
@require_safe
def counter(request: HttpRequest) -> HttpResponse:
    """The one box. It finds people, lots, facilities, cases and kinds; what was found leads on."""
    boards = desks(request)
    carried = {name: request.GET[name].strip() for name in CARRIED if request.GET.get(name, "").strip()}
    started = request.GET.get("start", "")
    if any(kind.slug == started for kind in kinds_of(boards)):
        # Straight to the first question: Tab goes on from there.
        return redirect(f"{reverse('counter-kind', args=[started])}?{urlencode(carried)}#who")
    query = "".join(c for c in request.GET.get("q", "") if c.isprintable()).strip()[:80]
    if query and (exact := _by_number(request, query)):
        return redirect(case_url(exact))
    page = {"query": query, "kinds": kinds_of(boards), "carried": carried, "most": MOST}
    if query and not carried:
        page |= _found(request, query, boards)
    elif carried:
        page |= _chosen(request, carried, boards)
    return render(request, "office/counter.html", page)


def _found(request: HttpRequest, query: str, boards: list[Board]) -> dict[str, Any]:
    """What the words of the query lead to, in groups."""
    towns = {board.town for board in boards}
    mine = kinds_of(boards)
    things = Facility.objects.filter(kind__in={kind.facility for kind in mine}, ended_on__isnull=True)
    things = things.filter(Q(parcel__isnull=True) | Q(parcel__town__in=towns))
    things = things.select_related("parcel", "holder")
    cases = Case.objects.visible_to(request.user).matching(query) if terms(query) else Case.objects.none()
    cases = cases.select_related("facility").prefetch_related("parcels").order_by("-id")
    return {
        "started": [kind for kind in mine if _begins(kind.label, query)],
        "people": people_matching(query),
        "lots": matching(Parcel.objects.filter(town__in=towns), query),
        "holdings": _holdings(request, matching(things, query), mine),
        "cases": list(cases[:MOST]),
        "new_person": _link(_person(query)),
        "new_lot": _link(_lot(query)),
        "new_facilities": [
            (name, _link({"facility_name": query}) + f"&{urlencode({'of': name})}")
            for name in sorted({kind.facility for kind in mine if kind.facility})
        ],
    }


def _chosen(request: HttpRequest, carried: Mapping[str, str], boards: list[Board]) -> dict[str, Any]:
    """The person, lot or new thing that was chosen, and what they hold: what is it about?"""
    mine = kinds_of(boards)
    party = _one(Party.objects.all(), carried.get("party"))
    parcel = _one(Parcel.objects.filter(town__in={board.town for board in boards}), carried.get("parcel"))
    if (carried.get("party") and not party) or (carried.get("parcel") and not parcel):
        raise Http404
    near = Q(holder=party) if party else Q(parcel=parcel) if parcel else Q(pk__in=[])
    things = Facility.objects.filter(near, ended_on__isnull=True).select_related("parcel", "holder")
    part = Q(people__party=party) if party else Q(parcels=parcel) if parcel else Q(pk__in=[])
    cases = Case.objects.visible_to(request.user).filter(part).distinct().order_by("-id")
    of = request.GET.get("of", "")
    return {
        "party": party,
        "parcel": parcel,
        "of": of,
        "unstarted": "start" in request.GET,
        "kinds": [kind for kind in mine if not of or kind.facility == of],
        "holdings": _holdings(request, list(things[: 2 * MOST]), mine),
        "cases": list(cases.select_related("facility").prefetch_related("parcels")[:MOST]),
    }


def _holdings(request: HttpRequest, facilities: list[Facility], mine: list[CaseKind]) -> list[Holding]:
    """Each facility with its latest case of every kind: one query, however many facilities."""
    rows = {
        each.pk: Holding(each, kinds=[kind for kind in mine if kind.facility == each.kind])
        for each in facilities
    }
    cases = Case.objects.visible_to(request.user).filter(facility__in=list(rows)).order_by("-id")
    seen: set[tuple[int, str]] = set()
    for case in cases.select_related("board", "renewed_by"):
        assert case.facility_id is not None
        if (case.facility_id, case.kind) in seen:
            continue
        seen.add((case.facility_id, case.kind))
        rows[case.facility_id].latest.append(case)
        if case.casekind.renewable and case.is_open and case.starts_on and may(request.user, case, "clerk"):
            rows[case.facility_id].renewable.append(case)
    return list(rows.values())


def _by_number(request: HttpRequest, query: str) -> Case | None:
    """The case whose number was written, in any form, if there is one alone."""
    found = list(Case.objects.visible_to(request.user).numbered(query)[:2])
    return found[0] if len(found) == 1 else None


def _one(rows: Any, pk: str | None) -> Any:
    return rows.filter(pk=pk).first() if pk and pk.isascii() and pk.isdigit() and len(pk) < 19 else None


def _begins(label: str, query: str) -> bool:
    """Whether every word of the query begins a word of the label."""
    words = fold(label).split()
    asked = terms(query)
    return bool(asked) and all(any(word.startswith(each) for word in words) for each in asked)


def _link(carried: Mapping[str, str]) -> str:
    return f"{reverse('counter')}?{urlencode(carried)}"


def _person(query: str) -> dict[str, str]:
    """What was typed, as the start of a new person: a phone number, or a name."""
    digits = sum(c.isdigit() for c in query)
    return {"phone": query} if digits >= 7 and not any(c.isalpha() for c in query) else {"name": query}


def _lot(query: str) -> dict[str, str]:
    """What was typed, as the start of a new lot: map, block and lot, or number and street."""
    if match := _LOT.fullmatch(query):
        return dict(zip(("map_no", "block", "lot"), (part.upper() for part in match.groups()), strict=True))
    if match := _ADDRESS.fullmatch(query):
        return dict(zip(("street_number", "street"), match.groups(), strict=True))
    return {"street": query}


# -------------------------------------------------------------------------------------------- taking in
@staff_required
@require_http_methods(["GET", "POST"])
def counter_kind(request: HttpRequest, kind: str) -> HttpResponse:
    """Take in a case of one kind on one page, and the money with it."""
    declared = kinds.registry.get(kind)
    if declared is None or declared.form is None:
        raise Http404
    mine = list(Board.objects.filter(slug__in=declared.boards, pk__in=boards_of(request.user)))
    if not mine:
        raise Http404
    boards = [board for board in mine if may(request.user, board, "clerk")]
    if not boards:
        raise PermissionDenied
    start = {name: request.GET[name].strip() for name in CARRIED if request.GET.get(name)}
    return _sheet_page(request, Sheet(declared, boards, today=today(), start=start, **_sent(request)))


@staff_required
@require_http_methods(["GET", "POST"])
def renew(request: HttpRequest, number: str) -> HttpResponse:
    """File the renewal of a permit: last time's answers are filled in, what changes is marked."""
    case = case_or_404(request, number)
    need_role(request, case, "clerk")
    if not case.casekind.renewable:
        raise Http404
    sheet = Sheet(case.casekind, [case.board], today=today(), start={}, renews=case, **_sent(request))
    later = Case.objects.filter(renews=case).first()
    return _sheet_page(request, sheet, "office/renew.html", case=case, renewed_by=later)


def _sent(request: HttpRequest) -> dict[str, Any]:
    return {"data": request.POST, "files": request.FILES} if request.method == "POST" else {}


def _looking(request: HttpRequest) -> bool:
    """Whether a button was pressed that looks something up and files nothing."""
    return any(name in request.POST for name in ("check", "pick-party", "pick-parcel", "drop", ADD))


def _sheet_page(
    request: HttpRequest, sheet: Sheet, template: str = "office/counter_kind.html", **context: Any
) -> HttpResponse:
    """Show the page, or a part of it; on the primary button, file."""
    page: dict[str, Any] = {"sheet": sheet, "errors": [], **context}
    if request.method == "GET":
        return render(request, template, page)
    target = request.headers.get("HX-Target", "") if request.headers.get("HX-Request") else ""
    if target in FRAGMENTS or _looking(request):
        sheet.look()
        return render(request, FRAGMENTS.get(target, template), page | {"fragment": bool(target)})
    if earlier := filed_with(request.POST.get("filing-key", "")):
        case_or_404(request, earlier.case.number)
        messages.info(request, f"This page had already filed {earlier.case}; nothing was filed twice.")
        return _on_to(earlier)
    if sheet.is_valid():
        try:
            taken = take_in(sheet.application(), on=today(), by=request.user)
        except WrongRole as refused:
            raise PermissionDenied(str(refused)) from refused
        except Twin as twin:
            page["errors"] = [("id_filing-why_two", str(twin))]
        except (NotAllowed, UploadRefused) as refused:
            page["errors"] = [("", str(refused))]
        else:
            return _done(request, taken)
    wrong = bool(page["errors"]) or any(form.errors for form in sheet.forms)
    page |= {"has_errors": wrong, "look_first": "" if wrong else _look_first(sheet)}
    return render(request, template, page, status=422)


def _look_first(sheet: Sheet) -> str:
    if sheet.just_filled:
        came = f"The answers of {sheet.last} were filled in." if sheet.last else "The answers were emptied."
        return f"{came} Look them over, then file."
    return sheet.fee_moved


def _done(request: HttpRequest, taken: TakenIn) -> HttpResponse:
    paid = f" Payment of {dollars(taken.payment.amount)} recorded." if taken.payment else ""
    messages.success(request, f"{taken.case} filed.{paid}")
    return _on_to(taken)


def _on_to(taken: TakenIn) -> HttpResponse:
    """On to the receipt, or to the case when nothing was paid."""
    return redirect("receipt", taken.payment.number) if taken.payment else redirect(case_url(taken.case))
