"""The small cast every test may call on: boards, people who work for them, places, and dumpster cases.

Boards, people and places are made once and found again; `dumpster_bin`, `ready_dumpster` and
`issued_dumpster` make a new one each time. Cases come about through actions only. Nothing reads the clock:
the day is passed in.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from office import kinds
from office.actions import cases, casework, money
from office.intake import Intake
from office.management.commands.seed import administrators
from office.models import Board, Case, Facility, Membership, Parcel, Party, User

PASSWORD = "counter-and-dock-9"
TOWNS = {
    "tisbury-health": ("Board of Health", "Tisbury", "MA"),
    "barnstable-conservation": ("Conservation Commission", "Barnstable", "MA"),
    "jamestown-public-works": ("Public Works", "Jamestown", "RI"),
}

# Every answer of the yearly permit such that only the board's word on the location is missing.
DUMPSTER_ANSWERS = {
    "size_cubic_yards": "6",
    "use": "commercial",
    "already_placed": "false",
    "district": "commercial",
    "lot_line_distance_ft": "12.5",
    "sight_line_clear": "true",
    "screening_asked": "false",
    "children_can_reach": "false",
}
HAULER_ANSWERS = {"name_on_dumpsters": "Sample Hauling", "phone_on_dumpsters": "508-555-0100"}


# ---------------------------------------------------------------------------------------- boards, people
def _board(slug: str) -> Board:
    name, town, state = TOWNS[slug]
    return Board.objects.get_or_create(slug=slug, defaults={"name": name, "town": town, "state": state})[0]


def health() -> Board:
    return _board("tisbury-health")


def docks() -> Board:
    return _board("barnstable-conservation")


def works() -> Board:
    return _board("jamestown-public-works")


def user(username: str, **columns: Any) -> User:
    """A person who may sign in with PASSWORD. Fresh from the database, so no right is remembered."""
    found = User.objects.filter(username=username).first()
    return found or User.objects.create_user(username, password=PASSWORD, **columns)


def _serving(role: str, board: Board | None) -> User:
    board = board or health()
    person = user(f"{role}-{board.slug}", first_name=board.town, last_name=role.capitalize())
    Membership.objects.get_or_create(user=person, board=board, role=role)
    return person


def clerk(board: Board | None = None) -> User:
    """A clerk of `board`, or of the Tisbury Board of Health; the others likewise."""
    return _serving("clerk", board)


def inspector(board: Board | None = None) -> User:
    return _serving("inspector", board)


def member(board: Board | None = None) -> User:
    return _serving("member", board)


def administrator(board: Board | None = None) -> User:
    """Opens the Django admin with the rights the seed gives administrators; no superuser."""
    person = _serving("administrator", board)
    if not person.is_staff:
        person.is_staff = True
        person.save()
        person.groups.add(administrators())
    return person


def stranger() -> User:
    """Signed in, on no board and in no case."""
    return user("stranger")


def applicant() -> User:
    """Somebody who files, linked to the party of the same name: `applicant().party_set.get()`."""
    person = user("applicant", first_name="Sample", last_name="Applicant")
    Party.objects.get_or_create(user=person, defaults={"name": "Sample Applicant"})
    return person


# ------------------------------------------------------------------------------------- places and things
def party(name: str = "Sample Harbor Cafe", **columns: Any) -> Party:
    return Party.objects.get_or_create(name=name, defaults={"kind": "organization", **columns})[0]


def parcel(**columns: Any) -> Parcel:
    """The lot of these columns; without any, 10 Sample Street, Tisbury, map 29-A-3, commercial."""
    wanted = {"town": "Tisbury", "map_no": "29", "block": "A", "lot": "3", **columns}
    key = {name: wanted.pop(name) for name in ("town", "map_no", "block", "lot")}
    rest = {"street_number": "10", "street": "Sample Street", "zoning": "commercial", **wanted}
    return Parcel.objects.get_or_create(**key, defaults=rest)[0]


def dumpster_bin(name: str = "", **columns: Any) -> Facility:
    """A new dumpster on `parcel()`, kept by `party()`."""
    name = name or f"Dumpster {Facility.objects.filter(kind='dumpster').count() + 1}"
    return Facility.objects.create(
        **{"kind": "dumpster", "name": name, "parcel": parcel(), "holder": party(), **columns}
    )


def hauler_with_permit(on: date) -> Facility:
    """A hauler whose permit is in force on `on`."""
    firm = party("Sample Hauling")
    hauler, _ = Facility.objects.get_or_create(kind="hauler", name=firm.name, defaults={"holder": firm})
    if not Case.objects.of_kind("hauler").filter(facility=hauler).in_force(on).exists():
        case = cases.open_case(
            kind="hauler", on=on, by=clerk(), facility=hauler, people=[(firm, "applicant")],
            intake=Intake(kinds.get("hauler"), HAULER_ANSWERS),
        )  # fmt: skip
        settle(case, on, clerk())
        cases.issue(case, on=on, by=clerk())
    return hauler


# ------------------------------------------------------------------------------------------------- cases
def settle(case: Case, on: date, by: User, *, amount: str = "50.00") -> None:
    """Set each fee that no row knows at `amount` dollars, and pay in cash all that is due."""
    for line in money.unset_fees(case, on):
        money.set_fee(case, amount=amount, reason="Sample amount for a test", on=on, by=by, code=line.code)
    due = money.balance(case)
    if due:
        money.pay(case, amount=due, tender="cash", key=f"settle-{case.number}", on=on, by=by)


def ready_dumpster(
    on: date, by: User | None = None, *, facility: Facility | None = None, **answers: Any
) -> Case:
    """A dumpster application filed on `on` by clerk `by`: only the fee, if there is one, stands in the way.

    `answers` replace those of DUMPSTER_ANSWERS by name.
    """
    by = by or clerk()
    facility = facility or dumpster_bin()
    assert facility.parcel is not None
    assert facility.holder is not None
    given = {**DUMPSTER_ANSWERS, "hauler": hauler_with_permit(on).pk, **answers}
    case = cases.open_case(
        kind="dumpster", on=on, by=by, facility=facility, parcels=[facility.parcel],
        people=[(facility.holder, "applicant")], intake=Intake(kinds.get("dumpster"), given),
    )  # fmt: skip
    casework.tick(case, item="location-sketch", state="supplied", on=on, by=by)
    cases.rule_on(
        case, rule="location", says="met", why="Far enough from the lot line.",
        vote="Sample vote, 3 to 0", on=on, by=by,
    )  # fmt: skip
    return case


def issued_dumpster(
    on: date, by: User | None = None, *, facility: Facility | None = None, **answers: Any
) -> Case:
    """A dumpster permit filed, settled and issued on `on`."""
    by = by or clerk()
    case = ready_dumpster(on, by, facility=facility, **answers)
    settle(case, on, by)
    cases.issue(case, on=on, by=by)
    return case
