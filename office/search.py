"""Folding text so that people find what they mean: case, accents, apostrophes, hyphens, leading zeros."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_GAPS = re.compile(r"[^\w\s]|_")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
# Letters that do not decompose into a base letter and an accent; and signs that Unicode calls letters and
# people type as apostrophes, such as the one of Hawaiʻi.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
    | dict.fromkeys("ʹʺʻʼʽʾʿˈ", "")
)
# A lot with its block between spaces: "29 A 3" is meant as "29-A-3".
_LOT = re.compile(r"\d{1,5} [a-z] \d{1,5}")
_NUMBER = re.compile(r"([a-z]+)(20\d\d)(\d{1,6})")
_OF_ANY_YEAR = re.compile(r"([a-z]+)(?!(?:19|20)\d\d$)(\d{1,4})")
YEARS = range(2000, 2100)


def _plain(word: str) -> str:
    """Small letters without accents."""
    if word.isascii():
        return word.lower()
    # Decomposed before and after, for "№" holds letters, and "İ" an accent once it is small.
    small = unicodedata.normalize("NFKD", word).casefold()
    plain = unicodedata.normalize("NFKD", small).translate(_PLAIN)
    return "".join(c for c in plain if not unicodedata.combining(c))


def _compact(word: str) -> str:
    return _GAPS.sub("", _ZEROS.sub("", _plain(word)))


def fold(*texts: object) -> str:
    """One searchable line: each word folded, so "29-A-03" becomes "29a3" and "O'Brien" "obrien".

    A word with leading zeros stands in both forms: people type "du2026001" as often as "DU-2026-1".
    """
    words = [_plain(word) for text in texts if text for word in str(text).split()]
    forms = (_GAPS.sub("", form) for word in words for form in (_ZEROS.sub("", word), word))
    return " ".join(dict.fromkeys(form for form in forms if form))


def terms(query: str) -> list[str]:
    """The words of a query, folded the same way; every one of them must be found. At most eight.

    A query that is nothing but a lot is one word, however it is written.
    """
    words = [word for word in map(_compact, query.split()) if word]
    if _LOT.fullmatch(" ".join(words)):
        return ["".join(words)]
    return list(dict.fromkeys(words))[:8]


def numbers_meant(query: str, series: Collection[str]) -> list[str]:
    """The case numbers that a query may stand for, given the series there are.

    "dú 2026 31" and "DU-2026-031" are one number. "du 31" and "DU-31" are that number of any year. Anything
    else, such as a series with a year alone, is none.
    """
    joined = "".join(_compact(word) for word in query.split())
    years: Collection[object]
    if found := _NUMBER.fullmatch(joined):
        name, years, number = found[1].upper(), [found[2]], int(found[3])
    elif found := _OF_ANY_YEAR.fullmatch(joined):
        name, years, number = found[1].upper(), YEARS, int(found[2])
    else:
        return []
    return [f"{name}-{year}-{number:03}" for year in years] if name in series else []
