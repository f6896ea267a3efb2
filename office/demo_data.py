"""Sample data: the day, the people and the lots that every slice's demo plays on.

A slice tells its own story in `<slice>/management/demo.py`: `tell(stage)` opens sample cases through actions
and returns those that `office.demo_copies` may copy. Everything here calls itself a sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from importlib import import_module
from importlib.util import find_spec

from django.apps import apps
from django.utils.module_loading import module_has_submodule
from django.utils.timezone import get_current_timezone

from office.actions import people
from office.models import Board, Case, Facility, Parcel, Party, User
from office.search import fold

Say = Callable[[str], None]

# map, block, lot, number, street, zoning
LOTS = (
    ("29", "A", "3", "10", "Sample Harbor Road", "commercial"),
    ("29", "A", "4", "14", "Sample Harbor Road", "commercial"),
    ("29", "B", "1", "22", "Sample Harbor Road", "commercial"),
    ("30", "A", "7", "3", "Sample Main Street", "commercial"),
    ("30", "A", "8", "5", "Sample Main Street", "commercial"),
    ("30", "C", "2", "41", "Sample Main Street", "commercial"),
    ("31", "", "12", "6", "Sample Orchard Lane", "residential"),
    ("31", "", "13", "8", "Sample Orchard Lane", "residential"),
    ("31", "", "19", "15", "Sample Orchard Lane", "residential"),
    ("44", "D", "5", "2", "Sample Depot Way", "industrial"),
    ("44", "D", "6", "4", "Sample Depot Way", "industrial"),
    ("52", "", "27", "90", "Sample Lagoon Road", "residential"),
)


@dataclass
class Stage:
    """What a demo plays on: the day, who acts, and where. People, lots and things are found again."""

    today: date
    users: dict[str, User]
    boards: dict[str, Board] = field(default_factory=lambda: Board.objects.in_bulk(field_name="slug"))

    def back(self, days: int, board: str = "tisbury-health") -> date:
        """The working day that many days ago, or the last one before it."""
        return self._working(self.exactly(days), board)

    def exactly(self, days: int) -> date:
        """The day that many days ago, whatever day it was."""
        return self.today - timedelta(days=days)

    def this_year(self, days: int) -> date:
        """The working day that many days ago, yet no earlier than January 1."""
        return max(date(self.today.year, 1, 1), self.back(days))

    def last_year(self, month: int, day: int) -> date:
        """That day of last year, or the last working day before it."""
        return self._working(date(self.today.year - 1, month, day))

    def _working(self, day: date, board: str = "tisbury-health") -> date:
        calendar = self.boards[board].calendar()
        while not calendar.is_working(day):
            day -= timedelta(days=1)
        return day

    @property
    def long_ago(self) -> date:
        """The day on which everything lasting came on file: January 1 of last year."""
        return date(self.today.year - 1, 1, 1)

    def lot(self, row: int) -> Parcel:
        """The sample lot on that row of LOTS."""
        map_no, block, lot, number, street, zoning = LOTS[row]
        found = Parcel.objects.filter(town="Tisbury", map_no=map_no, block=block, lot=lot).first()
        return found or people.add_parcel(
            town="Tisbury", map_no=map_no, block=block, lot=lot, street_number=number, street=street,
            zoning=zoning, on=self.long_ago, by=self.users["clerk"],
        )  # fmt: skip

    def party(self, name: str, kind: str = Party.Kind.ORGANIZATION, *, by_mail: bool = False) -> Party:
        """The sample person or business of this name; reached by e-mail, or `by_mail` alone."""
        found = Party.objects.filter(name=name).first()
        email = "" if by_mail else f"{fold(name).replace(' ', '-')}@example.org"  # kept free for samples
        return found or people.add_party(
            name=name, kind=kind, email=email, street=f"{len(name)} Sample Harbor Road", city="Tisbury",
            state="MA", zip_code="02568", on=self.long_ago, by=self.users["clerk"],
        )  # fmt: skip

    def morning(self, on: date) -> datetime:
        """9:30 in the morning of that day, local time."""
        return datetime.combine(on, time(9, 30), get_current_timezone())

    def facility(self, kind: str, name: str, lot: Parcel | None, holder: Party) -> Facility:
        found = Facility.objects.filter(kind=kind, name=name).first()
        return found or people.add_facility(
            kind=kind, name=name, parcel=lot, holder=holder, on=self.long_ago, by=self.users["clerk"]
        )

    def key(self, name: str) -> str:
        """What `open_case` is told so that a sample is opened once."""
        return f"sample-{name}"

    def told(self, name: str) -> Case | None:
        """The sample case of this name, once it was opened."""
        return Case.objects.filter(filing_key=self.key(name)).first()


def tell_all(stage: Stage, say: Say) -> list[Case]:
    """Let every slice that has a demo tell it, enforcement first; returns the cases that may be copied."""
    plain: list[Case] = []
    for number in range(len(LOTS)):
        stage.lot(number)
    for app in apps.get_app_configs():
        name = f"{app.name}.management.demo"
        if module_has_submodule(app.module, "management") and find_spec(name):
            before = Case.objects.count()
            plain += import_module(name).tell(stage)
            say(f"{app.verbose_name}: {Case.objects.count() - before} sample cases added")
    return plain
