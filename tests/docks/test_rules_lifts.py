"""Boat lifts and dredging, Barnstable 703-4(Q) and (R)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docks.rules import dredging, lifts
from office.law import State
from tests.docks.facts import DAY, VESSELS, complete, with_row

LIFT = {
    "has_lift": True, "lift_basis": "handicapped-access", "lift_hydraulic": False, "lift_neutral_color": True,
    "lift_hull_above_mhw_in": "12", "lift_vessel": "Sample Skiff", "lift_hull_neutral": True,
    "lift_bottom_paint": "non-toxic", "lift_paint_specs_given": True,
}  # fmt: skip
AT_OLD = LIFT | {"work": "lift", "dock_permitted": True}
WAKES = AT_OLD | {"lift_basis": "extraordinary", "lift_circumstances": "Wakes of ferries, filmed.",
                  "lift_usual_means_fail": "Whips broke twice."}  # fmt: skip
DREDGE = {"work": "dredging", "dredging": "improvement", "dredging_at": "existing-pier",
          "dock_permitted": True, "dredging_ground": "large-ships",
          "dredge_to_ft": "4", "permitted_depth_ft": "4"}  # fmt: skip
SPRING = LIFT | {"lift_extreme_tide_height_in": "20"}


def tide(hull: str, spring: str | None) -> dict[str, Any]:
    """A hull at a height over mean high water, with 20 in. set and a spring tide line at an elevation."""
    return SPRING | {"lift_hull_above_mhw_in": hull, "spring_tide_elevation_ft": spring}


@pytest.mark.parametrize(
    ("rule", "answers", "state"),
    [
        *[(rule, {}, "n/a") for rule in lifts.RULES],
        *[(rule, {"has_lift": None}, "unknown") for rule in lifts.RULES],
        # a lift at a dock that stands: was that dock permitted?
        (lifts.dock_permitted, LIFT, "n/a"),
        (lifts.dock_permitted, AT_OLD, "met"),
        (lifts.dock_permitted, AT_OLD | {"dock_permitted": False}, "unmet"),
        (lifts.dock_permitted, AT_OLD | {"dock_permitted": None}, "unknown"),
        (lifts.dock_permitted, AT_OLD | {"dock_permitted": None, "earlier_order": "SE3-0000"}, "unknown"),
        (lifts.dock_permitted, DREDGE, "met"),
        (lifts.dock_permitted, DREDGE | {"dock_permitted": None}, "unknown"),
        (lifts.dock_permitted, DREDGE | {"dredging": "maintenance", "dock_permitted": None}, "n/a"),
        # (Q)(1)
        (lifts.new_dock, LIFT, "unknown"),  # the Commission finds
        (lifts.new_dock, LIFT | {"lift_basis": "extraordinary"}, "unmet"),
        (lifts.new_dock, LIFT | {"lift_basis": "neither"}, "unmet"),
        (lifts.new_dock, LIFT | {"lift_basis": None}, "unknown"),
        (lifts.new_dock, AT_OLD, "n/a"),
        (lifts.new_dock, WAKES | {"dock_permitted": False}, "unmet"),
        (lifts.new_dock, WAKES | {"dock_permitted": None}, "unknown"),
        # (Q)(2)(a)
        (lifts.existing_for_access, AT_OLD, "unknown"),
        (lifts.existing_for_access, WAKES, "n/a"),
        (lifts.existing_for_access, LIFT, "n/a"),
        (lifts.existing_for_access, AT_OLD | {"lift_basis": None}, "unknown"),
        # (Q)(2)(b)
        (lifts.existing_extraordinary, WAKES, "unknown"),
        (lifts.existing_extraordinary, WAKES | {"lift_circumstances": ""}, "unknown"),
        (lifts.existing_extraordinary, WAKES | {"lift_usual_means_fail": ""}, "unknown"),
        (lifts.existing_extraordinary, AT_OLD | {"lift_basis": "neither"}, "unmet"),
        (lifts.existing_extraordinary, AT_OLD, "n/a"),
        (lifts.existing_extraordinary, LIFT, "n/a"),
        # (Q)(3)(a), (b)
        (lifts.drive, LIFT, "met"),
        (lifts.drive, LIFT | {"lift_hydraulic": True}, "unmet"),
        (lifts.drive, LIFT | {"lift_hydraulic": None}, "unknown"),
        (lifts.color, LIFT, "met"),
        (lifts.color, LIFT | {"lift_neutral_color": False}, "unmet"),
        (lifts.color, LIFT | {"lift_neutral_color": None}, "unknown"),
        # (Q)(3)(c): 12 in. above mean high water
        (lifts.hull_height, LIFT, "met"),
        (lifts.hull_height, LIFT | {"lift_hull_above_mhw_in": "12.01"}, "unmet"),
        (lifts.hull_height, LIFT | {"lift_hull_above_mhw_in": None}, "unknown"),
        # or 20 in. as set, under a spring tide line 24, 15 or 6 in. above mean high water
        (lifts.hull_height, tide("20", "3.5"), "met"),
        (lifts.hull_height, tide("20.01", "3.5"), "unmet"),
        (lifts.hull_height, tide("15", "2.75"), "met"),
        (lifts.hull_height, tide("15.01", "2.75"), "unmet"),
        (lifts.hull_height, tide("12", "2"), "met"),
        (lifts.hull_height, tide("12.01", "2"), "unmet"),
        (lifts.hull_height, tide("15", None), "unknown"),
        (lifts.hull_height, tide("21", None), "unmet"),
        (lifts.hull_height, tide("12", None), "met"),
        # never in Barnstable Harbor
        (lifts.harbor, LIFT, "met"),
        (lifts.harbor, LIFT | {"barnstable_harbor": True}, "unmet"),
        (lifts.harbor, LIFT | {"barnstable_harbor": None}, "unknown"),
        # (Q)(3)(d)
        (lifts.one_boat, LIFT, "met"),
        (lifts.one_boat, LIFT | {"lift_vessel": " sample SKIFF "}, "met"),
        (lifts.one_boat, LIFT | {"lift_vessel": "Another"}, "unmet"),
        (lifts.one_boat, LIFT | {"vessels": with_row(VESSELS, 0, name="")}, "unknown"),
        (lifts.one_boat, LIFT | {"lift_vessel": ""}, "unknown"),
        (lifts.one_boat, LIFT | {"vessels": None}, "unknown"),
        (lifts.hull_color, LIFT, "met"),
        (lifts.hull_color, LIFT | {"lift_hull_neutral": False}, "unmet"),
        (lifts.hull_color, LIFT | {"lift_hull_neutral": None}, "unknown"),
        (lifts.bottom_paint, LIFT, "met"),
        (lifts.bottom_paint, LIFT | {"lift_bottom_paint": "none"}, "met"),
        (lifts.bottom_paint, LIFT | {"lift_bottom_paint": "other"}, "unmet"),
        (lifts.bottom_paint, LIFT | {"lift_bottom_paint": None}, "unknown"),
        (lifts.paint_specs, LIFT, "met"),
        (lifts.paint_specs, LIFT | {"lift_paint_specs_given": False}, "unmet"),
        (lifts.paint_specs, LIFT | {"lift_paint_specs_given": None}, "unknown"),
        (lifts.paint_specs, LIFT | {"lift_bottom_paint": "none", "lift_paint_specs_given": None}, "n/a"),
        # (R)
        *[(rule, {}, "n/a") for rule in dredging.RULES],
        *[(rule, DREDGE | {"dredging": "maintenance"}, "n/a") for rule in dredging.RULES],
        *[(rule, {"dredging": None}, "unknown") for rule in dredging.RULES],
        (dredging.new_site, DREDGE | {"dredging_at": "new-site"}, "unmet"),
        (dredging.new_site, DREDGE, "n/a"),
        (dredging.new_site, DREDGE | {"dock_permitted": False}, "unmet"),
        (dredging.new_site, DREDGE | {"dock_permitted": None}, "unknown"),
        (dredging.new_site, DREDGE | {"dredging_at": None}, "unknown"),
        (dredging.existing_pier, DREDGE, "unknown"),  # the Commission finds
        (dredging.existing_pier, DREDGE | {"dredging_ground": "nourished-drift"}, "unknown"),
        (dredging.existing_pier, DREDGE | {"dredging_ground": "neither"}, "unmet"),
        (dredging.existing_pier, DREDGE | {"dredging_ground": None}, "unknown"),
        (dredging.existing_pier, DREDGE | {"dredging_at": "new-site"}, "n/a"),
        (dredging.restored_depth, DREDGE, "met"),
        (dredging.restored_depth, DREDGE | {"dredge_to_ft": "4.01"}, "unmet"),
        (dredging.restored_depth, DREDGE | {"dredge_to_ft": None}, "unknown"),
        (dredging.restored_depth, DREDGE | {"permitted_depth_ft": None}, "unknown"),
        (dredging.restored_depth, DREDGE | {"dredging_at": "new-site"}, "n/a"),
    ],
)  # fmt: skip
def test_rule(rule: Any, answers: dict[str, Any], state: str) -> None:
    assert rule(complete(**answers), DAY).state == state


def test_what_the_text_leaves_no_room_for_is_not_waivable() -> None:
    closed = {rule.slug for rule in (*lifts.RULES, *dredging.RULES) if not rule.waivable}
    assert closed == {"lift-harbor", "dredging-new-site", "dredging-existing", "dredging-depth"}


def test_the_commission_reads_both_proofs_of_extraordinary_circumstances() -> None:
    says = lifts.existing_extraordinary(complete(**WAKES), DAY).says
    assert "Wakes of ferries, filmed." in says
    assert "Whips broke twice." in says


@given(
    st.decimals("0", "60", places=2), st.decimals("0", "60", places=2), st.decimals("0", "6", places=2),
    st.decimals("0", "20", places=2),
)  # fmt: skip
def test_a_higher_hull_is_never_better(hull: Decimal, set_: Decimal, spring: Decimal, more: Decimal) -> None:
    def found(height: Decimal) -> State:
        answers = SPRING | {"lift_extreme_tide_height_in": set_, "spring_tide_elevation_ft": spring}
        return lifts.hull_height(complete(**answers | {"lift_hull_above_mhw_in": height}), DAY).state

    if found(hull) == State.UNMET:
        assert found(hull + more) == State.UNMET
    if hull <= 12:
        assert found(hull) == State.MET
