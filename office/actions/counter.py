"""Taking in at the counter: the person, the lot, the facility, the case, its papers and the money at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q

from office.actions import casework, documents, money, people
from office.actions.cases import open_case
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Intake
from office.kinds import CaseKind
from office.models import Board, Case, CaseParty, Facility, Parcel, Party, Payment
from office.permissions import may
from office.schedules import named


class Twin(NotAllowed):
    """The same thing was already filed for this facility; `case` is the other one."""

    def __init__(self, case: Case, on: date) -> None:
        self.case = case
        thing = case.casekind.facility
        self.says = (
            f"{case.number} was filed today for this {thing}."
            if case.filed_on == on
            else f"{case.number} was filed on {named(case.filed_on)} for this {thing} and is not decided yet."
        )
        super().__init__(f"{self.says} Open it or say why there are two.")


def twin_of(kind: CaseKind, facility: Facility | None, on: date) -> Case | None:
    """The newest case of this kind and facility that was filed on the day `on` or is not decided yet."""
    if facility is None or facility.pk is None or not kind.facility:
        return None
    undecided = Q(starts_on__isnull=True) | Q(filed_on=on)
    same = Case.objects.open().of_kind(kind.slug).filter(undecided, facility=facility)
    return same.order_by("-id").first()


@dataclass(frozen=True, kw_only=True)
class Application:
    """What was said across the counter.

    `party`, `parcel` and `facility` are rows on file; `new_party` and `new_parcel` hold the columns of ones
    to add, `new_facility` the name of one. `owner` names who holds a new facility when it is not the person
    at the counter. `files` go by checklist item. `paid` holds amount, tender, reference and given, or None.
    """

    kind: CaseKind
    board: Board
    intake: Intake
    received: date
    key: str
    party: Party | None = None
    new_party: Mapping[str, str] | None = None
    role: str = CaseParty.Role.APPLICANT
    owner: str = ""
    parcel: Parcel | None = None
    new_parcel: Mapping[str, str] | None = None
    facility: Facility | None = None
    new_facility: str = ""
    new_holder: bool = False
    why_two: str = ""
    files: Mapping[str, Any] = field(default_factory=dict)
    paid: Mapping[str, Any] | None = None
    renews: Case | None = None


@dataclass(frozen=True)
class TakenIn:
    """What came of it: the case, and the receipt when money was taken."""

    case: Case
    payment: Payment | None


@transaction.atomic
def take_in(said: Application, *, on: date, by: Any) -> TakenIn:
    """File what was said on the day it was received, and take the money on the day `on`: all or nothing.

    Pressing twice with the same key gives the same case and receipt. Raises Twin, NotAllowed, WrongRole, and
    UploadRefused for a file the office does not take.
    """
    if not may(by, said.board, "clerk"):
        raise WrongRole(f"Only a clerk of {said.board} takes in a {said.kind.label.lower()}.")
    # One counter at a time: of two presses at once the second waits here, then finds the first one's case.
    Board.objects.select_for_update(no_key=True).get(pk=said.board.pk)
    if earlier := filed_with(said.key):
        return earlier
    if said.facility is not None:
        Facility.objects.select_for_update().get(pk=said.facility.pk)
    # A second renewal is refused by its link to the permit it renews.
    twin = None if said.renews else twin_of(said.kind, said.facility, said.received)
    if twin and not said.why_two.strip():
        raise Twin(twin, said.received)
    case = _file(said, on=on, by=by)
    if twin:
        casework.note(case, text=f"Filed beside {twin.number}: {said.why_two.strip()}", on=on, by=by)
    for item, file in said.files.items():
        documents.attach(case, file=file, label="", item=item, on=on, by=by)
    payment = money.pay(case, **said.paid, key=_payment_key(said.key), on=on, by=by) if said.paid else None
    return TakenIn(case, payment)


def _file(said: Application, *, on: date, by: Any) -> Case:
    party, parcel, facility = said.party, said.parcel, said.facility
    if party is None and said.new_party:
        party = people.add_party(**said.new_party, on=on, by=by)
    if parcel is None and said.new_parcel:
        parcel = people.add_parcel(town=said.board.town, **said.new_parcel, on=on, by=by)
    # An agent acts for somebody else: who that is stays open unless it is said.
    self_held = None if said.role == CaseParty.Role.AGENT else party
    holder = _owner(said.owner, on=on, by=by) or self_held
    if facility is None and said.new_facility:
        facility = people.add_facility(
            kind=said.kind.facility, name=said.new_facility, parcel=parcel, holder=holder, on=said.received,
            by=by,
        )  # fmt: skip
    elif facility is not None and holder is not None and (said.new_holder or facility.holder is None):
        facility = people.change_holder(facility, holder=holder, on=on, by=by)
    return open_case(
        kind=said.kind.slug, on=said.received, by=by, board=said.board, intake=said.intake,
        parcels=list(said.renews.parcels.all()) if said.renews else [parcel] if parcel else [],
        facility=facility, people=_parts(said, party, facility), renews=said.renews, key=said.key,
    )  # fmt: skip


def _owner(name: str, *, on: date, by: Any) -> Party | None:
    """The owner named beside an agent: somebody on file under exactly this name, or new."""
    if not name.strip():
        return None
    known = people.known_as(name)
    return known[0] if len(known) == 1 else people.add_party(name=name, on=on, by=by)


def _parts(said: Application, party: Party | None, facility: Facility | None) -> list[tuple[Party, str]]:
    """Who has which part in the case: the person at the counter, and beside an agent the holder as owner."""
    if said.renews is not None:
        return [(row.party, row.role) for row in said.renews.people.select_related("party")]
    parts = [(party, said.role)] if party else []
    holder = facility.holder if facility else None
    if said.role == CaseParty.Role.AGENT and holder is not None and holder != party:
        parts.append((holder, CaseParty.Role.OWNER))
    return parts


def filed_with(key: str) -> TakenIn | None:
    """What an earlier press of the page with this key came to."""
    case = Case.objects.filter(filing_key=key).select_related("board").first() if key.isprintable() else None
    return TakenIn(case, Payment.objects.filter(key=_payment_key(key)).first()) if case else None


def _payment_key(key: str) -> str:
    return f"{key}-paid"
