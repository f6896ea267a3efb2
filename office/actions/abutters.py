"""The owners of land beside a place: by which rules, when and where the case is heard, and their list.

A list is worked on until the notices are written by it (actions.abutter_notices); from then on it is frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from office import kinds
from office.abutting import COLUMNS
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import lock, record, rewind
from office.calendar import EASTERN
from office.kinds import HEARING
from office.models import (
    Abutter,
    AbutterList,
    AbutterRule,
    AgendaItem,
    Case,
    CaseParty,
    Event,
    Meeting,
    Parcel,
)
from office.permissions import may
from office.schedules import named
from office.search import fold


# ------------------------------------------------------------------------------------------------ asking
@dataclass(frozen=True)
class Hearing:
    """The day on which a case is heard: the entry that set it, and the meeting it is on the agenda of."""

    event: Event
    meeting: Meeting | None

    @property
    def moment(self) -> datetime:
        """When it begins, local time; of a hearing without an hour the start of the day."""
        at = self.event.at or datetime.min.time()
        return datetime.combine(self.event.on, at, EASTERN)


def rules_of(case: Case, on: date) -> list[AbutterRule]:
    """The board's rows that say whom to tell, as they hold on `on`, in the order the kind names them."""
    declared = case.casekind.abutters
    if declared is None:
        return []
    rows = AbutterRule.objects.filter(board=case.board_id, slug__in=declared.rules, since__lte=on)
    held = {row.slug: row for row in rows.order_by("since")}
    return [held[slug] for slug in declared.rules if slug in held]


def list_of(case: Case) -> AbutterList | None:
    """The newest list of the case."""
    return case.abutter_lists.order_by("-pk").first()


def hearing_of(case: Case) -> Hearing | None:
    """The hearing that is set, if one is."""
    event = case.events.live().filter(slug=HEARING).order_by("pk").last()
    if event is None:
        return None
    items = AgendaItem.objects.filter(
        case=case, sort__in=AgendaItem.HEARD, removed_on__isnull=True, continued_to__isnull=True,
        meeting__cancelled_on__isnull=True, meeting__on=event.on,
    )  # fmt: skip
    item = items.select_related("meeting__board").order_by("pk").last()
    return Hearing(event, item.meeting if item else None)


def too_old(of: AbutterList, rules: Iterable[AbutterRule], on: date) -> str:
    """That the assessors' list is older than a rule wants it, in words; "" when it is not."""
    for rule in rules:
        if rule.list_days is not None and of.age(on) > rule.list_days:
            return (
                f"The assessors’ list is of {named(of.assessors_on)}, {of.age(on)} days ago. {rule.label} "
                f"takes one of at most {rule.list_days} days ({rule.section}). Ask for a new one."
            )
    return ""


def where_to_look(case: Case) -> str:
    """Where and when the file can be seen, as the board's own row says it; "" while it names no address."""
    board = case.board
    return ", ".join(part for part in (board.address, board.hours) if part) if board.address else ""


@transaction.atomic
def recount(row: AbutterRule, *, on: date) -> int:
    """Count the days before each hearing that a new row of a board sets anew; how many cases there were."""
    slugs = [
        kind.slug
        for kind in kinds.registry.values()
        if kind.abutters and row.slug in kind.abutters.rules and row.board.slug in kind.boards
    ]
    hearings = Event.objects.live().filter(slug=HEARING, on__gte=row.since, case=OuterRef("pk"))
    cases = Case.objects.open().of_kind(*slugs).filter(Exists(hearings), board=row.board_id).order_by("pk")
    for case in (found := list(cases)):
        rewind(lock(case), on=on)
    return len(found)


# ------------------------------------------------------------------------------------------------ the list
@transaction.atomic
def start_list(
    case: Case,
    *,
    assessors_on: date,
    on: date,
    by: Any,
    certified_by: str = "",
    copy: bool = False,
    key: str | None = None,
) -> AbutterList:
    """Begin a list by the assessors' list of `assessors_on`; `copy` takes the owners of the one before over.

    Raises NotAllowed while another is being worked on. `key` makes pressing twice one list.
    """
    locked = need_open(case, by)
    if key and (again := AbutterList.objects.filter(key=key).first()):
        if again.case_id != locked.pk:
            raise NotAllowed("This form was already used for another case. Open the page again.")
        return again
    _check_dated(assessors_on, on)
    last = list_of(locked)
    if last is not None and last.frozen_on is None:
        raise NotAllowed("A list is being worked on already. Add to it, or correct its date.")
    made = AbutterList.objects.create(
        case=locked, assessors_on=assessors_on, certified_by=certified_by.strip(), made_on=on, by=by, key=key
    )
    if copy and last is not None:
        for row in last.abutters.all():
            row.pk, row.of = None, made
            row.save(force_insert=True)
    source = f", certified by {made.certified_by}" if made.certified_by else ""
    record(
        case, "abutters-listed", on=on, by=by, subject=f"list-{made.pk}",
        note=f"By the assessors’ list of {named(assessors_on)}{source}",
    )  # fmt: skip
    return made


def _check_dated(assessors_on: date, on: date) -> None:
    if assessors_on > on:
        raise NotAllowed(
            f"{named(assessors_on)} has not come yet. Write the date that stands on the assessors’ list."
        )


@transaction.atomic
def certify(of: AbutterList, *, assessors_on: date, certified_by: str, on: date, by: Any) -> AbutterList:
    """Say of which day the assessors' list is, and who certified it."""
    fresh = _draft(of, by)
    _check_dated(assessors_on, on)
    fresh.assessors_on, fresh.certified_by = assessors_on, certified_by.strip()
    fresh.save(update_fields=["assessors_on", "certified_by"])
    return fresh


@transaction.atomic
def add_rows(of: AbutterList, *, rows: Sequence[Mapping[str, str]], by: Any) -> list[Abutter]:
    """Add owners with their addresses. One that is on the list with the same lot is passed over.

    Returns the rows that were added. Raises NotAllowed for an owner without a name.
    """
    fresh = _draft(of, by)
    there = {same_words(row.owner, row.address, row.lot) for row in fresh.abutters.all()}
    last = fresh.abutters.order_by("position").last()
    position = last.position if last else 0
    added = []
    for held in rows:
        row = Abutter(of=fresh, **{name: held.get(name, "").strip() for name in COLUMNS})
        if not row.owner:
            raise NotAllowed("The owner is missing. Write the name.")
        same = same_words(row.owner, row.address, row.lot)
        if same in there:
            continue
        there.add(same)
        position += 1
        row.position = position
        added.append(row)
    return Abutter.objects.bulk_create(added)


def same_words(*parts: str) -> tuple[str, ...]:
    return tuple(fold(part) for part in parts)


def owners_of(parcels: Sequence[Parcel]) -> dict[int, CaseParty]:
    """By lot (its key), whom the newest case about it names as its owner; lots of which none does are absent.

    One query, however many lots.
    """
    rows = CaseParty.objects.filter(
        role=CaseParty.Role.OWNER, case__parcels__in=[each.pk for each in parcels]
    )
    rows = rows.select_related("party").annotate(of_parcel=F("case__parcels")).order_by("case", "pk")
    wanted = {each.pk for each in parcels}
    return {row.of_parcel: row for row in rows if row.of_parcel in wanted}


@transaction.atomic
def add_lots(of: AbutterList, *, parcels: Sequence[Parcel], by: Any) -> list[Abutter]:
    """Add the owners of these lots of the town's list, as far as a case names one.

    Raises NotAllowed when the owner of a lot is not known; those are typed or pasted.
    """
    fresh = _draft(of, by)
    known = owners_of(parcels)
    if unknown := [each.label for each in parcels if each.pk not in known]:
        raise NotAllowed(
            f"No case names the owner of {', '.join(unknown[:5])}. Type the owner, from the assessors’ list."
        )
    there = set(fresh.abutters.values_list("parcel", flat=True))
    last = fresh.abutters.order_by("position").last()
    position = last.position if last else 0
    added = []
    for n, each in enumerate((lot for lot in parcels if lot.pk not in there), start=1):
        owner = known[each.pk].party
        added.append(
            Abutter(
                of=fresh,
                owner=owner.name,
                street=owner.street,
                city=owner.city,
                state=owner.state,
                zip_code=owner.zip_code,
                parcel=each,
                lot=each.label,
                position=position + n,
            )
        )
    return Abutter.objects.bulk_create(added)


@transaction.atomic
def change_row(row: Abutter, *, values: Mapping[str, str], by: Any) -> Abutter:
    """Correct an owner of a list that is not frozen."""
    _draft(row.of, by)
    fresh = Abutter.objects.select_for_update(of=("self",)).get(pk=row.pk)
    for name in COLUMNS:
        setattr(fresh, name, values.get(name, "").strip())
    if not fresh.owner:
        raise NotAllowed("The owner is missing. Write the name, or take the row off the list.")
    fresh.save()
    return fresh


@transaction.atomic
def remove_row(row: Abutter, *, by: Any) -> None:
    """Take an owner off a list that is not frozen."""
    _draft(row.of, by)
    Abutter.objects.filter(pk=row.pk).delete()


# -------------------------------------------------------------------------------------------- the guards
def need_open(case: Case, by: Any) -> Case:
    """The case, fresh and locked, for its clerk."""
    locked = lock(case)
    if not may(by, locked, "clerk"):
        raise WrongRole(f"This is for a clerk of {locked.board}.")
    if locked.casekind.abutters is None:
        raise NotAllowed(f"No abutters are told of a {locked.casekind.label.lower()}.")
    if not locked.is_open:
        raise NotAllowed(f"{locked.number} is {locked.status}. Abutters are told of an open case.")
    return locked


def _draft(of: AbutterList, by: Any) -> AbutterList:
    """The list, fresh and locked, while it may be changed."""
    need_open(of.case, by)
    fresh = AbutterList.objects.select_for_update(of=("self",)).select_related("case").get(pk=of.pk)
    if fresh.frozen_on is not None:
        raise NotAllowed(
            f"The list was frozen on {named(fresh.frozen_on)}, when the notices were written by it. Begin a "
            "new one if the owners changed."
        )
    return fresh
