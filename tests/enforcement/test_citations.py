"""Citations: issued once, frozen, counted, served, paid, heard, withdrawn."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest

from enforcement.actions import citation_life as life
from enforcement.actions import citations
from enforcement.actions.citations import Unfit
from enforcement.actions.fines import add_fine_amount
from enforcement.models import Citation
from office.actions.errors import CannotIssue, NotAllowed, WrongRole
from office.calendar import EASTERN
from office.models import Case, Charge
from tests import people
from tests.enforcement.cast import DAY, cited, line, offender, schedule, told

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def _schedule() -> None:
    schedule()


def events(case: Case) -> list[tuple[str, date]]:
    return list(case.events.live().values_list("slug", "on"))


def due(case: Case) -> dict[str, str]:
    return {row.clock: row.due_on.isoformat() for row in case.clocks.filter(ended_on__isnull=True)}


# ---- Issuing
def test_a_citation_is_a_case_with_its_amount_working_events_and_clocks() -> None:
    case = cited(14, DAY, on=NEXT, seen="Lids open at noon.", violated_at=time(12))
    assert (case.number, case.kind, case.status, case.is_open) == ("C-2026-001", "citation", "unserved", True)
    assert [(row.party.name, row.role) for row in case.people.all()] == [("Sample Offender", "subject")]
    row = case.details
    assert (row.ordinal, row.rung, row.amount, row.dated_on) == (1, "fine", Decimal("25.00"), NEXT)
    assert row.lines == ["First offense: $25.00, none on record before it. (Tisbury 09.2.4)"]
    assert row.mail_to == "1 Sample Street, Tisbury, MA 02568"
    assert events(case) == [("filed", NEXT), ("violation", DAY), ("citation-dated", NEXT), ("charged", NEXT)]
    # 15 days from the violation; 21 from the date of the notice.
    assert due(case) == {"citation-notice": "2026-07-01", "citation-answer": "2026-07-08"}
    (charge,) = Charge.objects.filter(case=case)
    assert (charge.amount, charge.section, charge.label) == (
        Decimal("25.00"), "Tisbury 09.2.4", "Citation: Dumpster violation",
    )  # fmt: skip
    assert charge.working == row.working


def test_the_same_form_sent_twice_makes_one_citation() -> None:
    first, again = cited(key="pressed"), cited(key="pressed")
    assert first == again
    assert Citation.objects.count() == 1
    assert Charge.objects.count() == 1


def test_an_amount_that_changed_since_it_was_shown_is_not_issued_unseen() -> None:
    cited(first=DAY - timedelta(days=1))
    with pytest.raises(NotAllowed, match=r"The amount was \$25\.00 and is \$50\.00 now: Second offense"):
        citations.issue(
            people.health(), told(), on=DAY, by=people.inspector(), key="k", agreed=Decimal("25.00")
        )
    assert Citation.objects.count() == 1


@pytest.mark.parametrize("who", [people.member, people.stranger, lambda: people.inspector(people.docks())])
def test_only_inspectors_and_clerks_of_the_board_write_one(who: object) -> None:
    with pytest.raises(WrongRole):
        citations.issue(people.health(), told(), on=DAY, by=who(), key="k")  # type: ignore[operator]


def test_the_row_of_the_violation_day_counts_and_not_that_of_the_issue() -> None:
    admin = people.administrator()
    add_fine_amount(
        line(14), since=NEXT, vote="Sample vote", on=DAY, by=admin, first=Decimal(40), later=Decimal(80)
    )
    assert cited(14, DAY, on=NEXT).details.amount == Decimal("25.00")
    assert cited(14, NEXT, on=NEXT, separate="The next day.").details.amount == Decimal("80.00")


def test_handed_over_it_is_open_at_once_and_the_court_waits_for_its_copy() -> None:
    case = cited(served="in-hand", receipt="refused", offender=offender("No Address", street="", city=""))
    assert case.status == "open"
    assert case.events.get(slug="citation-delivered").note == "Handed over. Would not sign"
    assert due(case) == {"citation-answer": "2026-07-07", "court-copy": "2026-06-17"}


def test_by_mail_it_needs_an_address() -> None:
    nowhere = offender("No Address", street="", city="", state="", zip_code="")
    with pytest.raises(CannotIssue) as refused:
        cited(offender=nowhere)
    (obstacle,) = refused.value.obstacles
    assert (obstacle.subject, obstacle.cite) == ("mail-address", "Massachusetts c.40 §21D")


def test_a_littering_line_is_answered_from_the_violation() -> None:
    case = cited(2, DAY, on=NEXT)
    assert due(case) == {"citation-notice": "2026-07-01", "littering-answer": "2026-07-07"}


@pytest.mark.parametrize(
    ("number", "more", "field", "says"),
    [
        (14, {"first": NEXT}, "first", "lies ahead"),
        (18, {"last": NEXT}, "last", "lies ahead"),
        (15, {}, "prior_on", "no fine comes before it"),
        (23, {}, "chosen", "Choose an amount: $100.00 to $300.00 a boat and day"),
        (16, {}, "order_at", "24 hours are counted from it"),
        (10, {}, "prior_on", "service fee of $10.00"),
    ],
)
def test_what_cannot_be_cited_is_said_at_its_answer(number: int, more: dict, field: str, says: str) -> None:
    with pytest.raises(Unfit) as refused:
        citations.issue(people.health(), told(number, **more), on=DAY, by=people.inspector(), key="k")
    assert [problem.field for problem in refused.value.problems] == [field]
    assert says in str(refused.value)
    assert not Case.objects.exists()


def test_a_harbor_marina_is_refused_and_a_pond_fined_by_boat_and_night() -> None:
    night = {"chosen": Decimal(150), "reason": "Told twice.", "units": 2, "last": DAY}
    for marina, stops in (("harbor", "pond-marina"), ("", "pond-marina")):
        with pytest.raises(CannotIssue) as refused:
            cited(23, DAY, marina=marina, **night)
        assert [each.subject for each in refused.value.obstacles] == [stops]
    assert cited(23, DAY, marina="pond", **night).details.amount == Decimal("300.00")


def test_what_is_not_in_the_schedule_goes_to_court_and_is_no_ticket() -> None:
    before = DAY - timedelta(days=1)
    with pytest.raises(CannotIssue, match="ask for a criminal complaint"):
        cited(24, DAY, prior_on=before, chosen=Decimal(500), reason="Sample")


# ---- The ladder
def test_the_second_offense_counts_the_first_by_the_same_person_alone() -> None:
    lot = people.parcel()
    first = cited(14, date(2026, 5, 1), parcel=lot)
    other = citations.work_out(people.health(), told(14, offender=offender("Another"), parcel=lot), on=DAY)
    assert (other.place.ordinal, [each.number for each in other.place.questions]) == (1, [first.number])
    second = cited(14, DAY, parcel=lot)
    assert (second.details.ordinal, second.details.amount) == (2, Decimal("50.00"))
    assert second.details.counted == [first.number]
    third = cited(14, DAY, offender=offender("Another"), parcel=lot, same_person=[first.number])
    assert (third.details.ordinal, third.details.confirmed) == (2, [first.number])


def test_an_establishment_asks_about_what_its_earlier_holder_did() -> None:
    bin_ = people.dumpster_bin()
    cited(14, date(2026, 5, 1), facility=bin_)
    draft = citations.work_out(people.health(), told(14, offender=offender("New"), facility=bin_), on=DAY)
    assert [each.match for each in draft.place.questions] == ["establishment"]


def test_one_act_is_cited_once_under_one_of_two_lines_that_say_the_same() -> None:
    cited(17)
    with pytest.raises(Unfit) as refused:
        cited(20)
    assert str(refused.value).startswith(
        "C-2026-001 cites Sample Offender for this offense on Tuesday, June 16, 2026 already"
    )
    assert cited(20, separate="Another house.").details.ordinal == 2
    assert cited(17, NEXT, on=NEXT).details.ordinal == 3
    life.withdraw(Case.objects.get(number="C-2026-001"), why="Wrong.", on=NEXT, by=people.clerk())


def test_days_that_are_cited_are_not_cited_again() -> None:
    cited(18, DAY, on=DAY + timedelta(days=3), last=DAY + timedelta(days=2))
    with pytest.raises(Unfit, match="cites Sample Offender"):
        cited(18, DAY + timedelta(days=2), on=DAY + timedelta(days=3))
    assert cited(18, DAY + timedelta(days=3)).details.amount == Decimal("200.00")


def test_feeding_waterfowl_is_warned_first_and_fined_next() -> None:
    warning = cited(13, DAY)
    assert (warning.number, warning.kind, warning.status) == ("W-2026-001", "written-warning", "closed")
    assert not Charge.objects.exists()
    fined = cited(13, NEXT)
    assert (fined.kind, fined.details.amount, fined.details.counted) == (
        "citation", Decimal("100.00"), ["W-2026-001"],
    )  # fmt: skip
    life.withdraw(warning, why="Nobody fed them.", on=NEXT, by=people.inspector())
    assert cited(13, NEXT, separate="Seen again.").kind == "citation"  # the citation itself counts


def test_a_public_facility_gets_24_hours_and_then_the_fine() -> None:
    warning = cited(16, DAY, order_at=time(9))
    assert (warning.status, warning.mover) == ("given", "applicant")
    (clock,) = warning.clocks.all()
    assert clock.due_at == datetime(2026, 6, 17, 9, tzinfo=EASTERN)
    seen = {"given_at": datetime(2026, 6, 16, 9, tzinfo=EASTERN), "parent": warning}
    with pytest.raises(Unfit, match="had not lapsed yet"):
        cited(16, NEXT, seen_at=datetime(2026, 6, 17, 9, tzinfo=EASTERN), **seen)
    fined = cited(
        16, NEXT, seen_at=datetime(2026, 6, 17, 9, 1, tzinfo=EASTERN), separate="The order.", **seen
    )
    assert (fined.kind, fined.details.amount, fined.parent) == ("citation", Decimal("50.00"), warning)


def test_an_earlier_violation_written_late_makes_a_task_and_changes_nothing() -> None:
    later = cited(14, NEXT)
    cited(14, DAY, on=NEXT)
    assert later.clocks.get(clock="task").label.startswith(
        "C-2026-002 of Tuesday, June 16, 2026 was written after it."
    )
    later.forget_details()
    assert later.details.amount == Decimal("25.00")
