"""A small office for the tests that walk every address: each role, and cases with all that hangs on one."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import time_machine
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import get_current_timezone
from pypdf import PdfWriter

from office import kinds
from office.actions import (
    batches,
    cases,
    casework,
    clocks,
    closures,
    documents,
    drafts,
    feeds,
    mailing,
    messages,
    money,
    notices,
    reports,
)
from office.intake import Intake
from office.models import Case, Hold, Message, Party, User
from tests import people

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
FAR = "far-note-xq"  # about a case of the docks' board
SECRETS = (*HOLDER.values(), "5085550177", NEIGHBOR, REPORTER, *WRITTEN)


@dataclass
class World:
    """The people by role, and under `names` the cases and rows that addresses speak of."""

    users: dict[str, User | None]
    names: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def client(self, role: str, **options: Any) -> Client:
        """A fresh browser in which that person is signed in; an error in a view is answered with 500."""
        client = Client(raise_request_exception=False, **options)
        person = self.users[role]
        if person is not None:
            if role not in self.sessions:
                client.force_login(person)
                self.sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client


class InTheWorld(TestCase):
    """Tests in one world, built once for the class: June 1, 2026 at noon."""

    world: World

    @classmethod
    def setUpTestData(cls) -> None:
        cls.enterClassContext(time_machine.travel(NOON, tick=False))
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
    names["problem"] = _problem()
    names |= _in_the_calendar() | _online()
    return World(
        users, names | _hung_on(undecided) | _mailed(undecided) | _issued(permit) | _unsent(undecided)
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
    return made


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


def ask(world: World, address: str, role: str, method: str = "GET", data: Any = None) -> Answer:
    """One request in a fresh browser, a POST with nothing else than `data`; what it changes is taken back."""
    client = world.client(role)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        response = client.get(address) if method == "GET" else client.post(address, data)
        body = response.getvalue().decode(errors="replace")
        transaction.set_rollback(True)
    wrote = [found[0] for query in queries if (found := _WRITES.match(query["sql"] or ""))]
    return Answer(address, role, method, response.status_code, dict(response.headers), body, wrote)
