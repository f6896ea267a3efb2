"""Adding people, lots and facilities, and changing who holds a facility. Their history keeps who did it.

Cases and facilities are found by a folded copy of the names they show; `refold` brings the copies up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import folded, publicly_folded
from office.models import Case, CaseParty, Facility, Membership, Parcel, Party
from office.search import fold
from office.spoken import ENGLISH

BATCH = 300  # rows brought up to date at a time; SQLite takes about that many in one UPDATE


def _need_clerk(by: Any, town: str = "") -> None:
    """`by` is the office itself (None) or a clerk, of a board in `town` when one is named."""
    if by is None:
        return
    desks = Membership.objects.filter(user=by, role=Membership.Role.CLERK)
    if town:
        desks = desks.filter(board__town=town)
    if not desks.exists():
        raise WrongRole(f"Only a clerk{f' of {town}' if town else ''} adds people, lots and facilities.")


def _save(row: Any, by: Any, on: date, why: str) -> None:
    """Save the row; its history says who, and that it happened on the office's day `on`."""
    row._history_user = by
    row._change_reason = f"{why}, {on:%B} {on.day}, {on.year}"
    row.save()


def known_as(name: str) -> list[Party]:
    """The people on file under exactly this name, whatever its case, accents and hyphens."""
    folded = fold(name)
    alike = Party.objects.filter(search__startswith=folded) if folded else Party.objects.none()
    return [party for party in alike if fold(party.name) == folded]


@transaction.atomic
def add_party(
    *,
    name: str,
    on: date,
    by: Any,
    kind: str = Party.Kind.PERSON,
    phone: str = "",
    email: str = "",
    street: str = "",
    city: str = "",
    state: str = "",
    zip_code: str = "",
    user: Any = None,
    language: str = ENGLISH,
) -> Party:
    """Put a person or organization on file; `user` is who they are when they sign in, `language` what they
    read.

    Raises NotAllowed without a name, WrongRole.
    """
    _need_clerk(by)
    if not name.strip():
        raise NotAllowed("Write the name of the person or business.")
    party = Party(
        name=" ".join(name.split()), kind=kind, phone=phone.strip(), email=email.strip(),
        street=street.strip(), city=city.strip(), state=state.strip().upper(), zip_code=zip_code.strip(),
        user=user, language=language,
    )  # fmt: skip
    _save(party, by, on, "Added")
    return party


@transaction.atomic
def choose_language(*, user: Any, language: str, on: date) -> None:
    """Who signed in reads this language from now on, also as a person on file."""
    user.language = language
    user.save(update_fields=["language"])
    for party in Party.objects.select_for_update().filter(user=user).exclude(language=language):
        party.language = language
        _save(party, user, on, "Language chosen")


@transaction.atomic
def add_parcel(
    *,
    town: str,
    map_no: str,
    lot: str,
    on: date,
    by: Any,
    block: str = "",
    street_number: str = "",
    street: str = "",
    zoning: str = Parcel.Zoning.RESIDENTIAL,
) -> Parcel:
    """Put a lot of `town` on file by the assessor's map, block and lot. Raises NotAllowed, WrongRole."""
    _need_clerk(by, town)
    if not map_no.strip() or not lot.strip():
        raise NotAllowed("Write the map and the lot as the assessor does, such as map 29, block A, lot 3.")
    parcel = Parcel(
        town=town, map_no=map_no.strip().upper(), block=block.strip().upper(), lot=lot.strip().upper(),
        street_number=street_number.strip(), street=" ".join(street.split()), zoning=zoning,
    )  # fmt: skip
    try:
        with transaction.atomic():
            _save(parcel, by, on, "Added")
    except IntegrityError:
        known = Parcel.objects.get(town=town, map_no=parcel.map_no, block=parcel.block, lot=parcel.lot)
        raise NotAllowed(f"{known} is already on file. Choose that lot.") from None
    return parcel


@transaction.atomic
def add_facility(
    *, kind: str, name: str, on: date, by: Any, parcel: Parcel | None = None, holder: Party | None = None
) -> Facility:
    """Put a facility of `kind` ("dumpster") on file, begun on `on`. Raises NotAllowed, WrongRole."""
    _need_clerk(by)
    if not name.strip():
        raise NotAllowed(f"Name the {kind}, so that it can be told from others.")
    facility = Facility(kind=kind, name=" ".join(name.split()), parcel=parcel, holder=holder, started_on=on)
    _save(facility, by, on, "Added")
    return facility


@transaction.atomic
def change_holder(facility: Facility, *, holder: Party, on: date, by: Any) -> Facility:
    """Record who holds the facility from now on; its history keeps who did before."""
    _need_clerk(by, facility.parcel.town if facility.parcel else "")
    fresh = Facility.objects.select_for_update().get(pk=facility.pk)
    if fresh.holder_id != holder.pk:
        fresh.holder = holder
        _save(fresh, by, on, "Holder changed")
        refold(fresh)
    facility.holder = holder
    return fresh


# ------------------------------------------------------------------------------------- found by its names
@transaction.atomic
def refold(row: Party | Parcel | Facility) -> None:
    """Bring up to date by what the facilities and cases are found that show the saved `row`.

    A facility shows its lot and holder; a case its people, its lots, the name of its facility and, to the
    public, the business that holds it. A fixed number of queries for each BATCH of them; only copies that
    changed are locked and written.
    """
    facilities, cases = Facility.objects.none(), Case.objects.none()
    if isinstance(row, Party):
        facilities = Facility.objects.filter(holder=row)
        part_in = CaseParty.objects.filter(party=row).values("case")
        cases = Case.objects.filter(Q(pk__in=part_in) | Q(facility__in=facilities.values("pk")))
    elif isinstance(row, Parcel):
        facilities = Facility.objects.filter(parcel=row)
        cases = Case.objects.filter(parcels=row)
    else:
        cases = Case.objects.filter(facility=row)
    # Cases before facilities, the order in which issuing locks them.
    for _ in _written_anew(_with_names(cases), _of_case):
        pass
    for _ in _written_anew(facilities.select_related("parcel", "holder"), _of_facility):
        pass


def refold_cases(*, every: bool = False) -> Iterator[int]:
    """Fold the cases whose public column is still empty, or `every` one; yields how many it has looked at.

    A batch is one transaction. Stopped at any point and begun again, it goes on with what is left.
    """
    cases = Case.objects.all() if every else Case.objects.filter(public_search="")
    yield from _written_anew(_with_names(cases), _of_case)


def _with_names(cases: QuerySet[Case]) -> QuerySet[Case]:
    return cases.select_related("facility__holder").prefetch_related("people__party", "parcels")


def _of_case(case: Case) -> dict[str, str]:
    return {"search": folded(case), "public_search": publicly_folded(case)}


def _of_facility(facility: Facility) -> dict[str, str]:
    return {"search": facility.folded()}


def _written_anew(rows: QuerySet[Any], told: Callable[[Any], dict[str, str]]) -> Iterator[int]:
    """Write the columns of each of the rows that are not what is `told` of it now, batch by batch."""
    last = looked_at = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last, looked_at = batch[-1].pk, looked_at + len(batch)
        stale = [row.pk for row in batch if _differs(row, told(row))]
        if stale:
            _write(rows, stale, told)
        yield looked_at


def _differs(row: Any, told: dict[str, str]) -> bool:
    return any(getattr(row, name) != value for name, value in told.items())


@transaction.atomic
def _write(rows: QuerySet[Any], stale: list[int], told: Callable[[Any], dict[str, str]]) -> None:
    # Read again under the lock: somebody may have added a person to the case meanwhile.
    held = list(rows.select_for_update(of=("self",)).filter(pk__in=stale).order_by("pk"))
    for row in held:
        for name, value in told(row).items():
            setattr(row, name, value)
    if held:
        rows.model._default_manager.bulk_update(held, list(told(held[0])))
