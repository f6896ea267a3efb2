"""The life of a notice of intent through the actions: what each step needs, refuses and brings about."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from docks.actions import after, decision, notice, work
from docks.models import OwnItemAnswer, VesselChange
from docks.models.life import own_items, services_of
from docks.rules import life as rules
from office.actions import agendas, cases, meetings, steps, votes
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.actions.readings import add_reading
from office.clockwork import Mover
from office.models import Case, Notice
from tests import people
from tests.docks import life_cast as cast
from tests.docks.life_cast import COMPLETE, FILED, HEARD, ISSUED, RECORDED, START, at, clerk, member

pytestmark = pytest.mark.django_db


def due(case: Case, clock: str) -> date:
    found: date = case.clocks.get(clock=clock).due_on
    return found


# ------------------------------------------------------------------------------------------------ filing
def test_a_lot_of_another_town_is_refused_before_anything_else() -> None:
    cast.board()
    with pytest.raises(NotAllowed, match="lies in Tisbury, not in Barnstable"):
        cases.open_case(kind="dock", on=FILED, by=clerk(), board=people.docks(), parcels=[people.parcel()])
    assert not Case.objects.exists()


def test_a_notice_is_not_accepted_while_anything_is_missing_and_every_reason_is_told() -> None:
    case = cast.filed()
    with pytest.raises(NotAllowed) as refused:
        notice.accept(case, complete_on=COMPLETE, on=COMPLETE, by=clerk(), now=at(COMPLETE))
    said = notice.missing_for_acceptance(case)
    assert len(said) == 14 + 16 + 2 + 3, "items of notice, plan and office list, and three copies"
    assert all(each in str(refused.value) for each in said)
    cast.tick_all(case)
    assert [each.partition(" was not")[0] for each in notice.missing_for_acceptance(case)] == [
        "The Shellfish Biologist", "The Harbormaster", "The Waterways Committee",
    ]  # fmt: skip
    cast.serve_all(case)
    assert notice.missing_for_acceptance(case) == []
    assert case.status == "filed"


def test_each_missing_item_alone_keeps_the_notice_from_being_accepted() -> None:
    case = cast.filed()
    cast.serve_all(case)
    cast.tick_all(case)
    for slug in ("n1-guidelines", "n14-survey-method", "p1-materials", "p16-stamp"):
        notice.check_off(case, {slug: ("missing", "")}, {}, on=COMPLETE, by=clerk())
        (said,) = notice.missing_for_acceptance(case)
        assert "703-3(G)" in said
        notice.check_off(case, {slug: ("n/a", "Not here.")}, {}, on=COMPLETE, by=clerk())
        assert notice.missing_for_acceptance(case) == []


def test_the_offices_own_list_counts_as_one_item_and_is_kept_by_the_administrator() -> None:
    case = cast.filed()
    first, second = own_items(case)
    item = case.checklist.get(item="office-list")
    notice.check_off(case, {}, {first.wording.item_id: ("supplied", "")}, on=COMPLETE, by=clerk())
    item.refresh_from_db()
    assert item.state == "missing"
    with pytest.raises(NotAllowed, match="does not apply"):
        notice.check_off(case, {}, {second.wording.item_id: ("n/a", "")}, on=COMPLETE, by=clerk())
    notice.check_off(case, {}, {second.wording.item_id: ("n/a", "Sample reason.")}, on=COMPLETE, by=clerk())
    item.refresh_from_db()
    assert item.state == "supplied"
    notice.check_off(case, {}, {second.wording.item_id: ("missing", "")}, on=COMPLETE, by=clerk())
    item.refresh_from_db()
    assert item.state == "missing"
    assert OwnItemAnswer.objects.filter(case=case).count() == 3
    with pytest.raises(WrongRole):
        notice.check_off(case, {}, {}, on=COMPLETE, by=member())


# --------------------------------------------------------------------------------------------- service
def test_a_copy_after_the_filing_is_on_record_and_stops_the_acceptance() -> None:
    case = cast.filed()
    cast.tick_all(case)
    cast.serve_all(case)
    late = FILED + timedelta(days=1)
    said = {"part": rules.HARBORMASTER, "method": rules.HAND, "proof": "Receipt of Sample", "by": clerk()}
    notice.serve(case, served_on=late, on=COMPLETE, **said)
    (why,) = notice.missing_for_acceptance(case)
    assert why.startswith("The Harbormaster was served on Tuesday, May 5, 2026, after the filing")
    notice.serve(case, served_on=FILED, on=COMPLETE, **said)
    assert notice.missing_for_acceptance(case) == []
    assert services_of(case)[rules.HARBORMASTER].proof == "Receipt of Sample"
    assert case.dock_services.count() == 5, "nothing is overwritten"
    assert case.events.filter(slug="office-served").count() == 5


def test_what_is_no_proof_of_service_is_refused_with_what_to_do() -> None:
    case = cast.filed()
    for change, words in (
        ({"part": "commission"}, "Choose which office"),
        ({"method": "pigeon"}, "certified mail or by hand"),
        ({"proof": " "}, "Enter the article number"),
        ({"served_on": COMPLETE + timedelta(days=1)}, "has not come yet"),
    ):
        said = {
            "part": rules.BIOLOGIST, "method": rules.CERTIFIED, "proof": "9407 1", "served_on": FILED,
        } | change  # fmt: skip
        with pytest.raises(NotAllowed, match=words):
            notice.serve(case, on=COMPLETE, by=clerk(), **said)  # type: ignore[arg-type]
    assert not case.dock_services.exists()


def test_the_name_an_office_goes_by_is_kept_with_the_copy_it_got() -> None:
    case = cast.filed()
    cast.serve_all(case)
    assert services_of(case)[rules.BIOLOGIST].name == "Shellfish Biologist, Marine and Environmental Affairs"


# --------------------------------------------------------------------------------- acceptance and hearing
def test_acceptance_starts_the_21_days_to_the_hearing_and_writes_its_sheet() -> None:
    case = cast.accepted()
    assert (case.status, case.mover) == ("in review", Mover.BOARD)
    assert due(case, "hearing-by") == date(2026, 6, 16)
    (letter,) = case.notices.filter(letter="acceptance")
    assert letter.status == Notice.Status.TO_MAIL, letter.why
    assert letter.about["hearing_by"] == "2026-06-16"
    assert len(letter.about["items"]) == 32
    assert [row["office"] for row in letter.about["services"]][1:] == ["Harbormaster", "Waterways Committee"]


def test_what_is_missing_is_asked_for_and_the_answer_makes_the_office_look_again() -> None:
    case = cast.filed()
    steps.record(
        case, "incomplete", on=FILED, by=clerk(), now=at(FILED), note="The Harbormaster was not served."
    )
    assert (case.status, case.mover) == ("incomplete", Mover.APPLICANT)
    (letter,) = case.notices.filter(letter="incomplete")
    assert letter.status == Notice.Status.TO_MAIL, letter.why
    assert due(case, "reply") == date(2026, 5, 18)
    assert any("Shellfish survey" in row["what"] for row in letter.about["missing"])
    cases.record(case, "answered", on=COMPLETE, by=clerk())
    assert case.clocks.get(clock="reply").ended_on == COMPLETE


def test_a_hearing_that_moves_takes_the_window_of_the_stakes_along() -> None:
    case, item = cast.scheduled()
    row = case.clocks.get(clock="staking")
    assert (row.opens_on, row.due_on) == (date(2026, 5, 26), HEARD)
    later = cast.meeting_on(date(2026, 6, 30))
    agendas.continue_item(item, to=later, on=HEARD, now=at(HEARD, 20), by=clerk())
    row = case.clocks.get(clock="staking")
    assert (row.opens_on, row.due_on) == (date(2026, 6, 9), date(2026, 6, 30))
    day = date(2026, 6, 10)
    notice.stake(case, marks="stakes", photo=cast.photo(), on=day, recorded_on=day, by=clerk())
    assert case.clocks.get(clock="staking").ended_on == day


def test_a_staking_needs_its_photo_and_says_at_the_hearing_whether_it_stood() -> None:
    case, _ = cast.scheduled()
    day = date(2026, 6, 1)
    with pytest.raises(NotAllowed, match="Add a photo"):
        notice.stake(case, marks="stakes", photo=None, on=day, recorded_on=day, by=clerk())
    assert case.clocks.get(clock="staking").ended_on is None
    row = notice.stake(case, marks="buoy", photo=cast.photo(), on=day, recorded_on=day, by=clerk())
    assert row.photo.case == case
    notice.check_stakes(case, standing=False, on=HEARD, by=member(), note="Two are gone.")
    assert cast.notes(case, "stakes-not-standing") == ["Two are gone."]
    assert not cast.notes(case, "stakes-standing")


# --------------------------------------------------------------------------------------------- decision
def test_findings_wait_for_the_hearing_and_the_vote_waits_for_the_findings() -> None:
    case = cast.accepted()
    with pytest.raises(NotAllowed, match="No hearing was set"):
        decision.make_findings(case, cast.found(), seasonal=True, on=HEARD, by=clerk())
    item = agendas.add_item(
        cast.meeting_on(), sort="hearing", case=case, on=COMPLETE, now=at(COMPLETE), by=clerk()
    )
    with pytest.raises(NotAllowed, match="The hearing is set for Tuesday, June 16, 2026"):
        decision.make_findings(case, cast.found(), seasonal=True, on=COMPLETE, by=clerk())
    with pytest.raises(NotAllowed, match="comes after “Findings made” and “Hearing closed”"):
        cases.record(case, "approved", on=HEARD, by=member())
    cast.closed_hearing(case)
    row = decision.make_findings(case, cast.found(), seasonal=True, on=HEARD, by=member())
    assert [each.side for each in row.evidence.all()] == ["for", "against"]
    assert (row.docks_counted, row.radius_mi) == (14, rules.RADIUS_MI)
    assert row.event.snapshot.case == case
    assert case.status == "in review", "findings decide nothing"
    assert item.case == case


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"why": " "}, "Say why the presumption of harm"),
        ({"evidence": []}, "at least one piece of evidence"),
        ({"evidence": [decision.Weighed("against", "A letter")]}, "none is named for the dock"),
        ({"season": "permanent"}, "The dock is seasonal by its notice"),
        ({"possible": None}, "Count the docks of the study"),
        ({"radius_mi": None}, "within how many miles"),
        ({"merits": ""}, "on the merits"),
        ({"values": [decision.Valued("lights", "safe", " ")]}, "Give the reason"),
    ],
)
def test_findings_that_say_too_little_are_refused(change: dict[str, object], words: str) -> None:
    said = decision.wrong(cast.found(**change), seasonal=True)
    assert any(words in each for each in said)
    assert decision.wrong(cast.found(), seasonal=True) == []


def test_findings_are_not_made_anew_once_it_is_decided() -> None:
    case = cast.approved()
    with pytest.raises(NotAllowed, match="not open while"):
        decision.make_findings(case, cast.found(), seasonal=True, on=HEARD, by=clerk())
    assert case.dock_findings.count() == 1


def test_a_presumption_not_overcome_needs_no_evidence_for_the_dock() -> None:
    said = cast.found(overcome=False, evidence=[decision.Weighed("against", "A dense bed")])
    assert decision.wrong(said, seasonal=True) == []


def test_the_vote_approves_with_conditions_and_nothing_approves_by_itself() -> None:
    case, item = cast.heard()
    first, second = cast.members("second")
    meetings.take_attendance(item.meeting, present=[first.pk, second.pk], on=HEARD, by=clerk())
    ballots = {first.pk: "yes", second.pk: "yes"}
    votes.record_vote(
        item, motion="To approve with conditions", step="approved", mover=first.pk, second=second.pk,
        ballots=ballots, conditions=[("Keep the eelgrass", None)], on=HEARD, now=at(HEARD, 20), by=clerk(),
    )  # fmt: skip
    case.refresh_from_db()
    assert case.status == "approved"
    assert case.conditions.get().text == "Keep the eelgrass"
    assert due(case, "order-by") == date(2026, 7, 7), "the vote is no order yet"
    assert case.clocks.get(clock="order-by").ended_on is None


def test_an_item_that_turns_out_missing_keeps_the_vote_from_approving() -> None:
    case, _ = cast.heard()
    notice.check_off(case, {"p16-stamp": ("missing", "")}, {}, on=HEARD, by=clerk())
    with pytest.raises(NotAllowed, match="Not complete yet: Plan stamped"):
        cases.record(case, "approved", on=HEARD, by=member())
    cases.record(case, "denied", on=HEARD, by=member(), note="Not complete.")
    assert case.status == "denied"


def test_dismissed_withdrawn_and_denied_are_three_ends_and_a_new_notice_takes_the_file_up_again() -> None:
    dismissed = cast.accepted()
    steps.record(dismissed, "dismissed", on=HEARD, by=clerk(), now=at(HEARD), note="Nobody came.")
    assert (dismissed.status, dismissed.is_open) == ("dismissed", False)
    assert dismissed.notices.filter(letter="dismissal").exists()
    withdrawn = cast.filed()
    cases.record(withdrawn, "withdrawn", on=HEARD, by=clerk(), note="Asked to.")
    denied, _ = cast.heard()
    steps.record(denied, "denied", on=HEARD, by=member(), now=at(HEARD), note="A dense bed.")
    (letter,) = denied.notices.filter(letter="decision")
    assert letter.status == Notice.Status.TO_MAIL, letter.why
    assert "overcome" in letter.about["presumption"]
    again = cast.filed(on=ISSUED)
    for words, number in (("no earlier notice", "NI-1999-001"), ("no earlier notice", again.number)):
        with pytest.raises(NotAllowed, match=words):
            notice.take_up_again(again, earlier=number, on=ISSUED, by=clerk())
    notice.take_up_again(again, earlier=dismissed.number, on=ISSUED, by=clerk())
    again.refresh_from_db()
    assert again.parent == dismissed
    assert cast.notes(again, "refiled") == [f"{dismissed.number}, dismissed"]
    assert len({case.status for case in (dismissed, withdrawn, denied)}) == 3


# ------------------------------------------------------------------------------------------------ the order
def test_the_order_waits_for_its_file_number_and_runs_three_years() -> None:
    case = cast.approved()
    cast.clear_rules(case)
    with pytest.raises(CannotIssue, match="DEP file number"):
        cases.issue(case, on=ISSUED, by=clerk())
    decision.give_number(case, number="SE3-0000", on=ISSUED, by=clerk())
    cases.issue(case, on=ISSUED, by=clerk())
    assert (case.starts_on, case.ends_on) == (ISSUED, date(2029, 6, 23))
    assert case.clocks.get(clock="order-by").ended_on == ISSUED
    assert due(case, "appeal") == date(2026, 7, 7), "10 business days; July 4 is a Saturday"
    assert (due(case, "order-ends"), due(case, "ask-extension")) == (date(2029, 6, 23), date(2029, 5, 24))
    assert case.conditions.filter(cite="Barnstable 703-2").exists(), "a seasonal dock has its season printed"
    assert not case.conditions.filter(cite="Barnstable 703-4(D)").exists(), "it has no lights"


def test_nothing_is_recorded_at_the_registry_while_the_order_may_be_appealed() -> None:
    case = cast.issued()
    with pytest.raises(NotAllowed, match="may be appealed through Tuesday, July 7, 2026"):
        decision.record_at_registry(case, book="1", page="2", on=date(2026, 7, 7), by=clerk())
    appealed = cases.record(case, "appealed", on=date(2026, 7, 7), by=clerk())
    with pytest.raises(NotAllowed, match="once the appeal has ended"):
        decision.record_at_registry(case, book="1", page="2", on=RECORDED, by=clerk())
    cases.record(case, "appeal-ended", on=RECORDED, by=clerk(), note="Withdrawn.")
    with pytest.raises(NotAllowed, match="Enter book and page"):
        decision.record_at_registry(case, book="1", page=" ", on=RECORDED, by=clerk())
    decision.record_at_registry(case, book="1000", page="10", on=RECORDED, by=clerk())
    decision.record_at_registry(case, book="", page="", certificate="C123", on=RECORDED, by=clerk())
    assert cast.notes(case, "order-recorded") == ["Book 1000, page 10", "Certificate C123"]
    assert appealed.pk


def test_an_extension_moves_the_end_of_the_order_and_is_asked_for_first() -> None:
    case = cast.recorded()
    asked, until = date(2029, 5, 24), date(2030, 6, 23)
    said = {"why": "Vote of May 29, 2029, 3-0.", "on": date(2029, 5, 29), "by": clerk(), "now": at(asked)}
    with pytest.raises(NotAllowed, match="Nobody asked"):
        decision.extend(case, until=until, **said)  # type: ignore[arg-type]
    cases.record(case, "extension-asked", on=asked, by=clerk())
    assert case.clocks.get(clock="ask-extension").ended_on == asked
    with pytest.raises(NotAllowed, match="already"):
        decision.extend(case, until=date(2029, 6, 23), **said)  # type: ignore[arg-type]
    decision.extend(case, until=until, **said)  # type: ignore[arg-type]
    assert (case.starts_on, case.ends_on) == (ISSUED, until)
    row = case.clocks.get(clock="ask-extension")
    assert (row.due_on, row.ended_on) == (date(2030, 5, 24), None), "the next one is asked for anew"


# ------------------------------------------------------------------------------------------------- the work
def test_a_start_too_soon_is_refused_when_planned_and_when_begun() -> None:
    case = cast.recorded()
    with pytest.raises(NotAllowed, match="less than 10 working days"):
        work.plan_start(case, start=START, today=date(2026, 9, 1), by=clerk())
    work.plan_start(case, start=START, today=date(2026, 8, 31), by=clerk())
    assert (due(case, "tell-natural-resources"), due(case, "tell-commission")) == (
        date(2026, 8, 31), date(2026, 9, 8),
    )  # fmt: skip
    with pytest.raises(
        NotAllowed, match=r"Natural Resources was not told.*Conservation Commission was not told"
    ):
        work.start(case, on=START, by=clerk())
    work.tell(case, office=rules.NATURAL_RESOURCES, on=date(2026, 8, 31), by=clerk())
    work.tell(case, office=rules.COMMISSION, on=date(2026, 9, 8), by=clerk())
    with pytest.raises(NotAllowed, match="less than 10 working days before Monday, September 14"):
        work.start(case, on=date(2026, 9, 14), by=clerk())
    work.start(case, on=START, by=clerk())
    assert case.events.live().filter(slug="work-started").get().on == START


def test_nothing_starts_before_the_order_is_recorded_or_the_dwelling_may_be_occupied() -> None:
    case = cast.issued(occupancy_on="2026-09-20")
    cast.appeal_over(case)
    work.tell(case, office=rules.NATURAL_RESOURCES, on=date(2026, 8, 3), by=clerk())
    work.tell(case, office=rules.COMMISSION, on=date(2026, 8, 3), by=clerk())
    with pytest.raises(NotAllowed) as refused:
        work.start(case, on=START, by=clerk())
    assert "not recorded at the Registry" in str(refused.value)
    assert "may be occupied from Sunday, September 20, 2026" in str(refused.value)
    decision.record_at_registry(case, book="1", page="2", on=RECORDED, by=clerk())
    with pytest.raises(NotAllowed, match="703-4\\(B\\)"):
        work.start(case, on=START, by=clerk())
    work.start(case, on=date(2026, 9, 21), by=clerk())


def test_another_planned_day_takes_the_notices_along() -> None:
    case = cast.recorded()
    work.plan_start(case, start=START, today=date(2026, 8, 3), by=clerk())
    work.plan_start(case, start=date(2026, 9, 28), today=date(2026, 8, 3), by=clerk())
    assert due(case, "tell-natural-resources") == date(2026, 9, 14)
    assert case.events.live().filter(slug="construction-starts").count() == 1


def test_altered_work_needs_plans_approved_before_it_was_built() -> None:
    case = cast.begun()
    built, done = date(2026, 9, 25), date(2026, 10, 5)
    said = {"altered": True, "built_on": built, "on": done, "by": clerk()}
    with pytest.raises(NotAllowed, match="No revised plans were approved"):
        work.complete(case, **said)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="no revised plans 1"):
        work.approve_plans(case, number=1, why="Vote", on=built, by=member())
    row = work.revise(
        case, what="The float turns.", plans=cast.photo("plan.png"), on=date(2026, 9, 22), by=clerk()
    )
    with pytest.raises(NotAllowed, match="after Monday, September 21"):
        work.approve_plans(case, number=1, why="Vote", on=date(2026, 9, 21), by=member())
    work.approve_plans(case, number=1, why="Vote of September 25, 2026, 3-0.", on=built, by=member())
    with pytest.raises(NotAllowed, match="approved already"):
        work.approve_plans(case, number=1, why="Vote", on=built, by=member())
    work.complete(case, **said)  # type: ignore[arg-type]
    assert cast.notes(case, "completed") == [
        "Altered by approved plans, first built on Friday, September 25, 2026"
    ]
    assert row.subject == "plans-1"


def test_the_certificate_is_asked_for_after_the_work_and_ends_the_term() -> None:
    case = cast.begun()
    now = at(date(2026, 10, 26))
    with pytest.raises(NotAllowed, match="not recorded as finished"):
        work.certify(case, on=now.date(), by=member(), now=now)
    work.complete(case, altered=False, built_on=None, on=date(2026, 10, 5), by=clerk())
    with pytest.raises(NotAllowed, match="Nobody asked"):
        work.certify(case, on=now.date(), by=member(), now=now)
    cases.record(case, "certificate-asked", on=date(2026, 10, 6), by=clerk())
    assert due(case, "certificate") == date(2026, 10, 27)
    work.certify(case, on=now.date(), by=member(), now=now)
    assert (case.status, case.starts_on, case.ends_on, case.is_open) == ("certified", ISSUED, None, True)
    (letter,) = case.notices.filter(letter="certificate")
    assert letter.status == Notice.Status.TO_MAIL, letter.why
    assert letter.about["registry"] == "Book 1000, page 10"


def test_the_towns_answer_takes_the_place_of_a_figure_nobody_read() -> None:
    case = cast.begun()
    work.complete(case, altered=False, built_on=None, on=date(2026, 10, 5), by=clerk())
    add_reading(
        people.docks(), slug=rules.CERTIFICATE_DAYS.slug, value="30", since=date(2026, 10, 6),
        source="Sample counsel", on=date(2026, 10, 6), by=None,
    )  # fmt: skip
    cases.record(case, "certificate-asked", on=date(2026, 10, 6), by=clerk())
    assert due(case, "certificate") == date(2026, 11, 5)


# ------------------------------------------------------------------------------------------------ afterwards
def test_a_seasonal_dock_has_its_seasons_and_one_out_of_season_is_a_task() -> None:
    case = cast.finished()
    out = case.clocks.get(clock="season-out")
    assert (out.opens_on, out.due_on) == (date(2026, 4, 1), date(2026, 10, 31))
    after.season(case, put_in=False, on=date(2026, 10, 31), by=clerk())
    out.refresh_from_db()
    assert out.ended_on == date(2026, 10, 31)
    spring = case.clocks.get(clock="season-in", subject="2027-04-01")
    assert spring.next_on == date(2027, 3, 25)
    after.season(case, put_in=True, on=date(2027, 3, 31), by=clerk())
    (task,) = case.clocks.filter(clock="task")
    assert task.label.startswith("Out of season. Put in on Wednesday, March 31, 2027")
    autumn = case.clocks.get(clock="season-out", subject="2027-10-31")
    assert autumn.next_on == date(2027, 10, 15)


def test_a_dock_that_stands_all_year_has_no_seasons() -> None:
    case = cast.begun(seasonal="false")
    assert not case.clocks.filter(clock__startswith="season").exists()
    with pytest.raises(NotAllowed, match="no seasonal dock"):
        after.season(case, put_in=True, on=START, by=clerk())


LIFT = {"has_lift": "true", "lift_basis": "handicapped-access", "work": "new"}


def test_a_lift_for_access_goes_on_the_day_the_property_passes_or_with_the_grace_the_town_set() -> None:
    case = cast.finished(**LIFT)
    passed = date(2027, 5, 3)
    assert after.end_lift(case, "property-transferred", on=passed, by=clerk()) == passed
    row = case.clocks.get(clock="lift-removal")
    assert (row.due_on, row.label) == (passed, "Remove the boat lift and tell the Conservation Division")
    cases.record(case, "lift-removed", on=passed, by=clerk())
    row.refresh_from_db()
    assert row.ended_on == passed
    add_reading(
        people.docks(), slug=rules.LIFT_GRACE.slug, value="14", since=date(2027, 6, 1), source="Sample vote",
        on=date(2027, 6, 1), by=None,
    )  # fmt: skip
    assert after.end_lift(case, "lift-need-ended", on=date(2027, 7, 1), by=clerk()) == date(2027, 7, 15)


@pytest.mark.parametrize("answers", [{}, {"has_lift": "true", "lift_basis": "extraordinary"}])
def test_no_other_lift_has_to_go(answers: dict[str, str]) -> None:
    case = cast.finished(**answers)
    assert after.end_lift(case, "property-transferred", on=date(2027, 5, 3), by=clerk()) is None
    assert not case.clocks.filter(clock="lift-removal").exists()


def test_another_boat_is_judged_anew_and_the_decided_answers_stay() -> None:
    case = cast.finished()
    boat = after.Boat("Sample sloop", None, None, None, "inboard")
    amiss = after.change_boat(case, boat, on=date(2027, 5, 3), by=clerk())
    assert amiss, "without its draft the depth under it is not known, and unknown is never met"
    event = case.events.live().get(slug="vessel-changed")
    kept = case.snapshots.get(event=event)
    assert [vessel["name"] for vessel in kept.facts["vessels"]] == ["Sample sloop"]
    assert kept.findings.count() == len(case.casekind.law.rules)
    assert case.details.vessels.count() == 0
    assert case.clocks.filter(clock="task", label__startswith="Sample sloop does not keep").exists()
    with pytest.raises(NotAllowed, match="No boat called Nobody lies there"):
        after.change_boat(
            case,
            after.Boat("Other", None, None, None, "none", replaces="Nobody"),
            on=date(2027, 6, 1),
            by=clerk(),
        )
    after.change_boat(
        case, after.Boat("Sample skiff", None, None, None, "none", replaces="Sample sloop"),
        on=date(2027, 6, 1), by=clerk(),
    )  # fmt: skip
    facts = work.facts_of(case, date(2027, 6, 1))
    assert [each.name for each in after.boats_now(case, facts)] == ["Sample skiff"]
    assert VesselChange.objects.filter(case=case).count() == 2


def test_a_visit_says_what_is_amiss_and_makes_it_a_task() -> None:
    case = cast.finished()
    day = date(2027, 5, 3)
    seen = [(each.slug, "yes", "") for each in rules.SEEN]
    assert after.visit(case, seen, on=day, by=clerk()).items.count() == len(rules.SEEN)
    assert not case.clocks.filter(clock="task").exists()
    with pytest.raises(NotAllowed, match="each item"):
        after.visit(case, seen[1:], on=day, by=clerk())
    with pytest.raises(NotAllowed, match="write what is wrong"):
        after.visit(case, [(seen[0][0], "no", " "), *seen[1:]], on=day, by=clerk())
    after.visit(case, [(seen[0][0], "no", "No number is shown."), *seen[1:]], on=day, by=clerk())
    assert "703-4(F)" in case.clocks.get(clock="task").label


# ---------------------------------------------------------------------------------------------- guarded
@pytest.mark.parametrize(
    "slug",
    [
        "accepted",
        "work-started",
        "order-recorded",
        "completed",
        "certified",
        "order-extended",
        "vessel-changed",
    ],
)
def test_what_has_an_action_of_its_own_is_recorded_by_nothing_else(slug: str) -> None:
    case = cast.filed()
    step = case.casekind.lifecycle.step(slug)
    case.status = step.from_[0]
    case.save()
    with pytest.raises(NotAllowed, match="carries more than the entry along"):
        cases.record(case, slug, on=COMPLETE, by=clerk(), note="Sample.")


def test_a_stranger_and_the_wrong_role_write_nothing() -> None:
    case = cast.accepted()
    for by in (people.clerk(), people.stranger(), people.inspector(people.docks())):
        with pytest.raises(WrongRole):
            decision.make_findings(case, cast.found(), seasonal=True, on=HEARD, by=by)
    with pytest.raises(WrongRole):
        notice.accept(cast_ready(), complete_on=COMPLETE, on=COMPLETE, by=member(), now=at(COMPLETE))


def cast_ready() -> Case:
    case = cast.filed()
    cast.serve_all(case)
    cast.tick_all(case)
    return case
