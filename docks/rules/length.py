"""The rules on how far out a dock goes, Barnstable 703-4(J) and (K), over the limits of `reach`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from docks.rules import depth, extent, reach
from docks.rules.facts import DockFacts, plain
from office.law import Finding, State, at_most, does_not_apply, holds, rule


def _judged(limit: reach.Limit) -> Finding:
    """The finding for one limit: told as unmet as soon as what is known exceeds it."""
    measured = limit.measured
    if not limit.applies:
        return does_not_apply(limit.why)
    if not measured.applies:
        return does_not_apply("No part of the dock is built or changed.")
    bound = limit.ceiling if limit.value is None else limit.value
    if measured.value is not None and bound is not None and measured.value > bound:
        return at_most(measured.value, bound, "ft", _sentence(limit, measured.value, bound))
    if limit.value is None or measured.value is None or measured.missing:
        return Finding(State.UNKNOWN, f"Not known yet: {limit.why or measured.missing}.")
    return at_most(measured.value, limit.value, "ft", _sentence(limit, measured.value, limit.value))


def _sentence(limit: reach.Limit, measured: Decimal, bound: Decimal) -> str:
    return f"{plain(measured)} ft measured, {plain(bound)} ft allowed: {limit.formula}."


@rule("half-frontage", cite="Barnstable 703-4(J)(1)")
def half_frontage(d: DockFacts, on: date) -> Finding:
    """The dock reaches no further from shore than half the lot's water frontage."""
    return _judged(reach.half_frontage_limit(d, on, extent.outermost(d)))


@rule("channel", cite="Barnstable 703-4(J)(2)")
def channel(d: DockFacts, on: date) -> Finding:
    """The dock with its boat stays 35 feet from a channel that the public uses."""
    return _judged(reach.channel_limit(d, on, extent.outermost(d)))


@rule("hundred-feet", cite="Barnstable 703-4(J)(3)")
def hundred_feet(d: DockFacts, on: date) -> Finding:
    """The outermost point lies at most 100 feet beyond mean low water."""
    return _judged(reach.hundred_feet_limit(d, on, extent.outermost(d)))


@rule("hundred-feet-along", cite="Barnstable 703-4(J)(3)")
def hundred_feet_along(d: DockFacts, on: date) -> Finding:
    """Along the structure, with ells and tees, it is at most 100 feet beyond mean low water."""
    return _judged(reach.hundred_feet_along_limit(d, on))


@rule("narrow-water", cite="Barnstable 703-4(J)(4)")
def narrow_water(d: DockFacts, on: date) -> Finding:
    """In a linear waterway the dock with its boat takes at most 20 percent of the width."""
    return _judged(reach.narrow_water_limit(d, on, extent.outermost(d)))


@rule("needed-length", cite="Barnstable 703-4(K)")
def needed_length(d: DockFacts, on: date) -> Finding:
    """The dock is no longer than the depth for its boat asks for."""
    return _judged(reach.needed_limit(d, depth.worksheet(d, on), extent.outermost(d)))


@rule("depth-attainable", cite="Barnstable 703-4(K)")
def depth_attainable(d: DockFacts, on: date) -> Finding:
    """The depth for the boat is reached within the other limits on the reach."""
    sheet = reach.worksheet(d, on)
    return Finding(sheet.attainable, sheet.attainable_says)


@rule("overall-length", cite="Barnstable 703-2")
def overall_length(d: DockFacts, on: date) -> Finding:
    """The stated overall length is that of the parts together."""
    whole = extent.span(d)
    if not whole.applies:
        return does_not_apply("No part of the dock is built or changed.")
    if whole.value is None or whole.missing:
        return Finding(State.UNKNOWN, f"Not known yet: {whole.missing}.")
    stated = d.overall_length_ft
    return holds(
        stated == whole.value,
        says=f"Stated and by its parts the dock is {plain(stated)} ft long.",
        otherwise=f"The stated length is {plain(stated)} ft; by its parts the dock is "
        f"{plain(whole.value)} ft long. Correct the length or the parts.",
    )


RULES = (
    half_frontage, channel, hundred_feet, hundred_feet_along, narrow_water, needed_length, depth_attainable,
    overall_length,
)  # fmt: skip
