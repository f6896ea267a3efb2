"""The one door: recording, correcting, striking, and the projection that follows from what stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from office import clockwork
from office.actions.cases import open_case
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import correct, live_events, record, rewind, strike
from office.clockwork import Happened
from office.models import Case, Event
from tests import people
from tests.office import toys

pytestmark = pytest.mark.django_db
FILED = date(2026, 6, 1)


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
            tuple(tuple(pair) for pair in row.working["skipped"]),
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
        date(2026, 6, 24), date(2026, 6, 24), people.health(), "office",
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


# One thing a clerk does: record a step on a day for a subject, or correct or strike an earlier entry.
STEPS = [step.slug for step in toys.LIFE.steps]
DAYS = st.integers(0, 60)
SUBJECTS = st.sampled_from(["", "a", "b"])
RECORD = st.tuples(st.just("record"), st.sampled_from(STEPS), DAYS, SUBJECTS)
EXTEND = st.tuples(st.just("extend"), st.sampled_from(["answer", "notice", "decide"]), DAYS, SUBJECTS)
CORRECT = st.tuples(st.just("correct"), st.integers(0, 9), DAYS)
STRIKE = st.tuples(st.just("strike"), st.integers(0, 9))
ACTS = st.lists(st.one_of(RECORD, RECORD, EXTEND, CORRECT, STRIKE), max_size=12)


def act(case: Case, acts: list[tuple[Any, ...]]) -> list[Happened]:
    """Do these acts on the case; what stands after them, told without asking the case."""
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
        elif what == "extend":
            clock, n, subject = rest
            event = record(
                case, "extended", on=day(0), by=None, subject=subject, clock=clock, until_on=day(n + 30)
            )
            standing.append((event, Happened("extended", day(0), subject, clock, None, day(n + 30))))
        else:
            by_hand = [i for i, (event, _) in enumerate(standing) if event.slug in STEPS]
            if not by_hand:
                continue
            place = by_hand[rest[0] % len(by_hand)]
            event, was = standing[place]
            if what == "correct":
                new = correct(event, on=day(rest[1]), by=None, note="The postmark says so.")
                moved = Happened(was.slug, day(rest[1]), was.subject, was.clock, was.from_on, was.until_on)
                standing[place] = (new, moved)
            else:
                strike(event, by=None, note="It did not happen.")
                del standing[place]
    return [happened for _, happened in standing]


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_any_order_of_records_corrections_and_strikes_ends_like_a_replay(acts: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        case = toy(by=None, board=people.health())
        stands = act(case, acts)
        found = projected(case)

        # A replay: another case on which only what stands is recorded, in its order.
        replay = toy(by=None, board=people.health())
        for each in stands:
            record(
                replay, each.slug, on=each.on, by=None, subject=each.subject, clock=each.clock,
                from_on=each.from_on, until_on=each.until_on,
            )  # fmt: skip
        assert projected(replay) == found

        # The pure engines over the same list, told apart from the database.
        events = [Happened("filed", FILED), *stands]
        standing = toys.LIFE.fold(events)
        assert found["status"][:2] == (standing.status, standing.is_open)
        assert found["term"] == (standing.starts_on, standing.ends_on)
        if standing.is_open and standing.ends_on:
            events.append(Happened("term-ends", standing.ends_on))
        expected = clockwork.runs(toys.CLOCKS, events, people.health().calendar())
        assert {key: row[:5] for key, row in found["clocks"].items()} == {
            (run.clock, run.subject): (run.started_on, run.opens_on, run.due_on, run.ended_on, run.says)
            for run in expected
        }

        # And a rewind, at any time, changes nothing.
        rewind(Case.objects.get(pk=case.pk))
        assert projected(case) == found
        transaction.set_rollback(True)
