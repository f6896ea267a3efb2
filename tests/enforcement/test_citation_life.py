"""What becomes of a citation: mailed, answered, heard, paid, withdrawn, taken up again."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from enforcement.actions import citation_life as life
from enforcement.actions.fines import add_fine_amount
from office.actions import mailing, money
from office.actions.cases import record, strike
from office.actions.errors import NotAllowed, WrongRole
from office.models import Case, Notice
from tests import people
from tests.enforcement.cast import DAY, cited, line, schedule

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=1)
ARTICLE = "9407111899223100000000"


@pytest.fixture(autouse=True)
def _schedule() -> None:
    schedule()


def due(case: Case) -> dict[str, str]:
    return {row.clock: row.due_on.isoformat() for row in case.clocks.filter(ended_on__isnull=True)}


def pay(case: Case, amount: str = "25.00", on: date = NEXT) -> Any:
    return money.pay(
        case, amount=Decimal(amount), tender="cash", key=f"pay-{amount}", on=on, by=people.clerk()
    )


def asked(**more: Any) -> Case:
    """A citation handed over, of which a hearing was asked for."""
    case = cited(served="in-hand", **more)
    record(case, "hearing-requested", on=NEXT, by=people.clerk())
    return case


# ---- By mail
def test_its_notice_waits_at_the_mail_desk_and_leaving_serves_it() -> None:
    case = cited()
    (notice,) = Notice.objects.to_mail()
    assert (notice.case, notice.channel, notice.to_zip) == (case, "first-class", "02568")
    mailing.mail(notice, on=NEXT, by=people.clerk())
    case.refresh_from_db()
    assert case.status == "open"
    served = case.events.live().get(slug="citation-delivered")
    assert (served.on, served.note) == (NEXT, "“Notice of violation” to Sample Offender, first class.")
    # The court's copy by the next court day; the 21 days run from the date the notice bears, not from here.
    assert due(case) == {"citation-answer": "2026-07-07", "court-copy": "2026-06-18"}


def test_certified_it_bears_its_article_number_and_a_mistake_is_undone_at_the_desk_alone() -> None:
    case = cited()
    notice, clerk = case.notices.get(), people.clerk()
    Notice.objects.filter(pk=notice.pk).update(channel="certified")
    mailing.mail(notice, on=NEXT, by=clerk, article_no=ARTICLE, as_is=True)
    served = case.events.live().get(slug="citation-delivered")
    with pytest.raises(NotAllowed, match="corrected where it was made, not in the history"):
        strike(served, by=clerk, note="Not mailed.")
    mailing.undo(notice, by=clerk)
    case.refresh_from_db()
    assert case.status == "unserved"
    assert due(case) == {"citation-notice": "2026-07-01", "citation-answer": "2026-07-07"}
    mailing.mail(notice, on=NEXT, by=clerk, article_no=ARTICLE, as_is=True)
    assert case.events.live().filter(slug="citation-delivered").count() == 1


def test_handed_over_first_its_mailing_serves_it_no_second_time() -> None:
    case = cited()
    record(case, "citation-delivered", on=DAY, by=people.inspector())
    mailing.mail(case.notices.get(), on=NEXT, by=people.clerk())
    assert [event.on for event in case.events.live().filter(slug="citation-delivered")] == [DAY]
    # What a person recorded by hand may be corrected in the history.
    strike(case.events.live().get(slug="citation-delivered"), by=people.clerk(), note="It was not.")


def test_what_is_withdrawn_is_stopped_at_the_desk() -> None:
    case = cited()
    life.withdraw(case, why="Wrong person.", on=DAY, by=people.inspector())
    notice = case.notices.get()
    assert (notice.status, notice.why) == ("stopped", "The citation was withdrawn.")
    with pytest.raises(NotAllowed, match="was stopped"):
        mailing.mail(notice, on=NEXT, by=people.clerk())


def test_a_warning_by_mail_waits_at_the_desk_too_and_asks_for_nothing() -> None:
    case = cited(13)
    notice = case.notices.get()
    mailing.mail(notice, on=NEXT, by=people.clerk())
    assert case.status == "closed"
    assert case.code is None


# ---- The court's copy
def test_the_court_is_owed_its_copy_of_what_is_paid_the_same_day() -> None:
    case = cited(served="in-hand")
    pay(case, on=DAY)
    case.refresh_from_db()
    assert (case.status, case.is_open, due(case)) == ("paid", False, {"court-copy": "2026-06-17"})
    assert life.court_copies_sent([case], on=NEXT, by=people.inspector()) == [case]
    assert due(case) == {}
    assert life.court_copies_sent([case], on=NEXT, by=people.inspector()) == [], "once"


def test_only_inspectors_and_clerks_of_the_board_send_copies() -> None:
    case = cited(served="in-hand")
    for who in (people.member(), people.stranger(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            life.court_copies_sent([case], on=NEXT, by=who)


# ---- Answers
@pytest.mark.parametrize(("on", "may"), [(date(2026, 7, 7), False), (date(2026, 7, 8), True)])
def test_silence_is_recorded_after_day_21_and_not_on_it(on: date, may: bool) -> None:
    case = cited(served="in-hand")
    if may:
        life.unanswered(case, on=on, by=people.inspector())
        assert case.status == "unanswered"
    else:
        with pytest.raises(NotAllowed, match="may be answered through Tuesday, July 7, 2026"):
            life.unanswered(case, on=on, by=people.inspector())


def test_a_payment_in_full_ends_it_and_a_part_does_not() -> None:
    case = cited(served="in-hand")
    with pytest.raises(NotAllowed, match=r"\$25\.00 is still due"):
        life.paid_in_full(case, on=NEXT, by=people.clerk())
    pay(case, "10.00")
    case.refresh_from_db()
    assert (case.status, money.balance(case)) == ("open", Decimal(15))
    with pytest.raises(NotAllowed, match=r"You entered \$20\.00; \$15\.00 is due"):
        pay(case, "20.00")
    payment = pay(case, "15.00")
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("paid", False)
    assert case.events.live().get(slug="citation-paid").note == f"Receipt {payment.number}"


def test_a_receipt_that_is_voided_opens_it_again() -> None:
    case = cited(served="in-hand")
    payment = pay(case)
    money.void_payment(payment, reason="The check came back.", on=NEXT, by=people.clerk())
    case.refresh_from_db()
    assert (case.status, case.is_open, money.balance(case)) == ("open", True, Decimal(25))
    assert "citation-answer" in due(case)


def test_what_is_paid_before_it_is_mailed_is_over() -> None:
    case = cited()
    pay(case)
    case.refresh_from_db()
    assert case.status == "paid"
    with pytest.raises(NotAllowed, match="is not open while C-2026-001 is paid"):
        mailing.mail(case.notices.get(), on=NEXT, by=people.clerk())


# ---- The court
def test_not_responsible_takes_the_fine_back_and_the_ladder_forgets_it() -> None:
    case = asked()
    later = cited(14, NEXT)
    assert later.details.ordinal == 2
    life.decided(case, responsible=False, why="Not theirs.", on=NEXT, by=people.inspector())
    assert (case.status, money.balance(case)) == ("not responsible", 0)
    # A served amount never changes; somebody is told to look.
    later.refresh_from_db()
    assert later.details.amount == Decimal("50.00")
    assert later.clocks.get(clock="task").label == (
        "C-2026-001 was found not responsible. This citation stands at $50.00 as it was served: look "
        "whether its step still fits, and whether to withdraw it"
    )
    assert cited(14, NEXT, separate="Again.").details.counted == [later.number]


def charges(case: Case) -> list[tuple[str, Decimal, str]]:
    return [(owed.charge.label, owed.due, owed.state) for owed in money.charges_of(case)]


def test_a_lower_sum_of_the_court_replaces_the_fine_and_costs_stand_apart() -> None:
    case = asked()
    life.decided(
        case, responsible=True, why="Heard.", amount=Decimal("10.00"), costs=Decimal("5.00"), on=NEXT,
        by=people.clerk(),
    )  # fmt: skip
    assert case.status == "responsible"
    assert charges(case) == [
        ("Citation: Dumpster violation", Decimal(0), "Void"),
        ("Sum set by the court", Decimal("10.00"), "Due"),
        ("Court costs", Decimal("5.00"), "Due"),
    ]
    assert case.details.amount == Decimal("25.00")
    assert cited(14, NEXT).details.ordinal == 2
    pay(case, "10.00")
    case.refresh_from_db()
    assert case.status == "responsible", "the costs are still due"
    pay(case, "5.00")
    case.refresh_from_db()
    assert case.status == "paid"


def test_a_higher_sum_adds_the_rest_to_what_was_paid_already() -> None:
    case = asked()
    pay(case, "10.00")
    life.decided(case, responsible=True, why="Heard.", amount=Decimal("40.00"), on=NEXT, by=people.clerk())
    assert charges(case) == [
        ("Citation: Dumpster violation", Decimal(15), "Part paid"),
        ("Added by the court", Decimal(15), "Due"),
    ]


@pytest.mark.parametrize("responsible", [True, False])
def test_money_toward_a_charge_that_falls_goes_back_first(responsible: bool) -> None:
    case = asked()
    payment = pay(case, "10.00")
    said: dict[str, Any] = {"responsible": responsible, "why": "Heard.", "on": NEXT, "by": people.clerk()}
    if responsible:
        said["amount"] = Decimal("15.00")
    with pytest.raises(
        NotAllowed, match=rf"\$10\.00 was paid toward .*, receipt {payment.number}\. A clerk voids"
    ):
        life.decided(case, **said)
    case.refresh_from_db()
    assert (case.status, money.balance(case)) == ("hearing asked", Decimal(15))
    money.void_payment(payment, reason="Given back.", on=NEXT, by=people.clerk())
    life.decided(case, **said)
    assert money.balance(case) == (Decimal(15) if responsible else 0)


def test_a_court_that_leaves_nothing_to_pay_ends_it() -> None:
    case = asked()
    life.decided(
        case, responsible=True, why="A first time.", amount=Decimal(0), on=NEXT, by=people.inspector()
    )
    assert (case.status, case.is_open, money.balance(case)) == ("paid", False, 0)


# ---- Withdrawn, and by no other way
GUARDED = ("withdrawn", "citation-paid", "found-responsible", "found-not-responsible", "unanswered")


@pytest.mark.parametrize("slug", GUARDED)
def test_what_moves_money_is_recorded_by_its_own_action_alone(slug: str) -> None:
    case = asked()
    with pytest.raises(NotAllowed, match=r"carries more than the entry along|is not open while"):
        record(case, slug, on=NEXT, by=people.clerk(), note="Around it.")
    assert money.balance(case) == Decimal(25)


def test_what_was_paid_goes_back_before_a_citation_is_withdrawn() -> None:
    case = cited(served="in-hand")
    payment = pay(case, "10.00")
    with pytest.raises(NotAllowed, match=rf"\$10\.00 was paid toward .*, receipt {payment.number}\. A clerk"):
        life.withdraw(case, why="Wrong person.", on=NEXT, by=people.clerk())
    case.refresh_from_db()
    assert (case.status, money.balance(case)) == ("open", Decimal(15))


def test_withdrawing_needs_a_reason_and_the_history_does_not_undo_it() -> None:
    case = cited(served="in-hand")
    with pytest.raises(NotAllowed, match="needs a reason"):
        life.withdraw(case, why=" ", on=NEXT, by=people.clerk())
    life.withdraw(case, why="Wrong person.", on=NEXT, by=people.clerk())
    assert (case.status, money.balance(case)) == ("withdrawn", 0)
    event = case.events.live().get(slug="withdrawn")
    with pytest.raises(NotAllowed, match="on the page of the case"):
        strike(event, by=people.clerk(), note="Around it.")


def test_a_withdrawal_is_taken_back_with_its_charge_and_those_who_counted_it_are_told() -> None:
    case, clerk = cited(14, DAY), people.clerk()
    counting = cited(14, NEXT)
    life.withdraw(case, why="Wrong person.", on=NEXT, by=clerk)
    between = cited(14, NEXT, separate="Again.")
    assert between.details.counted == [counting.number]
    with pytest.raises(WrongRole):
        life.reopen(case, why="It was them.", on=NEXT, by=people.inspector())
    life.reopen(case, why="It was them.", on=NEXT, by=clerk)
    assert (case.status, money.balance(case)) == ("unserved", Decimal(25))
    assert charges(case) == [
        ("Citation: Dumpster violation", Decimal(0), "Void"),
        ("Citation: Dumpster violation", Decimal(25), "Due"),
    ]
    assert not counting.clocks.filter(clock="task", ended_on=None).exists(), (
        "it counts again: nothing to look at"
    )
    assert between.clocks.get(clock="task").label.startswith("C-2026-001 counts again.")
    with pytest.raises(NotAllowed, match="there is no end of it to take back"):
        life.reopen(case, why="Twice.", on=NEXT, by=clerk)


def test_a_decision_is_taken_back_and_recorded_anew() -> None:
    case, clerk = asked(), people.clerk()
    life.decided(
        case, responsible=True, why="Misread.", amount=Decimal(10), costs=Decimal(5), on=NEXT, by=clerk
    )
    life.reopen(case, why="The court set $20.00.", on=NEXT, by=clerk)
    assert (case.status, money.balance(case)) == ("hearing asked", Decimal(25))
    life.decided(case, responsible=True, why="Heard.", amount=Decimal(20), on=NEXT, by=clerk)
    assert (case.status, money.balance(case)) == ("responsible", Decimal(20))


def test_a_payment_is_taken_back_by_its_receipt_alone() -> None:
    case = cited(served="in-hand")
    pay(case)
    case.refresh_from_db()
    with pytest.raises(NotAllowed, match="Void the receipt"):
        life.reopen(case, why="Not paid.", on=NEXT, by=people.clerk())


# ---- A recount changes nothing
def test_a_later_one_that_is_paid_is_looked_at_too() -> None:
    case = asked()
    later = cited(14, NEXT, served="in-hand")
    pay(later, "50.00")
    life.decided(case, responsible=False, why="Not theirs.", on=NEXT, by=people.clerk())
    assert later.clocks.get(clock="task").label.startswith("C-2026-001 was found not responsible.")
    later.refresh_from_db()
    assert (later.status, later.details.amount) == ("paid", Decimal(50))


def test_one_that_is_withdrawn_and_one_written_late_make_a_task_each() -> None:
    later = cited(14, NEXT)
    early = cited(14, DAY, on=NEXT)
    labels = later.clocks.filter(clock="task").values_list("label", flat=True)
    assert [label.partition(".")[0] for label in labels] == [
        "C-2026-002 of Tuesday, June 16, 2026 was written after it"
    ]
    third = cited(14, NEXT + timedelta(days=1))
    life.withdraw(early, why="Wrong person.", on=NEXT, by=people.clerk())
    assert third.clocks.get(clock="task").label.startswith("C-2026-002 was withdrawn.")
    third.forget_details()
    assert third.details.amount == Decimal(50)


# ---- Which statute a littering ticket goes by
def test_the_row_of_the_schedule_says_which_21_days_run() -> None:
    add_fine_amount(
        line(2), since=NEXT, vote="Counsel, sample", on=DAY, by=people.administrator(), first=Decimal(50),
        later=Decimal(100), route="c40-21d",
    )  # fmt: skip
    by_violation = cited(2, DAY, on=NEXT)
    by_notice = cited(2, NEXT, on=NEXT + timedelta(days=1))
    assert (due(by_violation)["littering-answer"], due(by_notice)["citation-answer"]) == (
        "2026-07-07", "2026-07-09",
    )  # fmt: skip
    assert [row.details.from_violation for row in (by_violation, by_notice)] == [True, False]
    assert all(row.details.littering for row in (by_violation, by_notice))
    assert not cited(14).details.littering
