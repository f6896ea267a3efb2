"""A waiver has no effect until it is written and signed by two (09.0.3); then it varies the rule it names."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from office.actions import cases, nightly, steps, votes
from office.actions.cases import in_the_way, rule_on
from office.actions.errors import NotAllowed, WrongRole
from office.actions.events import rulings_of
from office.actions.readings import add_reading
from office.intake import Filing
from office.law import Finding, State
from office.models import Case
from permits.waivers import actions
from permits.waivers.models import Signature, instrument_of, signatures_of
from tests import people
from tests.office import toys
from tests.waivers.cast import DAY, at, in_effect, lot, members, signs, voted, waiver, written
from tests.world import pdf

pytestmark = pytest.mark.django_db

VOTED, WRITTEN_ON, FIRST, SECOND = (date(2026, 6, day) for day in (8, 9, 10, 12))


def dumpster(**answers: Any) -> Case:
    """A dumpster that blocks the sight of traffic, on the waiver's lot."""
    facility = people.dumpster_bin("Corner bin", parcel=lot())
    return people.ready_dumpster(DAY, facility=facility, **{"sight_line_clear": "false", **answers})


def aimed(case: Case, parent: Case, rule: str = "sight-line") -> Case:
    actions.aim(case, parent=parent, rule=rule, on=DAY, by=people.clerk())
    return case


def finding(case: Case, day: date, rule: str = "sight-line") -> Finding:
    found = Filing.of_case(case).findings(day, rulings_of(case, day))
    return next(each for each in found if each.rule == rule)


def scan(name: str = "signed.pdf") -> SimpleUploadedFile:
    return pdf(name)


# ---- When it takes effect
def test_it_takes_effect_on_the_day_of_the_second_signature() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    voted(case)
    assert (case.status, finding(parent, VOTED).state) == ("granted", State.UNMET)
    written(case)
    assert (case.status, finding(parent, WRITTEN_ON).state) == ("to be signed", State.UNMET)
    signs(case, 0, FIRST)
    assert (case.status, case.starts_on, finding(parent, FIRST).state) == ("to be signed", None, State.UNMET)
    signs(case, 1, SECOND)
    assert (case.status, case.starts_on) == ("in effect", SECOND)
    assert finding(parent, SECOND - timedelta(days=1)).state == State.UNMET
    now = finding(parent, SECOND)
    assert now.state == State.VARIED
    assert now.says == (
        f"Variance granted by {case.number} (Vote of Monday, June 8, 2026, 3–0: carries), in effect from "
        "Friday, June 12, 2026: The dumpster may stand at the corner of the lot."
    )
    assert [each.cite for each in in_the_way(parent, SECOND) if each.what == "finding"] == []


def test_the_town_may_read_it_as_in_effect_from_the_vote() -> None:
    add_reading(
        people.health(), slug="waiver-takes-effect", value="vote", since=DAY, source="Sample", on=DAY,
        by=people.administrator(),
    )  # fmt: skip
    case = in_effect(waiver())
    assert case.starts_on == VOTED
    assert case.valid_on(VOTED)
    assert not case.valid_on(VOTED - timedelta(days=1))


def test_one_member_cannot_sign_twice() -> None:
    case = waiver()
    voted(case)
    written(case)
    signs(case, 0, FIRST)
    with pytest.raises(NotAllowed, match="has signed it already"):
        signs(case, 0, SECOND)
    assert case.status == "to be signed"


def test_only_a_member_signs_and_only_what_they_read() -> None:
    case = waiver()
    voted(case)
    written(case)
    for person in (people.clerk(), people.inspector()):
        with pytest.raises(WrongRole):
            actions.sign(case, on=FIRST, by=person, version=case.version)
    read = case.version
    written(case, text="Something else.")
    with pytest.raises(NotAllowed, match="changed while you had it open"):
        actions.sign(case, on=FIRST, by=members()[0], version=read)


def test_what_is_written_anew_is_unsigned_again() -> None:
    case = waiver()
    voted(case)
    written(case)
    signs(case, 0, FIRST)
    written(case, text="The dumpster may stand at the corner until the fall.", on=FIRST)
    assert signatures_of(instrument_of(case)) == []
    signs(case, 1, SECOND)
    assert case.status == "to be signed", "one signature under what is written now"
    signs(case, 0, SECOND)
    assert case.status == "in effect"


def test_it_is_not_written_without_a_vote_nor_before_it() -> None:
    case = waiver()
    with pytest.raises(NotAllowed, match="No vote of the Board"):
        written(case)
    voted(case)
    with pytest.raises(NotAllowed, match="The Board voted on Monday, June 8"):
        written(case, on=VOTED - timedelta(days=1))
    with pytest.raises(NotAllowed, match="before the day it is written"):
        written(case, until_on=WRITTEN_ON - timedelta(days=1))


def test_nothing_is_signed_before_it_is_written() -> None:
    case = waiver()
    voted(case)
    with pytest.raises(NotAllowed, match="nothing is written"):
        signs(case, 0, FIRST)
    written(case)
    with pytest.raises(NotAllowed, match="Nobody signed it before"):
        signs(case, 0, VOTED)


def test_what_is_missing_keeps_it_from_taking_effect_until_it_is_there() -> None:
    case = waiver(why="")
    voted(case)
    written(case)
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    assert case.status == "to be signed", "the application does not say why"
    rule_on(
        case, rule="reason", says="met", why="Said at the meeting.", vote="Sample", on=SECOND,
        by=people.clerk(),
    )  # fmt: skip
    assert actions.put_into_effect(case, by=people.clerk())
    assert case.starts_on == SECOND


# ---- On paper
def test_a_clerk_records_signatures_on_paper_with_the_scan() -> None:
    case = waiver()
    voted(case)
    written(case)
    clerk, (anna, bert, cora) = people.clerk(), members()
    actions.sign_on_paper(case, member=anna, signed_on=FIRST, file=scan(), on=SECOND, by=clerk)
    actions.sign_on_paper(case, member=bert, signed_on=SECOND, file=scan("b.pdf"), on=SECOND, by=clerk)
    assert (case.status, case.starts_on) == ("in effect", SECOND)
    assert {(each.way, each.document is not None) for each in Signature.objects.all()} == {("paper", True)}
    # A third signature changes nothing; one of an earlier day would move the effect.
    with pytest.raises(NotAllowed, match="An earlier one would move that day"):
        actions.sign_on_paper(case, member=cora, signed_on=FIRST, file=scan("c.pdf"), on=SECOND, by=clerk)
    actions.sign_on_paper(case, member=cora, signed_on=SECOND, file=scan("c.pdf"), on=SECOND, by=clerk)
    assert case.starts_on == SECOND


def test_the_later_day_counts_whatever_is_recorded_first() -> None:
    case = waiver()
    voted(case)
    written(case)
    clerk, (anna, bert, _) = people.clerk(), members()
    actions.sign_on_paper(case, member=bert, signed_on=SECOND, file=scan(), on=SECOND, by=clerk)
    actions.sign_on_paper(case, member=anna, signed_on=FIRST, file=scan("b.pdf"), on=SECOND, by=clerk)
    assert case.starts_on == SECOND


def test_only_a_member_signed_and_only_a_clerk_says_so() -> None:
    case = waiver()
    voted(case)
    written(case)
    said: dict[str, Any] = {"signed_on": FIRST, "file": scan(), "on": FIRST}
    with pytest.raises(NotAllowed, match="Only members"):
        actions.sign_on_paper(case, member=people.inspector(), by=people.clerk(), **said)
    with pytest.raises(WrongRole):
        actions.sign_on_paper(case, member=members()[0], by=members()[1], **said)


# ---- Its limits
def test_a_variance_to_204_does_not_bless_220() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    voted(case)
    written(case, limit=Decimal(204))
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    (ruling,) = case.rulings_granted.all()
    assert ruling.limit == 204
    # The rule's own measure decides how far it reaches; that of a toy is a length.
    with toys.registered(toys.MEASURED) as kind:
        measured = cases.open_case(kind=kind.slug, on=DAY, by=people.clerk())
        said: dict[str, Any] = {
            "says": "varied",
            "why": "W.",
            "vote": "V.",
            "on": SECOND,
            "by": people.clerk(),
        }
        rule_on(measured, rule="length", limit=Decimal("11.9"), granted_by=case, **said)
        assert "Toys 5" in [each.cite for each in in_the_way(measured, SECOND)]
        rule_on(measured, rule="length", limit=Decimal(12), granted_by=case, **said)
        assert "Toys 5" not in [each.cite for each in in_the_way(measured, SECOND)]


def test_it_ends_with_its_last_day() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    last = date(2026, 8, 31)
    voted(case)
    written(case, until_on=last)
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    assert (case.starts_on, case.ends_on) == (SECOND, last)
    assert finding(parent, last).state == State.VARIED
    assert finding(parent, last + timedelta(days=1)).state == State.UNMET
    nightly.night(on=last + timedelta(days=1), now=at(last + timedelta(days=1), 2))
    case.refresh_from_db()
    assert (case.status, case.ends_on) == ("closed", last)
    assert finding(parent, last).state == State.VARIED, "right for any past day"


def test_revoked_it_varies_nothing_from_that_day_on() -> None:
    parent = dumpster()
    case = aimed(in_effect(waiver()), parent)
    revoked = date(2026, 7, 6)
    steps.record(
        case, "revoked", on=revoked, by=people.clerk(), now=at(revoked, 9), note="Conditions were not kept."
    )
    assert finding(parent, revoked - timedelta(days=1)).state == State.VARIED
    assert finding(parent, revoked).state == State.UNMET
    task = parent.clocks.get(clock="task")
    assert (task.due_on, task.label[: len(case.number)]) == (revoked, case.number)


# ---- Which case, which rule
def test_one_in_effect_varies_the_case_it_is_later_found_to_be_for() -> None:
    case = in_effect(waiver())
    parent = dumpster()
    assert finding(parent, SECOND).state == State.UNMET
    actions.aim(case, parent=parent, rule="sight-line", on=SECOND, by=people.clerk())
    assert finding(parent, SECOND).state == State.VARIED
    with pytest.raises(NotAllowed, match="varies"):
        aimed(case, dumpster())


def test_it_reaches_only_the_rule_it_names_on_its_own_lot() -> None:
    parent, case = dumpster(children_can_reach="true"), waiver()
    with pytest.raises(NotAllowed, match="reaches only the rule it names"):
        aimed(case, parent, "children")
    with pytest.raises(NotAllowed, match="no rule called"):
        aimed(case, parent, "nothing")
    elsewhere = people.ready_dumpster(DAY, facility=people.dumpster_bin("Far bin"), sight_line_clear="false")
    with pytest.raises(NotAllowed, match="another lot"):
        aimed(case, elsewhere)


def test_the_towns_rules_are_varied_in_no_other_way() -> None:
    with pytest.raises(NotAllowed, match="varied only by a waiver or variance of its own"):
        rule_on(
            dumpster(), rule="sight-line", says="varied", why="A mirror helps.", vote="2-1", on=DAY,
            by=people.clerk(),
        )  # fmt: skip


# ---- Taking back
def test_taking_the_vote_back_undoes_everything_it_led_to() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    vote = voted(case)
    written(case)
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    votes.take_back(vote, why="The roll was read wrongly.", on=SECOND, now=at(SECOND, 10), by=people.clerk())
    case.refresh_from_db()
    assert (case.status, case.starts_on, instrument_of(case)) == ("filed", None, None)
    assert finding(parent, SECOND).state == State.UNMET
    assert not parent.rulings.live().filter(rule="sight-line").exists()


def test_a_vote_that_something_rests_on_stays() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    vote = voted(case)
    written(case)
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    people.settle(parent, SECOND, people.clerk())
    cases.issue(parent, on=SECOND, by=people.clerk())
    with pytest.raises(NotAllowed, match="rests on this variance"):
        votes.take_back(vote, why="Wrong.", on=SECOND, now=at(SECOND, 10), by=people.clerk())
    case.refresh_from_db()
    assert case.status == "in effect"


def test_a_signature_taken_back_ends_the_effect_unless_two_are_left() -> None:
    parent = dumpster()
    case = aimed(waiver(), parent)
    in_effect(case)
    signs(case, 2, date(2026, 6, 15))
    first = signatures_of(instrument_of(case))[0]
    said: dict[str, Any] = {"why": "Not hers.", "on": date(2026, 6, 16), "now": at(date(2026, 6, 16), 9)}
    actions.take_back_signature(first, by=people.clerk(), **said)
    case.refresh_from_db()
    assert (case.status, case.starts_on) == ("in effect", date(2026, 6, 15)), "the third became the second"
    assert finding(parent, SECOND).state == State.UNMET
    assert finding(parent, date(2026, 6, 15)).state == State.VARIED
    second = signatures_of(instrument_of(case))[0]
    actions.take_back_signature(second, by=people.clerk(), **said)
    case.refresh_from_db()
    assert (case.status, case.starts_on) == ("to be signed", None)
    assert finding(parent, date(2026, 6, 16)).state == State.UNMET
    with pytest.raises(NotAllowed, match="no longer counts"):
        actions.take_back_signature(second, by=people.clerk(), **said)


def test_the_vote_is_not_struck_in_the_history_behind_the_waivers_back() -> None:
    case = in_effect(waiver())
    granted = case.events.get(slug="granted")
    with pytest.raises(NotAllowed):
        cases.strike(granted, by=people.clerk(), note="Wrong.")


# ---- The state's codes
def test_a_state_code_is_endorsed_and_awaits_the_states_answer() -> None:
    case = waiver(section="310 CMR 15.211", sort="state code")
    voted(case, "endorsed")
    assert case.status == "endorsed"
    with pytest.raises(NotAllowed, match="No vote of the Board"):
        written(case)
    cases.record(case, "sent-to-state", on=WRITTEN_ON, by=people.clerk())
    assert (case.status, case.starts_on) == ("with the state", None)
    answered = date(2026, 7, 20)
    actions.state_allows(
        case, department="MassDEP", reference="Sample letter 7", text="8 ft in place of 10.", on=answered,
        by=people.clerk(),
    )  # fmt: skip
    assert (case.status, case.starts_on) == ("in effect", answered)
    assert case.code


def test_the_state_may_refuse() -> None:
    case = waiver(section="310 CMR 15.211", sort="state code")
    voted(case, "endorsed")
    cases.record(case, "sent-to-state", on=WRITTEN_ON, by=people.clerk())
    cases.record(case, "state-refused", on=SECOND, by=people.clerk(), note="Not equivalent.")
    assert (case.status, case.is_open) == ("refused by the state", False)


def test_taking_the_endorsement_back_undoes_the_states_answer() -> None:
    case = waiver(section="310 CMR 15.211", sort="state code")
    vote = voted(case, "endorsed")
    cases.record(case, "sent-to-state", on=WRITTEN_ON, by=people.clerk())
    said: dict[str, Any] = {"department": "MassDEP", "reference": "7", "text": "8 ft."}
    actions.state_allows(case, on=SECOND, by=people.clerk(), **said)
    votes.take_back(vote, why="Wrong case.", on=SECOND, now=at(SECOND, 10), by=people.clerk())
    case.refresh_from_db()
    assert (case.status, case.starts_on) == ("filed", None)


def test_a_statute_is_not_even_endorsed() -> None:
    case = waiver(section="c.111 §31", sort="statute")
    with pytest.raises(NotAllowed, match="is a statute"):
        voted(case, "endorsed")


# ---- At the site
def test_while_construction_is_open_somebody_looks_for_the_copy() -> None:
    case = in_effect(waiver())
    cases.record(case, "construction-begun", on=date(2026, 6, 15), by=people.inspector())
    row = case.clocks.get(clock="look-at-site")
    assert (row.due_on, row.ended_on) == (date(2026, 6, 29), None)
    cases.record(case, "seen-posted", on=date(2026, 6, 22), by=people.inspector())
    row.refresh_from_db()
    assert row.ended_on == date(2026, 6, 22)


def test_its_conditions_come_from_the_vote_and_from_the_section() -> None:
    case = waiver()
    voted(case, conditions=[("Put up a mirror.", None)])
    written(case)
    signs(case, 0, FIRST)
    signs(case, 1, SECOND)
    said = list(case.conditions.values_list("text", flat=True))
    assert said == [
        "Put up a mirror.",
        "A copy of this waiver is posted at the site during construction.",
        "It is shown on demand to any officer, inspector or agent.",
    ]
