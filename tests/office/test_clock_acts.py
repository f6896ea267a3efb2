"""What a person does to a clock: pause, resume, extend, take back; tasks; the worklist; why a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.utils.timezone import now

from office import kinds
from office.actions import cases, casework, clocks
from office.actions.errors import NotAllowed, WrongRole
from office.application import APPLICATION
from office.clockwork import Mover
from office.models import Case, ClockRow, NightRun
from office.views.why import folded
from tests import people
from tests.office import toys
from tests.office.trial import TRIAL

pytestmark = pytest.mark.django_db
FILED = date(2026, 6, 1)  # a Monday
EASTERN = ZoneInfo("America/New_York")


def june(n: int) -> date:
    return date(2026, 6, n)


@pytest.fixture(autouse=True)
def _trial() -> Iterator[None]:
    with toys.registered(TRIAL), time_machine.travel("2026-06-10 10:00 -0400", tick=False):
        yield


@pytest.fixture
def case() -> Case:
    """Asked on Monday, June 1, so that an answer is due on June 10 and a decision on July 1."""
    case = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    cases.record(case, "asked", on=FILED, by=people.clerk())
    return case


def row(case: Case, clock: str = "answer", subject: str = "") -> ClockRow:
    return case.clocks.get(clock=clock, subject=subject)


def pause(case: Case, **more: Any) -> Any:
    said = {"clock": "answer", "on": june(3), "by": people.clerk(), "reason": "The plan is missing."}
    return clocks.pause(case, **(said | more))


def resume(case: Case, **more: Any) -> Any:
    return clocks.resume(case, **({"clock": "answer", "on": june(8), "by": people.clerk()} | more))


def extend(case: Case, **more: Any) -> Any:
    said = {
        "clock": "answer", "until": june(30), "authority": "Vote of June 2, 3–0", "reason": "Asked for time.",
        "on": june(2), "by": people.clerk(),
    }  # fmt: skip
    return clocks.extend(case, **(said | more))


# ------------------------------------------------------------------------------------- pause and resume
def test_a_pause_keeps_the_days_that_were_left(case: Case) -> None:
    assert row(case).due_on == june(10)
    event = pause(case, reason="  The plan is missing. ")
    assert (event.slug, event.clock, event.note) == ("paused", "answer", "The plan is missing.")
    assert row(case).paused_on == june(3)
    assert row(case).state(now()) == "Paused"
    resume(case, reason="The plan came.")
    # Two of seven had passed by June 3; five working days after June 8 are June 15.
    assert (row(case).paused_on, row(case).due_on) == (None, june(15))
    assert row(case, "wait").due_on == date(2026, 7, 1), "another clock of the case goes on"


def test_a_paused_clock_is_not_overdue_however_long_it_waits(case: Case) -> None:
    pause(case)
    later = datetime(2026, 9, 1, 12, tzinfo=EASTERN)
    assert row(case).state(later) == "Paused"
    assert not ClockRow.objects.overdue(later).filter(pk=row(case).pk).exists()
    assert ClockRow.objects.overdue(later).filter(pk=row(case, "wait").pk).exists()


def test_a_pause_on_the_last_day_is_taken_and_one_after_it_is_not(case: Case) -> None:
    with pytest.raises(
        NotAllowed, match=r"last day of “Answer” was Wednesday, June 10, 2026; a pause after it changes"
    ):
        pause(case, on=june(11))
    pause(case, on=june(10))
    assert row(case).paused_on == june(10)


def test_a_pause_before_the_start_is_refused(case: Case) -> None:
    cases.record(case, "asked", on=june(4), by=people.clerk())
    with pytest.raises(
        NotAllowed,
        match=r"started on Thursday, June 4, 2026, after Wednesday, June 3, 2026\. Correct the day",
    ):
        pause(case)


def test_a_paused_clock_is_not_paused_again_and_a_running_one_not_resumed(case: Case) -> None:
    with pytest.raises(NotAllowed, match=r"“Answer” is running\. There is nothing to resume"):
        resume(case)
    pause(case)
    with pytest.raises(NotAllowed, match=r"has been paused since Wednesday, June 3, 2026\. Resume it first"):
        pause(case, on=june(4))
    with pytest.raises(
        NotAllowed, match=r"was paused on Wednesday, June 3, 2026, after Tuesday, June 2, 2026"
    ):
        resume(case, on=june(2))
    resume(case, on=june(3))
    assert row(case).due_on == june(10), "resumed on the same day, it never stood still"


def test_what_a_step_holds_goes_on_by_a_step(case: Case) -> None:
    cases.record(case, "held", on=june(3), by=people.clerk())
    with pytest.raises(NotAllowed, match="goes on by itself once “Let go” is recorded"):
        resume(case, clock="wait")
    cases.record(case, "freed", on=june(5), by=people.clerk())
    assert row(case, "wait").due_on == date(2026, 7, 3)
    pause(case, clock="wait", on=june(8))
    resume(case, clock="wait", on=june(9))
    assert row(case, "wait").paused_on is None


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_pause_needs_a_reason(case: Case, reason: str) -> None:
    with pytest.raises(NotAllowed, match="Say what the count waits for"):
        pause(case, reason=reason)


def started(case: Case) -> Case:
    """One of every clock that cannot stand still."""
    clerk = people.clerk()
    cases.record(case, "ordered", on=june(2), by=clerk, at=time(14, 30))
    cases.record(case, "posted", on=june(2), by=clerk)
    cases.record(case, "hearing", on=date(2026, 7, 20), by=clerk)
    clocks.raise_task(case, what="Call the agent", due_on=june(9), on=june(2), by=clerk, key="call")
    return case


@pytest.mark.parametrize(
    ("clock", "subject", "why"),
    [
        ("obey", "", "its hours run on"),
        ("meter", "2026-11-15", "the same days every year"),
        ("notice", "", "counted back from another day"),
        ("task", "call", "its day was set"),
    ],
)
def test_what_has_no_count_is_not_paused(case: Case, clock: str, subject: str, why: str) -> None:
    with pytest.raises(NotAllowed, match=f"no count to pause: .*{why}"):
        pause(started(case), clock=clock, subject=subject)


# ------------------------------------------------------------------------------------------------ extend
def test_more_time_names_its_authority_and_moves_the_day(case: Case) -> None:
    event = extend(case)
    assert (event.until_on, event.authority, event.note) == (
        june(30),
        "Vote of June 2, 3–0",
        "Asked for time.",
    )
    assert row(case).due_on == june(30)
    assert row(case).says.endswith("extended through Tue June 30, 2026 (Toys 1)")
    extend(case, until=date(2026, 7, 15))
    assert row(case).due_on == date(2026, 7, 15)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"authority": " "}, "Name what the longer time rests on"),
        ({"reason": " "}, "Say why more time is given"),
        ({"until": june(10)}, r"already due through Wednesday, June 10, 2026\. Give a later day"),
        ({"until": june(9)}, "Give a later day"),
        ({"clock": "nothing"}, "has no clock called 'nothing'"),
        ({"clock": "reply"}, "waits until the receipt of the letter is recorded"),
        ({"clock": "notice"}, "“Post the notice” does not run yet: nothing has started it"),
    ],
)
def test_more_time_that_makes_no_sense_is_refused(case: Case, more: dict[str, Any], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        extend(case, **more)
    assert row(case).due_on == june(10)


def test_a_receipt_starts_what_may_then_be_extended(case: Case) -> None:
    cases.record(case, "plea-mailed", on=june(2), by=None, subject="7")
    with pytest.raises(NotAllowed, match="the receipt of the letter"):
        extend(case, clock="reply", subject="7")
    cases.record(case, "plea-received", on=june(4), by=None, subject="7")
    extend(case, clock="reply", subject="7", on=june(5))
    assert row(case, "reply", "7").due_on == june(30)


def test_one_day_later_is_enough(case: Case) -> None:
    extend(case, until=june(11))
    assert row(case).due_on == june(11)


def test_what_ended_is_neither_extended_nor_paused(case: Case) -> None:
    cases.record(case, "answered", on=june(5), by=people.clerk())
    for act in (extend, pause, resume):
        with pytest.raises(NotAllowed, match=r"“Answer” ended on Friday, June 5, 2026"):
            act(case, on=june(8))


def test_what_is_overdue_may_be_given_more_time(case: Case) -> None:
    extend(case, on=june(12))
    assert row(case).state(datetime(2026, 6, 12, 9, tzinfo=EASTERN)) == "Running"


def test_a_fixed_day_is_not_paused_and_a_paused_one_not_extended(case: Case) -> None:
    pause(case)
    with pytest.raises(NotAllowed, match="Resume it, then extend it"):
        extend(case, on=june(4))
    resume(case)
    extend(case, on=june(9))
    with pytest.raises(NotAllowed, match="extended to a fixed day, which a pause does not move"):
        pause(case, on=june(9))


@pytest.mark.parametrize(("clock", "subject"), [("notice", ""), ("meter", "2026-11-15")])
def test_a_day_that_hangs_on_another_is_not_extended(case: Case, clock: str, subject: str) -> None:
    with pytest.raises(NotAllowed, match="Change the day it hangs on instead"):
        extend(started(case), clock=clock, subject=subject, until=date(2027, 1, 1))


def test_who_may_do_it(case: Case) -> None:
    for person in (people.inspector(), people.member(), people.administrator(), people.clerk(people.docks())):
        for act in (pause, resume):
            with pytest.raises(WrongRole, match="for the clerk of Tisbury"):
                act(case, by=person)
    for person in (people.inspector(), people.administrator(), people.clerk(people.docks())):
        with pytest.raises(WrongRole, match="for the clerk or member of Tisbury"):
            extend(case, by=person)
    assert extend(case, by=people.member()).by == people.member()


# --------------------------------------------------------------------------------------------- take back
def test_what_was_recorded_by_mistake_is_taken_back_and_stays_readable(case: Case) -> None:
    event = extend(case)
    with pytest.raises(NotAllowed, match="Say why it is taken back"):
        clocks.take_back(case, event=event, on=june(3), by=people.clerk(), note=" ")
    with pytest.raises(WrongRole):
        clocks.take_back(case, event=event, on=june(3), by=people.member(), note="Wrong case.")
    clocks.take_back(case, event=event, on=june(3), by=people.clerk(), note="Wrong case.")
    assert row(case).due_on == june(10)
    assert case.events.filter(slug="extended").count() == 2
    with pytest.raises(NotAllowed, match="already taken back"):
        clocks.take_back(case, event=event, on=june(3), by=people.clerk(), note="Again.")


def test_only_these_acts_are_taken_back(case: Case) -> None:
    other = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    for event in (case.events.get(slug="asked"), case.events.get(slug="filed")):
        with pytest.raises(NotAllowed, match="Only a pause, a resumption or an extension"):
            clocks.take_back(case, event=event, on=june(3), by=people.clerk(), note="Why.")
    with pytest.raises(NotAllowed, match="Only a pause"):
        clocks.take_back(other, event=pause(case), on=june(3), by=people.clerk(), note="Why.")


# ------------------------------------------------------------------------------------------------- tasks
def raise_task(case: Case, **more: Any) -> Any:
    said = {"what": "Call the agent", "due_on": june(9), "on": june(2), "by": people.clerk()}
    return clocks.raise_task(case, **(said | more))


def test_a_task_is_due_on_its_day_in_its_own_words_and_done_once(case: Case) -> None:
    event = raise_task(case)
    task = row(case, "task", event.subject)
    assert (task.label, task.due_on, task.mover) == ("Call the agent", june(9), Mover.OFFICE)
    clocks.finish_task(case, key=event.subject, on=june(4), by=people.clerk(), note="Called.")
    assert row(case, "task", event.subject).ended_on == june(4)
    with pytest.raises(NotAllowed, match=r"“Call the agent” ended on Thursday, June 4, 2026"):
        clocks.finish_task(case, key=event.subject, on=june(5), by=people.clerk())


def test_two_tasks_are_two_and_a_key_raises_one(case: Case) -> None:
    first, second = raise_task(case), raise_task(case, what="Call the owner")
    assert first.subject != second.subject
    assert raise_task(case, key="receipt-7") == raise_task(case, key="receipt-7", what="Again", on=june(8))
    assert case.clocks.filter(clock="task").count() == 3


def test_the_same_key_on_another_case_is_another_task(case: Case) -> None:
    other = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    assert raise_task(case, key="receipt-7") != raise_task(other, key="receipt-7")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"what": " "}, "Write what is to be done"),
        ({"due_on": june(1)}, "before Tuesday, June 2, 2026. Give"),
    ],
)
def test_a_task_without_words_or_in_the_past_is_refused(case: Case, more: dict[str, Any], says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        raise_task(case, **more)


def test_a_task_outlives_its_case(case: Case) -> None:
    event = raise_task(case, due_on=june(2))
    cases.record(case, "shut", on=june(3), by=people.clerk())
    assert row(case, "task", event.subject).ended_on is None
    assert row(case).ended_on == june(3)


def test_an_unknown_task_is_named_and_only_clerks_keep_tasks(case: Case) -> None:
    with pytest.raises(NotAllowed, match="does not run yet"):
        clocks.finish_task(case, key="nothing", on=june(4), by=people.clerk())
    with pytest.raises(WrongRole):
        raise_task(case, by=people.inspector())
    with pytest.raises(WrongRole):
        clocks.finish_task(case, key=raise_task(case).subject, on=june(4), by=people.member())
    assert raise_task(case, by=None, key="office").by is None, "the office itself raises tasks too"


# -------------------------------------------------------------------------------------------- conditions
def test_a_condition_with_a_day_runs_until_it_is_met() -> None:
    case = people.ready_dumpster(FILED)
    clerk = people.clerk()
    first = casework.add_condition(case, text="Plant a hedge.", due_on=june(20), on=FILED, by=clerk)
    casework.add_condition(case, text="Keep the lid closed.", on=FILED, by=clerk)
    ran = case.clocks.get(clock="condition")
    assert (ran.label, ran.due_on, ran.mover) == ("Plant a hedge", june(20), Mover.APPLICANT)
    with pytest.raises(NotAllowed, match=r"was added on Monday, June 1, 2026, after Sunday, May 31, 2026"):
        casework.meet_condition(case, condition=first, on=date(2026, 5, 31), by=clerk)
    casework.meet_condition(case, condition=first, on=june(9), by=people.inspector())
    ran.refresh_from_db()
    assert ran.ended_on == june(9)


def test_a_condition_is_not_due_before_it_is_set() -> None:
    case = people.ready_dumpster(FILED)
    with pytest.raises(NotAllowed, match="is before the condition itself"):
        casework.add_condition(case, text="Hedge.", due_on=date(2026, 5, 31), on=FILED, by=people.clerk())
    casework.add_condition(case, text="Hedge.", due_on=FILED, on=FILED, by=people.clerk())


# ----------------------------------------------------------------------------------------------- the pages
def signed_in(person: Any = None) -> Client:
    client = Client()
    client.force_login(person or people.clerk())
    return client


def text(response: HttpResponse) -> str:
    html = response.content.decode().replace("&#x27;", "'")
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def why(case: Case, clock: str = "answer", subject: str = "", client: Client | None = None) -> str:
    found = (client or signed_in()).get(f"/clocks/{row(case, clock, subject).pk}/why/")
    assert found.status_code == 200
    return text(found)


def test_a_day_explains_itself_step_by_step(case: Case) -> None:
    says = why(case)
    for words in (
        "Why Wednesday, June 10, 2026?",
        "Answer: Mon June 1, 2026 + 7 working days = Wed June 10, 2026; 2 weekend days not counted; no roll",
        "From Monday, June 1, 2026, the day of “Asked”. The day itself is not counted.",
        "Count on 7 working days Wednesday, June 10, 2026.",
        "Not counted Sat Jun 6, Sun Jun 7.",
        "Roll Off Saturdays, Sundays and legal holidays. This is a working day, so it stays.",
        "Due through Wednesday, June 10, 2026.",
        "Starts from Asked, Monday, June 1, 2026, recorded by Tisbury Clerk",
        "Section Toys 1",
        "Nothing else on TR-2026-001 bears on this day.",
        "Is this wrong? Correct the day of “Asked” in the history; this day follows by itself.",
    ):
        assert words in says, words


def test_the_section_has_its_title_and_the_roll_its_reason(case: Case) -> None:
    says = why(case, "wait")
    assert re.search(r"Section Tisbury 09\.2\.5\(4\), \S", says)
    assert "Counted all the same Juneteenth (Fri Jun 19)." in says
    assert "Off Sundays and legal holidays only. This is neither, so it stays." in says
    cases.correct(case.events.get(slug="asked"), on=june(4), by=people.clerk(), note="Stamped June 4.")
    says = why(case, "wait")
    assert "Count on 30 calendar days Saturday, July 4, 2026." in says
    assert "Roll Past Independence Day (Sat Jul 4), Sun Jul 5 to Monday, July 6, 2026." in says
    assert "“Asked” was first recorded for Mon Jun 1, 2026; that was replaced." in says


def test_a_pause_an_extension_and_an_end_are_part_of_the_working(case: Case) -> None:
    pause(case)
    says = why(case)
    assert "Paused since Wednesday, June 3, 2026." in says
    resume(case)
    says = why(case)
    assert "Stood still From Wednesday, June 3, 2026 to Monday, June 8, 2026, 5 calendar days." in says
    assert "Went on from Monday, June 8, 2026, with 5 working days left." in says
    extend(case, on=june(9))
    says = why(case)
    assert "on the authority of Vote of June 2, 3–0: Asked for time." in says
    assert "Due through Tuesday, June 30, 2026." in says
    cases.record(case, "answered", on=june(10), by=people.clerk())
    assert "Ended Wednesday, June 10, 2026." in why(case)


def test_hours_say_their_moments(case: Case) -> None:
    says = why(started(case), "obey")
    assert "From Tuesday, June 2, 2026, 2:30 pm, the day of “Ordered”" in says
    assert "Count on 24 hours Wednesday, June 3, 2026, 2:30 pm." in says
    assert "Nights, weekends and holidays. Nothing rolls." in says


def test_every_other_sort_of_clock_explains_itself(case: Case) -> None:
    started(case)
    cases.record(case, "answered", on=june(5), by=people.clerk())
    assert "Count back 14 calendar days Monday, July 6, 2026." in why(case, "notice")
    assert "a day counted back stays where it falls" in why(case, "notice")
    assert "Opens Monday, June 29, 2026. Nothing earlier counts." in why(case, "notice")
    assert "“Notice posted” of Tue Jun 2, 2026 came before its window opened." in why(case, "notice")
    assert "Falls due On May 15 and November 15 of every year." in why(case, "meter", "2026-11-15")
    assert "the day the last run of “Answer” ended" in why(case, "year")
    assert "Count on 1 month Sunday, July 5, 2026." in why(case, "year")
    assert "Set Through Tuesday, June 9, 2026, by “Task” of Tuesday, June 2, 2026." in why(
        case, "task", "call"
    )


def test_a_day_from_nowhere_says_that_its_working_is_not_recorded(case: Case) -> None:
    ClockRow.objects.create(
        case=case, board=case.board, clock="imported", mover="office", label="Old duty", cite="Paper file",
        started_on=FILED, due_on=june(30),
    )  # fmt: skip
    assert "Working not recorded." in why(case, "imported")
    assert signed_in().get(f"/cases/{case}/").status_code == 200


def test_long_lists_are_folded_to_counts() -> None:
    week = [("2026-09-05", "Saturday"), ("2026-09-06", "Sunday"), ("2026-09-07", "Labor Day")]
    assert folded(week, june(1)) == "Sat Sep 5, Sun Sep 6, Labor Day (Mon Sep 7)", "a few are told one by one"
    snow = [(f"2026-01-{n:02}", "Snow") for n in (5, 6)]
    assert (
        folded([*week, *snow], june(1))
        == "2 weekend days, Snow (Mon Jan 5, Tue Jan 6), Labor Day (Mon Sep 7)"
    )
    many = [(f"2026-01-{n:02}", f"Storm {n}") for n in range(1, 8)]
    assert folded(many, june(1)) == "7 holidays and closings"


def test_the_case_page_holds_each_working_in_place_with_what_may_be_done(case: Case) -> None:
    page = signed_in().get(f"/cases/{case}/").content.decode()
    assert page.count('<details class="why no-print">') == 3, "in the head, and beside each of two clocks"
    for address in ("pause", "extend"):
        assert f"/clocks/{row(case).pk}/{address}/" in page
    assert f'id="event-{case.events.get(slug="asked").pk}"' in page
    read_only = signed_in(people.inspector()).get(f"/cases/{case}/").content.decode()
    assert "/pause/" not in read_only
    assert "Why Wed Jun 10?" in read_only
    member = signed_in(people.member()).get(f"/cases/{case}/").content.decode()
    assert "/extend/" in member
    assert "/pause/" not in member


def head(case: Case) -> str:
    """What stands at the top of the case, as one line of words."""
    page = text(signed_in().get(f"/cases/{case}/"))
    return page[: page.index("Sources")]


def test_the_head_says_whose_move_it_is_by_when(case: Case) -> None:
    assert "The applicant's move: Answer by Wednesday, June 10, 2026 Due soon Toys 1" in head(case)
    pause(case)
    assert "Decide by Wednesday, July 1, 2026" in head(case), "the next that counts is named"
    pause(case, clock="wait")
    assert "Answer. Paused since Wednesday, June 3, 2026 Paused" in head(case)
    with time_machine.travel("2026-06-11 10:00 -0400", tick=False):
        resume(case, on=june(3))
        assert "Answer by Wednesday, June 10, 2026 Overdue" in head(case)


def test_a_clock_of_hours_shows_its_time_and_is_overdue_by_the_minute(case: Case) -> None:
    started(case)
    cases.correct(
        case.events.get(slug="ordered"), on=june(9), at=time(10, 30), by=people.clerk(), note="Seen."
    )
    obey = row(case, "obey")
    assert obey.state(datetime(2026, 6, 10, 10, 30, tzinfo=EASTERN)) == "Due soon"
    assert obey.state(datetime(2026, 6, 10, 10, 31, tzinfo=EASTERN)) == "Overdue"
    assert "by Wed Jun 10, 10:30 am" in text(signed_in().get(f"/cases/{case}/"))


# ------------------------------------------------------------------------------------------- act pages
def press(case: Case, address: str, person: Any = None, **data: Any) -> HttpResponse:
    return signed_in(person).post(address, data)


def test_pausing_and_resuming_at_the_counter(case: Case) -> None:
    at = f"/clocks/{row(case).pk}"
    came = press(case, f"{at}/pause/", on="6/3/2026", reason="The plan is missing.")
    assert (came.status_code, came.url) == (302, f"/cases/{case}/#clocks")
    assert row(case).paused_on == june(3)
    refused = press(case, f"{at}/pause/", on="6/4/2026", reason="Again.")
    assert refused.status_code == 422
    assert "has been paused since Wednesday, June 3, 2026" in text(refused)
    page = text(signed_in().get(f"/cases/{case}/"))
    assert "Paused since Wed Jun 3" in page
    assert press(case, f"{at}/resume/", on="6/8/2026").status_code == 302
    assert row(case).due_on == june(15)


def test_extending_at_the_counter_asks_for_everything_at_once(case: Case) -> None:
    at = f"/clocks/{row(case).pk}/extend/"
    empty = press(case, at)
    assert empty.status_code == 422
    for words in (
        "Enter the new last day, for example 6/1/2026.",
        "Name the section, vote or agreement it rests on.",
        "Write the reason in one sentence.",
    ):
        assert words in text(empty)
    said = {"until": "6/30/2026", "authority": "Vote of June 2", "reason": "Asked.", "on": "6/2/2026"}
    assert press(case, at, people.member(), **said).status_code == 302
    page = text(signed_in().get(f"/cases/{case}/"))
    assert "Extended “Answer” through Tue Jun 30, 2026 (Vote of June 2) : Asked." in page
    event = case.events.get(slug="extended")
    back = f"/cases/{case}/history/{event.pk}/take-back/"
    assert back in signed_in().get(f"/cases/{case}/").content.decode()
    assert press(case, back, on="6/10/2026", reason="Wrong case.").status_code == 302
    assert row(case).due_on == june(10)
    assert signed_in().get(back).status_code == 404


def test_a_task_is_added_and_done_at_the_counter(case: Case) -> None:
    new = f"/cases/{case}/tasks/new/"
    assert press(case, new).status_code == 422
    assert press(case, new, what="Call the agent", due_on="+14").status_code == 302
    task = case.clocks.get(clock="task")
    assert (task.label, task.due_on) == ("Call the agent", june(24))
    assert press(case, f"/clocks/{task.pk}/done/", on="6/10/2026").status_code == 302
    task.refresh_from_db()
    assert task.ended_on == june(10)
    assert "1 done" in text(signed_in().get(f"/cases/{case}/"))


# -------------------------------------------------------------------------------------- the time of a step
def order(case: Case, on: str, at: str) -> HttpResponse:
    page = signed_in().get(f"/cases/{case}/record/ordered/").content.decode()
    version, key = (re.search(rf'name="{name}" value="([^"]+)"', page) for name in ("version", "key"))
    assert version
    assert key
    said = {"on": on, "at": at, "version": version[1], "key": key[1]}
    return press(case, f"/cases/{case}/record/ordered/", **said)


@pytest.mark.parametrize("at", ["2:30 pm", "2:30PM", "2:30pm", "14:30", " 02:30 pm "])
def test_a_timed_step_takes_the_time_as_people_write_it(case: Case, at: str) -> None:
    assert order(case, "6/9/2026", at).status_code == 302
    assert case.events.get(slug="ordered").at == time(14, 30)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("", "Enter the time of day, for example 2:30 pm."),
        ("half past two", "This is not a time we can read. Write it like 2:30 pm or 14:30."),
        ("25:00", "This is not a time we can read."),
        ("10:01 am", "This time has not come yet."),
    ],
)
def test_a_time_that_cannot_be_is_refused(case: Case, at: str, says: str) -> None:
    came = order(case, "6/10/2026", at)
    assert came.status_code == 422
    assert says in text(came)


def test_this_very_minute_is_taken(case: Case) -> None:
    assert order(case, "6/10/2026", "10 am").status_code == 302


def test_a_time_is_corrected_like_a_day(case: Case) -> None:
    started(case)
    event = case.events.get(slug="ordered")
    at = f"/cases/{case}/history/{event.pk}/correct/"
    assert 'value="14:30"' in signed_in().get(at).content.decode()
    assert press(case, at, on="6/2/2026", at="3:15 pm", note="The copy says so.").status_code == 302
    assert row(case, "obey").due_at == datetime(2026, 6, 3, 15, 15, tzinfo=EASTERN)


def test_an_appointed_day_may_lie_ahead_and_another_may_not(case: Case) -> None:
    def post(slug: str) -> HttpResponse:
        page = signed_in().get(f"/cases/{case}/record/{slug}/").content.decode()
        assert 'name="at"' not in page
        key = re.search(r'name="key" value="([^"]+)"', page)
        assert key
        return press(
            case, f"/cases/{case}/record/{slug}/", on="7/20/2026", version=str(case.version), key=key[1]
        )

    assert post("hearing").status_code == 302
    assert row(case, "notice").due_on == date(2026, 7, 6)
    assert "This day has not come yet." in text(post("posted"))


# ------------------------------------------------------------------------------------------ the worklist
def queue(slug: str, client: Client | None = None) -> HttpResponse:
    return (client or signed_in()).get(f"/worklist/{slug}/")


def lines(slug: str) -> list[str]:
    """The queue's rows, each as one line of words."""
    html = queue(slug).content.decode()
    rows_ = re.findall(r"<tr role=\"row\"(?: id=.*?)?>(.*?)</tr>", html, re.S)[1:]
    return [" ".join(re.sub(r"<[^>]+>", " ", found).split()) for found in rows_]


def test_each_queue_is_in_order_of_the_next_due_day(case: Case) -> None:
    other = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    cases.record(other, "asked", on=FILED, by=people.clerk())
    extend(case, until=june(30))
    none = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    pressing = cases.open_case(kind="trial", on=FILED, by=people.clerk())
    raise_task(pressing, due_on=june(12), what="Measure the lot")
    assert [line.split(" TR-")[0] for line in lines("waiting")] == ["Wed Jun 10", "Tue Jun 30"]
    assert str(other) in lines("waiting")[0]
    assert "Answer Toys 1" in lines("waiting")[0]
    ours = lines("our-move")
    assert [str(each) in line for each, line in zip((pressing, case, other, none), ours, strict=True)]
    assert ours[0].startswith("Fri Jun 12 TR-2026-004")
    assert "Measure the lot Office practice" in ours[0]
    assert ours[-1].startswith("No day; since Mon Jun 1 TR-2026-003")
    assert len(lines("unassigned")) == 4


def test_a_task_on_an_issued_permit_is_the_offices_move() -> None:
    permit = people.issued_dumpster(FILED)
    assert lines("our-move") == []
    raise_task(permit, what="Look at the fence")
    assert "Look at the fence" in lines("our-move")[0]
    with time_machine.travel("2026-06-12 10:00 -0400", tick=False):
        assert lines("overdue")[0].startswith("Tue Jun 9 3 days overdue DU-")


def test_what_is_paused_waits_and_is_nowhere_overdue(case: Case) -> None:
    with time_machine.travel("2026-07-20 10:00 -0400", tick=False):
        assert [line.split(" TR-")[0] for line in lines("overdue")] == [
            "Wed Jun 10 40 days overdue", "Wed Jul 1 19 days overdue",
        ]  # fmt: skip
        cases.record(case, "answered", on=june(2), by=people.clerk())
        cases.record(case, "asked", on=june(3), by=people.clerk())
        cases.record(case, "held", on=june(4), by=people.clerk())
        pause(case, on=june(5))
        assert lines("overdue") == []
        assert lines("waiting")[0].startswith("Paused since")


def test_hours_are_overdue_by_the_minute(case: Case) -> None:
    cases.record(case, "ordered", on=june(9), by=people.clerk(), at=time(10, 0))
    assert any("Wed Jun 10, 10 am" in line for line in lines("due-soon"))
    with time_machine.travel("2026-06-10 10:01 -0400", tick=False):
        assert lines("overdue")[0].startswith("Wed Jun 10, 10 am Overdue TR-")
        assert not any("Obey" in line for line in lines("due-soon"))


def test_a_queue_that_empties_says_so_once_and_what_is_next(case: Case) -> None:
    client = signed_in()
    cases.record(case, "answered", on=june(2), by=people.clerk())
    event = raise_task(case, what="Call the agent")
    raise_task(case, what="Call again", due_on=june(30))
    assert "Call the agent" in text(queue("overdue", client))
    clocks.finish_task(case, key=event.subject, on=june(10), by=people.clerk())
    emptied = text(queue("overdue", client))
    assert "That was the last one. Nothing is overdue. Next to fall due: Tuesday, June 30, 2026." in emptied
    assert "That was the last one." not in text(queue("overdue", client))


def test_a_case_leads_back_to_its_row_in_the_queue(case: Case) -> None:
    client = signed_in()
    assert "Worklist: " not in text(client.get(f"/cases/{case}/"))
    assert f'id="{case}"' in queue("waiting", client).content.decode()
    page = client.get(f"/cases/{case}/").content.decode()
    assert f'<a href="/worklist/waiting/#{case}">Worklist: Waiting</a>' in page


@pytest.mark.parametrize("kept", ["", "nowhere.1.1", "waiting", "waiting.x.1", "waiting.1.²", "waiting.-1.9"])
def test_a_spoiled_cookie_leads_nowhere(case: Case, kept: str) -> None:
    client = signed_in()
    client.cookies["worklist"] = kept
    assert "Worklist: " not in text(client.get(f"/cases/{case}/"))
    assert queue("overdue", client).status_code == 200


def test_a_row_is_landed_on_once_however_many_clocks_it_has(case: Case) -> None:
    started(case)
    html = queue("due-soon").content.decode()
    assert html.count(f'id="{case}"') == 1


def test_a_missed_night_is_said_with_the_day_it_last_looked(case: Case) -> None:
    def ran(on: date, finished: datetime | None) -> None:
        began = datetime(on.year, on.month, on.day, 2, tzinfo=EASTERN)
        NightRun.objects.create(on=on, started_at=began, finished_at=finished)

    assert "Dates not checked yet The nightly check has not run since this office began." in text(
        queue("overdue")
    )
    ran(june(9), datetime(2026, 6, 9, 2, tzinfo=EASTERN))
    assert "Dates last checked Tuesday, June 9, 2026, 2 am. Ask" in text(queue("overdue"))
    ran(june(10), None)
    assert "Dates last checked Tuesday" in text(queue("overdue")), "one that was cut short does not count"
    ran(june(10), datetime(2026, 6, 10, 2, 1, tzinfo=EASTERN))
    assert "Nightly check missed" not in text(queue("overdue"))


def test_application_steps_ask_for_no_time() -> None:
    assert not any(step.timed for step in APPLICATION.steps)
    assert kinds.get("dumpster").clock("task").given
    assert [clock.slug for clock in TRIAL.every_clock if clocks.pausable(clock)] == [
        "answer", "wait", "reply", "year", "plea-receipt",
    ]  # fmt: skip
