"""The plan view: shore, frontage, low water, channel, limits, parts and boat, seen from above.

Feet are px alike in both directions. The pier's line runs to the right. Shore, low water and channel are
drawn straight and leaning as the pier leans, for only their distances along that line are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import cos, radians, tan

from docks.drawings.labels import GAP, Above, Hung, crown, hang, scale_bar
from docks.drawings.measures import Measures
from docks.drawings.scene import Scene
from docks.drawings.shapes import Area, Drawing, Label, Line, Shape, rectangle, right_end, segment
from docks.drawings.words import ft, width
from docks.rules.facts import FLOAT, DockFacts
from office.kinds import Figure

WIDE, LEFT, TOP, HIGH = 1000.0, 12.0, 84.0, 440.0
LEAST_VIEW = 30.0  # ft
STEEP = 60  # degrees: beyond it the lines would leave the picture


@dataclass(frozen=True)
class Frame:
    """From feet to px: `x` along the pier's line, `y` across it; `lean` is how the shore leans."""

    start: float
    px: float
    middle: float
    lean: float

    def x(self, along: Decimal | float, across: float = 0) -> float:
        return LEFT + (float(along) - self.start) * self.px

    def y(self, across: Decimal | float) -> float:
        return self.middle + float(across) * self.px


@dataclass(frozen=True)
class Mark:
    """A line across the picture at `at` feet along the pier's line."""

    at: Decimal
    says: str
    cls: str
    what: str
    leans: bool = False


class Plan:
    """One plan view being laid out."""

    def __init__(self, facts: DockFacts, scene: Scene, measures: Measures, wide: float) -> None:
        self.facts, self.scene, self.measures, self.wide = facts, scene, measures, wide
        self.frontage = measures.frontage
        # To which side the pier leans is not told; it is drawn to one.
        lean = radians(min(abs(float(facts.angle_degrees or 0)), STEEP))
        self.along_shore = cos(lean)  # px across the line for each px along the shore
        self.start, self.stop = self._along()
        half = self._half()
        room = self._room()
        px = min(room / (self.stop - self.start), HIGH / (2 * half))
        self.high = 2 * half * px
        self.frame = Frame(self.start, px, TOP + self.high / 2, tan(lean))
        self.edge, self.bottom = self.frame.x(self.stop), TOP + self.high

    def _along(self) -> tuple[float, float]:
        """The first and last foot shown along the pier's line."""
        outer = max(self.scene.end or Decimal(0), self.scene.lying.end if self.scene.lying else Decimal(0))
        near = max(outer, self.scene.mlw or Decimal(0))
        most = max(float(near) * 1.8, LEAST_VIEW)
        wanted = [float(each) for each in (near, *(mark.at for mark in self.marks()))]
        stop = max([each for each in wanted if each <= most] or [most])
        start = min([0.0, *(float(piece.start) for piece in self.scene.pieces)])
        stop = max(stop, start + LEAST_VIEW)
        room = (stop - start) * 0.06
        return start - 2 * room, stop + room

    def _half(self) -> float:
        """How far is shown to either side of the pier's line."""
        sides = [float(piece.side or 0) / 2 for piece in self.scene.pieces]
        boat = self.scene.boat
        if boat is not None and boat.length_ft is not None:
            sides.append(float(boat.length_ft))
        least = (self.stop - self.start) * 0.22
        front = max(abs(each) for each in self._ends())
        return max(least, front * 1.06, *(each * 1.2 for each in sides))

    def _ends(self) -> tuple[float, float, float]:
        """Where the frontage begins, its middle and its end, in feet across the pier's line."""
        offset, half = float(self.facts.centre_offset_ft or 0), float(self.frontage or 0) / 2
        share = self.along_shore
        return (offset - half) * share, offset * share, (offset + half) * share

    def _room(self) -> float:
        whole, room = self.stop - self.start, self.wide - 2 * LEFT
        for mark in self.marks():
            part = (float(mark.at) - self.start) / whole
            if 0 < part <= 1:
                room = min(room, (self.wide - LEFT - GAP - width(mark.says) - 4) / part)
        return room

    # ------------------------------------------------------------------------------------------- the shapes
    def ground(self) -> list[Shape]:
        """Land, water beyond the shore, the shore itself and the mean low water line."""
        at = self.frame
        shapes: list[Shape] = [rectangle("water", LEFT, TOP, self.edge, self.bottom)]
        known = "" if self.facts.angle_degrees is not None else " unsure"
        shore = self._across(0)
        corners = [(LEFT, TOP), *shore, (LEFT, self.bottom)]
        if shore[0][1] > TOP:  # it leaves at the right edge before the upper one
            corners.insert(1, (self.edge, TOP))
        shapes.append(Area("ground", tuple(corners), "land"))
        shapes.append(segment(f"shore{known}", *shore[0], *shore[1], "shore"))
        if self.frontage is not None:
            ends = [at.y(each) for each in self._ends()]
            x = [at.x(0) - (y - at.middle) * at.lean for y in ends]
            shapes.append(segment("frontage", x[0], ends[0], x[2], ends[2], "frontage"))
            for each, y in zip(x, ends, strict=True):
                shapes.append(segment("frontage tick", each - 7, y, each + 7, y))
        return shapes

    def _across(self, along: Decimal | float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Both ends of a line that leans as the shore does, within the picture."""
        at, x = self.frame, self.frame.x(along)
        top, bottom = TOP, self.bottom
        if at.lean:
            top = max(top, at.middle - (self.edge - x) / at.lean)
            bottom = min(bottom, at.middle + (x - LEFT) / at.lean)
        return (x + (at.middle - top) * at.lean, top), (x - (bottom - at.middle) * at.lean, bottom)

    def lines(self) -> list[Shape]:
        """Mean low water and the channel as the shore leans; the limits square to the pier's line."""
        at = self.frame
        shapes: list[Shape] = []
        for mark in self.marks():
            if not self._seen(mark.at):
                continue
            x = at.x(mark.at)
            first, last = self._across(mark.at) if mark.leans else ((x, TOP), (x, self.bottom))
            shapes.append(segment(mark.cls, *first, *last, mark.what))
        return shapes

    def dock(self) -> list[Shape]:
        at = self.frame
        shapes: list[Shape] = []
        for piece in self.scene.pieces:
            what, side = f"part-{piece.number}", float(piece.side or 0)
            cls = "float" if piece.kind == FLOAT else "deck"
            left, right = at.x(piece.start), at.x(piece.end)
            if piece.is_post or piece.start == piece.end:
                x, y = left, at.y(0)
                corners = ((x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y))
                shapes.append(Area("post", corners, what))
            elif piece.side is None:
                shapes.append(segment("deck unsure", left, at.y(0), right, at.y(0), what))
            else:
                shapes.append(rectangle(cls, left, at.y(-side / 2), right, at.y(side / 2), what))
        return shapes

    def boat(self) -> list[Shape]:
        """The boat at its berth: beside the dock where it lies lengthwise, else across its end."""
        lying, boat, at = self.scene.lying, self.scene.boat, self.frame
        if lying is None or boat is None or boat.beam_ft is None or boat.length_ft is None:
            return []
        left, right = at.x(lying.start), at.x(lying.end)
        if not lying.lengthwise:
            half = float(boat.length_ft) / 2
            points = ((left, at.y(half)), (right, at.y(half)), (right, at.y(-half * 0.4)),
                      ((left + right) / 2, at.y(-half)), (left, at.y(-half * 0.4)))  # fmt: skip
            return [Area("hull", points, "boat")]
        beside = [float(piece.side or 0) / 2 for piece in self.scene.pieces if piece.end > lying.start]
        near = max(beside, default=2.0)
        far, bow = near + float(boat.beam_ft), left + (right - left) * 0.7
        points = (
            (left, at.y(near)),
            (bow, at.y(near)),
            (right, at.y((near + far) / 2)),
            (bow, at.y(far)),
            (left, at.y(far)),
        )
        return [Area("hull", points, "boat")]

    # -------------------------------------------------------------------------------------------- the labels
    def _seen(self, along: Decimal) -> bool:
        return self.start < float(along) < self.stop

    def marks(self) -> list[Mark]:
        """Low water, the channel and its margin, and the limits, where they are known."""
        found = []
        if self.scene.mlw is not None:
            found.append(Mark(self.scene.mlw, f"MLW at {ft(self.scene.mlw)}", "mlw", "mlw", True))
        edge, off = self.facts.channel_ft, self.measures.off_channel
        if self.facts.has_channel and edge is not None:
            found.append(Mark(edge, f"Channel edge at {ft(edge)}", "channel", "channel", True))
            if off is not None:
                says = f"{ft(off)} off the channel"
                found.append(Mark(edge - off, says, "channel off", "off-channel", True))
        found += [Mark(each.at, each.says, each.cls, each.slug) for each in self.measures.limits]
        return found

    def dimensions(self) -> list[Hung]:
        at = self.frame
        hung = [
            Hung(at.x(mark.at), mark.says, mark.cls, hook=at.middle if mark.leans else None)
            for mark in self.marks()
            if self._seen(mark.at)
        ]
        if self.measures.reach is not None and self._seen(self.measures.reach):
            cls = "reach over" if self.measures.over else "reach"
            ends = sorted((at.x(0), at.x(self.measures.reach)))
            hung.append(Hung(ends[1], self.measures.reach_says, cls, ends[0], "reach"))
        return hung

    def names(self) -> list[Above]:
        at = self.frame
        return [
            Above(
                at.x((each.start + each.end) / 2),
                at.y(-float(each.side or 0) / 2),
                f"{each.number} {each.name}",
                str(each.number),
            )
            for each in self.scene.pieces
        ]

    def heading(self) -> list[Shape]:
        """What the frontage measures, over the picture, with a leader to its upper end."""
        if self.frontage is None:
            return [Label("Water frontage: not known yet", LEFT, 16, cls="label enter")]
        at, whole = self.frame, ft(self.frontage)
        y = at.y(self._ends()[0])
        x = at.x(0) - (y - at.middle) * at.lean
        return [
            Label(f"Water frontage {whole}, half {ft(self.frontage / 2)}", LEFT, 16, cls="label frontage"),
            Line("leader frontage", ((LEFT + 3, 24), (LEFT + 3, y), (x, y))),
        ]

    def scale_bar(self, top: float) -> tuple[list[Shape], float]:
        return scale_bar(self.frame.px, LEFT, top, "in both directions")

    def says(self) -> tuple[str, ...]:
        said = ["Shore, low water and channel are drawn straight, at their distances along the pier's line."]
        if self.scene.pieces:
            said.append("Parts lie on the pier's line: how far to one side an ell lies is not asked.")
        if self.facts.angle_degrees is None:
            said.append("The angle to the shore is not known yet; it is drawn square, dashed.")
        return tuple(said)


def plan_view(
    facts: DockFacts, scene: Scene, measures: Measures, figures: tuple[Figure, ...], wide: float = WIDE
) -> Drawing:
    """The dock from above, `wide` px at most."""
    plan = Plan(facts, scene, measures, wide)
    shapes = [*plan.ground(), *plan.lines(), *plan.dock(), *plan.boat(), *plan.heading()]
    shapes += crown(plan.names(), LEFT + 20, wide - LEFT, 46, TOP)
    if not scene.pieces:
        shapes.append(Label("Enter the parts of the dock", LEFT + 20, 46, cls="label enter"))
    hung, low = hang(plan.dimensions(), plan.bottom)
    bar, low = plan.scale_bar(low)
    missing = [] if facts.angle_degrees is not None else ["Enter the angle to the shore."]
    if plan.frontage is None:
        missing.append("Enter the water frontage of the lot.")
    shapes += [*hung, *bar]
    return Drawing(
        slug="plan", title="Plan view of the dock", desc=_in_words(plan), high=low,
        wide=right_end(shapes) + LEFT, px_per_ft=plan.frame.px, rise=1, shapes=tuple(shapes),
        says=plan.says(),
        missing=(*missing, *scene.missing), figures=figures,
    )  # fmt: skip


def _in_words(plan: Plan) -> str:
    """The picture in a few sentences, for whoever cannot see it."""
    said = [f"{mark.says}." for mark in plan.marks()]
    if plan.frontage is not None:
        said.insert(0, f"The lot has {ft(plan.frontage)} of water frontage.")
    if plan.measures.reach_sentence:
        said.append(plan.measures.reach_sentence)
    return " ".join(said) or "Nothing of it is known yet."
