"""Waivers for the tests: an application for one rule, a meeting that votes on it, and three members."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from office import kinds
from office.actions import agendas, meetings, votes
from office.actions.cases import open_case
from office.calendar import EASTERN
from office.intake import Intake
from office.models import Case, Membership, Parcel, User, Vote
from permits.waivers import actions
from permits.waivers.models import WAIVER, Instrument
from tests import people

DAY = date(2026, 6, 1)  # a Monday
ASKED = {
    "locus": "The yard behind 10 Sample Street.", "owner_name": "Sample Owner",
    "owner_address": "10 Sample Street, Vineyard Haven", "sort": "regulation", "page_no": "17",
    "section": "09.2.3(2)", "sentence": "first sentence", "words": "shall not block the sight of traffic",
    "wanted": "The dumpster may stand at the corner.", "why": "There is no other place on the lot.",
    "construction": "true",
}  # fmt: skip
NAMES = ("anna", "bert", "cora")


def members() -> list[User]:
    """The three members of the Board of Health."""
    found = []
    for name in NAMES:
        person = people.user(name, first_name="Sample", last_name=name.capitalize())
        Membership.objects.get_or_create(user=person, board=people.health(), role="member")
        found.append(person)
    return found


def lot(label: str = "77-C-1") -> Parcel:
    map_no, block, number = label.split("-")
    return people.parcel(map_no=map_no, block=block, lot=number, street="Shore Road")


def waiver(
    parcel: Parcel | None = None, *, parent: Case | None = None, on: date = DAY, **answers: Any
) -> Case:
    """An application for a waiver, with everything handed in; `answers` replace those of ASKED."""
    clerk = people.clerk()
    return open_case(
        kind=WAIVER, on=on, by=clerk, parcels=[parcel or lot()], parent=parent,
        people=[(people.party(), "applicant")], intake=Intake(kinds.get(WAIVER), {**ASKED, **answers}),
    )  # fmt: skip


def voted(
    case: Case, step: str = "granted", said: str = "yyy", *, on: date = DAY + timedelta(days=7), **more: Any
) -> Vote:
    """A meeting of that day at 6 pm and its vote: one letter for each member, y, n, r(ecused) or a(bsent)."""
    clerk, roll = people.clerk(), members()
    words = {"y": "yes", "n": "no", "r": "recused", "a": "absent", "s": "abstain"}
    ballots = {member.pk: words[letter] for member, letter in zip(roll, said, strict=True)}
    told: dict[str, Any] = {"on": DAY, "now": at(DAY, 9), "by": clerk}
    meeting = meetings.set_meeting(board=people.health(), day=on, at=time(18), place="Town Hall", **told)
    item = agendas.add_item(meeting, sort="waiver", case=case, **told)
    present = [pk for pk, ballot in ballots.items() if ballot != "absent"]
    meetings.take_attendance(meeting, present=present, on=on, by=clerk)
    sitting = [pk for pk, ballot in ballots.items() if ballot not in ("absent", "recused")]
    vote = votes.record_vote(
        item, motion="Grant the waiver as asked.", mover=sitting[0], second=sitting[1], ballots=ballots,
        step=step, on=on, now=at(on, 19), by=clerk, **more,
    )  # fmt: skip
    case.refresh_from_db()
    return vote


def at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), EASTERN)


def written(case: Case, *, on: date = DAY + timedelta(days=8), **more: Any) -> Instrument:
    said = {"text": "The dumpster may stand at the corner of the lot.", **more}
    return actions.write(case, on=on, by=people.clerk(), **said)


def signs(case: Case, who: int, on: date) -> None:
    """The member number `who` signs on their own screen."""
    case.refresh_from_db()
    actions.sign(case, on=on, by=members()[who], version=case.version)


def in_effect(case: Case) -> Case:
    """Voted June 8, written June 9, signed June 10 and 12."""
    voted(case)
    written(case)
    signs(case, 0, date(2026, 6, 10))
    signs(case, 1, date(2026, 6, 12))
    assert case.status == "in effect"
    return case
