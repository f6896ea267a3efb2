"""Numbers of the mail: a certified letter's article number, its return card's code, our own letter's number.

Pure Python, no Django. A scanner types what it read and presses Enter, so nothing here takes a number for
right because it came in one piece.
"""

from __future__ import annotations

import re

SHORTEST, LONGEST = 8, 40  # of a number that is taken at all, and of the column that keeps it
LAST_DIGITS = 6  # what a person types when the barcode is torn

# A barcode may say where it goes before it says what it is: 420, then a ZIP code of 5 or 9 digits.
_ROUTED = re.compile(r"420(?:[0-9]{9}|[0-9]{5})(9[1-5][0-9]{20}(?:[0-9]{4})?)")
# Numbers known to carry a check digit of their own. For the shorter, older ones it is not asked: some leave
# digits out in print that their check digit counts.
_CHECKED = re.compile(r"9[1-5][0-9]{20}(?:[0-9]{4})?")
_USUAL = re.compile(r"[0-9]{20,22}|9[1-5][0-9]{24}|[A-Z]{2}[0-9]{9}[A-Z]{2}")
_LETTER = re.compile(r"\s*(L-?)?([0-9]{1,7})\s*", re.I)


def squeezed(text: str) -> str:
    """A number as it is kept: digits and capital letters, without spaces, hyphens or its routing."""
    plain = "".join(c for c in text.upper() if c.isascii() and c.isalnum())
    routed = _ROUTED.fullmatch(plain)
    return routed[1] if routed else plain


def spaced(number: str) -> str:
    """The number in groups of four, as it is printed: "9407 1000 0000 0000 0000 01"."""
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))


def check_digit(digits: str) -> int:
    """The last digit that belongs to the `digits` before it: modulo 10, weights 3 and 1 from the right."""
    odd = sum(int(digit) for digit in digits[-1::-2])
    even = sum(int(digit) for digit in digits[-2::-2])
    return -(3 * odd + even) % 10


def doubt(number: str) -> str:
    """Why `number` does not look like an article number; "" when it does."""
    if not _USUAL.fullmatch(number):
        count = len(number)
        return f"{spaced(number)} has {count} characters; an article number has 20 to 22 digits."
    if _CHECKED.fullmatch(number) and check_digit(number[:-1]) != int(number[-1]):
        return f"The last digit of {spaced(number)} does not fit the others, so one was misread."
    return ""


def letter_no(key: int) -> str:
    """The number of one of our own letters, as it is printed on it: "L-123"."""
    return f"L-{key}"


def letter_key(text: str, *, bare: bool = False) -> int | None:
    """The key of one of our own letters from its number, with `bare` also without the L; None for others."""
    found = _LETTER.fullmatch(text)
    return int(found[2]) if found and (found[1] or bare) else None
