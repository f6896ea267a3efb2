"""What the field needs of the office: numbers set aside for a phone, and taking in what it sends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import transaction

from enforcement.actions import citations
from enforcement.actions.citations import Told
from enforcement.models import FieldItem, FieldPicture, ReservedNumber
from enforcement.models.citations import CITATION, WARNING
from office import kinds, uploads
from office.actions import documents
from office.actions.casework import note
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import EASTERN
from office.models import Board, Case
from office.numbering import next_number
from office.permissions import may
from office.pricing import dollars
from office.schedules import named
from office.templatetags.office_tags import clock_time

STAFF = ("clerk", "inspector")
BLOCK = {CITATION: 5, WARNING: 2}  # numbers a phone keeps: what one officer writes in a day without signal
MOST_HELD = 40  # by one officer, over all their phones: a lost phone must not drain the series
FAST_CLOCK = timedelta(minutes=10)  # a phone may be ahead of the office by so much
# Not law: it catches a phone whose clock went wrong. Older ones are written on the page, by who looks.
OLDEST = timedelta(days=31)
MOST_PICTURES = 6
NOT_YOURS = "Citations are written by the inspectors and clerks of {board}."


class Differs(NotAllowed):
    """The office works out another amount than the offender was told; the officer decides what to do."""

    def __init__(self, told: Decimal, now: Decimal, why: str) -> None:
        self.told, self.now, self.why = told, now, why
        super().__init__(
            f"The offender was told {_amount(told)}; the office works out {_amount(now)}. {why} "
            "Nothing was issued: look at it, then issue it for the new amount, change it, or discard it."
        )


class PictureRefused(NotAllowed):
    """A picture did not arrive as it was taken, or is of a sort the office does not take."""


@dataclass(frozen=True)
class Picture:
    """A photo or signature as it came: the file; its SHA-256 and when it was taken, by the phone."""

    file: Any
    sha256: str
    taken_at: datetime
    sort: str


@dataclass(frozen=True)
class Spot:
    """Where the phone was, in degrees; `accuracy_m` in meters, None when the phone did not say."""

    latitude: Decimal
    longitude: Decimal
    accuracy_m: int | None


@dataclass(frozen=True)
class Written:
    """One citation as it was written on a phone.

    `agreed` is the amount the offender was told, 0 for a warning. `number` is one of those set aside, or
    empty: then the office numbers it when it comes in.
    """

    key: str
    told: Told
    agreed: Decimal
    written_at: datetime
    number: str = ""
    spot: Spot | None = None
    pictures: Sequence[Picture] = ()


def _amount(amount: Decimal) -> str:
    return dollars(amount) if amount else "a warning"


# -------------------------------------------------------------------------------------------- numbers
@transaction.atomic
def reserve(board: Board, *, device: str, keep: Collection[str], on: date, by: Any) -> list[ReservedNumber]:
    """Fill up the numbers this phone holds; returns all it may use, the oldest first.

    `keep` are those that stand on something the phone has not sent. Numbers of earlier years that stand on
    nothing become void. What was given back is set aside again before a new number is taken. Raises
    WrongRole, NotAllowed.
    """
    if not may(by, board, *STAFF):
        raise WrongRole(NOT_YOURS.format(board=board))
    if not device:
        raise NotAllowed("The phone did not say which one it is. Open the page again.")
    # One at a time for the board: what was given back is handed out once.
    Board.objects.select_for_update(no_key=True).get(pk=board.pk)
    rows = ReservedNumber.objects.filter(board=board)
    mine = rows.filter(held_by=by, state=ReservedNumber.State.HELD)
    old = rows.filter(state=ReservedNumber.State.BACK) | mine.filter(device=device)
    for row in old.filter(year__lt=on.year).exclude(number__in=keep):
        _end(row, ReservedNumber.State.VOID, on=on, by=by, why=f"Not used by the end of {row.year}")
    for kind, wanted in BLOCK.items():
        series = kinds.get(kind).series
        held = mine.filter(series=series, year=on.year, device=device).exclude(number__in=keep).count()
        for _ in range(wanted - held):
            if mine.count() >= MOST_HELD:
                break
            _set_aside(board, series, device=device, on=on, by=by)
    return list(mine.filter(device=device).order_by("year", "pk"))


def _set_aside(board: Board, series: str, *, device: str, on: date, by: Any) -> None:
    back = ReservedNumber.objects.filter(
        board=board, series=series, year=on.year, state=ReservedNumber.State.BACK
    ).first()
    row = back or ReservedNumber(
        board=board, series=series, year=on.year, number=next_number(series, on.year)
    )
    row.held_by, row.device, row.held_on = by, device, on
    row.state, row.ended_on = ReservedNumber.State.HELD, None
    _save(row, by, "Set aside")


def _end(
    row: ReservedNumber, state: str, *, on: date, by: Any, why: str = "", case: Case | None = None
) -> None:
    row.state, row.ended_on, row.reason, row.case = state, on, why[:300], case
    _save(row, by, why or row.get_state_display())


def _save(row: ReservedNumber, by: Any, why: str) -> None:
    row._history_user = by  # type: ignore[attr-defined]
    row._change_reason = why[:100]  # type: ignore[attr-defined]
    row.save()


@transaction.atomic
def give_back(numbers: Collection[str], *, on: date, by: Any) -> int:
    """Give back numbers that stand on nothing; how many. Those of somebody else stay as they are."""
    rows = ReservedNumber.objects.select_for_update(no_key=True).filter(
        number__in=list(numbers), held_by=by, state=ReservedNumber.State.HELD
    )
    for row in rows:
        _end(row, ReservedNumber.State.BACK, on=on, by=by)
    return len(rows)


@transaction.atomic
def void(board: Board, *, number: str, why: str, on: date, by: Any) -> ReservedNumber:
    """Record that a number will never be used, and why: a spoiled ticket, a lost phone. Once.

    The officer who holds it may, and a clerk of the board. Raises WrongRole, NotAllowed.
    """
    if not may(by, board, *STAFF):
        raise WrongRole(NOT_YOURS.format(board=board))
    row = ReservedNumber.objects.select_for_update(no_key=True).filter(board=board, number=number).first()
    if row is None:
        raise NotAllowed(f"{number or 'That'} is no number that was set aside. Choose one of the list.")
    if row.held_by_id != by.pk and not may(by, board, "clerk"):
        raise WrongRole("Only its officer or a clerk voids a number.")
    if not why.strip():
        raise NotAllowed("Say why the number is void; the reason stays in the series.")
    if row.state == ReservedNumber.State.VOID:
        return row
    if row.state != ReservedNumber.State.HELD:
        raise NotAllowed(f"{row.number} is {row.get_state_display().lower()} already and cannot be voided.")
    _end(row, ReservedNumber.State.VOID, on=on, by=by, why=why.strip())
    return row


# --------------------------------------------------------------------------------------------- sending
def take_in(board: Board, written: Written, *, at: datetime, by: Any) -> FieldItem:
    """Issue what a phone wrote, once for each key; `at` is the moment it came in.

    The citation bears the day on which it was written. Its pictures are verified before anything is
    written, and put on the case after it. Raises WrongRole, PictureRefused, Differs when the offender was
    told another amount, and what `citations.issue` raises.
    """
    if not may(by, board, *STAFF):
        raise WrongRole(NOT_YOURS.format(board=board))
    day = _day_of(written, at)
    for picture in written.pictures:
        _verify(picture)
    item = FieldItem.objects.select_related("case").filter(key=written.key).first()
    if item is not None and item.by_id != by.pk:
        raise WrongRole("Somebody else sent this. Open the page again.")
    item = item or _issued(board, written, on=day, at=at, by=by)
    for picture in written.pictures:
        _keep(item, picture, on=_day(at), by=by)
    return item


def add_pictures(item: FieldItem, pictures: Sequence[Picture], *, on: date, by: Any) -> None:
    """Put on the case what was lost on the way of an item that came in before. Raises PictureRefused."""
    for picture in pictures:
        _verify(picture)
    for picture in pictures:
        _keep(item, picture, on=on, by=by)


def _day(at: datetime) -> date:
    """The local day of a moment."""
    return at.astimezone(EASTERN).date()


def _day_of(written: Written, at: datetime) -> date:
    """The day it was written, by the phone; refused when its clock cannot be right."""
    if written.written_at > at + FAST_CLOCK:
        raise NotAllowed(
            f"The phone says it was written on {named(_day(written.written_at))} at "
            f"{clock_time(written.written_at)}, which lies ahead. Correct the clock of the phone."
        )
    if written.written_at < at - OLDEST:
        raise NotAllowed(
            f"It was written on {named(_day(written.written_at))}, more than {OLDEST.days} days ago. "
            "Look at the days, then write it on the page."
        )
    return _day(min(written.written_at, at))


def _verify(picture: Picture) -> None:
    try:
        found = uploads.inspect(picture.file, settings.UPLOAD_LIMIT_MB * uploads.MEGABYTE)
    except uploads.UploadRefused as refused:
        raise PictureRefused(str(refused)) from None
    if found.content_type == "application/pdf":
        raise PictureRefused(f"“{found.shown_name}” is no picture. Take the photo again.")
    if found.sha256 != picture.sha256:
        raise PictureRefused(
            f"“{found.shown_name}” did not arrive as it was taken: its fingerprint (SHA-256) is another. "
            "Nothing was issued. Send it again, or take the photo again."
        )


@transaction.atomic
def _issued(board: Board, written: Written, *, on: date, at: datetime, by: Any) -> FieldItem:
    row = _number(board, written, on=on, by=by)
    try:
        case = citations.issue(
            board, written.told, on=on, by=by, key=written.key, agreed=written.agreed, number=written.number
        )
    except citations.Unfit:
        raise
    except NotAllowed:
        _look_for_a_difference(board, written, on)
        raise
    item, new = FieldItem.objects.get_or_create(
        key=written.key,
        defaults={
            "case": case, "by": by, "written_at": written.written_at, "received_at": at,
            "told": written.agreed, **_columns(written.spot),
        },
    )  # fmt: skip
    if row is not None and case.number == row.number and row.state == ReservedNumber.State.HELD:
        _end(row, ReservedNumber.State.USED, on=on, by=by, case=case)
    if new:
        note(case, text=_says(written, at), on=_day(at), by=by)
    return item


def _number(board: Board, written: Written, *, on: date, by: Any) -> ReservedNumber | None:
    """The number it bears, locked; refused when it is not one of this officer's, of its day's year."""
    if not written.number:
        return None
    row = (
        ReservedNumber.objects.select_for_update(no_key=True)
        .filter(board=board, number=written.number, held_by=by)
        .first()
    )
    sent = Case.objects.filter(number=written.number).exclude(filing_key=written.key).exists()
    if row is None or sent or row.state not in (ReservedNumber.State.HELD, ReservedNumber.State.USED):
        raise NotAllowed(
            f"{written.number} is not set aside for you. Send it without a number: the office gives it one."
        )
    if row.year != on.year:
        raise NotAllowed(
            f"{written.number} is a number of {row.year}, and this was written in {on.year}. Send it without "
            "a number: the office gives it one."
        )
    kind = WARNING if not written.agreed else CITATION
    if row.series != kinds.get(kind).series:
        raise NotAllowed(f"{written.number} is no number for {_amount(written.agreed)}. Send it without one.")
    return row


def _look_for_a_difference(board: Board, written: Written, on: date) -> None:
    """Raise Differs when that is why it was not issued."""
    try:
        draft = citations.work_out(board, written.told, on=on)
    except LookupError:
        return
    if draft.details is not None and draft.details.amount != written.agreed:
        raise Differs(written.agreed, draft.details.amount, draft.place.says)


def _columns(spot: Spot | None) -> Mapping[str, Any]:
    if spot is None:
        return {}
    return {"latitude": spot.latitude, "longitude": spot.longitude, "accuracy_m": spot.accuracy_m}


def _says(written: Written, at: datetime) -> str:
    """How it came, for the history."""
    wrote, came = written.written_at, at
    said = f"Written on a phone, {named(_day(wrote))}, {clock_time(wrote)}"
    said += f"; came in {named(_day(came))}, {clock_time(came)}."
    if written.spot is not None:
        spot = written.spot
        said += f" The phone was at {spot.latitude}, {spot.longitude}"
        said += f", within {spot.accuracy_m} m." if spot.accuracy_m is not None else "."
    return said


def _keep(item: FieldItem, picture: Picture, *, on: date, by: Any) -> None:
    """Put a verified picture on the case, once."""
    if item.pictures.filter(sha256=picture.sha256, sort=picture.sort).exists():
        return
    sort = FieldPicture.Sort(picture.sort)
    signed = sort is FieldPicture.Sort.SIGNATURE
    label = f"{sort.label}, {named(_day(picture.taken_at))}, {clock_time(picture.taken_at)}"
    document = documents.attach(item.case, file=picture.file, label=label, on=on, by=by, confidential=signed)
    with transaction.atomic():
        FieldPicture.objects.get_or_create(
            document=document,
            defaults={"item": item, "sort": sort, "taken_at": picture.taken_at, "sha256": picture.sha256},
        )


__all__ = [
    "Differs",
    "Picture",
    "PictureRefused",
    "Spot",
    "Written",
    "add_pictures",
    "give_back",
    "reserve",
    "take_in",
    "void",
]
