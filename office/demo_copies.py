"""Sample cases by the thousand: copies of a few that actions made, written in bulk."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from django.db import connection, models, reset_queries, transaction

from office import codes
from office.demo_data import Say
from office.models import (
    Allocation,
    Case,
    CaseParty,
    Charge,
    ChecklistRow,
    ClockRow,
    Condition,
    Counter,
    Event,
    Facility,
    Parcel,
    Party,
    Payment,
    Ruling,
    Snapshot,
    SnapshotFinding,
    Suspension,
)
from office.search import fold

BATCH, SAY_EVERY = 500, 5_000
AT_ONCE = 4_000  # rows of a list of keys in one statement; each has up to four values
STREET, MAP, BLOCK, PER_LOT = "Sample Long Road", "900", "A", 25
KEEPER = "Sample Keeper"
RARE, SELDOM = "O'Brien 李", "Müller"  # in the names of a few keepers, to be searched for


@dataclass(frozen=True)
class Pattern:
    """A case with what is needed to copy every row that hangs on it, read once and copied often."""

    case: Case
    roles: list[str]
    details: type[models.Model] | None
    charges: list[Charge]
    payments: list[tuple[Payment, list[Allocation]]]
    events: list[Event]
    snapshots: dict[int, int]  # the key of the event → that of the snapshot

    @classmethod
    def of(cls, case: Case) -> Pattern:
        case = Case.objects.select_related("facility").get(pk=case.pk)
        paid = Payment.objects.filter(allocations__charge__case=case).distinct().order_by("pk")
        return cls(
            case=case,
            roles=[row.role for row in case.people.all()],
            details=case.casekind.details,
            charges=list(case.charges.order_by("pk")),
            payments=[(payment, list(payment.allocations.all())) for payment in paid],
            events=list(case.events.order_by("pk")),
            snapshots=dict(case.snapshots.values_list("event", "pk")),
        )


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
    lots = _lots(plain[0].board.town, 1 + n // PER_LOT)
    for start in range(generated(), n, BATCH):
        stop = min(start + BATCH, n)
        with transaction.atomic():
            _copy([patterns[i % len(patterns)] for i in range(start, stop)], lots, start)
        reset_queries()  # with DEBUG on, Django keeps every statement it sent
        if stop // SAY_EVERY > start // SAY_EVERY or stop == n:
            say(f"{stop:,} of {n:,} generated cases")


def _lots(town: str, n: int) -> list[Parcel]:
    """At least `n` lots on which the copies stand; a few copies share one."""
    lots = list(Parcel.objects.filter(town=town, street=STREET).order_by("pk"))
    more = [
        Parcel(town=town, map_no=MAP, block=BLOCK, lot=str(k), street_number=str(k), street=STREET,
               zoning="commercial")
        for k in range(len(lots) + 1, n + 1)
    ]  # fmt: skip
    for parcel in more:
        parcel.search = parcel.folded()
    return lots + Parcel.objects.bulk_create(more, batch_size=BATCH)


def keeper_name(n: int) -> str:
    """The name of the n-th keeper. Those of square and cubic numbers have a name that is seldom or rare.

    So a small crowd has some of each, and in a large one they are few: 316 and 46 among 100,000.
    """
    seldom = SELDOM if isqrt(n) ** 2 == n else ""
    rare = RARE if round(n ** (1 / 3)) ** 3 == n else ""
    return " ".join(part for part in (KEEPER, str(n), seldom, rare) if part)


def _copy(batch: list[Pattern], lots: list[Parcel], serial: int) -> None:
    """Write a copy of each pattern; the n-th is the sample keeper number `serial` + n."""
    keepers, facilities, cases = [], [], []
    numbers = _Numbers(p.case.number for p in batch)
    for n, pattern in enumerate(batch, serial + 1):
        keeper = Party(name=keeper_name(n), kind=Party.Kind.ORGANIZATION)
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
    for table in (ChecklistRow, Condition, ClockRow, Suspension):
        _again(table, "case_id", ["case_id"], [(p.case.pk, c.pk) for p, c in pairs])
    for details in {p.details for p in batch if p.details}:
        _again(details, "case_id", ["case_id"], [(p.case.pk, c.pk) for p, c in pairs if p.details is details])
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
    """Events with their snapshots and rulings; `names` is what each case's events call its money by now."""
    made = []
    for pattern, case in pairs:
        for old in pattern.events:
            subject = names[case.pk].get(old.subject, old.subject)
            note = old.note.replace(old.subject, subject) if old.subject != subject else old.note
            made.append((old.pk, case.pk, subject, note, None))
    _again(Event, "id", ["case_id", "subject", "note", "key"], made)
    # In the order of `made`: by case, and within a case in that of the originals.
    keys = Event.objects.filter(case__in=[case.pk for _, case in pairs]).order_by("case", "pk")
    new = list(keys.values_list("pk", flat=True))
    events = [(old, key, case) for (old, case, *_), key in zip(made, new, strict=True)]
    _again(Ruling, "event_id", ["event_id", "case_id"], events)
    _again(Snapshot, "event_id", ["event_id", "case_id"], events)
    kept = {event: snapshot for pattern, _ in pairs for event, snapshot in pattern.snapshots.items()}
    snapshots = dict(Snapshot.objects.filter(event__in=new).values_list("event", "pk"))
    findings = [(kept[old], snapshots[key]) for old, key, _ in events if old in kept]
    _again(SnapshotFinding, "snapshot_id", ["snapshot_id"], findings)


def _again(
    table: type[models.Model], by: str, changed: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows of `table` again, inside the database: nearly all that a case has is copied as it is.

    Each of `rows` names by its first value those whose column `by` it is, and then gives their new values of
    the columns `changed`. They get their keys in the order of `rows`, then of the originals.
    """
    quoted = connection.ops.quote_name
    key = str(table._meta.pk.column) if table._meta.pk else "id"
    columns = [str(c.column) for c in table._meta.concrete_fields if not c.primary_key]
    given = {column: f"given.v{n}" for n, column in enumerate(changed)}
    names = ", ".join(["at", "was", *(f"v{n}" for n in range(len(changed)))])
    for start in range(0, len(rows), AT_ONCE):
        some = [(at, *row) for at, row in enumerate(rows[start : start + AT_ONCE])]
        places = ", ".join(["(" + ", ".join(["%s"] * len(some[0])) + ")"] * len(some))
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH given ({names}) AS (VALUES {places}) "
                f"INSERT INTO {quoted(table._meta.db_table)} ({', '.join(map(quoted, columns))}) "
                f"SELECT {', '.join(given.get(c, f'old.{quoted(c)}') for c in columns)} "
                f"FROM given JOIN {quoted(table._meta.db_table)} old ON old.{quoted(by)} = given.was "
                f"ORDER BY given.at, old.{quoted(key)}",
                [value for row in some for value in row],
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
