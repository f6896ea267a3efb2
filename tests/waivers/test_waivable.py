"""What may be waived, and where: Tisbury 09.0.3(1) and (2), 09.9.1."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from districts.actions import determine
from office import regulations
from office.actions.cases import open_case, record
from office.actions.errors import NotAllowed
from office.actions.readings import add_reading
from office.intake import Filing
from office.law import State
from office.models import Case
from permits.waivers.models import WAIVER, section_of
from tests import people
from tests.waivers.cast import DAY, lot, voted, waiver

pytestmark = pytest.mark.django_db

MET, UNMET, UNKNOWN, NONE = State.MET, State.UNMET, State.UNKNOWN, State.NOT_APPLICABLE


def found(case: Case, rule: str) -> State:
    return next(each.state for each in Filing.of_case(case).findings(DAY) if each.rule == rule)


# lot | section | what the application calls it | whether a motion to grant is open | what refuses it
TABLE = [
    ("77-C-1", "09.2.3(2)", "regulation", ""),
    ("77-C-1", "MGL c.111 §31", "statute", "statute"),
    ("77-C-1", "c.270 §16A", "regulation", "statute"),  # the catalogue knows better
    ("77-C-1", "Zoning by-law 4.03.02", "by-law", "by-law of the town"),  # on no list: their word is enough
    ("77-C-1", "42 U.S.C. 300f", "statute", "statute"),
    ("77-C-1", "310 CMR 15.211", "state code", "only the state department"),
    ("77-C-1", "310 CMR 15.211", "regulation", "only the state department"),
    ("77-C-1", "105 CMR 999.001", "state code", "only the state department"),
    ("31-B-13.1", "09.9.7(6)", "regulation", "Designated Barrier Beach"),
    ("31-B-14", "09.9.7(6)", "regulation", ""),
    ("31-B-13.1", "09.9.5(6)", "regulation", "Designated Barrier Beach"),
    ("31-B-13.1", "09.2.3(2)", "regulation", ""),
    ("31-A-6.1", "09.9.7(6)", "regulation", "Designated Barrier Beach"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "section", "sort", "refusal"), TABLE)
def test_what_may_be_waived_and_where(label: str, section: str, sort: str, refusal: str) -> None:
    case = waiver(lot(label), section=section, sort=sort)
    if refusal:
        with pytest.raises(NotAllowed, match=refusal):
            voted(case)
        assert case.status == "filed", "nothing was recorded"
    else:
        voted(case)
        assert case.status == "granted"


def test_a_rule_outside_09_9_is_open_on_the_beach_with_a_warning() -> None:
    assert found(waiver(lot("31-B-13.1")), "barrier-beach-other") == UNKNOWN
    assert found(waiver(lot("31-B-14")), "barrier-beach-other") == NONE
    assert found(waiver(lot("31-B-13.1"), section="09.9.7(6)"), "barrier-beach-other") == NONE


@pytest.mark.parametrize(
    ("reading", "section", "state"),
    [
        ("coastal-rules", "09.9.7(6)", UNMET), ("coastal-rules", "09.9.4(2)", UNMET),
        ("coastal-rules", "09.2.3(2)", NONE),
        ("every-rule", "09.9.7(6)", UNMET), ("every-rule", "09.2.3(2)", UNMET),
        ("beach-rules", "09.9.7(6)", NONE), ("beach-rules", "09.9.4(2)", UNMET),
        ("beach-rules", "09.2.3(2)", NONE),
    ],
)  # fmt: skip
def test_the_town_reads_what_the_beach_closes(reading: str, section: str, state: State) -> None:
    add_reading(
        people.health(), slug="barrier-beach-waivers", value=reading, since=DAY, source="Sample", on=DAY,
        by=people.administrator(),
    )  # fmt: skip
    assert found(waiver(lot("31-B-13.1"), section=section), "barrier-beach") == state
    assert found(waiver(lot("31-B-14"), section=section), "barrier-beach") == NONE


@pytest.mark.parametrize(("below", "state"), [("true", UNMET), ("false", NONE), ("", UNKNOWN)])
def test_on_a_lot_that_is_beach_in_part_the_place_decides(below: str, state: State) -> None:
    case = waiver(lot("31-C-2"), section="09.9.7(6)", below_10_ft=below)
    assert found(case, "barrier-beach") == state


def test_the_office_may_have_determined_otherwise() -> None:
    parcel = lot("31-A-6.1")
    case = waiver(parcel, section="09.9.7(6)")
    said: dict[str, Any] = {
        "reason": "Not on the plan.",
        "rests_on": "Sample",
        "on": DAY,
        "by": people.clerk(),
    }
    determine(parcel, district="barrier-beach", extent="out", **said)
    voted(case)
    assert case.status == "granted"


def test_every_part_of_the_application_is_asked_and_none_is_met_when_missing() -> None:
    parts = {
        "locus": ("locus",), "owner": ("owner_name", "owner_address"),
        "exact-rule": ("page_no", "section", "sentence", "words"), "wanted": ("wanted",), "reason": ("why",),
    }  # fmt: skip
    whole = waiver()
    assert {found(whole, rule) for rule in (*parts, "lot")} == {MET}
    for rule, names in parts.items():
        for name in names:
            assert found(waiver(**{name: ""}), rule) == UNKNOWN, name
    bare = open_case(kind=WAIVER, on=DAY, by=people.clerk())
    assert found(bare, "lot") == UNKNOWN


def test_a_section_on_no_list_or_a_heading_is_not_met() -> None:
    assert found(waiver(section="09.2.99"), "exact-rule") == UNKNOWN
    assert found(waiver(section="09.2.99"), "statute") == UNKNOWN, "the word of who asks grants nothing"
    assert found(waiver(section="09.9.16"), "exact-rule") == UNKNOWN


@pytest.mark.parametrize(
    ("words", "cite"),
    [
        ("09.2.3(2)", "Tisbury 09.2.3(2)"), ("Tisbury 09.2.3(2)", "Tisbury 09.2.3(2)"),
        (" Section 09.2.3(2). ", "Tisbury 09.2.3(2)"), ("09.2.3(2)(a)", "Tisbury 09.2.3(2)"),
        ("MGL c.111 §31", "Massachusetts c.111 §31"),
        ("310 CMR 15.211(1)(a)", "Massachusetts 310 CMR 15.211"),
        ("09.9.6(3)e", "Tisbury 09.9.6(3)(e)"), ("nowhere", None), ("", None),
    ],
)  # fmt: skip
def test_a_citation_is_found_in_the_catalogue(words: str, cite: str | None) -> None:
    section = section_of(words)
    assert (section.cite if section else None) == cite


def test_every_section_of_every_book_says_what_sort_of_law_it_is() -> None:
    sorts = {
        book.name: {section.force for section in book.sections} for book in regulations.catalogue().books
    }
    assert sorts == {
        "Tisbury": {"regulation"}, "Barnstable": {"regulation"}, "Jamestown": {"by-law"},
        "Massachusetts": {"statute", "state code"}, "Rhode Island": {"statute", "state code"},
    }  # fmt: skip
    assert regulations.resolve("Massachusetts c.111 §31").force == "statute"
    assert regulations.resolve("Massachusetts 310 CMR 15.211").force == "state code"


def test_a_failed_motion_to_grant_is_a_recorded_denial() -> None:
    case = waiver()
    vote = voted(case, said="ynn")
    assert (vote.carries, case.status) == (False, "denied")


def test_two_of_three_members_are_a_majority_of_all_seats_and_one_of_two_is_none() -> None:
    granted, tied = waiver(), waiver()
    assert voted(granted, said="yya").carries
    assert granted.status == "granted"
    assert not voted(tied, said="yna", on=DAY + timedelta(days=14)).carries
    assert tied.status == "denied"


def test_a_recused_member_leaves_two_who_must_agree() -> None:
    case = waiver()
    assert voted(case, said="yyr").carries
    assert case.status == "granted"


def test_nobody_grants_it_by_hand() -> None:
    with pytest.raises(NotAllowed, match="follows from a vote of the board"):
        record(waiver(), "granted", on=DAY, by=people.clerk())
