"""Opening, changing, ruling on and issuing a case: what is refused, what is kept, what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from office import kinds, law
from office.actions import casework, money
from office.actions.cases import amend, in_the_way, issue, open_case, record, rule_on, strike, term_of
from office.actions.errors import CannotIssue, NotAllowed, StaleSave, WrongRole
from office.intake import Filing, Intake, in_words
from office.models import Case, Counter, Event, Facility, Snapshot
from tests import casts, people
from tests.office import toys

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)

# Every dumpster application names a hauler with a permit.
hauler = casts.shared(lambda: people.hauler_with_permit(DAY))


def dumpster(**answers: Any) -> Intake:
    return Intake(kinds.get("dumpster"), people.DUMPSTER_ANSWERS | answers)


def file(**more: Any) -> Case:
    """A dumpster application taken in by the clerk; `more` replaces what is said of it."""
    said: dict[str, Any] = {"kind": "dumpster", "on": DAY, "by": people.clerk(), "intake": dumpster()}
    if "facility" not in more:
        more["facility"] = people.dumpster_bin()
    return open_case(**(said | more))


def renewal(old: Case, on: date, **more: Any) -> Case:
    return file(facility=old.facility, renews=old, on=on, **more)


# ---- Opening
def test_filing_makes_number_answers_checklist_people_event_and_snapshot() -> None:
    lot, party = people.parcel(), people.party()
    case = file(parcels=[lot], people=[(party, "applicant")])
    assert (case.number, case.status, case.is_open, case.filed_on) == ("DU-2026-001", "filed", True, DAY)
    assert case.details.size_cubic_yards == Decimal(6)
    assert [row.state for row in case.checklist.all()] == ["missing"]
    assert [(row.party, row.role) for row in case.people.all()] == [(party, "applicant")]
    event = case.events.get(slug="filed")
    assert (event.on, event.by) == (DAY, people.clerk())
    kept = Snapshot.objects.get(event=event)
    assert kept.facts["lot_line_distance_ft"] == "12.5"
    assert {row.rule: row.state for row in kept.findings.all()}["sight-line"] == "met"
    assert case.search.startswith("du20261 du2026001 dumpster")


def test_numbers_go_by_the_year_of_filing() -> None:
    assert [file(on=on).number for on in (DAY, DAY, date(2027, 1, 2))] == [
        "DU-2026-001",
        "DU-2026-002",
        "DU-2027-001",
    ]


def test_an_application_with_open_questions_is_taken_in() -> None:
    case = file(intake=Intake(kinds.get("dumpster"), {}))
    assert law.tally(Filing.of_case(case).findings(DAY)) == "5 not known yet"


def test_answers_nobody_can_read_open_no_case_and_use_no_number() -> None:
    with pytest.raises(NotAllowed, match="Correct the marked ones; nothing was lost"):
        file(intake=dumpster(size_cubic_yards="big"))
    assert Case.objects.count() == 1, "the hauler's alone"
    assert file().number == "DU-2026-001"


@pytest.mark.parametrize("person", [people.inspector, people.member, people.administrator, people.stranger])
def test_only_a_clerk_takes_in(person: Callable[[], Any]) -> None:
    with pytest.raises(WrongRole, match="Only a clerk of Tisbury Board of Health"):
        file(by=person())


def test_a_board_that_does_not_decide_it_is_refused() -> None:
    with pytest.raises(NotAllowed, match="not a matter of the Barnstable Conservation Commission"):
        file(board=people.docks(), by=people.clerk(people.docks()))


def test_a_lot_of_another_town_is_refused() -> None:
    people.health()
    elsewhere = people.parcel(town="Barnstable", map_no="7")
    with pytest.raises(NotAllowed, match="lies in Barnstable, not in Tisbury"):
        file(parcels=[people.parcel(), elsewhere])


def test_a_permit_is_for_a_facility_of_its_sort() -> None:
    with pytest.raises(NotAllowed, match=r"Say which dumpster this is for.*09\.2\.5\(1\)"):
        file(facility=None)
    firm = Facility.objects.create(kind="hauler", name="Sample Hauling")
    with pytest.raises(NotAllowed, match="Sample Hauling is a hauler, not a dumpster"):
        file(facility=firm)


def test_pressing_twice_is_one_case() -> None:
    people.dumpster_bin()
    first = file(key="page-1")
    again = file(key="page-1")
    assert first == again
    assert Case.objects.count() == 2, "the hauler's and this one"
    assert Counter.objects.get(series="DU-2026").last == 1


def test_a_key_used_for_another_kind_is_refused() -> None:
    file(key="page-1")
    with pytest.raises(NotAllowed, match="already used for DU-2026-001"):
        open_case(kind="complaint", on=DAY, by=people.clerk(), key="page-1")


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(LookupError, match="'castle'"):
        file(kind="castle")


# ---- Renewing
def test_a_renewal_names_the_old_permit_and_the_old_one_tells_of_it() -> None:
    old = people.issued_dumpster(DAY)
    new = renewal(old, date(2026, 12, 1))
    assert new.renews == old
    assert old.events.get(slug="renewal-filed").note == new.number
    assert old.clocks.get(clock="renew").ended_on == date(2026, 12, 1)


def test_a_renewal_filed_before_december_settles_the_reminder_too() -> None:
    old = people.issued_dumpster(DAY)
    renewal(old, date(2026, 10, 5))
    assert old.clocks.get(clock="renew").ended_on == date(2026, 10, 5)


def test_a_renewal_asked_twice_is_refused_with_the_other_number() -> None:
    old = people.issued_dumpster(DAY)
    first = renewal(old, date(2026, 12, 1))
    with pytest.raises(NotAllowed, match=f"{old.number} was already renewed by {first.number}"):
        renewal(old, date(2026, 12, 2))


@pytest.mark.parametrize(("slug", "word"), [("revoked", "revoked"), ("closed", "closed")])
def test_what_has_ended_is_not_renewed(slug: str, word: str) -> None:
    old = people.issued_dumpster(DAY)
    record(old, slug, on=date(2026, 6, 1), by=people.clerk(), note="Moved without asking.")
    with pytest.raises(NotAllowed, match=f"{old.number} is {word} and cannot be renewed"):
        renewal(old, date(2026, 12, 1))


def test_what_was_never_issued_is_not_renewed() -> None:
    with pytest.raises(NotAllowed, match="is filed and cannot be renewed"):
        renewal(people.ready_dumpster(DAY), date(2026, 12, 1))


def test_a_suspended_permit_may_be_renewed() -> None:
    old = people.issued_dumpster(DAY)
    record(old, "suspended", on=date(2026, 6, 1), by=people.clerk(), note="Overflowing.")
    assert renewal(old, date(2026, 12, 1)).renews == old


def test_a_renewal_is_for_the_same_dumpster_and_kind() -> None:
    old = people.issued_dumpster(DAY)
    with pytest.raises(NotAllowed, match="for the same permit as"):
        file(facility=people.dumpster_bin(), renews=old, on=date(2026, 12, 1))
    with pytest.raises(NotAllowed, match="for the same permit as"):
        file(
            kind="temporary-dumpster", facility=old.facility, renews=old, on=date(2026, 12, 1),
            intake=Intake(kinds.get("temporary-dumpster"), {}),
        )  # fmt: skip


# ---- Changing answers
def change(case: Case, **answers: Any) -> Intake:
    return Intake(case.casekind, people.DUMPSTER_ANSWERS | answers, details=case.details)


def test_changed_answers_are_named_and_kept_under_a_new_snapshot() -> None:
    case = file()
    before = case.version
    event = amend(
        case, intake=change(case, size_cubic_yards="8", sight_line_clear="false"), on=DAY, by=people.clerk(),
        version=before, note="By phone.",
    )  # fmt: skip
    assert event.note == "By phone.; Changed: Is the sight of traffic clear?, Size in cubic yards"
    assert (case.details.size_cubic_yards, case.version) == (Decimal(8), before + 1)
    first, second = case.snapshots.order_by("pk")
    assert (first.facts["size_cubic_yards"], second.facts["size_cubic_yards"]) == ("6.0", "8.0")
    sights = [snap.findings.get(rule="sight-line").state for snap in (first, second)]
    assert sights == ["met", "unmet"]


def test_a_save_that_changes_nothing_names_nothing() -> None:
    case = file()
    event = amend(case, intake=change(case), on=DAY, by=people.clerk(), version=case.version)
    assert event.note == ""


def test_a_stale_save_shows_both_versions_and_changes_nothing() -> None:
    case = file()
    seen = case.version
    mine, theirs = change(case, size_cubic_yards="9"), change(Case.objects.get(pk=case.pk), use="industrial")
    amend(Case.objects.get(pk=case.pk), intake=theirs, on=DAY, by=people.clerk(), version=seen)
    with pytest.raises(StaleSave) as stale:
        amend(case, intake=mine, on=DAY, by=people.clerk(), version=seen)
    assert stale.value.theirs == {"size_cubic_yards": Decimal(6), "use": "industrial"}
    assert stale.value.yours == {"size_cubic_yards": Decimal(9), "use": "commercial"}
    assert Case.objects.get(pk=case.pk).details.size_cubic_yards == Decimal(6)
    assert case.events.filter(slug="amended").count() == 1


def test_unreadable_changes_are_refused_and_nothing_is_saved() -> None:
    case = file()
    with pytest.raises(NotAllowed, match="nothing was lost"):
        amend(
            case, intake=change(case, size_cubic_yards="big"), on=DAY, by=people.clerk(), version=case.version
        )
    assert Case.objects.get(pk=case.pk).details.size_cubic_yards == Decimal(6)


def test_a_decided_case_keeps_its_answers() -> None:
    issued, withdrawn = people.issued_dumpster(DAY), file()
    record(withdrawn, "withdrawn", on=DAY, by=people.clerk(), note="Sold.")
    for case in (issued, withdrawn):
        with pytest.raises(NotAllowed, match="answers stand as they were decided"):
            amend(case, intake=change(case), on=DAY, by=people.clerk(), version=case.version)


def test_only_a_clerk_changes_answers() -> None:
    case = file()
    for person in (people.inspector(), people.member(), people.clerk(people.docks())):
        with pytest.raises(WrongRole):
            amend(case, intake=change(case), on=DAY, by=person, version=case.version)


def test_a_case_opened_without_answers_can_be_given_some() -> None:
    case = file(intake=None)
    assert case.details is None
    event = amend(
        case, intake=Intake(case.casekind, people.DUMPSTER_ANSWERS), on=DAY, by=people.clerk(),
        version=case.version,
    )  # fmt: skip
    assert case.details.use == "commercial"
    assert "Size in cubic yards" in event.note


# ---- The board's word
def ruled(case: Case, **more: Any) -> Any:
    said: dict[str, Any] = {
        "rule": "location", "says": "met", "why": "Far enough.", "vote": "Vote 1", "on": DAY,
        "by": people.member(),
    }  # fmt: skip
    return rule_on(case, **(said | more))


def test_a_ruling_is_an_event_with_its_vote_under_a_new_snapshot() -> None:
    case = file()
    ruling = ruled(case)
    assert (ruling.event.slug, ruling.event.subject, ruling.event.note) == (
        "ruling",
        "location",
        "Far enough. (Vote 1)",
    )
    kept = Snapshot.objects.get(event=ruling.event)
    assert kept.findings.get(rule="location").state == "met"
    assert case.snapshots.count() == 2


def test_a_later_ruling_replaces_an_earlier_one_from_its_day() -> None:
    case = file()
    ruled(case, says="unmet", why="Too near.", on=DAY)
    ruled(case, on=date(2026, 3, 9))

    def location_stops(on: date) -> bool:
        sites = [each for each in in_the_way(case, on) if each.what == "finding"]
        return "Tisbury 09.2.3(1)" in [each.cite for each in sites]

    assert location_stops(date(2026, 3, 8))
    assert not location_stops(date(2026, 3, 9))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"rule": "colour"}, "Dumpster permit has no rule called 'colour'"),
        ({"says": "perhaps"}, "found the rule met, not met, or granted a variance"),
        ({"why": " "}, "needs the vote it rests on and the board's reason"),
        ({"vote": ""}, "needs the vote it rests on and the board's reason"),
        ({"on": date(2026, 3, 1)}, "before the case was filed"),
    ],
)
def test_a_ruling_that_lacks_something_is_refused(more: dict[str, Any], says: str) -> None:
    case = file()
    with pytest.raises(NotAllowed, match=says):
        ruled(case, **more)
    assert not case.rulings.exists()


def test_only_the_board_and_its_clerk_record_rulings() -> None:
    case = file()
    for person in (people.inspector(), people.administrator(), people.member(people.docks())):
        with pytest.raises(WrongRole):
            ruled(case, by=person)
    assert ruled(case, by=people.clerk()).event.by == people.clerk()


def test_a_kind_without_rules_is_not_ruled_upon() -> None:
    with toys.registered():
        case = open_case(kind="toy", on=DAY, by=people.clerk())
        with pytest.raises(NotAllowed, match="Toy permit has no rule"):
            ruled(case)


def test_a_variance_is_refused_where_the_law_allows_none_and_reaches_to_its_limit() -> None:
    with toys.registered(toys.MEASURED) as kind:
        case = open_case(kind=kind.slug, on=DAY, by=people.clerk())
        with pytest.raises(NotAllowed, match="Toys 6 cannot be waived"):
            ruled(case, rule="weight", says="varied")
        assert [each.cite for each in in_the_way(case, DAY)] == ["Toys 5"]
        ruled(case, rule="length", says="varied", limit=Decimal("11.9"))
        assert [each.cite for each in in_the_way(case, DAY)] == ["Toys 5"]
        ruled(case, rule="length", says="varied", limit=Decimal("12"))
        assert in_the_way(case, DAY) == []


# ---- What stands in the way
def test_everything_in_the_way_is_listed_at_once() -> None:
    case = file(intake=dumpster(sight_line_clear="false"))
    casework.place_hold(
        case, level="hard", reason="Unpaid fine.", lifted_by_role="member", on=DAY, by=people.clerk()
    )
    casework.place_hold(
        case, level="soft", reason="Tax bill.", lifted_by_role="clerk", on=DAY, by=people.clerk()
    )
    casework.place_hold(
        case, level="warning", reason="Dog.", lifted_by_role="clerk", on=DAY, by=people.clerk()
    )
    found = in_the_way(case, DAY)
    assert [(each.what, each.cite) for each in found] == [
        ("finding", "Tisbury 09.2.3(1)"),
        ("finding", "Tisbury 09.2.3(2)"),
        ("finding", "Tisbury 09.2.5(2)"),
        ("checklist", "Tisbury 09.2.3(1)"),
        ("fee", ""),
        ("hold", ""),
        ("hold", ""),
    ]
    assert [each.overridable for each in found] == [False] * 6 + [True]
    assert found[-2].who == "The board member may lift it"
    with pytest.raises(CannotIssue) as stopped:
        issue(case, on=DAY, by=people.clerk())
    assert stopped.value.obstacles == found
    assert "Location sketch is missing." in str(stopped.value)


def test_a_fee_that_is_set_and_not_paid_stands_in_the_way_until_it_is_paid() -> None:
    case = people.ready_dumpster(DAY)
    assert [each.what for each in in_the_way(case, DAY)] == ["fee"]
    money.set_fee(case, amount="50", reason="Sample", on=DAY, by=people.clerk())
    assert [each.says for each in in_the_way(case, DAY)] == ["$50.00 is due."]
    people.settle(case, DAY, people.clerk())
    assert in_the_way(case, DAY) == []


# ---- Issuing
def ready(**more: Any) -> Case:
    """An application with nothing in the way."""
    case = people.ready_dumpster(DAY, **more)
    people.settle(case, DAY, people.clerk())
    return case


def test_issuing_gives_term_code_slot_duties_and_a_snapshot() -> None:
    case = ready()
    event = issue(case, on=date(2026, 3, 5), by=people.clerk())
    assert (case.status, case.starts_on, case.ends_on) == ("issued", date(2026, 3, 5), date(2026, 12, 31))
    assert case.code is not None
    assert len(case.code) == 8
    assert case.slot == f"dumpster/{case.facility_id}/2026-12-31"
    assert (event.on, event.from_on, event.until_on) == (
        date(2026, 3, 5),
        date(2026, 3, 5),
        date(2026, 12, 31),
    )
    assert Snapshot.objects.get(event=event).findings.get(rule="location").state == "met"
    assert case.clocks.get().due_on == date(2026, 12, 31)


@pytest.mark.parametrize(
    ("district", "first"),
    [
        ("residential", "Nobody loads the dumpster between 11:00 pm and 7:00 am."),
        ("commercial", "The dumpster is closed and locked outside business hours."),
    ],
)
def test_the_duties_of_the_district_are_printed_after_the_boards_conditions(
    district: str, first: str
) -> None:
    case = ready(district=district)
    casework.add_condition(case, text="Keep the lane free.", on=DAY, by=people.clerk())
    issue(case, on=DAY, by=people.clerk())
    printed = [(row.position, row.text) for row in case.conditions.all()]
    assert printed[0] == (1, "Keep the lane free.")
    assert printed[1] == (2, first)
    assert [position for position, _ in printed] == [1, 2, 3, 4, 5]


def test_issued_again_after_being_struck_the_duties_stand_once() -> None:
    case = ready()
    strike(issue(case, on=DAY, by=people.clerk()), by=people.clerk(), note="Wrong day.")
    code = case.code
    issue(case, on=date(2026, 3, 9), by=people.clerk())
    assert case.code == code
    texts = list(case.conditions.values_list("text", flat=True))
    assert len(texts) == len(set(texts)) == 4
    assert case.starts_on == date(2026, 3, 9)


def test_pressing_issue_twice_is_one_permit() -> None:
    case = ready()
    first = issue(case, on=DAY, by=people.clerk(), key="page-1")
    stale = Case.objects.get(pk=case.pk)
    assert issue(stale, on=DAY, by=people.clerk(), key="page-1") == first
    assert stale.status == "issued"
    assert case.events.filter(slug="issued").count() == 1
    with pytest.raises(NotAllowed, match="Issue is not open while DU-2026-001 is issued"):
        issue(case, on=DAY, by=people.clerk(), key="page-2")


def test_the_wrong_role_the_wrong_state_and_an_old_page_are_told_first() -> None:
    case = file()
    with pytest.raises(WrongRole, match="Issue is for the clerk"):
        issue(case, on=DAY, by=people.inspector())
    with pytest.raises(NotAllowed, match="changed while you had it open"):
        issue(case, on=DAY, by=people.clerk(), version=case.version + 1)
    with pytest.raises(NotAllowed, match="before the case was filed"):
        issue(case, on=date(2026, 3, 1), by=people.clerk())
    record(case, "withdrawn", on=DAY, by=people.clerk(), note="Sold.")
    with pytest.raises(NotAllowed, match="Issue is not open while DU-2026-001 is withdrawn"):
        issue(case, on=DAY, by=people.clerk())


def test_a_matter_that_is_never_issued_is_refused() -> None:
    case = open_case(kind="complaint", on=DAY, by=people.clerk())
    with pytest.raises(NotAllowed, match="A complaint is not issued"):
        issue(case, on=DAY, by=people.clerk())


def test_a_soft_hold_is_passed_with_a_reason_that_stays_in_the_history() -> None:
    case = ready()
    casework.place_hold(case, level="soft", reason="Tax.", lifted_by_role="clerk", on=DAY, by=people.clerk())
    for nothing in ("", "  "):
        with pytest.raises(CannotIssue, match=r"Tax\."):
            issue(case, on=DAY, by=people.clerk(), override=nothing)
    event = issue(case, on=DAY, by=people.clerk(), override="Paid this morning.")
    assert event.note == "Issued over a soft hold: Paid this morning."
    assert case.holds.get().lifted_on is None, "the hold itself still stands"


def test_a_hard_hold_is_never_passed_and_a_warning_never_stops() -> None:
    case = ready()
    hold = casework.place_hold(
        case, level="hard", reason="Fine.", lifted_by_role="clerk", on=DAY, by=people.clerk()
    )
    with pytest.raises(CannotIssue):
        issue(case, on=DAY, by=people.clerk(), override="I know him.")
    casework.lift_hold(case, hold=hold, reason="Paid.", on=DAY, by=people.clerk())
    casework.place_hold(
        case, level="warning", reason="Dog.", lifted_by_role="clerk", on=DAY, by=people.clerk()
    )
    assert issue(case, on=DAY, by=people.clerk()).note == ""


def test_an_override_with_nothing_to_override_is_not_written_down() -> None:
    assert issue(ready(), on=DAY, by=people.clerk(), override="Just in case.").note == ""


# ---- One permit for a dumpster and term
def test_a_second_permit_for_the_same_dumpster_and_term_is_refused_with_the_other_number() -> None:
    first = people.issued_dumpster(DAY)
    second = ready(facility=first.facility)
    with pytest.raises(NotAllowed, match=rf"already has {first.number}, valid through .*December 31, 2026"):
        issue(second, on=date(2026, 6, 1), by=people.clerk())
    assert Case.objects.get(pk=second.pk).code is None


def test_the_database_refuses_a_second_holder_of_the_slot() -> None:
    first, second = people.issued_dumpster(DAY), ready()
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.filter(pk=second.pk).update(slot=first.slot)


def test_the_action_says_what_the_database_refused() -> None:
    """Should the office's own look miss a permit that holds the place, the constraint does not."""
    case, unseen = ready(), file()
    Case.objects.filter(pk=unseen.pk).update(slot=f"dumpster/{case.facility_id}/2026-12-31")
    with pytest.raises(NotAllowed, match="Another permit already holds"):
        issue(case, on=DAY, by=people.clerk())
    assert Case.objects.get(pk=case.pk).status == "filed"


@pytest.mark.parametrize("slug", ["revoked", "closed"])
def test_a_permit_that_ended_frees_the_slot_from_its_last_day_on(slug: str) -> None:
    first = people.issued_dumpster(DAY)
    second = ready(facility=first.facility)
    record(first, slug, on=date(2026, 6, 10), by=people.clerk(), note="Moved.")
    assert first.slot is None
    with pytest.raises(NotAllowed, match=r"valid through Tuesday, June 9, 2026\. Choose a later day"):
        issue(second, on=date(2026, 6, 9), by=people.clerk())
    issue(second, on=date(2026, 6, 10), by=people.clerk())
    assert second.slot == f"dumpster/{first.facility_id}/2026-12-31"


def test_a_suspended_permit_keeps_its_slot() -> None:
    first = people.issued_dumpster(DAY)
    second = ready(facility=first.facility)
    record(first, "suspended", on=date(2026, 6, 10), by=people.clerk(), note="Overflowing.")
    with pytest.raises(NotAllowed, match=f"already has {first.number}"):
        issue(second, on=date(2026, 6, 11), by=people.clerk())


def test_two_dumpsters_of_one_holder_have_a_permit_each() -> None:
    assert people.issued_dumpster(DAY).slot != people.issued_dumpster(DAY).slot


def test_a_lasting_permit_holds_its_place_for_good() -> None:
    lasting = replace(toys.TOY, slug="shed", series="SH", term=None, facility="dumpster")
    with toys.registered(replace(lasting, lifecycle=toys.GATED)):
        facility = people.dumpster_bin()
        first, second = (
            open_case(kind="shed", on=DAY, by=people.clerk(), facility=facility) for _ in range(2)
        )
        issue(first, on=DAY, by=people.clerk())
        assert (first.starts_on, first.ends_on, first.slot) == (DAY, None, f"shed/{facility.pk}/lasting")
        with pytest.raises(NotAllowed, match=rf"already has {first.number}, valid\. Renew"):
            issue(second, on=date(2030, 1, 1), by=people.clerk())


# ---- Snapshots stay
def test_a_later_law_never_rewrites_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    case = people.ready_dumpster(DAY)
    before = [(row.pk, row.rule, row.state, row.says) for row in case.snapshots.earliest("pk").findings.all()]

    @law.rule("sight-line", cite="Tisbury 09.2.3(2)")
    def stricter(facts: Any, on: date) -> law.Finding:
        """Nothing is clear any more."""
        return law.holds(False)

    old = kinds.get("dumpster")
    assert old.law is not None
    rules = tuple(stricter if each.slug == stricter.slug else each for each in old.law.rules)
    changed = replace(old, law=replace(old.law, rules=rules))
    monkeypatch.setitem(kinds.registry, "dumpster", changed)

    assert next(iter(in_the_way(case, DAY))).says == "Nothing is clear any more."
    amend(case, intake=change(case), on=DAY, by=people.clerk(), version=case.version)
    assert case.snapshots.latest("pk").findings.get(rule="sight-line").state == "unmet"
    kept = case.snapshots.earliest("pk").findings.all()
    assert [(row.pk, row.rule, row.state, row.says) for row in kept] == before


def test_a_correction_takes_no_snapshot_away() -> None:
    case = ready()
    event = issue(case, on=DAY, by=people.clerk())
    strike(event, by=people.clerk(), note="Wrong day.")
    assert Snapshot.objects.filter(event=event).exists()
    again = issue(case, on=date(2026, 3, 9), by=people.clerk())
    assert Snapshot.objects.filter(event=again).exists()


# ---- Terms and words
def test_the_term_a_case_would_have_is_known_before_it_is_issued() -> None:
    case = people.ready_dumpster(DAY)
    assert term_of(case, date(2026, 6, 1)) == (date(2026, 6, 1), date(2026, 12, 31))
    assert case.starts_on is None


def test_a_renewal_never_begins_before_the_old_term_has_ended() -> None:
    old = people.issued_dumpster(DAY)
    new = renewal(old, date(2026, 11, 2))
    in_time, late = date(2026, 12, 31), date(2027, 2, 1)
    assert term_of(new, date(2026, 11, 3)) == (date(2027, 1, 1), date(2027, 12, 31))
    assert term_of(new, in_time) == (date(2027, 1, 1), date(2027, 12, 31))
    assert term_of(new, late) == (late, date(2027, 12, 31))


def test_answers_read_as_words() -> None:
    case = file(intake=dumpster(screening_asked="", child_prevention=""))
    words = {label: value for _, rows in in_words(case.casekind, case.details) for label, value, _ in rows}
    assert words["Use"] == "Commercial"
    assert words["Is the sight of traffic clear?"] is True
    assert words["Did the board ask for screening?"] is None
    assert words["What keeps children off and out"] is None


def test_a_kind_without_answers_has_no_words_facts_or_findings() -> None:
    with toys.registered():
        case = open_case(kind="toy", on=DAY, by=people.clerk())
        filing = Filing.of_case(case)
        assert in_words(case.casekind, case.details) == []
        assert (filing.facts(DAY), filing.findings(DAY), filing.fees(DAY)) == (None, [], [])
        assert not Snapshot.objects.filter(case=case).exists()


def test_everything_an_action_does_is_undone_when_it_fails() -> None:
    case = people.ready_dumpster(DAY)
    before = (case.version, Event.objects.count(), Counter.objects.count())
    with pytest.raises(CannotIssue):
        issue(case, on=DAY, by=people.clerk())
    fresh = Case.objects.get(pk=case.pk)
    assert (fresh.version, Event.objects.count(), Counter.objects.count()) == before
    assert fresh.code is None
