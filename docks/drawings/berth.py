"""The berth in detail: bottom, mean low water, hull and draft, and the water under the keel.

Small enough for a telephone, where it comes first.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from docks.drawings.labels import BAND, Beside, stand
from docks.drawings.measures import Measures
from docks.drawings.scene import Lying, Scene
from docks.drawings.shapes import Area, Drawing, Label, Line, Shape, rectangle, segment
from docks.drawings.side import FREEBOARD, RISES, Frame, clearance, hull
from docks.drawings.words import LINE, ft, inches, width
from office.kinds import Figure

WIDE, TOP, LEFT = 344.0, 10.0, 6.0
HIGH = 230.0
AROUND = Decimal(4)  # ft of water shown on either side of the boat


def berth_detail(scene: Scene, measures: Measures, figures: tuple[Figure, ...]) -> Drawing:
    """The berth of the deepest boat. Without soundings there a dashed outline says what to enter."""
    start, stop = _extent(scene, measures)
    if measures.depth is not None and not start <= measures.depth.at <= stop:
        measures = replace(measures, depth=None)  # told as at the berth, yet far from where the boat lies
    texts = _texts(scene, measures)
    room = WIDE - LEFT - BAND - max(width(text) for _, text, _ in texts) - 4
    high, low = _heights(scene, measures, float(start), float(stop))
    px = min(room / float(stop - start), HIGH / (high - low))
    rise = next((each for each in RISES if each * px * (high - low) <= HIGH), 1)
    at = Frame(LEFT, float(start), px, TOP + high * px * rise, rise)
    edge, bottom = at.x(stop), at.y(low)
    shapes: list[Shape] = [rectangle("sky", LEFT, TOP, edge, bottom)]
    shapes += _bottom(scene, at, float(start), float(stop), bottom)
    if scene.mhw is not None and float(scene.mhw) < high:
        shapes.append(segment("mhw", LEFT, at.y(scene.mhw), edge, at.y(scene.mhw), "mhw"))
    shapes.append(segment("mlw", LEFT, at.y(0), edge, at.y(0), "mlw"))
    if scene.lying is not None and scene.hull is not None:
        shapes.append(hull(at, scene.lying, -float(scene.hull)))
        if measures.depth is not None:
            shapes += clearance(at, scene.lying, measures.depth, -float(scene.hull))
    raised = _raised(scene, measures)
    if raised is not None and scene.lying is not None and scene.hull is not None:
        shapes.append(hull(at, scene.lying, -float(scene.hull), "hull raised", float(raised + scene.hull)))
    items = [
        Beside(_from(scene, measures, at, edge, cls), at.y(height), text, cls) for height, text, cls in texts
    ]
    shapes += stand(items, edge, TOP, max(bottom, TOP + LINE * len(items)))
    times = "Heights and widths at one scale."
    if rise > 1:
        times = f"Heights at {rise} times the widths."
    end = max(bottom, TOP + LINE * len(items)) + LINE
    shapes.append(Label(times, LEFT, end - 2))
    return Drawing(
        slug="berth", title="The berth in detail", desc=_in_words(scene, measures), wide=WIDE, high=end + 6,
        px_per_ft=px, rise=rise, shapes=tuple(shapes), figures=figures,
    )  # fmt: skip


def _raised(scene: Scene, measures: Measures) -> Decimal | None:
    """How high the keel is on the lift, in feet above mean low water; None where there is none."""
    if measures.lift is None or scene.mhw is None:
        return None
    return scene.mhw + measures.lift / 12


def _extent(scene: Scene, measures: Measures) -> tuple[Decimal, Decimal]:
    """The first and last foot shown: the boat and a little water about it, and the soundings at the berth."""
    middle = measures.depth.at if measures.depth is not None else scene.end or Decimal(0)
    lying = scene.lying or Lying(middle - 5, middle + 5, False)
    size = lying.end - lying.start
    about = max(AROUND, size / 4)
    first, last = lying.start - about, lying.end + about
    near = [distance for distance, _ in scene.berth if first - size <= distance <= last + size]
    return min([first, *(each - 1 for each in near)]), max([last, *(each + 1 for each in near)])


def _heights(scene: Scene, measures: Measures, start: float, stop: float) -> tuple[float, float]:
    """The highest and lowest height shown."""
    top = FREEBOARD
    raised = _raised(scene, measures)
    if raised is not None and scene.hull is not None:
        top += float(raised + scene.hull)
    keel = -float(scene.hull or 0)
    beds = [height for _, height in _profile(scene, start, stop)]
    if measures.depth is not None:
        beds.append(-float(measures.depth.depth) / 12)
    under = beds or [keel - 3]
    low = min(*under, keel, -1.0)
    high = max(top, *under) + 0.4
    return high, low - max(0.6, (high - low) * 0.1)


def _profile(scene: Scene, start: float, stop: float) -> list[tuple[float, float]]:
    """The bottom from `start` to `stop`, straight between what was measured; nothing beyond it."""
    points = [(float(distance), float(height)) for distance, height in scene.bed]
    inside = [point for point in points if start <= point[0] <= stop]
    for (near, high), (far, low) in pairwise(points):
        for edge in (start, stop):
            if near < edge < far:
                inside.append((edge, high + (low - high) * (edge - near) / (far - near)))
    return sorted(set(inside))


def _bottom(scene: Scene, at: Frame, start: float, stop: float, bottom: float) -> list[Shape]:
    found = _profile(scene, start, stop)
    if not found:
        return [rectangle("unknown", LEFT + 6, at.y(0), at.x(stop) - 6, bottom - 6, "enter-soundings")]
    top = tuple((at.x(distance), at.y(height)) for distance, height in found)
    left, right = top[0][0], top[-1][0]
    if len(top) == 1:
        return [Line("bed", ((left - 5, top[0][1]), (left + 5, top[0][1])), "bed")]
    shapes: list[Shape] = []
    if any(height < 0 for _, height in found):
        shapes.append(rectangle("water", left, at.y(0), right, bottom))
    shapes.append(Area("ground", (*top, (right, bottom), (left, bottom)), "ground"))
    shapes.append(Line("bed", top, "bed"))
    return shapes


def _texts(scene: Scene, measures: Measures) -> list[tuple[float | Decimal, str, str]]:
    """Height, text and class of each label."""
    found = measures.depth
    texts: list[tuple[float | Decimal, str, str]] = [(0, "MLW", "level")]
    raised = _raised(scene, measures)
    if scene.mhw is not None and (raised is not None or 0 < float(scene.mhw) < FREEBOARD):
        texts.append((scene.mhw, f"MHW {ft(scene.mhw)}", "level"))
    if raised is not None and measures.lift is not None:
        texts.append((raised, f"On lift {inches(measures.lift)}", "level raised"))
    if scene.lying is not None and scene.hull is not None:
        texts.append((-float(scene.hull), f"Draft {inches(scene.hull * 12)}", "level keel"))
    if found is not None and scene.hull is not None:
        middle = -(float(scene.hull) + float(found.depth) / 12) / 2
        cls = "clear" if found.enough else "clear short"
        clear, _, needed = found.says.partition(", ")
        if clear:
            texts.append((middle, clear, cls))
        if needed:
            texts.append((middle - 0.001, needed, f"{cls} more"))
    if found is not None:
        texts.append((-float(found.depth) / 12, f"Bottom {inches(found.depth)}", "level bottom"))
    elif not scene.berth:
        texts.append((-1.5, "Enter soundings", "enter"))
    return texts


def _from(scene: Scene, measures: Measures, at: Frame, edge: float, cls: str) -> float | None:
    """Where the leader of a label of this class begins."""
    if cls.endswith("more"):
        return None  # the second line of the one above
    if measures.depth is not None and ("clear" in cls or "bottom" in cls):
        return at.x(measures.depth.at)
    if scene.lying is not None and ("keel" in cls or "raised" in cls):
        return at.x((scene.lying.start + scene.lying.end) / 2)
    return edge


def _in_words(scene: Scene, measures: Measures) -> str:
    """The picture in a few sentences, for whoever cannot see it."""
    said = []
    if scene.hull is not None:
        said.append(f"{scene.boat_name}: draft {inches(scene.hull * 12)}")
    if measures.depth is not None:
        found = measures.depth
        said.append(f"The bottom lies {inches(found.depth)} below mean low water. {found.says}.")
    else:
        said.append("How deep the water is at the berth is not known yet.")
    if measures.lift is not None:
        said.append(f"On the lift the hull is {inches(measures.lift)} above mean high water.")
    return " ".join(said)
