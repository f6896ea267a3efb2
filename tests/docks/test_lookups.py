"""What no form asks about a dock: the Commission's findings, the town's readings, older orders, the town."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from docks.kinds import NOTICE
from docks.models.lookups import lookup
from office.actions.cases import open_case, rule_on
from office.actions.errors import NotAllowed
from office.actions.events import rulings_of
from office.actions.readings import add_reading
from office.intake import Filing, Intake
from office.models import Case, Event, Facility, Parcel
from tests import people
from tests.docks.notices import ANSWERS

DAY = date(2026, 6, 1)
LATER = DAY + timedelta(days=30)

pytestmark = pytest.mark.django_db


def lot(**columns: Any) -> Parcel:
    return people.parcel(**{"town": "Barnstable", "map_no": "94", "block": "", "lot": "12", **columns})


def filed(*parcels: Parcel, **changes: Any) -> Case:
    board = people.docks()
    pier = Facility.objects.create(kind="dock", name="Sample dock", holder=people.party())
    return open_case(
        kind="dock", on=DAY, by=people.clerk(board), board=board, facility=pier, parcels=parcels or (lot(),),
        people=[(people.party("Sample Shore Owner"), "applicant")], intake=Intake(NOTICE, ANSWERS | changes),
    )  # fmt: skip


def looked_up(case: Case, on: date = LATER) -> dict[str, Any]:
    return dict(lookup(Filing.of_case(case), on))


def state(case: Case, rule: str, on: date = LATER) -> str:
    found = Filing.of_case(case).findings(on, rulings_of(case, on))
    return str(next(each for each in found if each.rule == rule).state)


def says(case: Case, rule: str, word: str, on: date = DAY) -> None:
    rule_on(
        case, rule=rule, says=word, why="Sample finding", vote="5-0, sample", on=on,
        by=people.member(case.board),
    )  # fmt: skip


# ---- The habitat: presumed by rating or relay, found by the Commission
@pytest.mark.parametrize(
    ("answers", "high"),
    [
        ({"shellfish_rating": "6", "relay_area": "false"}, True),
        ({"shellfish_rating": "5", "relay_area": "false"}, False),
        ({"shellfish_rating": "7", "relay_area": ""}, True),
        ({"shellfish_rating": "", "relay_area": "true"}, True),
        ({"shellfish_rating": "0", "relay_area": "true"}, True),
        ({"shellfish_rating": "", "relay_area": "false"}, None),
        ({"shellfish_rating": "5", "relay_area": ""}, None),
        ({"shellfish_rating": "", "relay_area": ""}, None),
    ],
)
def test_habitat_is_presumed_of_high_value_by_its_rating_or_as_a_relay_area(
    answers: dict[str, str], high: bool | None
) -> None:
    assert looked_up(filed(**answers))["high_value_habitat"] is high


def test_the_commission_finds_a_lower_rated_habitat_of_high_value_and_rebuts_a_higher_one() -> None:
    low, high = filed(shellfish_rating="3", relay_area="false"), filed(shellfish_rating="8")
    assert (state(low, "depth-high-value"), state(high, "depth-other")) == ("n/a", "n/a")
    says(low, "high-value-habitat", "met", on=DAY + timedelta(days=10))
    says(high, "high-value-habitat", "unmet")
    assert looked_up(low)["high_value_habitat"] is True
    assert looked_up(high)["high_value_habitat"] is False
    # 30 in. are asked for now of the one, 12 in. of the other; before its day the word does not count.
    assert state(low, "depth-high-value") != "n/a"
    assert state(high, "depth-high-value") == "n/a"
    assert looked_up(low, DAY)["high_value_habitat"] is False


def test_the_last_word_of_the_commission_counts() -> None:
    case = filed(shellfish_rating="")
    assert state(case, "depth-high-value") == "unknown"
    says(case, "high-value-habitat", "met")
    says(case, "high-value-habitat", "unmet", on=DAY + timedelta(days=5))
    assert looked_up(case)["high_value_habitat"] is False


# ---- Fresh water
def test_a_freshwater_dock_waits_for_the_commission() -> None:
    case = filed(water="fresh")
    assert state(case, "fresh-water") == "unknown"
    assert looked_up(case)["fresh_water_found"] is None
    says(case, "fresh-water", "met")
    assert state(case, "fresh-water") == "met"
    other = filed(water="fresh")
    says(other, "fresh-water", "unmet")
    assert state(other, "fresh-water") == "unmet"
    with pytest.raises(NotAllowed, match="cannot be waived"):
        says(other, "fresh-water", "varied")


# ---- The survey, where the office lets it be said that it does not apply
def test_a_survey_that_was_said_not_to_apply_asks_for_no_figures() -> None:
    case = filed(work="lift", survey_radius_ft="", survey_area="", sampled_area="")
    assert state(case, "survey-sampled") == "unknown"
    rows = case.checklist.filter(item="n9-shellfish-survey")
    assert rows.update(state="n/a", reason="Sample: nothing is built in the water.") == 1
    assert state(case, "survey-sampled") == "n/a"
    assert state(case, "survey-radius") == "n/a"


# ---- The dock that stands
def test_an_order_of_the_office_on_the_lot_permits_the_dock_that_stands() -> None:
    old = filed(lot(), lot(lot="13"))
    case = filed(lot(lot="13"), work="lift")
    assert looked_up(case)["dock_permitted"] is None
    issued = Event.objects.create(case=old, slug="issued", on=DAY + timedelta(days=3))
    assert looked_up(case)["dock_permitted"] is True
    assert looked_up(case, DAY)["dock_permitted"] is None  # not yet on that day
    assert looked_up(old)["dock_permitted"] is False  # a new dock is none that was permitted
    # An order that was struck permits nothing.
    Event.objects.create(case=old, slug="issued", on=DAY + timedelta(days=3), corrects=issued, void=True)
    assert looked_up(case)["dock_permitted"] is None


def test_an_order_on_another_lot_or_of_the_case_itself_permits_nothing() -> None:
    case = filed(work="lift")
    Event.objects.create(case=case, slug="issued", on=DAY)
    Event.objects.create(case=filed(lot(lot="99")), slug="issued", on=DAY)
    assert looked_up(case)["dock_permitted"] is None


def test_the_commission_rules_on_an_older_order() -> None:
    case = filed(work="lift", has_lift="true", earlier_order="Sample order of 1994")
    assert state(case, "dock-permitted") == "unknown"
    says(case, "dock-permitted", "met")
    assert looked_up(case)["dock_permitted"] is True
    assert state(case, "dock-permitted") == "met"


# ---- What the town reads into the text
def test_a_reading_of_the_town_changes_the_limit_from_its_day_on() -> None:
    case = filed()
    board = case.board
    before = Filing.of_case(case).facts(LATER)
    assert before is not None
    assert (before.beam_in_channel_margin, before.cca_note_in_force) == (False, True)  # type: ignore[attr-defined]
    add_reading(
        board, slug="beam-in-channel-margin", value="true", since=LATER, source="Sample vote", on=DAY,
        by=people.administrator(board),
    )  # fmt: skip
    add_reading(
        board, slug="cca-note-in-force", value="false", since=LATER, source="Sample vote", on=DAY,
        by=people.administrator(board),
    )  # fmt: skip
    after, day_before = (Filing.of_case(case).facts(day) for day in (LATER, LATER - timedelta(days=1)))
    assert (after.beam_in_channel_margin, after.cca_note_in_force) == (True, False)  # type: ignore[union-attr]
    assert day_before.beam_in_channel_margin is False  # type: ignore[union-attr]


# ---- The town, before anything else
def test_a_lot_of_another_town_is_refused_before_anything_is_filed() -> None:
    with pytest.raises(NotAllowed, match="lies in Tisbury, not in Barnstable"):
        filed(people.parcel())
    with pytest.raises(NotAllowed, match="Choose a lot in Barnstable, or file with Tisbury"):
        filed(lot(), people.parcel())
    assert not Case.objects.exists()


def test_it_takes_the_same_few_queries_whatever_there_is() -> None:
    case = filed(work="lift")
    for _ in range(3):
        Event.objects.create(case=filed(), slug="issued", on=DAY)
    for rule in ("high-value-habitat", "fresh-water", "dock-permitted"):
        filing = Filing.of_case(case)
        with CaptureQueriesContext(connection) as queries:
            lookup(filing, LATER)
        assert len(queries) <= 3, rule
        says(case, rule, "met")
