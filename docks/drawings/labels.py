"""Where labels go: beside the picture, each with a thin leader, none over another and none over a shape.

Three gutters: under the picture hang dimensions along the pier's line, the shortest lowest, so that no leader
passes a text; at its right stand heights, spread apart; above it the parts' names, spread apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docks.drawings.shapes import Label, Line, Shape, segment
from docks.drawings.words import LINE, SIZE, width

GAP = 6.0  # px between a leader and its text
BAND = 22.0  # px in which leaders may slant


@dataclass(frozen=True)
class Hung:
    """A dimension under the picture, from `since` to `at` px on its right, or only a mark at `at`."""

    at: float
    text: str
    cls: str = "dimension"
    since: float | None = None
    what: str = ""
    hook: float | None = None  # where its leader begins, if not at the lower edge of the picture


def hang(items: Sequence[Hung], top: float) -> tuple[list[Shape], float]:
    """The dimensions under a picture whose lower edge is `top`, and the y below them."""
    shapes: list[Shape] = []
    rows = sorted(items, key=lambda item: (-item.at, item.text))
    for number, item in enumerate(rows):
        middle = top + LINE * (number + 0.5) + 4
        hook = top if item.hook is None else item.hook
        shapes.append(segment(f"leader {item.cls}", item.at, hook, item.at, middle + 5))
        if item.since is not None:
            shapes.append(segment(item.cls, item.since, middle, item.at, middle, item.what))
            shapes.append(segment(f"leader {item.cls}", item.since, top, item.since, middle + 5))
        shapes.append(Label(item.text, item.at + GAP, middle + SIZE * 0.35, cls=f"label {item.cls}"))
    return shapes, top + LINE * len(rows) + 8


@dataclass(frozen=True)
class Beside:
    """A height named at the right of the picture: its leader, if it has one, begins at `x` and at `y`."""

    x: float | None
    y: float
    text: str
    cls: str = "level"


def stand(items: Sequence[Beside], edge: float, top: float, bottom: float) -> list[Shape]:
    """The labels right of a picture whose right edge is `edge`, spread between `top` and `bottom`."""
    rows = sorted(items, key=lambda item: item.y)
    heights = spread([item.y for item in rows], [LINE] * len(rows), top, bottom)
    shapes: list[Shape] = []
    for item, y in zip(rows, heights, strict=True):
        if item.x is not None:
            leader = ((item.x, item.y), (edge, item.y), (edge + BAND - 4, y))
            shapes.append(Line(f"leader {item.cls}", leader))
        shapes.append(Label(item.text, edge + BAND, y + SIZE * 0.35, cls=f"label {item.cls}"))
    return shapes


@dataclass(frozen=True)
class Above:
    """A part named above the picture: its leader goes down to `y` at `x`."""

    x: float
    y: float
    name: str
    key: str  # what stands there when the names are too long


def crown(items: Sequence[Above], left: float, right: float, top: float, edge: float) -> list[Shape]:
    """The labels above a picture: on one line at `top`, spread from `left` to `right`.

    `edge` is the upper edge of the picture, at which the leaders have stopped slanting. Where the names do
    not fit beside one another, the keys stand instead, and the table says what they are.
    """
    rows = sorted(items, key=lambda item: (item.x, item.key))
    texts = [item.name for item in rows]
    if sum(width(text) + 2 * GAP for text in texts) > right - left:
        texts = [item.key for item in rows]
    sizes = [width(text) + 2 * GAP for text in texts]
    size = float(SIZE)
    if sum(sizes) > right - left:  # more parts than fit: every second key is left to the table
        keep = max(1, int((right - left) // max(sizes)))
        step = -(-len(rows) // keep)
        rows, texts, sizes = rows[::step], texts[::step], sizes[::step]
    places = spread([item.x for item in rows], sizes, left, right)
    shapes: list[Shape] = []
    for item, text, x in zip(rows, texts, places, strict=True):
        shapes.append(Line("leader part", ((x, top + size * 0.45), (item.x, edge), (item.x, item.y))))
        shapes.append(Label(text, x, top, "middle", cls="label part"))
    return shapes


def scale_bar(px: float, left: float, top: float, says: str) -> tuple[list[Shape], float]:
    """A bar of a round length in feet with what it `says` of the scale, and the y below it."""
    length = next((each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500) if each * px >= 60), 1000)
    y, right = top + 14, left + length * px
    shapes: list[Shape] = [
        segment("bar", left, y, right, y, "bar"),
        segment("bar", left, y - 5, left, y + 5),
        segment("bar", right, y - 5, right, y + 5),
        Label(f"{length} ft, {says}", right + GAP, y + 5),
    ]
    return shapes, top + LINE + 8


def spread(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Centres as near to those `wanted` (ascending) as their sizes allow, in order, within low and high.

    When they do not all fit they still keep apart, and the first ones begin before `low`.
    """
    places: list[float] = []
    for number, (centre, size) in enumerate(zip(wanted, sizes, strict=True)):
        least = low + size / 2
        if number:
            least = places[-1] + (sizes[number - 1] + size) / 2
        places.append(max(centre, least))
    limit = high
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], limit - sizes[number] / 2)
        limit = places[number] - sizes[number] / 2
    return places
