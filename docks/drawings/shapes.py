"""A small tree of shapes, and the SVG made from it.

A shape has a class and never a color: the style sheet knows what "water" looks like, on a light screen, on a
dark one and on paper. All coordinates are px of the picture, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from docks.drawings.words import SIZE, width
from office.kinds import Figure

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle that a label takes up."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Line:
    """A line through points, open; with `what` it can be found and measured in the SVG."""

    cls: str
    points: tuple[Point, ...]
    what: str = ""

    def svg(self) -> str:
        return f'<polyline{_named(self)} points="{_points(self.points)}"/>'


@dataclass(frozen=True)
class Area:
    """A closed shape."""

    cls: str
    points: tuple[Point, ...]
    what: str = ""

    def svg(self) -> str:
        return f'<polygon{_named(self)} points="{_points(self.points)}"/>'


@dataclass(frozen=True)
class Label:
    """One line of text whose baseline begins at x (or is centred on it, or ends there)."""

    text: str
    x: float
    y: float
    anchor: str = "start"
    cls: str = "label"
    size: float = SIZE

    @property
    def box(self) -> Box:
        """What it takes up, with a little air."""
        wide = width(self.text, self.size)
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return Box(left, self.y - self.size * 0.95, left + wide, self.y + self.size * 0.3)

    def svg(self) -> str:
        return (
            f'<text class="{self.cls}" x="{_n(self.x)}" y="{_n(self.y)}" text-anchor="{self.anchor}">'
            f"{escape(self.text)}</text>"
        )


Shape = Line | Area | Label


@dataclass(frozen=True)
class Drawing:
    """One picture of a dock, with what it says of its own scale and what could not be drawn.

    `px_per_ft` is along the pier's line, `rise` how many times that heights are drawn. `missing` says what to
    enter; `figures` are the same in words.
    """

    slug: str
    title: str
    desc: str
    wide: float
    high: float
    px_per_ft: float
    rise: int
    shapes: tuple[Shape, ...]
    says: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def labels(self) -> list[Label]:
        return [shape for shape in self.shapes if isinstance(shape, Label)]

    def svg(self, ident: str = "", style: str = "") -> str:
        """The picture as SVG: classes only, or with a `style` sheet of its own where it stands alone.

        `ident` begins the ids of its title and description, which must be others for each one on a page.
        """
        ids = f"{ident or 'dock'}-{self.slug}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing {self.slug}" '
            f'viewBox="0 0 {_n(self.wide)} {_n(self.high)}" width="{_n(self.wide)}" '
            f'height="{_n(self.high)}" role="img" '
            f'aria-labelledby="{ids}-title {ids}-desc" data-px-per-ft="{self.px_per_ft:.6f}" '
            f'data-rise="{self.rise}">'
            f'<title id="{ids}-title">{escape(self.title)}</title>'
            f'<desc id="{ids}-desc">{escape(self.desc)}</desc>'
        )
        inner = "".join(shape.svg() for shape in self.shapes)
        return f"{head}{f'<style>{style}</style>' if style else ''}{inner}</svg>"


def rectangle(cls: str, left: float, top: float, right: float, bottom: float, what: str = "") -> Area:
    """An upright rectangle."""
    return Area(cls, ((left, top), (right, top), (right, bottom), (left, bottom)), what)


def segment(cls: str, x1: float, y1: float, x2: float, y2: float, what: str = "") -> Line:
    """A straight line."""
    return Line(cls, ((x1, y1), (x2, y2)), what)


def right_end(shapes: Iterable[Shape]) -> float:
    """The greatest x that anything reaches."""
    return max(
        shape.box.right if isinstance(shape, Label) else max(x for x, _ in shape.points) for shape in shapes
    )


def _named(shape: Line | Area) -> str:
    return f' class="{shape.cls}"' + (f' data-what="{shape.what}"' if shape.what else "")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A coordinate: two decimals, no needless zeros, never "-0"."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
