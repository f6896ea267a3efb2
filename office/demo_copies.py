"""Sample cases by the thousand: copies of a few that actions made, written in bulk."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models, reset_queries, transaction

from office import codes
from office.demo_data import Say
from office.models import (
    Allocation,
    Case,
    CaseParty,
    Charge,
    Counter,
    Event,
    Facility,
    Parcel,
    Party,
    Payment,
    Ruling,
    Snapshot,
    SnapshotFinding,
)
from office.search import fold

BATCH = 500
STREET, LOTS = "Sample Long Road", 400
KEEPER = "Sample Keeper"


@dataclass(frozen=True)
class Pattern:
    """A case with every row that hangs on it, read once and copied often."""

    case: Case
    roles: list[str]
    hanging: list[models.Model]  # rows that point at the case and at nothing else that is copied
    charges: list[Charge]
    payments: list[tuple[Payment, list[Allocation]]]
    events: list[Event]
    snapshots: dict[int, tuple[Snapshot, list[SnapshotFinding]]]  # by the key of the event
    rulings: dict[int, Ruling]  # likewise

    @classmethod
    def of(cls, case: Case) -> Pattern:
        case = Case.objects.select_related("facility").get(pk=case.pk)
        paid = Payment.objects.filter(allocations__charge__case=case).distinct().order_by("pk")
        own = [case.details] if case.details else []
        return cls(
            case=case,
            roles=[row.role for row in case.people.all()],
            hanging=[*own, *case.checklist.all(), *case.conditions.all(), *case.clocks.all(),
                     *case.suspensions.all()],
            charges=list(case.charges.order_by("pk")),
            payments=[(payment, list(payment.allocations.all())) for payment in paid],
            events=list(case.events.order_by("pk")),
            snapshots={row.event_id: (row, list(row.findings.all())) for row in case.snapshots.all()},
            rulings={row.event_id: row for row in case.rulings.all()},
        )  # fmt: skip


def generated() -> int:
    """How many copies there are."""
    return Party.objects.filter(name__startswith=KEEPER).count()


def multiply(plain: Sequence[Case], n: int, say: Say) -> None:
    """Bring the copies of the cases to `n` in all, each with a holder, facility and number of its own.

    Written a batch at a time: cut short and run again, it goes on after the last whole batch.

    Every row that actions wrote for the original is written for the copy, so the copy stands as if actions
    had made it; only the histories of parties and facilities are left out. `plain` are cases of one town that
    renew nothing, with a facility.
    """
    patterns = [Pattern.of(case) for case in plain]
    lots = _lots(plain[0].board.town)
    for start in range(generated(), n, BATCH):
        stop = min(start + BATCH, n)
        with transaction.atomic():
            _copy([patterns[i % len(patterns)] for i in range(start, stop)], lots, start)
        reset_queries()  # with DEBUG on, Django keeps every statement it sent
        if stop % 5000 == 0 or stop == n:
            say(f"{stop:,} of {n:,} generated cases")


def _lots(town: str) -> list[Parcel]:
    """The lots on which the copies stand; many share one."""
    lots = list(Parcel.objects.filter(town=town, street=STREET))
    more = [
        Parcel(town=town, map_no="900", lot=str(n), street_number=str(n), street=STREET, zoning="commercial")
        for n in range(len(lots) + 1, LOTS + 1)
    ]
    for parcel in more:
        parcel.search = parcel.folded()
    return lots + Parcel.objects.bulk_create(more)


def _copy(batch: list[Pattern], lots: list[Parcel], serial: int) -> None:
    """Write a copy of each pattern; the n-th is the sample keeper number `serial` + n."""
    keepers, facilities, cases = [], [], []
    numbers = _Numbers(p.case.number for p in batch)
    for n, pattern in enumerate(batch, serial + 1):
        keeper = Party(name=f"{KEEPER} {n}", kind=Party.Kind.ORGANIZATION)
        keeper.search = keeper.folded()
        keepers.append(keeper)
        old = pattern.case.facility
        assert old is not None
        facility = Facility(
            kind=old.kind, name=f"Sample {old.kind} {n}", parcel=lots[n % len(lots)], holder=keeper
        )
        facility.search = facility.folded()
        facilities.append(facility)
    _save(keepers)
    _save(facilities)
    for pattern, facility in zip(batch, facilities, strict=True):
        cases.append(_copy_of_case(pattern.case, numbers.after(pattern.case.number), facility))
    _save(cases)
    _save(Case.parcels.through(case=c, parcel=f.parcel) for c, f in zip(cases, facilities, strict=True))
    pairs = list(zip(batch, cases, strict=True))
    _save(
        CaseParty(case=case, party=keeper, role=role)
        for (pattern, case), keeper in zip(pairs, keepers, strict=True)
        for role in pattern.roles
    )
    _save(_like(row, case_id=c.pk) for p, c in pairs for row in p.hanging)
    _copy_events(pairs, _copy_money(pairs))


def _copy_of_case(old: Case, number: str, facility: Facility) -> Case:
    # The slot is kind / facility / term.
    slot = old.slot and old.slot.replace(f"/{old.facility_id}/", f"/{facility.pk}/")
    parcel, holder = facility.parcel, facility.holder
    place = f"{parcel.label} {parcel.address}" if parcel else ""
    held_by = holder.name if holder else ""  # every keeper is a business
    case: Case = _like(
        old, number=number, facility=facility, slot=slot, filing_key=None,
        code=codes.new_code() if old.code else None,
        search=fold(number, facility.name, place, held_by)[:600],
        public_search=fold(number, place, held_by)[:600],
    )  # fmt: skip
    return case


def _copy_money(pairs: list[tuple[Pattern, Case]]) -> dict[int, dict[str, str]]:
    """Charges, payments and allocations; returns for each new case what its events call them by now."""
    names: dict[int, dict[str, str]] = {case.pk: {} for _, case in pairs}
    charges = [(case, old, _like(old, case_id=case.pk)) for p, case in pairs for old in p.charges]
    _save(new for _, _, new in charges)
    key_of = {(case.pk, old.pk): new.pk for case, old, new in charges}
    for case, old, new in charges:
        names[case.pk][f"charge-{old.pk}"] = f"charge-{new.pk}"
    numbers = _Numbers(payment.number for p, _ in pairs for payment, _ in p.payments)
    payments = [
        (case, old, parts, numbers.after(old.number)) for p, case in pairs for old, parts in p.payments
    ]
    new_payments = [_like(old, number=number, key=f"copy-{number}") for _, old, _, number in payments]
    _save(new_payments)
    parts_of = []
    for (case, paid, parts, number), payment in zip(payments, new_payments, strict=True):
        names[case.pk][paid.number] = number
        parts_of += [
            _like(part, payment_id=payment.pk, charge_id=key_of[case.pk, part.charge_id]) for part in parts
        ]
    _save(parts_of)
    return names


def _copy_events(pairs: list[tuple[Pattern, Case]], names: dict[int, dict[str, str]]) -> None:
    events = []
    for pattern, case in pairs:
        for old in pattern.events:
            subject, note = names[case.pk].get(old.subject, old.subject), old.note
            if old.subject != subject:
                note = note.replace(old.subject, subject)
            events.append(
                (pattern, old.pk, _like(old, case_id=case.pk, subject=subject, note=note, key=None))
            )
    _save(new for _, _, new in events)
    _save(
        _like(p.rulings[key], case_id=new.case_id, event_id=new.pk)
        for p, key, new in events
        if key in p.rulings
    )
    kept = [(p.snapshots[key], new) for p, key, new in events if key in p.snapshots]
    snapshots = [_like(old, case_id=new.case_id, event_id=new.pk) for (old, _), new in kept]
    _save(snapshots)
    _save(
        _like(finding, snapshot_id=snapshot.pk)
        for ((_, findings), _), snapshot in zip(kept, snapshots, strict=True)
        for finding in findings
    )


class _Numbers:
    """Numbers taken by the block: `after(old)` gives the next of the series and year of the number `old`."""

    def __init__(self, olds: Iterable[str]) -> None:
        self._next: dict[str, Iterator[int]] = {}
        for series, n in Tally(old.rpartition("-")[0] for old in olds).items():
            counter = Counter.objects.select_for_update().get(series=series)
            self._next[series] = iter(range(counter.last + 1, counter.last + 1 + n))
            counter.last += n
            counter.save(update_fields=["last"])

    def after(self, old: str) -> str:
        series, _, digits = old.rpartition("-")
        return f"{series}-{next(self._next[series]):0{len(digits)}d}"


def _like(row: Any, **changes: Any) -> Any:
    """An unsaved row with the columns of `row`, save for its key and the `changes`."""
    columns = {c.attname: getattr(row, c.attname) for c in row._meta.concrete_fields if not c.primary_key}
    for name in changes:
        columns.pop(f"{name}_id", None)
    return type(row)(**(columns | changes))


def _save(rows: Iterable[Any]) -> None:
    """Insert rows of any tables, each table's in their order."""
    tables: dict[type[models.Model], list[Any]] = {}
    for row in rows:
        tables.setdefault(type(row), []).append(row)
    for table, its_rows in tables.items():
        table._base_manager.bulk_create(its_rows)
