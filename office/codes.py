"""The short code printed on a permit, that anybody may type to check it. Pure Python, no Django.

A code is eight characters, shown in two groups: "K7QM-2XPD". The alphabet has 27 characters: no vowels,
so a code spells no word, and one of each pair that eyes confuse (0 not O, 1 not I or L, 2 not Z, 5 not S,
8 not B). That leaves 27 to the eighth, 282 billion codes: with 20,000 permits in force, one guess in
14 million finds one.

A permit's renewal code is made the same way, of twelve characters: it is mailed to whoever applied and stands
on no permit.
"""

import secrets
import unicodedata

ALPHABET = "0123456789CDFGHJKMNPQRTVWXY"
LENGTH = 8
RENEWAL_LENGTH = 12
LOOK_ALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"})


def new_code() -> str:
    """A fresh random code as it is stored, without its hyphen. Not checked against the codes in use."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def of_digest(digest: bytes) -> str:
    """The renewal code that stands for a digest of 32 bytes or more."""
    number, code = int.from_bytes(digest, "big"), ""
    for _ in range(RENEWAL_LENGTH):
        number, place = divmod(number, len(ALPHABET))
        code += ALPHABET[place]
    return code


def grouped(code: str) -> str:
    """A stored code as it is printed: "K7QM2XPD" as "K7QM-2XPD"."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def clean(text: str, length: int = LENGTH) -> str:
    """The stored form of what somebody typed, or "" when it cannot be a code of that length.

    Takes lower case, spaces, hyphens and dashes of any sort, and the look-alikes a tired eye makes.
    """
    folded = unicodedata.normalize("NFKC", text).upper()
    kept = "".join(c for c in folded if not c.isspace() and unicodedata.category(c) not in ("Pd", "Cf"))
    code = kept.translate(LOOK_ALIKES)
    return code if len(code) == length and set(code) <= set(ALPHABET) else ""
