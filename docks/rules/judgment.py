"""What the Commission weighs rather than measures: 703-4(H), (J)(4), (K), (L), (O), (P), and 703-1(I).

Each is put before the board with what the applicant says of it. None stops an order by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from docks.rules import facts as f
from docks.rules.facts import DockFacts, known, plain
from docks.rules.rows import parts_or
from office.law import Finding, State, Weight, does_not_apply, for_the_board, holds, rule


def _comment(read: Callable[[], str]) -> str:
    said = known(read)
    return f"The applicant says: “{said}”" if said else "The applicant has said nothing on it yet."


@rule("float-area-site", cite="Barnstable 703-4(H)", weight=Weight.BOARD)
def float_area_for_site(d: DockFacts, on: date) -> Finding:
    """The floats cover no more than the values of the site allow; 200 square feet is a cap, not a right."""
    parts = parts_or(d)
    if not isinstance(parts, Finding) and all(part.kind not in (None, f.FLOAT) for part in parts):
        return does_not_apply("The dock has no float.")
    return for_the_board("The Commission finds whether the values of the site allow this area of floats.")


@rule("open-water", cite="Barnstable 703-4(J)(4)", weight=Weight.BOARD)
def open_water(d: DockFacts, on: date) -> Finding:
    """Enough open water is left for varied activities, not merely for safe transit."""
    # Where a channel exists its position may ask for more room than 20 percent of the width leaves.
    return for_the_board(
        "The Commission finds whether enough open water is left for varied activities. "
        + _comment(lambda: d.navigation_comment)
    )


@rule("unobstructed", cite="Barnstable 703-4(K)", weight=Weight.BOARD)
def unobstructed(d: DockFacts, on: date) -> Finding:
    """Waterways in normal recreational use stay unobstructed."""
    return for_the_board(
        "The Commission finds whether waterways in normal recreational use stay unobstructed. "
        + _comment(lambda: d.navigation_comment)
    )


@rule("center-line", cite="Barnstable 703-4(L)", weight=Weight.BOARD)
def center_line(d: DockFacts, on: date) -> Finding:
    """The base is as near as possible to the lot's center line."""
    return for_the_board(
        f"The base is {plain(d.centre_offset_ft)} ft off the lot's center line. The Commission finds whether "
        "that is as near as possible. " + _comment(lambda: d.placing_comment)
    )


@rule("perpendicular", cite="Barnstable 703-4(L)", weight=Weight.BOARD)
def perpendicular(d: DockFacts, on: date) -> Finding:
    """The dock is as nearly perpendicular to the shore as possible."""
    return for_the_board(
        f"The dock is {plain(d.angle_degrees)} degrees off the perpendicular. The Commission finds whether "
        "it is as square to the shore as possible. " + _comment(lambda: d.placing_comment)
    )


@rule("recreation", cite="Barnstable 703-4(O)", weight=Weight.BOARD)
def recreation(d: DockFacts, on: date) -> Finding:
    """The dock does not interfere with long-standing public recreational use."""
    # The source breaks off after "or public": read as an open list of uses.
    return for_the_board(
        "The Commission finds whether the dock interferes with long-standing public recreational use. "
        + _comment(lambda: d.recreation_comment)
    )


@rule("old-dock", cite="Barnstable 703-4(P)", weight=Weight.BOARD)
def old_dock(d: DockFacts, on: date) -> Finding:
    """When a dock that stands is substantially expanded, the Commission may apply these rules to it."""
    if d.work == f.NEW:
        return does_not_apply("The dock is new.")
    if d.work != f.EXTENSION and not d.makes_larger:
        return does_not_apply("The dock does not grow.")
    return for_the_board(
        "The dock that stands is expanded. The Commission may apply these rules to all or part of it; it "
        "records which sections it applies."
    )


@rule("shellfish-recreation", cite="Barnstable 703-1(I)", weight=Weight.NOTE, waivable=False)
def shellfish_and_recreation(d: DockFacts, on: date) -> Finding:
    """A dock on land with shellfish or their habitat harms recreation, as the chapter finds."""
    if d.shellfish_habitat or d.relay_area:
        return Finding(
            State.UNMET,
            "There is shellfish or shellfish habitat here. The chapter finds that a dock there harms "
            "recreation; the Commission weighs it.",
        )
    return holds(True, says="No shellfish and no shellfish habitat is told of here.")


@rule("navigation-recreation", cite="Barnstable 703-1(I)", weight=Weight.NOTE, waivable=False)
def navigation_and_recreation(d: DockFacts, on: date) -> Finding:
    """A proposal that affects navigation is likely to harm recreation, as the chapter finds."""
    if d.affects_navigation:
        return Finding(
            State.UNMET,
            "The proposal affects navigation. The chapter finds that it is likely to harm recreation, "
            "significantly or cumulatively; the Commission weighs it.",
        )
    return holds(True, says="The proposal is said not to affect navigation.")


RULES = (
    float_area_for_site, open_water, unobstructed, center_line, perpendicular, recreation, old_dock,
    shellfish_and_recreation, navigation_and_recreation,
)  # fmt: skip
