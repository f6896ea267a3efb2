"""How many queries a page asks: as many with ten thousand cases as with ten, and that number is written here.

A page that asks one more for every row it shows is fast on the day it is written and slow a year later.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from office.actions import casework, documents, money
from office.clockwork import Mover
from office.models import Case, CaseParty, ClockRow, Facility, Hold, Parcel, Party
from tests import people
from tests.world import DAY, InTheWorld, pdf

# Whose page, its address, and how many queries it asks. The worklist's counts hold two for the night that was
# missed (one when it was not) and one for the days of meetings, and a queue of cases one for the clocks that
# say when each is due; a case's count holds one for its notices and one for the cases made for it.
PAGES = [
    ("clerk", "/worklist/", 16),
    ("clerk", "/worklist/overdue/", 16),
    ("clerk", "/worklist/due-soon/", 16),
    ("clerk", "/worklist/our-move/", 17),
    ("clerk", "/worklist/waiting/", 17),
    ("clerk", "/worklist/unassigned/", 17),
    ("clerk", "/cases/{open}/", 36),
    ("clerk", "/cases/{done}/", 29),
    ("party", "/account/", 7),
    ("party", "/my/", 9),
    ("party", "/my/cases/{open}/", 23),
    ("party", "/my/cases/{asks}/", 22),
    ("party", "/my/authorizations/", 7),
    ("clerk", "/find/?q=crowd", 7),
    ("clerk", "/find/?q=508-555-0199", 7),
    ("clerk", "/counter/", 5),
    ("clerk", "/counter/?q=crowd", 14),
    ("clerk", "/counter/?parcel={lot}", 12),
    ("clerk", "/counter/dumpster/", 8),
    ("inspect", "/field/", 11),
    ("inspect", "/field/copy.json", 11),
    ("inspect", "/citations/new/", 6),
    ("inspect", "/citations/{cited}/", 14),
    ("inspect", "/citations/court-copies/", 7),
    ("visitor", "/citations/by-code/{citecode}/", 5),
    ("clerk", "/facilities/{place}/conduct/", 13),
    ("inspect", "/orders/new/", 5),
    ("inspect", "/orders/{ordered}/", 18),
    ("works", "/liens/{lien}/", 15),
    ("docks", "/docks/{pier}/", 19),
    ("docks", "/cases/{pier}/", 36),
    ("inspect", "/prosecutions/new/", 8),
    ("inspect", "/prosecutions/{charged}/", 10),
    ("inspect", "/inspections/", 7),
    ("inspect", "/inspections/?facility={yard}", 8),
    ("inspect", "/inspections/new/", 7),
    ("inspect", "/inspections/{visit}/", 16),
    ("inspect", "/inspections/{inspected}/", 13),
    ("clerk", "/parcels/{land}/districts/", 10),
    ("clerk", "/waivers/{waived}/", 24),
    ("clerk", "/waivers/{unsigned}/", 24),
    ("member", "/waivers/{unsigned}/sign/", 13),
    ("docks", "/docks/{pier}/life/", 31),
    ("docks", "/docks/{pier}/checklist/", 11),
    ("docks", "/docks/{pier}/findings/", 21),
    ("docks", "/docks/{pier}/record/accepted/", 14),
    ("clerk", "/meetings/", 6),
    ("visitor", "/meetings/", 2),
    ("clerk", "/meetings/{meet}/", 13),
    ("visitor", "/meetings/{meet}/", 5),
    ("clerk", "/meetings/{meet}/plan/", 11),
    ("visitor", "/regulation-changes/", 6),
    ("clerk", "/meetings/{meet}/votes/{open}/", 25),
    ("member", "/meetings/{meet}/packet/", 27),
    ("clerk", "/meetings/{meet}/packet/{open}/", 22),
    ("clerk", "/meetings/{meet}/packet/send/", 8),
    ("visitor", "/decisions/", 4),
    ("visitor", "/regulation-changes/{change}/", 18),
    ("clerk", "/regulation-changes/{proposal}/file/", 27),
    ("clerk", "/register/", 5),
    ("visitor", "/register/", 3),
    ("visitor", "/register/?q=crowd", 3),
    ("visitor", "/register/?q=krowd+laine", 5),
    ("visitor", "/register/{done}/", 5),
    ("visitor", "/verify/{code}/", 3),
    ("visitor", "/renew/{done}/{renewal}/", 11),
    ("visitor", "/resume/", 1),
    ("visitor", "/drafts/{renewing}/papers/", 16),
    ("visitor", "/drafts/{renewing}/check/", 24),
]

YEAR_END = DAY.replace(month=12, day=31)
WEEK = timedelta(days=7)
# One of each sort in turn: in force, filed, in review, waiting for the applicant, suspended.
SORTS: list[dict[str, Any]] = [
    {"status": "issued", "mover": Mover.NOBODY, "starts_on": DAY, "ends_on": YEAR_END},
    {"status": "filed", "mover": Mover.OFFICE},
    {"status": "in review", "mover": Mover.BOARD},
    {"status": "incomplete", "mover": Mover.APPLICANT},
    {"status": "suspended", "mover": Mover.APPLICANT, "starts_on": DAY, "ends_on": YEAR_END},
]


def crowd(start: int, stop: int) -> None:
    """The cases number `start` to `stop` of the crowd: each with its keeper, dumpster, lot and clock."""
    board, lots = people.health(), _lots()
    numbers = range(start, stop)
    keepers = _saved(
        Party(name=f"Crowd keeper {n}", kind=Party.Kind.ORGANIZATION, phone="508-555-0199") for n in numbers
    )
    bins = _saved(
        Facility(kind="dumpster", name=f"Crowd bin {n}", parcel=lots[n % len(lots)], holder=keeper)
        for n, keeper in zip(numbers, keepers, strict=True)
    )
    cases = _saved(
        Case(
            number=f"CR-2026-{n:05}", kind="dumpster", board=board, facility=facility, filed_on=DAY,
            search=f"cr2026{n} {facility.search}", public_search=f"cr2026{n} {facility.search}",
            **SORTS[n % len(SORTS)],
        )
        for n, facility in zip(numbers, bins, strict=True)
    )  # fmt: skip
    _saved(Case.parcels.through(case=case, parcel=case.facility.parcel) for case in cases)
    _saved(CaseParty(case=case, party=case.facility.holder, role="applicant") for case in cases)
    _saved(
        ClockRow(
            case=case, board=board, clock="renewal", mover=Mover.APPLICANT, label="Renew the permit",
            cite="Tisbury 09.2.5(1)", started_on=DAY, due_on=DAY - WEEK if case.pk % 2 else DAY + WEEK,
        )
        for case in cases
    )  # fmt: skip


def _lots() -> list[Parcel]:
    """Some lots, shared by all."""
    return [people.parcel(map_no="77", block="C", lot=str(n), street="Crowd Lane") for n in range(1, 6)]


def _saved(rows: Iterable[Any]) -> list[Any]:
    made: list[models.Model] = list(rows)
    for row in made:
        if hasattr(row, "folded"):
            row.search = row.folded()
    return type(made[0])._base_manager.bulk_create(made)


class TestQueryCounts(InTheWorld):
    def asked(self, role: str, address: str) -> int:
        """How many queries the page asks of the database."""
        client = self.world.client(role)
        address = address.format(**self.world.names, lot=_lots()[0].pk)
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        assert response.status_code == 200, address
        return len(queries)

    def all_asked(self) -> list[tuple[str, str, int]]:
        return [(role, address, self.asked(role, address)) for role, address, _ in PAGES]

    def test_ten_thousand_cases_ask_no_more_than_ten(self) -> None:
        crowd(0, 10)
        few = self.all_asked()
        crowd(10, 10_000)
        assert Case.objects.count() > 10_000
        assert few == PAGES
        assert self.all_asked() == PAGES

    def test_a_long_case_asks_no_more_than_a_short_one(self) -> None:
        """Its history, files, holds, conditions, charges, receipts and people may be many."""
        case, clerk = Case.objects.get(number=self.world.names["open"]), people.clerk()
        said = {"on": DAY, "by": clerk}
        self.lengthen(case, "first", said)
        short, mine = self.asked("clerk", "/cases/{open}/"), self.asked("party", "/my/cases/{open}/")
        for n in range(5):
            self.lengthen(case, f"more {n}", said)
        assert case.events.count() > 40
        assert self.asked("clerk", "/cases/{open}/") == short
        assert self.asked("party", "/my/cases/{open}/") == mine

    def lengthen(self, case: Case, word: str, said: dict[str, Any]) -> None:
        """One more of everything that may hang on the case."""
        casework.note(case, text=word, **said)
        casework.add_condition(case, text=word, due_on=DAY, **said)
        casework.place_hold(case, level=Hold.Level.WARNING, reason=word, lifted_by_role="clerk", **said)
        documents.attach(case, file=pdf(f"{word}.pdf"), label=word, **said)
        money.add_charge(case, label=word, amount="5.00", reason=word, **said)
        money.pay(case, amount="5.00", tender="cash", key=word, **said)
        CaseParty.objects.create(case=case, party=people.party(word), role=CaseParty.Role.OWNER)
        case.parcels.add(people.parcel(lot=word[:20]))
