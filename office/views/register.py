"""The register of issued permits, and "is this permit valid?".

Both are for everybody: each page shows an allow-list, and no private person's name is shown or searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import reduce
from operator import add, or_
from typing import Any

from django import forms
from django.db.models import Case as Choice
from django.db.models import Exists, Max, OuterRef, Q, Value, When
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from office import codes
from office.intake import answer
from office.models import Board, Case, Parcel, Party
from office.search import fold, terms
from office.templatetags.office_tags import day as in_full
from office.views.common import today
from office.views.public import for_everybody, permit_kinds

PAGE = 25
LONGEST_QUERY = 100


def on_register() -> Any:
    """Permits that were issued: nothing undecided, and no kind that nobody applies for."""
    # Compared as an expression, so that no index on the kind is used: nearly every case is of these kinds,
    # and SQLite would sort them all where it only has to walk back from the newest.
    slugs = [kind.slug for kind in permit_kinds()]
    return Case.objects.alias(slug=Lower("kind")).filter(slug__in=slugs, starts_on__isnull=False)


def _to_show(cases: Any, day: date) -> Any:
    """The cases with what a page needs: board, holder, lots, and `valid`, whether in force on `day`."""
    valid = Exists(Case.objects.in_force(day).filter(pk=OuterRef("pk")))
    return cases.select_related("board", "facility__holder").prefetch_related("parcels").annotate(valid=valid)


def address_of(case: Case) -> str:
    """Where the permit holds: the addresses of its lots, or "" for one tied to no place."""
    lot = gettext("Lot %(label)s")
    return ", ".join(parcel.address or lot % {"label": parcel.label} for parcel in case.parcels.all())


def business_of(case: Case, day: date) -> str:
    """The holder's name when it is a business and the permit is not over; a private person's is not shown.

    A facility may change hands after the permit's last day, so nobody is named as holder of an old one.
    """
    if case.facility is None or (case.ends_on and case.ends_on < day):
        return ""
    holder = case.facility.holder
    return holder.name if holder and holder.kind == Party.Kind.ORGANIZATION else ""


def standing(case: Any, day: date) -> str:
    """The status in public words. Dates come first: an issued permit may be over, or lie ahead."""
    if case.valid:
        return gettext_noop("Valid today")
    if case.starts_on > day and case.is_open:
        return gettext_noop("Not yet started")
    if case.is_open and case.ends_on and case.ends_on < day:
        return gettext_noop("Expired")
    return str(case.status).capitalize()


@dataclass(frozen=True)
class Page:
    """A page of rows that knows whether another follows, without counting them all."""

    rows: list[Any]
    number: int
    has_next: bool

    @property
    def has_previous(self) -> bool:
        return self.number > 1


def page_of(rows: Any, asked: str) -> Page:
    """The page somebody asked for; anything but a number of at most four digits is the first."""
    at = max(1, int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) <= 4 else 1
    found = list(rows[(at - 1) * PAGE : at * PAGE + 1])
    return Page(found[:PAGE], at, len(found) > PAGE)


@for_everybody
def register(request: HttpRequest) -> HttpResponse:
    """Issued permits, newest first, or those that match a search; a single match opens."""
    day = today()
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    found = _to_show(on_register().publicly_matching(query), day).order_by("-id")
    page = page_of(found, request.GET.get("page", ""))
    if query and page.number == 1 and len(page.rows) == 1:
        return redirect("register-case", page.rows[0].number)
    lines = [
        {
            "case": case,
            "where": address_of(case) or business_of(case, day),
            "standing": standing(case, day),
        }
        for case in page.rows
    ]
    near = nearest(query) if query and not page.rows and page.number == 1 else []
    context = {"query": query, "page": page, "lines": lines, "near": near}
    return render(request, "office/register.html", context)


NEAR = 60  # names compared letter by letter; those that share most with the query
CUTOFF = 0.6
MOST_RUNS = 24


def nearest(query: str) -> list[str]:
    """Streets and businesses on the register that are spelled much like the query, at most three.

    The database picks the names that share most runs of three letters; only those are compared in full.
    """
    words = " ".join(term for term in terms(query) if not term.isdecimal())
    runs = sorted({word[n : n + 3] for word in words.split() for n in range(len(word) - 2)})[:MOST_RUNS]
    if not runs:
        return []
    here = on_register()
    lots = _sharing(Parcel.objects.exclude(street=""), runs).filter(
        Exists(Case.parcels.through.objects.filter(parcel=OuterRef("pk"), case__in=here.values("pk")))
    )
    streets = lots.values("street").annotate(most=Max("shared")).order_by("-most", "street")
    firms = _sharing(Party.objects.filter(kind=Party.Kind.ORGANIZATION), runs).order_by("-shared", "pk")
    # Only then whether they are on the register: asked of all who share a run, it would take long.
    held = Party.objects.filter(
        Exists(here.filter(facility__holder=OuterRef("pk"))),
        pk__in=list(firms.values_list("pk", flat=True)[:NEAR]),
    )
    names = {*streets.values_list("street", flat=True)[:NEAR], *held.values_list("name", flat=True)}
    folded = {fold(name): name for name in sorted(names)}
    return [folded[match] for match in get_close_matches(words, folded, n=3, cutoff=CUTOFF)]


def _sharing(rows: Any, runs: Sequence[str]) -> Any:
    """The rows with any of these runs of letters in their folded column, and how many of them (`shared`)."""
    any_of = reduce(or_, (Q(search__contains=run) for run in runs))
    ones = (Choice(When(search__contains=run, then=Value(1)), default=Value(0)) for run in runs)
    return rows.filter(any_of).annotate(shared=reduce(add, ones))


@for_everybody
def register_case(request: HttpRequest, number: str) -> HttpResponse:
    """One issued permit: what its paper says to anybody."""
    day = today()
    case = get_object_or_404(_to_show(on_register(), day), number=number)
    facts: list[tuple[str, Any]] = [
        (gettext("Kind"), case.casekind.label),
        (gettext("Address"), address_of(case) or gettext("Tied to no place")),
        (gettext("Decided by"), case.board),
        (gettext("Valid from"), in_full(case.starts_on)),
        (gettext("Valid through"), in_full(case.ends_on) or gettext("No last day")),
    ]
    if business := business_of(case, day):
        facts.append((gettext("Holder"), business))
    facts += public_answers(case.details)
    context = {"case": case, "board": case.board, "standing": standing(case, day), "facts": facts}
    return render(request, "office/register_case.html", context)


def public_answers(details: Any) -> list[tuple[str, Any]]:
    """(label, value) of the answers its kind lists as PUBLIC, in that order; nothing else of the row."""
    answers = [answer(details, name, public=True) for name in getattr(details, "PUBLIC", ())]
    return [(label, in_full(value) if isinstance(value, date) else value) for label, value in answers]


# ---------------------------------------------------------------------------------- is this permit valid?
class CodeForm(forms.Form):
    """The short code from a permit's paper."""

    use_required_attribute = False
    code = forms.CharField(
        label=gettext_lazy("Code on the permit"),
        max_length=40,
        help_text=gettext_lazy(
            "Eight letters and digits beside the square code, such as K7QM-2XPD. Capital letters and the "
            "dash do not matter."
        ),
        error_messages={
            "required": gettext_lazy("Type the code that is printed on the permit."),
            "max_length": gettext_lazy("That is longer than a code. Type only its eight letters and digits."),
        },
        widget=forms.TextInput(
            attrs={"class": "short", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        """The code as it is stored."""
        code = codes.clean(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(
                gettext("A code has eight letters and digits, and no vowels. Look again and type all eight.")
            )
        return code


@require_safe
@cache_control(no_store=True)
def verify(request: HttpRequest) -> HttpResponse:
    """Where the code is typed; a readable one leads to its own page."""
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        return redirect("verify-code", form.cleaned_data["code"])
    return render(request, "office/verify.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@cache_control(no_store=True)
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """The verdict of today on the permit with this code. Why it is not valid is nobody's business here."""
    typed = codes.clean(code)
    case: Any = _to_show(Case.objects.filter(code=typed), today()).first() if typed else None
    if case is None:
        boards = list(Board.objects.exclude(phone="").order_by("pk"))
        shown = codes.grouped(typed) if typed else ""
        context: dict[str, Any] = {"unknown": True, "typed": shown, "boards": boards}
    elif own := case.casekind.code_page:
        return redirect(own, typed)
    else:
        where = address_of(case) or gettext("Tied to no place")
        context = {"case": case, "board": case.board, "address": where}
    response = render(request, "office/verify.html", context, status=200 if case else 404)
    response["X-Robots-Tag"] = "noindex"
    return response
