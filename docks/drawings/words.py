"""Measures as the drawings write them, and how wide a line of text is.

A label may never lie over a shape or another label, so its width must be known before anything is drawn.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

SIZE = 15  # px: nothing on our pages is smaller
LINE = 21  # px from one line of text to the next

# Widths in hundredths of the type size, of the bold face of DejaVu Sans: the widest of the faces that
# tokens.css asks for, so that in any other the text is only narrower.
_WIDE = {
    "'": 31, " ijl": 35, "/\\|": 37, ",.IJ": 38, ":;": 40, "-": 42, "f": 44, "!()[]": 46, "t": 48, "r": 50,
    '_`"*': 53, "?zcs": 60, "Lxvyk": 67, "aeFTo": 69, "E$0123456789": 70, "bdghnpqu{}": 72, "SYZCP": 74,
    "BAKRVX": 78, "UG": 83, "#+<=>DHN^~": 84, "OQ&": 88, "w": 93, "@M%m": 105, "W": 111,
}  # fmt: skip
_WIDTH = {letter: width for letters, width in _WIDE.items() for letter in letters}
_UNHEARD = 105  # any other letter


def width(text: str, size: float = SIZE) -> float:
    """How wide `text` is at most, in px, at `size` px."""
    return sum(_WIDTH.get(letter, _UNHEARD) for letter in text) * size / 100


def number(value: Decimal | int) -> str:
    """ "72", "8.5", "33.33": at most two decimals, halves away from zero, none that say nothing."""
    rounded = Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP).normalize()
    return f"{rounded + 0:f}"


def ft(value: Decimal | int) -> str:
    """Feet: "72 ft"."""
    return f"{number(value)} ft"


def inches(value: Decimal | int) -> str:
    """Inches: "34 in." """
    return f"{number(value)} in."


def cut(text: str, most: int = 24) -> str:
    """`text` on one line, at most `most` letters of it."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
