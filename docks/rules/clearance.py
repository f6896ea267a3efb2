"""The rules on depth, Barnstable 703-4(M), 703-3(E)(3) and 703-2, over the soundings of `depth`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from docks.rules import depth, figures
from docks.rules import facts as f
from docks.rules.facts import DockFacts, known, plain
from office.law import Finding, State, Weight, at_least, does_not_apply, for_the_board, holds, rule


def _measured(sheet: depth.Worksheet, place: str, clear_needed: Decimal) -> Finding:
    """The finding over all soundings of one place; `clear_needed` in inches."""
    if sheet.deepest.motors is False:
        return does_not_apply(depth.NO_MOTOR_BOAT)
    rows = sheet.at(place)
    failing = depth.shallowest(row for row in rows if row.ok is False)
    if failing is not None and failing.clear_in is not None:
        return at_least(failing.clear_in, clear_needed, "in", _sentence(sheet, failing, clear_needed))
    if sheet.rows is None:
        return Finding(State.UNKNOWN, "Not known yet: the soundings. Enter them.")
    if not rows:
        return Finding(State.UNKNOWN, f"Not known yet: no sounding is marked as {_PLACES[place]}.")
    # An unknown cell, or a sounding of no told place that may lie here and does not show the depth.
    for row in (*rows, *(row for row in sheet.of_no_place() if row.ok is not True)):
        if row.ok is not True:
            return Finding(
                State.UNKNOWN, f"Not known yet: {row.why or 'the place'} of the sounding {depth.where(row)}."
            )
    governing = depth.shallowest(rows)
    if governing is None or governing.clear_in is None:
        return Finding(State.UNKNOWN, "Not known yet: the depth at mean low water.")
    return at_least(governing.clear_in, clear_needed, "in", _sentence(sheet, governing, clear_needed))


_PLACES = {f.BERTH: "at the berth", f.WAY_OUT: "on the way out"}


def _sentence(sheet: depth.Worksheet, row: depth.Row, needed: Decimal) -> str:
    draft, clear = sheet.deepest.draft_in or Decimal(0), row.clear_in or Decimal(0)
    under = f"{plain(clear)} in. clear under a draft of {plain(draft)} in., {plain(needed)} in. needed"
    place = _PLACES[row.place or f.BERTH]
    if row.at_mlw_in is not None and row.at_mlw_in < clear + draft:
        return f"Dredged to {plain(clear + draft)} in. at mean low water, {place}: {under}."
    return (
        f"The shallowest sounding {place}, {depth.where(row)}, has {plain(clear + draft)} in. at mean low "
        f"water: {under}."
    )


@rule("high-value-habitat", cite="Barnstable 703-4(M)(1)", weight=Weight.BOARD, waivable=False)
def high_value_habitat(d: DockFacts, on: date) -> Finding:
    """The habitat is significant to the values of chapter 237: found so, rated 6 or more, or a relay area."""
    # The board's word on this rule is a fact of the others: the presumption can be rebutted, and a rating
    # under 6 does not rule the finding out (a reading). For the board in any case, so that it can speak.
    high, rating = known(lambda: d.high_value_habitat), known(lambda: d.shellfish_rating)
    rated = "" if rating is None else f"Rated {rating}. "
    if high is None:
        return for_the_board(f"{rated}The Commission finds whether the habitat is of high value.")
    if high:
        return holds(True, says=f"{rated}The habitat is of high value; 30 in. of clear water are asked for.")
    return for_the_board(
        f"{rated}The habitat is not presumed of high value, and 12 in. of clear water are asked for unless "
        "the Commission finds otherwise."
    )


@rule("depth-high-value", cite="Barnstable 703-4(M)(1)")
def high_value_depth(d: DockFacts, on: date) -> Finding:
    """Over high-value shellfish habitat a motor boat keeps 30 inches of water under it at mean low water."""
    sheet = depth.as_dredged(depth.worksheet(d, on), d, on)
    if sheet.deepest.motors is False:
        return does_not_apply(depth.NO_MOTOR_BOAT)
    if not d.high_value_habitat:
        return does_not_apply("The habitat is not of high value; 12 in. are asked for instead.")
    return _measured(sheet, f.BERTH, figures.CLEAR_HIGH_VALUE_IN.on(on))


@rule("depth-other", cite="Barnstable 703-4(M)(2)")
def other_depth(d: DockFacts, on: date) -> Finding:
    """Elsewhere a motor boat keeps 12 inches of water under it at mean low water."""
    sheet, least = depth.as_dredged(depth.worksheet(d, on), d, on), figures.CLEAR_OTHER_IN.on(on)
    if sheet.high_value:
        return does_not_apply("The habitat is of high value; 30 in. are asked for instead.")
    # Too shallow for 12 inches is too shallow for both, whatever the habitat turns out to be.
    return _measured(sheet, f.BERTH, least)


@rule("drive-narrative", cite="Barnstable 703-4(M)(3)")
def unconventional_drive(d: DockFacts, on: date) -> Finding:
    """With a jet or another unconventional drive it is shown that the depth protects the interests."""
    if d.vessels and any(each.drive in f.UNCONVENTIONAL for each in d.vessels):
        # A narrative is the applicant's proof; whether it proves enough is for the Commission to find.
        return for_the_board(
            f"The Commission finds whether the depth protects the interests. The applicant shows: "
            f"“{d.drive_narrative}”"
        )
    if any(each.drive is None for each in d.vessels):
        return Finding(State.UNKNOWN, "Not known yet: the drive of every boat.")
    return does_not_apply("No boat here has an unconventional drive.")


@rule("depth-way-out", cite="Barnstable 703-4(M)(4)")
def way_out_depth(d: DockFacts, on: date) -> Finding:
    """The same depth is there all the way from the dock to open water or the nearest channel."""
    sheet = depth.as_dredged(depth.worksheet(d, on), d, on)
    needed = figures.CLEAR_OTHER_IN.on(on) if sheet.clear_needed_in is None else sheet.clear_needed_in
    return _measured(sheet, f.WAY_OUT, needed)


@rule("soundings-to-channel", cite="Barnstable 703-3(E)(3)", weight=Weight.BOARD)
def soundings_reach_channel(d: DockFacts, on: date) -> Finding:
    """Soundings follow the boat's way out to the nearest channel."""
    # For the board, not a bar: a way out that bends reaches the channel before its distance on the line.
    boat = depth.deepest(d)
    if boat.motors is False:
        return does_not_apply(depth.NO_MOTOR_BOAT)
    if boat.motors is None:
        return Finding(State.UNKNOWN, f"Not known yet: {boat.missing}.")
    if not d.has_channel or d.way_out_to != f.TO_CHANNEL:
        return does_not_apply("The way out ends in open water, not in a channel.")
    told = [each.distance_ft for each in d.soundings if each.place == f.WAY_OUT]
    far = max((distance for distance in told if distance is not None), default=None)
    if far is None:
        return Finding(State.UNKNOWN, "Not known yet: soundings on the way out.")
    return at_least(
        far, d.channel_ft, "ft",
        f"The soundings on the way out end {plain(far)} ft from shore; the channel begins "
        f"{plain(d.channel_ft)} ft from shore.",
    )  # fmt: skip


@rule("tides-in-order", cite="Barnstable 703-2", waivable=False)
def tides_in_order(d: DockFacts, on: date) -> Finding:
    """Mean low water lies below mean high water, as the averages of nineteen years do."""
    # A slip of sign here would add feet to every depth; it is a measure and nothing to be waived.
    if d.water == f.FRESH:
        return does_not_apply("Fresh water has no tides; its usual low water is taken for mean low water.")
    low, high = d.mlw_elevation_ft, d.mhw_elevation_ft
    return holds(
        low < high,
        says=f"Mean low water stands at {plain(low)} ft, mean high water at {plain(high)} ft.",
        otherwise=f"Mean low water is told at {plain(low)} ft and mean high water at {plain(high)} ft. "
        "Correct the one that is wrong.",
    )


RULES = (
    high_value_habitat, high_value_depth, other_depth, unconventional_drive, way_out_depth,
    soundings_reach_channel, tides_in_order,
)  # fmt: skip
