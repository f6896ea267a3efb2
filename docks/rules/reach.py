"""Reach, Barnstable 703-4(J) and (K): how far out a dock may go is the least of five limits.

Everything is measured in feet along the pier's line from the shore, which is mean high water (a reading). The
limits are worked out here once, for the rules, the drawing, the report and the page; where the text has a
second reading its figure stands beside the one that counts. The beam deducted is that of the widest boat,
always: a boat inside the end of the structure is for the Commission to reckon with (a reading).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from docks.rules import depth, extent, figures
from docks.rules import facts as f
from docks.rules.extent import Measure
from docks.rules.facts import DockFacts, known, plain
from office.law import State

NOTHING_YET = Measure(None)


@dataclass(frozen=True)
class Limit:
    """One limit on the reach, worked out. All figures in feet.

    `formula` is the working in words and figures. `value` is None when it does not apply or is not known
    yet, and `why` says which; `ceiling` is what it can be at most while something of it is not known.
    `measured` is what it limits, `margin` what is left of it. `counts` is false for a reading that is only
    shown beside.
    """

    slug: str
    name: str
    cite: str
    formula: str
    value: Decimal | None = None
    applies: bool = True
    why: str = ""
    ceiling: Decimal | None = None
    measured: Measure = NOTHING_YET
    margin: Decimal | None = None
    counts: bool = True


@dataclass(frozen=True)
class Worksheet:
    """The five limits in the order of the text, the readings beside them, and which one governs.

    `governing` is the least of the limits known so far; `complete` is true when all that apply are known.
    `begins` is where the depth for the boat begins, feet from shore; `attainable` says whether a dock within
    the other limits gets there, with `attainable_says`.
    """

    limits: tuple[Limit, ...]
    beside: tuple[Limit, ...]
    measured: Measure
    governing: Limit | None
    complete: bool
    begins: Decimal | None
    attainable: State
    attainable_says: str

    @property
    def allowed(self) -> Decimal | None:
        """The reach allowed, in feet; None until every limit that applies is known."""
        return self.governing.value if self.governing and self.complete else None


def worksheet(d: DockFacts, on: date) -> Worksheet:
    """All the limits for these facts under the law of the day `on`."""
    out, sheet = extent.outermost(d), depth.worksheet(d, on)
    limits = (
        half_frontage_limit(d, on, out), channel_limit(d, on, out), hundred_feet_limit(d, on, out),
        narrow_water_limit(d, on, out), needed_limit(d, sheet, out),
    )  # fmt: skip
    beside = (_channel_otherwise(d, on, out), hundred_feet_along_limit(d, on), _narrow_from_shore(d, on, out))
    least = min((each.value for each in limits if each.value is not None), default=None)
    governing = next((each for each in limits if each.value is not None and each.value == least), None)
    complete = all(each.value is not None or not each.applies for each in limits)
    begins, why = depth_begins(d, sheet)
    state, says = _attainable(limits, begins, why, _outermost_sounding(d))
    return Worksheet(limits, beside, out, governing, complete, begins, state, says)


# ------------------------------------------------------------------------------------------- the five limits
def _with(limit: Limit, measured: Measure) -> Limit:
    """The limit with what it limits, and the margin once both are known."""
    if limit.value is None or measured.value is None or measured.missing:
        return replace(limit, measured=measured)
    return replace(limit, measured=measured, margin=limit.value - measured.value)


def half_frontage_limit(d: DockFacts, on: date, out: Measure) -> Limit:
    share = figures.SHARE_OF_FRONTAGE.on(on)
    limit = Limit("half-frontage", "Half the frontage", "Barnstable 703-4(J)(1)", "Half the water frontage")
    frontage = known(lambda: d.frontage_ft)
    if frontage is None:
        return _with(replace(limit, why="the water frontage"), out)
    if known(lambda: d.use) != f.SHARED:
        words = f"Half of {plain(frontage)} ft of frontage"
        return _with(replace(limit, formula=words, value=frontage * share), out)
    together, why = frontages_together(d)
    second = known(lambda: d.second_frontage_ft)
    if together is False:
        words = f"Half of {plain(frontage)} ft of frontage; the second lot does not count: {why}"
        return _with(replace(limit, formula=words, value=frontage * share), out)
    if second is None:
        return _with(replace(limit, why="the water frontage of the second lot"), out)
    both = (frontage + second) * share
    words = f"Half of {plain(frontage)} ft and {plain(second)} ft of frontage, two lots together"
    if together is None:
        return _with(replace(limit, formula=words, why=why, ceiling=both), out)
    return _with(replace(limit, formula=words, value=both), out)


def frontages_together(d: DockFacts) -> tuple[bool | None, str]:
    """Whether the frontages of two lots count together, and if not or not known, why."""
    adjoin, registered = known(lambda: d.lots_adjoin), known(lambda: d.agreement_registered)
    if adjoin is False:
        return False, "the lots do not adjoin"
    if registered is False:
        return False, "no agreement in perpetuity is registered"
    if adjoin is None:
        return None, "whether the two lots adjoin"
    if registered is None:
        return None, "whether an agreement in perpetuity is registered"
    return True, ""


def beam(d: DockFacts) -> Measure:
    """The beam of the widest boat, in feet; 0 when no boat is to lie there."""
    vessels = known(lambda: d.vessels)
    if vessels is None:
        return Measure(None, "the boats and their beams")
    widest, missing = Decimal(0), ""
    for vessel in vessels:
        own: Decimal | None = vessel.beam_ft
        if own is None:
            missing = missing or f"the beam of {vessel.name or 'a boat'}"
        else:
            widest = max(widest, own)
    return Measure(widest, missing)


def _less_beam(limit: Limit, d: DockFacts, before: Decimal, words: str) -> Limit:
    """The limit that is `before` less the beam; while a beam is missing that is its ceiling."""
    wide = beam(d)
    if wide.value is None:
        return replace(limit, formula=f"{words} less the beam", why=wide.missing, ceiling=before)
    words = f"{words} less a beam of {plain(wide.value)} ft"
    if wide.missing:
        return replace(limit, formula=words, why=wide.missing, ceiling=before - wide.value)
    return replace(limit, formula=words, value=before - wide.value)


def channel_limit(d: DockFacts, on: date, out: Measure) -> Limit:
    inside = known(lambda: d.beam_in_channel_margin)
    limit = _off_channel(d, on, bool(inside))
    if inside is None and limit.value is not None:
        wider = _off_channel(d, on, True)
        limit = replace(limit, value=None, why="how the office reads the beam", ceiling=wider.value)
    return _with(limit, out)


def _channel_otherwise(d: DockFacts, on: date, out: Measure) -> Limit:
    """The other reading of 703-4(J)(2) than the one that counts."""
    limit = _off_channel(d, on, not known(lambda: d.beam_in_channel_margin))
    return _with(replace(limit, slug="channel-otherwise", counts=False), out)


def _off_channel(d: DockFacts, on: date, beam_inside: bool) -> Limit:
    off = figures.OFF_CHANNEL_FT.on(on)
    limit = Limit("channel", "Off the channel", "Barnstable 703-4(J)(2)", f"{plain(off)} ft off the channel")
    has, edge = known(lambda: d.has_channel), known(lambda: d.channel_ft)
    if has is False:
        return replace(limit, applies=False, why="No channel that the public uses lies off this shore.")
    if has is None:
        return replace(limit, why="whether there is a channel")
    if edge is None:
        return replace(limit, why="the distance to the channel")
    words = f"{plain(edge)} ft to the channel less {plain(off)} ft"
    if beam_inside:
        return replace(limit, formula=f"{words}; the beam lies inside them", value=edge - off)
    return _less_beam(limit, d, edge - off, words)


def hundred_feet_limit(d: DockFacts, on: date, out: Measure) -> Limit:
    most = figures.BEYOND_MLW_FT.on(on)
    limit = Limit("hundred-feet", "Beyond mean low water", "Barnstable 703-4(J)(3)",
                  f"Mean low water and {plain(most)} ft")  # fmt: skip
    low = known(lambda: d.mlw_ft)
    if low is None:
        return _with(replace(limit, why="the distance to mean low water"), out)
    words = f"{plain(low)} ft to mean low water and {plain(most)} ft"
    return _with(replace(limit, formula=words, value=low + most), out)


def hundred_feet_along_limit(d: DockFacts, on: date) -> Limit:
    """The other half of 703-4(J)(3): the length along the structure, ells and tees included."""
    most = figures.BEYOND_MLW_FT.on(on)
    limit = Limit("hundred-feet-along", "Along the structure beyond mean low water", "Barnstable 703-4(J)(3)",
                  f"{plain(most)} ft of structure beyond mean low water, ells and tees included",
                  value=most)  # fmt: skip
    low = known(lambda: d.mlw_ft)
    if low is None:
        return replace(limit, measured=Measure(None, "the distance to mean low water"))
    return _with(limit, extent.along_beyond(d, low))


def narrow_water_limit(d: DockFacts, on: date, out: Measure) -> Limit:
    low = known(lambda: d.mlw_ft)
    limit = _share_of_width(d, on, low)
    if low is None and limit.applies:
        limit = replace(limit, value=None, ceiling=None, why=limit.why or "the distance to mean low water")
    return _with(limit, out)


def _narrow_from_shore(d: DockFacts, on: date, out: Measure) -> Limit:
    """The stricter reading of 703-4(J)(4): the 20 percent begin at the shore."""
    limit = _share_of_width(d, on, Decimal(0))
    return _with(replace(limit, slug="narrow-from-shore", counts=False), out)


def _share_of_width(d: DockFacts, on: date, start: Decimal | None) -> Limit:
    share = figures.SHARE_OF_WIDTH.on(on)
    limit = Limit("narrow-water", "Narrow water", "Barnstable 703-4(J)(4)",
                  f"{plain(share * 100)} percent of the width")  # fmt: skip
    linear, width = known(lambda: d.linear_waterway), known(lambda: d.waterway_width_ft)
    if linear is False:
        return replace(limit, applies=False, why="This is no river, narrow estuary or other linear waterway.")
    if linear is None:
        return replace(limit, why="whether this is a linear waterway")
    if width is None:
        return replace(limit, why="the width of the waterway")
    begins = start or Decimal(0)
    words = f"{plain(share * 100)} percent of {plain(width)} ft"
    words = f"{plain(begins)} ft to mean low water and {words}" if begins else words
    return _less_beam(limit, d, begins + width * share, words)


# ------------------------------------------------------------------------------------------------ necessity
def needed_limit(d: DockFacts, sheet: depth.Worksheet, out: Measure) -> Limit:
    """L5: the shortest reach at which the depth exists.

    A reading, as the text gives no way to find it. From the channel or open water inward, the last sounding
    on the boat's line that still has the depth, with all beyond it, is where the depth begins; nothing is
    read between two soundings. The boat has to lie beyond that point, and the structure along the berth is
    needed with it: so the limit is that distance and as much of the berth as the structure goes along, at
    most the length of the longest boat.
    """
    limit = Limit("needed-length", "No longer than needed", "Barnstable 703-4(K)", "Where the depth begins")
    if sheet.deepest.motors is False:
        return _with(replace(limit, applies=False, why=depth.NO_MOTOR_BOAT), out)
    if not out.applies:
        return _with(replace(limit, applies=False, why="No part of the dock is built or changed."), out)
    if known(lambda: d.work) == f.DREDGING:
        why = "The work is dredging alone; the dock stays as long as it is."
        return _with(replace(limit, applies=False, why=why), out)
    begins, why = depth_begins(d, sheet)
    if begins is None:
        return _with(replace(limit, why=why), out)
    needed = sheet.needed_in or Decimal(0)
    words = f"{plain(begins)} ft, from where the water is {plain(needed)} in. deep"
    near, far = known(lambda: d.berth_from_ft), known(lambda: d.berth_to_ft)
    if near is None or far is None:
        return _with(replace(limit, formula=words, why="where the boat is to lie"), out)
    if out.value is None or out.missing:
        return _with(replace(limit, formula=words, why=out.missing), out)
    longest = _longest(d)
    if longest is None:
        return _with(replace(limit, formula=words, why="the length of every boat"), out)
    beside = min(max(min(out.value, far) - near, Decimal(0)), longest)
    if beside:
        words = f"{words}, and {plain(beside)} ft along the boat"
    return _with(replace(limit, formula=words, value=begins + beside), out)


def _longest(d: DockFacts) -> Decimal | None:
    """The length of the longest boat, in feet; None while one of them is not known."""
    lengths: list[Decimal | None] = [each.length_ft for each in known(lambda: d.vessels) or ()]
    told = [length for length in lengths if length is not None]
    return max(told) if told and len(told) == len(lengths) else None


def depth_begins(d: DockFacts, sheet: depth.Worksheet) -> tuple[Decimal | None, str]:
    """Feet from the shore to where the depth for the boat begins; or None and why."""
    if known(lambda: d.work) is None:
        return None, "what is to be done"  # dredging alone asks nothing of it
    if sheet.rows is None:
        return None, "the soundings"
    if sheet.needed_in is None:
        return None, sheet.deepest.missing or "whether the habitat is of high value"
    line = [row for row in sheet.rows if row.place != f.AROUND]
    # One of no told place may lie beside the line: where it shows the depth it is no proof.
    line = [row for row in line if row.place is not None or row.ok is not True]
    if any(row.sounding.distance_ft is None for row in line):
        return None, "the distance from shore of every sounding"
    begins: Decimal | None = None
    # Of two at the same distance the one that fails is looked at first: then the depth begins further out.
    for row in sorted(line, key=lambda each: (each.sounding.distance_ft, each.ok is False), reverse=True):
        if row.ok is None or (row.ok is False and row.place is None):
            return None, f"{row.why or 'the place'} of the sounding {depth.where(row)}"
        if row.ok is False:
            break
        begins = row.sounding.distance_ft
    if begins is None:
        return None, NOT_DEEP if line else "soundings on the boat's line"
    return begins, ""


NOT_DEEP = "a sounding on the boat's line that has the depth, with all beyond it"


def _outermost_sounding(d: DockFacts) -> Decimal | None:
    """The furthest sounding on the boat's line, in feet from the shore."""
    rows = known(lambda: d.soundings) or ()
    told = [each.distance_ft for each in rows if each.place in (f.LINE, f.BERTH, f.WAY_OUT)]
    return max((distance for distance in told if distance is not None), default=None)


def _attainable(
    limits: tuple[Limit, ...], begins: Decimal | None, why: str, sounded_to: Decimal | None
) -> tuple[State, str]:
    """Whether a dock within the other four limits reaches the depth, the boat lying on its outer face."""
    *others, needed = limits
    if not needed.applies:
        return State.NOT_APPLICABLE, needed.why
    bounds = [bound for each in others for bound in (each.value, each.ceiling) if bound is not None]
    least = min(bounds, default=None)
    if least is not None and begins is not None and begins > least:
        return State.UNMET, (
            f"Depth not attainable for this boat: it begins {plain(begins)} ft from shore, and a reach of "
            f"{plain(least)} ft is allowed. A boat with less draft may do."
        )
    if least is not None and why == NOT_DEEP and sounded_to is not None and sounded_to >= least:
        return State.UNMET, (
            f"Depth not attainable for this boat: no sounding out to {plain(sounded_to)} ft has it, and a "
            f"reach of {plain(least)} ft is allowed. A boat with less draft may do."
        )
    missing = why or next((each.why for each in others if each.applies and each.value is None), "")
    if begins is None or least is None or missing:
        return State.UNKNOWN, f"Not known yet: {missing}."
    return State.MET, (
        f"The depth begins {plain(begins)} ft from shore, and a reach of {plain(least)} ft is allowed."
    )
