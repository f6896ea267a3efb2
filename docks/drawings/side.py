"""The side view: bottom, water lines, dock and boat along the pier's line, to scale.

Under it hang the dimensions from the shore: how far the dock reaches, and each limit that reach has.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from docks.drawings.labels import BAND, GAP, Above, Beside, Hung, crown, hang, scale_bar, stand
from docks.drawings.measures import Depth, Measures
from docks.drawings.scene import Lying, Piece, Scene
from docks.drawings.shapes import Area, Drawing, Label, Line, Shape, rectangle, segment
from docks.drawings.words import ft, inches, width
from docks.rules.facts import FLOAT, RAMP, STAIRS
from office.kinds import Figure

WIDE = 1000.0  # px, all of it, on a screen
LEFT, TOP = 12.0, 62.0
HIGH = 290.0  # px that the picture itself takes at most
RISES = (20, 15, 12, 10, 8, 6, 5, 4, 3, 2, 1)
LEAST_VIEW = 24.0  # ft: a tiny dock is not drawn as large as a house

# Heights that chapter 703 does not ask for; they are drawn alike for every dock, and the picture says so.
DECK_ABOVE_MHW, DECK_THICK = 3.0, 0.7
FLOAT_TOP, FLOAT_LOW = 1.0, -0.4
FREEBOARD = 2.6
NOMINAL = "No section asks how high deck, float and hull stand above the water: they are drawn alike for all."


@dataclass(frozen=True)
class Frame:
    """From feet to px: `x` along the line, `y` for heights above mean low water."""

    left: float
    start: float
    px: float
    base: float  # y of mean low water
    rise: int

    def x(self, along: Decimal | float) -> float:
        return self.left + (float(along) - self.start) * self.px

    def y(self, height: Decimal | float) -> float:
        return self.base - float(height) * self.px * self.rise


def side_view(scene: Scene, measures: Measures, figures: tuple[Figure, ...], wide: float = WIDE) -> Drawing:
    """The side view of a dock, `wide` px in all.

    Where soundings lack a dashed outline stands and says what to enter.
    """
    view = View(scene, measures, wide)
    shapes: list[Shape] = [*view.water(), *view.dock(), *view.boat(), *view.marks()]
    shapes += crown(view.names(), LEFT, wide - LEFT, 20, TOP)
    if not scene.pieces:
        shapes.append(Label("Enter the parts of the dock", LEFT, 20, cls="label enter"))
    shapes += stand(view.levels(), view.edge, TOP, view.bottom)
    hung, low = hang(view.dimensions(), view.bottom)
    shapes += hung
    bar, low = view.scale_bar(low)
    shapes += bar
    return Drawing(
        slug="side", title="Side view of the dock", desc=_in_words(scene, measures), wide=wide, high=low,
        px_per_ft=view.frame.px, rise=view.frame.rise, shapes=tuple(shapes), says=view.says(),
        missing=scene.missing, figures=figures,
    )  # fmt: skip


class View:
    """One side view being laid out."""

    def __init__(self, scene: Scene, measures: Measures, wide: float) -> None:
        self.scene, self.measures, self.wide = scene, measures, wide
        self.start, self.stop = self._extent()
        self.deck = float(scene.mhw or 0) + DECK_ABOVE_MHW
        self.high, self.low = self._heights()
        across = self._room() / (self.stop - self.start)
        px = min(across, HIGH / (self.high - self.low))
        rise = next((each for each in RISES if each * px * (self.high - self.low) <= HIGH), 1)
        self.frame = Frame(LEFT, self.start, px, TOP + self.high * px * rise, rise)
        self.edge = self.frame.x(self.stop)
        self.bottom = self.frame.y(self.low)

    # ------------------------------------------------------------------------------------ how much is shown
    @property
    def outer(self) -> Decimal:
        """Where dock and boat end."""
        lying = self.scene.lying
        return max(self.scene.end or Decimal(0), lying.end if lying else Decimal(0))

    def _extent(self) -> tuple[float, float]:
        """The first and last foot shown: the dock and its boat, and what of limits and bottom is near."""
        scene = self.scene
        near = max(self.outer, scene.mlw or Decimal(0))
        far = [near, *(each.at for each in self.measures.limits if each.at is not None)]
        most = max(float(near) * 1.6, LEAST_VIEW)
        far += [distance for distance, _ in scene.bed]
        stop = max([float(each) for each in far if float(each) <= most] or [most])
        start = min([0.0, *(float(piece.start) for piece in scene.pieces)])
        stop = max(stop, start + LEAST_VIEW)
        room = (stop - start) * 0.05
        return start - room, stop + room

    def _heights(self) -> tuple[float, float]:
        """The highest and lowest height shown."""
        under = [height for _, height in self.ground] if self.scene.bed else []
        if self.measures.depth is not None:
            under.append(-float(self.measures.depth.depth) / 12)
        under = under or [-4.0]
        keel = -float(self.scene.hull or 0)
        top = max(self.deck + DECK_THICK, FREEBOARD, *under)
        low = min(*under, keel, -1.0)
        return top + 0.5, low - max(1.0, (top - low) * 0.08)

    def _room(self) -> float:
        """px for the length shown, so that every text right of a mark or of the picture still fits."""
        whole = self.stop - self.start
        texts = [text for _, _, text, _ in self._level_texts()]
        room = self.wide - LEFT - BAND - max([width(text) for text in texts] or [0]) - 4
        for at, text, *_ in self._dimension_texts():
            part = (float(at) - self.start) / whole
            room = min(room, (self.wide - LEFT - GAP - width(text) - 4) / part)
        return room

    # -------------------------------------------------------------------------------------------- the shapes
    def water(self) -> list[Shape]:
        """Water at mean low water, the bottom, and the two water lines."""
        scene, at = self.scene, self.frame
        shapes: list[Shape] = [rectangle("sky", LEFT, TOP, self.edge, self.bottom)]
        ground = self.ground
        if ground:
            first, last = ground[0][0], min(ground[-1][0], self.stop)
            if any(height < 0 for _, height in ground):
                wet = float(scene.mlw) if scene.mlw is not None else first
                shapes.append(rectangle("water", at.x(min(wet, last)), at.y(0), at.x(last), self.bottom))
            top = [(at.x(distance), at.y(height)) for distance, height in ground]
            corners = ((at.x(last), self.bottom), (at.x(first), self.bottom))
            shapes.append(Area("ground", (*top, *corners), "ground"))
            shapes.append(Line("bed", tuple(top), "bed"))
            if scene.bed and last < self.stop:
                shapes.append(
                    rectangle("unknown", at.x(last), at.y(0), self.edge, self.bottom, "no-soundings")
                )
        if not scene.bed:
            begin = at.x(scene.mlw) if scene.mlw is not None else LEFT + 8
            low = self.bottom - 8
            shapes.append(rectangle("unknown", begin, at.y(0), self.edge - 8, low, "enter-soundings"))
        if scene.mhw is not None:
            land = at.y(scene.mhw)
            shapes.append(segment("unsure", LEFT, land, at.x(0), land, "land"))
        shapes.append(segment("shore", at.x(0), at.y(self.deck), at.x(0), self.bottom, "shore"))
        if scene.mhw is not None:
            shapes.append(segment("mhw", at.x(0), at.y(scene.mhw), self.edge, at.y(scene.mhw), "mhw"))
        shapes.append(segment("mlw", at.x(scene.mlw or 0), at.y(0), self.edge, at.y(0), "mlw"))
        return shapes

    @cached_property
    def ground(self) -> list[tuple[float, float]]:
        """The bottom from the shore on: where the water lines meet it, and each sounding that is shown."""
        scene = self.scene
        points = {float(distance): float(height) for distance, height in scene.bed}
        if scene.mhw is not None:
            points.setdefault(0.0, float(scene.mhw))  # the shore is mean high water
        if scene.mlw is not None:
            points.setdefault(float(scene.mlw), 0.0)
        found = sorted(points.items())
        if len(found) < 2:
            return []
        inside = [point for point in found if point[0] <= self.stop]
        if len(inside) < len(found) and inside:
            (near, high), (far, low) = inside[-1], found[len(inside)]
            inside.append((self.stop, high + (low - high) * (self.stop - near) / (far - near)))
        return inside

    def dock(self) -> list[Shape]:
        """The parts: decks on piles, floats on the water, ramps between, posts from the bottom up."""
        return [shape for piece in self.scene.pieces for shape in self._piece(piece)]

    def _piece(self, piece: Piece) -> list[Shape]:
        at, what = self.frame, f"part-{piece.number}"
        left, right = at.x(piece.start), at.x(piece.end)
        if piece.is_post or right - left < 2:
            middle = (left + right) / 2
            return [segment("post", middle, at.y(self.deck + 0.4), middle, self.foot(piece.start), what)]
        if piece.kind == FLOAT:
            return [rectangle("float", left, at.y(FLOAT_TOP), right, at.y(FLOAT_LOW), what)]
        if piece.kind in (RAMP, STAIRS):
            high, low = at.y(self.deck), at.y(FLOAT_TOP if piece.kind == RAMP else self.scene.mhw or 0)
            thick = max(3.0, DECK_THICK * at.px * at.rise / 2)
            # Stairs at the shore end lead up to the deck, others down from it.
            top, end = (low, high) if piece.kind == STAIRS and self._is_first(piece) else (high, low)
            corners = ((left, top), (right, end), (right, end + thick), (left, top + thick))
            return [Area("deck ramp", corners, what)]
        piles = [segment("pile", x, at.y(self.deck), x, self.foot(along), "")
                 for x, along in ((left + 2, piece.start), (right - 2, piece.end))]  # fmt: skip
        return [*piles, rectangle("deck", left, at.y(self.deck + DECK_THICK), right, at.y(self.deck), what)]

    def _is_first(self, piece: Piece) -> bool:
        return piece.start <= min(each.start for each in self.scene.pieces)

    def foot(self, along: Decimal) -> float:
        """Where a pile ends: a little in the ground where that is known, else at the picture's edge."""
        ground = self.ground
        for (near, high), (far, low) in pairwise(ground):
            if near <= float(along) <= far:
                height = high + (low - high) * (float(along) - near) / (far - near)
                return min(self.frame.y(height) + 10, self.bottom)
        return self.frame.y(0) + 10 if float(along) >= 0 else self.frame.y(float(self.scene.mhw or 0)) + 6

    def boat(self) -> list[Shape]:
        """The boat's section at its berth outside the dock, and the water under its keel."""
        scene, at = self.scene, self.frame
        if scene.lying is None or scene.hull is None:
            return []
        keel = -float(scene.hull)
        shapes: list[Shape] = [hull(at, scene.lying, keel)]
        found = self.measures.depth
        if found is not None and self._seen(found.at):
            shapes += clearance(at, scene.lying, found, keel)
        return shapes

    def marks(self) -> list[Shape]:
        """Each limit as an upright line; the one that governs is the heaviest."""
        at = self.frame
        return [
            segment(each.cls, at.x(each.at), TOP, at.x(each.at), self.bottom, each.slug)
            for each in self.measures.limits
            if self._seen(each.at)
        ]

    def _seen(self, along: Decimal) -> bool:
        return along >= 0 and float(along) <= self.stop

    # -------------------------------------------------------------------------------------------- the labels
    def names(self) -> list[Above]:
        at = self.frame
        tops = {
            FLOAT: FLOAT_TOP,
            RAMP: (self.deck + FLOAT_TOP) / 2,
            STAIRS: (self.deck + float(self.scene.mhw or 0)) / 2,
        }
        return [
            Above(
                at.x((piece.start + piece.end) / 2),
                at.y(tops.get(piece.kind, self.deck + DECK_THICK)),
                f"{piece.number} {piece.name}",
                str(piece.number),
            )
            for piece in self.scene.pieces
        ]

    def _level_texts(self) -> list[tuple[float | Decimal, float | Decimal, str, str]]:
        """Height, where its leader begins, text, class."""
        scene, found = self.scene, self.measures.depth
        texts: list[tuple[float | Decimal, float | Decimal, str, str]] = []
        if scene.mhw is not None:
            texts.append((scene.mhw, self.stop, f"MHW {ft(scene.mhw)}", "level"))
        texts.append((0, self.stop, "MLW 0 ft", "level"))
        if not scene.bed:
            texts.append((self.low / 2, self.stop, "Enter soundings", "enter"))
        if scene.lying is not None and scene.hull is not None:
            middle = (scene.lying.start + scene.lying.end) / 2
            draft = f"{scene.boat_name}: draft {inches(scene.hull * 12)}"
            texts.append((-float(scene.hull), middle, draft, "level"))
            if found is not None:
                half = -(float(scene.hull) + float(found.depth) / 12) / 2
                texts.append((half, found.at, found.says, "clear" if found.enough else "clear short"))
        if found is not None:
            texts.append(
                (-float(found.depth) / 12, found.at, f"Bottom {inches(found.depth)} below MLW", "level")
            )
        return texts

    def levels(self) -> list[Beside]:
        at = self.frame
        return [
            Beside(min(at.x(along), self.edge), at.y(height), text, cls)
            for height, along, text, cls in self._level_texts()
        ]

    def _dimension_texts(self) -> list[tuple[Decimal, str, str, bool, str]]:
        """Distance, text, class, whether a line from the shore leads to it, and its name in the SVG."""
        found = []
        if self.measures.reach is not None:
            over = " over" if self.measures.over else ""
            found.append((self.measures.reach, self.measures.reach_says, f"reach{over}", True, "reach"))
        for each in self.measures.limits:
            if self._seen(each.at):
                found.append((each.at, each.says, f"{each.cls}", False, f"{each.slug}-mark"))
        if self.scene.mlw is not None and self._seen(self.scene.mlw):
            found.append((self.scene.mlw, f"MLW at {ft(self.scene.mlw)}", "level", False, "mlw-mark"))
        return found

    def dimensions(self) -> list[Hung]:
        at = self.frame
        return [
            Hung(max(at.x(along), at.x(0)), text, cls, min(at.x(along), at.x(0)), what)
            if line
            else Hung(at.x(along), text, cls)
            for along, text, cls, line, what in self._dimension_texts()
        ]

    def scale_bar(self, top: float) -> tuple[list[Shape], float]:
        rise = self.frame.rise
        times = "heights at the same scale" if rise == 1 else f"heights at {rise} times this scale"
        return scale_bar(self.frame.px, LEFT, top, times)

    def says(self) -> tuple[str, ...]:
        """What must be known to read the picture."""
        said = [NOMINAL]
        if self.scene.beside:
            said.append("Soundings beside the pier's line are not drawn; they count all the same.")
        if self.scene.mhw is not None:
            said.append("Land above mean high water was not surveyed: it is dashed.")
        beyond = sum(1 for distance, _ in self.scene.bed if float(distance) > self.stop)
        if beyond:
            said.append(f"{beyond} soundings lie further out than is drawn; they count all the same.")
        return tuple(said)


def hull(at: Frame, lying: Lying, keel: float, cls: str = "hull", lift: float = 0.0) -> Area:
    """A boat with its deepest point at the height `keel`, raised by `lift` feet: in profile or in section."""
    # Parts of its length or beam, and of its draft below the water or its freeboard above.
    section = ((0, 1), (1, 1), (0.94, -0.35), (0.58, -1), (0.42, -1), (0.06, -0.35))
    profile = ((0, 1), (1, 1), (0.93, -0.35), (0.8, -0.75), (0.3, -1), (0.05, -0.9), (0.02, 0))
    start, size = float(lying.start), float(lying.end - lying.start)
    points = [
        (start + part * size, FREEBOARD * height if height > 0 else -keel * height)
        for part, height in (profile if lying.lengthwise else section)
    ]
    return Area(cls, tuple((at.x(x), at.y(y + lift)) for x, y in points), "boat")


def clearance(at: Frame, lying: Lying, found: Depth, keel: float) -> list[Shape]:
    """The upright dimension from the height of the keel to the bottom at the sounding that decides."""
    x, bed = at.x(found.at), at.y(-float(found.depth) / 12)
    cls = "clearance" if found.enough else "clearance short"
    middle = at.x((lying.start + lying.end) / 2)
    return [
        segment("keel", min(x, middle) - 8, at.y(keel), max(x, middle) + 8, at.y(keel), "keel"),
        segment(cls, x, at.y(keel), x, bed, "clearance"),
        segment(cls, x - 5, bed, x + 5, bed),
    ]


def _in_words(scene: Scene, measures: Measures) -> str:
    """The picture in a few sentences, for whoever cannot see it."""
    said = []
    if measures.reach_sentence:
        said.append(measures.reach_sentence)
    if scene.lying is not None and scene.hull is not None:
        said.append(f"{scene.boat_name}: draft {inches(scene.hull * 12)}")
    if measures.depth is not None:
        depth = measures.depth
        said.append(f"At the berth {inches(depth.depth)} of water at mean low water: {depth.says}.")
    said += scene.missing
    return " ".join([*said, "The table below holds the same figures."])
