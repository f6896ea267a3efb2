"""The drawings of a dock: berth in detail, side view, plan view, each with an equal table.

Pure Python: facts in, a tree of shapes and its SVG out. The figures are those of the rules' worksheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from docks.drawings.berth import berth_detail
from docks.drawings.measures import Measures, measure
from docks.drawings.plan import plan_view
from docks.drawings.scene import Scene, scene
from docks.drawings.shapes import Drawing
from docks.drawings.side import WIDE, side_view
from docks.drawings.tables import NONE, OPEN, depth_figures, part_rows, place_figures, reach_figures
from docks.rules import depth, reach
from docks.rules.depth import Worksheet as DepthSheet
from docks.rules.facts import DockFacts
from docks.rules.reach import Worksheet as ReachSheet
from office.kinds import Figure, Picture


@dataclass(frozen=True)
class Sheet:
    """All that is drawn and measured of one dock on one day, worked out once.

    `reach`, `depth` and `place` are the figures of the worksheets and of where the dock stands.
    """

    facts: DockFacts
    reached: ReachSheet
    depths: DepthSheet
    scene: Scene
    measures: Measures
    reach: tuple[Figure, ...]
    depth: tuple[Figure, ...]
    place: tuple[Figure, ...]
    wide: float

    @cached_property
    def berth(self) -> Drawing:
        return berth_detail(self.scene, self.measures, self.depth)

    @cached_property
    def side(self) -> Drawing:
        return side_view(self.scene, self.measures, (*self.reach, *self.depth), self.wide)

    @cached_property
    def plan(self) -> Drawing:
        shown = tuple(each for each in self.reach if each.limit not in (OPEN, NONE))
        return plan_view(self.facts, self.scene, self.measures, (*self.place, *shown), self.wide)

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The pictures, the berth first: it is the one that a telephone can show whole."""
        return (self.berth, self.side, self.plan)

    @property
    def parts(self) -> tuple[tuple[str, str, str, str], ...]:
        """Each part that is drawn: its number and name, from, to, across."""
        return part_rows(self.scene)


def drawn(facts: DockFacts, on: date, wide: float = WIDE) -> Sheet:
    """The drawings of these facts with their tables, under the law of the day `on`; at most `wide` px."""
    reached, depths = reach.worksheet(facts, on), depth.worksheet(facts, on)
    measures = measure(facts, on, reached, depths)
    return Sheet(
        facts=facts,
        reached=reached,
        depths=depths,
        scene=scene(facts, depths),
        measures=measures,
        reach=reach_figures(reached),
        depth=depth_figures(depths),
        place=place_figures(facts, measures),
        wide=wide,
    )


def pictures(filing: Any, on: date) -> list[Picture]:
    """What is drawn of a filing (`office.intake.Filing`) on the day `on`; nothing while there is nothing."""
    facts = filing.facts(on)
    if not (facts.parts or facts.soundings or facts.vessels):
        return []
    return [picture(drawing) for drawing in drawn(facts, on).drawings]


def picture(drawing: Drawing) -> Picture:
    """A drawing as the office's pages show it."""
    return Picture(drawing.slug, drawing.title, drawing.svg(), drawing.says, drawing.missing, drawing.figures)


__all__ = ["Drawing", "Sheet", "drawn", "picture", "pictures"]
