"""A small office for the tests that walk every address: each role, and cases with all that hangs on one."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from unittest.mock import patch

import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client, TestCase
from django.test.client import ClientHandler
from django.utils.timezone import get_current_timezone
from pypdf import PdfWriter

from docks.management import demo as dock_demo
from docks.management.samples import RIVER
from enforcement.actions import citation_life, inspections, liens
from office import kinds, paper, renewals
from office.actions import (
    agendas,
    authorizations,
    batches,
    cases,
    casework,
    clocks,
    closures,
    documents,
    draft_files,
    drafts,
    feeds,
    mailing,
    meetings,
    messages,
    money,
    notices,
    renewing_online,
    reports,
    votes,
)
from office.intake import Intake
from office.models import Case, Facility, Hold, Membership, Message, Party, User
from permits.waivers import actions as waivers
from permits.waivers.models import WAIVER
from tests import people
from tests.enforcement import cafes, cast, inspection_cast, orders_cast
from tests.rulemaking import cast as rulemaking_cast
from tests.waivers import cast as waiver_cast

DAY = date(2026, 6, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=get_current_timezone())
ROLES = ("visitor", "guest", "party", "clerk", "inspect", "member", "admin", "docks", "works")

# What the office knows of private people, and what its staff wrote: nothing of it is public.
HOLDER = {
    "name": "Zebulon Quahog", "email": "zebulon@example.org", "phone": "508-555-0177",
    "street": "77 Hidden Lane", "city": "Quietville", "zip_code": "02599",
}  # fmt: skip
NEIGHBOR = "Philomena Whistle"
REPORTER = "Thaddeus Murmur"
PROBLEM = "5eed5eed5eed5eed5eed5eed5eed5eed"
WRITTEN = ("hold-reason-xq", "note-text-xq", "paper-name-xq")
# What somebody wrote in an application filed online: only who has its link, and the board's staff, read it.
ONLINE = {"name": "Ottoline Tidewater", "email": "ottoline@example.org", "phone": "508-555-0166",
          "street": "66 Unseen Way"}  # fmt: skip
DRAFTED = "drafted-plan-xq"  # the name of a file of it
FAR = "far-note-xq"  # about a case of the docks' board
SECRETS = (*HOLDER.values(), "5085550177", NEIGHBOR, REPORTER, *WRITTEN)


@dataclass
class World:
    """The people by role, and under `names` the cases and rows that addresses speak of."""

    users: dict[str, User | None]
    names: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    handler: ClientHandler = field(default_factory=lambda: ClientHandler(enforce_csrf_checks=False))

    def client(self, role: str, **options: Any) -> Client:
        """A fresh browser in which that person is signed in; an error in a view is answered with 500."""
        client = Client(raise_request_exception=False, **options)
        if not options:
            client.handler = self.handler  # middleware is loaded once, as on a server, not for each browser
        person = self.users[role]
        if person is not None:
            if role not in self.sessions:
                client.force_login(person)
                self.sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client


class InTheWorld(TestCase):
    """Tests in one world, built once for the class: June 1, 2026 at noon.

    Its papers are printed once each: one page gives the same bytes every time (tests/office/test_paper.py).
    """

    world: World

    @classmethod
    def setUpTestData(cls) -> None:
        cls.enterClassContext(time_machine.travel(NOON, tick=False))
        cls.enterClassContext(patch.object(paper, "pdf_of", cache(paper.pdf_of)))
        cls.world = built()


def pdf(name: str) -> SimpleUploadedFile:
    """A PDF of one blank page, as somebody uploads it under that name."""
    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(612, 792)
    writer.write(out)
    return SimpleUploadedFile(name, out.getvalue())


def built() -> World:
    users = {
        "visitor": None, "guest": people.stranger(), "party": people.applicant(), "clerk": people.clerk(),
        "inspect": people.inspector(), "member": people.member(), "admin": people.administrator(),
        "docks": people.clerk(people.docks()), "works": people.clerk(people.works()),
    }  # fmt: skip
    holder = Party.objects.create(kind=Party.Kind.PERSON, user=people.applicant(), **HOLDER)
    undecided, permit = _dumpster(holder, "front"), _dumpster(holder, "back")
    told = _complaint(people.clerk(), "note-text-xq", (people.party(NEIGHBOR), "complainant"))
    far = _complaint(people.clerk(people.docks()), FAR)
    names = {"open": undecided.number, "done": permit.number, "told": told.number, "far": far.pk}
    names["guest"] = people.stranger().pk
    names["session"] = _elsewhere(people.clerk()).pk
    names["problem"] = _problem()
    names |= _cited(holder) | _fed(holder) | _conduct() | _inspected(holder) | _ordered(holder)
    names |= _in_the_calendar() | _online() | _my_own() | _waived(holder) | _docked()
    return World(
        users,
        names
        | _hung_on(undecided)
        | _mailed(undecided)
        | _met(undecided)
        | _issued(permit)
        | _renewing(permit)
        | _unsent(undecided)
        | _changed(),
    )


def _changed() -> dict[str, Any]:
    """A regulation that was changed, and the draft of a change that nobody outside the office may read."""
    proposal = rulemaking_cast.drafted(DAY, title="note-text-xq", text="note-text-xq")
    rulemaking_cast.met(proposal, date(2026, 7, 14), told=DAY)
    return {"change": rulemaking_cast.adopted(date(2026, 5, 19)).number, "proposal": proposal.number}


def _cited(offender: Party) -> dict[str, Any]:
    """Citations of a private person, by the fine schedule of the book: one to mail, one nobody answered."""
    cast.schedule()
    case = cast.cited(14, DAY, offender=offender, seen="note-text-xq")
    said = {"offender": offender, "served": "in-hand", "receipt": "signed"}
    silent = cast.cited(9, DAY - timedelta(days=40), **said)
    citation_life.unanswered(silent, on=DAY, by=people.inspector())
    return {"cited": case.number, "citecode": case.code, "silent": silent.number}


def _inspected(holder: Party) -> dict[str, Any]:
    """Two inspections of a private person's dumpster: one finished with a correction due, one begun."""
    inspection_cast.shipped()
    thing = people.dumpster_bin(f"{HOLDER['name']}, yard", holder=holder)
    ended = inspection_cast.begun(DAY - timedelta(days=3), facility=thing, place="note-text-xq")
    inspection_cast.answered(ended, lids="no")
    inspections.finish(ended, outcome="correction-needed", by=people.inspector(), remarks="note-text-xq")
    visit = inspection_cast.begun(DAY, facility=thing)
    return {"inspected": ended.number, "visit": visit.number, "yard": thing.pk}


def _docked() -> dict[str, Any]:
    """A notice of intent for a dock, before the docks' board."""
    return {"pier": dock_demo.file(RIVER, on=DAY, by=people.clerk(people.docks())).number}


def _fed(holder: Party) -> dict[str, Any]:
    """An undecided food permit of a private person."""
    thing = Facility.objects.create(kind="establishment", name=f"{HOLDER['name']}, kitchen", holder=holder)
    case = cases.open_case(
        kind="food-establishment", on=DAY, by=people.clerk(), facility=thing, people=[(holder, "applicant")],
        intake=Intake(kinds.get("food-establishment"), {"operation": "restaurant"}), note="note-text-xq",
    )  # fmt: skip
    return {"kitchen": case.number}


def _conduct() -> dict[str, Any]:
    """A place with a valid complaint, which the surcharge tables of the book are about."""
    cafes.levels()
    place = cafes.establishment("Sample Kitchen")
    return {"place": place.pk, "mark": cafes.happens(place, "complaint/validated", DAY).pk}


def _ordered(holder: Party) -> dict[str, Any]:
    """An order to a private person and the criminal complaint after it; and a recorded lien in Jamestown."""
    orders_cast.figures()
    said = {"offender": holder, "found": "note-text-xq", "found_on": DAY}
    case = orders_cast.ordered("habitation", on=DAY, **said)
    charged = liens.open_prosecution(
        people.health(),
        liens.Charged(
            "Sample offense", "Tisbury 09.4.7", holder, DAY - timedelta(days=3), DAY, seen="note-text-xq"
        ),
        on=DAY, by=people.inspector(), key="charged",
    )  # fmt: skip
    works = people.clerk(people.works())
    other = orders_cast.ordered("discharge", orders_cast.PERMANENT, board=people.works(), on=DAY)
    lien = liens.open_lien(other, what="Sample work.", on=DAY, by=works, key="lien")
    liens.enter_cost(lien, what="Sample invoice", amount=Decimal("100.00"), on=DAY, by=works)
    liens.record_lien(lien, book="1", page="2", on=DAY, by=works)
    return {"ordered": case.number, "charged": charged.number, "lien": lien.number}


def _elsewhere(user: User) -> UserSession:
    """Another browser in which somebody is signed in."""
    return UserSession.objects.create(
        user=user, ip="203.0.113.9", session_key="elsewhere", user_agent="Sample browser"
    )


def _problem() -> str:
    """What somebody reported online, by the code of its page."""
    reports.report(
        kind=kinds.get("complaint"), board=people.health(), answers={"described": "note-text-xq"},
        key=f"problem-{PROBLEM}", place="note-text-xq", name=REPORTER, phone="508-555-0188", on=DAY,
        file=pdf("paper-name-xq.pdf"),
    )  # fmt: skip
    return PROBLEM


def _online() -> dict[str, Any]:
    """The links of an application begun online, and of one that was filed."""
    kind, you = kinds.get("dumpster"), {name: [said] for name, said in ONLINE.items()}
    made = {}
    for name in ("draft", "filed"):
        draft, made[name] = drafts.begin(kind=kind, board=people.health(), on=DAY, now=NOON)
        drafts.save_section(draft, section="you", raw=you, version=0, on=DAY, now=NOON)
    said = drafts.OnlineApplication(
        intake=Intake(kind, people.DUMPSTER_ANSWERS), applicant=ONLINE, parcel=people.parcel()
    )
    drafts.file(draft, said=said, on=DAY, now=NOON, by=None)
    begun = drafts.of_token(made["draft"])
    assert begun is not None
    kept = draft_files.attach(begun, file=pdf(f"{DRAFTED}.pdf"), item="", label="Plan", on=DAY, now=NOON)
    return made | {"drafted": kept.pk}


def _renewing(permit: Case) -> dict[str, Any]:
    """The renewal code of a private person's permit, and a link to the renewal they began online."""
    _, token = renewing_online.begin(permit, on=DAY, now=NOON)
    return {"renewal": renewals.code_of(permit), "renewing": token}


def _my_own() -> dict[str, Any]:
    """What the party has beside the cases of the world: one that waits for them, which somebody filed for
    them as its owner; a draft; and words on who may act for whom.
    """
    clerk, user = people.clerk(), people.user("applicant")
    owner, engineer = Party.objects.get(name="Sample Applicant"), people.party("Sample Engineer")
    thing = people.dumpster_bin("Sample bin", holder=owner)
    case = cases.open_case(
        kind="dumpster", on=DAY, by=clerk, facility=thing, people=[(engineer, "applicant"), (owner, "owner")],
        intake=Intake(kinds.get("dumpster"), people.DUMPSTER_ANSWERS),
    )  # fmt: skip
    shown = documents.attach(case, file=pdf("sample-plan.pdf"), label="Plan", on=DAY, by=clerk)
    documents.share(shown, on=DAY, by=clerk)
    cases.record(case, "incomplete", on=DAY, by=clerk, note="Send the sketch.")
    acts = authorizations.record_paper(
        case, owner=owner, agent=engineer, every_kind=False, since=DAY, until=None, rests_on="Sample letter",
        on=DAY, by=clerk,
    )  # fmt: skip
    _, asked = authorizations.ask(
        agent=owner, owner_name="Sample Owner", owner_email="owner@example.org", board=people.health(),
        kind="", on=DAY, now=NOON, by=user,
    )  # fmt: skip
    mine, _ = drafts.begin(kind=kinds.get("dumpster"), board=people.health(), on=DAY, now=NOON, user=user)
    return {"asks": case.number, "shown": shown.pk, "acts": acts.pk, "asked": asked, "mine": mine.pk}


def _in_the_calendar() -> dict[str, Any]:
    """A day on which the town's offices are closed, and the clerk's private feed."""
    clerk = people.clerk()
    (closed,) = closures.close("Tisbury", first=date(2026, 7, 6), reason="Parade", on=DAY, by=clerk)
    feed, token = feeds.make(label="Phone", on=DAY, by=clerk)
    return {"closed": closed.pk, "feed": feed.pk, "token": token}


def _dumpster(holder: Party, where: str) -> Case:
    """An application about a private person's dumpster, which another board may see."""
    clerk = people.clerk()
    facility = people.dumpster_bin(f"{HOLDER['name']}, {where}", holder=holder)
    case = people.ready_dumpster(DAY, clerk, facility=facility)
    casework.refer(case, board=people.works(), why="note-text-xq", on=DAY, by=clerk)
    casework.note(case, text="note-text-xq", on=DAY, by=clerk)
    return case


def _complaint(clerk: User, described: str, *parts: tuple[Party, str]) -> Case:
    """A complaint before the clerk's own board."""
    board = clerk.memberships.get().board
    case = cases.open_case(
        kind="complaint", on=DAY, by=clerk, board=board, people=parts,
        intake=Intake(kinds.get("complaint"), {"about": "nuisance", "described": described}),
    )  # fmt: skip
    casework.note(case, text=described, on=DAY, by=clerk)
    return case


def _hung_on(case: Case) -> dict[str, Any]:
    """One of everything on the undecided case: charge, hold, condition, file, entry of the history."""
    clerk = people.clerk()
    charge = money.set_fee(case, amount="50.00", reason="Sample amount for a test", on=DAY, by=clerk)
    hold = casework.place_hold(
        case, level=Hold.Level.SOFT, reason="hold-reason-xq", lifted_by_role="clerk", on=DAY, by=clerk
    )
    due = casework.add_condition(case, text="Keep the lid closed.", due_on=DAY, on=DAY, by=clerk)
    file = documents.attach(case, file=pdf("paper-name-xq.pdf"), label="Plan", on=DAY, by=clerk)
    row = cases.record(case, "complete", on=DAY, by=clerk)
    clocks.raise_task(case, what="note-text-xq", due_on=DAY, on=DAY, by=clerk, key="look")
    given = clocks.extend(
        case, clock="task", subject="look", until=DAY + timedelta(days=9), authority="Sample vote",
        reason="note-text-xq", on=DAY, by=clerk,
    )  # fmt: skip
    return {
        "task": case.clocks.get(clock="task").pk, "given": given.pk,
        "charge": charge.pk, "hold": hold.pk, "due": due.pk, "file": file.pk, "row": row.pk,
        "item": case.checklist.get().item,
    }  # fmt: skip


def _mailed(case: Case) -> dict[str, Any]:
    """Letters about the case: one that waits, one that left; and the print of their labels."""
    clerk, letter = people.clerk(), case.casekind.letter("suspended")
    about = {blank.name: blank.example for blank in letter.blanks}
    waits, left = (
        notices.write(
            case, letter=letter.slug, on=DAY, now=NOON - timedelta(hours=1), by=clerk, channel="certified",
            about=about, key=key,
        )[0]
        for key in ("waits", "left")
    )  # fmt: skip
    mailing.mail(left, on=DAY, by=clerk, article_no="9407100000000000000016", card_code="9590000000000001")
    batch = batches.start_batch(
        board=case.board, kind="labels", notices=[waits, left], on=DAY, by=clerk, now=NOON
    )
    batches.work_on(batch, now=NOON)
    return {"posted": left.pk, "waits": waits.pk, "batch": batch.pk}


def _waived(holder: Party) -> dict[str, Any]:
    """Two waivers for a private person: one in effect, one that a second member has yet to sign."""
    clerk, board, day = people.clerk(), people.health(), DAY - timedelta(days=7)
    before, evening = NOON - timedelta(days=21), datetime.combine(day, time(19), NOON.tzinfo)
    told: dict[str, Any] = {"on": before.date(), "now": before, "by": clerk}
    second = people.user("second-member", first_name="Tisbury", last_name="Second")
    Membership.objects.get_or_create(user=second, board=board, role="member")
    first, land = people.member(), people.parcel(map_no="77", block="W", lot="1", street="Crowd Lane")
    meeting = meetings.set_meeting(board=board, day=day, at=time(18), place="Town Hall", **told)
    made = []
    for _ in range(2):
        case = cases.open_case(
            kind=WAIVER, on=before.date(), by=clerk, parcels=[land], people=[(holder, "owner")],
            intake=Intake(kinds.get(WAIVER), waiver_cast.ASKED | {"wanted": "note-text-xq"}),
        )  # fmt: skip
        made.append(case)
    items = [agendas.add_item(meeting, sort="waiver", case=case, **told) for case in made]
    roll = {first.pk: "yes", second.pk: "yes"}
    meetings.take_attendance(meeting, present=list(roll), on=day, by=clerk)
    for item, case in zip(items, made, strict=True):
        votes.record_vote(
            item, motion="note-text-xq", mover=first.pk, second=second.pk, ballots=roll, step="granted",
            on=day, now=evening, by=clerk,
        )  # fmt: skip
        case.refresh_from_db()
        waivers.write(case, text="note-text-xq", on=day, by=clerk)
        signed = waivers.sign(case, on=day, by=second, version=case.version)
    waivers.sign(made[0], on=DAY, by=first, version=made[0].version)
    numbers = {"waived": made[0].number, "unsigned": made[1].number}
    return numbers | {"signature": signed.pk, "land": land.pk}


def _met(case: Case) -> dict[str, Any]:
    """A posted meeting this morning with the case on its agenda, and a vote on a topic in words."""
    clerk, before, board = people.clerk(), NOON - timedelta(days=14), people.health()
    said = {"on": before.date(), "now": before, "by": clerk}
    second = people.user("second-member", first_name="Tisbury", last_name="Second")
    Membership.objects.get_or_create(user=second, board=board, role="member")
    meeting = meetings.set_meeting(board=board, day=DAY, at=time(10), place="Town Hall", **said)
    agendas.add_item(meeting, sort="decision", case=case, **said)
    topic = agendas.add_item(meeting, sort="discussion", text="Beach signs", **said)
    meeting = meetings.post(meeting, posted_at=before, **said)
    roll = {people.member().pk: "yes", second.pk: "yes"}
    meetings.take_attendance(meeting, present=list(roll), on=DAY, by=clerk)
    first, other = roll
    vote = votes.record_vote(
        topic, motion="note-text-xq", mover=first, second=other, ballots=roll, on=DAY, now=NOON, by=clerk
    )
    return {"meet": meeting.slug, "topic": topic.pk, "voted": vote.pk}


def _issued(case: Case) -> dict[str, Any]:
    """The permit: paid, issued, printed, with its code, receipt and clock."""
    people.settle(case, DAY, people.clerk())
    cases.issue(case, on=DAY, by=people.clerk())
    documents.store_permit(case, on=DAY)
    receipt = case.events.get(slug="paid").subject
    return {"code": case.code, "receipt": receipt, "clock": case.clocks.earliest("pk").pk}


def _unsent(case: Case) -> dict[str, Any]:
    """A message to the private person that could not be sent."""
    line = messages.tell(
        key="unsent", to_email=HOLDER["email"], to_name=HOLDER["name"], board=case.board, case=case,
        subject=f"Hearing set: {case.number}", text="note-text-xq", now=NOON, about=case.number,
    )  # fmt: skip
    assert line is not None
    Message.objects.filter(pk=line.message_id).update(
        state=Message.State.FAILED, attempts=1, error="The mail server takes no mail for this address."
    )
    return {"unsent": line.message_id}


# --------------------------------------------------------------------------------------------- asking
@dataclass(frozen=True)
class Answer:
    """What one request was answered, and which tables it wrote to."""

    address: str
    role: str
    method: str
    status: int
    headers: dict[str, str]
    body: str
    wrote: list[str]

    def __str__(self) -> str:
        return f"{self.method} {self.address} as {self.role}"


# Sessions are no business of the office.
_WRITES = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) \W(?!django_session\b)\w+", re.I)


def ask(
    world: World, address: str, role: str, method: str = "GET", data: Any = None, language: str = ""
) -> Answer:
    """One request in a fresh browser, a POST with nothing else than `data`; what it changes is taken back."""
    client = world.client(role)
    if language:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    wrote: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if found := _WRITES.match(sql):
            wrote.append(found[0])
        return execute(sql, *rest)

    # Listening costs nothing; Django's record of queries asks SQLite to write out each one's values.
    with transaction.atomic(), connection.execute_wrapper(listen):
        response = client.get(address) if method == "GET" else client.post(address, data)
        body = response.getvalue().decode(errors="replace")
        transaction.set_rollback(True)
    return Answer(address, role, method, response.status_code, dict(response.headers), body, wrote)
