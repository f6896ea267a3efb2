"""A notice of intent at each stage of its life, brought about through the actions alone."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from PIL import Image

from docks.actions import decision, notice, work
from docks.models.life import own_items
from docks.rules import life as rules
from office import kinds
from office.actions import agendas, cases, meetings
from office.calendar import EASTERN
from office.intake import Filing, Intake
from office.law import State
from office.models import Board, Case, Facility, Meeting, Membership, User
from tests import people

FILED = date(2026, 5, 4)
COMPLETE = date(2026, 5, 26)
HEARD = date(2026, 6, 16)
ISSUED = date(2026, 6, 23)
RECORDED = date(2026, 7, 9)
START = date(2026, 9, 15)
TOLD_RESOURCES, TOLD_COMMISSION = date(2026, 8, 31), date(2026, 9, 8)

# Enough to be a private dock in salt water, seasonal, with one boat; what is not answered stays unknown.
ANSWERS: dict[str, Any] = {
    "work": "new", "use": "residential", "water": "salt", "seasonal": "true", "in_on": "2027-04-01",
    "out_on": "2027-10-31", "in_acec": "false", "barnstable_harbor": "false", "occupancy_on": "2020-05-01",
    "mlw_elevation_ft": "-1.0", "mhw_elevation_ft": "2.0", "spring_tide_elevation_ft": "3.0",
    "has_lift": "false", "has_lights": "false", "dredging": "none",
}  # fmt: skip


def at(day: date, hour: int = 12) -> datetime:
    return datetime.combine(day, time(hour), EASTERN)


def board() -> Board:
    call_command("seed", stdout=io.StringIO())
    return people.docks()


def clerk() -> User:
    return people.clerk(people.docks())


def member() -> User:
    return people.member(people.docks())


def photo(name: str = "stakes.png") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(out, "PNG")
    return SimpleUploadedFile(name, out.getvalue(), "image/png")


def lot() -> Any:
    return people.parcel(town="Barnstable", map_no="12", block="", lot="7", street="Sample Neck Road")


def filed(on: date = FILED, **answers: Any) -> Case:
    """A notice of intent as it came in."""
    board()
    owner = people.party(
        "Sample Owner", kind="person", street="5 Sample Neck Road", city="Barnstable", state="MA",
        zip_code="02630",
    )  # fmt: skip
    dock = Facility.objects.create(kind="dock", name="Sample dock", parcel=lot(), holder=owner)
    kind = kinds.get("dock")
    return cases.open_case(
        kind="dock", on=on, by=clerk(), board=people.docks(), parcels=[lot()], facility=dock,
        people=[(owner, "applicant")], intake=Intake(kind, ANSWERS | answers),
    )  # fmt: skip


def serve_all(case: Case, on: date = FILED) -> None:
    for n, part in enumerate(rules.TO_SERVE, start=1):
        notice.serve(
            case, part=part, method=rules.CERTIFIED, proof=f"9407 10{n}", served_on=on, on=on, by=clerk()
        )


def tick_all(case: Case, on: date = COMPLETE) -> None:
    """Every item supplied, but the plan's winter storage, which does not apply."""
    items = {item.slug: ("supplied", "") for item in case.casekind.checklist}
    items["p14-mooring-areas"] = ("n/a", "No mooring area lies within 200 feet.")
    own = {each.wording.item_id: ("supplied", "") for each in own_items(case)}
    notice.check_off(case, items, own, on=on, by=clerk())


def accepted(**answers: Any) -> Case:
    case = filed(**answers)
    serve_all(case)
    tick_all(case)
    notice.accept(case, complete_on=COMPLETE, on=COMPLETE, by=clerk(), now=at(COMPLETE))
    return case


def meeting_on(day: date = HEARD, *, on: date = COMPLETE) -> Meeting:
    return meetings.set_meeting(
        board=people.docks(), day=day, at=time(18), place="Sample Town Hall", on=on, now=at(on), by=clerk()
    )


def scheduled(**answers: Any) -> tuple[Case, Any]:
    """Accepted, with its hearing on the agenda of June 16."""
    case = accepted(**answers)
    item = agendas.add_item(
        meeting_on(), sort="hearing", case=case, on=COMPLETE, now=at(COMPLETE), by=clerk()
    )
    return case, item


def found(**change: Any) -> decision.Found:
    """The Commission's findings, for the dock."""
    said: dict[str, Any] = {
        "overcome": True, "why": "The survey shows no shellfish bed.", "season": "easier",
        "season_why": "It is out all winter.", "study_required": True, "radius_mi": rules.RADIUS_MI,
        "existing": 4, "pending": 1, "possible": 9, "cumulative": "Few docks, and none beside it.",
        "merits": "The site is sheltered and deep.",
        "evidence": [
            decision.Weighed("for", "The shellfish survey of May 2026"),
            decision.Weighed("against", "A letter of the neighbor"),
        ],
        "values": [
            decision.Valued("shellfish", "safe", "Rated 3, no bed."),
            decision.Valued("navigation", "harmed", "The cove is narrow."),
        ],
    } | change  # fmt: skip
    return decision.Found(**said)


def closed_hearing(case: Case, on: date = HEARD) -> None:
    """What the page of a meeting records when a hearing has ended."""
    cases.record(case, "hearing-closed", on=on, at=time(19), by=clerk(), cleared=True)


def heard(**answers: Any) -> tuple[Case, Any]:
    """Heard on June 16, with findings made that evening; the vote is still to come."""
    case, item = scheduled(**answers)
    closed_hearing(case)
    decision.make_findings(case, found(), seasonal=True, on=HEARD, by=clerk())
    return case, item


def approved(**answers: Any) -> Case:
    case, _ = heard(**answers)
    cases.record(case, "approved", on=HEARD, by=member(), note="Vote of June 16, 2026, 3-0.")
    return case


def clear_rules(case: Case, on: date = ISSUED) -> None:
    """The board's word on every rule that still stops the order, and the fee."""
    people.settle(case, on, clerk())
    for each in Filing.of_case(case).findings(on):
        if each.stops_issuing:
            says = "met" if each.state == State.UNKNOWN else "varied"
            cases.rule_on(
                case, rule=each.rule, says=says, why="Sample.", vote="Sample vote", on=on, by=clerk()
            )


def issued(**answers: Any) -> Case:
    case = approved(**answers)
    decision.give_number(case, number="SE3-0000", on=ISSUED, by=clerk())
    clear_rules(case)
    cases.issue(case, on=ISSUED, by=clerk())
    return case


def appeal_over(case: Case) -> None:
    """What the night records when nobody appealed."""
    row = case.clocks.get(clock="appeal")
    cases.record(case, "appeal-over", on=row.due_on, by=None, clock="appeal")


def recorded(**answers: Any) -> Case:
    case = issued(**answers)
    appeal_over(case)
    decision.record_at_registry(case, book="1000", page="10", on=RECORDED, by=clerk())
    return case


def begun(**answers: Any) -> Case:
    """Told, started on September 15."""
    case = recorded(**answers)
    work.plan_start(case, start=START, today=date(2026, 8, 1), by=clerk())
    work.tell(case, office=rules.NATURAL_RESOURCES, on=TOLD_RESOURCES, by=clerk())
    work.tell(case, office=rules.COMMISSION, on=TOLD_COMMISSION, by=clerk())
    work.start(case, on=START, by=clerk())
    return case


def finished(**answers: Any) -> Case:
    """Finished on October 5 and certified on October 26."""
    case = begun(**answers)
    work.complete(case, altered=False, built_on=None, on=date(2026, 10, 5), by=clerk())
    cases.record(case, "certificate-asked", on=date(2026, 10, 6), by=clerk())
    work.certify(case, on=date(2026, 10, 26), by=clerk(), now=at(date(2026, 10, 26)))
    return case


def members(*names: str) -> list[User]:
    """Members of the Commission beside the one that everybody knows."""
    found = [member()]
    for name in names:
        person = people.user(name, first_name="Sample", last_name=name.capitalize())
        Membership.objects.get_or_create(user=person, board=people.docks(), role="member")
        found.append(person)
    return found


def notes(case: Case, slug: str) -> list[str]:
    return list(case.events.live().filter(slug=slug).order_by("pk").values_list("note", flat=True))


ONE_DAY = timedelta(days=1)
