"""The inspector's day on a phone: today's stops, what works without signal, and what the phone sends."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.timezone import localdate, localtime, now
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from enforcement.actions import field
from enforcement.actions.citations import Unfit
from enforcement.actions.field import Differs, Picture, PictureRefused, Spot, Written
from enforcement.forms import CiteForm
from enforcement.models import FieldItem, FieldPicture, ReservedNumber
from enforcement.views.cite import field_board, for_the_field, say, shell_version, told_of
from enforcement.views.field_copy import field_copy, open_violations, stops
from office import limits
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.models import Board
from office.permissions import may
from office.templatetags.office_tags import clock_time
from office.uploads import MEGABYTE
from office.views.common import staff_required, today
from office.views.problems import client_address

MOST, WITHIN = 240, timedelta(hours=1)  # what one address sends: an outbox of a week at once, and no flood
MOST_TEXT = 64 * 1024  # bytes of what was written, without its pictures
KEY = re.compile(r"cite:[0-9a-f]{32}")
DEVICE = re.compile(r"[0-9a-f-]{16,40}")
NUMBER = re.compile(r"[A-Z]{1,4}-\d{4}-\d{3,6}")
SHA256 = re.compile(r"[0-9a-f]{64}")
# What the phone may tell, by the names of the page's own fields; what else it sends is refused.
TOLD = frozenset(CiteForm.base_fields) - {"key", "agreed", "find"}


class Unreadable(Exception):
    """What came is not what our page sends; the message says what is wrong with it."""


# ----------------------------------------------------------------------------------------------- pages
@for_the_field
@staff_required
@require_safe
@cache_control(private=True, no_store=True)
def field_day(request: HttpRequest) -> HttpResponse:
    """Today in the field: stops in order, open violations, what this phone has not sent, its numbers."""
    board, moment = field_board(request), now()
    todays = stops(request.user, board, moment)
    held = ReservedNumber.objects.filter(board=board, state=ReservedNumber.State.HELD)
    if not may(request.user, board, "clerk"):
        held = held.filter(held_by=request.user.pk)
    context = {
        "board": board, "stops": todays, "violations": open_violations(board, todays), "moment": moment,
        "numbers": list(held.select_related("held_by")), "leaving": "leaving" in request.GET,
        "shell": shell_version(),
    }  # fmt: skip
    return render(request, "enforcement/field.html", context)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, for the two pages that work without signal and no other."""
    response = render(
        request, "enforcement/field_worker.js", {"static_url": settings.STATIC_URL},
        content_type="text/javascript; charset=utf-8",
    )  # fmt: skip
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the page on its home screen."""
    icon = {"src": static("img/field.svg"), "sizes": "any", "type": "image/svg+xml"}
    said = {
        "id": reverse("field"), "name": "Today in the field", "short_name": "Field", "lang": "en-US",
        "start_url": reverse("field"), "scope": "/", "display": "standalone", "background_color": "#FAF9F6",
        "theme_color": "#0F5570",
        "icons": [icon | {"purpose": "any"}, icon | {"purpose": "maskable"}],
    }  # fmt: skip
    return JsonResponse(said, content_type="application/manifest+json")


# ------------------------------------------------------------------------------- for the page's script
@ensure_csrf_cookie
@staff_required
@require_safe
@cache_control(private=True, no_store=True)
def copy(request: HttpRequest) -> HttpResponse:
    """The copy a phone keeps for when there is no signal."""
    return JsonResponse(field_copy(field_board(request), request.user, now()))


@staff_required
@require_POST
def numbers(request: HttpRequest) -> HttpResponse:
    """Set numbers aside for a phone (`device`, `keep`), or take back those it gives (`back`)."""
    board = field_board(request)
    if refused := _too_often(request):
        return refused
    try:
        said = _json(request.body)
        keep = [_text(each, NUMBER, "number") for each in _list(said, "keep", 100)]
        back = [_text(each, NUMBER, "number") for each in _list(said, "back", 100)]
        device = _text(said.get("device"), DEVICE, "device")
    except Unreadable as unreadable:
        return _no(400, str(unreadable))
    if back:
        field.give_back(back, on=today(), by=request.user)
        return JsonResponse({"numbers": []})
    rows = field.reserve(board, device=device, keep=keep, on=today(), by=request.user)
    return JsonResponse(
        {"numbers": [{"number": row.number, "series": row.series, "year": row.year} for row in rows]}
    )


@staff_required
@require_POST
def void_number(request: HttpRequest) -> HttpResponse:
    """Void one number that was set aside, with the reason."""
    board, for_script = field_board(request), request.POST.get("answer") == "json"
    number, why = (request.POST.get(name, "").replace("\0", "")[:300] for name in ("number", "why"))
    try:
        row = field.void(board, number=number, why=why, on=today(), by=request.user)
    except NotAllowed as refused:
        if for_script:
            return _no(422, str(refused))
        if isinstance(refused, WrongRole):
            raise PermissionDenied(str(refused)) from refused
        messages.error(request, str(refused))
    else:
        said = f"{row.number} is void: {row.reason}"
        if for_script:
            return JsonResponse({"says": said})
        messages.success(request, said)
    return redirect(reverse("field") + "#numbers")


@staff_required
@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Take in one citation that a phone kept. Sent again, the answer is the same and nothing is doubled."""
    board, moment = field_board(request), now()
    if refused := _too_often(request):
        return refused
    try:
        said = _json(request.POST.get("item", "").encode())
        form = _form(said, board, moment)
        if said.get("officer") != str(request.user.pk):
            return _no(409, "Another officer wrote this on this phone. It waits until they sign in.")
        if known := FieldItem.objects.filter(key=form.data["key"], by=request.user.pk).first():
            # The answer to it was lost on the way.
            field.add_pictures(known, _pictures(said, request.FILES), on=today(), by=request.user)
            return _receipt(known)
        if not form.is_valid():
            return _problems(form)
        written = _written(said, form, request)
    except Unreadable as unreadable:
        return _no(400, str(unreadable))
    except PictureRefused as refused_picture:
        return _no(422, str(refused_picture), problems=[{"field": "pictures", "says": str(refused_picture)}])
    try:
        item = field.take_in(board, written, at=moment, by=request.user)
    except WrongRole as wrong:
        return _no(403, str(wrong))
    except Differs as differs:
        amounts = {"told": str(differs.told), "now": str(differs.now)}
        return _no(409, str(differs), differs=amounts)
    except Unfit as unfit:
        say(form, unfit.problems)
        return _problems(form)
    except CannotIssue as stopped:
        return _no(422, " ".join(each.says for each in stopped.obstacles))
    except PictureRefused as picture:
        return _no(422, str(picture), problems=[{"field": "pictures", "says": str(picture)}])
    except NotAllowed as not_allowed:
        return _no(422, str(not_allowed))
    return _receipt(item)


def _receipt(item: FieldItem) -> JsonResponse:
    """What the phone keeps in place of what it sent."""
    came = localtime(item.received_at)
    return JsonResponse(
        {
            "number": item.case.number,
            "at": f"{came:%a %b} {came.day}, {clock_time(came)}",
            "url": reverse("citation", args=[item.case.number]),
            "pictures": list(item.pictures.values_list("sha256", flat=True)),
        }
    )


def _no(status: int, says: str, **more: Any) -> JsonResponse:
    return JsonResponse({"says": says, **more}, status=status)


def _problems(form: CiteForm) -> JsonResponse:
    found = [
        {"field": "" if name == "__all__" else name, "says": str(error)}
        for name, errors in form.errors.items()
        for error in errors
    ]
    return _no(422, " ".join(each["says"] for each in found), problems=found)


def _too_often(request: HttpRequest) -> JsonResponse | None:
    what, address, moment = f"field-{request.user.pk}", client_address(request), now()
    if not limits.has_room(what, address, most=MOST, within=WITHIN, now=moment):
        opens = clock_time(limits.opens_again(WITHIN, moment))
        return _no(429, f"Too much came from this phone within an hour. It is sent again after {opens}.")
    limits.count(what, address, within=WITHIN, now=moment)
    return None


# ------------------------------------------------------------------------------------ reading what came
def _json(text: bytes) -> dict[str, Any]:
    if len(text) > MOST_TEXT:
        raise Unreadable(f"What came is larger than {MOST_TEXT // 1024} kB of text. Shorten what was seen.")
    try:
        said = json.loads(text)
    except ValueError:
        raise Unreadable("What came cannot be read. Open the page again, then send it again.") from None
    if not isinstance(said, dict):
        raise Unreadable("What came cannot be read. Open the page again, then send it again.")
    return said


def _text(said: Any, pattern: re.Pattern[str], name: str) -> str:
    if not isinstance(said, str) or not pattern.fullmatch(said):
        raise Unreadable(f"The {name} that came is none. Open the page again, then send it again.")
    return said


def _list(said: Mapping[str, Any], name: str, most: int) -> list[Any]:
    found = said.get(name, [])
    if not isinstance(found, list) or len(found) > most:
        raise Unreadable(f"There are more than {most} of {name}, or none that can be read.")
    return found


def _moment(said: Any, name: str) -> datetime:
    try:
        found = datetime.fromisoformat(said)
    except (TypeError, ValueError):
        found = None
    if found is None or found.tzinfo is None:
        raise Unreadable(f"The {name} that came has no day and time with its zone.")
    return found


def _form(said: Mapping[str, Any], board: Board, moment: datetime) -> CiteForm:
    """The page's own form, given what the phone tells by the names of its fields."""
    told = QueryDict(mutable=True)
    for pair in _list(said, "told", 80):
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, str) for each in pair)):
            raise Unreadable("An answer that came cannot be read.")
        name, value = pair
        if name not in TOLD:
            raise Unreadable(f"{name[:40]!r} is no question of this page.")
        told.appendlist(name, value.replace("\0", ""))
    told["key"] = _text(said.get("key"), KEY, "key")
    day = localdate(_moment(said.get("written_at"), "time of writing"))
    return CiteForm(told, board=board, today=min(day, localdate(moment)))


def _written(said: Mapping[str, Any], form: CiteForm, request: HttpRequest) -> Written:
    told = told_of(form)
    assert told is not None  # a valid form has line, person and day
    number = said.get("number") or ""
    return Written(
        key=form.cleaned_data["key"], told=told, agreed=_decimal(said.get("agreed"), "amount"),
        written_at=_moment(said.get("written_at"), "time of writing"),
        number=_text(number, NUMBER, "number") if number else "", spot=_spot(said.get("spot")),
        pictures=_pictures(said, request.FILES),
    )  # fmt: skip


def _decimal(said: Any, name: str) -> Decimal:
    try:
        found = Decimal(said) if isinstance(said, str) and len(said) <= 20 else None
    except InvalidOperation:
        found = None
    if found is None or not found.is_finite():
        raise Unreadable(f"The {name} that came is none.")
    return found


def _spot(said: Any) -> Spot | None:
    if said is None:
        return None
    if not isinstance(said, dict):
        raise Unreadable("The place that came cannot be read.")
    places = {"latitude": Decimal(90), "longitude": Decimal(180)}
    found = {name: _decimal(said.get(name), name) for name in places}
    if any(abs(found[name]) > most for name, most in places.items()):
        raise Unreadable("The place that came is not on the globe.")
    accuracy = said.get("accuracy_m")
    if accuracy is not None and not (isinstance(accuracy, int) and 0 <= accuracy < 10**9):
        raise Unreadable("The accuracy of the place that came cannot be read.")
    tiny = Decimal("0.000001")
    return Spot(found["latitude"].quantize(tiny), found["longitude"].quantize(tiny), accuracy)


def _pictures(said: Mapping[str, Any], files: MultiValueDict[str, Any]) -> list[Picture]:
    """The pictures as they are listed, each with the file of its place: picture0, picture1, ..."""
    listed = _list(said, "pictures", field.MOST_PICTURES + 1)  # and a signature
    found = []
    for place, each in enumerate(listed):
        file = files.get(f"picture{place}")
        if not isinstance(each, dict) or file is None:
            raise Unreadable("A picture is listed and did not come. Send it again.")
        if each.get("sort") not in FieldPicture.Sort.values:
            raise Unreadable("A picture is neither a photo nor a signature.")
        sha256 = _text(each.get("sha256"), SHA256, "fingerprint of a picture")
        taken_at = _moment(each.get("taken_at"), "time of a picture")
        found.append(Picture(file, sha256, taken_at, each["sort"]))
    if sum(each.file.size for each in found) > settings.UPLOAD_LIMIT_MB * MEGABYTE:
        raise Unreadable(f"The photos are larger than {settings.UPLOAD_LIMIT_MB} MB together. Take out one.")
    return found


__all__ = ["copy", "field_day", "manifest", "numbers", "send", "void_number", "worker"]
