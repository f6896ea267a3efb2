"""Dated rows point to the recorded vote that set them, and the pages that explain a number lead to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.test import Client

from enforcement.actions.checklists import add_wording
from enforcement.actions.figures import add_figure
from enforcement.actions.fines import add_fine_amount
from enforcement.actions.surcharges import add_surcharge_level
from enforcement.models import ChecklistItem
from office.actions import agendas, meetings, money, votes
from office.actions.errors import NotAllowed
from office.actions.fees import add_fee_amount
from office.calendar import EASTERN
from office.models import Board, Fee, FeeAmount, Meeting, Membership, User, Vote
from tests import casts, people
from tests.enforcement.cast import line, schedule
from tests.enforcement.inspection_cast import shipped

NOW = datetime(2026, 6, 1, 12, tzinfo=EASTERN)  # a Monday
TODAY = NOW.date()
JULY_1 = date(2026, 7, 1)
pytestmark = pytest.mark.django_db


def members(board: Board) -> list[User]:
    found = []
    for name in ("one", "two", "three"):
        person = people.user(f"{name}-{board.slug}", first_name="Sample", last_name=name.capitalize())
        Membership.objects.get_or_create(user=person, board=board, role="member")
        found.append(person)
    return found


def a_vote(topic: str, board: Board | None = None, *, ballot: str = "yes", hour: int = 10) -> Vote:
    """A vote of this morning on a topic in words, at a meeting that was posted."""
    board = board or people.health()
    by, before = people.clerk(board), NOW - timedelta(days=20)
    told: dict[str, Any] = {"on": before.date(), "now": before, "by": by}
    meeting = meetings.set_meeting(board=board, day=TODAY, at=time(hour), place="Town Hall", **told)
    item = agendas.add_item(meeting, sort="discussion", text=topic, **told)
    meetings.post(meeting, posted_at=before, **told)
    roll = {member.pk: ballot for member in members(board)}
    meetings.take_attendance(meeting, present=list(roll), on=TODAY, by=by)
    first, second, _ = roll
    return votes.record_vote(
        item, motion="Sample motion.", mover=first, second=second, ballots=roll, on=TODAY, now=NOW, by=by
    )


@dataclass
class Cast:
    vote: Vote
    fee: Fee


def _cast() -> Cast:
    schedule()
    shipped()
    fee = Fee.objects.create(code="dumpster", label="Dumpster permit", board=people.health())
    return Cast(a_vote("Fees and fines of 2027"), fee)


cast = casts.shared(_cast, at=NOW)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def _fee(**more: Any) -> Any:
    fee = Fee.objects.get(code="dumpster")
    return add_fee_amount(fee, amount=Decimal("60.00"), **more)


def _fine(**more: Any) -> Any:
    return add_fine_amount(line(14), first=Decimal("40.00"), **more)


def _surcharge(**more: Any) -> Any:
    return add_surcharge_level(
        people.health(), programme="food", kind="complaint", event="validated", says="Valid complaint",
        percent=Decimal(25), cite="Tisbury 09.5.1", **more,
    )  # fmt: skip


def _wording(**more: Any) -> Any:
    item = ChecklistItem.objects.filter(checklist__board=people.health()).earliest("pk")
    return add_wording(item, text="The lids are closed.", doubt="Office default", **more)


def _figure(**more: Any) -> Any:
    return add_figure(people.health(), what="conviction", value="400", cite="Tisbury 09.0.7(B)", **more)


TABLES = [_fee, _fine, _surcharge, _wording, _figure]


@pytest.fixture(params=TABLES, ids=lambda add: add.__name__.strip("_"))
def add(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Adds a row to one of the dated tables, as the board's administrator, from July 1."""
    said = {"since": JULY_1, "on": TODAY, "by": people.administrator()}

    def adding(**more: Any) -> Any:
        return request.param(**{**said, **more})

    adding.words = "source" if request.param is _figure else "vote"  # type: ignore[attr-defined]
    return adding


def words(row: Any) -> str:
    return str(getattr(row, "vote", None) or getattr(row, "source", ""))


# --------------------------------------------------------------------------------------- what may stand there
def test_a_row_speaks_by_its_recorded_vote(cast: Cast, add: Callable[..., Any]) -> None:
    row = add(recorded_vote=cast.vote)
    assert row.recorded_vote == cast.vote
    assert words(row) == "Tisbury Board of Health, June 1, 2026: Fees and fines of 2027 (3–0: carries)"


def test_an_older_vote_stays_words(cast: Cast, add: Callable[..., Any]) -> None:
    row = add(**{add.words: "Board of Health, May 5, 2001"})  # type: ignore[attr-defined]
    assert row.recorded_vote is None
    assert words(row) == "Board of Health, May 5, 2001"


def test_a_row_may_begin_on_the_day_of_its_vote_and_not_before(cast: Cast, add: Callable[..., Any]) -> None:
    """Tisbury 09.0.4: effective on the adoption date, unless stated otherwise."""
    later = a_vote("Meeting of next week", hour=11)
    Meeting.objects.filter(pk=later.item.meeting_id).update(on=date(2026, 7, 2))
    with pytest.raises(
        NotAllowed, match="The board voted on Thursday, July 2, 2026, and the row would begin"
    ):
        add(recorded_vote=Vote.objects.get(pk=later.pk))
    assert add(recorded_vote=Vote.objects.get(pk=later.pk), since=date(2026, 7, 2)).since == date(2026, 7, 2)


def test_a_motion_that_failed_sets_nothing(cast: Cast, add: Callable[..., Any]) -> None:
    with pytest.raises(NotAllowed, match="That motion failed, so it set nothing"):
        add(recorded_vote=a_vote("Lost", ballot="no", hour=11))


def test_another_boards_vote_sets_nothing_here(cast: Cast, add: Callable[..., Any]) -> None:
    with pytest.raises(NotAllowed, match="That is a vote of the Barnstable Conservation Commission"):
        add(recorded_vote=a_vote("Elsewhere", people.docks()))


def test_a_vote_that_was_taken_back_sets_nothing(cast: Cast, add: Callable[..., Any]) -> None:
    vote = a_vote("Recorded wrongly", hour=11)
    votes.take_back(vote, why="Two said no.", on=TODAY, now=NOW, by=people.clerk())
    with pytest.raises(NotAllowed, match="That vote was taken back on Monday, June 1, 2026"):
        add(recorded_vote=Vote.objects.get(pk=vote.pk))


# ------------------------------------------------------------------------------------------------ the admin
def browser(person: User | None = None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def text(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


FORMS = {
    "office/feeamount": {
        "shape": "flat", "amount": "60.00", "included": "0", "tiers-TOTAL_FORMS": "0",
        "tiers-INITIAL_FORMS": "0", "multipliers-TOTAL_FORMS": "0", "multipliers-INITIAL_FORMS": "0",
        "late_fees-TOTAL_FORMS": "0", "late_fees-INITIAL_FORMS": "0", "vote": "",
    },
    "enforcement/fineamount": {
        "opening": "fine", "first": "40.00", "unit": "offense", "route": "c40-21d", "vote": "",
    },
    "enforcement/surchargelevel": {
        "programme": "food", "kind": "complaint", "event": "validated", "says": "Valid complaint",
        "percent": "25", "at_least": "1", "cite": "Tisbury 09.5.1", "vote": "",
    },
    "enforcement/itemwording": {
        "asked": "on", "text": "The lids are closed.", "days": "0", "doubt": "Office default", "vote": "",
    },
    "enforcement/legalfigure": {
        "what": "conviction", "value": "400", "cite": "Tisbury 09.0.7(B)", "source": "",
    },
}  # fmt: skip


def form_of(table: str, **more: Any) -> dict[str, Any]:
    owners = {
        "office/feeamount": ("fee", Fee.objects.get(code="dumpster").pk),
        "enforcement/fineamount": ("line", line(14).pk),
        "enforcement/itemwording": (
            "item", ChecklistItem.objects.filter(checklist__board=people.health()).earliest("pk").pk
        ),
    }  # fmt: skip
    name, key = owners.get(table, ("board", people.health().pk))
    return {**FORMS[table], name: key, "since": "2026-07-01", **more}


@pytest.mark.parametrize("table", FORMS)
def test_the_administrator_picks_a_vote_that_stands(cast: Cast, table: str) -> None:
    lost, elsewhere = a_vote("Lost", ballot="no", hour=11), a_vote("Elsewhere", people.docks())
    desk, at = browser(people.administrator()), f"/admin/{table}/add/"
    offered = text(desk.get(at))
    assert "Tisbury Board of Health, June 1, 2026: Fees and fines of 2027 (3–0: carries)" in offered
    assert "Lost" not in offered
    assert "Elsewhere" not in offered
    for other in (lost, elsewhere):
        answer = text(desk.post(at, form_of(table, recorded_vote=other.pk)))
        assert "Choose a vote that is listed: it carried and stands." in answer
    missing = text(desk.post(at, form_of(table)))
    assert "is missing. Enter it. If it is on record here, choose the recorded vote." in missing
    shown = desk.post(at, form_of(table, recorded_vote=cast.vote.pk))
    assert "Fees and fines of 2027" in text(shown)  # the preview says who set it
    saved = desk.post(at, form_of(table, recorded_vote=cast.vote.pk, _confirmed="1"))
    assert saved.status_code == 302, text(saved)
    row = apps.get_model(table.replace("/", ".")).objects.get(recorded_vote=cast.vote)
    assert words(row).startswith("Tisbury Board of Health, June 1, 2026: Fees and fines of 2027")


# ------------------------------------------------------------------------------- pages that explain a number
def link(vote: Vote) -> str:
    return f'href="/meetings/{vote.item.meeting.slug}/#vote-{vote.pk}"'


def in_force(vote: Vote) -> FeeAmount:
    vote, fee = Vote.objects.get(pk=vote.pk), Fee.objects.get(code="dumpster")
    return add_fee_amount(
        fee, amount=Decimal("60.00"), since=TODAY, on=TODAY, by=people.administrator(), recorded_vote=vote
    )


def test_the_fee_schedule_and_the_permits_page_lead_to_the_vote(cast: Cast) -> None:
    in_force(cast.vote)
    for address in ("/fees/", "/permits/dumpster/"):
        page = browser().get(address).content.decode()
        assert link(cast.vote) in page, address
        assert "See the vote" in page
    meeting = browser().get(f"/meetings/{cast.vote.item.meeting.slug}/").content.decode()
    assert f'id="vote-{cast.vote.pk}"' in meeting


def test_why_a_charge_is_what_it_is_names_the_vote(cast: Cast) -> None:
    in_force(cast.vote)
    case = people.ready_dumpster(TODAY)
    charge = money.charges_of(case)[0].charge
    page = browser(people.clerk()).get(f"/charges/{charge.pk}/why/")
    assert link(cast.vote) in page.content.decode()
    assert "Voted Tisbury Board of Health, June 1, 2026: Fees and fines of 2027 (3–0: carries)" in text(page)


def test_a_vote_taken_back_since_is_told_where_the_number_is_explained(cast: Cast) -> None:
    in_force(cast.vote)
    case = people.ready_dumpster(TODAY)
    charge = money.charges_of(case)[0].charge
    votes.take_back(cast.vote, why="Two said no.", on=TODAY, now=NOW, by=people.clerk())
    assert "Vote taken back" in text(browser(people.clerk()).get(f"/charges/{charge.pk}/why/"))


def test_a_vote_of_a_meeting_nobody_may_read_is_named_without_a_link(cast: Cast) -> None:
    in_force(cast.vote)
    Meeting.objects.filter(pk=cast.vote.item.meeting_id).update(posted_at=None)
    page = browser().get("/fees/").content.decode()
    assert "/meetings/2026" not in page
    assert "Fees and fines of 2027" in unescape(page)
