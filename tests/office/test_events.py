"""The one door: recording, correcting, striking, and the projection that follows from what stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from office import clockwork
from office.actions.cases import open_case
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import correct, live_events, record, rewind, strike
from office.clockwork import Clock, Happened
from office.kinds import Step
from office.models import Case, Closure, Event
from tests import casts, people
from tests.office import toys

pytestmark = pytest.mark.django_db
FILED = date(2026, 6, 1)

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(FILED))


def day(n: int) -> date:
    """The day `n` days after filing."""
    return FILED + timedelta(days=n)


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys.registered():
        yield


def toy(**more: Any) -> Case:
    return open_case(**({"kind": "toy", "on": FILED, "by": people.clerk()} | more))


def rows(case: Case) -> dict[tuple[str, str], tuple[Any, ...]]:
    """The case's clock rows as stored, by clock and subject."""
    return {
        (row.clock, row.subject): (
            row.started_on, row.opens_on, row.due_on, row.ended_on, row.says, row.next_on,
            row.due_at, row.paused_on, tuple(tuple(pair) for pair in row.working.get("skipped", [])),
        )
        for row in case.clocks.all()
    }  # fmt: skip


def suspensions(case: Case) -> list[tuple[date, date | None]]:
    return list(case.suspensions.order_by("from_on", "until_on").values_list("from_on", "until_on"))


def projected(case: Case) -> dict[str, Any]:
    """Everything that follows from the events, as stored."""
    fresh = Case.objects.get(pk=case.pk)
    return {
        "status": (fresh.status, fresh.is_open, fresh.mover),
        "term": (fresh.starts_on, fresh.ends_on),
        "suspended": suspensions(fresh),
        "clocks": rows(fresh),
    }


# ---- Recording
def test_a_step_moves_the_case_and_the_instance_in_hand() -> None:
    case = toy()
    event = record(case, "asked", on=day(1), by=people.clerk(), subject="plan", note="The plan.")
    assert (case.status, Case.objects.get(pk=case.pk).status) == ("waiting", "waiting")
    assert (event.on, event.subject, event.note, event.by) == (day(1), "plan", "The plan.", people.clerk())
    assert event.done == "Asked"


def test_only_a_move_changes_the_version() -> None:
    case = toy()
    before = case.version
    record(case, "posted", on=day(1), by=people.clerk())
    assert case.version == before
    record(case, "asked", on=day(1), by=people.clerk())
    assert case.version == before + 1


def test_what_is_in_no_table_is_refused() -> None:
    with pytest.raises(NotAllowed, match="'crowned'"):
        record(toy(), "crowned", on=FILED, by=people.clerk())


@pytest.mark.parametrize("person", [people.inspector, people.member, people.administrator, people.stranger])
def test_the_wrong_role_records_nothing(person: Any) -> None:
    case = toy()
    with pytest.raises(WrongRole, match="is for the clerk of Tisbury"):
        record(case, "asked", on=FILED, by=person())
    assert case.events.count() == 1


def test_a_clerk_of_another_board_is_the_wrong_role() -> None:
    with pytest.raises(WrongRole):
        record(toy(), "asked", on=FILED, by=people.clerk(people.docks()))


def test_the_office_itself_may_record() -> None:
    assert record(toy(), "asked", on=FILED, by=None).by is None


def test_the_wrong_state_is_refused_with_the_state() -> None:
    case = people.ready_dumpster(FILED)
    with pytest.raises(NotAllowed, match="Suspend is not open while DU-2026-001 is filed"):
        record(case, "suspended", on=FILED, by=people.clerk(), note="Why.")


@pytest.mark.parametrize("note", ["", "   "])
def test_a_step_that_needs_a_reason_is_refused_without_one(note: str) -> None:
    case = people.ready_dumpster(FILED)
    with pytest.raises(NotAllowed, match="Deny needs a reason"):
        record(case, "denied", on=FILED, by=people.clerk(), note=note)
    assert Case.objects.get(pk=case.pk).status == "filed"


def test_nothing_happens_before_the_filing_day() -> None:
    with pytest.raises(NotAllowed, match="before the case was filed on Monday, June 1, 2026"):
        record(toy(), "asked", on=day(-1), by=people.clerk())
    assert record(toy(), "asked", on=FILED, by=people.clerk()).on == FILED


def test_a_gate_is_passed_by_issuing_alone() -> None:
    case = people.ready_dumpster(FILED)
    with pytest.raises(NotAllowed, match="check of what stands in the way"):
        record(case, "issued", on=FILED, by=people.clerk())


def test_a_page_that_is_out_of_date_records_nothing() -> None:
    case = toy()
    seen = case.version
    record(case, "asked", on=FILED, by=people.clerk(), version=seen)
    with pytest.raises(NotAllowed, match="changed while you had it open"):
        record(case, "answered", on=FILED, by=people.clerk(), version=seen)


def test_the_same_key_is_one_event() -> None:
    case = toy()
    first = record(case, "asked", on=FILED, by=people.clerk(), key="page-1")
    stale = Case.objects.get(pk=case.pk)
    stale.status = "open"
    again = record(stale, "asked", on=day(3), by=people.clerk(), key="page-1")
    assert again == first
    assert stale.status == "waiting"
    assert case.events.filter(slug="asked").count() == 1


def test_a_key_serves_one_case_and_one_step() -> None:
    case = toy()
    record(case, "asked", on=FILED, by=people.clerk(), key="page-1")
    with pytest.raises(NotAllowed, match="already used"):
        record(case, "answered", on=FILED, by=people.clerk(), key="page-1")
    with pytest.raises(NotAllowed, match="already used"):
        record(toy(), "asked", on=FILED, by=people.clerk(), key="page-1")


def test_an_appointed_day_may_lie_ahead_and_a_new_one_replaces_it() -> None:
    case = toy()
    first = record(case, "hearing", on=day(30), by=people.clerk())
    second = record(case, "hearing", on=day(44), by=people.clerk())
    assert second.corrects == first
    assert [event.on for event in live_events(case) if event.slug == "hearing"] == [day(44)]
    assert case.clocks.get(clock="notice").due_on == day(30)


def test_hearings_of_two_subjects_stand_beside_each_other() -> None:
    case = toy()
    record(case, "hearing", on=day(30), by=people.clerk(), subject="a")
    record(case, "hearing", on=day(31), by=people.clerk(), subject="b")
    assert case.clocks.filter(clock="notice").count() == 2


# ---- Clock rows
def test_a_row_tells_its_day_its_owner_and_its_working() -> None:
    case = toy()
    record(case, "asked", on=date(2026, 6, 12), by=people.clerk(), subject="plan")
    row = case.clocks.get()
    # June 19 is Juneteenth: 15, 16, 17, 18, 22, 23, 24.
    assert (row.due_on, row.next_on, row.board, row.mover) == (
        date(2026, 6, 24), date(2026, 6, 25), people.health(), "office",
    )  # fmt: skip
    assert (row.label, row.cite) == ("Answer", "Toys 1")
    assert row.working["skipped"][2] == ["2026-06-19", "Juneteenth"]
    assert row.says.startswith("Answer: Fri June 12, 2026 + 7 working days = Wed June 24, 2026;")


def test_an_ended_row_keeps_its_key_and_waits_for_nothing() -> None:
    case = toy()
    record(case, "asked", on=FILED, by=people.clerk())
    key = case.clocks.get().pk
    record(case, "answered", on=day(2), by=people.clerk())
    row = case.clocks.get(clock="answer")
    assert (row.pk, row.ended_on, row.next_on) == (key, day(2), None)


def test_a_row_whose_start_was_struck_is_gone() -> None:
    case = toy()
    asked = record(case, "asked", on=FILED, by=people.clerk())
    strike(asked, by=people.clerk(), note="Wrong case.")
    assert not case.clocks.exists()


def test_the_end_of_the_term_starts_a_clock_and_moves_with_it() -> None:
    case = toy()
    record(case, "granted", on=FILED, by=people.clerk(), from_on=FILED, until_on=date(2026, 12, 31))
    assert case.clocks.get(clock="renew").due_on == date(2026, 12, 31)
    record(case, "revoked", on=day(30), by=people.clerk())
    assert not case.clocks.filter(clock="renew").exists()


# ---- Correcting
def test_a_corrected_day_corrects_all_that_hung_on_it_and_the_old_stays_readable() -> None:
    case = toy()
    asked = record(case, "asked", on=FILED, by=people.clerk(), subject="plan", note="The plan.")
    version = case.version
    new = correct(asked, on=day(2), by=people.clerk(), note="The postmark says so.")
    assert (new.corrects, new.slug, new.subject) == (asked, "asked", "plan")
    assert new.note == "The postmark says so."
    assert case.clocks.get().started_on == day(2)
    assert asked.case.version == version + 1
    assert Event.objects.get(pk=asked.pk).on == FILED


def test_a_correction_stands_in_the_place_of_what_it_corrects() -> None:
    case = toy()
    asked = record(case, "asked", on=FILED, by=people.clerk())
    record(case, "answered", on=day(2), by=people.clerk())
    correct(asked, on=day(1), by=people.clerk(), note="A day later.")
    case.refresh_from_db()
    assert case.status == "open", "the answer still came after the question"
    assert [event.slug for event in live_events(case)] == ["filed", "asked", "answered"]


def test_a_correction_of_a_correction_stands_in_the_same_place() -> None:
    case = toy()
    first = record(case, "asked", on=FILED, by=people.clerk())
    record(case, "answered", on=day(9), by=people.clerk())
    second = correct(first, on=day(1), by=people.clerk(), note="One.")
    third = correct(second, on=day(2), by=people.clerk(), note="Two.")
    assert [event.pk for event in live_events(case)][1] == third.pk
    assert case.clocks.get(clock="answer").started_on == day(2)


def test_a_struck_event_did_not_happen() -> None:
    case = toy()
    asked = record(case, "asked", on=FILED, by=people.clerk())
    strike(asked, by=people.clerk(), note="Another case.")
    case.refresh_from_db()
    assert case.status == "open"
    assert [event.slug for event in live_events(case)] == ["filed"]
    assert case.events.count() == 3, "the history shows what was struck, and the striking"


def test_a_corrected_end_corrects_the_days_in_force() -> None:
    case, clerk = people.issued_dumpster(FILED), people.clerk()
    revoked = record(case, "revoked", on=day(30), by=clerk, note="Moved.")
    correct(revoked, on=day(20), by=clerk, note="The order bears that day.")
    fresh = Case.objects.get(pk=case.pk)
    assert fresh.ends_on == day(19)
    assert (fresh.valid_on(day(19)), fresh.valid_on(day(20))) == (True, False)


@pytest.mark.parametrize("note", ["", " "])
def test_a_correction_needs_a_reason(note: str) -> None:
    asked = record(toy(), "asked", on=FILED, by=people.clerk())
    with pytest.raises(NotAllowed, match="needs a reason"):
        correct(asked, on=day(1), by=people.clerk(), note=note)
    with pytest.raises(NotAllowed, match="needs a reason"):
        strike(asked, by=people.clerk(), note=note)


def test_only_a_clerk_of_the_board_corrects() -> None:
    asked = record(toy(), "asked", on=FILED, by=people.clerk())
    for person in (people.inspector(), people.member(), people.clerk(people.docks()), people.stranger()):
        with pytest.raises(WrongRole):
            correct(asked, on=day(1), by=person, note="Why.")


def test_what_was_corrected_or_struck_is_not_corrected_again() -> None:
    case, clerk = toy(), people.clerk()
    first = record(case, "asked", on=FILED, by=clerk)
    second = correct(first, on=day(1), by=clerk, note="Why.")
    void = strike(second, by=clerk, note="Why.")
    for event in (first, second, void):
        with pytest.raises(NotAllowed, match="already corrected"):
            correct(event, on=day(2), by=clerk, note="Why.")


def test_a_correction_never_moves_an_event_before_the_filing_day() -> None:
    asked = record(toy(), "asked", on=day(3), by=people.clerk())
    with pytest.raises(NotAllowed, match="before the case was filed"):
        correct(asked, on=day(-1), by=people.clerk(), note="Why.")
    assert correct(asked, on=FILED, by=people.clerk(), note="Why.").on == FILED


def test_what_another_action_made_is_corrected_there() -> None:
    case = toy()
    filed = case.events.get(slug="filed")
    with pytest.raises(NotAllowed, match="corrected where it was made"):
        correct(filed, on=day(1), by=people.clerk(), note="Why.")
    with pytest.raises(NotAllowed, match="corrected where it was made"):
        strike(filed, by=people.clerk(), note="Why.")


def test_issuing_is_not_moved_but_struck_and_done_again() -> None:
    case, clerk = people.issued_dumpster(FILED), people.clerk()
    issued = case.events.get(slug="issued")
    with pytest.raises(NotAllowed, match="strike this entry and issue again"):
        correct(issued, on=day(1), by=clerk, note="Why.")
    strike(issued, by=clerk, note="Wrong day.")
    case.refresh_from_db()
    assert (case.status, case.starts_on, case.ends_on, case.slot) == ("filed", None, None, None)
    assert not case.valid_on(FILED)


def test_a_struck_revocation_gives_the_place_back_only_while_it_is_free() -> None:
    facility, clerk = people.dumpster_bin(), people.clerk()
    old = people.issued_dumpster(FILED, facility=facility)
    revoked = record(old, "revoked", on=day(10), by=clerk, note="Moved.")
    new = people.issued_dumpster(day(10), facility=facility)
    with pytest.raises(NotAllowed, match=f"already has {new.number}, valid through"):
        strike(revoked, by=clerk, note="The board took it back.")
    assert Case.objects.get(pk=old.pk).status == "revoked"

    record(new, "revoked", on=day(12), by=clerk, note="Issued by mistake.")
    with pytest.raises(NotAllowed, match="Choose a later day"):
        strike(revoked, by=clerk, note="The board took it back.")  # day 10 and 11 are the other's
    strike(new.events.get(slug="issued"), by=clerk, note="Never handed out.")
    strike(revoked, by=clerk, note="The board took it back.")
    assert Case.objects.get(pk=old.pk).valid_on(day(10))


def test_a_revocation_is_not_moved_into_the_days_of_the_next_permit() -> None:
    facility, clerk = people.dumpster_bin(), people.clerk()
    old = people.issued_dumpster(FILED, facility=facility)
    revoked = record(old, "revoked", on=day(10), by=clerk, note="Moved.")
    new = people.issued_dumpster(day(12), facility=facility)
    with pytest.raises(NotAllowed, match=f"already has {new.number}"):
        correct(revoked, on=day(13), by=clerk, note="The order bears that day.")
    correct(revoked, on=day(12), by=clerk, note="The order bears that day.")
    assert Case.objects.get(pk=old.pk).ends_on == day(11)


def test_a_permit_that_was_never_in_force_is_in_nobodys_way() -> None:
    facility, clerk = people.dumpster_bin(), people.clerk()
    old = people.issued_dumpster(FILED, facility=facility)
    revoked = record(old, "revoked", on=day(3), by=clerk, note="Issued by mistake.")
    people.issued_dumpster(day(3), facility=facility)
    correct(revoked, on=FILED, by=clerk, note="On the first day.")
    assert not Case.objects.get(pk=old.pk).valid_on(FILED)


def test_a_permit_is_not_reinstated_before_its_suspension_began() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "granted", on=day(3), by=clerk, from_on=day(3), until_on=day(300))
    record(case, "suspended", on=day(9), by=clerk)
    with pytest.raises(NotAllowed, match="would be before the suspension began on"):
        record(case, "reinstated", on=day(8), by=clerk)
    assert not case.valid_on(day(9))
    record(case, "reinstated", on=day(9), by=clerk)
    assert case.valid_on(day(9))


# ---- Rewinding
def test_rewinding_changes_nothing_however_often() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "asked", on=FILED, by=clerk, subject="a")
    record(case, "granted", on=day(3), by=clerk, from_on=day(3), until_on=day(300))
    record(case, "suspended", on=day(9), by=clerk)
    record(case, "reinstated", on=day(12), by=clerk)
    record(case, "suspended", on=day(20), by=clerk)
    before, keys = projected(case), sorted(case.clocks.values_list("pk", flat=True))
    suspended = sorted(case.suspensions.values_list("pk", flat=True))
    for _ in range(2):
        rewind(Case.objects.get(pk=case.pk))
        assert projected(case) == before
        assert sorted(case.clocks.values_list("pk", flat=True)) == keys
        assert sorted(case.suspensions.values_list("pk", flat=True)) == suspended


def test_rewinding_repairs_a_projection_that_was_lost() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "asked", on=FILED, by=clerk)
    record(case, "granted", on=day(3), by=clerk, from_on=day(3), until_on=day(300))
    before = projected(case)
    Case.objects.filter(pk=case.pk).update(status="odd", starts_on=None, ends_on=None, search="")
    case.clocks.all().delete()
    rewind(Case.objects.get(pk=case.pk))
    assert projected(case) == before
    assert Case.objects.get(pk=case.pk).search == "ty20261 ty2026001"


# ---- Lapses
LAST = date(2026, 6, 22)  # 21 days from June 1; the night of the 23rd takes silence as consent


def lapse(
    case: Case, slug: str = "silent", clock: str = "opinion", subject: str = "", on: date = LAST
) -> Event:
    return record(case, slug, on=on, by=None, subject=subject, clock=clock)


def live(case: Case) -> list[tuple[str, date]]:
    return [(event.slug, event.on) for event in live_events(case)]


def test_a_lapse_ends_its_clock_on_the_legal_day_and_starts_what_waited() -> None:
    case = toy()
    record(case, "sent", on=FILED, by=people.clerk())
    assert (case.clocks.get().due_on, case.clocks.get().next_on) == (LAST, date(2026, 6, 15))
    lapse(case)
    assert case.clocks.get(clock="opinion").ended_on == LAST
    # Ten working days from June 22: 23–26, 29, 30, July 1, 2, 3 (July 4 is a Saturday), 6.
    assert (case.clocks.get(clock="weigh").started_on, case.clocks.get(clock="weigh").due_on) == (
        LAST, date(2026, 7, 6),
    )  # fmt: skip


@pytest.mark.parametrize("on", [FILED, LAST])
def test_an_answer_in_time_that_is_entered_late_strikes_the_lapse_and_asks_nobody_to_look(on: date) -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    record(case, "opined", on=on, by=clerk)
    assert [slug for slug, _ in live(case)] == ["filed", "sent", "opined"]
    assert case.clocks.get(clock="opinion").ended_on == on
    assert case.clocks.get(clock="weigh").started_on == on
    assert not case.clocks.filter(clock="task").exists()
    assert case.events.get(slug="silent", void=True).note.startswith("Struck by itself")


def test_an_answer_a_day_late_leaves_the_lapse() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    record(case, "opined", on=date(2026, 6, 23), by=clerk)
    assert ("silent", LAST) in live(case)
    assert case.clocks.get(clock="opinion").ended_on == LAST


def test_an_answer_a_day_late_does_not_spare_the_lapse_when_the_night_was_missed() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    record(case, "opined", on=date(2026, 6, 23), by=clerk)
    row = case.clocks.get()
    assert (row.ended_on, row.run().lapsed(date(2026, 6, 24))) == (None, True)
    lapse(case)
    assert case.clocks.get(clock="opinion").ended_on == LAST
    assert case.clocks.get(clock="weigh").started_on == LAST


def test_a_start_that_is_corrected_takes_the_lapse_back_and_it_may_lapse_again() -> None:
    case, clerk = toy(), people.clerk()
    sent = record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    correct(sent, on=day(2), by=clerk, note="The card says so.")
    row = case.clocks.get()
    assert (row.clock, row.due_on, row.ended_on) == ("opinion", date(2026, 6, 24), None)
    assert "silent" not in dict(live(case))
    lapse(case, on=date(2026, 6, 24))
    assert ("silent", date(2026, 6, 24)) in live(case)


def test_what_a_person_did_after_a_lapse_stands_and_raises_one_task() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    record(case, "granted", on=date(2026, 6, 25), by=clerk, until_on=date(2026, 12, 31))
    record(case, "opined", on=LAST, by=clerk)
    assert ("granted", date(2026, 6, 25)) in live(case)
    task = case.clocks.get(clock="task")
    assert task.label == (
        "“Silence taken as consent” of Monday, June 22, 2026 no longer stands. "
        "Look again at “Granted” of Thursday, June 25, 2026."
    )
    rewind(Case.objects.get(pk=case.pk))
    assert case.clocks.filter(clock="task").count() == 1


def test_a_pause_that_began_in_time_takes_the_lapse_back() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    record(case, "held", on=LAST, by=clerk)
    row = case.clocks.get()
    assert (row.ended_on, row.paused_on, row.next_on) == (None, LAST, None)
    record(case, "brought", on=date(2026, 7, 1), by=clerk)
    row = case.clocks.get()
    # The day of the pause was the last of the 21, so none was left when it went on.
    assert (row.paused_on, row.due_on, row.next_on) == (None, date(2026, 7, 1), date(2026, 6, 24))


def test_a_snow_day_that_moves_the_last_day_takes_the_lapse_back() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "sent", on=FILED, by=clerk)
    lapse(case)
    Closure.objects.create(town="Tisbury", on=LAST, reason="Storm")
    rewind(Case.objects.get(pk=case.pk), on=LAST)
    row = case.clocks.get()
    assert (row.due_on, row.ended_on, "silent" in dict(live(case))) == (date(2026, 6, 23), None, False)


def test_a_lapse_that_closes_the_case_stands() -> None:
    forfeits = replace(
        toys.LIFE,
        steps=(*toys.LIFE.steps, Step("forfeited", "", "Forfeited", to="forfeited", by_hand=False)),
        closed=("revoked", "forfeited"),
    )
    offer = Clock(slug="offer", says="Take it", cite="Toys 1", starts="asked", stops=("answered",), days=5,
                  lapses="forfeited")  # fmt: skip
    kind = replace(toys.TOY, slug="offer-toy", series="OT", lifecycle=forfeits, clocks=(offer,))
    with toys.registered(kind):
        case, clerk = toy(kind="offer-toy"), people.clerk()
        record(case, "asked", on=FILED, by=clerk)
        record(case, "forfeited", on=day(5), by=None, clock="offer")
        for _ in range(2):
            fresh = Case.objects.get(pk=case.pk)
            assert (fresh.status, fresh.clocks.get().ended_on) == ("forfeited", day(5))
            rewind(fresh)
        record(case, "answered", on=day(5), by=clerk)
        assert (case.status, case.clocks.get().ended_on) == ("open", day(5))
        assert "forfeited" not in dict(live(case))


def test_a_day_that_was_missed_stays_owed_and_is_not_missed_again() -> None:
    case, clerk = toy(), people.clerk()
    record(case, "watched", on=FILED, by=clerk)
    row = case.clocks.get(clock="visit")
    assert (row.subject, row.opens_on, row.due_on) == ("2026-06-15", date(2026, 6, 10), date(2026, 6, 15))
    missed = record(case, "missed", on=row.due_on, by=None, subject=row.subject, clock="visit")
    first, second = case.clocks.filter(clock="visit")
    assert (first.ended_on, first.working["missed"], second.subject) == (None, True, "2026-07-01")
    record(case, "visited", on=date(2026, 6, 17), by=clerk)
    assert case.clocks.get(subject="2026-06-15").ended_on == date(2026, 6, 17)
    assert missed in live_events(case), "it came late"
    record(case, "visited", on=date(2026, 6, 15), by=clerk)
    assert missed not in live_events(case), "it came in time and was entered late"


# One thing that happens: a step recorded on a day for a subject, an extension or a pause of a clock, an
# earlier entry corrected or struck, or a night.
STEPS = [step.slug for step in toys.LIFE.steps if step.by_hand]
DAYS = st.integers(0, 60)
SUBJECTS = st.sampled_from(["", "a", "b"])
COUNTED = st.sampled_from(["answer", "notice", "decide", "opinion", "weigh"])
RECORD = st.tuples(st.just("record"), st.sampled_from(STEPS), DAYS, SUBJECTS)
# What lapses, stands still and recurs is told often enough to meet itself.
OFTEN = st.tuples(
    st.just("record"),
    st.sampled_from(["sent", "sent", "opined", "held", "brought", "watched", "visited", "returned"]),
    DAYS,
    SUBJECTS,
)
EXTEND = st.tuples(st.just("extend"), COUNTED, DAYS, SUBJECTS)
HOLD = st.tuples(st.sampled_from(["paused", "resumed"]), COUNTED, DAYS, SUBJECTS)
CORRECT = st.tuples(st.just("correct"), st.integers(0, 9), DAYS)
STRIKE = st.tuples(st.just("strike"), st.integers(0, 9))
NIGHT = st.tuples(st.just("night"), st.integers(0, 120))
ACTS = st.lists(st.one_of(RECORD, OFTEN, OFTEN, EXTEND, HOLD, CORRECT, STRIKE, NIGHT), max_size=14)
LAST_NIGHT = 120


def night(case: Case, n: int) -> None:
    """Record what lapsed by the night of day `n`, one after the other, as the nightly work does."""
    while True:
        rows = case.clocks.filter(ended_on=None, paused_on=None, due_on__lt=day(n)).order_by("due_on", "pk")
        lapsed = [(row, case.casekind.clock(row.clock).lapse) for row in rows if "missed" not in row.working]
        row, slug = next(((row, slug) for row, slug in lapsed if slug), (None, ""))
        if row is None:
            return
        record(case, slug, on=row.due_on, by=None, subject=row.subject, clock=row.clock)


def act(case: Case, acts: list[tuple[Any, ...]]) -> list[Happened]:
    """Do these acts on the case; what people told that stands after them, without asking the case."""
    standing: list[tuple[Event, Happened]] = []
    for what, *rest in acts:
        if what == "record":
            slug, n, subject = rest
            # A term lasts as long as the day was late: any length will do, as long as it is known.
            until = day(n + 200) if slug == "granted" else None
            event = record(case, slug, on=day(n), by=None, subject=subject, until_on=until)
            happened = Happened(slug, day(n), subject, "", None, until)
            place = next((i for i, (e, _) in enumerate(standing) if e.pk == event.corrects_id), None)
            if place is None:
                standing.append((event, happened))
            else:
                standing[place] = (event, happened)
        elif what in ("extend", "paused", "resumed"):
            clock, n, subject = rest
            slug, on, until = ("extended", FILED, day(n + 30)) if what == "extend" else (what, day(n), None)
            event = record(case, slug, on=on, by=None, subject=subject, clock=clock, until_on=until)
            standing.append((event, Happened(slug, on, subject, clock, None, until)))
        elif what == "night":
            night(case, rest[0])
        else:
            by_hand = [i for i, (event, _) in enumerate(standing) if event.slug in STEPS]
            if not by_hand:
                continue
            place = by_hand[rest[0] % len(by_hand)]
            event, was = standing[place]
            if what == "correct":
                new = correct(event, on=day(rest[1]), by=None, note="The postmark says so.")
                standing[place] = (new, replace(was, on=day(rest[1]), note="The postmark says so."))
            else:
                strike(event, by=None, note="It did not happen.")
                del standing[place]
    return [happened for _, happened in standing]


# Not shrunk: on a database that takes minutes. The engine's own property in test_clockwork.py shrinks fast.
@settings(
    deadline=None,
    max_examples=25,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(acts=ACTS)
def test_any_order_of_records_corrections_and_nights_ends_like_a_replay(acts: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        case = toy(by=None, board=people.health())
        stands = act(case, acts)
        night(case, LAST_NIGHT)
        found = projected(case)

        # What people told stands as they told it; between it stand the lapses that are warranted.
        lives = [event.happened() for event in live_events(case)]
        lapses = [event for event in lives if event.slug in ("silent", "missed")]
        assert [event for event in lives if event not in lapses] == [Happened("filed", FILED), *stands]
        clocks, calendar, follows = toys.CLOCKS, people.health().calendar(), toys.LIFE.follows
        assert clockwork.undue(clocks, [*lives, *follows(lives)], calendar, follows) == []

        # A replay: another case on which only what people told is recorded, in its order; then comes a night.
        # The end of a case spares it the nights to come, but takes none back that came before.
        if all(event.slug != "revoked" for event in stands):
            replay = toy(by=None, board=people.health())
            for each in stands:
                record(
                    replay, each.slug, on=each.on, by=None, subject=each.subject, clock=each.clock,
                    from_on=each.from_on, until_on=each.until_on, note=each.note,
                )  # fmt: skip
            night(replay, LAST_NIGHT)
            assert projected(replay) == found

        # The pure engines over the same list, told apart from the database.
        standing = toys.LIFE.fold(lives)
        assert found["status"][:2] == (standing.status, standing.is_open)
        assert found["term"] == (standing.starts_on, standing.ends_on)
        expected = clockwork.runs(clocks, [*lives, *follows(lives)], calendar)
        assert {key: row[:5] for key, row in found["clocks"].items()} == {
            (run.clock, run.subject): (run.started_on, run.opens_on, run.due_on, run.ended_on, run.says)
            for run in expected
        }

        # And a rewind, at any time, changes nothing.
        rewind(Case.objects.get(pk=case.pk))
        assert projected(case) == found
        transaction.set_rollback(True)
