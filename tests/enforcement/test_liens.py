"""Liens: costs, recording, payoff to the cent, discharge. Criminal complaints: days, ceiling, outcome."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from enforcement.actions import liens
from enforcement.actions.citations import Unfit
from enforcement.actions.figures import add_figure, withdraw_figure
from enforcement.actions.liens import Charged
from enforcement.models import LegalFigure, Prosecution
from office.actions import money
from office.actions.errors import NotAllowed, WrongRole
from office.intake import Filing
from office.law import Finding
from office.models import Case
from tests import casts, people
from tests.enforcement import cast as citations
from tests.enforcement.orders_cast import DAY, PERMANENT, figures, ordered, owner

pytestmark = pytest.mark.django_db
JULY = date(2026, 7, 6)  # a Monday


def _cast() -> None:
    figures()
    citations.schedule()


cast = casts.shared(_cast)


def opened() -> Case:
    order = ordered("discharge", PERMANENT, board=people.works())
    return liens.open_lien(
        order, what="Closed the pipe.", on=JULY, by=people.clerk(people.works()), key=f"lien-{order.number}"
    )


def recorded(*costs: str) -> Case:
    case, clerk = opened(), people.clerk(people.works())
    for n, cost in enumerate(costs or ("1000.00",)):
        liens.enter_cost(
            case, what=f"Sample contractor, invoice {n}", amount=Decimal(cost), on=JULY, by=clerk
        )
    liens.record_lien(case, book="512", page="77", on=JULY, by=clerk)
    return case


# ------------------------------------------------------------------------------------------------ liens
def test_a_lien_comes_of_an_order_that_opens_one() -> None:
    case = opened()
    assert case.number.startswith("L-2026-")
    assert case.parent is not None
    assert (case.parent.kind, case.people.get().role) == ("order", "owner")
    waste = ordered("waste", PERMANENT, board=people.works())
    with pytest.raises(NotAllowed, match=r"22-201\(b\) opens no lien"):
        liens.open_lien(waste, what="Removed it.", on=JULY, by=people.clerk(people.works()), key="x")
    with pytest.raises(WrongRole):
        liens.open_lien(case.parent, what="Work.", on=JULY, by=people.inspector(people.works()), key="y")


def test_costs_are_charges_and_none_is_added_after_recording() -> None:
    case, clerk = recorded("1000.00", "250.50"), people.clerk(people.works())
    assert liens.principal(case) == Decimal("1250.50")
    with pytest.raises(NotAllowed, match="Enter a cost is not open"):
        liens.enter_cost(case, what="More", amount=Decimal(1), on=JULY, by=clerk)


def test_nothing_is_recorded_without_a_cost_or_its_book_and_page() -> None:
    case, clerk = opened(), people.clerk(people.works())
    with pytest.raises(NotAllowed, match="No cost is entered"):
        liens.record_lien(case, book="512", page="77", on=JULY, by=clerk)
    with pytest.raises(NotAllowed, match="book and page"):
        liens.record_lien(case, book="512", page=" ", on=JULY, by=clerk)
    with pytest.raises(NotAllowed, match="not recorded yet"):
        liens.payoff(case, JULY)


@pytest.mark.parametrize(
    ("on", "interest"),
    [
        (JULY, "0.00"),
        (date(2026, 7, 7), "0.33"),
        (date(2027, 7, 6), "120.00"),
        (date(2028, 2, 28), "197.92"),  # 602 days
        (date(2028, 2, 29), "198.25"),  # the leap day is the 603rd
    ],
)
def test_the_payoff_is_exact_on_any_day(on: date, interest: str) -> None:
    due = liens.payoff(recorded(), on)
    assert due.interest == Decimal(interest)
    assert due.due == Decimal("1000.00") + Decimal(interest)


def test_a_rate_that_changes_is_a_line_of_its_own() -> None:
    case = recorded()
    board, by = people.works(), people.administrator(people.works())
    row = add_figure(
        board, what="interest", value="9", cite="Rhode Island G.L. §6-26-1", since=date(2026, 8, 1),
        source="Sample", on=JULY, by=by,
    )  # fmt: skip
    assert [line.days for line in liens.payoff(case, date(2026, 7, 31)).lines] == [25]
    assert [str(line.percent.normalize()) for line in liens.payoff(case, date(2026, 8, 1)).lines] == [
        "12",
        "9",
    ]
    withdraw_figure(row, on=JULY, by=by)
    assert len(liens.payoff(case, date(2026, 8, 1)).lines) == 1


def test_paid_in_part_it_bears_interest_on_the_rest() -> None:
    case, clerk = recorded(), people.clerk(people.works())
    money.pay(case, amount="400.00", tender="cash", key="part", on=date(2026, 7, 16), by=clerk)
    due = liens.payoff(case, date(2026, 7, 26))
    assert [line.amount for line in due.lines] == [Decimal("3.29"), Decimal("1.97")]
    assert due.due == Decimal("605.26")


def test_it_is_paid_off_to_the_cent_and_then_discharged() -> None:
    case, clerk = recorded(), people.clerk(people.works())
    said = {"on": date(2026, 8, 5), "by": clerk}
    with pytest.raises(NotAllowed, match="is still due"):
        liens.discharge(case, book="515", page="3", **said)
    liens.pay_off(case, tender="check", reference="1001", key="off", **said)
    assert money.balance(case) == 0
    assert [owed.charge.amount for owed in money.charges_of(case)] == [Decimal("1000.00"), Decimal("9.86")]
    liens.discharge(case, book="515", page="3", **said)
    case.refresh_from_db()
    case.forget_details()
    assert (case.status, case.is_open) == ("discharged", False)
    assert (case.details.release_book, case.details.released_on) == ("515", date(2026, 8, 5))


def test_a_lien_that_was_not_recorded_is_withdrawn_with_its_costs() -> None:
    case, clerk = opened(), people.clerk(people.works())
    liens.enter_cost(case, what="Sample", amount=Decimal("10.00"), on=JULY, by=clerk)
    liens.withdraw_lien(case, why="The owner did the work.", on=JULY, by=clerk)
    assert liens.principal(case) == 0
    assert not case.is_open


# -------------------------------------------------------------------------------- figures of the law
def test_the_rows_of_the_seed_say_what_is_not_verified() -> None:
    doubted = LegalFigure.objects.exclude(doubt="").values_list("board__slug", "what")
    assert set(doubted) == {
        ("tisbury-health", "state-ceiling"), ("jamestown-public-works", "conviction"),
        ("jamestown-public-works", "interest"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"value": "0"}, "not above 0"),
        ({"value": "100"}, "looks like a slip"),
        ({"cite": "Somewhere 1"}, "No section"),
        ({"since": date(2026, 7, 5)}, "before today"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(more: dict[str, object], why: str) -> None:
    said = {"what": "interest", "value": "9", "cite": "Rhode Island G.L. §6-26-1", "since": date(2026, 8, 1)}
    with pytest.raises(NotAllowed, match=why):
        add_figure(people.works(), source="Sample", on=JULY, by=people.administrator(people.works()),
                   **said | more)  # type: ignore[arg-type]  # fmt: skip
    with pytest.raises(WrongRole):
        add_figure(people.works(), source="Sample", on=JULY, by=people.clerk(people.works()), **said)  # type: ignore[arg-type]


# --------------------------------------------------------------------------------- criminal complaints
def charged(**more: object) -> Charged:
    said = {
        "offense": "Hazardous waste left out", "section": "Tisbury 09.4.7", "defendant": owner(),
        "notice_on": date(2026, 5, 28), "last_on": DAY,
    }  # fmt: skip
    return Charged(**(said | more))  # type: ignore[arg-type]


def filed(key: str = "", **more: object) -> Case:
    key = key or f"complaint-{Case.objects.count()}"
    return liens.open_prosecution(people.health(), charged(**more), on=DAY, by=people.inspector(), key=key)


def test_days_are_counted_from_the_day_after_the_notice_at_500_dollars_each() -> None:
    case = filed()
    assert case.number.startswith("CC-2026-")
    assert case.details.ceiling == Decimal("500.00")
    assert case.details.lines == [
        "4 violations: each day after the notice of Thursday, May 28, 2026, Friday, May 29, 2026 through "
        "Monday, June 1, 2026. (Tisbury 09.0.7(B))",
        "At most $500.00 each, upon conviction: 4 × $500.00 = $2,000.00",
    ]
    assert not case.charges.exists()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"last_on": date(2026, 5, 28)}, "The first day that counts is Friday, May 29, 2026"),
        ({"last_on": date(2026, 6, 2)}, "lies ahead"),
        ({"offense": ""}, "Write what the offense is"),
        ({"notice_on": date(2006, 4, 10), "last_on": date(2006, 4, 12)}, "No highest fine holds"),
    ],
)
def test_what_does_not_fit_is_refused(more: dict[str, object], why: str) -> None:
    with pytest.raises(Unfit, match=why):
        filed(**more)


def test_pressing_twice_opens_one_file() -> None:
    assert filed("once") == filed("once")


def test_line_24_goes_here_and_a_line_that_may_be_ticketed_says_so() -> None:
    alone = {finding.rule: finding.state for finding in found(filed(line=citations.line(24)))}
    assert alone["court-alone"] == "met"
    ticket = {finding.rule: finding.state for finding in found(filed(line=citations.line(14)))}
    assert ticket["court-alone"] == "unmet"
    after = filed(line=citations.line(14), parent=citations.cited(14, date(2026, 5, 1)))
    assert {finding.rule: finding.state for finding in found(after)}["court-alone"] == "met"


def found(case: Case) -> list[Finding]:
    return list(Filing.of_case(case).findings(DAY))


def test_it_goes_from_the_draft_to_the_courts_own_sum() -> None:
    case, by = filed(), people.inspector()
    with pytest.raises(NotAllowed, match="lies ahead"):
        liens.apply_for_complaint(case, last_on=date(2026, 6, 9), on=date(2026, 6, 8), by=by)
    liens.apply_for_complaint(case, last_on=date(2026, 6, 8), on=date(2026, 6, 8), by=by)
    assert "11 violations" in case.details.lines[0]
    liens.complaint_issued(case, docket="2635CR000123", on=date(2026, 6, 22), by=by)
    said = {"on": date(2026, 7, 6), "by": by, "why": "Pleaded guilty."}
    with pytest.raises(NotAllowed, match="A sum follows a conviction alone"):
        liens.disposed(case, outcome="acquitted", amount=Decimal(1), costs=None, **said)
    liens.disposed(case, outcome="convicted", amount=Decimal("750.00"), costs=Decimal("50.00"), **said)
    row = Prosecution.objects.get(case=case)
    assert (row.docket, row.outcome, row.court_sum, row.costs) == (
        "2635CR000123", "convicted", Decimal("750.00"), Decimal("50.00"),
    )  # fmt: skip
    assert not liens.above_ceiling(row)
    case.refresh_from_db()
    assert (case.status, case.is_open) == ("disposed", False)


def test_others_open_none() -> None:
    with pytest.raises(WrongRole):
        liens.open_prosecution(people.health(), charged(), on=DAY, by=people.member(), key="m")
