"""Boat lifts, davits and elevators, 703-4(Q), of February 6, 2018."""

from __future__ import annotations

from datetime import date

from docks.rules import facts as f
from docks.rules import figures
from docks.rules.facts import DockFacts, inches, known, plain
from office.law import Finding, State, at_most, does_not_apply, for_the_board, holds, rule

NO_LIFT = "No lift, davit or elevator is planned."


def at_new_dock(d: DockFacts) -> bool:
    """Whether 703-4(Q)(1) governs: the lift comes with a new dock, or the dock there was never permitted."""
    return d.work == f.NEW or not d.dock_permitted


@rule("dock-permitted", cite="Barnstable 703-4(Q)(2)")
def dock_permitted(d: DockFacts, on: date) -> Finding:
    """A lift or dredging that is asked for at a dock that stands is asked for at a permitted one."""
    # The office knows its own orders; of an older one the applicant names the order and the Commission rules.
    # The same is asked for dredging at a pier by (R)(2).
    lift = d.has_lift and d.work != f.NEW
    if not lift and (d.dredging != f.IMPROVEMENT or d.dredging_at != f.EXISTING_PIER):
        return does_not_apply("No lift and no improvement dredging is planned at a dock that stands.")
    permitted, named = known(lambda: d.dock_permitted), known(lambda: d.earlier_order)
    if permitted is None and named:
        return for_the_board(
            f"The office has no order for the dock that stands. The Commission finds whether it was "
            f"permitted; the applicant names: “{named}”"
        )
    return holds(
        d.dock_permitted,
        says="The dock that stands was permitted.",
        otherwise="The dock that stands was not permitted, so lift and dredging are judged as at a new one.",
    )


@rule("lift-at-new-dock", cite="Barnstable 703-4(Q)(1)")
def new_dock(d: DockFacts, on: date) -> Finding:
    """At a new dock a lift is allowed only as needed for the handicapped access of a resident."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    if not at_new_dock(d):
        return does_not_apply("The lift is for a dock that stands and was permitted.")
    if d.lift_basis != f.ACCESS:
        return Finding(
            State.UNMET,
            "At a new dock only the handicapped access of a resident is a ground for a lift. Leave it out.",
        )
    return for_the_board("The Commission finds whether a resident's handicapped access makes it necessary.")


@rule("lift-for-access", cite="Barnstable 703-4(Q)(2)(a)")
def existing_for_access(d: DockFacts, on: date) -> Finding:
    """At a permitted dock a lift is allowed as needed for the handicapped access of a resident."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    if at_new_dock(d):
        return does_not_apply("The lift is judged as at a new dock.")
    if d.lift_basis != f.ACCESS:
        return does_not_apply("The lift is asked for on another ground.")
    return for_the_board("The Commission finds whether a resident's handicapped access makes it necessary.")


@rule("lift-extraordinary", cite="Barnstable 703-4(Q)(2)(b)")
def existing_extraordinary(d: DockFacts, on: date) -> Finding:
    """At a permitted dock extraordinary circumstances allow a lift that nothing usual can replace."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    if at_new_dock(d):
        return does_not_apply("The lift is judged as at a new dock.")
    if d.lift_basis == f.ACCESS:
        return does_not_apply("The lift is asked for on another ground.")
    if d.lift_basis != f.EXTRAORDINARY:
        return Finding(
            State.UNMET,
            "Neither handicapped access nor extraordinary circumstances are named. Name one, or leave the "
            "lift out.",
        )
    return for_the_board(
        f"The Commission finds whether this is proven. Circumstances: “{d.lift_circumstances}” Why whips, "
        f"dolphins or tie-off piles cannot hold the boat: “{d.lift_usual_means_fail}”"
    )


@rule("lift-drive", cite="Barnstable 703-4(Q)(3)(a)")
def drive(d: DockFacts, on: date) -> Finding:
    """The lift is mechanical or electric and holds no hydraulic fluid."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    return holds(
        not d.lift_hydraulic,
        otherwise="The lift holds hydraulic fluid. Choose a mechanical or electric one without it.",
    )


@rule("lift-color", cite="Barnstable 703-4(Q)(3)(b)")
def color(d: DockFacts, on: date) -> Finding:
    """The lift has a neutral color or is anodized."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    return holds(
        d.lift_neutral_color, otherwise="The lift has no neutral color and is not anodized. Choose one."
    )


@rule("lift-height", cite="Barnstable 703-4(Q)(3)(c)")
def hull_height(d: DockFacts, on: date) -> Finding:
    """The hull hangs at most 12 inches above mean high water, or at the greater height that is set."""
    # The Commission may set more for extreme tides, never above the spring tide line, which is read as a
    # limit on the hull itself. Without its word the 12 inches stand, whatever the tides.
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    hull, usual = d.lift_hull_above_mhw_in, figures.HULL_ABOVE_MHW_IN.on(on)
    set_height = known(lambda: d.lift_extreme_tide_height_in)
    if hull <= usual or set_height is None or set_height <= usual:
        limit = usual
    elif hull > set_height:
        limit = set_height
    else:
        limit = max(usual, min(set_height, inches(d.spring_tide_elevation_ft - d.mhw_elevation_ft)))
    return at_most(
        hull, limit, "in",
        f"The hull hangs {plain(hull)} in. above mean high water; {plain(limit)} in. are allowed.",
    )  # fmt: skip


# "Never": the tide range of Barnstable Harbor leaves no room.
@rule("lift-harbor", cite="Barnstable 703-4(Q)(3)(c)", waivable=False)
def harbor(d: DockFacts, on: date) -> Finding:
    """There is no lift in Barnstable Harbor."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    return holds(
        not d.barnstable_harbor,
        says="The dock is not in Barnstable Harbor.",
        otherwise="The dock is in Barnstable Harbor, where the tide range allows no lift. Leave it out.",
    )


@rule("lift-boat", cite="Barnstable 703-4(Q)(3)(d)")
def one_boat(d: DockFacts, on: date) -> Finding:
    """The lift is for one boat, named and listed among the boats."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    named = d.lift_vessel.strip().casefold()
    names: list[str | None] = [each.name for each in d.vessels]
    if named not in [name.strip().casefold() for name in names if name] and None in names:
        return Finding(State.UNKNOWN, "Not known yet: the name of every boat.")
    return holds(
        named in [name.strip().casefold() for name in names if name],
        says=f"The lift is for “{d.lift_vessel}”.",
        otherwise=f"“{d.lift_vessel}” is not among the boats. List it with its draft and drive.",
    )


@rule("lift-hull-color", cite="Barnstable 703-4(Q)(3)(d)")
def hull_color(d: DockFacts, on: date) -> Finding:
    """The hull of the boat on the lift has a neutral color."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    return holds(d.lift_hull_neutral, otherwise="The hull has no neutral color.")


@rule("lift-paint", cite="Barnstable 703-4(Q)(3)(d)")
def bottom_paint(d: DockFacts, on: date) -> Finding:
    """The boat on the lift has no bottom paint, or one that is not toxic."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    return holds(
        d.lift_bottom_paint in (f.NO_PAINT, f.NON_TOXIC),
        otherwise="The bottom paint is toxic or not named as non-toxic. Use none, or a non-toxic one.",
    )


@rule("lift-paint-specs", cite="Barnstable 703-4(Q)(3)(d)")
def paint_specs(d: DockFacts, on: date) -> Finding:
    """The specifications of the bottom paint are given to the staff."""
    if not d.has_lift:
        return does_not_apply(NO_LIFT)
    if d.lift_bottom_paint == f.NO_PAINT:
        return does_not_apply("The boat on the lift has no bottom paint.")
    return holds(
        d.lift_paint_specs_given,
        otherwise="The specifications of the bottom paint are not given yet. Hand them in.",
    )


RULES = (
    dock_permitted, new_dock, existing_for_access, existing_extraordinary, drive, color, hull_height, harbor,
    one_boat, hull_color, bottom_paint, paint_specs,
)  # fmt: skip
