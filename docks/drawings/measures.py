"""The figures that the drawings dimension: reach and its limits, depth and what it must be.

They are those of the rules' own worksheets, so that a picture never says another number than a finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from docks.drawings.words import ft, inches, number
from docks.rules import depth, figures, reach
from docks.rules.facts import SHARED, DockFacts

# A limit as the picture names it: "75 ft limit: half the frontage".
_NAMES = {
    "half-frontage": "half the frontage", "channel": "off the channel", "hundred-feet": "beyond low water",
    "narrow-water": "share of the width", "needed-length": "no longer than needed",
}  # fmt: skip


@dataclass(frozen=True)
class Limit:
    """One limit of the reach that is known: its distance from the shore in feet."""

    slug: str
    name: str
    cite: str
    at: Decimal
    governs: bool = False

    @property
    def cls(self) -> str:
        return "limit governs" if self.governs else "limit"

    @property
    def says(self) -> str:
        """ "75 ft limit: half the frontage"."""
        return f"{ft(self.at)} limit: {self.name}"


@dataclass(frozen=True)
class Depth:
    """The shallowest sounding at the berth: where it is and its water at mean low water, feet and inches.

    `clear` is what is left under the draft, `needed` what must be, in inches; None while not known, and
    where no section asks for any.
    """

    at: Decimal
    depth: Decimal
    clear: Decimal | None
    needed: Decimal | None

    @property
    def enough(self) -> bool:
        return self.needed is None or self.clear is None or self.clear >= self.needed

    @property
    def says(self) -> str:
        """ "34 in. clear, 30 needed"."""
        if self.clear is None:
            return "" if self.needed is None else f"{number(self.needed)} in. clear needed"
        clear = f"{inches(self.clear)} clear" if self.clear >= 0 else f"{inches(-self.clear)} aground"
        return clear if self.needed is None else f"{clear}, {number(self.needed)} needed"


@dataclass(frozen=True)
class Measures:
    """What of a dock is measured against a limit.

    `reach` is None until all of it is known; `complete` says that every limit which applies is known too.
    `off_channel` is how far dock and boat must stay from the channel, `frontage` that of both lots of a
    shared pier whose frontages count together, in feet; `lift` the raised hull over mean high water, in
    inches.
    """

    reach: Decimal | None = None
    limits: tuple[Limit, ...] = ()
    complete: bool = False
    depth: Depth | None = None
    frontage: Decimal | None = None
    off_channel: Decimal | None = None
    lift: Decimal | None = None

    @property
    def least(self) -> Decimal | None:
        """The least of the limits that are known."""
        return next((each.at for each in self.limits if each.governs), None)

    @property
    def over(self) -> bool:
        return self.reach is not None and self.least is not None and self.reach > self.least

    @property
    def reach_says(self) -> str:
        """ "72 ft of 75 ft allowed"; while a limit is not known, only "72 ft"."""
        if self.reach is None:
            return ""
        if self.least is None or not (self.complete or self.over):
            return f"{ft(self.reach)} long"
        if self.least <= 0:
            return f"{ft(self.reach)}, none allowed"
        return f"{ft(self.reach)} of {ft(self.least)} allowed"

    @property
    def reach_sentence(self) -> str:
        """The same for whoever cannot see it, with the limit that governs."""
        governs = next((f", by the limit “{each.name}”" for each in self.limits if each.governs), "")
        tail = governs if "allowed" in self.reach_says else ""
        return f"Reach from mean high water: {self.reach_says}{tail}." if self.reach_says else ""


def measure(facts: DockFacts, on: date, reached: reach.Worksheet, depths: depth.Worksheet) -> Measures:
    """The figures of these facts under the law of the day `on`, from the worksheets of the rules."""
    out = reached.measured
    return Measures(
        reach=None if out.missing else out.value,
        limits=tuple(
            Limit(
                each.slug, _NAMES.get(each.slug, each.name), each.cite, each.value, each is reached.governing
            )
            for each in reached.limits
            if each.value is not None
        ),
        complete=reached.complete,
        depth=_depth(depths),
        frontage=_frontage(facts),
        off_channel=figures.OFF_CHANNEL_FT.on(on) if facts.has_channel else None,
        lift=facts.lift_hull_above_mhw_in if facts.has_lift else None,
    )


def _depth(depths: depth.Worksheet) -> Depth | None:
    row = depths.berth
    if row is None or row.at_mlw_in is None or row.sounding.distance_ft is None:
        return None
    needed = depths.clear_needed_in if depths.deepest.motors else None
    return Depth(row.sounding.distance_ft, row.at_mlw_in, row.clear_in, needed)


def _frontage(facts: DockFacts) -> Decimal | None:
    if facts.use != SHARED or not reach.frontages_together(facts)[0]:
        return facts.frontage_ft
    if facts.frontage_ft is None or facts.second_frontage_ft is None:
        return None
    return facts.frontage_ft + facts.second_frontage_ft
