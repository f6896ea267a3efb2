"""Folding text so that people find what they mean: case, accents, apostrophes, hyphens, leading zeros."""

import re
import unicodedata

_GAPS = re.compile(r"[^\w\s]|_")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
# Letters that do not decompose into a base letter and an accent.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})


def _compact(word: str, *, zeros: bool = False) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold()).translate(_PLAIN)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return _GAPS.sub("", plain if zeros else _ZEROS.sub("", plain))


def fold(*texts: object) -> str:
    """One searchable line: each word folded, so "29-A-03" becomes "29a3" and "O'Brien" "obrien".

    A word with leading zeros stands in both forms: people type "du2026001" as often as "DU-2026-1".
    """
    words = [word for text in texts if text for word in str(text).split()]
    forms = (form for word in words for form in (_compact(word), _compact(word, zeros=True)))
    return " ".join(dict.fromkeys(form for form in forms if form))


def terms(query: str) -> list[str]:
    """The words of a query, folded the same way; every one of them must be found. At most eight."""
    words = (_compact(word) for word in query.split())
    return list(dict.fromkeys(word for word in words if word))[:8]
