"""Measuring a drawing: reads the SVG back, finds lengths in it, and every label that lies over something."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from xml.etree import ElementTree

from docks.drawings.shapes import Box, Label

SVG = "{http://www.w3.org/2000/svg}"
Points = list[tuple[float, float]]


@dataclass
class Picture:
    """An SVG as it was sent."""

    root: ElementTree.Element

    @classmethod
    def of(cls, svg: str) -> Picture:
        return cls(ElementTree.fromstring(svg))

    @property
    def px_per_ft(self) -> float:
        return float(self.root.attrib["data-px-per-ft"])

    @property
    def rise(self) -> int:
        return int(self.root.attrib["data-rise"])

    @property
    def size(self) -> tuple[float, float]:
        _, _, wide, high = self.root.attrib["viewBox"].split()
        return float(wide), float(high)

    @property
    def labels(self) -> list[Label]:
        return [
            Label(
                each.text or "", float(each.attrib["x"]), float(each.attrib["y"]), each.attrib["text-anchor"]
            )
            for each in self.root.iter(f"{SVG}text")
        ]

    @property
    def texts(self) -> list[str]:
        return [label.text for label in self.labels]

    @property
    def shapes(self) -> list[tuple[str, bool, Points]]:
        """Class, whether it is closed, and points of each shape."""
        return [
            (each.attrib["class"], each.tag == f"{SVG}polygon", points(each))
            for each in self.root.iter()
            if each.tag in (f"{SVG}polygon", f"{SVG}polyline")
        ]

    def find(self, what: str) -> Points:
        """The points of the shape of this name."""
        (found,) = [each for each in self.root.iter() if each.attrib.get("data-what") == what]
        return points(found)

    def has(self, what: str) -> bool:
        return any(each.attrib.get("data-what") == what for each in self.root.iter())

    def long(self, what: str) -> float:
        """How long it is from left to right, px."""
        across = [x for x, _ in self.find(what)]
        return max(across) - min(across)

    def tall(self, what: str) -> float:
        """How tall it is, px."""
        down = [y for _, y in self.find(what)]
        return max(down) - min(down)

    def clashes(self) -> list[str]:
        """Every label over another label, over a shape, or beyond the picture."""
        wide, high = self.size
        found = []
        for label in self.labels:
            box = label.box
            if box.left < -0.01 or box.top < -0.01 or box.right > wide + 0.01 or box.bottom > high + 0.01:
                found.append(f"“{label.text}” leaves the picture")
            for cls, closed, ends in self.shapes:
                if crosses(ends, closed, box):
                    found.append(f"“{label.text}” lies over {cls}")
        for one, other in combinations(self.labels, 2):
            if overlap(one.box, other.box):
                found.append(f"“{one.text}” lies over “{other.text}”")
        return found


def points(element: ElementTree.Element) -> Points:
    pairs = (pair.split(",") for pair in element.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def crosses(ends: Points, closed: bool, box: Box) -> bool:
    """Whether a shape's outline passes the box, or a closed one holds it."""
    edges = list(pairwise([*ends, ends[0]] if closed else ends))
    return any(passes(a, b, box) for a, b in edges) or (closed and holds(ends, box))


def passes(a: tuple[float, float], b: tuple[float, float], box: Box) -> bool:
    """Whether the segment from a to b has a point within the box (Liang and Barsky's clipping)."""
    (x1, y1), (x2, y2) = a, b
    first, last = 0.0, 1.0
    across = ((x1 - x2, x1 - box.left), (x2 - x1, box.right - x1))
    down = ((y1 - y2, y1 - box.top), (y2 - y1, box.bottom - y1))
    for step, room in (*across, *down):
        if step == 0:
            if room <= 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first < last


def holds(ends: Points, box: Box) -> bool:
    """Whether the middle of the box lies within the polygon."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*ends, ends[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
