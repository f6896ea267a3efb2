"""The packet: what the board reads, the motions drafted for it, sending it, and the paper."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from office import motions, packet, paper
from office.actions import agendas, cases, casework, conversations, documents, meetings, packets, votes
from office.actions.errors import NotAllowed, WrongRole
from office.calendar import EASTERN
from office.intake import Table
from office.kinds import APPROVE, DENY, ORDER, Figure, Picture, Step
from office.law import Finding, State, Weight
from office.models import (
    AgendaItem,
    Case,
    CaseParty,
    DraftMotion,
    Meeting,
    MeetingEntry,
    Membership,
    Message,
    ProposedCondition,
    User,
)
from tests import casts, people
from tests.office import toys
from tests.world import pdf

NOW = datetime(2026, 6, 1, 12, tzinfo=EASTERN)  # a Monday
TODAY = NOW.date()
SET = NOW - timedelta(days=28)
SIX = time(18)
pytestmark = pytest.mark.django_db


@dataclass
class Cast:
    clerk: User
    members: list[User]
    case: Case
    ahead: Meeting
    item: AgendaItem
    topic: AgendaItem


def _member(name: str) -> User:
    person = people.user(name, first_name="Sample", last_name=name.capitalize(), email=f"{name}@example.org")
    Membership.objects.get_or_create(user=person, board=people.health(), role="member")
    return person


def a_meeting(day: date) -> Meeting:
    return meetings.set_meeting(
        board=people.health(), day=day, at=SIX, on=SET.date(), now=SET, by=people.clerk(), place="Town Hall"
    )


def put(meeting: Meeting, case: Case | None, sort: str = "decision", text: str = "") -> AgendaItem:
    return agendas.add_item(
        meeting, sort=sort, case=case, text=text, on=SET.date(), now=SET, by=people.clerk()
    )


def _cast() -> Cast:
    members = [_member(name) for name in ("anna", "bert", "cora")]
    case = people.ready_dumpster(SET.date(), sight_line_clear="false")
    ahead = a_meeting(date(2026, 6, 15))
    item, topic = put(ahead, case), put(ahead, None, "discussion", "Beach signs")
    return Cast(people.clerk(), members, case, ahead, item, topic)


cast = casts.shared(_cast, at=NOW)


@pytest.fixture(autouse=True)
def noon() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def browser(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def said(response: Any) -> str:
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))).strip()


def url(meeting: Meeting, rest: str = "packet/") -> str:
    return f"/meetings/{meeting.slug}/{rest}"


def drafts(item: AgendaItem) -> dict[str, dict[str, Any]]:
    return {each["step"]: each for each in motions.drafts_now(AgendaItem.objects.get(pk=item.pk), on=TODAY)}


def write(item: AgendaItem, texts: dict[str, str], *conditions: tuple[str, date | None], **more: Any) -> None:
    worded = {step: each["text"] for step, each in drafts(item).items() if not each["written"]}
    packets.draft(
        item, texts=texts, conditions=conditions,
        **{"worded": worded, "before": packets.seen(item), "on": TODAY, "by": people.clerk(), **more},
    )  # fmt: skip


# ------------------------------------------------------------------------------------- the words of a motion
def found(state: State, cite: str, says: str = "A sentence.") -> Finding:
    return Finding(state, says, cite=cite, rule=cite, weight=Weight.BLOCKS)


def test_a_motion_to_approve_names_what_is_met_and_what_is_not(cast: Cast) -> None:
    step = Step("approved", "Approve", "Approved", vote=APPROVE)
    findings = [
        found(State.MET, "Tisbury 09.2.3(1)"), found(State.MET, "Tisbury 09.2.4"),
        found(State.UNMET, "Tisbury 09.2.3(2)"), found(State.UNKNOWN, "Massachusetts c.111 §31"),
        found(State.VARIED, "Tisbury 09.2.5(1)"), found(State.NOT_APPLICABLE, "Tisbury 09.2.6"),
    ]  # fmt: skip
    assert motions.drafted(step, cast.case, findings) == (
        f"Approve the dumpster permit {cast.case.number}, 10 Sample Street, as filed on Monday, May 4, 2026. "
        "The board finds that it meets Tisbury 09.2.3(1) and 09.2.4. A variance was granted from Tisbury "
        "09.2.5(1). It does not meet Tisbury 09.2.3(2): issuing waits until it does, or until the board has "
        "ruled on it by name. Not known yet, and for the board to find: Massachusetts c.111 §31."
    )


def test_a_motion_to_deny_gives_each_reason_or_leaves_it_open(cast: Cast) -> None:
    step = Step("denied", "Deny", "Denied", reason=True, vote=DENY)
    about = f"Deny the dumpster permit {cast.case.number}, 10 Sample Street. The reason: "
    unmet = [found(State.UNMET, "Tisbury 09.2.3(2)", "It blocks the sight of traffic. Move it.")]
    assert motions.drafted(step, cast.case, unmet) == (
        f"{about}It blocks the sight of traffic. Move it (Tisbury 09.2.3(2))."
    )
    # What is unknown is no reason to deny: people find one, or none.
    open_reason = motions.drafted(step, cast.case, [found(State.UNKNOWN, "Tisbury 09.2.4")])
    assert open_reason == f"{about}[write the reason]"
    assert motions.has_gap(open_reason)


def test_any_other_motion_leaves_its_reason_to_people(cast: Cast) -> None:
    suspend = Step("suspended", "Suspend", "Suspended", reason=True, vote=ORDER)
    assert motions.drafted(suspend, cast.case, []).endswith("The reason: [write the reason]")
    lift = Step("lift", "Lift after the hearing", "Lifted", vote=ORDER)
    assert motions.drafted(lift, cast.case, []) == (
        f"Lift after the hearing: the dumpster permit {cast.case.number}, 10 Sample Street."
    )


def test_sections_of_one_book_name_it_once() -> None:
    cites = ["Tisbury 09.2.3(1)", "Tisbury 09.2.3(1)", "Tisbury 09.2.4", "Massachusetts c.111 §31", "Title 5"]
    assert motions.cites(found(State.MET, cite) for cite in cites) == (
        "Tisbury 09.2.3(1), 09.2.4, Massachusetts c.111 §31 and Title 5"
    )
    assert motions.cites([]) == ""


# --------------------------------------------------------------------------------------- what the board reads
def test_the_packet_tells_the_findings_both_ways_with_sections(cast: Cast) -> None:
    item = packet.of(cast.ahead, on=TODAY)["items"][0]
    by_words = {group["words"]: [row["cite"] for row in group["rows"]] for group in item["findings"]}
    assert by_words["Not met"] == ["Tisbury 09.2.3(2)"]
    assert "Tisbury 09.2.3(1)" in by_words["Met"]
    assert "Does not apply" in by_words
    assert next(iter(by_words)) == "Not met"
    facts = {row["label"]: row for part in item["case"]["facts"] for row in part["rows"]}
    assert facts["Size in cubic yards"]["value"] == "6"
    sight = facts["Is the sight of traffic clear?"]
    assert (sight["value"], sight["cite"]) == ("No", "Tisbury 09.2.3(2)")
    assert item["case"]["people"] == [{"role": "Applicant", "name": "Sample Harbor Cafe"}]
    assert item["case"]["lots"] == ["Lot 29-A-3, 10 Sample Street"]
    assert [each["step"] for each in item["motions"]] == ["approved", "denied"]


def test_what_is_confidential_and_who_complained_stay_out(cast: Cast) -> None:
    by = {"on": TODAY, "by": cast.clerk}
    documents.attach(cast.case, file=pdf("open-plan.pdf"), label="Site plan", **by)
    documents.attach(cast.case, file=pdf("secret-xq.pdf"), label="Secret label xq", confidential=True, **by)
    told = people.party("Told Xq", phone="508-555-0177", email="told-xq@example.org")
    CaseParty.objects.create(case=cast.case, party=told, role="complainant")
    owner = people.party("Sample Owner", phone="508-555-0178", email="owner-xq@example.org")
    CaseParty.objects.create(case=cast.case, party=owner, role="owner")
    page = said(browser(cast.members[0]).get(url(cast.ahead)))
    paper_text = text_of(browser(cast.members[0]).get(url(cast.ahead, "packet.pdf")))
    for words in (page, paper_text):
        assert "Site plan" in words
        assert "Sample Owner" in words
        assert "1 confidential document not listed here" in words
        for secret in ("secret-xq", "Secret label xq", "Told Xq", "0177", "0178", "xq@example.org"):
            assert secret not in words


def test_comments_holds_and_earlier_votes_are_told(cast: Cast) -> None:
    by = {"on": TODAY, "by": cast.clerk}
    casework.note(cast.case, text="The fire chief has no objection.", **by)
    casework.place_hold(cast.case, level="soft", reason="Sketch is faint", lifted_by_role="clerk", **by)
    conversations.write(
        cast.case, text="We measured again.", key="k", now=NOW, from_office=True, **by
    )  # fmt: skip
    casework.add_condition(cast.case, text="Keep the lids closed.", due_on=None, **by)
    held = a_meeting(TODAY)
    earlier = put(held, cast.case, "discussion")
    roll = {member.pk: "yes" for member in cast.members}
    meetings.take_attendance(held, present=list(roll), on=TODAY, by=cast.clerk)
    first, second, _ = roll
    votes.record_vote(
        earlier, motion="Look at the place.", mover=first, second=second, ballots=roll, now=NOW, **by
    )
    page = said(browser(cast.members[0]).get(url(cast.ahead)))
    assert "Tisbury Clerk , Monday, June 1, 2026: The fire chief has no objection." in page
    assert "The office , Monday, June 1, 2026: We measured again." in page
    assert "Soft hold Sketch is faint May be lifted by: clerk." in page
    assert "Keep the lids closed." in page
    assert "Monday, June 1, 2026: 3–0: carries Look at the place." in page.replace(" .", ".")


def test_a_decided_case_keeps_the_findings_of_its_day(cast: Cast) -> None:
    case = people.issued_dumpster(SET.date())
    put(cast.ahead, case, "discussion")
    item = packet.of(cast.ahead, on=TODAY)["items"][-1]
    assert item["case"]["as_of"] == SET.date()
    assert [each["step"] for each in item["motions"]] == ["suspended", "revoked"]


def test_the_page_draws_what_the_kind_draws_and_the_paper_tells_its_figures(cast: Cast) -> None:
    drawing = Picture(
        "side", "Side view", '<svg role="img" aria-label="Side view"><path class="xq" d="M0 0h1"/></svg>',
        says=("Drawn to scale.",), figures=(Figure("Reach", "72 ft", "75 ft", "3 ft to spare", "Toys 1"),),
    )  # fmt: skip
    with toys.registered(replace(toys.TOY, pictures=lambda filing, on: [drawing])):
        case = cases.open_case(kind="toy", on=SET.date(), by=cast.clerk, board=people.health())
        put(cast.ahead, case, "discussion")
        page = browser(cast.members[0]).get(url(cast.ahead)).content.decode()
        assert '<path class="xq"' in page
        told = text_of(browser(cast.members[0]).get(url(cast.ahead, "packet.pdf")))
    assert "Side view: its figures Drawn to scale." in told
    assert "Reach: 72 ft; limit 75 ft; margin 3 ft to spare Toys 1" in told


def test_each_drawing_has_names_of_its_own() -> None:
    """Of two docks on one page, the second must not be described by the words of the first."""
    svg = (
        '<svg aria-labelledby="t d"><title id="t">t d</title><desc id="d"/>'
        '<g clip-path="url(#c)" id="c"/></svg>'
    )
    assert packet._own(Picture("side", "Side", svg), "item-7").svg == (
        '<svg aria-labelledby="item-7-t item-7-d"><title id="item-7-t">t d</title><desc id="item-7-d"/>'
        '<g clip-path="url(#item-7-c)" id="item-7-c"/></svg>'
    )


def test_of_many_rows_the_first_are_told_and_the_rest_counted() -> None:
    rows = tuple((str(n), "sand") for n in range(25))
    table = Table("Soundings", ("Depth", "Bottom"), rows, (True, False))
    told = packet._answered("Soundings", table, "Toys 1")
    assert told["value"] == "25 in all; the first 20 are here"
    assert len(told["lines"]) == 20
    assert told["lines"][3] == "depth 3, bottom sand"
    few = packet._answered("Soundings", replace(table, rows=rows[:2]), "Toys 1")
    assert few["value"] == "2 in all"


# ------------------------------------------------------------------------------------------ drafting
def test_the_clerk_writes_a_draft_and_it_is_kept(cast: Cast) -> None:
    write(
        cast.item,
        {"approved": "Approve it with a fence.", "denied": ""},
        ("Put up a fence.", date(2026, 7, 1)),
    )
    now = drafts(cast.item)
    assert now["approved"]["text"] == "Approve it with a fence."
    assert now["approved"]["written"] == "Tisbury Clerk, Monday, June 1, 2026"
    assert now["denied"]["written"] == ""  # left empty, it is the office's own
    assert now["denied"]["text"].startswith("Deny the dumpster permit")
    kept = ProposedCondition.objects.get(item=cast.item)
    assert (kept.text, kept.due_on) == ("Put up a fence.", date(2026, 7, 1))
    assert MeetingEntry.objects.filter(meeting=cast.ahead, what="drafted").count() == 1
    write(cast.item, {"approved": "", "denied": ""})
    assert not DraftMotion.objects.exists()
    assert not ProposedCondition.objects.exists()


def test_words_left_as_they_are_go_on_following_the_findings(cast: Cast) -> None:
    write(cast.item, {step: each["text"] for step, each in drafts(cast.item).items()})
    assert not DraftMotion.objects.exists()


def test_somebody_elses_draft_is_never_overwritten(cast: Cast) -> None:
    before = packets.seen(cast.item)
    write(cast.item, {"approved": "One."})
    with pytest.raises(NotAllowed, match="Somebody changed the draft meanwhile"):
        write(cast.item, {"approved": "Two."}, before=before)
    assert DraftMotion.objects.get().text == "One."


@pytest.mark.parametrize(
    ("texts", "says"),
    [({"suspended": "x"}, "No motion leads to suspended now"), ({"": "x"}, "No motion leads to")],
)
def test_only_a_motion_that_is_open_is_drafted(cast: Cast, texts: dict[str, str], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        write(cast.item, texts)


def test_only_a_clerk_drafts_and_sends(cast: Cast) -> None:
    with pytest.raises(WrongRole):
        write(cast.item, {"approved": "x"}, by=cast.members[0])
    with pytest.raises(WrongRole):
        packets.send(cast.ahead, before=0, on=TODAY, now=NOW, by=cast.members[0])


def test_what_was_voted_is_drafted_no_more(cast: Cast) -> None:
    held = a_meeting(TODAY)
    topic = put(held, None, "discussion", "Dogs on the beach")
    roll = {member.pk: "yes" for member in cast.members}
    meetings.take_attendance(held, present=list(roll), on=TODAY, by=cast.clerk)
    write(topic, {"": "Ban them."})
    first, second, _ = roll
    votes.record_vote(
        topic, motion="Ban them.", mover=first, second=second, ballots=roll, on=TODAY, now=NOW, by=cast.clerk
    )
    with pytest.raises(NotAllowed, match="The board voted on it"):
        write(topic, {"": "Allow them."})


def test_a_draft_goes_along_when_its_item_is_continued(cast: Cast) -> None:
    write(cast.item, {"approved": "Approve it."}, ("Put up a fence.", None))
    later = a_meeting(date(2026, 6, 29))
    new = agendas.continue_item(cast.item, to=later, on=TODAY, now=NOW, by=cast.clerk)
    assert drafts(new)["approved"]["text"] == "Approve it."
    assert [each.text for each in new.proposed.all()] == ["Put up a fence."]
    with pytest.raises(NotAllowed, match="continued or taken off"):
        write(cast.item, {"approved": "x"})


# -------------------------------------------------------------------------------------------- its pages
def test_a_draft_and_its_conditions_are_carried_into_the_vote(cast: Cast) -> None:
    held = a_meeting(TODAY)
    case = people.ready_dumpster(SET.date())
    item = put(held, case)
    meetings.take_attendance(held, present=[each.pk for each in cast.members], on=TODAY, by=cast.clerk)
    desk = browser(cast.clerk)
    form = desk.get(url(held, f"packet/{case.number}/"))
    answer = desk.post(url(held, f"packet/{case.number}/"), {
        "before": form.context["form"]["before"].value(), "motion-approved": "Approve it with a fence.",
        "motion-denied": "", "condition-1": "Put up a fence.", "due-1": "7/1/2026",
    })  # fmt: skip
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"/packet/#item-{item.pk}")
    page = desk.get(url(held, f"votes/{case.number}/?draft=approved"))
    shown = page.context["form"]
    assert shown["motion"].value() == "Approve it with a fence."
    assert shown["step"].value() == "approved"
    assert shown["condition-1"].value() == "Put up a fence."
    assert shown["due-1"].value() == date(2026, 7, 1)
    # A motion to deny takes no conditions along.
    denial = desk.get(url(held, f"votes/{case.number}/?draft=denied")).context["form"]
    assert denial["condition-1"].value() in (None, "")
    assert "[write the reason]" in denial["motion"].value()


def test_a_motion_with_an_open_reason_is_not_recorded(cast: Cast) -> None:
    held = a_meeting(TODAY)
    case = people.ready_dumpster(SET.date())
    put(held, case)
    meetings.take_attendance(held, present=[each.pk for each in cast.members], on=TODAY, by=cast.clerk)
    first, second, _ = cast.members
    ballots = {f"ballot-{each.pk}": "yes" for each in cast.members}
    answer = browser(cast.clerk).post(url(held, f"votes/{case.number}/"), {
        "step": "denied", "motion": "Deny it. The reason: [write the reason]", "mover": first.pk,
        "second": second.pk, "key": "k", **ballots,
    })  # fmt: skip
    assert answer.status_code == 422
    assert "The draft leaves “[write the reason]” open. Write the reason in its place." in said(answer)
    assert Case.objects.get(pk=case.pk).status == "filed"


def test_who_does_not_serve_the_board_knows_of_no_packet(cast: Cast) -> None:
    posted = NOW - timedelta(hours=1)
    meetings.post(cast.ahead, posted_at=posted, on=TODAY, now=NOW, by=cast.clerk)
    for rest in ("packet/", "packet.pdf", "packet/send/", f"packet/{cast.case.number}/"):
        assert browser(people.clerk(people.docks())).get(url(cast.ahead, rest)).status_code == 404
        assert browser(people.stranger()).get(url(cast.ahead, rest)).status_code == 404
        assert browser().get(url(cast.ahead, rest)).status_code == 302
    assert browser(cast.members[0]).get(url(cast.ahead, "packet/send/")).status_code == 403


def test_an_empty_agenda_says_so(cast: Cast) -> None:
    empty = a_meeting(date(2026, 6, 22))
    assert "No items yet." in said(browser(cast.clerk).get(url(empty)))
    assert "No items yet." in text_of(browser(cast.clerk).get(url(empty, "packet.pdf")))


# ------------------------------------------------------------------------------------------ sending it
def test_each_member_gets_a_link_and_no_file(cast: Cast) -> None:
    desk = browser(cast.clerk)
    page = desk.get(url(cast.ahead, "packet/send/"))
    assert "By e-mail: Sample Anna, Sample Bert, Sample Cora." in said(page)
    answer = desk.post(url(cast.ahead, "packet/send/"), {"before": "0"}, follow=True)
    assert "Packet sent to Sample Anna, Sample Bert, Sample Cora." in answer.content.decode()
    mail = Message.objects.filter(board=people.health()).order_by("to_email")
    assert [each.to_email for each in mail] == ["anna@example.org", "bert@example.org", "cora@example.org"]
    line = mail[0].lines.get()
    assert line.subject == "Packet for Monday, June 15, 2026: Tisbury Board of Health"
    assert f"/meetings/{cast.ahead.slug}/packet/" in line.text
    assert "2 items are on the agenda" in line.text
    assert line.notice is None
    assert cast.case.number not in line.text
    assert Meeting.objects.get(pk=cast.ahead.pk).packet_sent_at == NOW
    # Pressed twice, it is sent once.
    again = desk.post(url(cast.ahead, "packet/send/"), {"before": "0"}, follow=True)
    assert "Nothing was sent a second time." in again.content.decode()
    assert Message.objects.filter(board=people.health()).count() == 3
    # Sent anew on purpose, it goes out anew.
    assert desk.post(url(cast.ahead, "packet/send/"), {"before": "1"}).status_code == 302
    assert Message.objects.filter(board=people.health()).count() == 6


def test_a_member_without_an_address_is_named(cast: Cast) -> None:
    User.objects.filter(pk=cast.members[2].pk).update(email="")
    sent = packets.send(cast.ahead, before=0, on=TODAY, now=NOW, by=cast.clerk)
    assert [user.last_name for user in sent.unreached] == ["Cora"]
    page = said(browser(cast.clerk).get(url(cast.ahead, "packet/send/")))
    assert "No e-mail address on file: Sample Cora. Print it for them." in page


def test_sending_ends_the_clock_and_a_moved_meeting_starts_it_anew(cast: Cast) -> None:
    def packet_day() -> Any:
        day = meetings.days_until(cast.ahead, cast.ahead.moment, [])
        return next(each for each in day if each.clock == "packet")

    assert packet_day().ended_on is None
    packets.send(cast.ahead, before=0, on=TODAY, now=NOW, by=cast.clerk)
    cast.ahead.refresh_from_db()
    assert packet_day().ended_on == TODAY
    assert cast.ahead.clocks.get(clock="packet").ended_on == TODAY
    moved = meetings.move(
        cast.ahead, day=date(2026, 6, 22), at=SIX, on=TODAY, now=NOW, by=cast.clerk
    )  # fmt: skip
    assert moved.packet_sent_at is None
    assert moved.clocks.get(clock="packet").ended_on is None


@pytest.mark.parametrize("spoil", ["empty", "held", "cancelled"])
def test_a_packet_that_makes_no_sense_is_not_sent(cast: Cast, spoil: str) -> None:
    meeting, by = a_meeting(date(2026, 6, 22)), {"on": TODAY, "by": cast.clerk}
    says = "The agenda has no items yet"
    if spoil == "held":
        meeting, says = a_meeting(TODAY), "was held"
        put(meeting, None, "discussion", "Dogs")
        meetings.take_attendance(meeting, present=[], **by)
    if spoil == "cancelled":
        meetings.cancel(meeting, why="Snow", now=NOW, **by)
        says = "was cancelled"
    with pytest.raises(NotAllowed, match=says):
        packets.send(meeting, before=0, now=NOW, **by)
    assert not Message.objects.filter(about__startswith="packet-").exists()


# ------------------------------------------------------------------------------------------- the paper
def reader(response: Any) -> PdfReader:
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(response.getvalue()))


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader(response).pages))


@pytest.mark.parametrize("rest", ["packet.pdf", "packet.pdf?large=1"])
def test_the_paper_is_tagged_bookmarked_and_numbered(cast: Cast, rest: str) -> None:
    made = reader(browser(cast.members[0]).get(url(cast.ahead, rest)))
    root = made.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    under = next(part for part in made.outline if isinstance(part, list))  # the headings below the title
    titles = [each.title for each in under if not isinstance(each, list)]
    assert f"1. Decision: {cast.case.number}" in titles
    assert "2. Discussion: Beach signs" in titles
    first = re.sub(r"\s+", " ", made.pages[0].extract_text())
    starts = next(
        n
        for n, page in enumerate(made.pages, start=1)
        if n > 1 and "2. Discussion: Beach signs" in re.sub(r"\s+", " ", page.extract_text())
    )
    assert re.search(rf"Beach signs[ .]*page {starts}\b", first)
    last = re.sub(r"\s+", " ", made.pages[-1].extract_text())
    assert "Item 2 of 2" in last
    assert f"Page {len(made.pages)} of {len(made.pages)}" in last


def test_large_print_is_large(cast: Cast) -> None:
    """Nothing on the paper is set smaller than 18 points."""
    made = reader(browser(cast.members[0]).get(url(cast.ahead, "packet.pdf?large=1")))
    sizes: set[float] = set()

    def look(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        if text.strip():
            sizes.add(round(size * abs(tm[3]) * abs(cm[3]), 1))

    for page in made.pages:
        page.extract_text(visitor_text=look)
    assert min(sizes) >= 18


def test_both_prints_say_the_same(cast: Cast) -> None:
    normal = text_of(browser(cast.members[0]).get(url(cast.ahead, "packet.pdf")))
    large = text_of(browser(cast.members[0]).get(url(cast.ahead, "packet.pdf?large=1")))
    for words in (
        "The dumpster blocks the sight of traffic",
        "Size in cubic yards",
        "Deny the dumpster permit",
    ):
        assert words in normal
        assert words in large


def test_the_same_packet_is_the_same_paper(cast: Cast) -> None:
    values = {"board": paper.board_values(people.health()), "large": False, **packet.of(cast.ahead, on=TODAY)}
    assert paper.render("letters/packet.html", values) == paper.render("letters/packet.html", values)


# ------------------------------------------------------------------------------------------------ cost
def test_thirty_items_ask_a_bounded_number_each(cast: Cast) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as seen:
            packet.of(cast.ahead, on=TODAY)
        return len(seen)

    one = asked()
    for _ in range(4):
        put(cast.ahead, people.ready_dumpster(SET.date()))
    five = asked()
    each, rest = divmod(five - one, 4)
    assert rest == 0
    assert each <= 6  # rulings, what the kind looks up, charges, holds
    for _ in range(25):
        put(cast.ahead, people.ready_dumpster(SET.date()))
    assert asked() == one + 29 * each
    case = cast.case
    for n in range(5):
        casework.note(case, text=f"Note {n}", on=TODAY, by=cast.clerk)
        documents.attach(case, file=pdf(f"{n}.pdf"), label=f"Paper {n}", on=TODAY, by=cast.clerk)
    assert asked() == one + 29 * each
